"""10 Combat: who must and may attack, odds, shifts and the die."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from amba.core.decision import CHANCE, Decision, Refusal
from amba.core.event import Marked, Rolled, Said
from amba.core.order import Done
from amba.core.steps import AskStep, ChanceStep, Takes, change, pop, push
from amba.games.ethiopia.book import rule
from amba.games.ethiopia.frames import Battle, BattleDie, Combat, Resolve
from amba.games.ethiopia.orders import Attack, Die, Fight, Join, JoinAll
from amba.games.ethiopia.rules.gordon import ARTILLERY_RANGE, Modifier, may_seek_fight, may_support, modifiers
from amba.games.ethiopia.rules.r09_air import bomber_shift, gas_shift
from amba.games.ethiopia.state import EthiopiaState
from amba.games.ethiopia.world import ETHIOPIAN, FOUGHT, GARRISON, LINKED, OBLIGED, OUT, SIDES, counted
from amba.kit.odds import column, ratio, shift

FACES = tuple((Die((face,)), 1) for face in range(1, 7))
LEADER_RANGE = 3


class FightOdds(NamedTuple):
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
    if card.side != side:
        return Refusal("10.2", "{unit} is not yours to attack with.", values)
    if not card.is_combat:
        return Refusal("10.2", "{unit} is no combat unit.", values)
    if s.at[unit] >= s.world.hexes:
        return Refusal("10.2", "{unit} is not on the map.", values)
    if s.has(unit, FOUGHT):
        return Refusal("10.3", "{unit} has attacked in this phase.", values)
    if not is_beside(s, unit, target):
        if may_support(s, unit, target):
            return refuse_to_support(s, unit, side)
        return Refusal("10.2", "{unit} is {distance} hexes from {hex}.", {**values, "distance": s.world.grid.distance(s.at[unit], target)})
    if card.kind != "artillery" and not may_march_in(s, unit, target):
        return Refusal("10.2", "{unit} could not enter {hex} and may not attack it.", values)
    if not is_led(s, unit):
        return Refusal("10.12", "{unit} has no leader of its army within three hexes.", values)
    if not may_seek_fight(s, unit):
        return Refusal("G6.a", "{unit} has no command link and need not fight here, so it may not.", values)
    return None


@rule("10.1")
def refuse_to_support(s: EthiopiaState, unit: int, side: int) -> Refusal | None:
    """Guns that must attack an enemy beside them attack him, and support nobody two hexes away."""
    attacked = next((frame.attacked for frame in s.frames if isinstance(frame, Combat)), ())
    if not s.has(unit, OBLIGED) or not targets_of(s, unit, side, attacked):
        return None
    values = {"unit": s.card(unit).title}
    return Refusal("10.1", "{unit} began its turn beside the enemy and must attack him: it may not support elsewhere.", values)


def is_beside(s: EthiopiaState, unit: int, target: int) -> bool:
    return s.world.grid.distance(s.at[unit], target) == 1


def may_march_in(s: EthiopiaState, unit: int, target: int) -> bool:
    """Whether the unit's way of marching leads from where it stands into this hex."""
    return any(there == target for there, _ in s.edges(s.card(unit).march)[s.at[unit]])


def joiners(s: EthiopiaState, target: int, side: int) -> list[int]:
    """Units that could take part."""
    near = s.world.near(target, ARTILLERY_RANGE)
    return [u for h in sorted(near) if s.held[side][h] for u in s.here[h] if why_not_join(s, u, target, side) is None]


def targets_of(s: EthiopiaState, unit: int, side: int, attacked: Sequence[int]) -> list[int]:
    """Enemy hexes beside a unit that it could still attack."""
    foe = s.held[1 - side]
    return [n for n in s.world.around[s.at[unit]] if foe[n] and n not in attacked and why_not_join(s, unit, n, side) is None]


@rule("10.1")
def bound(s: EthiopiaState, side: int, attacked: Sequence[int]) -> list[int]:
    """Units that must still attack: they began the turn in an enemy zone or engaged, have stayed, and have somebody to attack."""
    return [u for u in s.on_map(side) if s.has(u, OBLIGED) and not s.has(u, FOUGHT) and targets_of(s, u, side, attacked)]


@rule("10.4", "1.4")
def weigh(s: EthiopiaState, side: int, target: int, units: Sequence[int]) -> FightOdds:
    """Points, odds rounded for the defender, shifts, and Gordon's modifiers to the die."""
    facing = defenders(s, target, side)
    attack = sum(s.face[u] for u in units)
    defence = sum(s.defence(u) for u in facing)
    shifts = (*ground_shifts(s, side, target, units), *air_shifts(s, side, target), *supply_shifts(s, units, facing))
    columns = s.world.combat.columns
    index = column(ratio(attack, defence), columns) + sum(by for _, by, _ in shifts)
    real = [u for u in facing if u < s.world.fighting]
    return FightOdds(target, attack, defence, shifts, shift(index, 0, columns), modifiers(s, side, target, units, real))


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
    """Two to the left if any attacker is out of supply, one to the right if all defending units are; a garrison is no unit."""
    found: list[tuple[str, int, str]] = []
    if any(s.has(u, OUT) for u in units):
        found.append(("attackers out of supply", -2, "10.6"))
    defending = [u for u in facing if u < s.world.fighting]
    if defending and all(s.has(u, OUT) for u in defending):
        found.append(("defenders out of supply", 1, "10.6"))
    return tuple(found)


@rule("10.7", "1.4")
def outcome(s: EthiopiaState, odds: FightOdds, die: int) -> str:
    """The table's answer."""
    row = max(0, min(7, die + odds.die_modifier))
    return s.world.combat.cells[row][odds.column]


def ask_combat(s: EthiopiaState, at: Combat) -> Decision:
    must = len(bound(s, at.side, at.attacked))
    text = "{side}: attack, or end the phase." if not must else "{side}: {must} began the turn beside the enemy and must attack."
    return Decision(at.side, "combat", "10.1" if must else "10.2", text, {"side": SIDES[at.side].title(), "must": counted(must, "unit")})


@rule("10.2", "10.3")
def refuse_attack(s: EthiopiaState, at: Combat, a: Attack) -> Refusal | None:
    """A hex is attacked once in a phase, by somebody beside it who may attack."""
    name = s.world.names.places[a.hex]
    values = {"hex": name}
    if a.hex >= s.world.hexes or not s.held[1 - at.side][a.hex]:
        return Refusal("10.2", "There is no enemy in {hex}.", values)
    if a.hex in at.attacked:
        return Refusal("10.3", "{hex} has been attacked in this phase.", values, (), (name,))
    beside = [u for h in s.world.around[a.hex] if s.held[at.side][h] for u in s.combat_units(h, at.side)]
    if not beside:
        return Refusal("10.2", "None of your units is beside {hex}.", values, (), (name,))
    reasons = []
    for unit in beside:
        reason = why_not_join(s, unit, a.hex, at.side)
        if reason is None:
            return None
        reasons.append((s.card(unit).title, reason.text, reason.rule))
    return Refusal("10.2", "No unit of yours may attack {hex}: {why}", {"hex": name, "why": reasons[0][1]}, tuple(reasons), (name,))


def attack_candidates(s: EthiopiaState, at: Combat) -> list[Attack]:
    """Enemy hexes beside units that have not attacked."""
    foe, around = s.held[1 - at.side], s.world.around
    return [Attack(h) for h in sorted({n for u in s.army(at.side) if not s.has(u, FOUGHT) for n in around[s.at[u]] if foe[n]})]


@rule("10.1")
def begin_attack(s: EthiopiaState, at: Combat, a: Attack) -> None:
    """Whoever must attack and has no other hex left for it must join this attack."""
    must = tuple(u for u in bound(s, at.side, at.attacked) if targets_of(s, u, at.side, at.attacked) == [a.hex])
    change(s, Combat(at.side, (*at.attacked, a.hex)))
    push(s, Battle(at.side, a.hex, (), must))


@rule("10.1")
def refuse_end(s: EthiopiaState, at: Combat, a: Done) -> Refusal | None:
    """The phase ends when nobody must attack any more."""
    must = bound(s, at.side, at.attacked)
    if not must:
        return None
    hexes = tuple(s.world.names.places[s.at[u]] for u in must)
    return Refusal("10.1", "These began their turn beside the enemy and must attack: {who}.", {"who": titles(s, must)}, (), hexes)


def titles(s: EthiopiaState, units: Iterable[int]) -> str:
    return ", ".join(s.card(u).title for u in units)


def end_combat(s: EthiopiaState, at: Combat, a: Done) -> None:
    pop(s)
    for unit in s.on_map(at.side):
        if s.has(unit, LINKED):
            s.do(Marked("G6.a", unit, LINKED, 0))


def ask_battle(s: EthiopiaState, at: Battle) -> Decision:
    values = {"side": SIDES[at.side].title(), "hex": s.world.place_title(at.target), "count": len(at.joined)}
    return Decision(at.side, "battle", "10.3", "{side}: who joins the attack on {hex}? {count} so far.", values)


def free_to_join(s: EthiopiaState, at: Battle) -> list[int]:
    return [u for u in joiners(s, at.target, at.side) if u not in at.joined]


@rule("10.3")
def refuse_join(s: EthiopiaState, at: Battle, a: Join) -> Refusal | None:
    """Any number of units may join, each once."""
    if a.unit in at.joined:
        return Refusal("10.3", "{unit} has joined already.", {"unit": s.card(a.unit).title})
    return why_not_join(s, a.unit, at.target, at.side)


def refuse_join_all(s: EthiopiaState, at: Battle, a: JoinAll) -> Refusal | None:
    return None if len(free_to_join(s, at)) > 1 else Refusal("10.3", "There are not several units left that could join.")


def join_all(s: EthiopiaState, at: Battle, a: JoinAll) -> None:
    change(s, at._replace(joined=(*at.joined, *free_to_join(s, at))))


@rule("10.1", "G2.a")
def refuse_fight(s: EthiopiaState, at: Battle, a: Fight) -> Refusal | None:
    """Those who must attack here have joined, and somebody is beside the hex."""
    missing = [u for u in at.must if u not in at.joined]
    if missing:
        return Refusal("10.1", "Must join, with no other hex to attack: {who}.", {"who": titles(s, missing)})
    if not any(is_beside(s, u, at.target) for u in at.joined):
        values = {"hex": s.world.names.places[at.target]}
        return Refusal("G2.a", "A unit beside {hex} must attack it; guns two hexes away only support.", values)
    return None


def fight(s: EthiopiaState, at: Battle, a: Fight) -> None:
    for unit in at.joined:
        s.do(Marked("10.3", unit, FOUGHT, 1))
        if s.has(unit, LINKED):
            s.do(Marked("G6.a", unit, LINKED, 0))
    change(s, BattleDie(at.side, at.target, at.joined))


def ask_die(s: EthiopiaState, at: BattleDie) -> Decision:
    return Decision(CHANCE, "combat", "1.4", "The die for the attack on {hex}.", {"hex": s.world.place_title(at.target)})


@rule("1.4", "10.7")
def roll(s: EthiopiaState, at: BattleDie, a: Die) -> None:
    """The die, read in the table."""
    odds = weigh(s, at.side, at.target, at.joined)
    found = outcome(s, odds, a.dice[0])
    s.do(Rolled("1.4", "combat", a.dice))
    column = s.world.combat.columns[odds.column]
    s.do(Said("10.7", "result", (s.world.names.places[at.target], odds.attack, odds.defence, column, odds.die_modifier, found)))
    pop(s)
    push(s, Resolve(at.side, at.target, at.joined, found))


COMBAT_STEPS = (
    AskStep(
        Combat, ask_combat,
        Takes(Attack, begin_attack, refuse_attack, candidates=attack_candidates),
        Takes(Done, end_combat, refuse_end),
    ),
    AskStep(
        Battle, ask_battle,
        Takes(
            Join, lambda s, at, a: change(s, at._replace(joined=(*at.joined, a.unit))), refuse_join,
            choices=lambda s, at: [Join(unit) for unit in free_to_join(s, at)],
        ),
        Takes(JoinAll, join_all, refuse_join_all),
        Takes(Fight, fight, refuse_fight),
    ),
    ChanceStep(BattleDie, ask_die, lambda s, at: FACES, roll),
)  # fmt: skip
