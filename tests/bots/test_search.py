"""Looking ahead: the plan and the answer that end best are taken, and luck is not taken for worth."""

from __future__ import annotations

from random import Random

import pytest

from amba.bots.budget import Budget
from amba.bots.evaluator import Evaluator
from amba.bots.paired_trials import PairedTrials
from amba.bots.plan import Plan, Planner
from amba.bots.player import Player
from amba.bots.playout import Luck, play_on
from amba.bots.search import ABSURD, AFRESH, WORK, Searcher
from amba.core.decision import Action, Decision, Side
from amba.core.evaluation import Evaluation
from amba.core.game import Game
from amba.core.state import State
from amba.load.registry import keys, open_game
from tests.bots.walk import advice_of, evaluation_of, led, to_movement


class Clock(Budget):
    """Seconds that pass when a test says so."""

    def __init__(self, seconds: float) -> None:
        super().__init__(10_000)
        self.seconds = seconds

    @property
    def left(self) -> float | None:
        return self.seconds

    @property
    def late(self) -> bool:
        return self.seconds < 0.2


def test_the_searcher_takes_the_plan_that_ends_best() -> None:
    game = open_game("cheren")
    s, side = to_movement(game, "cheren", 1)

    class Told(Searcher):
        """Each plan ends as well as it has moves."""

        def play_out(self, line: int, plan: Plan, sample: int) -> float | None:
            return float(len(plan.actions))

    found = Told(game, advice_of(game), evaluation_of(game), side, Random(1), Budget(10_000))
    plans = found.candidates(s, "movement", 200)
    assert len(plans) > 2
    assert len(found.plan(s, "movement", 200).actions) == max(len(plan.actions) for plan in plans)


def test_the_searcher_does_not_take_luck_for_worth() -> None:
    game = open_game("cheren")
    s, side = to_movement(game, "cheren", 1)

    class Wild(Searcher):
        """The planner's own plan ends at 0; the others well or badly, as it falls, and a little better on the whole."""

        def play_out(self, line: int, plan: Plan, sample: int) -> float | None:
            return 0.0 if plan.actions == own.actions else 0.6 if sample == 0 else 5.0 if sample % 2 else -4.0

    found = Wild(game, advice_of(game), evaluation_of(game), side, Random(1), Budget(10_000))
    own = found.candidates(s, "movement", 200)[0]
    assert found.plan(s, "movement", 200).actions == own.actions


@pytest.mark.parametrize(("caution", "believed"), [(2.0, True), (4.0, False)])
def test_how_far_ahead_another_plan_must_be_is_data(monkeypatch: pytest.MonkeyPatch, caution: float, believed: bool) -> None:
    """Twelve samples that lead by 1 on average, three standard errors or so."""
    game = open_game("cheren")
    s, side = to_movement(game, "cheren", 1)
    evaluation = evaluation_of(game)
    monkeypatch.setattr(evaluation, "weighing", evaluation.weighing._replace(caution=caution))

    class Ahead(Searcher):
        def play_out(self, line: int, plan: Plan, sample: int) -> float | None:
            return 0.0 if line == 0 else 2.2 if sample % 2 else -0.2

    found = Ahead(game, advice_of(game), evaluation, side, Random(1), Budget(10_000))
    own = found.candidates(s, "movement", 200)[0]
    assert (found.plan(s, "movement", 200).actions != own.actions) == believed


def test_by_the_clock_the_searcher_tries_fewer_plans_rather_than_too_few_samples() -> None:
    """There is time for three games and two further samples of each: the own plan and two others."""
    game = open_game("cheren")
    s, side = to_movement(game, "cheren", 1)

    class Timed(Searcher):
        """A first game takes a second, the next ones two fifths; whatever is not the planner's own plan ends better."""

        def play_out(self, line: int, plan: Plan, sample: int) -> float | None:
            clock.seconds -= 0.4 if sample else 1.0
            played.append(line)
            plans[line] = plan
            return float(line > 0)

    played: list[int] = []
    plans: dict[int, Plan] = {}
    clock = Clock(5.5)
    found = Timed(game, advice_of(game), evaluation_of(game), side, Random(1), clock).plan(s, "movement", 200)
    assert [played.count(line) for line in (0, 1, 2)] == [3, 3, 3]
    assert len(played) == 9
    assert found is plans[1]


def test_by_the_clock_most_of_the_time_is_left_to_play_the_plans_out() -> None:
    game = open_game("cheren")
    s, side = to_movement(game, "cheren", 1)

    class Slow(Searcher):
        """Whoever makes a plan takes three seconds for it."""

        def planner(self, planning: int, level: str, style: str = "") -> Planner:
            clock.seconds -= 3.0
            return Planner(self.game, self.advice, self.evaluator, Budget(planning))

    clock = Clock(10.0)
    found = Slow(game, advice_of(game), evaluation_of(game), side, Random(1), clock)
    found.candidates(s, "movement", 50)
    assert clock.seconds == 4.0, "a second plan was begun when three seconds of ten were gone, a third was not"


def test_by_the_clock_the_own_plan_has_half_of_the_time_and_another_a_quarter() -> None:
    game = open_game("cheren")
    found = Searcher(game, advice_of(game), evaluation_of(game), 0, Random(1), Clock(8.0))
    own, other = (found.planner(200, level).budget.left for level in ("searcher", "planner"))
    assert own == pytest.approx(4.0, abs=0.5)
    assert other == pytest.approx(2.0, abs=0.5)


def test_answers_that_come_to_the_same_are_not_tried_for_long() -> None:
    tried: list[tuple[int, int]] = []

    def trial(line: int, sample: int) -> float | None:
        tried.append((line, sample))
        return float(sample)

    assert PairedTrials(3, trial, Budget(10_000), 1.0, 12).run() == 0
    assert tried == [(line, sample) for sample in (0, 1, 2) for line in (0, 1, 2)]


def test_nothing_is_believed_on_two_samples() -> None:
    left = iter(range(5))

    def trial(line: int, sample: int) -> float | None:
        return None if next(left, None) is None else float(line)

    assert PairedTrials(2, trial, Budget(10_000), 0.0, 12).run() == 0, "two samples of each, and the time was up"
    assert PairedTrials(2, lambda line, _: float(line), Budget(10_000), 0.0, 12).run() == 1


def to_kind(game: Game, scenario: str, kind: str) -> tuple[State, Decision]:
    """On by quick advice and middling luck to the first question of this kind that has more than one answer."""
    s = game.new(scenario, {})
    for decision in led(game, s, 0):
        if decision.kind == kind and len(list(game.legal(s))) > 1:
            return s, decision
    raise AssertionError(f"nobody is asked for {kind}")


def test_a_searcher_plays_the_answers_out_where_the_game_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    game = open_game("hollow")
    s, decision = to_kind(game, "cub-cub", "prep")
    before = s.key()
    advised = Player(game, decision.who, "planner").choose(s, Random(1)).action
    tried: set[Action] = set()

    def answered(self: Searcher, line: int, s: State, action: Action, sample: int) -> float | None:
        tried.add(action)
        return 0.0 if action == advised else 1.0

    monkeypatch.setattr(Searcher, "play_out_answer", answered)
    assert Player(game, decision.who, "planner").choose(s, Random(1)).action == advised
    assert not tried, "a planner does as advised"
    liked = {action: advice_of(game)(s, decision.who, action) for action in game.legal(s)}
    other = Player(game, decision.who, "searcher").choose(s, Random(1)).action
    assert min(liked.values()) < ABSURD < min(liked[action] for action in tried), "what the advice calls absurd is not tried"
    assert other in tried - {advised}
    assert s.key() == before


def test_what_the_advice_took_is_not_given_to_the_search_again(monkeypatch: pytest.MonkeyPatch) -> None:
    game = open_game("hollow")
    s, decision = to_kind(game, "cub-cub", "prep")
    given: list[float | None] = []

    def budget(evaluation: Evaluation, limit: float | None) -> Budget:
        given.append(limit)
        return Budget(0)

    monkeypatch.setattr("amba.bots.player.search_budget", budget)
    Player(game, decision.who, "searcher").choose(s, Random(1), limit=5.0)
    assert len(given) == 1
    assert given[0] is not None
    assert 0.0 < given[0] < 5.0


def test_an_answer_is_played_out_on_a_copy_and_the_same_luck_gives_the_same_end() -> None:
    game = open_game("hollow")
    s, decision = to_kind(game, "cub-cub", "final")
    before = s.key()
    found = Searcher(game, advice_of(game), evaluation_of(game), decision.who, Random(1), Budget(10_000))
    shot = next(action for action in game.legal(s) if action.verb == "fire")
    ends = [found.play_out_answer(0, s, shot, sample) for sample in (1, 1, 2, 3, 4)]
    assert s.key() == before
    assert ends[0] == ends[1]
    assert len(set(ends)) > 1, "and other luck may give another"


@pytest.mark.parametrize("afresh", [False, True])
def test_what_both_sides_mean_to_do_is_planned_once_for_a_line_or_afresh_in_every_sample(monkeypatch: pytest.MonkeyPatch, afresh: bool) -> None:
    game = open_game("cheren")
    evaluation, (s, side) = evaluation_of(game), to_movement(game, "cheren", 1)
    monkeypatch.setattr(evaluation, "weighing", evaluation.weighing._replace(afresh=afresh))
    planned: list[Side] = []

    class Counted(Searcher):
        def plan_briefly(self, s: State, side: Side, kind: str) -> Plan:
            planned.append(side)
            return super().plan_briefly(s, side, kind)

    budget = Budget(10_000)
    found = Counted(game, advice_of(game), evaluation, side, Random(1), budget)
    plan = found.planner(200, "planner").plan(s, "movement")
    before = budget.work
    ends = [found.play_out(0, plan, sample) for sample in range(4)]
    assert planned == (4 if afresh else 1) * [1 - side, side], "the enemy's reply and one's own next phase, in every sample or only in the first"
    assert before - budget.work == 4 * (AFRESH if afresh else WORK), "what takes longer is counted for more"
    assert None not in ends
    assert len(set(ends)) > 1
    planned.clear()
    found.play_out(1, plan, 0)
    assert planned == [1 - side, side], "another line has plans of its own"


@pytest.mark.parametrize("key", [key for key in keys() if evaluation_of(open_game(key)).weighing.searched])
def test_what_is_searched_is_asked_in_the_game(key: str) -> None:
    game = open_game(key)
    searched = evaluation_of(game).weighing.searched
    assert not searched & evaluation_of(game).planned.keys(), "plans are searched anyway"
    asked, scenario = set[str](), min(game.scenarios(), key=lambda one: one.turns).key
    for sample in range(6):
        asked |= {decision.kind for decision in led(game, game.new(scenario, {}), sample)}
        if searched <= asked:
            return
    raise AssertionError(f"never asked: {searched - asked}")


@pytest.mark.parametrize(("ends", "mover"), [("planned", 0), ("fought", 1), ("seen", 0)])
def test_the_end_is_judged_where_the_game_says(monkeypatch: pytest.MonkeyPatch, ends: str, mover: int) -> None:
    """Who is to move then: the side itself (0), or the enemy (1)."""
    game = open_game("cheren")
    evaluation, (s, side) = evaluation_of(game), to_movement(game, "cheren", 1)
    monkeypatch.setattr(evaluation, "weighing", evaluation.weighing._replace(ends=ends))
    judged: list[Side] = []

    class Watched(Evaluator):
        def value(self, s: State) -> float:
            decision = game.decision(s)
            assert decision is not None
            judged.append(decision.who)
            return super().value(s)

    found = Searcher(game, advice_of(game), evaluation, side, Random(1), Budget(10_000))
    plan = found.planner(200, "planner").plan(s, "movement")
    found.play_out(0, plan, 0)  # what is meant is planned here, and by other evaluators
    found.evaluator = Watched(game, evaluation, side)
    found.play_out(0, plan, 1)
    assert judged == [1 - side if mover else side]


@pytest.mark.parametrize(("own", "theirs", "end"), [(0.5, 0.5, 2.0), (1.0, 0.0, 7.0), (0.25, 0.75, -0.5)])
def test_the_end_is_judged_by_what_both_sides_see_in_it(monkeypatch: pytest.MonkeyPatch, own: float, theirs: float, end: float) -> None:
    """And nobody plans any further."""
    game = open_game("cheren")
    evaluation, (s, side) = evaluation_of(game), to_movement(game, "cheren", 1)
    monkeypatch.setattr(evaluation, "weighing", evaluation.weighing._replace(ends="seen", views=(own, theirs) if side == 0 else (theirs, own)))

    class Sees(Evaluator):
        def value(self, s: State) -> float:
            return 7.0 if self.side == side else 3.0

    planned: list[Side] = []

    class Counted(Searcher):
        def plan_briefly(self, s: State, side: Side, kind: str) -> Plan:
            planned.append(side)
            return super().plan_briefly(s, side, kind)

    found = Counted(game, advice_of(game), evaluation, side, Random(1), Budget(10_000))
    plan = found.planner(200, "planner").plan(s, "movement")
    found.evaluator, found.enemy_evaluator = (Sees(game, evaluation, who) for who in (side, 1 - side))
    assert found.play_out(0, plan, 1) == end
    assert planned == [1 - side]


def test_a_game_may_ask_for_more_samples() -> None:
    """All lines on the first, then three rivals, two, and one; a line that is no better is given up after a quarter of them."""
    tried: list[tuple[int, int]] = []

    def trial(line: int, sample: int) -> float | None:
        tried.append((line, sample))
        return float(line == 1)

    assert PairedTrials(6, trial, Budget(10_000), 2.0, 48).run() == 1
    assert [sum(one == sample for _, one in tried) for sample in (0, 4, 5, 12, 13, 47)] == [6, 4, 3, 3, 2, 2]
    tried.clear()
    assert PairedTrials(2, lambda _, sample: trial(0, sample), Budget(10_000), 2.0, 48).run() == 0
    assert tried[-1] == (0, 11)


@pytest.mark.parametrize("key", keys())
def test_playing_on_stops_where_the_side_plans_again_and_beyond_that_where_the_enemy_does(key: str) -> None:
    game = open_game(key)
    evaluation, (s, side) = evaluation_of(game), to_movement(game, key, 1)
    kind, luck = next(iter(evaluation.planned)), Luck(0.5, 1)
    for who in (1 - side, side, 1 - side):
        assert play_on(game, advice_of(game), s, luck, who, evaluation, Budget(10_000), lambda *_: (), None)
        decision = game.decision(s)
        assert decision is not None
        assert (decision.who, decision.kind) == (who, kind)
