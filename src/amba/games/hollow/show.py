"""Orders and events in words (say.toml), with the few that depend on the position or on what happened."""

from __future__ import annotations

from typing import Any

from amba.core.event import Event, Flipped, Marked, Moved, Placed, Removed, Said
from amba.core.order import Head
from amba.games.hollow.frames import BandAdvance, Marching
from amba.games.hollow.orders import FireFromChance, FireWithin, Go, GoToCrest, Halt, StartOut, Walk
from amba.games.hollow.rules.common import NORMAL
from amba.games.hollow.rules.r005_march import mates
from amba.games.hollow.rules.r005_paths import ways_of
from amba.games.hollow.rules.r005_phase import mode_of
from amba.games.hollow.state import HollowState
from amba.games.hollow.titles import kind_title, title
from amba.games.hollow.world import World
from amba.table.sayings import Sayings

DICE_SUMS = frozenset(
    ("check", "interdiction", "close combat", "explosion", "mines", "clear", "dig", "rally", "heat", "escape", "visibility", "wind", "sky")
)
"""Rolls of two dice of which the log keeps the sum."""
SKIPPABLE = {
    "rally": frozenset(("give", "deploy", "recombine", "hand", "free")),
    "orders": frozenset(("range", "chance", "otherwise", "hidden", "at")),
}
"""What somebody need not be stopped for who wants to be asked only about what matters."""


def label(sayings: Sayings, s: HollowState, a: Any) -> str:
    """An order, or the beginning of one, in words. One's own counters are called by their kind."""
    return sayings.label(a, moment_of(s, a), lambda piece: title(s, piece))


def moment_of(s: HollowState, a: Any) -> str:
    """What makes an order be called otherwise than usual."""
    if isinstance(a, Head):
        return "head"
    at = s.frames[-1] if s.frames else None
    if isinstance(a, Halt) and (isinstance(at, BandAdvance) or (isinstance(at, Marching) and not at.steps)):
        return "start"
    if isinstance(a, StartOut) and not mates(s, (a.unit,), NORMAL, 0):
        return "alone"
    if (isinstance(a, FireWithin) and not a.hexes) or (isinstance(a, FireFromChance) and not a.percent):
        return "nothing"
    return "" if at is None else str(at.name)


def sentence(sayings: Sayings, world: World, e: Event) -> str:
    """An event as a sentence; empty for bookkeeping."""
    if isinstance(e, Said) and e.what == "player turn" and len(e.values) < 4:  # as older logs have it
        e = e._replace(values=(*e.values, ("Allies", "Axis")[e.values[2]]))
    if isinstance(e, Said) and e.what == "shot" and "," in str(e.values[5]):
        e = e._replace(what="volley")
    if isinstance(e, Marked) and not e.rule:
        return ""
    if isinstance(e, Flipped):
        return f"{sayings.piece(e.piece)} is now {kind_title(world, e.piece, e.new)}." if e.piece >= 0 else ""
    if isinstance(e, Moved | Placed | Removed) and e.to == world.box["eliminated"]:
        return f"{sayings.piece(e.piece)} is eliminated."
    return sayings.sentence(e)


def note_go(s: HollowState, at: object, a: Go | GoToCrest) -> str:
    """What stands in a lit hex: the factors it takes to get there."""
    if not isinstance(at, Marching):
        return ""
    return str(ways_of(s, at.units, at.mode, at.steps).price((a.to, isinstance(a, GoToCrest))))


def note_walk(s: HollowState, at: object, a: Walk) -> str:
    """With an arrow before those of double time."""
    if a.how == "minimum":
        return ""
    price = str(ways_of(s, (a.unit,), mode_of(a.how), 0).price((a.to, a.how == "rim")))
    return f"»{price}" if a.how == "double" else price


NOTES: dict[type[Any], Any] = {Go: note_go, GoToCrest: note_go, Walk: note_walk}
