"""13 Victory."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from amba.core.decision import Result
from amba.core.event import Tracked
from amba.core.game import level_of, who_wins
from amba.games.ethiopia.book import rule
from amba.games.ethiopia.rules.r08_supply import covered
from amba.games.ethiopia.state import EthiopiaState
from amba.games.ethiopia.world import ADDIS_ABABA, ENDED, ETHIOPIAN, GAS_TURNS, ITALIAN, LOSSES, RAIDS, SIDES, World

LOSSES_PER_POINT = 5
GAS_PRICE = 2
FORCE = 3
"""13.1: so many points hold a place beyond the lines of supply."""
ARMY = 6
"""13.5: so many points throw the invader back: some ten thousand men."""
EARLY = 2
"""13.6: what each turn before the last is worth at which Addis Ababa was held."""
ADUA_FROM = 6
FALLEN, THROWN_BACK = 1, 2


@rule("13.1")
def is_held(s: EthiopiaState, place: int) -> bool:
    """Whether a place counts for the Italian player: his, and in his lines of supply or with a force in it. In the first design it need only be his."""
    if s.controller(place) != ITALIAN:
        return False
    return not s.has_fronts or place in covered(s, ITALIAN) or s.force(place, ITALIAN) >= FORCE


@rule("13.1")
def held_points(s: EthiopiaState) -> int:
    """The points of the places the Italian player holds."""
    return sum(value for place, value in s.world.victory[s.scenario].items() if is_held(s, place))


@rule("13.6")
def early_points(s: EthiopiaState) -> int:
    """Two for every turn before the last since whose end Addis Ababa has been held."""
    since, capital = s.tracks[ADDIS_ABABA], s.world.capital
    if not s.has_fronts or not since or capital not in s.world.victory[s.scenario] or not is_held(s, capital):
        return 0
    return EARLY * (s.world.last_turn(s.scenario) - since)


@rule("13.2", "9.5")
def points(s: EthiopiaState) -> int:
    """Less a point for every five of metropolitan strength lost, and two for each use of gas."""
    return held_points(s) + early_points(s) - s.tracks[LOSSES] // LOSSES_PER_POINT - GAS_PRICE * s.tracks[GAS_TURNS]


@rule("13.5")
def raids(s: EthiopiaState, turn: int) -> int:
    """Which of Asmara (1) and Adua (2) hold enough Ethiopians to throw the invader back in this turn; in the first design any combat unit is enough."""
    places = s.world.map.places
    need = ARMY if s.has_fronts else 1
    found = 1 if s.force(places["asmara"].hex, ETHIOPIAN) >= need else 0
    if s.world.ends_at_once(s.scenario) and turn >= ADUA_FROM and s.force(places["adua"].hex, ETHIOPIAN) >= need:
        found |= 2
    return found


@rule("13.5")
def raids_that_survive(s: EthiopiaState) -> None:
    """At the end of the Italian half: those who were driven out or worn down have not survived the enemy's turn."""
    left = s.tracks[RAIDS] & raids(s, s.turn)
    if left != s.tracks[RAIDS]:
        s.do(Tracked("13.5", RAIDS, s.tracks[RAIDS], left))


@rule("13.5", "13.6")
def record_end_of_turn(s: EthiopiaState) -> None:
    """Who stands in Asmara or Adua now, and since when Addis Ababa has been held."""
    if not s.has_fronts:
        return
    now = raids(s, s.turn + 1)
    if now != s.tracks[RAIDS]:
        s.do(Tracked("13.5", RAIDS, s.tracks[RAIDS], now))
    since = (s.tracks[ADDIS_ABABA] or s.turn) if is_held(s, s.world.capital) else 0
    if since != s.tracks[ADDIS_ABABA]:
        s.do(Tracked("13.6", ADDIS_ABABA, s.tracks[ADDIS_ABABA], since))


@rule("13.4", "13.5")
def sudden(s: EthiopiaState) -> int:
    """Whether the war ends now: the Empire falls, or the invader is thrown back by a force that has survived his turn."""
    if raids(s, s.turn) & (s.tracks[RAIDS] if s.has_fronts else 3):
        return THROWN_BACK
    lost = s.at[s.world.emperor] in (s.world.box["eliminated"], s.world.box["not-in-play"])
    if s.world.ends_at_once(s.scenario) and lost and is_held(s, s.world.capital):
        return FALLEN
    return 0


@rule("13.3")
def levels_of(world: World, scenario: str, options: Mapping[str, str]) -> list[dict[str, Any]]:
    """What so many points are worth in a scenario; the first design has levels of its own."""
    victory: dict[str, list[dict[str, Any]]] = world.scenarios[scenario].data["victory"]
    return victory.get("first_levels", victory["levels"]) if options.get("design") == "first" else victory["levels"]


@rule("13.3")
def result(s: EthiopiaState) -> Result:
    """What the total is worth."""
    score = points(s)
    if s.tracks[ENDED] == FALLEN:
        return Result(ITALIAN, "Decisive", "The Empire falls: Addis Ababa is taken and the Emperor is out of the war.", score)
    if s.tracks[ENDED] == THROWN_BACK:
        return Result(ETHIOPIAN, "Decisive", "The invader is thrown back.", score)
    levels = levels_of(s.world, s.scenario, s.options)
    name, winner = str(level_of(levels, score)["level"]), who_wins(levels, SIDES, score)
    text = "nobody has won" if winner is None else f"{name.lower()} {SIDES[winner].title()} victory"
    return Result(winner, name, f"{score} points: {text}.", score)
