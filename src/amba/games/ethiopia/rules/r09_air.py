"""9 The air."""

from __future__ import annotations

from collections.abc import Sequence

from amba.core.decision import Action, Decision, Refusal, unknown_action
from amba.core.event import Marked, Moved, Tracked
from amba.core.flow import Step, pop
from amba.core.menu import Menu
from amba.games.ethiopia.book import rule
from amba.games.ethiopia.state import EthiopiaState
from amba.games.ethiopia.world import ETHIOPIAN, GARRISON, GAS, GAS_TURNS, GAS_USED, ITALIAN

RANGE = 12
MOST_BOMBER_SHIFTS = 2


@rule("3.3")
def home(s: EthiopiaState, unit: int) -> int:
    """Air units belong to the north or the south."""
    return s.world.box[f"air-{s.card(unit).army}"]


@rule("9.1", "9.2")
def strike_targets(s: EthiopiaState, group: str) -> list[int]:
    """Hexes within twelve of an Italian airfield of this half with Ethiopian units or garrisons, or with Italian combat units."""
    grid, world = s.world.grid, s.world
    bases = [h for h in world.airfields[group] if s.controller(h) == ITALIAN]
    wanted = {s.at[u] for side in (ITALIAN, ETHIOPIAN) for u in s.on_map(side) if s.card(u).is_combat}
    wanted |= {s.at[p] for p in range(world.fighting, len(s.at)) if s.has(p, GARRISON)}
    return sorted(h for h in wanted if any(grid.distance(base, h) <= RANGE for base in bases))


@rule("9.3", "9.4")
def bomber_shift(s: EthiopiaState, target: int, side: int) -> int:
    """One column for each bomber over the hex, at most two: right for Italian attackers, left for Italian defenders. Fighters shift nothing."""
    bombers = sum(1 for u in s.here[target] if s.card(u).kind == "bomber")
    shift = min(MOST_BOMBER_SHIFTS, bombers)
    return shift if side == ITALIAN else -shift


@rule("9.5")
def gas_shift(s: EthiopiaState, target: int, side: int) -> int:
    """One bomber shift counts double where gas is used in an Italian attack."""
    return 1 if side == ITALIAN and any(s.has(u, GAS) for u in s.here[target]) else 0


@rule("9.5")
def gas_targets(s: EthiopiaState) -> list[int]:
    """Hexes with Ethiopian units and a bomber overhead; option, from turn 9, once a turn."""
    if s.options["gas"] != "on" or s.turn not in s.world.gas_turns or s.tracks[GAS_USED]:
        return []
    bombers = [u for u in range(s.world.fighting) if s.card(u).kind == "bomber" and s.at[u] < s.world.hexes]
    return sorted({s.at[u] for u in bombers if s.held[ETHIOPIAN][s.at[u]]})


class ComeHome(Step[EthiopiaState]):
    """("come-home",): last turn's missions are over."""

    auto = True

    def run(self, s: EthiopiaState) -> None:
        pop(s)
        for unit in range(s.world.fighting):
            if s.card(unit).is_air and s.at[unit] < s.world.hexes:
                s.do(Moved("9.1", unit, s.at[unit], home(s, unit)))
                if s.has(unit, GAS):
                    s.do(Marked("9.5", unit, GAS, 0))
        if s.tracks[GAS_USED]:
            s.do(Tracked("9.5", GAS_USED, 1, 0))


@rule("9.1", "9.2")
class Airstrike(Step[EthiopiaState]):
    """("airstrike",): send bombers and fighters over hexes, then go on."""

    def decision(self, s: EthiopiaState) -> Decision:
        if gas_targets(s):
            return Decision(
                ITALIAN, "airstrike", "9.1", "Italian: send air units over hexes, use gas below a bomber if you will pay for it, then end the phase."
            )
        return Decision(ITALIAN, "airstrike", "9.1", "Italian: send air units over hexes, then end the phase.")

    def ready(self, s: EthiopiaState) -> list[int]:
        return [u for u in range(s.world.fighting) if s.card(u).is_air and s.at[u] == home(s, u)]

    def menu(self, s: EthiopiaState) -> Menu:
        names = s.world.names
        plain: list[Action] = [("done",), *(("gas", names.places[h]) for h in gas_targets(s))]
        return Menu(plain, [("fly", names.pieces[u]) for u in self.ready(s)], lambda head: self.tails(s, head))

    def tails(self, s: EthiopiaState, head: Action) -> Sequence[Action]:
        group = s.card(s.world.names.piece[head[1]]).army
        return [(*head, s.world.names.places[h]) for h in strike_targets(s, group)]

    def refuse(self, s: EthiopiaState, a: Action) -> Refusal | None:
        if a in self.menu(s):
            return None
        if a and a[0] == "gas" and len(a) == 2:
            return Refusal("9.5", "No gas at {hex}: the option, turn 9 or later, once a turn, and a bomber over Ethiopian units.", {"hex": a[1]})
        if a and a[0] == "fly" and len(a) == 3:
            unit = s.world.names.piece.get(a[1], -1)
            if unit not in self.ready(s):
                return Refusal("9.1", "'{key}' is no air unit that is waiting to fly.", {"key": a[1]})
            values = {"unit": s.card(unit).title, "hex": a[2], "range": RANGE}
            return Refusal(
                "9.1",
                "{unit} cannot be sent over {hex}: it needs units to strike or to cover within {range} hexes of an airfield of its half.",
                values,
            )
        return unknown_action(a, ["fly UNIT HEX", "gas HEX", "done"], "9.1")

    def apply(self, s: EthiopiaState, a: Action) -> None:
        if a[0] == "done":
            pop(s)
        elif a[0] == "gas":
            place = s.world.names.place[a[1]]
            bomber = next(u for u in s.here[place] if s.card(u).kind == "bomber")
            s.do(Marked("9.5", bomber, GAS, 1))
            s.do(Tracked("9.5", GAS_USED, 0, 1))
            s.do(Tracked("9.5", GAS_TURNS, s.tracks[GAS_TURNS], s.tracks[GAS_TURNS] + 1))
        else:
            unit = s.world.names.piece[a[1]]
            s.do(Moved("9.1", unit, s.at[unit], s.world.names.place[a[2]]))
