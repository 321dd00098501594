"""What an order about the ground itself would bring, before it is given: every result with its exact chance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from amba.core.decision import Preview
from amba.core.odds import ToldValue
from amba.games.hollow.frames import AdvancePhase, FirePhase
from amba.games.hollow.orders_ground import Climb, Kindle, Quench
from amba.games.hollow.previews import Rules, rolled
from amba.games.hollow.rules.common import modifier_lines, sum_of
from amba.games.hollow.rules.r082_climbing import FALLS, climb_items, climbed, height
from amba.games.hollow.rules.r102_blazes import ground_items, kindling_number
from amba.games.hollow.rules.r102_kindling import QUENCH, quench_items
from amba.games.hollow.state import HollowState

BURNS, QUENCHED, CLIMBED = ToldValue("kindle", 4), ToldValue("quench", 4), ToldValue("climb", 3)


@dataclass(frozen=True)
class OrMore:
    """The lowest roll that is enough: what must be reached, less what is added."""

    what: str
    number: int
    """Which of the values that are said is the number; the next one is what is added to the dice."""

    def __call__(self, s: Any, events: Any) -> str:
        number, more = ToldValue(self.what, self.number)(s, events), ToldValue(self.what, self.number + 1)(s, events)
        return f"{int(number) - int(more)} or more" if number else ""


@dataclass(frozen=True)
class AtMost:
    """The highest roll that is enough: a number, less what is added."""

    what: str
    number: int

    def __call__(self, s: Any, events: Any) -> str:
        number, more = ToldValue(self.what, self.number)(s, events), ToldValue(self.what, self.number + 1)(s, events)
        return f"{int(number) - int(more)} or less" if number else ""


def preview_kindle(play: Rules, s: HollowState, at: FirePhase, a: Kindle) -> Preview:
    """The number of the hex, the state of the ground, and whether it burns."""
    number, items = kindling_number(s, s.at[a.unit]) or 0, ground_items(s)
    found = rolled(play, s, (a,), BURNS, {"burns": "a flame; they must leave in the advance phase", "does not burn": "nothing"})
    column = f"{number - sum_of(items)} or more"
    lines = (("to set fire to it", str(number), "102.2"), *modifier_lines(items))
    return found._replace(items=lines, column=column, shown=((column, OrMore("kindle", 2)),))


def preview_quench(play: Rules, s: HollowState, at: FirePhase, a: Quench) -> Preview:
    items = quench_items(s, a.unit)
    found = rolled(play, s, (a,), QUENCHED, {"out": "the flame is out", "burns on": "it burns on"})
    column = f"{QUENCH - sum_of(items)} or less"
    lines = (("to put it out", str(QUENCH), "169.1"), *modifier_lines(items))
    return found._replace(items=lines, column=column, shown=((column, AtMost("quench", 2)),))


def preview_climb(play: Rules, s: HollowState, at: AdvancePhase, a: Climb) -> Preview:
    """How many levels are left, and whether they keep their hold."""
    items, names = climb_items(s, a.unit), s.world.names.places
    texts = {"gets there": "at the other end, exhausted", "climbs on": "on the cliff until the next advance", "falls": "cut down, all weapons lost"}
    found = rolled(play, s, (a,), CLIMBED, texts)
    column = f"{sum_of(items):+d}"
    levels = (("levels to go", str(height(s, a.unit, a.to) - climbed(s, a.unit)), "82.2"), ("falls from", str(FALLS), "82.2"))
    return found._replace(
        path=(names[s.at[a.unit]], names[a.to]), items=(*levels, *modifier_lines(items)), column=column, shown=((column, ToldValue("climb", 2)),)
    )


PREVIEWS_GROUND: dict[type[Any], Any] = {Kindle: preview_kindle, Quench: preview_quench, Climb: preview_climb}
