"""What is written down of a game: all of it from the protocol and the events, whatever the game.

A few conventions make that possible (docs/write-a-game.md): the track `turn` counts the turns, the box `eliminated` takes the lost and boxes of
`prisoners` the captured, a game names the marks of wrecks, faces say how many `steps` they stand for, and a decision of chance that says `hex` is a fight there.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from amba.core.decision import CHANCE, Side
from amba.core.event import Flipped, Marked, Removed
from amba.core.game import Game
from amba.core.session import Played, Session
from amba.core.state import State

LOST = "eliminated"
CAPTURED = "captured"
PRISONERS = "prisoners"
STEP = "step"


class Loss(NamedTuple):
    """A unit eliminated or captured, or a step of it."""

    turn: int
    place: str
    unit: str
    side: str
    what: str
    rule: str


class FightRecord(NamedTuple):
    """Dice that fell over a hex."""

    turn: int
    place: str
    kind: str
    rule: str


class Record(NamedTuple):
    """One game."""

    game: int
    seed: str
    winner: str
    """The key of a side; empty for a draw."""
    level: str
    score: float
    decisions: int
    """Choices of the two sides."""
    rolls: int
    """Choices of chance."""
    turns: int
    points: list[tuple[int, float]]
    """Turn and victory points at its end."""
    losses: list[Loss]
    fights: list[FightRecord]
    rules: dict[str, int]
    """Rule -> in how many entries of the log it made something happen."""


class Recorder:
    """Follows a game as it is played (`amba.lab.match.Tell`) on a position of its own, entry by entry."""

    def __init__(self, game: Game, scenario: str) -> None:
        self.game = game
        self.steps = {
            game.names.piece[piece["key"]]: [int(face.get("steps", 0)) for face in piece["faces"]]
            for piece in game.board(scenario)["pieces"]
            if piece["key"] in game.names.piece
        }
        self.losing = {game.names.mark[mark] for mark in game.abilities.losing_marks}
        self.turn_track = game.names.track.get("turn", -1)
        self.lost = {
            number: LOST if place == LOST else CAPTURED
            for number, place in enumerate(game.names.places)
            if place == LOST or place.endswith(PRISONERS)
        }
        """Box -> what has become of those who lie in it."""
        self.state: State | None = None
        self.decisions = self.rolls = 0
        self.last = 0
        """The last turn in which anything happened."""
        self.points: dict[int, float] = {}
        self.losses: list[Loss] = []
        self.fights: list[FightRecord] = []
        self.rules: Counter[str] = Counter()

    def tell(self, session: Session, entries: list[Played]) -> None:
        state = self.state
        if state is None:
            state = self.state = session.start.copy()
        for entry in entries:
            self._entry(state, entry)

    def _entry(self, s: State, entry: Played) -> None:
        turn = self.last = self._turn(s)
        if entry.by == CHANCE:
            self.rolls += 1
            self._fight(s, turn)
        else:
            self.decisions += 1
        for event in entry.events:
            self._loss(s, turn, event)
            event.fold(s)
        self.rules.update({event.rule for event in entry.events if event.rule})
        if self._turn(s) != turn:
            self.points[turn] = self._score(s)

    def _turn(self, s: State) -> int:
        return s.tracks[self.turn_track] if self.turn_track >= 0 else 0

    def _score(self, s: State) -> float:
        return float(score.points(s)) if (score := self.game.abilities.score) is not None else 0.0

    def _fight(self, s: State, turn: int) -> None:
        decision = self.game.decision(s)
        assert decision is not None
        place = decision.values.get("hex")
        if isinstance(place, str) and place in self.game.names.place:
            self.fights.append(FightRecord(turn, place, decision.kind, decision.rule))

    def _loss(self, s: State, turn: int, event: object) -> None:
        names = self.game.names
        if isinstance(event, Removed) and event.to in self.lost:
            what, place = self.lost[event.to], event.origin
            count = 1
        elif isinstance(event, Marked) and event.on and event.mark in self.losing:
            what, place, count = LOST, s.at[event.piece], 1
        elif isinstance(event, Flipped):
            what, place = STEP, s.at[event.piece]
            count = self._steps(event.piece, event.old) - self._steps(event.piece, event.new)
        else:
            return
        side: Side = s.side[event.piece]
        loss = Loss(turn, names.places[place], names.pieces[event.piece], self.game.sides[side], what, event.rule)
        self.losses += [loss] * count

    def _steps(self, piece: int, face: int) -> int:
        """How many steps a face stands for; 0 where faces are not about steps."""
        faces = self.steps.get(piece, [])
        return faces[face] if face < len(faces) else 0

    def record(self, session: Session, index: int, seed: str) -> Record:
        """The finished game."""
        result, state = session.result, session.state
        assert result is not None
        # The sequence of play may count on past the last turn that was played.
        score = self.points[self.last] = self._score(state)
        winner = "" if result.winner is None else self.game.sides[result.winner]
        ordered = sorted((turn, points) for turn, points in self.points.items() if turn > 0)
        return Record(
            index,
            seed,
            winner,
            result.level,
            score,
            self.decisions,
            self.rolls,
            self.last,
            ordered,
            self.losses,
            self.fights,
            dict(sorted(self.rules.items())),
        )
