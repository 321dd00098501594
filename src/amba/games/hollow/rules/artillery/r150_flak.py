"""Anti-aircraft fire at a plane that comes down on a hex (150.5, note AA)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from amba.core.event import Said
from amba.games.hollow.book import rule
from amba.games.hollow.counters import EXPOSED, GUN_GONE, MALFUNCTION, MG_BROKEN, MOTION, SHAKEN, WEAPONS
from amba.games.hollow.frames_artillery import FlakRoll
from amba.games.hollow.rules.armour.r035_machine_guns import PLACES, bursts_of, machine_guns, roof_covers
from amba.games.hollow.rules.armour.r063_guns import arms_of, crew_of, guns_of
from amba.games.hollow.rules.common import Item, sum_of
from amba.games.hollow.rules.dice import SUMS, fought_over, roll_step
from amba.games.hollow.rules.r007_seeing import line
from amba.games.hollow.rules.r029_targets import STAR_LINE
from amba.games.hollow.rules.r029_vehicles import is_manned
from amba.games.hollow.rules.r194_air import dust
from amba.games.hollow.rules.r194_dust import Dust
from amba.games.hollow.state import HollowState
from amba.games.hollow.tables import COLUMNS
from amba.games.hollow.titles import title

LIGHT_RANGE, HEAVY_RANGE = 32, 99
"""How far small guns in bursts reach upwards, twice their range; and heavy guns."""
DUST_DIE = {Dust.LIGHT: 1, Dust.MODERATE: 2, Dust.HEAVY: 1}
"""What the die for the dust adds on the middle; heavy dust has a light one's besides what it puts into the line."""
DOWN, DAMAGED, EVADES, NOTHING = "is shot down", "is damaged and flies home", "breaks off", "is not hit"


@rule("150.5", "MN AA", "MN C", "MN G", "VN 3.a")
def light_flak(s: HollowState, piece: int, place: int = -1) -> tuple[int, int]:
    """Firepower and range upwards, at a plane over a hex if one is named: heavy machine guns, small guns in bursts, machine guns on a roof, and a main armament made for it. Ranges are doubled."""
    if s.is_weapon(piece):
        weapon = s.weapon(piece)
        return (weapon.firepower, 2 * weapon.range) if weapon.kind == "hmg" else (0, 0)
    if s.is_gun(piece):
        gun = s.gun(piece)
        return (bursts_of(gun.ammo), LIGHT_RANGE) if gun.type == "AA" else (0, 0)
    v, made = s.vehicle(piece), is_made_for_it(s, piece)
    is_covered = place in {-1, s.at[piece]} or roof_covers(s, piece, place)
    upwards = {"aa"} if is_covered and (s.has(piece, EXPOSED) or not v.is_armoured) else set()
    upwards |= {"coaxial"} if made else set()
    guns = [one for one in machine_guns(s, piece) if one.place in upwards and not s.has(piece, MG_BROKEN + PLACES.index(one.place))]
    main = [(v.ife, LIGHT_RANGE)] if v.ife and made and has_its_gun(s, piece) else []
    return max((*((one.power, 2 * one.range) for one in guns), *main), default=(0, 0))


@rule("150.5", "MN AA")
def is_made_for_it(s: HollowState, vehicle: int) -> bool:
    """A vehicle whose main armament fires upwards: by its note, or by the kind it is of."""
    v = s.vehicle(vehicle)
    return "AA" in v.notes or v.type.startswith("AA")


def has_its_gun(s: HollowState, vehicle: int) -> bool:
    """Its main armament is in order, and not one that keeps quiet in motion."""
    is_quiet = "G" in s.vehicle(vehicle).notes and s.has(vehicle, MOTION)
    return not is_quiet and not s.has(vehicle, MALFUNCTION) and not s.has(vehicle, GUN_GONE)


@rule("150.5", "MN AA")
def is_heavy_flak(s: HollowState, piece: int) -> bool:
    """A gun made to fire upwards that does not fire in bursts."""
    if s.is_gun(piece):
        return s.gun(piece).type == "AA" and not bursts_of(s.gun(piece).ammo)
    is_heavy = s.is_vehicle(piece) and is_made_for_it(s, piece) and not s.vehicle(piece).ife and arms_of(s, piece) is not None
    return is_heavy and has_its_gun(s, piece)


@rule("150.5")
def flak_at(s: HollowState, side: int, place: int) -> list[int]:
    """What of a side fires at a plane over a hex by itself: whatever lies open, is served and in order, and sees that hex within its range."""
    weapons = [w for w in s.world.pool(side, s.world.first_weapon, WEAPONS) if s.is_on_map(w) and s.owner_of(w) >= 0]
    found = []
    for piece in (*weapons, *(guns_of(s, side) if s.has_armour else ()), *s.vehicles(side)):
        is_broken = s.has(piece, MALFUNCTION) and not s.is_vehicle(piece)
        if is_broken or s.is_secret(piece) or not (light_flak(s, piece, place)[0] or is_heavy_flak(s, piece)):
            continue
        crew = s.owner_of(piece) if s.is_weapon(piece) else crew_of(s, piece)
        fit = crew >= 0 and (is_manned(s, crew) if s.is_vehicle(crew) else s.is_good(crew))
        far = HEAVY_RANGE if is_heavy_flak(s, piece) else light_flak(s, piece, place)[1]
        if fit and s.field.range(s.at[crew], place) <= far and line(s, s.viewpoint(crew), s.field.view_from(place)).is_clear:
            found.append(piece)
    return found


@rule("150.5", "194.793")
def flak_items(s: HollowState, at: FlakRoll) -> list[Item]:
    """What is added to the dice of light guns: the plane's own figure, what lies in the line, and the dust that has a die for other shots."""
    side = s.points[at.plane] - 1
    own = next(flight.plane.flak for flight in s.plan.flights if flight.side == side)
    crew = s.owner_of(at.gun) if s.is_weapon(at.gun) else crew_of(s, at.gun)
    between = line(s, s.viewpoint(crew), s.field.view_from(at.place)).hindrances
    thick = Item("dust", DUST_DIE.get(dust(s), 0), "194.793")
    return [Item("the aircraft", own, "150.5"), *(Item(one.what, one.drm, one.rule) for one in between), *([thick] if thick.value else [])]


@rule("150.5", "MN AA")
def flak_word(s: HollowState, at: FlakRoll, dice: int) -> str:
    """Light guns: below the line for vehicles without armour it is down, on it damaged, one above it breaks off. Heavy guns: an original 2, 3 and 4."""
    if is_heavy_flak(s, at.gun):
        return {2: DOWN, 3: DAMAGED, 4: EVADES}.get(dice, NOTHING)
    power = light_flak(s, at.gun, at.place)[0]
    number = max((star for star, column in zip(STAR_LINE, COLUMNS, strict=True) if column <= power), default=0)
    off = dice + sum_of(flak_items(s, at)) - number
    return DOWN if off < 0 else DAMAGED if off == 0 else EVADES if off == 1 or dice == 2 else NOTHING


def read_flak(s: HollowState, at: FlakRoll, dice: tuple[int, ...]) -> None:
    word = flak_word(s, at, dice[0])
    s.do(Said("150.5", "flak", (title(s, at.gun), dice[0], word)))
    if word in {DOWN, DAMAGED}:
        s.remove("150.5", at.plane, "eliminated" if word == DOWN else "spare")
    elif word == EVADES:
        s.mark("150.5", at.plane, SHAKEN)


@rule("150.5")
def chance_of_flak(s: HollowState, plane: int, place: int, guns: Sequence[int]) -> Fraction:
    """That one of them after the other brings it down, damages it or makes it break off before it attacks."""
    gets_through = Fraction(1)
    for gun in guns:
        gets_through *= Fraction(sum(ways for dice, ways in SUMS if flak_word(s, FlakRoll(plane, place, gun), dice) == NOTHING), 36)
    return 1 - gets_through


FLAK_ROLL = roll_step(
    FlakRoll, "flak", "150.5", "{gun} fires at the aircraft", read_flak, values=lambda s, at: {"gun": title(s, at.gun)}, over=fought_over
)
