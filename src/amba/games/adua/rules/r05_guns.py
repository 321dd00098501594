"""5.1 Machine guns: tested when first used, repaired, or lost."""

from __future__ import annotations

from collections.abc import Iterable

from amba.core.decision import Refusal
from amba.games.adua.book import rule
from amba.games.adua.frames import GunTest, Repair
from amba.games.adua.rules.asking import die_for
from amba.games.adua.state import AduaState
from amba.games.adua.world import FOOT_WITH_GUNS, GUNS, ITALIAN, JAMMED, JAMMED_NOW, UNTESTED


@rule("5.0", "5.1.assign")
def refuse_guns(s: AduaState, unit: int) -> Refusal | None:
    """Infantry of every kind but the Bersaglieri, one gun to a unit."""
    values = {"title": s.world.title(unit)}
    if s.side[unit] != ITALIAN or s.world.units[unit].kind not in FOOT_WITH_GUNS:
        return Refusal("5.1.assign", "{title} may have no machine guns: they go to infantry, Ascari and Alpini, not to the Bersaglieri.", values)
    if not s.is_on_map(unit):
        return Refusal("5.1.assign", "{title} is not on the map yet.", values)
    if s.has(unit, GUNS):
        return Refusal("5.1.assign", "{title} has machine guns already.", values)
    return None


def untested(s: AduaState, units: Iterable[int]) -> int:
    """A unit whose machine guns are used for the first time; -1 for none."""
    return next((u for u in units if s.has(u, GUNS) and s.has(u, UNTESTED)), -1)


@rule("5.1.test")
def test_guns(s: AduaState, at: GunTest, die: int) -> None:
    """On 4 to 6 the guns work, on 1 to 3 they are out of order."""
    s.mark("5.1.test", at.unit, UNTESTED, False)
    if die <= 3:
        s.mark("5.1.test", at.unit, JAMMED)
        s.mark("5.1.test", at.unit, JAMMED_NOW)


def to_repair(s: AduaState) -> list[int]:
    """Units whose machine guns failed before this turn."""
    return [u for u in s.units(ITALIAN) if s.has(u, JAMMED) and not s.has(u, JAMMED_NOW)]


@rule("5.1.repair")
def repair_guns(s: AduaState, at: Repair, die: int) -> None:
    """5 or 6 mends, 1 loses the guns for good."""
    if die >= 5:
        s.mark("5.1.repair", at.unit, JAMMED, False)
    if die == 1:
        s.lose_guns(at.unit, "5.1.repair")


GUN_STEPS = (
    die_for(
        GunTest, "gun-test", "5.1.test", "The machine guns of {title} go into action for the first time: 4 to 6 and they work.",
        lambda at: at.unit, test_guns,
    ),
    die_for(Repair, "repair", "5.1.repair", "The machine guns of {title}: 5 or 6 mends them, 1 loses them.", lambda at: at.unit, repair_guns),
)  # fmt: skip
