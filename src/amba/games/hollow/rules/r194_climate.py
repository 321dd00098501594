"""A battle of one's own: the month is chosen; sky, hour, ground, wind and dust are rolled by the tables."""

from __future__ import annotations

from collections.abc import Sequence

from amba.core.decision import CHANCE, Action, Decision
from amba.core.event import Rolled, Said
from amba.core.flow import Step, pop
from amba.core.menu import Menu
from amba.games.hollow.book import rule
from amba.games.hollow.rules.dice import numbers, one_die, sum_of_two
from amba.games.hollow.rules.r194_air import COMPASS, HAZES, SUNS, WINDS, setting
from amba.games.hollow.rules.r194_dust import Dust, dust_word, starting_dust
from amba.games.hollow.rules.r194_weather import GROUNDS, Weather, ground_state, may_apply, morning_ground, time_of_day, weather, wind
from amba.games.hollow.state import HollowState
from amba.games.hollow.tracks import DUST, GROUND, GUSTY, HAZE, MIST, MONTH, NIGHT, OVERCAST, SUN, WIND, WIND_FROM

MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December")


class Month(Step[HollowState]):
    """The attacker says in which month they fight: ("month", side)."""

    def decision(self, s: HollowState) -> Decision:
        return Decision(s.frames[-1][1], "month", "194.2", "In which month do you fight?")

    def menu(self, s: HollowState) -> Menu:
        return Menu([("month", name) for name in MONTHS])

    @rule("194.2")
    def apply(self, s: HollowState, a: Action) -> None:
        pop(s)
        s.set_track("194.2", MONTH, MONTHS.index(a[1]) + 1)


class Climate(Step[HollowState]):
    """One of the rolls before play: ("climate", what)."""

    RULES = {"sky": "194.2", "hour": "194.3", "ground": "194.4", "wind": "194.5", "wind_from": "194.5", "dust": "194.701"}
    TITLES = {"sky": "The weather", "hour": "The time of day", "ground": "The state of the ground", "wind": "The wind", "wind_from": "Where the wind comes from", "dust": "Dust"}  # fmt: skip

    def decision(self, s: HollowState) -> Decision:
        what = s.frames[-1][1]
        return Decision(CHANCE, what, self.RULES[what], self.TITLES[what])

    def outcomes(self, s: HollowState) -> Sequence[tuple[Action, int]]:
        return sum_of_two() if s.frames[-1][1] == "sky" else one_die()

    @rule("194.2", "194.3", "194.4", "194.5", "194.701")
    def apply(self, s: HollowState, a: Action) -> None:
        what = s.frames[-1][1]
        dice = numbers(a)
        number = self.RULES[what]
        s.do(Rolled(number, what, dice))
        pop(s)
        word = getattr(self, f"_{what}")(s, dice[0])
        s.do(Said(number, "climate", (self.TITLES[what], word)))

    def _sky(self, s: HollowState, total: int) -> str:
        found = weather(total, s.tracks[MONTH])
        s.set_track("194.2", GUSTY, int(found.gusty))
        s.set_track("194.2", OVERCAST, int(found.overcast))
        s.set_track("194.2", GROUND, 0 if found.mud else GROUNDS.index("moderate"))
        words = [word for word in ("gusty", "overcast", "mud") if getattr(found, word)]
        return " and ".join(words) or "clear"

    def _hour(self, s: HollowState, die: int) -> str:
        sky = Weather(bool(s.tracks[GUSTY]), bool(s.tracks[OVERCAST]), s.tracks[GROUND] == 0)
        found = time_of_day(die, s.tracks[MONTH], sky, s.plan.data.get("land", ""), s.options.get("night") != "day")
        s.set_track("194.3", SUN, SUNS.index(found.sun))
        s.set_track("194.3", HAZE, HAZES.index(found.haze) if may_apply("194.62", setting(s)) else 0)
        s.set_track("194.3", MIST, int(found.mist))
        s.set_track("194.3", NIGHT, int(found.night))
        return "broad daylight" if found.name == "none" else found.name

    def _ground(self, s: HollowState, die: int) -> str:
        state = "mud" if s.tracks[GROUND] == 0 else ground_state(die, s.tracks[MONTH])
        if SUNS[s.tracks[SUN]] == "east":
            state = morning_ground(state, time_of_day(1, s.tracks[MONTH], Weather(False, False, False), "libya"))
        s.set_track("194.4", GROUND, GROUNDS.index(state))
        if not may_apply("194.61", setting(s)):
            s.set_track("196.2", SUN, 0)  # in the steppe the sun blinds only over very dry ground
        return state

    def _wind(self, s: HollowState, die: int) -> str:
        s.set_track("194.5", WIND, WINDS.index(wind(die)))
        return wind(die)

    def _wind_from(self, s: HollowState, die: int) -> str:
        s.set_track("194.5", WIND_FROM, die - 1)
        return COMPASS[die - 1]

    def _dust(self, s: HollowState, die: int) -> str:
        level = starting_dust(die, GROUNDS[s.tracks[GROUND]], WINDS[s.tracks[WIND]])
        allowed = may_apply("194.73" if level >= Dust.HEAVY else "194.701", setting(s))
        s.set_track("194.701", DUST, int(level) if allowed else 0)
        return dust_word(level if allowed else Dust.NONE)
