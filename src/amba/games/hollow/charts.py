"""The tables as player aids, in their printed shape, each saying where it comes from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from amba.games.hollow.armoury import Armoury, Ordnance
from amba.games.hollow.batteries import load_modules, load_planes
from amba.games.hollow.boards.terrain import TERRAIN
from amba.games.hollow.field import COVER, PROTECTION, SHELTER
from amba.games.hollow.orders_armour import Engage, Shell
from amba.games.hollow.orders_crews import Pierce
from amba.games.hollow.printed import BANDS
from amba.games.hollow.rules.armour.r032_arcs import facing_hit, tca
from amba.games.hollow.rules.armour.r033_engaging import fires_by_red_numbers, loaded
from amba.games.hollow.rules.armour.r033_to_hit import gun_rows
from amba.games.hollow.rules.armour.r033_to_kill import ARMOUR, range_row
from amba.games.hollow.rules.armour.r034_high_explosive import firepower
from amba.games.hollow.rules.armour.r037_light import has_own_numbers
from amba.games.hollow.rules.armour.r063_guns import ordnance_of, serving
from amba.games.hollow.rules.armour.r145_ammunition import against_men
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
        batteries.append(
            [one.key, one.title, str(one.calibre), str(firepower(one.calibre)), str(one.black), str(one.red), one.service.first, one.service.last]
        )
    planes = [["aircraft", "type", "machine guns", "bombs mm", "flak", "from", "to"]]
    for plane in load_planes(folder).values():
        planes.append([plane.key, plane.title, str(plane.firepower), str(plane.bomb), f"{plane.flak:+d}", plane.service.first, plane.service.last])
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


def last_column(columns: Sequence[str], number: int) -> str:
    """The last that is not above the number."""
    return next((column for column in reversed(columns) if number >= int(column)), columns[0])


def case_cells(s: HollowState, items: Iterable[tuple[str, str, str]]) -> Cells:
    """The cases that a preview names."""
    said = {what for what, _, _ in items}
    cases = s.world.printed.cases.items()
    return tuple(("to_hit_cases", case, "modifier") for case, (_, what) in cases if f"{case.split('-', maxsplit=1)[0]}: {what}" in said)


def turning_cells(mount: str, items: Iterable[tuple[str, str, str]]) -> Cells:
    """Case A, by the mount of what was turned, and once more for each further hexspine."""
    turned = next((what for what, _, _ in items if what.startswith("A: the gun is turned")), "")
    if not turned:
        return ()
    kind = "A-T" if mount == "T" else "A-NT" if mount in {"NT", "-"} else "A-ST"
    return tuple(("to_hit_cases", case, "modifier") for case in (kind, *(["A-more"] if turned.endswith("hexspines") else [])))


def present_cells(s: HollowState, a: Any, items: Sequence[tuple[str, str, str]]) -> Cells:
    """What of the charts a gun's shot is read from: to hit with its cases, and to kill."""
    if isinstance(a, Pierce):
        away = s.field.range(s.at[a.vehicle], s.at[a.target])
        aim = ("to_hit", "vehicle black", first_column(BANDS, away))
        turned = turning_cells(s.vehicle(a.vehicle).turret, items)
        return (aim, *turned, *case_cells(s, items), range_cell(s, "ap to 28 mm", away), *plate_cells(plates_of(s, a.target, s.at[a.vehicle], items)))
    if not isinstance(a, Engage | Shell):
        return ()
    gun, ordnance, place = serving(s, a.gun), ordnance_of(s, a.gun), a.to if isinstance(a, Shell) else s.at[a.vehicle]
    away = s.field.range(s.at[a.gun], place)
    target = "vehicle" if isinstance(a, Engage) else "area" if a.how == "area" else "infantry"
    number = f"{target} {'red' if fires_by_red_numbers(s, a.gun) else 'black'}"
    ammunition = "" if isinstance(a, Shell) else loaded(s, a.gun, a.ammunition)
    rows = () if target == "area" else (*gun_rows(ordnance), ammunition if ammunition in {"apcr", "apds"} else "")
    band = first_column(BANDS, away)
    read: Cells = () if has_own_numbers(s, a.gun) else (("to_hit", number, band), *(("to_hit_guns", row, band) for row in rows if row))
    found: Cells = (*read, *turning_cells(gun.mount, items), *case_cells(s, items))
    return found + (
        kill_cells(s, a, ordnance, ammunition, items)
        if isinstance(a, Engage)
        else (("ordnance", ordnance.key, "HE"),)
        if against_men(s, a.gun) == "he"
        else ()
    )


def range_cell(s: HollowState, row: str, away: int) -> tuple[str, str, str]:
    return "kill_range", row, first_column(s.world.printed.kill_range.columns, max(1, away))


def plates_of(s: HollowState, vehicle: int, origin: int, items: Sequence[tuple[str, str, str]] = ()) -> set[int | None]:
    """The armour that is met, of the hull and of the turret, which may point elsewhere; within a hex on every facing that the panel names. None: no armour."""
    v = s.vehicle(vehicle)
    sides = {"front": v.front, "side": v.side, "rear": v.rear}
    named = [facing for facing in sides if any(what.startswith(f"{facing} of the ") for what, _, _ in items)]
    if origin == s.at[vehicle] and named:
        return {value for facing in named for value in (sides[facing].hull, sides[facing].turret)}
    return {sides[facing_hit(s, vehicle, origin)].hull, sides[facing_hit(s, vehicle, origin, tca(s, vehicle))].turret}


def plate_cells(plates: set[int | None]) -> Cells:
    return tuple(("armour", f"{value:+d}", "takes off") for value in sorted(value for value in plates if value is not None))


def kill_cells(s: HollowState, a: Engage, ordnance: Ordnance, ammunition: str, items: Sequence[tuple[str, str, str]]) -> Cells:
    """The number by gun and ammunition, the range, and the armour that is met, or what stands for it where there is none; at the tracks nothing is rolled."""
    if ammunition == "tracks":
        return ()
    printed, away = s.world.printed, s.field.range(s.at[a.gun], s.at[a.vehicle])
    met = plates_of(s, a.vehicle, s.at[a.gun], items)
    plates, kinds = plate_cells(met), [kind for kind, is_met in (("armoured", met != {None}), ("unarmoured", None in met)) if is_met]
    if ammunition == "he":
        return (*(("kill_he", kind, last_column(printed.kill_he.columns, ordnance.calibre)) for kind in kinds), *plates)
    soft: Cells = (
        (("kill_ap_soft", "unarmoured", last_column(printed.kill_soft.columns, ordnance.calibre)),)
        if ammunition in {"ap", "apcr", "apds"} and None in met
        else ()
    )
    if soft and met == {None}:
        return soft
    number = ("ordnance", ordnance.key, "AP") if ammunition == "ap" else ("special_ammunition", ordnance.key, ammunition)
    row = range_row(ordnance, ammunition)
    return (number, *soft, *((range_cell(s, row, away),) if row else ()), *plates)


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
