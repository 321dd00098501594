"""Which rules of the arid climate can come into effect at all: where, on what boards, on what ground, under what sky."""

from __future__ import annotations

from typing import NamedTuple

from amba.games.hollow.book import rule

NORTH_AFRICA = ("egypt", "libya", "tunisia", "morocco", "algeria")
ARID = (*NORTH_AFRICA, "syria", "lebanon", "palestine", "iraq", "persia", "mediterranean islands", "east africa")


class Weather(NamedTuple):
    gusty: bool
    overcast: bool
    mud: bool


class Setting(NamedTuple):
    """What decides which climate rules can apply at all."""

    land: str
    month: int
    weather: Weather
    ground: str
    some_desert: bool = True
    only_desert: bool = True
    steppe: bool = False
    night: bool = False
    own_design: bool = False
    broken: bool = False


DRY = ("dry", "very dry")
Condition = tuple[bool, str]
"""What has to be so, and how it is said where it is not."""


@rule("194.1", "194.61", "196.1", "196.2")
def conditions(number: str, setting: Setting) -> tuple[Condition, ...]:
    """What a climate rule needs to come into effect."""
    desert = (setting.some_desert, "where no board is a desert board")
    only_desert = (setting.only_desert, "unless all boards are desert boards")
    arid = (setting.land in ARID, f"in {setting.land or 'a scenario without a land'}, only in the arid lands")
    north_africa = (setting.land in NORTH_AFRICA, f"in {setting.land or 'a scenario without a land'}, only in North Africa")
    own_design = (setting.own_design, "but in a battle of one's own")
    dry = (setting.ground in DRY, f"over {setting.ground} ground, only over dry and very dry ground")
    no_steppe = (not setting.steppe, "in steppe terrain")
    steppe = (not setting.steppe or setting.ground == "very dry", f"in steppe terrain over {setting.ground} ground, only over very dry ground")
    daylight = ((not setting.night, "by night"), (not setting.weather.overcast, "under an overcast sky"), desert)
    found: dict[str, tuple[Condition, ...]] = {
        "194.2": (own_design, arid),
        "194.3": (own_design, desert),
        "194.4": (own_design, arid),
        "194.5": (own_design, arid),
        "194.61": (*daylight, steppe),
        "194.62": (*daylight, north_africa, no_steppe),
        "194.701": (desert, dry, steppe),
        "194.71": (desert, dry, steppe),
        "194.72": (desert, dry, steppe),
        "194.73": (only_desert, dry, no_steppe),
        "194.76": (only_desert, dry, no_steppe),
        "194.8": (
            arid,
            only_desert,
            no_steppe,
            (not setting.broken, "in broken terrain"),
            (setting.weather.mud or setting.ground == "mud", f"over {setting.ground} ground"),
        ),
    }
    return found[number]


def may_apply(number: str, setting: Setting) -> bool:
    """Whether a climate rule can come into effect at all in this setting."""
    return all(holds for holds, _ in conditions(number, setting))


def why_not(number: str, setting: Setting) -> str:
    """Why it cannot; nothing where it can."""
    return next((words for holds, words in conditions(number, setting) if not holds), "")
