"""What the board of a game is made of: counters, and layers to lay over the map."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from amba.core.decision import Side
from amba.load.aids import Overlay

Drawn = Callable[[Any, Side | None, str], dict[str, Any]]
"""What a layer shows of a position to a side, and of what the player points at: `{"hexes": ..., "notes": ...}` (docs/wire.md)."""


class Layer(NamedTuple):
    """Something a player can lay over the map, and what draws it."""

    overlay: Overlay
    draw: Drawn


def face(left: object, middle: object, right: object, text: str, reduced: bool = False, steps: int | None = None) -> dict[str, Any]:
    """One face of a counter: what stands at its lower edge, and a sentence."""
    found = {"left": str(left), "middle": str(middle), "right": str(right), "reduced": reduced, "text": text}
    return found if steps is None else {**found, "steps": steps}


def counter(card: Any, side: str, faces: Iterable[dict[str, Any]], **special: Any) -> dict[str, Any]:
    """A counter of a card with key, title, kind and size; `special`: its designation, and what is not as usual."""
    return {
        "key": card.key, "title": card.title, "side": side, "kind": card.kind, "size": card.size, "colour": side, "designation": card.title,
        "code": "", "band": "", "faces": list(faces), "colours": {}, **special,
    }  # fmt: skip


def unit_counter(unit: Any, side: str) -> dict[str, Any]:
    """A plain unit: strength and movement."""
    steps, mp = len(unit.strengths), unit.mp
    left = range(steps, 0, -1)
    faces = [
        face(strength, "", mp, f"strength {strength}, movement {mp}, {now} of {steps} steps", now < steps, now)
        for strength, now in zip(unit.strengths, left, strict=True)
    ]
    return counter(unit, side, faces, colour=unit.colour, designation=unit.designation)


def lit(s: Any, places: Iterable[tuple[int, str, str]]) -> dict[str, dict[str, str]]:
    """Hexes by their names: each place with its tone and its text."""
    names = s.world.names.places
    return {names[place]: {"tone": tone, "text": text} for place, tone, text in places}


def both_zones(s: Any, zone: Callable[[int], Any], text: Callable[[int], str] = lambda value: "") -> dict[str, dict[str, str]]:
    """Where the zones of the two sides are: `zone(side)[place]` says how strong; `text` what is said of the stronger one."""
    sides, one, other = s.world.sides, zone(0), zone(1)
    return lit(
        s, ((p, "both" if a and b else sides[0 if a else 1], text(max(a, b))) for p, (a, b) in enumerate(zip(one, other, strict=True)) if a or b)
    )


def zones_of_control(note: str, text: Callable[[int], str] = lambda value: "") -> Layer:
    """The zones of control of a state that knows them (`zoc`)."""
    return Layer(Overlay("zoc", "Zones of control", "z"), lambda s, side, arg: {"hexes": both_zones(s, s.zoc, text), "notes": [note]})


def reach_of_piece(texts: Callable[[Any, Side | None, int], Mapping[int, str]], title: str = "Reach of a unit", tone: str = "reach") -> Layer:
    """Where a piece can go: `texts` has every place, with what stands there."""

    def draw(s: Any, side: Side | None, arg: str) -> dict[str, Any]:
        piece = s.world.names.piece.get(arg, -1)
        return {} if piece < 0 else {"hexes": lit(s, ((place, tone, text) for place, text in texts(s, side, piece).items()))}

    return Layer(Overlay("reach", title, "r", "piece"), draw)


ZONES = Layer(Overlay("zones", "Next to units", "z"), lambda s, side, arg: {"hexes": both_zones(s, s.zone)})
"""The hexes next to the units of each side."""
