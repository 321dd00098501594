"""Aircraft: when they come, what a pilot sees, and the order to attack (150, 150.3)."""

from __future__ import annotations

from amba.core.decision import Refusal
from amba.core.event import Moved, Placed, Said
from amba.core.steps import Takes, push
from amba.games.hollow.batteries import Flight
from amba.games.hollow.book import rule
from amba.games.hollow.counters import (
    DIVE_BOMBER,
    DUST,
    FIGHTER_BOMBER,
    FIRED,
    FOG,
    HAZE,
    MIST,
    MOTION,
    MOVED,
    NIGHT,
    NO_SHELLS,
    OVERCAST,
    RAIN,
    SHAKEN,
    SIDES,
    SNOW,
)
from amba.games.hollow.frames import FirePhase
from amba.games.hollow.frames_artillery import AirRun, ArrivalRoll, FlightRoll, SightingRoll
from amba.games.hollow.orders_artillery import AirAttack, Run
from amba.games.hollow.rules.artillery.r150_flak import flak_at
from amba.games.hollow.rules.common import Item, sum_of
from amba.games.hollow.rules.dice import COLOURED_AND_WHITE, ONE_DIE, roll_step
from amba.games.hollow.rules.r024_smoke import clouds, smoke_counters, spare_smoke
from amba.games.hollow.rules.r046_shells import may_raise_dust, under_fire
from amba.games.hollow.rules.r194_air import RAINING
from amba.games.hollow.rules.r194_dust import Dust
from amba.games.hollow.rules.r194_trails import trails
from amba.games.hollow.state import HollowState
from amba.games.hollow.titles import PLANES, side_title
from amba.kit.rays import NEIGHBOURS

MORALE = 8
"""What a pilot must not exceed to see his target."""
WITH_BOMBS = 3
"""A die of at most so much: they bring bombs (ours)."""
NEAR = 4
"""Friends within so many hexes confuse a pilot."""
RUNS: tuple[Run, ...] = ("", "12", "2", "4", "6", "8", "10")
RUN = 4
"""How many hexes a run with machine guns covers."""
HIDING = {"woods": 3, "building": 3, "large_building": 3, "orchard": 3, "olive_grove": 3, "palms": 3, "brush": 1, "grain": 1, "crag": 1}
SEES, MISSES, RECALLED, MISTAKEN = "sees it", "does not see it", "flies home", "mistakes friend for foe"


def flight_of(s: HollowState, side: int) -> Flight | None:
    return next((flight for flight in s.plan.flights if flight.side == side), None)


def is_plane(s: HollowState, piece: int) -> bool:
    return s.is_smoke(piece) and s.face[piece] in PLANES


def planes_of(s: HollowState, side: int) -> list[int]:
    """A side's aircraft over the map."""
    return [p for p in smoke_counters(s) if s.is_on_map(p) and s.face[p] in PLANES and s.points[p] == 1 + side]


@rule("150", "194.731")
def may_fly(s: HollowState) -> bool:
    """Not at night, under an overcast sky, in fog, snow or rain, nor in very heavy dust."""
    return not (
        s.tracks[FOG] or s.tracks[SNOW] or s.tracks[NIGHT] or s.tracks[OVERCAST] or s.tracks[RAIN] == RAINING or s.tracks[DUST] >= Dust.VERY_HEAVY
    )


def why_grounded(s: HollowState) -> Refusal:
    """Which of these it is."""
    if s.tracks[DUST] >= Dust.VERY_HEAVY:
        return Refusal("194.731", "Nobody flies in such dust.")
    reasons = ((NIGHT, "at night"), (FOG, "in fog"), (SNOW, "in falling snow"), (OVERCAST, "under an overcast sky"))
    what = next((text for track, text in reasons if s.tracks[track]), "in the rain")
    return Refusal("150", "Nobody flies {what}.", {"what": what})


@rule("150")
def look_for_aircraft(s: HollowState) -> None:
    """In the rally phase of a side whose aircraft have not come yet a die is thrown; aircraft over the map are ready again, and leave a sky in which nobody flies."""
    for flight in s.plan.flights:
        for plane in planes_of(s, flight.side):
            for mark in (FIRED, SHAKEN):
                s.mark("150", plane, mark, False)
            if not may_fly(s):
                s.remove("150", plane, "spare")
        if flight.side == s.phasing and not has_come(s, flight.side) and may_fly(s):
            push(s, ArrivalRoll(flight.side))


def has_come(s: HollowState, side: int) -> bool:
    return bool(s.tracks[s.world.names.track[f"{SIDES[side]}_air"]])


@rule("150")
def read_arrival(s: HollowState, at: ArrivalRoll, dice: tuple[int, ...]) -> None:
    """Less than the number of the turn: they come."""
    comes = dice[0] < s.turn
    s.do(Said("150", "arrival", (side_title(s.plan.data, at.side), "come" if comes else "do not come yet")))
    if comes:
        push(s, FlightRoll(at.side))


@rule("150")
def read_flight(s: HollowState, at: FlightRoll, dice: tuple[int, ...]) -> None:
    """Half of the coloured die, rounded up, aircraft; the white die says whether they have bombs."""
    flight = flight_of(s, at.side)
    assert flight is not None
    count, bombs = (dice[0] + 1) // 2, dice[1] <= WITH_BOMBS
    s.set_track("150", s.world.names.track[f"{SIDES[at.side]}_air"], 1)
    s.do(Said("150", "flight", (count, flight.plane.title, "with bombs" if bombs else "without bombs")))
    for piece in spare_smoke(s)[:count]:
        s.turn_face("150", piece, DIVE_BOMBER if flight.plane.kind == "dive bomber" else FIGHTER_BOMBER)
        s.spend("150", piece, 1 + at.side)
        s.do(Placed("150", piece, s.at[piece], flight.at))
        s.mark("150", piece, NO_SHELLS, not bombs)


@rule("150", "194.731")
def refuse_attack(s: HollowState, at: FirePhase, a: AirAttack) -> Refusal | None:
    """In defensive fire, each aircraft once in a player turn, at a hex with an enemy that its side knows of; bombs once."""
    name = {"plane": s.world.names.pieces[a.plane], "place": s.world.names.places[a.to]}
    if flight_of(s, at.side) is None or not is_plane(s, a.plane) or s.points[a.plane] != 1 + at.side or not s.is_on_map(a.plane):
        return Refusal("150", "{plane} is no aircraft of yours over the map.", name)
    if at.kind != "final":
        return Refusal("150", "Aircraft attack in defensive fire.")
    if not may_fly(s):
        return why_grounded(s)
    if s.has(a.plane, FIRED):
        return Refusal("150", "{plane} has attacked in this player turn.", name)
    if a.how == "bomb" and s.has(a.plane, NO_SHELLS):
        return Refusal("150", "{plane} has no bombs.", name)
    if a.to not in targets_of(s, at.side):
        return Refusal("150", "There is no enemy in {place} that you know of.", name)
    if a.along and (a.how == "bomb" or not set(run_from(s, a.to, a.along)) & set(targets_of(s, at.side))):
        return Refusal("150.4", "A run with machine guns goes on over another enemy that you know of.")
    return None


@rule("150.4")
def run_from(s: HollowState, place: int, along: str) -> tuple[int, ...]:
    """The three hexes of a run that come after its first."""
    if not along:
        return ()
    (x, y), (dx, dy) = s.field.hex_of[place], NEIGHBOURS[RUNS.index(along) - 1]
    hexes = [(x + n * dx, y + n * dy) for n in range(1, RUN)]
    return tuple(s.field.index[hex] for hex in hexes if hex in s.field.index)


def targets_of(s: HollowState, side: int) -> list[int]:
    known = {*(s.at[p] for p in s.known_counters(1 - side)), *(s.at[v] for v in s.vehicles(1 - side))}
    return sorted(place for place in known if place in s.field.hex_of)


def attacks(s: HollowState, at: FirePhase) -> list[AirAttack]:
    found: list[AirAttack] = []
    for plane in planes_of(s, at.side):
        for place in targets_of(s, at.side):
            found += [AirAttack(plane, place, "bomb"), *(AirAttack(plane, place, "strafe", along) for along in RUNS)]
    return found


@rule("194.793", "194.74", "194.75")
def is_thick(s: HollowState, place: int) -> bool:
    """Dust of any kind and level, that of vehicles and shells in the hex too, haze or mist: together they count once."""
    raised = may_raise_dust(s) and any(place in places for places in under_fire(s).values())
    return bool(s.tracks[DUST] or s.tracks[HAZE] or s.tracks[MIST] or trails(s).get(s.field.hex_of[place])) or raised


@rule("150.3", "194.793")
def sighting_items(s: HollowState, plane: int, place: int) -> list[Item]:
    """What helps and hinders a pilot: smoke, growth and houses, friends near by, any dust, haze or mist together +1; vehicles, movement, an attack before his, men who lie open."""
    side = s.points[plane] - 1
    foes, vehicles = [p for p in s.known_counters(1 - side) if s.at[p] == place], [v for v in s.vehicles(1 - side) if s.at[v] == place]
    moved = any(s.has(p, MOVED) for p in foes) or any(s.has(v, MOTION) or s.has(v, MOVED) for v in vehicles)
    ours = [p for p in (*s.counters(side), *s.vehicles(side)) if s.is_on_map(p) and not s.is_hidden(p)]  # who lies hidden is not betrayed by the roll
    friends = any(s.field.range(s.at[p], place) <= NEAR for p in ours)
    found = [
        Item("smoke", clouds(s).get(s.field.hex_of[place], 0), "24"),
        Item("cover", max((HIDING.get(word, 0) for word in s.field.words(place)), default=0), "150.3"),
        Item("friends near by", int(friends), "150.3"),
        Item("dust, haze or mist", int(is_thick(s, place)), "194.793"),
        Item("a vehicle", -int(bool(vehicles)), "150.3"),
        Item("it has moved", -int(moved), "150.3"),
        Item(
            "another aircraft has struck there", -int(any(s.at[p] == place and p != plane and s.has(p, FIRED) for p in planes_of(s, side))), "150.3"
        ),
        Item("it lies open", -2 * int(bool(vehicles) or any(not s.is_secret(p) for p in foes)), "150.3"),
    ]
    return [item for item in found if item.value]


def attack(s: HollowState, at: FirePhase, a: AirAttack) -> None:
    s.mark("150", a.plane, FIRED)
    push(s, SightingRoll(a.plane, a.to, a.how, a.along))


@rule("150.3")
def read_sighting(s: HollowState, at: SightingRoll, dice: tuple[int, ...]) -> None:
    """At most 8: he attacks, under the fire of whatever can reach him. An original 12 sends him home; twelve and more in all, and he attacks his own side where it is nearest."""
    modifier = sum_of(sighting_items(s, at.plane, at.place))
    total = dice[0] + modifier
    word = RECALLED if dice[0] == 12 else SEES if total <= MORALE else MISTAKEN if total >= 12 else MISSES
    s.do(Said("150.3", "sighting", (s.world.names.places[at.place], MORALE, f"{modifier:+d}", total, word)))
    if word == RECALLED:
        s.remove("150.3", at.plane, "spare")
    place = at.place if word == SEES else nearest_friend(s, at) if word == MISTAKEN else -1
    if place >= 0:
        if s.at[at.plane] != place:
            s.do(Moved("150", at.plane, s.at[at.plane], place, (s.at[at.plane], place)))
        push(s, AirRun(at.plane, place, at.how, tuple(flak_at(s, 2 - s.points[at.plane], place)), run_from(s, place, at.along)))


def nearest_friend(s: HollowState, at: SightingRoll) -> int:
    """The hex of one's own that lies open within four hexes and nearest; -1 where there is none."""
    side = s.points[at.plane] - 1
    near = [(s.field.range(s.at[p], at.place), s.at[p]) for p in (*s.known_counters(side), *s.vehicles(side)) if s.is_on_map(p)]
    far, place = min(near, default=(NEAR + 1, -1))
    return place if far <= NEAR else -1


ATTACK_ORDER = Takes(AirAttack, attack, refuse_attack, candidates=attacks)
ARRIVAL_ROLL = roll_step(ArrivalRoll, "arrival", "150", "Do aircraft come?", read_arrival, ONE_DIE)
FLIGHT_ROLL = roll_step(FlightRoll, "flight", "150", "How many aircraft come?", read_flight, COLOURED_AND_WHITE)
SIGHTING_ROLL = roll_step(
    SightingRoll, "sighting", "150.3", "Does the pilot see {place}?", read_sighting, values=lambda s, at: {"place": s.world.names.places[at.place]}
)
