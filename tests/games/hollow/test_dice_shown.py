"""How rolls are drawn at the table."""

from __future__ import annotations

import ast
from pathlib import Path

from amba.games.hollow import rules
from amba.games.hollow.show import DICE_SUMS

SUMS = {"SUM_OF_TWO", "SUM_AND_DIE"}


def kinds_of_sums() -> set[str]:
    """The kinds of rolls whose dice are kept as a sum, as the rules declare them."""
    found = set()
    for path in Path(next(iter(rules.__path__))).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "roll_step":
                named = [word.value for word in node.keywords if word.arg == "dice"]
                dice = node.args[5] if len(node.args) > 5 else named[0] if named else ast.Name("SUM_OF_TWO")
                if {part.id for part in ast.walk(dice) if isinstance(part, ast.Name)} & SUMS:
                    found.add(ast.literal_eval(node.args[1]))
    return found


def test_a_sum_of_two_dice_is_never_drawn_as_one_die() -> None:
    assert len(kinds_of_sums()) > 25
    assert kinds_of_sums() - DICE_SUMS == set()
