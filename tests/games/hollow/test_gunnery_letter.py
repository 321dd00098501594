"""Guns and armour by the letter: how guns are turned on the way, whom shells over an area strike, overruns of guns, mines, recall, odds."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, cast

from amba.core.event import Event
from amba.core.game import Game
from amba.core.odds import ToldValue, every_fall
from amba.games.hollow.counters import WORK_KINDS
from amba.games.hollow.frames import Effects
from amba.games.hollow.frames_artillery import BlastRoll
from amba.games.hollow.frames_crews import OverrunRoll
from amba.games.hollow.game import Hollow
from amba.games.hollow.rules.armour.r034_high_explosive import Burst
from amba.games.hollow.rules.artillery.r046_blast import burst_over
from amba.games.hollow.rules.dice import SUMS
from amba.games.hollow.rules.r010_fire_table import SCALE
from amba.games.hollow.told import KillTold
from amba.lab.laws import odds_are_the_odds
from tests.games.hollow.table import read
from tests.games.hollow.tanks import Drill, drill


def lawful(t: Drill, order: str) -> None:
    assert odds_are_the_odds(cast("Game", t.game), t.s, read(t.game, t.s, *t.words(order))) == []


def cases(t: Drill, order: str) -> set[str]:
    """The cases of the roll to hit that a panel names."""
    return {what.split(":")[0] for what, _, _ in t.preview(order).items if ":" in what}


def test_33_31_on_its_way_a_turret_turns_for_nothing() -> None:
    """Case A does not arise in a vehicle's own movement phase; its turret points at what it has fired at."""
    t = drill({}, "aV1 E5 br-crusader-i @3/9 motion exposed; xV1 J5 it-m13-40 @9; x1 G5 it-346")
    t.do("wheel aV1", "ahead F5")
    assert cases(t, "engage aV1 xV1") >= {"B", "C"}
    assert "A" not in cases(t, "engage aV1 xV1")
    assert "A" not in cases(t, "rake aV1 G5 coaxial")
    lawful(t, "engage aV1 xV1")
    t.do("rake aV1 G5 coaxial", "roll 6,4")
    assert "ahead G5" not in t.menu()
    assert t.s.pointing(t.piece("aV1"), 1) == t.s.pointing(t.piece("aV1"), 0), "it looks ahead now"


def test_33_31_machine_guns_that_are_the_main_armament_turn_for_nothing_on_the_way_too() -> None:
    t = drill({}, "xV1 E5 it-l5-21 @3/9 motion; aV1 H5 br-lt-mk-vic @9", phasing="axis", date="1942-06-01")
    t.do("wheel xV1", "roll 5", "ahead F5")
    assert "A" not in cases(t, "pierce xV1 aV1")
    t.do("pierce xV1 aV1")
    assert t.s.pointing(t.piece("xV1"), 1) == t.s.pointing(t.piece("xV1"), 0)


def test_32_on_its_way_a_gun_without_turret_fires_where_its_bow_points() -> None:
    """The hull is turned for points before it fires; in a fire phase it is turned for case A."""
    t = drill({}, "xV1 E5 it-smv-m41-75-18 @3 motion; aV1 F8 br-crusader-i @1; a1 F8 br-457", phasing="axis", date="1942-06-01")
    t.do("wheel xV1", "ahead F5")
    assert t.refused("engage xV1 aV1").rule == "32"
    assert t.refused("shell xV1 F8").rule == "32"
    t.do("turn 5")
    assert "engage xV1 aV1" in t.menu()
    assert "A" not in cases(t, "engage xV1 aV1")
    t.do("brake", "stand")
    other = drill({}, "xV1 F5 it-smv-m41-75-18 @3; aV1 F8 br-crusader-i @1", phasing="axis", date="1942-06-01", phase="prep")
    assert "A" in cases(other, "engage xV1 aV1")


MORTAR = "a1 E5 br-247 +aG1; aG1 E5 br-oml-3-in-mortar @3"


def mortared(target: str, words: dict[str, str] | None = None) -> Drill:
    """A British mortar in its prep fire phase, six hexes and more from an Italian tank with open hatches."""
    return drill(words or {}, f"{MORTAR}; xV1 L5 {target} @9 exposed", date="1943-07-15", land="italy", phase="prep")


def crew_lines(t: Drill, order: str) -> dict[str, str]:
    return {what.removeprefix("its crew: "): value for what, value, _ in t.preview(order).items if what.startswith("its crew")}


def test_64_34_4_a_mortar_strikes_a_crew_with_open_hatches() -> None:
    """81 mm are worth 16, half over the area: the same dice on the 8 column, with the 2 of the hatches; the armour of a Matilda adds 1 to its own."""
    shells = "x1 E5 it-227 +xG1; xG1 E5 it-mortaio-81-14 @3; aV1 L5 br-matilda-ii @9"
    t = drill({}, f"{shells} exposed", "axis", phase="prep")
    assert crew_lines(t, "shell xG1 L5 area") == {"its crew with open hatches: column": "8", "crew exposed": "+2"}
    lawful(t, "shell xG1 L5 area")
    t.do("shell xG1 L5 area", "roll 1,2", "roll 2,3")
    assert t.rolls == "crew under fire", "7 on the 8 column is a check; 6 does nothing to the tank"
    t.do("roll 12")
    assert t.has("aV1", "stunned")
    shut = drill({}, shells, "axis", phase="prep")
    assert not crew_lines(shut, "shell xG1 L5 area")
    shut.do("shell xG1 L5 area", "roll 1,2", "roll 2,3")
    assert not shut.rolls


def test_vn_11_a_vn_16_a_from_above_the_hatches_of_two_vehicles_are_worth_one() -> None:
    for key, value in (("it-mr35-f", "+1"), ("it-smv-m41m-90-53", "+1"), ("it-m13-40", "+2")):
        assert crew_lines(mortared(key), "shell aG1 L5 area")["crew exposed"] == value, key
    behind = drill({}, "aV1 E5 br-bishop @3; xV1 L5 it-smv-m41m-90-53 @3 exposed", date="1943-07-15", land="italy", phase="prep")
    assert "crew exposed" not in crew_lines(behind, "shell aV1 L5 area"), "a gun fires through its open rear"


def test_186_16_190_4_stones_and_sand_count_for_the_crew_and_not_for_its_armour() -> None:
    stones = crew_lines(mortared("it-m13-40", {"hammada": "L5"}), "shell aG1 L5 area")
    assert stones == {"its crew with open hatches: column": "6", "crew exposed": "+2", "hammada": "-1"}
    sand = crew_lines(mortared("it-m13-40", {"sand": "L5"}), "shell aG1 L5 area")
    assert sand == {"its crew with open hatches: column": "2", "crew exposed": "+2"}


def test_46_5_shells_of_batteries_and_bombs_strike_crews_with_open_hatches() -> None:
    """100 mm on the 20 column: 7 and 2 for the hatches is a check, which takes nobody behind shut ones."""
    for marks, tasks in (("exposed", [("crew", 1)]), ("", [])):
        t = drill({}, f"aV1 L5 br-matilda-ii @9 {marks}", "axis", phase="prep")
        burst_over(t.s, BlastRoll(-2, t.game.names.place["99L5"]), Burst(100), 4, 3)
        found = [(kind, number) for frame in t.s.frames if isinstance(frame, Effects) for kind, number, _ in frame.tasks]
        assert found == tasks


def test_72_176_2_190_41_in_an_overrun_the_pit_protects_gun_and_crew() -> None:
    """+2, in dry sand +1; the gun that nobody serves has its pit, too. The 16 column kills at 3 and no more."""
    overrun = "xV1 E5 it-m13-40 @3 motion; a1 F5 br-228 {0} +aG1; aG1 F5 br-oqf-2-pdr @9 {0}"
    for words, line in (({}, ("emplaced", "+2", "176.2")), ({"sand": "F5"}, ("emplaced in sand", "+1", "190.41"))):
        t = drill(words, overrun.format("emplaced"), "axis")
        t.do("wheel xV1")
        assert line in t.preview("overrun F5").items
    for marks, lost in (("", True), ("emplaced", False)):
        t = drill({}, overrun.format(marks), "axis")
        t.do("wheel xV1", "overrun F5", "roll 4")
        assert (t.where("aG1") == "eliminated") is lost, marks
        left = drill({}, f"xV1 E5 it-m13-40 @3 motion; a1 F5 br-457; aG1 F5 br-oqf-2-pdr @9 {marks}", "axis")
        left.do("wheel xV1", "overrun F5", "roll 3")
        assert (left.where("aG1") == "eliminated") is lost, marks


def test_72_31_men_aboard_fire_over_the_sides() -> None:
    """A squad in an open carrier three times at half, in a lorry or on a tank three times at a quarter; behind shut armour not at all. Who has fired can be hit there."""
    for text, more in (
        ("aV1 E5 us-m3-halftrack @3 motion exposed; a1 aV1-aboard am-666", ("9", "31")),
        ("aV1 E5 us-m3-halftrack @3 motion; a1 aV1-aboard am-666", None),
        ("aV1 E5 br-3-ton-lorry @3 motion; a1 aV1-aboard br-457", ("3", "31")),
        ("aV1 E5 us-m4 @3 motion; a1 aV1-aboard am-666", ("4 1/2", "31")),
    ):
        t = drill({}, f"{text}; x1 F5 it-346", date="1943-03-06")
        t.do("wheel aV1")
        found = [(value, number) for what, value, number in t.preview("overrun F5").items if "(a1)" in what]
        assert found == ([more] if more else []), text
        t.do("overrun F5")
        assert t.has("a1", "fired") is bool(more)


def mined(text: str, words: dict[str, str] | None = None, **more: Any) -> Drill:
    """An Italian vehicle that leaves a hex with 12 factors of mines, in June 1942."""
    t = drill(words or {}, text, "axis", date="1942-06-01", **more)
    t.s.points[t.piece("aF1")] = 12
    return t


def test_55_86_7_176_71_a_vehicle_that_mines_stop_as_it_leaves_their_hex_stands_in_it() -> None:
    """It has spent its points, and is a moving target; the next hex is neither held nor looked into."""
    for kind, dice in (("mines", ("roll 2",)), ("anti-tank mines", ("roll 3", "roll 12"))):
        t = mined("xV1 E5 it-ab-41 @3 motion; aF1 E5 mines; x1 P9 it-346")
        t.s.face[t.piece("aF1")] = WORK_KINDS.index(kind)
        t.do("wheel xV1", "ahead F5", *dice)
        assert t.where("xV1") == "E5", kind
        assert t.has("xV1", "immobile", "new_hex")
        assert t.spent("xV1") == 1
        assert t.s.owner[t.game.names.place["99F5"]] != 2, "1 + the side"
    through = mined("xV1 E5 it-ab-41 @3 motion; aF1 E5 mines; x1 P9 it-346")
    through.do("wheel xV1", "ahead F5", "roll 12")
    assert through.where("xV1") == "F5"


def test_176_71_mines_of_the_hex_that_is_entered_stop_a_vehicle_there() -> None:
    t = mined("xV1 E5 it-ab-41 @3 motion; aF1 F5 mines; x1 P9 it-346")
    t.do("wheel xV1", "ahead F5", "roll 2")
    assert (t.where("xV1"), t.has("xV1", "immobile")) == ("F5", True)


def test_72_55_whoever_mines_stop_overruns_nobody() -> None:
    t = mined("xV1 E5 it-ab-41 @3 motion; aF1 E5 mines; a1 F5 br-457")
    t.do("wheel xV1", "overrun F5", "roll 2")
    assert (t.where("xV1"), t.rolls) == ("E5", "crew check")


def test_132_55_whoever_mines_stop_comes_along_no_woods() -> None:
    for die, place in ((2, "E5"), (12, "F5")):
        t = mined("xV1 E5 it-ab-41 @3 motion; aF1 E5 mines; x1 P9 it-346", {"woods": "F5"})
        t.do("wheel xV1", "bypass F5", f"roll {die}")
        assert (t.where("xV1"), t.has("xV1", "bypass")) == (place, place == "F5")


def test_181_22_55_of_a_platoon_the_one_whom_mines_stop_stays_behind() -> None:
    t = mined("xV1 E5 it-m11-39 @3 motion; xV2 E6 it-m11-39 @3 motion; aF1 E5 mines; x1 P9 it-346")
    t.do("platoon xV1 xV2", "step xV1 F5 3", "step xV2 F6 3", "roll 2", "roll 2")
    assert [t.where(key) for key in ("xV1", "xV2")] == ["E5", "F6"]
    assert t.has("xV1", "immobile", "new_hex")
    assert {t.spent("xV1"), t.spent("xV2")} == {1}
    both = mined("xV1 E5 it-m11-39 @3 motion; xV2 E6 it-m11-39 @3 motion; aF1 E5 mines; x1 P9 it-346")
    both.do("platoon xV1 xV2", "step xV1 F5 3", "step xV2 F6 3", "roll 12")
    assert [both.where(key) for key in ("xV1", "xV2")] == ["F5", "F6"]


def mended(text: str, what: str, date: str = "1942-06-01") -> Drill:
    """A crew fails for good at mending a weapon."""
    side = "axis" if text.startswith("x") else "allied"
    t = drill({}, text, side, date=date, phase="rally")
    t.do(f"mend {text.split(maxsplit=1)[0]} {what}", "roll 6")
    return t


def test_64_a_vehicle_with_one_of_two_guns_left_is_not_recalled() -> None:
    """The Grant has its 75 mm in the hull, the M11/39 its 37 mm beside the machine guns of its turret."""
    assert not mended("aV1 E5 br-grant-a @3 malfunction", "gun").has("aV1", "recalled")
    assert mended("aV1 E5 br-grant-a @3 malfunction other_gone", "gun").has("aV1", "recalled")
    assert mended("aV1 E5 br-crusader-i @3 malfunction", "gun").has("aV1", "recalled")
    assert not mended("xV1 E5 it-m11-39 @3 coaxial_broken", "coaxial").has("xV1", "recalled")
    assert mended("xV1 E5 it-m11-39 @3 coaxial_broken gun_gone", "coaxial").has("xV1", "recalled")


def test_vn_16_b_the_ammunition_carrier_is_always_exposed() -> None:
    """It is an SMV 47/32 (note 15)."""
    t = drill({}, "xV1 E5 it-smv-90-53-ammunition-carrier @3", "axis", date="1943-07-15", land="italy")
    assert t.has("xV1", "exposed")
    t.do("wheel xV1")
    assert t.refused("hatch shut").rule == "64"


class Counting:
    """A referee who counts how often dice fall."""

    def __init__(self, game: Hollow) -> None:
        self.game, self.count = game, 0
        self.decision, self.outcomes = game.decision, game.outcomes

    def apply(self, s: Any, order: Any) -> list[Event]:
        self.count += 1
        return self.game.apply(s, order)


def test_33_4_the_odds_of_four_rolls_to_kill_are_worked_out_once_for_equal_rolls() -> None:
    """The quadruple Flak: 36 rolls to hit, then 11 to the fourth to kill, of which the best counts: half a million falls, few of them different."""
    t = drill({}, "aV1 L5 br-crusader-i @9; x1 P9 it-346; x2 E5 ge-238 +xG1; xG1 E5 ge-2cm-flakvierling-38 @3", "axis", phase="prep")
    counting, order = Counting(t.game), read(t.game, t.s, *t.words("engage xG1 aV1"))
    falls = every_fall(counting, t.s, (order,), KillTold())
    assert sum(fall.chance for fall in falls) == 1
    assert counting.count < 10_000
    assert {fall.label: fall.chance for fall in falls} == {chance.label: chance.chance for chance in t.preview("engage xG1 aV1").odds}
    best = {roll: (Fraction(_at_least(roll), 36) ** 4 - Fraction(_at_least(roll + 1), 36) ** 4) for roll in range(2, 13)}
    one = drill({}, "aV1 L5 br-crusader-i @9; x1 P9 it-346; x2 E5 ge-238 +xG1; xG1 E5 ge-2cm-flakvierling-38 @3", "axis", phase="prep")
    one.do("engage xG1 aV1", "roll 3,2")
    found = every_fall(one.game, one.s, (), ToldValue("kill", 3))
    assert {int(fall.label): fall.chance for fall in found} == best


def _at_least(roll: int) -> int:
    """In how many of 36 falls two dice come to so much or more."""
    return sum(weight for dice, weight in SUMS if dice >= roll)


def test_135_8_a_position_with_a_vehicle_in_motion_that_has_fired_is_not_stuck() -> None:
    """It is not driven, for it has fired; so the phase may end."""
    for mark in ("fired", "prep_fired", "served", "coaxial_fired", "busy"):
        t = drill({}, f"xV1 E5 it-m13-40 @3 motion {mark}; a1 P9 br-457", "axis", date="1942-06-01")
        assert t.refused("wheel xV1").rule in {"8", "54"}, mark
        assert "done" in t.menu(), mark
        t.do("done")
    waits = drill({}, "xV1 E5 it-m13-40 @3 motion; a1 P9 br-457", "axis", date="1942-06-01")
    assert waits.refused("done").rule == "135"
    home = drill({}, "xV1 E5 it-m13-40 @3 motion recalled fired; a1 P9 br-457", "axis", date="1942-06-01")
    assert "done" in home.menu()


def test_vn_15_a_a_crew_that_gets_in_again_is_exposed_where_it_cannot_shut_its_hatches() -> None:
    for key, exposed in (("it-smv-l40-47-32", True), ("it-m13-40", False)):
        t = drill({}, f"xV1 E5 {key} @3 abandoned; x1 E5 it-126v; a1 P9 br-457", "axis", date="1943-02-06")
        t.do("man x1 xV1")
        assert t.has("xV1", "exposed") is exposed


def test_72_who_is_destroyed_in_the_hex_that_it_overruns_does_so_with_half() -> None:
    """16, and 8 where the gun in the hex has killed the M13/40 before the dice of the overrun."""
    text = "xV1 E5 it-m13-40 @3 motion; a1 F5 br-228 +aG1; aG1 F5 br-oqf-2-pdr @9"
    t = drill({}, text, "axis", tracks={"allied_chance": 1})
    t.do("wheel xV1", "overrun F5")
    assert t.rolls == "to hit"
    t.do("roll 2,1", "roll 2")
    assert t.has("xV1", "wreck")
    while t.rolls != "overrun":
        t.do("roll 12")
    found = [frame.power for frame in t.s.frames if isinstance(frame, OverrunRoll)]
    assert found == [8 * SCALE]
    t.do("roll 12")
    assert not t.has("xV1", "immobile")
    alive = drill({}, text, "axis")
    alive.do("wheel xV1", "overrun F5")
    assert [frame.power for frame in alive.s.frames if isinstance(frame, OverrunRoll)] == [16 * SCALE]
