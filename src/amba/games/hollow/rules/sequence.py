"""The sequence of play: two player turns of eight phases, and the steps each phase is made of (4)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from amba.core.event import Said, Tracked
from amba.core.sequence import SequenceOfPlay
from amba.core.steps import AutoStep, Step, pop, push
from amba.games.hollow import counters
from amba.games.hollow.book import rule
from amba.games.hollow.frames import AdvancePhase, DummiesRoll, FirePhase, GivingOrders, Melees, MovePhase, RallyPhase, RoutPhase, SettingUp
from amba.games.hollow.frames_crews import VehicleMelees
from amba.games.hollow.rules.armour.r004_arriving import ARRIVE_ORDER
from amba.games.hollow.rules.armour.r023_charge_kill import CHARGE_KILL
from amba.games.hollow.rules.armour.r023_escorts import ESCORT_ORDER
from amba.games.hollow.rules.armour.r030_driving import CROSSING, SPOTTED
from amba.games.hollow.rules.armour.r030_orders import FACE_ORDER, refuse_end_of_phase
from amba.games.hollow.rules.armour.r030_routes import DRIVE_ON, driving
from amba.games.hollow.rules.armour.r031_firing import VOLLEY_ORDER, VOLLEY_ROLL
from amba.games.hollow.rules.armour.r031_loading import (
    ALIGHT_DRIVING,
    ALIGHT_ORDER,
    BOARD_ORDER,
    BOARDING,
    PLACE_IN_ORDER,
    UNLOAD_DRIVING,
    UNLOAD_ORDER,
    WALK_UP,
    clear_up_all,
)
from amba.games.hollow.rules.armour.r033_engaging import ENGAGE_ORDER, KILL_ROLL, SHOCK_CHECK, SURVIVAL_ROLL
from amba.games.hollow.rules.armour.r034_shelling import BURST_ROLL, CHANCE_HIT, GUN_SHOT, SHELL_ORDER
from amba.games.hollow.rules.armour.r035_bounding import BOUNDING_ORDERS
from amba.games.hollow.rules.armour.r035_fired_before import remember_fire
from amba.games.hollow.rules.armour.r035_mounts import REMOUNT_ORDER, STRIP_ORDER, SWAP_ORDER, finish_swaps
from amba.games.hollow.rules.armour.r035_piercing import PIERCE_KILL, PIERCE_ORDER, PIERCE_SHOT
from amba.games.hollow.rules.armour.r035_raking import RAKE_ORDER, RAKE_ROLL, rake_movers
from amba.games.hollow.rules.armour.r035_second_guns import OTHER_GUN_DRIVING, OTHER_GUN_ORDER
from amba.games.hollow.rules.armour.r036_close_combat import REPEL_ROLL, REPELLING, STORMING, VEHICLE_MELEES
from amba.games.hollow.rules.armour.r036_storming import ARMOUR_CHECK, LUCKY_ROLL, STORM_ROLL
from amba.games.hollow.rules.armour.r037_answering import GUN_ANSWER
from amba.games.hollow.rules.armour.r051_towing import HOOK_AT_START, HOOK_DRIVING, HOOK_ORDER, HOOKING, UNHOOK_DRIVING, UNHOOK_ORDER
from amba.games.hollow.rules.armour.r055_vehicle_mines import ANTI_TANK_MINES, MINE_BLAST, VEHICLE_MINES
from amba.games.hollow.rules.armour.r063_pushing import PUSH_ORDER, PUSH_ROLL, SERVE_ORDER
from amba.games.hollow.rules.armour.r064_crews import ABANDON_ORDER, CREW_CHECK, MAN_ORDER, clear_wagons
from amba.games.hollow.rules.armour.r064_recall import OFF_ORDER
from amba.games.hollow.rules.armour.r064_stun import EXPOSED_CHECK, SHOCK_ROLL, SUFFERING, shock_rolls, wake_up
from amba.games.hollow.rules.armour.r066_repair import MEND_ORDER, MEND_ROLL, SCROUNGE_ORDER, SCROUNGE_ROLL
from amba.games.hollow.rules.armour.r072_overrun import AFTER_OVERRUN, OVERRUN_EDGE, OVERRUN_FIRE, OVERRUN_ORDER, OVERRUN_ROLL
from amba.games.hollow.rules.armour.r077_manoeuvre import HULL_DOWN_ROLL
from amba.games.hollow.rules.armour.r132_bypass import BYPASS_EDGE
from amba.games.hollow.rules.armour.r135_engines import ENGINE_ROLL, alarm
from amba.games.hollow.rules.armour.r145_bore_sight import BORE_ORDER
from amba.games.hollow.rules.armour.r145_orders import BARE_ORDER, INTENSIVE_ORDER, SWING_ORDER
from amba.games.hollow.rules.armour.r176_bailed_out import BAILED_OUT, settle_crews
from amba.games.hollow.rules.armour.r176_ground_rolls import GROUND_CHECKS, GROUND_ROLL
from amba.games.hollow.rules.armour.r176_unbogging import LIFT_ORDER, TOW_ORDER, UNBOG_ORDER, UNBOG_ROLL
from amba.games.hollow.rules.armour.r177_portee import RESHIP_ORDER, SET_ON_GROUND_ORDER
from amba.games.hollow.rules.armour.r177_removed import UNSHIP_ORDER
from amba.games.hollow.rules.armour.r181_alone import CAST_OFF_ORDER, LONE_CHECK, LONE_ENGINE, LONE_WHEEL
from amba.games.hollow.rules.armour.r181_forming import FOLLOW_ORDER, FORM_ORDER, LED_DRIVE
from amba.games.hollow.rules.armour.r181_impulses import IMPULSE_FIRE, IMPULSE_MINES
from amba.games.hollow.rules.armour.r181_orders import PLATOON
from amba.games.hollow.rules.armour.r181_rolls import PLATOON_CHECKS, PLATOON_DRAW, PLATOON_ROLL
from amba.games.hollow.rules.armour.r188_crest import CREST_EDGE
from amba.games.hollow.rules.armour.r194_mud_bog import MUD_ROLL
from amba.games.hollow.rules.armour.r194_vehicle_dust import settle_dust
from amba.games.hollow.rules.artillery.r024_dischargers import DISCHARGE_ORDER, DISCHARGE_ROLL
from amba.games.hollow.rules.artillery.r024_gun_smoke import SCREEN_ORDER, SMOKE_SHOT
from amba.games.hollow.rules.artillery.r045_contact import ACCESS_DRAW, CONTACT_ORDER, CONTACT_ROLL, REQUEST_ORDER, fresh_batteries
from amba.games.hollow.rules.artillery.r046_blast import BLAST_ROLL
from amba.games.hollow.rules.artillery.r046_effect import (
    BARRAGE_ORDER,
    BOMBARDMENT,
    CEASE_ORDER,
    EFFECT_ORDER,
    SALVO_ORDER,
    age_missions,
    refuse_end_of_fire,
)
from amba.games.hollow.rules.artillery.r046_spotting import ACCURACY_ROLL, CORRECT_ORDER, ERROR_ROLL, SPOT_ORDER
from amba.games.hollow.rules.artillery.r102_drift import drift_smoke
from amba.games.hollow.rules.artillery.r150_flak import FLAK_ROLL
from amba.games.hollow.rules.artillery.r150_flights import ARRIVAL_ROLL, ATTACK_ORDER, FLIGHT_ROLL, SIGHTING_ROLL, look_for_aircraft
from amba.games.hollow.rules.artillery.r150_strikes import AIR_RUN, AIR_STRIKE, BOMB_BLAST
from amba.games.hollow.rules.own_battle import BUYING, CAMPAIGN_CHOICE, CLIMATE_ROLL, MONTH_CHOICE, begin_battle
from amba.games.hollow.rules.r003_setup import setup
from amba.games.hollow.rules.r004_reinforcements import ENTERING
from amba.games.hollow.rules.r005_going import AFTER_STEP, STRAY_ROLL
from amba.games.hollow.rules.r005_movement import drop_halves
from amba.games.hollow.rules.r005_phase import move_phase
from amba.games.hollow.rules.r008_phases import fire_phase
from amba.games.hollow.rules.r010_shots import AIMING, FIRE_ROLL
from amba.games.hollow.rules.r012_heat import HEAT_ROLL
from amba.games.hollow.rules.r012_morale import EFFECTS, HIT_DRAW, MORALE_CHECK
from amba.games.hollow.rules.r014_snipers import SNIPER_DRAW, SNIPER_ROLL
from amba.games.hollow.rules.r015_berserk import CHARGING, charge
from amba.games.hollow.rules.r015_rout import ARRIVED, INTERDICTION, ROUT_PHASE, RUNNING
from amba.games.hollow.rules.r016_defensive_fire import ANSWERING, GIVING_ORDERS, watching
from amba.games.hollow.rules.r017_weapons import RATE_ROLL, RECOVERY_ROLL
from amba.games.hollow.rules.r018_rally import RALLY_ROLL, REPAIR_ROLL, rally_phase
from amba.games.hollow.rules.r019_advance import ADVANCE_PHASE, BAND_ADVANCE
from amba.games.hollow.rules.r020_close_combat import ATTACKING, MELEES, STRIKE_ROLL, STRUCK
from amba.games.hollow.rules.r023_charges import EXPLOSION, LAYING_CHARGE, light_fuses
from amba.games.hollow.rules.r024_grenades import SMOKE_ORDER, SMOKE_ROLL
from amba.games.hollow.rules.r024_smoke import clear_smoke
from amba.games.hollow.rules.r031_under_fire import ESCAPE_WRECK
from amba.games.hollow.rules.r042_concealment import gain_concealment, lose_concealment
from amba.games.hollow.rules.r049_night import burn_out
from amba.games.hollow.rules.r049_starshells import STARSHELL_ORDER, STARSHELL_ROLL
from amba.games.hollow.rules.r054_digging import DIG_ORDER, DIG_ROLL
from amba.games.hollow.rules.r055_clearing import CLEAR_ORDER, CLEAR_ROLL
from amba.games.hollow.rules.r055_laying import DUMMIES_ROLL, has_dummies
from amba.games.hollow.rules.r055_mines import MINE_ROLL
from amba.games.hollow.rules.r055_searching import SEARCH_ORDER, SEARCH_ROLL
from amba.games.hollow.rules.r056_wire import WIRE_ROLL, wire_rolls
from amba.games.hollow.rules.r064_commanders import COMMAND_ORDER
from amba.games.hollow.rules.r082_climbing import CLIMB_ROLL, lose_grip
from amba.games.hollow.rules.r102_kindling import KINDLE_ORDER, KINDLE_ROLL, QUENCH_ORDER, QUENCH_ROLL, SHELL_FIRE
from amba.games.hollow.rules.r102_spreading import SPREAD_ROLL, burn, spread_fires
from amba.games.hollow.rules.r110_charge import RIDING_DOWN, RIDING_IN, SABRE_ORDER, SABRE_ROLL
from amba.games.hollow.rules.r110_riding import DISMOUNT_ORDER, MARCHING_OR_RIDING, RIDE_ORDER
from amba.games.hollow.rules.r177_exits import LEAVING
from amba.games.hollow.rules.r177_victory import decide, is_decided
from amba.games.hollow.rules.r179_escape import ESCAPE_ROLL
from amba.games.hollow.rules.r185_hidden import spot_works
from amba.games.hollow.rules.r186_motorcycles import CYCLE_FALL
from amba.games.hollow.rules.r193_walls import claim_walls
from amba.games.hollow.rules.r194_wind import VISIBILITY_ROLL, WIND_ROLL, roll_for_weather
from amba.games.hollow.rules.r196_thorns import THORNS_ORDER, out_of_thorns
from amba.games.hollow.state import HollowState
from amba.games.hollow.titles import side_title


class Phase(NamedTuple):
    """One of the eight phases of a player turn."""

    key: str
    title: str
    rule: str
    who: str
    """Whose phase: the phasing side's, the other side's, or both, the phasing side first."""
    begins: tuple[Callable[[HollowState], None], ...]
    """What happens when it begins, in this order; of the frames that are pushed the last one is played first."""
    ends: tuple[Callable[[HollowState], None], ...] = ()
    """What happens when it ends."""


@rule("4", "142", "196.3")
def fresh_turn(s: HollowState) -> None:
    """A player turn starts without the marks of the last one; the phasing side's exhausted men have their breath again."""
    s.do(Said("4", "player turn", (s.world.names.tracks[counters.TURN], s.turn, s.phasing, side_title(s.plan.data, s.phasing))))
    stale = (
        counters.PREP,
        counters.FIRST,
        counters.FINAL,
        counters.MOVED,
        counters.ASSAULT,
        counters.DOUBLE,
        counters.FIRED,
        counters.BUSY,
        counters.PINNED,
        counters.RAN,
        counters.LET_GO,
        counters.FRONTAL,
        counters.ESCORT,
        counters.STORMED,
        counters.KINDLED,
    )
    bits = sum(1 << mark for mark in stale)
    for piece in range(s.world.first_work):
        if s.marks[piece] & bits:
            for mark in stale:
                held = s.has(piece, counters.THORNS) or s.has(piece, counters.CLIMBING)
                if mark != counters.BUSY or not held:  # 196.3, 82.2: in a cactus hedge until the own movement phase, on a cliff until the top
                    s.mark("4", piece, mark, False)
        if s.is_counter(piece) and s.points[piece] and s.at[piece] not in s.world.prisoners:  # P: there it says who guards them
            s.spend("4", piece, 0)
    for unit in s.counters(s.phasing):
        s.mark("142", unit, counters.CX, False)


@rule("4", "176.74")
def fresh_vehicles(s: HollowState) -> None:
    """Vehicles and guns start a player turn without the marks of the last one."""
    if not s.has_armour:
        return
    guns = range(counters.MG_FIRED, counters.MG_FIRED + 4)
    stale = (
        counters.PREP,
        counters.FIRST,
        counters.FINAL,
        counters.MOVED,
        counters.FIRED,
        counters.BUSY,
        counters.NEW_HEX,
        counters.INTENSIVE,
        counters.SERVED,
        counters.FIRED_BEFORE,
        counters.LET_GO,
        counters.MAIN_DONE,
        counters.SECOND_DONE,
        counters.SWITCHED,
        counters.ENGINE_TRIED,
        counters.DISCHARGED,
        *guns,
    )
    for piece in (*s.vehicles(0), *s.vehicles(1), *s.guns(0), *s.guns(1)):
        for mark in stale:
            s.mark("4", piece, mark, False)
        if s.is_vehicle(piece):
            s.spend("4", piece, 0)


def rally(s: HollowState) -> None:
    """Both sides rally and repair, the phasing side first."""
    push(s, RallyPhase(1 - s.phasing))
    push(s, RallyPhase(s.phasing))


def prep_fire(s: HollowState) -> None:
    push(s, FirePhase(s.phasing, "prep"))


def movement(s: HollowState) -> None:
    """The other side gives its standing orders before anybody moves; berserk men move first."""
    push(s, MovePhase(s.phasing))
    charge(s)
    push(s, GivingOrders(1 - s.phasing))


def defensive_fire(s: HollowState) -> None:
    push(s, FirePhase(1 - s.phasing, "final"))


def advancing_fire(s: HollowState) -> None:
    remember_fire(s, s.phasing)
    push(s, FirePhase(s.phasing, "advancing"))


def rout(s: HollowState) -> None:
    """Everybody sees who is broken: a side without broken units is not asked."""
    for side in (1 - s.phasing, s.phasing):
        if any(s.is_broken(unit) for unit in s.units(side)):
            push(s, RoutPhase(side))


def advance(s: HollowState) -> None:
    push(s, AdvancePhase(s.phasing))


def close_combat(s: HollowState) -> None:
    """Vehicles first: who has gone at one has had his attack."""
    push(s, Melees(()))
    if s.has_armour:
        push(s, VehicleMelees())


@rule("13")
def end_desperation(s: HollowState) -> None:
    """Desperation lasts until a rally phase is over."""
    for side in (0, 1):
        for unit in s.units(side):
            s.mark("13", unit, counters.DM, False)


PHASES = (
    Phase(
        "rally",
        "Rally",
        "18",
        "both",
        (fresh_turn, fresh_vehicles, fresh_batteries, shock_rolls, rally, look_for_aircraft, burn_out, roll_for_weather),
        (end_desperation,),
    ),
    Phase("prep", "Prep fire", "8", "phasing", (prep_fire, clear_smoke, settle_dust, age_missions)),
    Phase("movement", "Movement", "5", "phasing", (movement, out_of_thorns, wire_rolls), (drop_halves,)),
    Phase("defence", "Defensive fire", "16", "other", (defensive_fire, age_missions), (lose_concealment,)),
    Phase("advancing", "Advancing fire", "8", "phasing", (spread_fires, advancing_fire, light_fuses, drift_smoke)),
    Phase("rout", "Rout", "15", "both", (rout,), (drop_halves,)),
    Phase("advance", "Advance", "19", "phasing", (advance, finish_swaps), (lose_concealment,)),
    Phase("melee", "Close combat", "20", "both", (close_combat,), (burn, gain_concealment, wake_up)),
)
"""The player turn."""


def phase_of(s: HollowState) -> Phase:
    return PHASES[s.phase % 8]


@rule("4")
def next_phase(s: HollowState, at: SequenceOfPlay) -> None:
    """From one phase to the next, and after the last turn to the end."""
    if s.phase >= 0:
        end_phase(s)
    turn_ends = s.phase in {-1, 15}
    if is_decided(s) or (turn_ends and s.turn == s.plan.turns):
        decide(s)
        pop(s)
        return
    if turn_ends:
        s.do(Tracked("4", counters.TURN, s.turn, s.turn + 1))
    s.do(Tracked("4", counters.PHASE, s.phase, (s.phase + 1) % 16))
    begin(s)


@rule("4")
def begin(s: HollowState) -> None:
    """What a phase starts with; then both sides look about for works that nobody had seen."""
    for happens in phase_of(s).begins:
        happens(s)
    settle_crews(s)
    spot_works(s)


@rule("4", "13", "42")
def end_phase(s: HollowState) -> None:
    claim_walls(s, s.phasing)
    lose_grip(s)
    spot_works(s)
    for happens in phase_of(s).ends:
        happens(s)
    clear_up_all(s)
    clear_wagons(s)


@rule("4", "55.82", "O")
def start(s: HollowState) -> None:
    """What comes before the first turn: a battle of one's own, secret dice for dummies, then both sides set up."""
    own_design = s.plan.data.get("own_design")
    push(s, SequenceOfPlay())
    push(s, SettingUp(1 - s.plan.sets_up_first))
    push(s, SettingUp(s.plan.sets_up_first))
    for side in (0, 1):
        # In a battle of one's own both sides roll once they have bought, so that nobody learns from it who has mines.
        if own_design or has_dummies(s, side):
            push(s, DummiesRoll(side))
    if own_design:
        begin_battle(s)


TRANSPORT_ORDERS = (
    BOARD_ORDER,
    UNLOAD_ORDER,
    ALIGHT_ORDER,
    HOOK_ORDER,
    UNHOOK_ORDER,
    CAST_OFF_ORDER,
    SET_ON_GROUND_ORDER,
    RESHIP_ORDER,
    RIDE_ORDER,
    DISMOUNT_ORDER,
)
TRANSPORT_DRIVING = (UNLOAD_DRIVING, ALIGHT_DRIVING, HOOK_DRIVING, UNHOOK_DRIVING)
STEPS: tuple[Step[HollowState], ...] = (
    AutoStep(SequenceOfPlay, next_phase),
    # before the first turn
    CAMPAIGN_CHOICE, MONTH_CHOICE, CLIMATE_ROLL, BUYING, DUMMIES_ROLL, setup(FACE_ORDER, BARE_ORDER, PLACE_IN_ORDER, HOOK_AT_START, BORE_ORDER, COMMAND_ORDER),
    # rally
    WIND_ROLL, VISIBILITY_ROLL, rally_phase(MEND_ORDER, SCROUNGE_ORDER), MEND_ROLL, SCROUNGE_ROLL, RALLY_ROLL, REPAIR_ROLL, RECOVERY_ROLL, ESCAPE_ROLL,
    # fire, with what else is done in the prep fire phase
    fire_phase(DIG_ORDER, CLEAR_ORDER, STARSHELL_ORDER, SHELL_ORDER, ENGAGE_ORDER, SWING_ORDER, INTENSIVE_ORDER, UNSHIP_ORDER, RAKE_ORDER, VOLLEY_ORDER, PIERCE_ORDER, STRIP_ORDER, REMOUNT_ORDER, OTHER_GUN_ORDER, SCREEN_ORDER, CONTACT_ORDER, REQUEST_ORDER, SPOT_ORDER, CORRECT_ORDER, EFFECT_ORDER, BARRAGE_ORDER, SALVO_ORDER, CEASE_ORDER, ATTACK_ORDER, KINDLE_ORDER, QUENCH_ORDER, refuse_end=refuse_end_of_fire), SMOKE_SHOT, CONTACT_ROLL, ACCESS_DRAW, ACCURACY_ROLL, ERROR_ROLL, BOMBARDMENT, BLAST_ROLL, ARRIVAL_ROLL, FLIGHT_ROLL, SIGHTING_ROLL, AIR_RUN, FLAK_ROLL, AIR_STRIKE, BOMB_BLAST, DIG_ROLL, CLEAR_ROLL, STARSHELL_ROLL, EXPLOSION, GUN_SHOT, CHANCE_HIT, BURST_ROLL, KILL_ROLL, SURVIVAL_ROLL, SHOCK_CHECK,
    KINDLE_ROLL, QUENCH_ROLL, SHELL_FIRE, SPREAD_ROLL,
    BAILED_OUT, CHARGE_KILL, RAKE_ROLL, VOLLEY_ROLL, PIERCE_SHOT, PIERCE_KILL, SUFFERING, EXPOSED_CHECK, SHOCK_ROLL,
    AIMING, FIRE_ROLL, RATE_ROLL, EFFECTS, HIT_DRAW, MORALE_CHECK, HEAT_ROLL, SNIPER_ROLL, SNIPER_DRAW,
    # movement, with the defender's answer to every step
    GIVING_ORDERS, move_phase(SMOKE_ORDER, SEARCH_ORDER, SABRE_ORDER, THORNS_ORDER, ARRIVE_ORDER, LED_DRIVE, LONE_WHEEL, FORM_ORDER, FOLLOW_ORDER, UNBOG_ORDER, TOW_ORDER, LIFT_ORDER, ABANDON_ORDER, MAN_ORDER, SWAP_ORDER, PUSH_ORDER, SERVE_ORDER, DISCHARGE_ORDER, *TRANSPORT_ORDERS, refuse_end=refuse_end_of_phase), CHARGING, RIDING_DOWN, RIDING_IN, SABRE_ROLL, WIRE_ROLL, SMOKE_ROLL, SEARCH_ROLL, DISCHARGE_ROLL, ENTERING, MARCHING_OR_RIDING, CYCLE_FALL, STRAY_ROLL, AFTER_STEP, watching(rake_movers, alert=alarm), ANSWERING, MINE_ROLL, LAYING_CHARGE, LEAVING,
    driving(*BOUNDING_ORDERS, OVERRUN_ORDER, ESCORT_ORDER, OFF_ORDER, OTHER_GUN_DRIVING, *TRANSPORT_DRIVING), VEHICLE_MINES, ANTI_TANK_MINES, MINE_BLAST, OVERRUN_EDGE, OVERRUN_FIRE, OVERRUN_ROLL, AFTER_OVERRUN, GROUND_CHECKS, GROUND_ROLL, SPOTTED, GUN_ANSWER, CROSSING, CREST_EDGE, BYPASS_EDGE, DRIVE_ON, HULL_DOWN_ROLL, MUD_ROLL, ENGINE_ROLL, PUSH_ROLL, UNBOG_ROLL, CREW_CHECK, BOARDING, WALK_UP, HOOKING, ESCAPE_WRECK,
    PLATOON, IMPULSE_MINES, IMPULSE_FIRE, PLATOON_CHECKS, PLATOON_ROLL, PLATOON_DRAW, LONE_CHECK, LONE_ENGINE,
    # rout, advance, close combat
    ROUT_PHASE, RUNNING, ARRIVED, INTERDICTION, ADVANCE_PHASE, CLIMB_ROLL, BAND_ADVANCE, MELEES, ATTACKING, STRUCK, STRIKE_ROLL,
    VEHICLE_MELEES, STORMING, REPELLING, REPEL_ROLL, ARMOUR_CHECK, STORM_ROLL, LUCKY_ROLL,
)  # fmt: skip
"""What may happen in each frame, with the orders that one chapter adds to another chapter's phase."""
