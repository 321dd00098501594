"""Law 7 over whole drives and over charges at tanks: what the preview shows is what the dice bring; and it notices a wrong figure."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, cast

import pytest

from amba.core.game import Game
from amba.games.hollow import previews_armour, previews_crews, previews_mines
from amba.games.hollow.counters import WORK_KINDS
from amba.games.hollow.rules.dice import SUMS
from amba.lab.laws import odds_are_the_odds
from tests.games.hollow.table import read
from tests.games.hollow.tanks import Drill, drill


def complaints(t: Drill, order: str) -> list[str]:
    return odds_are_the_odds(cast("Game", t.game), t.s, read(t.game, t.s, *t.words(order)))


def drive_over(words: dict[str, str], vehicle: str, to: str = "G5", **more: Any) -> tuple[Drill, str]:
    """A drive over ground that may hold the vehicle, pointing so that it takes the fewest rolls."""
    t = drill(words, f"aV1 E5 {vehicle} @3 motion; x1 W9 it-346", **more)
    orders = [order for order in t.menu() if order.startswith(f"drive aV1 {to}")]
    return t, min((order for order in orders if t.preview(order).odds), key=lambda order: len(t.preview(order).items))


GROUNDS = [
    ({"sand": "F5 G5"}, "br-crusader-ii", {}),
    ({"hammada": "F5 F4 G5"}, "br-marmon-herrington-ii-me", {}),
    ({"hammada": "F4 G6"}, "br-crusader-ii", {"tracks": {"ground": 0}}),
    ({"sand": "F4 G5", "hammada": "F5"}, "br-marmon-herrington-ii-me", {}),
]


@pytest.mark.parametrize(("words", "vehicle", "more"), GROUNDS, ids=["sand", "hammada", "mud", "both"])
def test_190_31_186_14_the_odds_of_a_whole_drive_are_the_odds(words: dict[str, str], vehicle: str, more: dict[str, Any]) -> None:
    t, order = drive_over(words, vehicle, **more)
    found = t.preview(order)
    assert sum((chance.chance for chance in found.odds), Fraction(0)) == 1
    assert len(found.odds) > 1
    assert complaints(t, order) == []


def test_30_a_wrong_figure_in_the_odds_of_a_drive_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    t, order = drive_over({"sand": "F5 G5"}, "br-crusader-ii")
    assert complaints(t, order) == []
    monkeypatch.setattr(previews_armour, "STUCK", 11)
    assert complaints(t, order)


def onto_mines(kind: str, points: int, vehicle: str, place: str, words: dict[str, str]) -> Drill:
    """A vehicle of the side that knows how strong the field is, with its own in front of it or under it."""
    t = drill(words, f"xV1 E5 {vehicle} @3 motion; xF1 {place}; a1 P5 br-457", "axis")
    t.s.face[t.piece("xF1")], t.s.points[t.piece("xF1")] = WORK_KINDS.index(kind), points
    t.s.changed_by_hand()
    t.do("wheel xV1")
    return t


@pytest.mark.parametrize("order", ["ahead F5", "creep F5"])
@pytest.mark.parametrize("words", [{}, {"sand": "F5"}], ids=["plain", "sand"])
@pytest.mark.parametrize("place", ["E5", "F5"])
@pytest.mark.parametrize("vehicle", ["it-autocarro-l", "it-m14-41"])
@pytest.mark.parametrize(("kind", "points"), [("mines 6", 6), ("mines 12", 12), ("known mines", 8), ("anti-tank mines", 3)])
def test_55_86_7_the_chances_of_mines_of_known_strength_are_the_chances(
    kind: str, points: int, vehicle: str, place: str, words: dict[str, str], order: str
) -> None:
    t = onto_mines(kind, points, vehicle, place, words)
    found = t.preview(order)
    lines = [value for what, value, _ in found.items if "mines in" in what]
    assert lines
    assert [chance.text for chance in found.chances if isinstance(chance.told, previews_mines.MinesTold)] == lines
    assert complaints(t, order) == []


def test_55_72_an_overrun_tells_of_known_mines_too() -> None:
    t = drill({}, "xV1 E5 it-autocarro-l @3 motion; xV2 E6 it-m14-41 @3 motion; xF1 F5; a1 F5 br-457", "axis")
    t.s.face[t.piece("xF1")], t.s.points[t.piece("xF1")] = WORK_KINDS.index("mines 12"), 12
    t.s.changed_by_hand()
    t.do("wheel xV2")
    found = t.preview("overrun F5")
    assert "Mines: 99F5 (55)." in found.warnings
    assert ("12 factors of mines in 99F5: is immobilised", "1/36", "55") in found.items
    assert complaints(t, "overrun F5") == []


def test_55_a_wrong_figure_in_the_chances_of_mines_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    t = onto_mines("mines 12", 12, "it-autocarro-l", "F5", {})
    monkeypatch.setattr(previews_mines, "CASES", 72)
    assert complaints(t, "ahead F5")


def charge_at(kind: str) -> tuple[Drill, str]:
    t = drill({}, f"a1 E5 br-457; xV1 F5 {kind} @9; aW1 E5 dc")
    t.s.points[t.piece("aW1")] = t.piece("a1") + 1
    t.s.changed_by_hand()
    t.do("move a1")
    return t, "charge aW1 F5"


def test_23_the_odds_of_a_charge_at_a_tank_are_the_odds(monkeypatch: pytest.MonkeyPatch) -> None:
    t, order = charge_at("it-m13-40")
    assert sum((chance.chance for chance in t.preview(order).odds), Fraction(0)) == 1
    assert complaints(t, order) == []
    monkeypatch.setattr(previews_crews, "dud_from", lambda *_: 11)
    assert complaints(t, order), "a wrong figure is noticed"


def test_72_a_wrong_figure_in_the_odds_of_an_overrun_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    t = drill({}, "xV1 E5 it-m13-40 @3 motion; a1 F5 br-457", "axis")
    t.do("wheel xV1")
    assert complaints(t, "overrun F5") == []
    monkeypatch.setattr(previews_crews, "SUMS", ((2, 2), *SUMS[1:-1], (12, 0)))
    assert complaints(t, "overrun F5")
