"""Random play with platoons of tanks without radio, with the laws looked at on the way."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random
from typing import cast

import pytest

from amba.core.decision import CHANCE
from amba.core.event import Pushed
from amba.core.game import Game
from amba.core.session import Session
from amba.games.hollow.frames_platoon import ImpulseFire
from amba.games.hollow.orders_platoon import StepBy
from amba.games.hollow.state import HollowState
from amba.lab import laws
from amba.lab.fuzz import seeded_session
from tests.games.hollow.table import read
from tests.games.hollow.tanks import drill

COLUMN = """
xV1 J5 it-m13-40 @9; xV2 J6 it-m11-39 @9; xV3 K7 it-m11-39 @9 exposed; xV4 L5 it-m13-40 @9 motion; xV5 M5 it-m13-40 @9 motion; xV6 P8 it-l3-35 @9; x1 J5 it-346;
aV1 D5 br-crusader-i @3; aV2 E9 br-a13-mk-ii @3; a1 C5 br-457; a2 C6 br-247 +aG1; aG1 C6 br-oqf-2-pdr @3; a3 G6 br-457 hidden
"""
STEPS = 200


def column(seed: str) -> Session:
    t = drill(
        {"scrub": "G6", "sand": "H5 H6", "woods": "I8", "level_1": "F3 F4"},
        COLUMN.replace("\n", " "),
        phasing="axis",
        date="1941-03-06",
        tracks={"allied_chance": 20, "axis_chance": 20},
    )
    return seeded_session(cast("Game", t.game), "practice", {}, seed, t.s)


@pytest.mark.parametrize("seed", ["one", "two"])
def test_181_22_random_play_of_platoons_keeps_the_laws(seed: str) -> None:
    session, rng = column(seed), Random(f"platoons {seed}")
    game, driven, seen = session.game, Counter[str](), Counter[str]()
    for step in range(STEPS):
        decision = session.decision
        if decision is None:
            break
        state, menu = session.state, session.menu
        frame = str(state.frames[-1].name)
        driven[frame] += 1
        if decision.who != CHANCE:
            for action in (*islice(menu.plain, 20), *(action for head in islice(menu.heads, 6) for action in islice(menu.tails(head), 2))):
                if seen[frame + action.verb] < 2 and (found := game.preview(state, action)) is not None:
                    seen[frame + action.verb] += 1
                    assert not found.odds or laws.odds_are_the_odds(game, state, action) == []
        if step % 10 == 0 or (frame == "platoon" and driven[frame] < 6):
            assert laws.menu_and_referee_agree(game, state, rng) == []
            assert laws.nothing_leaks(game, state, rng, 2) == []
        before = state.copy()
        choices = [head for head in menu.heads if head.order.__name__ in {"Drive", "StepTo"}] if decision.kind in {"movement", "driving"} else []
        action = rng.choice(list(menu.tails(rng.choice(choices)))) if choices and rng.random() < 0.7 else menu.pick(rng)
        if step % 20 == 0 or (frame == "platoon" and driven[frame] < 6):
            assert laws.copies_are_independent(game, state, action) == []
            assert laws.saving_changes_nothing(game, state, action, rng) == []
        entries = len(session.done)
        session.act(decision.who, action)
        events = [event for done in session.done[entries:] for event in done.events]
        driven["impulses"] += sum(isinstance(event, Pushed) and isinstance(event.frame, ImpulseFire) for event in events)
        assert laws.events_fold(game, before, events, session.state) == []
        assert laws.invariants_hold(game, session.state) == []
    assert driven["impulses"], "a platoon was driven"


WAYS = """
xV1 J5 it-m13-40 @9 motion; xV2 J6 it-m11-39 @9 motion; xV3 K7 it-m11-39 @9 motion; x1 J5 it-346;
a1 I5 br-457; a2 I8 br-457 hidden; aV1 C5 br-crusader-i @3; a3 C6 br-247 +aG1; aG1 C6 br-oqf-2-pdr @3
"""


def test_181_22_random_impulses_of_every_kind_keep_the_laws() -> None:
    """The platoon goes back, along woods, over men and to a crest whenever it may, as chance has it."""
    t = drill(
        {"woods": "I6 K5 J4", "wadi": "J7 J8 K8", "sand": "H6"},
        WAYS.replace("\n", " "),
        phasing="axis",
        date="1941-03-06",
        tracks={"allied_chance": 20, "axis_chance": 20},
    )
    done = Counter[str]()
    for seed in range(8):
        session, rng = seeded_session(cast("Game", t.game), "practice", {}, f"ways {seed}", t.s.copy()), Random(f"ways {seed}")
        for order in ("platoon xV1 xV2", "take-in xV3"):
            session.act(1, read(t.game, cast("HollowState", session.state), *t.words(order)))
        for step in range(40):
            decision = session.decision
            if decision is None or (decision.kind not in {"driving", "first fire", "movement"} and decision.who != CHANCE):
                break
            state, menu = session.state, session.menu
            others = [action for action in menu.plain if isinstance(action, StepBy)] if decision.kind == "driving" else []
            if step % 6 == 0 and others:
                assert laws.menu_and_referee_agree(session.game, state, rng) == []
                assert laws.nothing_leaks(session.game, state, rng, 2) == []
                assert laws.odds_are_the_odds(session.game, state, others[0]) == []
            action = rng.choice(others) if others and rng.random() < 0.8 else menu.pick(rng)
            done[action.how if isinstance(action, StepBy) else ""] += 1
            before, entries = state.copy(), len(session.done)
            session.act(decision.who, action)
            events = [event for played in session.done[entries:] for event in played.events]
            assert laws.events_fold(session.game, before, events, session.state) == []
            assert laws.invariants_hold(session.game, session.state) == []
            assert laws.copies_are_independent(session.game, before, action) == []
    assert {"back", "overrun", "bypass"} <= set(done), done
