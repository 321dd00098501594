"""A platoon drives an impulse: all move, are charged alike, roll for ground and engines once, and only then may be fired at (181.22 to 181.222)."""

from __future__ import annotations

from collections.abc import Sequence

from amba.core.event import Moved, Said
from amba.core.steps import AutoStep, change, pop, push, top
from amba.games.hollow.book import rule
from amba.games.hollow.counters import BYPASS, BYPASS_LEFT, FOLLOWS, MOTION, MOVED, NEW_HEX, RECALLED, REVERSE, TCA, VCA, WAY_OUT
from amba.games.hollow.frames import Watching
from amba.games.hollow.frames_armour import Manoeuvre, Spotted
from amba.games.hollow.frames_crews import AfterOverrun, OverrunFire
from amba.games.hollow.frames_platoon import OFF, ImpulseFire, ImpulseMines, Platoon, PlatoonChecks, Stride, Strides, Subject
from amba.games.hollow.rules.armour.r023_escorts import watch_escort
from amba.games.hollow.rules.armour.r030_costs import entry_cost
from amba.games.hollow.rules.armour.r030_driving import START, STOP, hold_ground
from amba.games.hollow.rules.armour.r030_routes import is_left_a_choice
from amba.games.hollow.rules.armour.r031_loading import free_men, refuse_out
from amba.games.hollow.rules.armour.r032_arcs import vca
from amba.games.hollow.rules.armour.r055_vehicle_mines import attack, drive_onto_mines, is_mined
from amba.games.hollow.rules.armour.r064_recall import take_off
from amba.games.hollow.rules.armour.r135_engines import wake_engines
from amba.games.hollow.rules.armour.r176_checks import Passage, came, checks_of, coming, in_mud, is_unreliable
from amba.games.hollow.rules.armour.r181_escorts import come_along, keep_company, men_of, pace_of, with_men
from amba.games.hollow.rules.armour.r181_legs import IN_PLACE, TO_CREST, go_by, is_back
from amba.games.hollow.rules.armour.r181_radio import hexes_of, is_together, left_together
from amba.games.hollow.rules.armour.r181_strides import Gait, by_way, crowding, first_turn, impulse_costs, passages
from amba.games.hollow.rules.armour.r194_vehicle_dust import SLOW, Trail, leaves_dust, raise_dust, shake_off
from amba.games.hollow.rules.r029_vehicles import come_up, is_mobile, leave_posture
from amba.games.hollow.rules.r042_concealment import find_enemies
from amba.games.hollow.rules.r046_shells import walk_into_fire
from amba.games.hollow.rules.r185_hidden import look_about
from amba.games.hollow.state import HollowState
from amba.games.hollow.titles import title

ARRIVED, ENDED = 1, 2
"""How a platoon has had its movement: it has come where it was told, or whoever drives it has said so."""


def gaits_of(s: HollowState, at: Platoon) -> list[Gait]:
    ways = dict(at.ways)
    return [Gait(s, v, at.vehicles, False, at if at.paces else None, ways.get(v, "")) for v in at.vehicles]


def top_platoon(s: HollowState) -> Platoon:
    """The platoon that is driven, beneath what happens to it."""
    found = next(frame for frame in s.frames[::-1] if isinstance(frame, Platoon))
    assert isinstance(found, Platoon)
    return found


def full(s: HollowState, at: Platoon, strides: Strides) -> Strides:
    """What was told, and holding their places for the rest; in the order told, for who comes second into a hex pays more."""
    told = {v for v, _, _ in strides}
    return (*strides, *((v, s.at[v], vca(s, v)) for v in at.vehicles if v not in told))


@rule("181.22")
def costs_of(s: HollowState, at: Platoon, strides: Strides) -> list[int] | None:
    """What an impulse would cost each, in the order of the strides."""
    gaits = {gait.vehicle: gait for gait in gaits_of(s, at)}
    return impulse_costs([gaits[v] for v, _, _ in strides], [(s.at[v], vca(s, v)) for v, _, _ in strides], strides)


def least_left(s: HollowState, at: Platoon) -> int:
    """Half points that the slowest has left: when they are gone, nobody goes on."""
    return left_together(s, at.vehicles)


@rule("181.22", "181.222")
def even_out(s: HollowState, vehicles: Sequence[int]) -> None:
    """What one of a platoon has spent more than the others, all have spent."""
    most = max(s.points[v] for v in vehicles)
    for v in vehicles:
        if most and not s.points[v]:
            shake_off(s, v)
        s.spend("181.222", v, most)


def gone_by(s: HollowState, at: Platoon, strides: Strides) -> int:
    """Where somebody leaves the map in an impulse, or has left it before."""
    return next((s.at[v] for v, to, _ in strides if to == OFF), at.gone)


def keeps_together(s: HollowState, at: Platoon, strides: Strides) -> bool:
    return is_together(s, hexes_of(s, [to for _, to, _ in strides], gone_by(s, at, strides)))


@rule("79", "178", "181.221")
def start_platoon(s: HollowState) -> None:
    """All start, for a point each; one roll for all engines that are not to be relied upon. The defender answers when the impulse is over."""
    at = top(s, Platoon)
    for v in at.vehicles:
        if not s.points[v]:
            shake_off(s, v)
        s.spend("181.221", v, s.points[v] + START)
        come_up(s, v)
        s.mark("135", v, MOTION)
    change(s, at._replace(owed=at.owed + START, started=at.vehicles))
    push(s, ImpulseFire((), 0))
    weak = tuple((v, 0) for v in at.vehicles if is_unreliable(s, v))
    if weak:
        push(s, PlatoonChecks((("reliability", weak),)))


@rule("181.22", "181.221")
def drive_impulse(s: HollowState, strides: Strides, slow: bool = False) -> None:
    """All of them at once, for what it costs the one to whom it costs most; mines of the hexes they leave come first."""
    at = top(s, Platoon)
    least = SLOW if slow else 0
    need = max([least, *(costs_of(s, at, strides) or [0])])
    impulse = ImpulseMines(tuple(strides), need, max([least, *entry_parts(s, at, strides)]))
    leave = [v for v, to, _ in strides if to != s.at[v] and is_mined(s, s.at[v])]
    if not leave:
        move_together(s, impulse)
        return
    for v, _, _ in strides:
        pay(s, v, need)
    push(s, impulse)
    for v in leave:
        attack(s, v, s.at[v])


def pay(s: HollowState, vehicle: int, need: int) -> None:
    """What an impulse costs is spent; whoever drives in it is a moving target."""
    if not s.points[vehicle]:
        shake_off(s, vehicle)
    s.spend("181.22", vehicle, s.points[vehicle] + need)
    s.mark("176.74", vehicle, NEW_HEX)


@rule("181.22", "176.71")
def run_impulse_mines(s: HollowState, at: ImpulseMines) -> None:
    """Those whom the mines of their hexes have stopped stay there; the others go."""
    pop(s)
    move_together(s, at._replace(strides=tuple((v, to, spine) if is_mobile(s, v) else (v, s.at[v], vca(s, v)) for v, to, spine in at.strides)), True)


@rule("181.22", "181.221")
def move_together(s: HollowState, impulse: ImpulseMines, is_paid: bool = False) -> None:
    """They move; then dust, mines, rolls, and the defender's answer."""
    at, strides, need = top(s, Platoon), impulse.strides, impulse.need
    gaits = {gait.vehicle: gait for gait in gaits_of(s, at)}
    gone = gone_by(s, at, strides)
    before = {v: s.points[v] - (need if is_paid else 0) for v in at.vehicles}
    headings = tuple({**dict(at.headings), **headings_after(s, at, strides)}.items())
    passages: dict[int, list[Passage]] = {}
    trails: list[Trail] = []
    for v, to, spine in strides:
        here = s.at[v]
        if not is_paid:
            pay(s, v, need)
        passages[v] = go(s, gaits[v], (v, to, spine)) if is_mobile(s, v) else []
        trails.append(Trail(v, here, to, impulse.entered, started=v in at.started, with_men=pace_of(at, v) >= 0))
    moved = {trail.vehicle for trail in trails if s.at[trail.vehicle] != trail.here}
    muddy = [v for v, found in passages.items() if any(p.origin >= 0 and in_mud(s, p) for p in found)]
    kept = tuple(v for v in at.vehicles if s.is_on_map(v))
    since = tuple(before[v] if v in moved else since_of(at, v) for v in kept)
    still = tuple(v for v in at.started if v in kept and v not in moved)
    mud = at.mud + bool(muddy)
    behind = tuple((trail.vehicle, trail.here, before[trail.vehicle] - since_of(at, trail.vehicle)) for trail in trails if trail.vehicle in moved)
    new = top(s, Platoon)._replace(
        vehicles=kept,
        told=(),
        ways=(),
        owed=0,
        since=since,
        trail=(*at.trail, *behind),
        mud=mud,
        gone=gone,
        started=still,
        headings=headings,
        trained=(),
    )
    change(s, new)
    raise_dust(s, trails)
    overruns = tuple((v, to) for v, to, _ in strides if (v, "overrun") in at.ways and s.at[v] == to)
    push(s, ImpulseFire(kept, need + at.owed, overruns))
    for v, how in at.ways:
        if how in IN_PLACE and (men := men_of(new, v)):
            push(s, Watching(s.at[v], men))
    meet(s, [trail for trail in trails if trail.vehicle in moved and s.at[trail.vehicle] == trail.to], joined(s, passages), need, mud)


@rule("181.22", "16", "55", "46.5")
def meet(s: HollowState, entered: Sequence[Trail], rolls: tuple[tuple[str, tuple[Subject, ...]], ...], need: int, mud: int) -> None:
    """What the vehicles run into where they have come to: mines and shells first, then the rolls, then the defender's answer to men who go along."""
    for v, here, to, *_ in entered:
        watch_escort(s, with_men(top_platoon(s), v), to, here)
    push(s, PlatoonChecks(rolls, mud))
    for v, here, to, *_ in entered:
        wake_engines(s, (v,), s.field.view_from(here), need // 2)
        drive_onto_mines(s, v, to)
        walk_into_fire(s, (v,), here, to)


@rule("194.74", "181.22", "181.221")
def entry_parts(s: HollowState, at: Platoon, strides: Strides) -> list[int]:
    """What of its stride each spends on the hex it enters, comrades there counted and turning left out: all of the platoon count as having spent the most of it."""
    gaits = {gait.vehicle: gait for gait in gaits_of(s, at)}
    crowds = crowding([gaits[v] for v, _, _ in strides], [(s.at[v], vca(s, v)) for v, _, _ in strides], strides)
    found = []
    for (v, to, _), crowd in zip(strides, crowds, strict=True):
        gait = gaits[v]
        price = (entry_by(gait, to), 0) if gait.how else gait.enter(s.at[v], to) if to not in {OFF, s.at[v]} else None
        found.append(price[0] + crowd if price is not None else 0)
    return found


def entry_by(gait: Gait, to: int) -> int:
    """What a vehicle that goes another way than forward spends on the hex it enters: what the overrun takes is left out."""
    s, v = gait.s, gait.vehicle
    if to == s.at[v]:
        return 0
    return entry_cost(s, v, s.at[v], to) if gait.how == "overrun" else by_way(gait, s.at[v], to)


@rule("181.1")
def headings_after(s: HollowState, at: Platoon, strides: Strides) -> dict[int, int]:
    """Who will have gone forward or back when the impulse is over."""
    ways = dict(at.ways)
    found = {v: 0 if ways[v] in TO_CREST else -1 if is_back(s, v, ways[v]) else 1 for v, _, _ in strides if v in ways}
    return found | {v: 1 for v, to, _ in strides if v not in ways and to not in {OFF, s.at[v]}}


@rule("194.74", "194.741")
def raises_dust(s: HollowState, at: Platoon, strides: Strides) -> bool:
    """Whether somebody would raise dust in an impulse."""
    entered = max(entry_parts(s, at, strides))
    return any(leaves_dust(s, Trail(v, s.at[v], to, entered, v in at.started)) for v, to, _ in strides)


def since_of(at: Platoon, vehicle: int) -> int:
    """The half points a vehicle had spent before it came into its hex."""
    return at.since[at.vehicles.index(vehicle)] if at.since else 0


def go(s: HollowState, gait: Gait, stride: Stride) -> list[Passage]:
    """One vehicle does what it was told; the ground it is to be checked for, hexspine by hexspine."""
    v, to, spine = stride
    here, spot = s.at[v], (s.at[v], vca(s, v))
    if to == OFF:
        leave_map(s, v)
        return []
    if gait.how:
        return go_by(s, v, to, gait.how)
    if to == here:
        turn_to(s, v, spine)
        return passages(spot, stride, spine, came(s, v))[0]
    way = first_turn(s, gait, spot, to, spine)
    before, after = passages(spot, stride, way, came(s, v), coming(s, here, to))
    turn_to(s, v, way)
    s.mark("181.1", v, REVERSE, False)
    if find_enemies(s, (v,), to):  # whoever lay there unseen bars the way
        return before
    for mark in (BYPASS, BYPASS_LEFT):
        s.mark("132", v, mark, False)
    leave_posture(s, "30", v, to)
    come_along(s, v, to)
    s.do(Moved("181.22", v, here, to, (here, to)))
    turn_to(s, v, spine)
    hold_ground(s, v)
    look_about(s, (v,), here, to)
    return [*before, *after]


def turn_to(s: HollowState, vehicle: int, spine: int) -> None:
    """The turret turns with the hull."""
    if spine == vca(s, vehicle):
        return
    turret = (s.pointing(vehicle, TCA) + spine - vca(s, vehicle)) % 6
    come_up(s, vehicle)
    s.point("32", vehicle, VCA, spine)
    s.point("32", vehicle, TCA, turret)


@rule("177", "181.221")
def leave_map(s: HollowState, vehicle: int) -> None:
    """Over the edge, with its load: it counts for its side, and its comrades follow where it left."""
    s.set_track("181.221", WAY_OUT + s.side[vehicle], s.at[vehicle] + 1)
    take_off(s, vehicle)


@rule("181.221")
def joined(s: HollowState, passages: dict[int, list[Passage]]) -> tuple[tuple[str, tuple[Subject, ...]], ...]:
    """The rolls of all of them: where several call for the same, one roll is made for these together."""
    rows = {v: [check for passage in found for check in checks_of(s, passage)] for v, found in passages.items()}
    found: list[tuple[str, tuple[Subject, ...]]] = []
    for kind in dict.fromkeys(kind for row in rows.values() for kind, _ in row):
        of_kind = {v: [modifier for what, modifier in row if what == kind] for v, row in rows.items()}
        for nth in range(max(len(row) for row in of_kind.values())):
            found.append((kind, tuple((v, row[nth]) for v, row in of_kind.items() if len(row) > nth)))
    return tuple(found)


@rule("181.22", "16")
def run_fire(s: HollowState, at: ImpulseFire) -> None:
    """The defender may answer to each; then the platoon goes on with those it still has."""
    if at.vehicles:
        v, *rest = at.vehicles
        change(s, at._replace(vehicles=tuple(rest)))
        if s.is_on_map(v):
            push(s, Spotted(v, s.at[v], at.spent))
        return
    if at.overruns:
        (v, place), *others = at.overruns
        change(s, at._replace(overruns=tuple(others)))
        push(s, AfterOverrun(v, place))
        push(s, OverrunFire(v, place))
        return
    pop(s)
    close_ranks(s)
    if isinstance(s.frames[-1], Platoon):
        go_on(s, bool(at.is_stopped))


@rule("181.222", "176.75")
def close_ranks(s: HollowState) -> None:
    """Who was destroyed, recalled or stopped for good is left behind; what one has spent more, by a stall or otherwise, all have spent. Who may still turn its turret or put men down has not had its move."""
    at = top(s, Platoon)
    left = tuple(v for v in at.vehicles if s.is_on_map(v) and is_mobile(s, v) and not s.has(v, RECALLED))
    for v in at.vehicles:
        if v not in left and s.is_on_map(v):
            s.mark("181.222", v, MOVED, not is_left_a_choice(s, Manoeuvre(v)))
            s.do(Said("181.222", "left behind", (title(s, v),)))
    if not left:
        pop(s)
        return
    even_out(s, left)
    if left != at.vehicles:
        since = tuple(since_of(at, v) for v in left)
        change(s, at._replace(vehicles=left, since=since, plan=(), told=(), ways=(), is_bound=0))
    now = top(s, Platoon)
    if (new := keep_company(s, now)) != now:
        change(s, new)


def go_on(s: HollowState, is_stopped: bool) -> None:
    """The next impulse of what was told, unless somebody was fired at or did not come where he should; at the end they stop, if they have a point for it."""
    at = top(s, Platoon)
    if at.is_over == ARRIVED and may_unload(s, at):
        change(s, at._replace(is_over=0))
    elif at.is_over:
        finish_platoon(s)
    elif len({s.has(v, MOTION) for v in at.vehicles}) > 1:  # 188.18, 181.221: one has come to a crest and stands: all stop
        stop_platoon(s)
    elif is_stopped:
        change(s, at._replace(plan=(), is_bound=0))
    elif at.plan:
        strides, rest = at.plan[0], at.plan[1:]
        costs = costs_of(s, at, strides)
        if costs is not None and max(costs) <= least_left(s, at) and keeps_together(s, at, strides):
            change(s, at._replace(plan=rest))
            drive_impulse(s, strides)
        else:
            change(s, at._replace(plan=(), is_bound=0))
    elif at.is_bound:
        end_platoon(s)


@rule("31", "181.221")
def may_unload(s: HollowState, at: Platoon) -> bool:
    """Whether a platoon that has come where it was told may still put men down: then whoever drives it is asked."""
    return any(refuse_out(s, Manoeuvre(v), v, free_men(s, v)) is None for v in at.vehicles if free_men(s, v))


@rule("181.221")
def end_platoon(s: HollowState) -> None:
    """All stop, where each has a point for it; else all stay in motion."""
    at = top(s, Platoon)
    if least_left(s, at) >= STOP and s.has(at.vehicles[0], MOTION):
        stop_platoon(s, is_over=True)
    else:
        finish_platoon(s)


@rule("181.221", "30", "176.74")
def stop_platoon(s: HollowState, is_over: bool = False) -> None:
    """The platoon stops as one. Who was in motion when the phase began stays a moving target for the rest of it."""
    at = top(s, Platoon)
    for v in at.vehicles:
        if v not in at.started:
            s.mark("176.74", v, NEW_HEX)
        s.spend("181.221", v, s.points[v] + STOP)
        s.mark("135", v, MOTION, False)
        s.mark("181.1", v, REVERSE, False)
    change(s, at._replace(owed=0, is_over=ARRIVED if is_over else 0, told=(), ways=(), plan=(), is_bound=0, headings=(), started=(), trained=()))
    push(s, ImpulseFire(at.vehicles, at.owed + STOP))


@rule("181.221", "135")
def finish_platoon(s: HollowState) -> None:
    """They have had their movement; what the defender has not answered to yet he answers to first."""
    at = top(s, Platoon)
    if at.owed:
        change(s, at._replace(owed=0, is_over=ENDED))
        push(s, ImpulseFire(at.vehicles, at.owed))
        return
    pop(s)
    for v in at.vehicles:
        s.mark("30", v, MOVED)
        if s.has(v, MOTION):
            s.mark("176.74", v, NEW_HEX)
            s.mark("181.221", v, FOLLOWS, at.gone >= 0)


def any_moves(s: HollowState, strides: Sequence[Stride]) -> bool:
    """Whether anybody does anything in an impulse."""
    return any(to != s.at[v] or spine != vca(s, v) for v, to, spine in strides)


IMPULSE_MINES = AutoStep(ImpulseMines, run_impulse_mines)
IMPULSE_FIRE = AutoStep(ImpulseFire, run_fire)
