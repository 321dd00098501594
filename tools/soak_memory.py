"""A day at the server in minutes: visitors who open tables of every game, play, ask every kind of question, save, fork, hand in, and leave.

    python -m tools.soak_memory --minutes 10 --visitors 8

The server runs in a process of its own and lets a table rest two seconds after the last has left (a minute otherwise). Prints what it has in memory at
intervals, how many requests it has answered and how many tables are open; at the end, with nobody there, once more. Ends with status 1 when memory
grew by more than --growth MiB from the first third to the end, or when a table stayed open that nobody looks at.

With --forget it goes by rounds: everybody leaves, the server empties whatever it keeps to be quicker next time (tools/forget.py), and what it has in
memory then is printed, with how many pieces of memory Python holds; status 1 when these grew by more than one in a hundred from the first round to the
last, or what is in memory by more than --leak MiB (the C library keeps free memory for each thread, which is counted there).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from tools.forget import SIGNAL
from tools.load_tables import memory_of

SERVER = """
from amba.server import hub
hub.RESTS, hub.SWEEP = 2.0, 1.0
from pathlib import Path
from tools.forget import on_signal
on_signal(Path({db!r}).with_name('blocks'))
from amba.server.main import serve
serve('127.0.0.1', {port}, {db!r}, bot_pace=0, quiet=True, limited=False)
"""
PAGES = ("/", "/table.html", "/api/games", "/api/lobby", "/api/me", "/api/languages/de", "/static/js/dom.js", "/health", "/nothing")
MOST_GROWN = 0.01
QUESTIONS = ("tails", "why", "preview", "overlay", "replay", "chat", "note", "undo", "ask_undo", "ping", "nonsense")


class Visitor:
    """Somebody at a shared screen, for a while."""

    def __init__(self, client: httpx.AsyncClient, shelf: list[dict[str, Any]], asked: Counter[str], rng: random.Random) -> None:
        self.client = client
        self.shelf = shelf
        self.asked = asked
        self.rng = rng
        self.id = 0
        self.n = 0
        self.menu: dict[str, Any] | None = None

    async def visit(self) -> None:
        game = self.rng.choice(self.shelf)
        scenario = self.rng.choice(game["scenarios"])
        sides = [side["key"] for side in scenario["sides"]]
        kinds = ["me", *(self.rng.choice(["me", "me", "bot:random"]) for _ in sides[1:])]
        body = {"game": game["key"], "scenario": scenario["key"], "seats": dict(zip(sides, kinds, strict=True)), "mix": False}
        table = (await self.http("POST", "/api/tables", json=body)).json()
        await self.http("PUT", "/api/table/lobby", table["host"], json={"watch": table["watch"]})
        token = table["mine"][0]
        address = str(self.client.base_url).replace("http", "ws")
        async with connect(f"{address}/ws/{token}", proxy=None, max_size=None, open_timeout=60) as line:
            await self.hear(line)
            for _ in range(self.rng.randrange(4, 30)):
                await self.act(line)
                await self.question(line)
            if self.rng.random() < 0.5:
                await self.ask(line, "resign")
        for part in ("now", "log", "verify", "luck", "nothing"):
            await self.http("GET", f"/api/table/{part}", token)
        await self.http("POST", "/api/table/fork", token, json={"n": 3, "mix": False})
        await self.http("POST", "/api/table/rematch", token, json={"swap": True, "mix": False})
        text = (await self.http("GET", "/api/table/log", token)).text
        await self.http("POST", "/api/import", content=text if self.rng.random() < 0.5 else text[: len(text) // 2])
        await self.http("GET", self.rng.choice(PAGES))
        if self.rng.random() < 0.7:
            await self.http("DELETE", "/api/table", table["host"])

    async def http(self, method: str, path: str, token: str = "", **more: Any) -> httpx.Response:
        self.asked[f"{method} {path}"] += 1
        answer = await self.client.request(method, path, headers={"authorization": f"Bearer {token}"} if token else {}, **more)
        if answer.status_code == 500:
            raise RuntimeError(f"{method} {path}: {answer.text}")
        return answer

    async def hear(self, line: ClientConnection) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(await line.recv())
        if "view" in message and message["t"] != "replay":
            self.n, self.menu = message["view"]["n"], message["menu"]
        return message

    async def ask(self, line: ClientConnection, t: str, **fields: Any) -> dict[str, Any]:
        self.id += 1
        self.asked[t] += 1
        await line.send(json.dumps({"t": t, "id": self.id, **fields}))
        while (message := await self.hear(line)).get("id") != self.id:
            pass
        if message.get("code") == "error":
            raise RuntimeError(f"{t} {fields}: {message['text']}")
        return message

    def choice(self) -> list[str]:
        menu = self.menu or {"actions": [], "heads": []}
        found = [*menu["actions"], *menu["heads"]]
        return list(self.rng.choice(found)["a"]) if found else ["done"]

    async def act(self, line: ClientConnection) -> None:
        words = self.choice()
        tails = (await self.ask(line, "tails", n=self.n, a=words)).get("actions")
        before = self.n
        answer = await self.ask(line, "act", n=self.n, a=self.rng.choice(tails)["a"] if tails else words)
        if answer["t"] == "ok":
            while self.n == before:
                await self.hear(line)

    async def question(self, line: ClientConnection) -> None:
        t = self.rng.choice(QUESTIONS)
        fields: dict[str, Any] = {}
        if t in {"tails", "why", "preview"}:
            fields = {"n": self.n, "a": self.choice()}
        elif t == "overlay":
            fields = {"key": self.rng.choice(["zoc", "supply", "sight", "none"]), "arg": self.rng.choice(["", "0108", "x"])}
        elif t == "replay":
            fields = {"n": self.rng.randrange(0, self.n + 2)}
        elif t in {"chat", "note"}:
            fields = {"text": "x" * self.rng.randrange(1, 900)}
        await self.ask(line, t, **fields)


class Watch:
    """What the server has in memory, at intervals."""

    def __init__(self, server: int, folder: Path, client: httpx.AsyncClient, asked: Counter[str]) -> None:
        self.server, self.folder, self.client, self.asked = server, folder, client, asked
        self.begun = time.monotonic()
        self.read: list[float] = []
        self.kept: list[float] = []
        """After each round, with nobody there and everything forgotten: MiB."""
        self.blocks: list[int] = []
        """The same in pieces of memory."""
        self.open = 0

    async def note(self) -> None:
        self.open = (await self.client.get("/health")).json()["open"]
        self.read.append(memory_of(self.server))
        minutes, load = (time.monotonic() - self.begun) / 60, os.getloadavg()[0]
        print(
            f"{minutes:5.1f} minutes: {self.read[-1]:6.1f} MiB, {self.asked.total()} requests, {self.open} tables open (load {load:.1f})", flush=True
        )

    @property
    def grown(self) -> float:
        """By what share the pieces grew from the first round to the last."""
        return self.blocks[-1] / self.blocks[0] - 1

    async def forget(self) -> None:
        os.kill(self.server, SIGNAL)
        # Is answered after it; over a line of its own, for the others may have been closed meanwhile.
        async with httpx.AsyncClient(base_url=self.client.base_url, trust_env=False, timeout=300) as fresh:
            await fresh.get("/health")
        self.kept.append(memory_of(self.server))
        self.blocks.append(int(self.folder.joinpath("blocks").read_text(encoding="ascii")))
        print(f"with everything forgotten: {self.kept[-1]:6.1f} MiB, {self.blocks[-1]} pieces", flush=True)


async def soak(port: int, server: int, folder: Path, args: argparse.Namespace) -> Watch:
    asked: Counter[str] = Counter()
    base = f"http://127.0.0.1:{port}"
    async with httpx.AsyncClient(base_url=base, trust_env=False, timeout=300, limits=httpx.Limits(max_connections=100)) as client:
        shelf = (await client.get("/api/games")).json()
        watch = Watch(server, folder, client, asked)
        rounds = args.rounds if args.forget else 1

        async def come_and_go(seed: int, until: float) -> None:
            rng = random.Random(seed)
            while time.monotonic() < until:
                await Visitor(client, shelf, asked, rng).visit()

        for number in range(rounds):
            until = time.monotonic() + 60 * args.minutes / rounds
            visitors = [asyncio.create_task(come_and_go(args.visitors * number + seed, until)) for seed in range(args.visitors)]
            while not all(visitor.done() for visitor in visitors):
                await asyncio.wait(visitors, timeout=60 * args.minutes / 12, return_when=asyncio.FIRST_EXCEPTION)
                await watch.note()
                for visitor in visitors:
                    if visitor.done() and visitor.exception():
                        raise RuntimeError("a visitor was treated badly") from visitor.exception()
            for _ in range(60):
                await asyncio.sleep(1)
                if not (await client.get("/health")).json()["open"]:
                    break
            await watch.note()
            if args.forget:
                await watch.forget()
        print(", ".join(f"{kind} {count}" for kind, count in sorted(asked.items())))
        return watch


def run(args: argparse.Namespace) -> Watch:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen([sys.executable, "-c", SERVER.format(port=port, db=str(Path(folder) / "soak.sqlite"))])
        try:
            for _ in range(600):
                with socket.socket() as probe:
                    if probe.connect_ex(("127.0.0.1", port)) == 0:
                        break
                time.sleep(0.1)
            return asyncio.run(soak(port, server.pid, Path(folder), args))
        finally:
            server.terminate()
            server.wait(30)


def options(words: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--visitors", type=int, default=8)
    parser.add_argument("--forget", action="store_true", help="by rounds, after each of which the server empties what it keeps to be quicker")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--leak", type=float, default=30, help="with --forget: MiB that memory may grow from the first round to the last")
    parser.add_argument("--growth", type=float, default=30, help="MiB that memory may grow from the first third to the end")
    return parser.parse_args(words)


def main() -> None:
    args = options()
    watch = run(args)
    if args.forget:
        leak = watch.kept[-1] - watch.kept[0]
        print(f"with everything forgotten it grew by {leak:.1f} MiB from the first round to the last, and by {watch.grown:.2%} of its pieces")
        raise SystemExit(int(leak > args.leak or watch.grown > MOST_GROWN or watch.open > 0))
    growth = watch.read[-1] - watch.read[len(watch.read) // 3]
    print(f"grew by {growth:.1f} MiB from the first third to the end")
    raise SystemExit(int(growth > args.growth or watch.open > 0))


if __name__ == "__main__":
    main()
