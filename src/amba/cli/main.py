"""The `amba` command. Each subcommand is a module of its own, imported only when it is asked for."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from amba import __version__

COMMANDS = {
    "play": "play a game, at the browser table or in the terminal",
    "games": "list the games",
    "rules": "every paragraph of a rulebook: status, code and tests",
    "ask": "what may be done in a position, why not, and with what odds",
    "show": "draw a position or a game's map, as text or SVG",
    "print": "print and play: map, counters, charts and player aids as a PDF",
    "replay": "tell a game from its log",
    "verify": "check a finished game: rules, events and dice",
    "fuzz": "play at random with every law checked",
    "laws": "whether a game keeps the laws, with a report",
    "data": "where a game's facts come from; copy its data files",
    "bench": "measure speed",
    "lab": "many games between bots: runs, reports, what-ifs, comparisons",
    "serve": "run the table's server",
}


class CliError(Exception):
    """Something to tell the user in one line."""


def docs() -> Path | None:
    """The folder of the docs: they come with the package, and with a checkout."""
    home = Path(__file__).parents[1]
    return next((folder for folder in (home / "docs", home.parents[1] / "docs") if (folder / "quickstart.md").is_file()), None)


def usage() -> str:
    from amba.load.registry import tool_keys

    rows = "\n".join(f"  {name:<12} {text}" for name, text in COMMANDS.items())
    if tool_keys():
        rows += f"\n\nAnd what the games bring along: {', '.join(tool_keys())}."
    last = "'amba COMMAND --help' says more. 'amba --version' shows the version."
    if docs() is not None:
        last += f" The docs are in {docs()}."
    return f"usage: amba COMMAND ...\n\nHex-and-counter wargames with every rule enforced.\n\n{rows}\n\n{last}"


def main(argv: Sequence[str] | None = None) -> int:
    words = list(sys.argv[1:] if argv is None else argv)
    if not words or words[0] in {"-h", "--help", "help"}:
        print(usage())
        return 0
    if words[0] in {"-V", "--version"}:
        from amba.core import state

        print(f"amba {__version__}, {'uncompiled' if str(state.__file__).endswith('.py') else 'compiled'}")
        return 0
    if words[0] in COMMANDS:
        return guarded(words[0], words[1:])
    from amba.load.registry import tool_keys

    if words[0] in tool_keys():
        return guarded(words[0], words[1:], is_tool=True)
    print(f"amba: there is no command {words[0]!r}; there are: {', '.join([*COMMANDS, *tool_keys()])}", file=sys.stderr)
    return 2


def guarded(name: str, words: Sequence[str], is_tool: bool = False) -> int:
    """Run a command or a game's tool; what goes wrong is told in one line with exit code 2."""
    module: Any = import_module("amba.cli.tool").opened(name) if is_tool else import_module(f"amba.cli.{name}")
    parser = argparse.ArgumentParser(prog=f"amba {name}", description=module.__doc__)
    module.add_arguments(parser)
    args = parser.parse_args(list(words))
    try:
        code: int = module.run(args)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read our output has gone: `amba ask ... | head`.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        print("\namba: stopped", file=sys.stderr)
        return 130
    except Exception as error:
        message = explain(error)
        if message is not None:
            print(f"amba: {message}", file=sys.stderr)
            return 2
        if os.environ.get("AMBA_DEBUG"):
            raise
        print(f"amba: a fault of ours: {type(error).__name__}: {error} (AMBA_DEBUG=1 shows where; please report it)", file=sys.stderr)
        return 70
    return code


def explain(error: Exception) -> str | None:
    """One line for errors that are the user's to mend; None for ours."""
    from amba.bots import UnknownLevel
    from amba.core.decision import IllegalAction
    from amba.core.game import BadPosition
    from amba.core.log import LogError
    from amba.core.session import ReplayError
    from amba.load.files import DataError
    from amba.load.position import DiceError
    from amba.load.registry import UnknownGame

    errors: tuple[type[Exception], ...] = (
        CliError,
        DataError,
        LogError,
        ReplayError,
        UnknownGame,
        UnknownLevel,
        DiceError,
        IllegalAction,
        BadPosition,
    )
    lab = sys.modules.get("amba.lab.store")  # only the lab's own commands can meet its error
    if lab is not None:
        errors += (lab.RunError,)
    if isinstance(error, RecursionError):
        return "that is nested too deeply"
    if isinstance(error, OSError):
        return f"{error.filename}: {error.strerror}" if error.filename else str(error)
    if isinstance(error, errors):
        return " ".join(str(error).split())
    return None


if __name__ == "__main__":
    # By its own name: as __main__ its errors would not be those that the commands raise.
    sys.exit(import_module("amba.cli.main").main())
