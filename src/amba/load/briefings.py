"""What a player reads before the first turn, and the steps of a guided first turn: `look/briefings.toml` (docs/data-files.md)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from amba.load.files import Folder, Toml

SECTIONS = ("scenario", "guide")
BRIEFING = ("situation", "goal", "rules", "hints", "steps")
STEP = ("at", "says")
LESSON_STEP = ("at", "turn", "says")
HINTS = 3


def read_briefings(home: Path) -> dict[str, Any]:
    """As the file says, checked; empty where a game has none."""
    if not (home / "look" / "briefings.toml").is_file():
        return {"scenario": {}, "guide": []}
    toml = Folder(home / "look").toml("briefings.toml")
    check(toml, toml.data, SECTIONS)
    for key, briefing in toml.data.get("scenario", {}).items():
        check(toml, briefing, BRIEFING)
        if "situation" not in briefing:
            toml.fail(key, f"the briefing of {key!r} has no situation", "scenario")
        for side, hints in briefing.get("hints", {}).items():
            if len(hints) != HINTS:
                toml.fail(side, f"{side} has {len(hints)} hints; expected {HINTS}", f"scenario.{key}.hints")
        for step in briefing.get("steps", []):
            check(toml, step, LESSON_STEP)
    for step in toml.data.get("guide", []):
        check(toml, step, STEP)
    return {"scenario": toml.data.get("scenario", {}), "guide": toml.data.get("guide", [])}


def check(toml: Toml, found: dict[str, Any], expected: tuple[str, ...]) -> None:
    for key in found.keys() - set(expected):
        toml.fail(key, f"unknown key {key!r}; expected one of {', '.join(expected)}")
