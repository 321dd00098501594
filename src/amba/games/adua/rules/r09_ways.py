"""9.0: a way of the player's choosing. A piece sets out, goes on hex by hex, and moves when it halts."""

from __future__ import annotations

from amba.core.decision import Decision, Refusal
from amba.core.state import remembered
from amba.core.steps import AskStep, Takes, change, pop, push
from amba.games.adua.book import rule
from amba.games.adua.frames import MovementPhase, OnTheWay
from amba.games.adua.orders import Go, Halt, SetOut
from amba.games.adua.rules.r04_calendar import waiting
from amba.games.adua.rules.r09_movement import Ground, arrive, ground, movable, refuse_end, refuse_to_move
from amba.games.adua.rules.r10_after import isolate
from amba.games.adua.state import AduaState, enemy
from amba.games.adua.world import ABYSSINIAN


@remembered()
def travellers(s: AduaState, side: int) -> dict[int, None]:
    """The side's pieces that may move, and those due to enter."""
    return dict.fromkeys([*movable(s, side), *(waiting(s) if side == ABYSSINIAN else ())])


def refuse_set_out(s: AduaState, at: MovementPhase, a: SetOut) -> Refusal | None:
    values = {"title": s.world.title(a.piece)}
    if s.side[a.piece] != at.side:
        return Refusal("9.0", "{title} is not yours.", values)
    if a.piece not in travellers(s, at.side):
        return (refuse_to_move(s, a.piece) if s.is_on_map(a.piece) else None) or Refusal("9.0", "{title} is not on the map.", values)
    return None if has_way(s, a.piece) else Refusal("9.0", "There is no hex that {title} could go to.", values)


def start_of(s: AduaState, piece: int) -> int:
    """The node where a way begins: where the piece stands, or beyond the western passes."""
    return s.at[piece] if s.is_on_map(piece) else s.world.beyond(piece)


def starting(s: AduaState, piece: int) -> OnTheWay:
    return OnTheWay(s.side[piece], piece, 0, (start_of(s, piece),))


def hex_of(s: AduaState, at: OnTheWay) -> int:
    """Where the way has come to; -1 beyond the western passes."""
    return at.nodes[-1] % s.world.hexes if at.nodes[-1] < s.world.beyond(at.piece) else -1


@rule("9.0", "9.0.zoc", "9.0.stacking", "9.0.chart")
def leads_on(s: AduaState, piece: int, field: Ground, node: int, left: int) -> bool:
    """Whether a way that comes to this node with so many points left can come to an end there or beyond."""
    hex = node % s.world.hexes
    if left < 0 or field.closed[hex]:
        return False
    return not field.full[hex] or (not field.stops[hex] and may_rest_beyond(s, piece, node, left))


def steps_on(s: AduaState, at: OnTheWay) -> dict[int, tuple[int, int]]:
    """Each hex that is the next step of a way that can still come to an end somewhere, with its node and cost."""
    field, here = ground(s, at.piece), hex_of(s, at)
    if len(at.nodes) > 1 and field.stops[here]:
        return {}
    left = s.world.units[at.piece].move - at.spent
    edges = s.world.edges(at.piece)[at.nodes[-1]]
    return {node % s.world.hexes: (node, cost) for node, cost in edges if leads_on(s, at.piece, field, node, left - cost)}


def may_rest_beyond(s: AduaState, piece: int, start: int, points: int) -> bool:
    """Whether a piece with so many points left at a node may come from there to a hex it can stay in."""
    field, edges, size = ground(s, piece), s.world.edges(piece), s.world.hexes
    most = {start: points}
    open_ends = [start]
    while open_ends:
        here = open_ends.pop()
        for node, cost in edges[here]:
            hex, left = node % size, most[here] - cost
            if left < 0 or field.closed[hex] or most.get(node, -1) >= left:
                continue
            if not field.full[hex]:
                return True
            most[node] = left
            if not field.stops[hex]:
                open_ends.append(node)
    return False


def has_way(s: AduaState, piece: int) -> bool:
    """Whether there is a hex that the piece could set out for."""
    field, left, start = ground(s, piece), s.world.units[piece].move, start_of(s, piece)
    return any(leads_on(s, piece, field, node, left - cost) for node, cost in s.world.edges(piece)[start])


def refuse_go(s: AduaState, at: OnTheWay, a: Go) -> Refusal | None:
    """Why the way cannot go on to this hex."""
    if a.hex in steps_on(s, at):
        return None
    world, here = s.world, hex_of(s, at)
    values = {
        "title": world.title(at.piece),
        "hex": world.names.places[a.hex],
        "here": world.names.places[here] if here >= 0 else "beyond the passes",
    }
    step = {node % world.hexes: cost for node, cost in world.edges(at.piece)[at.nodes[-1]]}
    if a.hex not in (world.around[here] if here >= 0 else step):
        return Refusal("9.0", "{hex} is not the next hex from {here}.", values)
    if len(at.nodes) > 1 and ground(s, at.piece).stops[here]:
        return Refusal("9.0.zoc", "{title} must stop in {here}, in an enemy zone of control.", values)
    move = world.units[at.piece].move
    if step.get(a.hex, 0) > move - at.spent:
        items = (("Movement left", str(move - at.spent), "9.0"), ("Needed", str(step[a.hex]), "9.0.chart"))
        return Refusal("9.0", "{title} has no movement left for {hex}.", values, items)
    return refuse_end(s, at.piece, a.hex) or Refusal("9.0.zoc", "The way by {hex} leads nowhere.", values)


def refuse_halt(s: AduaState, at: OnTheWay, a: Halt) -> Refusal | None:
    """A piece that has not gone a step may call it off; else it must be able to stay."""
    here = hex_of(s, at)
    if len(at.nodes) == 1 or not ground(s, at.piece).full[here]:
        return None
    values = {"hex": s.world.names.places[here]}
    return Refusal("9.0.stacking", "Another unit stands in {hex}: units may pass, but not stay together.", values)


def set_out(s: AduaState, at: MovementPhase, a: SetOut) -> None:
    push(s, starting(s, a.piece))


def go_on(s: AduaState, at: OnTheWay, a: Go) -> None:
    node, cost = steps_on(s, at)[a.hex]
    change(s, at._replace(spent=at.spent + cost, nodes=(*at.nodes, node)))


@rule("9.0", "4.0.entry")
def halt(s: AduaState, at: OnTheWay, a: Halt) -> None:
    """The piece has gone the way that was chosen."""
    pop(s)
    if len(at.nodes) > 1:
        beyond = s.world.beyond(at.piece)
        path = tuple(node % s.world.hexes for node in at.nodes if node < beyond)
        arrive(s, at.piece, path[-1], path, "9.0" if s.is_on_map(at.piece) else "4.0.entry")
        isolate(s, (enemy(at.side),))


def ask_way(s: AduaState, at: OnTheWay) -> Decision:
    values = {"title": s.world.title(at.piece), "left": s.world.units[at.piece].move - at.spent}
    return Decision(at.side, "way", "9.0", "{title} goes hex by hex: movement left {left}. Where next?", values)


TAKES_WAY = Takes(
    SetOut, set_out, refuse_set_out, choices=lambda s, at: [SetOut(piece) for piece in travellers(s, at.side) if has_way(s, piece)],
)  # fmt: skip
WAY_STEPS = (
    AskStep(
        OnTheWay, ask_way,
        Takes(Halt, halt, refuse_halt),
        Takes(Go, go_on, refuse_go, choices=lambda s, at: [Go(hex) for hex in sorted(steps_on(s, at))]),
    ),
)  # fmt: skip
