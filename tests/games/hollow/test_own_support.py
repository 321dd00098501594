"""Batteries beyond the map and aircraft in a battle of one's own: bought, set up, called, and kept secret until they are used."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from amba.games.hollow.batteries import CARRIED
from amba.games.hollow.bot.advice_setup import value_give
from amba.games.hollow.counters import ALLIED, AXIS, BLACK, BOUGHT, BOUGHT_PLANE, CONTACT, OVERCAST, TURN, battery_track
from amba.games.hollow.orders import Give
from amba.games.hollow.rules.artillery.r045_contact import battery_by
from amba.games.hollow.rules.artillery.r150_flights import flight_of
from amba.games.hollow.rules.own_battle import MONTHS
from amba.games.hollow.rules.own_market import price_list, purse
from amba.games.hollow.state import HollowState
from amba.games.hollow.world import World
from amba.load.files import DataError
from tests.games.hollow.fights import fight
from tests.games.hollow.table import give, read, refusal_of
from tests.games.hollow.test_tank_market import GAME, market


def bought(*goods: str, campaign: str = "desert-1942", month: str = "June", **options: str) -> HollowState:
    s = market(campaign, month, **options)
    for key in goods:
        give(GAME, s, "buy", key)
    return s


def why(s: HollowState, *words: str) -> str:
    found = refusal_of(GAME, s, *words)
    return "" if found is None else found.rule


def test_46_a_battery_is_bought_with_its_set_once_a_leader_can_observe() -> None:
    s = bought("it-346")
    before = purse(s, AXIS)
    assert why(s, "buy", "ge-105+radio") == "45"
    give(GAME, s, "buy", "8-0")
    give(GAME, s, "buy", "ge-105+radio")
    assert before - purse(s, AXIS) == 12 + 70
    battery = s.plan.batteries[0]
    assert (battery.side, battery.module.key, battery.link, battery.number) == (AXIS, "ge-105", "radio", 2)
    assert s.weapon(battery.piece).kind == "radio"
    assert s.at[battery.piece] == s.world.entry[AXIS]
    assert battery_by(s, battery.piece) == battery
    assert s.tracks[battery_track(2, BLACK)] == battery.module.black
    assert why(s, "buy", "it-75+phone") == "45", "the leader has a set already"


def test_46_two_batteries_are_all_and_aircraft_of_one_kind() -> None:
    s = bought("it-346", "7-0", "7-0", "7-0", "it-75+radio", "it-81+phone", "it-mc202+air")
    assert [battery.link for battery in s.plan.batteries] == ["radio", "phone"]
    assert why(s, "buy", "it-75+radio") == "46"
    assert why(s, "buy", "ge-bf109-f+air") == "150"
    flight = flight_of(s, AXIS)
    assert flight is not None
    assert flight.plane.key == "it-mc202"
    assert len(s.field.around[flight.at]) < 6, "at the edge of the map"
    assert why(s, "buy", "br-25+radio") == "O", "not for this side"


def test_o_what_is_for_sale_is_what_a_scenario_file_of_the_month_may_have() -> None:
    for campaign in GAME.world.campaigns:
        month = campaign.first
        s = market(campaign.key, MONTHS[month - 1])
        for side in (ALLIED, AXIS):
            sold = {key.partition("+")[0] for key in price_list(s, side) if key in GAME.world.support}
            present, date = campaign.present(side, month), f"{campaign.month(month)}-15"
            listed = GAME.world.modules | GAME.world.planes
            assert sold == {key for key, one in listed.items() if one.nation in present and not one.why_not(date, campaign.land)}


def test_150_nobody_sells_aircraft_under_a_sky_in_which_they_do_not_fly() -> None:
    s = GAME.new("tank-battle", {})
    give(GAME, s, "campaign", "tunisia-1943")
    give(GAME, s, "month", "March")
    for roll in ("10", "2", "2", "2", "3", "1"):
        give(GAME, s, "roll", roll)
    assert s.tracks[OVERCAST]
    give(GAME, s, "buy", "it-346")
    assert why(s, "buy", "it-mc202+air") == "150"
    give(GAME, s, "levy", "tanks")
    assert not s.plan.flights, "nor does the program buy them"


def test_o_what_never_came_to_east_africa_is_not_for_sale_there() -> None:
    s = market("east-africa-1941", "November")
    for side, strangers in ((ALLIED, {"br-45"}), (AXIS, {"it-ju87"})):
        sold = {key.partition("+")[0] for key in price_list(s, side)}
        assert not strangers & sold
        assert sold & set(GAME.world.modules)


def test_o_in_secret_the_enemy_hears_of_a_battery_when_it_is_called_and_of_aircraft_when_the_die_is_thrown() -> None:
    s = bought("it-346", "8-0", "it-105+radio", "it-mc202+air")
    keys = [{track["key"] for track in GAME.view(s, side)["tracks"]} for side in (AXIS, ALLIED, None)]
    assert [{"battery-2", "aircraft-1"} <= found for found in keys] == [True, False, False]
    other = GAME.imagine(s, ALLIED, Random(1))
    assert not other.plan.batteries
    assert not other.plan.flights
    assert GAME.view(other, ALLIED) == GAME.view(s, ALLIED)
    assert GAME.imagine(s, AXIS, Random(1)).plan.batteries == s.plan.batteries
    s.tracks[battery_track(2, CONTACT)] = 1
    s.tracks[TURN] = 2
    assert {"battery-2", "aircraft-1"} <= {track["key"] for track in GAME.view(s, ALLIED)["tracks"]}
    assert GAME.imagine(s, ALLIED, Random(1)).plan.batteries


def test_o_openly_everybody_sees_it() -> None:
    s = bought("it-346", "8-0", "it-105+radio", purchases="open")
    assert "battery-2" in {track["key"] for track in GAME.view(s, ALLIED)["tracks"]}


def test_o_the_events_of_a_secret_purchase_name_nothing() -> None:
    s = bought("it-346", "8-0")
    events = give(GAME, s, "buy", "it-105+radio")
    seen = [found for e in events if (found := GAME.redact(s, e, ALLIED)) is not None]
    assert not [e for e in seen if "105" in str(e) or getattr(e, "track", 0) in range(BOUGHT, BOUGHT_PLANE + 2)]


def test_o_a_position_with_a_bought_battery_reads_back_and_copies_keep_it() -> None:
    s = bought("it-346", "8-0", "it-105+phone", "it-mc202+air")
    again = GAME.place(GAME.position(s))
    assert again.plan.batteries == s.plan.batteries
    assert again.plan.flights == s.plan.flights
    assert again.dump() == s.dump()
    fresh = GAME.new("tank-battle", {})
    fresh.restore(s.dump())
    assert fresh.copy().plan.batteries == s.plan.batteries
    fresh.restore(GAME.new("tank-battle", {}).dump())
    assert not fresh.plan.batteries


@pytest.mark.parametrize(("arm", "kind"), [("mixed", CARRIED[0]), ("guns", CARRIED[0]), ("tanks", "air")])
def test_o_the_program_buys_support_too(arm: str, kind: str) -> None:
    s = market("desert-1942", "June")
    give(GAME, s, "levy", arm)
    if kind == "air":
        assert s.plan.flights
    else:
        assert [battery.link for battery in s.plan.batteries] == [kind]
        assert any(s.is_leader(p) for p in s.here[s.world.entry[AXIS]])


def test_o_a_battle_with_batteries_is_fought_to_the_end() -> None:
    s = market("desert-1942", "June", purse="half")
    kinds = fight(GAME, s, 5)
    assert "buy" in kinds


def test_a_battery_without_a_price_is_refused(tmp_path: Path) -> None:
    text = (GAME.world.folder.read("artillery.csv")).replace(",38\n", ",dear\n", 1)
    (tmp_path / "artillery.csv").write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match="bpv"):
        World(tmp_path)


def test_46_the_program_gives_each_set_to_a_leader_of_its_own() -> None:
    s = bought("it-346", "8-0", "7-0", "it-75+radio", "it-81+phone")
    one, other = (battery.piece for battery in s.plan.batteries)
    leaders = [p for p in s.here[s.world.entry[AXIS]] if s.is_leader(p)]
    first = max(leaders, key=lambda leader: value_give(s, AXIS, Give(one, leader)))
    s.points[one] = first + 1
    s.changed_by_hand()
    assert max(leaders, key=lambda leader: value_give(s, AXIS, Give(other, leader))) != first


def test_o_whoever_has_bought_enough_says_so() -> None:
    s = bought("it-346")
    assert GAME.label(s, read(GAME, s, "done")) == "Buy nothing more"
