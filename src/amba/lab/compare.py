"""Do two runs differ? Wins and points, with intervals; over pairs of games on the same dice where the runs share their seeds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from amba.core.game import Game
from amba.lab.bid import FEW, Bid, even_bid
from amba.lab.record import Record
from amba.lab.run import game_of
from amba.lab.stats import Estimate, mean_difference, paired_difference, paired_share_difference, share_difference
from amba.lab.store import Run, RunError, spec_of
from amba.lab.summary import bid_data, bid_words, credit, figures, named, number, side_titles


class Comparison(NamedTuple):
    """What changed from the first run to the second."""

    side: str
    """Whose wins and points are counted."""
    games: tuple[int, int]
    pairs: int
    """Games of both runs on the same dice; 0 when they share none."""
    same: int
    """Pairs with the same winner, level, points and length."""
    wins: Estimate
    points: Estimate | None
    bids: tuple[Bid | None, Bid | None]
    differing: list[str]
    """In what the two runs were asked for differently."""

    @property
    def differs(self) -> bool:
        return min(self.games) >= FEW and (self.wins.is_away_from_zero or (self.points is not None and self.points.is_away_from_zero))


def compare(a: Run, b: Run) -> Comparison:
    if a.header["game"] != b.header["game"]:
        raise RunError(f"{a} is a run of {a.header['game']}, {b} of {b.header['game']}: there is nothing to compare")
    games = [game_of(spec_of(run.header)) for run in (a, b)]
    records = [run.records() for run in (a, b)]
    for run, found in zip((a, b), records, strict=True):
        if not found:
            raise RunError(f"{run}: no game is finished yet")
    first = games[0]
    side = first.sides[0 if first.abilities.score is None else first.abilities.score.side]
    pairs = paired(*records)
    bids = tuple(
        even_bid(found, game, run.header["scenario"], run.header["options"]) for found, game, run in zip(records, games, (a, b), strict=True)
    )
    return Comparison(
        side, (len(records[0]), len(records[1])), len(pairs), sum(alike(x, y) for x, y in pairs),
        win_difference(records, pairs, side), point_difference(first, records, pairs), (bids[0], bids[1]), differing(a, b),
    )  # fmt: skip


def paired(a: Sequence[Record], b: Sequence[Record]) -> list[tuple[Record, Record]]:
    """Games of the two runs on the same dice; only where that is all of the smaller run."""
    other = {record.seed: record for record in b}
    found = [(record, other[record.seed]) for record in a if record.seed in other]
    return found if len(found) == min(len(a), len(b)) else []


def alike(a: Record, b: Record) -> bool:
    return (a.winner, a.level, a.score, a.decisions, a.rolls) == (b.winner, b.level, b.score, b.decisions, b.rolls)


def win_difference(records: Sequence[Sequence[Record]], pairs: Sequence[tuple[Record, Record]], side: str) -> Estimate:
    if len(pairs) > 1:
        return paired_share_difference([credit(a, side) for a, _ in pairs], [credit(b, side) for _, b in pairs])
    wins = [sum(credit(record, side) for record in found) for found in records]
    return share_difference(wins[0], len(records[0]), wins[1], len(records[1]))


def point_difference(game: Game, records: Sequence[Sequence[Record]], pairs: Sequence[tuple[Record, Record]]) -> Estimate | None:
    if game.abilities.score is None:
        return None
    if len(pairs) > 1:
        return paired_difference([a.score for a, _ in pairs], [b.score for _, b in pairs])
    return mean_difference([record.score for record in records[0]], [record.score for record in records[1]])


def differing(a: Run, b: Run) -> list[str]:
    found: list[str] = []
    for name in ("scenario", "bots", "seed", "changes", "data_folder", "version", "code", "data"):
        x, y = a.header.get(name), b.header.get(name)
        if x != y and not (name == "data" and found):
            found.append(f"{name}: {told(x)} / {told(y)}")
    keys = sorted({*a.header["options"], *b.header["options"]})
    options = [(key, a.header["options"].get(key), b.header["options"].get(key)) for key in keys]
    return found + [f"option {key}: {x} / {y}" for key, x, y in options if x != y]


def told(value: Any) -> str:
    return (", ".join(map(str, value)) or "none") if isinstance(value, list) else str(value) or "none"


def verdict(found: Comparison, title: str) -> str:
    """In plain words."""
    few, who = min(found.games), named(title)
    if found.pairs and found.same == found.pairs:
        return f"No difference at all: the {found.pairs} games they share went the same way."
    if few < FEW:
        return f"Too few games to say: {few}; play at least {FEW}, better 100."
    parts = []
    if found.wins.is_away_from_zero:
        word = "more" if found.wins.value > 0 else "less"
        parts.append(f"{who} win {word} often in the second: {points_of_share(found.wins)} in 100 games")
    if found.points is not None and found.points.is_away_from_zero:
        word = "more" if found.points.value > 0 else "fewer"
        low, high = sorted((abs(found.points.low), abs(found.points.high)))
        parts.append(f"{who} score {number(abs(found.points.value))} {word} points in the second ({number(low)} to {number(high)})")
    if parts:
        return f"They differ: {'; and '.join(parts)}."
    hidden = max(abs(found.wins.low), abs(found.wins.high))
    return f"No difference shown. A difference of up to {100 * hidden:.0f} wins in 100 games could still hide in so few games."


def points_of_share(gap: Estimate) -> str:
    low, high = sorted((abs(gap.low), abs(gap.high)))
    return f"{100 * abs(gap.value):.0f} ({100 * low:.0f} to {100 * high:.0f})"


def comparison_data(found: Comparison, title: str) -> dict[str, Any]:
    return {
        "side": found.side, "games": list(found.games), "pairs": found.pairs, "same": found.same, "differs": found.differs,
        "wins": figures(found.wins), "points": figures(found.points), "bids": [bid_data(bid) for bid in found.bids],
        "differing": found.differing, "verdict": verdict(found, title),
    }  # fmt: skip


def title_of(run: Run, side: str) -> str:
    return side_titles(game_of(spec_of(run.header)), run.header["scenario"])[side]


def comparison_lines(found: Comparison, title: str) -> list[str]:
    lines = [verdict(found, title), ""]
    lines.append(f"  asked differently: {'; '.join(found.differing) or 'nothing'}")
    how = f"{found.pairs} pairs on the same dice, {found.same} of them alike" if found.pairs else "no shared seeds"
    lines.append(f"  games: {found.games[0]} and {found.games[1]} ({how})")
    lines.append(f"  wins of {named(title)}: {100 * found.wins.value:+.1f} in 100 ({100 * found.wins.low:+.1f} to {100 * found.wins.high:+.1f})")
    if found.points is not None:
        lines.append(f"  points: {found.points.value:+.2f} ({found.points.low:+.2f} to {found.points.high:+.2f})")
    for name, bid in zip(("first", "second"), found.bids, strict=True):
        lines.append(f"  {name} run: {bid_words(bid_data(bid), {found.side: title})}")
    return lines
