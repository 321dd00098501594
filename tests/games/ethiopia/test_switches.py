"""Every scenario finishes with and without each switch: random players under all laws, and bots."""

from __future__ import annotations

from random import Random
from typing import cast

import pytest

from amba.bots.quick import QuickPlayer
from amba.core.decision import CHANCE
from amba.core.game import Game
from amba.games.ethiopia.game import OPTIONS, Ethiopia
from amba.lab.fuzz import Fuzzer, Pace
from amba.lab.match import play
from tests.bots.walk import advice_of

LIGHT = Pace(referee=40, copies=40, odds=40, views=80, saves=120, undo=80)
OTHER = [(option.key, choice) for option in OPTIONS for choice, _ in option.choices if choice != option.default]
PLAIN = {option.key: "off" for option in OPTIONS if option.key.startswith("gordon")}
SWITCHES = [{key: choice} for key, choice in OTHER] + [PLAIN, {**PLAIN, "gas": "on"}]
SCENARIOS = ["october", "enderta", "campaign", "christmas", "badoglio", "graziani"]
every_switch = pytest.mark.parametrize("options", SWITCHES, ids=[" ".join(f"{k}={v}" for k, v in options.items()) for options in SWITCHES])


def random_play(game: Ethiopia, scenario: str, options: dict[str, str]) -> None:
    report = Fuzzer(cast("Game", game), scenario, f"switches {options}", options, LIGHT).play()
    assert report.violations == []
    assert report.finished


def test_random_players_finish_enderta_with_gas_alone(game: Ethiopia) -> None:
    """October is tried with every option by the conformance suite, but gas comes only later in the war."""
    random_play(game, "enderta", {**PLAIN, "gas": "on"})


@pytest.mark.soak
@pytest.mark.parametrize("scenario", SCENARIOS)
@every_switch
def test_random_players_finish_under_all_laws(game: Ethiopia, scenario: str, options: dict[str, str]) -> None:
    random_play(game, scenario, options)


@pytest.mark.parametrize("options", [{}, PLAIN], ids=["all of Gordon's rules", "none of them"])
def test_bots_finish_october(game: Ethiopia, options: dict[str, str]) -> None:
    found = play(cast("Game", game), "october", ["greedy", "greedy"], "switches", options)
    assert found.level


@pytest.mark.soak
@pytest.mark.parametrize("scenario", SCENARIOS)
@every_switch
def test_bots_finish_every_scenario(game: Ethiopia, scenario: str, options: dict[str, str]) -> None:
    """By quick advice, as bots play when they look ahead: the whole war in seconds, nothing refused and every invariant kept."""
    found, rng = cast("Game", game), Random(f"switches {options}")
    s = game.new(scenario, options)
    quick = QuickPlayer(found, advice_of(cast("Game", game)))
    attacks = 0
    while (decision := game.decision(s)) is not None:
        if decision.who == CHANCE:
            action = rng.choice(game.outcomes(s))[0]
        else:
            action = quick.choose(s, decision.who, decision.kind)
            assert game.refuse(s, action) is None, action
        attacks += action.verb == "attack"
        game.apply(s, action)
        assert not game.invariants(s)
    assert game.result(s) is not None
    assert attacks > 0
