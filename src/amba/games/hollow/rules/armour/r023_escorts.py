"""Armoured assault: men go along beneath an armoured vehicle, at their pace (note 23)."""

from __future__ import annotations

from amba.core.decision import Refusal
from amba.core.steps import Takes, change, push, top
from amba.games.hollow.book import rule
from amba.games.hollow.counters import ESCORT, MOVED, PINNED
from amba.games.hollow.frames import Pieces, Watching
from amba.games.hollow.frames_armour import Manoeuvre
from amba.games.hollow.orders_crews import Escort
from amba.games.hollow.rules.common import NORMAL, Item, item_lines, sum_of
from amba.games.hollow.rules.r005_going import after_entry
from amba.games.hollow.rules.r005_movement import Stance, cost_from, left, pay, posture_after, refuse_mover, refuse_way, step_items
from amba.games.hollow.rules.r031_aboard import refuse_apart, stay_at_crest
from amba.games.hollow.rules.r042_concealment import lose_cover
from amba.games.hollow.rules.r110_mounts import refuse_astride
from amba.games.hollow.rules.r188_wadis import UP
from amba.games.hollow.state import HollowState


@rule("N 23")
def refuse_escort(s: HollowState, at: Manoeuvre, a: Escort) -> Refusal | None:
    """Men who begin the phase beneath an armoured vehicle and have not moved; before it has spent anything."""
    found = refuse_mover(s, s.side[at.vehicle], a.unit) or refuse_astride(s, a.unit)
    if found is not None:
        return found
    name = {"unit": s.world.names.pieces[a.unit], "vehicle": s.world.names.pieces[at.vehicle]}
    if not s.is_unit(a.unit) or s.at[a.unit] != s.at[at.vehicle] or refuse_apart(s, a.unit, at.vehicle) is not None:
        return Refusal("N 23", "{unit} is not beneath {vehicle}.", name)
    if not s.vehicle(at.vehicle).is_armoured:
        return Refusal("N 23", "{vehicle} has no armour to go along with.", name)
    if s.points[at.vehicle]:
        return Refusal("N 23", "{vehicle} has set out already.", name)
    return Refusal("N 23", "{unit} goes along already.", name) if a.unit in at.escort else None


@rule("N 23")
def escort(s: HollowState, at: Manoeuvre, a: Escort) -> None:
    """The slowest of them sets the pace."""
    units = (*at.escort, a.unit)
    change(s, at._replace(escort=units, pace=left(s, units, NORMAL)))


def pace_cost(s: HollowState, at: Manoeuvre, to: int, rim: bool = False) -> int:
    """What the hex, or its crest, costs men on foot."""
    if at.escort:
        return sum_of(step_items(s, at.escort, to, rim))
    here = s.at[at.vehicle]
    return sum_of(cost_from(s, Stance(here, s.position(at.vehicle), False), to, rim, s.side[at.vehicle]))


@rule("N 23")
def refuse_pace(s: HollowState, at: Manoeuvre, to: int, rim: bool = False) -> Refusal | None:
    """It goes only where its escort can follow, to a crest too, and no farther than they could, even if they have been left behind."""
    if at.pace >= 0 and at.escort and (found := refuse_way(s, at.escort, to, rim, NORMAL)) is not None:
        return found
    return refuse_farther(s, at, to, rim)


@rule("N 23")
def refuse_farther(s: HollowState, at: Manoeuvre, to: int, rim: bool = False) -> Refusal | None:
    """No farther than the factors of the men go, or of those who were beneath it; in an overrun too, in which nobody follows."""
    if at.pace < 0 or (need := pace_cost(s, at, to, rim)) <= at.pace:
        return None
    items = (*item_lines(step_items(s, at.escort, to, rim) if at.escort else ()), ("factors left", str(at.pace), "5"))
    return Refusal(
        "N 23",
        "{place} costs the men who go along {need}; {have} are left.",
        {"place": s.world.names.places[to], "need": need, "have": at.pace},
        items,
    )


@rule("N 23", "5", "142.71")
def accompany(s: HollowState, to: int, rim: bool = False) -> None:
    """The men go with the vehicle, to a crest too, and mines and the enemy's eyes meet them as any others."""
    at = top(s, Manoeuvre)
    if at.pace < 0:
        return
    need = pace_cost(s, at, to, rim)
    price, here = step_items(s, at.escort, to, rim) if at.escort else (), s.at[at.vehicle]
    for unit in at.escort:
        s.mark("N 23", unit, MOVED)
        s.mark("N 23", unit, ESCORT)
        pay(s, "N 23", unit, list(price))
        s.march("N 23", unit, to)
        posture_after(s, unit, to, rim, here)
    lose_cover(s, at.escort)
    change(s, at._replace(pace=at.pace - need))


@rule("N 23", "16")
def watch_escort(s: HollowState, at: Manoeuvre, place: int, origin: int) -> None:
    """The defender may fire at them, too."""
    if at.escort and s.at[at.escort[0]] == place:
        push(s, Watching(place, at.escort))
        after_entry(s, at.escort, origin, place)


@rule("N 23", "188.161")
def refuse_climb(s: HollowState, at: Manoeuvre, factors: int) -> Refusal | None:
    """Up to the crest of a wadi, or down from it, the men go along for what it costs men."""
    if at.pace < 0 or factors <= at.pace:
        return None
    return Refusal("N 23", "That costs the men who go along {need}; {have} are left.", {"need": factors, "have": at.pace})


@rule("N 23", "188.161", "188.24")
def climb_along(s: HollowState, units: Pieces, vehicle: int, factors: int) -> None:
    """They are where their vehicle is now: at its crest, on the same side, or down in the bed."""
    for unit in units:
        s.mark("N 23", unit, MOVED)
        s.mark("N 23", unit, ESCORT)
        pay(s, "N 23", unit, [Item("up to the crest" if factors == UP else "down from the crest", factors, "188.161")])
        posture_after(s, unit, s.at[vehicle], False)
        stay_at_crest(s, vehicle, unit)
    lose_cover(s, units)


def keep_up(s: HollowState, units: Pieces, vehicle: int) -> Pieces:
    """Those who are still with it and on their feet."""
    return tuple(u for u in units if s.is_on_map(u) and s.is_good(u) and not s.has(u, PINNED) and s.at[u] == s.at[vehicle])


ESCORT_ORDER: Takes[HollowState, Manoeuvre, Escort] = Takes(
    Escort, escort, refuse_escort, candidates=lambda s, at: [Escort(unit) for unit in s.units_at(s.at[at.vehicle], s.side[at.vehicle])]
)
