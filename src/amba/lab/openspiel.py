"""Every game for OpenSpiel's algorithms. Needs the extra `openspiel`.

    import pyspiel
    from amba.lab.openspiel import load
    game = load("GAME", "SCENARIO")          # a pyspiel.Game
    state = game.new_initial_state()

A player's action is one word of an order (`amba.lab.spelling`); dice are chance nodes with their exact probabilities. A player's information state is
what its side sees, from its view and nothing else; positions have no history but themselves, so equal views are equal information.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Self

try:
    import numpy as np
    import pyspiel
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        f"amba.lab.openspiel needs {error.name}, which is not installed: pip install 'amba[openspiel]'", name=error.name
    ) from None

from amba.core.decision import CHANCE
from amba.core.order import Words
from amba.core.state import State
from amba.lab.env import raw_env
from amba.lab.spelling import END, WordChoices

MOST_OUTCOMES = 4096
"""Results of one roll; a roll with more of them cannot be a chance node and is refused."""
LONGEST = 200_000
"""Steps of the longest game, dice included."""


def load(game: str, scenario: str | None = None, **given: Any) -> AmbaGame:
    """A game that OpenSpiel's algorithms can play."""
    return AmbaGame(raw_env(game, scenario, **given))


class AmbaGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel's classes have no types
    """One game and scenario, with its options."""

    def __init__(self, inner: raw_env, params: Mapping[str, Any] | None = None) -> None:
        self.inner = inner
        inner_game = inner.game
        kind = pyspiel.GameType(
            short_name=f"amba_{inner.key}", long_name=inner_game.title, dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC, information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
            utility=pyspiel.GameType.Utility.ZERO_SUM, reward_model=pyspiel.GameType.RewardModel.TERMINAL, max_num_players=len(inner_game.sides),
            min_num_players=len(inner_game.sides), provides_information_state_string=True, provides_information_state_tensor=False,
            provides_observation_string=True, provides_observation_tensor=True, parameter_specification={},
        )  # fmt: skip
        info = pyspiel.GameInfo(
            num_distinct_actions=len(inner.alphabet), max_chance_outcomes=MOST_OUTCOMES, num_players=len(inner_game.sides), min_utility=-1.0,
            max_utility=1.0, utility_sum=0.0, max_game_length=LONGEST,
        )  # fmt: skip
        super().__init__(kind, info, dict(params or {}))

    def new_initial_state(self) -> AmbaState:
        return AmbaState(self, self.inner.game.new(self.inner.scenario, self.inner.options))

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> AmbaObserver:
        return AmbaObserver(self.inner)


class AmbaState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel's classes have no types
    """A position, and the words of the order being given."""

    def __init__(self, game: AmbaGame, s: State) -> None:
        super().__init__(game)
        self.inner = game.inner
        self.now = s
        self.said: Words = ()
        self._settle()

    def _settle(self) -> None:
        game = self.inner.game
        self.decision = game.decision(self.now)
        self.outcomes: list[tuple[Any, int]] = []
        self.choices: WordChoices | None = None
        if self.decision is not None and self.decision.who == CHANCE:
            self.outcomes = list(game.outcomes(self.now))
            if len(self.outcomes) > MOST_OUTCOMES:
                raise ValueError(f"{len(self.outcomes)} results of one roll; at most {MOST_OUTCOMES} can be a chance node")
        elif self.decision is not None:
            self.choices = WordChoices(game, self.now)

    def current_player(self) -> int:
        if self.decision is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.decision.who == CHANCE else self.decision.who

    def _legal_actions(self, player: int) -> list[int]:
        assert self.choices is not None
        return sorted(self.inner.alphabet.index[word] for word in self.choices.after(self.said).words)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        total = sum(weight for _, weight in self.outcomes)
        return [(index, weight / total) for index, (_, weight) in enumerate(self.outcomes)]

    def _apply_action(self, action: int) -> None:
        game = self.inner.game
        if self.choices is None:
            game.apply(self.now, self.outcomes[action][0])
            self._settle()
            return
        word = self.inner.alphabet.words[action]
        if word != END:
            self.said = (*self.said, word)
        found = self.choices.after(self.said)
        if word == END or (found.is_order and not found.words):
            game.apply(self.now, game.read(self.now, self.said))
            self.said = ()
            self._settle()

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return " ".join(self.inner.game.spell(self.outcomes[action][0]))
        return self.inner.alphabet.words[action]

    def is_terminal(self) -> bool:
        return self.decision is None

    def returns(self) -> list[float]:
        sides = range(len(self.inner.game.sides))
        result = self.inner.game.result(self.now)
        if result is None or result.winner is None:
            return [0.0 for _ in sides]
        return [1.0 if side == result.winner else -1.0 for side in sides]

    def information_state_string(self, player: int | None = None) -> str:
        side = self.current_player() if player is None else player
        return seen_text(self.inner, self.now, side, self.said if self.decision is not None and self.decision.who == side else ())

    def observation_string(self, player: int | None = None) -> str:
        return self.information_state_string(player)

    def clone(self) -> Self:
        """Positions copy in slices: OpenSpiel's own way would play the whole history again."""
        new = type(self)(self.get_game(), self.now.copy())
        new.said = self.said
        return new

    def __str__(self) -> str:
        asked = "over" if self.decision is None else self.decision.text
        return f"{asked} {' '.join(self.said)}".strip()


def seen_text(inner: raw_env, s: State, side: int, said: Words) -> str:
    """What a side sees, as text that is equal exactly when it sees the same."""
    return json.dumps([inner.game.view(s, side), said], sort_keys=True, default=str)


class AmbaObserver:
    """What a player sees as one tensor (`amba.lab.observe`)."""

    def __init__(self, inner: raw_env) -> None:
        self.inner = inner
        self.tensor = np.zeros(inner.observer.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: AmbaState, player: int) -> None:
        inner = self.inner
        side = inner.game.sides[player]
        seen = inner.observer.observe(inner.game.view(state.now, player), side)
        decides = state.decision is not None and state.decision.who == player
        self.tensor[:] = inner.observer.saying(seen, inner.alphabet.spell(state.said) if decides else [])

    def string_from(self, state: AmbaState, player: int) -> str:
        return state.information_state_string(player)
