"""Where weather, fortifications, smoke and nationality rules join the squad game.

Each function answers one plain question; the chapters ask here and nowhere else. Whoever adds a rule adds a line to the function it changes (or a
call to a function of its own chapter). Nothing here may look at what the asking side cannot see.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from amba.games.hollow.rules.sight import NO_CLOUDS
from amba.games.hollow.state import HollowState
from amba.games.hollow.world import DUG
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


# sight and fire


def clouds(s: HollowState) -> Mapping[Hex, int]:
    """Smoke and dust lying on hexes, with the hindrance each makes."""
    return NO_CLOUDS


def weather_hindrance(s: HollowState, range_: int) -> int:
    """What the air adds to a line of this length: it counts towards the six that block (176.32, 194.73)."""
    return 0


def sight_limit(s: HollowState) -> int:
    """Beyond so many hexes nobody sees anything (49); 0 for no limit."""
    return 0


def fire_modifiers(s: HollowState, firer: int, target: int) -> list[Item]:
    """Modifiers of one firer's shot at one target that are neither terrain nor hindrance: sun, haze, wind (194.6)."""
    return []


def third_die(s: HollowState) -> bool:
    """Whether every shot rolls a third die for dust (194.71)."""
    return False


def third_die_modifier(s: HollowState, die: int) -> int:
    """What the third die adds."""
    return 0


def protection_of_works(s: HollowState, target: int) -> Item | None:
    """What the fortification a unit is in does for it against small arms; None if it is in none."""
    return Item("entrenched", 2, "54") if s.has(target, DUG) else None


def cancels_open_ground(s: HollowState) -> bool:
    """Whether the air takes the penalty from movement in the open (194.73)."""
    return False


def breakdown_shift(s: HollowState) -> int:
    """What is added to a weapon's breakdown number (194.732)."""
    return 0


# morale


def morale_change(s: HollowState, unit: int) -> int:
    """What nationality changes in a unit's morale (198.1)."""
    return 0


def is_removed_instead_of_broken(s: HollowState, unit: int) -> bool:
    """197.25: partisans have no broken side."""
    return False


def may_deploy(s: HollowState, unit: int) -> bool:
    """197.21 and the like: whether this nation's squads may deploy."""
    return True


def capture_penalty(s: HollowState, target: int) -> int:
    """What is added to a roll to capture instead of to kill (197.3)."""
    return 1


# movement


def extra_cost(s: HollowState, units: Sequence[int], a: int, b: int) -> list[Item]:
    """What entering a hex costs on top of terrain, climbing and works: smoke, weather, wire."""
    return []


def may_not_enter(s: HollowState, units: Sequence[int], a: int, b: int, advancing: bool) -> tuple[str, str] | None:
    """A rule and a reason why men may not cross there at all: wire before the advance, a cactus hedge."""
    return None


def after_entry(s: HollowState, units: Sequence[int], a: int, b: int) -> None:
    """Things that happen to men who just entered a hex: push frames for mines and the like. Nothing is asked here."""


def may_double_time(s: HollowState) -> bool:
    """194.731."""
    return True


def dig_modifier(s: HollowState, place: int) -> list[Item]:
    """What a roll to dig in has added (176.21, 190.43)."""
    return [Item("desert", 2, "176.21")]


# rout and concealment


def interdiction_modifier(s: HollowState) -> int | None:
    """What is added to the roll of an interdicted unit; None when nobody can be interdicted (194.711)."""
    return 0


def is_desert_day(s: HollowState) -> bool:
    """176.31: only desert boards that are neither broken nor steppe, by day."""
    return not s.plan.data.get("terrain", {}).get("broken") and not s.plan.data.get("terrain", {}).get("steppe")


# the clock


def player_turn_begins(s: HollowState) -> None:
    """Wind change and what follows from it; may push frames of chance."""


def set_up_weather(s: HollowState) -> None:
    """Before the first turn: tracks from the scenario's [weather]; may push frames of chance. No events: the position is being laid out."""


def extra_actions(s: HollowState, side: int, phase: str) -> list[tuple[str, ...]]:
    """Orders of other chapters in a phase ("prep", "move", "rally"): smoke grenades, clearing wire and mines."""
    return []


def do_extra(s: HollowState, side: int, phase: str, action: tuple[str, ...]) -> None:
    """Carry out one of `extra_actions`."""
    raise NotImplementedError(f"nobody offers {action}")


def chance_steps() -> dict[str, object]:
    """Steps of other chapters, by frame name."""
    return {}
