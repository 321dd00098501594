"""To hit: the number by target and range, what the gun and its ammunition do to it, and every modifier of the dice, each with its case."""

from __future__ import annotations

from typing import NamedTuple

from amba.games.hollow.armoury import Ordnance
from amba.games.hollow.book import rule
from amba.games.hollow.printed import BANDS, OURS, Printed
from amba.games.hollow.rules.common import Item, sum_of
from amba.load.files import PrintedTable


def _band(range_: int) -> int:
    return next((i for i, most in enumerate(BANDS[:-1]) if range_ <= int(most)), len(BANDS) - 1)


def _cell(found: PrintedTable, row: str, range_: int) -> int:
    return int(found.cells[found.rows.index(row)][_band(range_)])


@rule("197.1")
def has_red_numbers(nation: str, gun: str) -> bool:
    """All Italian ordnance has red numbers to hit, but for anti-tank rifles and machine guns."""
    return nation == "italian" and gun not in {"ATR", "20L ATR"}


def gun_rows(gun: Ordnance) -> list[str]:
    """The rows of a gun's own in the chart of what it does to the number to hit: its barrel and its calibre."""
    found = [gun.barrel] if gun.barrel else []
    return found + [f"to {most} mm" for most in (57, 40) if gun.calibre <= most]


@rule("33.3")
def number_items(target: str, range_: int, gun: Ordnance, is_red: bool, ammunition: str = "ap", printed: Printed = OURS) -> list[Item]:
    """The number to hit: by target and range, with what barrel, calibre and ammunition do to it."""
    found = [Item(f"{target} at {range_}", _cell(printed.to_hit, f"{target} {'red' if is_red else 'black'}", range_), "33.3")]
    rows = gun_rows(gun)
    rows += [ammunition] if ammunition in {"apcr", "apds", "smoke"} else []
    if target != "area":
        found += [
            Item({"*": "short barrel", "L": "long barrel", "LL": "very long barrel"}.get(row, row), _cell(printed.to_hit_guns, row, range_), "33.3")
            for row in rows
        ]
    return [found[0], *(item for item in found[1:] if item.value)]


@rule("33.3", "24.4")
def smoke_number(range_: int, printed: Printed = OURS) -> list[Item]:
    """What smoke shells do to the number to hit: they need not be so near."""
    value = _cell(printed.to_hit_guns, "smoke", range_)
    return [Item("smoke shell", value, "33.3")] if value else []


def hit_number(target: str, range_: int, gun: Ordnance, is_red: bool, ammunition: str = "ap", printed: Printed = OURS) -> int:
    return sum_of(number_items(target, range_, gun, is_red, ammunition, printed))


ROOF = "roof"


class Circumstances(NamedTuple):
    """Everything about firer and target that changes the dice. What does not apply is left as it is."""

    mount: str = "NT"
    turned: int = 0
    """Hexspines the gun was turned for this shot."""
    in_cover: bool = False
    """The firer is in woods, a building or rubble."""
    advancing: bool = False
    bounding: str = ""
    """Fire while moving: "turret", "NT", "stable" or "roof", a machine gun on the roof, for which nothing is added."""
    seen_for: int | None = None
    """Half movement points the target, or for bounding fire the firer, spent in sight; None where that does not matter."""
    pinned: bool = False
    same_hex: bool = False
    intensive: bool = False
    at_tracks: bool = False
    captured: bool = False
    buttoned_up: bool = False
    exhausted: bool = False
    shaken: bool = False
    leader: int = 0
    moving: bool = False
    upright: bool = False
    """Men who move otherwise than by assault movement."""
    in_the_open: bool = False
    concealed: bool = False
    range: int = 99
    bore_sighted: bool = False
    acquired: int = 0
    hazardous: bool = False
    size: int = 0
    terrain: tuple[Item, ...] = ()
    hindrance: tuple[Item, ...] = ()


def _case(case: str, printed: Printed) -> Item:
    modifier, what = printed.cases[case]
    return Item(f"{case.split('-', maxsplit=1)[0]}: {what}", modifier, "33.31")


@rule("33.31")
def turning(mount: str, hexspines: int, in_cover: bool = False, printed: Printed = OURS) -> list[Item]:
    """Case A: by mount for the first hexspine, 1 for each more, all of it twice in woods, buildings and rubble."""
    if not hexspines:
        return []
    kind = "T" if mount == "T" else "NT" if mount in {"NT", "-"} else "ST"
    value = (printed.cases[f"A-{kind}"][0] + (hexspines - 1) * printed.cases["A-more"][0]) * (2 if in_cover else 1)
    return [Item(f"A: the gun is turned {hexspines} hexspine{'s' if hexspines > 1 else ''}", value, "33.31")]


@rule("33.31")
def firer_items(c: Circumstances, printed: Printed = OURS) -> list[Item]:
    """What the firer's own doings add to the dice: cases A to I."""
    found = turning(c.mount, c.turned, c.in_cover, printed)
    if c.advancing or c.bounding:
        found.append(_case("B-cover" if c.in_cover else "B", printed))
    if c.bounding:
        found += [_case(f"C-{c.bounding}", printed)] if c.bounding != ROOF else []
        if c.seen_for is not None and c.seen_for <= 6:
            found.append(_case("C2" if c.seen_for <= 4 else "C1", printed))
    cases = {
        "D": c.pinned, "E": c.same_hex, "F": c.intensive, "G": c.at_tracks, "H": c.captured, "I": c.buttoned_up, "CX": c.exhausted, "shaken": c.shaken,
    }  # fmt: skip
    found += [_case(case, printed) for case, applies in cases.items() if applies]
    return [*found, *([Item("leader", c.leader, "14")] if c.leader else [])]


@rule("33.31", "176.74")
def target_items(c: Circumstances, printed: Printed = OURS) -> list[Item]:
    """What the target adds: movement, concealment, nearness, acquisition, size, ground and what lies in between; cases J to R."""
    found: list[Item] = []
    if c.moving:
        few = c.seen_for is not None and not c.bounding and c.seen_for <= 6
        found.append(_case("J2" if few and (c.seen_for or 0) <= 2 else "J1" if few else "J", printed))
    elif c.range in {1, 2} and not c.same_hex:
        found.append(_case(f"L{c.range}", printed))
    cases = {"J3": c.upright and not c.hazardous, "J4": c.in_the_open and not c.hazardous, "K": c.concealed, "M": c.bore_sighted, "O": c.hazardous}
    found += [_case(case, printed) for case, applies in cases.items() if applies]
    if c.acquired and not c.bore_sighted:
        found.append(_case(f"N{min(c.acquired, 2)}", printed))
    if c.size:
        found.append(Item("P: its size", c.size, "33.31"))
    return [*found, *c.terrain, *c.hindrance]


def modifier_items(c: Circumstances, printed: Printed = OURS) -> list[Item]:
    return [*firer_items(c, printed), *target_items(c, printed)]


class Hit(NamedTuple):
    """What a shot did: whether it hit, where, and whether it was a critical hit."""

    hits: bool
    is_turret: bool = False
    is_critical: bool = False


@rule("33.31", "135")
def dice_total(coloured: int, white: int, modifier: int, in_motion: bool = False) -> int:
    """What a roll comes to; the lower die of a gun in motion counts twice."""
    return coloured + white + (min(coloured, white) if in_motion else 0) + modifier


@rule("33.3", "145")
def read_hit(target: str, number: int, modifier: int, coloured: int, white: int, in_motion: bool = False) -> Hit:
    """At most the number hits; the turret if the coloured die is lower. An original 2 at a vehicle or an area, or less than half the number at men, is critical.

    A gun that fires from a vehicle in motion counts its lower die twice.
    """
    original, total = coloured + white, dice_total(coloured, white, modifier, in_motion)
    if total > number:
        return Hit(False)
    critical = 2 * total < number if target == "infantry" else original == 2
    return Hit(True, coloured < white, critical)


@rule("77", "145")
def part_shown(hit: Hit, is_down: bool) -> Hit:
    """Of what stands hull down only the turret can be hit, and a critical hit finds it."""
    if not is_down or not hit.hits:
        return hit
    return hit._replace(is_turret=True) if hit.is_critical else Hit(hit.is_turret, hit.is_turret)


@rule("145")
def may_hit_by_chance(number: int, modifier: int, in_motion: bool = False) -> bool:
    """A shot that no roll would make: an original 2 may still hit, on a die of 1 (critical), 2 (turret) or 3 (hull)."""
    return dice_total(1, 1, modifier, in_motion) > number


@rule("145")
def slowed(mount: str, turned: int) -> int:
    """By how much a gun's rate is lower for a shot for which it had to be turned: one, if it stands in no turret and on no mount that turns as one."""
    return int(turned > 0 and mount in {"NT", "-"})


@rule("33.3", "145")
def keeps_rate(rof: int, coloured: int) -> bool:
    """The gun fires on while the coloured die shows no more than its rate of fire."""
    return 0 < coloured <= rof


@rule("33.3", "145", "194.732")
def breaks_down(breakdown: int, coloured: int, white: int, intensive: bool = False, shift: int = 0) -> bool:
    """A gun malfunctions on its number or more, two less in intensive fire, one less in extremely heavy dust."""
    return coloured + white >= breakdown - 2 * intensive + shift


@rule("145")
def is_multiple_hit(gun: Ordnance, coloured: int, white: int) -> bool:
    """Guns of 15 to 40 mm hit twice on doubles: two rolls to kill, of which the firer takes one."""
    return 15 <= gun.calibre <= 40 and coloured == white
