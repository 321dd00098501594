"""Every refusal names the single reason that applies."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from .conftest import Table

if TYPE_CHECKING:
    from amba.games.keren.game import Keren

    from .conftest import Lay

CAMERONS = ("2-camerons-a", "2-camerons-b", "2-camerons-c")


def ring(t: Table, name: str) -> list[str]:
    """The hexes around a hex."""
    return [t.game.names.places[h] for h in t.s.world.grid.neighbours[t.hex(name)]]


def italians(t: Table, count: int) -> list[str]:
    """So many Italian battalions, which hold hexes and have zones of control."""
    return [unit.key for unit in t.game.world.units if unit.side == 1 and not unit.is_artillery][:count]


def test_10_0_enemy_units_close_every_way(lay: Lay) -> None:
    free = lay()
    around = ring(free, "3628")
    t = lay(units={"2-camerons-a": "3628", **dict(zip(italians(free, len(around)), around, strict=True))})
    far = next(t.game.names.places[h] for h in t.s.world.ground.next_to[t.hex(around[0])] if t.game.names.places[h] not in {*around, "3628"})
    refusal = t.refused(f"move 2-camerons-a {far}")
    assert (refusal.rule, refusal.text.split(" close ")[0]) == ("10.0", "Enemy units")


def test_8_1_zones_of_control_close_every_way(lay: Lay) -> None:
    """Six Italians two hexes off, one in every direction: the hexes between them are free, and every way there enters a zone first."""
    free = lay()
    grid, start = free.s.world.grid, free.hex("3628")
    second = [h for h in grid.within(start, 2) if grid.distance(h, start) == 2]
    inner = {h: len(set(grid.neighbours[h]) & set(grid.neighbours[start])) for h in second}
    corners, gaps = ([grid.names[h] for h in second if inner[h] == count] for count in (1, 2))
    t = lay(units={"2-camerons-a": "3628", **dict(zip(italians(free, 6), corners, strict=True))})
    refusal = t.refused(f"move 2-camerons-a {gaps[0]}")
    assert (refusal.rule, "zones of control" in refusal.text) == ("8.1", True)


def test_7_1_full_hexes_close_every_way(lay: Lay) -> None:
    free = lay()
    around = ring(free, "3628")
    mine = [unit.key for unit in free.game.world.units if unit.side == 0 and not unit.is_artillery and not unit.is_air and unit.key != "2-camerons-a"]
    full = {mine.pop(): name for name in around for _ in range(free.s.world.ground.limit[free.hex(name)])}
    t = lay(units={"2-camerons-a": "3628", **full})
    far = next(name for name in t.s.world.grid.names if t.s.world.grid.distance(t.hex(name), t.hex("3628")) == 2)
    refusal = t.refused(f"move 2-camerons-a {far}")
    assert (refusal.rule, refusal.text.split(" close ")[0]) == ("7.1", "Full hexes")
    assert "no room for 1 more" in t.refused(f"move 2-camerons-a {around[0]}").text


def test_10_0_far_away_is_said_in_movement_points(lay: Lay) -> None:
    """However far: the other end of the map costs more than ninety-nine points."""
    t = lay(units={"2-camerons-a": "0033"})
    refusal = t.refused("move 2-camerons-a 6004")
    assert (refusal.rule, "movement points" in refusal.text) == ("10.0", True)
    assert int(refusal.values["need"]) == sum(int(price) for _, price, _ in refusal.items)


def test_8_1_a_stack_that_has_entered_a_zone_stops(lay: Lay) -> None:
    t = lay(units={**dict.fromkeys(CAMERONS, "3630"), "col-red-1": "3628"})
    t.do("form 2-camerons-a", "join 2-camerons-b", "go 3629")
    assert t.refused("go 3630").rule == "8.1"
    assert "alone" not in t.refused("drop col-red-1").text
    t.do("drop 2-camerons-a")
    assert "alone" in t.refused("drop 2-camerons-b").text


def test_7_0_1_who_cannot_be_left_behind(lay: Lay) -> None:
    t = lay(units=dict.fromkeys(CAMERONS, "3630"))
    t.do("form 2-camerons-a", "join 2-camerons-b")
    assert "has not moved yet" in t.refused("drop 2-camerons-a").text
    assert "not in the stack" in t.refused("drop 2-camerons-c").text


def test_10_4_every_entry_hex_is_closed(lay: Lay) -> None:
    """The refusal lists what closes each of them."""
    alpini = ("alp-olive-green-1", "alp-olive-green-2", "alp-olive-green-3", "alp-light-green-1", "alp-burgundy-1", "alp-tan-1")
    t = lay("italian.movement", {**dict.fromkeys(alpini, "reserve"), "2-camerons-a": "6004", "2-camerons-b": "5301", "2-camerons-c": "6005"}, turn=1)
    refusal = t.refused("move alp-tan-1 5906")
    assert refusal.rule == "10.4"
    assert {value for _, value, _ in refusal.items} <= {"held by the enemy", "in an enemy zone of control", "full"}


@pytest.mark.parametrize(
    ("order", "words"),
    [
        ("move gren-light-green 6004", "not in this battle"),
        ("move air-1 6004", "is not yours"),
        ("move col-red-1 reserve", "is not on the map"),
        ("move col-red-1 5305", "already"),
        ("face col-red-1 n", "not played"),
    ],
)
def test_10_2_who_cannot_move_and_where_nobody_can_go(lay: Lay, order: str, words: str) -> None:
    assert words in lay("italian.movement", {"col-red-1": "5305"}).refused(order).text


def test_13_0_why_an_air_unit_does_not_fly(lay: Lay) -> None:
    units = {"air-1": "air", "air-2": "air", "col-red-1": "5305", "2-camerons-a": "2420"}
    early, late = lay("commonwealth.bombardment", units, turn=2), lay("commonwealth.bombardment", units, turn=6)
    assert "not arrived" in early.refused("air air-1 5305 1").text
    assert "no air unit" in late.refused("air 2-camerons-a 5305 1").text
    assert "There is no enemy" in late.refused("air air-1 5306 1").text
    assert "not 2 units" in late.refused("air air-1 5305 2").text
    late.do("air air-1 5305 1")
    late.get("S")
    assert "already flown" in late.refused("air air-1 5305 1").text
    assert "Bombardment Phase only" in lay("commonwealth.fire", units, turn=6).refused("air air-1 5305 1").text


def test_11_0_a_roadblock_or_prohibited_side_is_named(keren: Keren, lay: Lay) -> None:
    ground, names = keren.world.ground, keren.names.places
    for sides, words in ((ground.roadblock, "roadblock"), (ground.prohibited, "prohibited")):
        here, there = next((a, b) for a, b in sorted(sides) if a < keren.world.hexes and b < keren.world.hexes)
        t = lay("italian.fire", {"col-red-1": names[here], "2-camerons-a": names[there]}, defensive_fire="all")
        assert words in t.refused(f"fire {names[there]} 1").text


def test_3_0_why_a_unit_is_not_set_up_now(keren: Keren) -> None:
    t = Table(keren.new("first-battle", {}))
    t.do("place gren-light-green 1711")
    assert "placed already" in t.refused("place gren-light-green 1711").text
    assert "arrives on turn" in t.refused("place alp-tan-1 6004").text
    assert "not yours" in t.refused("place 2-camerons-a 2420").text
    assert "not yours" in t.refused("area 7").text
    assert "no area 16" in t.refused("area 16").text


def test_14_3_why_a_hex_is_no_retreat(lay: Lay) -> None:
    t = lay("commonwealth.assault", {**dict.fromkeys(CAMERONS, "2418"), "col-red-1": "2417", "col-red-2": "2417", "col-white-1": "5305"})
    t.do("assault 2417", *(f"commit {unit}" for unit in CAMERONS), "fight")
    t.get("DR")
    assert t.asked() == "retreat"
    assert "held by the enemy" in t.refused("retreat col-red-1 2418").text
    assert "not two hexes closer" in t.refused("retreat col-red-1 5304").text
    assert "not on the map" in t.refused("retreat col-red-1 reserve").text


def test_10_5_a_sentence_names_the_tunnel_as_people_do(lay: Lay) -> None:
    tunnel = {"afr-black": "tunnel", "col-red-2": "tunnel", "col-white-1": "tigu"}
    t = lay("commonwealth.assault", {**dict.fromkeys(("2-camerons-a", "2-camerons-b", "2-camerons-c"), "2522"), "4-11-sikh-a": "2623", **tunnel})
    assert t.refused("assault 2530").text == "There is no enemy in 2530."
    t.do("assault tunnel")
    assert "cannot assault the tunnel" in t.refused("commit 4-11-sikh-a").text
    t.do("commit 2-camerons-a", "commit 2-camerons-b", "commit 2-camerons-c", "fight")
    t.get("DR")
    decision = t.game.decision(t.s)
    assert decision is not None
    assert "the units in the tunnel must retreat" in decision.text
    t = lay("italian.movement", {"col-red-1": "2621", **tunnel})
    assert t.refused("move col-red-1 tunnel").text == "There is no room for 1 more in the tunnel: it holds 2 of 2 units."
