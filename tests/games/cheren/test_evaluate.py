"""The evaluation for bots counts as the rules do."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from amba.core.decision import CHANCE
from amba.core.order import Words
from amba.games.cheren.bot.advice import advice
from amba.games.cheren.bot.battles import Front, battles, exchange, fight_value, has_air, is_trapped, prospects, share_out
from amba.games.cheren.game import Cheren
from amba.games.cheren.orders import Advance
from amba.games.cheren.rules.r11_combat import attackers, targets, weigh
from amba.games.cheren.state import CherenState
from tests.games.cheren.helpers import GAME, Board


def combats(seed: int) -> Iterator[tuple[CherenState, int]]:
    """The positions in which somebody chooses what to attack, in a random game, and who."""
    game = Cheren()
    s, rng = game.new("agordat", {}), Random(seed)
    while (decision := game.decision(s)) is not None:
        if decision.kind == "combat":
            yield s, decision.who
        game.apply(s, rng.choice(game.outcomes(s))[0] if decision.who == CHANCE else game.legal(s).pick(rng))


def test_attacks_are_weighed_in_the_column_the_rules_find() -> None:
    seen = set[int]()
    for s, side in combats(2):
        for target in targets(s, side):
            units = tuple(attackers(s, target, side))
            for some in (units, units[:1]):
                air = has_air(s, side)
                column = weigh(s, target, some, air).column
                assert Front(s, target, units).column(some, s.strength(s.world.air) if air else 0) == column
                seen.add(column)
    assert len(seen) > 3


@pytest.mark.parametrize(
    ("where", "more", "trapped"),
    [
        ("0202", '41-col-1 = "0202"', True),  # hard zones all around
        ("0202", '41-col-1 = "0202", 41-col-2 = "0203"', False),  # a friend is in one of them
        ("massaua", 'marina = "massaua", 7-ind = "3107"', True),  # 8.5: it never retreats
    ],
)
def test_11_7_who_is_trapped(where: str, more: str, trapped: bool) -> None:
    s = Board(f'phase = "allied.combat"\nunits = {{ 11-ind = "0302", 10-ind = "0302", 29-ind = "0101", {more} }}').s
    place = next((town.hex for town in GAME.world.towns if town.key == where), GAME.names.place.get(where, -1))
    assert is_trapped(s, place) is trapped


def test_11_7_a_retreat_that_cannot_be_made_counts_as_a_step() -> None:
    cells = [(1, 0, 0), (0, 1, 1)]
    assert exchange(cells, 4, False) == (0.5, 0.5, 0.0, 0.5)
    assert exchange(cells, 4, True) == (0.5, 1.0, 0.0, 0.0)
    assert exchange(cells, 1, False) == (0.5, 0.5, 0.5, 0.0), "nobody loses more than he has"


TRAP = 'phase = "allied.combat"\nunits = { 11-ind = "0302", 10-ind = "0302", 41-col-1 = "0202"%s }'


def test_a_trapped_stack_is_worth_more_to_its_attacker() -> None:
    free, trapped = (Board(TRAP % more).s for more in ("", ', 29-ind = "0101"'))
    place = GAME.names.place["0202"]
    assert (is_trapped(free, place), is_trapped(trapped, place)) == (False, True)
    odds = GAME.world.combat.columns.index("2-1")
    assert fight_value(trapped, place, odds) > fight_value(free, place, odds)


TWO = 'phase = "allied.combat"\nunits = { 11-ind = "0302", 10-ind = "0302", 29-ind = "0302", 41-col-1 = "0202", 41-col-2 = "0403" }'
"""Three brigades beside two battalions: one is enough for a good column against either."""


def test_nobody_is_meant_for_two_fights_and_nobody_is_wasted() -> None:
    s = Board(TWO).s
    found = battles(s, 0)
    assert {GAME.names.places[battle.target] for battle in found} == {"0202", "0403"}
    used = [unit for battle in found for unit in battle.units]
    assert len(used) == len(set(used)) == 3
    assert all(GAME.world.combat.columns[battle.column] in {"3-1", "8-1"} for battle in found)


def advised(board: Board, side: int) -> Words:
    """What the advice would do."""
    return GAME.spell(max(GAME.legal(board.s), key=lambda order: advice(board.s, side, order)))


def test_bots_attack_as_they_mean_to() -> None:
    """Both fights are fought, with whom they are meant: nobody is committed to the first who is needed for the second."""
    board, fights = Board(TWO), 0
    while fights < 2:
        action = advised(board, board.kind().startswith("italian"))
        assert action != ("done",)
        fights += action[0] == "fight"
        board.do(" ".join(action), dice="6" if action[0] == "fight" else "")


@pytest.mark.parametrize("guns", ["", ', 25-fd = "0302"'])
def test_strength_that_is_not_enough_yet_counts_a_little(guns: str) -> None:
    """One brigade before six battalions promises nothing; with guns it is nearer to it."""
    wall = ", ".join(f'{key} = "0202"' for key in ("savoia-1", "savoia-2", "savoia-3", "2-col-1", "2-col-2"))
    alone = Board(f'phase = "allied.movement"\nunits = {{ 11-ind = "0302", {wall} }}').s
    more = Board(f'phase = "allied.movement"\nunits = {{ 11-ind = "0302"{guns}, {wall} }}').s
    assert battles(alone, 0) == []
    assert 0.0 < prospects(alone, 0) <= prospects(more, 0)
    assert (prospects(more, 0) > prospects(alone, 0)) == bool(guns)


def test_a_fight_that_needs_everybody_gets_everybody() -> None:
    """Units two fights could use stay where the column would fall without them."""
    s = Board(TWO).s
    place = GAME.names.place["0202"]
    front = Front(s, place, attackers(s, place, 0))
    alone = share_out([front], 0, dict.fromkeys(front.units, 1), 0.0)
    assert [set(battle.units) for _, battle in alone.meant] == [set(front.units)]


def test_11_9_a_the_weak_go_first_where_the_strong_will_follow() -> None:
    """A unit that lost a step must go in before the brigade may: the hex is judged by the brigade's eyes."""
    board = Board(
        'phase = "allied.combat"\nunits = { 11-ind = "0302", 51-comm = { hex = "0302", steps = 2 }, 41-col-1 = "0202", savoia-1 = "0102", savoia-2 = "0102" }'
    )
    board.attack("0202", "11-ind", "51-comm")
    board.do("fight", dice="4")
    while board.kind() != "allied advance":
        options = sorted(board.menu())
        board.do(next((order for order in ("lose 51-comm", "retreat") if order in options), options[0]))
    assert board.menu() == {"stay", "advance 51-comm"}
    assert advice(board.s, 0, Advance(GAME.names.piece["51-comm"])) > 0
