"""The rally phase: rally, repair, passing weapons on, deploying and recombining."""

from __future__ import annotations

from collections.abc import Sequence

from amba.core.decision import Action, Decision, Refusal, unknown_action
from amba.core.event import Moved, Placed, Said
from amba.core.flow import Step, change, pop, push
from amba.core.menu import Menu
from amba.core.state import Frame
from amba.games.hollow.book import rule
from amba.games.hollow.marks import BROKEN, CONCEALED, CREST, CREST_BITS, DM, DUG, MALFUNCTION, MELEE
from amba.games.hollow.pieces import MEN
from amba.games.hollow.rules.common import Item, sum_of
from amba.games.hollow.rules.r006_stacking import refuse_crowd, refuse_fallen, refuse_weapon
from amba.games.hollow.rules.r012_effects import lose_leader
from amba.games.hollow.rules.r012_morale import eliminate, feel_the_heat, morale
from amba.games.hollow.rules.r014_leaders import helper, leads_here
from amba.games.hollow.rules.r042_concealment import reveal
from amba.games.hollow.rules.r179_escape import carry_out, prisoner_orders, refuse_prisoner_order
from amba.games.hollow.rules.r179_prisoners import entrust, prisoners_of
from amba.games.hollow.rules.r197_nations import may_deploy
from amba.games.hollow.rules.rolls import Roll
from amba.games.hollow.state import HollowState

PRISONER_ORDERS = {"escape": 2, "hand": 3, "free": 2}
"""What concerns prisoners (P), with the number of words."""


@rule("18")
def refuse_rally(s: HollowState, side: int, unit: int, done: Sequence[int]) -> Refusal | None:
    """A broken unit with an unbroken leader beside it, or a broken leader by himself; once a phase."""
    if not s.is_unit(unit) or s.side[unit] != side or not s.is_on_map(unit) or not s.is_broken(unit):
        return Refusal("18", "Only your own broken units on the map rally.")
    if unit in done:
        return Refusal("18", "{unit} has tried in this phase.", {"unit": s.world.names.pieces[unit]})
    if s.has(unit, MELEE):
        return Refusal("20", "Nobody rallies in close combat.")
    if not s.is_leader(unit) and not leads_here(s, unit):
        return Refusal("18", "There is no unbroken leader with {unit}.", {"unit": s.world.names.pieces[unit]})
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


@rule("17")
def refuse_repair(s: HollowState, side: int, weapon: int, done: Sequence[int]) -> Refusal | None:
    """An unbroken owner tries to repair a weapon, once a phase."""
    if not s.is_weapon(weapon) or not s.is_on_map(weapon) or s.owner_of(weapon) < 0 or s.side[s.owner_of(weapon)] != side:
        return Refusal("17", "Only a weapon that a unit of yours has is repaired.")
    if s.is_working(weapon):
        return Refusal("17", "It is in order.")
    if s.is_broken(s.owner_of(weapon)) or weapon in done:
        return Refusal("17", "Its owner is broken, or has tried in this phase.")
    return None


@rule("5.7")
def refuse_pass(s: HollowState, side: int, weapon: int, unit: int, done: Sequence[int]) -> Refusal | None:
    """In the rally phase a weapon passes to another unbroken unit of the hex, once a phase."""
    if not s.is_weapon(weapon) or not s.is_on_map(weapon) or not s.is_unit(unit) or s.side[unit] != side or s.at[weapon] != s.at[unit]:
        return Refusal("5.7", "A weapon passes to a unit of yours in its own hex.")
    owner = s.owner_of(weapon)
    if owner < 0 or s.side[owner] != side or owner == unit or s.is_broken(unit) or weapon in done:
        return Refusal("5.7", "It must have another owner of yours, go to an unbroken unit, and change hands once a phase.")
    return refuse_weapon(s, unit, weapon)


@rule("5.7")
def refuse_recovery(s: HollowState, side: int, unit: int, weapon: int, done: Sequence[int]) -> Refusal | None:
    """In the rally phase an unbroken unit that is not fighting hand to hand may try to take up a weapon that lies in its hex, once a phase, for no factors."""
    if not s.is_unit(unit) or s.side[unit] != side or not s.is_on_map(unit) or s.is_broken(unit) or s.has(unit, MELEE):
        return Refusal("5.7", "An unbroken unit of yours that is not in close combat takes up weapons.")
    if not s.is_weapon(weapon) or weapon not in s.loose_weapons(s.at[unit]):
        return Refusal("5.7", "No such weapon lies in its hex.")
    if unit in done or weapon in done:
        return Refusal("5.7", "That has been tried in this phase.")
    return refuse_fallen(s, unit) or refuse_weapon(s, unit, weapon)


@rule("D", "197.21")
def refuse_deploy(s: HollowState, side: int, unit: int, done: Sequence[int]) -> Refusal | None:
    """An unbroken squad with a leader splits into two half-squads, where its nation allows it."""
    if not s.is_man(unit) or s.side[unit] != side or not s.is_on_map(unit) or not s.is_squad(unit) or s.is_broken(unit):
        return Refusal("D", "Only an unbroken squad of yours deploys.")
    if unit in done or s.has(unit, MELEE) or not leads_here(s, unit) or s.squad(unit).half is None:
        return Refusal("D", "It needs a leader in its hex, once a phase, and not in close combat.")
    if not may_deploy(s, unit):
        return Refusal("197.21", "Only elite Italian squads deploy.")
    spare = spare_men(s, side)
    if not spare:
        return Refusal("D", "There are no spare counters.")
    return refuse_crowd(s, s.at[unit], side, (spare[0],))


def spare_men(s: HollowState, side: int) -> list[int]:
    box = s.world.box["spare"]
    return [p for p in s.world.pool(side, 0, MEN) if s.at[p] == box]


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
def refuse_recombine(s: HollowState, side: int, unit: int, done: Sequence[int]) -> Refusal | None:
    """Two unbroken half-squads of a kind with a leader become a squad again."""
    if not s.is_man(unit) or s.side[unit] != side or not s.is_on_map(unit) or s.is_broken(unit) or unit in done or s.has(unit, MELEE):
        return Refusal("D", "Only an unbroken half-squad of yours recombines.")
    found = recombined(s, unit)
    if found is None or found[0] in done or not leads_here(s, unit):
        return Refusal("D", "It needs a half-squad of the same kind and a leader in its hex.")
    if s.is_secret(unit) != s.is_secret(found[0]):
        return Refusal("42", "One is concealed and the other is not.")
    return None


class Rally(Step[HollowState]):
    """A side's half of the rally phase: ("rally", side, pieces that have had their try)."""

    def decision(self, s: HollowState) -> Decision:
        return Decision(s.frames[-1][1], "rally", "18", "Rally phase: rally, repair, see to weapons, split or join squads; then end the phase.")

    def _done(self, s: HollowState) -> tuple[int, ...]:
        frame = s.frames[-1]
        return frame[2] if len(frame) > 2 else ()

    @rule("18")
    def menu(self, s: HollowState) -> Menu:
        side, done = s.frames[-1][1], self._done(s)
        names = s.world.names
        plain: list[Action] = []
        for unit in s.units(side):
            key = names.pieces[unit]
            if refuse_rally(s, side, unit, done) is None:
                plain.append(("rally", key))
            if refuse_deploy(s, side, unit, done) is None:
                plain.append(("deploy", key))
            if refuse_recombine(s, side, unit, done) is None:
                plain.append(("recombine", key))
            loose = s.loose_weapons(s.at[unit])
            plain += [("take", key, names.pieces[w]) for w in loose if refuse_recovery(s, side, unit, w, done) is None]
            for weapon in s.weapons_of(unit):
                if refuse_repair(s, side, weapon, done) is None:
                    plain.append(("repair", names.pieces[weapon]))
                plain += [
                    ("give", names.pieces[weapon], names.pieces[other])
                    for other in s.units_at(s.at[unit], side)
                    if refuse_pass(s, side, weapon, other, done) is None
                ]
        return Menu([*plain, *prisoner_orders(s, side, done), ("done",)])

    def refuse(self, s: HollowState, a: Action) -> Refusal | None:
        side, done = s.frames[-1][1], self._done(s)
        piece = s.world.names.piece
        if a == ("done",):
            return None
        checks = {"rally": refuse_rally, "repair": refuse_repair, "deploy": refuse_deploy, "recombine": refuse_recombine}
        if len(a) == 2 and a[0] in checks and a[1] in piece:
            return checks[a[0]](s, side, piece[a[1]], done)
        if len(a) == 3 and a[0] == "give" and a[1] in piece and a[2] in piece:
            return refuse_pass(s, side, piece[a[1]], piece[a[2]], done)
        if len(a) == 3 and a[0] == "take" and a[1] in piece and a[2] in piece:
            return refuse_recovery(s, side, piece[a[1]], piece[a[2]], done)
        if a and len(a) == PRISONER_ORDERS.get(a[0]) and all(word in piece for word in a[1:]):
            return refuse_prisoner_order(s, side, a, done)
        return unknown_action(a, ("rally", "repair", "give", "take", "deploy", "recombine", *PRISONER_ORDERS, "done"), "18")

    def apply(self, s: HollowState, a: Action) -> None:
        side, done = s.frames[-1][1], self._done(s)
        if a[0] == "done":
            pop(s)
            return
        piece = s.world.names.piece[a[1]]
        change(s, "rally", side, (*done, piece, *((s.world.names.piece[a[2]],) if a[0] == "take" else ())))
        if a[0] == "take":
            reveal(s, piece)  # everybody sees the gun go
            push(s, "recovering", (piece,), s.world.names.piece[a[2]])
        elif a[0] in {"rally", "repair"}:
            push(s, "rallying" if a[0] == "rally" else "repairing", piece)
        elif a[0] == "give":
            s.spend("5.7", piece, s.world.names.piece[a[2]] + 1)
        elif a[0] in PRISONER_ORDERS:
            carry_out(s, a)
        elif a[0] == "deploy":
            deploy(s, piece)
        else:
            recombine(s, piece)


@rule("D")
def deploy(s: HollowState, unit: int) -> None:
    half = s.squad(unit).half
    assert half is not None
    other = spare_men(s, s.side[unit])[0]
    face = s.world.squad_face[half]
    s.turn_face("D", unit, face)
    s.turn_face("D", other, face)
    for mark in (CONCEALED, DUG, CREST, *CREST_BITS):
        s.mark("D", other, mark, s.has(unit, mark))
    s.do(Placed("D", other, s.at[other], s.at[unit]))


@rule("D")
def recombine(s: HollowState, unit: int) -> None:
    found = recombined(s, unit)
    assert found is not None
    other, whole = found
    for weapon in s.weapons_of(other):
        s.spend("D", weapon, unit + 1)
    for prisoner in prisoners_of(s, other):
        entrust(s, prisoner, unit)
    s.turn_face("D", unit, whole)
    s.do(Moved("D", other, s.at[other], s.world.box["spare"]))
    s.wipe(other)


class Rallying(Roll):
    """A rally roll: ("rallying", unit)."""

    kind, number, title = "rally", "18", "Rally"

    @rule("18", "13")
    def read(self, s: HollowState, frame: Frame, dice: tuple[int, ...]) -> None:
        """At most the broken side's morale rallies; an original 12 is the end of the unit."""
        unit = frame[1]
        need = morale(s, unit) - sum_of(rally_items(s, unit))
        name = s.world.names.pieces[unit]
        if dice[0] == 12:
            s.do(Said("18", "rally", (name, need, "is gone")))
            place, side = s.at[unit], s.side[unit]
            eliminate(s, unit, "18")
            if s.is_leader(unit):
                push(s, "effects", (lose_leader(s, place, side, unit),))
        elif dice[0] <= need:
            s.do(Said("18", "rally", (name, need, "rallies")))
            s.mark("18", unit, BROKEN, False)
            s.mark("13", unit, DM, False)
        else:
            s.do(Said("18", "rally", (name, need, "stays broken")))
        feel_the_heat(s, unit, dice[0])


class Repairing(Roll):
    """A repair roll: ("repairing", weapon)."""

    kind, number, title = "repair", "17", "Repair"
    thrown = 1

    @rule("17")
    def read(self, s: HollowState, frame: Frame, dice: tuple[int, ...]) -> None:
        """A 1 repairs, a 6 scraps it."""
        weapon = frame[1]
        die = dice[0]
        if die == 1:
            s.mark("17", weapon, MALFUNCTION, False)
        elif die == 6:
            s.spend("17", weapon, 0)
            s.remove("17", weapon, "eliminated")
