"""Spotting rounds: where an observer may call one, whether it falls there, how far off it falls, and corrections (46, 46.21)."""

from __future__ import annotations

from amba.core.decision import Refusal
from amba.core.event import Moved, Placed, Said
from amba.core.steps import Takes, push
from amba.games.hollow.batteries import Battery
from amba.games.hollow.book import rule
from amba.games.hollow.counters import ACCESS, ACTED, HAZE, OVERCAST, SIDES, SPOTTING_ROUND, SUN, WIND
from amba.games.hollow.frames import FirePhase
from amba.games.hollow.frames_artillery import AccuracyRoll, ErrorRoll
from amba.games.hollow.orders_artillery import Correct, Spot
from amba.games.hollow.rules.artillery.r045_contact import (
    CORRECTED,
    FIRED,
    SPOTTED,
    batteries_of,
    battery_by,
    called_battery,
    marker_of,
    refuse_silent,
    set_battery,
    track,
    view_of,
)
from amba.games.hollow.rules.artillery.r046_ground import move_blast
from amba.games.hollow.rules.common import Item, sum_of
from amba.games.hollow.rules.dice import COLOURED_AND_WHITE, ONE_DIE, Rolls, roll_step
from amba.games.hollow.rules.r007_look import elevation
from amba.games.hollow.rules.r007_seeing import line
from amba.games.hollow.rules.r024_smoke import spare_smoke
from amba.games.hollow.rules.r046_shells import BARRAGES, battery_of, mission_of
from amba.games.hollow.rules.r194_air import HAZES, HEAVY, SUNS, dust, has_third_die, upwind
from amba.games.hollow.rules.r194_dust import against_wind, dust_modifier
from amba.games.hollow.rules.r194_sun import haze_modifier, sun_modifier
from amba.games.hollow.state import HollowState
from amba.kit.rays import NEIGHBOURS

FIRST = -1
"""The first round of a mission: it is not moved from anywhere."""
FAR_ROUND, FAR_EFFECT = 18, 3
"""How far a spotting round and a fire for effect are corrected."""
REGISTERED, FROM_AFAR = 4, 1
"""What accuracy needs on a hex for which the battery has registered; and at most for an observer beyond the map or in the air."""
ABOVE = 4
"""Half levels: so far above the hex the haze is below the observer (194.623, 194.624)."""


@rule("46")
def refuse_hex(s: HollowState, battery: Battery, place: int) -> Refusal | None:
    """A hex of the map that the observer sees."""
    name = {"place": s.world.names.places[place]}
    if place not in s.field.hex_of:
        return Refusal("5", "{place} is not on this map.", name)
    clear = line(s, view_of(s, battery), s.field.view_from(place)).is_clear
    return None if clear else Refusal("7", "The observer does not see {place}.", name)


@rule("46", "107")
def refuse_spot(s: HollowState, at: FirePhase, a: Spot) -> Refusal | None:
    """A battery that is at one's call and fires nothing yet, once in a player turn."""
    found, battery = refuse_silent(s, at, a.radio), battery_by(s, a.radio)
    if found is not None or battery is None:
        return found
    if not track(s, battery.number, ACCESS):
        return Refusal("107", "The battery is not at your call: draw a chit first.")
    if marker_of(s, battery.number) >= 0 or mission_of(s, battery.number):
        return Refusal("46", "Its round is on the map already: correct it.")
    if track(s, battery.number, ACTED) >= SPOTTED:
        return Refusal("46", "The battery has fired in this player turn.")
    if not spare_smoke(s):
        return Refusal("46", "There are no more counters.")
    return refuse_hex(s, battery, a.to)


DONE = {SPOTTED: "first round has fallen", CORRECTED: "fire was corrected", FIRED: "salvo has fallen"}


@rule("46", "46.6")
def refuse_correct(s: HollowState, at: FirePhase, a: Correct) -> Refusal | None:
    """A spotting round goes up to 18 hexes, fire for effect up to 3, once in a player turn, to a hex that the observer sees."""
    found, battery = refuse_silent(s, at, a.radio), battery_by(s, a.radio)
    if found is not None or battery is None:
        return found
    marker = marker_of(s, battery.number)
    if marker < 0:
        return Refusal("46", "There is no round on the map to correct.")
    if track(s, battery.number, ACTED) >= SPOTTED:
        done = DONE[track(s, battery.number, ACTED)]
        return Refusal("46", "In this player turn the battery's {done} already.", {"done": done})
    if mission_of(s, battery.number) in BARRAGES:
        return Refusal("46.6", "A barrage lies where the battery has registered for it, and is not corrected.")
    is_round = s.face[marker] == SPOTTING_ROUND
    if (found := refuse_hex(s, battery, a.to)) is not None:
        return found
    away, most = s.field.range(s.at[marker], a.to), FAR_ROUND if is_round else FAR_EFFECT
    if not 0 < away <= most:
        items = (("hexes", str(away), "46"), ("at most", str(most), "46"))
        return Refusal("46", "{place} is {away} hexes from where it falls.", {"place": s.world.names.places[a.to], "away": away}, items)
    return None


@rule("46.21", "194.791", "194.611", "194.612", "194.62", "194.621", "194.623", "194.761")
def sight_items(s: HollowState, battery: Battery, place: int) -> list[Item]:
    """What lies in the observer's line, and the low sun, the haze and the wind with dust in his face: not sun and wind for one in the air, nor haze for one high above it."""
    a, b = view_of(s, battery), s.field.view_from(place)
    found = [Item(hindrance.what, hindrance.drm, hindrance.rule) for hindrance in line(s, a, b).hindrances]
    in_the_air = battery.link == "plane"
    sun, haze = SUNS[s.tracks[SUN]], HAZES[s.tracks[HAZE]]
    if sun and not s.tracks[OVERCAST] and not in_the_air:
        number = "194.611" if sun == "east" else "194.612"
        found.append(Item("the low sun", sun_modifier(s.field.ground, a, b, sun, str(s.plan.data.get("north", "top"))), number))
    high = in_the_air or elevation(s.field.ground, a) - elevation(s.field.ground, b) >= ABOVE
    if haze and not high:
        away = s.field.range(s.field.index[a.hex], place)
        found.append(Item("heat haze", haze_modifier(haze, away), "194.621" if haze == "intense" else "194.62"))
    if not in_the_air:
        found.append(Item("into the wind", against_wind(dust(s), s.tracks[WIND] == HEAVY, a.hex, b.hex, upwind(s, a.hex)), "194.761"))
    return [item for item in found if item.value]


@rule("46.21", "194.791")
def accuracy_items(s: HollowState, at: AccuracyRoll) -> tuple[Item, list[Item]]:
    """The number that a die must not exceed, and what is added to it: what hinders the observer, and a correction over more than six hexes."""
    battery = battery_of(s, at.battery)
    if at.place in battery.registered:
        number = Item("registered", REGISTERED, "46.21")
    elif battery.link in {"off-board", "plane"}:
        number = Item("observer from afar", min(FROM_AFAR, battery.module.accuracy), "46.21")
    else:
        number = Item("accuracy", battery.module.accuracy, "46.21")
    far = [Item("a long correction", (at.moved - 1) // 6, "46.21")] if at.moved > 6 else []
    return number, [*sight_items(s, battery, at.place), *far]


@rule("46.21")
def error_of(s: HollowState, at: AccuracyRoll | ErrorRoll, die: int) -> int:
    """How far off it falls: the die; on a correction no more than a third of the way, rounded up; half of it where the battery has registered."""
    far = die if at.moved == FIRST else min(die, -(-at.moved // 3))
    return -(-far // 2) if at.place in battery_of(s, at.battery).registered else far


@rule("46.21")
def landing(s: HollowState, at: AccuracyRoll | ErrorRoll, coloured: int, white: int) -> int | None:
    """The hex where a stray round falls: the coloured die is the direction, the white one the hexes; None beyond the map."""
    (x, y), (dx, dy), far = s.field.hex_of[at.place], NEIGHBOURS[coloured - 1], error_of(s, at, white)
    return s.field.index.get((x + far * dx, y + far * dy))


def spot(s: HollowState, at: FirePhase, a: Spot) -> None:
    battery = called_battery(s, a.radio)
    set_battery(s, "46", battery.number, ACTED, SPOTTED)
    push(s, AccuracyRoll(battery.number, a.to, FIRST))


def correct(s: HollowState, at: FirePhase, a: Correct) -> None:
    battery = called_battery(s, a.radio)
    set_battery(s, "46", battery.number, ACTED, CORRECTED)
    push(s, AccuracyRoll(battery.number, a.to, s.field.range(s.at[marker_of(s, battery.number)], a.to)))


def accuracy_dice(s: HollowState, at: AccuracyRoll) -> Rolls:
    """A second die for the dust, where there is some (194.71)."""
    return COLOURED_AND_WHITE if has_third_die(s) else ONE_DIE


@rule("46.21", "194.791", "194.71")
def read_accuracy(s: HollowState, at: AccuracyRoll, dice: tuple[int, ...]) -> None:
    """Accurate, or two more dice say where it falls."""
    number, modifiers = accuracy_items(s, at)
    modifier = sum_of(modifiers) + (dust_modifier(dust(s), dice[1]) if len(dice) > 1 else 0)
    is_accurate = dice[0] + modifier <= number.value
    values = (
        battery_of(s, at.battery).module.title,
        s.world.names.places[at.place],
        number.value,
        f"{modifier:+d}",
        "accurate" if is_accurate else "off",
    )
    s.do(Said("46.21", "accuracy", values))
    if is_accurate:
        fall(s, at, at.place)
    else:
        push(s, ErrorRoll(at.battery, at.place, at.moved))


@rule("46.21")
def read_error(s: HollowState, at: ErrorRoll, dice: tuple[int, ...]) -> None:
    fall(s, at, landing(s, at, *dice))


@rule("46", "46.21")
def fall(s: HollowState, at: AccuracyRoll | ErrorRoll, place: int | None) -> None:
    """The round falls there; beyond the map nobody sees it, and another is called in the next player turn."""
    battery, marker = battery_of(s, at.battery), marker_of(s, at.battery)
    where = "beyond the map" if place is None else s.world.names.places[place]
    s.do(Said("46", "round", (SIDES[battery.side], battery.module.title, where)))
    if marker >= 0 and s.face[marker] != SPOTTING_ROUND:
        move_blast(s, battery, place)
    elif place is None:
        if marker >= 0:
            s.remove("46", marker, "spare")
    elif marker >= 0:
        if s.at[marker] != place:
            s.do(Moved("46", marker, s.at[marker], place, (s.at[marker], place)))
    else:
        piece = spare_smoke(s)[0]
        s.turn_face("46", piece, SPOTTING_ROUND)
        s.spend("46", piece, 1 + at.battery)
        s.do(Placed("46", piece, s.at[piece], place))


def spots(s: HollowState, at: FirePhase, piece: int) -> list[Spot]:
    return [order for place in s.field.places for order in (Spot(piece, place),) if refuse_spot(s, at, order) is None]


def corrections(s: HollowState, at: FirePhase, piece: int) -> list[Correct]:
    return [order for place in s.field.places for order in (Correct(piece, place),) if refuse_correct(s, at, order) is None]


def _sets(s: HollowState, at: FirePhase) -> list[int]:
    """The sets of the side with contact."""
    return [battery.piece for battery in batteries_of(s, at.side) if refuse_silent(s, at, battery.piece) is None]


SPOT_ORDER = Takes(Spot, spot, refuse_spot, heads=lambda s, at: [p for p in _sets(s, at) if spots(s, at, p)], tails=spots)
CORRECT_ORDER = Takes(Correct, correct, refuse_correct, heads=lambda s, at: [p for p in _sets(s, at) if corrections(s, at, p)], tails=corrections)
ACCURACY_ROLL = roll_step(
    AccuracyRoll,
    "accuracy",
    "46.21",
    "Does the round fall on {place}?",
    read_accuracy,
    accuracy_dice,
    lambda s, at: {"place": s.world.names.places[at.place]},
)
ERROR_ROLL = roll_step(
    ErrorRoll,
    "error",
    "46.21",
    "How far from {place} does it fall?",
    read_error,
    COLOURED_AND_WHITE,
    lambda s, at: {"place": s.world.names.places[at.place]},
)
