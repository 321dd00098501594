"""How the rules tell the costs and the chances that stand in the lines of a preview: what is paid, what a roll on the way brings, what becomes of a target.

Nothing here is worked out for a preview; law 7 compares the two.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from amba.core.decision import LineChance, Preview
from amba.core.event import Said
from amba.core.odds import NO, YES, ToldValue
from amba.core.order import Order
from amba.games.hollow.counters import PINNED
from amba.games.hollow.frames import Marching, MovePhase, Shot
from amba.games.hollow.frames_armour import GunAnswer, Manoeuvre
from amba.games.hollow.frames_platoon import Platoon
from amba.games.hollow.orders import ThrowSmoke
from amba.games.hollow.orders_armour import Engage, Push, StartEngine, TakeWheel
from amba.games.hollow.orders_artillery import Discharge
from amba.games.hollow.orders_crews import Overrun, Pierce
from amba.games.hollow.rules.armour.r030_costs import points_text
from amba.games.hollow.rules.armour.r063_pushing import pushers
from amba.games.hollow.rules.armour.r176_ground_rolls import THROUGH
from amba.games.hollow.rules.armour.r181_alone import PASSES
from amba.games.hollow.rules.armour.r181_forming import group_of
from amba.games.hollow.rules.armour.r181_radio import in_platoon
from amba.games.hollow.rules.r012_heroes import is_berserk, is_hero
from amba.games.hollow.rules.r049_straying import LOST
from amba.games.hollow.state import HollowState
from amba.games.hollow.titles import title
from amba.games.hollow.told import Events, KillTold

NEVER = "never"
"""It did not come to the roll."""
OTHER_ROLLS = ("heat", "snipers")
"""Options by which a roll of the shot or of a check calls for others, of which a warning speaks and its lines do not."""
HURT = ("burns", "is destroyed", "is immobilised", "is shocked")


def not_now(game: Any, s: Any) -> tuple[Order, ...]:
    """Of what the other side may do, or of somebody unseen: there is no order that would tell it."""
    return ()


def movers(s: HollowState, at: Any, a: Any) -> tuple[int, ...]:
    """Who pays for an order."""
    if isinstance(a, Push):
        return tuple(pushers(s, a.gun, a.how))
    if isinstance(at, Marching):
        return at.units
    if isinstance(at, Manoeuvre):
        return (at.vehicle,)
    if isinstance(at, Platoon) or (hasattr(a, "hour") and in_platoon(s, a.vehicle)):
        return tuple(group_of(s, at, a.vehicle)) if hasattr(a, "vehicle") else at.vehicles
    return tuple(getattr(a, name) for name in ("vehicle", "unit") if hasattr(a, name))[:1]


@dataclass(frozen=True)
class Paid:
    """What pieces have spent since, once it is asked again how they go on. One that is stuck, stopped or shot at on its way, or that loses it, pays something else."""

    pieces: tuple[int, ...]
    before: tuple[int, ...]
    text: str
    is_at_once: bool
    """It is paid before anything else happens."""

    def __call__(self, s: Any, events: Events) -> str:
        checks = [event.values[3] for event in events if isinstance(event, Said) and event.what == "ground check"]
        stuck = any(found != THROUGH for found in checks)
        way = ToldValue("stray", 1)(s, events)
        if stuck or way == LOST or not all(s.is_on_map(piece) for piece in self.pieces):
            return self.text
        if not self.is_at_once and not isinstance(s.frames[-1], Marching | Manoeuvre | Platoon | MovePhase):
            return self.text if way or checks else ""  # 49.2, 30: the odds are known, and what the enemy does on the way nobody knows
        spent = max(s.points[piece] - before for piece, before in zip(self.pieces, self.before, strict=True))
        paid = points_text(spent) if s.is_vehicle(self.pieces[0]) else str(spent)
        return paid + self.text[len(self.text.split(" of ")[0]) :]


@dataclass(frozen=True)
class IfNobodyStops:
    """The order, if those who move come to where it sends them and are asked on; what the enemy does on the way nobody knows."""

    order: Order
    pieces: tuple[int, ...]

    def __call__(self, game: Any, s: Any) -> tuple[Order, ...]:
        after, to = s.copy(), getattr(self.order, "to", -1)
        game.apply(after, self.order)
        is_there = to < 0 or isinstance(self.order, Push) or any(after.at[piece] == to for piece in self.pieces)
        is_asked = bool(after.frames) and isinstance(after.frames[-1], Marching | Manoeuvre | Platoon | MovePhase)
        is_asked = is_asked and not (
            isinstance(after.frames[-1], Platoon) and after.frames[-1].told
        )  # 181.22: the impulse is paid for when all are told
        return (self.order,) if is_asked and is_there else ()


@dataclass(frozen=True)
class RollTold:
    """Whether a vehicle is held by its roll of that number on the way."""

    nth: int

    def __call__(self, s: Any, events: Events) -> str:
        results = [event.values[3] for event in events if isinstance(event, Said) and event.what == "ground check"]
        if len(results) > self.nth:
            return NO if results[self.nth] == THROUGH else YES
        return NEVER if any(result != THROUGH for result in results) else ""


@dataclass(frozen=True)
class WordTold:
    """Whether the rules say this word."""

    told: Any
    words: tuple[str, ...]

    def __call__(self, s: Any, events: Events) -> str:
        found = self.told(s, events)
        return found and (YES if found in self.words else NO)


@dataclass(frozen=True)
class FateTold:
    """What a shot has made of a target."""

    target: int
    word: str

    def __call__(self, s: Any, events: Events) -> str:
        if not any(isinstance(event, Said) and event.what == "shot" for event in events):
            return ""
        if not s.is_on_map(self.target) and s.at[self.target] < s.world.first_hold:  # who has got into a vehicle is not gone
            return YES if self.word == "gone" else NO
        if self.word == "breaks":
            return YES if s.is_unit(self.target) and s.is_broken(self.target) else ""
        return YES if self.word == "pinned" and s.has(self.target, PINNED) else ""


def loses_leader(s: HollowState, shot: Shot) -> bool:
    """14: whether a leader, as far as the firer knows, is fired at with others, who would check if he broke or fell."""
    leaders = [
        target for target in shot.targets if not (s.side[target] != shot.side and s.is_secret(target)) and s.is_unit(target) and s.is_leader(target)
    ]
    return bool(leaders) and len(shot.targets) > 1


def is_played(s: HollowState, option: str) -> bool:
    """Whether the players have chosen it, in part or as a whole."""
    return s.options.get(option, "off") != "off"


def fate_chances(s: HollowState, shot: Shot, lines: Sequence[tuple[str, str, str]]) -> tuple[LineChance, ...]:
    """The lines about targets, where all are seen and no leader is with others (a warning says so); of vehicles, heroes and berserk men a line says less than becomes of them."""
    targets = {title(s, target): target for target in shot.targets}
    all_seen = not any(s.side[target] != shot.side and s.is_secret(target) for target in shot.targets) and not loses_leader(s, shot)
    all_seen = all_seen and not any(is_played(s, option) for option in OTHER_ROLLS)
    found = []
    for label, value, _ in lines:
        who = targets.get(re.sub(r"^\d+ x ", "", label), -1)
        seen = who >= 0 and not s.is_vehicle(who) and all_seen and not is_berserk(s, who) and not is_hero(s, who)
        for text in value.split(", "):
            if text.endswith("%"):
                found.append(LineChance(text, FateTold(who, text.split()[0]), () if seen else not_now, NO))
    return tuple(found)


def line_chances(at: Any, a: Order, preview: Preview) -> Iterator[LineChance]:
    """The chances that other lines and the warnings show, by what they are about."""
    nth = 0
    for label, value, rule in preview.items:
        if value.startswith("harms up to about"):
            yield LineChance(value, KillTold(), not_now)
        elif isinstance(at, GunAnswer) and isinstance(a, Engage | Pierce) and value.endswith("%"):
            yield LineChance(value, WordTold(KillTold(), HURT))
        elif "without radio" in label and value.endswith("%"):
            yield LineChance(value, WordTold(ToldValue("lone check", 2), (PASSES,)))
        elif re.search(r" roll(, \d+ times)?: stuck on|mud, with a secret die", label) and "/" in value:
            yield LineChance(value, RollTold(nth), not_now if "mud" in label else (a, StartEngine()) if isinstance(a, TakeWheel) else ())
            nth += 1  # in a turn of several hexspines the kinds take turns: each is first rolled for the first hexspine
        elif value.endswith("%") and rule != "12":
            yield LineChance(value, RollTold(nth), not_now)
    for warning in preview.warnings:
        if "thrown off in" in warning:
            yield LineChance(warning, WordTold(ToldValue("motorcycle", 2), ("is thrown off", "is thrown off, and the machine is lost")), not_now)


AT_ONCE = (ThrowSmoke, Push, Discharge, Overrun)


def with_proof(s: HollowState, a: Order, preview: Preview) -> Preview:
    """A preview that says how the rules tell its cost and the chances in its lines."""
    at = s.frames[-1]
    preview = preview._replace(chances=(*preview.chances, *line_chances(at, a, preview)))
    pieces = movers(s, at, a) if preview.cost else ()
    if not pieces:
        return preview
    paid = Paid(pieces, tuple(s.points[piece] for piece in pieces), preview.cost, isinstance(a, AT_ONCE))
    orders = preview.orders or IfNobodyStops(a, pieces)
    return preview._replace(shown=(*preview.shown, (preview.cost, paid)), orders=orders)
