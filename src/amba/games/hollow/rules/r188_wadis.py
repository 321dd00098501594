"""Sight into and along wadis."""

from __future__ import annotations

from collections.abc import Iterator

from amba.games.hollow.book import rule
from amba.games.hollow.rules.r007_look import Block, Look


@rule("80.1", "188", "188.1", "188.12", "188.121")
def wadi_blocks(look: Look) -> Iterator[Block]:
    """A unit down in a wadi is seen along its bed, from the next hex, or from a height above it of at least as many levels as hexes away."""
    if look.is_confined:
        return
    for end, elevation, _, other in look.ends:
        if end.position == "in" and other - elevation < 2 * look.range:
            yield Block("188.12", "down in the wadi, and the line leaves its bed", (end.hex,))
