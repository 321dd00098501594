"""Minefields: known ones whose strength nobody else knows, lines of them, dummies, hidden ones; and what they do to men who walk in or out.

A minefield is a work with its factors in `points`, 0 for a dummy; only its owner may see them. Its face says only what everybody may know: "known mines", or "mine line" when it
was laid as part of a line; "mines" is a hidden field that lies nowhere for the enemy. Once its strength is found out it shows "mines 6", "mines 8" or "mines 12".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from amba.core.decision import CHANCE, Action, Decision, Refusal
from amba.core.event import Drawn, Placed, Rolled, Said
from amba.core.flow import Step, change, pop, push
from amba.games.hollow.book import rule
from amba.games.hollow.rules.dice import numbers, sum_of_two
from amba.games.hollow.rules.r010_fire_table import fire_result
from amba.games.hollow.state import HollowState
from amba.games.hollow.world import EXTRA_DUMMIES, HIDDEN, SIDES, WORK_KINDS, WORKS, Group

KEPT_BACK = 8
"""So many counters of works no side can buy."""
STRENGTHS = (6, 8, 12)
"""What a field of mines against men may hold."""
STONY = ("crag", "broken_crag", "rubble")
"""Ground that takes no mines."""
KNOWN, LINE, SECRET, DUMMY = (WORK_KINDS.index(kind) for kind in ("known mines", "mine line", "mines", "dummy mines"))
OPEN = {factors: WORK_KINDS.index(f"mines {factors}") for factors in STRENGTHS}
COVERED = (KNOWN, LINE)
GRAINS = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
"""Along rows of neighbouring hexes."""
ALTERNATE = ((2, 0), (-2, 0), (1, 3), (1, -3), (-1, 3), (-1, -3))
"""Along rows of hexes that share only corners' lines."""


def is_mine(s: HollowState, work: int) -> bool:
    return s.is_work(work) and (s.face[work] in {*COVERED, SECRET, DUMMY} or s.face[work] in OPEN.values())


def mines_at(s: HollowState, place: int) -> list[int]:
    return [work for work in s.works_at(place) if is_mine(s, work)]


@rule("55.83")
def is_known(s: HollowState, side: int, work: int) -> bool:
    """Whether a side knows that mines lie there: its own, and all that are not hidden."""
    return s.side[work] == side or not s.has(work, HIDDEN)


# laying them


@rule("55.82")
def allotted(s: HollowState, group: Group) -> tuple[int, int]:
    """The factors and the dummies of a group; in a battle of one's own what was bought, and a dummy for every 24 factors. A secret die adds dummies."""
    factors, dummies = group.mines, group.dummy_mines
    if s.plan.data.get("own_design"):
        free = {s.world.box["spare"], s.world.box["unused"]}
        kept = kept_back(s, group.side)
        bought = [work for work in group.pieces if s.is_work(work) and is_mine(s, work) and s.at[work] not in free and work not in kept]
        factors = 6 * len(bought)
        dummies = factors // 24
    return factors, dummies + (s.tracks[EXTRA_DUMMIES + group.side] if dummies else 0)


def kept_back(s: HollowState, side: int) -> list[int]:
    """Counters that nobody buys: the dummies of a battle of one's own are among them, and what is dug in play."""
    return s.world.pool(side, s.world.first_work, WORKS)[-KEPT_BACK:]


@rule("55.82")
def bring_dummies(s: HollowState, side: int) -> None:
    """In a battle of one's own the dummies come on top of what was bought."""
    group = next(group for group in s.plan.groups if group.side == side)
    for work in kept_back(s, side)[: allotted(s, group)[1]]:
        s.turn_face("55.82", work, KNOWN)
        s.do(Drawn("55.82", work, s.at[work], s.world.entry[side]))


def works_of(s: HollowState, group: Group) -> list[int]:
    first, end = s.world.first_work, s.world.first_smoke
    return [piece for piece in group.pieces if first <= piece < end]


def laid(s: HollowState, group: Group) -> list[int]:
    return [work for work in works_of(s, group) if s.is_on_map(work) and is_mine(s, work)]


def waiting_mines(s: HollowState, group: Group) -> list[int]:
    return [work for work in works_of(s, group) if s.at[work] == s.world.entry[group.side] and s.face[work] in COVERED]


@rule("55.8", "55.82")
def room(s: HollowState, group: Group) -> tuple[int, int]:
    """Factors and dummies that are still to be laid."""
    factors, dummies = allotted(s, group)
    there = [work for work in laid(s, group) if s.face[work] != SECRET]
    return factors - sum(s.points[work] for work in there), dummies - sum(1 for work in there if not s.points[work])


@rule("55.83")
def secret_room(s: HollowState, group: Group) -> int:
    """Factors of hidden minefields that are still to be laid."""
    return group.hidden_mines - sum(s.points[work] for work in laid(s, group) if s.face[work] == SECRET)


def waiting_secret(s: HollowState, group: Group) -> list[int]:
    return [work for work in works_of(s, group) if s.at[work] == s.world.entry[group.side] and s.face[work] == SECRET]


@rule("55.83", "55")
def refuse_secret(s: HollowState, group: Group, place: int, strength: int) -> Refusal | None:
    """A hidden field holds 6, 8 or 12 of the factors a side has for that, and is alone in its hex."""
    name = {"place": s.world.names.places[place]}
    if place not in group.hexes:
        return Refusal("55.83", "{place} is not in the area of these mines.", name)
    if s.field.has(place, *STONY):
        return Refusal("55", "No mines are laid among the stones of {place}.", name)
    if s.works_at(place) or s.seen_at(place, group.side):
        return Refusal("55.83", "There is a work or an enemy in {place} already.", name)
    if strength not in STRENGTHS or strength > secret_room(s, group) or not waiting_secret(s, group):
        return Refusal("55.83", "{have} factors of hidden mines are left; a field holds 6, 8 or 12.", {"have": secret_room(s, group)})
    return None


@rule("55.83")
def lay_secret(s: HollowState, group: Group, place: int, strength: int) -> None:
    """For the enemy there is nothing."""
    work = waiting_secret(s, group)[0]
    s.mark("55.83", work, HIDDEN)
    s.do(Placed("55.83", work, s.at[work], place))
    s.spend("55.83", work, strength)


@rule("55", "55.8", "55.81", "55.82")
def refuse_field(s: HollowState, group: Group, place: int, strength: int, count: int = 1) -> Refusal | None:
    """A field holds 6, 8 or 12 of the factors a side has, or none if it is a dummy; there is one to a hex, and no other work."""
    factors, dummies = room(s, group)
    name = {"place": s.world.names.places[place]}
    if place not in group.hexes:
        return Refusal("55.8", "{place} is not in the area of these mines.", name)
    if s.field.has(place, *STONY):
        return Refusal("55", "No mines are laid among the stones of {place}.", name)
    if s.works_at(place) or s.seen_at(place, group.side):
        return Refusal("55.81", "There is a work or an enemy in {place} already.", name)
    if strength and strength not in STRENGTHS:
        return Refusal("55.8", "A minefield holds 6, 8 or 12 factors.")
    if strength and factors < strength * count:
        return Refusal("55.8", "{need} factors are needed; {have} are left.", {"need": strength * count, "have": factors})
    if not strength and dummies < count:
        return Refusal("55.82", "{need} dummies are needed; {have} are left.", {"need": count, "have": dummies})
    return None if len(waiting_mines(s, group)) >= count else Refusal("55.8", "There are no more counters for mines.")


@rule("55.8", "55.82")
def lay_field(s: HollowState, work: int, place: int, strength: int, face: int = KNOWN) -> None:
    """The counter lies open on the map; what is in it the owner alone knows."""
    s.turn_face("55.8", work, face)
    s.do(Placed("55.8", work, s.at[work], place))
    s.spend("55.8", work, strength)


@rule("55.81")
def row(s: HollowState, start: int, end: int) -> list[int]:
    """The hexes after the first, up to the last, along a hex row or an alternate one; nothing if they lie on none."""
    (x0, y0), (x1, y1) = s.field.hex_of[start], s.field.hex_of[end]
    for dx, dy in (*GRAINS, *ALTERNATE):
        steps = (x1 - x0) // dx if dx else (y1 - y0) // dy
        if steps > 0 and (x0 + steps * dx, y0 + steps * dy) == (x1, y1):
            hexes = [(x0 + i * dx, y0 + i * dy) for i in range(1, steps + 1)]
            return [s.field.index[hex] for hex in hexes] if all(hex in s.field.index for hex in hexes) else []
    return []


@rule("55.81")
def refuse_line(s: HollowState, group: Group, first: int, end: int) -> Refusal | None:
    """From a field that lies there to another hex of its row, every hex between has one of the same strength; where lines cross, the field that lies there stays the only one."""
    name = {"place": s.world.names.places[end]}
    if first not in laid(s, group) or s.face[first] not in COVERED:
        return Refusal("55.81", "A line begins at one of your fields.")
    places = row(s, s.at[first], end)
    if not places:
        return Refusal("55.81", "{place} lies in no hex row with that field.", name)
    bare = unmined(s, group, places)
    if not bare:
        return Refusal("55.81", "There are mines in all these hexes already.")
    for place in bare:
        found = refuse_field(s, group, place, s.points[first], len(bare))
        if found is not None:
            return found
    return None


def unmined(s: HollowState, group: Group, places: Sequence[int]) -> list[int]:
    """Those of the hexes of a line in which no field of the group lies yet."""
    fields = {s.at[work] for work in laid(s, group) if s.face[work] in COVERED}
    return [place for place in places if place not in fields]


def line_ends(s: HollowState, group: Group, first: int) -> Iterator[int]:
    """Hexes to which a field may be drawn out: outward along each row, for as long as counters and factors last."""
    x, y = s.field.hex_of[s.at[first]]
    for dx, dy in (*GRAINS, *ALTERNATE):
        for steps in range(1, len(waiting_mines(s, group)) + len(laid(s, group)) + 1):
            place = s.field.index.get((x + steps * dx, y + steps * dy))
            if place is None:
                break
            found = refuse_line(s, group, first, place)
            if found is None:
                yield place
            elif unmined(s, group, row(s, s.at[first], place)):
                break


@rule("55.81")
def lay_line(s: HollowState, group: Group, first: int, end: int) -> None:
    places = row(s, s.at[first], end)
    strength = s.points[first]
    bare = unmined(s, group, places)
    for work in [first, *(work for work in laid(s, group) if s.at[work] in places and s.at[work] not in bare)]:
        s.turn_face("55.81", work, LINE)
    for place in bare:
        lay_field(s, waiting_mines(s, group)[0], place, strength, LINE)


# walking into them


@rule("55", "55.82")
def walked(s: HollowState, units: Sequence[int], a: int, b: int) -> None:
    """Men who leave a mined hex and men who enter one are attacked; a dummy is found out."""
    for place in (b, a):
        for work in mines_at(s, place):
            if s.points[work]:
                push(s, "mined", work, tuple(units))
            elif place == b and s.face[work] != DUMMY:
                find_dummy(s, work)


@rule("55.82")
def find_dummy(s: HollowState, work: int) -> None:
    """A dummy that somebody walks into is taken off the map; in a line it stays as a counter everybody can read."""
    s.do(Said("55.82", "dummy", (s.world.names.places[s.at[work]],)))
    if s.face[work] == LINE:
        s.turn_face("55.82", work, DUMMY)
    else:
        s.remove("55.82", work, "spare")


class Mined(Step[HollowState]):
    """Mines go off under men: ("mined", work, units)."""

    def decision(self, s: HollowState) -> Decision:
        return Decision(CHANCE, "mines", "55", "Mines at {place}", {"place": s.world.names.places[s.at[s.frames[-1][1]]]})

    def outcomes(self, s: HollowState) -> Sequence[tuple[Action, int]]:
        return sum_of_two()

    @rule("55", "55.83")
    def apply(self, s: HollowState, a: Action) -> None:
        """The column of its factors, no modifiers, those who move only. The field is known from now on; how strong it is, only by what it does."""
        from amba.games.hollow.rules.r010_shots import strike

        _, work, units = s.frames[-1]
        dice = numbers(a)
        factors = s.points[work]
        s.do(Rolled("55", "mines", dice))
        result = fire_result(factors, dice[0], s.world.fire)
        has_effect = result.text != "-"
        show(s, work, has_effect)
        place = s.world.names.places[s.at[work]]
        s.do(Said("55", "mines", (place, factors, dice[0], result.text)) if has_effect else Said("55.83", "no mines", (place, dice[0])))
        change(s, "effects", tuple(strike(s, result, tuple(u for u in units if s.is_on_map(u)))))


@rule("55.83")
def show(s: HollowState, work: int, has_effect: bool) -> None:
    """An attack shows that mines lie there, but not their strength; that shows when a result has to be read from its column."""
    s.mark("55.83", work, HIDDEN, False)
    if has_effect:
        s.turn_face("55.83", work, OPEN[s.points[work]])
    elif s.face[work] == SECRET:
        s.turn_face("55.83", work, KNOWN)


class SecretDie(Step[HollowState]):
    """A side with dummies rolls in secret for more of them: ("dummies", side)."""

    def decision(self, s: HollowState) -> Decision:
        return Decision(CHANCE, "dummies", "55.82", "A secret die for dummy minefields")

    def outcomes(self, s: HollowState) -> Sequence[tuple[Action, int]]:
        return [(("secret", SIDES[s.frames[-1][1]], str(die)), 1) for die in range(1, 7)]

    @rule("55.82")
    def apply(self, s: HollowState, a: Action) -> None:
        """Half of it, rounded down."""
        side = s.frames[-1][1]
        pop(s)
        s.set_track("55.82", EXTRA_DUMMIES + side, int(a[2]) // 2)
        if s.plan.data.get("own_design"):
            bring_dummies(s, side)


@rule("55.82")
def has_dummies(s: HollowState, side: int) -> bool:
    return any(group.side == side and allotted(s, group)[1] for group in s.plan.groups)
