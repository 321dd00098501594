"""The laws of the house, tried on Keren by random play."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest

from amba.core.decision import CHANCE
from amba.core.game import refuse_words
from amba.core.order import Done, Words

if TYPE_CHECKING:
    from amba.core.game import Game
    from amba.games.keren.game import Keren
    from amba.games.keren.state import KerenState

SCENARIOS = ("first-battle", "second-battle")


def any_order(game: Keren, rng: random.Random) -> Words:
    pools = {"piece": game.names.pieces, "place": game.names.places, "number": [str(number) for number in range(18)]}
    shape = rng.choice(game.orders)
    return (shape[0], *(rng.choice(pools[word]) if word in pools else word for word in shape[1:]))


def play(game: Keren, scenario: str, seed: int, **options: str) -> tuple[list[KerenState], set[str]]:
    """Some positions of a random game, and every rule number that was seen at work."""
    rng = random.Random(seed)
    s = game.new(scenario, options)
    seen: set[str] = set()
    kept: list[KerenState] = []
    replayed = s.copy()
    while (decision := game.decision(s)) is not None:
        seen.add(decision.rule)
        if rng.random() < 0.02:
            kept.append(s.copy())
        action = rng.choice(game.outcomes(s))[0] if decision.who == CHANCE else game.legal(s).pick(rng)
        if decision.who != CHANCE and action == Done() and rng.random() < 0.5:
            action = game.legal(s).pick(rng)
        for event in game.apply(s, action):
            event.fold(replayed)
            seen.add(event.rule)
            game.sentence(event)
    assert s.key() == replayed.key()
    assert game.result(s) is not None
    return kept, seen


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_menu_and_referee_agree_and_refusals_name_rules(keren: Keren, scenario: str) -> None:
    rng, game = random.Random(7), cast("Game", keren)
    for s in play(keren, scenario, 3)[0][:12]:
        menu = list(keren.legal(s))
        for action in rng.sample(menu, min(12, len(menu))):
            assert keren.refuse(s, action) is None, action
            assert keren.label(s, action)
            keren.preview(s, action)
        known = {keren.spell(action) for action in menu}
        for _ in range(25):
            words = any_order(keren, rng)
            refusal = refuse_words(game, s, words)
            assert (refusal is None) == (words in known), words
            if refusal is not None:
                assert refusal.text
                assert refusal.rule in keren.rulebook


@pytest.mark.soak  # law 4 tries the same for every game
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_saving_and_copying_change_nothing(keren: Keren, scenario: str) -> None:
    for s in play(keren, scenario, 5)[0][:10]:
        saved = json.loads(json.dumps(s.dump()))
        again = keren.blank(scenario, {})
        again.restore(saved)
        assert again.key() == s.key()
        assert list(keren.legal(again)) == list(keren.legal(s))
        assert keren.place(json.loads(json.dumps(keren.position(s)))).key() == s.key()
        assert not keren.invariants(s)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_7_4_equal_views_give_equal_menus(keren: Keren, scenario: str) -> None:
    rng, game = random.Random(11), cast("Game", keren)
    for s in play(keren, scenario, 9)[0][:12]:
        decision = keren.decision(s)
        if decision is None or decision.who == CHANCE:
            continue
        other = keren.imagine(s, decision.who, rng)
        assert keren.view(other, decision.who) == keren.view(s, decision.who)
        menu = list(keren.legal(s))
        assert list(keren.legal(other)) == menu
        for action in rng.sample(menu, min(6, len(menu))):
            assert keren.preview(other, action) == keren.preview(s, action)
        for _ in range(15):
            words = any_order(keren, rng)
            assert refuse_words(game, other, words) == refuse_words(game, s, words), words


def test_7_4_a_sides_log_names_nothing_it_cannot_see(keren: Keren) -> None:
    rng = random.Random(2)
    s = keren.new("second-battle", {})
    for _ in range(300):
        decision = keren.decision(s)
        if decision is None:
            break
        action = rng.choice(keren.outcomes(s))[0] if decision.who == CHANCE else keren.legal(s).pick(rng)
        events = keren.apply(s, action)
        for side in (0, 1, None):
            view = keren.view(s, side)
            for event in events:
                cut = keren.redact(s, event, side)
                piece = getattr(cut, "piece", -1)
                shown = getattr(cut, "mark", -1) == keren.names.mark["shown"]
                assert piece < 0 or shown or keren.names.pieces[piece] in view["pieces"], event


@pytest.mark.parametrize(
    "options",
    [
        {"facing": "on"},
        {"setup": "alternate", "italian_entry": "both"},
        {"reserve_area": "literal", "italian_artillery": "guns", "defensive_fire": "moved"},
    ],
)
def test_games_end_with_every_option(keren: Keren, options: dict[str, str]) -> None:
    play(keren, "second-battle", 1, **options)


def test_every_enforced_rule_is_cited_by_code_and_has_a_test(keren: Keren) -> None:
    tests = "\n".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    named = set(re.findall(r"def test_(s|\d+_\d+(?:_\d+)*)_", tests)) | {
        f"{a}" for pair in re.findall(r"def test_(\d+_\d+_\d+)_and_(\d+_\d+_\d+)_", tests) for a in pair
    }
    for number, rule in keren.rulebook.rules.items():
        if rule.status == "enforced":
            assert keren.rulebook.code.get(number), f"no code cites {number}"
            assert number.replace(".", "_").lower() in named, f"no test is named for {number}"
