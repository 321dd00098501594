"""Dice that can be proved afterwards.

Every chance decision draws from HMAC-SHA256(key, game id and index of the decision). The log's header publishes only a promise (core/promise.py);
the key is shown at the end, and then anybody can check the whole game. What was taken back counts in the index: no place is ever drawn twice.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from amba.core.decision import Action
from amba.core.promise import mixed_key


class Chances(Protocol):
    """As much of a game as dice need."""

    def outcomes(self, s: Any) -> Sequence[tuple[Action, int]]: ...
    def dice(self, s: Any) -> int: ...
    def thrown(self, s: Any, faces: tuple[int, ...]) -> Action: ...


class Dice:
    """The dice of one game."""

    def __init__(self, key: bytes, game_id: str, mix: Mapping[str, str] | None = None) -> None:
        self.key = key
        """What the header promises, and the end shows."""
        self.game_id = game_id
        self.secret = mixed_key(key, mix or {})
        """What the dice fall by: the key, mixed with what the players' browsers added."""

    def number(self, index: int, total: int) -> int:
        """An even draw from 0 to total - 1 for the decision with this index."""
        if total > 1 << 64:
            return self._large_number(index, total)
        room = 1 << 64
        limit = room - room % total
        attempt = 0
        while True:
            message = f"{self.game_id}:{index}:{attempt}".encode()
            value = int.from_bytes(hmac.digest(self.secret, message, "sha256")[:8], "big")
            if value < limit:
                return value % total
            attempt += 1

    def _large_number(self, index: int, total: int) -> int:
        """The same for more results than 64 bits can tell apart: 25 dice thrown together have more."""
        blocks = total.bit_length() // 256 + 2
        room = 1 << 256 * blocks
        limit = room - room % total
        attempt = 0
        while True:
            digests = [hmac.digest(self.secret, f"{self.game_id}:{index}:{attempt}:{block}".encode(), "sha256") for block in range(blocks)]
            value = int.from_bytes(b"".join(digests), "big")
            if value < limit:
                return value % total
            attempt += 1

    def choose(self, index: int, outcomes: Sequence[tuple[Action, int]]) -> Action:
        """One of the weighted outcomes."""
        number = self.number(index, sum(weight for _, weight in outcomes))
        for action, weight in outcomes:
            number -= weight
            if number < 0:
                return action
        raise ValueError("no outcome has a positive weight")

    def throw(self, index: int, count: int) -> tuple[int, ...]:
        """The faces of so many dice that fall together, each as likely as any other."""
        number, faces = self.number(index, 6**count), []
        for _ in range(count):
            number, face = divmod(number, 6)
            faces.append(face + 1)
        return tuple(faces)

    def fall(self, index: int, game: Chances, s: Any) -> Action:
        """What chance brings in a position: dice that fall together die by die, anything else by its weight."""
        count = game.dice(s)
        return game.thrown(s, self.throw(index, count)) if count else self.choose(index, game.outcomes(s))
