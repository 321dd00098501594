"""Gallop, cavalry charges and sidecars (110, 186.15)."""

from __future__ import annotations

from fractions import Fraction

from amba.games.hollow.bot.advice import advice
from amba.games.hollow.bot.advice_setup import value_give
from amba.games.hollow.climate import may_apply
from amba.games.hollow.counters import ALLIED, AXIS
from amba.games.hollow.game import load
from amba.games.hollow.orders import Give
from amba.games.hollow.rules.artillery.r150_flights import may_fly
from amba.games.hollow.rules.common import DOUBLING, NORMAL
from amba.games.hollow.rules.r005_movement import allowance
from amba.games.hollow.rules.r194_air import setting
from tests.games.hollow.table import menu_of, read
from tests.games.hollow.tanks import Drill, drill

GAME = load()

HORSEMEN = "a1 E5 br-457 +aW1; aW1 E5 horses"
QUIET = {"axis_chance": 0, "axis_otherwise": 0}


def factors(t: Drill, mode: str = NORMAL) -> int:
    unit = t.piece("a1")
    return allowance(t.s, unit, (unit,), mode)


def test_110_horses_gallop_for_eight_factors_more_and_are_spent() -> None:
    t = drill({}, f"{HORSEMEN}; x1 Z9 it-346")
    assert factors(t) == 12
    assert factors(t, DOUBLING) == 20
    t.do("walk a1 R5 double")
    assert t.has("a1", "exhausted")
    cycles = drill({}, "a1 E5 br-457 +aW1; aW1 E5 motorcycles; x1 Z9 it-346")
    assert cycles.refused("walk a1 R5 double").rule == "110"


def test_110_sidecars_have_24_points_and_fall_in_hammada_as_motorcycles_do() -> None:
    t = drill({"hammada": "F5"}, "a1 E5 br-457 +aW1; aW1 E5 sidecars; x1 Z9 it-346")
    assert factors(t) == 22
    t.do("walk a1 F5")
    assert t.rolls == "motorcycle"
    t.do("roll 11")
    assert t.has("a1", "broken")
    assert t.where("aW1") == "eliminated"


def test_110_a_charge_rides_the_enemy_down_at_three_times_the_firepower_and_in() -> None:
    t = drill({}, f"{HORSEMEN}; x1 J5 it-346", tracks=QUIET)
    t.do("sabre a1 J5")
    assert t.rolls == "sabre"
    t.do("roll 3")
    while t.rolls:
        t.do("roll 12" if t.rolls != "pick" else t.menu()[0])
    assert t.where("a1") == t.where("aW1") == "J5"
    assert t.has("a1", "exhausted", "moved")


def test_110_the_odds_of_a_charge_are_those_of_the_column_of_twelve() -> None:
    t = drill({}, f"{HORSEMEN}; x1 J5 it-346", tracks=QUIET)
    found = t.preview("sabre a1 J5")
    assert found.column == "12"
    assert sum(chance.chance for chance in found.odds) == 1
    assert found.path[0] == "99E5"
    assert found.path[-1] == "99J5"
    behind = drill({"wall": "I5/J5 I6/J5 J4/J5 J5/J6 J5/K5 J5/K6"}, f"{HORSEMEN}; x1 J5 it-346", tracks=QUIET)
    assert next(c.chance for c in behind.preview("sabre a1 J5").odds if c.label == "-") > next(
        (c.chance for c in found.odds if c.label == "-"), Fraction(0)
    )


def test_110_no_charge_without_horses_or_way_or_enemy_nor_at_vehicles_or_into_buildings() -> None:
    t = drill({"building": "J5"}, f"{HORSEMEN}; a2 F6 br-457; x1 J5 it-346; x2 GG5 it-346; x3 H8 it-346; xV1 H8 it-m13-40 @3", tracks=QUIET)
    assert t.refused("sabre a2 J5").rule == "110", "on foot"
    assert t.refused("sabre a1 J5").rule == "110", "a building"
    assert t.refused("sabre a1 GG5").rule == "110", "too far"
    assert t.refused("sabre a1 G5").rule == "110", "nobody there"
    assert t.refused("sabre a1 H8").rule == "110", "a tank among them"
    assert not [order for order in t.menu() if order.startswith("sabre")]


def test_110_who_is_shot_off_his_horse_on_the_way_does_not_charge() -> None:
    t = drill({}, f"{HORSEMEN}; x1 J5 ge-548; x2 J5 ge-548", tracks={"axis_chance": 1, "axis_otherwise": 0})
    t.do("sabre a1 J5")
    while t.rolls and t.rolls != "sabre":
        t.do("roll 1,1" if t.rolls == "fire" else "roll 12" if t.rolls != "pick" else t.menu()[0])
    assert t.rolls != "sabre"
    assert t.where("a1") != "J5"


def test_110_horsemen_and_those_who_are_left_fight_hand_to_hand() -> None:
    t = drill({}, f"{HORSEMEN}; x1 J5 it-346", tracks=QUIET)
    t.do("sabre a1 J5", "roll 12")
    while t.rolls:
        t.do("roll 2")
    assert t.where("a1") == t.where("x1") == "J5"
    while t.s.phase % 8 < 7:
        t.do("done")
    assert [order for order in t.menu() if order.startswith("target")]


def test_110_bots_charge_who_lies_open_and_stay_in_the_saddle_until_then() -> None:
    t = drill({}, f"{HORSEMEN}; x1 M5 it-336", tracks=QUIET)
    orders = {" ".join(words): order for words in menu_of(t.game, t.s) for order in [read(t.game, t.s, *words)]}
    worth = {text: advice(t.s, ALLIED, order) for text, order in orders.items()}
    assert max(worth, key=lambda text: worth[text]) == "sabre a1 99M5"
    assert advice(t.s, ALLIED, orders["dismount a1"]) < 0
    guns = drill({}, f"{HORSEMEN}; x1 M5 it-336; x2 O5 it-447 +xW1; xW1 O5 it-hmg; x3 O6 it-447 +xW2; xW2 O6 it-hmg", tracks=QUIET)
    charge = read(guns.game, guns.s, "sabre", "a1", "99M5")
    assert advice(guns.s, ALLIED, charge) < worth["sabre a1 99M5"], "the fire on the way counts"


def test_194_8_110_two_battles_of_history_show_mud_and_horses() -> None:
    keru, qasaba = (GAME.new(scenario, {}) for scenario in ("keru", "qasaba"))
    assert sum(keru.world.weapons[face].kind == "horse" for piece, face in keru.plan.faces.items() if keru.is_weapon(piece)) == 7
    assert may_apply("194.8", setting(qasaba))
    assert not may_fly(qasaba)


def test_110_the_program_puts_the_horsemen_on_the_horses_and_the_foot_behind_the_guns() -> None:
    s = GAME.new("keru", {})
    key = GAME.names.piece
    horse, gun = (next(p for p in s.plan.faces if s.is_weapon(p) and s.world.weapons[s.plan.faces[p]].kind == kind) for kind in ("horse", "mmg"))
    rider, foot = key["x1"], key["x7"]
    assert value_give(s, AXIS, Give(horse, rider)) > value_give(s, AXIS, Give(horse, foot))
    assert value_give(s, AXIS, Give(gun, foot)) > value_give(s, AXIS, Give(gun, rider))
