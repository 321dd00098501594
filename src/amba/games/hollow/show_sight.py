"""Lines of sight as the table draws them (docs/wire.md, overlays): the ray, what blocks, what hinders, the blind hexes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from amba.games.hollow.boards.ground import Ground
from amba.games.hollow.counters import VCA, WRECK
from amba.games.hollow.field import Viewpoint
from amba.games.hollow.rules.armour.r032_arcs import in_arc, tca
from amba.games.hollow.rules.armour.r033_to_hit import has_red_numbers, hit_number
from amba.games.hollow.rules.armour.r063_guns import arms_of, ordnance_of, serving
from amba.games.hollow.rules.r007_look import Hindrance
from amba.games.hollow.rules.r007_sight import NO_CLOUDS, first_stop, sentences, sight
from amba.games.hollow.rules.r024_smoke import clouds
from amba.games.hollow.rules.r049_night import sight_limit
from amba.games.hollow.rules.r194_air import air_hindrances
from amba.games.hollow.rules.r194_trails import together, trails
from amba.games.hollow.secrets import sees
from amba.games.hollow.state import HollowState
from amba.games.hollow.titles import title
from amba.kit.rays import Hex, distance

ARC_REACH = 16
"""So many hexes of an arc are shown."""


def line_layer(ground: Ground, a: Viewpoint, b: Viewpoint, clouds: Mapping[Hex, int] = NO_CLOUDS, air: Sequence[Hindrance] = ()) -> dict[str, Any]:
    """One line with everything that matters along it."""
    line = sight(ground, a, b, clouds, air)
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
    ground: Ground, a: Viewpoint, reach: int, clouds: Mapping[Hex, int] = NO_CLOUDS, air: Callable[[int], Sequence[Hindrance]] = lambda _range: ()
) -> dict[str, Any]:
    """Every hex within reach that a unit sees: the ground of it, or in a wadi hex its crest, or its bed too."""
    hexes = {}
    for place in ground.name:
        if place == a.hex or distance(place, a.hex) > reach:
            continue
        is_wadi = ground.has(place, "wadi")
        there = air(distance(place, a.hex))
        line = sight(ground, a, Viewpoint(place, "crest" if is_wadi else "ground"), clouds, there)
        if line.is_clear:
            text = f"+{line.hindrance}" if line.hindrance else ""
            if is_wadi and not sight(ground, a, Viewpoint(place, "in"), clouds, there).is_clear:
                text = f"crest {text}".strip()
            hexes[ground.name[place]] = {"tone": "clear", "text": text}
    note = f"{len(hexes)} hexes can be seen from {ground.name[a.hex]}. Point at another hex for the line to it."
    return {"hexes": hexes, "paths": [], "rays": [], "notes": [note]}


def in_the_air(s: HollowState) -> Mapping[Hex, int]:
    """Smoke, and the dust of vehicles."""
    return together(clouds(s), trails(s)) if s.has_armour else clouds(s)


def arcs_layer(s: HollowState, piece: int) -> dict[str, Any]:
    """What a vehicle or gun sees in the arc of its gun, with the number to hit a vehicle there, and in the arc of its hull alone."""
    hull, gun = s.pointing(piece, VCA), tca(s, piece)
    here, ground, arms = s.viewpoint(piece), s.field.ground, arms_of(s, piece)
    hexes: dict[str, dict[str, str]] = {}
    reach = min(sight_limit(s) or ARC_REACH, ARC_REACH)
    for place in s.field.places:
        away = s.field.range(s.at[piece], place)
        if not 0 < away <= reach or not (in_arc(s, s.at[piece], gun, place) or (s.is_vehicle(piece) and in_arc(s, s.at[piece], hull, place))):
            continue
        there = s.field.hex_of[place]
        if sight(ground, here, s.field.view_from(place), in_the_air(s), air_hindrances(s, away)).is_clear:
            in_turret = in_arc(s, s.at[piece], gun, place)
            hexes[ground.name[there]] = {"tone": "clear" if in_turret else "own", "text": base_number(s, piece, away) if in_turret and arms else ""}
    words = f"{title(s, piece)}: what it sees within {reach} hexes in the arcs of its hull and its gun."
    return {"hexes": hexes, "paths": [], "rays": [], "notes": [words]}


def base_number(s: HollowState, piece: int, away: int) -> str:
    """The number to hit a vehicle at a range, before what firer and target add."""
    arms = serving(s, piece)
    return str(
        hit_number("vehicle", away, ordnance_of(s, piece), has_red_numbers(arms.nation, arms.gun) and not arms.is_rifle, printed=s.world.printed)
    )


def overlay(s: HollowState, side: int | None, key: str, arg: str) -> dict[str, Any]:
    """What is seen from a hex, or the line between two (``62C4,62F3``); the arcs of a vehicle or gun."""
    if key == "arcs":
        piece = s.world.names.piece.get(arg, -1)
        shown = piece >= s.world.first_vehicle and s.is_on_map(piece) and sees(s, side, piece) and not s.has(piece, WRECK)
        return arcs_layer(s, piece) if shown else {"hexes": {}, "paths": [], "rays": [], "notes": []}
    places = [s.field.alias[name] for name in arg.split(",") if name in s.field.alias]
    if key != "sight" or not places:
        return {"hexes": {}, "paths": [], "rays": [], "notes": []}
    here = s.field.view_from(places[0])
    if len(places) == 1:
        return seen_from_layer(s.field.ground, here, sight_limit(s) or 16, in_the_air(s), lambda range_: air_hindrances(s, range_))
    air = air_hindrances(s, s.field.range(places[0], places[1]))
    return line_layer(s.field.ground, here, s.field.view_from(places[1]), in_the_air(s), air)
