"""Solid shot at men: guns that have no high explosive fire it at them, 1 factor below 37 mm and 2 from 37 mm on (34.4)."""

from __future__ import annotations

from amba.core.event import Said
from amba.games.hollow.rules.armour.r034_high_explosive import Burst, direct_column, near_column, shot_power
from tests.games.hollow.test_vehicle_guns import fire, lawful

TWO_POUNDER = "aG1 L5 br-oqf-2-pdr @5; a1 L5 br-228 +aG1"


def test_34_4_solid_shot_is_worth_one_factor_and_two_from_37_mm_on() -> None:
    assert [shot_power(calibre) for calibre in (20, 25, 36, 37, 40, 57)] == [1, 1, 1, 2, 2, 2]
    assert near_column(Burst(40, is_shot=True)) == 2
    assert near_column(Burst(40, is_critical=True, is_shot=True)) == 4, "the whole shot twice"
    assert direct_column(Burst(25, is_shot=True)) == 1


def test_34_4_a_two_pounder_fires_solid_shot_at_men() -> None:
    t = fire(f"{TWO_POUNDER}; x1 L9 it-347", "allied")
    assert "shell aG1 L9" in t.menu()
    found = t.preview("shell aG1 L9").items
    assert ("a hit of solid shot: 40 mm", "2", "34.4") in found
    assert ("a hit of solid shot: column", "2", "34.4") in found
    lawful(t, "shell aG1 L9")
    t.do("shell aG1 L9", "roll 3,4")
    decision = t.game.decision(t.s)
    assert decision is not None
    assert decision.kind == "burst"
    assert decision.values["what"] == "The shot strikes"
    events = t.do("roll 1,1")
    assert [e.what for e in events if isinstance(e, Said) and e.what in {"burst", "solid shot"}] == ["solid shot"]


def test_34_4_solid_shot_is_aimed_at_men_and_not_fired_over_the_area() -> None:
    t = fire(f"{TWO_POUNDER}; x1 L9 it-347", "allied")
    assert t.refused("shell aG1 L9 area").rule == "34.4"


def test_34_4_a_gun_with_high_explosive_fires_that() -> None:
    t = fire("xG1 L5 it-cannone-47-32 @5; x1 L5 it-227 +xG1; a1 L9 br-457", "axis")
    assert ("a hit bursts: 47 mm", "4", "34.4") in t.preview("shell xG1 L9").items


def test_34_4_the_gun_of_a_tank_without_shells_fires_shot_too() -> None:
    t = fire("aV1 L5 br-matilda-ii @5; x1 L8 it-347", "allied", date="1941-06-01")
    assert ("a hit of solid shot: column", "2", "34.4") in t.preview("shell aV1 L8").items
    lawful(t, "shell aV1 L8")


def test_190_4_186_16_neither_sand_nor_stones_change_solid_shot() -> None:
    for ground in ("sand", "hammada"):
        t = fire(f"{TWO_POUNDER}; x1 L9 it-347", "allied", words={ground: "L9"})
        items = t.preview("shell aG1 L9").items
        assert ("a hit of solid shot: column", "2", "34.4") in items
        assert not any("hit" in what and rule in {"190.4", "186.16"} for what, _, rule in items), ground
        lawful(t, "shell aG1 L9")


def test_145_32_the_crew_of_a_gun_is_struck_behind_its_shield_and_the_gun_is_not_wrecked_by_a_near_miss() -> None:
    t = fire("xG1 L9 br-oqf-2-pdr @11; x1 L9 it-227 +xG1; aG1 L5 br-oqf-2-pdr @5; a1 L5 br-228 +aG1", "allied")
    assert ("a hit of solid shot: gunshield, if it is no direct hit", "+2", "145.32") in t.preview("shell aG1 L9").items
    lawful(t, "shell aG1 L9")
    t.do("shell aG1 L9", "roll 3,4", "roll 1,2")
    assert t.s.is_on_map(t.piece("xG1"))


def test_37_rifles_that_men_carry_fire_as_small_arms() -> None:
    t = fire("a1 L5 br-457 +aW1; aW1 L5 br-atr; x1 L7 it-347", "allied")
    assert not any(order.startswith("shell aW1") for order in t.menu())
