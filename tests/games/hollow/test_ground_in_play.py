"""What the desert's ground does to men: open ground in all its forms, cover, hedges of cactus."""

from __future__ import annotations

import pytest

from amba.games.hollow.boards.terrain import TERRAIN
from amba.games.hollow.climate import may_apply
from amba.games.hollow.counters import WORK_KINDS
from amba.games.hollow.frames import Shot
from amba.games.hollow.game import load
from amba.games.hollow.rules.r007_sight import is_open
from amba.games.hollow.rules.r010_shots import is_below_lip
from amba.games.hollow.rules.r011_modifiers import line_modifiers, modifiers
from amba.games.hollow.rules.r191_works import shelter_at
from amba.games.hollow.rules.r194_air import setting
from amba.games.hollow.rules.r194_sun import haze_modifier
from amba.games.hollow.state import HollowState
from amba.table.layout import put
from tests.games.hollow.table import GAME, give, menu_of, refusal_of, table
from tests.games.hollow.test_sight import at, clear, make, why
from tests.games.hollow.test_works import protection

REAL = load()


def moving(place: str, through: str) -> dict[str, str]:
    """The modifiers of first fire at a squad that has just gone to a hex."""
    t = table(f"a1 {through}; x1 GG5; x2 {place}")
    unit, foe = t.piece("a1"), t.piece("x1")
    put(t.s, t.piece("x2"), t.s.world.box["eliminated"])
    put(t.s, unit, GAME.names.place[f"99{place}"])
    put(t.s, foe, next(p for p in t.s.field.around[t.s.at[unit]] if not t.s.field.words(p)))
    return {item.what: f"{item.value:+d}" for item in modifiers(t.s, Shot(1, "first", t.s.at[unit], (foe,), (unit,)), unit)}


def test_184_1_men_who_run_in_open_ground_are_easier_to_hit() -> None:
    assert moving("E5", "E4")["moves in the open"] == "-1"
    assert "moves in the open" not in moving("F5", "F4"), "woods"


def test_185_2_scrub_is_open_ground_to_bullets() -> None:
    assert moving("C4", "C2")["moves in the open"] == "-1"
    assert "terrain" not in moving("C4", "C2")


def test_186_12_hammada_is_open_ground_to_bullets() -> None:
    assert moving("J5", "J4")["moves in the open"] == "-1"


def test_190_2_sand_is_open_ground_to_bullets() -> None:
    assert moving("L5", "L4")["moves in the open"] == "-1"


def test_186_1_190_1_what_the_board_calls_hammada_and_sand_is() -> None:
    field = GAME.world.plan("practice").field
    assert field.has(GAME.names.place["99J5"], "hammada")
    assert field.has(GAME.names.place["99L5"], "sand")


def test_190_1_sand_is_where_the_board_says() -> None:
    plan = REAL.world.plan("munassib")
    assert plan.field.has(plan.field.alias["64D7"], "sand")
    assert not plan.field.has(plan.field.alias["65D7"], "sand")


def test_187_1_a_deir_and_its_lip() -> None:
    ground = GAME.world.plan("practice").field.ground
    deir = {ground.name[p] for p in ground.name if ground.has(p, "deir")}
    assert deir == {"99BB3", "99BB4", "99BB5"}
    assert {ground.name[p] for p in ground.lip_hexes} == {"99BB5"}


def test_137_1_a_trench_is_an_entrenchment_and_may_be_drawn_on_the_board() -> None:
    assert protection("trench", "E7") == (2, "137.1")
    plan = REAL.world.plan("deir-el-shein")
    s = REAL.new("deir-el-shein", {})
    assert shelter_at(s, plan.field.alias["61J4"]) == "trench"


def test_191_4_a_sangar_is_worth_one() -> None:
    assert protection("sangar", "E7") == (1, "191.4")


def test_190_43_digging_in_sand_has_no_penalty() -> None:
    t = table("a2 L5; x1 T9", phase="prep")
    assert t.preview("dig a2").column == "5 or less"


def test_196_7a_palm_trees_hinder_as_orchards_do() -> None:
    palms, orchard = TERRAIN["palms"], TERRAIN["orchard"]
    assert (palms.hindrance, palms.height, palms.inherent) == (orchard.hindrance, orchard.height, orchard.inherent)
    t = table("a1 Z3; x1 Z7", phase="prep")
    t.do("fire Z7", "add a1")
    assert ("palm trees", "+1", "196.7a") in t.preview("shoot").items


def test_193_41_up_a_slope_one_sees_past_its_wall() -> None:
    slope = make(wall="C5/C6", level_1="C6", level_2="C7")
    assert clear(slope, "C4", "C7")
    assert why(make(wall="C5/C6"), "C4", "C7") == {"11.5"}


def test_190_51_a_dune_crest_hides_what_is_behind_it() -> None:
    low = make(sand="C4 C5", low_dune="C4 C5", dune_crest="C5/C6")
    assert why(low, "C3", "C8") == {"190.51"}
    assert clear(low, "C5", "C8")


def test_172_2_six_hindrances_block() -> None:
    brush = make(brush="C3 C4 C5 C6 C7 C8")
    assert why(brush, "C2", "C9") == {"176.331"}
    assert not is_open(brush, at("C2"), at("C9"))
    assert clear(make(brush="C3 C4 C5 C6 C7"), "C2", "C9")
    assert at("C2").dug_in is False


def test_194_621_intense_haze_counts_from_eight_hexes_on() -> None:
    assert [haze_modifier("intense", range_) for range_ in (7, 8, 16, 40)] == [0, 1, 2, 4]


# cactus hedges: the village of board 62 has two


def thorny(option: str = "two-turns", phase: str = "movement", **pieces: object) -> HollowState:
    document = {
        "game": "hollow", "scenario": "cub-cub", "options": {"cactus": option}, "phase": phase,
        "pieces": {"a1": {"hex": "62I6", **pieces}, "x1": "62A1"},
        "tracks": {"axis_chance": 0, "axis_otherwise": 0, "allied_chance": 0, "allied_otherwise": 0},
    }  # fmt: skip
    s = REAL.place(document)
    if asked(s) == "orders":
        do(s, "done")
    return s


def asked(s: HollowState) -> str:
    """What is to be decided."""
    decision = REAL.decision(s)
    assert decision is not None
    return decision.kind


def do(s: HollowState, *orders: str) -> None:
    for order in orders:
        refusal = refusal_of(REAL, s, *order.split())
        assert refusal is None, refusal
        assert tuple(order.split()) in menu_of(REAL, s)
        give(REAL, s, *order.split())


def refused(s: HollowState, order: str) -> str:
    refusal = refusal_of(REAL, s, *order.split())
    assert refusal is not None
    return refusal.rule


def test_196_3_a_cactus_hedge_takes_two_movement_phases() -> None:
    s = thorny()
    a1 = REAL.names.piece["a1"]
    do(s, "thorns a1")
    assert refused(s, "move a1") == "54", "it is busy"
    assert line_modifiers(s, REAL.names.piece["x1"], a1)[0].value == -2
    later = thorny(marks=["thorns"])
    assert not [item for item in line_modifiers(later, REAL.names.piece["x1"], a1) if item.rule == "196.3"]
    do(later, "move a1", "go 62H5")
    assert REAL.names.places[later.at[a1]] == "62H5"
    assert not [a for a in REAL.legal(later) if a.verb == "go"], "all its factors are spent"


def test_42_a_dummy_seen_on_its_way_into_a_hedge_is_gone_and_nobody_fires_at_it() -> None:
    s = thorny(option="two-turns")
    dummy = REAL.names.piece["aD1"]
    s = REAL.place(
        {**REAL.position(s), "pieces": {"aD1": {"hex": "62I6", "marks": ["concealed"]}, "a2": "62A3", "x1": "62H4"}, "tracks": {"axis_chance": 10}}
    )
    do(s, *(["done"] if asked(s) == "orders" else []), "thorns aD1")
    assert not s.is_on_map(dummy)
    assert asked(s) == "movement"


def test_196_3_entering_a_cactus_hedge_draws_fire() -> None:
    """All factors are spent in the hex, as hazardous movement: the defender fires then and there, at -2 and nothing else for moving."""
    s = REAL.place({
        "game": "hollow", "scenario": "cub-cub", "options": {"cactus": "two-turns"}, "phase": "movement",
        "pieces": {"a1": {"hex": "62I6"}, "x1": "62I8"}, "tracks": {"axis_chance": 0, "axis_otherwise": 1},
    })  # fmt: skip
    do(s, *["done"] * (s.frames[-1].name == "orders"), "thorns a1")
    decision = REAL.decision(s)
    assert decision is not None
    assert decision.kind == "first fire"
    a1, x1 = (REAL.names.piece[key] for key in ("a1", "x1"))
    found = {item.what: item.value for item in modifiers(s, Shot(1, "first", s.at[a1], (x1,), (a1,)), a1)}
    assert found["in a cactus hedge"] == -2
    assert "moves in the open" not in found
    assert "moves, not by assault movement" not in found


def test_196_3_without_that_nobody_gets_through_nor_in_the_advance() -> None:
    s = thorny(points=2)  # with more factors it goes round the hedge
    do(s, "move a1")
    assert refused(s, "go 62H5") == "196.3"
    assert refused(thorny(phase="advance"), "advance a1 62H5") == "196.3"
    assert refused(thorny(phase="advance", marks=["thorns"]), "advance a1 62H5") == "196.3"


def test_196_3_only_beside_a_hedge_and_not_overloaded() -> None:
    s = thorny(has=["aW3"])
    assert s.weapon(REAL.names.piece["aW3"]).portage > 3
    assert refused(s, "thorns a1") == "196.3"
    assert refused(thorny(marks=["pinned"]), "thorns a1") == "196.3"


def test_193_7_by_the_first_version_assault_movement_or_the_advance_cross_it() -> None:
    s = thorny("assault", points=2)
    assert refused(s, "thorns a1") == "193.7"
    do(s, "move a1")
    assert refused(s, "go 62H5") == "193.7"
    s = thorny("assault")
    do(s, "move a1", "assault", "go 62H5")
    s = thorny("assault")
    do(s, "walk a1 62H5 assault")
    assert s.at[REAL.names.piece["a1"]] == REAL.names.place["62H5"]
    s = thorny("assault", phase="advance")
    do(s, "advance a1 62H5")
    assert s.has(REAL.names.piece["a1"], REAL.names.mark["exhausted"])


@pytest.mark.parametrize("key", [scenario.key for scenario in REAL.scenarios()])
def test_every_scenario_says_what_it_is_and_can_be_set_up(key: str) -> None:
    plan = REAL.world.plan(key)
    assert plan.data["title"]
    assert plan.data["victory"]["text"]
    for name in plan.data["victory"].get("hexes", []):
        assert name in plan.field.alias
    assert plan.data["victory"]["kind"] == "hexes" or any(plan.exits)
    for group in plan.groups:
        assert len(group.hexes) * 3 >= len(group.pieces) or plan.data.get("own_design")
    assert REAL.new(key, {}) is not None


def test_the_scenarios_are_history_and_the_first_is_small() -> None:
    found = [REAL.world.plan(scenario.key) for scenario in REAL.scenarios()]
    historical = [plan for plan in found if "history" in plan.data["source"]]
    assert len(historical) >= 4
    assert {group.colour for plan in historical for group in plan.groups} >= {"italian", "british", "indian", "german", "french"}
    small = REAL.world.plan("cub-cub")
    assert (small.turns, len(small.data["layout"]), len(small.data["layout"][0])) == (5, 1, 1)


def test_196_1_the_spur_of_cochen_is_broken_ground() -> None:
    field = REAL.world.plan("cochen").field
    assert not any(field.has(place, "hammada", "scrub") for place in field.places)
    assert any(field.has(place, "broken_crag") for place in field.places)
    broken = next(place for place in field.places if field.words(place) == {"broken_ground"})
    assert field.is_cover(broken)
    assert field.protection(broken) == 1


def test_176_4_an_overlay_gives_hexes_another_terrain() -> None:
    field = REAL.world.plan("cub-cub").field
    assert field.words(field.alias["62E4"]) == {"palms"}
    assert field.words(field.alias["62E3"]) == {"scrub"}


def test_188_15_nobody_crosses_a_wadis_cliff() -> None:
    document = {
        "game": "hollow",
        "scenario": "halfaya",
        "pieces": {"a1": {"hex": "63L7", "points": 2}, "x1": "63GG1"},
        "tracks": {"axis_chance": 0, "axis_otherwise": 0},
    }
    s = REAL.place(document)
    while asked(s) == "orders":
        do(s, "done")
    do(s, "move a1")
    assert refused(s, "go 63L8") == "188.15"


def test_187_16_men_who_moved_in_a_deir_are_below_the_fire_that_crosses_its_lip() -> None:
    t = table("a1 BB9; x1 BB5 moved; x2 BB4; x3 CC9 moved")
    gunner = t.piece("a1")
    assert is_below_lip(t.s, gunner, t.piece("x1"))
    assert not is_below_lip(t.s, gunner, t.piece("x2")), "it has not moved"
    assert not is_below_lip(t.s, gunner, t.piece("x3")), "it is in no deir"
    inside = table("a1 BB3; x1 BB5 moved")
    assert not is_below_lip(inside.s, inside.piece("a1"), inside.piece("x1")), "no lip between"


def test_196_2_in_the_battle_in_the_steppe_scrub_is_woods_and_hammada_is_brush() -> None:
    plain, steppe = (REAL.world.plan(key).field for key in ("own-battle", "steppe-battle"))
    for name in ("62L4", "62M5", "62K3", "61C2", "61F6", "61J7"):
        before, after = plain.words(plain.alias[name]), steppe.words(steppe.alias[name])
        assert ("scrub" in before) == ("woods" in after)
        assert ("hammada" in before) == ("brush" in after)
    assert any(steppe.has(place, "woods") for place in steppe.places)
    assert steppe.shelters, "broken men find cover there"


def test_196_2_a_battle_of_history_shows_the_steppe() -> None:
    """The stones are brush, the thorn is woods, the sand is grain; anti-tank mines lie across the road, and there is no dust."""
    s = REAL.new("sbiba", {})
    words = {word for place in s.field.hex_of for word in s.field.words(place)}
    assert {"brush", "woods", "grain"} <= words
    assert words.isdisjoint({"hammada", "scrub", "sand"})
    assert s.field.has_steppe
    assert not may_apply("194.701", setting(s))
    assert not may_apply("194.62", setting(s))
    kinds = [WORK_KINDS[s.face[piece]] for group in s.plan.groups for piece in group.pieces if s.is_work(piece)]
    assert kinds.count("anti-tank mines") == 3
