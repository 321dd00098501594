"""Who may fire at what, and how strongly: printed firepower doubled and halved; range, sight, leaders."""

from __future__ import annotations

from typing import NamedTuple

from amba.core.decision import Refusal
from amba.core.state import remembered
from amba.games.hollow.book import rule
from amba.games.hollow.counters import BUSY, CONCEALED, FINAL, FIRED, FIRST, MELEE, MOVED, PINNED, PREP
from amba.games.hollow.frames import Shot
from amba.games.hollow.rules.r007_seeing import is_clear, line_to
from amba.games.hollow.rules.r007_sight import first_stop, sentences, sight_items
from amba.games.hollow.rules.r010_fire_table import SCALE, column
from amba.games.hollow.rules.r012_heroes import is_berserk
from amba.games.hollow.rules.r014_leaders import mans_with_another
from amba.games.hollow.rules.r017_weapons import is_flame, joined, refuse_gunner, shooter, weapon_able
from amba.games.hollow.rules.r024_smoke import has_thrown_smoke
from amba.games.hollow.rules.r081_streams import is_in_deep_water
from amba.games.hollow.rules.r110_mounts import riding
from amba.games.hollow.rules.r188_wadis import is_in_front, may_fire_from_crest
from amba.games.hollow.state import HollowState
from amba.games.hollow.titles import title


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
        (shot.kind == "advancing" and not flame and (s.has(unit, MOVED) or has_thrown_smoke(s, unit)), "fires after moving", "8"),
        (s.has(unit, PINNED), "pinned", "142.6"),
        (bool(riding(s, unit)), "mounted", "110"),
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


def power_of(s: HollowState, shot: Shot) -> int:
    return sum(part(s, shot, piece).power for piece in firing(s, shot))


@rule("8", "16", "17", "5.7", "B")
def able(s: HollowState, side: int, kind: str, piece: int) -> str:
    """Why a piece may not fire in this phase at all; nothing when it may."""
    unit = shooter(s, piece)
    if unit < 0:
        return "nobody has it"
    if s.side[unit] != side or not s.is_on_map(unit):
        return "it is not yours on the map"
    if s.is_broken(unit):
        return "it is broken"
    if s.has(unit, MELEE):
        return "it is locked in close combat"
    if is_berserk(s, unit):
        return "it is berserk, and only charges"
    if s.has(unit, BUSY):
        return "it is busy with something else"
    if s.field.is_wadi(s.at[unit]) and is_in_deep_water(s, unit):
        return "it is up to the chest in water"
    if kind == "advancing" and s.has(unit, PREP):
        return "it has fired in the prep fire phase"
    hands = (piece,) if unit == piece or s.is_squad(unit) else (piece, unit)
    if kind in {"prep", "advancing"} and any(s.has(hand, FIRED) for hand in hands):
        return "it has fired already"
    if kind in {"first", "final"} and any(s.has(hand, FINAL) for hand in hands):
        return "it has fired its last in this defence"
    return weapon_able(s, kind, piece) if unit != piece else ""


@rule("8")
def reaches(s: HollowState, piece: int, place: int, normal: bool = False) -> bool:
    """Twice the printed range is the limit; subsequent fire keeps within the printed one."""
    unit = shooter(s, piece)
    reach = printed(s, piece)[1] if not s.is_leader(piece) else 99
    return s.field.range(s.at[unit], place) <= (reach if normal else 2 * reach)


UNSEEN = Refusal("7", "It does not see the target.")


def may_join(s: HollowState, shot: Shot, piece: int) -> bool:
    """Whether this piece may join the shot: for menus, which need no words."""
    return (s.is_unit(piece) or s.is_weapon(piece)) and not able(s, shot.side, shot.kind, piece) and may_join_now(s, shot, piece)


def may_join_now(s: HollowState, shot: Shot, piece: int) -> bool:
    """The same of a piece that may fire in this phase; most are too far off, and asked no more."""
    return (s.is_leader(piece) or reaches(s, piece, shot.place)) and _refuse_joining(s, shot, piece, told=False) is None


def refuse_firer(s: HollowState, shot: Shot, piece: int) -> Refusal | None:
    """Why this piece may not join the shot: the rule, and the line of sight in words."""
    if not (s.is_unit(piece) or s.is_weapon(piece)):
        return Refusal("8", "Only men, leaders and machine guns fire.")
    why = able(s, shot.side, shot.kind, piece)
    if why:
        number = "16" if shot.kind in {"first", "final"} else "8"
        return Refusal(number, "{name} may not fire: {why}.", {"name": s.world.names.pieces[piece], "why": why})
    return _refuse_joining(s, shot, piece, told=True)


def _refuse_joining(s: HollowState, shot: Shot, piece: int, told: bool) -> Refusal | None:
    """Why a piece that may fire in this phase may not join this shot."""
    unit = shooter(s, piece)
    if piece in shot.firers:
        return Refusal("9", "{name} is in this fire already.", {"name": title(s, piece)})
    if (found := refuse_gunner(s, shot, piece) or _refuse_flame(s, shot, piece)) is not None:
        return found
    if s.at[unit] == shot.place:
        return Refusal("20", "Units of one hex fight in close combat.")
    if s.is_leader(piece):
        return _refuse_leader(s, shot, piece)
    if (found := _refuse_reach(s, shot, piece, unit)) is not None:
        return found
    if not _is_linked(s, shot, unit):
        return Refusal("9", "{name} is not next to the others of the fire group.", {"name": title(s, piece)})
    if (found := refuse_sight(s, shot, piece, unit) if told else None if sees_all(s, shot, unit) else UNSEEN) is not None:
        return found
    if not told and shot.firers and is_strong(s, shot):
        return None  # whoever joins makes it no weaker
    more = joined(s, shot, piece)
    power = power_of(s, more)
    if column(power) is None:
        lines = (*(step for one in firing(s, more) for step in part(s, more, one).steps), ("together, in 64ths", str(power), "10"))
        return Refusal("10", "{name} would fire with less than one factor; others must begin.", {"name": title(s, piece)}, lines)
    return None


@remembered()
def is_strong(s: HollowState, shot: Shot) -> bool:
    """Whether those who fire have a whole factor."""
    return column(power_of(s, shot)) is not None


@rule("8", "16", "188.17")
def _refuse_reach(s: HollowState, shot: Shot, piece: int, unit: int) -> Refusal | None:
    """Within twice its range; who fires again keeps within it, after the movement to the next hex; heavy weapons fire from a crest only to the front."""
    again = is_again(s, shot.kind, piece)
    range_, reach = s.field.range(s.at[unit], shot.place), printed(s, piece)[1]
    if not reaches(s, piece, shot.place, again and shot.kind == "first"):
        items = (("range to the target", str(range_), "8"), ("printed range", str(reach), "8"), ("limit", str(reach if again else 2 * reach), "8"))
        return Refusal("8", "{name} does not reach {place}.", {"name": title(s, piece), "place": s.world.names.places[shot.place]}, items)
    if s.is_weapon(piece) and not may_fire_from_crest(s, unit, piece, shot.place):
        return Refusal("188.17", "{name} fires from a crest only to the front.", {"name": title(s, piece)})
    if again and shot.kind == "final" and range_ > 1:
        return Refusal("16", "{name} has fired during the movement and may now fire only at the next hex.", {"name": title(s, piece)})
    return None


def sees_all(s: HollowState, shot: Shot, unit: int) -> bool:
    here = s.viewpoint(unit)
    return all(is_clear(s, here, s.viewpoint(target)) for target in shot.targets)


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
