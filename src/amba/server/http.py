"""The calls over HTTP that read: the shelf, boards, log files, how games stand."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from amba.load.registry import UnknownGame
from amba.server.addresses import address_of
from amba.server.answers import Refused
from amba.server.hub import sides_of
from amba.server.library import Library, Page
from amba.server.mixing import awaited
from amba.server.requests import app_of, hub_of, paid, seated, trouble
from amba.server.storage import Unavailable
from amba.server.table import Table
from amba.server.talk import about

FRESH = "no-cache"
"""May be kept, but is asked for again: the tag says whether it changed."""


def library_of(request: Request) -> Library:
    return hub_of(request).library


def unknown(text: str) -> JSONResponse:
    return trouble(Refused("unknown", text))


def send(request: Request, page: Page) -> Response:
    """A page with its tag, or 304 when the browser has it."""
    headers = {"etag": page.etag, "cache-control": FRESH}
    if page.etag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", "") and len(page.packed) < len(page.body):
        return Response(page.packed, media_type=page.media, headers={**headers, "content-encoding": "gzip", "vary": "Accept-Encoding"})
    return Response(page.body, media_type=page.media, headers={**headers, "vary": "Accept-Encoding"})


async def made(request: Request, make: Callable[[], Page], missing: str) -> Response:
    """A page, made off the event loop where it is asked for the first time."""
    try:
        return send(request, await asyncio.to_thread(make))
    except UnknownGame as error:
        return unknown(str(error))
    except KeyError:
        return unknown(missing)


async def games(request: Request) -> Response:
    return await made(request, library_of(request).shelf, "")


async def board(request: Request) -> Response:
    library, key = library_of(request), request.path_params["key"]
    scenario = request.query_params.get("scenario", "")
    return await made(request, lambda: library.board(key, scenario or library.first_scenario(key)), "the game has no such scenario")


async def picture(request: Request) -> Response:
    library, key = library_of(request), request.path_params["key"]
    return await made(request, lambda: library.picture(key), "there is no such picture")


async def words_of(request: Request) -> Response:
    """Every text in another language, by the English one."""
    library, code = library_of(request), request.path_params["code"]
    return await made(request, lambda: library.language(code), "there is no such language")


async def part(request: Request) -> Response:
    library, key, name = library_of(request), request.path_params["key"], request.path_params["part"]
    return await made(request, lambda: library.part(key, name), "there is no such page")


async def log_file(request: Request) -> Response:
    try:
        seat, opened = await seated(request)
        async with opened.lock:
            text = await paid(request, opened.table.file, seat)
            # The id may come from somebody's file.
            name = re.sub(r"[^A-Za-z0-9_-]+", "-", f"{opened.table.game.key}-{opened.table.session.log.header.id}")
    except Refused as refused:
        return trouble(refused)
    headers = {"content-disposition": f'attachment; filename="{name}.jsonl"', "cache-control": "no-store"}
    return PlainTextResponse(text, headers=headers, media_type="application/jsonl")


async def standing(request: Request) -> Response:
    """How a game stands, in a few words for the shelf: what this seat may know."""
    try:
        seat, opened = await seated(request)
    except Refused as refused:
        return trouble(refused)
    async with opened.lock:
        table = opened.table
        view, waits = await opened.worked(table.view, table.viewpoint(seat)), awaited(table)
    turn = next((track for track in view.get("tracks", ()) if track["key"] == "turn"), None)
    decision, result = view.get("decision"), view.get("result")
    mine = sides_of(table, seat.sides)
    found = {
        "game": table.game.key,
        "scenario": about(table.game, table.session.log.header.scenario)["title"],
        "turn": turn,
        "who": waits[0] if waits else decision["who"] if decision else None,
        "mine": any(side in mine for side in waits) if waits else decision is not None and decision["who"] in mine,
        "prompt": "The dice wait for your browser." if waits else decision["prompt"] if decision else "",
        "over": result["text"] if result else "",
        "clock": None if result else table.clock.data(),
        "claim": not result and table.may_claim(seat),
    }
    return JSONResponse(found, headers={"cache-control": "no-store"})


async def checked(request: Request, job: str, table: Table) -> dict[str, Any]:
    """What the process that plays games again finds in the log of a finished one."""
    app, address = app_of(request), address_of(request)
    app.limits.check(address, "heavy")
    body = await paid(request, lambda: table.session.log.text().encode())
    return await app.checker.check(job, body, address)


async def verify_dice(request: Request) -> Response:
    """Play a finished game again from its log: every rule, every event, every die by the key that is now open."""
    try:
        _, opened = await seated(request)
        table = opened.table
        if not table.is_over:
            raise Refused("over", "The dice can be checked when the game is over: their key is secret till then.")
        found = await checked(request, "dice", table)
    except Refused as refused:
        if refused.code == "malformed":
            return JSONResponse({"ok": False, "rolls": 0, "text": f"The log does not hold: {refused.text}"})
        return trouble(refused)
    text = f"All {found['rolls']} rolls follow from the key that was promised at the start, and every action was legal."
    elsewhere = table.session.log.header.elsewhere
    if elsewhere:
        text = f"Every action was legal. The first {elsewhere} entries come from another game, with dice of their own; the {found['rolls']} rolls after them follow from the key."
    if found["taken"]:
        text += f" {found['taken']} of the rolls were taken back; none was thrown twice."
    return JSONResponse({"ok": True, "rolls": found["rolls"], "text": text})


async def health(request: Request) -> Response:
    hub = hub_of(request)
    connections = sum(len(opened.connections) for opened in hub.open_tables.values())
    found = {"open": len(hub.open_tables), "connections": connections}
    try:
        ill, tables = await hub.health(), await hub.stored(hub.storage.count)
    except Unavailable as error:
        ill, tables = str(error), None
    body = {"ok": not ill, "tables": tables, **found, **({"trouble": ill} if ill else {})}
    return JSONResponse(body, 503 if ill else 200, {"cache-control": "no-store"})


async def delete_table(request: Request) -> Response:
    """A table and everything in it, for whoever opened it; never from under another player's hands."""
    hub = hub_of(request)
    try:
        seat, opened = await seated(request)
        if not seat.host:
            raise Refused("seat", "Only whoever opened the table may delete it.")
        # Under the lock: nobody sits down meanwhile.
        async with opened.lock:
            others = [row for row in await hub.stored(hub.storage.seats, seat.table) if row.sides and not row.host]
            if others and not opened.table.is_over:
                raise Refused("on", "Somebody else plays here and the game is still on: it can be deleted when it is over.")
            await hub.stored(hub.storage.delete, seat.table)
            hub.drop(seat.table)
    except Refused as refused:
        return trouble(refused)
    return JSONResponse({"ok": True})


async def luck(request: Request) -> Response:
    """What a finished game's dice gave, against what could be expected; and the last position with both sides opened."""
    try:
        _, opened = await seated(request)
        table = opened.table
        if not table.is_over:
            raise Refused("over", "What was hidden is opened when the game is over.")
        return JSONResponse(await checked(request, "luck", table))
    except Refused as refused:
        return trouble(refused)
