"""1 The game, 2 The map, 3 The pieces, 4 The turn, 5 Stacking, 6 Zones of control."""

from __future__ import annotations

from typing import Any

import pytest

from amba.core.decision import CHANCE
from amba.core.order import Done
from amba.games.ethiopia.game import Ethiopia
from amba.games.ethiopia.rules.gordon import Modifier, is_clear
from amba.games.ethiopia.rules.losses import lose_point
from amba.games.ethiopia.rules.r07_movement import reach_of
from amba.games.ethiopia.rules.r08_supply import supply_roads
from amba.games.ethiopia.rules.r09_air import home
from amba.games.ethiopia.rules.r10_combat import FightOdds, outcome

# The plain around 6349 is clear: 6348 north, 6449 and 6448 east, 6350 south, 6248 and 6249 west of it.


def finish_phases(game: Ethiopia, s: Any, count: int) -> list[str]:
    """End so many phases at once; who decided in each."""
    seen: list[str] = []
    while len(seen) < count and (decision := game.decision(s)) is not None:
        assert decision.who != CHANCE
        seen.append(f"{game.sides[decision.who]} {decision.kind}")
        game.apply(s, Done())
    return seen


def test_1_1_the_italians_go_first(game: Ethiopia) -> None:
    s = game.new("october", {})
    decision = game.decision(s)
    assert decision is not None
    assert game.sides[decision.who] == "italian"


def test_1_3_strength_is_lost_point_by_point_and_caps_defence(base: Any) -> None:
    t = base({"guns-1": "6349", "sabauda": {"hex": "6348", "points": 2}})
    assert t.s.defence(t.unit("guns-1")) == 1
    assert t.s.defence(t.unit("sabauda")) == 2
    lose_point(t.s, t.unit("sabauda"), "1.3")
    assert t.points("sabauda") == 1
    lose_point(t.s, t.unit("sabauda"), "1.3")
    assert t.at("sabauda") == "eliminated"


def test_1_4_modifiers_carry_the_die_past_the_ends_of_the_table(base: Any) -> None:
    t = base({})
    low = FightOdds(0, 1, 1, (), 2, (Modifier("x", -3, "G1.a"),))
    assert outcome(t.s, low, 1) == t.game.world.combat.cells[0][2] == "D2"
    high = FightOdds(0, 1, 1, (), 2, (Modifier("x", 4, "G1.a"),))
    assert outcome(t.s, high, 6) == t.game.world.combat.cells[7][2] == "AE"


def test_2_1_desert_is_clear_ground_except_to_march(base: Any) -> None:
    t = base({})
    desert = t.hex("6656")
    assert t.game.world.map.terrain[desert] == "desert"
    assert is_clear(t.s, desert)
    assert t.game.world.cost["foot"]["desert"] == 2 * t.game.world.cost["foot"]["clear"]


def test_2_2_a_river_is_on_the_hexside(game: Ethiopia) -> None:
    a, b = game.names.place["2911"], game.names.place["2912"]
    assert (a, b) in game.world.river
    assert (b, a) in game.world.river


def test_2_3_nobody_enters_closed_ground(base: Any) -> None:
    t = base({"ac-north": "massawa"})
    assert t.why("move ac-north 3505").rule == "2.3"


def test_2_4_the_last_combat_unit_through_a_place_owns_it(base: Any) -> None:
    t = base({"dubat-1": "6349", "hq-south": "6349"})
    assert t.s.controller(t.hex("6149")) == 1
    t.do("move hq-south 6149")
    assert t.s.controller(t.hex("6149")) == 1, "a headquarters takes nothing"
    t.do("move dubat-1 6149")
    assert t.s.controller(t.hex("6149")) == 0


def test_2_5_a_built_road_joins_the_road_hexes_beside_it(base: Any) -> None:
    t = base({}, roads=["3312"])
    senafe, built = t.hex("3311"), t.hex("3312")
    assert senafe in t.s.road_neighbours(built)
    assert built in t.s.road_neighbours(senafe)
    assert t.hex("3310") in t.s.road_neighbours(senafe)


def test_2_6_a_track_carries_no_supply(base: Any) -> None:
    t = base({})
    net = supply_roads(t.s)
    assert t.hex("3311") in net
    assert t.hex("3312") not in net


def test_2_7_the_mogadishu_box_joins_two_roads(base: Any) -> None:
    t = base({"peloritana": "mogadishu", "dubat-1": "5472", "desta": "5471"})
    assert t.may("move peloritana 5472")
    assert t.may("move peloritana 7471")
    assert t.may("move dubat-1 mogadishu")
    t.do("move peloritana 5472")
    e = base({"sidamo-1": "5472"}, "ethiopian.movement")
    assert not e.may("move sidamo-1 mogadishu")


def test_3_1_foot_and_mobile_kinds(game: Ethiopia) -> None:
    cards = {unit.key: unit for unit in game.world.units}
    assert cards["sabauda"].is_leg
    assert cards["pusteria"].is_leg
    assert cards["genova"].is_mobile
    assert cards["cv-1"].is_mobile
    assert not cards["guns-1"].is_leg
    assert cards["guns-1"].is_combat


def test_3_2_commanders_have_no_strength_and_no_zone(base: Any) -> None:
    t = base({"imru": "6349"}, "italian.movement")
    assert not any(t.s.zoc(1))
    assert t.points("imru") == 0


def test_3_3_air_units_stay_in_their_half(game: Ethiopia) -> None:
    s = game.new("campaign", {})
    assert game.names.places[home(s, game.names.piece["bomber-1"])] == "air-north"
    assert game.names.places[home(s, game.names.piece["bomber-4"])] == "air-south"


def test_3_4_ten_entrenchments_a_side(base: Any) -> None:
    trenches = {f"italian-trench-{n}": f"{63 + n % 2:02d}{45 + n}" for n in range(1, 11)}
    men = [*(f"eritrean-{n}" for n in range(1, 5)), *(f"{people}-{n}" for people in ("dubat", "somali") for n in range(1, 4))]
    t = base({**dict(zip(men, trenches.values(), strict=True)), **trenches, "sabauda": "6256"}, "italian.works")
    assert t.why("entrench 6256").rule == "11.1"


def test_4_1_the_italian_half_in_order(game: Ethiopia) -> None:
    s = game.new("october", {})
    assert finish_phases(game, s, 4) == ["italian airstrike", "italian movement", "italian combat", "italian works"]


def test_4_2_the_ethiopian_half_in_order(game: Ethiopia) -> None:
    s = game.new("october", {})
    assert finish_phases(game, s, 7)[4:] == ["ethiopian movement", "ethiopian combat", "ethiopian works"]


def test_4_3_the_marker_moves_on_and_the_last_turn_ends_the_game(game: Ethiopia) -> None:
    s = game.new("october", {})
    finish_phases(game, s, 7)
    assert s.turn == 2
    finish_phases(game, s, 99)
    assert s.turn == 5
    assert game.result(s) is not None


def test_5_1_three_divisions_or_equivalents(base: Any) -> None:
    t = base(
        {"sabauda": "6348", "sila": "6348", "eritrean-1": "6348", "eritrean-2": "6348", "eritrean-3": "6348", "eritrean-4": "6349", "hq-i": "6349"}
    )
    refusal = t.why("move eritrean-4 6348")
    assert refusal.rule == "5.1"
    assert ("limit", "3", "5.1") in refusal.items
    assert t.may("move hq-i 6348")


def test_5_2_passing_through_a_full_hex_is_allowed(base: Any) -> None:
    full = {"sabauda": "6348", "sila": "6348", "gavinana": "6348"}
    t = base({**full, "eritrean-4": "6349"})
    assert not t.may("move eritrean-4 6348")
    assert t.may("move eritrean-4 6347")


def test_5_3_no_sharing_with_the_enemy(base: Any) -> None:
    t = base({"dubat-1": "6349", "harar-1": "6346"})
    assert t.why("move dubat-1 6346").rule == "5.3"


def test_6_1_six_hexes_around_a_combat_unit(base: Any) -> None:
    t = base({"harar-1": "6349"})
    zone = {t.game.names.places[h] for h, value in enumerate(t.s.zoc(1)) if value}
    assert zone == {"6348", "6350", "6248", "6249", "6448", "6449"}


@pytest.mark.parametrize(("unit", "hex"), [("harar-1", "3420"), ("harar-1", "3419")])
def test_6_2_no_zone_into_or_out_of_massif(base: Any, unit: str, hex: str) -> None:
    t = base({unit: hex})
    terrain = t.game.world.map.terrain
    zone = [h for h, value in enumerate(t.s.zoc(1)) if value]
    assert all(terrain[h] != "massif" for h in zone)
    assert bool(zone) == (terrain[t.hex(hex)] != "massif")


def test_6_3_leaders_air_and_garrisons_have_no_zone(base: Any) -> None:
    t = base({"imru": "6349", "ethiopian-trench-1": {"hex": "6352", "points": 0, "marks": ["garrison"]}}, tracks={"ethiopian-garrisons": 1})
    assert not any(t.s.zoc(1))
    assert t.s.held[1][t.hex("6352")]


def test_6_4_a_unit_stops_in_an_enemy_zone(base: Any) -> None:
    t = base({"dubat-1": "6352", "harar-1": "6349"})
    assert t.may("move dubat-1 6350")
    assert t.may("move dubat-1 6250")
    walled = base({"dubat-1": "6352", "harar-1": "6349", "harar-2": "6346", "harar-3": "6052", "harar-4": "6655"})
    found = reach_of(walled.s, walled.unit("dubat-1"))
    zone = walled.s.zoc(1)
    assert not any(zone[came] for came in found.come_from.values())


def test_6_5_out_of_a_zone_only_into_free_hexes(base: Any) -> None:
    t = base({"dubat-1": "6350", "harar-1": "6349"})
    assert t.may("move dubat-1 6351")
    found = reach_of(t.s, t.unit("dubat-1"))
    zone = t.s.zoc(1)
    assert not any(zone[found.path(h)[1]] for h in found.cost if h != t.hex("6350"))
    assert len(found.path(t.hex("6249"))) > 2, "to another hex of the same zone only by way of a free one"


def test_6_5_once_out_it_may_enter_another_zone(base: Any) -> None:
    t = base({"dubat-1": "6350", "harar-1": "6349", "harar-2": "6353"})
    assert t.may("move dubat-1 6352")


def test_3_1_every_ethiopian_on_foot_is_a_levy_or_of_the_guard(game: Ethiopia) -> None:
    for unit in game.world.units[: game.world.fighting]:
        if unit.side == 1 and unit.is_leg:
            assert ("levy" in unit.traits) != ("guard" in unit.traits), unit.key


def test_10_5_the_cities_are_those_of_the_rule(game: Ethiopia) -> None:
    gist = game.rulebook.rules["10.5"].gist
    for place in game.world.map.places.values():
        if game.world.is_city[place.hex] and game.world.open[place.hex]:
            assert place.title in gist


def test_13_2_metropolitan_is_all_that_is_not_colonial(game: Ethiopia) -> None:
    for unit in game.world.units[: game.world.fighting]:
        if unit.side == 0 and unit.is_combat:
            assert ("metropolitan" in unit.traits) != ("colonial" in unit.traits), unit.key
