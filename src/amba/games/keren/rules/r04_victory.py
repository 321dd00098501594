"""4.0 Winning the game."""

from __future__ import annotations

from amba.core.decision import Result
from amba.core.event import Said, Tracked
from amba.core.steps import AutoStep, pop
from amba.games.keren.book import rule
from amba.games.keren.frames import Reckoning
from amba.games.keren.rules.r04_points import points
from amba.games.keren.rules.r06_supply import may_run_through, sources
from amba.games.keren.state import KerenState
from amba.games.keren.world import COMMONWEALTH, ITALIAN, SCORE, WON
from amba.kit.trace import flood


@rule("4.1")
def has_broken_through(s: KerenState) -> bool:
    """A path of road or railway hexes from a Commonwealth source to Tigu, which no Italian holds or has in his zone."""
    tigu, ways = s.world.tigu, s.world.ground.victory_ways
    if s.held[ITALIAN][tigu] or s.zoc(ITALIAN)[tigu]:
        return False
    if s.options["breakthrough"] == "reached" and not any(s.held[COMMONWEALTH][place] for place in (tigu, *s.world.ground.next_to[tigu])):
        return False
    starts = [place for place in sources(s, COMMONWEALTH) if ways[place]]
    return tigu in flood(starts, ways, lambda place: may_run_through(s, COMMONWEALTH, place))


def needed(s: KerenState) -> int:
    """16.1, 16.2: the points the Commonwealth needs."""
    return int(s.world.scenarios[s.scenario].data["victory_points"])


@rule("16.1", "16.2")
def reckon(s: KerenState, at: Reckoning) -> None:
    """A fight or a move of the Commonwealth is done: victory occurs when it has its points."""
    pop(s)
    if s.options["victory"] == "at_once" and points(s) >= needed(s):
        end(s)


@rule("16.1", "16.2")
def reckon_phase(s: KerenState) -> None:
    """The same at the end of every phase, unless points count after the last turn only."""
    if s.options["victory"] != "end" and points(s) >= needed(s):
        end(s)


def end(s: KerenState) -> None:
    """Count the points; nobody decides anything any more."""
    s.do(Tracked("4.2", SCORE, s.tracks[SCORE], points(s)))
    s.do(Said("4.0", "over", (points(s),)))
    while s.frames:
        pop(s)


RECKONING = AutoStep(Reckoning, reckon)


@rule("4.0", "16.1", "16.2")
def result(s: KerenState) -> Result:
    """The Commonwealth wins by breaking through or with enough points; otherwise the Italians have held."""
    score = points(s)
    if s.tracks[WON]:
        return Result(COMMONWEALTH, "Automatic victory", "The Commonwealth has opened the road to Keren.", score)
    if score >= needed(s):
        return Result(COMMONWEALTH, "Commonwealth victory", f"Commonwealth victory: {score} victory points of {needed(s)}.", score)
    return Result(ITALIAN, "Italian victory", f"The Italians hold Keren: {score} victory points of {needed(s)}.", score)
