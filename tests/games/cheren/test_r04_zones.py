"""4.0 Zone of control."""

from __future__ import annotations

from tests.games.cheren.helpers import Board

AROUND_0202 = ("0201", "0203", "0101", "0102", "0301", "0302")


def test_4_0_zones_cover_the_six_hexes_around() -> None:
    board = Board('units = { 41-col-1 = "0202" }')
    assert {board.zone("italian", place) for place in AROUND_0202} == {"soft"}
    assert board.zone("italian", "0200") == board.zone("italian", "0401") == "none"
    assert board.zone("allied", "0201") == "none"


def test_4_0_no_zone_reaches_into_a_mountain() -> None:
    board = Board('units = { 11-ind = "1604" }')
    assert board.zone("allied", "1504") == "hard"
    assert board.zone("allied", "1603") == board.zone("allied", "1704") == "none"


def test_4_0_a_no_zone_from_a_mountain_hex() -> None:
    board = Board('units = { alpini = "1603" }')
    assert board.zone("italian", "1604") == board.zone("italian", "1503") == "none"


def test_4_0_b_no_zone_with_a_no_supply_marker() -> None:
    board = Board("""
        [units]
        41-col-1 = { hex = "0202", supply = "none" }
        41-col-2 = { hex = "0402", supply = "low" }
    """)
    assert board.zone("italian", "0201") == "none"
    assert board.zone("italian", "0401") == "soft"


def test_4_0_hard_from_a_stacking_value_of_three() -> None:
    board = Board("""
        [units]
        41-col-1 = "0202"
        41-col-2 = "0202"
        41-col-3 = "0202"
        11-ind = "0602"
    """)
    assert board.zone("italian", "0201") == "hard"
    assert board.zone("allied", "0601") == "hard"


def test_4_0_soft_up_to_a_stacking_value_of_two() -> None:
    board = Board("""
        [units]
        41-col-1 = "0202"
        41-col-2 = "0202"
        11-ind = { hex = "0602", steps = 2 }
    """)
    assert board.zone("italian", "0201") == "soft"
    assert board.zone("allied", "0601") == "soft"


def test_4_0_hard_counts_only_units_that_have_a_zone() -> None:
    board = Board("""
        [units]
        41-col-1 = "0202"
        41-col-2 = "0202"
        41-col-3 = { hex = "0202", supply = "none" }
    """)
    assert board.zone("italian", "0201") == "soft"


def test_4_0_effect_a_entering_a_zone_costs_one_more() -> None:
    board = Board("""
        phase = "allied.movement"
        [units]
        11-ind = "0203"
        skinner = "0303"
        41-col-1 = "0401"
        bande = "0402"
    """)
    # Two enemy zones and a friend in 0302 change nothing: 1 and 1 more.
    assert board.cost("11-ind", "0302") == "2"
    assert board.cost("11-ind", "0204") == "1"
    board.do("move skinner 0302")
    assert board.cost("11-ind", "0302") == "2"


def test_4_0_effect_a_leaving_a_zone_is_free() -> None:
    board = Board("""
        phase = "allied.movement"
        [units]
        11-ind = "0302"
        41-col-1 = "0402"
    """)
    assert board.cost("11-ind", "0202") == "1"


def test_4_0_effect_b_stop_in_a_hard_zone() -> None:
    board = Board("""
        phase = "allied.movement"
        [units]
        skinner = "0003"
        41-col-1 = "0202"
        41-col-2 = "0202"
        41-col-3 = "0202"
    """)
    assert "0101" in board.reach("skinner")
    board.do("move skinner 0102")
    assert board.why("move skinner 0002") == "9.0"


def test_4_0_effect_b_no_way_through_a_hard_zone() -> None:
    wall = """
        phase = "allied.movement"
        [units]
        11-ind = "0303"
        41-col-1 = "0202"
        42-col-1 = "0402"
    """
    # Two soft zones over 0302 and 0301: two points each, and one for 0300.
    assert Board(wall).cost("11-ind", "0300") == "5"
    harder = (
        wall
        + """
        41-col-2 = "0202"
        41-col-3 = "0202"
        42-col-2 = "0402"
        42-col-3 = "0402"
    """
    )
    assert "0302" in Board(harder).reach("11-ind")
    assert not {"0301", "0300"} & Board(harder).reach("11-ind")


def test_4_0_effect_b_a_soft_zone_does_not_stop() -> None:
    board = Board("""
        phase = "allied.movement"
        [units]
        11-ind = "0102"
        41-col-1 = "0301"
    """)
    board.do("move 11-ind 0202", "move 11-ind 0302")  # from zone to zone, two points each
    assert board.where("11-ind") == "0302"


def test_4_0_effect_b_one_may_start_in_a_hard_zone() -> None:
    board = Board("""
        phase = "allied.movement"
        [units]
        skinner = "0102"
        41-col-1 = "0202"
        41-col-2 = "0202"
        41-col-3 = "0202"
    """)
    assert {"0101", "0002", "0104"} <= board.reach("skinner")


def test_4_0_effect_c_retreat_into_a_zone_follows_11_7() -> None:
    board = Board("""
        phase = "italian.combat"
        [units]
        skinner = "0202"
        41-col-1 = "0302"
        41-col-2 = "0302"
        savoia-1 = "0302"
        bande = "0003"
    """)
    board.attack("0202", "41-col-1", "41-col-2", "savoia-1")
    assert board.column() == "3-1"
    board.do("fight", dice="2")  # 1-0r
    board.do("retreat")
    assert board.why("retreat skinner 0102") == "11.7.1"  # under the Bande's zone while others are free
    assert board.may("retreat skinner 0101")
