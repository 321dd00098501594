"""What the lists say of single vehicles and guns besides their columns, and small print of shots (33, 35, 37, 64, 77, 145)."""

from __future__ import annotations

import pytest

from amba.games.hollow.frames_armour import KillRoll
from amba.games.hollow.frames_crews import PierceKill
from amba.games.hollow.rules.armour.r063_guns import serving
from amba.games.hollow.rules.armour.r145_aim import may_acquire
from tests.games.hollow.table import said
from tests.games.hollow.tanks import Drill, drill

MARK_III = "xV1 J6 ge-pzkpfw-iiig @9"


def kill_lines(d: Drill, order: str) -> dict[str, str]:
    return {label: value for label, value, _ in d.preview(order).items if label.startswith("to kill")}


def hit_lines(d: Drill, order: str) -> dict[str, int]:
    return {label: int(value) for label, value, rule in d.preview(order).items if rule == "33.31" and value[-1].isdigit()}


def test_33_4_guns_that_kill_otherwise_than_their_calibre() -> None:
    flak = drill({}, "aV1 F5 br-grant-a @3; x1 J6 it-227 +xG1; xG1 J6 it-cannone-aa-75-39 @9", phasing="axis", phase="prep")
    assert kill_lines(flak, "engage xG1 aV1")["to kill: 75L/39 AP"] == "16"
    grant = drill({}, f"aV1 F5 br-grant-a @3; {MARK_III}", phase="prep")
    grant.do("other-gun aV1")
    assert kill_lines(grant, "engage aV1 xV1")["to kill: 75M2 AP"] == "13"
    pak = drill({}, "aV1 F5 br-grant-a @3; x1 J6 ge-228 +xG1; xG1 J6 ge-7-62cm-pak-36-r @9", phasing="axis", phase="prep")
    assert kill_lines(pak, "engage xG1 aV1 apcr")["to kill: 76L APCR"] == "20", "22 is the American gun's"


@pytest.mark.parametrize(
    ("key", "rate", "second"),
    [("br-grant-a", 1, 1), ("br-lee-a", 1, 1), ("us-m3-mt-lee", 1, 0), ("br-churchill-i", 1, 0)],
)
def test_35_the_rate_of_second_guns(key: str, rate: int, second: int) -> None:
    d = drill({}, f"aV1 F5 {key} @3", phase="prep")
    assert serving(d.s, d.piece("aV1")).rof == rate
    d.do("other-gun aV1")
    assert serving(d.s, d.piece("aV1")).rof == second


@pytest.mark.parametrize("key", ["it-m11-39", "br-carrier-mmg-a", "br-marmon-herrington-iii-mff"])
def test_35_the_rate_of_machine_guns_is_not_that_of_the_gun_beside_them(key: str) -> None:
    side = "x" if key.startswith("it") else "a"
    d = drill({}, f"{side}V1 F5 {key} @3", phase="prep")
    assert serving(d.s, d.piece(f"{side}V1")).rof == 0


def test_145_rolls_to_kill_that_the_list_gives() -> None:
    flak = drill({}, "aV1 F5 br-a13-mk-ii @3; x1 J6 ge-228 +xG1; xG1 J6 ge-2cm-flakvierling-38 @9", phasing="axis", phase="prep")
    flak.do("engage xG1 aV1", "roll 4,2")
    found = flak.s.frames[-1]
    assert isinstance(found, KillRoll)
    assert found.more == 3, "four rolls"
    light = drill({}, f"aV1 F5 br-lt-mk-vib @3; {MARK_III}", phase="prep")
    light.do("pierce aV1 xV1", "roll 4,2")
    bullets = light.s.frames[-1]
    assert isinstance(bullets, PierceKill)
    assert bullets.more == 1


def test_145_guns_that_do_not_fire_intensively_or_acquire() -> None:
    crew = "x1 F5 it-227 prep_fired +xG1"
    for gun, acquires in (("it-cannone-149-35", False), ("it-cannone-70-15", False), ("it-cannone-75-27", True)):
        d = drill({}, f"aV1 J6 br-a13-mk-ii @9; {crew}; xG1 F5 {gun} @3 prep_fired served", phasing="axis", phase="prep")
        assert may_acquire(d.s, d.piece("xG1")) == acquires
        if gun == "it-cannone-149-35":
            assert d.refused("intensive xG1").rule == "145"
    bishop = drill({}, f"aV1 F5 br-bishop @3 prep_fired; {MARK_III}", phase="prep")
    assert "never" in bishop.refused("intensive aV1").text


def test_33_31_a_gun_that_follows_badly_what_moves() -> None:
    for marks, more in (("motion", 1), ("", 0)):
        d = drill({}, f"aV1 F5 br-bishop @3; {MARK_III} {marks}", phase="prep")
        assert hit_lines(d, "engage aV1 xV1").get("hard to aim at what moves", 0) == more


def test_35_a_fixed_gun_in_the_bow() -> None:
    for lorry, more in (("motion", 1), ("", 0)):
        d = drill({}, f"aV1 F5 br-grant-a @3; xV1 H4 ge-opel-blitz @9 {lorry}", phase="prep")
        lines = d.preview("rake aV1 H4 bow").items
        assert sum(int(value) for label, value, _ in lines if label == "the gun in the bow is fixed") == more


def test_35_where_and_when_some_do_not_fire() -> None:
    portee = drill({}, f"aV1 F5 br-2pdr-portee @3/9; {MARK_III}; xV2 C5 ge-pzkpfw-iiig @3", phase="prep")
    assert portee.refused("engage aV1 xV1").rule == "35", "not over its own bow"
    assert "engage aV1 xV2" in portee.menu()
    bofors = drill({}, f"aV1 F5 br-morris-c9-b @3 motion; {MARK_III}", phase="advancing")
    assert bofors.refused("engage aV1 xV1").rule == "35"
    assert not any(order.startswith("rake aV1 J6 cannon") for order in bofors.menu())
    for marks, is_silent in (("", True), ("exposed", False)):
        car = drill({}, f"xV1 F5 ge-psw-221 @3 {marks}; a1 J6 br-457", phasing="axis", phase="prep")
        assert ("rake xV1 J6" not in car.menu()) == is_silent
    carrier = drill({}, "xV1 F5 ge-spw-250-smg @3 exposed; a1 D6 br-457; a2 T6 br-457", phasing="axis", phase="prep")
    assert carrier.refused("rake xV1 D6 coaxial").rule == "35", "forward only"
    assert ("beyond its range of 12", "x1/2", "8") not in carrier.preview("rake xV1 T6 coaxial").items


def test_197_1_a_captured_italian_gun_has_red_numbers() -> None:
    d = drill({}, "aV1 F5 br-marmon-herrington-iiv @3 exposed; xV1 N5 it-m13-40 @9", phase="prep")
    assert d.preview("engage aV1 xV1").items[0] == ("vehicle at 8", "8", "33.3")


def test_64_crews_behind_a_shield() -> None:
    d = drill(
        {},
        "aV1 F5 br-deacon @3 exposed; aV2 H9 br-m3-gmc-a @3 exposed; x1 J4 it-346; x2 B7 it-346; x3 L9 it-346; x4 D8 it-346",
        phasing="axis",
        phase="prep",
    )
    found = [next(int(value) for label, value, _ in d.preview(order).items if label.startswith("crew exposed")) for order in (
        "from x1 F5", "from x2 F5", "from x3 H9", "from x4 H9",
    )]  # fmt: skip
    assert found == [3, 2, 3, 2]


def test_77_a_critical_hit_finds_the_turret_of_what_is_hull_down() -> None:
    d = drill({"hillock": "H5"}, "xV1 G5 it-m15-42 @3; a1 L7 br-228 +aG1; aG1 L7 br-oqf-2-pdr @9", phase="prep")
    d.do("engage aG1 xV1", "roll 1,1")
    found = d.s.frames[-1]
    assert isinstance(found, KillRoll)
    assert (found.is_turret, found.is_critical) == (1, 1)
    tracks = drill({"hillock": "H5"}, "xV1 G5 it-m15-42 @3; a1 L7 br-228 +aG1; aG1 L7 br-oqf-2-pdr @9", phase="prep")
    tracks.do("engage aG1 xV1 tracks", "roll 1,1")
    assert not tracks.has("xV1", "immobile"), "the tracks do not show"


def test_37_31_the_numbers_after_a_move_are_all_that_is_paid() -> None:
    moved = drill({}, "a1 E5 br-457 moved +aW1; aW1 E5 br-piat; xV1 E8 it-m13-40 @11", phase="advancing", date="1943-05-01")
    assert moved.preview("engage aW1 xV1").items[0] == ("PIAT at 3", "4", "37.31")
    assert not hit_lines(moved, "engage aW1 xV1")


def test_33_31_a_machine_gun_on_the_roof_is_not_hampered_by_the_drive() -> None:
    d = drill({}, "xV1 F5 it-autoprot-s37 @3 motion exposed; aV1 J6 br-carrier-a-bren @9", phasing="axis")
    d.do("wheel xV1", "ahead G5")
    lines = hit_lines(d, "pierce xV1 aV1")
    assert not any(label.startswith("C:") for label in lines)
    assert any(label.startswith("B:") for label in lines)


AT_GUNPOINT = "a2 H9 br-228 +aG1; aG1 H9 br-oqf-2-pdr @1"


@pytest.mark.parametrize(("marks", "limit"), [("exposed", 7), ("exposed shaken", 6)])
def test_64_who_was_stunned_before_checks_with_one_less(marks: str, limit: int) -> None:
    """A crew that may be shocked, and an exposed one under fire."""
    d = drill({}, f"xV1 H5 it-m13-40 @9 {marks}; {AT_GUNPOINT}", phase="prep")
    need = next(int(value) for label, value, _ in d.preview("engage aG1 xV1").items if "destroyed below" in label)
    d.do("engage aG1 xV1", "roll 4,2", f"roll {need + 1}")
    assert said(d.do(f"roll {limit}"), "shock check").values[1:] == (limit, "keeps its nerve")
    men = drill({}, f"xV1 H5 it-m13-40 @9 {marks}; a1 I5 br-457", phase="prep")
    men.do("from a1 H5", "shoot", "roll 2,3")
    assert said(men.do("roll 2"), "crew under fire").values[1] == limit - 1, "8 factors, +2 for the hatches: 1MC"


@pytest.mark.parametrize("marks", ["immobile", "bogged"])
def test_66_a_hit_that_could_have_destroyed_a_stuck_vehicle_may_empty_it(marks: str) -> None:
    d = drill({}, f"xV1 H5 it-m13-40 @9 {marks}; {AT_GUNPOINT}", phase="prep")
    d.do("engage aG1 xV1", "roll 4,2", "roll 12")
    assert d.rolls == "crew check"
    d.do("roll 8")
    assert d.has("xV1", "abandoned")
    free = drill({}, f"xV1 H5 it-m13-40 @9; {AT_GUNPOINT}", phase="prep")
    free.do("engage aG1 xV1", "roll 4,2", "roll 12")
    assert not free.rolls


def test_66_immobilised_again_by_fire_the_crew_checks_again() -> None:
    d = drill({}, f"xV1 H5 it-m13-40 @9 immobile; {AT_GUNPOINT}", phase="prep")
    need = next(int(value) for label, value, _ in d.preview("engage aG1 xV1").items if "destroyed below" in label)
    d.do("engage aG1 xV1", "roll 5,2", f"roll {need}")
    assert d.rolls == "crew check"


def test_66_nobody_is_shocked_in_an_abandoned_vehicle() -> None:
    d = drill({}, f"xV1 H5 it-m13-40 @9 abandoned; {AT_GUNPOINT}", phase="prep")
    preview = d.preview("engage aG1 xV1")
    assert not [chance.label for chance in preview.odds if "shocked" in chance.label]
    assert not [chance.text for chance in preview.odds if "crew" in chance.text]
    need = next(int(value) for label, value, _ in preview.items if "destroyed below" in label)
    d.do("engage aG1 xV1", "roll 4,2", f"roll {need + 1}")
    assert not d.rolls


def test_64_bullets_bring_nobody_back_into_an_abandoned_vehicle() -> None:
    """L3/35, whose crew would be sent back when it is stunned, and would leave it at once where it is stuck."""
    d = drill({}, "aV1 E5 br-lt-mk-vib @3; xV1 G5 it-l3-35 @9 abandoned immobile; x1 G6 it-126v", phase="prep", date="1941-03-01")
    before = d.s.units(1)
    d.do("pierce aV1 xV1", "roll 4,3", "roll 12", "roll 4")
    assert d.s.units(1) == before
    assert not d.has("xV1", "stunned")


def test_8_who_fired_and_kept_the_rate_of_the_gun_does_not_drive_with_a_platoon() -> None:
    """It has fired in the prep fire phase all the same: whoever drives it is told so."""
    d = drill({}, "xV1 E6 it-m13-40 @3 served; xV2 E5 it-m13-40 @3", phasing="axis", date="1941-03-01")
    assert d.refused("platoon xV2 xV1").rule == "8"
