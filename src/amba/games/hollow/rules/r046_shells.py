"""Where shells of batteries beyond the map fall: their counters, what they hinder, and who walks into them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from amba.core.steps import push
from amba.games.hollow.batteries import Battery
from amba.games.hollow.book import rule
from amba.games.hollow.climate import may_apply
from amba.games.hollow.counters import BLAST, EFFECT_1, EFFECT_2, EFFECT_C, MISSION, RAIN, SMOKE, battery_track
from amba.games.hollow.frames_artillery import BlastRoll
from amba.games.hollow.rules.r007_look import Hindrance, Look
from amba.games.hollow.rules.r194_air import DRY, setting
from amba.games.hollow.rules.r194_trails import is_inside
from amba.games.hollow.state import HollowState
from amba.kit.rays import Hex, distance, meets_any

EFFECTS = (EFFECT_1, EFFECT_2, EFFECT_C)
CONCENTRATION, HARASSING, BARRAGE, SMOKE_MISSION, LIGHT_MISSION, SMOKE_BARRAGE = range(1, 7)
"""What a battery fires: the track of its mission; 0 is nothing."""
HIGH_EXPLOSIVE = (CONCENTRATION, HARASSING, BARRAGE)
SMOKES = (SMOKE_MISSION, SMOKE_BARRAGE)
BARRAGES = (BARRAGE, SMOKE_BARRAGE)
HEAVY = 70
"""From this calibre on shells raise so much that one sees badly through it."""
TOP = 4
"""Half levels: it stands two levels high."""


def mission_of(s: HollowState, battery: int) -> int:
    return s.tracks[battery_track(battery, MISSION)]


def shells_of(s: HollowState, battery: int) -> list[int]:
    """The counters of a battery's fire for effect on the map: where it was aimed first, then the hexes around."""
    first, limit = s.world.first_smoke, s.world.hexes
    pool = range(first, first + SMOKE)
    found = [p for p in pool if s.at[p] < limit and s.points[p] == 1 + battery and (s.face[p] in EFFECTS or s.face[p] == BLAST)]
    return sorted(found, key=lambda p: (s.face[p] == BLAST, p))


@rule("46.5")
def under_fire(s: HollowState) -> dict[int, tuple[int, ...]]:
    """The hexes on which each battery's high explosive falls now."""
    found: dict[int, tuple[int, ...]] = {}
    for battery in s.plan.batteries:
        if mission_of(s, battery.number) in HIGH_EXPLOSIVE:
            found[battery.number] = tuple(s.at[p] for p in shells_of(s, battery.number))
    return found


@rule("46.5")
def walk_into_fire(s: HollowState, units: Sequence[int], here: int, to: int) -> None:
    """Whoever enters a hex on which shells fall is attacked there."""
    for battery, places in under_fire(s).items() if s.plan.batteries else ():
        if to in places:
            push(s, BlastRoll(battery, to, tuple(units)))


@rule("194.75", "194.77")
def may_raise_dust(s: HollowState) -> bool:
    """Where light dust can be, shells raise it; once it has rained, no more."""
    return s.tracks[RAIN] == DRY and may_apply("194.71", setting(s))


def _is_met(look: Look, place: Hex) -> bool:
    """Whether the line passes below the top of what shells raise in a hex."""
    from_a, from_b = distance(look.a.hex, place), distance(look.b.hex, place)
    top = 2 * look.ground.level.get(place, 0) + TOP
    return from_a + from_b == 0 or look.ea * from_b + look.eb * from_a < top * (from_a + from_b)


@rule("46.5", "194.75", "194.792")
def shell_hindrances(s: HollowState, look: Look) -> Iterator[Hindrance]:
    """+1 for a concentration or barrage of 70 mm and more that the line passes, once; where there can be dust, +1 for each hex of it, and harassing fire hinders once; none of that dust inside a building."""
    fire = s.remembered("under fire", lambda: {b: frozenset(s.field.hex_of[p] for p in places) for b, places in under_fire(s).items()})
    for number, hexes in fire.items():
        battery = battery_of(s, number)
        harassing = mission_of(s, number) == HARASSING
        dusty = may_raise_dust(s)
        if battery.module.calibre < HEAVY or (harassing and not dusty) or not meets_any(look.a.hex, look.b.hex, hexes):
            continue
        if dusty and is_inside(look):
            continue
        met = [tuple(passed) for _, passed in look.passages if hexes.issuperset(passed) and all(_is_met(look, hex) for hex in passed)]
        many = dusty and mission_of(s, number) == CONCENTRATION
        for passed in met if many else met[:1]:
            yield Hindrance("194.75" if dusty else "46.5", "bursting shells", passed, 1)


def battery_of(s: HollowState, number: int) -> Battery:
    return next(battery for battery in s.plan.batteries if battery.number == number)
