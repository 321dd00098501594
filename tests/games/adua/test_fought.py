"""A game with every kind of fight, kept as text: the golden games of Adua, played at random, hardly roll a die."""

from __future__ import annotations

from pathlib import Path

from amba.core.decision import CHANCE, Refusal
from amba.core.game import judge
from tests.games.adua.helpers import ANY_GAME, GAME

KEPT = (Path(__file__).parent / "fought.txt").read_text(encoding="utf-8").splitlines()


def test_a_game_that_was_fought_plays_as_it_is_kept() -> None:
    """The same orders and the same dice, by the same rules, told in the same words."""
    s = GAME.new("albertone", {})
    played = KEPT[: KEPT.index("") + 1]
    for number, line in enumerate(line for line in KEPT if line[:4].strip().isdigit()):
        _, who, *words = line.split("  [")[0].split()
        decision = GAME.decision(s)
        assert decision is not None
        assert who == ("chance" if decision.who == CHANCE else GAME.sides[decision.who])
        order = judge(ANY_GAME, s, tuple(words))
        assert not isinstance(order, Refusal), f"{line}: {order.text}"
        events = GAME.apply(s, order)
        rules = " ".join(dict.fromkeys(event.rule for event in events if event.rule))
        played.append(f"{number:4} {who:<10} {' '.join(words)}  [{rules}]")
        played += [f"{'':16}{text}" for event in events if (text := GAME.sentence(event))]
    result = GAME.result(s)
    assert result is not None
    assert [*played, "", result.text] == KEPT
