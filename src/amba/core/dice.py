"""Dice that can be proved afterwards.

Every chance decision draws from HMAC-SHA256(key, game id and index of the decision). The log's header publishes only the key's hash;
the key is shown at the end, and then anybody can check the whole game.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence

from amba.core.decision import Action


class Dice:
    """The dice of one game."""

    def __init__(self, key: bytes, game_id: str) -> None:
        self.key = key
        self.game_id = game_id

    @property
    def commitment(self) -> str:
        """What is published before the first roll."""
        return hashlib.sha256(b"amba dice key" + self.key).hexdigest()

    def number(self, index: int, total: int) -> int:
        """An even draw from 0 to total - 1 for the decision with this index."""
        if total > 1 << 64:
            return self._large_number(index, total)
        room = 1 << 64
        limit = room - room % total
        attempt = 0
        while True:
            message = f"{self.game_id}:{index}:{attempt}".encode()
            value = int.from_bytes(hmac.digest(self.key, message, "sha256")[:8], "big")
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
            digests = [hmac.digest(self.key, f"{self.game_id}:{index}:{attempt}:{block}".encode(), "sha256") for block in range(blocks)]
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
