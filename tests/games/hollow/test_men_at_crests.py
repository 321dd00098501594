"""Men, guns and vehicles at the crest of a wadi: boarding there, going up and down with a tank, guns that are set down (188.24, 188.26, note 23)."""

from __future__ import annotations

import pytest

from tests.games.hollow.tanks import Drill, drill

WADI = {"wadi": "J5"}


def lorry(text: str) -> Drill:
    return drill(WADI, f"xV1 J5 ge-opel-blitz @3 crest crest_1; {text}", phasing="axis")


def test_188_24_men_of_the_next_hex_board_at_the_crest() -> None:
    t = lorry("x1 I5 ge-467")
    assert [item[1] for item in t.preview("board x1 xV1").items][:1] == ["2"], "one to the crest, one to get in"
    t.do("board x1 xV1")
    assert t.where("x1") == "xV1-aboard"


def test_188_24_nobody_boards_at_the_crest_from_the_bed() -> None:
    assert lorry("x1 J5 ge-467").refused("board x1 xV1").rule == "188.24"
    t = drill({"wadi": "J5 I5 J5/I5"}, "xV1 J5 ge-opel-blitz @3 crest crest_1; x1 I5 ge-467", phasing="axis")
    assert t.refused("board x1 xV1").rule == "188.16"


def go(t: Drill, *orders: str) -> None:
    for order in orders:
        t.do(order)
        while t.rolls:
            t.do("roll 2")


UP = "xV1 J5 it-m13-40 @3 motion; x1 J5 it-346; x2 J5 it-346; a1 T5 br-457"


def test_n_23_men_go_up_to_the_crest_and_down_with_their_tank() -> None:
    t = drill(WADI, UP, phasing="axis")
    go(t, "wheel xV1", "escort x1", "mount")
    assert t.s.position(t.piece("x1")) == t.s.position(t.piece("xV1")) == "crest"
    assert t.s.position(t.piece("x2")) == "in"
    assert t.s.points[t.piece("x1")] == 2
    assert t.has("x1", "escort", "moved")
    down = drill(WADI, "xV1 J5 it-m13-40 @3 motion crest crest_2; x1 J5 it-346 crest crest_2; a1 T5 br-457", phasing="axis")
    go(down, "wheel xV1", "escort x1", "descend")
    assert down.s.position(down.piece("x1")) == down.s.position(down.piece("xV1")) == "in"
    assert down.s.points[down.piece("x1")] == 1


def test_n_23_the_tank_climbs_only_if_its_men_have_the_factors() -> None:
    t = drill(WADI, UP, phasing="axis")
    t.s.points[t.piece("x1")] = 3
    t.s.changed_by_hand()
    go(t, "wheel xV1", "escort x1")
    refusal = t.refused("mount")
    assert (refusal.rule, refusal.text) == ("N 23", "That costs the men who go along 2; 1 are left.")


def test_n_23_men_go_up_with_a_tank_of_a_platoon() -> None:
    t = drill(WADI, "xV1 J5 it-m13-40 @3 motion; xV2 I5 it-m13-40 @3 motion; x1 J5 it-346; a1 T5 br-457", phasing="axis")
    t.do("platoon xV1 xV2", "escort x1", "step-by xV1 J5 mount", "impulse")
    assert t.s.position(t.piece("x1")) == t.s.position(t.piece("xV1")) == "crest"
    assert t.s.points[t.piece("x1")] == 2
    down = drill(
        WADI, "xV1 J5 it-m13-40 @3 motion crest crest_1; xV2 I5 it-m13-40 @3 motion; x1 J5 it-346 crest crest_1; a1 T5 br-457", phasing="axis"
    )
    down.do("platoon xV1 xV2", "escort x1", "step-by xV1 J5 descend", "impulse")
    assert down.s.position(down.piece("x1")) == "in"
    assert down.s.points[down.piece("x1")] == 1


@pytest.mark.parametrize("crew", ["", "; x1 xV1-aboard ge-228 +xG1"])
def test_188_26_a_gun_that_is_unhooked_at_a_crest_is_at_the_crest(crew: str) -> None:
    t = lorry(f"xG1 xV1-aboard ge-3-7cm-pak-35-36{crew}")
    t.do("unhook xV1")
    assert t.s.position(t.piece("xG1")) == "crest"


def test_188_26_a_gun_taken_off_its_vehicle_at_a_crest_is_there_with_its_crew() -> None:
    t = drill(WADI, "aV1 J5 br-2pdr-portee @3 crest crest_1")
    t.do("set-down aV1")
    guns = [p for p in t.s.here[t.s.at[t.piece("aV1")]] if t.s.is_gun(p)]
    assert [t.s.position(gun) for gun in guns] == ["crest"]
    assert all(t.s.position(unit) == "crest" for unit in t.s.units_at(t.s.at[guns[0]], 0))


BANKS = {"wadi": "J4 J5 J6 J4/J5 J5/J6"}


def test_188_24_nobody_boards_over_the_wadi_from_its_other_bank() -> None:
    """The wadi runs from north to south through J5: crest_1 is a corner on its east bank, I5 lies west of it, K5 east."""
    t = drill(
        BANKS,
        "xV1 J5 ge-opel-blitz @3 crest crest_1; x1 I5 ge-467; x2 K5 ge-467; x3 J5 ge-467 crest crest_4; x4 J5 ge-467 crest crest_1",
        phasing="axis",
    )
    assert t.refused("board x1 xV1").text == "xV1 stands on the other bank of the wadi."
    assert t.refused("board x3 xV1").rule == "188.24"
    assert {"board x2 xV1", "board x4 xV1"} <= set(t.menu())
    crew = drill(BANKS, "aV1 J5 br-crusader-i @3 crest crest_1 abandoned; a1 J5 br-127v crest crest_4; a2 J5 br-127v crest crest_2")
    assert crew.refused("man a1 aV1").rule == "188.24"
    crew.do("man a2 aV1")
