"""Games as records for learning and study: what each side saw, what it might have done, what it did, and what came of it.

A game is a line of kind `game`, then a line for every decision of a side and every roll, then a line of kind `result` (docs/lab.md).
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import IO, Any, cast

from amba.core.decision import CHANCE
from amba.core.session import Session
from amba.core.view import result_view

WHAT = ("all", "deciding", "none")
"""Whose observations: every side's, only the deciding side's, nobody's."""

Row = dict[str, Any]


def game_records(session: Session, number: int, observations: str = "all") -> Iterator[Row]:
    """One game, from the first decision to the result."""
    game, header, score = session.game, session.log.header, session.game.abilities.score
    result = result_view(session.result, game.sides)
    yield {
        "kind": "game", "game": number, "title": game.title, "key": game.key, "scenario": header.scenario, "options": header.options,
        "version": header.version, "data": header.data, "id": header.id, "sides": list(game.sides), "entries": len(session.done),
    }  # fmt: skip
    s = session.start.copy()
    for done in session.done:
        if done.by == CHANCE:
            yield {"kind": "chance", "game": number, "n": done.n, "action": list(done.words)}
        else:
            decision = game.decision(s)
            assert decision is not None
            watching = {"all": range(len(game.sides)), "deciding": [done.by], "none": []}[observations]
            yield {
                "kind": "decision", "game": number, "n": done.n, "by": game.sides[done.by], "asked": decision.kind, "rule": decision.rule,
                "legal": [list(game.spell(action)) for action in game.legal(s)], "action": list(done.words),
                "points": None if score is None else score.points(s),
                "observations": {game.sides[side]: game.view(s, side) for side in watching},
            }  # fmt: skip
        for event in done.events:
            event.fold(s)
    yield {"kind": "result", "game": number, "result": result}


def write_jsonl(path: Path, rows: Iterable[Row]) -> int:
    """JSON lines, compressed where the name ends in .gz; written aside and moved into place."""
    near = path.with_name(f".{path.name}.part")
    opener: Callable[..., IO[str]] = cast("Callable[..., IO[str]]", gzip.open) if path.suffix == ".gz" else open
    count = 0
    try:
        with opener(near, "wt", encoding="utf-8") as file:
            for row in rows:
                file.write(json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n")
                count += 1
        near.replace(path)
    finally:
        near.unlink(missing_ok=True)
    return count


def write_parquet(path: Path, rows: Iterable[Row]) -> int:
    """One row for each decision of a side, with winner, level and score of the game beside it; observations are JSON. Needs the extra `parquet`."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    words = pa.list_(pa.string())
    schema = pa.schema(
        [
            ("game", pa.int32()), ("id", pa.string()), ("scenario", pa.string()), ("n", pa.int32()), ("by", pa.string()), ("asked", pa.string()),
            ("rule", pa.string()), ("action", words), ("legal", pa.list_(words)), ("observations", pa.string()), ("winner", pa.string()),
            ("level", pa.string()), ("score", pa.float64()), ("points", pa.float64()),
        ]
    )  # fmt: skip
    near = path.with_name(f".{path.name}.part")
    count = 0
    try:
        with pq.ParquetWriter(near, schema, compression="zstd") as writer:
            for batch in decisions_by_game(rows):
                writer.write_table(pa.Table.from_pylist(batch, schema))
                count += len(batch)
        near.replace(path)
    finally:
        near.unlink(missing_ok=True)
    return count


def decisions_by_game(rows: Iterable[Row]) -> Iterator[list[Row]]:
    """The decisions of each game, once its result is known."""
    head: Row = {}
    found: list[Row] = []
    for row in rows:
        if row["kind"] == "game":
            head, found = row, []
        elif row["kind"] == "decision":
            found.append({**row, "id": head["id"], "scenario": head["scenario"], "observations": json.dumps(row["observations"], ensure_ascii=False)})
        elif row["kind"] == "result":
            end = row["result"] or {}
            yield [{**one, "winner": end.get("winner"), "level": end.get("level"), "score": end.get("score")} for one in found]
