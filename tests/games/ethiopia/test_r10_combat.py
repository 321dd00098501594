"""10 Combat, without Gordon's rules. The plain around 6349 is clear."""

from __future__ import annotations

from typing import Any

import pytest

from amba.core.order import Done
from amba.games.ethiopia.world import counted

# Neighbours of 6349: 6348 north, 6448 north-east, 6449 south-east, 6350 south, 6249 south-west, 6248 north-west.


def fight(base: Any, attackers: dict[str, Any], defenders: dict[str, Any], target: str = "6349", **more: Any) -> Any:
    """Everyone named attacks the target; the die has not been rolled."""
    phase = more.pop("phase", "italian.combat")
    t = base({**attackers, **defenders}, phase, **more)
    t.do(f"attack {target}")
    for key in attackers:
        if t.may(f"join {key}"):
            t.do(f"join {key}")
    return t


def test_10_1_who_began_beside_the_enemy_must_attack(base: Any) -> None:
    t = base({"sabauda": "6350", "harar-1": "6349"}, "italian.movement")
    assert "obliged" in t.marks("sabauda")
    t.do("done")
    assert t.why("done").rule == "10.1"
    t.do("attack 6349", "join sabauda", "fight", "die 5")
    assert t.kind() != "combat" or t.may("done")


def test_10_1_he_who_can_only_attack_here_must_join(base: Any) -> None:
    t = base({"sabauda": "6350", "sila": "6348", "harar-1": "6349"}, "italian.movement")
    t.do("done", "attack 6349", "join sila")
    refusal = t.why("fight")
    assert refusal.rule == "10.1"
    assert "Sabauda" in refusal.text


def test_10_2_others_may_but_not_into_ground_they_cannot_enter(base: Any) -> None:
    t = base({"sabauda": "6350", "harar-1": "6349"}, "italian.combat")
    assert t.may("done")
    assert t.may("attack 6349")
    amba = base({"cv-1": "3418", "mahel-1": "3417"}, "italian.combat")
    assert amba.why("attack 3417").rule == "10.2"


def test_10_3_a_unit_and_a_hex_fight_once(base: Any) -> None:
    t = fight(base, {"sabauda": "6350"}, {"harar-1": "6349", "harar-2": "6250"})
    t.do("fight", "die 4")
    while t.kind() != "combat":
        t.do(t.menu()[0])
    assert not t.may("attack 6349")
    assert not t.may("attack 6250"), "its only neighbour has fought"


def test_10_3_everybody_joins_at_once(base: Any) -> None:
    t = base({"sabauda": "6350", "sila": "6348", "harar-1": "6349"}, "italian.combat")
    t.do("attack 6349", "all")
    assert t.items()["Attack"] == "14"
    assert t.why("all").rule == "10.3"
    one = base({"sabauda": "6350", "harar-1": "6349"}, "italian.combat")
    one.do("attack 6349")
    assert not one.may("all"), "one unit is named, not everybody"


def test_the_prompt_names_the_place(base: Any) -> None:
    t = base({"sabauda": "2912", "tigre-1": "adua"}, "italian.combat")
    t.do("attack 2913")
    decision = t.game.decision(t.s)
    assert decision is not None
    assert "Adua (2913)" in decision.text


def test_the_odds_speak_of_losses_only_where_they_may_be_chosen(base: Any) -> None:
    for switch, words in (("off", "the defenders retreat 3 hexes"), ("on", "the defenders retreat 3 hexes or lose 3 (G5)")):
        t = fight(base, {"sabauda": "6350", "sila": "6350"}, {"mahel-1": "6349"}, options={"gordon5": switch})
        found = t.preview("fight")
        assert next(chance.text for chance in found.odds if chance.label == "D3") == words


def test_10_4_odds_are_rounded_for_the_defender(base: Any) -> None:
    assert fight(base, {"sabauda": "6350"}, {"harar-1": "6349"}).column() == "3-1"
    assert fight(base, {"sabauda": "6350"}, {"mahel-1": "6349", "harar-1": "6349"}).column() == "1-1"
    weak = fight(base, {"dubat-1": "6350"}, {"mahel-1": "6349", "mahel-2": "6349"})
    assert weak.column() == "1-3"
    strong = fight(base, {"sabauda": "6350", "sila": "6348", "gavinana": "6249"}, {"danakil": "6349"})
    assert strong.column() == "6-1"


@pytest.mark.parametrize(
    ("target", "beside", "shift"),
    [("3418", "3518", "-1 column"), ("3417", "3418", "-2 columns"), ("3419", "3418", "-3 columns"), ("6349", "6350", "")],
)
def test_10_5_terrain_shifts_to_the_left(base: Any, target: str, beside: str, shift: str) -> None:
    t = fight(base, {"sabauda": beside}, {"mahel-1": target}, target)
    terrain = t.game.world.map.terrain[t.hex(target)]
    assert t.items().get(terrain, "") == shift


def test_10_5_city_and_river(base: Any) -> None:
    city = fight(base, {"sabauda": "3316"}, {"mahel-1": "3317"}, "3317")
    assert city.items()["city"] == "-1 column"
    river = fight(base, {"sabauda": "2911"}, {"mahel-1": "2912"}, "2912")
    assert river.items()["all attack across a river"] == "-1 column"
    both = fight(base, {"sabauda": "2911", "sila": "2913"}, {"mahel-1": "2912"}, "2912")
    assert "all attack across a river" not in both.items()


def test_10_6_supply_shifts(base: Any) -> None:
    out = {"hex": "6350", "marks": ["out"]}
    t = fight(base, {"sabauda": out, "sila": "6348"}, {"harar-1": {"hex": "6349", "marks": ["out"]}})
    assert t.items()["attackers out of supply"] == "-2 columns"
    assert t.items()["defenders out of supply"] == "+1 column"
    some = fight(base, {"sabauda": "6350"}, {"harar-1": {"hex": "6349", "marks": ["out"]}, "harar-2": "6349"})
    assert "defenders out of supply" not in some.items()


def test_10_7_contact_does_nothing_and_elimination_removes(base: Any) -> None:
    t = fight(base, {"sabauda": "6350"}, {"harar-1": "6349"})
    t.do("fight", "die 5")
    assert (t.at("sabauda"), t.at("harar-1"), t.kind()) == ("6350", "6349", "combat")
    strong = fight(base, {"sabauda": "6350", "sila": "6348"}, {"harar-1": "6349", "nasibu": "6349"})
    strong.do("fight", "die 1")
    assert strong.at("harar-1") == strong.at("nasibu") == "eliminated"
    weak = fight(base, {"dubat-1": "6350"}, {"mahel-1": "6349", "mahel-2": "6349"})
    weak.do("fight", "die 6")
    assert weak.at("dubat-1") == "eliminated"


def test_10_8_retreat_goes_exactly_so_far_and_always_farther(base: Any) -> None:
    t = fight(base, {"sabauda": "6350"}, {"harar-1": "6349", "nasibu": "6349"})
    t.do("fight", "die 1")
    assert t.kind() == "retreat"
    names, distance = t.game.names, t.game.world.grid.distance
    ends = [words.split()[2] for words in t.menu() if words.split()[1] == "harar-1"]
    assert ends
    assert all(distance(t.hex("6349"), names.place[h]) == 3 for h in ends)
    t.do("retreat harar-1 6346", "retreat nasibu 6346")
    assert t.at("harar-1") == "6346"


def test_10_8_who_cannot_retreat_is_eliminated(base: Any) -> None:
    ring = {"sabauda": "6350", "sila": "6348", "gavinana": "6248", "cosseria": "6448", "tevere": "6249", "assietta": "6449"}
    t = base({**ring, "mahel-1": "6349", "mahel-2": "6349"}, "italian.combat")
    t.do("attack 6349", "join sabauda", "join sila", "fight", "die 2")
    assert t.at("mahel-1") == t.at("mahel-2") == "eliminated"


def test_10_9_exchange_the_weaker_loses_all_the_other_as_many(base: Any) -> None:
    t = fight(base, {"sabauda": "6350"}, {"harar-1": "6349"})
    t.do("fight", "die 3")
    assert t.at("harar-1") == "eliminated"
    assert t.points("sabauda") == 5


def test_10_10_engaged_units_stand_and_then_attack(base: Any) -> None:
    t = fight(base, {"sabauda": "6350"}, {"harar-1": "6349", "nasibu": "6349"})
    t.do("fight", "die 4")
    assert "engaged" in t.marks("sabauda") & t.marks("harar-1")
    t.do("done", "done")
    assert t.kind() == "movement"
    assert t.why("move harar-1 6348").rule == "7.10"
    t.do("done")
    assert "engaged" not in t.marks("harar-1")
    assert t.why("done").rule == "10.1"


def test_10_10_the_mark_falls_when_the_enemy_is_gone(base: Any) -> None:
    t = base({"harar-1": {"hex": "6349", "marks": ["engaged"]}}, "ethiopian.movement")
    assert t.may("move harar-1 6348")


def test_10_11_attackers_may_advance_with_their_commanders(base: Any) -> None:
    t = base({"sabauda": "6350", "sila": "6348", "hq-i": "6350", "harar-1": "6349"}, "italian.combat")
    t.do("attack 6349", "join sabauda", "join sila", "fight", "die 1")
    assert t.kind() == "advance"
    assert not t.may("advance hq-i"), "not before the troops"
    t.do("advance sila", "advance hq-i")
    assert t.game.label(t.s, Done()) == "Nobody else advances", "the phase goes on"
    t.do("done")
    assert t.at("sila") == t.at("hq-i") == "6349"
    assert t.at("sabauda") == "6350"


def test_10_12_levies_attack_near_a_leader_of_their_army(base: Any) -> None:
    far = base({"harar-1": "6349", "sabauda": "6350", "nasibu": "6345"}, "ethiopian.combat")
    assert not far.may("attack 6350")
    near = base({"harar-1": "6349", "sabauda": "6350", "nasibu": "6346"}, "ethiopian.combat")
    assert near.may("attack 6350")
    other = base({"harar-1": "6349", "sabauda": "6350", "imru": "6349", "nasibu": "6055"}, "ethiopian.combat")
    assert not other.may("attack 6350")
    emperor = base({"harar-1": "6349", "sabauda": "6350", "haile-selassie": "6349", "nasibu": "6055"}, "ethiopian.combat")
    assert emperor.may("attack 6350")
    orphan = base({"harar-1": "6349", "sabauda": "6350", "imru": "6349"}, "ethiopian.combat")
    assert orphan.may("attack 6350")
    alone = base({"harar-1": {"hex": "6349", "marks": ["obliged"]}, "sabauda": "6350"}, "ethiopian.combat")
    assert alone.may("done"), "without a leader it need not attack"


def test_10_12_the_guard_needs_no_leader(base: Any) -> None:
    t = base({"guard-1": "6349", "sabauda": "6350"}, "ethiopian.combat")
    assert t.may("attack 6350")


def test_odds_panel_agrees_with_the_die(base: Any) -> None:
    """Law 7: the chances shown are those of the rules."""
    t = fight(base, {"sabauda": "6350"}, {"harar-1": "6349"})
    found = t.preview("fight")
    assert sum(chance.chance for chance in found.odds) == 1
    assert {chance.label for chance in found.odds} == {"D3", "D2", "EX", "ENG", "C", "A1"}


def test_10_8_a_prompt_speaks_of_one_unit_and_of_several_as_people_do() -> None:
    assert [counted(1, "unit"), counted(2, "unit"), counted(1, "hex"), counted(4, "hex")] == ["1 unit", "2 units", "1 hex", "4 hexes"]
