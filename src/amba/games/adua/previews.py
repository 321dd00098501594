"""What an order would do before it is given: paths and costs, dice with every modifier, and odds through the rules."""

from __future__ import annotations

from collections.abc import Sequence

from amba.core.decision import Preview
from amba.core.order import Done
from amba.core.steps import Play
from amba.games.adua.frames import MovementPhase, OrdersPhase
from amba.games.adua.orders import Bring, Enter, Exit, Follow, Move, OrderAll
from amba.games.adua.rules.r04_calendar import waiting
from amba.games.adua.rules.r08_orders import TITLES, able_to_use, leaders, orders_of
from amba.games.adua.rules.r09_column import close_up
from amba.games.adua.rules.r09_movement import Route, arrivals, destinations, exit_route
from amba.games.adua.rules.r10_attacks import targets
from amba.games.adua.rules.r12_initiative import melees_for
from amba.games.adua.state import AduaState, enemy
from amba.games.adua.world import ABYSSINIAN, ENTRENCHED, ITALIAN


def route_of(s: AduaState, a: Move | Enter | Bring) -> Route:
    """How the piece of a legal order goes."""
    if isinstance(a, Bring):
        return melees_for(s, a.unit)[a.hex]
    return (destinations if isinstance(a, Move) else arrivals)(s, a.piece)[a.to]


def note_move(s: AduaState, at: object, a: Move | Enter | Bring) -> str:
    """A few words beside an order: what a move costs."""
    piece = a.unit if isinstance(a, Bring) else a.piece
    return f"{route_of(s, a).cost} of {s.world.units[piece].move}"


def preview_move(play: Play[AduaState], s: AduaState, at: object, a: Move | Enter) -> Preview:
    route, warnings = route_of(s, a), []
    if s.world.is_combat[a.piece] and s.zoc(enemy(s.side[a.piece]))[a.to]:
        warnings.append("Ends in an enemy zone of control: it must attack (10.0).")
    if isinstance(a, Move) and s.has(a.piece, ENTRENCHED):
        warnings.append("It leaves its entrenchment (5.5).")
    return march_preview(s, f"To {s.world.hex_title(a.to)}", route.path, note_move(s, at, a), warnings)


def preview_bring(play: Play[AduaState], s: AduaState, at: object, a: Bring) -> Preview:
    return march_preview(s, f"To {s.world.hex_title(a.hex)}", route_of(s, a).path, note_move(s, at, a))


def preview_exit(play: Play[AduaState], s: AduaState, at: object, a: Exit) -> Preview | None:
    route = exit_route(s, a.unit)
    return route and march_preview(s, "Off to Adua", route.path, f"{route.cost + 1} of {s.world.units[a.unit].move}")


def march_preview(s: AduaState, title: str, path: tuple[int, ...], cost: str, warnings: Sequence[str] = ()) -> Preview:
    return Preview(title, tuple(s.world.names.places[hex] for hex in path), cost, warnings=tuple(warnings))


def preview_follow(play: Play[AduaState], s: AduaState, at: object, a: Follow) -> Preview:
    """Who marches where."""
    after, world = s.copy(), s.world
    items = tuple((world.title(unit), world.hex_title(after.at[unit]), "9.0") for unit in close_up(after, a.leader))
    return Preview(f"{len(items)} close up on {world.title(a.leader)}", items=items)


def preview_order_all(play: Play[AduaState], s: AduaState, at: OrdersPhase, a: OrderAll) -> Preview:
    """Who is given the order."""
    title = s.world.title
    items = tuple((title(unit), TITLES[a.command].lower(), "8.0") for unit in able_to_use(s, at, a.leader)[a.command])
    return Preview(f"{title(a.leader)}: {len(items)} of {s.points[a.leader]} orders", items=items)


def preview_end(play: Play[AduaState], s: AduaState, at: object, a: Done) -> Preview | None:
    """What would be left undone; None if nothing is worth a word."""
    if isinstance(at, OrdersPhase):
        idle = ", ".join(map(s.world.title, forgotten(s, at)))
        return Preview("End of orders", warnings=(f"These could fire and have no order: {idle} (8.0).",)) if idle else None
    if isinstance(at, MovementPhase) and at.side == ABYSSINIAN:
        late = sum(s.world.is_combat[piece] for piece in waiting(s))
        return Preview("End of movement", warnings=(f"{late} units could still enter over the western passes (4.0).",)) if late else None
    return None


def forgotten(s: AduaState, at: OrdersPhase) -> list[int]:
    """Units with somebody to fire at, no order, and a leader who could still give them one."""
    within = {order.unit for leader in leaders(s, at) for order in orders_of(s, at, leader)}
    return [unit for unit in s.units(ITALIAN) if unit in within and targets(s, unit)]
