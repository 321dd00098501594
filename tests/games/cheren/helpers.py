"""Positions as short texts, and the few questions rule tests ask of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from amba.core.decision import IllegalAction
from amba.core.event import Event, Said
from amba.core.game import Game
from amba.games.cheren.game import Cheren
from amba.games.cheren.state import CherenState
from amba.load.files import Replacements
from amba.load.position import read_position

TABLE = """\
# source: reconstruction
# note: A table for tests of the rules, so that they do not hang on the reconstructed one.
die,1-3,1-2,1-1,2-1,3-1,5-1,8-1,13-1
1,2-0,2-0,2-0,1-0,1-0,1-0r,1-1r,0-1r
2,2-0,2-0,1-0,1-0,1-0r,1-1r,1-1r,0-1r
3,2-0,1-0,1-0,1-0r,1-0r,1-1r,0-1r,0-2r
4,1-0,1-0,1-0r,1-0r,1-1r,1-1r,0-1r,0-2r
5,1-0,1-0r,1-0r,1-1r,1-1r,0-1r,0-2r,0-2r
6,1-0r,1-1r,1-1r,1-1r,0-1r,0-2r,0-2r,0-3r
"""
GAME = Cheren(Replacements(None, {"tables/combat.csv": TABLE}))
PROTOCOL = cast("Game", GAME)
"""The same game as the engine sees it: states of any kind go in and out."""

ASK_ROADBLOCK = 'frames = [["sequence"], ["phase-end", 0], ["movement", 0], ["roadblock"]]'
ASK_PROPAGANDA = 'frames = [["sequence"], ["phase-end", 0], ["movement", 1], ["propaganda"]]'


class Board:
    """A position on the table. Orders are typed as a player types them; dice and drawn chits are given."""

    def __init__(self, text: str) -> None:
        self.position = read_position('game = "cheren"\n' + text, "test", game=PROTOCOL)

    @property
    def s(self) -> CherenState:
        state = self.position.state
        assert isinstance(state, CherenState)
        return state

    def do(self, *orders: str, dice: str = "") -> list[Event]:
        """Play these orders; whatever chance decides comes from `dice`, which must be used up."""
        events = self.position.do(list(orders), dice)
        assert not self.position.dice_left, f"dice {self.position.dice_left} were not asked for"
        assert not GAME.invariants(self.s)
        return events

    def why(self, order: str) -> str:
        """The rule that refuses this order; empty when it is allowed."""
        refusal = self.position.why(order)
        assert (tuple(order.split()) in self.position.legal()) == (refusal is None)
        if refusal is not None:
            assert refusal.text.strip()
        return refusal.rule if refusal else ""

    def may(self, order: str) -> bool:
        return self.why(order) == ""

    def menu(self) -> set[str]:
        return {" ".join(action) for action in self.position.legal()}

    def kind(self) -> str:
        """What is decided now, and by whom: ``allied movement``."""
        decision = self.position.decision
        if decision is None:
            return "over"
        return f"{('allied', 'italian', 'chance')[decision.who]} {decision.kind}"

    def reach(self, unit: str) -> set[str]:
        """Where the unit may be moved to now."""
        return {action[2] for action in self.position.legal() if action[:2] == ("move", unit)}

    def cost(self, unit: str, to: str) -> str:
        """The points a move takes, as the preview says: ``1½ of 5``."""
        preview = self.position.odds(f"move {unit} {to}")
        assert preview is not None
        return preview.cost.split(" of ")[0]

    def column(self, order: str = "fight") -> str:
        """The column of the combat table this order would lead to."""
        preview = self.position.odds(order)
        assert preview is not None
        return preview.column

    def attack(self, target: str, *units: str) -> None:
        """Name the hex and the attackers, and stop before the die."""
        self.do(f"attack {target}", *(f"commit {unit}" for unit in units))

    def where(self, piece: str) -> str:
        return GAME.names.places[self.s.at[GAME.names.piece[piece]]]

    def stack(self, place: str) -> set[str]:
        return {GAME.names.pieces[piece] for piece in self.s.here[GAME.names.place[place]]}

    def steps(self, unit: str) -> int:
        """Steps left; none for a unit off the map."""
        piece = GAME.names.piece[unit]
        return self.s.steps_left(piece) if self.s.is_on_map(piece) else 0

    def strength(self, unit: str) -> int:
        return self.s.strength(GAME.names.piece[unit])

    def side(self, unit: str) -> str:
        return GAME.sides[self.s.side[GAME.names.piece[unit]]]

    def supply(self, unit: str) -> str:
        piece = GAME.names.piece[unit]
        for name in ("low", "none"):
            if self.s.has(piece, GAME.names.mark[name]):
                return name
        return "full"

    def owner(self, town: str) -> str:
        place = GAME.world.map.places[town].hex
        return "allied" if self.s.owner[place] else "italian"

    def zone(self, side: str, place: str) -> str:
        """What zone of control this side has over a hex."""
        return ("none", "soft", "hard")[self.s.zoc(GAME.sides.index(side))[GAME.names.place[place]]]

    def is_released(self, garrison: str) -> bool:
        return bool(self.s.tracks[GAME.names.track[garrison]])

    def phase(self) -> str:
        return next(f"{phase['side']} {phase['title']}" for phase in GAME.view(self.s, None)["sequence"] if phase["now"])


def step(here: str, there: str) -> float:
    """The points one step costs a unit on foot, detours aside."""
    place = GAME.names.place
    return dict(GAME.world.edges(True, -1, False)[place[here]])[place[there]] / 2


def refused(board: Board, *orders: str) -> str:
    """The rule that refuses the last of these orders, the others being done first."""
    board.do(*orders[:-1])
    return board.why(orders[-1])


def said(events: Iterable[Event]) -> list[str]:
    return [event.what for event in events if isinstance(event, Said)]


def rules(events: Iterable[Event]) -> set[str]:
    return {event.rule for event in events if event.rule}


__all__ = ["ASK_PROPAGANDA", "ASK_ROADBLOCK", "GAME", "PROTOCOL", "Board", "IllegalAction", "refused", "rules", "said", "step"]
