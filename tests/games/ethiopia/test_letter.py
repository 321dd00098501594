"""The letter of Gordon's rules and of ours, where independent readers found us lax."""

from __future__ import annotations

from typing import Any

import pytest

from amba.games.ethiopia.rules.r08_supply import supply_roads

ON_THE_PLAIN = {"gordon1": "off", "gordon5": "off"}


def test_g6_b_who_walks_into_another_zone_has_no_mandatory_fight(table: Any) -> None:
    """It began in a zone and went into another one, with the link it needs to enter; the fight is mandatory only for those who stay."""
    units = {"eritrean-1": "6350", "harar-1": "6349", "harar-2": "6353", "hq-i": "6050"}
    t = table(units)
    t.do("move eritrean-1 6352", "done")
    assert "obliged" not in t.marks("eritrean-1")
    assert t.may("done"), "a fight it has sought, not one it must fight"


def test_g6_b_by_the_option_such_a_fight_needs_the_link(table: Any) -> None:
    units = {"eritrean-1": "6350", "harar-1": "6349", "harar-2": "6353"}
    t = table(units, options={"link": "fight"})
    t.do("move eritrean-1 6352", "done")
    assert t.why("attack 6353").rule == "10.2"
    assert "no command link" in t.why("attack 6353").text
    stays = table(units, options={"link": "fight"})
    stays.do("done")
    assert stays.may("attack 6349")


def test_10_1_who_leaves_the_zone_need_not_attack(base: Any) -> None:
    t = base({"sabauda": "6350", "harar-1": "6349", "harar-2": "6353"}, "italian.movement")
    t.do("move sabauda 6352", "done")
    assert t.may("done")


def test_10_1_guns_that_must_attack_do_not_support_elsewhere(table: Any) -> None:
    """Guns that began beside an enemy attack him: to support an attack two hexes away is no way out."""
    units = {"guns-1": "6350", "sabauda": "6347", "harar-1": "6349", "harar-2": "6348"}
    t = table(units, options={"gordon6": "off"})
    t.do("done", "attack 6348")
    assert t.why("join guns-1").rule == "10.1"
    t.do("join sabauda", "fight", "die 3")
    while t.kind() != "combat":
        t.do(t.menu()[0])
    assert t.why("done").rule == "10.1"
    assert t.may("attack 6349")


def test_g2_a_guns_that_need_not_attack_may_support_from_beside_another_enemy(table: Any) -> None:
    t = table({"guns-1": "6350", "sabauda": "6347", "harar-1": "6349", "harar-2": "6348"}, "italian.combat", {"gordon6": "off"})
    t.do("attack 6348")
    assert t.may("join guns-1")


def test_10_1_guns_support_once_their_neighbour_has_been_attacked(table: Any) -> None:
    units = {"guns-1": "6350", "sabauda": "6347", "sila": "6449", "harar-1": "6349", "harar-2": "6348"}
    t = table({**units, "guns-1": {"hex": "6350", "marks": ["obliged"]}}, "italian.combat", {"gordon6": "off"})
    t.do("attack 6349")
    assert t.why("fight").rule == "10.1", "its only neighbour is attacked now: it must join"


def test_10_6_a_garrison_is_no_unit_for_the_supply_shift(table: Any) -> None:
    hungry = {"hex": "6349", "marks": ["out"]}
    trench = {"ethiopian-trench-1": {"hex": "6349", "marks": ["garrison"]}}
    alone = table({"sabauda": "6350", "harar-1": hungry}, "italian.combat", ON_THE_PLAIN)
    held = table({"sabauda": "6350", "harar-1": hungry, **trench}, "italian.combat", ON_THE_PLAIN)
    empty = table({"sabauda": "6350", **trench}, "italian.combat", ON_THE_PLAIN)
    for t in (alone, held, empty):
        t.s.options["gordon6"] = "off"
        t.do("attack 6349", "join sabauda")
    assert alone.items()["defenders out of supply"] == "+1 column"
    assert held.items()["defenders out of supply"] == "+1 column", "all its units are hungry; the counter is none"
    assert "defenders out of supply" not in empty.items()


def test_g5_a_the_preview_offers_losses_only_to_those_who_may_choose_them(table: Any) -> None:
    options = {"gordon6": "off", "gordon1": "off"}
    weak = table({"sabauda": "6350", "danakil": "6349"}, "italian.combat", options)
    weak.do("attack 6349", "join sabauda")
    texts = [chance.text for chance in weak.preview("fight").odds]
    assert "the defenders retreat 2 hexes" in texts, texts
    assert not any("or lose" in text for text in texts)
    strong = table({"sabauda": "6350", "sila": "6350", "mahel-1": "6349"}, "italian.combat", options)
    strong.do("attack 6349", "join sabauda", "join sila")
    assert any("or lose 2 (G5)" in chance.text for chance in strong.preview("fight").odds)


def test_g5_a_a_garrison_alone_is_offered_nothing(table: Any) -> None:
    t = table({"sabauda": "6350", "ethiopian-trench-1": {"hex": "6349", "marks": ["garrison"]}}, "italian.combat", {"gordon6": "off"})
    t.do("attack 6349", "join sabauda")
    texts = [chance.text for chance in t.preview("fight").odds]
    assert "the garrison is lost" in texts, texts
    assert not any("retreat" in text for text in texts if "defenders" in text)


# A garrison is no combat unit (3.1, 6.3): it opens no enemy zone to others.


def garrison(side: str, place: str) -> dict[str, Any]:
    return {f"{side}-trench-1": {"hex": place, "marks": ["garrison"]}}


def test_8_3_a_garrison_keeps_no_supply_road_open_in_an_enemy_zone(base: Any) -> None:
    foe = {"tigre-1": "2809"}
    held = base({**foe, "eritrean-1": "2909"})
    garrisoned = base({**foe, **garrison("italian", "2909")})
    assert held.hex("2909") in supply_roads(held.s)
    assert held.hex("2909") not in supply_roads(garrisoned.s)
    both = base({**foe, "eritrean-1": "2909", **garrison("italian", "2909")})
    assert supply_roads(both.s) == supply_roads(held.s)


def test_10_8_nobody_retreats_into_an_enemy_zone_where_only_a_garrison_is(base: Any) -> None:
    units = {"sabauda": {"hex": "6350", "points": 4}, "harar-1": "6349"}
    t = base({**units, **garrison("ethiopian", "6249")}, "italian.combat")
    t.do("attack 6349", "join sabauda", "fight", "die 2")
    assert t.why("retreat harar-1 6249").text == "6249 is in an enemy zone, and no friendly combat unit is there."
    friend = base({**units, "harar-2": "6249", **garrison("ethiopian", "6249")}, "italian.combat")
    friend.do("attack 6349", "join sabauda", "fight", "die 2")
    assert friend.may("retreat harar-1 6249")


def test_7_8_a_garrison_is_no_escort_for_a_leader_in_an_enemy_zone(base: Any) -> None:
    units = {"sabauda": "6350", "nasibu": "6348"}
    assert base({**units, **garrison("ethiopian", "6349")}, "ethiopian.movement").why("move nasibu 6349").rule == "7.8"
    assert base({**units, "harar-1": "6349", **garrison("ethiopian", "6349")}, "ethiopian.movement").may("move nasibu 6349")


def test_11_4_a_garrison_covers_no_building_in_an_enemy_zone(base: Any) -> None:
    units = {"hq-ii": "2910", "tigre-1": "2811"}
    free = base({"hq-ii": "2910"}, "italian.works")
    assert free.may("build hq-ii 2911")
    assert base({**units, "eritrean-1": "2911"}, "italian.works").may("build hq-ii 2911")
    found = base({**units, **garrison("italian", "2911")}, "italian.works").why("build hq-ii 2911")
    assert found.text == "2911 is in an enemy zone, and no Italian combat unit is there."


def test_g4_c_what_is_left_in_a_dump_is_said_in_plain_words(table: Any) -> None:
    trench = {"italian-trench-1": {"hex": "3420", "marks": ["dump"]}}
    units = {"sabauda": "3420", "gavinana": "3419", "sila": "3421", "dubat-1": "3420", "dubat-2": "3420", **trench}
    t = table(units, "italian.supply", turn=10, control={"italian": ["asmara"]})
    t.do("feed sabauda", "feed gavinana")
    assert "feeds 1 division more." in t.game.decision(t.s).text
    t.do("feed dubat-1")
    assert "feeds ⅔ of a division more." in t.game.decision(t.s).text
    assert t.why("feed sila").text == "27 Sila counts 1 division, and the dump feeds ⅔ of a division more."


# 30: a way of one's own choice (2.4, 7.9).


def test_7_1_a_unit_goes_by_a_way_of_its_players_choosing(base: Any) -> None:
    """Axum lies beside the cheapest way: whoever passes through it takes it (2.4)."""
    units = {"eritrean-1": "2812", "hq-ii": "2812"}
    short = base(units)
    short.do("move eritrean-1 2814")
    own = base(units)
    own.do("march eritrean-1", "go 2712", "go 2713", "go 2714", "go 2814", "halt")
    axum = own.hex("2813")
    assert own.at("eritrean-1") == "2814"
    assert {short.s.controller(axum), own.s.controller(axum)} == {0, 1}, "one way leads through the town, the other past it"
    assert own.why("move eritrean-1 2813").text == "I Eritrean Brigade has moved in this phase."


def test_7_9_the_way_may_lead_over_a_leader(base: Any) -> None:
    t = base({"eritrean-1": "6352", "nasibu": "6251"})
    t.do("march eritrean-1", "go 6251", "go 6350", "halt")
    assert t.at("nasibu") != "6251"
    past = base({"eritrean-1": "6352", "nasibu": "6251"})
    past.do("march eritrean-1", "go 6351", "go 6350", "halt")
    assert past.at("nasibu") == "6251"


def test_7_1_every_step_of_the_way_is_paid(base: Any) -> None:
    t = base({"sabauda": "6350"})
    t.do("march sabauda", "go 6351")
    cost = {label: value for label, value, _ in t.preview("go 6352").items}
    spent = sum(int(value) for value in cost.values())
    assert t.preview("go 6352").path == ("6350", "6351", "6352")
    assert t.preview("go 6352").cost == f"{spent} of 5"
    t.do("go 6350", "go 6351", "go 6350")
    refusal = t.why("go 6356")
    assert refusal.rule == "7.1"
    assert "needs" in refusal.text


def test_6_4_the_way_ends_in_an_enemy_zone(base: Any) -> None:
    t = base({"sabauda": "6352", "harar-1": "6349"})
    t.do("march sabauda", "go 6351", "go 6350")
    assert t.kind() == "movement"
    assert t.at("sabauda") == "6350"


def test_5_2_the_way_may_lead_through_a_full_hex_and_not_end_there(base: Any) -> None:
    t = base({"sabauda": "6352", "sila": "6351", "gavinana": "6351", "gran-sasso": "6351"})
    t.do("march sabauda", "go 6351")
    assert t.why("halt").rule == "5.1"
    t.do("go 6350", "halt")
    assert t.at("sabauda") == "6350"


def test_7_1_a_march_can_be_called_off(base: Any) -> None:
    t = base({"sabauda": "6352"})
    t.do("march sabauda", "halt")
    assert t.marks("sabauda") == set()
    assert t.may("move sabauda 6351")


def test_7_1_one_may_go_out_and_come_back(base: Any) -> None:
    """To take a place on the way, and its own again."""
    t = base({"eritrean-1": "6352"})
    t.do("march eritrean-1", "go 6351", "go 6352", "halt")
    assert t.at("eritrean-1") == "6352"
    assert "moved" in t.marks("eritrean-1")
    zone = base({"eritrean-1": "6350", "harar-1": "6349"})
    zone.do("march eritrean-1", "go 6351")
    assert zone.why("go 6350").rule == "6.5", "the same zone elsewhere, not the same hex"


def test_g6_a_on_a_way_the_link_is_looked_at_too(table: Any) -> None:
    t = table({"eritrean-1": "6353", "harar-1": "6349"})
    t.do("march eritrean-1", "go 6351")
    assert t.why("go 6350").rule == "G6.a"
    linked = table({"eritrean-1": "6353", "harar-1": "6349", "hq-i": "6355"})
    linked.do("march eritrean-1", "go 6351", "go 6350")
    assert "linked" in linked.marks("eritrean-1")


def beaten(base: Any, units: dict[str, Any], **more: Any) -> Any:
    """Tigre 1 south of Adua is beaten from the south and must go back two hexes."""
    t = base({"sabauda": "2915", "tigre-1": "2914", **units}, "italian.combat", **more)
    t.do("attack 2914", "join sabauda")
    falls = {"3-1": 2, "2-1": 1, "1-1": 0}
    t.do("fight", f"die {falls[t.column()]}")
    return t


def test_2_4_a_retreat_passes_through_places(base: Any) -> None:
    """A place belongs to whoever was the last to enter or pass through it, in whatever way."""
    t = beaten(base, {}, control={"italian": ["adua"]})
    adua = t.hex("2913")
    assert t.s.controller(adua) == 0
    t.do("retreat tigre-1 2912")
    assert t.s.controller(adua) == 1


def test_7_9_a_retreat_takes_a_headquarters_that_it_passes(base: Any) -> None:
    t = beaten(base, {"hq-ii": "2913"})
    t.do("retreat tigre-1 2912")
    assert t.at("hq-ii") == "reinforcements"


@pytest.mark.parametrize(("hexes", "place"), [(["2813"], "2813"), (["2913"], "2913"), (["2813", "2913"], "2913")])
def test_2_4_of_two_ways_a_retreat_goes_by_the_one_that_takes_more(base: Any, hexes: list[str], place: str) -> None:
    """From 2914 to 2812 two ways lead, by Axum (2) and by Adua (3): its owner would choose the dearer place that he can take."""
    t = beaten(base, {}, control={"italian": hexes})
    t.do("retreat tigre-1 2812")
    assert t.s.controller(t.hex(place)) == 1
    assert sum(t.s.controller(t.hex(one)) == 0 for one in hexes) == len(hexes) - 1


def test_g6_c_a_headquarters_in_the_mogadishu_box_leads_who_sets_out_from_it(table: Any) -> None:
    units = {"dubat-1": "mogadishu", "harar-1": "7470"}
    assert table(units).why("move dubat-1 7471").rule == "G6.a"
    t = table({**units, "hq-south": "mogadishu"})
    assert t.may("move dubat-1 7471")
    t.do("move dubat-1 7471", "done")
    assert t.may("attack 7470"), "it entered with its link"
