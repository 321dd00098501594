"""Opening a table: a new game, one that was saved, or a fork of another."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from amba.bots import FORMER, levels_of
from amba.core.dice import Dice
from amba.core.game import Game, has_secrets
from amba.core.log import Entry, Header, Log, LogError
from amba.core.promise import promised
from amba.core.session import ReplayError, Session, replay
from amba.load.registry import UnknownGame
from amba.server import schema, seating
from amba.server.addresses import address_of
from amba.server.answers import Refused
from amba.server.hub import now
from amba.server.requests import app_of, body_of, hub_of, seated, trouble, unheeded


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


def check_options(game: Game, options: Mapping[str, str]) -> None:
    known = {option.key: [key for key, _ in option.choices] for option in game.options()}
    for key, value in options.items():
        if key not in known:
            raise Refused("malformed", f"There is no option {key!r}; there are: {', '.join(known) or 'none'}.")
        if value not in known[key]:
            raise Refused("malformed", f"The option {key} is {value!r}; expected one of {', '.join(known[key])}.")


def mixers_of(seats: Mapping[str, str], mix: bool) -> tuple[str, ...]:
    """The sides of people: their browsers mix the dice."""
    return tuple(side for side, kind in seats.items() if not kind.startswith("bot")) if mix else ()


async def new_table(request: Request) -> Response:
    hub = hub_of(request)
    try:
        app_of(request).limits.check(address_of(request), "tables")
        wish = schema.new_table.decode(await body_of(request, schema.BODY_LIMIT))
        game = await asyncio.to_thread(hub.library.game, wish.game)
        seats = check_seats(game, wish.seats)
        if wish.scenario not in {scenario.key for scenario in game.scenarios()}:
            raise Refused("malformed", f"{game.title} has no scenario {wish.scenario!r}.")
        check_options(game, wish.options)
        session = await asyncio.to_thread(
            Session, game, wish.scenario, wish.options, secrets.token_bytes(32), secrets.token_hex(8), now(),
            practice=wish.practice, mixers=mixers_of(seats, wish.mix),
        )  # fmt: skip
        return JSONResponse(await hub.open_table(session, seats, pace=wish.pace, owner=address_of(request), hints=wish.hints))
    except (msgspec.DecodeError, UnicodeError, RecursionError, UnknownGame, Refused) as error:
        return trouble(error)


async def import_log(request: Request) -> Response:
    """A log file becomes a table: one screen for all sides, or seats as the query says (?allied=me&italian=bot:planner)."""
    hub, app, address = hub_of(request), app_of(request), address_of(request)
    try:
        app.limits.check(address, "imports")
        with app.limits.uploads.one(address):
            body = await body_of(request, schema.LOG_LIMIT)
            app.limits.check(address, "mebibytes", len(body) / 2**20)
            # A file anybody may have written is first played in a process of its own, where it can hurt nobody.
            found = await app.checker.check("import", body, address)
        game = await asyncio.to_thread(hub.library.game, found["game"])
        seats = check_seats(game, {side: request.query_params.get(side, "me") for side in game.sides})
        mixers = mixers_of(seats, request.query_params.get("mix") != "no")
        session, imported = await asyncio.to_thread(lambda: played_on(game, body.decode(), mixers))
        return JSONResponse(await hub.open_table(session, seats, imported, owner=address))
    except (UnicodeError, UnknownGame, LogError, ReplayError, Refused) as error:
        await unheeded(request)
        return trouble(error)


def played_on(game: Game, text: str, mixers: tuple[str, ...]) -> tuple[Session, int]:
    """A log that was judged, as a game that can be gone on with. Anybody may have written it: what it still trips over is the file's fault."""
    try:
        return continued(game, Log.parse(text), mixers)
    except (LogError, ReplayError):
        raise
    except Exception as error:
        raise Refused("malformed", f"The log does not play ({type(error).__name__}).") from error


def continued(game: Game, record: Log, mixers: tuple[str, ...]) -> tuple[Session, int]:
    """A finished game as it stands; a game that is still on goes on with dice of this table's own. The log has been judged before."""
    if record.ending is not None:
        return replay(game, record, bytes.fromhex(record.ending["key"])), len(record.entries)
    session = replay(game, record)
    key, id, count = secrets.token_bytes(32), secrets.token_hex(8), len(record.entries)
    header = record.header._replace(id=id, created=now(), elsewhere=count, mixers=mixers, practice=False)
    session.log = Log(promised(header, key))
    for entry in record.entries:
        session.log.append(entry)
    session.dice = Dice(key, id)
    session.roll()
    return session, count


def branched(game: Game, header: Header, entries: list[Entry], mixers: tuple[str, ...]) -> tuple[Session, int]:
    """A game that goes on from the first entries of another."""
    record = Log(header)
    for entry in entries:
        record.append(entry)
    return continued(game, record, mixers)


async def fork(request: Request) -> Response:
    """A table of one's own that begins in the middle of this game. It changes nothing here, and has dice of its own."""
    hub = hub_of(request)
    try:
        app_of(request).limits.check(address_of(request), "tables")
        wish = schema.fork.decode(await body_of(request, schema.BODY_LIMIT))
        seat, opened = await seated(request)
        async with opened.lock:
            table = opened.table
            game = table.game
            knows_all = table.is_over or len(seat.sides) == len(game.sides) or not has_secrets(game, table.session.state)
            if not knows_all:
                raise Refused("secret", "Something is hidden from you in this game: it can be forked when it is over.")
            seats = check_seats(game, wish.seats or dict.fromkeys(game.sides, "me"))
            begun = table.session.log.header, table.session.log.entries[: wish.n]
        session, imported = await asyncio.to_thread(branched, game, *begun, mixers_of(seats, wish.mix))
        if session.decision is None:
            raise Refused("over", "The game is over there: nothing is left to play.")
        return JSONResponse(await hub.open_table(session, seats, imported, owner=address_of(request)))
    except (msgspec.DecodeError, UnicodeError, RecursionError, LogError, ReplayError, Refused) as error:
        return trouble(error)


async def sit_down(request: Request) -> Response:
    """An invitation becomes a seat."""
    try:
        app_of(request).limits.check(address_of(request), "seats")
        wish = schema.sit_down.decode(await body_of(request, schema.BODY_LIMIT))
        return JSONResponse(await seating.sit_down(hub_of(request), request.path_params["token"], wish.token), headers={"cache-control": "no-store"})
    except (msgspec.DecodeError, UnicodeError, RecursionError, Refused) as error:
        return trouble(error)
