"""10.1 and 10.2: what follows a combat: hits shared out, leaders under fire, isolated pieces."""

from __future__ import annotations

from collections.abc import Iterable

from amba.core.decision import Action, Decision
from amba.core.event import Removed
from amba.core.flow import Step, change, pop, push
from amba.core.menu import Menu
from amba.games.adua.book import rule
from amba.games.adua.rules.r05_guns import Roll
from amba.games.adua.rules.r13_victory import end_if_over
from amba.games.adua.state import AduaState, enemy
from amba.games.adua.world import ABYSSINIAN, ITALIAN, REPULSED

CASUALTIES_FROM = 6


@rule("10.1.limit")
def room(s: AduaState, unit: int, given: int) -> int:
    """How many more hits can count on a unit: two for a step, and no more than two steps."""
    return 2 * min(2, s.world.units[unit].steps - s.face[unit]) - given


def give(given: tuple[int, ...], index: int, hits: int) -> tuple[int, ...]:
    return (*given[:index], given[index] + hits, *given[index + 1 :])


@rule("10.1.hits", "10.1.limit")
class Sharing(Step[AduaState]):
    """("sharing", units, given, left): hits go by themselves where there is no choice, and take effect when all are given."""

    auto = True

    def run(self, s: AduaState) -> None:
        _, units, given, left = s.frames[-1]
        able = [i for i, unit in enumerate(units) if room(s, unit, given[i]) > 0]
        if not left or not able:
            pop(s)
            for unit, hits in zip(units, given, strict=True):
                suffer(s, unit, hits)
        elif len(able) == 1:
            index = able[0]
            hits = min(left, room(s, units[index], given[index]))
            change(s, "sharing", units, give(given, index, hits), left - hits)
        else:
            change(s, "hits", units, given, left)


@rule("10.1.hits", "10.1.repulsed", "fig.3")
def suffer(s: AduaState, unit: int, hits: int) -> None:
    """One hit repulses, every second takes a step."""
    if hits:
        s.mark("10.1.repulsed", unit, REPULSED)
    if hits >= 2:
        s.lose_steps(unit, hits // 2, "10.1.hits")


@rule("10.1.hits")
class Hits(Step[AduaState]):
    """("hits", units, given, left): the Abyssinian player says who takes the next hit."""

    def decision(self, s: AduaState) -> Decision:
        left = s.frames[-1][3]
        values = {"left": f"{left} hits" if left > 1 else "one hit"}
        prompt = "Abyssinians: {left} to share out. One repulses a unit, every second takes a step. Who takes the next?"
        return Decision(ABYSSINIAN, "hits", "10.1.hits", prompt, values)

    def menu(self, s: AduaState) -> Menu:
        _, units, given, _ = s.frames[-1]
        pieces = s.world.names.pieces
        return Menu([("hit", pieces[unit]) for unit, hits in zip(units, given, strict=True) if room(s, unit, hits) > 0])

    def apply(self, s: AduaState, a: Action) -> None:
        _, units, given, left = s.frames[-1]
        index = units.index(s.world.names.piece[a[1]])
        change(s, "sharing", units, give(given, index, 1), left - 1)


@rule("10.1.leaders")
def leaders_with(s: AduaState, units: Iterable[int]) -> tuple[int, ...]:
    """Italian leaders stacked with units in a combat, from turn 6."""
    if s.turn < CASUALTIES_FROM:
        return ()
    hexes = {s.at[unit] for unit in units if s.side[unit] == ITALIAN}
    return tuple(leader for leader in s.followers(ITALIAN) if s.world.units[leader].is_leader and s.at[leader] in hexes)


@rule("10.1.leaders")
class After(Step[AduaState]):
    """("after", leaders): leaders who were with the units in combat are looked after, then isolated pieces."""

    auto = True

    def run(self, s: AduaState) -> None:
        leaders = s.frames[-1][1]
        if leaders:
            change(s, "after", leaders[1:])
            push(s, "casualty", leaders[0])
            return
        pop(s)
        isolate(s)


@rule("10.1.leaders")
class Casualty(Roll):
    """("casualty", leader): a leader falls on a 6."""

    kind = "casualty"
    number = "10.1.leaders"
    prompt = "{title} is under fire: he falls on a 6."

    def result(self, s: AduaState, piece: int, die: int) -> None:
        if die == 6 and s.is_on_map(piece):
            s.do(Removed(self.number, piece, s.at[piece], s.world.box["eliminated"]))


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
