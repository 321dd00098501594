"""A stack on the march, told leg by leg where to go and what to do."""

from __future__ import annotations

from collections.abc import Sequence

from amba.core.decision import Action, Decision, Refusal, unknown_action
from amba.core.flow import Step, change, pop, push
from amba.core.menu import Menu
from amba.games.hollow.book import rule
from amba.games.hollow.marks import CX, DOUBLE, DUG, GUARD, MOVED
from amba.games.hollow.rules.common import ASSAULTING, DOUBLING, NORMAL
from amba.games.hollow.rules.r005_costs import left
from amba.games.hollow.rules.r005_going import step, walk
from amba.games.hollow.rules.r005_movement import refuse_mover, refuse_step
from amba.games.hollow.rules.r005_paths import refuse_walk, ways_of
from amba.games.hollow.rules.r005_possession import refuse_take
from amba.games.hollow.rules.r023_charges import charge_orders, lay_charge, refuse_charge
from amba.games.hollow.rules.r042_concealment import lose_cover
from amba.games.hollow.rules.r177_exits import leave, refuse_off
from amba.games.hollow.rules.r185_hidden import spot_works
from amba.games.hollow.rules.r188_crests import may_face, take_crest
from amba.games.hollow.rules.r191_works import shelter_at
from amba.games.hollow.rules.r194_air import dust
from amba.games.hollow.rules.r194_dust import may_double_time
from amba.games.hollow.state import HollowState

MARCHING = (
    "go", "rim", "minimum", "assault", "double", "crest", "down", "shelter", "join", "together", "leave", "take", "drop", "charge", "off", "halt",
)  # fmt: skip
"""What a stack on the march may be told."""


class Walk(Step[HollowState]):
    """A stack on the march: ("walk", units, mode, steps, the way it was told to go, whether that is its whole move)."""

    def decision(self, s: HollowState) -> Decision:
        # Both sides read a prompt: it names no place, for the unit may still be hidden, and nothing that depends on who they are.
        return Decision(s.side[s.frames[-1][1][0]], "walk", "5", "On the move: where to, or halt.")

    @rule("5", "142.71", "142", "176.3", "188.161")
    def menu(self, s: HollowState) -> Menu:
        _, units, mode, steps, _, _ = s.frames[-1]
        names = s.world.names
        plain: list[Action] = [("rim" if rim else "go", names.places[to]) for to, rim in ways_of(s, units, mode, steps).cost]
        around = s.field.around[s.at[units[0]]]
        plain += [("minimum", names.places[to]) for to in around if refuse_step(s, units, mode, steps, to, False, True) is None]
        plain += [a for a in self._other(s) if self._refuse_other(s, a) is None]
        return Menu([*plain, ("halt",)])

    def _other(self, s: HollowState) -> list[Action]:
        _, units, _mode, _steps, _, _ = s.frames[-1]
        names = s.world.names
        place, side = s.at[units[0]], s.side[units[0]]
        found: list[Action] = [("assault",), ("double",), ("down",), ("shelter",), ("together",), ("off",)]
        found += [("crest", names.places[near]) for near in s.field.around[place]]
        found += [("join", names.pieces[u]) for u in s.counters_at(place, side)]
        found += [("leave", names.pieces[u]) for u in units]
        found += [("take", names.pieces[u], names.pieces[w]) for u in units for w in s.loose_weapons(place)]
        found += [("drop", names.pieces[w]) for u in units for w in s.weapons_of(u)]
        return found + charge_orders(s, units)

    def refuse(self, s: HollowState, a: Action) -> Refusal | None:
        _, units, mode, steps, _, _ = s.frames[-1]
        if a == ("halt",):
            return None
        if len(a) == 2 and a[0] in {"go", "rim", "minimum"} and a[1] in s.world.names.place:
            to = s.world.names.place[a[1]]
            if a[0] == "minimum":
                return refuse_step(s, units, mode, steps, to, False, True)
            return refuse_walk(s, units, mode, steps, to, a[0] == "rim")
        return self._refuse_other(s, a)

    def _refuse_other(self, s: HollowState, a: Action) -> Refusal | None:
        _, units, mode, steps, _, _ = s.frames[-1]
        piece = s.world.names.piece
        if a == ("assault",):
            return None if mode == NORMAL and not steps else Refusal("142.71", "Assault movement is announced before the first step.")
        if a == ("double",):
            return refuse_double(s, units, mode, steps)
        if a == ("down",):
            return refuse_crest(s, units, mode, None)
        if len(a) == 2 and a[0] == "crest" and a[1] in s.world.names.place:
            return refuse_crest(s, units, mode, s.world.names.place[a[1]])
        if a == ("shelter",):
            return refuse_shelter(s, units, mode)
        if a == ("off",):
            return refuse_off(s, units, mode)
        if a == ("together",):
            return None if len(mates(s, units, mode, steps)) > 1 else Refusal("5", "There are no two units here that could still join.")
        if len(a) == 2 and a[0] in {"join", "leave", "drop"} and a[1] in piece:
            return self._refuse_member(s, a[0], piece[a[1]])
        if len(a) == 3 and a[0] == "take" and a[1] in piece and a[2] in piece:
            return refuse_take(s, units, mode, piece[a[1]], piece[a[2]])
        if len(a) == 3 and a[0] == "charge" and a[1] in piece and a[2] in s.world.names.place:
            return refuse_charge(s, units, mode, piece[a[1]], s.world.names.place[a[2]])
        return unknown_action(a, MARCHING, "5")

    def _refuse_member(self, s: HollowState, verb: str, piece: int) -> Refusal | None:
        """Who joins, who is left behind, and which weapon."""
        _, units, mode, steps, _, _ = s.frames[-1]
        if verb == "join":
            return refuse_join(s, units, mode, steps, piece)
        if verb == "leave":
            may = steps and piece in units and len(units) > 1
            return None if may else Refusal("5", "One of a stack that has moved may be left behind, not the last one.")
        if s.is_weapon(piece) and s.owner_of(piece) in units:
            return None
        return Refusal("5.7", "None of the moving units has that.")

    def apply(self, s: HollowState, a: Action) -> None:
        _, units, mode, steps, _, whole = s.frames[-1]
        verb = a[0]
        if verb == "halt":
            self._halt(s)
        elif verb in {"go", "rim"}:
            path = ways_of(s, units, mode, steps).path((s.world.names.place[a[1]], verb == "rim"))
            change(s, *walk(units, mode, steps, path[1:], whole))
            step(s, *path[0])
        elif verb == "minimum":
            step(s, s.world.names.place[a[1]], False, True)
        elif verb == "join":
            change(s, *walk((*units, s.world.names.piece[a[1]]), mode, steps, (), whole))
        elif verb == "together":
            change(s, *walk((*units, *mates(s, units, mode, steps)), mode, steps, (), whole))
        elif verb == "leave":
            change(s, *walk([u for u in units if u != s.world.names.piece[a[1]]], mode, steps))
        elif verb == "assault":
            change(s, *walk(units, ASSAULTING, steps, (), whole))
        elif verb == "double":
            change(s, *walk(units, DOUBLING, steps, (), whole))
            for unit in units:
                s.mark("142", unit, DOUBLE)
        elif verb == "drop":
            s.spend("5.7", s.world.names.piece[a[1]], 0)
        elif verb == "off":
            leave(s)
        elif verb == "charge":
            self._lay(s, s.world.names.piece[a[1]], s.world.names.place[a[2]])
        else:
            self._stay(s, a)

    @rule("23")
    def _lay(self, s: HollowState, weapon: int, to: int) -> None:
        """The man with the charge spends what going there would cost; if the defender's fire leaves him in good order, the charge is laid."""
        _, units, mode, steps, _, _ = s.frames[-1]
        lay_charge(s, weapon, to)
        lose_cover(s, (s.owner_of(weapon),))
        change(s, *walk(units, mode, steps + 1))
        push(s, "tidy", False, False, False)
        push(s, "laying", weapon, to)
        push(s, "watch", s.at[units[0]], units, False)

    def _halt(self, s: HollowState) -> None:
        """Where they are; who has not gone anywhere is told to stay."""
        _, units, _, steps, _, _ = s.frames[-1]
        pop(s)
        if not steps:
            frame = s.frames[-1]
            change(s, "move", frame[1], (*(frame[2] if len(frame) > 2 else ()), units[0]))

    def _stay(self, s: HollowState, a: Action) -> None:
        """What costs factors without leaving the hex; the defender may fire at it."""
        _, units, mode, steps, _, _ = s.frames[-1]
        price = {"crest": 2, "down": 1, "shelter": 1, "take": 1}[a[0]]
        movers = (s.world.names.piece[a[1]],) if a[0] == "take" else units
        for unit in movers:
            s.spend("5", unit, s.points[unit] + price)
            s.mark("5", unit, MOVED)
            if a[0] in {"crest", "down"}:
                take_crest(s, unit, s.at[unit], s.world.names.place[a[1]] if a[0] == "crest" else None)
            if a[0] == "shelter":
                s.mark("54", unit, DUG)
                spot_works(s)
        lose_cover(s, movers)
        units = tuple(u for u in units if s.is_on_map(u))
        change(s, *walk(units, mode, steps + 1))
        push(s, "tidy", not units, False, False)
        push(s, "watch", s.at[movers[0]], units, False)
        if a[0] == "take":
            push(s, "recovering", movers, s.world.names.piece[a[2]])


@rule("142", "194.731", "P")
def refuse_double(s: HollowState, units: Sequence[int], mode: str, steps: int) -> Refusal | None:
    """Double time is announced before the first step, by men who are not exhausted, when the dust allows it."""
    if mode != NORMAL or steps:
        return Refusal("142", "Double time is announced before the first step.")
    if any(s.has(u, GUARD) for u in units):
        return Refusal("P", "Men with prisoners do not run.")
    if any(s.has(u, CX) for u in units):
        return Refusal("142", "Exhausted men do not run.")
    if not may_double_time(dust(s)):
        return Refusal("194.731", "Nobody runs in such dust.")
    return None


@rule("188.161")
def refuse_crest(s: HollowState, units: Sequence[int], mode: str, towards: int | None) -> Refusal | None:
    """In a wadi hex: up to its crest facing a neighbouring hex for 2 factors, down into it for 1."""
    up = towards is not None
    wanted = "in" if up else "crest"
    if any(s.position(u) != wanted for u in units) or mode == ASSAULTING:
        return Refusal("188.161", "There is no crest to go {way}.", {"way": "up to" if up else "down from"})
    if towards is not None and not may_face(s, s.at[units[0]], towards):
        return Refusal("188.16", "There is no crest on that side: it is no neighbouring hex, a wadi hexside or a cliff of the wadi.")
    need = 2 if up else 1
    if left(s, units, mode) < need:
        return Refusal("188.161", "That costs {need}; {have} are left.", {"need": need, "have": max(0, left(s, units, mode))})
    return None


@rule("54", "191.1", "137.1")
def refuse_shelter(s: HollowState, units: Sequence[int], mode: str) -> Refusal | None:
    """Into the fortification of the hex costs 1."""
    place = s.at[units[0]]
    if all(s.has(u, DUG) for u in units) or not shelter_at(s, place, s.side[units[0]]):
        return Refusal("54", "There is no fortification here to go into.")
    if mode == ASSAULTING or left(s, units, mode) < 1:
        return Refusal("54", "That costs 1; {have} are left.", {"have": max(0, left(s, units, mode))})
    return None


def refuse_join(s: HollowState, units: Sequence[int], mode: str, steps: int, unit: int) -> Refusal | None:
    if unit in units:
        return Refusal("5", "It is in the stack already.")
    if steps or mode != NORMAL:
        return Refusal("5", "Units join before the first step.")
    found = refuse_mover(s, s.side[units[0]], unit)
    if found is not None:
        return found
    if s.at[unit] != s.at[units[0]] or s.viewpoint(unit) != s.viewpoint(units[0]):
        return Refusal("5", "Only units of the same place move together.")
    return None


def mates(s: HollowState, units: Sequence[int], mode: str, steps: int) -> list[int]:
    """Everybody who could go along."""
    return [u for u in s.counters_at(s.at[units[0]], s.side[units[0]]) if refuse_join(s, units, mode, steps, u) is None]
