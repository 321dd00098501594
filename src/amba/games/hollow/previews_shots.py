"""What a shot of men would do, before it is ordered: firepower, modifiers, the table's results with their chances, and what becomes of each target."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from amba.core.decision import Chance, Preview
from amba.core.odds import ToldValue
from amba.core.order import Order
from amba.games.hollow import told
from amba.games.hollow.counters import PINNED
from amba.games.hollow.frames import Shot
from amba.games.hollow.rules.common import Line, modifier_lines
from amba.games.hollow.rules.r008_fire import firing, is_veiled, part, power_of
from amba.games.hollow.rules.r010_fire_table import SCALE, column
from amba.games.hollow.rules.r010_odds import fates, results
from amba.games.hollow.rules.r010_shots import penetrated
from amba.games.hollow.rules.r011_modifiers import drm, modifiers
from amba.games.hollow.rules.r012_heroes import is_berserk, is_hero
from amba.games.hollow.rules.r029_targets import SOFT
from amba.games.hollow.rules.r031_aboard import leaning_out, passengers, riders
from amba.games.hollow.rules.r194_air import dust, has_third_die
from amba.games.hollow.rules.r194_dust import dust_modifier
from amba.games.hollow.state import HollowState
from amba.games.hollow.titles import kind_title, title
from amba.games.hollow.told_lines import fate_chances, is_played, loses_leader

ORDER = (
    "burns",
    "is destroyed",
    "is shocked",
    "is immobilised",
    "7KIA",
    "6KIA",
    "5KIA",
    "4KIA",
    "3KIA",
    "2KIA",
    "1KIA",
    "K/4",
    "K/3",
    "K/2",
    "K/1",
    "4MC",
    "3MC",
    "2MC",
    "1MC",
    "NMC",
    "PTC",
    "-",
)
MEANS = {"PTC": "targets check or are pinned", "NMC": "morale checks", "-": "no effect"}


def meaning(text: str) -> str:
    if text in SOFT or text == "is shocked":
        return f"the vehicle {text}"
    if text.endswith("KIA"):
        return f"{text[0]} gone, the others break"
    if text.startswith("K/"):
        return f"one reduced, checks at +{text[2]}"
    return MEANS.get(text, f"morale checks at +{text[0]}")


def percent(chance: Fraction) -> str:
    return "under 1 %" if 0 < chance < Fraction(1, 200) else f"{float(100 * chance):.0f} %"


def shot_preview(s: HollowState, shot: Shot, given: tuple[Order, ...], name: str = "") -> Preview:
    """Firepower and modifiers line by line, the table's results with their chances, and what becomes of each target.

    The odds are against the first target that is not concealed among open ones. Two or three dice fall: the chances come from the table, not from every fall.
    """
    first = next(target for target in shot.targets if not is_veiled(s, shot, target))
    items = (*firer_items(s, shot), *modifier_lines(modifiers(s, shot, first)), *fate_items(s, shot))
    found = column(power_of(s, shot))
    if found is None:
        return Preview(name, items=items, column="less than 1", warnings=dust_warning(s))
    chances: dict[str, Fraction] = {}
    vehicle = first if s.is_vehicle(first) else -1
    for result, chance in results(s, shot, drm(s, shot, first), vehicle):
        chances[result.text] = chances.get(result.text, Fraction(0)) + chance
    odds = tuple(Chance(text, chances[text], meaning(text)) for text in ORDER if text in chances)
    nth = told.fire_groups(s, shot).index((drm(s, shot, first), False, vehicle))
    shown = ((str(found), told.fire_column), *shot_shown(items), (f"{signed_sum(items):+d}", told.FireModifier(nth)))
    told_as = ToldValue("shot", 4, nth)
    return Preview(
        name,
        items=items,
        column=str(found),
        odds=odds,
        warnings=(
            *dust_warning(s),
            *way_warning(s, shot),
            *load_warning(s, shot),
            *leader_warning(s, shot),
            *roll_warnings(s, shot.targets, "of this shot or at a check"),
        ),
        orders=given,
        told=told_as,
        shown=shown,
        chances=fate_chances(s, shot, fate_items(s, shot)),
    )


def leader_warning(s: HollowState, shot: Shot) -> tuple[str, ...]:
    """What the lines about the targets leave out."""
    return (
        ("A leader who breaks or falls makes the others of his hex check: that comes on top of their chances (14).",) if loses_leader(s, shot) else ()
    )


def roll_warnings(s: HollowState, targets: Sequence[int], which: str = "at a check") -> Iterator[str]:
    """Where the players have chosen them: the rolls that the checks of a shot at these, and some shots themselves, may call for. The chances leave them out."""
    if is_played(s, "heat") and not all(s.is_vehicle(target) for target in targets):
        yield "An original 2 at a check calls for another roll, the heat of battle: that comes on top of their chances (H)."
    if is_played(s, "snipers"):
        yield f"An original 3, {which}, calls for another roll, of the other side's sniper (M)."


def way_warning(s: HollowState, shot: Shot) -> tuple[str, ...]:
    """Whom a machine gun hits on the way to its target."""
    places = ", ".join(s.world.names.places[behind.place] for behind in penetrated(s, shot))
    return (f"The same roll hits those on the way, each with his own modifiers: {places} (17).",) if places else ()


def load_warning(s: HollowState, shot: Shot) -> tuple[str, ...]:
    """Who is in a vehicle that is fired at."""
    lorries = [v for v in shot.targets if s.is_vehicle(v) and passengers(s, v)]
    open_ = [v for v in lorries if not s.vehicle(v).is_armoured or riders(s, v) or leaning_out(s, v)]
    return tuple(f"Those {'on' if riders(s, v) else 'in'} {title(s, v)} suffer what the same roll does to men (31)." for v in open_)


def dust_warning(s: HollowState) -> tuple[str, ...]:
    """The die that falls with a shot in the dust has no line of its own: nobody knows it beforehand."""
    if not has_third_die(s):
        return ()
    least, number = dust_modifier(dust(s), 1), "194.72" if dust_modifier(dust(s), 1) else "194.71"
    return (f"A die for the dust adds half of itself, +{least} to +3; the odds count it ({number}).",)


def shot_shown(items: Sequence[Line]) -> Iterator[tuple[str, Any]]:
    """What the lines of the firers come to: each one's firepower, doubled and halved, and their column."""
    parts: list[Fraction] = []
    for label, text, _ in items:
        if label == "together":
            yield text, told.fire_power
        elif text[0] == "x":
            parts[-1] *= Fraction(text[1:])
        elif text.isdigit():
            parts.append(Fraction(text) * (int(label.split()[0]) if label.endswith(", each") else 1))
    yield told.fraction_text(sum(parts, Fraction(0))), told.fire_power
    yield str(column(int(SCALE * sum(parts)))), told.fire_column


def signed_sum(items: Sequence[Line]) -> int:
    """What the lines with a sign come to."""
    return sum(int(text) for _, text, _ in items if text[0] in "+-")


def firer_items(s: HollowState, shot: Shot) -> list[Line]:
    """The firepower of everybody who fires; those whose arithmetic is the same in one account, and the sum of all."""
    alike: dict[tuple[str, tuple[Line, ...]], list[Line]] = {}
    for piece in firing(s, shot):
        name, *rest = part(s, shot, piece).steps
        alike.setdefault((kind_title(s.world, piece, s.face[piece]), ((*name[1:], ""), *rest)), []).append(name)
    found: list[Line] = []
    for (kind, (_, *rest)), names in alike.items():
        found += [(f"{len(names)} x {kind}, each" if len(names) > 1 else names[0][0], *names[0][1:]), *rest]
    total = Fraction(power_of(s, shot), SCALE)
    return [*found, ("together", told.fraction_text(total), "10")] if sum(map(len, alike.values())) > 1 else found


def fate_items(s: HollowState, shot: Shot) -> list[Line]:
    """What becomes of each target; question marks, which are all alike to the firer, in one line."""
    found: dict[tuple[str, str], int] = {}
    for target, one in zip(shot.targets, fates(s, shot), strict=True):
        is_secret = s.side[target] != shot.side and s.is_secret(target)
        pinned = Fraction(0) if not is_secret and s.has(target, PINNED) else one.pinned
        harm = "breaks" if is_secret else harm_word(s, target)
        words = [f"{word} {percent(chance)}" for word, chance in ((harm, one.broken), ("pinned", pinned), ("gone", one.gone)) if chance]
        key = ("question mark, if of average morale" if is_secret else title(s, target), ", ".join(words) or "nothing")
        found[key] = found.get(key, 0) + 1
    return [(f"{count} x {who}" if count > 1 else who, text, "12") for (who, text), count in found.items()]


def harm_word(s: HollowState, target: int) -> str:
    """What a failed check does to a target: heroes are wounded, and berserk men hit (H, B)."""
    if not s.is_unit(target):
        return "breaks"
    return "wounded" if is_hero(s, target) else "hit" if is_berserk(s, target) else "breaks"
