"""Support weapons: who mans how many of them, with his rifles or without; flamethrowers; taking up weapons that lie about."""

from __future__ import annotations

from collections.abc import Sequence

from amba.core.decision import Refusal
from amba.core.event import Said
from amba.core.order import Roll
from amba.games.hollow.book import rule
from amba.games.hollow.counters import CX, FINAL, FIRED, FIRST, MOVED, PREP
from amba.games.hollow.frames import RateRoll, RecoveryRoll, Shot
from amba.games.hollow.rules.common import Item, sum_of
from amba.games.hollow.rules.dice import ONE_DIE, Rolls, roll_step
from amba.games.hollow.rules.r006_stacking import load_of, refuse_fallen, refuse_weapon
from amba.games.hollow.rules.r110_mounts import MOUNTS
from amba.games.hollow.rules.r188_wadis import may_fire_from_crest
from amba.games.hollow.rules.r194_air import dust
from amba.games.hollow.rules.r194_dust import may_double_time
from amba.games.hollow.state import HollowState
from amba.games.hollow.titles import title

RECOVERED = 5
"""A die of at most so much, and the weapon is theirs."""


@rule("5.7", "194.731", "142")
def recovery_items(s: HollowState, unit: int) -> list[Item]:
    """+1 for exhausted men, +1 in very heavy and denser dust."""
    found = [Item("exhausted", 1, "142")] if s.has(unit, CX) else []
    return [*found, Item("very heavy dust", 1, "194.731")] if not may_double_time(dust(s)) else found


@rule("5.7")
def refuse_pick_up(s: HollowState, unit: int, weapon: int) -> Refusal | None:
    """A weapon that lies in the unit's hex; nobody takes up a charge whose fuse burns, nor more than he can carry."""
    name = {"weapon": s.world.names.pieces[weapon]}
    if not s.is_unit(unit):
        return Refusal("5.7", "{unit} takes up no weapons.", {"unit": s.world.names.pieces[unit]})
    if weapon not in s.loose_weapons(s.at[unit]):
        return Refusal("5.7", "{weapon} is no weapon that lies in its hex.", name)
    return refuse_fallen(s, unit) or refuse_weapon(s, unit, weapon)


@rule("5.7", "194.731")
def read_recovery(s: HollowState, at: RecoveryRoll, dice: tuple[int, ...]) -> None:
    """5 or less, and it is theirs."""
    (unit,) = at.units
    found = dice[0] + sum_of(recovery_items(s, unit)) <= RECOVERED
    s.do(Said("5.7", "recovery", (s.world.names.pieces[at.weapon], "is taken up" if found else "is not found")))
    if found:
        s.spend("5.7", at.weapon, unit + 1)


RECOVERY_ROLL = roll_step(RecoveryRoll, "recovery", "5.7", "Taking up a weapon", read_recovery, ONE_DIE)
MACHINE_GUNS = ("lmg", "mmg", "hmg")
TO_HIT_ONLY = ("piat", "bazooka", "mortar")
"""Light weapons that roll to hit."""
FLAMETHROWER, CHARGE = "flamethrower", "charge"


def shooter(s: HollowState, piece: int) -> int:
    """The unit that fires: itself, or whoever has the weapon."""
    return s.owner_of(piece) if s.is_weapon(piece) else piece


def is_machine_gun(s: HollowState, piece: int) -> bool:
    return s.weapon(piece).kind in MACHINE_GUNS


@rule("22")
def is_flame(s: HollowState, firers: Sequence[int]) -> bool:
    """Whether this is the fire of a flamethrower; it always fires by itself."""
    return bool(firers) and s.is_weapon(firers[0]) and s.weapon(firers[0]).kind == FLAMETHROWER


@rule("17", "5.7", "22", "23")
def weapon_able(s: HollowState, kind: str, weapon: int) -> str:
    """Why a weapon may not fire in this phase; nothing when it may."""
    unit = s.owner_of(weapon)
    if not s.is_working(weapon):
        return "it is out of order"
    if s.weapon(weapon).kind == CHARGE:
        return "a charge is laid in the movement phase"
    if s.weapon(weapon).kind in {"radio", "phone", *MOUNTS}:
        return "one only speaks by it"
    if s.weapon(weapon).kind in TO_HIT_ONLY:
        return "it does not fire by the table, but rolls to hit"
    if kind == "advancing" and s.has(unit, MOVED) and load_of(s, unit) >= (2 if s.is_leader(unit) else 4):
        return "its owner has carried too much to fire it after moving"
    return ""


def has_fired(s: HollowState, kind: str, piece: int) -> bool:
    """Whether a piece has fired in this phase or, of the defender's, in this defence."""
    return s.has(piece, FIRED) if kind in {"prep", "advancing"} else s.has(piece, FIRST) or s.has(piece, FINAL)


def manned(s: HollowState, shot: Shot, unit: int) -> list[int]:
    """The weapons that this unit fires in the shot, or has fired in this phase at somebody else."""
    return [w for w in s.weapons_of(unit) if w in shot.firers or has_fired(s, shot.kind, w)]


@rule("17")
def leaves_rifles(s: HollowState, unit: int, weapons: Sequence[int]) -> bool:
    """Besides its rifles a squad fires one weapon or two light machine guns; anybody else fires rifles or a weapon."""
    if not s.is_squad(unit):
        return not weapons
    return len(weapons) <= 1 or (len(weapons) == 2 and all(s.weapon(w).kind == "lmg" for w in weapons))


@rule("17", "188.17")
def own_guns(s: HollowState, shot: Shot, unit: int) -> list[int]:
    """The machine guns a squad fires together with its rifles, of those that may fire now."""
    if not s.is_squad(unit):
        return []
    weapons = s.weapons_of(unit)
    if not weapons:
        return []
    far = s.field.range(s.at[unit], shot.place)
    guns = [
        w for w in weapons
        if is_machine_gun(s, w) and w not in shot.firers and not weapon_able(s, shot.kind, w) and may_fire_from_crest(s, unit, w, shot.place)
        and not _is_done(s, shot.kind, w) and far <= _reach(s, shot.kind, w)
    ]  # fmt: skip
    light = [w for w in guns if s.weapon(w).kind == "lmg"]
    found = [w for w in guns if s.weapon(w).kind != "lmg"][:1] or light[:2]
    return found if leaves_rifles(s, unit, [*(w for w in manned(s, shot, unit) if w not in found), *found]) else []


def _is_done(s: HollowState, kind: str, weapon: int) -> bool:
    return s.has(weapon, FIRED) if kind in {"prep", "advancing"} else s.has(weapon, FINAL)


@rule("8", "16")
def _reach(s: HollowState, kind: str, weapon: int) -> int:
    """Twice its range; who fires again keeps within it, after the movement to the next hex."""
    range_ = s.weapon(weapon).range
    if kind not in {"first", "final"} or not s.has(weapon, FIRST):
        return 2 * range_
    return range_ if kind == "first" else 1


def joined(s: HollowState, shot: Shot, piece: int) -> Shot:
    """The shot with a piece more; a squad brings its machine guns along."""
    more = [piece, *own_guns(s, shot, piece)] if s.is_man(piece) else [piece]
    return shot._replace(firers=(*shot.firers, *more))


@rule("17")
def refuse_gunner(s: HollowState, shot: Shot, piece: int) -> Refusal | None:
    """How much one unit can man: a squad two weapons of one kind, anybody smaller and a leader one, and what is left of its rifles."""
    unit = shooter(s, piece)
    others = [w for w in manned(s, shot, unit) if w != piece]
    if not s.is_weapon(piece):
        if not others or leaves_rifles(s, unit, others):
            return None
        return Refusal("17", "{name} fires its weapon instead.", {"name": title(s, piece)})
    kinds = {s.weapon(w).kind for w in (*others, piece)}
    if len(others) >= (2 if s.is_squad(unit) else 1) or len(kinds) > 1:
        return Refusal("17", "{name} mans no more weapons: a squad two of one kind, others one.", {"name": title(s, unit)})
    rifles = unit in shot.firers or (shot.kind in {"prep", "advancing"} and s.has(unit, FIRED))
    if rifles and not leaves_rifles(s, unit, [*others, piece]):
        return Refusal("17", "{name} fires its rifles and has no hands left for that.", {"name": title(s, unit)})
    return None


@rule("16", "8", "17")
def mark_fired(s: HollowState, shot: Shot) -> None:
    """Rifles and weapons are marked each by itself, so that what has not fired may fire at something else; who mans too much has no rifles left."""
    for piece in shot.firers:
        _mark(s, shot.kind, piece)
    for unit in dict.fromkeys(s.owner_of(piece) for piece in shot.firers if s.is_weapon(piece)):
        if shot.kind == "prep":
            s.mark("8", unit, PREP)
        if unit not in shot.firers and not leaves_rifles(s, unit, manned(s, shot, unit)):
            _mark(s, shot.kind, unit)


def _mark(s: HollowState, kind: str, piece: int) -> None:
    if kind == "prep" and not s.is_weapon(piece):
        s.mark("8", piece, PREP)
    if kind in {"prep", "advancing"}:
        s.mark("8", piece, FIRED)
    elif kind == "final" or s.has(piece, FIRST):
        s.mark("16", piece, FINAL)
    else:
        s.mark("16", piece, FIRST)


@rule("R")
def keeps_rate(s: HollowState, weapons: Sequence[int]) -> list[int]:
    """Machine guns that may fire on, where the players have chosen it: those that work and have not fired for the second time in a defence."""
    if s.options.get("rate") != "on":
        return []
    return [w for w in weapons if s.is_weapon(w) and is_machine_gun(s, w) and s.is_working(w) and s.weapon(w).rate and not s.has(w, FINAL)]


def rate_dice(s: HollowState, at: RateRoll) -> Rolls:
    return tuple((Roll((die,)), 1) for die in dict.fromkeys((at.low, at.high)))


@rule("R")
def read_rate(s: HollowState, at: RateRoll, dice: tuple[int, ...]) -> None:
    """A coloured die of at most its rate: the gun has not fired yet, nor has who mans it instead of his rifles."""
    for weapon in at.weapons:
        if dice[0] <= s.weapon(weapon).rate:
            s.do(Said("R", "rate", (s.world.names.pieces[weapon],)))
            owner = s.owner_of(weapon)
            for piece in (weapon,) if owner < 0 or s.is_squad(owner) else (weapon, owner):
                for mark in (FIRED, FIRST):
                    s.mark("R", piece, mark, False)


RATE_ROLL = roll_step(RateRoll, "rate", "R", "The coloured die", read_rate, rate_dice)
