"""Flames and blazes on the map: what burns, who may be there, what a blaze lights by night."""

from __future__ import annotations

from collections.abc import Sequence

from amba.core.decision import Refusal
from amba.core.event import Placed
from amba.games.hollow.book import rule
from amba.games.hollow.counters import BLAZE, BURNING, FLAME, GROUND, RAIN, SMOKE, SNOW
from amba.games.hollow.rules.common import Item
from amba.games.hollow.rules.r024_smoke import smoke_counters, spare_smoke
from amba.games.hollow.rules.r194_air import RAINING
from amba.games.hollow.rules.r194_dust import Dust
from amba.games.hollow.rules.r194_weather import GROUNDS, ground_modifier
from amba.games.hollow.state import HollowState

LIGHT, WRECK_LIGHT = 3, 1
"""How far a blaze and a burning wreck light up the night: our own figures."""
LEVELS = {"large_building": 2}
"""How many levels of a hex burn, where it is more than one."""


def _number(s: HollowState, place: int, column: int) -> int | None:
    fires = s.world.printed.fires
    found = [int(fires.cells[fires.rows.index(word)][column]) for word in s.field.words(place) if word in fires.rows]
    return min(found, default=None)


@rule("102.2", "196.4")
def kindling_number(s: HollowState, place: int) -> int | None:
    """What two dice must reach to set fire to a hex; of several terrains the one that burns best. Nothing where there is nothing to burn."""
    return _number(s, place, 0)


@rule("102.4", "196.4")
def spreading_number(s: HollowState, place: int) -> int | None:
    """What two dice must reach for fire to take hold of a hex."""
    return _number(s, place, 1)


@rule("194.4", "102.2")
def ground_items(s: HollowState) -> list[Item]:
    """What the state of the ground adds: from -3 in mud to +2 when it is very dry."""
    ground = GROUNDS[s.tracks[GROUND]]
    value = ground_modifier(ground, s.world.printed)
    return [Item(f"{ground} ground", value, "194.4")] if value else []


def is_raining(s: HollowState) -> bool:
    """Rain or falling snow: nothing catches fire."""
    return s.tracks[RAIN] == RAINING or bool(s.tracks[SNOW])


def fire_at(s: HollowState, place: int) -> int:
    """The counter of the flame or blaze in a hex; -1 where nothing burns."""
    return next((p for p in s.here[place] if s.is_smoke(p) and s.face[p] in {FLAME, BLAZE}), -1)


def is_blazing(s: HollowState, place: int) -> bool:
    return any(s.is_smoke(p) and s.face[p] == BLAZE for p in s.here[place])


def fires(s: HollowState, face: int) -> list[int]:
    """Where there are flames, or blazes."""
    limit, first = s.world.hexes, s.world.first_smoke
    if min(s.at[first : first + SMOKE]) >= limit:  # most of the time nothing burns
        return []
    return sorted(s.at[p] for p in smoke_counters(s) if s.at[p] < limit and s.face[p] == face)


@rule("102.2")
def light(s: HollowState, number: str, place: int) -> None:
    """A flame in a hex, as long as there are counters for it."""
    spare = spare_smoke(s)
    if spare and fire_at(s, place) < 0:
        s.turn_face(number, spare[0], FLAME)
        s.do(Placed(number, spare[0], s.at[spare[0]], place))


@rule("102.5")
def refuse_blaze(s: HollowState, units: Sequence[int], here: int, to: int, pace: str) -> Refusal | None:
    """Nobody goes into a blaze."""
    return refuse_into_blaze(s, to)


@rule("102.5")
def refuse_into_blaze(s: HollowState, to: int) -> Refusal | None:
    """Neither men nor vehicles."""
    return Refusal("102.5", "{place} is ablaze.", {"place": s.world.names.places[to]}) if is_blazing(s, to) else None


@rule("194.78", "102.5")
def blaze_radius(s: HollowState, place: int, dust: Dust) -> int:
    """How far a blaze lights up: as in clear air in light and moderate dust, in denser dust as many hexes as levels burn."""
    levels = max((LEVELS.get(word, 1) for word in s.field.words(place)), default=1)
    return LIGHT if dust < Dust.HEAVY else levels


@rule("194.78", "102.5")
def lit_by_fire(s: HollowState, dust: Dust) -> list[tuple[int, int]]:
    """Every fire that lights the night, with how far; kept with the position."""
    return s.remembered("fires that light", lambda: _lights(s, dust))


def _lights(s: HollowState, dust: Dust) -> list[tuple[int, int]]:
    wrecks = range(s.world.first_vehicle, s.world.first_gun) if s.has_armour else range(0)
    found = [(s.at[v], WRECK_LIGHT) for v in wrecks if s.is_on_map(v) and s.has(v, BURNING)]
    return [*((place, blaze_radius(s, place, dust)) for place in fires(s, BLAZE)), *found]
