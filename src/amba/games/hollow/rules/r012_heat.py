"""Heat of battle: what an original 2 may do to men, if the players want it so. With all of it, it makes heroes and berserk men, too."""

from __future__ import annotations

from amba.core.event import Placed, Said
from amba.games.hollow.book import rule
from amba.games.hollow.counters import BROKEN, CREST, CREST_BITS, DM, MEN
from amba.games.hollow.forces import QUALITIES
from amba.games.hollow.frames import HeatRoll
from amba.games.hollow.rules.common import Item, sum_of
from amba.games.hollow.rules.dice import roll_step
from amba.games.hollow.rules.r006_stacking import refuse_crowd
from amba.games.hollow.rules.r012_heroes import HERO
from amba.games.hollow.rules.r012_morale import break_unit
from amba.games.hollow.rules.r015_berserk import go_berserk, prey_of
from amba.games.hollow.rules.r015_flight import threats
from amba.games.hollow.rules.r015_rout import surrender
from amba.games.hollow.rules.r110_mounts import riding
from amba.games.hollow.rules.r197_nations import squad_of
from amba.games.hollow.state import HollowState

HARDENS = range(5, 9)
MAKES_HEROES, ENRAGES = 6, 9
"""A hero up to this total, berserk from this one on, where all of it is played."""
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
    """5 to 8 hardens; 12, or 10 for Italians who are not elite, gives up to an enemy beside him. With all of it up to 6 makes a hero, and 9 and more, below that, drives men berserk who see an enemy; others harden."""
    total = dice[0] + sum_of(heat_items(s, at.unit))
    squad = squad_of(s, at.unit)
    limit = ITALIANS_SURRENDER if squad is not None and squad.nation == "italian" and squad.quality != "elite" else SURRENDERS
    whole = s.options.get("heat") == "full"
    hero = hero_for(s, at.unit) if whole and total <= MAKES_HEROES else None
    if hero is not None:
        _step_forward(s, at.unit, hero)
    if total in HARDENS or (whole and hero is None and total <= MAKES_HEROES):
        _harden(s, at.unit)
    elif hero is not None:
        return
    elif whole and ENRAGES <= total < limit:
        _rage(s, at.unit)
    elif total >= limit:
        _give_up(s, at.unit)
    else:
        s.do(Said("H", "heat", (s.world.names.pieces[at.unit], "keeps his head")))


@rule("H")
def hero_for(s: HollowState, unit: int) -> tuple[int, int] | None:
    """A spare counter and its face for a hero of the men's nation; none for leaders and crews, nor where no room is."""
    squad = squad_of(s, unit)
    spare = [p for p in s.world.pool(s.side[unit], 0, MEN) if s.at[p] == s.world.box["spare"]]
    if squad is None or squad.kind == "crew" or not spare or refuse_crowd(s, s.at[unit], s.side[unit], (spare[0],)) is not None:
        return None
    face = next((i for i, other in enumerate(s.world.squads) if other.kind == HERO and other.nation == squad.nation and other.half), None)
    return None if face is None else (spare[0], face)


@rule("H")
def _step_forward(s: HollowState, unit: int, hero: tuple[int, int]) -> None:
    """He stands beside the others, as they stand."""
    piece, face = hero
    s.do(Said("H", "heat", (s.world.names.pieces[unit], "has a hero among its men")))
    s.turn_face("H", piece, face)
    for mark in (CREST, *CREST_BITS):
        s.mark("H", piece, mark, s.has(unit, mark))
    s.do(Placed("H", piece, s.at[piece], s.at[unit]))


@rule("B")
def _rage(s: HollowState, unit: int) -> None:
    """Who sees an enemy he knows goes berserk, others harden; crews keep at their work."""
    squad = squad_of(s, unit)
    if prey_of(s, unit) < 0 or (squad is not None and squad.kind == "crew") or riding(s, unit):
        _harden(s, unit)
    else:
        go_berserk(s, unit)


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
