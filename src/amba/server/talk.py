"""What a seat may say over its socket, and what comes back. Every message has been checked against the schema before."""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any

from amba.core.game import Game, has_secrets
from amba.core.log import canonical
from amba.server import schema
from amba.server.answers import Refused, Seat
from amba.server.clock import in_words
from amba.server.hub import Connection, Hub, OpenTable, now, sides_of
from amba.server.storage import ChatRow, RequestRow

log = logging.getLogger("amba.server")
Answer = tuple[str, dict[str, Any]]
OK: Answer = ("ok", {})


async def welcome(hub: Hub, opened: OpenTable, connection: Connection) -> None:
    """Everything a seat needs to begin, or to go on after the connection was cut."""
    seat, table = connection.seat, opened.table
    rows = await hub.stored(hub.storage.seats, table.id)
    chat = await hub.stored(hub.storage.chat, table.id)
    note = await hub.stored(hub.storage.note, seat.token)
    asked = await hub.stored(hub.storage.requests, table.id)
    header = table.session.log.header
    links = {key: row.token for row in rows for key in row.sides.split() if seat.host or row.token == seat.token}
    async with opened.lock:
        table = opened.table
        opened.connections.add(connection)
        connection.send(
            "welcome",
            {
                "board_url": f"/api/games/{table.game.key}/board?scenario={header.scenario}", "game": table.game.key, "scenario": header.scenario,
                "options": header.options, "seat": {"sides": sides_of(table, seat.sides), "watch": seat.watches},
                "view": table.view(table.viewpoint(seat)), "menu": table.menu(seat), "log": table.entries(seat), "chat": [row._asdict() for row in chat],
                "note": note, "links": {} if seat.watches else links, "watch": next((row.token for row in rows if not row.sides), ""),
                "key_hash": header.commitment, "about": about(table.game, header.scenario), "players": table.seats, "online": opened.online(), "imported": table.imported,
                "clock": table.clock.data(), "edition": table.edition, "secrets": has_secrets(table.game, table.session.state),
            },
        )  # fmt: skip
        for request in asked:
            if may_answer(opened, seat, request):
                connection.send("asked", request._asdict())
    opened.tell("presence", opened.online())
    hub.on_turn(opened)


def about(game: Game, scenario: str) -> dict[str, str]:
    """What is played, in the scenario's own words."""
    found = next(one for one in game.scenarios() if one.key == scenario)
    return {"title": found.title, "blurb": found.blurb}


def may_answer(opened: OpenTable, seat: Seat, request: RequestRow) -> bool:
    return bool(seat.sides) and request.by not in sides_of(opened.table, seat.sides)


async def hear(hub: Hub, opened: OpenTable, connection: Connection, message: schema.Incoming) -> None:
    """Answer one message; a refusal changes nothing."""
    try:
        async with opened.lock:
            kind, data = await HANDLERS[type(message)](hub, opened, connection, message)
    except Refused as refused:
        connection.send("refused", refused.data(), message.id)
    except Exception:
        log.exception("table %s: %s failed", opened.table.id, type(message).__name__)
        connection.send("refused", Refused("error", "The server failed on this; nothing was done.").data(), message.id)
    else:
        if kind:
            connection.send(kind, data, message.id)


async def act(hub: Hub, opened: OpenTable, connection: Connection, m: schema.Act) -> Answer:
    before = opened.table.n
    await perform(hub, opened, connection.seat, m.n, tuple(m.a), edition=m.e)
    connection.send("ok", {"n": opened.table.n}, m.id)
    hub.changed(opened, before)
    return "", {}


async def perform(hub: Hub, opened: OpenTable, seat: Seat, n: int, action: tuple[str, ...], why: str = "", edition: int | None = None) -> None:
    """Check, apply, store. The same door for people and bots; the caller tells. `why`: a bot's reason."""
    before = opened.table.n
    opened.table.act(seat, n, action, why, edition)
    await hub.store_entries(opened, before, why)


async def tails(hub: Hub, opened: OpenTable, connection: Connection, m: schema.Tails) -> Answer:
    return "tails", {"actions": opened.table.tails(connection.seat, m.n, tuple(m.a))}


async def why(hub: Hub, opened: OpenTable, connection: Connection, m: schema.Why) -> Answer:
    return "why", opened.table.why(connection.seat, m.n, tuple(m.a))


async def preview(hub: Hub, opened: OpenTable, connection: Connection, m: schema.Preview) -> Answer:
    return "preview", opened.table.preview(connection.seat, m.n, tuple(m.a))


async def overlay(hub: Hub, opened: OpenTable, connection: Connection, m: schema.Overlay) -> Answer:
    return "overlay", opened.table.overlay(connection.seat, m.key, m.arg or "")


async def replay(hub: Hub, opened: OpenTable, connection: Connection, m: schema.Replay) -> Answer:
    return "replay", opened.table.replay(connection.seat, m.n)


async def take_back(hub: Hub, opened: OpenTable, count: int) -> None:
    await hub.stored(hub.storage.cut, opened.table.id, count, opened.table.clock.restart())
    opened.table.rewind(count)
    opened.tell_position("undone")
    hub.on_turn(opened)


async def undo(hub: Hub, opened: OpenTable, connection: Connection, m: schema.Undo) -> Answer:
    await take_back(hub, opened, opened.table.undo_to(connection.seat))
    return OK


async def ask_undo(hub: Hub, opened: OpenTable, connection: Connection, m: schema.AskUndo) -> Answer:
    """Ask the other side. A bot never minds, and nobody asks himself."""
    table, seat = opened.table, connection.seat
    count = table.ask_to(seat)
    others = [side for side in range(len(table.game.sides)) if side not in seat.sides]
    if all(table.bot_level(side) for side in others):
        await take_back(hub, opened, count)
        return OK
    await ask(hub, opened, connection, "undo", count)
    return OK


async def ask(hub: Hub, opened: OpenTable, connection: Connection, what: str, to: int) -> None:
    by = sides_of(opened.table, connection.seat.sides)[0]
    request = RequestRow(what, by, to)
    await hub.stored(hub.storage.ask, opened.table.id, request)
    for other in opened.connections:
        if may_answer(opened, other.seat, request):
            other.send("asked", request._asdict())


async def answer(hub: Hub, opened: OpenTable, connection: Connection, what: str, yes: bool) -> RequestRow | None:
    """The request that was granted, or None for a no. Refused when nothing was asked."""
    opened.table.check_player(connection.seat)
    rows = await hub.stored(hub.storage.requests, opened.table.id)
    request = next((row for row in rows if row.what == what and may_answer(opened, connection.seat, row)), None)
    if request is None:
        raise Refused("asked", "Nothing was asked of you, or the game has gone on since.")
    await hub.stored(hub.storage.forget, opened.table.id, what)
    by = sides_of(opened.table, connection.seat.sides)[0]
    words = {"undo": "taking back", "draw": "a draw"}[what]
    text = f"{by.title()} {'agrees to' if yes else 'declines'} {words}."
    opened.tell("answered", {"what": what, "by": by, "yes": yes, "text": text}, but=connection)
    return request if yes else None


async def answer_undo(hub: Hub, opened: OpenTable, connection: Connection, m: schema.AnswerUndo) -> Answer:
    request = await answer(hub, opened, connection, "undo", m.yes)
    if request is not None:
        await take_back(hub, opened, request.to)
    return OK


async def finish(hub: Hub, opened: OpenTable, winner: int | None, level: str, text: str) -> None:
    """End the game other than by its rules."""
    ending = opened.table.close(winner, level, text)
    try:
        await hub.stored(hub.storage.end, opened.table.id, canonical(ending))
    except Exception as error:
        await hub.reload(opened)
        raise Refused("storage", "That could not be stored, so it was not done.") from error
    hub.changed(opened, opened.table.n)


async def resign(hub: Hub, opened: OpenTable, connection: Connection, m: schema.Resign) -> Answer:
    table, seat = opened.table, connection.seat
    table.check_player(seat)
    loser = table.viewpoint(seat)
    assert loser is not None
    winner = next(side for side in range(len(table.game.sides)) if side != loser)
    keys = table.game.sides
    await finish(hub, opened, winner, "Resignation", f"{keys[loser].title()} resigns: {keys[winner].title()} wins.")
    return OK


async def offer_draw(hub: Hub, opened: OpenTable, connection: Connection, m: schema.OfferDraw) -> Answer:
    table, seat = opened.table, connection.seat
    table.check_player(seat)
    others = [side for side in range(len(table.game.sides)) if side not in seat.sides]
    rows = await hub.stored(hub.storage.requests, table.id)
    if not others or any(row.what == "draw" and may_answer(opened, seat, row) for row in rows):
        # Nobody else to ask, or the other side has offered one too.
        await finish(hub, opened, None, "Draw", "A draw by agreement.")
    elif all(table.bot_level(side) for side in others):
        raise Refused("asked", "The bot plays on.")
    else:
        await ask(hub, opened, connection, "draw", table.n)
    return OK


async def answer_draw(hub: Hub, opened: OpenTable, connection: Connection, m: schema.AnswerDraw) -> Answer:
    request = await answer(hub, opened, connection, "draw", m.yes)
    if request is not None:
        await finish(hub, opened, None, "Draw", "A draw by agreement.")
    return OK


async def claim(hub: Hub, opened: OpenTable, connection: Connection, m: schema.Claim) -> Answer:
    """The other side has left the table: whoever waited may call the game won, or drawn."""
    table = opened.table
    winner = table.claim(connection.seat)
    by, waited = table.game.sides[winner].title(), in_words(time.time() - table.clock.moved)
    if m.what == "draw":
        await finish(hub, opened, None, "Draw by claim", f"A draw: {by} waited {waited} and claims no more.")
    else:
        await finish(hub, opened, winner, "Claim", f"{by} waited {waited} and claims the game.")
    return OK


async def chat(hub: Hub, opened: OpenTable, connection: Connection, m: schema.Chat) -> Answer:
    side = opened.table.viewpoint(connection.seat)
    row = ChatRow("watcher" if side is None else opened.table.game.sides[side], m.text.strip(), now())
    if not row.text:
        raise Refused("malformed", "There is nothing in this message.")
    await hub.stored(hub.storage.say, opened.table.id, row)
    opened.tell("chat", row._asdict())
    return OK


async def note(hub: Hub, opened: OpenTable, connection: Connection, m: schema.Note) -> Answer:
    if connection.seat.watches:
        raise Refused("seat", "Watchers share one link, so they cannot keep notes here.")
    await hub.stored(hub.storage.keep_note, connection.seat.token, m.text)
    return OK


async def ping(hub: Hub, opened: OpenTable, connection: Connection, m: schema.Ping) -> Answer:
    return OK


Handler = Callable[[Hub, OpenTable, Connection, Any], Awaitable[Answer]]
HANDLERS: dict[type, Handler] = {
    schema.Act: act, schema.Tails: tails, schema.Why: why, schema.Preview: preview, schema.Overlay: overlay, schema.Replay: replay,
    schema.Undo: undo, schema.AskUndo: ask_undo, schema.AnswerUndo: answer_undo, schema.Resign: resign, schema.OfferDraw: offer_draw,
    schema.AnswerDraw: answer_draw, schema.Claim: claim, schema.Chat: chat, schema.Note: note, schema.Ping: ping,
}  # fmt: skip
