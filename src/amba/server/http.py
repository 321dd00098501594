"""The calls over HTTP: the shelf, boards, new tables, log files."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from amba.bots import FORMER, levels_of
from amba.core.decision import CHANCE
from amba.core.game import Game, has_secrets
from amba.core.log import Header, Log, LogError
from amba.core.session import ReplayError, Session, replay, verify
from amba.load.registry import UnknownGame
from amba.server import schema
from amba.server.answers import Refused, Seat
from amba.server.hub import Hub, OpenTable, now, sides_of
from amba.server.library import Library, Page
from amba.server.talk import about

FRESH = "no-cache"
"""May be kept, but is asked for again: the tag says whether it changed."""


def hub_of(request: Request) -> Hub:
    hub: Hub = request.app.state.hub
    return hub


def library_of(request: Request) -> Library:
    return hub_of(request).library


def trouble(text: str, status: int = 400, code: str = "malformed") -> JSONResponse:
    return JSONResponse({"error": text, "code": code}, status)


def send(request: Request, page: Page) -> Response:
    """A page with its tag, or 304 when the browser has it."""
    headers = {"etag": page.etag, "cache-control": FRESH}
    if page.etag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(page.body, media_type=page.media, headers=headers)


async def games(request: Request) -> Response:
    return send(request, library_of(request).shelf())


async def board(request: Request) -> Response:
    library, key = library_of(request), request.path_params["key"]
    try:
        scenario = request.query_params.get("scenario") or library.first_scenario(key)
        return send(request, library.board(key, scenario))
    except UnknownGame as error:
        return trouble(str(error), 404, "unknown")
    except KeyError:
        return trouble(f"{key} has no such scenario", 404, "unknown")


async def picture(request: Request) -> Response:
    try:
        return send(request, library_of(request).picture(request.path_params["key"]))
    except (UnknownGame, KeyError):
        return trouble("there is no such picture", 404, "unknown")


async def part(request: Request) -> Response:
    try:
        return send(request, library_of(request).part(request.path_params["key"], request.path_params["part"]))
    except UnknownGame as error:
        return trouble(str(error), 404, "unknown")
    except KeyError:
        return trouble("there is no such page", 404, "unknown")


async def body_of(request: Request, limit: int) -> bytes:
    found = bytearray()
    async for chunk in request.stream():
        found += chunk
        if len(found) > limit:
            raise Refused("malformed", f"That is too large: at most {limit // 1024} KiB.")
    return bytes(found)


def check_seats(game: Game, seats: Mapping[str, str]) -> dict[str, str]:
    """Every side once; me, link, or a bot of a level there is."""
    if set(seats) != set(game.sides):
        raise Refused("malformed", f"Seats are needed for exactly these sides: {', '.join(game.sides)}.")
    there_are = levels_of(game)
    former = [old for old, new in FORMER.items() if new in there_are]
    kinds = ["me", "link", *(f"bot:{level}" for level in (*there_are, *former))]
    for side, kind in seats.items():
        if kind not in kinds:
            raise Refused("malformed", f"The seat {side} is {kind!r}; expected one of {', '.join(kinds)}.")
    return {side: seats[side] for side in game.sides}


async def new_table(request: Request) -> Response:
    hub = hub_of(request)
    try:
        wish = schema.new_table.decode(await body_of(request, schema.BODY_LIMIT))
        game = hub.library.game(wish.game)
        seats = check_seats(game, wish.seats)
        if wish.scenario not in {scenario.key for scenario in game.scenarios()}:
            raise Refused("malformed", f"{game.title} has no scenario {wish.scenario!r}.")
        check_options(game, wish.options)
    except (msgspec.DecodeError, UnknownGame, Refused) as error:
        return trouble(str(error))
    session = Session(game, wish.scenario, wish.options, secrets.token_bytes(32), secrets.token_hex(8), now())
    return JSONResponse(await hub.open_table(session, seats, pace=wish.pace))


def check_options(game: Game, options: Mapping[str, str]) -> None:
    known = {option.key: [key for key, _ in option.choices] for option in game.options()}
    for key, value in options.items():
        if key not in known:
            raise Refused("malformed", f"There is no option {key!r}; there are: {', '.join(known) or 'none'}.")
        if value not in known[key]:
            raise Refused("malformed", f"The option {key} is {value!r}; expected one of {', '.join(known[key])}.")


async def import_log(request: Request) -> Response:
    """A log file becomes a table: one screen for all sides, or seats as the query says (?allied=me&italian=bot:planner)."""
    hub = hub_of(request)
    try:
        text = (await body_of(request, schema.LOG_LIMIT)).decode()
        game, record = read_log(hub.library, text)
        seats = check_seats(game, {side: request.query_params.get(side, "me") for side in game.sides})
        session, imported = continued(game, record)
    except (UnicodeDecodeError, UnknownGame, LogError, ReplayError, Refused) as error:
        return trouble(str(error))
    return JSONResponse(await hub.open_table(session, seats, imported))


def read_log(library: Library, text: str) -> tuple[Game, Log]:
    first = text.split("\n", 1)[0]
    if '"cut":' in first:
        raise Refused("cut", "This log was cut to what one seat saw while the game was on. Import the log of the finished game.")
    record = Log.parse(text)
    game = library.game(record.header.game)
    if record.header.scenario not in {scenario.key for scenario in game.scenarios()}:
        raise LogError(1, f"{game.title} has no scenario {record.header.scenario!r}")
    return game, record


def continued(game: Game, record: Log) -> tuple[Session, int]:
    """A finished game as it stands; a game that is still on goes on with dice of this table's own."""
    try:
        if record.ending is not None:
            return verify(game, record), len(record.entries)
        session = replay(game, record, check=True)
    except ReplayError:
        raise
    except Exception as error:
        # A file anybody may have written: whatever it trips over is the file's fault.
        raise LogError(1, f"the log does not play ({type(error).__name__}: {error})") from error
    key = secrets.token_bytes(32)
    session.dice.key, session.dice.game_id = key, secrets.token_hex(8)
    old = session.log
    header = Header(**{**old.header._asdict(), "id": session.dice.game_id, "commitment": session.dice.commitment})
    session.log = Log(header)
    for entry in old.entries:
        session.log.append(entry)
    decision = session.decision
    if decision is not None and decision.who == CHANCE:
        session.roll()
    return session, len(old.entries)


async def seated(request: Request) -> tuple[Seat, OpenTable]:
    """The seat that the token of a request names, and its table."""
    hub = hub_of(request)
    seat = await hub.seat(request.path_params["token"])
    return seat, await hub.find(seat.table)


async def fork(request: Request) -> Response:
    """A table of one's own that begins in the middle of this game. It changes nothing here, and has dice of its own."""
    hub = hub_of(request)
    try:
        wish = schema.fork.decode(await body_of(request, schema.BODY_LIMIT))
        seat, opened = await seated(request)
        table = opened.table
        game = table.game
        knows_all = table.is_over or len(seat.sides) == len(game.sides) or not has_secrets(game, table.session.state)
        if not knows_all:
            raise Refused("secret", "Something is hidden from you in this game: it can be forked when it is over.")
        seats = check_seats(game, wish.seats or dict.fromkeys(game.sides, "me"))
        record = Log.parse(table.session.log.text())
        record.ending = None
        record.truncate(min(wish.n, table.n))
        session, imported = await asyncio.to_thread(continued, game, record)
    except (msgspec.DecodeError, LogError, ReplayError, Refused) as error:
        return trouble(str(error), code=error.code if isinstance(error, Refused) else "malformed")
    return JSONResponse(await hub.open_table(session, seats, imported))


async def log_file(request: Request) -> Response:
    try:
        seat, opened = await seated(request)
    except Refused as refused:
        return trouble(refused.text, 404, refused.code)
    async with opened.lock:
        text = opened.table.file(seat)
        name = f"{opened.table.game.key}-{opened.table.session.log.header.id}.jsonl"
    return PlainTextResponse(
        text, headers={"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}, media_type="application/jsonl"
    )


async def standing(request: Request) -> Response:
    """How a game stands, in a few words for the shelf: what this seat may know."""
    try:
        seat, opened = await seated(request)
    except Refused as refused:
        return trouble(refused.text, 404, refused.code)
    async with opened.lock:
        table = opened.table
        view = table.view(table.viewpoint(seat))
    turn = next((track for track in view.get("tracks", ()) if track["key"] == "turn"), None)
    decision, result = view.get("decision"), view.get("result")
    found = {
        "game": table.game.key,
        "scenario": about(table.game, table.session.log.header.scenario)["title"],
        "turn": turn,
        "who": decision["who"] if decision else None,
        "mine": decision is not None and decision["who"] in sides_of(table, seat.sides),
        "prompt": decision["prompt"] if decision else "",
        "over": result["text"] if result else "",
    }
    return JSONResponse(found, headers={"cache-control": "no-store"})


async def verify_dice(request: Request) -> Response:
    """Play a finished game again from its log: every rule, every event, every die by the key that is now open."""
    try:
        _, opened = await seated(request)
    except Refused as refused:
        return trouble(refused.text, 404, refused.code)
    table = opened.table
    if not table.is_over:
        return trouble("The dice can be checked when the game is over: their key is secret till then.", code="over")
    if 0 < table.imported < table.n:
        return trouble("A part of this game was rolled elsewhere: check the log it was imported from.", code="imported")
    text = table.session.log.text()
    try:
        session = await asyncio.to_thread(lambda: verify(table.game, Log.parse(text)))
    except (ReplayError, LogError) as error:
        return JSONResponse({"ok": False, "rolls": 0, "text": f"The log does not hold: {error}"})
    rolls = sum(done.by == CHANCE for done in session.done)
    return JSONResponse(
        {"ok": True, "rolls": rolls, "text": f"All {rolls} rolls follow from the key that was promised at the start, and every action was legal."}
    )


async def health(request: Request) -> Response:
    hub = hub_of(request)
    tables = await hub.stored(hub.storage.count)
    connections = sum(len(opened.connections) for opened in hub.open_tables.values())
    return JSONResponse(
        {"ok": True, "tables": tables, "open": len(hub.open_tables), "connections": connections}, headers={"cache-control": "no-store"}
    )
