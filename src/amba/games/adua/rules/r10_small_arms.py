"""10.1 Small arms combat: who attacks whom, and with how many dice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from amba.core.decision import Action, Decision, Refusal, unknown_action
from amba.core.flow import Step, change, push
from amba.core.menu import Menu
from amba.games.adua.book import rule
from amba.games.adua.rules.r06_artillery import can_answer, can_hit, fires, in_zone, may_bombard
from amba.games.adua.rules.r09_movement import STORM
from amba.games.adua.state import AduaState, enemy
from amba.games.adua.world import COMMITTED, ENTERED, GUNS, HOLD, ITALIAN, MELEE, SIDE_TITLES, UNTESTED

Pairs = tuple[tuple[int, int], ...]
"""Attacks: attacker and target."""
Shares = tuple[tuple[int, int, int], ...]
"""Attacker, target, and the dice the one rolls against the other."""


@rule("10.1", "8.1", "8.2", "8.2.combat")
def may_fire(s: AduaState, unit: int) -> bool:
    """Italians need an order that lets them attack; nobody in melee, and no cavalry."""
    if s.has(unit, MELEE) or not fires(s, unit):
        return False
    return s.side[unit] != ITALIAN or bool(s.marks[unit] & (STORM | 1 << HOLD))


def neighbours_in_zone(s: AduaState, unit: int) -> list[int]:
    """Enemy units in the unit's zone of control that are not in melee."""
    foe = enemy(s.side[unit])
    found: list[int] = []
    if not s.contact(foe)[s.at[unit]]:
        return found
    for hex in s.world.zoc_links[unit][s.at[unit]]:
        if s.here[hex]:
            found += [u for u in s.combat_at(hex, foe) if not s.has(u, MELEE)]
    return found


@rule("10.1", "6.0.artillery")
def targets(s: AduaState, unit: int) -> list[int]:
    """Every enemy the unit can attack from where it stands."""
    found = neighbours_in_zone(s, unit)
    if s.world.units[unit].is_artillery:
        found += [foe for foe in s.units(enemy(s.side[unit])) if foe not in found and may_bombard(s, unit, foe)]
    return found


@rule("10.1.unattacked", "fig.5")
def left_alone(s: AduaState, unit: int, pairs: Pairs) -> list[int]:
    """Enemies in the unit's zone that are not attacked: by nobody, or under the option not by this unit."""
    own = s.options["unattacked"] == "self"
    attacked = {target for attacker, target in pairs if attacker == unit or not own}
    return [foe for foe in neighbours_in_zone(s, unit) if foe not in attacked]


@rule("10.1.unattacked", "fig.5")
def attack_value(s: AduaState, unit: int, pairs: Pairs) -> int:
    """The combat value an attacker may split: two less for each enemy left alone."""
    return max(0, s.value(unit) - 2 * len(left_alone(s, unit, pairs)))


@rule("10.0.duty")
def must_fire(s: AduaState, side: int, pairs: Pairs) -> list[int]:
    """Units that entered an enemy zone of control and have not attacked yet."""
    busy = {attacker for attacker, _ in pairs}
    return [u for u in s.units(side) if s.has(u, ENTERED) and u not in busy and may_fire(s, u) and targets(s, u)]


def shooters(s: AduaState, side: int) -> list[int]:
    """Units of a side that may attack and have somebody to attack."""
    near, at, units = s.contact(enemy(side)), s.at, s.world.units
    return [u for u in s.units(side) if (near[at[u]] or units[u].is_artillery) and may_fire(s, u) and targets(s, u)]


def massed(s: AduaState, able: Iterable[int], pairs: Pairs) -> dict[int, list[int]]:
    """10.1: enemy unit -> all that could attack it and attack nobody yet."""
    busy = {attacker for attacker, _ in pairs}
    found: dict[int, list[int]] = {}
    for unit in able:
        if unit not in busy:
            for target in targets(s, unit):
                found.setdefault(target, []).append(unit)
    return found


def refuse_attack(s: AduaState, side: int, pairs: Pairs, a: Action) -> Refusal | None:
    """Why a unit cannot attack a target."""
    world = s.world
    unit, target = world.names.piece.get(a[1], -1), world.names.piece.get(a[2], -1)
    for piece, key, owner in ((unit, a[1], side), (target, a[2], enemy(side))):
        if piece < 0 or not s.is_on_map(piece) or s.side[piece] != owner or not world.is_combat[piece]:
            return Refusal("10.1", "{key} is no such unit on the map.", {"key": key})
    values = {"title": world.units[unit].title, "target": world.units[target].title}
    if not fires(s, unit):
        return Refusal("6.0.cavalry", "{title} has no firearms.", values)
    if s.has(unit, MELEE) or s.has(target, MELEE):
        return Refusal("10.2.continue", "Units in melee take no part in small arms combat.", values)
    if not may_fire(s, unit):
        return Refusal("8.2.none", "{title} has no order to attack.", values)
    if (unit, target) in pairs:
        return Refusal("10.1", "{title} already attacks {target}.", values)
    if not can_hit(s, unit, target):
        gun = world.units[unit]
        distance = world.grid.distance(s.at[unit], s.at[target])
        items = (("Range", str(gun.range if gun.is_artillery else 1), "6.0.artillery"), ("Distance", str(distance), "6.0.artillery"))
        places = tuple(world.names.places[s.at[piece]] for piece in (unit, target))
        number = "6.0.sight" if gun.is_artillery and distance <= gun.range else "10.1"
        sentence = "{title} cannot see {target}: higher ground lies between." if number == "6.0.sight" else "{target} is out of reach of {title}."
        return Refusal(number, sentence, values, items, places)
    return None


def commit(s: AduaState, unit: int, target: int) -> None:
    """10.0: units in small arms combat exert no zone of control."""
    s.mark("10.0", unit, COMMITTED)
    s.mark("10.0", target, COMMITTED)


class FirePhase(Step[AduaState]):
    """("fire-phase", side, pairs): where nobody can attack nobody is asked."""

    auto = True

    def run(self, s: AduaState) -> None:
        _, side, pairs = s.frames[-1]
        if pairs or shooters(s, side):
            change(s, "declare", side, pairs)
        else:
            change(s, "combats", side, (), ())


@rule("10.1", "7.0")
class Declare(Step[AduaState]):
    """("declare", side, pairs): the phasing player says who attacks whom."""

    def decision(self, s: AduaState) -> Decision:
        _, side, pairs = s.frames[-1]
        left = len(must_fire(s, side, pairs))
        values = {"side": SIDE_TITLES[side], "left": left, "must": "must" if left != 1 else "has to"}
        prompt = "{side}: choose attacks with small arms" + (
            "; {left} that entered an enemy zone {must} attack." if left else ", then end the declaration."
        )
        return Decision(side, "small-arms", "10.1", prompt, values)

    def menu(self, s: AduaState) -> Menu:
        _, side, pairs = s.frames[-1]
        pieces = s.world.names.pieces
        plain: list[Action] = [] if must_fire(s, side, pairs) else [("done",)]
        able = shooters(s, side)
        heads: list[Action] = [("fire", pieces[u]) for u in able]
        plain += [("mass", pieces[target]) for target, units in massed(s, able, pairs).items() if len(units) > 1]
        return Menu(plain, heads, lambda head: self.tails(s, pairs, head))

    def tails(self, s: AduaState, pairs: Pairs, head: Action) -> list[Action]:
        unit = s.world.names.piece[head[1]]
        return [(*head, s.world.names.pieces[t]) for t in targets(s, unit) if (unit, t) not in pairs]

    def refuse(self, s: AduaState, a: Action) -> Refusal | None:
        _, side, pairs = s.frames[-1]
        if a == ("done",):
            waiting = must_fire(s, side, pairs)
            if not waiting:
                return None
            titles = ", ".join(s.world.units[u].title for u in waiting)
            hexes = tuple(s.world.names.places[s.at[u]] for u in waiting)
            return Refusal("10.0.duty", "These units entered an enemy zone of control and must attack: {titles}.", {"titles": titles}, hexes=hexes)
        if len(a) == 3 and a[0] == "fire":
            return refuse_attack(s, side, pairs, a)
        if len(a) == 2 and a[0] == "mass":
            target = s.world.names.piece.get(a[1], -1)
            if len(massed(s, shooters(s, side), pairs).get(target, ())) > 1:
                return None
            return Refusal("10.1", "There are no two units that could attack {key} and attack nobody yet.", {"key": a[1]})
        return unknown_action(a, ["fire UNIT TARGET", "mass TARGET", "done"], "10.1")

    def apply(self, s: AduaState, a: Action) -> None:
        _, side, pairs = s.frames[-1]
        if a[0] == "done":
            change(s, "guns", side, pairs)
            return
        target = s.world.names.piece[a[-1]]
        units = massed(s, shooters(s, side), pairs)[target] if a[0] == "mass" else [s.world.names.piece[a[1]]]
        for unit in units:
            commit(s, unit, target)
        change(s, "declare", side, (*pairs, *((unit, target) for unit in units)))


def untested(s: AduaState, units: Iterable[int]) -> int:
    """5.1: a unit whose machine guns are used for the first time; -1 for none."""
    return next((u for u in units if s.has(u, GUNS) and s.has(u, UNTESTED)), -1)


@rule("5.1.test")
def in_action(s: AduaState, pairs: Pairs) -> Iterator[int]:
    """Units that will roll dice: attackers, and targets that can answer one."""
    for attacker, target in pairs:
        yield attacker
        if can_answer(s, target, attacker):
            yield target


@rule("5.1.test")
class Guns(Step[AduaState]):
    """("guns", side, pairs): machine guns in this phase's combats are tested, then the dice can be counted."""

    auto = True

    def run(self, s: AduaState) -> None:
        _, side, pairs = s.frames[-1]
        unit = untested(s, in_action(s, pairs))
        if unit >= 0:
            push(s, "gun-test", unit)
            return
        order: dict[int, list[int]] = {}
        for attacker, target in pairs:
            order.setdefault(attacker, []).append(target)
        queue = tuple((unit, attack_value(s, unit, pairs), tuple(found)) for unit, found in order.items())
        change(s, "splitting", side, (), queue)


class Splitting(Step[AduaState]):
    """("splitting", side, shares, queue): dice go to a single target by themselves; for several the player is asked."""

    auto = True

    def run(self, s: AduaState) -> None:
        _, side, shares, queue = s.frames[-1]
        if not queue:
            change(s, "combats", side, shares, tuple((unit, target) for unit, target, _ in shares if in_zone(s, unit, target)))
            return
        unit, dice, left = queue[0]
        if len(left) == 1 or dice == 0:
            change(s, "splitting", side, (*shares, *((unit, target, dice) for target in left)), queue[1:])
        else:
            change(s, "split", side, shares, queue)


@rule("10.1")
class Split(Step[AduaState]):
    """("split", side, shares, queue): how many dice of a unit go to the next of its targets."""

    def limits(self, s: AduaState) -> range:
        _, dice, left = s.frames[-1][3][0]
        least = 1 if dice >= len(left) else 0
        return range(least, dice - least * (len(left) - 1) + 1)

    def decision(self, s: AduaState) -> Decision:
        _, side, _, queue = s.frames[-1]
        unit, dice, left = queue[0]
        values = {"title": s.world.units[unit].title, "dice": dice, "target": s.world.units[left[0]].title}
        return Decision(side, "split", "10.1", "{title} has {dice} dice: how many against {target}?", values)

    def menu(self, s: AduaState) -> Menu:
        unit, _, left = s.frames[-1][3][0]
        pieces = s.world.names.pieces
        return Menu([("dice", pieces[unit], pieces[left[0]], str(number)) for number in self.limits(s)])

    def apply(self, s: AduaState, a: Action) -> None:
        _, side, shares, queue = s.frames[-1]
        unit, dice, left = queue[0]
        number = int(a[3])
        rest = (unit, dice - number, left[1:])
        change(s, "splitting", side, (*shares, (unit, left[0], number)), (rest, *queue[1:]))
