"""8 Supply."""

from __future__ import annotations

from typing import Any

from amba.games.ethiopia.rules.r08_supply import covered, supply_roads


def test_8_1_seven_hexes_to_a_road_that_leads_to_massawa(base: Any) -> None:
    t = base({})
    cover = covered(t.s, 0)
    assert cover[t.hex("3311")] == 0
    assert cover[t.hex("3318")] == 7
    assert t.hex("3319") not in cover


def test_8_1_a_cut_road_carries_nothing(base: Any) -> None:
    t = base({"tigre-1": "3309"}, "ethiopian.movement")
    net = supply_roads(t.s)
    assert t.hex("3208") not in net, "an enemy zone"
    assert t.hex("3311") not in net


def test_8_1_mogadishu_feeds_by_its_two_exits(base: Any) -> None:
    t = base({})
    assert {t.hex("5472"), t.hex("7471"), t.hex("5170")} <= supply_roads(t.s)


def test_8_2_ethiopians_live_near_their_towns_and_leaders(base: Any) -> None:
    t = base({"nasibu": "5254"})
    cover = covered(t.s, 1)
    assert cover[t.hex("5254")] == 0
    assert t.hex("5156") in cover
    assert cover[t.hex("2942")] == 0


def test_8_3_no_line_through_enemies_or_their_zones_without_friends(base: Any) -> None:
    units = {"sabauda": "3317", "tigre-1": "3214", "tigre-2": "3513"}
    t = base(units)
    assert t.hex("3317") not in covered(t.s, 0)
    friend = base({**units, "eritrean-1": "3314", "eritrean-2": "3313", "eritrean-3": "3315"})
    assert friend.hex("3317") in covered(friend.s, 0)


def test_8_3_a_leader_alone_in_an_enemy_zone_feeds_nobody(base: Any) -> None:
    """His hex is the end of the line, and a line goes through no enemy zone without a combat unit of its side."""
    units, lost = {"nasibu": "5254", "sabauda": "5255", "wag-1": "5252"}, {"italian": ["imi", "ginir", "goba"]}
    alone = base(units, "ethiopian.supply", control=lost)
    assert alone.s.zoc(0)[alone.hex("5254")]
    assert not {alone.hex("5254"), alone.hex("5252")} & set(covered(alone.s, 1))
    assert "out" in alone.marks("wag-1")
    escorted = base({**units, "harar-1": "5254"}, "ethiopian.supply", control=lost)
    assert "out" not in escorted.marks("wag-1")


def test_8_3_a_dump_with_a_garrison_alone_in_an_enemy_zone_feeds_nobody(table: Any) -> None:
    dump = {"italian-trench-1": {"hex": "3317", "points": 3, "marks": ["dump", "garrison"]}, "sabauda": "3323"}
    free = table(dump, "italian.supply")
    assert "out" not in free.marks("sabauda")
    cut = table({**dump, "tigre-1": "3416"}, "italian.supply")
    assert cut.s.zoc(1)[cut.hex("3317")]
    assert "out" in cut.marks("sabauda")


def test_8_4_each_check_counts_or_clears(base: Any) -> None:
    t = base({"sabauda": "6349", "sila": {"hex": "asmara", "count": 2, "marks": ["out"]}}, "italian.supply")
    assert t.s.points[t.unit("sabauda")] == 1
    assert t.marks("sabauda") == {"out"}
    assert t.s.points[t.unit("sila")] == 0
    assert t.marks("sila") == set()


def test_8_5_from_the_third_turn_a_point_is_lost_at_each_check(base: Any) -> None:
    t = base({"sabauda": {"hex": "6349", "count": 2}, "sila": {"hex": "6350", "count": 3}, "gavinana": {"hex": "6351", "count": 1}}, "italian.supply")
    assert (t.points("sabauda"), t.points("sila"), t.points("gavinana")) == (6, 6, 7)


def test_8_6_some_live_off_the_land(base: Any) -> None:
    t = base({"dubat-1": "6349", "aussa": "6350", "peloritana": {"hex": "mogadishu", "count": 2, "marks": ["out"]}}, "italian.supply")
    assert t.marks("dubat-1") == t.marks("aussa") == set()
    hills = base({"dubat-1": "3423"}, "italian.supply")
    assert hills.game.world.map.terrain[hills.hex("3423")] in {"mountain", "massif", "amba"}
    assert hills.marks("dubat-1") == {"out"}, "not in the mountains"
    assert t.marks("peloritana") == set()


def test_8_7_commanders_and_air_units_need_none(base: Any) -> None:
    t = base({"hq-south": "6349", "bomber-4": "air-south"}, "italian.supply")
    assert t.marks("hq-south") == set()
    assert t.s.points[t.unit("hq-south")] == 0
