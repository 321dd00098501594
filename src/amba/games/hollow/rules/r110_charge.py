"""Cavalry charges: at a gallop up to the enemy, once more as if firing at arm's length, and in (110)."""

from __future__ import annotations

from amba.core.decision import Refusal
from amba.core.event import Said
from amba.core.steps import AutoStep, Takes, pop, push
from amba.games.hollow.book import rule
from amba.games.hollow.counters import CONCEALED, CX, DOUBLE, MOVED
from amba.games.hollow.frames import Effects, Hop, Marching, MovePhase, Pieces, Shot, Task
from amba.games.hollow.frames_men import RidingDown, RidingIn, SabreRoll
from amba.games.hollow.orders_men import CavalryCharge
from amba.games.hollow.rules.common import DOUBLING, Item, sum_of
from amba.games.hollow.rules.dice import fought_over, roll_step
from amba.games.hollow.rules.r005_going import after_entry, step
from amba.games.hollow.rules.r005_march import refuse_double
from amba.games.hollow.rules.r005_movement import left, posture_after
from amba.games.hollow.rules.r005_paths import ways_of
from amba.games.hollow.rules.r005_phase import refuse_told
from amba.games.hollow.rules.r006_stacking import refuse_crowd
from amba.games.hollow.rules.r010_fire_table import SCALE, column, fire_result
from amba.games.hollow.rules.r011_modifiers import modifiers
from amba.games.hollow.rules.r012_morale import strike
from amba.games.hollow.rules.r029_vehicles import enemies_driving
from amba.games.hollow.rules.r042_concealment import reveal
from amba.games.hollow.rules.r110_mounts import HORSE, is_barred, riding
from amba.games.hollow.state import HollowState
from amba.games.hollow.titles import title

CHARGE = 3
"""Factors that the charge itself takes, besides the way."""
AT_ARMS_LENGTH = 3


def charged(s: HollowState, side: int, place: int) -> Pieces:
    """Everybody of the enemy's whom the side sees there."""
    return tuple(s.seen_at(place, side))


@rule("110")
def way_to(s: HollowState, unit: int, to: int) -> tuple[Hop, ...] | None:
    """The cheapest way at a gallop to a hex from which horses can ride in, with factors left for the charge; none if there is no such way. Who is there already needs none."""
    side, have = s.side[unit], left(s, (unit,), DOUBLING)
    ways = ways_of(s, (unit,), DOUBLING, 0)
    starts = [p for p in s.field.around[to] if s.field.is_passable(p, to) and not is_barred(s, p, to, HORSE) and not s.seen_at(p, side)]
    if s.at[unit] in starts and have >= CHARGE:
        return ()
    ends = [(p, False) for p in starts if (p, False) in ways.cost and ways.price((p, False)) + CHARGE <= have]
    return ways.path(min(ends, key=lambda end: (ways.price(end), end))) if ends else None


@rule("110")
def refuse_charge(s: HollowState, at: MovePhase, a: CavalryCharge) -> Refusal | None:
    """Men on horses who have not moved yet, where they may gallop: at an enemy who lies open, with three factors left when they are beside him."""
    found = refuse_told(s, at, a.unit)
    if found is not None:
        return found
    names = {"unit": s.world.names.pieces[a.unit], "place": s.world.names.places[a.to]}
    if not s.is_man(a.unit) or riding(s, a.unit) != HORSE or s.points[a.unit]:
        return Refusal("110", "{unit} is not on horses, or has moved.", names)
    if (found := refuse_double(s, (a.unit,), "normal", 0)) is not None:
        return found
    if (
        a.to not in s.field.hex_of
        or not any(s.is_unit(p) and not s.is_secret(p) for p in s.seen_at(a.to, at.side))
        or enemies_driving(s, at.side, a.to)
    ):
        return Refusal("110", "In {place} is no enemy to be ridden down: men who lie open, and no vehicle.", names)
    if (found := refuse_crowd(s, a.to, at.side, (a.unit,))) is not None:
        return found
    if way_to(s, a.unit, a.to) is not None:
        return None
    lines = (("at a gallop", str(left(s, (a.unit,), DOUBLING)), "110"), ("the charge itself", str(CHARGE), "110"))
    return Refusal("110", "No way leads {unit} to {place} with factors left to charge.", names, lines)


def chargers(s: HollowState, at: MovePhase) -> list[int]:
    if not s.world.mount_faces:
        return []
    return [u for u in s.units(at.side) if s.is_man(u) and riding(s, u) == HORSE and charges(s, at, u)]


def charges(s: HollowState, at: MovePhase, unit: int) -> list[CavalryCharge]:
    places = sorted({s.at[foe] for foe in s.known_enemies(at.side)})
    return [order for place in places if refuse_charge(s, at, order := CavalryCharge(unit, place)) is None]


@rule("110", "16")
def charge(s: HollowState, at: MovePhase, a: CavalryCharge) -> None:
    """They gallop there, each step watched, and are spent afterwards."""
    path = way_to(s, a.unit, a.to)
    assert path is not None
    s.do(Said("110", "charges", (title(s, a.unit), s.world.names.places[a.to])))
    reveal(s, a.unit)
    push(s, RidingDown(a.unit, a.to))
    s.mark("142", a.unit, DOUBLE)
    s.mark("142", a.unit, CX)
    if path:
        push(s, Marching((a.unit,), DOUBLING, 0, path[1:], 1))
        step(s, *path[0])


@rule("110")
def sabre_items(s: HollowState, unit: int) -> list[Item]:
    """Full firepower, three times."""
    return [Item(title(s, unit), s.squad(unit).firepower, "8"), Item("at arm's length, x3", 2 * s.squad(unit).firepower, "110")]


def sabre_modifiers(s: HollowState, unit: int, place: int, targets: Pieces, target: int) -> list[Item]:
    """As for any fire at them, but horses do not tire their riders' arms."""
    shot = Shot(s.side[unit], "charge", place, (unit,), targets)
    return [item for item in modifiers(s, shot, target) if item.what != "exhausted firer"]


@rule("110")
def arrive(s: HollowState, at: RidingDown) -> None:
    """Who has come beside them on his horse with three factors left charges; others have ridden for nothing."""
    pop(s)
    unit, place = at.unit, at.place
    fit = s.is_on_map(unit) and s.is_good(unit) and riding(s, unit) == HORSE and s.field.range(s.at[unit], place) == 1
    targets = charged(s, s.side[unit], place)
    if fit and targets and left(s, (unit,), DOUBLING) >= CHARGE:
        s.spend("110", unit, s.points[unit] + CHARGE)
        s.mark("5", unit, MOVED)
        push(s, RidingIn(unit, place))
        push(s, SabreRoll(unit, place, SCALE * sum_of(sabre_items(s, unit)), targets))


@rule("110", "10")
def read_sabre(s: HollowState, at: SabreRoll, dice: tuple[int, ...]) -> None:
    """The fire table's answer for each of them; half against the concealed."""
    tasks: list[Task] = []
    for target in [t for t in at.targets if s.is_on_map(t)]:
        modifier = sum_of(sabre_modifiers(s, at.unit, at.place, at.targets, target))
        found = column(at.power // 2 if s.has(target, CONCEALED) else at.power)
        result = fire_result(found, dice[0] + modifier, s.world.fire) if found is not None else fire_result(1, 99, s.world.fire)
        s.do(Said("110", "sabre", (s.world.names.places[at.place], found or 0, f"{modifier:+d}", dice[0] + modifier, result.text)))
        tasks += strike(s, result, (target,))
    push(s, Effects(tuple(tasks)))


@rule("110", "20")
def ride_in(s: HollowState, at: RidingIn) -> None:
    """They are in the hex, and fight on there hand to hand if anybody is left."""
    pop(s)
    unit, here = at.unit, s.at[at.unit]
    if not s.is_on_map(unit) or not s.is_good(unit) or riding(s, unit) != HORSE:
        return
    for piece in s.counters_at(at.place, 1 - s.side[unit]):
        reveal(s, piece)
    s.march("110", unit, at.place)
    posture_after(s, unit, at.place, False, here)
    after_entry(s, (unit,), here, at.place)


SABRE_ORDER = Takes(CavalryCharge, charge, refuse_charge, heads=chargers, tails=charges)
RIDING_DOWN = AutoStep(RidingDown, arrive)
RIDING_IN = AutoStep(RidingIn, ride_in)
SABRE_ROLL = roll_step(
    SabreRoll,
    "sabre",
    "110",
    "{unit} charges {place}",
    read_sabre,
    values=lambda s, at: {"unit": title(s, at.unit), "place": s.world.names.places[at.place]},
    over=fought_over,
)
