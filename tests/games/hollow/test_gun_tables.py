"""To hit, to kill and high explosive: the tables and the functions over them, figure by figure."""

from __future__ import annotations

import pytest

from amba.games.hollow.armoury import Armour, Ordnance
from amba.games.hollow.game import load
from amba.games.hollow.rules.armour import r033_to_hit as hit
from amba.games.hollow.rules.armour import r033_to_kill as kill
from amba.games.hollow.rules.armour import r034_high_explosive as he
from amba.games.hollow.rules.common import Item, sum_of
from amba.games.hollow.rules.r010_fire_table import fire_result

WORLD = load().world
GUNS = WORLD.armoury.ordnance


def gun(key: str) -> Ordnance:
    return GUNS[key]


# 33.3


@pytest.mark.parametrize(
    ("target", "colour", "numbers"),
    [
        ("vehicle", "black", (10, 9, 8, 7, 6, 6, 5, 4, 3, 2)), ("vehicle", "red", (10, 8, 7, 6, 5, 4, 3, 2, 1, 0)),
        ("infantry", "black", (8, 7, 6, 5, 4, 3, 2, 1, 0, -1)), ("infantry", "red", (8, 6, 5, 4, 3, 2, 1, 0, -1, -2)),
        ("area", "black", (7, 7, 8, 8, 7, 7, 6, 6, 5, 5)),
    ],
)  # fmt: skip
def test_33_3_the_number_to_hit_by_target_and_range(target: str, colour: str, numbers: tuple[int, ...]) -> None:
    plain = Ordnance("75", "", 75, "", 14, 12)
    for number, (least, most) in zip(
        numbers, [(0, 6), (7, 12), (13, 18), (19, 24), (25, 30), (31, 36), (37, 42), (43, 48), (49, 54), (55, 90)], strict=True
    ):
        assert hit.hit_number(target, least, plain, colour == "red") == hit.hit_number(target, most, plain, colour == "red") == number


@pytest.mark.parametrize(
    ("key", "ammunition", "changes"),
    [
        ("75*", "ap", (0, 0, -1, -1, -1)), ("75L", "ap", (0, 0, 1, 1, 1)), ("76LL", "ap", (0, 0, 1, 1, 2)),
        ("50", "ap", (0, 0, -1, -1, -2)), ("50L", "ap", (0, 0, 0, 0, -1)), ("47", "ap", (0, 0, -1, -1, -2)),
        ("37", "ap", (0, 0, -2, -2, -3)), ("40L", "ap", (0, 0, -1, -1, -2)), ("50L", "apcr", (0, 0, -1, -1, -3)), ("75*", "smoke", (2, 2, -1, -1, -1)),
    ],
)  # fmt: skip
def test_33_3_barrel_calibre_and_ammunition_change_it(key: str, ammunition: str, changes: tuple[int, ...]) -> None:
    plain = Ordnance("75", "", 75, "", 14, 12)
    for change, range_ in zip(changes, (6, 12, 18, 24, 30), strict=True):
        assert hit.hit_number("vehicle", range_, gun(key), False, ammunition) - hit.hit_number("vehicle", range_, plain, False) == change


def test_197_1_italian_ordnance_has_red_numbers() -> None:
    assert hit.has_red_numbers("italian", "47")
    assert not hit.has_red_numbers("italian", "ATR")
    assert not hit.has_red_numbers("british", "40L")
    assert hit.hit_number("vehicle", 12, gun("47"), True) == 8


# 33.31


@pytest.mark.parametrize(
    ("circumstances", "total"),
    [
        (hit.Circumstances(mount="T", turned=1), 1), (hit.Circumstances(mount="T", turned=3), 3), (hit.Circumstances(mount="ST", turned=1), 2),
        (hit.Circumstances(mount="1MT", turned=3), 4), (hit.Circumstances(mount="NT", turned=1), 3), (hit.Circumstances(mount="NT", turned=3), 5),
        (hit.Circumstances(mount="NT", turned=2, in_cover=True), 8), (hit.Circumstances(advancing=True), 2), (hit.Circumstances(advancing=True, in_cover=True), 3),
        (hit.Circumstances(bounding="turret"), 4), (hit.Circumstances(bounding="NT"), 5), (hit.Circumstances(bounding="stable"), 3),
        (hit.Circumstances(bounding="turret", seen_for=6), 5), (hit.Circumstances(bounding="turret", seen_for=4), 6), (hit.Circumstances(pinned=True), 2),
        (hit.Circumstances(same_hex=True), 2), (hit.Circumstances(intensive=True), 2), (hit.Circumstances(at_tracks=True), 5), (hit.Circumstances(captured=True), 2),
        (hit.Circumstances(buttoned_up=True), 1), (hit.Circumstances(exhausted=True), 1), (hit.Circumstances(shaken=True), 1), (hit.Circumstances(leader=-1), -1),
        (hit.Circumstances(moving=True), 2), (hit.Circumstances(moving=True, seen_for=6), 3), (hit.Circumstances(moving=True, seen_for=2), 4),
        (hit.Circumstances(moving=True, seen_for=8), 2), (hit.Circumstances(moving=True, range=1), 2), (hit.Circumstances(upright=True, in_the_open=True), -2),
        (hit.Circumstances(concealed=True), 2), (hit.Circumstances(range=1), -2), (hit.Circumstances(range=2), -1), (hit.Circumstances(range=3), 0),
        (hit.Circumstances(bore_sighted=True, acquired=2), -2), (hit.Circumstances(acquired=1), -1), (hit.Circumstances(acquired=3), -2),
        (hit.Circumstances(hazardous=True, upright=True), -2), (hit.Circumstances(size=2), 2), (hit.Circumstances(size=-1), -1),
        (hit.Circumstances(terrain=(Item("woods", 1, "11"),), hindrance=(Item("brush", 1, "176.33"),)), 2),
    ],
)  # fmt: skip
def test_33_31_every_case_adds_what_the_table_says(circumstances: hit.Circumstances, total: int) -> None:
    assert sum_of(hit.modifier_items(circumstances)) == total


def test_145_a_hit_its_place_and_the_critical_one() -> None:
    assert hit.read_hit("vehicle", 8, 0, 3, 5) == hit.Hit(True, True, False), "the coloured die is lower: the turret"
    assert hit.read_hit("vehicle", 8, 0, 5, 3) == hit.Hit(True, False, False)
    assert hit.read_hit("vehicle", 8, 0, 4, 4) == hit.Hit(True, False, False), "a tie is the hull"
    assert hit.read_hit("vehicle", 8, 0, 5, 4) == hit.Hit(False)
    assert hit.read_hit("vehicle", 8, 6, 1, 1).is_critical, "an original 2"
    assert hit.read_hit("infantry", 8, 0, 1, 2).is_critical, "less than half of 8"
    assert not hit.read_hit("infantry", 8, 0, 2, 2).is_critical, "half of 8"
    assert not hit.read_hit("infantry", 3, 0, 1, 1).is_critical
    assert hit.read_hit("vehicle", 8, 0, 2, 4, in_motion=True).hits is not False
    assert hit.read_hit("vehicle", 8, 0, 3, 3, in_motion=True).hits is False, "the lower die counts twice"
    assert hit.may_hit_by_chance(3, 2)
    assert not hit.may_hit_by_chance(4, 2)


def test_145_rate_breakdown_and_multiple_hits() -> None:
    assert [hit.keeps_rate(2, die) for die in (1, 2, 3)] == [True, True, False]
    assert not hit.keeps_rate(0, 1), "no rate: one shot"
    assert hit.breaks_down(11, 5, 6)
    assert not hit.breaks_down(12, 5, 6)
    assert hit.breaks_down(12, 5, 5, intensive=True)
    assert hit.breaks_down(12, 5, 6, shift=-1)
    assert hit.is_multiple_hit(gun("20L"), 3, 3)
    assert not hit.is_multiple_hit(gun("47"), 3, 3)


# 33.4


@pytest.mark.parametrize(
    ("key", "number"),
    [("ATR", 5), ("20L", 6), ("25LL", 7), ("37*", 7), ("37", 8), ("37L", 9), ("65*", 9), ("40L", 10), ("47", 10), ("75*", 10), ("37LL", 11), ("47L", 11), ("50", 11),
     ("50L", 13), ("88", 13), ("75", 14), ("105", 14), ("57L", 15), ("75L", 17), ("76L", 17), ("88L", 20), ("90L", 20), ("150*", 17), ("76LL", 23)],
)  # fmt: skip
def test_33_4_armour_piercing_shot_by_gun(key: str, number: int) -> None:
    assert kill.basic_number(gun(key), "ap", True) == number


@pytest.mark.parametrize(
    ("key", "ammunition", "changes"),
    [
        ("20L", "ap", (2, 1, 1, 0, 0, -1, -2, -3, -4, -5, None, None)), ("47", "ap", (1, 1, 0, 0, 0, -1, -2, -2, -3, -4, -4, -5)),
        ("75L", "ap", (1, 0, 0, 0, 0, -1, -1, -2, -2, -3, -3, -4)), ("50L", "apcr", (3, 2, 1, 0, -2, -4, -6, None, None, None, None, None)),
        ("75L", "apcr", (3, 2, 1, 0, -1, -3, -4, -5, -6, -7, None, None)), ("57L", "apds", (1, 0, 0, 0, 0, 0, -1, -2, -3, -4, None, None)),
        ("75*", "heat", (0,) * 12), ("75*", "he", (0,) * 12),
    ],
)  # fmt: skip
def test_33_4_range_changes_the_number_of_solid_shot(key: str, ammunition: str, changes: tuple[int | None, ...]) -> None:
    for change, range_ in zip(changes, (1, 2, 6, 12, 18, 24, 30, 36, 42, 48, 54, 60), strict=True):
        assert kill.range_change(gun(key), ammunition, range_) == change
    assert kill.range_change(gun("75L"), "ap", 78) == -5
    assert kill.range_change(gun("75L"), "ap", 79) is None


def test_33_4_high_explosive_hollow_charges_and_soft_targets() -> None:
    assert [kill.basic_number(gun(key), "he", True) for key in ("20L", "37", "47", "50", "75", "88", "105", "150")] == [3, 4, 5, 6, 7, 8, 10, 16]
    assert [kill.basic_number(gun(key), "he", False) for key in ("20L", "37", "47", "50", "75", "88", "105", "150")] == [6, 8, 9, 10, 12, 14, 16, 20]
    assert [kill.basic_number(gun(key), "ap", False) for key in ("20L", "37", "57L", "65*", "84*", "88L", "105")] == [7, 8, 8, 9, 9, 10, 11]
    assert [kill.basic_number(gun(key), "heat", True) for key in ("75*", "105", "65*", "150*", "40L")] == [13, 15, 11, 21, 0]
    assert kill.basic_number(gun("75*"), "heat", False) == 11
    assert kill.basic_number(gun("81*MTR"), "ap", True) == 0, "a mortar has none"


def test_33_41_armour_by_facing_turret_and_hull() -> None:
    assert list(kill.ARMOUR.items()) == list(zip(range(-5, 6), (0, 1, 2, 3, 4, 6, 8, 11, 14, 18, 26), strict=True))
    m13, matilda = WORLD.armoury.vehicles["it-m13-40"], WORLD.armoury.vehicles["br-matilda-ii"]
    assert kill.kill_number(gun("40L"), "ap", 6, m13.front, is_turret=False) == 10 - 3
    assert kill.kill_number(gun("40L"), "ap", 1, m13.front, is_turret=False) == 10 + 1 - 3
    assert kill.kill_number(gun("40L"), "ap", 6, m13.rear, is_turret=False, is_rear=True) == 10 - 3 + 1
    assert kill.kill_number(gun("47"), "ap", 6, matilda.front, is_turret=False) == 10 - 11
    assert kill.kill_number(gun("47"), "ap", 6, matilda.front, is_turret=True) == 10 - 8, "its turret is a step worse"
    assert kill.kill_number(gun("88L"), "ap", 24, matilda.front, is_turret=False) == 20 - 1 - 11
    assert kill.kill_number(gun("40L"), "ap", 6, m13.front, is_turret=False, is_critical=True) == 20 - 3
    assert kill.kill_number(gun("20L"), "ap", 55, m13.front, is_turret=False) is None, "too far"
    assert kill.kill_number(gun("40L"), "ap", 6, Armour(None, None), is_turret=False) == 8, "unarmoured: by calibre, at any range"


@pytest.mark.parametrize(
    ("number", "dice", "ammunition", "turret", "armoured", "result"),
    [
        (7, 3, "ap", False, True, kill.BURNS), (7, 4, "ap", False, True, kill.DESTROYED), (7, 6, "ap", False, True, kill.DESTROYED),
        (7, 7, "ap", False, True, kill.IMMOBILISED), (7, 7, "ap", True, True, kill.SHOCKED), (7, 8, "ap", False, True, kill.MAYBE_SHOCKED),
        (7, 8, "he", False, True, kill.IMMOBILISED), (7, 8, "he", True, True, kill.SHOCKED), (7, 9, "ap", False, True, kill.NOTHING),
        (20, 12, "ap", False, True, kill.NOTHING), (8, 4, "ap", False, False, kill.BURNS), (8, 7, "ap", False, False, kill.DESTROYED),
        (8, 8, "ap", False, False, kill.IMMOBILISED), (8, 9, "ap", False, False, kill.NOTHING), (None, 2, "ap", False, True, kill.NOTHING),
    ],
)  # fmt: skip
def test_66_what_the_dice_do_to_a_vehicle(number: int | None, dice: int, ammunition: str, turret: bool, armoured: bool, result: str) -> None:
    assert kill.read_kill(number, dice, ammunition, turret, armoured) == result


def test_66_a_vehicle_that_brews_up_burns_a_point_sooner_and_machine_guns_burn_nothing() -> None:
    assert kill.read_kill(7, 4, "ap", False, True, brews_up=True) == kill.BURNS
    assert kill.read_kill(7, 5, "ap", False, True, brews_up=True) == kill.DESTROYED
    assert [kill.read_machine_gun_kill(4, dice) for dice in (2, 3, 4, 5)] == [kill.DESTROYED, kill.DESTROYED, kill.STUNNED, kill.NOTHING]


# 34.4, 190.4


def test_34_4_firepower_of_shells_by_calibre() -> None:
    assert [he.firepower(mm) for mm in (15, 20, 30, 37, 50, 60, 70, 80, 100, 120, 150, 200)] == [0, 1, 2, 4, 6, 8, 12, 16, 20, 24, 30, 36]
    assert {key: found.he for key, found in GUNS.items() if found.he and found.he != he.firepower(found.calibre)} == {}, "ordnance.csv agrees"


def test_190_4_example_a_105_at_an_emplaced_gun_in_sand() -> None:
    shell = he.Burst(105, in_dry_sand=True)
    assert (he.direct_column(shell), he.near_column(shell)) == (20, 8)
    area = shell._replace(is_area=True)
    assert (he.direct_column(area), he.near_column(area)) == (8, 4)
    assert he.near_column(shell._replace(is_critical=True)) == 20, "halved by the sand, then doubled"
    assert he.near_column(he.Burst(105)) == 20


def test_190_4_145_32_a_near_miss_wrecks_the_gun_by_the_coloured_die() -> None:
    check = fire_result(8, 5, WORLD.fire)
    assert check.text == "2MC"
    assert [he.near_miss_wrecks(check, die) for die in (2, 3)] == [True, False]
    assert not he.near_miss_wrecks(fire_result(8, 9, WORLD.fire), 1), "a pin check is none"
    assert he.is_direct_hit(fire_result(20, 3, WORLD.fire))
    assert not he.is_direct_hit(fire_result(20, 4, WORLD.fire))


def test_186_16_190_4_191_41_stones_sand_and_sangars() -> None:
    assert he.ground_modifier(is_hammada=True, is_armoured=False) == -1
    assert he.ground_modifier(is_hammada=True, is_armoured=True) == 0
    killed = fire_result(20, 3, WORLD.fire)
    assert [he.ends_sangar(killed, mm, critical) for mm, critical in ((75, False), (50, False), (50, True))] == [True, False, True]
