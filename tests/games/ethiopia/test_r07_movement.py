"""7 Movement."""

from __future__ import annotations

from typing import Any

from amba.games.ethiopia.game import Ethiopia
from amba.games.ethiopia.rules.r07_movement import allowance, reach_of


def cost(t: Any, unit: str, hex: str) -> float:
    """Movement points to get there."""
    return reach_of(t.s, t.unit(unit)).cost[t.hex(hex)] / 2


def test_7_1_each_unit_moves_once_up_to_its_factor(base: Any) -> None:
    t = base({"sabauda": "6349"})
    assert t.may("move sabauda 6344")
    refusal = t.why("move sabauda 6343")
    assert (refusal.rule, refusal.values["needs"], refusal.values["has"]) == ("7.1", "6", "5")
    t.do("move sabauda 6348")
    assert "moved" in t.marks("sabauda")
    assert t.why("move sabauda 6347").rule == "7.1"


def test_7_2_the_chart_gives_the_cost_and_closes_ambas_to_motors(base: Any) -> None:
    t = base({"sabauda": "3418", "pusteria": "3418", "cv-1": "3418"})
    assert cost(t, "sabauda", "3518") == 2
    assert cost(t, "pusteria", "3518") == 1
    assert cost(t, "sabauda", "3417") == 3
    assert not t.may("move cv-1 3417")


def test_7_3_a_road_costs_half_a_point(base: Any) -> None:
    t = base({"sabauda": "asmara"})
    assert cost(t, "sabauda", "3311") == 3.5


def test_7_4_a_track_costs_one_and_motors_two(base: Any) -> None:
    t = base({"sabauda": "3311", "cv-1": "3311"})
    assert cost(t, "sabauda", "3314") == 3
    assert cost(t, "cv-1", "3314") == 6


def test_7_4_a_track_is_never_dearer_than_the_ground_it_lies_on(base: Any) -> None:
    """It helps marching (2.6): over clear ground motors pay one point beside it, and so they do along it."""
    t = base({"cv-1": "2022", "sabauda": "2022"})
    assert t.hex("2023") in t.game.world.tracks[t.hex("2022")]
    assert (cost(t, "cv-1", "2023"), cost(t, "sabauda", "2023")) == (1, 1)
    assert t.preview("move cv-1 2023").items[0][1:] == ("1", "7.2")
    assert t.preview("move sabauda 2023").items[0][1:] == ("1", "7.4")


def test_7_5_in_the_rains_roads_cost_one_and_tracks_are_no_worse(base: Any) -> None:
    t = base({"sabauda": "asmara", "gavinana": "3317"}, turn=21)
    assert cost(t, "sabauda", "3309") == 5
    assert cost(t, "gavinana", "3318") == 1


def test_7_6_a_river_costs_more_off_the_road(base: Any) -> None:
    t = base({"sabauda": "2911", "gran-sasso": "2812"})
    river = (t.hex("2911"), t.hex("3011"))
    assert river in t.game.world.river
    assert cost(t, "sabauda", "3011") == 3
    assert t.game.world.step_cost("motor", *river, False, False) == (4 + 2) * 2


def test_7_7_one_ethiopian_unit_a_turn_by_rail(base: Any) -> None:
    t = base({"guard-1": "addis-ababa", "guard-2": "addis-ababa"}, "ethiopian.movement")
    assert t.may("rail guard-1 3942")
    assert t.may("rail guard-1 5037")
    assert not t.may("rail guard-1 5236"), "more than twenty-four hexes"
    t.do("rail guard-1 3942")
    assert t.why("rail guard-2 3942").rule == "7.7"


def test_7_7_no_train_through_an_enemy_zone(base: Any) -> None:
    t = base({"guard-1": "addis-ababa", "genova": "3343"}, "ethiopian.movement")
    assert not t.may("rail guard-1 3942")


def test_7_8_commanders_in_a_zone_only_with_a_combat_unit(base: Any) -> None:
    t = base({"hq-i": "6352", "harar-1": "6349", "dubat-1": "6250"})
    assert t.why("move hq-i 6350").rule == "7.8"
    t.do("move dubat-1 6350")
    assert t.may("move hq-i 6350")


def test_7_9_commanders_alone_are_overrun(base: Any) -> None:
    t = base({"dubat-1": "6352", "nasibu": "6350"})
    t.do("move dubat-1 6349")
    assert t.at("nasibu") in {"6350", "eliminated"}
    t = base({"dubat-1": "6352", "nasibu": "6350"})
    t.do("move dubat-1 6350")
    assert t.at("nasibu") == "eliminated"


def test_7_9_a_headquarters_comes_back_two_turns_later(game: Ethiopia, base: Any) -> None:
    t = base({"harar-1": "6352", "hq-i": "6350", "sabauda": "asmara"}, "ethiopian.movement")
    t.do("move harar-1 6350")
    assert t.at("hq-i") == "reinforcements"
    while t.s.turn < 5:
        t.do("done")
    assert t.at("hq-i") == "2906"


def test_7_1_a_unit_without_movement_points_is_not_asked_to_move(base: Any) -> None:
    """The frontier posts were lit in every movement phase, set out, and stood there with nothing left."""
    t = base({"post-senafe": "3311", "sabauda": "3311"})
    for order in ("march post-senafe", "move post-senafe 3312"):
        assert (t.why(order).rule, t.why(order).values["unit"]) == ("7.1", "Senafe post")
    assert t.may("march sabauda")
    assert not any("post-senafe" in t.game.spell(order) for order in [*t.game.legal(t.s).heads, *t.game.legal(t.s).plain])


def test_7_1_a_way_never_leads_where_one_can_neither_halt_nor_go_on(base: Any) -> None:
    """Starving, it could step into a full hex and from there only back into the zone it left, which 6.5 forbids."""
    full = dict.fromkeys(("sila", "gavinana", "gran-sasso"), "1712")
    units = {"sabauda": {"hex": "1711", "count": 2}, "harar-1": "1710"}
    t = base({**units, **full})
    t.do("march sabauda")
    assert t.why("go 1712").rule == "5.1"
    assert "go 1712" not in t.menu()
    free = base({"sabauda": units["sabauda"], **full})
    free.do("march sabauda", "go 1712")
    assert free.why("halt").rule == "5.1"
    assert free.menu() == ["go 1711"], "without the enemy zone it may come back"


def test_7_10_an_engaged_unit_may_not_move(base: Any) -> None:
    t = base({"dubat-1": {"hex": "6350", "marks": ["engaged"]}, "harar-1": "6349"})
    assert t.why("move dubat-1 6351").rule == "7.10"


def test_8_5_from_the_second_turn_out_of_supply_half_the_points(base: Any) -> None:
    t = base({"sabauda": {"hex": "6349", "count": 2}, "sila": {"hex": "6349", "count": 1}})
    assert allowance(t.s, t.unit("sabauda")) == 5
    assert allowance(t.s, t.unit("sila")) == 10


def test_the_bill_of_a_move_names_the_rule_of_every_step(base: Any) -> None:
    t = base({"peloritana": "mogadishu", "sabauda": "3309", "sila": "2812"})
    assert [item[2] for item in t.preview("move peloritana 5371").items] == ["2.7", "7.3", "7.3"]
    assert [item[2] for item in t.preview("move sabauda 3313").items] == ["7.3", "7.3", "7.4", "7.4"]
    assert [item[2] for item in t.preview("move sila 2813").items] == ["7.2"]


def test_2_4_a_train_takes_the_places_it_passes(base: Any) -> None:
    """Dire Daua is Italian and empty: it belongs to whose combat unit passed through it last, on foot or by rail."""
    lost = {"italian": ["dire-daua"]}
    t = base({"guard-1": "4838"}, "ethiopian.movement", control=lost)
    t.do("rail guard-1 5037")
    assert t.s.controller(t.hex("4939")) == 1
    leader = base({"haile-selassie": "4838"}, "ethiopian.movement", control=lost)
    leader.do("rail haile-selassie 5037")
    assert leader.s.controller(leader.hex("4939")) == 0


def test_7_9_a_train_takes_a_headquarters_on_the_line(base: Any) -> None:
    t = base({"guard-1": "4838", "hq-south": "4938"}, "ethiopian.movement")
    t.do("rail guard-1 5037")
    assert t.at("hq-south") == "reinforcements"
