"""The figures of a run, and its words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from amba.core.game import Game
from amba.lab.bid import FEW, Bid, even_bid, unit_of
from amba.lab.record import Record
from amba.lab.stats import Estimate, mean, quantile, wilson
from amba.lab.store import Run


def side_titles(game: Game, scenario: str) -> dict[str, str]:
    return {side["key"]: side["title"] for side in game.board(scenario)["sides"]}


def figures(estimate: Estimate | None, digits: int = 3) -> dict[str, float] | None:
    return None if estimate is None else {name: round(value, digits) for name, value in estimate._asdict().items()}


def summary(run: Run, game: Game) -> dict[str, Any]:
    """What a program or a table wants to know of a run."""
    records, header = run.records(), run.header
    count = len(records)
    wins = Counter(record.winner for record in records)
    levels = Counter((record.winner, record.level) for record in records)
    bid = even_bid(records, game, header["scenario"], header["options"])
    return {
        "game": header["game"], "title": game.title, "scenario": header["scenario"], "bots": header["bots"], "seed": header["seed"], "games": count,
        "options": header["options"], "changes": header["changes"], "data": header["data"],
        "sides": [
            {"key": side, "title": title, "bot": bot, "wins": wins[side], "share": figures(wilson(wins[side], count))}
            for (side, title), bot in zip(side_titles(game, header["scenario"]).items(), header["bots"], strict=True)
        ],
        "draws": {"games": wins[""], "share": figures(wilson(wins[""], count))},
        "levels": [
            {"winner": winner, "level": level, "games": number, "share": figures(wilson(number, count))}
            for (winner, level), number in sorted(levels.items(), key=lambda found: -found[1])
        ],
        "scorer": None if game.abilities.score is None else game.sides[game.abilities.score.side],
        "unit": list(unit_of(game, header["scenario"])),
        "score": spread([record.score for record in records], 2),
        "decisions": spread([record.decisions for record in records], 1),
        "turns": spread([record.turns for record in records], 2),
        "bid": bid_data(bid),
    }  # fmt: skip


def spread(values: Sequence[float], digits: int) -> dict[str, Any]:
    """The mean with its interval, and the middle half."""
    if not values:
        return {"mean": None, "quartiles": None}
    quartiles = [round(quantile(values, share), digits) for share in (0.25, 0.5, 0.75)]
    # A single game has no interval: nothing is claimed about it.
    found = mean(values)
    return {"mean": figures(found, digits) if len(values) > 1 else {"value": round(found.value, digits)}, "quartiles": quartiles}


def percent(share: Mapping[str, float]) -> str:
    return f"{100 * share['value']:.0f}% ({100 * share['low']:.0f}-{100 * share['high']:.0f})"


def number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def between(found: Mapping[str, float]) -> str:
    return f"{number(found['value'])} ({number(found['low'])} to {number(found['high'])})" if "low" in found else number(found["value"])


def summary_lines(found: Mapping[str, Any]) -> list[str]:
    """A run in a few lines."""
    lines = [f"{found['title']}, {found['scenario']}: {games_of(found['games'])}, seed {found['seed']}"]
    if found["changes"]:
        lines.append(f"  what if: {', '.join(found['changes'])}")
    if not found["games"]:
        return [*lines, "  no game is finished yet"]
    for side in found["sides"]:
        lines.append(f"  {side['title']:<16} {side['bot']:<9} wins {percent(side['share'])}")
    if found["draws"]["games"]:
        lines.append(f"  {'draws':<26} {percent(found['draws']['share'])}")
    if found["scorer"] is not None:
        lines.append(f"  {found['unit'][1]} {between(found['score']['mean'])}; {found['decisions']['quartiles'][1]:g} decisions in a typical game")
        lines.append(f"  {bid_words(found['bid'], {side['key']: side['title'] for side in found['sides']})}")
    return lines


def games_of(count: int) -> str:
    return f"{count} game" if count == 1 else f"{count} games"


def named(title: str) -> str:
    """A side within a sentence: peoples and armies take an article, countries do not."""
    return f"the {title}" if title.endswith(("s", "wealth", "French", "British")) else title


def points_of(value: float, unit: Sequence[str]) -> str:
    return f"{number(value)} {unit[0] if number(value) == '1' else unit[1]}"


def bid_words(bid: Mapping[str, Any] | None, titles: Mapping[str, str]) -> str:
    if bid is None:
        return "This game has no victory points to bid with."
    title = named(titles.get(bid["side"], bid["side"]))
    if bid["games"] < FEW:
        return f"Too few games to name a bid: {bid['games']}; play at least {FEW}, better 100."
    if bid["points"] is None:
        return "No bid can be named: too many of the games, or of so few, ended by something other than points."
    value, low, high = (bid["points"][name] for name in ("value", "low", "high"))
    if low <= 0 <= high:
        return f"No bid is shown to be needed: an even game is within what chance allows (bid for {title}: {number(value)}, from {number(low)} to {number(high)})."
    if value > 0:
        return f"A bid of {points_of(value, bid['unit'])} for {title} would make the sides even ({number(low)} to {number(high)})."
    return f"A bid of {points_of(-value, bid['unit'])} against {title} would make the sides even ({number(-high)} to {number(-low)})."


def bid_data(bid: Bid | None) -> dict[str, Any] | None:
    return None if bid is None else {"side": bid.side, "points": figures(bid.points, 2), "games": bid.games, "unit": list(bid.unit)}


def bid_cell(bid: Mapping[str, Any] | None) -> str:
    if bid is None:
        return "no points"
    if bid["games"] < FEW:
        return "too few games"
    return "no bid helps" if bid["points"] is None else f"{between(bid['points'])} for {bid['side']}"


def credit(record: Record, side: str) -> float:
    """What a game was worth to a side: a draw is half a win."""
    return 0.5 if not record.winner else float(record.winner == side)


def markdown(runs: Sequence[Mapping[str, Any]]) -> list[str]:
    """Runs of one game as a table: who won how often, the points and the bid, with intervals of 95 in 100."""
    sides = runs[0]["sides"]
    units = {found["unit"][1] for found in runs}
    counted = units.pop() if len(units) == 1 else "points"
    head = ["scenario", "bots", "games", *(f"{side['title']} win" for side in sides), "draws", counted, "turns", "even bid"]
    lines = [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}"]
    for found in runs:
        name = found["scenario"] + (f" ({', '.join(found['changes'])})" if found["changes"] else "")
        bots = " / ".join(dict.fromkeys(found["bots"])) if len(set(found["bots"])) == 1 else " against ".join(found["bots"])
        cells = [
            name, bots, str(found["games"]), *(percent(side["share"]) for side in found["sides"]), percent(found["draws"]["share"]),
            between(found["score"]["mean"]) if found["score"]["mean"] else "",
            number(found["turns"]["quartiles"][1]) if found["turns"]["quartiles"] else "",
            bid_cell(found["bid"]),
        ]  # fmt: skip
        lines.append(f"| {' | '.join(cells)} |")
    return lines
