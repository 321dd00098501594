"""Plans: made on copies, followed gesture by gesture, made anew when things are not as foreseen, and with a reason that can be said."""

from __future__ import annotations

import re
from itertools import islice
from random import Random
from typing import Literal, NamedTuple, cast

import pytest

from amba.bots.budget import Budget
from amba.bots.evaluator import Evaluator
from amba.bots.plan import Plan, Planner, arrivals_of
from amba.bots.player import Player
from amba.bots.playout import Luck, Script
from amba.core.decision import CHANCE, Action, Decision, Side
from amba.core.evaluation import Evaluation
from amba.core.game import Advice, Game
from amba.core.order import Head, Piece, Place
from amba.core.state import State
from amba.load.registry import keys, open_game
from tests.bots.walk import advice_of, asked, evaluation_of, led, to_movement

EVALUATED = [key for key in keys() if open_game(key).abilities.evaluation is not None]


def make(game: Game, s: State, side: Side, budget: Budget) -> Plan:
    decision = game.decision(s)
    assert decision is not None
    evaluator = Evaluator(game, evaluation_of(game), side)
    return Planner(game, advice_of(game), evaluator, budget).plan(s, decision.kind)


@pytest.mark.parametrize("key", EVALUATED)
def test_a_plan_is_legal_changes_nothing_and_does_not_make_things_worse(key: str) -> None:
    game = open_game(key)
    s, side = to_movement(game, key, 1)
    before = s.key()
    plan = make(game, s, side, Budget(150))
    assert s.key() == before
    assert len(plan.states) == len(plan.actions) + 1
    now = plan.states[0].copy()
    assert game.view(now, side) == game.view(s, side), "where the enemy could come between, a plan supposes that he does not; nothing else is changed"
    for action, foreseen in zip(plan.actions, plan.states[1:], strict=True):
        assert game.refuse(now, action) is None, action
        game.apply(now, action)
        assert now.key() == foreseen.key()


@pytest.mark.parametrize("key", EVALUATED)
def test_the_evaluation_looks_at_nothing_hidden_and_is_explained(key: str) -> None:
    game = open_game(key)
    evaluation = evaluation_of(game)
    assert all(term.means.endswith(".") and term.gain for term in evaluation.weighing.terms.values())
    rng = Random(5)
    for seed in range(2):
        s, side = to_movement(game, key, seed, 2)
        values = evaluation.measure(s.copy(), side)
        assert values.keys() == evaluation.weighing.terms.keys()
        for _ in range(2):
            other = evaluation.measure(game.imagine(s, side, rng), side)
            assert other == pytest.approx(values)


@pytest.mark.parametrize("key", EVALUATED)
def test_margins_are_equal_and_opposite(key: str) -> None:
    game = open_game(key)
    evaluation = evaluation_of(game)
    s, _ = to_movement(game, key, 1)
    assert evaluation.margin(s, 0) == -evaluation.margin(s, 1)


def test_a_planner_follows_its_plan_and_says_why() -> None:
    game = open_game("cheren")
    s, side = to_movement(game, "cheren", 1, 0)
    player, rng = Player(game, side, "planner"), Random(1)
    said = []
    first = player.choose(s, rng)
    plan = player.plan
    assert plan is not None
    choice = first
    while choice.action.verb == "move":
        said.append(choice.why)
        game.apply(s, choice.action)
        choice = player.choose(game.imagine(s, side, rng), rng)
        assert player.plan is plan or player.plan is None, "nothing unforeseen happened: the plan stands"
    assert any(said), "the reason of some move can be said"
    titles = {place.title for place in game.world.towns}  # type: ignore[attr-defined]
    assert any(title in why for why in said for title in titles)


def test_every_level_says_the_odds_of_an_attack() -> None:
    game, rng = open_game("cheren"), Random(2)
    s = game.new("agordat", {})
    player = Player(game, 0, "greedy")
    said = ""
    for decision in asked(game, s, rng):
        choice = player.choose(s, rng) if decision.who == 0 else None
        if choice is not None and choice.action.verb == "attack":
            said = choice.why
            break
        game.apply(s, choice.action if choice is not None else game.legal(s).pick(rng))
    assert re.search(r"at \d+-\d+$", said)


def test_no_reason_is_made_of_what_a_spectator_cannot_see() -> None:
    """The top unit of a stack is seen in Keren; who lies under it is not, and of his move nothing is said."""
    game = open_game("keren")
    s, side = to_movement(game, "keren", 1, 0)
    evaluator = Evaluator(game, evaluation_of(game), side)
    for head in game.legal(s).heads:
        piece = head.args[0]
        action = next(iter(game.legal(s).tails(head)), None)
        if action is None or s.at[piece] >= len(s.here):
            continue
        worlds = [game.imagine(s, None, Random(seed)) for seed in range(3)]
        hidden = len({world.at[piece] for world in worlds}) > 1
        if hidden and game.refuse(game.imagine(s, None, Random(0)), action) is not None:
            assert evaluator.why(s, action) == ""
            return
    raise AssertionError("nobody is hidden here: the test needs another position")


def test_a_planner_plans_anew_when_things_are_not_as_foreseen() -> None:
    game = open_game("cheren")
    s, side = to_movement(game, "cheren", 1)
    player, rng = Player(game, side, "planner"), Random(1)
    first = player.choose(s, rng)
    plan = player.plan
    other = next(a for head in game.legal(s).heads if head != Head(type(first.action), first.action[:1]) for a in game.legal(s).tails(head))
    game.apply(s, other)
    again = player.choose(s, rng)
    assert player.plan is not plan
    assert game.refuse(s, again.action) is None


def test_no_time_at_all_still_gives_a_legal_action() -> None:
    game = open_game("cheren")
    s, side = to_movement(game, "cheren", 1)
    for level in ("greedy", "planner", "searcher"):
        assert game.refuse(s, Player(game, side, level).choose(s, Random(1), limit=0.0).action) is None


def test_at_the_end_only_the_result_counts() -> None:
    game, rng = open_game("cheren"), Random(3)
    s = game.new("agordat", {})
    evaluators = [Evaluator(game, evaluation_of(game), side) for side in (0, 1)]
    assert evaluators[0].outlook(s) == evaluators[0].value(s)
    for _ in asked(game, s, rng):
        game.apply(s, game.legal(s).pick(rng))
    result = game.result(s)
    assert result is not None
    assert result.winner == 1
    assert evaluators[1].outlook(s) == -evaluators[0].outlook(s) == 12.0 - 2.0 * result.score


class Gate:
    """A game that allows some gestures."""

    def __init__(self, *allowed: Action) -> None:
        self.allowed = allowed

    def refuse(self, s: State, a: Action) -> str | None:
        return None if a in self.allowed else "no"


class Move(NamedTuple):
    unit: Piece
    verb: Literal["move"] = "move"


class Go(NamedTuple):
    to: Place
    verb: Literal["go"] = "go"


class Halt(NamedTuple):
    verb: Literal["halt"] = "halt"


def test_a_script_leaves_out_what_the_enemy_made_impossible_and_goes_on_with_the_next_piece() -> None:
    s = State(0, 0, 0)
    a, b, go = Move(0), Move(1), Go(1)
    actions: list[Action] = [a, go, Halt(), b, Go(2)]
    moving, walking, other = (Decision(who, kind, "1", "") for who, kind in ((0, "movement"), (0, "walk"), (1, "movement")))
    script = Script(cast("Game", Gate(a, b)), 0, "movement", ("move",), actions)
    assert script.next(s, other) is None, "the other side is asked"
    assert script.next(s, moving) == a
    assert script.next(s, moving) == b, "a was stopped: its steps are left out"
    script = Script(cast("Game", Gate(Halt())), 0, "movement", ("move",), [go, b])
    assert script.next(s, walking) is None, "on the way nobody else sets out"
    assert list(script.left) == [b]


class Die:
    """A game of one die."""

    def __init__(self) -> None:
        self.rolled: list[str] = []

    def outcomes(self, s: State) -> list[tuple[Action, int]]:
        return [(("roll", str(n)), 1) for n in range(1, 7)]

    def apply(self, s: State, a: Action) -> None:
        self.rolled.append(a[1])


def rolls(luck: Luck, *texts: str) -> list[int]:
    die = Die()
    for text in texts:
        luck.roll(cast("Game", die), State(0, 0, 0), Decision(CHANCE, "die", "1", text))
    return [int(found) for found in die.rolled]


def test_the_same_luck_falls_on_the_same_roll_whatever_came_before() -> None:
    assert rolls(Luck(0.5, 3), "at Agordat", "at Cheren") == list(reversed(rolls(Luck(0.5, 3), "at Cheren", "at Agordat")))
    assert rolls(Luck(0.5, 0), "a", "b", "a") == [4, 4, 4], "middling luck"
    texts = [f"at {n}" for n in range(40)]
    good, bad = rolls(Luck(0.5, 1), *texts), rolls(Luck(0.5, 2), *texts)
    assert all(a + b == 7 for a, b in zip(good, bad, strict=True)), "turned round"
    assert len(set(good)) == 6


def test_a_plan_that_was_cut_short_is_gone_on_with() -> None:
    """Whatever little time there is for each gesture, the phase is not ended before everybody has been looked at."""
    game = open_game("cheren")
    s, side = to_movement(game, "cheren", 1, 0)

    class Hasty(Player):
        """Has time for a handful of positions at every question."""

        def think(self, s: State, decision: Decision, advice: Advice, evaluation: Evaluation, rng: Random, limit: float | None) -> Plan:
            return Planner(self.game, advice, Evaluator(self.game, evaluation, self.side), Budget(12)).plan(s, decision.kind)

    player, rng, moves = Hasty(game, side, "planner"), Random(1), 0
    while (choice := player.choose(s, rng)).action.verb == "move" and moves < 60:
        game.apply(s, choice.action)
        moves += 1
    full = make(game, to_movement(game, "cheren", 1, 0)[0], side, Budget(10_000))
    assert not full.cut
    assert moves > len(full.actions) // 2
    assert choice.action.verb == "done", "and it comes to an end"


@pytest.mark.parametrize("key", ["cheren", "adua", "ethiopia", "hollow"])
def test_quick_advice_plays_a_game_to_its_end(key: str) -> None:
    game = open_game(key)
    s = game.new(min(game.scenarios(), key=lambda one: one.turns).key, {})
    for count, _ in enumerate(led(game, s, 1)):
        assert count < 3000
    assert game.result(s) is not None


@pytest.mark.parametrize("key", EVALUATED)
def test_reasons_never_fail(key: str, caplog: pytest.LogCaptureFixture) -> None:
    game = open_game(key)
    evaluation_of(game)
    s, rng = game.new(min(game.scenarios(), key=lambda one: one.turns).key, {}), Random(4)
    players = [Player(game, side, "greedy") for side in range(len(game.sides))]
    for decision in islice(asked(game, s, rng), 150):
        action = game.legal(s).pick(rng)
        before = s.key()
        players[decision.who].reason(evaluation_of(game), s, action)
        assert s.key() == before
        game.apply(s, action)
    assert not caplog.records


def test_no_more_pieces_are_brought_against_a_target_than_the_game_says() -> None:
    game = open_game("cheren")
    s, side = to_movement(game, "cheren", 1, 0)
    evaluation = evaluation_of(game)
    planner = Planner(game, advice_of(game), Evaluator(game, evaluation, side), Budget(10_000))
    arrivals = arrivals_of(planner.survey(s, "movement"))
    target = max(evaluation.targets(s, side), key=lambda target: len(planner.joiners(target, arrivals)))
    most = len(planner.joiners(target, arrivals))
    assert most > 2
    planner.mass_at_most = 2
    assert len(planner.joiners(target, arrivals)) == 2
    assert most <= evaluation.weighing.mass == 10
