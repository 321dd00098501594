"""docs/host.md, tried: its nginx and Caddy in front of a server, its service file, word for word, where these programs are installed."""

from __future__ import annotations

import json
import re
import secrets
import shutil
import socket
import sqlite3
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect
from websockets.typing import Subprotocol

from tests.loops import PATIENCE
from tests.server.postgres import free_port

GUIDE = (Path(__file__).parents[2] / "docs" / "host.md").read_text(encoding="utf-8")
HOT = {"allied": "me", "italian": "me"}


def block(kind: str, having: str = "") -> str:
    """The first example of this kind in the guide."""
    return next(str(found) for found in re.findall(rf"```{kind}\n(.*?)```", GUIDE, re.DOTALL) if having in found)


def needs(program: str) -> str:
    """A program of the host, not of Amba: where a machine has none, what the guide says about it is not tried there."""
    path = shutil.which(program) or shutil.which(program, path="/usr/sbin:/sbin")
    if path is None:
        pytest.skip(f"{program} is not installed here")
    return path


def wait_for(port: int) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise TimeoutError(f"nobody listens at {port}")


@pytest.fixture(scope="module")
def amba(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """`amba serve` as the service file starts it."""
    port = free_port()
    database = tmp_path_factory.mktemp("amba") / "tables.sqlite"
    words = ["serve", "--host", "127.0.0.1", "--port", str(port), "--db", str(database), "--url", "https://club.example"]
    process = subprocess.Popen([sys.executable, "-m", "amba.cli.main", *words], stdout=subprocess.DEVNULL)
    wait_for(port)
    yield port
    process.terminate()
    process.wait(PATIENCE)


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    path = tmp_path / "both.pem"
    command = [
        needs("openssl"),
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-days",
        "2",
        "-subj",
        "/CN=club.example",
        "-keyout",
        str(path),
        "-out",
        str(tmp_path / "c.pem"),
    ]
    subprocess.run(command, check=True, capture_output=True)
    path.write_text(path.read_text() + (tmp_path / "c.pem").read_text())
    return path


def play_through(port: int) -> list[str]:
    """A table opened and played over https and a secure socket; returns the secrets that were sent on the way."""
    address = f"https://127.0.0.1:{port}"
    host = {"host": "club.example"}
    with httpx.Client(base_url=address, verify=False, headers=host, trust_env=False, timeout=PATIENCE) as client:
        assert "<title>" in client.get("/").text
        table = client.post("/api/tables", json={"game": "cheren", "scenario": "agordat", "seats": HOT, "mix": False}).json()
        token = table["mine"][0]
        bearer = {"authorization": f"Bearer {token}"}
        assert client.get("/api/table/now", headers=bearer).json()["game"] == "cheren"
        assert client.post("/api/tables", json={}, headers={"origin": "https://evil.example"}).status_code == 403
        assert client.get("/health", headers={"host": "evil.example"}).status_code in {403, 404, 421}
    trust = ssl.create_default_context()
    trust.check_hostname, trust.verify_mode = False, ssl.CERT_NONE
    with socket.create_connection(("127.0.0.1", port)) as plain, connect(
        "wss://club.example/ws", sock=plain, ssl=trust, subprotocols=[Subprotocol("amba"), Subprotocol(f"seat.{token}")], proxy=None, max_size=None
    ) as line:  # fmt: skip
        welcome = json.loads(line.recv(timeout=PATIENCE))
        action = welcome["menu"]["actions"][0]["a"]
        line.send(json.dumps({"t": "act", "id": 1, "n": welcome["view"]["n"], "a": action}))
        while (answer := json.loads(line.recv(timeout=PATIENCE))).get("id") != 1:
            pass
        assert answer["t"] == "ok", answer
    return [token, table["watch"], table["host"]]


def test_the_nginx_of_the_guide(amba: int, certificate: Path, tmp_path: Path) -> None:
    """With what certbot adds to it: the certificate and the port of https."""
    nginx, port = needs("nginx"), free_port()
    site = block("nginx", "proxy_pass").replace("listen 80;", f"listen {port} ssl; ssl_certificate {certificate}; ssl_certificate_key {certificate};")
    site = site.replace("127.0.0.1:8080", f"127.0.0.1:{amba}")
    folder = tmp_path / "nginx"
    folder.mkdir()
    temporary = "".join(f"{kind}_temp_path {folder};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    whole = (
        f"pid {folder}/pid; error_log {folder}/error.log; daemon off;\nevents {{}}\nhttp {{\naccess_log {folder}/access.log;\n{temporary}{site}\n}}\n"
    )
    (folder / "nginx.conf").write_text(whole)
    user = "user root;\n" if Path("/root").exists() and subprocess.run(["id", "-u"], capture_output=True, check=True).stdout.strip() == b"0" else ""
    (folder / "nginx.conf").write_text(user + whole)
    process = subprocess.Popen([nginx, "-c", str(folder / "nginx.conf"), "-p", str(folder), "-e", str(folder / "error.log")])
    try:
        wait_for(port)
        sent = play_through(port)
    finally:
        process.terminate()
        process.wait(PATIENCE)
    logged = (folder / "access.log").read_text() + (folder / "error.log").read_text()
    assert "/api/table/now" in logged
    assert not [token for token in sent if token in logged], "no token stands in a proxy's log"


def test_the_caddy_of_the_guide(amba: int, certificate: Path, tmp_path: Path) -> None:
    caddy, port = needs("caddy"), free_port()
    found = re.search(r"`(club\.example \{ reverse_proxy .*? \})`", GUIDE)
    assert found is not None
    site = (
        found[1]
        .replace("club.example {", f"https://club.example:{port} {{\ntls {certificate} {certificate}\n")
        .replace(" }", "\n}")
        .replace("127.0.0.1:8080", f"127.0.0.1:{amba}")
    )
    settings = f"{{\nadmin off\nauto_https disable_redirects\nstorage file_system {tmp_path}\n}}\n"
    (tmp_path / "Caddyfile").write_text(settings + site + "\n")
    process = subprocess.Popen([caddy, "run", "--config", str(tmp_path / "Caddyfile"), "--adapter", "caddyfile"], stderr=subprocess.DEVNULL)
    try:
        wait_for(port)
        play_through_with_name(port)
    finally:
        process.terminate()
        process.wait(PATIENCE)


def play_through_with_name(port: int) -> None:
    """Caddy wants the name already in the greeting of TLS."""
    trust = ssl.create_default_context()
    trust.check_hostname, trust.verify_mode = False, ssl.CERT_NONE
    with socket.create_connection(("127.0.0.1", port)) as plain, trust.wrap_socket(plain, server_hostname="club.example") as line:
        line.sendall(f"GET /api/lobby HTTP/1.1\r\nHost: club.example:{port}\r\nConnection: close\r\n\r\n".encode())
        answer = b"".join(iter(lambda: line.recv(65536), b""))
    assert b" 200 " in answer.split(b"\r\n", 1)[0], answer[:300]


def test_the_service_file_of_the_guide(tmp_path: Path) -> None:
    """As systemd reads it; its program and its user stand in for those of the guide."""
    unit = block("ini", "[Service]")
    program = tmp_path / "amba"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    (tmp_path / "amba.service").write_text(unit.replace("/var/lib/amba/venv/bin/amba", str(program)).replace("User=amba", "User=root"))
    found = subprocess.run([needs("systemd-analyze"), "verify", str(tmp_path / "amba.service")], capture_output=True, text=True, check=False)
    complaints = [line for line in found.stderr.splitlines() if "amba" in line]
    assert not complaints, complaints
    assert found.returncode == 0, found.stderr


def test_the_backup_of_the_guide(tmp_path: Path) -> None:
    """Word for word, beside a file that is in use."""
    command = next(line for line in block("sh", ".backup(").splitlines() if ".backup(" in line).removeprefix("sudo -u amba ")
    code = re.search(r"-c '(.*?)'", command)
    assert code is not None
    db: Any = sqlite3.connect(tmp_path / "a.sqlite")
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("CREATE TABLE t (x TEXT)")
    word = secrets.token_hex(4)
    db.execute("INSERT INTO t VALUES (?)", (word,))
    db.commit()
    subprocess.run([sys.executable, "-c", code[1], str(tmp_path / "a.sqlite"), str(tmp_path / "b.sqlite")], check=True)
    with closing(sqlite3.connect(tmp_path / "b.sqlite")) as copy:
        assert copy.execute("SELECT x FROM t").fetchone() == (word,)
    db.close()
