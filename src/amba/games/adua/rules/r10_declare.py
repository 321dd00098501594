"""10.1 Small arms combat: attacks are declared, machine guns tested, and dice shared out."""

from __future__ import annotations

from collections.abc import Iterator

from amba.core.decision import Decision, Refusal
from amba.core.order import Done
from amba.core.steps import AskStep, AutoStep, Takes, change, push
from amba.games.adua.book import rule
from amba.games.adua.frames import AskSplit, Combats, Declare, FirePhase, GunTest, GunTests, Pairs, Splitting
from amba.games.adua.orders import Fire, Mass, Split
from amba.games.adua.rules.r05_guns import untested
from amba.games.adua.rules.r06_artillery import can_answer, in_zone
from amba.games.adua.rules.r10_attacks import attack_value, commit, could_mass, must_fire, refuse_attack, shooters, targets
from amba.games.adua.state import AduaState
from amba.games.adua.world import SIDE_TITLES


def begin_fire(s: AduaState, at: FirePhase) -> None:
    """Where nobody can attack nobody is asked."""
    if at.pairs or shooters(s, at.side):
        change(s, Declare(at.side, at.pairs))
    else:
        change(s, Combats(at.side, (), ()))


def ask_attacks(s: AduaState, at: Declare) -> Decision:
    left = len(must_fire(s, at.side, at.pairs))
    values = {"side": SIDE_TITLES[at.side], "left": left, "must": "must" if left != 1 else "has to"}
    more = "; {left} that entered an enemy zone {must} attack." if left else ", then end the declaration."
    return Decision(at.side, "small-arms", "10.1", "{side}: choose attacks with small arms" + more, values)


def attacks_by(s: AduaState, at: Declare, unit: int) -> list[Fire]:
    return [Fire(unit, target) for target in targets(s, unit) if (unit, target) not in at.pairs]


def refuse_mass(s: AduaState, at: Declare, a: Mass) -> Refusal | None:
    """Two or more that attack nobody yet could attack this unit."""
    count = len(could_mass(s, shooters(s, at.side), at.pairs).get(a.target, ()))
    if count > 1:
        return None
    values = {"target": s.world.title(a.target), "count": ("no unit", "only one unit")[count]}
    return Refusal("10.1", "There is {count} that could attack {target} and attacks nobody yet; it takes two.", values)


def masses(s: AduaState, at: Declare) -> list[Mass]:
    return [Mass(target) for target, units in could_mass(s, shooters(s, at.side), at.pairs).items() if len(units) > 1]


@rule("10.1", "7.0")
def attack(s: AduaState, at: Declare, *pairs: tuple[int, int]) -> None:
    """The phasing player says who attacks whom."""
    for unit, target in pairs:
        commit(s, unit, target)
    change(s, at._replace(pairs=(*at.pairs, *pairs)))


def mass(s: AduaState, at: Declare, a: Mass) -> None:
    attack(s, at, *((unit, a.target) for unit in could_mass(s, shooters(s, at.side), at.pairs)[a.target]))


@rule("10.0.duty")
def refuse_end(s: AduaState, at: Declare, a: Done) -> Refusal | None:
    """Units that entered an enemy zone of control must attack."""
    waiting = must_fire(s, at.side, at.pairs)
    if not waiting:
        return None
    titles = ", ".join(map(s.world.title, waiting))
    hexes = tuple(s.world.names.places[s.at[u]] for u in waiting)
    return Refusal("10.0.duty", "These units entered an enemy zone of control and must attack: {titles}.", {"titles": titles}, hexes=hexes)


@rule("5.1.test")
def in_action(s: AduaState, pairs: Pairs) -> Iterator[int]:
    """Units that will roll dice: attackers, and targets that can answer one."""
    for attacker, target in pairs:
        yield attacker
        if can_answer(s, target, attacker):
            yield target


@rule("5.1.test")
def prepare_dice(s: AduaState, at: GunTests) -> None:
    """Machine guns in this phase's combats are tested, then the dice can be counted."""
    unit = untested(s, in_action(s, at.pairs))
    if unit >= 0:
        push(s, GunTest(unit))
        return
    order: dict[int, list[int]] = {}
    for attacker, target in at.pairs:
        order.setdefault(attacker, []).append(target)
    queue = tuple((unit, attack_value(s, unit, at.pairs), tuple(found)) for unit, found in order.items())
    change(s, Splitting(at.side, (), queue))


def go_on_splitting(s: AduaState, at: Splitting) -> None:
    """Dice go to a single target by themselves; for several the player is asked."""
    if not at.queue:
        change(s, Combats(at.side, at.shares, tuple((unit, target) for unit, target, _ in at.shares if in_zone(s, unit, target))))
        return
    unit, dice, left = at.queue[0]
    if len(left) == 1 or dice == 0:
        change(s, at._replace(shares=(*at.shares, *((unit, target, dice) for target in left)), queue=at.queue[1:]))
    else:
        change(s, AskSplit(at.side, at.shares, at.queue))


@rule("10.1")
def limits(at: AskSplit) -> range:
    """How many dice the next target may be given: one at least, and one left for each of the others, if there are enough."""
    _, dice, left = at.queue[0]
    least = 1 if dice >= len(left) else 0
    return range(least, dice - least * (len(left) - 1) + 1)


def ask_split(s: AduaState, at: AskSplit) -> Decision:
    unit, dice, left = at.queue[0]
    values = {"title": s.world.title(unit), "dice": "1 die" if dice == 1 else f"{dice} dice", "target": s.world.title(left[0])}
    return Decision(at.side, "split", "10.1", "{title} has {dice}: how many against {target}?", values)


def refuse_split(s: AduaState, at: AskSplit, a: Split) -> Refusal | None:
    unit, dice, (target, *others) = at.queue[0]
    may = limits(at)
    values = {"title": s.world.title(unit), "target": s.world.title(target), "least": may[0], "most": may[-1]}
    if (a.unit, a.target) != (unit, target):
        return Refusal("10.1", "The dice to share out now are those of {title} against {target}.", values)
    items = (("Dice left", str(dice), "10.1"), ("Other targets", str(len(others)), "10.1"))
    return None if a.dice in may else Refusal("10.1", "Dice of {title} against {target}: {least} to {most}.", values, items)


def splits(s: AduaState, at: AskSplit) -> list[Split]:
    unit, _, left = at.queue[0]
    return [Split(unit, left[0], number) for number in limits(at)]


def split(s: AduaState, at: AskSplit, a: Split) -> None:
    unit, dice, left = at.queue[0]
    change(s, Splitting(at.side, (*at.shares, (unit, left[0], a.dice)), ((unit, dice - a.dice, left[1:]), *at.queue[1:])))


DECLARE_STEPS = (
    AutoStep(FirePhase, begin_fire),
    AskStep(
        Declare, ask_attacks,
        Takes(Done, lambda s, at, a: change(s, GunTests(at.side, at.pairs)), refuse_end),
        Takes(Mass, mass, refuse_mass, choices=masses),
        Takes(
            Fire, lambda s, at, a: attack(s, at, (a.unit, a.target)), lambda s, at, a: refuse_attack(s, at.side, at.pairs, a.unit, a.target),
            heads=lambda s, at: shooters(s, at.side), tails=attacks_by,
        ),
    ),
    AutoStep(GunTests, prepare_dice),
    AutoStep(Splitting, go_on_splitting),
    AskStep(AskSplit, ask_split, Takes(Split, split, refuse_split, choices=splits)),
)  # fmt: skip
