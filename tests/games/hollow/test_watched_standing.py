"""Points that a vehicle spends where it stands, putting men down or hooking a gun, let the enemy fire at it (16, 31, 51, 176.73 to 176.75); and who may fire at one that tows."""

from __future__ import annotations

from random import Random
from typing import cast

import pytest

from amba.core.game import Game
from amba.games.hollow.counters import ORDER_CHANCE, order_track
from amba.games.hollow.frames_armour import GunAnswer, GunShot, Manoeuvre, Spotted
from amba.games.hollow.rules.armour.r037_watching import harm
from amba.games.hollow.rules.r029_vehicles import is_moving_target
from amba.lab.laws import menu_and_referee_agree, odds_are_the_odds
from tests.games.hollow.table import read
from tests.games.hollow.tanks import Drill, drill

LORRY = "aV1 E5 br-3-ton-lorry @3"
QUAD = "aV1 E5 br-quad-fat @3"
FULL = "; a1 aV1-aboard br-457; a2 aV1-aboard br-457"
TOWED = "; a1 aV1-aboard br-228 +aG1; aG1 aV1-aboard br-oqf-25-pdr"
BESIDE = "; a1 E5 br-228 +aG1; aG1 E5 br-oqf-25-pdr"
GUN = "; x9 H5 it-227 +xG1; xG1 H5 it-cannone-47-32 @9"
SEEN = {"axis_chance": 20}
ASKED = {"axis_chance": 0, "axis_otherwise": 1}
FAR = "; x1 Z5 it-346"


def watched(t: Drill) -> list[tuple[int, int]]:
    """Which vehicle is watched, and for how many half points."""
    return [(frame.vehicle, frame.spent) for frame in t.s.frames if isinstance(frame, Spotted | GunAnswer)]


def shown(t: Drill, order: str, words: str = "may fire at it in 99E5") -> list[str]:
    return [value.split()[-2] for label, value, _ in t.preview(order).items if words in label and "xG1" in label]


@pytest.mark.parametrize(
    ("order", "text", "spent"),
    [
        ("unload aV1", LORRY + FULL, 12),
        ("alight a1", LORRY + FULL, 12),
        ("unhook aV1", QUAD + TOWED, 30),
        ("hook aV1 aG1", QUAD + BESIDE, 30),
    ],
)
@pytest.mark.parametrize("wheel", [False, True])
def test_176_73_16_a_gun_fires_at_a_vehicle_that_spends_points_where_it_stands(order: str, text: str, spent: int, wheel: bool) -> None:
    t = drill({}, text + GUN, tracks=SEEN)
    if wheel:
        t.do("wheel aV1")
    expected = shown(t, order)
    t.do(order)
    shot = next(frame for frame in t.s.frames if isinstance(frame, GunShot))
    assert (shot.vehicle, shot.seen_for) == (t.piece("aV1"), spent)
    assert watched(t) == [(t.piece("aV1"), spent)]
    assert expected == [f"{float(100 * harm(t.s, shot)):.1f}"]
    assert not is_moving_target(t.s, t.piece("aV1"))


@pytest.mark.parametrize("order", ["unload aV1", "alight a1", "unhook aV1", "hook aV1 aG1"])
def test_176_73_panel_and_odds_of_such_orders_hold(order: str) -> None:
    text = QUAD + (TOWED if order[0:3] == "unh" else BESIDE if order[0] == "h" else "") if "hook" in order else LORRY + FULL
    t = drill({}, text + GUN, tracks=SEEN)
    action = read(t.game, t.s, *t.words(order))
    assert odds_are_the_odds(cast("Game", t.game), t.s, action) == []
    assert menu_and_referee_agree(cast("Game", t.game), t.s, Random(1)) == []
    hidden = drill({}, text + GUN.replace("+xG1", "+xG1 concealed").replace("@9", "@9 concealed"), tracks=SEEN)
    assert not shown(hidden, order), "law 6: nobody under a question mark is named"


@pytest.mark.parametrize(("order", "text"), [("unload aV1", LORRY + FULL), ("unhook aV1", QUAD + TOWED), ("hook aV1 aG1", QUAD + BESIDE)])
def test_16_the_defender_is_asked_about_it_where_his_orders_say_so(order: str, text: str) -> None:
    t = drill({}, text + GUN, tracks=ASKED)
    t.do("wheel aV1", order)
    while not isinstance(t.s.frames[-1], GunAnswer):
        t.do("pass")  # first he is asked about the men
    assert "engage xG1 aV1" in t.menu()
    t.do("engage xG1 aV1")
    assert t.rolls == "to hit"


def test_176_73_a_lorry_that_is_hit_drives_no_further() -> None:
    t = drill({}, LORRY + FULL + GUN, tracks=SEEN)
    t.do("wheel aV1", "unload aV1", "roll 1,2", "roll 3")
    while t.rolls:
        t.do("roll 6,6")
    assert t.has("aV1", "wreck")
    assert not any(isinstance(frame, Manoeuvre) for frame in t.s.frames)
    assert t.where("a1") == t.where("a2") == "E5", "the men were out"


def test_51_a_gun_is_not_hooked_to_a_tractor_that_is_destroyed_meanwhile() -> None:
    t = drill({}, QUAD + BESIDE + GUN, tracks=SEEN)
    t.do("wheel aV1", "hook aV1 aG1", "roll 1,2", "roll 3")
    while t.rolls:
        t.do("roll 6,6")
    assert t.has("aV1", "wreck")
    assert t.where("aG1") == t.where("a1") == "E5"
    assert not any(isinstance(frame, Manoeuvre) for frame in t.s.frames)


def test_33_31_who_hooks_up_has_been_seen_for_what_it_has_spent_in_sight_alone() -> None:
    """Where it comes from buildings hide it; the panel says what the shot has."""
    t = drill({"building": "D6 D7 D8 D9"}, f"{QUAD.replace('E5', 'D5')}{BESIDE}; x9 E9 it-227 +xG1; xG1 E9 it-cannone-47-32 @11")
    t.do("wheel aV1", "start")
    hidden = t.s.points[t.piece("aV1")]
    t.do("ahead E5", "brake")
    t.s.tracks[order_track(1, ORDER_CHANCE)] = 20
    t.s.changed_by_hand()
    expected = shown(t, "hook aV1 aG1")
    t.do("hook aV1 aG1")
    shot = t.s.frames[-1]
    assert isinstance(shot, GunShot)
    in_there = t.s.points[t.piece("aV1")] - hidden
    assert 30 < shot.seen_for == in_there
    assert expected == [f"{float(100 * harm(t.s, shot)):.1f}"]
    t.do("roll 6,6")
    while t.rolls:
        t.do("roll 6,6")
    assert (t.where("aG1"), t.where("a1")) == ("aV1-aboard", "aV1-aboard")
    assert not any(isinstance(frame, Manoeuvre) for frame in t.s.frames)


@pytest.mark.parametrize("mark", ["abandoned", "prep_fired"])
def test_31_who_spends_nothing_is_not_watched(mark: str) -> None:
    t = drill({}, f"{LORRY} {mark}{FULL}{GUN}", tracks=SEEN)
    assert shown(t, "unload aV1") == []
    t.do("unload aV1")
    assert watched(t) == []


def test_176_75_men_get_out_one_by_one_of_a_lorry_that_was_bogged_before() -> None:
    t = drill({"sand": "E5"}, f"{LORRY} bogged{FULL}{FAR}")
    t.do("wheel aV1", "alight a1")
    assert "alight a2" in t.menu()
    t.do("alight a2")
    assert t.where("a2") == "E5"


def test_176_73_the_panel_of_a_tow_names_who_may_fire_at_either() -> None:
    """The one that is bogged shows its rear, the one that tows its front: the shots differ, and each is the shot that falls."""
    text = "aV1 E5 br-crusader-ii @9 bogged exposed; aV2 E5 br-crusader-ii @3 exposed"
    t = drill({"sand": "E5"}, text + GUN, tracks={"axis_chance": 1})
    bogged, tower = shown(t, "tow aV2 aV1"), shown(t, "tow aV2 aV1", "may fire at aV2 in 99E5")
    assert len(bogged) == len(tower) == 1
    assert bogged != tower
    assert not shown(t, "unbog aV1", "aV2")
    t.do("tow aV2 aV1", "roll 3")
    shot = t.s.frames[-1]
    assert isinstance(shot, GunShot)
    mine = {t.piece("aV1"): bogged, t.piece("aV2"): tower}[shot.vehicle]
    assert mine == [f"{float(100 * harm(t.s, shot)):.1f}"]


def test_194_74_24_5_the_dust_it_raised_before_is_no_hindrance_to_its_smoke() -> None:
    """It is gone with the point that the smoke costs."""
    t = drill({}, "aV1 E5 br-crusader-ii @1 motion; x1 E9 it-346; a1 A1 br-457")
    t.s.at[t.piece("adust1")] = t.s.world.names.place["99E6"]
    t.s.changed_by_hand()
    action = read(t.game, t.s, *t.words("discharge aV1 E7"))
    assert [value for _, value, rule in t.preview("discharge aV1 E7").items if rule == "24.5"] == ["+1", "+2"]
    assert not [what for what, _, rule in t.preview("discharge aV1 E7").items if rule == "194.74"]
    assert odds_are_the_odds(cast("Game", t.game), t.s, action) == []
