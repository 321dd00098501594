"""How often places change hands because nobody stands in them, in games between bots.

    python tools/count_walk_ins.py cheren --scenario campaign --games 10 --seed w

A capture is a walk-in when the enemy came by moving, without a fight for the place. It was *left* when the owner's last man there went away by a move of his own,
not by a fight. For The Road to Cheren *lifelines*, sources of supply lost so, and the march chits are counted, too: one is used when its unit then goes where it could not have gone without.
`--positions DIR` writes the position in which the owner last began to move before he left a place that was then walked into: for tests of bots.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from amba.core.decision import CHANCE, Decision, Side
from amba.core.event import Controlled
from amba.core.game import Game
from amba.core.session import Played, Session
from amba.core.state import State
from amba.lab.match import play
from amba.load.position import shortened
from amba.load.registry import open_game
from amba.load.toml_text import toml_text

HOLDERS: dict[str, Callable[[int], Side]] = {
    "cheren": lambda value: 0 if value else 1,
    "keren": lambda value: 0 if value else 1,
    "ethiopia": lambda value: value % 4 - 1,
    "hollow": lambda value: value - 1,
}
"""game -> the marker on a place -> the side that holds it; -1: nobody."""
ALL = range(1_000_000)
"""Anywhere: for units without a chit."""
MARCHES = ("exploit", "infiltrate", "forced-march")


class Counting:
    """What is noted of one game while it is played."""

    def __init__(self, game: Game, totals: Counter[str], keep: Callable[[str, State], None]) -> None:
        self.game, self.totals, self.keep = game, totals, keep
        evaluation = game.abilities.evaluation
        assert evaluation is not None
        self.planned = (*evaluation.planned, *evaluation.within)
        self.first = next(iter(evaluation.planned))
        self.held_by = HOLDERS[game.key]
        self.before: State | None = None
        self.decision: Decision | None = None
        self.begun: dict[Side, State] = {}
        """side -> the position in which it last began to move"""
        self.emptied: dict[int, str] = {}
        """place -> how the last man of its owner went: by a move of his own or else"""
        self.chits: dict[int, frozenset[int]] = {}
        """unit with a march chit -> where it could have gone without"""

    def tell(self, session: Session, done: list[Played]) -> None:
        if self.before is not None and self.decision is not None:
            self.note(self.before, self.decision, session.state, done)
        self.decision = session.decision
        if self.decision is None or self.decision.kind not in self.planned:
            self.chits.clear()
        self.before = session.state.copy()
        if self.decision is not None and self.decision.kind == self.first and (self.before_kind != self.first):
            self.begun[self.decision.who] = self.before
        self.before_kind = self.decision.kind if self.decision is not None else ""

    before_kind = ""

    def note(self, before: State, decision: Decision, after: State, done: Sequence[Played]) -> None:
        moved = decision.kind in self.planned
        for entry in done:
            for event in entry.events:
                if isinstance(event, Controlled):
                    self.captured(event, before, moved)
        for place in range(len(after.owner)):
            holder = self.held_by(after.owner[place])
            if holder >= 0 and self.stands(before, place, holder) and not self.stands(after, place, holder):
                self.emptied[place] = "left" if moved and decision.who == holder else "lost"
        if self.game.key == "cheren":
            self.chit(before, done)

    def stands(self, s: State, place: int, side: Side) -> bool:
        return any(s.side[piece] == side for piece in s.here[place])

    def captured(self, event: Controlled, before: State, moved: bool) -> None:
        old, new = self.held_by(event.old), self.held_by(event.new)
        if old < 0 or old == new:
            return
        self.totals["captures"] += 1
        if not moved or self.stands(before, event.place, old):
            return
        self.totals["walk-ins"] += 1
        position: Any = before
        sources = position.world.sources if self.game.key == "cheren" else ()
        source = any(found.hex == event.place and found.side == old for found in sources)
        self.totals["lifelines"] += source
        if self.emptied.get(event.place) == "left":
            self.totals["left"] += 1
            if old in self.begun:
                self.keep(f"{self.game.names.places[event.place]}-{old}", self.begun[old])

    def chit(self, before: Any, done: Sequence[Played]) -> None:
        """A march chit, and whether its unit goes where it could not have gone."""
        names = self.game.names
        for entry in done:
            if entry.by == CHANCE:
                continue
            if entry.words[0] == "play" and len(entry.words) == 3 and entry.words[2] in names.piece:
                name = before.world.chit(names.piece[entry.words[1]]).name
                if name in MARCHES:
                    unit = names.piece[entry.words[2]]
                    without = [action for action in self.game.legal(before) if action.verb == "move" and getattr(action, "unit", -1) == unit]
                    self.chits[unit] = frozenset(getattr(action, "to", -1) for action in without)
                    self.totals["march chits"] += 1
            elif entry.words[0] == "move" and names.place[entry.words[2]] not in self.chits.get(names.piece[entry.words[1]], ALL):
                self.totals["march chits used"] += 1
                del self.chits[names.piece[entry.words[1]]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=sorted(HOLDERS))
    parser.add_argument("--scenario", default="")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--seed", default="walk")
    parser.add_argument("--levels", default="planner,planner")
    parser.add_argument("--positions", type=Path)
    args = parser.parse_args()
    game = open_game(args.game)
    totals: Counter[str] = Counter()
    scenario = args.scenario or game.scenarios()[0].key
    for index in range(args.games):
        seed = f"{args.seed}-{index}"

        def keep(name: str, s: Any, seed: str = seed) -> None:
            if args.positions is not None:
                args.positions.mkdir(parents=True, exist_ok=True)
                (args.positions / f"{game.key}-{seed}-turn{s.turn}-{name}.toml").write_text(toml_text(shortened(game, s)), encoding="utf-8")

        found = play(game, scenario, args.levels.split(","), seed, tell=Counting(game, totals, keep).tell)
        totals["games"] += 1
        totals[f"won by {'nobody' if found.winner is None else game.sides[found.winner]}"] += 1
        totals["score"] += found.score
    print(game.title, scenario, args.levels, ", ".join(f"{key} {value}" for key, value in sorted(totals.items())))


if __name__ == "__main__":
    main()
