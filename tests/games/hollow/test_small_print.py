"""Clauses that are easily passed over: exceptions, limits and who counts, read once more against the text."""

from __future__ import annotations

from random import Random

import pytest

from amba.core.decision import CHANCE
from amba.core.event import Said
from amba.games.hollow.boards.ground import Ground, Placed, lay
from amba.games.hollow.boards.naming import hex_place
from amba.games.hollow.climate import Setting, Weather, may_apply
from amba.games.hollow.counters import DUG
from amba.games.hollow.field import Field
from amba.games.hollow.rules.r005_movement import cost, cost_items
from amba.games.hollow.rules.r008_fire import able
from amba.games.hollow.rules.r011_modifiers import line_modifiers, terrain_items
from amba.games.hollow.rules.r015_flight import is_exposed, threats
from amba.games.hollow.rules.r015_rout import _forces
from amba.games.hollow.rules.r055_laying import laid, refuse_field, refuse_secret, room, waiting_mines
from amba.games.hollow.rules.r185_costs import ground_cost
from amba.games.hollow.rules.r185_hidden import is_seen_from
from amba.games.hollow.rules.r194_mud import hammada_stops, mud_bogs, sand_bogs
from amba.games.hollow.rules.r196_thorns import refuse_crossing
from amba.games.hollow.rules.sequence import phase_of
from amba.games.hollow.scenario_parts import Part
from amba.games.hollow.scenarios import _group, _sites, _Stock
from amba.games.hollow.state import HollowState
from amba.load.files import DataError
from tests.games.hollow.table import GAME, give, menu_of, refusal_of, table
from tests.games.hollow.test_ground_in_play import REAL, do, refused, thorny
from tests.games.hollow.test_weapons import charge
from tests.games.hollow.test_works import work
from tests.games.hollow.words import board_from


def place(name: str) -> int:
    return GAME.names.place[f"99{name}"]


# 176.3


def test_176_3_whoever_was_pinned_by_fire_on_a_minimum_move_is_exhausted_too() -> None:
    t = table("a1 K5 br-436 has aW4; x1 K8 has xW2", tracks={"axis_otherwise": 1})
    t.do("move a1", "minimum L5", "add x1", "shoot", "roll 3,5", "roll 6", "pass")
    assert t.where("a1") == "L5"
    assert t.has("a1", "pinned", "exhausted")


# 176.31


def test_176_31_an_enemy_within_six_hexes_who_does_not_force_the_rout_eliminates_nobody() -> None:
    """Behind the hedge of M8/M9 nobody is in the open for an enemy beyond it, however near he is."""
    t = table("a1 M8 broken; x1 M10; x2 E8 has xW2", phase="rout")
    unit = t.piece("a1")
    assert is_exposed(t.s, unit, threats(t.s, 0))
    assert not _forces(t.s, unit, t.piece("x1"))
    t = table("a1 M7 broken; x1 M9", phase="rout")
    assert _forces(t.s, t.piece("a1"), t.piece("x1")), "a hex farther from the hedge he is in the open"


# 137.4


def test_137_4_broken_men_who_run_along_a_trench_stay_in_it() -> None:
    t = table("a1 W5 broken dug_in; x1 W6", phase="rout")
    work(t, "aF1", "W5", "trench")
    work(t, "aF2", "W4", "trench")
    t.do("rout a1", "run W4")
    assert t.asked != "interdiction", "from trench to trench nobody is in the open"
    assert t.s.has(t.piece("a1"), DUG)


def test_137_4_185_22_whoever_runs_knows_his_own_trenches_though_the_enemy_does_not() -> None:
    t = table("x1 E5 broken dug_in; a1 E8", phase="rout")
    for key, name in (("xF1", "E5"), ("xF2", "E4")):
        t.s.marks[work(t, key, name, "trench")] |= 1 << GAME.names.mark["hidden"]
    assert cost(t.s, (t.piece("x1"),), place("E4")) == 1


# 14, 15


def test_14_a_leader_who_is_cut_down_running_makes_those_who_run_with_him_check() -> None:
    t = table("a1 W5 broken; aL1 W5 broken; x1 W7", phase="rout")
    t.do("rout a1", "along aL1", "run W4", "roll 5")
    assert t.asked == "interdiction"
    t.do("roll 12")
    assert t.where("aL1") == "eliminated"
    assert t.asked == "check"


# 10, 17


def test_10_17_who_cowers_at_a_machine_gun_cowers_against_those_in_its_line_too() -> None:
    t = table("a5 E3 has aW3 br-447; x1 E7; x2 E9", phase="prep")
    events = t.do("fire E9", "add aW3", "shoot", "roll 3,3")
    columns = [event.values[1] for event in events if isinstance(event, Said) and event.what == "shot"]
    assert len(columns) == 2
    assert columns[0] == columns[1] == 2, "four factors, a column less for everybody"


# 192.1


def test_192_1_a_track_takes_one_off_after_the_wall_it_crosses() -> None:
    g = lay([[Placed(board_from(99, wall="A1/A2", wadi="A4")._replace(lines=(("track", tuple(hex_place(n) for n in ("A1", "A2", "A3", "A4"))),)))]])
    field = Field(g, GAME.names.place)
    assert ground_cost(field, place("A1"), place("A2"), "dry") == 1
    assert ground_cost(field, place("A2"), place("A3"), "dry") == 1


def test_192_1_a_track_takes_one_off_the_way_down_into_a_wadi() -> None:
    t = table("a1 A3; x1 FF9")
    there = t.s.field.ground
    old = there.terrain[t.s.field.hex_of[place("A4")]]
    there.terrain[t.s.field.hex_of[place("A4")]] = old | {"wadi"}
    try:
        assert cost(t.s, (t.piece("a1"),), place("A4")) == 1, "1 and 1 for the wadi, less 1"
        assert cost(t.s, (t.piece("a1"),), place("A4"), rim=True) == 1
    finally:
        there.terrain[t.s.field.hex_of[place("A4")]] = old


# 5: abrupt changes of level


def test_5_an_abrupt_change_of_two_levels_costs_four_times_the_ground_up_and_twice_down() -> None:
    t = table("a1 EE2; a2 FF2 crest; x1 A9")
    assert t.s.field.level(place("FF2")) - t.s.field.level(place("EE2")) == 2
    assert cost(t.s, (t.piece("a1"),), place("FF2"), rim=True) == 4
    assert cost(t.s, (t.piece("a2"),), place("EE2")) == 2


# 188.13: up from the bed onto a hill


def test_188_13_from_the_bed_up_to_a_hill_both_levels_are_climbed() -> None:
    t = table("a1 DD8; x1 A9")
    assert [item.value for item in cost_items(t.s, (t.piece("a1"),), place("EE8")) if item.rule in {"188.13", "5"}] == [1, 2]


# 188.161: a wadi is not crossed along its rim


def test_188_161_from_the_crest_to_the_other_bank_one_goes_down_and_up_again() -> None:
    t = table("a1 M5; x1 FF9")
    t.do("move a1", "rim N5")
    unit = t.piece("a1")
    assert cost(t.s, (unit,), place("M6")) == 1, "back over the bank they look from"
    assert cost(t.s, (unit,), place("O5")) == 3, "down 1, out of the wadi 2"
    assert cost(t.s, (unit,), place("N6")) == 2, "down into the bed of the next hex, as ever"


# 55


@pytest.mark.parametrize("strength", [0, 6])
def test_55_no_mines_lie_in_rubble_crag_or_marsh(strength: int) -> None:
    s = REAL.new("deir-el-shein", {})
    group = next(group for group in s.plan.groups if group.mines)
    there = min(group.hexes)
    assert refuse_field(s, group, there, strength) is None
    for word in ("rubble", "crag", "broken_crag", "marsh"):
        ground = s.field.ground
        old = ground.terrain[s.field.hex_of[there]]
        ground.terrain[s.field.hex_of[there]] = old | {word}
        try:
            found, secret = refuse_field(s, group, there, strength), refuse_secret(s, group, there, 6)
        finally:
            ground.terrain[s.field.hex_of[there]] = old
        assert found is not None
        assert found.rule == "55"
        assert secret is not None
        assert secret.rule == "55"


# 185.22


def test_185_22_scrub_hides_entrenchments_but_no_wire() -> None:
    t = table("a1 T3; x1 A9")
    for key, name, kind, seen in (("xF1", "C3", "wire", True), ("xF2", "C4", "foxhole", False)):
        piece = work(t, key, name, kind)
        assert t.s.field.range(t.s.at[piece], t.s.at[t.piece("a1")]) > 16
        assert is_seen_from(t.s, piece, t.piece("a1")) is seen
    piece = work(t, "xF3", "C7", "wire")
    assert not is_seen_from(t.s, piece, t.piece("a1")), "brush hides everything"


# 194.8, 190.31: for vehicles to come


def ground(**words: str) -> Ground:
    return lay([[Placed(board_from(99, **words), False)]])


def test_190_31_scrub_beside_sand_is_open_ground_and_hammada_is_not() -> None:
    g = ground(sand="L5", scrub="L6", hammada="L4", woods="K5")
    assert sand_bogs(g, hex_place("L6"), on_track=False)
    assert not sand_bogs(g, hex_place("L4"), on_track=False)
    assert not sand_bogs(g, hex_place("K5"), on_track=False), "woods are no open ground"


def test_194_8_186_14_woods_and_buildings_beside_hammada_are_no_open_ground() -> None:
    g = ground(hammada="J5", woods="J6", building="J4")
    for name in ("J6", "J4"):
        assert not mud_bogs(g, hex_place(name))
        assert not hammada_stops(g, hex_place(name), mud=False, on_track=False)


def test_194_8_desert_mud_is_not_for_steppe_or_broken_terrain() -> None:
    muddy = Setting("libya", 1, Weather(False, False, True), "mud")
    assert may_apply("194.8", muddy)
    assert not may_apply("194.8", muddy._replace(steppe=True))
    assert not may_apply("194.8", muddy._replace(broken=True))


# 197.24


@pytest.mark.parametrize(("kind", "becomes"), [("it-346", "it-336"), ("it-136", "it-126"), ("it-336", "it-336")])
def test_197_24_reservists_who_fail_badly_become_conscripts(kind: str, becomes: str) -> None:
    t = table(f"x1 E8 {kind}; a1 E5; a2 E5; a3 E5", phase="prep")
    t.do("fire E8", "shoot", "roll 1,3", "roll 12")
    assert t.has("x1", "broken")
    assert t.kind("x1") == becomes


# 194.732


@pytest.mark.parametrize(("dust", "roll", "goes_off"), [(4, 11, True), (5, 11, False), (5, 10, True)])
def test_194_732_in_extremely_heavy_dust_a_charge_fails_one_sooner(dust: int, roll: int, goes_off: bool) -> None:
    t = charge("a1 G5 has aW1; x1 H5; x2 FF5", tracks={"dust": dust})
    events = t.do("move a1", "charge aW1 H5", "halt", "done", "done", f"roll {roll}")
    assert any(isinstance(event, Said) and event.what == "explosion" for event in events) is goes_off


# 196.3


def test_196_3_men_in_a_cactus_hedge_are_held_there_through_the_enemys_turn() -> None:
    """The counter that marks them comes off at the beginning of their own next movement phase, and -2 counts until then."""
    s = thorny()
    a1, x1 = REAL.names.piece["a1"], REAL.names.piece["x1"]
    do(s, "thorns a1")
    rng = Random(1)
    while not (s.phasing == 1 and phase_of(s).key == "prep"):
        play(s, rng)
    assert [item.value for item in line_modifiers(s, x1, a1) if item.rule == "196.3"] == [-2]
    assert able(s, 0, "first", a1), "who hangs in the thorns does not fire"
    while not (s.phasing == 0 and phase_of(s).key == "movement" and s.frames[-1].name == "move"):
        play(s, rng)
    assert not [item for item in line_modifiers(s, x1, a1) if item.rule == "196.3"]
    do(s, "move a1", "go 62H5")


def test_196_3_nobody_crosses_with_more_than_he_carries_easily() -> None:
    s = thorny(marks=["thorns"], has=["aW3"], points=2)
    do(s, "move a1")
    assert refused(s, "go 62H5") in {"196.3", "5"}
    found = refuse_crossing(s, (REAL.names.piece["a1"],), s.at[REAL.names.piece["a1"]], REAL.names.place["62H5"], "normal")
    assert found is not None
    assert "carries easily" in found.text


def play(s: HollowState, rng: Random) -> None:
    """On with the game: nobody does anything, and what dice there are show something."""
    decision = REAL.decision(s)
    assert decision is not None
    if decision.who == CHANCE:
        REAL.apply(s, rng.choice(REAL.outcomes(s))[0])
    else:
        give(REAL, s, "done")


# 55.82


def own_battle(*keys: str, die: int = 5) -> HollowState:
    """The defender has bought this, the attacker a squad, and both secret dice are rolled."""
    s = REAL.new("own-battle", {})
    give(REAL, s, "month", "June")
    for roll in ("4", "3", "2", "2", "3", "1"):
        give(REAL, s, "roll", roll)
    for order in (*(("buy", key) for key in keys), ("done",), ("buy", "br-457"), ("done",)):
        assert refusal_of(REAL, s, *order) is None, order
        give(REAL, s, *order)
    for _ in (0, 1):
        decision = REAL.decision(s)
        assert decision is not None
        assert decision.kind == "dummies"
        REAL.apply(s, next(action for action, _ in REAL.outcomes(s) if REAL.spell(action)[2] == str(die)))
    return s


def test_55_82_in_a_battle_of_ones_own_the_secret_die_is_rolled_and_dummies_have_counters_of_their_own() -> None:
    s = own_battle("it-346", *["mines"] * 4)
    group = next(group for group in s.plan.groups if group.side == 1)
    assert room(s, group) == (24, 3), "one for 24 factors, two for the die"
    assert len(waiting_mines(s, group)) == 7
    s = own_battle("it-346", *["mines"] * 3)
    assert room(s, group) == (18, 0), "who has received no dummy gets none by the die"
    assert len(waiting_mines(s, group)) == 3


def test_55_82_where_a_scenario_gives_no_number_there_is_a_dummy_for_every_24_factors() -> None:
    toml = REAL.world.scenarios["deir-el-shein"]
    entry = next(entry for entry in toml.data["group"] if entry.get("mines"))
    for given, dummies in ((None, 2), (0, 0)):
        mine = {**entry, "mines": 48}
        mine.pop("dummy_mines")
        if given is not None:
            mine["dummy_mines"] = given
        found = _group(REAL.world, REAL.world.plan("deir-el-shein").field, _Stock(REAL.world, toml), Part(toml, mine, "group"))
        assert found.dummy_mines == dummies


# 190.42, 191.2


def test_190_42_191_2_no_scenario_puts_a_sangar_or_trench_into_sand() -> None:
    toml = REAL.world.scenarios["munassib"]
    field = REAL.world.plan("munassib").field
    sand = next(place for place in field.places if field.has(place, "sand", "low_dune", "high_dune"))
    for kind in ("sangar", "trench"):
        with pytest.raises(DataError, match="stands in sand"):
            _sites(field, Part(toml, {"kind": kind, "hexes": [field.ground.name[field.hex_of[sand]]]}, "work"))
    assert _sites(field, Part(toml, {"kind": "wire", "hexes": [field.ground.name[field.hex_of[sand]]]}, "work")) == [sand]


# 188.171


def test_188_171_what_nobody_holds_lies_at_the_bottom_of_the_wadi() -> None:
    t = table("a1 N5 crest; a2 N5; aW1 N5; x1 FF9", phase="rally")
    assert t.refused("take a1 aW1").rule == "188.171"
    assert "take a2 aW1" in t.menu()
    t = table("a1 N5 crest; aW1 N5; x1 FF9")
    t.do("move a1")
    assert t.refused("take a1 aW1").rule == "188.171"
    t.do("down", "take a1 aW1", "roll 1")
    assert t.s.owner_of(t.piece("aW1")) == t.piece("a1")


# 137.72


def test_137_72_a_charge_laid_in_a_trench_removes_it_on_a_kill_without_modifier() -> None:
    for roll, gone in ((5, True), (6, False)):
        t = charge("a1 G5 has aW1; x1 H4 dug_in; x2 FF5")
        piece = work(t, "xF1", "H4", "trench")
        t.do("move a1")
        t.do("charge aW1 H4", "halt", "done", "done", f"roll {roll}")
        assert t.s.is_on_map(piece) is not gone


# 55.81


def test_55_81_a_hex_of_two_lines_has_one_minefield() -> None:
    """A line down a column and another across its middle hex."""
    s = own_battle("it-346", *["mines"] * 8, die=1)
    group = next(group for group in s.plan.groups if group.side == 1)
    top, bottom, left, right, middle = crossing(s, group.hexes)
    for start, end in ((top, bottom), (left, right)):
        act(s, f"lay 6 {start}")
        act(s, f"line {REAL.names.pieces[s.works_at(REAL.names.place[start])[0]]} {end}")
    assert len(s.works_at(REAL.names.place[middle])) == 1
    assert sum(s.points[w] for w in laid(s, group)) == 30, "five hexes, the middle one shared"


def act(s: HollowState, order: str) -> None:
    refusal = refusal_of(REAL, s, *order.split())
    assert refusal is None, refusal
    assert tuple(order.split()) in menu_of(REAL, s), order
    give(REAL, s, *order.split())


def crossing(s: HollowState, hexes: frozenset[int]) -> list[str]:
    """Above, below, left and right of a hex along two rows through it, and that hex."""
    for middle in sorted(hexes):
        x, y = s.field.hex_of[middle]
        places = [s.field.index.get(hex, -1) for hex in ((x, y - 2), (x, y + 2), (x - 1, y - 1), (x + 1, y + 1))]
        if all(place in hexes for place in places):
            return [REAL.names.places[place] for place in (*places, middle)]
    raise AssertionError("no such hexes")


# 189.20, 191.4


def test_189_20_191_4_in_a_sangar_up_a_hill_one_is_not_in_the_open() -> None:
    """Height and sangar are worth as much; the sangar is what hides, and the one that counts."""
    t = table("x1 T6 broken dug_in; a1 T8", phase="rout")
    work(t, "xF1", "T6", "sangar")
    assert not is_exposed(t.s, t.piece("x1"), (t.piece("a1"),))
    assert [tuple(item) for item in terrain_items(t.s, t.piece("a1"), t.piece("x1"))] == [("in a sangar", 1, "191.4")]


def test_194_76_the_wind_speaks_of_the_dust_only_where_there_is_any() -> None:
    told = [
        GAME.sentence(Said("194.76", "wind", values))
        for values in (("nothing", "none", "none"), ("falls", "light", "light"), ("gusts", "none", "light"))
    ]
    assert told == ["The wind: no change.", "The wind: falls; light dust as before.", "The wind: gusts; dust none, now light."]
