"""The calls over HTTP about people: an account by mailed link, their games, how they are called; and the lobby."""

from __future__ import annotations

import json
import logging
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from amba.server import schema
from amba.server.addresses import address_of
from amba.server.answers import Refused, Seat
from amba.server.calls import MOST_BROWSERS, Caller
from amba.server.hub import Hub
from amba.server.lobby import Lobby, LobbyOffer
from amba.server.mail import Post, plain_address
from amba.server.people import SESSION_LASTS, Person, Wishes
from amba.server.requests import app_of, hub_of, seated, sent, trouble

log = logging.getLogger("amba.server")
COOKIE = "amba"
USED_UP = "This link has been used or is too old. Ask for another."
Text = Annotated[str, Meta(max_length=200)]
Token = Annotated[str, Meta(max_length=64, pattern="^[A-Za-z0-9_-]+$(?!\\n)")]


class AskLink(Struct, forbid_unknown_fields=True):
    """The body of POST /api/me/link."""

    mail: str


class Enter(Struct, forbid_unknown_fields=True):
    """The body of POST /api/me and POST /api/me/whose."""

    key: Annotated[str, Meta(max_length=64)]


class KeptGame(Struct):
    """A game as a browser remembers it."""

    token: Token
    game: Text = ""
    title: Text = ""
    sides: Annotated[list[Text], Meta(max_length=8)] = []
    when: float = 0
    line: Annotated[str, Meta(max_length=1000)] = ""
    scenario: Text = ""
    turn: Text = ""
    mine: bool = False
    over: bool = False
    names: Annotated[dict[Text, Text], Meta(max_length=8)] = {}


class Games(Struct, forbid_unknown_fields=True):
    """The body of PUT /api/me/games: what this browser has, and what it was told to forget."""

    games: Annotated[list[KeptGame], Meta(max_length=100)] = []
    gone: Annotated[list[Token], Meta(max_length=200)] = []


class Invitation(Struct, forbid_unknown_fields=True):
    """The body of POST /api/tables/{token}/invite."""

    mail: str
    token: Token
    by: Annotated[str, Meta(max_length=60)] = ""


class Keys(Struct):
    p256dh: Annotated[str, Meta(max_length=200)]
    auth: Annotated[str, Meta(max_length=100)]


class Subscription(Struct):
    """What a browser's push manager gives."""

    endpoint: Annotated[str, Meta(max_length=1000, pattern=schema.STORABLE)]
    keys: Keys


class Subscribe(Struct, forbid_unknown_fields=True):
    """The body of PUT and DELETE /api/tables/{token}/calls."""

    subscription: Subscription
    wishes: Wishes = msgspec.field(default_factory=Wishes)


def caller_of(request: Request) -> Caller:
    caller: Caller = request.app.state.caller
    return caller


def post_of(request: Request) -> Post | None:
    found = caller_of(request).messengers.get("mail")
    return found if isinstance(found, Post) else None


def push_of(request: Request) -> Any | None:
    """The Push of this server: a part that need not be installed."""
    return caller_of(request).messengers.get("push")


async def person_of(request: Request) -> Person | None:
    session = request.cookies.get(COOKIE, "")
    return await hub_of(request).stored(caller_of(request).people.who, session) if session else None


async def known(request: Request) -> Person:
    person = await person_of(request)
    if person is None:
        raise Refused("person", "You are not signed in here.")
    return person


async def me(request: Request) -> Response:
    """Who asks, and by which ways this server can call."""
    push, person = push_of(request), await person_of(request)
    ways: dict[str, Any] = {"push": push.public if push else None, "mail": post_of(request) is not None}
    if person is None:
        return JSONResponse({**ways, "me": None}, headers={"cache-control": "no-store"})
    games = await hub_of(request).stored(caller_of(request).people.games, person)
    return JSONResponse(
        {**ways, "me": {"mail": person.mail, "wishes": json.loads(person.wishes), "games": games}}, headers={"cache-control": "no-store"}
    )


def address_in(text: str) -> str:
    """The address somebody gave."""
    found = plain_address(text)
    if found is None:
        raise Refused("malformed", "That is no plain mail address, such as ann@example.org.")
    return found


async def ask_link(request: Request) -> Response:
    """Mail a link to whoever asks; the answer is the same whether the address is known or not."""
    post = post_of(request)
    if post is None:
        raise Refused("mail", "This server sends no mail, so it has no accounts. Games are kept in this browser.")
    app_of(request).limits.check(address_of(request), "mails")
    wish = await sent(request, AskLink)
    mail = address_in(wish.mail)
    key = await hub_of(request).stored(caller_of(request).people.new_link, mail)
    if key is None:
        raise Refused("slow", "This address has been mailed several links within the hour. Use the newest, or wait.")
    text = f"Open this link to have your games here, too:\n\n{post.url}/#enter={key}\n\nIt works once, for twenty minutes. If you did not ask for it, do nothing.\n"
    await mailed(caller_of(request), post, mail, "Your link to Amba", text)
    return JSONResponse({"ok": True})


async def whose(request: Request) -> Response:
    """Whose account a mailed link opens. Anybody may have been sent somebody else's: the browser asks before it hands over its games."""
    app_of(request).limits.check(address_of(request), "seats")
    wish = await sent(request, Enter)
    mail = await hub_of(request).stored(caller_of(request).people.whose, wish.key)
    if mail is None:
        raise Refused("unknown", USED_UP)
    return JSONResponse({"mail": mail}, headers={"cache-control": "no-store"})


async def enter(request: Request) -> Response:
    wish = await sent(request, Enter)
    session = await hub_of(request).stored(caller_of(request).people.enter, wish.key)
    if session is None:
        raise Refused("unknown", USED_UP)
    answer = JSONResponse({"ok": True})
    secure = request.url.scheme == "https" or request.headers.get("x-forwarded-proto") == "https"
    answer.set_cookie(COOKIE, session, max_age=SESSION_LASTS, httponly=True, samesite="lax", secure=secure)
    return answer


async def leave(request: Request) -> Response:
    """Sign out; with ?forget=1 the account is deleted."""
    people, hub = caller_of(request).people, hub_of(request)
    if request.query_params.get("forget"):
        await hub.stored(people.forget, await known(request))
    await hub.stored(people.leave, request.cookies.get(COOKIE, ""))
    answer = JSONResponse({"ok": True})
    answer.delete_cookie(COOKIE)
    return answer


async def set_wishes(request: Request) -> Response:
    wish = await sent(request, Wishes)
    await hub_of(request).stored(caller_of(request).people.wish, await known(request), msgspec.json.encode(wish).decode())
    return JSONResponse({"ok": True})


async def set_games(request: Request) -> Response:
    """This browser's games join those of the others; the answer has all of them."""
    person, people = await known(request), caller_of(request).people
    wish = await sent(request, Games, 4 * schema.BODY_LIMIT)
    cards = {game.token: msgspec.json.encode(game).decode() for game in wish.games}
    await hub_of(request).stored(people.hold, person, cards, wish.gone)
    return JSONResponse({"games": await hub_of(request).stored(people.games, person)}, headers={"cache-control": "no-store"})


async def set_calls(request: Request) -> Response:
    """A browser wants to be called for a seat, or no more."""
    push = push_of(request)
    if push is None:
        raise Refused("push", "This server has no Web Push.")
    seat, _ = await seated(request)
    wish = await sent(request, Subscribe)
    outbox, hub = caller_of(request).outbox, hub_of(request)
    if request.method == "DELETE":
        await hub.stored(outbox.unsubscribe, wish.subscription.endpoint, seat.token)
    elif seat.watches:
        raise Refused("seat", "Watchers are not called.")
    elif not push.is_known(wish.subscription.endpoint):
        raise Refused("malformed", "That is no address of a browser's push service.")
    else:
        text = msgspec.json.encode(wish.subscription).decode()
        if not await hub.stored(outbox.subscribe, seat.token, wish.subscription.endpoint, text, msgspec.json.encode(wish.wishes).decode()):
            raise Refused("full", f"{MOST_BROWSERS} browsers are called for this seat already.")
    return JSONResponse({"ok": True})


async def invite(request: Request) -> Response:
    """Mail an invitation to a free seat of this table, or the link to watch it, for whoever opened it."""
    post, hub = post_of(request), hub_of(request)
    if post is None:
        raise Refused("mail", "This server sends no mail. Send the link yourself.")
    seat, opened = await seated(request)
    if not seat.host:
        raise Refused("seat", "Only whoever opened the table may invite.")
    wish = await sent(request, Invitation)
    mail = address_in(wish.mail)
    free, watch = await handed_out(hub, seat)
    if wish.token not in {*free, *watch}:
        raise Refused("link", "That is no invitation to this table, or it has been used.")
    app_of(request).limits.check(address_of(request), "mails")
    if await hub.stored(caller_of(request).people.new_link, mail) is None:
        raise Refused("slow", "This address has been mailed enough within the hour.")
    by = f"{' '.join(wish.by.split())} invites you" if wish.by.strip() else "You are invited"
    title = opened.table.game.title
    text = f"{by} to a game of {title}.\n\n{post.url}/table.html#{wish.token}\n"
    await mailed(caller_of(request), post, mail, f"{by} to play {title}", text)
    return JSONResponse({"ok": True})


async def handed_out(hub: Hub, seat: Seat) -> tuple[dict[str, str], list[str]]:
    """What whoever opened this table may give to others: invitations to free seats, link -> side, and the link to watch."""
    free = {link.token: link.side for link in await hub.stored(hub.storage.links, seat.table) if link.taken is None}
    return free, [row.token for row in await hub.stored(hub.storage.seats, seat.table) if row.watch]


async def mailed(caller: Caller, post: Post, mail: str, title: str, text: str) -> None:
    """Send it, or say that it could not be sent."""
    try:
        await caller.delivered(post.mail, mail, title, text)
    except (OSError, ValueError) as error:
        # Nothing of the mail goes to the log: there are links in it.
        log.warning("a mail could not be sent: %s", type(error).__name__)
        raise Refused("busy", "The mail could not be sent just now. Try again in a while.") from error


async def lobby(request: Request) -> Response:
    found = await hub_of(request).stored(Lobby(hub_of(request).storage).tables)
    return JSONResponse(found, headers={"cache-control": "no-store"})


async def set_lobby(request: Request) -> Response:
    """Show this table in the lobby, or no more; for whoever opened it."""
    hub = hub_of(request)
    seat, opened = await seated(request)
    if not seat.host:
        raise Refused("seat", "Only whoever opened the table may show it in the lobby.")
    board = Lobby(hub.storage)
    free, watch = await handed_out(hub, seat)
    if request.method == "DELETE":
        opened.listed = False
        await hub.stored(board.hide, seat.table)
    else:
        offer = await sent(request, LobbyOffer)
        if any(free.get(link) != side for side, link in offer.seats.items()) or offer.watch not in {"", *watch}:
            raise Refused("link", "That is no invitation to this table, or it has been used.")
        async with opened.lock:
            await hub.stored(board.show, seat.table, board.card(opened, offer), board.state(opened))
            opened.listed = True
    return JSONResponse({"ok": True})


async def refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    return trouble(error, 401 if error.code == "person" else None)


HANDLERS: dict[Any, Any] = {Refused: refused}

ROUTES: list[BaseRoute] = [
    Route("/api/me", me),
    Route("/api/me", enter, methods=["POST"]),
    Route("/api/me", leave, methods=["DELETE"]),
    Route("/api/me/link", ask_link, methods=["POST"]),
    Route("/api/me/whose", whose, methods=["POST"]),
    Route("/api/me/wishes", set_wishes, methods=["PUT"]),
    Route("/api/me/games", set_games, methods=["PUT"]),
    Route("/api/tables/{token}/calls", set_calls, methods=["PUT", "DELETE"]),
    Route("/api/tables/{token}/invite", invite, methods=["POST"]),
    Route("/api/tables/{token}/lobby", set_lobby, methods=["PUT", "DELETE"]),
    Route("/api/lobby", lobby),
]
