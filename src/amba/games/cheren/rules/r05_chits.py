"""5.0 Setting up, 5.1 chits: the hand, the common cup, playing and drawing."""

from __future__ import annotations

from collections.abc import Sequence

from amba.core.decision import CHANCE, Action, Decision, Refusal
from amba.core.event import Drawn, Moved, Revealed
from amba.core.flow import Step, pop, push
from amba.games.cheren.book import rule
from amba.games.cheren.state import CherenState
from amba.games.cheren.world import ALLIED, ITALIAN, SIDES

HAND = 4


@rule("5.0")
class Deal(Step[CherenState]):
    """("deal", side): each side draws four of its own chits; the rest of both go into one cup."""

    def decision(self, s: CherenState) -> Decision:
        side = s.frames[-1][1]
        return Decision(CHANCE, "deal", "5.0", "A chit for the {side} hand is drawn.", {"side": SIDES[side]})

    def outcomes(self, s: CherenState) -> Sequence[tuple[Action, int]]:
        side, world = s.frames[-1][1], s.world
        return [(("draw", world.names.pieces[piece]), 1) for piece in s.here[world.box["cup"]] if world.chit(piece).side == side]

    def apply(self, s: CherenState, a: Action) -> None:
        side, world = s.frames[-1][1], s.world
        s.do(Drawn("5.0", world.names.piece[a[1]], world.box["cup"], world.hand[side]))
        if len(s.hand(side)) == HAND:
            pop(s)
            if side == ALLIED:
                push(s, "deal", ITALIAN)


@rule("5.1")
class Draw(Step[CherenState]):
    """("draw", side): a new chit for one played; the opponent's is looked at and leaves the game unseen."""

    def decision(self, s: CherenState) -> Decision:
        return Decision(CHANCE, "draw", "5.1", "The {side} player draws a chit from the cup.", {"side": SIDES[s.frames[-1][1]]})

    def outcomes(self, s: CherenState) -> Sequence[tuple[Action, int]]:
        world = s.world
        return [(("draw", world.names.pieces[piece]), 1) for piece in s.here[world.box["cup"]]]

    def apply(self, s: CherenState, a: Action) -> None:
        side, world = s.frames[-1][1], s.world
        pop(s)
        piece = world.names.piece[a[1]]
        to = world.hand[side] if world.chit(piece).side == side else world.removed_by[side]
        s.do(Drawn("5.1", piece, world.box["cup"], to))


@rule("5.1")
def play(s: CherenState, piece: int) -> None:
    """Show the chit and draw another at once."""
    world = s.world
    side = world.chit(piece).side
    s.do(Revealed("5.1", piece, world.hand[side], world.box["played"]))
    if s.here[world.box["cup"]]:
        push(s, "draw", side)


@rule("5.1.duplicate")
def has_played(s: CherenState, name: str, side: int) -> bool:
    """Whether a chit of this name is already in play this phase: only one of a kind may be."""
    world = s.world
    return any(world.chit(piece).name == name and world.chit(piece).side == side for piece in s.here[world.box["played"]])


def playable(s: CherenState, side: int, *names: str) -> list[int]:
    """Chits of these names that this side may play now."""
    world = s.world
    found = []
    for piece in s.hand(side):
        chit = world.chit(piece)
        if chit.name in names and not has_played(s, chit.name, side):
            found.append(piece)
    return found


@rule("5.1.return")
def put_back(s: CherenState, last_of_turn: bool) -> None:
    """At the end of the phase a played chit goes back into the cup; one with a star leaves the game."""
    world = s.world
    for piece in s.here[world.box["played"]]:
        chit = world.chit(piece)
        if chit.name == "roadblock" and not last_of_turn:
            continue
        s.do(Moved("5.1.return", piece, world.box["played"], world.box["discarded" if chit.star else "cup"]))


def refuse_play(s: CherenState, side: int, a: Action, *names: str) -> Refusal | None:
    """Why this chit may not be played here and now; targets are judged by the chapter that gives the chit its effect."""
    world = s.world
    piece = world.names.piece.get(a[1], -1) if len(a) > 1 else -1
    if piece < world.first_chit or piece not in s.hand(side):
        # The same words whether the chit lies in the cup, in the other hand or nowhere: nothing leaks.
        return Refusal("5.1", "You have no chit '{chit}' in front of you.", {"chit": a[1] if len(a) > 1 else ""})
    chit = world.chit(piece)
    if chit.name not in names:
        return Refusal("5.1", "{title} cannot be played now: it is for {when}.", {"title": chit.title, "when": chit.when})
    if has_played(s, chit.name, side):
        return Refusal("5.1.duplicate", "A {title} chit was already played this phase.", {"title": chit.title})
    return None
