"""The air in play: what the weather of the moment does to fire, sight and movement, and how it changes from player turn to player turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from amba.games.hollow.book import rule
from amba.games.hollow.counters import DUST, GROUND, GUSTY, HAZE, MIST, MONTH, NIGHT, OVERCAST, RAIN, SUN, WIND, WIND_FROM
from amba.games.hollow.rules.common import Item
from amba.games.hollow.rules.r194_dust import Dust, against_wind, dust_hindrance
from amba.games.hollow.rules.r194_sun import haze_modifier, sun_modifier
from amba.games.hollow.rules.r194_weather import GROUNDS, Setting, Weather, may_apply
from amba.games.hollow.state import HollowState
from amba.kit.rays import Hex, ray

WINDS = ("no wind", "mild breeze", "heavy wind")
HEAVY = WINDS.index("heavy wind")
SUNS = ("", "east", "west")
HAZES = ("", "haze", "intense")
COMPASS = ("n", "ne", "se", "s", "sw", "nw")
_UPWIND: tuple[Hex, ...] = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
"""The neighbour a wind comes from, north being the top of the table."""
DRY, RAINING, RAINED = range(3)
"""The rain track: never, now, no more."""


def dust(s: HollowState) -> Dust:
    return Dust(s.tracks[DUST])


def setting(s: HollowState) -> Setting:
    """What decides which rules of the climate can apply."""
    data = s.plan.data
    sky = Weather(bool(s.tracks[GUSTY]), bool(s.tracks[OVERCAST]), s.tracks[GROUND] == 0)
    steppe, broken = (bool(data.get("terrain", {}).get(word)) for word in ("steppe", "broken"))
    ground = GROUNDS[s.tracks[GROUND]]
    return Setting(
        data.get("land", ""), s.tracks[MONTH], sky, ground, True, True, steppe, bool(s.tracks[NIGHT]), bool(data.get("own_design")), broken
    )


@rule("194.1", "194.61", "194.71", "194.77")
def set_up_weather(s: HollowState, words: Mapping[str, Any]) -> None:
    """The weather the scenario says, as far as the climate allows it."""
    sky = str(words.get("sky", "clear"))
    tracks = s.tracks
    tracks[MONTH] = int(str(s.plan.data.get("date", "1941-06-01")).split("-")[1])
    tracks[GUSTY], tracks[OVERCAST] = int("gusty" in sky), int("overcast" in sky)
    tracks[GROUND] = GROUNDS.index(words.get("ground", "dry"))
    tracks[WIND] = WINDS.index(words.get("wind", "no wind"))
    tracks[WIND_FROM] = COMPASS.index(words.get("wind_from", "nw"))
    tracks[MIST], tracks[NIGHT], tracks[RAIN] = int(words.get("mist", 0)), int(bool(words.get("night"))), RAINING if words.get("rain") else DRY
    if may_apply("194.61", setting(s)):
        tracks[SUN] = SUNS.index(words.get("sun", ""))
    if may_apply("194.62", setting(s)):
        tracks[HAZE] = HAZES.index(words.get("haze", ""))
    level = Dust[str(words.get("dust", "none")).upper().replace(" ", "_")]
    if tracks[RAIN] == DRY and may_apply("194.73" if level >= Dust.HEAVY else "194.71", setting(s)):
        tracks[DUST] = int(level)


@rule("176.32", "194.73", "194.731", "194.732")
def air_hindrance(s: HollowState, range_: int) -> int:
    """What the air puts into a line of this length: mist and rain, and heavy dust by half the range or the whole of it."""
    return low_visibility(s, range_) + dust_hindrance(dust(s), range_)


@rule("176.32")
def low_visibility(s: HollowState, range_: int) -> int:
    """Our figures: mist +1 for each full 6 hexes, rain +1 for each full 8; they add up with everything else, and count towards the six that block."""
    return (range_ // 6 if s.tracks[MIST] else 0) + (range_ // 8 if s.tracks[RAIN] == RAINING else 0)


@rule("194.792")
def is_within_building(s: HollowState, firer: int, target: int) -> bool:
    """A line that never leaves one building."""
    if not s.field.has(s.at[firer], "building", "large_building"):
        return False
    passages = ray(s.field.hex_of[s.at[firer]], s.field.hex_of[s.at[target]]).passages
    return all(s.field.ground.has(hex, "building", "large_building") for passage in passages for hex in passage.hexes)


@rule("194.6", "194.61", "194.611", "194.612", "194.62", "194.621", "194.761")
def air_items(s: HollowState, firer: int, target: int) -> list[Item]:
    """The low sun, the haze, the wind in one's face: they make hitting harder and never block a line."""
    if is_within_building(s, firer, target):
        return []
    a, b = s.viewpoint(firer), s.viewpoint(target)
    range_ = s.field.range(s.at[firer], s.at[target])
    found: list[Item] = []
    sun = SUNS[s.tracks[SUN]]
    if sun and not s.tracks[OVERCAST]:
        number = "194.611" if sun == "east" else "194.612"
        found.append(Item("the low sun", sun_modifier(s.field.ground, a, b, sun, str(s.plan.data.get("north", "top"))), number))
    haze = HAZES[s.tracks[HAZE]]
    if haze:
        found.append(Item("heat haze", haze_modifier(haze, range_), "194.621" if haze == "intense" else "194.62"))
    found.append(Item("into the wind", against_wind(dust(s), s.tracks[WIND] == HEAVY, a.hex, b.hex, upwind(s, a.hex)), "194.761"))
    return [item for item in found if item.value]


def upwind(s: HollowState, hex: Hex) -> Hex:
    """The neighbour the wind comes from."""
    dx, dy = _UPWIND[s.tracks[WIND_FROM]]
    return hex[0] + dx, hex[1] + dy


def has_third_die(s: HollowState) -> bool:
    return dust(s) is not Dust.NONE
