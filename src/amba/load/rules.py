"""`rulebook.toml` becomes a Rulebook."""

from __future__ import annotations

from pathlib import Path

from amba.core.rulebook import STATUSES, Rule, Rulebook
from amba.load.files import Folder


def load_rulebook(folder: Path) -> Rulebook:
    """Read and check a game's `rulebook.toml`."""
    toml = Folder(folder).toml("rulebook.toml")
    rules: dict[str, Rule] = {}
    for entry in toml.data.get("rule", []):
        number = str(entry.get("number", ""))
        where = f'"{number}"'
        for field in ("number", "title", "gist", "status"):
            if not entry.get(field):
                toml.fail("number", f"rule {number or '?'} has no {field}", "rule", where)
        if entry["status"] not in STATUSES:
            toml.fail("number", f"rule {number}: status is {entry['status']!r}; expected one of {', '.join(STATUSES)}", "rule", where)
        if entry["status"] != "enforced" and not entry.get("reason"):
            toml.fail("number", f"rule {number} is {entry['status']} and must give a reason", "rule", where)
        if number in rules:
            toml.fail("number", f"rule {number} is there twice", "rule", where)
        rules[number] = Rule(
            number, entry["title"], entry["gist"], entry["status"], entry.get("reason", ""), entry.get("interpretation", ""), entry.get("option", "")
        )
    return Rulebook(toml.data.get("game", folder.name), toml.data.get("title", folder.name), rules.values())
