"""11.3 and 14.2 to 14.5: eliminations and the regimental bonus, suppression, retreats, advance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from amba.core.decision import Decision, Refusal
from amba.core.event import Flipped, Moved, Retreated
from amba.core.steps import AskStep, AutoStep, Takes, change, pop, push, top
from amba.games.keren.book import rule
from amba.games.keren.frames import NOWHERE, Advancing, Losses, PickAdvance, PickLoss, PickRetreat, Reface, Retreating
from amba.games.keren.ground import Edge
from amba.games.keren.orders import Advance, Lose, Retreat, Stay
from amba.games.keren.rules.asking import ask, asks
from amba.games.keren.rules.r04_points import eliminate, points_taken, take_points
from amba.games.keren.rules.r06_supply import may_run_through, sources
from amba.games.keren.rules.r07_stacking import refuse_full, room
from amba.games.keren.rules.r10_movement import edges_of
from amba.games.keren.state import KerenState, enemy
from amba.games.keren.world import BACK, FRONT, SUPPRESSED, UNFIRED


@rule("2.3.1")
def same_regiment(s: KerenState, one: int, other: int) -> bool:
    """The same colour band of the same division; a unit without a band has no regiment."""
    a, b = s.world.units[one], s.world.units[other]
    return bool(a.band) and (a.division, a.band) == (b.division, b.band)


@rule("2.3.1", "11.3", "14.2.4")
def is_steady(s: KerenState, unit: int, at: Losses) -> bool:
    """A unit of the regiment that lost somebody; with the option (2.3) of any regiment that stood there together."""
    mates = at.lost if s.options["regiment"] == "eliminated" else (*at.lost, *(other for other in s.here[at.place] if other != unit))
    return any(same_regiment(s, unit, other) for other in mates)


@rule("14.2.2", "14.4", "11.3")
def suppress(s: KerenState, units: tuple[int, ...], number: str) -> None:
    """Suppressed units stay so until they rally; a second time changes nothing."""
    for unit in units:
        s.mark(number, unit, SUPPRESSED)


@rule("14.2.1", "14.2.4", "11.3")
def suffer_losses(s: KerenState, at: Losses) -> None:
    """Units of the owner's choice are eliminated; then those of other regiments in the place are suppressed."""
    left = tuple(unit for unit in at.pool if s.is_on_map(unit))
    if at.due == 0 or not left:
        pop(s)
        if at.place != NOWHERE:
            suppress(s, tuple(unit for unit in s.here[at.place] if not is_steady(s, unit, at)), "2.3.1")
    elif len(left) <= at.due:
        for unit in left:
            eliminate(s, unit, at.rule)
        change(s, at._replace(due=0, lost=(*at.lost, *left)))
    else:
        push(s, PickLoss(at.side, left, at.rule, at.due, at.place != NOWHERE))


def ask_loss(s: KerenState, at: PickLoss) -> Decision:
    return ask(at.side, "loss", at.rule, "{side}: choose a unit to be eliminated ({count} to go).", count=at.due)


def refuse_loss(s: KerenState, at: PickLoss, a: Lose) -> Refusal | None:
    return None if a.unit in at.units else Refusal(at.rule, "{unit} is not among those who suffer the loss.", s.world.named(a.unit))


def lose(s: KerenState, at: PickLoss, a: Lose) -> None:
    pop(s)
    losses = top(s, Losses)
    eliminate(s, a.unit, at.rule)
    change(s, losses._replace(due=losses.due - 1, lost=(*losses.lost, a.unit)))


LOSSES = AutoStep(Losses, suffer_losses)
PICK_LOSS = AskStep(PickLoss, ask_loss, Takes(Lose, lose, refuse_loss, choices=lambda s, at: [Lose(unit) for unit in at.units]))


@rule("14.3")
def havens(s: KerenState, side: int) -> list[int]:
    """Supply sources to retreat towards: not held by the enemy and not in his zone."""
    zone = s.zoc(enemy(side))
    return [place for place in sources(s, side) if not zone[place]]


@rule("14.3", "8.4.4", "8.6")
def may_retreat_into(s: KerenState, side: int, place: int) -> bool:
    """No enemy, no enemy zone unless a friend is there, and room."""
    return may_run_through(s, side, place) and room(s, place) > 0


@rule("14.3", "14.2.3")
def retreat_paths(s: KerenState, side: int, start: int, edges: Sequence[Sequence[Edge]]) -> Iterator[tuple[int, ...]]:
    """Every way of a retreat: two hexes, each closer to one source; a source that is reached ends the retreat."""
    for source in havens(s, side):
        away = s.world.ground.distances_to(source)
        for first, _, _ in edges[start]:
            if away[first] != away[start] - 1 or not may_retreat_into(s, side, first):
                continue
            if first == source:
                yield start, first
                continue
            for second, _, _ in edges[first]:
                if away[second] == away[start] - 2 and may_retreat_into(s, side, second):
                    yield start, first, second


@rule("14.3", "4.2.4")
def retreats(s: KerenState, unit: int) -> dict[int, tuple[int, ...]]:
    """Where a unit may retreat to, and the way there: of two its owner would choose the one over points that the enemy holds."""
    found: dict[int, tuple[int, ...]] = {}
    for path in retreat_paths(s, s.side[unit], s.at[unit], edges_of(s, (unit,))):
        known = found.setdefault(path[-1], path)
        if path != known and points_taken(s, unit, path) > points_taken(s, unit, known):
            found[path[-1]] = path
    return found


@rule("14.3")
def retreat_all(s: KerenState, at: Retreating) -> None:
    """Every unit retreats; those that cannot are eliminated."""
    left = tuple(unit for unit in at.units if s.is_on_map(unit))
    choice = [(unit, to) for unit in left for to in retreats(s, unit)]
    if len(choice) == 1:
        fall_back(s, at, *choice[0])
    elif choice:
        push(s, PickRetreat(at.side, left))
    elif left:
        for unit in left:
            eliminate(s, unit, "14.3")
        change(s, at._replace(units=()))
    else:
        pop(s)
        turning = tuple(u for u in at.done if s.world.units[u].has_facing)
        if s.options["facing"] == "on" and turning:
            push(s, Reface(at.side, turning))


@rule("14.3")
def fall_back(s: KerenState, at: Retreating, unit: int, to: int) -> None:
    """A gun that retreats counts as fired."""
    path = retreats(s, unit)[to]
    s.do(Retreated("14.3", unit, s.at[unit], to))
    take_points(s, unit, path[1:])
    if s.world.units[unit].is_artillery and s.face[unit] == FRONT:
        s.do(Flipped("14.3", unit, FRONT, BACK))
        s.mark("5.0.6", unit, UNFIRED)
    change(s, at._replace(units=tuple(u for u in at.units if u != unit), done=(*at.done, unit)))


def ask_retreat(s: KerenState, at: PickRetreat) -> Decision:
    prompt = "{side}: the units in {hex} must retreat two hexes each, towards a supply source."
    return ask(at.side, "retreat", "14.3", prompt, hex=s.world.spots[s.at[at.units[0]]])


@rule("14.3")
def refuse_retreat(s: KerenState, at: PickRetreat, a: Retreat) -> Refusal | None:
    """One of the units that must retreat, to a hex it may retreat to."""
    values = s.world.named(a.unit, a.hex)
    if a.unit not in at.units:
        place = s.at[at.units[0]]
        values["hex"] = s.world.spots[place]
        return Refusal("14.3", "{unit} does not have to retreat now; the units in {hex} do.", values, hexes=(s.world.names.places[place],))
    if a.hex >= s.world.places:
        return Refusal("14.3", "{hex} is not on the map.", values)
    if a.hex in retreats(s, a.unit):
        return None
    if s.held[enemy(at.side)][a.hex]:
        return Refusal("14.3", "There is no entering {hex}: it is held by the enemy.", values)
    if not may_run_through(s, at.side, a.hex):
        return Refusal("14.3", "There is no entering {hex}: it is in an enemy zone of control and no friend is there.", values)
    full = refuse_full(s, a.hex)
    if full is not None:
        return full
    away = [s.world.ground.distances_to(source) for source in havens(s, at.side)]
    if not any(there[a.hex] == there[s.at[a.unit]] - 2 for there in away):
        return Refusal("14.3", "{unit} must retreat two hexes, each closer to a free supply source; {hex} is not two hexes closer to one.", values)
    return Refusal("14.3", "{unit} cannot retreat to {hex}: no hex on the way is open to it.", values)


def retreat(s: KerenState, at: PickRetreat, a: Retreat) -> None:
    pop(s)
    fall_back(s, top(s, Retreating), a.unit, a.hex)


RETREATING = AutoStep(Retreating, retreat_all)
PICK_RETREAT = AskStep(
    PickRetreat, ask_retreat,
    Takes(Retreat, retreat, refuse_retreat, choices=lambda s, at: [Retreat(unit, to) for unit in at.units for to in retreats(s, unit)]),
)  # fmt: skip


@rule("14.5", "8.4.1")
def refuse_advance(s: KerenState, at: PickAdvance | Advancing, a: Advance) -> Refusal | None:
    """Units that took part in the assault may enter the empty hex; zones do not matter, the limit does."""
    values = s.world.named(a.unit, at.place)
    if a.unit not in at.units:
        return Refusal("14.5", "{unit} took no part in the assault.", values)
    if not s.is_on_map(a.unit):
        return Refusal("14.5", "{unit} has been eliminated.", values)
    if s.at[a.unit] == at.place:
        return Refusal("14.5", "{unit} has advanced already.", values)
    if all(there != at.place for there, _, _ in edges_of(s, (a.unit,))[s.at[a.unit]]):
        return Refusal("10.1", "{unit} cannot cross the roadblock to {hex}.", values)
    return refuse_full(s, at.place)


def advances(s: KerenState, at: PickAdvance | Advancing) -> list[Advance]:
    return [a for unit in at.units if refuse_advance(s, at, a := Advance(unit)) is None]


@rule("14.5")
def offer_advance(s: KerenState, at: Advancing) -> None:
    """Into the hex if it is empty, one by one."""
    if s.held[enemy(at.side)][at.place] or not advances(s, at):
        pop(s)
    else:
        push(s, PickAdvance(at.side, at.place, at.units))


def advance(s: KerenState, at: PickAdvance, a: Advance) -> None:
    pop(s)
    origin = s.at[a.unit]
    s.do(Moved("14.5", a.unit, origin, at.place, (origin, at.place)))
    take_points(s, a.unit, (at.place,))


def stay(s: KerenState, at: PickAdvance, a: Stay) -> None:
    pop(s)
    pop(s)


ADVANCING = AutoStep(Advancing, offer_advance)
PICK_ADVANCE = AskStep(
    PickAdvance, asks("advance", "14.5", "{side}: advance into {hex}, or stay."),
    Takes(Stay, stay), Takes(Advance, advance, refuse_advance, choices=advances),
)  # fmt: skip
