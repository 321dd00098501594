"""3.0 Set-up, 16.0 scenarios: who starts where, who arrives when."""

from __future__ import annotations

from amba.core.decision import Action, Decision, Refusal, unknown_action
from amba.core.event import Placed
from amba.core.flow import Step, change, pop
from amba.core.menu import Menu
from amba.games.keren.book import rule
from amba.games.keren.rules.r07_stacking import room
from amba.games.keren.state import KerenState, enemy
from amba.games.keren.world import COMMONWEALTH, ITALIAN, SIDES, Group


def groups(s: KerenState) -> list[Group]:
    """The scenario's groups that these options use."""
    return [g for g in s.world.groups[s.scenario] if not g.option or s.options[g.option] != "none"]


def group_of(s: KerenState, unit: int) -> Group | None:
    return next((g for g in groups(s) if unit in g.units), None)


def waiting(s: KerenState, group: Group) -> list[int]:
    """Units of a group that are still beside the map; none when as many as may be chosen have gone."""
    reserve = s.world.box["reserve"]
    left = [unit for unit in group.units if s.at[unit] == reserve]
    return left if len(group.units) - len(left) < group.choose else []


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


@rule("3.0", "16.0")
class SetUp(Step[KerenState]):
    """("setup", side, ...): one unit is placed; then the same side or, with the option, the other. After it come the sides that have handed
    over: their units are placed for them when their turn comes."""

    def decision(self, s: KerenState) -> Decision:
        side = s.frames[-1][1]
        values = {"side": SIDES[side].title(), "count": self.count(s, side)}
        return Decision(side, "setup", "3.0", "{side}: place a unit in its area ({count} to go), or have the rest placed for you.", values)

    def count(self, s: KerenState, side: int) -> int:
        """How many units the side has still to place."""
        areas = [s.world.groups[s.scenario][index] for index in open_areas(s, side)]
        return sum(g.choose - len(g.units) + len(waiting(s, g)) for g in areas)

    def menu(self, s: KerenState) -> Menu:
        names, side = s.world.names, s.frames[-1][1]
        heads = [("place", names.pieces[unit]) for unit in to_place(s, side)]
        plain: list[Action] = [("rest",)]
        if s.options["setup"] != "alternate":
            plain += [("area", str(index + 1)) for index in open_areas(s, side)]
        return Menu(plain, heads, lambda head: [(*head, names.places[h]) for h in set_up_hexes(s, names.piece[head[1]])])

    def refuse(self, s: KerenState, a: Action) -> Refusal | None:
        names, side = s.world.names, s.frames[-1][1]
        if a in self.menu(s).plain:
            return None
        if len(a) == 2 and a[0] == "area":
            return self.refuse_area(s, a[1])
        unit = names.piece.get(a[1], -1) if len(a) == 3 and a[0] == "place" else -1
        to = names.place.get(a[2], -1) if unit >= 0 else -1
        if not 0 <= to < s.world.hexes:
            return unknown_action(a, ["place UNIT HEX", "area NUMBER", "rest"], "3.0")
        values = {"unit": s.world.units[unit].title, "hex": a[2], "limit": s.world.ground.limit[to]}
        if unit not in to_place(s, side):
            return Refusal("3.0", "{unit} is not yours to set up now.", values)
        if to not in area_of(s, unit):
            number = "16.1.1" if side == ITALIAN else "16.1.2"
            return Refusal(number, "{hex} is not in the set-up area of {unit}.", values)
        if s.held[enemy(side)][to]:
            return Refusal("3.0", "{hex} is held by the enemy.", values)
        if room(s, to) <= 0:
            return Refusal("7.1", "{hex} is full: {limit} units may be there.", values)
        return None

    def refuse_area(self, s: KerenState, number: str) -> Refusal:
        if s.options["setup"] == "alternate":
            return Refusal("3.0", "The sides place in turn, one unit at a time: an area cannot be filled at once.")
        return Refusal("3.0", "Area {number} is not yours, or nobody waits to be placed there.", {"number": number})

    def apply(self, s: KerenState, a: Action) -> None:
        _, side, *handed = s.frames[-1]
        if a[0] == "place":
            put_down(s, s.world.names.piece[a[1]], s.world.names.place[a[2]])
        elif a[0] == "area":
            group = s.world.groups[s.scenario][int(a[1]) - 1]
            while left := waiting(s, group):
                put_down(s, left[0])
        else:
            handed.append(side)
            put_down(s, to_place(s, side)[0])
        after = next_to_place(s, side)
        while after is not None and after in handed:
            put_down(s, to_place(s, after)[0])
            after = next_to_place(s, after)
        if after is None:
            pop(s)
        else:
            change(s, "setup", after, *handed)


@rule("3.0", "4.2.4")
def put_down(s: KerenState, unit: int, to: int | None = None) -> None:
    """Place a unit; without a hex in the one planned for it."""
    to = planned(s, unit) if to is None else to
    s.do(Placed("3.0", unit, s.at[unit], to))
    s.passed(unit, (to,))


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


def why_not_arrive(s: KerenState, unit: int) -> Refusal | None:
    values = {"unit": s.world.units[unit].title}
    if unit in arriving(s, s.side[unit]):
        return None
    group = group_of(s, unit)
    if group is not None and s.at[unit] == s.world.box["reserve"] and group.turn > s.turn:
        values["turn"] = str(group.turn)
        return Refusal("16.1.1" if group.side == ITALIAN else "16.1.2", "{unit} arrives on turn {turn}.", values)
    return Refusal("10.4", "{unit} is not on the map and does not arrive.", values)
