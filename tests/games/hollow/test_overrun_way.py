"""What a vehicle meets on its way into an overrun, into bypass and to a crest: its underside, mud, mines, engines, streams (191.51, 194.8, 72, 132)."""

from __future__ import annotations

from amba.games.hollow.counters import WORK_KINDS
from amba.games.hollow.frames_armour import GroundRoll
from amba.games.hollow.rules.r194_weather import GROUNDS
from tests.games.hollow.table import said
from tests.games.hollow.tanks import Drill, drill

GUN = "x9 H5 it-227 +xG1; xG1 H5 it-cannone-47-32 @9"
SEEN = {"axis_chance": 1}
ANTI_TANK = WORK_KINDS.index("anti-tank mines")
MUD = {"ground": GROUNDS.index("mud")}


def charge(words: dict[str, str], tank: str = "aV1 E5 br-crusader-ii @3 motion", more: str = GUN) -> Drill:
    t = drill(words, f"{tank}; x1 F5 it-346; {more}", tracks=SEEN)
    t.do("wheel aV1", *(() if t.has("aV1", "motion") else ("start",)))
    while t.rolls:
        t.do("roll 6,6")
    return t


def test_191_51_a_tank_that_overruns_across_a_wall_shows_its_belly_before_it_is_there() -> None:
    plain = charge({})
    plain.do("overrun F5")
    assert (plain.rolls, plain.where("aV1")) == ("to hit", "F5")
    t = charge({"wall": "E5/F5"})
    t.do("overrun F5")
    assert (t.rolls, t.where("aV1")) == ("to hit", "E5"), "such fire precedes the overrun"
    t.do("roll 1,3")
    events = t.do("roll 3")
    assert said(events, "kill").values[1] == "hull", "a turret hit strikes the belly"
    assert t.where("aV1") == "E5"
    assert t.has("aV1", "wreck")
    assert t.s.units_at(t.game.names.place["99F5"], 1)


def test_191_51_it_goes_on_to_overrun_if_nothing_stops_it() -> None:
    t = charge({"wall": "E5/F5"})
    t.do("overrun F5", "roll 6,5")
    while t.rolls == "to hit":
        t.do("roll 6,5")
    assert t.where("aV1") == "F5"
    assert t.rolls == "overrun"


def test_191_51_out_of_a_wadi_and_from_its_crest_too() -> None:
    bed = charge({"wadi": "E5"})
    bed.do("overrun F5")
    assert (bed.rolls, bed.where("aV1"), bed.has("aV1", "crest")) == ("to hit", "E5", True), "it rears up at the edge"
    bed.do("roll 1,3", "roll 3")
    assert (bed.where("aV1"), bed.has("aV1", "wreck"), bed.has("aV1", "crest")) == ("E5", True, False), "and is down in it again"
    crest = charge({"wadi": "E5"}, "aV1 E5 br-crusader-ii @3 crest crest_1 motion")
    crest.do("overrun F5")
    assert (crest.rolls, crest.where("aV1")) == ("to hit", "E5")


def test_176_721_from_a_crest_an_overrun_onto_a_hill_is_no_abrupt_change_of_level() -> None:
    """From the bed into vines on a hill a roll of 9 sticks, from the crest 10."""
    for marks, chance, modifier in (("", "5/18", 3), ("crest crest_1", "1/6", 2)):
        t = drill({"wadi": "E5", "level_1": "F5", "vineyard": "F5"}, f"aV1 E5 br-crusader-iii @3 motion {marks}; x1 F5 it-346")
        t.do("wheel aV1")
        assert [value for what, value, _ in t.preview("overrun F5").items if what.startswith("bog")] == [chance]
        t.do("overrun F5")
        frame = t.s.frames[-1]
        assert isinstance(frame, GroundRoll)
        assert frame.modifier == modifier


def test_194_8_mud_may_hold_who_overruns_and_counts_the_hex() -> None:
    t = drill({"hammada": "F6 G6"}, "xV1 E5 it-m14-41 @3 motion; a1 F5 br-457", phasing="axis", tracks=MUD)
    t.do("wheel xV1", "overrun F5")
    assert t.rolls == "mud"
    assert [order for order in t.menu() if order.startswith("roll")] == ["roll 1", "roll 0"]
    t.do("roll 1")
    assert t.has("xV1", "bogged")


def test_194_8_mud_counts_the_hex_of_a_crest_too() -> None:
    t = drill({"hammada": "F4", "wadi": "F5"}, "xV1 E5 it-m14-41 @3 motion", phasing="axis", tracks=MUD)
    t.do("wheel xV1", "edge F5")
    assert [order for order in t.menu() if order.startswith("roll")] == ["roll 1", "roll 0"]


def test_81_who_bogs_at_a_stream_bank_on_its_way_to_overrun_stays_in_the_stream() -> None:
    t = drill({"stream": "E5"}, "xV1 E5 it-m14-41 @3 motion; a1 F5 br-457", phasing="axis")
    t.do("wheel xV1", "overrun F5")
    assert t.rolls == "ground"
    t.do("roll 12")
    assert t.where("xV1") == "E5"
    assert t.has("xV1", "bogged")
    assert t.rolls != "overrun"


def test_132_mines_of_a_hex_meet_who_goes_along_its_edge() -> None:
    t = drill({"woods": "F5"}, "xV1 E5 it-m14-41 @3 motion; aF1 F5", phasing="axis")
    t.s.face[t.piece("aF1")] = ANTI_TANK
    t.do("wheel xV1", "bypass F5")
    assert t.rolls == "anti-tank mines", t.rolls


def test_132_mines_meet_a_platoon_in_bypass_too() -> None:
    t = drill(
        {"woods": "F5"},
        "xV1 E5 it-m13-40 @3 motion; xV2 E4 it-m13-40 @3 motion; aF1 F5",
        phasing="axis",
        date="1941-02-01",
    )
    t.s.face[t.piece("aF1")] = ANTI_TANK
    t.do("platoon xV1 xV2", "step-by xV1 F5 bypass", "step xV2 F4 3")
    assert t.rolls == "anti-tank mines", t.rolls
