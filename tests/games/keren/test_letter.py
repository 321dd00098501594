"""Where the letter of the rulebook is the default and another reading an option (NOTES.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from amba.core.steps import top
from amba.games.keren.frames import AssaultDie, FireDie
from amba.games.keren.rules.r06_supply import path_cost
from amba.games.keren.rules.r14_results import retreats

from .conftest import Table

if TYPE_CHECKING:
    from amba.games.keren.game import Keren

    from .conftest import Lay

TIGU = {"col-white-1": "tigu"}


def far_hex(t: Table) -> str:
    """A hex between 50 and 100 points from every Commonwealth source."""
    unit = t.piece("2-camerons-a")
    return next(name for name in t.s.world.grid.names if 55 < (cost_at(t, unit, name) or 0) <= 95 and not t.s.zoc(1)[t.hex(name)])


def cost_at(t: Table, unit: int, name: str) -> int | None:
    was, t.s.at[unit] = t.s.at[unit], t.hex(name)
    cost = path_cost(t.s, unit)
    t.s.at[unit] = was
    return cost


def test_6_8_on_the_last_turn_too_a_unit_may_first_be_turned_to_carrying(lay: Lay) -> None:
    far = far_hex(lay("administrative", {"2-camerons-a": "3030", **TIGU}))
    t = lay("administrative", {"2-camerons-a": far, "2-camerons-b": far, **TIGU}, turn=8)
    assert t.has("2-camerons-a", "out_of_supply")
    t.do("done", "carry 2-camerons-a", "done")
    assert (t.where("2-camerons-a"), t.where("2-camerons-b")) == (far, "eliminated")
    assert not t.has("2-camerons-a", "out_of_supply")


def test_6_3_the_same_in_every_turn(lay: Lay) -> None:
    far = far_hex(lay("administrative", {"2-camerons-a": "3030", **TIGU}))
    t = lay("administrative", {"2-camerons-a": far, **TIGU}, turn=3)
    t.do("done", "carry 2-camerons-a")
    assert not t.has("2-camerons-a", "out_of_supply")


def test_4_1_the_road_is_judged_again_when_units_out_of_supply_are_gone(keren: Keren, lay: Lay) -> None:
    """6.8: the only Italian at Tigu has lost all his sources."""
    sources = [keren.names.places[place] for place in keren.world.sources[1]]
    holders = [unit.key for unit in keren.world.units if unit.side == 0 and unit.kind == "infantry"]
    t = lay("administrative", {**dict(zip(holders, sources, strict=False)), **TIGU}, turn=8)
    t.do("done", "done")
    assert t.where("col-white-1") == "eliminated"
    result = keren.result(t.s)
    assert result is not None
    assert result.level == "Automatic victory"


BAND = {"2-camerons-a": "2617", "2-camerons-b": "2617", "3-1-punjab-a": "2617"}


@pytest.mark.parametrize(("reading", "shaken"), [("eliminated", True), ("together", False)])
def test_2_3_who_is_immune_when_another_regiment_loses_a_unit(lay: Lay, reading: str, shaken: bool) -> None:
    strong = dict.fromkeys(("alp-olive-green-1", "alp-olive-green-2", "alp-olive-green-3"), "2616")
    t = lay("italian.assault", {**BAND, **strong}, regiment=reading)
    t.do("assault 2617", *(f"commit {key}" for key in strong), "fight")
    t.s.frames[-1] = top(t.s, AssaultDie)._replace(column=6)
    t.get("1DE")
    t.do("lose 3-1-punjab-a")
    assert [t.has(key, "suppressed") for key in ("2-camerons-a", "2-camerons-b")] == [shaken, shaken]


def position(keren: Keren, losses: int, **more: object) -> Table:
    units = {"2-camerons-a": "2617", "2-camerons-b": "2617", "2-camerons-c": "2617", "col-red-1": "2618", **TIGU}
    return Table(keren.place({"scenario": "first-battle", "turn": 3, "tracks": {"losses": losses}, "units": units, **more}))


def is_over(t: Table) -> bool:
    result = t.game.result(t.s)
    return result is not None and result.winner == 0


@pytest.mark.parametrize(("reading", "over"), [({}, True), ({"victory": "phase"}, False), ({"victory": "end"}, False)])
def test_16_1_victory_occurs_when_the_points_are_there(keren: Keren, reading: dict[str, str], over: bool) -> None:
    """The fight that brings the fortieth point ends the battle."""
    t = position(keren, 39, phase="commonwealth.assault", options=reading)
    t.do("assault 2618", "commit 2-camerons-a", "fight")
    t.get("1DE")
    assert is_over(t) == over
    assert over or t.asked() == "advance"


def test_16_1_a_move_onto_a_point_hex_is_enough(keren: Keren) -> None:
    need = 40 - keren.world.points[keren.names.place["2616"]]
    t = position(keren, need)
    t.do("move 2-camerons-a 2616")
    assert is_over(t)
    t = position(keren, need)
    t.do("march 2-camerons-a", "go 2616", "halt")
    assert is_over(t)
    t = position(keren, need - 1)
    t.do("move 2-camerons-a 2616")
    assert not is_over(t)


@pytest.mark.parametrize(("reading", "over"), [({}, True), ({"victory": "phase"}, True), ({"victory": "end"}, False)])
def test_16_1_what_an_italian_move_uncovers_counts_when_his_phase_is_over(keren: Keren, reading: dict[str, str], over: bool) -> None:
    units = {"2-camerons-a": "2616", "col-red-1": "2615", **TIGU}
    t = position(keren, 40 - keren.world.points[keren.names.place["2616"]], phase="italian.movement", units=units, options=reading)
    t.do("move col-red-1 2612")
    assert not is_over(t)
    t.do("done")
    assert is_over(t) == over


def test_5_0_5_only_units_that_have_moved_are_fired_at(lay: Lay) -> None:
    units = {"col-red-1": "3628", "2-camerons-a": "3629", "2-camerons-b": {"hex": "3728", "marks": ["moved"]}}
    t = lay("italian.fire", units)
    assert t.menu() == [("done",), ("fire", "3728", "1")]
    assert t.refused("fire 3629 1").rule == "5.0.5"
    assert ("fire", "3629", "1") in lay("italian.fire", units, defensive_fire="all").menu()
    other = lay("commonwealth.fire", {"col-red-1": "3628", "2-camerons-a": "3629"})
    assert other.refused("fire 3628 1").rule == "5.0.7"


def test_5_0_5_in_a_stack_only_those_who_have_moved(lay: Lay) -> None:
    t = lay("italian.fire", {"col-red-1": "3628", "2-camerons-a": {"hex": "3629", "marks": ["moved"]}, "2-camerons-b": "3629"})
    assert t.menu() == [("done",), ("fire", "3629", "2")]


def test_5_0_7_arrivals_and_marchers_have_moved(lay: Lay) -> None:
    t = lay("italian.movement", {"col-red-1": "3731", "2-camerons-a": "3729", **TIGU})
    t.do("march col-red-1", "go 3730", "halt", "done")
    assert ("fire", "3730", "1") in t.menu()


GUNS = {"it-art-5-1": {"hex": "2616", "back": True}, **TIGU}


def test_5_0_6_only_a_gun_that_has_bombarded_stays(lay: Lay) -> None:
    assert lay("italian.movement", GUNS).refused("move it-art-5-1 2615").rule == "5.0.6"
    unfired = {**GUNS, "it-art-5-1": {"hex": "2616", "back": True, "marks": ["unfired"]}}
    lay("italian.movement", unfired).do("move it-art-5-1 2615")
    assert lay("italian.movement", unfired, fired_guns="all").refused("move it-art-5-1 2615").rule == "5.0.6"


def test_5_0_6_a_gun_that_was_driven_back_has_not_bombarded(lay: Lay) -> None:
    t = lay("commonwealth.bombardment", {"art-4-1": "2617", "art-4-2": "2617", "it-art-5-1": "2616", **TIGU})
    t.do("fire 2616 1", "add art-4-1", "add art-4-2", "shoot")
    t.s.frames[-1] = top(t.s, FireDie)._replace(column=7)
    t.get("DR")
    if t.asked() == "retreat":
        t.do(" ".join(t.menu()[0]))
    assert t.s.face[t.piece("it-art-5-1")] == 1
    assert t.has("it-art-5-1", "unfired")
    t.do("done")
    assert t.asked() == "bombardment"
    t.do("done", "done", "done")
    assert any(words[:2] == ("move", "it-art-5-1") for words in t.menu())


def test_5_0_6_nor_one_that_joined_in_defensive_fire(lay: Lay) -> None:
    t = lay("italian.fire", {"it-art-5-1": "2316", "col-red-1": "2616", "2-camerons-a": {"hex": "2617", "marks": ["moved"]}, **TIGU})
    guns = [
        h for h in t.s.world.grid.names if t.s.world.ground.sees(t.hex(h), t.hex("2617")) and t.s.world.ground.distance(t.hex(h), t.hex("2617")) > 1
    ]
    t = lay("italian.fire", {"it-art-5-1": guns[0], "col-red-1": "2616", "2-camerons-a": {"hex": "2617", "marks": ["moved"]}, **TIGU})
    t.do("fire 2617 1", "add col-red-1", "add it-art-5-1", "shoot", "roll 1", "done")
    assert t.s.face[t.piece("it-art-5-1")] == 1
    assert any(words[:2] == ("move", "it-art-5-1") for words in t.menu())


def test_15_0_1_a_gun_that_is_ready_again_has_a_clean_slate(lay: Lay) -> None:
    t = lay("administrative", {**GUNS, "it-art-5-1": {"hex": "2616", "back": True, "marks": ["unfired"]}})
    assert not t.has("it-art-5-1", "unfired")
    assert t.s.face[t.piece("it-art-5-1")] == 0


@pytest.mark.parametrize(
    ("start", "to", "by"), [("0905", "1007", "1006"), ("1005", "0906", "1006"), ("1611", "1712", "1711"), ("1811", "1712", "1711")]
)
def test_14_3_the_way_of_a_retreat_is_its_owner_s_choice_so_it_leads_over_points_the_enemy_holds(lay: Lay, start: str, to: str, by: str) -> None:
    """Two ways of two hexes lead there, one over a point hex: whoever retreats takes that one, and the points with it (4.2)."""
    t = lay("commonwealth.movement", {"2-camerons-a": start, **TIGU})
    path = retreats(t.s, t.piece("2-camerons-a"))[t.hex(to)]
    assert [t.s.world.names.places[place] for place in path] == [start, by, to]


def test_10_4_a_position_file_s_only_alpini_may_enter(lay: Lay) -> None:
    """Three of six may be chosen (16.1); those that the file does not name are out of the game, not in play."""
    t = lay("italian.movement", {"alp-tan-1": "reserve", **TIGU}, turn=2)
    t.do("move alp-tan-1 6004")
    assert t.where("alp-tan-1") == "6004"
