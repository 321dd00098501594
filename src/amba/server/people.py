"""People who wish to be known: an account without a password, their games, and how they wish to be called.

Nobody needs one. Whoever gives an address is mailed a link; who opens it is known by a cookie from then on, and the games of all his browsers meet.
"""

from __future__ import annotations

import hashlib
import json
import secrets
import time
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec
from msgspec import Meta, Struct

from amba.server.storage import Storage

LINK_LASTS = 20 * 60
SESSION_LASTS = 180 * 24 * 3600
MOST_LINKS = 5
"""Links mailed to one address within an hour."""
MOST_GAMES = 200
KINDS = ("turn", "fight", "message", "asked", "claim", "over")
Hour = Annotated[int, Meta(ge=0, le=23)]


class Wishes(Struct, forbid_unknown_fields=True):
    """What somebody wants to be called for, and when not."""

    kinds: Annotated[list[Annotated[str, Meta(max_length=16)]], Meta(max_length=16)] = msgspec.field(default_factory=lambda: list(KINDS))
    quiet: Annotated[list[Hour], Meta(max_length=2)] = []
    """From this hour to that one, in `zone`: whatever happens waits for the end of it."""
    zone: Annotated[str, Meta(max_length=64)] = "UTC"
    digest: bool = False
    """One mail a day instead of one for each thing."""
    mail: bool = True

    def due(self, at: float, later: float = 0.0, daily: bool = True) -> float:
        """When to call for something that happened at `at`: not at once, never in quiet hours, once a day for a digest."""
        when = datetime.fromtimestamp(at + later, zone_of(self.zone))
        if self.digest and daily:
            evening = when.replace(hour=DIGEST_HOUR, minute=0, second=0)
            when = evening if evening >= when else evening + timedelta(days=1)
        if len(self.quiet) == 2:
            first, last = self.quiet
            is_quiet = first <= when.hour < last if first <= last else when.hour >= first or when.hour < last
            if is_quiet:
                end = when.replace(hour=last, minute=0, second=0)
                when = end if end > when else end + timedelta(days=1)
        return when.timestamp()


DIGEST_HOUR = 18
wishes = msgspec.json.Decoder(Wishes)


def zone_of(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC")


class Person(NamedTuple):
    id: str
    mail: str
    wishes: str


def digest(key: str) -> str:
    """Keys are stored as hashes: who reads the database cannot use them."""
    return hashlib.sha256(key.encode()).hexdigest()


class People:
    """The rows about people. Every method is one transaction, on the storage's thread."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage

    def new_link(self, mail: str) -> str | None:
        """A key to be mailed; None when this address has been mailed enough."""
        now, key = time.time(), secrets.token_urlsafe(24)
        self.storage.write(("DELETE FROM login WHERE until < ?", [(now - 3600,)]))
        if self.storage.rows("SELECT COUNT(*) FROM login WHERE person = ? AND kind IN ('link', 'used')", (mail,))[0][0] >= MOST_LINKS:
            return None
        self.storage.write(("INSERT INTO login (hash, person, kind, until) VALUES (?, ?, 'link', ?)", [(digest(key), mail, now + LINK_LASTS)]))
        return key

    def whose(self, key: str) -> str | None:
        """The address to which a key was mailed that still opens something; it is not used up by asking."""
        found = self.storage.rows("SELECT person FROM login WHERE hash = ? AND kind = 'link' AND until > ?", (digest(key), time.time()))
        return str(found[0][0]) if found else None

    def enter(self, key: str) -> str | None:
        """A mailed key becomes a session, once."""
        found = self.storage.rows("SELECT person, until FROM login WHERE hash = ? AND kind = 'link'", (digest(key),))
        # The row stays, as a used one: an address is counted by it.
        self.storage.write(("UPDATE login SET kind = 'used' WHERE hash = ? AND kind = 'link'", [(digest(key),)]))
        if not found or found[0][1] < time.time():
            return None
        mail, session = found[0][0], secrets.token_urlsafe(24)
        now = datetime.now(UTC).isoformat(timespec="seconds")
        self.storage.write(
            ("INSERT INTO people (id, mail, wishes, created) VALUES (?, ?, ?, ?) ON CONFLICT (mail) DO NOTHING", [(secrets.token_hex(8), mail, msgspec.json.encode(Wishes()).decode(), now)]),
        )  # fmt: skip
        person = self.storage.rows("SELECT id FROM people WHERE mail = ?", (mail,))[0][0]
        self.storage.write(
            ("INSERT INTO login (hash, person, kind, until) VALUES (?, ?, 'session', ?)", [(digest(session), person, time.time() + SESSION_LASTS)])
        )
        return session

    def who(self, session: str) -> Person | None:
        found = self.storage.rows(
            "SELECT people.id, people.mail, people.wishes FROM login JOIN people ON people.id = login.person WHERE hash = ? AND kind = 'session' AND until > ?",
            (digest(session), time.time()),
        )
        return Person(*found[0]) if found else None

    def leave(self, session: str) -> None:
        self.storage.write(("DELETE FROM login WHERE hash = ?", [(digest(session),)]))

    def forget(self, person: Person) -> None:
        """Everything that is known about somebody; the games stay where they are."""
        self.storage.write(
            ("DELETE FROM held WHERE person = ?", [(person.id,)]),
            ("DELETE FROM login WHERE person = ? OR person = ?", [(person.id, person.mail)]),
            ("DELETE FROM outbox WHERE address = ?", [(person.mail,)]),
            ("DELETE FROM people WHERE id = ?", [(person.id,)]),
        )

    def wish(self, person: Person, text: str) -> None:
        self.storage.write(("UPDATE people SET wishes = ? WHERE id = ?", [(text, person.id)]))

    def games(self, person: Person) -> list[dict[str, Any]]:
        rows = self.storage.rows("SELECT card FROM held WHERE person = ? ORDER BY at DESC", (person.id,))
        return [json.loads(row[0]) for row in rows]

    def hold(self, person: Person, cards: dict[str, str], gone: list[str]) -> None:
        """Games of one browser, by their tokens, join those of the others; `gone`: those it was told to forget."""
        now = time.time()
        self.storage.write(
            ("DELETE FROM held WHERE person = ? AND token = ?", [(person.id, token) for token in gone]),
            ("INSERT INTO held (person, token, card, at) VALUES (?, ?, ?, ?) ON CONFLICT (person, token) DO UPDATE SET card = excluded.card", [(person.id, token, card, now) for token, card in cards.items()]),
            ("DELETE FROM held WHERE person = ? AND token NOT IN (SELECT token FROM held WHERE person = ? ORDER BY at DESC LIMIT ?)", [(person.id, person.id, MOST_GAMES)]),
        )  # fmt: skip

    def holders(self, token: str) -> list[Person]:
        rows = self.storage.rows(
            "SELECT people.id, people.mail, people.wishes FROM held JOIN people ON people.id = held.person WHERE token = ?", (token,)
        )
        return [Person(*row) for row in rows]
