"""Vehicles and guns as the table draws them: from above, each kind with a silhouette of its own."""

from __future__ import annotations

from typing import Any

from amba.games.hollow.armoury import Gun, Vehicle
from amba.games.hollow.rules.armour.r063_guns import has_two_guns, serving
from amba.games.hollow.rules.r031_aboard import carrier_of, is_aboard
from amba.games.hollow.rules.r064_commanders import commander_of
from amba.games.hollow.state import HollowState
from amba.games.hollow.titles import kind_title, title
from amba.games.hollow.world import World

TRACKED = {"Tt": "tankette", "Ttv": "tankette", "LT": "light-tank", "HT": "heavy-tank", "AG": "assault-gun", "APC": "carrier", "PC": "carrier"}
GUNS = {"AT": "gun", "ATR": "rifle", "AA": "anti-aircraft-gun", "MTR": "mortar"}
LIGHT, HEAVY = 2.0, 7.0
"""Tons below which a truck is a car, and from which it is a lorry of six wheels."""


def vehicle_top(v: Vehicle) -> str:
    """The silhouette of a vehicle."""
    if v.type == "htMC":
        return "motorcycle"
    if v.is_tracked:
        found = TRACKED.get(v.type, "tank")
        if v.type in {"SPA", "TD"}:
            found = "tank" if v.has_turret else "gun-carriage"
        return "light-tank" if found == "tankette" and v.has_turret else found
    if v.mover == "halftrack":
        return "halftrack"
    if v.is_armoured:
        return "armoured-car" if v.type == "AC" else "gun-carriage" if v.type == "TD" else "scout-car"
    if v.gun and v.has_turret:
        return "portee"
    return "scout-car" if v.type == "SC" else "car" if v.weight < LIGHT else "lorry" if v.weight >= HEAVY else "truck"


def gun_top(gun: Gun) -> str:
    return GUNS.get(gun.type, "field-gun")


def from_above(world: World, piece: int, face: int) -> dict[str, Any]:
    """What the table needs to draw it, and the type that stands on its counter."""
    name = kind_title(world, piece, face)
    top = gun_top(world.guns[face]) if piece >= world.first_gun else vehicle_top(world.vehicles[face])
    return {"top": top, "designation": name}


def show_loads(s: HollowState, view: dict[str, Any]) -> None:
    """Who is in a vehicle, and the gun in its tow, are drawn in its hex: over it in the stack, with a plate of their own and a note which vehicle it is."""
    piece, names = s.world.names.piece, s.world.names.places
    for hold in [place for place in view["stacks"] if s.world.names.place[place] >= s.world.first_hold]:
        load = view["stacks"].pop(hold)
        carrier = carrier_of(s, piece[load[0]])
        place = names[s.at[carrier]]
        view["stacks"].setdefault(place, []).extend(load)
        for key in load:
            entry = view["pieces"][key]
            entry["at"] = place
            entry["marks"] = [*entry["marks"], "towed" if s.is_gun(piece[key]) else "aboard"]
            entry["in"] = s.world.names.pieces[carrier]


def load_text(s: HollowState, piece: int) -> str:
    """Of a passenger or a gun in tow, in which vehicle; of a vehicle, who is in it."""
    if is_aboard(s, piece):
        return f"{'in tow of' if s.is_gun(piece) else 'in'} {title(s, carrier_of(s, piece))}"
    load = [p for p in s.here[s.world.first_hold + piece - s.world.first_vehicle] if not s.is_weapon(p)] if s.is_vehicle(piece) else []
    return f"carries {', '.join(title(s, p) for p in load)}" if load else ""


def command_text(s: HollowState, piece: int) -> str:
    """Who leads from a vehicle, and which of two guns is served."""
    if not s.is_vehicle(piece):
        return ""
    leader = commander_of(s, piece)
    led = f"; armour leader {leader.key}" if leader is not None else ""
    return led + (f"; its {serving(s, piece).gun} mm gun is served" if has_two_guns(s, piece) else "")
