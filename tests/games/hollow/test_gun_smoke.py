"""Smoke of guns, mortars and vehicles, and how it drifts."""

from __future__ import annotations

from fractions import Fraction
from typing import cast

import pytest

from amba.core.game import Game
from amba.games.hollow.counters import DRIFTING, SMOKE_KINDS
from amba.games.hollow.rules.armour.r063_guns import crew_of
from amba.games.hollow.rules.artillery.r024_gun_smoke import listed_smoke
from amba.games.hollow.rules.artillery.r102_drift import drift_smoke
from amba.games.hollow.rules.r007_seeing import line
from amba.games.hollow.rules.r011_modifiers import line_modifiers
from amba.games.hollow.rules.r024_smoke import blow_away, clear_smoke, clouds
from amba.lab.laws import odds_are_the_odds
from tests.games.hollow.table import read, said
from tests.games.hollow.tanks import Drill, drill

FIELD_GUN = "a9 E2 br-228 +aG1; aG1 E2 br-oqf-25-pdr @5; x1 E8 it-346"


def smoke_of(d: Drill) -> dict[str, str]:
    """Where smoke lies, and of what kind."""
    s, first = d.s, d.s.world.first_smoke
    on_map = [p for p in range(first, s.world.first_vehicle) if s.is_on_map(p)]
    return {d.game.names.places[s.at[p]].removeprefix("99"): SMOKE_KINDS[s.face[p]] for p in on_map}


@pytest.mark.parametrize(
    ("text", "date", "found"),
    [
        ("s8; AP available", "1942-01", {"smoke": 8}),
        ("s8, IR, no AP", "1942-01", {"smoke": 8}),
        ("H6, WP7, s8", "1943-01", {"smoke": 8, "phosphorus": 7}),
        ("s8, WP7 (44)", "1943-01", {"smoke": 8}),
        ("no HE", "1942-01", {}),
    ],
)
def test_24_4_who_has_smoke_shells_by_the_list(text: str, date: str, found: dict[str, int]) -> None:
    assert listed_smoke(text, date) == found


def test_24_4_a_gun_lays_full_smoke_in_its_prep_fire() -> None:
    d = drill({}, FIELD_GUN, phase="prep")
    events = d.do("screen aG1 E6 smoke", "roll 3,4")
    assert said(events, "gun smoke").values[2:] == (9, "+0", 7, "smoke"), "an area, seven; a smoke shell is two better so near"
    assert smoke_of(d) == {"E6": "gun smoke"}
    crew, foe = crew_of(d.s, d.piece("aG1")), d.piece("x1")
    assert line(d.s, d.s.viewpoint(crew), d.s.viewpoint(foe)).hindrance == 3
    assert d.refused("shell aG1 E8").rule == "63", "it has fired"


def test_24_4_later_in_the_turn_the_smoke_is_dispersed() -> None:
    d = drill({}, FIELD_GUN, phase="defence", phasing="axis")
    d.do("screen aG1 E6 smoke", "roll 3,4")
    assert smoke_of(d) == {"E6": "dispersed gun smoke"}
    assert clouds(d.s)[d.s.field.hex_of[d.game.names.place["99E6"]]] == 2


@pytest.mark.parametrize(("roll", "gone", "fired", "there"), [("4,4", False, True, True), ("4,5", True, True, True), ("5,5", True, False, False)])
def test_24_4_145_smoke_shells_run_out(roll: str, gone: bool, fired: bool, there: bool) -> None:
    d = drill({}, FIELD_GUN, phase="prep")
    d.do("screen aG1 E6 smoke", f"roll {roll}")
    assert (d.has("aG1", "no_smoke"), d.has("aG1", "prep_fired"), bool(smoke_of(d))) == (gone, fired, there)
    if gone:
        assert d.refused("screen aG1 E7 smoke").rule in {"24.4", "63"}


def test_24_4_what_refuses_smoke_shells() -> None:
    d = drill({"woods": "E4"}, FIELD_GUN + "; a8 G2 br-228 +aG2; aG2 G2 br-oqf-2-pdr @5", phase="prep")
    assert d.refused("screen aG2 G6 smoke").rule == "24.4"
    assert d.refused("screen aG1 E6 phosphorus").rule == "24.4"
    assert d.refused("screen aG1 E6 smoke").rule == "7", "behind the woods"
    assert drill({}, FIELD_GUN, phase="prep", tracks={"wind": 2}).refused("screen aG1 E6 smoke").rule == "194.5"
    assert drill({}, FIELD_GUN, phase="prep", tracks={"rain": 1}).refused("screen aG1 E6 smoke").rule == "194.77"


def test_24_4_phosphorus_makes_everybody_there_check() -> None:
    d = drill({}, "a9 A5 br-228 +aG1; aG1 A5 br-osb-4-2-in-mortar @3; x1 Z5 it-346", phase="prep", date="1943-02-01")
    d.do("screen aG1 Z5 phosphorus", "roll 1,2")
    assert smoke_of(d) == {"Z5": "white phosphorus"}
    assert d.rolls == "check"


def test_24_4_smoke_thins_out_before_it_is_gone_and_one_fires_out_of_it_badly() -> None:
    d = drill({}, FIELD_GUN, phase="prep")
    d.do("screen aG1 E2 smoke", "roll 3,3")
    assert [item.value for item in line_modifiers(d.s, d.piece("a9"), d.piece("x1")) if item.what == "out of smoke"] == [1]
    assert not [item for item in line_modifiers(d.s, d.piece("x1"), d.piece("a9")) if item.what == "out of smoke"]
    clear_smoke(d.s)
    assert smoke_of(d) == {"E2": "dispersed gun smoke"}
    clear_smoke(d.s)
    assert smoke_of(d) == {}


def test_24_4_194_76_gusts_thin_gun_smoke_out_and_a_heavy_wind_takes_it() -> None:
    d = drill({}, FIELD_GUN, phase="prep")
    d.do("screen aG1 E6 smoke", "roll 3,4")
    blow_away(d.s, is_gust=True)
    assert smoke_of(d) == {"E6": "dispersed gun smoke"}
    blow_away(d.s)
    assert smoke_of(d) == {}


def test_102_smoke_drifts_down_a_mild_breeze() -> None:
    d = drill({}, FIELD_GUN + "; xV1 K5 it-m13-40 wreck burning @1", phase="prep", tracks={"wind": 1, "wind_from": 0})
    d.do("screen aG1 E4 smoke", "roll 3,4")
    drift_smoke(d.s)
    assert smoke_of(d) == {"E4": "gun smoke", **dict.fromkeys(("E5", "E6", "E7", "K6", "K7"), "drifting smoke")}
    drift_smoke(d.s)
    assert len(smoke_of(d)) == 6, "laid anew, not added"
    assert all(
        d.s.face[p] == DRIFTING
        for p in range(d.s.world.first_smoke, d.s.world.first_vehicle)
        if d.s.is_on_map(p) and d.where(d.game.names.pieces[p]) != "E4"
    )


def test_24_5_a_tank_fires_its_smoke_dischargers() -> None:
    d = drill({}, "xV1 E5 ge-pzkpfw-ivf2 @1; a1 E9 br-457", phasing="axis", phase="movement")
    before = d.left("xV1")
    events = d.do("discharge xV1 E5", "roll 5")
    assert said(events, "discharge").values[4] == "smoke"
    assert smoke_of(d) == {"E5": "dispersed gun smoke"}
    assert before - d.left("xV1") == 1
    assert d.refused("discharge xV1 E5").rule == "24.5", "once in a player turn"


def test_24_5_a_smoke_mortar_throws_three_hexes_and_closed_hatches_cost_one() -> None:
    d = drill({}, "aV1 E5 br-crusader-ii @1; x1 E9 it-346; a1 A1 br-457", phase="movement")
    assert "discharge aV1 E5" not in d.menu(), "a mortar does not fire at its own hex"
    assert d.refused("discharge aV1 E9").rule == "24.5"
    d.do("discharge aV1 E7", "roll 8")
    assert smoke_of(d) == {}, "buttoned up: nine are too many"


def test_24_4_24_5_the_odds_of_smoke_are_the_odds() -> None:
    d = drill({}, FIELD_GUN, phase="prep")
    found = d.preview("screen aG1 E6 smoke")
    assert {odd.label: odd.chance for odd in found.odds} == {"smoke": Fraction(30, 36), "has none": Fraction(6, 36)}, "an elite crew: nine, not eight"
    assert odds_are_the_odds(cast("Game", d.game), d.s, read(d.game, d.s, "screen", "aG1", "99E6", "smoke")) == []
    e = drill({}, "aV1 E5 br-crusader-ii @1; x1 E9 it-346", phase="movement")
    assert odds_are_the_odds(cast("Game", e.game), e.s, read(e.game, e.s, "discharge", "aV1", "99E7")) == []
