"""To kill: the number by ammunition, range and armour, and what the dice against it do to a vehicle."""

from __future__ import annotations

from amba.games.hollow.armoury import Armour, Ordnance
from amba.games.hollow.book import rule
from amba.games.hollow.printed import OURS, Printed
from amba.games.hollow.rules.common import Item, sum_of
from amba.load.files import PrintedTable

AMMUNITION = ("ap", "apcr", "apds", "heat", "he")
ARMOUR = {-5: 0, -4: 1, -3: 2, -2: 3, -1: 4, 0: 6, 1: 8, 2: 11, 3: 14, 4: 18, 5: 26}
"""The module's armour figures, and what they take off the number to kill."""
THINNEST = -5
SOFT_HEAT = 11
DUD = 12
BURNS, DESTROYED, IMMOBILISED, SHOCKED, STUNNED, MAYBE_SHOCKED, NOTHING = (
    "burns", "is destroyed", "is immobilised", "is shocked", "is stunned", "may be shocked", "is not hurt",
)  # fmt: skip


def _at_most(found: PrintedTable, row: str, number: int) -> str:
    """The cell of the first column that is not below the number; a dash beyond the last."""
    cells = found.cells[found.rows.index(row)]
    return next((cell for column, cell in zip(found.columns, cells, strict=True) if number <= int(column)), "-")


def _at_least(found: PrintedTable, row: str, number: int) -> int:
    """The cell of the last column that is not above the number; 0 below the first."""
    cells = found.cells[found.rows.index(row)]
    return max((int(cell) for column, cell in zip(found.columns, cells, strict=True) if number >= int(column)), default=0)


@rule("33.4")
def basic_number(gun: Ordnance, ammunition: str, is_armoured: bool, printed: Printed = OURS) -> int:
    """What the shot does before range and armour; 0 where the gun has no such ammunition, or it does nothing."""
    if ammunition == "he":
        return _at_least(printed.kill_he, "armoured" if is_armoured else "unarmoured", gun.calibre) if gun.he else 0
    if ammunition == "ap":
        return (gun.ap if is_armoured else _at_least(printed.kill_soft, "unarmoured", gun.calibre)) if gun.ap else 0
    special = printed.special
    if gun.key not in special.rows:
        return 0
    cell = special.cells[special.rows.index(gun.key)][special.columns.index(ammunition)]
    if cell == "-":
        return 0
    if is_armoured:
        return int(cell)
    return SOFT_HEAT if ammunition == "heat" else _at_least(printed.kill_soft, "unarmoured", gun.calibre)


def range_row(gun: Ordnance, ammunition: str) -> str:
    """The row of the chart that says what the range does; none for hollow charges and high explosive."""
    if ammunition in {"heat", "he"}:
        return ""
    if ammunition == "apds":
        return "apds"
    if ammunition == "apcr":
        return "apcr to 57 mm" if gun.calibre <= 57 else "apcr more"
    return "ap to 28 mm" if gun.calibre < 37 else "ap to 57 mm" if gun.calibre <= 57 else "ap more"


@rule("33.4")
def range_change(gun: Ordnance, ammunition: str, range_: int, printed: Printed = OURS) -> int | None:
    """What the range adds to a solid shot; hollow charges and high explosive do not care. None: too far."""
    row = range_row(gun, ammunition)
    if not row:
        return 0
    cell = _at_most(printed.kill_range, row, max(range_, 1))
    return None if cell == "-" else int(cell)


@rule("33.4", "33.41", "66")
def kill_items(
    gun: Ordnance,
    ammunition: str,
    range_: int,
    armour: Armour,
    is_turret: bool,
    is_rear: bool = False,
    is_critical: bool = False,
    printed: Printed = OURS,
) -> list[Item]:
    """The number to kill line by line: ammunition, twice for a critical hit, range, the armour of the facing and of hull or turret, +1 from behind. Empty: no effect."""
    value = armour.turret if is_turret else armour.hull
    basic, change = basic_number(gun, ammunition, value is not None, printed), range_change(gun, ammunition, range_, printed)
    if not basic or change is None:
        return []
    found = [Item(f"{gun.key} {ammunition.upper()}", basic, "33.4"), *([Item("critical hit", basic, "145")] if is_critical else [])]
    if value is None:
        return found
    found += [Item(f"at {range_}", change, "33.4")] if change else []
    found.append(Item(f"armour of the {'turret' if is_turret else 'hull'} ({value:+d})", -ARMOUR[value], "33.41"))
    return [*found, *([Item("from behind", 1, "33.41")] if is_rear else [])]


def kill_number(
    gun: Ordnance, ammunition: str, range_: int, armour: Armour, is_turret: bool, is_rear: bool = False, is_critical: bool = False
) -> int | None:
    items = kill_items(gun, ammunition, range_, armour, is_turret, is_rear, is_critical)
    return sum_of(items) if items else None


@rule("33.4", "66")
def read_kill(number: int | None, dice: int, ammunition: str, is_turret: bool, is_armoured: bool, brews_up: bool = False) -> str:
    """Half the number or less burns, less destroys, exactly it immobilises (hull) or shocks (turret); high explosive does so one above, too, and other shot one above may shock.

    An original 12 is a dud. A vehicle that brews up burns a point sooner.
    """
    if number is None or dice == DUD:
        return NOTHING
    if 2 * (dice - brews_up) <= number and dice < number:
        return BURNS
    if dice < number:
        return DESTROYED
    if not is_armoured:
        return IMMOBILISED if dice == number else NOTHING
    if dice == number or (dice == number + 1 and ammunition == "he"):
        return SHOCKED if is_turret else IMMOBILISED
    return MAYBE_SHOCKED if dice == number + 1 else NOTHING


@rule("33.4", "66")
def read_machine_gun_kill(number: int | None, dice: int) -> str:
    """A machine gun destroys below its number and stuns with exactly that; it burns nothing."""
    if number is None or dice == DUD:
        return NOTHING
    return DESTROYED if dice < number else STUNNED if dice == number else NOTHING
