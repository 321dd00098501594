"""What a seat may say over its socket, and what comes back. Every message has been checked against the schema before."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any, TypeVar

from amba.bots.greedy import best
from amba.core.endings import CLAIMED, DRAWN, DRAWN_BY_CLAIM, RESIGNED
from amba.core.game import Game, has_secrets
from amba.core.order import Done
from amba.server import mixing, schema, seating
from amba.server.answers import Refused, Seat
from amba.server.connection import Connection
from amba.server.hub import Happening, Hub, OpenTable, now, sides_of
from amba.server.storage import ChatRow, RequestRow, Unavailable
from amba.server.table import Table

log = logging.getLogger("amba.server")
T = TypeVar("T")
Answer = tuple[str, dict[str, Any]]
OK: Answer = ("ok", {})
SET_UP = ("setup", "set-up")
"""Kinds of questions in which units are placed before the first turn."""
MOST_PLACED = 300


async def welcome(hub: Hub, opened: OpenTable, connection: Connection) -> None:
    """Everything a seat needs to begin, or to go on after the connection was cut."""
    seat, table = connection.seat, opened.table
    rows = await hub.stored(hub.storage.seats, table.id)
    chat = await hub.stored(hub.storage.chat, table.id)
    note = await hub.stored(hub.storage.note, seat.token)
    asked = await hub.stored(hub.storage.requests, table.id)
    header = table.session.log.header
    links = {} if seat.watches else dict.fromkeys(sides_of(table, seat.sides), seat.token)
    invitations = await seating.invitations(hub, opened, connection)
    again = await seating.rematch_link(hub, opened, seat)
    async with opened.lock:
        table = opened.table
        seen = await opened.worked(first_look, table, seat, payer=connection)
        opened.connections.add(connection)
        connection.send(
            "welcome",
            {
                **seen, "board_url": f"/api/games/{table.game.key}/board?scenario={header.scenario}", "game": table.game.key, "scenario": header.scenario,
                "options": header.options, "seat": {"sides": sides_of(table, seat.sides), "watch": seat.watches}, "chat": [row._asdict() for row in chat],
                "note": note, "links": links, "invitations": invitations, "rematch": again, "host": seat.host, "watch": next((row.token for row in rows if row.watch), ""),
                "key_hash": header.commitment, "dice": mixing.dice_data(table), "about": about(table.game, header.scenario), "players": table.seats, "online": opened.online(), "seats": opened.presence()["seats"], "imported": table.imported, "hints": table.hints,
                "clock": table.clock.data(), "edition": table.edition, "secrets": has_secrets(table.game, table.session.state),
            },
        )  # fmt: skip
        for request in asked:
            if may_answer(opened, seat, request):
                connection.send("asked", request._asdict())
        opened.owner = connection.address or opened.owner
        opened.tell("presence", opened.presence())
        hub.announce(opened, Happening("came", table.viewpoint(seat), token=seat.token))
        hub.on_turn(opened)


def first_look(table: Table, seat: Seat) -> dict[str, Any]:
    """What takes long: the position, what may be done in it, and all that has happened."""
    return {"view": table.view(table.viewpoint(seat)), "menu": table.menu(seat), "log": table.entries(seat)}


def about(game: Game, scenario: str) -> dict[str, str]:
    """What is played, in the scenario's own words."""
    found = next(one for one in game.scenarios() if one.key == scenario)
    return {"title": found.title, "blurb": found.blurb}


def may_answer(opened: OpenTable, seat: Seat, request: RequestRow) -> bool:
    return bool(seat.sides) and request.by not in sides_of(opened.table, seat.sides)


async def hear(hub: Hub, opened: OpenTable, connection: Connection, message: schema.Incoming) -> None:
    """Answer one message; a refusal changes nothing."""
    if isinstance(message, schema.Hint):
        hub.on_hint(opened, connection, message)  # thinking takes a while, and must not hold up the table
        return
    try:
        async with opened.lock:
            kind, data = await HANDLERS[type(message)](hub, opened, connection, message)
    except Refused as refused:
        connection.send("refused", refused.data(), message.id)
    except Unavailable as error:
        log.warning("table %s: %s", opened.table.id, error)
        connection.send(
            "refused", Refused("storage", "The tables cannot be reached just now. Nothing was done; try again in a moment.").data(), message.id
        )
    except Exception as error:
        connection.send("refused", stumbled(opened, type(message).__name__, error).data(), message.id)
    else:
        if kind:
            connection.send(kind, data, message.id)


def stumbled(opened: OpenTable, what: str, error: Exception) -> Refused:
    """What to say where the rules trip. They may over a position that somebody wrote himself, and that is no failure of ours."""
    if opened.table.session.log.header.position is None:
        log.error("table %s: %s failed", opened.table.id, what, exc_info=error)
        return Refused("error", "The server failed on this; nothing was done.")
    log.warning("table %s began with a position from a file: %s tripped over it (%s)", opened.table.id, what, type(error).__name__)
    return Refused("position", "This game began with a position from a file, and from here the rules cannot do that. Nothing was done.")


async def act(hub: Hub, opened: OpenTable, connection: Connection, m: schema.Act) -> Answer:
    before = opened.table.n
    await perform(hub, opened, connection.seat, m.n, tuple(m.a), edition=m.e)
    connection.send("ok", {"n": opened.table.n}, m.id)
    await hub.changed(opened, before)
    return "", {}


async def perform(hub: Hub, opened: OpenTable, seat: Seat, n: int, action: tuple[str, ...], why: str = "", edition: int | None = None) -> None:
    """Check, apply, store. The same door for people and bots; the caller tells. `why`: a bot's reason."""
    await opened.worked(opened.table.act, seat, n, action, why, edition)
    await hub.store_entries(opened, why)


async def place(hub: Hub, opened: OpenTable, connection: Connection, m: schema.Place) -> Answer:
    """Set up the rest as a bot would, order by order, by what this side sees; ending the set-up is left to its player."""
    table, before = opened.table, opened.table.n
    side = table.check_turn(connection.seat, m.n)
    advice, decision = table.game.abilities.advice, table.decision
    if advice is None or decision is None or decision.kind not in SET_UP:
        raise Refused("illegal", "There is nothing to set up now.")
    rng = Random(m.n)
    for _ in range(MOST_PLACED):
        now, state = table.decision, table.session.state
        if now is None or (now.who, now.kind) != (side, decision.kind):
            break
        order = await asked(connection, best, table.game, advice, table.game.imagine(state, side, rng), side, rng)
        if isinstance(order, Done):
            break
        await perform(hub, opened, connection.seat, table.n, table.game.spell(order))
    connection.send("ok", {"n": table.n}, m.id)
    await hub.changed(opened, before)
    return "", {}


async def asked(connection: Connection, work: Callable[..., T], *args: Any) -> T:
    """A question is answered off the event loop, and its price in time is noted."""

    def timed() -> T:
        begun = time.thread_time()
        try:
            return work(*args)
        finally:
            connection.spent += time.thread_time() - begun

    return await asyncio.to_thread(timed)


async def tails(hub: Hub, opened: OpenTable, connection: Connection, m: schema.Tails) -> Answer:
    return "tails", {"actions": await opened.worked(opened.table.tails, connection.seat, m.n, tuple(m.a), payer=connection)}


async def why(hub: Hub, opened: OpenTable, connection: Connection, m: schema.Why) -> Answer:
    return "why", await asked(connection, opened.table.why, connection.seat, m.n, tuple(m.a))


async def preview(hub: Hub, opened: OpenTable, connection: Connection, m: schema.Preview) -> Answer:
    return "preview", await asked(connection, opened.table.preview, connection.seat, m.n, tuple(m.a))


async def overlay(hub: Hub, opened: OpenTable, connection: Connection, m: schema.Overlay) -> Answer:
    return "overlay", await asked(connection, opened.table.overlay, connection.seat, m.key, m.arg or "")


async def replay(hub: Hub, opened: OpenTable, connection: Connection, m: schema.Replay) -> Answer:
    return "replay", await asked(connection, opened.table.replay, connection.seat, m.n)


async def take_back(hub: Hub, opened: OpenTable, count: int, by: int) -> None:
    """Back to the first `count` entries; `by` asked for it. Rolls that were seen stay in the log, and the next are others."""
    table = opened.table
    rolls = table.session.log.rolls_taken
    await opened.worked(table.take_back, count, by)
    await hub.store_entries(opened)
    await opened.tell_position("undone")
    if table.session.log.rolls_taken > rolls:
        opened.tell("dice", mixing.dice_data(table))
    hub.on_turn(opened)


async def undo(hub: Hub, opened: OpenTable, connection: Connection, m: schema.Undo) -> Answer:
    count = opened.table.undo_to(connection.seat)
    await take_back(hub, opened, count, opened.table.session.done[count].by)
    return OK


async def ask_undo(hub: Hub, opened: OpenTable, connection: Connection, m: schema.AskUndo) -> Answer:
    """Ask the other side. Nobody asks himself; a bot never minds a move, and a roll only where no more than practice is at stake."""
    table, seat = opened.table, connection.seat
    count = table.ask_to(seat)
    others = [side for side in range(len(table.game.sides)) if side not in seat.sides]
    if all(table.bot_level(side) for side in others):
        if others and table.has_seen_since(count) and not table.session.log.header.practice:
            raise Refused("undo", "Dice have fallen or something was revealed since: bots take that back only in a game of practice.")
        await take_back(hub, opened, count, table.session.done[count].by)
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
    words = {"undo": "asks to take something back", "draw": "offers a draw"}[what]
    hub.announce(opened, Happening("asked", connection.seat.sides[0], f"{by.title()} {words}."))


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
        await take_back(hub, opened, request.to, opened.table.game.sides.index(request.by))
    return OK


async def finish(hub: Hub, opened: OpenTable, level: str, side: int | None, waited: int = 0) -> None:
    """End the game other than by its rules."""
    record = opened.table.session.log
    opened.table.close(level, side, waited)
    try:
        await hub.stored(hub.storage.end, opened.table.id, record.end_line())
    except Exception as error:
        await hub.reload(opened)
        raise Refused("storage", "That could not be stored, so it was not done.") from error
    await hub.changed(opened, opened.table.n)


async def resign(hub: Hub, opened: OpenTable, connection: Connection, m: schema.Resign) -> Answer:
    table, seat = opened.table, connection.seat
    table.check_player(seat)
    loser = table.viewpoint(seat)
    assert loser is not None
    await finish(hub, opened, RESIGNED, next(side for side in range(len(table.game.sides)) if side != loser))
    return OK


async def offer_draw(hub: Hub, opened: OpenTable, connection: Connection, m: schema.OfferDraw) -> Answer:
    table, seat = opened.table, connection.seat
    table.check_player(seat)
    others = [side for side in range(len(table.game.sides)) if side not in seat.sides]
    rows = await hub.stored(hub.storage.requests, table.id)
    if not others or any(row.what == "draw" and may_answer(opened, seat, row) for row in rows):
        # Nobody else to ask, or the other side has offered one too.
        await finish(hub, opened, DRAWN, None)
    elif all(table.bot_level(side) for side in others):
        raise Refused("asked", "The bot plays on.")
    else:
        await ask(hub, opened, connection, "draw", table.n)
    return OK


async def answer_draw(hub: Hub, opened: OpenTable, connection: Connection, m: schema.AnswerDraw) -> Answer:
    request = await answer(hub, opened, connection, "draw", m.yes)
    if request is not None:
        await finish(hub, opened, DRAWN, None)
    return OK


async def claim(hub: Hub, opened: OpenTable, connection: Connection, m: schema.Claim) -> Answer:
    """The other side has left the table: whoever waited may call the game won, or drawn."""
    table = opened.table
    side = table.claim(connection.seat)
    waited = int(time.time() - table.clock.moved)
    await finish(hub, opened, DRAWN_BY_CLAIM if m.what == "draw" else CLAIMED, side, waited)
    return OK


async def chat(hub: Hub, opened: OpenTable, connection: Connection, m: schema.Chat) -> Answer:
    side = opened.table.viewpoint(connection.seat)
    row = ChatRow("watcher" if side is None else opened.table.game.sides[side], m.text.strip(), now())
    if not row.text:
        raise Refused("malformed", "There is nothing in this message.")
    await hub.stored(hub.storage.say, opened.table.id, row)
    opened.tell("chat", row._asdict())
    hub.announce(opened, Happening("said", side, f"{row.by.title()}: {row.text[:300]}"))
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
    schema.Act: act, schema.Place: place, schema.Tails: tails, schema.Why: why, schema.Preview: preview, schema.Overlay: overlay, schema.Replay: replay,
    schema.Undo: undo, schema.AskUndo: ask_undo, schema.AnswerUndo: answer_undo, schema.Resign: resign, schema.OfferDraw: offer_draw,
    schema.AnswerDraw: answer_draw, schema.Claim: claim, schema.Chat: chat, schema.Note: note, schema.Ping: ping,
    schema.Invite: seating.invite, schema.Revoke: seating.revoke, schema.Commit: mixing.commit, schema.Open: mixing.open_secret, schema.GoOn: mixing.go_on,
}  # fmt: skip
