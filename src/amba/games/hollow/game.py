"""Hollow Legions as a `Game`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from amba.core.decision import Action, Preview, Result, Side
from amba.core.event import Event
from amba.core.flow import Refereed
from amba.core.game import Option, View
from amba.core.view import build_view
from amba.games.hollow import positions, previews, secrets, show_stacks
from amba.games.hollow.book import BOOK
from amba.games.hollow.bot import advice
from amba.games.hollow.bot.advice_setup import sift
from amba.games.hollow.bot.evaluation import HollowEvaluation
from amba.games.hollow.charts import charts
from amba.games.hollow.pieces import ALLIED, AXIS, SIDES
from amba.games.hollow.rules.invariants import broken
from amba.games.hollow.rules.r007_sight import REACH
from amba.games.hollow.rules.r177_victory import goal_side, goals, hexes_held, points, result
from amba.games.hollow.rules.sequence import PHASES, STEPS
from amba.games.hollow.show import IDLE, ORDERS, SUMMED, label, note, sentence
from amba.games.hollow.show_board import board
from amba.games.hollow.show_sight import overlay
from amba.games.hollow.show_tracks import tracks
from amba.games.hollow.state import HollowState
from amba.games.hollow.world import World
from amba.kit.rays import draw

OPTIONS = (
    Option("cowering", "Cowering", "Whether a double makes men whom no leader directs fire worse.", "10", (("on", "One column less, inexperienced men two"), ("off", "Not played")), "on"),
    Option("cactus", "Cactus hedges", "How men get through a cactus hedge.", "196.3", (("two-turns", "A movement phase to get in, another to get out (196.3)"), ("assault", "By assault movement or in the advance (193.7)")), "two-turns"),
    Option("heat", "Heat of battle", "Whether an original 2 at a check or a rally may harden men, or make them give up.", "H", (("off", "Not played"), ("on", "Two more dice: hardened, or given up; no heroes, nobody berserk")), "off"),
    Option("rate", "Rate of fire", "Whether a machine gun whose coloured die is low fires on, as in the later system.", "R", (("off", "Once, and once more at half in defence"), ("on", "Again while the coloured die shows no more than its rate")), "off"),
    Option("night", "Night in a battle of one's own", "Whether a rolled night is played.", "194.3", (("as-rolled", "Night, when the die says so"), ("day", "Both sides agree on daylight")), "as-rolled"),
)  # fmt: skip


class Hollow(Refereed[HollowState, World]):
    """Infantry in the desert, 1940 to 1943."""

    key = "hollow"
    title = "Hollow Legions"
    version = "1"
    year = "1940-43"
    blurb = "Squads, leaders and machine guns in the sand. Hold your fire until you see them."
    sides = SIDES
    rulebook = BOOK
    orders = ORDERS
    over_rule = "4"
    idle = IDLE
    sums = SUMMED
    switches = OPTIONS

    def __init__(self, data: Path | None = None) -> None:
        super().__init__(World(data), STEPS, positions)
        self.evaluation = HollowEvaluation(self.world)

    def result(self, s: HollowState) -> Result | None:
        return result(s)

    def view(self, s: HollowState, side: Side | None) -> View:
        shown = secrets.shown_state(s, side)
        found = build_view(shown, self.names, SIDES, lambda piece: secrets.sees(s, side, piece), ("", *SIDES), self.decision(s), self.result(s))
        goals = {s.world.names.places[s.field.alias[name]] for name in s.plan.data["victory"].get("hexes", [])}
        found["places"] = {name: owner for name, owner in found["places"].items() if name in goals}
        show_stacks.show_belongings(s, found)
        found["postures"] = secrets.postures(s, side)
        found["party"] = show_stacks.party(s, side)
        found["tracks"] = tracks(s, side)
        found["sequence"] = [
            {"key": f"{SIDES[who]}.{p.key}", "title": p.title, "side": SIDES[who], "rule": p.rule, "now": i + 8 * half == s.phase}
            for half, who in enumerate((s.plan.first, 1 - s.plan.first))
            for i, p in enumerate(PHASES)
        ]
        found["turn"] = s.turn
        return found

    def redact(self, s: HollowState, e: Event, side: Side | None) -> Event | None:
        return secrets.redact(s, e, side)

    def redact_action(self, s: HollowState, a: Action, by: Side, side: Side | None) -> Action:
        return secrets.redact_action(s, a, by, side)

    def reveals(self, e: Event) -> bool:
        return secrets.reveals(e)

    def imagine(self, s: HollowState, side: Side | None, rng: Random) -> HollowState:
        return secrets.imagine(s, side, rng)

    def preview(self, s: HollowState, a: Action) -> Preview | None:
        return previews.preview(s, a, self.label(s, a)) if s.frames and self.refuse(s, a) is None else None

    def label(self, s: HollowState, a: Action) -> str:
        return label(s, a)

    def note(self, s: HollowState, a: Action) -> str:
        return note(s, a) if s.frames else ""

    def sentence(self, e: Event) -> str:
        return sentence(self.world, e)

    def board(self, scenario: str) -> dict[str, Any]:
        return board(self.world, scenario, self.title)

    def charts(self) -> Sequence[dict[str, Any]]:
        return charts(self.world.folder)

    def overlay(self, s: HollowState, side: Side | None, key: str, arg: str) -> dict[str, Any]:
        return overlay(s, side, key, arg)

    def advice(self, s: HollowState, side: Side, a: Action) -> float:
        return advice.advice(s, side, a)

    def sift(self, s: HollowState, side: Side, heads: Sequence[Action]) -> Sequence[Action]:
        return sift(s, side, heads)

    def invariants(self, s: HollowState) -> Sequence[str]:
        return broken(s)

    def tables(self) -> Mapping[str, Callable[[], object]]:
        """7: the shapes of all lines of a certain length, which every ground shares."""
        return {"lines": lambda: draw(REACH)}

    # What the scenarios are decided by: hexes in most, points in the others.

    scorer = ALLIED

    def score(self, s: HollowState) -> float:
        """The hexes the attacker holds, less where he is the Axis; where no hexes count, how far the Allies lead in points (177)."""
        if not goals(s):
            return points(s, ALLIED) - points(s, AXIS)
        return hexes_held(s)[0] * (1 if goal_side(s) == ALLIED else -1)

    def counted(self, scenario: str) -> tuple[str, str]:
        """Hexes, or points where no hexes count."""
        has_hexes = self.world.plan(scenario).data["victory"]["kind"] == "hexes"
        return ("hex", "hexes") if has_hexes else ("victory point", "victory points")

    def verdict(self, scenario: str, score: float) -> Side | None:
        """Who wins with so much at the end. A lead in points that a scenario allows besides the hexes is left out."""
        rules = self.world.plan(scenario).data["victory"]
        side = SIDES.index(rules["side"]) if "side" in rules else ALLIED
        if rules["kind"] == "points":
            return None if not score else ALLIED if score > 0 else AXIS
        mine = score if side == ALLIED else -score
        return side if mine >= int(rules["lead" if rules["kind"] == "lead" else "need"]) else 1 - side


def load(data: Path | None = None) -> Hollow:
    """The entry point."""
    return Hollow(data)
