"""Position files of Adua 1896: what cannot be is refused with its line (docs/positions.md)."""

from __future__ import annotations

import pytest

from amba import load_position
from amba.load.files import DataError
from tests.games.adua.helpers import GAME

HEAD = 'game = "adua"\nturn = 4\nphase = "italian.orders"\n[units]\n'
UNITS = [
    ("i-ascari = { hex = '0505', steps = true }", 5, "i-ascari has True steps"),
    ("i-ascari = { hex = '0505', marks = 'attack' }", 5, "expected a list of marks"),
    ("i-ascari = { hex = ['0505'] }", 5, "expected a hex"),
    ("maconnen-fv1 = { hex = '0505', marks = ['disorganized'] }", 5, "maconnen-fv1 cannot be marked disorganized"),
    ("maconnen-fv1 = { hex = '0505', marks = ['entrenched'] }", 5, "cannot be marked entrenched"),
    ("maconnen-fv1 = { hex = '0505', marks = ['attack'] }", 5, "cannot be marked attack"),
    ("bersaglieri = { hex = '0505', marks = ['machine_guns'] }", 5, "bersaglieri cannot be marked machine_guns"),
    ("i-ascari = { hex = '0505', marks = ['untested'] }", 5, "has none"),
    ("albertone = { hex = '0505', marks = ['low_ammo'] }", 5, "albertone cannot be marked low_ammo"),
    ("albertone = { hex = '0505', points = 9 }", 5, "albertone has points = 9; expected 0 to 4"),
    ("i-ascari = { hex = '0505', marks = ['melee'] }", 5, "where no enemy is"),
    ("maconnen-fv1 = '0505'\nalbertone = '0505'", 6, "albertone is alone among the enemy in 0505"),
    ("maconnen-fv1 = 'exited'", 5, "only Italian combat units do"),
    ("i-ascari = 'with-units'", 5, "machine guns, and nobody else, are with-units"),
    ("mg-1 = '0505'", 5, "machine guns, and nobody else, are with-units"),
    ("mg-1 = { hex = 'with-units', points = 7 }", 5, "mg-1 has points = 7, which is no infantry unit"),
    ("i-ascari = '0505'\n[tracks]\nexited = -3", 7, "exited is -3"),
    ("i-ascari = '0505'\n[tracks]\nturn = 9", 7, "turn is 9"),
]


@pytest.mark.parametrize(("text", "line", "says"), UNITS, ids=[text for text, _, _ in UNITS])
def test_what_cannot_be_is_refused_with_its_line(text: str, line: int, says: str) -> None:
    with pytest.raises(DataError, match=f"line {line}: .*{says}"):
        load_position(HEAD + text)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('game = "adua"\nunits = 3', r"line 2: units is 3; expected a section \[units\]"),
        (
            'game = "adua"\ndecides = "abyssinian"\n[units]\ni-ascari = "0505"',
            "line 2: decides is 'abyssinian', but in italian.orders italian decides",
        ),
        ('game = "adua"\nscenario = "albertone"\nturn = 2\n[units]\ni-ascari = "0505"', "line 3: turn is 2; expected a whole number from 4 to 8"),
    ],
)
def test_what_cannot_be_is_refused_beside_the_units_too(text: str, says: str) -> None:
    with pytest.raises(DataError, match=says):
        load_position(text)


def test_what_can_be_is_taken() -> None:
    units = (
        "i-ascari = { hex = '0505', steps = 2, marks = ['machine_guns', 'jammed', 'low_ammo', 'disorganized'] }\nragni = { hex = '0505', marks = ['hold'] }\n"
        "maconnen-fv1 = { hex = '0508', marks = ['repulsed', 'fired'] }\nmaconnen = { hex = '0508', marks = ['used'] }\nmg-1 = { hex = 'with-units', points = 1 }"
    )
    position = load_position(HEAD.replace("turn", 'decides = "italian"\nturn') + units)
    assert position.decision is not None
    assert load_position(position.text()).state.key() == position.state.key()


def test_13_0_units_named_as_exited_count_at_adua() -> None:
    """As they stand: the Alpini have lost a step, and are disorganized."""
    gone = {"alpini": {"hex": "exited", "steps": 3, "marks": ["disorganized"]}}
    s = GAME.place({"units": {**gone, "i-ascari": "0505"}})
    worth = GAME.world.units[GAME.names.piece["alpini"]].values[1] - 1
    assert s.tracks[GAME.names.track["exited"]] == worth
    assert GAME.place(GAME.position(s)).key() == s.key()
    counted = GAME.place({"units": {**gone, "i-ascari": "0505"}, "tracks": {"exited": 1}})
    assert counted.tracks[GAME.names.track["exited"]] == 1, "a file may count for itself"


def test_13_0_when_enough_of_them_have_exited_the_battle_is_over() -> None:
    s = GAME.place({"units": {"alpini": "exited", "i-ascari": "0505"}, "decides": "nobody"})
    result = GAME.result(s)
    assert result is not None
    assert (result.winner, result.level) == (0, "total")
