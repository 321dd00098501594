"""A seat's end of the wire without a socket: every message a client can send, put through the server's own door, and all that comes back.

Used by law 6: the same message is sent in the true position and in one dealt anew that the seat cannot tell from it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice, product
from pathlib import Path
from random import Random
from typing import Any, get_args

from amba.core.game import Game, refuse_words, worded
from amba.core.order import Words
from amba.core.session import Session, replay
from amba.core.state import State
from amba.lab.fuzz import seeded_session
from amba.lab.laws import near_misses
from amba.server import schema, talk
from amba.server.answers import Seat
from amba.server.connection import Connection
from amba.server.hub import Hub, OpenTable
from amba.server.storage import SqliteStorage
from amba.server.table import Table

LOOKING: tuple[type, ...] = (schema.Tails, schema.Why, schema.Preview, schema.Overlay, schema.Replay, schema.Ping, schema.Hint)
"""Messages that change nothing. A hint is thought about by another process: what that process is told is compared in tests/server/test_hints.py."""
CHANGING: tuple[type, ...] = (
    schema.Act, schema.Place, schema.Undo, schema.AskUndo, schema.AnswerUndo, schema.Chat, schema.Note, schema.Resign, schema.OfferDraw, schema.AnswerDraw, schema.Claim,
    schema.Invite, schema.Revoke, schema.Commit, schema.Open, schema.GoOn,
)  # fmt: skip
"""Messages that may change the table or what is stored with it."""
EVERY: tuple[type, ...] = get_args(schema.Incoming)
LONGEST = 64
"""Letters of a word: the schema lets no longer one in."""
ABOUT = 25
"""Hidden pieces that one order is begun with; which, is drawn anew for every order."""
NOBODY = "nobody-at-all"
NOWHERE = "nowhere-at-all"
NONSENSE: tuple[Words, ...] = (("nonsense",), ("move",), ("move", NOBODY), ("move", NOBODY, NOWHERE), ("done", "done"), ("",), ("move", "", ""))


def hub_at(path: Path) -> Hub:
    return Hub(SqliteStorage(path / "tables.sqlite"))


def seats_of(game: Game) -> list[Seat]:
    """Each side by itself, and a watcher."""
    return [*(Seat("", "", (side,)) for side in range(len(game.sides))), Seat("", "", ())]


def name_of(game: Game, seat: Seat) -> str:
    return " and ".join(game.sides[side] for side in seat.sides) or "a watcher"


def new_table(session: Session) -> Table:
    return Table("wire", session, dict.fromkeys(session.game.sides, "link"))


def moments(game: Game, scenario: str, seed: str, once_in: int) -> Iterator[tuple[Table, Random]]:
    """Moments of a random game at a table: the first of every kind of decision, and some at random; the caller leaves the table as it was."""
    rng = Random(f"{game.key} {scenario} {seed}")
    table = new_table(seeded_session(game, scenario, {}, seed))
    met: set[tuple[int, str]] = set()
    while (decision := table.decision) is not None:
        if (decision.who, decision.kind) not in met or rng.random() * once_in < 1:
            met.add((decision.who, decision.kind))
            yield table, rng
        table.act(Seat("", table.id, (decision.who,)), table.n, game.spell(table.session.menu.pick(rng)))


async def hear(hub: Hub, place: OpenTable, seat: Seat, message: schema.Incoming) -> list[str]:
    """All that comes back to the seat that sends this, as it would go over its socket."""
    connection = Connection(seat)
    place.connections = {connection}
    await talk.hear(hub, place, connection, message)
    return drained(connection)


async def welcomed(hub: Hub, place: OpenTable, seat: Seat) -> list[str]:
    """What somebody is sent who sits down."""
    connection = Connection(seat)
    place.connections = set()
    await talk.welcome(hub, place, connection)
    return drained(connection)


def drained(connection: Connection) -> list[str]:
    found = []
    while not connection.queue.empty():
        body = connection.queue.get_nowait()
        assert body is not None, "the connection was cut"
        found.append(body.decode())
    return found


# What somebody might ask who tries everything


def orders(table: Table, rng: Random, other: State, count: int) -> list[Words]:
    """Orders whole and only begun, about pieces seen and unseen, with the places where they stand, where they stand in the other position, and any.

    Every order that can be begun is begun with many pieces that are not what they are in the other position; whole orders are tried with `count` pieces a shape.
    """
    game, s, names = table.game, table.session.state, table.game.names
    hidden = [
        names.pieces[piece]
        for piece in range(len(s.at))
        if (s.at[piece], s.marks[piece], s.points[piece]) != (other.at[piece], other.marks[piece], other.points[piece])
    ]
    found: dict[Words, None] = {}
    for shape in some_shapes(game):
        about = [*rng.sample(hidden, min(ABOUT, len(hidden))), *rng.sample(names.pieces, min(count, len(names.pieces))), NOBODY]
        for size in range(1, len(shape)):
            found.update(dict.fromkeys(filled(shape[:size], about, [NOWHERE, rng.choice(names.places)])))
        for piece in rng.sample(about, min(count, len(about))) if len(shape) > 1 else about[:1]:
            found.update(dict.fromkeys(filled(shape, [piece, *hidden[:1]], [*stands(game, piece, s, other), rng.choice(names.places)])))
    listed = [game.spell(order) for order in islice(table.session.menu, 200)]
    found.update(dict.fromkeys((*near_misses(listed, game, rng, 4 * count), *rng.sample(listed, min(count, len(listed))))))
    found.update(dict.fromkeys(NONSENSE))
    return [action for action in found if len(action) <= 8 and all(len(word) <= LONGEST for word in action)]


def stands(game: Game, piece: str, *positions: State) -> list[str]:
    """Where a piece stands in each position; nowhere, if there is no such piece."""
    index = game.names.piece.get(piece)
    return [NOWHERE] if index is None else [game.names.places[s.at[index]] for s in positions]


def some_shapes(game: Game) -> list[tuple[str, ...]]:
    """One shape of those that differ in a word only: what is asked about one, two or three dice is the same."""
    kinds: dict[tuple[str, ...], tuple[str, ...]] = {}
    for shape in game.orders:
        kinds.setdefault((shape[0], *(word if word in {"piece", "place"} else "" for word in shape[1:])), shape)
    return list(kinds.values())


def filled(shape: Sequence[str], pieces: Sequence[str], places: Sequence[str]) -> Iterator[Words]:
    """The verb, then every piece in the first gap for one and two of them in a second, and every place."""
    words: list[Sequence[str]] = [shape[:1]]
    for index, word in enumerate(shape[1:], 1):
        if word == "piece":
            words.append(pieces[:2] if "piece" in shape[1:index] else pieces)
        else:
            words.append(places if word == "place" else [word])
    return product(*words)


def overlays(table: Table, rng: Random) -> list[tuple[str, str]]:
    """Every layer over the map, pointed at every piece, at hexes and at pairs of them, and at nonsense."""
    board = table.game.board(table.session.log.header.scenario)
    hexes = [spec["id"] for spec in board["hexes"]]
    s, names = table.session.state, table.game.names
    full = [names.places[place] for place in range(len(s.here)) if s.here[place]]
    some = [*rng.sample(hexes, 4), *rng.sample(full, min(6, len(full)))]
    pairs = [f"{rng.choice(some)},{rng.choice(some)}" for _ in range(8)]
    args = {"": [""], "piece": rng.sample(names.pieces, min(24, len(names.pieces))), "hex": some, "pair": pairs}
    found = [(layer["key"], arg) for layer in board["overlays"] for arg in (*args[layer["needs"]], NOBODY, rng.choice(names.pieces), "")]
    return [*found, ("nonsense", ""), ("nonsense", rng.choice(names.pieces))]


def looking(table: Table, rng: Random, other: State, count: int, decides: bool) -> list[schema.Incoming]:
    """Messages that only ask. Whoever does not decide is told just that: a few of everything will do."""
    n = table.n
    tried = orders(table, rng, other, count)
    tried = tried if decides else rng.sample(tried, min(20, len(tried)))
    menu = worded(table.game, table.session.menu)
    heads = list(menu.heads)
    found: list[schema.Incoming] = [schema.Ping(id=1), *(schema.Replay(id=1, n=at) for at in {0, n // 2, max(0, n - 1), n, n + 5})]
    for action in tried:
        found.append(schema.Why(id=1, n=n, a=list(action)))
    short = [action for action in tried if len(action) <= 2]
    for action in (*rng.sample(heads, min(6, len(heads))), *rng.sample(short, min(60, len(short)))):
        found.append(schema.Tails(id=1, n=n, a=list(action)))
    for action in (
        *islice(menu, 12),
        *rng.sample(tried, min(60, len(tried))),
        *(tail for head in heads[:3] for tail in menu.tails(head)[:2]),
    ):
        found.append(schema.Preview(id=1, n=n, a=list(action)))
    found += [schema.Overlay(id=1, key=key, arg=arg) for key, arg in overlays(table, rng)]
    return found


def refused_orders(game: Game, s: State, asked: Iterable[schema.Incoming], rng: Random, count: int) -> list[schema.Incoming]:
    """Some of the orders asked about, given outright: those that are refused change nothing, so that they may be tried on one table."""
    tried = [message for message in asked if isinstance(message, schema.Why) and refuse_words(game, s, tuple(message.a)) is not None]
    return [schema.Act(id=1, n=message.n, a=message.a) for message in rng.sample(tried, min(count, len(tried)))]


def changing(table: Table, legal: Words) -> list[schema.Incoming]:
    """Messages that change a table: each is tried on a table of its own."""
    return [
        schema.Act(id=1, n=table.n, a=list(legal)), schema.Place(id=1, n=table.n), schema.Act(id=1, n=table.n + 1, a=list(legal)), schema.Undo(id=1), schema.AskUndo(id=1),
        schema.AnswerUndo(id=1, yes=True), schema.AnswerUndo(id=1, yes=False), schema.Chat(id=1, text="hello"), schema.Note(id=1, text="mine"),
        schema.Resign(id=1), schema.OfferDraw(id=1), schema.AnswerDraw(id=1, yes=True), schema.Claim(id=1), schema.Claim(id=1, what="draw"),
        schema.Invite(id=1, side=table.game.sides[0]), schema.Revoke(id=1, side=table.game.sides[0]), schema.Commit(id=1, c="0" * 64), schema.Open(id=1, s="0" * 64), schema.GoOn(id=1),
    ]  # fmt: skip


# The same table with hidden things dealt anew


class Redealt:
    """While this is open, a table's position, and every past one, is another that the seat cannot tell from it."""

    def __init__(self, table: Table, state: State, past: Callable[[int], State]) -> None:
        self.table, self.state, self.past = table, state, past

    def __enter__(self) -> None:
        self.true, self.table.session.state = self.table.session.state, self.state
        self.table.session.state_at = self.past  # type: ignore[method-assign,assignment]  # a question about the past is answered from there

    def __exit__(self, *_: object) -> None:
        self.table.session.state = self.true
        del self.table.session.state_at  # the method of the class again


def past_of(table: Table, side: int | None, seed: str) -> Callable[[int], State]:
    """Past positions, each dealt anew for this side."""
    game, true = table.game, table.session.state_at
    return lambda count: game.imagine(true(count), side, Random(f"{seed} {count}"))


def twin_session(session: Session, state: State) -> Session:
    """The same game so far, with this as its position."""
    found = replay(session.game, session.log, session.dice.key)
    found.state = state
    return found


def told(text: str) -> Any:
    """A message without what differs between any two tables: tokens and times."""
    message = json.loads(text)
    for key in ("links", "watch", "clock", "at", "invitations", "link"):
        message.pop(key, None)
    return message
