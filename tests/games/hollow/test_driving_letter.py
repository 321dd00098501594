"""What vehicles may do on their way, by the letter of 137.6, 176.7x, 181.22x, 186.14, 188.18, 191.5 and 194.74."""

from __future__ import annotations

from typing import cast

import pytest

from amba.core.game import Game
from amba.games.hollow.rules.armour.r030_costs import entry_cost
from amba.games.hollow.rules.artillery.r102_drift import drift_smoke
from amba.games.hollow.rules.artillery.r150_flights import sighting_items
from amba.games.hollow.rules.artillery.r150_strikes import air_hindrance
from amba.lab.laws import odds_are_the_odds
from tests.games.hollow.table import read
from tests.games.hollow.tanks import Drill, drill
from tests.games.hollow.test_aircraft import GAME, sky
from tests.games.hollow.test_vehicle_dust import clouds

EARLY = "1941-02-01"
TANKETTE = "xV1 E5 it-l3-lf @3"
LORRY = "aV1 E5 br-3-ton-lorry @3"
HEAVY_LORRY = "xV1 E5 ge-opel-blitz @3"


def complaints(t: Drill, order: str) -> list[str]:
    return odds_are_the_odds(cast("Game", t.game), t.s, read(t.game, t.s, *t.words(order)))


def test_181_223_who_leaves_its_trailer_alone_and_without_radio_is_checked_first() -> None:
    t = drill({}, TANKETTE, phasing="axis", date=EARLY)
    assert [chance.label for chance in t.preview("cast-off xV1").odds] == ["drives alone", "does not dare"]
    assert complaints(t, "cast-off xV1") == []
    t.do("cast-off xV1")
    assert t.rolls == "lone check"
    t.do("roll 8")
    assert t.s.vehicle(t.piece("xV1")).key == "it-l3-aa"
    assert t.spent("xV1") == 6
    t.do("start")
    held = drill({}, TANKETTE, phasing="axis", date=EARLY)
    held.do("cast-off xV1", "roll 9")
    assert held.spent("xV1") == 0, "it may not expend any point"
    assert held.s.vehicle(held.piece("xV1")).key == "it-l3-lf"
    assert held.has("xV1", "moved")


def test_194_741_the_third_tank_in_a_hex_pays_three_points_and_nobody_raises_dust() -> None:
    three = "xV1 D5 it-m11-39 @3 motion; xV2 D6 it-m11-39 @1 motion; xV3 D5 it-m11-39 @3 motion"
    t = drill({}, three, phasing="axis", date=EARLY)
    t.do("platoon xV1 xV2", "take-in xV3", "step xV1 E6 3", "step xV3 E6 3", "step xV2 E6 1")
    assert t.spent("xV1") == 3
    assert clouds(t) == []
    two = drill({}, three, phasing="axis", date=EARLY)
    two.do("platoon xV1 xV2", "step xV1 E6 3", "step xV2 E6 1")
    assert two.spent("xV1") == 2
    assert clouds(two) == ["D5", "D6"]


def test_176_75_men_get_out_of_a_lorry_that_hammada_has_immobilised() -> None:
    t = drill({"hammada": "F5"}, f"{LORRY}; a1 aV1-aboard br-457", phasing="allied")
    t.do("wheel aV1", "start", "ahead F5", "roll 11")
    assert t.has("aV1", "immobile")
    assert t.refused("turn 5").rule in {"32", "176.71"}
    t.do("unload aV1")
    assert t.where("a1") == "F5"
    assert t.has("aV1", "wreck"), "unarmed, unarmoured and empty (176.71)"


def test_176_75_a_whole_drive_that_hammada_ends_asks_whether_they_get_out() -> None:
    t = drill({"hammada": "F5"}, f"{LORRY} motion; a1 aV1-aboard br-457", phasing="allied")
    order = next(order for order in t.menu() if order.startswith("drive aV1 F5"))
    t.do(order, "roll 11")
    assert "unload aV1" in t.menu()
    t.do("stand")
    assert t.has("aV1", "moved", "immobile")
    assert t.where("a1") == "aV1-aboard"


def test_176_721_who_bogs_ends_its_phase_at_once() -> None:
    t = drill({"sand": "F5"}, f"{LORRY}; a1 aV1-aboard br-457", phasing="allied")
    t.do("wheel aV1", "start", "ahead F5", "roll 12")
    assert t.has("aV1", "bogged", "moved")
    assert t.refused("unload aV1").rule


def test_176_73_who_has_unloaded_has_not_all_its_points_to_get_free() -> None:
    t = drill({"sand": "E5"}, f"{LORRY} bogged; a1 aV1-aboard br-457", phasing="allied")
    assert "unbog aV1" in t.menu()
    t.do("unload aV1")
    assert t.refused("unbog aV1").rule == "176.73"
    towed = drill({"sand": "E5"}, "aV1 E5 br-crusader-ii @3 bogged; aV2 E5 br-crusader-ii @3 exposed", phasing="allied")
    assert "tow aV2 aV1" in towed.menu()
    towed.s.points[towed.piece("aV2")] = 2
    towed.s.changed_by_hand()
    assert towed.refused("tow aV2 aV1").rule == "176.73"


def test_186_14_care_in_reverse_costs_twice_as_much_and_spares_the_one() -> None:
    t = drill({"hammada": "D5"}, "aV1 E5 br-daimler-ac @3 motion", phasing="allied")
    t.do("wheel aV1")
    quick, slow = t.preview("back D5"), t.preview("back D5 carefully")
    assert quick.column == "11 or more"
    assert slow.column == "12 or more"
    assert complaints(t, "back D5 carefully") == []
    before = t.left("aV1")
    t.do("back D5 carefully")
    assert before - t.left("aV1") == 16, "four points, twice with care, and twice in reverse"


def test_186_14_care_in_reverse_is_refused_where_it_is_of_no_use() -> None:
    t = drill({}, "aV1 E5 br-marmon-herrington-ii-me @3 motion", phasing="allied")
    t.do("wheel aV1")
    assert t.refused("back D5 carefully").rule == "186.14"
    assert "back D5" in t.menu()


def test_194_74_a_car_may_back_slowly_and_raise_no_dust() -> None:
    t = drill({}, "aV1 E5 br-daimler-ac @3 motion", phasing="allied")
    t.do("wheel aV1", "back D5 slowly")
    assert t.spent("aV1") == 3
    assert clouds(t) == []
    quick = drill({}, "aV1 E5 br-daimler-ac @3 motion", phasing="allied")
    quick.do("wheel aV1", "back D5")
    assert quick.spent("aV1") == 2
    assert clouds(quick) == ["E5"]


WADI = {"wadi": "F5 F4 F6"}
TRACTOR = "aV1 E5 br-quad-fat @3 motion; a1 aV1-aboard br-247 +aG1; aG1 aV1-aboard br-oqf-2-pdr"


def test_51_188_18_a_gun_in_tow_costs_a_point_on_the_way_to_a_crest() -> None:
    plain = drill(WADI, "aV1 E5 br-quad-fat @3 motion", phasing="allied")
    towing = drill(WADI, TRACTOR, phasing="allied")
    for t in (plain, towing):
        t.do("wheel aV1", "edge F5")
    assert towing.spent("aV1") - plain.spent("aV1") == 1


def test_186_14_188_23_care_on_the_way_to_a_crest_beside_hammada() -> None:
    t = drill(WADI | {"hammada": "G5"}, "aV1 E5 br-daimler-ac @3 motion", phasing="allied")
    t.do("wheel aV1")
    assert t.preview("edge F5").column == "12 or more"
    assert t.preview("edge F5 carefully").items[0][2] == "188.18" or t.preview("edge F5 carefully").cost.startswith("2 of")
    t.do("edge F5 carefully")
    assert not t.rolls, "beside hammada, with care: twelve is out of reach of two dice"
    assert t.spent("aV1") == 2
    plain = drill(WADI, "aV1 E5 br-daimler-ac @3 motion", phasing="allied")
    plain.do("wheel aV1")
    assert plain.refused("edge F5 carefully").rule == "186.14"


def test_51_who_tows_a_gun_backs_to_no_crest_and_into_no_wadi() -> None:
    for order in ("mount back", "edge F5 back"):
        where = "F5" if order.startswith("mount") else "E5"
        t = drill(WADI, TRACTOR.replace("E5", where).replace("@3", "@9" if where == "E5" else "@3"), phasing="allied")
        t.do("wheel aV1")
        assert t.refused(order).rule == "51", order


def test_51_who_tows_a_gun_does_not_bypass() -> None:
    t = drill({"woods": "F4"}, TRACTOR, phasing="allied")
    free = drill({"woods": "F4"}, "aV1 E5 br-quad-fat @3 motion", phasing="allied")
    for one in (t, free):
        one.do("wheel aV1")
    ways = [order for order in free.menu() if order.startswith("bypass")]
    assert ways
    assert t.refused(ways[0]).rule == "51"


@pytest.mark.parametrize(("kind", "more"), [("br-daimler-ac", 2), ("br-3-ton-lorry", 4), ("br-crusader-ii", 0), ("ge-spw-251-1", 0), ("it-carro", 1)])
def test_54_wheels_pay_for_a_foxhole_and_tracks_do_not(kind: str, more: int) -> None:
    side = "allied" if kind.startswith("br") else "axis"
    key = "xV1" if side == "axis" else "aV1"
    t = drill({}, f"{key} E5 {kind} @3 motion; {key[0]}F1 F5 foxhole; {key[0]}F2 F6 sangar", phasing=side)
    v, here = t.piece(key), t.game.names.place["99E5"]
    plain, dug, stones = (entry_cost(t.s, v, here, t.game.names.place[f"99{name}"]) for name in ("E4", "F5", "F6"))
    assert dug - plain == 2 * more
    assert stones == plain, "191.5: a sangar costs nothing"


def test_190_31_a_turn_of_three_hexspines_has_its_exact_odds() -> None:
    t = drill({"sand": "E5"}, "aV1 E5 br-crusader-ii @3 motion", phasing="allied")
    t.do("wheel aV1")
    found = t.preview("turn 9")
    assert found.odds
    assert sum(chance.chance for chance in found.odds) == 1
    assert complaints(t, "turn 9") == []


def test_186_14_190_31_four_rolls_of_a_turn_have_exact_odds_too() -> None:
    t = drill({"sand": "E5", "hammada": "F4"}, "aV1 F5 br-marmon-herrington-ii-me @3 motion", phasing="allied")
    t.do("wheel aV1")
    assert len(t.preview("turn 7").odds) == 3
    assert complaints(t, "turn 7") == []


def test_194_793_dust_of_vehicles_hides_from_the_air_and_all_dust_together_adds_one() -> None:
    plane = {"hex": "99A5", "kind": "fighter-bomber", "points": 1}
    for dust, cloud in ((0, False), (0, True), (1, True)):
        s = sky(tracks={"dust": dust}, x1="J5", smoke1=plane, xdust1="J5" if cloud else "B1")
        place, piece = GAME.names.place["99J5"], GAME.names.piece["smoke1"]
        dusty = [item.value for item in sighting_items(s, piece, place) if item.rule == "194.793"]
        assert dusty == ([1] if dust or cloud else [])
        assert sum(item.value for item in air_hindrance(s, place)) == dust + cloud, "attacks suffer from all of it"


def test_194_74_smoke_may_be_thrown_into_dust() -> None:
    t = drill({}, "a1 E5 br-458; adust1 F5; aV1 G5 br-crusader-ii @3 motion", phasing="allied")
    assert "smoke a1 F5" in t.menu()


def test_194_74_dust_drifts_down_a_mild_breeze_as_dispersed_smoke() -> None:
    t = drill({}, "aV1 E5 br-crusader-ii @3 motion; x1 W9 it-346", phasing="allied", tracks={"wind": 1, "wind_from": 0})
    t.do("wheel aV1", "ahead F5")
    assert clouds(t) == ["E5"]
    drift_smoke(t.s)
    assert t.where("smoke1") == "E6"


def test_192_2_186_14_only_who_came_along_the_track_follows_it_when_he_turns() -> None:
    """A lorry in stones: by the track it rolls neither on entering nor on turning; who came over the stones rolls, though a track runs through the hex."""
    truck, stones = "xV1 E5 ge-opel-blitz @3 motion", {"hammada": "F5"}
    along = drill(stones, truck, phasing="axis", lines="track E5 F5")
    along.do("wheel xV1", "ahead F5")
    assert not along.has("xV1", "off_track")
    assert not along.preview("turn 5").odds
    across = drill(stones, truck, phasing="axis", lines="track F4 F5")
    across.do("wheel xV1", "ahead F5", "roll 2")
    assert across.has("xV1", "off_track")
    assert across.preview("turn 5").odds
    assert complaints(across, "turn 5") == []
    standing = drill(stones, "xV1 F5 ge-opel-blitz @3 motion", phasing="axis", lines="track F4 F5")
    standing.do("wheel xV1")
    assert not standing.preview("turn 5").odds, "who has stood there is taken to be on it"


def test_192_2_186_14_a_drive_in_one_order_knows_which_hexes_it_entered_by_the_track() -> None:
    for lines, rolls in (("track E5 F5", 0), ("track F5 G6", 2)):
        t = drill({"hammada": "F5"}, "xV1 E5 ge-opel-blitz @3 motion", phasing="axis", lines=lines)
        said = [what for what, _, _ in t.preview("drive xV1 F5 5").items if "F5: hammada roll" in what]
        assert len(said) == rolls, said


DUNE = {"low_dune": "F5", "dune_crest": "E5/F5"}


def test_190_311_who_came_over_a_dune_crest_turns_one_worse_in_that_hex() -> None:
    t = drill(DUNE, "aV1 E5 br-crusader-ii @3 motion", phasing="allied")
    t.do("wheel aV1", "ahead F5", "roll 2")
    assert t.has("aV1", "over_dune")
    assert t.preview("turn 5").column == "10 or more", "normal pressure 11, and one lower"
    assert complaints(t, "turn 5") == []
    t.do("turn 1", "roll 2", "ahead F4")
    assert not t.has("aV1", "over_dune")
    round_about = drill(DUNE, "aV1 G6 br-crusader-ii @9 motion", phasing="allied")
    round_about.do("wheel aV1", "ahead F5", "roll 2")
    assert round_about.preview("turn 7").column == "11 or more"


def test_190_311_the_odds_of_a_drive_that_turns_behind_a_dune_crest_are_the_odds() -> None:
    t = drill(DUNE, "aV1 E5 br-crusader-ii @3 motion; x1 W9 it-346", phasing="allied")
    order = "drive aV1 F5 5"
    assert order in t.menu()
    assert complaints(t, order) == []
    platoon = drill(DUNE, "xV1 E5 it-m11-39 @3 motion; xV2 E6 it-m11-39 @3 motion", phasing="axis", date=EARLY)
    platoon.do("platoon xV1 xV2", "step xV1 F5 5")
    assert [item[0].rpartition("on ")[2] for item in platoon.preview("impulse").items if "sand roll" in item[0]] == ["10 or more", "10 or more"]
    assert complaints(platoon, "impulse") == []
