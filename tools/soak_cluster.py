"""Several servers over one PostgreSQL, killed one after the other (kill -9) while people play: nothing may be lost, nothing forked.

    python -m tools.soak_cluster --minutes 10 --servers 3 --tables 6

Starts a PostgreSQL and the servers by itself, in folders and on ports of their own. Each round opens new tables, plays at random at all of them, and
kills the servers in turn, once in twelve actions of every player. After every round each table's stored log must be what was acknowledged to its
player, entry by entry, and must replay. Prints a line a round; ends with status 1 at the first thing lost.
"""

from __future__ import annotations

import argparse
import time

from tests.server.postgres import Postgres
from tests.server.test_cluster import Process, play_under_fire

KILLS = 6
"""In one round."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--servers", type=int, default=3)
    parser.add_argument("--tables", type=int, default=6)
    args = parser.parse_args()
    database = Postgres()
    servers = [Process(url) for url in [database.database()] * args.servers]
    begun, kills, stored = time.monotonic(), 0, 0
    try:
        while time.monotonic() - begun < 60 * args.minutes:
            stored += play_under_fire(servers, kills=KILLS, tables=args.tables, each=12)
            kills += KILLS
            print(
                f"{(time.monotonic() - begun) / 60:5.1f} minutes: {kills} times kill -9, {stored} actions acknowledged, all stored, none twice",
                flush=True,
            )
    finally:
        for server in servers:
            server.kill()
        database.close()


if __name__ == "__main__":
    main()
