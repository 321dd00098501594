"""The fire phases: prep fire, final defensive fire, advancing fire; and digging in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from amba.core.decision import Action, Decision, Refusal, unknown_action
from amba.core.event import Placed, Said
from amba.core.flow import Step, pop, push
from amba.core.menu import Menu
from amba.core.state import Frame
from amba.games.hollow.book import rule
from amba.games.hollow.rules import hooks
from amba.games.hollow.rules.hooks import ExtraOrder, Shot, extra_actions, extra_order
from amba.games.hollow.rules.r008_fire import able, reaches, refuse_firer, sees_all
from amba.games.hollow.rules.r009_groups import candidates
from amba.games.hollow.rules.r010_shots import aim, aimed_by, groups_in, starters, target_places
from amba.games.hollow.rules.r012_morale import helper, reveal
from amba.games.hollow.rules.r017_weapons import shooter
from amba.games.hollow.rules.rolls import Roll
from amba.games.hollow.state import HollowState
from amba.games.hollow.world import BUSY, DUG, FIRED, MELEE, PREP, WORK_KINDS, WORKS

PROMPTS = {
    "prep": ("8", "Prep fire: choose a target or who fires, dig in, or end the phase."),
    "final": ("16", "Defensive fire: choose a target or who fires, or end the phase."),
    "advancing": ("8", "Advancing fire: choose a target or who fires, or end the phase."),
}
FOXHOLE = WORK_KINDS.index("foxhole")
DIG = 5


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


def refuse_target(s: HollowState, side: int, kind: str, place: int) -> Refusal | None:
    """Why nobody can fire at this hex."""
    name = {"place": s.world.names.places[place]}
    if place not in s.field.hex_of:
        return Refusal("8", "{place} is not on this map.", name)
    if not s.seen_at(place, side):
        return Refusal("8", "There is no enemy counter in {place}.", name)
    if s.units_at(place, side):
        return Refusal("20", "Nobody fires into a hex where his own men fight.")
    if place not in target_places(s, side, kind):
        return why_no_target(s, side, kind, place)
    return None


@rule("8", "9", "14")
def refuse_from(s: HollowState, side: int, kind: str, piece: int, place: int) -> Refusal | None:
    """Why this one cannot fire at this hex."""
    if s.is_leader(piece):
        return Refusal("14", "A leader directs the fire of others: choose who fires.")
    found = refuse_target(s, side, kind, place)
    if found is not None or aimed_by(s, side, kind, piece, place) is not None:
        return found
    shots = [Shot(side, kind, place, (), group) for group in groups_in(s, side, place)]
    return next((why for shot in shots if (why := refuse_firer(s, shot, piece)) is not None), None) or Refusal(
        "10", "It would fire with less than one factor."
    )


@rule("7", "8")
def why_no_target(s: HollowState, side: int, kind: str, place: int) -> Refusal:
    """Why the one comes nearest to firing there who could: range, then sight, then strength."""
    firers = [p for p in candidates(s, side) if not s.is_leader(p) and not able(s, side, kind, p)]
    if not firers:
        return Refusal("8", "None of your units may still fire in this phase.")
    shots = [Shot(side, kind, place, (), group) for group in groups_in(s, side, place)]
    tries = [(shot, piece) for shot in shots for piece in firers]
    _, shot, piece = min(
        ((not reaches(s, p, place), not sees_all(s, shot, shooter(s, p)), s.field.range(s.at[shooter(s, p)], place)), shot, p) for shot, p in tries
    )
    found = refuse_firer(s, shot, piece)
    return found or Refusal("10", "Nobody fires there with a whole factor.")


# digging in


@rule("54", "176.21", "190.42")
def refuse_dig(s: HollowState, side: int, unit: int) -> Refusal | None:
    """An unbroken squad that has not fired may dig, where there is no work yet and the ground is not a building or a wadi's bed."""
    if not s.is_man(unit) or s.side[unit] != side or not s.is_on_map(unit):
        return Refusal("54", "Only your own squads on the map dig in.")
    if s.is_broken(unit) or any(s.has(unit, mark) for mark in (PREP, FIRED, BUSY, MELEE)):
        return Refusal("54", "A broken unit, one that has fired, is busy or fights hand to hand does not dig in.")
    place = s.at[unit]
    if not s.is_squad(unit):
        return Refusal("54", "It takes a whole squad to dig in.")
    if s.has(unit, DUG) or hooks.shelter_at(s, place, side):
        return Refusal("54", "There is a fortification in {place} already.", {"place": s.world.names.places[place]})
    if s.field.has(place, "building", "large_building", "rubble", "wadi", "crag", "broken_crag"):
        return Refusal("54", "Nobody digs in in such terrain.")
    if not spare_works(s, side):
        return Refusal("54", "There are no more counters for foxholes.")
    return None


def spare_works(s: HollowState, side: int) -> list[int]:
    box = s.world.box["spare"]
    return [p for p in s.world.pool(side, s.world.first_work, WORKS) if s.at[p] == box]


def start_digging(s: HollowState, unit: int) -> None:
    reveal(s, unit)
    s.mark("54", unit, BUSY)
    push(s, "digging", unit)


def dig_items(s: HollowState, unit: int) -> list[hooks.Item]:
    led = helper(s, unit)
    return [*hooks.dig_modifier(s, s.at[unit]), *([hooks.Item("leader", led, "14")] if led else [])]


class Digging(Roll):
    """The roll of a digging squad: ("digging", unit)."""

    kind, number, title = "dig", "54", "Digging in"

    @rule("54", "176.21", "190.43")
    def read(self, s: HollowState, frame: Frame, dice: tuple[int, ...]) -> None:
        """5 or less on two dice, with the desert's +2 and the leader's modifier."""
        unit = frame[1]
        total = dice[0] + sum(item.drm for item in dig_items(s, unit))
        dug = total <= DIG
        s.do(Said("54", "dig", (s.world.names.pieces[unit], total, "is dug in" if dug else "has not finished")))
        if dug:
            work = spare_works(s, s.side[unit])[0]
            s.turn_face("54", work, FOXHOLE)
            s.do(Placed("54", work, s.at[work], s.at[unit]))
            s.mark("54", unit, DUG)
