"""The pages of the docs site that follow from the program."""

from __future__ import annotations

from amba.load.registry import open_game
from tools import build_docs


def test_a_rulebook_page_says_how_often_each_paragraph_fires() -> None:
    """A rule that forbids is never cited in play; its code is asked all the time."""
    game = open_game("cheren")
    counts = build_docs.fired(game, 1)
    code = game.rulebook.code
    assert len([number for number in code if counts.ran[number]]) > len(code) * 0.9
    forbids = [number for number in code if counts.ran[number] > 100 and not counts.cited[number]]
    assert forbids
    page = build_docs.paragraph(game, game.rulebook[forbids[0]], [], counts)
    assert f"ran {counts.ran[forbids[0]]:,} times" in "".join(page)
