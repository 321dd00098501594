"""1.0 Map and 2.0 Counters."""

from __future__ import annotations

from pathlib import Path

import pytest

from amba.core.session import Session
from amba.games.cheren.book import HERE
from amba.games.cheren.game import Cheren
from amba.games.cheren.rules.r14_victory import points
from amba.games.cheren.state import CherenState
from tests.games.cheren.helpers import GAME, PROTOCOL, Board


def test_1_1_costs_limits_and_shifts_come_from_the_terrain_key(tmp_path: Path) -> None:
    key = (HERE / "data" / "tables" / "terrain.csv").read_text(encoding="utf-8")
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "terrain.csv").write_text(key.replace("hill,3,1,5,-1", "hill,4,2,1,-2"), encoding="utf-8")
    ours, theirs = GAME.world, Cheren(tmp_path).world
    hill = GAME.names.place["0408"]
    assert (ours.entry[hill], ours.road_entry[hill], ours.stack_limit[hill], ours.defence_shift[hill]) == (6, 2, 5, -1)
    assert (theirs.entry[hill], theirs.road_entry[hill], theirs.stack_limit[hill], theirs.defence_shift[hill]) == (8, 4, 1, -2)


def test_1_2_points_of_allied_towns_are_totalled() -> None:
    board = Board('control = { allied = ["kassala", "agordat", "cheren"] }')
    assert points(board.s) == 1 + 2 + 4


def test_1_2_units_start_in_the_town_of_their_letter() -> None:
    s = GAME.new("campaign", {})
    for letter, key in (("U", "41-col-1"), ("A", "42-col-1"), ("C", "art-3"), ("M", "marina"), ("K", "11-ind")):
        town = GAME.world.town_at[s.at[GAME.names.piece[key]]]
        assert town.letter == letter


def test_1_3_the_two_areas_lie_apart_and_hold_their_villages() -> None:
    wolkait, tigre = GAME.world.garrison_area["wolkait"], GAME.world.garrison_area["tigre"]
    assert not wolkait & tigre
    for unit in GAME.world.units:
        if unit.garrison:
            assert unit.setup in GAME.world.garrison_area[unit.garrison]
    board = Board("""
        phase = "allied.movement"
        units = { skinner = "0618", bircuta-n = "1119" }
    """)
    board.do("move skinner 0619", "done", dice="1")  # over the Setit into Wolkait, far from any unit
    assert board.is_released("wolkait")
    assert not board.is_released("tigre")


@pytest.mark.parametrize(("turn", "supply"), [(4, "low"), (5, "full")])
def test_1_4_af_abed_is_a_source_from_turn_five(turn: int, supply: str) -> None:
    board = Board(f"""
        turn = {turn}
        phase = "allied.supply"
        units = {{ 51-comm = "af-abed" }}
    """)
    board.do("check")
    assert board.supply("51-comm") == supply


def test_1_4_each_side_has_its_own_sources() -> None:
    board = Board('phase = "italian.supply"\nunits = { bande = "3221", 6-cav = "1921", marina = "massaua", alpini = "asmara", l3 = "0002" }')
    board.do("check")
    assert [board.supply(unit) for unit in ("bande", "6-cav", "marina", "alpini", "l3")] == ["full"] * 4 + ["low"]


def test_2_1_a_town_belongs_to_who_passed_through_last() -> None:
    board = Board("""
        phase = "allied.movement"
        units = { skinner = "0310", bande = "0809" }
    """)
    assert board.owner("tessenei") == "italian"  # no marker: Italian
    board.do("move skinner 0411", "move skinner 0611")
    assert board.owner("tessenei") == "allied"
    board = Board("""
        phase = "italian.movement"
        control = { allied = ["tessenei"] }
        units = { bande = "0412" }
    """)
    board.do("move bande 0411", "move bande 0412")
    assert board.owner("tessenei") == "italian"


def test_2_1_one_move_takes_every_town_on_its_road() -> None:
    board = Board('phase = "allied.movement"\nunits = { skinner = "0310" }')
    board.do("move skinner 0611")
    assert board.owner("tessenei") == "allied"


def test_2_2_markers_show_the_state_of_supply() -> None:
    board = Board('phase = "allied.supply"\nunits = { 51-comm = "0202", skinner = { hex = "0204", supply = "low" } }')
    board.do("check")
    shown = GAME.view(board.s, 1)["pieces"]
    assert shown["51-comm"]["marks"] == ["low"]
    assert shown["skinner"]["marks"] == ["none"]


def test_2_3_steps_of_the_units() -> None:
    units = {unit.key: unit for unit in GAME.world.units}
    assert {unit.steps for unit in units.values() if unit.size == "X"} == {4}
    assert units["11-ind"].strengths[0] == 8
    assert units["11-ind"].strengths[2] == 4  # 11.6: the replacement counter 4-5
    assert {unit.steps for unit in units.values() if unit.native} == {1}
    assert {unit.steps for unit in units.values() if unit.size != "X"} == {1, 2}


def test_2_3_strength_and_stacking_are_those_of_the_face_shown() -> None:
    board = Board('units = { 11-ind = { hex = "0202", steps = 3 }, 10-ind = { hex = "0302", steps = 2 } }')
    assert board.strength("11-ind") == 6
    assert board.strength("10-ind") == 4
    assert board.zone("allied", "0303") == "soft"


@pytest.mark.parametrize("unit", ["11-ind", "skinner", "matilda", "25-fd", "1-fd", "41-col-1", "art-1", "m11", "savoia-1", "bersaglieri"])
def test_2_3_a_types_barred_from_mountains(unit: str) -> None:
    side = "allied" if unit in {"11-ind", "skinner", "matilda", "25-fd", "1-fd"} else "italian"
    board = Board(f'phase = "{side}.movement"\nunits = {{ {unit} = "1604" }}')
    assert board.why(f"move {unit} 1603") == "9.1"
    assert "1603" not in board.reach(unit)


@pytest.mark.parametrize("unit", ["51-comm", "13-dble", "sudan-fb", "sudan-eac", "alpini", "2-col-1", "bande", "tocombia-n"])
def test_2_3_a_types_open_to_mountains(unit: str) -> None:
    side = "allied" if unit in {"51-comm", "13-dble", "sudan-fb", "sudan-eac"} else "italian"
    board = Board(f'phase = "{side}.movement"\nunits = {{ {unit} = "1604" }}')
    assert board.may(f"move {unit} 1603")


def test_2_3_b_support_types() -> None:
    support = {unit.kind for unit in GAME.world.units if unit.is_support}
    assert support == {"artillery", "mot-artillery", "tank", "air"}
    # A tank is support: 8 and 2 against 5 is 2-1, and a column more.
    board = Board('phase = "allied.combat"\nunits = { 11-ind = "0302", tank = "0302", 2-col-1 = "0202", 41-col-1 = "0202" }')
    board.attack("0202", "11-ind", "tank")
    assert board.column() == "3-1"
    # Motorized infantry is not.
    board = Board('phase = "allied.combat"\nunits = { 11-ind = "0302", skinner = "0302", 2-col-1 = "0202", 41-col-1 = "0202" }')
    board.attack("0202", "11-ind", "skinner")
    assert board.column() == "2-1"


def test_2_3_c_exploiting_types() -> None:
    board = Board("""
        phase = "allied.exploitation"
        units = { skinner = "0202", tank = "0202", sudan-eac = "0202", 25-fd = "0202", 51-comm = "0202", 11-ind = "0204", 1-fd = "0202" }
    """)
    assert all(board.may(f"move {unit} 0201") for unit in ("skinner", "tank", "sudan-eac"))
    assert [board.why(f"move {unit} 0201") for unit in ("25-fd", "51-comm", "11-ind", "1-fd")] == ["13.0"] * 4


def started(seed: bytes) -> CherenState:
    """The campaign after the chits are dealt."""
    state = Session(PROTOCOL, "campaign", {}, seed, "set-up").state
    assert isinstance(state, CherenState)
    return state


def test_5_0_setting_up() -> None:
    s = started(b"key")
    names = GAME.names
    assert [town.key for town in GAME.world.towns if s.owner[town.hex]] == ["kassala"]
    assert s.turn == 1
    for piece, unit in enumerate(GAME.world.units):
        if unit.turn > 1:
            assert names.places[s.at[piece]] == "reinforcements"
        elif unit.native:
            assert s.at[piece] == unit.village
            assert s.side[piece] == 1
    hands = [s.hand(side) for side in (0, 1)]
    assert [len(hand) for hand in hands] == [4, 4]
    assert all(GAME.world.chit(piece).side == side for side in (0, 1) for piece in hands[side])
    assert len(s.here[names.place["cup"]]) == 20 - 8


def test_5_0_hands_are_drawn_at_random_and_unseen() -> None:
    hands = {started(bytes([seed])).hand(0) for seed in range(12)}
    assert len(hands) > 6
    s = started(b"key")
    for side in (0, 1):
        seen = GAME.view(s, side)
        assert seen["unknown"] == {"cup": 12, f"{GAME.sides[1 - side]}-hand": 4}
