"""For how long a moving vehicle has been in sight, and how often one gun fires at it (33.31 cases C and J, 16)."""

from __future__ import annotations

from amba.games.hollow.frames_armour import GunShot
from amba.games.hollow.rules.armour.r033_engaging import vehicle_hit_items
from tests.games.hollow.tanks import Drill, drill

TANK = "xV1 E6 it-m13-40 @3 motion exposed; a1 Q6 br-228 +aG1; aG1 Q6 br-oqf-2-pdr @9"
ORDERED, ASKED = {"allied_chance": 1}, {"allied_otherwise": 1}


def shot(d: Drill) -> GunShot:
    found = d.s.frames[-1]
    assert isinstance(found, GunShot)
    return found


def case_j(d: Drill) -> int:
    """What is added because the target moves."""
    _, modifiers = vehicle_hit_items(d.s, shot(d))
    return next(item.value for item in modifiers if item.what.startswith("J"))


def test_33_31_who_drives_on_in_sight_is_hit_more_easily() -> None:
    d = drill({}, TANK, phasing="axis", tracks=ORDERED)
    d.do("wheel xV1")
    found = []
    for to in ("F5", "G6", "H5", "I6"):
        d.do(f"ahead {to}")
        found.append((shot(d).seen_for, case_j(d)))
        d.do("roll 3,6" if case_j(d) > 2 else "roll 6,6")
        if d.rolls:
            d.do("roll 6,5")
    assert found == [(2, 4), (4, 3), (6, 3), (8, 2)], "one point in sight, two, three, and more than three"


def test_33_31_points_spent_out_of_sight_do_not_count() -> None:
    d = drill({"building": "I6 J6 I7 J7 J5 I5"}, TANK, phasing="axis", tracks=ORDERED)
    d.do("wheel xV1")
    for to in ("F5", "G5", "H4", "I4", "J3"):
        d.do(f"ahead {to}" if f"ahead {to}" in d.menu() else "turn 1")
        if d.rolls:
            break
    assert d.rolls == "to hit"
    hidden = d.s.points[d.piece("xV1")] - shot(d).seen_for
    assert hidden > 0, "it was behind the houses before"
    assert case_j(d) == (4 if shot(d).seen_for <= 2 else 3)


def test_16_one_gun_fires_no_oftener_than_the_vehicle_spends_points() -> None:
    d = drill({}, TANK, phasing="axis", tracks=ORDERED)
    d.do("wheel xV1", "ahead F5", "roll 1,6")
    assert not d.rolls, "it keeps its rate of fire, and the tank has spent one point"
    d.do("turn 1", "roll 3,6")
    assert not d.rolls, "a point for the turn, and a shot for that"


def test_16_three_points_are_three_shots() -> None:
    d = drill({}, TANK, phasing="axis", tracks=ORDERED)
    d.do("wheel xV1", "ahead F5 slowly", "roll 3,6", "roll 3,6", "roll 3,6")
    assert not d.rolls, "it has spent three points in the hex, and there is no fourth"


def test_16_who_is_asked_hears_why_the_gun_does_not_fire_again() -> None:
    d = drill({}, TANK, phasing="axis", tracks=ASKED)
    d.do("wheel xV1", "ahead F5", "engage aG1 xV1", "roll 1,6")
    assert not d.rolls
    d = drill({}, TANK + "; a2 Q7 br-228 +aG2; aG2 Q7 br-oqf-2-pdr @9", phasing="axis", tracks=ASKED)
    d.do("wheel xV1", "ahead F5", "engage aG1 xV1", "roll 1,6")
    assert d.refused("engage aG1 xV1").rule == "16"
    d.do("engage aG2 xV1")


def test_33_31_who_has_just_come_into_sight_aims_worse_while_driving() -> None:
    """Cases C1 and C2 count the points it has spent in sight of its target, in all the hexes of its way."""
    d = drill({}, "xV1 E6 it-m13-40 @3 motion exposed; aV1 Q6 br-a13-mk-ii @9", phasing="axis")
    d.do("wheel xV1")
    found = []
    for to in ("F5", "G6", "H5", "I6"):
        d.do(f"ahead {to}")
        items = d.preview("engage xV1 aV1").items
        found.append(next((int(value) for label, value, _ in items if label.startswith("C1") or label.startswith("C2")), 0))
    assert found == [2, 2, 1, 0]


def test_33_31_a_platoon_has_been_in_sight_all_the_way() -> None:
    d = drill(
        {}, "xV1 E6 it-m13-40 @3 motion exposed; xV2 E5 it-m13-40 @3 motion exposed; a1 Q6 br-228 +aG1; aG1 Q6 br-oqf-2-pdr @9", phasing="axis",
        date="1941-03-01", tracks=ORDERED,
    )  # fmt: skip
    d.do("platoon xV1 xV2") if "platoon xV1 xV2" in d.menu() else d.do("wheel xV1")
    seen: list[int] = []
    for first, second in (("F5", "F4"), ("G6", "G5"), ("H5", "H4")):
        d.do(f"step xV1 {first} 3", f"step xV2 {second} 3")
        if not d.rolls:
            d.do("together")
        seen.append(shot(d).seen_for)
        while d.rolls == "to hit":
            d.do("roll 3,6")
        assert not d.rolls
    assert seen == [2, 4, 6]
