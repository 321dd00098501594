"""Find a Chromium for the browser tests, or install one with the system's package manager.

Prints the path. Without one, and without the right to install it, says so and fails.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find() -> str | None:
    """The first browser there is; AMBA_CHROMIUM overrides."""
    given = os.environ.get("AMBA_CHROMIUM")
    if given:
        return given
    return next((path for path in map(shutil.which, NAMES) if path), None)


def install() -> None:
    """Debian's package, where we may install it."""
    apt = shutil.which("apt-get")
    if apt is None or os.geteuid() != 0:
        return
    subprocess.run([apt, "update", "-qq"], check=False, stdout=subprocess.DEVNULL)
    subprocess.run([apt, "install", "-y", "-qq", "chromium", "fonts-dejavu-core"], check=False, stdout=subprocess.DEVNULL)


def main() -> int:
    path = find()
    if path is None and "--install" in sys.argv:
        install()
        path = find()
    if path is None:
        print("No Chromium found: install one (Debian: apt-get install chromium) or set AMBA_CHROMIUM.", file=sys.stderr)
        return 1
    print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
