"""Calls to the table, against a real SMTP server and a push service that takes what a browser's would."""

from __future__ import annotations

import base64
import json
import os
import threading
import time
from collections.abc import Callable, Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from smtplib import SMTPRecipientsRefused
from typing import Any

import http_ece
import httpx
import pytest
from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from amba.server import calls
from amba.server.app import Surroundings
from amba.server.calls import Call, Outbox
from amba.server.mail import Post
from amba.server.main import Outside
from amba.server.people import MOST_LINKS, People, Wishes
from amba.server.push import SERVICES, Push
from amba.server.storage import SqliteStorage
from amba.server.storages import StorageTrouble
from tests.loops import PATIENCE
from tests.server.postgres import free_port

SEATS = {"italian": "me", "allied": "link"}


class Letters:
    """Takes mail."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.to: list[list[str]] = []
        """To whom the envelope of each is."""
        self.refuses = 0
        self.port = 0

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802  # the name aiosmtpd calls it by
        if self.refuses:
            self.refuses -= 1
            return "451 later"
        found = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(found, EmailMessage)
        self.to.append(envelope.rcpt_tos)
        self.mails.append(found)
        return "250 OK"

    def wait(self, count: int) -> list[EmailMessage]:
        until = time.monotonic() + PATIENCE
        while len(self.mails) < count and time.monotonic() < until:
            time.sleep(0.02)
        return self.mails


@pytest.fixture
def letters() -> Iterator[Letters]:
    letters = Letters()
    letters.port = free_port()
    controller = Controller(letters, hostname="127.0.0.1", port=letters.port)
    controller.start()
    yield letters
    controller.stop()


class PushService:
    """Where a browser's calls go: keeps the encrypted bodies, and reads them with the browser's own keys."""

    def __init__(self) -> None:
        service = self
        self.bodies: list[bytes] = []
        self.headers: list[dict[str, str]] = []
        self.status = 201

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                service.bodies.append(self.rfile.read(int(self.headers["content-length"])))
                service.headers.append({key.lower(): value for key, value in self.headers.items()})
                self.send_response(service.status)
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.key, self.auth = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)

    def subscription(self) -> dict[str, Any]:
        point = self.key.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
        encoded = {"p256dh": base64.urlsafe_b64encode(point).decode().rstrip("="), "auth": base64.urlsafe_b64encode(self.auth).decode().rstrip("=")}
        return {"endpoint": f"{self.url}/browser", "keys": encoded}

    def read(self) -> list[dict[str, Any]]:
        return [json.loads(http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth, version="aes128gcm")) for body in self.bodies]

    def wait(self, count: int) -> list[dict[str, Any]]:
        until = time.monotonic() + PATIENCE
        while len(self.bodies) < count and time.monotonic() < until:
            time.sleep(0.02)
        return self.read()


@pytest.fixture
def service() -> Iterator[PushService]:
    found = PushService()
    yield found
    found.server.shutdown()
    found.server.server_close()


@pytest.fixture
def club(start: Callable[..., Any], letters: Any, service: PushService, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A server that can mail and push, and is not patient."""
    monkeypatch.setattr(calls, "PATIENCE", {"mail": 0.0, "push": 0.05})
    monkeypatch.setattr(calls, "LOOK", 0.2)
    post = Post(f"smtp://127.0.0.1:{letters.port}", "Amba <amba@club.example>", "https://club.example/")
    return start(
        Surroundings(messengers={"mail": lambda _: post, "push": lambda storage: Push(storage, "https://club.example", [*SERVICES, service.url])})
    )


def sign_in(club: Any, letters: Letters, mail: str = "ann@example.org") -> dict[str, str]:
    """The cookie of somebody who opened the mailed link."""
    before = len(letters.mails)
    assert club.client.post("/api/me/link", json={"mail": mail}).json() == {"ok": True}
    text = letters.wait(before + 1)[-1].get_content()
    key = text.split("#enter=")[1].split()[0]
    answer = club.client.post("/api/me", json={"key": key})
    assert answer.status_code == 200, answer.text
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    club.client.cookies.clear()
    assert club.client.post("/api/me", json={"key": key}).status_code == 404, "a link works once"
    return {"cookie": cookie.split(";")[0]}


def seat(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


def until_other(player: Any, side: str) -> None:
    """Play on till this side has to decide."""
    while player.view["decision"]["who"] != side:
        assert player.act()["t"] == "ok"
        player.until("update")


def guest_seat(club: Any, table: dict[str, Any]) -> str:
    """The token under which the guest sits."""
    return str(table["links"]["allied"])


def test_an_account_needs_no_password_and_games_follow(club: Any, letters: Letters) -> None:
    assert club.client.get("/api/me").json()["me"] is None
    desktop, phone = sign_in(club, letters), sign_in(club, letters)
    game = {"token": "tok-1", "game": "cheren", "title": "The Road to Cheren", "sides": ["allied"], "when": 5, "line": "Your move"}
    assert club.client.put("/api/me/games", json={"games": [game]}, headers=desktop).status_code == 200
    found = club.client.put("/api/me/games", json={"games": [{**game, "token": "tok-2"}]}, headers=phone).json()["games"]
    assert {one["token"] for one in found} == {"tok-1", "tok-2"}
    club.client.put("/api/me/games", json={"gone": ["tok-1"]}, headers=phone)
    assert [one["token"] for one in club.client.get("/api/me", headers=desktop).json()["me"]["games"]] == ["tok-2"]
    assert club.client.put("/api/me/games", json={"games": [{"token": "../x"}]}, headers=phone).status_code == 400
    assert club.client.delete("/api/me", headers=phone).status_code == 200
    assert club.client.get("/api/me", headers=phone).json()["me"] is None
    assert club.client.delete("/api/me?forget=1", headers=desktop).status_code == 200
    assert club.app.state.hub.storage.rows("SELECT COUNT(*) FROM people")[0][0] == 0
    assert club.client.put("/api/me/games", json={}, headers=desktop).status_code == 401


def test_a_mailed_link_says_whose_it_is_before_it_is_used(club: Any, letters: Letters) -> None:
    """Who passes on a link that was mailed to himself must not get the seats of whoever opens it: the browser asks first."""
    club.client.post("/api/me/link", json={"mail": "Mallory@example.org"}).raise_for_status()
    key = letters.wait(1)[-1].get_content().split("#enter=")[1].split()[0]
    for _ in range(2):
        answer = club.client.post("/api/me/whose", json={"key": key})
        assert answer.json() == {"mail": "mallory@example.org"}
        assert "set-cookie" not in answer.headers
    assert club.client.get("/api/me").json()["me"] is None
    assert club.client.post("/api/me", json={"key": key}).status_code == 200
    assert club.client.post("/api/me/whose", json={"key": key}).status_code == 404
    assert club.client.post("/api/me/whose", json={"key": 5}).status_code == 400


def test_links_are_not_mailed_without_end(club: Any, letters: Letters) -> None:
    answers = [club.client.post("/api/me/link", json={"mail": "bob@example.org"}).status_code for _ in range(7)]
    assert answers == [200] * 5 + [429] * 2
    assert club.client.post("/api/me", json={"key": "made up"}).status_code == 404


@pytest.mark.parametrize(
    "wrong",
    [
        "", "bob", "bob@x", "<x>@y.example", "a\0b@example.org", "a@example.org\x7f", "a@example.org\n", "a@b.example\nBcc: d@e.example",
        "a@b.example, c@d.example", "a@b.example;", "Ann <ann@b.example>", "ann(friend)@b.example", "ann@b.example(friend)", "friends:a@b.example;",
        "=?utf-8?q?victim=40mail.example=2C?=@b.example", "a..b@example.org", ".a@example.org", "a@-x.example", "a@x..example", "a@10.0.0.1",
        "a@[10.0.0.1]", "mi\u212ae@example.org", "mike@example\u3002org", "a@b\u00fccher.example", "\ud800@example.org", "a" * 65 + "@example.org",
        "a@" + "b" * 64 + ".example", "a@" + "b." * 125 + "example",
    ],
)  # fmt: skip
def test_only_plain_addresses_are_mailed(club: Any, letters: Letters, wrong: str) -> None:
    """What a mail program reads otherwise than it is stored would send somebody's link to somebody else."""
    table = club.invite(SEATS)
    answers = [
        club.client.post("/api/me/link", content=json.dumps({"mail": wrong})),
        club.client.post("/api/table/invite", content=json.dumps({"mail": wrong, "token": table["links"]["allied"]}), headers=seat(table["mine"][0])),
    ]
    assert [answer.status_code for answer in answers] == [400, 400]
    assert letters.mails == []


NO_TEXT = (b'{"mail":"\xff","key":"\xff","by":"\xff","token":"\xff","zone":"\xff"}', b'{"\xff":1}', b'{"mail":"\xed\xa0\x80"}')
ENDLESS = (
    b'{"subscription":{"endpoint":"https://fcm.googleapis.com/x","z":' + b"[" * 60_000,
    b'{"games":[{"token":"a","z":' + b'{"a":' * 12_000,
    b"[" * 60_000,
)


@pytest.mark.parametrize(
    "body", [*NO_TEXT, *ENDLESS, b"", b"null", b"[]", b'"x"', b"\xef\xbb\xbf{}", b"NaN", b'{"mail":1e999}', b'{"key":' + b"9" * 60_000]
)
def test_what_is_no_body_is_refused_in_words(club: Any, letters: Letters, body: bytes) -> None:
    """Letters that are no text and brackets without end were failures of ours."""
    table = club.invite(SEATS)
    me, at = sign_in(club, letters), seat(table["mine"][0])
    calls = [
        ("POST", "/api/me/link", {}), ("POST", "/api/me/whose", {}), ("POST", "/api/me", {}), ("PUT", "/api/me/wishes", me), ("PUT", "/api/me/games", me),
        ("PUT", "/api/table/calls", at), ("DELETE", "/api/table/calls", at), ("POST", "/api/table/invite", at), ("PUT", "/api/table/lobby", at),
        ("POST", "/api/table/fork", at), ("POST", "/api/table/rematch", at), ("POST", "/api/table/seat", at), ("POST", "/api/tables", {}), ("POST", "/api/import", {}),
    ]  # fmt: skip
    for method, path, headers in calls:
        answer = club.client.request(method, path, content=body, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (400, "malformed"), (path, answer.text)


@pytest.mark.parametrize("mail", ["Ann.Smith+amba@Mail.Example.org", "o'hara@xn--bcher-kva.example", "a=b?@example.org", "1@2.example"])
def test_a_link_goes_to_the_very_address_that_it_opens(club: Any, letters: Letters, mail: str) -> None:
    club.client.post("/api/me/link", json={"mail": mail}).raise_for_status()
    found = letters.wait(1)[0]
    key = found.get_content().split("#enter=")[1].split()[0]
    assert club.client.post("/api/me/whose", json={"key": key}).json() == {"mail": mail.lower()}
    assert found["to"] == mail.lower()
    assert letters.to == [[mail.lower()]]


@pytest.mark.parametrize("by", ["=?utf-8?q?x=0aBcc:_eve=40example.org=0a=0aBuy?=", "x\x0bBcc: eve@example.org", "x\u2028Bcc: eve@example.org", "x\0"])
def test_who_invites_writes_no_headers(club: Any, letters: Letters, by: str) -> None:
    table = club.invite(SEATS)
    body = {"mail": "carl@example.org", "token": table["links"]["allied"], "by": by}
    assert club.client.post("/api/table/invite", json=body, headers=seat(table["mine"][0])).status_code == 200
    mail = letters.wait(1)[0]
    assert letters.to == [["carl@example.org"]]
    assert mail["bcc"] is None
    assert str(mail["subject"]).isprintable()
    assert str(mail["subject"]).endswith(" invites you to play The Road to Cheren")


def test_an_address_of_old_that_is_not_plain_is_called_no_more(tmp_path: Path) -> None:
    post = Post("smtp://127.0.0.1:9", "Amba <amba@club.example>", "https://club.example/")
    with pytest.raises(calls.Gone):
        post.send([Call("t", "tok", "turn", "mail", "a@b.example, c@d.example", "Your turn", "", 0.0)])


def test_your_turn_by_mail_with_what_happened(club: Any, letters: Letters, kit: Any) -> None:
    ann = sign_in(club, letters)
    table = club.table(SEATS)
    token = guest_seat(club, table)
    club.client.put("/api/me/games", json={"games": [{"token": token}]}, headers=ann)
    host = club.sit(table["mine"][0])
    until_other(host, "allied")
    mail = letters.wait(2)[-1]
    assert mail["to"] == "ann@example.org"
    assert str(mail["subject"]).startswith(("Your turn: ", "A fight needs you: "))
    text = mail.get_content()
    assert f"https://club.example/table.html#{token}" in text
    assert len(text.splitlines()) > 5, "what happened is told"
    host.ask("chat", text="are you there?")
    assert "are you there?" in letters.wait(3)[-1].get_content()
    guest = club.sit(token)
    host.ask("chat", text="welcome")
    guest.until("chat")
    time.sleep(0.6)
    assert len(letters.mails) == 3, "who is there is not called"


def test_who_comes_in_time_is_not_called(club: Any, letters: Letters, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calls, "PATIENCE", {"mail": 3600.0, "push": 0.05})
    ann = sign_in(club, letters)
    table = club.table(SEATS)
    token = guest_seat(club, table)
    club.client.put("/api/me/games", json={"games": [{"token": token}]}, headers=ann)
    host = club.sit(table["mine"][0])
    until_other(host, "allied")
    storage = club.app.state.hub.storage

    def waiting() -> int:
        return int(storage.rows("SELECT COUNT(*) FROM outbox")[0][0])

    until = time.monotonic() + PATIENCE
    while not waiting() and time.monotonic() < until:
        time.sleep(0.02)
    assert waiting() == 1
    club.sit(token)
    until = time.monotonic() + PATIENCE
    while waiting() and time.monotonic() < until:
        time.sleep(0.02)
    assert waiting() == 0
    assert club.client.get("/health").status_code == 200  # asked in the server's own thread: the storage writes in one alone


def test_your_turn_by_push(club: Any, service: PushService) -> None:
    assert len(base64.urlsafe_b64decode(club.client.get("/api/me").json()["push"] + "=")) == 65
    table = club.table(SEATS)
    token = guest_seat(club, table)
    body = {"subscription": service.subscription()}
    assert club.client.put("/api/table/calls", json=body, headers=seat(token)).json() == {"ok": True}
    host = club.sit(table["mine"][0])
    until_other(host, "allied")
    call = service.wait(1)[0]
    assert call["token"] == token
    assert call["tag"] == table["table"]
    assert call["title"].startswith(("Your turn", "A fight"))
    assert service.headers[0]["authorization"].startswith("vapid t=")
    service.status = 410
    host.ask("chat", text="hello")
    until = time.monotonic() + PATIENCE
    while club.app.state.hub.storage.rows("SELECT COUNT(*) FROM pushes")[0][0] and time.monotonic() < until:
        time.sleep(0.02)
    assert club.app.state.hub.storage.rows("SELECT COUNT(*) FROM pushes")[0][0] == 0, "a browser that is gone is forgotten"


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://127.0.0.1:1/x",
        "https://evil.example/fcm.googleapis.com",
        "https://fcm.googleapis.com.evil.example/x",
        "file:///etc/passwd",
        "https://evil.example\\@fcm.googleapis.com/x",
        "https://evil.example:1\\@push.apple.com/",
        "https://user@fcm.googleapis.com/x",
        "https://fcm.googleapis.com:22/x",
        "https://fcm.googleapis.com/x y",
        "https://[fcm.googleapis.com/",
        "https://fcm.googleapis.com",
        "https://fcm.googleapis.com/\u0000",
        "nonsense",
    ],
)
def test_no_address_is_called_that_somebody_made_up(club: Any, service: PushService, endpoint: str) -> None:
    body = {"subscription": {**service.subscription(), "endpoint": endpoint}}
    table = club.table({"allied": "me", "italian": "me"})
    assert club.client.put("/api/table/calls", json=body, headers=seat(table["mine"][0])).status_code == 400
    assert club.client.request("DELETE", "/api/table/calls", json=body, headers=seat(table["mine"][0])).status_code in {200, 400}
    assert club.client.put("/api/table/calls", json={"subscription": service.subscription()}, headers=seat(table["watch"])).status_code == 404


def test_a_mail_server_that_does_not_answer_holds_up_no_table(club: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each mail waits half a minute for it, on a thread; the tables have threads of their own."""
    silent, stuck = threading.Event(), threading.Semaphore(0)

    def send(*_: Any) -> None:
        stuck.release()
        silent.wait(PATIENCE)

    monkeypatch.setattr(Post, "mail", send)
    url, answers = f"http://{club.address}/api/me/link", list[int]()
    wishes = [
        threading.Thread(
            target=lambda n=n: answers.append(httpx.post(url, json={"mail": f"{n}@example.org"}, timeout=PATIENCE, trust_env=False).status_code)
        )
        for n in range(40)
    ]
    for wish in wishes:
        wish.start()
    try:
        assert all(stuck.acquire(timeout=PATIENCE) for _ in range(calls.COURIERS))
        board = threading.Thread(target=lambda: club.client.get("/api/games/cheren/board"))
        board.start()
        board.join(PATIENCE / 2)
        assert not board.is_alive(), "a page waits for the mail"
    finally:
        silent.set()
        for wish in wishes:
            wish.join(PATIENCE)
    assert answers == [200] * 40


def test_one_seat_calls_so_many_browsers(club: Any, service: PushService) -> None:
    """Each would be a call to a stranger's service at every turn."""
    table = club.table({"allied": "me", "italian": "me"})
    endpoint = service.subscription()["endpoint"]

    def put(n: int) -> int:
        body = {"subscription": {**service.subscription(), "endpoint": f"{endpoint}/{n}"}}
        return int(club.client.put("/api/table/calls", json=body, headers=seat(table["mine"][0])).status_code)

    assert [put(n) for n in range(calls.MOST_BROWSERS + 1)] == [200] * calls.MOST_BROWSERS + [400]
    assert put(0) == 200, "one that is known may change its wishes"


def test_a_mail_that_could_not_be_sent_is_sent_later(club: Any, letters: Letters, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calls, "RETRIES", (0.1, 0.1, 0.1))
    ann = sign_in(club, letters)
    table = club.table(SEATS)
    token = guest_seat(club, table)
    club.client.put("/api/me/games", json={"games": [{"token": token}]}, headers=ann)
    letters.refuses = 2
    club.sit(table["mine"][0]).ask("chat", text="once")
    assert "once" in letters.wait(2)[-1].get_content()
    time.sleep(0.6)
    assert len(letters.mails) == 2


def test_a_claim_is_foretold_to_both(club: Any, letters: Letters) -> None:
    ann, bob = sign_in(club, letters, "ann@example.org"), sign_in(club, letters, "bob@example.org")
    table = club.table(SEATS, pace=2)
    mine, theirs = table["mine"][0], guest_seat(club, table)
    club.client.put("/api/me/games", json={"games": [{"token": theirs}]}, headers=ann)
    club.client.put("/api/me/games", json={"games": [{"token": mine}]}, headers=bob)
    host = club.sit(mine)
    until_other(host, "allied")
    seen: list[tuple[str, str]] = []
    until = time.monotonic() + PATIENCE
    while len(seen) < 3 and time.monotonic() < until:
        seen = [(str(mail["to"]), str(mail["subject"])) for mail in letters.mails[2:]]
        time.sleep(0.05)
    assert any(to == "ann@example.org" and "time is left" in subject for to, subject in seen)
    assert any(to == "bob@example.org" and subject.startswith("You may claim") for to, subject in seen)
    now = club.client.get("/api/table/now", headers=seat(mine)).json()
    assert now["claim"] is True
    assert now["clock"]["pace"] == 2
    assert club.client.get("/api/table/now", headers=seat(theirs)).json()["claim"] is False


HOUR = 3600.0
NOON = 1_700_049_600.0
"""15 November 2023, 12:00 UTC."""


@pytest.mark.parametrize(
    ("wishes", "hours"),
    [
        (Wishes(), 0),
        (Wishes(quiet=[11, 14]), 2),
        (Wishes(quiet=[22, 7]), 0),
        (Wishes(quiet=[20, 13], zone="UTC"), 1),
        (Wishes(quiet=[22, 7], zone="Asia/Tokyo"), 0),
        (Wishes(quiet=[20, 7], zone="Asia/Tokyo"), 10),
        (Wishes(digest=True), 6),
        (Wishes(digest=True, quiet=[17, 19]), 7),
        (Wishes(quiet=[11, 14], zone="Nowhere/Land"), 2),
    ],
)
def test_quiet_hours_and_digests(wishes: Wishes, hours: int) -> None:
    assert wishes.due(NOON) == NOON + hours * HOUR


def test_a_claim_in_quiet_hours_waits_for_their_end_and_is_told_to_who_came_to_look(tmp_path: Path) -> None:
    """What falls due in three days is timed then: not as if it were told now. And to look at the table is not to move."""
    storage = SqliteStorage(tmp_path / "a.sqlite")
    people = People(storage)
    outbox = Outbox(people)
    person = people.who(str(people.enter(str(people.new_link("ann@example.org")))))
    assert person is not None
    people.hold(person, {"tok": "{}"}, [])
    people.wish(person, '{"quiet": [22, 7], "digest": true}')
    night = NOON + 3 * 24 * HOUR + 14 * HOUR
    claim = Call("t", "tok", "claim", "", "", "Little time is left", "", night)
    outbox.add([claim, claim._replace(kind="turn", due=0.0)], NOON)
    outbox.seen("tok")
    assert outbox.take(night + HOUR) == [], "at three in the morning"
    assert [call.due for call in outbox.take(night + 5 * HOUR)] == [night + 5 * HOUR]
    storage.close()


@pytest.mark.parametrize(
    ("smtp", "sender"),
    [
        ("smtp://mail:notaport", "a@b.c"),
        ("smtp://mail:99999", "a@b.c"),
        ("http://mail", "a@b.c"),
        ("smtp://[mail", "a@b.c"),
        ("smtp://mail:25", "nonsense"),
        ("smtp://mail", "a b@"),
        ("smtp://mail", "a..b@club.example"),
    ],
)
def test_a_mail_server_that_nobody_can_reach_is_told_at_the_start(smtp: str, sender: str) -> None:
    """Not when the first player waits for his letter."""
    with pytest.raises(StorageTrouble, match=r"^mail: "):
        Outside("https://club.example", (), smtp, sender).messengers()
    assert "mail" in Outside("https://club.example", (), "smtp://user:word@mail:587", "Amba <amba@club.example>").messengers()


class PlainServer:
    """A mail server that offers no TLS, or somebody on the way to it who says so."""

    told: list[str]

    def __init__(self, *_: Any, **__: Any) -> None:
        PlainServer.told = []

    def __enter__(self) -> PlainServer:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def ehlo(self) -> None:
        pass

    close = ehlo

    def has_extn(self, _: str) -> bool:
        return False

    def login(self, *words: str) -> None:
        PlainServer.told += words

    def send_message(self, *_: Any, **__: Any) -> None:
        pass


@pytest.mark.parametrize(
    ("host", "told"), [("mail.club.example", False), ("10.0.0.5", False), ("localhost", True), ("127.0.0.1", True), ("[::1]", True)]
)
def test_a_password_goes_to_another_machine_over_tls_alone(monkeypatch: pytest.MonkeyPatch, host: str, told: bool) -> None:
    """Whoever stands on the way could leave out the offer of TLS, and read the password."""
    monkeypatch.setattr("smtplib.SMTP", PlainServer)
    post = Post(f"smtp://amba:secret@{host}:25", "Amba <amba@club.example>", "https://club.example")
    if told:
        post.mail("ann@example.org", "x", "x")
    else:
        with pytest.raises(OSError, match="no TLS"):
            post.mail("ann@example.org", "x", "x")
    assert ("secret" in PlainServer.told) == told


def test_a_link_that_was_used_counts_too(tmp_path: Path) -> None:
    storage = SqliteStorage(tmp_path / "a.sqlite")
    people = People(storage)
    for _ in range(MOST_LINKS):
        key = people.new_link("ann@example.org")
        assert key is not None
        assert people.enter(key) is not None
        assert people.enter(key) is None, "it works once"
    assert people.new_link("ann@example.org") is None
    storage.close()


def test_a_digest_is_one_mail(club: Any, letters: Letters) -> None:
    ann = sign_in(club, letters)
    club.client.put("/api/me/wishes", json={"digest": True}, headers=ann)
    tables = [club.table(SEATS), club.table(SEATS)]
    for table in tables:
        club.client.put("/api/me/games", json={"games": [{"token": guest_seat(club, table)}]}, headers=ann)
        club.sit(table["mine"][0]).ask("chat", text=f"about {table['table']}")
    storage = club.app.state.hub.storage
    until = time.monotonic() + PATIENCE
    while storage.rows("SELECT COUNT(*) FROM outbox")[0][0] < 2 and time.monotonic() < until:
        time.sleep(0.02)
    assert len(letters.mails) == 1
    club.app.state.caller.clock = lambda: time.time() + 25 * HOUR
    text = letters.wait(2)[-1].get_content()
    assert all(f"about {table['table']}" in text for table in tables)


def test_the_lobby_shows_open_tables_and_games_to_watch(club: Any) -> None:
    table = club.invite(SEATS, pace=86400)
    assert club.client.get("/api/lobby").json() == {"open": [], "playing": []}
    offer = {"seats": {"allied": table["links"]["allied"]}, "watch": table["watch"], "by": "Ann"}
    assert club.client.put("/api/table/lobby", json=offer, headers=seat(table["watch"])).status_code == 404
    assert club.client.put("/api/table/lobby", json=offer, headers=seat(table["mine"][0])).json() == {"ok": True}
    shown = club.client.get("/api/lobby").json()["open"][0]
    assert (shown["title"], shown["pace"], shown["by"], list(shown["seats"])) == ("The Road to Cheren", 86400, "Ann", ["allied"])
    club.sit(club.claimed(table["links"]["allied"]))
    watcher = club.sit(table["watch"])
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        found = club.client.get("/api/lobby").json()
        if not found["open"] and found["playing"] and found["playing"][0]["watching"] == 1:
            break
        time.sleep(0.02)
    else:
        pytest.fail(f"still {found}")
    assert watcher.view["decision"]["who"] == found["playing"][0]["who"]
    club.sit(table["mine"][0]).ask("resign")
    until = time.monotonic() + PATIENCE
    while club.client.get("/api/lobby").json()["playing"] and time.monotonic() < until:
        time.sleep(0.02)
    assert club.client.get("/api/lobby").json() == {"open": [], "playing": []}


def test_the_lobby_shows_no_links_but_those_of_the_table(club: Any) -> None:
    """A private seat in the lobby would be anybody's, and so would the seat at somebody else's table."""
    table, other = (club.invite({"allied": "link", "italian": "me"}, mix=False) for _ in range(2))
    head = seat(table["host"])
    for offer in (
        {"watch": table["host"]}, {"watch": other["watch"]}, {"seats": {"allied": other["links"]["allied"]}}, {"seats": {"italian": table["mine"][0]}},
        {"seats": {"italian": table["links"]["allied"]}}, {"watch": table["links"]["allied"]},
    ):  # fmt: skip
        assert club.client.put("/api/table/lobby", json=offer, headers=head).json()["code"] == "link"
    assert club.client.get("/api/lobby").json() == {"open": [], "playing": []}


def test_a_server_without_mail_says_so(server: Any) -> None:
    assert server.client.get("/api/me").json() == {"push": None, "mail": False, "me": None}
    assert server.client.post("/api/me/link", json={"mail": "ann@example.org"}).json()["code"] == "mail"


def test_an_invitation_is_mailed(club: Any, letters: Letters) -> None:
    table = club.invite(SEATS)
    body = {"mail": "carl@example.org", "token": table["links"]["allied"], "by": "Ann"}
    assert club.client.post("/api/table/invite", json=body, headers=seat(table["mine"][0])).json() == {"ok": True}
    mail = letters.wait(1)[0]
    assert (mail["to"], mail["subject"]) == ("carl@example.org", "Ann invites you to play The Road to Cheren")
    assert table["links"]["allied"] in mail.get_content()
    assert club.client.post("/api/table/invite", json=body, headers=seat(table["watch"])).status_code == 404


def test_an_invitation_is_mailed_only_to_this_table(club: Any, letters: Letters) -> None:
    """Or the server's mail could carry anybody's words to anybody."""
    table, other = club.invite(SEATS), club.invite(SEATS)
    for token in (other["links"]["allied"], "buy-at-evil-example", table["mine"][0]):
        body = {"mail": "dora@example.org", "token": token}
        assert club.client.post("/api/table/invite", json=body, headers=seat(table["mine"][0])).json()["code"] == "link"
    assert not [mail for mail in letters.wait(0) if mail["to"] == "dora@example.org"]


def test_mail_that_cannot_be_sent_is_no_fault_of_ours(club: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    table = club.invite(SEATS)
    post = club.app.state.caller.messengers["mail"]

    def fail(*_: Any) -> None:
        raise SMTPRecipientsRefused({"emil@example.org": (550, b"no such user")})

    monkeypatch.setattr(post, "mail", fail)
    body = {"mail": "emil@example.org", "token": table["links"]["allied"]}
    answers = [
        club.client.post("/api/table/invite", json=body, headers=seat(table["mine"][0])),
        club.client.post("/api/me/link", json={"mail": "emil@example.org"}),
    ]
    assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [(503, "busy")] * 2
    assert "emil" not in caplog.text, "no addresses in the log"
