"""Men on horses, motorcycles and bicycles: who rides what, how far, and where nobody rides (110, 193.7, 196.3, 197.23).

Mounts are counters among the weapons. Who has one rides it; one that nobody has stands in its hex.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from amba.core.decision import Refusal
from amba.games.hollow.book import rule
from amba.games.hollow.field import features
from amba.games.hollow.rules.common import ADVANCING, ASSAULTING, Item
from amba.games.hollow.rules.r185_costs import listed
from amba.games.hollow.rules.r191_works import shelter_at
from amba.games.hollow.rules.r194_mud import hammada_stops
from amba.games.hollow.state import NOBODY, HollowState


class Mount(NamedTuple):
    """What it costs by (a column of the chart), how many factors or points it has (0: twice those of men), and what fire at its rider adds."""

    mover: str
    factors: int
    target: int


MOUNTS = {"horse": Mount("cavalry", 12, -2), "motorcycle": Mount("car", 28, -1), "bicycle": Mount("infantry", 0, -1), "sidecar": Mount("car", 24, -1)}
HORSE, MOTORCYCLE, BICYCLE, SIDECAR = MOUNTS
CYCLES = (MOTORCYCLE, SIDECAR)
GALLOP = 8
"""Factors more for horses at a gallop."""
START_AND_STOP = 2
FOXHOLES = {HORSE: 1, MOTORCYCLE: 2, SIDECAR: 2}
"""54: what foxholes in a hex cost who rides past them."""
CLOSED = ("building", "large_building", "rubble")
NO_CYCLES = (*CLOSED, "woods", "crag", "broken_crag")


def is_mount(s: HollowState, weapon: int) -> bool:
    return s.is_weapon(weapon) and s.face[weapon] in s.world.mount_faces


def mount_of(s: HollowState, unit: int) -> int:
    """What a unit rides; -1 if it is on foot."""
    stack = s.here[s.at[unit]]
    if len(stack) == 1:  # this is asked at every step and shot
        return -1
    first, last, has = s.world.first_weapon, s.world.first_dummy, unit + 1
    for piece in stack:
        if first <= piece < last and s.points[piece] == has and s.face[piece] in s.world.mount_faces:
            return piece
    return -1


def riding(s: HollowState, unit: int) -> str:
    """The kind of its mount; empty on foot."""
    mount = mount_of(s, unit)
    return s.weapon(mount).kind if mount >= 0 else ""


@rule("110", "197.23")
def mounted_items(kind: str, on_foot: Sequence[Item], gallops: bool = False) -> list[Item]:
    """12 factors on horses, 8 more at a gallop; 28 points on motorcycles and 24 with sidecars, of which starting and stopping take two; bicycles double what men have, for roads."""
    if kind == HORSE:
        return [Item("on horses", MOUNTS[kind].factors, "110"), *([Item("at a gallop", GALLOP, "110")] if gallops else [])]
    if kind in CYCLES:
        return [
            Item("with sidecars" if kind == SIDECAR else "on motorcycles", MOUNTS[kind].factors, "110"),
            Item("start and stop", -START_AND_STOP, "30"),
        ]
    return [*on_foot, Item("on bicycles, twice", sum(item.value for item in on_foot), "197.23")]


@rule("54", "110")
def dug_items(s: HollowState, to: int, kind: str) -> list[Item]:
    """Foxholes in the hex, as far as the side that moves knows: a factor more on horses, who pay for trenches too, two points more on motorcycles."""
    shelter = shelter_at(s, to, s.phasing)
    is_dug = shelter == "foxhole" or (shelter == "trench" and kind == HORSE)
    return [Item("foxholes or trenches", FOXHOLES[kind], "54")] if is_dug and kind in FOXHOLES else []


@rule("110", "193.7", "196.3", "82.1", "137.6")
def is_barred(s: HollowState, here: int, to: int, kind: str) -> str:
    """The rule that keeps a mount out of a hex, whatever factors there are; empty if none does. Horses go neither into buildings nor across cactus hedges, motorcycles across no wall or hedge nor into woods or a trench."""
    field = s.field
    if kind in {"", BICYCLE}:
        return ""
    if kind in CYCLES and shelter_at(s, to, s.phasing) == "trench":
        return "137.6"
    if field.side(here, to, "cactus_hedge"):
        return "193.7" if s.options.get("cactus") == "assault" else "196.3"
    if kind in CYCLES and (field.side(here, to, "wall", "hedge") or field.has(to, *NO_CYCLES)):
        return "110"
    mover = MOUNTS[kind].mover
    return (
        "110"
        if field.has(to, *CLOSED)
        or any(listed(word, mover, s.world.printed) in {"no", "all"} for word in features(field.words(to)) if is_listed(word))
        else ""
    )


@rule("186.14", "186.15", "196.1")
def may_throw(s: HollowState, here: int, to: int) -> bool:
    """Whether a motorcycle rolls on this step: into hammada, or open ground beside it, in mud and as broken ground too, unless it keeps to a track or road."""
    field = s.field
    way = frozenset((field.hex_of[here], field.hex_of[to]))
    on_track = way in field.track_sides | field.road_sides
    return hammada_stops(field.ground, field.hex_of[to], False, on_track) or (field.has(to, "broken_ground") and not on_track)


def is_listed(word: str) -> bool:
    try:
        listed(word, "infantry")
    except ValueError:
        return False
    return True


@rule("110")
def refuse_mounted(s: HollowState, units: Sequence[int], here: int, to: int, pace: str) -> Refusal | None:
    """Nobody rides by assault movement, in the advance, or where his mount cannot go."""
    kind = riding(s, units[0])
    if not kind:
        return None
    name = {"unit": s.world.names.pieces[units[0]], "place": s.world.names.places[to]}
    if pace in {ASSAULTING, ADVANCING}:
        return Refusal("110", "{unit} is mounted: it neither advances nor moves by assault movement.", name)
    number = is_barred(s, here, to, kind)
    return Refusal(number, "{unit} cannot ride to {place}.", name) if number else None


@rule("110")
def target_items(s: HollowState, firer: int, target: int) -> list[Item]:
    """-2 against men on horses, -1 against men on motorcycles and bicycles."""
    kind = riding(s, target) if s.is_unit(target) else ""
    return [Item(f"rides a {kind}", MOUNTS[kind].target, "110")] if kind else []


@rule("110", "12")
def unseat(s: HollowState, number: str, unit: int, fallen: bool = False) -> None:
    """Who breaks or falls is on foot: horses are gone, and so is the motorcycle of a man who has fallen; other machines lie where he was."""
    mount = mount_of(s, unit)
    if mount < 0:
        return
    kind = s.weapon(mount).kind
    s.spend(number, mount, NOBODY)
    if kind == HORSE or (fallen and kind in CYCLES):
        s.remove(number, mount, "eliminated")


@rule("110", "5.7")
def refuse_mount_as_weapon(s: HollowState, unit: int, weapon: int) -> Refusal | None:
    """Before play mounts are given out as weapons are, one to a unit; later one gets on them."""
    if not is_mount(s, weapon):
        return None
    if s.turn > 0 and s.is_on_map(unit):
        return Refusal("110", "One gets on it in the movement phase.")
    return Refusal("110", "{unit} has a mount already.", {"unit": s.world.names.pieces[unit]}) if mount_of(s, unit) >= 0 else None
