"""Everything that changes the roll of a shot against one target, what the lie of the land does for it first."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from amba.games.hollow.book import rule
from amba.games.hollow.counters import ASSAULT, CLIMBING, CREST, CX, WALL
from amba.games.hollow.frames import Shot
from amba.games.hollow.rules.common import Item, sum_of
from amba.games.hollow.rules.r007_look import Look, elevation
from amba.games.hollow.rules.r007_seeing import line_to
from amba.games.hollow.rules.r012_heroes import heroic_items
from amba.games.hollow.rules.r014_leaders import direction
from amba.games.hollow.rules.r017_weapons import FLAMETHROWER, is_flame, shooter
from amba.games.hollow.rules.r024_smoke import out_of_smoke
from amba.games.hollow.rules.r029_cover import vehicle_protection
from amba.games.hollow.rules.r029_targets import hazard_items, vehicle_cover
from amba.games.hollow.rules.r063_gunners import HAZARD, emplacement, is_pushing, shield_item
from amba.games.hollow.rules.r110_mounts import HORSE, riding, target_items
from amba.games.hollow.rules.r188_wadis import crest_protection
from amba.games.hollow.rules.r189_hillocks import encountered, flanking, is_adjacent, own_hillocks
from amba.games.hollow.rules.r191_works import work_protection
from amba.games.hollow.rules.r193_walls import is_denied
from amba.games.hollow.rules.r194_air import air_items, dust, is_within_building
from amba.games.hollow.rules.r194_dust import cancels_open_ground
from amba.games.hollow.rules.r196_thorns import is_in_hedge, thorn_items
from amba.games.hollow.state import HollowState
from amba.kit.rays import Meeting

HEXSIDES = {"wall": 2, "hedge": 1, "cactus_hedge": 1}
"""What a hexside that the fire crosses adds."""
LineModifier = Callable[[HollowState, int, int], list[Item]]
"""What one chapter adds to the shot of a firer at a target: the state, the firer, the target."""


@rule("82.2")
def cliff_items(s: HollowState, firer: int, target: int) -> list[Item]:
    """-2, hazardous movement, against men who hang on a cliff."""
    return [Item("hangs on a cliff", HAZARD, "82.2")] if s.has(target, CLIMBING) else []


LINE_MODIFIERS: tuple[LineModifier, ...] = (air_items, thorn_items, hazard_items, out_of_smoke, target_items, cliff_items)
"""Modifiers that are neither terrain nor hindrance: sun, haze and wind (194.6), thorns (196.3), bailing out (176.711), fire out of smoke (24.4), riders (110), men on a cliff (82.2)."""


@rule("196.3", "176.711", "110", "82.2")
def posture_items(s: HollowState, target: int) -> list[Item]:
    """What a unit does that makes it an easy target for whatever strikes its hex, from beyond the map or from the air too."""
    return [item for found in (thorn_items, hazard_items, target_items, cliff_items) for item in found(s, target, target)]


def line_modifiers(s: HollowState, firer: int, target: int) -> list[Item]:
    """Modifiers of one firer's shot at one target that are neither terrain nor hindrance."""
    return [item for found in LINE_MODIFIERS for item in found(s, firer, target)]


@rule("187.14")
def deir_protection(look: Look) -> int:
    """+1 in a deir against fire from the same elevation across a lip hexside not of the firer's hex; between two deirs also from the next hex."""
    firer, target = look.a.hex, look.b.hex
    if not look.ground.has(target, "deir") or look.ea != look.eb:
        return 0
    if look.range == 1 and look.ground.has(firer, "deir") and look.ground.has_side(firer, target, "lip"):
        return 1
    return int(any(not _is_lip_of(look, meeting) for meeting in look.met("lip")))


def _is_lip_of(look: Look, meeting: Meeting) -> bool:
    """Whether the lip met there is a side of the firer's own hex."""
    pairs = [pair for pair in (*meeting.left, *meeting.right) if look.ground.has_side(*pair, "lip")]
    return any(look.a.hex in pair for pair in pairs)


@rule("189.19")
def hillock_protection(look: Look) -> int:
    """+1 against fire that enters the hex across or along a side of a hillock half a level higher than the target, unless the firer looks over that hillock.

    A firer as high as the hillock looks over the one he stands on and the next; past one more he does not look over it (189.16).
    """
    beside = flanking(look)
    hillocks = [*encountered(look), *([beside] if beside is not None else [])]
    if not hillocks or not is_adjacent(look.b, look.eb, hillocks[-1]):
        return 0
    last = hillocks[-1]
    if look.ea > last.top:
        return 0
    if look.ea < last.top:
        return 1
    own = own_hillocks(look)
    level = {(hillock.top, hillock.key) for hillock in hillocks if hillock.top == last.top} - own
    return int((last.top, last.key) in level and len(level) >= 2)


@rule("193.42", "11")
def wall_protection(look: Look) -> int:
    """A wall crossed into the target's hex gives +2, a hedge +1, but only to a target not lower than the ground the wall stands on."""
    best = 0
    for kind, value in HEXSIDES.items():
        for meeting in look.met(kind):
            pairs = [pair for pair in (*meeting.left, *meeting.right) if look.b.hex in pair and look.ground.has_side(*pair, kind)]
            stands = [2 * max(look.ground.level.get(place, 0) for place in pair) for pair in pairs]
            if stands and look.eb >= min(stands):
                best = max(best, value)
    return best


@rule("189.162")
def rubble_protection(look: Look) -> int:
    """Rubble as high as a firer on a hillock counts as a hedge along its far side: +1 to who is behind that side, and not lower than its ground."""
    before = [passage.hexes for passage in look.between if passage.kind != "corner"][-1:]
    low = look.ground.heights.low
    is_behind = look.ea - 1 <= look.eb <= look.ea and any(all(low.get(place) == look.ea for place in hexes) for hexes in before)
    return HEXSIDES["hedge"] if is_behind else 0


@rule("190.51")
def dune_protection(look: Look) -> int:
    """Our own rule: a dune crest crossed into the target's hex protects as a hedge does, but nobody lower than the ground it stands on."""
    for meeting in look.met("dune_crest"):
        pairs = [pair for pair in (*meeting.left, *meeting.right) if look.b.hex in pair and look.ground.has_side(*pair, "dune_crest")]
        stands = [max(look.ground.surface(place) for place in pair) for pair in pairs]
        if stands and look.eb >= min(stands):
            return HEXSIDES["hedge"]
    return 0


@rule("11", "187.14", "189.19", "193.42", "184.1", "185.2", "186.12", "190.2", "176.1", "189.20")
def terrain_items(s: HollowState, unit: int, target: int) -> list[Item]:
    """What protects the target from this firer: its hex together with the wall, dune crest or lip the fire crosses; or one thing alone, if that is better.

    A work, the crest of a wadi, a hillock in front and height do not add up with anything.
    """
    if s.is_vehicle(target):
        return vehicle_cover(s, unit, target)
    if s.has(target, CLIMBING):
        return []  # 82.2: nothing protects who hangs on a cliff
    first = line_to(s, unit, target).look
    together = [Item("terrain", s.field.protection(s.at[target]), "11")]
    alone: list[Item] = []
    wall = 0
    if first.a.hex == s.field.hex_of[s.at[unit]]:
        wall = 0 if is_denied(s, unit, target) else wall_protection(first)
        together += [
            Item("behind a wall or hedge", wall, "193.42") if wall else Item("behind rubble", rubble_protection(first), "189.162"),
            Item("behind a dune crest", dune_protection(first), "190.51"),
            Item("lip of a deir", deir_protection(first), "187.14"),
        ]  # fmt: skip
        alone.append(Item("behind a hillock", hillock_protection(first), "189.19"))
    for found in (work_protection(s, target), emplacement(s, target)):
        if found is not None:
            alone.append(found)
    if s.has(target, CREST) and s.field.is_wadi(s.at[target]) and not (wall and (first.range > 1 or s.has(target, WALL))):
        alone.append(Item("at the crest of a wadi", crest_protection(s, unit, target), "188.16"))
    together = [item for item in together if item.value]
    if s.has_armour:
        alone.append(vehicle_protection(s, unit, target))
    alone.append(Item("height advantage", height_advantage(s, unit, target), "189.20"))  # last: of two worth the same, the one counts that hides
    best = max(alone, key=lambda item: item.value)
    return [best] if best.value > sum_of(together) else together


@rule("63", "191.4", "137.3")
def shielded(s: HollowState, unit: int, target: int) -> list[Item]:
    """What protects the target from small arms: the ground, or the shield of the gun that it serves; in a trench both."""
    terrain = terrain_items(s, unit, target)
    shield = shield_item(s, target, s.at[unit], sum_of(terrain)) if s.has_armour else None
    return terrain if shield is None else [*terrain, shield] if shield.rule == "137.3" else [shield]


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


@rule("11", "176.32", "184.1", "142.71", "196.3")
def movement_items(s: HollowState, shot: Shot, target: int, hindrance: int, protected: bool) -> list[Item]:
    """-1 for moving in the open with nothing in between, -1 for moving otherwise than by assault movement: in first fire only, and not in the thorns, where -2 stands for both."""
    if shot.kind != "first" or is_in_hedge(s, target) or s.is_vehicle(target):
        return []
    if riding(s, target) == HORSE:
        return []
    if s.has_armour and is_pushing(s, target):
        return [Item("pushes a gun", HAZARD, "63")]
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
    found += heroic_items(s, units)
    worst: list[Item] = []
    for unit in units:
        mine: list[Item] = []
        sightline = line_to(s, unit, target)
        terrain = shielded(s, unit, target)
        mine += terrain
        mine += [Item(hindrance.what, hindrance.drm, hindrance.rule) for hindrance in sightline.hindrances]
        mine += line_modifiers(s, unit, target)
        solid = sum(hindrance.drm for hindrance in sightline.hindrances if hindrance.rule != "176.32")
        mine += movement_items(s, shot, target, solid, is_covered(terrain))
        if not worst or sum_of(mine) > sum_of(worst):
            worst = mine
    found += worst + flames_item(s, target)
    if any(s.has(unit, CX) for unit in units):
        found.append(Item("exhausted firer", 1, "142"))
    return found


def drm(s: HollowState, shot: Shot, target: int) -> int:
    return sum_of(modifiers(s, shot, target))
