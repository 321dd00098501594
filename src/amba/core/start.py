"""Where a log begins: the scenario's set-up, or a position that its header brings. Anybody can have written that, so it is judged here, once for all who read logs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, get_args, get_origin, get_type_hints

from amba.core.decision import CHANCE
from amba.core.game import BadPosition, Game
from amba.core.log import Header
from amba.core.state import State

LARGEST = 1 << 62
"""No number of a position comes near it, but for the marks, which have a bit for each."""


def opening(game: Game, header: Header, check: bool = False) -> State:
    """The position a log starts from; raises BadPosition where there can be none such. One that was made by other rules need not keep to today's, except with `check`."""
    state = game.new(header.scenario, header.options)
    if header.position is None:
        return state
    check_numbers(game, state, header.position)
    try:
        state.restore(header.position)
        if not all(is_possible(game, frame) for frame in state.frames):
            raise BadPosition("it begins at a place in the sequence of play that there is not")
        broken = list(game.invariants(state)) if check or header.version == game.version else []
        if not broken:
            check_shown(game, state)
    except BadPosition:
        raise
    except Exception as error:
        # Its numbers fit each for itself and not together: a piece in the hand of no piece, a phase that there is not.
        raise BadPosition(f"it begins with a position that is not possible: it cannot be shown ({type(error).__name__})") from error
    if broken:
        raise BadPosition(f"it begins with a position that is not possible: {broken[0]}")
    return state


def check_numbers(game: Game, own: State, saved: Mapping[str, Any]) -> None:
    """As many pieces, places and tracks as the scenario has, each with a number that means something there; and every piece in the stack of its place."""
    pieces, places = len(own.at), len(own.here)
    lengths = {"at": pieces, "face": pieces, "side": pieces, "marks": pieces, "points": pieces, "owner": places, "tracks": len(own.tracks)}
    bounds = {"at": (0, places), "face": (0, LARGEST), "side": (0, len(game.sides)), "marks": (0, 1 << len(game.names.marks)), "owner": (0, 256)}
    for name, length in lengths.items():
        row = saved.get(name)
        low, high = bounds.get(name, (1 - LARGEST, LARGEST))
        if type(row) is not list or len(row) != length:
            raise BadPosition(f"it begins with a position that is not possible: {name} is not as it should be")
        for number, value in enumerate(row):
            if type(value) is not int or not low <= value < high:
                raise BadPosition(f"it begins with a position that is not possible: {name} of {called(game, name, number)} is {str(value)[:20]}")
    here = saved.get("here")
    if type(here) is not list or len(here) != places or not all(type(stack) is list for stack in here):
        raise BadPosition("it begins with a position that is not possible: here is not as it should be")
    found = sorted((piece, place) for place, stack in enumerate(here) for piece in stack if type(piece) is int)
    if found != list(enumerate(saved["at"])) or sum(len(stack) for stack in here) != pieces:
        raise BadPosition("it begins with a position that is not possible: a piece stands in two places or in none")


def called(game: Game, name: str, number: int) -> str:
    """Whose number this is."""
    names = game.names
    return (names.tracks if name == "tracks" else names.places if name == "owner" else names.pieces)[number]


def is_possible(game: Game, frame: Any) -> bool:
    """Whether a place in the sequence of play is one of the game's, with data as it is declared: a side that there is, numbers where there are numbers."""
    if type(frame) is tuple:
        return False
    hints = get_type_hints(type(frame))
    fields = dict(zip(frame._fields, frame, strict=True))
    side = fields.get("side", 0)
    return all(fits(value, hints[name]) for name, value in fields.items()) and (type(side) is not int or side in range(len(game.sides)))


def fits(value: Any, hint: Any) -> bool:
    """Whether a value is of the kind that a field of a frame is declared to be, as far as that is a plain one."""
    origin, among = get_origin(hint), get_args(hint)
    if origin is Literal:
        return value in among
    if hint is int:
        return isinstance(value, int) and abs(value) < LARGEST
    if hint is str or hint is bool:
        return type(value) is hint
    if origin is not tuple:
        return True
    if type(value) is not tuple:
        return False
    if among[-1] is Ellipsis:
        return all(fits(one, among[0]) for one in value)
    return len(value) == len(among) and all(map(fits, value, among))


def check_shown(game: Game, s: State) -> None:
    """It must be possible to show how it stands, to everybody, to write it down, and to say who may do what."""
    for side in range(-1, len(game.sides)):
        game.view(s, None if side < 0 else side)
    game.position(s)
    decision = game.decision(s)
    if decision is not None and decision.who != CHANCE:
        bool(game.legal(s))
