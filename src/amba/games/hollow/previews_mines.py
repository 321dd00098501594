"""What mines of known strength do to a vehicle that drives into their hex or out of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction

from amba.games.hollow.rules.armour.r055_vehicle_mines import ANTI_TANK, blast_result, is_driven_onto, mine_result
from amba.games.hollow.rules.common import Line
from amba.games.hollow.rules.dice import FACES, SUMS
from amba.games.hollow.rules.r055_mines import OPEN, is_known, mines_at
from amba.games.hollow.state import HollowState

CASES = 36
RESULTS = ("burns", "is destroyed", "is immobilised")


def knows_strength(s: HollowState, side: int, work: int) -> bool:
    """Its own, and those whose number has been found out."""
    return s.side[work] == side or (is_known(s, side, work) and s.face[work] in OPEN.values())


def mine_lines(s: HollowState, vehicle: int, places: Iterable[int]) -> list[Line]:
    """Every result with its chance, field by field."""
    side, found = s.side[vehicle], list[Line]()
    for place in dict.fromkeys(places):
        where = s.world.names.places[place]
        for work in [work for work in mines_at(s, place) if s.points[work] and knows_strength(s, side, work)]:
            chances = Counter[str]()
            for dice, ways in SUMS:
                chances[mine_result(s, vehicle, s.points[work], dice)] += ways
            found += [
                (f"{s.points[work]} factors of mines in {where}: {text}", str(Fraction(chances[text], CASES)), "55")
                for text in RESULTS
                if chances[text]
            ]
        for work in [work for work in s.works_at(place) if s.face[work] == ANTI_TANK and s.side[work] == side]:
            chances = Counter[str]()
            for dice, ways in SUMS:
                chances[blast_result(s, vehicle, dice)] += ways
            bad = sum(is_driven_onto(s, work, die) for die in FACES)
            shares = {text: Fraction(bad * chances[text], len(FACES) * CASES) for text in RESULTS}
            found += [(f"anti-tank mines in {where}: {text}", str(share), "86.7") for text, share in shares.items() if share]
    return found
