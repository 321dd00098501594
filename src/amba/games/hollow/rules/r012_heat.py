"""Heat of battle: what an original 2 may do to men, if the players want it so. Heroes and men gone berserk are not played."""

from __future__ import annotations

from amba.core.event import Said
from amba.games.hollow.book import rule
from amba.games.hollow.counters import BROKEN, DM
from amba.games.hollow.forces import QUALITIES
from amba.games.hollow.frames import HeatRoll
from amba.games.hollow.rules.common import Item, sum_of
from amba.games.hollow.rules.dice import roll_step
from amba.games.hollow.rules.r012_morale import break_unit
from amba.games.hollow.rules.r015_flight import threats
from amba.games.hollow.rules.r015_rout import surrender
from amba.games.hollow.rules.r197_nations import squad_of
from amba.games.hollow.state import HollowState

HARDENS = range(5, 9)
SURRENDERS, ITALIANS_SURRENDER = 12, 10
RANKS = {"elite": 3, "first line": 2, "second line": 1, "green": 0, "conscript": 0}
NATIONS = {"british": -1, "italian": 3, "axis minor": 3, "partisan": 1}
assert set(RANKS) == set(QUALITIES)


@rule("H")
def heat_items(s: HollowState, unit: int) -> list[Item]:
    """-1 for elite men, -1 for British; +1 for broken, +1 for inexperienced men; +1 partisans, +3 Italians and Axis minors."""
    squad = squad_of(s, unit)
    nation = squad.nation if squad is not None else s.plan.nations[s.side[unit]]
    found = [Item(nation, NATIONS.get(nation, 0), "H")]
    if squad is not None:
        found += [Item("elite", -int(squad.quality == "elite"), "H"), Item("inexperienced", int(squad.inexperienced), "H")]
    found.append(Item("broken", int(s.is_broken(unit)), "H"))
    return [item for item in found if item.value]


@rule("H", "197.23")
def hardened(s: HollowState, unit: int) -> int | None:
    """The next better kind of its nation, the likest if there are several; Italian conscripts become reservists. Nothing for the best."""
    if s.is_leader(unit):
        return s.face[unit] - 1 if s.face[unit] else None  # leaders are listed from the best down
    squad = s.squad(unit)
    better = [
        (RANKS[other.quality], abs(other.firepower - squad.firepower), abs(other.range - squad.range), face)
        for face, other in enumerate(s.world.squads)
        if other.nation == squad.nation and other.kind == squad.kind and RANKS[other.quality] > RANKS[squad.quality]
    ]
    return min(better)[-1] if better and squad.kind != "crew" else None


@rule("H", "179", "197.23")
def read_heat(s: HollowState, at: HeatRoll, dice: tuple[int, ...]) -> None:
    """5 to 8 hardens; 12, or 10 for Italians who are not elite, gives up to an enemy beside him."""
    total = dice[0] + sum_of(heat_items(s, at.unit))
    squad = squad_of(s, at.unit)
    limit = ITALIANS_SURRENDER if squad is not None and squad.nation == "italian" and squad.quality != "elite" else SURRENDERS
    if total in HARDENS:
        _harden(s, at.unit)
    elif total >= limit:
        _give_up(s, at.unit)
    else:
        s.do(Said("H", "heat", (s.world.names.pieces[at.unit], "keeps his head")))


def _harden(s: HollowState, unit: int) -> None:
    s.do(Said("H", "heat", (s.world.names.pieces[unit], "is hardened")))
    face = hardened(s, unit)
    if face is not None:
        s.turn_face("H", unit, face)
    s.mark("H", unit, BROKEN, False)
    s.mark("H", unit, DM, False)


def _give_up(s: HollowState, unit: int) -> None:
    s.do(Said("H", "heat", (s.world.names.pieces[unit], "has had enough")))
    if any(s.field.range(s.at[foe], s.at[unit]) <= 1 for foe in threats(s, s.side[unit])):
        surrender(s, unit, "H")
    elif s.is_good(unit):
        break_unit(s, unit)


HEAT_ROLL = roll_step(HeatRoll, "heat", "H", "Heat of battle", read_heat)
