"""Writes docs/wire.schema.json from the types in amba.server.schema. With --check: says whether it is up to date."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from amba.server.schema import json_schema

TARGET = Path(__file__).parents[1] / "docs" / "wire.schema.json"


def text() -> str:
    return json.dumps(json_schema(), indent=1) + "\n"


def main() -> int:
    if "--check" in sys.argv:
        fresh = TARGET.is_file() and TARGET.read_text(encoding="utf-8") == text()
        print("up to date" if fresh else f"{TARGET.name} is out of date: run tools/write_schema.py")
        return 0 if fresh else 1
    TARGET.write_text(text(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
