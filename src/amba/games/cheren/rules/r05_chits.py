"""5.0 Setting up, 5.1 chits: the hand, the common cup, playing and drawing."""

from __future__ import annotations

from collections.abc import Sequence

from amba.core.decision import CHANCE, Decision, Refusal
from amba.core.event import Drawn, Moved, Revealed
from amba.core.order import Draw
from amba.core.steps import ChanceStep, pop, push
from amba.games.cheren.book import rule
from amba.games.cheren.frames import Deal, DrawChit
from amba.games.cheren.state import CherenState
from amba.games.cheren.world import ALLIED, ITALIAN, SIDES

HAND = 4
OCCASIONS = {
    "own-reinforcement": "your reinforcement phase",
    "own-movement": "your movement phase",
    "own-combat": "your combat phase",
    "own-supply": "your supply phase",
    "own-exploitation": "your exploitation phase",
    "enemy-movement": "the enemy's movement phase",
    "enemy-reaction": "your reaction phase, in the enemy's turn",
    "enemy-combat": "the enemy's combat phase",
}
"""When a chit is played, by the word for it in chits.csv: own-* in its owner's player turn, enemy-* in the opponent's."""


def ask_deal(s: CherenState, at: Deal) -> Decision:
    return Decision(CHANCE, "deal", "5.0", "{side}: a chit is drawn for the hand.", {"side": SIDES[at.side].title()})


def own_chits(s: CherenState, at: Deal) -> Sequence[tuple[Draw, int]]:
    return [(Draw(piece), 1) for piece in s.here[s.world.box["cup"]] if s.world.chit(piece).side == at.side]


@rule("5.0")
def deal(s: CherenState, at: Deal, a: Draw) -> None:
    """Each side draws four of its own chits; the rest of both go into one cup."""
    s.do(Drawn("5.0", a.piece, s.world.box["cup"], s.world.hand[at.side]))
    if len(s.hand(at.side)) == HAND:
        pop(s)
        if at.side == ALLIED:
            push(s, Deal(ITALIAN))


def ask_draw(s: CherenState, at: DrawChit) -> Decision:
    return Decision(CHANCE, "draw", "5.1", "{side}: a chit is drawn from the cup.", {"side": SIDES[at.side].title()})


def every_chit(s: CherenState, at: DrawChit) -> Sequence[tuple[Draw, int]]:
    return [(Draw(piece), 1) for piece in s.here[s.world.box["cup"]]]


@rule("5.1")
def draw(s: CherenState, at: DrawChit, a: Draw) -> None:
    """A new chit for one played; the opponent's is looked at and leaves the game unseen."""
    world = s.world
    pop(s)
    to = world.hand[at.side] if world.chit(a.piece).side == at.side else world.removed_by[at.side]
    s.do(Drawn("5.1", a.piece, world.box["cup"], to))


@rule("5.1")
def play_chit(s: CherenState, chit: int) -> None:
    """Show the chit and draw another at once."""
    world = s.world
    side = world.chit(chit).side
    s.do(Revealed("5.1", chit, world.hand[side], world.box["played"]))
    if s.here[world.box["cup"]]:
        push(s, DrawChit(side))


@rule("5.1.duplicate")
def has_played(s: CherenState, name: str, side: int) -> bool:
    """Whether a chit of this name is already in play this phase: only one of a kind may be."""
    world = s.world
    return any(world.chit(piece).name == name and world.chit(piece).side == side for piece in s.here[world.box["played"]])


def playable(s: CherenState, side: int, *names: str) -> list[int]:
    """Chits of these names that this side may play now."""
    named = [piece for piece in s.hand(side) if s.world.chit(piece).name in names]
    return [piece for piece in named if refuse_chit(s, side, piece, *names) is None]


@rule("5.1.return")
def put_back(s: CherenState, last_of_turn: bool) -> None:
    """At the end of the phase a played chit goes back into the cup; one with a star leaves the game."""
    world = s.world
    for piece in s.here[world.box["played"]]:
        chit = world.chit(piece)
        if chit.name == "roadblock" and not last_of_turn:
            continue
        s.do(Moved("5.1.return", piece, world.box["played"], world.box["discarded" if chit.star else "cup"]))


def refuse_chit(s: CherenState, side: int, piece: int, *names: str) -> Refusal | None:
    """Why this chit may not be played here and now; targets are judged by the chapter that gives the chit its effect."""
    world = s.world
    if piece < world.first_chit or piece not in s.hand(side):
        # The same words whether the chit lies in the cup, in the other hand or nowhere: nothing leaks.
        return Refusal("5.1", "You have no chit '{chit}' in front of you.", {"chit": world.names.pieces[piece]})
    chit = world.chit(piece)
    if chit.name not in names:
        return Refusal("5.1", "{title} cannot be played now: it is for {when}.", {"title": chit.title, "when": OCCASIONS.get(chit.when, chit.when)})
    if has_played(s, chit.name, side):
        return Refusal("5.1.duplicate", "A {title} chit was already played this phase.", {"title": chit.title})
    return None


def no_use(found: Refusal | None) -> Refusal | None:
    """What keeps a unit from using a chit keeps the chit from being played on it, by the rule of chits."""
    return None if found is None else found._replace(rule="5.1")


CHIT_STEPS = (ChanceStep(Deal, ask_deal, own_chits, deal), ChanceStep(DrawChit, ask_draw, every_chit, draw))
