"""Every die of a pool is seen: in the log, at the table, and where real dice are entered."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random

import pytest

from amba.core.event import Rolled, Said
from amba.core.session import Session, replay, verify
from amba.games.adua.orders import Hits, Score
from amba.games.adua.rules.r10_dice import NEVER, Pool, pool_rolls, read_pool
from amba.load.position import DiceError, Position
from tests.games.adua.helpers import ANY_GAME, GAME, Table

FIGHT = {"v-infantry": "1319", "menelik-fv1": "1318", "menelik-f1": "1320"}


def fight(table: Table, turn: int = 1) -> Table:
    """Three dice at +1 and two at 0 against eight."""
    table.lay(FIGHT, "abyssinian.small-arms", turn)
    return table.do("fire menelik-fv1 v-infantry", "fire menelik-f1 v-infantry", "done", "resolve v-infantry")


@pytest.mark.parametrize("in_row", [False, True])
@pytest.mark.parametrize("ones", [2, 3, NEVER])
def test_2_0_dice_as_they_lie_are_what_the_weights_say(ones: int, in_row: bool) -> None:
    """Every throw of four dice is read: as often as the weights of the outcomes say."""
    counted = Counter(read_pool(Pool(0, 4, 1, ones, in_row), faces) for faces in product(range(1, 7), repeat=4))
    weights = dict(pool_rolls(4, 1, ones, in_row))
    total = sum(weights.values())
    assert {roll: count * total for roll, count in counted.items()} == {roll: weight * 6**4 for roll, weight in weights.items()}


def test_10_1_dice_are_thrown_one_by_one_attackers_first(table: Table) -> None:
    fight(table)
    assert GAME.dice(table.s) == 13
    decision = GAME.decision(table.s)
    assert decision is not None
    assert "Dice: Veterans 1 (Menelik) 3 at +1, Infantry 1 (Menelik) 2 at +0, V Fanteria 8 at" in decision.text
    quality = GAME.world.units[table.piece("v-infantry")].quality
    order = GAME.thrown(table.s, (5, 6, 1, 6, 5, 6, 6, 1, 1, 1, 2, 2, 2))
    assert order == Hits(Score(2, 3), (5, 6, 1, 6, 5, 6, 6, 1, 1, 1, 2, 2, 2))
    events = GAME.apply(table.s, order)
    told = [GAME.sentence(event) for event in events if isinstance(event, Rolled)]
    assert told == [
        "Veterans 1 (Menelik), 3 dice at +1, 2 hits: 5, 6, 1.",
        "Infantry 1 (Menelik), 2 dice at +0, 1 hit: 6, 5.",
        f"V Fanteria, 8 dice at {quality:+d}, 2 hits: 6, 6, 1, 1, 1, 2, 2, 2.",
    ]


def test_5_2_consecutive_ones_are_seen_where_they_lie(table: Table) -> None:
    fight(table, turn=4)
    low = GAME.thrown(table.s, (5, 6, 1, 6, 5, 6, 6, 1, 1, 1, 2, 2, 2))
    assert isinstance(low, Hits)
    assert low.score.low == (table.piece("v-infantry"),)
    apart = GAME.thrown(table.s, (5, 6, 1, 6, 5, 6, 6, 1, 1, 3, 1, 2, 2))
    assert isinstance(apart, Hits)
    assert apart.score.low == ()
    table.s.options["ones"] = "any"
    anywhere = GAME.thrown(table.s, (5, 6, 1, 6, 5, 6, 6, 1, 1, 3, 1, 2, 2))
    assert isinstance(anywhere, Hits)
    assert anywhere.score.low == (table.piece("v-infantry"),)


def test_10_1_dice_of_the_table_are_entered_by_those_who_threw_them(table: Table) -> None:
    fight(table)
    position = Position(ANY_GAME, table.s.copy())
    events = position.do(dice="5,6,1,6,5 6 6 1 1 1 2 2 2")
    assert [event.dice for event in events if isinstance(event, Rolled)] == [(5, 6, 1), (6, 5), (6, 6, 1, 1, 1, 2, 2, 2)]
    with pytest.raises(DiceError, match="takes 13 dice, one after the other; found only 3"):
        Position(ANY_GAME, table.s.copy()).do(dice="5,6,1")
    with pytest.raises(DiceError, match="'7', which is no face of a die"):
        Position(ANY_GAME, table.s.copy()).do(dice="5,6,7,1,1,1,1,1,1,1,1,1,1")
    for counted in ("2-3", "2,3"):  # hits that somebody has counted
        Position(ANY_GAME, table.s.copy()).do(dice=counted)


def test_10_1_dice_that_do_not_make_the_hits_are_refused(table: Table) -> None:
    fight(table)
    assert table.why("hits 3-3 5,6,1,6,5,6,6,1,1,1,2,2,2").rule == "10.1.dice"
    table.roll("hits 2-3 5,6,1,6,5,6,6,1,1,1,2,2,2")


def test_10_1_dice_are_in_the_log_and_can_be_proved() -> None:
    """A game with fights: every volley of the log has its faces, and the key proves each."""
    s = Table().lay({**FIGHT, "i-ascari": "2510"}, "abyssinian.small-arms", 15).s
    session = Session(ANY_GAME, "battle", s.options, b"k" * 32, "pools", start=s)
    for words in ("fire menelik-fv1 v-infantry", "fire menelik-f1 v-infantry", "done", "resolve v-infantry"):
        found = ANY_GAME.read(session.state, tuple(words.split()))
        session.act(1, found)
    volley = next(done for done in session.done if done.words[0] == "hits")
    assert len(volley.words[2].split(",")) == 13
    rng = Random(1)
    while session.decision is not None:
        session.act(session.decision.who, session.menu.pick(rng))
    assert verify(ANY_GAME, session.log).done == session.done
    assert replay(ANY_GAME, session.log, check=True).state.key() == session.state.key()


def test_10_1_dice_make_a_fight_that_the_table_can_show() -> None:
    """The hex of the combat is told with the dice, and column, row and cell as the chart has them: the client draws its card from these."""
    table = fight(Table())
    decision = GAME.decision(table.s)
    assert decision is not None
    assert decision.values["hex"] == "1319"
    events = GAME.apply(table.s, GAME.thrown(table.s, (5, 6, 1, 6, 5, 6, 6, 1, 1, 1, 2, 2, 2)))
    said = next(event for event in events if isinstance(event, Said))
    chart = next(chart for chart in GAME.charts() if chart["key"] == "small-arms")
    column, row = said.values[4:]
    cells = next(cells for cells in chart["rows"] if cells[0] == row)
    assert cells[chart["head"].index(column)] == said.values[3]
