"""10 Combat: who must and may attack, odds, shifts and the die."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from amba.core.decision import CHANCE, Action, Decision, Refusal, unknown_action
from amba.core.event import Marked, Rolled, Said
from amba.core.flow import Step, change, pop, push
from amba.core.menu import Menu
from amba.games.ethiopia.book import rule
from amba.games.ethiopia.rules.gordon import Modifier, may_seek_fight, may_support, modifiers
from amba.games.ethiopia.rules.r09_air import bomber_shift, gas_shift
from amba.games.ethiopia.state import EthiopiaState
from amba.games.ethiopia.world import ETHIOPIAN, FOUGHT, GARRISON, LINKED, OBLIGED, OUT, SIDES, counted
from amba.kit.odds import column, ratio, shift

DIE: tuple[tuple[Action, int], ...] = tuple((("die", str(n)), 1) for n in range(1, 7))
LEADER_RANGE = 3


class Fight(NamedTuple):
    """An attack with everything that goes into its result."""

    target: int
    attack: int
    defence: int
    shifts: tuple[tuple[str, int, str], ...]
    """label, columns to the right, rule"""
    column: int
    modifiers: tuple[Modifier, ...]

    @property
    def die_modifier(self) -> int:
        return sum(m.by for m in self.modifiers)


def defenders(s: EthiopiaState, target: int, side: int) -> list[int]:
    """10.3: everything that defends the hex against this side, an intrinsic garrison included."""
    found = s.combat_units(target, 1 - side)
    trench = s.trench(target, 1 - side)
    if trench >= 0 and s.has(trench, GARRISON):
        found.append(trench)
    return found


@rule("10.12")
def is_led(s: EthiopiaState, unit: int) -> bool:
    """A levy attacks only near a leader of its army or the Emperor; an army without leaders follows any."""
    card = s.card(unit)
    if "levy" not in card.traits:
        return True
    leaders = [u for u in s.on_map(ETHIOPIAN) if s.card(u).kind == "leader"]
    own = [u for u in leaders if s.card(u).army in {card.army, "empire"}]
    if not any(s.card(u).army == card.army for u in leaders):
        own = leaders
    distance = s.world.grid.distance
    return any(distance(s.at[u], s.at[unit]) <= LEADER_RANGE for u in own)


@rule("10.2", "10.3", "G6.a", "G6.b")
def why_not_join(s: EthiopiaState, unit: int, target: int, side: int) -> Refusal | None:
    """What keeps a unit out of an attack on this hex."""
    card = s.card(unit)
    values = {"unit": card.title, "hex": s.world.names.places[target]}
    if card.side != side or not card.is_combat or s.at[unit] >= s.world.hexes:
        return Refusal("10.2", "{unit} is no combat unit of yours on the map.", values)
    if s.has(unit, FOUGHT):
        return Refusal("10.3", "{unit} has attacked in this phase.", values)
    distance = s.world.grid.distance(s.at[unit], target)
    if distance != 1:
        if may_support(s, unit, target):
            return None
        return Refusal("10.2", "{unit} is {distance} hexes from {hex}.", {**values, "distance": distance})
    if card.kind != "artillery" and not any(there == target for there, _ in s.edges(card.march)[s.at[unit]]):
        return Refusal("10.2", "{unit} could not enter {hex} and may not attack it.", values)
    if not is_led(s, unit):
        return Refusal("10.12", "{unit} has no leader of its army within three hexes.", values)
    if not may_seek_fight(s, unit):
        return Refusal("G6.a", "{unit} has no command link and need not fight here, so it may not.", values)
    return None


def joiners(s: EthiopiaState, target: int, side: int) -> list[int]:
    """Units that could take part."""
    near = s.world.near(target, 2)
    return [u for h in sorted(near) if s.held[side][h] for u in s.here[h] if why_not_join(s, u, target, side) is None]


def is_beside(s: EthiopiaState, unit: int, target: int) -> bool:
    return s.world.grid.distance(s.at[unit], target) == 1


def targets_of(s: EthiopiaState, unit: int, side: int, attacked: Sequence[int]) -> list[int]:
    """Enemy hexes beside a unit that it could still attack."""
    foe = s.held[1 - side]
    return [n for n in s.world.around[s.at[unit]] if foe[n] and n not in attacked and why_not_join(s, unit, n, side) is None]


def targets(s: EthiopiaState, side: int, attacked: Sequence[int]) -> list[int]:
    """Enemy hexes with somebody beside them who may attack."""
    found: set[int] = set()
    foe = s.held[1 - side]
    for unit in s.on_map(side):
        if s.card(unit).is_combat and not s.has(unit, FOUGHT) and any(foe[n] for n in s.world.around[s.at[unit]]):
            found.update(targets_of(s, unit, side, attacked))
    return sorted(found)


@rule("10.1")
def bound(s: EthiopiaState, side: int, attacked: Sequence[int]) -> list[int]:
    """Units that must still attack: they began the turn in an enemy zone or engaged, and have somebody to attack."""
    return [u for u in s.on_map(side) if s.has(u, OBLIGED) and not s.has(u, FOUGHT) and targets_of(s, u, side, attacked)]


@rule("10.4", "1.4")
def weigh(s: EthiopiaState, side: int, target: int, units: Sequence[int]) -> Fight:
    """Points, odds rounded for the defender, shifts, and Gordon's modifiers to the die."""
    facing = defenders(s, target, side)
    attack = sum(s.face[u] for u in units)
    defence = sum(s.defence(u) for u in facing)
    shifts = (*ground_shifts(s, side, target, units), *air_shifts(s, side, target), *supply_shifts(s, units, facing))
    columns = s.world.combat.columns
    index = column(ratio(attack, defence), columns) + sum(by for _, by, _ in shifts)
    real = [u for u in facing if u < s.world.fighting]
    return Fight(target, attack, defence, shifts, shift(index, 0, columns), modifiers(s, side, target, units, real))


@rule("10.5", "11.2")
def ground_shifts(s: EthiopiaState, side: int, target: int, units: Sequence[int]) -> tuple[tuple[str, int, str], ...]:
    """To the left for the defender's ground, a city, a river all must cross, an entrenchment."""
    world = s.world
    terrain = world.map.terrain[target]
    beside = [u for u in units if is_beside(s, u, target)]
    across = bool(beside) and all((s.at[u], target) in world.river for u in beside)
    found = [
        (terrain, -world.shift[terrain], "10.5"),
        ("city", -1 if world.is_city[target] else 0, "10.5"),
        ("all attack across a river", -world.shift["river"] if across else 0, "10.5"),
        ("entrenchment", -1 if s.trench(target, 1 - side) >= 0 else 0, "11.2"),
    ]
    return tuple(item for item in found if item[1])


def air_shifts(s: EthiopiaState, side: int, target: int) -> tuple[tuple[str, int, str], ...]:
    """9.3 and 9.5."""
    found = (("bombers", bomber_shift(s, target, side), "9.3"), ("gas", gas_shift(s, target, side), "9.5"))
    return tuple(item for item in found if item[1])


@rule("10.6", "8.5")
def supply_shifts(s: EthiopiaState, units: Sequence[int], facing: Sequence[int]) -> tuple[tuple[str, int, str], ...]:
    """Two to the left if any attacker is out of supply, one to the right if all defenders are."""
    found: list[tuple[str, int, str]] = []
    if any(s.has(u, OUT) for u in units):
        found.append(("attackers out of supply", -2, "10.6"))
    if facing and all(s.has(u, OUT) for u in facing):
        found.append(("defenders out of supply", 1, "10.6"))
    return tuple(found)


@rule("10.7", "1.4")
def outcome(s: EthiopiaState, fight: Fight, die: int) -> str:
    """The table's answer."""
    row = max(0, min(7, die + fight.die_modifier))
    return s.world.combat.cells[row][fight.column]


@rule("10.1", "10.2", "10.3")
class Combat(Step[EthiopiaState]):
    """("combat", side, attacked hexes): choose the next hex to attack; end when nobody must attack any more."""

    def decision(self, s: EthiopiaState) -> Decision:
        _, side, attacked = s.frames[-1]
        must = len(bound(s, side, attacked))
        text = "{side}: attack, or end the phase." if not must else "{side}: {must} began the turn beside the enemy and must attack."
        return Decision(side, "combat", "10.1" if must else "10.2", text, {"side": SIDES[side].title(), "must": counted(must, "unit")})

    def menu(self, s: EthiopiaState) -> Menu:
        _, side, attacked = s.frames[-1]
        plain: list[Action] = [("attack", s.world.names.places[h]) for h in targets(s, side, attacked)]
        if not bound(s, side, attacked):
            plain.append(("done",))
        return Menu(plain)

    def refuse(self, s: EthiopiaState, a: Action) -> Refusal | None:
        _, side, attacked = s.frames[-1]
        if a == ("done",):
            must = bound(s, side, attacked)
            if not must:
                return None
            who = ", ".join(s.card(u).title for u in must)
            return Refusal(
                "10.1",
                "These began their turn beside the enemy and must attack: {who}.",
                {"who": who},
                (),
                tuple(s.world.names.places[s.at[u]] for u in must),
            )
        if len(a) != 2 or a[0] != "attack":
            return unknown_action(a, ["attack HEX", "done"], "10.2")
        target = s.world.names.place.get(a[1], -1)
        if target in targets(s, side, attacked):
            return None
        if target in attacked:
            return Refusal("10.3", "{hex} has been attacked in this phase.", {"hex": a[1]}, (), (a[1],))
        return Refusal("10.2", "No unit of yours may attack {hex}.", {"hex": a[1]})

    def apply(self, s: EthiopiaState, a: Action) -> None:
        _, side, attacked = s.frames[-1]
        if a[0] == "done":
            pop(s)
            for unit in s.on_map(side):
                if s.has(unit, LINKED):
                    s.do(Marked("G6.a", unit, LINKED, 0))
            return
        target = s.world.names.place[a[1]]
        change(s, "combat", side, (*attacked, target))
        push(s, "battle", side, target, ())


@rule("10.3", "10.1")
class Battle(Step[EthiopiaState]):
    """("battle", side, target, joined): say who takes part, one by one, then fight."""

    def decision(self, s: EthiopiaState) -> Decision:
        _, side, target, joined = s.frames[-1]
        values = {"side": SIDES[side].title(), "hex": s.world.title_of(target), "count": len(joined)}
        return Decision(side, "battle", "10.3", "{side}: who joins the attack on {hex}? {count} so far.", values)

    def free(self, s: EthiopiaState) -> list[int]:
        _, side, target, joined = s.frames[-1]
        return [u for u in joiners(s, target, side) if u not in joined]

    def missing(self, s: EthiopiaState) -> list[int]:
        """10.1: units that must attack and have no other hex left to attack."""
        _, side, target, joined = s.frames[-1]
        attacked = tuple(h for h in s.frames[-2][2] if h != target)
        must = [u for u in bound(s, side, attacked) if u not in joined]
        return [u for u in must if targets_of(s, u, side, attacked) == [target]]

    def may_fight(self, s: EthiopiaState) -> bool:
        _, _, target, joined = s.frames[-1]
        return any(is_beside(s, u, target) for u in joined) and not self.missing(s)

    def menu(self, s: EthiopiaState) -> Menu:
        names = s.world.names.pieces
        free = self.free(s)
        plain: list[Action] = [("join", names[u]) for u in free]
        if len(free) > 1:
            plain.append(("all",))
        if self.may_fight(s):
            plain.append(("fight",))
        return Menu(plain)

    def refuse(self, s: EthiopiaState, a: Action) -> Refusal | None:
        _, side, target, joined = s.frames[-1]
        if a == ("fight",):
            missing = self.missing(s)
            if missing:
                return Refusal("10.1", "Must join, with no other hex to attack: {who}.", {"who": ", ".join(s.card(u).title for u in missing)})
            if not self.may_fight(s):
                return Refusal("G2.a", "A unit beside {hex} must attack it; guns two hexes away only support.", {"hex": s.world.names.places[target]})
            return None
        if a == ("all",):
            return None if len(self.free(s)) > 1 else Refusal("10.3", "There are not several units left that could join.")
        if len(a) != 2 or a[0] != "join":
            return unknown_action(a, ["join UNIT", "all", "fight"], "10.3")
        unit = s.world.names.piece.get(a[1], -1)
        if not 0 <= unit < s.world.fighting:
            return Refusal("10.2", "There is no unit '{key}'.", {"key": a[1]})
        if unit in joined:
            return Refusal("10.3", "{unit} has joined already.", {"unit": s.card(unit).title})
        return why_not_join(s, unit, target, side)

    def apply(self, s: EthiopiaState, a: Action) -> None:
        _, side, target, joined = s.frames[-1]
        if a[0] != "fight":
            more = self.free(s) if a[0] == "all" else [s.world.names.piece[a[1]]]
            change(s, "battle", side, target, (*joined, *more))
            return
        for unit in joined:
            s.do(Marked("10.3", unit, FOUGHT, 1))
            if s.has(unit, LINKED):
                s.do(Marked("G6.a", unit, LINKED, 0))
        change(s, "die", side, target, joined)


@rule("1.4")
class Die(Step[EthiopiaState]):
    """("die", side, target, joined): the roll."""

    def decision(self, s: EthiopiaState) -> Decision:
        target = s.frames[-1][2]
        return Decision(CHANCE, "combat", "1.4", "The die for the attack on {hex}.", {"hex": s.world.title_of(target)})

    def outcomes(self, s: EthiopiaState) -> Sequence[tuple[Action, int]]:
        return DIE

    def apply(self, s: EthiopiaState, a: Action) -> None:
        _, side, target, joined = s.frames[-1]
        die = int(a[1])
        fight = weigh(s, side, target, joined)
        found = outcome(s, fight, die)
        s.do(Rolled("1.4", "combat", (die,)))
        names = s.world.names.places
        s.do(Said("10.7", "result", (names[target], fight.attack, fight.defence, s.world.combat.columns[fight.column], fight.die_modifier, found)))
        pop(s)
        push(s, "resolve", side, target, joined, found)
