"""What bots do with crews and guns: bail out, mend, get back in, fight hand to hand, return to the gun (36, 63, 64, 66, 176.711)."""

from __future__ import annotations

from random import Random
from typing import Any, cast

import pytest

from amba.bots.greedy import best
from amba.bots.player import Player
from amba.core.decision import CHANCE
from amba.core.game import Game
from amba.games.hollow.bot.advice import advice
from tests.games.hollow.tanks import Drill
from tests.games.hollow.test_vehicle_guns import fire

ENEMY = "aV1 H5 br-valentine-ii @9"
LEVELS = ("greedy", "planner")


def choice(t: Drill, side: int) -> Any:
    """What the bot for beginners in tactics does: the best single gesture."""
    return best(cast("Game", t.game), advice, t.s, side, Random(1))


def play_phase(t: Drill, side: int, level: str) -> None:
    """A bot does in this phase all it wants to do."""
    player, rng = Player(cast("Game", t.game), side, level, speaks=False), Random(1)
    first = t.game.decision(t.s)
    assert first is not None
    while (found := t.game.decision(t.s)) is not None:
        if found.who == CHANCE:
            t.game.apply(t.s, t.game.outcomes(t.s)[0][0])
        elif (found.who, found.kind) in {(side, first.kind), (side, "walk")}:
            t.game.apply(t.s, cast("Any", player.choose(t.game.imagine(t.s, side, rng), rng).action))
        else:
            break


def move(text: str, phasing: str = "axis") -> Drill:
    return fire(text, phasing, phase="movement")


@pytest.mark.parametrize("level", LEVELS)
def test_64_a_bots_crew_leaves_a_stuck_tank_that_has_nothing_to_fire_at_the_enemy_who_can_destroy_it(level: str) -> None:
    for tank in ("it-m13-40 @3 immobile malfunction", "it-m13-40 @3 immobile gun_gone", "it-l3-35 @3 immobile"):
        t = move(f"xV1 E5 {tank}; {ENEMY}")
        play_phase(t, 1, level)
        assert t.has("xV1", "abandoned"), tank


@pytest.mark.parametrize("level", LEVELS)
def test_64_a_bots_crew_stays_while_it_can_fire_or_mend_unharmed(level: str) -> None:
    """With its machine guns at men in sight, with its gun, or where nobody can destroy it."""
    for text in (
        "xV1 E5 it-l3-35 @3 immobile; a1 L5 br-457",
        "xV1 E5 it-m13-40 @3 immobile malfunction; a1 L5 br-457",
        f"xV1 E5 it-m13-40 @3 immobile; {ENEMY}",
        "xV1 E5 it-m13-40 @3 immobile malfunction; aV1 DD5 br-lt-mk-vib @9",
    ):
        t = move(text)
        play_phase(t, 1, level)
        assert not t.has("xV1", "abandoned"), text


@pytest.mark.parametrize("level", LEVELS)
def test_64_a_bots_crew_gets_back_into_what_is_of_use_and_not_into_what_is_lost(level: str) -> None:
    for marks, is_empty in (("immobile malfunction", True), ("immobile", False)):
        t = move(f"xV1 E5 it-m13-40 @3 {marks} abandoned; x1 E5 it-126v; {ENEMY}")
        assert "man x1 xV1" in t.menu()
        play_phase(t, 1, level)
        assert t.has("xV1", "abandoned") is is_empty


def test_66_a_bots_crew_mends_what_is_out_of_order_the_gun_first() -> None:
    t = fire(f"xV1 E5 it-m13-40 @3 malfunction bow_broken; {ENEMY}", "axis", "rally")
    order = choice(t, 1)
    assert (order.verb, order.what) == ("mend", "gun")
    tracks = fire(f"xV1 E5 it-m13-40 @3 immobile; {ENEMY}", "axis", "rally")
    assert choice(tracks, 1).verb == "mend"


def test_176_711_a_bots_crew_that_has_bailed_out_gets_away_into_cover() -> None:
    for brush, verb in (("H4", "slip"), ("", "crouch")):
        words = {"brush": brush} if brush else {}
        t = fire("aV1 E5 br-crusader-i @3 exposed; xV1 H5 it-m13-40 @9; a1 E6 br-457", words=words)
        t.do("engage aV1 xV1", "roll 4,3", "roll 7", "roll 8", "done")
        order = choice(t, 1)
        assert order.verb == verb
        if brush:
            assert order.to == t.game.names.place["99H4"]


def test_36_a_bots_men_go_at_a_tank_of_their_hex_and_its_machine_guns_at_them() -> None:
    t = fire("x1 E5 it-346; aV1 E5 br-valentine-ii @3", "axis", "melee")
    assert choice(t, 1).verb == "storm"
    t.do("done")
    assert choice(t, 0).verb == "repel"


def test_36_a_bots_men_go_at_the_tank_that_is_likeliest_to_be_harmed() -> None:
    t = fire("x1 E5 it-346; aV1 E5 br-valentine-ii @3; aV2 E5 br-valentine-ii @3 immobile exposed", "axis", "melee")
    assert choice(t, 1).vehicle == t.piece("aV2")


def test_64_a_bots_men_seize_an_abandoned_vehicle() -> None:
    t = fire("x1 E5 it-346; aV1 E5 br-valentine-ii @3 abandoned", "axis", "melee")
    assert choice(t, 1).verb == "seize"


@pytest.mark.parametrize("level", LEVELS)
def test_63_a_bots_gunners_go_back_to_the_gun_that_nobody_serves(level: str) -> None:
    t = move("aG1 E5 br-oqf-6-pdr-7-cwt @3; a1 C5 br-228; xV1 P5 it-m13-40 @3", "allied")
    play_phase(t, 0, level)
    assert t.where("a1") == "E5"
    near = move("aG1 E5 br-oqf-6-pdr-7-cwt @3; a1 E5 br-228; xV1 P5 it-m13-40 @3", "allied")
    play_phase(near, 0, level)
    assert near.s.points[near.piece("aG1")] == near.piece("a1") + 1, "they serve it"


@pytest.mark.parametrize("level", LEVELS)
def test_63_a_bots_gunners_who_serve_a_gun_stay_beside_another_that_waits(level: str) -> None:
    t = move("aG1 E5 br-oqf-6-pdr-7-cwt @3; a1 E5 br-228 +aG1; aG2 C5 br-oqf-6-pdr-7-cwt @3; xV1 P5 it-m13-40 @3", "allied")
    play_phase(t, 0, level)
    assert t.where("a1") == "E5"
