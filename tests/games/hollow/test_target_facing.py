"""Which facing of a vehicle a shot meets: by the hexside that its line crosses (32), and on a hexspine the one that is worse for the firer."""

from __future__ import annotations

import pytest

from tests.games.hollow.test_vehicle_guns import fire, lawful

FRONT, SIDE = "to kill: armour of the hull (-2)", "to kill: armour of the hull (-4)"
BEHIND = "to kill: from behind"


def facing(spot: str, hour: int) -> str:
    """What an L6/40 at J5 shows to a cruiser: its hull has -2 in front and -4 at the sides and behind."""
    t = fire(f"aV1 {spot} br-a13-mk-ii @3 exposed; xV1 J5 it-l6-40 @{hour}", "allied", date="1942-07-01")
    said = {what for what, _, _ in t.preview("engage aV1 xV1").items}
    assert len(said & {FRONT, SIDE}) == 1
    return "front" if FRONT in said else "rear" if BEHIND in said else "side"


@pytest.mark.parametrize(("spot", "shown"), [("I5", "front"), ("I6", "front"), ("J4", "side"), ("J6", "side"), ("K5", "rear"), ("K6", "rear")])
def test_32_the_hexside_that_is_crossed_says_the_facing(spot: str, shown: str) -> None:
    """Who stands in one of the two hexes before it meets its front, in one of the two behind it its rear."""
    assert facing(spot, 9) == shown


@pytest.mark.parametrize(
    ("spot", "shown"), [("H4", "front"), ("H6", "front"), ("H3", "front"), ("J2", "side"), ("L3", "rear"), ("N5", "rear"), ("F5", "front")]
)
def test_32_from_afar_it_is_the_hexside_too(spot: str, shown: str) -> None:
    assert facing(spot, 9) == shown


@pytest.mark.parametrize(("spot", "shown"), [("I4", "front"), ("I7", "front"), ("H2", "front"), ("K4", "side"), ("K7", "side"), ("L8", "side")])
def test_32_on_a_hexspine_the_worse_facing_for_the_firer_counts(spot: str, shown: str) -> None:
    assert facing(spot, 9) == shown


def test_vn_16_33_4_the_open_rear_of_the_m41m_is_read_as_what_has_no_armour() -> None:
    """A six-pounder needs 8 at what has no armour: exactly that immobilises it, wherever it is hit; nobody is shocked where nothing protects."""
    for hour, shocks in ((3, False), (9, True)):
        t = fire(f"aV1 F5 br-crusader-iii @3 exposed; xV1 J5 it-smv-m41m-90-53 @{hour} exposed", date="1943-07-15", land="italy")
        lawful(t, "engage aV1 xV1")
        found = {chance.label for chance in t.preview("engage aV1 xV1").odds}
        assert bool(found & {"is shocked", "may be shocked"}) is shocks, found
        assert ("is immobilised" in found) is not shocks


def test_vn_16_33_4_the_charts_are_lit_for_its_open_rear() -> None:
    t = fire("aV1 F5 br-crusader-iii @3 exposed; xV1 J5 it-smv-m41m-90-53 @3 exposed", date="1943-07-15", land="italy")
    lit = {cell for cell in t.preview("engage aV1 xV1").lit if not cell[0].startswith("to_hit")}
    assert lit == {("kill_ap_soft", "unarmoured", "37")}


def test_32_33_4_within_a_hex_the_charts_are_lit_for_every_facing() -> None:
    """The L6/40 has -2 in front and -4 elsewhere; the M41M has -2, its turret -1 in front, and nothing behind."""
    cruiser = "aV1 J5 br-crusader-iii @3 exposed; xV1 J5 {} @9 exposed"
    light = set(fire(cruiser.format("it-l6-40"), date="1942-07-01").preview("engage aV1 xV1").lit)
    assert {("armour", "-2", "takes off"), ("armour", "-4", "takes off")} <= light
    open_behind = set(fire(cruiser.format("it-smv-m41m-90-53"), date="1943-07-15", land="italy").preview("engage aV1 xV1").lit)
    assert {
        ("armour", "-2", "takes off"),
        ("armour", "-1", "takes off"),
        ("ordnance", "57L", "AP"),
        ("kill_ap_soft", "unarmoured", "37"),
    } <= open_behind


def test_32_a_tank_can_show_its_front_to_whoever_stands_beside_it() -> None:
    for spot in ("J4", "K5", "K6", "J6", "I6", "I5"):
        assert "front" in {facing(spot, hour) for hour in (1, 3, 5, 7, 9, 11)}
