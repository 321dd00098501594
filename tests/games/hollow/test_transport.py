"""Passengers and guns in tow: getting in and out, what it costs, and what fire does to them (31, 51, 176.71, 176.732, 188.24, 192.2)."""

from __future__ import annotations

import pytest

from amba.core.sequence import SequenceOfPlay
from amba.games.hollow.frames import SettingUp
from amba.games.hollow.rules.armour.r030_costs import entry_cost
from amba.games.hollow.rules.armour.r176_checks import Passage, bog_items
from amba.games.hollow.rules.common import sum_of
from amba.games.hollow.rules.r029_vehicles import desert_value
from amba.games.hollow.rules.r031_aboard import hold_of, passengers, refuse_seats
from amba.table.layout import put
from tests.games.hollow.tanks import Drill, drill

LORRY = "aV1 E5 br-3-ton-lorry @3"
FIRE = {"axis_chance": 1, "axis_otherwise": 0}


def aboard(t: Drill, vehicle: str) -> list[str]:
    return [t.game.names.pieces[unit] for unit in passengers(t.s, t.piece(vehicle))]


def test_31_men_get_in_for_a_factor_and_the_lorry_keeps_three_quarters() -> None:
    t = drill({}, f"{LORRY}; a1 E5 br-457 +aW1; aW1 E5 br-lmg")
    t.do("board a1 aV1")
    assert aboard(t, "aV1") == ["a1"]
    assert t.where("aW1") == t.where("a1") == "aV1-aboard"
    assert t.left("aV1") == 18  # of 24
    t.do("drive aV1 H6 3")
    assert t.where("aV1") == "H6"
    assert t.where("a1") == "aV1-aboard"


def test_31_it_keeps_a_quarter_for_each_factor_they_have_left() -> None:
    t = drill({}, f"{LORRY}; a1 E5 br-457; aL1 E5 8-1")
    t.s.points[t.piece("a1")] = 2
    t.s.changed_by_hand()
    t.do("board aL1 aV1")
    assert t.left("aV1") == 24
    t.do("board a1 aV1")
    assert t.left("aV1") == 6


def test_31_men_of_the_next_hex_walk_up_and_get_in_by_one_order() -> None:
    t = drill({}, f"{LORRY}; a1 F5 br-457")
    assert [item[1] for item in t.preview("board a1 aV1").items] == ["2", "12"]
    t.do("board a1 aV1")
    assert aboard(t, "aV1") == ["a1"]
    assert t.left("aV1") == 12
    slow = drill({"sand": "E5"}, "xV1 E5 ge-opel-blitz @3; x1 F5 it-336 +xW1; xW1 F5 it-hmg", phasing="axis")
    assert slow.refused("board x1 xV1").rule in {"5", "176.3"}
    fired = drill({}, f"{LORRY}; a1 F5 br-457; x1 H5 ge-467", tracks=FIRE)
    fired.do("board a1 aV1")
    assert fired.rolls == "fire"


def test_31_a_vehicle_that_carries_too_much_is_found_out() -> None:
    t = drill({}, "aV1 E5 br-jeep-a @3; a1 E5 br-457; x1 H5 ge-467")
    put(t.s, t.piece("a1"), hold_of(t.s, t.piece("aV1")))
    assert t.game.invariants(t.s) == ["aV1 carries what it cannot: There is no more room in aV1."]
    put(t.s, t.piece("a1"), t.s.at[t.piece("aV1")])
    put(t.s, t.piece("x1"), hold_of(t.s, t.piece("aV1")))
    assert "aV1 carries what it cannot: aV1 is the enemy's." in t.game.invariants(t.s)


def test_31_not_into_what_moves_or_has_moved_nor_without_room_nor_from_elsewhere() -> None:
    t = drill({}, f"{LORRY} motion; a1 E5 br-457")
    assert t.refused("board a1 aV1").rule == "31"
    t = drill({}, "aV1 E5 br-jeep-a @3; a1 E5 br-457; a2 E5 br-247; a3 F5 br-247")
    assert t.refused("board a1 aV1").rule == "31"
    far = drill({}, "aV1 E5 br-jeep-a @3; a3 G5 br-247")
    assert far.refused("board a3 aV1").rule == "31"
    t.do("board a2 aV1")
    assert t.refused("alight a2").rule == "31"


@pytest.mark.parametrize(
    ("vehicle", "squads", "crews"),
    [("it-autocarro-l", 1, 2), ("it-autocarro-m", 2, 4), ("it-autocarro-p-hvy", 3, 6), ("it-tl-37", 1, 2), ("it-tm-40", 0, 1), ("br-3-ton-lorry", 3, 7), ("br-30-cwt-lorry", 2, 4), ("br-15-cwt-truck", 1, 2), ("ge-opel-blitz", 2, 4), ("ge-kfz-1-kuebelwagen", 0, 1), ("us-2-5-ton-truck", 2, 5)],
)  # fmt: skip
def test_31_how_many_each_lorry_of_the_lists_takes(vehicle: str, squads: int, crews: int) -> None:
    t = drill({}, f"xV1 E5 {vehicle} @3", phasing="axis")
    for kind, most in (("ge-467", squads), ("ge-247", crews)):
        units = [t.piece(f"x{i + 1}") for i in range(most + 1)]
        for unit in units:
            t.s.face[unit] = t.game.world.squad_face[kind]
        assert refuse_seats(t.s, t.piece("xV1"), units[:most]) is None
        assert refuse_seats(t.s, t.piece("xV1"), units) is not None


def test_31_getting_out_costs_a_quarter_and_the_men_what_was_used_before() -> None:
    t = drill({}, f"{LORRY}; a1 aV1-aboard br-457; a2 aV1-aboard br-457")
    t.do("wheel aV1", "start", "ahead F5", "ahead G5")
    assert t.refused("unload aV1").rule == "31"  # it is in motion
    t.do("brake")
    assert t.spent("aV1") == 4
    t.do("unload aV1")
    assert (t.where("a1"), t.where("a2")) == ("G5", "G5")
    assert t.spent("aV1") == 10
    assert t.s.points[t.piece("a1")] == 2
    t.do("start", "ahead H5", "brake", "stand", "walk a1 H5")
    assert t.where("a1") == "H5"


def test_31_nobody_gets_out_when_three_quarters_are_gone() -> None:
    t = drill({}, f"{LORRY}; a1 aV1-aboard br-457")
    t.s.points[t.piece("aV1")] = 38
    t.s.changed_by_hand()
    assert t.refused("unload aV1").rule == "31"


def test_31_after_a_drive_whoever_carries_men_is_asked_whether_they_get_out() -> None:
    t = drill({}, f"{LORRY}; a1 aV1-aboard br-457; aL1 aV1-aboard 8-1")
    t.do("drive aV1 H5 3")
    assert not t.has("aV1", "moved")
    assert {"unload aV1", "alight a1", "stand"} <= set(t.menu())
    assert [item[1] for item in t.preview("unload aV1").items] == ["6", "2"]
    t.do("unload aV1", "stand")
    assert t.where("aV1") == t.where("a1") == t.where("aL1") == "H5"
    assert t.has("aV1", "moved")
    assert not t.has("a1", "moved")
    empty = drill({}, LORRY)
    empty.do("drive aV1 H5 3")
    assert empty.has("aV1", "moved")


def test_31_the_defender_fires_at_who_gets_out_and_who_gets_in() -> None:
    t = drill({}, f"{LORRY}; a1 aV1-aboard br-457; x1 H5 ge-467", tracks=FIRE)
    t.do("unload aV1")
    assert t.rolls == "fire"
    t.do("roll 1,1")
    t = drill({}, f"{LORRY}; a1 E5 br-457; x1 H5 ge-467", tracks=FIRE)
    t.do("board a1 aV1")
    assert t.rolls == "fire"
    while t.rolls:
        t.do("roll 6,6")
    assert aboard(t, "aV1") == ["a1"]


def test_31_fire_at_a_lorry_strikes_those_in_it_too_and_who_breaks_gets_out() -> None:
    t = drill({}, f"{LORRY}; a1 aV1-aboard br-457; x1 F5 ge-467", phasing="axis", phase="prep")
    assert any("Those in" in line for line in t.preview("fire E5").warnings)
    t.do("fire E5", "shoot", "roll 3,3")  # 8 factors, 6: a morale check +1; the lorry stops at 7
    assert t.rolls in {"check", "crew check"}
    t.do("roll 12")
    assert t.where("a1") == "E5"
    assert t.has("a1", "broken")


def test_66_passengers_of_a_lorry_that_is_destroyed_get_out_on_its_number() -> None:
    for roll, where in (("2", "E5"), ("12", "eliminated")):
        t = drill({}, f"{LORRY}; a1 aV1-aboard br-457; x1 F5 ge-467", phasing="axis", phase="prep")
        t.do("fire E5", "shoot", "roll 2,3")
        assert t.has("aV1", "wreck")
        assert t.rolls == "passengers"
        t.do(f"roll {roll}")
        assert t.where("a1") == where


def test_66_nobody_gets_out_of_a_lorry_that_burns() -> None:
    t = drill({}, f"{LORRY}; a1 aV1-aboard br-457 +aW1; aW1 aV1-aboard br-lmg; x1 F5 ge-467", phasing="axis", phase="prep")
    t.do("fire E5", "shoot", "roll 1,1")
    assert t.has("aV1", "wreck", "burning")
    assert t.where("a1") == "eliminated"


def test_176_71_an_immobilised_lorry_is_a_wreck_once_it_is_empty() -> None:
    t = drill({}, f"{LORRY} immobile; a1 aV1-aboard br-457; a2 aV1-aboard br-457")
    t.do("alight a1")
    assert not t.has("aV1", "wreck")
    t.do("alight a2")
    assert t.has("aV1", "wreck")


def test_176_71_an_immobilised_lorry_whose_men_have_fled_from_it_is_a_wreck_when_the_phase_ends() -> None:
    t = drill({}, f"{LORRY}; a1 aV1-aboard br-457; x1 F5 ge-467", phasing="axis", phase="prep")
    t.do("fire E5", "shoot", "roll 3,4", "roll 12")
    assert t.where("a1") == "E5"
    assert t.has("aV1", "immobile")
    t.do("done")
    assert t.has("aV1", "wreck")


def test_188_24_men_get_out_of_a_vehicle_at_a_crest_at_the_crest() -> None:
    t = drill({"wadi": "E5 E6"}, "aV1 E5 br-3-ton-lorry @3 crest crest_1; a1 aV1-aboard br-457; a2 E5 br-457")
    assert t.refused("board a2 aV1").rule == "188.24"
    t.do("alight a1")
    assert t.has("a1", "crest")


QUAD = "aV1 E5 br-quad-fat @3"


def test_51_a_gun_is_hooked_up_for_half_the_points_and_its_crew_gets_in() -> None:
    t = drill({}, f"{QUAD}; a1 E5 br-228 +aG1; aG1 E5 br-oqf-25-pdr")
    assert t.refused("board a1 aV1").rule == "51"
    t.do("hook aV1 aG1")
    assert t.where("aG1") == t.where("a1") == "aV1-aboard"
    assert t.spent("aV1") == 15
    assert t.refused("drive aV1 F5 3").rule == "5"
    heavy = drill({}, "aV1 E5 br-jeep-a @3; a1 E5 br-228 +aG1; aG1 E5 br-oqf-25-pdr")
    assert heavy.refused("hook aV1 aG1").rule == "51"


def test_51_unhooked_it_stands_with_its_crew_and_neither_does_more() -> None:
    t = drill({}, f"{QUAD}; a1 aV1-aboard br-228 +aG1; aG1 aV1-aboard br-oqf-25-pdr")
    assert t.refused("alight a1").rule == "51"
    t.do("wheel aV1", "start", "ahead F5", "brake")
    assert t.spent("aV1") == 4
    t.do("unhook aV1")
    assert t.where("aG1") == t.where("a1") == "F5"
    assert t.spent("aV1") == 19
    assert t.has("a1", "moved", "busy")
    assert t.has("aG1", "busy")


def test_51_towing_costs_a_point_a_hex_and_bars_reverse_walls_and_hedges() -> None:
    t = drill({"hedge": "E5/E4"}, f"{QUAD}; a1 aV1-aboard br-228 +aG1; aG1 aV1-aboard br-oqf-25-pdr")
    t.do("wheel aV1", "start")
    assert t.refused("back D5").rule == "51"
    t.do("ahead F5")
    assert t.spent("aV1") == 3


def test_192_2_example_a_truck_by_track_into_hammada_pays_5_and_towing_6() -> None:
    for load, cost in (("", 5), ("; x1 xV1-aboard ge-228 +xG1; xG1 xV1-aboard ge-5cm-pak-38", 6)):
        t = drill({"hammada": "F5"}, f"xV1 E5 ge-opel-blitz @3 motion{load}", phasing="axis", lines="track E5 F5")
        v = t.piece("xV1")
        here, to = t.s.at[v], t.game.names.place["99F5"]
        assert entry_cost(t.s, v, here, to) == 2 * cost
        t.do("wheel xV1", "ahead F5")
        assert not t.rolls


@pytest.mark.parametrize("mark", ["bogged", "immobile", "abandoned"])
def test_196_732_a_gun_is_unhooked_from_a_vehicle_that_is_stuck_or_abandoned(mark: str) -> None:
    t = drill({}, f"{QUAD} {mark}; a1 aV1-aboard br-228 +aG1; aG1 aV1-aboard br-oqf-25-pdr")
    t.do("unhook aV1")
    assert t.where("aG1") == "E5"
    assert t.spent("aV1") == (0 if mark == "abandoned" else 15)
    assert t.has("aV1", "wreck") == (mark == "immobile")


def test_176_721_towing_adds_one_to_a_bog_roll_but_not_a_mortar() -> None:
    bare = drill({"vineyard": "F5"}, "xV1 E5 ge-opel-blitz @3", phasing="axis")
    for gun, more in (("ge-5cm-pak-38", 1), ("ge-8cm-grw-34", 0)):
        t = drill({"vineyard": "F5"}, f"xV1 E5 ge-opel-blitz @3; x1 xV1-aboard ge-228 +xG1; xG1 xV1-aboard {gun}", phasing="axis")
        v, to, here = t.piece("xV1"), t.game.names.place["99F5"], t.game.names.place["99E5"]
        at = Passage(v, to, here)
        assert sum_of(bog_items(t.s, at)) == sum_of(bog_items(bare.s, at)) + more


def test_vn_25_d_ammunition_takes_four_points_of_a_tractor() -> None:
    text = "xV1 E5 it-tl-37 @3; x1 xV1-aboard it-227 +xG1; xG1 xV1-aboard it-cannone-75-27; x2 E5 it-227 +xW1; xW1 E5 it-mmg"
    t = drill({}, text, phasing="axis")
    found = t.refused("board x2 xV1")
    assert found.rule == "31"
    assert ("ammunition of the gun", "-4", "VN 25.d") in found.items


def test_vn_5_b_the_flamethrowing_tankette_leaves_its_trailer() -> None:
    t = drill({}, "xV1 E5 it-l3-lf @3", phasing="axis", date="1941-02-01")
    t.do("cast-off xV1", "roll 8")
    assert t.spent("xV1") == 6
    assert t.s.vehicle(t.piece("xV1")).key == "it-l3-aa"
    assert t.has("xV1", "exposed", "aa_gone")
    t.do("start")
    moving = drill({}, "xV1 E5 it-l3-lf @3 motion", phasing="axis", date="1941-02-01")
    assert moving.refused("cast-off xV1").rule == "VN 5.b"


def test_64_a_recalled_vehicle_drops_its_passengers() -> None:
    t = drill({}, "xV1 E5 ge-spw-251-1 @3 exposed; x1 xV1-aboard ge-467; a1 F5 br-457; a2 F5 br-457", phase="prep")
    t.do("fire E5", "shoot", "roll 1,1")
    assert t.has("xV1", "recalled")
    assert t.where("x1") == "E5"


def test_31_set_up_in_a_vehicle() -> None:
    t = drill({}, f"{LORRY}; a1 E5 br-457; {QUAD.replace('aV1 E5', 'aV2 F5')}; a2 F5 br-228 +aG1; aG1 F5 br-oqf-25-pdr")
    t.s.frames = [SequenceOfPlay(), SettingUp(0)]
    t.s.changed_by_hand()
    t.do("board a1 aV1", "hook aV2 aG1")
    assert t.where("a1") == "aV1-aboard"
    assert t.where("aG1") == "aV2-aboard"


def test_177_2_example_the_portee_counts_1_without_its_gun_and_4_with_it() -> None:
    t = drill({}, "aV1 E5 br-2pdr-portee @3; a1 F5 br-457")
    v = t.piece("aV1")
    assert desert_value(t.s, v) == 4
    t.do("set-down aV1")
    gun = next(g for g in t.s.guns(0))
    assert t.s.gun(gun).key == "br-oqf-2-pdr"
    crew = t.s.points[gun] - 1
    assert t.s.squad(crew).key == "br-228"
    assert desert_value(t.s, v) == 1
    assert t.has("aV1", "gun_off", "moved")
    again = drill({}, "aV1 E5 br-2pdr-portee @3 gun_off gun_gone; a1 E5 br-228 +aG1; aG1 E5 br-oqf-2-pdr malfunction")
    again.do("reship aV1 aG1")
    assert desert_value(again.s, again.piece("aV1")) == 4
    assert again.has("aV1", "malfunction")
    assert again.where("a1") == again.where("aG1") == "spare"


def test_177_2_example_the_spw_250_7_counts_2_or_5() -> None:
    t = drill({}, "xV1 E5 ge-spw-250-7 @3; x1 F5 ge-467", phasing="axis")
    assert desert_value(t.s, t.piece("xV1")) == 5
    t.do("set-down xV1")
    assert desert_value(t.s, t.piece("xV1")) == 2


def test_177_2_example_carriers_and_a_lorry_with_a_57l_do_not_vary() -> None:
    t = drill({}, "aV1 E5 br-carrier-2-in-mtr @3 exposed; aV2 F5 br-3-ton-lorry @3; a1 aV2-aboard br-228 +aG1; aG1 aV2-aboard br-oqf-6-pdr-7-cwt")
    assert t.refused("set-down aV1").rule == "177.2"
    before = desert_value(t.s, t.piece("aV2"))
    t.do("unhook aV2")
    assert desert_value(t.s, t.piece("aV2")) == before


def test_vn_16_b_a_gun_beside_its_ammunition_carrier_does_not_run_short() -> None:
    gun = "xV1 E5 it-smv-m41m-90-53 @3 exposed; aV1 H5 br-sherman-ii-a @9"
    for carrier, low in (
        ("", True),
        ("; xV2 E6 it-smv-90-53-ammunition-carrier @3 exposed", False),
        ("; xV2 E8 it-smv-90-53-ammunition-carrier @3 exposed", True),
    ):
        t = drill({}, gun + carrier, phasing="axis", phase="prep", date="1943-07-12", land="italy")
        t.do("engage xV1 aV1", "roll 5,5")
        assert t.has("xV1", "low_ammo") == low
