"""What a second reading of the module found: small things about vehicles, each from its paragraph."""

from __future__ import annotations

from tests.games.hollow.tanks import drill

TANK = "aV1 E5 br-crusader-i @3 motion"


def test_137_6_tracks_cross_a_trench_without_any_roll() -> None:
    t = drill({}, f"{TANK}; xF1 F5 trench; x1 L5 it-346")
    found = t.preview("drive aV1 G5 3")
    assert not found.odds, "nothing is rolled"
    assert not any("bog" in what for what, _, _ in found.items)


def test_24_who_enters_the_smoke_of_a_burning_wreck_pays_for_it() -> None:
    plain = drill({}, f"{TANK}; xV1 F5 it-m13-40 wreck")
    burning = drill({}, f"{TANK}; xV1 F5 it-m13-40 wreck burning")
    costs = []
    for t in (plain, burning):
        t.do("wheel aV1", "ahead F5")
        costs.append(t.spent("aV1"))
    assert costs[1] == costs[0] + 1
