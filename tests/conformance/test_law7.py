"""Law 7: odds shown are the odds, and dice fall as their weights say."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from math import erfc, exp, lgamma, log, sqrt
from random import Random
from typing import Any, cast

from amba.bots.player import Player
from amba.core.decision import CHANCE, Action, Chance, Preview
from amba.core.dice import Dice
from amba.core.game import Game
from amba.core.session import Session
from amba.core.state import State
from amba.lab import laws
from amba.lab.foretold import foretold, noted
from amba.lab.fuzz import seeded_session
from amba.lab.golden import golden_file, golden_session
from tests.conformance.cases import every_game, every_scenario, finished_game, game_of, shortest_of


def played_games(key: str, scenario: str) -> Iterator[Session]:
    """The golden game of a scenario, one played by bots, and random ones."""
    game = game_of(key)
    kept = golden_file(key, scenario)
    assert kept is not None
    yield golden_session(game, scenario, kept.read_text(encoding="utf-8"))
    yield bot_game(key, scenario)
    yield finished_game(key, scenario)


@cache
def bot_game(key: str, scenario: str) -> Session:
    """A game between greedy bots, or as much of it as two hundred orders."""
    game, rng = game_of(key), Random(f"{key} {scenario} bots")
    session = seeded_session(game, scenario, {}, "bots")
    players = [Player(game, side, "greedy", speaks=False) for side in range(len(game.sides))]
    while (decision := session.decision) is not None and len(session.done) < 400:
        session.act(decision.who, players[decision.who].choose(game.imagine(session.state, decision.who, rng), rng).action)
    return session


@every_scenario
def test_law_7_odds_shown_are_the_odds(key: str, scenario: str) -> None:
    game, looked = game_of(key), 0
    for session in played_games(key, scenario):
        for state, action in foretold(session):
            assert laws.odds_are_the_odds(game, state, action) == []
            looked += 1
    assert looked, "no order with odds in any game"


@every_game
def test_law_7_a_preview_that_lies_is_caught(key: str) -> None:
    """The law itself: it sees a chance shifted from one result to another, a result left out, and one too many; another column or strength; somebody left out."""
    game, scenario = game_of(key), shortest_of(key)
    state, action = next((state, action) for state, action in foretold(finished_game(key, scenario), odds_only=True))
    shown = game.preview(state, action)
    assert shown is not None
    first, *rest = shown.odds
    moved = Fraction(1, 1296)
    lies = [
        (first._replace(chance=first.chance - moved), *([rest[0]._replace(chance=rest[0].chance + moved), *rest[1:]] if rest else ())),
        tuple(rest),
        (*shown.odds, Chance("nothing of the kind", Fraction(1, 6), "never")),
    ]
    for lie in lies:
        if lie:
            assert is_caught(game, state, action, shown._replace(odds=lie))
    for index, (text, told) in enumerate(shown.shown):
        assert is_caught(game, state, action, shown._replace(shown=(*shown.shown[:index], (f"{text}1", told), *shown.shown[index + 1 :])))
    assert is_caught(game, state, action, shown._replace(column="another"))
    if shown.joins is not None and len(shown.orders) > 3:
        assert is_caught(game, state, action, shown._replace(orders=(*shown.orders[:-2], shown.orders[-1])))


@every_scenario
def test_law_7_what_a_note_says_is_left_is_left(key: str, scenario: str) -> None:
    game, rng = game_of(key), Random(f"{key} {scenario} notes")
    for session in played_games(key, scenario):
        for state, action, _ in noted(session, rng):
            assert laws.note_is_true(game, state, action, game.preview(state, action)) == []


@every_game
def test_law_7_a_note_that_lies_is_caught(key: str) -> None:
    """One more than is left, one less, or something left where the preview shows no cost."""
    game, session, rng = game_of(key), finished_game(key, shortest_of(key)), Random(key)
    whole = next((found for found in noted(session, rng) if re.fullmatch(r"»?\d+ left", found[2])), None)
    if whole is None:
        return  # a game whose notes say nothing of the kind
    state, action, note = whole
    shown = game.preview(state, action)
    assert shown is not None
    number = note.strip("»").removesuffix(" left")
    for lie in (f"1{number} left", f"»{number} 1/2 left", f"{number}½ points left", "no, 97 left"):
        assert is_caught(game, state, action, shown, lie)
    assert is_caught(game, state, action, shown._replace(cost=""), note)
    assert not laws.note_is_true(cast("Game", Liar(game, shown, note)), state, action, shown)


def is_caught(game: Game, state: State, action: Action, lie: Preview, note: str = "") -> bool:
    return laws.odds_are_the_odds(cast("Game", Liar(game, lie, note)), state, action) != []


class Liar:
    """A game that shows something else than it plays."""

    def __init__(self, game: Game, shown: Preview, noted: str) -> None:
        self.game = game
        self.shown = shown
        self.noted = noted

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)

    def preview(self, s: State, a: Action) -> Preview:
        return self.shown

    def note(self, s: State, a: Action) -> str:
        return self.noted


Outcomes = Sequence[tuple[Action, int]]
ROLLS = 1200
LEAST = 8
"""Expected falls below which results are counted together: the chi-square is an approximation for many falls."""
SURE = 1e-6
"""How unlikely a count must be to be called wrong. The dice of the test are fixed, so it can fail only once: when somebody changes something."""


def upper_tail(chi: float, freedom: int) -> float:
    """The chance of a chi-square at least so large (Wilson and Hilferty's approximation, good to a few per cent far out)."""
    spread = 2 / (9 * freedom)
    z = ((chi / freedom) ** (1 / 3) - (1 - spread)) / sqrt(spread)
    return 0.5 * erfc(z / sqrt(2))


def binomial_tails(count: int, chance: Fraction) -> float:
    """The exact chance of a count at least as far out on its own side."""
    if chance == 1:
        return 1.0 if count == ROLLS else 0.0
    yes, no = log(chance), log(1 - chance)
    terms = [exp(lgamma(ROLLS + 1) - lgamma(k + 1) - lgamma(ROLLS - k + 1) + k * yes + (ROLLS - k) * no) for k in range(ROLLS + 1)]
    return min(sum(terms[: count + 1]), sum(terms[count:]))


def unlikely(outcomes: Outcomes, counts: dict[Action, int]) -> list[str]:
    """Where the falls do not fit the weights: each result by its exact binomial chance, and all together by chi-square."""
    total = sum(weight for _, weight in outcomes)
    found = []
    for action, weight in outcomes:
        # Rare results may fall once by chance, but not often: what is asked is how often, never that they do.
        if binomial_tails(counts[action], Fraction(weight, total)) < SURE / len(outcomes):
            found.append(f"{' '.join(action)} fell {counts[action]} times of {ROLLS}, with a chance of {weight} in {total}")
    cells = [(counts[action], ROLLS * weight / total) for action, weight in outcomes if ROLLS * weight >= LEAST * total]
    rest = (ROLLS - sum(count for count, _ in cells), ROLLS - sum(expected for _, expected in cells))
    if rest[1] >= LEAST:
        cells.append(rest)
    if len(cells) > 1:
        chi = sum((count - expected) ** 2 / expected for count, expected in cells)
        if upper_tail(chi, len(cells) - 1) < SURE:
            found.append(f"chi-square {chi:.1f} over {len(cells)} results")
    return found


def rolled(outcomes: Outcomes, name: str) -> dict[Action, int]:
    counts: dict[Action, int] = dict.fromkeys((action for action, _ in outcomes), 0)
    dice = Dice(b"law seven", name)
    for index in range(ROLLS):
        counts[dice.choose(index, outcomes)] += 1
    return counts


@every_scenario
def test_law_7_dice_fall_as_their_weights_say(key: str, scenario: str) -> None:
    """Every kind of chance decision, rolled many times with provable dice."""
    game, whole = game_of(key), finished_game(key, scenario)
    seen: set[str] = set()
    for done in whole.done:
        if done.by != CHANCE:
            continue
        state = whole.state_at(done.n)
        decision = game.decision(state)
        assert decision is not None
        if decision.kind in seen:
            continue
        seen.add(decision.kind)
        outcomes = list(game.outcomes(state))
        assert unlikely(outcomes, rolled(outcomes, f"{key} {decision.kind}")) == [], decision.kind
    assert seen


def test_law_7_a_loaded_die_is_caught_and_a_rare_result_is_not() -> None:
    """The check itself: it sees a die that shows one face half as often again, and forgives a chance of one in a million that falls once."""
    fair = [(("roll", str(face)), 1) for face in range(1, 7)]
    loaded = [(action, 3 if action[1] == "6" else 2) for action, _ in fair]
    assert unlikely(fair, rolled(fair, "fair")) == []
    assert unlikely(fair, rolled(loaded, "loaded")) != []
    rare = [(("roll", "rare"), 1), (("roll", "common"), 999_999)]
    assert unlikely(rare, {("roll", "rare"): 1, ("roll", "common"): ROLLS - 1}) == []
    assert unlikely(rare, {("roll", "rare"): 40, ("roll", "common"): ROLLS - 40}) != []
