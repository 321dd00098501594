"""What one side may see, built the same way for every game."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any

from amba.core.decision import CHANCE, Decision, Result
from amba.core.game import Names
from amba.core.state import State


def build_view(
    s: State,
    names: Names,
    sides: Sequence[str],
    hidden: Collection[int],
    owners: Sequence[str],
    decision: Decision | None,
    result: Result | None,
) -> dict[str, Any]:
    """Pieces the viewer may identify, counts of those it may not (`hidden`), owners of places, and the decision."""
    pieces: dict[str, Any] = {}
    stacks: dict[str, list[str]] = {}
    unknown: dict[str, int] = {}
    keys, places, here, faces, owned_by, points, marked = names.pieces, names.places, s.here, s.face, s.side, s.points, s.marks
    marks: dict[int, list[str]] = {}
    for place in sorted(set(s.at)):  # many more hexes are empty than not
        stack = here[place]
        if not stack:
            continue
        name = places[place]
        shown = []
        for piece in stack:
            if piece in hidden:
                unknown[name] = unknown.get(name, 0) + 1
                shown.append("?")
                continue
            key = keys[piece]
            shown.append(key)
            bits = marked[piece]
            if bits and bits not in marks:
                marks[bits] = [mark for bit, mark in enumerate(names.marks) if bits >> bit & 1]
            own = marks[bits][:] if bits else []
            pieces[key] = {"at": name, "face": faces[piece], "marks": own, "side": sides[owned_by[piece]], "points": points[piece]}
        stacks[name] = shown
    return {
        "pieces": pieces,
        "stacks": stacks,
        "unknown": unknown,
        "places": dict(_owned(names, tuple(owners), bytes(s.owner))),
        "decision": decision_view(decision, sides),
        "result": result_view(result, sides),
    }


@lru_cache(64)
def _owned(names: Names, owners: tuple[str, ...], owner: bytes) -> dict[str, str]:
    """Who owns which place: for one position asked by every side, and seldom changed."""
    return {names.places[place]: owners[number] for place, number in enumerate(owner) if number and owners[number]}


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
