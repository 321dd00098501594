"""Lines of sight as the table draws them (docs/wire.md, overlays): the ray, what blocks, what hinders, the blind hexes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from amba.games.hollow.boards.ground import Ground
from amba.games.hollow.field import Viewpoint
from amba.games.hollow.rules.r007_sight import NO_CLOUDS, first_stop, sentences, sight
from amba.games.hollow.rules.r024_smoke import clouds
from amba.games.hollow.rules.r049_night import sight_limit
from amba.games.hollow.rules.r194_air import air_hindrance
from amba.games.hollow.state import HollowState
from amba.kit.rays import Hex, distance


def line_layer(ground: Ground, a: Viewpoint, b: Viewpoint, clouds: Mapping[Hex, int] = NO_CLOUDS, weather: int = 0) -> dict[str, Any]:
    """One line with everything that matters along it."""
    line = sight(ground, a, b, clouds, weather)
    hexes: dict[str, dict[str, str]] = {ground.name[place]: {"tone": "blind", "text": ""} for place in line.blind}
    for hindrance in line.hindrances:
        hexes |= {ground.name[place]: {"tone": "hindered", "text": f"+{hindrance.drm}"} for place in hindrance.hexes if place in ground.name}
    for block in line.blocks:
        hexes |= {ground.name[place]: {"tone": "blocked", "text": block.rule} for place in block.hexes if place in ground.name}
    text = "" if not line.is_clear else f"{line.range}" + (f" +{line.hindrance}" if line.hindrance else "")
    ray = {"from": ground.name[a.hex], "to": ground.name[b.hex], "tone": "clear" if line.is_clear else "blocked", "text": text}
    if where := first_stop(ground, a.hex, line):
        ray["blocked"] = where
    return {"hexes": hexes, "paths": [], "rays": [ray], "notes": sentences(ground, a.hex, b.hex, line)}


def seen_from_layer(
    ground: Ground, a: Viewpoint, reach: int, clouds: Mapping[Hex, int] = NO_CLOUDS, air: Callable[[int], int] = lambda _range: 0
) -> dict[str, Any]:
    """Every hex within reach that a unit sees: the ground of it, or in a wadi hex its crest, or its bed too."""
    hexes = {}
    for place in ground.name:
        if place == a.hex or distance(place, a.hex) > reach:
            continue
        is_wadi = ground.has(place, "wadi")
        weather = air(distance(place, a.hex))
        line = sight(ground, a, Viewpoint(place, "crest" if is_wadi else "ground"), clouds, weather)
        if line.is_clear:
            text = f"+{line.hindrance}" if line.hindrance else ""
            if is_wadi and not sight(ground, a, Viewpoint(place, "in"), clouds, weather).is_clear:
                text = f"crest {text}".strip()
            hexes[ground.name[place]] = {"tone": "clear", "text": text}
    note = f"{len(hexes)} hexes can be seen from {ground.name[a.hex]}. Point at another hex for the line to it."
    return {"hexes": hexes, "paths": [], "rays": [], "notes": [note]}


def overlay(s: HollowState, side: int | None, key: str, arg: str) -> dict[str, Any]:
    """What is seen from a hex, or the line between two (``62C4,62F3``)."""
    places = [s.field.alias[name] for name in arg.split(",") if name in s.field.alias]
    if key != "sight" or not places:
        return {"hexes": {}, "paths": [], "rays": [], "notes": []}
    here = s.field.view_from(places[0])
    if len(places) == 1:
        return seen_from_layer(s.field.ground, here, sight_limit(s) or 16, clouds(s), lambda range_: air_hindrance(s, range_))
    air = air_hindrance(s, s.field.range(places[0], places[1]))
    return line_layer(s.field.ground, here, s.field.view_from(places[1]), clouds(s), air)
