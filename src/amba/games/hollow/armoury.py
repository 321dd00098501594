"""Vehicles and guns: every printed value, read from the data files in the shape of the printed lists, and checked."""

from __future__ import annotations

import re
from typing import NamedTuple

from amba.games.hollow.book import rule
from amba.load.files import Folder, Row, Sheet

NATIONS = ("italian", "british", "german", "american", "russian", "french", "axis minor")
BUILDERS = (*NATIONS, "czech")
MOVERS = ("tracked", "halftrack", "car", "truck", "motorcycle", "wagon")
TURRETS = ("T", "ST", "RST", "1MT", "NT", "-")
MACHINE_GUNS = ("BMG", "CMG", "AAMG", "MG")
NO_GUN = frozenset({"-", *MACHINE_GUNS})
PRESSURES = ("low", "normal", "high")
THEATRES = ("north africa", "tunisia", "east africa", "italy", "russia")
TYPES = (
    "Tt", "Ttv", "LT", "MT", "HT", "AG", "TD", "SPA", "AC", "SC", "APC", "PC", "ht", "htMC", "tr", "wg", "AATt",
    *(kind + mount for kind in ("AA", "SPA", "TD") for mount in ("t", "ht", "tr")),
)  # fmt: skip
"""Tankettes and tanks, assault guns, tank destroyers and guns on wheels or tracks, cars and carriers, tractors, lorries and wagons."""
NOTES = ("A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L", "M", "N", "R", "AA")
LAST_NOTE = 28
OPEN_BEHIND = re.compile("turret rear unarmoured|rear upper structure unarmoured")
"""How the list says that nothing protects what stands above the hull from behind."""
GUN_TYPES = ("AT", "AA", "ART", "INF", "MTR", "ATR")
LANDS = {"egypt": "north africa", "libya": "north africa", "tunisia": "tunisia", "east africa": "east africa", "italy": "italy", "russia": "russia"}
"""Which theatre a scenario's land belongs to."""
VEHICLE_COLUMNS = (
    "key", "title", "nation", "built", "type", "mover", "weight", "bpv", "rarity", "first", "last", "theatre", "size", "af_front", "af_side", "af_rear",
    "turret_front", "turret_side", "open_topped", "cs", "brew_up", "crew", "mp", "red_mp", "pressure", "reverse", "turret", "ma", "range", "rof", "ife",
    "breakdown", "low_ammo", "bmg", "cmg", "aamg", "rmg", "sa", "ammo", "smoke", "pp", "tow", "radio", "note", "notes", "remark",
)  # fmt: skip
GUN_COLUMNS = (
    "key", "title", "nation", "type", "gun", "bpv", "size", "mount", "range", "rof", "breakdown", "manhandling", "circled", "gunshield", "quick", "ammo",
    "limbered", "portee", "first", "last", "theatre", "remark",
)  # fmt: skip


class Ordnance(NamedTuple):
    """A kind of gun: calibre in mm, barrel, what its shot needs to kill and what its shell does; 0 where it has none."""

    key: str
    title: str
    calibre: int
    barrel: str
    ap: int
    he: int


class Armour(NamedTuple):
    """What one facing is worth, on the module's scale of -5 to +5; None is unarmoured."""

    hull: int | None
    turret: int | None


class Service(NamedTuple):
    """When and where it served: first and last month (1941-05), and the theatres."""

    first: str
    last: str
    theatres: tuple[str, ...]

    def why_not(self, date: str, land: str) -> str:
        """What is wrong with having it in a scenario of this day and land; empty if nothing is."""
        theatre = LANDS.get(land, "")
        if date and not self.first <= date[:7] <= self.last:
            return f"it served from {self.first} to {self.last}, and the scenario is of {date}"
        allowed = {*self.theatres, *(["tunisia"] if "north africa" in self.theatres else [])}
        return f"it served in {', '.join(self.theatres)}, and the scenario is set in {land}" if theatre and theatre not in allowed else ""


class Vehicle(NamedTuple):
    """A vehicle as its line of the list has it. Numbers that it lacks are 0."""

    key: str
    title: str
    nation: str
    built: str
    type: str
    mover: str
    weight: float
    bpv: int
    service: Service
    size: int
    front: Armour
    side: Armour
    rear: Armour
    is_open: bool
    survival: int
    brews_up: bool
    has_crew: bool
    mp: int
    is_red: bool
    pressure: str
    reverse: int
    turret: str
    ma: str
    range: tuple[int, int] | None
    rof: int
    ife: int
    breakdown: int
    low_ammo: bool
    bmg: str
    cmg: str
    aamg: str
    rmg: str
    sa: str
    ammo: str
    smoke: str
    pp: int
    tow: int | None
    radio: str
    note: str
    notes: tuple[str, ...]
    remark: str = ""
    tow_from: str = ""
    """The month from which on it tows, where the list has one."""
    seats: int = 0
    """Where the list says so, how many half-squads or crews ride in it, besides `pp` of weapons; else everything counts against `pp`."""

    @property
    def is_armoured(self) -> bool:
        """An armoured fighting vehicle: some facing has armour."""
        return self.front.hull is not None or self.side.hull is not None or self.rear.hull is not None

    @property
    def is_armed(self) -> bool:
        return self.ma != "-"

    @property
    def is_tracked(self) -> bool:
        """Fully tracked."""
        return self.mover == "tracked"

    @property
    def is_wagon(self) -> bool:
        """Drawn by horses or mules."""
        return self.mover == "wagon"

    @property
    def gun(self) -> str:
        """The designation of its main gun; empty where machine guns or nothing are its main armament."""
        return "" if self.ma in NO_GUN else self.ma[1:]

    @property
    def has_turret(self) -> bool:
        """Whether something of it turns apart from the hull."""
        return self.turret in {"T", "ST", "RST", "1MT"}


class Gun(NamedTuple):
    """A gun with a crew of its own, as its line of the list has it."""

    key: str
    title: str
    nation: str
    type: str
    gun: str
    bpv: int
    size: int
    mount: str
    range: tuple[int, int] | None
    rof: int
    breakdown: int
    manhandling: int | None
    is_circled: bool
    has_gunshield: bool
    is_quick: bool
    ammo: str
    limbered: str
    portee: str
    service: Service
    remark: str = ""


class Armoury(NamedTuple):
    ordnance: dict[str, Ordnance]
    vehicles: dict[str, Vehicle]
    guns: dict[str, Gun]


def load_armoury(folder: Folder) -> Armoury:
    """Read and check the three files."""
    sheet = checked(folder.sheet("ordnance.csv"), Ordnance._fields, {"key": "gun"})
    ordnance = {key: Ordnance(key, row.text("title"), row.count("calibre"), row["barrel"], row.count("ap", 0), row.count("he", 0)) for key, row in sheet.unique("gun").items()}  # fmt: skip
    vehicles = checked(folder.sheet("vehicles.csv"), VEHICLE_COLUMNS).unique("key")
    guns = checked(folder.sheet("guns.csv"), GUN_COLUMNS).unique("key")
    return Armoury(
        ordnance, {key: read_vehicle(row, ordnance) for key, row in vehicles.items()}, {key: read_gun(row, ordnance) for key, row in guns.items()}
    )


def checked(sheet: Sheet, columns: tuple[str, ...], called: dict[str, str] | None = None) -> Sheet:
    """The columns of the list, all of them and no others."""
    wanted = [(called or {}).get(column, column) for column in columns]
    wrong = [column for column in sheet.columns if column not in wanted]
    missing = [column for column in wanted if column not in sheet.columns]
    if wrong or missing:
        what = f"the column {wrong[0]!r} is unknown" if wrong else f"the column {missing[0]!r} is missing"
        head = sheet.rows[0] if sheet.rows else Row(sheet.provenance.file, 2, {})
        Row(head.file, head.line - 1, {}).fail(f"{what}; expected {', '.join(wanted)}")
    return sheet


def yes(row: Row, column: str) -> bool:
    return row.one_of(column, ("yes", "no")) == "yes"


def within(row: Row, column: str, low: int, high: int, default: int | None = None) -> int:
    """A number that such a thing may have."""
    found = row.number(column, default)
    if not low <= found <= high:
        row.fail(f"{column} is {found}; expected {low} to {high}")
    return found


def read_armour(row: Row, column: str, turret: str) -> Armour:
    """-5 to 5, or an asterisk; the turret one step better, worse or the same."""
    text = row.text(column)
    if text == "*":
        return Armour(None, None)
    hull = row.number(column)
    if not -5 <= hull <= 5:
        row.fail(f"{column} is {text}; expected -5 to 5, or an asterisk where there is no armour")
    return Armour(hull, max(-5, min(5, hull + {"+": 1, "-": -1, "=": 0}[row.one_of(turret, "+-=")])))


@rule("MN N", "MN R")
def read_service(row: Row) -> Service:
    """From which month to which, and where: North Africa, Tunisia alone, Russia."""
    first, last = row.text("first"), row.text("last")
    for column, text in (("first", first), ("last", last)):
        if not re.fullmatch(r"19\d\d-(0[1-9]|1[0-2])", text):
            row.fail(f"{column} is {text!r}; expected a month such as 1941-05")
    if first > last:
        row.fail(f"first is {first} and last is {last}; expected them the other way round")
    theatres = tuple(row.text("theatre").split("+"))
    for theatre in theatres:
        if theatre not in THEATRES:
            row.fail(f"theatre is {theatre!r}; expected some of {', '.join(THEATRES)}, joined by +")
    return Service(first, last, theatres)


def read_range(row: Row) -> tuple[int, int] | None:
    found = re.fullmatch(r"(\d+)-(\d+)", row["range"])
    if row["range"] and (found is None or int(found[1]) > int(found[2])):
        row.fail(f"range is {row['range']!r}; expected such as 2-60, or nothing")
    return (int(found[1]), int(found[2])) if found else None


def read_arms(row: Row, column: str, ordnance: dict[str, Ordnance]) -> str:
    """A machine gun, or a gun in the turret (T47) or the bow (B75*) that the table of ordnance knows."""
    text = row[column]
    if text in {"", "-", *MACHINE_GUNS}:
        return text
    if text[0] not in "TB" or text[1:] not in ordnance:
        row.fail(f"{column} is {text!r}; expected {', '.join(MACHINE_GUNS)}, a dash, or T or B and a gun of ordnance.csv")
    return text


def read_mg(row: Row, column: str) -> str:
    if not re.fullmatch(r"(opt )?\d+(x\d)?\*?(\+\d+)?|", row[column]):
        row.fail(f"{column} is {row[column]!r}; expected the firepower of a machine gun, perhaps with opt before it, or nothing")
    return row[column]


def read_weight(row: Row) -> float:
    if not re.fullmatch(r"\d+(\.\d)?", row.text("weight")):
        row.fail(f"weight is {row['weight']!r}; expected tons such as 14 or 5.5")
    return float(row["weight"])


def read_notes(row: Row) -> tuple[str, tuple[str, ...]]:
    """The vehicle's own note, by its number, and the notes that apply to several, by their letters."""
    known = ("", *(str(number) for number in range(1, LAST_NOTE + 1)))
    if row["note"] not in known:
        row.fail(f"note is {row['note']!r}; expected 1 to {LAST_NOTE}, or nothing")
    letters = tuple(row["notes"].split())
    for letter in letters:
        if letter not in NOTES:
            row.fail(f"notes has {letter!r}; expected some of {' '.join(NOTES)}")
    return row["note"], letters


def check_rarity(row: Row) -> None:
    """What the list prints; what it comes to by month and place stands in availability.csv."""
    if not re.fullmatch(r"(\d?\.\d(-\d?\.\d)?)?", row["rarity"]):
        row.fail(f"rarity is {row['rarity']!r}; expected such as 1.5 or 1.2-1.6, or nothing")


@rule("MN L", "MN M", "VN 17.a", "VN 22.a", "VN 23.a", "V")
def read_vehicle(row: Row, ordnance: dict[str, Ordnance]) -> Vehicle:
    """A line of the list. Notes that change what is printed are in its columns: who moves as an armoured car, by how much reverse is dearer, what was built in Britain."""
    front, side, rear = (read_armour(row, f"af_{at}", f"turret_{'front' if at == 'front' else 'side'}") for at in ("front", "side", "rear"))
    rear = rear._replace(turret=None) if OPEN_BEHIND.search(row["remark"]) else rear
    ma, turret = read_arms(row, "ma", ordnance) or row.text("ma"), row.one_of("turret", TURRETS)
    if ma.startswith("T") and turret not in {"T", "ST", "RST", "1MT"}:
        row.fail(f"ma is {ma!r} and turret {turret!r}; expected a turret for a gun that stands in one")
    if not re.fullmatch(r"yes|no|from 19\d\d-\d\d", row["radio"]):
        row.fail(f"radio is {row['radio']!r}; expected yes, no or such as from 1941-11")
    check_rarity(row)
    room, (note, notes), (tow, tow_from) = read_room(row), read_notes(row), read_tow(row)
    nation, built, mover = row.one_of("nation", NATIONS), row.one_of("built", BUILDERS), row.one_of("mover", MOVERS)
    return Vehicle(
        row["key"], row.text("title"), nation, built, row.one_of("type", TYPES), mover, read_weight(row), within(row, "bpv", 1, 200), read_service(row), within(row, "size", -2, 2),
        front, side, rear, yes(row, "open_topped"), within(row, "cs", 1, 10), yes(row, "brew_up"), yes(row, "crew"), within(row, "mp", 1, 50), yes(row, "red_mp"),
        row.one_of("pressure", PRESSURES), within(row, "reverse", 1, 6), turret, ma, read_range(row), within(row, "rof", 0, 3, 0), row.count("ife", 0), within(row, "breakdown", 2, 12, 12),
        yes(row, "low_ammo"), read_mg(row, "bmg"), read_mg(row, "cmg"), read_mg(row, "aamg"), read_mg(row, "rmg"), read_arms(row, "sa", ordnance), read_words(row, "ammo", AMMO), read_words(row, "smoke", SMOKE),
        room.pp, tow, row["radio"], note, notes, row["remark"], tow_from, room.seats,
    )  # fmt: skip


AMMO = re.compile(
    r"(?:[0-9M*]+: )?(?:(?:AP|HE|WP|A|D|H|C|s)\d{1,2}(?:\[\d\])?(?: \((?:\d{1,2}/)?\d\d\+?\)| from \d{1,2}/\d\d(?: \(none before\))?)?(?: TK \d+)?(?: |$))+"
    r"|no AP(?: \(overscored\))?|AP only|AP available|no HE(?: before \d{1,2}/\d\d)?|then HE\d|smoke unlimited|IR|IFE \d+|TK \d+|\d TK DR(?: \(.+\))?"
    r"|always APCR table|no long range|carries dm .+|HEAT after \d{1,2}/\d\d doubtful.*"
)
"""What the list says of ammunition: depletion numbers, perhaps with a date (A4 (41), H6 (5/42+), HE7 from 2/43), and some words."""
SMOKE = re.compile(r"s[DPM]\d{1,2}(?: from 19\d\d-\d\d)?(?:/s[DPM]\d{1,2})*")


@rule("145", "24.5")
def read_words(row: Row, column: str, known: re.Pattern[str]) -> str:
    """Words that rules read: each of them is known, so that a slip of the pen is no gun without ammunition."""
    for words in re.split(r"[;,] *", row[column]):
        if words and not known.fullmatch(words):
            row.fail(
                f"{column} has {words!r}; expected such as {'A4 (41), H6 (5/42+), HE7 from 2/43, no AP' if known is AMMO else 'sD6, or sD4 from 1944-01'}"
            )
    return row[column]


@rule("51")
def read_tow(row: Row) -> tuple[int | None, str]:
    """The number for towing, perhaps from some month on (10 from 1944-01)."""
    found = re.fullmatch(r"(?:(-?\d+)(?: from (19\d\d-\d\d))?)?", row["tow"])
    if found is None:
        row.fail(f"tow is {row['tow']!r}; expected a number such as 7 or -4, perhaps with a month (10 from 1944-01), or nothing")
    return (int(found[1]) if found[1] else None), found[2] or ""


class Room(NamedTuple):
    """What a vehicle carries: places for half-squads or crews, and portage points."""

    seats: int
    pp: int


@rule("31")
def read_room(row: Row) -> Room:
    """Portage points for everything (21), or so many squads or crews and so many points of weapons (2S/9, 1C/5)."""
    found = re.fullmatch(r"(?:(\d)([SC])/)?(\d+)|", row["pp"])
    if found is None:
        row.fail(f"pp is {row['pp']!r}; expected portage points such as 21, or squads or crews and points such as 2S/9 or 1C/5, or nothing")
    seats = int(found[1]) * (2 if found[2] == "S" else 1) if found[1] else 0
    return Room(seats, int(found[3] or 0))


def read_gun(row: Row, ordnance: dict[str, Ordnance]) -> Gun:
    if row.text("gun") not in ordnance:
        row.fail(f"gun is {row['gun']!r}, which ordnance.csv does not know")
    pushed = None if row["manhandling"] == "" else within(row, "manhandling", -10, 15)
    return Gun(
        row["key"], row.text("title"), row.one_of("nation", NATIONS), row.one_of("type", GUN_TYPES), row["gun"], within(row, "bpv", 1, 200), within(row, "size", -2, 2),
        row.one_of("mount", ("T", "ST", "NT")), read_range(row), within(row, "rof", 0, 3, 0), within(row, "breakdown", 2, 12, 12), pushed, yes(row, "circled"),
        yes(row, "gunshield"), yes(row, "quick"), read_words(row, "ammo", AMMO), row["limbered"], row["portee"], read_service(row), row["remark"],
    )  # fmt: skip
