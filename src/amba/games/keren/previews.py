"""What an order would do, before it is given: the way, the factors, the column, and the odds, for which the rules let every die fall."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from amba.core.decision import Preview
from amba.core.event import Event, Moved, Placed, Rolled, Said
from amba.core.odds import Items, ToldValue, as_chances, every_fall, number
from amba.core.order import Done, Order, Roll
from amba.core.state import State
from amba.core.steps import Play
from amba.games.keren.frames import Assaults, Carrying, Firing, March, Movement, Rallying, Storm, Volley
from amba.games.keren.orders import Add, AirStrike, Assault, Carry, Commit, Fight, Fire, Full, Go, Move, Shoot
from amba.games.keren.rules.r06_supply import FULL, path_cost, paths
from amba.games.keren.rules.r07_stacking import ROAD_LIMIT, sees
from amba.games.keren.rules.r10_movement import bill, edges_of
from amba.games.keren.rules.r10_steps import march_reach, reach_now
from amba.games.keren.rules.r11_fire import DEFENSIVE, air_shot, column_of, elevation_shift, firers, weigh
from amba.games.keren.rules.r14_assault import attackers
from amba.games.keren.rules.r14_assault import weigh as weigh_assault
from amba.games.keren.rules.r14_results import retreats
from amba.games.keren.rules.r15_administration import limit_text, rally_limit, rally_modifiers
from amba.games.keren.state import KerenState, enemy
from amba.games.keren.world import ITALIAN, QUARTER, factor_text
from amba.kit.reach import Reach
from amba.table.previews import columns_text, more_factors

Rules = Play[KerenState]
ELEVATION = "11.2.1"
DEPTHS = ("", "the top unit", "the second from the top", "the third from the top", "the fourth from the top")
MEANING = {
    "NE": "no effect", "S": "suppressed", "DR": "the whole hex retreats two hexes", "1DE": "one unit eliminated, others shaken", "2DE": "two units eliminated, others shaken",
    "1AE": "one attacker eliminated", "2AE": "two attackers eliminated",
}  # fmt: skip


def result_of(s: State, events: Sequence[Event]) -> str:
    """The result that a table gave, once the die has fallen."""
    return next((event.values[0] for event in events if isinstance(event, Said) and event.what in {"result", "modified"}), "")


FIRE, FIRE_COLUMN = ToldValue("fire", 2), ToldValue("fire", 3)
ATTACK, DEFENCE, ASSAULT_COLUMN = ToldValue("assault", 1), ToldValue("assault", 2), ToldValue("assault", 3)
FACTORS = {factor_text(quarters): quarters for quarters in range(1000)}


def modifier_told(s: State, events: Sequence[Event]) -> str:
    """14.1.4: what the rules added to the die of an assault."""
    die = sum(event.dice[0] for event in events if isinstance(event, Rolled) and event.what == "assault")
    return next((f"{event.values[1] - die:+d}" for event in events if isinstance(event, Said) and event.what == "modified"), "")


def factors(values: Iterable[str]) -> str:
    """Factors as they are shown, added up."""
    return factor_text(sum(FACTORS[value] for value in values))


def fire_shown(s: KerenState, items: Items) -> Iterator[tuple[str, ToldValue]]:
    """What the lines of a shot come to: the factors added up, and their column with the shift for elevation."""
    total = factors(value for _, value, rule in items if rule != ELEVATION)
    shift = sum(number(value) for _, value, rule in items if rule == ELEVATION)
    yield total, FIRE
    yield s.ranged_table.columns[column_of(s, FACTORS[total], shift, -1).column], FIRE_COLUMN


def assault_shown(items: Items) -> Iterator[tuple[str, Any]]:
    """What the lines of an assault come to: both sides' factors and the modifiers of the die, each with its sign, added up."""
    modifiers = [value for _, value, rule in items if rule == "14.1.4" or value[0] == "+"]
    yield factors(value for _, value, _ in items if value[0] not in "+-"), ATTACK
    yield factors(value[1:] for _, value, rule in items if rule == "14.1.2" and value[0] == "-"), DEFENCE
    yield f"{sum(map(int, modifiers)):+d}", modifier_told


def with_odds(play: Rules, s: KerenState, shown: Preview, orders: tuple[Order, ...]) -> Preview:
    """The odds of what these orders lead to."""
    odds = as_chances(every_fall(play, s, orders, result_of), MEANING.__getitem__)
    return shown._replace(odds=odds, orders=orders, told=result_of)


def preview_move(play: Rules, s: KerenState, at: Movement, a: Move) -> Preview:
    return preview_way(s, (a.unit,), reach_now(s, a.unit), a.hex, "Move")


def preview_march(play: Rules, s: KerenState, at: March, a: Go) -> Preview:
    """7.0.1: the way of a stack, with what it has spent already."""
    return preview_way(s, at.units, march_reach(s, at), a.hex, "March")


def preview_way(s: KerenState, units: tuple[int, ...], found: Reach, to: int, verb: str) -> Preview:
    world, side = s.world, s.side[units[0]]
    path = tuple(world.names.places[place] for place in found.path(to))
    warnings = []
    if s.zoc(enemy(side))[to]:
        warnings.append("Ends in an enemy zone of control (8.1).")
    near = [paths(s, side).cost[n] for n in world.ground.next_to[to] if n in paths(s, side).cost]
    if not near or min(near) > FULL:
        warnings.append("No supply path of 50 points leads there as things stand (6.2).")
    have = min(map(s.movement, units))
    if found.cost[to] > have:
        warnings.append("One hex is always allowed, whatever it costs (10.6).")
    cost, items = f"{found.cost[to]} of {have}", bill(s, found, to, units)
    before = found.cost[found.path(to)[0]]
    summed = f"{before + sum(int(value) for _, value, _ in items)} of {have}"
    return Preview(f"{verb} to {world.place_title(to)}", path, cost, items, warnings=tuple(warnings), shown=((cost, way_paid), (summed, way_paid)))


def way_paid(s: KerenState, events: Sequence[Event]) -> str:
    """10.0: what a march has spent; of a unit that moves at once, what its way costs step by step."""
    at = s.frames[-1] if s.frames else None
    if isinstance(at, March):
        return f"{at.spent} of {min(map(s.movement, at.units))}"
    spent, unit = 0, -1
    for event in events:
        if isinstance(event, Placed):
            unit = event.piece
            by_road = s.side[unit] == ITALIAN and s.world.ground.ways[event.to] and len({*s.here[event.to], unit}) <= ROAD_LIMIT
            spent = 1 if by_road else s.world.ground.entry[event.to]
        elif isinstance(event, Moved):
            unit = event.piece
            spent += sum(step_price(s, unit, here, there) for here, there in itertools.pairwise(event.path))
    return "" if unit < 0 else f"{spent} of {s.movement(unit)}"


def step_price(s: KerenState, unit: int, here: int, there: int) -> int:
    """10.1, 10.3: by road where there is one and no more than two units will be there."""
    plain, road = next((plain, road) for place, plain, road in edges_of(s, (unit,))[here] if place == there)
    return road if road and len({*s.here[there], unit}) <= ROAD_LIMIT else plain


def preview_air(play: Rules, s: KerenState, at: Firing, a: AirStrike) -> Preview:
    shot = air_shot(s, a.unit)
    items = ((s.world.title(a.unit), factor_text(shot.total), "13.0"),)
    title = f"Air bombardment of {s.world.place_title(a.hex)}, {DEPTHS[int(a.depth)]}"
    return with_odds(play, s, fire_preview(s, title, items, shot.column), (a,))


def preview_target(play: Rules, s: KerenState, at: Firing, a: Fire) -> Preview:
    """Everybody who could fire at a hex, and what they would come to together."""
    units = firers(s, at.side, a.hex, at.mode, True)
    if at.mode == DEFENSIVE:
        units = list(dict.fromkeys([*units, *firers(s, at.side, a.hex, at.mode, False)]))
    shown = preview_shot(s, a.hex, int(a.depth), tuple(units), "Could fire at")
    return with_odds(play, s, shown, (a, *map(Add, units), Shoot()))._replace(joins=Add)


def preview_add(play: Rules, s: KerenState, at: Volley, a: Add) -> Preview:
    return with_odds(play, s, preview_shot(s, at.place, at.depth, (*at.units, a.unit), "Fire at"), (a, Shoot()))


def preview_shoot(play: Rules, s: KerenState, at: Volley, a: Shoot) -> Preview:
    return with_odds(play, s, preview_shot(s, at.place, at.depth, at.units, "Fire at"), (a,))


def preview_shot(s: KerenState, place: int, depth: int, units: tuple[int, ...], what: str) -> Preview:
    shot = weigh(s, place, units)
    rows = [(s.world.title(unit), factor_text(s.fire(unit)), "11.1") for unit in units]
    if shot.shift:
        rows.append((f"elevation of {s.world.title(shot.worst)}", columns_text(shot.shift), ELEVATION))
    found = fire_preview(s, f"{what} {s.world.place_title(place)}, {DEPTHS[depth]}", tuple(rows), shot.column)
    return found._replace(more=more_factors(sum(map(s.fire, units)) / QUARTER, s.world.ranged.columns, shot.column))


def fire_preview(s: KerenState, title: str, items: tuple[tuple[str, str, str], ...], index: int) -> Preview:
    column = s.ranged_table.columns[index]
    return Preview(title, items=items, column=column, shown=((column, FIRE_COLUMN), *fire_shown(s, items)))


def preview_assault(play: Rules, s: KerenState, at: Assaults, a: Assault) -> Preview:
    """Everybody who could assault a hex."""
    units = tuple(attackers(s, at.side, a.hex))
    return preview_fight(play, s, Storm(at.side, a.hex, units), "Could assault", (a, *map(Commit, units), Fight()))._replace(joins=Commit)


def preview_commit(play: Rules, s: KerenState, at: Storm, a: Commit) -> Preview:
    return preview_fight(play, s, at._replace(units=(*at.units, a.unit)), "Assault on", (a, Fight()))


def preview_storm(play: Rules, s: KerenState, at: Storm, a: Fight) -> Preview:
    return preview_fight(play, s, at, "Assault on", (a,))


def preview_fight(play: Rules, s: KerenState, at: Storm, what: str, orders: tuple[Order, ...]) -> Preview:
    """7.4: of the defenders only what the attacker sees goes into it; with unseen units there are no odds to give."""
    seen = [unit for unit in s.here[at.place] if sees(s, at.side, unit)]
    hidden = len(s.here[at.place]) - len(seen)
    odds = weigh_assault(s, at.place, at.units, seen)
    rows = [(s.world.title(unit), factor_text(s.assault(unit)), "14.1.2") for unit in at.units]
    rows += [(s.world.title(unit), f"-{factor_text(s.assault(unit))}", "14.1.2") for unit in seen]
    title = f"{what} {s.world.place_title(at.place)}"
    # 14.1.2: what a ratio above 4:1 adds is known only with the ratio.
    rows += [(text, f"{by:+d}", number) for text, by, number in odds.modifiers if not hidden or number != "14.1.2"]
    if hidden:
        warning = "The odds are known when the stack is shown; then there is no going back (7.4)."
        return Preview(title, items=(*rows, (f"{hidden} unseen", "?", "7.4")), warnings=(warning,))
    stuck = tuple(f"{s.world.title(unit)} has nowhere to retreat (14.3)." for unit in seen if not retreats(s, unit))
    column = s.assault_table.columns[odds.column]
    shown = ((column, ASSAULT_COLUMN), *assault_shown(rows))
    return with_odds(play, s, Preview(title, items=tuple(rows), column=column, warnings=stuck, shown=shown), orders)


def preview_end(play: Rules, s: KerenState, at: object, a: Done) -> Preview | None:
    """15.1: after the carrying of supply the side's suppressed units try to rally."""
    shaken = [unit for unit in s.units(at.side) if s.is_suppressed(unit)] if isinstance(at, Carrying) else []
    if not shaken:
        return None
    after = s.copy()
    play.apply(after, a)
    # Nobody rolls before both sides have carried.
    return preview_rally(s, shaken)._replace(orders=(a, Done()) if isinstance(after.frames[-1], Carrying) else (a,))


def preview_roll(play: Rules, s: KerenState, at: object, a: Roll) -> Preview | None:
    return preview_rally(s, at.units[:1]) if isinstance(at, Rallying) else None


def preview_rally(s: KerenState, units: Sequence[int]) -> Preview:
    """Who tries to rally, with which factor and modifiers, and what it takes."""
    rows: list[tuple[str, str, str]] = []
    shown: list[tuple[str, RallyTold]] = []
    for unit in units:
        name, limit = s.world.title(unit), rally_limit(s, unit)
        rows.append((name, factor_text(s.assault(unit)), "15.1"))
        rows += [(text, f"{by:+d}", number) for text, by, number in rally_modifiers(s, unit)]
        rows.append((f"{name} rallies on", rally_text(limit), "15.1"))
        factor, *modifiers = [value for _, value, _ in rows[len(rows) - len(rally_modifiers(s, unit)) - 2 : -1]]
        summed = rally_text(FACTORS[factor] // QUARTER - sum(map(int, modifiers)))
        shown += [(text, RallyTold(s.world.names.pieces[unit])) for text in (rows[-1][1], summed)]
    return Preview("Rally", items=tuple(rows), shown=tuple(shown))


def rally_text(limit: int) -> str:
    return f"{min(limit, 6)} or less" if limit > 0 else "no roll"


@dataclass(frozen=True)
class RallyTold:
    """15.1: on which rolls a unit rallies, as the rules tell it when its die falls."""

    unit: str

    def __call__(self, s: State, events: Sequence[Event]) -> str:
        words = next((event.values[3] for event in events if isinstance(event, Said) and event.what == "rally" and event.values[0] == self.unit), "")
        return words and next(
            (f"{die} or less" for die in range(1, 6) if words == limit_text(die)), "6 or less" if words == limit_text(6) else "no roll"
        )


PREVIEWS: Mapping[type[Any], Callable[[Rules, KerenState, Any, Any], Preview | None]] = {
    Move: preview_move, Go: preview_march, AirStrike: preview_air, Fire: preview_target, Add: preview_add, Shoot: preview_shoot,
    Assault: preview_assault, Commit: preview_commit, Fight: preview_storm,
    Done: preview_end, Roll: preview_roll,
}  # fmt: skip


def note_path(s: KerenState, at: object, a: Carry | Full) -> str:
    cost = path_cost(s, a.unit)
    return "no path within 100" if cost is None else f"path of {cost}"


def note_add(s: KerenState, at: Volley, a: Add) -> str:
    shift = elevation_shift(s, s.at[a.unit], at.place)
    return f"fire {factor_text(s.fire(a.unit))}" + (f", {columns_text(shift)} for elevation" if shift else "")


def points_left(s: KerenState, units: tuple[int, ...], found: Reach, to: int) -> str:
    return f"{max(0, min(map(s.movement, units)) - found.cost[to])} left"


NOTES: Mapping[type[Any], Callable[[KerenState, Any, Any], str]] = {
    Move: lambda s, at, a: points_left(s, (a.unit,), reach_now(s, a.unit), a.hex),
    Go: lambda s, at, a: points_left(s, at.units, march_reach(s, at), a.hex),
    Carry: note_path, Full: note_path, Add: note_add,
    Commit: lambda s, at, a: f"assault {factor_text(s.assault(a.unit))}",
}  # fmt: skip
