"""Support weapons: rifles and machine guns at different targets, leaders at guns, flamethrowers, demolition charges, anti-tank ditches."""

from __future__ import annotations

from typing import cast

from amba.core.game import Game
from amba.games.hollow.counters import WORK_KINDS
from amba.lab.laws import odds_are_the_odds
from tests.games.hollow.table import GAME, Table, said, table
from tests.games.hollow.test_fire import items

WEAPONS = {name: i for i, name in enumerate(GAME.world.weapon_face)}


def armed(text: str, weapon: str, key: str = "aW1", phase: str = "prep", tracks: dict[str, int] | None = None) -> Table:
    """A position in which one weapon is a flamethrower or a charge."""
    t = table(text, phase=phase, tracks=tracks)
    t.s.face[t.piece(key)] = WEAPONS[weapon]
    return t


def work(t: Table, key: str, kind: str) -> Table:
    t.s.face[t.piece(key)] = WORK_KINDS.index(kind)
    return t


def test_17_a_squad_fires_its_rifles_at_one_target_and_its_gun_at_another() -> None:
    t = table("a1 E5 has aW3; x1 E8; x2 E2", phase="prep")
    t.do("fire E8", "rifles a1")
    assert t.preview("shoot").column == "4"
    t.do("shoot", "roll 6,6", "fire E2", "add aW3")
    assert t.preview("shoot").column == "4"
    t.do("shoot", "roll 5,6")
    assert t.refused("fire E8").rule == "8"


def test_17_the_gun_first_and_the_rifles_elsewhere() -> None:
    t = table("a1 E5 has aW3; x1 E8; x2 E2", phase="prep")
    t.do("fire E2", "add aW3", "shoot", "roll 5,6", "fire E8")
    assert "rifles a1" not in t.menu(), "there is no gun left to keep back"
    t.do("add a1", "shoot", "roll 6,6")
    assert t.has("a1", "prep_fired", "fired")


def test_17_a_gun_may_be_kept_back_altogether() -> None:
    t = table("a1 E5 has aW3; x1 E8", phase="prep")
    t.do("fire E8", "rifles a1", "shoot", "roll 6,6")
    assert not t.has("aW3", "fired")
    assert t.refused("rifles a1").rule
    t.do("done", "done")
    t = table("a1 E5 prep_fired fired has aW3; x1 E8", phase="advancing")
    assert t.refused("fire E8").rule == "8", "who has prep-fired does not fire again, nor his gun"


def test_17_two_guns_that_are_not_light_leave_no_rifles() -> None:
    t = table("a1 E5 has aW3 has aW4; x1 E8; x2 E2", phase="prep")
    t.s.face[t.piece("aW4")] = t.s.face[t.piece("aW3")]
    t.do("fire E8", "add aW3", "shoot", "roll 5,5", "fire E2", "add aW4", "shoot", "roll 5,5")
    assert t.has("a1", "fired"), "both hands full: no rifles"
    t = table("a1 E5 has aW3 has aW4; x1 E8; x2 E2", phase="prep")
    t.s.face[t.piece("aW4")] = t.s.face[t.piece("aW3")]
    t.do("fire E8", "add a1", "shoot", "roll 5,5")
    assert t.refused("fire E2").rule == "17", "the rifles and one gun have fired: no hands for the second"


def test_17_two_leaders_fire_a_gun_at_full_and_direct_nobody() -> None:
    t = table("aL1 E5 has aW3; aL2 E5; a2 T1; x1 E8", phase="prep")
    t.do("fire E8", "add aW3")
    assert items(t)["leader alone at the gun"] == "x1/2"
    assert t.preview("shoot").column == "2"
    t.do("add aL2")
    assert t.preview("shoot").column == "4"
    assert "leader" not in items(t)


def test_17_where_others_fire_too_the_second_leader_directs() -> None:
    t = table("aL1 E5 has aW3; aL2 E5; a2 E5; x1 E8", phase="prep")
    t.do("fire E8", "add a2", "add aL2")
    assert items(t)["leader"] == "-2"


def test_22_a_flamethrower_fires_by_itself_and_nothing_changes_its_roll() -> None:
    t = armed("a1 G5 has aW1; aL1 G5; a2 G5; x1 H5", "ft")
    t.do("fire H5", "add aW1")
    found = t.preview("shoot")
    assert found.column == "24", "no doubling beside the target"
    assert {"terrain", "leader"}.isdisjoint(items(t))
    assert t.refused("add a2").rule == "22"
    assert t.refused("add aL1").rule == "22"
    t.do("shoot", "roll 3,3", "roll 2")
    t.do("fire H5", "add a1")
    assert items(t)["terrain"] == "+3", "its rifles fire like any others"


def test_22_at_two_hexes_it_has_half_and_farther_it_does_not_reach() -> None:
    t = armed("a5 E5 has aW1; x1 E7; x2 E8", "ft")
    t.do("fire E7", "add aW1")
    assert t.preview("shoot").column == "12"
    t = armed("a5 E5 has aW1; x2 E8", "ft")
    t.do("fire E8")
    assert t.refused("add aW1").rule == "8"


def test_22_movement_does_not_halve_it_and_dust_does_not_count() -> None:
    t = armed("a5 E5 moved has aW1; x1 E6", "ft", phase="advancing", tracks={"dust": 1})
    t.do("fire E6", "add aW1")
    assert t.preview("shoot").column == "24"
    events = t.do("shoot", "roll 3,3,6")
    assert said(events).values[2] == "+0"


def test_22_on_ten_it_is_spent() -> None:
    t = armed("a5 E5 has aW1; x1 E6", "ft")
    t.do("fire E6", "add aW1", "shoot", "roll 4,6")
    assert t.where("aW1") == "eliminated"


def test_22_a_flamethrower_that_is_seen_draws_fire() -> None:
    t = armed("a1 E5; x1 E8 has xW1", "ft", key="xW1")
    t.do("fire E8", "add a1")
    assert items(t)["a flamethrower there"] == "-1"
    t = armed("a1 C8; x1 C5 concealed has xW1", "ft", key="xW1")
    t.do("fire C5", "add a1")
    assert "a flamethrower there" not in items(t)


def test_188_171_a_flamethrower_fires_from_a_crest_all_around() -> None:
    t = armed("a5 N5 crest has aW1; x1 N7", "ft")
    t.do("fire N7", "add aW1")
    assert items(t)["not to the front of its crest"] == "x1/2"


def charge(text: str, tracks: dict[str, int] | None = None) -> Table:
    return armed(text, "dc", phase="movement", tracks=tracks)


def test_23_the_odds_of_a_charge_are_those_when_it_goes_off() -> None:
    """Law 7, which no game that is played comes to: the orders lead to the explosion, in a sangar and in a foxhole."""
    for kind in ("sangar", "foxhole"):
        t = charge("a1 G5 has aW1; x1 H4 dug_in; x2 FF5; xF1 H4")
        work(t, "xF1", kind)
        t.do("move a1")
        found = t.preview("charge aW1 H4")
        assert found.orders(GAME, t.s)[-1].verb == "done"
        assert [value for _, value, _ in found.items][1:]
        action = GAME.read(t.s, t.action("charge aW1 H4"))
        assert odds_are_the_odds(cast("Game", GAME), t.s, action) == []


def test_23_a_charge_is_laid_for_what_going_there_would_cost_and_goes_off_later() -> None:
    t = charge("a1 G5 has aW1; x1 H5; x2 FF5")
    t.do("move a1")
    assert t.refused("charge aW1 F5").rule == "23"
    t.do("charge aW1 H5")
    assert t.where("aW1") == "H5"
    assert t.s.points[t.piece("a1")] == 2
    assert t.refused("charge aW1 H5").rule == "23"
    t.do("halt", "done", "done")
    assert t.asked == "explosion"
    t.do("roll 2")  # 30 factors, stone +3: row 5
    assert t.where("x1") == "eliminated"
    assert t.where("aW1") == "eliminated"
    assert t.asked == "advancing"


def test_23_an_original_12_is_a_dud() -> None:
    t = charge("a1 G5 has aW1; x1 H5; x2 FF5")
    t.do("move a1", "charge aW1 H5", "halt", "done", "done", "roll 12")
    assert t.where("x1") == "H5"
    assert t.where("aW1") == "eliminated"


def test_23_men_who_are_stopped_by_fire_do_not_lay_it() -> None:
    t = charge("a1 G5 has aW1; x1 H5; x2 FF5", tracks={"axis_otherwise": 1})
    t.do("move a1", "charge aW1 H5", "add x1", "shoot", "roll 3,3", "roll 12", "pass")
    assert t.has("a1", "broken")
    assert t.where("aW1") == "G5"


def test_23_everybody_in_the_hex_is_in_the_blast_and_nobody_picks_it_up() -> None:
    t = charge("a1 G5 has aW1; a2 H6; x1 H5; x2 FF5")
    t.do("move a1", "charge aW1 H5", "halt")
    assert t.s.loose_weapons(t.s.at[t.piece("x1")]) == []


def test_186_16_hammada_splinters_make_a_charge_worse() -> None:
    t = charge("a1 J4 has aW1; x1 J5; x2 FF5")
    t.do("move a1", "charge aW1 J5", "halt", "done", "done")
    events = t.do("roll 7")
    assert said(events, "explosion").values[1] == "-1"


def test_191_41_a_kill_by_a_charge_ends_a_sangar() -> None:
    for roll, left in (("roll 2", False), ("roll 9", True)):
        t = work(charge("a1 E5 has aW1; x1 E6 dug_in; xF1 E6; x2 FF5"), "xF1", "sangar")
        t.do("move a1", "charge aW1 E6", "halt", "done", "done", roll)
        assert (t.where("xF1") == "E6") is left


def test_190_42_a_kill_by_a_charge_ends_a_foxhole_in_sand() -> None:
    t = work(charge("a1 L4 has aW1; x1 L5 dug_in; xF1 L5; x2 FF5"), "xF1", "foxhole")
    t.do("move a1", "charge aW1 L5", "halt", "done", "done", "roll 2")
    assert t.where("xF1") == "spare"
    t = work(charge("a1 E5 has aW1; x1 E6 dug_in; xF1 E6; x2 FF5"), "xF1", "foxhole")
    t.do("move a1", "charge aW1 E6", "halt", "done", "done", "roll 2")
    assert t.where("xF1") == "E6"


def test_137_7_a_scenario_may_have_anti_tank_ditches() -> None:
    t = work(table("a1 E5; aF1 E6; x1 FF5"), "aF1", "ditch")
    t.do("move a1")
    assert ("anti-tank ditch", "2", "137.71") in t.preview("go E6").items
    t.do("go E6")
    assert t.s.points[t.piece("a1")] == 3


def test_137_71_whoever_is_in_the_hex_of_a_ditch_is_protected_as_in_a_trench() -> None:
    t = work(table("a1 E5; x1 E8; xF1 E8", phase="prep"), "xF1", "ditch")
    t.do("fire E8", "add a1")
    assert items(t)["in an anti-tank ditch"] == "+2"


def test_137_72_a_charge_laid_in_a_ditch_removes_it_on_a_kill_without_modifier() -> None:
    for roll, left in (("roll 5", False), ("roll 6", True)):
        t = work(charge("a1 E5 has aW1; xF1 E6; x1 FF5"), "xF1", "ditch")
        t.do("move a1", "charge aW1 E6", "halt", "done", "done", roll)
        assert (t.where("xF1") == "E6") is left, roll


def test_5_7_in_the_rally_phase_a_weapon_that_lies_about_is_taken_up_on_5_or_less() -> None:
    t = table("a1 E5; a2 E5; aW1 E5; x1 T9", phase="rally")
    t.do("take a1 aW1", "roll 5")
    assert t.s.owner_of(t.piece("aW1")) == t.piece("a1")
    t = table("a1 E5; a2 E5; aW1 E5; x1 T9", phase="rally")
    t.do("take a1 aW1", "roll 6")
    assert t.s.owner_of(t.piece("aW1")) == -1
    assert t.refused("take a2 aW1").rule == "5.7", "once a phase"


def test_5_7_nobody_takes_up_a_weapon_broken_elsewhere_or_in_close_combat() -> None:
    t = table("a1 E5 broken; a2 F6; a3 E7 melee; aW1 E5; aW2 E7; x1 E7 melee", phase="rally")
    assert t.refused("take a1 aW1").rule == "5.7"
    assert t.refused("take a2 aW1").rule == "5.7"
    assert t.refused("take a3 aW2").rule == "5.7"


def test_42_who_takes_up_a_weapon_in_the_rally_phase_shows_himself() -> None:
    t = table("a1 C4 concealed; aW1 C4; x1 T9", phase="rally")
    t.do("take a1 aW1")
    assert not t.has("a1", "concealed")
