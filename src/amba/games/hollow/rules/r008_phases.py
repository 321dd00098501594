"""The fire phases: prep fire, final defensive fire, advancing fire; which hexes can be fired at, by whom, and why others cannot."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from amba.core.decision import Decision, Refusal
from amba.core.order import Done
from amba.core.state import remembered
from amba.core.steps import AskStep, Takes, leave, push
from amba.games.hollow.book import rule
from amba.games.hollow.frames import Aiming, FirePhase, Shot
from amba.games.hollow.orders import FireAt, FireFrom
from amba.games.hollow.rules.own_support import is_known_battery
from amba.games.hollow.rules.r008_fire import may_join, may_join_now, printed, reaches, refuse_firer, sees_all
from amba.games.hollow.rules.r009_groups import of_one_hex, ready_firers
from amba.games.hollow.rules.r017_weapons import shooter
from amba.games.hollow.rules.r029_targets import is_soft_target, targets_in
from amba.games.hollow.state import HollowState

PROMPTS = {
    "prep": ("8", "Prep fire: choose a target or who fires, dig in, or end the phase."),
    "final": ("16", "Defensive fire: choose a target or who fires, or end the phase."),
    "advancing": ("8", "Advancing fire: choose a target or who fires, or end the phase."),
}


WITH_BATTERY = {
    "prep": "Prep fire: speak to your battery (choose the radio), choose a target or who fires, dig in, or end the phase.",
    "final": "Defensive fire: speak to your battery (choose the radio), choose a target or who fires, or end the phase.",
}


@rule("8", "16")
def ask_fire(s: HollowState, at: FirePhase) -> Decision:
    """Whoever may fire in this phase, in any order."""
    number, prompt = PROMPTS[at.kind]
    # Both sides read a prompt: it is silent about a battery that only its owner knows of.
    if at.kind in WITH_BATTERY and any(battery.side == at.side and is_known_battery(s, battery, None) for battery in s.plan.batteries):
        prompt = WITH_BATTERY[at.kind]
    return Decision(at.side, at.kind, number, prompt)


def fire_phase(
    *added: Takes[HollowState, FirePhase, Any], refuse_end: Callable[[HollowState, FirePhase, Done], Refusal | None] | None = None
) -> AskStep[HollowState, FirePhase]:
    """A side's fire phase, with orders that other chapters add."""
    return AskStep(FirePhase, ask_fire, *FIRE_ORDERS, *added, Takes(Done, leave, refuse_end))


@rule("7", "8")
def why_no_target(s: HollowState, side: int, kind: str, place: int) -> Refusal:
    """Why nobody fires at a hex."""
    return why_nobody_fires(s, [Shot(side, kind, place, (), group) for group in groups_in(s, side, place)])


@rule("7", "8")
def why_nobody_fires(s: HollowState, shots: Sequence[Shot]) -> Refusal:
    """Why the one does not who comes nearest to firing one of these shots: range, then sight, then strength."""
    place = shots[0].place
    firers = _able_firers(s, shots[0].side, shots[0].kind)
    if not firers:
        return Refusal("8", "None of your units may still fire in this phase.")
    tries = [(shot, piece) for shot in shots for piece in firers]
    _, shot, piece = min(
        ((not reaches(s, p, place), not sees_all(s, shot, shooter(s, p)), s.field.range(s.at[shooter(s, p)], place)), shot, p) for shot, p in tries
    )
    found = refuse_firer(s, shot, piece)
    return found or Refusal("10", "Nobody fires there with a whole factor.")


@remembered()
def target_places(s: HollowState, side: int, kind: str) -> list[int]:
    """Hexes at which somebody can fire with effect; kept with the position."""
    firers = ranged_firers(s, side, kind)
    soft = [s.at[v] for v in s.vehicles(1 - side) if is_soft_target(s, v)]
    places = sorted({*(s.at[p] for p in s.known_counters(1 - side)), *soft}) if firers else []
    return [place for place in places if _has_firer(s, side, kind, place, firers)]


def _able_firers(s: HollowState, side: int, kind: str) -> list[int]:
    """Men and weapons that may still fire in this phase."""
    return [p for p in ready_firers(s, side, kind) if not s.is_leader(p)]


@remembered()
def ranged_firers(s: HollowState, side: int, kind: str) -> list[tuple[int, int, int]]:
    """Each of them with the place he fires from and twice his range: what lies beyond is told at a glance (`reaches`)."""
    return [(p, s.at[shooter(s, p)], 2 * printed(s, p)[1]) for p in _able_firers(s, side, kind)]


def _has_firer(s: HollowState, side: int, kind: str, place: int, firers: Sequence[tuple[int, int, int]]) -> bool:
    """Whether anybody can fire there alone and reach the first column."""
    targets = targets_in(s, side, place)
    if not targets or s.units_at(place, side):
        return False
    shots = [Shot(side, kind, place, (), group) for group in _seen_groups(s, targets)]
    away = s.field.ranges(place)
    return any(away[at] <= most and may_join_now(s, shot, piece) for piece, at, most in firers for shot in shots)


def _seen_groups(s: HollowState, targets: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The counters of a hex by where in it they are: on the ground, in the wadi, at its crest."""
    groups: dict[tuple[str, bool], list[int]] = {}
    for target in targets:
        view = s.viewpoint(target)
        groups.setdefault((view.position, view.dug_in), []).append(target)
    return [tuple(group) for group in groups.values()]


def groups_in(s: HollowState, side: int, place: int) -> list[tuple[int, ...]]:
    return _seen_groups(s, targets_in(s, side, place))


def aim(s: HollowState, side: int, kind: str, place: int) -> Shot:
    """The shot at a hex before anybody joined: at everyone there, or at those some firer sees."""
    firers = _able_firers(s, side, kind)
    everyone = Shot(side, kind, place, (), targets_in(s, side, place))
    groups = groups_in(s, side, place)
    for shot in (everyone, *(everyone._replace(targets=group) for group in groups)):
        if any(may_join_now(s, shot, p) for p in firers):
            return shot
    raise AssertionError("nobody can fire there")


def aimed_by(s: HollowState, side: int, kind: str, piece: int, place: int) -> Shot | None:
    """The shot of one firer and those of his hex at what he sees there; nothing if he cannot fire at it."""
    everyone = Shot(side, kind, place, (), targets_in(s, side, place))
    for shot in (everyone, *(everyone._replace(targets=group) for group in groups_in(s, side, place))):
        if may_join(s, shot, piece):
            return of_one_hex(s, shot, piece)
    return None


def refuse_target(s: HollowState, at: FirePhase, place: int) -> Refusal | None:
    """Why nobody can fire at this hex."""
    name = {"place": s.world.names.places[place]}
    if place not in s.field.hex_of:
        return Refusal("8", "{place} is not on this map.", name)
    if not targets_in(s, at.side, place):
        return Refusal("8", "There is no enemy counter in {place} that fire could hurt.", name)
    if s.units_at(place, at.side):
        return Refusal("20", "Nobody fires into a hex where his own men fight.")
    if place not in target_places(s, at.side, at.kind):
        return why_no_target(s, at.side, at.kind, place)
    return None


@rule("8")
def refuse_fire(s: HollowState, at: FirePhase, a: FireAt) -> Refusal | None:
    """Somebody can fire at a counter there that his side sees."""
    return refuse_target(s, at, a.to)


@rule("8", "9", "14")
def refuse_from(s: HollowState, at: FirePhase, a: FireFrom) -> Refusal | None:
    """Why this one cannot fire at this hex."""
    if s.is_leader(a.firer):
        return Refusal("14", "A leader directs the fire of others: choose who fires.")
    found = refuse_target(s, at, a.to)
    if found is not None or aimed_by(s, at.side, at.kind, a.firer, a.to) is not None:
        return found
    shots = [Shot(at.side, at.kind, a.to, (), group) for group in groups_in(s, at.side, a.to)]
    reasons = (refuse_firer(s, shot, a.firer) for shot in shots)
    return next((why for why in reasons if why is not None), None) or Refusal("10", "It would fire with less than one factor.")


def starters(s: HollowState, at: FirePhase) -> list[int]:
    """Who may be told to fire: whoever has a target within his reach. Whether he sees it is asked when he is chosen."""
    places = target_places(s, at.side, at.kind)
    firers = ranged_firers(s, at.side, at.kind) if places else ()
    rows = [s.field.ranges(place) for place in places]
    return [p for p, here, most in firers if any(away[here] <= most for away in rows)]


def from_tails(s: HollowState, at: FirePhase, firer: int) -> list[FireFrom]:
    places = target_places(s, at.side, at.kind)
    return [FireFrom(firer, place) for place in places if aimed_by(s, at.side, at.kind, firer, place) is not None]


def fire_from(s: HollowState, at: FirePhase, a: FireFrom) -> None:
    shot = aimed_by(s, at.side, at.kind, a.firer, a.to)
    assert shot is not None
    push(s, Aiming(*shot))


FIRE_ORDERS = (
    Takes(
        FireAt,
        lambda s, at, a: push(s, Aiming(*aim(s, at.side, at.kind, a.to))),
        refuse_fire,
        choices=lambda s, at: [FireAt(place) for place in target_places(s, at.side, at.kind)],
    ),
    Takes(FireFrom, fire_from, refuse_from, heads=starters, tails=from_tails),
)
"""Fire at a hex with whoever can, or with one unit or weapon."""
