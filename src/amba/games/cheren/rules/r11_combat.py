"""11.0 Combat: who may attack what, strengths, shifts and the table (11.1 to 11.5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from amba.core.decision import CHANCE, Decision, Refusal
from amba.core.event import Marked, Rolled, Said
from amba.core.order import Done, Roll
from amba.core.steps import AskStep, ChanceStep, Takes, change, leave, one_die, push
from amba.games.cheren.book import rule
from amba.games.cheren.frames import Assault, Combat, CombatDie, Resolve
from amba.games.cheren.orders import Air, Attack, Commit, Fight, Play
from amba.games.cheren.rules.r05_chits import no_use, play_chit, playable, refuse_chit
from amba.games.cheren.state import CherenState
from amba.games.cheren.world import ALLIED, ATTACKED, NONE, SIDES
from amba.kit.odds import column, ratio, shift


class FightOdds(NamedTuple):
    """An attack with everything that goes into its column."""

    target: int
    units: tuple[int, ...]
    air: bool
    attack: int
    defence: int
    odds: tuple[int, int]
    shifts: tuple[tuple[str, int, str], ...]
    """label, columns to the right, rule"""
    column: int


@rule("11.0", "11.0.mountain", "9.1")
def may_attack_mountain(s: CherenState, unit: int) -> bool:
    """Only non-motorized units with 6 movement points."""
    card = s.world.units[unit]
    return not card.is_motorized and card.mp == 6


@rule("11.0", "11.2", "12.6.b")
def why_not_attack(s: CherenState, unit: int, target: int) -> Refusal | None:
    """What keeps one unit out of an attack on this hex."""
    world = s.world
    card = world.units[unit]
    values = {"unit": card.title, "hex": world.names.places[target]}
    if card.kind == "air":
        return Refusal("11.3", "Air support is added with 'air'.", values)
    if target not in world.around[s.at[unit]]:
        return Refusal("11.0", "{unit} is not next to {hex}.", values)
    if s.has(unit, ATTACKED):
        return Refusal("11.0", "{unit} has already attacked in this phase.", values)
    if s.has(unit, NONE):
        return Refusal("12.6.b", "{unit} has no supply and may not attack.", values)
    if world.mountain[target] and not may_attack_mountain(s, unit) and not card.is_artillery:
        return Refusal("11.0.mountain", "{unit} may not attack into the mountain hex {hex}.", values)
    return None


def attackers(s: CherenState, target: int, side: int) -> list[int]:
    """Units that could take part in an attack on this hex."""
    found = []
    for place in s.world.around[target]:
        if s.held[side][place]:
            found += [unit for unit in s.here[place] if why_not_attack(s, unit, target) is None]
    return found


@rule("11.2")
def is_led(s: CherenState, units: Sequence[int], target: int) -> bool:
    """Somebody other than artillery takes part; against a mountain, somebody who may attack it."""
    for unit in units:
        card = s.world.units[unit]
        if not card.is_artillery and (not s.world.mountain[target] or may_attack_mountain(s, unit)):
            return True
    return False


def targets(s: CherenState, side: int) -> list[int]:
    """Enemy hexes that can be attacked."""
    foe = s.held[1 - side]
    seen = {n for unit in s.units(side) if not s.has(unit, ATTACKED) for n in s.world.around[s.at[unit]] if foe[n]}
    return sorted(target for target in seen if is_led(s, attackers(s, target, side), target))


@rule("11.0", "11.1", "11.4", "11.5")
def weigh(s: CherenState, target: int, units: tuple[int, ...], air: bool, bonus: tuple[tuple[str, int, str], ...] = ()) -> FightOdds:
    """Strengths, odds, shifts and the final column."""
    attack = sum(s.strength(unit) for unit in units) + (s.strength(s.world.air) if air else 0)
    defence = sum(s.strength(unit) for unit in s.here[target])
    odds = ratio(attack, defence)
    shifts = terrain_shifts(s, target, units) + support_shift(s, target, units, air) + bonus
    columns = s.combat.columns
    index = column(odds, columns)
    for _, by, _ in shifts:
        index = index + by
    return FightOdds(target, units, air, attack, defence, odds, shifts, shift(index, 0, columns))


@rule("11.1", "1.1")
def terrain_shifts(s: CherenState, target: int, units: tuple[int, ...]) -> tuple[tuple[str, int, str], ...]:
    """The defender's best terrain, and a river if all attack across it."""
    world = s.world
    found: list[tuple[str, int, str]] = []
    ground = world.defence_shift[target]
    across = bool(units) and all((s.at[unit], target) in world.river for unit in units)
    if across and world.river_shift and s.options["river"] == "best":
        best = min(ground, world.river_shift)
        return (("terrain or river, the better", best, "11.1"),)
    if ground:
        found.append(("/".join(world.terrains[target]), ground, "11.1"))
    if across and world.river_shift:
        found.append(("all attack across a river", world.river_shift, "11.1"))
    return tuple(found)


@rule("11.4", "2.3.b", "11.3")
def support_shift(s: CherenState, target: int, units: tuple[int, ...], air: bool) -> tuple[tuple[str, int, str], ...]:
    """More strength in artillery, air and tanks than the other side is worth a column."""
    cards = s.world.units
    mine = sum(s.strength(unit) for unit in units if cards[unit].is_support) + (s.strength(s.world.air) if air else 0)
    theirs = sum(s.strength(unit) for unit in s.here[target] if cards[unit].is_support)
    if mine == theirs:
        return ()
    return ((f"support {mine} against {theirs}", 1 if mine > theirs else -1, "11.4"),)


def ask_combat(s: CherenState, at: Combat) -> Decision:
    return Decision(at.side, "combat", "11.0", "{side}: choose an enemy hex to attack, or end the phase.", {"side": SIDES[at.side].title()})


def refuse_attack(s: CherenState, at: Combat, a: Attack) -> Refusal | None:
    target, side = a.hex, at.side
    values = {"hex": s.world.names.places[target]}
    if target >= s.world.hexes:
        return Refusal("11.0", "'{hex}' is no hex.", values)
    if not s.held[1 - side][target]:
        return Refusal("11.0", "There is no enemy in {hex}.", values)
    if is_led(s, attackers(s, target, side), target):
        return None
    near = [u for n in s.world.around[target] if s.held[side][n] for u in s.here[n]]
    if not near:
        return Refusal("11.0", "None of your units is next to {hex}.", values)
    for unit in near:
        found = why_not_attack(s, unit, target)
        if found is not None:
            return found
    return Refusal("11.2", "Artillery may not attack {hex} alone: it needs a unit that may attack there.", values)


@rule("11.0", "7.0.4")
def begin_attack(s: CherenState, at: Combat, a: Attack) -> None:
    """Name a hex to attack; then choose who takes part."""
    push(s, Assault(at.side, a.hex))


def ask_assault(s: CherenState, at: Assault) -> Decision:
    values = {"side": SIDES[at.side].title(), "hex": s.world.names.places[at.target]}
    return Decision(at.side, "assault", "11.0", "{side}: choose the units that attack {hex}, then fight.", values)


def odds_of(s: CherenState, at: Assault) -> FightOdds:
    """The attack as it stands."""
    bonus = tuple((s.world.chit(piece).title, 1, "5.1") for piece in at.chits)
    return weigh(s, at.target, at.units, bool(at.air), bonus)


def refuse_commit(s: CherenState, at: Assault, a: Commit) -> Refusal | None:
    values = {"unit": s.world.title(a.unit)}
    if a.unit in at.units:
        return Refusal("11.0", "{unit} is already in the attack.", values)
    if a.unit == s.world.air and at.side == ALLIED:
        return Refusal("11.3", "{unit} is called by an order of its own, once others attack.", values)
    if a.unit >= s.world.first_chit or s.side[a.unit] != at.side or not s.is_on_map(a.unit):
        return Refusal("11.0", "{unit} is not yours to attack with.", values)
    return why_not_attack(s, a.unit, at.target)


def commit(s: CherenState, at: Assault, a: Commit) -> None:
    change(s, at._replace(units=(*at.units, a.unit)))


def refuse_fight(s: CherenState, at: Assault, a: object) -> Refusal | None:
    if is_led(s, at.units, at.target):
        return None
    values = {"hex": s.world.names.places[at.target]}
    return Refusal("11.2", "The attack on {hex} needs a unit other than artillery that may attack there.", values)


@rule("11.3")
def refuse_air(s: CherenState, at: Assault, a: Air) -> Refusal | None:
    """Once in every Allied combat phase, from turn 3."""
    piece = s.world.air
    if at.side != ALLIED:
        return Refusal("11.3", "Air support is Allied and never defends.")
    if piece < 0 or s.at[piece] != s.world.box["air-support"]:
        return Refusal("11.3", "Air support has not arrived yet.")
    if at.air or s.has(piece, ATTACKED):
        return Refusal("11.3", "Air support has already been used in this phase.")
    return refuse_fight(s, at, a)


def refuse_bonus(s: CherenState, at: Assault, a: Play) -> Refusal | None:
    """A chit for a column more: RAF, or a counter-attack against a hill."""
    found = refuse_chit(s, at.side, a.chit, "raf", "counter-attack")
    if found is not None:
        return found
    if s.world.chit(a.chit).name == "counter-attack" and not s.world.hill[at.target]:
        return Refusal("5.1", "A counter-attack needs a hill; {hex} is none.", {"hex": s.world.names.places[at.target]})
    return no_use(refuse_fight(s, at, a))


def play_bonus(s: CherenState, at: Assault, a: Play) -> None:
    change(s, at._replace(chits=(*at.chits, a.chit)))
    play_chit(s, a.chit)


def open_fight(s: CherenState, at: Assault, a: Fight) -> None:
    """Everybody is in: their strengths and the column are told, and the die is rolled."""
    odds = odds_of(s, at)
    for unit in (*at.units, *([s.world.air] if at.air else [])):
        s.do(Marked("11.0", unit, ATTACKED, 1))
    title = s.combat.columns[odds.column]
    s.do(Said("11.5", "attack", (s.world.names.places[at.target], odds.attack, odds.defence, title)))
    change(s, CombatDie(at.side, at.target, at.units, odds.column))


def ask_die(s: CherenState, at: CombatDie) -> Decision:
    return Decision(CHANCE, "combat die", "11.5", "The die is rolled for the attack on {hex}.", {"hex": s.world.names.places[at.target]})


@rule("11.5")
def read_die(s: CherenState, at: CombatDie, a: Roll) -> None:
    """The combat table."""
    cell = s.combat.cells[a.dice[0] - 1][at.column]
    s.do(Rolled("11.5", "combat", a.dice))
    s.do(Said("11.5", "result", (cell,)))
    change(s, Resolve(at.side, at.target, at.units, s.here[at.target], a.dice[0], *read_result(cell)))


@rule("11.5")
def read_result(cell: str) -> tuple[int, int, int]:
    """'1-2r' is one step for the attacker, two for the defender, and a retreat."""
    left, _, right = cell.partition("-")
    return int(left), int(right.rstrip("r")), int(right.endswith("r"))


COMBAT_STEPS = (
    AskStep(
        Combat, ask_combat,
        Takes(Done, leave),
        Takes(Attack, begin_attack, refuse_attack, choices=lambda s, at: [Attack(target) for target in targets(s, at.side)]),
    ),
    AskStep(
        Assault, ask_assault,
        Takes(Commit, commit, refuse_commit, choices=lambda s, at: [Commit(u) for u in attackers(s, at.target, at.side) if u not in at.units]),
        Takes(Fight, open_fight, refuse_fight),
        Takes(Air, lambda s, at, a: change(s, at._replace(air=1)), refuse_air),
        Takes(Play, play_bonus, refuse_bonus, candidates=lambda s, at: [Play(piece) for piece in playable(s, at.side, "raf", "counter-attack")]),
    ),
    ChanceStep(CombatDie, ask_die, one_die, read_die),
)  # fmt: skip
