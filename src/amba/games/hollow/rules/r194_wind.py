"""How the weather changes from player turn to player turn: wind, gusts, rain, dust, and how far one sees by night."""

from __future__ import annotations

from amba.core.event import Said
from amba.core.steps import push
from amba.games.hollow.book import rule
from amba.games.hollow.climate import may_apply
from amba.games.hollow.counters import DUST, GUSTS, GUSTY, NIGHT, OVERCAST, RAIN, VISIBILITY, WAS_STORM, WIND, WIND_FROM
from amba.games.hollow.frames import VisibilityRoll, WindRoll
from amba.games.hollow.rules.armour.r194_vehicle_dust import sweep_dust
from amba.games.hollow.rules.dice import roll_step
from amba.games.hollow.rules.r024_smoke import blow_away
from amba.games.hollow.rules.r111_fog import lift_fog
from amba.games.hollow.rules.r194_air import DRY, HEAVY, RAINED, RAINING, dust, setting
from amba.games.hollow.rules.r194_dust import Air, dust_word, wind_change
from amba.games.hollow.state import HollowState


@rule("194.76", "49")
def roll_for_weather(s: HollowState) -> None:
    """A wind change roll where the wind matters; by night, once a game turn, a roll for how far one sees."""
    if "weather" not in s.plan.data:
        return
    if s.tracks[NIGHT] and s.phase == 0:
        push(s, VisibilityRoll())
    if may_apply("194.76", setting(s)) or s.tracks[OVERCAST] or s.tracks[DUST]:
        push(s, WindRoll())


def change_of(s: HollowState, total: int) -> str:
    """What the roll says in this weather."""
    column = 2 if s.tracks[OVERCAST] else 1 if s.tracks[GUSTY] else 0
    return s.world.printed.wind_change.cells[total - 2][column]


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


@rule("49")
def read_visibility(s: HollowState, at: VisibilityRoll, dice: tuple[int, ...]) -> None:
    """Two dice: how many hexes one sees this turn by night."""
    s.set_track("49", VISIBILITY, dice[0])
    s.do(Said("49", "visibility", (dice[0],)))


@rule("194.76", "194.77")
def read_wind(s: HollowState, at: WindRoll, dice: tuple[int, ...]) -> None:
    """The table says what the wind does; then the dust rises or settles."""
    word = change_of(s, dice[0])
    blow(s, word)
    if s.tracks[RAIN] == RAINING:
        blow_away(s, number="194.77")
    if s.tracks[WIND] == HEAVY or s.tracks[GUSTS]:
        blow_away(s, is_gust=s.tracks[WIND] != HEAVY)
    sweep_dust(s)
    lift_fog(s)
    old = dust(s)
    new = settled(s, word)
    s.set_track("194.76", DUST, int(new.dust))
    s.set_track("194.76", WAS_STORM, int(new.was_storm))
    s.do(Said("194.77" if word == "rain" else "194.76", "wind", (word, dust_word(old), dust_word(new.dust))))


VISIBILITY_ROLL = roll_step(VisibilityRoll, "visibility", "49", "Visibility by night", read_visibility)
WIND_ROLL = roll_step(WindRoll, "wind", "194.76", "Wind change", read_wind)
