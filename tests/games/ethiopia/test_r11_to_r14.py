"""11 Works, 12 Arrivals and events, 13 Victory, 14 Scenarios."""

from __future__ import annotations

from typing import Any

import pytest

from amba.core.order import Done
from amba.games.ethiopia.game import Ethiopia
from amba.games.ethiopia.rules.losses import eliminate
from amba.games.ethiopia.rules.r07_movement import reach_of
from amba.games.ethiopia.rules.r08_supply import supply_roads
from amba.games.ethiopia.rules.r13_victory import points, result


def test_11_1_idle_units_dig_in(base: Any) -> None:
    t = base(
        {"sabauda": "6349", "sila": {"hex": "6350", "marks": ["moved"]}, "gavinana": {"hex": "6351", "marks": ["fought"]}, "dubat-1": "6562"},
        "italian.works",
    )
    t.do("entrench 6349")
    assert t.at("italian-trench-1") == "6349"
    assert not t.may("entrench 6349")
    for place in ("6350", "6351", "6562"):
        assert t.why(f"entrench {place}").rule == "11.1"
    assert t.game.world.map.terrain[t.hex("6562")] == "marsh"


def test_11_2_an_entrenchment_is_worth_a_column(base: Any) -> None:
    t = base({"sabauda": "6350", "harar-1": "6349", "ethiopian-trench-1": "6349"}, "italian.combat")
    t.do("attack 6349", "join sabauda")
    assert t.items()["entrenchment"] == "-1 column"
    assert t.column() == "2-1"


def test_11_3_an_empty_entrenchment_goes_back_to_stock(base: Any) -> None:
    t = base({"sabauda": "6349", "sila": "6349", "italian-trench-1": {"hex": "6349", "points": 0}})
    t.do("move sabauda 6348")
    assert t.at("italian-trench-1") == "6349"
    t.do("move sila 6348")
    assert t.at("italian-trench-1") == "italian-trenches"


def test_11_4_headquarters_lengthen_the_road(base: Any) -> None:
    t = base({"hq-i": "3311", "hq-ii": {"hex": "2910", "marks": ["moved"]}}, "italian.works")
    t.do("build hq-i 3312")
    assert t.hex("3312") in supply_roads(t.s)
    assert not t.may("build hq-i 3411"), "a second stretch only along a track"
    assert t.why("build hq-ii 2911").rule == "11.4"


def test_11_4_two_stretches_along_a_track(base: Any) -> None:
    t = base({"hq-i": "3312"}, "italian.works")
    t.do("build hq-i 3312", "build hq-i 3313")
    assert t.hex("3313") in supply_roads(t.s)
    assert not any(words.startswith("build") for words in t.menu())


def test_11_4_a_built_road_is_a_line_of_the_view_and_nobody_s_flag(base: Any) -> None:
    t = base({"sabauda": "3313"}, roads=["3312", "3313"])
    view = t.game.view(t.s, None)
    assert {"kind": "road", "title": "", "hexes": ["3312", "3313"]} in view["lines"]
    assert "3313" not in view["places"], "a road hex without a place has no owner"
    assert set(view["places"].values()) == {"italian", "ethiopian"}


def test_11_4_the_new_road_is_quick_to_march(base: Any) -> None:
    t = base({"sabauda": "3311"}, roads=["3312", "3313"])
    assert reach_of(t.s, t.unit("sabauda")).cost[t.hex("3313")] == 2
    other = base({"sabauda": "3311"})
    assert reach_of(other.s, other.unit("sabauda")).cost[other.hex("3313")] == 4


def due(unit: str, turn: int) -> dict[str, Any]:
    return {unit: {"hex": "reinforcements", "count": turn}}


def test_12_1_units_come_to_the_first_place_that_will_have_them(base: Any) -> None:
    t = base({**due("sila", 2), "sabauda": "asmara", "gavinana": "asmara", "gran-sasso": "asmara"}, "italian.reinforcements", turn=2)
    assert t.at("sila") == "3305"
    waits = base({**due("sila", 2)}, "italian.reinforcements", turn=2, control={"ethiopian": ["asmara", "massawa"]})
    assert waits.at("sila") == "reinforcements"
    early = base({**due("sila", 2)}, "italian.reinforcements", turn=1)
    assert early.at("sila") == "reinforcements"


def test_12_1_a_headquarters_does_not_arrive_where_an_enemy_leader_is(base: Any) -> None:
    """Seyoum alone has slipped into Asmara: leaders and headquarters never end in one hex (7.8), so it comes to Massawa."""
    back = {"hq-i": {"hex": "reinforcements", "count": 3}, "sabauda": "3418"}
    assert base(back, "italian.reinforcements").at("hq-i") == "2906"
    t = base({**back, "seyoum": "asmara"}, "italian.reinforcements")
    assert t.hex(t.at("hq-i")) == t.game.world.massawa
    waits = base({**back, "seyoum": "asmara", "imru": "massawa"}, "italian.reinforcements")
    assert waits.at("hq-i") == "reinforcements"


def test_12_2_gugsa_goes_over_and_makale_with_him(base: Any) -> None:
    t = base({"gugsa": "makale"}, "italian.reinforcements", turn=2)
    assert t.at("gugsa") == "eliminated"
    assert t.s.controller(t.hex("3317")) == 0
    held = base({"gugsa": "makale", "tigre-1": "makale"}, "italian.reinforcements", turn=2)
    assert held.s.controller(held.hex("3317")) == 1
    later = base({"gugsa": "makale"}, "italian.reinforcements", turn=3)
    assert later.at("gugsa") == "3317"


def test_12_3_aussa_joins_on_turn_17(base: Any) -> None:
    t = base(due("aussa", 17), "italian.reinforcements", turn=17)
    assert t.at("aussa") == "4627"
    assert t.s.controller(t.hex("4627")) == 0


def test_13_1_points_for_places_held(base: Any) -> None:
    t = base({}, control={"italian": ["addis-ababa", "harar", "adua"]}, options=FIRST)
    assert points(t.s) == 31


def test_13_2_metropolitan_losses_and_gas_cost_points(base: Any) -> None:
    t = base({"sabauda": "6349", "eritrean-1": "6350"}, control={"italian": ["addis-ababa"]}, tracks={"gas": 2}, options=FIRST)
    eliminate(t.s, t.unit("sabauda"), "13.2")
    eliminate(t.s, t.unit("eritrean-1"), "13.2")
    assert t.s.tracks[t.game.names.track["losses"]] == 7
    assert points(t.s) == 20 - 1 - 4


def test_13_3_the_level_follows_from_the_score(base: Any) -> None:
    low = result(base({}).s)
    assert (low.winner, low.level) == (1, "Decisive")
    good = result(base({}, control={"italian": ["addis-ababa", "harar", "dessie", "dire-daua", "gondar"]}, options=FIRST).s)
    assert (good.winner, good.level, good.score) == (0, "Marginal", 44)


FIRST = {"design": "first"}
"""The first design of what is held; the present one is in test_fronts.py."""


def end_of_turn(t: Any) -> None:
    turn = t.s.turn
    while t.s.frames and t.s.turn == turn:
        t.do("done")


def test_13_4_the_empire_falls(base: Any) -> None:
    t = base({"sabauda": "addis-ababa", "haile-selassie": "eliminated"}, "ethiopian.works", turn=10, control={"italian": ["adua"]})
    end_of_turn(t)
    found = t.game.result(t.s)
    assert found is not None
    assert (found.winner, found.level) == (0, "Decisive")
    left_out = base({"sabauda": "addis-ababa"}, "ethiopian.works", turn=10, control={"italian": ["adua"]})
    end_of_turn(left_out)
    assert left_out.game.result(left_out.s) == found, "an Emperor whom a position leaves out is out of the game, too"
    alive = base({"sabauda": "addis-ababa", "haile-selassie": "gondar"}, "ethiopian.works", turn=10, control={"italian": ["adua"]})
    end_of_turn(alive)
    assert alive.s.turn == 11


@pytest.mark.parametrize(("place", "turn", "over"), [("asmara", 2, True), ("adua", 6, True), ("adua", 5, False)])
def test_13_5_the_invader_is_thrown_back(base: Any, place: str, turn: int, over: bool) -> None:
    """In the first design a single levy is enough."""
    t = base({"tigre-1": place}, "ethiopian.works", turn=turn, options=FIRST)
    end_of_turn(t)
    found = t.game.result(t.s)
    assert (found is not None and found.winner == 1) == over


def test_13_5_an_empty_adua_ends_nothing(base: Any) -> None:
    t = base({"tigre-1": "axum"}, "ethiopian.works", turn=6)
    assert t.s.controller(t.game.world.map.places["adua"].hex) == 1
    end_of_turn(t)
    assert t.s.turn == 7


@pytest.mark.parametrize(("key", "first", "last", "south"), [("october", 1, 5, False), ("enderta", 14, 18, False), ("campaign", 1, 22, True)])
def test_14_1_14_2_14_3_the_scenarios(game: Ethiopia, key: str, first: int, last: int, south: bool) -> None:
    s = game.new(key, {})
    assert s.turn == first
    assert game.world.last_turn(key) == last
    assert (s.at[game.names.piece["peloritana"]] == game.world.box["mogadishu"]) == south
    assert not game.invariants(s)


def test_14_1_october_is_the_north_only(game: Ethiopia) -> None:
    s = game.new("october", {})
    assert s.at[game.names.piece["hq-south"]] == game.world.box["not-in-play"]


def test_14_2_the_road_reaches_makale(game: Ethiopia) -> None:
    s = game.new("enderta", {})
    assert game.names.place["3317"] in supply_roads(s)
    assert game.names.place["2813"] in supply_roads(s)


def test_14_2_italian_trenches_are_old_enough_to_be_dumps(game: Ethiopia) -> None:
    s = game.new("enderta", {})
    while s.frames[-1].name != "works":
        game.apply(s, Done())
    assert {("dump", "3317"), ("dump", "3115")} & set(map(game.spell, game.legal(s)))


def test_14_3_the_campaign_has_both_fronts(game: Ethiopia) -> None:
    s = game.new("campaign", {})
    assert game.names.place["5472"] in supply_roads(s)
    assert game.names.place["3311"] in supply_roads(s)
