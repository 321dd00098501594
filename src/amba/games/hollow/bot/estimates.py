"""Estimates for bots: who could fire at whom, how strongly, and what it would do. The rules never look here.

The rules work a shot out in full, with every line of its arithmetic. A bot that looks at thousands of positions needs one number: the modifier
between two spots, remembered for the ground; the strength of a stack by range; and the harm of a column, a modifier and a morale.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from amba.core.state import remembered
from amba.games.hollow.book import HERE
from amba.games.hollow.counters import (
    BROKEN,
    BUSY,
    CONCEALED,
    CREST,
    DUG,
    FINAL,
    FIRST,
    FOG,
    GUSTY,
    MALFUNCTION,
    MELEE,
    NIGHT,
    PINNED,
    SNOW,
    SUN,
    WIND,
)
from amba.games.hollow.field import Field
from amba.games.hollow.rules.dice import SUMS, at_most
from amba.games.hollow.rules.r007_look import elevation
from amba.games.hollow.rules.r007_sight import sight
from amba.games.hollow.rules.r010_fire_table import fire_result
from amba.games.hollow.rules.r010_odds import UNKNOWN_MORALE
from amba.games.hollow.rules.r011_modifiers import deir_protection, dune_protection, hillock_protection, wall_protection
from amba.games.hollow.rules.r012_morale import morale
from amba.games.hollow.rules.r024_smoke import clouds
from amba.games.hollow.rules.r031_aboard import is_aboard, passengers
from amba.games.hollow.rules.r049_night import sight_limit
from amba.games.hollow.rules.r194_air import air_hindrances, dust
from amba.games.hollow.rules.r194_dust import cancels_open_ground
from amba.games.hollow.state import HollowState
from amba.games.hollow.tables import COLUMNS, read_fire_table
from amba.load.files import Folder

PRINTED = read_fire_table(Folder(HERE / "data"))
"""The game's own table. The rules look into the world's, which may be somebody's own; estimates come from this one."""
BLOCKED = 99
FAR = 33
"""Ranges below this are looked at; the heaviest gun reaches 32."""
UNKNOWN_FIRE, UNKNOWN_RANGE = 3, 5
"""What one reckons with under a question mark."""
UNKNOWN_WORTH = 1.2
"""What a question mark is worth: a squad is 2, a dummy nothing."""
ALONE = 0.5
"""What a leader is worth in a fight for ground."""
GONE, BREAKS, PINS, HALVED = 1.0, 0.6, 0.15, 0.4
"""What happens to a target, as a share of it."""
GUNS = ("lmg", "mmg", "hmg")
HEAVY = ("mmg", "hmg")
LOWEST, HIGHEST = -8, 14
SEEN = 1 << BROKEN | 1 << PINNED | 1 << CONCEALED | 1 << CREST | 1 << DUG | 1 << FIRST | 1 << FINAL | 1 << MELEE | 1 << BUSY
"""The marks that change what a stack can do."""


@cache
def harm(column: int, modifier: int, morale: int) -> float:
    """What one target of this morale is likely to lose, as a share of it; `column` counts from 0."""
    total = 0.0
    for roll, weight in SUMS:
        result = fire_result(COLUMNS[column], roll + modifier, PRINTED)
        if result.killed:
            total += weight * GONE
            continue
        if result.check is None:
            continue
        most = morale - result.check
        fails, exact = 36 - at_most(most), at_most(most) - at_most(most - 1)
        if result.only_pins:
            total += weight * PINS * fails / 36
        else:
            total += weight * ((HALVED if result.is_reduced else 0.0) + (BREAKS * fails + PINS * exact) / 36)
    return min(1.0, total / 36)


def harm_of(power: float, modifier: int, morale: int) -> float:
    """The harm a firepower does; nothing below one factor."""
    column = bisect_right(COLUMNS, power) - 1
    if column < 0:
        return 0.0
    return harm(column, LOWEST if modifier < LOWEST else min(modifier, HIGHEST), morale)


def spot_of(s: HollowState, piece: int) -> int:
    """Where a piece stands, and whether at a crest or dug in, as one number."""
    marks = s.marks[piece]
    return 4 * s.at[piece] + (marks >> CREST & 1) + 2 * (marks >> DUG & 1)


def shot_at(field: Field, a: int, b: int) -> tuple[int, int]:
    """The range from one spot to another, and what ground and works add to a shot; `BLOCKED` where nothing is seen. Smoke and air left out."""
    known, key = field.tables["shots"], a << 20 | b
    found: tuple[int, int] | None = known.get(key)
    if found is None:
        found = known.keep(key, _look(field, a, b))
    return found


def _look(field: Field, a: int, b: int) -> tuple[int, int]:
    here, there = a >> 2, b >> 2
    range_ = field.range(here, there)
    if range_ >= FAR:
        return range_, BLOCKED
    views = [field.view_from(spot >> 2, "crest" if spot & 1 else "ground", bool(spot & 2)) for spot in (a, b)]
    line = sight(field.ground, views[0], views[1])
    if not line.is_clear:
        return range_, BLOCKED
    look, ground = line.look, field.ground
    together = field.protection(there) + deir_protection(look) + wall_protection(look) + dune_protection(look)
    above = views[1].position != "in" and elevation(ground, views[1]) - elevation(ground, views[0]) >= 2
    alone = 2 if b & 2 or (b & 1 and field.is_wadi(there)) else hillock_protection(look) or int(above)
    return range_, max(together, alone) + line.hindrance


def together(harms: list[float]) -> float:
    """What several stacks do to one place: the worst in full, each further one half as much as the one before, four at most."""
    return sum(one * 0.5**rank for rank, one in enumerate(sorted(harms, reverse=True)[:4]))


class Stack(NamedTuple):
    """The counters of a side in one spot, as the other side or they themselves know them."""

    place: int
    spot: int
    reach: tuple[float, ...]
    """Firepower by range."""
    first: float
    """What share of it is left for fire at the enemy's movement."""
    morale: int
    worth: float
    """Squads 2, half-squads 1, leaders 1 and their leadership: what can be lost here."""
    fit: float
    """The worth of those in good order."""
    force: float
    """What they are worth in a fight for ground: leaders are few men."""
    led: int
    """What a leader does to the dice."""
    has_leader: bool
    """Whether an unbroken one is among them."""
    broken: int


@cache
def by_range(parts: tuple[tuple[int, int], ...]) -> tuple[float, ...]:
    """Firepower of several (firepower, range) at every range: doubled beside the target, half beyond the printed range."""
    return tuple(sum(power * (2.0 if r <= 1 else 1.0 if r <= reach else 0.5) for power, reach in parts if r <= 2 * reach) for r in range(FAR))


@remembered()
def stacks(s: HollowState, side: int, viewer: int) -> list[Stack]:
    """All of a side's stacks as the viewer knows them; kept with the position."""
    spots: dict[int, list[int]] = {}
    for piece in s.units(side) if side == viewer else s.known_counters(side):
        spots.setdefault(spot_of(s, piece), []).append(piece)
    for vehicle in s.vehicles(side):  # men who ride count where they are, and fire at nobody
        if riders := passengers(s, vehicle):
            spots.setdefault(spot_of(s, vehicle), []).extend(riders)
    return [_stack(s, spot, pieces, viewer) for spot, pieces in spots.items()]


def arms(s: HollowState, unit: int) -> list[tuple[int, int]]:
    """Firepower and range of men and of the guns they have."""
    found = [(s.squad(unit).firepower, s.squad(unit).range)]
    guns = [s.weapon(w) for w in s.weapons_of(unit) if not s.marks[w] >> MALFUNCTION & 1]
    return [*found, *((gun.firepower, gun.range) for gun in guns if gun.kind in GUNS)]


def is_heavy_gun(s: HollowState, piece: int) -> bool:
    """A machine gun on its legs that works: it is for firing, not for running."""
    return s.is_weapon(piece) and s.weapon(piece).kind in HEAVY and not s.marks[piece] >> MALFUNCTION & 1


def has_heavy_gun(s: HollowState, unit: int) -> bool:
    return any(is_heavy_gun(s, weapon) for weapon in s.weapons_of(unit))


def _stack(s: HollowState, spot: int, pieces: Sequence[int], viewer: int) -> Stack:
    parts: list[tuple[int, int]] = []
    worth = fit = force = spent = 0.0
    morales: list[int] = []
    led, has_leader, broken = 0, False, 0
    for piece in pieces:
        marks = s.marks[piece]
        if s.side[piece] != viewer and (marks >> CONCEALED & 1 or s.is_dummy(piece)):
            parts.append((UNKNOWN_FIRE, UNKNOWN_RANGE))
            worth += UNKNOWN_WORTH
            fit += UNKNOWN_WORTH
            force += UNKNOWN_WORTH
            morales.append(UNKNOWN_MORALE)
            continue
        is_leader = s.is_leader(piece)
        value = 1.0 + max(0, -s.leader(piece).leadership) if is_leader else 2.0 if s.squad(piece).kind == "squad" else 1.0
        worth += value
        if marks >> BROKEN & 1:
            broken += 1
            morales.append(morale(s, piece))
            continue
        fit += value
        force += ALONE if is_leader else value
        if is_leader:
            led, has_leader = min(led, s.leader(piece).leadership), True
            continue
        morales.append(s.squad(piece).morale)
        if marks & (1 << MELEE | 1 << BUSY) or is_aboard(s, piece):
            continue
        own = [(s.squad(piece).firepower, s.squad(piece).range)]
        own += [
            (s.weapon(w).firepower, s.weapon(w).range) for w in s.weapons_of(piece) if not s.marks[w] >> MALFUNCTION & 1 and s.weapon(w).kind in GUNS
        ]
        parts += own
        spent += len(own) * (1.0 if marks >> FINAL & 1 else 0.5 if marks >> FIRST & 1 else 0.5 if marks >> PINNED & 1 else 0.0)
    first = 1.0 - spent / len(parts) if parts else 0.0
    steady = round(sum(morales) / len(morales)) - led if morales else 8
    return Stack(spot >> 2, spot, by_range(tuple(sorted(parts))), first, steady, worth, fit, force, led, has_leader, broken)


def air_key(s: HollowState) -> tuple[int, ...]:
    """Everything the air depends on."""
    return (*s.tracks[WIND : NIGHT + 1], *s.tracks[SUN : GUSTY + 1], s.tracks[FOG], s.tracks[SNOW])


def air_of(s: HollowState) -> tuple[int, ...]:
    """What the weather adds at every range, blocked beyond what is seen by night; kept by what it depends on."""
    key = air_key(s)
    found = _airs.get(key)
    if found is None:
        limit = sight_limit(s) or FAR
        found = _airs[key] = tuple(sum(found.drm for found in air_hindrances(s, r)) if r <= limit else BLOCKED for r in range(FAR))
    return found


_airs: dict[tuple[int, ...], tuple[int, ...]] = {}


class FireMap:
    """What one side's known stacks could do to a squad at any place: standing there, and walking there."""

    def __init__(self, s: HollowState, side: int) -> None:
        self.field, self.air = s.field, air_of(s)
        self.targets = stacks(s, 1 - side, side)
        self.stacks = [one for one in self.targets if one.reach[1]]
        self.open = not cancels_open_ground(dust(s))
        self.smoke = clouds(s)
        self._found: dict[int, tuple[float, float]] = {}

    def at(self, spot: int) -> tuple[float, float]:
        """The harm to men who stand there, and to men who walk into it upright. Of several stacks the worst counts in full, the next by half, and so on."""
        found = self._found.get(spot)
        if found is None:
            found = self._found[spot] = self.through(spot, self.screen(spot))
        return found

    def screen(self, spot: int) -> int:
        """What smoke in the hex itself adds to a shot at it. Smoke on the way there is left out."""
        return self.smoke.get(self.field.hex_of[spot >> 2], 0) if self.smoke else 0

    def through(self, spot: int, screen: int) -> tuple[float, float]:
        """The harm there if smoke in that hex added so much."""
        rest, walk = [], []
        field, air = self.field, self.air
        bare = field.is_open(spot >> 2) and self.open
        for stack in self.stacks:
            range_, modifier = shot_at(field, stack.spot, spot)
            if range_ >= FAR or range_ == 0:
                continue
            modifier += air[range_] + screen
            if modifier >= HIGHEST:
                continue
            power = stack.reach[range_]
            rest.append(harm_of(power, modifier + stack.led, UNKNOWN_MORALE))
            exposed = modifier - 1 - (1 if bare and not modifier else 0)
            walk.append(harm_of(power * stack.first, exposed + stack.led, UNKNOWN_MORALE))
        return together(rest), together(walk)

    def prospect(self, spot: int, reach: Sequence[float]) -> float:
        """What men of such firepower could do from there to the stack they harm most."""
        best, screen = 0.0, self.screen(spot)
        for stack in self.targets:
            range_, modifier = shot_at(self.field, spot, stack.spot)
            if 0 < range_ < FAR and reach[range_] >= 1 and modifier < HIGHEST:
                modifier += self.air[range_] + screen + self.screen(stack.spot)
                if modifier < HIGHEST:
                    best = max(best, stack.worth * harm_of(reach[range_], modifier, stack.morale))
        return best


_fire_maps: dict[tuple[object, ...], FireMap] = {}


@remembered()
def fire_map(s: HollowState, side: int) -> FireMap:
    """The enemy's watch over the ground; the same as long as he stays as he is."""
    enemies = tuple((p, s.at[p], s.face[p], s.marks[p] & SEEN) if not s.is_secret(p) else (spot_of(s, p),) for p in s.known_counters(1 - side))
    key = (s.world.data_hash, s.scenario, side, tuple(sorted(enemies)), air_key(s), tuple(sorted(clouds(s).items())))
    found = _fire_maps.get(key)
    if found is None:
        while len(_fire_maps) >= 24:
            del _fire_maps[next(iter(_fire_maps))]
        found = _fire_maps[key] = FireMap(s, side)
    return found
