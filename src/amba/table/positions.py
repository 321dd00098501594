"""Positions of units in hexes: a scenario's set-up, positions as text, and back (docs/positions.md).

A scenario says who stands where in the words of a position file: `[units]`, and `[control]` for places that somebody holds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from amba.core.game import BadPosition
from amba.core.sequence import Phase, SequenceOfPlay
from amba.core.state import PHASE, TURN, frame_row
from amba.kit.units import UnitState
from amba.load.files import DataError
from amba.load.scenarios import known
from amba.load.units import ASIDE, UnitBox
from amba.table import layout

S = TypeVar("S", bound=UnitState[Any])
KEYS = ("game", "title", "scenario", "options", "turn", "phase", "decides", "units", "control", "frames", "tracks", "note")
UNIT_KEYS = ("hex", "steps", "spent", "marks")
MOST_SPENT = 999
"""More points than any unit has."""


class UnitPositions(Generic[S]):
    """The positions of one game: its key, its kind of state, its phases."""

    def __init__(self, game: str, kind: Callable[[Any, str, dict[str, str]], S], phases: Sequence[Phase]) -> None:
        self.game = game
        self.kind = kind
        self.phases = phases

    def blank(self, world: UnitBox, scenario: str, options: dict[str, str]) -> S:
        """Nothing on the map: every unit beside it."""
        known(world.scenarios, scenario)
        s = self.kind(world, scenario, options)
        aside = world.box[ASIDE]
        for piece, unit in enumerate(world.units):
            s.at[piece] = aside
            s.side[piece] = unit.side
        s.stacks()[aside] = tuple(range(len(world.units)))
        s.tracks[TURN], s.tracks[PHASE] = world.first_turn(scenario), -1
        return s

    def set_up(self, world: UnitBox, scenario: str, options: dict[str, str]) -> S:
        """As the scenario's file says; what is wrong with it is told with its line."""
        s = self.blank(world, scenario, options)
        toml = world.scenarios[scenario]
        try:
            self._lay(world, s, toml.data)
        except BadPosition as error:
            raise DataError(toml.name, toml.line(error.key, error.section), str(error)) from None
        s.frames = [SequenceOfPlay()]
        return s

    def place(self, world: UnitBox, document: Mapping[str, Any], chosen: Callable[[Mapping[str, str]], dict[str, str]]) -> S:
        """A position from a file."""
        layout.check_keys(document, KEYS)
        s = self.blank(world, document.get("scenario", next(iter(world.scenarios))), layout.read_options(document, chosen))
        first, last = world.first_turn(s.scenario), world.last_turn(s.scenario)
        s.tracks[TURN] = layout.read_turn(document, first, first, last)
        self._lay(world, s, document)
        layout.lay_tracks(s, world.names, document)
        keys = [phase.key for phase in self.phases]
        name = layout.read_phase(document, keys, keys[0])
        s.tracks[PHASE] = keys.index(name)
        if not layout.lay_frames(s, document):
            phase = self.phases[s.phase]
            layout.check_decides(document, name, world.sides[phase.side])
            s.frames = [SequenceOfPlay(), phase.frame]
        return s

    def _lay(self, world: UnitBox, s: S, document: Mapping[str, Any]) -> None:
        """Units and control, as a scenario and a position file say them alike."""
        for key, value in document.get("units", {}).items():
            self._lay_unit(world, s, key, value)
        for side, places in document.get("control", {}).items():
            if side not in world.sides:
                raise BadPosition(f"control is by {side!r}; expected {' or '.join(world.sides)}", side, "control")
            for name in layout.read_names(places, side, "control"):
                s.owner[place_of(world, name, side, "control")] = world.sides.index(side) + 1
        s.changed_by_hand()

    def _lay_unit(self, world: UnitBox, s: S, key: str, value: Any) -> None:
        piece = layout.read_piece(world.names, key)
        entry = layout.read_entry(key, value, UNIT_KEYS, '{ hex = "0108", steps = 1 }')
        place = place_of(world, entry["hex"], key, "units")
        if place < world.hexes and any(s.side[other] != s.side[piece] for other in s.here[place]):
            raise BadPosition(f"{key} stands on the enemy in {world.names.places[place]}", key, "units")
        steps = len(world.units[piece].strengths)
        s.face[piece] = steps - layout.read_steps(key, entry, steps)
        s.points[piece] = layout.read_count(key, entry, "spent", MOST_SPENT)
        layout.lay_marks(s, world.names, key, entry.get("marks", []))
        layout.put(s, piece, place)

    def describe(self, s: S) -> dict[str, Any]:
        """A document that `place` reads back exactly. What `place` would assume anyway is left out."""
        world: UnitBox = s.world
        names, aside = world.names, world.box[ASIDE]
        held = {side: [names.places[p] for p, owner in enumerate(s.owner) if owner == number] for number, side in enumerate(world.sides, 1)}
        phase = self.phases[s.phase]
        found: dict[str, Any] = {
            "game": self.game,
            "scenario": s.scenario,
            "turn": s.turn,
            "phase": phase.key,
            "options": dict(s.options),
            "units": {names.pieces[piece]: self._entry(s, piece) for place, stack in enumerate(s.here) if place != aside for piece in stack},
            "control": {side: places for side, places in held.items() if places},
            "tracks": {names.tracks[track]: value for track, value in enumerate(s.tracks) if value and track not in {TURN, PHASE}},
        }
        found = {key: value for key, value in found.items() if key not in {"control", "tracks"} or value}
        if s.frames != [SequenceOfPlay(), phase.frame]:
            found["frames"] = [frame_row(frame) for frame in s.frames]
        return found

    def _entry(self, s: S, piece: int) -> Any:
        names = s.world.names
        entry: dict[str, Any] = {"hex": names.places[s.at[piece]]}
        if s.face[piece]:
            entry["steps"] = len(s.world.units[piece].strengths) - s.face[piece]
        if s.points[piece]:
            entry["spent"] = s.points[piece]
        return layout.shortest(entry, layout.marks_of(s, names, piece))


def place_of(world: UnitBox, name: Any, key: str, section: str) -> int:
    """A hex by its number, or by the key of a place of map.toml; or a box."""
    if isinstance(name, str) and name in world.map.places:
        return world.map.places[name].hex
    if isinstance(name, str) and name in world.names.place:
        return world.names.place[name]
    raise BadPosition(
        f"{key} is at {name!r}; expected a hex such as {world.grid.names[0]}, a place of the map, or one of {', '.join(world.box)}", key, section
    )
