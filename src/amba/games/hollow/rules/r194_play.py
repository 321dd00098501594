"""The air in play: what the weather of the moment does to fire, sight and movement, and how it changes from player turn to player turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from amba.core.event import Said
from amba.core.flow import Step, push
from amba.core.state import Frame
from amba.games.hollow.book import HERE, rule
from amba.games.hollow.rules.hooks import Item
from amba.games.hollow.rules.r024_smoke import blow_away
from amba.games.hollow.rules.r194_dust import (
    Air,
    Dust,
    against_wind,
    breakdown_shift,
    cancels_open_ground,
    dust_hindrance,
    dust_modifier,
    may_double_time,
    wind_change,
)  # fmt: skip
from amba.games.hollow.rules.r194_sun import haze_modifier, sun_modifier
from amba.games.hollow.rules.r194_weather import GROUNDS, Setting, Weather, may_apply
from amba.games.hollow.rules.rolls import Roll
from amba.games.hollow.state import HollowState
from amba.games.hollow.world import (
    DUST,
    GROUND,
    GUSTS,
    GUSTY,
    HAZE,
    MIST,
    MONTH,
    NIGHT,
    OVERCAST,
    RAIN,
    SUN,
    VISIBILITY,
    WAS_STORM,
    WIND,
    WIND_FROM,
)  # fmt: skip
from amba.kit.rays import Hex, ray
from amba.load.files import Folder, table

WINDS = ("no wind", "mild breeze", "heavy wind")
HEAVY = WINDS.index("heavy wind")
SUNS = ("", "east", "west")
HAZES = ("", "haze", "intense")
COMPASS = ("n", "ne", "se", "s", "sw", "nw")
_UPWIND: tuple[Hex, ...] = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
"""The neighbour a wind comes from, north being the top of the table."""
_CHANGE = table(Folder(HERE / "data"), "tables/wind_change.csv", [str(n) for n in range(2, 13)])
DRY, RAINING, RAINED = range(3)
"""The rain track: never, now, no more."""



# what the air is


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
def set_up(s: HollowState, words: Mapping[str, Any]) -> None:
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


# sight and fire


@rule("176.32", "194.73", "194.731", "194.732")
def hindrance(s: HollowState, range_: int) -> int:
    """What the air puts into a line of this length: mist and rain, and heavy dust by half the range or the whole of it."""
    return low_visibility(s, range_) + dust_hindrance(dust(s), range_)


@rule("176.32")
def low_visibility(s: HollowState, range_: int) -> int:
    """Our figures: mist +1 for each full 6 hexes, rain +1 for each full 8; they add up with everything else, and count towards the six that block."""
    return (range_ // 6 if s.tracks[MIST] else 0) + (range_ // 8 if s.tracks[RAIN] == RAINING else 0)


@rule("49")
def sight_limit(s: HollowState) -> int:
    """By night nobody sees farther than this turn's visibility; 0 for no limit."""
    return s.tracks[VISIBILITY] if s.tracks[NIGHT] else 0


@rule("194.792")
def is_within_building(s: HollowState, firer: int, target: int) -> bool:
    """A line that never leaves one building."""
    if not s.field.has(s.at[firer], "building", "large_building"):
        return False
    passages = ray(s.field.hex_of[s.at[firer]], s.field.hex_of[s.at[target]]).passages
    return all(s.field.ground.has(hex, "building", "large_building") for passage in passages for hex in passage.hexes)


@rule("194.6", "194.61", "194.611", "194.612", "194.62", "194.621", "194.761")
def fire_modifiers(s: HollowState, firer: int, target: int) -> list[Item]:
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
    return [item for item in found if item.drm]


def upwind(s: HollowState, hex: Hex) -> Hex:
    """The neighbour the wind comes from."""
    dx, dy = _UPWIND[s.tracks[WIND_FROM]]
    return hex[0] + dx, hex[1] + dy


def has_third_die(s: HollowState) -> bool:
    return dust(s) is not Dust.NONE


# the clock


@rule("194.76", "49")
def player_turn_begins(s: HollowState) -> None:
    """A wind change roll where the wind matters; by night, once a game turn, a roll for how far one sees."""
    if "weather" not in s.plan.data:
        return
    if s.tracks[NIGHT] and s.phase == 0:
        push(s, "visibility")
    if may_apply("194.76", setting(s)) or s.tracks[OVERCAST] or s.tracks[DUST]:
        push(s, "wind")


class Visibility(Roll):
    """How far one sees this turn by night: ("visibility",)."""

    kind, number, title = "visibility", "49", "Visibility by night"

    @rule("49")
    def read(self, s: HollowState, frame: Frame, dice: tuple[int, ...]) -> None:
        """Two dice, in hexes."""
        s.set_track("49", VISIBILITY, dice[0])
        s.do(Said("49", "visibility", (dice[0],)))


class WindChange(Roll):
    """The wind change roll: ("wind",)."""

    kind, number, title = "wind", "194.76", "Wind change"

    @rule("194.76", "194.77")
    def read(self, s: HollowState, frame: Frame, dice: tuple[int, ...]) -> None:
        """The table says what the wind does; then the dust rises or settles."""
        word = change_of(s, dice[0])
        blow(s, word)
        if s.tracks[WIND] == HEAVY or s.tracks[GUSTS]:
            blow_away(s)
        old = dust(s)
        new = settled(s, word)
        s.set_track("194.76", DUST, int(new.dust))
        s.set_track("194.76", WAS_STORM, int(new.was_storm))
        s.do(Said("194.77" if word == "rain" else "194.76", "wind", (word, dust_word(old), dust_word(new.dust))))


def change_of(s: HollowState, total: int) -> str:
    """What the roll says in this weather."""
    column = 2 if s.tracks[OVERCAST] else 1 if s.tracks[GUSTY] else 0
    return _CHANGE.cells[total - 2][column]


def blow(s: HollowState, word: str) -> None:
    """The wind itself: gusts last a player turn, rain until the dice end it."""
    force = s.tracks[WIND]
    s.set_track("194.76", WIND, max(0, min(HEAVY, force + {"rises": 1, "falls": -1}.get(word, 0))))
    s.set_track("194.76", WIND_FROM, (s.tracks[WIND_FROM] + {"veers": 1, "backs": -1}.get(word, 0)) % 6)
    s.set_track("194.76", GUSTS, int(word == "gusts"))
    if word == "rain":
        s.set_track("194.77", RAIN, RAINED if s.tracks[RAIN] == RAINING else RAINING)


@rule("194.76", "194.77")
def settled(s: HollowState, word: str) -> Air:
    """The dust after the change: moved by wind and gusts only where heavy dust can occur; rain ends it for good."""
    air = Air(dust(s), bool(s.tracks[WAS_STORM]), s.tracks[RAIN] != DRY)
    if not may_apply("194.76", setting(s)) and air.has_rained is False:
        return air
    return wind_change(air, s.tracks[WIND] == HEAVY, bool(s.tracks[GUSTS]), word == "rain")


def dust_word(level: Dust) -> str:
    return level.name.lower().replace("_", " ")
