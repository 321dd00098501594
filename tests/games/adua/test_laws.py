"""The laws of the house, on games of Adua played by a keen hand: one that seeks the enemy, so that every rule comes up."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pytest

from amba.core.decision import Action
from amba.core.game import refuse_words
from amba.core.menu import Menu
from amba.core.order import Done, Words
from amba.core.session import Session, replay, verify
from amba.games.adua.book import BOOK
from amba.games.adua.orders import Suggest
from amba.lab.laws import odds_are_the_odds
from tests.games.adua.helpers import ANY_GAME, GAME

SHY = 0.1


def seek(session: Session, menu: Menu, rng: Random) -> Action | None:
    """A move that brings a random piece as near to the enemy as it gets."""
    s, world = session.state, GAME.world
    decision = session.decision
    assert decision is not None
    heads = [head for head in menu.heads if head.verb in {"move", "enter"}]
    foes = [s.at[unit] for unit in world.combat[1 - decision.who] if s.at[unit] < world.hexes]
    if not heads or not foes or rng.random() < 0.02:
        return Done() if Done() in menu.plain else None
    tails = menu.tails(rng.choice(heads))
    return min(tails, key=lambda a: (min(world.grid.distance(a.to, foe) for foe in foes), rng.random()), default=None)


def choose(session: Session, rng: Random) -> Action:
    menu, decision = session.menu, session.decision
    assert decision is not None
    if Suggest() in menu.plain:
        return Suggest()
    if rng.random() > SHY:
        if decision.kind == "movement":
            found = seek(session, menu, rng)
            if found is not None:
                return found
        for _ in range(4):
            action = menu.pick(rng)
            if action != Done():
                return action
    return menu.pick(rng)


def play(scenario: str, seed: int, options: dict[str, str], check: bool) -> Session:
    rng = Random(seed)
    session = Session(ANY_GAME, scenario, options, bytes(32), f"law-{scenario}-{seed}")
    while (decision := session.decision) is not None:
        action = choose(session, rng)
        done = session.act(decision.who, action)
        if check:
            assert ANY_GAME.invariants(session.state) == []
            assert ANY_GAME.label(session.state, action)
            for entry in done:
                for event in entry.events:
                    assert isinstance(GAME.sentence(event), str)
    return session


@pytest.mark.parametrize(("scenario", "seed"), [("albertone", 1), ("albertone", 2), pytest.param("battle", 1, marks=pytest.mark.soak)])
def test_games_end_keep_their_invariants_and_replay(scenario: str, seed: int) -> None:
    session = play(scenario, seed, {}, check=True)
    assert session.result is not None
    assert replay(ANY_GAME, session.log).state.key() == session.state.key()
    assert verify(ANY_GAME, session.log).state.key() == session.state.key()
    if scenario == "albertone":
        assert play(scenario, seed, {}, check=False).log.text() == session.log.text()


@pytest.mark.parametrize("option", [option.key for option in GAME.options()])
def test_every_option_plays(option: str) -> None:
    other = next(choice for found in GAME.options() if found.key == option for choice, _ in found.choices if choice != found.default)
    assert play("albertone", 5, {option: other}, check=True).result is not None


def test_menus_and_refusals_agree_and_positions_can_be_written_down() -> None:
    rng = Random(7)
    session = Session(ANY_GAME, "albertone", {}, bytes(32), "agree")
    seen: set[Words] = set()
    count = 0
    while (decision := session.decision) is not None:
        menu = list(session.menu)
        seen.update(map(GAME.spell, menu))
        if count % 5 == 0:
            for action in menu:
                assert ANY_GAME.refuse(session.state, action) is None, action
            allowed = {GAME.spell(action) for action in menu}
            for words in rng.sample(sorted(seen), min(60, len(seen))):
                refusal = refuse_words(ANY_GAME, session.state, words)
                assert (refusal is None) == (words in allowed), words
                if refusal is not None:
                    assert refusal.rule in BOOK
                    assert refusal.text
            document = json.loads(json.dumps(ANY_GAME.position(session.state)))
            assert GAME.place(document).key() == session.state.key()
            for action in rng.sample(menu, min(4, len(menu))):
                assert odds_are_the_odds(ANY_GAME, session.state, action) == []
        session.act(decision.who, choose(session, rng))
        count += 1
    assert count > 50


def test_every_enforced_rule_has_code_and_a_test_named_for_it() -> None:
    names = set(re.findall(r"def (test_\w+)", "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))))
    for rule in BOOK.rules.values():
        if rule.status == "enforced":
            assert BOOK.code.get(rule.number), f"no code cites {rule.number}"
            stem = "test_" + re.sub(r"\W", "_", rule.number)
            assert any(name.startswith(stem) for name in names), f"no test is named {stem}_..."
