"""James C. Gordon's six rules, clause by clause: the parts that are not woven into a chapter."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from amba.core.decision import Decision
from amba.core.event import Marked, Tracked
from amba.core.state import remembered
from amba.core.steps import AskStep, Takes, pop, push
from amba.games.ethiopia.book import rule
from amba.games.ethiopia.frames import AskGarrison
from amba.games.ethiopia.orders import LeaveGarrison
from amba.games.ethiopia.rules.losses import remove_trench
from amba.games.ethiopia.state import EthiopiaState
from amba.games.ethiopia.world import GARRISON, GARRISON_TRACKS, ITALIAN, LINKED, OBLIGED, SIDES

LINK = 5
ARTILLERY_RANGE = 2


class Modifier(NamedTuple):
    """A letter of G1 that counts in a fight."""

    label: str
    by: int
    rule: str


@rule("G1.a")
def has_artillery(s: EthiopiaState, units: Sequence[int]) -> bool:
    """Artillery, anywhere."""
    return any(s.card(u).kind == "artillery" for u in units)


@rule("G1.b")
def has_armoured_cars(s: EthiopiaState, units: Sequence[int], target: int) -> bool:
    """Armoured cars where the fight is in clear terrain, a city or a road hex."""
    good = is_clear(s, target) or s.world.is_city[target] or s.is_road(target)
    return good and any(s.card(u).kind == "armoured_car" for u in units)


@rule("G1.c")
def cavalry_rides_down(s: EthiopiaState, attackers: Sequence[int], defenders: Sequence[int], target: int) -> bool:
    """Cavalry in an attack on nothing but infantry, in clear or mountain terrain."""
    ground = is_clear(s, target) or s.world.map.terrain[target] == "mountain"
    foot = bool(defenders) and all(s.card(u).is_leg for u in defenders)
    return ground and foot and any(s.card(u).kind == "cavalry" for u in attackers)


@rule("G1.d")
def has_guard(s: EthiopiaState, units: Sequence[int], target: int) -> bool:
    """Imperial Guard anywhere but in clear terrain."""
    return not is_clear(s, target) and any("guard" in s.card(u).traits for u in units)


@rule("G1.e")
def has_mountain_units(s: EthiopiaState, units: Sequence[int], target: int) -> bool:
    """Mountain units in mountain, amba or massif."""
    return s.world.map.terrain[target] in {"mountain", "amba", "massif"} and any(s.card(u).kind == "mountain" for u in units)


@rule("G1.f")
def has_commander(s: EthiopiaState, units: Sequence[int]) -> bool:
    """A leader or a headquarters stacked with any of the units."""
    return any(s.commanders(s.at[u], s.card(u).side) for u in units)


@rule("G1.g")
def combines_arms(s: EthiopiaState, attackers: Sequence[int], target: int) -> bool:
    """An attack by infantry on foot with any mobile unit, not in massif or marsh."""
    if s.world.map.terrain[target] in {"massif", "marsh"}:
        return False
    cards = [s.card(u) for u in attackers]
    return any(c.is_leg for c in cards) and any(c.is_mobile for c in cards)


@rule("G1.h")
def has_fighters_and_bombers(s: EthiopiaState, target: int) -> bool:
    """Fighters and bombers over the same fight; both are Italian."""
    kinds = {s.card(u).kind for u in s.here[target]}
    return {"fighter", "bomber"} <= kinds


@rule("2.1")
def is_clear(s: EthiopiaState, target: int) -> bool:
    """2.1: desert is clear ground."""
    return s.world.map.terrain[target] in {"clear", "desert"}


@rule("G1")
def modifiers(s: EthiopiaState, side: int, target: int, attackers: Sequence[int], defenders: Sequence[int]) -> tuple[Modifier, ...]:
    """Every letter that counts, for either or both sides: one off the die for the attacker's, one on for the defender's."""
    if not s.is_on("gordon1"):
        return ()
    air = has_fighters_and_bombers(s, target)
    letters = (
        ("G1.a", "artillery", has_artillery(s, attackers), has_artillery(s, defenders)),
        ("G1.b", "armoured cars", has_armoured_cars(s, attackers, target), has_armoured_cars(s, defenders, target)),
        ("G1.c", "cavalry against infantry", cavalry_rides_down(s, attackers, defenders, target), False),
        ("G1.d", "Imperial Guard", has_guard(s, attackers, target), has_guard(s, defenders, target)),
        ("G1.e", "mountain units", has_mountain_units(s, attackers, target), has_mountain_units(s, defenders, target)),
        ("G1.f", "leader or headquarters", has_commander(s, attackers), bool(s.commanders(target, 1 - side))),
        ("G1.g", "combined arms", combines_arms(s, attackers, target), False),
        ("G1.h", "fighters with bombers", air and side == ITALIAN, air and side != ITALIAN),
    )
    found = []
    for number, label, attacking, defending in letters:
        if attacking:
            found.append(Modifier(f"{label} attacking", -1, number))
        if defending:
            found.append(Modifier(f"{label} defending", 1, number))
    return tuple(found)


@rule("G2.a", "G2.b")
def may_support(s: EthiopiaState, unit: int, target: int) -> bool:
    """Artillery two hexes from the target may add its full attack factor to an attack; nothing lends guns to a defence."""
    near = s.world.grid.distance(s.at[unit], target) <= ARTILLERY_RANGE
    return s.is_on("gordon2") and s.card(unit).kind == "artillery" and near


@rule("11.3", "G3.a")
def vacated(s: EthiopiaState, place: int, side: int) -> None:
    """A side's units left this hex by its own will: its entrenchment goes, unless a garrison stays."""
    if place >= s.world.hexes:
        return
    piece = s.trench(place, side)
    if piece < 0 or s.held[side][place]:
        return
    if s.is_on("gordon3") and s.garrisons_left(side) > 0:
        push(s, AskGarrison(side, place))
    else:
        remove_trench(s, piece, "11.3")


def ask_garrison(s: EthiopiaState, at: AskGarrison) -> Decision:
    values = {"side": SIDES[at.side].title(), "hex": s.world.place_title(at.hex), "left": s.garrisons_left(at.side)}
    return Decision(at.side, "garrison", "G3.a", "{side}: leave an intrinsic garrison in the entrenchment at {hex}? {left} of 5 left.", values)


@rule("G3.a", "G3.b", "G3.c")
def leave_garrison(s: EthiopiaState, at: AskGarrison, a: LeaveGarrison) -> None:
    """The owner vacates an entrenchment and may leave one of his five intrinsic points in it, for good."""
    pop(s)
    piece = s.trench(at.hex, at.side)
    if a.answer == "no":
        remove_trench(s, piece, "11.3")
        return
    track = GARRISON_TRACKS[at.side]
    s.do(Tracked("G3.b", track, s.tracks[track], s.tracks[track] + 1))
    s.do(Marked("G3.a", piece, GARRISON, 1))


@remembered()
@rule("G6.c", "G6.d", "G6.e")
def command_net(s: EthiopiaState) -> frozenset[int]:
    """Hexes with a link of at most five hexes to an Italian headquarters; of one in the Mogadishu box only the box.

    Enemy units in a hex cut the link, enemy zones do not; where an Italian unit or zone reaches that hex, it is not cut.
    """
    foe, own, box = s.held[1], s.zoc(ITALIAN), s.world.box["mogadishu"]
    net: set[int] = set()
    for hq in s.world.commanders[ITALIAN]:
        if s.card(hq).kind == "hq" and s.at[hq] < s.world.hexes:
            net |= linked_to(s, s.at[hq], foe, own)
        elif s.at[hq] == box:
            net.add(box)
    return frozenset(net)


def linked_to(s: EthiopiaState, start: int, foe: bytearray, own: bytearray) -> set[int]:
    """Hexes within five steps of one headquarters."""
    area = s.world.near(start, LINK)
    if not any(foe[h] and not own[h] for h in area):
        return set(area)
    reached = {start}
    edge = {start}
    for _ in range(LINK):
        edge = {n for h in edge for n in s.world.grid.neighbours[h] if n not in reached and (not foe[n] or own[n])}
        reached |= edge
    return reached


@rule("G6.a")
def needs_link(s: EthiopiaState, unit: int) -> bool:
    """Italian combat units, while the rule is in use."""
    card = s.card(unit)
    return card.side == ITALIAN and card.is_combat and s.is_on("gordon6")


@rule("G6.a")
def needs_link_to_enter(s: EthiopiaState, unit: int) -> bool:
    """Whether the unit needs its link to step into an enemy zone, or, as another reading has it, only to fight there."""
    return needs_link(s, unit) and s.options["link"] == "enter"


@rule("G6.a")
def enters_linked(s: EthiopiaState, unit: int, path: Sequence[int]) -> bool:
    """Whether the unit had its link in the hex from which it steps into an enemy zone."""
    to = path[-1]
    enters = len(path) > 1 and to < s.world.hexes and bool(s.zoc(1 - s.card(unit).side)[to])
    return enters and needs_link(s, unit) and path[-2] in command_net(s)


@rule("G6.a", "G6.b")
def may_seek_fight(s: EthiopiaState, unit: int) -> bool:
    """A fight that is not mandatory needs a link: the one it entered the zone with, or one from where it stands."""
    if not needs_link(s, unit) or s.has(unit, OBLIGED) or s.has(unit, LINKED):
        return True
    return s.at[unit] in command_net(s)


GARRISON_STEPS = (
    AskStep(
        AskGarrison, ask_garrison,
        Takes(LeaveGarrison, leave_garrison, candidates=lambda s, at: (LeaveGarrison("yes"), LeaveGarrison("no"))),
    ),
)  # fmt: skip
