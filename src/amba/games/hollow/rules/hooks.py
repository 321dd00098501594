"""Where weather, fortifications, smoke and nationality rules join the squad game.

Each function answers one plain question; the chapters ask here and nowhere else. Whoever adds a rule adds a line to the function it changes (or a
call to a function of its own chapter). Nothing here may look at what the asking side cannot see.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from amba.core.decision import Action, Refusal
from amba.core.flow import Step, push
from amba.games.hollow.rules import (
    own_battle,
    r024_smoke,
    r049_night,
    r055_mines,
    r179_prisoners,
    r185_hidden,
    r191_works,
    r194_play,
    r196_thorns,
    r197_nations,
)
from amba.games.hollow.rules.r194_dust import interdiction_modifier as interdiction_in_dust
from amba.games.hollow.state import HollowState
from amba.games.hollow.world import DUG, NIGHT, POINTS, SIDES, track_of
from amba.kit.rays import Hex


class Item(NamedTuple):
    """One line of arithmetic: what, how much, by which rule."""

    what: str
    drm: int
    rule: str


class Shot(NamedTuple):
    """Fire at one hex. `kind` is prep, first, subsequent, final or advancing."""

    side: int
    kind: str
    place: int
    firers: tuple[int, ...]
    targets: tuple[int, ...]


LineModifier = Callable[[HollowState, int, int], list[Item]]
"""What one chapter adds to the shot of a firer at a target: the state, the firer, the target."""
LINE_MODIFIERS: tuple[LineModifier, ...] = (r194_play.fire_modifiers, r196_thorns.hazard)
"""Modifiers that are neither terrain nor hindrance: sun, haze and wind (194.6), thorns (196.3)."""


def line_modifiers(s: HollowState, firer: int, target: int) -> list[Item]:
    """Modifiers of one firer's shot at one target that are neither terrain nor hindrance."""
    return [item for found in LINE_MODIFIERS for item in found(s, firer, target)]


EntryCost = Callable[[HollowState, int], Item | None]
"""What one chapter adds to the cost of a hex: the state, the hex."""
ENTRY_COSTS: tuple[EntryCost, ...] = (r024_smoke.smoke_cost, r191_works.ditch_cost)
"""What entering a hex costs on top of terrain, climbing and fortifications."""


def entry_items(s: HollowState, to: int) -> list[Item]:
    return [item for cost in ENTRY_COSTS if (item := cost(s, to)) is not None]


def has_stirred(s: HollowState, unit: int) -> bool:
    """Whether men have spent factors of their own will without moving: grenades thrown (24); what wire took from them does not count."""
    return bool(s.points[unit]) and not r191_works.is_wire(s, s.at[unit])


def may_not_enter(s: HollowState, units: Sequence[int], a: int, b: int, pace: str) -> tuple[str, str] | None:
    """A rule and a reason why men may not cross there at all: wire before the advance, a cactus hedge."""
    return r191_works.refuse_wire(s, s.side[units[0]], b, pace == "advance") or r196_thorns.refuse_crossing(s, units, a, b, pace)


def after_entry(s: HollowState, units: Sequence[int], a: int, b: int) -> None:
    """Things that happen to men who just entered a hex: push frames for mines and the like. Nothing is asked here."""
    r185_hidden.spot_works(s, units)
    r196_thorns.crossed(s, units, a, b, s.frames[-1][0] == "advance")
    r055_mines.walked(s, units, a, b)


def is_desert_day(s: HollowState) -> bool:
    """176.31: only desert boards that are neither broken nor steppe, by day."""
    return not s.tracks[NIGHT] and not s.plan.data.get("terrain", {}).get("broken") and not s.plan.data.get("terrain", {}).get("steppe")


class ExtraOrder(NamedTuple):
    """An order that one chapter adds to another chapter's phase; `sequence` says to which."""

    verb: str
    rule: str
    listed: Callable[[HollowState, int], list[Action]]
    """Every such order that a side may give now."""
    refuse: Callable[[HollowState, int, Action], Refusal | None]
    do: Callable[[HollowState, Action], None]


def extra_actions(s: HollowState, side: int, extra: Sequence[ExtraOrder]) -> list[Action]:
    return [action for order in extra for action in order.listed(s, side)]


def extra_order(extra: Sequence[ExtraOrder], a: Action) -> ExtraOrder | None:
    """Which of the added orders this is."""
    return next((order for order in extra if a[:1] == (order.verb,)), None)


def unit_and_place(s: HollowState, a: Action) -> tuple[int, int] | None:
    """The unit and the hex of this map that an order names; nothing if it does not name them."""
    names = s.world.names
    if len(a) != 3 or a[1] not in names.piece or names.place.get(a[2], -1) not in s.field.hex_of:
        return None
    return names.piece[a[1]], names.place[a[2]]
