"""Whatever is sent, over HTTP or over a socket: an answer in words, never status 500, never a failure of ours, never a dropped line."""

from __future__ import annotations

import json
import logging
import random
import socket
from typing import Any, get_args

import pytest

from amba.server import schema
from amba.server.schema import MESSAGE_LIMIT

HTTP_BUDGET, WIRE_BUDGET = 250, 500
DEEP = 100_000
HOT = {"allied": "me", "italian": "me"}
PATHS = (
    "/", "/table.html", "/health", "/api/games", "/api/games/cheren/board", "/api/games/{w}/board?scenario={w}", "/api/games/cheren/{w}", "/api/games/{w}/picture", "/api/tables",
    "/api/import", "/api/table/seat", "/api/table/now", "/api/table/log", "/api/table/verify", "/api/table/luck", "/api/table/fork", "/api/table", "/api/table/{w}",
    "/api/tables/{t}/log", "/api/tables/{t}/now", "/api/tables/{t}/fork", "/api/tables/{t}/luck", "/api/tables/{t}/verify", "/api/tables/{w}/now", "/ws/{t}", "/ws", "/t/{w}", "/static/{w}",
    "/api/lobby", "/api/me", "/api/me/games", "/api/me/link", "/api/me/wishes", "/api/table/calls", "/api/table/invite", "/api/table/lobby", "/api/table/rematch",
    "/{w}", "/js/{w}",
)  # fmt: skip
WORDS = (
    "", "x", "cheren", "agordat", "campaign", "..", "%2e%2e", "%00", "%ff", "%ed%a0%80", "a%0d%0ab", "%F0%9F%90%8D", "A" * 300, "A" * 8000, "%25", "null", "-1", "9" * 400, "'", "%22", "%5c", ";", "..%2f..%2fetc%2fpasswd",
    "favicon.ico", "con", ".git", "js", "%c0%ae%c0%ae", "guide", "rules", "charts", "briefings",
)  # fmt: skip
ODD: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2**53, 2**53 + 1, 10**400, -(10**30), 0.5, 1e308, "", "x", "done", "allied", "italian", "me", "link", "bot:random", "0108", "5-ind", "\ud800", "\x00", "\u202e", "A" * 65, "A" * 5000,
    [], {}, [[]], [None], ["done"], ["move", "5-ind", "0208"], ["move"] * 9, {"a": {"b": []}}, "0" * 64, "f" * 64, "g" * 64,
)  # fmt: skip
HEADERS = (
    "authorization",
    "host",
    "origin",
    "if-none-match",
    "content-type",
    "range",
    "accept-encoding",
    "x-forwarded-for",
    "x-amba-secret",
    "cookie",
    "upgrade",
    "transfer-encoding",
)


def odd_value(rng: random.Random, depth: int = 0) -> Any:
    roll = rng.random()
    if depth > 3 or roll < 0.8:
        return rng.choice(ODD)
    if roll < 0.9:
        return [odd_value(rng, depth + 1) for _ in range(rng.randrange(5))]
    return {str(rng.choice(ODD))[:20]: odd_value(rng, depth + 1) for _ in range(rng.randrange(5))}


def messages() -> dict[str, tuple[str, ...]]:
    """Every kind of message and its fields."""
    return {kind.__struct_config__.tag: kind.__struct_fields__ for kind in get_args(schema.Incoming)}


def odd_text(rng: random.Random, good: dict[str, Any]) -> str:
    """A body that is right but for a few things, or wrong altogether."""
    roll = rng.random()
    if roll < 0.05:
        return rng.choice(
            (
                "[" * DEEP,
                '{"a":' * DEEP,
                '{"t":"act","x":' + "[" * DEEP,
                "9" * 100_000,
                '"' + "a" * 200_000,
                "\x00",
                "",
                "{",
                "nul",
                "NaN",
                "-",
                '{"t":"ping","id":1}' * 3,
            )
        )[: MESSAGE_LIMIT + 10]
    if roll < 0.1:
        text = json.dumps(good)
        at = rng.randrange(len(text))
        return text[:at] + chr(rng.randrange(1, 0xD7FF)) + text[at + rng.randrange(3) :]
    body = {**good, **{rng.choice([*good, "extra", "t", "id"]): odd_value(rng) for _ in range(rng.randrange(3))}}
    for key in list(body):
        if rng.random() < 0.05:
            del body[key]
    return json.dumps(body)


def raw_request(rng: random.Random, tokens: list[str], whole_log: str) -> bytes:
    """A request as bytes: some of them no client would send."""
    path = rng.choice(PATHS).replace("{w}", rng.choice(WORDS)).replace("{t}", rng.choice([*tokens, rng.choice(WORDS)]))
    method = rng.choice(("GET", "GET", "POST", "POST", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "BREW"))
    if method == "DELETE":
        path = "/api/table/log"
    bodies = (
        {"game": "cheren", "scenario": "agordat", "seats": HOT, "options": {}, "pace": 0, "practice": False, "mix": False},
        {"n": 3, "seats": {}, "mix": False}, {"token": "x" * 24}, {"mail": "ann@example.org"}, {"key": "x"}, {"seats": {}, "watch": "", "by": "x"},
        {"kinds": ["turn"], "quiet": [1, 5], "zone": "UTC", "digest": False, "mail": True},
    )  # fmt: skip
    body = odd_text(rng, rng.choice(bodies)).encode("utf-8", "surrogatepass")
    if rng.random() < 0.1:
        # Letters that are no text, in a name or in a value.
        body = body.replace(b'"', b'"\xff', rng.choice((1, 5)))
    if path.startswith("/api/import") and rng.random() < 0.7:
        lines = whole_log.splitlines()
        at = rng.randrange(len(lines))
        lines[at] = rng.choice(
            (
                lines[at][: rng.randrange(len(lines[at]))],
                lines[at].replace(":", ":9", 1),
                "[" * DEEP,
                lines[0],
                '{"n":' + "9" * 6000 + "}",
                lines[at].replace("a", "\ud800", 1),
                "",
            )
        )
        body = "\n".join(lines).encode("utf-8", "surrogatepass")
    headers = {"host": "127.0.0.1", "authorization": f"Bearer {rng.choice(tokens)}", "connection": "close", "content-length": str(len(body))}
    if rng.random() < 0.3:
        headers[rng.choice(HEADERS)] = rng.choice(
            (
                "",
                "x",
                "Bearer",
                "Bearer \xff\xfe",
                "*",
                "bytes=0-1,5-",
                "bytes=9999999999999999999-",
                "é" * 50,
                "A" * 5000,
                "chunked",
                "null",
                "http://[",
                "websocket",
            )
        )
    if headers.get("transfer-encoding") == "chunked":
        del headers["content-length"]
    head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode("latin-1", "replace") + body


def answer_to(server: Any, request: bytes) -> bytes:
    host, _, port = server.address.partition(":")
    with socket.create_connection((host, int(port)), timeout=30) as line:
        try:
            line.sendall(request)
            return line.recv(200)
        except (ConnectionResetError, BrokenPipeError):
            return b"HTTP/1.1 400 (cut off in the middle of a body that is refused)"
        except TimeoutError:
            # It waits for the rest of a body that never comes.
            return b"HTTP/1.1 408"


def fuzz_http(server: Any, kit: Any, seed: str, budget: int) -> None:
    rng = random.Random(seed)
    table = server.table(HOT)
    player = server.sit(table["mine"][0])
    kit.play_on([player], 12)
    log = server.client.get(f"/api/tables/{table['mine'][0]}/log").text
    tokens = [table["mine"][0], table["watch"], server.invite()["links"]["allied"], server.table(HOT)["watch"]]
    for _ in range(budget):
        request = raw_request(rng, tokens, log)
        if b"chunked" in request[:8000].split(b"\r\n\r\n")[0]:
            continue
        answer = answer_to(server, request)
        assert answer.startswith(b"HTTP/1.1 "), (answer, request[:400])
        assert not answer.startswith(b"HTTP/1.1 500"), request[:600]
    assert player.ask("ping")["t"] == "ok", "nobody at a table noticed"


def stands(player: Any) -> None:
    """The line stands: a question is answered, if only by "not so fast"."""
    answer = player.ask("ping")
    assert answer["t"] == "ok" or answer["code"] == "slow", answer


def fuzz_wire(server: Any, kit: Any, seed: str, budget: int) -> None:
    rng = random.Random(seed)
    kinds = messages()
    table = server.table(HOT)
    player, other = server.sit(table["mine"][0]), server.sit(table["watch"])
    kit.play_on([player], 6)
    for number in range(budget):
        speaker = player if rng.random() < 0.8 else other
        kind = rng.choice([kind for kind in kinds if kind not in {"resign", "offer_draw", "invite"}])
        good = {
            "t": kind,
            "id": 5000 + number,
            "n": speaker.n,
            "a": ["done"],
            "key": "zoc",
            "arg": "5-ind",
            "text": "x",
            "yes": True,
            "what": "win",
            "side": "allied",
            "c": "0" * 64,
            "s": "0" * 64,
        }
        fields = {"t", "id", *kinds[kind]}
        text = odd_text(rng, {key: value for key, value in good.items() if key in fields})
        speaker.socket.send(text if rng.random() < 0.9 else text.encode("utf-8", "surrogatepass"))
        if number % 20 == 0:
            for one in (player, other):
                stands(one)
    for one in (player, other):
        stands(one)
        failed = [message for message in one.heard if message.get("code") == "error"]
        assert failed == []


@pytest.fixture
def quiet(caplog: pytest.LogCaptureFixture) -> Any:
    """Nothing that was sent may be a failure in the server's own log."""
    with caplog.at_level(logging.ERROR):
        yield
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []


def test_any_request_is_answered(server: Any, kit: Any, quiet: None) -> None:
    fuzz_http(server, kit, "http", HTTP_BUDGET)


def test_any_message_is_answered(server: Any, kit: Any, quiet: None) -> None:
    fuzz_wire(server, kit, "wire", WIRE_BUDGET)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(10))
def test_any_request_and_message_is_answered_at_length(server: Any, kit: Any, quiet: None, seed: int) -> None:
    fuzz_http(server, kit, f"http {seed}", 10 * HTTP_BUDGET)
    fuzz_wire(server, kit, f"wire {seed}", 20 * WIRE_BUDGET)
