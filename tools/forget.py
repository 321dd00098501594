"""Empties everything that a server keeps to be quicker next time: what stays in memory after it is what a server cannot lose.

What it keeps, and the bound of each:

* games with all that was worked out of their maps (steps, ranges, lines of sight, supply nets): each table of a game or a ground has a bound of its own,
  those of *Hollow Legions* a budget that all grounds share (`amba.games.hollow.boards.answers`);
* words of orders in menus: 4,000 a game (`amba.table.sayings`);
* pages of shelf and table, titles, hexes and counters' faces: one for each scenario (`amba.server.library`, `table`, `story`);
* answers of functions that are asked the same again (`lru_cache`): as many as each says.
"""

from __future__ import annotations

import ctypes
import functools
import gc
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from amba.server import story, telling
from amba.server.library import Library

SIGNAL = signal.SIGUSR1


def forget() -> None:
    """Empty it all, open the games anew, and give back what is free to the system."""
    gc.unfreeze()
    everything: list[Any] = gc.get_objects()
    libraries = [one for one in everything if isinstance(one, Library)]
    answers = [one for one in everything if isinstance(one, functools._lru_cache_wrapper) and one.__module__.startswith("amba.")]
    del everything
    for library in libraries:
        library._games.clear()
        library._pages.clear()
    for known in (story._STORIES, telling._BOARD_HEXES, telling._BOARD_TITLES):
        known.clear()
    for function in answers:
        function.cache_clear()
    gc.collect()
    for library in libraries:
        library.shelf()
    gc.collect()
    gc.freeze()
    with suppress(AttributeError, OSError):  # only the C library of Linux has it
        ctypes.CDLL(None).malloc_trim(0)


def on_signal(count: Path) -> None:
    """Forget whenever the signal comes, and write into this file how many small pieces of memory Python holds then."""

    def hear(*_: object) -> None:
        forget()
        count.write_text(str(sys.getallocatedblocks()), encoding="ascii")

    signal.signal(SIGNAL, hear)
