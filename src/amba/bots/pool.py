"""A few bot processes kept warm, with a time limit for every decision."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import sys
from typing import Any

from amba.bots import LIMITS, level_named
from amba.bots.player import Choice
from amba.bots.turns import Turns

log = logging.getLogger("amba.bots")
GRACE = 1.0
"""Seconds beyond the limit before a process is taken for stuck; the first question also waits for the start."""
START = 20.0
MOST = 8


def size_for_machine() -> int:
    """As many processes as there are cores, less one for the tables."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(MOST, cores - 1))


class Pool:
    """Hands questions to whichever process is free. A process that does not answer in time is ended and replaced."""

    def __init__(self, workers: int | None = None, limit: float | None = None) -> None:
        """Without a number of workers, as many as suit the machine; without a limit, each level has its own (`LIMITS`)."""
        self.limit = limit
        self.free: Turns[asyncio.subprocess.Process | None] = Turns([None] * (workers or size_for_machine()))
        self.all: set[asyncio.subprocess.Process] = set()
        """Those that run, and those that were ended and may not be gone yet."""

    async def choose(self, question: dict[str, Any], owner: str = "") -> Choice | None:
        """An action and why, or None when no answer came in time. A process that died over it is replaced, and the new one asked once more.

        Owners are served in turn: whoever has sixty bots waiting holds up nobody else's.
        """
        try:
            return await self._choose(question, owner)
        except (OSError, EOFError) as error:
            log.warning("a bot process died (%s); another is asked", type(error).__name__)
        try:
            return await self._choose(question, owner)
        except (OSError, EOFError) as error:
            log.warning("a bot process died again (%s)", type(error).__name__)
            return None

    async def _choose(self, question: dict[str, Any], owner: str) -> Choice | None:
        process = await self.free.get(owner)
        limit = LIMITS[level_named(question["level"])] if self.limit is None else self.limit
        wait = limit + GRACE
        try:
            if process is None or process.returncode is not None:
                process = await self._start()
                wait += START
            answer = await asyncio.wait_for(self._ask(process, {**question, "limit": limit}), wait)
        except (TimeoutError, ValueError) as error:
            log.warning("a bot process gave no answer (%s); it is replaced", type(error).__name__)
            self._end(process)
            process = None
            return None
        except BaseException:
            # Dead, or cancelled in mid-question: then its answer would be taken for the next one's.
            self._end(process)
            process = None
            raise
        finally:
            self.free.put(process)
        if "a" not in answer:
            log.warning("a bot failed: %s", answer.get("error"))
            return None
        return Choice(tuple(answer["a"]), answer.get("why", ""))

    async def _start(self) -> asyncio.subprocess.Process:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "amba.bots.worker",
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=1 << 20,
        )  # fmt: skip
        self.all = {one for one in self.all if one.returncode is None} | {process}
        return process

    async def _ask(self, process: asyncio.subprocess.Process, question: dict[str, Any]) -> dict[str, Any]:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(question).encode() + b"\n")
        await process.stdin.drain()
        line = await process.stdout.readline()
        if not line:
            raise EOFError
        answer: dict[str, Any] = json.loads(line)
        return answer

    def _end(self, process: asyncio.subprocess.Process | None) -> None:
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()

    async def close(self) -> None:
        """Every process is ended, those too that were given up in the middle of a question."""
        for process in self.all:
            self._end(process)
        for process in list(self.all):
            with contextlib.suppress(ProcessLookupError, TimeoutError):
                await asyncio.wait_for(process.wait(), 5)
