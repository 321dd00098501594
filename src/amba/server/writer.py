"""The storage's own thread: whatever waits when the disk is free again goes there together."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import groupby
from typing import Any, NamedTuple, TypeVar

from amba.server.storage import AppendRow, Storage, Unavailable

T = TypeVar("T")


class Job(NamedTuple):
    work: Callable[..., Any]
    args: tuple[Any, ...]
    answer: asyncio.Future[Any]


Done = tuple[Job, Any, Exception | None]


def attempt(job: Job) -> Done:
    try:
        return job, job.work(*job.args), None
    except Exception as error:
        return job, None, in_words(error)


def in_words(error: Exception) -> Exception:
    """A full disk, or a database that is gone, by the name that all drivers have for it: nobody's fault here, and it is said in a sentence."""
    is_operational = any(kind.__name__ == "OperationalError" for kind in type(error).__mro__)
    return Unavailable(f"nothing can be stored: {' '.join(str(error).split())}") if is_operational else error


class Writer:
    """Runs storage calls in the order they come, off the event loop. An answer is given only when its change is on the disk."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self.jobs: deque[Job] = deque()
        self.thread = ThreadPoolExecutor(1, "amba-storage")
        self.is_busy = False

    def post(self, work: Callable[..., Any], *args: Any) -> None:
        """Do this in its turn; nobody waits for the answer."""
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        answer.add_done_callback(lambda done: done.cancelled() or done.exception())
        self._queue(Job(work, args, answer))

    async def do(self, work: Callable[..., T], *args: Any) -> T:
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._queue(Job(work, args, answer))
        return await answer

    def _queue(self, job: Job) -> None:
        self.jobs.append(job)
        if not self.is_busy:
            self.is_busy = True
            self.thread.submit(self._run, job.answer.get_loop())

    def _run(self, loop: asyncio.AbstractEventLoop) -> None:
        """On the thread: everything that waits, in one go."""
        jobs = [self.jobs.popleft() for _ in range(len(self.jobs))]
        results: list[Done] = []
        try:
            with self.storage.together():
                for is_append, found in groupby(jobs, lambda job: job.work == self.storage.append):
                    group = list(found)
                    results += self._append(group) if is_append else map(attempt, group)
        except Exception as error:
            results = [(job, None, in_words(error)) for job in jobs]
        if not loop.is_closed():
            loop.call_soon_threadsafe(self._deliver, loop, results)

    def _append(self, jobs: list[Job]) -> list[Done]:
        """The lines of as many tables as wait go in together."""
        troubles = self.storage.append_all([AppendRow(*job.args) for job in jobs])
        return [(job, None, trouble) for job, trouble in zip(jobs, troubles, strict=True)]

    def _deliver(self, loop: asyncio.AbstractEventLoop, results: list[Done]) -> None:
        for job, value, error in results:
            if job.answer.cancelled():
                continue
            if error is not None:
                job.answer.set_exception(error)
            else:
                job.answer.set_result(value)
        if self.jobs:
            self.thread.submit(self._run, loop)
        else:
            self.is_busy = False

    def close(self) -> None:
        self.thread.shutdown(wait=True)
        self.storage.close()
