"""10.1 and 10.2: what follows a combat: hits shared out, leaders under fire, isolated pieces."""

from __future__ import annotations

from collections.abc import Iterable

from amba.core.decision import Decision, Refusal
from amba.core.event import Removed
from amba.core.steps import AskStep, AutoStep, Takes, change, pop, push
from amba.games.adua.book import rule
from amba.games.adua.frames import After, AskHit, Casualty, Sharing, Units
from amba.games.adua.orders import TakeHit
from amba.games.adua.rules.asking import die_for
from amba.games.adua.rules.r13_victory import end_if_over
from amba.games.adua.state import AduaState, enemy
from amba.games.adua.world import ABYSSINIAN, ITALIAN, REPULSED

CASUALTIES_FROM = 6


@rule("10.1.limit")
def room(s: AduaState, unit: int, given: int) -> int:
    """How many more hits can count on a unit: two for a step, and no more than two steps."""
    return 2 * min(2, s.world.units[unit].steps - s.face[unit]) - given


def give(at: Sharing | AskHit, index: int, hits: int) -> Sharing:
    """So many more hits for one of the units."""
    return Sharing(at.units, (*at.given[:index], at.given[index] + hits, *at.given[index + 1 :]), at.left - hits)


@rule("10.1.hits", "10.1.limit")
def share_hits(s: AduaState, at: Sharing) -> None:
    """Hits go by themselves where there is no choice, and take effect when all are given."""
    able = [i for i, unit in enumerate(at.units) if room(s, unit, at.given[i]) > 0]
    if not at.left or not able:
        pop(s)
        for unit, hits in zip(at.units, at.given, strict=True):
            suffer(s, unit, hits)
    elif len(able) == 1:
        index = able[0]
        change(s, give(at, index, min(at.left, room(s, at.units[index], at.given[index]))))
    else:
        change(s, AskHit(at.units, at.given, at.left))


@rule("10.1.hits", "10.1.repulsed", "fig.3")
def suffer(s: AduaState, unit: int, hits: int) -> None:
    """One hit repulses, every second takes a step."""
    if hits:
        s.mark("10.1.repulsed", unit, REPULSED)
    if hits >= 2:
        s.lose_steps(unit, hits // 2, "10.1.hits")


def ask_hit(s: AduaState, at: AskHit) -> Decision:
    values = {"left": f"{at.left} hits" if at.left > 1 else "one hit"}
    prompt = "Abyssinians: {left} to share out. One repulses a unit, every second takes a step. Who takes the next?"
    return Decision(ABYSSINIAN, "hits", "10.1.hits", prompt, values)


@rule("10.1.hits")
def refuse_hit(s: AduaState, at: AskHit, a: TakeHit) -> Refusal | None:
    """The Abyssinian player says who takes the next hit, of those for whom it counts."""
    values = {"title": s.world.title(a.unit)}
    if a.unit not in at.units:
        return Refusal("10.1.hits", "{title} is not among the units that share these hits.", values)
    given = at.given[at.units.index(a.unit)]
    items = (("Hits given", str(given), "10.1.hits"), ("Most", str(room(s, a.unit, 0)), "10.1.limit"))
    return None if room(s, a.unit, given) > 0 else Refusal("10.1.limit", "{title} can take no more hits.", values, items)


@rule("10.1.leaders")
def leaders_with(s: AduaState, units: Iterable[int]) -> Units:
    """Italian leaders stacked with units in a combat, from turn 6."""
    if s.turn < CASUALTIES_FROM:
        return ()
    hexes = {s.at[unit] for unit in units if s.side[unit] == ITALIAN}
    return tuple(leader for leader in s.followers(ITALIAN) if s.world.units[leader].is_leader and s.at[leader] in hexes)


@rule("10.1.leaders")
def look_after(s: AduaState, at: After) -> None:
    """Leaders who were with the units in combat are looked after, then isolated pieces."""
    if at.leaders:
        change(s, After(at.leaders[1:]))
        push(s, Casualty(at.leaders[0]))
        return
    pop(s)
    isolate(s)


@rule("10.1.leaders")
def hit_leader(s: AduaState, at: Casualty, die: int) -> None:
    """A leader falls on a 6."""
    if die == 6 and s.is_on_map(at.leader):
        s.do(Removed("10.1.leaders", at.leader, s.at[at.leader], s.world.box["eliminated"]))


@rule("10.2.isolated")
def is_isolated(s: AduaState, piece: int) -> bool:
    """A leader or mule in an enemy zone of control, or alone among enemies, without a friendly unit in its hex."""
    side, hex = s.side[piece], s.at[piece]
    if s.combat_at(hex, side):
        return False
    return bool(s.zoc(enemy(side))[hex] or s.combat_at(hex, enemy(side)))


def isolate(s: AduaState, sides: tuple[int, ...] = (ITALIAN, ABYSSINIAN)) -> None:
    """10.2: remove isolated pieces, and see whether that ends the battle."""
    lost = [piece for side in sides for piece in s.followers(side) if is_isolated(s, piece)]
    for piece in lost:
        s.do(Removed("10.2.isolated", piece, s.at[piece], s.world.box["eliminated"]))
    end_if_over(s)


AFTER_STEPS = (
    AutoStep(Sharing, share_hits),
    AskStep(
        AskHit, ask_hit,
        Takes(
            TakeHit, lambda s, at, a: change(s, give(at, at.units.index(a.unit), 1)), refuse_hit,
            candidates=lambda s, at: [TakeHit(unit) for unit in at.units],
        ),
    ),
    AutoStep(After, look_after),
    die_for(Casualty, "casualty", "10.1.leaders", "{title} is under fire: he falls on a 6.", lambda at: at.leader, hit_leader),
)  # fmt: skip
