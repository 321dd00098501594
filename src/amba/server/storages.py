"""Which storage a place means: a file is SQLite, `postgresql://...` is PostgreSQL."""

from __future__ import annotations

import os
import sqlite3
from importlib import import_module
from pathlib import Path
from typing import Any, TypeGuard
from urllib.parse import urlsplit

from amba.server.storage import SqliteStorage, Storage, TooNew

SCHEMES = ("postgresql://", "postgres://")


class StorageTrouble(Exception):
    """Why the tables cannot be opened, in a sentence."""


class LockedStorage(SqliteStorage):
    """A file that one server has for itself: two would each believe what they have in memory."""

    def __init__(self, path: Path) -> None:
        self.lock = take(path)
        try:
            super().__init__(path)
        except BaseException:
            self.lock.close()
            raise

    def close(self) -> None:
        super().close()
        self.lock.close()


def take(path: Path) -> sqlite3.Connection:
    """The lock beside the file, of SQLite's own kind; the system takes it back when this process ends, however it ends."""
    # By whatever link it is called: the lock stands beside the file itself.
    real = Path(os.path.realpath(path))
    lock = sqlite3.connect(real.with_name(f"{real.name}.lock"), timeout=0, isolation_level=None, check_same_thread=False)
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        lock.close()
        if "locked" not in str(error):
            raise
        raise StorageTrouble(
            f"another server already has the tables in {path}. Stop that one, give this one a file of its own (--db FILE), or let several share a PostgreSQL database (--db postgresql://...)"
        ) from None
    return lock


def check_ours(path: Path) -> None:
    """Nothing is written into, or beside, a file that another program made."""
    if not path.exists() or not path.stat().st_size:
        return
    looked_at = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    try:
        names = {row[0] for row in looked_at.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    finally:
        looked_at.close()
    # One that was killed as it began has the first of them alone.
    if names and names != {"migrations"} and not {"migrations", "tables"} <= names:
        raise StorageTrouble(f"cannot keep tables in {path}: it is the database of another program")


def open_storage(place: Path | str, address: str = "") -> Storage:
    """Raises StorageTrouble with a sentence for whoever started the server."""
    if str(place).startswith(SCHEMES):
        return open_postgres(str(place), address)
    if "://" in str(place):
        raise StorageTrouble("what --db says is neither a file nor the URL of a PostgreSQL database: postgresql://USER:PASSWORD@HOST/NAME")
    path = Path(place)
    if path.exists() and not path.is_file():
        raise StorageTrouble(f"cannot keep tables in {path}: it is no file")
    if path.exists() and path.stat().st_nlink > 1:
        raise StorageTrouble(f"cannot keep tables in {path}: it has another name, too (a hard link), by which another server could have it")
    try:
        check_ours(path)
        return LockedStorage(path)
    except TooNew as error:
        raise StorageTrouble(str(error)) from None
    except (OSError, sqlite3.Error, ValueError) as error:
        raise StorageTrouble(f"cannot keep tables in {path}: {getattr(error, 'strerror', None) or error}") from None


def open_postgres(url: str, address: str) -> Storage:
    try:
        postgres = import_module("amba.server.postgres")
        driver = import_module("psycopg")
    except ModuleNotFoundError as error:
        raise StorageTrouble(f"PostgreSQL needs {error.name}: pip install 'amba[postgres]'") from None
    try:
        storage: Storage = postgres.PostgresStorage(url, address)
    except TooNew as error:
        raise StorageTrouble(str(error)) from None
    except driver.ProgrammingError:  # its own words repeat what could not be read, with the password
        raise StorageTrouble("what --db says is no URL of a PostgreSQL database: postgresql://USER:PASSWORD@HOST/NAME") from None
    except driver.Error as error:
        raise StorageTrouble(f"cannot use the database {shown_place(url)}: {' '.join(str(error).split())}") from None
    return storage


def is_shared(storage: Storage) -> TypeGuard[Any]:
    """Whether other servers may be using it, too."""
    return hasattr(storage, "secret")


def shown_place(place: Path | str) -> str:
    """Where tables are kept, without a password."""
    text = str(place)
    if not text.startswith(SCHEMES):
        return text
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        return "a URL that cannot be read"
    return f"{parts.scheme}://{parts.hostname or ''}{f':{port}' if port else ''}{parts.path}"
