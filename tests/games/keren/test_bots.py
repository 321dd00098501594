"""Advice that a player would recognise: single positions in which a sensible bot does one thing."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from amba.bots.player import Player
from amba.bots.think import best
from amba.games.keren.evaluate import KerenEvaluation
from amba.games.keren.odds_for_bots import assault_hope, is_trapped

if TYPE_CHECKING:
    from amba.core.decision import Action
    from amba.games.keren.game import Keren

    from .conftest import Lay, Table

CAMERONS = ("2-camerons-a", "2-camerons-b", "2-camerons-c")


def choice(t: Table) -> Action:
    decision = t.game.decision(t.s)
    assert decision is not None
    game: Any = t.game
    return best(game, game, t.s, decision.who, Random(1))


@pytest.mark.parametrize("scenario", ["first-battle", "second-battle"])
def test_bots_set_up_by_the_scenarios_plan(keren: Keren, scenario: str) -> None:
    game: Any = keren
    assert best(game, game, keren.new(scenario, {}), 1, Random(1)) == ("rest",)


def test_a_colonial_battalion_steps_back_from_three_camerons(lay: Lay) -> None:
    t = lay("italian.movement", {**dict.fromkeys(CAMERONS, "2418"), "col-red-1": "2417", "col-red-2": "5305"})
    verb, unit, to = choice(t)
    assert (verb, unit) == ("move", "col-red-1")
    assert t.hex(to) not in t.s.world.ground.next_to[t.hex("2418")]


def test_a_bot_that_is_late_does_not_end_its_phase_unseen(lay: Lay) -> None:
    t = lay("italian.movement", {**dict.fromkeys(CAMERONS, "2418"), "col-red-1": "2417", "col-red-2": "5305"})
    game: Any = t.game
    assert best(game, game, t.s, 1, Random(1), limit=0.0)[:2] == ("move", "col-red-1")


def test_nobody_leaves_tigu_open(lay: Lay) -> None:
    t = lay("italian.movement", {"col-red-1": "5305", "2-camerons-a": "3030"})
    assert choice(t) == ("done",)


def test_no_planner_leaves_tigu_open(lay: Lay) -> None:
    t = lay("italian.movement", {"col-red-1": "5305", "col-red-2": "5208", **dict.fromkeys(CAMERONS, "2418")})
    game: Any = t.game
    player, rng = Player(game, 1, "planner", speaks=False), Random(1)
    while game.decision(t.s).kind == "movement":
        t.do(" ".join(player.choose(t.s.copy(), rng).action))
    assert t.s.held[1][t.hex("5305")]


def test_one_battalion_does_not_assault_the_alpini(lay: Lay) -> None:
    t = lay("commonwealth.assault", {"2-camerons-a": "2418", "alp-tan-1": "2417", "alp-burgundy-1": "2417"})
    assert choice(t) == ("done",)


def test_three_camerons_assault_a_colonial_battalion(lay: Lay) -> None:
    t = lay("commonwealth.assault", {**dict.fromkeys(CAMERONS, "2418"), "col-red-1": "2417"})
    assert choice(t) == ("assault", "2417")


def test_who_cannot_retreat_is_worth_more_as_a_target(lay: Lay) -> None:
    units = {**dict.fromkeys(CAMERONS, "2418"), "col-red-1": "2417", "col-red-2": "5305"}
    free = lay("commonwealth.assault", units)
    around = {"3-14-punjab-a": "2416", "3-14-punjab-b": "2517", "3-14-punjab-c": "2516", "1-essex-a": "2316", "1-essex-b": "2317"}
    shut = lay("commonwealth.assault", units | around)
    place = free.hex("2417")
    assert (is_trapped(free.s, 1, place), is_trapped(shut.s, 1, place)) == (False, True)
    assert assault_hope(shut.s, 0, place, 16, 1) > assault_hope(free.s, 0, place, 16, 1)


def test_a_picture_made_over_is_the_picture_made_anew(keren: Keren) -> None:
    """Moves, fights, losses and guns that turn their backs: whatever happened since, the terms are those of a fresh look."""
    rng, anew, moves = Random(3), KerenEvaluation(keren.world), 0
    s = keren.new("first-battle", {})
    for step in range(200):
        decision = keren.decision(s)
        assert decision is not None
        if decision.who < 0:
            action = rng.choice(keren.outcomes(s))[0]
        else:
            menu = keren.legal(s)
            heads = [head for head in menu.heads if head[0] == "move" and step % 9]
            tails = list(menu.tails(rng.choice(heads))) if heads else []
            action = rng.choice(tails) if tails else ("rest",) if ("rest",) in menu else menu.pick(rng)
            moves += bool(tails)
        keren.apply(s, action)
        anew.last.clear()
        for side in (0, 1):
            assert keren.evaluation.measure(s, side) == anew.measure(s, side), (step, action)
    assert moves > 30
