"""What bots expect of fights: read off the game's own tables, and sensible where a player would know."""

from __future__ import annotations

import pytest

from amba.games.adua.bot.advice import advice
from amba.games.adua.bot.attacks import attacks, fights
from amba.games.adua.bot.distances import FAR, distances, nearest
from amba.games.adua.bot.estimates import ABYSSINIAN_STEP, ITALIAN_STEP, Defender, attack_gain, melee_gain, tables_of
from amba.games.adua.bot.threats import threats
from amba.games.adua.orders import Fire
from amba.games.adua.world import ABYSSINIAN, ITALIAN
from tests.games.adua.helpers import GAME, Table

TABLES = tables_of(GAME.world, False, False)
ASCARI = Defender(8, 6, 1, 0, False)


def veterans(number: int, defender: Defender = ASCARI) -> float:
    return attack_gain(TABLES, defender, 0, 3 * number, (3,) * number, ())


def test_the_tables_are_the_rulebook_s() -> None:
    assert TABLES.fire == ((0, 1, 1), (1, 0, 2), (0, 1, 3), (0, 0, 4), (0, 0, 5))
    assert [round(losses.italian * 6, 1) for losses in TABLES.melee] == [6.4, 4.0, 2.3, 1.0]
    assert tables_of(GAME.world, True, False).fire[:2] == ((1, 0, 1), (0, 1, 2))


def test_in_the_last_turn_men_are_cheap_and_no_melee_goes_on() -> None:
    last = tables_of(GAME.world, False, True)
    assert last.abyssinian_step < TABLES.abyssinian_step
    assert [round(losses.italian * 6, 1) for losses in last.melee] == [4, 3, 2, 1]


@pytest.mark.parametrize("side", [ITALIAN, ABYSSINIAN])
def test_how_far_the_nearest_is_comes_out_alike_from_one_hex_and_for_the_whole_map(side: int) -> None:
    s = GAME.new("albertone", {})
    assert [nearest(s, side, hex) for hex in range(s.world.hexes)] == distances(s, side)
    for unit in s.units(side):
        s.lose_steps(unit, 4, "2.0")
    assert nearest(s, side, 0) == distances(s, side)[0] == FAR


def test_one_alone_gains_nothing_and_three_do_what_six_would() -> None:
    assert veterans(1) <= 0.01
    assert veterans(3) > 3 * veterans(2)
    assert veterans(6) - veterans(4) < 0.05


def test_a_weaker_target_is_worth_more() -> None:
    guns, spent = Defender(4, 3, 1, 0, False), Defender(6, 4, 1, 1, False)
    assert veterans(2, guns) > 2 * veterans(2)
    assert veterans(2, spent) > 2 * veterans(2)


def test_a_whole_throw_can_be_added_up_by_hand() -> None:
    """No dice on either side is row 0: a step for two hits, and then melee or not."""
    defender = Defender(0, 0, 0, 3, False)
    assert attack_gain(TABLES, defender, 0, 0, (2, 2), ()) == pytest.approx(ITALIAN_STEP[3])  # the last step is gone: no melee, two repulsed
    assert melee_gain(TABLES, 3, 0, 1) == pytest.approx(ITALIAN_STEP[0] / 6 - ABYSSINIAN_STEP)


PRESSED = {"v-infantry": "1319", "viii-mountain": "1419", "tecla-f1": "1318", "gabeiehu-fv1": "1218", "gabeiehu-fv2": "1420", "gabeiehu-fv3": "1519"}


def test_everybody_attacks_where_he_brings_most_and_only_those_who_must_where_it_does_not_pay(table: Table) -> None:
    table.lay(PRESSED, "abyssinian.small-arms")
    found = {
        GAME.names.pieces[attack.target]: {GAME.names.pieces[man] for man in attack.party} for attack in attacks(table.s, table.s.units(ITALIAN))
    }
    assert found["viii-mountain"] >= {"gabeiehu-fv2", "gabeiehu-fv3"}
    table.lay({"v-infantry": "1319", "tecla-f1": "1318"}, "abyssinian.small-arms")
    assert attacks(table.s, table.s.units(ITALIAN)) == []
    table.lay({"v-infantry": "1319", "tecla-f1": {"hex": "1318", "marks": ["entered"]}}, "abyssinian.small-arms")
    assert fights(table.s, table.s.units(ITALIAN)) < 0


def test_greedy_fires_as_was_foreseen(table: Table) -> None:
    table.lay(PRESSED, "abyssinian.small-arms")
    for attack in attacks(table.s, table.s.units(ITALIAN)):
        for man in attack.party:
            assert advice(table.s, ABYSSINIAN, Fire(man, attack.target)) > 0


def test_a_closed_body_is_threatened_less_than_the_same_units_apart(table: Table) -> None:
    crowd = {
        f"{chief}-fv{n}": f"{column}{n + 14}" for chief, column in (("gabeiehu", "10"), ("alula", "11"), ("maconnen", "09")) for n in range(1, 7)
    }
    found = []
    for hexes in (("1316", "1317", "1416", "1417", "1516"), ("1314", "1316", "1318", "1320", "1518")):
        body = zip(("iii-infantry", "iv-infantry", "v-infantry", "vi-infantry", "ii-infantry"), hexes, strict=True)
        table.lay({**dict(body), **crowd}, "italian.movement")
        found.append(threats(table.s, table.s.units(ITALIAN)))
    together, apart = found
    assert 0 < together < apart - 0.1


def test_nobody_fears_an_enemy_who_cannot_come(table: Table) -> None:
    table.lay({"v-infantry": "2519", "tecla-f1": "0718", "gabeiehu-fv1": "0719", "gabeiehu-fv2": "0720"}, "italian.movement")
    assert threats(table.s, table.s.units(ITALIAN)) == 0
