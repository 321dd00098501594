"""Many tables at once: a server in its own process, and players on both sides of every table over loopback.

    python tools/load_tables.py --tables 200 --seconds 30              players in this process, who choose at random
    python tools/load_tables.py --tables 200 --seconds 30 --bots greedy   the server's own bots, one watcher at every table

Prints actions a second, and how long an action took from sending to `ok` (stored on the disk), and messages' sizes.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import zlib
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect


class Figures:
    """What was measured while `on`."""

    def __init__(self) -> None:
        self.on = False
        self.actions = 0
        self.waits: list[float] = []
        self.sizes: dict[str, list[int]] = {}
        self.updates: list[str] = []
        """The first seat's updates, whole."""
        self.over = 0
        self.cpu = 0.0
        """Seconds of processor time the server used."""

    def acted(self, wait: float) -> None:
        if self.on:
            self.actions += 1
            self.waits.append(wait)

    def heard(self, kind: str, size: int) -> None:
        if self.on:
            self.sizes.setdefault(kind, []).append(size)


class Seat:
    """One player: reads what comes, and acts when it has a menu."""

    def __init__(self, line: ClientConnection, figures: Figures, seed: int, think: float = 0) -> None:
        self.line = line
        self.figures = figures
        self.rng = random.Random(seed)
        self.think = think
        self.id = 0
        self.n = 0
        self.menu: dict[str, Any] | None = None
        self.over = False
        self.is_first = False

    async def hear(self) -> dict[str, Any]:
        text = await self.line.recv()
        message: dict[str, Any] = json.loads(text)
        self.figures.heard(message["t"], len(text))
        if self.is_first and message["t"] == "update" and len(self.figures.updates) < 60:
            self.figures.updates.append(str(text))
        if "view" in message and message["t"] != "replay":
            self.n, self.menu = message["view"]["n"], message["menu"]
            self.over = message["view"]["decision"] is None
        return message

    async def ask(self, **fields: Any) -> dict[str, Any]:
        self.id += 1
        await self.line.send(json.dumps({"id": self.id, **fields}))
        while (message := await self.hear()).get("id") != self.id:
            pass
        return message

    async def play(self) -> None:
        await self.hear()
        while not self.over:
            if self.menu is None:
                await self.hear()
                continue
            n = self.n
            if self.think:
                await asyncio.sleep(self.rng.expovariate(1 / self.think))
            action = await self.pick(self.menu)
            begun = time.perf_counter()
            answer = await self.ask(t="act", n=n, a=action)
            self.figures.acted(time.perf_counter() - begun)
            if answer["t"] != "ok":
                raise RuntimeError(f"refused: {answer}")
            while self.n == n and not self.over:
                await self.hear()
        self.figures.over += 1

    async def pick(self, menu: dict[str, Any]) -> list[str]:
        while True:
            choice = self.rng.choice([*menu["actions"], *menu["heads"]])
            if choice not in menu["heads"]:
                return list(choice["a"])
            tails = (await self.ask(t="tails", n=self.n, a=choice["a"]))["actions"]
            if tails:
                return list(self.rng.choice(tails)["a"])

    async def watch(self) -> None:
        """The server's bots play; every entry of the log that somebody decided counts as an action."""
        await self.hear()
        while not self.over:
            before, begun = self.n, time.perf_counter()
            message = await self.hear()
            if message["t"] == "update" and self.n > before:
                self.figures.acted(time.perf_counter() - begun)


def cpu_of(process: int) -> float:
    """Processor seconds of a process so far (Linux; 0 elsewhere)."""
    path = Path(f"/proc/{process}/stat")
    if not path.is_file():
        return 0.0
    fields = path.read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def load(address: str, args: argparse.Namespace, server: int) -> Figures:
    figures = Figures()
    seats = dict.fromkeys(("allied", "italian"), f"bot:{args.bots}" if args.bots else "link")
    async with httpx.AsyncClient(base_url=f"http://{address}", trust_env=False, timeout=60) as client:
        if args.game != "cheren":
            shelf = {game["key"]: game for game in (await client.get("/api/games")).json()}
            seats = dict.fromkeys([side["key"] for side in shelf[args.game]["scenarios"][0]["sides"]], next(iter(seats.values())))
        tables = []
        for _ in range(args.tables):
            body = {"game": args.game, "scenario": args.scenario, "seats": seats}
            tables.append((await client.post("/api/tables", json=body)).json())
    seats_taken: list[Seat] = []
    for index, table in enumerate(tables):
        tokens = [table["watch"]] if args.bots else list(table["links"].values())
        for side, token in enumerate(tokens):
            line = await connect(f"ws://{address}/ws/{token}", proxy=None, max_size=None, compression=None, open_timeout=60)
            seat = Seat(line, figures, 2 * index + side, args.think)
            seats_taken.append(seat)
    seats_taken[0].is_first = True
    players = [asyncio.create_task(seat.watch() if args.bots else seat.play()) for seat in seats_taken]
    print(f"{args.tables} tables, {len(players)} connections", flush=True)
    await asyncio.sleep(args.warm)
    figures.on, figures.cpu = True, cpu_of(server)
    await asyncio.sleep(args.seconds)
    figures.on, figures.cpu = False, cpu_of(server) - figures.cpu
    failed = [task for task in players if task.done() and task.exception()]
    for task in players:
        task.cancel()
    await asyncio.gather(*players, return_exceptions=True)
    if failed:
        raise RuntimeError(f"{len(failed)} players failed, the first: {failed[0].exception()!r}")
    return figures


def deflated(texts: list[str]) -> float:
    """Bytes of a message on average, packed as the server packs them for a browser: with one window of 4 kB that goes on from message to message."""
    pack = zlib.compressobj(wbits=-12, memLevel=5)
    return sum(len(pack.compress(text.encode()) + pack.flush(zlib.Z_SYNC_FLUSH)) - 4 for text in texts) / len(texts)


def report(figures: Figures, seconds: float, what: str) -> None:
    waits = sorted(figures.waits)
    if not waits:
        print("nothing happened")
        return

    def at(part: float) -> str:
        return f"{1000 * waits[min(len(waits) - 1, int(part * len(waits)))]:.1f} ms"

    print(f"{figures.actions / seconds:.0f} actions a second; {what}: median {at(0.5)}, p95 {at(0.95)}, p99 {at(0.99)}, worst {at(1.0)}")
    for kind, sizes in sorted(figures.sizes.items()):
        print(f"  {kind}: {len(sizes) / seconds:.0f} a second, median {statistics.median(sizes):.0f} bytes, largest {max(sizes)}")
    if figures.updates:
        print(f"  update, deflated: {deflated(figures.updates):.0f} bytes on average over {len(figures.updates)} of one seat")
    print(f"  the server's processor: {100 * figures.cpu / seconds:.0f}% of one core, {1000 * figures.cpu / figures.actions:.2f} ms an action")
    print(f"  games finished: {figures.over // 2}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--warm", type=float, default=3, help="seconds before measuring")
    parser.add_argument("--think", type=float, default=0, help="seconds a player thinks on average; 0: as fast as the server answers")
    parser.add_argument("--game", default="cheren")
    parser.add_argument("--scenario", default="campaign")
    parser.add_argument("--bots", default="", help="let the server's bots of this level play both sides")
    args = parser.parse_args()
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        code = f"from amba.server.main import serve; serve('127.0.0.1', {port}, {str(Path(folder) / 'load.sqlite')!r}, bot_pace=0, quiet=True)"
        server = subprocess.Popen([sys.executable, "-c", code])
        try:
            for _ in range(200):
                with socket.socket() as probe:
                    if probe.connect_ex(("127.0.0.1", port)) == 0:
                        break
                time.sleep(0.05)
            figures = asyncio.run(load(f"127.0.0.1:{port}", args, server.pid))
        finally:
            server.terminate()
            server.wait(15)
    report(figures, args.seconds, "between two updates" if args.bots else "sent to stored")


if __name__ == "__main__":
    main()
