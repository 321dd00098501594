"""Golden games and move counts as text that a reviewer reads: a change in them is a change in the rules."""

from __future__ import annotations

import hashlib
import tomllib
from pathlib import Path
from random import Random
from typing import Any

from amba.core.decision import CHANCE, Action, Refusal
from amba.core.game import Game, judge
from amba.core.log import OLD_FORMAT, chain
from amba.core.menu import Menu
from amba.core.order import Words
from amba.core.promise import promise_of
from amba.core.session import Session
from amba.core.state import State
from amba.lab.fuzz import seeded_session
from amba.load.registry import golden_folder
from amba.load.toml_text import toml_text

VERSIONS = "versions.toml"
VERSIONS_HEAD = """# Which version of a game's rules its golden games belong to. Written by tools/golden.py and `amba laws GAME --keep`, when `version` has been raised.

"""
PLAIN = 0.25
"""How often the golden player prefers a short order (end the phase, fight, stay), so that a game stays readable."""


def choose(menu: Menu, rng: Random) -> Action:
    if menu.plain and rng.random() < PLAIN:
        return menu.plain[int(rng.random() * len(menu.plain))]
    return menu.pick(rng)


def kept_orders(text: str) -> list[Words]:
    """The orders of the sides in a golden game, as its text has them."""
    rows = [line.split("  [")[0].split() for line in text.splitlines() if line[:4].strip().isdigit()]
    return [tuple(words) for _, who, *words in rows if who != "chance"]


def golden_session(game: Game, scenario: str, kept: str = "") -> Session:
    """The one game that is kept for a scenario: the same orders, on the same dice. Where there are none, or one is refused now, it goes on at random."""
    rng = Random(f"golden {game.key} {scenario}")
    session = seeded_session(game, scenario, {}, "golden")
    orders = kept_orders(kept)[::-1]
    while (decision := session.decision) is not None:
        order = judge(game, session.state, orders.pop()) if orders else None
        if order is None or isinstance(order, Refusal):
            orders, order = [], choose(session.menu, rng)
        session.act(decision.who, order)
    return session


def golden_text(game: Game, scenario: str, kept: str = "") -> str:
    """Every entry: who, what was ordered, the rules that made something happen, and the sentences of the log."""
    session = golden_session(game, scenario, kept)
    lines = [f"{game.title}: {scenario}", f"rules {game.version}, data {game.data_hash[:12]}", ""]
    for done in session.done:
        who = "chance" if done.by == CHANCE else game.sides[done.by]
        rules = " ".join(dict.fromkeys(event.rule for event in done.events if event.rule))
        lines.append(f"{done.n:4} {who:<8} {' '.join(done.words)}  [{rules}]")
        lines += [f"{'':14}{text}" for event in done.events if (text := game.sentence(event))]
    result = session.result
    assert result is not None
    lines += ["", result.text, f"log {fingerprint(session)[:16]}", ""]
    return "\n".join(lines)


def fingerprint(session: Session) -> str:
    """The hash at the end of the chain, as the first format of the log had it: golden games do not change with the form of logs."""
    header = session.log.header._replace(format=OLD_FORMAT)
    digest = chain("", header._replace(commitment=promise_of(session.dice.key, header)).body())
    for entry in session.log.entries:
        digest = chain(digest, entry._asdict())
    return digest


def golden_files(key: str) -> list[Path]:
    """The golden games of a game that are kept."""
    folder = golden_folder(key)
    return [] if folder is None else sorted(folder.glob(f"{key}-*.txt"))


def golden_file(key: str, scenario: str) -> Path | None:
    """The golden game of a scenario, where one is kept."""
    return next((path for path in golden_files(key) if path.stem == f"{key}-{scenario}"), None)


def golden_breaches(game: Game, scenario: str) -> list[str] | None:
    """Law 9: where the game that is played differs from the one that is kept; None where none is kept."""
    path = golden_file(game.key, scenario)
    if path is None:
        return None
    text = path.read_text(encoding="utf-8")
    kept, played = text.splitlines(), golden_text(game, scenario, text).splitlines()
    for number, (old, new) in enumerate(zip(kept, played, strict=False), 1):
        if new != old:
            return [f"{path.name}, line {number}: kept is {old.strip()!r}, played is {new.strip()!r}"]
    return [] if len(kept) == len(played) else [f"{path.name}: kept are {len(kept)} lines, played are {len(played)}"]


def golden_hash(key: str) -> str:
    """One hash over the golden games of a game."""
    total = hashlib.sha256()
    for path in golden_files(key):
        total.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return total.hexdigest()[:16]


def versions(key: str) -> dict[str, Any]:
    """Which version of its rules the golden games of each game belong to: `versions.toml` beside them."""
    folder = golden_folder(key)
    path = None if folder is None else folder / VERSIONS
    return {} if path is None or not path.is_file() else tomllib.loads(path.read_text(encoding="utf-8"))


def version_breaches(game: Game) -> list[str]:
    """Law 9: when a golden game changes, the game's version does."""
    known = versions(game.key).get(game.key)
    if known is None:
        return [f"{VERSIONS} does not say which version of {game.key} its golden games belong to"]
    changed = known["golden"] != golden_hash(game.key)
    if changed and known["version"] == game.version:
        return [f"the golden games of {game.key} have changed, and its version is still {game.version!r}: raise `version`, then keep them anew"]
    if changed or known["version"] != game.version:
        return [
            f"{VERSIONS} belongs to version {known['version']!r} of {game.key}, and the game is version {game.version!r}: keep its golden games anew"
        ]
    return []


def keep_golden(game: Game) -> list[Path]:
    """Write the golden games anew, and for a new version what belongs to it. A change without a new version is written and stays a breach."""
    folder = golden_folder(game.key)
    if folder is None:
        raise FileNotFoundError(f"{game.key} is installed without its golden games")
    folder.mkdir(exist_ok=True)
    found = []
    for scenario in game.scenarios():
        path = folder / f"{game.key}-{scenario.key}.txt"
        kept = path.read_text(encoding="utf-8") if path.exists() else ""
        path.write_text(golden_text(game, scenario.key, kept), encoding="utf-8")
        found.append(path)
    known = versions(game.key)
    if known.get(game.key, {}).get("version") != game.version:
        known[game.key] = {"version": game.version, "golden": golden_hash(game.key)}
        (folder / VERSIONS).write_text(VERSIONS_HEAD + toml_text(dict(sorted(known.items()))), encoding="utf-8")
    return found


def count_moves(game: Game, s: State, depth: int) -> list[int]:
    """How many lines of play there are after one action, after two and so on; chance counts each of its results."""
    counts = [0] * depth

    def follow(state: State, level: int) -> None:
        decision = game.decision(state)
        if decision is None:
            return
        actions = [action for action, _ in game.outcomes(state)] if decision.who == CHANCE else list(game.legal(state))
        counts[level] += len(actions)
        if level + 1 < depth:
            for action in actions:
                after = state.copy()
                game.apply(after, action)
                follow(after, level + 1)

    follow(s, 0)
    return counts
