"""Men who fire from vehicles, men on tanks, and what fire does to them (31)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from amba.games.hollow.counters import WORK_KINDS
from amba.games.hollow.frames import MoraleCheck, Shot
from amba.games.hollow.rules.armour.r031_firing import volley_strength
from amba.games.hollow.rules.r010_fire_table import SCALE
from amba.games.hollow.rules.r010_shots import resolve
from amba.games.hollow.rules.r031_aboard import passengers
from tests.games.hollow.tanks import Drill, drill

LORRY = "aV1 E5 br-3-ton-lorry @3; a1 aV1-aboard br-457"
CARRIER = "xV1 E5 ge-spw-251-1 @3 exposed; x1 xV1-aboard ge-467"
TANK = "aV1 E5 br-valentine-ii @3; a1 aV1-aboard br-457"
LATE = "1943-03-06"


def factors(t: Drill, vehicle: str, kind: str, place: str) -> Fraction:
    return Fraction(volley_strength(t.s, t.piece(vehicle), kind, t.game.names.place[f"99{place}"]).power, SCALE)


def let_fall(t: Drill, roll: int) -> None:
    """Every die that is still to be thrown shows this."""
    while t.rolls:
        t.do(f"roll {roll}" if t.rolls != "pick" else t.menu()[0])


def test_31_men_fire_from_a_lorry_at_half_and_it_does_not_drive_then() -> None:
    t = drill({}, f"{LORRY}; x1 E8 it-346", phase="prep")
    assert factors(t, "aV1", "prep", "E8") == 2
    t.do("volley aV1 E8", "roll 3,3")
    assert t.has("a1", "prep_fired")
    let_fall(t, 7)
    assert t.refused("volley aV1 E8").rule == "31", "once"
    t.do("done", "done")
    assert t.refused("drive aV1 H6 3").rule == "8"


def test_31_the_odds_of_such_fire_are_those_of_the_table() -> None:
    t = drill({}, f"{LORRY}; x1 E8 it-346", phase="prep")
    found = t.preview("volley aV1 E8")
    assert found.column == "2"
    assert sum(chance.chance for chance in found.odds) == 1
    assert ("from a vehicle", "x1/2", "31") in found.items


def test_31_behind_open_armour_they_fire_at_full_but_not_with_hatches_shut() -> None:
    t = drill({}, f"{CARRIER}; a1 E8 br-457", phase="prep", phasing="axis")
    assert factors(t, "xV1", "prep", "E8") == 4
    shut = drill({}, f"{CARRIER.replace(' exposed', '')}; a1 E8 br-457", phase="prep", phasing="axis")
    assert shut.refused("volley xV1 E8").rule == "31"


def test_31_after_a_drive_and_beyond_the_range_it_is_half_again() -> None:
    t = drill({}, f"{CARRIER}; a1 E8 br-457; a2 M5 br-457", phase="advancing", phasing="axis")
    t.s.points[t.piece("xV1")] = 6
    t.s.changed_by_hand()
    assert factors(t, "xV1", "advancing", "E8") == 2
    assert factors(t, "xV1", "advancing", "M5") == 1


def test_31_who_has_fired_over_the_sides_can_be_hit_there_and_others_cannot() -> None:
    quiet = drill({}, f"{CARRIER}; a1 F5 br-648; a2 F5 br-648", phase="prep")
    quiet.do("fire E5", "shoot", "roll 2,3")
    let_fall(quiet, 12)
    assert passengers(quiet.s, quiet.piece("xV1")) == [quiet.piece("x1")]
    assert not quiet.has("x1", "broken")
    loud = drill({}, f"{CARRIER.replace('ge-467', 'ge-467 final_fired')}; a1 F5 br-648; a2 F5 br-648", phase="prep")
    loud.do("fire E5", "shoot", "roll 2,3")
    let_fall(loud, 12)
    assert passengers(loud.s, loud.piece("xV1")) == [], "who breaks gets out"
    assert loud.has("x1", "broken")


def test_31_men_ride_on_tanks_from_1943_on_a_squad_and_five_points() -> None:
    early = drill({}, "aV1 E5 br-valentine-ii @3; a1 E5 br-457", date="1942-06-01")
    assert early.refused("board a1 aV1").rule == "31"
    t = drill({}, "aV1 E5 br-valentine-ii @3; a1 E5 br-457; a2 E5 br-247", date=LATE)
    t.do("board a1 aV1")
    assert passengers(t.s, t.piece("aV1")) == [t.piece("a1")]
    assert t.refused("board a2 aV1").rule == "31", "one squad"
    t.do("drive aV1 H6 3")
    assert t.where("a1") == "aV1-aboard"


def test_31_riders_are_hit_by_rifles_and_the_shut_tank_is_not() -> None:
    t = drill({}, f"{TANK}; x1 F5 ge-467; x2 F5 ge-467", phase="prep", phasing="axis", date=LATE)
    assert "fire E5" in t.menu()
    t.do("fire E5", "shoot", "roll 1,2")
    let_fall(t, 12)
    assert passengers(t.s, t.piece("aV1")) == []
    assert not t.has("aV1", "stunned")
    assert not t.has("aV1", "recalled")
    empty = drill({}, "aV1 E5 br-valentine-ii @3; x1 F5 ge-467", phase="prep", phasing="axis", date=LATE)
    assert "fire E5" not in empty.menu()


def test_31_the_preview_says_that_riders_are_hit() -> None:
    t = drill({}, f"{TANK}; x1 F5 ge-467", phase="prep", phasing="axis", date=LATE)
    t.do("fire E5")
    assert any("suffer what the same roll does" in line for line in t.preview("shoot").warnings)


def last_to_hurt(vehicle: str, words: dict[str, str] | None = None) -> int:
    """The highest sum of two dice at which rifles from 99E5 do something to men on a tank in 99H5."""
    t = drill(words or {}, f"a1 E5 br-457; xV1 H5 {vehicle}; x1 xV1-aboard it-346", phase="prep", date="1943-07-15", land="italy")
    shot = Shot(0, "prep", t.game.names.place["99H5"], (t.piece("a1"),), (t.piece("xV1"),))
    sums = {}
    for total in range(2, 13):
        s = t.s.copy()
        tasks = resolve(s, shot, 12 * SCALE, 0, (total // 2, total - total // 2))
        sums[total] = any(t.piece("x1") in task[2] for task in tasks)
    return max(total for total, hurts in sums.items() if hurts)


@pytest.mark.parametrize("words", [{}, {"woods": "H5"}])
@pytest.mark.parametrize("exposed", ["it-m13-40 @9 exposed", "it-mr35-f @9/9 exposed", "it-mr35-f @9/3 exposed", "it-m13-40 @9 exposed stunned"])
def test_31_vn_11_a_open_hatches_are_no_cover_for_riders_and_the_ground_is(exposed: str, words: dict[str, str]) -> None:
    """From behind the turret of an MR/35 hatches are worth one: so much, and not two, is taken off for those on top."""
    assert last_to_hurt(exposed, words) == last_to_hurt("it-m13-40 @9", words)
    assert last_to_hurt(exposed, {}) >= last_to_hurt(exposed, words)


@pytest.mark.parametrize(("dice", "modifier"), [(7, 2), (8, 1), (10, 0), (11, None)])
def test_86_7_men_in_armour_that_an_anti_tank_mine_stops_suffer_sixteen_factors_at_its_roll(dice: int, modifier: int | None) -> None:
    """Behind armour or not; a pin is nothing to them."""
    t = drill({}, CARRIER.replace("exposed", "exposed motion") + "; aF1 F5 mines; a1 P9 br-457", phasing="axis")
    t.s.face[t.piece("aF1")] = WORK_KINDS.index("anti-tank mines")
    t.do("wheel xV1", "ahead F5", "roll 1", f"roll {dice}")
    assert t.has("xV1", "immobile")
    if modifier is None:
        assert t.rolls == "crew check", "nobody else has to check"
        return
    assert t.s.frames[-1] == MoraleCheck(t.piece("x1"), modifier, "check")


@pytest.mark.parametrize(
    ("vehicle", "dice", "suffers"),
    [("br-3-ton-lorry", 8, True), ("br-3-ton-lorry", 9, False), ("br-loyd-carrier", 8, True), ("br-valentine-ii", 2, True)],
)
def test_55_31_men_in_a_lorry_that_mines_against_men_stop_suffer_at_their_roll(vehicle: str, dice: int, suffers: bool) -> None:
    """So do men on top of a tank; whom mines do not stop they do not hurt."""
    t = drill({}, f"aV1 E5 {vehicle} @3 motion; a1 aV1-aboard br-247; aF1 F5 mines; x1 P9 it-346", date=LATE)
    t.s.points[t.piece("aF1")] = 12
    t.do("wheel aV1", "ahead F5", f"roll {dice}")
    hurt = t.where("a1") == "eliminated" or any(isinstance(frame, MoraleCheck) and frame.unit == t.piece("a1") for frame in t.s.frames)
    assert hurt is suffers


def test_55_31_behind_armour_nobody_is_hurt_by_mines_against_men_that_stop_the_vehicle() -> None:
    t = drill({}, "xV1 E5 ge-spw-251-1 @3 motion; x1 xV1-aboard ge-467; aF1 F5 mines; a1 P9 br-457", phasing="axis")
    t.s.points[t.piece("aF1")] = 12
    t.do("wheel xV1", "ahead F5", "roll 2")
    assert t.has("xV1", "immobile")
    assert passengers(t.s, t.piece("xV1")) == [t.piece("x1")]
    assert not any(isinstance(frame, MoraleCheck) for frame in t.s.frames)
