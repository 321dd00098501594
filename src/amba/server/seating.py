"""Who sits where: invitations that become private seats, passing a seat on, and taking an invitation back."""

from __future__ import annotations

from typing import Any

from amba.server import schema
from amba.server.answers import Refused, Seat
from amba.server.connection import Connection
from amba.server.hub import Hub, OpenTable, is_token, new_token, sides_of
from amba.server.link_storage import LinkRow

Answer = tuple[str, dict[str, Any]]
MOVED = 4001
"""The close code for a line whose seat has changed: the browser comes back by itself and is told what it holds now."""


async def sit_down(hub: Hub, invitation: str, token: str) -> dict[str, Any]:
    """The first browser that opens an invitation gets the seat, under a token of its own making: asked again with the same one, it is the same seat."""
    link = await hub.stored(hub.storage.link, invitation) if is_token(invitation) else None
    if link is None:
        raise Refused("seat", "This link opens no seat. Was it copied whole, or was it taken back?")
    opened = await hub.find(link.table)
    async with opened.lock:
        taken = link.taken == token or await hub.stored(hub.storage.take_link, invitation, token)
        if not taken:
            raise Refused("taken", "Somebody sits there already: a link gives its seat to the first browser that opens it.")
        await hub.refresh_links(opened)
        for connection in list(opened.connections):
            row = await hub.stored(hub.storage.seat, connection.seat.token)
            held = row.sides.split() if row is not None else []
            if held != sides_of(opened.table, connection.seat.sides):
                connection.cut(MOVED)
        opened.tell("presence", opened.presence())
    return {"token": token, "side": link.side}


async def invite(hub: Hub, opened: OpenTable, connection: Connection, m: schema.Invite) -> Answer:
    """A new link to a side: whoever holds it may pass it on, and the host may invite to a seat that nobody has taken. Older links to it are void."""
    await check_may_invite(hub, opened, connection, m.side)
    link = LinkRow(new_token(), opened.table.id, m.side)
    await hub.stored(hub.storage.add_link, link)
    await told(hub, opened)
    return "invited", {"side": m.side, "link": link.token}


async def revoke(hub: Hub, opened: OpenTable, connection: Connection, m: schema.Revoke) -> Answer:
    """Take an invitation back that nobody has opened."""
    await check_may_invite(hub, opened, connection, m.side)
    await hub.stored(hub.storage.drop_link, opened.table.id, m.side)
    await told(hub, opened)
    return "ok", {}


async def told(hub: Hub, opened: OpenTable) -> None:
    await hub.refresh_links(opened)
    opened.tell("presence", opened.presence())


async def check_may_invite(hub: Hub, opened: OpenTable, connection: Connection, side: str) -> None:
    table, seat = opened.table, connection.seat
    if side not in table.game.sides:
        raise Refused("seat", "There is no such side at this table.")
    if table.bot_level(table.game.sides.index(side)):
        raise Refused("seat", "A bot sits there.")
    if side in sides_of(table, seat.sides):
        return
    rows = await hub.stored(hub.storage.seats, table.id)
    if not seat.host or any(side in row.sides.split() for row in rows):
        raise Refused("seat", "That seat is not yours to give.")


async def invitations(hub: Hub, opened: OpenTable, connection: Connection) -> dict[str, str]:
    """The links that this seat may hand out: the host's to seats nobody has taken, and anybody's own that are to be passed on."""
    seat, own = connection.seat, sides_of(opened.table, connection.seat.sides)
    links = await hub.stored(hub.storage.links, opened.table.id)
    return {link.side: link.token for link in links if link.taken is None and (link.side in own or (seat.host and link.side in opened.empty))}


async def rematch_link(hub: Hub, opened: OpenTable, seat: Seat) -> str:
    """The invitation to another game that waits for this seat; empty where there is none."""
    table = opened.table
    links = await hub.stored(hub.storage.rematches, table.id) if table.is_over and not seat.watches else {}
    return next((links[side] for side in sides_of(table, seat.sides) if side in links), "")
