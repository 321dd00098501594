"""Dice that no one steers: every player's browser adds a secret to them, to which it was committed before it knew the others'.

The order of things: the server has promised its key with the header; each browser says the hash of its secret; when all have, each opens its secret; then the
dice are settled. No die falls before. Who has opened his own may go on without those who never open theirs, but not before they have had their time:
else whoever is quicker could leave the other out of the dice.
"""

from __future__ import annotations

import time
from typing import Any

from amba.core.decision import CHANCE
from amba.core.endings import in_words
from amba.core.promise import commitment_to, is_secret, seal_of
from amba.server import schema
from amba.server.answers import Refused
from amba.server.connection import Connection
from amba.server.hub import Hub, OpenTable, sides_of
from amba.server.link_storage import PartRow
from amba.server.table import Table

Answer = tuple[str, dict[str, Any]]
OK: Answer = ("ok", {})
PATIENCE = 120.0
"""Seconds that everybody has to open his secret once all are committed; a browser that is there takes a moment."""


def dice_data(table: Table) -> dict[str, Any]:
    """What everybody may know of the dice: nothing in it tells how they fall before they are settled."""
    record = table.session.log
    header, mix = record.header, record.mix
    return {
        "promise": header.commitment,
        "mixers": header.mixers,
        "commits": {side: part.commitment for side, part in table.parts.items()},
        "secrets": mix if mix is not None else {side: part.secret for side, part in table.parts.items() if part.secret is not None},
        "seal": seal_of(header.commitment, mix) if mix is not None else None,
        "practice": header.practice,
        "taken": record.rolls_taken,
        "patience": patience(table),
    }


def patience(table: Table) -> float | None:
    """Seconds until the others may go on without whoever has not opened his secret; None where nobody is waited for."""
    if not table.session.waits_for_mix or any(side not in table.parts for side in table.session.log.header.mixers):
        return None
    if table.bound is None:
        table.bound = time.monotonic()
    return max(0.0, table.bound + PATIENCE - time.monotonic())


def awaited(table: Table) -> list[str]:
    """The sides whose browsers have not yet added to the dice, while a die waits for them."""
    if not table.session.waits_for_mix or table.decider != CHANCE:
        return []
    mixers = table.session.log.header.mixers
    # Nobody can open his secret before everybody is committed.
    return [side for side in mixers if side not in table.parts] or [side for side in mixers if table.parts[side].secret is None]


def mixing_sides(opened: OpenTable, connection: Connection) -> list[str]:
    """The sides for which this seat mixes."""
    table = opened.table
    table.check_player(connection.seat)
    if not table.session.waits_for_mix:
        raise Refused("mixed", "The dice of this game are settled.")
    return [side for side in sides_of(table, connection.seat.sides) if side in table.session.log.header.mixers]


async def commit(hub: Hub, opened: OpenTable, connection: Connection, m: schema.Commit) -> Answer:
    """A browser commits itself. It may think again as long as nobody's secret is open."""
    table, sides = opened.table, mixing_sides(opened, connection)
    parts = [PartRow(side, m.c) for side in sides]
    if all(side in table.parts and table.parts[side].commitment == m.c for side in sides):
        return OK
    if any(part.secret is not None for part in table.parts.values()):
        raise Refused("mixed", "A secret is open already: nobody may choose another now.")
    await hub.stored(hub.storage.keep_parts, table.id, parts)
    table.parts |= {part.side: part for part in parts}
    table.bound = None
    opened.tell("dice", dice_data(table))
    return OK


async def open_secret(hub: Hub, opened: OpenTable, connection: Connection, m: schema.Open) -> Answer:
    """A browser opens its secret, after everybody has committed himself. When all are open the dice are settled."""
    table, sides = opened.table, mixing_sides(opened, connection)
    if any(side not in table.parts for side in table.session.log.header.mixers):
        raise Refused("mixed", "Not everybody has committed himself yet: keep your secret.")
    if not is_secret(m.s) or any(table.parts[side].commitment != commitment_to(m.s) for side in sides):
        raise Refused("mixed", "That is not the secret you committed yourself to.")
    parts = [PartRow(side, table.parts[side].commitment, m.s) for side in sides]
    await hub.stored(hub.storage.keep_parts, table.id, parts)
    table.parts |= {part.side: part for part in parts}
    if all(part.secret is not None for part in table.parts.values()):
        await settle(hub, opened)
    else:
        opened.tell("dice", dice_data(table))
    return OK


async def go_on(hub: Hub, opened: OpenTable, connection: Connection, m: schema.GoOn) -> Answer:
    """Without those who committed themselves and never open their secret: only somebody who opened his own may say so for himself."""
    table, sides = opened.table, mixing_sides(opened, connection)
    missing = [side for side in table.session.log.header.mixers if side not in table.parts]
    if missing or not sides or any(table.parts[side].secret is None for side in sides):
        raise Refused("mixed", "The dice wait until every player has sat down and mixed them.")
    left = patience(table)
    if left:
        raise Refused("mixed", f"The other browser may still add to the dice: you may go on without it in {in_words(left)}.")
    await settle(hub, opened)
    return OK


async def settle(hub: Hub, opened: OpenTable) -> None:
    """The secrets go into the log, and whatever waited for the dice happens."""
    table, before = opened.table, opened.table.n
    await opened.worked(table.mix)
    await hub.store_entries(opened)
    opened.tell("dice", dice_data(table))
    await hub.changed(opened, before)
