"""One game between bots: the same every time."""

from __future__ import annotations

import pytest

from amba.core.session import Played, Session
from amba.lab.match import play
from amba.load.registry import open_game


class Witness:
    """Keeps what it is told."""

    def __init__(self) -> None:
        self.log = ""
        self.done: list[Played] = []

    def tell(self, session: Session, done: list[Played]) -> None:
        self.log = session.log.text()
        self.done += done


def test_the_same_seed_gives_the_same_game() -> None:
    game = open_game("cheren")
    first, again = Witness(), Witness()
    match = play(game, "agordat", ("random", "random"), "7", tell=first.tell)
    assert play(game, "agordat", ("random", "random"), "7", tell=again.tell) == match
    assert first.log == again.log
    assert play(game, "agordat", ("random", "random"), "8")._replace(seed="7") != match


def test_everything_that_happens_is_told_once() -> None:
    witness = Witness()
    match = play(open_game("cheren"), "agordat", ("random", "random"), "7", tell=witness.tell)
    assert [done.n for done in witness.done] == list(range(match.decisions))


def test_a_bot_for_every_side_and_no_unknown_one() -> None:
    game = open_game("cheren")
    with pytest.raises(ValueError, match="1 bots for 2 sides"):
        play(game, "agordat", ("random",), "1")
    with pytest.raises(ValueError, match="no bot 'genius'"):
        play(game, "agordat", ("random", "genius"), "1")


def test_an_old_name_still_plays() -> None:
    game = open_game("cheren")
    now, then = (play(game, "agordat", (level, "random"), "3") for level in ("greedy", "steady"))
    assert then.levels == now.levels == ("greedy", "random")
    assert then == now
