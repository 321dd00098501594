"""What the ground and the engines do to a platoon in an impulse: exact odds, every die let fall through the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from amba.core.decision import Chance, Preview
from amba.core.event import Event, Said
from amba.core.odds import every_fall
from amba.core.order import Order
from amba.games.hollow.frames_armour import GroundRoll, MudRoll
from amba.games.hollow.frames_platoon import PlatoonChecks, PlatoonDraw, PlatoonRoll
from amba.games.hollow.previews_armour import FEW, as_if_free, unknown_at
from amba.games.hollow.rules.armour.r055_vehicle_mines import is_known_mined
from amba.games.hollow.rules.armour.r176_ground_rolls import THROUGH
from amba.games.hollow.state import HollowState

ALL = "all get through"
TEXTS = {
    ALL: "nobody is stopped",
    "one is bogged": "stuck until it is freed; the others go on",
    "one is immobilised": "stands for good; the others go on",
    "two are stopped": "the third goes on",
    "three are stopped": "nobody goes on",
}
COUNTS = ("", "", "two are stopped", "three are stopped")
ROLLING = (PlatoonChecks, PlatoonRoll, PlatoonDraw, GroundRoll, MudRoll)
RESULTS = {"platoon check": 2, "ground check": 3}
"""Which value of what the rules say is the result."""


@dataclass(frozen=True)
class AllRolled:
    """What became of a platoon when its rolls are made; empty while one is still to come."""

    def __call__(self, s: Any, events: Sequence[Event]) -> str:
        if any(isinstance(frame, ROLLING) for frame in s.frames):
            return ""
        results = [str(event.values[RESULTS[event.what]]) for event in events if isinstance(event, Said) and event.what in RESULTS]
        stopped = [result for result in results if result != THROUGH]
        if not stopped:
            return ALL
        return f"one {stopped[0]}" if len(stopped) == 1 else COUNTS[len(stopped)]


@dataclass(frozen=True)
class IfAllFree:
    """The order, if nobody and nothing lies hidden in these hexes, or under a question mark."""

    order: Order
    places: tuple[int, ...]
    side: int

    def __call__(self, game: Any, s: Any) -> tuple[Order, ...]:
        return () if any(unknown_at(s, place, self.side) for place in self.places) else (self.order,)


def with_rolls(play: Any, s: HollowState, side: int, a: Any, found: Preview, rolls: int, places: Sequence[int]) -> Preview:
    """A preview with the odds of its rolls, where they are few and no mines are known on the way: what those do nobody knows."""
    if not 0 < rolls <= FEW or any(is_known_mined(s, side, place) for place in places):
        return found
    ready, told = s, AllRolled()
    for place in places:
        ready = as_if_free(ready, place, side)
    chances = {fall.label: fall.chance for fall in every_fall(play, ready, (a,), told)}
    odds = tuple(Chance(label, chances[label], text) for label, text in TEXTS.items() if label in chances)
    return found._replace(odds=odds, told=told, orders=IfAllFree(a, tuple(places), side))
