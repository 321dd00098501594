"""One side against one of Amba's bots, as a Gymnasium environment, alone or many at once. Needs the extra `rl`.

    from amba.lab.gym import SideEnv, vector_env
    game = SideEnv("GAME", "SCENARIO", side="SIDE", opponent="greedy")
    many = vector_env(8, "GAME", "SCENARIO", side="SIDE", opponent="random")

A step is one word of an order, as in `amba.lab.env`. The mask of legal words is in `info["action_mask"]`, and `action_masks()` gives it to learners
that ask for it by that name. The reward is 1, 0 or -1 at the end; `info["score"]` has the points so far.
"""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any, SupportsFloat

try:
    import gymnasium
    import numpy as np
    from gymnasium.vector import AsyncVectorEnv, SyncVectorEnv, VectorEnv
    from numpy.typing import NDArray
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(f"amba.lab.gym needs {error.name}, which is not installed: pip install 'amba[rl]'", name=error.name) from None

from amba.bots.player import Player
from amba.lab.env import raw_env

Seen = NDArray[np.float32]


class SideEnv(gymnasium.Env[Seen, np.int64]):
    """The opponent sees what its side may see, and plays with a generator of its own that follows from the seed."""

    metadata = {"render_modes": ["svg"]}

    def __init__(
        self, game: str, scenario: str | None = None, side: str | None = None, opponent: str = "greedy", render_mode: str | None = None, **given: Any
    ) -> None:
        self.inner = raw_env(game, scenario, render_mode=render_mode, **given)
        self.side = side or self.inner.possible_agents[0]
        if self.side not in self.inner.possible_agents:
            raise ValueError(f"{game} has no side {self.side!r}; there are: {', '.join(self.inner.possible_agents)}")
        self.opponent = opponent
        self.render_mode = render_mode
        self.observation_space = self.inner.observer.space["observation"]
        self.action_space = self.inner.action_space(self.side)
        self.name = f"{self.inner.metadata['name']}_{self.side}_{opponent}"
        self.mind = Random()
        self.players = self._players()

    def _players(self) -> dict[str, Player]:
        inner = self.inner
        return {
            agent: Player(inner.game, inner.game.sides.index(agent), self.opponent, speaks=False)
            for agent in inner.possible_agents
            if agent != self.side
        }

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        super().reset(seed=seed)
        self.inner.reset(seed=int(self.np_random.integers(0, 2**31)))
        self.mind = Random(int(self.np_random.integers(0, 2**63)))
        self.players = self._players()
        self._let_play()
        return self._seen(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Seen, SupportsFloat, bool, bool, dict[str, Any]]:
        self.inner.step(int(action))
        self._let_play()
        inner = self.inner
        return self._seen(), inner.rewards[self.side], inner.terminations[self.side], inner.truncations[self.side], self._info()

    def _let_play(self) -> None:
        """The opponents' decisions, until this side decides or the game is over."""
        inner = self.inner
        while inner.agent_selection != self.side and not (inner.terminations[self.side] or inner.truncations[self.side]):
            player = self.players[inner.agent_selection]
            imagined = inner.game.imagine(inner.state_now, player.side, self.mind)
            inner.carry_out(player.choose(imagined, self.mind).action)

    def _seen(self) -> Seen:
        found: Seen = self.inner.observe(self.side)["observation"]
        return found

    def _info(self) -> dict[str, Any]:
        return {**self.inner.infos[self.side], "action_mask": self.action_masks()}

    def action_masks(self) -> NDArray[np.int8]:
        """Which words may be said now."""
        inner = self.inner
        return inner.mask() if inner.agent_selection == self.side else inner.no_mask()

    def render(self) -> Any:
        return self.inner.render()


def vector_env(count: int, game: str, scenario: str | None = None, processes: bool = False, **given: Any) -> VectorEnv[Any, Any, Any]:
    """So many games at once, one after the other in this process or each in its own."""
    makers = [partial(SideEnv, game, scenario, **given) for _ in range(count)]
    return AsyncVectorEnv(makers) if processes else SyncVectorEnv(makers)
