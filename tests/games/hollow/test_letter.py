"""Clauses of part one that independent readers of the rulebook found played otherwise than the text says."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

import pytest

from amba.core.decision import CHANCE
from amba.games.hollow.boards.board import board_text
from amba.games.hollow.boards.naming import hex_place
from amba.games.hollow.counters import HALF, WORK_KINDS
from amba.games.hollow.game import Hollow, load
from amba.games.hollow.rules.r005_movement import cost, cost_items
from amba.games.hollow.rules.r005_paths import ways_of
from amba.games.hollow.rules.r011_modifiers import hillock_protection
from amba.games.hollow.rules.r015_rout import is_desert_day
from amba.games.hollow.rules.r042_concealment import gain_concealment
from amba.games.hollow.rules.r054_digging import dig_modifiers
from amba.games.hollow.rules.r177_victory import hexes_held
from amba.games.hollow.rules.r185_costs import ground_cost
from amba.games.hollow.rules.r188_wadis import crest_protection, is_in_front
from amba.games.hollow.rules.r194_air import setting
from amba.games.hollow.rules.r194_weather import GROUNDS
from amba.games.hollow.state import HollowState
from amba.load.files import DataError
from tests.games.hollow.table import SCENARIO, give, read, refusal_of, refused_by, table
from tests.games.hollow.test_protection import look, make
from tests.games.hollow.test_weapons import charge, work
from tests.games.hollow.words import board_from


def on_board(more: str = "", lines: tuple[tuple[str, str], ...] = (), scenario: str = SCENARIO, **kinds: str) -> Hollow:
    """The game with the practice scenario on a board in a few words."""
    over = Path(tempfile.mkdtemp(prefix="hollow-letter-"))
    (over / "boards").mkdir()
    (over / "scenarios").mkdir()
    board = board_from(99, **kinds)._replace(lines=tuple((kind, tuple(hex_place(name) for name in names.split())) for kind, names in lines))
    (over / "boards" / "99.toml").write_text(board_text(board), encoding="utf-8")
    (over / "scenarios" / "practice.toml").write_text(scenario + more, encoding="utf-8")
    return Hollow(over)


def position(game: Hollow, pieces: str, phase: str = "movement", **tracks: int) -> HollowState:
    """``"a1 E5 crest; x1 H5"`` on that board, the Allies' turn; nobody fires by himself."""
    found = {}
    for part in pieces.split(";"):
        key, place, *marks = part.split()
        found[key] = {"hex": f"99{place}", "marks": marks}
    hold = {f"{side}_{what}": 0 for side in ("allied", "axis") for what in ("chance", "otherwise")}
    document = {"game": "hollow", "scenario": "practice", "turn": 1, "phase": phase, "phasing": "allied", "pieces": found, "tracks": hold | tracks}
    return game.place(document)


# 38


def test_188_161_a_crest_protects_nobody_across_the_cliff_of_the_wadi() -> None:
    game = on_board(wadi="N4 N5 N6 N4/N5 N5/N6", wadi_cliff="M5/N5")
    s = position(game, "a1 N5 crest crest_1 crest_4; x1 J6; x2 K5; x3 M9")  # facing north-west, to M5
    mine, beside, across, behind = (game.names.piece[key] for key in ("a1", "x1", "x2", "x3"))
    assert crest_protection(s, across, mine) == 0, "the fire comes across the cliff"
    assert not is_in_front(s, mine, s.at[across]), "so it is no part of the protected front either"
    assert crest_protection(s, beside, mine) == 2, "through M6 there is a crest"
    assert crest_protection(s, behind, mine) == 0


# 39


def test_189_19_a_hillock_also_protects_from_fire_along_its_side() -> None:
    for hillock in ("F4", "F5"):  # the line from C5 to G5 runs between the two into G5
        ground = make(hillock=hillock)
        assert hillock_protection(look(ground, "C5", "G5")) == 1
        assert hillock_protection(look(ground, "G5", "C5")) == 0, "not as it enters their hex"
    assert hillock_protection(look(make(hillock="F4", level_1="C5"), "C5", "G5")) == 0, "from above"
    assert hillock_protection(look(make(hillock="C5 F4"), "C5", "G5")) == 0, "over the next hillock (189.16)"
    assert hillock_protection(look(make(hillock="C5 E5 F4 F5"), "C5", "G5")) == 0
    assert hillock_protection(look(make(hillock="A5 C5 F4"), "A5", "G5")) == 1, "past one more"


# 40


def test_185_22_scrub_conceals_in_a_wadi_too() -> None:
    t = table("a1 FF2; x1 A10; a2 N5", phasing="allied")
    gain_concealment(t.s)
    assert t.has("a1", "concealed")
    assert not t.has("a2", "concealed"), "a wadi without scrub conceals nobody"


# 42


def test_191_2_bars_a_second_sangar_only_and_other_works_share_a_hex() -> None:
    works = 'works = ["sangar*2", "wire", "trench", "foxhole"]\nmines = 12\ndummies = 2\n'
    game = on_board(scenario=SCENARIO.replace("dummies = 2\n", works, 1))
    s = game.new("practice", {})
    while (found := game.decision(s)) is not None and found.who != 0:
        game.apply(s, next(iter(game.legal(s))))
    by_kind: dict[str, list[str]] = {}
    for piece in s.plan.groups[0].pieces:
        if s.is_work(piece):
            by_kind.setdefault(WORK_KINDS[s.face[piece]], []).append(game.names.pieces[piece])
    first, second = by_kind["sangar"]
    for key in (first, by_kind["wire"][0], by_kind["trench"][0], by_kind["foxhole"][0]):
        assert refused_by(game, s, "place", key, "99E5") == "", key
        game.apply(s, read(game, s, "place", key, "99E5"))
    assert refused_by(game, s, "place", second, "99E5") == "191.2"
    assert refused_by(game, s, "lay", "6", "99E5") == ""
    game.apply(s, read(game, s, "lay", "6", "99E5"))
    assert refused_by(game, s, "lay", "6", "99E5") == "55.81", "one minefield to a hex"


# 41


ROADS = (("road", "B5 C5 D5 E6 F6 G7 H7 I8 J8 K8 L8"), ("track", "B8 C8 D8"))


def walked(game: Hollow, s: HollowState, *orders: str) -> None:
    for order in orders:
        found = refusal_of(game, s, *order.split())
        assert found is None, f"{order}: {found.text if found else ''}"
        give(game, s, *order.split())


def test_192_2_a_road_is_not_a_track_and_costs_men_half_a_factor() -> None:
    game = on_board(lines=ROADS, woods="D5 G7", sand="C8", level_1="J8 K8 L8")
    s = position(game, "a1 B5; a2 B8; x1 FF1")
    a1, place = game.names.piece["a1"], game.names.place
    ways = ways_of(s, (a1,), "normal", 0)
    reach = {name: ways.cost.get((place[f"99{name}"], False)) for name in ("C5", "D5", "E6", "F6", "G7", "H7", "I8", "J8", "K8")}
    assert reach == {"C5": 1, "D5": 1, "E6": 2, "F6": 2, "G7": 3, "H7": 3, "I8": 4, "J8": None, "K8": None}, "half a factor each, woods or not"
    ways = ways_of(s, (game.names.piece["a2"],), "normal", 0)
    assert [ways.cost[place[f"99{name}"], False] for name in ("C8", "D8")] == [1, 2], "a track takes one off and never costs less than one"


def test_192_3_the_half_factor_that_is_left_over_pays_for_the_next_road_hex() -> None:
    game = on_board(lines=ROADS, woods="D5 G7", level_1="J8 K8 L8")
    s = position(game, "a1 B5; x1 FF1")
    a1 = game.names.piece["a1"]
    paid = []
    walked(game, s, "done", "move a1")
    for name in ("C5", "D5", "E6", "E7", "F6"):
        walked(game, s, f"go 99{name}")
        paid.append(s.points[a1])
    assert paid == [1, 1, 2, 3, 4], "a hex off the road costs a whole factor in between, and half of one is not enough for another"
    assert s.has(a1, HALF), "one and a half by road, one beside it, one back onto it: half a factor is left"
    assert refused_by(game, s, "go", "99F7") == "5"
    walked(game, s, "go 99G7")
    assert s.points[a1] == 4


def test_192_3_uphill_a_road_hex_costs_twice_the_half() -> None:
    game = on_board(lines=ROADS, woods="J8", level_1="J8 K8 L8")
    s = position(game, "a1 H7; x1 FF1")
    ways = ways_of(s, (game.names.piece["a1"],), "normal", 0)
    reach = [ways.cost[game.names.place[f"99{name}"], False] for name in ("I8", "J8", "K8", "L8")]
    assert reach == [1, 2, 2, 3], "1/2, 1 1/2, 2, 2 1/2"


def test_15_192_3_broken_men_run_by_road_too() -> None:
    game = on_board(lines=ROADS, woods="I8")
    s = position(game, "a1 B5 broken; x1 A5", phase="rout")
    a1 = game.names.piece["a1"]
    for name in ("C5", "D5", "E6", "F6", "G7", "H7", "I8"):
        if (found := game.decision(s)) is not None and found.kind == "rout":
            walked(game, s, "rout a1")
        walked(game, s, f"run 99{name}")
        while (found := game.decision(s)) is not None and found.who == CHANCE:
            game.apply(s, game.outcomes(s)[0][0])  # who is interdicted passes his check
    assert s.at[a1] == game.names.place["99I8"], "seven hexes for three and a half factors"


# 44


def test_191_41_186_16_a_sangar_among_the_stones_of_hammada_falls_a_point_sooner() -> None:
    for place, from_, roll, left in (("E6", "E5", 4, False), ("E6", "E5", 5, True), ("J5", "J4", 5, False), ("J5", "J4", 6, True)):
        t = work(charge(f"a1 {from_} has aW1; x1 FF5; xF1 {place}"), "xF1", "sangar")
        t.do("move a1", f"charge aW1 {place}", "halt", "done", "done", f"roll {roll}")
        assert (t.where("xF1") == place) is left


def test_190_42_a_foxhole_in_sand_falls_in_only_with_a_squad_that_was_eliminated_in_it() -> None:
    ground = {state: GROUNDS.index(state) for state in ("dry", "wet")}
    cases = (
        ("it-346", "dug_in", "dry", "spare"),
        ("it-346", "dug_in", "wet", "spare"),
        ("it-346", "", "dry", "L5"),
        ("it-247", "dug_in", "dry", "L5"),
    )
    for kind, inside, state, where in cases:
        t = work(charge(f"a1 L4 has aW1; x1 L5 {kind} {inside}; xF1 L5; x2 FF5", tracks={"ground": ground[state]}), "xF1", "foxhole")
        t.do("move a1", "charge aW1 L5", "halt", "done", "done", "roll 2")
        assert t.where("x1") == "eliminated"
        assert t.where("xF1") == where, (kind, inside, state)
    t = work(charge("a1 L4 has aW1; x1 L5 it-247 dug_in; x3 L5 it-247 dug_in; xF1 L5; x2 FF5"), "xF1", "foxhole")
    t.do("move a1", "charge aW1 L5", "halt", "done", "done", "roll 2")
    assert t.where("xF1") == "spare", "two half-squads are a squad's equivalent"


def test_190_42_an_empty_foxhole_is_nothing_to_blow_up() -> None:
    t = work(charge("a1 L4 has aW1; x1 FF5; xF1 L5"), "xF1", "foxhole")
    t.do("move a1")
    assert t.refused("charge aW1 L5").rule == "23"


def test_188_13_across_a_depression_hexside_only_a_gain_of_level_is_paid_for() -> None:
    """N4 is a hill depression hex: its bed is as high as the open ground beside N5, and as the crest of N5."""
    game = on_board(wadi="N4 N5 N6 P5 N4/N5 N5/N6 O5/P5", level_1="N4 P5")
    s = position(game, "a1 N5; a2 N5 crest; a3 O5; a4 O6; x1 FF5")
    price = {
        key: sum(item.value for item in cost_items(s, (game.names.piece[key],), game.names.place[f"99{to}"]))
        for key, to in (("a1", "N4"), ("a3", "P5"), ("a4", "P5"))
    }
    assert price["a1"] == 2, "from bed to bed a level is gained"
    assert price["a3"] == 1, "from open ground across the wadi's own hexside (188.1) none is: the bed of P5 lies as high"
    assert price["a4"] == 3, "across a crest line that is no depression hexside the climb is always paid, and then the way down"
    down = sum(item.value for item in cost_items(s, (game.names.piece["a2"],), game.names.place["99N4"]))
    assert down == 1, "from the crest of N5 the bed of N4 is level"


# 45


def test_176_4_overlays_carry_levels_lips_wadi_sides_dune_crests_and_cliffs() -> None:
    overlays = """
[[overlay]]
terrain = "deir"
hexes = ["99E5", "99E6"]
[overlay.hexsides]
lip = ["99E6/99E7"]
[[overlay]]
terrain = "wadi"
hexes = ["99G5", "99G6"]
hexsides = { wadi = ["99G5/99G6"], wadi_cliff = ["99G6/99G7"] }
[[overlay]]
level = 1
hexes = ["99J5", "99J6"]
hexsides = { cliff = ["99J6/99J7"], dune_crest = ["99L5/99L6"] }
"""
    s = position(on_board(overlays, scrub="J5", wall="E5/E6"), "a1 A1; x1 FF1")
    ground, at = s.field.ground, hex_place
    assert ground.has_side(at("E6"), at("E7"), "lip")
    assert not ground.has_side(at("E5"), at("E6"), "wall"), "it lies under the overlay"
    assert at("E6") in ground.lip_hexes
    assert ground.has_side(at("G5"), at("G6"), "wadi")
    assert ground.has_side(at("G6"), at("G7"), "wadi_cliff")
    assert (ground.level[at("J5")], ground.level[at("J6")], ground.level[at("J7")]) == (1, 1, 0)
    assert ground.has(at("J5"), "scrub"), "a level alone leaves what grows there"
    assert not ground.is_accessible(at("J6"), at("J7"))
    assert ground.has_side(at("L5"), at("L6"), "dune_crest")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('[[overlay]]\nterrain = "moss"\nhexes = ["99E5"]', "'moss' is no terrain"),
        ('[[overlay]]\nlevel = 9\nhexes = ["99E5"]', "level is 9"),
        ('[[overlay]]\nhexsides = { fence = ["99E5/99E6"] }', "hexside 'fence' is unknown"),
        ('[[overlay]]\nhexsides = { lip = ["99E5/99E9"] }', "not neighbours"),
        ('[[overlay]]\nterrain = "deir"\nhexagons = ["99E5"]', "unknown key 'hexagons'"),
        ('[[lines]]\nkind = "path"\nhexes = ["99E5"]', "line 'path'"),
        ('[[lines]]\nkind = "track"\nhexes = ["99E5", "99E7"]', "not neighbours"),
        ('[[lines]]\nkind = "track"\nhexes = ["98E5"]', "'98E5' is no hex"),
    ],
)
def test_176_4_192_1_what_a_scenario_lays_is_checked(text: str, says: str) -> None:
    game = on_board(f"\n{text}\n")
    with pytest.raises(DataError, match=re.escape(says)):
        game.new("practice", {})


def test_188_the_end_of_a_wadi_overlay_is_one_with_the_wadi_beside_it() -> None:
    """Hexsides between the end hex and another wadi are wadi hexsides, but where a wadi cliff is; for sight only between those two hexes."""
    laid = """
[[overlay]]
terrain = "wadi"
hexes = ["99G4", "99G5", "99G6"]
hexsides = { wadi = ["99G4/99G5", "99G5/99G6"], wadi_cliff = ["99G4/99H3"] }
[[overlay]]
terrain = "wadi"
hexes = ["99G3"]
"""
    game = on_board(laid, wadi="G7 G8 H3 F5 E5 G7/G8 E5/F5")
    s = position(game, "a1 G6; a2 G5; a3 G4; x1 FF1")
    ground, at = s.field.ground, hex_place
    assert ground.has_side(at("G6"), at("G7"), "wadi_join"), "the board's wadi"
    assert ground.has_side(at("G4"), at("G3"), "wadi_join"), "another overlay"
    assert not ground.has_side(at("G4"), at("H3"), "wadi_join"), "a wadi cliff parts them"
    assert not ground.has_side(at("G5"), at("F5"), "wadi_join"), "G5 is no end of the overlay"
    price = {key: cost(s, (game.names.piece[key],), game.names.place[f"99{to}"], False) for key, to in (("a1", "G7"), ("a2", "G6"), ("a3", "G3"))}
    assert price == {"a1": 1, "a2": 1, "a3": 1}, "along the bed, as anywhere in a wadi"


def test_192_1_scenarios_lay_tracks() -> None:
    track = '\n[[lines]]\nkind = "track"\nhexes = ["99A5", "99B4", "99C5"]\n'
    for more, costs in ((track, [1, 1]), ("", [2, 1])):
        game = on_board(more, sand="B4")
        s = position(game, "a1 A5; x1 FF1")
        a, b, c = (game.names.place[f"99{name}"] for name in ("A5", "B4", "C5"))
        assert [ground_cost(s.field, a, b, "dry"), ground_cost(s.field, b, c, "dry")] == costs


def two_boards(first: str, second: str, desert: bool = True, more: str = "") -> Hollow:
    """Board 99 and board 98 beside it, with hammada, scrub and a low dune on each; what the layout says of both."""
    over = Path(tempfile.mkdtemp(prefix="hollow-letter-"))
    (over / "boards").mkdir()
    (over / "scenarios").mkdir()
    for number in (98, 99):
        board = board_from(number, hammada="C5", scrub="E5", low_dune="G5")._replace(is_desert=desert or number == 99)
        (over / "boards" / f"{number}.toml").write_text(board_text(board), encoding="utf-8")
    layout = f"layout = [[{{ board = 99{first} }}, {{ board = 98{second} }}]]"
    text = SCENARIO.replace("layout = [[{ board = 99 }]]", layout).replace('["99GG5", "99GG6"]', '["98GG5", "98GG6"]')
    (over / "scenarios" / "practice.toml").write_text(text + more, encoding="utf-8")
    return Hollow(over)


def words_at(game: Hollow, *names: str) -> list[set[str]]:
    field = game.new("practice", {}).field
    return [set(field.words(game.names.place[name])) for name in names]


def test_196_1_196_2_190_5_broken_steppe_and_dunes_are_said_of_one_board() -> None:
    game = two_boards("", ', terrain = "broken", dunes = "high"')
    assert words_at(game, "99C5", "99E5", "99G5", "99C4") == [{"hammada"}, {"scrub"}, {"low_dune"}, set()]
    assert words_at(game, "98C5", "98E5", "98G5", "98C4") == [{"broken_crag"}, {"brush"}, {"high_dune"}, {"broken_ground"}]
    game = two_boards(', terrain = "steppe"', "")
    assert words_at(game, "99C5", "99E5", "98C5", "98E5") == [{"brush"}, {"woods"}, {"hammada"}, {"scrub"}]
    s = game.new("practice", {})
    assert [dig_modifiers(s, game.names.place[name]) == [] for name in ("99A5", "98K5")] == [True, False], "176.21: in steppe digging is easy"
    assert not is_desert_day(s), "176.31"
    assert setting(s).steppe


@pytest.mark.parametrize("word", ["broken", "steppe"])
def test_196_1_196_2_no_minimum_move_in_broken_and_steppe_terrain(word: str) -> None:
    """The exceptions of both name 176.3; the other reading, that the rout of 176.31 alone is meant, is an option."""
    for kind, choice, rule in ((word, "letter", "176.3"), (word, "everywhere", ""), ("", "letter", "")):
        more = f', terrain = "{kind}"' if kind else ""
        game = on_board(scenario=SCENARIO.replace("{ board = 99 }", f"{{ board = 99{more} }}"), level_1="T4")
        loaded = {"hex": "99S5", "has": ["aW4", "aW1"], "marks": ["exhausted"]}
        document = {
            "game": "hollow",
            "scenario": "practice",
            "options": {"minimum_move": choice},
            "phase": "movement",
            "pieces": {"a1": loaded, "x1": "99FF5"},
        }
        s = game.place(document)
        give(game, s, "done")
        assert refused_by(game, s, "walk", "a1", "99T4", "minimum") == rule, (kind, choice)
        give(game, s, "move", "a1")
        assert refused_by(game, s, "minimum", "99T4") == rule, (kind, choice)


def test_176_1_194_1_a_board_may_be_no_desert() -> None:
    game = two_boards("", "", desert=False)
    s = game.new("practice", {})
    desert = {name: s.field.is_desert(game.names.place[name]) for name in ("99K5", "98K5", "99GG5")}
    assert desert == {"99K5": True, "98K5": False, "99GG5": False}, "176.5: of two halves neither makes desert without wadi, hammada or sand"
    assert [dig_modifiers(s, game.names.place[name]) == [] for name in ("99K5", "98K5")] == [False, True]
    assert not is_desert_day(s), "176.31: only desert boards"
    assert (setting(s).some_desert, setting(s).only_desert) == (True, False)
    with pytest.raises(DataError, match="no desert board"):
        two_boards("", ', terrain = "broken"', desert=False).new("practice", {})


def test_176_5_a_half_desert_hex_is_desert_beside_sand() -> None:
    sand = '\n[[overlay]]\nterrain = "sand"\nhexes = ["99FF5"]\n'
    game = two_boards("", "", desert=False, more=sand)
    field = game.new("practice", {}).field
    assert field.is_desert(game.names.place["99GG5"])


# history before balance


@pytest.mark.parametrize(
    ("scenario", "history", "even"), [("cochen", 3, 4), ("sidi-rezegh", 3, 5), ("munassib", 6, 5), ("bir-hakeim", 12, 11), ("halfaya", 4, 4)]
)
def test_177_the_goal_is_historys_and_an_even_game_is_an_option(scenario: str, history: int, even: int) -> None:
    game = load()
    assert hexes_held(game.new(scenario, {}))[1] == history
    assert hexes_held(game.new(scenario, {"goals": "even"}))[1] == even
