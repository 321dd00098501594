"""The odds of fights and single dice before an order is given: the order is given on a copy, and every die falls by the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from amba.core.decision import Chance, LineChance, Preview
from amba.core.event import Event, Marked, Pushed, Rolled, Said
from amba.core.odds import NO, YES, Given, ToldValue, as_chances, every_fall, number
from amba.core.order import Done, Order, Roll
from amba.core.state import State
from amba.core.steps import Play, top
from amba.games.adua.frames import AskSplit, Bringing, ChooseCombat, ChooseMelee, Closing, GunTest, Pairs, Repair, Volley
from amba.games.adua.orders import Close, Engage, FightMelee, Fire, Mass, Resolve, Split, Storm, Supply, TryInitiative
from amba.games.adua.results import result_text
from amba.games.adua.rules.r05_supply import ROLL_FROM
from amba.games.adua.rules.r06_artillery import fires
from amba.games.adua.rules.r10_attacks import attack_from_height, left_alone
from amba.games.adua.rules.r10_dice import Pool
from amba.games.adua.rules.r10_melee import column_of, strength
from amba.games.adua.rules.r10_volley import combat_over, defence_pool, exposed, plain_row, pools
from amba.games.adua.rules.r12_initiative import fresh_units, melees_for
from amba.games.adua.state import AduaState
from amba.games.adua.world import (
    ABYSSINIAN,
    DISORGANIZED,
    ENTRENCHED,
    FIRE_ROWS,
    GUNS,
    ITALIAN,
    JAMMED,
    LOW_AMMO,
    MELEE_COLUMNS,
    UNTESTED,
    World,
    cell_words,
)

Items = tuple[tuple[str, str, str], ...]
NOTED = "\t"
"""Parts what is told of a volley besides its row."""


def row_told(s: State, events: Sequence[Event]) -> str:
    """10.1: the row of the small arms table that the dice of the first combat came to, as the rules tell it."""
    said = next((event.values for event in events if isinstance(event, Said) and event.what == "volley"), None)
    return "" if said is None else FIRE_ROWS[plain_row(said[1] - said[2])]


def volley_told(s: State, events: Sequence[Event]) -> str:
    """The row, what the table says, and whether an Italian unit goes low on ammo."""
    said = next((event.values for event in events if isinstance(event, Said) and event.what == "volley"), None)
    low = any(isinstance(event, Marked) and event.mark == LOW_AMMO for event in events)
    return "" if said is None else NOTED.join((row_told(s, events), said[3], "low" if low else ""))


def low_told(s: Any, events: Sequence[Event]) -> str:
    """5.2: whether a unit has gone low on ammo in the first combat."""
    if not row_told(s, events):
        return ""
    return YES if any(isinstance(event, Marked) and event.mark == LOW_AMMO and event.on for event in events) else NO


def melee_told(s: Any, events: Sequence[Event]) -> str:
    """10.2: the faces of the die that bring what the rules told of the first melee."""
    said = next((event.values for event in events if isinstance(event, Said) and event.what == "melee"), None)
    if said is None:
        return ""
    _, column, _, cell = said
    return ", ".join(str(die) for die in range(1, 7) if " + ".join(cell_words(s.world.melee, str(die), column)) == cell)


def dice_told(s: Any, events: Sequence[Event]) -> str:
    """10.1: everybody's dice, of the attackers and then of the target, as the rules roll them when the combat begins."""
    combat = s.frames[-1]
    attack, defence = sorted(pools(s, combat), key=lambda side: combat.target in [pool.unit for pool in side])
    return "; ".join(dice_words(pool) for pool in (*attack, *defence))


def strengths_told(s: Any, events: Sequence[Event]) -> str:
    """10.2: the Italian and the Abyssinian combat value in the hex of a melee that begins."""
    hex = s.frames[-1].hex
    return f"{strength(s, hex, ITALIAN)} against {strength(s, hex, ABYSSINIAN)}"


MELEE_COLUMN = ToldValue("melee", 1)
MELEE_CELL = ToldValue("melee", 3)


def initiative_told(s: State, events: Sequence[Event]) -> str:
    if not any(isinstance(event, Rolled) for event in events):
        return ""
    return "succeeds" if any(isinstance(event, Pushed) and isinstance(event.frame, Bringing) for event in events) else "fails"


def supply_told(s: State, events: Sequence[Event]) -> str:
    if not any(isinstance(event, Rolled) for event in events):
        return ""
    return "arrives" if any(isinstance(event, Marked) and event.mark == LOW_AMMO for event in events) else "nothing"


DIE_TEXTS = {
    "succeeds": "fresh units may be brought", "fails": "nobody comes; he has had his try",
    "arrives": "the unit has ammunition again, the mules lose a step", "nothing": "nothing arrives",
}  # fmt: skip


def leading_to(play: Play[AduaState], s: AduaState, first: Order, last: Order) -> tuple[AduaState, list[Given]]:
    """The orders between two, if nobody does more and dice are split evenly; and the position in which the last is given if machine guns that are tested work.

    The dice of such tests are no orders: they fall every way. Where the game is over before, that position has no frames.
    """
    ready, orders = s.copy(), list[Given]([first])
    play.apply(ready, first)
    while ready.frames and not isinstance(ready.frames[-1], ChooseCombat | ChooseMelee):
        die = IDLE_DICE.get(type(ready.frames[-1]))
        if die is None:
            orders.append(IdleOrder(last))
        play.apply(ready, die or idle_order(ready.frames[-1], last))
    return ready, [*orders, last]


IDLE_DICE: dict[type[object], Order] = {GunTest: Roll((4,)), Repair: Roll((2,))}
"""Dice that fall on the way, as they fall in the position that is shown."""


@dataclass(frozen=True)
class IdleOrder:
    """What is ordered in a position where nobody does more. Two that lead to the same order are equal, so that previews can be compared."""

    last: Order

    def __call__(self, s: AduaState) -> Order:
        return idle_order(s.frames[-1], self.last)


def idle_order(at: object, last: Order) -> Order:
    """What happens in a frame where nobody does more. Dice that are left over go to the target the last order is about."""
    if isinstance(at, AskSplit):
        unit, dice, left = at.queue[0]
        more = dice % len(left) > 0 and Resolve(left[0]) == last
        return Split(unit, left[0], dice // len(left) + more)
    return Done()


def preview_fire(play: Play[AduaState], s: AduaState, at: object, a: Fire | Engage | Mass) -> Preview:
    """The combat over a target as it would be if nobody else were declared."""
    ready, orders = leading_to(play, s, a, Resolve(a.target))
    if not ready.frames:
        return Preview(f"Small arms combat over {s.world.title(a.target)}", warnings=("The battle would be over before it.",))
    frame = top(ready, ChooseCombat)
    pairs = tuple((unit, target) for unit, target, _ in frame.shares)
    return volley_preview(play, s, ready, combat_over(ready, frame, a.target), pairs, orders)


def preview_resolve(play: Play[AduaState], s: AduaState, at: ChooseCombat, a: Resolve) -> Preview:
    return volley_preview(play, s, s, combat_over(s, at, a.target), (), [a])


def volley_preview(play: Play[AduaState], s: AduaState, ready: AduaState, combat: Volley, pairs: Pairs, orders: Sequence[Given]) -> Preview:
    """`ready`: the position in which the last of the orders is given."""
    title = s.world.title
    units = (combat.target, *(unit for unit, _, _ in combat.shares))
    warnings = [untested_words(s, unit) for unit in units if s.has(unit, UNTESTED)]
    if any(sum(attacker == unit for attacker, _ in pairs) > 1 for unit, _, _ in combat.shares):
        warnings.append("Dice against several targets are counted as split evenly; the split comes later (10.1).")
    odds, low = volley_odds(play, s, orders)
    low_text = f"{float(low):.1%}"
    items = fire_items(ready, combat, pairs) + ((("Low ammo besides", low_text, "5.2"),) if low else ())
    return Preview(
        f"Small arms combat over {title(combat.target)}", items=items, odds=odds, warnings=tuple(warnings), orders=tuple(orders), told=row_told,
        shown=() if ready_by_luck(s, units) else tuple((text, dice_told) for text in dice_shown(items)),
        chances=(LineChance(low_text, low_told),) if low else (),
    )  # fmt: skip


def untested_words(s: AduaState, unit: int) -> str:
    return f"The machine guns of {s.world.title(unit)} are tested first: on 1 to 3 it has one die less than is shown. The odds count both (5.1)."


def ready_by_luck(s: AduaState, units: Sequence[int]) -> bool:
    """Whether the dice of a fight hang on machine guns that are tested first: what is shown of them is then one of two cases."""
    return any(s.has(unit, UNTESTED) for unit in units)


def volley_odds(play: Play[AduaState], s: AduaState, orders: Sequence[Given]) -> tuple[tuple[Chance, ...], Fraction]:
    """The chance of each row of the table, and of an Italian unit going low on ammo besides."""
    rows: dict[str, tuple[Fraction, str]] = {}
    none_low = low = Fraction(0)
    for fall in every_fall(play, s, orders, volley_told):
        row, cell, is_low = fall.label.split(NOTED)
        rows[row] = (rows.get(row, (none_low, ""))[0] + fall.chance, cell)
        low += fall.chance if is_low else 0
    return tuple(Chance(row, rows[row][0], result_text(rows[row][1])) for row in FIRE_ROWS if row in rows), low


def value_items(s: AduaState, unit: int) -> Items:
    """How a unit's combat value comes about."""
    card = s.world.units[unit]
    rows = [(card.title, str(card.values[s.face[unit]]), "2.0")]
    if s.has(unit, GUNS) and not s.has(unit, JAMMED):
        rows.append(("Machine guns", "+1", "5.1.value"))
    if s.has(unit, DISORGANIZED):
        rows.append(("Disorganized", "-1", "5.4"))
    if s.has(unit, LOW_AMMO):
        rows.append(("Low ammo", "-1", "5.2"))
    return tuple(rows)


def dice_words(pool: Pool) -> str:
    """``8 dice, +1``."""
    return f"{pool.dice} {'die' if pool.dice == 1 else 'dice'}, {pool.quality:+d}"


def dice_item(s: AduaState, pool: Pool) -> tuple[str, str, str]:
    return (f"{s.world.title(pool.unit)} rolls", dice_words(pool), "10.1.dice")


def accounted(found: Sequence[tuple[str, str, str]], rolls: tuple[str, str, str]) -> list[tuple[str, str, str]]:
    """How a unit comes to its dice; what says no more than the dice themselves is left out."""
    return [*(found if len(found) > 1 or added_up(found) != number(rolls[1]) else ()), rolls]


def added_up(lines: Sequence[tuple[str, str, str]]) -> int:
    """What the lines of a unit come to: never less than nothing, and nothing where it cannot answer."""
    return 0 if any(value == "0 dice" for _, value, _ in lines) else max(0, sum(number(value) for _, value, _ in lines))


def dice_shown(items: Items) -> tuple[str, str]:
    """Everybody's dice as they are shown; and with the number of dice that the lines above them come to."""
    shown, summed, lines = [], [], list[tuple[str, str, str]]()
    for item in items:
        if item[2] != "10.1.dice":
            lines.append(item)
            continue
        shown.append(item[1])
        dice, _, rest = item[1].partition(" ")
        summed.append(f"{added_up(lines) if lines else dice} {rest}")
        lines = []
    return "; ".join(shown), "; ".join(summed)


def fire_items(s: AduaState, combat: Volley, pairs: Pairs) -> Items:
    """Both sides' dice, with every modifier and its rule; a unit without any takes one line."""
    italian, abyssinian = pools(s, combat)
    rolled = {pool.unit: pool for pool in (*italian, *abyssinian)}
    rows: list[tuple[str, str, str]] = []
    for unit, _, dice in combat.shares:
        found = list(value_items(s, unit))
        alone = 2 * len(left_alone(s, unit, pairs)) if pairs else 0
        if alone:
            found.append(("Enemies left alone", str(-alone), "10.1.unattacked"))
        height = attack_from_height(s, unit, pairs or tuple((attacker, target) for attacker, target, _ in combat.shares))
        if height:
            found.append(("Ground", f"{height:+d}", "10.1.elevation"))
        if dice != max(0, s.value(unit) - alone + height):
            found.append(("Split, or enemies left alone", f"{dice - s.value(unit) + alone - height:+d}", "10.1"))
        rows += accounted(found, dice_item(s, rolled[unit]))
    return (*rows, *defence_items(s, combat))


def defence_items(s: AduaState, combat: Volley) -> Items:
    """The defender's value and dice."""
    target = combat.target
    found = list(value_items(s, target))
    defence = defence_pool(s, combat)
    if not fires(s, target):
        found.append(("No firearms", "0 dice", "6.0.cavalry"))
    elif not exposed(s, combat):
        found.append(("Cannot answer", "0 dice", "6.0.artillery"))
    elif s.side[target] == ABYSSINIAN and defence.dice != s.value(target):
        found.append(("Ground", f"{defence.dice - s.value(target):+d}", "10.1.elevation"))
    rows = accounted(found, dice_item(s, defence))
    if combat.side == ABYSSINIAN and s.has(target, ENTRENCHED):
        rows.append(("Entrenched", "one row down", "10.1.entrenched"))
    return tuple(rows)


def preview_close(play: Play[AduaState], s: AduaState, at: Closing, a: Close | Storm) -> Preview:
    """The melee that is begun, if nobody joins it or breaks off before it is fought."""
    hex = s.at[a.target]
    ready, orders = leading_to(play, s, a, FightMelee(hex))
    if not ready.frames:
        return Preview(f"Melee in {s.world.place_title(hex)}", warnings=("The battle would be over before it.",))
    return melee_preview(play, s, ready, hex, orders)


def preview_melee(play: Play[AduaState], s: AduaState, at: ChooseMelee, a: FightMelee) -> Preview:
    return melee_preview(play, s, s, a.hex, [a])


def melee_preview(play: Play[AduaState], s: AduaState, ready: AduaState, hex: int, orders: Sequence[Given]) -> Preview:
    """Column, and each result with its dice; only the results where the column hangs on machine guns that are still to be tested or mended. `ready`: the position in which the last of the orders is given."""
    world = s.world
    sides = ((side, unit) for side in (ITALIAN, ABYSSINIAN) for unit in ready.combat_at(hex, side))
    items = tuple((world.title(unit), f"{'-' if side else '+'}{ready.value(unit)}", "10.2") for side, unit in sides)
    column = column_of(ready, hex)
    title, italians = f"Melee in {world.place_title(hex)}", ready.combat_at(hex, ITALIAN)
    if any(s.has(unit, UNTESTED) or (len(orders) > 1 and s.has(unit, JAMMED)) for unit in italians):
        warnings = tuple(untested_words(s, unit) for unit in italians if s.has(unit, UNTESTED))
        odds = tuple(Chance(fall.label, fall.chance, result_text(fall.label)) for fall in every_fall(play, s, orders, MELEE_CELL))
        return Preview(title, items=items, odds=odds, warnings=warnings, orders=tuple(orders), told=MELEE_CELL)
    falls = every_fall(play, s, orders, melee_told)
    odds = as_chances(falls, lambda faces: melee_text(world, column, faces))
    ours, theirs = (sum(int(value) for _, value, _ in items if value[0] == sign) for sign in "+-")
    summed = MELEE_COLUMNS[max(0, min(3, ours + theirs))]
    shown = ((column, MELEE_COLUMN), (summed, MELEE_COLUMN), (f"{ours} against {-theirs}", strengths_told))
    return Preview(title, (), "", items, column, odds, orders=tuple(orders), told=melee_told, shown=shown)


def melee_text(world: World, column: str, faces: str) -> str:
    return result_text(" + ".join(cell_words(world.melee, faces.partition(",")[0], column)))


def preview_initiative(play: Play[AduaState], s: AduaState, at: object, a: TryInitiative) -> Preview:
    """12.0: his chance, and whom he could bring where."""
    world, items = s.world, []
    for unit in fresh_units(s, a.leader):
        where = ", ".join(map(world.place_title, melees_for(s, unit)))
        if where:
            items.append((world.title(unit), f"{s.value(unit)} to {where}", "12.0.units"))
    odds = as_chances(every_fall(play, s, (a,), initiative_told), DIE_TEXTS.__getitem__)
    title = f"{world.title(a.leader)}: initiative {world.units[a.leader].initiative}"
    return Preview(title, items=tuple(items), odds=odds, told=initiative_told)


def preview_supply(play: Play[AduaState], s: AduaState, at: object, a: Supply) -> Preview | None:
    """5.3: from turn 7 it takes a roll."""
    if s.turn < ROLL_FROM:
        return None
    odds = as_chances(every_fall(play, s, (a,), supply_told), DIE_TEXTS.__getitem__)
    return Preview(f"Ammunition for {s.world.title(a.unit)}", odds=odds, told=supply_told)
