"""Keren 1941 as a `Game`."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from amba.core.base import BaseGame
from amba.core.decision import Result, Side
from amba.core.event import FRAME_EVENTS, UNKNOWN, Event, Flipped, Marked, Rolled, Spent
from amba.core.game import Abilities, Option, Score, View
from amba.core.order import Roll, Words
from amba.games.keren import positions
from amba.games.keren.board import board, charts, tracks
from amba.games.keren.book import BOOK, HERE
from amba.games.keren.bot.advice import advice
from amba.games.keren.bot.evaluation import KerenEvaluation
from amba.games.keren.orders import Area
from amba.games.keren.overlays import overlay
from amba.games.keren.previews import NOTES, PREVIEWS
from amba.games.keren.rules.invariants import broken
from amba.games.keren.rules.r03_setup import to_go_in
from amba.games.keren.rules.r04_points import points
from amba.games.keren.rules.r04_victory import result
from amba.games.keren.rules.r07_stacking import sees
from amba.games.keren.rules.sequence import SEQUENCE, STEPS
from amba.games.keren.state import KerenState
from amba.games.keren.world import COMMONWEALTH, ITALIAN, MOVED, SHOWN, SIDES, World
from amba.load.files import Data, Folder
from amba.table.sayings import Sayings

OPTIONS = (
    Option("setup", "Set-up", "Who places his units when.", "3.0", (("scenario", "Italians first, then the Commonwealth"), ("alternate", "In turn, unit by unit, Commonwealth first")), "scenario"),
    Option("breakthrough", "Automatic victory", "Whether an open road to Tigu is enough.", "4.1", (("open", "An open way of road or railway hexes"), ("reached", "Also a Commonwealth unit in Tigu or next to it")), "open"),
    Option("victory", "Victory points", "When the points are counted.", "16.1", (("end", "After the last turn"), ("at_once", "At the end of every phase: who has them has won")), "end"),
    Option("italian_entry", "Italian arrivals", "Where Italian reinforcements enter.", "10.4", (("scenario", "6004, 5301 and 6005"), ("both", "Also 6003, 5300, 5100 and 4900")), "scenario"),
    Option("reserve_area", "Italian reserves", "Where 'west of the 5000 row' is.", "16.1", (("east", "Columns 50 to 60, the Keren end"), ("literal", "Columns 00 to 50")), "east"),
    Option("italian_artillery", "Italian guns in the second battle", "Whether the Italians have artillery in the second battle.", "16.2.1", (("none", "None, as written"), ("guns", "The thirteen guns of the counter mix")), "none"),
    Option("defensive_fire", "Defensive fire", "Who may be fired at in a Defensive Fire Phase.", "11.0", (("all", "Every adjacent enemy unit"), ("moved", "Only units that moved in the phase before")), "all"),
    Option("facing", "Facing", "Whether infantry fires only to its front.", "9.0", (("off", "No facing"), ("on", "Facing is played")), "off"),
)  # fmt: skip


class Keren(BaseGame[KerenState, World]):
    """Eritrea, February and March 1941."""

    key = "keren"
    title = "Keren 1941"
    version = "2"
    year = "1941"
    blurb = "Two Indian divisions climb towards a gorge with a roadblock. Every crest is seen from a higher one."
    sides = SIDES
    rulebook = BOOK
    over_rule = "4.0"
    switches = OPTIONS
    previews = PREVIEWS
    notes = NOTES

    def __init__(self, data: Data | None = None) -> None:
        super().__init__(World(data), STEPS, positions)
        titles = [self.world.look["sides"][side]["title"] for side in SIDES]
        self.sayings = Sayings(Folder(HERE).toml("say.toml"), self.names, self.world.title, self.world.place_title, titles, titles[::-1])
        self.sayings.check((*self.play.orders, Roll))
        self.evaluation = KerenEvaluation(self.world)
        self.abilities = Abilities(
            advice=advice, evaluation=self.evaluation, score=Score(COMMONWEALTH, points, self.verdict),
            # 12.0: who sees whom, for every two hexes of the map.
            tables={"line of sight": self.world.ground.table.fill},
        )  # fmt: skip

    def result(self, s: KerenState) -> Result | None:
        return None if s.frames else result(s)

    def sees(self, s: KerenState, side: Side | None, piece: int) -> bool:
        return sees(s, side, piece)

    def tracks(self, s: KerenState) -> list[dict[str, Any]]:
        return tracks(s)

    def view(self, s: KerenState, side: Side | None) -> View:
        """8.0, 5.0: everybody may know which stacks have a zone of control and which units were seen to move."""
        found, name = super().view(s, side), self.names.places
        found["sequence"] = [
            {"key": p.key, "title": p.title, "side": "" if p.side is None else SIDES[p.side], "rule": p.rule, "now": i == s.phase}
            for i, p in enumerate(SEQUENCE)
        ]
        stacks = [(p, s.here[p]) for p in sorted({*s.places(COMMONWEALTH), *s.places(ITALIAN)})]
        found["zones"] = [name[p] for p, _ in stacks if s.exerts(COMMONWEALTH, p) or s.exerts(ITALIAN, p)]
        found["moved"] = {name[p]: [s.has(u, MOVED) for u in stack] for p, stack in stacks if any(s.has(u, MOVED) for u in stack)}
        return found

    def redact(self, s: KerenState, e: Event, side: Side | None) -> Event | None:
        """7.4: what happens to a hidden unit is not told; that it moved or fell is."""
        if isinstance(e, FRAME_EVENTS):
            return None
        piece = getattr(e, "piece", None)
        if piece is None or sees(s, side, piece) or (isinstance(e, Marked) and e.mark == SHOWN):
            return e
        if isinstance(e, Marked | Flipped | Spent):
            return None
        hidden: Event = e._replace(piece=UNKNOWN)  # type: ignore[attr-defined]  # every event with a piece is a NamedTuple
        return hidden

    def redact_action(self, s: KerenState, words: Words, by: Side, side: Side | None) -> Words:
        piece = self.names.piece
        return tuple("?" if i and word in piece and not sees(s, side, piece[word]) else word for i, word in enumerate(words))

    def reveals(self, e: Event) -> bool:
        """What cannot be taken back: dice, and a stack that was shown."""
        return isinstance(e, Rolled) or (isinstance(e, Marked) and e.mark == SHOWN and bool(e.on))

    def imagine(self, s: KerenState, side: Side | None, rng: Random) -> KerenState:
        """Another position this side cannot tell from this one: the unseen units change places, guns with guns and others with others."""
        new = s.copy()
        units = self.world.units
        hidden = [piece for piece in range(len(units)) if not sees(s, side, piece)]
        for owner in range(len(SIDES)):
            for guns in (False, True):
                mine = [piece for piece in hidden if s.side[piece] == owner and units[piece].is_artillery == guns]
                places = mine[:]
                rng.shuffle(places)
                self._deal(s, new, dict(zip(mine, places, strict=True)))
        return new

    def _deal(self, s: KerenState, new: KerenState, takes: dict[int, int]) -> None:
        """Each unit takes the place of another. That a unit moved was seen, whichever it was."""
        for piece, other in takes.items():
            place = s.at[other]
            new.at[piece] = place
            new.marks[piece] = s.marks[piece] & ~(1 << MOVED) | s.marks[other] & 1 << MOVED
        back = {other: piece for piece, other in takes.items()}
        for place in {s.at[piece] for piece in takes}:
            new.here[place] = tuple(back.get(piece, piece) for piece in new.here[place])
            new.touched(place)

    def label(self, s: KerenState, a: Any) -> str:
        if isinstance(a, Area):
            group = s.world.groups[s.scenario][a.number - 1]
            left = to_go_in(s, group)
            return f"Only those of {group.title}" + (f" ({left})" if left > 0 else "")
        return self.sayings.label(a)

    def sentence(self, e: Event) -> str:
        return self.sayings.sentence(e)

    def board(self, scenario: str) -> dict[str, Any]:
        return board(self.world, self.title, self.sayings.boxes)

    def charts(self) -> Sequence[dict[str, Any]]:
        return charts(self.world)

    def overlay(self, s: KerenState, side: Side | None, key: str, arg: str) -> dict[str, Any]:
        return overlay(s, side, key, arg)

    def invariants(self, s: KerenState) -> Sequence[str]:
        return broken(s)

    def verdict(self, scenario: str, score: float) -> Side | None:
        needed = int(self.world.scenarios[scenario].data["victory_points"])
        return COMMONWEALTH if score >= needed else ITALIAN


def load(data: Data | None = None) -> Keren:
    """The entry point."""
    return Keren(data)


__all__ = ["Keren", "load"]
