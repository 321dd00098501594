"""How stacks are shown: a weapon lies under the unit that has it, and both say so; so do guards and their prisoners."""

from __future__ import annotations

from typing import Any

from amba.games.hollow.counters import GUARD
from amba.games.hollow.frames import Aiming, Answering, BandAdvance, Marching, Running
from amba.games.hollow.rules.r009_groups import proposed, shot_of
from amba.games.hollow.rules.r179_prisoners import prisoners_of
from amba.games.hollow.state import HollowState

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
        text = note(s, piece[key], names)
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


def note(s: HollowState, piece: int, names: list[str]) -> str:
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
