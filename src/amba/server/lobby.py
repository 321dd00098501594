"""The lobby: tables whose openers wish to be found. Seats that wait for somebody, games that may be watched, and how they stand."""

from __future__ import annotations

import json
import time
from typing import Annotated, Any

from msgspec import Meta, Struct

from amba.server.hub import Happening, Hub, OpenTable
from amba.server.mixing import awaited
from amba.server.storage import Storage

MOST = 100
LASTS = 14 * 24 * 3600
"""Seconds after which a table where nothing happens is not shown any more."""
Token = Annotated[str, Meta(max_length=64, pattern="^[A-Za-z0-9_-]+$(?!\\n)")]


class LobbyOffer(Struct, forbid_unknown_fields=True):
    """The body of PUT /api/tables/{token}/lobby: which links to show."""

    seats: Annotated[dict[Annotated[str, Meta(max_length=64)], Token], Meta(max_length=8)] = {}
    """Side -> the link to its seat, for whoever comes first."""
    watch: Annotated[str, Meta(max_length=64, pattern="^[A-Za-z0-9_-]*$(?!\\n)")] = ""
    by: Annotated[str, Meta(max_length=40)] = ""
    """What the opener wishes to be called."""


class Lobby:
    """The rows of the tables that are shown."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage

    def card(self, opened: OpenTable, offer: LobbyOffer) -> dict[str, Any]:
        """What does not change."""
        table = opened.table
        scenario = next(one.title for one in table.game.scenarios() if one.key == table.session.log.header.scenario)
        return {
            "game": table.game.key, "title": table.game.title, "scenario": scenario, "pace": table.clock.pace, "by": " ".join(offer.by.split()),
            "players": table.seats, "seats": {side: token for side, token in offer.seats.items() if table.seats.get(side) == "link"}, "watch": offer.watch,
        }  # fmt: skip

    def state(self, opened: OpenTable) -> dict[str, Any]:
        """What a watcher may know of how it stands; the table's lock is held."""
        view = opened.table.view(None)
        decision = view.get("decision")
        turn = next((track for track in view.get("tracks", ()) if track["key"] == "turn"), None)
        waits = awaited(opened.table)
        return {"turn": turn, "who": waits[0] if waits else decision["who"] if decision else None, **self.company(opened)}

    def company(self, opened: OpenTable) -> dict[str, Any]:
        """Who is there. Nothing of the position: an action may be under way on another thread."""
        return {"online": opened.online(), "watching": sum(connection.seat.watches for connection in opened.connections)}

    def show(self, id: str, card: dict[str, Any], state: dict[str, Any]) -> None:
        self.storage.write(
            ("INSERT INTO lobby (table_id, card, state, at) VALUES (?, ?, ?, ?) ON CONFLICT (table_id) DO UPDATE SET card = excluded.card, state = excluded.state, at = excluded.at",
             [(id, json.dumps(card), json.dumps(state), time.time())]),
        )  # fmt: skip

    def hide(self, id: str) -> None:
        self.storage.write(("DELETE FROM lobby WHERE table_id = ?", [(id,)]))

    def update(self, id: str, state: dict[str, Any]) -> None:
        """What has changed of how it stands."""
        for (text,) in self.storage.rows("SELECT state FROM lobby WHERE table_id = ?", (id,)):
            whole = json.dumps({**json.loads(text), **state})
            self.storage.write(("UPDATE lobby SET state = ?, at = ? WHERE table_id = ?", [(whole, time.time(), id)]))

    def tables(self) -> dict[str, list[dict[str, Any]]]:
        """Those with a seat to take, and those to watch; the newest first."""
        rows = self.storage.rows("SELECT card, state, at FROM lobby WHERE at > ? ORDER BY at DESC LIMIT ?", (time.time() - LASTS, MOST))
        free = {
            row[0]
            for row in self.storage.rows("SELECT links.token FROM links JOIN lobby ON lobby.table_id = links.table_id WHERE links.taken IS NULL")
        }
        cards = [{**json.loads(card), **json.loads(state), "at": at} for card, state, at in rows]
        for card in cards:
            card["seats"] = {side: link for side, link in card["seats"].items() if link in free}
        return {"open": [card for card in cards if card["seats"]], "playing": [card for card in cards if not card["seats"] and card["watch"]]}

    def hear(self, hub: Hub, opened: OpenTable, what: Happening) -> None:
        """Keep what is shown up to date."""
        id = opened.table.id
        if not opened.listed:
            return
        if what.kind == "over":
            opened.listed = False
            hub.writer.post(self.hide, id)
        elif what.kind in {"moved", "came", "left"}:
            hub.writer.post(self.update, id, self.state(opened) if what.kind == "moved" else self.company(opened))
