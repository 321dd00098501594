"""What it costs men on motorcycles: what it costs a car (110, 30, 80.1, 192.1)."""

from __future__ import annotations

from amba.games.hollow.book import rule
from amba.games.hollow.counters import GROUND
from amba.games.hollow.field import RIM
from amba.games.hollow.rules.common import Item, sum_of
from amba.games.hollow.rules.r110_mounts import dug_items
from amba.games.hollow.rules.r185_costs import hillock_cost, sand_cost, side_cost, terrain_cost
from amba.games.hollow.rules.r188_slopes import BY_ROAD, slope_items
from amba.games.hollow.rules.r194_weather import GROUNDS
from amba.games.hollow.state import HollowState

CAR = "car"


@rule("110", "187.12", "189.14", "190.511")
def cycle_sides(s: HollowState, here: int, to: int) -> list[Item]:
    """The lip of a deir that is left, a dune crest, a hillock that is climbed: a point each, by road too."""
    ground, a, b = s.field.ground, s.field.hex_of[here], s.field.hex_of[to]
    found = (
        Item("lip or dune crest", side_cost(ground, a, b, CAR), "187.12" if ground.has_side(a, b, "lip") else "190.511"),
        Item("onto the hillock", hillock_cost(ground, a, b, CAR), "189.14"),
    )
    return [item for item in found if item.value]


@rule("110", "192.3")
def cycle_road_items(s: HollowState, here: int, to: int) -> list[Item]:
    """What a hex by road costs besides half a point: two points for each level up."""
    rise = max(0, s.field.level(to) - s.field.level(here))
    return [*([Item("uphill", BY_ROAD * rise, "30")] if rise else []), *cycle_sides(s, here, to)]


@rule("110", "176.5", "176.6", "186.13", "188.13", "80.1", "190.3", "192.1")
def cycle_items(s: HollowState, here: int, position: str, to: int, kind: str) -> list[Item]:
    """The ground, four points for each level up and for every hex of a wadi, along its bed too; a track takes a point off all of it."""
    field = s.field
    a, b = field.hex_of[here], field.hex_of[to]
    open_ground = "other_open" if field.ground.has_normal_costs(b) else "open"
    found = [Item("terrain", terrain_cost(field.ground.terrain[b], CAR, field.printed, open_ground), "176.5")]
    found.append(Item("sand", sand_cost(field.ground.terrain[b], CAR, GROUNDS[s.tracks[GROUND]], field.printed), "190.3"))
    found += cycle_sides(s, here, to)
    found += [item._replace(value=item.value // 2) for item in slope_items(s, CAR, here, to, position == RIM)]
    found += dug_items(s, to, kind)
    if frozenset((a, b)) in field.track_sides and sum_of(found) > 1:
        found.append(Item("track", -1, "192.1"))
    return [item for item in found if item.value]
