"""Laying minefields at set-up: known fields, lines of them, dummies, hidden fields."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from amba.core.decision import CHANCE, Decision, Refusal
from amba.core.event import Drawn, Placed
from amba.core.state import remembered
from amba.core.steps import ChanceStep, Takes, pop
from amba.games.hollow.book import rule
from amba.games.hollow.counters import EXTRA_DUMMIES, HIDDEN, SIDES, WORKS
from amba.games.hollow.frames import DummiesRoll, SettingUp
from amba.games.hollow.orders import BuryField, LayField, LayLine, SecretDie
from amba.games.hollow.rules.dice import FACES
from amba.games.hollow.rules.r055_mines import COVERED, KNOWN, LINE, SECRET, STRENGTHS, is_mine, mines_at
from amba.games.hollow.scenario_ground import NO_MINES
from amba.games.hollow.scenarios import Group
from amba.games.hollow.state import HollowState

KEPT_BACK = 8
"""So many counters of works no side can buy."""
LEAST = 6
"""So many factors are bought at a time."""
GRAINS = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
"""Along rows of neighbouring hexes."""
ALTERNATE = ((2, 0), (-2, 0), (1, 3), (1, -3), (-1, 3), (-1, -3))
"""Along rows of hexes that share only corners' lines."""


@rule("55.82")
def allotted(s: HollowState, group: Group) -> tuple[int, int]:
    """The factors and the dummies of a group; in a battle of one's own what was bought, and a dummy for every 24 factors. A secret die adds dummies."""
    factors, dummies = group.mines, group.dummy_mines
    if s.plan.data.get("own_design"):
        factors = LEAST * sum(s.face[work] != SECRET for work in bought_mines(s, group))
        dummies = factors // 24
    return factors, dummies + (s.tracks[EXTRA_DUMMIES + group.side] if dummies else 0)


def bought_mines(s: HollowState, group: Group) -> list[int]:
    """The counters of mines that a side has bought, known and hidden ones."""
    free = {s.world.box["spare"], s.world.box["unused"]}
    kept = kept_back(s, group.side)
    return [work for work in group.pieces if s.is_work(work) and is_mine(s, work) and s.at[work] not in free and work not in kept]


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


@remembered()
def works_of(s: HollowState, group: Group) -> list[int]:
    first, end = s.world.first_work, s.world.first_smoke
    return [piece for piece in group.pieces if first <= piece < end]


@remembered()
def laid(s: HollowState, group: Group) -> list[int]:
    return [work for work in works_of(s, group) if s.is_on_map(work) and is_mine(s, work)]


@remembered()
def waiting_mines(s: HollowState, group: Group) -> list[int]:
    return [work for work in works_of(s, group) if s.at[work] == s.world.entry[group.side] and s.face[work] in COVERED]


@rule("55.8", "55.82")
@remembered()
def room(s: HollowState, group: Group) -> tuple[int, int]:
    """Factors and dummies that are still to be laid."""
    factors, dummies = allotted(s, group)
    there = [work for work in laid(s, group) if s.face[work] != SECRET]
    return factors - sum(s.points[work] for work in there), dummies - sum(1 for work in there if not s.points[work])


@rule("55.83")
@remembered()
def secret_room(s: HollowState, group: Group) -> int:
    """Factors of hidden minefields that are still to be laid."""
    own = LEAST * sum(s.face[work] == SECRET for work in bought_mines(s, group)) if s.plan.data.get("own_design") else group.hidden_mines
    return own - sum(s.points[work] for work in laid(s, group) if s.face[work] == SECRET)


@remembered()
def waiting_secret(s: HollowState, group: Group) -> list[int]:
    return [work for work in works_of(s, group) if s.at[work] == s.world.entry[group.side] and s.face[work] == SECRET]


@rule("55")
def refuse_ground(s: HollowState, place: int) -> Refusal | None:
    """No mines, against men or tanks, among stones or in marsh."""
    if not s.field.has(place, *NO_MINES):
        return None
    if s.field.has(place, "marsh"):
        return Refusal("55", "No mines are laid in the marsh of {place}.", {"place": s.world.names.places[place]})
    return Refusal("55", "No mines are laid among the stones of {place}.", {"place": s.world.names.places[place]})


@rule("55", "55.8", "55.81", "55.83")
def refuse_site(s: HollowState, group: Group, place: int, number: str) -> Refusal | None:
    """In the group's area, not among stones nor in marsh, and the only minefield of its hex; other works may lie there too."""
    name = {"place": s.world.names.places[place]}
    if place not in group.hexes:
        return Refusal(number, "{place} is not in the area of these mines.", name)
    if (found := refuse_ground(s, place)) is not None:
        return found
    if any(s.side[work] == group.side for work in mines_at(s, place)):
        return Refusal("55.81", "There are mines in {place} already.", name)
    return Refusal("55.81", "The enemy is in {place}.", name) if s.seen_at(place, group.side) else None


@rule("55.83")
def refuse_secret(s: HollowState, group: Group, place: int, strength: int) -> Refusal | None:
    """A hidden field holds 6, 8 or 12 of the factors a side has for that,, one field to a hex."""
    have = secret_room(s, group)
    if (found := refuse_site(s, group, place, "55.83")) is not None:
        return found
    if strength not in STRENGTHS:
        return Refusal("55.83", "A hidden minefield holds 6, 8 or 12 factors.")
    if strength > have:
        return Refusal("55.83", "{need} factors are needed; {have} of hidden mines are left.", {"need": strength, "have": have})
    return None if waiting_secret(s, group) else Refusal("55.83", "There are no more counters for hidden mines.")


@rule("55.83")
def lay_secret(s: HollowState, group: Group, place: int, strength: int) -> None:
    """For the enemy there is nothing."""
    work = waiting_secret(s, group)[0]
    s.mark("55.83", work, HIDDEN)
    s.do(Placed("55.83", work, s.at[work], place))
    s.spend("55.83", work, strength)


@rule("55", "55.8", "55.81", "55.82")
def refuse_field(s: HollowState, group: Group, place: int, strength: int, count: int = 1) -> Refusal | None:
    """A field holds 6, 8 or 12 of the factors a side has, or none if it is a dummy; there is one to a hex."""
    factors, dummies = room(s, group)
    if (found := refuse_site(s, group, place, "55.8")) is not None:
        return found
    if strength and strength not in STRENGTHS:
        return Refusal("55.8", "A minefield holds 6, 8 or 12 factors, or 0 if it is a dummy.")
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
    if s.face[first] not in COVERED:
        return Refusal("55.81", "A line begins at a known minefield that nobody has met.")
    places = row(s, s.at[first], end)
    if not places:
        return Refusal("55.81", "{place} lies in no hex row with that field.", name)
    bare = unmined(s, group, places)
    if not bare:
        return Refusal("55.81", "There are mines in all these hexes already.")
    for place in bare:
        if (found := refuse_field(s, group, place, s.points[first], len(bare))) is not None:
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


@rule("55.82")
def has_dummies(s: HollowState, side: int) -> bool:
    return any(group.side == side and allotted(s, group)[1] for group in s.plan.groups)


def secret_dice(s: HollowState, at: DummiesRoll) -> list[tuple[SecretDie, int]]:
    return [(SecretDie(SIDES[at.side], die), 1) for die in FACES]


@rule("55.82")
def add_dummies(s: HollowState, at: DummiesRoll, a: SecretDie) -> None:
    """Half of the die, rounded down."""
    pop(s)
    s.set_track("55.82", EXTRA_DUMMIES + at.side, a.die // 2)
    if s.plan.data.get("own_design"):
        bring_dummies(s, at.side)


DUMMIES_ROLL = ChanceStep(
    DummiesRoll, lambda _, _at: Decision(CHANCE, "dummies", "55.82", "A secret die for dummy minefields"), secret_dice, add_dummies
)


def groups_of(s: HollowState, side: int) -> list[Group]:
    return [group for group in s.plan.groups if group.side == side and group.turn == 0]


MineOrder = LayField | LayLine | BuryField


def group_for(s: HollowState, side: int, a: MineOrder) -> Group | None:
    """The group whose mines an order is about."""
    if isinstance(a, LayLine):
        return next((group for group in groups_of(s, side) if a.work in laid(s, group)), None)
    waits = waiting_secret if isinstance(a, BuryField) else waiting_mines
    return next((group for group in groups_of(s, side) if a.to in group.hexes and waits(s, group)), None)


@rule("55.8", "55.81", "55.83")
def refuse_mines(s: HollowState, at: SettingUp, a: MineOrder) -> Refusal | None:
    """Minefields may be laid, with so many factors or none, hidden where the scenario says so, and drawn out into lines; nobody has to."""
    group, name = group_for(s, at.side, a), {"place": s.world.names.places[a.to]}
    if isinstance(a, LayLine):
        if group is None:
            return Refusal("55.8", "{work} is no minefield of yours on the map.", {"work": s.world.names.pieces[a.work]})
        return refuse_line(s, group, a.work, a.to) if a.to in s.field.hex_of else Refusal("55.8", "{place} is not on this map.", name)
    if group is None:
        return Refusal("55.8", "You have no minefield for {place}.", name)
    return refuse_secret(s, group, a.to, a.factors) if isinstance(a, BuryField) else refuse_field(s, group, a.to, a.factors)


def lay_mines(s: HollowState, at: SettingUp, a: MineOrder) -> None:
    group = group_for(s, at.side, a)
    assert group is not None
    if isinstance(a, LayLine):
        lay_line(s, group, a.work, a.to)
    elif isinstance(a, BuryField):
        lay_secret(s, group, a.to, a.factors)
    else:
        lay_field(s, waiting_mines(s, group)[0], a.to, a.factors)


def has_room(s: HollowState, group: Group, strength: int) -> bool:
    factors, dummies = room(s, group)
    enough = factors >= strength if strength else dummies > 0
    return enough and bool(waiting_mines(s, group)) and any(refuse_field(s, group, place, strength) is None for place in group.hexes)


def field_heads(s: HollowState, at: SettingUp) -> list[int]:
    return [factors for factors in (0, *STRENGTHS) if any(has_room(s, group, factors) for group in groups_of(s, at.side))]


def secret_heads(s: HollowState, at: SettingUp) -> list[int]:
    groups = [group for group in groups_of(s, at.side) if waiting_secret(s, group)]
    return [factors for factors in STRENGTHS if any(factors <= secret_room(s, group) for group in groups)]


def line_heads(s: HollowState, at: SettingUp) -> list[int]:
    return [work for group in groups_of(s, at.side) for work in laid(s, group) if next(line_ends(s, group, work), None) is not None]


def allowed(s: HollowState, at: SettingUp, kind: type[Any], first: int) -> list[Any]:
    """Where mines of a kind may be laid that begin with this field, or have so many factors."""
    orders = [kind(first, place) for place in sorted({place for group in groups_of(s, at.side) for place in group.hexes})]
    return [a for a in orders if refuse_mines(s, at, a) is None]


MINE_ORDERS: tuple[Takes[HollowState, SettingUp, Any], ...] = (
    Takes(LayField, lay_mines, refuse_mines, heads=field_heads, tails=lambda s, at, factors: allowed(s, at, LayField, factors)),
    Takes(LayLine, lay_mines, refuse_mines, heads=line_heads, tails=lambda s, at, work: allowed(s, at, LayLine, work)),
    Takes(BuryField, lay_mines, refuse_mines, heads=secret_heads, tails=lambda s, at, factors: allowed(s, at, BuryField, factors)),
)
"""What may be done with minefields at set-up."""
