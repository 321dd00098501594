"""Law 6 on the wire: whatever the server sends a seat follows from what that seat may see.

Every message a client can send is sent twice: in the true position, and in one where everything hidden from the sender is dealt anew. All that comes
back must be the same to the byte. `tests/conformance/wire.py` makes the messages.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from amba.core.game import has_secrets
from amba.load.registry import keys
from amba.server import schema
from amba.server.answers import Seat
from amba.server.hub import Hub, Place
from amba.server.table import Table
from tests.conformance import wire
from tests.conformance.cases import game_of

USUAL = 2
"""Scenarios of each game, the shortest, that are looked at every time; all of them in a soak."""
MOST, FEW = 24, 3
"""Moments of a game that are looked at; of one without secrets."""


def scenarios() -> Iterator[Any]:
    for key in keys():
        for place, scenario in enumerate(sorted(game_of(key).scenarios(), key=lambda scenario: scenario.decisions)):
            yield pytest.param(key, scenario.key, marks=() if place < USUAL else pytest.mark.soak, id=f"{key}-{scenario.key}")


every_short = pytest.mark.parametrize(("key", "scenario"), [*scenarios()])


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[Hub]:
    hub = wire.hub_at(tmp_path)
    yield hub
    hub.close()


def test_law_6_every_message_there_is_has_a_place_in_it() -> None:
    """A new message must be put where the law looks."""
    assert set(wire.LOOKING) | set(wire.CHANGING) == set(wire.EVERY)


async def leaks(hub: Hub, table: Table, seat: Seat, rng: Random, count: int) -> tuple[bool, list[str]]:
    """Whether anything was dealt anew, and the messages whose answers tell the two positions apart."""
    game, side, place = table.game, table.viewpoint(seat), Place(table)
    other = game.imagine(table.session.state, side, rng)
    asked = wire.looking(table, rng, other, count, table.decider in seat.sides)
    asked += wire.refused_orders(game, table.session.state, asked, rng, 40)
    true = [await wire.hear(hub, place, seat, message) for message in asked]
    with wire.Redealt(table, other, wire.past_of(table, side, str(rng.random()))):
        dealt = [await wire.hear(hub, place, seat, message) for message in asked]
    found = [
        f"{wire.name_of(game, seat)}: {message}\n  {mine}\n  {yours}"
        for message, mine, yours in zip(asked, true, dealt, strict=True)
        if mine != yours
    ]
    found += [
        f"{wire.name_of(game, seat)}: {message} made the server fail: {mine}"
        for message, mine in zip(asked, true, strict=True)
        if '"code":"error"' in mine[0]
    ]
    return other.key() != table.session.state.key(), found


@every_short
def test_law_6_what_is_asked_is_answered_from_what_is_seen(hub: Hub, key: str, scenario: str) -> None:
    """Orders whole and begun about every piece, seen or not; overlays, tails, previews, past positions; for both seats and a watcher."""
    game, other = game_of(key), 0
    for table, rng in islice(wire.moments(game, scenario, "wire", 60), MOST if has_secrets(game, game.new(scenario, {})) else FEW):
        for seat in wire.seats_of(game):
            anew, found = asyncio.run(leaks(hub, table, seat, rng, 6))
            assert found == [], "\n".join(found[:3])
            other += anew
    assert other or not has_secrets(game, game.new(scenario, {})), "something was dealt anew"


async def named_places(hub: Hub, table: Table, seat: Seat) -> tuple[int, list[str]]:
    """How many gestures were begun with pieces this seat does not see, and those whose answer says where the piece is."""
    game, place, n, asked = table.game, Place(table), table.n, 0
    seen = table.view(table.viewpoint(seat))["pieces"]
    found = []
    for shape in wire.some_shapes(game):
        if shape[1:2] != ("piece",) or len(shape) < 3:
            continue
        nobody = (await wire.hear(hub, place, seat, schema.Why(id=1, n=n, a=[shape[0], wire.NOBODY])))[0]
        for piece, at in zip(game.names.pieces, table.session.state.at, strict=True):
            if piece in seen:
                continue
            asked += 1
            answer = (await wire.hear(hub, place, seat, schema.Why(id=1, n=n, a=[shape[0], piece])))[0]
            where = rf"\b{re.escape(game.names.places[at])}\b"
            if re.search(where, answer) and not re.search(where, nobody):
                found.append(f"{wire.name_of(game, seat)}: {shape[0]} {piece} is at {game.names.places[at]}: {answer}")
    return asked, found


@every_short
def test_law_6_a_gesture_that_is_begun_never_tells_where_an_unseen_piece_is(hub: Hub, key: str, scenario: str) -> None:
    """Also of pieces that no dealing anew would move: the answer names no place that it would not name about a piece that does not exist."""
    game, asked = game_of(key), 0
    for table, _ in islice(wire.moments(game, scenario, "begun", 60), 8):
        for seat in wire.seats_of(game):
            if table.decider in seat.sides:
                count, found = asyncio.run(named_places(hub, table, seat))
                asked += count
                assert found == [], "\n".join(found[:3])
    assert asked or not has_secrets(game, game.new(scenario, {}))
