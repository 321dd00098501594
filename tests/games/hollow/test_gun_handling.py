"""Guns and the men who serve them: set-up, emplacement, gunshields, pushing, crests, sangars (63, 176.2, 188.26, 190.41, 191.3, 191.52)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, cast

import pytest

from amba.core.game import Game
from amba.games.hollow.counters import TCA
from amba.games.hollow.frames import Shot
from amba.games.hollow.rules.armour.r063_guns import crew_of
from amba.games.hollow.rules.r007_seeing import line_to
from amba.games.hollow.rules.r011_modifiers import modifiers, shielded
from amba.games.hollow.rules.r029_vehicles import desert_points
from amba.games.hollow.rules.r194_weather import GROUNDS
from amba.lab.laws import odds_are_the_odds
from tests.games.hollow.table import give, menu_of, read, refused_by, said
from tests.games.hollow.tanks import Drill, drill
from tests.games.hollow.test_guns import GUNS
from tests.games.hollow.test_letter import on_board

FIELD = on_board(scenario=GUNS, scrub="C5", sand="D5", trench="E5", hammada="F5", building="G5")


def setting_up() -> Any:
    s = FIELD.new("practice", {})
    while (found := FIELD.decision(s)) is not None and found.who != 0:
        give(FIELD, s, *next(iter(menu_of(FIELD, s))))
    return s


def served(place: str) -> Any:
    """The British set up a half-squad in a hex and give it the two-pounder."""
    s = setting_up()
    unit = next(
        u
        for u in FIELD.names.piece
        if u[0] == "a" and u[1:].isdigit() and s.squad(FIELD.names.piece[u]).key == "br-247" and s.at[FIELD.names.piece[u]] == FIELD.world.entry[0]
    )
    give(FIELD, s, "place", unit, f"99{place}")
    give(FIELD, s, "give", "aG2", unit)
    return s, unit


def test_63_at_set_up_a_gun_is_given_to_who_serves_it() -> None:
    s, unit = served("B5")
    gun = FIELD.names.piece["aG2"]
    assert crew_of(s, gun) == FIELD.names.piece[unit]
    assert refused_by(FIELD, s, "place", "aG1", "99B6") == "5.7", "a gun is not put down by itself"
    assert refused_by(FIELD, s, "give", "aG1", unit) == "63", "one gun to a unit"
    assert ("face", "aG2", "11") in menu_of(FIELD, s)
    give(FIELD, s, "face", "aG2", "11")
    assert s.pointing(gun, TCA) == 5


def test_63_no_gun_stands_in_a_building() -> None:
    s = setting_up()
    give(FIELD, s, "place", "a1", "99G5")
    assert refused_by(FIELD, s, "give", "aG2", "a1") == "63"


@pytest.mark.parametrize(("place", "emplaced"), [("B5", False), ("C5", True), ("D5", True), ("E5", True), ("F5", False)])
def test_176_2_where_a_gun_is_emplaced_in_the_desert(place: str, emplaced: bool) -> None:
    """In scrub, for it is concealed there; in sand; under a trench; neither in open ground nor in hammada."""
    s, unit = served(place)
    emplaced_mark = FIELD.names.mark["emplaced"]
    assert s.has(FIELD.names.piece["aG2"], emplaced_mark) is emplaced
    assert s.has(FIELD.names.piece[unit], emplaced_mark) is emplaced
    if place in {"C5", "D5"}:
        give(FIELD, s, "bare", "aG2")
        assert not s.has(FIELD.names.piece["aG2"], emplaced_mark), "it may be set up otherwise in scrub and sand"
    else:
        assert refused_by(FIELD, s, "bare", "aG2") == "176.2"


@pytest.mark.parametrize("kind", ["broken", "steppe"])
def test_196_1_196_2_in_broken_and_steppe_terrain_guns_are_emplaced_in_the_open(kind: str) -> None:
    game = on_board(
        scenario=GUNS.replace("layout = [[{ board = 99 }]]", f"layout = [[{{ board = 99 }}]]\n[terrain]\n{kind} = true")
        if "[terrain]" not in GUNS
        else GUNS
    )
    s = game.new("practice", {})
    while (found := game.decision(s)) is not None and found.who != 0:
        give(game, s, *next(iter(menu_of(game, s))))
    give(game, s, "place", "a1", "99B5")
    give(game, s, "give", "aG2", "a1")
    assert s.has(game.names.piece["aG2"], game.names.mark["emplaced"])


def cover(text: str, words: dict[str, str], ground: str = "dry", firer: str = "x1") -> list[tuple[str, int, str]]:
    t = drill(words, text, phase="prep", phasing="axis", tracks={"ground": GROUNDS.index(ground)})
    return [(i.what, i.value, i.rule) for i in shielded(t.s, t.piece(firer), t.piece("a9"))]


SHIELDED, BARE = "aG1 E5 br-oqf-2-pdr @3", "aG1 E5 br-oqf-25-pdr @3"


def test_190_41_the_pit_is_worth_two_and_in_dry_sand_one() -> None:
    crew = f"a9 E5 br-228 emplaced +aG1; {BARE} emplaced; x1 I5 it-346"
    assert cover(crew, {}) == [("emplaced", 2, "176.2")]
    assert cover(crew, {"sand": "E5"}) == [("emplaced in sand", 1, "190.41")]
    assert cover(crew, {"sand": "E5"}, "wet") == [("emplaced", 2, "176.2")]


def test_63_a_gunshield_in_its_arc() -> None:
    assert cover(f"a9 E5 br-228 +aG1; {SHIELDED}; x1 I5 it-346", {}) == [("gunshield", 2, "63")]
    assert cover(f"a9 E5 br-228 +aG1; {SHIELDED}; x1 B5 it-346", {}) == [], "from behind"
    assert cover(f"a9 E5 br-228 +aG1; {BARE}; x1 I5 it-346", {}) == [], "it has none"
    assert cover(f"a9 E5 br-228 +aG1 emplaced; {SHIELDED}; x1 I5 it-346", {}) == [("emplaced", 2, "176.2")], "not both"


def test_191_4_137_3_a_shield_in_a_sangar_instead_of_it_and_in_a_trench_besides() -> None:
    crew = f"a9 E5 br-228 dug_in +aG1; {SHIELDED} dug_in; x1 I5 it-346"
    assert cover(crew, {"sangar": "E5"}) == [("gunshield", 2, "191.4")]
    assert cover(crew, {"trench": "E5"}) == [("in a trench", 2, "137.1"), ("gunshield", 2, "137.3")]


def test_187_13_an_emplaced_gun_inside_the_rim_sees_only_the_next_hex_past_the_lip() -> None:
    words = {"deir": "E5 E6", "lip": "E6/E7"}
    for marks, sees in (("", True), ("emplaced", False)):
        t = drill(words, f"a9 E5 br-228 {marks} +aG1; {BARE} {marks}; xV1 E9 it-m13-40 @11", phase="prep")
        assert line_to(t.s, t.piece("a9"), t.piece("xV1")).is_clear is sees


def pusher(words: dict[str, str], text: str = "a9 E5 br-228 +aG1", gun: str = "aG1 E5 br-oqf-6-pdr-7-cwt @3", **more: Any) -> Drill:
    return drill(words, f"{text}; {gun}", **more)


def test_63_a_gun_is_pushed_for_twice_the_factors_by_a_roll() -> None:
    """A six-pounder has 10; two factors in open ground: 8 or less on the dice, exactly 8 and it goes no further."""
    t = pusher({})
    preview = t.preview("push aG1 F5")
    assert preview.cost == "2 of 4"
    chances = {chance.label: chance.chance for chance in preview.odds}
    assert chances == {"is there": Fraction(21, 36), "is there, and that is all": Fraction(5, 36), "does not move": Fraction(10, 36)}
    assert odds_are_the_odds(cast("Game", t.game), t.s, read(t.game, t.s, *t.words("push aG1 F5"))) == []
    t.do("push aG1 F5", "roll 7")
    assert (t.where("aG1"), t.where("a9")) == ("F5", "F5")
    t.do("push aG1 G6", "roll 8")
    assert t.where("aG1") == "G6"
    assert t.refused("push aG1 H6").rule == "63"
    stays = pusher({})
    stays.do("push aG1 F5", "roll 9")
    assert stays.where("aG1") == "E5"


def test_176_3_no_minimum_move_helps_who_pushes_a_gun() -> None:
    steep = pusher({"woods": "F5", "level_1": "F5"})
    assert steep.refused("push aG1 F5").rule == "176.3"


def test_192_2_example_pushing_into_sand_by_a_track_costs_three_instead_of_four() -> None:
    """And three is what the roll counts."""
    for lines, cost, text in (("", 4, "a9 E5 br-228 +aG1"), ("track E5 F5", 3, "a9 E5 br-228 +aG1")):
        t = pusher({"sand": "F5"}, text, lines=lines)
        assert t.preview("push aG1 F5").cost == f"{cost} of 4"
        assert ("factors spent", f"+{cost}", "63") in t.preview("push aG1 F5").items


def test_63_more_hands_and_a_road_help_and_mud_does_not() -> None:
    t = pusher({}, "a9 E5 br-228 +aG1; a1 E5 br-457; a2 E5 br-247")
    assert ("more hands", "-3", "63") in t.preview("push aG1 F5 together").items
    t.do("push aG1 F5 together", "roll 7")
    assert [t.where(unit) for unit in ("a9", "a1", "a2", "aG1")] == ["F5"] * 4
    road = pusher({}, lines="road E5 F5")
    assert ("by road", "-2", "63") in road.preview("push aG1 F5").items
    mud = pusher({}, tracks={"ground": GROUNDS.index("mud")})
    assert ("mud", "+3", "63") in mud.preview("push aG1 F5").items


def test_63_who_pushes_is_an_easy_target_and_does_nothing_else() -> None:
    t = drill({"woods": "E4"}, "a9 E5 br-228 +aG1; aG1 E5 br-oqf-2-pdr @9; x1 E1 it-447")
    t.do("push aG1 E4", "roll 2")
    assert t.has("a9", "busy", "moved")
    shot = Shot(1, "first", t.s.at[t.piece("a9")], (t.piece("x1"),), (t.piece("a9"),))
    found = {item.what: item.value for item in modifiers(t.s, shot, t.piece("a9"))}
    assert found == {"terrain": 1, "pushes a gun": -2}, "in woods too"


def test_188_26_a_gun_goes_to_the_crest_with_its_crew_and_stays_there() -> None:
    t = drill({"wadi": "F5 F6 F5/F6"}, "a9 F5 br-228 +aG1; aG1 F5 br-oqf-2-pdr @3")
    t.do("move a9", "crest G5")
    assert t.has("aG1", "crest")
    assert t.has("a9", "crest")
    t.do("down", "halt")
    assert t.has("aG1", "crest")
    assert crew_of(t.s, t.piece("aG1")) == -1, "nobody serves it from the bed"


def test_188_26_a_gun_is_pushed_to_the_crest_and_down_again() -> None:
    t = pusher({"wadi": "F5 F6 F5/F6"}, gun="aG1 E5 br-oqf-2-pdr @3")
    t.do("push aG1 F5 rim", "roll 2")
    assert t.has("aG1", "crest")
    assert t.s.position(t.piece("a9")) == "crest"
    t.do("push aG1 F5", "roll 2")
    assert not t.has("aG1", "crest")


def test_188_26_a_fixed_mount_keeps_a_protected_hexside_in_its_arc_and_no_pit_is_dug_there() -> None:
    t = drill(
        {"wadi": "F5 F6 F5/F6"},
        "a9 F5 br-228 crest crest_1 +aG1; aG1 F5 br-oqf-6-pdr-7-cwt @3 crest crest_1; xV1 B4 it-m13-40 @3; xV2 I6 it-m13-40 @9",
        phase="prep",
    )
    assert t.refused("engage aG1 xV1").rule == "188.26"
    assert "engage aG1 xV2" in t.menu()
    assert t.refused("swing aG1 9").rule == "188.26"
    t.do("swing aG1 1")
    assert t.refused("engage aG1 xV2").rule == "63", "to swing round is to have fired"


def test_191_3_a_gun_takes_the_room_of_two_squads_in_a_sangar() -> None:
    t = pusher({"sangar": "E5"}, "a9 E5 br-228 +aG1; a1 E5 br-457 dug_in; a2 E5 br-457 dug_in", gun="aG1 E5 br-oqf-2-pdr @3")
    assert t.refused("push aG1 E5 in").rule == "191.3"


def test_191_3_one_more_squad_beside_a_gun_in_a_sangar() -> None:
    text = "a9 E5 br-228 dug_in +aG1; aG1 E5 br-oqf-2-pdr @3 dug_in; a1 E5 br-457"
    t = drill({"sangar": "E5"}, text)
    t.do("move a1", "shelter")
    assert t.has("a1", "dug_in")
    full = drill({"sangar": "E5"}, text + " dug_in; a2 E5 br-457")
    full.do("move a2")
    assert full.refused("shelter").rule == "191.3"


@pytest.mark.parametrize(("work", "number"), [("sangar", "191.3"), ("trench", "137.3")])
@pytest.mark.parametrize(("crew", "gun", "serves"), [("", "", True), (" dug_in", " dug_in", True), (" dug_in", "", False), ("", " dug_in", False)])
def test_191_3_191_4_a_gun_is_served_from_its_own_side_of_the_wall(work: str, number: str, crew: str, gun: str, serves: bool) -> None:
    """A sangar that contains a gun and its crew; a crew manning a gun in a sangar: either both are in it or neither is."""
    t = drill({work: "E5"}, f"a9 E5 br-228{crew} +aG1; aG1 E5 br-oqf-2-pdr @3{gun}; xV1 H4 it-m13-40 @9", phase="prep")
    t.s.marks[t.piece("aG1")] &= ~(1 << t.game.names.mark["dug_in"] if not gun else 0)
    assert ("engage aG1 xV1" in t.menu()) is serves
    assert crew_of(t.s, t.piece("aG1")) == (t.piece("a9") if serves else -1)
    if not serves:
        assert t.refused("engage aG1 xV1").rule == number


def test_185_22_who_serves_his_gun_does_not_feel_a_work_that_the_enemy_has_hidden() -> None:
    """The gun stands in a foxhole, its crew outside: the trench of the enemy that nobody knows of changes nothing."""
    t = drill({}, "a9 E5 br-228 +aG1; aG1 E5 br-oqf-2-pdr @3 dug_in; aF1 E5 foxhole; xF1 E5 trench; xV1 H4 it-m13-40 @9", phase="prep")
    assert t.refused("engage aG1 xV1").rule == "137.3"
    t.s.mark("185.22", t.piece("xF1"), t.game.names.mark["hidden"])
    assert "engage aG1 xV1" in t.menu()


def test_191_3_who_goes_into_a_work_leaves_his_gun_and_takes_it_over_again_on_its_side() -> None:
    t = drill({"sangar": "E5"}, "a9 E5 br-228 +aG1; aG1 E5 br-oqf-2-pdr @3; a1 E5 br-457 dug_in")
    t.do("move a9", "shelter")
    assert crew_of(t.s, t.piece("aG1")) == -1
    t.do("halt")
    t.do("serve a1 aG1")
    assert not t.has("a1", "dug_in"), "out of the sangar, to the gun"
    assert crew_of(t.s, t.piece("aG1")) == t.piece("a1")


def test_191_3_who_takes_over_a_gun_in_a_sangar_needs_room_there() -> None:
    full = "a1 E5 br-457; a2 E5 br-457 dug_in; a3 E5 br-457 dug_in; aG1 E5 br-oqf-2-pdr @3 dug_in"
    assert drill({"sangar": "E5"}, full).refused("serve a1 aG1").rule == "191.3"
    t = drill({"sangar": "E5"}, full.replace("a3 E5 br-457 dug_in; ", ""))
    t.do("serve a1 aG1")
    assert t.has("a1", "dug_in")


def test_191_52_a_gun_is_pushed_into_a_sangar_from_its_hex_with_one_on_the_dice() -> None:
    t = pusher({"sangar": "E5"}, gun="aG1 E5 br-oqf-2-pdr @3")
    assert ("sangar", "+1", "191.52") in t.preview("push aG1 E5 in").items
    assert t.refused("push aG1 F5 in").rule == "191.52"
    t.do("push aG1 E5 in", "roll 2")
    assert t.has("aG1", "dug_in")
    assert t.has("a9", "dug_in")
    t.do("push aG1 E5", "roll 2")
    assert not t.has("aG1", "dug_in")


def test_63_a_crew_fires_its_gun_or_its_rifles() -> None:
    text = "a9 E5 br-228 {} +aG1; aG1 E5 br-oqf-25-pdr @5; x1 E7 it-346; xV1 E9 it-m13-40 @11"
    rifles = drill({}, text.format("fired prep_fired"), phase="prep")
    assert rifles.refused("engage aG1 xV1").rule == "63"
    gun = drill({}, text.format(""), phase="prep")
    assert "from a9 E7" in gun.menu()
    gun.do("engage aG1 xV1", "roll 1,6", "roll 12")
    assert "from a9 E7" not in gun.menu()
    assert "engage aG1 xV1" in gun.menu(), "its rate is 1"


def test_63_other_men_take_a_gun_over() -> None:
    t = drill({}, "a9 D4 br-228; a1 E5 br-457; aG1 E5 br-oqf-2-pdr @3")
    assert t.refused("serve a9 aG1").rule == "63"
    t.do("serve a1 aG1")
    assert crew_of(t.s, t.piece("aG1")) == t.piece("a1")


def test_145_a_gun_is_repaired_by_its_crew() -> None:
    t = drill({}, "a9 E5 br-228 +aG1; aG1 E5 br-oqf-2-pdr @3 malfunction", phase="rally")
    t.do("repair aG1", "roll 1")
    assert not t.has("aG1", "malfunction")


def test_42_a_gun_is_as_secret_as_who_serves_it() -> None:
    t = drill({"scrub": "E5"}, "a9 E5 br-228 hidden concealed +aG1; aG1 E5 br-oqf-2-pdr @3; x1 M5 it-346", phase="prep")
    assert "aG1" not in str(t.game.view(t.s, 1)["pieces"].keys())
    open_ = drill({"scrub": "E5"}, "a9 E5 br-228 +aG1; aG1 E5 br-oqf-2-pdr @3; x1 M5 it-346", phase="prep")
    assert "aG1" in open_.game.view(open_.s, 1)["pieces"]


def test_194_601_194_611_the_sun_and_the_arc_of_a_gun() -> None:
    """A gun that faces east fires into the low sun at what lies there; what lies north it hits without that."""
    words: dict[str, str] = {}
    text = "a9 E5 br-228 +aG1; aG1 E5 br-oqf-2-pdr @3; xV1 K5 it-m13-40 @9; xV2 E2 it-m13-40 @5"
    t = drill(words, text, phase="prep", tracks={"sun": 1})
    assert ("the low sun", "+2", "194.611") in t.preview("engage aG1 xV1").items
    assert not any(rule == "194.611" for _, _, rule in t.preview("engage aG1 xV2").items)


def test_4_guns_are_fresh_in_a_new_player_turn() -> None:
    t = drill({}, "a9 E5 br-228 +aG1; aG1 E5 br-oqf-2-pdr @3 prep_fired first_fired; x1 M5 it-346", phase="rally", phasing="axis")
    assert not t.has("aG1", "prep_fired")
    assert not t.has("aG1", "first_fired")


def test_33_3_a_shot_at_an_emplaced_gun_has_the_pit_on_the_dice() -> None:
    t = drill({}, "a9 E5 br-228 +aG1; aG1 E5 br-oqf-25-pdr @5; x9 E9 it-227 emplaced +xG1; xG1 E9 it-cannone-47-32 @11 emplaced", phase="prep")
    assert ("emplaced", "+2", "176.2") in t.preview("shell aG1 E9").items


def test_190_4_example_a_105_at_an_emplaced_gun_in_sand() -> None:
    """Infantry target type: a direct hit on the 20 column, a near miss on the 8; over the area 8 and 4."""
    for how, columns in (("", (20, 8)), (" area", (8, 4))):
        t = drill(
            {"sand": "E9"},
            "x9 E5 it-227 +xG1; xG1 E5 it-cannone-105-28 @5; a9 E9 br-228 emplaced +aG1; aG1 E9 br-oqf-25-pdr @11 emplaced",
            phase="prep",
            phasing="axis",
        )
        t.do(f"shell xG1 E9{how}", "roll 2,3")
        assert t.rolls == "burst"
        events = t.do("roll 6,5")
        assert said(events, "burst").values[1] == columns[1]


def test_177_a_gun_that_is_lost_counts_a_tenth_of_its_price() -> None:
    t = drill({}, "x9 E5 it-227 +xG1; xG1 E5 it-cannone-105-28 @5; a9 E9 br-228 +aG1; aG1 E9 br-oqf-25-pdr @11", phase="prep", phasing="axis")
    assert desert_points(t.s, 1) == 0
    t.do("shell xG1 E9", "roll 2,3", "roll 1,1")
    assert not t.s.is_on_map(t.piece("aG1"))
    assert desert_points(t.s, 1) == 3, "a tenth of 30"
