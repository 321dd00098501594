"""Adua 1896 as a `Game`."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from amba.core.base import OpenGame
from amba.core.decision import Side
from amba.core.event import Event, Flipped, Rolled, Said
from amba.core.game import Abilities, Option, Score, View
from amba.core.order import Done, Head
from amba.games.adua import orders, positions
from amba.games.adua.board import arranged, tracks, unit_counter
from amba.games.adua.book import BOOK
from amba.games.adua.bot.advice import advice
from amba.games.adua.bot.evaluation import AduaEvaluation
from amba.games.adua.odds import preview_close, preview_fire, preview_initiative, preview_melee, preview_resolve, preview_supply
from amba.games.adua.overlays import LAYERS
from amba.games.adua.previews import (
    note_command,
    note_move,
    preview_bring,
    preview_end,
    preview_exit,
    preview_follow,
    preview_move,
    preview_order,
    preview_order_all,
)
from amba.games.adua.results import result_text
from amba.games.adua.rules.invariants import broken
from amba.games.adua.rules.r13_victory import points, result
from amba.games.adua.rules.sequence import SEQUENCE, STEPS
from amba.games.adua.state import AduaState
from amba.games.adua.world import ABYSSINIAN, ITALIAN, SIDE_TITLES, SIDES, World
from amba.load.files import Data
from amba.table.map_game import MapGame

OPTIONS = (
    Option(
        "fire_rows", "Rows -1 and 0 of the small arms table", "Whether the two rows that look exchanged, where Abyssinians attack, are read as printed.", "10.1.table",
        (("printed", "As printed"), ("exchanged", "Exchanged, for the Italian unit")), "printed",
    ),
    Option(
        "defender_below", "Defenders below", "Whether an Abyssinian unit that is attacked from higher ground rolls one die less.", "10.1.elevation",
        (("none", "No: 10.1 speaks of attackers"), ("minus", "One die less")), "none",
    ),
    Option(
        "balance", "History or balance", "Whether weapons and limits are as the rulebook's hints and history have them, or nearer to even between bots (the counters show the first).", "2.0",
        (("history", "History: the Vetterli is +2, and Albertone's limits are the battle's"), ("even", "Even: +1 for line, Ascari and mountain guns; limits of 1.5 and 3 points for Albertone alone")), "history",
    ),
    Option(
        "half_points", "Half points", "How many steps an Italian unit must have lost to count half a point at the end.", "13.0.points",
        (("two", "Two or three"), ("three", "Three")), "two",
    ),
    Option(
        "ones", "Low ammo", "Whether the ones that bring a unit low on ammo must be consecutive dice of its roll.", "5.2",
        (("row", "Consecutive: one after the other"), ("any", "Anywhere in the roll")), "row",
    ),
    Option(
        "unattacked", "Enemies left alone", "Whether an enemy attacked by another unit still costs two of combat value.", "10.1.unattacked",
        (("anyone", "Attacked by anyone will do"), ("self", "Each unit must attack it itself")), "anyone",
    ),
    Option(
        "bombardment", "Bombardment from afar", "Whether a bombarded unit fires back at guns it could not reach, and the table counts against them.", "6.0.artillery",
        (("answered", "A bombarded unit always fires back"), ("sheltered", "Guns out of reach are not answered")), "answered",
    ),
    Option(
        "maconnen", "Maconnen", "Whether Maconnen, whom the calendar does not name, begins on the map.", "4.0.set-up",
        (("map", "He begins on the map"), ("menelik", "He enters with Menelik, on turn 6")), "map",
    ),
    Option(
        "baratieri", "Baratieri", "Whether the commander of the army may order a general offensive, a hold and a melee, which 8.0 leaves to brigade commanders.", "8.0.generals",
        (("letter", "Brigade commanders only"), ("brigadier", "He may order what they may")), "letter",
    ),
    Option(
        "orders_each", "Orders to one unit", "Whether a unit may be given several orders in a turn.", "8.0",
        (("any", "As many as there are"), ("one", "One")), "any",
    ),
    Option(
        "melee_neighbours", "Enemies in melee", "Whether enemies in a melee next to an attacker count as left alone.", "10.1.unattacked",
        (("counted", "They cost two each"), ("spared", "They cost nothing")), "counted",
    ),
    Option(
        "movement_orders", "Orders to move", "Whether an Italian unit needs an order to move.", "8.0.move",
        (("free", "Units move without orders"), ("ordered", "Only units with an order move")), "free",
    ),
)  # fmt: skip


class Adua(MapGame[AduaState, World], OpenGame[AduaState, World]):
    """The battle of 1 March 1896."""

    key = "adua"
    title = "Adua 1896"
    version = "5"
    year = "1896"
    blurb = "Four Italian brigades in the dark, a hundred thousand men behind the passes. The classic colonial battle, and its most famous defeat."
    sides = SIDES
    rulebook = BOOK
    over_rule = "13.0.levels"
    phases = SEQUENCE
    switches = OPTIONS
    previews = {
        Done: preview_end, orders.GiveOrder: preview_order, orders.OrderAll: preview_order_all, orders.Move: preview_move, orders.Enter: preview_move, orders.Exit: preview_exit,
        orders.Follow: preview_follow, orders.Engage: preview_fire, orders.Fire: preview_fire, orders.Mass: preview_fire,
        orders.Resolve: preview_resolve, orders.Close: preview_close, orders.Storm: preview_close, orders.Supply: preview_supply,
        orders.TryInitiative: preview_initiative, orders.Bring: preview_bring, orders.FightMelee: preview_melee,
    }  # fmt: skip
    notes = {
        orders.Move: note_move,
        orders.Enter: note_move,
        orders.Bring: note_move,
        orders.GiveOrder: note_command,
        orders.OrderAll: note_command,
    }
    layers = LAYERS
    result, tracks, invariants, counter = staticmethod(result), staticmethod(tracks), staticmethod(broken), staticmethod(unit_counter)

    def __init__(self, data: Data | None = None) -> None:
        super().__init__(World(data), STEPS, positions, SIDE_TITLES)
        self.evaluation = AduaEvaluation(self.world)
        self.abilities = Abilities(
            advice=advice, evaluation=self.evaluation, score=Score(ABYSSINIAN, lambda s: float(points(s)), self.verdict), is_open=lambda _: True,
        )  # fmt: skip

    def hidden(self, s: AduaState, side: Side | None) -> Collection[int]:
        return ()

    def view(self, s: AduaState, side: Side | None) -> View:
        return arranged(s, super().view(s, side))

    def label(self, s: AduaState, a: Any) -> str:
        if isinstance(a, orders.Split) and a.dice == 1:
            return self.sayings.label(a, "one")
        return self.sayings.label(a, "head") if isinstance(a, Head) else super().label(s, a)

    def sentence(self, e: Event) -> str:
        if isinstance(e, Said) and e.what in {"volley", "melee"}:
            e = e._replace(values=(*e.values[:3], result_text(e.values[3]), *e.values[4:]))
        elif isinstance(e, Rolled):
            about = e.what.partition(" ")[2]
            e = e._replace(what=self.throw_text(about, e.dice) if e.rule == "10.1.dice" else self.sayings.word(about))
        elif isinstance(e, Flipped) and e.new == e.old + 2:
            e = e._replace(rule="two")
        return self.sayings.sentence(e)

    def throw_text(self, thrown: str, dice: tuple[int, ...]) -> str:
        """What a unit threw in small arms combat (``i-ascari +2``): ``I Ascari, 8 dice at +2, 3 hits``."""
        unit, quality = thrown.split()
        hits = sum(face + int(quality) >= 6 for face in dice)
        return f"{self.sayings.word(unit)}, {len(dice)} {'die' if len(dice) == 1 else 'dice'} at {quality}, {hits} hit{'' if hits == 1 else 's'}"

    def verdict(self, scenario: str, score: float) -> Side | None:
        return ITALIAN if score <= float(self.world.scenario(scenario)["victory"]["italian_partial"]) else ABYSSINIAN


load = Adua
"""The entry point."""
