"""11.6 to 11.9: losses, retreat or stand, push, advance."""

from __future__ import annotations

from amba.core.decision import Action, Decision, Refusal, unknown_action
from amba.core.event import Marked, Moved, Said, Tracked
from amba.core.flow import Step, change, pop, push
from amba.core.menu import Menu
from amba.games.cheren.book import rule
from amba.games.cheren.rules import r05_chits
from amba.games.cheren.rules.losses import RETREATING, SHELTERED, living, retreats
from amba.games.cheren.rules.r09_movement import BARS, bar, take_control
from amba.games.cheren.state import CherenState
from amba.games.cheren.world import COMMITTED, HURT, ITALIAN, SIDES

DEFENDER, STAND, ATTACKER, PUSH, ADVANCE, OVER = range(6)
STOOD, PUSHED = 1, 2


@rule("11.5", "11.6", "11.7", "11.8", "11.9")
class Resolve(Step[CherenState]):
    """("resolve", side, target, units, defenders, die, losses, losses of the defender, retreat, stage, [stood]): the defender first."""

    auto = True

    def run(self, s: CherenState) -> None:
        frame = s.frames[-1]
        _, side, target, units, defenders, die, lost, lost_there, retreat, stage = frame[:10]
        stood = frame[10] if len(frame) > 10 else 0
        remaining = [unit for unit in living(s, defenders) if s.at[unit] == target]
        change(s, *frame[:9], stage + 1, stood)
        if stage == DEFENDER:
            push(s, "loss", 1 - side, lost_there, defenders, "11.6", RETREATING if retreat else SHELTERED)
        elif stage == STAND:
            if retreat and remaining:
                push(s, "stand", 1 - side, tuple(remaining))
        elif stage == ATTACKER:
            push(s, "loss", side, lost, units, "11.6", SHELTERED)
        elif stage == PUSH:
            if may_push(s, die, stood) and remaining and living(s, units):
                push(s, "push", side, target, units, tuple(remaining))
        elif stage == ADVANCE:
            if not remaining:
                push(s, "advance", side, target, units)
        else:
            self.close(s)

    def close(self, s: CherenState) -> None:
        for unit in range(s.world.first_chit):
            if s.has(unit, HURT):
                s.do(Marked("11.9.a", unit, HURT, 0))
        if s.tracks[COMMITTED]:
            s.do(Tracked("11.6.a", COMMITTED, 1, 0))
        pop(s)


@rule("11.8")
def may_push(s: CherenState, die: int, stood: int) -> bool:
    """A 5 or 6, and the defender stood and took the loss; once only, unless the option says otherwise."""
    option = s.options["push"]
    return die >= 5 and stood == STOOD and option != "off"


@rule("11.7")
class Stand(Step[CherenState]):
    """("stand", side, units): all retreat one hex, or all stay and lose a step more."""

    auto = True

    def run(self, s: CherenState) -> None:
        _, side, units = s.frames[-1]
        able = all(retreats(s, unit) for unit in units)
        place = s.at[units[0]]
        might_stand_fast = side == ITALIAN and (s.world.hill[place] or s.world.mountain[place])
        if s.tracks[COMMITTED]:
            fall_back(s)
        elif not able and not might_stand_fast:
            stand(s, "cornered")
        else:
            push(s, "pick-stand", side, units)


def fall_back(s: CherenState) -> None:
    """The stand frame is on top: everybody goes."""
    _, side, units = s.frames[-1]
    change(s, "retreat", side, units, ())


def stand(s: CherenState, said: str) -> None:
    """The stand frame is on top: everybody stays, one step more is lost."""
    _, side, units = s.frames[-1]
    s.do(Said("11.7", said, (s.world.names.places[s.at[units[0]]],)))
    pop(s)
    note_stand(s)
    push(s, "loss", side, 1, units, "11.7", SHELTERED)


def note_stand(s: CherenState) -> None:
    """The defender did not retreat: the attacker may push (11.8). The resolve frame is on top."""
    frame = s.frames[-1]
    if frame[10] != PUSHED:
        change(s, *frame[:10], STOOD)


def stand_fast(s: CherenState, side: int, units: tuple[int, ...]) -> list[int]:
    """Stand Fast chits that may be played here: in hill or mountain."""
    place = s.at[units[0]]
    if not (s.world.hill[place] or s.world.mountain[place]):
        return []
    return r05_chits.playable(s, side, "stand-fast")


class PickStand(Step[CherenState]):
    """("pick-stand", side, units): the defender's choice. The Italian player is asked even when cornered in the hills: he might hold a chit."""

    def decision(self, s: CherenState) -> Decision:
        _, side, units = s.frames[-1]
        values = {"side": SIDES[side].title(), "hex": s.world.names.places[s.at[units[0]]]}
        return Decision(side, "stand", "11.7", "{side}: retreat from {hex}, or stand and lose a step more?", values)

    def menu(self, s: CherenState) -> Menu:
        _, side, units = s.frames[-1]
        plain: list[Action] = [("stand",)]
        if all(retreats(s, unit) for unit in units):
            plain.append(("retreat",))
        plain += [("play", s.world.names.pieces[piece]) for piece in stand_fast(s, side, units)]
        return Menu(plain)

    def refuse(self, s: CherenState, a: Action) -> Refusal | None:
        if a in self.menu(s):
            return None
        _, side, units = s.frames[-1]
        if a == ("retreat",):
            stuck = next(unit for unit in units if not retreats(s, unit))
            return Refusal("11.7", "All retreat or all stay, and {unit} has nowhere to go.", {"unit": s.world.units[stuck].title})
        if a and a[0] == "play":
            found = r05_chits.refuse_play(s, side, a, "stand-fast")
            return found or Refusal("5.1", "Stand fast needs a hill or mountain hex.")
        return unknown_action(a, ["retreat", "stand"], "11.7")

    def apply(self, s: CherenState, a: Action) -> None:
        pop(s)
        if a[0] == "retreat":
            fall_back(s)
        elif a[0] == "stand":
            stand(s, "stands")
        else:
            pop(s)
            note_stand(s)
            r05_chits.play(s, s.world.names.piece[a[1]])


@rule("11.8")
class Push(Step[CherenState]):
    """("push", side, target, units, defenders): one step more for the attacker, and the defender must choose again."""

    def decision(self, s: CherenState) -> Decision:
        _, side, target, _, _ = s.frames[-1]
        values = {"side": SIDES[side].title(), "hex": s.world.names.places[target]}
        return Decision(side, "push", "11.8", "{side}: the enemy stands in {hex}. Push at the price of a step?", values)

    def menu(self, s: CherenState) -> Menu:
        return Menu([("push",), ("hold",)])

    def apply(self, s: CherenState, a: Action) -> None:
        _, side, target, units, defenders = s.frames[-1]
        pop(s)
        if a[0] != "push":
            return
        s.do(Said("11.8", "push", (s.world.names.places[target],)))
        frame = s.frames[-1]
        # With the option 'repeat' the attacker may push as long as the defender stands.
        if s.options["push"] == "repeat":
            change(s, *frame[:9], PUSH, 0)
        else:
            change(s, *frame[:10], PUSHED)
        push(s, "stand", 1 - side, defenders)
        push(s, "loss", side, 1, units, "11.8", SHELTERED)


@rule("11.9", "11.9.a", "11.9.b", "8.5", "6.0")
def advancers(s: CherenState, target: int, units: tuple[int, ...]) -> list[int]:
    """Attackers that may enter the vacated hex: no artillery; those that lost a step go before the others."""
    world = s.world
    able = []
    for unit in living(s, units):
        card = world.units[unit]
        if s.at[unit] == target or card.is_artillery or bar(s, unit) in {"fixed", "garrison"}:
            continue
        if world.mountain[target] and not card.may_climb:
            continue
        able.append(unit)
    hurt = [unit for unit in able if s.has(unit, HURT)]
    return hurt or able


@rule("11.9")
class Advance(Step[CherenState]):
    """("advance", side, target, units): into the vacated hex."""

    auto = True

    def run(self, s: CherenState) -> None:
        _, side, target, units = s.frames[-1]
        if advancers(s, target, units):
            push(s, "pick-advance", side, target, units)
        else:
            pop(s)


class PickAdvance(Step[CherenState]):
    """("pick-advance", side, target, units): one unit, or nobody more."""

    def decision(self, s: CherenState) -> Decision:
        _, side, target, _ = s.frames[-1]
        values = {"side": SIDES[side].title(), "hex": s.world.names.places[target]}
        return Decision(side, "advance", "11.9", "{side}: advance into {hex}, or stay.", values)

    def menu(self, s: CherenState) -> Menu:
        _, _, target, units = s.frames[-1]
        return Menu([("stay",), *(("advance", s.world.names.pieces[unit]) for unit in advancers(s, target, units))])

    def refuse(self, s: CherenState, a: Action) -> Refusal | None:
        if a in self.menu(s):
            return None
        _, _, target, units = s.frames[-1]
        unit = s.world.names.piece.get(a[1], -1) if len(a) == 2 and a[0] == "advance" else -1
        if unit not in living(s, units):
            return unknown_action(a, ["advance UNIT", "stay"], "11.9")
        card = s.world.units[unit]
        values = {"unit": card.title, "hex": s.world.names.places[target]}
        if card.is_artillery:
            return Refusal("11.9.b", "{unit} is artillery and may not advance.", values)
        found = bar(s, unit)
        if found in {"fixed", "garrison"}:
            return Refusal(BARS[found][0], "{unit} may not advance: it is a garrison.", values)
        if s.at[unit] == target:
            return Refusal("11.9", "{unit} has advanced already.", values)
        if s.world.mountain[target] and not card.may_climb:
            return Refusal("9.1", "{hex} is mountain, closed to {unit}.", values)
        return Refusal("11.9.a", "Units that lost a step advance before {unit} may.", values)

    def apply(self, s: CherenState, a: Action) -> None:
        _, side, target, _ = s.frames[-1]
        pop(s)
        if a[0] == "stay":
            pop(s)
            return
        unit = s.world.names.piece[a[1]]
        origin = s.at[unit]
        s.do(Moved("11.9", unit, origin, target, (origin, target)))
        take_control(s, target, side)
