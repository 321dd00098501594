"""What an action would do, before it is done: the way, the factors, the column, the exact odds."""

from __future__ import annotations

from fractions import Fraction

from amba.core.decision import Action, Chance, Preview
from amba.core.flow import Flow
from amba.games.keren.rules.r06_supply import FULL, path_cost, paths
from amba.games.keren.rules.r07_stacking import sees
from amba.games.keren.rules.r10_movement import bill, reach_of
from amba.games.keren.rules.r10_steps import reach_now
from amba.games.keren.rules.r11_fire import DEFENSIVE, column_of, elevation_shift, firers
from amba.games.keren.rules.r11_fire import weigh as weigh_fire
from amba.games.keren.rules.r14_assault import attackers, weigh
from amba.games.keren.rules.r14_results import retreats
from amba.games.keren.state import KerenState, enemy
from amba.games.keren.titles import DEPTH, name_of, place_of
from amba.games.keren.world import factor_text
from amba.kit.reach import Reach
from amba.load.files import Table

MEANING = {
    "NE": "no effect", "S": "suppressed", "DR": "the whole hex retreats two hexes", "1DE": "one unit eliminated, others shaken", "2DE": "two units eliminated, others shaken",
    "1AE": "one attacker eliminated", "2AE": "two attackers eliminated",
}  # fmt: skip


def odds(table: Table, column: int, modifier: int) -> tuple[Chance, ...]:
    """The exact chance of each result of one die."""
    chances: dict[str, Fraction] = {}
    dice: dict[str, list[str]] = {}
    first = int(table.rows[0])
    for die in range(1, 7):
        row = max(0, min(len(table.rows) - 1, die + modifier - first))
        cell = table.cells[row][column]
        chances[cell] = chances.get(cell, Fraction(0)) + Fraction(1, 6)
        dice.setdefault(cell, []).append(str(die))
    return tuple(Chance(cell, chance, MEANING[cell], ", ".join(dice[cell])) for cell, chance in chances.items())


def note(s: KerenState, a: Action) -> str:
    """A few words beside an action: the points it leaves, the factors it adds, the path it needs."""
    names, verb = s.world.names, a[0]
    if verb == "move" and len(a) == 3:
        unit = names.piece[a[1]]
        cost = reach_now(s, unit).cost.get(names.place[a[2]])
        return "" if cost is None else f"{s.movement(unit) - cost} left"
    if verb == "go" and len(a) == 2:
        _, _, units, spent = s.frames[-1]
        cost = reach_of(s, units, spent).cost.get(names.place[a[1]])
        return "" if cost is None else f"{min(map(s.movement, units)) - cost} left"
    if verb in {"carry", "full"} and len(a) == 2:
        cost = path_cost(s, names.piece[a[1]])
        return "no path within 100" if cost is None else f"path of {cost}"
    if verb == "commit" and len(a) == 2:
        return f"assault {factor_text(s.assault(names.piece[a[1]]))}"
    if verb == "add" and len(a) == 2:
        unit = names.piece[a[1]]
        shift = elevation_shift(s, s.at[unit], s.frames[-1][3])
        return f"fire {factor_text(s.fire(unit))}" + (f", {shift:+d} column for elevation" if shift else "")
    return ""


def preview(flow: Flow[KerenState], s: KerenState, a: Action) -> Preview | None:
    if flow.refuse(s, a, "4.0") is not None:
        return None
    frame = s.frames[-1][0]
    if a[0] == "move":
        return move_preview(s, a)
    if a[0] == "go":
        return march_preview(s, a)
    if a[0] == "air":
        return air_preview(s, a)
    if a[0] == "fire":
        return target_preview(s, a)
    if a[0] == "assault":
        return assault_preview(s, a)
    if frame == "volley":
        return fire_preview(s, a)
    if frame == "storm":
        return assault_preview(s, a)
    return None


def move_preview(s: KerenState, a: Action) -> Preview:
    unit = s.world.names.piece[a[1]]
    return way_preview(s, (unit,), reach_now(s, unit), s.world.names.place[a[2]], "Move")


def march_preview(s: KerenState, a: Action) -> Preview:
    """7.0.1: the way of a stack, with what it has spent already."""
    _, _, units, spent = s.frames[-1]
    return way_preview(s, units, reach_of(s, units, spent), s.world.names.place[a[1]], "March")


def way_preview(s: KerenState, units: tuple[int, ...], found: Reach, to: int, verb: str) -> Preview:
    world, side = s.world, s.side[units[0]]
    path = tuple(world.names.places[place] for place in found.path(to))
    warnings = []
    if s.zoc(enemy(side))[to]:
        warnings.append("Ends in an enemy zone of control (8.1).")
    near = [paths(s, side).cost[n] for n in world.ground.next_to[to] if n in paths(s, side).cost]
    if not near or min(near) > FULL:
        warnings.append("No supply path of 50 points leads there as things stand (6.2).")
    cost = f"{found.cost[to]} of {min(map(s.movement, units))}"
    return Preview(f"{verb} to {place_of(world, to)}", path, cost, bill(s, units, found, to), warnings=tuple(warnings))


def air_preview(s: KerenState, a: Action) -> Preview:
    unit = s.world.names.piece[a[1]]
    shot = column_of(s, s.fire(unit), 0, unit)
    items = ((name_of(s.world, unit), factor_text(shot.total), "13.0"),)
    title = f"Air bombardment of {place_of(s.world, s.world.names.place[a[2]])}, {DEPTH[a[3]]}"
    return Preview(title, items=items, column=s.world.ranged.columns[shot.column], odds=odds(s.world.ranged, shot.column, 0))


def target_preview(s: KerenState, a: Action) -> Preview:
    """Everybody who could fire at a hex, and what they would come to together."""
    _, side, mode, _ = s.frames[-1]
    place = s.world.names.place[a[1]]
    units = firers(s, side, place, mode, True)
    if mode == DEFENSIVE:
        units = list(dict.fromkeys([*units, *firers(s, side, place, mode, False)]))
    return shot_preview(s, place, a[2], tuple(units), "Could fire at")


def fire_preview(s: KerenState, a: Action) -> Preview:
    _, _, _, place, depth, units = s.frames[-1]
    if a[0] == "add":
        units = (*units, s.world.names.piece[a[1]])
    return shot_preview(s, place, str(depth), units, "Fire at")


def shot_preview(s: KerenState, place: int, depth: str, units: tuple[int, ...], what: str) -> Preview:
    shot = weigh_fire(s, place, units)
    rows = [(name_of(s.world, unit), factor_text(s.fire(unit)), "11.1") for unit in units]
    if shot.shift:
        by = elevation_shift(s, s.at[shot.worst], place)
        rows.append((f"elevation of {name_of(s.world, shot.worst)}", f"{by:+d} column", "11.2.1"))
    title = f"{what} {place_of(s.world, place)}, {DEPTH[depth]}"
    return Preview(title, items=tuple(rows), column=s.world.ranged.columns[shot.column], odds=odds(s.world.ranged, shot.column, 0))


def assault_preview(s: KerenState, a: Action) -> Preview:
    """7.4: of the defenders only what the attacker sees goes into it; with unseen units there are no odds to give."""
    if a[0] == "assault":
        side, place = s.frames[-1][1], s.world.names.place[a[1]]
        units = tuple(attackers(s, side, place))
    else:
        _, side, place, units = s.frames[-1]
    if a[0] == "commit":
        units = (*units, s.world.names.piece[a[1]])
    seen = [unit for unit in s.here[place] if sees(s, side, unit)]
    hidden = len(s.here[place]) - len(seen)
    fight = weigh(s, place, units, seen)
    rows = [(name_of(s.world, unit), factor_text(s.assault(unit)), "14.1.2") for unit in units]
    rows += [(name_of(s.world, unit), f"-{factor_text(s.assault(unit))}", "14.1.2") for unit in seen]
    rows += [(text, f"{by:+d}", number) for text, by, number in fight.modifiers]
    title = f"{'Could assault' if a[0] == 'assault' else 'Assault on'} {place_of(s.world, place)}"
    if hidden:
        return Preview(
            title,
            items=(*rows, (f"{hidden} unseen", "?", "7.4")),
            warnings=("The odds are known when the stack is shown; then there is no going back (7.4).",),
        )
    modifier = sum(by for _, by, _ in fight.modifiers)
    stuck = [f"{name_of(s.world, unit)} has nowhere to retreat (14.3)." for unit in seen if not retreats(s, unit)]
    return Preview(
        title,
        items=tuple(rows),
        column=s.world.assault.columns[fight.column],
        odds=odds(s.world.assault, fight.column, modifier),
        warnings=tuple(stuck),
    )
