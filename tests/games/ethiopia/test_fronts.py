"""The campaign as a design (7.9, 8.2, 13): forces, lines of supply, escapes, the date; and the first design as an option."""

from __future__ import annotations

from typing import Any

import pytest

from amba.games.ethiopia.game import Ethiopia
from amba.games.ethiopia.rules.losses import eliminate
from amba.games.ethiopia.rules.r07_movement import reach_of
from amba.games.ethiopia.rules.r08_supply import covered
from amba.games.ethiopia.rules.r13_victory import is_held, points, result
from amba.games.ethiopia.rules.sequence import PHASES
from amba.kit.half_points import HALF

FIRST = {"design": "first"}


def to_turn(t: Any, turn: int) -> None:
    while t.s.frames and t.s.turn < turn:
        t.do("done")


def test_13_1_a_place_counts_when_a_force_holds_it(base: Any) -> None:
    """Two groups of one point each take Harar, and hold nothing; a brigade does."""
    places = {"italian": ["harar"]}
    assert points(base({}, control=places).s) == 0, "last entered by Italians, who are gone"
    assert points(base({"dubat-1": "harar", "dubat-2": "harar"}, control=places).s) == 0
    assert points(base({"somali-1": "harar"}, control=places).s) == 8
    assert points(base({"dubat-1": "harar", "dubat-2": "harar"}, control=places, options=FIRST).s) == 8


def test_13_1_a_place_counts_in_the_lines_of_supply(base: Any) -> None:
    t = base({"sabauda": "3311"}, control={"italian": ["adua"]})
    adua = t.hex("2913")
    assert adua in covered(t.s, 0)
    assert is_held(t.s, adua)
    cut = base({"tigre-1": "2914"}, control={"italian": ["adua"]})
    assert not is_held(cut.s, adua), "a levy beside the empty town: no line leads there any more"
    held = base({"tigre-1": "2914", "post-adi-quala": "adua"}, control={"italian": ["adua"]})
    assert is_held(held.s, adua), "one point in it keeps the line open"


def test_13_3_no_italian_victory_without_addis_ababa(game: Ethiopia) -> None:
    for scenario, without in (("campaign", 42), ("badoglio", 28)):
        worth = {game.world.place_at[h].key: value for h, value in game.world.victory[scenario].items()}
        assert sum(worth.values()) - worth["addis-ababa"] == without
        assert game.verdict(scenario, without) is None
        assert game.verdict(scenario, without + 1) == 0


def test_13_3_the_first_design_keeps_its_levels(base: Any) -> None:
    places = {"italian": ["dessie", "gondar", "makale"]}
    won = result(base({}, control=places, options=FIRST).s)
    assert won.winner == 0
    # What the lab says so many points are worth is what the rules say, under these options, too.
    score_of = Ethiopia().abilities.score
    assert score_of is not None
    assert won.score is not None
    assert score_of.winner("campaign", won.score, FIRST) == 0
    assert score_of.winner("campaign", won.score, {"design": "fronts"}) == score_of.verdict("campaign", won.score) == 1
    fifteen = {"sabauda": "dessie", "sila": "gondar", "gavinana": "makale"}
    assert result(base(fifteen, control=places).s).winner == 1, "15 points of 62 win no war"


@pytest.mark.parametrize(("place", "turn"), [("asmara", 2), ("adua", 6)])
def test_13_5_a_levy_ends_nothing(base: Any, place: str, turn: int) -> None:
    t = base({"tigre-1": place}, "ethiopian.works", turn=turn)
    to_turn(t, turn + 3)
    assert t.game.result(t.s) is None
    assert t.s.turn == turn + 3


@pytest.mark.parametrize(("place", "turn"), [("asmara", 2), ("adua", 6)])
def test_13_5_an_army_that_survives_an_enemy_turn_ends_the_war(base: Any, place: str, turn: int) -> None:
    army = {f"tigre-{n}": place for n in (1, 2, 3)}
    t = base(army, "ethiopian.works", turn=turn)
    to_turn(t, turn + 1)
    assert t.game.result(t.s) is None, "it has still to survive the Italian half of the next turn"
    to_turn(t, turn + 2)
    found = t.game.result(t.s)
    assert found is not None
    assert (found.winner, found.level) == (1, "Decisive")


def test_13_5_an_army_worn_down_in_the_italian_half_has_not_survived(base: Any) -> None:
    army = {f"tigre-{n}": "asmara" for n in (1, 2, 3)}
    t = base({**army, "wag-1": "2907"}, "ethiopian.works", turn=2)
    to_turn(t, 3)
    eliminate(t.s, t.unit("tigre-1"), "10.7")
    while t.s.phase < PHASES["ethiopian.movement"]:
        t.do("done")
    t.do("move wag-1 2906")
    to_turn(t, 4)
    assert t.game.result(t.s) is None, "seven points stand there again, but not since the turn before"
    to_turn(t, 5)
    assert t.game.result(t.s) is not None


def test_13_6_the_date(base: Any) -> None:
    t = base({"sabauda": "addis-ababa"}, "ethiopian.works", turn=20)
    assert points(t.s) == 20
    to_turn(t, 21)
    assert points(t.s) == 20 + 2 * 2
    late = base({"sabauda": "addis-ababa"}, "ethiopian.works", turn=22)
    late.do("done")
    assert late.game.result(late.s).score == 20


def test_7_9_a_leader_escapes_to_his_army(base: Any) -> None:
    t = base({"sabauda": "6350", "nasibu": "6349", "harar-1": "5141", "harar-2": "5640", "harar-3": "5640"}, turn=3)
    events = t.do("move sabauda 6349")
    assert t.at("nasibu") == "reinforcements"
    assert "Dejazmach Nasibu escapes from 6349 and will be back." in [t.game.sentence(event) for event in events]
    to_turn(t, 6)
    while t.s.phase < PHASES["ethiopian.movement"]:
        t.do("done")
    assert t.at("nasibu") == "5640", "with the strongest of his men, three turns later"
    alone = base({"sabauda": "6350", "nasibu": "6349"})
    alone.do("move sabauda 6349")
    assert alone.at("nasibu") == "eliminated", "a leader without an army is out of the game"
    first = base({"sabauda": "6350", "nasibu": "6349", "harar-1": "5141"}, options=FIRST)
    first.do("move sabauda 6349")
    assert first.at("nasibu") == "eliminated"


def test_7_9_a_leader_escapes_from_a_lost_fight(base: Any) -> None:
    t = base({"sabauda": "6350", "sila": "6350", "nasibu": "6349", "harar-1": "6349", "harar-2": "5141"}, "italian.combat")
    t.do("attack 6349", "all", "fight", "die 1")
    assert t.at("harar-1") == "eliminated"
    assert t.at("nasibu") == "reinforcements"


def test_7_9_a_leader_who_finds_nobody_left_is_out_of_the_game(base: Any) -> None:
    """The Emperor has escaped, and by the time he is back his last army is gone: then the Empire can fall (13.4)."""
    units = {"sabauda": "addis-ababa", "haile-selassie": {"hex": "reinforcements", "count": 12}}
    still = base({**units, "guard-1": "dessie"}, "ethiopian.reinforcements", turn=12)
    assert still.at("haile-selassie") == "3430"
    t = base(units, "italian.works", turn=12)
    told = [t.game.sentence(event) for event in t.do("done")]
    assert "The Emperor Haile Selassie finds nobody left of his army and is out of the game." in told
    assert t.at("haile-selassie") == "eliminated"
    to_turn(t, 13)
    found = t.game.result(t.s)
    assert found is not None
    assert (found.winner, found.level) == (0, "Decisive")


def test_3_1_frontier_posts_do_not_advance(base: Any) -> None:
    """They do not march, in the wake of a fight as little as elsewhere."""
    t = base({"post-asmara": "6349", "sabauda": "6450", "tigre-1": "6350"}, "italian.combat")
    t.do("attack 6350", "all", "fight", "die 1", "retreat tigre-1 6153")
    assert t.may("advance sabauda")
    assert t.why("advance post-asmara").rule == "3.1"
    alone = base({"post-asmara": "6349", "tigre-1": {"hex": "6350", "points": 1}}, "italian.combat")
    alone.do("attack 6350", "join post-asmara", "fight", "die 2")
    assert alone.kind() != "advance"


def test_8_2_a_leader_feeds_nobody_beyond_the_frontier(base: Any) -> None:
    units = {"seyoum": "2906", "tigre-1": "2906"}
    far = {"italian": ["adua", "axum", "adigrat", "enticho"]}
    t = base(units, "ethiopian.supply", control=far)
    assert "out" in t.marks("tigre-1")
    first = base(units, "ethiopian.supply", control=far, options=FIRST)
    assert "out" not in first.marks("tigre-1")
    home = base({"seyoum": "2914", "tigre-1": "2914"}, "ethiopian.supply", control=far)
    assert "out" not in home.marks("tigre-1")


def test_3_1_frontier_posts_do_not_march(game: Ethiopia, base: Any) -> None:
    s = game.new("campaign", {option.key: option.default for option in game.switches})
    post = game.names.piece["post-asmara"]
    assert s.at[post] == game.world.map.places["asmara"].hex
    t = base({"post-asmara": "asmara"})
    assert t.why("move post-asmara 2907").rule == "7.1"
    first = game.new("campaign", {option.key: option.default for option in game.switches} | FIRST)
    assert first.at[post] == game.world.box["not-in-play"]


def test_7_5_the_march_on_addis_ababa_can_be_made_in_the_rains(base: Any) -> None:
    """Along the Imperial track, in the last two turns, by ascari who set out a hex beyond Dessie, as in 1936."""
    t = base({"eritrean-1": "3431"}, turn=21)
    cost = reach_of(t.s, t.unit("eritrean-1"), 20 * HALF).cost[t.hex("2942")]
    assert cost <= 2 * t.s.card(t.unit("eritrean-1")).move * HALF


@pytest.mark.parametrize(("key", "first", "last", "south"), [("christmas", 8, 12, False), ("badoglio", 11, 22, False), ("graziani", 1, 22, True)])
def test_14_4_14_5_14_6_the_later_scenarios(game: Ethiopia, key: str, first: int, last: int, south: bool) -> None:
    s = game.new(key, {option.key: option.default for option in game.switches})
    assert s.turn == first
    assert game.world.last_turn(key) == last
    assert (s.at[game.names.piece["peloritana"]] == game.world.box["mogadishu"]) == south
    assert (s.at[game.names.piece["sabauda"]] == game.world.box["not-in-play"]) == south
    assert not game.invariants(s)
    assert not [u for u in s.army(0) + s.army(1) if s.at[u] not in covered(s, s.card(u).side) and "nomad" not in s.card(u).traits], (
        "all begin in supply"
    )


def test_14_4_the_ford_is_held_by_a_band(game: Ethiopia) -> None:
    s = game.new("christmas", {option.key: option.default for option in game.switches})
    ford = game.world.map.places["takazze-ford"].hex
    assert [s.card(u).key for u in s.combat_units(ford, 0)] == ["altopiani"]
    assert points(s) == 24


def test_14_5_badoglio_begins_with_makale_adua_and_axum(game: Ethiopia) -> None:
    s = game.new("badoglio", {option.key: option.default for option in game.switches})
    assert points(s) == 9
    assert s.force(game.world.map.places["amba-aradam"].hex, 1) == 24


def test_14_6_graziani_begins_with_nothing(game: Ethiopia) -> None:
    s = game.new("graziani", {option.key: option.default for option in game.switches})
    assert points(s) == 0
    assert s.at[game.names.piece["haile-selassie"]] == game.world.box["not-in-play"]


def test_13_5_the_first_end_of_turn_at_which_adua_counts_is_that_of_turn_6(base: Any) -> None:
    """There since the end of turn 5 and through the Italian half of turn 6."""
    t = base({f"tigre-{n}": "adua" for n in (1, 2, 3)}, "ethiopian.works", turn=4)
    to_turn(t, 6)
    assert t.game.result(t.s) is None, "at the end of turn 5 Adua does not count yet"
    to_turn(t, 7)
    assert t.game.result(t.s) is not None
