"""A battle of one's own: rolled sky, bought forces."""

from __future__ import annotations

from random import Random

import pytest

from amba.core.decision import CHANCE
from amba.games.hollow.counters import ALLIED, AXIS, DUST, GROUND, HAZE, MIST, MONTH, NIGHT, OVERCAST, SUN, WIND, WIND_FROM
from amba.games.hollow.game import load
from amba.games.hollow.rules.own_market import label_of, price_list, purse
from amba.games.hollow.rules.r055_laying import laid, room, secret_room
from amba.games.hollow.rules.r194_weather import GROUNDS
from amba.games.hollow.state import HollowState
from tests.games.hollow.fights import fight
from tests.games.hollow.table import give, refusal_of

GAME = load()


def begun(month: str = "June", *dice: str, options: dict[str, str] | None = None) -> HollowState:
    """The battle after its rolls: sky, hour, ground, wind, direction, dust."""
    s = GAME.new("own-battle", options or {})
    give(GAME, s, "month", month)
    for roll in dice:
        give(GAME, s, "roll", roll)
    return s


def test_o_month_sky_hour_ground_wind_and_dust_come_before_everything_else() -> None:
    s = GAME.new("own-battle", {})
    kinds = []
    rng = Random(3)
    while (decision := GAME.decision(s)) is not None and decision.kind != "buy":
        kinds.append(decision.kind)
        action = rng.choice(GAME.outcomes(s))[0] if decision.who == CHANCE else GAME.legal(s).pick(rng)
        GAME.apply(s, action)
    assert kinds == ["month", "sky", "hour", "ground", "wind", "wind_from", "dust"]


def test_194_2_194_3_194_4_194_5_the_tables_are_rolled() -> None:
    s = begun("June", "4", "3", "2", "6", "3", "4")
    assert s.tracks[MONTH] == 6
    assert (s.tracks[OVERCAST], s.tracks[SUN], s.tracks[HAZE]) == (0, 0, 2), "midday in North Africa: intense haze"
    assert GROUNDS[s.tracks[GROUND]] == "dry"
    assert (s.tracks[WIND], s.tracks[WIND_FROM]) == (2, 2)
    assert s.tracks[DUST] == 1, "4 and 1 for the heavy wind"


def test_194_3_early_morning_in_january_is_misty_and_moist() -> None:
    s = begun("January", "4", "1", "6")
    assert (s.tracks[SUN], s.tracks[MIST]) == (1, 1)
    assert GROUNDS[s.tracks[GROUND]] == "moist"


def test_194_3_overcast_leaves_only_the_night() -> None:
    s = begun("January", "7", "1")
    assert (s.tracks[OVERCAST], s.tracks[SUN]) == (1, 0)
    assert begun("January", "7", "6").tracks[NIGHT] == 1


def test_194_3_players_may_agree_that_night_is_day() -> None:
    assert begun("June", "4", "6", options={"night": "day"}).tracks[NIGHT] == 0


def test_194_4_mud_in_the_sky_is_mud_on_the_ground() -> None:
    assert GROUNDS[begun("April", "2", "3", "6").tracks[GROUND]] == "mud"


def test_194_701_no_dust_on_ground_that_is_not_dry() -> None:
    s = begun("January", "4", "3", "1", "6", "1", "6")
    assert s.tracks[DUST] == 0


def bought(*keys: str) -> HollowState:
    s = begun("June", "4", "3", "2", "2", "3", "1")
    for key in keys:
        refusal = refusal_of(GAME, s, "buy", key)
        assert refusal is None, refusal
        give(GAME, s, "buy", key)
    return s


def test_o_what_is_bought_is_paid_for_and_waits_to_be_set_up() -> None:
    s = bought("it-346", "8-0", "it-lmg", "sangar", "dummy")
    assert GAME.decision(s).who == AXIS  # type: ignore[union-attr]  # the defender buys
    assert purse(s, AXIS) == 280 - 15 - 30 - 12 - 10 - 3
    assert len(s.here[s.world.entry[AXIS]]) == 5


def test_o_what_one_side_buys_the_other_does_not_learn() -> None:
    """Neither from the log nor from the orders, the prompt or the purse: dummies and mines would be worth nothing."""
    s = begun("June", "4", "3", "2", "2", "3", "1")
    before = GAME.view(s, ALLIED)
    events = [*give(GAME, s, "buy", "it-346"), *give(GAME, s, "buy", "dummy")]
    assert [GAME.redact(s, event, ALLIED) for event in events] == [None] * len(events)
    assert any(GAME.redact(s, event, AXIS) for event in events)
    assert GAME.redact_action(s, ("buy", "dummy"), AXIS, ALLIED) == ("buy", "?")
    assert GAME.view(s, ALLIED) == before
    assert GAME.view(s, AXIS) != before


def test_o_charges_and_flamethrowers_are_sold_to_everybody() -> None:
    for side in (ALLIED, AXIS):
        assert {"dc", "ft"} <= set(price_list(bought(), side))


def test_o_nobody_buys_more_than_he_can_pay_nor_the_enemys_men() -> None:
    s = bought("it-346", "10-3", "10-2")
    dear = refusal_of(GAME, s, "buy", "10-2")
    assert dear is not None
    assert dear.rule == "O"
    assert ("left", str(purse(s, AXIS)), "O") in dear.items
    assert refusal_of(GAME, s, "buy", "br-457") is not None
    assert "br-457" not in price_list(s, AXIS)
    assert {"it-447", "ge-467", "9-1", "wire"} <= set(price_list(s, AXIS)), "Italians and Germans may fight side by side"
    assert refusal_of(GAME, GAME.new("own-battle", {}), "done") is not None


def test_o_points_for_one_squad_are_kept_back() -> None:
    """Whoever buys only leaders and works is never left with nothing to choose."""
    s = GAME.new("own-battle", {})
    rng = Random(3)
    while (decision := GAME.decision(s)) is not None and decision.kind != "buy":
        action = rng.choice(GAME.outcomes(s))[0] if decision.who == CHANCE else GAME.legal(s).pick(rng)
        GAME.apply(s, action)
    assert decision is not None
    side = decision.who
    while others := [a for a in GAME.legal(s) if a.verb == "buy" and a.goods not in GAME.world.squad_face]:
        GAME.apply(s, max(others, key=lambda a: price_list(s, side)[a.goods]))
    assert any(a.goods in GAME.world.squad_face for a in GAME.legal(s) if a.verb == "buy")
    refusal = refusal_of(GAME, s, "buy", "10-3")
    assert refusal is not None


def test_55_82_bought_mines_bring_a_dummy_for_every_24_factors() -> None:
    s = bought("it-346", "mines", "mines", "mines", "mines")
    group = next(group for group in s.plan.groups if group.side == AXIS)
    assert room(s, group) == (24, 1)


@pytest.mark.parametrize("seed", [1, 2])
def test_o_the_battle_is_set_up_and_fought_to_the_end(seed: int) -> None:
    s = GAME.new("own-battle", {})
    fight(GAME, s, seed)
    assert GAME.result(s) is not None


def test_55_8_hidden_mines_are_for_sale_for_as_much_as_known_ones() -> None:
    s = bought("it-346", "hidden-mines", "hidden-mines", "mines")
    assert price_list(s, AXIS)["hidden-mines"] == price_list(s, AXIS)["mines"] == 30
    assert label_of(s, AXIS, "hidden-mines") == "six factors of hidden mines for 30"
    give(GAME, s, "done")
    give(GAME, s, "buy", "br-457")
    give(GAME, s, "done")
    while (decision := GAME.decision(s)) is not None and decision.who == CHANCE:
        GAME.apply(s, GAME.outcomes(s)[0][0])
    group = next(group for group in s.plan.groups if group.side == AXIS)
    assert (secret_room(s, group), room(s, group)[0]) == (12, 6)
    first, second = (s.world.names.places[place] for place in sorted(group.hexes)[:2])
    give(GAME, s, "bury", "12", first)
    assert secret_room(s, group) == 0
    assert GAME.view(s, ALLIED)["pieces"].keys().isdisjoint({s.world.names.pieces[work] for work in laid(s, group)}), "for the enemy there is nothing"
    assert refusal_of(GAME, s, "bury", "6", second) is not None
    give(GAME, s, "lay", "6", second)
    assert room(s, group)[0] == 0
