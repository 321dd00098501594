"""G1 to G6: James C. Gordon's six rules, clause by clause. The plain around 6349 is clear; 3418 is mountain, 3417 amba, 3419 massif, 6059 marsh beside desert 6159."""

from __future__ import annotations

from typing import Any

import pytest

from amba.games.ethiopia.rules.gordon import command_net

HQ = {"hq-i": "6352"}


def letters(t: Any) -> dict[str, int]:
    """The letters of G1 in the odds panel: letter and side -> modifier."""
    found = t.preview("fight")
    return {
        f"{number[-1]}{'+' if value.startswith('+') else '-'}": int(value.split()[0]) for _, value, number in found.items if number.startswith("G1.")
    }


def attack(table: Any, attackers: dict[str, Any], others: dict[str, Any], target: str, phase: str = "italian.combat") -> Any:
    t = table({**attackers, **others}, phase, {"gordon6": "off"})
    t.do(f"attack {target}")
    for key in attackers:
        t.do(f"join {key}")
    return t


def test_g1_both_sides_may_have_letters_in_one_fight(table: Any) -> None:
    t = attack(table, {"sabauda": "6350", "guns-1": "6350"}, {"harar-1": "6349", "nasibu": "6349"}, "6349")
    assert letters(t) == {"a-": -1, "f+": 1}
    off = table({"sabauda": "6350", "guns-1": "6350", "harar-1": "6349"}, "italian.combat", {"gordon1": "off", "gordon6": "off"})
    off.do("attack 6349", "join sabauda", "join guns-1")
    assert letters(off) == {}


def test_g1_the_letters_move_the_die(table: Any) -> None:
    t = attack(table, {"sabauda": "6350", "guns-1": "6350"}, {"harar-1": "6349", "harar-2": "6349", "harar-3": "6349"}, "6349")
    events = t.do("fight", "die 2")
    said = next(event for event in events if getattr(event, "what", "") == "result")
    assert said.values[3:] == ("1-1", -1, "D1")


def test_g1_a_artillery_anywhere_attacking_and_defending(table: Any) -> None:
    assert letters(attack(table, {"guns-1": "3418"}, {"mahel-1": "3419"}, "3419")) == {"a-": -1}
    defends = attack(table, {"guard-1": "6349"}, {"sabauda": "6350", "guns-1": "6350"}, "6350", "ethiopian.combat")
    assert letters(defends)["a+"] == 1


@pytest.mark.parametrize(
    ("beside", "target", "counts"), [("6350", "6349", True), ("3316", "3317", True), ("3418", "3518", False), ("3312", "3311", True)]
)
def test_g1_b_armoured_cars_in_clear_city_or_road(table: Any, beside: str, target: str, counts: bool) -> None:
    t = attack(table, {"cv-1": beside}, {"mahel-1": target}, target)
    assert ("b-" in letters(t)) == counts


def test_g1_b_armoured_cars_defending(table: Any) -> None:
    assert letters(attack(table, {"guard-1": "6349"}, {"cv-1": "6350"}, "6350", "ethiopian.combat"))["b+"] == 1


def test_g1_c_cavalry_against_infantry_alone_in_clear_or_mountain(table: Any) -> None:
    assert "c-" in letters(attack(table, {"spahis": "6350"}, {"harar-1": "6349"}, "6349"))
    assert "c-" in letters(attack(table, {"spahis": "3518"}, {"harar-1": "3418"}, "3418"))
    assert "c-" not in letters(attack(table, {"spahis": "3418"}, {"harar-1": "3417"}, "3417")), "amba"
    assert "c-" not in letters(attack(table, {"spahis": "6350"}, {"harar-1": "6349", "guard-guns": "6349"}, "6349"))
    defends = attack(table, {"guard-1": "6349"}, {"spahis": "6350"}, "6350", "ethiopian.combat")
    assert "c+" not in letters(defends)


def test_g1_d_imperial_guard_anywhere_but_in_clear(table: Any) -> None:
    assert "d+" in letters(attack(table, {"sabauda": "3518"}, {"guard-1": "3418"}, "3418"))
    assert "d+" not in letters(attack(table, {"sabauda": "6350"}, {"guard-1": "6349"}, "6349"))
    assert "d-" in letters(attack(table, {"guard-1": "3518"}, {"sabauda": "3418"}, "3418", "ethiopian.combat"))


def test_g1_e_mountain_units_in_mountain_amba_massif(table: Any) -> None:
    for beside, target in (("3518", "3418"), ("3418", "3417"), ("3418", "3419")):
        assert "e-" in letters(attack(table, {"pusteria": beside}, {"mahel-1": target}, target))
    assert "e-" not in letters(attack(table, {"pusteria": "6350"}, {"mahel-1": "6349"}, "6349"))
    assert "e+" in letters(attack(table, {"sabauda": "3518"}, {"semien-1": "3418"}, "3418"))


def test_g1_f_a_commander_must_be_stacked_with_the_units(table: Any) -> None:
    assert "f-" in letters(attack(table, {"sabauda": "6350"}, {"hq-i": "6350", "harar-1": "6349"}, "6349"))
    assert "f-" not in letters(attack(table, {"sabauda": "6350"}, {"hq-i": "6351", "harar-1": "6349"}, "6349"))
    guns = attack(table, {"sabauda": "6350", "guns-1": "6351"}, {"hq-i": "6351", "harar-1": "6349"}, "6349")
    assert "f-" in letters(guns), "guns two hexes away attack too"
    assert "f+" in letters(attack(table, {"sabauda": "6350"}, {"nasibu": "6349", "harar-1": "6349"}, "6349"))


def test_g1_g_foot_and_mobile_together_but_not_in_massif_or_marsh(table: Any) -> None:
    assert "g-" in letters(attack(table, {"sabauda": "6350", "genova": "6350"}, {"harar-1": "6349"}, "6349"))
    assert "g-" not in letters(attack(table, {"genova": "6350", "guns-1": "6350"}, {"harar-1": "6349"}, "6349"))
    assert "g-" not in letters(attack(table, {"sabauda": "3418", "spahis": "3418"}, {"mahel-1": "3419"}, "3419"))
    assert "g-" not in letters(attack(table, {"sabauda": "6159", "spahis": "6159"}, {"harar-1": "6059"}, "6059"))
    assert "g-" in letters(attack(table, {"sabauda": "6059", "spahis": "6059"}, {"harar-1": "6159"}, "6159"))
    assert "g+" not in letters(attack(table, {"guard-1": "6349"}, {"sabauda": "6350", "genova": "6350"}, "6350", "ethiopian.combat"))


def test_g1_h_fighters_and_bombers_over_the_same_fight(table: Any) -> None:
    over = {"bomber-4": "6349", "fighter-2": "6349"}
    assert "h-" in letters(attack(table, {"sabauda": "6350"}, {"harar-1": "6349", **over}, "6349"))
    assert "h-" not in letters(attack(table, {"sabauda": "6350"}, {"harar-1": "6349", "bomber-4": "6349"}, "6349"))
    covered = {"bomber-4": "6350", "fighter-2": "6350"}
    assert "h+" in letters(attack(table, {"guard-1": "6349"}, {"sabauda": "6350", **covered}, "6350", "ethiopian.combat"))


def test_g2_a_guns_support_an_attack_within_two_hexes(table: Any) -> None:
    t = table({"guns-1": "6351", "sabauda": "6350", "harar-1": "6349", "guns-2": "6352"}, "italian.combat", {"gordon6": "off"})
    t.do("attack 6349", "join guns-1")
    assert t.why("fight").rule == "G2.a"
    t.do("join sabauda")
    assert t.items()["Attack"] == "10"
    assert not t.may("join guns-2"), "three hexes"
    off = table({"guns-1": "6351", "sabauda": "6350", "harar-1": "6349"}, "italian.combat", {"gordon2": "off", "gordon6": "off"})
    off.do("attack 6349")
    assert not off.may("join guns-1")


def test_g2_b_guns_elsewhere_never_help_a_defence(table: Any) -> None:
    t = attack(table, {"guard-1": "6349"}, {"sabauda": "6350", "guns-1": "6351"}, "6350", "ethiopian.combat")
    assert t.items()["Defence"] == "7"
    assert "a+" not in letters(t)


def test_g2_c_guns_of_a_beaten_attack_may_stay(table: Any) -> None:
    units = {
        "dubat-1": "6350",
        "guns-1": "6351",
        "guns-2": "6350",
        "mahel-1": "6349",
        "mahel-2": "6349",
        "mahel-3": "6349",
        "mulugeta": "6349",
        "guard-guns": "6349",
    }
    t = table(units, "italian.combat", {"gordon5": "off", "gordon6": "off"})
    t.do("attack 6349", "join dubat-1", "join guns-1", "join guns-2", "fight", "die 3")
    assert t.kind() == "retreat"
    assert t.may("stay guns-1")
    assert t.may("stay guns-2")
    assert not t.may("stay dubat-1")
    off = table({**units, "guns-1": "eliminated"}, "italian.combat", {"gordon2": "off", "gordon5": "off", "gordon6": "off"})
    off.do("attack 6349", "join dubat-1", "join guns-2", "fight", "die 2")
    assert not off.may("stay guns-2")


BEATEN = {"dubat-1": "6350", "guns-1": "6351", "mahel-1": "6349", "mahel-2": "6349", "mahel-3": "6349", "guard-guns": "6349"}


@pytest.mark.parametrize(("reading", "left"), [("share", "eliminated"), ("spared", "6351")])
def test_g2_c_frees_distant_guns_from_retreats_and_by_a_reading_from_elimination_too(table: Any, reading: str, left: str) -> None:
    t = table(BEATEN, "italian.combat", {"gordon6": "off", "distant-guns": reading})
    t.do("attack 6349", "join dubat-1", "join guns-1", "fight", "die 6")
    assert t.at("dubat-1") == "eliminated"
    assert t.at("guns-1") == left


@pytest.mark.parametrize(("reading", "need"), [("share", 2), ("spared", 1)])
def test_g2_a_distant_guns_in_an_exchange(table: Any, reading: str, need: int) -> None:
    """Attack 1 + 3 and defence 2: with the guns the exchange is for two points, without them for one."""
    units = {"dubat-1": "6350", "dubat-2": "6350", "guns-1": "6351", "guns-2": "6351", "harar-1": "6349"}
    t = table(units, "italian.combat", {"gordon1": "off", "gordon6": "off", "distant-guns": reading})
    t.do("attack 6349", "join dubat-1", "join guns-1", "join guns-2")
    assert t.column() == "3-1"
    t.do("fight", "die 3")
    if t.kind() == "losses":
        t.do("lose guns-1", "lose guns-1")
    lost = 7 - sum(t.points(u) for u in ("dubat-1", "guns-1", "guns-2") if t.at(u) != "eliminated")
    assert lost == need


TRENCH = {"sabauda": "6350", "italian-trench-1": {"hex": "6350", "points": 0}}


def test_g3_a_a_vacated_entrenchment_may_keep_a_garrison_of_one(table: Any) -> None:
    t = table(TRENCH)
    t.do("move sabauda 6351")
    assert t.kind() == "garrison"
    t.do("garrison yes")
    assert "garrison" in t.marks("italian-trench-1")
    assert t.s.defence(t.unit("italian-trench-1")) == 1
    other = table(TRENCH)
    other.do("move sabauda 6351", "garrison no")
    assert other.at("italian-trench-1") == "italian-trenches"


def test_g3_a_the_garrison_defends_and_is_lost(table: Any) -> None:
    t = table(
        {"guard-1": "6349", "italian-trench-1": {"hex": "6350", "points": 0, "marks": ["garrison"]}},
        "ethiopian.combat",
        tracks={"italian-garrisons": 1},
    )
    t.do("attack 6350", "join guard-1")
    assert t.items()["Defence"] == "1"
    t.do("fight", "die 2")
    assert t.kind() == "advance", "a garrison alone has nothing to choose: it cannot retreat"
    assert t.at("italian-trench-1") == "italian-trenches"


def test_g3_b_five_in_a_game(table: Any) -> None:
    t = table(TRENCH, tracks={"italian-garrisons": 5})
    t.do("move sabauda 6351")
    assert t.kind() == "movement"
    assert t.at("italian-trench-1") == "italian-trenches"
    four = table(TRENCH, tracks={"italian-garrisons": 4})
    four.do("move sabauda 6351", "garrison yes")
    assert four.s.garrisons_left(0) == 0


def test_g3_c_a_garrison_never_moves_and_cannot_retreat(table: Any) -> None:
    t = table({"italian-trench-1": {"hex": "6350", "points": 0, "marks": ["garrison"]}}, tracks={"italian-garrisons": 1})
    assert not t.may("move italian-trench-1 6351")
    fight = table(
        {"guard-1": "6349", "guard-2": "6349", "haile-selassie": "6349", "dubat-1": "6350", "italian-trench-1": {"hex": "6350", "points": 0, "marks": ["garrison"]}},
        "ethiopian.combat", tracks={"italian-garrisons": 1},
    )  # fmt: skip
    fight.do("attack 6350", "join guard-1", "fight", "die 2", "retreat", "retreat dubat-1 6351")
    assert fight.at("italian-trench-1") == "italian-trenches"


def test_g4_a_three_turns_in_supply_make_a_dump(table: Any) -> None:
    dug = {"sabauda": "3313", "italian-trench-1": {"hex": "3313", "points": 2}}
    t = table(dug, "italian.supply", control={"italian": ["adua"]})
    assert t.points("italian-trench-1") == 3
    t.do("done", "done", "done")
    t.do("dump 3313")
    assert "dump" in t.marks("italian-trench-1")
    young = table({"sabauda": "3313", "italian-trench-1": {"hex": "3313", "points": 1}}, "italian.works")
    assert young.why("dump 3313").rule == "G4.a"
    hungry = table({"sabauda": "6349", "italian-trench-1": {"hex": "6349", "points": 2}}, "italian.supply")
    assert hungry.points("italian-trench-1") == 0, "out of supply the count starts again"


DUMP = {"italian-trench-1": {"hex": "3317", "points": 3, "marks": ["dump"]}, "eritrean-1": "3317"}


def test_g4_b_a_dump_on_the_line_feeds_seven_hexes_on(table: Any) -> None:
    t = table({**DUMP, "sabauda": "3323"}, "italian.supply")
    assert t.marks("sabauda") == set()
    bare = table({"eritrean-1": "3317", "sabauda": "3323"}, "italian.supply")
    assert bare.marks("sabauda") == {"out"}
    off = table({**DUMP, "sabauda": "3323"}, "italian.supply", {"gordon4": "off"})
    assert off.marks("sabauda") == {"out"}


CUT = {"tigre-1": "3315", "tigre-2": "3215", "tigre-3": "3415", "tigre-4": "3116", "wag-1": "3515", "wag-2": "3016", "wag-3": "3616"}


def test_g4_c_cut_off_it_feeds_three_divisions_for_two_turns(table: Any) -> None:
    stack = {"sabauda": "3318", "sila": "3318", "gavinana": "3319"}
    t = table({**DUMP, **stack, **CUT}, "italian.supply")
    assert t.kind() == "rations", "a third and three divisions want more than it has: the owner says who is fed"
    t.do("feed gavinana", "feed eritrean-1", "feed sila")
    fed = [unit for unit in ("eritrean-1", *stack) if "out" not in t.marks(unit)]
    assert fed == ["eritrean-1", "sila", "gavinana"]
    assert t.kind() == "airstrike"
    assert t.s.points[t.unit("italian-trench-1")] == 1
    enough = table({**DUMP, **CUT, "sabauda": "3318", "sila": "3318"}, "italian.supply")
    assert enough.kind() == "airstrike", "nobody is asked where there is enough for all"


def test_g4_c_the_owner_may_keep_the_rest(table: Any) -> None:
    t = table({**DUMP, **CUT, "sabauda": "3318", "sila": "3318", "gavinana": "3319"}, "italian.supply")
    assert t.why("feed danakil-column").rule == "G4.c"
    t.do("feed sabauda", "done")
    assert "out" in t.marks("eritrean-1")
    assert "out" not in t.marks("sabauda")


def test_g4_c_two_turns_and_then_the_count_begins(table: Any) -> None:
    second = table({**DUMP, **CUT, "italian-trench-1": {"hex": "3317", "points": 3, "count": 1, "marks": ["dump"]}}, "italian.supply")
    assert second.marks("eritrean-1") == set()
    third = table({**DUMP, **CUT, "italian-trench-1": {"hex": "3317", "points": 3, "count": 2, "marks": ["dump"]}}, "italian.supply")
    assert third.marks("eritrean-1") == {"out"}
    assert third.s.points[third.unit("eritrean-1")] == 1, "only now the turns begin to count"


def beaten(table: Any, **options: str) -> Any:
    """Two levies must retreat three hexes, or lose three points."""
    t = table(
        {"sabauda": "6350", "sila": "6350", "mahel-1": "6349", "harar-1": "6349"}, "italian.combat", {"gordon1": "off", "gordon6": "off", **options}
    )
    t.do("attack 6349", "join sabauda", "join sila", "fight", "die 1")
    return t


def test_g5_a_losses_instead_of_a_retreat(table: Any) -> None:
    t = beaten(table)
    assert t.kind() == "choice"
    t.do("losses", "lose mahel-1", "lose mahel-1")
    assert t.points("mahel-1") == 1
    off = beaten(table, gordon5="off")
    assert off.kind() == "retreat"


def test_g5_a_not_with_too_few_points(table: Any) -> None:
    t = table({"sabauda": "6350", "danakil": "6349"}, "italian.combat", {"gordon1": "off", "gordon6": "off"})
    t.do("attack 6349", "join sabauda", "fight", "die 5")
    assert t.kind() in {"retreat", "combat", "advance"}


def test_g5_b_wholly_one_or_the_other(table: Any) -> None:
    t = beaten(table)
    t.do("losses", "lose harar-1")
    assert not t.may("retreat")
    assert t.kind() == "losses"
    whole = beaten(table)
    whole.do("retreat")
    assert not whole.may("lose harar-1")


def test_g5_c_an_exchange_is_never_a_retreat(table: Any) -> None:
    t = table({"sabauda": "6350", "harar-1": "6349"}, "italian.combat", {"gordon1": "off", "gordon6": "off"})
    events = t.do("attack 6349", "join sabauda", "fight", "die 3")
    said = next(event for event in events if getattr(event, "what", "") == "result")
    assert said.values[5] == "EX"
    assert t.at("harar-1") == "eliminated"
    assert t.points("sabauda") == 5


def test_g6_a_no_link_no_way_into_an_enemy_zone(table: Any) -> None:
    t = table({"eritrean-1": "6352", "harar-1": "6349"})
    assert t.why("move eritrean-1 6350").rule == "G6.a"
    assert t.may("move eritrean-1 6351")
    linked = table({"eritrean-1": "6352", "harar-1": "6349", "hq-i": "6355"})
    assert linked.may("move eritrean-1 6350")
    off = table({"eritrean-1": "6352", "harar-1": "6349"}, options={"gordon6": "off"})
    assert off.may("move eritrean-1 6350")
    ethiopian = table({"harar-1": "6352", "eritrean-1": "6349"}, "ethiopian.movement")
    assert ethiopian.may("move harar-1 6350"), "only the Italians are bound"


def test_g6_a_a_voluntary_attack_needs_the_link_too(table: Any) -> None:
    t = table({"eritrean-1": "6350", "harar-1": "6349"}, "italian.combat")
    assert not t.may("attack 6349")
    linked = table({"eritrean-1": "6350", "harar-1": "6349", "hq-i": "6355"}, "italian.combat")
    assert linked.may("attack 6349")


def test_g6_a_the_link_is_looked_at_before_the_unit_enters_the_zone(table: Any) -> None:
    """It steps in from the fifth hex; in the sixth, where it then stands, it may fight."""
    t = table({"eritrean-1": "6352", "harar-1": "6349", "hq-i": "6356"})
    t.do("move eritrean-1 6350", "done")
    assert t.may("attack 6349")
    assert t.marks("eritrean-1") == {"linked", "moved"}
    t.do("attack 6349", "join eritrean-1", "fight")
    assert "linked" not in t.marks("eritrean-1"), "it has served"


def test_g6_a_the_mark_goes_with_the_phase(table: Any) -> None:
    t = table({"eritrean-1": "6352", "harar-1": "6349", "hq-i": "6356"})
    t.do("move eritrean-1 6350", "done", "done")
    assert t.marks("eritrean-1") == {"moved"}


def test_g6_a_a_link_of_last_turn_is_forgotten(table: Any) -> None:
    t = table({"eritrean-1": {"hex": "6352", "marks": ["linked"]}, "harar-1": "6346"})
    assert t.marks("eritrean-1") == set()


def test_g6_a_by_a_reading_only_the_fight_needs_the_link(table: Any) -> None:
    t = table({"eritrean-1": "6352", "harar-1": "6349"}, options={"link": "fight"})
    t.do("move eritrean-1 6350", "done")
    assert not t.may("attack 6349")
    linked = table({"eritrean-1": "6352", "harar-1": "6349", "hq-i": "6356"}, options={"link": "fight"})
    linked.do("move eritrean-1 6350", "done")
    assert linked.may("attack 6349")


def test_g6_a_a_unit_that_leaves_a_zone_needs_the_link_for_the_next(table: Any) -> None:
    units = {"eritrean-1": "6350", "harar-1": "6349", "harar-2": "6353"}
    assert table(units).why("move eritrean-1 6352").rule == "G6.a"
    assert table({**units, "hq-i": "6050"}).may("move eritrean-1 6352")


def test_g6_c_hexes_are_counted_over_any_ground(table: Any) -> None:
    """Measured in hexes, not movement points: lake Tana and the sea are no obstacle."""
    t = table({"hq-i": "massawa"})
    assert any(t.game.world.map.terrain[h] == "sea" for h in command_net(t.s))


def test_g6_b_mandatory_fights_need_no_link(table: Any) -> None:
    t = table({"eritrean-1": "6350", "harar-1": "6349"})
    t.do("done")
    assert t.may("attack 6349")
    assert t.why("done").rule == "10.1"


def test_g6_c_five_hexes_the_headquarters_hex_not_counted(table: Any) -> None:
    t = table({"hq-i": "6355"})
    net = command_net(t.s)
    assert t.hex("6350") in net
    assert t.hex("6349") not in net


WALL = {f"harar-{n}": at for n, at in enumerate(("6452", "6352", "6252", "6153", "6053", "6553", "6653"), 1)}


def test_g6_d_enemy_units_cut_the_link_zones_do_not(table: Any) -> None:
    zones = table({"hq-i": "6354", "harar-1": "6451", "harar-2": "6152"})
    assert zones.hex("6350") in command_net(zones.s)
    wall = table({"hq-i": "6354", **WALL})
    assert wall.hex("6350") not in command_net(wall.s)


def test_g6_e_italian_units_or_zones_mend_it(table: Any) -> None:
    t = table({"hq-i": "6354", **WALL, "eritrean-1": "6353"})
    assert t.s.zoc(0)[t.hex("6352")]
    assert t.hex("6350") in command_net(t.s)


@pytest.mark.parametrize("switch", ["gordon1", "gordon2", "gordon3", "gordon4", "gordon5", "gordon6"])
def test_each_rule_is_a_switch_on_by_default(table: Any, switch: str) -> None:
    t = table({})
    assert t.s.is_on(switch)
    assert not table({}, options={switch: "off"}).s.is_on(switch)
