"""Ask about a position: who decides and what is allowed; why an order is not; the odds of a fight; what comes of orders and dice."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from amba.cli.common import add_data, add_json, event_lines, preview_json, preview_lines, print_json, refusal_json, refusal_lines, side_name
from amba.cli.main import CliError
from amba.load.position import Position, load_position, read_position

SHOWN = 40


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("position", help="a position file (docs/positions.md), or - for standard input")
    parser.add_argument("--do", action="append", default=[], metavar="ORDER", nargs="+", help="orders to carry out first, each in quotes")
    parser.add_argument("--dice", action="append", default=[], metavar="3,5", help="what the dice show and which chits are drawn, in order")
    parser.add_argument("--why", action="append", default=[], metavar="ORDER", help="why an order is not allowed")
    parser.add_argument("--odds", action="append", default=[], metavar="ORDER", help="what an order would do, with exact odds")
    parser.add_argument("--all", action="store_true", help="list every legal order, however many")
    add_data(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    position = read_position(sys.stdin.read(), "standard input", args.data) if args.position == "-" else load_position(Path(args.position), args.data)
    orders = [order for group in args.do for order in group]
    told: list[str] = []
    answer: dict[str, Any] = {"game": position.game.key}
    if orders or args.dice:
        _play(position, orders, args.dice, answer, told)
        if not args.why and not args.odds:
            told += ["", "The position now:", "", position.text()]
    for order in args.why:
        refusal = position.why(order)
        answer.setdefault("why", []).append({"order": order, **refusal_json(refusal)})
        told += ["", f"{order}:", *(["Allowed."] if refusal is None else refusal_lines(refusal))]
    for order in args.odds:
        _odds(position, order, answer, told)
    if not args.why and not args.odds:
        _moment(position, answer, told, args.all)
    if args.json:
        print_json(answer)
    else:
        print("\n".join(told).strip("\n"))
    return 0


def _play(position: Position, orders: list[str], dice: list[str], answer: dict[str, Any], told: list[str]) -> None:
    events = position.do(orders, dice)
    codec = position.game.names.codec
    answer["events"] = [codec.encode(event) for event in events]
    answer["sentences"] = event_lines(position.game, events)
    answer["position"] = position.document()
    told += answer["sentences"]
    if position.dice_left:
        told.append(f"Dice not used: {', '.join(position.dice_left)}")
        answer["dice_left"] = position.dice_left


def _odds(position: Position, order: str, answer: dict[str, Any], told: list[str]) -> None:
    preview = position.odds(order)
    if preview is None:
        raise CliError(f"{order}: there is nothing to foretell about this order")
    answer.setdefault("odds", []).append({"order": order, **(preview_json(preview) or {})})
    told += ["", *preview_lines(preview)]


def _moment(position: Position, answer: dict[str, Any], told: list[str], everything: bool) -> None:
    """Who decides, and what may be done."""
    game, s = position.game, position.state
    decision = position.decision
    if decision is None:
        result = game.result(s)
        answer |= {"decision": None, "result": result._asdict() if result else None, "legal": []}
        told.append(f"The game is over. {result.text if result else ''}".rstrip())
        return
    who = side_name(game, decision.who)
    answer["decision"] = {"who": who, "kind": decision.kind, "rule": decision.rule, "prompt": decision.text}
    told.append(f"{decision.text} [{decision.rule}]")
    if position.waits_for_dice:
        outcomes = [(game.spell(outcome), weight) for outcome, weight in game.outcomes(s)]
        total = sum(weight for _, weight in outcomes)
        answer["outcomes"] = [{"a": list(action), "chance": [weight, total]} for action, weight in outcomes]
        names = ", ".join(action[-1] for action, _ in outcomes)
        count = game.dice(s)
        answer |= {"dice": count} if count else {}
        told.append(
            "Chance decides; no dice are left. Give them with --dice: "
            + (f"{count} dice one after the other (4,1,6 ...), or what they come to: " if count else "")
            + names
        )
        return
    found = list(game.legal(s))
    answer["legal"] = [list(game.spell(action)) for action in found]
    for action in found if everything else found[:SHOWN]:
        note = game.note(s, action)
        told.append(f"  {' '.join(game.spell(action)):<28} {game.label(s, action)}{f' ({note})' if note else ''}")
    if len(found) > SHOWN and not everything:
        told.append(f"  ... {len(found) - SHOWN} more: --all lists them")
