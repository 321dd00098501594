"""9.0 Movement phase, 10.0 Enemy Reaction phase."""

from __future__ import annotations

import pytest

from tests.games.cheren.helpers import GAME, Board, step


def test_9_0_any_friendly_units_or_none() -> None:
    board = Board('phase = "allied.movement"\nunits = { 11-ind = "0202", skinner = "0202", 41-col-1 = "0702" }')
    assert board.may("done")
    assert board.may("move 11-ind 0302")
    assert board.may("move skinner 0302")
    assert board.why("move 41-col-1 0701") == "9.0"
    board.do("move 11-ind 0302", "move skinner 0301", "done")
    assert board.kind() == "italian reaction"


def test_9_0_the_total_may_not_exceed_the_points() -> None:
    board = Board('phase = "allied.movement"\nunits = { 11-ind = "0002" }')
    assert board.cost("11-ind", "0502") == "5"
    assert board.why("move 11-ind 0602") == "9.0"
    board.do("move 11-ind 0302")  # in legs: what was spent stays spent
    assert board.cost("11-ind", "0502") == "5"
    assert board.why("move 11-ind 0602") == "9.0"


def test_9_0_no_entry_without_points_to_pay_for_it() -> None:
    # Four used of five: the rough of 0403 costs two.
    board = Board('phase = "allied.movement"\nunits = { 11-ind = { hex = "0502", spent = 8 } }')
    assert "0602" not in board.reach("11-ind")  # rough
    assert "0501" in board.reach("11-ind")  # clear


def test_9_0_cost_by_terrain() -> None:
    assert [step("0502", "0501"), step("0502", "0602"), step("0409", "0509"), step("1604", "1603")] == [1, 2, 3, 5]
    board = Board('phase = "allied.movement"\nunits = { 51-comm = "0409" }')
    assert board.cost("51-comm", "0509") == "3"


def test_9_0_the_dearest_terrain_counts_at_cheru() -> None:
    # Rough with clear in it: two off the road, the road's rate along the road.
    assert step("0808", "0807") == 2
    assert step("0707", "0807") == 0.5
    board = Board('phase = "allied.movement"\nunits = { 10-ind = "0707" }')
    assert board.cost("10-ind", "0807") == "½"


def test_9_0_a_river_costs_extra() -> None:
    board = Board('phase = "allied.movement"\nunits = { 11-ind = "0110" }')
    assert board.cost("11-ind", "0109") == "2"  # clear and the Gash
    assert board.cost("11-ind", "0111") == "1"


def test_9_0_no_entry_onto_the_enemy() -> None:
    board = Board('phase = "allied.movement"\nunits = { 11-ind = "0202", 41-col-1 = "0302" }')
    assert board.why("move 11-ind 0302") == "9.0"


def test_9_0_road_rate_follows_the_road() -> None:
    board = Board('phase = "allied.movement"\nunits = { 11-ind = "0108" }')
    assert board.cost("11-ind", "0307") == "1"
    assert board.cost("11-ind", "0408") == "2"  # the road through a hill costs one
    assert step("0308", "0307") == 2  # off the road into a road hex: the terrain


def test_9_0_road_pays_for_no_river() -> None:
    board = Board('phase = "allied.movement"\nunits = { 11-ind = "0411" }')
    assert board.cost("11-ind", "0511") == "½"
    assert step("0510", "0511") == 2  # the same river beside the road


def test_9_0_road_from_track_onto_road() -> None:
    # Along the track from 0412 into Tessenei, where the road runs: the road's rate, and nothing for the Gash.
    board = Board('phase = "allied.movement"\nunits = { 11-ind = "0412", 10-ind = "0512" }')
    assert board.cost("11-ind", "0411") == "½"
    assert step("0411", "0412") == 2  # back from the road onto the track: terrain and river


def test_9_0_road_from_track_onto_road_only_along_the_track() -> None:
    assert step("0810", "0811") == 0.5  # the Aicota track comes in from 0810
    assert step("0812", "0811") == 2  # clear, over the river


def test_9_0_road_rate_from_track_is_lost_at_a_roadblock() -> None:
    board = Board('phase = "allied.movement"\nroadblock = "0411"\nunits = { 11-ind = "0412" }')
    assert board.cost("11-ind", "0411") == "3"


def test_9_0_track_pays_terrain() -> None:
    board = Board('phase = "allied.movement"\nunits = { 11-ind = "1312" }')
    assert board.cost("11-ind", "1412") == "2"
    assert board.cost("11-ind", "1512") == "4"


def test_9_0_track_counts_for_supply() -> None:
    board = Board('phase = "allied.supply"\ncontrol = { allied = ["kassala", "tessenei"] }\nunits = { 11-ind = "0417" }')
    board.do("check")
    assert board.supply("11-ind") == "full"


def test_9_1_mountains_cost_and_bar() -> None:
    board = Board('phase = "allied.movement"\nunits = { 51-comm = "1604", sudan-eac = "1604", tank = "1604", 11-ind = "1604", skinner = "1604" }')
    assert board.cost("51-comm", "1603") == "5"
    assert board.may("move sudan-eac 1603")
    assert [board.why(f"move {unit} 1603") for unit in ("tank", "11-ind", "skinner")] == ["9.1"] * 3


def test_9_1_no_attack_nor_retreat_into_mountains() -> None:
    board = Board('phase = "allied.combat"\nunits = { 11-ind = "1604", tank = "1604", skinner = "1604", alpini = "1603" }')
    assert board.why("attack 1603") == "11.0.mountain"
    # Barred from the peaks at 1603 and 1704, the brigade has only the open sides.
    board = Board('phase = "italian.combat"\nunits = { skinner = "1604", savoia-1 = "1605", savoia-2 = "1605", savoia-3 = "1605", alpini = "1605" }')
    board.attack("1604", "savoia-1", "savoia-2", "savoia-3", "alpini")
    board.do("fight", dice="1")
    board.do("retreat")
    assert board.why("retreat skinner 1603") == "9.1"


def reaction(units: str) -> Board:
    return Board(f'phase = "allied.reaction"\nunits = {{ {units} }}')


def test_10_0_up_to_three_units() -> None:
    board = reaction('41-col-1 = "0807", 41-col-2 = "0807", 41-col-3 = "0807", bande = "0807"')
    board.do("move 41-col-1 0906", "move 41-col-2 0906", "move 41-col-3 0906")
    assert board.why("move bande 0906") == "10.0"
    assert board.may("move 41-col-1 1007")  # a unit on its way may go on


def test_10_0_up_to_a_stacking_value_of_three() -> None:
    board = Board('phase = "italian.reaction"\nunits = { skinner = "0202", 11-ind = "0202", 10-ind = { hex = "0202", steps = 2 } }')
    assert board.may("move 11-ind 0302")
    board.do("move skinner 0302")
    assert board.why("move 11-ind 0302") == "10.0"
    board.do("move 10-ind 0302")  # the small counter: 1 and 2
    assert board.where("10-ind") == "0302"


def test_10_0_the_limit_starts_anew_each_phase() -> None:
    board = Board('phase = "italian.reaction"\nunits = { 11-ind = "0202" }')
    board.do("move 11-ind 0302", "done")
    assert not any(board.s.points)


def test_10_0_a_not_next_to_an_enemy() -> None:
    board = reaction('41-col-1 = "0202", 51-comm = "0302", 42-col-1 = "0704"')
    assert board.why("move 41-col-1 0101") == "10.0.a"
    assert board.may("move 42-col-1 0703")


def test_10_0_a_whatever_the_zones() -> None:
    # The commandos in the mountain have no zone of control, and still pin it.
    board = reaction('41-col-1 = "1604", 51-comm = "1603"')
    assert board.zone("allied", "1604") == "none"
    assert board.why("move 41-col-1 1504") == "10.0.a"


@pytest.mark.parametrize("supply", ["low", "none"])
def test_10_0_b_not_with_a_supply_marker(supply: str) -> None:
    board = reaction(f'41-col-1 = {{ hex = "0202", supply = "{supply}" }}')
    assert board.why("move 41-col-1 0101") == "10.0.b"


def test_9_0_a_unit_goes_by_a_way_of_its_player_s_choosing() -> None:
    """By legs: through Cheru, which it takes on the way (2.1), or round it."""
    units = 'units = { skinner = "0707" }'
    through, around = Board(units), Board(units)
    through.do("move skinner 0807", "move skinner 0906")
    around.do("move skinner 0706", "move skinner 0806", "move skinner 0906")
    assert through.where("skinner") == around.where("skinner") == "0906"
    assert (through.owner("cheru"), around.owner("cheru")) == ("allied", "italian")
    assert through.s.points[GAME.names.piece["skinner"]] < around.s.points[GAME.names.piece["skinner"]]
