"""What an order would do before it is given: paths and costs, dice with every modifier, and odds through the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from amba.core.decision import Preview
from amba.core.event import Event, Moved
from amba.core.order import Done
from amba.core.steps import Play
from amba.games.adua.frames import OrdersPhase
from amba.games.adua.orders import Bring, Enter, Exit, Follow, GiveOrder, Move, OrderAll
from amba.games.adua.rules.r08_orders import ANY_ORDER, MEANINGS, TITLES, able_to_use, leaders, orders_of
from amba.games.adua.rules.r09_column import close_up
from amba.games.adua.rules.r09_movement import Route, arrivals, destinations, exit_route
from amba.games.adua.rules.r10_attacks import targets
from amba.games.adua.rules.r12_initiative import melees_for
from amba.games.adua.state import AduaState, enemy
from amba.games.adua.world import ENTRENCHED, ITALIAN, MELEE


def route_of(s: AduaState, a: Move | Enter | Bring) -> Route:
    """How the piece of a legal order goes."""
    if isinstance(a, Bring):
        return melees_for(s, a.unit)[a.hex]
    return (destinations if isinstance(a, Move) else arrivals)(s, a.piece)[a.to]


def note_move(s: AduaState, at: object, a: Move | Enter | Bring) -> str:
    """A few words beside an order: the points that are left after it."""
    return f"{s.world.units[mover(a)].move - route_of(s, a).cost} left"


def note_command(s: AduaState, at: object, a: GiveOrder | OrderAll) -> str:
    """8.0: what the order lets a unit do, beside it where it is given."""
    return MEANINGS[a.command]


def cost_text(s: AduaState, a: Move | Enter | Bring) -> str:
    return f"{route_of(s, a).cost} of {s.world.units[mover(a)].move}"


def mover(a: Move | Enter | Bring) -> int:
    return a.unit if isinstance(a, Bring) else a.piece


def preview_move(play: Play[AduaState], s: AduaState, at: object, a: Move | Enter) -> Preview:
    route, warnings = route_of(s, a), []
    if s.world.is_combat[a.piece] and s.zoc(enemy(s.side[a.piece]))[a.to]:
        warnings.append("Ends in an enemy zone of control: it must attack (10.0).")
    if isinstance(a, Move) and s.has(a.piece, ENTRENCHED):
        warnings.append("It leaves its entrenchment (5.5).")
    beyond = 0 if isinstance(a, Move) else 1
    return march_preview(s, f"To {s.world.place_title(a.to)}", WayPaid(a.piece, route.path, beyond), cost_text(s, a), warnings)


def preview_bring(play: Play[AduaState], s: AduaState, at: object, a: Bring) -> Preview:
    return march_preview(s, f"To {s.world.place_title(a.hex)}", WayPaid(a.unit, route_of(s, a).path), cost_text(s, a))


def preview_exit(play: Play[AduaState], s: AduaState, at: object, a: Exit) -> Preview | None:
    route = exit_route(s, a.unit)
    return route and march_preview(s, "Off to Adua", WayPaid(a.unit, route.path, 1), f"{route.cost + 1} of {s.world.units[a.unit].move}")


@dataclass(frozen=True)
class WayPaid:
    """What the way costs by the terrain effects chart, once the piece has gone it."""

    piece: int
    path: tuple[int, ...]
    beyond: int = 0
    """For the step over the edge of the map."""

    def __call__(self, s: AduaState, events: Sequence[Event]) -> str:
        gone = next((event.path for event in events if isinstance(event, Moved) and event.piece == self.piece), self.path)
        world, card = s.world, s.world.units[self.piece]
        words = [world.effects[card.moves_as][world.map.terrain[hex]] for hex in gone[1:]]
        prices = {"single": 1, "first double": 1, "double": 2, "triple": 3, "one hex": card.move}
        return f"{self.beyond + ('first double' in words) + sum(prices[word] for word in words)} of {card.move}"


def march_preview(s: AduaState, title: str, way: WayPaid, cost: str, warnings: Sequence[str] = ()) -> Preview:
    return Preview(title, tuple(s.world.names.places[hex] for hex in way.path), cost, warnings=tuple(warnings), shown=((cost, way),))


def preview_follow(play: Play[AduaState], s: AduaState, at: object, a: Follow) -> Preview:
    """Who marches where."""
    after, world = s.copy(), s.world
    items = tuple((world.title(unit), world.place_title(after.at[unit]), "9.0") for unit in close_up(after, a.leader))
    return Preview(f"{len(items)} close up on {world.title(a.leader)}", items=items)


def preview_order(play: Play[AduaState], s: AduaState, at: OrdersPhase, a: GiveOrder) -> Preview:
    """What an order lets a unit do; of a colonel's, that he passes it on."""
    who = "His units, by his orders to them" if s.world.units[a.unit].is_colonel else "It may"
    return Preview(f"{TITLES[a.command]}: {s.world.title(a.unit)}", items=((who, MEANINGS[a.command], "8.0"),))


def preview_order_all(play: Play[AduaState], s: AduaState, at: OrdersPhase, a: OrderAll) -> Preview:
    """Who is given the order."""
    title = s.world.title
    units = able_to_use(s, at, a.leader)[a.command]
    items = (("They may", MEANINGS[a.command], "8.0"), *((title(unit), TITLES[a.command].lower(), "8.0") for unit in units))
    return Preview(f"{title(a.leader)}: {len(units)} of {s.points[a.leader]} orders", items=items)


def preview_end(play: Play[AduaState], s: AduaState, at: object, a: Done) -> Preview | None:
    """What would be left undone; None if nothing is worth a word."""
    if isinstance(at, OrdersPhase):
        idle = ", ".join(map(s.world.title, forgotten(s, at)))
        return Preview("End of orders", warnings=(f"These could fire and have no order: {idle} (8.0).",)) if idle else None
    return None


def forgotten(s: AduaState, at: OrdersPhase) -> list[int]:
    """Units with somebody to fire at, no order, and a leader who could still give them one."""
    within = {order.unit for leader in leaders(s, at) for order in orders_of(s, at, leader)}
    return [unit for unit in s.units(ITALIAN) if unit in within and not s.marks[unit] & ANY_ORDER and not s.has(unit, MELEE) and targets(s, unit)]
