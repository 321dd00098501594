"""Every game as a PettingZoo AEC environment. Needs the extra `rl`.

    from amba.lab.env import env
    game = env("GAME", "SCENARIO")

One step is one word of an order (`amba.lab.spelling`): a side that says "move", a unit and a hex has taken three steps and done one action.
Dice are the environment's own and follow from the seed. The winner gets 1 at the end, the loser -1, a draw 0 to both.
An environment can be pickled and copied at any moment; the copy goes on by itself.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Self

try:
    import numpy as np
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from numpy.typing import NDArray
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(f"amba.lab.env needs {error.name}, which is not installed: pip install 'amba[rl]'", name=error.name) from None

from amba.core.decision import CHANCE, Action
from amba.core.dice import Dice
from amba.core.game import Game, choose_options
from amba.core.order import Words
from amba.core.state import State
from amba.draw.map import draw_svg
from amba.lab.observe import Arrays, Observer, track_values
from amba.lab.spelling import END, Alphabet, WordChoices
from amba.load.registry import open_game

VERSION = 1
"""Raised when the meaning of observations or steps changes."""
MADE_ANEW = ("game", "alphabet", "observer", "word_choices", "next", "seen", "observation_spaces", "action_spaces", "state_space", "state_now")
"""What a pickle leaves out: it follows from the rest."""


@lru_cache(maxsize=8)
def _opened(key: str, changes: tuple[str, ...]) -> Game:
    return open_game(key, None, changes)


@lru_cache(maxsize=8)
def _observer(key: str, changes: tuple[str, ...], scenario: str) -> Observer:
    return observer_of(_opened(key, changes), scenario)


def observer_of(game: Game, scenario: str) -> Observer:
    """What turns views of a game and scenario into arrays."""
    start = game.new(scenario, choose_options(game.options(), {}))
    tracks = [name for side in range(len(game.sides)) for name in track_values(game.view(start, side)["tracks"])]
    return Observer(game, scenario, Alphabet(game), dict.fromkeys(tracks))


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
        self.key, self.changes = game, tuple(changes)
        found = _opened(game, self.changes)
        self.scenario = scenario or found.scenarios()[0].key
        self.options = choose_options(found.options(), options or {})
        self.most = most
        self.render_mode = render_mode
        self.possible_agents = list(found.sides)
        self.np_random: np.random.Generator = seeding.np_random(None)[0]
        self.said: Words = ()
        """The order so far."""
        self._furnish(found.new(self.scenario, self.options))
        name = f"amba_{game}_{self.scenario}_v{VERSION}_{self.fingerprint()}"
        self.metadata = {"name": name, "render_modes": ["svg"], "is_parallelizable": False}

    def _furnish(self, s: State) -> None:
        """Everything that follows from the arguments and the position."""
        self.game = _opened(self.key, self.changes)
        self.observer = _observer(self.key, self.changes, self.scenario)
        self.alphabet = self.observer.alphabet
        self.observation_spaces = dict.fromkeys(self.possible_agents, self.observer.space)
        self.action_spaces = {agent: spaces.Discrete(len(self.alphabet)) for agent in self.possible_agents}
        self.state_space = spaces.Box(-1, 1, (len(self.possible_agents) * self.observer.size,), np.float32)
        self.state_now: State = s
        self.seen: dict[str, NDArray[np.float32]] = {}
        self.word_choices = WordChoices(self.game, s)
        self.next = self.word_choices.after(self.said)

    def fingerprint(self) -> str:
        """Eight letters that change when a word of the orders or a column of the observations does: what a learner learned would be worth nothing."""
        text = "\n".join((*self.alphabet.words, *self.observer.columns()))
        return hashlib.sha256(text.encode()).hexdigest()[:8]

    def __getstate__(self) -> dict[str, Any]:
        return {**{name: value for name, value in self.__dict__.items() if name not in MADE_ANEW}, "dumped": self.state_now.dump()}

    def __setstate__(self, saved: dict[str, Any]) -> None:
        dumped = saved.pop("dumped")
        self.__dict__.update(saved)
        s = _opened(self.key, self.changes).blank(self.scenario, self.options)
        s.restore(dumped)
        self._furnish(s)

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Quicker than by way of a pickle: positions copy in slices, and what never changes is shared."""
        new = object.__new__(type(self))
        memo[id(self)] = new
        new.__dict__.update(self.__dict__)
        for name in ("rewards", "_cumulative_rewards", "terminations", "truncations"):
            if name in new.__dict__:
                new.__dict__[name] = dict(self.__dict__[name])
        new.np_random = np.random.Generator(type(self.np_random.bit_generator)())
        new.np_random.bit_generator.state = self.np_random.bit_generator.state
        new.agents = self.agents[:] if "agents" in self.__dict__ else []
        new.infos = {agent: dict(info) for agent, info in self.__dict__.get("infos", {}).items()}
        new._furnish(self.state_now.copy())
        return new

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
            self.carry_out(self.game.read(self.state_now, self.said))

    def carry_out(self, order: Action) -> None:
        """A whole order at once, for those who do not spell."""
        self.game.apply(self.state_now, order)
        self.orders += 1
        self._settle()

    def _settle(self) -> None:
        """Roll what has to be rolled; then a side decides, or the game is over."""
        game, s = self.game, self.state_now
        while (decision := game.decision(s)) is not None and decision.who == CHANCE:
            game.apply(s, self.dice.fall(self.rolled, game, s))
            self.rolled += 1
        self.said = ()
        self.seen = {}
        for side, agent in enumerate(self.possible_agents):
            self.infos[agent] = self._score(side)
        if decision is None:
            self._end()
            return
        self.agent_selection = game.sides[decision.who]
        self.word_choices = WordChoices(game, s)
        self.next = self.word_choices.after(())
        self.infos[self.agent_selection] |= {"prompt": decision.text, "rule": decision.rule}
        if self.most is not None and self.orders >= self.most:
            self.truncations = dict.fromkeys(self.agents, True)

    def _score(self, side: int) -> dict[str, Any]:
        """The points so far as this side counts them: its own are good, the other's bad."""
        score = self.game.abilities.score
        return {} if score is None else {"score": score.points(self.state_now) * (1 if score.side == side else -1)}

    def _end(self) -> None:
        result = self.game.result(self.state_now)
        assert result is not None
        for side, agent in enumerate(self.possible_agents):
            self.rewards[agent] = 0.0 if result.winner is None else 1.0 if result.winner == side else -1.0
            self.infos[agent] |= {"result": result.text, "level": result.level}
        self.terminations = dict.fromkeys(self.agents, True)
        self.next = WordChoices(self.game, self.state_now).after(())
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> Arrays:
        decides = not self._is_over() and agent == self.agent_selection
        return {"observation": self._seen_by(agent), "action_mask": self.mask() if decides else self.no_mask()}

    def _seen_by(self, agent: str) -> NDArray[np.float32]:
        """A side's array; while an order is being spelled, its words are all that changes, and only its own side sees them."""
        if agent not in self.seen:
            view = self.game.view(self.state_now, self.game.sides.index(agent))
            self.seen[agent] = self.observer.observe(view, agent)
        return self.observer.saying(self.seen[agent], self.alphabet.spell(self.said) if agent == self.agent_selection else [])

    def _is_over(self) -> bool:
        return self.game.decision(self.state_now) is None

    def state(self) -> NDArray[np.float32]:
        """What all sides see together, one after the other: for a critic that may know more than the players."""
        return np.concatenate([self._seen_by(agent) for agent in self.possible_agents])

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
        side = self.game.sides.index(self.agent_selection)
        return draw_svg(self.game.board(self.scenario), self.game.view(self.state_now, side))

    def close(self) -> None:
        pass
