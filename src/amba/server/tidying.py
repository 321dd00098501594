"""When memory is tidied. Python stops everything to look for circles of objects: a third of a microsecond for each object it looks at.

With a thousand tables open there are a million objects, so to look through all of them would stop everybody for a third of a second. So here:

* what is there once the games are open (their maps, tables, texts) is there for good and is never looked at again (`gc.freeze`);
* new objects are looked at in small lots, a few milliseconds each, once when they are young and once more when they have stayed;
* the whole is looked through only when many times as many tables have left the memory as are in it. Nothing waits for that: a table that leaves
  is in no circle, so it is freed at once (tests/server/test_circles.py), as is nearly all there is.
"""

from __future__ import annotations

import asyncio
import gc

from amba.server.hub import Hub

YOUNG, MIDDLE, NEVER = 10_000, 4, 1_000_000_000
"""How many new objects are looked at together; after how many such looks those that stayed are; and the whole never by itself."""
LOOK = 15.0
LEAST = 500
"""Tables that must have left before it is worth while."""
MANY = 10
"""So many times as many must have left as are there."""


async def keep_tidy(hub: Hub) -> None:
    """As long as the server runs."""
    gc.set_threshold(YOUNG, MIDDLE, NEVER)
    await asyncio.to_thread(hub.library.shelf)  # opens every game
    gc.collect()
    gc.freeze()
    while True:
        await asyncio.sleep(LOOK)
        tidy(hub)


def tidy(hub: Hub) -> bool:
    """Look through everything, if enough has happened; whether it was done."""
    if hub.left < max(LEAST, MANY * len(hub.open_tables)):
        return False
    hub.left = 0
    gc.collect()
    return True
