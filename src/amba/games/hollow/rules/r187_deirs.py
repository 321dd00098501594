"""Sight out of deirs."""

from __future__ import annotations

from collections.abc import Iterator

from amba.games.hollow.book import rule
from amba.games.hollow.rules.r007_look import Block, Look
from amba.kit.rays import Hex


@rule("187.1", "187.13")
def deir_blocks(look: Look) -> Iterator[Block]:
    """A dug-in unit inside the rim sees past a lip hexside only the same-level hex just beyond it, and whatever is higher than itself."""
    for end, elevation, other, other_elevation in look.ends:
        if not end.dug_in or not _is_inside_rim(look, end.hex) or other_elevation > elevation:
            continue
        for meeting in look.met("lip"):
            if not (other.hex in meeting.hexes and other_elevation == elevation):
                yield Block("187.13", "dug in within a deir, and the line crosses its lip", meeting.hexes)


def _is_inside_rim(look: Look, place: Hex) -> bool:
    return look.ground.has(place, "deir") and place not in look.ground.lip_hexes


@rule("187.15")
def counts_in_deir(look: Look) -> bool:
    """A low hindrance in a deir counts only between ends of one level of which at least one is in a deir."""
    return look.ea == look.eb and any(look.ground.has(end.hex, "deir") for end in (look.a, look.b))
