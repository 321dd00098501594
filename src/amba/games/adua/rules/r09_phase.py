"""9.0: the movement phases."""

from __future__ import annotations

from amba.core.decision import Refusal
from amba.core.order import Done
from amba.core.steps import AskStep, Takes, change, pop
from amba.games.adua.book import rule
from amba.games.adua.frames import MovementPhase, SequenceOfPlay
from amba.games.adua.orders import Disengage, Engage, Enter, Entrench, Exit, Follow, Move
from amba.games.adua.rules.asking import asks
from amba.games.adua.rules.r04_calendar import arrival_turns, waiting
from amba.games.adua.rules.r09_column import close_up, refuse_follow
from amba.games.adua.rules.r09_movement import (
    arrivals,
    destinations,
    enter,
    exit_route,
    has_room_to_enter,
    leave_map,
    march,
    movable,
    refuse_end,
    refuse_move,
    refuse_to_move,
    too_far,
)
from amba.games.adua.rules.r09_ways import TAKES_WAY
from amba.games.adua.rules.r10_after import isolate
from amba.games.adua.rules.r10_attacks import commit, refuse_attack, shooters, targets
from amba.games.adua.rules.r10_retreat import disengage, refuse_retreat, retreat_hexes
from amba.games.adua.rules.r13_victory import end_if_over
from amba.games.adua.state import AduaState, enemy
from amba.games.adua.world import ABYSSINIAN, ENTRENCHED, HOLD, ITALIAN, MELEE, MOVED


def refuse_piece(s: AduaState, side: int, piece: int) -> Refusal | None:
    """Why a piece takes no part in a side's movement."""
    values = {"title": s.world.title(piece)}
    if s.side[piece] != side:
        return Refusal("9.0", "{title} is not yours.", values)
    if s.world.units[piece].kind == "machine_gun":
        return Refusal("5.1.assign", "{title} stays with its unit.", values)
    return None if s.is_on_map(piece) else Refusal("9.0", "{title} is not on the map.", values)


def refuse_march(s: AduaState, at: MovementPhase, a: Move) -> Refusal | None:
    return refuse_piece(s, at.side, a.piece) or refuse_to_move(s, a.piece) or refuse_move(s, a.piece, a.to)


@rule("9.0", "7.0", "fig.2")
def move(s: AduaState, at: MovementPhase, a: Move) -> None:
    """Pieces move once each. One's own leaders may still follow their unit; the enemy's are lost at once where they are isolated."""
    march(s, a.piece, a.to)
    isolate(s, (enemy(at.side),))


@rule("4.0.entry")
def refuse_entry(s: AduaState, at: MovementPhase, a: Enter) -> Refusal | None:
    """A piece whose army is due comes over the western passes, as far as its movement goes."""
    if a.piece in waiting(s) and at.side == ABYSSINIAN:
        return None if a.to in arrivals(s, a.piece) else refuse_end(s, a.piece, a.to) or too_far(s, a.piece, a.to, s.world.beyond(a.piece))
    due = arrival_turns(s)[a.piece]
    values = {"title": s.world.title(a.piece), "due": due, "turn": s.turn}
    if s.at[a.piece] != s.world.box["off-map"] or not due:
        return Refusal("4.0.entry", "{title} is not waiting to enter.", values)
    items = (("Enters on turn", str(due), "4.0.entry"), ("Now", str(s.turn), "4.0"))
    return Refusal("4.0.entry", "{title} enters on turn {due}, not on turn {turn}.", values, items)


def come_in(s: AduaState, at: MovementPhase, a: Enter) -> None:
    enter(s, a.piece, a.to)
    isolate(s, (enemy(at.side),))


def follow(s: AduaState, at: MovementPhase, a: Follow) -> None:
    close_up(s, a.leader)
    isolate(s, (enemy(at.side),))


@rule("10.0")
def engage(s: AduaState, at: MovementPhase, a: Engage) -> None:
    """A unit may be committed to an attack while others still move: then neither it nor its target exerts a zone of control."""
    commit(s, a.unit, a.target)
    change(s, at._replace(pairs=(*at.pairs, (a.unit, a.target))))


def engagements(s: AduaState, at: MovementPhase, unit: int) -> list[Engage]:
    return [Engage(unit, target) for target in targets(s, unit) if (unit, target) not in at.pairs]


@rule("8.2", "5.5")
def refuse_entrench(s: AduaState, at: MovementPhase, a: Entrench) -> Refusal | None:
    """A unit that holds its position may entrench instead of moving."""
    values = {"title": s.world.title(a.unit)}
    found = refuse_piece(s, at.side, a.unit) or refuse_to_move(s, a.unit)
    if found is not None:
        return found
    if not s.has(a.unit, HOLD) or not s.world.is_combat[a.unit]:
        return Refusal("5.5", "{title} has no order to hold its position.", values)
    return Refusal("5.5", "{title} is entrenched already.", values) if s.has(a.unit, ENTRENCHED) else None


def entrench(s: AduaState, at: MovementPhase, a: Entrench) -> None:
    s.mark("5.5", a.unit, ENTRENCHED)
    s.mark("5.5", a.unit, MOVED)


@rule("13.0.exit")
def refuse_exit(s: AduaState, at: MovementPhase, a: Exit) -> Refusal | None:
    """Only Italian combat units leave, by a western pass, with a movement point to spare."""
    unit, values = a.unit, {"title": s.world.title(a.unit)}
    found = refuse_piece(s, at.side, unit)
    if found is not None:
        return found
    if at.side != ITALIAN or not s.world.is_combat[unit]:
        return Refusal("13.0.exit", "Only Italian combat units count at Adua; {title} stays.", values)
    found = refuse_to_move(s, unit)
    if found is not None or exit_route(s, unit) is not None:
        return found
    needed, move = s.world.to_pass[s.at[unit]] + 1, s.world.units[unit].move
    if needed <= move:
        return Refusal("13.0.exit", "Hills or enemies keep {title} from reaching a western pass with a movement point to spare.", values)
    items = (("Movement", str(move), "9.0"), ("Hexes to a western pass, and one to leave", str(needed), "13.0.exit"))
    return Refusal("13.0.exit", "{title} is too far from the western passes to leave.", values, items)


def exit_map(s: AduaState, at: MovementPhase, a: Exit) -> None:
    leave_map(s, a.unit)
    end_if_over(s)


def refuse_disengagement(s: AduaState, at: MovementPhase, a: Disengage) -> Refusal | None:
    values = {"title": s.world.title(a.unit)}
    found = refuse_piece(s, at.side, a.unit)
    if found is not None:
        return found
    if at.side != ABYSSINIAN:
        return Refusal("10.2.disengage", "{title} may not break off: only Abyssinian units can.", values)
    if not s.has(a.unit, MELEE):
        return Refusal("10.2.disengage", "{title} is in no melee.", values)
    return refuse_retreat(s, a.unit, a.to)


@rule("4.0.entry")
def refuse_end_movement(s: AduaState, at: MovementPhase, a: Done) -> Refusal | None:
    """Armies whose time has come enter as soon as there is room for them."""
    late = [piece for piece in waiting(s) if has_room_to_enter(s, piece)] if at.side == ABYSSINIAN else []
    if not late:
        return None
    items = tuple((s.world.title(piece), f"turn {arrival_turns(s)[piece]}", "4.0.entry") for piece in late)
    values = {"count": f"{len(late)} pieces" if len(late) > 1 else s.world.title(late[0])}
    sentence = "The time of these has come, and there is room for them on the western passes: {count}. Bring a leader on, and his men can follow him in one gesture."
    return Refusal("4.0.entry", sentence, values, items)


def end_movement(s: AduaState, at: MovementPhase, a: Done) -> None:
    """Attacks that units are committed to are handed on to the small arms phase."""
    pop(s)
    change(s, SequenceOfPlay(at.pairs))
    isolate(s)


def italians(s: AduaState, at: MovementPhase) -> list[int]:
    return s.units(ITALIAN) if at.side == ITALIAN else []


MOVEMENT_STEPS = (
    AskStep(
        MovementPhase, asks("movement", "9.0", "{side}: move any pieces, then end the phase."),
        Takes(Done, end_movement, refuse_end_movement),
        Takes(
            Follow, follow, lambda s, at, a: refuse_piece(s, at.side, a.leader) or refuse_follow(s, a.leader),
            candidates=lambda s, at: [Follow(leader) for leader in s.followers(at.side) if s.world.units[leader].is_leader],
        ),
        TAKES_WAY,
        Takes(Entrench, entrench, refuse_entrench, candidates=lambda s, at: [Entrench(unit) for unit in italians(s, at) if s.has(unit, HOLD)]),
        Takes(Exit, exit_map, refuse_exit, candidates=lambda s, at: [Exit(u) for u in italians(s, at) if s.world.to_pass[s.at[u]] < s.world.units[u].move]),
        Takes(
            Move, move, refuse_march,
            heads=lambda s, at: movable(s, at.side), tails=lambda s, at, piece: [Move(piece, hex) for hex in sorted(destinations(s, piece))],
        ),
        Takes(
            Engage, engage, lambda s, at, a: refuse_attack(s, at.side, at.pairs, a.unit, a.target),
            heads=lambda s, at: shooters(s, at.side), tails=engagements,
        ),
        Takes(
            Enter, come_in, refuse_entry,
            heads=lambda s, at: waiting(s) if at.side == ABYSSINIAN else [],
            tails=lambda s, at, piece: [Enter(piece, hex) for hex in sorted(arrivals(s, piece))],
        ),
        Takes(
            Disengage, lambda s, at, a: disengage(s, a.unit, a.to), refuse_disengagement,
            heads=lambda s, at: [unit for unit in s.units(at.side) if s.has(unit, MELEE)] if at.side == ABYSSINIAN else [],
            tails=lambda s, at, unit: [Disengage(unit, hex) for hex in retreat_hexes(s, unit)],
        ),
    ),
)  # fmt: skip
