"""Heavy work on games that others sent, in a process of its own with limits: it can be slow, hungry or stuck there, and nobody at a table notices."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import sys
from collections import Counter
from typing import Any

from amba.bots.turns import Turns
from amba.server.answers import Refused

log = logging.getLogger("amba.server")
PATIENCE = 60.0
"""Seconds one game may take."""
QUEUE = 16
"""Games that may wait for their turn; who comes then is told to come again."""
OWN = 4
"""How many of them may be of one address."""
RESTS = 30.0
"""Seconds after which an idle process ends."""
JOBS = 100
"""Games after which the process is replaced."""


class Checker:
    """One process, started when needed. A question is a line of JSON and so many bytes of log; the answer is a line of JSON.

    Addresses are served in turn: whoever hands in four long games holds up nobody else's for longer than one of them takes.
    """

    def __init__(self) -> None:
        self.turns = Turns(["the process"])
        self.waiting: Counter[str] = Counter()
        """How many games each address has here."""
        self.process: asyncio.subprocess.Process | None = None
        self.ended: asyncio.subprocess.Process | None = None
        """The last one that was ended; it may not be gone yet."""
        self.jobs = 0
        self.idle: asyncio.TimerHandle | None = None

    async def check(self, job: str, body: bytes, owner: str = "") -> dict[str, Any]:
        """What came of it. Raises Refused where the game does not hold, or there is no time for it."""
        if self.waiting[owner] >= OWN:
            raise Refused("slow", f"{OWN} games from your address are being checked. Wait for them; nothing was done.")
        if self.waiting.total() >= QUEUE:
            raise Refused("busy", "Many games are being checked just now. Try again in a moment.")
        self.waiting[owner] += 1
        try:
            turn = await self.turns.get(owner)
            try:
                answer = await self._asked(job, body)
            finally:
                self.turns.put(turn)
        finally:
            self.waiting[owner] -= 1
            # Nobody is remembered who has nothing here.
            self.waiting += Counter()
        if "error" in answer:
            raise Refused(answer.get("code", "malformed"), answer["error"])
        return answer

    async def _asked(self, job: str, body: bytes) -> dict[str, Any]:
        if self.idle is not None:
            self.idle.cancel()
        try:
            process = await self._ready()
            return await asyncio.wait_for(self._ask(process, job, body), PATIENCE)
        except TimeoutError:
            self.end()
            raise Refused("large", "This game takes too long to check.") from None
        except (OSError, EOFError, ValueError):
            self.end()
            raise Refused("large", "This game is more than can be checked here.") from None
        except BaseException:
            # Cancelled in mid-question: its answer would be taken for the next one's.
            self.end()
            raise
        finally:
            self.jobs += 1
            if self.jobs >= JOBS:
                self.end()
            self.idle = asyncio.get_running_loop().call_later(RESTS, self.end)

    async def _ready(self) -> asyncio.subprocess.Process:
        if self.process is None or self.process.returncode is not None:
            self.jobs = 0
            self.process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "amba.server.checking",
                stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL, limit=1 << 25,
            )  # fmt: skip
        return self.process

    async def _ask(self, process: asyncio.subprocess.Process, job: str, body: bytes) -> dict[str, Any]:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps({"job": job, "bytes": len(body)}).encode() + b"\n" + body)
        await process.stdin.drain()
        line = await process.stdout.readline()
        if not line:
            raise EOFError
        answer: dict[str, Any] = json.loads(line)
        return answer

    def end(self) -> None:
        """End the process; the next question starts another."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                self.process.kill()
            self.process, self.ended = None, self.process

    async def close(self) -> None:
        if self.idle is not None:
            self.idle.cancel()
        self.end()
        if self.ended is not None:
            await self.ended.wait()
