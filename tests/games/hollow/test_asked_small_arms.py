"""Who wants to be asked about defensive fire is asked about small arms at lorries, open crews and riders that move, too, but only where they could do something (16, 29, 35, 64, S)."""

from __future__ import annotations

import pytest

from amba.games.hollow.frames import FireRoll
from amba.games.hollow.frames_crews import RakeRoll
from tests.games.hollow.tanks import Drill, drill
from tests.games.hollow.test_tank_bots import choice
from tests.games.hollow.test_vehicle_guns import lawful

ASKED = {"allied_chance": 0, "allied_otherwise": 1}
MEN = "a1 H5 br-457 +aW1; aW1 H5 br-mmg"
LORRY = "xV1 E5 it-autocarro-l @3 motion"
TANK = "aV1 H5 br-matilda-ii @9"


def driven(text: str, **more: int) -> Drill:
    """The vehicle has driven a hex."""
    t = drill({}, text, "axis", tracks=ASKED | more)
    t.do("wheel xV1")
    if t.rolls:
        t.do("roll 2")  # 181.223: alone and without radio
    t.do("ahead F5")
    return t


def asked(t: Drill) -> str:
    decision = t.game.decision(t.s)
    assert decision is not None
    return decision.kind


def test_29_men_are_asked_about_a_lorry_that_moves() -> None:
    t = driven(f"{LORRY}; {MEN}")
    assert asked(t) == "first fire"
    assert set(t.menu()) == {"fire F5", "pass", "ignore"}
    lawful(t, "fire F5")
    t.do("fire F5")
    assert {"add a1", "shoot"} <= set(t.menu())
    lawful(t, "shoot")
    t.do("shoot")
    assert isinstance(t.s.frames[-1], FireRoll)
    t.do("roll 6,6")
    assert t.has("a1", "first_fired")


def test_31_the_odds_hold_for_a_lorry_with_men_in_it_and_for_riders() -> None:
    lawful(driven(f"{LORRY}; x1 xV1-aboard it-346; {MEN}"), "fire F5")
    lawful(driven(f"{LORRY}; x1 xV1-aboard it-346; {TANK}"), "rake aV1 F5")
    t = driven(f"xV1 E5 it-m14-41 @3 motion exposed; {MEN}")
    lawful(t, "fire F5")


def test_16_men_who_have_fired_are_asked_once_more_at_half_and_then_no_more() -> None:
    t = driven(f"{LORRY}; a1 H5 br-457")
    t.do("fire F5", "shoot", "roll 6,6")
    assert asked(t) == "first fire"
    assert ("has fired in this defence", "x1/2", "16") in t.preview("fire F5").items
    t.do("fire F5", "shoot", "roll 6,6")
    assert asked(t) == "driving"


def test_16_who_lets_it_pass_or_go_is_asked_again_or_not() -> None:
    for word, kind in (("pass", "first fire"), ("ignore", "driving")):
        t = driven(f"{LORRY}; {MEN}")
        t.do(word)
        assert asked(t) == "driving"
        t.do("ahead G6")
        assert asked(t) == kind, word


def test_35_machine_guns_of_a_tank_are_asked_about_a_lorry() -> None:
    t = driven(f"{LORRY}; {TANK}")
    assert "rake aV1 F5" in t.menu()
    lawful(t, "rake aV1 F5")
    t.do("rake aV1 F5")
    assert isinstance(t.s.frames[-1], RakeRoll)
    t.do("roll 6,5")
    assert t.has("aV1", "coaxial_fired")
    assert "rake aV1 F5" not in t.menu()


@pytest.mark.parametrize(("marks", "kind"), [("exposed", "first fire"), ("", "driving")])
def test_64_men_are_asked_about_a_crew_with_open_hatches_only(marks: str, kind: str) -> None:
    assert asked(driven(f"xV1 E5 it-m14-41 @3 motion {marks}; a1 H5 br-457")) == kind


@pytest.mark.parametrize(
    ("text", "more"),
    [
        (f"{LORRY}; a1 T5 br-457", {}),  # out of reach
        (f"{LORRY}; {MEN}", {"allied_otherwise": 0}),
        (f"{LORRY}; {MEN}", {"allied_range": 1}),
        (f"{LORRY}; a1 H5 br-457 concealed", {}),  # the pause would betray who lies there
        (f"{LORRY}; a1 H5 br-457 hidden", {}),
        (f"{LORRY}; aV1 H5 br-matilda-ii @9 hidden", {}),
    ],
)
def test_s_nobody_is_asked_where_nobody_known_could_do_anything(text: str, more: dict[str, int]) -> None:
    assert asked(driven(text, **more)) == "driving"


def test_s_a_hidden_unit_that_is_to_ask_may_fire_with_small_arms() -> None:
    t = driven(f"{LORRY}; a1 H5 br-457 hidden", allied_hidden=2)
    t.do("fire F5", "shoot")
    assert not t.has("a1", "hidden")


def test_29_64_why_small_arms_do_not_fire() -> None:
    t = driven("xV1 E5 it-m14-41 @3 motion; a1 H5 br-457; aV1 H6 br-matilda-ii @9", allied_hidden=2)
    assert t.refused("fire F5").rule == "29"
    assert t.refused("rake aV1 F5").rule == "29"
    t = driven(f"{LORRY}; a1 T5 br-457; aV1 H5 br-matilda-ii @3", allied_hidden=2)
    assert t.refused("fire F5").rule == "8"
    assert t.refused("fire G6").rule == "16"
    assert t.refused("rake aV1 F5 bow").rule == "35"
    assert t.refused("rake aV1 F5 flame").rule == "16"


@pytest.mark.parametrize("more", [{"allied_chance": 1}, {"allied_otherwise": 1}, {"allied_hidden": 2}])
def test_191_51_small_arms_wait_until_the_tank_is_out_of_the_wadi(more: dict[str, int]) -> None:
    """So the panel has it; at the edge only the underside is fired at."""
    t = drill({"wadi": "E5"}, "xV1 E5 it-m14-41 @3 motion exposed; a1 H5 br-457", "axis", tracks=ASKED | {"allied_otherwise": 0} | more)
    t.do("wheel xV1")
    assert [label for label, _, _ in t.preview("ahead F5").items if " may fire " in label] == ["whoever is in 99H5 may fire at it in 99F5"]
    t.do("ahead F5")
    if t.where("xV1") == "E5":  # the question to hidden units, at the edge
        assert t.refused("fire E5").rule == "191.51"
        t.do("pass")
    assert t.where("xV1") == "F5"
    assert isinstance(t.s.frames[-1], FireRoll) or "fire F5" in t.menu()


def test_16_only_the_vehicle_that_moves_is_hit() -> None:
    t = driven(f"{LORRY}; x1 F5 it-346; {MEN}")
    t.do("fire F5", "shoot", "roll 1,2")
    assert not t.has("x1", "pinned")
    assert not t.has("x1", "broken")


def test_s_standing_orders_fire_first_and_then_the_owner_is_asked() -> None:
    t = driven(f"{LORRY}; {MEN}; a2 K6 br-457", allied_chance=50)
    t.do("roll 6,6")
    while t.rolls:
        t.do("roll 6,6")
    assert asked(t) == "first fire"


@pytest.mark.parametrize(("text", "verb"), [(f"{LORRY}; {MEN}", "fire"), (f"{LORRY}; aV1 H5 br-lt-mk-vib @9", "rake")])
def test_s_a_bot_that_is_asked_fires(text: str, verb: str) -> None:
    t = driven(text)
    order = choice(t, 0)
    assert order.verb == verb
    t.game.apply(t.s, order)
    if verb == "fire":
        assert choice(t, 0).verb in {"shoot", "everybody", "add"}
