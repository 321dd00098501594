"""What-ifs: single values changed on reading, as strictly as in a file."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from amba.core.game import Game
from amba.load.files import DataError, Folder
from amba.load.registry import data_folder, keys, open_game
from amba.load.whatif import BadChange, changed_files


def chart(game: Game, key: str) -> list[list[str]]:
    found = next(chart for chart in game.charts() if chart["key"] == key)
    rows: list[list[str]] = found["rows"]
    return rows


def test_a_cell_of_a_table_by_column_and_die() -> None:
    game = open_game("cheren", changes=["tables.combat.2-1.4=1-2r"])
    before, after = chart(open_game("cheren"), "combat"), chart(game, "combat")
    differ = [(r, c) for r, row in enumerate(after) for c, cell in enumerate(row) if cell != before[r][c]]
    assert differ == [(3, 4)]
    assert after[3][4] == "1-2r"
    assert game.data_hash != open_game("cheren").data_hash


def test_row_and_column_may_stand_in_either_order() -> None:
    texts = [changed_files(Folder(data_folder("cheren")), [change]) for change in ("tables.combat.2-1.4=1-2r", "tables.combat.4.2-1=1-2r")]
    assert texts[0] == texts[1]


def test_a_unit_and_its_steps() -> None:
    own = Folder(data_folder("cheren"))
    for change in ("units.5-ind.strength=7", "units.5-ind.strengths.1=7"):
        text = changed_files(own, [change])["units.csv"]
        lines = [line for line in text.splitlines() if not line.startswith("#")]
        row = next(row for row in csv.DictReader(lines) if row["key"] == "5-ind")
        first, *rest = row["strengths"].split(";")
        assert (first, bool(rest)) == ("7", True)
    piece = next(piece for piece in open_game("cheren", changes=["units.5-ind.strength=7"]).board("campaign")["pieces"] if piece["key"] == "5-ind")
    assert piece["faces"][0]["left"] == "7"


def test_a_key_of_a_scenario_and_of_the_map() -> None:
    game = open_game("cheren", changes=["scenarios.agordat.turns=3", "map.places.agordat.vp=9"])
    assert next(scenario.turns for scenario in game.scenarios() if scenario.key == "agordat") == 3
    assert next(place for place in game.board("agordat")["places"] if place["key"] == "agordat")["badge"] == "9"


def test_every_game_reads_its_scenarios_changed() -> None:
    """The same door for all of them: one turn fewer in every scenario."""
    for key in keys():
        for scenario in open_game(key).scenarios():
            if scenario.turns > 1:
                game = open_game(key, changes=[f"scenarios.{scenario.key}.turns={scenario.turns - 1}"])
                assert next(found.turns for found in game.scenarios() if found.key == scenario.key) == scenario.turns - 1


def test_rewriting_a_toml_file_changes_nothing_else() -> None:
    for key in keys():
        folder = Folder(data_folder(key))
        for name in folder.names("scenarios/*.toml"):
            data = folder.toml(name).data
            scenario = name.removeprefix("scenarios/").removesuffix(".toml")
            text = changed_files(folder, [f"scenarios.{scenario}.turns={data['turns']}"])[name]
            from tomllib import loads

            assert loads(text) == data


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ("tables.combt.2-1.4=1-1r", "there is no such file"),
        ("tables.combt.2-1.4=1-1r", "did you mean tables.combat?"),
        ("tables.combat.9-1.4=1-1r", "no column '9-1'"),
        ("tables.combat.2-1.7=1-1r", "no row '7'"),
        ("tables.combat.2-1.4=1-1x", "the result under '2-1' is '1-1x'; expected the attacker's steps"),
        ("tables.terrain.clear.mp=-1", "expected whole or half points, 0 or more"),
        ("units.5-ind.strength=-3", "expected whole numbers parted by ';'"),
        ("units.5-ind.mp=-3", "mp is -3; expected 0 or more"),
        ("scenarios.agordat.turns=0", "turns is 0; expected a whole number from 1"),
        ("scenarios.agordat.turns=3.5", "turns is 3.5; expected a whole number from 1"),
        ("scenarios.campaign.turns=24", "the scenario would end with turn 24, but tables/turns.csv ends with turn 12"),
        ("tables.combat.2-1=1-1r", "expected tables.combat.ROW.COLUMN"),
        ("tables.combat.2-1.4=", "the cell under '2-1' is missing"),
        ("units.5-indian.mp=7", "no row '5-indian'"),
        ("units.5-ind.speed=7", "no column 'speed'"),
        ("units.5-ind.mp=fast", "expected a whole number"),
        ("units.5-ind.kind=dragon", "expected one of"),
        ("units.5-ind.strengths.9=7", "there is no number 9"),
        ("units.5-ind.strengths=7;6", "stacking values"),
        ("scenarios.agordat.turns=many", "not of the kind"),
        ("scenarios.agordat.weather=3", "has no 'weather'"),
        ("scenarios.agordat.victory=3", "is a table"),
        ("nonsense", "expected WHERE=VALUE"),
    ],
)
def test_what_does_not_fit_is_told(change: str, says: str) -> None:
    with pytest.raises(DataError) as found:
        open_game("cheren", changes=[change])
    assert says in str(found.value)
    assert change in str(found.value)


@pytest.mark.parametrize(
    ("key", "change", "says"),
    [
        ("cheren", "units.5-ind.steps=2", "steps is 2, but there are 4 strengths"),
        ("cheren", "units.5-ind.mot=1", "it is the kind, infantry, that says who is motorized"),
        ("ethiopia", "scenarios.enderta.turns=40", "the scenario would end with turn 53, but tables/turns.csv ends with turn"),
        ("cheren", "tables.turns.3.replacement=maybe", "expected one of 0, 1, no, yes"),
        ("cheren", "tables.victory.21.winner=allied", "differs from the levels in scenarios/campaign.toml"),
        ("ethiopia", "tables.turns.3.gas=perhaps", "expected one of no, yes"),
        ("hollow", "weapons.it-lmg.kind=cannon", "expected one of lmg"),
        ("ethiopia", "tables.combat.2-1.4=ZZ", "the result under '2-1' is 'ZZ'; expected ENG, EX, C"),
        ("ethiopia", "tables.terrain.clear.shift=x", "shift is 'x'; expected a whole number"),
        ("ethiopia", "units.hq-north.move=-4", "move is -4; expected 0 or more"),
        ("keren", "tables.assault.2:1.4=NE", "expected 1AE, 2AE, S, DR, 1DE or 2DE"),
        ("keren", "tables.ranged.4+.4=1AE", "expected NE, S, DR, 1DE or 2DE"),
        ("keren", "units.gren-light-green.fire=-1", "expected quarters at the finest, 0 or more"),
        ("adua", "units.i-ascari.move=-1", "move is -1; expected 0 or more"),
        ("hollow", "squads.it-447.firepower=-2", "firepower is -2; expected 0 or more"),
        ("hollow", "tables.close_combat.1-1.number=nine", "expected a number, 0 or more"),
        ("hollow", "terrain.woods.hindrance=1", "the kinds of ground cannot be replaced yet"),
        ("hollow", "tables.fire.4.7=9KIA", "expected 1KIA to 7KIA"),
    ],
)
def test_what_does_not_fit_is_told_in_every_game(key: str, change: str, says: str) -> None:
    """A result nobody can read would be found out in the middle of a game, or never."""
    with pytest.raises(BadChange) as found:
        open_game(key, changes=[change])
    assert says in str(found.value)


def test_one_place_is_set_once() -> None:
    with pytest.raises(BadChange, match="already set"):
        open_game("cheren", changes=["units.5-ind.mp=4", "units.5-ind.mp=5"])


def test_changes_lie_over_a_persons_own_files(tmp_path: Path) -> None:
    (tmp_path / "tables").mkdir()
    text = (data_folder("cheren") / "tables/combat.csv").read_text(encoding="utf-8")
    (tmp_path / "tables/combat.csv").write_text(text.replace("1,2-0,", "1,1-0,", 1), encoding="utf-8")
    rows = chart(open_game("cheren", tmp_path, ["tables.combat.2-1.4=1-2r"]), "combat")
    assert rows[0][1] == "1-0"
    assert rows[3][4] == "1-2r"
    assert (tmp_path / "tables/combat.csv").read_text(encoding="utf-8") != text
