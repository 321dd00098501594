"""Foxholes, sangars, trenches, wire and smoke."""

from __future__ import annotations

from amba.games.hollow.counters import DUG, HIDDEN, PHASE, WORK_KINDS
from amba.games.hollow.frames import Shot
from amba.games.hollow.game import load
from amba.games.hollow.rules.r003_setup import refuse_work
from amba.games.hollow.rules.r005_movement import cost
from amba.games.hollow.rules.r011_modifiers import modifiers
from amba.games.hollow.rules.r024_smoke import clear_smoke, clouds
from amba.games.hollow.rules.r054_digging import dig_modifiers
from amba.games.hollow.rules.r191_works import shelter_at, work_protection
from amba.games.hollow.rules.r194_weather import GROUNDS
from amba.table.layout import put
from tests.games.hollow.table import GAME, Table, table


def work(t: Table, key: str, place: str, kind: str, factors: int = 0) -> int:
    """Put a work into a position."""
    piece = GAME.names.piece[key]
    t.s.face[piece] = WORK_KINDS.index(kind)
    t.s.points[piece] = factors
    put(t.s, piece, GAME.names.place[f"99{place}"])
    return piece


def protection(kind: str, place: str, ground: str = "dry") -> tuple[int, str] | None:
    t = table(f"a1 E5; x1 {place} dug_in", phase="prep", tracks={"ground": GROUNDS.index(ground)})
    work(t, "xF1", place, kind)
    found = work_protection(t.s, t.piece("x1"))
    return None if found is None else (found.value, found.rule)


def test_54_a_foxhole_is_worth_2_and_191_4_a_sangar_1_and_137_1_a_trench_2() -> None:
    assert protection("foxhole", "E7") == (2, "54")
    assert protection("sangar", "E7") == (1, "191.4")
    assert protection("trench", "E7") == (2, "137.1")


def test_190_42_in_dry_sand_a_foxhole_is_worth_half() -> None:
    assert protection("foxhole", "L5") == (1, "190.42")
    assert protection("foxhole", "L5", "wet") == (2, "54")


def test_191_1_who_stands_beside_a_sangar_has_nothing_of_it() -> None:
    t = table("a1 E5; x1 E7", phase="prep")
    work(t, "xF1", "E7", "sangar")
    assert work_protection(t.s, t.piece("x1")) is None


def test_176_21_190_43_digging_is_harder_in_the_desert_but_not_in_sand() -> None:
    t = table("a1 E5; a2 L5; x1 T9", phase="prep")
    assert ("desert", "+2", "176.21") in t.preview("dig a1").items
    assert not [item for item in t.preview("dig a2").items if item[2] == "176.21"]


def test_191_2_190_42_no_second_sangar_in_a_hex_and_never_in_sand() -> None:
    t = table("a1 E5; x1 T9")
    sangar, trench = work(t, "aF1", "E7", "sangar"), work(t, "aF2", "E8", "trench")
    work(t, "aF3", "E6", "sangar")
    sand, taken, free = (GAME.names.place[f"99{name}"] for name in ("L5", "E6", "E9"))
    for piece in (sangar, trench):
        found = refuse_work(t.s, piece, sand)
        assert found is not None
        assert found.rule == "190.42"
        assert refuse_work(t.s, piece, free) is None
    found = refuse_work(t.s, sangar, taken)
    assert found is not None
    assert found.rule == "191.2"


def test_185_22_no_refusal_names_what_the_enemy_has_hidden() -> None:
    t = table("a1 E5; x1 T9")
    for kind in ("sangar", "anti-tank mines"):
        mine, theirs = work(t, "aF1", "E9", kind), work(t, "xF1", "E6", kind)
        assert refuse_work(t.s, mine, t.s.at[theirs]) is not None
        t.s.marks[theirs] |= 1 << HIDDEN
        assert refuse_work(t.s, mine, t.s.at[theirs]) is None, kind
        t.s.marks[theirs] = 0


def test_191_3_a_sangar_holds_what_a_hex_holds() -> None:
    t = table("a1 E5; a2 E5; a3 E5; aL1 E5; a4 E6; x1 T9")
    work(t, "aF1", "E5", "sangar")
    t.do("move a4")
    assert t.refused("go E5").rule == "6"


def test_137_4_from_trench_to_trench_it_costs_one_and_nobody_leaves_it() -> None:
    t = table("a1 K8 dug_in; x1 T9")
    work(t, "aF1", "K8", "trench")
    work(t, "aF2", "K9", "trench")
    there = GAME.names.place["99K9"]
    assert cost(t.s, (t.piece("a1"),), there) == 1, "the wall between does not count"
    t.do("move a1", "go K9")
    assert t.s.has(t.piece("a1"), DUG)


def test_137_4_uphill_a_trench_costs_two() -> None:
    t = table("a1 S5 dug_in; x1 A9")
    work(t, "aF1", "S5", "trench")
    work(t, "aF2", "T5", "trench")
    assert cost(t.s, (t.piece("a1"),), GAME.names.place["99T5"]) == 2


def test_137_4_no_penalty_for_the_open_between_trenches() -> None:
    t = table("a1 E5 dug_in; x1 E7")
    work(t, "aF1", "E5", "trench")
    work(t, "aF2", "E6", "trench")
    t.do("move a1", "go E6")
    unit, foe = t.piece("a1"), t.piece("x1")
    found = modifiers(t.s, Shot(1, "first", t.s.at[unit], (foe,), (unit,)), unit)
    assert "11" not in [item.rule for item in found if item.value < 0]
    assert ("in a trench", 2, "137.1") in [tuple(item) for item in found]


def test_137_5_a_trench_protects_from_the_next_trench_too() -> None:
    t = table("a1 E5 dug_in; x1 E6 dug_in", phase="prep")
    work(t, "aF1", "E5", "trench")
    work(t, "xF1", "E6", "trench")
    t.do("fire E6", "add a1")
    assert {what: value for what, value, _ in t.preview("shoot").items}["in a trench"] == "+2"


def test_137_2_191_2_only_foxholes_are_dug_in_play() -> None:
    t = table("a1 E5; x1 T9", phase="prep")
    t.do("dig a1", "roll 3")
    assert shelter_at(t.s, GAME.names.place["99E5"]) == "foxhole"
    assert not [a for a in t.menu() if "trench" in a or "sangar" in a]


def test_56_wire_is_entered_by_advancing_only() -> None:
    t = table("a1 E5; x1 T9")
    work(t, "xF1", "E6", "wire")
    t.do("move a1")
    assert t.refused("go E6").rule == "56"
    t = table("a1 E5; x1 T9", phase="advance")
    work(t, "xF1", "E6", "wire")
    t.do("advance a1 E6")
    assert t.where("a1") == "E6"


def test_56_a_die_says_what_getting_out_of_wire_costs() -> None:
    t = table("a1 E5; a2 E9; x1 T9", phase="prep")
    work(t, "xF1", "E5", "wire")
    t.do("done")
    assert t.asked == "wire"
    t.do("roll 3")
    t.do("done", "move a1")
    assert t.s.points[t.piece("a1")] == 3
    assert t.s.points[t.piece("a2")] == 0
    t.do("go E6")
    assert t.where("a1") == "E6"


def test_56_a_squad_clears_wire_with_at_most_its_firepower() -> None:
    for roll, gone in (("4", True), ("5", False)):
        t = table("a1 E5; x1 T9", phase="prep")
        wire = work(t, "xF1", "E5", "wire")
        t.do("clear a1 wire", f"roll {roll}")
        assert t.s.is_on_map(wire) != gone
        assert t.has("a1", "busy")


def test_24_smoke_grenades_and_their_dice() -> None:
    for roll, made in (("2", True), ("3", False)):
        t = table("a1 E5; x1 T9")
        t.do("smoke a1 E6", f"roll {roll}")
        assert bool(clouds(t.s)) == made
        assert t.s.points[t.piece("a1")] == 2, "the next hex costs 2 factors"
        assert t.refused("smoke a1 E5").rule == "24"


def test_24_smoke_hinders_the_line_and_costs_a_factor() -> None:
    t = table("a1 E5; a2 C9; x1 E8")
    t.do("smoke a1 E6", "roll 1")
    assert list(clouds(t.s).values()) == [2]
    assert cost(t.s, (t.piece("a1"),), GAME.names.place["99E6"]) == 2
    t.do("done", "fire E5", "add x1")
    assert {what: value for what, value, _ in t.preview("shoot").items}["smoke or dust"] == "+2"


def test_194_5_a_breeze_thins_smoke_and_a_heavy_wind_leaves_none() -> None:
    t = table("a1 E5; x1 T9", tracks={"wind": 1})
    t.do("smoke a1 E6", "roll 1")
    assert list(clouds(t.s).values()) == [1]
    t = table("a1 E5; x1 T9", tracks={"wind": 2})
    assert t.refused("smoke a1 E6").rule == "194.5"


def test_24_smoke_lasts_until_the_owners_next_prep_fire() -> None:
    t = table("a1 E5; a2 C9; x1 T9")
    t.do("smoke a1 E6", "roll 1")
    assert clouds(t.s)
    t.s.tracks[PHASE] = 8
    clear_smoke(t.s)
    assert clouds(t.s)
    t.s.tracks[PHASE] = 0
    clear_smoke(t.s)
    assert not clouds(t.s)


def test_189_13_smoke_goes_onto_a_hillock_but_not_uphill() -> None:
    t = table("a1 P5; a2 S5; x1 A9")
    assert "smoke a1 Q5" in t.menu()
    assert t.refused("smoke a2 T5").rule == "189.13"


def test_24_green_men_have_no_grenades() -> None:
    t = table("a1 E5 br-436; x1 T9")
    assert t.refused("smoke a1 E5").rule == "24"


def test_54_nobody_digs_in_a_building_or_down_in_a_wadi() -> None:
    t = table("a1 H5; a2 N5; a3 E5; x1 T9", phase="prep")
    assert t.refused("dig a1").rule == "54"
    assert t.refused("dig a2").rule == "54"
    assert "dig a3" in t.menu()


def test_196_2_in_the_steppe_digging_is_not_harder() -> None:
    game = load()
    desert, steppe = (game.new(key, {}) for key in ("own-battle", "steppe-battle"))
    assert [item[1] for item in dig_modifiers(desert, desert.field.alias["62B1"])] == [2]
    assert dig_modifiers(steppe, steppe.field.alias["62B1"]) == []
