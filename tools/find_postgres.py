"""Find PostgreSQL's programs for the tests of the shared storage, or install Debian's package of them.

Prints the folder. Without one, and without the right to install it, says so and fails.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

DEBIAN = Path("/usr/lib/postgresql")


def find() -> Path | None:
    """The folder with `initdb` and `postgres`; AMBA_POSTGRES overrides."""
    given = os.environ.get("AMBA_POSTGRES")
    if given:
        return Path(given)
    versions = sorted(DEBIAN.glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if versions:
        return versions[-1].parent
    there = shutil.which("initdb")
    return Path(there).parent if there else None


def install() -> None:
    """Debian's package, where we may install it; its own server is not started, as the tests start one of theirs."""
    apt = shutil.which("apt-get")
    if apt is None or os.geteuid() != 0:
        return
    subprocess.run([apt, "update", "-qq"], check=False, stdout=subprocess.DEVNULL)
    config = Path("/etc/postgresql-common/createcluster.conf")
    if not config.exists():
        config.parent.mkdir(parents=True, exist_ok=True)
        config.write_text("create_main_cluster = false\n", encoding="utf-8")
    subprocess.run([apt, "install", "-y", "-qq", "-o", "Dpkg::Options::=--force-confold", "postgresql"], check=False, stdout=subprocess.DEVNULL)


def main() -> int:
    path = find()
    if path is None and "--install" in sys.argv:
        install()
        path = find()
    if path is None:
        print("No PostgreSQL found: install it (Debian: apt-get install postgresql) or set AMBA_POSTGRES.", file=sys.stderr)
        return 1
    print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
