"""What a seat is sent can be worked out from what the seat may see, in every game: nothing hidden shows through any window of the server.

Each moment is asked twice: in the true position and in one dealt anew that the seat cannot tell from it. Whatever the server would send must be the
same, to the byte: the prompt, the menu and its tails, previews with their `rolls`, refusals, overlays about anything anybody could name.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from amba.core.game import Game, has_secrets
from amba.core.state import State
from amba.lab.fuzz import seeded_session
from amba.lab.laws import candidates, near_misses
from amba.load.registry import keys, open_game
from amba.server.answers import Refused, Seat
from amba.server.table import Table

USUAL = 2
"""Scenarios of each game, the shortest, that are looked at every time; all of them in a soak."""


def scenarios() -> Iterator[Any]:
    for key in keys():
        for place, scenario in enumerate(sorted(open_game(key).scenarios(), key=lambda scenario: scenario.decisions)):
            yield pytest.param(key, scenario.key, 1 if place else 2, marks=() if place < USUAL else pytest.mark.soak, id=f"{key}-{scenario.key}")


def moments(game: Game, scenario: str, games: int, once_in: int) -> Iterator[tuple[Table, Random]]:
    """Random moments of random games at a table."""
    for number in range(games):
        rng = Random(f"{game.key} {scenario} windows {number}")
        table = Table("windows", seeded_session(game, scenario, {}, f"windows {number}"), dict.fromkeys(game.sides, "link"))
        while (side := table.decider) is not None:
            if rng.random() * once_in < 1:
                yield table, rng
            table.act(Seat("", table.id, (side,)), table.n, table.session.menu.pick(rng))


def ask(work: Any, *args: Any) -> Any:
    """An answer as it goes over the wire; a refusal too."""
    try:
        found = work(*args)
    except Refused as refused:
        found = refused.data()
    return json.loads(msgspec.json.encode(found))


def questions(table: Table, rng: Random) -> dict[str, list[Any]]:
    """What somebody who tries everything would ask about now, made from open things and from guesses alike."""
    game, names = table.game, table.game.names
    menu = table.session.menu
    listed = [action for _, action in zip(range(200), menu, strict=False)]
    tried = [*candidates(game, table.session.state, rng, 12), *near_misses(listed, game, rng, 12)]
    heads = rng.sample(list(menu.heads), min(4, len(menu.heads)))
    actions = rng.sample(listed, min(8, len(listed))) + [tail for head in heads for tail in menu.tails(head)[:3]]
    hexes = [spec["id"] for spec in game.board(table.session.log.header.scenario)["hexes"]]
    pairs = [f"{rng.choice(hexes)},{rng.choice(hexes)}" for _ in range(3)]
    overlays = [
        (overlay["key"], arg)
        for overlay in game.board(table.session.log.header.scenario)["overlays"]
        for arg in {"": [""], "piece": rng.sample(names.pieces, 6), "hex": rng.sample(hexes, 3), "pair": pairs}[overlay["needs"]]
    ]
    return {"heads": heads, "actions": actions, "tried": tried, "overlays": overlays}


def windows(table: Table, seat: Seat, asked: dict[str, list[Any]]) -> dict[str, Any]:
    """Everything the server would send this seat now."""
    n = table.n
    found = {"view": ask(table.view, table.viewpoint(seat)), "menu": ask(table.menu, seat)}
    for head in asked["heads"]:
        found[f"tails {head}"] = ask(table.tails, seat, n, head)
    for action in asked["actions"]:
        found[f"preview {action}"] = ask(table.preview, seat, n, action)
    for action in (*asked["tried"], *asked["actions"]):
        found[f"why {action}"] = ask(table.why, seat, n, action)
    for key, arg in asked["overlays"]:
        found[f"overlay {key} {arg}"] = ask(table.overlay, seat, key, arg)
    return found


def in_place_of(table: Table, state: State, seat: Seat, asked: dict[str, list[Any]]) -> dict[str, Any]:
    """The same questions as if the position were this one."""
    true = table.session.state
    table.session.state = state
    try:
        return windows(table, seat, asked)
    finally:
        table.session.state = true


@pytest.mark.parametrize(("key", "scenario", "games"), [*scenarios()])
def test_what_a_seat_is_sent_follows_from_what_it_sees(key: str, scenario: str, games: int) -> None:
    game = open_game(key)
    other = 0
    for table, rng in moments(game, scenario, games, 30):
        asked = questions(table, rng)
        for seat in (Seat("", "", (0,)), Seat("", "", (1,)), Seat("", "", ())):
            side = table.viewpoint(seat)
            imagined = game.imagine(table.session.state, side, rng)
            other += imagined.key() != table.session.state.key()
            mine, yours = windows(table, seat, asked), in_place_of(table, imagined, seat, asked)
            told = {name: (mine[name], yours[name]) for name in mine if mine[name] != yours[name]}
            assert told == {}, (game.sides[side] if side is not None else "watcher", list(told.items())[:2])
    assert other or not has_secrets(game, game.new(scenario, {})), "something was dealt anew"
