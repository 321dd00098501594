"""Adua 1896 as a `Game`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from amba.core.decision import Action, Preview, Result, Side
from amba.core.event import Event
from amba.core.flow import Open
from amba.core.game import Option, View
from amba.core.view import build_view
from amba.games.adua import board, positions, previews, show
from amba.games.adua.book import BOOK
from amba.games.adua.bot.advice import advice
from amba.games.adua.bot.evaluation import AduaEvaluation
from amba.games.adua.rules.invariants import broken
from amba.games.adua.rules.r13_victory import points, result
from amba.games.adua.rules.sequence import SEQUENCE, STEPS
from amba.games.adua.state import AduaState
from amba.games.adua.world import ABYSSINIAN, ITALIAN, PHASE, SIDES, TURN, World
from amba.load.files import Data

OPTIONS = (
    Option(
        "fire_rows", "Rows -1 and 0 of the small arms table", "Whether the two rows that look exchanged, where Abyssinians attack, are read as printed.", "10.1.table",
        (("printed", "As printed"), ("exchanged", "Exchanged")), "printed",
    ),
    Option(
        "half_points", "Half points", "How many steps an Italian unit must have lost to count half a point at the end.", "13.0.points",
        (("two", "Two or three"), ("three", "Three")), "two",
    ),
    Option(
        "ones", "Low ammo", "Whether the ones that bring a unit low on ammo may fall anywhere in its roll.", "5.2",
        (("any", "Anywhere in the roll"), ("row", "One after the other")), "any",
    ),
    Option(
        "unattacked", "Enemies left alone", "Whether an enemy attacked by another unit still costs two of combat value.", "10.1.unattacked",
        (("anyone", "Attacked by anyone will do"), ("self", "Each unit must attack it itself")), "anyone",
    ),
    Option(
        "bombardment", "Bombardment from afar", "Whether a bombarded unit fires back at guns it could not reach, and the table counts against them.", "6.0.artillery",
        (("sheltered", "Guns out of reach are not answered"), ("answered", "A bombarded unit always fires back")), "sheltered",
    ),
    Option(
        "movement_orders", "Orders to move", "Whether an Italian unit needs an order to move.", "8.0.move",
        (("free", "Units move without orders"), ("ordered", "Only units with an order move")), "free",
    ),
)  # fmt: skip


class Adua(Open[AduaState, World]):
    """The battle of 1 March 1896."""

    key = "adua"
    title = "Adua 1896"
    version = "1"
    year = "1896"
    blurb = "Four Italian brigades in the dark, a hundred thousand men behind the passes. The classic colonial battle, and its most famous defeat."
    sides = SIDES
    rulebook = BOOK
    orders = show.ORDERS
    over_rule = "13.0.levels"
    switches = OPTIONS
    scorer = ABYSSINIAN

    def __init__(self, data: Data | None = None) -> None:
        super().__init__(World(data), STEPS, positions)
        self.evaluation = AduaEvaluation(self.world)

    def result(self, s: AduaState) -> Result | None:
        return result(s)

    def view(self, s: AduaState, side: Side | None) -> View:
        found = build_view(s, self.names, SIDES, lambda _: True, ("",), self.decision(s), self.result(s))
        for piece in found["pieces"].values():
            piece["marks"] = [mark for mark in piece["marks"] if mark not in show.BOOKKEEPING]
        show.arrange(s, found)
        found["tracks"] = show.tracks(s)
        found["sequence"] = [
            {"key": p.key, "title": p.title, "side": SIDES[p.side], "rule": p.rule, "now": i == s.tracks[PHASE]} for i, p in enumerate(SEQUENCE)
        ]
        found["turn"] = s.tracks[TURN]
        return found

    def preview(self, s: AduaState, a: Action) -> Preview | None:
        return previews.preview(self.flow, s, a)

    def label(self, s: AduaState, a: Action) -> str:
        return show.label(s, a)

    def note(self, s: AduaState, a: Action) -> str:
        return previews.note(s, a)

    def sentence(self, e: Event) -> str:
        return show.sentence(self.world, e)

    def board(self, scenario: str) -> dict[str, Any]:
        return board.board(self.world, self.title)

    def charts(self) -> Sequence[dict[str, Any]]:
        return board.charts(self.world)

    def overlay(self, s: AduaState, side: Side | None, key: str, arg: str) -> dict[str, Any]:
        return board.overlay(s, key, arg)

    def invariants(self, s: AduaState) -> Sequence[str]:
        return broken(s)

    def advice(self, s: AduaState, side: Side, a: Action) -> float:
        return advice(s, side, a)

    def score(self, s: AduaState) -> float:
        """Abyssinian points now."""
        return float(points(s))

    def verdict(self, scenario: str, score: float) -> Side | None:
        return ITALIAN if score <= float(self.world.scenarios[scenario].data["victory"]["italian_partial"]) else ABYSSINIAN


def load(data: Data | None = None) -> Adua:
    """The entry point."""
    return Adua(data)
