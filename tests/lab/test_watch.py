"""Any game of a run can be watched: told, as a log, at the table."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

from amba.cli.lab_watch import brought
from amba.core.log import Log
from amba.lab.store import Run
from tests.cli.conftest import Run as Command
from tests.cli.conftest import run as command

__all__ = ["command"]


def test_a_game_is_told(command: Command, plain: Run) -> None:
    ran = command("lab", "watch", plain.folder, 3)
    assert ran.code == 0, ran.err
    record = plain.records()[3]
    assert "The game is over with" in ran.out
    assert ran.out.count("\n") > record.decisions


def test_a_game_becomes_a_log_that_verifies(command: Command, plain: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.amba"
    assert command("lab", "watch", plain.folder, 2, "--log", path).code == 0
    log = Log.parse(path.read_text(encoding="utf-8"))
    assert log.ending is not None
    assert log.ending["winner"] == plain.records()[2].winner
    assert command("verify", path).code == 0


def test_a_game_that_is_not_there_is_named(command: Command, plain: Run) -> None:
    ran = command("lab", "watch", plain.folder, 99)
    assert ran.code == 2
    assert "has no game 99; it has 0 to 11" in ran.message


def test_the_table_is_asked_until_it_answers() -> None:
    """The log goes to the table's import, and the page opened is the watcher's."""
    bodies: list[bytes] = []

    class Table(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            bodies.append(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(200)
            self.end_headers()
            self.wfile.write(json.dumps({"watch": "w-token", "links": {}}).encode())

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Table)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        address = f"http://127.0.0.1:{server.server_port}"
        assert brought(address, "a log") == f"{address}/table.html#w-token"
        assert bodies == [b"a log"]
    finally:
        server.shutdown()
        server.server_close()
