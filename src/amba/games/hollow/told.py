"""How the rules tell what a preview shows: results, columns, strengths and modifiers, read from events or from the roll that is waiting.

Nothing here is worked out for a preview; law 7 compares the two.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from amba.core.decision import CHANCE
from amba.core.event import Event, Rolled, Said
from amba.core.odds import ToldValue
from amba.core.order import Done, Order, Roll
from amba.games.hollow.frames import Answering, Explosion, FireRoll, Marching, RecoveryRoll, Shot, SmokeRoll
from amba.games.hollow.orders import Halt, LayCharge, LetPass
from amba.games.hollow.rules.common import sum_of
from amba.games.hollow.rules.r010_fire_table import SCALE, column
from amba.games.hollow.rules.r010_shots import groups_of
from amba.games.hollow.rules.r017_weapons import RECOVERED, recovery_items
from amba.games.hollow.rules.r023_charges import blast_items
from amba.games.hollow.rules.r024_grenades import GRENADES
from amba.games.hollow.rules.r054_digging import DIG
from amba.games.hollow.state import HollowState

Events = Sequence[Event]


@dataclass(frozen=True)
class Worded:
    """A result that a preview has other words for than the rules."""

    told: ToldValue
    words: tuple[tuple[str, str], ...]

    def __call__(self, s: Any, events: Events) -> str:
        found = self.told(s, events)
        return dict(self.words).get(found, found)


@dataclass(frozen=True)
class OrLess:
    """The highest roll that succeeds: two dice show no more than 12."""

    told: Callable[[Any, Events], str]

    def __call__(self, s: Any, events: Events) -> str:
        found = self.told(s, events)
        return found and f"{min(12, int(found))} or less"


NONE_LEFT = "has none"


DIRECT = "direct hit"


@dataclass(frozen=True)
class ShellTold:
    """What a gun's shot at a hex did: it missed, or the fire table's answer for the first who was hit; at a gun, a direct hit or what the near miss did to its crew."""

    at_gun: bool = False

    def __call__(self, s: Any, events: Events) -> str:
        if ToldValue("no ammunition", 0)(s, events):
            return NONE_LEFT
        shot, burst = ToldValue("gun shot", 5)(s, events), ToldValue("burst", 4)(s, events) or ToldValue("solid shot", 4)(s, events)
        if shot == "miss" or ToldValue("by chance", 2)(s, events) == "misses":
            return "misses"
        if self.at_gun and ToldValue(DIRECT, 0)(s, events):
            return DIRECT
        return (self.at_gun and ToldValue("near miss", 2)(s, events)) or burst


@dataclass(frozen=True)
class KillTold:
    """What a gun's shot at a vehicle did: it missed, struck the ground before a vehicle that is hull down, or what became of the vehicle."""

    def __call__(self, s: Any, events: Events) -> str:
        if ToldValue("no ammunition", 0)(s, events):
            return NONE_LEFT
        shot = ToldValue("gun shot", 5)(s, events)
        if shot == "miss" or ToldValue("hull down", 0)(s, events) or ToldValue("by chance", 2)(s, events) == "misses":
            return "misses"
        return ToldValue("kill", 4)(s, events)


@dataclass(frozen=True)
class AimTold:
    """What a gun needs to hit, or what is added to its dice, whether it has the ammunition or not."""

    which: int

    def __call__(self, s: Any, events: Events) -> str:
        return ToldValue("gun shot", self.which)(s, events) or ToldValue("no ammunition", self.which)(s, events)


STRAYED = ToldValue("stray", 1)
RALLIED = Worded(ToldValue("rally", 2), (("is gone", "lost"),))
DUG_IN = Worded(ToldValue("dig", 2), (("is dug in", "dug in"), ("has not finished", "not finished")))
TAKEN_UP = Worded(ToldValue("recovery", 1), (("is taken up", "taken up"), ("is not found", "not found")))
ESCAPED = Worded(ToldValue("escape", 3), (("they get away", "away"), ("they are brought back", "brought back"), ("they are shot down", "shot down")))
RALLY_NUMBER, ESCAPE_NUMBER = OrLess(ToldValue("rally", 1)), OrLess(ToldValue("escape", 2))
HIT_NUMBER, HIT_MODIFIER = OrLess(AimTold(2)), AimTold(3)
PUSH_NUMBER, PUSH_MODIFIER = OrLess(ToldValue("push", 1)), ToldValue("push", 2)
SMOKE = ToldValue("smoke", 1)


def dig_number(s: Any, events: Events) -> str:
    """54: the roll that is still enough, from a roll and what the rules made of it."""
    die = sum(event.dice[0] for event in events if isinstance(event, Rolled) and event.what == "dig")
    return next((f"{DIG - event.values[1] + die} or less" for event in events if isinstance(event, Said) and event.what == "dig"), "")


def recovery_number(s: Any, events: Events) -> str:
    at = s.frames[-1]
    return f"{RECOVERED - sum_of(recovery_items(s, *at.units))} or less" if isinstance(at, RecoveryRoll) else ""


def smoke_number(s: Any, events: Events) -> str:
    at = s.frames[-1]
    return f"{GRENADES[s.squad(at.unit).quality]} or less" if isinstance(at, SmokeRoll) else ""


@dataclass(frozen=True)
class RepairTold:
    """17: what became of a weapon; the rules say nothing of it."""

    weapon: int

    def __call__(self, s: Any, events: Events) -> str:
        if not any(isinstance(event, Rolled) for event in events):
            return ""
        return "scrapped" if not s.is_on_map(self.weapon) else "repaired" if s.is_working(self.weapon) else "no change"


def fire_column(s: Any, events: Events) -> str:
    """10: the column of a shot whose dice are about to fall, before anybody cowers."""
    at = s.frames[-1]
    return str(column(at.power)) if isinstance(at, FireRoll) else ""


def fire_power(s: Any, events: Events) -> str:
    """8: its firepower."""
    at = s.frames[-1]
    return fraction_text(Fraction(at.power, SCALE)) if isinstance(at, FireRoll) else ""


def fraction_text(number: Fraction) -> str:
    whole, rest = divmod(number, 1)
    return " ".join([str(whole)] * bool(whole or not rest) + [str(rest)] * bool(rest))


@dataclass(frozen=True)
class FireModifier:
    """11: what is added to the roll against one group of targets, in the order in which the rules take them. It names no piece: some are question marks."""

    nth: int

    def __call__(self, s: Any, events: Events) -> str:
        at = s.frames[-1]
        return f"{fire_groups(s, at.shot)[self.nth][0]:+d}" if isinstance(at, FireRoll) else ""


def fire_groups(s: HollowState, shot: Shot) -> list[tuple[int, bool, int]]:
    """10: the modifiers of a shot, whether they are for the concealed among open targets, and for which vehicle: for each of them the table is read once."""
    return [group for group, _ in groups_of(s, shot)]


IDLE: dict[type[Any], Order] = {Answering: LetPass(), Marching: Halt()}
"""What somebody orders who does no more; elsewhere that he is done."""


@dataclass(frozen=True)
class ToExplosion:
    """23: the orders from a charge that is laid until it goes off, if the enemy lets it pass and nobody does more; none where dice fall before."""

    lay: LayCharge

    def __call__(self, game: Any, s: Any) -> tuple[Order, ...]:
        ready, given = s.copy(), list[Order]()
        order: Order = self.lay
        while game.refuse(ready, order) is None:
            game.apply(ready, order)
            given.append(order)
            at, decision = ready.frames[-1] if ready.frames else None, game.decision(ready)
            if at == Explosion(self.lay.weapon):
                return tuple(given)
            if decision is None or (decision.who == CHANCE and not isinstance(at, Explosion)):
                return ()
            order = Roll((12,)) if isinstance(at, Explosion) else IDLE.get(type(at), Done())
        return ()


@dataclass(frozen=True)
class BlastTold:
    """23: what a charge does to those in its hex whose roll has this modifier."""

    place: str
    modifier: str

    def __call__(self, s: Any, events: Events) -> str:
        here = [event for event in events if isinstance(event, Said) and event.what in {"dud", "explosion"} and event.values[0] == self.place]
        return next(("dud" if e.what == "dud" else str(e.values[3]) for e in here if e.what == "dud" or e.values[1] == self.modifier), "")


def blast_column(s: Any, events: Events) -> str:
    at = s.frames[-1]
    return str(s.weapon(at.weapon).firepower) if isinstance(at, Explosion) else ""


@dataclass(frozen=True)
class BlastModifier:
    """23: what is added to the roll for the first counter that a side sees there."""

    side: int

    def __call__(self, s: Any, events: Events) -> str:
        at = s.frames[-1]
        return f"{sum_of(blast_items(s, s.seen_at(s.at[at.weapon], self.side)[0])):+d}" if isinstance(at, Explosion) else ""
