"""What a scenario file must say, checked before anything is made of it: one message with file and line for whoever writes his own."""

from __future__ import annotations

import re
from datetime import date

from amba.games.hollow.batteries import CARRIED, LINKS
from amba.games.hollow.boards.board import LEVELS
from amba.games.hollow.book import rule
from amba.games.hollow.climate import Setting, Weather, why_not
from amba.games.hollow.counters import SIDES
from amba.games.hollow.field import Field
from amba.games.hollow.forces import NATIONS
from amba.games.hollow.scenario_ground import OVERLAY
from amba.games.hollow.scenario_parts import Part, part, parts
from amba.load.files import Toml

LANDS = (
    "egypt",
    "libya",
    "tunisia",
    "morocco",
    "algeria",
    "syria",
    "lebanon",
    "palestine",
    "iraq",
    "persia",
    "mediterranean islands",
    "east africa",
    "italy",
    "russia",
)
WEATHER: dict[str, tuple[str, ...]] = {
    "sky": ("clear", "gusty", "overcast", "gusty and overcast"),
    "ground": ("mud", "wet", "moist", "moderate", "dry", "very dry"),
    "wind": ("no wind", "mild breeze", "heavy wind"),
    "wind_from": ("n", "ne", "se", "s", "sw", "nw"),
    "dust": ("none", "light", "moderate", "heavy", "very heavy", "extremely heavy"),
    "sun": ("", "east", "west"),
    "haze": ("", "haze", "intense"),
    "streams": ("dry", "shallow", "deep"),
    "fog": ("none", "fog", "thick fog"),
}
YES_OR_NO = ("mist", "night", "rain", "snow")
VICTORY = ("kind", "side", "hexes", "need", "lead", "text", "even")
EVEN = ("hexes", "need", "lead", "text")
NEEDED = {"hexes": ("side", "hexes", "need"), "exit": ("side", "need"), "lead": ("side", "lead"), "points": ()}
"""What each kind of victory must say besides."""
GROUP = (
    "key", "title", "side", "nation", "colour", "turn", "hexes", "squads", "leaders", "weapons", "vehicles", "guns", "works", "mines", "dummy_mines",
    "hidden_mines", "dummies", "hidden", "armour_leaders",
)  # fmt: skip
NUMBERS = ("dummy_mines", "dummies", "hidden")
LISTS = ("squads", "leaders", "weapons", "vehicles", "guns", "works", "armour_leaders")
COLOURS = ("british", "indian", "french", "american", "italian", "colonial", "german")
BATTERY, AIRCRAFT, WORK = ("side", "module", "link", "hex", "registered"), ("side", "plane", "hex"), ("side", "kind", "hexes")
TERRAIN = ("broken", "steppe", "sand_is_grain", "vineyards", "orchards", "hedges", "dunes")
LAID_ALONE = {
    **dict.fromkeys(("known mines", "mine line", "mines 6", "mines 8", "mines 12"), "mines = 12 in a group"),
    "dummy mines": "dummy_mines = 1 in a group",
    "mines": "hidden_mines = 12 in a group",
}
"""What belongs to a group and its factors, neither to the ground nor to a list of works."""
MOST_ELR = 5
NO_FIELDS = (2, 4, 10)
"""Even numbers of factors that no fields of 6, 8 and 12 come to."""


def check_scenario(toml: Toml) -> None:
    """Everything that has to be there, and nothing that nobody would understand."""
    whole = Part(toml, toml.data)
    whole.needs(("layout", "sides", "victory"))
    whole.text("key", "title", "blurb", "note")
    if not re.fullmatch("[a-z0-9][a-z0-9-]*", toml.data["key"]):
        whole.fail("key", f"key is {toml.data['key']!r}; expected lower case letters, numbers and dashes")
    whole.one_of("north", ("top", "bottom", "left", "right"))
    whole.one_of("first", SIDES)
    whole.one_of("sets_up_first", SIDES)
    whole.one_of("land", LANDS)
    whole.words("playable", least=1)
    whole.words("optional_aamg")
    whole.flag("own_design", "armour", "fixed_date")
    whole.number("course")
    if toml.data.get("first_turn", 1) != 1:
        whole.fail("first_turn", f"first_turn is {toml.data['first_turn']}; the turns of this game are counted from 1")
    _layout(whole)
    _sides(toml)
    _day(whole)
    _weather(part(toml, "weather"))
    _terrain(part(toml, "terrain"))
    _laid(toml)
    _victory(part(toml, "victory"))
    _exit(toml)
    held = part(toml, "control")
    held.keys(SIDES)
    held.words(*SIDES)
    for one in parts(toml, "group"):
        _group(one, int(toml.data["turns"]))
    _support(toml)
    _market(whole)


def _layout(whole: Part) -> None:
    """Rows of boards, each board once: its hexes have one name on the map."""
    rows = whole.data["layout"]
    if not (isinstance(rows, list) and rows and all(isinstance(row, list) and row and all(isinstance(one, dict) for one in row) for row in rows)):
        whole.fail("layout", "expected rows of boards, such as [[{ board = 61 }, { board = 65, turned = true }]]")
    numbers = [one.get("board") for row in rows for one in row]
    twice = next((number for number in numbers if numbers.count(number) > 1), None)
    if twice is not None:
        whole.fail("layout", f"board {twice} lies there twice, and its hexes would have the same names")
    for one in (one for row in rows for one in row):
        if type(one.get("turned", False)) is not bool:
            whole.fail("layout", f"turned is {one['turned']!r}; expected true or false")


def _sides(toml: Toml) -> None:
    for side in part(toml, "sides").data:
        if side not in SIDES:
            toml.fail("nation", f"there is no side {side!r}; expected {' and '.join(SIDES)}", f"sides.{side}")
    for side in SIDES:
        if side not in toml.data["sides"]:
            toml.fail("sides", f"there is no [sides.{side}]; both sides must be there")
        one = part(toml, f"sides.{side}")
        one.keys(("nation", "title", "elr", "points"))
        one.needs(("nation",))
        one.text("title")
        one.one_of("nation", NATIONS)
        one.number("elr", 0, MOST_ELR)
        one.number("points")


def _day(whole: Part) -> None:
    """A month alone will do: the day is for people."""
    text = whole.data.get("date", "1941-06")
    try:
        date.fromisoformat(text if len(text) > len("1941-06") else f"{text}-01")
    except (TypeError, ValueError):
        whole.fail("date", f"date is {str(text)!r}; expected a day such as 1941-11-19, in quotes")


def _weather(found: Part) -> None:
    found.keys((*WEATHER, *YES_OR_NO))
    for key, choices in WEATHER.items():
        found.one_of(key, choices)
    found.flag(*YES_OR_NO)


@rule("194.1")
def check_climate(toml: Toml, field: Field) -> None:
    """Dust, sun and haze that the climate does not allow on these boards would be left out without a word."""
    found = part(toml, "weather")
    said, data = found.data, toml.data
    sky, ground = str(said.get("sky", "")), str(said.get("ground", "dry"))
    setting = Setting(
        str(data.get("land", "")), 0, Weather("gusty" in sky, "overcast" in sky, ground == "mud"), ground, field.some_desert, field.only_desert, field.has_steppe,
        bool(said.get("night")), bool(data.get("own_design")), field.has_broken,
    )  # fmt: skip
    dust = str(said.get("dust", "none"))
    if dust != "none" and said.get("rain"):
        found.fail("dust", "there is no dust in rain (194.77)")
    for key, number, thing in (
        ("dust", "194.73" if "heavy" in dust else "194.71", f"{dust} dust"),
        ("sun", "194.61", "low sun"),
        ("haze", "194.62", "heat haze"),
    ):
        if said.get(key, "none") not in ("", "none") and (why := why_not(number, setting)):
            found.fail(key, f"there is no {thing} {why} ({number})")


def _terrain(found: Part) -> None:
    found.keys(TERRAIN)
    found.flag("broken", "steppe", "sand_is_grain", "vineyards")
    found.one_of("hedges", ("cactus",))
    found.one_of("dunes", ("low", "high"))
    if found.data.get("broken") and found.data.get("steppe"):
        found.fail("steppe", "ground is broken (196.1) or steppe (196.2), not both")


def _laid(toml: Toml) -> None:
    """Overlays, tracks and works: each lies somewhere."""
    for one in parts(toml, "overlay"):
        one.keys(OVERLAY)
        one.text("terrain")
        one.words("hexes", least=1)
        if "level" in one.data:
            one.number("level", LEVELS[0], LEVELS[-1])
        if not {"hexes", "hexsides"} & one.data.keys():
            one.needs(("hexes",), "an [[overlay]]")
        if {"terrain", "level"} & one.data.keys():
            one.needs(("hexes",), "an [[overlay]] of terrain or of a level")
        one.flag("adds")
        sides = one.data.get("hexsides", {})
        if not isinstance(sides, dict):
            one.fail("hexsides", f'hexsides is {sides!r}; expected such as {{ lip = ["61C4/61C5"] }}')
        one._replace(data=sides).words(*sides)
    for one in parts(toml, "lines"):
        one.keys(("kind", "hexes"))
        one.needs(("kind", "hexes"), "a [[lines]]")
        one.text("kind")
        one.words("hexes")
    for one in parts(toml, "work"):
        one.keys(WORK)
        one.needs(WORK, "a [[work]]")
        one.one_of("side", SIDES)
        one.text("kind")
        one.words("hexes", least=1)
        _laid_alone(one, "kind", one.data["kind"])


def _laid_alone(one: Part, key: str, text: str) -> None:
    """Minefields that nobody gave factors would be dummies without a word (55.8)."""
    kind = text.partition("*")[0].strip()
    if kind in LAID_ALONE:
        one.fail(key, f"{kind} are not laid here but by their side: {LAID_ALONE[kind]}")


def _victory(found: Part) -> None:
    found.keys(VICTORY)
    found.needs(("kind", "text"))
    found.text("text")
    found.one_of("kind", NEEDED)
    found.needs(NEEDED[found.data["kind"]], f"[victory] of kind {found.data['kind']!r}")
    found.one_of("side", SIDES)
    even = found.data.get("even", {})
    if not isinstance(even, dict):
        found.fail("even", f'even is {even!r}; expected what the even goal changes, such as {{ need = 2, text = "..." }}')
    for one in (found, found._replace(data=even)):
        one.keys(VICTORY if one is found else EVEN)
        one.words("hexes", least=1)
        for key in ("need", "lead"):
            if key in one.data:
                one.number(key, 1)
        goal = {**found.data, **one.data}
        if goal["kind"] == "hexes" and goal["need"] > len(set(goal["hexes"])):
            one.fail("need", f"need is {goal['need']}, and there are {len(set(goal['hexes']))} hexes")


def _exit(toml: Toml) -> None:
    found = part(toml, "exit")
    found.keys(SIDES)
    found.words(*SIDES, least=1)
    victory = toml.data["victory"]
    if victory["kind"] == "exit" and victory["side"] not in found.data:
        toml.fail("kind", f"[exit] names no hexes over which the {victory['side']} side may leave the map", "victory")


def _group(one: Part, turns: int) -> None:
    """A misspelt key would leave its units out without a word."""
    one.keys(GROUP)
    one.needs(("side", "hexes"), "a [[group]]")
    one.text("key", "title")
    one.one_of("side", SIDES)
    one.one_of("nation", NATIONS)
    one.one_of("colour", COLOURS)
    one.number("turn", 0, turns)
    for key in NUMBERS:
        one.number(key)
    for key in ("mines", "hidden_mines"):
        one.number(key)
        if (factors := one.data.get(key, 0)) % 2 or factors in NO_FIELDS:
            one.fail(key, f"{key} is {factors}; fields have 6, 8 or 12 factors, and so many cannot be laid (55.8)")
    one.words("hexes", least=1)
    one.words(*LISTS)
    for text in one.data.get("works", []):
        _laid_alone(one, "works", text)
    if one.data.get("turn") and one.data.get("guns"):
        one.fail("turn", "guns set up before play; men and vehicles may arrive later")


def _support(toml: Toml) -> None:
    """Batteries and aircraft."""
    for one in parts(toml, "battery"):
        one.keys(BATTERY)
        one.needs(("side", "module"), "a [[battery]]")
        one.one_of("side", SIDES)
        one.text("module", "hex")
        one.one_of("link", LINKS)
        one.words("registered")
        if one.data.get("link", LINKS[0]) not in CARRIED:
            one.needs(("hex",), f"a [[battery]] by {one.data['link']}")
    for one in parts(toml, "aircraft"):
        one.keys(AIRCRAFT)
        one.needs(AIRCRAFT, "an [[aircraft]]")
        one.one_of("side", SIDES)
        one.text("plane", "hex")
        said = part(toml, "weather").data
        grounded = (
            ("by night", said.get("night")),
            ("under an overcast sky", "overcast" in said.get("sky", "")),
            ("in falling snow", said.get("snow")),
        )
        for when, holds in grounded:
            if holds:
                one.fail("plane", f"nobody flies {when} (150)")


def _market(whole: Part) -> None:
    """A battle of one's own has points to spend and hexes to set up in, and no groups; any other has groups."""
    toml, data = whole.toml, whole.data
    if not data.get("own_design"):
        if not data.get("group"):
            whole.fail("key", "there is no [[group]]: nobody would fight")
        for key in ("buy", "armour", "fixed_date"):
            if data.get(key):
                whole.fail(key, f"{key} is for a battle of one's own: say own_design = true")
        return
    if data.get("group"):
        toml.fail("group", "in a battle of one's own the forces are bought: there are no groups", "group")
    whole.needs(("date", "land"), "a battle of one's own")
    part(toml, "buy").keys(SIDES)
    if not {*SIDES} <= data.get("buy", {}).keys():
        whole.fail("own_design", "a battle of one's own needs [buy.allied] and [buy.axis] with their hexes")
    for side in SIDES:
        one = part(toml, f"buy.{side}")
        one.keys(("hexes", "nations"))
        one.needs(("hexes",))
        one.words("hexes", "nations", least=1)
        for nation in one.data.get("nations", []):
            if nation not in NATIONS:
                one.fail("nations", f"{nation!r} is no nation; expected some of {', '.join(NATIONS)}", nation)
        if not data["sides"][side].get("points"):
            toml.fail("nation", f"[sides.{side}] has no points to spend", f"sides.{side}")
