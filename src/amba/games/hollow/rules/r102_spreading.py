"""How fires grow, spread and take what is in them."""

from __future__ import annotations

from amba.core.event import Said
from amba.core.steps import push
from amba.games.hollow.book import rule
from amba.games.hollow.counters import BLAZE, BURNING, FLAME, WIND, WRECK
from amba.games.hollow.frames_ground import SpreadRoll
from amba.games.hollow.rules.armour.r064_stun import destroy
from amba.games.hollow.rules.common import Item, sum_of
from amba.games.hollow.rules.dice import place_value, roll_step
from amba.games.hollow.rules.r012_morale import eliminate
from amba.games.hollow.rules.r024_smoke import spare_smoke
from amba.games.hollow.rules.r102_blazes import fire_at, fires, ground_items, is_blazing, is_raining, kindling_number, light, spreading_number
from amba.games.hollow.rules.r194_air import HEAVY, upwind
from amba.games.hollow.state import HollowState
from amba.kit.rays import NEIGHBOURS

ALONG, ASIDE = 2, 1
"""What the wind adds straight down it, and to the two hexes beside that; as much less against it. Our own figures."""
CERTAIN = 99
"""Fire that a heavy wind drives spreads by itself, and never against it."""
OTHER_BUILDING = 1
"""From one building to another it is harder by so much."""
BUILDINGS = ("building", "large_building")


@rule("194.5", "102.4")
def wind_items(s: HollowState, source: int, place: int) -> list[Item]:
    """Without wind nothing; in any wind +2 straight down it and +1 beside that, as much less up it; in a heavy wind straight down for certain, straight up never."""
    force = s.tracks[WIND]
    if not force or source == place:
        return []
    here, there = s.field.hex_of[source], s.field.hex_of[place]
    to_wind = upwind(s, here)
    turn = NEIGHBOURS.index((there[0] - here[0], there[1] - here[1])) - NEIGHBOURS.index((to_wind[0] - here[0], to_wind[1] - here[1]))
    away = min(turn % 6, -turn % 6)  # 0: where the wind comes from; 3: where it blows to
    value = {0: -ALONG, 1: -ASIDE, 2: ASIDE, 3: ALONG}[away]
    if force == HEAVY and away in {0, 3}:
        value = CERTAIN if away else -CERTAIN
    return [Item("down the wind" if value > 0 else "against the wind", value, "194.5")]


@rule("102.4", "194.4")
def spread_items(s: HollowState, source: int, place: int) -> list[Item]:
    """The state of the ground, the wind; +1 uphill, -1 downhill, -1 from one building to another."""
    found = [*ground_items(s), *wind_items(s, source, place)]
    rise = s.field.level(place) - s.field.level(source)
    if rise:
        found.append(Item("uphill" if rise > 0 else "downhill", 1 if rise > 0 else -1, "102.4"))
    words = [next((word for word in BUILDINGS if s.field.has(one, word)), "") for one in (source, place)]
    if source != place and all(words) and words[0] != words[1]:
        found.append(Item("another building", -OTHER_BUILDING, "102.4"))
    return found


def needed(s: HollowState, source: int, place: int) -> int | None:
    """The number that two dice and all modifiers must reach: a wreck has to kindle its hex."""
    from_wreck = source == place and fire_at(s, place) < 0
    return kindling_number(s, place) if from_wreck else spreading_number(s, place)


def chance_order(s: HollowState, source: int, place: int) -> tuple[int, int]:
    return sum_of(spread_items(s, source, place)), -source


@rule("102.4")
def threatened(s: HollowState) -> list[SpreadRoll]:
    """What is rolled for: every flame, which may become a blaze; every burning wreck where something else burns; every hex beside a blaze, by the one that is likeliest to reach it."""
    found = [SpreadRoll(place, place) for place in fires(s, FLAME)]
    wrecks = range(s.world.first_vehicle, s.world.first_gun) if s.has_armour else range(0)
    found += [SpreadRoll(place, place) for place in sorted({s.at[v] for v in wrecks if s.is_on_map(v) and s.has(v, BURNING)})]
    reached: dict[int, list[int]] = {}
    for source in fires(s, BLAZE):
        for place in s.field.around[source]:
            reached.setdefault(place, []).append(source)
    found += [SpreadRoll(place, max(reached[place], key=lambda one: chance_order(s, one, place))) for place in sorted(reached)]
    burning = {*fires(s, FLAME), *fires(s, BLAZE)}
    return [roll for roll in dict.fromkeys(found) if (roll.place not in burning or roll.source == roll.place) and may_take(s, roll)]


def may_take(s: HollowState, roll: SpreadRoll) -> bool:
    """Whether two dice can reach the number at all."""
    number = needed(s, roll.source, roll.place)
    return number is not None and number - sum_of(spread_items(s, roll.source, roll.place)) <= 12


@rule("102.4", "194.77")
def spread_fires(s: HollowState) -> None:
    """When the advancing fire is over every fire is rolled for; in the rain none spreads."""
    for roll in reversed([] if is_raining(s) else threatened(s)):
        push(s, roll)


@rule("102.4", "194.4", "194.5")
def read_spread(s: HollowState, at: SpreadRoll, dice: tuple[int, ...]) -> None:
    """A flame becomes a blaze; a hex that fire takes hold of has a flame."""
    fire, number = fire_at(s, at.place), needed(s, at.source, at.place)
    if number is None or (at.source != at.place and (fire >= 0 or not is_blazing(s, at.source))):
        return
    modifier = sum_of(spread_items(s, at.source, at.place))
    takes = dice[0] + modifier >= number
    verdict = ("blazes up" if fire >= 0 else "catches fire") if takes else "does not"
    s.do(Said("102.4", "spread", (s.world.names.places[at.place], number, modifier_text(modifier), verdict)))
    if takes and fire >= 0:
        s.turn_face("102.4", fire, BLAZE)
    elif takes and spare_smoke(s):
        light(s, "102.4", at.place)


def modifier_text(modifier: int) -> str:
    return "heavy wind" if abs(modifier) > CERTAIN // 2 else f"{modifier:+d}"


@rule("102.5")
def burn(s: HollowState) -> None:
    """At the end of their player turn all of a side who are still in a blaze are lost, with vehicles, guns and what lies about."""
    for place in fires(s, BLAZE):
        for piece in [p for p in s.here[place] if s.is_weapon(p) or s.side[p] == s.phasing]:
            if s.at[piece] != place:
                continue
            if s.is_unit(piece):
                eliminate(s, piece, "102.5")
            elif s.is_dummy(piece):
                s.remove("102.5", piece, "spare")
            elif s.is_gun(piece) or (s.is_weapon(piece) and s.owner_of(piece) < 0):
                s.remove("102.5", piece, "eliminated")
            elif s.is_vehicle(piece) and not s.has(piece, BURNING):
                burn_vehicle(s, piece)


@rule("102.5")
def burn_vehicle(s: HollowState, vehicle: int) -> None:
    """What was a wreck already burns now; anything else is lost with all who are in it."""
    if s.has(vehicle, WRECK):
        s.mark("102.5", vehicle, BURNING)
    else:
        destroy(s, vehicle, burning=True, spares=False)


SPREAD_ROLL = roll_step(SpreadRoll, "spread", "102.4", "Fire at {place}", read_spread, values=place_value)
