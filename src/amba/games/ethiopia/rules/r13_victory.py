"""13 Victory."""

from __future__ import annotations

from amba.core.decision import Result
from amba.games.ethiopia.book import rule
from amba.games.ethiopia.state import EthiopiaState
from amba.games.ethiopia.world import ENDED, ETHIOPIAN, GAS_TURNS, ITALIAN, LOSSES, SIDES

LOSSES_PER_POINT = 5
GAS_PRICE = 2
ADUA_FROM = 6
FALLEN, THROWN_BACK = 1, 2


@rule("13.1")
def held_points(s: EthiopiaState) -> int:
    """The points of the places the Italian player holds."""
    return sum(value for place, value in s.world.victory[s.scenario].items() if s.controller(place) == ITALIAN)


@rule("13.2", "9.5")
def points(s: EthiopiaState) -> int:
    """Less a point for every five of metropolitan strength lost, and two for each use of gas."""
    return held_points(s) - s.tracks[LOSSES] // LOSSES_PER_POINT - GAS_PRICE * s.tracks[GAS_TURNS]


@rule("13.4", "13.5")
def sudden(s: EthiopiaState) -> int:
    """Whether the war ends at once: the Empire falls, or the invader is thrown back."""
    places = s.world.map.places
    if s.combat_units(places["asmara"].hex, ETHIOPIAN):
        return THROWN_BACK
    if not s.world.ends_at_once(s.scenario):
        return 0
    if s.turn >= ADUA_FROM and s.combat_units(places["adua"].hex, ETHIOPIAN):
        return THROWN_BACK
    lost = s.at[s.world.emperor] == s.world.box["eliminated"]
    if s.controller(places["addis-ababa"].hex) == ITALIAN and lost:
        return FALLEN
    return 0


@rule("13.3")
def result(s: EthiopiaState) -> Result:
    """What the total is worth."""
    score = points(s)
    if s.tracks[ENDED] == FALLEN:
        return Result(ITALIAN, "Decisive", "The Empire falls: Addis Ababa is taken and the Emperor is out of the war.", score)
    if s.tracks[ENDED] == THROWN_BACK:
        return Result(ETHIOPIAN, "Decisive", "The invader is thrown back.", score)
    for level in s.world.scenarios[s.scenario].data["victory"]["levels"]:
        if level["from"] <= score <= level["to"]:
            name, winner = str(level["level"]), str(level["winner"])
            if winner == "none":
                return Result(None, name, f"{score} points: nobody has won.", score)
            return Result(SIDES.index(winner), name, f"{score} points: {name.lower()} {winner.title()} victory.", score)
    raise AssertionError(f"no level for {score} points")
