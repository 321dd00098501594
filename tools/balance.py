"""Plays every scenario between equal bots and writes the balance tables into docs/games/*.md.

    python tools/balance.py --games 100 --jobs 2 [--bots planner] [GAME ...]

Stopped, it goes on where it was. The tables stand between two comments in each guide; the rest of the guide is left alone.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from amba.cli.lab_run import play_on
from amba.core.game import choose_options
from amba.lab.run import game_of, header_of, on_processes
from amba.lab.store import Run, Spec, spec_of
from amba.lab.summary import markdown, summary
from amba.load.registry import keys, open_game

ROOT = Path(__file__).resolve().parents[1]
BEGIN, END = "<!-- balance: written by tools/balance.py -->", "<!-- end of balance -->"


def block(runs: list[Run]) -> str:
    """The section of a guide."""
    rows = markdown([summary(run, game_of(spec_of(run.header))) for run in runs])
    words = (
        "Equal bots against each other, every scenario, on the same seeds (`amba lab run`, [the lab](../lab.md)). Figures in brackets hold 95 times in 100. "
        "The even bid is how many victory points a side would have to be given for an even game between these bots; people may find it otherwise."
    )
    return "\n".join([BEGIN, "", "## Balance", "", words, "", *rows, "", END])


def replaced(text: str, new: str) -> str:
    """A guide with the new section where the old one stood, or at its end."""
    if BEGIN not in text:
        return f"{text.rstrip()}\n\n{new}\n"
    before, _, rest = text.partition(BEGIN)
    _, found, after = rest.partition(END)
    if not found:
        raise ValueError(f"{BEGIN} is there, but not {END}")
    return before + new + after


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--bots", default="greedy")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--runs", type=Path, default=Path("lab-runs/balance"))
    parser.add_argument("--no-play", action="store_true", help="only write the tables from the runs that are there")
    args = parser.parse_args()
    for key in args.game or keys():
        found = []
        game = open_game(key)
        for scenario in game.scenarios():
            spec = Spec(key, scenario.key, choose_options(game.options(), {}), (args.bots,) * len(game.sides), args.seed, (), "")
            folder = args.runs / f"{key}-{scenario.key}-{args.bots}"
            if args.no_play:
                if (folder / "run.json").exists():
                    found.append(Run.open(folder))
                continue
            print(f"{key} {scenario.key}", file=sys.stderr)
            run = Run.start(folder, header_of(spec))
            with run.held():
                play_on(run, spec, args.games, args.jobs, on_processes)
            found.append(run)
        guide = ROOT / "docs" / "games" / f"{key}.md"
        if found and guide.is_file():
            guide.write_text(replaced(guide.read_text(encoding="utf-8"), block(found)), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
