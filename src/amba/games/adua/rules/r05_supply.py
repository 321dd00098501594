"""5.3 Mules, 5.4 rally, and 11.0 Clean-up: what the Italian player mends at the end of his part of the turn."""

from __future__ import annotations

from amba.core.decision import Action, Decision, Refusal, unknown_action
from amba.core.flow import Step, change, pop, push
from amba.core.menu import Menu
from amba.games.adua.book import rule
from amba.games.adua.rules.r05_guns import Roll, to_repair
from amba.games.adua.state import AduaState
from amba.games.adua.world import (
    ABYSSINIAN,
    DISORGANIZED,
    ENTRENCHED,
    FIRED,
    HOLD,
    ITALIAN,
    LOW_AMMO,
    MELEE,
    MOVED,
    OFFENSIVE,
    RALLY,
    RESUPPLY,
)
from amba.kit.trace import shortest

ROLL_FROM = 7


@rule("5.4.rally", "8.1", "8.2")
def may_rally(s: AduaState, unit: int) -> bool:
    """By order; under a general offensive (not entrenched) or hold too, if the unit neither moved nor fought."""
    if not s.has(unit, DISORGANIZED) or s.has(unit, MELEE):
        return False
    if s.has(unit, RALLY):
        return True
    idle = not s.has(unit, FIRED) and not s.has(unit, MOVED)
    return idle and (s.has(unit, HOLD) or (s.has(unit, OFFENSIVE) and not s.has(unit, ENTRENCHED)))


@rule("5.3", "8.1", "8.2", "8.2.combat")
def may_be_supplied(s: AduaState, unit: int) -> bool:
    """By order; under a general offensive or hold too, if the unit did not fight."""
    if not s.has(unit, LOW_AMMO) or s.has(unit, MELEE):
        return False
    return s.has(unit, RESUPPLY) or (not s.has(unit, FIRED) and (s.has(unit, OFFENSIVE) or s.has(unit, HOLD)))


@rule("5.3")
def reaches(s: AduaState, mule: int, unit: int) -> bool:
    """Whether mules can bring ammunition: within five hexes, along hexes outside enemy zones of control; the unit's own hex may be in one."""
    world = s.world
    start, goal, span = s.at[mule], s.at[unit], world.units[mule].range
    zoc, foes = s.zoc(ABYSSINIAN), s.occupied_by(ABYSSINIAN)
    if start == goal:
        return True
    if zoc[start] or world.grid.distance(start, goal) > span:
        return False
    return shortest(start, lambda hex: hex == goal, world.around, lambda hex: hex == goal or not (zoc[hex] or foes[hex]), span) is not None


def offers(s: AduaState, tried: tuple[int, ...]) -> list[tuple[int, int]]:
    """Units that may be supplied now, with the mules that reach them."""
    mules = [piece for piece in s.followers(ITALIAN) if s.world.units[piece].is_mule]
    units = [unit for unit in s.units(ITALIAN) if unit not in tried and may_be_supplied(s, unit)]
    return [(unit, mule) for unit in units for mule in mules if reaches(s, mule, unit)]


@rule("11.0", "5.4.rally", "5.1.repair", "7.0")
class CleanUp(Step[AduaState]):
    """("clean-up",): units rally, machine guns are mended, ammunition is brought up."""

    auto = True

    def run(self, s: AduaState) -> None:
        for unit in s.units(ITALIAN):
            if may_rally(s, unit):
                s.mark("5.4.rally", unit, DISORGANIZED, False)
        change(s, "supplying", ())
        for unit in to_repair(s):
            push(s, "repair", unit)


class Supplying(Step[AduaState]):
    """("supplying", tried): as long as somebody can be supplied the player is asked."""

    auto = True

    def run(self, s: AduaState) -> None:
        tried = s.frames[-1][1]
        if offers(s, tried):
            change(s, "supply", tried)
        else:
            pop(s)


@rule("5.3", "11.0")
class Supply(Step[AduaState]):
    """("supply", tried): which unit takes ammunition from which mules."""

    def decision(self, s: AduaState) -> Decision:
        return Decision(ITALIAN, "supply", "5.3", "Italians: bring ammunition to units that are low, then end the phase.")

    def menu(self, s: AduaState) -> Menu:
        pieces = s.world.names.pieces
        return Menu([("done",), *(("supply", pieces[unit], pieces[mule]) for unit, mule in offers(s, s.frames[-1][1]))])

    def refuse(self, s: AduaState, a: Action) -> Refusal | None:
        if a in self.menu(s):
            return None
        if len(a) == 3 and a[0] == "supply" and a[1] in s.world.names.piece and a[2] in s.world.names.piece:
            values = {"unit": a[1], "mule": a[2]}
            return Refusal("5.3", "{mule} cannot supply {unit}: it takes an order, five hexes at most, and no enemy zone of control between.", values)
        return unknown_action(a, ["supply UNIT MULE", "done"], "5.3")

    def apply(self, s: AduaState, a: Action) -> None:
        tried = s.frames[-1][1]
        if a[0] == "done":
            pop(s)
            return
        unit, mule = s.world.names.piece[a[1]], s.world.names.piece[a[2]]
        change(s, "supplying", (*tried, unit))
        if s.turn < ROLL_FROM:
            s.mark("5.3", unit, LOW_AMMO, False)
        else:
            push(s, "supply-roll", unit, mule)


@rule("5.3.roll")
class SupplyRoll(Roll):
    """("supply-roll", unit, mule): from turn 7, 1 to 3 supplies the unit and costs the mules a step; 4 to 6 brings nothing."""

    kind = "supply"
    number = "5.3.roll"
    prompt = "Ammunition for {title}: 1 to 3 and it arrives, and the mules are reduced."

    def apply(self, s: AduaState, a: Action) -> None:
        mule = s.frames[-1][2]
        super().apply(s, a)
        if int(a[1]) <= 3:
            s.lose_steps(mule, 1, self.number)

    def result(self, s: AduaState, piece: int, die: int) -> None:
        if die <= 3:
            s.mark(self.number, piece, LOW_AMMO, False)
