"""Positions as text: asked, played on, written back, and refused with file and line."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

import amba
from amba.core.decision import CHANCE, Decision, IllegalAction
from amba.core.event import Rolled
from amba.core.game import Game
from amba.load.files import DataError
from amba.load.position import DiceError, Position, as_dice, load_position, read_position, take_dice
from amba.load.registry import open_game

POSITIONS = Path(__file__).parents[2] / "docs" / "positions"
AGORDAT, WELLS = POSITIONS / "agordat.toml", POSITIONS / "wells.toml"


@pytest.fixture(scope="module")
def cheren() -> Game:
    return open_game("cheren")


def text_with(old: str, new: str) -> str:
    text = AGORDAT.read_text(encoding="utf-8")
    assert old in text
    return text.replace(old, new)


def refusal(text: str) -> DataError:
    with pytest.raises(DataError) as caught:
        load_position(text)
    return caught.value


def line_of(text: str, part: str) -> int:
    return next(number for number, line in enumerate(text.splitlines(), 1) if part in line)


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ('game = "adua"\nturn = 16\n[units]\nii-infantry = "1416"', 2, "turn is 16; expected a whole number from 1 to 15"),
        ('game = "adua"\n[units]\nii-infantry = { hex = "1416", points = 9999 }', 3, "ii-infantry has points = 9999; expected 0 to 726"),
        ('game = "ethiopia"\n[units]\nsabauda = { hex = "3914", count = 9 }', 3, "sabauda has count = 9; expected 0 to 3"),
        ('game = "ethiopia"\n[units]\nsabauda = { hex = "3914", count = "x" }', 3, "sabauda has count = 'x'; expected 0 to 3"),
        (
            'game = "ethiopia"\n[units]\nsabauda = "3914"\nethiopian-trench-1 = { hex = "3914", marks = ["garrison"] }', 4,
            "ethiopian-trench-1 stands on the enemy in 3914",
        ),
        ('game = "cheren"\n[units]\n5-ind = { hex = "0108", spent = -4 }', 3, "5-ind has spent = -4; expected 0 to 99"),
        ('game = "cheren"\nroadblock = "0500"\n[units]\n5-ind = "0108"', 2, "there is no road or track in 0500 to be blocked"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_where_it_stands(text: str, line: int, says: str) -> None:
    found = refusal(text)
    assert str(found).endswith(f"line {line}: {says}")


def test_a_position_says_who_decides_and_what_is_legal() -> None:
    position = amba.load_position(AGORDAT)
    decision = position.decision
    assert decision is not None
    assert (decision.kind, decision.rule, position.game.sides[decision.who]) == ("combat", "11.0", "allied")
    assert list(position.legal()) == [("done",), ("attack", "1608")]


def test_why_answers_for_texts_and_tuples() -> None:
    position = load_position(AGORDAT)
    assert position.why("attack 1608") is None
    assert position.why(("attack", "1608")) is None
    found = position.why("attack 1609")
    assert found is not None
    assert found.rule == "11.0"


def test_odds_of_the_prepared_fight_are_exact() -> None:
    position = load_position(AGORDAT)
    position.do(["attack 1608", "commit 11-ind", "commit 5-ind", "commit 25-fd", "commit matilda"])
    preview = position.odds("fight")
    assert preview is not None
    assert preview.column == "5-1"
    assert sum((chance.chance for chance in preview.odds), Fraction(0)) == 1
    assert {chance.label: chance.chance for chance in preview.odds}["1-1r"] == Fraction(1, 2)


def test_odds_of_what_is_refused_is_an_error() -> None:
    with pytest.raises(IllegalAction, match=r"11\.0"):
        load_position(AGORDAT).odds("attack 1609")


def test_do_plays_on_with_given_dice() -> None:
    position = load_position(AGORDAT)
    events = position.do(["attack 1608", "commit 11-ind", "fight"], dice="5")
    assert [event.dice for event in events if isinstance(event, Rolled)] == [(5,)]
    decision = position.decision
    assert decision is not None
    assert decision.rule == "11.7"
    assert position.dice_left == []


def test_do_stops_where_dice_are_needed() -> None:
    position = load_position(AGORDAT)
    position.do(["attack 1608", "commit 11-ind", "fight"])
    assert position.waits_for_dice
    position.do(dice=[2])
    assert not position.waits_for_dice


def test_chance_may_be_ordered_by_name() -> None:
    position = load_position(AGORDAT)
    position.do(["attack 1608", "commit 11-ind", "fight", "roll 5"])
    assert not position.waits_for_dice


def test_a_drawn_chit_is_a_die() -> None:
    position = load_position(AGORDAT)
    position.do(["attack 1608", "commit 11-ind", "play raf"], dice="sappers")
    names = position.game.names
    assert position.state.at[names.piece["sappers"]] == names.place["allied-hand"]


def test_what_follows_of_itself_is_not_written() -> None:
    """The two hundred counters of a pool that are not in play are no two hundred lines; the position reads back all the same."""
    position = load_position(WELLS)
    position.do("done")
    text = position.text()
    assert "unused" not in text
    assert "spare" not in text
    assert len(text.splitlines()) < 50
    assert load_position(text).state.key() == position.state.key()


def test_what_does_not_follow_is_written_however_often_it_stands_there() -> None:
    """A hundred Keren units wait in the reserve at the start: left out, they would be out of the game."""
    game = open_game("keren")
    position = Position(game, game.new("first-battle", {}))
    text = position.text()
    assert text.count('"reserve"') > 100
    assert read_position(text, "test", game=game).state.key() == position.state.key()


def rolled(names: Sequence[str], dice: str) -> str:
    """What these dice name among the outcomes of these names."""
    tokens = as_dice(dice)
    found = take_dice([("roll", name) for name in names], tokens, Decision(CHANCE, "fire", "8.1", "Two dice."))
    assert not tokens
    return found[-1]


def test_dice_of_one_roll_may_be_told_in_any_order() -> None:
    """Where a game lists a roll once (3,4) whichever die showed what, 4,3 is the same roll."""
    pair = ["3,3", "3,4", "4,4"]
    assert rolled(pair, "3,4") == rolled(pair, "4,3") == rolled(pair, "4 3") == "3,4"
    assert rolled(["1,5,6"], "6,1,5") == "1,5,6"


def test_dice_that_are_told_apart_keep_their_order() -> None:
    assert rolled(["3,4", "4,3"], "4,3") == "4,3"
    with pytest.raises(DiceError):  # hits of one side and of the other
        rolled(["0-1", "0-2"], "1-0")


def test_dice_nobody_asked_for_are_left() -> None:
    position = load_position(AGORDAT)
    position.do(["attack 1608", "commit 11-ind", "fight"], dice="5,3")
    assert position.dice_left == ["3"]


@pytest.mark.parametrize(
    ("orders", "dice", "error", "says"),
    [
        (["attack 1608", "commit 41-col-1"], "", IllegalAction, "not yours"),
        (["attack 1608", "commit 11-ind", "fight"], "9", DiceError, "expected 1, 2, 3, 4, 5, 6"),
        (["attack 1608", "commit 11-ind", "fight", "retreat"], "", DiceError, "no dice are left"),
        (["nonsense"], "", IllegalAction, "not an order for this moment"),
        ([""], "", IllegalAction, "not an order for this moment"),
    ],
)
def test_where_something_is_refused_nothing_is_done(orders: list[str], dice: str, error: type[Exception], says: str) -> None:
    position = load_position(AGORDAT)
    before = position.text()
    with pytest.raises(error, match=says):
        position.do(orders, dice)
    assert position.text() == before


def test_the_text_comes_back_exactly_at_every_moment(cheren: Game) -> None:
    rng = Random(11)
    s = cheren.new("agordat", {"push": "repeat"})
    while (decision := cheren.decision(s)) is not None:
        again = read_position(Position(cheren, s).text(), "again", game=cheren).state
        assert again.key() == s.key()
        assert list(cheren.legal(again)) == list(cheren.legal(s))
        cheren.apply(s, rng.choice([a for a, _ in cheren.outcomes(s)]) if decision.who == CHANCE else cheren.legal(s).pick(rng))
    again = read_position(Position(cheren, s).text(), "again", game=cheren).state
    assert again.key() == s.key()


def test_a_position_made_by_hand_stays_short() -> None:
    text = load_position(AGORDAT).text()
    assert "eliminated" not in text
    assert "frames" not in text
    assert load_position(text).text() == text


@pytest.mark.parametrize(
    ("old", "new", "marker", "says"),
    [
        ('11-ind   = "1507"', '11-ind   = "9907"', "9907", "11-ind is at '9907'; expected a hex such as 0108"),
        ('11-ind   = "1507"', '12-ind   = "1507"', "12-ind", "there is no unit '12-ind'"),
        ("steps = 3", "steps = 9", "5-ind ", "5-ind has 9 steps; expected 1 to 4"),
        ('supply = "low"', 'supply = "some"', "art-2", "supply is 'some'; expected full, low or none"),
        ('"1609"', '"1507"', "41-col-1", "stands on the enemy"),
        ('"1609"', '"3200"', "41-col-1", "stands in the sea"),
        ("turn     = 3", "turn     = 33", "turn", "turn is 33; expected a whole number from 1 to 12"),
        ('"allied.combat"', '"lunch"', "phase", "phase is 'lunch'; expected one of allied.reinforcement"),
        ('"raf"', '"stand-fast"', "allied-hand", "not a chit of that side"),
        ('["stand-fast"]', '["stand-fast", "stand-fast"]', "italian-hand", "the chit stand-fast is in two places"),
        ('"campaign"', '"nowhere"', "scenario", "there is no scenario 'nowhere'"),
        ("[control]", "[kontrol]", "kontrol", "unknown key 'kontrol'"),
        ('"cheren"', '"chess"', "game", "there is no game 'chess'"),
        ('air      = "air-support"', '11-ind = "1608"', '11-ind = "1608"', "not valid TOML"),
        ("[units]", "frames = [['lunch', 1]]\n[units]", "lunch", "does not make a position"),
    ],
)
def test_a_mistake_is_told_with_its_line(old: str, new: str, marker: str, says: str) -> None:
    text = text_with(old, new)
    error = refusal(text)
    assert says in error.message
    assert error.line == line_of(text, marker)


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(DataError, match="there is no such file"):
        load_position("nowhere.toml")


def test_a_text_without_a_game() -> None:
    assert 'expected a line such as game = "cheren"' in refusal("turn = 3\n").message
