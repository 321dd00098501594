"""What an order would do, before it is given: the way of a march, the strengths and odds of an attack."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from amba.core.decision import Preview
from amba.core.event import Event, Tracked
from amba.core.odds import Items, PaidOnTheWay, ToldValue, as_chances, between, every_fall
from amba.core.order import Order
from amba.core.steps import Play, top
from amba.games.ethiopia.frames import Airstrike, Battle, Combat, Movement, OnTheWay
from amba.games.ethiopia.orders import Attack, Fight, Gas, Go, Halt, Join, JoinAll, Move
from amba.games.ethiopia.rules.r07_movement import allowance, bill, reach_of
from amba.games.ethiopia.rules.r07_ways import way_on, whole_way
from amba.games.ethiopia.rules.r08_supply import covered, lives_off
from amba.games.ethiopia.rules.r10_combat import FightOdds, defenders, joiners, weigh
from amba.games.ethiopia.rules.r10_results import may_take_losses
from amba.games.ethiopia.rules.r10_retreats import retreat_hexes
from amba.games.ethiopia.rules.r13_victory import GAS_PRICE, points
from amba.games.ethiopia.state import EthiopiaState
from amba.games.ethiopia.world import GAS_TURNS, counted
from amba.kit.half_points import in_halves, points_text
from amba.kit.odds import column, ratio, shift
from amba.table.previews import columns_text, more_points

TO_THE_DIE = "To the die"

RESULTS = {
    "C": "contact: nothing happens", "ENG": "both sides are engaged", "EX": "exchange: both lose, the weaker all", "AE": "the attackers are eliminated",
    "DE": "the defenders are eliminated",
}  # fmt: skip


def points_left(s: EthiopiaState, at: Movement, a: Move) -> str:
    """The words beside a move: the points that are left after it."""
    cost = reach_of(s, a.unit).cost.get(a.to)
    return "" if cost is None else f"{points_text(allowance(s, a.unit) - cost)} left"


def points_left_on_way(s: EthiopiaState, at: OnTheWay, a: Go) -> str:
    cost = way_on(s, at).cost.get(a.hex)
    return "" if cost is None else f"{points_text(allowance(s, at.unit) - cost)} left"


def preview_move(play: Play[EthiopiaState], s: EthiopiaState, at: Movement, a: Move) -> Preview:
    return march_preview(s, a.unit, reach_of(s, a.unit).path(a.to))


def preview_way(play: Play[EthiopiaState], s: EthiopiaState, at: OnTheWay, a: Go | Halt) -> Preview:
    """The way so far and on to this hex."""
    return march_preview(s, at.unit, whole_way(s, at, a.hex) if isinstance(a, Go) else at.path)


def march_preview(s: EthiopiaState, unit: int, path: tuple[int, ...]) -> Preview:
    """A way with its price, and what is to be feared at its end."""
    places, card, to = s.world.names.places, s.card(unit), path[-1]
    if len(path) == 1:
        return Preview(f"Stay at {s.world.place_title(to)}", (places[to],))
    warnings = []
    if card.is_combat and to < s.world.hexes:
        if s.zoc(1 - card.side)[to]:
            warnings.append("Ends in an enemy zone (6.4).")
        if to not in covered(s, card.side) and not lives_off(s, unit, to):
            warnings.append("Farther than seven hexes from supply as things stand (8.1, 8.2).")
    edges = s.edges(card.march)
    spent = sum(dict(edges[here])[there] for here, there in itertools.pairwise(path))
    cost = f"{points_text(spent)} of {points_text(allowance(s, unit))}"
    title, items = f"Move to {s.world.place_title(to)}", bill(s, card.march, path)
    summed = f"{points_text(sum(in_halves(value) for _, value, _ in items))} of {points_text(allowance(s, unit))}"
    shown = ((cost, paid), (summed, paid))
    return Preview(title, tuple(places[p] for p in path), cost, items, warnings=tuple(warnings), shown=shown)


def step_price(s: EthiopiaState, unit: int, here: int, there: int) -> int:
    return dict(s.edges(s.card(unit).march)[here])[there]


def paid(s: EthiopiaState, events: Sequence[Event]) -> str:
    """7.1: what the way costs, of a march that is over or still goes on."""
    at = s.frames[-1]
    if isinstance(at, OnTheWay):
        return f"{points_text(at.spent)} of {points_text(allowance(s, at.unit))}"
    return PaidOnTheWay(step_price, allowance, text=points_text)(s, events)


def preview_gas(play: Play[EthiopiaState], s: EthiopiaState, at: Airstrike, a: Gas) -> Preview:
    items = (("one bomber shift counts double", "+1 column", "9.5"), ("price", f"-{GAS_PRICE} victory points", "9.5"))
    price = f"{GAS_PRICE} victory points"
    return Preview(f"Gas over {s.world.place_title(a.hex)}", (), price, items, shown=((price, gas_paid), (f"{items[1][1][1:]}", gas_paid)))


def gas_paid(s: EthiopiaState, events: Sequence[Event]) -> str:
    """9.5: what the turns of gas that have come cost."""
    turns = sum(event.new - event.old for event in events if isinstance(event, Tracked) and event.track == GAS_TURNS)
    without = s.copy()
    Tracked("9.5", GAS_TURNS, s.tracks[GAS_TURNS], s.tracks[GAS_TURNS] - turns).fold(without)
    return f"{points(without) - points(s)} victory points"


def preview_attack(play: Play[EthiopiaState], s: EthiopiaState, at: Combat, a: Attack) -> Preview:
    """With everybody who could join."""
    everybody = [Join(unit) for unit in joiners(s, a.hex, at.side)]
    return fight_preview(play, s, (a, *everybody), f"Attack on {s.world.place_title(a.hex)} with all who can")._replace(joins=Join)


def preview_battle(play: Play[EthiopiaState], s: EthiopiaState, at: Battle, a: Join | JoinAll | Fight) -> Preview:
    """The attack with this order carried out."""
    return fight_preview(play, s, () if isinstance(a, Fight) else (a,), f"Attack on {s.world.place_title(at.target)}")


def fight_preview(play: Play[EthiopiaState], s: EthiopiaState, orders: tuple[Order, ...], title: str) -> Preview:
    """The fight after these orders, with its odds where it could be fought then."""
    after = s.copy()
    for order in orders:
        play.apply(after, order)
    at, fight = top(after, Battle), Fight()
    odds = weigh(after, at.side, at.target, at.joined)
    orders = (*orders, fight) if play.refuse(after, fight) is None else ()
    chances = as_chances(every_fall(play, s, orders, RESULT), lambda cell: result_text(after, at, cell)) if orders else ()
    stuck = [s.card(u).title for u in s.combat_units(at.target, 1 - at.side) if not retreat_hexes(s, u, 1)]
    warnings = tuple(f"{unit} has nowhere to retreat (10.8)." for unit in stuck)
    items, column = fight_items(after, at, odds), s.world.combat.columns[odds.column]
    shown = ((column, COLUMN), *fight_shown(s, items)) if orders else ()
    more = more_points(odds.attack, odds.defence, s.world.combat.columns, odds.column)
    return Preview(title, (), "", items, column, chances, False, warnings, orders, RESULT, shown, more)


ATTACK, DEFENCE, COLUMN, DIE, RESULT = (ToldValue("result", place) for place in range(1, 6))
"""10.7: strengths, column, modifier of the die and the cell of the combat table, as the rules tell them."""


def fight_shown(s: EthiopiaState, items: Items) -> Iterator[tuple[str, ToldValue]]:
    """What the lines of an attack come to: points added up, the column of their odds with every shift, the modifiers of the die."""
    values, columns = {label: value for label, value, _ in items}, s.world.combat.columns
    attack, defence = between(items, "", "Attack"), between(items, "Attack", "Defence")
    shifted = column(ratio(attack, defence), columns) + between(items, "Defence", "Column")
    yield str(attack), ATTACK
    yield values["Attack"], ATTACK
    yield str(defence), DEFENCE
    yield values["Defence"], DEFENCE
    yield columns[shift(shifted, 0, columns)], COLUMN
    yield values["Column"], COLUMN
    yield str(between(items, "Column", TO_THE_DIE)), DIE
    if TO_THE_DIE in values:
        yield str(int(values[TO_THE_DIE])), DIE


def fight_items(s: EthiopiaState, at: Battle, odds: FightOdds) -> tuple[tuple[str, str, str], ...]:
    """Both sides' points, every shift, and every letter of G1 with its sign."""
    rows = [(s.card(u).title, str(s.face[u]), "1.3") for u in at.joined]
    rows.append(("Attack", str(odds.attack), "10.4"))
    for u in defenders(s, at.target, at.side):
        rows.append((s.card(u).title, str(s.defence(u)), "1.3" if u < s.world.fighting else "G3.a"))
    rows.append(("Defence", str(odds.defence), "10.4"))
    rows += [(text, columns_text(by), number) for text, by, number in odds.shifts]
    rows.append(("Column", s.world.combat.columns[odds.column], "10.4"))
    rows += [(f"({m.rule[-1]}) {m.label}", f"{m.by:+d} die", m.rule) for m in odds.modifiers]
    if len(odds.modifiers) > 1:
        rows.append((TO_THE_DIE, f"{odds.die_modifier:+d}", "G1"))
    return tuple(rows)


def result_text(s: EthiopiaState, at: Battle, cell: str) -> str:
    """What a result means here; losses instead of a retreat only for those who may choose them."""
    if cell in RESULTS:
        return RESULTS[cell]
    attacking, count = cell[0] == "A", int(cell[1:])
    who, units = ("attackers", at.joined) if attacking else ("defenders", tuple(defenders(s, at.target, at.side)))
    if all(u >= s.world.fighting for u in units):
        return "the garrison is lost"
    instead = f" or lose {count} (G5)" if may_take_losses(s, units, count) else ""
    return f"the {who} retreat {counted(count, 'hex')}{instead}"
