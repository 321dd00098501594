"""Movement points counted in halves, so that a road can cost half a point."""

from __future__ import annotations

HALF = 2


def points_text(halves: int) -> str:
    """Half points as people write them: 5 -> '2½'."""
    whole, rest = divmod(halves, HALF)
    return f"{whole}½" if rest and whole else "½" if rest else str(whole)


def in_halves(text: str) -> int:
    """The same read back: '2½' -> 5."""
    return HALF * int(text.rstrip("½") or 0) + text.endswith("½")
