"""Anti-aircraft guns on wheels fire in bursts at men, as small guns of vehicles do (35, 63)."""

from __future__ import annotations

import pytest

from amba.games.hollow.rules.armour.r145_aim import aim_of
from tests.games.hollow.test_vehicle_guns import fire, lawful

BREDA = "xG1 L5 it-mitragliera-20-65 @5; x1 L5 it-227 +xG1"


@pytest.mark.parametrize(
    ("gun", "power"), [("it-mitragliera-20-65", "4"), ("ge-2cm-flak-38", "6"), ("ge-2cm-flakvierling-38", "20"), ("ge-3-7cm-flak-36", "8")]
)
def test_35_63_an_anti_aircraft_gun_fires_in_bursts_at_men(gun: str, power: str) -> None:
    t = fire(f"xG1 L5 {gun} @5; x1 L5 it-227 +xG1; a1 L9 br-457", "axis")
    assert {"rake xG1 L9 cannon", "shell xG1 L9"} <= set(t.menu())
    assert t.preview("rake xG1 L9 cannon").column == power
    lawful(t, "rake xG1 L9 cannon")


def test_35_bofors_bursts_are_halved_beyond_sixteen_hexes_and_doubled_in_the_next_hex() -> None:
    bofors = "aG1 {} br-oqf-40mm-bofors @{}; a1 {} br-228 +aG1; x1 L9 it-347"
    far = fire(bofors.format("CC9", 9, "CC9")).preview("rake aG1 L9 cannon")
    assert far.column == "4"
    assert ("beyond its range of 16", "x1/2", "8") in far.items
    near = fire(bofors.format("L8", 5, "L8")).preview("rake aG1 L9 cannon")
    assert near.column == "16"
    assert ("point blank", "x2", "8") in near.items


def test_35_145_the_rate_of_bursts_is_one_lower() -> None:
    """20/65: rate 3. A coloured 2 fires on, a 3 does not, though a shell would."""
    for coloured, fires_on in ((2, True), (3, False)):
        t = fire(f"{BREDA}; a1 L9 br-457", "axis")
        t.do("rake xG1 L9 cannon", f"roll {coloured},6")
        assert ("rake xG1 L9 cannon" in t.menu()) is fires_on
        assert ("shell xG1 L9" in t.menu()) is fires_on
    shell = fire(f"{BREDA}; a1 L9 br-457", "axis")
    shell.do("shell xG1 L9", "roll 3,6")
    assert "rake xG1 L9 cannon" in shell.menu()


def test_145_a_gun_breaks_down_in_bursts_and_is_silent() -> None:
    t = fire(f"{BREDA}; a1 L9 br-457", "axis")
    t.do("rake xG1 L9 cannon", "roll 6,6")
    assert t.has("xG1", "malfunction")
    assert t.refused("rake xG1 L9 cannon").rule == "145"


def test_145_bursts_acquire_nothing_and_lose_what_was_acquired() -> None:
    t = fire(f"{BREDA}; a1 L9 br-457", "axis")
    t.do("shell xG1 L9", "roll 3,6")
    gun = t.piece("xG1")
    assert aim_of(t.s, gun)
    t.do("rake xG1 L9 cannon", "roll 5,6")
    assert not aim_of(t.s, gun)


def test_32_the_gun_is_turned_and_the_turn_told() -> None:
    t = fire("xG1 L5 it-mitragliera-20-65 @11; x1 L5 it-227 +xG1; a1 L9 br-457", "axis")
    assert any(what.startswith("A: the gun is turned") for what, _, _ in t.preview("rake xG1 L9 cannon").items)
    lawful(t, "rake xG1 L9 cannon")
    t.do("rake xG1 L9 cannon", "roll 5,6")


def test_42_who_fires_in_bursts_shows_himself() -> None:
    t = fire("xG1 L5 it-mitragliera-20-65 @5; x1 L5 it-227 +xG1 concealed; a1 L9 br-457", "axis", words={"scrub": "L5"})
    t.do("rake xG1 L9 cannon", "roll 5,6")
    assert not t.has("x1", "concealed")


def test_35_bursts_do_not_hurt_a_tank_and_a_gun_without_bursts_has_none() -> None:
    t = fire(f"{BREDA}; aV1 L9 br-crusader-i @11", "axis")
    assert t.refused("rake xG1 L9 cannon").rule == "35"
    field = fire("xG1 L5 it-cannone-47-32 @5; x1 L5 it-227 +xG1; a1 L9 br-457", "axis")
    assert field.refused("rake xG1 L9 cannon").rule == "35"
    assert fire(f"{BREDA}; a1 L9 br-457", "axis").refused("rake xG1 L9").rule == "35", "it has no machine guns"


def test_142_6_a_pinned_crew_fires_with_half() -> None:
    t = fire("xG1 L5 it-mitragliera-20-65 @5; x1 L5 it-227 +xG1 pinned; a1 L9 br-457", "axis")
    assert t.preview("rake xG1 L9 cannon").column == "2"
