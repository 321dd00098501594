"""What bots look at: quick looks agree with the rules, terms go the right way, ways are legal."""

from __future__ import annotations

from collections import Counter
from itertools import islice, pairwise
from random import Random
from typing import cast

import pytest

from amba.bots.budget import Budget
from amba.bots.evaluator import Evaluator
from amba.bots.greedy import best
from amba.bots.plan import Planner
from amba.bots.player import Player
from amba.core.evaluation import Way
from amba.core.game import Game
from amba.games.hollow.bot.advice_setup import shortlist
from amba.games.hollow.bot.estimates import BLOCKED, fire_map, harm_of, shot_at, spot_of, stacks
from amba.games.hollow.bot.evaluation import HollowEvaluation
from amba.games.hollow.bot.places import standing
from amba.games.hollow.bot.routes import of_group, phases_left
from amba.games.hollow.frames import Shot
from amba.games.hollow.game import Hollow
from amba.games.hollow.orders import Exit, Walk
from amba.games.hollow.rules.r007_seeing import line_to
from amba.games.hollow.rules.r010_odds import fates
from amba.games.hollow.rules.r011_modifiers import terrain_items
from amba.games.hollow.state import HollowState
from amba.load.registry import open_game
from tests.bots.walk import advice_of, asked
from tests.games.hollow.table import GAME, Table, table

HEXES = ("E5", "F5", "H5", "H9", "K8", "K9", "N5", "Q5", "P5", "S7", "T6", "T5", "Z5", "BB4", "BB6", "C7")


def evaluation() -> HollowEvaluation:
    found = GAME.abilities.evaluation
    assert isinstance(found, HollowEvaluation)
    return found


def term(t: Table, key: str, side: int = 0) -> float:
    return evaluation().measure(t.s, side)[key]


@pytest.mark.parametrize(("one", "other"), [*pairwise(HEXES), ("E5", "T5"), ("H5", "Q5"), ("BB4", "T6"), ("K9", "K8"), ("Z5", "E5")])
def test_a_quick_look_is_what_the_rules_see(one: str, other: str) -> None:
    t = table(f"a1 {one}; x1 {other}")
    firer, target = t.piece("a1"), t.piece("x1")
    line = line_to(t.s, firer, target)
    range_, modifier = shot_at(t.s.field, spot_of(t.s, firer), spot_of(t.s, target))
    assert range_ == line.range
    if not line.is_clear:
        assert modifier == BLOCKED
    else:
        assert modifier == line.hindrance + sum(item.value for item in terrain_items(t.s, firer, target))


def test_10_the_harm_of_a_shot_follows_the_table() -> None:
    """Of one target: gone in full, broken by six tenths, pinned by little; as the exact odds have it, but for squads cut in half."""
    t = table("a1 E5; x1 G5", phase="prep")
    one = fates(t.s, Shot(0, "prep", t.s.at[t.piece("x1")], (t.piece("a1"),), (t.piece("x1"),)))[0]
    expected = float(one.gone + one.broken * 6 / 10 + one.pinned * 15 / 100)
    assert harm_of(4, 0, 6) == pytest.approx(expected, abs=0.04)
    assert harm_of(4, 0, 6) > harm_of(4, 2, 6) > 0
    assert harm_of(8, 0, 7) > harm_of(4, 0, 7) > harm_of(4, 0, 9)
    assert harm_of(0.9, -3, 5) == 0.0


def test_a_stack_is_as_strong_as_its_men_and_guns() -> None:
    found = stacks(table("a1 E5 has aW3; a2 E5; aL1 E5; x1 T5").s, 0, 0)
    assert len(found) == 1
    assert found[0].reach[1] == 2 * (4 + 4 + 4)
    assert found[0].reach[5] == 4 + 4 + 4
    assert found[0].reach[6] == 2 + 2 + 4
    assert (found[0].led, found[0].has_leader, found[0].worth) == (-1, True, 6.0)


def test_question_marks_are_all_alike() -> None:
    """A concealed squad with a gun, a dummy and a leader look the same to the enemy, and are measured so."""
    shown = [stacks(table(f"a1 E5; {text}").s, 1, 0) for text in ("x1 C4 concealed has xW2", "xD1 C4 concealed", "xL1 C4 concealed")]
    assert shown[0] == shown[1] == shown[2]


def test_177_terms_go_the_right_way() -> None:
    far, near = table("a1 B5; x1 Y2"), table("a1 F6; x1 Y2")
    assert term(near, "contest") > term(far, "contest")
    assert term(near, "contest", 1) == -term(near, "contest")
    late, later = table("a1 P5; x1 Y2", turn=4), table("a1 T1; x1 Y2", turn=4)
    assert term(late, "pace") > term(later, "pace")
    assert term(table("a1 K6; x1 Y2", turn=1), "pace") == 0.0, "there is time enough"
    assert term(table("a1 E5; x1 Y2"), "men") > term(table("a1 E5 broken; x1 Y2"), "men")
    seen, behind = table("a1 G7; x1 J7"), table("a1 G7; x1 Y2")
    assert term(seen, "danger") < 0 == term(behind, "danger")
    assert term(seen, "fire") > 0 == term(behind, "fire")
    assert term(table("a1 G5; x1 G6 broken"), "rout") > 0
    assert term(table("a1 H5; a2 H5; x1 H5"), "melee") > 0
    assert term(table("a1 E5 broken; aL1 E5; x1 Y2"), "command") > term(table("a1 E5 broken; aL1 A1; x1 Y2"), "command")
    assert term(table("a1 H5; x1 J6"), "cover") > term(table("a1 G5; x1 J6"), "cover")


def test_time_left_counts_own_movement_phases() -> None:
    assert [phases_left(table("a1 E5; x1 Y2", phase=phase, turn=3).s, 0) for phase in ("rally", "movement", "rout")] == [2, 1, 1]
    assert phases_left(table("a1 E5; x1 Y2", phase="rout", turn=4).s, 1) == 1


def test_fire_is_feared_where_it_comes_from() -> None:
    t = table("a1 E5; x1 H5 has xW2")
    rest, walk = fire_map(t.s, 0).at(4 * t.s.field.alias["99G5"])
    assert walk > rest > 0
    assert fire_map(t.s, 0).at(4 * t.s.field.alias["99F5"])[0] < rest, "woods protect"
    assert standing(t.s, 1, t.s.field.alias["99H5"]) > standing(t.s, 1, t.s.field.alias["99J6"])


def test_ways_are_legal_and_end_where_they_say() -> None:
    t = table("a1 E5; a2 E5 has aW1; aL1 E5; x1 H5")
    movers = (t.piece("aL1"), t.piece("a1"), t.piece("a2"))
    found = of_group(t.s, 0, movers)
    assert len({way.place for way in found}) == len(found) >= 4
    for way in found:
        now = evaluation().undisturbed(t.s, 0)
        for gesture in way.gestures:
            assert GAME.refuse(now, gesture) is None, way
            GAME.apply(now, gesture)
        assert {now.at[unit] for unit in movers} == {way.place}
        decision = GAME.decision(now)
        assert decision is not None
        assert decision.kind == "movement"
    assert all(way.advised <= 0 for way in found)
    assert any(gesture == ("assault",) for way in found for gesture in way.gestures), "a single step is made by assault movement"


def gone(t: Table, way: Way, side: int = 0) -> HollowState:
    """The position a planner foresees at the end of a way."""
    game = cast("Game", GAME)
    planner = Planner(game, advice_of(game), Evaluator(game, evaluation(), side), Budget(100))
    step = planner.tried(evaluation().undisturbed(t.s, side), way)
    assert step is not None
    assert len(step.gestures) == len(step.states)
    return cast("HollowState", step.states[-1])


def test_men_who_come_into_sight_are_planned_for_to_the_end_of_their_way() -> None:
    """Their walk stops where they lose their concealment. A plan that ended there would leave them standing in front of the enemy."""
    t = table("a1 E5 concealed; x1 H5")
    found = of_group(t.s, 0, (t.piece("a1"),))
    stopped = 0
    for way in found:
        now = evaluation().undisturbed(t.s, 0)
        for gesture in way.gestures:
            GAME.apply(now, gesture)
        stopped += now.at[t.piece("a1")] != way.place
        end = gone(t, way)
        assert end.at[t.piece("a1")] == way.place
        decision = GAME.decision(end)
        assert decision is not None
        assert decision.kind == "movement", "and nobody is left on the march"
    assert stopped, "or nothing is tested here"


def test_men_who_come_into_sight_go_on_to_the_crest_or_over_the_edge_they_were_sent_to() -> None:
    t = table("a1 K5 concealed; x1 R5")
    a1, crest_hex = t.piece("a1"), t.s.field.alias["99N5"]
    crest = Way(a1, crest_hex, (Walk(a1, crest_hex, "rim"),), 0.0)
    end = gone(t, crest)
    assert end.at[t.piece("a1")] == crest.place
    assert end.position(t.piece("a1")) == "crest"
    t = table("a1 D4 concealed; x1 F4", scenario="breakout")
    edge = t.s.field.alias["99A4"]
    away = Way(a1, edge, (Exit(a1, edge),), 0.0)
    end = gone(t, away)
    assert end.at[t.piece("a1")] == GAME.world.exited[0]


def test_a_part_of_a_stack_is_told_to_halt_where_it_was_to_go() -> None:
    t = table("a1 E5; a2 E5; aL1 E5; x1 K8")
    movers = (t.piece("aL1"), t.piece("a1"))
    for way in of_group(t.s, 0, movers):
        end = gone(t, way)
        assert {end.at[unit] for unit in movers} == {way.place}
        assert end.frames[-1].name == "move"


def test_a_plan_supposes_nothing_that_the_side_could_see_otherwise() -> None:
    t = table("a1 E5; x1 C4 concealed hidden; x2 H5", tracks={"axis_chance": 10, "axis_hidden": 1})
    undisturbed = evaluation().undisturbed(t.s, 0)
    assert GAME.view(undisturbed, 0) == GAME.view(t.s, 0)
    assert t.piece("x1") not in undisturbed.here[undisturbed.at[t.piece("x1")]]
    assert t.s.tracks[GAME.names.track["axis_chance"]] == 10, "the position itself is left alone"


def test_works_are_set_up_before_the_men_who_go_into_them() -> None:
    game, rng = Hollow(), Random(2)
    s = game.new("cochen", {})
    dug, placed = GAME.names.mark["dug_in"], list[str]()
    while (decision := game.decision(s)) is not None and decision.kind == "setup" and decision.who == 1:
        heads = game.legal(s).heads
        assert 0 < len(shortlist(s, 1, heads)) <= min(len(heads), 3) or not heads
        action = best(cast("Game", game), advice_of(cast("Game", game)), s, 1, rng)
        verb, *args = game.spell(action)
        placed.append(args[0] if verb == "place" else verb)
        game.apply(s, action)
    works = [i for i, name in enumerate(placed) if "F" in name]
    assert works == list(range(len(works))), "works first"
    assert len(works) >= 5
    assert sum(s.has(unit, dug) for unit in s.units(1)) >= 4


def test_hexes_are_what_a_scenario_scores() -> None:
    game = Hollow()
    for scenario in game.scenarios():
        rules = game.world.plan(scenario.key).data["victory"]
        attacker = game.sides.index(rules["side"])
        score = game.abilities.score
        assert score is not None
        sign = 1 if attacker == score.side else -1
        assert score.verdict(scenario.key, sign * rules["need"]) == attacker
        assert score.verdict(scenario.key, sign * (rules["need"] - 1)) == 1 - attacker
        assert score.points(game.new(scenario.key, {})) == 0


def test_4_reinforcements_are_brought_on_at_every_level() -> None:
    for level in ("greedy", "planner"):
        t = table("a1 E5; x1 Y2; x10 axis-entry; x11 axis-entry", phasing="axis", turn=2)
        player, rng = Player(cast("Game", GAME), 1, level), Random(3)
        while t.asked in {"movement", "entering", "walk"}:
            GAME.apply(t.s, player.choose(t.s, rng).action)
        assert all(t.s.is_on_map(t.piece(key)) for key in ("x10", "x11"))


@pytest.mark.parametrize("level", ["greedy", "planner"])
def test_bots_leave_standing_orders_and_are_not_asked(level: str) -> None:
    game, rng = open_game("hollow"), Random(1)
    s = game.new("cub-cub", {})
    players = [Player(game, side, level) for side in (0, 1)]
    kinds = Counter[str]()
    for decision in islice(asked(game, s, rng), 150):
        kinds[decision.kind] += 1
        game.apply(s, players[decision.who].choose(game.imagine(s, decision.who, rng), rng).action)
    assert kinds["orders"] >= 4
    assert "first fire" not in kinds
