"""What a log entry tells beside its sentences: the kind of each fact, the way somebody went, what was lost, and the hex that dice fell over.

By the conventions of docs/write-a-game.md: the box `eliminated` takes the lost and boxes of `prisoners` the captured, a game names the marks of wrecks,
faces say how many `steps` they stand for, and a decision of chance that says `hex` is a fight there. Everything here is made from events already cut for their audience.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from amba.core.decision import CHANCE, Decision
from amba.core.event import Event, Flipped, Moved, Removed, Said
from amba.core.game import Game


class Story:
    """What one game and scenario need for it, worked out once."""

    def __init__(self, game: Game, scenario: str) -> None:
        self.game = game
        specs = {spec["key"]: spec["faces"] for spec in game.board(scenario)["pieces"]}
        # Counters alike name the first that has their faces.
        faces = {key: specs[own] if isinstance(own, str) else own for key, own in specs.items()}
        self.losing = frozenset(game.names.mark[mark] for mark in game.abilities.losing_marks)
        steps: dict[str, tuple[int, ...]] = {
            key: tuple([int(face.get("steps", 0)) for face in own]) for key, own in faces.items() if key in game.names.piece
        }
        kinds = {own: own for own in steps.values()}
        # Every scenario is kept: most counters of a game are like others, and share what is said of them.
        self.steps = {game.names.piece[key]: kinds[own] for key, own in steps.items()}

    def fact(self, event: Event) -> dict[str, Any]:
        """What kind of thing happened, in words for programs."""
        found: dict[str, Any] = {"kind": type(event).__name__.lower()}
        if isinstance(event, Moved) and len(event.path) > 2:
            found["path"] = [self.game.names.places[place] for place in event.path]
        if isinstance(event, Said):
            found |= {"what": event.what, "values": [value for value in event.values if isinstance(value, str | int)]}
        lost = self.loss(event)
        return {**found, "lost": lost} if lost else found

    def loss(self, event: Event) -> str:
        """Whether somebody was `eliminated`, `captured`, or lost a `step`."""
        if isinstance(event, Removed):
            place = self.game.names.places[event.to]
            return "eliminated" if place == "eliminated" else "captured" if place.endswith("prisoners") else ""
        if isinstance(event, Said) and event.what in self.game.abilities.losing_marks:
            return "eliminated"
        if isinstance(event, Flipped) and event.piece >= 0:
            faces = self.steps.get(event.piece, ())
            if max(event.old, event.new) < len(faces) and faces[event.new] < faces[event.old]:
                return "step"
        return ""

    def fight(self, decision: Decision | None, lines: Sequence[Mapping[str, Any]], before: Mapping[str, Any] | None) -> str:
        """The hex over which chance decided, if this audience has read of it: here or in the entry before."""
        if decision is None or decision.who != CHANCE or "hex" not in decision.values:
            return ""
        read = [place for line in (*lines, *(before or {}).get("lines", ())) for place in line["hexes"]]
        place = str(decision.values["hex"])
        if place in read:
            return place
        # Some games say the hex with its name; and what a game without secrets says, everybody may know.
        named = next((one for one in read if one in place), "")
        return named or (place if place in self.game.names.place and any(line["pieces"] for line in lines) else "")


_STORIES: dict[tuple[str, str, str], Story] = {}


def story_of(game: Game, scenario: str) -> Story:
    key = (game.key, game.data_hash, scenario)
    if key not in _STORIES:
        _STORIES[key] = Story(game, scenario)
    return _STORIES[key]
