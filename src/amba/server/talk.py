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
from amba.server.hub import Hub, Line, Place, now, sides_of
from amba.server.storage import ChatRow, RequestRow

log = logging.getLogger("amba.server")
Answer = tuple[str, dict[str, Any]]
OK: Answer = ("ok", {})


async def welcome(hub: Hub, place: Place, line: Line) -> None:
    """Everything a seat needs to begin, or to go on after the line was cut."""
    seat, table = line.seat, place.table
    rows = await hub.stored(hub.storage.seats, table.id)
    chat = await hub.stored(hub.storage.chat, table.id)
    note = await hub.stored(hub.storage.note, seat.token)
    asked = await hub.stored(hub.storage.requests, table.id)
    header = table.session.log.header
    links = {key: row.token for row in rows for key in row.sides.split() if seat.host or row.token == seat.token}
    async with place.lock:
        table = place.table
        place.lines.add(line)
        line.send(
            "welcome",
            {
                "board_url": f"/api/games/{table.game.key}/board?scenario={header.scenario}", "game": table.game.key, "scenario": header.scenario,
                "options": header.options, "seat": {"sides": sides_of(table, seat.sides), "watch": seat.watches},
                "view": table.view(table.viewpoint(seat)), "menu": table.menu(seat), "log": table.entries(seat), "chat": [row._asdict() for row in chat],
                "note": note, "links": {} if seat.watches else links, "watch": next((row.token for row in rows if not row.sides), ""),
                "key_hash": header.commitment, "about": about(table.game, header.scenario), "players": table.seats, "online": place.online(), "imported": table.imported,
                "clock": table.clock.data(), "edition": table.edition, "secrets": has_secrets(table.game, table.session.state),
            },
        )  # fmt: skip
        for request in asked:
            if may_answer(place, seat, request):
                line.send("asked", request._asdict())
    place.tell("presence", place.online())
    hub.on_turn(place)


def about(game: Game, scenario: str) -> dict[str, str]:
    """What is played, in the scenario's own words."""
    found = next(one for one in game.scenarios() if one.key == scenario)
    return {"title": found.title, "blurb": found.blurb}


def may_answer(place: Place, seat: Seat, request: RequestRow) -> bool:
    return bool(seat.sides) and request.by not in sides_of(place.table, seat.sides)


async def hear(hub: Hub, place: Place, line: Line, message: schema.Incoming) -> None:
    """Answer one message; a refusal changes nothing."""
    try:
        async with place.lock:
            kind, data = await HANDLERS[type(message)](hub, place, line, message)
    except Refused as refused:
        line.send("refused", refused.data(), message.id)
    except Exception:
        log.exception("table %s: %s failed", place.table.id, type(message).__name__)
        line.send("refused", Refused("error", "The server failed on this; nothing was done.").data(), message.id)
    else:
        if kind:
            line.send(kind, data, message.id)


async def act(hub: Hub, place: Place, line: Line, m: schema.Act) -> Answer:
    before = place.table.n
    await perform(hub, place, line.seat, m.n, tuple(m.a), edition=m.e)
    line.send("ok", {"n": place.table.n}, m.id)
    hub.changed(place, before)
    return "", {}


async def perform(hub: Hub, place: Place, seat: Seat, n: int, action: tuple[str, ...], why: str = "", edition: int | None = None) -> None:
    """Check, apply, store. The same door for people and bots; the caller tells. `why`: a bot's reason."""
    before = place.table.n
    place.table.act(seat, n, action, why, edition)
    await hub.store_entries(place, before, why)


async def tails(hub: Hub, place: Place, line: Line, m: schema.Tails) -> Answer:
    return "tails", {"actions": place.table.tails(line.seat, m.n, tuple(m.a))}


async def why(hub: Hub, place: Place, line: Line, m: schema.Why) -> Answer:
    return "why", place.table.why(line.seat, m.n, tuple(m.a))


async def preview(hub: Hub, place: Place, line: Line, m: schema.Preview) -> Answer:
    return "preview", place.table.preview(line.seat, m.n, tuple(m.a))


async def overlay(hub: Hub, place: Place, line: Line, m: schema.Overlay) -> Answer:
    return "overlay", place.table.overlay(line.seat, m.key, m.arg or "")


async def replay(hub: Hub, place: Place, line: Line, m: schema.Replay) -> Answer:
    return "replay", place.table.replay(line.seat, m.n)


async def take_back(hub: Hub, place: Place, count: int) -> None:
    await hub.stored(hub.storage.cut, place.table.id, count, place.table.clock.restart())
    place.table.rewind(count)
    place.tell_position("undone")
    hub.on_turn(place)


async def undo(hub: Hub, place: Place, line: Line, m: schema.Undo) -> Answer:
    await take_back(hub, place, place.table.undo_to(line.seat))
    return OK


async def ask_undo(hub: Hub, place: Place, line: Line, m: schema.AskUndo) -> Answer:
    """Ask the other side. A bot never minds, and nobody asks himself."""
    table, seat = place.table, line.seat
    count = table.ask_to(seat)
    others = [side for side in range(len(table.game.sides)) if side not in seat.sides]
    if all(table.bot_level(side) for side in others):
        await take_back(hub, place, count)
        return OK
    await ask(hub, place, line, "undo", count)
    return OK


async def ask(hub: Hub, place: Place, line: Line, what: str, to: int) -> None:
    by = sides_of(place.table, line.seat.sides)[0]
    request = RequestRow(what, by, to)
    await hub.stored(hub.storage.ask, place.table.id, request)
    for other in place.lines:
        if may_answer(place, other.seat, request):
            other.send("asked", request._asdict())


async def answer(hub: Hub, place: Place, line: Line, what: str, yes: bool) -> RequestRow | None:
    """The request that was granted, or None for a no. Refused when nothing was asked."""
    place.table.check_player(line.seat)
    rows = await hub.stored(hub.storage.requests, place.table.id)
    request = next((row for row in rows if row.what == what and may_answer(place, line.seat, row)), None)
    if request is None:
        raise Refused("asked", "Nothing was asked of you, or the game has gone on since.")
    await hub.stored(hub.storage.forget, place.table.id, what)
    by = sides_of(place.table, line.seat.sides)[0]
    words = {"undo": "taking back", "draw": "a draw"}[what]
    text = f"{by.title()} {'agrees to' if yes else 'declines'} {words}."
    place.tell("answered", {"what": what, "by": by, "yes": yes, "text": text}, but=line)
    return request if yes else None


async def answer_undo(hub: Hub, place: Place, line: Line, m: schema.AnswerUndo) -> Answer:
    request = await answer(hub, place, line, "undo", m.yes)
    if request is not None:
        await take_back(hub, place, request.to)
    return OK


async def finish(hub: Hub, place: Place, winner: int | None, level: str, text: str) -> None:
    """End the game other than by its rules."""
    ending = place.table.close(winner, level, text)
    try:
        await hub.stored(hub.storage.end, place.table.id, canonical(ending))
    except Exception as error:
        await hub.reload(place)
        raise Refused("storage", "That could not be stored, so it was not done.") from error
    hub.changed(place, place.table.n)


async def resign(hub: Hub, place: Place, line: Line, m: schema.Resign) -> Answer:
    table, seat = place.table, line.seat
    table.check_player(seat)
    loser = table.viewpoint(seat)
    assert loser is not None
    winner = next(side for side in range(len(table.game.sides)) if side != loser)
    keys = table.game.sides
    await finish(hub, place, winner, "Resignation", f"{keys[loser].title()} resigns: {keys[winner].title()} wins.")
    return OK


async def offer_draw(hub: Hub, place: Place, line: Line, m: schema.OfferDraw) -> Answer:
    table, seat = place.table, line.seat
    table.check_player(seat)
    others = [side for side in range(len(table.game.sides)) if side not in seat.sides]
    rows = await hub.stored(hub.storage.requests, table.id)
    if not others or any(row.what == "draw" and may_answer(place, seat, row) for row in rows):
        # Nobody else to ask, or the other side has offered one too.
        await finish(hub, place, None, "Draw", "A draw by agreement.")
    elif all(table.bot_level(side) for side in others):
        raise Refused("asked", "The bot plays on.")
    else:
        await ask(hub, place, line, "draw", table.n)
    return OK


async def answer_draw(hub: Hub, place: Place, line: Line, m: schema.AnswerDraw) -> Answer:
    request = await answer(hub, place, line, "draw", m.yes)
    if request is not None:
        await finish(hub, place, None, "Draw", "A draw by agreement.")
    return OK


async def claim(hub: Hub, place: Place, line: Line, m: schema.Claim) -> Answer:
    """The other side has left the table: whoever waited may call the game won, or drawn."""
    table = place.table
    winner = table.claim(line.seat)
    by, waited = table.game.sides[winner].title(), in_words(time.time() - table.clock.moved)
    if m.what == "draw":
        await finish(hub, place, None, "Draw by claim", f"A draw: {by} waited {waited} and claims no more.")
    else:
        await finish(hub, place, winner, "Claim", f"{by} waited {waited} and claims the game.")
    return OK


async def chat(hub: Hub, place: Place, line: Line, m: schema.Chat) -> Answer:
    side = place.table.viewpoint(line.seat)
    row = ChatRow("watcher" if side is None else place.table.game.sides[side], m.text.strip(), now())
    if not row.text:
        raise Refused("malformed", "There is nothing in this message.")
    await hub.stored(hub.storage.say, place.table.id, row)
    place.tell("chat", row._asdict())
    return OK


async def note(hub: Hub, place: Place, line: Line, m: schema.Note) -> Answer:
    if line.seat.watches:
        raise Refused("seat", "Watchers share one link, so they cannot keep notes here.")
    await hub.stored(hub.storage.keep_note, line.seat.token, m.text)
    return OK


async def ping(hub: Hub, place: Place, line: Line, m: schema.Ping) -> Answer:
    return OK


Handler = Callable[[Hub, Place, Line, Any], Awaitable[Answer]]
HANDLERS: dict[type, Handler] = {
    schema.Act: act, schema.Tails: tails, schema.Why: why, schema.Preview: preview, schema.Overlay: overlay, schema.Replay: replay,
    schema.Undo: undo, schema.AskUndo: ask_undo, schema.AnswerUndo: answer_undo, schema.Resign: resign, schema.OfferDraw: offer_draw,
    schema.AnswerDraw: answer_draw, schema.Claim: claim, schema.Chat: chat, schema.Note: note, schema.Ping: ping,
}  # fmt: skip
