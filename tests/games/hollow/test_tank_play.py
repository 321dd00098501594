"""Random play among tanks, lorries, men and mines, from a position where everybody is close to everybody, with the laws looked at on the way."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random
from typing import cast

import pytest

from amba.core.decision import CHANCE
from amba.core.game import Game
from amba.core.session import Session
from amba.lab import laws
from amba.lab.fuzz import seeded_session
from tests.games.hollow.tanks import drill

CROWD = """
aV1 E5 br-crusader-i @3; aV2 E6 br-stuart-i-a-honey @3 exposed; aV3 F7 br-matilda-ii @3; aV4 C5 br-3-ton-lorry @3; aV5 D6 br-carrier-c @3 exposed; aV6 G8 br-crusader-i @3 recalled shaken;
a1 E5 br-457; a2 E5 br-457; a3 F5 br-648; a4 G6 br-457 concealed; a5 C4 br-228; aL1 E5 8-1; aF1 I5 foxhole;
xV1 J5 it-m13-40 @9 exposed; xV2 J6 it-l3-aa @9 bow_broken; xV3 K7 it-ab-40 @9 exposed; xV4 K5 it-autocarro-l @9; xV5 I7 it-l3-lf @9; xV6 L6 it-lancia-izm @9; xV7 H8 it-m13-40 @9 wreck; xV8 H4 it-m13-40 @9 abandoned;
x1 J5 it-346; x2 I5 it-346; x3 H6 it-346; x4 K6 it-447; x5 H8 it-126v; xL1 J5 8-0; xF1 G5 mines; xF2 F6 sangar
"""
STEPS = 260
EACH = 2
"""How often the odds of one kind of order are looked at."""


def crowded(seed: str) -> Session:
    t = drill(
        {"scrub": "G6", "hillock": "H5", "sand": "L5", "hammada": "D8"},
        CROWD.replace("\n", " "),
        phase="rally",
        tracks={"allied_chance": 20, "axis_chance": 20},
    )
    t.s.points[t.piece("xF1")] = 6
    return seeded_session(cast("Game", t.game), "practice", {}, seed, t.s)


@pytest.mark.parametrize("seed", ["one", "two", "three", "nine"])
def test_random_play_among_tanks_keeps_the_laws(seed: str) -> None:
    session, rng = crowded(seed), Random(f"tanks {seed}")
    game, seen = session.game, Counter[str]()
    for step in range(STEPS):
        decision = session.decision
        if decision is None:
            break
        state, menu = session.state, session.menu
        tails = [action for head in islice(menu.heads, 6) for action in islice(menu.tails(head), 2)]
        for action in (*islice(menu.plain, 20), *tails) if decision.who != CHANCE else ():
            if seen[action.verb] < EACH and (found := game.preview(state, action)) is not None and found.odds:
                seen[action.verb] += 1
                assert laws.odds_are_the_odds(game, state, action) == []
        if step % 12 == 0:
            assert laws.menu_and_referee_agree(game, state, rng) == []
            assert laws.nothing_leaks(game, state, rng, 2) == []
        before, action = state.copy(), menu.pick(rng)
        if step % 20 == 0:
            assert laws.copies_are_independent(game, state, action) == []
            assert laws.saving_changes_nothing(game, state, action, rng) == []
        entries = len(session.done)
        session.act(decision.who, action)
        events = [event for done in session.done[entries:] for event in done.events]
        assert laws.events_fold(game, before, events, session.state) == []
        assert laws.invariants_hold(game, session.state) == []
    assert seen["rake"], "machine guns were looked at"
