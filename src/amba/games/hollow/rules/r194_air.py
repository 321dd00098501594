"""The air in play: what the weather of the moment does to fire, sight and movement, and how it changes from player turn to player turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from amba.core.decision import Refusal
from amba.games.hollow.book import rule
from amba.games.hollow.climate import Setting, Weather, may_apply
from amba.games.hollow.counters import (
    DUST,
    FOG,
    GROUND,
    GUSTS,
    GUSTY,
    HAZE,
    MIST,
    MONTH,
    NIGHT,
    OVERCAST,
    RAIN,
    SNOW,
    SUN,
    VISIBILITY,
    WAS_STORM,
    WIND,
    WIND_FROM,
)
from amba.games.hollow.printed import WIND_WORDS
from amba.games.hollow.rules.common import Item
from amba.games.hollow.rules.dice import FACES
from amba.games.hollow.rules.r007_look import Hindrance
from amba.games.hollow.rules.r111_fog import FOGS, fog_hindrance
from amba.games.hollow.rules.r194_dust import Dust, against_wind, dust_hindrance, dust_modifier, dust_word
from amba.games.hollow.rules.r194_sun import haze_modifier, sun_modifier
from amba.games.hollow.rules.r194_weather import GROUNDS
from amba.games.hollow.state import HollowState
from amba.kit.rays import Hex, ray

WINDS = WIND_WORDS
HEAVY = WINDS.index("heavy wind")
SUNS = ("", "east", "west")
HAZES = ("", "haze", "intense")
COMPASS = ("n", "ne", "se", "s", "sw", "nw")
_UPWIND: tuple[Hex, ...] = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
"""The neighbour a wind comes from, north being the top of the table."""
DRY, RAINING, RAINED = range(3)
"""The rain track: never, now, no more."""
WEATHER = {
    "month": (MONTH, 1, 12), "overcast": (OVERCAST, 0, 1), "gusty": (GUSTY, 0, 1), "ground": (GROUND, 0, len(GROUNDS) - 1),
    "wind": (WIND, 0, len(WINDS) - 1), "wind_from": (WIND_FROM, 0, len(COMPASS) - 1), "gusts": (GUSTS, 0, 1), "was_storm": (WAS_STORM, 0, 1),
    "sun": (SUN, 0, len(SUNS) - 1), "haze": (HAZE, 0, len(HAZES) - 1), "mist": (MIST, 0, 1), "rain": (RAIN, 0, RAINED), "dust": (DUST, 0, max(Dust)),
    "night": (NIGHT, 0, 1), "visibility": (VISIBILITY, 0, 12), "fog": (FOG, 0, len(FOGS) - 1), "snow": (SNOW, 0, 1),
}  # fmt: skip
"""The tracks of the weather: each with its least and its greatest value."""


LEVELS = tuple(Dust)


def dust(s: HollowState) -> Dust:
    return LEVELS[s.tracks[DUST]]


def setting(s: HollowState) -> Setting:
    """What decides which rules of the climate can apply."""
    data = s.plan.data
    sky = Weather(bool(s.tracks[GUSTY]), bool(s.tracks[OVERCAST]), s.tracks[GROUND] == 0)
    field, ground = s.field, GROUNDS[s.tracks[GROUND]]
    return Setting(
        data.get("land", ""), s.tracks[MONTH], sky, ground, field.some_desert, field.only_desert, field.has_steppe, bool(s.tracks[NIGHT]),
        bool(data.get("own_design")), field.has_broken,
    )  # fmt: skip


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
    tracks[FOG], tracks[SNOW] = FOGS.index(words.get("fog", "none")), int(bool(words.get("snow")))
    if may_apply("194.61", setting(s)):
        tracks[SUN] = SUNS.index(words.get("sun", ""))
    if may_apply("194.62", setting(s)):
        tracks[HAZE] = HAZES.index(words.get("haze", ""))
    level = Dust[str(words.get("dust", "none")).upper().replace(" ", "_")]
    if tracks[RAIN] == DRY and may_apply("194.73" if level >= Dust.HEAVY else "194.71", setting(s)):
        tracks[DUST] = int(level)


DUST_RULES = {Dust.HEAVY: "194.73", Dust.VERY_HEAVY: "194.731", Dust.EXTREMELY_HEAVY: "194.732"}


def has_low_visibility(s: HollowState) -> bool:
    """Whether there is any dust, mist, fog, snow or rain; asked for every line, and most of the time there is none."""
    return bool(s.tracks[DUST] or s.tracks[MIST] or s.tracks[FOG] or s.tracks[SNOW]) or s.tracks[RAIN] == RAINING


@rule("176.32", "194.73", "194.731", "194.732")
def air_hindrances(s: HollowState, range_: int) -> tuple[Hindrance, ...]:
    """What the air puts into a line of this length: mist, snow and rain, fog, and heavy dust by half the range or the whole of it."""
    if not has_low_visibility(s):
        return ()
    level = dust(s)
    found = (
        Hindrance("176.32", "weather", (), low_visibility(s, range_)),
        Hindrance("111.2", FOGS[s.tracks[FOG]], (), fog_hindrance(s, range_)),
        Hindrance(DUST_RULES.get(level, "194.73"), f"{dust_word(level)} dust", (), dust_hindrance(level, range_)),
    )
    return tuple(hindrance for hindrance in found if hindrance.drm)


@rule("176.32")
def low_visibility(s: HollowState, range_: int) -> int:
    """Our figures: mist and falling snow +1 each for each full 6 hexes, rain +1 for each full 8; they add up with everything else, and count towards the six that block."""
    return (range_ // 6) * ((s.tracks[MIST] > 0) + (s.tracks[SNOW] > 0)) + (range_ // 8 if s.tracks[RAIN] == RAINING else 0)


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


@rule("24", "194.5", "194.77")
def refuse_weather(s: HollowState) -> Refusal | None:
    """Smoke does not stand in a heavy wind or in the rain."""
    if s.tracks[WIND] == HEAVY:
        return Refusal("194.5", "In a heavy wind smoke is gone at once.")
    return Refusal("194.77", "The rain beats the smoke down.") if s.tracks[RAIN] == RAINING else None


@rule("194.71")
def dust_dice(s: HollowState) -> list[int]:
    """What each face of the third die adds; a single nothing where there is none."""
    return [dust_modifier(dust(s), die) for die in FACES] if has_third_die(s) else [0]
