"""5 Stacking."""

from __future__ import annotations

from amba.core.decision import Refusal
from amba.games.ethiopia.book import rule
from amba.games.ethiopia.state import EthiopiaState
from amba.games.ethiopia.world import STACK_LIMIT


@rule("5.1")
def stacking(s: EthiopiaState, place: int) -> int:
    """Thirds of a division in the hex: a division counts three, every other combat unit one."""
    units = s.world.units
    return sum([units[u].stack for u in s.here[place]])


@rule("5.2", "5.3")
def refuse_to_end(s: EthiopiaState, unit: int, place: int) -> Refusal | None:
    """Why a unit may not end there: the enemy is there, or three divisions or equivalents; boxes hold any number."""
    if place >= s.world.hexes:
        return None
    card = s.world.units[unit]
    if s.held[1 - card.side][place]:
        name = s.world.names.places[place]
        return Refusal("5.3", "{hex} is held by the enemy.", {"hex": name}, (), (name,))
    have = stacking(s, place) if s.here[place] else 0
    if have + card.stack <= STACK_LIMIT:
        return None
    name = s.world.names.places[place]
    items = (("in the hex", thirds_text(have), "5.1"), (card.title, thirds_text(card.stack), "5.1"), ("limit", thirds_text(STACK_LIMIT), "5.1"))
    return Refusal("5.1", "{hex} has {have} divisions already and holds 3.", {"hex": name, "have": thirds_text(have)}, items, (name,))


def thirds_text(thirds: int) -> str:
    """4 -> '1⅓'."""
    whole, rest = divmod(thirds, 3)
    part = ("", "⅓", "⅔")[rest]
    return f"{whole}{part}" if whole or not part else part


def divisions_text(thirds: int) -> str:
    """2 -> '⅔ of a division', 3 -> '1 division', 4 -> '1⅓ divisions'."""
    text = thirds_text(thirds)
    return f"{text} of a division" if 0 < thirds < 3 else f"{text} division" if thirds == 3 else f"{text} divisions"
