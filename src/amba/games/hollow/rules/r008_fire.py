"""Who may fire at what, with how much: firepower, fire groups, leaders, and the modifiers of a shot."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from amba.core.decision import Refusal
from amba.games.hollow.book import rule
from amba.games.hollow.rules.r194_dust import cancels_open_ground
from amba.games.hollow.rules.r194_play import dust
from amba.games.hollow.rules import hooks
from amba.games.hollow.rules.hooks import Item, Shot, line_modifiers
from amba.games.hollow.rules.looking import elevation
from amba.games.hollow.rules.r008_seeing import line
from amba.games.hollow.rules.r010_fire_table import COLUMNS
from amba.games.hollow.rules.r011_protection import deir_protection, dune_protection, hillock_protection, wall_protection
from amba.games.hollow.rules.r017_weapons import FLAMETHROWER, is_flame, joined, mans_with_another, refuse_gunner, shooter, weapon_able
from amba.games.hollow.rules.r188_crests import crest_protection, is_in_front, may_fire_from_crest
from amba.games.hollow.rules.r193_advantage import is_denied
from amba.games.hollow.rules.r194_play import is_within_building
from amba.games.hollow.rules.sight import Sightline
from amba.games.hollow.show_sight import first_stop, sentences, sight_items
from amba.games.hollow.titles import place_name, title
from amba.games.hollow.state import HollowState
from amba.games.hollow.world import ASSAULT, BUSY, CONCEALED, CREST, CX, FINAL, FIRED, FIRST, MELEE, MOVED, PINNED, PREP, WALL

SCALE = 64
"""Firepower is counted in 64ths, because it can be halved many times over."""


class Part(NamedTuple):
    """What one firer adds: its firepower in 64ths and the steps that led there."""

    piece: int
    power: int
    steps: tuple[tuple[str, str, str], ...]


def firing(s: HollowState, shot: Shot) -> list[int]:
    """Every piece whose firepower counts: rifles and weapons; directing leaders have none."""
    return [piece for piece in shot.firers if not s.is_leader(piece)]


def printed(s: HollowState, piece: int) -> tuple[int, int]:
    """Firepower and range on the counter."""
    if s.is_weapon(piece):
        weapon = s.weapon(piece)
        return weapon.firepower, weapon.range
    squad = s.squad(piece)
    return squad.firepower, squad.range


@rule("8", "11", "142.6", "42", "16", "188.172", "22")
def part(s: HollowState, shot: Shot, piece: int) -> Part:
    """A firer's strength: doubled next to the target, halved for each of: beyond its range, after moving, pinned, at a concealed target, subsequent fire."""
    unit = shooter(s, piece)
    firepower, reach = printed(s, piece)
    range_ = s.field.range(s.at[unit], shot.place)
    power = SCALE * firepower
    steps = [(title(s, piece), str(firepower), "8")]
    flame = is_flame(s, shot.firers)
    if range_ <= 1 and not flame:
        times = 3 if is_down_a_cliff(s, s.at[unit], shot.place) else 2
        power *= times
        steps.append(("down a cliff" if times == 3 else "point blank", f"x{times}", "8"))
    for applies, what, number in (
        (range_ > reach, f"beyond its range of {reach}", "8"),
        (shot.kind == "advancing" and not flame and (s.has(unit, MOVED) or hooks.has_stirred(s, unit)), "fires after moving", "8"),
        (s.has(unit, PINNED), "pinned", "142.6"),
        (is_again(s, shot.kind, piece), "has fired in this defence", "16"),
        (s.is_leader(unit) and not is_helped(s, shot, unit), "leader alone at the gun", "17"),
        (s.position(unit) == "crest" and not is_in_front(s, unit, shot.place), "not to the front of its crest", "188.172"),
        (bool(shot.targets) and all(s.has(target, CONCEALED) for target in shot.targets), "concealed target", "42"),
    ):
        if applies:
            power //= 2
            steps.append((what, "x1/2", number))
    return Part(piece, power, tuple(steps))


@rule("17")
def is_helped(s: HollowState, shot: Shot, leader: int) -> bool:
    """Whether a second leader serves the gun with him."""
    return any(s.is_leader(p) and s.at[p] == s.at[leader] and mans_with_another(s, shot.firers, p) for p in shot.firers)


@rule("8")
def is_down_a_cliff(s: HollowState, here: int, there: int) -> bool:
    """The next hex lies at the foot of a cliff: fire down there is tripled."""
    return s.field.level(here) > s.field.level(there) and s.field.side(here, there, "cliff")


@rule("16")
def is_again(s: HollowState, kind: str, piece: int) -> bool:
    """Whether a defender fires for the second time: rifles and weapons each by themselves, but of who has hands for one thing only both."""
    unit = shooter(s, piece)
    return kind in {"first", "final"} and (s.has(piece, FIRST) or (unit != piece and not s.is_squad(unit) and s.has(unit, FIRST)))


@rule("42")
def is_veiled(s: HollowState, shot: Shot, target: int) -> bool:
    """A concealed target among open ones: the shot is halved against it, and against nobody else."""
    return s.has(target, CONCEALED) and not all(s.has(other, CONCEALED) for other in shot.targets)


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
    if kind == "advancing" and s.has(unit, PREP):
        return "it has fired in the prep fire phase"
    hands = (piece,) if unit == piece or s.is_squad(unit) else (piece, unit)
    if kind in {"prep", "advancing"} and any(s.has(hand, FIRED) for hand in hands):
        return "it has fired already"
    if kind in {"first", "final"} and any(s.has(hand, FINAL) for hand in hands):
        return "it has fired its last in this defence"
    return weapon_able(s, kind, piece) if unit != piece else ""


@rule("7", "8")
def line_to(s: HollowState, unit: int, target: int) -> Sightline:
    return line(s, s.viewpoint(unit), s.viewpoint(target))


@rule("8")
def reaches(s: HollowState, piece: int, place: int, normal: bool = False) -> bool:
    """Twice the printed range is the limit; subsequent fire keeps within the printed one."""
    unit = shooter(s, piece)
    reach = printed(s, piece)[1] if not s.is_leader(piece) else 99
    return s.field.range(s.at[unit], place) <= (reach if normal else 2 * reach)


UNSEEN = Refusal("7", "It does not see the target.")


def may_join(s: HollowState, shot: Shot, piece: int) -> bool:
    """Whether this piece may join the shot: for menus, which need no words."""
    return refuse_firer(s, shot, piece, told=False) is None


def refuse_firer(s: HollowState, shot: Shot, piece: int, told: bool = True) -> Refusal | None:
    """Why this piece may not join the shot: the rule, and if somebody is to be told, the line of sight in words."""
    if not (s.is_unit(piece) or s.is_weapon(piece)):
        return Refusal("8", "Only men, leaders and machine guns fire.")
    why = able(s, shot.side, shot.kind, piece)
    unit = shooter(s, piece)
    if why:
        return Refusal("16" if shot.kind in {"first", "final"} else "8", "{name} may not fire: {why}.", {"name": s.world.names.pieces[piece], "why": why})
    if piece in shot.firers:
        return Refusal("9", "{name} is in this fire already.", {"name": title(s, piece)})
    found = refuse_gunner(s, shot, piece) or _refuse_flame(s, shot, piece)
    if found is not None:
        return found
    if s.at[unit] == shot.place:
        return Refusal("20", "Units of one hex fight in close combat.")
    again = is_again(s, shot.kind, piece)
    if not s.is_leader(piece) and not reaches(s, piece, shot.place, again and shot.kind == "first"):
        range_, reach = s.field.range(s.at[unit], shot.place), printed(s, piece)[1]
        items = (("range to the target", str(range_), "8"), ("printed range", str(reach), "8"), ("limit", str(reach if again else 2 * reach), "8"))
        return Refusal("8", "{name} does not reach {place}.", {"name": title(s, piece), "place": place_name(s, shot.place)}, items)
    if s.is_weapon(piece) and not may_fire_from_crest(s, unit, piece, shot.place):
        return Refusal("188.17", "{name} fires from a crest only to the front.", {"name": title(s, piece)})
    if again and shot.kind == "final" and s.field.range(s.at[unit], shot.place) > 1:
        return Refusal("16", "{name} has fired during the movement and may now fire only at the next hex.", {"name": title(s, piece)})
    if s.is_leader(piece):
        return _refuse_leader(s, shot, piece)
    if not _is_linked(s, shot, unit):
        return Refusal("9", "{name} is not next to the others of the fire group.", {"name": title(s, piece)})
    found = refuse_sight(s, shot, piece, unit) if told else None if sees_all(s, shot, unit) else UNSEEN
    if found is not None:
        return found
    more = joined(s, shot, piece)
    power = power_of(s, more)
    if column(power) is None:
        lines = (
            *(step for one in firing(s, more) for step in part(s, more, one).steps),
            ("together, in 64ths", str(power), "10"),
        )
        return Refusal("10", "{name} would fire with less than one factor; others must begin.", {"name": title(s, piece)}, lines)
    return None


def sees_all(s: HollowState, shot: Shot, unit: int) -> bool:
    return all(line_to(s, unit, target).is_clear for target in shot.targets)


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
        values = {"name": title(s, piece), "text": text}
        return Refusal(found.blocks[0].rule, "{name} does not see the target. {text}", values, sight_items(ground, here, there, found), hexes, (ray,))
    return None


@rule("22")
def _refuse_flame(s: HollowState, shot: Shot, piece: int) -> Refusal | None:
    """A flamethrower fires by itself, and nobody directs it."""
    if shot.firers and (is_flame(s, shot.firers) or is_flame(s, (piece,))):
        return Refusal("22", "A flamethrower fires by itself.")
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
    leaders = {s.at[piece]: s.leader(piece).leadership for piece in firers if s.is_leader(piece) and not mans_with_another(s, firers, piece)}
    return max(leaders.values()) if places and places <= set(leaders) else None


@rule("11", "187.14", "189.19", "193.42", "184.1", "185.2", "186.12", "190.2", "176.1", "189.20")
def terrain_items(s: HollowState, unit: int, target: int) -> list[Item]:
    """What protects the target from this firer: its hex together with the wall, dune crest or lip the fire crosses; or one thing alone, if that is better.

    A work, the crest of a wadi, a hillock in front and height do not add up with anything.
    """
    first = line_to(s, unit, target).look
    together = [Item("terrain", s.field.protection(s.at[target]), "11")]
    alone: list[Item] = []
    wall = 0
    if first.a.hex == s.field.hex_of[s.at[unit]]:
        wall = 0 if is_denied(s, unit, target) else wall_protection(first)
        together += [
            Item("behind a wall or hedge", wall, "193.42"), Item("behind a dune crest", dune_protection(first), "190.51"),
            Item("lip of a deir", deir_protection(first), "187.14"),
        ]  # fmt: skip
        alone.append(Item("behind a hillock", hillock_protection(first), "189.19"))
    work = hooks.protection_of_works(s, target)
    if work is not None:
        alone.append(work)
    if s.has(target, CREST) and s.field.is_wadi(s.at[target]) and not (wall and (first.range > 1 or s.has(target, WALL))):
        alone.append(Item("at the crest of a wadi", crest_protection(s, unit, target), "188.16"))
    together = [item for item in together if item.drm]
    alone.append(Item("height advantage", height_advantage(s, unit, target), "189.20"))  # last: of two worth the same, the one counts that hides
    best = max(alone, key=lambda item: item.drm)
    return [best] if best.drm > sum(item.drm for item in together) else together


@rule("189.20")
def height_advantage(s: HollowState, unit: int, target: int) -> int:
    """+1 for a target a full level or more above the firer; half a level of hillock is not enough, and nobody has it down in a wadi."""
    if s.position(target) == "in":
        return 0
    ground = s.field.ground
    return int(elevation(ground, s.viewpoint(target)) - elevation(ground, s.viewpoint(unit)) >= 2)


@rule("189.20", "15")
def is_covered(terrain: Iterable[Item]) -> bool:
    """Whether something protects that also hides from view: height alone does not."""
    return any(item.rule != "189.20" for item in terrain)


@rule("22")
def flames_item(s: HollowState, target: int) -> list[Item]:
    """-1 for every flamethrower that is seen among the targets."""
    seen = [
        w for w in s.here[s.at[target]]
        if s.is_weapon(w) and s.weapon(w).kind == FLAMETHROWER and s.owner_of(w) >= 0 and s.side[s.owner_of(w)] == s.side[target] and not s.is_secret(w)
    ]  # fmt: skip
    return [Item("a flamethrower there", -len(seen), "22")] if seen else []


@rule("11", "176.32", "184.1", "142.71")
def movement_items(s: HollowState, shot: Shot, target: int, hindrance: int, protected: bool) -> list[Item]:
    """-1 for moving in the open with nothing in between, -1 for moving otherwise than by assault movement: in first fire only."""
    if shot.kind != "first":
        return []
    found = []
    if not s.has(target, ASSAULT):
        found.append(Item("moves, not by assault movement", -1, "142.71"))
    if s.field.is_open(s.at[target]) and not hindrance and not protected and not cancels_open_ground(dust(s)):
        found.append(Item("moves in the open", -1, "11"))
    return found


@rule("22", "194.71", "194.792")
def feels_dust(s: HollowState, shot: Shot) -> bool:
    """Whether the die for dust counts: not for flames, nor where no line of the shot leaves one building."""
    if is_flame(s, shot.firers):
        return False
    units = {shooter(s, piece) for piece in shot.firers}
    return not units or not all(is_within_building(s, unit, target) for unit in units for target in shot.targets)


@rule("11", "14", "142", "22")
def modifiers(s: HollowState, shot: Shot, target: int) -> list[Item]:
    """Everything that changes the roll against one target. Of several firers the worst line counts."""
    if is_flame(s, shot.firers):
        return []  # 22: nothing helps against flames
    units = list(dict.fromkeys(shooter(s, piece) for piece in shot.firers if not s.is_leader(piece)))
    found: list[Item] = []
    led = direction(s, shot.firers)
    if led:
        found.append(Item("leader", led, "14"))
    worst: list[Item] = []
    for unit in units:
        mine: list[Item] = []
        sightline = line_to(s, unit, target)
        terrain = terrain_items(s, unit, target)
        mine += terrain
        mine += [Item(hindrance.what, hindrance.drm, hindrance.rule) for hindrance in sightline.hindrances]
        mine += line_modifiers(s, unit, target)
        solid = sum(hindrance.drm for hindrance in sightline.hindrances if hindrance.rule != "176.32")
        mine += movement_items(s, shot, target, solid, is_covered(terrain))
        if not worst or sum(item.drm for item in mine) > sum(item.drm for item in worst):
            worst = mine
    found += worst + flames_item(s, target)
    if any(s.has(unit, CX) for unit in units):
        found.append(Item("exhausted firer", 1, "142"))
    return found


def drm(s: HollowState, shot: Shot, target: int) -> int:
    return sum(item.drm for item in modifiers(s, shot, target))
