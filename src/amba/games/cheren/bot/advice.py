"""How good an action looks to a side: a few named terms that a player would recognise. For bots; the rules never look here.

Everything is worth so many steps: 1.0 is about a step won or lost. Ending a phase is worth 0, so that whatever does not improve is left alone.
Only open things are looked at: units, towns, roads, and the side's own chits.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from amba.core.order import Order
from amba.core.steps import top
from amba.games.cheren.bot.attraction import Field, field_of
from amba.games.cheren.bot.battles import STAKES, VICTORY_POINT, Battle, battles, fight_value, has_air, prize
from amba.games.cheren.bot.march_chits import further
from amba.games.cheren.bot.rear import can_be_taken, is_lifeline
from amba.games.cheren.frames import AskPush, Assault, Displace, Movement, PickAdvance, PickStand
from amba.games.cheren.orders import (
    Advance,
    Air,
    Arrive,
    Attack,
    ChitOrder,
    Commit,
    Fight,
    Lose,
    Move,
    PlaceUnit,
    Play,
    PlayOnHex,
    PlayOnUnit,
    PlaySappers,
    Push,
    ReactionOrder,
    Replace,
    ResultOrder,
    RetreatTo,
    Stand,
)
from amba.games.cheren.rules.losses import living
from amba.games.cheren.rules.r08_reinforcements import arrival
from amba.games.cheren.rules.r11_combat import attackers, weigh
from amba.games.cheren.rules.r12_supply import draws_supply, is_in_supply, open_ways
from amba.games.cheren.state import MAP, CherenState
from amba.games.cheren.world import ALLIED, ATTACKED, ITALIAN
from amba.kit.trace import flood

NOTHING = 0.0
NEVER = -9.0
OVERSTACKED = 8.0
UNSUPPLIED = 3.0
LIFELINE = 4.0
"""A guard in the town all supply comes from."""
EXPOSED = 1.2
"""Standing where the enemy can attack at 3-1 or better."""
HELD = 0.7
"""How much of the ground that was fought for is worth standing on."""
THRIFT = 0.06
"""A move has to be worth this much, or it is not made."""


# Fights


def meant(s: CherenState, side: int) -> dict[int, Battle]:
    """hex -> the fight for it that is meant in this phase; kept with the position."""
    cache = s.memory[MAP]
    key = ("meant", side, has_air(s, side), tuple([unit for unit in s.units(side) if s.has(unit, ATTACKED)]))
    if key not in cache:
        cache[key] = {battle.target: battle for battle in battles(s, side)}
    found: dict[int, Battle] = cache[key]
    return found


def attack(s: CherenState, side: int, a: Attack) -> float:
    """One of the fights that are meant, the most promising first."""
    found = meant(s, side).get(a.hex)
    return NEVER if found is None else found.value - STAKES[side].least


def commit(s: CherenState, side: int, a: Commit) -> float:
    """Bring in those who are meant to fight here."""
    battle = meant(s, side).get(top(s, Assault).target)
    return 2.0 + s.strength(a.unit) / 10 if battle is None or a.unit in battle.units else NEVER


def air(s: CherenState, side: int, a: Air) -> float:
    """The aircraft likewise."""
    battle = meant(s, side).get(top(s, Assault).target)
    return 1.5 if battle is None or battle.air else NEVER


def bonus(s: CherenState, side: int, at: Assault) -> float:
    """A chit, if the column it brings matters."""
    chits = tuple(("chit", 1, "5.1") for _ in at.chits)
    now = fight_value(s, at.target, weigh(s, at.target, at.units, bool(at.air), chits).column)
    gain = fight_value(s, at.target, weigh(s, at.target, at.units, bool(at.air), (*chits, ("chit", 1, "5.1"))).column) - now
    return 1.5 if gain > 0.4 else NEVER


def loss(s: CherenState, side: int, a: Lose) -> float:
    """Lose the cheapest step: least strength, no unit if it can be helped."""
    unit = a.unit
    strengths, lost = s.world.units[unit].strengths, s.face[unit]
    after = strengths[lost + 1] if lost + 1 < len(strengths) else 0
    return -(strengths[lost] - after) - (0.8 if after == 0 else 0.0)


def stand(s: CherenState, units: tuple[int, ...], price: float) -> float:
    """Ground worth a step is held by those who can afford one; weak stacks go back."""
    place = s.at[units[0]]
    town = s.world.town_at.get(place)
    ground = (0.6 * town.vp if town else 0.0) - 0.25 * s.world.defence_shift[place]
    steps = sum(s.steps_left(unit) for unit in units)
    spare = 0.0 if steps >= 4 else 0.6 if steps == 3 else 1.5
    return ground - price - spare


def push(s: CherenState, side: int, a: Push) -> float:
    at = top(s, AskPush)
    steps = sum(s.steps_left(unit) for unit in at.units if s.is_on_map(unit))
    return prize(s, side, at.target) * 0.5 - 1.0 if steps >= 3 else NEVER


def advance(s: CherenState, side: int, a: Advance) -> float:
    """Into the hex that was fought for, if it is a better place than this one.

    Who lost a step goes first (11.9.a), weak as he is: an empty hex is looked at with the eyes of the strongest who may follow him.
    """
    at = top(s, PickAdvance)
    if s.here[at.target]:
        return gain(s, side, a.unit, at.target)
    leader = max((a.unit, *followers(s, at.target, at.units)), key=s.strength)
    return gain(s, side, leader, at.target) + HELD * STAKES[side].ground


def followers(s: CherenState, target: int, units: tuple[int, ...]) -> list[int]:
    """Who could go into this hex after whoever has to go first."""
    cards = s.world.units
    return [unit for unit in living(s, units) if not cards[unit].is_artillery and (cards[unit].may_climb or not s.world.mountain[target])]


def gain(s: CherenState, side: int, unit: int, place: int) -> float:
    """How much better it stands there than here."""
    return worth(s, side, unit, place, False) - worth(s, side, unit, s.at[unit], False)


def go_back(s: CherenState, side: int, a: RetreatTo) -> float:
    return worth(s, side, a.unit, a.to, False)


# Marches


def march(s: CherenState, side: int, a: Move) -> float:
    """A better place than where it stands, by more than it is worth talking about."""
    attacks = isinstance(s.frames[-1], Movement)
    return worth(s, side, a.unit, a.to, attacks) - worth_here(s, side, a.unit, attacks) - THRIFT


def worth_here(s: CherenState, side: int, unit: int, attacks: bool) -> float:
    """What it is worth that the unit stays; asked for each of its moves, and kept with the position."""
    cache = s.memory[MAP]
    key = ("stays", unit, attacks, s.turn, s.roadblock)
    if key not in cache:
        cache[key] = worth(s, side, unit, s.at[unit], attacks)
    found: float = cache[key]
    return found


def worth(s: CherenState, side: int, unit: int, place: int, attacks: bool) -> float:
    """What it is worth that this unit stands here."""
    field = field_of(s, side)
    value = field.pull(unit, place, s.at[unit], s.strength(unit))
    town = s.world.town_at.get(place)
    if town is not None:
        value += town_term(s, field, side, unit, place, town.vp)
    if not draws_supply(s, side, place) and s.world.units[unit].village != place:
        value -= UNSUPPLIED
    value -= 0.12 * s.world.defence_shift[place]
    value += company(s, side, unit, place)
    if field.contact[place]:
        value += contact(s, side, unit, place, attacks)
    return value


def town_term(s: CherenState, field: Field, side: int, unit: int, place: int, vp: int) -> float:
    """Take a town of the enemy's; stay in one's own while somebody threatens it and nobody else is there."""
    if not s.is_controlled_by(place, side):
        return VICTORY_POINT * vp
    if any(u != unit for u in s.here[place]):
        return 0.0
    threat = 1.0 if can_be_taken(s, side, place) else min(1.0, field.threat.get(place, 0.0) / 6)
    if is_lifeline(s, side, place):
        return LIFELINE * threat
    return (0.3 + 0.9 * vp) * threat


def company(s: CherenState, side: int, unit: int, place: int) -> float:
    """No crowding, and three stacking points for a hard zone of control (4.0)."""
    value = s.world.units[unit].stacks[s.face[unit]]
    there = s.stacking(place) - (value if s.at[unit] == place else 0)
    if there + value > s.world.stack_limit[place]:
        return -OVERSTACKED
    hard = there < 3 <= there + value and not s.world.mountain[place]
    return 0.35 if hard else 0.0


def contact(s: CherenState, side: int, unit: int, place: int, attacks: bool) -> float:
    """Next to the enemy: what could be attacked from here together, and what could be attacked here."""
    world, mine = s.world, s.strength(unit)
    home = s.at[unit]
    stack = sum(s.strength(u) for u in s.here[place] if u != unit and s.side[u] == side) + mine
    danger, chance = 0, -0.1
    for near in world.around[place]:
        if not s.held[1 - side][near]:
            continue
        defence = sum(s.strength(u) for u in s.here[near])
        danger += defence
        if attacks:
            chance = max(chance, prospect(s, side, unit, near, home))
    exposed = EXPOSED * min(3.0, danger / stack - 1.5) if danger >= 2 * stack else 0.0
    lonely_gun = 1.0 if world.units[unit].is_artillery and stack == mine else 0.0
    return chance * (0.6 if attacks else 0.0) - exposed - lonely_gun


def prospect(s: CherenState, side: int, unit: int, target: int, home: int) -> float:
    """The fight there would be with this unit and all who are next to the target already, shared among them."""
    cache = s.memory[MAP]
    key = ("beside", side, target)
    if key not in cache:
        cache[key] = tuple(attackers(s, target, side))
    beside: tuple[int, ...] = cache[key]
    units = beside if unit in beside else (*beside, unit)
    together = ("weighed", target, units)
    if together not in cache:
        cache[together] = fight_value(s, target, weigh(s, target, units, has_air(s, side)).column)
    value: float = cache[together] - STAKES[side].least
    return value if value > 0 else max(-0.5, 0.2 * value)


# Chits and choices


def chit_on_unit(s: CherenState, side: int, a: PlayOnUnit) -> float:
    name = s.world.chit(a.chit).name
    if name == "propaganda":
        near = 0.3 if s.is_next_to(s.at[a.unit], ALLIED) else 0.0
        return near + (0.2 if s.steps_left(a.unit) == 1 else 0.1)
    return aosta(s, a.unit) if name == "aosta" else further(s, side, a.unit, name)


def chit_on_hex(s: CherenState, side: int, a: PlayOnHex) -> float:
    if s.world.chit(a.chit).name == "roadblock":
        return roadblock(s, a.hex)
    return 0.5 * sum(s.strength(unit) for unit in s.here[a.hex] if not is_in_supply(s, unit))


def plain_chit(s: CherenState, side: int, a: Play) -> float:
    at = s.frames[-1]
    if isinstance(at, Assault):
        return bonus(s, side, at)
    return stand(s, at.units, 0.0) if isinstance(at, PickStand) else NEVER


def roadblock(s: CherenState, block: int) -> float:
    """Where it would cut most of the enemy's units off their road."""
    ways, _ = open_ways(s, ALLIED)
    if block not in ways:
        return NEVER
    sources = [src.hex for src in s.world.sources if src.side == ALLIED and src.hex in ways]
    left = flood(sources, s.world.ways, lambda place: place != block and place in ways)
    lost = sum(1 for unit in s.units(ALLIED) if s.at[unit] in ways and s.at[unit] not in left)
    return 0.3 * lost - 1.0


def aosta(s: CherenState, unit: int) -> float:
    if s.is_on_map(unit):
        return 0.5 * regained(s, unit)
    return 0.3 * s.strength(unit) if draws_supply(s, ITALIAN, arrival(s, unit)[0]) else NEVER


def regained(s: CherenState, unit: int) -> int:
    """The strength a unit gets back with a step."""
    strengths = s.world.units[unit].strengths
    return strengths[s.face[unit] - 1] - strengths[s.face[unit]]


def placement(s: CherenState, side: int, a: PlaceUnit) -> float:
    """A defector goes where it does least harm; a late arrival where it stands best."""
    if isinstance(s.frames[-1], Displace):
        return -sum(1.0 for n in s.world.around[a.to] if s.held[ALLIED][n])
    return worth(s, side, a.unit, a.to, False)


def never(s: CherenState, side: int, a: Order) -> float:
    return NEVER


TERMS: dict[type[Any], Callable[[CherenState, int, Any], float]] = {
    Move: march, Attack: attack, Commit: commit, Air: air, Fight: lambda s, side, a: 1.0, Lose: loss, RetreatTo: go_back, Push: push, Advance: advance,
    Stand: lambda s, side, a: stand(s, top(s, PickStand).units, 1.0), PlaceUnit: placement, Replace: lambda s, side, a: float(regained(s, a.unit)),
    Arrive: lambda s, side, a: 0.1,  # 8.4: better now than later
    Play: plain_chit, PlayOnUnit: chit_on_unit, PlayOnHex: chit_on_hex,
    ReactionOrder: never, ChitOrder: never, ResultOrder: never,  # a bot does not mind being asked
    PlaySappers: lambda s, side, a: 1.0 if a.what == "roadblock" else NEVER,  # rivers can wait
}  # fmt: skip
"""What speaks for an order; all others are worth nothing either way."""


def advice(s: CherenState, side: int, a: Order) -> float:
    """One number for one order."""
    term = TERMS.get(type(a))
    return NOTHING if term is None else term(s, side, a)
