"""Ethiopia 1935 as a `Game`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from amba.core.base import OpenGame
from amba.core.decision import Result, Side
from amba.core.event import Event, Flipped, Moved, Tracked
from amba.core.game import Abilities, Option, Score, View, who_wins
from amba.core.view import build_view
from amba.games.ethiopia import positions
from amba.games.ethiopia.board import board, built_roads, charts, tracks
from amba.games.ethiopia.book import BOOK, HERE
from amba.games.ethiopia.bot.advice import advice
from amba.games.ethiopia.bot.evaluation import EthiopiaEvaluation
from amba.games.ethiopia.orders import Attack, Fight, Gas, Join, JoinAll, Move
from amba.games.ethiopia.overlays import overlay
from amba.games.ethiopia.previews import points_left, preview_attack, preview_battle, preview_gas, preview_move
from amba.games.ethiopia.rules.invariants import broken
from amba.games.ethiopia.rules.r13_victory import points, result
from amba.games.ethiopia.rules.sequence import SEQUENCE, STEPS
from amba.games.ethiopia.state import OWNERS, EthiopiaState
from amba.games.ethiopia.world import ITALIAN, PHASE, SIDES, TURN, World
from amba.load.files import Data, Folder
from amba.table.sayings import Sayings

ON_OFF = (("on", "In use"), ("off", "Not used"))
OPTIONS = (
    Option(
        "gordon1",
        "G1: arms and commanders",
        "Die modifiers (a) to (h) for artillery, armour, cavalry, guard, mountain units, commanders, combined arms and aircraft.",
        "G1",
        ON_OFF,
        "on",
    ),
    Option("gordon2", "G2: artillery at two hexes", "Guns support attacks from two hexes and retreat only if they like.", "G2.a", ON_OFF, "on"),
    Option("gordon3", "G3: intrinsic garrisons", "A vacated entrenchment can keep a garrison of one point; five a side.", "G3.a", ON_OFF, "on"),
    Option("gordon4", "G4: supply dumps", "Entrenchments three turns in supply become Italian supply dumps.", "G4.a", ON_OFF, "on"),
    Option("gordon5", "G5: losses for retreats", "A retreat can be taken as strength lost.", "G5.a", ON_OFF, "on"),
    Option("gordon6", "G6: command control", "Italian units need a headquarters within five hexes before they seek a fight.", "G6.a", ON_OFF, "on"),
    Option(
        "distant-guns",
        "G2: guns at two hexes",
        "Whether guns that support from two hexes away share an elimination or an exchange of the attackers; Gordon frees them from retreats only.",
        "G2.a",
        (("share", "Share the attackers' losses"), ("spared", "Are out of it")),
        "share",
    ),
    Option(
        "link",
        "G6: what needs the link",
        "Whether an Italian unit without a link may not enter an enemy zone at all, or may enter but start no fight there.",
        "G6.a",
        (("enter", "Entering an enemy zone"), ("fight", "Only starting a fight")),
        "enter",
    ),
    Option("gas", "Gas", "From turn 9 Italian bombers may use gas, at two victory points each time.", "9.5", ON_OFF, "off"),
)


class Ethiopia(OpenGame[EthiopiaState, World]):
    """October 1935 to May 1936."""

    key = "ethiopia"
    title = "Ethiopia 1935"
    version = "2"
    year = "1935-36"
    blurb = "Two invasions, a plateau of ambas, and a road that must be built. The Italo-Ethiopian war, ten days to the turn."
    sides = SIDES
    rulebook = BOOK
    over_rule = "4.3"
    switches = OPTIONS
    previews = {
        Move: preview_move, Gas: preview_gas, Attack: preview_attack, Join: preview_battle, JoinAll: preview_battle, Fight: preview_battle,
    }  # fmt: skip
    notes = {Move: points_left}

    def __init__(self, data: Data | None = None) -> None:
        super().__init__(World(data), STEPS, positions)
        titles = [unit.title for unit in self.world.units]
        owners = [owner.title() for owner in OWNERS]
        self.sayings = Sayings(Folder(HERE).toml("say.toml"), self.names, titles.__getitem__, self.world.place_title, SIDES, owners)
        self.sayings.check(self.play.orders)
        self.abilities = Abilities(
            advice=advice, evaluation=EthiopiaEvaluation(self.world), score=Score(ITALIAN, points, self.verdict), is_open=lambda s: True
        )

    def result(self, s: EthiopiaState) -> Result | None:
        return None if s.frames else result(s)

    def view(self, s: EthiopiaState, side: Side | None) -> View:
        """Everything is open in this game."""
        found = build_view(s, self.names, SIDES, lambda _: True, OWNERS, self.decision(s), self.result(s))
        found["places"] = {place: owner for place, owner in found["places"].items() if owner}
        found["tracks"] = tracks(s)
        now = s.tracks[PHASE]
        found["sequence"] = [{"key": p.key, "title": p.title, "side": SIDES[p.side], "rule": p.rule, "now": i == now} for i, p in enumerate(SEQUENCE)]
        found["turn"] = s.tracks[TURN]
        found["lines"] = built_roads(s)
        return found

    def label(self, s: EthiopiaState, a: Any) -> str:
        return self.sayings.label(a, s.frames[-1].name if s.frames else "")

    def sentence(self, e: Event) -> str:
        """Entrenchments grow older and aircraft come home without a word; a turn is told with its dates."""
        say = self.sayings
        if isinstance(e, Flipped):
            piece = self.world.units[e.piece].title
            return say.events["flipped:down"].format(piece=piece, new=e.new) if e.piece < self.world.fighting else ""
        if isinstance(e, Tracked) and e.track == TURN:
            return say.events["tracked@turn"].format(new=e.new, dates=self.world.dates[e.new])
        if isinstance(e, Moved) and e.rule == "9.1" and e.to >= self.world.hexes:
            return ""
        return say.sentence(e)

    def board(self, scenario: str) -> dict[str, Any]:
        return board(self.world, self.title, self.sayings.boxes, scenario)

    def charts(self) -> Sequence[dict[str, Any]]:
        return charts(self.world)

    def overlay(self, s: EthiopiaState, side: Side | None, key: str, arg: str) -> dict[str, Any]:
        return overlay(s, key, arg)

    def invariants(self, s: EthiopiaState) -> Sequence[str]:
        return broken(s)

    def verdict(self, scenario: str, score: float) -> Side | None:
        levels = self.world.scenarios[scenario].data["victory"]["levels"]
        return who_wins(levels, SIDES, score)


def load(data: Data | None = None) -> Ethiopia:
    """The entry point."""
    return Ethiopia(data)
