"""Strength lost, and pieces that leave the map (1.3, 7.9, 11.3, 13.2)."""

from __future__ import annotations

from amba.core.event import Flipped, Marked, Removed, Spent, Tracked
from amba.games.ethiopia.book import rule
from amba.games.ethiopia.state import EthiopiaState
from amba.games.ethiopia.world import LOSSES

HQ_RETURNS_AFTER = 2
LEADER_RETURNS_AFTER = 3


@rule("1.3")
def lose_point(s: EthiopiaState, piece: int, number: str) -> None:
    """One strength point; at none the unit is gone."""
    if piece >= s.world.fighting:
        remove_trench(s, piece, number)
    elif s.face[piece] <= 1:
        eliminate(s, piece, number)
    else:
        count_losses(s, piece, 1)
        s.do(Flipped(number, piece, s.face[piece], s.face[piece] - 1))


@rule("7.9")
def eliminate(s: EthiopiaState, piece: int, number: str) -> None:
    """The whole counter; a headquarters comes back two turns later, a leader who escapes three."""
    if piece >= s.world.fighting:
        remove_trench(s, piece, number)
        return
    count_losses(s, piece, s.face[piece])
    back = turns_away(s, piece)
    s.do(Removed(number, piece, s.at[piece], s.world.box["reinforcements" if back else "eliminated"]))
    clear_marks(s, piece, number)
    wait = s.turn + back if back else 0
    if s.points[piece] != wait:
        s.do(Spent(number, piece, s.points[piece], wait))


@rule("7.9")
def turns_away(s: EthiopiaState, piece: int) -> int:
    """After how many turns a commander who was lost comes back; 0: never. A leader escapes while his army has combat units left."""
    if s.card(piece).kind == "hq":
        return HQ_RETURNS_AFTER
    return LEADER_RETURNS_AFTER if s.card(piece).kind == "leader" and s.has_fronts and followers(s, piece) else 0


def followers(s: EthiopiaState, leader: int) -> list[int]:
    """The combat units of a leader's army, on the map or still to come; the Guard and the reserves are the Emperor's."""
    army = s.card(leader).army
    armies = {"empire", "imperial"} if army == "empire" else {army}
    waiting, hexes = s.world.box["reinforcements"], s.world.hexes
    return [u for u in s.world.combat_units[s.card(leader).side] if s.card(u).army in armies and (s.at[u] < hexes or s.at[u] == waiting)]


@rule("13.2")
def count_losses(s: EthiopiaState, piece: int, points: int) -> None:
    """Metropolitan strength lost is dear."""
    if points and "metropolitan" in s.card(piece).traits:
        s.do(Tracked("13.2", LOSSES, s.tracks[LOSSES], s.tracks[LOSSES] + points))


@rule("11.3")
def remove_trench(s: EthiopiaState, piece: int, number: str) -> None:
    """Back to the stock, without its past."""
    s.do(Removed(number, piece, s.at[piece], s.world.stock[s.card(piece).side]))
    clear_marks(s, piece, number)
    if s.face[piece]:
        s.do(Flipped(number, piece, s.face[piece], 0))
    if s.points[piece]:
        s.do(Spent(number, piece, s.points[piece], 0))


def clear_marks(s: EthiopiaState, piece: int, number: str) -> None:
    for mark in range(len(s.world.names.marks)):
        if s.has(piece, mark):
            s.do(Marked(number, piece, mark, 0))


@rule("11.3")
def abandoned(s: EthiopiaState, place: int, side: int) -> None:
    """A hex was lost or left under fire: an entrenchment that nobody holds goes."""
    if place < s.world.hexes:
        piece = s.trench(place, side)
        if piece >= 0 and not s.held[side][place]:
            remove_trench(s, piece, "11.3")
