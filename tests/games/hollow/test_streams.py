"""Streams and marsh, on boards that are no desert."""

from __future__ import annotations

from typing import Any

import pytest

from amba.games.hollow.board_map import lines, tint
from amba.games.hollow.rules.armour.r176_checks import Passage, items_of
from amba.games.hollow.rules.r005_movement import step_items
from amba.games.hollow.rules.r007_seeing import line
from amba.games.hollow.rules.r081_streams import depth
from tests.games.hollow.tanks import Drill, drill

DRY, MODERATE, MUD = 4, 3, 0
STREAM = {"stream": "E5 E6", "wadi": "E5/E6", "woods": "F5"}
MARSH = {"marsh": "E5 K5", "level_1": "K5"}


def stream(text: str, ground: int, **more: Any) -> Drill:
    return drill(STREAM, text, tracks={"ground": ground}, **more)


def price(d: Drill, unit: str, to: str) -> int:
    return sum(item.value for item in step_items(d.s, (d.piece(unit),), d.game.names.place[f"99{to}"]))


@pytest.mark.parametrize(("ground", "deep", "down", "along"), [(DRY, "dry", 2, 1), (MODERATE, "shallow", 3, 3), (MUD, "deep", 4, 4)])
def test_81_what_a_stream_costs_by_its_depth(ground: int, deep: str, down: int, along: int) -> None:
    d = stream("a1 E4 br-457; a2 E5 br-457; x1 Z9 it-346", ground)
    assert depth(d.s) == deep
    assert (price(d, "a1", "E5"), price(d, "a2", "E6")) == (down, along)


def test_81_a_stream_lies_in_a_bed_as_a_wadi_does() -> None:
    d = stream("a1 E5 br-457; a2 E6 br-457; x1 E9 it-346; x2 H5 it-346", MODERATE)
    view = {key: d.s.viewpoint(d.piece(key)) for key in ("a1", "a2", "x1", "x2")}
    assert view["a1"].position == "in"
    assert line(d.s, view["a1"], view["a2"]).is_clear
    assert not line(d.s, view["a1"], view["x1"]).is_clear


def test_81_nobody_fires_out_of_deep_water() -> None:
    for ground, fires in ((MODERATE, True), (MUD, False)):
        d = stream("a1 E5 br-457; x1 E4 it-346", ground, phase="prep")
        assert ("fire E4" in d.menu()) is fires
    assert "water" in str(d.refused("from a1 E4").values) or d.refused("fire E4").rule == "8"


def test_142_23_the_exhausted_advance_into_a_deep_stream_only() -> None:
    d = stream("a1 E4 br-457 exhausted; x1 Z9 it-346", MUD, phase="advance")
    d.do("advance a1 E5")
    d = drill(MARSH, "a1 E4 br-457 exhausted; x1 Z9 it-346", phase="advance")
    assert d.refused("advance a1 E5").rule == "142.23"


def test_142_23_a_deep_stream_exhausts_who_advances_into_it() -> None:
    d = stream("a1 E4 br-457; x1 Z9 it-346", MUD, phase="advance")
    d.do("advance a1 E5")
    assert d.has("a1", "exhausted")


def test_176_72_example_a_light_tank_out_of_a_stream_into_woods_rolls_twice() -> None:
    """The first roll in the stream without a modifier, the second in the woods with +1 uphill and +3 at half the allotment; the PzKpfw IIA has low ground pressure."""
    d = stream("aV1 E5 br-lt-mk-vic @3; x1 Z9 it-346", MODERATE)
    names = d.game.names.place
    found = {kind: {item.what: item.value for item in items} for kind, items in items_of(d.s, Passage(d.piece("aV1"), names["99F5"], names["99E5"]))}
    pressure = sum(value for what, value in found["bank"].items() if "pressure" in what)
    assert sum(found["bank"].values()) == pressure
    assert {key: value for key, value in found["bog"].items() if "pressure" not in key} == {"uphill into woods": 1, "at half the allotment": 3}


def test_176_721_one_more_out_of_a_deep_stream() -> None:
    d = stream("aV1 E5 br-lt-mk-vic @1; x1 Z9 it-346", MUD)
    names = d.game.names.place
    found = dict(items_of(d.s, Passage(d.piece("aV1"), names["99E4"], names["99E5"])))
    assert ("out of a deep stream", 1) in [(item.what, item.value) for item in found["bank"]]
    assert "bank" not in dict(items_of(d.s, Passage(d.piece("aV1"), names["99E6"], names["99E5"])))


@pytest.mark.parametrize(("dice", "place"), [(12, "E5"), (2, "E4")])
def test_176_72_who_does_not_come_out_is_bogged_in_the_stream(dice: int, place: str) -> None:
    d = stream("aV1 E5 br-lt-mk-vic @1; x1 Z9 it-346", MODERATE)
    d.do("wheel aV1", "start", "ahead E4", f"roll {dice}")
    assert d.where("aV1") == place
    assert d.has("aV1", "bogged") is (place == "E5")


def test_81_5_marsh_takes_all_factors() -> None:
    d = drill(MARSH, "a1 E4 br-457; a2 E3 br-457; aL1 D4 8-0; x1 Z9 it-346")
    assert (price(d, "a1", "E5"), price(d, "aL1", "E5")) == (4, 6)
    assert d.refused("walk a2 E5").rule == "5"
    assert "walk a1 E6" in d.menu()
    d.do("walk a1 E5")
    assert d.s.points[d.piece("a1")] >= 4
    assert d.where("a1") == "E5"


def test_81_5_nobody_walks_through_marsh() -> None:
    d = drill({"marsh": "E5 D4 D5 F4 F5"}, "a1 E4 br-457; x1 Z9 it-346")
    assert "walk a1 E5" in d.menu()
    assert "walk a1 E6" not in d.menu()
    d.do("move a1", "double", "go E5")
    assert not [order for order in d.menu() if order.startswith("go ")], "nothing is left of double time either"


@pytest.mark.parametrize(("unit", "kind", "spent"), [("a1", "br-436", 6), ("aL1", "8-0", 12)])
def test_176_3_example_marsh_from_below_is_a_minimum_move(unit: str, kind: str, spent: int) -> None:
    """It costs twice all factors, so only a minimum move leads there: six of inexperienced men, twelve of a leader."""
    d = drill(MARSH, f"{unit} K4 {kind}; x1 Z9 it-346")
    assert price(d, unit, "K5") == spent
    assert d.refused(f"walk {unit} K5").rule == "5"
    d.do(f"walk {unit} K5 minimum")
    assert d.where(unit) == "K5"
    assert d.has(unit, "pinned", "exhausted")


def test_81_5_no_vehicle_enters_marsh_and_nobody_digs_in_it() -> None:
    d = drill(MARSH, "aV1 E4 br-lt-mk-vic @7; x1 Z9 it-346")
    d.do("wheel aV1", "start")
    assert d.refused("ahead E5").rule == "30"
    d = drill(MARSH, "a1 E5 br-457; x1 Z9 it-346", phase="prep")
    assert d.refused("dig a1").rule == "54"


def test_81_5_marsh_hinders_and_is_not_open_ground() -> None:
    d = drill(MARSH, "a1 E3 br-457; x1 E7 it-346")
    found = line(d.s, d.s.viewpoint(d.piece("a1")), d.s.viewpoint(d.piece("x1")))
    assert [(hindrance.what, hindrance.drm) for hindrance in found.hindrances] == [("marsh", 1)]
    assert not d.s.field.is_open(d.game.names.place["99E5"])


def test_81_streams_and_marsh_are_drawn() -> None:
    ground = drill({**STREAM, "marsh": "C3"}, "a1 A1 br-457; x1 Z9 it-346").s.field.ground
    assert {entry["kind"] for entry in lines(ground, ground.name)} == {"stream"}
    assert {tint(ground, ground.place[f"99{hex}"]) for hex in ("E5", "C3")} == {"stream", "marsh"}


@pytest.mark.parametrize(("order", "woods"), [("ahead F5", 8), ("creep F5", 11)])
def test_176_72_example_the_pzkpfw_iia_itself(order: str, woods: int) -> None:
    """Out of the stream without a modifier; into the woods +1 uphill, and +3 at half the allotment, which a minimum move is spared."""
    d = stream(f"xV1 E5 ge-pzkpfw-iia-c @3 {'motion' if order == 'ahead F5' else ''}; a1 Z9 br-457", MODERATE, phasing="axis")
    d.do("wheel xV1")
    assert [label for label, _, _ in d.preview(order).items if "stuck on" in label] == [
        "bank roll: stuck on 12 or more",
        f"bog roll: stuck on {woods} or more",
    ]
    d.do(order, "roll 11", f"roll {woods - 1}")
    assert d.where("xV1") == "F5"
    assert not d.has("xV1", "bogged")
