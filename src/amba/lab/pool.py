"""Work on several processes of this machine. One that dies over its work (killed, out of memory) is replaced, and the work is done again."""

from __future__ import annotations

import math
import multiprocessing
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, as_completed, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import TypeVar

from amba.lab.fuzz import leave_interrupts
from amba.lab.store import RunError

DEATHS = 3
"""So many deaths with nothing finished between them are no accident."""
TOO_MANY_DEATHS = f"{DEATHS} times a process died over its work and nothing was finished; if memory is short, fewer --jobs help"

Item = TypeVar("Item")
Found = TypeVar("Found")


@contextmanager
def processes(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """Leaving early, or by Ctrl-C, does not wait for what is under way."""
    others = set(multiprocessing.active_children())
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), leave_interrupts) as pool:
        try:
            yield pool
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in set(multiprocessing.active_children()) - others:
                process.terminate()
            raise


def outliving_deaths(play: Callable[[Sequence[Item]], Iterator[tuple[Item, Found]]], items: Sequence[Item]) -> Iterator[tuple[Item, Found]]:
    """Each item with what came of it. `play` works through items on processes of its own and is asked again for those it left."""
    left = dict.fromkeys(items)
    deaths = 0
    while left:
        try:
            for item, found in play(list(left)):
                deaths = 0
                del left[item]
                yield item, found
        except BrokenProcessPool:
            deaths += 1
            if deaths == DEATHS:
                raise RunError(TOO_MANY_DEATHS) from None


def as_they_come(work: Callable[[Item], Found], items: Sequence[Item], jobs: int) -> Generator[tuple[Item, Found], None, None]:
    """Each item with what came of it, the first finished first."""

    def play(rest: Sequence[Item]) -> Iterator[tuple[Item, Found]]:
        with processes(jobs) as pool:
            begun = {pool.submit(work, item): item for item in rest}
            for future in as_completed(begun):
                yield begun[future], future.result()

    yield from outliving_deaths(play, items)


class _TimeIsUp(Exception):
    """What is under way is given up."""


def kept_busy(work: Callable[[Item], Found], ask: Callable[[], Item | None], jobs: int, until: float) -> Generator[tuple[Item, Found], None, None]:
    """Work that is asked for piece by piece, as much at a time as there are processes, so that none waits for another: each piece with what came of it.
    It ends when `ask` has no more to give and everything is in, or at `until` (of `time.monotonic`), whatever is still under way."""
    begun: dict[Item, None] = {}
    deaths = 0
    while True:
        try:
            with processes(jobs) as pool:
                waiting: dict[Future[Found], Item] = {pool.submit(work, item): item for item in begun}
                while True:
                    while len(waiting) < jobs and (item := ask()) is not None:
                        begun[item] = None  # first: a pool that died meanwhile takes nothing, and the piece is begun again
                        waiting[pool.submit(work, item)] = item
                    if not waiting:
                        return
                    for future in next_finished(waiting, until):
                        found = future.result()
                        item = waiting.pop(future)
                        del begun[item]
                        deaths = 0
                        yield item, found
        except _TimeIsUp:
            return
        except BrokenProcessPool:
            deaths += 1
            if deaths == DEATHS:
                raise RunError(TOO_MANY_DEATHS) from None


def next_finished(waiting: Iterable[Future[Found]], until: float) -> list[Future[Found]]:
    done, _ = wait(waiting, None if until == math.inf else max(0.0, until - time.monotonic()), FIRST_COMPLETED)
    if not done:
        raise _TimeIsUp
    return list(done)
