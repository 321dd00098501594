"""Runs a tool that a game brings along (entry points `amba.tools`): the game works it out, this command prints, writes and draws."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from amba.cli.common import add_json, print_json, write_whole
from amba.cli.main import CliError
from amba.load.registry import Answer, Tool, open_tool

NO_GAME: dict[str, Any] = {"pieces": {}, "stacks": {}, "places": {}, "tracks": []}
"""What a view shows when nothing stands on the map."""


class ToolCommand:
    """One tool as a command."""

    def __init__(self, tool: Tool) -> None:
        self.tool = tool
        self.__doc__ = tool.summary

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        self.tool.add_arguments(parser)
        parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="write what was made to this file")
        parser.add_argument("--svg", type=Path, metavar="FILE", help="draw it")
        parser.add_argument("--force", action="store_true", help="overwrite a file that is there")
        add_json(parser)

    def run(self, args: argparse.Namespace) -> int:
        for path in (args.output, args.svg):
            if path is not None and path.exists() and not args.force:
                raise CliError(f"{path} is there already; --force overwrites it")
        answer = self.tool.run(args)
        written = [str(path) for path in (args.output, args.svg) if path is not None]
        self._write(args, answer)
        if args.json:
            print_json({**answer.data, "written": written})
        else:
            print(answer.text if written or not answer.file else answer.file, end="" if answer.file and not written else "\n")
            for path in written:
                print(f"Written: {path}")
        return 0

    def _write(self, args: argparse.Namespace, answer: Answer) -> None:
        if args.svg is not None:
            if answer.board is None:
                raise CliError("there is nothing to draw in this answer")
            from amba.draw.map import draw_svg

            write_whole(args.svg, draw_svg(answer.board, NO_GAME))
        if args.output is not None:
            write_whole(args.output, answer.file or answer.text + "\n")


def opened(name: str) -> ToolCommand:
    return ToolCommand(open_tool(name))
