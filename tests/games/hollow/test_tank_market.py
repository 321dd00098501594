"""A battle of one's own with tanks and guns: the campaign, the price list by month and theatre, and what the program buys."""

from __future__ import annotations

from pathlib import Path

import pytest

from amba.core.decision import CHANCE
from amba.games.hollow.book import HERE
from amba.games.hollow.counters import AA_MOUNT, ALLIED, AXIS, CAMPAIGN, GROUND, MONTH, OVERCAST
from amba.games.hollow.game import Hollow, load
from amba.games.hollow.rules.armour.r055_vehicle_mines import ANTI_TANK, factors_of, is_known_mined
from amba.games.hollow.rules.captured import is_captured
from amba.games.hollow.rules.own_market import label_of, price_list, purse
from amba.games.hollow.rules.r029_vehicles import desert_value, has_roof_gun
from amba.games.hollow.rules.r194_weather import GROUNDS
from amba.games.hollow.scenario_ground import NO_MINES
from amba.games.hollow.state import HollowState
from amba.load.files import DataError
from tests.games.hollow.fights import fight
from tests.games.hollow.table import give, refusal_of

GAME = load()


def market(campaign: str, month: str, **options: str) -> HollowState:
    """The Axis is about to buy."""
    s = GAME.new("tank-battle", options)
    give(GAME, s, "campaign", campaign)
    give(GAME, s, "month", month)
    for roll in ("4", "3", "2", "2", "3", "1"):
        give(GAME, s, "roll", roll)
    return s


def kinds(s: HollowState, side: int) -> list[str]:
    """What a side has bought, by key."""
    found = []
    for p in s.here[s.world.entry[side]]:
        one = (
            s.vehicle(p)
            if s.is_vehicle(p)
            else s.gun(p)
            if s.is_gun(p)
            else s.squad(p)
            if s.is_man(p)
            else s.leader(p)
            if s.is_leader(p)
            else s.weapon(p)
        )
        found.append(one.key)
    return found


def test_o_campaign_and_month_make_the_date_the_land_and_the_nations() -> None:
    s = market("tunisia-1943", "March")
    assert (s.tracks[CAMPAIGN], s.tracks[MONTH]) == (5, 3)
    assert (s.plan.data["date"], s.plan.data["land"]) == ("1943-03-15", "tunisia")
    again = GAME.new("tank-battle", {})
    again.restore(s.dump())
    assert again.plan.data["date"] == "1943-03-15"
    assert s.copy().plan.data["land"] == "tunisia"


def test_194_2_only_months_of_the_campaign() -> None:
    s = GAME.new("tank-battle", {})
    give(GAME, s, "campaign", "tunisia-1942")
    refusal = refusal_of(GAME, s, "month", "June")
    assert refusal is not None
    assert refusal.rule == "194.2"
    assert refusal_of(GAME, s, "month", "December") is None


def test_o_nobody_fights_where_there_is_no_campaign() -> None:
    refusal = refusal_of(GAME, GAME.new("tank-battle", {}), "campaign", "moon-1969")
    assert refusal is not None
    assert "tunisia-1943" in str(refusal.values["all"])


def test_vn_8_b_the_m13_40_is_dearer_when_it_is_rare() -> None:
    """BPV 34: 1.0 in February 1941, 1.5 in March, 1.0 again in November."""
    assert [price_list(market("desert-1941", month), AXIS)["it-m13-40"] for month in ("January", "February", "March", "November")] == [41, 34, 51, 34]
    assert "it-m14-41" not in price_list(market("desert-1941", "March"), AXIS)
    assert price_list(market("desert-1942", "July"), AXIS)["it-m14-41"] == 36


def test_vn_19_b_armoured_cars_of_east_africa() -> None:
    east = price_list(market("east-africa-1941", "February"), AXIS)
    assert east["it-lancia-izm"] == 39  # 26 times 1.5
    assert "it-lancia-izm" not in price_list(market("desert-1941", "February"), AXIS)
    assert "it-m13-40" not in east


def test_o_nations_come_in_their_month() -> None:
    assert not any(key.startswith("ge-") for key in price_list(market("desert-1941", "January"), AXIS))
    assert {"ge-467", "ge-pzkpfw-iiig", "ge-5cm-pak-38"} <= set(price_list(market("desert-1941", "February"), AXIS))
    tunisia = set(price_list(market("tunisia-1943", "February"), ALLIED))
    assert {"am-666", "am-747", "us-m4a1", "us-37mm-m3a1", "br-457", "am-bazooka"} <= tunisia
    assert not any(key.startswith(("am-", "us-")) for key in price_list(market("desert-1942", "October"), ALLIED))


def test_63_a_gun_brings_its_crew() -> None:
    s = market("desert-1941", "November")
    before = purse(s, AXIS)
    give(GAME, s, "buy", "it-cannone-47-32")
    assert kinds(s, AXIS) == ["it-227", "it-cannone-47-32"] or set(kinds(s, AXIS)) == {"it-227", "it-cannone-47-32"}
    assert before - purse(s, AXIS) == 30


def test_o_a_platoon_and_a_battery_are_bought_set_up_and_count_a_tenth() -> None:
    s = market("desert-1941", "November")
    for key in ("it-346", *["it-m13-40"] * 4, *["it-cannone-47-32"] * 2):
        assert refusal_of(GAME, s, "buy", key) is None
        give(GAME, s, "buy", key)
    tanks = [p for p in s.here[s.world.entry[AXIS]] if s.is_vehicle(p)]
    assert [desert_value(s, tank) for tank in tanks] == [4] * 4, "177: a tenth of 34, rounded up"
    guns = [p for p in s.here[s.world.entry[AXIS]] if s.is_gun(p)]
    assert [desert_value(s, gun) for gun in guns] == [3, 3]
    give(GAME, s, "done")
    give(GAME, s, "levy", "mixed")
    give(GAME, s, "done")
    while (decision := GAME.decision(s)) is not None and decision.kind == "dummies":
        GAME.apply(s, GAME.outcomes(s)[0][0])
    assert decision is not None
    assert (decision.kind, decision.who) == ("setup", AXIS)
    place = s.world.names.places[min(s.plan.groups[AXIS].hexes)]
    assert refusal_of(GAME, s, "place", s.world.names.pieces[tanks[0]], place) is None


def test_mn_c_the_machine_gun_on_the_roof_costs_more_and_is_there() -> None:
    s = market("desert-1941", "November")
    assert price_list(s, AXIS)["it-m13-40+aa"] == 34 + 3
    give(GAME, s, "buy", "it-346")
    give(GAME, s, "buy", "it-m13-40+aa")
    give(GAME, s, "buy", "it-m13-40")
    armed, plain = (p for p in s.here[s.world.entry[AXIS]] if s.is_vehicle(p))
    assert s.has(armed, AA_MOUNT)
    assert has_roof_gun(s, armed)
    assert not has_roof_gun(s, plain)


def test_180_half_of_the_german_squads_of_1942_are_elite() -> None:
    s = market("desert-1942", "June")
    give(GAME, s, "buy", "ge-467")
    refusal = refusal_of(GAME, s, "buy", "ge-467")
    assert refusal is not None
    assert refusal.rule == "180"
    assert refusal_of(GAME, s, "buy", "it-347") is None
    give(GAME, s, "buy", "ge-468")
    assert refusal_of(GAME, s, "buy", "ge-467") is None
    early = market("desert-1941", "November")
    give(GAME, early, "buy", "ge-467")
    assert refusal_of(GAME, early, "buy", "ge-467") is None


def test_c_captured_tanks_are_dear_and_hit_worse() -> None:
    s = market("desert-1941", "March")
    allied = price_list(s, ALLIED)
    assert allied["it-m13-40"] == 55, "34 times 1.6"
    assert "it-autocarro-l" not in allied
    give(GAME, s, "buy", "it-346")
    give(GAME, s, "done")
    give(GAME, s, "buy", "br-457")
    give(GAME, s, "buy", "it-m13-40")
    give(GAME, s, "buy", "br-a13-mk-ii")
    taken, own = (p for p in s.here[s.world.entry[ALLIED]] if s.is_vehicle(p))
    assert (is_captured(s, taken), is_captured(s, own)) == (True, False)


def test_c_captured_guns_are_dear_and_served_by_ones_own_men() -> None:
    s = market("desert-1942", "June")
    assert price_list(s, AXIS)["br-oqf-25-pdr"] == 48, "30 times 1.6"
    assert label_of(s, AXIS, "br-oqf-25-pdr").startswith("captured ")
    assert not label_of(s, AXIS, "it-cannone-47-32").startswith("captured ")
    give(GAME, s, "buy", "br-oqf-25-pdr")
    gun = next(p for p in s.here[s.world.entry[AXIS]] if s.is_gun(p))
    assert is_captured(s, gun)
    assert set(kinds(s, AXIS)) == {"it-227", "br-oqf-25-pdr"}


@pytest.mark.parametrize("arm", ["tanks", "guns", "foot", "mixed"])
@pytest.mark.parametrize(
    ("campaign", "month"), [("desert-1940", "December"), ("desert-1942", "June"), ("tunisia-1943", "February"), ("east-africa-1941", "February")]
)
def test_o_the_program_buys_for_who_wants_it(campaign: str, month: str, arm: str) -> None:
    s = market(campaign, month)
    events = give(GAME, s, "levy", arm)
    assert [GAME.redact(s, event, ALLIED) for event in events] == [None] * len(events), "what it buys is a secret"
    bought = kinds(s, AXIS)
    tanks, guns = (sum(key in faces for key in bought) for faces in (s.world.vehicle_face, s.world.gun_face))
    assert purse(s, AXIS) < 12, "little is left"
    assert {"tanks": tanks >= 3, "guns": guns >= 3, "foot": tanks == 0, "mixed": tanks and guns}[arm]
    assert any(key in s.world.leader_face for key in bought)
    assert refusal_of(GAME, s, "done") is None


def test_o_men_alone_buy_for_themselves() -> None:
    s = GAME.new("own-battle", {})
    give(GAME, s, "month", "June")
    for roll in ("4", "3", "2", "2", "3", "1"):
        give(GAME, s, "roll", roll)
    assert refusal_of(GAME, s, "levy", "mixed") is not None
    assert "it-mortar" not in price_list(s, AXIS), "what rolls to hit belongs to battles with tanks"


def test_o_purchases_may_be_open_and_purses_larger() -> None:
    s = market("desert-1941", "November", purchases="open", purse="double")
    assert purse(s, AXIS) == 2 * 320
    told = [GAME.redact(s, event, ALLIED) for event in give(GAME, s, "buy", "it-m13-40")]
    assert [GAME.sentence(event) for event in told if event is not None] == ["Bought for the Axis: M13/40."]


def test_vn_intro_allied_italians_and_fascists_of_1945(tmp_path: Path) -> None:
    """Italians on the Allied side have British lorries as their own; what is the Fascists' alone only the other side has."""
    text = (HERE / "data" / "campaigns.csv").read_text(encoding="utf-8")
    (tmp_path / "campaigns.csv").write_text(text + "italy-1945,Italy 1945,italy,1945,1,5,italian,italian german\n", encoding="utf-8")
    game = load(tmp_path)
    s = game.new("tank-battle", {})
    give(game, s, "campaign", "italy-1945")
    give(game, s, "month", "February")
    for roll in ("4", "3", "2", "2", "3", "1"):
        give(game, s, "roll", roll)
    allied, axis = price_list(s, ALLIED), price_list(s, AXIS)
    assert (allied["br-3-ton-lorry"], allied["br-carrier-a-bren"]) == (16, 20)
    assert "br-sherman-iii-a" not in allied
    assert axis["it-m15-42"] == 55, "39 times 1.4"
    assert "it-m15-42" not in allied
    give(game, s, "buy", "it-346")
    give(game, s, "done")
    give(game, s, "buy", "it-346")
    give(game, s, "buy", "br-3-ton-lorry")
    lorry = next(p for p in s.here[s.world.entry[ALLIED]] if s.is_vehicle(p))
    assert not is_captured(s, lorry)


FIXED = """
key = "fixed"
title = "A day of one's own"
source = "reconstruction"
note = "For tests."
date = "1942-08-31"
land = "egypt"
turns = 4
layout = [[{ board = 62 }]]
own_design = true
armour = true
fixed_date = true
[sides.allied]
nation = "british"
points = 120
[sides.axis]
nation = "german"
points = 120
[weather]
ground = "wet"
sky = "overcast"
[buy.allied]
hexes = ["62A-E"]
[buy.axis]
nations = ["german", "italian"]
hexes = ["62M-P"]
[victory]
kind = "points"
text = "Points."
"""


def fixed(folder: Path, text: str) -> tuple[Hollow, HollowState]:
    (folder / "scenarios").mkdir()
    (folder / "scenarios" / "fixed.toml").write_text(text, encoding="utf-8")
    game = load(folder)
    return game, game.new("fixed", {})


@pytest.mark.parametrize(
    ("goods", "why"),
    [
        ("br-grant-a", "it served from 1942-05 to 1943-05"),
        ("it-l6-40", "it was not to be had in north africa in 1941-11, but 1941-12 to 1943-05"),
        ("it-smv-m42-75-18", "but 1943-09 to 1943-09 (italy)"),
        ("ge-ju87-d+air", "it served from 1942-01 to 1943-05"),
        ("am-105+radio", "it served from 1942-11 to 1943-05"),
        ("am-747", "no American troops are there"),
        ("br-quad-fat", "it is British"),
        ("it-m14-41+aa", "but 1942-01 to 1943-05"),
        ("it-autocarro-l+aa", "it has no other machine gun"),
        ("radio", "nobody sells that"),
    ],
)
def test_o_who_asks_for_what_is_not_for_sale_hears_why(goods: str, why: str) -> None:
    found = refusal_of(GAME, market("desert-1941", "November"), "buy", goods)
    assert found is not None
    assert why in found.text


def test_o_where_men_fight_alone_nobody_sells_tanks() -> None:
    s = GAME.new("own-battle", {})
    give(GAME, s, "month", "May")
    while (decision := GAME.decision(s)) is not None and decision.who == CHANCE:
        GAME.apply(s, GAME.outcomes(s)[0][0])
    found = refusal_of(GAME, s, "buy", "it-m13-40")
    assert found is not None
    assert "here men fight alone" in found.text


def test_o_a_file_may_fix_the_day_and_the_sky_is_rolled_for_it(tmp_path: Path) -> None:
    game, s = fixed(tmp_path, FIXED)
    for roll in ("4", "3", "2", "2", "3", "1"):
        give(game, s, "roll", roll)
    decision = game.decision(s)
    assert decision is not None
    assert (decision.kind, decision.who) == ("buy", AXIS), "nobody was asked for a campaign or a month"
    assert price_list(s, AXIS)["ge-pzkpfw-iiil"] == 63, "48 times 1.3, in August 1942"
    assert {"it-m14-41", "ge-468"} <= price_list(s, AXIS).keys()


def test_194_1_beyond_the_arid_lands_the_weather_of_the_file_holds(tmp_path: Path) -> None:
    """Italy in 1945, where the Italians of the Allied side have British lorries as their own (VN intro)."""
    italy = FIXED.replace("1942-08-31", "1945-04-10").replace('"egypt"', '"italy"').replace('nation = "british"', 'nation = "italian"')
    game, s = fixed(tmp_path, italy)
    decision = game.decision(s)
    assert decision is not None
    assert decision.kind == "buy"
    assert (GROUNDS[s.tracks[GROUND]], s.tracks[OVERCAST]) == ("wet", 1)
    assert price_list(s, ALLIED)["br-3-ton-lorry"] == 16
    assert price_list(s, AXIS)["it-m15-42"] == 55
    fight(game, s, 1)
    assert game.result(s) is not None


def test_mn_n_a_scenario_may_not_have_what_its_month_had_not(tmp_path: Path) -> None:
    own = (HERE / "data" / "scenarios" / "lesson-3.toml").read_text(encoding="utf-8").replace('"lesson-3"', '"mine"')
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "mine.toml").write_text(own.replace("1940-12-20", "1941-03-20"), encoding="utf-8")
    with pytest.raises(DataError, match="'it-m11-39\\*2': it was not to be had in north africa in 1941-03, but 1940-08 to 1941-02"):
        load(tmp_path).new("mine", {})


@pytest.mark.parametrize("seed", [1])
def test_o_a_battle_with_tanks_is_fought_to_the_end(seed: int) -> None:
    s = GAME.new("tank-battle", {})
    fight(GAME, s, seed)
    assert GAME.result(s) is not None


def test_o_45_the_question_says_what_waits_for_men_and_for_a_leader() -> None:
    """What men carry and batteries are not in the list before somebody can carry or call them. The question says so, whatever has been bought: the enemy reads it."""
    s = market("desert-1942", "July")
    before = GAME.decision(s)
    assert before is not None
    assert before.text.endswith("What men carry comes into the list once you have men, a battery once you have a leader to observe for it.")
    weapon, battery = (
        refusal_of(GAME, s, "buy", "it-lmg"),
        refusal_of(GAME, s, "buy", next(key for key in price_list(s, AXIS) if key.endswith("+radio"))),
    )
    assert (weapon and weapon.rule, battery and battery.rule) == ("O", "45")
    give(GAME, s, "buy", "it-347")
    give(GAME, s, "buy", "8-0")
    assert GAME.decision(s) == before
    alone = GAME.new("own-battle", {})
    give(GAME, alone, "month", "June")
    for roll in ("4", "3", "2", "2", "3", "1"):
        give(GAME, alone, "roll", roll)
    men = GAME.decision(alone)
    assert men is not None
    assert men.text.endswith("What men carry comes into the list once you have men.")


def test_86_7_anti_tank_mines_are_for_sale_where_there_are_tanks() -> None:
    """Three factors at three times the price of those against men: nine of these would cost 18. They are set up, one counter to a hex, and a tank drives onto them."""
    s = market("desert-1942", "July")
    assert price_list(s, AXIS)["anti-tank-mines"] == 18
    assert label_of(s, AXIS, "anti-tank-mines") == "3 factors of anti-tank mines for 18"
    for goods in ("it-347", "anti-tank-mines", "anti-tank-mines"):
        give(GAME, s, "buy", goods)
    give(GAME, s, "done")
    give(GAME, s, "buy", "br-457")
    give(GAME, s, "done")
    while (decision := GAME.decision(s)) is not None and decision.who == CHANCE:
        GAME.apply(s, GAME.outcomes(s)[0][0])
    first, second = (p for p in s.here[s.world.entry[AXIS]] if s.is_work(p))
    names = s.world.names
    group = next(group for group in s.plan.groups if group.side == AXIS)
    spot, other = [place for place in sorted(group.hexes) if not s.field.has(place, *NO_MINES)][:2]
    give(GAME, s, "place", names.pieces[first], names.places[spot])
    assert (s.at[first], s.face[first], factors_of(s, first)) == (spot, ANTI_TANK, 3)
    assert is_known_mined(s, AXIS, spot)
    assert is_known_mined(s, ALLIED, spot), "they lie in sight of both"
    refusal = refusal_of(GAME, s, "place", names.pieces[second], names.places[spot])
    assert refusal is not None
    assert refusal.rule == "86.7"
    stones = next((place for place in sorted(group.hexes) if s.field.has(place, *NO_MINES)), None)
    if stones is not None:
        refusal = refusal_of(GAME, s, "place", names.pieces[second], names.places[stones])
        assert refusal is not None
        assert refusal.rule == "55"
    give(GAME, s, "place", names.pieces[second], names.places[other])


def test_86_7_nobody_sells_anti_tank_mines_to_men_alone() -> None:
    assert "anti-tank-mines" not in price_list(GAME.new("own-battle", {}), AXIS)


def test_86_7_a_battle_with_bought_anti_tank_mines_is_set_up_and_fought_to_the_end() -> None:
    s = market("desert-1942", "July")
    for goods in ("anti-tank-mines", "anti-tank-mines", "it-347"):
        give(GAME, s, "buy", goods)
    give(GAME, s, "levy", "mixed")
    give(GAME, s, "done")
    give(GAME, s, "levy", "mixed")
    give(GAME, s, "done")
    fight(GAME, s, 5)
    assert GAME.result(s) is not None


def test_o_the_program_is_not_asked_for_more_where_it_would_buy_nothing() -> None:
    """Conscripts could still be had, but it takes none: an order that does nothing is refused, so that no bot gives it for ever."""
    s = market("desert-1942", "July")
    for goods in ("anti-tank-mines", "anti-tank-mines", "anti-tank-mines", "it-347"):
        give(GAME, s, "buy", goods)
    while not refusal_of(GAME, s, "levy", "mixed"):
        before = purse(s, AXIS)
        give(GAME, s, "levy", "mixed")
        assert purse(s, AXIS) < before
    refusal = refusal_of(GAME, s, "levy", "mixed")
    assert refusal is not None
    assert refusal.rule == "O"
