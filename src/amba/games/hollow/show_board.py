"""The board, the counters, their stacks and the tracks of a scenario as the table draws them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from typing import Any

from amba.games.hollow import counters
from amba.games.hollow.board_map import map_of
from amba.games.hollow.counters import GUARD, SIDES, SMOKE_KINDS, WORK_KINDS
from amba.games.hollow.frames import Aiming, Answering, BandAdvance, Marching, Running
from amba.games.hollow.rules.own_battle import MONTHS
from amba.games.hollow.rules.r009_groups import proposed, shot_of
from amba.games.hollow.rules.r177_victory import hexes_held, points
from amba.games.hollow.rules.r179_prisoners import prisoners_of
from amba.games.hollow.rules.r194_air import COMPASS, HAZES, RAINING, SUNS, WINDS
from amba.games.hollow.rules.r194_dust import Dust, dust_word
from amba.games.hollow.rules.r194_weather import GROUNDS
from amba.games.hollow.state import HollowState
from amba.games.hollow.titles import box_titles, kind_title, side_title
from amba.games.hollow.world import World
from amba.load.aids import Overlay, around_the_map


def track(key: str, title: str, value: int, of: int = 0, text: str = "") -> dict[str, Any]:
    return {"key": key, "title": title, "value": value, "of": of, "text": text}


def tracks(s: HollowState, side: int | None) -> list[dict[str, Any]]:
    """The turn, the goal, the points, the air, and to their owner his standing orders."""
    found = [track("turn", "Turn", s.turn, s.plan.turns, f"turn {s.turn}" if s.turn else "set-up")]
    rules = s.plan.data["victory"]
    if rules["kind"] in {"hexes", "exit"}:
        title = "Hexes held" if rules["kind"] == "hexes" else "Points off the map"
        found.append(track("goal", title, *hexes_held(s), str(rules.get("text", ""))))
    if "weather" in s.plan.data:
        found.append(track("air", "Weather", s.tracks[counters.DUST], 0, weather_text(s)) | {"words": True})
    found += [track(f"{name}-points", f"Points, {side_title(s.plan.data, who)}", points(s, who)) for who, name in enumerate(counters.SIDES)]
    if side is not None and s.plan.data.get("own_design") and not s.turn:
        found.append(track("purse", "Points to spend", s.tracks[counters.track_of(side, counters.POINTS)]))
    if side is not None:
        found.append(track("orders", "Standing orders", s.order(side, counters.ORDER_CHANCE), 0, orders_text(s, side)) | {"words": True})
    return found


def weather_text(s: HollowState) -> str:
    """The air in a sentence."""
    tracks = s.tracks
    words = [
        MONTHS[tracks[counters.MONTH] - 1],
        "overcast" if tracks[counters.OVERCAST] else "clear sky",
        f"{GROUNDS[tracks[counters.GROUND]]} ground",
    ]
    words.append(
        WINDS[tracks[counters.WIND]]
        + (f" from {COMPASS[tracks[counters.WIND_FROM]].upper()}" if tracks[counters.WIND] else "")
        + (" with gusts" if tracks[counters.GUSTS] else "")
    )
    words += [f"the sun low in the {SUNS[tracks[counters.SUN]]}"] if tracks[counters.SUN] else []
    words += [("intense heat haze" if HAZES[tracks[counters.HAZE]] == "intense" else "heat haze")] if tracks[counters.HAZE] else []
    words += ["mist"] if tracks[counters.MIST] else []
    words += ["rain"] if tracks[counters.RAIN] == RAINING else []
    words += [f"{dust_word(Dust(tracks[counters.DUST]))} dust"] if tracks[counters.DUST] else []
    words += [f"night, one sees {tracks[counters.VISIBILITY]} hexes"] if tracks[counters.NIGHT] else []
    return ", ".join(words) + "."


def orders_text(s: HollowState, side: int) -> str:
    """The standing orders in a sentence."""
    chance, most = s.order(side, counters.ORDER_CHANCE), s.order(side, counters.ORDER_RANGE)
    first = f"Fire from a chance of {chance} %" if chance else "Never fire unasked"
    reach = f" within {most} hexes" if most else ""
    otherwise = ("hold fire", "ask")[s.order(side, counters.ORDER_OTHERWISE)]
    hidden = ("hold fire", "fire too", "ask at every step")[s.order(side, counters.ORDER_HIDDEN)]
    at = ("", " at men in the open", " at two units and more together")[s.order(side, counters.ORDER_AT)]
    return f"{first}{reach}{at}; otherwise {otherwise}; hidden units {hidden}."


ON_COUNTERS = {
    "foxhole": "fox", "sangar": "sangar", "trench": "trench", "wire": "wire", "known mines": "mines", "mine line": "mines", "mines": "mines",
    "dummy mines": "dummy", "mines 6": "6", "mines 8": "8", "mines 12": "12", "dispersed smoke": "thin", "ditch": "ditch",
}  # fmt: skip
"""What stands on the counter of a work."""
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
    if piece < world.first_dummy:
        return [
            {"left": str(q.firepower), "middle": str(q.range), "right": f"B{q.breakdown}", "reduced": False, "text": f"{q.title}: firepower {q.firepower}, range {q.range}, portage {q.portage}"}
            for q in world.weapons
        ]  # fmt: skip
    count = 1 if piece < world.first_work else len(WORK_KINDS) if piece < world.first_smoke else len(SMOKE_KINDS)
    return [
        {"left": "", "middle": ON_COUNTERS.get(kind_title(world, piece, face), ""), "right": "", "reduced": False, "text": kind_title(world, piece, face)}
        for face in range(count)
    ]  # fmt: skip


def kind_of(world: World, piece: int) -> str:
    starts = (world.first_leader, world.first_weapon, world.first_dummy, world.first_work, world.first_smoke)
    return ("squad", "leader", "machine-gun", "dummy", "work", "smoke")[bisect_right(starts, piece)]


OVERLAYS = (Overlay("sight", "Line of sight", "l", "pair"),)


def board(world: World, scenario: str, game_title: str, boxes: Mapping[str, str]) -> dict[str, Any]:
    plan = world.plan(scenario)
    found = map_of(plan.field.ground, world.look, game_title, plan.field.index)
    colours = {piece: group.colour for group in plan.groups for piece in group.pieces if group.colour}
    pieces = [
        {"key": key, "title": key, "side": SIDES[world.home[piece]], "kind": kind_of(world, piece), "size": "",
         "colour": colour_of(world, piece, colours), "designation": key, "code": "", "band": "", "faces": faces(world, piece, colours.get(piece, "")), "colours": {}}
        for piece, key in enumerate(world.keys)
    ]  # fmt: skip
    titles = {side: side_title(plan.data, who) for who, side in enumerate(SIDES)}
    found |= {"game": "hollow", "places": goal_places(world, scenario), "areas": areas(world, scenario)}
    return found | around_the_map(pieces, titles, box_titles(plan.data, boxes), OVERLAYS, world.provenance())


def colour_of(world: World, piece: int, colours: dict[int, str]) -> str:
    """Whose colours a counter wears: its nation's; works and smoke have their own."""
    if piece >= world.first_smoke:
        return "smoke"
    return colours.get(piece, "work" if piece >= world.first_work else SIDES[world.home[piece]])


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


UNSAID = frozenset(("crest_1", "crest_2", "crest_4", "frontal"))
"""Marks that say which way a unit at a crest faces and the like: no plates of their own."""
OVER = {
    "broken": ("prep_fired", "first_fired", "final_fired", "fired", "moved", "assault", "double", "busy"),
    "prep_fired": ("fired",), "first_fired": ("fired",), "final_fired": ("first_fired", "fired"), "assault": ("moved",), "double": ("moved", "exhausted"), "hidden": ("concealed",),
}  # fmt: skip
"""Where one mark is shown, these go without saying: a counter has room for two or three plates."""


def plates(marks: list[str]) -> list[str]:
    """The marks of a counter that are worth a plate."""
    unsaid = UNSAID.union(*(OVER.get(mark, ()) for mark in marks))
    return [mark for mark in marks if mark not in unsaid]


def show_belongings(s: HollowState, view: dict[str, Any]) -> None:
    """Orders the stacks of a view and adds a note to what belongs together. Only pieces that the view names are looked at: what is seen of a weapon is seen of its owner."""
    piece, names = s.world.names.piece, s.world.names.pieces
    for key, entry in view["pieces"].items():
        entry["marks"] = plates(entry["marks"])
        text = belongings(s, piece[key], names)
        if text:
            entry["note"] = text
    for place, stack in view["stacks"].items():
        if len(stack) > 1 and s.world.names.place[place] < s.world.hexes:
            view["stacks"][place] = ordered(s, stack)


def party(s: HollowState, side: int | None) -> list[str]:
    """Who takes part in the shot or the march that a side is putting together; the other side sees it when it is done."""
    at = s.frames[-1] if s.frames else None
    if isinstance(at, Aiming | Answering):
        shot = shot_of(s, at)
        found, owner = proposed(s, shot).firers, shot.side
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
