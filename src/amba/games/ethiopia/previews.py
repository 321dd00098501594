"""What an order would do, before it is given: the way of a march, the strengths and odds of an attack."""

from __future__ import annotations

from collections.abc import Sequence

from amba.core.decision import Preview
from amba.core.event import Event, Said
from amba.core.odds import as_chances, every_fall
from amba.core.order import Order
from amba.core.state import State
from amba.core.steps import Play, top
from amba.games.ethiopia.frames import Airstrike, Battle, Combat, Movement
from amba.games.ethiopia.orders import Attack, Fight, Gas, Join, JoinAll, Move
from amba.games.ethiopia.rules.r07_movement import allowance, bill, reach_of
from amba.games.ethiopia.rules.r08_supply import covered, lives_off
from amba.games.ethiopia.rules.r10_combat import FightOdds, defenders, joiners, weigh
from amba.games.ethiopia.rules.r10_retreats import retreat_hexes
from amba.games.ethiopia.rules.r13_victory import GAS_PRICE
from amba.games.ethiopia.state import EthiopiaState
from amba.games.ethiopia.world import counted, points_text

RESULTS = {
    "C": "contact: nothing happens", "ENG": "both sides are engaged", "EX": "exchange: both lose, the weaker all", "AE": "the attackers are eliminated",
    "DE": "the defenders are eliminated",
}  # fmt: skip


def points_left(s: EthiopiaState, at: Movement, a: Move) -> str:
    """The words beside a move: the points that are left after it."""
    cost = reach_of(s, a.unit).cost.get(a.to)
    return "" if cost is None else f"{points_text(allowance(s, a.unit) - cost)} left"


def preview_move(play: Play[EthiopiaState], s: EthiopiaState, at: Movement, a: Move) -> Preview:
    found, places, card = reach_of(s, a.unit), s.world.names.places, s.card(a.unit)
    warnings = []
    if card.is_combat and a.to < s.world.hexes:
        if s.zoc(1 - card.side)[a.to]:
            warnings.append("Ends in an enemy zone (6.4).")
        if a.to not in covered(s, card.side) and not lives_off(s, a.unit, a.to):
            warnings.append("Farther than seven hexes from supply as things stand (8.1, 8.2).")
    cost = f"{points_text(found.cost[a.to])} of {points_text(allowance(s, a.unit))}"
    path = tuple(places[p] for p in found.path(a.to))
    return Preview(f"Move to {s.world.place_title(a.to)}", path, cost, bill(s, found, a.to), warnings=tuple(warnings))


def preview_gas(play: Play[EthiopiaState], s: EthiopiaState, at: Airstrike, a: Gas) -> Preview:
    items = (("one bomber shift counts double", "+1 column", "9.5"), ("price", f"-{GAS_PRICE} victory points", "9.5"))
    return Preview(f"Gas over {s.world.place_title(a.hex)}", (), f"{GAS_PRICE} victory points", items)


def preview_attack(play: Play[EthiopiaState], s: EthiopiaState, at: Combat, a: Attack) -> Preview:
    """With everybody who could join."""
    everybody = [Join(unit) for unit in joiners(s, a.hex, at.side)]
    return fight_preview(play, s, (a, *everybody), f"Attack on {s.world.place_title(a.hex)} with all who can")


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
    chances = as_chances(every_fall(play, s, orders, combat_result), lambda cell: result_text(s, cell)) if orders else ()
    stuck = [s.card(u).title for u in s.combat_units(at.target, 1 - at.side) if not retreat_hexes(s, u, 1)]
    warnings = tuple(f"{unit} has nowhere to retreat (10.8)." for unit in stuck)
    column = s.world.combat.columns[odds.column]
    return Preview(title, (), "", fight_items(after, at, odds), column, chances, False, warnings, orders, combat_result)


def combat_result(s: State, events: Sequence[Event]) -> str:
    """10.7: the cell of the combat table, as the rules tell it."""
    return next((str(event.values[5]) for event in events if isinstance(event, Said) and event.what == "result"), "")


def fight_items(s: EthiopiaState, at: Battle, odds: FightOdds) -> tuple[tuple[str, str, str], ...]:
    """Both sides' points, every shift, and every letter of G1 with its sign."""
    rows = [(s.card(u).title, str(s.face[u]), "1.3") for u in at.joined]
    rows.append(("Attack", str(odds.attack), "10.4"))
    for u in defenders(s, at.target, at.side):
        rows.append((s.card(u).title, str(s.defence(u)), "1.3" if u < s.world.fighting else "G3.a"))
    rows.append(("Defence", str(odds.defence), "10.4"))
    rows += [(text, f"{by:+d} column" + ("" if abs(by) == 1 else "s"), number) for text, by, number in odds.shifts]
    rows.append(("Column", s.world.combat.columns[odds.column], "10.4"))
    rows += [(f"({m.rule[-1]}) {m.label}", f"{m.by:+d} die", m.rule) for m in odds.modifiers]
    if len(odds.modifiers) > 1:
        rows.append(("To the die", f"{odds.die_modifier:+d}", "G1"))
    return tuple(rows)


def result_text(s: EthiopiaState, cell: str) -> str:
    if cell in RESULTS:
        return RESULTS[cell]
    who, count = "attackers" if cell[0] == "A" else "defenders", int(cell[1:])
    instead = f" or lose {count} (G5)" if s.is_on("gordon5") else ""
    return f"the {who} retreat {counted(count, 'hex')}{instead}"
