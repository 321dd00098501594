"""Vehicles with two guns, armour leaders, guns laid beforehand, and what changes hands (35, 145, 64, 176.73, 33.31, C)."""

from __future__ import annotations

from random import Random
from typing import Any, cast

from amba.core.game import Game
from amba.games.hollow.bot.advice import advice
from amba.games.hollow.bot.tanks import prey
from amba.games.hollow.frames import SettingUp
from amba.games.hollow.game import load
from amba.games.hollow.orders_armour import OtherGun
from amba.games.hollow.rules.armour.r063_guns import serving
from amba.games.hollow.rules.r029_vehicles import crew_morale, desert_points
from amba.games.hollow.rules.r064_commanders import commander_of
from amba.lab.laws import odds_are_the_odds
from tests.games.hollow.table import give, read, refusal_of
from tests.games.hollow.tanks import Drill, drill


def fire(text: str, phasing: str = "allied", phase: str = "prep", date: str = "1942-06-01", **more: Any) -> Drill:
    return drill({}, text, phasing, date, phase=phase, **more)


def lines(t: Drill, order: str) -> dict[str, str]:
    return {what: value for what, value, _ in t.preview(order).items}


def lawful(t: Drill, order: str) -> None:
    assert odds_are_the_odds(cast("Game", t.game), t.s, read(t.game, t.s, *t.words(order))) == []


GRANT = "aV1 E5 br-grant-a @3; x1 J5 it-346; xV1 L5 it-m13-40 @9"


def test_35_a_grant_fires_both_its_guns_in_one_phase() -> None:
    """37 mm in the turret, 75 mm in the hull: each once, and the hull's keeps to the hull's arc."""
    t = fire(GRANT)
    assert serving(t.s, t.piece("aV1")).gun == "37LL"
    t.do("engage aV1 xV1", "roll 6,4")
    assert t.refused("engage aV1 xV1").rule == "35"
    t.do("other-gun aV1")
    arms = serving(t.s, t.piece("aV1"))
    assert (arms.gun, arms.mount, arms.rof, arms.breakdown) == ("75M2", "NT", 1, 12), "B75, NT, rate 1, TK 13, as its line says"
    lawful(t, "engage aV1 xV1")
    t.do("engage aV1 xV1", "roll 6,4")
    assert t.refused("engage aV1 xV1").rule == "35"
    assert t.refused("other-gun aV1").rule == "35", "both have fired"


def test_35_the_crew_changes_over_once_before_it_fires() -> None:
    t = fire(GRANT)
    t.do("other-gun aV1")
    assert t.refused("other-gun aV1").rule == "35"
    assert fire("aV1 E5 br-crusader-i @3; xV1 L5 it-m13-40 @9").refused("other-gun aV1").rule == "35"


def test_145_each_of_two_guns_breaks_down_by_itself_and_keeps_its_own_ammunition() -> None:
    t = fire(GRANT)
    t.do("engage aV1 xV1", "roll 6,5")
    assert t.has("aV1", "malfunction"), "the printed 11 is the main gun's"
    t.do("other-gun aV1")
    assert not t.has("aV1", "malfunction")
    assert t.has("aV1", "other_broken")
    assert "shell aV1 J5" in t.menu(), "the 75 has high explosive"
    assert "shell aV1 J5 area" in t.menu()
    assert "shell aV1 J5 area" not in fire(GRANT).menu(), "the 37 of 1942 has none"


def test_8_who_fires_first_and_keeps_its_rate_does_not_drive_all_the_same() -> None:
    t = fire("xV1 E5 it-m13-40 @3; aV1 K5 br-crusader-i @9", "axis")
    t.do("engage xV1 aV1", "roll 1,6", "roll 12")
    assert not t.has("xV1", "prep_fired"), "it may fire on"
    t.do("done", "done")
    assert t.refused("wheel xV1").rule == "8"


def test_64_an_armour_leader_helps_aim_search_fight_and_get_free() -> None:
    led = fire("aV1 E5 br-crusader-i @3 commander_2; xV1 K5 it-m13-40 @9")
    assert lines(led, "engage aV1 xV1")["leader"] == "-1"
    lawful(led, "engage aV1 xV1")
    assert crew_morale(led.s, led.piece("aV1")) == 9
    assert crew_morale(fire("aV1 E5 br-crusader-i @3; xV1 K5 it-m13-40 @9").s, led.piece("aV1")) == 8
    assert "leader" not in lines(fire("aV1 E5 br-crusader-i @3 commander_2 recalled; xV1 K5 it-m13-40 @9"), "engage aV1 xV1")


def test_176_73_the_leader_counts_on_the_die_that_frees_a_vehicle() -> None:
    """9-2: a 3 frees it; a 6 makes it worse whatever he is."""
    t = drill({}, "aV1 E5 br-crusader-i @3 bogged commander_1 commander_2")
    assert t.preview("unbog aV1").column == "3 or less"
    lawful(t, "unbog aV1")
    t.do("unbog aV1", "roll 3")
    assert not t.has("aV1", "bogged")
    worse = drill({}, "aV1 E5 br-crusader-i @3 bogged commander_1 commander_2")
    worse.do("unbog aV1", "roll 6")
    assert worse.has("aV1", "immobile")
    assert worse.rolls == "crew check", "176.711: at the leader's morale"
    worse.do("roll 9")
    assert not worse.has("aV1", "abandoned"), "9 holds: it is the leader who checks"


def test_72_an_armour_leader_leads_an_overrun() -> None:
    t = drill({}, "xV1 E5 it-m13-40 @3 motion commander_2; a1 F5 br-457", "axis")
    t.do("wheel xV1")
    assert lines(t, "overrun F5")["armour leader 9-1"] == "-1"
    lawful(t, "overrun F5")


def test_177_a_leader_lost_with_his_tank_counts() -> None:
    plain = drill({}, "xV1 E5 it-m13-40 @3 wreck; a1 P5 br-457")
    led = drill({}, "xV1 E5 it-m13-40 @3 wreck commander_2; a1 P5 br-457")
    assert desert_points(led.s, 0) - desert_points(plain.s, 0) == 2


def setting(text: str, side: int, **more: Any) -> Drill:
    """In the middle of a side's set-up; the Axis sets up first."""
    return drill({}, text, phase="setup", frames=[["sequence of play"], ["setup", side]], **more)


def test_33_31_only_who_waits_for_the_enemy_lays_his_guns() -> None:
    text = "x1 E5 it-227 +xG1; xG1 E5 it-cannone-47-32 @3; a1 P5 br-228 +aG1; aG1 P5 br-oqf-2-pdr @9"
    t = setting(text, 1)
    assert t.refused("bore xG1 W5").rule == "33.31", "eighteen hexes away"
    t.do("bore xG1 L5")
    assert t.refused("bore xG1 M5").rule == "33.31", "one hex for each gun"
    seen = t.game.view(t.s, 0)
    assert "bore" not in str(seen), "his secret"
    assert "laid on" not in str(seen)
    assert "laid on 99L5" in t.game.view(t.s, 1)["pieces"]["xG1"]["note"]
    assert setting(text, 0).refused("bore aG1 L5").rule == "33.31"


def test_33_31_a_gun_laid_on_a_hex_hits_there_more_easily() -> None:
    text = "x1 E5 it-227 +xG1; xG1 E5 it-cannone-47-32 @3; aV1 L5 br-crusader-i @9"
    plain, laid = fire(text, "axis"), fire(text, "axis")
    laid.s.tracks[laid.game.names.track["xG1_bore"]] = laid.game.names.place["99L5"] + 1
    laid.s.changed_by_hand()
    assert lines(laid, "engage xG1 aV1")["M: bore sighted"] == "-2"
    assert not any(what.startswith("M:") for what in lines(plain, "engage xG1 aV1"))
    lawful(laid, "engage xG1 aV1")


def test_c_men_take_over_an_enemy_gun_that_nobody_serves() -> None:
    t = drill({}, "a1 E5 br-457; xG1 E5 it-cannone-47-32 @3; x1 P5 it-346")
    assert desert_points(t.s, 0) == 0
    t.do("serve a1 xG1")
    assert t.where("xG1") == "eliminated"
    assert t.where("aG1") == "E5"
    assert desert_points(t.s, 0) > 0, "177: captured equipment counts"
    manned = drill({}, "a1 E5 br-457; x1 E5 it-227 broken +xG1; xG1 E5 it-cannone-47-32 @3; x2 P5 it-346")
    assert manned.refused("serve a1 xG1").rule == "63"


def test_33_31_h_a_captured_gun_is_harder_to_aim_and_breaks_down_sooner() -> None:
    t = fire("a1 E5 br-457 +aG1; aG1 E5 it-cannone-47-32 @3; xV1 L5 it-m13-40 @9")
    assert lines(t, "engage aG1 xV1")["H: a captured gun"] == "+2"
    lawful(t, "engage aG1 xV1")
    t.do("engage aG1 xV1", "roll 4,6")
    assert t.has("aG1", "malfunction"), "two sooner than its 12"
    own = fire("x1 E5 it-227 +xG1; xG1 E5 it-cannone-47-32 @3; aV1 L5 br-crusader-i @9", "axis")
    assert not any(what.startswith("H:") for what in lines(own, "engage xG1 aV1"))


def test_c_a_captured_tank_is_driven_by_any_crew_and_starts_badly() -> None:
    t = drill({}, "a1 E5 br-228; aV1 E5 it-m13-40 @3 abandoned; x1 P5 it-346")
    t.do("man a1 aV1")
    assert not t.has("aV1", "abandoned")
    assert crew_morale(t.s, t.piece("aV1")) == 8, "the crew is British"
    t = drill({}, "aV1 E5 it-m14-41 @3; x1 P5 it-346", date="1942-06-01")
    t.do("wheel aV1", "start")
    assert t.rolls == "ground", "an engine that nobody knows is unreliable"
    lost = drill({}, "aV1 E5 it-m13-40 @3 wreck; x1 P5 it-346")
    assert desert_points(lost.s, 1) == 0, "what was taken from them counts for them no more"


def test_64_armour_leaders_ride_where_their_side_puts_them_or_in_the_first_tank() -> None:
    game = load()
    s = game.new("alam-halfa", {})
    rng = Random(1)
    while isinstance(s.frames[-1], SettingUp):
        game.apply(s, game.legal(s).pick(rng))
    assert [commander_of(s, v) is not None for v in s.vehicles(0)].count(True) == 1
    assert [found.key for v in s.vehicles(1) if (found := commander_of(s, v)) is not None] == ["9-1"]
    axis = game.new("alam-halfa", {})
    while axis.frames[-1] != SettingUp(1) or not axis.vehicles(1):
        game.apply(axis, game.legal(axis).pick(rng))
    last = axis.vehicles(1)[-1]
    if commander_of(axis, last) is None:
        assert refusal_of(game, axis, "command", game.names.pieces[last]) is None
        give(game, axis, "command", game.names.pieces[last])
    assert commander_of(axis, last) is not None
    refusal = refusal_of(game, axis, "command", game.names.pieces[last])
    assert refusal is not None
    assert refusal.rule == "64"


def test_bots_drive_over_weak_men_and_fire_both_guns_of_a_grant() -> None:
    t = drill({}, "xV1 E5 it-m13-40 @3 motion; a1 F5 br-457 broken; aL1 F5 broken", "axis")
    assert prey(t.s, 1, t.piece("xV1")) == [t.game.names.place["99F5"]]
    strong = drill({}, "xV1 E5 it-m13-40 @3 motion; a1 F5 br-457; a2 F5 br-457", "axis")
    assert prey(strong.s, 1, strong.piece("xV1")) == []
    grant = fire(GRANT)
    assert advice(grant.s, 0, OtherGun(grant.piece("aV1"))) < 0
    grant.do("engage aV1 xV1", "roll 6,4")
    assert advice(grant.s, 0, OtherGun(grant.piece("aV1"))) > 0


def test_35_16_both_guns_of_a_grant_fire_at_a_tank_that_moves() -> None:
    t = drill({}, "aV1 E5 br-grant-a @3; xV1 K5 it-l6-40 @9 motion", "axis", tracks={"allied_chance": 1})
    t.do("wheel xV1")
    t.do(next(order for order in t.menu() if order.startswith("ahead")))
    assert t.rolls == "to hit"
    t.do("roll 6,4")
    assert t.has("aV1", "main_done")
    assert t.rolls == "to hit", "the 75 fires at the same expenditure"
    t.do("roll 6,3")
    assert t.has("aV1", "main_done", "second_done", "second_gun")


def test_176_73_who_has_fired_first_does_not_try_to_get_free() -> None:
    t = fire("xV1 E5 it-m13-40 @3 bogged; aV1 K5 br-crusader-i @9", "axis")
    t.do("engage xV1 aV1", "roll 1,6", "roll 12", "done", "done")
    assert t.refused("unbog xV1").rule == "176.73", "though its gun has kept its rate"
