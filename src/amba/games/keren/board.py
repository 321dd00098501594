"""The board, its counters and charts, and the tracks beside it."""

from __future__ import annotations

from typing import Any

from amba.games.keren.book import rule
from amba.games.keren.rules.r03_setup import groups, waiting
from amba.games.keren.rules.r04_points import points
from amba.games.keren.rules.r06_supply import sources
from amba.games.keren.state import KerenState
from amba.games.keren.world import COMMONWEALTH, LOSSES, SIDES, Unit, factor_text
from amba.table.board import counter, face
from amba.table.signs import sign

COMING = 2
"""So many turns of arrival are told ahead."""
SHORT = (
    ("Savoia Grenadiers", "Gran"), ("Cavalry Group", "Cav"), ("Africa Battalion", "Afr"), ("Alpini", "Alp"), ("Colonial Battalion", "Col"),
    ("Sudan Defence Force", "SDF"), ("Rajputana Rifles", "Raj Rif"), ("Royal Fusiliers", "R Fus"), ("Frontier Force Rifles", "FF Rif"), ("Frontier Force", "FF"),
    ("Highland Light Infantry", "HLI"), ("West Yorkshire", "W Yorks"), ("Worcestershire", "Worc"), ("Royal Sussex", "R Sussex"), ("Camerons", "Cam"),
    ("Mahratta", "Mah"), ("Punjab", "Pjb"), ("Garhwal", "Garh"), ("Central India Horse", "CIH"), ("Skinner's Horse", "Skin H"), ("Mountain Artillery", "Mtn"),
    ("Light Artillery", "Light"), ("Jammu & Kashmir Battery", "J&K"), (" Field", " Fd"), (" Medium", " Med"), (" Regiment", ""), (" 5-1-4 no.", ""), (" 3-1-4 no.", ""), (" 2-1-4 no.", ""), ("Artillery", "Art"), ("Matildas, ", ""),
)  # fmt: skip
"""What stands on a counter instead of a long name."""


def short_of(unit: Unit) -> str:
    """A name short enough for a counter: '2 Cam A'."""
    text = unit.title.split(" (")[0]
    for long, short in SHORT:
        text = text.replace(long, short)
    return text.replace(",", "")


def tracks(s: KerenState) -> list[dict[str, Any]]:
    data = s.world.scenarios[s.scenario].data
    half = "" if s.turn == 0 else ("morning" if s.turn % 2 else "afternoon")
    day, _, rest = str(data["first_day"]).partition(" ")
    text = f"{int(day) + (s.turn - 1) // 2} {rest}, {half}" if s.turn else "set-up"
    found: list[dict[str, Any]] = [
        {"key": "turn", "title": "Turn", "value": s.turn, "of": s.turns, "text": text},
        {
            "key": "score", "title": "Commonwealth victory points", "value": points(s), "of": int(data["victory_points"]),
            "text": f"{s.tracks[LOSSES]:+d} from losses",
        },
    ]  # fmt: skip
    if text := coming(s):
        found.append({"key": "coming", "title": "Next to come", "value": 0, "of": 0, "text": text, "words": True})
    return found


@rule("16.1.1", "16.1.2", "16.2.1")
def coming(s: KerenState) -> str:
    """Who may enter now and who comes on the next turns of arrival."""
    due: dict[int, list[str]] = {}
    for group in groups(s):
        if group.turn:
            flying = [unit for unit in group.units if s.at[unit] == s.world.box["air"] and group.turn > s.turn]  # 13.0
            due.setdefault(max(group.turn, s.turn), []).extend(s.world.title(unit) for unit in (*waiting(s, group), *flying))
    turns = sorted(turn for turn, names in due.items() if names)[:COMING]
    return "; ".join(f"{f'turn {turn}' if turn > s.turn else 'now'}: {', '.join(due[turn])}" for turn in turns)


@rule("6.0", "6.4")
def signs(s: KerenState) -> list[dict[str, str]]:
    """The supply sources in their sides' colours, and whether they serve."""
    found = []
    for side, name in enumerate(SIDES):
        serving = sources(s, side)
        for place in s.world.sources[side]:
            kind, title = ("source", "Supply source (6.0)") if place in serving else ("closed-source", "Supply source closed by an enemy unit (6.4)")
            found.append(sign(s.world.names.places[place], kind, name, title=title))
    return found


def printed_face(unit: Unit, side: int) -> dict[str, Any]:
    fire, assault = factor_text(unit.fire[side]), factor_text(unit.assault[side])
    what = "" if side == 0 else " (fired)" if unit.is_artillery else " (carrying supply)"
    text = f"fire {fire}, assault {assault}, movement {unit.move}{what}"
    return face(fire, "" if unit.is_air else assault, unit.move or "", text, side > 0)


def unit_counter(unit: Unit) -> dict[str, Any]:
    faces = [printed_face(unit, side) for side in ((0,) if unit.is_air else (0, 1))]
    code = unit.division if unit.side == COMMONWEALTH else ""
    return counter(unit, SIDES[unit.side], faces, designation=short_of(unit), code=code, band=unit.band)
