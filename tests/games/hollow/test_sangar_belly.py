"""A gun in a sangar and the tank that rolls over it: before the overrun it sees the belly from in front, and is not hampered by being in the same hex (191.51)."""

from __future__ import annotations

from amba.games.hollow.frames_armour import GunShot
from amba.games.hollow.rules.armour.r033_engaging import facing_met, vehicle_hit_items, vehicle_kill_items
from amba.games.hollow.rules.armour.r037_watching import harm
from tests.games.hollow.tanks import Drill, drill

HERE = "xV1 F5 it-l6-40 @3 motion; a1 F5 br-228 dug_in +aG1; aG1 F5 br-oqf-2-pdr @9; aF1 F5 sangar"


def shot_at(t: Drill, belly: int) -> GunShot:
    vehicle = t.piece("xV1")
    return GunShot(t.piece("aG1"), "first", t.s.at[vehicle], vehicle, "vehicle", "ap", 0, seen_for=8, belly=belly)


def cases(t: Drill, belly: int) -> set[str]:
    return {item.what[:2] for item in vehicle_hit_items(t.s, shot_at(t, belly))[1]}


def test_191_51_case_e_does_not_apply_to_a_shot_at_the_belly_from_the_hex_that_is_entered() -> None:
    t = drill({}, HERE, "axis", date="1942-07-01")
    assert "E:" in cases(t, 0), "after the overrun"
    assert "E:" not in cases(t, 1)
    assert harm(t.s, shot_at(t, 1)) > harm(t.s, shot_at(t, 0))


def test_191_51_a_hull_hit_from_the_hex_that_is_entered_meets_the_front() -> None:
    """The tank has not entered yet: normally it is its front that they see. Once it overruns them, its rear."""
    t = drill({}, HERE, "axis", date="1942-07-01")
    shot = shot_at(t, 1)
    assert {facing_met(t.s, shot, coloured) for coloured in range(1, 7)} == {"front"}
    before = vehicle_kill_items(t.s, shot.gun, shot.vehicle, "ap", False, facing=facing_met(t.s, shot, 1))
    assert "armour of the hull (-2)" in {item.what for item in before}
    after = vehicle_kill_items(t.s, shot.gun, shot.vehicle, "ap", False, facing=facing_met(t.s, shot_at(t, 0), 1))
    assert "from behind" in {item.what for item in after}


def test_191_51_only_an_armoured_vehicle_shows_its_belly_over_a_sangar() -> None:
    for key, shown in (("br-carrier-a-bren", 1), ("br-loyd-carrier", 0)):
        text = f"aV1 E5 {key} @3 motion; x1 F5 it-227 dug_in +xG1; xG1 F5 it-cannone-47-32 @9; xF1 F5 sangar"
        t = drill({}, text, "allied", date="1942-07-01", tracks={"axis_chance": 1})
        t.do("wheel aV1", "overrun F5")
        assert [frame.belly for frame in t.s.frames if isinstance(frame, GunShot)] == [shown], key
