"""The orders of a vehicle: taking the wheel, and what its driver and crew do leg by leg."""

from __future__ import annotations

from amba.core.decision import Decision, Refusal
from amba.core.steps import AskStep, Takes, change, push
from amba.games.hollow.book import rule
from amba.games.hollow.counters import BUSY, BYPASS, DUG, EXPOSED, FIRED, MG_FIRED, MOTION, MOVED, PREP, RECALLED, SERVED, TCA, VCA
from amba.games.hollow.field import RIM
from amba.games.hollow.frames import MovePhase, SettingUp
from amba.games.hollow.frames_armour import DriveOn, GroundChecks, Manoeuvre
from amba.games.hollow.orders_armour import (
    Ahead,
    Back,
    Brake,
    CreepTo,
    EndDrive,
    Face,
    Hatch,
    Race,
    StartEngine,
    StayInMotion,
    TakeWheel,
    TurnHull,
    TurnTurret,
)
from amba.games.hollow.orders_crews import DriveOff
from amba.games.hollow.rules.armour.r023_escorts import refuse_pace
from amba.games.hollow.rules.armour.r029_company import refuse_staying
from amba.games.hollow.rules.armour.r030_costs import allotment, barred_by, entry_cost, points_left, takes_allotment, turn_cost
from amba.games.hollow.rules.armour.r030_driving import (
    START,
    STOP,
    creep,
    enter_hex,
    finish,
    named,
    refuse_hex,
    refuse_points,
    refuse_way,
    spend,
    start_engine,
    stop_engine,
    turn_hull,
)  # fmt: skip
from amba.games.hollow.rules.armour.r032_arcs import ahead, apart, behind, tca, vca
from amba.games.hollow.rules.armour.r064_recall import refuse_detour, refuse_drive_off, way_home
from amba.games.hollow.rules.armour.r077_manoeuvre import HULL_DOWN_ORDER
from amba.games.hollow.rules.armour.r132_bypass import BYPASS_ORDER
from amba.games.hollow.rules.armour.r176_checks import Passage, hammada_items, race_items, turning
from amba.games.hollow.rules.armour.r188_crest import DOWN_ORDER, INTO_ORDER, UP_ORDER
from amba.games.hollow.rules.armour.r194_vehicle_dust import SLOW, Trail, leaves_dust
from amba.games.hollow.rules.common import refuse_not_own, refuse_state, sum_of
from amba.games.hollow.rules.r029_vehicles import is_always_exposed, is_mobile, refuse_stuck, refuse_unmanned
from amba.games.hollow.state import HollowState
from amba.games.hollow.titles import CLOCK


def spine_of(hour: int) -> int:
    return CLOCK.index(hour)


def hours_but(spine: int) -> list[int]:
    """Every hour of the clock but that of a hexspine."""
    return [hour for hour in CLOCK if spine_of(hour) != spine]


@rule("30", "64")
def refuse_wheel(s: HollowState, at: MovePhase, a: TakeWheel) -> Refusal | None:
    """One's own vehicle with a crew that can act, which has neither fired nor had its movement."""
    found = refuse_not_own(s, at.side, a.vehicle, "30", "vehicle") or refuse_unmanned(s, a.vehicle)
    return found or refuse_idle(s, a.vehicle)


@rule("8", "30")
def refuse_idle(s: HollowState, vehicle: int) -> Refusal | None:
    """What has fired or had its movement stays where it is."""
    found = refuse_state(s, vehicle, "move", (PREP, FIRED, MOVED, BUSY))
    if found is None and (s.marks[vehicle] >> MG_FIRED & 15 or s.has(vehicle, SERVED)):
        return Refusal("8", "{vehicle} has fired in the prep fire phase.", named(s, vehicle))
    return found


@rule("135")
def refuse_end_of_phase(s: HollowState, side: int) -> Refusal | None:
    """A vehicle in motion spends at least a point: it is driven before the phase ends, if it still may be; one that has fired may not."""
    able = [v for v in s.vehicles(side) if is_mobile(s, v) and refuse_idle(s, v) is None]
    called, waiting = [v for v in able if s.has(v, RECALLED)], [v for v in able if s.has(v, MOTION)]
    if called:
        return Refusal("64", "{vehicle} is recalled and must still be driven.", named(s, called[0]))
    return Refusal("135", "{vehicle} is in motion and must still be driven.", named(s, waiting[0])) if waiting else None


@rule("30", "176.72")
def refuse_start(s: HollowState, at: Manoeuvre, a: StartEngine) -> Refusal | None:
    """A point, for a vehicle that stands and can drive."""
    if (found := refuse_stuck(s, at.vehicle)) is not None:
        return found
    if s.has(at.vehicle, MOTION):
        return Refusal("135", "{vehicle} has started already.", named(s, at.vehicle))
    return refuse_points(s, at, START, "Starting")


def is_careful(a: Ahead | Back | TurnHull) -> bool:
    return a.how == "carefully"


@rule("186.14", "176.721")
def refuse_care(s: HollowState, at: Manoeuvre, a: Ahead | Back | TurnHull) -> Refusal | None:
    """Care costs twice the points, and is for hammada; or, in woods, the whole allotment."""
    if not is_careful(a):
        return None
    v, goes = at.vehicle, not isinstance(a, TurnHull)
    to = s.at[v] if isinstance(a, TurnHull) else a.to
    passage = Passage(v, to, s.at[v]) if goes else turning(s, v)
    helps = hammada_items(s, passage) is not None or (goes and takes_allotment(s, v, to))
    return None if helps else Refusal("186.14", "Care is of no use there.")


def is_slow(a: Ahead | Back) -> bool:
    return a.how == "slowly"


@rule("194.74")
def refuse_slow(s: HollowState, at: Manoeuvre, a: Ahead | Back) -> Refusal | None:
    """Three points for a hex that costs less, where it would raise dust."""
    v, here = at.vehicle, s.at[at.vehicle]
    if not is_slow(a):
        return None
    if not leaves_dust(s, Trail(v, here, a.to, entry_cost(s, v, here, a.to, isinstance(a, Back)), at.started == here, at.pace >= 0)):
        return Refusal("194.74", "{vehicle} would raise no dust there.", named(s, v))
    return refuse_points(s, at, SLOW, "So slow a drive")


def refuse_ahead(s: HollowState, at: Manoeuvre, a: Ahead) -> Refusal | None:
    return refuse_hex(s, at, a.to, careful=is_careful(a)) or refuse_care(s, at, a) or refuse_slow(s, at, a)


@rule("181.1", "186.14", "194.74")
def refuse_back(s: HollowState, at: Manoeuvre, a: Back) -> Refusal | None:
    """In reverse, into a hex behind it; with care, or slowly, as ahead."""
    return refuse_hex(s, at, a.to, backwards=True, careful=is_careful(a)) or refuse_care(s, at, a) or refuse_slow(s, at, a)


@rule("32", "176.71", "176.72", "188.18", "137.3")
def refuse_turn(s: HollowState, at: Manoeuvre, a: TurnHull) -> Refusal | None:
    """A vehicle that has started turns its hull for a point a hexspine; one that is stuck does not."""
    v, spine = at.vehicle, spine_of(a.hour)
    if (found := refuse_stuck(s, v)) is not None:
        return found
    if s.has(v, BYPASS):
        return Refusal("132", "{vehicle} is in bypass: it goes on, or along the next hexside.", named(s, v))
    if s.position(v) == RIM:
        return Refusal("188.18", "At a crest {vehicle} does not turn its hull.", named(s, v))
    if s.has(v, DUG):
        return Refusal("137.3", "{vehicle} leaves its trench only backwards.", named(s, v))
    if not s.has(v, MOTION):
        return Refusal("32", "{vehicle} has not started.", named(s, v))
    if spine == vca(s, v):
        return Refusal("32", "{vehicle} points there already.", named(s, v))
    return refuse_points(s, at, turn_cost(s, v, apart(vca(s, v), spine), is_careful(a)), "Turning") or refuse_care(s, at, a)


@rule("32", "176.75")
def refuse_turret(s: HollowState, at: Manoeuvre, a: TurnTurret) -> Refusal | None:
    """A turret turns freely while points are spent, a point where none are; in a vehicle that is stuck too."""
    v = at.vehicle
    if not s.vehicle(v).has_turret:
        return Refusal("32", "{vehicle} has no turret.", named(s, v))
    if spine_of(a.hour) == tca(s, v):
        return Refusal("32", "Its turret points there already.")
    if at.has_traversed:
        return Refusal("32", "Its turret has turned; it turns again when more points are spent.")
    return None if s.points[v] else refuse_points(s, at, START, "Turning the turret")


def turn_turret(s: HollowState, at: Manoeuvre, a: TurnTurret) -> None:
    if not s.points[at.vehicle]:
        spend(s, "32", at.vehicle, START)
    s.point("32", at.vehicle, TCA, spine_of(a.hour))
    change(s, at._replace(has_traversed=1))


@rule("64")
def refuse_hatch(s: HollowState, at: Manoeuvre, a: Hatch) -> Refusal | None:
    """The crew of an armoured vehicle opens or shuts its hatches, once in a phase and not after firing; some cannot shut them."""
    v = at.vehicle
    if not s.vehicle(v).is_armoured or not s.vehicle(v).has_crew:
        return Refusal("64", "{vehicle} has no hatches.", named(s, v))
    if is_always_exposed(s, v):
        return Refusal("64", "The crew of {vehicle} is always exposed.", named(s, v))
    if s.has(v, EXPOSED) == (a.how == "open"):
        return Refusal("64", "The hatches are {how} already.", {"how": a.how})
    if s.has(v, SERVED) or s.marks[v] >> MG_FIRED & 15:
        return Refusal("64", "{vehicle} has fired: its hatches stay as they are.", named(s, v))
    return Refusal("64", "The hatches have been moved in this phase.") if at.has_shifted else None


def move_hatch(s: HollowState, at: Manoeuvre, a: Hatch) -> None:
    s.mark("64", at.vehicle, EXPOSED, a.how == "open")
    change(s, at._replace(has_shifted=1))


@rule("79", "64")
def refuse_race(s: HollowState, at: Manoeuvre, a: Race) -> Refusal | None:
    """Once in a phase a tracked vehicle that is not recalled tries for up to a quarter of its printed points more."""
    v = s.vehicle(at.vehicle)
    most = v.mp // 4
    if (found := refuse_stuck(s, at.vehicle)) is not None:
        return found
    if s.has(at.vehicle, RECALLED):
        return Refusal("64", "{vehicle} is recalled: it drives home as fast as it is built for.", named(s, at.vehicle))
    if v.mover not in {"tracked", "halftrack"}:
        return Refusal("79", "Only what has tracks is driven so hard.")
    if not s.has(at.vehicle, MOTION):
        return Refusal("79", "{vehicle} has not started.", named(s, at.vehicle))
    if at.has_raced:
        return Refusal("79", "That has been tried in this phase.")
    return None if a.points <= most else Refusal("79", "A quarter of its {mp} points is {most}.", {"mp": v.mp, "most": most})


@rule("79")
def race(s: HollowState, at: Manoeuvre, a: Race) -> None:
    """The points are there if the engine bears it."""
    change(s, at._replace(has_raced=1, extra=at.extra + 2 * a.points))
    push(s, DriveOn())
    push(s, GroundChecks(at.vehicle, (("speed", sum_of(race_items(s, at.vehicle, a.points))),)))


@rule("30")
def refuse_brake(s: HollowState, at: Manoeuvre, a: Brake) -> Refusal | None:
    """Stopping costs a point."""
    if not s.has(at.vehicle, MOTION):
        return Refusal("30", "{vehicle} stands.", named(s, at.vehicle))
    if goes_home(s, at):
        return Refusal("64", "{vehicle} is recalled and drives home without stopping.", named(s, at.vehicle))
    return refuse_points(s, at, STOP, "Stopping") or refuse_company(s, at)


@rule("29")
def refuse_company(s: HollowState, at: Manoeuvre) -> Refusal | None:
    """Beside a tank to which it can do nothing a vehicle does not stay, if it can still drive on."""
    found = refuse_staying(s, at.vehicle, s.at[at.vehicle])
    ways = [(to, back) for back in (False, True) for to in (behind if back else ahead)(s, at.vehicle)] if found else []
    return found if any(refuse_hex(s, at, to, back) is None for to, back in ways) else None


@rule("64")
def goes_home(s: HollowState, at: Manoeuvre) -> bool:
    """Whether a recalled vehicle has a way nearer to its edge from where it is, whatever it points at."""
    v, here = at.vehicle, s.at[at.vehicle]
    if not s.has(v, RECALLED) or s.has(v, BYPASS):
        return False
    nearer = [to for to in s.field.around[here] if way_home(s, s.side[v], to) < way_home(s, s.side[v], here)]
    return not way_home(s, s.side[v], here) or any(not barred_by(s, v, here, to)[0] for to in nearer)


@rule("135", "181.1")
def refuse_motion(s: HollowState, at: Manoeuvre, a: StayInMotion) -> Refusal | None:
    """It ends its phase in motion when its points are gone, or do not suffice for a hex it could go on to; in reverse too."""
    v = at.vehicle
    if not s.has(v, MOTION):
        return Refusal("135", "{vehicle} stands.", named(s, v))
    have = points_left(s, v, at.extra)
    if s.has(v, RECALLED) and s.points[v]:
        on = [to for to in ahead(s, v) if way_home(s, s.side[v], to) < way_home(s, s.side[v], s.at[v]) and refuse_hex(s, at, to) is None]
        off = refuse_drive_off(s, at, DriveOff()) is None
        return Refusal("64", "{vehicle} is recalled and drives on.", named(s, v)) if on or off else None
    if not s.points[v]:
        return Refusal("135", "{vehicle} has spent nothing yet.", named(s, v))
    ways = [(to, backwards) for backwards in (False, True) if at.heading != (1 if backwards else -1) for to in (behind if backwards else ahead)(s, v)]
    short = [to for to, back in ways if refuse_way(s, v, to, back) is None and entry_cost(s, v, s.at[v], to, back) > have]
    if have < STOP or short:
        return refuse_company(s, at)
    return Refusal("135", "{vehicle} has points enough for the next hex: it drives on or stops.", named(s, v))


@rule("30")
def refuse_creep(s: HollowState, at: Manoeuvre, a: CreepTo) -> Refusal | None:
    """A vehicle that has spent nothing may enter one hex that costs more than all it has; it spends everything and is in motion. Into woods from a stand, too, which cost all of its points, or half of them."""
    v, backwards = at.vehicle, a.how == "back"
    if (found := refuse_stuck(s, v)) is not None:
        return found
    if s.points[v] or at.extra < 0:
        return Refusal("30", "A minimum move is a whole move by itself.")
    if (found := refuse_way(s, v, a.to, backwards) or refuse_pace(s, at, a.to) or refuse_detour(s, v, a.to)) is not None:
        return found
    whole = takes_allotment(s, v, a.to)  # 176.72, the example: what woods cost at most, all of the allotment
    need = entry_cost(s, v, s.at[v], a.to, backwards, whole) + (0 if s.has(v, MOTION) else START)
    if need <= allotment(s, v):
        return Refusal("30", "Its points are enough to go to {place} without a minimum move.", named(s, v, a.to))
    return refuse_staying(s, v, a.to)


def refuse_stand(s: HollowState, at: Manoeuvre, a: EndDrive) -> Refusal | None:
    if s.has(at.vehicle, RECALLED) and is_mobile(s, at.vehicle) and not s.has(at.vehicle, MOTION) and refuse_start(s, at, StartEngine()) is None:
        return Refusal("64", "{vehicle} is recalled: it starts.", named(s, at.vehicle))
    return Refusal("135", "{vehicle} is in motion: it stops or stays so.", named(s, at.vehicle)) if s.has(at.vehicle, MOTION) else None


def aheads(s: HollowState, at: Manoeuvre) -> list[Ahead]:
    return [Ahead(to, how) for to in ahead(s, at.vehicle) for how in ("", "carefully", "slowly")]


def backs(s: HollowState, at: Manoeuvre) -> list[Back]:
    return [Back(to, how) for to in behind(s, at.vehicle) for how in ("", "carefully", "slowly")]


def creeps(s: HollowState, at: Manoeuvre) -> list[CreepTo]:
    return [*(CreepTo(to) for to in ahead(s, at.vehicle)), *(CreepTo(to, "back") for to in behind(s, at.vehicle))]


def turns(s: HollowState, at: Manoeuvre) -> list[TurnHull]:
    return [TurnHull(hour, how) for hour in hours_but(vca(s, at.vehicle)) for how in ("", "carefully")]


MANOEUVRE = AskStep(
    Manoeuvre,
    lambda s, at: Decision(s.side[at.vehicle], "driving", "30", "Driving {vehicle}: where to, or stop.", named(s, at.vehicle)),
    Takes(StartEngine, lambda s, _at, _a: start_engine(s), refuse_start),
    Takes(Ahead, lambda s, _at, a: enter_hex(s, a.to, careful=is_careful(a), slow=is_slow(a)), refuse_ahead, candidates=aheads),
    Takes(Back, lambda s, _at, a: enter_hex(s, a.to, True, is_careful(a), slow=is_slow(a)), refuse_back, candidates=backs),
    BYPASS_ORDER,
    UP_ORDER,
    INTO_ORDER,
    DOWN_ORDER,
    HULL_DOWN_ORDER,
    Takes(TurnHull, lambda s, _at, a: turn_hull(s, spine_of(a.hour), is_careful(a)), refuse_turn, candidates=turns),
    Takes(TurnTurret, turn_turret, refuse_turret, candidates=lambda s, at: [TurnTurret(hour) for hour in hours_but(tca(s, at.vehicle))]),
    Takes(Hatch, move_hatch, refuse_hatch, candidates=lambda _s, _at: [Hatch("open"), Hatch("shut")]),
    Takes(Race, race, refuse_race, candidates=lambda s, at: [Race(n) for n in range(1, s.vehicle(at.vehicle).mp // 4 + 1)]),
    Takes(Brake, lambda s, _at, _a: stop_engine(s), refuse_brake),
    Takes(StayInMotion, lambda s, _at, _a: finish(s), refuse_motion),
    Takes(CreepTo, lambda s, at, a: creep(s, at, a.to, a.how == "back"), refuse_creep, candidates=creeps),
    Takes(EndDrive, lambda s, _at, _a: finish(s), refuse_stand),
)
WHEEL_ORDER = Takes(
    TakeWheel,
    lambda s, _at, a: push(s, Manoeuvre(a.vehicle)),
    refuse_wheel,
    candidates=lambda s, at: [TakeWheel(v) for v in s.vehicles(at.side)],
)


@rule("4", "32")
def refuse_face(s: HollowState, at: SettingUp, a: Face) -> Refusal | None:
    """While it sets up, a side turns each of its vehicles and guns once."""
    found = refuse_not_own(s, at.side, a.vehicle, "4", "gun" if s.is_gun(a.vehicle) else "vehicle")
    if found is not None:
        return found
    if s.has(a.vehicle, BUSY):
        return Refusal("4", "{vehicle} has been turned.", named(s, a.vehicle))
    return Refusal("32", "{vehicle} points there already.", named(s, a.vehicle)) if spine_of(a.hour) == tca(s, a.vehicle) else None


def face(s: HollowState, at: SettingUp, a: Face) -> None:
    for first in (TCA,) if s.is_gun(a.vehicle) else (VCA, TCA):
        s.point("32", a.vehicle, first, spine_of(a.hour))
    s.mark("4", a.vehicle, BUSY)


FACE_ORDER = Takes(
    Face,
    face,
    refuse_face,
    candidates=lambda s, at: [Face(v, hour) for v in (*s.vehicles(at.side), *s.guns(at.side)) for hour in hours_but(tca(s, v))],
)
