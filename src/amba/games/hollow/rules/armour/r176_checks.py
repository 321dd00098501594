"""Rolls that stop vehicles: bog (176.72), hammada (186.14), sand (190.31), and an engine that is driven too hard (79)."""

from __future__ import annotations

from typing import NamedTuple

from amba.games.hollow.book import rule
from amba.games.hollow.climate import NORTH_AFRICA
from amba.games.hollow.counters import AXIS, GROUND, OFF_TRACK, OVER_DUNE
from amba.games.hollow.field import RIM
from amba.games.hollow.frames_armour import Check
from amba.games.hollow.rules.armour.r030_costs import goes_by_road, mover_of, takes_allotment
from amba.games.hollow.rules.captured import is_captured
from amba.games.hollow.rules.common import Item, sum_of
from amba.games.hollow.rules.r029_vehicles import strays_from_track
from amba.games.hollow.rules.r031_aboard import towed_by
from amba.games.hollow.rules.r056_wire import is_wire
from amba.games.hollow.rules.r081_streams import is_deep, leaves_stream
from amba.games.hollow.rules.r194_mud import hammada_stops, mud_bogs, sand_bogs
from amba.games.hollow.rules.r194_weather import GROUNDS
from amba.games.hollow.state import HollowState

STUCK = 12
"""From this on a vehicle is stuck."""
BOG_GROUND = {"woods", "building", "large_building", "rubble", "vineyard", "broken_ground"}
"""Terrain that is checked by bog rolls, for whatever vehicle may enter it."""
BUILT = ("building", "large_building")
"""Where, as on paved roads, the softness of the ground is nothing to a vehicle (176.721, second note)."""
LOOSE = ("sand", "low_dune", "high_dune")
PRESSURE = {"low": 0, "normal": 1, "high": 2}
BUILDERS = {"american": 0, "czech": 0, "russian": 1, "british": 2, "german": 2}
"""79: what a burst of speed adds by who built the vehicle; 3 for all others."""


class Came(NamedTuple):
    """How a vehicle came into the hex in which it turns: over a dune crest, or not by the track or road that runs there."""

    over_dune: bool = False
    off_track: bool = False


@rule("190.311", "192.2")
def came(s: HollowState, vehicle: int) -> Came:
    return Came(s.has(vehicle, OVER_DUNE), s.has(vehicle, OFF_TRACK))


@rule("190.311", "192.2")
def coming(s: HollowState, here: int, to: int) -> Came:
    """How it will have come there."""
    return Came(s.field.side(here, to, "dune_crest"), strays_from_track(s, here, to))


ON_ITS_WAY = Came()


class Passage(NamedTuple):
    """How a vehicle comes by a roll: into which hex, from where (-1 where it turns its hull there), carefully or in a minimum move."""

    vehicle: int
    place: int
    origin: int = -1
    careful: bool = False
    minimum: bool = False
    came: Came = ON_ITS_WAY
    """Where it turns: how it came into the hex."""
    from_crest: bool = False
    to_crest: bool = False
    """It stood at the crest of the wadi that it leaves, or goes to that of the wadi it comes to: not down in its bed."""


@rule("188.18", "188.191")
def going(
    s: HollowState, vehicle: int, to: int, careful: bool = False, minimum: bool = False, *, to_crest: bool = False, from_bed: int = 0
) -> Passage:
    """A vehicle goes on to a hex from where it is: from a crest, if it stands at one, and does not only rear up there on its way from the bed."""
    return Passage(vehicle, to, s.at[vehicle], careful, minimum, from_crest=s.position(vehicle) == RIM and not from_bed, to_crest=to_crest)


@rule("190.31", "190.311")
def turning(s: HollowState, vehicle: int, careful: bool = False) -> Passage:
    """A vehicle turns its hull where it is."""
    return Passage(vehicle, s.at[vehicle], careful=careful, came=came(s, vehicle))


def ground_word(s: HollowState) -> str:
    return GROUNDS[s.tracks[GROUND]]


@rule("192.2")
def is_on_track(s: HollowState, at: Passage) -> bool:
    """Across a hexside of a track or road; who turns in a hex where one runs stays on it, unless he came into the hex another way."""
    field = s.field
    ways = field.track_sides | field.road_sides
    if at.origin >= 0:
        return frozenset((field.hex_of[at.origin], field.hex_of[at.place])) in ways
    return not at.came.off_track and any(field.hex_of[at.place] in pair for pair in ways)


@rule("186.14", "190.31")
def is_heavy_truck(s: HollowState, vehicle: int) -> bool:
    """It spends points as a truck, weighs four tons or more and was not built in Britain."""
    v = s.vehicle(vehicle)
    return v.mover == "truck" and v.weight >= 4 and v.built != "british"


@rule("186.14")
def hammada_items(s: HollowState, at: Passage) -> list[Item] | None:
    """What is added to the roll in hammada, and in open ground beside it, for all vehicles that are not fully tracked, which wagons are not; None where nothing is rolled."""
    ground, hex = s.field.ground, s.field.hex_of[at.place]
    v = s.vehicle(at.vehicle)
    if v.is_tracked or v.is_wagon or not hammada_stops(ground, hex, ground_word(s) == "mud", is_on_track(s, at)):
        return None
    found = [Item("heavy truck, not built in Britain", 1, "186.14")] if is_heavy_truck(s, at.vehicle) else []
    found += [Item("motorcycle", 1, "186.14")] if v.mover == "motorcycle" else []
    found += [] if at.careful else [Item("not with care", 1, "186.14")]
    return [*found, *([] if ground.has(hex, "hammada") else [Item("beside hammada", -1, "186.14")])]


@rule("190.31", "190.311")
def sand_items(s: HollowState, at: Passage) -> list[Item] | None:
    """What is added to the roll in sand, and in open ground beside it; None where nothing is rolled."""
    ground, hex = s.field.ground, s.field.hex_of[at.place]
    v = s.vehicle(at.vehicle)
    if v.mover == "motorcycle" or not sand_bogs(ground, hex, is_on_track(s, at)):
        return None
    found = [Item(f"{v.pressure} ground pressure", PRESSURE[v.pressure], "190.31")] if PRESSURE[v.pressure] else []
    found += [] if v.is_tracked else [Item("not fully tracked", 1, "190.31")]
    found += [Item("heavy truck, not built in Britain", 1, "190.31")] if is_heavy_truck(s, at.vehicle) else []
    if at.came.over_dune or (at.origin >= 0 and s.field.side(at.origin, at.place, "dune_crest")):
        found.append(Item("over a dune crest", 1, "190.31"))
    found += [] if ground.has(hex, *LOOSE) else [Item("beside sand", -1, "190.31")]
    return [*found, *([Item("wet ground", -1, "190.31")] if ground_word(s) in {"wet", "mud"} else [])]


@rule("176.72", "188.14", "196.1", "196.6")
def needs_bog_check(s: HollowState, at: Passage) -> bool:
    """By the terrain chart: wire, on a road too; bog ground, unless by track or road; a hedge that a car or half-track crosses. Nothing is rolled on leaving a wadi."""
    if is_wire(s, at.place, s.side[at.vehicle]) and at.origin >= 0:
        return True  # 137.6: tracks are not restricted by trenches in any manner, and others do not enter them
    if at.origin >= 0 and goes_by_road(s, at.origin, at.place):
        return False
    if not is_on_track(s, at) and not s.field.words(at.place).isdisjoint(BOG_GROUND):
        return True
    crosses = at.origin >= 0 and s.field.side(at.origin, at.place, "hedge", "cactus_hedge")
    return crosses and mover_of(s, at.vehicle) in {"car", "halftrack"}


LIGHT_TOW, HEAVY_TOW = 76, 107
"""Mortars of these calibres in tow do not count against bogging."""
TRAILER = "it-l3-lf"


@rule("176.721", "VN 5.b")
def drags(s: HollowState, vehicle: int) -> bool:
    """Whether it tows a gun, other than a mortar of 76 to 107 mm, or a trailer."""
    gun = towed_by(s, vehicle)
    if gun < 0:
        return s.vehicle(vehicle).key == TRAILER
    is_light = s.gun(gun).type == "MTR" and LIGHT_TOW <= s.world.armoury.ordnance[s.gun(gun).gun].calibre <= HEAVY_TOW
    return not is_light


@rule("188.12", "176.721")
def floor_of(s: HollowState, place: int, at_crest: bool) -> int:
    """The level at which a vehicle is in a hex: in a wadi one below it, but for who stands at its crest."""
    return s.field.level(place) - (s.field.is_wadi(place) and not at_crest)


@rule("176.721")
def bog_items(s: HollowState, at: Passage) -> list[Item]:
    """What is added to a bog roll."""
    v, field = s.vehicle(at.vehicle), s.field
    found = [Item(f"{v.pressure} ground pressure", PRESSURE[v.pressure], "176.721")] if PRESSURE[v.pressure] else []
    found += [Item("towing", 1, "176.721")] if drags(s, at.vehicle) else []
    firm = field.has(at.place, *BUILT) or (at.origin >= 0 and goes_by_road(s, at.origin, at.place))
    found += [Item("soft ground", 1, "176.721")] if ground_word(s) == "mud" and not firm else []
    found += [] if v.is_tracked else [Item("not fully tracked", 1, "176.721")]
    found += [Item("as a truck", 1, "176.721")] if v.mover == "truck" else []
    if at.origin < 0:
        return found
    rise = floor_of(s, at.place, at.to_crest) - floor_of(s, at.origin, at.from_crest)
    found += [Item("abrupt change of level", 1, "176.721")] if abs(rise) > 1 else []
    found += [Item("uphill into woods", 1, "176.721")] if rise > 0 and field.has(at.place, "woods") else []
    found += [Item("into wire", 2, "176.721")] if is_wire(s, at.place, s.side[at.vehicle]) else []
    if takes_allotment(s, at.vehicle, at.place) and not at.careful and not at.minimum:
        stone = field.has(at.place, *BUILT)
        found.append(Item("into a stone building at half the allotment" if stone else "at half the allotment", 4 if stone else 3, "176.721"))
    return found


@rule("186.14", "190.311")
def can_stick(items: list[Item]) -> bool:
    """Whether two dice reach twelve: the tables have no number where they do not, and nothing is rolled."""
    return sum_of(items) >= 0


@rule("176.72", "176.721", "81")
def bank_items(s: HollowState, at: Passage) -> list[Item]:
    """Coming out of a stream is rolled for in the stream: what is added to any bog roll, and one out of deep water."""
    found = bog_items(s, Passage(at.vehicle, at.origin, -1, at.careful, at.minimum))
    return [*found, *([Item("out of a deep stream", 1, "176.721")] if is_deep(s, at.origin) else [])]


def items_of(s: HollowState, at: Passage) -> list[tuple[str, list[Item]]]:
    """Every roll a passage calls for, in their order: bog, hammada, and sand after that (190.311), mud last, each with what is added to it."""
    found = [("bank", bank_items(s, at))] if leaves_stream(s, at.origin, at.place) else []
    found += [("bog", bog_items(s, at))] if needs_bog_check(s, at) else []
    hammada, sand = hammada_items(s, at), sand_items(s, at)
    found += [("hammada", hammada)] if hammada is not None and can_stick(hammada) else []
    found += [("sand", sand)] if sand is not None and can_stick(sand) else []
    return [*found, *([("mud", bog_items(s, at))] if at.origin >= 0 and in_mud(s, at) else [])]


@rule("194.8")
def in_mud(s: HollowState, at: Passage) -> bool:
    """In mud, where all boards are plain desert: open ground beside hammada, unless a paved road leads there."""
    field = s.field
    if ground_word(s) != "mud" or not field.only_desert or field.has_broken or field.has_steppe:
        return False
    return mud_bogs(field.ground, field.hex_of[at.place], goes_by_road(s, at.origin, at.place))


def checks_of(s: HollowState, at: Passage) -> list[Check]:
    return [(kind, sum_of(items)) for kind, items in items_of(s, at)]


@rule("178", "79")
def is_unreliable(s: HollowState, vehicle: int) -> bool:
    """Red movement points; before October 1941 all Axis vehicles in North Africa but motorcycles; a captured one in strange hands."""
    v, data = s.vehicle(vehicle), s.plan.data
    early = "" < str(data.get("date", "")) < "1941-10" and data.get("land", "") in NORTH_AFRICA and s.side[vehicle] == AXIS
    return v.is_red or (early and v.mover not in {"motorcycle", "wagon"}) or is_captured(s, vehicle)


@rule("79", "VN 11.b")
def race_items(s: HollowState, vehicle: int, points: int) -> list[Item]:
    """One for each point that is wanted, and by who built it: a captured one by its own makers."""
    built = s.vehicle(vehicle).built
    return [Item("points wanted", points, "79"), *([Item(f"built: {built}", BUILDERS.get(built, 3), "79")] if BUILDERS.get(built, 3) else [])]
