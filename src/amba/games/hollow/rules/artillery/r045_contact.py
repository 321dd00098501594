"""Observers and their batteries: who observes, contact by radio or telephone (45), and the draw for the battery's fire (107)."""

from __future__ import annotations

from amba.core.decision import CHANCE, Decision, Refusal
from amba.core.event import Said
from amba.core.steps import ChanceStep, Takes, pop, push
from amba.games.hollow.batteries import Battery
from amba.games.hollow.book import rule
from amba.games.hollow.counters import (
    ACCESS,
    ACTED,
    BATTERIES,
    BLACK,
    BROKEN,
    CONTACT,
    DRAWS,
    MALFUNCTION,
    MELEE,
    OBSERVATION_PLANE,
    OFF_BOARD,
    RED,
    SIDES,
    SPOTTING_ROUND,
    WIRE,
    battery_track,
)
from amba.games.hollow.field import Viewpoint
from amba.games.hollow.frames import FirePhase
from amba.games.hollow.frames_artillery import AccessDraw, ContactRoll
from amba.games.hollow.orders import SecretDie
from amba.games.hollow.orders_artillery import Contact, Request
from amba.games.hollow.rules.common import Item, refuse_state, sum_of
from amba.games.hollow.rules.dice import roll_step
from amba.games.hollow.rules.r024_smoke import smoke_counters
from amba.games.hollow.rules.r046_shells import battery_of, mission_of, shells_of
from amba.games.hollow.state import HollowState
from amba.games.hollow.titles import side_title
from amba.table.layout import put

NEVER, HAD, MADE, FAILED = range(4)
"""The track of contact: none; made in an earlier player turn; made, or tried in vain, in this one."""
PHONE = 11
"""What an observer needs who has a wire to his guns, or looks on from beyond the map."""
KEEPS, MORTARS_KEEP = -1, -2
"""What is added to the roll of who had contact; mortars of a battalion answer more readily."""
ENDS = 2
"""So many red chits end a battery's day."""
RED_CHIT, BLACK_CHIT = 0, 1
DREW, SPOTTED, CORRECTED, FIRED = range(1, 5)
"""The track of what was done in a player turn: a chit was drawn; the first round of a mission fell, the fire was corrected, a salvo fell."""


def track(s: HollowState, battery: int, which: int) -> int:
    return s.tracks[battery_track(battery, which)]


def set_battery(s: HollowState, number: str, battery: int, which: int, value: int) -> None:
    s.set_track(number, battery_track(battery, which), value)


def batteries_of(s: HollowState, side: int) -> list[Battery]:
    return [battery for battery in s.plan.batteries if battery.side == side]


def battery_by(s: HollowState, piece: int) -> Battery | None:
    """The battery that is spoken to by this radio, telephone or observer."""
    return next((battery for battery in s.plan.batteries if battery.piece == piece), None)


def called_battery(s: HollowState, piece: int) -> Battery:
    """The same, by a set that is known to have one."""
    battery = battery_by(s, piece)
    assert battery is not None
    return battery


@rule("107")
def fill_piles(s: HollowState, only_untouched: bool = False) -> None:
    """Before anything is drawn; or only the piles of which a position says nothing, and from which nothing was drawn."""
    for battery in s.plan.batteries:
        if not only_untouched or not (track(s, battery.number, BLACK) or track(s, battery.number, DRAWS)):
            s.tracks[battery_track(battery.number, BLACK)] = battery.module.black


@rule("46", "150.6")
def lay_observers(s: HollowState) -> None:
    """Observers beyond the map and in the air are counters at its edge."""
    for battery in s.plan.batteries:
        if battery.at >= 0:
            s.face[battery.piece] = OFF_BOARD if battery.link == "off-board" else OBSERVATION_PLANE
            s.points[battery.piece] = 1 + battery.number
            put(s, battery.piece, battery.at)


@rule("45", "46")
def observer_of(s: HollowState, battery: Battery) -> int:
    """The leader who has the set; the counter itself for one beyond the map; -1 where nobody has it."""
    return battery.piece if battery.at >= 0 else s.owner_of(battery.piece)


def view_of(s: HollowState, battery: Battery) -> Viewpoint:
    """Where the observer looks from."""
    return s.field.view_from(s.at[battery.piece]) if battery.at >= 0 else s.viewpoint(observer_of(s, battery))


@rule("45", "46")
def refuse_observer(s: HollowState, at: FirePhase, piece: int) -> Refusal | None:
    """A leader in good order with a set that works, in his prep fire or in defensive fire; no vehicle's radio calls a battery."""
    name = {"radio": s.world.names.pieces[piece]}
    if s.is_vehicle(piece):
        return Refusal("45", "By the radio of a vehicle no battery is called.", name)
    battery = battery_by(s, piece)
    if battery is None or battery.side != at.side:
        sets = ", ".join(s.world.names.pieces[one.piece] for one in batteries_of(s, at.side) if one.piece >= 0)
        if sets:
            return Refusal("45", "By {radio} no battery of yours is called, but by {sets}.", name | {"sets": sets})
        return Refusal("45", "By {radio} no battery of yours is called.", name)
    if at.kind == "advancing":
        return Refusal("46", "Batteries are called in the prep fire phase and in defensive fire.")
    if not s.is_on_map(piece):
        return Refusal("45", "{radio} is not on the map.", name)
    if battery.at >= 0:
        return None
    owner = s.owner_of(piece)
    if owner < 0 or not s.is_leader(owner) or s.side[owner] != at.side:
        return Refusal("46", "No leader has {radio}.", name)
    if s.has(piece, MALFUNCTION):
        return Refusal("45", "{radio} is out of order.", name)
    laid = track(s, battery.number, WIRE)
    if battery.link == "phone" and laid and laid - 1 != s.at[piece]:
        return Refusal("45", "The wire of {radio} ends in {place}.", name | {"place": s.world.names.places[laid - 1]})
    return refuse_state(s, owner, "observe", (BROKEN, MELEE))


@rule("46")
def refuse_silent(s: HollowState, at: FirePhase, piece: int) -> Refusal | None:
    """Who has made contact in this player turn."""
    found = refuse_observer(s, at, piece)
    battery = battery_by(s, piece)
    if found is not None or battery is None or track(s, battery.number, CONTACT) == MADE:
        return found
    return Refusal("45", "There is no contact by {radio} in this player turn.", {"radio": s.world.names.pieces[piece]})


@rule("45")
def refuse_contact(s: HollowState, at: FirePhase, a: Contact) -> Refusal | None:
    """Once in a player turn."""
    found = refuse_observer(s, at, a.radio)
    battery = battery_by(s, a.radio)
    if found is not None or battery is None or track(s, battery.number, CONTACT) in {NEVER, HAD}:
        return found
    return Refusal("45", "It has been tried in this player turn.")


@rule("45")
def contact_items(s: HollowState, battery: Battery) -> tuple[Item, list[Item]]:
    """The number that two dice must not exceed, and what is added to them."""
    by_wire = battery.link in {"phone", "off-board"}
    number = Item("telephone" if by_wire else "radio", PHONE if by_wire else battery.module.contact, "45")
    had = track(s, battery.number, CONTACT) == HAD
    return number, [Item("had contact", MORTARS_KEEP if battery.module.is_mortar else KEEPS, "45")] if had else []


def call(s: HollowState, at: FirePhase, a: Contact) -> None:
    battery = called_battery(s, a.radio)
    if battery.link == "phone":
        set_battery(s, "45", battery.number, WIRE, 1 + s.at[a.radio])
    push(s, ContactRoll(battery.number))


@rule("45")
def read_contact(s: HollowState, at: ContactRoll, dice: tuple[int, ...]) -> None:
    """At most the number: contact for this player turn. An original 12 breaks a radio."""
    battery = battery_of(s, at.battery)
    number, modifiers = contact_items(s, battery)
    breaks = dice[0] == 12 and battery.link == "radio"
    made = dice[0] + sum_of(modifiers) <= number.value and not breaks
    word = "contact" if made else "the radio breaks down" if breaks else "no contact"
    set_battery(s, "45", at.battery, CONTACT, MADE if made else FAILED)
    s.do(Said("45", "contact", (side_title(s.plan.data, battery.side), battery.module.title, number.value, f"{sum_of(modifiers):+d}", word)))
    if breaks:
        s.mark("45", battery.piece, MALFUNCTION)


def marker_of(s: HollowState, battery: int) -> int:
    """The counter of its spotting round or its fire for effect; -1 where there is none."""
    rounds = [p for p in smoke_counters(s) if s.at[p] < s.world.hexes and s.points[p] == 1 + battery and s.face[p] == SPOTTING_ROUND]
    shells = shells_of(s, battery)
    return rounds[0] if rounds else shells[0] if shells else -1


def reds_left(s: HollowState, battery: Battery) -> int:
    return battery.module.red - track(s, battery.number, RED)


@rule("107")
def refuse_request(s: HollowState, at: FirePhase, a: Request) -> Refusal | None:
    """With contact, once in a player turn, while the battery fires nothing and may not fire yet; after a second red chit never."""
    found = refuse_silent(s, at, a.radio)
    battery = battery_by(s, a.radio)
    if found is not None or battery is None:
        return found
    number = battery.number
    if track(s, number, ACCESS) or mission_of(s, number):
        return Refusal("107", "The battery is at your call already.")
    if track(s, number, ACTED):
        return Refusal("107", "A chit has been drawn in this player turn.")
    if track(s, number, RED) >= ENDS or not track(s, number, BLACK):
        items = (("red chits drawn", str(track(s, number, RED)), "107"), ("black chits left", str(track(s, number, BLACK)), "107"))
        return Refusal("107", "The battery fires no more today.", {}, items)
    return None


def request(s: HollowState, at: FirePhase, a: Request) -> None:
    battery = called_battery(s, a.radio)
    set_battery(s, "107", battery.number, ACTED, DREW)
    set_battery(s, "107", battery.number, DRAWS, track(s, battery.number, DRAWS) + 1)
    push(s, AccessDraw(battery.number))


@rule("107")
def chits(s: HollowState, at: AccessDraw) -> list[tuple[SecretDie, int]]:
    """Every chit of the pile that is left."""
    battery = battery_of(s, at.battery)
    found = ((BLACK_CHIT, track(s, at.battery, BLACK)), (RED_CHIT, reds_left(s, battery)))
    return [(SecretDie(SIDES[battery.side], chit), count) for chit, count in found if count]


@rule("107")
def draw_chit(s: HollowState, at: AccessDraw, a: SecretDie) -> None:
    """Black: the battery is at his call. Red: it is not, and a second red ends its day. Only his side sees which."""
    pop(s)
    battery = battery_of(s, at.battery)
    if a.die == BLACK_CHIT:
        set_battery(s, "107", at.battery, BLACK, track(s, at.battery, BLACK) - 1)
        set_battery(s, "107", at.battery, ACCESS, 1)
    else:
        set_battery(s, "107", at.battery, RED, track(s, at.battery, RED) + 1)
    s.do(Said("107", "chit", (SIDES[battery.side], battery.module.title, "black" if a.die == BLACK_CHIT else "red")))


@rule("45", "46")
def fresh_batteries(s: HollowState) -> None:
    """A player turn begins: contact must be kept; a spotting round without contact in the last one is lost, and with it the mission."""
    for battery in s.plan.batteries:
        number, contact = battery.number, track(s, battery.number, CONTACT)
        marker = marker_of(s, number)
        if marker >= 0 and s.face[marker] == SPOTTING_ROUND and contact != MADE:
            s.remove("46", marker, "spare")
            set_battery(s, "46", number, ACCESS, 0)
        set_battery(s, "45", number, CONTACT, HAD if contact == MADE else NEVER)
        set_battery(s, "46", number, ACTED, 0)


def _pieces(s: HollowState, at: FirePhase) -> list[int]:
    return [battery.piece for battery in batteries_of(s, at.side)[:BATTERIES]]


CONTACT_ORDER = Takes(Contact, call, refuse_contact, candidates=lambda s, at: [Contact(piece) for piece in _pieces(s, at)])
REQUEST_ORDER = Takes(Request, request, refuse_request, candidates=lambda s, at: [Request(piece) for piece in _pieces(s, at)])
CONTACT_ROLL = roll_step(
    ContactRoll, "contact", "45", "Contact with the {battery}", read_contact, values=lambda s, at: {"battery": battery_of(s, at.battery).module.title}
)
ACCESS_DRAW = ChanceStep(AccessDraw, lambda s, at: Decision(CHANCE, "access", "107", "A chit is drawn in secret."), chits, draw_chit)
