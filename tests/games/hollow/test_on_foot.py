"""What men do only on foot: who is mounted gets down first (110)."""

from __future__ import annotations

import pytest

from tests.games.hollow.tanks import drill

MOUNT = "a1 E5 {kind} +aW1; aW1 E5 {mount}"
GUN = "aG1 E5 br-oqf-2-pdr @3"
TANK = "aV1 E5 br-crusader-ii @3"


def riding(order: str, text: str, mount: str = "horses", kind: str = "br-457", phase: str = "movement", first: str = "") -> str:
    """The rule by which a rider may not do it; the same men may on foot."""
    for is_mounted in (False, True):
        men = MOUNT.format(kind=kind, mount=mount) if is_mounted else f"a1 E5 {kind}"
        t = drill({}, f"{men}; {text}" if text else men, phase=phase)
        t.do(*filter(None, [first]))
        if is_mounted:
            return t.refused(order).rule
        assert order in t.menu()
    return ""


@pytest.mark.parametrize("mount", ["horses", "motorcycles", "bicycles"])
def test_110_nobody_digs_in_the_saddle(mount: str) -> None:
    assert riding("dig a1", "", mount, phase="prep") == "110"


def test_110_wire_is_cleared_on_foot() -> None:
    assert riding("clear a1 wire", "aF1 E5 wire", phase="prep") == "110"


def test_110_a_gun_is_served_and_pushed_on_foot() -> None:
    assert riding("serve a1 aG1", GUN) == "110"
    assert riding("push aG1 F5 together", f"a2 E5 br-228 +aG1; {GUN}") == "63", "nobody helps the crew"


def test_110_a_light_car_is_lifted_out_on_foot() -> None:
    mounted = drill({}, "xV1 E5 it-fiat-508-mc @3 bogged; x1 E5 it-346 +xW1; xW1 E5 bicycles", phasing="axis")
    assert mounted.refused("lift x1 xV1").rule == "110"


def test_110_a_vehicle_is_manned_and_gone_along_with_on_foot() -> None:
    assert riding("man a1 aV1", f"{TANK} abandoned", kind="br-127v") == "110"
    assert riding("escort a1", TANK, first="wheel aV1") == "110"
