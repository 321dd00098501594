"""Before each leg of a drive: what it costs, what it is rolled for, and who may fire at it where (33.3, 72, 188.2, 191.51)."""

from __future__ import annotations

from typing import cast

import pytest

from amba.core.decision import Preview
from amba.core.game import Game
from amba.games.hollow.frames_armour import GunShot
from amba.games.hollow.rules.armour.r037_watching import harm
from amba.lab.laws import odds_are_the_odds
from tests.games.hollow.table import read
from tests.games.hollow.tanks import Drill, drill

GUN = "x9 H5 it-227 +xG1; xG1 H5 it-cannone-47-32 @9"
SEEN = {"axis_chance": 1}


def at_wheel(words: dict[str, str], tank: str = "aV1 E5 br-crusader-ii @3 motion", more: str = "") -> Drill:
    t = drill(words, f"{tank}; {GUN}{more}", tracks=SEEN)
    t.do("wheel aV1")
    return t


def firers(found: Preview) -> list[str]:
    return [label.split(" (xG1) ")[1] for label, _, _ in found.items if " (xG1) may fire " in label]


def chance(found: Preview, words: str) -> float:
    return next(float(value.split()[-2]) for label, value, _ in found.items if words in label)


@pytest.mark.parametrize("order", ["ahead F4", "back D5", "creep F4", "drive aV1 F4 3"])
def test_33_3_every_leg_names_who_may_fire_at_it(order: str) -> None:
    place = order.split()[2 if order.startswith("drive") else 1]
    assert firers(at_wheel({}).preview(order)) == [f"may fire at it in 99{place}"]


def test_191_51_a_leg_out_of_a_wadi_names_who_sees_the_underside() -> None:
    found = at_wheel({"wadi": "E5"}).preview("ahead F5")
    assert firers(found) == ["may fire at its underside on the way to 99F5", "may fire at it in 99F5"]
    assert chance(found, "underside") > chance(found, "at it in")
    assert firers(at_wheel({"wadi": "E5"}).preview("drive aV1 F5 3"))[0] == "may fire at its underside on the way to 99F5"


def test_191_51_190_31_a_leg_that_is_rolled_for_behind_a_wall_under_fire_has_its_odds() -> None:
    t = at_wheel({"wall": "E5/F5", "sand": "F5"})
    found = t.preview("ahead F5")
    assert {odd.label: str(odd.chance) for odd in found.odds} == {"gets through": "11/12", "is bogged": "1/12"}
    assert odds_are_the_odds(cast("Game", t.game), t.s, read(t.game, t.s, *t.words("ahead F5"))) == []


def test_72_an_overrun_names_its_rolls_and_who_fires_first() -> None:
    t = at_wheel({"wall": "E5/F5", "sand": "F5"}, more="; x1 F5 it-346")
    found = t.preview("overrun F5")
    assert ("sand roll: stuck on 11 or more", "1/12", "190.31") in found.items
    assert firers(found) == ["may fire at its underside on the way to 99F5", "may fire at it in 99F5"]
    quiet = drill({}, "aV1 E5 br-crusader-ii @3 motion; x1 F5 it-346")
    quiet.do("wheel aV1")
    assert odds_are_the_odds(cast("Game", quiet.game), quiet.s, read(quiet.game, quiet.s, *quiet.words("overrun F5"))) == []


def test_188_2_at_a_crest_a_shot_harms_less() -> None:
    t = at_wheel({"wadi": "F5"})
    assert chance(t.preview("edge F5"), "at it in") < chance(at_wheel({}).preview("ahead F5"), "at it in")


def test_77_who_drives_on_is_hull_down_no_more() -> None:
    hidden = at_wheel({}, "aV1 E5 br-crusader-ii @3 hull_down").preview("drive aV1 F4 3")
    assert chance(hidden, "at it in") == chance(at_wheel({}, "aV1 E5 br-crusader-ii @3").preview("drive aV1 F4 3"), "at it in")


def test_29_a_gun_under_a_question_mark_is_not_named() -> None:
    t = drill({}, "aV1 E5 br-crusader-ii @3 motion; x9 H5 it-227 +xG1 concealed; xG1 H5 it-cannone-47-32 @9 concealed", tracks=SEEN)
    t.do("wheel aV1")
    assert firers(t.preview("ahead F4")) == []


def shown_and_fired(text: str, order: str, words: dict[str, str] | None = None, **more: int) -> tuple[list[str], str]:
    """How likely the panel says the gun harms it, and how likely the shot does that then falls by standing order."""
    t = drill(words or {}, text, tracks={"axis_chance": 1} | more)
    t.do("wheel aV1")
    shown = [value.split()[-2] for label, value, _ in t.preview(order).items if " may fire " in label]
    t.do(order)
    shot = t.s.frames[-1]
    assert isinstance(shot, GunShot)
    return shown, f"{float(100 * harm(t.s, shot)):.1f}"


@pytest.mark.parametrize(
    ("order", "tank", "gun"),
    [
        ("ahead F5", "aV1 E5 br-crusader-ii @3 motion", "x9 J7 it-227 +xG1; xG1 J7 it-cannone-47-32 @9"),
        ("ahead F5 slowly", "aV1 E5 br-crusader-ii @3 motion", "x9 J7 it-227 +xG1; xG1 J7 it-cannone-47-32 @9"),
        ("ahead F5", "aV1 E5 br-crusader-ii @3 motion", "x9 A3 it-227 +xG1; xG1 A3 it-cannone-47-32 @3"),
        ("ahead F5 slowly", "aV1 E5 br-crusader-ii @3 motion", "x9 A3 it-227 +xG1; xG1 A3 it-cannone-47-32 @3"),
        ("ahead F5", "aV1 E5 br-lt-mk-vib @3 motion", "x9 G6 it-227 +xG1; xG1 G6 it-cannone-70-15 @9"),
        ("turn 5", "aV1 E5 br-crusader-ii @3 motion", "x9 J7 it-227 +xG1; xG1 J7 it-cannone-47-32 @9"),
    ],
)
def test_33_3_194_74_the_panel_counts_slowness_its_dust_and_every_ammunition(order: str, tank: str, gun: str) -> None:
    shown, fired = shown_and_fired(f"{tank}; {gun}", order)
    assert shown == [fired]


def test_194_74_the_dust_behind_it_makes_a_shot_from_behind_less_likely() -> None:
    fast, slow = (
        shown_and_fired("aV1 E5 br-crusader-ii @3 motion; x9 A3 it-227 +xG1; xG1 A3 it-cannone-47-32 @3", order)[0]
        for order in ("ahead F5", "ahead F5 slowly")
    )
    assert float(fast[0]) < float(slow[0])


def test_194_741_a_platoon_is_told_how_likely_a_shot_is_through_its_dust() -> None:
    """A gun behind it looks through the dust; gusts leave none."""
    text = "xV1 E5 it-m13-40 @3 motion; xV2 E6 it-m13-40 @3 motion; a9 A3 br-228 +aG1; aG1 A3 br-oqf-2-pdr @3"
    found = []
    for gusts in (0, 1):
        t = drill({}, text, "axis", date="1941-06-01", tracks={"allied_chance": 1, "gusts": gusts})
        label, value = next((label, value) for label, value, _ in t.preview("drive xV1 F5 3").items if " may fire" in label)
        assert label == "impulse 1: then aG1 may fire"
        found.append(float(value.split()[-2]))
    assert found[0] < found[1]
