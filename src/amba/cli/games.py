"""List the games that are installed, with their scenarios and options."""

from __future__ import annotations

import argparse
from typing import Any

from amba.cli.common import add_json, game_for, print_json
from amba.load.registry import keys


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    found = [describe(key) for key in keys()]
    if args.json:
        print_json({"games": found})
        return 0
    for game in found:
        print(f"{game['key']:<10} {game['title']} ({game['year']})\n{'':10} {game['blurb']}")
        for scenario in game["scenarios"]:
            print(f"{'':10}   --scenario {scenario['key']:<14} {scenario['title']}, {scenario['turns']} turns")
        for option in game["options"]:
            choices = "|".join(choice["key"] for choice in option["choices"])
            print(f"{'':10}   --option {option['key']}={choices:<20} {option['title']} [{option['rule']}], default {option['default']}")
    return 0


def describe(key: str) -> dict[str, Any]:
    game = game_for(key)
    options = [{**o._asdict(), "choices": [{"key": choice, "title": title} for choice, title in o.choices]} for o in game.options()]
    return {
        "key": game.key,
        "title": game.title,
        "year": game.year,
        "blurb": game.blurb,
        "version": game.version,
        "sides": list(game.sides),
        "scenarios": [scenario._asdict() for scenario in game.scenarios()],
        "options": options,
    }
