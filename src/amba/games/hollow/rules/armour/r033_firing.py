"""What a gun's own doings add to its shots, whatever it fires at."""

from __future__ import annotations

from amba.core.steps import push
from amba.games.hollow.book import rule
from amba.games.hollow.counters import BYPASS, CX, EXPOSED, INTENSIVE, MOTION, PINNED, SHAKEN
from amba.games.hollow.frames_armour import GunShot
from amba.games.hollow.rules.armour.r033_to_hit import Circumstances
from amba.games.hollow.rules.armour.r037_light import has_own_numbers
from amba.games.hollow.rules.armour.r063_aiming import aim_at
from amba.games.hollow.rules.armour.r063_guns import COVER, crew_of, mark_gun, serving
from amba.games.hollow.rules.armour.r145_aim import acquired
from amba.games.hollow.rules.armour.r145_bore_sight import is_bore_sighted
from amba.games.hollow.rules.captured import is_captured
from amba.games.hollow.rules.common import sum_of
from amba.games.hollow.rules.r042_concealment import reveal
from amba.games.hollow.rules.r064_commanders import commander_items
from amba.games.hollow.state import HollowState


@rule("33.31", "64", "191.51")
def firing_circumstances(s: HollowState, at: GunShot) -> Circumstances:
    """Turning, the phase, the crew's state and the range; a buttoned-up crew aims worse, and so does one that was stunned before. Who sees the belly of what enters his hex is not hampered by being in it."""
    gun, crew = at.gun, crew_of(s, at.gun)
    in_vehicle = s.is_vehicle(gun)
    bounding = "" if at.kind != "bounding" else "NT" if serving(s, gun).mount == "NT" else "turret"
    return Circumstances(
        bounding=bounding, seen_for=at.seen_for if bounding else None,
        mount=serving(s, gun).mount, turned=at.turned, in_cover=s.field.has(s.at[gun], *COVER) and not s.has(gun, BYPASS), advancing=at.kind == "advancing" and not has_own_numbers(s, gun), pinned=s.has(crew, PINNED),
        same_hex=s.at[gun] == at.place and not at.belly, exhausted=s.has(crew, CX), range=s.field.range(s.at[gun], at.place),
        intensive=s.has(gun, INTENSIVE), acquired=acquired(s, at),
        buttoned_up=in_vehicle and s.vehicle(gun).is_armoured and not s.has(gun, EXPOSED), shaken=in_vehicle and s.has(gun, SHAKEN), leader=sum_of(commander_items(s, gun)) if in_vehicle else 0, captured=is_captured(s, gun), bore_sighted=is_bore_sighted(s, at),
    )  # fmt: skip


@rule("135")
def in_motion(s: HollowState, gun: int) -> bool:
    """Whether the gun fires from a vehicle in motion."""
    return s.is_vehicle(gun) and s.has(gun, MOTION)


@rule("63", "42", "32")
def fire_gun(s: HollowState, shot: GunShot) -> None:
    """The gun is turned and fires; firing shows its crew."""
    reveal(s, crew_of(s, shot.gun))
    aim_at(s, shot.gun, shot.place)
    mark_gun(s, shot.gun, shot.kind)
    push(s, shot)
