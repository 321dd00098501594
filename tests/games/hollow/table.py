"""Positions of Hollow Legions as short texts a player could read, on a practice board of our own.

The board is open ground but for: scrub C3-C5 and FF2, woods F5, buildings H5 and H9, hammada J5, sand L5, a wadi N4-N6, a hillock Q5, a hill of level 1 at T4, T5, T6
and U5, walls K8/K9 and H8/H9, hedges M8/M9 and S7/T6, a cliff U5/V4, palms Z5, brush C7, grain E8, a deir BB3-BB5 with a lip towards BB6, a track A1-A4,
a wadi hex FF2 on a knoll of level 2, a wadi hex DD8 with hedges towards DD9 and, uphill, EE8.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from amba.core.decision import CHANCE, Decision, Preview, Refusal
from amba.core.event import Event, Said
from amba.core.order import Order, Words
from amba.games.hollow.boards.board import board_text
from amba.games.hollow.boards.naming import hex_place
from amba.games.hollow.game import Hollow
from amba.games.hollow.state import HollowState
from tests.games.hollow.words import board_from

SCENARIO = """
key = "practice"
title = "Practice"
turns = 4
first = "allied"
source = "reconstruction"
note = "For tests."
layout = [[{ board = 99 }]]
[sides.allied]
nation = "british"
elr = 3
[sides.axis]
nation = "italian"
elr = 1
[[group]]
side = "allied"
hexes = ["99A-P"]
squads = ["br-457*4", "br-247*2", "br-436", "br-648"]
leaders = ["8-1", "9-2", "6+1", "8-0"]
weapons = ["br-lmg*2", "br-mmg", "br-hmg"]
dummies = 2
hidden = 1
[[group]]
side = "axis"
hexes = ["99Q-FF"]
squads = ["it-346*4", "it-447", "it-336", "it-347", "it-247*2"]
leaders = ["8-0", "7-0"]
weapons = ["it-lmg", "it-mmg"]
dummies = 2
hidden = 1
[[group]]
side = "axis"
turn = 2
hexes = ["99GG5", "99GG6"]
squads = ["it-346*2"]
[victory]
kind = "hexes"
side = "allied"
hexes = ["99H5", "99H9"]
need = 2
text = "Both buildings."
"""

BREAKOUT = (
    SCENARIO[: SCENARIO.index("[victory]")].replace('"practice"', '"breakout"')
    + """
[exit]
allied = ["99A-A"]
[victory]
kind = "exit"
side = "allied"
need = 4
text = "Four points over the western edge."
"""
)


def practice() -> Hollow:
    """The game with the practice board and scenario added to its data."""
    over = Path(tempfile.mkdtemp(prefix="hollow-practice-"))
    (over / "boards").mkdir()
    (over / "scenarios").mkdir()
    words = board_from(
        99, scrub="C3 C4 C5 FF2", woods="F5", building="H5 H9", hammada="J5", sand="L5", wadi="N4 N5 N6 DD8 FF2 N4/N5 N5/N6", hillock="Q5", level_1="T4 T5 T6 U5 EE8", level_2="FF2",
        wall="K8/K9 H8/H9", hedge="M8/M9 S7/T6 DD8/DD9 DD8/EE8", cliff="U5/V4", palms="Z5", brush="C7", grain="E8", deir="BB3 BB4 BB5", lip="BB5/BB6",
    )  # fmt: skip
    board = words._replace(lines=(("track", tuple(hex_place(name) for name in ("A1", "A2", "A3", "A4"))),))
    (over / "boards" / "99.toml").write_text(board_text(board), encoding="utf-8")
    (over / "scenarios" / "practice.toml").write_text(SCENARIO, encoding="utf-8")
    (over / "scenarios" / "breakout.toml").write_text(BREAKOUT, encoding="utf-8")
    return Hollow(over)


GAME = practice()
HOLD = {"axis_chance": 0, "axis_otherwise": 0, "allied_chance": 0, "allied_otherwise": 0}


def read(game: Hollow, s: HollowState, *words: str) -> Order:
    """The order these words make."""
    found = game.read(s, words)
    assert not isinstance(found, Refusal), found.text
    return found


def give(game: Hollow, s: HollowState, *words: str) -> list[Event]:
    """Give an order in words, or say how dice fall."""
    return game.apply(s, read(game, s, *words))


def refusal_of(game: Hollow, s: HollowState, *words: str) -> Refusal | None:
    """Why what these words say may not be done now."""
    found = game.read(s, words)
    return found if isinstance(found, Refusal) else game.refuse(s, found)


def refused_by(game: Hollow, s: HollowState, *words: str) -> str:
    """The rule that refuses an order; empty where it is allowed."""
    found = refusal_of(game, s, *words)
    return "" if found is None else found.rule


def menu_of(game: Hollow, s: HollowState) -> list[Words]:
    """Every legal order in words."""
    return [game.spell(order) for order in game.legal(s)]


class Table:
    """A position and the moves made from it."""

    def __init__(self, state: HollowState) -> None:
        self.game = GAME
        self.s = state

    def piece(self, key: str) -> int:
        return GAME.names.piece[key]

    def where(self, key: str) -> str:
        return GAME.names.places[self.s.at[self.piece(key)]].removeprefix("99")

    def has(self, key: str, *marks: str) -> bool:
        return all(self.s.has(self.piece(key), GAME.names.mark[mark]) for mark in marks)

    def kind(self, key: str) -> str:
        return self.s.squad(self.piece(key)).key

    def menu(self) -> list[str]:
        return [" ".join(words).replace(" 99", " ") for words in menu_of(GAME, self.s)]

    def action(self, order: str) -> Words:
        """Hexes may be written without the board's number."""
        return tuple(f"99{word}" if f"99{word}" in GAME.names.place else word for word in order.split())

    def do(self, *orders: str) -> list[Event]:
        """Give orders, each a line of words; dice are orders too: `roll 3,4`."""
        events: list[Event] = []
        for order in orders:
            action = self.action(order)
            refusal = refusal_of(GAME, self.s, *action)
            assert refusal is None, f"{order}: {refusal.text if refusal else ''}"
            assert read(GAME, self.s, *action) in GAME.legal(self.s), order
            events += give(GAME, self.s, *action)
            assert not GAME.invariants(self.s)
        return events

    def refused(self, order: str) -> Refusal:
        refusal = refusal_of(GAME, self.s, *self.action(order))
        assert refusal is not None, f"{order} is allowed"
        assert self.action(order) not in menu_of(GAME, self.s)
        assert refusal.rule in GAME.rulebook
        assert refusal.text
        return refusal

    def preview(self, order: str) -> Preview:
        found = GAME.preview(self.s, read(GAME, self.s, *self.action(order)))
        assert found is not None
        return found

    @property
    def decision(self) -> Decision:
        found = GAME.decision(self.s)
        assert found is not None
        return found

    @property
    def asked(self) -> str:
        return self.decision.kind

    @property
    def rolls(self) -> bool:
        return self.decision.who == CHANCE


def said(events: Sequence[Event], what: str = "") -> Said:
    """What was said first, of all or of one matter."""
    return next(event for event in events if isinstance(event, Said) and what in {"", event.what})


def table(text: str, phase: str = "movement", phasing: str = "allied", turn: int = 1, tracks: dict[str, int] | None = None, **more: Any) -> Table:
    """``"a1 E5 has aW1 broken; x1 H5"``: counter, hex, what it has, its marks; separated by semicolons."""
    pieces: dict[str, Any] = {}
    for part in text.split(";"):
        words = part.split()
        if not words:
            continue
        key, place, *rest = words
        entry: dict[str, Any] = {"hex": f"99{place}" if f"99{place}" in GAME.names.place else place}
        marks = []
        while rest:
            word = rest.pop(0)
            if word == "has":
                entry["has"] = [*entry.get("has", []), rest.pop(0)]
            elif word in GAME.names.mark:
                marks.append(word)
            else:
                entry["kind"] = word
        entry["marks"] = marks
        pieces[key] = entry
    document = {
        "game": "hollow",
        "scenario": "practice",
        "turn": turn,
        "phase": phase,
        "phasing": phasing,
        "pieces": pieces,
        "tracks": HOLD | (tracks or {}),
        **more,
    }
    found = Table(GAME.place(document))
    if found.asked == "orders":
        found.do("done")
    return found
