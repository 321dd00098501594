"""What one side may see, built the same way for every game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from amba.core.decision import CHANCE, Decision, Result
from amba.core.game import Names
from amba.core.state import State


def build_view(
    s: State,
    names: Names,
    sides: Sequence[str],
    sees: Callable[[int], bool],
    owners: Sequence[str],
    decision: Decision | None,
    result: Result | None,
) -> dict[str, Any]:
    """Pieces the viewer may identify, counts of those it may not, owners of places, and the decision."""
    pieces: dict[str, Any] = {}
    stacks: dict[str, list[str]] = {}
    unknown: dict[str, int] = {}
    for place, stack in enumerate(s.here):
        if not stack:
            continue
        name = names.places[place]
        shown = []
        for piece in stack:
            if not sees(piece):
                unknown[name] = unknown.get(name, 0) + 1
                shown.append("?")
                continue
            key = names.pieces[piece]
            shown.append(key)
            bits = s.marks[piece]
            marks = [mark for bit, mark in enumerate(names.marks) if bits >> bit & 1] if bits else []
            pieces[key] = {"at": name, "face": s.face[piece], "marks": marks, "side": sides[s.side[piece]], "points": s.points[piece]}
        stacks[name] = shown
    return {
        "pieces": pieces,
        "stacks": stacks,
        "unknown": unknown,
        "places": {names.places[place]: owners[owner] for place, owner in enumerate(s.owner) if owner},
        "decision": decision_view(decision, sides),
        "result": result_view(result, sides),
    }


def decision_view(decision: Decision | None, sides: Sequence[str]) -> dict[str, Any] | None:
    if decision is None:
        return None
    who = "chance" if decision.who == CHANCE else sides[decision.who]
    return {"who": who, "kind": decision.kind, "rule": decision.rule, "prompt": decision.text}


def result_view(result: Result | None, sides: Sequence[str]) -> Mapping[str, Any] | None:
    if result is None:
        return None
    winner = None if result.winner is None else sides[result.winner]
    return {"winner": winner, "level": result.level, "text": result.text, "score": result.score}
