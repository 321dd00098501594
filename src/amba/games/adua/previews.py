"""What an action would do before it is done: paths and costs, dice, exact odds through the rules' own functions."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from amba.core.decision import Action, Chance, Preview
from amba.core.flow import Flow
from amba.games.adua.rules.r04_calendar import waiting
from amba.games.adua.rules.r05_supply import ROLL_FROM
from amba.games.adua.rules.r08_orders import TITLES, Orders
from amba.games.adua.rules.r09_column import close_up
from amba.games.adua.rules.r09_movement import Way, arrivals, destinations, exit_way
from amba.games.adua.rules.r10_dice import Pool
from amba.games.adua.rules.r10_melee import column_of, melee_words
from amba.games.adua.rules.r10_small_arms import Pairs, attack_value, left_alone, massed, shooters, targets
from amba.games.adua.rules.r10_volley import Combat, combat_of, defence_pool, exposed, pools, result_words, throws
from amba.games.adua.rules.r12_initiative import fresh_units, melees_for
from amba.games.adua.show import DONE, name_of, place_of, result_text
from amba.games.adua.state import AduaState, enemy
from amba.games.adua.world import ABYSSINIAN, DISORGANIZED, ENTRENCHED, FIRE_ROWS, GUNS, ITALIAN, JAMMED, LOW_AMMO, UNTESTED

HALF = Fraction(1, 2)
Items = tuple[tuple[str, str, str], ...]


def way_of(s: AduaState, a: Action) -> Way | None:
    """The path of an action that moves a piece."""
    names = s.world.names
    piece = names.piece[a[1]]
    if a[0] == "exit":
        return exit_way(s, piece)
    found = {"move": destinations, "enter": arrivals, "bring": melees_for}[a[0]](s, piece)
    return found.get(names.place[a[2]])


def note(s: AduaState, a: Action) -> str:
    """A few words beside an action: what a move costs."""
    if a[0] in {"move", "enter", "bring"} and len(a) == 3:
        way = way_of(s, a)
        return "" if way is None else f"{way.cost} of {s.world.units[s.world.names.piece[a[1]]].move}"
    return ""


def preview(flow: Flow[AduaState], s: AduaState, a: Action) -> Preview | None:
    """What an action would do; None for what is refused or speaks for itself."""
    if flow.refuse(s, a, "13.0.levels") is not None:
        return None
    names = s.world.names
    if a == ("done",):
        return end_preview(s)
    if a[0] in {"move", "enter", "bring", "exit"}:
        return move_preview(s, a)
    if a[0] in {"fire", "engage"}:
        pairs: Pairs = (*s.frames[-1][2], (names.piece[a[1]], names.piece[a[2]]))
        return fire_preview(s, planned(s, s.frames[-1][1], names.piece[a[2]], pairs), pairs)
    if a[0] in BY_VERB:
        return BY_VERB[a[0]](flow, s, a)
    if a[0] == "resolve":
        _, side, shares, _ = s.frames[-1]
        return fire_preview(s, combat_of(s, side, names.piece[a[1]], shares), ())
    if a[0] == "melee":
        return melee_preview(s, names.place[a[1]])
    if a[0] == "close":
        after = s.copy()
        flow.apply(after, a)
        return melee_preview(after, after.at[names.piece[a[2]]])
    return None


def mass_preview(flow: Flow[AduaState], s: AduaState, a: Action) -> Preview:
    """All that can fire at one enemy."""
    _, side, pairs = s.frames[-1]
    target = s.world.names.piece[a[1]]
    whole: Pairs = (*pairs, *((unit, target) for unit in massed(s, shooters(s, side), pairs)[target]))
    return fire_preview(s, planned(s, side, target, whole), whole)


def storm_preview(flow: Flow[AduaState], s: AduaState, a: Action) -> Preview:
    """The melee with everybody in it who may go in."""
    after = s.copy()
    flow.apply(after, a)
    return melee_preview(after, s.at[s.world.names.piece[a[1]]])


def follow_preview(flow: Flow[AduaState], s: AduaState, a: Action) -> Preview:
    """Who marches where."""
    after = s.copy()
    leader = s.world.names.piece[a[1]]
    marched = list(close_up(after, leader))
    items = tuple((name_of(s.world, unit), place_of(s.world, after.at[unit]), "9.0") for unit in marched)
    return Preview(f"{len(marched)} close up on {name_of(s.world, leader)}", (), "", items)


def command_preview(flow: Flow[AduaState], s: AduaState, a: Action) -> Preview:
    """Who is given the order."""
    leader = s.world.names.piece[a[1]]
    items = tuple((name_of(s.world, unit), TITLES[a[2]].lower(), "8.0") for unit in Orders().all_of(s, leader, a[2]))
    return Preview(f"{name_of(s.world, leader)}: {len(items)} of {s.points[leader]} orders", (), "", items)


def initiative_preview(flow: Flow[AduaState], s: AduaState, a: Action) -> Preview:
    """12.0: his chance, and whom he could bring where."""
    leader = s.world.names.piece[a[1]]
    value = s.world.units[leader].initiative
    items = []
    for unit in fresh_units(s, leader):
        where = ", ".join(place_of(s.world, hex) for hex in melees_for(s, unit))
        if where:
            items.append((name_of(s.world, unit), f"{s.value(unit)} to {where}", "12.0.units"))
    odds = (
        Chance(f"{value} or less", Fraction(value, 6), "fresh units may be brought", up_to(1, value)),
        Chance("more", Fraction(6 - value, 6), "nobody comes; he has had his try", up_to(value + 1, 6)),
    )
    return Preview(f"{name_of(s.world, leader)}: initiative {value}", (), "", tuple(items), "", odds)


def up_to(first: int, last: int) -> str:
    return ", ".join(map(str, range(first, last + 1)))


def supply_preview(flow: Flow[AduaState], s: AduaState, a: Action) -> Preview | None:
    """5.3: from turn 7 it takes a roll."""
    if s.turn < ROLL_FROM:
        return None
    odds = (
        Chance("1 to 3", HALF, "the unit has ammunition again, the mules lose a step", up_to(1, 3)),
        Chance("4 to 6", HALF, "nothing arrives", up_to(4, 6)),
    )
    return Preview(f"Ammunition for {name_of(s.world, s.world.names.piece[a[1]])}", (), "", (), "", odds)


BY_VERB: dict[str, Callable[[Flow[AduaState], AduaState, Action], Preview | None]] = {
    "mass": mass_preview, "storm": storm_preview, "follow": follow_preview, "command": command_preview,
    "initiative": initiative_preview, "supply": supply_preview,
}  # fmt: skip
"""Gestures that are many in one, and single dice."""


def end_preview(s: AduaState) -> Preview | None:
    """What would be left undone; None if nothing is worth a word."""
    step = s.frames[-1][0]
    warnings = []
    if step == "orders":
        idle = forgotten(s)
        if idle:
            names = ", ".join(name_of(s.world, unit) for unit in idle)
            warnings.append(f"These could fire and have no order: {names} (8.0).")
    elif step == "movement" and s.frames[-1][1] == ABYSSINIAN:
        late = sum(s.world.is_combat[piece] for piece in waiting(s))
        if late:
            warnings.append(f"{late} units could still enter over the western passes (4.0).")
    return Preview(DONE[step], (), "", warnings=tuple(warnings)) if warnings else None


def forgotten(s: AduaState) -> list[int]:
    """Units with somebody to fire at, no order, and a leader who could still give them one."""
    orders = Orders()
    leaders = [leader for leader in s.followers(ITALIAN) if s.points[leader]]
    within = {s.world.names.piece[action[3]] for leader in leaders for action in orders.tails(s, leader)}
    return [unit for unit in s.units(ITALIAN) if unit in within and targets(s, unit)]


def move_preview(s: AduaState, a: Action) -> Preview | None:
    way = way_of(s, a)
    if way is None:
        return None
    world = s.world
    piece = world.names.piece[a[1]]
    end = way.path[-1]
    move = world.units[piece].move
    cost = way.cost + (a[0] == "exit")
    warnings = []
    if a[0] in {"move", "enter"} and world.is_combat[piece] and s.zoc(enemy(s.side[piece]))[end]:
        warnings.append("Ends in an enemy zone of control: it must attack (10.0).")
    if a[0] == "move" and s.has(piece, ENTRENCHED):
        warnings.append("It leaves its entrenchment (5.5).")
    title = "Off to Adua" if a[0] == "exit" else f"To {place_of(world, end)}"
    return Preview(title, tuple(world.names.places[hex] for hex in way.path), f"{cost} of {move}", warnings=tuple(warnings))


def planned(s: AduaState, side: int, target: int, pairs: Pairs) -> Combat:
    """The combat over a target as declared so far; dice of units with several targets are split evenly."""
    shares = []
    for unit in dict.fromkeys(attacker for attacker, foe in pairs if foe == target):
        others = sum(attacker == unit for attacker, _ in pairs)
        shares.append((unit, target, -(-attack_value(s, unit, pairs) // others)))
    return Combat(side, target, tuple(shares))


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


def dice_item(s: AduaState, pool: Pool) -> tuple[str, str, str]:
    return (f"{name_of(s.world, pool.unit)} rolls", f"{pool.dice} dice, {pool.quality:+d}", "10.1.dice")


def fire_items(s: AduaState, combat: Combat, pairs: Pairs) -> Items:
    """Both sides' dice, with every modifier and its rule; a unit without any takes one line."""
    italian, abyssinian = pools(s, combat)
    rolled = {pool.unit: pool for pool in (*italian, *abyssinian)}
    rows: list[tuple[str, str, str]] = []
    for unit, _, dice in combat.shares:
        if unit not in rolled:
            continue
        found = list(value_items(s, unit))
        alone = 2 * len(left_alone(s, unit, pairs)) if pairs else 0
        if alone:
            found.append(("Enemies left alone", str(-alone), "10.1.unattacked"))
        if dice != max(0, s.value(unit) - alone):
            found.append(("Split, or enemies left alone", f"{dice - s.value(unit) + alone:+d}", "10.1"))
        if rolled[unit].dice != dice:
            found.append(("Ground", f"{rolled[unit].dice - dice:+d}", "10.1.elevation"))
        rows += [*(found if len(found) > 1 else ()), dice_item(s, rolled[unit])]
    return (*rows, *defence_items(s, combat))


def defence_items(s: AduaState, combat: Combat) -> Items:
    """The defender's value and dice."""
    target = combat.target
    found = list(value_items(s, target))
    defence = defence_pool(s, combat)
    if not exposed(s, combat):
        found.append(("Cannot answer", "0 dice", "6.0.artillery"))
    elif s.side[target] == ABYSSINIAN and defence.dice != s.value(target) and not s.world.units[target].is_cavalry:
        found.append(("Ground", f"{defence.dice - s.value(target):+d}", "10.1.elevation"))
    rows = [*(found if len(found) > 1 else ()), dice_item(s, defence)]
    if combat.attacker == ABYSSINIAN and s.has(target, ENTRENCHED):
        rows.append(("Entrenched", "one row down", "10.1.entrenched"))
    return tuple(rows)


def odds_of(s: AduaState, combat: Combat) -> tuple[tuple[Chance, ...], Fraction]:
    """The exact chance of each row of the table, and of an Italian unit going low on ammo besides."""
    results: dict[tuple[int, tuple[str, ...]], int] = {}
    low = total = 0
    for ours, theirs, weight in throws(s, combat):
        words = result_words(s, combat, ours.hits, theirs.hits)
        row = max(-1, min(3, ours.hits - theirs.hits)) + 1
        results[row, words] = results.get((row, words), 0) + weight
        total += weight
        low += weight if ours.low else 0
    odds = (Chance(FIRE_ROWS[row], Fraction(weight, total), result_text(" + ".join(words))) for (row, words), weight in sorted(results.items()))
    return tuple(odds), Fraction(low, total)


def fire_preview(s: AduaState, combat: Combat, pairs: Pairs) -> Preview:
    warnings = []
    involved = [combat.target, *(unit for unit, _, _ in combat.shares)]
    for unit in involved:
        if s.has(unit, UNTESTED):
            warnings.append(f"The machine guns of {name_of(s.world, unit)} are not tested yet; they are counted as working (5.1).")
    several = [unit for unit, _, _ in combat.shares if sum(attacker == unit for attacker, _ in pairs) > 1]
    if several:
        warnings.append("Dice against several targets are counted as split evenly; the split comes later (10.1).")
    title = f"Small arms combat over {name_of(s.world, combat.target)}"
    odds, low = odds_of(s, combat)
    items = fire_items(s, combat, pairs)
    if low:
        items = (*items, ("Low ammo besides", f"{float(low):.1%}", "5.2"))
    return Preview(title, (), "", items, "", odds, False, tuple(warnings))


def melee_preview(s: AduaState, hex: int) -> Preview:
    """The melee as it stands now: column, and each result with its dice."""
    rows: list[tuple[str, str, str]] = []
    for side in (ITALIAN, ABYSSINIAN):
        sign = "+" if side == ITALIAN else "-"
        rows += [(name_of(s.world, unit), f"{sign}{s.value(unit)}", "10.2") for unit in s.combat_at(hex, side)]
    dice: dict[str, list[str]] = {}
    for die in range(1, 7):
        dice.setdefault(" + ".join(melee_words(s, hex, die)), []).append(str(die))
    odds = tuple(Chance(", ".join(faces), Fraction(len(faces), 6), result_text(label), ", ".join(faces)) for label, faces in dice.items())
    return Preview(f"Melee in {place_of(s.world, hex)}", (), "", tuple(rows), column_of(s, hex), odds)
