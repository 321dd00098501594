"""Fog, which is a hindrance like any other, and falling snow, which is low visibility (111, 176.32)."""

from __future__ import annotations

import pytest

from amba.games.hollow.counters import FOG, SNOW, WIND
from amba.games.hollow.frames import Shot
from amba.games.hollow.rules.artillery.r150_flights import may_fly
from amba.games.hollow.rules.r007_seeing import is_clear_air, line_to, sees
from amba.games.hollow.rules.r011_modifiers import modifiers
from amba.games.hollow.rules.r015_flight import is_exposed
from amba.games.hollow.rules.r111_fog import lift_fog
from amba.games.hollow.rules.r194_air import HEAVY, air_hindrances, set_up_weather
from amba.games.hollow.scenario_check import WEATHER, YES_OR_NO
from tests.games.hollow.table import GAME, table

FOGGY, THICK = 1, 2


def fog_at(range_: int, **tracks: int) -> dict[str, int]:
    """What the air adds over a range, by rule."""
    t = table("a1 A1; x1 GG9", tracks=tracks)
    return {hindrance.rule: hindrance.drm for hindrance in air_hindrances(t.s, range_)}


@pytest.mark.parametrize(("fog", "range_", "drm"), [(FOGGY, 1, 0), (FOGGY, 2, 1), (FOGGY, 7, 3), (THICK, 1, 1), (THICK, 4, 4)])
def test_111_2_fog_hinders_by_the_range(fog: int, range_: int, drm: int) -> None:
    assert fog_at(range_, fog=fog) == ({"111.2": drm} if drm else {})


def test_111_2_fog_of_six_and_more_blocks_the_line() -> None:
    t = table("a1 A1; x1 A6; x2 A7", tracks={"fog": THICK})
    assert sees(t.s, t.piece("a1"), t.piece("x1"))
    assert not sees(t.s, t.piece("a1"), t.piece("x2"))
    assert [block.rule for block in line_to(t.s, t.piece("a1"), t.piece("x2")).blocks] == ["176.331"]


def test_176_32_falling_snow_hinders_as_low_visibility_and_adds_up_with_mist() -> None:
    assert fog_at(5, snow=1) == {}
    assert fog_at(12, snow=1) == {"176.32": 2}
    assert fog_at(12, snow=1, mist=1) == {"176.32": 4}


@pytest.mark.parametrize(("tracks", "counts"), [({"snow": 1}, True), ({"fog": FOGGY}, False), ({"mist": 1}, True)])
def test_176_32_fog_alone_takes_the_penalty_for_moving_in_the_open(tracks: dict[str, int], counts: bool) -> None:
    """Low visibility does not negate it by itself; fog is a hindrance like any other."""
    t = table("a1 W1; x1 W9 has xW2", tracks=tracks)
    unit = t.piece("a1")
    found = {item.what: item.value for item in modifiers(t.s, Shot(1, "first", t.s.at[unit], (t.piece("xW2"),), (unit,)), unit)}
    assert found.get("fog", 0) + found.get("weather", 0) == (1 if counts else 4)
    assert ("moves in the open" in found) is counts


def test_111_2_fog_hides_men_who_run_and_snow_does_not() -> None:
    for tracks, exposed in (({"snow": 1}, True), ({"fog": FOGGY}, False)):
        t = table("a1 G2 broken; x1 G9 has xW2", phase="rout", tracks=tracks)
        assert is_exposed(t.s, t.piece("a1"), [t.piece("x1")]) is exposed


def test_111_2_fog_and_snow_ground_aircraft() -> None:
    assert may_fly(table("a1 A1; x1 GG9").s)
    assert not may_fly(table("a1 A1; x1 GG9", tracks={"fog": FOGGY}).s)
    assert not may_fly(table("a1 A1; x1 GG9", tracks={"snow": 1}).s)


def test_111_2_a_heavy_wind_lifts_fog_by_a_grade() -> None:
    t = table("a1 A1; x1 GG9", tracks={"fog": THICK})
    lift_fog(t.s)
    assert t.s.tracks[FOG] == THICK
    t.s.set_track("194.76", WIND, HEAVY)
    lift_fog(t.s)
    assert t.s.tracks[FOG] == FOGGY
    assert not is_clear_air(t.s)


def test_111_2_scenarios_and_positions_name_fog_and_snow() -> None:
    assert WEATHER["fog"] == ("none", "fog", "thick fog")
    assert "snow" in YES_OR_NO
    s = table("a1 A1; x1 GG9").s
    set_up_weather(s, {"fog": "thick fog", "snow": True})
    assert (s.tracks[FOG], s.tracks[SNOW]) == (THICK, 1)


def test_111_2_a_view_says_what_veils_the_map() -> None:
    assert GAME.view(table("a1 A1; x1 GG9", tracks={"fog": THICK}).s, 0)["veil"] == "thick-fog"
    assert GAME.view(table("a1 A1; x1 GG9", tracks={"snow": 1}).s, None)["veil"] == "snow"
    assert GAME.view(table("a1 A1; x1 GG9").s, 0)["veil"] == ""


def test_102_2_nothing_is_kindled_in_falling_snow() -> None:
    assert "snow" in table("a1 F5; x1 Z5", phase="advancing", tracks={"snow": 1}).refused("kindle a1").text
