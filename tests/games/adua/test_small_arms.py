"""10.1 Small arms combat, and 2.0: dice."""

from __future__ import annotations

import itertools
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from amba.core.dice import Dice
from amba.core.steps import top
from amba.games.adua.frames import AskHit, ChooseCombat, Declare, Volley
from amba.games.adua.results import result_text
from amba.games.adua.rules.r10_attacks import attack_value
from amba.games.adua.rules.r10_dice import NEVER, Pool, combine, hitting_faces, pool_rolls
from amba.games.adua.rules.r10_volley import result_words, row_of, throws
from amba.games.adua.world import ABYSSINIAN, FIRE_ROWS, ITALIAN
from tests.games.adua.helpers import Table


def test_2_0_dice_six_or_more_with_quality_hits() -> None:
    assert [hitting_faces(quality) for quality in (0, 1, 2)] == [1, 2, 3]


@pytest.mark.parametrize("in_row", [False, True])
@pytest.mark.parametrize("quality", [0, 1, 2])
@pytest.mark.parametrize("ones", [2, 3, NEVER])
def test_2_0_dice_weights_agree_with_every_throw_counted(quality: int, ones: int, in_row: bool) -> None:
    counted: Counter[tuple[int, bool]] = Counter()
    for dice in itertools.product(range(1, 7), repeat=5):
        hits = sum(die + quality >= 6 for die in dice)
        runs = max((len(list(group)) for die, group in itertools.groupby(dice) if die == 1), default=0)
        counted[hits, (runs if in_row else dice.count(1)) >= ones] += 1
    rolls = pool_rolls(5, quality, ones, in_row)
    total = sum(weight for _, weight in rolls)
    assert {roll: Fraction(weight, total) for roll, weight in rolls} == {roll: Fraction(count, 6**5) for roll, count in counted.items()}


def test_2_0_value_is_what_the_counter_shows_for_its_step(table: Table) -> None:
    table.lay({"bersaglieri": {"hex": "1318", "steps": 3}, "menelik-gr1": {"hex": "1320", "steps": 1}})
    assert (table.value("bersaglieri"), table.value("menelik-gr1")) == (8, 1)


def test_2_0_steps_the_fourth_loss_removes_a_unit(table: Table) -> None:
    table.lay({"bersaglieri": {"hex": "1318", "steps": 1}})
    table.s.lose_steps(table.piece("bersaglieri"), 1, "10.2.table")
    assert table.at("bersaglieri") == "eliminated"


def test_10_1_dice_ten_against_fifteen_are_exact_and_few(table: Table) -> None:
    """25 dice fall in 6 to the 25th ways; told by their hits, and by low ammo, they are a few dozen: that is what makes them quick."""
    ours, theirs = combine((Pool(0, 10, 2, 3),)), combine(tuple(Pool(n, 3, 1) for n in range(1, 6)))
    total = sum(weight * times for _, weight in ours for _, times in theirs)
    assert (len(ours), len(theirs)) == (19, 16)
    assert sum(weight for _, weight in ours) * sum(times for _, times in theirs) == total
    assert Dice(b"k", "game").number(7, 6**25) < 6**25  # more results than 64 bits can tell apart


def test_10_1_dice_odds_sum_to_one_and_agree_with_many_rolls(table: Table) -> None:
    table.lay({"bersaglieri": "1319", "menelik-fv1": "1318", "menelik-f1": "1320"}, "abyssinian.small-arms")
    table.do("fire menelik-fv1 bersaglieri", "fire menelik-f1 bersaglieri", "done")
    preview = table.preview("resolve bersaglieri")
    assert preview is not None
    assert sum(chance.chance for chance in preview.odds) == 1
    table.do("resolve bersaglieri")
    at = top(table.s, Volley)
    outcomes, dice, count = table.game.outcomes(table.s), Dice(b"k", "many"), 4000
    rolled: Counter[str] = Counter()
    for index in range(count):
        action = dice.choose(index, outcomes)
        rolled[result_text(" + ".join(result_words(table.s, at, action.score.italian, action.score.abyssinian)))] += 1
    for chance in preview.odds:
        assert abs(rolled[chance.text] / count - float(chance.chance)) < 0.03


def attack(table: Table, attackers: dict[str, Any], target: str = "v-infantry", where: str = "1319", **more: Any) -> Table:
    table.lay({**attackers, target: where} | more.pop("others", {}), "abyssinian.small-arms", more.pop("turn", 1), **more)
    return table.do(*(f"fire {key} {target}" for key in attackers), "done")


def test_10_1_units_split_and_join_their_fire(table: Table) -> None:
    table.lay(
        {"ii-infantry": {"hex": "1319", "marks": ["attack"]}, "v-infantry": {"hex": "1321", "marks": ["attack"]}, "tecla-f1": "1320", "tecla-f2": "1318"},
        "italian.small-arms",
    )  # fmt: skip
    table.do("fire ii-infantry tecla-f1", "fire ii-infantry tecla-f2", "fire v-infantry tecla-f1", "done")
    assert table.menu("dice") == {f"dice ii-infantry tecla-f1 {n}" for n in range(1, 9)}
    table.do("dice ii-infantry tecla-f1 7")
    shares = {(unit, target): dice for unit, target, dice in top(table.s, ChooseCombat).shares}
    keys = {key: table.piece(key) for key in ("ii-infantry", "v-infantry", "tecla-f1", "tecla-f2")}
    assert shares == {
        (keys["ii-infantry"], keys["tecla-f1"]): 7, (keys["ii-infantry"], keys["tecla-f2"]): 2, (keys["v-infantry"], keys["tecla-f1"]): 8,
    }  # fmt: skip


def test_10_1_unattacked_by_anyone_or_by_the_unit_itself(table: Table) -> None:
    units = {"ii-infantry": "1319", "v-infantry": "1321", "tecla-f1": "1320", "tecla-f2": "1318"}
    for option, value in (("anyone", 9), ("self", 7)):
        table.lay(units, options={"unattacked": option})
        first, second = table.piece("ii-infantry"), table.piece("v-infantry")
        pairs = ((first, table.piece("tecla-f2")), (second, table.piece("tecla-f1")))
        assert attack_value(table.s, first, pairs) == value


def test_10_1_elevation_counts_for_abyssinians_only(table: Table) -> None:
    table.lay({"bersaglieri": {"hex": "0613", "marks": ["attack"]}, "alula-f1": "0714"}, "italian.small-arms")
    italian, abyssinian = table.piece("bersaglieri"), table.piece("alula-f1")
    combat = Volley(ITALIAN, abyssinian, ((italian, abyssinian, 10),))
    found = throws(table.s, combat)
    assert max(roll.score.italian for roll, _ in found) == 10
    assert max(roll.score.abyssinian for roll, _ in found) == 3


@pytest.mark.parametrize(
    ("difference", "marks", "steps", "hits"),
    [(-2, {"disorganized"}, 4, 1), (-1, {"disorganized"}, 4, 1), (0, set(), 3, 2), (1, {"disorganized"}, 4, 3), (2, set(), 4, 4), (4, set(), 4, 5)],
)
def test_10_1_table_for_abyssinian_attacks(table: Table, difference: int, marks: set[str], steps: int, hits: int) -> None:
    attack(table, {"tecla-f1": "1318", "tecla-f2": "1320", "tecla-f3": "1218"}).do("resolve v-infantry")
    table.roll(f"hits {4 + difference}-4" if difference > -4 else "hits 0-4")
    assert table.marks("v-infantry") & {"disorganized"} == marks
    assert table.steps("v-infantry") == steps
    assert top(table.s, AskHit).left == hits


@pytest.mark.parametrize(
    ("italian", "abyssinian", "marks", "steps", "foe"),
    [
        (0, 1, {"repulsed"}, 3, 2), (1, 1, {"repulsed", "disorganized"}, 4, 2), (1, 0, {"disorganized"}, 4, 2),
        (2, 0, set(), 4, 2), (3, 0, set(), 4, 1), (8, 0, set(), 4, 1),
    ],
)  # fmt: skip
def test_10_1_table_for_italian_attacks(table: Table, italian: int, abyssinian: int, marks: set[str], steps: int, foe: int) -> None:
    table.lay({"v-infantry": {"hex": "1318", "marks": ["assault"]}, "tecla-f1": "1319"}, "italian.small-arms")
    table.do("fire v-infantry tecla-f1", "done", "resolve tecla-f1").roll(f"hits {italian}-{abyssinian}")
    assert table.marks("v-infantry") & {"repulsed", "disorganized"} == marks
    assert (table.steps("v-infantry"), table.steps("tecla-f1")) == (steps, foe)
    assert (table.asks == "closing") is ("repulsed" not in marks)


def test_10_1_table_rows_may_be_exchanged(table: Table) -> None:
    for option, words in (("printed", ("disorganized", "damage 1")), ("exchanged", ("reduced", "damage 1"))):
        table.lay({"v-infantry": "1319", "tecla-f1": "1318"}, "abyssinian.small-arms", options={"fire_rows": option})
        combat = Volley(ABYSSINIAN, table.piece("v-infantry"), ((table.piece("tecla-f1"), table.piece("v-infantry"), 2),))
        assert result_words(table.s, combat, 0, 1) == words


def test_10_1_hits_one_repulses_and_two_take_a_step(table: Table) -> None:
    attack(table, {"tecla-f1": "1318", "tecla-f2": "1320", "menelik-gr1": "1218"}).do("resolve v-infantry").roll("hits 1-0")
    table.do("hit tecla-f1", "hit tecla-f1", "hit tecla-f2")
    assert [table.steps(key) for key in ("tecla-f1", "tecla-f2", "menelik-gr1")] == [1, 2, 4]
    assert [("repulsed" in table.marks(key)) for key in ("tecla-f1", "tecla-f2", "menelik-gr1")] == [True, True, False]


def test_10_1_limit_of_two_steps(table: Table) -> None:
    attack(table, {"menelik-gr1": "1318", "tecla-f1": "1320", "tecla-f2": "1218"}).do("resolve v-infantry").roll("hits 5-0")
    table.do(*["hit menelik-gr1"] * 4)
    assert table.menu() == {"hit tecla-f1", "hit tecla-f2"}
    table.do("hit tecla-f1")
    assert (table.steps("menelik-gr1"), "repulsed" in table.marks("tecla-f1")) == (2, True)  # the fifth must go elsewhere


def test_10_1_entrenched_defenders_are_read_one_row_down(table: Table) -> None:
    table.lay({"v-infantry": {"hex": "1319", "marks": ["entrenched"]}, "tecla-f1": "1318"}, "abyssinian.small-arms")
    combat = Volley(ABYSSINIAN, table.piece("v-infantry"), ((table.piece("tecla-f1"), table.piece("v-infantry"), 2),))
    assert FIRE_ROWS[row_of(table.s, combat, 4 - 3)] == "+2"  # the rulebook's example: three hits taken, four inflicted
    assert FIRE_ROWS[row_of(table.s, combat, 5)] == "+3 or more"


def test_10_1_repulsed_units_stay_and_do_not_go_into_melee(table: Table) -> None:
    attack(table, {"tecla-f1": "1318", "tecla-f2": "1320"}).do("resolve v-infantry").roll("hits 0-1")
    table.do("hit tecla-f1")
    assert table.at("tecla-f1") == "1318"
    assert table.why("close tecla-f1 v-infantry").rule == "10.1.repulsed"
    table.do("close tecla-f2 v-infantry")


@pytest.mark.parametrize("turn", [5, 6])
@pytest.mark.parametrize("die", [5, 6])
def test_10_1_leaders_fall_on_a_six_from_turn_six(table: Table, turn: int, die: int) -> None:
    attack(table, {"tecla-f1": "1318"}, others={"romero": "1319"}, turn=turn).do("resolve v-infantry").roll("hits 0-1")
    if turn == 5:
        assert table.asks != "casualty"
        return
    table.roll(f"roll {die}")
    assert table.at("romero") == ("eliminated" if die == 6 else "1319")


def test_10_1_all_that_can_attack_one_target_at_once(table: Table) -> None:
    units = {"tecla-f1": "1318", "tecla-f2": "1320", "tecla-f3": "1218", "alula-a1": "1316", "tecla-f4": "1515"}
    table.lay({**units, "v-infantry": "1319"}, "abyssinian.small-arms").do("fire tecla-f2 v-infantry", "mass v-infantry")
    assert {table.game.names.pieces[unit] for unit, _ in top(table.s, Declare).pairs} == {"tecla-f1", "tecla-f2", "tecla-f3", "alula-a1"}
    assert table.why("mass v-infantry").rule == "10.1"
    table.do("done", "resolve v-infantry").roll("hits 0-1").do("hit tecla-f1")
    assert table.menu("storm") == {"storm v-infantry"}
    table.do("storm v-infantry")
    assert (table.at("tecla-f2"), table.at("tecla-f3"), table.at("tecla-f1"), table.at("alula-a1")) == ("1319", "1319", "1318", "1316")


def test_10_0_duty_is_told_in_the_prompt(table: Table) -> None:
    table.lay({"tecla-f1": "1316", "tecla-f2": "1320", "v-infantry": "1319"}, "abyssinian.movement").do("move tecla-f1 1318", "done")
    decision = table.game.decision(table.s)
    assert decision is not None
    assert "1 that entered an enemy zone has to attack" in decision.text
    table.do("fire tecla-f1 v-infantry")
    decision = table.game.decision(table.s)
    assert decision is not None
    assert "end the declaration" in decision.text
