"""A position of Hollow Legions, with the questions every chapter asks of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Self, TypeVar

from amba.core.event import Controlled, Flipped, Marked, Moved, Removed, Spent, Tracked
from amba.core.state import GameState
from amba.games.hollow.armoury import Gun, Vehicle
from amba.games.hollow.counters import (
    BOUGHT,
    BOUGHT_END,
    BROKEN,
    BUSY,
    BYPASS,
    BYPASS_LEFT,
    CAMPAIGN,
    CONCEALED,
    CREST,
    DUG,
    DUMMIES,
    EMPLACED,
    GUNS,
    HIDDEN,
    LEADERS,
    MALFUNCTION,
    MEN,
    MONTH,
    NIGHT,
    VCA,
    VEHICLES,
    WEAPONS,
    WRECK,
    order_track,
)  # fmt: skip
from amba.games.hollow.field import GROUND, IN, RIM, Field, Viewpoint
from amba.games.hollow.forces import Leader, Squad, Weapon
from amba.games.hollow.scenarios import Plan
from amba.games.hollow.world import World
from amba.kit.rays import NEIGHBOURS, Hex

T = TypeVar("T")
NOBODY = 0
"""In `points` of a weapon: nobody has it. Otherwise its owner's number and one more."""
POSITION, ROSTER = range(2)
"""What is remembered: anything about this very position, dropped with every event that changes it; and who is on the map."""


class HollowState(GameState[World]):
    """Men, leaders, weapons, dummies, fortifications, vehicles and guns are pieces.

    `face` is the kind of a unit (an index into the world's squads, leaders, weapons or works), so that a replaced or reduced unit shows another
    face. `points` of men and leaders counts the movement factors spent; of a weapon, who has it; of a work, what the work needs (its factors); of a vehicle the half movement points spent; of a gun, who mans it.
    `owner` of a hex is 1 when the Allies were the last in it, 2 when the Axis was.
    """

    __slots__ = ("field", "has_armour", "plan")

    topics = 2
    plan: Plan
    field: Field
    has_armour: bool
    """Whether there are vehicles or guns: where there are none, nobody looks for them."""

    def __init__(self, world: World, scenario: str, options: dict[str, str]) -> None:
        super().__init__(world, scenario, options)
        self.plan = world.plan(scenario)
        self.field = self.plan.field
        self.has_armour = self.plan.has_armour

    def copy_fields(self, new: Self) -> None:
        super().copy_fields(new)
        new.plan, new.field, new.has_armour = self.plan, self.field, self.has_armour

    def restore(self, saved: dict[str, Any]) -> None:
        super().restore(saved)
        self.look_at_calendar()
        self.look_for_armour()

    def look_for_armour(self) -> None:
        """A position may have vehicles or guns where its scenario has none."""
        out = {self.world.box["unused"], self.world.box["spare"]}
        self.has_armour = self.plan.has_armour or not out.issuperset(self.at[self.world.first_vehicle :])

    def look_at_calendar(self) -> None:
        """In a battle of one's own the campaign and the month are chosen: its date, land and nations are theirs; and batteries and aircraft are bought."""
        if self.plan.data.get("own_design"):
            bought = tuple(self.tracks[BOUGHT:BOUGHT_END])
            self.plan = self.world.bought_plan(self.scenario, self.tracks[CAMPAIGN], self.tracks[MONTH], bought)

    def loose(self) -> Self:
        """A copy to be changed by hand, past all events: what was worked out about this position says nothing about it."""
        new = self.copy()
        new.stacks()
        new.changed_by_hand()
        return new

    def changed_by_hand(self) -> None:
        self.memory = [{}, {}]  # nothing else is kept here, so that no place need be gone through

    def remembered(self, key: object, work_out: Callable[[], T]) -> T:
        """What follows from this very position, worked out once."""
        memory = self.memory[POSITION]
        if key not in memory:
            memory[key] = work_out()
        found: T = memory[key]
        return found

    def touched(self, place: int) -> None:
        self.memory = [{}, {}]  # as `forget` does, but quicker: this is asked for with every event

    def tracked(self, track: int) -> None:
        if track in {CAMPAIGN, MONTH} or BOUGHT <= track < BOUGHT_END:
            self.look_at_calendar()
        self.forget(POSITION)

    def spent(self, piece: int) -> None:
        self.forget(POSITION)

    def recast(self) -> None:
        self.memory = [{}, {}]

    # the place in the game

    @property
    def phasing(self) -> int:
        """Whose player turn it is."""
        return self.plan.first if self.phase < 8 else 1 - self.plan.first

    def order(self, side: int, which: int) -> int:
        """One of a side's standing orders."""
        return self.tracks[order_track(side, which)]

    # what a piece is

    def is_man(self, piece: int) -> bool:
        """A squad, half-squad or crew."""
        return piece < 2 * MEN

    def is_leader(self, piece: int) -> bool:
        return 2 * MEN <= piece < 2 * (MEN + LEADERS)

    def is_unit(self, piece: int) -> bool:
        """Men or a leader."""
        return piece < 2 * (MEN + LEADERS)

    def is_weapon(self, piece: int) -> bool:
        return self.world.first_weapon <= piece < self.world.first_dummy

    def is_dummy(self, piece: int) -> bool:
        return self.world.first_dummy <= piece < self.world.first_work

    def is_counter(self, piece: int) -> bool:
        """Men, a leader, or a dummy that pretends to be some: what may move under a question mark."""
        return self.is_unit(piece) or self.is_dummy(piece)

    def is_work(self, piece: int) -> bool:
        return self.world.first_work <= piece < self.world.first_smoke

    def is_smoke(self, piece: int) -> bool:
        return self.world.first_smoke <= piece < self.world.first_vehicle

    def is_vehicle(self, piece: int) -> bool:
        return self.world.first_vehicle <= piece < self.world.first_gun

    def is_gun(self, piece: int) -> bool:
        """A gun that men serve."""
        return piece >= self.world.first_gun

    def squad(self, piece: int) -> Squad:
        return self.world.squads[self.face[piece]]

    def leader(self, piece: int) -> Leader:
        return self.world.leaders[self.face[piece]]

    def weapon(self, piece: int) -> Weapon:
        return self.world.weapons[self.face[piece]]

    def vehicle(self, piece: int) -> Vehicle:
        return self.world.vehicles[self.face[piece]]

    def gun(self, piece: int) -> Gun:
        return self.world.guns[self.face[piece]]

    def is_squad(self, piece: int) -> bool:
        return self.is_man(piece) and self.squad(piece).kind == "squad"

    # who is where

    def is_on_map(self, piece: int) -> bool:
        return self.at[piece] < self.world.hexes

    def units(self, side: int) -> list[int]:
        """The side's men and leaders on the map. Read it, do not change it."""
        found: list[int] | None = self.memory[ROSTER].get(side)
        if found is None:
            limit, at, sides = self.world.hexes, self.at, self.side
            found = self.memory[ROSTER][side] = [u for u in range(2 * (MEN + LEADERS)) if sides[u] == side and at[u] < limit]
        return found

    def units_at(self, place: int, side: int) -> list[int]:
        stack = self.here[place]
        return [p for p in stack if p < 2 * (MEN + LEADERS) and self.side[p] == side] if stack else []

    def counters_at(self, place: int, side: int) -> list[int]:
        """Men, leaders and dummies: what may stand under a question mark."""
        stack = self.here[place]  # most hexes are empty
        return [p for p in stack if self.side[p] == side and self.is_counter(p)] if stack else []

    def counters(self, side: int) -> list[int]:
        """The side's men, leaders and dummies on the map: whatever can move."""
        limit = self.world.hexes
        dummies = self.world.pool(side, self.world.first_dummy, DUMMIES)
        return [*self.units(side), *(d for d in dummies if self.at[d] < limit)]

    def vehicles(self, side: int) -> list[int]:
        """The side's vehicles on the map that are no wrecks."""
        if not self.has_armour:
            return []
        pool = self.world.pool(side, self.world.first_vehicle, VEHICLES)
        return [v for v in pool if self.at[v] < self.world.hexes and not self.marks[v] >> WRECK & 1]

    def guns(self, side: int) -> list[int]:
        """The side's guns on the map that men serve."""
        if not self.has_armour:
            return []
        return [gun for gun in self.world.pool(side, self.world.first_gun, GUNS) if self.at[gun] < self.world.hexes]

    def gun_of(self, unit: int) -> int:
        """The gun that a unit serves in its hex; -1 where there is none."""
        first, points = self.world.first_gun, self.points
        return next((p for p in self.here[self.at[unit]] if p >= first and points[p] == unit + 1), -1) if self.has_armour else -1

    def vehicles_at(self, place: int) -> list[int]:
        """Every vehicle in a hex, wrecks too."""
        return [p for p in self.here[place] if self.is_vehicle(p)]

    def works_at(self, place: int) -> list[int]:
        stack = self.here[place]
        first, end = self.world.first_work, self.world.first_smoke
        return [p for p in stack if first <= p < end] if stack else []

    def weapons_of(self, unit: int) -> list[int]:
        """What the unit carries."""
        points, first = self.points, self.world.first_weapon
        return [p for p in self.here[self.at[unit]] if first <= p < first + 2 * WEAPONS and points[p] == unit + 1]

    def loose_weapons(self, place: int) -> list[int]:
        return [p for p in self.here[place] if self.is_weapon(p) and self.points[p] == NOBODY and not self.marks[p] >> BUSY & 1]

    def owner_of(self, weapon: int) -> int:
        """Who has the weapon; -1 when nobody does."""
        return self.points[weapon] - 1

    # how it stands

    def is_broken(self, unit: int) -> bool:
        return bool(self.marks[unit] >> BROKEN & 1)

    def is_good(self, unit: int) -> bool:
        return not self.marks[unit] >> BROKEN & 1

    def is_secret(self, piece: int) -> bool:
        """Concealed or hidden: the enemy does not know what it is."""
        if self.is_weapon(piece) or self.is_gun(piece):
            owner = self.points[piece] - 1
            return owner >= 0 and self.at[owner] == self.at[piece] and self.is_secret(owner)
        return bool(self.marks[piece] & (1 << CONCEALED | 1 << HIDDEN))

    def is_hidden(self, piece: int) -> bool:
        """Not even a counter is on the map for the enemy."""
        if self.is_weapon(piece) or self.is_gun(piece):
            return self.is_secret(piece)
        return bool(self.marks[piece] >> HIDDEN & 1)

    def known_enemies(self, side: int) -> list[int]:
        """The other side's units whose counters lie open."""
        secret = 1 << CONCEALED | 1 << HIDDEN
        return [u for u in self.units(1 - side) if not self.marks[u] & secret]

    def known_counters(self, side: int) -> list[int]:
        """This side's counters that lie on the map for the enemy too: open ones and question marks, dummies included."""
        return [u for u in self.counters(side) if not self.marks[u] >> HIDDEN & 1]

    def seen_at(self, place: int, side: int) -> list[int]:
        """The enemy counters in a hex that this side sees at all, known or not."""
        return [p for p in self.counters_at(place, 1 - side) if not self.marks[p] >> HIDDEN & 1]

    def position(self, unit: int) -> str:
        """Down in a wadi, at its crest, or simply on the ground."""
        if not self.field.is_wadi(self.at[unit]):
            return GROUND
        return RIM if self.marks[unit] >> CREST & 1 else IN

    def viewpoint(self, unit: int) -> Viewpoint:
        if self.marks[unit] >> BYPASS & 1:
            beside = self.hex_beside(unit)
            return Viewpoint(beside, RIM if self.field.is_wadi(self.field.index[beside]) else GROUND, False, self.tracks[NIGHT] > 0)
        dug_in = bool(self.marks[unit] & (1 << DUG | 1 << EMPLACED))
        return Viewpoint(self.field.hex_of[self.at[unit]], self.position(unit), dug_in, self.tracks[NIGHT] > 0 and self.is_vehicle(unit))

    def hex_beside(self, vehicle: int) -> Hex:
        """The hex across the hexside along which a vehicle in bypass goes: it is seen, and sees, as if it stood there."""
        here, spine = self.field.hex_of[self.at[vehicle]], self.pointing(vehicle, VCA)
        x, y = NEIGHBOURS[(spine + (2 if self.marks[vehicle] >> BYPASS_LEFT & 1 else -1)) % 6]
        there = (here[0] + x, here[1] + y)
        return there if there in self.field.index else here

    def pointing(self, piece: int, first: int) -> int:
        """The hexspine that a hull (`VCA`), or a turret or gun (`TCA`) points at: 0 to 5, clockwise from the one between north and north-east."""
        return self.marks[piece] >> first & 7

    # doing things

    def point(self, rule: str, piece: int, first: int, spine: int) -> None:
        """Turn a hull, or a turret or gun."""
        for bit in range(3):
            self.mark(rule, piece, first + bit, bool(spine >> bit & 1))

    def mark(self, rule: str, piece: int, mark: int, on: bool = True) -> None:
        """Put a marker on or take it off, if that changes anything."""
        if self.has(piece, mark) != on:
            self.do(Marked(rule, piece, mark, int(on)))

    def spend(self, rule: str, piece: int, new: int) -> None:
        if self.points[piece] != new:
            self.do(Spent(rule, piece, self.points[piece], new))

    def turn_face(self, rule: str, piece: int, new: int) -> None:
        if self.face[piece] != new:
            self.do(Flipped(rule, piece, self.face[piece], new))

    def set_track(self, rule: str, track: int, new: int) -> None:
        if self.tracks[track] != new:
            self.do(Tracked(rule, track, self.tracks[track], new))

    def march(self, rule: str, unit: int, to: int) -> None:
        """A unit goes to a hex with all it carries."""
        weapons = self.weapons_of(unit)
        origin = self.at[unit]
        self.do(Moved(rule, unit, origin, to, (origin, to)))
        for weapon in weapons:
            self.do(Moved(rule, weapon, origin, to, (origin, to)))
        self.claim(unit)

    def claim(self, unit: int) -> None:
        """Men in good order hold the hex they are in, unless it is still fought for; a question mark holds nothing until it is turned over."""
        place, side = self.at[unit], self.side[unit]
        if place >= self.world.hexes or not self.is_unit(unit) or not self.is_good(unit) or self.is_secret(unit):
            return
        if not self.units_at(place, 1 - side):
            self.take_control(place, side)

    def take_control(self, place: int, side: int) -> None:
        if self.owner[place] != side + 1:
            self.do(Controlled("6", place, self.owner[place], side + 1))

    def drop(self, rule: str, unit: int) -> None:
        """All its weapons lie in the hex."""
        for weapon in self.weapons_of(unit):
            self.spend(rule, weapon, NOBODY)

    def remove(self, rule: str, piece: int, box: str) -> None:
        """Off the map; what it carried stays behind."""
        if self.is_unit(piece):
            self.drop(rule, piece)
        self.do(Removed(rule, piece, self.at[piece], self.world.box[box]))
        self.wipe(piece)

    def wipe(self, piece: int) -> None:
        """A counter that has left the map has no markers; that is bookkeeping, by no rule."""
        if self.marks[piece]:
            for mark in range(len(self.world.names.marks)):
                self.mark("", piece, mark, False)

    def is_working(self, weapon: int) -> bool:
        return not self.marks[weapon] >> MALFUNCTION & 1
