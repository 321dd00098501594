"""The commands that tell: games, rules, ask, show, data, bench, and the frame around them."""

from __future__ import annotations

import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from amba.lab.rules_in_play import slug
from tests.cli.conftest import AGORDAT, Run


def test_without_words_the_commands_are_listed(run: Run) -> None:
    ran = run()
    assert ran.code == 0
    for word in ("play", "ask", "fuzz", "verify"):
        assert f"\n  {word} " in ran.out


def test_it_says_where_the_docs_are(run: Run) -> None:
    """Whoever has the package alone would not look for them among its files."""
    found = re.search(r"The docs are in (.*)\.$", run("--help").out.strip())
    assert found
    assert (Path(found[1]) / "quickstart.md").is_file()


def test_unknown_command_is_one_line(run: Run) -> None:
    ran = run("plya")
    assert ran.code == 2
    assert "there is no command 'plya'" in ran.message


def test_version(run: Run) -> None:
    assert run("--version").out.startswith("amba ")


def test_the_package_can_be_run_as_a_module() -> None:
    """Where the `amba` command is not on the path."""
    ran = subprocess.run([sys.executable, "-m", "amba", "games", "--help"], capture_output=True, text=True, check=True)
    assert ran.stdout.startswith("usage: amba games")


def test_games_lists_scenarios_and_options(run: Run) -> None:
    found = {game["key"]: game for game in run("games", "--json").data["games"]}
    assert [scenario["key"] for scenario in found["cheren"]["scenarios"]] == ["campaign", "agordat"]
    assert found["cheren"]["options"][0]["choices"][0] == {"key": "once", "title": "Once an attack"}
    assert "--scenario agordat" in run("games").out


def test_rules_as_json_have_exactly_the_agreed_shape(run: Run) -> None:
    answer = run("rules", "cheren", "--json").data
    assert set(answer) == {"rules"}
    assert all(list(row) == ["number", "title", "status", "code", "tests"] for row in answer["rules"])
    by_number = {row["number"]: row for row in answer["rules"]}
    assert "cheren/rules/r11_combat.py:read_result" in by_number["11.5"]["code"]
    assert "tests/games/cheren/test_data.py::test_1_4_supply_sources" in by_number["1.4"]["tests"]


def test_rules_for_people_and_by_status(run: Run) -> None:
    assert "11.7           enforced     Retreat" in run("rules", "cheren").out
    assert "enforced" not in run("rules", "cheren", "--status", "information").out.splitlines()[2]


def test_rules_without_tests_say_so(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "are not here" not in run("rules", "cheren").out
    monkeypatch.setattr("amba.lab.rules_in_play.tests_folder", lambda key: None)
    assert "The tests of this game are not here" in run("rules", "cheren").out


def test_rules_of_an_unknown_game(run: Run) -> None:
    ran = run("rules", "chess")
    assert ran.code == 2
    assert "there is no game 'chess'; there are: " in ran.message


def test_rule_numbers_in_test_names() -> None:
    assert slug("11.7.stack") == "11_7_stack"
    assert slug("K7-F8") == "k7_f8"


def test_ask_prints_decision_and_legal_orders(run: Run) -> None:
    ran = run("ask", AGORDAT)
    assert ran.out.splitlines()[0] == "Allied: choose an enemy hex to attack, or end the phase. [11.0]"
    assert "  attack 1608 " in ran.out
    assert run("ask", AGORDAT, "--json").data["legal"] == [["done"], ["attack", "1608"]]


def test_ask_why(run: Run) -> None:
    assert "Not allowed: None of your units is next to 1609. [11.0]" in run("ask", AGORDAT, "--why", "attack 1609").out
    answer = run("ask", AGORDAT, "--why", "attack 1609", "--why", "attack 1608", "--json").data["why"]
    assert [row["ok"] for row in answer] == [False, True]


def test_ask_odds_itemises_and_sums_to_one(run: Run) -> None:
    words = ("--do", "attack 1608", "commit 11-ind", "commit 25-fd", "--odds", "fight")
    answer = run("ask", AGORDAT, *words, "--json").data["odds"][0]
    assert answer["column"] == "2-1"
    assert sum(row["chance"][0] / row["chance"][1] for row in answer["odds"]) == pytest.approx(1)
    assert "support 3 against 2" in run("ask", AGORDAT, *words).out


def test_ask_odds_names_the_column_once(run: Run, tmp_path: Path) -> None:
    units = '2-camerons-a = "2617"\ncol-red-1 = "2616"\ncol-white-1 = "tigu"'
    (tmp_path / "keren.toml").write_text(f'game = "keren"\nphase = "commonwealth.assault"\n[units]\n{units}\n', encoding="utf-8")
    assert re.search(r"^  Column +4:1$", run("ask", "keren.toml", "--odds", "assault 2616").out, re.MULTILINE)
    told = run("ask", AGORDAT, "--do", "attack 1608", "commit 11-ind", "--odds", "fight").out
    assert len(re.findall(r"^  Column ", told, re.MULTILINE)) == 1


def test_ask_do_with_dice_tells_and_prints_the_new_position(run: Run, tmp_path: Path) -> None:
    ran = run("ask", AGORDAT, "--do", "attack 1608", "commit 11-ind", "fight", "--dice", "5")
    assert "Die: 5. [11.5]" in ran.out
    text = ran.out.split("The position now:\n\n")[1].split("\n\nItalian:")[0]
    (tmp_path / "next.toml").write_text(text, encoding="utf-8")
    assert "retreat from 1608, or stand" in run("ask", "next.toml").out


def test_ask_says_where_dice_are_needed(run: Run) -> None:
    ran = run("ask", AGORDAT, "--do", "attack 1608", "commit 11-ind", "fight")
    assert ran.code == 0
    assert "Chance decides; no dice are left. Give them with --dice: 1, 2, 3, 4, 5, 6" in ran.out
    assert len(run("ask", AGORDAT, "--do", "attack 1608", "commit 11-ind", "fight", "--json").data["outcomes"]) == 6


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--do", "attack 1609"), "attack 1609: None of your units is next to 1609. [11.0]"),
        (("--do", "sing loudly"), "'sing loudly' is not an order for this moment; expected: attack HEX, done. [11.0]"),
        (("--odds", "attack 1609"), "attack 1609: None of your units"),
        (("--do", "attack 1608", "commit 11-ind", "fight", "--dice", "7"), "dice: found '7'"),
    ],
)
def test_ask_bad_orders_are_one_line(run: Run, words: tuple[str, ...], says: str) -> None:
    ran = run("ask", AGORDAT, *words)
    assert ran.code == 2
    assert says in ran.message
    assert ran.out == ""


def test_ask_a_bad_file_names_file_and_line(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text(AGORDAT.read_text(encoding="utf-8").replace('"1609"', '"9999"'), encoding="utf-8")
    ran = run("ask", "bad.toml")
    assert ran.code == 2
    assert ran.message.startswith("bad.toml, line 17: 41-col-1 is at '9999'; expected a hex such as 0108")
    assert run("ask", "nowhere.toml").message == "nowhere.toml: there is no such file"


def test_ask_reads_standard_input(run: Run) -> None:
    assert "choose an enemy hex" in run("ask", "-", typed=AGORDAT.read_text(encoding="utf-8")).out


def test_show_a_position_as_text(run: Run) -> None:
    out = run("show", AGORDAT).out
    assert "A20/4" in out
    assert "Agordat" not in out.splitlines()[0]
    assert "11th Indian Brigade" in out
    assert "A20/4" in run("show", AGORDAT, "--around", "1608").out
    assert run("show", AGORDAT, "--around", "agordat").out == run("show", AGORDAT, "--around", "1608").out


def test_show_tells_what_lies_on_the_map_and_is_no_counter(run: Run, tmp_path: Path) -> None:
    """A roadblock, garrisons, supply sources: the client draws them, the terminal says them."""
    blocked = tmp_path / "blocked.toml"
    blocked.write_text(AGORDAT.read_text(encoding="utf-8").replace("[units]", 'roadblock = "1507"\n[units]', 1), encoding="utf-8")
    out = run("show", blocked).out
    assert "1507             italian   Roadblock: no road rate" in out
    assert "Garrison of Wolkait" in out
    assert "0108             allied    Supply source (1.4)" in out
    assert "; Roadblock: 1507" in out, "a track that says something counts nothing"
    assert "Supply source (6.0)" in run("show", "keren").out


def test_show_draws_svg(run: Run, tmp_path: Path) -> None:
    ran = run("show", AGORDAT, "--svg", "map.svg")
    assert ran.code == 0
    root = ET.fromstring((tmp_path / "map.svg").read_text(encoding="utf-8"))
    words = "".join(root.itertext())
    assert "Agordat" in words
    assert "3-6" in words
    assert run("show", "cheren", "--svg", "set-up.svg", "--around", "2206").code == 0


def test_show_hides_what_a_watcher_may_not_see(run: Run) -> None:
    assert "raf" not in run("show", AGORDAT).out
    assert "raf" in run("show", AGORDAT, "--side", "allied").out
    assert "raf" not in run("show", AGORDAT, "--side", "italian").out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("nowhere",), "nowhere: neither a file nor a game; the games are: "),
        (("cheren", "--scenario", "x"), "cheren has no scenario 'x'; there are: campaign, agordat"),
        (("cheren", "--around", "9999"), "there is no hex or place '9999'"),
        (("cheren", "--side", "french"), "there is no side 'french'; there are: allied, italian"),
    ],
)
def test_show_what_is_not_there(run: Run, words: tuple[str, ...], says: str) -> None:
    ran = run("show", *words)
    assert ran.code == 2
    assert says in ran.message


def test_bench_gives_figures_and_ratios(run: Run) -> None:
    answer = run("bench", "cheren", "--scenario", "agordat", "--seconds", "0.1", "--json").data
    row = answer["scenarios"][0]
    assert row["decisions_per_s"] > 0
    assert row["copy_us"] > 0
    assert "decisions_per_reference" in row["ratios"]
    assert answer["import_ms"]["import amba"] > 0  # a figure, never a limit: machines differ


def test_bench_compares_two_installations(run: Run) -> None:
    answer = run("bench", "cheren", "--scenario", "agordat", "--seconds", "0.1", "--rounds", "2", "--against", sys.executable, "--json").data
    (row,) = answer["against"]
    assert (row["game"], row["scenario"], row["rounds"]) == ("cheren", "agordat", 2)
    assert 0 < row["lowest"] <= row["ratio"] <= row["highest"]


def test_bench_against_nothing_is_one_line(run: Run) -> None:
    ran = run("bench", "cheren", "--against", "no-such-folder")
    assert ran.code == 2
    assert "no-such-folder is neither a Python with amba installed nor a folder of its sources" in ran.message


def test_listing_commands_imports_no_game() -> None:
    code = "import sys, amba.cli.main; amba.cli.main.main([]); sys.exit(any(name.startswith('amba.games') for name in sys.modules))"
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


def test_serve_without_the_table_says_what_to_install(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "amba.server.main", None)
    ran = run("serve")
    assert ran.code == 2
    assert "pip install 'amba[table]'" in ran.message


def test_serve_tries_own_data_before_anybody_comes(run: Run, tmp_path: Path) -> None:
    ran = run("serve", "--data", "hollow=nowhere")
    assert (ran.code, "expected GAME=DIR with a folder that is there" in ran.message) == (2, True)
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "mine.toml").write_text('key = "mine"\n', encoding="utf-8")
    assert "scenarios/mine.toml" in run("serve", "--data", f"hollow={tmp_path}").message


def test_a_fault_of_ours_is_one_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(key: str) -> None:
        raise RuntimeError("wheels came off")

    monkeypatch.setattr("amba.cli.games.describe", broken)
    ran = run("games")
    assert ran.code == 70
    assert "wheels came off" in ran.message
