"""Everything that may come in, as types. msgspec checks each message against them before anything else looks at it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

STORABLE = "^[^\\x00]*$"
"""What is stored as it came: PostgreSQL has no letter 0."""
Word = Annotated[str, Meta(max_length=64)]
ActionList = Annotated[list[Word], Meta(min_length=1, max_length=8)]
Count = Annotated[int, Meta(ge=0, le=1_000_000)]
PACE_LIMIT = 60 * 60 * 24 * 31
Id = Annotated[int, Meta(ge=0, le=2**53)]
Hash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$(?!\\n)")]
Token = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{20,64}$(?!\\n)")]


class Message(Struct, tag_field="t", forbid_unknown_fields=True, kw_only=True):
    """From the browser. `id` comes back in the answer."""

    id: Id


class Act(Message, tag="act"):
    n: Count
    a: ActionList
    e: Id | None = None
    """The edition of the position it was chosen from, where the sender knows it."""


class Tails(Message, tag="tails"):
    n: Count
    a: ActionList


class Why(Message, tag="why"):
    n: Count
    a: ActionList


class Preview(Message, tag="preview"):
    n: Count
    a: ActionList


class Overlay(Message, tag="overlay"):
    key: Word
    arg: Word | None = None


class Place(Message, tag="place"):
    """Set up the rest for this side."""

    n: Count


class Hint(Message, tag="hint"):
    """What would a planner do here?"""

    n: Count


class Undo(Message, tag="undo"):
    pass


class AskUndo(Message, tag="ask_undo"):
    pass


class AnswerUndo(Message, tag="answer_undo"):
    yes: bool


class Replay(Message, tag="replay"):
    n: Count


class Chat(Message, tag="chat"):
    text: Annotated[str, Meta(min_length=1, max_length=2000, pattern=STORABLE)]


class Note(Message, tag="note"):
    text: Annotated[str, Meta(max_length=20000, pattern=STORABLE)]


class Resign(Message, tag="resign"):
    pass


class OfferDraw(Message, tag="offer_draw"):
    pass


class AnswerDraw(Message, tag="answer_draw"):
    yes: bool


class Claim(Message, tag="claim"):
    """The other side has left the table waiting longer than was agreed."""

    what: Literal["win", "draw"] = "win"


class Ping(Message, tag="ping"):
    """Asks nothing; the answer `ok` shows that the line stands."""


class Invite(Message, tag="invite"):
    """A new link to a side: one's own, to pass it on, or one that nobody has taken."""

    side: Word


class Revoke(Message, tag="revoke"):
    """The link to a side that nobody has opened is void."""

    side: Word


class Commit(Message, tag="commit"):
    """The hash of what this browser will add to the dice."""

    c: Hash


class Open(Message, tag="open"):
    """What it adds."""

    s: Hash


class GoOn(Message, tag="go_on"):
    """Without those who never open what they committed themselves to."""


Incoming = (
    Act
    | Tails
    | Why
    | Preview
    | Overlay
    | Place
    | Hint
    | Undo
    | AskUndo
    | AnswerUndo
    | Replay
    | Chat
    | Note
    | Resign
    | OfferDraw
    | AnswerDraw
    | Claim
    | Ping
    | Invite
    | Revoke
    | Commit
    | Open
    | GoOn
)


class NewTable(Struct, forbid_unknown_fields=True):
    """The body of POST /api/tables."""

    game: Word
    scenario: Word
    seats: Annotated[dict[Word, Word], Meta(max_length=8)]
    options: Annotated[dict[Word, Word], Meta(max_length=64)] = {}
    pace: Annotated[int, Meta(ge=0, le=PACE_LIMIT)] = 0
    """Seconds a side may leave the table waiting before the other may claim; 0: as long as it likes."""
    practice: bool = False
    """Bots let one take back rolls, and the result says so."""
    hints: bool = True
    """Whether a player may ask what a planner would do, where nobody else plays."""
    mix: bool = True
    """Whether the players' browsers mix the dice. Without it the server alone throws them, and everybody is told."""


class SitDown(Struct, forbid_unknown_fields=True):
    """The body of POST /api/tables/{link}/seat: the token under which this browser will hold the seat it is invited to."""

    token: Token


class Fork(Struct, forbid_unknown_fields=True):
    """The body of POST /api/tables/{token}/fork."""

    n: Count
    """How many entries of the game the new table begins with."""
    seats: Annotated[dict[Word, Word], Meta(max_length=8)] = {}
    """As for a new table; without them one screen for all sides."""
    mix: bool = True


class Rematch(Struct, forbid_unknown_fields=True):
    """The body of POST /api/tables/{token}/rematch."""

    swap: bool = False
    """Whether the chairs are exchanged."""
    mix: bool = True


incoming = msgspec.json.Decoder(Incoming)
new_table = msgspec.json.Decoder(NewTable)
fork = msgspec.json.Decoder(Fork)
sit_down = msgspec.json.Decoder(SitDown)
rematch = msgspec.json.Decoder(Rematch)
MESSAGE_LIMIT = 64 * 1024
"""Bytes of one message over the socket."""
BODY_LIMIT = 64 * 1024
LOG_LIMIT = 16 * 1024 * 1024
"""Bytes of a log file handed in."""


def json_schema() -> dict[str, Any]:
    """The schema of what may come in (docs/wire.schema.json)."""
    (message, table, branch, seat, again), parts = msgspec.json.schema_components(
        [Incoming, NewTable, Fork, SitDown, Rematch], ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "What the table's server accepts",
        "description": "Generated from src/amba/server/schema.py by tools/write_schema.py. Messages over /ws/{token}; the bodies of POST /api/tables, POST /api/tables/{token}/fork, POST /api/tables/{link}/seat and POST /api/tables/{token}/rematch.",
        "message": message,
        "new_table": table,
        "fork": branch,
        "seat": seat,
        "rematch": again,
        "$defs": parts,
    }
