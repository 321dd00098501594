"""Every game as a PettingZoo AEC environment. Needs the extra `rl`.

    from amba.lab.env import env
    game = env("GAME", "SCENARIO")

One step is one word of an order (`amba.lab.spelling`): a side that says "move", a unit and a hex has taken three steps and done one action.
Dice are the environment's own and follow from the seed. The winner gets 1 at the end, the loser -1, a draw 0 to both.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from amba.core.decision import CHANCE
from amba.core.dice import Dice
from amba.core.game import Game, choose_options, worded
from amba.core.order import Words
from amba.core.state import State
from amba.lab.observe import Arrays, Observer
from amba.lab.spelling import END, Alphabet, WordChoices
from amba.load.registry import open_game


@lru_cache(maxsize=8)
def _opened(key: str, changes: tuple[str, ...]) -> Game:
    return open_game(key, None, changes)


def env(game: str, scenario: str | None = None, **given: Any) -> AECEnv:
    """The environment in PettingZoo's usual wrappers: it says so when it is used before `reset` or in the wrong order."""
    return wrappers.OrderEnforcingWrapper(raw_env(game, scenario, **given))


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801 - PettingZoo's name for it; its base class has no types
    """`most` cuts a game off after so many orders; `changes` are what-ifs as in `amba lab run --set`."""

    def __init__(
        self, game: str, scenario: str | None = None, options: Mapping[str, str] | None = None, changes: tuple[str, ...] = (),
        most: int | None = None, render_mode: str | None = None,
    ) -> None:  # fmt: skip
        super().__init__()
        self.game = _opened(game, tuple(changes))
        self.scenario = scenario or self.game.scenarios()[0].key
        self.options = choose_options(self.game.options(), options or {})
        self.most = most
        self.render_mode = render_mode
        self.metadata = {"name": f"amba_{game}_{self.scenario}_v0", "render_modes": ["svg"], "is_parallelizable": False}
        self.possible_agents = list(self.game.sides)
        self.alphabet = Alphabet(self.game)
        start = self.game.new(self.scenario, self.options)
        tracks = [track["key"] for side in range(len(self.possible_agents)) for track in self.game.view(start, side)["tracks"]]
        self.observer = Observer(self.game, self.scenario, self.alphabet, list(dict.fromkeys(tracks)))
        self.observation_spaces = dict.fromkeys(self.possible_agents, self.observer.space)
        self.action_spaces = {agent: spaces.Discrete(len(self.alphabet)) for agent in self.possible_agents}
        self.state_now: State = start
        self.np_random: np.random.Generator = seeding.np_random(None)[0]
        self.word_choices = WordChoices(worded(self.game, self.game.legal(start)))
        self.next = self.word_choices.after(())
        self.said: Words = ()
        """The order so far."""
        self.views: dict[str, dict[str, Any]] = {}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        if seed is not None:
            self.np_random = seeding.np_random(seed)[0]
        drawn = self.np_random.integers(0, 2**63)
        self.dice = Dice(hashlib.sha256(f"environment {drawn}".encode()).digest(), "environment")
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.state_now = self.game.new(self.scenario, self.options)
        self.rolled = self.orders = 0
        self._settle()

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        assert action is not None
        self._say(self.alphabet.words[int(action)])
        self._accumulate_rewards()

    def _say(self, word: str) -> None:
        """One word more; a finished order is done."""
        if word not in self.next.words:
            raise ValueError(f"{' '.join((*self.said, word))!r} begins no legal order: use the action mask")
        if word != END:
            self.said = (*self.said, word)
            self.next = self.word_choices.after(self.said)
        if word == END or (self.next.is_order and not self.next.words):
            self.game.apply(self.state_now, self.game.read(self.state_now, self.said))
            self.orders += 1
            self._settle()

    def _settle(self) -> None:
        """Roll what has to be rolled; then a side decides, or the game is over."""
        game, s = self.game, self.state_now
        while (decision := game.decision(s)) is not None and decision.who == CHANCE:
            game.apply(s, self.dice.choose(self.rolled, game.outcomes(s)))
            self.rolled += 1
        self.said = ()
        self.views = {}
        if decision is None:
            self._end()
            return
        self.agent_selection = game.sides[decision.who]
        self.word_choices = WordChoices(worded(game, game.legal(s)))
        self.next = self.word_choices.after(())
        self.infos[self.agent_selection] = {"prompt": decision.text, "rule": decision.rule}
        if self.most is not None and self.orders >= self.most:
            self.truncations = dict.fromkeys(self.agents, True)

    def _end(self) -> None:
        result = self.game.result(self.state_now)
        assert result is not None
        for side, agent in enumerate(self.possible_agents):
            self.rewards[agent] = 0.0 if result.winner is None else 1.0 if result.winner == side else -1.0
            self.infos[agent] = {"result": result.text, "level": result.level}
        self.terminations = dict.fromkeys(self.agents, True)
        self.next = WordChoices(worded(self.game, self.game.legal(self.state_now))).after(())
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> Arrays:
        if agent not in self.views:
            self.views[agent] = self.game.view(self.state_now, self.game.sides.index(agent))
        view = self.views[agent]
        decides = view["decision"] is not None and view["decision"]["who"] == agent
        return self.observer.observe(view, agent, self.alphabet.spell(self.said) if decides else [], self.mask() if decides else self.no_mask())

    def mask(self) -> NDArray[np.int8]:
        found = self.no_mask()
        found[[self.alphabet.index[word] for word in self.next.words]] = 1
        return found

    def no_mask(self) -> NDArray[np.int8]:
        return np.zeros(len(self.alphabet), np.int8)

    def render(self) -> str | None:
        """The map as the deciding side sees it, as SVG text."""
        if self.render_mode != "svg":
            return None
        from amba.draw.map import draw_svg

        side = self.game.sides.index(self.agent_selection)
        return draw_svg(self.game.board(self.scenario), self.game.view(self.state_now, side))

    def close(self) -> None:
        pass
