"""Everything that may come in, as types. msgspec checks each message against them before anything else looks at it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

Word = Annotated[str, Meta(max_length=64)]
ActionList = Annotated[list[Word], Meta(min_length=1, max_length=8)]
Count = Annotated[int, Meta(ge=0, le=1_000_000)]
PACE_LIMIT = 60 * 60 * 24 * 31
Id = Annotated[int, Meta(ge=0, le=2**53)]


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


class Undo(Message, tag="undo"):
    pass


class AskUndo(Message, tag="ask_undo"):
    pass


class AnswerUndo(Message, tag="answer_undo"):
    yes: bool


class Replay(Message, tag="replay"):
    n: Count


class Chat(Message, tag="chat"):
    text: Annotated[str, Meta(min_length=1, max_length=2000)]


class Note(Message, tag="note"):
    text: Annotated[str, Meta(max_length=20000)]


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


Incoming = Act | Tails | Why | Preview | Overlay | Undo | AskUndo | AnswerUndo | Replay | Chat | Note | Resign | OfferDraw | AnswerDraw | Claim | Ping


class NewTable(Struct, forbid_unknown_fields=True):
    """The body of POST /api/tables."""

    game: Word
    scenario: Word
    seats: Annotated[dict[Word, Word], Meta(max_length=8)]
    options: Annotated[dict[Word, Word], Meta(max_length=64)] = {}
    pace: Annotated[int, Meta(ge=0, le=PACE_LIMIT)] = 0
    """Seconds a side may leave the table waiting before the other may claim; 0: as long as it likes."""


class Fork(Struct, forbid_unknown_fields=True):
    """The body of POST /api/tables/{token}/fork."""

    n: Count
    """How many entries of the game the new table begins with."""
    seats: Annotated[dict[Word, Word], Meta(max_length=8)] = {}
    """As for a new table; without them one screen for all sides."""


incoming = msgspec.json.Decoder(Incoming)
new_table = msgspec.json.Decoder(NewTable)
fork = msgspec.json.Decoder(Fork)
MESSAGE_LIMIT = 64 * 1024
"""Bytes of one message over the socket."""
BODY_LIMIT = 64 * 1024
LOG_LIMIT = 16 * 1024 * 1024
"""Bytes of a log file handed in."""


def json_schema() -> dict[str, Any]:
    """The schema of what may come in (docs/wire.schema.json)."""
    (message, table, branch), parts = msgspec.json.schema_components([Incoming, NewTable, Fork], ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "What the table's server accepts",
        "description": "Generated from src/amba/server/schema.py by tools/write_schema.py. Messages over /ws/{token}; the bodies of POST /api/tables and POST /api/tables/{token}/fork.",
        "message": message,
        "new_table": table,
        "fork": branch,
        "$defs": parts,
    }
