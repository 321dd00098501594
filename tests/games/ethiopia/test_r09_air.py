"""9 The air."""

from __future__ import annotations

from typing import Any

from amba.games.ethiopia.rules.r13_victory import points


def test_9_1_twelve_hexes_from_an_airfield_of_its_half(base: Any) -> None:
    t = base({"bomber-1": "air-north", "bomber-4": "air-south", "tigre-1": "2913", "sidamo-1": "5268"}, "italian.airstrike")
    assert t.may("fly bomber-1 2913")
    assert not t.may("fly bomber-1 5268")
    assert t.may("fly bomber-4 5268")
    far = base({"bomber-1": "air-north", "tigre-1": "3423"}, "italian.airstrike")
    assert far.why("fly bomber-1 3423").rule == "9.1"
    taken = base({"bomber-1": "air-north", "tigre-1": "3423"}, "italian.airstrike", control={"italian": ["makale"]})
    assert taken.may("fly bomber-1 3423")


def test_9_1_air_units_come_home_at_the_next_airstrike(base: Any) -> None:
    t = base({"bomber-1": "2913", "tigre-1": "2913"}, "italian.airstrike")
    assert t.at("bomber-1") == "air-north"


def test_9_2_over_the_enemy_or_over_friends(base: Any) -> None:
    t = base({"bomber-1": "air-north", "tigre-1": "2913", "sabauda": "2910"}, "italian.airstrike")
    assert t.may("fly bomber-1 2913")
    assert t.may("fly bomber-1 2910")
    assert not t.may("fly bomber-1 2911")


def shift(base: Any, units: dict[str, Any], phase: str, first: str, hex: str) -> dict[str, str]:
    t = base(units, phase)
    t.do(f"attack {hex}", f"join {first}")
    found: dict[str, str] = t.items()
    return found


def test_9_3_bombers_shift_a_column_each_two_at_most(base: Any) -> None:
    fight = {"sabauda": "6350", "harar-1": "6349"}
    one = shift(base, {**fight, "bomber-4": "6349"}, "italian.combat", "sabauda", "6349")
    three = shift(base, {**fight, "bomber-4": "6349", "bomber-5": "6349", "bomber-6": "6349"}, "italian.combat", "sabauda", "6349")
    assert (one["bombers"], three["bombers"]) == ("+1 column", "+2 columns")
    covered = shift(base, {**fight, "nasibu": "6349", "bomber-4": "6350"}, "ethiopian.combat", "harar-1", "6350")
    assert covered["bombers"] == "-1 column"


def test_9_4_fighters_shift_nothing(base: Any) -> None:
    items = shift(base, {"sabauda": "6350", "harar-1": "6349", "fighter-2": "6349"}, "italian.combat", "sabauda", "6349")
    assert not any("column" in value for value in items.values())


def test_9_5_gas_doubles_one_bomber_and_costs_two_points(base: Any) -> None:
    units = {"sabauda": "5071", "sidamo-1": "5070", "bomber-4": "air-south"}
    t = base(units, "italian.airstrike", turn=9, options={"gas": "on"})
    before = points(t.s)
    t.do("fly bomber-4 5070")
    decision, preview = t.game.decision(t.s), t.preview("gas 5070")
    assert "gas" in decision.text
    assert preview.cost == "2 victory points"
    t.do("gas 5070")
    assert points(t.s) == before - 2
    assert not t.may("gas 5070")
    t.do("done", "done", "attack 5070", "join sabauda")
    assert t.items()["gas"] == "+1 column"
    assert base(units, "italian.airstrike", turn=8, options={"gas": "on"}).why("gas 5070").rule == "9.5"
    off = base(units, "italian.airstrike", turn=9)
    off.do("fly bomber-4 5070")
    assert not off.may("gas 5070")
