"""Adua 1896 as a `Game`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from amba.core.base import OpenGame
from amba.core.decision import Result, Side
from amba.core.event import Event, Flipped, Rolled, Said
from amba.core.game import Abilities, Option, Score, View
from amba.core.order import Done, Head
from amba.games.adua import orders, positions
from amba.games.adua.board import arranged, board, charts, tracks
from amba.games.adua.book import BOOK, HERE
from amba.games.adua.bot.advice import advice
from amba.games.adua.bot.evaluation import AduaEvaluation
from amba.games.adua.odds import preview_close, preview_fire, preview_initiative, preview_melee, preview_resolve, preview_supply
from amba.games.adua.overlays import overlay
from amba.games.adua.previews import note_move, preview_bring, preview_end, preview_exit, preview_follow, preview_move, preview_order_all
from amba.games.adua.results import result_text
from amba.games.adua.rules.invariants import broken
from amba.games.adua.rules.r13_victory import points, result
from amba.games.adua.rules.sequence import SEQUENCE, STEPS
from amba.games.adua.state import AduaState
from amba.games.adua.world import ABYSSINIAN, BOXES, ITALIAN, SIDE_TITLES, SIDES, World
from amba.load.files import Data, Folder
from amba.table.sayings import Sayings

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


class Adua(OpenGame[AduaState, World]):
    """The battle of 1 March 1896."""

    key = "adua"
    title = "Adua 1896"
    version = "1"
    year = "1896"
    blurb = "Four Italian brigades in the dark, a hundred thousand men behind the passes. The classic colonial battle, and its most famous defeat."
    sides = SIDES
    rulebook = BOOK
    over_rule = "13.0.levels"
    phases = SEQUENCE
    switches = OPTIONS
    previews = {
        Done: preview_end, orders.OrderAll: preview_order_all, orders.Move: preview_move, orders.Enter: preview_move, orders.Exit: preview_exit,
        orders.Follow: preview_follow, orders.Engage: preview_fire, orders.Fire: preview_fire, orders.Mass: preview_fire,
        orders.Resolve: preview_resolve, orders.Close: preview_close, orders.Storm: preview_close, orders.Supply: preview_supply,
        orders.TryInitiative: preview_initiative, orders.Bring: preview_bring, orders.FightMelee: preview_melee,
    }  # fmt: skip
    notes = {orders.Move: note_move, orders.Enter: note_move, orders.Bring: note_move}

    def __init__(self, data: Data | None = None) -> None:
        super().__init__(World(data), STEPS, positions)
        self.sayings = Sayings(Folder(HERE).toml("say.toml"), self.names, self.world.title, self.place_title, SIDE_TITLES, ())
        self.sayings.check(self.play.orders)
        self.evaluation = AduaEvaluation(self.world)
        self.abilities = Abilities(
            advice=advice, evaluation=self.evaluation, score=Score(ABYSSINIAN, lambda s: float(points(s)), self.verdict), is_open=lambda _: True,
        )  # fmt: skip

    def place_title(self, place: int) -> str:
        world = self.world
        return world.hex_title(place) if place < world.hexes else self.sayings.boxes[BOXES[place - world.hexes]]

    def result(self, s: AduaState) -> Result | None:
        return result(s)

    def tracks(self, s: AduaState) -> list[dict[str, Any]]:
        return tracks(s)

    def view(self, s: AduaState, side: Side | None) -> View:
        return arranged(s, super().view(s, side))

    def label(self, s: AduaState, a: Any) -> str:
        return self.sayings.label(a, "head" if isinstance(a, Head) else s.frames[-1].name if s.frames else "")

    def sentence(self, e: Event) -> str:
        if isinstance(e, Said) and e.what in {"volley", "melee"}:
            e = e._replace(values=(*e.values[:-1], result_text(e.values[-1])))
        elif isinstance(e, Rolled):
            e = e._replace(what=self.sayings.word(e.what.partition(" ")[2]))
        elif isinstance(e, Flipped) and e.new == e.old + 2:
            e = e._replace(rule="two")
        return self.sayings.sentence(e)

    def board(self, scenario: str) -> dict[str, Any]:
        return board(self.world, self.title, self.sayings.boxes)

    def charts(self) -> Sequence[dict[str, Any]]:
        return charts(self.world)

    def overlay(self, s: AduaState, side: Side | None, key: str, arg: str) -> dict[str, Any]:
        return overlay(s, key, arg)

    def invariants(self, s: AduaState) -> Sequence[str]:
        return broken(s)

    def verdict(self, scenario: str, score: float) -> Side | None:
        return ITALIAN if score <= float(self.world.scenarios[scenario].data["victory"]["italian_partial"]) else ABYSSINIAN


def load(data: Data | None = None) -> Adua:
    """The entry point."""
    return Adua(data)
