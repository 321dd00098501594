"""A run on the disk: a header and five tables as CSV, to which games are added in order.

The row in `games.csv` is written last: a game without it does not count and is played again. Nothing in the files depends on when, where or
on how many processes the games were played.
"""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from amba.lab.record import FightRecord, Loss, Record

FORMAT = "amba-run-1"
TABLES = {
    "points": ("game", "turn", "points"),
    "losses": ("game", *Loss._fields),
    "fights": ("game", *FightRecord._fields),
    "rules": ("game", "rule", "entries"),
    "games": ("game", "seed", "winner", "level", "score", "decisions", "rolls", "turns"),
}
"""Every table with its columns; `games` is written last."""


class RunError(Exception):
    """A run that cannot be read or gone on with."""


class Spec(NamedTuple):
    """Everything that decides how the games go."""

    game: str
    scenario: str
    options: dict[str, str]
    bots: tuple[str, ...]
    seed: str
    changes: tuple[str, ...]
    data: str
    """A folder with somebody's own data files, or nothing."""

    def header(self, version: str, data_hash: str, code: str) -> dict[str, Any]:
        """`version` is the rules', `data` the data files', `code` that of the programs that play: another would play other games."""
        found = self._asdict() | {"bots": list(self.bots), "changes": list(self.changes)}
        folder = found.pop("data")
        return {"format": FORMAT, **found, "version": version, "data_folder": folder, "data": data_hash, "code": code}


def spec_of(header: Mapping[str, Any]) -> Spec:
    return Spec(
        header["game"], header["scenario"], header["options"], tuple(header["bots"]), header["seed"], tuple(header["changes"]), header["data_folder"]
    )


def cell(value: object) -> str:
    """A number without a needless point."""
    return f"{value:g}" if isinstance(value, float) else str(value)


def rows(record: Record) -> dict[str, list[list[str]]]:
    """One game as rows of every table."""
    game = str(record.game)
    return {
        "points": [[game, str(turn), cell(points)] for turn, points in record.points],
        "losses": [[game, *map(str, loss)] for loss in record.losses],
        "fights": [[game, *map(str, fight)] for fight in record.fights],
        "rules": [[game, rule, str(count)] for rule, count in record.rules.items()],
        "games": [[game, *(cell(getattr(record, name)) for name in TABLES["games"][1:])]],
    }


class Run:
    """A folder with a run in it."""

    def __init__(self, folder: Path, header: dict[str, Any]) -> None:
        self.folder = folder
        self.header = header

    @classmethod
    def open(cls, folder: Path) -> Run:
        path = folder / "run.json"
        try:
            header = json.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise RunError(f"{folder}: there is no run here ('amba lab run --out {folder}' makes one)") from None
        except (json.JSONDecodeError, UnicodeDecodeError) as error:
            raise RunError(f"{path}: not readable: {error}") from None
        if not isinstance(header, dict) or header.get("format") != FORMAT:
            raise RunError(f"{path}: expected format {FORMAT!r}")
        return cls(folder, header)

    @classmethod
    def start(cls, folder: Path, header: dict[str, Any]) -> Run:
        """A new run, or the same one gone on with; another run in this folder is left alone."""
        if (folder / "run.json").exists():
            run = cls.open(folder)
            differing = [name for name in {**run.header, **header} if run.header.get(name) != header.get(name)]
            if differing:
                name = differing[0]
                raise RunError(f"{folder}: another run is here ({name} is {run.header.get(name)!r}, not {header.get(name)!r}); name another --out")
            return run
        folder.mkdir(parents=True, exist_ok=True)
        heads = {folder / f"{name}.csv": ",".join(columns) + "\n" for name, columns in TABLES.items()}
        for path, head in heads.items():
            # A run that was killed before it had begun leaves heads alone; anything more is somebody else's.
            if path.exists() and path.read_bytes() not in {b"", head.encode()}:
                raise RunError(f"{path}: this file is of no run and would be overwritten; name another --out")
        for path, head in heads.items():
            path.write_text(head, encoding="utf-8")
        near = folder / ".run.json.part"
        near.write_text(json.dumps(header, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        near.replace(folder / "run.json")
        return cls(folder, header)

    @contextmanager
    def held(self) -> Iterator[None]:
        """While games are added: nobody else may add to the same run. (Where the system has no such locks, nothing is checked.)"""
        try:
            import fcntl
        except ImportError:
            yield
            return
        with (self.folder / "run.json").open("rb") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise RunError(f"{self.folder}: another process is adding games to this run") from None
            self.mend()
            yield

    def mend(self) -> None:
        """Cut off what a run that was killed left half-written: a last line without its end, rows of a game that does not count."""
        count = 0
        for name in reversed(TABLES):
            path = self.folder / f"{name}.csv"
            text = path.read_text(encoding="utf-8")
            lines = text.splitlines(keepends=True)
            if lines and not lines[-1].endswith("\n"):
                lines.pop()
            if name == "games":
                count = len(lines) - 1
            else:
                lines = [line for line in lines[:1] if line] + [line for line in lines[1:] if int(line.partition(",")[0]) < count]
            kept = "".join(lines)
            if kept != text:
                near = path.with_name(f".{path.name}.part")
                near.write_text(kept, encoding="utf-8")
                near.replace(path)

    def count(self) -> int:
        return sum(1 for _ in self.table("games"))

    def append(self, record: Record) -> None:
        """Add the next game."""
        for name, found in rows(record).items():
            with (self.folder / f"{name}.csv").open("a", encoding="utf-8", newline="") as file:
                csv.writer(file, lineterminator="\n").writerows(found)
                if name == "games":
                    file.flush()
                    os.fsync(file.fileno())

    def table(self, name: str) -> Iterator[dict[str, str]]:
        path = self.folder / f"{name}.csv"
        try:
            with path.open(encoding="utf-8", newline="") as file:
                reader = csv.DictReader(file)
                if tuple(reader.fieldnames or ()) != TABLES[name]:
                    raise RunError(f"{path}, line 1: expected the columns {', '.join(TABLES[name])}")
                yield from reader
        except FileNotFoundError:
            raise RunError(f"{path}: this file is missing") from None

    def records(self) -> list[Record]:
        """Every game, read back."""
        games = list(self.table("games"))
        parts: dict[str, dict[str, list[dict[str, str]]]] = {}
        for name in ("points", "losses", "fights", "rules"):
            parts[name] = {}
            for row in self.table(name):
                parts[name].setdefault(row["game"], []).append(row)
        try:
            return [_record(row, {name: found.get(row["game"], []) for name, found in parts.items()}) for row in games]
        except (ValueError, KeyError) as error:
            raise RunError(f"{self.folder}: a table does not read: {error}") from None

    def __str__(self) -> str:
        return str(self.folder)


def _record(row: Mapping[str, str], parts: Mapping[str, Iterable[Mapping[str, str]]]) -> Record:
    return Record(
        int(row["game"]), row["seed"], row["winner"], row["level"], float(row["score"]), int(row["decisions"]), int(row["rolls"]), int(row["turns"]),
        [(int(one["turn"]), float(one["points"])) for one in parts["points"]],
        [Loss(int(one["turn"]), one["place"], one["unit"], one["side"], one["what"], one["rule"]) for one in parts["losses"]],
        [FightRecord(int(one["turn"]), one["place"], one["kind"], one["rule"]) for one in parts["fights"]],
        {one["rule"]: int(one["entries"]) for one in parts["rules"]},
    )  # fmt: skip


def write_parquet(run: Run) -> list[Path]:
    """Every table once more, as Parquet. Needs the extra `parquet`."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    numbers = {"game": pa.int32(), "turn": pa.int16(), "entries": pa.int32(), "decisions": pa.int32(), "rolls": pa.int32(), "turns": pa.int16(),
               "points": pa.float64(), "score": pa.float64()}  # fmt: skip
    written = []
    for name, columns in TABLES.items():
        found = list(run.table(name))
        arrays = [pa.array([row[column] for row in found], pa.string()).cast(numbers.get(column, pa.string())) for column in columns]
        path = run.folder / f"{name}.parquet"
        pq.write_table(pa.table(arrays, names=list(columns)), path)
        written.append(path)
    return written
