"""Vehicles and guns as they are printed: the lists, and what is refused in them."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from amba.games.hollow.armoury import load_armoury
from amba.games.hollow.book import HERE
from amba.games.hollow.rules.artillery.r024_dischargers import dischargers
from amba.games.hollow.scenarios import read_plan
from amba.load.files import DataError, Folder, Replacements, Toml
from tests.games.hollow.table import GAME, SCENARIO, refusal_of
from tests.games.hollow.tanks import drill

OWN = Folder(HERE / "data")
ARMOURY = load_armoury(OWN)


def changed(name: str, change: Callable[[str], str]) -> str:
    """The message for a file that somebody has changed."""
    with pytest.raises(DataError) as found:
        load_armoury(Folder(HERE / "data", Replacements(None, {name: change(OWN.read(name))})))
    return str(found.value)


def test_v_every_vehicle_of_the_lists_is_there() -> None:
    by_nation = {nation: sum(1 for v in ARMOURY.vehicles.values() if v.nation == nation) for nation in ("italian", "british", "german", "american")}
    assert by_nation["italian"] == 44  # 41 lines, the two that notes make, and the mule cart
    assert sum(by_nation.values()) == 164
    assert len(ARMOURY.guns) == 61


@pytest.mark.parametrize(
    ("key", "mp", "red", "front", "side", "ma", "turret", "pressure", "survival"),
    [
        ("it-m13-40", 11, True, -2, -2, "T47", "ST", "normal", 4),
        ("it-m11-39", 12, True, -2, -4, "CMG", "1MT", "normal", 3),
        ("it-l3-35", 13, False, -4, -5, "BMG", "-", "low", 2),
        ("it-smv-m43-105-25", 13, False, 1, -2, "B105", "NT", "normal", 4),
        ("it-autocarro-p-hvy", 15, False, None, None, "-", "-", "high", 7),
        ("br-matilda-ii", 9, True, 2, 1, "T40L", "ST", "high", 6),
        ("ge-pzkpfw-iiil", 13, False, 0, -2, "T50L", "T", "normal", 5),
    ],
)  # fmt: skip
def test_a_line_of_the_list(
    key: str, mp: int, red: bool, front: int | None, side: int | None, ma: str, turret: str, pressure: str, survival: int
) -> None:
    v = ARMOURY.vehicles[key]
    assert (v.mp, v.is_red, v.front.hull, v.side.hull, v.ma, v.pressure) == (mp, red, front, side, ma, pressure)
    if key.startswith("it"):
        assert (v.turret, v.survival) == (turret, survival)


def test_the_lost_figures() -> None:
    """The rear of the M41M 90/53 has no armour (note 16); a turret that is better by the list's sign is one step better."""
    lost = ARMOURY.vehicles["it-smv-m41m-90-53"]
    assert lost.rear.hull is None
    assert lost.front.turret == -1
    assert ARMOURY.vehicles["it-autoprot-s37"].aamg == "2"


def test_an_unknown_column() -> None:
    assert changed("vehicles.csv", lambda text: text.replace(",weight,", ",wait,", 1)).startswith(
        "vehicles.csv, line 3: the column 'wait' is unknown"
    )


def test_a_missing_armour_figure() -> None:
    assert changed("vehicles.csv", lambda text: text.replace("1,-4,-4,-4,=", "1,-4,,-4,=", 1)) == "vehicles.csv, line 4: column 'af_side' is empty"


def test_a_gun_that_no_table_knows() -> None:
    message = changed("vehicles.csv", lambda text: text.replace(",T37,", ",T38,", 1))
    assert message.startswith("vehicles.csv, line 5: ma is 'T38'; expected")
    assert (
        changed("guns.csv", lambda text: text.replace(",AT,37L,", ",AT,37X,", 1))
        == "guns.csv, line 5: gun is '37X', which ordnance.csv does not know"
    )


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (",1923-01,", ",23,", "first is '23'; expected a month such as 1941-05"),
        (",1923-01,", ",1944-01,", "first is 1944-01 and last is 1943-07; expected them the other way round"),
        (",italy,1,", ",mars,1,", "theatre is 'mars'; expected some of"),
        (",tracked,5.5,", ",hover,5.5,", "mover is 'hover'; expected one of"),
        (",-4,-4,-4,=", ",-9,-4,-4,=", "af_front is -9; expected -5 to 5"),
        (",Tt,tracked,", ",Zt,tracked,", "type is 'Zt'; expected one of"),
        (",5.5,19,", ",5.5,0,", "bpv is 0; expected 1 to 200"),
        (",19,1.5,", ",19,often,", "rarity is 'often'; expected such as 1.5 or 1.2-1.6, or nothing"),
        (",italy,1,-4", ",italy,9,-4", "size is 9; expected -2 to 2"),
        (",no,2,no", ",no,12,no", "cs is 12; expected 1 to 10"),
        (",yes,8,yes,low,4,", ",yes,77,yes,low,4,", "mp is 77; expected 1 to 50"),
        (",yes,8,yes,low,4,", ",yes,8,yes,low,0,", "reverse is 0; expected 1 to 6"),
        (",1,A,", ",31,A,", "note is '31'; expected 1 to 28, or nothing"),
        (",1,A,", ",1,A Z,", "notes has 'Z'; expected some of A B C"),
    ],
)  # fmt: skip
def test_a_value_that_cannot_be(old: str, new: str, message: str) -> None:
    assert changed("vehicles.csv", lambda text: text.replace(old, new, 1)).startswith(f"vehicles.csv, line 4: {message}")


def test_a_figure_of_a_gun_that_cannot_be() -> None:
    size = changed("guns.csv", lambda text: re.sub(r"(,AT,37L,\d+,)-?\d", r"\g<1>7", text, count=1))
    assert size == "guns.csv, line 5: size is 7; expected -2 to 2"
    pushed = changed("guns.csv", lambda text: re.sub(r"(\nit-cannone-cc-37-45,(?:[^,]*,){10})-?\d+", r"\g<1>40", text, count=1))
    assert pushed == "guns.csv, line 5: manhandling is 40; expected -10 to 15"


def plan_error(vehicle: str, date: str, land: str) -> str:
    text = SCENARIO.replace('squads = ["it-346*4"', f'vehicles = ["{vehicle}"]\nsquads = ["it-346*4"').replace('"practice"', '"tanks"')
    toml = Toml("scenarios/tanks.toml", f'date = "{date}"\nland = "{land}"\n{text}')
    try:
        read_plan(GAME.world, toml)
    except DataError as error:
        return str(error)
    return ""


def test_mn_n_a_vehicle_serves_at_its_time_and_place() -> None:
    assert plan_error("it-m13-40*2", "1941-05-15", "libya") == ""
    assert "it was not to be had in north africa in 1941-05, but 1942-01 to 1943-05" in plan_error("it-m14-41", "1941-05-15", "libya")
    assert "it was not to be had in north africa in 1940-12, but 1940-07 to 1941-01 (east africa)" in plan_error(
        "it-lancia-izm", "1940-12-09", "egypt"
    )
    assert "there is no 'it-maus'" in plan_error("it-maus", "1941-05-15", "libya")


def test_mn_r_some_went_to_russia() -> None:
    russia = {key for key, v in ARMOURY.vehicles.items() if "russia" in v.service.theatres}
    assert {"it-l6-40", "it-ab-41", "it-autocarro-m"} <= russia
    assert "it-m13-40" not in russia


def test_guns_set_up_before_play() -> None:
    text = SCENARIO.replace('squads = ["it-346*2"]', 'squads = ["it-346*2"]\nguns = ["it-cannone-47-32"]').replace('"practice"', '"tanks"')
    with pytest.raises(DataError, match="guns set up before play"):
        read_plan(GAME.world, Toml("scenarios/tanks.toml", text))


@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        ("vehicles.csv", "A4 (41) A5 (42)", "A4 (4l) A5 (42)", "ammo has 'A4 (4l) A5 (42)'; expected such as"),
        ("vehicles.csv", ",no HE,", ",no HEE,", "ammo has 'no HEE'; expected such as"),
        ("guns.csv", "H7 (5/42+)", "H7 5/42", "ammo has 'H7 5/42'; expected such as"),
        ("vehicles.csv", ",sD6,", ",sX6,", "smoke has 'sX6'; expected such as sD6"),
        ("vehicles.csv", ",10 from 1944-01,", ",10 (44+),", "tow is '10 (44+)'; expected a number such as 7 or -4"),
    ],
)
def test_145_24_5_51_words_that_rules_read_are_known(name: str, old: str, new: str, message: str) -> None:
    assert message in changed(name, lambda text: text.replace(old, new, 1))


@pytest.mark.parametrize(("date", "land", "later"), [("1942-06-01", "libya", False), ("1944-06-01", "italy", True)])
def test_24_5_51_what_came_in_1944_is_not_there_before(date: str, land: str, later: bool) -> None:
    """The list: dischargers of the Dingo and towing by the Bren carrier from 1944 on."""
    t = drill({}, "aV1 E5 br-daimler-sc-dingo @3; aV2 F5 br-carrier-c @3 exposed; a1 F5 br-228 +aG1; aG1 F5 br-oqf-2-pdr", date=date, land=land)
    assert bool(dischargers(t.s, t.piece("aV1"))) is later
    found = refusal_of(t.game, t.s, "hook", "aV2", "aG1")
    assert (found is not None and found.text == "aV2 tows no guns.") is not later
