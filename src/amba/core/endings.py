"""How a game ends, as its log says it: by its rules, or because people agreed, resigned or waited too long."""

from __future__ import annotations

import re
from typing import Any

from amba.core.decision import Result, Side
from amba.core.game import Game
from amba.core.log import OLD_FORMAT, Log, canonical

RESIGNED = "Resignation"
DRAWN = "Draw"
CLAIMED = "Claim"
DRAWN_BY_CLAIM = "Draw by claim"
OTHERWISE = (RESIGNED, DRAWN, CLAIMED, DRAWN_BY_CLAIM)
"""Ends other than by the rules."""
MINUTE = 60


def in_words(seconds: float) -> str:
    """A span as people say it."""
    minutes = max(1, round(seconds / MINUTE))
    if minutes < 100:
        return "a minute" if minutes == 1 else f"{minutes} minutes"
    hours = round(minutes / 60)
    return f"{hours} hours" if hours < 48 else f"{round(hours / 24)} days"


def remarks(log: Log) -> dict[str, Any]:
    """What the result must say besides: that it was practice, and how many rolls were taken back."""
    found: dict[str, Any] = {"practice": True} if log.header.practice else {}
    return {**found, "taken": log.rolls_taken} if log.rolls_taken else found


def remarked(text: str, ending: dict[str, Any]) -> str:
    taken = ending.get("taken", 0)
    said = ["A practice game."] if ending.get("practice") else []
    if taken:
        said.append("One roll was taken back." if taken == 1 else f"{taken} rolls were taken back.")
    return " ".join([text, *said]).strip()


def by_rules(game: Game, result: Result | None, log: Log, key: bytes) -> dict[str, Any]:
    """The ending that the rules give."""
    ending: dict[str, Any] = {"key": key.hex(), **remarks(log)}
    if result is not None:
        winner = None if result.winner is None else game.sides[result.winner]
        ending |= {"winner": winner, "level": result.level, "text": remarked(result.text, ending)}
    return ending


def otherwise(game: Game, log: Log, key: bytes, level: str, side: Side | None, waited: int = 0) -> dict[str, Any]:
    """An ending that people made; `side` is whose it is: the winner, or who claims a draw."""
    ending: dict[str, Any] = {"key": key.hex(), "level": level, "side": None if side is None else game.sides[side], **remarks(log)}
    if level in (CLAIMED, DRAWN_BY_CLAIM):
        ending["waited"] = waited
    ending["winner"] = ending["side"] if level in (RESIGNED, CLAIMED) else None
    ending["text"] = remarked(_text(game, ending), ending)
    return ending


def _text(game: Game, ending: dict[str, Any]) -> str:
    level, side, waited = ending["level"], ending["side"], in_words(ending.get("waited", 0))
    if level == RESIGNED:
        loser = next(key for key in game.sides if key != side)
        return f"{loser.title()} resigns: {side.title()} wins."
    if level == CLAIMED:
        return f"{side.title()} waited {waited} and claims the game."
    if level == DRAWN_BY_CLAIM:
        return f"A draw: {side.title()} waited {waited} and claims no more."
    return "A draw by agreement."


def wrong_end(game: Game, result: Result | None, log: Log, key: bytes) -> str:
    """What does not fit in the end that a log tells; empty where it is true."""
    said = log.ending or {}
    level = said.get("level")
    if result is not None:
        expected = by_rules(game, result, log, key)
    elif level not in OTHERWISE:
        return "the log says the game is over; by the rules it goes on"
    elif "side" not in said and log.header.format == OLD_FORMAT:
        return _wrong_old_end(game, said)
    else:
        problem = _wrong_fields(game, said)
        if problem:
            return problem
        side = None if said["side"] is None else game.sides.index(said["side"])
        expected = otherwise(game, log, key, str(level), side, said.get("waited", 0))
    for field in sorted(set(expected) | set(said)):
        found, right = (canonical(end[field]) if field in end else "nothing" for end in (said, expected))
        if found != right:
            return f"the end says {found} as its {field}; by the rules it is {right}"
    return ""


def _wrong_fields(game: Game, said: dict[str, Any]) -> str:
    if "side" not in said:
        return "the end does not say whose it is"
    side, waited = said["side"], said.get("waited", 0)
    if (side is None) != (said["level"] == DRAWN) or (side is not None and side not in game.sides):
        return f"the end names {side!r} as a side"
    if isinstance(waited, bool) or not isinstance(waited, int) or not 0 <= waited < 1 << 40:
        return "the end does not say how long somebody waited"
    return ""


def _wrong_old_end(game: Game, said: dict[str, Any]) -> str:
    """Ends of the old format have only their words to go by."""
    winner, text = said.get("winner"), said.get("text")
    names = {side: side.title() for side in game.sides}
    span = r"(?:a minute|\d+ (?:minutes|hours|days))"
    patterns: list[str] = []
    if said["level"] == DRAWN and winner is None:
        patterns = [r"A draw by agreement\."]
    elif said["level"] == DRAWN_BY_CLAIM and winner is None:
        patterns = [rf"A draw: {re.escape(name)} waited {span} and claims no more\." for name in names.values()]
    elif said["level"] == RESIGNED and winner in names:
        patterns = [rf"{re.escape(name)} resigns: {re.escape(names[winner])} wins\." for side, name in names.items() if side != winner]
    elif said["level"] == CLAIMED and winner in names:
        patterns = [rf"{re.escape(names[winner])} waited {span} and claims the game\."]
    if set(said) == {"key", "winner", "level", "text"} and isinstance(text, str) and any(re.fullmatch(one, text) for one in patterns):
        return ""
    return f"the end says {text!r}, which is no way a game ends"
