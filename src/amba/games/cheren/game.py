"""The Road to Cheren as a `Game`."""

from __future__ import annotations

from collections.abc import Collection
from random import Random
from typing import Any

from amba.core.decision import Side
from amba.core.event import UNKNOWN, Drawn, Event, Revealed, Rolled, Said, Tracked
from amba.core.game import Abilities, Option, Score, View
from amba.core.order import Done, Words
from amba.games.cheren import positions
from amba.games.cheren.board import absent, add_marks, chit_counter, signs, tracks, unit_counter
from amba.games.cheren.book import BOOK
from amba.games.cheren.bot.advice import advice
from amba.games.cheren.bot.evaluation import CherenEvaluation
from amba.games.cheren.orders import Air, Attack, Commit, Fight, Move
from amba.games.cheren.overlays import LAYERS
from amba.games.cheren.previews import points_left, preview_assault, preview_attack, preview_end, preview_move
from amba.games.cheren.rules.invariants import broken
from amba.games.cheren.rules.r14_victory import points, result
from amba.games.cheren.rules.sequence import SEQUENCE, STEPS
from amba.games.cheren.rules.standing_orders import CHOICES, owner_of, track_of
from amba.games.cheren.state import CherenState
from amba.games.cheren.world import ALLIED, ITALIAN, SIDES, STANDING, World
from amba.load.files import Data
from amba.table.map_game import MapGame

OPTIONS = (
    Option(
        "push", "Push", "How often an attacker may push one stand of the defender.", "11.8",
        (("once", "Once an attack"), ("repeat", "As long as the defender stands"), ("off", "No push")), "once",
    ),
    Option(
        "river", "River and terrain", "Whether a river's shift is added to the shift of the defender's terrain.", "11.1",
        (("add", "Both count"), ("best", "Only the better one")), "add",
    ),
    Option(
        "orders", "Standing orders", "Whether the side that does not move may leave orders, so that it is not asked: about reaction, chits, and retreat.", "S",
        (("off", "Everything is asked"), ("on", "Before each enemy movement they may be changed")), "off",
    ),
    Option(
        "bid", "Bid", "Points that the Allies are given beforehand, for an even game.", "14.0",
        tuple((str(given), "None" if not given else f"{given} points") for given in range(0, 13, 2)), "0",
    ),
    Option(
        "table", "Combat table", "How dear attacks are. Both tables are reconstructions; the kinder one speaks against what players of the printed game tell.", "11.5",
        (("testimony", "As testimony has it: the attacker bleeds"), ("kinder", "Kinder to the attacker")), "testimony",
    ),
)  # fmt: skip


class Cheren(MapGame[CherenState, World]):
    """Eritrea, January to April 1941."""

    key = "cheren"
    title = "The Road to Cheren"
    version = "4"
    year = "1941"
    blurb = "Two Indian divisions, a mountain wall, one road. The Allied invasion of Eritrea, week by week."
    sides = SIDES
    rulebook = BOOK
    over_rule = "14.0"
    phases = SEQUENCE
    switches = OPTIONS
    previews = {
        Move: preview_move, Done: preview_end, Attack: preview_attack, Commit: preview_assault, Air: preview_assault, Fight: preview_assault,
    }  # fmt: skip
    notes = {Move: points_left}
    layers = LAYERS
    invariants, ending, counter = staticmethod(broken), staticmethod(result), staticmethod(unit_counter)

    def __init__(self, data: Data | None = None) -> None:
        super().__init__(World(data), STEPS, positions, ("Allied", "Italian"), ("Italian", "Allied"))
        self.abilities = Abilities(
            advice=advice, evaluation=CherenEvaluation(self.world), score=Score(ALLIED, points, self.verdict),
            skippable={"orders": frozenset(STANDING)},
        )  # fmt: skip

    def piece_title(self, piece: int) -> str:
        return "A chit" if piece == UNKNOWN else self.world.title(piece)

    def sees(self, s: CherenState, side: Side | None, piece: int) -> bool:
        """Units are open; a chit is seen in one's own hand, by whoever looked at it last, and once played."""
        return piece < self.world.first_chit or s.at[piece] in self.open_to(side)

    def hidden(self, s: CherenState, side: Side | None) -> Collection[int]:
        found, at = self.open_to(side), s.at
        return {piece for piece in range(self.world.first_chit, len(at)) if at[piece] not in found}

    def open_to(self, side: Side | None) -> tuple[int, ...]:
        """The boxes whose chits a side may know."""
        world = self.world
        own = () if side is None else (world.hand[side], world.removed_by[side])
        return (world.box["played"], world.box["discarded"], *own)

    def view(self, s: CherenState, side: Side | None) -> View:
        found = super().view(s, side)
        add_marks(s, found["pieces"])
        if missing := absent(s):
            found["absent"] = missing
        return found

    def tracks_seen(self, s: CherenState, side: Side | None) -> list[dict[str, Any]]:
        return tracks(s, side)

    def signs(self, s: CherenState, side: Side | None) -> list[dict[str, str]]:
        return signs(s)

    def redact(self, s: CherenState, e: Event, side: Side | None) -> Event | None:
        """5.1: nobody but the drawer learns which chit was drawn; S: a side's standing orders are its own."""
        if isinstance(e, Tracked):
            return None if owner_of(e.track) not in {None, side} else e
        if isinstance(e, Said) and e.what == "by order" and (side is None or e.values[0] != SIDES[side]):
            return None
        if isinstance(e, Drawn):
            world = self.world
            mine = side is not None and e.to in {world.hand[side], world.removed_by[side]}
            return e if mine else e._replace(piece=UNKNOWN)
        return e

    def redact_action(self, s: CherenState, words: Words, by: Side, side: Side | None) -> Words:
        if words[0] in STANDING and by != side:
            return (words[0], "?")
        if words[0] != "draw" or self.sees(s, side, self.names.piece[words[1]]):
            return words
        return ("draw", "?")

    def reveals(self, e: Event) -> bool:
        """What cannot be taken back: dice, a drawn chit, a chit shown."""
        return isinstance(e, Rolled | Drawn | Revealed)

    def imagine(self, s: CherenState, side: Side | None, rng: Random) -> CherenState:
        """Another position this side cannot tell from this one: the unseen chits dealt anew, and other standing orders of the enemy."""
        world = self.world
        new = s.copy()
        for about, offered in CHOICES.values():
            for owner in (ALLIED, ITALIAN):
                if owner != side and s.options["orders"] == "on":
                    new.tracks[track_of(owner, about)] = rng.randrange(len(offered))
        hidden = sorted(self.hidden(s, side))
        for owner in range(len(SIDES)):
            mine = [piece for piece in hidden if world.chit(piece).side == owner]
            places = sorted(s.at[piece] for piece in mine)  # not as they lie: what is dealt must not hang on it
            rng.shuffle(places)
            for piece, place in zip(mine, places, strict=True):
                new.at[piece] = place
        for place in {s.at[piece] for piece in hidden}:
            fixed = [piece for piece in s.here[place] if piece not in hidden]
            new.stacks()[place] = (*fixed, *[piece for piece in hidden if new.at[piece] == place])
        new.forget()  # chits lie in boxes: nothing else was worked out of them
        return new

    def counters(self) -> list[dict[str, Any]]:
        return [*super().counters(), *map(chit_counter, self.world.chits)]

    def badges(self, scenario: str) -> dict[str, str]:
        return {town.key: str(town.vp) for town in self.world.towns if town.vp}

    def board(self, scenario: str) -> dict[str, Any]:
        found = super().board(scenario)
        for place in found["places"]:
            place["letter"] = self.world.map.places[place["key"]].extra.get("letter", "")
        return found


load = Cheren
"""The entry point."""
