"""A game in a package of its own, installed: shelf, table, bots, lab, environment and laws serve it without a line about it in Amba."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.docs.conftest import EXAMPLE, ROOT, Installed, run_with

PACKAGE = EXAMPLE / "amba_wadi"
MOST = 350
"""Lines of Python in the whole example, its tests apart."""


def test_the_example_is_small() -> None:
    files = [path for path in PACKAGE.rglob("*.py") if "tests" not in path.parts]
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files) <= MOST


def test_amba_says_nothing_of_it() -> None:
    named = [path for path in (ROOT / "src").rglob("*") if path.suffix in {".py", ".js", ".toml"} and "amba_wadi" in path.read_text(encoding="utf-8")]
    assert named == []


SHELF = """
import json
from pathlib import Path
from tests.server.conftest import Server
server = Server(Path("tables.sqlite"))
card = next(card for card in server.client.get("/api/games").json() if card["key"] == "wadi")
picture, guide = server.client.get(card["picture"]), server.client.get(card["guide"])
table = server.table({"band": "link", "patrol": "bot:planner"}, "ford", game="wadi")
player = server.sit(table["links"]["band"])
board = server.client.get(player.welcome["board_url"]).json()
while player.view["decision"] is not None:
    n = player.n
    if player.menu is not None:
        player.act()
    while player.n == n:
        player.receive()
print(json.dumps({"card": card, "media": picture.headers["content-type"], "picture": picture.text[:4], "guide": guide.json()["html"], "result": player.view["result"],
    "corners": [len(hex["corners"]) for hex in board["hexes"]], "charts": server.client.get("/api/games/wadi/charts").json()}))
server.close()
"""


def test_shelf_and_table(installed: Installed) -> None:
    answer = json.loads(installed("-c", SHELF).stdout.splitlines()[-1])
    assert answer["media"].startswith("image/svg+xml")
    assert answer["picture"] == "<svg"
    assert "How to win" in answer["guide"]
    assert [level["key"] for level in answer["card"]["levels"]] == ["searcher", "planner", "greedy", "beginner", "random"]
    assert answer["result"]["text"]
    assert set(answer["corners"]) == {6}, "the relief is worked out where the file has no corners"
    assert [chart["key"] for chart in answer["charts"]] == ["terrain", "combat"]


def test_lab(installed: Installed) -> None:
    done = installed(
        "-m", "amba.cli.main", "lab", "run", "wadi", "--scenario", "race", "--bots", "greedy,random", "--games", "4", "--out", "run", "--json"
    )
    assert json.loads(done.stdout.splitlines()[-1])["games"] == 4


ENVIRONMENT = """
import warnings
warnings.simplefilter("ignore")
from pettingzoo.test import api_test
from amba.lab.env import env
api_test(env("wadi", "ford"), num_cycles=60)
"""


def test_pettingzoo(installed: Installed) -> None:
    assert "Passed" in installed("-c", ENVIRONMENT).stdout


def test_its_own_tests(installed: Installed, target: Path) -> None:
    installed("-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", str(target), str(target / "amba_wadi" / "tests"))


def test_the_whole_conformance_suite(installed: Installed) -> None:
    """Amba's own suite runs over every installed game: laws 1 to 9, the wire included, and the table's and the bots' tests for any game."""
    suites = [str(ROOT / "tests" / name) for name in ("conformance", "server/test_every_game.py", "bots/test_plans.py")]
    where = ["-p", "no:cacheprovider", "--rootdir", str(ROOT), "-c", str(ROOT / "pyproject.toml")]
    done = installed("-m", "pytest", *where, "-m", "not soak", "-k", "wadi", *suites)
    found = re.search(r"(\d+) passed", done.stdout)
    assert found is not None
    assert int(found[1]) > 50


def laws(target: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return run_with(target, "-m", "amba.cli.main", "laws", "wadi", *words)


def test_laws_of_the_example_hold(target: Path) -> None:
    done = laws(target, "--seconds", "3", "--json")
    answer = json.loads(done.stdout)
    assert done.returncode == 0, answer
    assert answer["ok"]
    assert [law["status"] for law in answer["laws"]] == ["holds"] * 9


def test_laws_as_a_report(target: Path) -> None:
    done = laws(target, "--seconds", "0", "--scenario", "ford")
    assert "The Wadi Crossing (wadi), version 1: ford" in done.stdout
    assert "No law was broken." in done.stdout
    assert len(re.findall(r"^ \d  holds ", done.stdout, re.MULTILINE)) == 9


LINE_CHANCE = """    def preview(self, s, a):
        from amba.core.decision import LineChance

        found = super().preview(s, a)
        line = LineChance("mired: 8.3 %", lambda s, events: "no")
        return found and not found.odds and found._replace(warnings=(line.text,), chances=(line,)) or found

"""
"""A preview of a way with a chance in a line that never comes."""
MUTANTS = [
    (1, "rules/r04_movement.py", "[unit for unit in s.units(at.side) if unit not in at.moved]", "sorted(set(s.units(at.side)) - set(at.moved), key=lambda unit: hash(str(unit)))"),
    (2, "rules/r04_movement.py", "[order for to in reach_of(s, unit).hexes if refuse_move(s, at, order := Move(unit, to)) is None]", "[Move(unit, to) for to in reach_of(s, unit).hexes]"),
    (3, "rules/r04_movement.py", "    Takes(Done, leave),\n", ""),
    (4, "game.py", "    def __init__", "    def position(self, s):\n        return {**super().position(s), 'control': {}}\n\n    def __init__"),
    (5, "rules/r04_movement.py", '    s.take_control(a.unit, "6.1")\n', '    s.take_control(a.unit, "6.1")\n    s.points[a.unit] += 1\n'),
    (6, "game.py", "    def __init__", "    def sees(self, s, side, piece):\n        return s.side[piece] == side\n\n    def __init__"),
    (7, "rules/r05_combat.py", "return fight(play,", "return (lambda *given: (found := fight(*given))._replace(odds=found.odds[1:]))(play,"),
    (7, "rules/r04_movement.py", "s.world.units[a.unit].mp)", "s.world.units[a.unit].mp + 1)"),
    (7, "game.py", "    previews = {", "    notes = {Move: lambda s, at, a: '97 left'}\n    previews = {"),
    (7, "game.py", "    def __init__", LINE_CHANCE + "    def __init__"),
    (8, "rules/r05_combat.py", '@rule("5.4")\n', ""),
    (9, "data/tables/combat.csv", "3,A,-,X,R,R,D", "3,A,-,X,R,R,X"),
]  # fmt: skip
"""law, file, what stands there, what is planted"""


@pytest.mark.parametrize(
    ("law", "file", "old", "new"), MUTANTS, ids=[f"law-{mutant[0]}" if mutant[0] != 7 else f"law-7-{i}" for i, mutant in enumerate(MUTANTS)]
)
def test_a_planted_fault_breaks_its_law(target: Path, tmp_path: Path, law: int, file: str, old: str, new: str) -> None:
    copy = shutil.copytree(target, tmp_path / "target", ignore=shutil.ignore_patterns("__pycache__"))
    path = copy / "amba_wadi" / file
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")
    done = laws(copy, "--seconds", "0", "--json")
    assert done.returncode == 1, done.stdout + done.stderr
    broken = [one["law"] for one in json.loads(done.stdout)["laws"] if one["breaches"]]
    assert law in broken, broken


def test_a_changed_golden_game_without_a_new_version_is_a_breach(target: Path, tmp_path: Path) -> None:
    """The way of somebody who changes a rule, keeps the golden games anew, and forgets the version."""
    copy = shutil.copytree(target, tmp_path / "target", ignore=shutil.ignore_patterns("__pycache__"))
    table, game = copy / "amba_wadi" / "data" / "tables" / "combat.csv", copy / "amba_wadi" / "game.py"
    table.write_text(table.read_text(encoding="utf-8").replace("3,A,-,X,R,R,D", "3,A,-,X,R,R,X"), encoding="utf-8")
    done = laws(copy, "--keep")
    assert done.returncode == 1
    assert "its version is still '1': raise `version`" in done.stderr
    game.write_text(game.read_text(encoding="utf-8").replace('version = "1"', 'version = "2"'), encoding="utf-8")
    assert laws(copy, "--keep").returncode == 0
    assert laws(copy, "--seconds", "0", "--scenario", "ford").returncode == 0
