"""Many tables at once: a server in its own process, and players on both sides of every table over loopback.

    python -m tools.load_tables --tables 200 --seconds 30              players in this process, who choose at random
    python -m tools.load_tables --tables 200 --seconds 30 --bots greedy   the server's own bots, one watcher at every table

Prints actions a second, and how long an action took from sending to `ok` (stored on the disk), and messages' sizes.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import secrets
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
import msgspec

from tools.light_line import LightLine, light_line


class Figures:
    """What was measured while `on`."""

    def __init__(self) -> None:
        self.on = False
        self.actions = 0
        self.waits: list[float] = []
        self.sizes: dict[str, list[int]] = {}
        self.updates: list[bytes] = []
        """The first seat's updates, whole."""
        self.over = 0
        self.cpu, self.system = 0.0, 0.0
        """Seconds of processor time the server used, and the part of them that the system did for it."""
        self.memory = 0.0
        self.troubles: list[str] = []

    def acted(self, wait: float) -> None:
        if self.on:
            self.actions += 1
            self.waits.append(wait)

    def heard(self, kind: str, size: int) -> None:
        if self.on:
            self.sizes.setdefault(kind, []).append(size)


class Decision(msgspec.Struct):
    who: str


class Position(msgspec.Struct):
    """As much of a view as a player at random needs."""

    n: int
    decision: Decision | None


class Choice(msgspec.Struct):
    a: list[str]


class Choices(msgspec.Struct):
    actions: list[Choice]
    heads: list[Choice]


class Message(msgspec.Struct):
    """From the server; what is not named here is not even read."""

    t: str
    id: int | None = None
    view: Position | None = None
    menu: Choices | None = None
    actions: list[Choice] | None = None
    text: str = ""


message = msgspec.json.Decoder(Message)


class Seat:
    """One player: hears what comes, and acts when it has a menu."""

    def __init__(self, figures: Figures, seed: int, think: float = 0) -> None:
        self.figures = figures
        self.rng = random.Random(seed)
        self.think = think
        self.line: LightLine
        self.id = 0
        self.n = -1
        self.menu: Choices | None = None
        self.begun = 0.0
        """When the action was sent that waits for its answer."""
        self.is_first = False
        self.watches = False

    async def sit_down(self, host: str, port: int, token: str) -> None:
        self.line = await light_line(host, port, f"/ws/{token}", self.hear)

    def hear(self, body: bytes) -> None:
        found = message.decode(body)
        self.figures.heard(found.t, len(body))
        if self.is_first and found.t == "update" and len(self.figures.updates) < 60:
            self.figures.updates.append(body)
        if found.t in {"refused", "error"}:
            self.figures.troubles.append(found.text)
        elif found.t == "ok" and found.id == self.id:
            self.figures.acted(time.perf_counter() - self.begun)
        elif found.t == "tails" and found.actions is not None:
            self.choose(found.actions)
        elif found.t in {"welcome", "update"} and found.view is not None:
            self.look(found.view, found.menu)

    def look(self, view: Position, menu: Choices | None) -> None:
        """A new position; thinks about it where it is to decide."""
        if self.watches and view.n > self.n >= 0:
            # The server's bots play; every entry of the log that somebody decided counts as an action.
            self.figures.acted(time.perf_counter() - self.begun)
        if self.watches:
            self.begun = time.perf_counter()
        self.figures.over += view.decision is None and not self.watches
        is_new, self.n, self.menu = view.n != self.n, view.n, menu
        if menu is not None and is_new:
            asyncio.get_running_loop().call_later(self.rng.expovariate(1 / self.think) if self.think else 0, self.decide)

    def decide(self) -> None:
        if self.menu is None:
            return
        choice = self.rng.choice([*self.menu.actions, *self.menu.heads])
        if any(choice is head for head in self.menu.heads):
            self.say(t="tails", n=self.n, a=choice.a)
        else:
            self.act(choice.a)

    def choose(self, tails: list[Choice]) -> None:
        if tails:
            self.act(self.rng.choice(tails).a)
        else:
            self.decide()

    def act(self, words: list[str]) -> None:
        self.begun = time.perf_counter()
        self.say(t="act", n=self.n, a=words)

    def say(self, **fields: Any) -> None:
        self.id += 1
        self.line.send(msgspec.json.encode({"id": self.id, **fields}))


def cpu_of(process: int) -> tuple[float, float]:
    """Processor seconds of a process so far: its own and the system's for it (Linux; 0 elsewhere)."""
    path = Path(f"/proc/{process}/stat")
    if not path.is_file():
        return 0.0, 0.0
    fields = path.read_text().rsplit(")", 1)[1].split()
    return int(fields[11]) / os.sysconf("SC_CLK_TCK"), int(fields[12]) / os.sysconf("SC_CLK_TCK")


def memory_of(process: int) -> float:
    """MiB that a process has in memory (Linux; 0 elsewhere)."""
    path = Path(f"/proc/{process}/statm")
    return int(path.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20 if path.is_file() else 0.0


async def laid(client: httpx.AsyncClient, args: argparse.Namespace, seats: dict[str, str]) -> dict[str, Any]:
    """A new table where everybody has sat down."""
    body = {"game": args.game, "scenario": args.scenario, "seats": seats, "mix": False}
    table: dict[str, Any] = (await client.post("/api/tables", json=body)).json()
    for side, link in table["links"].items():
        if link:
            table["links"][side] = token = secrets.token_urlsafe(24)
            (await client.post(f"/api/tables/{link}/seat", json={"token": token})).raise_for_status()
    return table


async def load(address: str, args: argparse.Namespace, server: int) -> Figures:
    figures = Figures()
    seats = dict.fromkeys(("allied", "italian"), f"bot:{args.bots}" if args.bots else "link")
    async with httpx.AsyncClient(base_url=f"http://{address}", trust_env=False, timeout=300, limits=httpx.Limits(max_connections=40)) as client:
        if args.game != "cheren":
            shelf = {game["key"]: game for game in (await client.get("/api/games")).json()}
            seats = dict.fromkeys([side["key"] for side in shelf[args.game]["scenarios"][0]["sides"]], next(iter(seats.values())))
        tables = await asyncio.gather(*(laid(client, args, seats) for _ in range(args.tables)))
    host, _, port = address.partition(":")
    seats_taken: list[Seat] = []
    lines = []
    for index, table in enumerate(tables):
        tokens = [table["watch"]] if args.bots else list(table["links"].values())
        for side, token in enumerate(tokens):
            seat = Seat(figures, 2 * index + side, args.think)
            seat.is_first, seat.watches = not seats_taken, bool(args.bots)
            lines.append(seat.sit_down(host, int(port), token))
            seats_taken.append(seat)
    for start in range(0, len(lines), 40):
        await asyncio.gather(*lines[start : start + 40])
    print(f"{args.tables} tables, {len(seats_taken)} connections, {memory_of(server):.0f} MiB", flush=True)
    await asyncio.sleep(args.warm)
    figures.on, before = True, cpu_of(server)
    await asyncio.sleep(args.seconds)
    figures.on, after = False, cpu_of(server)
    figures.cpu, figures.system = sum(after) - sum(before), after[1] - before[1]
    figures.memory = memory_of(server)
    lost = sum(seat.line.closed for seat in seats_taken)
    for seat in seats_taken:
        seat.line.close()
    if figures.troubles or lost:
        raise RuntimeError(f"{lost} lines were cut, {len(figures.troubles)} things refused, the first: {figures.troubles[:1]}")
    return figures


def deflated(bodies: list[bytes]) -> float:
    """Bytes of a message on average, packed as the server packs them for a browser: with one window of 32 kB that goes on from message to message."""
    pack = zlib.compressobj(wbits=-15, memLevel=5)
    return sum(len(pack.compress(body) + pack.flush(zlib.Z_SYNC_FLUSH)) - 4 for body in bodies) / len(bodies)


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
    print(
        f"  the server's processor: {100 * figures.cpu / seconds:.0f}% of one core, {1000 * figures.cpu / figures.actions:.2f} ms an action ({1000 * figures.system / figures.actions:.2f} of it the system's); {figures.memory:.0f} MiB"
    )
    print(f"  load of the machine: {' '.join(f'{part:.1f}' for part in os.getloadavg())} (1, 5, 15 minutes), {os.cpu_count()} cores")
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
        code = f"from amba.server.main import serve; serve('127.0.0.1', {port}, {str(Path(folder) / 'load.sqlite')!r}, bot_pace=0, quiet=True, limited=False)"
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
