"""Another game after one is over: whoever asks sits down at a new table, and the others find their invitation at the old one, each his own."""

from __future__ import annotations

import asyncio
import secrets

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from amba.core.session import Session
from amba.server import schema
from amba.server.addresses import address_of
from amba.server.answers import Refused, Seat
from amba.server.hub import Happening, Hub, OpenTable, now, sides_of
from amba.server.opening import mixers_of
from amba.server.requests import app_of, body_of, hub_of, seated, trouble
from amba.server.seating import rematch_link


async def rematch(request: Request) -> Response:
    """Open the same game again; where another side has already, its invitation is the answer."""
    hub = hub_of(request)
    try:
        wish = schema.rematch.decode(await body_of(request, schema.BODY_LIMIT))
        seat, opened = await seated(request)
        table = opened.table
        if seat.watches:
            raise Refused("seat", "You are watching this game and have no side in it.")
        if not table.is_over:
            raise Refused("on", "This game is still on.")
        async with opened.lock:
            link = await rematch_link(hub, opened, seat)
            if link:
                return JSONResponse({"link": link}, headers={"cache-control": "no-store"})
            app_of(request).limits.check(address_of(request), "tables")
            answer = await begin(hub, opened, seat, wish, address_of(request))
        return JSONResponse(answer, headers={"cache-control": "no-store"})
    except (msgspec.DecodeError, UnicodeError, RecursionError, Refused) as error:
        return trouble(error)


async def begin(hub: Hub, opened: OpenTable, seat: Seat, wish: schema.Rematch, owner: str) -> dict[str, object]:
    table, header = opened.table, opened.table.session.log.header
    mine, sides = sides_of(table, seat.sides), list(table.game.sides)
    chair = {side: sides[(i + wish.swap) % len(sides)] for i, side in enumerate(sides)}
    """Where whoever sat there sits now."""
    kinds = {side: kind if kind.startswith("bot") else "me" if side in mine else "link" for side, kind in table.seats.items()}
    seats = {chair[side]: kinds[side] for side in sides}
    seats = {side: seats[side] for side in sides}
    session = await asyncio.to_thread(
        Session, table.game, header.scenario, header.options, secrets.token_bytes(32), secrets.token_hex(8), now(),
        practice=header.practice, mixers=mixers_of(seats, wish.mix),
    )  # fmt: skip
    answer = await hub.open_table(session, seats, pace=table.clock.pace, owner=owner, hints=table.hints)
    links = {side: answer["links"][chair[side]] for side in sides if kinds[side] == "link"}
    await hub.stored(hub.storage.offer_rematch, table.id, links)
    for connection in opened.connections:
        own = next((links[side] for side in sides_of(table, connection.seat.sides) if side in links), None)
        if own is not None:
            connection.send("rematch", {"link": own})
    if links:
        hub.announce(opened, Happening("asked", seat.sides[0], f"{mine[0].title()} wants to play again."))
    # The others' invitations wait for them at this table.
    return {**answer, "invited": list(links)}
