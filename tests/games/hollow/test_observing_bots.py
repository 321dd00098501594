"""Bots keep their observers where they see."""

from __future__ import annotations

from amba.games.hollow.bot.advice import value_advance, value_start
from amba.games.hollow.bot.advice_artillery import observes
from amba.games.hollow.bot.advice_setup import NEVER
from amba.games.hollow.counters import ALLIED, RED, battery_track
from amba.games.hollow.game import load
from amba.games.hollow.orders import Advance, StartOut
from amba.games.hollow.state import HollowState
from tests.games.hollow.table import give

GAME = load()


def barrage() -> HollowState:
    """Lesson 6, set up: the leader with the radio looks out of the hut at the post."""
    s = GAME.new("lesson-6", {})
    for piece, place in (("x1", "62O5"), ("x2", "62N5"), ("x3", "62N4"), ("x4", "62O4"), ("xL1", "62O5")):
        give(GAME, s, "place", piece, place)
    give(GAME, s, "give", "xW1", "x1")
    give(GAME, s, "done")
    for piece, place in (("aL1", "62H5"), ("a1", "62H7"), ("a2", "62H7"), ("a3", "62F5"), ("aL2", "62H7")):
        give(GAME, s, "place", piece, place)
    give(GAME, s, "give", "aW2", "aL1")
    give(GAME, s, "give", "aW1", "a1")
    give(GAME, s, "done")
    return s


def test_46_a_bot_keeps_its_observer_where_he_sees_the_enemy() -> None:
    s = barrage()
    observer, other = (GAME.names.piece[key] for key in ("aL1", "aL2"))
    assert observes(s, observer)
    assert not observes(s, other), "no radio"
    assert value_start(s, ALLIED, StartOut(observer)) == NEVER
    assert value_advance(s, ALLIED, Advance(observer, GAME.names.place["62I5"])) == NEVER


def test_107_when_the_battery_has_ended_its_day_the_observer_goes_with_the_others() -> None:
    s = barrage()
    s.tracks[battery_track(0, RED)] = 2
    assert not observes(s, GAME.names.piece["aL1"])
