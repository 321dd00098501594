"""A PostgreSQL of the tests' own: in a folder and on a port of its own, run by a user who is not root."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

import psycopg

from tests.loops import PATIENCE
from tools.find_postgres import find

USERS = ("postgres", "nobody")
"""Whom the server is run as where the tests are run by root: PostgreSQL refuses to be."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def other_user() -> pwd.struct_passwd | None:
    if os.geteuid() != 0:
        return None
    there = {entry.pw_name: entry for entry in pwd.getpwall()}
    return next(there[name] for name in USERS if name in there)


class Postgres:
    """Started at once; every test takes a database of its own from it."""

    def __init__(self) -> None:
        programs = find()
        assert programs is not None, "no PostgreSQL: run tools/find_postgres.py --install"
        self.programs = programs
        # Not below pytest's folders: those are root's alone.
        self.folder = Path(tempfile.mkdtemp(prefix="amba-postgres-"))
        self.user = other_user()
        if self.user is not None:
            os.chown(self.folder, self.user.pw_uid, self.user.pw_gid)
        self.port = free_port()
        self.count = 0
        self.call("initdb", "--pgdata=data", "--auth=trust", "--username=amba", "--no-sync", "--encoding=UTF8", "--locale=C")
        self.process = self.start()

    def call(self, program: str, *arguments: str) -> None:
        subprocess.run([self.programs / program, *arguments], cwd=self.folder, user=self.uid, group=self.gid, check=True, stdout=subprocess.DEVNULL)

    @property
    def uid(self) -> int | None:
        return None if self.user is None else self.user.pw_uid

    @property
    def gid(self) -> int | None:
        return None if self.user is None else self.user.pw_gid

    def start(self) -> subprocess.Popen[bytes]:
        settings = [f"port={self.port}", "listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=40", "shared_buffers=16MB"]
        process = subprocess.Popen(
            [self.programs / "postgres", "-D", "data", *(part for setting in settings for part in ("-c", setting))],
            cwd=self.folder, user=self.uid, group=self.gid, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                psycopg.connect(self.url("postgres")).close()
            except psycopg.OperationalError:
                time.sleep(0.05)
            else:
                return process
        raise TimeoutError("PostgreSQL did not start")

    def url(self, database: str) -> str:
        return f"postgresql://amba@127.0.0.1:{self.port}/{database}"

    def database(self) -> str:
        """The URL of a new, empty database."""
        self.count += 1
        name = f"amba{self.count}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as db:
            db.execute(f"CREATE DATABASE {name}".encode())
        return self.url(name)

    def restart(self) -> None:
        """As after a power cut."""
        self.process.kill()
        self.process.wait(PATIENCE)
        (self.folder / "data" / "postmaster.pid").unlink(missing_ok=True)
        self.process = self.start()

    def close(self) -> None:
        # SIGQUIT: at once, without waiting for those who are connected.
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait(PATIENCE)
        shutil.rmtree(self.folder, ignore_errors=True)
