"""Guns in play: who serves them, arcs, shelling men and guns, rate and breakdown, odds."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, cast

from amba.core.game import Game
from amba.games.hollow.counters import TCA, VCA, WORK_KINDS
from amba.games.hollow.frames_armour import BurstRoll
from amba.games.hollow.game import Hollow
from amba.games.hollow.rules.armour.r034_high_explosive import Burst, near_column
from amba.games.hollow.rules.armour.r034_shelling import read_burst
from amba.games.hollow.rules.armour.r063_aiming import turns_to
from amba.games.hollow.rules.armour.r063_guns import crew_of
from amba.games.hollow.rules.r010_fire_table import fire_result
from amba.games.hollow.state import HollowState
from amba.lab.laws import odds_are_the_odds
from amba.table.layout import put
from tests.games.hollow.table import SCENARIO, give, menu_of, read, refused_by, said
from tests.games.hollow.test_letter import on_board

GUNS = (
    SCENARIO.replace("dummies = 2\n", 'dummies = 2\nguns = ["br-oqf-25-pdr", "br-oqf-2-pdr"]\n', 1)
    .replace(
        'weapons = ["it-lmg", "it-mmg"]',
        'weapons = ["it-lmg", "it-mmg"]\nvehicles = ["it-m13-40", "it-autocarro-l", "ge-pzkpfw-iiih"]\nguns = ["it-cannone-47-32", "it-obice-100-17", "it-mortaio-81-14"]',
    )
    .replace('key = "practice"\n', 'key = "practice"\ndate = "1942-05-01"\nland = "libya"\n')
)


def at_guns(game: Hollow, phase: str = "prep", phasing: str = "allied", tracks: dict[str, int] | None = None, **pieces: Any) -> HollowState:
    hold = {f"{side}_{what}": 0 for side in ("allied", "axis") for what in ("chance", "otherwise")}
    named = {key: ({"hex": f"99{value}"} if isinstance(value, str) else value) for key, value in pieces.items()}
    return game.place(
        {"game": "hollow", "scenario": "practice", "turn": 1, "phase": phase, "phasing": phasing, "pieces": named, "tracks": hold | (tracks or {})}
    )


def gunners(place: str, gun: str, facing: int = 5, **more: Any) -> dict[str, Any]:
    """A crew at its gun."""
    side = gun[0]
    return {
        f"{side}9": {"hex": f"99{place}", "kind": "br-228" if side == "a" else "it-227", "has": [gun], **more},
        gun: {"hex": f"99{place}", "facing": facing},
    }


OPEN = on_board(scenario=GUNS, hammada="J5", sand="L5", woods="F5")


def test_63_a_gun_needs_its_crew_in_good_order() -> None:
    s = at_guns(OPEN, x1="J8", **gunners("J2", "aG1"))
    gun = OPEN.names.piece["aG1"]
    assert crew_of(s, gun) == OPEN.names.piece["a9"]
    assert ("shell", "aG1", "99J8") in menu_of(OPEN, s)
    for broken in ({"marks": ["broken"]}, {"hex": "99J3"}):
        t = at_guns(OPEN, x1="J8", **gunners("J2", "aG1", **broken))
        if "hex" in broken:
            t.at[gun] = OPEN.names.place["99J4"]
        assert refused_by(OPEN, t, "shell", "aG1", "99J8") == "63"
    assert refused_by(OPEN, s, "shell", "xG1", "99J8") == "63", "not yours"
    assert refused_by(OPEN, s, "shell", "aG1", "99K8") == "7", "nobody there"
    assert refused_by(OPEN, at_guns(OPEN, x1="J8", **gunners("J2", "aG2")), "shell", "aG2", "99J8", "area") == "34.4", "a two-pounder has no shells"


def test_32_63_a_gun_is_turned_to_what_it_fires_at() -> None:
    s = at_guns(OPEN, x1="J8", **gunners("J2", "aG1", facing=11))
    gun = OPEN.names.piece["aG1"]
    assert turns_to(s, gun, OPEN.names.place["99J8"]) == 2, "from 11 to 7 o'clock, or to 5 by way of 1 and 3"
    preview = OPEN.preview(s, read(OPEN, s, "shell", "aG1", "99J8"))
    assert preview is not None
    assert ("A: the gun is turned 2 hexspines", "+3", "33.31") in preview.items, "a slow mount: 2 and 1"
    give(OPEN, s, "shell", "aG1", "99J8")
    assert turns_to(s, gun, OPEN.names.place["99J8"]) == 0
    assert s.pointing(gun, TCA) in {2, 3}


def test_63_minimum_range_and_area_fire_of_a_mortar() -> None:
    s = at_guns(OPEN, phasing="axis", a1="J4", a2="J9", **gunners("J2", "xG3"))
    assert refused_by(OPEN, s, "shell", "xG3", "99J4", "area") == "63", "3 hexes at least"
    assert refused_by(OPEN, s, "shell", "xG3", "99J9") == "63", "a mortar fires over the area"
    assert refused_by(OPEN, s, "shell", "xG3", "99J9", "area") == ""


def test_33_3_34_4_a_hit_bursts_on_the_column_of_the_calibre() -> None:
    s = at_guns(OPEN, x1="J8", **gunners("J2", "aG1"))
    give(OPEN, s, "shell", "aG1", "99J8")
    events = give(OPEN, s, "roll", "4,4")
    assert said(events, "gun shot").values[5] == "hit", "8 or less at six hexes"
    events = give(OPEN, s, "roll", "3,4")
    assert said(events, "burst").values[1] == 16, "a 25-pounder is 88 mm"
    s = at_guns(OPEN, x1="J8", **gunners("J2", "aG1"))
    give(OPEN, s, "shell", "aG1", "99J8", "area")
    give(OPEN, s, "roll", "3,4")
    events = give(OPEN, s, "roll", "3,4")
    assert said(events, "burst").values[1] == 8, "half over the area"


def test_190_4_186_16_sand_softens_a_shell_and_hammada_sharpens_it() -> None:
    for place, column, modifier in (("L5", 8, "+0"), ("J5", 16, "-1")):
        s = at_guns(OPEN, x1=place, **gunners("K9", "aG1", facing=11))
        give(OPEN, s, "shell", "aG1", f"99{place}")
        give(OPEN, s, "roll", "2,3")
        events = give(OPEN, s, "roll", "6,6")
        assert said(events, "burst").values[1:3] == (column, modifier)


def test_145_32_a_kill_hits_a_gun_directly_and_a_near_miss_may_wreck_it() -> None:
    def fired(*burst: str) -> HollowState:
        s = at_guns(OPEN, **gunners("J2", "aG1"), **gunners("J8", "xG1", facing=11))
        give(OPEN, s, "shell", "aG1", "99J8")
        give(OPEN, s, "roll", "4,4")
        give(OPEN, s, "roll", *burst)
        return s

    place = OPEN.names.places
    gun, crew = OPEN.names.piece["xG1"], OPEN.names.piece["x9"]
    s = fired("1,2")
    assert (place[s.at[gun]], place[s.at[crew]]) == ("eliminated", "eliminated"), "3 on the 16 column is a kill"
    assert place[fired("2,3").at[gun]] == "eliminated", "a 3MC, and the coloured die is no more than 3"
    assert place[fired("4,1").at[gun]] == "99J8", "a 3MC, and the coloured die is 4"


def test_33_3_145_rate_and_breakdown() -> None:
    s = at_guns(OPEN, x1="J8", **gunners("J2", "aG1"))
    give(OPEN, s, "shell", "aG1", "99J8")
    give(OPEN, s, "roll", "1,6")
    give(OPEN, s, "roll", "6,6")
    assert ("shell", "aG1", "99J8") in menu_of(OPEN, s), "its rate is 1"
    give(OPEN, s, "shell", "aG1", "99J8")
    give(OPEN, s, "roll", "6,5")
    assert refused_by(OPEN, s, "shell", "aG1", "99J8") == "63"
    s = at_guns(OPEN, x1="J8", **gunners("J2", "aG1"))
    give(OPEN, s, "shell", "aG1", "99J8")
    give(OPEN, s, "roll", "6,6")
    assert s.has(OPEN.names.piece["aG1"], OPEN.names.mark["malfunction"])
    assert refused_by(OPEN, s, "shell", "aG1", "99J8") == "145"


def test_34_4_the_odds_of_a_shell_are_those_of_the_rules() -> None:
    for where in ("J8", "F5", "L5"):
        for how in ((), ("area",)):
            s = at_guns(OPEN, x1=where, x2=where, **gunners("J2", "aG1"))
            order = read(OPEN, s, "shell", "aG1", f"99{where}", *how)
            preview = OPEN.preview(s, order)
            assert preview is not None
            assert sum(chance.chance for chance in preview.odds) == 1
            assert odds_are_the_odds(cast("Game", OPEN), s, order) == []
    s = at_guns(OPEN, x1="J8", **gunners("J2", "aG1"))
    preview = OPEN.preview(s, read(OPEN, s, "shell", "aG1", "99J8"))
    assert preview is not None
    assert next(chance.chance for chance in preview.odds if chance.label == "misses") == Fraction(10, 36), "8 or less"


# at vehicles


def against(place: str, key: str = "xV1", gun_at: str = "J2", gun: str = "aG2", facing: int = 11, **more: Any) -> HollowState:
    """A British gun and an Italian or German vehicle."""
    pieces: dict[str, Any] = {key: {"hex": f"99{place}", "facing": facing, **more}, **gunners(gun_at, gun)}
    return at_guns(OPEN, **pieces)


def test_33_3_33_4_a_two_pounder_at_an_m13_in_numbers() -> None:
    """At six hexes it needs 10, and to kill 10 less 3 for the armour of -2: 7."""
    s = against("J8")
    preview = OPEN.preview(s, read(OPEN, s, "engage", "aG2", "xV1"))
    assert preview is not None
    assert preview.column == "10 or less"
    assert ("to kill: 40L AP", "10", "33.4") in preview.items
    assert ("to kill: armour of the hull (-2)", "-3", "33.41") in preview.items
    chances = {chance.label: chance.chance for chance in preview.odds}
    assert chances["misses"] == Fraction(3, 36)
    burns = Fraction(3, 36)  # 3 or less of 7
    doubled = Fraction(26, 36)  # 8 or less of 17: a critical hit counts the 10 twice
    twice = 1 - (1 - burns) ** 2  # a gun of 40 mm that rolls a double hits twice, and the better roll counts
    assert chances["burns"] == Fraction(28, 36) * burns + Fraction(4, 36) * twice + Fraction(1, 36) * (1 - (1 - doubled) ** 2)
    assert sum(chances.values()) == 1
    assert odds_are_the_odds(cast("Game", OPEN), s, read(OPEN, s, "engage", "aG2", "xV1")) == []


def test_33_31_size_movement_and_turning_change_the_dice() -> None:
    s = against("J8", marks=["motion"])
    preview = OPEN.preview(s, read(OPEN, s, "engage", "aG2", "xV1"))
    assert preview is not None
    assert ("J: the target moves", "+2", "33.31") in preview.items
    s = against("J8", key="xV2")
    assert refused_by(OPEN, s, "engage", "aG2", "xV2") == ""
    assert refused_by(OPEN, s, "engage", "aG2", "xV2", "he") == "33.4", "no shells"
    assert refused_by(OPEN, s, "engage", "aG2", "a9") == "33.3", "no vehicle"


def test_66_destroyed_burning_immobilised_and_shocked() -> None:
    def after(hit: str, *kill: str) -> HollowState:
        s = against("J8")
        for words in (("engage", "aG2", "xV1"), ("roll", hit), *(("roll", roll) for roll in kill)):
            give(OPEN, s, *words)
        return s

    vehicle, mark = OPEN.names.piece["xV1"], OPEN.names.mark
    burning = after("4,3", "3")
    assert burning.has(vehicle, mark["wreck"])
    assert burning.has(vehicle, mark["burning"])
    destroyed = after("4,3", "5", "4")
    assert destroyed.has(vehicle, mark["wreck"])
    assert not destroyed.has(vehicle, mark["burning"])
    crews = destroyed.units_at(destroyed.at[vehicle], 1)
    assert [destroyed.squad(u).key for u in crews] == ["it-126v"], "4 or less: the crew gets out"
    assert not after("4,3", "5", "5").units_at(destroyed.at[vehicle], 1)
    assert after("4,3", "7").has(vehicle, mark["immobile"]), "the hull"
    assert after("3,4", "7").has(vehicle, mark["shocked"]), "the turret: the coloured die is lower"
    assert after("4,3", "8", "8").has(vehicle, mark["shocked"]), "one above: a check of 7"
    assert not after("4,3", "8", "7").has(vehicle, mark["shocked"])
    assert not after("6,5").has(vehicle, mark["wreck"]), "a miss"


def test_33_41_from_behind_and_from_the_side() -> None:
    for facing, armour in ((11, False), (5, True)):
        s = against("J8", key="xV3", facing=facing)
        preview = OPEN.preview(s, read(OPEN, s, "engage", "aG2", "xV3"))
        assert preview is not None
        assert any(what == "to kill: from behind" for what, _, _ in preview.items) is armour


def test_33_3_hull_down_only_the_turret_is_hit() -> None:
    s = against("J8", marks=["hull_down"])
    give(OPEN, s, "engage", "aG2", "xV1")
    events = give(OPEN, s, "roll", "4,3")
    assert said(events, "hull down").rule == "77"
    s = against("J8", marks=["hull_down"])
    give(OPEN, s, "engage", "aG2", "xV1")
    give(OPEN, s, "roll", "3,4")
    found = OPEN.decision(s)
    assert found is not None
    assert found.kind == "to kill"


def test_197_1_italian_guns_have_red_numbers() -> None:
    s = at_guns(OPEN, phasing="axis", a1="J9", **gunners("J2", "xG1"))
    preview = OPEN.preview(s, read(OPEN, s, "shell", "xG1", "99J9"))
    assert preview is not None
    assert preview.items[0] == ("infantry at 7", "6", "33.3")


# the guns of vehicles


def tanks(**pieces: Any) -> HollowState:
    """British tanks against an M13 and a PzKpfw III."""
    return at_guns(ARMOUR, **pieces)


ARMOUR = on_board(
    scenario=GUNS.replace("dummies = 2\n", 'dummies = 2\nvehicles = ["br-crusader-i", "br-matilda-ii"]\n', 1).replace(
        '"it-autocarro-l"', '"it-m13-40*4"'
    ),
    woods="F5",
)


def test_35_a_tank_fires_its_gun_from_the_turret() -> None:
    """A Crusader with open hatches at an M13: 40L, T turret, 10 at six hexes; buttoned up one more on the dice, and turning costs by the turret."""
    for marks, turret, extra in (([], 5, {"I"}), (["exposed"], 5, set()), (["exposed"], 1, {"A"})):
        s = tanks(aV1={"hex": "99J2", "facing": 5, "turret": turret, "marks": marks}, xV1={"hex": "99J8", "facing": 11})
        preview = ARMOUR.preview(s, read(ARMOUR, s, "engage", "aV1", "xV1"))
        assert preview is not None
        assert preview.column == "10 or less"
        assert {what[0] for what, _, rule in preview.items if rule == "33.31"} == extra
        assert odds_are_the_odds(cast("Game", ARMOUR), s, read(ARMOUR, s, "engage", "aV1", "xV1")) == []
    give(ARMOUR, s, "engage", "aV1", "xV1")
    assert s.pointing(ARMOUR.names.piece["aV1"], TCA) in {2, 3}
    assert s.pointing(ARMOUR.names.piece["aV1"], VCA) == 2, "the hull stays"


def test_35_a_gun_in_the_hull_turns_the_hull_and_176_75_a_stuck_one_does_not() -> None:
    gun = ARMOUR.names.piece["xV5"]
    s = tanks(phasing="axis", a1="J8", xV5={"kind": "it-smv-m40-75-18", "hex": "99J2", "facing": 11})
    give(ARMOUR, s, "shell", "xV5", "99J8")
    assert s.pointing(gun, VCA) in {2, 3}
    s = tanks(phasing="axis", a1="J8", xV5={"kind": "it-smv-m40-75-18", "hex": "99J2", "facing": 11, "marks": ["bogged"]})
    assert refused_by(ARMOUR, s, "shell", "xV5", "99J8") == "176.75"


def test_135_from_a_vehicle_in_motion_the_lower_die_counts_twice() -> None:
    s = tanks(phase="advancing", aV1={"hex": "99J2", "facing": 5, "marks": ["motion", "exposed"]}, xV1={"hex": "99J8", "facing": 11})
    give(ARMOUR, s, "engage", "aV1", "xV1")
    events = give(ARMOUR, s, "roll", "4,3")
    assert said(events, "gun shot").values[5] == "miss", "4 and 3 and 3 and 2 for the phase are 12"
    s = tanks(aV1={"hex": "99J2", "facing": 5, "marks": ["motion"]}, xV1={"hex": "99J8", "facing": 11})
    assert refused_by(ARMOUR, s, "engage", "aV1", "xV1") == "135", "not in prep fire"


def test_64_stunned_crews_and_machine_guns_fire_no_gun() -> None:
    s = tanks(aV1={"hex": "99J2", "facing": 5, "marks": ["stunned"]}, xV1={"hex": "99J8", "facing": 11})
    assert refused_by(ARMOUR, s, "engage", "aV1", "xV1") == "64"


def test_mn_d_the_90_on_a_lorry_does_not_fire_after_moving() -> None:
    s = tanks(
        phase="advancing",
        phasing="axis",
        aV1={"hex": "99J8", "facing": 5},
        xV2={"kind": "it-autocann-90-53", "hex": "99J2", "facing": 5, "marks": ["new_hex"]},
    )
    assert refused_by(ARMOUR, s, "engage", "xV2", "aV1") == "MN D"


def test_mn_g_the_gun_of_an_as_42_does_not_fire_in_motion() -> None:
    s = tanks(
        phase="advancing",
        phasing="axis",
        aV1={"hex": "99J8", "facing": 5},
        xV4={"kind": "it-as-42-aa", "hex": "99J2", "facing": 5, "marks": ["motion"]},
    )
    assert refused_by(ARMOUR, s, "engage", "xV4", "aV1") == "MN G"


def test_mn_j_the_rifle_of_the_l3_cc_reaches_twelve_hexes_and_wants_shut_hatches() -> None:
    s = tanks(phasing="axis", aV1={"hex": "99J8", "facing": 5}, xV3={"kind": "it-l3-cc", "hex": "99J2", "facing": 5, "marks": ["exposed"]})
    assert refused_by(ARMOUR, s, "engage", "xV3", "aV1") == "MN J"
    s = tanks(phasing="axis", aV1={"hex": "99W6", "facing": 5}, xV3={"kind": "it-l3-cc", "hex": "99J2", "facing": 5})
    assert refused_by(ARMOUR, s, "engage", "xV3", "aV1") == "MN J", "thirteen hexes: the note names the twelve"


def test_mn_h_hollow_charges_came_in_september_1942() -> None:
    s = tanks(phasing="axis", aV1={"hex": "99J8", "facing": 5}, xV5={"kind": "it-smv-m40-75-18", "hex": "99J2", "facing": 5})
    assert refused_by(ARMOUR, s, "engage", "xV5", "aV1", "heat") == "33.4", "May 1942"
    s.plan.data["date"] = "1942-10-01"
    assert refused_by(ARMOUR, s, "engage", "xV5", "aV1", "heat") == ""
    s.plan.data["date"] = "1942-05-01"


# first fire at vehicles


def starting(percent: int) -> HollowState:
    """An M13 starts its engine in front of a two-pounder whose side fires from such a chance on."""
    s = tanks(
        phase="movement", phasing="axis", xV1={"hex": "99J9", "facing": 11}, tracks={"allied_chance": percent}, **gunners("J2", "aG2", facing=5)
    )
    while (found := ARMOUR.decision(s)) is not None and found.kind == "orders":
        give(ARMOUR, s, "done")
    for words in (("wheel", "xV1"), ("start",), ("roll", "7")):  # 7: the engine holds
        give(ARMOUR, s, *words)
    return s


def asked(s: HollowState) -> str:
    found = ARMOUR.decision(s)
    assert found is not None
    return found.kind


def test_16_176_74_guns_fire_by_standing_order_at_a_vehicle_that_moves() -> None:
    assert [asked(starting(percent)) for percent in (10, 50, 0)] == ["to hit", "driving", "driving"]
    s = starting(10)
    events = give(ARMOUR, s, "roll", "6,5")
    assert said(events, "gun shot").values[2:4] == (9, "+4"), "seven hexes; one movement point in sight (J2)"
    assert asked(s) == "driving", "the gun has fired, and the tank drives on"


def test_191_41_a_shell_ends_a_sangar_by_a_kill_at_its_own_protection() -> None:
    """Over an area, and in a critical hit, at +1: not by a kill of men beside it, nor by its men's cover turned round. Hit otherwise, with the men in it."""

    def falls(dice: tuple[int, int], hit: tuple[str, ...], is_area: int, is_critical: int) -> bool:
        s = at_guns(OPEN, phasing="axis", x1={"hex": "99J8", "marks": ["dug_in"]}, x2="J8", a1="A1", **gunners("J2", "aG1"))
        sangar, place = OPEN.names.piece["xF1"], OPEN.names.place["99J8"]
        s.face[sangar] = WORK_KINDS.index("sangar")
        put(s, sangar, place)
        read_burst(s, BurstRoll(OPEN.names.piece["aG1"], place, tuple(OPEN.names.piece[key] for key in hit), is_area, is_critical), dice)
        return s.at[sangar] != place

    assert not falls((1, 1), ("x1", "x2"), is_area=1, is_critical=0), "x2 is killed on the 2, x1 behind the wall is not"
    assert falls((1, 2), ("x1", "x2"), is_area=0, is_critical=0)
    assert not falls((1, 2), ("x2",), is_area=0, is_critical=0), "nobody in it was hit"
    column = near_column(Burst(88, is_critical=True))
    assert column is not None
    last = max(sum(dice) for dice in ((1, 1), (1, 2), (2, 2), (2, 3), (3, 3), (3, 4)) if falls(dice, ("x1",), 0, 1))
    killed = max(sum(dice) for dice in ((1, 1), (1, 2), (2, 2), (2, 3), (3, 3), (3, 4)) if fire_result(column, sum(dice), OPEN.world.fire).killed)
    assert last == killed - 1, "its own +1"
