"""The shelf, the board, the client's files, and the headers on them."""

from __future__ import annotations

import json
import socket
from pathlib import Path
from typing import Any

import pytest

from amba.load import registry
from amba.server.guide import to_html
from amba.server.main import listen
from amba.server.schema import json_schema

ROOT = Path(__file__).parents[2]


def test_the_written_schema_is_up_to_date() -> None:
    written = json.loads((ROOT / "docs" / "wire.schema.json").read_text(encoding="utf-8"))
    assert written == json_schema(), "run tools/write_schema.py"


def test_every_message_is_in_the_contract() -> None:
    contract = (ROOT / "docs" / "wire.md").read_text(encoding="utf-8")
    for name, part in json_schema()["$defs"].items():
        tag = part["properties"].get("t", {}).get("enum", [name])[0]
        assert f"`{tag}" in contract or name in ("NewTable", "Fork", "SitDown", "Rematch"), f"{tag} is not in docs/wire.md"


def test_the_shelf_has_every_game(server: Any) -> None:
    shelf = server.client.get("/api/games").json()
    assert [game["key"] for game in shelf] == registry.keys()
    for game in shelf:
        assert {"key", "title", "year", "blurb", "picture", "scenarios", "options", "provenance", "guide"} <= set(game)
        for scenario in game["scenarios"]:
            assert {"key", "title", "blurb", "sides", "turns", "decisions", "source", "note"} <= set(scenario)
            assert all(set(side) >= {"key", "title"} for side in scenario["sides"])
        for option in game["options"]:
            assert option["default"] in [choice["key"] for choice in option["choices"]]


@pytest.mark.parametrize("key", registry.keys())
def test_what_the_table_asks_about_a_game(server: Any, key: str) -> None:
    game = server.client.get("/api/games").json()[registry.keys().index(key)]
    for scenario in game["scenarios"]:
        board = server.client.get(f"/api/games/{key}/board", params={"scenario": scenario["key"]}).json()
        assert {
            "game",
            "title",
            "grid",
            "hexes",
            "lines",
            "hexsides",
            "places",
            "areas",
            "labels",
            "boxes",
            "look",
            "pieces",
            "sides",
            "overlays",
            "source_notes",
        } <= set(board)
    assert server.client.get(f"/api/games/{key}/rules").json()["rules"][0]["gist"]
    assert isinstance(server.client.get(f"/api/games/{key}/charts").json(), list)
    assert server.client.get(f"/api/games/{key}/guide").json()["html"].startswith("<")


def test_unknown_things_are_not_found(server: Any) -> None:
    for path in (
        "/api/games/chess/board",
        "/api/games/chess/rules",
        "/api/games/cheren/board?scenario=x",
        "/api/games/cheren/secrets",
        "/nothing.html",
        "/../pyproject.toml",
    ):
        assert server.client.get(path).status_code == 404, path


def test_a_board_is_sent_once(server: Any) -> None:
    first = server.client.get("/api/games/cheren/board?scenario=campaign")
    assert first.headers["etag"]
    again = server.client.get("/api/games/cheren/board?scenario=campaign", headers={"if-none-match": first.headers["etag"]})
    assert again.status_code == 304
    assert again.content == b""


def test_pages_keep_to_themselves(server: Any) -> None:
    for path in ("/", "/table.html", "/api/games"):
        answer = server.client.get(path)
        assert answer.status_code == 200
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self'" in policy
        assert "script-src 'self' 'unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
    page = server.client.get("/table.html")
    assert server.client.get("/table.html", headers={"if-none-match": page.headers["etag"]}).status_code == 304
    assert server.client.get("/static/table.html").text == page.text
    short = server.client.get("/t/TOKEN")
    assert (short.status_code, short.headers["location"]) == (303, "/table.html#TOKEN")


def test_faces_that_many_counters_share_are_sent_once(server: Any) -> None:
    found = server.client.get("/api/games/hollow/board?scenario=cub-cub")
    whole = registry.open_game("hollow").board("cub-cub")["pieces"]
    sent = {piece["key"]: piece["faces"] for piece in found.json()["pieces"]}
    assert [sent[faces] if isinstance(faces := sent[piece["key"]], str) else faces for piece in whole] == [piece["faces"] for piece in whole]
    assert len(found.content) < 150_000


def test_health(server: Any) -> None:
    assert server.client.get("/health").json()["ok"] is True


def test_the_guides_html_is_our_own() -> None:
    text = "# A & B\n\nSome *old* **bold** `code <x>` <script>alert(1)</script> [rule](#r) [bad](javascript:x)\n\n- one\n  more\n- two\n\n1. first\n2. second\n\n| a | b |\n|---|---|\n| 1 | <2> |\n\n> quote"
    html = to_html(text)
    assert "<h1>A &amp; B</h1>" in html
    assert "<em>old</em> <strong>bold</strong> <code>code &lt;x&gt;</code> &lt;script&gt;" in html
    assert '<a href="#r" rel="noopener">rule</a> bad' in html
    assert "<ul><li>one more</li><li>two</li></ul>" in html
    assert "<ol><li>first</li><li>second</li></ol>" in html
    assert "<td>&lt;2&gt;</td>" in html
    assert "<blockquote>quote</blockquote>" in html
    assert "<script" not in html
    assert "javascript" not in html


def test_who_comes_before_the_server_is_up_waits() -> None:
    with listen("127.0.0.1", 0) as listener, socket.create_connection(listener.getsockname(), timeout=5) as early:
        assert early.getpeername() == listener.getsockname()


def test_a_guide_shows_no_marks_of_its_writer() -> None:
    html = to_html("<!-- balance -->\n\n* ***The battle*, and *Adua*.** Some fifteen.\n\n<!-- end\nof it -->")
    assert html == "<ul><li><strong><em>The battle</em>, and <em>Adua</em>.</strong> Some fifteen.</li></ul>"
