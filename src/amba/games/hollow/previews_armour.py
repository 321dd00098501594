"""What an order to a vehicle would do: its cost, every roll it will call for with its exact chance, and what becomes of the vehicle."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from amba.core.decision import Chance, Preview
from amba.core.event import Event, Said
from amba.core.odds import ToldValue, every_fall
from amba.core.order import Order
from amba.core.steps import Play
from amba.games.hollow import orders_armour as orders
from amba.games.hollow.counters import HIDDEN
from amba.games.hollow.frames import MovePhase
from amba.games.hollow.frames_armour import GroundRoll, Manoeuvre, MudRoll, UnbogRoll
from amba.games.hollow.previews_mines import mined_on_the_way, with_mines
from amba.games.hollow.rules.armour.r004_arriving import way_in_cost, way_in_items, way_in_rolls
from amba.games.hollow.rules.armour.r030_costs import entry_items, point_lines, points_left, points_text, turn_cost
from amba.games.hollow.rules.armour.r030_driving import START, STOP, starts_cold
from amba.games.hollow.rules.armour.r030_orders import is_careful, is_slow, spine_of
from amba.games.hollow.rules.armour.r032_arcs import apart, vca
from amba.games.hollow.rules.armour.r077_manoeuvre import SEARCH, search_items
from amba.games.hollow.rules.armour.r132_bypass import bypass_items, edge_to
from amba.games.hollow.rules.armour.r176_checks import STUCK, going, items_of, race_items, turning
from amba.games.hollow.rules.armour.r176_ground_rolls import RULES, THROUGH
from amba.games.hollow.rules.armour.r176_unbogging import FREE, unbog_items
from amba.games.hollow.rules.armour.r188_crest import down_items, into_items, is_minimum, manner, up_items
from amba.games.hollow.rules.armour.r191_underbelly import shows_belly
from amba.games.hollow.rules.armour.r194_mud_bog import FACES, mud_weights
from amba.games.hollow.rules.armour.r194_vehicle_dust import SLOW
from amba.games.hollow.rules.common import Item, Line, modifier_lines, sum_of
from amba.games.hollow.rules.dice import at_most
from amba.games.hollow.rules.r029_vehicles import crew_nerve, has_crew, is_mobile
from amba.games.hollow.state import HollowState

Rules = Play[HollowState]
Rolls = Sequence[tuple[str, list[Item]]]
"""The rolls an order calls for: what each is about, and what is added to it."""
ENGINE: Rolls = (("reliability", []),)
"""The roll of an unreliable engine."""
FEW = 2
"""Of so many rolls in a row every fall is followed; of more their chances are multiplied out, which law 7 compares with the falls."""
TEXTS = {THROUGH: "gets through", "is bogged": "stuck until it is freed", "is immobilised": "stands for good"}


@dataclass(frozen=True)
class Driven:
    """What became of a vehicle that made so many rolls."""

    rolls: int

    def __call__(self, s: Any, events: Sequence[Event]) -> str:
        results = [str(event.values[3]) for event in events if isinstance(event, Said) and event.what == "ground check"]
        stuck = [result for result in results if result != THROUGH]
        return stuck[0] if stuck else THROUGH if len(results) >= self.rolls else ""


@dataclass(frozen=True)
class IfFree:
    """The order, if nobody and nothing lies hidden in the hex, or under a question mark: what is met there nobody knows."""

    order: Order
    place: int
    side: int

    def __call__(self, game: Any, s: Any) -> tuple[Order, ...]:
        return () if unknown_at(s, self.place, self.side) else (self.order,)


@dataclass(frozen=True)
class IfUnanswered:
    """191.51: the order, if nobody fires at the underside before the vehicle is there, and nobody lies hidden there."""

    order: Order
    place: int
    side: int

    def __call__(self, game: Any, s: Any) -> tuple[Order, ...]:
        after = s.copy()
        game.apply(after, self.order)
        at = after.frames[-1]
        rolls = isinstance(at, MudRoll) or (isinstance(at, GroundRoll) and at.kind != "reliability")
        return (self.order,) if rolls and not unknown_at(s, self.place, self.side) else ()


def unknown_at(s: HollowState, place: int, side: int) -> list[int]:
    return [p for p in s.here[place] if s.side[p] != side and (s.is_counter(p) or s.has(p, HIDDEN))]


def as_if_free(s: HollowState, place: int, side: int) -> HollowState:
    """The position without what the side does not see in a hex."""
    unknown = unknown_at(s, place, side)
    if not unknown:
        return s
    new = s.loose()
    new.stacks()[place] = tuple(p for p in s.here[place] if p not in unknown)
    return new


def stuck_from(s: Any, events: Sequence[Event]) -> str:
    """The lowest roll that sticks, of the dice that are about to fall."""
    at = s.frames[-1]
    return f"{STUCK - at.modifier} or more" if isinstance(at, GroundRoll | MudRoll) else ""


def chance_lines(rolls: Rolls) -> list[Line]:
    """Each roll with its modifiers and the chance that it sticks; equal ones in a row in one line."""
    found: list[Line] = []
    alike = [(kind, items, sum(1 for other in rolls if other == (kind, items))) for kind, items in rolls]
    for kind, items, count in [one for i, one in enumerate(alike) if one not in alike[:i]]:
        number = STUCK - sum_of(items)
        chance = Fraction(36 - at_most(number - 1), 36)
        if kind == "mud":
            found.append((f"mud, with a secret die: held on {number} or more, in one of six such hexes", str(chance / FACES), RULES[kind]))
            found += modifier_lines(items)
            continue
        times = f", {count} times" if count > 1 else ""
        found.append((f"{kind} roll{times}: stuck on {number} or more", str(chance), RULES[kind]))
        found += modifier_lines(items)
    return found


def row_chances(rolls: Iterable[tuple[str, list[Item]]], muddy: int = 0) -> dict[str, Fraction]:
    """What becomes of a vehicle that makes these rolls one after the other until one is failed. `muddy` hexes lie behind it in which mud could have held it."""
    found = {THROUGH: Fraction(1), "is bogged": Fraction(0), "is immobilised": Fraction(0)}
    for kind, items in rolls:
        modifier = sum_of(items)
        if kind == "mud":
            muddy += 1
            held, free = mud_weights(modifier, muddy)
            stuck = Fraction(held, held + free)
        else:
            stuck = Fraction(36 - at_most(STUCK - modifier - 1), 36)
        found["is bogged" if kind in {"bog", "sand", "mud", "bank"} else "is immobilised"] += found[THROUGH] * stuck
        found[THROUGH] *= 1 - stuck
    return {label: chance for label, chance in found.items() if chance}


def foreseen(play: Rules, s: HollowState, vehicle: int, a: Any, found: Preview, rolls: Rolls, place: int = -1) -> Preview:
    """A preview with the rolls it calls for, and the odds of what becomes of the vehicle; with mines on the way a warning instead of the odds, and what is known of them. Fire at its underside comes before (191.51): the odds are of the ground alone then."""
    if place >= 0 and (mined := mined_on_the_way(s, vehicle, place)):
        return with_mines(s, vehicle, mined, a, found._replace(items=(*found.items, *chance_lines(rolls))))
    if not rolls:
        return found
    found = found._replace(items=(*found.items, *chance_lines(rolls)))
    side, told = s.side[vehicle], Driven(len(rolls))
    ready = s if place < 0 else as_if_free(s, place, side)
    shown = place >= 0 and place != s.at[vehicle] and shows_belly(s, vehicle, s.at[vehicle], place)
    few = len(rolls) <= FEW and not shown
    chances = {fall.label: fall.chance for fall in every_fall(play, ready, (a,), told)} if few else row_chances(rolls)
    odds = tuple(Chance(label, chances[label], text) for label, text in TEXTS.items() if label in chances)
    column = f"{STUCK - sum_of(rolls[0][1])} or more"
    free = IfUnanswered(a, place, side) if shown else IfFree(a, place, side)
    return found._replace(odds=odds, told=told, orders=(a,) if place < 0 else free, column=column, shown=((column, stuck_from),))


def with_cost(s: HollowState, at: Manoeuvre, cost: int, items: Sequence[Item] = (), path: tuple[str, ...] = ()) -> Preview:
    return Preview("", path, f"{points_text(cost)} of {points_text(points_left(s, at.vehicle, at.extra))}", point_lines(items) if cost > 2 else ())


def enter_preview(play: Rules, s: HollowState, at: Manoeuvre, a: Any, backwards: bool, careful: bool, minimum: bool) -> Preview:
    v, here = at.vehicle, s.at[at.vehicle]
    items = entry_items(s, v, here, a.to, backwards, careful)
    cost = points_left(s, v) if minimum else sum_of(items)
    names = s.world.names.places
    found = with_cost(s, at, cost, items, (names[here], names[a.to]))
    if minimum:
        found = found._replace(warnings=("It spends all its points and ends in motion (30).",))
    engine: Rolls = ENGINE if minimum and starts_cold(s, v) else ()
    return foreseen(play, s, v, a, found, [*engine, *items_of(s, going(s, v, a.to, careful, minimum))], a.to)


def preview_arrive(play: Rules, s: HollowState, at: MovePhase, a: orders.Arrive) -> Preview:
    """What the first hex costs, and the rolls of its ground."""
    v, items = a.vehicle, way_in_items(s, a.vehicle, a.to)
    found = with_cost(s, Manoeuvre(v), way_in_cost(s, v, a.to), items)
    return foreseen(play, s, v, a, found, way_in_rolls(s, v, a.to), a.to)


def preview_ahead(play: Rules, s: HollowState, at: Manoeuvre, a: orders.Ahead | orders.Back) -> Preview:
    found = enter_preview(play, s, at, a, isinstance(a, orders.Back), is_careful(a), False)
    if not is_slow(a):
        return found
    return found._replace(cost=with_cost(s, at, SLOW).cost, items=(("slowly, so as to raise no dust", points_text(SLOW), "194.74"), *found.items))


def preview_bypass(play: Rules, s: HollowState, at: Manoeuvre, a: orders.Bypass) -> Preview:
    edge = edge_to(s, at.vehicle, a.to)
    assert edge is not None
    items = bypass_items(s, at.vehicle, edge)
    found = with_cost(s, at, sum_of(items), items, (s.world.names.places[s.at[at.vehicle]], s.world.names.places[a.to]))
    return foreseen(play, s, at.vehicle, a, found, [], a.to)


def preview_creep(play: Rules, s: HollowState, at: Manoeuvre, a: orders.CreepTo) -> Preview:
    return enter_preview(play, s, at, a, a.how == "back", False, True)


def preview_turn(play: Rules, s: HollowState, at: Manoeuvre, a: orders.TurnHull) -> Preview:
    v = at.vehicle
    spines = apart(vca(s, v), spine_of(a.hour))
    rolls = items_of(s, turning(s, v, is_careful(a))) * spines
    return foreseen(play, s, v, a, with_cost(s, at, turn_cost(s, v, spines, is_careful(a))), rolls)


def preview_start(play: Rules, s: HollowState, at: Manoeuvre, a: orders.StartEngine) -> Preview:
    return foreseen(play, s, at.vehicle, a, with_cost(s, at, START), ENGINE if starts_cold(s, at.vehicle) else ())


def preview_race(play: Rules, s: HollowState, at: Manoeuvre, a: orders.Race) -> Preview:
    return foreseen(play, s, at.vehicle, a, Preview(""), [("speed", race_items(s, at.vehicle, a.points))])


def preview_brake(play: Rules, s: HollowState, at: Manoeuvre, a: orders.Brake) -> Preview:
    return with_cost(s, at, STOP)


def preview_unbog(play: Rules, s: HollowState, at: MovePhase, a: orders.Unbog | orders.Tow | orders.Lift) -> Preview:
    """The die, and what becomes of the vehicle; all points go into it."""
    told = ToldValue("unbog", 1)
    chances: Mapping[str, Fraction] = {fall.label: fall.chance for fall in every_fall(play, s, (a,), told)}
    texts = {"is free": "is free", "is still bogged": "no change", "is immobilised": "stands for good; its crew checks whether to stay"}
    helper = a.helper if isinstance(a, orders.Tow) else a.unit if isinstance(a, orders.Lift) else -1
    items = unbog_items(s, UnbogRoll(a.vehicle, helper))
    column = f"{FREE - sum_of(items)} or less"
    odds = tuple(Chance(label, chances[label], text) for label, text in texts.items() if label in chances)
    warnings = ("It spends all its points (176.73).",)
    lines = (*modifier_lines(items), *stay_lines(s, a.vehicle))
    return Preview("", items=lines, column=column, odds=odds, told=told, orders=(a,), shown=((column, free_to),), warnings=warnings)


def stay_lines(s: HollowState, vehicle: int) -> tuple[Line, ...]:
    """176.73: on a six its crew checks whether to stay."""
    if not has_crew(s, vehicle):
        return ()
    limit = crew_nerve(s, vehicle)
    chance = f"{float(Fraction(100 * at_most(limit), 36)):.1f} %"
    return ((f"on a 6 its crew stays with {limit} or less", chance, "176.711"),)


def free_to(s: Any, events: Sequence[Event]) -> str:
    at = s.frames[-1]
    return f"{FREE - sum_of(unbog_items(s, at))} or less" if isinstance(at, UnbogRoll) else ""


def preview_wheel(play: Rules, s: HollowState, at: MovePhase, a: orders.TakeWheel) -> Preview:
    """What it has, and whether it may fail to start."""
    v = s.vehicle(a.vehicle)
    items: list[Line] = [("movement points", str(v.mp), "30")]
    if starts_cold(s, a.vehicle) and is_mobile(s, a.vehicle):
        items += chance_lines(ENGINE)
    return Preview("", items=tuple(items))


def preview_up(play: Rules, s: HollowState, at: Manoeuvre, a: orders.CrestUp) -> Preview:
    return crest_preview(play, s, at, a, up_items(s, at.vehicle, a.how == "back"))


def preview_down(play: Rules, s: HollowState, at: Manoeuvre, a: orders.CrestDown) -> Preview:
    return crest_preview(play, s, at, a, down_items(s, at.vehicle))


def crest_preview(play: Rules, s: HollowState, at: Manoeuvre, a: orders.CrestUp | orders.CrestDown, items: list[Item]) -> Preview:
    minimum = is_minimum(s, at, items)
    found = with_cost(s, at, points_left(s, at.vehicle) if minimum else sum_of(items), items)
    if not minimum:
        return found
    found = found._replace(warnings=("It spends all its points (188.18).",))
    return foreseen(play, s, at.vehicle, a, found, ENGINE) if starts_cold(s, at.vehicle) else found


def preview_into(play: Rules, s: HollowState, at: Manoeuvre, a: orders.CrestInto) -> Preview:
    v, here, names = at.vehicle, s.at[at.vehicle], s.world.names.places
    back, careful = manner(a)
    items = into_items(s, v, a.to, back, careful)
    found = with_cost(s, at, sum_of(items), items, (names[here], names[a.to]))
    return foreseen(play, s, v, a, found, items_of(s, going(s, v, a.to, careful, to_crest=True)), a.to)


def preview_hull_down(play: Rules, s: HollowState, at: Manoeuvre, a: orders.HullDown) -> Preview:
    """The die, and over how many hexsides of the crest the vehicle is hull down then."""
    told = ToldValue("search", 2)
    chances: Mapping[str, Fraction] = {fall.label: fall.chance for fall in every_fall(play, s, (a,), told)}
    odds = tuple(Chance(label, chances[label], f"hull down over {label} crest hexsides") for label in ("3", "2", "1", "0") if label in chances)
    return with_cost(s, at, SEARCH + STOP)._replace(items=modifier_lines(search_items(s, at.vehicle)), odds=odds, told=told, orders=(a,))


PREVIEWS_ARMOUR: dict[type[Any], Any] = {
    orders.Race: preview_race,
}
"""The others are finished in `previews_watched` and `previews_platoon`."""
