"""Defensive fire during the enemy's movement: by standing order, or as the defender answers who is asked (16)."""

from __future__ import annotations

from amba.core.decision import Action, Decision, Refusal, unknown_action
from amba.core.event import Said
from amba.core.flow import Step, change, pop, push
from amba.core.menu import Menu
from amba.games.hollow.book import rule
from amba.games.hollow.marks import LET_GO
from amba.games.hollow.pieces import SIDES
from amba.games.hollow.rules.common import Shot
from amba.games.hollow.rules.r009_groups import may_shoot, proposed, with_everybody
from amba.games.hollow.rules.r009_joining import hold_orders, join_orders, may_call_all, refuse_everybody, refuse_hold, refuse_joining, with_order
from amba.games.hollow.rules.r010_shots import open_fire
from amba.games.hollow.rules.r016_standing_orders import by_order, choices, give_order, is_asked
from amba.games.hollow.state import HollowState


@rule("16")
def targets_left(s: HollowState, place: int, units: tuple[int, ...]) -> tuple[int, ...]:
    """Movers in the hex, those too who have just been pinned or broken there."""
    return tuple(u for u in units if s.at[u] == place)


class Watch(Step[HollowState]):
    """The defender's men watch a step: ("watch", place, units, whether they have fired at it)."""

    auto = True

    @rule("16")
    def run(self, s: HollowState) -> None:
        _, place, units, fired = s.frames[-1]
        targets = targets_left(s, place, units)
        if not targets:
            watched(s, fired)
            return
        side = 1 - s.side[targets[0]]
        shot = by_order(s, side, place, targets)
        if shot is not None:
            s.do(Said("S", "by order", (SIDES[side], s.world.names.places[place])))
            change(s, "watch", place, units, True)
            push(s, "shot", *shot)
            open_fire(s, shot)
        elif is_asked(s, side, place, targets):
            change(s, "answer", place, targets, (), fired)
        else:
            watched(s, fired)


def watched(s: HollowState, fired: bool) -> None:
    """The step is over for the defender; men under fire do not simply walk on."""
    pop(s)
    if fired and s.frames[-1][0] == "tidy":
        change(s, *s.frames[-1][:3], True)


class Answer(Step[HollowState]):
    """The defender is asked: ("answer", place, units, firers, whether somebody has fired at this step already)."""

    def shot(self, s: HollowState) -> Shot:
        _, place, units, firers, _ = s.frames[-1]
        return Shot(1 - s.side[units[0]], "first", place, firers, units)

    def decision(self, s: HollowState) -> Decision:
        shot = self.shot(s)
        return Decision(
            shot.side, "first fire", "16", "The enemy moves in {place}: fire, or let him pass.", {"place": s.world.names.places[shot.place]}
        )

    @rule("16", "S")
    def menu(self, s: HollowState) -> Menu:
        shot = self.shot(s)
        plain = join_orders(s, shot) + hold_orders(s, shot)
        if may_shoot(s, shot):
            plain.append(("shoot",))
        if may_call_all(s, shot, plain):
            plain.append(("everybody",))
        return Menu([*plain, ("pass",), ("ignore",), *([] if shot.firers else choices(s, shot.side))])

    def refuse(self, s: HollowState, a: Action) -> Refusal | None:
        shot = self.shot(s)
        if a in {("pass",), ("ignore",), ("shoot",)} or (not shot.firers and a in choices(s, shot.side)):
            if a == ("shoot",) and not may_shoot(s, shot):
                return Refusal("10", "Nobody fires with a whole factor yet.")
            return None
        if a == ("everybody",):
            return refuse_everybody(s, shot)
        if len(a) == 2 and a[0] in {"add", "rifles"} and a[1] in s.world.names.piece:
            return refuse_joining(s, shot, a)
        if len(a) == 2 and a[0] == "hold" and a[1] in s.world.names.piece:
            return refuse_hold(s, shot, s.world.names.piece[a[1]])
        return unknown_action(
            a, ("add", "rifles", "hold", "everybody", "shoot", "pass", "ignore", "range", "chance", "otherwise", "hidden", "at"), "16"
        )

    def apply(self, s: HollowState, a: Action) -> None:
        shot, fired = self.shot(s), s.frames[-1][4]
        if a[0] in {"pass", "ignore"}:
            for unit in shot.targets if a[0] == "ignore" else ():
                s.mark("S", unit, LET_GO)
            watched(s, fired)
        elif a[0] in {"add", "rifles", "hold"}:
            change(s, "answer", shot.place, shot.targets, with_order(s, shot, a).firers, fired)
        elif a[0] == "everybody":
            change(s, "answer", shot.place, shot.targets, with_everybody(s, shot).firers, fired)
        elif a[0] == "shoot":
            change(s, "watch", shot.place, shot.targets, True)
            group = proposed(s, shot)
            push(s, "shot", *group)
            open_fire(s, group)
        else:
            give_order(s, shot.side, a)
            change(s, "watch", shot.place, shot.targets, fired)
