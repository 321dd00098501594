"""The movement phase: a stack sets out, step by step, and the defender may fire at each."""

from __future__ import annotations

from collections.abc import Sequence

from amba.core.decision import Action, Decision, Refusal, unknown_action
from amba.core.flow import Step, change, pop, push
from amba.core.menu import Menu
from amba.games.hollow.book import rule
from amba.games.hollow.rules import hooks
from amba.games.hollow.rules.r004_reinforcements import arriving, carry_in, entries, entry_cost, refuse_entry
from amba.games.hollow.rules.r005_movement import ASSAULTING, DOUBLING, NORMAL, cost, left, posture_after, refuse_mover, refuse_step
from amba.games.hollow.rules.r005_possession import Recovering, refuse_take
from amba.games.hollow.rules.r008_seeing import may_be_seen
from amba.games.hollow.rules.r012_morale import pin, reveal
from amba.games.hollow.rules.r023_charges import CHARGE_STEPS, charge_orders, lay_charge, refuse_charge
from amba.games.hollow.rules.r188_crests import may_face, take_crest
from amba.games.hollow.rules.r193_advantage import claim_walls
from amba.games.hollow.state import HollowState
from amba.games.hollow.world import ASSAULT, CONCEALED, CX, DOUBLE, DUG, HIDDEN, MOVED, PINNED


class Move(Step[HollowState]):
    """The phasing side's movement phase: ("move", side, units that were told to move and halted at once)."""

    def _stayed(self, s: HollowState) -> tuple[int, ...]:
        frame = s.frames[-1]
        return frame[2] if len(frame) > 2 else ()

    def _refuse_mover(self, s: HollowState, side: int, unit: int) -> Refusal | None:
        if unit in self._stayed(s):
            return Refusal("5", "{unit} was told to halt where it stands.", {"unit": s.world.names.pieces[unit]})
        return refuse_mover(s, side, unit)

    def decision(self, s: HollowState) -> Decision:
        return Decision(s.frames[-1][1], "movement", "5", "Movement: choose a unit to move, or end the phase.")

    @rule("5")
    def menu(self, s: HollowState) -> Menu:
        side = s.frames[-1][1]
        names = s.world.names
        plain: list[Action] = [("move", names.pieces[u]) for u in s.units(side) if self._refuse_mover(s, side, u) is None]
        heads: list[Action] = [("enter", names.pieces[u]) for u in arriving(s, side)]
        return Menu([*plain, *hooks.extra_actions(s, side, "move"), ("done",)], heads, lambda head: entries(s, side, head))

    def refuse(self, s: HollowState, a: Action) -> Refusal | None:
        side = s.frames[-1][1]
        if a == ("done",):
            return None
        if a[:1] and a[0] in hooks.EXTRA["move"]:
            return hooks.refuse_extra(s, side, "move", a)
        if len(a) == 2 and a[0] == "move" and a[1] in s.world.names.piece:
            return self._refuse_mover(s, side, s.world.names.piece[a[1]])
        if len(a) == 3 and a[0] == "enter" and a[1] in s.world.names.piece and a[2] in s.world.names.place:
            return refuse_entry(s, side, (s.world.names.piece[a[1]],), s.world.names.place[a[2]])
        return unknown_action(a, ("move", "enter", "done"), "5")

    def apply(self, s: HollowState, a: Action) -> None:
        if a[0] == "done":
            pop(s)
        elif a[0] == "move":
            push(s, "walk", (s.world.names.piece[a[1]],), NORMAL, 0)
        elif a[0] == "enter":
            push(s, "entering", (s.world.names.piece[a[1]],), s.world.names.place[a[2]])
        else:
            hooks.do_extra(s, s.frames[-1][1], "move", a)


class Walk(Step[HollowState]):
    """A stack on the march: ("walk", units, mode, steps)."""

    def decision(self, s: HollowState) -> Decision:
        _, units, _mode, _ = s.frames[-1]
        # Both sides read a prompt: it names no place, for the unit may still be hidden.
        return Decision(s.side[units[0]], "walk", "5", "On the move: the next hex, or halt.")

    @rule("5", "142.71", "142", "176.3", "188.161")
    def menu(self, s: HollowState) -> Menu:
        _, units, mode, steps = s.frames[-1]
        names = s.world.names
        plain: list[Action] = []
        for to in s.field.around[s.at[units[0]]]:
            name = names.places[to]
            plain += [
                (verb, name) for verb, rim, minimum in (("go", False, False), ("rim", True, False), ("minimum", False, True))
                if refuse_step(s, units, mode, steps, to, rim, minimum) is None
            ]  # fmt: skip
        plain += [a for a in self._other(s) if self._refuse_other(s, a) is None]
        return Menu([*plain, ("halt",)])

    def _other(self, s: HollowState) -> list[Action]:
        _, units, _mode, _steps = s.frames[-1]
        names = s.world.names
        place, side = s.at[units[0]], s.side[units[0]]
        found: list[Action] = [("assault",), ("double",), ("down",), ("shelter",)]
        found += [("crest", names.places[near]) for near in s.field.around[place]]
        found += [("join", names.pieces[u]) for u in s.units_at(place, side)]
        found += [("take", names.pieces[u], names.pieces[w]) for u in units for w in s.loose_weapons(place)]
        found += [("drop", names.pieces[w]) for u in units for w in s.weapons_of(u)]
        return found + charge_orders(s, units)

    def refuse(self, s: HollowState, a: Action) -> Refusal | None:
        _, units, mode, steps = s.frames[-1]
        if a == ("halt",):
            return None
        if len(a) == 2 and a[0] in {"go", "rim", "minimum"} and a[1] in s.world.names.place:
            return refuse_step(s, units, mode, steps, s.world.names.place[a[1]], a[0] == "rim", a[0] == "minimum")
        return self._refuse_other(s, a)

    def _refuse_other(self, s: HollowState, a: Action) -> Refusal | None:
        _, units, mode, steps = s.frames[-1]
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
        if len(a) == 2 and a[0] == "join" and a[1] in piece:
            return refuse_join(s, units, mode, steps, piece[a[1]])
        if len(a) == 3 and a[0] == "take" and a[1] in piece and a[2] in piece:
            return refuse_take(s, units, mode, piece[a[1]], piece[a[2]])
        if len(a) == 3 and a[0] == "charge" and a[1] in piece and a[2] in s.world.names.place:
            return refuse_charge(s, units, mode, piece[a[1]], s.world.names.place[a[2]])
        if len(a) == 2 and a[0] == "drop" and a[1] in piece:
            weapon = piece[a[1]]
            if s.is_weapon(weapon) and s.owner_of(weapon) in units:
                return None
            return Refusal("5.7", "None of the moving units has that.")
        return unknown_action(
            a, ("go", "rim", "minimum", "assault", "double", "crest", "down", "shelter", "join", "take", "drop", "charge", "halt"), "5"
        )

    def apply(self, s: HollowState, a: Action) -> None:
        _, units, mode, steps = s.frames[-1]
        verb = a[0]
        if verb == "halt":
            pop(s)
            if not steps:
                frame = s.frames[-1]
                change(s, "move", frame[1], (*(frame[2] if len(frame) > 2 else ()), units[0]))
        elif verb in {"go", "rim", "minimum"}:
            step(s, units, s.world.names.place[a[1]], verb == "rim", verb == "minimum")
        elif verb == "join":
            change(s, "walk", (*units, s.world.names.piece[a[1]]), mode, steps)
        elif verb == "assault":
            change(s, "walk", units, ASSAULTING, steps)
        elif verb == "double":
            change(s, "walk", units, DOUBLING, steps)
            for unit in units:
                s.mark("142", unit, DOUBLE)
        elif verb == "drop":
            s.spend("5.7", s.world.names.piece[a[1]], 0)
        elif verb == "charge":
            self._lay(s, s.world.names.piece[a[1]], s.world.names.place[a[2]])
        else:
            self._stay(s, a)

    @rule("23")
    def _lay(self, s: HollowState, weapon: int, to: int) -> None:
        """The man with the charge spends what going there would cost; if the defender's fire leaves him in good order, the charge is laid."""
        _, units, mode, steps = s.frames[-1]
        lay_charge(s, weapon, to)
        lose_cover(s, (s.owner_of(weapon),))
        change(s, "walk", units, mode, steps + 1)
        push(s, "tidy", False, False)
        push(s, "laying", weapon, to)
        push(s, "watch", s.at[units[0]], units)

    def _stay(self, s: HollowState, a: Action) -> None:
        """What costs factors without leaving the hex; the defender may fire at it."""
        _, units, mode, steps = s.frames[-1]
        price = {"crest": 2, "down": 1, "shelter": 1, "take": 1}[a[0]]
        movers = (s.world.names.piece[a[1]],) if a[0] == "take" else units
        for unit in movers:
            s.spend("5", unit, s.points[unit] + price)
            s.mark("5", unit, MOVED)
            if a[0] in {"crest", "down"}:
                take_crest(s, unit, s.at[unit], s.world.names.place[a[1]] if a[0] == "crest" else None)
            if a[0] == "shelter":
                s.mark("54", unit, DUG)
        lose_cover(s, movers)
        change(s, "walk", units, mode, steps + 1)
        push(s, "tidy", False, False)
        push(s, "watch", s.at[units[0]], units)
        if a[0] == "take":
            push(s, "recovering", movers, s.world.names.piece[a[2]])


@rule("142", "194.731")
def refuse_double(s: HollowState, units: Sequence[int], mode: str, steps: int) -> Refusal | None:
    """Double time is announced before the first step, by men who are not exhausted, when the dust allows it."""
    if mode != NORMAL or steps:
        return Refusal("142", "Double time is announced before the first step.")
    if any(s.has(u, CX) for u in units):
        return Refusal("142", "Exhausted men do not run.")
    if not hooks.may_double_time(s):
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
    if all(s.has(u, DUG) for u in units) or not hooks.shelter_at(s, place):
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


@rule("5", "42", "176.3")
def step(s: HollowState, units: Sequence[int], to: int, rim: bool, minimum: bool) -> None:
    """One hex further: the enemy who was not seen there stops it, else the men are there, and the defender looks."""
    _, _, mode, steps = s.frames[-1]
    side, here = s.side[units[0]], s.at[units[0]]
    price = cost(s, units, to, rim)
    for unit in units:
        s.mark("5", unit, MOVED)
        if mode == ASSAULTING or minimum:
            s.mark("142.71", unit, ASSAULT)
        if mode == DOUBLING:
            s.mark("142", unit, CX)
        s.spend("5", unit, s.points[unit] + price)
    if bump(s, side, to):
        lose_cover(s, units)
        change(s, "walk", tuple(units), mode, steps + 1)
        push(s, "tidy", True, minimum)
        push(s, "watch", here, tuple(units))
        return
    for unit in units:
        s.march("5", unit, to)
        posture_after(s, unit, to, rim, here)
    claim_walls(s, side)
    lose_cover(s, units)
    change(s, "walk", tuple(units), mode, steps + 1)
    push(s, "tidy", mode == ASSAULTING or minimum, minimum)
    push(s, "watch", to, tuple(units))
    hooks.after_entry(s, units, here, to)


@rule("42")
def bump(s: HollowState, side: int, place: int) -> bool:
    """Whoever comes upon concealed or hidden enemies finds them; dummies vanish, units stop him."""
    for piece in s.counters_at(place, 1 - side):
        if s.is_secret(piece):
            reveal(s, piece)
    return bool(s.units_at(place, 1 - side))


@rule("42")
def lose_cover(s: HollowState, units: Sequence[int]) -> None:
    """Men who move where the enemy could see them are no longer concealed."""
    secret = [u for u in units if s.is_secret(u)]
    if secret and may_be_seen(s, s.at[units[0]], s.viewpoint(units[0]), s.side[units[0]]):
        for unit in secret:
            reveal(s, unit)
    else:
        for unit in secret:
            if s.has(unit, HIDDEN):
                s.mark("42", unit, CONCEALED)
                s.mark("42", unit, HIDDEN, False)


class Entering(Step[HollowState]):
    """Reinforcements gather to enter together: ("entering", units, place)."""

    def decision(self, s: HollowState) -> Decision:
        _, units, place = s.frames[-1]
        return Decision(s.side[units[0]], "entering", "4", "Entering at {place}: who comes along, then go.", {"place": s.world.names.places[place]})

    @rule("4")
    def menu(self, s: HollowState) -> Menu:
        _, units, place = s.frames[-1]
        side, names = s.side[units[0]], s.world.names
        joins: list[Action] = [("join", names.pieces[u]) for u in arriving(s, side) if refuse_entry(s, side, (*units, u), place) is None]
        return Menu([*joins, ("go", names.places[place])])

    def refuse(self, s: HollowState, a: Action) -> Refusal | None:
        _, units, place = s.frames[-1]
        if a == ("go", s.world.names.places[place]):
            return None
        if len(a) == 2 and a[0] == "join" and a[1] in s.world.names.piece:
            return refuse_entry(s, s.side[units[0]], (*units, s.world.names.piece[a[1]]), place)
        return unknown_action(a, ("join", "go"), "4")

    @rule("4", "55")
    def apply(self, s: HollowState, a: Action) -> None:
        """They pay for the hex they enter, and meet there what everybody meets: an enemy nobody saw, mines, fire."""
        _, units, place = s.frames[-1]
        if a[0] == "join":
            change(s, "entering", (*units, s.world.names.piece[a[1]]), place)
            return
        side, origin = s.side[units[0]], s.at[units[0]]
        if bump(s, side, place):
            pop(s)
            return  # somebody was hidden there: the way in is barred
        price = entry_cost(s, place)
        for unit in units:
            carry_in(s, unit)
            s.march("4", unit, place)
            s.spend("5", unit, price)
            s.mark("5", unit, MOVED)
            posture_after(s, unit, place, False)
        claim_walls(s, side)
        change(s, "walk", units, NORMAL, 1)
        push(s, "tidy", False, False)
        push(s, "watch", place, units)
        hooks.after_entry(s, units, origin, place)


class Tidy(Step[HollowState]):
    """After the fire at a step: who is still on the march: ("tidy", whether the move is over, whether it was a minimum move)."""

    auto = True

    @rule("176.3", "142.6")
    def run(self, s: HollowState) -> None:
        _, over, minimum = s.frames[-1]
        pop(s)
        _, units, mode, steps = s.frames[-1]
        fit = tuple(u for u in units if s.is_on_map(u) and s.is_good(u) and not s.has(u, PINNED))
        if minimum:
            for unit in fit:
                pin(s, unit)
                s.mark("176.3", unit, CX)
        if over or not fit:
            pop(s)
        elif fit != units:
            change(s, "walk", fit, mode, steps)


MOVE_STEPS: dict[str, Step[HollowState]] = {
    "move": Move(),
    "walk": Walk(),
    "tidy": Tidy(),
    "entering": Entering(),
    "recovering": Recovering(),
    **CHARGE_STEPS,
}
