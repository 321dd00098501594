"""The Road to Cheren as a `Game`."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from amba.core.decision import Action, Preview, Result, Side
from amba.core.event import UNKNOWN, Drawn, Event, Revealed, Rolled
from amba.core.flow import Refereed
from amba.core.game import Option, View, who_wins
from amba.core.view import build_view
from amba.games.cheren import advice, positions, show
from amba.games.cheren.book import BOOK
from amba.games.cheren.evaluate import CherenEvaluation
from amba.games.cheren.rules.invariants import broken
from amba.games.cheren.rules.r14_victory import points, result
from amba.games.cheren.rules.sequence import SEQUENCE, STEPS
from amba.games.cheren.state import CherenState
from amba.games.cheren.world import ALLIED, PHASE, SIDES, TURN, World
from amba.load.files import Data

OPTIONS = (
    Option(
        "push", "Push", "How often an attacker may push one stand of the defender.", "11.8",
        (("once", "Once an attack"), ("repeat", "As long as the defender stands"), ("off", "No push")), "once",
    ),
    Option(
        "river", "River and terrain", "Whether a river's shift is added to the shift of the defender's terrain.", "11.1",
        (("add", "Both count"), ("best", "Only the better one")), "add",
    ),
)  # fmt: skip


class Cheren(Refereed[CherenState, World]):
    """Eritrea, January to April 1941."""

    key = "cheren"
    title = "The Road to Cheren"
    version = "1"
    year = "1941"
    blurb = "Two Indian divisions, a mountain wall, one road. The Allied invasion of Eritrea, week by week."
    sides = SIDES
    rulebook = BOOK
    orders = show.ORDERS
    over_rule = "14.0"
    switches = OPTIONS
    scorer = ALLIED

    def __init__(self, data: Data | None = None) -> None:
        super().__init__(World(data), STEPS, positions)
        self.evaluation = CherenEvaluation(self.world)

    def result(self, s: CherenState) -> Result | None:
        return None if s.frames else result(s)

    def sees(self, s: CherenState, side: Side | None, piece: int) -> bool:
        """Units are open; a chit is seen in one's own hand, by whoever looked at it last, and once played."""
        world = self.world
        if piece < world.first_chit:
            return True
        place = s.at[piece]
        if place in {world.box["played"], world.box["discarded"]}:
            return True
        return side is not None and place in {world.hand[side], world.removed_by[side]}

    def view(self, s: CherenState, side: Side | None) -> View:
        found = build_view(s, self.names, SIDES, lambda piece: self.sees(s, side, piece), ("", "allied"), self.decision(s), self.result(s))
        found["tracks"] = show.tracks(s)
        found["sequence"] = [
            {"key": p.key, "title": p.title, "side": SIDES[p.phasing], "rule": p.rule, "now": i == s.tracks[PHASE]} for i, p in enumerate(SEQUENCE)
        ]
        found["turn"] = s.tracks[TURN]
        return found

    def redact(self, s: CherenState, e: Event, side: Side | None) -> Event | None:
        """5.1: nobody but the drawer learns which chit was drawn."""
        if isinstance(e, Drawn):
            world = self.world
            mine = side is not None and e.to in {world.hand[side], world.removed_by[side]}
            return e if mine else e._replace(piece=UNKNOWN)
        return e

    def redact_action(self, s: CherenState, a: Action, by: Side, side: Side | None) -> Action:
        if a[0] != "draw":
            return a
        piece = self.names.piece[a[1]]
        return a if self.sees(s, side, piece) else ("draw", "?")

    def reveals(self, e: Event) -> bool:
        """What cannot be taken back: dice, a drawn chit, a chit shown."""
        return isinstance(e, Rolled | Drawn | Revealed)

    def imagine(self, s: CherenState, side: Side | None, rng: Random) -> CherenState:
        """Another position this side cannot tell from this one: the unseen chits dealt anew."""
        world = self.world
        new = s.copy()
        hidden = [piece for piece in range(world.first_chit, len(self.names.pieces)) if not self.sees(s, side, piece)]
        for owner in range(len(SIDES)):
            mine = [piece for piece in hidden if world.chit(piece).side == owner]
            places = [s.at[piece] for piece in mine]
            rng.shuffle(places)
            for piece, place in zip(mine, places, strict=True):
                new.at[piece] = place
        for place in {s.at[piece] for piece in hidden}:
            fixed = [piece for piece in s.here[place] if piece not in hidden]
            new.here[place] = (*fixed, *[piece for piece in hidden if new.at[piece] == place])
            new.touched(place)
        return new

    def preview(self, s: CherenState, a: Action) -> Preview | None:
        return show.preview(self.flow, s, a)

    def label(self, s: CherenState, a: Action) -> str:
        return show.label(s, a)

    def note(self, s: CherenState, a: Action) -> str:
        return show.note(s, a)

    def sentence(self, e: Event) -> str:
        return show.sentence(self.world, e)

    def board(self, scenario: str) -> dict[str, Any]:
        return show.board(self.world, self.title)

    def charts(self) -> Sequence[dict[str, Any]]:
        return show.charts(self.world)

    def overlay(self, s: CherenState, side: Side | None, key: str, arg: str) -> dict[str, Any]:
        return show.overlay(s, key, arg)

    def advice(self, s: CherenState, side: Side, a: Action) -> float:
        return advice.advice(s, side, a)

    def invariants(self, s: CherenState) -> Sequence[str]:
        return broken(s)

    def score(self, s: CherenState) -> int:
        """Allied victory points now."""
        return points(s)

    def verdict(self, scenario: str, score: float) -> Side | None:
        levels = self.world.scenarios[scenario].data["victory"]["levels"]
        return who_wins(levels, SIDES, score)


def load(data: Data | None = None) -> Cheren:
    """The entry point."""
    return Cheren(data)
