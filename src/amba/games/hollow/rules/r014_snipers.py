"""Snipers: what comes of their chance (M)."""

from __future__ import annotations

from amba.core.decision import CHANCE, Decision
from amba.core.event import Said
from amba.core.steps import ChanceStep, pop, push
from amba.games.hollow.book import rule
from amba.games.hollow.frames import Effects
from amba.games.hollow.frames_men import SniperDraw, SniperRoll
from amba.games.hollow.orders import Hit
from amba.games.hollow.rules.dice import ONE_DIE, roll_step
from amba.games.hollow.rules.r012_heroes import is_hero
from amba.games.hollow.rules.r012_morale import break_unit, eliminate, lose_leader, pin, reduce
from amba.games.hollow.rules.r042_concealment import reveal
from amba.games.hollow.state import HollowState
from amba.games.hollow.titles import side_title

STRIKES, SCARES = 1, 2


@rule("M")
def marks_of(s: HollowState, side: int) -> list[int]:
    """Whom a sniper of this side may hit: every counter of the enemy's on the map that is not hidden, question marks and dummies too."""
    return s.known_counters(1 - side)


@rule("M")
def read_sniper(s: HollowState, at: SniperRoll, dice: tuple[int, ...]) -> None:
    """1 hits, 2 makes somebody take cover; anything else is nothing."""
    hits = dice[0] <= SCARES and bool(marks_of(s, at.side))
    s.do(Said("M", "sniper", (side_title(s.plan.data, at.side), "fires" if hits else "has no target")))
    if hits:
        push(s, SniperDraw(at.side, dice[0]))


def ask_draw(s: HollowState, at: SniperDraw) -> Decision:
    return Decision(CHANCE, "sniper draw", "M", "Whom does the sniper see?")


def draws(s: HollowState, at: SniperDraw) -> list[tuple[Hit, int]]:
    return [(Hit(unit), 1) for unit in marks_of(s, at.side)]


@rule("M", "14")
def strike_mark(s: HollowState, at: SniperDraw, a: Hit) -> None:
    """A leader falls, men break, a hero is wounded, who was broken is reduced; or they are pinned. A dummy is gone."""
    pop(s)
    unit, place, side = a.unit, s.at[a.unit], s.side[a.unit]
    reveal(s, unit)
    if not s.is_unit(unit) or not s.is_on_map(unit):
        s.do(Said("M", "sniper hit", (s.world.names.places[place], "nobody was there")))
    elif at.die == SCARES:
        s.do(Said("M", "sniper hit", (s.world.names.pieces[unit], "takes cover")))
        pin(s, unit)
    elif s.is_leader(unit):
        s.do(Said("M", "sniper hit", (s.world.names.pieces[unit], "falls")))
        eliminate(s, unit, "M")
        push(s, Effects((lose_leader(s, place, side, unit),)))
    else:
        s.do(Said("M", "sniper hit", (s.world.names.pieces[unit], "is hit")))
        (break_unit if s.is_good(unit) and not is_hero(s, unit) else reduce)(s, unit)


SNIPER_ROLL = roll_step(
    SniperRoll, "sniper", "M", "A sniper of {side}", read_sniper, ONE_DIE, lambda s, at: {"side": side_title(s.plan.data, at.side)}
)
SNIPER_DRAW = ChanceStep(SniperDraw, ask_draw, draws, strike_mark)
