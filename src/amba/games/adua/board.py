"""The board, the charts and the tracks."""

from __future__ import annotations

from typing import Any

from amba.core.game import View
from amba.games.adua.book import rule
from amba.games.adua.frames import OrdersPhase, SetUp
from amba.games.adua.rules.r04_calendar import arrival_turns
from amba.games.adua.rules.r13_victory import last_turn, points, terms
from amba.games.adua.state import AduaState
from amba.games.adua.world import EXITED, SIDES, Unit
from amba.table.board import counter, face

BOOKKEEPING = frozenset({"untested", "jammed_now", "entered", "used", "dig"})
"""Marks that the rules keep and no counter shows."""


def printed_face(unit: Unit, lost: int) -> dict[str, Any]:
    """What is printed on one side of a counter."""
    if unit.is_leader:
        value = unit.command or unit.initiative
        what = "command value" if unit.command else "initiative"
        return face(value, "", unit.range, f"{what} {value}, command range {unit.range}, movement 6")
    if unit.is_mule:
        return face(2 - lost, "", unit.move, f"{2 - lost} mules, movement {unit.move}", lost > 0, 2 - lost)
    if not unit.is_combat:
        return face("+1", "", "", "one more combat value for its unit")
    value = unit.values[lost]
    text = f"combat value {value}, weapons quality {unit.quality:+d}, movement {unit.move}, {unit.steps - lost} of {unit.steps} steps"
    if unit.is_artillery:
        text += f", range {unit.range}"
    if unit.is_cavalry:
        text += ", no firearms"
    middle = "" if unit.is_cavalry else f"{unit.quality:+d}" if unit.quality else "0"
    return face(value, middle, unit.move, text, lost > 0, unit.steps - lost)


SYMBOLS = {
    "bersaglieri": "infantry", "alpine": "mountain", "ascari": "infantry", "veteran": "infantry", "light": "irregular",
    "mountain_artillery": "mountain-artillery", "machine_gun": "machine-gun",
}  # fmt: skip
"""The drawing for a kind of unit, where it goes by another name; the code beside it tells veterans from the rest."""


def unit_counter(unit: Unit) -> dict[str, Any]:
    # 2.0 and 3.0: the brigade gives the background, the commander the stripe; a leader wears his own.
    band = unit.key if unit.is_leader else unit.superior
    colour = unit.brigade or ("staff" if unit.is_commander_in_chief else SIDES[unit.side])
    faces = [printed_face(unit, lost) for lost in range(unit.steps)]
    kind, name = SYMBOLS.get(unit.kind, unit.kind), unit.title.partition(" (")[0]
    return counter(unit, SIDES[unit.side], faces, kind=kind, colour=colour, designation=name, code=unit.code, band=band)


def tracks(s: AduaState) -> list[dict[str, Any]]:
    lost = float(points(s))
    goal = int(terms(s)["victory"]["exit"])
    found: list[dict[str, Any]] = [
        {"key": "turn", "title": "Turn", "value": s.turn, "of": last_turn(s), "text": f"turn {s.turn}"},
        {"key": "points", "title": "Abyssinian points", "value": lost, "of": 0, "text": f"{lost:g}"},
        {"key": "exited", "title": "Combat value at Adua", "value": s.tracks[EXITED], "of": goal, "text": f"{s.tracks[EXITED]} of {goal}"},
    ]
    if text := coming(s):
        found.append({"key": "coming", "title": "Next to come", "value": 0, "of": 0, "text": text, "words": True})
    return found


@rule("4.0.entry")
def coming(s: AduaState) -> str:
    """Whose army may enter now, and whose on later turns of the calendar, with how many pieces."""
    turns, units = arrival_turns(s), s.world.units
    armies: dict[tuple[int, str], int] = {}
    for piece in s.here[s.world.box["off-map"]]:
        if turns[piece]:
            army = units[piece].key if units[piece].is_leader else units[piece].superior
            key = max(turns[piece], s.turn), s.world.title(s.world.names.piece[army])
            armies[key] = armies.get(key, 0) + 1
    return "; ".join(f"{f'turn {turn}' if turn > s.turn else 'now'}: {army} ({count})" for (turn, army), count in sorted(armies.items()))


def absent(s: AduaState) -> list[str]:
    """Pieces that have no part in this scenario: off the map once everybody is set up, and not in the calendar."""
    if any(isinstance(frame, SetUp) for frame in s.frames):
        return []
    turns, pieces = arrival_turns(s), s.world.names.pieces
    return [pieces[piece] for piece in s.here[s.world.box["off-map"]] if not turns[piece]]


def arranged(s: AduaState, view: View) -> View:
    """A view without the marks no counter shows, and with what matters on top of each stack: leaders while orders are given, else units that fight."""
    for shown in view["pieces"].values():
        shown["marks"] = [mark for mark in shown["marks"] if mark not in BOOKKEEPING]
    leaders = bool(s.frames) and isinstance(s.frames[-1], OrdersPhase)
    units, piece = s.world.units, s.world.names.piece
    for stack in view["stacks"].values():
        if len(stack) > 1:
            stack.sort(key=lambda key: units[piece[key]].is_leader if leaders else units[piece[key]].is_combat)
    if missing := absent(s):
        view["absent"] = missing
    return view
