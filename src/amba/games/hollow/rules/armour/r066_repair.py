"""Crews mend their vehicles and weapons in the rally phase; men look for machine guns in wrecks (66, 64, notes B and 27)."""

from __future__ import annotations

from amba.core.decision import Refusal
from amba.core.event import Placed, Said
from amba.core.steps import Takes, push
from amba.games.hollow.book import rule
from amba.games.hollow.counters import (
    ABANDONED,
    BROKEN,
    BURNING,
    BUSY,
    EXPOSED,
    GUN_GONE,
    IMMOBILE,
    MALFUNCTION,
    MELEE,
    MG_BROKEN,
    MG_GONE,
    SCROUNGED,
    WEAPONS,
    WRECK,
)
from amba.games.hollow.frames import RallyPhase
from amba.games.hollow.frames_crews import MendRoll, ScroungeRoll
from amba.games.hollow.orders_crews import Broken, Mend, Scrounge
from amba.games.hollow.rules.armour.r035_machine_guns import PLACES, machine_guns
from amba.games.hollow.rules.armour.r064_disarmed import send_home_unarmed
from amba.games.hollow.rules.common import refuse_not_own, refuse_state
from amba.games.hollow.rules.dice import ONE_DIE, roll_step
from amba.games.hollow.rules.r006_stacking import refuse_weapon
from amba.games.hollow.rules.r018_rally import refuse_again, tried
from amba.games.hollow.rules.r029_vehicles import has_crew, is_manned
from amba.games.hollow.rules.r042_concealment import reveal
from amba.games.hollow.state import NOBODY, HollowState
from amba.games.hollow.titles import title

MENDED, LOST = 1, 6
"""The die that mends, and the one that ends a weapon for good."""
FOUND = 3
"""A die of at most so much is the number of machine guns that are found."""
WHATS: tuple[Broken, ...] = ("gun", "bow", "coaxial", "aa", "rear", "tracks")
NAMES = {"bow": "bow gun", "coaxial": "machine gun in the turret", "aa": "gun on the roof", "rear": "rear gun"}
RIFLE = "it-solothurn"
LIGHT_GUNS = {"italian": "it-lmg", "british": "br-lmg", "german": "ge-lmg", "american": "br-lmg"}


def mark_of(what: str) -> int:
    """The mark of what is out of order."""
    return MALFUNCTION if what == "gun" else IMMOBILE if what == "tracks" else MG_BROKEN + PLACES.index(what)


@rule("66", "176.71", "145")
def refuse_mend(s: HollowState, at: RallyPhase, a: Mend) -> Refusal | None:
    """A crew that can do something tries one thing in a phase; a gun on the roof with open hatches only."""
    found = refuse_not_own(s, at.side, a.vehicle, "66", "vehicle") or refuse_again(s, at, (a.vehicle,), "66")
    if found is not None:
        return found
    name = {"vehicle": s.world.names.pieces[a.vehicle], "what": NAMES.get(a.what, a.what)}
    if not is_manned(s, a.vehicle) or not has_crew(s, a.vehicle):
        return Refusal("66", "{vehicle} has no crew that could mend anything.", name)
    if not s.has(a.vehicle, mark_of(a.what)):
        return (
            Refusal("66", "There is nothing wrong with the {what} of {vehicle}.", name)
            if has_part(s, a)
            else Refusal("66", "{vehicle} has no {what}.", name)
        )
    if a.what == "aa" and s.vehicle(a.vehicle).is_armoured and not s.has(a.vehicle, EXPOSED):
        return Refusal("66", "The hatches of {vehicle} are shut.", name)
    return None


def has_part(s: HollowState, a: Mend) -> bool:
    """Whether the vehicle has what is to be mended at all."""
    if a.what == "gun":
        return bool(s.vehicle(a.vehicle).gun) and not s.has(a.vehicle, GUN_GONE)
    return a.what == "tracks" or any(gun.place == a.what for gun in machine_guns(s, a.vehicle))


def mend(s: HollowState, at: RallyPhase, a: Mend) -> None:
    tried(s, at, a.vehicle)
    push(s, MendRoll(a.vehicle, a.what))


@rule("66", "176.71", "145")
def read_mend(s: HollowState, at: MendRoll, dice: tuple[int, ...]) -> None:
    """A 1 mends it. A 6 ends a weapon for good, and a vehicle that has lost all its armament this way is recalled."""
    v, mark = at.vehicle, mark_of(at.what)
    lost = dice[0] == LOST and at.what != "tracks"
    word = "is mended" if dice[0] == MENDED else "is lost for good" if lost else "is still out of order"
    s.do(Said("66", "mended", (title(s, v), NAMES.get(at.what, at.what), word)))
    if dice[0] == MENDED or lost:
        s.mark("66", v, mark, False)
    if lost:
        s.mark("66", v, GUN_GONE if at.what == "gun" else MG_GONE + PLACES.index(at.what))
        send_home_unarmed(s, v)


def mends(s: HollowState, at: RallyPhase) -> list[Mend]:
    return [Mend(v, what) for v in s.vehicles(at.side) for what in WHATS if s.has(v, mark_of(what))]


@rule("MN J")
def has_rifle(s: HollowState, vehicle: int) -> bool:
    """Its main armament is an anti-tank rifle that can be taken out, and still is there."""
    return "J" in s.vehicle(vehicle).notes and not s.has(vehicle, GUN_GONE)


@rule("64", "MN B", "MN J", "VN 27.b")
def loose_guns(s: HollowState, vehicle: int) -> list[str]:
    """Machine guns in the bow and on the roof that can be taken out, each as a light one, and the anti-tank rifle of note J."""
    rifle = ["gun"] if has_rifle(s, vehicle) else []
    return rifle + [
        gun.place for gun in machine_guns(s, vehicle) if gun.place in {"bow", "aa"} and "not scroungeable" not in s.vehicle(vehicle).remark
    ]


@rule("64", "MN B", "VN 27.b")
def refuse_scrounge(s: HollowState, at: RallyPhase, a: Scrounge) -> Refusal | None:
    """Men in good order, in the hex of a wreck that does not burn or of an abandoned vehicle, where nobody has looked yet."""
    found = refuse_not_own(s, at.side, a.unit, "64", "squad or crew") or refuse_state(s, a.unit, "look for weapons", (BROKEN, MELEE, BUSY), "64")
    if found is None and s.is_vehicle(a.vehicle):
        found = refuse_again(s, at, (a.unit, a.vehicle), "64")
    if found is not None:
        return found
    names = {"unit": s.world.names.pieces[a.unit], "vehicle": s.world.names.pieces[a.vehicle]}
    if not s.is_vehicle(a.vehicle) or s.at[a.vehicle] != s.at[a.unit]:
        return Refusal("64", "{vehicle} is no vehicle in the hex of {unit}.", names)
    if not (s.has(a.vehicle, WRECK) or s.has(a.vehicle, ABANDONED)):
        return Refusal("64", "{vehicle} is still manned.", names)
    if s.has(a.vehicle, BURNING):
        return Refusal("64", "{vehicle} burns.", names)
    if s.has(a.vehicle, SCROUNGED) or not loose_guns(s, a.vehicle):
        return Refusal("64", "There is nothing left in {vehicle}.", names)
    return None


def scrounge(s: HollowState, at: RallyPhase, a: Scrounge) -> None:
    tried(s, at, a.unit, a.vehicle)
    reveal(s, a.unit)
    s.mark("64", a.unit, BUSY)
    push(s, ScroungeRoll(a.unit, a.vehicle))


@rule("64", "MN B", "VN 27.b")
def read_scrounge(s: HollowState, at: ScroungeRoll, dice: tuple[int, ...]) -> None:
    """1 to 3: so many light machine guns, as far as there are any; nobody looks there again."""
    places = loose_guns(s, at.vehicle)[: dice[0] if dice[0] <= FOUND else 0]
    s.mark("64", at.vehicle, SCROUNGED)
    s.do(Said("64", "scrounged", (s.world.names.pieces[at.unit], title(s, at.vehicle), len(places))))
    for place in places:
        take_out(s, "64", at.vehicle, place, at.unit)


@rule("64", "MN B", "MN F", "MN J")
def take_out(s: HollowState, number: str, vehicle: int, place: str, unit: int) -> None:
    """The weapon is one of its own, in a unit's hands, or beside it if that is too much to carry."""
    s.mark(number, vehicle, GUN_GONE if place == "gun" else MG_GONE + PLACES.index(place))
    side = s.side[unit]
    spare = [w for w in s.world.pool(side, s.world.first_weapon, WEAPONS) if s.at[w] == s.world.box["spare"]]
    if not spare:
        return
    weapon = spare[0]
    key = RIFLE if place == "gun" else LIGHT_GUNS.get(s.vehicle(vehicle).nation, "br-lmg")
    s.turn_face(number, weapon, s.world.weapon_face[key])
    s.do(Placed(number, weapon, s.at[weapon], s.at[unit]))
    s.spend(number, weapon, NOBODY if refuse_weapon(s, unit, weapon) is not None else unit + 1)


def scrounges(s: HollowState, at: RallyPhase) -> list[Scrounge]:
    left = [v for v in range(s.world.first_vehicle, s.world.first_gun) if s.is_on_map(v)] if s.has_armour else []
    return [Scrounge(unit, v) for v in left for unit in s.units_at(s.at[v], at.side)]


MEND_ORDER = Takes(Mend, mend, refuse_mend, candidates=mends)
MEND_ROLL = roll_step(
    MendRoll,
    "mending",
    "66",
    "The crew of {vehicle} mends its {what}",
    read_mend,
    ONE_DIE,
    lambda s, at: {"vehicle": title(s, at.vehicle), "what": at.what},
)
SCROUNGE_ORDER = Takes(Scrounge, scrounge, refuse_scrounge, candidates=scrounges)
SCROUNGE_ROLL = roll_step(
    ScroungeRoll, "scrounging", "64", "{unit} looks for machine guns", read_scrounge, ONE_DIE, lambda s, at: {"unit": s.world.names.pieces[at.unit]}
)
