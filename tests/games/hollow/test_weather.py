"""Arid climate: tables, sun, haze and dust."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amba.games.hollow.boards.board import Board
from amba.games.hollow.boards.ground import Ground, Placed, lay
from amba.games.hollow.boards.naming import hex_place
from amba.games.hollow.climate import Setting, Weather, may_apply
from amba.games.hollow.field import Viewpoint
from amba.games.hollow.rules import r194_dust as d
from amba.games.hollow.rules import r194_sun as sun
from amba.games.hollow.rules import r194_weather as w
from amba.games.hollow.rules.r007_sight import sight
from tests.games.hollow.table import table
from tests.games.hollow.words import low_visibility

CLEAR = Weather(False, False, False)
OVERCAST = Weather(False, True, False)
SETTING = Setting("libya", 7, CLEAR, "dry")


def ground(**levels: int) -> Ground:
    return lay([[Placed(Board(1, "", {hex_place(name): n for name, n in levels.items()}, {}, {}))]])


def at(name: str) -> Viewpoint:
    return Viewpoint(hex_place(name))


@pytest.mark.parametrize(
    ("dice", "month", "found"),
    [
        (2, 4, "m"),
        (7, 4, "g"),
        (12, 4, "mo"),
        (2, 6, ""),
        (9, 9, "g"),
        (12, 5, "o"),
        (2, 10, "m"),
        (11, 11, ""),
        (7, 1, "o"),
        (9, 12, "m"),
        (10, 3, "mo"),
    ],
)
def test_194_2_weather_by_month(dice: int, month: int, found: str) -> None:
    assert w.weather(dice, month) == Weather("g" in found, "o" in found, "m" in found)


def test_194_4_state_of_the_ground() -> None:
    assert w.ground_state(1, 1) == "mud"
    assert w.ground_state(2, 12) == "mud"
    assert w.ground_state(1, 10) == "mud"
    assert w.ground_state(4, 10) == "moderate"
    assert w.ground_state(1, 6) == "moderate"
    assert w.ground_state(6, 6) == "very dry"
    assert [w.ground_modifier(g) for g in w.GROUNDS] == [-3, -2, -1, 0, 1, 2]


def test_194_5_wind() -> None:
    assert [w.wind(die) for die in range(1, 7)] == ["no wind", *["mild breeze"] * 4, "heavy wind"]


def test_194_3_time_of_day() -> None:
    morning = w.time_of_day(1, 1, CLEAR, "libya")
    assert (morning.sun, morning.mist) == ("east", True)
    assert not w.time_of_day(1, 6, CLEAR, "libya").mist
    assert [w.morning_ground(g, morning) for g in w.GROUNDS] == ["mud", "wet", "moist", "moist", "moist", "moist"]
    assert w.morning_ground("dry", w.time_of_day(5, 1, CLEAR, "libya")) == "dry"
    assert w.time_of_day(2, 6, CLEAR, "egypt").haze == "intense"
    assert w.time_of_day(2, 1, CLEAR, "egypt").haze == "haze"
    assert w.time_of_day(3, 1, CLEAR, "egypt").haze == "intense"
    assert w.time_of_day(4, 6, CLEAR, "egypt").haze == "haze"
    assert w.time_of_day(4, 6, CLEAR, "east africa").name == "none"
    assert w.time_of_day(5, 6, CLEAR, "east africa").sun == "west"
    assert all(w.time_of_day(die, 6, OVERCAST, "libya").name == "none" for die in range(1, 6))
    assert w.time_of_day(6, 6, OVERCAST, "libya").night
    assert w.time_of_day(6, 6, CLEAR, "libya", night_agreed=False).name == "none"


def test_194_1_when_the_climate_rules_apply() -> None:
    assert not may_apply("194.2", SETTING)
    assert may_apply("194.2", SETTING._replace(own_design=True, land="east africa"))
    assert not may_apply("194.2", SETTING._replace(own_design=True, land="france"))
    assert may_apply("194.62", SETTING)
    assert not may_apply("194.62", SETTING._replace(land="syria"))
    assert may_apply("194.71", SETTING)
    assert not may_apply("194.71", SETTING._replace(ground="moist"))
    assert may_apply("194.73", SETTING)
    assert not may_apply("194.73", SETTING._replace(only_desert=False))
    assert may_apply("194.8", SETTING._replace(ground="mud"))
    assert not may_apply("194.8", SETTING)


def test_194_61_no_sun_blindness_under_clouds_or_at_night() -> None:
    assert may_apply("194.61", SETTING)
    assert not may_apply("194.61", SETTING._replace(weather=OVERCAST))
    assert not may_apply("194.61", SETTING._replace(night=True))
    assert not may_apply("194.61", SETTING._replace(some_desert=False))
    assert sun.sun_modifier(ground(), at("C5"), at("G5"), "") == 0


def test_196_2_in_steppe_only_very_dry_ground_is_dusty() -> None:
    steppe = SETTING._replace(steppe=True)
    assert not may_apply("194.71", steppe)
    assert may_apply("194.71", steppe._replace(ground="very dry"))
    assert not may_apply("194.73", steppe._replace(ground="very dry"))


def test_194_611_early_morning_sun() -> None:
    plain = ground()
    assert sun.sun_modifier(plain, at("C5"), at("G5"), "east") == 2
    assert sun.sun_modifier(plain, at("C5"), at("G3"), "east") == 2, "the edge of the zone"
    assert sun.sun_modifier(plain, at("C5"), at("G2"), "east") == 0
    assert sun.sun_modifier(plain, at("G5"), at("C5"), "east") == 0
    assert sun.sun_modifier(ground(C5=2), at("C5"), at("G5"), "east") == 0, "two levels above the target"
    assert sun.sun_modifier(ground(C5=1), at("C5"), at("G5"), "east") == 2


def test_194_611_high_ground_behind_the_target_hides_the_sun() -> None:
    assert sun.sun_modifier(ground(K5=2), at("C5"), at("G5"), "east") == 0
    assert sun.sun_modifier(ground(K5=1), at("C5"), at("G5"), "east") == 2
    assert sun.sun_modifier(ground(E5=2), at("C5"), at("G5"), "east") == 2, "not in front of it"
    assert sun.sun_modifier(ground(K5=2, G5=1), at("C5"), at("G5"), "east") == 2


def test_194_611_the_zone_when_the_lettered_rows_run_east_and_west() -> None:
    plain = ground()
    assert sun.sun_modifier(plain, at("C2"), at("C8"), "east", north="right") == 2
    assert sun.sun_modifier(plain, at("C2"), at("D3"), "east", north="right") == 2, "(1, 3): the edge of the zone"
    assert sun.sun_modifier(plain, at("C2"), at("E3"), "east", north="right") == 0
    assert sun.sun_modifier(plain, at("C8"), at("C2"), "east", north="left") == 2
    assert sun.sun_modifier(plain, at("G5"), at("C5"), "east", north="bottom") == 2


def test_194_611_in_one_hex_only_who_comes_out_of_the_sun() -> None:
    plain = ground()
    assert sun.sun_modifier(plain, at("C5"), at("C5"), "east", entered_from=hex_place("D5")) == 2
    assert sun.sun_modifier(plain, at("C5"), at("C5"), "east", entered_from=hex_place("B5")) == 0
    assert sun.sun_modifier(plain, at("C5"), at("C5"), "east") == 0


def test_194_612_late_afternoon_sun_is_the_mirror_image() -> None:
    plain = ground()
    assert sun.sun_modifier(plain, at("G5"), at("C5"), "west") == 2
    assert sun.sun_modifier(plain, at("C5"), at("G5"), "west") == 0


@given(st.tuples(st.integers(-20, 20), st.integers(-20, 20)), st.sampled_from(["top", "right", "bottom", "left"]))
def test_194_612_looking_back_along_a_line_is_looking_west(step: tuple[int, int], north: str) -> None:
    assert sun.is_toward_sun((0, 0), step, "east", north) == sun.is_toward_sun(step, (0, 0), "west", north)
    assert not (sun.is_toward_sun((0, 0), step, "east", north) and sun.is_toward_sun((0, 0), step, "west", north))


def test_194_62_194_621_heat_haze() -> None:
    assert [sun.haze_modifier("haze", r) for r in (11, 12, 24, 36, 60)] == [0, 1, 2, 3, 3]
    assert [sun.haze_modifier("intense", r) for r in (7, 8, 16, 32, 60)] == [0, 1, 2, 4, 4]
    assert sun.haze_modifier("", 60) == 0


def test_194_6_low_visibility_never_blocks() -> None:
    brush = lay([[Placed(Board(1, "", {}, {hex_place(f"C{n}"): frozenset({"brush"}) for n in range(2, 7)}, {}))]])
    assert sight(brush, at("C1"), at("C8")).is_clear, "five hindrances, and no haze or sun makes a sixth"
    assert not sight(brush, at("C1"), at("C8"), air=low_visibility(1)).is_clear


def test_194_71_194_72_light_and_moderate_dust() -> None:
    assert [d.dust_modifier(d.Dust.LIGHT, die) for die in range(1, 7)] == [0, 1, 1, 2, 2, 3]
    assert [d.dust_modifier(d.Dust.MODERATE, die) for die in range(1, 7)] == [1, 1, 2, 2, 3, 3]
    assert d.dust_modifier(d.Dust.NONE, 6) == 0


def test_194_711_example_interdiction_in_light_dust() -> None:
    found = [d.interdiction_modifier(d.Dust.LIGHT, die) for die in (6, 5, 4, 3, 2, 1)]
    assert found == [-3, -2, -2, -1, -1, 0]
    assert 8 + (found[2] or 0) <= 7, "morale 7, an 8 rolled, a 4 for the dust: unaffected"
    assert d.interdiction_modifier(d.Dust.HEAVY, 4) is None


def test_194_73_194_731_194_732_example_a_squad_fires_at_three_hexes() -> None:
    dice = range(1, 7)
    assert d.dust_hindrance(d.Dust.HEAVY, 3) == 2
    assert {d.dust_modifier(d.Dust.HEAVY, die) for die in dice} == {0, 1, 2, 3}
    assert d.dust_hindrance(d.Dust.VERY_HEAVY, 3) == 3
    assert {d.dust_modifier(d.Dust.VERY_HEAVY, die) for die in dice} == {0, 1, 2, 3}
    assert d.dust_hindrance(d.Dust.EXTREMELY_HEAVY, 3) == 3
    assert {d.dust_modifier(d.Dust.EXTREMELY_HEAVY, die) for die in dice} == {1, 2, 3}
    assert [d.dust_hindrance(level, 0) for level in d.Dust] == [0] * 6
    assert d.dust_hindrance(d.Dust.MODERATE, 9) == 0


def test_194_73_heavy_dust_counts_toward_the_six_that_block() -> None:
    near, far = (
        sight(ground(), at("C1"), at(name), air=low_visibility(d.dust_hindrance(d.Dust.VERY_HEAVY, reach))) for name, reach in (("C6", 5), ("C7", 6))
    )
    assert (near.range, near.is_clear) == (5, True)
    assert (far.range, far.is_clear) == (6, False)


def test_194_73_194_731_194_732_other_effects_of_dense_dust() -> None:
    assert [d.cancels_open_ground(level) for level in d.Dust] == [False] * 3 + [True] * 3
    assert [d.may_double_time(level) for level in d.Dust] == [True] * 4 + [False] * 2
    assert [d.breakdown_shift(level) for level in d.Dust] == [0, 0, 0, 0, 0, -1]


def test_194_794_heavy_dust_cancels_the_open_ground_penalty_in_close_combat() -> None:
    assert d.cancels_open_ground(d.Dust.HEAVY)
    assert not d.cancels_open_ground(d.Dust.MODERATE)


def test_194_76_example_wind_and_gusts() -> None:
    air, found = d.Air(), []
    for heavy_wind, gusts in ((False, True), (True, False), (True, True), (True, True), (True, False), (True, False)):
        air = d.wind_change(air, heavy_wind, gusts)
        found.append(air.dust.name)
    assert found == ["NONE", "NONE", "LIGHT", "MODERATE", "LIGHT", "LIGHT"]


def test_194_77_rain_ends_dust_for_good() -> None:
    air = d.wind_change(d.Air(d.Dust.HEAVY), heavy_wind=True, gusts=True, rain=True)
    assert air.dust is d.Dust.NONE
    assert d.wind_change(air, heavy_wind=True, gusts=True).dust is d.Dust.NONE


@given(st.lists(st.tuples(st.booleans(), st.booleans(), st.booleans()), max_size=30))
def test_194_76_dust_changes_by_one_level_at_most(turns: list[tuple[bool, bool, bool]]) -> None:
    air = d.Air()
    for heavy_wind, gusts, rain in turns:
        after = d.wind_change(air, heavy_wind, gusts, rain)
        assert rain or air.has_rained or abs(after.dust - air.dust) <= 1
        air = after


def test_194_761_against_the_wind() -> None:
    c5, north = hex_place("C5"), hex_place("C4")
    assert d.against_wind(d.Dust.LIGHT, True, c5, hex_place("C1"), north) == 1
    assert d.against_wind(d.Dust.LIGHT, True, c5, (c5[0] + 1, c5[1] - 3), north) == 1, "along a side of the upwind hex"
    assert d.against_wind(d.Dust.LIGHT, True, c5, hex_place("E5"), north) == 0
    assert d.against_wind(d.Dust.NONE, True, c5, hex_place("C1"), north) == 0
    assert d.against_wind(d.Dust.LIGHT, False, c5, hex_place("C1"), north) == 0
    assert d.against_wind(d.Dust.LIGHT, True, c5, c5, north) == 0


def test_194_701_dust_at_the_start() -> None:
    assert [d.starting_dust(die, "dry", "mild breeze").name for die in range(1, 7)] == ["NONE"] * 4 + ["LIGHT"] * 2
    assert d.starting_dust(6, "very dry", "mild breeze") is d.Dust.MODERATE
    assert d.starting_dust(6, "very dry", "heavy wind") is d.Dust.HEAVY


def test_194_78_light_in_dust_at_night() -> None:
    assert [d.starshell_radius(level) for level in d.Dust] == [3, 2, 2, 1, None, None]


@pytest.mark.parametrize(
    ("dust", "hindrance", "die"),
    [
        (0, None, None),
        (1, None, "+0 to +3; the odds count it (194.71)"),
        (2, None, "+1 to +3; the odds count it (194.72)"),
        (3, ("heavy dust", "+2", "194.73"), "+0 to +3; the odds count it (194.71)"),
        (4, ("very heavy dust", "+3", "194.731"), "+0 to +3; the odds count it (194.71)"),
        (5, ("extremely heavy dust", "+3", "194.732"), "+1 to +3; the odds count it (194.72)"),
    ],
)
def test_194_73_a_shot_in_the_dust_names_the_dust_its_rule_and_the_die(dust: int, hindrance: tuple[str, str, str] | None, die: str | None) -> None:
    """The rulebook's example of 194.732: three hexes, +2 in heavy dust, +3 in denser, and the die of light or moderate dust besides."""
    t = table("a1 G2; x1 J3", phase="prep", tracks={"dust": dust})
    t.do("fire J3", "add a1")
    preview = t.preview("shoot")
    assert [item for item in preview.items if "dust" in item[0]] == ([hindrance] if hindrance else [])
    assert [text for text in preview.warnings if "dust" in text] == ([f"A die for the dust adds half of itself, {die}."] if die else [])
