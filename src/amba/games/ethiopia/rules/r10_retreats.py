"""10.8 Retreat, with Gordon's liberty for artillery (G2.c)."""

from __future__ import annotations

from amba.core.decision import Action, Decision, Refusal, unknown_action
from amba.core.event import Marked, Retreated
from amba.core.flow import Step, change, pop, push
from amba.core.menu import Menu
from amba.games.ethiopia.book import rule
from amba.games.ethiopia.rules.losses import abandoned, eliminate, remove_trench
from amba.games.ethiopia.rules.r05_stacking import fits
from amba.games.ethiopia.rules.r07_movement import take_control
from amba.games.ethiopia.rules.r10_combat import is_beside
from amba.games.ethiopia.state import EthiopiaState
from amba.games.ethiopia.world import ENGAGED, SIDES, counted


@rule("10.8")
def retreat_hexes(s: EthiopiaState, unit: int, count: int) -> list[int]:
    """Hexes exactly so far away, every step farther from the start, free of the enemy and of his zones unless friends are there."""
    card = s.card(unit)
    start = s.at[unit]
    side = card.side
    edges, distance = s.edges(card.march), s.world.grid.distance
    foe, own, zone = s.held[1 - side], s.held[side], s.zoc(1 - side)
    layer = {start}
    for step in range(1, count + 1):
        layer = {
            there
            for here in layer
            for there, _ in edges[here]
            if there < s.world.hexes and distance(start, there) == step and not foe[there] and (not zone[there] or own[there])
        }
    return sorted(h for h in layer if fits(s, unit, h) and not s.commanders(h, 1 - side))


@rule("10.8", "G2.c", "G3.c")
class FallBack(Step[EthiopiaState]):
    """("fall-back", side, hexes, units, target, attacking): who must retreat and who may; a garrison cannot and is lost."""

    auto = True

    def run(self, s: EthiopiaState) -> None:
        _, side, count, units, target, attacking = s.frames[-1]
        pop(s)
        for piece in units:
            if piece >= s.world.fighting:
                remove_trench(s, piece, "G3.c")
        fighters = tuple(u for u in units if u < s.world.fighting)
        if not attacking:
            push(s, "retreat", side, count, (*fighters, *s.commanders(target, side)), ())
            return
        may = tuple(u for u in fighters if s.is_on("gordon2") and s.card(u).kind == "artillery")
        must = tuple(u for u in fighters if u not in may and is_beside(s, u, target))
        homes = sorted({s.at[u] for u in must})
        may += tuple(u for home in homes for u in s.commanders(home, side))
        push(s, "retreat", side, count, must, may)


@rule("10.8")
class Retreat(Step[EthiopiaState]):
    """("retreat", side, hexes, must, may): those who cannot are eliminated; then the owner is asked."""

    auto = True

    def run(self, s: EthiopiaState) -> None:
        _, side, count, must, may = s.frames[-1]
        stuck = [u for u in must if not retreat_hexes(s, u, count)]
        if stuck:
            change(s, "retreat", side, count, tuple(u for u in must if u not in stuck), may)
            for unit in stuck:
                place = s.at[unit]
                eliminate(s, unit, "10.8")
                abandoned(s, place, side)
            return
        may = tuple(u for u in may if retreat_hexes(s, u, count))
        if not must and not may:
            pop(s)
            return
        change(s, "pick-retreat", side, count, must, may)


class PickRetreat(Step[EthiopiaState]):
    """("pick-retreat", side, hexes, must, may): one unit, where to; or, for those who may, that they stay."""

    def decision(self, s: EthiopiaState) -> Decision:
        _, side, count, must, may = s.frames[-1]
        values = {"side": SIDES[side].title(), "far": counted(count, "hex"), "left": counted(len(must), "unit"), "free": len(may)}
        text = "{side}: retreat {far}; {left} must go." if must else "{side}: {free} more may retreat {far} or stay."
        guns = not must and any(s.card(u).kind == "artillery" for u in may)
        return Decision(side, "retreat", "G2.c" if guns else "10.8", text, values)

    def menu(self, s: EthiopiaState) -> Menu:
        _, _, count, must, may = s.frames[-1]
        names = s.world.names
        plain: list[Action] = [("stay", names.pieces[u]) for u in may]
        heads: list[Action] = [("retreat", names.pieces[u]) for u in (*must, *may)]
        return Menu(plain, heads, lambda head: [(*head, names.places[h]) for h in retreat_hexes(s, names.piece[head[1]], count)])

    def refuse(self, s: EthiopiaState, a: Action) -> Refusal | None:
        _, _, count, must, may = s.frames[-1]
        names = s.world.names
        unit = names.piece.get(a[1], -1) if len(a) in {2, 3} else -1
        if a[:1] == ("stay",) and len(a) == 2:
            if unit in may:
                return None
            return Refusal("10.8", "'{key}' may not stay: only guns and commanders of the attackers may.", {"key": a[1]})
        if a[:1] != ("retreat",) or len(a) != 3:
            return unknown_action(a, ["retreat UNIT HEX", "stay UNIT"], "10.8")
        if unit not in must and unit not in may:
            return Refusal("10.8", "'{key}' is not among those who retreat.", {"key": a[1]})
        if names.place.get(a[2], -1) in retreat_hexes(s, unit, count):
            return None
        values = {"unit": s.card(unit).title, "hex": a[2], "count": count}
        template = "{unit} cannot retreat to {hex}: {count} hexes, each step farther, free of the enemy and his zones, within stacking."
        return Refusal("10.8", template, values, (), tuple(names.places[h] for h in retreat_hexes(s, unit, count)))

    def apply(self, s: EthiopiaState, a: Action) -> None:
        _, side, count, must, may = s.frames[-1]
        unit = s.world.names.piece[a[1]]
        change(s, "retreat", side, count, tuple(u for u in must if u != unit), tuple(u for u in may if u != unit))
        if a[0] == "stay":
            return
        origin = s.at[unit]
        to = s.world.names.place[a[2]]
        s.do(Retreated("10.8", unit, origin, to))
        if s.has(unit, ENGAGED):
            s.do(Marked("10.10", unit, ENGAGED, 0))
        if s.card(unit).is_combat:
            take_control(s, to, side)
        abandoned(s, origin, side)
