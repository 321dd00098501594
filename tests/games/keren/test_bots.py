"""Advice that a player would recognise: single positions in which a sensible bot does one thing."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, cast

import pytest

from amba.bots.greedy import best
from amba.bots.player import Player
from amba.core.decision import Refusal
from amba.games.keren.bot.advice import advice
from amba.games.keren.bot.estimates import assault_value, is_trapped
from amba.games.keren.bot.evaluation import KerenEvaluation, open_goals
from amba.games.keren.bot.routes import barriers, within_a_march
from amba.games.keren.bot.threats import threat
from amba.games.keren.orders import Rest

from .conftest import Table

if TYPE_CHECKING:
    from amba.core.game import Game
    from amba.core.order import Words
    from amba.games.keren.game import Keren

    from .conftest import Lay

CAMERONS = ("2-camerons-a", "2-camerons-b", "2-camerons-c")


def choice(t: Table, limit: float | None = None) -> Words:
    decision = t.game.decision(t.s)
    assert decision is not None
    return t.game.spell(best(cast("Game", t.game), advice, t.s, decision.who, Random(1), limit))


def planned(t: Table, side: int) -> None:
    """Let a planner make its whole movement phase."""
    player, rng = Player(cast("Game", t.game), side, "planner", speaks=False), Random(1)
    while (decision := t.game.decision(t.s)) is not None and decision.kind == "movement":
        t.game.apply(t.s, player.choose(t.s.copy(), rng).action)


@pytest.mark.parametrize("scenario", ["first-battle", "second-battle"])
def test_bots_set_up_by_the_scenarios_plan(keren: Keren, scenario: str) -> None:
    """But for a guard in objectives that the plan leaves empty."""
    t = Table(keren.new(scenario, {}))
    guards = 0
    while (words := choice(t)) != ("rest",):
        verb, _, to = words
        assert verb == "place"
        assert t.s.world.points[t.hex(to)] >= 2
        assert not t.s.here[t.hex(to)]
        order = t.game.read(t.s, words)
        assert not isinstance(order, Refusal)
        t.game.apply(t.s, order)
        guards += 1
    assert guards <= 3


def test_a_colonial_battalion_steps_back_from_three_camerons(lay: Lay) -> None:
    t = lay("italian.movement", {**dict.fromkeys(CAMERONS, "2418"), "col-red-1": "2417", "col-red-2": "5305"})
    verb, unit, to = choice(t)
    assert (verb, unit) == ("move", "col-red-1")
    assert t.hex(to) not in t.s.world.ground.next_to[t.hex("2418")]


def test_a_bot_that_is_late_does_not_end_its_phase_unseen(lay: Lay) -> None:
    t = lay("italian.movement", {**dict.fromkeys(CAMERONS, "2418"), "col-red-1": "2417", "col-red-2": "5305"})
    assert choice(t, limit=0.0)[:2] == ("move", "col-red-1")


def test_nobody_leaves_tigu_open(lay: Lay) -> None:
    t = lay("italian.movement", {"col-red-1": "5305", "2-camerons-a": "3030"})
    assert choice(t) == ("done",)


def test_no_planner_leaves_tigu_open(lay: Lay) -> None:
    t = lay("italian.movement", {"col-red-1": "5305", "col-red-2": "5208", **dict.fromkeys(CAMERONS, "2418")})
    planned(t, 1)
    assert t.s.held[1][t.hex("5305")]


def test_one_battalion_does_not_assault_the_alpini(lay: Lay) -> None:
    t = lay("commonwealth.assault", {"2-camerons-a": "2418", "alp-tan-1": "2417", "alp-burgundy-1": "2417"})
    assert choice(t) == ("done",)


def test_three_camerons_assault_a_colonial_battalion(lay: Lay) -> None:
    t = lay("commonwealth.assault", {**dict.fromkeys(CAMERONS, "2418"), "col-red-1": "2417"})
    assert choice(t) == ("assault", "2417")


def test_who_cannot_retreat_is_worth_more_as_a_target(lay: Lay) -> None:
    units = {**dict.fromkeys(CAMERONS, "2418"), "col-red-1": "2417", "col-red-2": "5305"}
    free = lay("commonwealth.assault", units)
    around = {"3-14-punjab-a": "2416", "3-14-punjab-b": "2517", "3-14-punjab-c": "2516", "1-essex-a": "2316", "1-essex-b": "2317"}
    shut = lay("commonwealth.assault", units | around)
    place = free.hex("2417")
    assert (is_trapped(free.s, 1, place), is_trapped(shut.s, 1, place)) == (False, True)
    assert assault_value(shut.s, 0, place, 16, 1) > assault_value(free.s, 0, place, 16, 1)


def test_features_that_are_updated_equal_features_made_anew(keren: Keren) -> None:
    """Moves, fights, losses and guns that turn their backs: whatever happened since, the terms are those of a fresh look."""
    rng, anew, moves = Random(3), KerenEvaluation(keren.world), 0
    s = keren.new("first-battle", {})
    for step in range(200):
        decision = keren.decision(s)
        if decision is None:
            break
        if decision.who < 0:
            action = rng.choice(keren.outcomes(s))[0]
        else:
            menu = keren.legal(s)
            heads = [head for head in menu.heads if head.verb == "move" and step % 9]
            tails = list(menu.tails(rng.choice(heads))) if heads else []
            action = rng.choice(tails) if tails else Rest() if Rest() in menu else menu.pick(rng)
            moves += bool(tails)
        keren.apply(s, action)
        anew.last.clear()
        for side in (0, 1):
            assert keren.evaluation.measure(s, side) == anew.measure(s, side), (step, action)
    assert moves > 30


def test_a_whole_stack_steps_back_together(lay: Lay) -> None:
    """As long as one stays it does not help that another has gone: nobody alone would see it."""
    reds = ("col-red-1", "col-red-2", "col-red-3")
    rifles = ("1-6-rajputana-rifles-a", "1-6-rajputana-rifles-b", "1-6-rajputana-rifles-c")
    t = lay(
        "italian.movement", {**dict.fromkeys(CAMERONS, "2418"), **dict.fromkeys(rifles, "2317"), **dict.fromkeys(reds, "2417"), "col-white-1": "5305"}
    )
    offered = t.game.evaluation.ways(t.s, 1, "movement")
    assert offered is not None
    assert any(way.company == tuple(map(t.piece, reds[1:])) for way in offered)
    planned(t, 1)
    assert not any(t.s.zoc(0)[t.s.at[t.piece(unit)]] for unit in reds)


def test_before_the_end_the_italians_do_not_die_for_ground(lay: Lay) -> None:
    """4.2: only the end counts. A summit with a battalion on it is left alone on turn 3; on the last turn it is worth a unit to stand beside it."""
    units = {CAMERONS[0]: "2616", "col-red-1": "2714", "col-white-1": "5305"}
    early, late = (lay("italian.movement", units, turn=turn, control={"commonwealth": ["2616"]}) for turn in (3, 8))
    planned(early, 1)
    assert not early.s.zoc(1)[early.hex("2616")]
    planned(late, 1)
    assert late.s.zoc(1)[late.hex("2616")]


def test_4_2_italians_far_behind_come_back_when_they_would_be_late(lay: Lay) -> None:
    """Dologorodoc is lost and nobody is in it: with six turns left a battalion on Zeban may wait, with one left it must set out."""
    units = {"2-camerons-a": "3523", "col-red-1": "4112", "col-red-2": "4112", "col-white-1": "5305"}
    fort = lay().hex("3621")
    far = lay().s.world.ground.distance(lay().hex("4112"), fort)
    late = lay("italian.movement", units, turn=7, control={"commonwealth": ["3621"]})
    planned(late, 1)
    gone = [late.s.world.ground.distance(late.s.at[late.piece(unit)], fort) for unit in ("col-red-1", "col-red-2")]
    assert min(gone) <= far - 3


def test_4_1_idle_battalions_march_to_tigu_when_the_enemy_nears_it(lay: Lay) -> None:
    """One guard in Tigu, a brigade a march and a half off, two battalions on a hill without points: they do not stay there."""
    raid = {**dict.fromkeys(CAMERONS, "5014"), "3-14-punjab-a": "5214", "3-14-punjab-b": "5214"}
    quiet = {"col-red-1": "4615", "col-red-2": "4615", "col-white-1": "5305"}
    t = lay("italian.movement", {**raid, **quiet}, turn=4)
    before, _ = guard_of_tigu(t)
    planned(t, 1)
    after, guards = guard_of_tigu(t)
    assert after > before
    assert guards


def test_4_1_a_battalion_beside_the_road_closes_it(lay: Lay) -> None:
    """On 5306 it closes 5307, 5306 and Tigu; a Commonwealth battalion in one of them opens that one."""
    free, closed_ = lay("italian.movement", {"2-camerons-a": "2418"}), {"2-camerons-a": "2418", "col-red-1": "5306"}
    assert barriers(free.s) == 0
    assert barriers(lay("italian.movement", closed_).s) == 3
    assert barriers(lay("italian.movement", closed_ | {"2-camerons-b": "5307"}).s) == 2


def guard_of_tigu(t: Table) -> tuple[int, bool]:
    """What the Italians could soon have in Tigu, and whether anybody is in it."""
    features = t.game.evaluation.features(t.s, 1)
    return features.for_tigu[1], bool(t.s.held[1][t.hex("5305")])


def test_4_2_on_the_last_turn_the_commonwealth_goes_back_to_a_summit_that_cavalry_can_reach_or_bars_the_way(lay: Lay) -> None:
    units = {**dict.fromkeys(CAMERONS, "2516"), "cav-tan-1": "2713", "col-white-1": "5305"}
    t = lay("commonwealth.movement", units, turn=8, control={"commonwealth": ["2616"]})
    place = t.hex("2616")
    assert place in [target.place for target in t.game.evaluation.targets(t.s, 0)]
    assert place in open_goals(t.s, threat(t.s, 0))
    planned(t, 0)
    assert t.s.held[0][place] or place not in open_goals(t.s, threat(t.s, 0))


def test_a_march_over_a_crest_is_shorter_than_one_along_the_road(lay: Lay) -> None:
    ground = lay().s.world.ground
    on_the_road, on_the_ridge = (within_a_march(ground, lay().hex(name), 14) for name in ("3033", "2420"))
    assert len(on_the_road) > 2 * len(on_the_ridge)
    assert within_a_march(ground, lay().hex("2420"), 14) < within_a_march(ground, lay().hex("2420"), 24)
