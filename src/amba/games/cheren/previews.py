"""What an order would do, before it is given: the way of a march, the strengths and odds of an attack."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from amba.core.decision import Preview
from amba.core.event import Event, Moved, Spent
from amba.core.odds import Items, PaidOnTheWay, ToldValue, as_chances, between, every_fall
from amba.core.order import Done, Order
from amba.core.steps import Play
from amba.games.cheren.frames import Assault, Combat, Exploitation, Movement, Reaction
from amba.games.cheren.orders import Air, Attack, Commit, Fight, Move
from amba.games.cheren.rules.losses import retreats
from amba.games.cheren.rules.r03_stacking import is_overstacked
from amba.games.cheren.rules.r09_movement import allowance, bill, edges_of, reach_of
from amba.games.cheren.rules.r11_combat import FightOdds, attackers, odds_of, read_result, weigh
from amba.games.cheren.rules.r12_supply import draws_supply
from amba.games.cheren.state import HARD, CherenState
from amba.games.cheren.world import INFILTRATING, NEVER
from amba.kit.half_points import HALF, in_halves, points_text
from amba.kit.odds import column, shift
from amba.table.previews import columns_text, more_points


def preview_move(play: Play[CherenState], s: CherenState, at: Movement | Reaction | Exploitation, a: Move) -> Preview:
    names, found = s.world.names.places, reach_of(s, a.unit)
    path = tuple(names[place] for place in found.path(a.to))
    cost = f"{points_text(found.cost[a.to])} of {points_text(allowance(s, a.unit))}"
    items, before = bill(s, a.unit, found, a.to), s.points[a.unit]
    summed = f"{points_text(before + sum(in_halves(value) for _, value, _ in items))} of {points_text(allowance(s, a.unit))}"
    shown = ((cost, paid), (cost, PaidOnTheWay(step_price, allowance, before, points_text)), (summed, paid))
    return Preview(f"Move to {s.world.place_title(a.to)}", path, cost, items, warnings=tuple(move_warnings(s, a)), shown=shown)


def step_price(s: CherenState, unit: int, here: int, there: int) -> int:
    """9.0: the ground, and what an enemy zone adds."""
    toll = HALF if s.zoc(1 - s.side[unit])[there] and not s.has(unit, INFILTRATING) else 0
    return dict(edges_of(s, unit)[here])[there] + toll


def paid(s: CherenState, events: Sequence[Event]) -> str:
    """9.0: the points a unit has spent after its march; one that was stopped has nothing left, whatever the way cost."""
    moved = next((event for event in events if isinstance(event, Moved)), None)
    if moved is None:
        return ""
    spent = next(event for event in events if isinstance(event, Spent) and event.piece == moved.piece)
    if spent.new >= NEVER:
        return PaidOnTheWay(step_price, allowance, spent.old, points_text)(s, events)
    return f"{points_text(spent.new)} of {points_text(allowance(s, moved.piece))}"


def move_warnings(s: CherenState, a: Move) -> list[str]:
    found, side = [], s.side[a.unit]
    if s.zoc(1 - side)[a.to] >= HARD:
        found.append("Ends in a hard zone of control: the move stops there (4.0).")
    if not draws_supply(s, side, a.to) and s.world.units[a.unit].village != a.to:
        found.append("No supply can be drawn there as things stand (12.0).")
    value, limit = s.world.units[a.unit].stacks[s.face[a.unit]], s.world.stack_limit[a.to]
    if s.stacking(a.to) + value > limit:
        found.append(f"Over the stacking limit of {limit} at the end of the phase (3.1).")
    return found


def preview_end(play: Play[CherenState], s: CherenState, at: object, a: Done) -> Preview | None:
    """3.1: what would be lost by ending the phase now."""
    if not isinstance(at, Movement | Reaction | Combat | Exploitation):
        return None
    crowded = [place for place in sorted({s.at[unit] for unit in s.units(at.side)}) if is_overstacked(s, place)]
    return Preview("End the phase", warnings=tuple(crowd_warning(s, place) for place in crowded))


def crowd_warning(s: CherenState, place: int) -> str:
    have, limit = s.stacking(place), s.world.stack_limit[place]
    return f"{s.world.place_title(place)} holds {have} where {limit} may stack: steps will be lost (3.1)."


def preview_attack(play: Play[CherenState], s: CherenState, at: Combat, a: Attack) -> Preview:
    """With everybody who could join."""
    units = tuple(attackers(s, a.hex, at.side))
    orders: list[Order] = [a, *(Commit(unit) for unit in units), Fight()]
    found = attack_preview(play, s, weigh(s, a.hex, units, False), orders, f"Attack on {s.world.place_title(a.hex)} with all who can")
    return found._replace(joins=Commit)


def preview_assault(play: Play[CherenState], s: CherenState, at: Assault, a: Commit | Air | Fight) -> Preview:
    """The attack with this order carried out."""
    after, orders = s, tuple[Order, ...]((Fight(),))
    if not isinstance(a, Fight):
        after, orders = s.copy(), (a, Fight())
        play.apply(after, a)
        at = after.frames[-1]
    can_fight = play.refuse(after, Fight()) is None
    return attack_preview(play, s, odds_of(after, at), orders if can_fight else (), f"Attack on {s.world.place_title(at.target)}")


def attack_preview(play: Play[CherenState], s: CherenState, odds: FightOdds, orders: Sequence[Order], title: str) -> Preview:
    chances = as_chances(every_fall(play, s, orders, RESULT), result_text) if orders else ()
    items, column, warnings = fight_items(s, odds), s.combat.columns[odds.column], tuple(fight_warnings(s, odds))
    shown = ((column, COLUMN), *fight_shown(s, items)) if orders else ()
    more = more_points(odds.attack, odds.defence, s.world.combat.columns, odds.column)
    return Preview(title, (), "", items, column, chances, False, warnings, tuple(orders), RESULT, shown, more)


RESULT, ATTACK, DEFENCE, COLUMN = ToldValue("result", 0), ToldValue("attack", 1), ToldValue("attack", 2), ToldValue("attack", 3)
"""11.5: the cell of the combat table, strengths and column, as the rules tell them."""


def fight_shown(s: CherenState, items: Items) -> Iterator[tuple[str, ToldValue]]:
    """What the lines of an attack come to: strengths added up, and the column of the odds with every shift."""
    values, columns = {label: value for label, value, _ in items}, s.combat.columns
    left, _, right = values["Odds"].partition("-")
    shifted = column((int(left), int(right)), columns) + between(items, "Odds", "Column")
    yield str(between(items, "", "Attack")), ATTACK
    yield values["Attack"], ATTACK
    yield str(between(items, "Attack", "Defence")), DEFENCE
    yield values["Defence"], DEFENCE
    yield columns[shift(shifted, 0, columns)], COLUMN
    yield values["Column"], COLUMN


def fight_items(s: CherenState, fight: FightOdds) -> tuple[tuple[str, str, str], ...]:
    """Both sides' strength and every shift, with rules."""
    cards = s.world.units
    rows = [(cards[unit].designation, str(s.strength(unit)), "11.0") for unit in fight.units]
    if fight.air:
        rows.append((cards[s.world.air].title, str(s.strength(s.world.air)), "11.3"))
    rows.append(("Attack", str(fight.attack), "11.0"))
    rows += [(f"against {cards[unit].designation}", str(s.strength(unit)), "11.0") for unit in s.here[fight.target]]
    rows.append(("Defence", str(fight.defence), "11.0"))
    rows.append(("Odds", f"{fight.odds[0]}-{fight.odds[1]}", "11.0"))
    rows += [(text, columns_text(by), number) for text, by, number in fight.shifts]
    rows.append(("Column", s.combat.columns[fight.column], "11.5"))
    return tuple(rows)


def fight_warnings(s: CherenState, fight: FightOdds) -> list[str]:
    stuck = [s.world.units[unit].title for unit in s.here[fight.target] if not retreats(s, unit)]
    return [f"{name} has nowhere to retreat: all must stand (11.7)." for name in stuck]


def result_text(cell: str) -> str:
    lost, lost_there, retreat = read_result(cell)

    def steps(count: int) -> str:
        return "nothing" if count == 0 else "1 step" if count == 1 else f"{count} steps"

    text = f"attacker loses {steps(lost)}, defender {steps(lost_there)}"
    return text + (", then retreats or loses 1 more" if retreat else "")


def points_left(s: CherenState, at: object, a: Move) -> str:
    """The words beside a move: the points that are left after it."""
    cost = reach_of(s, a.unit).cost.get(a.to)
    return "" if cost is None else f"{points_text(allowance(s, a.unit) - cost)} left"
