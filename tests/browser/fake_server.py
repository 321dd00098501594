"""A stand-in for the table's server, for developing the client: it speaks docs/wire.md over a made-up little game.

    python -m tests.browser.fake_server --port 8123 --game FOLDER --ground KEREN_HEXES_CSV

Rules here: a unit moves up to its movement, entering an enemy's hex is a fight. Nothing else is true.
"""

from __future__ import annotations

import argparse
import json
import random
from heapq import heappop, heappush
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

from amba.server.gate import Gate
from tests.browser.fake_board import from_game, from_ground

WEB = Path(__file__).parents[2] / "src" / "amba" / "web"
COST = {"clear": 1, "slope": 2, "rough": 2, "hill": 3, "bluff": 4, "mountain": 5, "precipice": 5}
RULES = [
    {"number": "4.0", "title": "Zones of control", "gist": "A unit watches the six hexes round it.", "status": "enforced"},
    {"number": "9.0", "title": "Movement", "gist": "A unit moves up to its movement points; each terrain has its price.", "status": "enforced"},
    {"number": "11.0", "title": "Combat", "gist": "Compare strengths, take the column, roll one die.", "status": "enforced"},
]
CHARTS = [
    {
        "key": "combat",
        "title": "Combat table",
        "source": "reconstruction",
        "note": "Made up.",
        "rule": "11.0",
        "head": ["die", "1-2", "1-1", "2-1", "3-1"],
        "rows": [[str(d), "A2", "A1", "Ex", "D1"] for d in range(1, 7)],
    },
    {
        "key": "terrain",
        "title": "Terrain key",
        "source": "rulebook",
        "note": "",
        "rule": "9.0",
        "head": ["terrain", "cost"],
        "rows": [[k, str(v)] for k, v in COST.items()],
    },
]


class Table:
    def __init__(self, board: dict[str, Any]) -> None:
        self.board = board
        self.sides = [s["key"] for s in board["sides"]]
        self.terrain = {h["id"]: h["terrain"] for h in board["hexes"]}
        self.specs = {p["key"]: p for p in board["pieces"]}
        self.luck = random.Random(1)
        self.who = self.sides[0]
        self.moved: set[str] = set()
        self.n = 0
        self.turn = 1
        self.log: list[dict[str, Any]] = []
        self.chat: list[dict[str, Any]] = []
        self.notes: dict[str, str] = {}
        self.views: list[dict[str, Any]] = []
        self.sockets: dict[WebSocket, list[str]] = {}
        self.stacks: dict[str, list[str]] = {}
        self.face = dict.fromkeys(self.specs, 0)
        towns = {p["key"]: p["hex"] for p in board["places"]}
        land = [h for h, t in self.terrain.items() if t in COST]
        sides = {s: self.luck.sample(land, 24) for s in self.sides}
        for piece in board["pieces"]:
            at = towns.get(piece["setup"]) if piece["turn"] == "0" else None
            if at is None and not piece["setup"]:
                at = self.luck.choice(sides[piece["side"]])
            if at:
                self.stacks.setdefault(at, []).append(piece["key"])
        self.views.append(self.view(None))

    def at(self, key: str) -> str | None:
        return next((h for h, s in self.stacks.items() if key in s), None)

    def near(self, hex_: str) -> list[str]:
        c, r = int(hex_[:2]), int(hex_[2:])
        lower = (c % 2 == 0) == (self.board["grid"]["even_columns"] == "south")
        d = [(0, -1), (0, 1), (-1, 0), (1, 0)] + ([(-1, 1), (1, 1)] if lower else [(-1, -1), (1, -1)])
        return [h for h in (f"{c + x:02d}{r + y:02d}" for x, y in d) if self.terrain.get(h) in COST]

    def enemy(self, hex_: str) -> bool:
        stack = self.stacks.get(hex_, [])
        return bool(stack) and self.specs[stack[0]]["side"] != self.who

    def reach(self, key: str) -> dict[str, tuple[int, list[str]]]:
        start, points = self.at(key), int(self.specs[key]["faces"][0]["right"])
        if start is None:
            return {}
        found: dict[str, tuple[int, list[str]]] = {}
        heap = [(0, start, [start])]
        while heap:
            cost, here, path = heappop(heap)
            if here in found:
                continue
            found[here] = (cost, path)
            if self.enemy(here):
                continue
            for there in self.near(here):
                total = cost + COST[self.terrain[there]]
                if total <= points:
                    heappush(heap, (total, there, [*path, there]))
        found.pop(start)
        return found

    def view(self, side: str | None) -> dict[str, Any]:
        pieces = {
            k: {
                "at": h,
                "face": self.face[k],
                "marks": ["low"] if hash(k) % 7 == 0 and "low" in self.board["look"].get("marks", {}) else [],
                "side": self.specs[k]["side"],
            }
            for h, s in self.stacks.items()
            for k in s
        }
        return {
            "n": self.n,
            "side": side or self.who,
            "pieces": pieces,
            "stacks": {h: list(s) for h, s in self.stacks.items() if s},
            "unknown": {f"{self.sides[1]}-hand": 4},
            "places": {p["hex"]: self.sides[0 if int(p["hex"][:2]) < 8 else 1] for p in self.board["places"] if p["kind"] == "town"},
            "tracks": [
                {"key": "turn", "title": "Turn", "value": self.turn, "of": 12, "text": f"Week {self.turn}"},
                {"key": "vp", "title": "Victory points", "value": 4, "of": 32, "text": "Major for the defence"},
            ],
            "sequence": [
                {"key": f"{s}.{p}", "title": p.title(), "side": s, "rule": r, "now": s == self.who and p == "movement"}
                for s in self.sides
                for p, r in (("supply", "4.0"), ("movement", "9.0"), ("combat", "11.0"))
            ],
            "decision": {"who": self.who, "kind": "movement", "rule": "9.0", "prompt": "Move any units, then end the phase."},
            "result": None,
        }

    def menu(self) -> dict[str, Any]:
        mine = [k for s in self.stacks.values() for k in s if self.specs[k]["side"] == self.who and k not in self.moved]
        return {
            "actions": [{"a": ["done"], "label": "End movement"}],
            "heads": [{"a": ["move", k], "label": f"Move {self.specs[k]['designation']}"} for k in mine],
        }

    def tails(self, head: list[str]) -> list[dict[str, Any]]:
        points = int(self.specs[head[1]]["faces"][0]["right"])
        return [
            {"a": [*head, h], "label": f"{'Attack' if self.enemy(h) else 'Move to'} {h}", "note": "" if self.enemy(h) else str(points - cost)}
            for h, (cost, _) in self.reach(head[1]).items()
        ]

    def preview(self, a: list[str]) -> dict[str, Any]:
        if len(a) < 3:
            return {"title": a[0]}
        spec = self.specs[a[1]]
        cost, path = self.reach(a[1]).get(a[2], (0, []))
        out: dict[str, Any] = {
            "title": f"{spec['designation']} to {a[2]}",
            "path": path,
            "cost": f"{cost} of {spec['faces'][0]['right']}",
            "items": [],
            "odds": [],
            "warnings": [],
        }
        if self.enemy(a[2]):
            foes = [self.specs[k] for k in self.stacks[a[2]]]
            out |= {
                "title": f"Attack on {a[2]}",
                "column": "2-1",
                "warnings": [f"{foes[0]['designation']} has no way to retreat."],
                "items": [
                    [spec["designation"], spec["faces"][0]["left"], "11.0"],
                    *[[f["designation"], "-" + f["faces"][0]["left"], "11.0"] for f in foes],
                    ["Hill", "one column left", "11.0"],
                ],
                "odds": [
                    {"label": "A1", "chance": [1, 3], "text": "attacker loses a step", "dice": "1, 2"},
                    {"label": "Ex", "chance": [1, 2], "text": "each loses a step", "dice": "3, 4, 5"},
                    {"label": "D1r", "chance": [1, 6], "text": "defender loses a step and retreats", "dice": "6"},
                ],
            }
        return out

    def act(self, a: list[str]) -> list[dict[str, Any]]:
        if a[0] == "done":
            self.who = self.sides[1 - self.sides.index(self.who)]
            self.turn += self.who == self.sides[0]
            self.moved.clear()
            return [{"text": f"Now {self.who} moves.", "rule": "9.0"}]
        start = self.at(a[1]) or ""
        self.moved.add(a[1])
        name = self.specs[a[1]]["designation"]
        if self.enemy(a[2]):
            die = self.luck.randint(1, 6)
            self.face[a[1]] = min(1, len(self.specs[a[1]]["faces"]) - 1)
            return [
                {"text": f"{name} attacks {a[2]} at 2-1 and rolls {die}.", "rule": "11.0", "hexes": [start, a[2]], "pieces": [a[1]], "dice": [die]},
                {"text": f"{name} loses a step.", "rule": "11.0", "hexes": [start], "pieces": [a[1]]},
            ]
        self.stacks[start].remove(a[1])
        self.stacks.setdefault(a[2], []).append(a[1])
        return [{"text": f"{name} moves from {start} to {a[2]}.", "rule": "9.0", "hexes": [start, a[2]], "pieces": [a[1]]}]

    def why(self, a: list[str]) -> dict[str, Any]:
        key = a[1] if len(a) > 1 else ""
        if key in self.specs and self.specs[key]["side"] != self.who:
            return {"ok": False, "rule": "9.0", "text": f"{self.specs[key]['designation']} belongs to the other side.", "items": [], "hexes": []}
        return {
            "ok": False,
            "rule": "9.0",
            "text": "Too far: it has not the movement points.",
            "items": [["needs", "7", "9.0"], ["has", "5", ""], ["hill", "3", "9.0"]],
            "hexes": a[2:3],
        }

    def overlay(self, key: str, arg: str | None) -> dict[str, Any]:
        if key == "zoc":
            hexes: dict[str, Any] = {}
            for h, s in self.stacks.items():
                for near in self.near(h) if s else []:
                    hexes[near] = {"tone": "enemy" if self.specs[s[0]]["side"] != self.who else "own", "text": ""}
            return {"hexes": hexes, "paths": [], "rays": [], "notes": ["Every unit watches the hexes round it."]}
        if key == "reach" and arg:
            return {"hexes": {h: {"tone": "own", "text": str(c)} for h, (c, _) in self.reach(arg).items()}, "paths": [], "rays": [], "notes": []}
        if key == "los" and arg:
            far = list(self.near(arg))
            return {
                "hexes": {h: {"tone": "seen", "text": ""} for h in far},
                "paths": [],
                "rays": [{"from": arg, "to": h, "tone": "seen", "text": ""} for h in far],
                "notes": [],
            }
        places = [h for h, s in self.stacks.items() if s][:6]
        return {
            "hexes": {},
            "paths": [
                {"hexes": self.reach(self.stacks[h][0])[far][1], "tone": "supply"} for h in places for far in list(self.reach(self.stacks[h][0]))[-1:]
            ],
            "rays": [],
            "notes": [],
        }

    async def tell(self, lines: list[dict[str, Any]]) -> None:
        self.n += 1
        entry = {"n": self.n, "by": self.who, "turn": self.turn, "lines": lines}
        self.log.append(entry)
        self.views.append(self.view(None))
        for ws, sides in list(self.sockets.items()):
            await ws.send_json(
                {
                    "t": "update",
                    "view": self.view(sides[0] if len(sides) == 1 else None),
                    "menu": self.menu() if self.who in sides else None,
                    "log": [entry],
                }
            )


BOARDS: dict[str, dict[str, Any]] = {}
TABLES: dict[str, Table] = {}
SEATS: dict[str, tuple[str, list[str]]] = {}


async def games(_: Request) -> JSONResponse:
    return JSONResponse(
        [
            {
                "key": k,
                "title": b["title"],
                "year": "1941",
                "blurb": "Two Indian divisions climb from the Sudan to the highland.",
                "picture": "",
                "scenarios": [
                    {
                        "key": s,
                        "title": t,
                        "blurb": "A first game for one evening.",
                        "sides": b["sides"],
                        "turns": n,
                        "decisions": 150 * n,
                        "source": "reconstruction",
                        "note": "Our own.",
                    }
                    for s, t, n in (("short", "The first month", 4), ("campaign", "The campaign", 12))
                ],
                "options": [
                    {
                        "key": "fog",
                        "title": "Hidden strengths",
                        "gist": "The other side's strengths are unknown until a fight.",
                        "rule": "2.3",
                        "choices": [{"key": "no", "title": "No"}, {"key": "yes", "title": "Yes"}],
                        "default": "no",
                    }
                ],
                "provenance": [
                    {"file": "tables/combat.csv", "source": "reconstruction", "note": "The printed table is unknown to us."},
                    {"file": "hexes.csv", "source": "terrain", "note": "Real elevations."},
                ],
                "guide": "",
            }
            for k, b in BOARDS.items()
        ]
    )


async def board(request: Request) -> JSONResponse:
    return JSONResponse(BOARDS[request.path_params["key"]])


async def new_table(request: Request) -> JSONResponse:
    body = await request.json()
    return JSONResponse(seat(body["game"], body.get("seats", {}), f"t{len(TABLES)}"))


def seat(game: str, seats: dict[str, str], name: str) -> dict[str, Any]:
    table = TABLES[name] = Table(BOARDS[game])
    mine = [s for s in table.sides if seats.get(s, "me") == "me"]
    SEATS[f"{name}-mine"] = (name, mine)
    SEATS[f"{name}-watch"] = (name, [])
    links: dict[str, str | None] = dict.fromkeys(table.sides)
    for side in table.sides:
        if seats.get(side) == "link":
            SEATS[f"{name}-{side}"] = (name, [side])
            links[side] = f"{name}-{side}"
    return {"table": name, "links": links, "watch": f"{name}-watch", "mine": [f"{name}-mine"] if mine else []}


async def ws(socket: WebSocket) -> None:
    token = socket.path_params["token"]
    await socket.accept()
    if token not in SEATS:
        await socket.send_json({"t": "error", "text": "There is no such seat."})
        await socket.close()
        return
    name, sides = SEATS[token]
    table = TABLES[name]
    table.sockets[socket] = sides
    await socket.send_json(
        {
            "t": "welcome",
            "board_url": f"/api/games/{table.board['game']}/board?scenario=short",
            "seat": {"sides": sides, "watch": not sides},
            "view": table.view(sides[0] if len(sides) == 1 else None),
            "menu": table.menu() if table.who in sides else None,
            "log": table.log,
            "chat": table.chat,
            "note": table.notes.get(token, ""),
            "links": {},
            "key_hash": "9f2c",
            "players": dict.fromkeys(table.sides, "you"),
        }
    )
    try:
        while True:
            await answer(table, socket, sides, token, await socket.receive_json())
    except WebSocketDisconnect:
        table.sockets.pop(socket, None)


async def answer(table: Table, socket: WebSocket, sides: list[str], token: str, m: dict[str, Any]) -> None:
    t, id_ = m["t"], m.get("id")
    if t == "act":
        if m["n"] != table.n or table.who not in sides:
            await socket.send_json({"t": "refused", "id": id_, "rule": "9.0", "text": "The position has changed since."})
            return
        await socket.send_json({"t": "ok", "id": id_})
        await table.tell(table.act(m["a"]))
    elif t == "tails":
        await socket.send_json({"t": "tails", "id": id_, "actions": table.tails(m["a"])})
    elif t in ("why", "preview"):
        await socket.send_json({"t": t, "id": id_, **getattr(table, t)(m["a"])})
    elif t == "overlay":
        await socket.send_json({"t": t, "id": id_, **table.overlay(m["key"], m.get("arg"))})
    elif t == "replay":
        await socket.send_json({"t": t, "id": id_, "view": table.views[m["n"]], "n": m["n"], "of": table.n})
    elif t == "chat":
        line = {"by": sides[0] if sides else "watcher", "text": m["text"]}
        table.chat.append(line)
        for other in table.sockets:
            await other.send_json({"t": "chat", **line})
    elif t == "note":
        table.notes[token] = m["text"]
        await socket.send_json({"t": "ok", "id": id_})
    else:
        await socket.send_json({"t": "refused", "id": id_, "rule": "", "text": "The stand-in server cannot do that."})


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=8123)
    parser.add_argument("--game", type=Path, action="append", default=[])
    parser.add_argument("--ground", type=Path, help="an elevation table of 61 x 34 hexes")
    args = parser.parse_args()
    for folder in args.game:
        BOARDS[folder.name] = from_game(folder)
    if args.ground:
        BOARDS["ground"] = from_ground(args.ground, "ground", "A large map", 61, 34, 0, "north", 0.2, 250)
    for i, key in enumerate(BOARDS):
        seat(key, {}, f"dev{i}")
    print(json.dumps({"tokens": list(SEATS)}))

    async def rules(_: Request) -> JSONResponse:
        return JSONResponse({"rules": RULES})

    async def charts(_: Request) -> JSONResponse:
        return JSONResponse(CHARTS)

    async def guide(_: Request) -> JSONResponse:
        return JSONResponse({"html": "<h2>How to play</h2><p>Take the towns.</p>"})

    async def log(request: Request) -> PlainTextResponse:
        return PlainTextResponse("\n".join(json.dumps(e) for e in TABLES[SEATS[request.path_params["token"]][0]].log))

    app = Starlette(
        middleware=[Middleware(Gate)],
        routes=[
            Route("/api/games", games),
            Route("/api/games/{key}/board", board),
            Route("/api/games/{key}/rules", rules),
            Route("/api/games/{key}/charts", charts),
            Route("/api/games/{key}/guide", guide),
            Route("/api/tables", new_table, methods=["POST"]),
            Route("/api/tables/{token}/log", log),
            WebSocketRoute("/ws/{token}", ws),
            Mount("/", StaticFiles(directory=WEB, html=True)),
        ],
    )
    uvicorn.run(app, port=args.port, log_level="warning")


if __name__ == "__main__":
    main()
