"""Wagons: carts behind horses or mules, which carry and tow as lorries do and go as cavalry does (110, 185.21, 186.13, 190.3, 190.31)."""

from __future__ import annotations

from typing import Any

import pytest

from amba.games.hollow.rules.armour.r030_costs import barred_by, entry_cost, is_in_the_way
from amba.games.hollow.rules.armour.r176_checks import Passage, hammada_items, is_unreliable, sand_items
from amba.games.hollow.rules.armour.r194_vehicle_dust import Trail, leaves_dust
from amba.games.hollow.rules.r024_smoke import costs_as_smoke
from amba.games.hollow.rules.r029_cover import is_cover
from amba.games.hollow.rules.r029_vehicles import desert_points
from amba.games.hollow.rules.r031_aboard import passengers
from tests.games.hollow.tanks import Drill, drill

CART = "xV1 E5 it-carro @3"


def cart(words: dict[str, str], more: str = "", **others: Any) -> Drill:
    return drill(words, f"{CART}; a1 Z9 br-457{more}", phasing="axis", **others)


def price(t: Drill, to: str = "F5") -> float:
    return entry_cost(t.s, t.piece("xV1"), t.game.names.place["99E5"], t.game.names.place[f"99{to}"]) / 2


@pytest.mark.parametrize(("terrain", "points"), [("", 1), ("scrub", 2), ("hammada", 3), ("sand", 3), ("hillock", 1), ("woods", 10), ("wadi", 8)])
def test_185_21_186_13_190_3_what_ground_costs_a_wagon(terrain: str, points: int) -> None:
    assert price(cart({terrain: "F5"} if terrain else {})) == points


def test_110_uphill_a_wagon_pays_its_ground_once_more() -> None:
    assert price(cart({"level_1": "F5"})) == 2
    assert price(cart({"level_1": "F5", "scrub": "F5"})) == 4


def test_110_a_road_costs_a_wagon_a_whole_point() -> None:
    assert price(cart({"scrub": "F5"}, lines="road E5 F5")) == 1


@pytest.mark.parametrize("words", [{"crag": "F5"}, {"building": "F5"}, {"wall": "E5/F5"}, {"hedge": "E5/F5"}])
def test_110_where_no_wagon_goes(words: dict[str, str]) -> None:
    t = cart(words)
    assert barred_by(t.s, t.piece("xV1"), t.game.names.place["99E5"], t.game.names.place["99F5"])[0] in {"30", "110"}
    if "/" not in next(iter(words.values())):  # round a wall or hedge it finds a way
        assert t.refused("drive xV1 F5 3").rule in {"30", "110"}


def test_190_31_a_wagon_may_bog_in_sand_but_hammada_does_not_stop_it() -> None:
    t = cart({"sand": "F5", "hammada": "G5"})
    here, sand, stones = (t.game.names.place[f"99{name}"] for name in ("E5", "F5", "G5"))
    assert sand_items(t.s, Passage(t.piece("xV1"), sand, here)) is not None
    assert hammada_items(t.s, Passage(t.piece("xV1"), stones, sand)) is None


def test_178_no_engine_no_trouble_with_it_and_no_dust() -> None:
    t = cart({}, date="1941-02-01")
    assert not is_unreliable(t.s, t.piece("xV1"))
    here, there = t.game.names.place["99E5"], t.game.names.place["99F5"]
    assert not leaves_dust(t.s, Trail(t.piece("xV1"), here, there, 2))


def test_31_a_wagon_carries_a_squad_and_goes_eight_hexes_in_the_open() -> None:
    t = drill({}, f"{CART}; x1 xV1-aboard it-346; a1 Z9 br-457", phasing="axis")
    assert passengers(t.s, t.piece("xV1")) == [t.piece("x1")]
    t.do("drive xV1 M5 3")
    assert t.where("xV1") == "M5"
    assert t.where("x1") == "xV1-aboard"
    far = cart({})
    assert far.refused("drive xV1 Q5 3")


SHOT = f"{CART}; x1 xV1-aboard it-346; x2 A9 it-346; a1 F5 br-457"


def test_110_a_wagon_leaves_no_wreck_and_who_was_on_it_rolls_as_from_any_vehicle() -> None:
    for roll, where in (("2", "E5"), ("12", "eliminated")):
        t = drill({}, SHOT, phase="prep")
        t.do("fire E5", "shoot", "roll 2,3")
        assert t.rolls == "passengers"
        t.do(f"roll {roll}")
        assert t.where("x1") == where
        t.do("done")
        assert t.where("xV1") == "eliminated"
        assert not t.has("xV1", "wreck")


def test_110_what_is_left_of_a_wagon_burns_hides_and_hinders_nobody() -> None:
    t = drill({}, SHOT, phase="prep")
    t.do("fire E5", "shoot", "roll 1,1")
    wagon, place = t.piece("xV1"), t.game.names.place
    assert not t.has("xV1", "burning")
    assert not is_cover(t.s, wagon)
    assert not is_in_the_way(t.s, place["99F5"], wagon, False)
    assert not costs_as_smoke(t.s, place["99E5"])
    assert t.where("x1") == "eliminated", "nobody gets out of fire"


def test_110_a_wagon_that_mines_destroy_on_its_way_is_gone_when_the_phase_ends() -> None:
    t = drill({}, f"{CART}; aF1 F5 mines; a1 Z9 br-457", phasing="axis")
    t.s.points[t.piece("aF1")] = 12
    t.do("wheel xV1", "start", "ahead F5", "roll 2")
    assert t.where("xV1") == "F5"
    t.do("done")
    assert t.where("xV1") == "eliminated"


def test_177_a_lost_wagon_counts_for_the_enemy() -> None:
    t = drill({}, SHOT, phase="prep")
    t.do("fire E5", "shoot", "roll 2,3", "roll 2")
    before = desert_points(t.s, 0)
    t.do("done")
    assert desert_points(t.s, 0) == before > 0
