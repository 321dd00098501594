"""12.0: supply is worked out for the whole map at once; here a unit walks its line hex by hex, as the rulebook says it, and must find the same."""

from __future__ import annotations

from random import Random

import pytest

from amba.core.decision import CHANCE
from amba.games.cheren.rules.r12_supply import open_ways, supplied
from amba.games.cheren.state import CherenState
from amba.games.cheren.world import ALLIED, NEVER
from tests.games.cheren.helpers import GAME

LENGTH = (3, 2, 1)
"""Hexes of a line that meets neither hill nor enemy zone, one of them, or both."""


def walks(s: CherenState, side: int, place: int) -> bool:
    world = s.world
    ways, closed = open_ways(s, side)
    if place in ways or any(way in ways for way in world.ways[place]):
        return True
    if side == ALLIED and world.red_edge.get(place, NEVER) <= s.turn:
        return True
    zone = s.zoc(1 - side)
    lines = [(place, False, False)]
    for length in range(1, LENGTH[0] + 1):
        longer = []
        for here, was_hill, was_watched in lines:
            for there in world.around[here]:
                hill, watched = was_hill or world.hill[there], was_watched or bool(zone[there])
                if closed[there] or world.mountain[there] or length > LENGTH[hill + watched]:
                    continue
                if there in ways:
                    return True
                longer.append((there, hill, watched))
        lines = longer
    return False


@pytest.mark.parametrize("seed", [1, 2])
def test_12_0_length_the_whole_map_agrees_with_lines_walked_hex_by_hex(seed: int) -> None:
    rng, s, compared = Random(seed), GAME.new("campaign", {}), 0
    land = [h for h in range(s.world.hexes) if not s.world.sea[h]]
    for step in range(1200):
        decision = GAME.decision(s)
        if decision is None:
            break
        GAME.apply(s, rng.choice([a for a, _ in GAME.outcomes(s)]) if decision.who == CHANCE else GAME.legal(s).pick(rng))
        if step % 60 == 0:
            for side in (0, 1):
                fed = supplied(s, side)
                for place in rng.sample(land, 60):
                    assert (fed[place] == "1") == walks(s, side, place), (side, s.world.names.places[place])
                    compared += 1
    assert compared > 1000
