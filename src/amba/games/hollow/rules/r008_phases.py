"""The fire phases: prep fire, final defensive fire, advancing fire."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from amba.core.decision import Action, Decision, Refusal, unknown_action
from amba.core.flow import Step, pop, push
from amba.core.menu import Menu
from amba.games.hollow.book import rule
from amba.games.hollow.rules.common import ExtraOrder, extra_actions, extra_order
from amba.games.hollow.rules.r008_targets import aim, aimed_by, refuse_from, refuse_target, starters, target_places
from amba.games.hollow.rules.r054_digging import refuse_dig, start_digging
from amba.games.hollow.state import HollowState

PROMPTS = {
    "prep": ("8", "Prep fire: choose a target or who fires, dig in, or end the phase."),
    "final": ("16", "Defensive fire: choose a target or who fires, or end the phase."),
    "advancing": ("8", "Advancing fire: choose a target or who fires, or end the phase."),
}


class Fire(Step[HollowState]):
    """A side's fire phase: ("fire", side, kind)."""

    def __init__(self, extra: Mapping[str, Sequence[ExtraOrder]]) -> None:
        self.extra = extra
        """By the kind of fire: orders that other chapters add."""

    def decision(self, s: HollowState) -> Decision:
        _, side, kind = s.frames[-1]
        number, prompt = PROMPTS[kind]
        return Decision(side, kind, number, prompt)

    @rule("8", "16")
    def menu(self, s: HollowState) -> Menu:
        _, side, kind = s.frames[-1]
        names = s.world.names
        plain: list[Action] = [("fire", names.places[place]) for place in target_places(s, side, kind)]
        if kind == "prep":
            plain += [("dig", names.pieces[unit]) for unit in s.units(side) if refuse_dig(s, side, unit) is None]
        heads: list[Action] = [("from", names.pieces[piece]) for piece in starters(s, side, kind)]
        return Menu([*plain, *extra_actions(s, side, self.extra.get(kind, ())), ("done",)], heads, lambda head: self._tails(s, side, kind, head))

    def _tails(self, s: HollowState, side: int, kind: str, head: Action) -> list[Action]:
        names = s.world.names
        piece = names.piece[head[1]]
        return [(*head, names.places[place]) for place in target_places(s, side, kind) if aimed_by(s, side, kind, piece, place) is not None]

    def refuse(self, s: HollowState, a: Action) -> Refusal | None:
        _, side, kind = s.frames[-1]
        if a == ("done",):
            return None
        added = extra_order(self.extra.get(kind, ()), a)
        if added is not None:
            return added.refuse(s, side, a)
        if len(a) == 2 and a[0] == "fire" and a[1] in s.world.names.place:
            return refuse_target(s, side, kind, s.world.names.place[a[1]])
        if len(a) == 2 and a[0] == "dig" and a[1] in s.world.names.piece and kind == "prep":
            return refuse_dig(s, side, s.world.names.piece[a[1]])
        if len(a) == 3 and a[0] == "from" and a[1] in s.world.names.piece and a[2] in s.world.names.place:
            return refuse_from(s, side, kind, s.world.names.piece[a[1]], s.world.names.place[a[2]])
        return unknown_action(a, ("fire", "from", "dig", "done") if kind == "prep" else ("fire", "from", "done"), PROMPTS[kind][0])

    def apply(self, s: HollowState, a: Action) -> None:
        _, side, kind = s.frames[-1]
        if a[0] == "done":
            pop(s)
        elif a[0] == "fire":
            push(s, "shot", *aim(s, side, kind, s.world.names.place[a[1]]))
        elif a[0] == "from":
            shot = aimed_by(s, side, kind, s.world.names.piece[a[1]], s.world.names.place[a[2]])
            assert shot is not None
            push(s, "shot", *shot)
        elif a[0] == "dig":
            start_digging(s, s.world.names.piece[a[1]])
        elif (added := extra_order(self.extra.get(kind, ()), a)) is not None:
            added.do(s, a)
