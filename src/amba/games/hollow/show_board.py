"""The board, the counters and their stacks of a scenario as the table draws them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from typing import Any

from amba.games.hollow import counters
from amba.games.hollow.armoury import Armour
from amba.games.hollow.board_map import map_of
from amba.games.hollow.counters import GUARD, SIDES, SMOKE_KINDS, WORK_KINDS
from amba.games.hollow.forces import Weapon
from amba.games.hollow.frames import Aiming, Answering, BandAdvance, Marching, Running
from amba.games.hollow.frames_armour import Manoeuvre
from amba.games.hollow.frames_platoon import Platoon
from amba.games.hollow.rules.armour.r145_bore_sight import laid_on
from amba.games.hollow.rules.captured import captures
from amba.games.hollow.rules.r009_groups import proposed, shot_of
from amba.games.hollow.rules.r031_aboard import is_aboard
from amba.games.hollow.rules.r064_commanders import commander_of
from amba.games.hollow.rules.r110_mounts import CYCLES, MOUNTS
from amba.games.hollow.rules.r179_prisoners import prisoners_of
from amba.games.hollow.show_vehicles import command_text, from_above, gun_top, load_text, show_loads, vehicle_top
from amba.games.hollow.state import HollowState
from amba.games.hollow.titles import CLOCK, box_titles, call, kind_title, side_title, type_numbers
from amba.games.hollow.world import World
from amba.load.aids import Overlay, around_the_map

ON_COUNTERS = {
    "foxhole": "fox", "sangar": "sangar", "trench": "trench", "wire": "wire", "known mines": "mines", "mine line": "mines", "mines": "mines",
    "dummy mines": "dummy", "mines 6": "6", "mines 8": "8", "mines 12": "12", "dispersed smoke": "thin", "vehicle dust": "dust", "flame": "flame", "blaze": "blaze", "gun smoke": "+3", "dispersed gun smoke": "+2", "white phosphorus": "WP", "dispersed phosphorus": "wp", "drifting smoke": "+1", "spotting round": "SR", "fire for effect 1": "FFE 1", "fire for effect 2": "FFE 2", "fire for effect C": "FFE C", "shells fall here": "", "illuminating round": "IR", "off-board observer": "OBS", "fighter-bomber": "FB", "dive bomber": "DB", "observation plane": "AIR", "ditch": "ditch", "anti-tank mines": "AT",
}  # fmt: skip
"""What stands on the counter of a work."""
MARKERS = {
    "gun smoke": {"name": "Smoke"}, "dispersed gun smoke": {"name": "Smoke"}, "white phosphorus": {"name": "Phosphorus"}, "dispersed phosphorus": {"name": "Phosphorus"}, "drifting smoke": {"name": "Drift"},
    "spotting round": {"kind": "target", "name": "Spotting"}, "fire for effect 1": {"kind": "burst", "name": "Salvo 1"}, "fire for effect 2": {"kind": "burst", "name": "Salvo 2"},
    "fire for effect C": {"kind": "burst", "name": "Dying"}, "shells fall here": {"kind": "burst", "name": "Shells"}, "illuminating round": {"kind": "flare", "name": "Light"},
    "starshell": {"kind": "flare", "name": "Starshell"}, "off-board observer": {"kind": "target", "name": "Observer"}, "fighter-bomber": {"kind": "air", "name": "Fighter"}, "dive bomber": {"kind": "air", "name": "Dive bomber"},
    "observation plane": {"kind": "air", "name": "Observer"}, "flame": {"kind": "flame", "name": "Flame"}, "blaze": {"kind": "blaze", "name": "Blaze"},
}  # fmt: skip
"""Symbol and name of a counter of smoke, artillery or aircraft by its face."""
PEOPLES = {"french": "Free French", "indian": "Indian", "colonial": "Italian colonial"}
"""Who fights with another nation's figures, by the colours they wear."""


def faces(world: World, piece: int, colour: str = "") -> list[dict[str, Any]]:
    """Every face a counter can show."""
    if piece < world.first_leader:
        return [
            {"left": str(q.firepower), "middle": str(q.range), "right": str(q.morale), "reduced": q.kind != "squad", "text": f"{q.title}, {PEOPLES.get(colour, q.nation.capitalize())}: firepower {q.firepower}, range {q.range}, morale {q.morale}"}
            for q in world.squads
        ]  # fmt: skip
    if piece < world.first_weapon:
        return [
            {"left": str(q.morale), "middle": "", "right": f"{q.leadership:+d}" if q.leadership else "0", "reduced": False, "text": f"leader, morale {q.morale}, modifier {q.leadership:+d}"}
            for q in world.leaders
        ]  # fmt: skip
    if piece >= world.first_vehicle:
        return vehicle_faces(world) if piece < world.first_gun else gun_faces(world)
    if piece < world.first_dummy:
        return [
            mount_face(q) if q.kind in MOUNTS else
            {"left": str(q.firepower), "middle": str(q.range), "right": f"B{q.breakdown}", "reduced": False, "text": f"{q.title}: firepower {q.firepower}, range {q.range}, portage {q.portage}"}
            if q.kind not in {"radio", "phone"}
            else {"left": "", "middle": q.title if q.kind == "radio" else "Phone", "right": "", "reduced": False, "text": f"{q.title}: portage {q.portage}", "kind": "signals"}
            for q in world.weapons
        ]  # fmt: skip
    count = 1 if piece < world.first_work else len(WORK_KINDS) if piece < world.first_smoke else len(SMOKE_KINDS)
    return [
        {"left": "", "middle": ON_COUNTERS.get(kind_title(world, piece, face), ""), "right": "", "reduced": False, "text": kind_title(world, piece, face)}
        | (MARKERS.get(kind_title(world, piece, face), {}) if piece >= world.first_smoke else {})
        for face in range(count)
    ]  # fmt: skip


def mount_face(mount: Weapon) -> dict[str, Any]:
    """Horses and machines: what they have to ride with."""
    factors = MOUNTS[mount.kind].factors
    how_far = f"{factors} {'points' if mount.kind in CYCLES else 'factors'}" if factors else "twice as far by road"
    return {"left": "", "middle": mount.kind[:5], "right": str(factors or "x2"), "reduced": False, "text": f"{mount.title}: {how_far}"}


def armour_text(*facings: Armour) -> str:
    return "/".join("*" if one.hull is None else f"{one.hull:+d}" for one in facings)


def vehicle_faces(world: World) -> list[dict[str, Any]]:
    """Main armament, armour and movement points."""
    return [
        {"left": v.ma if v.is_armed else "", "middle": armour_text(v.front, v.side, v.rear) if v.is_armoured else "", "right": str(v.mp), "reduced": False, "top": vehicle_top(v), "name": v.title,
         "text": f"{v.title}, {v.nation.capitalize()}: {v.mp} movement points{' (red)' if v.is_red else ''}, armour {armour_text(v.front, v.side, v.rear)}, {v.ma if v.is_armed else 'unarmed'}"}
        for v in world.vehicles
    ]  # fmt: skip


def gun_faces(world: World) -> list[dict[str, Any]]:
    return [
        {"left": g.gun, "middle": "", "right": "" if g.manhandling is None else f"M{g.manhandling}", "reduced": False, "top": gun_top(g), "name": g.title, "text": f"{g.title}, {g.nation.capitalize()}: {g.gun}"}
        for g in world.guns
    ]  # fmt: skip


GUN_SYMBOLS = {"AT": "anti-tank", "ATR": "anti-tank", "AA": "anti-aircraft", "MTR": "mortar"}


def kind_of(world: World, piece: int, face: int = 0) -> str:
    """The symbol on a counter; of a vehicle or gun by what it is in the scenario."""
    if piece >= world.first_gun:
        return GUN_SYMBOLS.get(world.guns[face].type, "artillery")
    if piece >= world.first_vehicle:
        vehicle = world.vehicles[face]
        return "transport" if not vehicle.is_armoured else {"tracked": "tank", "halftrack": "mechanized"}.get(vehicle.mover, "armoured-car")
    starts = (world.first_leader, world.first_weapon, world.first_dummy, world.first_work, world.first_smoke)
    return ("squad", "leader", "machine-gun", "dummy", "work", "smoke")[bisect_right(starts, piece)]


OVERLAYS = (Overlay("sight", "Line of sight", "l", "pair"),)
ARCS = Overlay("arcs", "Arcs and sight", "v", "piece")
"""Of a vehicle or gun, where there are any."""


def board(world: World, scenario: str, game_title: str, boxes: Mapping[str, str]) -> dict[str, Any]:
    plan = world.plan(scenario)
    found = map_of(plan.field.ground, world.look, game_title, plan.field.index)
    colours = {piece: group.colour for group in plan.groups for piece in group.pieces if group.colour}
    reserves = {piece for side in (0, 1) for piece in captures(world, plan, side)} if plan.has_armour else set()
    called = type_numbers(world, plan)
    pieces = [
        {"key": key, "title": called.get(piece) or call(world, plan.data, piece)[0], "side": SIDES[world.home[piece]], "kind": kind_of(world, piece, plan.faces.get(piece, 0)), "size": "",
         "colour": colour_of(world, piece, colours), "designation": call(world, plan.data, piece)[1], "code": "", "band": "", "faces": faces(world, piece, colours.get(piece, "")), "colours": {}}
        | (from_above(world, piece, plan.faces.get(piece, 0)) if piece >= world.first_vehicle else {})
        for piece, key in enumerate(world.keys) if piece < world.first_dust or piece in plan.pieces or piece in reserves or plan.data.get("armour") or (plan.has_armour and piece < world.first_vehicle)
    ]  # fmt: skip
    titles = {side: side_title(plan.data, who) for who, side in enumerate(SIDES)}
    found |= {"game": "hollow", "places": goal_places(world, scenario), "areas": areas(world, scenario)}
    return found | around_the_map(
        pieces, titles, box_titles(plan.data, boxes), (*OVERLAYS, ARCS) if plan.has_armour else OVERLAYS, world.provenance()
    )


def colour_of(world: World, piece: int, colours: dict[int, str]) -> str:
    """Whose colours a counter wears: its nation's; works and smoke have their own."""
    if world.first_smoke <= piece < world.first_vehicle:
        return "smoke"
    return colours.get(piece, "work" if world.first_work <= piece < world.first_smoke else SIDES[world.home[piece]])


def areas(world: World, scenario: str) -> list[dict[str, Any]]:
    """Where the groups of a scenario set up or arrive."""
    plan = world.plan(scenario)
    found = []
    for entry, group in zip(plan.data.get("group", []), plan.groups, strict=False):
        verb = f"arrives here on turn {group.turn}" if group.turn else "sets up here"
        title = f"{entry.get('title', entry['side'].title())}: {verb}"
        found.append({"key": entry.get("key", entry["side"]), "title": title, "hexes": [world.names.places[p] for p in sorted(group.hexes)]})
    for side, doors in zip(SIDES, plan.exits, strict=True):
        if doors:
            title = f"{plan.data['sides'][side].get('title', side.title())}: may leave the map here"
            found.append({"key": f"{side}-exit", "title": title, "hexes": [world.names.places[p] for p in sorted(doors)]})
    return found


def goal_places(world: World, scenario: str) -> list[dict[str, Any]]:
    plan = world.plan(scenario)
    field, names = plan.field, list(plan.data["victory"].get("hexes", []))
    if plan.data["victory"]["kind"] == "exit":
        names = [world.names.places[p] for p in sorted(plan.exits[SIDES.index(plan.data["victory"]["side"])])]
    return [
        {"key": f"goal-{name}", "title": "", "hex": field.ground.name[field.hex_of[field.alias[name]]], "kind": "goal", "rank": 2, "badge": "*"}
        for name in names
    ]


UNSAID = frozenset(
    (
        "crest_1",
        "crest_2",
        "crest_4",
        "frontal",
        "vca_1",
        "vca_2",
        "vca_4",
        "tca_1",
        "tca_2",
        "tca_4",
        "bypass_left",
        "new_hex",
        "down_1",
        "down_2",
        "served",
        "fired_before",
        "second_gun",
        "other_broken",
        "other_gone",
        "main_done",
        "second_done",
        "switched",
        "commander_1",
        "commander_2",
        "commander_4",
        "engine_tried",
        "climb_1",
        "climb_2",
        "climb_4",
        "climbed_1",
        "climbed_2",
    )
)
"""Marks that say which way a unit at a crest or a vehicle faces and the like: no plates of their own."""
OVER = {
    "broken": ("prep_fired", "first_fired", "final_fired", "fired", "moved", "assault", "double", "busy"),
    "prep_fired": ("fired",), "first_fired": ("fired",), "final_fired": ("first_fired", "fired"), "assault": ("moved",), "double": ("moved", "exhausted"), "hidden": ("concealed",),
    "bow_fired": ("coaxial_fired", "aa_fired", "rear_fired"), "coaxial_fired": ("aa_fired", "rear_fired"), "aa_fired": ("rear_fired",),
}  # fmt: skip
"""Where one mark is shown, these go without saying: a counter has room for two or three plates."""


def plates(marks: list[str]) -> list[str]:
    """The marks of a counter that are worth a plate."""
    unsaid = UNSAID.union(*(OVER.get(mark, ()) for mark in marks))
    return [mark for mark in marks if mark not in unsaid]


def show_belongings(s: HollowState, view: dict[str, Any], side: int | None = None) -> None:
    """Orders the stacks of a view and adds a note to what belongs together. Only pieces that the view names are looked at: what is seen of a weapon is seen of its owner."""
    piece, names = s.world.names.piece, s.world.names.pieces
    if s.has_armour:
        show_loads(s, view)
    for key, entry in view["pieces"].items():
        entry["marks"] = plates(entry["marks"])
        if piece[key] >= s.world.first_vehicle:
            entry["facing"], entry["turret"] = (CLOCK[s.pointing(piece[key], first)] for first in (counters.VCA, counters.TCA))
            turret = f", its turret at {entry['turret']}" if entry["turret"] != entry["facing"] else ""
            entry["note"] = f"points at {entry['facing']} o'clock{turret}{command_text(s, piece[key])}"
            entry["marks"] += ["commander"] if s.is_vehicle(piece[key]) and commander_of(s, piece[key]) is not None else []
        laid = laid_on(s, piece[key]) if side == s.side[piece[key]] else -1
        aimed = f"laid on {s.world.names.places[laid]}" if laid >= 0 else ""
        found = (
            entry.get("note", "") if piece[key] >= s.world.first_vehicle else "",
            aimed,
            belongings(s, piece[key], names),
            load_text(s, piece[key]),
        )
        text = "; ".join(part for part in found if part)
        if text:
            entry["note"] = text
    for place, stack in view["stacks"].items():
        if len(stack) > 1 and s.world.names.place[place] < s.world.hexes:
            view["stacks"][place] = layered(s, stack)


def party(s: HollowState, side: int | None) -> list[str]:
    """Who takes part in the shot or the march that a side is putting together; the other side sees it when it is done."""
    at = s.frames[-1] if s.frames else None
    if isinstance(at, Aiming | Answering):
        shot = shot_of(s, at)
        found, owner = proposed(s, shot).firers, shot.side
    elif isinstance(at, Manoeuvre):
        found, owner = (at.vehicle,), s.side[at.vehicle]
    elif isinstance(at, Platoon):
        found, owner = at.vehicles, s.side[at.vehicles[0]]
    elif isinstance(at, Marching | Running | BandAdvance):
        found, owner = at.units, s.side[at.units[0]]
    else:
        return []
    return [s.world.names.pieces[piece] for piece in found] if owner == side else []


def belongings(s: HollowState, piece: int, names: list[str]) -> str:
    if s.is_weapon(piece):
        owner = s.owner_of(piece)
        return f"carried by {names[owner]}" if owner >= 0 else "nobody has it" if s.is_on_map(piece) else ""
    if not s.is_unit(piece):
        return ""
    if s.at[piece] in s.world.prisoners:
        return f"guarded by {names[s.points[piece] - 1]}" if s.points[piece] else "sits and waits without a guard"
    found = [f"carries {', '.join(names[w] for w in s.weapons_of(piece))}"] if s.weapons_of(piece) else []
    found += [f"guards {', '.join(names[p] for p in prisoners_of(s, piece))}"] if s.has(piece, GUARD) else []
    return "; ".join(found)


def layered(s: HollowState, stack: list[str]) -> list[str]:
    """Who is in a vehicle, and what is in its tow, lies beneath everything else of the hex."""
    piece = s.world.names.piece
    inside = [key for key in stack if key in piece and is_aboard(s, piece[key])]
    return [*ordered(s, inside), *ordered(s, [key for key in stack if key not in inside])] if inside else ordered(s, stack)


def ordered(s: HollowState, stack: list[str]) -> list[str]:
    """Bottom to top: works, weapons nobody has, then every counter over what it carries; question marks stay where they are among the counters."""
    piece = s.world.names.piece
    known = [key for key in stack if key in piece]
    weapons = [key for key in known if s.is_weapon(piece[key])]
    low = [key for key in known if not s.is_weapon(piece[key]) and not s.is_counter(piece[key])]
    found = [*low, *(key for key in weapons if s.owner_of(piece[key]) < 0)]
    for key in stack:
        if key in piece and (key in weapons or key in low):
            continue
        found += [weapon for weapon in weapons if key in piece and s.owner_of(piece[weapon]) == piece[key]]
        found.append(key)
    return found
