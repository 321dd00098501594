"""The movement phase: a unit walks where it is told, or a stack sets out and goes on leg by leg; the defender may fire at every step."""

from __future__ import annotations

from collections.abc import Sequence

from amba.core.decision import Action, Decision, Refusal, unknown_action
from amba.core.flow import Step, change, pop, push
from amba.core.menu import Menu
from amba.games.hollow.book import rule
from amba.games.hollow.rules.r194_dust import may_double_time
from amba.games.hollow.rules.r194_play import dust
from amba.games.hollow.rules import hooks
from amba.games.hollow.rules.hooks import ExtraOrder, extra_actions, extra_order
from amba.games.hollow.rules.r004_reinforcements import arriving, entries, refuse_entry
from amba.games.hollow.rules.r005_entering import Entering
from amba.games.hollow.rules.r005_going import Tidy, lose_cover, step, walk
from amba.games.hollow.rules.r005_movement import ASSAULTING, DOUBLING, NORMAL, left, refuse_mover, refuse_step
from amba.games.hollow.rules.r005_paths import refuse_walk, ways_of
from amba.games.hollow.rules.r005_possession import Recovering, refuse_take
from amba.games.hollow.rules.r023_charges import CHARGE_STEPS, charge_orders, lay_charge, refuse_charge
from amba.games.hollow.rules.r177_exits import EXIT_STEPS, OFF, exit_tails, leave, may_reach_edge, refuse_exit, refuse_off, set_off
from amba.games.hollow.rules.r188_crests import may_face, take_crest
from amba.games.hollow.state import HollowState
from amba.games.hollow.world import CX, DOUBLE, DUG, GUARD, HIDDEN, MOVED

RIM, MINIMUM = "rim", "minimum"
HOW = (ASSAULTING, DOUBLING, RIM, MINIMUM)
"""What may stand behind an order to walk: by assault movement, at the double, to the crest of a wadi, as a minimum move."""


MARCHING = (
    "go", "rim", "minimum", "assault", "double", "crest", "down", "shelter", "join", "together", "leave", "take", "drop", "charge", "off", "halt",
)  # fmt: skip
"""What a stack on the march may be told."""


def mode_of(how: str) -> str:
    return how if how in {ASSAULTING, DOUBLING} else NORMAL


@rule("5", "142", "142.71", "176.3", "188.161")
def refuse_order(s: HollowState, unit: int, to: int, how: str) -> Refusal | None:
    """A whole move of one unit: at its pace, by assault movement, at the double, to a crest, or as a minimum move."""
    if how == MINIMUM:
        return refuse_step(s, (unit,), NORMAL, 0, to, False, True)
    if how == DOUBLING:
        found = refuse_double(s, (unit,), NORMAL, 0)
        if found is not None:
            return found
        if (to, False) in ways_of(s, (unit,), NORMAL, 0).cost:
            return Refusal("142", "{place} is within reach without running.", {"place": s.world.names.places[to]})
    return refuse_walk(s, (unit,), mode_of(how), 0, to, how == RIM)


def walks(s: HollowState, head: Action) -> list[Action]:
    """Every whole move of a unit."""
    unit = s.world.names.piece[head[1]]
    names = s.world.names.places
    pairs = [(to, RIM if rim else "") for to, rim in ways_of(s, (unit,), NORMAL, 0).cost]
    pairs += [(to, ASSAULTING) for to, rim in ways_of(s, (unit,), ASSAULTING, 0).cost if not rim]
    if refuse_double(s, (unit,), NORMAL, 0) is None:
        plain = ways_of(s, (unit,), NORMAL, 0).cost
        pairs += [(to, DOUBLING) for to, rim in ways_of(s, (unit,), DOUBLING, 0).cost if not rim and (to, False) not in plain]
    pairs += [(to, MINIMUM) for to in s.field.around[s.at[unit]] if refuse_step(s, (unit,), NORMAL, 0, to, False, True) is None]
    return [(*head, names[to], *([how] if how else [])) for to, how in pairs]


def set_out(s: HollowState, unit: int, to: int, how: str) -> None:
    """The whole way at once; each step is watched by the enemy, and what happens there may stop it."""
    mode = mode_of(how)
    path = ways_of(s, (unit,), mode, 0).path((to, how == RIM)) if how != MINIMUM else ((to, False),)
    push(s, *walk((unit,), mode, 0, path[1:], True))
    if how == DOUBLING:
        s.mark("142", unit, DOUBLE)
    step(s, *path[0], how == MINIMUM)


@rule("177")
def set_out_for_edge(s: HollowState, unit: int, place: int) -> None:
    """The whole way to the edge and over it, watched as any other."""
    path = set_off(s, unit, place)
    push(s, *walk((unit,), NORMAL, 0, path[1:], True))
    if path[0] == OFF:
        leave(s)
    else:
        step(s, *path[0])


class Move(Step[HollowState]):
    """The phasing side's movement phase: ("move", side, units that were told to move and halted at once)."""

    def __init__(self, extra: Sequence[ExtraOrder]) -> None:
        self.extra = extra
        """Orders that other chapters add."""

    def _stayed(self, s: HollowState) -> tuple[int, ...]:
        frame = s.frames[-1]
        return frame[2] if len(frame) > 2 else ()

    def _refuse_mover(self, s: HollowState, side: int, unit: int) -> Refusal | None:
        if unit in self._stayed(s):
            return Refusal("5", "{unit} was told to halt where it stands.", {"unit": s.world.names.pieces[unit]})
        return refuse_mover(s, side, unit)

    @rule("42")
    def _refuse_stack(self, s: HollowState, side: int, unit: int) -> Refusal | None:
        """Nobody is taken up to be put down again where he lies hidden: a hidden unit walks, or stays and is not spoken of."""
        found = self._refuse_mover(s, side, unit)
        if found is None and s.has(unit, HIDDEN):
            return Refusal("42", "{unit} is hidden and alone: tell it where to walk.", {"unit": s.world.names.pieces[unit]})
        return found

    def _refuse_band(self, s: HollowState, side: int, unit: int) -> Refusal | None:
        """All of a hex go together, in one order that is their whole move."""
        found = self._refuse_stack(s, side, unit)
        if found is None and not mates(s, (unit,), NORMAL, 0):
            return Refusal("5", "There is nobody in its hex who could go along.")
        return found

    def decision(self, s: HollowState) -> Decision:
        return Decision(s.frames[-1][1], "movement", "5", "Movement: choose a unit to move, or end the phase.")

    @rule("5")
    def menu(self, s: HollowState) -> Menu:
        side = s.frames[-1][1]
        names = s.world.names
        movers = [u for u in s.counters(side) if self._refuse_mover(s, side, u) is None]
        plain: list[Action] = [("band", names.pieces[u]) for u in movers if not s.has(u, HIDDEN) and mates(s, (u,), NORMAL, 0)]
        plain += [("move", names.pieces[u]) for u in movers if not s.has(u, HIDDEN)]
        heads: list[Action] = [("walk", names.pieces[u]) for u in movers]
        heads += [("exit", names.pieces[u]) for u in movers if may_reach_edge(s, u)]
        heads += [("enter", names.pieces[u]) for u in arriving(s, side)]
        return Menu([*plain, *extra_actions(s, side, self.extra), ("done",)], heads, lambda head: self._tails(s, side, head))

    def _tails(self, s: HollowState, side: int, head: Action) -> list[Action]:
        if head[0] == "walk":
            return walks(s, head)
        return exit_tails(s, head) if head[0] == "exit" else entries(s, side, head)

    def refuse(self, s: HollowState, a: Action) -> Refusal | None:
        side = s.frames[-1][1]
        if a == ("done",):
            return None
        added = extra_order(self.extra, a)
        if added is not None:
            return added.refuse(s, side, a)
        if len(a) == 2 and a[0] == "move" and a[1] in s.world.names.piece:
            return self._refuse_stack(s, side, s.world.names.piece[a[1]])
        if len(a) == 2 and a[0] == "band" and a[1] in s.world.names.piece:
            return self._refuse_band(s, side, s.world.names.piece[a[1]])
        how = a[3] if len(a) == 4 else ""
        if (len(a) == 3 or how in HOW) and a[0] == "walk" and a[1] in s.world.names.piece and a[2] in s.world.names.place:
            unit = s.world.names.piece[a[1]]
            return self._refuse_mover(s, side, unit) or refuse_order(s, unit, s.world.names.place[a[2]], how)
        if len(a) == 3 and a[0] == "enter" and a[1] in s.world.names.piece and a[2] in s.world.names.place:
            return refuse_entry(s, side, (s.world.names.piece[a[1]],), s.world.names.place[a[2]])
        if len(a) == 3 and a[0] == "exit" and a[1] in s.world.names.piece and a[2] in s.world.names.place:
            unit = s.world.names.piece[a[1]]
            return self._refuse_mover(s, side, unit) or refuse_exit(s, unit, s.world.names.place[a[2]])
        return unknown_action(a, ("walk", "band", "move", "exit", "enter", "done"), "5")

    def apply(self, s: HollowState, a: Action) -> None:
        if a[0] == "done":
            pop(s)
        elif a[0] == "move":
            push(s, *walk((s.world.names.piece[a[1]],), NORMAL, 0))
        elif a[0] == "band":
            unit = s.world.names.piece[a[1]]
            push(s, *walk((unit, *mates(s, (unit,), NORMAL, 0)), NORMAL, 0, (), True))
        elif a[0] == "walk":
            set_out(s, s.world.names.piece[a[1]], s.world.names.place[a[2]], a[3] if len(a) == 4 else "")
        elif a[0] == "exit":
            set_out_for_edge(s, s.world.names.piece[a[1]], s.world.names.place[a[2]])
        elif a[0] == "enter":
            push(s, "entering", (s.world.names.piece[a[1]],), s.world.names.place[a[2]])
        elif (added := extra_order(self.extra, a)) is not None:
            added.do(s, a)


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
                hooks.spot_works(s)
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
    if all(s.has(u, DUG) for u in units) or not hooks.shelter_at(s, place, s.side[units[0]]):
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
