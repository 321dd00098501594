"""What an order would do, before it is given: the way, the factors, the column, and the odds, for which the rules let every die fall."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from amba.core.decision import Preview
from amba.core.event import Event, Said
from amba.core.odds import as_chances, every_fall
from amba.core.order import Order
from amba.core.state import State
from amba.core.steps import Play
from amba.games.keren.frames import Assaults, Firing, March, Movement, Storm, Volley
from amba.games.keren.orders import Add, AirStrike, Assault, Carry, Commit, Fight, Fire, Full, Go, Move, Shoot
from amba.games.keren.rules.r06_supply import FULL, path_cost, paths
from amba.games.keren.rules.r07_stacking import sees
from amba.games.keren.rules.r10_movement import bill
from amba.games.keren.rules.r10_steps import march_reach, reach_now
from amba.games.keren.rules.r11_fire import DEFENSIVE, elevation_shift, firers, weigh
from amba.games.keren.rules.r11_steps import air_shot
from amba.games.keren.rules.r14_assault import attackers
from amba.games.keren.rules.r14_assault import weigh as weigh_assault
from amba.games.keren.rules.r14_results import retreats
from amba.games.keren.state import KerenState, enemy
from amba.games.keren.world import factor_text
from amba.kit.reach import Reach

Rules = Play[KerenState]
DEPTHS = ("", "the top unit", "the second from the top", "the third from the top", "the fourth from the top")
MEANING = {
    "NE": "no effect", "S": "suppressed", "DR": "the whole hex retreats two hexes", "1DE": "one unit eliminated, others shaken", "2DE": "two units eliminated, others shaken",
    "1AE": "one attacker eliminated", "2AE": "two attackers eliminated",
}  # fmt: skip


def result_of(s: State, events: Sequence[Event]) -> str:
    """The result that a table gave, once the die has fallen."""
    return next((event.values[0] for event in events if isinstance(event, Said) and event.what in {"result", "modified"}), "")


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
    cost = f"{found.cost[to]} of {min(map(s.movement, units))}"
    return Preview(f"{verb} to {world.place_title(to)}", path, cost, bill(s, found, to), warnings=tuple(warnings))


def preview_air(play: Rules, s: KerenState, at: Firing, a: AirStrike) -> Preview:
    shot = air_shot(s, a.unit)
    items = ((s.world.title(a.unit), factor_text(shot.total), "13.0"),)
    title = f"Air bombardment of {s.world.place_title(a.hex)}, {DEPTHS[int(a.depth)]}"
    return with_odds(play, s, Preview(title, items=items, column=s.world.ranged.columns[shot.column]), (a,))


def preview_target(play: Rules, s: KerenState, at: Firing, a: Fire) -> Preview:
    """Everybody who could fire at a hex, and what they would come to together."""
    units = firers(s, at.side, a.hex, at.mode, True)
    if at.mode == DEFENSIVE:
        units = list(dict.fromkeys([*units, *firers(s, at.side, a.hex, at.mode, False)]))
    shown = preview_shot(s, a.hex, int(a.depth), tuple(units), "Could fire at")
    return with_odds(play, s, shown, (a, *map(Add, units), Shoot()))


def preview_add(play: Rules, s: KerenState, at: Volley, a: Add) -> Preview:
    return with_odds(play, s, preview_shot(s, at.place, at.depth, (*at.units, a.unit), "Fire at"), (a, Shoot()))


def preview_shoot(play: Rules, s: KerenState, at: Volley, a: Shoot) -> Preview:
    return with_odds(play, s, preview_shot(s, at.place, at.depth, at.units, "Fire at"), (a,))


def preview_shot(s: KerenState, place: int, depth: int, units: tuple[int, ...], what: str) -> Preview:
    shot = weigh(s, place, units)
    rows = [(s.world.title(unit), factor_text(s.fire(unit)), "11.1") for unit in units]
    if shot.shift:
        rows.append((f"elevation of {s.world.title(shot.worst)}", f"{shot.shift:+d} column", "11.2.1"))
    return Preview(f"{what} {s.world.place_title(place)}, {DEPTHS[depth]}", items=tuple(rows), column=s.world.ranged.columns[shot.column])


def preview_assault(play: Rules, s: KerenState, at: Assaults, a: Assault) -> Preview:
    """Everybody who could assault a hex."""
    units = tuple(attackers(s, at.side, a.hex))
    return preview_fight(play, s, Storm(at.side, a.hex, units), "Could assault", (a, *map(Commit, units), Fight()))


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
    rows += [(text, f"{by:+d}", number) for text, by, number in odds.modifiers]
    title = f"{what} {s.world.place_title(at.place)}"
    if hidden:
        warning = "The odds are known when the stack is shown; then there is no going back (7.4)."
        return Preview(title, items=(*rows, (f"{hidden} unseen", "?", "7.4")), warnings=(warning,))
    stuck = tuple(f"{s.world.title(unit)} has nowhere to retreat (14.3)." for unit in seen if not retreats(s, unit))
    return with_odds(play, s, Preview(title, items=tuple(rows), column=s.world.assault.columns[odds.column], warnings=stuck), orders)


PREVIEWS: Mapping[type[Any], Callable[[Rules, KerenState, Any, Any], Preview | None]] = {
    Move: preview_move, Go: preview_march, AirStrike: preview_air, Fire: preview_target, Add: preview_add, Shoot: preview_shoot,
    Assault: preview_assault, Commit: preview_commit, Fight: preview_storm,
}  # fmt: skip


def note_move(s: KerenState, at: Movement, a: Move) -> str:
    return f"{s.movement(a.unit) - reach_now(s, a.unit).cost[a.hex]} left"


def note_march(s: KerenState, at: March, a: Go) -> str:
    return f"{min(map(s.movement, at.units)) - march_reach(s, at).cost[a.hex]} left"


def note_path(s: KerenState, at: object, a: Carry | Full) -> str:
    cost = path_cost(s, a.unit)
    return "no path within 100" if cost is None else f"path of {cost}"


def note_commit(s: KerenState, at: Storm, a: Commit) -> str:
    return f"assault {factor_text(s.assault(a.unit))}"


def note_add(s: KerenState, at: Volley, a: Add) -> str:
    shift = elevation_shift(s, s.at[a.unit], at.place)
    return f"fire {factor_text(s.fire(a.unit))}" + (f", {shift:+d} column for elevation" if shift else "")


NOTES: Mapping[type[Any], Callable[[KerenState, Any, Any], str]] = {
    Move: note_move, Go: note_march, Carry: note_path, Full: note_path, Commit: note_commit, Add: note_add,
}  # fmt: skip
