"""12.0 Supply Check phase."""

from __future__ import annotations

import pytest

from amba.core.event import Controlled, Marked
from tests.games.cheren.helpers import GAME, Board

LOWLAND = 'control = { allied = ["kassala", "tessenei", "barentu"] }'


def checked(units: str, side: str = "allied", more: str = "") -> Board:
    """The position after this side's supply check."""
    board = Board(f'phase = "{side}.supply"\n{more}\nunits = {{ {units} }}')
    board.do("check")
    return board


def supply(units: str, unit: str, side: str = "allied", more: str = "") -> str:
    return checked(units, side, more).supply(unit)


KASSALA = 'control = { allied = ["kassala"] }'


def test_12_0_a_line_to_a_source_or_a_road_that_leads_to_one() -> None:
    assert supply('11-ind = "0105"', "11-ind", more=KASSALA) == "full"  # three hexes to Kassala itself
    assert supply('11-ind = "0707"', "11-ind", more=KASSALA) == "full"  # on the road
    assert supply('11-ind = "0003"', "11-ind", more=KASSALA) == "low"


def test_12_0_a_road_that_leads_nowhere_feeds_nobody() -> None:
    assert supply('11-ind = "1708"', "11-ind", more=KASSALA) == "low"  # beside the road, with enemy towns between


def test_12_0_only_the_phasing_player_checks() -> None:
    board = checked('11-ind = "0003", 41-col-1 = "0503"', more=KASSALA)
    assert (board.supply("11-ind"), board.supply("41-col-1")) == ("low", "full")


def test_12_0_not_through_a_mountain_but_out_of_one() -> None:
    # Hagat 2006 has the road; 2105 is mountain beside it, 2004 lies behind mountains.
    towns = 'control = { allied = ["kassala", "cheru", "agordat"] }'
    assert supply('51-comm = "2005"', "51-comm", more=towns) == "full"
    assert GAME.world.mountain[GAME.names.place["2005"]]
    assert supply('51-comm = "2004"', "51-comm", more=towns) == "low"
    assert not GAME.world.mountain[GAME.names.place["2004"]]


def test_12_0_length_three_hexes() -> None:
    assert supply('11-ind = "0205"', "11-ind", more=KASSALA) == "full"  # 0206, 0207 and the road at 0208
    assert supply('11-ind = "0204"', "11-ind", more=KASSALA) == "low"


def test_12_0_length_two_with_a_hill() -> None:
    # The Antore track at 0814; 0815 and 0816 are hill.
    assert supply('51-comm = "0816"', "51-comm", more=LOWLAND) == "full"
    assert supply('51-comm = "0817"', "51-comm", more=LOWLAND) == "low"


def test_12_0_length_two_with_an_enemy_zone() -> None:
    friends = '51-comm = "0206", 52-comm = "0207"'
    foes = '41-col-1 = "0106", 42-col-1 = "0406"'  # zones over 0206, 0207 and 0305, 0306
    assert supply(f'11-ind = "0205", {friends}', "11-ind", more=KASSALA) == "full"
    board = checked(f'11-ind = "0205", {friends}, {foes}', more=KASSALA)
    assert (board.supply("11-ind"), board.supply("51-comm"), board.supply("52-comm")) == ("low", "full", "full")


def test_12_0_length_one_with_both_the_picture_at_arresa() -> None:
    # The 3-6 at 2215 would need 2214, hill and watched, and the track at 2213: one hex too many.
    board = checked(ARRESA, more=LOWLAND)
    assert board.supply("13-dble") == "low"


ARRESA = '11-ind = "arresa", 51-comm = "2214", 13-dble = "2215", alpini = "2212", 41-col-1 = "2114", 42-col-1 = "2315"'  # the 8-5, the 2-6, the 3-6


def test_12_1_worked_example_the_picture_at_arresa() -> None:
    board = checked(ARRESA, more=LOWLAND)
    world, place = GAME.world, GAME.names.place
    assert world.mountain[place["2212"]]
    assert world.hill[place["2214"]]
    assert board.zone("italian", "2213") == "none"  # the 3-6 in the mountains has none
    assert board.zone("italian", "2214") == "soft"
    assert [board.supply(unit) for unit in ("11-ind", "51-comm", "13-dble")] == ["full", "full", "low"]


def test_12_1_worked_example_with_the_alpini_down_from_their_mountain() -> None:
    board = checked(ARRESA.replace("2212", "2111"), more=LOWLAND)
    assert board.zone("italian", "2112") == "soft"  # across the track
    assert [board.supply(unit) for unit in ("11-ind", "51-comm")] == ["low", "low"]


def test_12_1_no_road_through_an_enemy_unit() -> None:
    assert supply('10-ind = "0707"', "10-ind", more=KASSALA) == "full"
    assert supply('10-ind = "0707", 41-col-1 = "0408"', "10-ind", more=KASSALA) == "low"


def test_12_1_no_road_through_an_enemy_zone_unless_a_friend_is_there() -> None:
    foe = '41-col-1 = "0409"'  # its zone covers the road at 0408
    assert supply(f'10-ind = "0707", {foe}', "10-ind", more=KASSALA) == "low"
    assert supply(f'10-ind = "0707", {foe}, 51-comm = "0408"', "10-ind", more=KASSALA) == "full"


def test_12_1_no_road_through_an_enemy_town() -> None:
    assert supply('10-ind = "1107"', "10-ind", more=KASSALA) == "low"  # Cheru is Italian
    assert supply('10-ind = "1107"', "10-ind", more='control = { allied = ["kassala", "cheru"] }') == "full"


def test_12_1_native_villages_do_not_matter() -> None:
    # Along the Antore track through Tocombia, the way from Om Ager being cut at 0714.
    assert supply('10-ind = "0913", 41-col-1 = "0615"', "10-ind", more=LOWLAND) == "full"


def test_12_1_a_source_in_enemy_hands_feeds_nobody() -> None:
    assert supply('11-ind = "0208"', "11-ind") == "low"  # Kassala is Italian
    assert supply('alpini = "2608"', "alpini", "italian", 'control = { allied = ["asmara", "massaua", "decamere", "adi-ugri"] }') == "low"


def test_12_2_units_at_the_red_edge() -> None:
    assert [supply(f'51-comm = "{place}"', "51-comm") for place in ("0006", "0012", "0112", "0005", "0015")] == ["full", "full"] + ["low"] * 3
    assert supply('bande = "0012"', "bande", "italian", 'control = { allied = ["tessenei", "kassala"] }') == "low"


@pytest.mark.parametrize(("turn", "expected"), [(4, "low"), (5, "full")])
def test_12_2_the_edge_near_af_abed_from_turn_five(turn: int, expected: str) -> None:
    assert supply('51-comm = "2600"', "51-comm", more=f"turn = {turn}") == expected


def test_12_3_a_native_in_its_own_village() -> None:
    cut = 'control = { allied = ["adua", "axum", "asmara", "massaua", "om-ager", "barentu", "tessenei"] }'
    units = 'himora-n = "{place}", bande = "0221", 51-comm = "0418"'
    assert checked(units.format(place="0419"), "italian", cut).supply("himora-n") == "full"
    assert checked(units.format(place="0420"), "italian", cut).supply("himora-n") == "low"
    board = checked('himora-n = { hex = "0419", side = "allied" }, bircuta-n = { hex = "0420", side = "allied" }')
    assert (board.supply("himora-n"), board.supply("bircuta-n")) == ("full", "low")


def test_12_4_low_then_none_then_clear_again() -> None:
    assert supply('11-ind = "0003"', "11-ind", more=KASSALA) == "low"
    assert supply('11-ind = { hex = "0003", supply = "low" }', "11-ind", more=KASSALA) == "none"
    for marker in ("low", "none"):
        assert supply(f'11-ind = {{ hex = "0108", supply = "{marker}" }}', "11-ind") == "full"


def test_12_5_low_supply_bars_replacement_reaction_and_exploitation() -> None:
    board = Board(
        'turn = 3\nphase = "allied.reinforcement"\nunits = { 11-ind = { hex = "0108", steps = 2, supply = "low" }, 10-ind = { hex = "0108", steps = 2 } }'
    )
    assert board.why("replace 11-ind") == "12.5"
    board = Board('phase = "italian.reaction"\nunits = { skinner = { hex = "0202", supply = "low" } }')
    assert board.why("move skinner 0201") == "10.0.b"
    board = Board('phase = "allied.exploitation"\nunits = { skinner = { hex = "0202", supply = "low" } }')
    assert board.why("move skinner 0201") == "12.5"


def test_12_5_low_supply_does_not_bar_movement_or_attack() -> None:
    board = Board('phase = "allied.movement"\nunits = { tank = { hex = "0202", supply = "low" } }')
    assert board.may("move tank 0201")
    board = Board('phase = "allied.combat"\nunits = { 11-ind = { hex = "0302", supply = "low" }, 41-col-1 = "0202" }')
    assert board.may("attack 0202")


def test_12_6_no_supply_suffers_all_of_low_supply() -> None:
    board = Board(
        'turn = 3\nphase = "allied.reinforcement"\nunits = { 11-ind = { hex = "0108", steps = 2, supply = "none" }, 10-ind = { hex = "0108", steps = 2 } }'
    )
    assert board.why("replace 11-ind") == "12.5"
    board = Board('phase = "italian.reaction"\nunits = { sudan-eac = { hex = "0202", supply = "none" } }')
    assert board.why("move sudan-eac 0201") == "10.0.b"
    board = Board('phase = "allied.exploitation"\nunits = { sudan-eac = { hex = "0202", supply = "none" } }')
    assert board.why("move sudan-eac 0201") == "12.5"


@pytest.mark.parametrize(
    ("unit", "rule"), [("tank", "12.6.a"), ("skinner", "12.6.a"), ("25-fd", "12.6.a"), ("11-ind", ""), ("sudan-eac", ""), ("1-fd", "")]
)
def test_12_6_a_wheels_stand_still(unit: str, rule: str) -> None:
    board = Board(f'phase = "allied.movement"\nunits = {{ {unit} = {{ hex = "0202", supply = "none" }} }}')
    assert board.why(f"move {unit} 0201") == rule


def test_12_6_b_no_part_in_an_attack() -> None:
    board = Board('phase = "allied.combat"\nunits = { 11-ind = { hex = "0302", supply = "none" }, 10-ind = "0302", 41-col-1 = "0202" }')
    board.do("attack 0202")
    assert board.why("commit 11-ind") == "12.6.b"
    board = Board('phase = "allied.combat"\nunits = { 11-ind = { hex = "0302", supply = "none" }, 41-col-1 = "0202" }')
    assert board.why("attack 0202") == "12.6.b"


def test_12_6_b_it_defends_and_retreats_wheels_or_not() -> None:
    board = Board('phase = "italian.combat"\nunits = { skinner = { hex = "0202", supply = "none" }, savoia-1 = "0302", savoia-2 = "0302" }')
    board.attack("0202", "savoia-1", "savoia-2")
    assert board.column() == "3-1"  # 8 to 2
    board.do("fight", dice="2")
    board.do("retreat", "retreat skinner 0102")
    assert board.where("skinner") == "0102"


def test_12_6_c_no_zone() -> None:
    board = Board('units = { 11-ind = { hex = "0202", supply = "none" } }')
    assert board.zone("allied", "0201") == "none"
    board = checked('11-ind = { hex = "0202", supply = "low" }', more=KASSALA)
    assert board.zone("allied", "0201") == "none"  # from the moment it gets the marker


def test_12_6_d_a_step_is_lost_with_the_marker() -> None:
    board = checked('11-ind = { hex = "0003", supply = "low" }, tank = { hex = "0203", supply = "low" }', more=KASSALA)
    assert board.steps("11-ind") == 3
    assert board.where("tank") == "eliminated"


def test_12_6_d_only_when_it_gets_the_marker() -> None:
    board = checked('11-ind = "0003", 10-ind = { hex = "0203", supply = "none" }', more=KASSALA)
    assert (board.steps("11-ind"), board.steps("10-ind")) == (4, 4)


TESSENEI = '11-ind = "0611", 51-comm = "0415"'
"""The road and the track to the Italian side of Tessenei are held: only the Allies can feed it."""


def test_12_7_an_empty_italian_town_goes_over_in_the_italian_turn() -> None:
    assert checked(TESSENEI, "italian", KASSALA).owner("tessenei") == "allied"
    assert checked('10-ind = "0108"', "italian", KASSALA).owner("tessenei") == "italian"  # both can feed it
    assert checked(TESSENEI, "allied", KASSALA).owner("tessenei") == "italian"  # not in the Allied turn


def test_12_7_an_empty_allied_town_goes_back_in_the_allied_turn() -> None:
    barentu = 'control = { allied = ["kassala", "barentu"] }'
    assert checked('10-ind = "0108"', "allied", barentu).owner("barentu") == "italian"
    assert checked('10-ind = "0108"', "italian", barentu).owner("barentu") == "allied"
    assert checked('10-ind = "0108"', "allied", LOWLAND).owner("barentu") == "allied"  # the Allies can feed it too


def test_12_7_not_an_occupied_town() -> None:
    board = checked(f'{TESSENEI}, bande = "tessenei"', "italian", KASSALA)
    assert board.owner("tessenei") == "italian"
    assert board.supply("bande") == "low"


def test_12_7_not_a_town_that_nobody_can_feed() -> None:
    assert checked(TESSENEI, "italian").owner("tessenei") == "italian"  # Kassala itself is Italian


def test_12_7_a_source_feeds_its_own_town() -> None:
    # Asmara with Allied units on every road out of it still draws on itself.
    around = '11-ind = "2608", 10-ind = "2810", 29-ind = "2710", 5-ind = "2610"'
    board = checked(around, "italian", 'control = { allied = ["kassala", "cheru", "agordat", "cheren"] }')
    assert board.owner("asmara") == "italian"


def test_12_7_towns_before_units() -> None:
    # The Bande die of hunger in this very check: the town was not empty when towns were looked at.
    units = f'{TESSENEI}, bande = {{ hex = "tessenei", supply = "low" }}'
    board = checked(units, "italian", KASSALA)
    assert board.where("bande") == "eliminated"
    assert board.owner("tessenei") == "italian"
    board = Board(f'phase = "italian.supply"\n{KASSALA}\nunits = {{ {TESSENEI}, bande = "0201" }}')
    kinds = [type(event) for event in board.do("check") if isinstance(event, Controlled | Marked)]
    assert kinds.index(Controlled) < kinds.index(Marked)
