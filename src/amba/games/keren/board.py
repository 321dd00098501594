"""The board, its counters and charts, and the tracks beside it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from amba.games.keren.overlays import OVERLAYS
from amba.games.keren.rules.r04_points import points
from amba.games.keren.state import KerenState
from amba.games.keren.world import COMMONWEALTH, LOSSES, SIDES, Unit, World, factor_text
from amba.load.aids import around_the_map, chart
from amba.load.maps import board_of

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
    return [
        {"key": "turn", "title": "Turn", "value": s.turn, "of": s.turns, "text": text},
        {
            "key": "score",
            "title": "Commonwealth victory points",
            "value": points(s),
            "of": int(data["victory_points"]),
            "text": f"{s.tracks[LOSSES]:+d} from losses",
        },
    ]


def face(unit: Unit, side: int) -> dict[str, Any]:
    fire, assault = factor_text(unit.fire[side]), factor_text(unit.assault[side])
    what = "" if side == 0 else " (fired)" if unit.is_artillery else " (carrying supply)"
    text = f"fire {fire}, assault {assault}, movement {unit.move}{what}"
    return {"left": fire, "middle": "" if unit.is_air else assault, "right": str(unit.move or ""), "reduced": side > 0, "text": text}


def board(world: World, title: str, boxes: Mapping[str, str]) -> dict[str, Any]:
    badges = {p.key: f"+{p.extra['vp']}" for p in world.map.places.values() if "vp" in p.extra}
    found = board_of(world.map, world.look, badges)
    pieces = [
        {
            "key": unit.key, "title": unit.title, "side": SIDES[unit.side], "kind": unit.kind, "size": unit.size, "colour": SIDES[unit.side],
            "designation": short_of(unit), "code": unit.division if unit.side == COMMONWEALTH else "", "band": unit.band,
            "faces": [face(unit, 0)] if unit.is_air else [face(unit, 0), face(unit, 1)], "colours": {},
        }
        for unit in world.units
    ]  # fmt: skip
    titles = {side: world.look["sides"][side]["title"] for side in SIDES}
    return {**found, "game": "keren", "title": title, **around_the_map(pieces, titles, boxes, OVERLAYS, world.provenance())}


def charts(world: World) -> list[dict[str, Any]]:
    return [
        chart("ranged", "Ranged fire table", "11.2", "die", world.ranged),
        chart("assault", "Assault table", "14.1", "roll", world.assault),
        chart("terrain", "Terrain key", "10.1", "terrain", world.terrain),
    ]
