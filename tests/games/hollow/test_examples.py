"""Every worked example of the module's text that concerns men, ground and weather, by its rule number.

Examples that need vehicles, guns or artillery (176.51, 176.72, 177.2, 181.1, 181.22, 181.221, 186.14, 188.25, 190.4, 191.41, 194.74, 194.8) belong to
part two. Two need what no desert board has: the marsh of 176.3's second example, and the published board of 188.13's notes, whose shape is
rebuilt here. Also told elsewhere: 190.3 and 192.2 in test_costs.py, 194.611, 194.711, 194.732 and 194.76 in test_weather.py and test_air.py,
55.8 in test_mines.py, 193.41 in test_sight.py and 193.42 in test_protection.py.
"""

from __future__ import annotations

from amba.games.hollow.boards.ground import Placed, lay
from amba.games.hollow.boards.naming import hex_place
from amba.games.hollow.field import Viewpoint
from amba.games.hollow.rules.r005_movement import allowance, cost
from amba.games.hollow.rules.r007_sight import sight
from amba.games.hollow.rules.r185_costs import desert_cost
from amba.games.hollow.rules.r194_air import dust
from amba.games.hollow.rules.r194_dust import Dust, dust_hindrance, dust_modifier
from amba.games.hollow.rules.r194_sun import is_toward_sun
from amba.table.layout import put
from tests.games.hollow.table import GAME, table
from tests.games.hollow.test_fire import items
from tests.games.hollow.words import board_from


def test_176_3_example_an_exhausted_squad_with_a_heavy_gun_makes_a_minimum_move() -> None:
    """It has not the factors for the hex, goes there all the same, and is pinned and exhausted; it has spent the full cost."""
    t = table("a1 S5 exhausted has aW4 has aW1; x1 GG5")
    unit = t.piece("a1")
    assert cost(t.s, (unit,), GAME.names.place["99T4"]) == 2
    assert allowance(t.s, unit, (unit,), "normal") == 1
    t.do("move a1")
    assert t.refused("go T4").rule == "5"
    t.do("minimum T4")
    assert t.where("a1") == "T4"
    assert t.has("a1", "pinned", "exhausted")
    assert t.s.points[unit] == 2


def test_142_23_example_five_portage_points_leave_two_factors_and_exhaust_in_the_advance() -> None:
    """A squad with 5 points has 2 factors left: into a hex of 2 it advances exhausted; a leader's 2 factors and point spare it."""
    t = table("a1 S5 has aW4; x1 GG5", phase="advance")
    unit = t.piece("a1")
    assert t.s.weapon(t.piece("aW4")).portage == 5
    assert allowance(t.s, unit, (unit,), "normal") == 2
    t.do("advance a1 T4")
    assert t.has("a1", "exhausted")


def test_188_13_example_a_wadi_cliff_is_not_crossed_and_the_bed_is_followed() -> None:
    """The unit in E8 leaves only where no cliff is; once in E7 only by the bed and where the bank is low."""
    ground = lay([[Placed(board_from(24, wadi="E7 E8 D8 E7/E8 D8/E8", wadi_cliff="D7/E8 D7/E7 D6/E7 E6/E7"))]])
    open_ways = {ground.name[p][2:] for p in ground.neighbours(hex_place("E8")) if ground.is_accessible(hex_place("E8"), p)}
    assert "D7" not in open_ways
    assert {"D8", "E7", "F7", "F8"} <= open_ways
    from_bed = {ground.name[p][2:] for p in ground.neighbours(hex_place("E7")) if ground.is_accessible(hex_place("E7"), p)}
    assert from_bed == {"F6", "F7", "E8"}


def test_190_3_example_infantry_in_sand_and_in_wet_sand_with_and_without_scrub() -> None:
    def men(terrain: dict[str, str], state: str) -> int:
        ground = lay([[Placed(board_from(1, **terrain))]])
        return desert_cost(ground, hex_place("C4"), hex_place("C5"), "infantry", state)

    assert (men({"sand": "C5"}, "dry"), men({"sand": "C5"}, "wet"), men({"sand": "C5"}, "mud")) == (2, 1, 1)
    assert men({"sand": "C5", "scrub": "C5"}, "dry") == 2, "scrub costs men no more than open ground"


def test_192_2_example_men_on_a_track() -> None:
    """Sand across a track costs 1 instead of 2, hammada still 1; uphill still 2, and 3 with smoke."""

    def men(**terrain: str) -> int:
        ground = lay([[Placed(board_from(1, **terrain))]])
        return desert_cost(ground, hex_place("C4"), hex_place("C5"), "infantry", "dry", True)

    assert men(sand="C5") == 1
    assert men(hammada="C5") == 1
    t = table("a1 A4; x1 GG5")
    assert cost(t.s, (t.piece("a1"),), GAME.names.place["99A3"]) == 1
    t = table("a1 S5; x1 GG5")
    uphill = GAME.names.place["99T4"]
    assert cost(t.s, (t.piece("a1"),), uphill) == 2
    put(t.s, t.s.world.first_smoke, uphill)
    assert cost(t.s, (t.piece("a1"),), uphill) == 3


def test_194_611_example_the_zone_of_the_rising_sun_both_ways_the_board_may_lie() -> None:
    """Rows of letters north and south: the cone of hexes east; rows east and west: the narrow fan along the row. Outer hexes count by their centre."""
    firer = hex_place("G5")
    assert is_toward_sun(firer, hex_place("J4"), "east")
    assert is_toward_sun(firer, hex_place("H4"), "east"), "an outer hex, its centre on the edge of the zone"
    assert not is_toward_sun(firer, hex_place("G4"), "east")
    assert not is_toward_sun(firer, hex_place("E5"), "east")
    assert is_toward_sun(firer, hex_place("G8"), "east", "right")
    assert not is_toward_sun(firer, hex_place("J6"), "east", "right")


def test_194_732_example_four_factors_at_three_hexes_in_each_grade_of_dust() -> None:
    light, moderate = {dust_modifier(Dust.LIGHT, die) for die in range(1, 7)}, {dust_modifier(Dust.MODERATE, die) for die in range(1, 7)}
    assert light == {0, 1, 2, 3}
    assert moderate == {1, 2, 3}
    assert [dust_hindrance(dust, 3) for dust in (Dust.HEAVY, Dust.VERY_HEAVY, Dust.EXTREMELY_HEAVY)] == [2, 3, 3]
    assert [dust_hindrance(dust, 0) for dust in (Dust.HEAVY, Dust.VERY_HEAVY, Dust.EXTREMELY_HEAVY)] == [0, 0, 0]
    words = ("heavy dust", "194.73"), ("very heavy dust", "194.731"), ("extremely heavy dust", "194.732")
    for (word, number), (level, hindrance, thirds) in zip(words, ((3, 2, light), (4, 3, light), (5, 3, moderate)), strict=True):
        t = table("a1 E5; x1 E8", phase="prep", tracks={"dust": level})
        t.do("fire E8", "add a1")
        assert (word, f"+{hindrance}", number) in t.preview("shoot").items
        assert {dust_modifier(dust(t.s), die) for die in range(1, 7)} == thirds


def test_188_13_example_one_sees_along_the_foot_of_a_cliff() -> None:
    """The serrated edge is no more of an obstacle along its hexside than the ground it bounds: 15U6 sees V4."""
    ground = lay([[Placed(board_from(level_1="C5", cliff="C5/D5"))]])
    assert sight(ground, Viewpoint(hex_place("C6")), Viewpoint(hex_place("D4"))).is_clear


def _fire(text: str, firer: str, place: str, phasing: str) -> dict[str, str]:
    t = table(text, phase="prep", phasing=phasing)
    t.do(f"fire {place}", f"add {firer}")
    return items(t)


def test_193_42_example_down_in_the_wadi_nobody_has_the_hedge_and_up_behind_it_one_has() -> None:
    """The 4-6-7 IN B4 has nothing of the hedge against the 4-5-8 in B5 or the 4-5-7 beyond; they have it against him."""
    assert "behind a wall or hedge" not in _fire("x1 DD8; a1 DD9", "a1", "DD8", "allied")
    assert _fire("x1 DD8; a1 DD9", "x1", "DD9", "axis")["behind a wall or hedge"] == "+1"


def test_193_42_example_at_the_crest_the_hedge_or_the_crest_counts_and_never_both() -> None:
    crest = "x1 DD8 crest crest_1 crest_2"  # looking south, towards DD9
    with_it = _fire(f"{crest} wall; a1 DD9", "a1", "DD8", "allied")
    assert with_it["behind a wall or hedge"] == "+1"
    assert "at the crest of a wadi" not in with_it
    without = _fire(f"{crest}; a1 DD9 wall", "a1", "DD8", "allied")
    assert "behind a wall or hedge" not in without
    assert without["at the crest of a wadi"] == "+2"
    for wall in ("", " wall"):
        far = _fire(f"{crest}{wall}; a1 DD10", "a1", "DD8", "allied")
        assert far["behind a wall or hedge"] == "+1"
        assert "at the crest of a wadi" not in far


def test_193_42_example_a_hedge_a_level_higher_is_nothing_to_men_at_the_crest() -> None:
    found = _fire("x1 DD8 crest crest_1; a1 EE8", "a1", "DD8", "allied")
    assert "behind a wall or hedge" not in found
    assert _fire("x1 DD8 crest crest_1; a1 EE8", "x1", "EE8", "axis")["behind a wall or hedge"] == "+1"
