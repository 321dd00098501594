"""Who sees whom, with smoke and weather; the same for both sides."""

from __future__ import annotations

from amba.games.hollow.book import rule
from amba.games.hollow.field import Viewpoint
from amba.games.hollow.rules.r007_look import Block
from amba.games.hollow.rules.r007_sight import Sightline, sight
from amba.games.hollow.rules.r024_smoke import clouds
from amba.games.hollow.rules.r049_night import is_lit, sight_limit
from amba.games.hollow.rules.r194_air import air_hindrance
from amba.games.hollow.state import HollowState


@rule("49")
def line(s: HollowState, a: Viewpoint, b: Viewpoint) -> Sightline:
    """The line between two viewpoints in today's air; at night only as far as anything is seen."""
    found = sight(s.field.ground, a, b)
    air = air_hindrance(s, found.range)
    smoke = clouds(s)
    if air or smoke:
        found = sight(s.field.ground, a, b, smoke, air)
    limit = sight_limit(s)
    if limit and found.range > limit and not is_lit(s, b.hex):
        found = found._replace(blocks=(*found.blocks, Block("49", f"the night, in which one sees {limit} hexes", ())))
    return found


@rule("7")
def sees(s: HollowState, unit: int, other: int) -> bool:
    """Whether two units see each other."""
    return line(s, s.viewpoint(unit), s.viewpoint(other)).is_clear


def may_be_seen(s: HollowState, place: int, viewpoint: Viewpoint, side: int) -> bool:
    """Whether any counter of the other side that this side knows of, question marks included, could see a viewpoint."""
    for other in s.known_counters(1 - side):
        if s.is_unit(other) and s.is_broken(other):
            continue
        if line(s, s.viewpoint(other), viewpoint).is_clear:
            return True
    return False


@rule("7", "8")
def line_to(s: HollowState, unit: int, target: int) -> Sightline:
    return line(s, s.viewpoint(unit), s.viewpoint(target))
