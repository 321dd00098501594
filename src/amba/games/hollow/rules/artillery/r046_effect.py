"""Fire for effect: concentrations, harassing fire, smoke and illumination, barrages; how long they last (46.5, 46.6)."""

from __future__ import annotations

from amba.core.decision import Refusal
from amba.core.event import Placed, Said
from amba.core.order import Done
from amba.core.steps import AutoStep, Takes, change, pop, push
from amba.games.hollow.batteries import Battery
from amba.games.hollow.book import rule
from amba.games.hollow.counters import (
    ACCESS,
    ACTED,
    EFFECT_1,
    EFFECT_2,
    EFFECT_C,
    GUN_SMOKE,
    ILLUMINATION,
    MISSION,
    NIGHT,
    SIDES,
    SPOTTING_ROUND,
    THIN_GUN_SMOKE,
)
from amba.games.hollow.frames import FirePhase
from amba.games.hollow.frames_artillery import BlastRoll, Bombardment
from amba.games.hollow.orders_artillery import Barrage, Cease, Effect, FireForEffect, LetFall, Load
from amba.games.hollow.rules.artillery.r024_gun_smoke import put_smoke, refuse_air
from amba.games.hollow.rules.artillery.r045_contact import (
    FIRED,
    SPOTTED,
    batteries_of,
    battery_by,
    called_battery,
    marker_of,
    refuse_observer,
    refuse_silent,
    set_battery,
    track,
)
from amba.games.hollow.rules.artillery.r046_ground import RADIUS, ROWS, around, end_mission, lay_blast, row_through
from amba.games.hollow.rules.artillery.r046_spotting import refuse_hex
from amba.games.hollow.rules.r005_movement import ground_state
from amba.games.hollow.rules.r024_smoke import is_screened, spare_smoke
from amba.games.hollow.rules.r046_shells import (
    BARRAGE,
    CONCENTRATION,
    HARASSING,
    HIGH_EXPLOSIVE,
    LIGHT_MISSION,
    SMOKE_BARRAGE,
    SMOKE_MISSION,
    SMOKES,
    mission_of,
    shells_of,
)
from amba.games.hollow.rules.r185_hidden import spot_works
from amba.games.hollow.state import HollowState

MISSIONS: dict[Effect, int] = {"": CONCENTRATION, "harass": HARASSING, "smoke": SMOKE_MISSION, "illuminate": LIGHT_MISSION}
NAMES = {
    CONCENTRATION: "a concentration",
    HARASSING: "harassing fire",
    BARRAGE: "a barrage",
    SMOKE_MISSION: "smoke",
    LIGHT_MISSION: "an illuminating round",
    SMOKE_BARRAGE: "a barrage of smoke",
}
LOADS: tuple[Load, ...] = ("", "smoke")
PREP_PHASE = 1
"""The place of the prep fire phase in a player turn."""
ROOM = 7
"""So many counters must be left for a fire for effect."""


@rule("46.5", "46")
def refuse_effect(s: HollowState, at: FirePhase, a: FireForEffect) -> Refusal | None:
    """A spotting round that fell in an earlier player turn, or was corrected in this one, where the observer sees it; smoke and light if the battery has them."""
    found, battery = refuse_silent(s, at, a.radio), battery_by(s, a.radio)
    if found is not None or battery is None:
        return found
    marker = marker_of(s, battery.number)
    if marker < 0 or s.face[marker] != SPOTTING_ROUND:
        return Refusal("46.5", "There is no spotting round on the map.")
    if track(s, battery.number, ACTED) == SPOTTED:
        return Refusal("46.5", "The first round of a mission must be seen to fall: fire for effect comes in the next player turn.")
    if track(s, battery.number, ACTED) == FIRED:
        return Refusal("46.5", "The battery has fired in this player turn.")
    if (found := refuse_hex(s, battery, s.at[marker])) is not None:
        return found
    if a.how == "smoke" and (found := refuse_smoke(s, battery)) is not None:
        return found
    if a.how == "illuminate" and not battery.module.has_illumination:
        return Refusal("46.5", "This battery has no illuminating rounds.")
    if a.how == "illuminate" and not s.tracks[NIGHT]:
        return Refusal("46.5", "Illuminating rounds are for the night.")
    return None if len(spare_smoke(s)) >= ROOM else Refusal("46.5", "There are no more counters.")


@rule("46.5")
def refuse_smoke(s: HollowState, battery: Battery) -> Refusal | None:
    """The battery has some, and it stands on this ground and in this weather."""
    if not battery.module.has_smoke:
        return Refusal("46.5", "This battery has no smoke.")
    if ground_state(s) == "mud":
        return Refusal("46.5", "In mud the shells sink in, and there is no smoke.")
    return refuse_air(s)


@rule("46.5")
def fire_for_effect(s: HollowState, at: FirePhase, a: FireForEffect) -> None:
    """The whole battery fires, at once."""
    battery = called_battery(s, a.radio)
    mission, centre = MISSIONS[a.how], s.at[marker_of(s, battery.number)]
    begin_mission(s, battery, mission, around(s, centre, RADIUS.get(mission, 0)), at.kind)


@rule("46.5", "46.6")
def begin_mission(s: HollowState, battery: Battery, mission: int, places: list[int], kind: str) -> None:
    set_battery(s, "46.5", battery.number, ACTED, FIRED)
    set_battery(s, "46.5", battery.number, MISSION, mission)
    where = s.world.names.places[places[0]]
    s.do(Said("46.5", "mission", (SIDES[battery.side], battery.module.title, NAMES[mission], where)))
    lay_blast(s, battery, places, EFFECT_1)
    salvo(s, battery, kind)


@rule("46.5")
def salvo(s: HollowState, battery: Battery, kind: str) -> None:
    """Shells fall on all hexes, the middle first; or smoke lies in them, or a light hangs over the middle one."""
    mission = mission_of(s, battery.number)
    places = tuple(s.at[piece] for piece in shells_of(s, battery.number))
    if mission in HIGH_EXPLOSIVE:
        push(s, Bombardment(battery.number, places))
    elif mission in SMOKES:
        for place in places:
            if not is_screened(s, place) and not s.field.has(place, "marsh"):
                put_smoke(s, "46.5", place, GUN_SMOKE if kind == "prep" else THIN_GUN_SMOKE, battery.side)
    else:
        light(s, battery, places[0])


@rule("46.5", "194.78")
def light(s: HollowState, battery: Battery, place: int) -> None:
    """An illuminating round burns until the next player turn; that is the whole mission."""
    end_mission(s, battery)
    piece = spare_smoke(s)[0]
    s.turn_face("46.5", piece, ILLUMINATION)
    s.spend("46.5", piece, 1 + battery.number)
    s.do(Placed("46.5", piece, s.at[piece], place))
    spot_works(s)


@rule("46.6")
def refuse_barrage(s: HollowState, at: FirePhase, a: Barrage) -> Refusal | None:
    """A battery at one's call that fires nothing yet, through a hex for which it has registered; no round is spotted first."""
    found, battery = refuse_silent(s, at, a.radio), battery_by(s, a.radio)
    if found is not None or battery is None:
        return found
    if not track(s, battery.number, ACCESS):
        return Refusal("107", "The battery is not at your call: draw a chit first.")
    if marker_of(s, battery.number) >= 0 or track(s, battery.number, ACTED) >= SPOTTED:
        return Refusal("46.6", "The battery has a mission already.")
    if a.to not in battery.registered:
        return Refusal("46.6", "The battery has not registered for {place}.", {"place": s.world.names.places[a.to]})
    if a.how and (found := refuse_smoke(s, battery)) is not None:
        return found
    return None if len(spare_smoke(s)) > 2 * ROOM else Refusal("46.5", "There are no more counters.")


def fire_barrage(s: HollowState, at: FirePhase, a: Barrage) -> None:
    battery = called_battery(s, a.radio)
    begin_mission(s, battery, SMOKE_BARRAGE if a.how else BARRAGE, row_through(s, a.to, a.direction), at.kind)


def barrages(s: HollowState, at: FirePhase) -> list[Barrage]:
    return [Barrage(b.piece, place, row, how) for b in batteries_of(s, at.side) for place in sorted(b.registered) for how in LOADS for row in ROWS]


def is_due(s: HollowState, battery: Battery) -> bool:
    """Whether its second salvo has still to fall in this player turn."""
    marker = marker_of(s, battery.number)
    return marker >= 0 and s.face[marker] == EFFECT_1 and track(s, battery.number, MISSION) != 0 and track(s, battery.number, ACTED) != FIRED


@rule("46.5")
def refuse_salvo(s: HollowState, at: FirePhase, a: LetFall) -> Refusal | None:
    """A fire for effect whose second salvo is due; for that no contact is needed, nor anybody who observes."""
    battery = battery_by(s, a.radio)
    if battery is None or battery.side != at.side or at.kind == "advancing":
        return Refusal("46.5", "No battery of yours fires by {radio} now.", {"radio": s.world.names.pieces[a.radio]})
    return None if is_due(s, battery) else Refusal("46.5", "No salvo of it is due.")


@rule("46.5")
def let_fall(s: HollowState, at: FirePhase, a: LetFall) -> None:
    battery = called_battery(s, a.radio)
    s.turn_face("46.5", marker_of(s, battery.number), EFFECT_2)
    set_battery(s, "46.5", battery.number, ACTED, FIRED)
    salvo(s, battery, at.kind)


@rule("46.5")
def refuse_end_of_fire(s: HollowState, at: FirePhase, a: Done) -> Refusal | None:
    """A salvo that is due falls before the phase ends."""
    due = [b for b in batteries_of(s, at.side) if is_due(s, b)] if at.kind != "advancing" else []
    return Refusal("46.5", "The second salvo of your {battery} is still to fall.", {"battery": due[0].module.title}) if due else None


@rule("46")
def refuse_cease(s: HollowState, at: FirePhase, a: Cease) -> Refusal | None:
    """An observer who has contact may end what is not yet a fire for effect."""
    found, battery = refuse_observer(s, at, a.radio), battery_by(s, a.radio)
    if found is not None or battery is None:
        return found
    marker = marker_of(s, battery.number)
    if marker < 0 or s.face[marker] != SPOTTING_ROUND:
        return Refusal("46", "There is no spotting round to call off.")
    return None


def cease(s: HollowState, at: FirePhase, a: Cease) -> None:
    battery = called_battery(s, a.radio)
    end_mission(s, battery)


@rule("46.5")
def age_missions(s: HollowState) -> None:
    """When a side's fire phase begins its old fire dies down: after two salvos only who walks into it is hurt, and then it is over."""
    side = s.phasing if s.phase % 8 == PREP_PHASE else 1 - s.phasing
    for battery in batteries_of(s, side):
        marker = marker_of(s, battery.number)
        if marker >= 0 and s.face[marker] == EFFECT_C:
            end_mission(s, battery)
        elif marker >= 0 and s.face[marker] == EFFECT_2:
            s.turn_face("46.5", marker, EFFECT_C)


@rule("46.5")
def run_bombardment(s: HollowState, at: Bombardment) -> None:
    """One hex after the other."""
    if not at.places:
        pop(s)
        return
    change(s, at._replace(places=at.places[1:]))
    push(s, BlastRoll(at.battery, at.places[0]))


def _sets(s: HollowState, at: FirePhase) -> list[int]:
    return [battery.piece for battery in batteries_of(s, at.side)]


EFFECT_ORDER = Takes(
    FireForEffect, fire_for_effect, refuse_effect, candidates=lambda s, at: [FireForEffect(p, how) for p in _sets(s, at) for how in MISSIONS]
)
BARRAGE_ORDER = Takes(Barrage, fire_barrage, refuse_barrage, candidates=barrages)
SALVO_ORDER = Takes(LetFall, let_fall, refuse_salvo, candidates=lambda s, at: [LetFall(p) for p in _sets(s, at)])
CEASE_ORDER = Takes(Cease, cease, refuse_cease, candidates=lambda s, at: [Cease(p) for p in _sets(s, at)])
BOMBARDMENT = AutoStep(Bombardment, run_bombardment)
