"""A small gun that fires in bursts is still the main armament: what keeps that from firing keeps its bursts too (notes G and 64); and the gunners of note 16 with a tank beside them."""

from __future__ import annotations

from tests.games.hollow.test_vehicle_guns import fire


def test_64_a_gun_in_a_turret_for_one_fires_no_bursts_with_open_hatches() -> None:
    """The L6/40 and the AB 41: one man in the turret. Neither gun nor coaxial machine gun with his head out."""
    for key in ("it-l6-40", "it-ab-41"):
        open_one = fire(f"xV1 E5 {key} @3 exposed; a1 H6 br-457", "axis", date="1942-07-01")
        assert open_one.refused("rake xV1 H6 cannon").rule == "64"
        shut_one = fire(f"xV1 E5 {key} @3; a1 H6 br-457", "axis", date="1942-07-01")
        assert "rake xV1 H6 cannon" in shut_one.menu()


def test_mn_g_a_gun_that_does_not_fire_in_motion_fires_no_bursts_either() -> None:
    moving = fire("xV1 E5 it-as-42-aa @3 motion; a1 H6 br-457", "axis", "advancing", date="1942-12-01")
    assert moving.refused("rake xV1 H6 cannon").rule == "MN G"
    standing = fire("xV1 E5 it-as-42-aa @3; a1 H6 br-457", "axis", "advancing", date="1942-12-01")
    assert "rake xV1 H6 cannon" in standing.menu()


def test_vn_16_a_with_a_tank_of_the_enemy_in_its_hex_the_smv_90_53_does_not_fire_at_all() -> None:
    text = "xV1 E5 it-smv-m41m-90-53 @3 exposed; aV1 {} br-crusader-iii @9; aV2 K6 br-crusader-iii @9"
    beset = fire(text.format("E5"), "axis", date="1943-07-01", land="italy")
    assert beset.refused("engage xV1 aV1").rule == "VN 16.a"
    assert beset.refused("engage xV1 aV2").rule == "VN 16.a"
    free = fire(text.format("E2"), "axis", date="1943-07-01", land="italy")
    assert "engage xV1 aV2" in free.menu()


def test_vn_11_a_16_a_from_behind_is_by_the_hexside_that_is_crossed() -> None:
    """The crew of the SMV 90/53 has nothing before it where a shot comes over one of the two hexsides at its back, and +1 elsewhere."""
    for spot, behind in (("F4", True), ("F5", True), ("G3", True), ("G7", True), ("E3", False), ("F3", False), ("C5", False)):
        t = fire(f"xV1 E5 it-smv-m41m-90-53 @9 exposed; a1 {spot} br-457", "allied", date="1943-07-01", land="italy")
        said = {what for what, _, _ in t.preview("fire E5").items}
        assert ("crew exposed behind its gun" in said) is not behind, spot


def test_186_14_the_opel_blitz_of_the_example_weighs_six_and_a_half_tons() -> None:
    t = fire("xV1 E5 ge-opel-blitz @3; a1 H6 br-457", "axis")
    assert t.s.vehicle(t.piece("xV1")).weight == 6.5
