"""What log entries tell beside their sentences: the hex of a fight, kinds of facts, losses."""

from __future__ import annotations

import random
import tomllib
from typing import Any

import pytest

from amba.core.event import Flipped, Removed
from amba.core.session import Session
from amba.load.registry import open_game
from amba.server.luck import luck_of
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


TANKS = """
game = "hollow"
scenario = "pimple"
turn = 1
phase = "prep"
phasing = "axis"
[pieces]
xV1 = { hex = "61J3", kind = "it-m14-41", facing = 3 }
aV1 = { hex = "61K3", facing = 3, turret = 3 }
"""
GUN = ("engage", "xV1", "aV1")


def test_a_guns_shot_is_a_fight_and_a_wreck_a_loss_with_its_vehicle_named() -> None:
    """29, 33: the shot, what it does and the wreck are told at the hex of the vehicle; the line names it, so that it can be found."""
    game = open_game("hollow")
    for seed in range(40):
        session = Session(game, "pimple", {}, bytes([seed]) * 32, "gun", start=game.place(tomllib.loads(TANKS)))
        session.act(1, game.read(session.state, GUN))
        told = entries(Table("t", session, dict.fromkeys(game.sides, "me")))
        rolled = [entry for entry in told if entry["by"] == "chance"]
        assert rolled[0]["fight"] == "61K3"
        shot = next(line for line in rolled[0]["lines"] if line.get("what") == "gun shot")
        assert shot["pieces"] == ["xV1", "aV1"]
        lost = [line for entry in told for line in entry["lines"] if "lost" in line]
        if not lost:
            continue
        assert [entry["fight"] for entry in rolled[:2]] == ["61K3", "61K3"]
        assert [(line["lost"], line["pieces"], line["text"]) for line in lost] == [("eliminated", ["aV1"], "A13 Mk II (aV1) is a wreck.")]
        wrecks = [roll for roll in luck_of(session) if roll.rolled == (1, 0)]
        assert len(wrecks) == 1
        assert 0 < wrecks[0].expected[0] < 1
        return
    raise AssertionError("nothing was destroyed")
