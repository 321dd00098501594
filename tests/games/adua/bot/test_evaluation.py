"""What bots look at beside the fights: who has got clear of the enemy, and whom there is left to go after."""

from __future__ import annotations

from random import Random

from amba.bots.player import Player
from amba.games.adua.bot.evaluation import CLEAR, HAND
from amba.games.adua.orders import Move
from amba.games.adua.world import ABYSSINIAN, ITALIAN
from tests.games.adua.helpers import ANY_GAME, GAME, Table

VETERANS = {"gabeiehu-fv1": "1412", "gabeiehu-fv2": "1413", "gabeiehu-fv3": "1414", "gabeiehu-fv4": "1415"}
BRAWL = {"ascari-guns": "1512", "tecla-f1": "1512", "tecla-f2": "1412", "tecla-f3": "1411", "tecla-f4": "1413", "i-ascari": "2112"}


def term(table: Table, side: int, key: str) -> float:
    return GAME.evaluation.measure(table.s, side)[key]


def planned(table: Table, side: int) -> list[Move]:
    """The moves a planner makes from here."""
    player, s, found = Player(ANY_GAME, side, "planner", speaks=False), table.s.copy(), list[Move]()
    while isinstance(order := player.choose(s, Random(1)).action, Move):
        found.append(order)
        GAME.apply(s, order)
    return found


def test_a_unit_is_clear_of_the_enemy_by_hexes_up_to_eight() -> None:
    for column, found in ((16, 2), (19, 5), (22, CLEAR), (30, CLEAR)):
        table = Table().lay({"i-ascari": f"{column}12", "tecla-f1": "1412"}, "italian.movement")
        assert term(table, ITALIAN, "clear") == found
        assert term(table, ABYSSINIAN, "clear") == 0


def test_battalions_with_nothing_to_defend_get_away_from_a_crowd(table: Table) -> None:
    table.lay({"i-ascari": "2012", "vi-ascari": "2013", **VETERANS}, "italian.movement", 5, scenario="albertone", options={"balance": "even"})
    distance, place = GAME.world.grid.distance, GAME.names.place
    moves = planned(table, ITALIAN)
    assert {move.piece for move in moves} == {table.piece("i-ascari"), table.piece("vi-ascari")}
    assert all(distance(move.to, place[foe]) >= CLEAR for move in moves for foe in VETERANS.values())


def test_a_melee_is_nobody_s_goal_who_is_not_in_it(table: Table) -> None:
    table.lay(BRAWL, "abyssinian.movement", 4)
    assert term(table, ABYSSINIAN, "closing") == -(6 + 7 + 7 + 7)
    assert term(Table().lay({"i-ascari": "1512", "tecla-f2": "1412"}, "abyssinian.movement"), ABYSSINIAN, "closing") == -HAND


def test_those_beside_a_melee_go_after_the_enemy_who_gets_away(table: Table) -> None:
    assert planned(table.lay(BRAWL, "abyssinian.movement", 4), ABYSSINIAN)
