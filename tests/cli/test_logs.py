"""Logs: told, checked, proved; cut off or edited they are refused at the line."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from amba.core.endings import RESIGNED, otherwise
from amba.core.log import OLD_FORMAT, Log, canonical, chain
from amba.core.promise import promise_of, seal_of
from amba.core.session import Session
from amba.load.registry import open_game
from tests.cli.conftest import Run


def test_replay_tells_the_game(run: Run, finished: Path) -> None:
    out = run("replay", finished).out
    assert "The game is over with" in out
    assert "chance     draw" in out


def test_replay_check_judges_by_todays_rules(run: Run, finished: Path) -> None:
    assert "every one judged by today's rules" in run("replay", finished, "--check").out


def test_replay_to_an_entry_gives_that_position(run: Run, finished: Path, tmp_path: Path) -> None:
    answer = run("replay", finished, "--to", 12, "--position", "then.toml", "--json").data
    assert answer["entries"] == 12
    assert run("ask", "then.toml", "--json").data["decision"]["prompt"] == answer["decision"]["prompt"]
    assert run("show", finished, "--to", 12).code == 0


def test_replay_to_nowhere(run: Run, finished: Path) -> None:
    ran = run("replay", finished, "--to", 99999)
    assert ran.code == 2
    assert "--to is 99999" in ran.message


def test_verify_proves_a_finished_game(run: Run, finished: Path) -> None:
    ran = run("verify", finished)
    assert ran.code == 0
    assert "each as the key gives it" in ran.out
    assert run("verify", finished, "--json").data["ok"] is True


def test_verify_takes_the_promised_hash(run: Run, finished: Path) -> None:
    log = Log.parse(finished.read_text(encoding="utf-8"))
    assert "give --promise" in run("verify", finished).out
    sound = run("verify", finished, "--promise", log.header.commitment.upper(), "--last", log.last)
    assert sound.code == 0
    assert "give --promise" not in sound.out
    ran = run("verify", finished, "--promise", "0" * 64)
    assert ran.code == 1
    assert "not the game that was promised" in ran.message
    assert "not the game as it ended" in run("verify", finished, "--last", "0" * 64).message


def test_verify_says_when_an_end_is_only_what_people_said(run: Run, finished: Path) -> None:
    """Whoever has the key can write another end; only the hash of the last line tells."""
    game, whole = open_game("cheren"), Log.parse(finished.read_text(encoding="utf-8"))
    assert "--last" not in run("verify", finished).out, "an end by the rules follows from the play"
    key = bytes.fromhex((whole.ending or {})["key"])
    log = Log(whole.header)
    for row in whole.rows[:40]:
        log.append(row)
    log.close(otherwise(game, log, key, RESIGNED, 0))
    finished.write_text(log.text(), encoding="utf-8")
    ran = run("verify", finished)
    assert ran.code == 0, ran.message
    assert "give --last" in ran.out
    assert "give --last" not in run("verify", finished, "--last", log.last).out


def test_verify_says_what_the_promise_does_not_hold(run: Run, tmp_path: Path) -> None:
    """Whoever has the key of a finished game can play another on the same dice, under the same promise; only the hash of the last line tells."""
    logs = []
    for seed in (1, 2):
        session = Session(open_game("cheren"), "agordat", {}, b"k" * 32, "same", "2026-01-01", mixers=("allied",))
        session.mix({"allied": "a" * 64})
        rng = Random(seed)
        while (decision := session.decision) is not None:
            session.act(decision.who, session.menu.pick(rng))
        (tmp_path / f"{seed}.amba").write_text(session.log.text(), encoding="utf-8")
        logs.append(session.log)
    played, other = logs
    assert other.header.commitment == played.header.commitment
    ran = run("verify", "2.amba", "--promise", played.header.commitment)
    assert ran.code == 0
    assert "give --last" in ran.out
    assert "give the seal" in ran.out
    sealed = run("verify", "2.amba", "--promise", seal_of(played.header.commitment, played.mix or {}))
    assert "give the seal" not in sealed.out
    assert "give --last" in sealed.out
    assert run("verify", "2.amba", "--last", played.last).code == 1
    whole = run("verify", "1.amba", "--promise", seal_of(played.header.commitment, played.mix or {}), "--last", played.last)
    assert "note:" not in whole.out


def test_verify_says_how_little_the_first_format_promises(run: Run, finished: Path, tmp_path: Path) -> None:
    """Anybody who has the key can give such a log another date."""
    whole = Log.parse(finished.read_text(encoding="utf-8"))
    key = bytes.fromhex((whole.ending or {})["key"])
    header = whole.header._replace(format=OLD_FORMAT, created="1896-03-01")
    log = Log(header._replace(commitment=promise_of(key, header)))
    for row in whole.rows:
        log.append(row)
    log.close(whole.ending or {})
    (tmp_path / "old.amba").write_text(log.text(), encoding="utf-8")
    ran = run("verify", "old.amba")
    assert ran.code == 0, ran.message
    assert "first format" in ran.out
    assert "first format" not in run("verify", finished).out


@pytest.mark.parametrize("command", ["verify", "replay", "show", "ask"])
def test_what_never_ends_is_no_log(run: Run, command: str) -> None:
    ran = run(command, "/dev/zero")
    assert ran.code in {1, 2}
    assert "/dev/zero" in ran.message


@pytest.mark.parametrize("port", ["99999", "-1", "abc", "1e3", ""])
def test_a_port_out_of_range_is_refused_in_words(run: Run, port: str) -> None:
    ran = run("serve", f"--port={port}")
    assert ran.code == 2
    assert "is no port" in ran.err


@pytest.mark.parametrize(("peer", "said"), [("x:99999", "is no port"), ("x", "is no HOST:PORT"), (":80", "is no HOST:PORT"), ("x:", "is no port")])
def test_a_peer_that_nobody_could_reach_is_refused_in_words(run: Run, peer: str, said: str) -> None:
    ran = run("serve", f"--peer={peer}")
    assert ran.code == 2
    assert said in ran.err


def lines_of(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_a_log_cut_off_in_a_line(run: Run, finished: Path, tmp_path: Path, command: str) -> None:
    lines = lines_of(finished)
    (tmp_path / "cut.amba").write_text("\n".join(lines[:9]) + "\n" + lines[9][:30], encoding="utf-8")
    ran = run(command, "cut.amba")
    assert ran.code != 0
    assert ran.message.startswith("cut.amba, line 10: not complete JSON")


def test_a_log_cut_off_between_lines_is_not_proved(run: Run, finished: Path, tmp_path: Path) -> None:
    (tmp_path / "cut.amba").write_text("\n".join(lines_of(finished)[:20]) + "\n", encoding="utf-8")
    ran = run("verify", "cut.amba")
    assert ran.code == 1
    assert ran.message.startswith("cut.amba, line 20: the log stops here without an end")


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_an_edited_log(run: Run, finished: Path, tmp_path: Path, command: str) -> None:
    lines = lines_of(finished)
    index = next(i for i, line in enumerate(lines) if '"action":["move"' in line)
    lines[index] = lines[index].replace('["move"', '["fly"')
    (tmp_path / "edited.amba").write_text("\n".join(lines) + "\n", encoding="utf-8")
    ran = run(command, "edited.amba")
    assert ran.code != 0
    assert ran.message.startswith(f"edited.amba, line {index + 1}: this line, or one before it, was changed")


def forged(path: Path, change: dict[str, object], index: int) -> str:
    """A log with one line changed and every hash after it made to fit."""
    rows = [json.loads(line) for line in lines_of(path)]
    rows[index] |= change
    digest, out = "", []
    for row in rows:
        row.pop("hash")
        digest = chain(digest, row)
        out.append(canonical({**row, "hash": digest}))
    return "\n".join(out) + "\n"


def test_a_forged_die_is_found_by_the_key(run: Run, finished: Path, tmp_path: Path) -> None:
    log = Log.parse(finished.read_text(encoding="utf-8"))
    hand = log.entries[0].action[1]
    other = "march-a" if hand != "march-a" else "supply-a"
    if any(entry.action == ["draw", other] for entry in log.entries[:4]):
        other = next(key for key in ("sappers", "raf", "propaganda") if all(entry.action != ["draw", key] for entry in log.entries[:4]))
    event = [[*row[:2], other, *row[3:]] if row[0] == "drawn" else row for row in log.entries[0].events]
    (tmp_path / "forged.amba").write_text(forged(finished, {"action": ["draw", other], "events": event}, 1), encoding="utf-8")
    ran = run("verify", "forged.amba")
    assert ran.code == 1
    assert "entry " in ran.message


def test_a_forged_name_is_told_in_one_line(run: Run, finished: Path, tmp_path: Path) -> None:
    (tmp_path / "forged.amba").write_text(forged(finished, {"events": [["moved", "9.0", "nobody", "0108", "0208", []]]}, 20), encoding="utf-8")
    for command in ("verify", "replay"):
        ran = run(command, "forged.amba")
        assert ran.code != 0
        assert "its events cannot be read today: KeyError 'nobody'" in ran.message


def test_a_file_that_is_no_log(run: Run, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear friend,\n", encoding="utf-8")
    assert run("replay", "letter.txt").message.startswith("letter.txt, line 1: not complete JSON")
    (tmp_path / "empty.amba").write_text("", encoding="utf-8")
    assert run("verify", "empty.amba").message == "empty.amba, line 1: the log is empty"
    assert run("replay", "nowhere.amba").message == "nowhere.amba: No such file or directory"


@pytest.mark.parametrize("command", ["verify", "replay", "show", "ask"])
@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("options", '{"push":"\\ud800"}'),
        ("mixers", '["\\udfff"]'),
        ("position", '{"at":"\\ud800"}'),
        ("position", '{"at":1e999}'),
        ("position", "[" * 9000),
    ],
)
def test_a_first_line_that_no_log_can_say_is_refused_in_words(run: Run, finished: Path, tmp_path: Path, command: str, field: str, value: str) -> None:
    first, *rest = lines_of(finished)
    was = canonical(json.loads(first)[field])
    (tmp_path / "odd.amba").write_text("\n".join([first.replace(f'"{field}":{was}', f'"{field}":{value}', 1), *rest]), encoding="utf-8")
    ran = run(command, "odd.amba")
    assert ran.code in {1, 2}
    assert ran.message.startswith("odd.amba, line 1: ")


def test_orders_without_a_scenario_are_no_game(run: Run, tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text("game = cheren\nmove 11-ind 0707\n", encoding="utf-8")
    assert run("verify", "game.txt").message == "game.txt, line 1: expected a line 'scenario = ...' after the game"


def test_verify_says_that_no_player_added_to_the_dice(run: Run, finished: Path, tmp_path: Path) -> None:
    assert "no player added to the dice" in run("verify", finished).out
    session = Session(open_game("cheren"), "agordat", {}, b"k" * 32, "mixed", mixers=("allied", "italian"))
    session.mix({"allied": "a" * 64, "italian": "b" * 64})
    session.log.close(otherwise(session.game, session.log, session.dice.key, RESIGNED, 0))
    (tmp_path / "mixed.amba").write_text(session.log.text(), encoding="utf-8")
    ran = run("verify", "mixed.amba")
    assert ran.code == 0
    assert "added to the dice:" not in ran.out


def test_a_start_that_cannot_be_is_refused_in_a_sentence(run: Run, tmp_path: Path) -> None:
    game = open_game("cheren")
    session = Session(game, "campaign", {}, bytes(32), "doctored")
    for name, value in (("marks", -1), ("side", 99), ("owner", 9), ("at", -1), ("tracks", -9)):
        position = session.state.dump()
        position[name] = [value, *position[name][1:]]
        path = tmp_path / "doctored.amba"
        path.write_text(Log(session.log.header._replace(position=position)).text(), encoding="utf-8")
        for command in ("show", "replay", "ask"):
            ran = run(command, path)
            assert ran.code == 2, (name, command, ran)
            assert "a fault of ours" not in ran.message
