"""The Road to Cheren as a `Game`."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from amba.core.base import BaseGame
from amba.core.decision import Result, Side
from amba.core.event import UNKNOWN, Drawn, Event, Revealed, Rolled
from amba.core.game import Abilities, Option, Score, View, who_wins
from amba.core.order import Done, Words
from amba.core.view import build_view
from amba.games.cheren import positions
from amba.games.cheren.board import board, charts, tracks
from amba.games.cheren.book import BOOK, HERE
from amba.games.cheren.bot.advice import advice
from amba.games.cheren.bot.evaluation import CherenEvaluation
from amba.games.cheren.orders import Air, Attack, Commit, Fight, Move
from amba.games.cheren.overlays import overlay
from amba.games.cheren.previews import preview_assault, preview_attack, preview_end, preview_move
from amba.games.cheren.rules.invariants import broken
from amba.games.cheren.rules.r09_movement import allowance, reach_of
from amba.games.cheren.rules.r14_victory import points, result
from amba.games.cheren.rules.sequence import SEQUENCE, STEPS
from amba.games.cheren.state import CherenState
from amba.games.cheren.world import ALLIED, PHASE, SIDES, TURN, World, points_text
from amba.load.files import Data, Folder
from amba.table.sayings import Sayings

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


class Cheren(BaseGame[CherenState, World]):
    """Eritrea, January to April 1941."""

    key = "cheren"
    title = "The Road to Cheren"
    version = "2"
    year = "1941"
    blurb = "Two Indian divisions, a mountain wall, one road. The Allied invasion of Eritrea, week by week."
    sides = SIDES
    rulebook = BOOK
    over_rule = "14.0"
    switches = OPTIONS
    previews = {
        Move: preview_move, Done: preview_end, Attack: preview_attack, Commit: preview_assault, Air: preview_assault, Fight: preview_assault,
    }  # fmt: skip

    def __init__(self, data: Data | None = None) -> None:
        super().__init__(World(data), STEPS, positions)
        self.notes = {Move: points_left}
        self.sayings = Sayings(
            Folder(HERE).toml("say.toml"), self.names, self.name_of, self.world.place_title, ("Allied", "Italian"), ("Italian", "Allied")
        )
        self.sayings.check(self.play.orders)
        self.abilities = Abilities(
            advice=advice, evaluation=CherenEvaluation(self.world), score=Score(ALLIED, points, self.verdict),
        )  # fmt: skip

    def name_of(self, piece: int) -> str:
        return "A chit" if piece == UNKNOWN else self.world.title(piece)

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
        found["tracks"] = tracks(s)
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

    def redact_action(self, s: CherenState, words: Words, by: Side, side: Side | None) -> Words:
        if words[0] != "draw" or self.sees(s, side, self.names.piece[words[1]]):
            return words
        return ("draw", "?")

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
        new.forget()  # chits lie in boxes: nothing else was worked out of them
        return new

    def label(self, s: CherenState, a: Any) -> str:
        return self.sayings.label(a)

    def sentence(self, e: Event) -> str:
        return self.sayings.sentence(e)

    def board(self, scenario: str) -> dict[str, Any]:
        return board(self.world, self.title, self.sayings.boxes)

    def charts(self) -> Sequence[dict[str, Any]]:
        return charts(self.world)

    def overlay(self, s: CherenState, side: Side | None, key: str, arg: str) -> dict[str, Any]:
        return overlay(s, key, arg)

    def invariants(self, s: CherenState) -> Sequence[str]:
        return broken(s)

    def verdict(self, scenario: str, score: float) -> Side | None:
        levels = self.world.scenarios[scenario].data["victory"]["levels"]
        return who_wins(levels, SIDES, score)


def points_left(s: CherenState, at: object, a: Move) -> str:
    """The words beside a move: the points that are left after it."""
    cost = reach_of(s, a.unit).cost.get(a.to)
    return "" if cost is None else points_text(allowance(s, a.unit) - cost)


def load(data: Data | None = None) -> Cheren:
    """The entry point."""
    return Cheren(data)
