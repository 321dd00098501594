"""Backup and restore as docs/host.md has them, with a game under way."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from amba.server.postgres import PostgresStorage
from amba.server.storage import SeatRow, TableRow
from tests.server.postgres import Postgres

HOST = (Path(__file__).parents[2] / "docs" / "host.md").read_text(encoding="utf-8")


def test_a_copy_made_under_play_plays_on(start: Callable[..., Any], kit: Any, tmp_path: Path) -> None:
    command = re.search(r"python3 -c '(.*)' ", HOST)
    assert command is not None
    first = start()
    table = first.table({"allied": "me", "italian": "me"})
    player = first.sit(table["mine"][0])
    kit.play_on([player], 15)
    copy, then = tmp_path / "backup.sqlite", player.n
    subprocess.run([sys.executable, "-c", command[1], first.path, copy], check=True)
    kit.play_on([player], 10)
    assert player.n > then
    first.close()
    for left in ("-wal", "-shm"):
        Path(f"{first.path}{left}").unlink(missing_ok=True)
    shutil.copy(copy, first.path)
    again = start().sit(table["mine"][0])
    assert again.n == then
    kit.play_on([again], 5)
    assert again.n > then


def test_a_dump_of_postgresql_comes_back(tmp_path: Path) -> None:
    server = Postgres()
    try:
        old, new = server.database(), server.database()
        store = PostgresStorage(old, "here")
        store.create(TableRow("t1", "{}", b"key", "{}", "now"), ["a", "b"], [SeatRow("tok", "t1", "allied", 1)])
        dump = tmp_path / "amba.dump"
        subprocess.run([server.programs / "pg_dump", "--format=custom", f"--file={dump}", old], check=True, env=os.environ)
        subprocess.run([server.programs / "pg_restore", f"--dbname={new}", dump], check=True, env=os.environ)
        store.close()
        back = PostgresStorage(new, "there")
        assert back.claim("t1") == ""
        back.append("t1", 2, ["c"], None)
        assert (back.lines("t1"), back.seat("tok")) == (["a", "b", "c"], SeatRow("tok", "t1", "allied", 1))
        back.close()
    finally:
        server.close()
