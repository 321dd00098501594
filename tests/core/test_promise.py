"""What a log promises, and what is noticed when somebody rewrites it, hashes and all."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any, cast

import pytest

from amba.core.decision import CHANCE
from amba.core.endings import CLAIMED, DRAWN, DRAWN_BY_CLAIM, RESIGNED, otherwise, wrong_end
from amba.core.game import Game
from amba.core.log import OLD_FORMAT, Entry, Log, LogError, Mix, canonical, chain
from amba.core.promise import promise_of
from amba.core.session import ReplayError, Session, replay, verify
from amba.games.cheren.game import Cheren

GAME = cast("Game", Cheren())
QUICK = {"done", "pass", "check", "stand", "stay", "hold"}


def play(session: Session, most: int = 10_000) -> Session:
    for _ in range(most):
        decision = session.decision
        if decision is None:
            break
        menu = session.menu
        session.act(decision.who, next((a for a in menu.plain if a.verb in QUICK), None) or next(iter(menu)))
    return session


def rewritten(text: str, change: Callable[[list[dict[str, Any]]], None]) -> str:
    """A log that somebody changed, with every hash made anew: the chain holds."""
    rows = [json.loads(line) for line in text.splitlines()]
    change(rows)
    previous, lines = "", []
    for row in rows:
        row.pop("hash", None)
        previous = chain(previous, row)
        lines.append(canonical({**row, "hash": previous}))
    return "".join(line + "\n" for line in lines)


FINISHED = play(Session(GAME, "agordat", {}, b"k" * 32, "promise", "2026-01-01T00:00:00+00:00")).log.text()


def checked(text: str) -> str:
    """What is wrong with a log; empty where it is sound."""
    try:
        log = Log.parse(text)
        session = verify(GAME, log)
    except (LogError, ReplayError) as error:
        return str(error)
    return wrong_end(GAME, session.result, log, session.dice.key)


def test_the_finished_game_is_sound() -> None:
    assert checked(FINISHED) == ""


@pytest.mark.parametrize(
    ("field", "value"),
    [("created", "2020-01-01"), ("version", "1"), ("data", "0" * 64), ("practice", True), ("elsewhere", 99), ("id", "other"), ("mixers", ["allied"]),
     ("options", {"push": "once"})],
)  # fmt: skip
def test_a_header_that_was_changed_breaks_the_promise(field: str, value: Any) -> None:
    def change(rows: list[dict[str, Any]]) -> None:
        rows[0][field] = value

    assert "promised" in checked(rewritten(FINISHED, change))


def test_a_doctored_start_breaks_the_promise_and_the_rules() -> None:
    start = GAME.new("agordat", {}).dump()

    def change(rows: list[dict[str, Any]]) -> None:
        rows[0]["position"] = start

    assert "promised" in checked(rewritten(FINISHED, change))

    def broken(rows: list[dict[str, Any]]) -> None:
        rows[0]["position"] = {**start, "at": [0 for _ in start["at"]]}
        key = bytes.fromhex(rows[-1]["end"]["key"])
        header = Log.parse(rewritten(FINISHED, lambda other: other[0].update(position=rows[0]["position"]))).header
        rows[0]["commitment"] = promise_of(key, header)

    assert "it begins with" in checked(rewritten(FINISHED, broken))


@pytest.mark.parametrize(
    ("field", "value"),
    [("text", "A great victory."), ("winner", "allied"), ("level", "Decisive"), ("taken", 3), ("practice", True), ("extra", 1)],
)
def test_an_end_that_was_rewritten_is_noticed(field: str, value: Any) -> None:
    def change(rows: list[dict[str, Any]]) -> None:
        rows[-1]["end"][field] = value if rows[-1]["end"].get(field) != value else "italian"

    assert f"as its {field}" in checked(rewritten(FINISHED, change))


def people_end(level: str, side: int | None, waited: int = 0) -> str:
    session = play(Session(GAME, "agordat", {}, b"k" * 32, "people", practice=True), 12)
    session.log.close(otherwise(GAME, session.log, session.dice.key, level, side, waited))
    return session.log.text()


@pytest.mark.parametrize("field", ["winner", "side", "practice", "waited", "text", "level", "key"])
def test_an_end_from_which_something_was_left_out_is_noticed(field: str) -> None:
    """Nothing there and null are not the same."""
    for text in (FINISHED, people_end(RESIGNED, 0), people_end(DRAWN, None), people_end(DRAWN_BY_CLAIM, 1, 7200)):
        if field in json.loads(text.splitlines()[-1])["end"]:
            assert checked(rewritten(text, lambda rows: rows[-1]["end"].pop(field))), text.splitlines()[-1]
        elif field != "key":
            assert checked(rewritten(text, lambda rows: rows[-1]["end"].update({field: None}))), text.splitlines()[-1]


def test_numbers_written_as_another_kind_are_noticed() -> None:
    """1, 1.0 and true are the same to Python, and three things in a log."""
    for number in (0.0, False):

        def numbered(rows: list[dict[str, Any]], number: Any = number) -> None:
            rows[1]["n"] = number

        assert checked(rewritten(FINISHED, numbered))
    for kind in (float, bool):

        def counted(rows: list[dict[str, Any]], kind: type = kind) -> None:
            event = next(event for row in rows for event in row.get("events", ()) if event[0] == "tracked" and event[4] in (0, 1))
            event[4] = kind(event[4])

        assert "other events" in checked(rewritten(FINISHED, counted))
    assert "as its practice" in checked(rewritten(people_end(RESIGNED, 0), lambda rows: rows[-1]["end"].update(practice=1)))


def test_no_die_hides_behind_another_game() -> None:
    """Dice that fell elsewhere cannot be checked: who says that more did than there are entries hides his own."""

    def change(rows: list[dict[str, Any]]) -> None:
        rows[0]["elsewhere"] = 10_000
        header = Log.parse(rewritten(FINISHED, lambda other: other[0].update(elsewhere=10_000))).header
        rows[0]["commitment"] = promise_of(b"k" * 32, header)

    assert "come from another game" in checked(rewritten(FINISHED, change))


def test_taking_back_into_another_game_hides_no_die() -> None:
    """What came from elsewhere is never cut off: the dice after it would fall where none is checked."""
    session, rng = Session(GAME, "agordat", {}, b"k" * 32, "begun elsewhere"), Random(1)
    while session.undoable() is None:
        decision = session.decision
        assert decision is not None
        session.act(decision.who, session.menu.pick(rng))
    count = len(session.done)
    session.log.header = session.log.header._replace(elsewhere=count)
    session.take_back(count - 1)
    assert len(session.done) == count - 1
    assert session.draw == count


def test_doubled_lines_keys_and_ends_are_noticed() -> None:
    lines = FINISHED.splitlines()
    for doubled in ([*lines, lines[-1]], [*lines[:3], lines[2], *lines[3:]], [lines[0], *lines]):
        assert checked("\n".join(doubled) + "\n")
    assert "after the end" in checked(rewritten(FINISHED, lambda rows: rows.append(dict(rows[-1]))))
    assert "gap" in checked(rewritten(FINISHED, lambda rows: rows.insert(3, dict(rows[2]))))
    twice = FINISHED.replace('"by":"allied"', '"by":"italian","by":"allied"', 1)
    assert "twice" in checked(twice)
    assert "twice" in checked(FINISHED.replace('"end":{', '"end":{"key":"00",', 1))


@pytest.mark.parametrize(
    "line", ["[" * 100_000, '{"n":' + "9" * 5000 + "}", '{"n":NaN}', '{"a":"\\ud800"}', "null", "", '{"end":1}', '{"back":0,"by":"x"}', '{"n":1e999}']
)
def test_odd_lines_are_refused_in_words(line: str) -> None:
    head = FINISHED.splitlines()[0]
    with pytest.raises(LogError):
        Log.parse(f"{head}\n{line}\n")
    with pytest.raises(LogError):
        Log.parse(f"{line}\n")


@pytest.mark.parametrize(("level", "side", "waited"), [(RESIGNED, 0, 0), (DRAWN, None, 0), (CLAIMED, 1, 90_000), (DRAWN_BY_CLAIM, 0, 7200)])
def test_ends_that_people_made_are_sound_and_their_words_are_checked(level: str, side: int | None, waited: int) -> None:
    session = play(Session(GAME, "agordat", {}, b"k" * 32, "people"), 12)
    session.log.close(otherwise(GAME, session.log, session.dice.key, level, side, waited))
    text = session.log.text()
    assert checked(text) == ""
    for field, value in (("text", "They gave up."), ("winner", "nobody"), ("side", "french"), ("waited", True), ("level", "Triumph")):

        def change(rows: list[dict[str, Any]], field: str = field, value: Any = value) -> None:
            rows[-1]["end"][field] = value

        assert checked(rewritten(text, change)), field


def test_ends_of_the_old_format_are_judged_by_their_words() -> None:
    session = play(Session(GAME, "agordat", {}, b"k" * 32, "old"), 12)
    header = session.log.header._replace(format=OLD_FORMAT)
    log = Log(header._replace(commitment=promise_of(session.dice.key, header)))
    for entry in session.log.entries:
        log.append(entry)
    end = {"key": session.dice.key.hex(), "winner": "italian", "level": RESIGNED, "text": "Allied resigns: Italian wins."}
    log.close(end)
    assert '"amba-log-1"' in log.text()
    assert '"mixers"' not in log.text()
    assert checked(log.text()) == ""
    assert "no way a game ends" in checked(rewritten(log.text(), lambda rows: rows[-1]["end"].update(text="Italian wins by far.")))
    log.close({**end, "level": CLAIMED, "text": "Italian waited 3 days and claims the game."})
    assert checked(log.text()) == ""


def roll_and_back() -> tuple[Session, int]:
    """A game in which dice fell after an order, and that order."""
    session, rng = Session(GAME, "agordat", {}, b"k" * 32, "back"), Random(1)
    while True:
        decision = session.decision
        assert decision is not None
        before = len(session.done)
        order = session.menu.pick(rng)
        if len(session.act(decision.who, order)) > 1:
            return session, before


def test_a_roll_taken_back_stays_and_is_not_drawn_again() -> None:
    session, before = roll_and_back()
    first = [done.words for done in session.done[before:]]
    numbers = [session.dice.number(n, 1 << 40) for n in range(before, len(session.done))]
    order, who = session.done[before].words, session.done[before].by
    session.take_back(before, who)
    assert len(session.done) == before
    assert session.draw == before + len(first)
    session.act(who, GAME.read(session.state, order))
    drawn = [session.dice.number(session.log.taken + done.n, 1 << 40) for done in session.done[before:] if done.by == CHANCE]
    assert not set(numbers) & set(drawn)
    assert session.log.rolls_taken == len(first) - 1
    again = Log.parse(play(session).log.text())
    assert checked(again.text()) == ""
    assert "taken back" in str((again.ending or {})["text"])
    replayed = replay(GAME, again, session.dice.key)
    assert replayed.state.key() == session.state.key()
    assert replayed.log.text() == session.log.text()


def test_what_was_taken_back_is_judged_too() -> None:
    session, before = roll_and_back()
    session.take_back(before, session.done[before].by)
    text = play(session).log.text()

    def forged(rows: list[dict[str, Any]]) -> None:
        row = next(row for row in rows if row.get("by") == "chance" and row["n"] > before)
        row["action"] = [*row["action"][:-1], "6" if row["action"][-1] != "6" else "5"]

    assert "dice" in checked(rewritten(text, forged)) or "refused" in checked(rewritten(text, forged))


def test_dice_wait_for_the_players_and_follow_from_them() -> None:
    one, two = "a" * 64, "b" * 64
    session = Session(GAME, "agordat", {}, b"k" * 32, "mixed", mixers=("allied", "italian"))
    assert session.waits_for_mix
    assert session.done == []
    session.mix({"allied": one, "italian": two})
    assert len(session.done) == 8
    text = play(session).log.text()
    assert checked(text) == ""

    def unmixed(rows: list[dict[str, Any]]) -> None:
        rows[:] = [row for row in rows if "mix" not in row]

    assert "before the players had mixed" in checked(rewritten(text, unmixed))

    def other(rows: list[dict[str, Any]]) -> None:
        next(row for row in rows if "mix" in row)["mix"]["allied"] = "c" * 64

    assert "did not fall as written" in checked(rewritten(text, other))


@pytest.mark.parametrize(
    "mix", [{"server": "c" * 64}, {"allied": "a" * 64, "italian": "b" * 64, "server": "c" * 64}, {"allied": "a" * 64, "italian": "long ago"}]
)
@pytest.mark.parametrize("mixers", [(), ("allied", "italian")])
def test_nobody_adds_to_the_dice_but_those_who_were_promised(mix: dict[str, str], mixers: tuple[str, ...]) -> None:
    """Or whoever writes the log tries words for a third until the dice suit him; the promise says nothing of them."""
    session = Session(GAME, "agordat", {}, b"k" * 32, "steered", mixers=mixers)
    promise = session.log.header.commitment
    session.mix(mix)
    text = play(session).log.text()
    assert Log.parse(text).header.commitment == promise
    assert "added to the dice" in checked(text)


def test_dice_that_nobody_mixed_are_noticed() -> None:
    """Such a log promises that the players mix the dice, and then they fall by the key alone, which its writer could choose."""
    session = Session(GAME, "agordat", {}, b"k" * 32, "alone", mixers=("allied", "italian"))
    session.mix({})
    assert "nobody added to them" in checked(play(session).log.text())
    alone = Session(GAME, "agordat", {}, b"k" * 32, "alone", mixers=("allied", "italian"))
    alone.log.append(Mix({}))
    assert "nobody added to them" in checked(alone.log.text()), "also of a game under way"


def test_a_die_before_the_dice_are_mixed_is_noticed_in_a_game_under_way() -> None:
    plain = play(Session(GAME, "agordat", {}, b"k" * 32, "early"), 3).log
    promised = Session(GAME, "agordat", {}, b"k" * 32, "early", mixers=("allied", "italian")).log
    for row in plain.rows:
        promised.append(row)
    assert "before the players had mixed" in checked(promised.text())


def test_only_sides_of_the_game_mix_its_dice() -> None:
    """A third hand in the promise would be the writer's own."""
    session = Session(GAME, "agordat", {}, b"k" * 32, "third", mixers=("server",))
    session.mix({"server": "c" * 64})
    assert "'server' was to add to the dice" in checked(play(session).log.text())


def test_who_takes_back_has_a_side() -> None:
    session, before = roll_and_back()
    session.take_back(before, session.done[before].by)
    text = play(session).log.text()

    def pope(rows: list[dict[str, Any]]) -> None:
        next(row for row in rows if "back" in row)["by"] = "pope"

    assert checked(text) == ""
    assert "took something back" in checked(rewritten(text, pope))


def test_stored_hashes_show_what_was_changed() -> None:
    log = Log.parse(FINISHED)
    assert log.broken() is None
    entry = log.entries[5]
    log.rows[log.at[5]] = Entry(entry.n, entry.by, ["other"], entry.events)
    assert log.broken() == log.at[5] + 2
