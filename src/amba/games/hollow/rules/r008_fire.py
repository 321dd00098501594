"""Who may fire at what, with how much: firepower, fire groups, leaders, and the modifiers of a shot."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from amba.core.decision import Refusal
from amba.games.hollow.book import rule
from amba.games.hollow.rules import hooks
from amba.games.hollow.rules.hooks import Item, Shot
from amba.games.hollow.rules.looking import elevation
from amba.games.hollow.rules.r006_stacking import load_of
from amba.games.hollow.rules.r008_seeing import line
from amba.games.hollow.rules.r010_fire_table import COLUMNS
from amba.games.hollow.rules.r011_protection import deir_protection, dune_protection, hillock_protection, wall_protection
from amba.games.hollow.rules.r188_crests import crest_protection, is_in_front, may_fire_from_crest
from amba.games.hollow.rules.sight import Sightline
from amba.games.hollow.show_sight import first_stop, sentences, sight_items
from amba.games.hollow.state import HollowState
from amba.games.hollow.world import ASSAULT, BUSY, CONCEALED, CREST, CX, FINAL, FIRED, FIRST, MELEE, MOVED, PINNED, PREP

SCALE = 64
"""Firepower is counted in 64ths, because it can be halved many times over."""


class Part(NamedTuple):
    """What one firer adds: its firepower in 64ths and the steps that led there."""

    piece: int
    power: int
    steps: tuple[tuple[str, str, str], ...]


def shooter(s: HollowState, piece: int) -> int:
    """The unit that fires: itself, or whoever has the weapon."""
    return s.owner_of(piece) if s.is_weapon(piece) else piece


def is_machine_gun(s: HollowState, piece: int) -> bool:
    return s.weapon(piece).kind in {"lmg", "mmg", "hmg"}


@rule("17", "5.7", "188.17")
def own_guns(s: HollowState, shot: Shot, unit: int) -> list[int]:
    """The machine guns a squad fires besides its rifles: two light ones, or one of any kind, of those that may fire now. Smaller units fire rifles or a gun."""
    if not s.is_squad(unit):
        return []
    guns = [w for w in s.weapons_of(unit) if not _weapon_able(s, shot.kind, w, unit) and may_fire_from_crest(s, unit, w, shot.place)]
    light = [w for w in guns if s.weapon(w).kind == "lmg"]
    heavy = [w for w in guns if s.weapon(w).kind != "lmg"]
    return heavy[:1] or light[:2]


def firing(s: HollowState, shot: Shot) -> list[int]:
    """Every piece whose firepower counts: squads with their machine guns, weapons alone; directing leaders have none."""
    found: list[int] = []
    for piece in shot.firers:
        if s.is_man(piece):
            found += [piece, *own_guns(s, shot, piece)]
        elif s.is_weapon(piece):
            found.append(piece)
    return found


def printed(s: HollowState, piece: int) -> tuple[int, int]:
    """Firepower and range on the counter."""
    if s.is_weapon(piece):
        weapon = s.weapon(piece)
        return weapon.firepower, weapon.range
    squad = s.squad(piece)
    return squad.firepower, squad.range


@rule("8", "11", "142.6", "42", "16", "188.172")
def part(s: HollowState, shot: Shot, piece: int) -> Part:
    """A firer's strength: doubled next to the target, halved for each of: beyond its range, after moving, pinned, at a concealed target, subsequent fire."""
    unit = shooter(s, piece)
    firepower, reach = printed(s, piece)
    range_ = s.field.range(s.at[unit], shot.place)
    power = SCALE * firepower
    steps = [(name_of(s, piece), str(firepower), "8")]
    if range_ <= 1:
        power *= 2
        steps.append(("point blank", "x2", "8"))
    if range_ > reach:
        power //= 2
        steps.append((f"beyond its range of {reach}", "x1/2", "8"))
    if shot.kind == "advancing" and (s.has(unit, MOVED) or hooks.has_stirred(s, unit)):
        power //= 2
        steps.append(("fires after moving", "x1/2", "8"))
    if s.has(unit, PINNED):
        power //= 2
        steps.append(("pinned", "x1/2", "142.6"))
    if shot.kind in {"first", "final"} and s.has(unit, FIRST):
        power //= 2
        steps.append(("has fired in this defence", "x1/2", "16"))
    if s.is_leader(unit):
        power //= 2
        steps.append(("leader at the gun", "x1/2", "17"))
    if s.position(unit) == "crest" and not is_in_front(s, unit, shot.place):
        power //= 2
        steps.append(("not to the front of its crest", "x1/2", "188.172"))
    if shot.targets and all(s.has(target, CONCEALED) for target in shot.targets):
        power //= 2
        steps.append(("concealed target", "x1/2", "42"))
    return Part(piece, power, tuple(steps))


@rule("42")
def is_veiled(s: HollowState, shot: Shot, target: int) -> bool:
    """A concealed target among open ones: the shot is halved against it, and against nobody else."""
    return s.has(target, CONCEALED) and not all(s.has(other, CONCEALED) for other in shot.targets)


def name_of(s: HollowState, piece: int) -> str:
    from amba.games.hollow.titles import title

    return title(s, piece)


@rule("10")
def column(power: int) -> int | None:
    """The highest column not above the firepower."""
    return max((found for found in COLUMNS if SCALE * found <= power), default=None)


def power_of(s: HollowState, shot: Shot) -> int:
    return sum(part(s, shot, piece).power for piece in firing(s, shot))


# who may fire


@rule("8", "16", "17", "5.7")
def able(s: HollowState, side: int, kind: str, piece: int) -> str:
    """Why a piece may not fire in this phase at all; nothing when it may."""
    unit = shooter(s, piece)
    if unit < 0 or s.side[unit] != side or not s.is_unit(unit) or not s.is_on_map(unit):
        return "not yours, or nobody has it"
    if s.is_broken(unit):
        return "it is broken"
    if s.has(unit, MELEE):
        return "it is locked in close combat"
    if s.has(unit, BUSY):
        return "it is busy with something else"
    if s.has(unit, PREP) and not s.is_weapon(piece):
        return "it has fired in the prep fire phase"
    if kind == "advancing" and (s.has(unit, PREP) or s.has(unit, FIRED)):
        return "it has fired this turn"
    if kind in {"prep", "advancing"} and s.has(unit, FIRED):
        return "it has fired already"
    if kind in {"first", "final"} and s.has(unit, FINAL):
        return "it has fired its last in this defence"
    return _weapon_able(s, kind, piece, unit)


def _weapon_able(s: HollowState, kind: str, piece: int, unit: int) -> str:
    if not s.is_weapon(piece):
        return ""
    if not s.is_working(piece):
        return "it is out of order"
    if not is_machine_gun(s, piece):
        return "it is no machine gun"
    if s.has(piece, FIRED) or s.has(unit, PREP):
        return "it has fired already"
    if kind == "advancing" and s.has(unit, MOVED) and load_of(s, unit) >= (2 if s.is_leader(unit) else 4):
        return "its owner has carried too much to fire it after moving"
    return ""


@rule("7", "8")
def line_to(s: HollowState, unit: int, target: int) -> Sightline:
    return line(s, s.viewpoint(unit), s.viewpoint(target))


@rule("8")
def reaches(s: HollowState, piece: int, place: int, normal: bool = False) -> bool:
    """Twice the printed range is the limit; subsequent fire keeps within the printed one."""
    unit = shooter(s, piece)
    reach = printed(s, piece)[1] if not s.is_leader(piece) else 99
    return s.field.range(s.at[unit], place) <= (reach if normal else 2 * reach)


def refuse_firer(s: HollowState, shot: Shot, piece: int) -> Refusal | None:
    """Why this piece may not join the shot: the rule, and the line of sight in words."""
    from amba.games.hollow.titles import place_name

    if not (s.is_unit(piece) or s.is_weapon(piece)):
        return Refusal("8", "Only men, leaders and machine guns fire.")
    why = able(s, shot.side, shot.kind, piece)
    unit = shooter(s, piece)
    if why:
        return Refusal("16" if shot.kind in {"first", "final"} else "8", "{name} may not fire: {why}.", {"name": piece_key(s, piece), "why": why})
    if piece in shot.firers or (s.is_weapon(piece) and (unit in shot.firers or not s.is_unit(unit))):
        return Refusal("9", "{name} is in this fire already.", {"name": name_of(s, piece)})
    found = _refuse_gunner(s, shot, piece, unit)
    if found is not None:
        return found
    if s.at[unit] == shot.place:
        return Refusal("20", "Units of one hex fight in close combat.")
    again = shot.kind in {"first", "final"} and s.has(unit, FIRST)
    if not s.is_leader(piece) and not reaches(s, piece, shot.place, again and shot.kind == "first"):
        range_, reach = s.field.range(s.at[unit], shot.place), printed(s, piece)[1]
        items = (("range to the target", str(range_), "8"), ("printed range", str(reach), "8"), ("limit", str(reach if again else 2 * reach), "8"))
        return Refusal("8", "{name} does not reach {place}.", {"name": name_of(s, piece), "place": place_name(s, shot.place)}, items)
    if s.is_weapon(piece) and not may_fire_from_crest(s, unit, piece, shot.place):
        return Refusal("188.17", "{name} fires from a crest only to the front.", {"name": name_of(s, piece)})
    if again and shot.kind == "final" and s.field.range(s.at[unit], shot.place) > 1:
        return Refusal("16", "{name} has fired during the movement and may now fire only at the next hex.", {"name": name_of(s, piece)})
    if s.is_leader(piece):
        return _refuse_leader(s, shot, piece)
    if not _is_linked(s, shot, unit):
        return Refusal("9", "{name} is not next to the others of the fire group.", {"name": name_of(s, piece)})
    found = refuse_sight(s, shot, piece, unit)
    if found is not None:
        return found
    power = power_of(s, shot._replace(firers=(*shot.firers, piece)))
    if column(power) is None:
        lines = (
            *(step for one in firing(s, shot._replace(firers=(piece,))) for step in part(s, shot, one).steps),
            ("together, in 64ths", str(power), "10"),
        )
        return Refusal("10", "{name} would fire with less than one factor; others must begin.", {"name": name_of(s, piece)}, lines)
    return None


@rule("7", "176.331")
def refuse_sight(s: HollowState, shot: Shot, piece: int, unit: int) -> Refusal | None:
    """What stops the line to a target: in words, with the levels, and drawn."""
    for target in shot.targets:
        found = line_to(s, unit, target)
        if found.is_clear:
            continue
        ground, here, there = s.field.ground, s.viewpoint(unit), s.viewpoint(target)
        text = " ".join(f"{sentence}." for sentence in sentences(ground, here.hex, there.hex, found))
        hexes = tuple(ground.name[place] for block in found.blocks for place in block.hexes if place in s.field.index)
        ray = (ground.name[here.hex], ground.name[there.hex], first_stop(ground, here.hex, found))
        values = {"name": name_of(s, piece), "text": text}
        return Refusal(found.blocks[0].rule, "{name} does not see the target. {text}", values, sight_items(ground, here, there, found), hexes, (ray,))
    return None


@rule("17")
def _refuse_gunner(s: HollowState, shot: Shot, piece: int, unit: int) -> Refusal | None:
    """Who fires weapons alone does nothing else: a squad fires two of one kind at most, anybody smaller and a leader one."""
    manned = [other for other in shot.firers if s.is_weapon(other) and s.owner_of(other) == unit]
    if not manned:
        return None
    if not s.is_weapon(piece):
        return Refusal("17", "{name} fires its weapon instead.", {"name": name_of(s, piece)})
    if len(manned) >= (2 if s.is_squad(unit) else 1) or s.weapon(manned[0]).kind != s.weapon(piece).kind:
        return Refusal("17", "{name} mans no more weapons: a squad two of one kind, others one.", {"name": name_of(s, unit)})
    return None


def piece_key(s: HollowState, piece: int) -> str:
    return s.world.names.pieces[piece]


def _refuse_leader(s: HollowState, shot: Shot, piece: int) -> Refusal | None:
    places = {s.at[shooter(s, other)] for other in shot.firers if not s.is_leader(other)}
    if s.at[piece] not in places:
        return Refusal("14", "A leader directs only units of his own hex.")
    if any(s.is_leader(other) and s.at[other] == s.at[piece] for other in shot.firers):
        return Refusal("14", "One leader of a hex directs.")
    return None


@rule("9")
def _is_linked(s: HollowState, shot: Shot, unit: int) -> bool:
    """A fire group stands in one hex or in a chain of neighbouring hexes."""
    places = {s.at[shooter(s, other)] for other in shot.firers}
    return not places or any(s.field.range(s.at[unit], place) <= 1 for place in places)


# modifiers


@rule("14")
def direction(s: HollowState, firers: Iterable[int]) -> int | None:
    """The modifier of the leaders who direct: one for every hex of the group, and the worst counts; None without them."""
    firers = tuple(firers)
    places = {s.at[shooter(s, piece)] for piece in firers if not s.is_leader(piece)}
    leaders = {s.at[piece]: s.leader(piece).leadership for piece in firers if s.is_leader(piece)}
    return max(leaders.values()) if places and places <= set(leaders) else None


@rule("11", "187.14", "189.19", "193.42", "184.1", "185.2", "186.12", "190.2", "176.1", "189.20")
def terrain_item(s: HollowState, unit: int, target: int) -> Item | None:
    """The best protection the target has from this firer: the hex, a hexside, a hillock, a deir, a crest or a work; they do not add up."""
    found = line_to(s, unit, target)
    look = found.look
    first = look if look.a.hex == s.field.hex_of[s.at[unit]] else None
    items = [Item("terrain", s.field.protection(s.at[target]), "11")]
    if first is not None:
        items += [
            Item("lip of a deir", deir_protection(first), "187.14"), Item("behind a hillock", hillock_protection(first), "189.19"),
            Item("behind a wall or hedge", wall_protection(first), "193.42"), Item("behind a dune crest", dune_protection(first), "190.51"),
        ]  # fmt: skip
    work = hooks.protection_of_works(s, target)
    if work is not None:
        items.append(work)
    if s.has(target, CREST) and s.field.is_wadi(s.at[target]):
        items.append(Item("at the crest of a wadi", crest_protection(s, unit, target), "188.16"))
    items.append(Item("height advantage", height_advantage(s, unit, target), "189.20"))
    best = max(items, key=lambda item: item.drm)
    return best if best.drm else None


@rule("189.20")
def height_advantage(s: HollowState, unit: int, target: int) -> int:
    """+1 for a target a full level or more above the firer; half a level of hillock is not enough, and nobody has it down in a wadi."""
    if s.position(target) == "in":
        return 0
    ground = s.field.ground
    return int(elevation(ground, s.viewpoint(target)) - elevation(ground, s.viewpoint(unit)) >= 2)


@rule("11", "176.32", "184.1", "142.71")
def movement_items(s: HollowState, shot: Shot, target: int, hindrance: int, protected: bool) -> list[Item]:
    """-1 for moving in the open with nothing in between, -1 for moving otherwise than by assault movement: in first fire only."""
    if shot.kind != "first":
        return []
    found = []
    if not s.has(target, ASSAULT):
        found.append(Item("moves, not by assault movement", -1, "142.71"))
    if s.field.is_open(s.at[target]) and not hindrance and not protected and not hooks.cancels_open_ground(s):
        found.append(Item("moves in the open", -1, "11"))
    return found


@rule("11", "14", "142")
def modifiers(s: HollowState, shot: Shot, target: int) -> list[Item]:
    """Everything that changes the roll against one target. Of several firers the worst line counts."""
    units = list(dict.fromkeys(shooter(s, piece) for piece in shot.firers if not s.is_leader(piece)))
    found: list[Item] = []
    led = direction(s, shot.firers)
    if led:
        found.append(Item("leader", led, "14"))
    worst: list[Item] = []
    for unit in units:
        mine: list[Item] = []
        sightline = line_to(s, unit, target)
        terrain = terrain_item(s, unit, target)
        if terrain is not None:
            mine.append(terrain)
        mine += [Item(hindrance.what, hindrance.drm, hindrance.rule) for hindrance in sightline.hindrances]
        mine += hooks.fire_modifiers(s, unit, target)
        solid = sum(hindrance.drm for hindrance in sightline.hindrances if hindrance.rule != "176.32")
        mine += movement_items(s, shot, target, solid, terrain is not None)
        if not worst or sum(item.drm for item in mine) > sum(item.drm for item in worst):
            worst = mine
    found += worst
    if any(s.has(unit, CX) for unit in units):
        found.append(Item("exhausted firer", 1, "142"))
    return found


def drm(s: HollowState, shot: Shot, target: int) -> int:
    return sum(item.drm for item in modifiers(s, shot, target))
