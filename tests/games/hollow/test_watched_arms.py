"""Before a drive: men and machine guns that may fire at what has no armour, at crews with open hatches and at armour stand in the panel, too (29, 35, 64)."""

from __future__ import annotations

import pytest

from amba.core.event import Said
from amba.games.hollow.frames import FireRoll
from amba.games.hollow.frames_crews import PierceShot, RakeRoll
from tests.games.hollow.tanks import Drill, drill
from tests.games.hollow.test_vehicle_guns import lawful

SEEN = {"allied_chance": 1}
MEN = "a1 H5 br-457 +aW1; aW1 H5 br-mmg"
LORRY = "xV1 E5 it-autocarro-l @3 motion"


def wheel(text: str, **more: int) -> Drill:
    t = drill({}, text, "axis", tracks=SEEN | more)
    t.do("wheel xV1")
    if t.rolls:
        t.do("roll 2")  # 181.223: alone and without radio
    return t


def arms(t: Drill, order: str) -> list[tuple[str, str]]:
    """Who may fire where, and how likely that harms it."""
    return [(label, value.split()[-2]) for label, value, _ in t.preview(order).items if " may fire " in label]


def test_29_men_and_their_machine_gun_may_fire_at_a_lorry() -> None:
    """Eight factors destroy or stop it on 7 or less."""
    t = wheel(f"{LORRY}; {MEN}")
    assert arms(t, "ahead F5") == [("whoever is in 99H5 may fire at it in 99F5", "58.3")]
    assert arms(t, "drive xV1 G6 3") == [("whoever is in 99H5 may fire at it in 99F5, 99G6", "83.3")], "from the next hex with twice the factors"


@pytest.mark.parametrize(("marks", "named"), [("exposed", True), ("", False)])
def test_64_men_may_fire_at_a_crew_with_open_hatches(marks: str, named: bool) -> None:
    t = wheel(f"xV1 E5 it-m14-41 @3 motion {marks}; a1 H5 br-457")
    assert bool(arms(t, "ahead F5")) is named


def test_35_a_tankette_is_told_of_machine_guns_that_pierce_it() -> None:
    t = wheel("xV1 E5 it-l3-35 @3 motion; aV1 H5 br-lt-mk-vib @9")
    assert [who for who, _ in arms(t, "ahead F5")] == ["Lt Mk VIB (aV1) with its machine guns may fire at it in 99F5"]


def test_35_a_lorry_is_told_of_the_machine_guns_of_a_tank() -> None:
    t = wheel(f"{LORRY}; aV1 H5 br-matilda-ii @9")
    assert any("with its machine guns" in who for who, _ in arms(t, "ahead F5"))


@pytest.mark.parametrize("text", [f"{LORRY}; {MEN}", f"{LORRY}; aV1 H5 br-lt-mk-vib @9", "xV1 E5 it-l3-35 @3 motion; aV1 H5 br-lt-mk-vib @9"])
def test_16_who_fires_by_standing_order_was_named(text: str) -> None:
    t = wheel(text)
    named = arms(t, "ahead F5")
    events = t.do("ahead F5")
    assert any(isinstance(e, Said) and e.what == "by order" for e in events)
    at = t.s.frames[-1]
    assert isinstance(at, FireRoll | RakeRoll | PierceShot)
    assert len(named) == 1


@pytest.mark.parametrize("mark", ["concealed", "hidden"])
def test_29_who_lies_under_a_question_mark_or_hidden_is_not_named(mark: str) -> None:
    t = wheel(f"{LORRY}; a1 H5 br-457 {mark}; a2 H6 br-457")
    assert [who for who, _ in arms(t, "ahead F5")] == ["whoever is in 99H6 may fire at it in 99F5"]


def test_29_a_question_mark_beside_open_men_adds_nothing() -> None:
    alone = wheel(f"{LORRY}; a1 H5 br-457")
    beside = wheel(f"{LORRY}; a1 H5 br-457; a2 H5 br-457 concealed; aL1 H5 9-2 concealed")
    assert arms(alone, "ahead F5") == arms(beside, "ahead F5")


def test_29_who_lies_hidden_in_the_hex_that_is_entered_changes_nothing() -> None:
    plain = wheel(f"{LORRY}; {MEN}")
    trap = wheel(f"{LORRY}; {MEN}; a2 F5 br-457 hidden")
    assert arms(plain, "ahead F5") == arms(trap, "ahead F5")


def test_181_22_a_platoon_is_told_of_men_and_machine_guns() -> None:
    text = "xV1 E5 it-l3-35 @3 motion exposed; xV2 E6 it-l3-35 @3 motion exposed; a1 H5 br-457; aV1 I5 br-lt-mk-vib @9"
    t = drill({}, text, "axis", tracks=SEEN)
    line = next(label for label, _, _ in t.preview("drive xV1 F5 3").items if " may fire" in label)
    assert "whoever is in 99H5" in line
    assert "aV1" in line


def test_181_221_a_platoon_that_stops_is_told_who_may_fire_then() -> None:
    t = drill({}, "xV1 E5 it-l3-35 @3 motion; xV2 E6 it-l3-35 @3 motion; aV1 H5 br-crusader-i @9", "axis")
    t.do("platoon xV1 xV2", "step xV1 F5 3", "step xV2 F6 3")
    assert [label for label, _, _ in t.preview("brake").items] == ["when all stand: then aV1 may fire"]


def test_8_72_nobody_is_named_who_would_fire_at_his_own_men() -> None:
    """A lorry runs men down: others do not fire into their hex."""
    t = wheel(f"{LORRY}; a2 F5 br-457; {MEN}")
    assert arms(t, "overrun F5") == []


def test_24_5_who_fires_its_dischargers_is_told_who_may_fire_then() -> None:
    t = drill({}, "aV1 E5 br-crusader-ii @3; x9 H5 it-227 +xG1; xG1 H5 it-cannone-47-32 @9", tracks={"axis_chance": 1})
    order = next(order for order in t.menu() if order.startswith("discharge aV1") or "screen" in order)
    found = t.preview(order)
    assert [label for label, _, _ in found.items if " may fire " in label] == ["Cannone 47/32 (xG1) may fire at it in 99E5"]
    lawful(t, order)
