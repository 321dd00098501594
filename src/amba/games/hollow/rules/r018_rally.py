"""The rally phase: rally, repair, passing weapons on, deploying and recombining."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from amba.core.decision import Decision, Refusal
from amba.core.event import Moved, Placed, Said
from amba.core.order import Done
from amba.core.steps import AskStep, Takes, change, leave, push
from amba.games.hollow.book import rule
from amba.games.hollow.counters import BROKEN, CONCEALED, CREST, CREST_BITS, DM, DUG, MALFUNCTION, MELEE, MEN
from amba.games.hollow.frames import Effects, RallyPhase, RallyRoll, RecoveryRoll, RepairRoll
from amba.games.hollow.orders import Deploy, Give, Rally, Recombine, Repair, Take
from amba.games.hollow.rules.common import Item, refuse_not_own, refuse_state, sum_of
from amba.games.hollow.rules.dice import ONE_DIE, roll_step
from amba.games.hollow.rules.r006_stacking import refuse_crowd, refuse_weapon
from amba.games.hollow.rules.r012_morale import eliminate, feel_the_heat, lose_leader, morale
from amba.games.hollow.rules.r014_leaders import helper, leads_here
from amba.games.hollow.rules.r017_weapons import refuse_pick_up
from amba.games.hollow.rules.r042_concealment import reveal
from amba.games.hollow.rules.r179_escape import PRISONER_ORDERS
from amba.games.hollow.rules.r179_prisoners import entrust, prisoners_of
from amba.games.hollow.rules.r197_nations import may_deploy
from amba.games.hollow.state import HollowState


def refuse_again(s: HollowState, at: RallyPhase, pieces: Iterable[int], number: str) -> Refusal | None:
    """Everything is tried once a phase."""
    for piece in pieces:
        if piece in at.done:
            return Refusal(number, "{piece} has had its try in this phase.", {"piece": s.world.names.pieces[piece]})
    return None


def tried(s: HollowState, at: RallyPhase, *pieces: int) -> None:
    change(s, at._replace(done=(*at.done, *pieces)))


@rule("18")
def refuse_rally(s: HollowState, at: RallyPhase, a: Rally) -> Refusal | None:
    """A broken unit with an unbroken leader beside it, or a broken leader by himself; once a phase."""
    if (found := refuse_not_own(s, at.side, a.unit, "18") or refuse_again(s, at, (a.unit,), "18")) is not None:
        return found
    name = {"unit": s.world.names.pieces[a.unit]}
    if not s.is_broken(a.unit):
        return Refusal("18", "{unit} is not broken.", name)
    if s.has(a.unit, MELEE):
        return Refusal("20", "Nobody rallies in close combat.")
    if not s.is_leader(a.unit) and not leads_here(s, a.unit):
        return Refusal("18", "There is no unbroken leader with {unit}.", name)
    return None


@rule("13", "18", "94")
def rally_items(s: HollowState, unit: int) -> list[Item]:
    """What is added to the roll: the leader, and 4 for desperation."""
    found = []
    led = helper(s, unit)
    if led:
        found.append(Item("leader", led, "14"))
    if s.has(unit, DM):
        found.append(Item("desperation morale", 4, "13"))
    return found


def rally(s: HollowState, at: RallyPhase, a: Rally) -> None:
    tried(s, at, a.unit)
    push(s, RallyRoll(a.unit))


@rule("18", "13")
def read_rally(s: HollowState, at: RallyRoll, dice: tuple[int, ...]) -> None:
    """At most the broken side's morale rallies; an original 12 is the end of the unit."""
    unit, roll = at.unit, dice[0]
    need = morale(s, unit) - sum_of(rally_items(s, unit))
    name = s.world.names.pieces[unit]
    if roll == 12:
        s.do(Said("18", "rally", (name, need, "is gone")))
        place, side = s.at[unit], s.side[unit]
        eliminate(s, unit, "18")
        if s.is_leader(unit):
            push(s, Effects((lose_leader(s, place, side, unit),)))
    elif roll <= need:
        s.do(Said("18", "rally", (name, need, "rallies")))
        s.mark("18", unit, BROKEN, False)
        s.mark("13", unit, DM, False)
    else:
        s.do(Said("18", "rally", (name, need, "stays broken")))
    feel_the_heat(s, unit, roll)


@rule("17")
def refuse_repair(s: HollowState, at: RallyPhase, a: Repair) -> Refusal | None:
    """An unbroken owner tries to repair a weapon, once a phase; who serves a gun, that gun."""
    weapon, name = a.weapon, {"weapon": s.world.names.pieces[a.weapon]}
    owner = s.owner_of(weapon) if (s.is_weapon(weapon) or s.is_gun(weapon)) and s.is_on_map(weapon) else -1
    if owner >= 0 and s.at[owner] != s.at[weapon]:
        owner = -1
    if owner < 0 or s.side[owner] != at.side:
        return Refusal("17", "{weapon} is no weapon that a unit of yours has.", name)
    if s.is_working(weapon):
        return Refusal("17", "{weapon} is in order.", name)
    if s.is_broken(owner):
        return Refusal("17", "{owner}, who has it, is broken.", {"owner": s.world.names.pieces[owner]})
    return refuse_again(s, at, (weapon,), "17")


def repair(s: HollowState, at: RallyPhase, a: Repair) -> None:
    tried(s, at, a.weapon)
    push(s, RepairRoll(a.weapon))


@rule("17")
def read_repair(s: HollowState, at: RepairRoll, dice: tuple[int, ...]) -> None:
    """A 1 repairs, a 6 scraps it."""
    if dice[0] == 1:
        s.mark("17", at.weapon, MALFUNCTION, False)
    elif dice[0] == 6:
        s.spend("17", at.weapon, 0)
        s.remove("17", at.weapon, "eliminated")


@rule("5.7")
def refuse_pass(s: HollowState, at: RallyPhase, a: Give) -> Refusal | None:
    """In the rally phase a weapon passes to another unbroken unit of the hex, once a phase."""
    weapon, unit = a.weapon, a.unit
    if (found := refuse_not_own(s, at.side, unit, "5.7")) is not None:
        return found
    names = {"weapon": s.world.names.pieces[weapon], "unit": s.world.names.pieces[unit]}
    owner = s.owner_of(weapon) if s.is_weapon(weapon) and s.is_on_map(weapon) else -1
    if owner < 0 or s.side[owner] != at.side:
        return Refusal("5.7", "{weapon} is no weapon that a unit of yours has.", names)
    if s.at[weapon] != s.at[unit]:
        return Refusal("5.7", "{weapon} is not in the hex of {unit}.", names)
    if owner == unit:
        return Refusal("5.7", "{unit} has {weapon} already.", names)
    if s.is_broken(unit):
        return Refusal("5.7", "{unit} is broken and takes nothing over.", names)
    return refuse_again(s, at, (weapon,), "5.7") or refuse_weapon(s, unit, weapon)


def pass_candidates(s: HollowState, at: RallyPhase) -> list[Give]:
    return [Give(weapon, other) for unit in s.units(at.side) for weapon in s.weapons_of(unit) for other in s.units_at(s.at[unit], at.side)]


def pass_on(s: HollowState, at: RallyPhase, a: Give) -> None:
    tried(s, at, a.weapon)
    s.spend("5.7", a.weapon, a.unit + 1)


@rule("5.7")
def refuse_recovery(s: HollowState, at: RallyPhase, a: Take) -> Refusal | None:
    """In the rally phase an unbroken unit that is not fighting hand to hand may try to take up a weapon that lies in its hex, once a phase, for no factors."""
    found = refuse_not_own(s, at.side, a.unit, "5.7") or refuse_state(s, a.unit, "take up weapons", (BROKEN, MELEE), "5.7")
    return found or refuse_again(s, at, (a.unit, a.weapon), "5.7") or refuse_pick_up(s, a.unit, a.weapon)


def recovery_candidates(s: HollowState, at: RallyPhase) -> list[Take]:
    return [Take(unit, weapon) for unit in s.units(at.side) for weapon in s.loose_weapons(s.at[unit])]


def recover(s: HollowState, at: RallyPhase, a: Take) -> None:
    """Everybody sees the gun go."""
    tried(s, at, a.unit, a.weapon)
    reveal(s, a.unit)
    push(s, RecoveryRoll((a.unit,), a.weapon))


@rule("D", "197.21")
def refuse_deploy(s: HollowState, at: RallyPhase, a: Deploy) -> Refusal | None:
    """An unbroken squad with a leader splits into two half-squads, where its nation allows it."""
    unit = a.unit
    found = (
        refuse_not_own(s, at.side, unit, "D", "squad") or refuse_state(s, unit, "deploy", (BROKEN, MELEE), "D") or refuse_again(s, at, (unit,), "D")
    )
    if found is not None:
        return found
    if s.squad(unit).half is None:
        return Refusal("D", "{unit} has no half-squads.", {"unit": s.world.names.pieces[unit]})
    if not leads_here(s, unit):
        return Refusal("D", "There is no unbroken leader with it.")
    if not may_deploy(s, unit):
        return Refusal("197.21", "Only elite Italian squads deploy.")
    spare = spare_men(s, at.side)
    if not spare:
        return Refusal("D", "There are no spare counters.")
    return refuse_crowd(s, s.at[unit], at.side, (spare[0],))


def spare_men(s: HollowState, side: int) -> list[int]:
    box = s.world.box["spare"]
    return [p for p in s.world.pool(side, 0, MEN) if s.at[p] == box]


@rule("D")
def deploy(s: HollowState, at: RallyPhase, a: Deploy) -> None:
    """The other half stands where the squad stood, as it stood."""
    unit, half = a.unit, s.squad(a.unit).half
    assert half is not None
    tried(s, at, unit)
    other, face = spare_men(s, at.side)[0], s.world.squad_face[half]
    s.turn_face("D", unit, face)
    s.turn_face("D", other, face)
    for mark in (CONCEALED, DUG, CREST, *CREST_BITS):
        s.mark("D", other, mark, s.has(unit, mark))
    s.do(Placed("D", other, s.at[other], s.at[unit]))


@rule("D")
def recombined(s: HollowState, unit: int) -> tuple[int, int] | None:
    """Another half-squad of the same kind in the hex, and the squad the two make."""
    squad = s.squad(unit)
    whole = next((i for i, other in enumerate(s.world.squads) if other.half == squad.key), None)
    if squad.kind != "half-squad" or whole is None:
        return None
    for other in s.units_at(s.at[unit], s.side[unit]):
        if other != unit and s.is_man(other) and s.face[other] == s.face[unit] and s.is_good(other) and s.viewpoint(other) == s.viewpoint(unit):
            return other, whole
    return None


@rule("D")
def refuse_recombine(s: HollowState, at: RallyPhase, a: Recombine) -> Refusal | None:
    """Two unbroken half-squads of a kind with a leader become a squad again."""
    unit = a.unit
    if (found := refuse_not_own(s, at.side, unit, "D", "squad or crew") or refuse_state(s, unit, "recombine", (BROKEN, MELEE), "D")) is not None:
        return found
    both = recombined(s, unit)
    if both is None:
        return Refusal("D", "There is no other half-squad of the same kind with it.")
    other, _ = both
    if (found := refuse_again(s, at, (unit, other), "D")) is not None:
        return found
    if not leads_here(s, unit):
        return Refusal("D", "There is no unbroken leader with it.")
    return Refusal("42", "One is concealed and the other is not.") if s.is_secret(unit) != s.is_secret(other) else None


@rule("D")
def recombine(s: HollowState, at: RallyPhase, a: Recombine) -> None:
    """One counter shows the squad; the other goes back to the spare ones, and what it had and guarded goes over."""
    unit, both = a.unit, recombined(s, a.unit)
    assert both is not None
    other, whole = both
    tried(s, at, unit)
    for weapon in s.weapons_of(other):
        s.spend("D", weapon, unit + 1)
    for prisoner in prisoners_of(s, other):
        entrust(s, prisoner, unit)
    s.turn_face("D", unit, whole)
    s.do(Moved("D", other, s.at[other], s.world.box["spare"]))
    s.wipe(other)


def repair_candidates(s: HollowState, at: RallyPhase) -> list[Repair]:
    return [*(Repair(weapon) for unit in s.units(at.side) for weapon in s.weapons_of(unit)), *(Repair(gun) for gun in s.guns(at.side))]


RALLY_ORDERS: tuple[Takes[HollowState, RallyPhase, Any], ...] = (
    Takes(Rally, rally, refuse_rally, candidates=lambda s, at: [Rally(unit) for unit in s.units(at.side) if s.is_broken(unit)]),
    Takes(Deploy, deploy, refuse_deploy, candidates=lambda s, at: [Deploy(unit) for unit in s.units(at.side)]),
    Takes(Recombine, recombine, refuse_recombine, candidates=lambda s, at: [Recombine(unit) for unit in s.units(at.side)]),
    Takes(Take, recover, refuse_recovery, candidates=recovery_candidates),
    Takes(Repair, repair, refuse_repair, candidates=repair_candidates),
    Takes(Give, pass_on, refuse_pass, candidates=pass_candidates),
    *PRISONER_ORDERS,
)


def rally_phase(*added: Takes[HollowState, RallyPhase, Any]) -> AskStep[HollowState, RallyPhase]:
    """A side's half of the rally phase, with orders that other chapters add."""
    return AskStep(
        RallyPhase,
        lambda _, at: Decision(at.side, "rally", "18", "Rally phase: rally, repair, see to weapons, split or join squads; then end the phase."),
        *RALLY_ORDERS,
        *added,
        Takes(Done, leave),
    )


RALLY_ROLL = roll_step(RallyRoll, "rally", "18", "Rally", read_rally)
REPAIR_ROLL = roll_step(RepairRoll, "repair", "17", "Repair", read_repair, ONE_DIE)
