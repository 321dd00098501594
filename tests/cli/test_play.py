"""The terminal game: typed orders, hand-over, undo, saving, going on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from amba.cli import saves
from amba.cli.orders import NameFinder, expand
from amba.cli.terminal import Terminal
from amba.core.decision import IllegalAction
from amba.core.game import Game
from amba.core.log import Log
from amba.core.session import verify
from amba.load.position import load_position
from amba.load.registry import open_game
from tests.cli.conftest import AGORDAT, Run


@pytest.fixture(scope="module")
def cheren() -> Game:
    return open_game("cheren")


@pytest.fixture
def before_agordat(tmp_path: Path) -> Callable[..., tuple[Terminal, list[str]]]:
    """A terminal at the position before Agordat, with lines to be typed."""

    def start(*typed: str) -> tuple[Terminal, list[str]]:
        position = load_position(AGORDAT)
        document = position.document()
        session = saves.fresh(position.game, document["scenario"], document["options"], "7", position.state)
        lines: Iterator[str] = iter(typed)
        told: list[str] = []

        def read(prompt: str) -> str:
            told.append(prompt)
            try:
                return next(lines)
            except StopIteration:
                raise EOFError from None

        return Terminal(session, tmp_path / "game.amba", read, told.append, tty=False), told

    return start


Start = Callable[..., tuple[Terminal, list[str]]]


def test_one_line_attacks_and_shows_the_odds(before_agordat: Start) -> None:
    terminal, told = before_agordat("attack agordat 11-ind 5-ind 25-fd air")
    terminal.loop()
    assert [done.words for done in terminal.session.done] == [
        ("attack", "1608"), ("commit", "11-ind"), ("commit", "5-ind"), ("commit", "25-fd"), ("air",),
    ]  # fmt: skip
    text = "\n".join(told)
    assert "Attack on Agordat (1608)" in text
    assert "50.0%" in text or "33.3%" in text
    assert "'fight' to do it, 'undo' to take back." in text


def test_a_line_with_one_bad_word_does_nothing(before_agordat: Start) -> None:
    terminal, told = before_agordat("attack 1608 11-ind 41-col-1")
    terminal.loop()
    assert terminal.session.done == []
    assert any("is not yours to attack with. [11.0]" in line for line in told)


def test_undo_takes_back_until_dice_fall(before_agordat: Start) -> None:
    terminal, told = before_agordat("attack 1608 11-ind", "undo", "undo", "undo", "attack 1608 11-ind fight", "", "undo")
    terminal.loop()
    assert "Taken back: commit 11-ind" in told
    assert "Nothing to take back." in told
    assert "Nothing to take back: dice have fallen or something was revealed." in told


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("hint", "A hint: "),
        ("why attack 1609", "Not allowed: None of your units is next to 1609. [11.0]"),
        ("why attack 1608 11-ind", "Allowed: Attack Agordat (1608); 11th Indian Brigade"),
        ("why", "why ORDER"),
        ("odds attack 1608 11-ind", "Attack on Agordat (1608)"),
        ("odds", "No fight is being prepared."),
        ("odds attack 1609", "Not allowed: None of your units"),
        ("rule 11.7", "11.7 Retreat (enforced)"),
        ("rule 99", "There is no rule '99'."),
        ("menu", "attack 1608 "),
        ("menu xyz", "Nothing in the menu has 'xyz'."),
        ("units 1507", "Royal Tank Regiment: strength 3"),
        ("units source", "0108             allied    Supply source"),
        ("units nobody", "No such unit."),
        ("map", "A20/4"),
        ("map all", "A20/4"),
        ("map 1608", "A20/4"),
        ("chart combat", "1-3"),
        ("chart", "chart NAME: combat"),
        ("help", "why ORDER"),
        ("help", "For example:\n  done                         End the phase\n  attack 1608 "),
        ("save", "save FILE"),
        ("log", "amba play --load"),
        ("sing", "'sing' is not an order for this moment"),
        ("move 11-ind 1209", "is not an order for this moment; expected: attack HEX, done. [11.0]"),
    ],
)
def test_commands_answer_and_change_nothing(before_agordat: Start, typed: str, says: str) -> None:
    terminal, told = before_agordat(typed)
    key = terminal.session.state.key()
    assert terminal.loop() == 0
    assert says in "\n".join(told)
    assert terminal.session.state.key() == key


def test_each_side_sees_only_its_own_chits(before_agordat: Start) -> None:
    terminal, told = before_agordat("attack 1608 11-ind fight", "units hand")
    terminal.loop()
    hand_over = next(i for i, line in enumerate(told) if "Hand over, then press Enter" in line) if terminal.shown_to != 0 else len(told)
    before, after = "\n".join(told[:hand_over]), "\n".join(told[hand_over:])
    assert "allied-hand: raf (only you see this)" in before
    assert "stand-fast" not in before
    assert "allied-hand: raf" not in after


def test_a_whole_game_by_typed_orders_verifies(cheren: Game, tmp_path: Path) -> None:
    session = saves.fresh(cheren, "agordat", {}, "whole")
    rng = Random(3)

    def read(prompt: str) -> str:
        return "" if "press Enter" in prompt else " ".join(session.game.spell(session.menu.pick(rng)))

    told: list[str] = []
    path = tmp_path / "whole.amba"
    assert Terminal(session, path, read, told.append, tty=False).loop() == 0
    assert session.decision is None
    assert "The game is over." in "\n".join(told[-2:])
    assert verify(cheren, Log.parse(path.read_text(encoding="utf-8"))).state.key() == session.state.key()


def test_play_saves_after_every_action_and_goes_on(run: Run, tmp_path: Path) -> None:
    ran = run("play", "cheren", "--terminal", "--scenario", "agordat", "--seed", "1", "--save", "g.amba", typed="pass\n\nmove 11-ind,10-ind 0208\n")
    assert ran.code == 0
    assert "amba play --load g.amba" in ran.out
    first = Log.parse((tmp_path / "g.amba").read_text(encoding="utf-8"))
    assert [entry.action for entry in first.entries[-2:]] == [["move", "11-ind", "0208"], ["move", "10-ind", "0208"]]
    ran = run("play", "--load", "g.amba", typed="undo\nmove 29-ind 0208\nquit\n")
    assert "Taken back: move 10-ind 0208" in ran.out
    second = Log.parse((tmp_path / "g.amba").read_text(encoding="utf-8"))
    assert [entry.action for entry in second.entries[-2:]] == [["move", "11-ind", "0208"], ["move", "29-ind", "0208"]]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["g.amba", "g.amba.key"]


def test_play_from_a_position(run: Run, tmp_path: Path) -> None:
    ran = run("play", "--load", AGORDAT, "--save", "g.amba", typed="attack 1608 11-ind\n")
    assert "Attack on Agordat (1608)" in ran.out
    assert "attack" in run("replay", "g.amba", "--check").out


def test_the_same_seed_gives_the_same_game(run: Run, tmp_path: Path) -> None:
    for name in ("a", "b"):
        run("play", "cheren", "--seed", "9", "--save", f"{name}.amba", typed="pass\n\ndone\n")
    assert (tmp_path / "a.amba").read_bytes() == (tmp_path / "b.amba").read_bytes()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("chess",), "there is no game 'chess'"),
        (("cheren", "--scenario", "x"), "cheren has no scenario 'x'"),
        (("cheren", "--option", "push=hard"), "option push is 'hard'; expected one of once, repeat, off"),
        (("cheren", "--option", "tea=hot"), "cheren has no option 'tea'; there are: push, river"),
        (("--load", "nowhere.amba"), "nowhere.amba: No such file or directory"),
        (("--load", "nowhere.toml"), "nowhere.toml: there is no such file"),
        (("--load", "x.amba", "--scenario", "agordat"), "--load brings its own scenario"),
    ],
)
def test_play_what_cannot_be_played(run: Run, tmp_path: Path, words: tuple[str, ...], says: str) -> None:
    ran = run("play", *words, "--terminal")
    assert ran.code == 2
    assert says in ran.message
    assert list(tmp_path.iterdir()) == []


def test_a_save_without_its_key_is_not_played_on(run: Run, tmp_path: Path) -> None:
    run("play", "cheren", "--save", "g.amba", typed="pass\n")
    (tmp_path / "g.amba.key").write_text("00\n", encoding="ascii")
    assert "this key does not belong to g.amba" in run("play", "--load", "g.amba").message
    (tmp_path / "g.amba.key").unlink()
    assert "the key of its dice (g.amba.key) is missing" in run("play", "--load", "g.amba").message


def test_a_save_that_was_cut_off_is_told_and_left_alone(run: Run, tmp_path: Path) -> None:
    run("play", "cheren", "--save", "g.amba", typed="pass\n")
    path = tmp_path / "g.amba"
    path.write_text(path.read_text(encoding="utf-8")[:-40], encoding="utf-8")
    before = path.read_bytes()
    ran = run("play", "--load", "g.amba", typed="done\n")
    assert ran.code == 2
    assert ran.message.startswith("g.amba, line 10: not complete JSON")
    assert path.read_bytes() == before


def test_a_save_that_cannot_be_written_keeps_the_old_one(before_agordat: Start, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    terminal, told = before_agordat(f"save {tmp_path / 'file' / 'g.amba'}", "attack 1608")
    terminal.loop()
    assert any(line.startswith("Could not save in") for line in told)
    assert terminal.path == tmp_path / "game.amba"
    assert len(Log.parse(terminal.path.read_text(encoding="utf-8")).entries) == 1


def test_spelling_of_places_and_units(cheren: Game) -> None:
    finder = NameFinder(cheren, cheren.board("campaign"))
    assert finder.word("Agordat") == "1608"
    assert finder.word("1608") == "1608"
    assert finder.word("skinn") == "skinner"
    assert finder.word("11ind") == "11-ind"
    assert finder.word("nobody") == "nobody"


def test_units_in_a_list_and_legs_in_a_row(cheren: Game) -> None:
    s = load_position('game = "cheren"\nphase = "allied.movement"\n[units]\n11-ind = "0108"\n10-ind = "0108"\n').state
    finder = NameFinder(cheren, cheren.board("campaign"))
    assert expand(cheren, s, finder, ["move", "11-ind,10-ind", "0208"]) == [("move", "11-ind", "0208"), ("move", "10-ind", "0208")]
    assert expand(cheren, s, finder, ["move", "11-ind", "0208", "0307"]) == [("move", "11-ind", "0208"), ("move", "11-ind", "0307")]
    with pytest.raises(IllegalAction):
        expand(cheren, s, finder, ["move", "11-ind,10-ind", "3207"])


def test_a_bot_plays_its_side_in_the_terminal(cheren: Game, tmp_path: Path) -> None:
    """A person is asked only for their own side, is told what the bot did, and never asked to hand over."""
    session = saves.fresh(cheren, "agordat", {}, "bot")
    rng, asked = Random(3), []

    def read(prompt: str) -> str:
        decision = session.decision
        assert decision is not None
        asked.append((decision.who, prompt))
        return " ".join(session.game.spell(session.menu.pick(rng)))

    told: list[str] = []
    assert Terminal(session, tmp_path / "bot.amba", read, told.append, tty=False, bots={1: "greedy"}).loop() == 0
    assert session.decision is None
    assert {who for who, _ in asked} == {0}
    assert not any("Hand over" in prompt for _, prompt in asked)
    assert any(done.by == 1 for done in session.done)
    assert any("Italian" in line for line in told)
    assert any(line.startswith("  (") and line.endswith(")") for line in told), "a bot says why"


def test_undo_goes_back_to_ones_own_last_order(cheren: Game, tmp_path: Path) -> None:
    session = saves.fresh(cheren, "agordat", {}, "7")
    terminal = Terminal(session, tmp_path / "undo.amba", lambda prompt: "", lambda line: None, tty=False, bots={1: "random"})
    while session.decision is not None and session.decision.who == 1:
        terminal.let_play(terminal.bots[1])
    count = len(session.done)
    assert session.decision is not None
    session.act(0, session.menu.plain[0])
    terminal.undo([])
    assert len(session.done) <= count
    assert session.decision.who == 0


@pytest.mark.parametrize(("given", "says"), [("french=greedy", "the sides of cheren are allied, italian"), ("italian=genius", "no bot 'genius'")])
def test_a_bot_that_cannot_be_is_named(run: Run, given: str, says: str) -> None:
    ran = run("play", "cheren", "--bot", given)
    assert ran.code == 2
    assert says in ran.message


def at_the_terminal(tmp_path: Path, scenario: str, *typed: str) -> list[str]:
    """What Hollow Legions tells who types these lines, the axis being played by a bot."""
    session = saves.fresh(open_game("hollow"), scenario, {}, "7")
    lines: Iterator[str] = iter(typed)
    told: list[str] = []

    def read(prompt: str) -> str:
        told.append(prompt)
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    assert Terminal(session, tmp_path / "game.amba", read, told.append, tty=False, bots={1: "random"}).loop() == 0
    return told


def test_a_lesson_has_its_guide_in_the_terminal(tmp_path: Path) -> None:
    told = at_the_terminal(tmp_path, "lesson-1", "place a1 62L5", "briefing")
    text = "\n".join(told)
    assert text.count("You lead the British") == 2  # at the beginning, and when it is asked for
    assert len([line for line in told if line.startswith("\nThe guide: ")]) == 1  # once for each question
    assert "Hints for the British:" in text


def test_a_battle_has_a_briefing_when_it_is_asked_for(tmp_path: Path) -> None:
    told = at_the_terminal(tmp_path, "bir-hakeim", "briefing")
    assert "Hints for" in "\n".join(told)
    assert not any("The guide: " in line for line in told)


def test_an_order_to_exit_is_no_wish_to_leave(tmp_path: Path) -> None:
    told = "\n".join(at_the_terminal(tmp_path, "bir-hakeim", "exit a1 62A5", "quit"))
    assert "Not allowed" in told


def test_a_rule_nobody_knows_is_answered_with_the_chapters(tmp_path: Path) -> None:
    assert "Chapters: Intro, 4, 5, " in "\n".join(at_the_terminal(tmp_path, "cub-cub", "rule 999"))
