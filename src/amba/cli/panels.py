"""What the terminal shows beside the map: the menu, the rules, the units, the tables."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any

from amba.cli.textmap import TextMap
from amba.core.game import Game
from amba.core.menu import Menu
from amba.core.state import State

MOST = 60


class Panels:
    """Lines about a game and a moment of it."""

    def __init__(self, game: Game, text_map: TextMap) -> None:
        self.game = game
        self.map = text_map

    def title(self, side: int) -> str:
        return str(self.map.sides.get(self.game.sides[side], self.game.sides[side]))

    def has_secrets(self, s: State) -> bool:
        """Whether the sides see different things."""
        views = [self.game.view(s, side)["pieces"] for side in range(len(self.game.sides))]
        return any(view != views[0] for view in views[1:])

    def status(self, s: State, side: int) -> list[str]:
        """Tracks, the phase, and what only this side sees."""
        view = self.game.view(s, side)
        tracks = [track_text(track) for track in view["tracks"]]
        phase = next((f"{p['title']} [{p['rule']}], {self.map.sides.get(p['side'], p['side'])}" for p in view.get("sequence", []) if p["now"]), "")
        lines = ["; ".join(tracks), phase]
        watcher = self.game.view(s, None)["pieces"]
        mine: dict[str, list[str]] = {}
        for key, piece in view["pieces"].items():
            if key not in watcher and piece["side"] == self.game.sides[side]:
                mine.setdefault(piece["at"], []).append(key)
        lines += [f"{place}: {', '.join(keys)} (only you see this)" for place, keys in mine.items()]
        return [line for line in lines if line]

    def menu(self, s: State, menu: Menu, words: list[str]) -> list[str]:
        """Everything that may be done, or what begins with these words; heads stand for their completions."""
        if not words:
            lines = [f"  {self._said(action):<28} {self.game.label(s, action)}" for action in menu.plain[:MOST]]
            lines += [
                f"  {self._said(head) + ' ...':<28} {self.game.label(s, head)} ('menu {self._said(head)}' lists where)" for head in menu.heads[:MOST]
            ]
            return lines + self._rest(len(menu.plain) + len(menu.heads) - len(lines))
        found = [action for action in menu if all(word in self.game.spell(action) for word in words)]
        lines = []
        for action in islice(found, MOST):
            note = self.game.note(s, action)
            lines.append(f"  {self._said(action):<28} {self.game.label(s, action)}{f' ({note})' if note else ''}")
        return lines + self._rest(len(found) - len(lines)) if found else [f"Nothing in the menu has {' '.join(words)!r}."]

    def _said(self, order: Any) -> str:
        return " ".join(self.game.spell(order))

    def _rest(self, count: int) -> list[str]:
        return [f"  ... and {count} more: 'menu WORD' narrows it down"] if count > 0 else []

    def rule(self, number: str) -> list[str]:
        rules = self.game.rulebook.rules
        found = (
            [rule for key, rule in rules.items() if key == number or key.startswith((number + ".", number.removesuffix(".0") + "."))]
            if number
            else []
        )
        if not found:
            chapters = [key for key in rules if key.endswith(".0")] or [key for key in rules if "." not in key]
            return [f"There is no rule {number!r}. Chapters: {', '.join(chapters)}"]
        lines = []
        for rule in found:
            lines.append(f"{rule.number} {rule.title} ({rule.status})")
            lines += [f"  {text}" for text in (rule.gist, rule.reason, rule.interpretation) if text]
        return lines

    def units(self, view: Mapping[str, Any], words: list[str]) -> list[str]:
        """Every piece in sight by place, and then what lies there and is no counter, such as a roadblock; words pick places, sides or parts of keys."""
        lines = []
        for place, stack in view["stacks"].items():
            for key in stack:
                if key not in view["pieces"]:
                    continue
                text = f"{place:<16} {self.unit(key, view['pieces'][key])}"
                if all(word.lower() in text.lower() for word in words):
                    lines.append(text)
        lines += [f"{place:<16} {count} you cannot see" for place, count in view["unknown"].items() if not words]
        lines += [text for text in map(sign_text, view.get("signs", [])) if all(word.lower() in text.lower() for word in words)]
        return lines or ["No such unit."]

    def unit(self, key: str, shown: Mapping[str, Any]) -> str:
        piece = self.map.pieces.get(key)
        faces = piece["faces"] if piece else []
        text = faces[min(shown["face"], len(faces) - 1)]["text"] if faces else ""
        marks = f" [{', '.join(shown['marks'])}]" if shown["marks"] else ""
        return f"{shown['side']:<9} {key:<14} {piece['title'] if piece else key}: {text}{marks}"

    def chart(self, words: list[str]) -> list[str]:
        charts = {chart["key"]: chart for chart in self.game.charts()}
        if not words or words[0] not in charts:
            return [f"chart NAME: {', '.join(charts)}"]
        chart = charts[words[0]]
        rows = [[str(cell) for cell in row] for row in (chart["head"], *chart["rows"])]
        widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
        lines = [f"{chart['title']} [{chart['rule']}]"]
        lines += ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
        return [*lines, f"({chart['source']}: {chart['note']})"]


def sign_text(sign: Mapping[str, Any]) -> str:
    """What lies on a hex or a hexside: whose, and what it is."""
    return f"{sign['at']:<16} {sign['side']:<9} {sign['title'] or sign['text'] or sign['kind']}"


def track_text(track: Mapping[str, Any]) -> str:
    if track.get("words"):
        return f"{track['title']}: {track['text']}"
    total = f" of {track['of']}" if track.get("of") else ""
    text = f" ({track['text']})" if track.get("text") else ""
    return f"{track['title']} {track['value']}{total}{text}"
