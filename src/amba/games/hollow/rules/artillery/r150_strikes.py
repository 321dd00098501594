"""What aircraft do to a hex: machine guns and bombs (150.4)."""

from __future__ import annotations

from amba.core.event import Said
from amba.core.steps import AutoStep, change, pop, push
from amba.games.hollow.book import rule
from amba.games.hollow.counters import NO_SHELLS, SHAKEN
from amba.games.hollow.frames import Effects, Task
from amba.games.hollow.frames_artillery import AirRun, AirStrike, BlastRoll, BombBlast, FlakRoll
from amba.games.hollow.rules.armour.r033_to_hit import read_hit
from amba.games.hollow.rules.armour.r033_to_kill import ARMOUR
from amba.games.hollow.rules.armour.r034_high_explosive import Burst
from amba.games.hollow.rules.armour.r055_vehicle_mines import BELLY, least_armour
from amba.games.hollow.rules.armour.r064_crews import immobilise
from amba.games.hollow.rules.armour.r064_stun import destroy
from amba.games.hollow.rules.artillery.r046_blast import burst_over
from amba.games.hollow.rules.artillery.r150_flights import flight_of
from amba.games.hollow.rules.common import Item, sum_of
from amba.games.hollow.rules.dice import COLOURED_AND_WHITE, fought_over, place_value, roll_step
from amba.games.hollow.rules.r010_fire_table import fire_result
from amba.games.hollow.rules.r011_modifiers import posture_items
from amba.games.hollow.rules.r012_morale import strike
from amba.games.hollow.rules.r023_charges import blast_items
from amba.games.hollow.rules.r024_smoke import clouds
from amba.games.hollow.rules.r029_targets import ground_cover, vehicle_result, vehicle_tasks
from amba.games.hollow.rules.r031_under_fire import hurt_aboard, strike_heads
from amba.games.hollow.rules.r191_works import is_soft
from amba.games.hollow.rules.r194_air import dust
from amba.games.hollow.rules.r194_dust import Dust
from amba.games.hollow.rules.r194_trails import trails
from amba.games.hollow.state import HollowState
from amba.games.hollow.titles import title

TO_HIT = {"dive bomber": 8, "fighter-bomber": 7}
"""What bombs need: of the line for men, near for a dive bomber, at 7 to 12 hexes for others."""
THICK_AIR = {Dust.NONE: 0, Dust.LIGHT: 1, Dust.MODERATE: 2, Dust.HEAVY: 3}
"""What dust adds to attacks from the air: ours, the middle of its die."""
ABOVE = 1
"""What an attack from above is better than one from the front."""
DESTROYED = "is destroyed"


@rule("150.4")
def run_attack(s: HollowState, at: AirRun) -> None:
    """Every gun that can fires at it first; who is shot down, damaged or breaks off does not attack."""
    if not s.is_on_map(at.plane) or s.has(at.plane, SHAKEN):
        pop(s)
    elif at.flak:
        change(s, at._replace(flak=at.flak[1:]))
        push(s, FlakRoll(at.plane, at.place, at.flak[0]))
    else:
        pop(s)
        for place in reversed((at.place, *at.beyond)):
            push(s, AirStrike(at.plane, place, at.how))


@rule("150.4", "194.793")
def air_hindrance(s: HollowState, place: int) -> list[Item]:
    """Smoke in the hex, and dust with its full weight, that of vehicles too."""
    hex = s.field.hex_of[place]
    found = [
        Item("smoke", clouds(s).get(hex, 0), "24"),
        Item("dust", THICK_AIR.get(dust(s), 3), "194.793"),
        Item("vehicle dust", trails(s).get(hex, 0), "194.793"),
    ]
    return [item for item in found if item.value]


@rule("150.4")
def read_air_strike(s: HollowState, at: AirStrike, dice: tuple[int, ...]) -> None:
    """Machine guns fire by the table at everybody there; bombs must hit the hex first, and are gone: what is there protects when they burst."""
    flight = flight_of(s, s.points[at.plane] - 1)
    assert flight is not None
    if at.how == "strafe":
        strafe(s, at, flight.plane.firepower, flight.plane.kill, *dice)
        return
    s.mark("150.4", at.plane, NO_SHELLS)
    modifier = sum_of(air_hindrance(s, at.place))
    number = TO_HIT[flight.plane.kind]
    hits = read_hit("area", number, modifier, dice[0], dice[1]).hits
    s.do(Said("150.4", "bombs", (s.world.names.places[at.place], number, f"{modifier:+d}", sum(dice) + modifier, "hit" if hits else "miss")))
    if hits:
        push(s, BombBlast(at.plane, at.place))


@rule("150.4", "46.5")
def read_bombs(s: HollowState, at: BombBlast, dice: tuple[int, ...]) -> None:
    """As shells of their size on all who are in the hex."""
    side = s.points[at.plane] - 1
    flight = flight_of(s, side)
    assert flight is not None
    burst = Burst(flight.plane.bomb, False, sum(dice) == 2, is_soft(s, at.place))
    burst_over(s, BlastRoll(-1 - side, at.place), burst, *dice)


@rule("150.4", "11", "29")
def strafe(s: HollowState, at: AirStrike, power: int, kill: int, coloured: int, white: int) -> None:
    """By the fire table with the ground or the work, smoke and dust; vehicles without armour by their line, and who is in them; armour is thin from above."""
    roll, tasks = coloured + white, list[Task]()
    air = sum_of(air_hindrance(s, at.place))
    alike: dict[int, list[int]] = {}
    for target in sorted((p for p in s.here[at.place] if s.is_counter(p)), key=s.is_hidden):
        alike.setdefault(sum_of(strafing_items(s, target)) + air, []).append(target)
    for modifier, targets in alike.items():
        result = fire_result(power, roll + modifier, s.world.fire)
        if any(not s.is_hidden(target) for target in targets) or result.text != "-":
            s.do(Said("150.4", "strafing", (s.world.names.places[at.place], power, f"{modifier:+d}", roll + modifier, result.text)))
        tasks += strike(s, result, tuple(targets))
    for vehicle in [v for side in (0, 1) for v in s.vehicles(side) if s.at[v] == at.place]:
        if s.vehicle(vehicle).is_armoured:
            word = strafe_armour(s, vehicle, kill, roll + air)
            tasks += strike_heads(s, "150.4", vehicle, power, roll + air) if word != DESTROYED else []
        else:
            modifier = air + ground_cover(s, vehicle)
            result = vehicle_result(s, vehicle, power, roll + modifier)
            s.do(Said("150.4", "strafing", (title(s, vehicle), power, f"{modifier:+d}", roll + modifier, result.text)))
            tasks += [*vehicle_tasks(s, result, vehicle), *hurt_aboard(s, vehicle, power, roll + modifier, result)]
    push(s, Effects(tuple(tasks)))


@rule("150.4", "11", "176.2")
def strafing_items(s: HollowState, target: int) -> list[Item]:
    """The ground, work or emplacement, whichever is better, and what makes an easy target; stones splinter under shells, not under bullets (186.16)."""
    return [*(item for item in blast_items(s, target) if item.rule != "186.16"), *posture_items(s, target)]


@rule("150.4", "66")
def kill_number(s: HollowState, vehicle: int, kill: int) -> int:
    """What two dice must stay below: the number of the machine guns less what the thinnest armour is worth from above, one more without a roof."""
    least = least_armour(s, vehicle)
    return kill + ABOVE + int(s.vehicle(vehicle).is_open) - (BELLY[ARMOUR[least]] if least is not None else 0)


@rule("150.4", "66")
def strafe_armour(s: HollowState, vehicle: int, kill: int, roll: int) -> str:
    """Below the number it is destroyed, at half of it it burns; exactly it, its tracks are gone."""
    number = kill_number(s, vehicle, kill)
    word = DESTROYED if roll < number else "is immobilised" if roll == number else "is not hurt"
    s.do(Said("150.4", "kill", (title(s, vehicle), "top", number, roll, word)))
    if roll < number:
        destroy(s, vehicle, burning=2 * roll <= number)
    elif roll == number:
        immobilise(s, "150.4", vehicle, by_attack=True)
    return word


AIR_RUN = AutoStep(AirRun, run_attack)
AIR_STRIKE = roll_step(
    AirStrike, "air strike", "150.4", "The aircraft attacks {place}", read_air_strike, COLOURED_AND_WHITE, place_value, fought_over
)
BOMB_BLAST = roll_step(BombBlast, "bombs", "150.4", "Bombs burst in {place}", read_bombs, COLOURED_AND_WHITE, place_value, fought_over)
