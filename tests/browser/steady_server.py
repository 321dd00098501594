"""The real server with dice and bots that do the same in every run, for browser tests only.

    python -m tests.browser.steady_server serve --port 8123 --db FILE

A test that needed a lucky roll would fail one day. Seats and links stay as hard to guess as ever.
"""

from __future__ import annotations

import secrets
import sys
from typing import Any

from amba.cli.main import main
from amba.core.decision import Side
from amba.server import app, opening
from amba.server.hub import OpenTable
from amba.server.players import Players


class SameDice:
    """What `secrets` is to the opening of a table: always the same key, under the same name."""

    @staticmethod
    def token_bytes(count: int) -> bytes:
        return bytes(range(count))

    @staticmethod
    def token_hex(count: int) -> str:
        return "5a" * count


class SteadyPlayers(Players):
    """Bots that draw the same lots in the same position."""

    def question(self, opened: OpenTable, side: Side) -> dict[str, Any]:
        self.rng.seed(opened.table.n)
        return super().question(opened, side)


def hold_still() -> None:
    for module, name, real, steady in ((opening, "secrets", secrets, SameDice), (app, "Players", Players, SteadyPlayers)):
        assert vars(module)[name] is real, f"{module.__name__}.{name} is no longer what this stands in for"
        vars(module)[name] = steady


if __name__ == "__main__":
    hold_still()
    sys.exit(main())
