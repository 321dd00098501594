"""What a hex costs a vehicle, part by part, in half movement points."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from amba.games.hollow.boards.terrain import TERRAIN
from amba.games.hollow.book import rule
from amba.games.hollow.counters import ABANDONED, EXPOSED, GROUND, WRECK
from amba.games.hollow.field import RIM, features
from amba.games.hollow.rules.common import Item, Line, sum_of
from amba.games.hollow.rules.r024_smoke import costs_as_smoke
from amba.games.hollow.rules.r029_vehicles import crest_point, crest_sides
from amba.games.hollow.rules.r031_aboard import riders, towed_by
from amba.games.hollow.rules.r056_wire import is_wire
from amba.games.hollow.rules.r102_blazes import is_blazing
from amba.games.hollow.rules.r185_costs import hillock_cost, is_by_road, listed, sand_cost, side_cost
from amba.games.hollow.rules.r188_slopes import BY_ROAD, UPHILL, slope_items
from amba.games.hollow.rules.r191_works import kinds_at, shelter_at
from amba.games.hollow.rules.r194_air import dust
from amba.games.hollow.rules.r194_dust import Dust
from amba.games.hollow.rules.r194_weather import GROUNDS
from amba.games.hollow.rules.r196_thorns import is_old_rule
from amba.games.hollow.state import HollowState
from amba.kit.rays import NEIGHBOURS

HEDGE = {"tracked": 1, "halftrack": 2, "car": 3}
"""What crossing a hedge adds, for those who can; a wall only tracks cross, for 1."""
FOXHOLE = {"car": 2, "truck": 4, "cavalry": 1}
"""54: what foxholes in a hex add for wheels; the last is the column of wagons."""
CLIMBS = ("uphill", "out of the wadi")
"""192.1: what a track does not make cheaper for wagons."""
SLOW_GROUND = ("woods", "building", "large_building", "rubble")
"""Where turning the hull costs two points a hexspine."""


COLUMN_OF = {"motorcycle": "car", "wagon": "cavalry"}
CLOSED_IN = ("building", "large_building", "rubble")
"""What only a closed tank breaks into."""
NO_WAGONS = ("crag", "broken_crag", "graveyard")
"""Where no wagon goes but by road."""


def mover_of(s: HollowState, vehicle: int) -> str:
    """The column of the chart: motorcycles as cars, wagons as cavalry."""
    mover = s.vehicle(vehicle).mover
    return COLUMN_OF.get(mover, mover)


def points_text(halves: int) -> str:
    """Half points as people write them: 5 are 2 1/2."""
    whole, half = divmod(abs(halves), 2)
    return ("-" if halves < 0 else "") + " ".join([str(whole)] * bool(whole or not half) + ["1/2"] * half)


def point_lines(items: Iterable[Item]) -> tuple[Line, ...]:
    return tuple((item.what, points_text(item.value), item.rule) for item in items)


@rule("30", "178")
def allotment(s: HollowState, vehicle: int) -> int:
    """The printed movement points, in halves."""
    return 2 * s.vehicle(vehicle).mp


@rule("30")
def points_left(s: HollowState, vehicle: int, extra: int = 0) -> int:
    """Half points it has not spent yet, with what a burst of speed has gained."""
    return max(0, allotment(s, vehicle) + extra - s.points[vehicle])


@rule("176.5", "176.6", "185.21", "186.13", "196.4", "196.5", "196.6", "196.7a")
def terrain_halves(s: HollowState, vehicle: int, place: int, careful: bool = False, without: Collection[str] = ()) -> int:
    """What grows or is built in the hex, together, but for what is bypassed; else the ground, desert or not. A tank may take the whole of its allotment for woods instead of half."""
    mover, field, is_wagon = mover_of(s, vehicle), s.field, s.vehicle(vehicle).is_wagon
    ground = "other_open" if field.ground.has_normal_costs(field.hex_of[place]) else "open"
    words = [word for word in features(field.words(place)) if TERRAIN[word].kind in {"cover", "surface"} and word not in {"sand", *without}]
    found = {
        word: _halves(s, vehicle, "all" if is_wagon and word == "woods" else listed(word, mover, field.printed), careful) for word in (*words, ground)
    }
    covers = [cost for word, cost in found.items() if word != ground and TERRAIN[word].kind == "cover"]
    return sum(covers) if covers else max(found.values())


def _halves(s: HollowState, vehicle: int, cell: str, careful: bool) -> int:
    whole = allotment(s, vehicle)
    return {"half": whole if careful else whole // 2, "all": whole, "no": 0}.get(cell, 0) if not cell.isdigit() else 2 * int(cell)


@rule("187.12", "190.511", "189.14", "190.3", "192.1", "188.13", "80.1")
def ground_items(s: HollowState, vehicle: int, here: int, to: int, careful: bool = False, to_crest: bool = False) -> list[Item]:
    """The hex and its hexside, climbing and wadis. Who goes straight to the crest of a wadi does not go down into it."""
    field, mover = s.field, mover_of(s, vehicle)
    b, ground = field.hex_of[to], field.ground
    halves = ((Item("terrain", terrain_halves(s, vehicle, to, careful), "176.5")),
              Item("sand", 2 * sand_cost(ground.terrain[b], mover, GROUNDS[s.tracks[GROUND]], field.printed), "190.3"),
              *edge_items(s, vehicle, here, to),
              Item("wall or hedge", 2 * barrier_points(s, mover, here, to), "30"))  # fmt: skip
    return [
        item
        for item in (
            *halves,
            *foxhole_items(s, vehicle, to),
            *sangar_items(s, vehicle, to, careful),
            *climbed_by(s, vehicle, to, slope_items(s, mover, here, to, here == s.at[vehicle] and s.position(vehicle) == RIM, to_crest)),
        )
        if item.value
    ]


@rule("192.1")
def track_items(s: HollowState, vehicle: int, here: int, to: int, ground: list[Item], times: int = 1) -> list[Item]:
    """A point less by track, after all that the ground comes to, in reverse too, and no less than one; off no climb of a wagon."""
    if frozenset((s.field.hex_of[here], s.field.hex_of[to])) not in s.field.track_sides:
        return []
    eased = times * sum(item.value for item in ground if not (s.vehicle(vehicle).is_wagon and item.what in CLIMBS))
    saved = max(2, eased - 2) - eased
    return [Item("track", saved, "192.1")] if saved < 0 else []


@rule("54", "30")
def foxhole_items(s: HollowState, vehicle: int, place: int) -> list[Item]:
    """Wheels pay for driving past foxholes, tracks and half-tracks do not."""
    more = FOXHOLE.get(mover_of(s, vehicle), 0)
    return [Item("foxholes", 2 * more, "54")] if more and shelter_at(s, place, s.side[vehicle]) == "foxhole" else []


@rule("191.5")
def sangar_items(s: HollowState, vehicle: int, place: int, careful: bool) -> list[Item]:
    """A sangar costs nothing more, unless a trench can be gone to from it: then the ground costs twice."""
    side = s.side[vehicle]
    if shelter_at(s, place, side) != "sangar":
        return []
    beside = (there for there in s.field.around[place] if s.field.is_passable(place, there))
    double = any(shelter_at(s, there, side) == "trench" for there in beside)
    return [Item("sangar beside a trench", terrain_halves(s, vehicle, place, careful), "191.5")] if double else []


def barrier_points(s: HollowState, mover: str, here: int, to: int) -> int:
    if s.field.side(here, to, "wall"):
        return 1
    return HEDGE.get(mover, 0) if s.field.side(here, to, "hedge", "cactus_hedge") else 0


@rule("110")
def climbed_by(s: HollowState, vehicle: int, to: int, slopes: list[Item]) -> list[Item]:
    """A wagon pays its ground once more for each level up, instead of four points."""
    if not s.vehicle(vehicle).is_wagon:
        return slopes
    ground = terrain_halves(s, vehicle, to)
    return [item._replace(value=ground * item.value // (2 * UPHILL), rule="110") if item.what != "into the wadi" else item for item in slopes]


@rule("187.12", "190.511", "189.14")
def edge_items(s: HollowState, vehicle: int, here: int, to: int) -> list[Item]:
    """The lip of a deir that it leaves, a dune crest, a hillock that it climbs: a point each, by road too. Wagons climb hillocks for nothing, but are vehicles at a lip."""
    field = s.field
    a, b, ground = field.hex_of[here], field.hex_of[to], field.ground
    found = (Item("lip or dune crest", 2 * side_cost(ground, a, b, s.vehicle(vehicle).mover), "187.12" if ground.has_side(a, b, "lip") else "190.511"),
             Item("onto the hillock", 2 * hillock_cost(ground, a, b, mover_of(s, vehicle)), "189.14"))  # fmt: skip
    return [item for item in found if item.value]


@rule("192.3", "30")
def road_items(s: HollowState, vehicle: int, here: int, to: int) -> list[Item]:
    """Half a point by road, a whole one for an armoured vehicle that is buttoned up; two more for each level up."""
    return [*plain_road_items(s, vehicle, here, to), *edge_items(s, vehicle, here, to)]


def plain_road_items(s: HollowState, vehicle: int, here: int, to: int) -> list[Item]:
    shut = s.vehicle(vehicle).is_armoured and not s.has(vehicle, EXPOSED)
    rise = max(0, s.field.level(to) - s.field.level(here))
    if s.vehicle(vehicle).is_wagon:
        return [Item("by road", 2, "192.3"), *([Item("uphill", 2 * rise, "110")] if rise else [])]
    return [
        Item("by road, buttoned up" if shut else "by road", 2 if shut else 1, "192.3"),
        *([Item("uphill", 2 * BY_ROAD * rise, "30")] if rise else []),
    ]


def goes_by_road(s: HollowState, here: int, to: int) -> bool:
    return is_by_road(s.field, here, to) and not s.field.is_wadi(here) and not s.field.is_wadi(to)


@rule("24", "40.3", "188.22")
def obstacle_items(s: HollowState, vehicle: int, here: int, to: int, to_crest: bool = False) -> list[Item]:
    """What lies or stands in the hex: smoke, wire, other vehicles and wrecks, which a track does not make easier."""
    found = [Item("smoke", 2, "24")] if costs_as_smoke(s, to) else []
    if is_wire(s, to, s.side[vehicle]):
        found.append(Item("wire", 2 * (2 if mover_of(s, vehicle) == "tracked" else 4), "56"))
    each = 2 if s.options.get("in_the_way", "two") == "two" else 1
    for other in s.vehicles_at(to):
        if not is_in_the_way(s, here, other, to_crest):
            continue
        is_enemy = s.side[other] != s.side[vehicle] and s.vehicle(other).is_armoured and not s.has(other, WRECK) and not s.has(other, ABANDONED)
        found.append(Item("vehicle or wreck in the way", 2 * each * (1 + is_enemy), "40.3"))
    return found


@rule("188.22", "110")
def is_in_the_way(s: HollowState, origin: int, other: int, to_crest: bool) -> bool:
    """Where another one stands now, and at which corner of a wadi. A wagon leaves no wreck."""
    if s.has(other, WRECK) and s.vehicle(other).is_wagon:
        return False
    return meets(s, origin, s.at[other], to_crest, crest_point(s, other) if s.position(other) == RIM else -1)


@rule("188.22")
def meets(s: HollowState, origin: int, place: int, to_crest: bool, corner: int) -> bool:
    """In a wadi hex only if both are down in it, or if the other one stands at a corner of the hexside that is crossed: -1, and it is at none."""
    if not s.field.is_wadi(place):
        return True
    if corner < 0:
        return not to_crest
    here, to = s.field.hex_of[origin], s.field.hex_of[place]
    step = (here[0] - to[0], here[1] - to[1])
    return step in NEIGHBOURS and NEIGHBOURS.index(step) in crest_sides(corner)


@rule("194.73", "194.731")
def weather_items(s: HollowState, vehicle: int) -> list[Item]:
    """Heavy and denser dust costs every vehicle a point a hex; very heavy dust another one to those who are buttoned up."""
    found = [Item("heavy dust", 2, "194.73")] if dust(s) >= Dust.HEAVY else []
    shut = s.vehicle(vehicle).is_armoured and not s.has(vehicle, EXPOSED)
    return [*found, *([Item("very heavy dust, buttoned up", 2, "194.731")] if shut and dust(s) >= Dust.VERY_HEAVY else [])]


@rule("30", "176.51", "186.14", "181.1")
def entry_items(s: HollowState, vehicle: int, here: int, to: int, backwards: bool = False, careful: bool = False) -> list[Item]:
    """What entering a hex costs: ground or road, what lies there, the weather; with care twice the ground; in reverse all of it by the printed factor."""
    road, times = goes_by_road(s, here, to), s.vehicle(vehicle).reverse if backwards else 1
    ground = road_items(s, vehicle, here, to) if road else ground_items(s, vehicle, here, to, careful)
    track = [] if road else track_items(s, vehicle, here, to, ground, times)
    found = [*ground, *([] if backwards else track), *obstacle_items(s, vehicle, here, to)]
    if careful and not takes_allotment(s, vehicle, to):
        found.append(Item("with care, twice", sum_of(found), "186.14"))
    found += [*weather_items(s, vehicle), *tow_items(s, vehicle)]
    return [*found, Item(f"in reverse, x{times}", (times - 1) * sum_of(found), "181.1"), *track] if backwards else found


@rule("51", "192.1", "192.2")
def tow_items(s: HollowState, vehicle: int) -> list[Item]:
    """A gun in tow costs a point a hex, which no track takes off."""
    return [Item("towing a gun", 2, "51")] if towed_by(s, vehicle) >= 0 else []


def takes_allotment(s: HollowState, vehicle: int, place: int) -> bool:
    """Whether the hex costs half of the allotment, or all of it for who is careful."""
    return any(
        listed(word, mover_of(s, vehicle), s.field.printed) == "half" for word in features(s.field.words(place)) if TERRAIN[word].kind == "cover"
    )


def entry_cost(s: HollowState, vehicle: int, here: int, to: int, backwards: bool = False, careful: bool = False) -> int:
    return sum_of(entry_items(s, vehicle, here, to, backwards, careful))


@rule("32")
def turn_cost(s: HollowState, vehicle: int, spines: int, careful: bool = False) -> int:
    """A point for each hexspine, two in woods and buildings."""
    each = 4 if s.field.has(s.at[vehicle], *SLOW_GROUND) else 2
    return each * spines * (2 if careful else 1)


@rule("51")
def is_barred_to_tow(s: HollowState, here: int, to: int) -> bool:
    """A vehicle that tows a gun crosses no wall or hedge, and enters no building or rubble."""
    return s.field.side(here, to, "wall", "hedge", "cactus_hedge") or s.field.has(to, *CLOSED_IN)


@rule("30", "193.7", "196.3")
def barred_by(s: HollowState, vehicle: int, here: int, to: int) -> tuple[str, str]:
    """What no number of points helps against: a rule and what lies in the way; empty if nothing does."""
    field, mover = s.field, mover_of(s, vehicle)
    if field.side(here, to, "wadi_cliff"):
        return "188.15", "a cliff of the wadi"
    if field.side(here, to, "cliff"):
        return "82.1", "a cliff"
    road = goes_by_road(s, here, to)
    if not road and towed_by(s, vehicle) >= 0 and is_barred_to_tow(s, here, to):
        return "51", "ground through which no gun is towed"
    if not road and field.side(here, to, "wall") and mover != "tracked":
        return "30", "a wall, which only tracks cross"
    if not road and s.vehicle(vehicle).is_wagon and field.side(here, to, "cactus_hedge"):
        return ("193.7" if is_old_rule(s) else "196.3"), "a cactus hedge, which no wagon crosses"
    if not road and field.side(here, to, "hedge", "cactus_hedge") and (mover in {"truck", "cavalry"} or "L" in s.vehicle(vehicle).notes):
        return "30", "a hedge"
    return barred_ground(s, vehicle, to, road)


@rule("30", "64")
def is_shut(s: HollowState, vehicle: int) -> bool:
    """A closed armoured vehicle with its hatches shut and no riders on it."""
    v = s.vehicle(vehicle)
    return v.is_armoured and not v.is_open and not s.has(vehicle, EXPOSED) and not riders(s, vehicle)


@rule("102.5", "110", "30", "137.6", "137.71")
def barred_ground(s: HollowState, vehicle: int, place: int, road: bool = False) -> tuple[str, str]:
    """What of this lies in the hex itself, from whatever side it comes."""
    mover = mover_of(s, vehicle)
    if is_blazing(s, place):
        return "102.5", "a blaze"
    if s.vehicle(vehicle).is_wagon and ((not road and s.field.has(place, *NO_WAGONS)) or is_wire(s, place, s.side[vehicle])):
        return "110", "ground where no wagon goes"
    if not road and any(listed(word, mover, s.field.printed) == "no" for word in features(s.field.words(place)) if TERRAIN[word].kind == "cover"):
        return "30", "ground that it cannot enter"
    if not road and s.field.has(place, *CLOSED_IN) and not is_shut(s, vehicle):
        return "30", "a building, which only a closed tank with shut hatches and nobody on it enters"
    if "ditch" in kinds_at(s, place, s.side[vehicle]):
        return "137.71", "an anti-tank ditch"
    if shelter_at(s, place, s.side[vehicle]) == "trench" and mover != "tracked":
        return "137.6", "a trench, which only tracks cross"
    return "", ""
