"""Where weather, fortifications, smoke and nationality rules join the squad game.

Each function answers one plain question; the chapters ask here and nowhere else. Whoever adds a rule adds a line to the function it changes (or a
call to a function of its own chapter). Nothing here may look at what the asking side cannot see.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from amba.core.decision import Refusal, unknown_action
from amba.core.flow import Step, push
from amba.games.hollow.rules import (
    own_battle,
    r024_smoke,
    r049_night,
    r055_mines,
    r179_prisoners,
    r185_hidden,
    r191_works,
    r194_play,
    r196_thorns,
    r197_nations,
)
from amba.games.hollow.rules.r194_dust import interdiction_modifier as interdiction_in_dust
from amba.games.hollow.state import HollowState
from amba.games.hollow.world import DUG, NIGHT, POINTS, SIDES, track_of
from amba.kit.rays import Hex


class Item(NamedTuple):
    """One line of arithmetic: what, how much, by which rule."""

    what: str
    drm: int
    rule: str


class Shot(NamedTuple):
    """Fire at one hex. `kind` is prep, first, subsequent, final or advancing."""

    side: int
    kind: str
    place: int
    firers: tuple[int, ...]
    targets: tuple[int, ...]


# sight and fire


def clouds(s: HollowState) -> Mapping[Hex, int]:
    """Smoke and dust lying on hexes, with the hindrance each makes."""
    return r024_smoke.clouds(s)


def weather_hindrance(s: HollowState, range_: int) -> int:
    """What the air adds to a line of this length: it counts towards the six that block (176.32, 194.73)."""
    return r194_play.hindrance(s, range_)


def sight_limit(s: HollowState) -> int:
    """Beyond so many hexes nobody sees anything (49); 0 for no limit."""
    return r194_play.sight_limit(s)


def is_lit(s: HollowState, hex: Hex) -> bool:
    """Whether a starshell lights the hex (49)."""
    return r049_night.is_lit(s, hex)


def fire_modifiers(s: HollowState, firer: int, target: int) -> list[Item]:
    """Modifiers of one firer's shot at one target that are neither terrain nor hindrance: sun, haze, wind (194.6)."""
    thorns = r196_thorns.hazard(s, target)
    return [Item(*found) for found in (*r194_play.fire_modifiers(s, firer, target), *((thorns,) if thorns else ()))]


def third_die(s: HollowState) -> bool:
    """Whether every shot rolls a third die for dust (194.71)."""
    return r194_play.has_third_die(s)


def third_die_modifier(s: HollowState, die: int) -> int:
    """What the third die adds."""
    return r194_play.third_die_modifier(s, die)


def protection_of_works(s: HollowState, target: int) -> Item | None:
    """What the fortification a unit is in does for it against small arms; None if it is in none."""
    found = r191_works.protection(s, target)
    return None if found is None else Item(*found)


def cancels_open_ground(s: HollowState) -> bool:
    """Whether the air takes the penalty from movement in the open (194.73)."""
    return r194_play.open_ground_is_cancelled(s)


def breakdown_shift(s: HollowState) -> int:
    """What is added to a weapon's breakdown number (194.732)."""
    return r194_play.weapons_shift(s)


# morale


def morale_change(s: HollowState, unit: int) -> int:
    """What nationality changes in a unit's morale (198.1)."""
    squad = r197_nations.squad_of(s, unit)
    return r197_nations.broken_change(squad) if squad is not None and s.is_broken(unit) else 0


def is_removed_instead_of_broken(s: HollowState, unit: int) -> bool:
    """197.25: partisans have no broken side."""
    squad = r197_nations.squad_of(s, unit)
    return squad is not None and r197_nations.has_no_broken_side(squad)


def may_deploy(s: HollowState, unit: int) -> bool:
    """197.21 and the like: whether this nation's squads may deploy."""
    return r197_nations.may_deploy(s.squad(unit))


def lose_guard(s: HollowState, unit: int, place: int) -> None:
    """P: a unit that can no longer guard its prisoners."""
    r179_prisoners.lose_guard(s, unit, place)


def capture_penalty(s: HollowState, target: int) -> int:
    """What is added to a roll to capture instead of to kill (197.3)."""
    return r197_nations.capture_penalty(r197_nations.squad_of(s, target))


# movement


def extra_cost(s: HollowState, units: Sequence[int], a: int, b: int) -> list[Item]:
    """What entering a hex costs on top of terrain, climbing and works: smoke, weather, wire."""
    smoke, ditch = r024_smoke.smoke_cost(s, b), r191_works.ditch_cost(s, b)
    return [*([Item("smoke", smoke, "24")] if smoke else []), *([Item("anti-tank ditch", ditch, "137.71")] if ditch else [])]


def has_stirred(s: HollowState, unit: int) -> bool:
    """Whether men have spent factors of their own will without moving: grenades thrown (24); what wire took from them does not count."""
    return bool(s.points[unit]) and not r191_works.is_wire(s, s.at[unit])


def shelter_at(s: HollowState, place: int, side: int | None = None) -> str:
    """The kind of work in a hex that men of a side can be in, as far as they know; nothing if there is none."""
    return r191_works.shelter_at(s, place, side)


def spot_works(s: HollowState, viewers: Sequence[int] | None = None) -> bool:
    """Whether works come to light that nobody had seen: by these counters, or by anybody (185.22)."""
    return r185_hidden.spot_works(s, viewers)


def caught_in_wire(s: HollowState, side: int, place: int) -> bool:
    """Whether wire that this side had not seen bars the way into a hex (56)."""
    return r185_hidden.caught(s, side, place)


def out_of_work(s: HollowState, unit: int) -> None:
    """Men whose work is gone are no longer in it."""
    if not r191_works.shelter_at(s, s.at[unit]):
        s.mark("54", unit, DUG, False)


def trench_cost(s: HollowState, units: Sequence[int], a: int, b: int, side: int | None = None) -> Item | None:
    """What a step along a trench costs instead of everything else; None where there is no trench that the side knows of (137.4)."""
    if not r191_works.is_trench_way(s, units, a, b, side):
        return None
    return Item("along the trench", r191_works.trench_cost(s, a, b), "137.4")


def may_not_enter(s: HollowState, units: Sequence[int], a: int, b: int, pace: str) -> tuple[str, str] | None:
    """A rule and a reason why men may not cross there at all: wire before the advance, a cactus hedge."""
    return r191_works.refuse_wire(s, s.side[units[0]], b, pace == "advance") or r196_thorns.refuse_crossing(s, units, a, b, pace)


def after_entry(s: HollowState, units: Sequence[int], a: int, b: int) -> None:
    """Things that happen to men who just entered a hex: push frames for mines and the like. Nothing is asked here."""
    r185_hidden.spot_works(s, units)
    r196_thorns.crossed(s, units, a, b, s.frames[-1][0] == "advance")
    r055_mines.walked(s, units, a, b)


def may_double_time(s: HollowState) -> bool:
    """194.731."""
    return r194_play.double_time(s)


def dig_modifier(s: HollowState, place: int) -> list[Item]:
    """What a roll to dig in has added (176.21, 190.43)."""
    return [Item(*found) for found in r191_works.dig_modifiers(s, place)]


# rout and concealment


def interdiction_modifier(s: HollowState, die: int = 0) -> int | None:
    """What is added to the roll of an interdicted unit, with the dust's die; None when nobody can be interdicted (194.711)."""
    return interdiction_in_dust(r194_play.dust(s), die)


def is_desert_day(s: HollowState) -> bool:
    """176.31: only desert boards that are neither broken nor steppe, by day."""
    return not s.tracks[NIGHT] and not s.plan.data.get("terrain", {}).get("broken") and not s.plan.data.get("terrain", {}).get("steppe")


# the clock


def player_turn_begins(s: HollowState) -> None:
    """Wind change and what follows from it; may push frames of chance."""
    r049_night.burn_out(s)
    r194_play.player_turn_begins(s)


def phase_begins(s: HollowState, key: str, side: int) -> None:
    """What happens of itself at the start of a phase of this side; frames pushed here are played first."""
    if key == "prep":
        r024_smoke.clear_smoke(s, side)
    elif key == "movement":
        r196_thorns.out_of_thorns(s, side)
        r191_works.wire_rolls(s, side)


def set_up_weather(s: HollowState) -> None:
    """The tracks as the scenario's [weather] has them. No events: the position is being laid out."""
    r194_play.set_up(s, s.plan.data.get("weather", {}))


def before_set_up(s: HollowState) -> None:
    """What comes before set-up: secret dice for dummies, a battle of one's own; frames pushed here are played first."""
    for side in (0, 1):
        # In a battle of one's own both sides roll once they have bought, so that nobody learns from it who has mines.
        if s.plan.data.get("own_design") or r055_mines.has_dummies(s, side):
            push(s, "dummies", side)
    if s.plan.data.get("own_design"):
        for side, name in enumerate(SIDES):
            s.tracks[track_of(side, POINTS)] = int(s.plan.data["sides"][name]["points"])
        own_battle.begin(s)


def extra_actions(s: HollowState, side: int, phase: str) -> list[tuple[str, ...]]:
    """Orders of other chapters in a phase ("prep", "move", "rally"): smoke grenades, clearing wire and mines."""
    if phase == "prep":
        return [*r191_works.clear_orders(s, side), *r049_night.orders(s, side)]
    return [*r024_smoke.orders(s, side), *r196_thorns.orders(s, side)] if phase == "move" else []


EXTRA = {"prep": ("clear", "starshell"), "move": ("smoke", "thorns")}
"""The verbs other chapters add to a phase."""


def refuse_extra(s: HollowState, side: int, phase: str, action: tuple[str, ...]) -> Refusal | None:
    """Why an order of another chapter is not allowed."""
    names = s.world.names
    if len(action) == 2 and action[0] == "thorns" and action[1] in names.piece:
        return r196_thorns.refuse_thorns(s, side, names.piece[action[1]])
    if len(action) != 3 or action[0] == "thorns" or action[1] not in names.piece:
        return unknown_action(action, EXTRA[phase], "24" if phase == "move" else "55")
    unit = names.piece[action[1]]
    if action[0] == "clear":
        return r191_works.refuse_clearing(s, side, unit, action[2])
    if action[2] not in names.place or names.place[action[2]] not in s.field.hex_of:
        return unknown_action(action, EXTRA[phase], "24")
    if action[0] == "starshell":
        return r049_night.refuse_starshell(s, side, unit, names.place[action[2]])
    return r024_smoke.refuse_smoke(s, side, unit, names.place[action[2]])


def do_extra(s: HollowState, side: int, phase: str, action: tuple[str, ...]) -> None:
    """Carry out one of `extra_actions`."""
    if action[0] == "clear":
        r191_works.start_clearing(s, action)
    elif action[0] == "starshell":
        r049_night.send_up(s, action)
    elif action[0] == "thorns":
        r196_thorns.start(s, s.world.names.piece[action[1]])
    else:
        r024_smoke.throw(s, action)


def chance_steps() -> dict[str, Step[HollowState]]:
    """Steps of other chapters, by frame name."""
    return {
        **r194_play.WEATHER_STEPS, **r191_works.WORK_STEPS, **r055_mines.MINE_STEPS, **r024_smoke.SMOKE_STEPS, **r049_night.NIGHT_STEPS, **own_battle.OWN_STEPS,
    }  # fmt: skip
