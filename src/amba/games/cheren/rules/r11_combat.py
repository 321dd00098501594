"""11.0 Combat: who may attack what, strengths, shifts and the table (11.1 to 11.5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from amba.core.decision import CHANCE, Action, Decision, Refusal, unknown_action
from amba.core.event import Marked, Rolled, Said
from amba.core.flow import Step, change, pop, push
from amba.core.menu import Menu
from amba.games.cheren.book import rule
from amba.games.cheren.rules import r05_chits
from amba.games.cheren.rules.r06_garrisons import DIE
from amba.games.cheren.state import CherenState
from amba.games.cheren.world import ALLIED, ATTACKED, NONE, SIDES
from amba.kit.odds import column, ratio, shift


class Fight(NamedTuple):
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
def weigh(s: CherenState, target: int, units: tuple[int, ...], air: bool, bonus: tuple[tuple[str, int, str], ...] = ()) -> Fight:
    """Strengths, odds, shifts and the final column."""
    attack = sum(s.strength(unit) for unit in units) + (s.strength(s.world.air) if air else 0)
    defence = sum(s.strength(unit) for unit in s.here[target])
    odds = ratio(attack, defence)
    shifts = terrain_shifts(s, target, units) + support_shift(s, target, units, air) + bonus
    columns = s.world.combat.columns
    index = column(odds, columns)
    for _, by, _ in shifts:
        index = index + by
    return Fight(target, units, air, attack, defence, odds, shifts, shift(index, 0, columns))


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


@rule("11.0", "7.0.4")
class Combat(Step[CherenState]):
    """("combat", side): name a hex to attack, or end the phase."""

    def decision(self, s: CherenState) -> Decision:
        side = s.frames[-1][1]
        return Decision(side, "combat", "11.0", "{side}: choose an enemy hex to attack, or end the phase.", {"side": SIDES[side].title()})

    def menu(self, s: CherenState) -> Menu:
        names = s.world.names.places
        return Menu([("done",), *(("attack", names[target]) for target in targets(s, s.frames[-1][1]))])

    def refuse(self, s: CherenState, a: Action) -> Refusal | None:
        side = s.frames[-1][1]
        if a == ("done",):
            return None
        target = s.world.names.place.get(a[1], -1) if len(a) == 2 and a[0] == "attack" else -1
        if not 0 <= target < s.world.hexes:
            return unknown_action(a, ["attack HEX", "done"], "11.0")
        values = {"hex": a[1]}
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

    def apply(self, s: CherenState, a: Action) -> None:
        if a[0] == "done":
            pop(s)
        else:
            push(s, "assault", s.frames[-1][1], s.world.names.place[a[1]], (), 0, ())


class Assault(Step[CherenState]):
    """("assault", side, target, units, air, chits): who takes part, then the die."""

    def decision(self, s: CherenState) -> Decision:
        _, side, target, _units, _, _ = s.frames[-1]
        values = {"side": SIDES[side].title(), "hex": s.world.names.places[target]}
        return Decision(side, "assault", "11.0", "{side}: choose the units that attack {hex}, then fight.", values)

    def fight(self, s: CherenState) -> Fight:
        _, _, target, units, air, chits = s.frames[-1]
        bonus = tuple((s.world.chit(piece).title, 1, "5.1") for piece in chits)
        return weigh(s, target, units, bool(air), bonus)

    def menu(self, s: CherenState) -> Menu:
        _, side, target, units, _air, _ = s.frames[-1]
        names = s.world.names.pieces
        plain: list[Action] = [("commit", names[u]) for u in attackers(s, target, side) if u not in units]
        if is_led(s, units, target):
            plain.append(("fight",))
            if self.why_no_air(s) is None:
                plain.append(("air",))
            plain += [("play", names[piece]) for piece in self.chits(s)]
        return Menu(plain)

    def why_no_air(self, s: CherenState) -> Refusal | None:
        """11.3: once in every Allied combat phase, from turn 3."""
        _, side, _, _, air, _ = s.frames[-1]
        piece = s.world.air
        if side != ALLIED:
            return Refusal("11.3", "Air support is Allied and never defends.")
        if piece < 0 or s.at[piece] != s.world.box["air-support"]:
            return Refusal("11.3", "Air support has not arrived yet.")
        if air or s.has(piece, ATTACKED):
            return Refusal("11.3", "Air support has already been used in this phase.")
        return None

    def chits(self, s: CherenState) -> list[int]:
        _, side, target, _, _, _ = s.frames[-1]
        names = ["raf", *(["counter-attack"] if s.world.hill[target] else [])]
        return r05_chits.playable(s, side, *names)

    def refuse(self, s: CherenState, a: Action) -> Refusal | None:
        _, side, target, units, _, _ = s.frames[-1]
        if a in self.menu(s):
            return None
        hex_name = s.world.names.places[target]
        if a in {("fight",), ("air",)} and not is_led(s, units, target):
            return Refusal("11.2", "The attack on {hex} needs a unit other than artillery that may attack there.", {"hex": hex_name})
        if a == ("air",):
            return self.why_no_air(s)
        if a and a[0] == "play":
            found = r05_chits.refuse_play(s, side, a, "raf", "counter-attack")
            return found or Refusal("5.1", "Not in this attack: choose the attackers first; a counter-attack needs a hill.")
        unit = s.world.names.piece.get(a[1], -1) if len(a) == 2 and a[0] == "commit" else -1
        if not 0 <= unit < s.world.first_chit:
            return unknown_action(a, ["commit UNIT", "air", "fight"], "11.0")
        if unit in units:
            return Refusal("11.0", "{unit} is already in the attack.", {"unit": s.world.units[unit].title})
        if s.side[unit] != side or not s.is_on_map(unit):
            return Refusal("11.0", "{unit} is not yours to attack with.", {"unit": s.world.units[unit].title})
        return why_not_attack(s, unit, target)

    def apply(self, s: CherenState, a: Action) -> None:
        name, side, target, units, air, chits = s.frames[-1]
        if a[0] == "commit":
            change(s, name, side, target, (*units, s.world.names.piece[a[1]]), air, chits)
        elif a[0] == "air":
            change(s, name, side, target, units, 1, chits)
        elif a[0] == "play":
            piece = s.world.names.piece[a[1]]
            change(s, name, side, target, units, air, (*chits, piece))
            r05_chits.play(s, piece)
        else:
            self.commit(s)

    def commit(self, s: CherenState) -> None:
        _, side, target, units, air, _ = s.frames[-1]
        fight = self.fight(s)
        names = s.world.names
        for unit in (*units, *([s.world.air] if air else [])):
            s.do(Marked("11.0", unit, ATTACKED, 1))
        title = s.world.combat.columns[fight.column]
        s.do(Said("11.5", "attack", (names.places[target], fight.attack, fight.defence, title)))
        change(s, "die", side, target, units, fight.column)


@rule("11.5")
class Die(Step[CherenState]):
    """("die", side, target, units, column): the combat table."""

    def decision(self, s: CherenState) -> Decision:
        return Decision(CHANCE, "combat die", "11.5", "The die is rolled for the attack on {hex}.", {"hex": s.world.names.places[s.frames[-1][2]]})

    def outcomes(self, s: CherenState) -> Sequence[tuple[Action, int]]:
        return DIE

    def apply(self, s: CherenState, a: Action) -> None:
        _, side, target, units, index = s.frames[-1]
        die = int(a[1])
        cell = s.world.combat.cells[die - 1][index]
        s.do(Rolled("11.5", "combat", (die,)))
        s.do(Said("11.5", "result", (cell,)))
        change(s, "resolve", side, target, units, s.here[target], die, *read_result(cell), 0)


@rule("11.5")
def read_result(cell: str) -> tuple[int, int, int]:
    """'1-2r' is one step for the attacker, two for the defender, and a retreat."""
    left, _, right = cell.partition("-")
    return int(left), int(right.rstrip("r")), int(right.endswith("r"))
