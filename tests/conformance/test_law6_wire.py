"""Law 6 on the wire: whatever the server sends a seat follows from what that seat may see.

Every message a client can send is sent twice: in the true position, and in one where everything hidden from the sender is dealt anew. All that comes
back must be the same to the byte. `tests/conformance/wire.py` makes the messages.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from amba.core.game import Game, has_secrets, refuse_words
from amba.core.order import Words
from amba.core.session import Session
from amba.core.state import State
from amba.lab.fuzz import seeded_session
from amba.load.registry import keys
from amba.server import schema
from amba.server.answers import Refused, Seat
from amba.server.hub import Hub, OpenTable
from amba.server.table import Table
from tests.conformance import wire
from tests.conformance.cases import game_of

MOST, FEW = 14, 2
"""Moments of a game that are looked at; of one without secrets."""
TOGETHER = 12
"""Decisions that two games which look alike are played on for."""


def shortest(usual: int) -> pytest.MarkDecorator:
    """Every scenario of every game; all but the shortest `usual` of each only in a soak."""
    found = []
    for key in keys():
        for place, scenario in enumerate(sorted(game_of(key).scenarios(), key=lambda scenario: scenario.decisions)):
            marks = () if place < usual else pytest.mark.soak
            found.append(pytest.param(key, scenario.key, marks=marks, id=f"{key}-{scenario.key}"))
    return pytest.mark.parametrize(("key", "scenario"), found)


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
    game, side, place = table.game, table.viewpoint(seat), OpenTable(table)
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


@shortest(2)
def test_law_6_what_is_asked_is_answered_from_what_is_seen(hub: Hub, key: str, scenario: str) -> None:
    """Orders whole and begun about every piece, seen or not; overlays, tails, previews, past positions; for both seats and a watcher."""
    game, other = game_of(key), 0
    for table, rng in islice(wire.moments(game, scenario, "wire", 60), MOST if has_secrets(game, game.new(scenario, {})) else FEW):
        for seat in wire.seats_of(game):
            anew, found = asyncio.run(leaks(hub, table, seat, rng, 6))
            assert found == [], "\n".join(found[:3])
            other += anew
    assert other or not has_secrets(game, game.new(scenario, {})), "something was dealt anew"


async def named_places(hub: Hub, table: Table, seat: Seat, rng: Random) -> tuple[int, list[str]]:
    """How many gestures were begun with pieces this seat does not see, and those whose answer says where the piece is."""
    game, place, n, asked = table.game, OpenTable(table), table.n, 0
    seen = table.view(table.viewpoint(seat))["pieces"]
    at = dict(zip(game.names.pieces, (game.names.places[place] for place in table.session.state.at), strict=True))
    unseen = [piece for piece in game.names.pieces if piece not in seen]
    found = []
    for shape in wire.some_shapes(game):
        if shape[1:2] != ("piece",) or len(shape) < 3:
            continue
        nobody = (await wire.hear(hub, place, seat, schema.Why(id=1, n=n, a=[shape[0], wire.NOBODY])))[0]
        for piece in rng.sample(unseen, min(wire.ABOUT, len(unseen))):
            asked += 1
            answer = (await wire.hear(hub, place, seat, schema.Why(id=1, n=n, a=[shape[0], piece])))[0]
            where = rf"\b{re.escape(at[piece])}\b"
            if re.search(where, answer) and not re.search(where, nobody):
                found.append(f"{wire.name_of(game, seat)}: {shape[0]} {piece} is at {at[piece]}: {answer}")
    return asked, found


@shortest(1)
def test_law_6_a_gesture_that_is_begun_never_tells_where_an_unseen_piece_is(hub: Hub, key: str, scenario: str) -> None:
    """Also of pieces that no dealing anew would move: the answer names no place that it would not name about a piece that does not exist."""
    game, asked = game_of(key), 0
    for table, rng in islice(wire.moments(game, scenario, "begun", 60), 5):
        for seat in wire.seats_of(game):
            if table.decider in seat.sides:
                count, found = asyncio.run(named_places(hub, table, seat, rng))
                asked += count
                assert found == [], "\n".join(found[:3])
    assert asked or not has_secrets(game, game.new(scenario, {}))


async def changes_told(hub: Hub, session: Session, seat: Seat, says: Sequence[tuple[Seat, schema.Incoming]]) -> list[Any]:
    """All that the seat is sent at a new table with this game: its welcome, what comes of the messages said there, and its log file."""
    game = session.game
    opened = await hub.open_table(session, dict.fromkeys(game.sides, "link"))
    place = hub.open_tables[opened["table"]]

    tokens = {side: f"{link}-seat" for side, link in opened["links"].items()}
    for side, token in tokens.items():
        assert await hub.stored(hub.storage.take_link, opened["links"][side], token)

    def seated(one: Seat) -> Seat:
        return one._replace(token=tokens[game.sides[one.sides[0]]] if one.sides else opened["watch"], table=opened["table"])

    found = await wire.welcomed(hub, place, seated(seat))
    for speaker, message in says:
        sent = await wire.hear(hub, place, seated(speaker), message)
        found += sent if speaker is seat else []
    hub.drop(opened["table"])
    # What the storage was told in passing is done before this loop ends.
    await hub.stored(hub.storage.count)
    assert not any('"code":"error"' in text for text in found), found[-1]
    return [*map(wire.told, found), place.table.is_over or place.table.file(seat)]


def only_answers(sent: list[Any]) -> list[Any]:
    """What an order given is answered, without what happened then: that may well show something for the first time."""
    return [message["t"] for message in sent if isinstance(message, dict) and message["t"] in {"ok", "refused"}]


@shortest(1)
def test_law_6_what_changes_a_table_is_answered_from_what_is_seen(hub: Hub, key: str, scenario: str) -> None:
    """Sitting down, orders, taking back, requests and their answers, chat, notes, the end of a game, the log file: the other side may have been asked before."""
    game = game_of(key)
    for table, rng in islice(wire.moments(game, scenario, "changing", 400), 3, 13, 6):
        session, legal = table.session, game.spell(table.session.menu.pick(rng))
        seats = wire.seats_of(game)
        for seat in seats:
            other = game.imagine(session.state, table.viewpoint(seat), rng)
            asker = next(one for one in seats if one is not seat and one.sides)
            before: list[tuple[Seat, schema.Incoming]] = [(asker, schema.AskUndo(id=2)), (asker, schema.OfferDraw(id=3))]
            for message in wire.changing(table, legal):
                says = [*(before if isinstance(message, schema.AnswerUndo | schema.AnswerDraw) else []), (seat, message)]
                mine, yours = (
                    asyncio.run(changes_told(hub, wire.twin_session(session, state), seat, says)) for state in (session.state.copy(), other.copy())
                )
                if isinstance(message, schema.Act):
                    assert only_answers(mine) == only_answers(yours), f"{wire.name_of(game, seat)}: {message}"
                    mine, yours = mine[:1], yours[:1]
                assert mine == yours, f"{wire.name_of(game, seat)}: {message}"


class Twins:
    """Two games that one seat cannot tell apart when they begin, played on as alike as its eyes can tell."""

    def __init__(self, game: Game, scenario: str, seat: Seat, seed: str, one: State, two: State) -> None:
        self.game, self.seat = game, seat
        self.one, self.two = (wire.new_table(seeded_session(game, scenario, {}, seed, start)) for start in (one, two))
        self.compared = 0

    @property
    def side(self) -> int | None:
        return self.one.viewpoint(self.seat)

    def sent(self, table: Table, since: int) -> dict[str, Any]:
        """All that the seat can have of the game so far."""
        seat, side = self.seat, self.side
        last = table.session.done[-1]
        found: dict[str, Any] = {
            "view": table.view(side), "menu": table.menu(seat), "log": table.entries(seat), "paths": table.paths(seat, since), "file": self.unpromised(table),
            "past": table.replay(seat, since), "action": self.game.redact_action(table.session.state, last.words, last.by, side),
        }  # fmt: skip
        for name, ask in (("undo", table.undo_to), ("ask undo", table.ask_to)):
            try:
                found[name] = ask(seat)
            except Refused as refused:
                found[name] = refused.data()
        return found

    def unpromised(self, table: Table) -> str:
        """The log file without its promise: that covers the start with its secrets, hidden by the key of the dice, which nobody has before the end."""
        return table.file(self.seat).replace(table.session.log.header.commitment, "PROMISE")

    def alike(self, action: Words) -> Iterator[Words]:
        """What the other game's player may do that looks like this action: the same, the same by whoever stands in that place of the stack, anything of the kind."""
        ours, theirs, names = self.one.session.state, self.two.session.state, self.game.names
        words = [action[0]]
        for word in action[1:]:
            piece = names.piece.get(word)
            stack = ours.here[ours.at[piece]] if piece is not None else ()
            there = theirs.here[ours.at[piece]] if piece is not None else ()
            fits = piece in stack and len(stack) == len(there)
            words.append(names.pieces[there[stack.index(piece)]] if fits and piece is not None else word)
        yield tuple(words)
        yield action
        yield from islice((one for one in map(self.game.spell, self.two.session.menu) if one[0] == action[0]), 12)

    def step(self, rng: Random) -> str | None:
        """One decision in both games. "apart": they look different from now on, as they may when something is shown. Else what gave them away, or nothing."""
        decision, n = self.one.decision, self.one.n
        if decision is None or self.two.decision != decision:
            return "apart"
        action, who = self.game.spell(self.one.session.menu.pick(rng)), Seat("", "", (decision.who,))
        choices = list(dict.fromkeys([action] if who.sides == self.seat.sides else self.alike(action)))
        self.one.act(who, n, action)
        mine, given_away = self.sent(self.one, n), ""
        for choice in choices:
            if refuse_words(self.game, self.two.session.state, choice) is not None:
                continue
            self.two.act(who, n, choice)
            yours = self.sent(self.two, n)
            if mine == yours:
                self.compared += who.sides != self.seat.sides
                return None
            if (mine["view"], mine["action"]) == (yours["view"], yours["action"]):
                given_away = given_away or f"{action} / {choice}: {[(mine[key], yours[key]) for key in mine if mine[key] != yours[key]]}"
            self.two.rewind(n)
        return given_away or "apart"


@shortest(2)
def test_law_6_two_games_that_look_alike_are_told_alike(key: str, scenario: str) -> None:
    """The log, the ways drawn, the log file, past positions and what may be taken back give away nothing that the view does not."""
    game, compared = game_of(key), 0
    secret = has_secrets(game, game.new(scenario, {}))
    for table, rng in islice(wire.moments(game, scenario, "twins", 40), 8 if secret else 1):
        for seat in wire.seats_of(game):
            true = table.session.state
            twins = Twins(game, scenario, seat, f"twins {rng.random()}", true, game.imagine(true, table.viewpoint(seat), rng))
            for _ in range(TOGETHER):
                found = twins.step(rng)
                assert found in {None, "apart"}, f"{wire.name_of(game, seat)}: {found}"
                if found:
                    break
            compared += twins.compared
    assert compared, "the other side did something that looked alike"
