"""Bots: always legal, never looping, quick enough, and better than chance."""

from __future__ import annotations

import asyncio
from argparse import ArgumentParser
from copy import copy
from random import Random
from typing import Any, cast

import pytest

from amba.bots import LEVELS, UnknownLevel, level_for, levels_of
from amba.bots.beginner import is_overlooked, stumble
from amba.bots.greedy import best
from amba.bots.player import Choice, Player
from amba.bots.pool import Pool
from amba.bots.worker import PLANS, Worker
from amba.cli import lab_ladder, lab_run
from amba.core.decision import Action, Side
from amba.core.game import Abilities, Game, refuse_words
from amba.core.session import Session
from amba.core.state import State
from amba.games.cheren.orders import Move
from amba.lab.match import play as match
from amba.load.registry import keys, open_game
from amba.server.answers import Refused
from amba.server.opening import check_seats
from tests.bots.walk import advice_of
from tests.loops import complete


def play(game: Game, scenario: str, levels: dict[Side, str], seed: int) -> Session:
    """A whole game between bots that see only what their side sees."""
    session = Session(game, scenario, {}, bytes([seed]) * 32, f"bots-{seed}")
    rng = Random(seed)
    players = {side: Player(game, side, level, speaks=False) for side, level in levels.items()}
    while (decision := session.decision) is not None:
        imagined = game.imagine(session.state, decision.who, rng)
        session.act(decision.who, players[decision.who].choose(imagined, rng).action)
        assert len(session.done) < 5000, "a bot walks in circles"
    return session


@pytest.mark.parametrize("key", keys())
def test_greedy_plays_to_the_end(key: str) -> None:
    game = open_game(key)
    scenario = min(game.scenarios(), key=lambda one: one.turns).key
    session = play(game, scenario, dict.fromkeys(range(len(game.sides)), "greedy"), 1)
    assert session.result is not None


def test_a_game_offers_the_levels_that_differ() -> None:
    cheren = open_game("cheren")
    assert levels_of(cheren) == list(LEVELS)

    assert levels_of(with_abilities(advice=lambda *_: 0.0)) == ["random", "beginner", "greedy"]
    assert levels_of(with_abilities()) == ["random"]


def with_abilities(**abilities: Any) -> Game:
    """Cheren, with other abilities than its own."""
    game = copy(open_game("cheren"))
    cast("Any", game).abilities = Abilities(**abilities)
    return game


def test_a_level_that_a_game_does_not_have_is_an_error() -> None:
    """Random play is never called greedy."""
    cheren, plain, advised = open_game("cheren"), with_abilities(), with_abilities(advice=lambda *_: 0.0)
    assert level_for(cheren, "steady") == "greedy"  # its former name
    assert level_for(plain, "random") == "random"
    with pytest.raises(UnknownLevel, match="The Road to Cheren has no bot 'greedy'; there are: random"):
        level_for(plain, "greedy")
    with pytest.raises(UnknownLevel, match="'planner'; there are: random, beginner, greedy"):
        Player(advised, 0, "planner")
    with pytest.raises(UnknownLevel):
        match(plain, "agordat", ("greedy", "random"), "x")
    with pytest.raises(Refused, match="expected one of me, link, bot:random"):
        check_seats(plain, {"allied": "me", "italian": "bot:greedy"})
    assert check_seats(cheren, {"allied": "me", "italian": "bot:steady"})["italian"] == "bot:steady"


def test_the_lab_and_the_fuzzer_take_no_level_that_a_game_does_not_have(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = with_abilities()
    monkeypatch.setattr("amba.lab.run.game_of", lambda _: plain)
    words = ArgumentParser()
    lab_run.add_arguments(words)
    with pytest.raises(UnknownLevel, match="no bot 'greedy'"):
        lab_run.asked(words.parse_args(["cheren", "--bots", "greedy,random"]))
    spec, _ = lab_run.asked(words.parse_args(["cheren"]))
    assert spec.bots == ("random", "random")
    with pytest.raises(UnknownLevel, match="no bot 'planner'"):
        lab_ladder.chosen_levels("random,planner", plain)


def test_greedy_beats_random_from_both_sides() -> None:
    game = open_game("cheren")
    for side in (0, 1):
        session = play(game, "agordat", {side: "greedy", 1 - side: "random"}, 2)
        assert session.result is not None
        assert session.result.winner == side


def test_advice_looks_at_nothing_hidden() -> None:
    """Positions a side cannot tell apart are advised alike."""
    game = open_game("cheren")
    advice = advice_of(game)
    session, rng = Session(game, "agordat", {}, b"k" * 32, "secret"), Random(3)
    for _ in range(25):
        decision = session.decision
        assert decision is not None
        worlds = [game.imagine(session.state, decision.who, rng) for _ in range(2)]
        for action in list(game.legal(session.state))[:40]:
            values = {advice(world.copy(), decision.who, action) for world in (*worlds, session.state)}
            assert len(values) == 1, action
        session.act(decision.who, game.legal(session.state).pick(rng))


class Slow:
    """Advice that takes its time."""

    def __init__(self) -> None:
        self.asked = 0

    def advice(self, s: State, side: Side, a: Action) -> float:
        self.asked += 1
        return float(self.asked)


def test_when_time_is_over_the_best_so_far_is_taken() -> None:
    game = open_game("cheren")
    session, rng = Session(game, "agordat", {}, b"k" * 32, "x"), Random(1)
    while session.decision is not None and session.decision.kind != "movement":
        session.act(session.decision.who, session.menu.pick(rng))
    slow = Slow()
    every = len(list(game.legal(session.state)))
    action = best(game, slow.advice, session.state, 0, rng, limit=0.0)
    assert game.refuse(session.state, action) is None
    assert slow.asked < every


def question(level: str) -> dict[str, Any]:
    game = open_game("cheren")
    session, rng = Session(game, "agordat", {}, b"k" * 32, "x"), Random(1)
    assert session.decision is not None
    side = session.decision.who
    return {
        "game": "cheren", "scenario": "agordat", "options": {}, "side": side, "level": level, "seed": 7,
        "position": game.imagine(session.state, side, rng).dump(), "limit": 60.0,
    }  # fmt: skip


@pytest.mark.parametrize("level", LEVELS)
def test_a_worker_answers_with_a_legal_action(level: str) -> None:
    game = open_game("cheren")
    session = Session(game, "agordat", {}, b"k" * 32, "x")
    answer = Worker().answer(question(level))
    assert refuse_words(game, session.state, tuple(answer["a"])) is None
    assert Worker().answer(question(level)) == answer, "the same question, the same answer"


def test_the_pool_answers_from_its_own_process() -> None:
    async def run() -> list[Choice | None]:
        pool = Pool(1, 5.0)
        try:
            first = await asyncio.gather(pool.choose(question("greedy")), pool.choose(question("random")))
            process = next(iter(pool.all))
            broken = await pool.choose({**question("greedy"), "game": "chess"})
            process.kill()
            await process.wait()
            after = await pool.choose(question("greedy"))
        finally:
            await pool.close()
        return [*first, broken, after]

    greedy, random, broken, after = complete(run())
    assert greedy is not None
    assert random is not None
    assert broken is None, "a bot that fails says so and the table goes on"
    assert after == greedy, "a dead process is replaced"


def test_a_worker_remembers_the_plans_of_a_few_tables() -> None:
    worker = Worker()
    game = open_game("cheren")
    ask = {"side": 0, "level": "planner", "table": "one"}
    assert worker.player(game, ask) is worker.player(game, ask)
    assert worker.player(game, {**ask, "side": 1}) is not worker.player(game, ask)
    for n in range(PLANS):
        worker.player(game, {**ask, "table": str(n)})
    assert len(worker.players) == PLANS, "memory is bounded"
    assert ("cheren", "one", "0", "planner") not in worker.players


def test_a_process_that_hangs_is_replaced() -> None:
    async def run() -> tuple[Choice | None, Choice | None]:
        pool = Pool(1, 5.0)
        try:
            await pool.choose(question("random"))
            process = next(iter(pool.all))
            process.send_signal(19)  # SIGSTOP: it will never answer
            pool.limit = -0.8
            late = await pool.choose(question("random"))
            pool.limit = 5.0
            return late, await pool.choose(question("random"))
        finally:
            await pool.close()

    late, after = complete(run())
    assert late is None
    assert after is not None


def test_whoever_is_called_off_leaves_no_process_behind() -> None:
    """A question that is called off ends its process; closing waits for that one, too."""

    async def run() -> int | None:
        pool = Pool(1, 5.0)
        await pool.choose(question("random"))
        process = next(iter(pool.all))
        asked = asyncio.create_task(pool.choose(question("planner")))
        await asyncio.sleep(0.05)
        asked.cancel()
        await asyncio.gather(asked, return_exceptions=True)
        assert process in pool.all, "it has been ended and is waited for below"
        await pool.close()
        return process.returncode

    assert complete(run()) == -9


def test_a_beginner_overlooks_pieces_and_takes_the_second_best_now_and_then() -> None:
    """It chooses what greedy play would not, forgets the same pieces for a whole phase, and still plays by the rules."""
    game = open_game("cheren")
    advice = advice_of(game)
    session, rng, differs, asked = Session(game, "agordat", {}, bytes(32), "beginner"), Random(1), 0, 0
    reasons = set()
    while (decision := session.decision) is not None and asked < 120:
        s, who = session.state, decision.who
        chosen, why = Player(game, who, "beginner").choose(s, rng)
        reasons.add(why)
        assert game.refuse(s, chosen) is None
        asked += 1
        differs += chosen != best(game, advice, s, who, Random(1))
        session.act(who, chosen)
    assert 0.1 < differs / asked < 0.9
    assert len(reasons) > 2, "a beginner says why, too"
    overlooked = {is_overlooked(game, Move(unit, -1), 0, 1, "movement") for unit in range(20)}
    assert overlooked == {False, True}


def test_a_beginner_looks_again_when_nothing_that_he_thinks_of_is_any_good(monkeypatch: pytest.MonkeyPatch) -> None:
    """An army that had to enter Adua's map was overlooked: he formed a march and called it off for ever."""
    monkeypatch.setattr("amba.bots.beginner.is_overlooked", lambda *_: True)
    game = open_game("cheren")
    session, rng = Session(game, "agordat", {}, bytes(32), "beginner"), Random(1)
    while (decision := session.decision) is not None and decision.kind != "movement":
        session.act(decision.who, game.legal(session.state).pick(rng))
    assert decision is not None
    menu = game.legal(session.state)
    plain = list(menu.plain)
    assert plain
    assert menu.heads
    for _ in range(20):
        bad = stumble(game, lambda s, side, a: -9.0 if a in plain else 1.0, session.state, decision.who, rng, decision.kind)
        assert bad not in plain, "what is overlooked is remembered when all else is bad"
        fair = stumble(game, lambda s, side, a: 0.0 if a in plain else 1.0, session.state, decision.who, rng, decision.kind)
        assert fair in plain, "and only then"
