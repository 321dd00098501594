"""What the database looks like, one version after the other, in the SQL of SQLite; `postgres.py` translates it."""

from __future__ import annotations

MIGRATIONS: tuple[str, ...] = (
    """
    CREATE TABLE tables (id TEXT PRIMARY KEY, header TEXT NOT NULL, key BLOB NOT NULL, seats TEXT NOT NULL, created TEXT NOT NULL,
                         ending TEXT, imported INTEGER NOT NULL DEFAULT 0);
    CREATE TABLE entries (table_id TEXT NOT NULL REFERENCES tables(id), n INTEGER NOT NULL, line TEXT NOT NULL, PRIMARY KEY (table_id, n)) WITHOUT ROWID;
    CREATE TABLE seats (token TEXT PRIMARY KEY, table_id TEXT NOT NULL REFERENCES tables(id), sides TEXT NOT NULL, host INTEGER NOT NULL);
    CREATE INDEX seats_by_table ON seats(table_id);
    CREATE TABLE chat (id INTEGER PRIMARY KEY, table_id TEXT NOT NULL REFERENCES tables(id), by TEXT NOT NULL, text TEXT NOT NULL, at TEXT NOT NULL);
    CREATE INDEX chat_by_table ON chat(table_id);
    CREATE TABLE notes (token TEXT PRIMARY KEY REFERENCES seats(token), text TEXT NOT NULL);
    CREATE TABLE requests (table_id TEXT NOT NULL REFERENCES tables(id), what TEXT NOT NULL, by TEXT NOT NULL, to_n INTEGER NOT NULL,
                           PRIMARY KEY (table_id, what));
    """,
    """
    ALTER TABLE tables ADD COLUMN pace INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE tables ADD COLUMN moved REAL NOT NULL DEFAULT 0;
    CREATE TABLE reasons (table_id TEXT NOT NULL REFERENCES tables(id), n INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (table_id, n)) WITHOUT ROWID;
    """,
    """
    CREATE TABLE owners (table_id TEXT PRIMARY KEY, address TEXT NOT NULL);
    CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);
    """,
    """
    ALTER TABLE seats ADD COLUMN watch INTEGER NOT NULL DEFAULT 0;
    UPDATE seats SET watch = 1 WHERE sides = '';
    CREATE TABLE links (token TEXT PRIMARY KEY, table_id TEXT NOT NULL REFERENCES tables(id), side TEXT NOT NULL, taken TEXT);
    CREATE INDEX links_by_table ON links(table_id);
    CREATE TABLE parts (table_id TEXT NOT NULL REFERENCES tables(id), side TEXT NOT NULL, commitment TEXT NOT NULL, secret TEXT,
                        PRIMARY KEY (table_id, side));
    """,
    """
    CREATE TABLE people (id TEXT PRIMARY KEY, mail TEXT NOT NULL UNIQUE, wishes TEXT NOT NULL, created TEXT NOT NULL);
    CREATE TABLE login (hash TEXT PRIMARY KEY, person TEXT NOT NULL, kind TEXT NOT NULL, until REAL NOT NULL);
    CREATE TABLE held (person TEXT NOT NULL REFERENCES people(id), token TEXT NOT NULL, card TEXT NOT NULL, at REAL NOT NULL, PRIMARY KEY (person, token));
    CREATE INDEX held_by_token ON held(token);
    CREATE TABLE pushes (endpoint TEXT NOT NULL, token TEXT NOT NULL, subscription TEXT NOT NULL, wishes TEXT NOT NULL, PRIMARY KEY (endpoint, token));
    CREATE INDEX pushes_by_token ON pushes(token);
    CREATE TABLE outbox (id INTEGER PRIMARY KEY, table_id TEXT NOT NULL, token TEXT NOT NULL, kind TEXT NOT NULL, way TEXT NOT NULL, address TEXT NOT NULL,
                         title TEXT NOT NULL, body TEXT NOT NULL, due REAL NOT NULL, tries INTEGER NOT NULL);
    CREATE INDEX outbox_by_table ON outbox(table_id);
    CREATE INDEX outbox_by_due ON outbox(due);
    CREATE TABLE lobby (table_id TEXT PRIMARY KEY, card TEXT NOT NULL, state TEXT NOT NULL, at REAL NOT NULL);
    """,
    """
    CREATE TABLE rematches (table_id TEXT NOT NULL REFERENCES tables(id), side TEXT NOT NULL, link TEXT NOT NULL, PRIMARY KEY (table_id, side));
    """,
    """
    ALTER TABLE tables ADD COLUMN hints INTEGER NOT NULL DEFAULT 1;
    """,
)
"""One script per version. A script that has been released is never changed: a new one is added."""
