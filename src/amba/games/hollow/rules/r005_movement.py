"""Movement on foot: factors and costs, who may move, and why a step is not allowed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from amba.core.decision import Refusal
from amba.games.hollow.book import rule
from amba.games.hollow.counters import BUSY, DUG, EMPLACED, GROUND, HALF, MELEE, MOVED, PINNED, PREP, THORNS, WALL
from amba.games.hollow.rules.common import ASSAULTING, CAREFUL, DOUBLING, HAS_SHOT, NORMAL, Item, item_lines, refuse_not_own, refuse_state, sum_of
from amba.games.hollow.rules.r006_stacking import overload, refuse_crowd
from amba.games.hollow.rules.r012_heroes import CHARGE, hero_factors, is_berserk, is_hero
from amba.games.hollow.rules.r024_smoke import smoke_cost
from amba.games.hollow.rules.r029_vehicles import refuse_vehicle_hex
from amba.games.hollow.rules.r056_wire import refuse_wire
from amba.games.hollow.rules.r081_streams import ALL, marsh_factors, water_items
from amba.games.hollow.rules.r102_blazes import refuse_blaze
from amba.games.hollow.rules.r110_cycles import cycle_items, cycle_road_items
from amba.games.hollow.rules.r110_mounts import BICYCLE, CYCLES, MOUNTS, dug_items, may_throw, mounted_items, refuse_mounted, riding
from amba.games.hollow.rules.r185_costs import ground_cost, hexside_cost, is_by_road, road_halves
from amba.games.hollow.rules.r188_wadis import front_of, is_on_bank, may_face, take_crest
from amba.games.hollow.rules.r191_works import ditch_cost, trench_cost
from amba.games.hollow.rules.r194_air import dust
from amba.games.hollow.rules.r194_dust import Dust
from amba.games.hollow.rules.r194_weather import GROUNDS
from amba.games.hollow.rules.r196_thorns import is_old_rule, is_thorny, refuse_crossing
from amba.games.hollow.state import HollowState

EntryCost = Callable[[HollowState, int], Item | None]
"""What one chapter adds to the cost of a hex: the state, the hex."""
ENTRY_COSTS: tuple[EntryCost, ...] = (smoke_cost, ditch_cost)
"""What entering a hex costs on top of terrain, climbing and fortifications."""


def entry_items(s: HollowState, to: int) -> list[Item]:
    return [item for cost in ENTRY_COSTS if (item := cost(s, to)) is not None]


Barrier = Callable[[HollowState, Sequence[int], int, int, str], Refusal | None]
"""Why units may not go from a hex to its neighbour at a pace, whatever factors they have: the state, the units, from where, to where, the pace."""
BARRIERS: tuple[Barrier, ...] = (refuse_wire, refuse_crossing, refuse_vehicle_hex, refuse_mounted, refuse_blaze)
"""What other chapters put in the way: wire before the advance (56), a cactus hedge (196.3), an enemy vehicle (29), what nobody rides through (110), a blaze (102.5)."""


class Stance(NamedTuple):
    """Where a stack stands, or would stand on its way: the hex, in a wadi its bed or crest, and whether in a work."""

    place: int
    position: str
    dug_in: bool
    front: int = -1
    """At a crest, the way they face; -1 elsewhere."""
    riding: str = ""
    """What they ride; empty on foot."""
    factors: int = ALL
    """What marsh costs them, and the other side of a cactus hedge: all they have."""
    careful: bool = False
    """Whether they ride slowly over stones."""


def stance_of(s: HollowState, unit: int, group: Sequence[int] = (), mode: str = NORMAL) -> Stance:
    front = front_of(s, unit) if s.position(unit) == "crest" else -1
    stack = tuple(group) or (unit,)
    near_marsh = s.field.has_marsh and any(s.field.has(there, "marsh") for there in s.field.around.get(s.at[unit], ()))
    factors = marsh_factors(s, stack, [allowance(s, one, stack, NORMAL) for one in stack]) if near_marsh else ALL
    if s.has(unit, THORNS):
        factors = max(1, left(s, stack, mode))
    return Stance(s.at[unit], s.position(unit), s.has(unit, DUG), front, riding(s, unit), factors, mode == CAREFUL)


def ground_state(s: HollowState) -> str:
    return GROUNDS[s.tracks[GROUND]]


@rule("94", "42")
def is_slow(s: HollowState, unit: int) -> bool:
    """Inexperienced men; and a dummy where its side has no others, for it moves as a squad of its side would."""
    if not s.is_dummy(unit):
        return s.squad(unit).inexperienced
    squads = [u for u in s.units(s.side[unit]) if s.is_squad(u)]
    return bool(squads) and all(s.squad(u).inexperienced for u in squads)


@rule("5", "94", "142", "5.7")
def allowance_items(s: HollowState, unit: int, group: Sequence[int], mode: str) -> list[Item]:
    """4 factors for men, 3 if inexperienced, 6 for a leader; 2 more with a leader all the way, 2 more at the double; less what is carried too much."""
    kind = riding(s, unit)
    if kind and kind != BICYCLE:
        return mounted_items(kind, (), mode == DOUBLING)
    if is_berserk(s, unit):
        found = [Item("berserk", CHARGE, "B")]
    elif s.is_leader(unit):
        found = [Item("leader", 6, "5")]
    elif is_hero(s, unit):
        found = [hero_factors(s, unit)]
    else:
        found = [Item("inexperienced men", 3, "94") if is_slow(s, unit) else Item("men", 4, "5")]
        if any(s.is_leader(other) for other in group):
            found.append(Item("with a leader", 2, "5"))
    if mode == DOUBLING:
        found.append(Item("double time", 2, "142"))
    if overload(s, unit, group):
        found.append(Item("carries too much", -overload(s, unit, group), "5.7"))
    return mounted_items(kind, found) if kind else found


def allowance(s: HollowState, unit: int, group: Sequence[int], mode: str) -> int:
    return max(0, sum_of(allowance_items(s, unit, group, mode)))


def left(s: HollowState, group: Sequence[int], mode: str) -> int:
    """What the slowest of the group has left."""
    return min(allowance(s, unit, group, mode) - s.points[unit] for unit in group)


@rule("5", "176.5", "188.13", "80.1", "176.6")
def step_items(s: HollowState, group: Sequence[int], to: int, rim: bool = False, mode: str = NORMAL) -> list[Item]:
    """What a step costs: terrain and hexside, double uphill, into and out of a wadi, out of a foxhole, smoke and weather."""
    return cost_from(s, stance_of(s, group[0], group, mode), to, rim, s.side[group[0]])


ROAD = Item("by road, half a factor", 1, "192.3")
"""A step along a level road. It is paid with a whole factor, and the half that is left over pays for the next one."""
SAVED = Item("half a factor in hand", -1, "192.3")


def halves_of(items: Sequence[Item]) -> int:
    """The cost of a step in half factors."""
    return 2 * sum_of(items) - (ROAD in items)


@rule("192.3", "5")
def cost_items(s: HollowState, group: Sequence[int], to: int, rim: bool = False, mode: str = NORMAL) -> list[Item]:
    """What is to be paid for a step now: less where all have half a factor in hand."""
    found = step_items(s, group, to, rim, mode)
    return [*found, SAVED] if ROAD in found and all(s.has(unit, HALF) for unit in group) else found


@rule("192.3", "5")
def pay(s: HollowState, number: str, unit: int, items: Sequence[Item]) -> None:
    """A unit spends the factors of a step; of a road hex half a factor stays in hand, or the one in hand pays for it."""
    saved = ROAD in items and s.has(unit, HALF)
    s.spend(number, unit, s.points[unit] + sum_of(items) - saved)
    save_half(s, unit, items)


def save_half(s: HollowState, unit: int, items: Sequence[Item]) -> None:
    if ROAD in items:
        s.mark("192.3", unit, HALF, not s.has(unit, HALF))


@rule("192.3", "5")
def drop_halves(s: HollowState) -> None:
    """Half a factor in hand is good for the phase it was saved in."""
    for side in (0, 1):
        for unit in s.counters(side):
            s.mark("192.3", unit, HALF, False)


@rule("196.3", "137.4", "54")
def cost_from(s: HollowState, stance: Stance, to: int, rim: bool = False, side: int | None = None) -> list[Item]:
    """The same for a stack that stands, or would stand, there; of the phasing side, unless another runs."""
    here, position, dug_in, front, mount, factors, careful = stance
    trench = trench_cost(s, (), here, to, side) if dug_in else None
    if trench is not None:
        return [trench, *entry_items(s, to)]
    if factors < ALL and is_thorny(s, here, to) and not is_old_rule(s):
        return [Item("through the cactus hedge", factors, "196.3")]
    out = [Item("out of the fortification", 1, "54")] if dug_in else []
    if front >= 0 and not is_on_bank(s, here, front, to) and (rim or not rises_along_bed(s, here, to)):  # the wadi lies in between
        position, out = "in", [*out, Item("down from the crest", 1, "188.161")]
    return [*ground_items(s, here, position, to, rim, mount, factors, careful), *out, *entry_items(s, to), *care_items(s, here, to, careful)]


@rule("186.14")
def care_items(s: HollowState, here: int, to: int, careful: bool) -> list[Item]:
    """Who rides with care over stones pays twice for what lies in the hex, too."""
    more = sum_of(entry_items(s, to)) if careful and may_throw(s, here, to) else 0
    return [Item("with care, twice", more, "186.14")] if more else []


@rule("188.121", "188.13")
def rises_along_bed(s: HollowState, here: int, to: int) -> bool:
    """Whether a higher crest line that the wadi itself crosses lies in between: who comes from outside the bed climbs only if he gains a level."""
    field = s.field
    return field.level(to) > field.level(here) and field.is_wadi(to) and field.side(here, to, "wadi", "wadi_join")


@rule("5", "188.13", "80.1", "192.3")
def ground_items(
    s: HollowState, here: int, position: str, to: int, rim: bool, mount: str = "", factors: int = ALL, careful: bool = False
) -> list[Item]:
    """What the ground itself costs: it never changes but with the weather."""
    if mount:
        return ridden_items(s, here, position, to, mount, factors, careful)
    field = s.field
    if is_by_road(field, here, to) and position != "in" and not (field.is_wadi(to) and not rim):
        halves = road_halves(field.level(to) - field.level(here))
        over = [Item("dune crest", 1, "190.511")] * field.side(here, to, "dune_crest")
        return [Item("by road", halves // 2, "192.3")] * (halves > 1) + [ROAD] * (halves % 2) + over
    base = factors if field.has(to, "marsh") else ground_cost(field, here, to, ground_state(s))
    found = [Item("terrain", base, "81.5" if field.has(to, "marsh") else "176.5")]
    climb = max(1, base - hexside_cost(field, here, to))  # uphill doubles the ground, not the wall on the way
    from_bed = position == "in"
    if not from_bed and not rim and rises_along_bed(s, here, to):
        found += water_items(s, to, False)
        gained = field.level(to) - field.level(here) - 1  # the bed lies a level below its hex
        return [*found, *([Item("uphill", (2 * gained - 1) * climb, "188.13")] if gained else [])]
    along_bed = from_bed and field.side(here, to, "wadi", "wadi_join") and field.is_wadi(to) and not rim
    into_bed = field.is_wadi(to) and not rim and not along_bed
    rise = field.level(to) - field.level(here)
    if from_bed and not along_bed:
        found.append(Item("out of the wadi", climb, "188.13"))
        if rise > 0:
            found.append(Item("and uphill", 2 * rise * climb, "188.13"))
    elif rise > 0:  # each full level doubles: an abrupt change of two costs four times the ground
        found.append(Item("uphill", (2 * rise - 1) * climb, "188.13" if along_bed else "5"))
    if into_bed or along_bed:
        found += water_items(s, to, along_bed)
    if into_bed:
        found.append(Item("down into the wadi", ground_cost(field, here, to, ground_state(s), down=1) - base, "80.1"))
    sheer = -rise - (not into_bed)
    if sheer > 0:
        found.append(Item("more than a level down", sheer * climb, "5"))
    return [item for item in found if item.value]


@rule("110", "185.21", "186.13", "186.14", "189.14", "190.3", "194.73", "197.23")
def ridden_items(s: HollowState, here: int, position: str, to: int, mount: str, factors: int = ALL, careful: bool = False) -> list[Item]:
    """What it costs men who ride: by road half a factor; horses double uphill, motorcycles pay what a car pays; a bicycle off the road costs twice what men pay, and in marsh all there is, as they do. In heavy dust horses and motorcycles pay one more."""
    field, mover = s.field, MOUNTS[mount].mover
    dusty = [Item("heavy dust", 1, "194.73")] if mount != BICYCLE and dust(s) >= Dust.HEAVY else []
    by_road = is_by_road(field, here, to) and position != "in" and not field.is_wadi(to)
    if mount in CYCLES:
        found = [ROAD, *cycle_road_items(s, here, to)] if by_road else cycle_items(s, here, position, to, mount)
        care = [Item("with care, twice", sum_of(found), "186.14")] if careful and may_throw(s, here, to) else []
        return [*found, *care, *dusty]
    if by_road:
        halves = road_halves(field.level(to) - field.level(here))
        over = [Item("dune crest", 1, "190.511")] * field.side(here, to, "dune_crest")
        return [Item("by road", halves // 2, "192.3")] * (halves > 1) + [ROAD] * (halves % 2) + over + dusty
    if mount == BICYCLE and field.has(to, "marsh"):
        return [Item("terrain", factors, "81.5")]
    if mount == BICYCLE:
        on_foot = ground_items(s, here, position, to, False)
        return [*on_foot, Item("pushing bicycles, twice", sum_of(on_foot), "197.23")]
    base = ground_cost(field, here, to, ground_state(s), mover=mover)
    found = [Item("terrain", base, "176.5")]
    up = max(0, field.level(to) - field.level(here)) + (position == "in" and not field.is_wadi(to))
    if up:
        found.append(Item("uphill", (2 * up - 1) * base, "110"))
    found += water_items(s, to, position == "in")
    if field.is_wadi(to) and not (position == "in" and field.side(here, to, "wadi", "wadi_join")):
        found.append(Item("down into the wadi", 1, "80.1"))
    return [*found, *dug_items(s, to, mount), *dusty]


def cost(s: HollowState, group: Sequence[int], to: int, rim: bool = False, mode: str = NORMAL) -> int:
    return sum_of(cost_items(s, group, to, rim, mode))


@rule("30", "63")
def refuse_on_foot(s: HollowState, piece: int) -> Refusal:
    """Vehicles are driven, if they have not had their movement; guns are pushed."""
    found = refuse_state(s, piece, "move", (*HAS_SHOT, MOVED, BUSY)) if s.is_vehicle(piece) else None
    text = "{piece} does not walk: it is driven." if s.is_vehicle(piece) else "{piece} does not walk: men push it."
    return found or Refusal("30" if s.is_vehicle(piece) else "63", text, {"piece": s.world.names.pieces[piece]})


@rule("5", "8", "142.6")
def refuse_mover(s: HollowState, side: int, unit: int) -> Refusal | None:
    """Unbroken men who neither prep-fired nor are pinned, busy or locked in close combat, and have not moved yet."""
    found = refuse_not_own(s, side, unit, "5", "unit or dummy")
    if found is not None:
        return refuse_on_foot(s, unit) if s.side[unit] == side and (s.is_vehicle(unit) or s.is_gun(unit)) else found
    found = refuse_state(s, unit, "move", (PREP, PINNED, MELEE, BUSY, MOVED))
    if found is None and s.is_broken(unit):
        return Refusal("15", "{unit} is broken; broken units only rout.", {"unit": s.world.names.pieces[unit]})
    return found


@rule("188.15")
def crosses_wadi_cliff(s: HollowState, here: int, to: int) -> bool:
    """A wadi's cliff is a cliff like any other: nobody goes up or down it."""
    return s.field.side(here, to, "wadi_cliff")


def refuse_way(s: HollowState, group: Sequence[int], to: int, rim: bool, pace: str) -> Refusal | None:
    """What no amount of factors helps against: the edge, cliffs, the enemy, a full hex."""
    return refuse_between(s, group, s.at[group[0]], to, rim, pace)


@rule("82.1", "188.16")
def refuse_between(s: HollowState, group: Sequence[int], here: int, to: int, rim: bool, pace: str) -> Refusal | None:
    """The same for a stack that would stand there and goes at this pace: a mode of movement, or in the advance."""
    name = {"place": s.world.names.places[to]}
    if to not in s.field.around.get(here, ()):
        return Refusal("5", "{place} is not a neighbouring hex.", name)
    if crosses_wadi_cliff(s, here, to):
        return Refusal("188.15", "A cliff of the wadi lies between here and {place}.", name)
    if not s.field.is_passable(here, to):
        return Refusal("82.1", "A cliff lies between here and {place}.", name)
    if rim and not s.field.is_wadi(to):
        return Refusal("188.16", "{place} has no wadi, so it has no crest.", name)
    if rim and riding(s, group[0]):
        return Refusal("110", "Nobody rides along a crest.", name)
    if rim and not may_face(s, to, here):
        return Refusal("188.16", "Across a wadi hexside one comes into the bed, not to the crest.", name)
    for barrier in BARRIERS:
        if (found := barrier(s, group, here, to, pace)) is not None:
            return found
    return refuse_crowd(s, to, s.side[group[0]], group)


def is_held(s: HollowState, side: int, place: int) -> bool:
    """An enemy who lies open is there."""
    return bool(s.here[place]) and any(not s.is_secret(p) for p in s.seen_at(place, side))


@rule("5", "176.3", "142.71", "142")
def refuse_step(s: HollowState, group: Sequence[int], mode: str, steps: int, to: int, rim: bool, minimum: bool) -> Refusal | None:
    """A step needs its cost in factors; assault movement is one hex and not all factors; a minimum move is one hex for anyone with a factor at all."""
    if (found := refuse_way(s, group, to, rim, mode)) is not None:
        return found
    side = s.side[group[0]]
    if is_held(s, side, to):
        return Refusal("5", "An enemy unit is in {place}; only the advance goes there.", {"place": s.world.names.places[to]})
    if mode == ASSAULTING and steps:
        return Refusal("142.71", "Assault movement is one hex.")
    need, have = cost(s, group, to, rim, mode), left(s, group, mode)
    if minimum:
        return _refuse_minimum(s, mode, steps, to, need, have)
    most = have - 1 if mode == ASSAULTING else have
    if need > most:
        items = item_lines(cost_items(s, group, to, rim, mode))
        items += (("factors left", str(have), "5"),)
        if mode == ASSAULTING:
            items += (("assault movement keeps one", "-1", "142.71"),)
        return Refusal(
            "5", "{place} costs {need}; {most} are left for it.", {"place": s.world.names.places[to], "need": need, "most": max(most, 0)}, items
        )
    return None


@rule("176.3", "196.1", "196.2")
def _refuse_minimum(s: HollowState, mode: str, steps: int, to: int, need: int, have: int) -> Refusal | None:
    """One hex, as the whole move, for men who have a factor; needless where assault movement gets them there. Not in broken and steppe terrain."""
    if s.field.is_altered(to) and s.options.get("minimum_move") != "everywhere":
        return Refusal("176.3", "There are no minimum moves in broken or steppe terrain (196.1, 196.2).")
    if steps or mode == DOUBLING:
        return Refusal("176.3", "A minimum move is a whole move by itself.")
    if have < 1:
        return Refusal("176.3", "A minimum move needs one factor after what is carried; {have} are left.", {"have": have})
    if need < have:
        return Refusal("176.3", "{need} of {have} factors are enough to go there by assault movement.", {"need": need, "have": have})
    return None


def posture_after(s: HollowState, unit: int, to: int, rim: bool, origin: int = -1) -> None:
    """188.161: at the crest or in the bed, by how the hex was entered; nobody carries his foxhole along."""
    if origin < 0 or trench_cost(s, (unit,), origin, to) is None:
        s.mark("54", unit, DUG, False)
    s.mark("176.2", unit, EMPLACED, False)
    s.mark("11.5", unit, WALL, False)
    take_crest(s, unit, to, origin if rim and s.field.is_wadi(to) else None)
