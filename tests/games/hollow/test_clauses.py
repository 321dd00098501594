"""Clauses that nothing else would miss: each of these tests has been seen to fail with its clause taken out."""

from __future__ import annotations

from random import Random

import pytest

from amba.core.decision import CHANCE
from amba.core.event import Said
from amba.games.hollow.boards.alternate import broken_terrain
from amba.games.hollow.boards.ground import Placed, lay
from amba.games.hollow.boards.naming import hex_place
from amba.games.hollow.climate import Weather
from amba.games.hollow.counters import DUST, NIGHT, PHASE, SIDES, STARSHELL
from amba.games.hollow.field import Field
from amba.games.hollow.frames import FirePhase, SettingUp, Shot, VisibilityRoll
from amba.games.hollow.orders import Hide, SendStarshell
from amba.games.hollow.rules.r003_setup import refuse_hide
from amba.games.hollow.rules.r005_movement import allowance
from amba.games.hollow.rules.r011_modifiers import modifiers
from amba.games.hollow.rules.r012_morale import limit
from amba.games.hollow.rules.r015_flight import is_exposed, reach_of
from amba.games.hollow.rules.r015_rout import _forces
from amba.games.hollow.rules.r017_weapons import weapon_able
from amba.games.hollow.rules.r024_smoke import smoke_counters
from amba.games.hollow.rules.r049_starshells import bursts, refuse_starshell
from amba.games.hollow.rules.r179_prisoners import captor
from amba.games.hollow.rules.r185_costs import ground_cost
from amba.games.hollow.rules.r185_hidden import is_seen_from
from amba.games.hollow.rules.r188_wadis import is_in_front
from amba.games.hollow.rules.r193_walls import is_denied
from amba.games.hollow.rules.r194_air import set_up_weather
from amba.games.hollow.rules.r194_weather import GROUNDS, time_of_day
from amba.games.hollow.rules.r194_wind import roll_for_weather, settled
from amba.table.layout import put
from tests.games.hollow.table import GAME, table
from tests.games.hollow.test_ground_in_play import REAL
from tests.games.hollow.test_weapons import charge
from tests.games.hollow.test_works import work
from tests.games.hollow.words import board_from


def place(name: str) -> int:
    return GAME.names.place[f"99{name}"]


# 176.51, second note


def test_176_51_note_of_two_terrains_in_a_hex_costs_and_protection_add_up() -> None:
    g = lay([[Placed(board_from(99, woods="C4 C5", brush="C4 C6", building="E4", large_building="E4", hammada="C6"))]])
    field = Field(g, GAME.names.place)
    assert [ground_cost(field, place("C3"), place("C4"), "dry"), ground_cost(field, place("C4"), place("C5"), "dry")] == [4, 2]
    assert ground_cost(field, place("C5"), place("C6"), "dry") == 2, "hammada is what open ground costs, and brush comes instead of it"
    assert ground_cost(field, place("E3"), place("E4"), "dry") == 2, "a building is one building"
    g = lay([[Placed(board_from(99, woods="C4", crag="C4 C5", building="E4", large_building="E4"))]])
    field = Field(g, GAME.names.place)
    assert [field.protection(place(name)) for name in ("C4", "C5", "E4", "A1")] == [2, 1, 3, 0]


# 176.32


@pytest.mark.parametrize("air", ["mist", "rain"])
def test_176_32_low_visibility_adds_to_the_roll_and_leaves_the_open_ground_open(air: str) -> None:
    t = table("a1 W1; x1 W9 has xW2", tracks={air: 1})
    unit = t.piece("a1")
    found = {item.what: item.value for item in modifiers(t.s, Shot(1, "first", t.s.at[unit], (t.piece("xW2"),), (unit,)), unit)}
    assert found["weather"] == 1
    assert found["moves in the open"] == -1


# 194.77


def test_194_77_a_scenario_that_begins_in_rain_has_no_dust() -> None:
    t = table("a1 W1; x1 W9")
    for rain, dust in ((False, 1), (True, 0)):
        t.s.tracks[DUST] = 0
        set_up_weather(t.s, {"dust": "light", "ground": "dry", "rain": rain})
        assert t.s.tracks[DUST] == dust


# 189.13


def test_189_13_along_the_bed_of_a_wadi_is_not_uphill() -> None:
    t = table("a1 N5; x1 FF9")
    assert "smoke a1 N6" in t.menu()
    assert t.refused("smoke a1 O5").rule == "189.13", "out of the bed is"


# 14, 18


def test_14_a_leader_at_the_crest_does_not_help_men_down_in_the_wadi() -> None:
    for where, most in (("N5 crest", 7), ("N5", 8)):
        t = table(f"a1 N5; aL1 {where}; x1 FF9")
        assert limit(t.s, t.piece("a1"), 0) == most


def test_18_20_nobody_rallies_hand_to_hand() -> None:
    t = table("a1 E5 broken melee; aL1 E5 melee; x1 E5 melee; a2 G5 broken; aL2 G5", phase="rally")
    assert t.refused("rally a1").rule == "20"
    assert "rally a2" in t.menu()


# 49


def test_49_how_far_one_sees_by_night_is_rolled_once_a_game_turn() -> None:
    for phase, rolled in ((0, True), (8, False)):
        s = REAL.new("bir-hakeim", {})
        assert s.tracks[NIGHT]
        s.tracks[PHASE] = phase
        roll_for_weather(s)
        assert (VisibilityRoll() in s.frames) is rolled


# whose names they bear


@pytest.mark.parametrize(
    ("scenario", "piece", "people"),
    [("cub-cub", "a1", "Free French"), ("cochen", "a1", "Indian"), ("halfaya", "a1", "British"), ("munassib", "x8", "German")],
)
def test_units_are_called_by_their_own_people(scenario: str, piece: str, people: str) -> None:
    plan = REAL.world.plan(scenario)
    number = REAL.names.piece[piece]
    shown = next(one for one in REAL.board(scenario)["pieces"] if one["key"] == piece)
    assert f", {people}:" in shown["faces"][plan.faces[number]]["text"]


@pytest.mark.parametrize(("scenario", "name"), [("cub-cub", "Free French"), ("deir-el-shein", "Indians and British")])
def test_4_the_log_calls_a_side_as_its_scenario_does(scenario: str, name: str) -> None:
    s, rng, lines = REAL.new(scenario, {}), Random(1), set[str]()
    while not lines:
        decision = REAL.decision(s)
        assert decision is not None
        a = rng.choice(REAL.outcomes(s))[0] if decision.who == CHANCE else REAL.legal(s).pick(rng)
        lines = {REAL.sentence(event) for event in REAL.apply(s, a) if isinstance(event, Said) and event.what == "player turn"}
    first = s.plan.data["sides"][SIDES[s.plan.first]]["title"]
    assert lines == {f"Player turn of the {first}."}
    assert name in {s.plan.data["sides"][side]["title"] for side in SIDES}


# 185.22


def test_185_22_a_question_mark_in_a_work_gives_it_away_from_as_far_as_it_is_seen() -> None:
    for men, seen in (("", False), ("x1 C4 concealed dug_in; ", True)):
        t = table(f"a1 T3; {men}x2 FF9")
        assert is_seen_from(t.s, work(t, "xF1", "C4", "foxhole"), t.piece("a1")) is seen


# 188.172


def test_188_172_a_wadi_hexside_is_no_front() -> None:
    """At the crest of N5, looking north-west: the bed to the north lies between the three hexsides, and is none of them."""
    t = table("x1 N5 crest crest_1 crest_4; a1 N3; a2 M4; x2 FF9")
    assert not is_in_front(t.s, t.piece("x1"), place("N3"))
    assert is_in_front(t.s, t.piece("x1"), place("M5"))
    assert is_in_front(t.s, t.piece("x1"), place("M6"))


# 194.1, 194.71


def test_194_71_194_1_a_scenario_has_dust_only_over_dry_ground() -> None:
    t = table("a1 W1; x1 W9")
    for state, dust in (("wet", 0), ("moderate", 0), ("dry", 1), ("very dry", 1)):
        t.s.tracks[DUST] = 0
        set_up_weather(t.s, {"dust": "light", "ground": state})
        assert t.s.tracks[DUST] == dust, state


# 194.3


def test_194_3_early_mornings_are_misty_from_november_to_april() -> None:
    misty = [month for month in range(1, 13) if time_of_day(1, month, Weather(False, False, False), "libya").mist]
    assert misty == [1, 2, 3, 4, 11, 12]


# 196.1


def test_196_1_beside_hammada_only_open_ground_that_is_no_depression_is_broken() -> None:
    g = broken_terrain(lay([[Placed(board_from(99, hammada="C5", wadi="C6", scrub="B4", sand="D4", woods="B5"))]]))
    found = {name for name in ("C4", "C6", "B4", "B5", "D4", "D5") if g.has(hex_place(name), "broken_ground")}
    assert found == {"C4", "D5"}


# 5.7, 142.23


def test_142_23_5_7_a_leader_who_carries_something_himself_has_no_hand_to_lend() -> None:
    for has, factors in (("", 5), (" has aW1", 4)):
        t = table(f"a1 E5 has aW4; aL1 E5{has}; x1 FF9")
        men, leader = t.piece("a1"), t.piece("aL1")
        assert allowance(t.s, men, (men, leader), "normal") == factors


# 13


def test_13_broken_men_who_are_fired_at_are_desperate_whatever_comes_of_it() -> None:
    t = table("a1 E5 broken; a2 P1; x1 E7 has xW2", phase="prep", phasing="axis")
    assert not t.has("a1", "desperate")
    t.do("fire E5", "add x1", "shoot", "roll 6,6")
    assert t.has("a1", "desperate")


def test_13_the_loss_of_a_leader_is_no_fire_and_makes_nobody_desperate() -> None:
    t = table("a1 E5 broken; aL1 E5 broken; aL2 E5; x1 FF9", phase="rally")
    t.do("rally aL1", "roll 12")
    assert t.asked == "check"
    while t.asked == "check":
        t.do("roll 2")
    assert not t.has("a1", "desperate")


# 5.7


def test_5_7_a_leader_with_two_points_on_his_back_fires_no_weapon_after_moving() -> None:
    for has, able in ((" has aW1", True), (" has aW1 has aW2", False)):
        t = table(f"aL1 E5 moved{has}; x1 E8", phase="advancing")
        assert (weapon_able(t.s, "advancing", t.piece("aW1")) == "") is able


# P


def test_p_179_an_enemy_who_fights_hand_to_hand_next_door_takes_nobody() -> None:
    t = table("a1 E5 broken; x1 E6 melee; a2 E6 melee", phase="rout")
    assert captor(t.s, t.piece("a1")) is None
    t = table("a1 E5 broken; x1 E6", phase="rout")
    assert captor(t.s, t.piece("a1")) == t.piece("x1")


# 23


def test_23_a_man_who_is_pinned_on_the_way_does_not_lay_his_charge() -> None:
    t = charge("a1 G5 has aW1; x1 H5; x2 FF5", tracks={"axis_otherwise": 1})
    t.do("move a1", "charge aW1 H5", "add x1", "shoot", "roll 3,3", "roll 6", "pass")
    assert t.has("a1", "pinned")
    assert not t.has("a1", "broken")
    assert t.where("aW1") == "G5"


# 15


def test_15_a_leader_runs_along_once() -> None:
    t = table("a1 W5 broken; aL1 W5 ran; aL2 W5; x1 W8", phase="rout")
    t.do("rout a1")
    assert t.refused("along aL1").rule == "15"
    assert "along aL2" in t.menu()


# 11.5


def test_11_5_who_holds_a_wall_is_not_denied_it_by_men_who_hold_another() -> None:
    for mark, denied in (("", True), (" wall", False)):
        t = table(f"a1 K8 wall; x1 K9{mark}")
        assert is_denied(t.s, t.piece("a1"), t.piece("x1")) is denied


# 142.71, 177


def test_142_71_nobody_leaves_the_map_by_assault_movement() -> None:
    t = table("a1 A3; x1 Z5", scenario="breakout")
    t.do("move a1", "assault")
    assert t.refused("off").rule == "142.71"


# D, 42


def test_d_42_a_concealed_half_squad_and_an_open_one_do_not_recombine() -> None:
    t = table("a5 C4 concealed; a6 C4; aL1 C4; x1 T9", phase="rally")
    assert t.refused("recombine a5").rule == "42"


# 176.31


@pytest.mark.parametrize("where", ["desert", "night", "broken", "steppe"])
def test_176_31_the_six_hexes_are_for_plain_desert_by_day(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two machine guns eight hexes away, and no way out."""
    t = table("x1 X0 broken; x2 GG10; a1 EE5 has aW4; a2 Q5 has aW3", phase="rout", tracks={"night": int(where == "night"), "visibility": 12})
    if where in {"broken", "steppe"}:
        monkeypatch.setattr(t.s.field, f"has_{where}", True)
    t.do("done")
    assert t.where("x1") == ("X0" if where == "desert" else "eliminated")


# 49


def test_49_each_side_has_a_starshell_of_its_own_in_the_air() -> None:
    t = table("aL1 N5 crest; x1 FF9", phase="prep", tracks={"night": 1, "visibility": 4})
    shell, leader = smoke_counters(t.s)[0], t.piece("aL1")
    t.s.face[shell] = STARSHELL
    put(t.s, shell, place("W5"))
    for owner, refused in ((1, True), (2, False)):
        t.s.points[shell] = owner
        assert (refuse_starshell(t.s, FirePhase(0, "prep"), SendStarshell(leader, bursts(t.s, leader)[0])) is not None) is refused


# 42


def test_42_nobody_hides_in_a_work_that_everybody_sees() -> None:
    for seen in (True, False):
        t = table("x1 Z5 concealed dug_in; a1 E5")
        t.s.marks[work(t, "xF1", "Z5", "sangar")] |= 0 if seen else 1 << GAME.names.mark["hidden"]
        assert (refuse_hide(t.s, SettingUp(1), Hide(t.piece("x1"))) is not None) is seen


# 194.76, 196.2


def test_194_76_196_2_in_the_steppe_wind_and_gusts_raise_no_dust(monkeypatch: pytest.MonkeyPatch) -> None:
    t = table("a1 W1; x1 W9", tracks={"dust": 1, "wind": 2, "gusts": 1, "ground": GROUNDS.index("very dry")})
    assert settled(t.s, "gusts").dust == 2
    monkeypatch.setattr(t.s.field, "has_steppe", True)
    assert settled(t.s, "gusts").dust == 1


def test_176_31_six_hexes_are_within_six_hexes_and_seven_are_not() -> None:
    for where, forced in (("W7", True), ("W8", False)):
        t = table(f"x1 W1 broken; x2 GG10; a1 {where} has aW4", phase="rout")
        assert is_exposed(t.s, t.piece("x1"), (t.piece("a1"),))
        assert _forces(t.s, t.piece("x1"), t.piece("a1")) is forced


# 15


def test_15_a_gun_that_is_out_of_order_reaches_nobody() -> None:
    t = table("x1 W1 broken; x2 GG10; a1 W8 has aW4", phase="rout")
    assert reach_of(t.s, t.piece("a1")) == 14
    t.s.marks[t.piece("aW4")] |= 1 << GAME.names.mark["malfunction"]
    assert reach_of(t.s, t.piece("a1")) == 5
