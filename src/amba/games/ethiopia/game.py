"""Ethiopia 1935 as a `Game`."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from amba.core.base import OpenGame
from amba.core.decision import Side
from amba.core.event import Event, Flipped, Moved, Removed, Tracked
from amba.core.game import Abilities, Option, Score, View, who_wins
from amba.games.ethiopia import positions
from amba.games.ethiopia.board import built_roads, signs, tracks, unit_counter
from amba.games.ethiopia.book import BOOK
from amba.games.ethiopia.bot.advice import advice
from amba.games.ethiopia.bot.evaluation import EthiopiaEvaluation
from amba.games.ethiopia.orders import Attack, Fight, Gas, Go, Halt, Join, JoinAll, Move
from amba.games.ethiopia.overlays import LAYERS
from amba.games.ethiopia.previews import points_left, points_left_on_way, preview_attack, preview_battle, preview_gas, preview_move, preview_way
from amba.games.ethiopia.rules.invariants import broken
from amba.games.ethiopia.rules.r13_victory import levels_of, points, result
from amba.games.ethiopia.rules.sequence import SEQUENCE, STEPS
from amba.games.ethiopia.state import OWNERS, EthiopiaState
from amba.games.ethiopia.world import ITALIAN, SIDES, TURN, World
from amba.load.files import Data
from amba.table.map_game import MapGame

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
    Option(
        "design",
        "7.9, 8.2, 13: what is held",
        "Whether places count by forces and lines of supply, leaders escape, and only an army that survives a turn throws the invader back; or as first designed here.",
        "13.1",
        (("fronts", "Fronts, forces and escapes"), ("first", "The first design: places last entered, leaders lost, one levy in Asmara enough")),
        "fronts",
    ),
    Option("gas", "Gas", "From turn 9 Italian bombers may use gas, at two victory points each time.", "9.5", ON_OFF, "off"),
)


class Ethiopia(MapGame[EthiopiaState, World], OpenGame[EthiopiaState, World]):
    """October 1935 to May 1936."""

    key = "ethiopia"
    title = "Ethiopia 1935"
    version = "6"
    year = "1935-36"
    blurb = "Two invasions, a plateau of ambas, and a road that must be built. The Italo-Ethiopian war, ten days to the turn."
    sides = SIDES
    owners = OWNERS
    rulebook = BOOK
    over_rule = "4.3"
    phases = SEQUENCE
    switches = OPTIONS
    previews = {
        Move: preview_move, Go: preview_way, Halt: preview_way, Gas: preview_gas, Attack: preview_attack, Join: preview_battle, JoinAll: preview_battle,
        Fight: preview_battle,
    }  # fmt: skip
    notes = {Move: points_left, Go: points_left_on_way}
    layers = LAYERS
    tracks, invariants, ending, counter = staticmethod(tracks), staticmethod(broken), staticmethod(result), staticmethod(unit_counter)

    def __init__(self, data: Data | None = None) -> None:
        super().__init__(World(data), STEPS, positions, SIDES, [owner.title() for owner in OWNERS])
        score = Score(ITALIAN, points, self.verdict, verdict_with=self.verdict_with)
        self.abilities = Abilities(advice=advice, evaluation=EthiopiaEvaluation(self.world), score=score, is_open=lambda s: True)

    def verdict_with(self, scenario: str, score: float, options: Mapping[str, str]) -> Side | None:
        return who_wins(levels_of(self.world, scenario, options), self.sides, score)

    def hidden(self, s: EthiopiaState, side: Side | None) -> Collection[int]:
        return ()

    def view(self, s: EthiopiaState, side: Side | None) -> View:
        return {**super().view(s, side), "lines": built_roads(s)}

    def signs(self, s: EthiopiaState, side: Side | None) -> list[dict[str, str]]:
        return signs(s)

    def sentence(self, e: Event) -> str:
        """Entrenchments grow older and aircraft come home without a word; a turn is told with its dates."""
        say = self.sayings
        if isinstance(e, Flipped):
            piece = self.world.units[e.piece].title
            return say.events["flipped:down"].format(piece=piece, new=e.new) if e.piece < self.world.fighting else ""
        if isinstance(e, Removed) and e.to == self.world.box["reinforcements"]:
            return say.events["removed:escaped"].format(piece=self.world.units[e.piece].title, origin=self.world.place_title(e.origin))
        if isinstance(e, Removed) and e.origin == self.world.box["reinforcements"]:
            return say.events["removed:alone"].format(piece=self.world.units[e.piece].title)
        if isinstance(e, Tracked) and e.track == TURN:
            return say.events["tracked@turn"].format(new=e.new, dates=self.world.dates[e.new])
        if isinstance(e, Moved) and e.rule == "9.1" and e.to >= self.world.hexes:
            return ""
        return say.sentence(e)

    def badges(self, scenario: str) -> dict[str, str]:
        return {self.world.place_at[place].key: str(value) for place, value in self.world.victory.get(scenario, {}).items()}


load = Ethiopia
"""The entry point."""
