"""How strong a shot is: printed firepower, doubled and halved."""

from __future__ import annotations

from typing import NamedTuple

from amba.games.hollow.book import rule
from amba.games.hollow.counters import CONCEALED, FIRST, MOVED, PINNED
from amba.games.hollow.frames import Shot
from amba.games.hollow.rules.r010_fire_table import SCALE
from amba.games.hollow.rules.r014_leaders import mans_with_another
from amba.games.hollow.rules.r017_weapons import is_flame, shooter
from amba.games.hollow.rules.r024_smoke import has_thrown_smoke
from amba.games.hollow.rules.r188_crests import is_in_front
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
