"""A battle of one's own: the month is chosen; sky, hour, ground, wind and dust are rolled by the tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, get_args

from amba.core.decision import CHANCE, Decision
from amba.core.event import Rolled, Said
from amba.core.order import Roll
from amba.core.steps import AskStep, ChanceStep, Takes, pop
from amba.games.hollow.book import rule
from amba.games.hollow.counters import DUST, GROUND, GUSTY, HAZE, MIST, MONTH, NIGHT, OVERCAST, SUN, WIND, WIND_FROM
from amba.games.hollow.frames import ChoosingMonth, ClimateRoll
from amba.games.hollow.orders import ChooseMonth, MonthName
from amba.games.hollow.rules.dice import ONE_DIE, SUM_OF_TWO
from amba.games.hollow.rules.r194_air import COMPASS, HAZES, SUNS, WINDS, setting
from amba.games.hollow.rules.r194_dust import Dust, dust_word, starting_dust
from amba.games.hollow.rules.r194_weather import GROUNDS, Weather, ground_state, may_apply, morning_ground, time_of_day, weather, wind
from amba.games.hollow.state import HollowState

MONTHS = get_args(MonthName)


@rule("194.2")
def choose_month(s: HollowState, at: ChoosingMonth, a: ChooseMonth) -> None:
    """The attacker says in which month they fight."""
    pop(s)
    s.set_track("194.2", MONTH, MONTHS.index(a.month) + 1)


MONTH_CHOICE = AskStep(
    ChoosingMonth,
    lambda _, at: Decision(at.side, "month", "194.2", "In which month do you fight?"),
    Takes(ChooseMonth, choose_month, choices=lambda _, _at: [ChooseMonth(month) for month in MONTHS]),
)


@rule("194.2")
def roll_sky(s: HollowState, total: int) -> str:
    found = weather(total, s.tracks[MONTH])
    s.set_track("194.2", GUSTY, int(found.gusty))
    s.set_track("194.2", OVERCAST, int(found.overcast))
    s.set_track("194.2", GROUND, 0 if found.mud else GROUNDS.index("moderate"))
    words = [word for word in ("gusty", "overcast", "mud") if getattr(found, word)]
    return " and ".join(words) or "clear"


@rule("194.3")
def roll_hour(s: HollowState, die: int) -> str:
    sky = Weather(bool(s.tracks[GUSTY]), bool(s.tracks[OVERCAST]), s.tracks[GROUND] == 0)
    found = time_of_day(die, s.tracks[MONTH], sky, s.plan.data.get("land", ""), s.options.get("night") != "day")
    s.set_track("194.3", SUN, SUNS.index(found.sun))
    s.set_track("194.3", HAZE, HAZES.index(found.haze) if may_apply("194.62", setting(s)) else 0)
    s.set_track("194.3", MIST, int(found.mist))
    s.set_track("194.3", NIGHT, int(found.night))
    return "broad daylight" if found.name == "none" else found.name


@rule("194.4")
def roll_ground(s: HollowState, die: int) -> str:
    state = "mud" if s.tracks[GROUND] == 0 else ground_state(die, s.tracks[MONTH])
    if SUNS[s.tracks[SUN]] == "east":
        state = morning_ground(state, time_of_day(1, s.tracks[MONTH], Weather(False, False, False), "libya"))
    s.set_track("194.4", GROUND, GROUNDS.index(state))
    if not may_apply("194.61", setting(s)):
        s.set_track("196.2", SUN, 0)  # in the steppe the sun blinds only over very dry ground
    return state


@rule("194.5")
def roll_wind(s: HollowState, die: int) -> str:
    s.set_track("194.5", WIND, WINDS.index(wind(die)))
    return wind(die)


@rule("194.5")
def roll_wind_from(s: HollowState, die: int) -> str:
    s.set_track("194.5", WIND_FROM, die - 1)
    return COMPASS[die - 1]


@rule("194.701")
def roll_dust(s: HollowState, die: int) -> str:
    level = starting_dust(die, GROUNDS[s.tracks[GROUND]], WINDS[s.tracks[WIND]])
    allowed = may_apply("194.73" if level >= Dust.HEAVY else "194.701", setting(s))
    s.set_track("194.701", DUST, int(level) if allowed else 0)
    return dust_word(level if allowed else Dust.NONE)


class Climate(NamedTuple):
    """One of the rolls before play: its rule, its title, and what it does; a word for the log comes back."""

    rule: str
    title: str
    read: Callable[[HollowState, int], str]


CLIMATE = {
    "sky": Climate("194.2", "The weather", roll_sky),
    "hour": Climate("194.3", "The time of day", roll_hour),
    "ground": Climate("194.4", "The state of the ground", roll_ground),
    "wind": Climate("194.5", "The wind", roll_wind),
    "wind_from": Climate("194.5", "Where the wind comes from", roll_wind_from),
    "dust": Climate("194.701", "Dust", roll_dust),
}


def ask_climate(s: HollowState, at: ClimateRoll) -> Decision:
    one = CLIMATE[at.what]
    return Decision(CHANCE, at.what, one.rule, one.title)


def roll_climate(s: HollowState, at: ClimateRoll, a: Roll) -> None:
    one = CLIMATE[at.what]
    s.do(Rolled(one.rule, at.what, a.dice))
    pop(s)
    s.do(Said(one.rule, "climate", (one.title, one.read(s, a.dice[0]))))


CLIMATE_ROLL = ChanceStep(ClimateRoll, ask_climate, lambda _, at: SUM_OF_TWO if at.what == "sky" else ONE_DIE, roll_climate)
