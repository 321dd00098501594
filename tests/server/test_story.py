"""What log entries tell beside their sentences: the hex of a fight, kinds of facts, losses."""

from __future__ import annotations

import random
import tomllib
from typing import Any

import pytest

from amba.core.event import Flipped, Removed
from amba.core.session import Session
from amba.load.registry import open_game
from amba.server.table import Table

GAMES = [("adua", "albertone"), ("cheren", "agordat"), ("ethiopia", "enderta"), ("hollow", "cub-cub"), ("keren", "first-battle")]
FIGHT = """
game = "cheren"
scenario = "agordat"
turn = 2
phase = "allied.combat"
[units]
11-ind = "1507"
10-ind = "1507"
2-col-1 = "1608"
"""


def entries(table: Table, audience: int | None = None) -> list[dict[str, Any]]:
    return [entry for entry in table.lines[audience] if entry is not None]


def test_a_fight_names_its_hex_and_its_column() -> None:
    game = open_game("cheren")
    session = Session(game, "agordat", {}, b"k" * 32, "fight", start=game.place(tomllib.loads(FIGHT)))
    for action in (("attack", "1608"), ("commit", "11-ind"), ("commit", "10-ind"), ("fight",)):
        session.act(0, game.read(session.state, action))
    declared, rolled = entries(Table("t", session, dict.fromkeys(game.sides, "me")))[:2]
    assert declared["lines"][0]["what"] == "attack"
    assert "fight" not in declared
    assert rolled["fight"] == "1608"
    assert [line["kind"] for line in rolled["lines"][:2]] == ["rolled", "said"]


@pytest.mark.parametrize(("key", "scenario"), GAMES)
def test_every_loss_that_is_told_is_called_one(key: str, scenario: str) -> None:
    """As the lab counts them: a unit put into the box of the lost, a face of fewer steps."""
    game = open_game(key)
    rng = random.Random(5)
    session = Session(game, scenario, {}, b"k" * 32, "losses")
    for _ in range(150):
        decision = session.decision
        if decision is None:
            break
        session.act(decision.who, session.menu.pick(rng))
    table = Table("t", session, dict.fromkeys(game.sides, "me"))
    for done, entry in zip(session.done, table.lines[None], strict=True):
        lines = entry["lines"] if entry else []
        gone = sum(isinstance(event, Removed) and game.names.places[event.to] == "eliminated" for event in done.events)
        assert sum(line.get("lost") == "eliminated" for line in lines) <= gone
        assert sum(line.get("lost") == "step" for line in lines) <= sum(isinstance(event, Flipped) for event in done.events)
        assert all(line["kind"] for line in lines)
        assert not entry or entry.get("fight", "") in {"", *(place for place in table.game.names.places)}
