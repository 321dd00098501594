"""What a platoon would do: every impulse with what it costs all and each, its rolls, and who may fire at its end; and the check of a crew that drives alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from amba.core.decision import Chance, Preview
from amba.core.event import Event
from amba.core.odds import ToldValue, every_fall
from amba.games.hollow.counters import BYPASS, BYPASS_LEFT, EXPOSED, MOTION, REVERSE
from amba.games.hollow.frames import MovePhase
from amba.games.hollow.frames_armour import Manoeuvre
from amba.games.hollow.frames_platoon import OFF, LoneCheck, Platoon, Stride, Strides
from amba.games.hollow.orders_armour import Brake, Drive, Engage, Shell, StartEngine, TakeWheel
from amba.games.hollow.orders_crews import Pierce, Rake
from amba.games.hollow.orders_platoon import GoTogether, StepBy, StepTo
from amba.games.hollow.orders_transport import CastOff
from amba.games.hollow.previews_answers import MOST, SHOTS, Watched, fire_lines, percent
from amba.games.hollow.previews_armour import preview_brake, preview_start, preview_wheel
from amba.games.hollow.previews_crews import preview_pierce, preview_rake
from amba.games.hollow.previews_drive import preview_drive
from amba.games.hollow.previews_guns import preview_engage, preview_shell
from amba.games.hollow.previews_impulse import with_rolls
from amba.games.hollow.previews_transport import preview_cast_off
from amba.games.hollow.previews_watched import crest_marks, placed_at, pointing_at, watched
from amba.games.hollow.rules.armour.r030_costs import points_text
from amba.games.hollow.rules.armour.r030_driving import START, STOP
from amba.games.hollow.rules.armour.r030_orders import spine_of
from amba.games.hollow.rules.armour.r032_arcs import vca
from amba.games.hollow.rules.armour.r051_towing import TRAILER_POINTS
from amba.games.hollow.rules.armour.r072_overrun import overrun_power
from amba.games.hollow.rules.armour.r132_bypass import edge_to
from amba.games.hollow.rules.armour.r176_checks import STUCK, Came, Passage, came, coming, is_unreliable
from amba.games.hollow.rules.armour.r176_ground_rolls import RULES
from amba.games.hollow.rules.armour.r181_alone import FAILS, PASSES
from amba.games.hollow.rules.armour.r181_closing import driven, halting
from amba.games.hollow.rules.armour.r181_forming import group_of
from amba.games.hollow.rules.armour.r181_impulses import costs_of, full, joined
from amba.games.hollow.rules.armour.r181_legs import TO_CREST, corner_after, is_back, passages_by, spine_after
from amba.games.hollow.rules.armour.r181_orders import refuse_together, waiting
from amba.games.hollow.rules.armour.r181_plans import Formation, impulses_of, planned_costs
from amba.games.hollow.rules.armour.r181_radio import Group, in_platoon, left_together
from amba.games.hollow.rules.armour.r181_strides import Gait, first_turn, passages
from amba.games.hollow.rules.armour.r194_mud_bog import FACES
from amba.games.hollow.rules.armour.r194_vehicle_dust import SLOW, Trail, leaves_dust
from amba.games.hollow.rules.common import Line, item_lines, sum_of
from amba.games.hollow.rules.dice import at_most
from amba.games.hollow.rules.r010_fire_table import SCALE
from amba.games.hollow.rules.r181_crews import lone_items, must_check
from amba.games.hollow.rules.r194_trails import dust_of
from amba.games.hollow.state import HollowState
from amba.games.hollow.told import fraction_text

NOBODY: Mapping[int, str] = {}
"""All go forward."""


def alone_lines(s: HollowState, vehicle: int) -> list[Line]:
    """The check of a crew without radio, with its chance."""
    if not must_check(s, vehicle):
        return []
    items = lone_items(s, vehicle)
    limit = sum_of(items)
    chance = percent(Fraction(at_most(limit), 36))
    return [(f"alone, without radio: its crew passes with {limit} or less", chance, "181.223"), *item_lines(items)]


WAYS = {
    "ahead": "straight on to", "carefully": "with care to", "back": "back to", "bypass": "along the edge of", "overrun": "overruns", "edge": "to the crest in",
    "edge-back": "backwards to the crest in", "mount": "up to the crest in", "mount-back": "backwards up to the crest in", "descend": "down into the wadi in",
}  # fmt: skip


def strides_text(s: HollowState, spots: Formation, strides: Strides, costs: list[int], hows: Mapping[int, str]) -> str:
    """Who goes where, and for how much."""
    names, found = s.world.names, []
    for (v, to, _), (here, _), cost in zip(strides, spots, costs, strict=True):
        where = "off the map" if to == OFF else "holds" if to == here else names.places[to]
        where = f"{WAYS[hows[v]]} {names.places[to]}" if v in hows else where
        found.append(f"{names.pieces[v]} {where} ({points_text(cost)})")
    return ", ".join(found)


def entries_of(s: HollowState, group: Sequence[int]) -> dict[int, Came]:
    """How each has come into its hex."""
    return {v: came(s, v) for v in group}


def passages_of(s: HollowState, spots: Formation, strides: Strides, hows: Mapping[int, str], entered: Mapping[int, Came]) -> dict[int, list[Passage]]:
    """The ground that each is checked for, as it will be; `entered` says how each has come into its hex."""
    group, found = [v for v, _, _ in strides], {}
    for (v, to, spine), spot in zip(strides, spots, strict=True):
        if v in hows:
            found[v] = passages_by(s, v, to, hows[v])
            continue
        way = first_turn(s, Gait(s, v, group), spot, to, spine) if to not in {spot[0], OFF} else spine
        if to == OFF:
            found[v] = []
            continue
        before, after = passages(spot, (v, to, spine), way, entered[v], coming(s, spot[0], to))
        found[v] = [*before, *after]
    return found


def check_lines(s: HollowState, when: str, passages: dict[int, list[Passage]]) -> list[Line]:
    """The rolls of an impulse: one for all whom it concerns, with the chance that it stops one of them."""
    names, found = s.world.names.pieces, []
    for kind, subjects in joined(s, passages):
        number = STUCK - max(modifier for _, modifier in subjects)
        chance = Fraction(36 - at_most(number - 1), 36) / (FACES if kind == "mud" else 1)
        who = ", ".join(names[v] for v, _ in subjects)
        found.append((f"{when}: {kind} roll of {who}: one is stuck on {number} or more", percent(chance), RULES[kind]))
    return found


def marks_by(s: HollowState, vehicle: int, to: int, how: str) -> list[int]:
    """How a vehicle stands that has gone another way than forward."""
    if how in TO_CREST:
        return crest_marks(corner_after(s, vehicle, how))
    edge = edge_to(s, vehicle, to) if how == "bypass" else None
    if edge is not None:
        return [BYPASS, *([BYPASS_LEFT] if edge.is_left else [])]
    return [REVERSE] if how and is_back(s, vehicle, how) else []


Clouds = Mapping[int, int]
"""Where the dust of each vehicle lies."""


def clouds_now(s: HollowState, group: Sequence[int]) -> dict[int, int]:
    """194.74: what they raised before is gone with their first point."""
    return {v: s.at[dust_of(s, v)] if s.points[v] else s.world.box["spare"] for v in group}


def clouds_after(s: HollowState, before: Clouds, spots: Formation, strides: Strides, spent: int, started: Sequence[int]) -> dict[int, int]:
    """194.741: the dust at the end of an impulse in which so many half points are spent."""
    found = dict(before)
    for (v, to, _), (here, _) in zip(strides, spots, strict=True):
        if to not in {here, OFF}:
            found[v] = here if leaves_dust(s, Trail(v, here, to, spent, v in started)) else s.world.box["spare"]
    return found


def watchers(
    s: HollowState, when: str, strides: Strides, spent: int, clouds: Clouds, hows: Mapping[int, str] = NOBODY, earlier: Sequence[Stride] = ()
) -> list[Line]:
    """Who lies open and may fire when the impulse is over; earlier: who will have spent so many half points in which hex before."""
    there = s
    for v, to, spine in strides:
        if to != OFF:
            there = placed_at(there, v, (to, spine), marks_by(s, v, to, hows.get(v, "")))
    if there is not s:
        for v, place in clouds.items():
            there.at[dust_of(s, v)] = place
        there.changed_by_hand()
    return may_fire(s, when, {v: Watched(there, spent, to) for v, to, _ in strides if to != OFF}, earlier)


def may_fire(s: HollowState, when: str, watched: Mapping[int, Watched], earlier: Sequence[Stride] = ()) -> list[Line]:
    """Who may fire at one of these vehicles, and the best of these shots."""
    firing, best = list[str](), Fraction(0)
    for v, one in watched.items():
        before = [(place, halves) for other, place, halves in earlier if other == v]
        for firer, chance, _place in (found for shots in SHOTS for found in shots(s, v, [one], before)):
            best = max(best, chance)
            firing += [firer.short] if firer.short not in firing else []
    names = ", ".join(firing[:MOST]) + (f" and {len(firing) - MOST} more" if len(firing) > MOST else "")
    return [(f"{when}: then {names} may fire", f"one shot harms up to about {percent(best)}", "181.22")] if firing else []


def impulse_lines(s: HollowState, group: Group, plan: list[Strides]) -> tuple[list[Line], int]:
    """Every impulse with its cost, rolls and watchers; and what all of them cost."""
    found: list[Line] = []
    spots: Formation = tuple((s.at[v], vca(s, v)) for v in group)
    owed = 0 if s.has(group[0], MOTION) else START
    total, entered = owed, entries_of(s, group)
    earlier = [(v, s.at[v], owed) for v in group]
    clouds, started = clouds_now(s, group), [] if s.has(group[0], MOTION) else list(group)
    for number, (strides, (need, costs)) in enumerate(zip(plan, planned_costs(s, group, plan), strict=True), 1):
        when = f"impulse {number}"
        found.append((f"{when}: {strides_text(s, spots, strides, costs, NOBODY)}", points_text(need), "181.22"))
        clouds = clouds_after(s, clouds, spots, strides, need, started)
        found += check_lines(s, when, passages_of(s, spots, strides, NOBODY, entered)) + watchers(s, when, strides, need, clouds, earlier=earlier)
        earlier += [(v, to, need) for v, to, _ in strides if to != OFF]
        entered |= {v: coming(s, here, to) for (v, to, _), (here, _) in zip(strides, spots, strict=True) if to not in {here, OFF}}
        started = [v for (v, to, _), (here, _) in zip(strides, spots, strict=True) if v in started and to == here]
        spots, total = tuple((to, spine) for _, to, spine in strides), total + need
    return found, total


def start_lines(s: HollowState, group: Group) -> list[Line]:
    """Starting, and the roll for engines that are not to be relied upon."""
    if s.has(group[0], MOTION):
        return []
    weak = [v for v in group if is_unreliable(s, v)]
    found: list[Line] = [("all start", points_text(START), "181.221")]
    if weak:
        chance = percent(Fraction(36 - at_most(STUCK - 1), 36))
        found.append((f"reliability roll: one of {', '.join(s.world.names.pieces[v] for v in weak)} is immobilised on 12", chance, "79"))
    return found


def preview_any_drive(play: Any, s: HollowState, at: MovePhase | Manoeuvre | Platoon, a: Drive) -> Preview:
    """The drive of a platoon impulse by impulse; that of a vehicle alone, with the check of its crew."""
    if isinstance(at, Manoeuvre):
        return preview_drive(play, s, at, a)
    if not isinstance(at, Platoon) and not in_platoon(s, a.vehicle):
        found = preview_drive(play, s, at, a)
        if not must_check(s, a.vehicle):
            return found
        # Its odds are those of a crew that drives: whether it dares stands before them.
        return found._replace(items=(*alone_lines(s, a.vehicle), *found.items), odds=(), told=None, orders=(), column="", shown=())
    group = group_of(s, at, a.vehicle)
    plan = impulses_of(s, group, (a.to, spine_of(a.hour)))
    lines, total = impulse_lines(s, group, plan)
    have = left_together(s, group)
    stops = have - total >= STOP
    end: Line = ("all stop", points_text(STOP), "181.221") if stops else ("no point is left to stop: all stay in motion", "", "135")
    names = s.world.names.places
    path = tuple(dict.fromkeys([names[s.at[a.vehicle]], *(names[strides[0][1]] for strides in plan)]))
    spent = points_text(total + (STOP if stops else 0))
    return Preview("", path, f"{spent} of {points_text(have)}", (*start_lines(s, group), *lines, end))


def lone_number(s: Any, events: Sequence[Event]) -> str:
    """The highest roll that passes, of the dice that are about to fall."""
    at = s.frames[-1]
    return f"{sum_of(lone_items(s, at.vehicle))} or less" if isinstance(at, LoneCheck) else ""


def with_check(play: Any, s: HollowState, vehicle: int, a: Any, found: Preview) -> Preview:
    """A preview with the check of a crew without radio, and the chance of either result."""
    told = ToldValue("lone check", 2)
    chances = {fall.label: fall.chance for fall in every_fall(play, s, (a,), told)}
    texts = {PASSES: "it may be driven", FAILS: "it spends nothing in this phase, and stops"}
    odds = tuple(Chance(label, chances[label], text) for label, text in texts.items() if label in chances)
    items = lone_items(s, vehicle)
    column = f"{sum_of(items)} or less"
    return found._replace(items=(*found.items, *item_lines(items)), column=column, odds=odds, told=told, orders=(a,), shown=((column, lone_number),))


def preview_lone_cast_off(play: Any, s: HollowState, at: MovePhase, a: CastOff) -> Preview:
    """Who may fire meanwhile; without radio first the check of its crew: leaving the trailer takes points."""
    found, v = preview_cast_off(play, s, at, a), a.vehicle
    there = Watched(pointing_at(s, v, vca(s, v), (EXPOSED,)), TRAILER_POINTS, s.at[v])
    found = found._replace(items=(*found.items, *fire_lines(s, v, [there])))
    return with_check(play, s, a.vehicle, a, found) if must_check(s, a.vehicle) else found


def preview_lone_wheel(play: Any, s: HollowState, at: MovePhase, a: TakeWheel) -> Preview:
    """What it has; without radio first the check of its crew, with the chance of either result."""
    found = preview_wheel(play, s, at, a)
    return with_check(play, s, a.vehicle, a, found) if must_check(s, a.vehicle) else found


def in_platoon_frame(s: HollowState, at: Any, vehicle: int) -> Any:
    return driven(s, at, vehicle) if isinstance(at, Platoon) else at


def preview_platoon_engage(play: Any, s: HollowState, at: Any, a: Engage) -> Preview:
    return preview_engage(play, s, in_platoon_frame(s, at, a.gun), a)


def preview_platoon_shell(play: Any, s: HollowState, at: Any, a: Shell) -> Preview:
    return preview_shell(play, s, in_platoon_frame(s, at, a.gun), a)


def preview_platoon_rake(play: Any, s: HollowState, at: Any, a: Rake) -> Preview:
    return preview_rake(play, s, in_platoon_frame(s, at, a.vehicle), a)


def preview_platoon_pierce(play: Any, s: HollowState, at: Any, a: Pierce) -> Preview:
    return preview_pierce(play, s, in_platoon_frame(s, at, a.vehicle), a)


def preview_any_start(play: Any, s: HollowState, at: Manoeuvre | Platoon, a: StartEngine) -> Preview:
    """Of a platoon all start, with one roll for their engines."""
    if isinstance(at, Manoeuvre):
        return watched(preview_start)(play, s, at, a)
    weak = any(is_unreliable(s, v) for v in at.vehicles)
    found = Preview("", items=tuple(start_lines(s, at.vehicles)))
    return with_rolls(play, s, s.side[at.vehicles[0]], a, found, int(weak), [])


def preview_any_brake(play: Any, s: HollowState, at: Manoeuvre | Platoon, a: Brake) -> Preview:
    if isinstance(at, Manoeuvre):
        return watched(preview_brake)(play, s, at, a)
    there = s
    for v in at.vehicles:
        there = pointing_at(there, v, vca(s, v), (), (MOTION, REVERSE))
    firing = may_fire(s, "when all stand", {v: Watched(there, STOP, s.at[v]) for v in at.vehicles})
    return Preview("", cost=f"{points_text(STOP)} of {points_text(left_together(s, at.vehicles))}", items=tuple(firing))


def told_so_far(s: HollowState, at: Platoon, a: GoTogether | StepTo | StepBy) -> Platoon:
    """The platoon with what this order tells it."""
    if isinstance(a, GoTogether):
        return at
    if isinstance(a, StepTo):
        return at._replace(told=(*at.told, (a.vehicle, a.to, spine_of(a.hour))))
    stride = (a.vehicle, a.to, spine_after(s, a.vehicle, a.to, a.how))
    return at._replace(told=(*at.told, stride), ways=(*at.ways, (a.vehicle, a.how)))


def overrun_lines(s: HollowState, at: Platoon) -> list[Line]:
    """With how much firepower who overruns whom, when the defender has fired."""
    names, found = s.world.names, []
    for v, to, _ in at.told:
        if (v, "overrun") in at.ways:
            power = fraction_text(Fraction(sum_of(overrun_power(s, v)), SCALE))
            found.append((f"then {names.pieces[v]} overruns {names.places[to]}, firepower", power, "72"))
    return found


def preview_impulse(play: Any, s: HollowState, before: Platoon, a: GoTogether | StepTo | StepBy) -> Preview:
    """What the impulse costs all, as it has been told so far; its rolls, and who may fire then."""
    at = told_so_far(s, before, a)
    strides, hows = full(s, at, at.told), dict(at.ways)
    spots: Formation = tuple((s.at[v], vca(s, v)) for v, _, _ in strides)
    costs = costs_of(s, at, strides) or [0] * len(strides)
    need, have = max(costs), left_together(s, at.vehicles)
    if isinstance(a, GoTogether) and a.how:
        need = max(SLOW, need)
    lines: list[Line] = [(strides_text(s, spots, strides, costs, hows), points_text(need), "181.22")]
    ground = passages_of(s, spots, strides, hows, entries_of(s, at.vehicles))
    clouds = clouds_after(s, clouds_now(s, at.vehicles), spots, strides, need, at.started)
    lines += check_lines(s, "at its end", ground) + watchers(s, "at its end", strides, need + at.owed, clouds, hows) + overrun_lines(s, at)
    if halting(at):
        lines.append(("at a crest a vehicle stops at once, and with it all", points_text(STOP), "181.221"))
    found = Preview("", cost=f"{points_text(need + halting(at))} of {points_text(have)}", items=tuple(lines))
    if not isinstance(a, GoTogether) and (waiting(at) or refuse_together(s, at, GoTogether()) is not None):
        return found  # the impulse is not driven yet
    rolls = len(joined(s, ground))
    places = {place for v, to, _ in strides for place in (s.at[v], to) if place != OFF}
    return with_rolls(play, s, s.side[at.vehicles[0]], a, found, rolls, sorted(places))


PREVIEWS_PLATOON: dict[type[Any], Any] = {
    Drive: preview_any_drive, TakeWheel: preview_lone_wheel, GoTogether: preview_impulse, StepTo: preview_impulse, StepBy: preview_impulse, StartEngine: preview_any_start,
    Brake: preview_any_brake, CastOff: preview_lone_cast_off, Engage: preview_platoon_engage, Shell: preview_platoon_shell, Rake: preview_platoon_rake, Pierce: preview_platoon_pierce,
}  # fmt: skip
"""Of orders that others know too: for them as they do it, and for platoons."""
