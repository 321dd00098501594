"""The storage's own thread: whatever waits when the disk is free again goes there together."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, TypeVar

from amba.server.storage import Storage

T = TypeVar("T")


class Job(NamedTuple):
    work: Callable[..., Any]
    args: tuple[Any, ...]
    answer: asyncio.Future[Any]


class Writer:
    """Runs storage calls in the order they come, off the event loop. An answer is given only when its change is on the disk."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self.jobs: deque[Job] = deque()
        self.thread = ThreadPoolExecutor(1, "amba-storage")
        self.is_busy = False

    async def do(self, work: Callable[..., T], *args: Any) -> T:
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()
        self.jobs.append(Job(work, args, answer))
        if not self.is_busy:
            self.is_busy = True
            self.thread.submit(self._run, loop)
        return await answer

    def _run(self, loop: asyncio.AbstractEventLoop) -> None:
        """On the thread: everything that waits, in one go."""
        jobs = [self.jobs.popleft() for _ in range(len(self.jobs))]
        results: list[tuple[Job, Any, Exception | None]] = []
        try:
            with self.storage.together():
                for job in jobs:
                    try:
                        results.append((job, job.work(*job.args), None))
                    except Exception as error:
                        results.append((job, None, error))
        except Exception as error:
            results = [(job, None, error) for job in jobs]
        if not loop.is_closed():
            loop.call_soon_threadsafe(self._deliver, loop, results)

    def _deliver(self, loop: asyncio.AbstractEventLoop, results: list[tuple[Job, Any, Exception | None]]) -> None:
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
