"""Which hexes can be fired at, by whom, and why others cannot."""

from __future__ import annotations

from collections.abc import Sequence

from amba.core.decision import Refusal
from amba.games.hollow.book import rule
from amba.games.hollow.rules.common import Shot
from amba.games.hollow.rules.r008_fire import able, may_join, reaches, refuse_firer, sees_all
from amba.games.hollow.rules.r008_firepower import power_of
from amba.games.hollow.rules.r009_groups import candidates, of_one_hex
from amba.games.hollow.rules.r010_fire_table import column
from amba.games.hollow.rules.r017_weapons import joined, shooter
from amba.games.hollow.state import HollowState


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


def targets_in(s: HollowState, side: int, place: int) -> tuple[int, ...]:
    """What the side sees in a hex: enemy counters, known or not."""
    return tuple(s.seen_at(place, side))


def target_places(s: HollowState, side: int, kind: str) -> list[int]:
    """Hexes at which somebody can fire with effect; kept with the position."""
    # Who has which weapon is not among the events that touch a place.
    key = ("targets", side, kind, tuple(s.points[s.world.first_weapon : s.world.first_dummy]))
    found: list[int] | None = s.fresh.get(key)
    if found is None:
        found = s.fresh[key] = _target_places(s, side, kind)
    return found


def _target_places(s: HollowState, side: int, kind: str) -> list[int]:
    firers = [p for p in candidates(s, side) if not s.is_leader(p) and not able(s, side, kind, p)]
    if not firers:
        return []
    found = []
    for place in sorted({s.at[p] for p in s.known_counters(1 - side)}):
        if may_target(s, side, kind, place, firers):
            found.append(place)
    return found


def may_target(s: HollowState, side: int, kind: str, place: int, firers: Sequence[int] | None = None) -> bool:
    """Whether anybody can fire there alone and reach the first column."""
    targets = targets_in(s, side, place)
    if not targets or s.units_at(place, side):
        return False
    if firers is None:
        firers = [p for p in candidates(s, side) if not s.is_leader(p) and not able(s, side, kind, p)]
    groups = _seen_groups(s, targets)
    for piece in firers:
        if not reaches(s, piece, place):
            continue
        for group in groups:
            shot = Shot(side, kind, place, (), group)
            if may_join(s, shot, piece) and column(power_of(s, joined(s, shot, piece))) is not None:
                return True
    return False


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
    firers = [p for p in candidates(s, side) if not s.is_leader(p) and not able(s, side, kind, p)]
    everyone = Shot(side, kind, place, (), targets_in(s, side, place))
    groups = groups_in(s, side, place)
    for shot in (everyone, *(everyone._replace(targets=group) for group in groups)):
        if any(may_join(s, shot, p) and column(power_of(s, joined(s, shot, p))) is not None for p in firers):
            return shot
    raise AssertionError("nobody can fire there")


def aimed_by(s: HollowState, side: int, kind: str, piece: int, place: int) -> Shot | None:
    """The shot of one firer and those of his hex at what he sees there; nothing if he cannot fire at it."""
    everyone = Shot(side, kind, place, (), targets_in(s, side, place))
    for shot in (everyone, *(everyone._replace(targets=group) for group in groups_in(s, side, place))):
        if may_join(s, shot, piece) and column(power_of(s, joined(s, shot, piece))) is not None:
            return of_one_hex(s, shot, piece)
    return None


def starters(s: HollowState, side: int, kind: str) -> list[int]:
    """Who may be told to fire: whoever has a target within his reach. Whether he sees it is asked when he is chosen."""
    places = target_places(s, side, kind)
    return [
        p for p in (candidates(s, side) if places else ())
        if not s.is_leader(p) and not able(s, side, kind, p) and any(reaches(s, p, place) for place in places)
    ]  # fmt: skip
