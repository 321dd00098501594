"""How many units and weapons a hex holds, and what a unit carries."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from amba.core.decision import Refusal
from amba.games.hollow.book import rule
from amba.games.hollow.rules.r110_mounts import refuse_mount_as_weapon
from amba.games.hollow.state import HollowState

UNITS, SQUADS, WEAPON_POINTS = 4, 3, 10


@rule("6", "42")
def crowd(s: HollowState, place: int, side: int, more: Iterable[int] = ()) -> tuple[int, int]:
    """Units and squads of a side in a hex together with others on their way; a dummy counts as a squad, so that it looks like one."""
    pieces = {*s.counters_at(place, side), *more}
    return len(pieces), sum(1 for p in pieces if s.is_dummy(p) or s.is_squad(p))


@rule("6")
def refuse_crowd(s: HollowState, place: int, side: int, more: Iterable[int]) -> Refusal | None:
    """Four units, of which three squads; ten portage points of weapons."""
    more = tuple(more)
    units, squads = crowd(s, place, side, more)
    if units > UNITS or squads > SQUADS:
        items = (("units, at most 4", str(units), "6"), ("squads among them, at most 3", str(squads), "6"))
        return Refusal("6", "{place} would hold too many of your units.", {"place": s.world.names.places[place]}, items)
    weapons = {p for p in s.here[place] if s.is_weapon(p) and s.owner_of(p) >= 0 and s.side[s.owner_of(p)] == side}
    weapons |= {w for u in more if s.is_unit(u) for w in s.weapons_of(u)}
    load = sum(s.weapon(w).portage for w in weapons)
    if load > WEAPON_POINTS:
        return Refusal(
            "6", "{place} would hold weapons of {load} portage points; 10 is the limit.", {"place": s.world.names.places[place], "load": load}
        )
    return None


@rule("5.7")
def load_of(s: HollowState, unit: int) -> int:
    return sum(s.weapon(w).portage for w in s.weapons_of(unit))


@rule("5.7")
def overload(s: HollowState, unit: int, group: Sequence[int] = ()) -> int:
    """Portage points beyond what a squad (3) or a leader (1) carries freely; each costs a movement factor. A leader's hands are one more (142.23, example)."""
    over = max(0, load_of(s, unit) - (1 if s.is_leader(unit) else 3))
    return max(0, over - 1) if over and unit in _helped(s, group) else over


def _helped(s: HollowState, group: Sequence[int]) -> list[int]:
    """Those of a stack with whom a leader who carries nothing himself shares the load: one each."""
    hands = sum(1 for unit in group if s.is_leader(unit) and not load_of(s, unit))
    return [unit for unit in group if not s.is_leader(unit) and overload(s, unit)][:hands] if hands else []


@rule("188.171")
def refuse_fallen(s: HollowState, unit: int) -> Refusal | None:
    """What nobody holds lies at the bottom of a wadi, out of reach of men at its crest."""
    return Refusal("188.171", "It has fallen to the bottom of the wadi.") if s.position(unit) == "crest" else None


@rule("5.7")
def refuse_weapon(s: HollowState, unit: int, weapon: int) -> Refusal | None:
    """A leader never carries more than 3 points, men never more than 5."""
    if (found := refuse_mount_as_weapon(s, unit, weapon)) is not None:
        return found
    most = 3 if s.is_leader(unit) else 5
    load = load_of(s, unit) + s.weapon(weapon).portage
    if load > most:
        items = (("load with it", str(load), "5.7"), ("limit", str(most), "5.7"))
        return Refusal("5.7", "That is more than one unit can carry.", {}, items)
    return None
