"""15.0 The Administrative Phase: guns, supply, carrying, rallying."""

from __future__ import annotations

from fractions import Fraction
from math import floor

from amba.core.decision import CHANCE, Decision
from amba.core.event import Flipped, Rolled, Said, Tracked
from amba.core.order import Roll
from amba.core.steps import AutoStep, ChanceStep, change, one_die, pop, push
from amba.games.keren.book import rule
from amba.games.keren.frames import Administration, Carrying, Rallying
from amba.games.keren.rules.asking import FACES
from amba.games.keren.rules.r04_victory import has_broken_through
from amba.games.keren.rules.r06_supply import check, last_check
from amba.games.keren.state import KerenState, enemy
from amba.games.keren.world import BACK, COMMONWEALTH, FRONT, ITALIAN, OUT, QUARTER, SUPPRESSED, UNFIRED, WON, factor_text

GUNS, SUPPLY, VICTORY, CARRY_ITALIAN, CARRY_COMMONWEALTH, RALLY, OVER = range(7)


@rule("15.0", "5.0.1")
def administer(s: KerenState, at: Administration) -> None:
    """Its four steps, and a look at whether the road to Keren is open (4.1)."""
    change(s, Administration(at.stage + 1))
    if at.stage == GUNS:
        ready_guns(s)
    elif at.stage == SUPPLY:
        check(s, ITALIAN)
        check(s, COMMONWEALTH)
    elif at.stage == VICTORY:
        look_at_the_road(s)
    elif at.stage in {CARRY_ITALIAN, CARRY_COMMONWEALTH}:
        push(s, Carrying(ITALIAN if at.stage == CARRY_ITALIAN else COMMONWEALTH))
    elif at.stage == RALLY:
        if s.turn == s.turns:
            last_check(s)
            look_at_the_road(s)
        shaken = tuple(u for side in (ITALIAN, COMMONWEALTH) for u in s.units(side) if s.is_suppressed(u))
        if shaken and s.frames:
            push(s, Rallying(shaken))
    else:
        pop(s)


@rule("4.1")
def look_at_the_road(s: KerenState) -> None:
    """An open road to Keren ends the battle at once."""
    if has_broken_through(s):
        s.do(Tracked("4.1", WON, 0, 1))
        s.do(Said("4.1", "broken through"))
        while s.frames:
            pop(s)


@rule("15.0.1", "12.4")
def ready_guns(s: KerenState) -> None:
    """Fired artillery is turned to its front again."""
    for unit, card in enumerate(s.world.units):
        if card.is_artillery and s.face[unit] == BACK and s.is_on_map(unit):
            s.do(Flipped("15.0.1", unit, BACK, FRONT))
            s.mark("15.0.1", unit, UNFIRED, False)


@rule("15.1.1", "15.1.2", "15.1.3")
def rally_modifiers(s: KerenState, unit: int) -> tuple[tuple[str, int, str], ...]:
    """Out of supply, nearer the enemy than a friend, out of enemy zones."""
    found = []
    side, place = s.side[unit], s.at[unit]
    if s.has(unit, OUT):
        found.append(("out of supply", 1, "15.1.1"))
    if nearest(s, unit, enemy(side)) < nearest(s, unit, side):
        found.append(("nearer to the enemy than to a friend", 1, "15.1.2"))
    if not s.zoc(enemy(side))[place]:
        found.append(("in no enemy zone of control", -1, "15.1.3"))
    return tuple(found)


def nearest(s: KerenState, unit: int, side: int) -> int:
    """How far the nearest other unit of a side is; beyond the map when there is none."""
    distance = s.world.ground.distance
    return min((distance(s.at[unit], s.at[other]) for other in s.units(side) if other != unit), default=10**6)


@rule("15.1")
def rally_limit(s: KerenState, unit: int) -> int:
    """The highest roll with which a unit rallies; below 1 none does."""
    return floor(Fraction(s.assault(unit), QUARTER)) - sum(by for _, by, _ in rally_modifiers(s, unit))


def limit_text(limit: int) -> str:
    if limit >= max(FACES):
        return "it rallies whatever the die"
    return f"it rallies on {limit} or less" if limit > 0 else "no roll is low enough"


def rally_words(s: KerenState, unit: int) -> tuple[str, str, str, str]:
    """Who tries to rally, where, with which assault factor and modifiers, and what it takes."""
    why = [factor_text(s.assault(unit)), *(f"{text} {by:+d}" for text, by, _ in rally_modifiers(s, unit))]
    return s.world.names.pieces[unit], s.world.names.places[s.at[unit]], ", ".join(why), limit_text(rally_limit(s, unit))


def ask_rally(s: KerenState, at: Rallying) -> Decision:
    _, _, why, limit = rally_words(s, at.units[0])
    values = {"unit": s.world.title(at.units[0]), "hex": s.world.spots[s.at[at.units[0]]], "why": why, "limit": limit}
    return Decision(CHANCE, "rally", "15.1", "{unit} in {hex} tries to rally: assault factor {why}; {limit}.", values)


@rule("15.1", "15.0.4", "2.5")
def rally(s: KerenState, at: Rallying, a: Roll) -> None:
    """One die for each suppressed unit. Trying costs nothing, so every unit tries."""
    unit, *others = at.units
    if others:
        change(s, Rallying(tuple(others)))
    else:
        pop(s)
    s.do(Said("15.1", "rally", rally_words(s, unit)))
    s.do(Rolled("15.1", "rally", a.dice))
    if a.dice[0] <= rally_limit(s, unit):
        s.mark("15.1", unit, SUPPRESSED, False)
    else:
        s.do(Said("15.1", "not rallied", (s.world.names.pieces[unit],)))


ADMINISTRATION = AutoStep(Administration, administer)
RALLY_DIE = ChanceStep(Rallying, ask_rally, one_die, rally)
