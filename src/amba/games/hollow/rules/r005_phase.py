"""The movement phase: a unit walks where it is told, or a stack sets out."""

from __future__ import annotations

from collections.abc import Sequence

from amba.core.decision import Action, Decision, Refusal, unknown_action
from amba.core.flow import Step, pop, push
from amba.core.menu import Menu
from amba.games.hollow.book import rule
from amba.games.hollow.marks import DOUBLE, HIDDEN
from amba.games.hollow.rules.common import ASSAULTING, DOUBLING, NORMAL, ExtraOrder, extra_actions, extra_order
from amba.games.hollow.rules.r004_reinforcements import arriving, entries, refuse_entry
from amba.games.hollow.rules.r005_going import step, walk
from amba.games.hollow.rules.r005_march import mates, refuse_double
from amba.games.hollow.rules.r005_movement import refuse_mover, refuse_step
from amba.games.hollow.rules.r005_paths import refuse_walk, ways_of
from amba.games.hollow.rules.r177_exits import OFF, exit_tails, leave, may_reach_edge, refuse_exit, set_off
from amba.games.hollow.state import HollowState

RIM, MINIMUM = "rim", "minimum"
HOW = (ASSAULTING, DOUBLING, RIM, MINIMUM)
"""What may stand behind an order to walk: by assault movement, at the double, to the crest of a wadi, as a minimum move."""


def mode_of(how: str) -> str:
    return how if how in {ASSAULTING, DOUBLING} else NORMAL


@rule("5", "142", "142.71", "176.3", "188.161")
def refuse_whole_move(s: HollowState, unit: int, to: int, how: str) -> Refusal | None:
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
            return self._refuse_mover(s, side, unit) or refuse_whole_move(s, unit, s.world.names.place[a[2]], how)
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
