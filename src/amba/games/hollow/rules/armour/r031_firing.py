"""Passengers fire from their vehicle (31)."""

from __future__ import annotations

from amba.core.decision import Refusal
from amba.core.steps import Takes, push
from amba.games.hollow.book import rule
from amba.games.hollow.counters import BUSY, CONCEALED, EXPOSED, FINAL, FIRED, FIRST, MOTION, PREP
from amba.games.hollow.frames import Effects, FirePhase
from amba.games.hollow.frames_crews import RakeRoll
from amba.games.hollow.frames_men import VolleyRoll
from amba.games.hollow.orders_men import Volley
from amba.games.hollow.rules.armour.r035_machine_guns import Strength
from amba.games.hollow.rules.armour.r035_raking import in_sight, rake_dice, resolve_rake
from amba.games.hollow.rules.common import refuse_not_own
from amba.games.hollow.rules.dice import fought_over, roll_step
from amba.games.hollow.rules.r010_fire_table import SCALE, column
from amba.games.hollow.rules.r031_aboard import passengers, riders
from amba.games.hollow.rules.r194_air import dust
from amba.games.hollow.rules.r194_dust import dust_modifier
from amba.games.hollow.state import HollowState
from amba.games.hollow.titles import title

SPENT = {"prep": (PREP,), "advancing": (PREP, FIRED), "final": (FINAL,)}
"""What has fired already, by phase."""
AFTER = {"prep": PREP, "advancing": FIRED, "final": FINAL}


def marksmen(s: HollowState, vehicle: int, kind: str) -> list[int]:
    """Squads, half-squads and crews in it who may still fire in this phase."""
    return [u for u in passengers(s, vehicle) if s.is_man(u) and s.is_good(u) and not any(s.has(u, mark) for mark in (BUSY, *SPENT.get(kind, ())))]


@rule("31", "8", "42")
def volley_strength(s: HollowState, vehicle: int, kind: str, place: int) -> Strength:
    """Their rifles: doubled at the next hex; half beyond their range, from anything but a standing open armoured vehicle, after its movement, at concealed targets alone."""
    away, total, steps = s.field.range(s.at[vehicle], place), 0, []
    behind_armour = s.vehicle(vehicle).is_armoured and not riders(s, vehicle)
    moved = s.has(vehicle, MOTION) or (kind == "advancing" and s.points[vehicle] > 0)
    targets = in_sight(s, vehicle, place)
    for unit in marksmen(s, vehicle, kind):
        squad = s.squad(unit)
        if away > 2 * squad.range:
            continue
        power = SCALE * squad.firepower * (2 if away <= 1 else 1)
        steps.append((title(s, unit), str(squad.firepower), "8"))
        steps += [("point blank", "x2", "8")] if away <= 1 else []
        for applies, what, number in (
            (away > squad.range, f"beyond its range of {squad.range}", "8"),
            (not behind_armour, "from a vehicle", "31"),
            (moved, "fires after moving", "8"),
            (bool(targets) and all(s.has(t, CONCEALED) for t in targets), "concealed target", "42"),
        ):
            if applies:
                power //= 2
                steps.append((what, "x1/2", number))
        total += power
    return Strength(total, tuple(steps))


@rule("31", "7", "8")
def refuse_volley(s: HollowState, at: FirePhase, a: Volley) -> Refusal | None:
    """Men in or on a vehicle that has no armour between them and the enemy: a lorry, a tank's back, an open carrier whose crew has its heads out."""
    found = refuse_not_own(s, at.side, a.vehicle, "31", "vehicle")
    if found is not None:
        return found
    name = {"vehicle": s.world.names.pieces[a.vehicle], "place": s.world.names.places[a.to]}
    v = s.vehicle(a.vehicle)
    if at.kind not in AFTER or not marksmen(s, a.vehicle, at.kind):
        return Refusal("31", "Nobody in {vehicle} may fire now.", name)
    if v.is_armoured and not riders(s, a.vehicle) and not (v.is_open and s.has(a.vehicle, EXPOSED)):
        return Refusal("31", "Men fire from {vehicle} only if it is open, and its crew exposed.", name)
    if s.has(a.vehicle, MOTION) and at.kind == "prep":
        return Refusal("135", "{vehicle} is in motion, and nobody fires from it in the prep fire phase.", name)
    if a.to not in s.field.hex_of:
        return Refusal("5", "{place} is not on this map.", name)
    if a.to == s.at[a.vehicle] or s.units_at(a.to, at.side):
        return Refusal("8", "Your own men are in {place}, or it is their own hex.", name)
    if not in_sight(s, a.vehicle, a.to):
        return Refusal("7", "They see nobody in {place} whom they could hurt.", name)
    strength = volley_strength(s, a.vehicle, at.kind, a.to)
    return None if column(strength.power) is not None else Refusal("10", "They would fire with less than one factor.", name, strength.steps)


def volleyers(s: HollowState, at: FirePhase) -> list[int]:
    return [v for v in s.vehicles(at.side) if passengers(s, v) and volleys(s, at, v)]


def volleys(s: HollowState, at: FirePhase, vehicle: int) -> list[Volley]:
    places = sorted({*(s.at[p] for p in s.known_counters(1 - at.side)), *(s.at[v] for v in s.vehicles(1 - at.side))})
    return [order for place in places if refuse_volley(s, at, order := Volley(vehicle, place)) is None]


def volley_roll(s: HollowState, kind: str, a: Volley) -> VolleyRoll:
    return VolleyRoll(a.vehicle, kind, a.to, volley_strength(s, a.vehicle, kind, a.to).power, in_sight(s, a.vehicle, a.to))


@rule("31", "8")
def volley(s: HollowState, at: FirePhase, a: Volley) -> None:
    """All of them at once; before the movement the vehicle stays where it is."""
    roll = volley_roll(s, at.kind, a)
    for unit in marksmen(s, a.vehicle, at.kind):
        s.mark("31", unit, AFTER[at.kind])
        if at.kind == "final":
            s.mark("31", unit, FIRST)
    if at.kind == "prep":
        s.mark("31", a.vehicle, PREP)
    push(s, roll)


def as_rake(at: VolleyRoll) -> RakeRoll:
    """Men in a vehicle fire as its machine guns do."""
    return RakeRoll(at.vehicle, at.kind, at.place, ("aboard",), at.power, 0, at.targets)


@rule("31", "10", "194.71")
def read_volley(s: HollowState, at: VolleyRoll, dice: tuple[int, ...]) -> None:
    """The fire table's answer for everybody there."""
    coloured, white, *rest = dice
    extra = dust_modifier(dust(s), rest[0]) if rest else 0
    push(s, Effects(tuple(resolve_rake(s, as_rake(at), coloured + white + extra, extra))))


VOLLEY_ORDER = Takes(Volley, volley, refuse_volley, heads=volleyers, tails=volleys)
VOLLEY_ROLL = roll_step(
    VolleyRoll,
    "volley",
    "31",
    "Those in {vehicle} fire at {place}",
    read_volley,
    lambda s, at: rake_dice(s, as_rake(at)),
    lambda s, at: {"vehicle": title(s, at.vehicle), "place": s.world.names.places[at.place]},
    fought_over,
)
