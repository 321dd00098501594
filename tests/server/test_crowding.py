"""Whoever takes more than his share, in the ways that the limits on calls and messages do not see: silent lines, slow bodies, games handed in by the dozen, chatter."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import json
import logging
import re
import socket
import struct
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from starlette.requests import HTTPConnection

from amba.server import checker as checker_module
from amba.server import patient_line
from amba.server.addresses import address_of, is_among
from amba.server.answers import Refused
from amba.server.app import create_app
from amba.server.checker import OWN, QUEUE, Checker
from amba.server.limits import RATES, SOCKETS, WORK, Limits, Uploads
from amba.server.main import listen
from amba.server.packed_line import MOST_PARTS, PackedLine
from amba.server.schema import LOG_LIMIT
from amba.server.storage import MOST_CHAT, ChatRow, SqliteStorage
from tests.loops import PATIENCE, complete

HOT = {"allied": "me", "italian": "me"}


class Crowded:
    """A server whose lines are looked at all the time."""

    def __init__(self, path: Path, factor: float) -> None:
        self.limits = Limits(factor)
        self.storage = SqliteStorage(path)
        app = create_app(self.storage, limits=self.limits)
        listener = listen("127.0.0.1", 0)
        self.address = listener.getsockname()
        config = uvicorn.Config(app, http=patient_line.line_for(self.limits, ()), log_config=None, access_log=False, ws=PackedLine)
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, kwargs={"sockets": [listener]}, daemon=True)
        self.thread.start()

    def open(self, text: bytes = b"") -> socket.socket:
        line = socket.create_connection(self.address, timeout=PATIENCE)
        line.sendall(text)
        return line

    def close(self) -> None:
        self.server.should_exit = True
        self.thread.join(PATIENCE)


@pytest.fixture
def crowded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Crowded]:
    monkeypatch.setattr(patient_line, "LOOK", 0.2)
    monkeypatch.setattr(patient_line, "PATIENCE", 0.4)
    server = Crowded(tmp_path / "tables.sqlite", 0.1)
    yield server
    server.close()


def whole(line: socket.socket) -> bytes:
    """What comes until the other end closes."""
    found = b""
    while part := line.recv(65536):
        found += part
    return found


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n",
        b"POST /api/import HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 16000000\r\n\r\nabc",
    ],
)
def test_a_line_over_which_nothing_whole_comes_is_closed(crowded: Crowded, text: bytes, caplog: pytest.LogCaptureFixture) -> None:
    with crowded.open(text) as line:
        assert b" 500 " not in whole(line)
    crowded.close()
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []


@pytest.mark.parametrize(
    ("path", "size", "status"), [("/api/tables", 1 << 20, 413), ("/api/import", LOG_LIMIT + (1 << 20), 413), ("/api/import", 8 << 20, 429)]
)
def test_who_sends_too_much_reads_why(crowded: Crowded, monkeypatch: pytest.MonkeyPatch, path: str, size: int, status: int) -> None:
    """He still sends when he is answered: were the line closed at once, he would read nothing but that it broke."""
    monkeypatch.setattr(patient_line, "PATIENCE", PATIENCE)
    if status == 429:
        crowded.limits.left["127.0.0.1", "imports"] = (0.0, time.monotonic())
    head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Length: {size}\r\n\r\n".encode()
    with crowded.open(head) as line:
        for _ in range(0, size, 1 << 16):
            line.sendall(b"x" * (1 << 16))
        assert whole(line).startswith(f"HTTP/1.1 {status} ".encode())


def test_letters_that_are_none_fill_no_log(crowded: Crowded, caplog: pytest.LogCaptureFixture) -> None:
    """Whoever sends them is told so and cut; a page of traceback for each would fill the disk."""
    patient_line.keep_log_readable()
    body = {"game": "cheren", "scenario": "agordat", "seats": HOT, "mix": False}
    address = f"http://{crowded.address[0]}:{crowded.address[1]}/api/tables"
    token = httpx.post(address, json=body, trust_env=False, timeout=PATIENCE).json()["watch"]
    upgrade = (
        f"GET /ws/{token} HTTP/1.1\r\n".encode()
        + b"Host: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: "
    )
    with crowded.open(upgrade + b"a" * 22 + b"==\r\n\r\n") as line:
        assert line.recv(65536).startswith(b"HTTP/1.1 101")
        line.sendall(b"\x81\x82\0\0\0\0\xff\xfe")
        assert b"\x03\xef" in whole(line), "1007: that is no text"
    crowded.close()
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []


CHUNKED = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n"


@pytest.mark.parametrize(
    ("first", "then", "said"),
    [
        (b"\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03\r\n\r\n", b"", [b"400"]),
        (b"GET / HTTP/1.1\r\n\r\n", b"", [b"400"]),
        (b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: h2c\r\nConnection: Upgrade, close\r\n\r\n", b"", [b"200"]),
        (b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", b"\0\r\n\r\n", [b"200", b"400"]),
        (CHUNKED + b"ZZZ\r\n", b"", [b"400"]),
        (CHUNKED, b"ZZZ\r\n", [b"200"]),
    ],
)
def test_what_is_no_request_fills_no_log(
    crowded: Crowded, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, first: bytes, then: bytes, said: list[bytes]
) -> None:
    """Whoever sends it is told so and cut, once: also where an answer has been given already, and the rest of what was asked is junk."""
    patient_line.keep_log_readable()
    monkeypatch.setattr(patient_line, "LOOK", PATIENCE)
    with crowded.open(first) as line:
        found = line.recv(65536)
        if then:
            line.sendall(then)
        found += whole(line)
    crowded.close()
    assert re.findall(rb"HTTP/1.1 (\d+) ", found) == said
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING] == []


def test_a_line_is_not_closed_while_its_answer_is_worked_out(crowded: Crowded, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patient_line, "LOOK", PATIENCE)
    asked, looked_at = threading.Event(), threading.Event()

    def slow() -> str:
        asked.set()
        looked_at.wait(PATIENCE)
        return ""

    monkeypatch.setattr(crowded.storage, "check", slow)
    with crowded.open(b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n") as line:
        asked.wait(PATIENCE)
        for one in list(crowded.server.server_state.connections):
            assert isinstance(one, patient_line.PatientLine)
            for _ in range(9):
                one.loop.call_soon_threadsafe(one.look)
            one.loop.call_soon_threadsafe(looked_at.set)
        assert whole(line).startswith(b"HTTP/1.1 200")


def test_one_address_has_so_many_sockets(crowded: Crowded, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patient_line, "LOOK", PATIENCE)
    held = [crowded.open() for _ in range(SOCKETS // 10)]
    with crowded.open() as late:
        assert late.recv(1) == b"", "one too many"
    for line in held:
        line.close()
    until = time.monotonic() + PATIENCE
    while crowded.limits.sockets and time.monotonic() < until:
        time.sleep(0.01)
    with crowded.open(b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n") as line:
        assert whole(line).startswith(b"HTTP/1.1 200"), "lines that are gone count no more"


def test_games_handed_in_are_judged_for_each_address_in_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four long games of one address do not all come before the one of another."""

    async def run() -> list[bytes]:
        checker, judged, gate = Checker(), list[bytes](), asyncio.Event()

        async def judge(job: str, body: bytes) -> dict[str, Any]:
            await gate.wait()
            judged.append(body)
            return {}

        monkeypatch.setattr(checker, "_asked", judge)
        greedy = [asyncio.create_task(checker.check("import", b"long", "greedy")) for _ in range(OWN)]
        await asyncio.sleep(0)
        modest = asyncio.create_task(checker.check("import", b"short", "modest"))
        await asyncio.sleep(0)
        with pytest.raises(Refused, match="from your address"):
            await checker.check("import", b"one more", "greedy")
        gate.set()
        await asyncio.gather(*greedy, modest)
        assert not checker.waiting
        return judged

    judged = complete(run())
    assert len(judged) == OWN + 1
    assert judged.index(b"short") <= 2


def test_one_address_does_not_fill_the_queue_of_games_to_be_judged() -> None:
    assert OWN < QUEUE
    assert checker_module.PATIENCE * OWN < 600


def test_games_on_their_way_are_counted_until_they_are_judged() -> None:
    uploads = Uploads()
    under_way = [uploads.one("a") for _ in range(Uploads.OWN)]
    for one in under_way:
        one.__enter__()
    with pytest.raises(Refused, match="on their way"), uploads.one("a"):
        pass
    with uploads.one("b"):
        pass
    for one in under_way:
        one.__exit__(None, None, None)
    with uploads.one("a"):
        assert uploads.under_way.total() == 1
    assert not uploads.under_way


def test_a_board_is_packed_once(server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """To pack the largest takes 30 ms of a processor; one address may ask for 150 pages a second."""
    packed: list[int] = []
    true = gzip.compress

    def spied(body: bytes, *args: Any, **more: Any) -> bytes:
        packed.append(len(body))
        return true(body, *args, **more)

    monkeypatch.setattr(gzip, "compress", spied)
    server.app.state.hub.library._pages.clear()
    url = "/api/games/cheren/board?scenario=campaign"
    first, second = (server.client.get(url, headers={"accept-encoding": "gzip"}) for _ in range(2))
    plain = server.client.get(url, headers={"accept-encoding": "identity"})
    assert first.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert first.json() == second.json() == plain.json()
    assert len(packed) == 1
    assert int(first.headers["content-length"]) < len(plain.content)


def test_an_address_of_ipv4_is_one_of_its_own_also_over_ipv6() -> None:
    """A server that listens on `::` sees every player of IPv4 in one and the same network of IPv6."""
    found = [address_of(HTTPConnection({"type": "http", "client": (f"::ffff:10.0.0.{n}", 1)})) for n in (1, 2)]
    assert found == ["10.0.0.1", "10.0.0.2"]


def test_proxies_are_known_by_address_or_network() -> None:
    proxies = ("127.0.0.0/8", "10.0.1.0/24", "2001:db8::5/128")
    assert all(is_among(host, proxies) for host in ("127.0.0.1", "::ffff:127.0.0.1", "10.0.1.77", "2001:db8::5"))
    assert not any(is_among(host, proxies) for host in ("10.0.2.1", "::1", "nonsense", ""))


def test_nobody_writes_faster_than_it_can_be_read(server: Any) -> None:
    player, other, _ = server.pair()
    limits = server.app.state.parts.limits
    limits.factor = 1.0
    try:
        answers = [player.ask("chat", text="hear me")["t"] for _ in range(int(RATES["chats"].size) + 40)]
    finally:
        limits.factor = 0.0
        limits.left.clear()
    assert answers[: int(RATES["chats"].size)] == ["ok"] * int(RATES["chats"].size)
    assert "refused" in answers
    assert other.ask("ping")["t"] == "ok"


def test_of_what_was_written_the_newest_is_kept(server: Any) -> None:
    table = server.table(HOT)
    storage = server.app.state.hub.storage
    writer = server.app.state.hub.writer

    for n in range(MOST_CHAT + 20):
        writer.thread.submit(storage.say, table["table"], ChatRow("allied", str(n), "now")).result()
    assert writer.thread.submit(storage.rows, "SELECT COUNT(*) FROM chat WHERE table_id = ?", (table["table"],)).result() == [(MOST_CHAT,)]
    assert server.sit(table["mine"][0]).welcome["chat"][-1]["text"] == str(MOST_CHAT + 19)
    assert json.dumps(server.sit(table["watch"]).welcome["chat"]).count("allied") == MOST_CHAT


def test_logs_are_cut_at_the_expense_of_who_asks_for_them(server: Any) -> None:
    """Thirty milliseconds for a long game, and one address may ask 60 times a second."""
    table = server.table()
    headers = {"authorization": f"Bearer {table['links']['allied']}"}
    limits = server.app.state.parts.limits
    limits.factor = 1.0
    try:
        assert server.client.get("/api/table/log", headers=headers).status_code == 200
        assert limits.left["127.0.0.1", "work"][0] < WORK.size
        limits.charge("127.0.0.1", 2 * WORK.size)
        late = server.client.get("/api/table/log", headers=headers)
        assert (late.status_code, late.json()["code"]) == (429, "slow")
    finally:
        limits.factor = 0.0
        limits.left.clear()
    assert server.client.get("/api/table/log", headers=headers).status_code == 200


def test_what_is_owed_is_forgiven_with_time(monkeypatch: pytest.MonkeyPatch) -> None:
    limits, now = Limits(), 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    assert not limits.owes("a")
    limits.charge("a", WORK.size + 10)
    assert limits.owes("a")
    assert not limits.owes("b")
    now += 20
    assert not limits.owes("a")


def test_games_handed_in_are_weighed() -> None:
    """Or one address fills the disk with sixteen mebibytes every ten seconds."""
    limits = Limits()
    size = int(RATES["mebibytes"].size) // 16
    assert [limits.take("a", "mebibytes", 16) for _ in range(size + 1)] == [True] * size + [False]
    assert limits.take("b", "mebibytes", 16), "another address is another matter"
    assert RATES["mebibytes"].refill * 86400 < 4096


UPGRADE = (
    b"Host: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)
NO_HANDSHAKES = [b"X: \x01\r\n", b"X: " + b"a" * 9000 + b"\r\n", b"X: y\r\n" * 130]


@pytest.mark.parametrize("head", NO_HANDSHAKES)
def test_what_is_no_handshake_is_answered_and_its_line_closed(crowded: Crowded, head: bytes) -> None:
    """Such lines stayed open for ever, and nobody counted them: a thousand of them, and no one else came in."""
    with crowded.open(b"GET /ws HTTP/1.1\r\n" + UPGRADE + head + b"\r\n") as line:
        assert whole(line).startswith(b"HTTP/1.1 400 ")
    until = time.monotonic() + PATIENCE
    while crowded.limits.sockets and time.monotonic() < until:
        time.sleep(0.01)
    assert not crowded.limits.sockets


def test_who_goes_without_a_word_fills_no_log(caplog: pytest.LogCaptureFixture) -> None:
    patient_line.keep_log_readable()
    complete(written_to_the_gone())
    assert "send" not in caplog.text


async def written_to_the_gone() -> None:
    """Somebody is written to who has reset his line."""
    came: asyncio.Future[asyncio.StreamWriter] = asyncio.get_running_loop().create_future()
    server = await asyncio.start_server(lambda _, writer: came.set_result(writer), "127.0.0.1", 0)
    _, guest = await asyncio.open_connection(*server.sockets[0].getsockname()[:2])
    writer = await came
    guest.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    guest.transport.abort()
    for _ in range(30):
        writer.write(b"x")
        await asyncio.sleep(0.001)
    server.close()


def seated_line(crowded: Crowded, head: bytes = b"") -> socket.socket:
    """A watcher's line, as bytes."""
    body = {"game": "cheren", "scenario": "agordat", "seats": HOT, "mix": False}
    address = f"http://{crowded.address[0]}:{crowded.address[1]}/api/tables"
    token = httpx.post(address, json=body, trust_env=False, timeout=PATIENCE).json()["watch"]
    line = crowded.open(f"GET /ws/{token} HTTP/1.1\r\n".encode() + UPGRADE + head + b"\r\n")
    assert line.recv(4).startswith(b"HTTP")
    return line


def test_sockets_count_as_long_as_they_are_open(crowded: Crowded) -> None:
    with seated_line(crowded):
        time.sleep(0.5)
        assert sum(crowded.limits.sockets.values()) == 1
    until = time.monotonic() + PATIENCE
    while crowded.limits.sockets and time.monotonic() < until:
        time.sleep(0.01)
    assert not crowded.limits.sockets


def test_sockets_that_another_server_passes_on_do_not_count_as_its_own(crowded: Crowded) -> None:
    with seated_line(crowded, b"X-Amba-Secret: word\r\n"):
        assert sum(crowded.limits.sockets.values()) == 0


@pytest.mark.parametrize("frame", [b"\x8a\x80\0\0\0\0", b"\x89\x80\0\0\0\0", b"\x00\x80\0\0\0\0", b"\x81\x81\0\0\0\0x"])
def test_a_flood_of_frames_is_cut(crowded: Crowded, frame: bytes) -> None:
    """Pings, answers to none and messages in nothing but parts: 700 kB of them a second held up everybody for seconds."""
    with seated_line(crowded) as line:
        line.sendall(b"\x01\x80\0\0\0\0" if frame[0] == 0 else frame)
        with pytest.raises(ConnectionError):
            line.sendall(frame * 1_000_000)


@pytest.mark.parametrize(("parts", "stands"), [(MOST_PARTS, True), (MOST_PARTS + 1, False)])
def test_a_message_comes_in_so_many_parts(crowded: Crowded, parts: int, stands: bool) -> None:
    """Each empty part took memory, and none of them was ever a message that is counted."""
    with seated_line(crowded) as line:
        line.sendall(b"\x01\x80\0\0\0\0" + b"\x00\x80\0\0\0\0" * (parts - 1))
        found = b""
        with contextlib.suppress(ConnectionError):
            line.sendall(b"\x89\x84\0\0\0\0ping")
            while b"\x8a\x04ping" not in found and (part := line.recv(65536)):
                found += part
        assert (b"\x8a\x04ping" in found) == stands


def test_who_opens_lines_without_end_is_turned_away(crowded: Crowded) -> None:
    crowded.limits.left["127.0.0.1", "work"] = (-100.0, time.monotonic())
    with crowded.open(b"GET /ws/abc HTTP/1.1\r\n" + UPGRADE + b"\r\n") as line:
        found = line.recv(65536)
        while b"slow" not in found:
            found += line.recv(65536)
    assert b"Too many lines" in found
