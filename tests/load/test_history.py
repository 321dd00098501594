"""Games written down as orders and dice."""

from __future__ import annotations

import pytest

from amba.core.session import replay
from amba.load.files import DataError
from amba.load.history import history_log, is_history
from amba.load.registry import open_game

HEAD = """game = cheren
scenario = agordat
# the chits of both sides
> raf sappers supply-a march-a roadblock-1 stand-fast supply-i march-i
"""


def test_orders_and_dice_become_a_log() -> None:
    text = HEAD + "pass  # no roadblock\nmove 11-ind 0208\n"
    assert is_history(text)
    log = history_log(text, "test")
    assert [entry.action for entry in log.entries][-2:] == [["pass"], ["move", "11-ind", "0208"]]
    assert [entry.by for entry in log.entries][-2:] == ["italian", "allied"]
    session = replay(open_game("cheren"), log, check=True)
    assert session.decision is not None
    assert session.decision.kind == "movement"


@pytest.mark.parametrize(
    ("more", "error"),
    [
        ("move 11-ind 0208\n", r"test.*5.*move 11-ind 0208"),
        ("pass > 4\n", r"test.*5.*nothing calls for 4"),
        ("pass\nmove 11-ind 9999\n", r"test.*6.*9999"),
    ],
)
def test_an_error_names_its_line(more: str, error: str) -> None:
    with pytest.raises(DataError, match=error):
        history_log(HEAD + more, "test")


def test_chance_must_be_given() -> None:
    with pytest.raises(DataError, match="no dice are given"):
        history_log("game = cheren\nscenario = agordat\n> raf\n", "test")
