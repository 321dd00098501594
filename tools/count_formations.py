"""How many gestures the marches of a phase take with boxes: several stacks taken by one, and brought up to a place by one click.

Counted as a player would do it who wants what the bot wants. A box and a click bring up everybody whom the bot sends to within two hexes of one place;
whoever stands in the box and is not meant is left out by a click. It is then tried with the rules, as the table does it: each goes to the place on offer
that is nearest. Whoever does not come as near as the bot wanted costs a drag of its own.

A sweep is one drag with Shift pressed on the way: a counter and the top one of each further stack, or whole stacks only, all to one place. It counts if
each of them is offered that very place, one after the other.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot, sqrt
from typing import NamedTuple

from amba.core.game import Game
from amba.core.state import State

NEAR = 2
LEAST = 3
"""So many drags a box must stand for to be thought of."""
TRIED = 6


class Sent(NamedTuple):
    piece: str
    origin: str
    to: str


class Gestured(NamedTuple):
    """A box and a click: for whom, where to, and how many more clicks leave others out."""

    sent: tuple[Sent, ...]
    aim: str
    left_out: int


class Ground:
    """Where the hexes lie, a step from one to the next being 1."""

    def __init__(self, game: Game, scenario: str) -> None:
        board = game.board(scenario)
        south = board["grid"]["even_columns"] == "south"
        self.at: dict[str, tuple[float, float]] = {}
        for found in board["hexes"]:
            column, row = found.get("at") or (int(found["id"][:2]), int(found["id"][2:]))
            self.at[found["id"]] = (column * sqrt(3) / 2, row + (0.5 if (column % 2 == 0) == south else 0.0))

    def far(self, one: str, other: str) -> float:
        (ax, ay), (bx, by) = self.at[one], self.at[other]
        return hypot(ax - bx, ay - by)

    def inside(self, corners: Iterable[str], place: str) -> bool:
        points = [self.at[name] for name in corners]
        x, y = self.at[place]
        return min(p[0] for p in points) <= x <= max(p[0] for p in points) and min(p[1] for p in points) <= y <= max(p[1] for p in points)


def drags(sent: Iterable[Sent]) -> int:
    """One for each way from hex to hex."""
    return len({(one.origin, one.to) for one in sent})


def able(game: Game, s: State, verb: str) -> dict[str, str]:
    """Who may be given the order, and where each stands."""
    words = [game.spell(head) for head in game.legal(s).heads]
    return {named[1]: game.names.places[s.at[game.names.piece[named[1]]]] for named in words if named[0] == verb and len(named) == 2}


def aims(game: Game, s: State, ground: Ground, on_map: list[Sent]) -> set[str]:
    """Where a player would send them: to a place that one of them reaches, or at an enemy beside it."""
    ends = {one.to for one in on_map}
    mover = s.side[game.names.piece[on_map[0].piece]] if on_map else 0
    enemies = {game.names.places[s.at[piece]] for piece, side in enumerate(s.side) if side != mover and s.at[piece] >= 0}
    return ends | {place for place in enemies & ground.at.keys() if any(ground.far(place, end) < 1.1 for end in ends)}


def boxes(game: Game, s: State, ground: Ground, remaining: list[Sent], there: dict[str, str]) -> list[Gestured]:
    """What could be done by one box, the best first."""
    found: list[tuple[int, Gestured]] = []
    on_map = [one for one in remaining if one.origin in ground.at and one.to in ground.at]
    for aim in sorted(aims(game, s, ground, on_map)):
        close = [one for one in on_map if ground.far(one.to, aim) < NEAR + 0.1 and ground.far(one.to, aim) < ground.far(one.origin, aim) - 0.1]
        meant = sorted(close, key=lambda one: (ground.far(one.origin, aim), one))
        for count in range(LEAST, len(meant) + 1):
            some = meant[:count]
            pieces = {one.piece for one in some}
            corners = {one.origin for one in some}
            left_out = sum(1 for piece, at in there.items() if piece not in pieces and at in ground.at and ground.inside(corners, at))
            gain = drags(some) - 2 - left_out
            if gain > 0:
                found.append((gain, Gestured(tuple(some), aim, left_out)))
    return [gesture for _, gesture in sorted(found, key=lambda pair: -pair[0])]


def brought_up(game: Game, s: State, ground: Ground, verb: str, gesture: Gestured) -> tuple[State, list[Sent]]:
    """The position after it, and who did not come as near as was wanted."""
    s = s.copy()
    short = []
    for one in sorted(gesture.sent, key=lambda one: ground.far(one.origin, gesture.aim)):
        menu = game.legal(s)
        offers = [
            order for head in menu.heads if game.spell(head) == (verb, one.piece) for order in menu.tails(head) if game.spell(order)[2] in ground.at
        ]
        nearer = [order for order in offers if ground.far(game.spell(order)[2], gesture.aim) < ground.far(one.origin, gesture.aim) - 0.01]
        best = min(
            nearer,
            key=lambda order: (round(ground.far(game.spell(order)[2], gesture.aim), 2), ground.far(game.spell(order)[2], one.origin)),
            default=None,
        )
        ends = one.origin if best is None else game.spell(best)[2]
        if ground.far(ends, gesture.aim) > ground.far(one.to, gesture.aim) + 0.01:
            short.append(one)  # left where it is, and dragged by itself
        elif best is not None:
            game.apply(s, best)
    return s, short


def count(game: Game, scenario: str, s: State, verb: str, sent: list[Sent]) -> int:
    """The gestures of a phase's marches."""
    ground = Ground(game, scenario)
    remaining = list(sent)
    total = 0
    while True:
        box, sweep = best_box(game, s, ground, verb, remaining), best_sweep(game, s, ground, verb, remaining)
        found = max((one for one in (box, sweep) if one is not None), key=lambda one: drags(one[1]) - one[2], default=None)
        if found is None:
            return total + drags(remaining)
        s, gone, cost = found
        remaining = [one for one in remaining if one not in gone]
        total += cost


def best_sweep(game: Game, s: State, ground: Ground, verb: str, remaining: list[Sent]) -> tuple[State, set[Sent], int] | None:
    """The drag over several stacks that stands for most drags: the position after it, who has gone, and that it is one."""
    found: list[tuple[int, State, set[Sent]]] = []
    for some in sweeps(game, s, ground, verb, remaining):
        after = all_go(game, s, verb, some)
        if after is not None and drags(some) > 1:
            found.append((drags(some), after, set(some)))
    best = max(found, key=lambda one: one[0], default=None)
    return None if best is None else (best[1], best[2], 1)


def sweeps(game: Game, s: State, ground: Ground, verb: str, remaining: list[Sent]) -> list[list[Sent]]:
    """For each place whole stacks whose units all are to go there; and the tops of stacks, led by any one counter."""
    there = able(game, s, verb)
    stacks = game.view(s, s.side[game.names.piece[remaining[0].piece]])["stacks"] if remaining else {}
    tops = {at: next((key for key in reversed(keys) if key in there), "") for at, keys in stacks.items()}
    found = []
    for aim in dict.fromkeys(one.to for one in remaining):
        meant = [one for one in remaining if one.to == aim and one.origin in ground.at and there.get(one.piece) == one.origin]
        names = {one.piece for one in meant}
        found.append([one for one in meant if all(key in names for key in stacks[one.origin] if key in there)])
        on_top = [one for one in meant if tops[one.origin] == one.piece]
        found.append(on_top)
        found += [[one, *(top for top in on_top if top.origin != one.origin)] for one in meant if one not in on_top]
    return found


def all_go(game: Game, s: State, verb: str, some: list[Sent]) -> State | None:
    """The position when each has gone to the very place that was wanted; none, if somebody cannot."""
    s = s.copy()
    for one in some:
        menu = game.legal(s)
        orders = (order for head in menu.heads if game.spell(head) == (verb, one.piece) for order in menu.tails(head))
        order = next((order for order in orders if game.spell(order) == (verb, one.piece, one.to)), None)
        if order is None:
            return None
        game.apply(s, order)
    return s


def best_box(game: Game, s: State, ground: Ground, verb: str, remaining: list[Sent]) -> tuple[State, set[Sent], int] | None:
    """The first that saves gestures when it is tried: the position after it, who has gone, and what it cost."""
    for gesture in boxes(game, s, ground, remaining, able(game, s, verb))[:TRIED]:
        after, short = brought_up(game, s, ground, verb, gesture)
        if drags(gesture.sent) - 2 - gesture.left_out - drags(short) > 0:
            return after, set(gesture.sent) - set(short), 2 + gesture.left_out
    return None
