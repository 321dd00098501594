"""What an order would do, before it is given: exact odds of shots, rolls and close combats, costs of steps."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from amba.core.decision import Action, Chance, Preview
from amba.games.hollow.marks import CX
from amba.games.hollow.rules.common import DOUBLING, NORMAL, Item, item_lines, modifier_lines, sum_of
from amba.games.hollow.frames.fire import Shot
from amba.games.hollow.rules.dice import SUMS
from amba.games.hollow.rules.r005_costs import cost, cost_items, left, stance_of
from amba.games.hollow.rules.r005_paths import ways_of
from amba.games.hollow.rules.r005_phase import mode_of
from amba.games.hollow.rules.r005_possession import RECOVERED, recovery_items
from amba.games.hollow.rules.r008_firepower import firing, part, power_of
from amba.games.hollow.rules.r008_targets import aim, aimed_by
from amba.games.hollow.rules.r009_groups import proposed, shot_of, with_everybody
from amba.games.hollow.rules.r009_joining import with_order
from amba.games.hollow.rules.r010_fire_table import column, fire_result
from amba.games.hollow.rules.r010_odds import fates, results
from amba.games.hollow.rules.r011_modifiers import drm, modifiers
from amba.games.hollow.rules.r012_morale import morale
from amba.games.hollow.rules.r018_rally import rally_items
from amba.games.hollow.rules.r020_close_combat import Close, attack_items, number_of
from amba.games.hollow.rules.r023_charges import blast_items, dud_from
from amba.games.hollow.rules.r024_grenades import GRENADES
from amba.games.hollow.rules.r054_digging import DIG, dig_items
from amba.games.hollow.rules.r055_mines import is_known, mines_at
from amba.games.hollow.rules.r177_exits import exit_items, standing_at
from amba.games.hollow.rules.r177_victory import value
from amba.games.hollow.rules.r179_escape import SHOT, escape_items
from amba.games.hollow.state import HollowState
from amba.games.hollow.titles import kind_title, title

ORDER = ("7KIA", "6KIA", "5KIA", "4KIA", "3KIA", "2KIA", "1KIA", "K/4", "K/3", "K/2", "K/1", "4MC", "3MC", "2MC", "1MC", "NMC", "PTC", "-")
MEANS = {"PTC": "targets check or are pinned", "NMC": "morale checks", "-": "no effect"}


def meaning(text: str) -> str:
    if text.endswith("KIA"):
        return f"{text[0]} gone, the others break"
    if text.startswith("K/"):
        return f"one reduced, checks at +{text[2]}"
    return MEANS.get(text, f"morale checks at +{text[0]}")


def percent(chance: Fraction) -> str:
    return "under 1 %" if 0 < chance < Fraction(1, 200) else f"{float(100 * chance):.0f} %"


def shot_preview(s: HollowState, shot: Shot, name: str) -> Preview:
    """Firepower and modifiers line by line, the table's results with their chances, and what becomes of each target."""
    items = firer_items(s, shot)
    first = shot.targets[0]
    items += modifier_lines(modifiers(s, shot, first))
    items += fate_items(s, shot)
    found: dict[str, Fraction] = {}
    for result, chance in results(s, shot, drm(s, shot, first)):
        found[result.text] = found.get(result.text, Fraction(0)) + chance
    odds = tuple(Chance(text, found[text], meaning(text)) for text in ORDER if text in found)
    return Preview(name, items=tuple(items), column=str(column(power_of(s, shot)) or "less than 1"), odds=odds)


def firer_items(s: HollowState, shot: Shot) -> list[tuple[str, str, str]]:
    """The firepower of everybody who fires; those whose arithmetic is the same in one account, and the sum of all."""
    alike: dict[tuple[str, tuple[tuple[str, str, str], ...]], list[tuple[str, str, str]]] = {}
    for piece in firing(s, shot):
        name, *rest = part(s, shot, piece).steps
        alike.setdefault((kind_title(s.world, piece, s.face[piece]), ((*name[1:], ""), *rest)), []).append(name)
    found: list[tuple[str, str, str]] = []
    for (kind, (_, *rest)), names in alike.items():
        found += [(f"{len(names)} x {kind}, each" if len(names) > 1 else names[0][0], *names[0][1:]), *rest]
    total = Fraction(power_of(s, shot), 64)
    return [*found, ("together", fraction_text(total), "10")] if sum(map(len, alike.values())) > 1 else found


def fraction_text(number: Fraction) -> str:
    whole, rest = divmod(number, 1)
    return " ".join([str(whole)] * bool(whole or not rest) + [str(rest)] * bool(rest))


def fate_items(s: HollowState, shot: Shot) -> list[tuple[str, str, str]]:
    """What becomes of each target; question marks, which are all alike to the firer, in one line."""
    found: dict[tuple[str, str], int] = {}
    for target, one in zip(shot.targets, fates(s, shot), strict=True):
        is_secret = s.side[target] != shot.side and s.is_secret(target)
        words = [f"{word} {percent(chance)}" for word, chance in (("breaks", one.broken), ("pinned", one.pinned), ("gone", one.gone)) if chance]
        key = ("question mark, if of average morale" if is_secret else title(s, target), ", ".join(words) or "nothing")
        found[key] = found.get(key, 0) + 1
    return [(f"{count} x {who}" if count > 1 else who, text, "12") for (who, text), count in found.items()]


def roll_preview(name: str, items: Sequence[Item], base: tuple[str, int, str], yes: str, no: str, fatal: int = 0) -> Preview:
    """A roll of two dice that must not exceed a number."""
    most = base[1] - sum_of(items)
    good = sum(weight for total, weight in SUMS if total <= most and total != fatal)
    worst = sum(weight for total, weight in SUMS if total == fatal)
    chances = ((yes, good, yes), (no, 36 - good - worst, no), ("lost", worst, "on an original 12"))
    odds = tuple(Chance(label, Fraction(count, 36), text) for label, count, text in chances if count)
    lines = ((base[0], str(base[1]), base[2]), *modifier_lines(items))
    return Preview(name, items=lines, column=f"{most} or less", odds=odds)


def preview(s: HollowState, a: Action, name: str) -> Preview | None:
    """The preview of a legal order, if there is anything to foresee."""
    verb = a[0]
    shot = shot_of(s)
    if shot is not None and verb == "everybody":
        return shot_preview(s, with_everybody(s, shot), name)
    if shot is not None and verb in {"shoot", "add", "rifles", "hold"}:
        if verb == "shoot":
            return shot_preview(s, proposed(s, shot), f"Fire at {s.world.names.places[shot.place]}")
        return shot_preview(s, with_order(s, shot, a), name)
    if verb in {"fire", "from"} and s.frames[-1][0] == "fire":
        _, side, kind = s.frames[-1]
        place = s.world.names.place[a[-1]]
        aimed = proposed(s, aim(s, side, kind, place)) if verb == "fire" else aimed_by(s, side, kind, s.world.names.piece[a[1]], place)
        return shot_preview(s, aimed, name) if aimed is not None else None
    if verb in {"go", "rim", "minimum"} and s.frames[-1][0] == "walk":
        _, units, mode, steps, _, _ = s.frames[-1]
        return way_preview(s, units, mode, steps, s.world.names.place[a[1]], verb, name)
    if verb == "walk":
        how = a[3] if len(a) == 4 else ""
        return way_preview(s, (s.world.names.piece[a[1]],), mode_of(how), 0, s.world.names.place[a[2]], how, name)
    if verb == "charge":
        return charge_preview(s, a, name)
    if verb == "take":
        return take_preview(s, a, name)
    if verb == "rally":
        unit = s.world.names.piece[a[1]]
        return roll_preview(name, rally_items(s, unit), ("broken morale", morale(s, unit), "12"), "rallies", "stays broken", 12)
    if verb in {"off", "exit"}:
        return exit_preview(s, a, name)
    if verb == "escape":
        return escape_preview(s, s.world.names.piece[a[1]], name)
    if verb == "dig":
        return roll_preview(name, dig_items(s, s.world.names.piece[a[1]]), ("to dig in", DIG, "54"), "dug in", "not finished")
    if verb == "smoke":
        return smoke_preview(s, a, name)
    if verb == "repair":
        odds = (
            Chance("repaired", Fraction(1, 6), "repaired"),
            Chance("no change", Fraction(4, 6), "still out of order"),
            Chance("scrapped", Fraction(1, 6), "scrapped"),
        )
        return Preview(name, odds=odds)
    if verb in {"kill", "capture"}:
        return strike_preview(s, verb == "capture", name)
    return None


def way_preview(s: HollowState, units: Sequence[int], mode: str, steps: int, to: int, how: str, name: str) -> Preview:
    """The way with its cost, and what becomes of those who go it. Only what costs more than a factor is accounted for: the map shows the rest."""
    names = s.world.names.places
    here, have, rim = names[s.at[units[0]]], left(s, units, mode), how == "rim"
    ways = ways_of(s, units, mode, steps)
    path = ((to, rim),) if how == "minimum" else ways.path((to, rim))
    warnings = way_warnings(s, units, mode, how, [place for place, _ in path])
    if len(path) == 1:
        price = cost(s, units, to, rim)
        items = item_lines(cost_items(s, units, to, rim)) if price > 1 else ()
        return Preview(name, (here, names[to]), f"{price} of {have}", items, warnings=warnings)
    spent = [ways.cost[one] for one in path]
    legs = zip(path, spent, [0, *spent], strict=False)
    items = tuple((names[place], str(now - before), "5") for (place, _), now, before in legs if now - before > 1)
    return Preview(name, (here, *(names[place] for place, _ in path)), f"{spent[-1]} of {have}", items, warnings=warnings)


def way_warnings(s: HollowState, units: Sequence[int], mode: str, how: str, places: Sequence[int]) -> tuple[str, ...]:
    """What is known beforehand; of what is hidden nothing is said."""
    side = s.side[units[0]]
    found = ["Whoever comes through is pinned and exhausted (176.3)."] if how == "minimum" else []
    if mode == DOUBLING and not any(s.has(unit, CX) for unit in units):
        found.append("Double time leaves them exhausted (142).")
    names = s.world.names.places
    found += [f"There is a question mark in {names[place]}: men there would bar the way (42)." for place in places if s.seen_at(place, side)]
    mined = [place for place in (s.at[units[0]], *places) if any(is_known(s, side, work) for work in mines_at(s, place))]
    if mined:
        found.append(f"Mines: {', '.join(names[place] for place in mined)} (55).")
    if any(s.is_dummy(unit) for unit in units):
        found.append("Dummies vanish where an enemy counter sees them move (42).")
    return tuple(found)


def strike_preview(s: HollowState, capture: bool, name: str) -> Preview:
    step = Close()
    attack = (tuple(step.free(s)), s.frames[-1][3], int(capture))
    odds, number, _ = number_of(s, attack)
    found = roll_preview(name, attack_items(s, attack), (f"odds {odds}", number, "20"), "captured" if capture else "eliminated", "no effect")
    return found._replace(column=odds)


def exit_preview(s: HollowState, a: Action, name: str) -> Preview:
    """The way to the edge and over it, with what it costs and what it counts."""
    names = s.world.names
    units = s.frames[-1][1] if a[0] == "off" else (names.piece[a[1]],)
    worth = sum(value(s, unit) for unit in units if s.is_unit(unit))
    warnings = (f"Counts {worth} for your side; nobody comes back (177).",)
    if s.frames[-1][0] == "advance":
        return Preview(name, warnings=warnings)
    here = s.at[units[0]]
    to = names.place[a[2]] if len(a) == 3 else here
    ways = ways_of(s, units, NORMAL, 0) if to != here else None
    path = [here, *(place for place, _ in ways.path((to, False)))] if ways else [here]
    items = exit_items(stance_of(s, units[0]) if to == here else standing_at(s, to))
    price = (ways.price((to, False)) if ways else 0) + sum_of(items)
    lines = item_lines(items)
    mode = s.frames[-1][2] if s.frames[-1][0] == "walk" else NORMAL
    return Preview(name, tuple(names.places[place] for place in path), f"{price} of {left(s, units, mode)}", lines, warnings=warnings)


def escape_preview(s: HollowState, guard: int, name: str) -> Preview:
    """Whether prisoners get away, are brought back or are shot."""
    odds, number, items = escape_items(s, guard)
    most = min(SHOT - 1, number - sum_of(items))
    out, shot = (sum(weight for total, weight in SUMS if low <= total <= high) for low, high in ((2, most), (SHOT, 12)))
    chances = (("away", out, "broken, in a hex beside"), ("brought back", 36 - out - shot, "still prisoners"), ("shot down", shot, "eliminated"))
    lines = ((f"odds {odds}", str(number), "20"), *modifier_lines(items))
    return Preview(name, items=lines, column=f"{most} or less", odds=tuple(Chance(text, Fraction(n, 36), means) for text, n, means in chances if n))


def charge_preview(s: HollowState, a: Action, name: str) -> Preview:
    """What the charge does to the first enemy counter there, if the man with it comes through."""
    weapon, to = s.world.names.piece[a[1]], s.world.names.place[a[2]]
    unit = s.owner_of(weapon)
    targets = s.seen_at(to, s.side[unit])
    items = blast_items(s, targets[0]) if targets else []
    modifier = sum_of(items)
    found: dict[str, int] = {}
    for total, weight in SUMS:
        text = "dud" if total >= dud_from(s, weapon) else fire_result(s.weapon(weapon).firepower, total + modifier, s.world.fire).text
        found[text] = found.get(text, 0) + weight
    odds = tuple(
        Chance(text, Fraction(found[text], 36), "no effect" if text == "dud" else meaning(text)) for text in (*ORDER, "dud") if text in found
    )
    lines = (("movement factors", str(cost(s, (unit,), to)), "23"), *modifier_lines(items))
    return Preview(name, (s.world.names.places[s.at[unit]], a[2]), items=lines, column=str(s.weapon(weapon).firepower), odds=odds)


def smoke_preview(s: HollowState, a: Action, name: str) -> Preview:
    """The factors a grenade takes, and the die."""
    unit, place = s.world.names.piece[a[1]], s.world.names.place[a[2]]
    good = GRENADES[s.squad(unit).quality]
    odds = (Chance("smoke", Fraction(good, 6), "smoke"), Chance("no smoke", Fraction(6 - good, 6), "no smoke"))
    return Preview(name, cost=f"{1 if place == s.at[unit] else 2} of {left(s, (unit,), NORMAL)}", column=f"{good} or less", odds=odds)


def take_preview(s: HollowState, a: Action, name: str) -> Preview:
    items = recovery_items(s, s.world.names.piece[a[1]])
    good = RECOVERED - sum_of(items)
    odds = (Chance("taken up", Fraction(good, 6), "taken up"), Chance("not found", Fraction(6 - good, 6), "not found"))
    return Preview(name, items=modifier_lines(items), column=f"{good} or less", odds=odds)
