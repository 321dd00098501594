"""The faster listings beside the judges: in positions of random play they say what the judges say, about everything that could be asked."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from amba.core.decision import CHANCE
from amba.games.hollow.frames import FirePhase, SettingUp
from amba.games.hollow.orders import SetDown
from amba.games.hollow.orders_armour import Engage, Shell
from amba.games.hollow.orders_crews import Rake
from amba.games.hollow.rules.armour.r033_engaging import AMMUNITION, engage_heads, engagements, refuse_engage
from amba.games.hollow.rules.armour.r034_shelling import refuse_shell, shell_heads, shells
from amba.games.hollow.rules.armour.r035_raking import HOWS, rakers, rakes, refuse_rake
from amba.games.hollow.rules.armour.r063_guns import shooters
from amba.games.hollow.rules.r003_setup import place_heads, place_tails, refuse_placing
from amba.games.hollow.rules.r007_seeing import is_clear, line
from amba.games.hollow.rules.r008_fire import able, may_join, refuse_firer
from amba.games.hollow.rules.r008_phases import aim, target_places
from amba.games.hollow.rules.r009_groups import firers_for, possible_firers
from amba.games.hollow.state import HollowState
from amba.lab.speed import choose
from tests.conformance.cases import game_of


def moments(scenario: str, every: int, most: int, seed: int = 5) -> Iterator[HollowState]:
    """Moments of a random game."""
    game, rng = game_of("hollow"), Random(seed)
    s = game.new(scenario, {})
    assert isinstance(s, HollowState)
    for count in range(most):
        asked = game.decision(s)
        if asked is None:
            return
        if count % every == 0:
            yield s
        game.apply(s, choose(game.outcomes(s), rng) if asked.who == CHANCE else game.legal(s).pick(rng))


@pytest.mark.parametrize("scenario", ["bir-el-gubi", "medenine", "deir-el-shein"])
def test_7_a_line_is_clear_exactly_where_the_drawn_line_is(scenario: str) -> None:
    """Past vehicles, wrecks and their smoke, too, which the quick answer looks for by hexes."""
    blocked = 0
    for s in moments(scenario, every=97, most=500):
        there = [p for side in (0, 1) for p in (*s.units(side), *s.vehicles(side))]
        for unit in there[::4]:
            for other in there[::3]:
                a, b = s.viewpoint(unit), s.viewpoint(other)
                assert is_clear(s, a, b) == line(s, a, b).is_clear, (scenario, unit, other)
                blocked += not is_clear(s, a, b)
    assert blocked


def test_29_six_vehicles_in_a_row_stop_a_line_that_the_ground_leaves_open() -> None:
    game = game_of("hollow")
    s = game.new("bir-el-gubi", {})
    assert isinstance(s, HollowState)
    field, tanks = s.field, [v for v in range(s.world.first_vehicle, s.world.first_gun) if s.world.vehicles[s.face[v]].is_armoured][:7]
    stopped = 0
    for place in field.places[::11]:
        x, y = field.hex_of[place]
        row = [field.index.get((x, y + 2 * step)) for step in range(9)]
        if None in row or len({field.level(there) for there in row if there is not None}) > 1:
            continue
        t = s.loose()
        a, b = field.view_from(place), field.view_from(field.index[x, y + 16])
        before = is_clear(t, a, b)
        for v, there in zip(tanks, row[1:-1], strict=True):
            assert there is not None
            t.at[v] = there
        t.changed_by_hand()
        assert is_clear(t, a, b) == line(t, a, b).is_clear
        stopped += before and not is_clear(t, a, b)
    assert stopped


@pytest.mark.parametrize("scenario", ["bir-el-gubi", "medenine"])
def test_35_63_guns_and_machine_guns_list_what_their_judges_let_pass(scenario: str) -> None:
    listed = 0
    for s in moments(scenario, every=23, most=460):
        at = s.frames[-1]
        if not isinstance(at, FirePhase):
            continue
        enemies = s.vehicles(1 - at.side)
        places = sorted({s.at[p] for p in (*s.known_counters(1 - at.side), *enemies)})
        for gun in shooters(s, at.side):
            engages = [a for v in enemies for what in AMMUNITION for a in (Engage(gun, v, what),) if refuse_engage(s, at, a) is None]
            bursts = [a for place in places for a in (Shell(gun, place), Shell(gun, place, "area")) if refuse_shell(s, at, a) is None]
            assert (engagements(s, at, gun), gun in engage_heads(s, at)) == (engages, bool(engages))
            assert (shells(s, at, gun), gun in shell_heads(s, at)) == (bursts, bool(bursts))
            listed += len(engages) + len(bursts)
        for vehicle in s.vehicles(at.side):
            raked = [a for place in places for how in HOWS for a in (Rake(vehicle, place, how),) if refuse_rake(s, at, a) is None]
            assert (rakes(s, at, vehicle), vehicle in rakers(s, at)) == (raked, bool(raked))
            listed += len(raked)
    assert listed


@pytest.mark.parametrize("scenario", ["sidi-rezegh", "medenine"])
def test_4_42_counters_find_room_where_the_judge_sees_it(scenario: str) -> None:
    placed = 0
    for s in moments(scenario, every=9, most=60):
        at = s.frames[-1]
        if isinstance(at, SettingUp):
            for piece in place_heads(s, at)[::7]:
                orders = [SetDown(piece, place) for place in s.field.places]
                assert place_tails(s, at, piece) == [order for order in orders if refuse_placing(s, at, order) is None]
                placed += 1
    assert placed


def test_8_9_who_may_join_a_shot_is_who_is_not_refused() -> None:
    asked = 0
    for s in moments("sidi-rezegh", every=11, most=600):
        at = s.frames[-1]
        if not isinstance(at, FirePhase):
            continue
        for place in target_places(s, at.side, at.kind):
            shot = aim(s, at.side, at.kind, place)
            pieces = possible_firers(s, at.side)
            assert [p for p in pieces if may_join(s, shot, p)] == [p for p in pieces if refuse_firer(s, shot, p) is None] == firers_for(s, shot)
            joined = shot._replace(firers=tuple(p for p in firers_for(s, shot) if not s.is_leader(p))[:1])
            assert firers_for(s, joined) == [p for p in pieces if refuse_firer(s, joined, p) is None]
            asked += sum(1 for p in pieces if not able(s, at.side, at.kind, p))
    assert asked
