"""The tables as player aids, in their printed shape, each saying where it comes from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from amba.games.hollow.armoury import Armoury, Ordnance
from amba.games.hollow.batteries import load_modules, load_planes
from amba.games.hollow.boards.terrain import TERRAIN
from amba.games.hollow.field import COVER, PROTECTION, SHELTER
from amba.games.hollow.orders_armour import Engage, Shell
from amba.games.hollow.printed import BANDS
from amba.games.hollow.rules.armour.r032_arcs import facing_hit
from amba.games.hollow.rules.armour.r033_to_hit import has_red_numbers
from amba.games.hollow.rules.armour.r033_to_kill import ARMOUR
from amba.games.hollow.rules.armour.r034_high_explosive import firepower
from amba.games.hollow.rules.armour.r063_guns import ordnance_of, serving
from amba.games.hollow.state import HollowState
from amba.load.aids import chart
from amba.load.files import Folder, table

TABLES = (
    ("fire", "Infantry fire table", "10", "roll"), ("movement", "Movement: what a hex costs", "176.5", "terrain"), ("sand", "What sand adds", "190.3", "terrain"),
    ("weather", "Arid weather", "194.2", "two dice"), ("time_of_day", "Time of day", "194.3", "die"), ("ground", "State of the ground", "194.4", "die"),
    ("to_hit", "Guns: to hit, by target and range", "33.3", "target"), ("to_hit_guns", "Guns: what barrel, calibre and ammunition do to it", "33.3", "gun"),
    ("to_hit_cases", "Guns: what is added to the dice to hit", "33.31", "case"), ("kill_range", "Guns: what the range does to the number to kill", "33.4", "shot"),
    ("kill_he", "Guns: to kill with high explosive", "33.4", "target"), ("kill_ap_soft", "Guns: to kill soft vehicles with shot", "33.4", "target"), ("special_ammunition", "Guns: special ammunition", "33.4", "gun"),
    ("wind", "Wind at the start", "194.5", "die"), ("wind_change", "Wind change", "194.76", "two dice"), ("dust", "Dust at the start (ours)", "194.701", "die"),
    ("fires", "Fires", "102.2", "terrain"),
)  # fmt: skip


def own(key: str, title: str, rule: str, source: str, note: str, *rows: list[str]) -> dict[str, Any]:
    """A chart that no data file holds; its first row is the head."""
    return {"key": key, "title": title, "rule": rule, "source": source, "note": note, "head": rows[0], "rows": list(rows[1:])}


def terrain_chart(folder: Folder) -> dict[str, Any]:
    """Every terrain: what it costs men, protects them by, and does to sight."""
    movement = table(folder, "tables/movement.csv")
    costs = {row: cells[0] for row, cells in zip(movement.rows, movement.cells, strict=True)}
    rows = [["terrain", "men pay", "protects", "line of sight", "conceals", "rout ends there", "rule"]]
    for key, one in TERRAIN.items():
        sight = f"obstacle {one.obstacle / 2:g}" if one.obstacle else f"hindrance +{one.hindrance}" if one.hindrance else "none"
        protects = f"+{PROTECTION[key]}" if PROTECTION.get(key) else "0"
        hides = "yes" if key in COVER else "no"
        rows.append([one.title, costs.get(key, "as the rest of the hex"), protects, sight, hides, "yes" if key in SHELTER else "no", one.rule])
    note = "Heights in levels. Works: foxhole and trench +2, sangar +1, half in dry sand."
    return own("terrain", "Terrain", "183", "rulebook, reconstruction", note, *rows)


def dust_chart() -> dict[str, Any]:
    """What each grade of dust does."""
    note = "Heavy wind with gusts raises it a grade each player turn; their end lowers it; rain ends it."
    rows = [
        ["dust", "third die of a shot", "hindrance", "penalty for moving in the open", "interdiction", "rule"],
        ["light", "half a die, down", "-", "stays", "a die makes it milder", "194.71"],
        ["moderate", "half a die, up", "-", "stays", "a die makes it milder", "194.72"],
        ["heavy", "half a die, down", "half the range, up", "none", "none", "194.73"],
        ["very heavy", "half a die, down", "the range", "none", "none; no double time", "194.731"],
        ["extremely heavy", "half a die, up", "the range", "none", "none; weapons break down one lower", "194.732"],
    ]
    return own("air", "Dust and what it does", "194.7", "rulebook", note, *rows)


def morale_chart() -> dict[str, Any]:
    note = "The limit is morale less modifiers, with the best leader of the hex."
    rows = [
        ["result", "what happens", "rule"],
        ["nKIA", "n units gone, the others break", "10"], ["K/n", "one unit reduced, the rest check with +n", "10"], ["nMC", "each checks with +n", "12"],
        ["NMC", "each checks", "12"], ["PTC", "each checks; failing only pins", "142.6"], ["roll = limit", "passes and is pinned", "142.6"],
        ["roll > limit", "breaks; a broken unit is gone", "12"], ["missed by more than the side's rating", "a lesser unit takes its place", "E"],
        ["rally", "broken morale, +4 under desperation, leader's modifier; 12 is the end", "18"],
        ["Axis minors, broken, not elite", "morale one less", "198.1"], ["partisans", "gone instead of broken", "197.25"],
    ]  # fmt: skip
    return own("morale", "Results and morale", "12", "rulebook, reconstruction", note, *rows)


def ordnance_chart(armoury: Armoury) -> dict[str, Any]:
    """What each gun needs to kill before range and armour, and what its shell does."""
    note = "The number to kill is this, with what the range does, less the armour; two dice below it destroy."
    rows = [["gun", "what it is", "AP", "HE"], *([one.key, one.title, str(one.ap or "-"), str(one.he or "-")] for one in armoury.ordnance.values())]
    return own("ordnance", "Guns: to kill, and shells", "33.4", "history, reconstruction", note, *rows)


def armour_chart() -> dict[str, Any]:
    """The armour figures of the counters as what they take off the number to kill."""
    note = "Hull and turret have a figure of their own for front, side and rear; from behind the number is one more."
    rows = [["armour", "takes off"], *([f"{value:+d}", str(less)] for value, less in ARMOUR.items())]
    return own("armour", "Guns: armour and the number to kill", "33.41", "history, reconstruction", note, *rows)


def artillery_charts(folder: Folder) -> list[dict[str, Any]]:
    """What an observer does, step by step; the batteries and the aircraft there were."""
    steps = [
        ["step", "what it needs", "rule"],
        ["call the battery", "8 or less by radio, 11 by telephone; -1 for who had contact, mortars -2", "45"],
        ["ask for its fire", "a black chit; the second red one ends its day", "107"],
        ["spotting round", "a die of 2 or less, Italians and from afar 1, registered 4; with what hinders the observer", "46.21"],
        ["correct", "as that; over more than 6 hexes +1, more than 12 +2; strays by a third of the way at most", "46.21"],
        ["fire for effect", "the round was seen to fall: seven hexes, harassing fire nineteen at a third", "46.5"],
        ["second salvo", "in the next player turn, corrected by up to three hexes", "46.5"],
        ["cover from shells", "foxhole, trench +4 (dry sand +2), sangar +3, terrain; hammada -1", "191.4"],
    ]
    batteries = [["battery", "guns", "mm", "column", "black", "red", "from", "to"]]
    for one in load_modules(folder).values():
        batteries.append([one.key, one.title, str(one.calibre), str(firepower(one.calibre)), str(one.black), str(one.red), one.first, one.last])
    planes = [["aircraft", "type", "machine guns", "bombs mm", "flak", "from", "to"]]
    for plane in load_planes(folder).values():
        planes.append([plane.key, plane.title, str(plane.firepower), str(plane.bomb), f"{plane.flak:+d}", plane.first, plane.last])
    ours = "Types and dates are history; the figures are those of a later edition."
    return [
        own(
            "artillery",
            "Artillery: step by step",
            "46",
            "reconstruction",
            "One step in each player turn, in prep fire and in defensive fire.",
            *steps,
        ),
        own("batteries", "Artillery: batteries", "46", "history, reconstruction", ours, *batteries),
        own("aircraft", "Aircraft", "150", "history, reconstruction", ours, *planes),
    ]


Cells = tuple[tuple[str, str, str], ...]


def first_column(columns: Sequence[str], number: int) -> str:
    """The first that is not below the number; the last stands for all beyond."""
    return next((column for column in columns if not column.isdigit() or number <= int(column)), columns[-1])


def present_cells(s: HollowState, a: Any, items: Iterable[tuple[str, str, str]]) -> Cells:
    """What of the charts a gun's shot is read from: to hit with its cases, and to kill."""
    if not isinstance(a, Engage | Shell):
        return ()
    gun, ordnance, place = serving(s, a.gun), ordnance_of(s, a.gun), a.to if isinstance(a, Shell) else s.at[a.vehicle]
    away = s.field.range(s.at[a.gun], place)
    colour = "red" if has_red_numbers(gun.nation, gun.gun) and not gun.is_rifle else "black"
    target = "vehicle" if isinstance(a, Engage) else "area" if a.how == "area" else "infantry"
    said = {what for what, _, _ in items}
    cases = tuple(
        ("to_hit_cases", case, "modifier") for case, (_, what) in s.world.printed.cases.items() if f"{case.split('-', maxsplit=1)[0]}: {what}" in said
    )
    found: Cells = (("to_hit", f"{target} {colour}", first_column(BANDS, away)), *cases)
    return found + (kill_cells(s, a, ordnance, away) if isinstance(a, Engage) else (("ordnance", ordnance.key, "HE"),))


def kill_cells(s: HollowState, a: Engage, ordnance: Ordnance, away: int) -> Cells:
    """The gun's number, the range, and the armour of the facing that is met, hull and turret."""
    ammunition = a.ammunition or "ap"
    row = "ap to 28 mm" if ordnance.calibre < 37 else "ap to 57 mm" if ordnance.calibre <= 57 else "ap more"
    v, facing = s.vehicle(a.vehicle), facing_hit(s, a.vehicle, s.at[a.gun])
    armour = {"front": v.front, "side": v.side, "rear": v.rear}[facing]
    figures = {value for value in (armour.hull, armour.turret) if value is not None}
    plates = tuple(("armour", f"{value:+d}", "takes off") for value in sorted(figures))
    if ammunition != "ap":
        return (("ordnance", ordnance.key, "HE") if ammunition == "he" else ("special_ammunition", ordnance.key, ammunition), *plates)
    return (("ordnance", ordnance.key, "AP"), ("kill_range", row, first_column(s.world.printed.kill_range.columns, max(1, away))), *plates)


def charts(folder: Folder, armoury: Armoury) -> list[dict[str, Any]]:
    found = [chart(key, title, rule, head, table(folder, f"tables/{key}.csv")) for key, title, rule, head in TABLES]
    guns = [one for one in found if one["title"].startswith("Guns")]
    others = [one for one in found[1:] if one not in guns]
    return [
        found[0],
        morale_chart(),
        *guns,
        ordnance_chart(armoury),
        armour_chart(),
        terrain_chart(folder),
        *others,
        dust_chart(),
        *artillery_charts(folder),
    ]
