"""3.0 Set-up, 16.0 scenarios: who starts where, who arrives when."""

from __future__ import annotations

from amba.core.decision import Decision, Refusal
from amba.core.event import Placed
from amba.core.steps import AskStep, Takes, change, pop
from amba.games.keren.book import rule
from amba.games.keren.frames import NOBODY, SetUp
from amba.games.keren.orders import Area, PlaceUnit, Rest
from amba.games.keren.rules.asking import ask
from amba.games.keren.rules.r04_points import take_points
from amba.games.keren.rules.r07_stacking import refuse_full, room
from amba.games.keren.state import KerenState, enemy
from amba.games.keren.world import COMMONWEALTH, ITALIAN, Group


def groups(s: KerenState) -> list[Group]:
    """The scenario's groups that these options use."""
    return [g for g in s.world.groups[s.scenario] if not g.option or s.options[g.option] != "none"]


def group_of(s: KerenState, unit: int) -> Group | None:
    return next((g for g in groups(s) if unit in g.units), None)


def waiting(s: KerenState, group: Group) -> list[int]:
    """Units of a group that are still beside the map; none when as many as may be chosen have gone."""
    reserve = s.world.box["reserve"]
    return [unit for unit in group.units if s.at[unit] == reserve] if gone(s, group) < group.choose else []


def gone(s: KerenState, group: Group) -> int:
    """How many of a group have come, lost ones among them; who is out of the game, as in a position file that does not name him, has not."""
    beside = (s.world.box["reserve"], s.world.box["unused"])
    return sum(s.at[unit] not in beside for unit in group.units)


@rule("3.0", "16.1.1", "16.1.2", "16.2.1", "16.2.2")
def to_place(s: KerenState, side: int) -> list[int]:
    """The side's units that have to be set up."""
    return [unit for g in groups(s) if g.side == side and g.turn == 0 for unit in waiting(s, g)]


@rule("16.1.1", "16.1.2", "16.2.1", "16.2.2", "16.1", "16.2")
def area_of(s: KerenState, unit: int) -> frozenset[int]:
    """The hexes where a unit may be set up."""
    group = group_of(s, unit)
    if group is None:
        return frozenset()
    return group.literal if s.options["reserve_area"] == "literal" else group.hexes


def set_up_hexes(s: KerenState, unit: int) -> list[int]:
    foe = s.held[enemy(s.side[unit])]
    return [h for h in sorted(area_of(s, unit)) if not foe[h] and room(s, h) > 0]


@rule("3.0", "16.0")
def planned(s: KerenState, unit: int) -> int:
    """A sensible hex for a unit: the one the scenario file plans for it, or the nearest to that which is still free."""
    group = group_of(s, unit)
    assert group is not None
    free = set_up_hexes(s, unit)
    if not group.plan:
        return free[0]
    goal = s.world.tigu if must_bar_tigu(s, unit, free) else group.plan[group.units.index(unit)]
    return min(free, key=lambda place: (s.world.grid.distance(place, goal), place))


@rule("4.1")
def must_bar_tigu(s: KerenState, unit: int, free: list[int]) -> bool:
    """Somebody has to be in Tigu: if the unit planned for it has been placed elsewhere by hand, another goes."""
    tigu = s.world.tigu
    if s.side[unit] != ITALIAN or s.world.units[unit].is_artillery or tigu not in free or s.here[tigu]:
        return False
    reserve = s.world.box["reserve"]
    return not any(goal == tigu and s.at[other] == reserve for g in groups(s) for other, goal in zip(g.units, g.plan, strict=False))


def open_areas(s: KerenState, side: int) -> list[int]:
    """Set-up areas of a side, by their number in the scenario, that still wait for units."""
    used = groups(s)
    return [index for index, g in enumerate(s.world.groups[s.scenario]) if g in used and g.side == side and g.turn == 0 and waiting(s, g)]


def to_go_in(s: KerenState, group: Group) -> int:
    """How many units of a group are still to be placed."""
    return min(group.choose - gone(s, group), len(waiting(s, group)))


def ask_set_up(s: KerenState, at: SetUp) -> Decision:
    count = sum(to_go_in(s, s.world.groups[s.scenario][index]) for index in open_areas(s, at.side))
    return ask(at.side, "setup", "3.0", "{side}: place a unit in its area ({count} to go), or have the rest placed for you.", count=count)


def forces_rule(s: KerenState, side: int) -> str:
    """The paragraph that lists a side's units in this battle."""
    battle = "16.1" if s.scenario == "first-battle" else "16.2"
    return f"{battle}.1" if side == ITALIAN else f"{battle}.2"


def refuse_absent(s: KerenState, unit: int) -> Refusal | None:
    """Why a unit that is beside the map does not come onto it now."""
    values, group = s.world.named(unit), group_of(s, unit)
    if group is None or s.at[unit] == s.world.box["unused"]:
        return Refusal(forces_rule(s, s.side[unit]), "{unit} is not in this battle.", values)
    if group.turn > s.turn:
        return Refusal(forces_rule(s, group.side), "{unit} arrives on turn {turn}.", {**values, "turn": group.turn})
    values |= {"count": group.choose, "area": group.title}
    return None if waiting(s, group) else Refusal(forces_rule(s, group.side), "The {count} units of {area} that may be chosen are in play.", values)


@rule("3.0", "16.0")
def refuse_place(s: KerenState, at: SetUp, a: PlaceUnit) -> Refusal | None:
    """A unit is placed in its area, where no enemy is and there is room."""
    if s.side[a.unit] != at.side:
        return Refusal("3.0", "{unit} is not yours to set up now.", s.world.named(a.unit))
    if s.is_on_map(a.unit):
        return Refusal("3.0", "{unit} has been placed already.", s.world.named(a.unit))
    found = refuse_absent(s, a.unit)
    if found is not None:
        return found
    if a.hex not in area_of(s, a.unit):
        return Refusal(forces_rule(s, at.side), "{hex} is not in the set-up area of {unit}.", s.world.named(a.unit, a.hex))
    if s.held[enemy(at.side)][a.hex]:
        return Refusal("3.0", "{hex} is held by the enemy.", s.world.named(a.unit, a.hex))
    return refuse_full(s, a.hex)


def refuse_area(s: KerenState, at: SetUp, a: Area) -> Refusal | None:
    """A whole area is placed at once only where a side places all its units in a row."""
    if s.options["setup"] == "alternate":
        return Refusal("3.0", "The sides place in turn, one unit at a time: an area cannot be filled at once.")
    if a.number - 1 in open_areas(s, at.side):
        return None
    areas, values = [g for g in s.world.groups[s.scenario] if g.turn == 0], {"number": a.number}
    if not 1 <= a.number <= len(areas):
        return Refusal("3.0", "There is no area {number}: they are numbered from 1 to {count}.", {**values, "count": len(areas)})
    if areas[a.number - 1].side != at.side:
        return Refusal("3.0", "Area {number} is not yours.", values)
    return Refusal("3.0", "Nobody waits to be placed in area {number}.", values)


def place_unit(s: KerenState, at: SetUp, a: PlaceUnit) -> None:
    put_down(s, a.unit, a.hex)
    go_on(s, at)


def place_area(s: KerenState, at: SetUp, a: Area) -> None:
    while left := waiting(s, s.world.groups[s.scenario][a.number - 1]):
        put_down(s, left[0])
    go_on(s, at)


def hand_over(s: KerenState, at: SetUp, a: Rest) -> None:
    """From now on the side's units are placed for it when its turn comes. A position may have none to place."""
    for unit in to_place(s, at.side)[:1]:
        put_down(s, unit)
    go_on(s, at, also=at.side)


def go_on(s: KerenState, at: SetUp, also: int = NOBODY) -> None:
    """The next side places a unit, or has it placed if it has handed over."""
    handed = {at.handed_over, also}
    after = next_to_place(s, at.side)
    while after is not None and after in handed:
        put_down(s, to_place(s, after)[0])
        after = next_to_place(s, after)
    if after is None:
        pop(s)
    else:
        change(s, SetUp(after, max(handed)))


SET_UP = AskStep(
    SetUp, ask_set_up,
    Takes(Rest, hand_over),
    Takes(Area, place_area, refuse_area, candidates=lambda s, at: [Area(index + 1) for index in open_areas(s, at.side)]),
    Takes(PlaceUnit, place_unit, refuse_place, heads=lambda s, at: to_place(s, at.side), tails=lambda s, at, unit: [PlaceUnit(unit, h) for h in set_up_hexes(s, unit)]),
)  # fmt: skip


@rule("3.0", "4.2.4")
def put_down(s: KerenState, unit: int, to: int | None = None) -> None:
    """Place a unit; without a hex in the one planned for it."""
    to = planned(s, unit) if to is None else to
    s.do(Placed("3.0", unit, s.at[unit], to))
    take_points(s, unit, (to,))


@rule("3.0")
def next_to_place(s: KerenState, side: int) -> int | None:
    """Who places the next unit: the Italians first and all of theirs, or both in turn; None when everybody is placed."""
    order = (enemy(side), side) if s.options["setup"] == "alternate" else (ITALIAN, COMMONWEALTH)
    return next((one for one in order if to_place(s, one)), None)


def first_to_place(s: KerenState) -> int:
    return COMMONWEALTH if s.options["setup"] == "alternate" else ITALIAN


@rule("16.1.1", "16.1.2", "7.0")
def arriving(s: KerenState, side: int) -> list[int]:
    """Reinforcements that may enter now: those of this turn and those that waited."""
    return [u for g in groups(s) if g.side == side and 0 < g.turn <= s.turn and g.hexes for u in waiting(s, g)]


@rule("10.4")
def arrival_hexes(s: KerenState, unit: int) -> frozenset[int]:
    """The scenario's entry hexes; with the option those of 10.4 too."""
    group = group_of(s, unit)
    if group is None:
        return frozenset()
    return group.literal if s.options["italian_entry"] == "both" else group.hexes


def refuse_arrival(s: KerenState, unit: int) -> Refusal | None:
    """Why a unit that is not on the map does not come onto it now."""
    if unit in arriving(s, s.side[unit]):
        return None
    if s.at[unit] == s.world.box["eliminated"]:
        return Refusal("10.4", "{unit} has been eliminated.", s.world.named(unit))
    if s.world.units[unit].is_air:
        return Refusal("10.4", "{unit} is an air unit and is never on the map.", s.world.named(unit))
    return refuse_absent(s, unit) or Refusal("10.4", "{unit} was to be set up and does not arrive.", s.world.named(unit))
