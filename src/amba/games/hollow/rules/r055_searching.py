"""Searching: men go over a hex and find what lies hidden there (F, 55.82, 55.83)."""

from __future__ import annotations

from amba.core.decision import Refusal
from amba.core.event import Said
from amba.core.steps import Takes, push
from amba.games.hollow.book import rule
from amba.games.hollow.counters import BUSY, HIDDEN
from amba.games.hollow.frames import MovePhase, Watching
from amba.games.hollow.frames_men import SearchRoll
from amba.games.hollow.orders_men import Search
from amba.games.hollow.rules.common import Item, refuse_not_own, sum_of
from amba.games.hollow.rules.dice import ONE_DIE, place_value, roll_step
from amba.games.hollow.rules.r005_movement import refuse_mover
from amba.games.hollow.rules.r014_leaders import helper
from amba.games.hollow.rules.r042_concealment import reveal
from amba.games.hollow.rules.r055_mines import COVERED, find_dummy, mines_at, show_mines
from amba.games.hollow.rules.r110_mounts import refuse_astride
from amba.games.hollow.state import HollowState

FOUND = 4
"""Ours: a die of at most so many, and whatever lies there is found."""


@rule("F")
def search_items(s: HollowState, unit: int) -> list[Item]:
    """+1 for fewer men than a squad, and their leader's modifier."""
    led = helper(s, unit)
    return [item for item in (Item("fewer than a squad", int(not s.is_squad(unit)), "F"), Item("leader", led, "14")) if item.value]


@rule("F")
def refuse_search(s: HollowState, at: MovePhase, a: Search) -> Refusal | None:
    """Unbroken men on foot who have spent nothing yet, in place of moving: their own hex, or one they could walk into. What lies there does not matter: nobody knows."""
    found = refuse_searcher(s, at, a.unit)
    here, names = s.at[a.unit], {"place": s.world.names.places[a.to]}
    if found is not None or a.to == here:
        return found
    if a.to not in s.field.around[here]:
        return Refusal("F", "{place} is not a neighbouring hex: men search their own hex or the next.", names)
    return None if s.field.is_passable(here, a.to) else Refusal("82.1", "A cliff lies between here and {place}.", names)


def refuse_searcher(s: HollowState, at: MovePhase, unit: int) -> Refusal | None:
    found = refuse_not_own(s, at.side, unit, "F", "squad or crew") or refuse_mover(s, at.side, unit)
    if found is not None:
        return found
    if unit in at.stayed or s.points[unit]:
        return Refusal("F", "{unit} has moved: searching takes the whole movement phase.", {"unit": s.world.names.pieces[unit]})
    return refuse_astride(s, unit)


def searches(s: HollowState, at: MovePhase, unit: int) -> list[Search]:
    here = s.at[unit]
    return [Search(unit, to) for to in (here, *s.field.around[here]) if to == here or s.field.is_passable(here, to)]


def searchers(s: HollowState, at: MovePhase) -> list[int]:
    return [unit for unit in s.units(at.side) if s.is_man(unit) and refuse_searcher(s, at, unit) is None]


@rule("F", "16", "42")
def search(s: HollowState, at: MovePhase, a: Search) -> None:
    """They are busy for the rest of the player turn and seen at it; the enemy may fire at them as at men who move."""
    reveal(s, a.unit)
    s.mark("F", a.unit, BUSY)
    push(s, Watching(s.at[a.unit], (a.unit,)))
    push(s, SearchRoll(a.unit, a.to))


@rule("F", "55.82", "55.83")
def read_search(s: HollowState, at: SearchRoll, dice: tuple[int, ...]) -> None:
    """At most four, with the modifiers: everything that lies in the hex comes to light, and everybody hears if there is nothing."""
    most = FOUND - sum_of(search_items(s, at.unit))
    names = (s.world.names.pieces[at.unit], s.world.names.places[at.place], most)
    if dice[0] > most:
        s.do(Said("F", "searched", (*names, "finds out nothing")))
        return
    s.do(Said("F", "searched", (*names, "knows what is there")))
    if not (uncover_men(s, at) | uncover_works(s, at)):
        s.do(Said("F", "nothing there", (s.world.names.places[at.place],)))


@rule("F", "42")
def uncover_men(s: HollowState, at: SearchRoll) -> bool:
    """Concealed and hidden units lie open, dummies are gone; whether there were any."""
    secret = [piece for piece in s.counters_at(at.place, 1 - s.side[at.unit]) if s.is_secret(piece)]
    for piece in secret:
        reveal(s, piece)
    return bool(secret)


@rule("55.82", "55.83")
def uncover_works(s: HollowState, at: SearchRoll) -> bool:
    """A dummy minefield is found out, mines are known to lie there but not how strong, and so are those against tanks; whether there were any. Other works are seen from the next hex anyway (185.22)."""
    found = False
    for work in [w for w in s.works_at(at.place) if s.side[w] != s.side[at.unit]]:
        is_field = work in mines_at(s, at.place)
        if is_field and s.face[work] in COVERED and not s.points[work]:
            find_dummy(s, work)
        elif is_field and (s.has(work, HIDDEN) or s.face[work] in COVERED):
            show_mines(s, work, False)
            s.do(Said("55.83", "real mines", (s.world.names.places[at.place],)))
        elif s.has(work, HIDDEN):
            s.mark("55.83", work, HIDDEN, False)
        else:
            continue
        found = True
    return found


SEARCH_ORDER = Takes(Search, search, refuse_search, heads=searchers, tails=searches)
SEARCH_ROLL = roll_step(SearchRoll, "search", "F", "Searching {place}", read_search, ONE_DIE, place_value)
