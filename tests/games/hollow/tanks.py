"""Vehicles on a board of a few words: ``drill({"sand": "E5"}, "xV1 E5 it-m13-40 @3 motion")``; @ is where the hull points by the clock, @3/5 hull and turret; +aG1 is what a unit has; ``a1 aV1-aboard`` is in the vehicle."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from amba.core.decision import CHANCE, Preview, Refusal
from amba.core.event import Event
from amba.games.hollow.boards.board import board_text
from amba.games.hollow.boards.naming import hex_place
from amba.games.hollow.book import HERE
from amba.games.hollow.game import Hollow
from amba.games.hollow.rules.armour.r030_costs import points_left
from tests.games.hollow.table import HOLD, SCENARIO, give, menu_of, read, refusal_of
from tests.games.hollow.words import board_from

BT_7 = "ax-bt-7,BT-7,axis minor,russian,LT,tracked,14,40,,1940-01,1943-12,north africa,0,-4,-4,-4,=,=,no,5,no,yes,21,no,normal,4,T,T45L,,1,,,no,,4,,,,,,,,yes,,,for the example of 181.1"


@cache
def game_of(words: tuple[tuple[str, str], ...], date: str, land: str, tracks: str, hills: bool) -> Hollow:
    over = Path(tempfile.mkdtemp(prefix="hollow-tanks-"))
    (over / "boards").mkdir()
    (over / "scenarios").mkdir()
    lines = tuple(
        (kind, tuple(hex_place(name) for name in names.split()))
        for part in tracks.split(";")
        if part
        for kind, _, names in [part.strip().partition(" ")]
    )
    board = board_from(99, **dict(words))._replace(lines=lines, has_normal_hills=hills)
    (over / "boards" / "99.toml").write_text(board_text(board), encoding="utf-8")
    head = f'date = "{date}"\nland = "{land}"\n'
    (over / "scenarios" / "practice.toml").write_text(head + SCENARIO, encoding="utf-8")
    own = (HERE / "data" / "vehicles.csv").read_text(encoding="utf-8")
    (over / "vehicles.csv").write_text(own + BT_7 + "\n", encoding="utf-8")
    ordnance = (HERE / "data" / "ordnance.csv").read_text(encoding="utf-8")
    (over / "ordnance.csv").write_text(ordnance + "45L,45 mm gun,45,L,10,4\n", encoding="utf-8")
    return Hollow(over)


class Drill:
    """A position with vehicles and the orders given from it."""

    def __init__(self, game: Hollow, document: dict[str, Any]) -> None:
        self.game = game
        self.s = game.place(document)

    def piece(self, key: str) -> int:
        return self.game.names.piece[key]

    def words(self, order: str) -> tuple[str, ...]:
        names = self.game.names
        return tuple(f"99{word}" if f"99{word}" in names.place else word for word in order.split())

    def do(self, *orders: str) -> list[Event]:
        events: list[Event] = []
        for order in orders:
            refusal = refusal_of(self.game, self.s, *self.words(order))
            assert refusal is None, f"{order}: {refusal.text if refusal else ''} {refusal.values if refusal else ''}"
            assert read(self.game, self.s, *self.words(order)) in self.game.legal(self.s), order
            events += give(self.game, self.s, *self.words(order))
            assert not self.game.invariants(self.s)
        return events

    def refused(self, order: str) -> Refusal:
        found = refusal_of(self.game, self.s, *self.words(order))
        assert found is not None, f"{order} is allowed"
        assert self.words(order) not in menu_of(self.game, self.s)
        assert found.rule in self.game.rulebook
        return found

    def menu(self) -> list[str]:
        return [" ".join(words).replace(" 99", " ") for words in menu_of(self.game, self.s)]

    def preview(self, order: str) -> Preview:
        found = self.game.preview(self.s, read(self.game, self.s, *self.words(order)))
        assert found is not None
        return found

    def where(self, key: str) -> str:
        return self.game.names.places[self.s.at[self.piece(key)]].removeprefix("99")

    def left(self, key: str) -> float:
        """Movement points it still has."""
        return points_left(self.s, self.piece(key)) / 2

    def spent(self, key: str) -> float:
        return self.s.points[self.piece(key)] / 2

    def has(self, key: str, *marks: str) -> bool:
        return all(self.s.has(self.piece(key), self.game.names.mark[mark]) for mark in marks)

    @property
    def rolls(self) -> str:
        """The kind of roll that is called for; empty where somebody is asked."""
        found = self.game.decision(self.s)
        return found.kind if found is not None and found.who == CHANCE else ""


def drill(
    words: dict[str, str],
    text: str,
    phasing: str = "allied",
    date: str = "1942-06-01",
    land: str = "libya",
    lines: str = "",
    hills: bool = False,
    **more: Any,
) -> Drill:
    """A board of a few words and the vehicles and men on it."""
    game = game_of(tuple(sorted(words.items())), date, land, lines, hills)
    pieces: dict[str, Any] = {}
    for part in filter(None, (part.split() for part in text.split(";"))):
        key, place, *rest = part
        entry: dict[str, Any] = {"hex": place if "-" in place else f"99{place}"}
        for word in rest:
            if word[0] == "@":
                hull, _, turret = word[1:].partition("/")
                entry |= {"facing": int(hull), **({"turret": int(turret)} if turret else {})}
            elif word[0] == "+":
                entry.setdefault("has", []).append(word[1:])
            elif word in game.names.mark:
                entry.setdefault("marks", []).append(word)
            else:
                entry["kind"] = word
        pieces[key] = entry
    tracks = {**HOLD, **more.pop("tracks", {})}
    document = {
        "game": "hollow",
        "scenario": "practice",
        "turn": 1,
        "phase": "movement",
        "phasing": phasing,
        "pieces": pieces,
        "tracks": tracks,
        **more,
    }
    found = Drill(game, document)
    if (decision := game.decision(found.s)) is not None and decision.kind == "orders":
        found.do("done")
    return found
