"""The laws of ARCHITECTURE part 4, over every registered game and scenario. Law 8 and law 9 have files of their own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from itertools import islice
from random import Random

import pytest

from amba.core.decision import CHANCE, IllegalAction
from amba.core.game import has_secrets, refuse_words
from amba.core.log import Log
from amba.core.order import Roll
from amba.core.session import Session, replay, verify
from amba.lab import laws
from amba.lab.foretold import asked
from amba.lab.fuzz import USUAL, Fuzzer, Pace
from amba.lab.golden import golden_file, golden_session
from tests.conformance.cases import PAIRS, every_game, every_scenario, finished_game, game_of, moments, random_game, shortest_of

STRICT = Pace(referee=3, copies=4, odds=4, views=10, saves=20, undo=10)
QUICK = {("cheren", "agordat"), ("adua", "albertone"), ("hollow", "cub-cub")}
"""Scenarios that greedy bots finish within seconds."""
LIGHT = Pace(referee=30, copies=30, odds=30, views=90, saves=90, undo=90)


# Law 1


@every_scenario
def test_law_1_the_same_actions_give_the_same_log_byte_for_byte(key: str, scenario: str) -> None:
    first = finished_game(key, scenario)
    again = Session(game_of(key), scenario, {}, first.dice.key, first.log.header.id)
    for done in first.done:
        if done.by != CHANCE:
            again.act(done.by, again.game.read(again.state, done.words))
    assert again.log.text() == first.log.text()


SCRIPT = """
import hashlib, sys
from tests.conformance.cases import random_game
print(hashlib.sha256(random_game(sys.argv[1], sys.argv[2], "process").log.text().encode()).hexdigest())
"""


@every_game
def test_law_1_in_another_process_with_other_hashes(key: str, pytestconfig: pytest.Config) -> None:
    shortest = min((scenario for scenario in game_of(key).scenarios()), key=lambda scenario: scenario.turns).key
    digests = set()
    for seed in ("1", "2"):
        run = subprocess.run(
            [sys.executable, "-c", SCRIPT, key, shortest],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join([str(pytestconfig.rootpath), *filter(None, [os.environ.get("PYTHONPATH")])])}, cwd=pytestconfig.rootpath,
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        digests.add(run.stdout.strip())
    assert len(digests) == 1


# Laws 2 to 7, as random play meets them


@every_scenario
def test_laws_2_to_7_hold_in_random_play(key: str, scenario: str) -> None:
    report = Fuzzer(game_of(key), scenario, "conformance", pace=STRICT if scenario == shortest_of(key) else USUAL).play()
    assert report.violations == []
    assert report.finished


@every_game
def test_laws_2_to_7_hold_with_every_option(key: str) -> None:
    game = game_of(key)
    for option in game.options():
        for choice, _ in option.choices:
            if choice != option.default:
                report = Fuzzer(game, shortest_of(key), f"option {option.key} {choice}", {option.key: choice}, LIGHT).play()
                assert report.violations == []


@pytest.mark.parametrize(
    ("key", "scenario"),
    [pytest.param(*pair, marks=() if pair in QUICK else pytest.mark.soak, id="-".join(pair)) for pair in PAIRS],
)
def test_laws_2_to_7_hold_when_bots_play(key: str, scenario: str) -> None:
    """Bots come to moments that random play does not: massed attacks, full stacks, the end of a fight."""
    report = Fuzzer(game_of(key), scenario, "bots", pace=LIGHT, bots="greedy").play()
    assert report.violations == []
    assert report.finished


@pytest.mark.soak
@pytest.mark.parametrize("block", range(20))
@every_scenario
def test_laws_2_to_7_soak(key: str, scenario: str, block: int) -> None:
    """Fifty games a block: a thousand of each scenario."""
    for seed in range(50):
        report = Fuzzer(game_of(key), scenario, f"soak {block} {seed}").play()
        assert report.violations == []
        assert report.finished


# Law 2


@every_scenario
def test_law_2_the_whole_menu_and_no_more(key: str, scenario: str) -> None:
    """At some moments every order of every shape that can be built from pieces here and places near, not a sample."""
    game = game_of(key)
    for session, rng in islice(moments(key, scenario, "law 2", 40), 5):
        s = session.state
        menu = set(map(game.spell, game.legal(s)))
        pieces = [game.names.pieces[piece] for piece in rng.sample(range(len(s.at)), min(12, len(s.at)))]
        places = rng.sample(game.names.places, 12) + [game.names.places[s.at[piece]] for piece in rng.sample(range(len(s.at)), 4)]
        words = {"piece": pieces, "place": places}
        orders = set(menu)
        for shape in game.orders:
            rows: list[tuple[str, ...]] = [(shape[0],)]
            for word in shape[1:]:
                rows = [(*row, filled) for row in rows for filled in words.get(word, [word])]
            orders.update(rows)
        for order in orders:
            refusal = refuse_words(game, s, order)
            assert (order in menu) == (refusal is None), (order, refusal)
            if refusal is not None:
                assert laws.refusal_sound(game, order, refusal) == []


@every_scenario
def test_law_2_every_kind_of_decision_has_its_whole_menu(key: str, scenario: str) -> None:
    """Of each kind that came up in a game every order about one piece or one place where anybody stands: what a listing leaves out is refused, too."""
    game, rng, seen = game_of(key), Random(f"{key} {scenario} menus"), Counter[tuple[str, frozenset[str]]]()
    for s, kind, menu in asked(kept_game(key, scenario)):
        moment = (kind, frozenset(action.verb for action in (*menu.plain, *menu.heads)))
        seen[moment] += 1
        if seen[moment] > OF_A_KIND:
            continue
        listed = set(map(game.spell, menu))
        live = [piece for stack in s.here for piece in stack]
        pieces = [game.names.pieces[piece] for piece in rng.sample(live, min(MANY, len(live)))]
        held = sorted({s.at[piece] for piece in live})
        words = {"piece": pieces, "place": [game.names.places[place] for place in rng.sample(held, min(MANY, len(held)))]}
        for verb, *rest in game.orders:
            for order in [(verb, word) for word in words.get(rest[0], ())] if len(rest) == 1 else []:
                refusal = refuse_words(game, s, order)
                assert (order in listed) == (refusal is None), (kind, order, refusal)


OF_A_KIND, MANY = 2, 40


def kept_game(key: str, scenario: str) -> Session:
    """The golden game of a scenario; a random one where none is kept."""
    kept = golden_file(key, scenario)
    return finished_game(key, scenario) if kept is None else golden_session(game_of(key), scenario, kept.read_text(encoding="utf-8"))


@every_game
def test_law_2_a_refused_action_changes_nothing(key: str) -> None:
    session = next(moments(key, shortest_of(key), "refused", 1))[0]
    before, text = session.state.key(), session.log.text()
    decision = session.decision
    assert decision is not None
    for side, order in ((decision.who, Roll((0,))), (1 - decision.who, next(iter(session.menu)))):
        with pytest.raises(IllegalAction):
            session.act(side, order)
    assert (session.state.key(), session.log.text()) == (before, text)


# Law 3


@every_scenario
def test_law_3_random_play_ends_with_a_result(key: str, scenario: str) -> None:
    for session in (finished_game(key, scenario), random_game(key, scenario, "law 3")):
        assert session.result is not None
        assert not session.menu
        assert session.log.ending is not None


# Law 4


@every_scenario
def test_law_4_a_log_cut_anywhere_goes_on_the_same(key: str, scenario: str) -> None:
    """Saved in the middle and loaded again, the rest of the game gives the same log."""
    game, whole = game_of(key), finished_game(key, scenario)
    rng = Random("cuts")
    text = whole.log.text()
    for count in rng.sample(range(1, len(whole.done)), 2):
        part = replay(game, Log.parse(text), key=whole.dice.key)
        part.rewind(count)
        again = replay(game, Log.parse(part.log.text()), key=whole.dice.key)
        again.roll()
        for done in whole.done[len(again.done) :]:
            if done.by != CHANCE:
                again.act(done.by, again.game.read(again.state, done.words))
        assert again.log.text() == text


@every_scenario
def test_law_4_dump_and_restore_at_any_moment(key: str, scenario: str) -> None:
    game = game_of(key)
    for session, rng in moments(key, scenario, "law 4", 60):
        assert laws.saving_changes_nothing(game, session.state, session.menu.pick(rng), rng) == []


@every_scenario
def test_law_4_positions_of_chance_read_back_too(key: str, scenario: str) -> None:
    """Also in the middle of a roll, and before the first decision of a side."""
    game, whole = game_of(key), finished_game(key, scenario)
    chance = [done.n for done in whole.done if done.by == CHANCE]
    for n in (*chance[:2], *Random("chance").sample(chance, min(len(chance), 6))):
        state = whole.state_at(n)
        assert laws.saving_changes_nothing(game, state, game.read(state, whole.done[n].words), Random(n)) == []


# Law 5


@every_scenario
def test_law_5_events_folded_from_the_log_give_the_live_state(key: str, scenario: str) -> None:
    game, whole = game_of(key), finished_game(key, scenario)
    log = Log.parse(whole.log.text())
    assert replay(game, log).state.key() == whole.state.key()
    assert verify(game, log).state.key() == whole.state.key()


@every_scenario
def test_law_5_invariants_hold_after_every_entry(key: str, scenario: str) -> None:
    game, whole = game_of(key), finished_game(key, scenario)
    state = whole.start.copy()
    for done in whole.done:
        for event in done.events:
            event.fold(state)
        assert list(game.invariants(state)) == [], done


# Law 6


@every_scenario
def test_law_6_equal_views_have_equal_windows(key: str, scenario: str) -> None:
    game = game_of(key)
    for session, rng in moments(key, scenario, "law 6", 25):
        assert laws.nothing_leaks(game, session.state, rng, 8) == []


@every_scenario
def test_law_6_an_imagined_position_is_another_one(key: str, scenario: str) -> None:
    """The law above means something only if the hidden things really are dealt anew."""
    game = game_of(key)
    found = {None: 0, 0: 0, 1: 0}
    hidden = 0
    for seed in ("imagine", "imagine more", "imagine most"):  # a random game may end before much is hidden
        for session, rng in moments(key, scenario, seed, 30):
            for side in found:
                hidden += bool(game.view(session.state, side)["unknown"])
                found[side] += game.imagine(session.state, side, rng).key() != session.state.key()
        if all(found.values()):
            break
    assert not hidden or all(found.values())


@every_scenario
def test_law_6_a_redacted_log_never_names_what_was_not_seen(key: str, scenario: str) -> None:
    game, whole = game_of(key), finished_game(key, scenario)
    before = whole.start.copy()
    for done in whole.done:
        after = before.copy()
        for event in done.events:
            event.fold(after)
        if done.by == CHANCE or any(game.reveals(event) for event in done.events) or done.n % 5 == 0:
            assert laws.redaction_hides(game, before, done.by, done.words, done.events, after) == []
        before = after


@every_scenario
def test_law_6_a_game_without_secrets_shows_everybody_the_same(key: str, scenario: str) -> None:
    game = game_of(key)
    for session, _ in moments(key, scenario, "open", 40):
        if has_secrets(game, session.state):
            return
        for side in range(len(game.sides)):
            assert game.view(session.state, side) == game.view(session.state, None)


@every_scenario
def test_law_6_views_are_plain_data(key: str, scenario: str) -> None:
    game = game_of(key)
    for session, _ in moments(key, scenario, "views", 60):
        for side in (None, *range(len(game.sides))):
            view = game.view(session.state, side)
            assert json.loads(json.dumps(view)) == view


def test_there_are_games() -> None:
    assert PAIRS
