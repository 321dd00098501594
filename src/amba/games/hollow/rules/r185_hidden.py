"""Works that the enemy has not seen yet: foxholes, sangars, trenches and wire that a side set up itself (185.22, 194.601).

Who looks: counters that lie on the map, question marks and dummies too, unless they are broken. Hidden units find nothing; their enemy would learn of them.
"""

from __future__ import annotations

from collections.abc import Sequence

from amba.core.state import remembered
from amba.games.hollow.book import rule
from amba.games.hollow.counters import DUG, DUST, HAZE, HIDDEN, OVERCAST, SUN, WORK_KINDS
from amba.games.hollow.field import COVER
from amba.games.hollow.rules.r007_seeing import is_clear
from amba.games.hollow.rules.r029_vehicles import is_manned
from amba.games.hollow.rules.r194_air import SUNS
from amba.games.hollow.rules.r194_sun import sun_modifier
from amba.games.hollow.state import HollowState

HIDEABLE = ("foxhole", "sangar", "trench", "wire")
IN_COVER, IN_HAZE, ANY_DISTANCE = 16, 6, 999
"""How far off a work in concealment terrain is made out, in clear air and in desert low visibility."""


def may_be_hidden(s: HollowState, work: int) -> bool:
    return s.is_work(work) and WORK_KINDS[s.face[work]] in HIDEABLE


def hidden_works(s: HollowState) -> list[int]:
    """Works on the map that only their side knows of; mines that lie in secret are another matter (55.83)."""
    limit, marks = s.world.hexes, s.marks
    works = range(s.world.first_work, s.world.first_smoke)
    return [work for work in works if marks[work] >> HIDDEN & 1 and s.at[work] < limit and may_be_hidden(s, work)]


@rule("185.22")
def is_given_away(s: HollowState, work: int) -> bool:
    """An open counter in a work shows it, and so does an enemy in its hex."""
    place, side = s.at[work], s.side[work]
    if any(s.has(u, DUG) and not s.is_secret(u) for u in s.counters_at(place, side)):
        return True
    return any(not s.has(p, HIDDEN) for p in s.counters_at(place, 1 - side))


@rule("185.22")
def is_hidden_by_ground(s: HollowState, work: int) -> bool:
    """Whether the ground hides the work: scrub hides entrenchments, and no wire."""
    words = s.field.words(s.at[work]) & COVER
    return bool(words - {"scrub"} if WORK_KINDS[s.face[work]] == "wire" else words)


@rule("185.22")
def is_seen_from(s: HollowState, work: int, viewer: int) -> bool:
    """In sight: in the open from any distance, in concealment terrain within sixteen hexes; a question mark in it gives it away as far as it is seen."""
    return s.field.range(s.at[viewer], s.at[work]) <= seen_within(s, work) and is_clear(s, s.viewpoint(viewer), s.field.view_from(s.at[work]))


@remembered()
def seen_within(s: HollowState, work: int) -> int:
    """How far off a work is made out at most."""
    manned = any(not s.has(u, HIDDEN) for u in s.counters_at(s.at[work], s.side[work]))
    return sharpness(s, work) if is_hidden_by_ground(s, work) and not manned else ANY_DISTANCE


@rule("194.601")
def sharpness(s: HollowState, work: int) -> int:
    """Within how many hexes a work in concealment terrain is made out: six in haze or dust, and toward the low sun if everybody looks into it."""
    if s.tracks[HAZE] or s.tracks[DUST]:
        return IN_HAZE
    return IN_HAZE if s.tracks[SUN] and not s.tracks[OVERCAST] and _lies_in_the_sun(s, work) else IN_COVER


@rule("194.601", "194.61")
def _lies_in_the_sun(s: HollowState, work: int) -> bool:
    there, sun, north = s.field.view_from(s.at[work]), SUNS[s.tracks[SUN]], str(s.plan.data.get("north", "top"))
    return all(sun_modifier(s.field.ground, s.viewpoint(v), there, sun, north) for v in lookers(s, 1 - s.side[work]))


@remembered()
def lookers(s: HollowState, side: int) -> list[int]:
    """The counters of a side on the map that can look about, the crews of vehicles too."""
    men = [u for u in s.known_counters(side) if not (s.is_unit(u) and s.is_broken(u))]
    return [*men, *(v for v in s.vehicles(side) if is_manned(s, v))]


@rule("185.22", "194.601")
def spot_works(s: HollowState, viewers: Sequence[int] | None = None) -> bool:
    """Works that these counters see now, or anybody if nobody is named, are shown from now on; whether there were any."""
    found = False
    for work in hidden_works(s):
        side = 1 - s.side[work]
        if viewers is None:
            those = lookers(s, side)
        else:
            those = [v for v in viewers if s.side[v] == side and s.is_on_map(v) and not s.has(v, HIDDEN) and not (s.is_unit(v) and s.is_broken(v))]
        if is_given_away(s, work) or any(is_seen_from(s, work, v) for v in those):
            s.mark("185.22", work, HIDDEN, False)
            found = True
    return found


def look_about(s: HollowState, units: Sequence[int], here: int, to: int) -> None:
    """Units who have come into a hex look about them there."""
    spot_works(s, units)


def is_unseen_post(s: HollowState, piece: int) -> bool:
    """Whether a unit is dug in where the enemy knows of no work: then that it is dug in is not seen either."""
    if not s.has(piece, DUG) or not s.is_secret(piece):
        return False
    works = [w for w in s.works_at(s.at[piece]) if may_be_hidden(s, w) and WORK_KINDS[s.face[w]] != "wire"]
    return bool(works) and all(s.has(w, HIDDEN) for w in works)
