"""A shot: gathering the fire group, rolling, breakdown, cowering, and what the table says."""

from __future__ import annotations

from collections.abc import Sequence

from amba.core.decision import CHANCE, Action, Decision, Refusal, unknown_action
from amba.core.event import Rolled, Said
from amba.core.flow import Step, change, push
from amba.core.menu import Menu
from amba.games.hollow.book import rule
from amba.games.hollow.rules.r194_dust import breakdown_shift
from amba.games.hollow.rules.r194_play import dust
from amba.games.hollow.rules.r194_dust import dust_modifier
from amba.games.hollow.rules.r194_play import dust
from amba.games.hollow.rules import hooks
from amba.games.hollow.rules.dice import numbers, three_dice, two_dice
from amba.games.hollow.rules.hooks import Shot
from amba.games.hollow.rules.r008_fire import (
    able,
    column,
    direction,
    drm,
    feels_dust,
    firing,
    is_veiled,
    line_to,
    may_join,
    power_of,
    reaches,
    refuse_firer,
)
from amba.games.hollow.rules.r009_groups import (
    candidates,
    firers_for,
    hold_orders,
    may_call_all,
    may_shoot,
    of_one_hex,
    proposed,
    refuse_hold,
    with_everybody,
    without,
)
from amba.games.hollow.rules.r010_fire_table import COLUMNS, Result, fire_result
from amba.games.hollow.rules.r012_morale import Task, reveal
from amba.games.hollow.rules.r017_weapons import FLAMETHROWER, RATE_STEPS, is_flame, joined, keeps_rate, mark_fired, own_guns, shooter
from amba.games.hollow.state import HollowState
from amba.games.hollow.world import BROKEN, DM, MALFUNCTION, MOVED
from amba.kit.rays import ray


def targets_in(s: HollowState, side: int, place: int) -> tuple[int, ...]:
    """What the side sees in a hex: enemy counters, known or not."""
    return tuple(s.seen_at(place, side))


def target_places(s: HollowState, side: int, kind: str) -> list[int]:
    """Hexes at which somebody can fire with effect; kept with the position."""
    # Who has which weapon is not among the events that touch a place.
    key = ("targets", side, kind, tuple(s.points[s.world.first_weapon : s.world.first_dummy]))
    found: list[int] | None = s.fresh.get(key)
    if found is None:
        found = s.fresh[key] = _target_places(s, side, kind)
    return found


def _target_places(s: HollowState, side: int, kind: str) -> list[int]:
    firers = [p for p in candidates(s, side) if not s.is_leader(p) and not able(s, side, kind, p)]
    if not firers:
        return []
    found = []
    for place in sorted({s.at[p] for p in s.known_counters(1 - side)}):
        if may_target(s, side, kind, place, firers):
            found.append(place)
    return found


def may_target(s: HollowState, side: int, kind: str, place: int, firers: Sequence[int] | None = None) -> bool:
    """Whether anybody can fire there alone and reach the first column."""
    targets = targets_in(s, side, place)
    if not targets or s.units_at(place, side):
        return False
    if firers is None:
        firers = [p for p in candidates(s, side) if not s.is_leader(p) and not able(s, side, kind, p)]
    groups = _seen_groups(s, targets)
    for piece in firers:
        if not reaches(s, piece, place):
            continue
        for group in groups:
            shot = Shot(side, kind, place, (), group)
            if may_join(s, shot, piece) and column(power_of(s, joined(s, shot, piece))) is not None:
                return True
    return False


def _seen_groups(s: HollowState, targets: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The counters of a hex by where in it they are: on the ground, in the wadi, at its crest."""
    groups: dict[tuple[str, bool], list[int]] = {}
    for target in targets:
        view = s.viewpoint(target)
        groups.setdefault((view.position, view.dug_in), []).append(target)
    return [tuple(group) for group in groups.values()]


def groups_in(s: HollowState, side: int, place: int) -> list[tuple[int, ...]]:
    return _seen_groups(s, targets_in(s, side, place))


def aim(s: HollowState, side: int, kind: str, place: int) -> Shot:
    """The shot at a hex before anybody joined: at everyone there, or at those some firer sees."""
    firers = [p for p in candidates(s, side) if not s.is_leader(p) and not able(s, side, kind, p)]
    everyone = Shot(side, kind, place, (), targets_in(s, side, place))
    groups = groups_in(s, side, place)
    for shot in (everyone, *(everyone._replace(targets=group) for group in groups)):
        if any(may_join(s, shot, p) and column(power_of(s, joined(s, shot, p))) is not None for p in firers):
            return shot
    raise AssertionError("nobody can fire there")


def aimed_by(s: HollowState, side: int, kind: str, piece: int, place: int) -> Shot | None:
    """The shot of one firer and those of his hex at what he sees there; nothing if he cannot fire at it."""
    everyone = Shot(side, kind, place, (), targets_in(s, side, place))
    for shot in (everyone, *(everyone._replace(targets=group) for group in groups_in(s, side, place))):
        if may_join(s, shot, piece) and column(power_of(s, joined(s, shot, piece))) is not None:
            return of_one_hex(s, shot, piece)
    return None


def starters(s: HollowState, side: int, kind: str) -> list[int]:
    """Who may be told to fire: whoever has a target within his reach. Whether he sees it is asked when he is chosen."""
    places = target_places(s, side, kind)
    return [
        p for p in (candidates(s, side) if places else ())
        if not s.is_leader(p) and not able(s, side, kind, p) and any(reaches(s, p, place) for place in places)
    ]  # fmt: skip


@rule("9")
def refuse_everybody(s: HollowState, shot: Shot) -> Refusal | None:
    """Everybody who can fire together, and the leader who helps most; nothing that could not be chosen one by one."""
    return None if may_call_all(s, shot, join_orders(s, shot)) else Refusal("9", "There are no two who could still join this fire.")


class Gather(Step[HollowState]):
    """Who fires: ("shot", side, kind, place, firers, targets)."""

    def shot(self, s: HollowState) -> Shot:
        return Shot(*s.frames[-1][1:])

    def decision(self, s: HollowState) -> Decision:
        shot = self.shot(s)
        return Decision(
            shot.side, "shot", "9", "Fire at {place} with all who are marked, or choose who fires.", {"place": s.world.names.places[shot.place]}
        )

    @rule("9")
    def menu(self, s: HollowState) -> Menu:
        shot = self.shot(s)
        plain = join_orders(s, shot) + hold_orders(s, shot)
        if may_shoot(s, shot):
            plain.append(("shoot",))
        if may_call_all(s, shot, plain):
            plain.append(("everybody",))
        return Menu(plain)

    def refuse(self, s: HollowState, a: Action) -> Refusal | None:
        shot = self.shot(s)
        if a == ("shoot",):
            return None if may_shoot(s, shot) else Refusal("10", "This is less than one firepower factor: {n} of 64ths.", {"n": power_of(s, shot)})
        if a == ("everybody",):
            return refuse_everybody(s, shot)
        if len(a) == 2 and a[0] in {"add", "rifles"} and a[1] in s.world.names.piece:
            return refuse_join(s, shot, a)
        if len(a) == 2 and a[0] == "hold" and a[1] in s.world.names.piece:
            return refuse_hold(s, shot, s.world.names.piece[a[1]])
        return unknown_action(a, ("add", "rifles", "hold", "everybody", "shoot"), "9")

    def apply(self, s: HollowState, a: Action) -> None:
        shot = self.shot(s)
        if a[0] == "shoot":
            open_fire(s, proposed(s, shot))
        else:
            change(s, "shot", *(with_everybody(s, shot) if a[0] == "everybody" else with_order(s, shot, a)))


# who joins a shot: a squad with its machine guns ("add"), with its rifles alone ("rifles"), a weapon, a leader


@rule("9", "17")
def join_orders(s: HollowState, shot: Shot) -> list[Action]:
    """Every way in which somebody may join the shot now."""
    names = s.world.names.pieces
    found: list[Action] = []
    for piece in firers_for(s, shot):
        if shot.firers or not s.is_leader(piece):
            found.append(("add", names[piece]))
            if s.is_man(piece) and refuse_rifles(s, shot, piece) is None:
                found.append(("rifles", names[piece]))
    return found


@rule("17")
def refuse_rifles(s: HollowState, shot: Shot, unit: int) -> Refusal | None:
    """A squad may keep its machine guns back, or for another target."""
    if not s.is_man(unit) or not own_guns(s, shot, unit):
        return Refusal("17", "It has no machine gun that it could keep back.")
    if column(power_of(s, shot._replace(firers=(*shot.firers, unit)))) is None:
        return Refusal("10", "Its rifles alone are less than one factor.")
    return None


def refuse_join(s: HollowState, shot: Shot, a: Action) -> Refusal | None:
    piece = s.world.names.piece[a[1]]
    if s.is_leader(piece) and not shot.firers:
        return Refusal("14", "First somebody fires, then a leader directs him.")
    found = refuse_firer(s, shot, piece)
    return found if found is not None or a[0] == "add" else refuse_rifles(s, shot, piece)


def with_order(s: HollowState, shot: Shot, a: Action) -> Shot:
    piece = s.world.names.piece[a[1]]
    if a[0] == "hold":
        return without(s, shot, piece)
    return joined(s, shot, piece) if a[0] == "add" else shot._replace(firers=(*shot.firers, piece))


@rule("42", "16", "8")
def open_fire(s: HollowState, shot: Shot) -> None:
    """Firing shows a unit, marks it, and then the dice roll; the strength is that of the moment before."""
    power, pieces = power_of(s, shot), tuple(firing(s, shot))
    for unit in dict.fromkeys(shooter(s, piece) for piece in shot.firers):
        reveal(s, unit)
    mark_fired(s, shot)
    change(s, "fired", *shot, power, pieces)


@rule("10", "94")
def cowers(s: HollowState, shot: Shot, dice: tuple[int, ...]) -> int:
    """How many columns a double costs men whom no leader directs: one, inexperienced men two; good British troops none."""
    if dice[0] != dice[1] or s.options.get("cowering") == "off" or direction(s, shot.firers) is not None or is_flame(s, shot.firers):
        return 0
    units = dict.fromkeys(shooter(s, p) for p in shot.firers)
    men = [s.squad(unit) for unit in units if s.is_man(unit)]
    men = [squad for squad in men if not (squad.nation == "british" and squad.quality in {"elite", "first line"})]
    return max((2 if squad.inexperienced else 1 for squad in men), default=0)


def shifted(found: int, left: int) -> int | None:
    index = COLUMNS.index(found) - left
    return COLUMNS[index] if index >= 0 else None


class Fired(Step[HollowState]):
    """The dice of a shot: ("fired", side, kind, place, firers, targets, firepower in 64ths, pieces that fire)."""

    def decision(self, s: HollowState) -> Decision:
        shot = Shot(*s.frames[-1][1:6])
        return Decision(CHANCE, "fire", "10", "Fire at {place}", {"place": s.world.names.places[shot.place], "hex": s.world.names.places[shot.place]})

    def outcomes(self, s: HollowState) -> Sequence[tuple[Action, int]]:
        return three_dice() if hooks.third_die(s) else two_dice()

    @rule("10", "17")
    def apply(self, s: HollowState, a: Action) -> None:
        shot = Shot(*s.frames[-1][1:6])
        power, pieces = s.frames[-1][6:]
        dice = numbers(a)
        s.do(Rolled("10", "fire", dice))
        cowering = cowers(s, shot, dice)
        tasks = resolve(s, shot, power, cowering, dice)
        for behind in penetrated(s, shot):
            tasks += resolve(s, behind, power_of(s, behind), cowering, dice)
        malfunction(s, pieces, dice)
        change(s, "effects", tasks)
        on = keeps_rate(s, pieces)
        if on:
            push(s, "rate", tuple(on), dice[0], dice[1])


@rule("17")
def penetrated(s: HollowState, shot: Shot) -> list[Shot]:
    """Machine guns firing alone from one hex, within their range, also hit the enemies in the line up to as many hexes before the target as they have factors."""
    guns = [p for p in shot.firers if not s.is_leader(p)]
    places = {s.at[shooter(s, p)] for p in guns}
    if shot.kind == "first" or len(places) != 1 or not guns or not all(s.is_weapon(p) for p in guns) or is_flame(s, guns):
        return []
    here = places.pop()
    far = s.field.range(here, shot.place)
    if far > min(s.weapon(p).range for p in guns):
        return []
    depth = min(s.weapon(p).firepower for p in guns)
    found = []
    for kind, hexes in ray(s.field.hex_of[here], s.field.hex_of[shot.place]).passages[1:-1]:
        place = s.field.index.get(hexes[0])
        if kind != "in" or place is None or s.field.range(place, shot.place) > depth:
            continue
        gunner = shooter(s, guns[0])
        targets = tuple(t for t in s.seen_at(place, shot.side) if line_to(s, gunner, t).is_clear and not is_below_lip(s, gunner, t))
        if targets and not s.units_at(place, shot.side):
            found.append(shot._replace(place=place, targets=targets))
    return found


@rule("187.16")
def is_below_lip(s: HollowState, gunner: int, target: int) -> bool:
    """Men who have moved in a deir are safe from a machine gun's penetration if its line crosses a lip before or as it reaches them."""
    if not s.has(target, MOVED) or not s.field.has(s.at[target], "deir"):
        return False
    return any(True for _ in line_to(s, gunner, target).look.met("lip"))


def stands(s: HollowState, shot: Shot) -> str:
    """The hexes a shot comes from, for the log: whoever fires is seen."""
    return ", ".join(dict.fromkeys(s.world.names.places[s.at[shooter(s, piece)]] for piece in shot.firers))


@rule("10", "42")
def resolve(s: HollowState, shot: Shot, power: int, cowering: int, dice: tuple[int, ...]) -> tuple[Task, ...]:
    """The table's answer for every target: those with the same modifier share it, the concealed among open ones apart from them."""
    tasks: list[Task] = []
    alike: dict[tuple[int, bool], list[int]] = {}
    for target in shot.targets:
        if s.is_on_map(target):
            alike.setdefault((drm(s, shot, target), is_veiled(s, shot, target)), []).append(target)
    extra = dust_modifier(dust(s), dice[2]) if len(dice) > 2 and feels_dust(s, shot) else 0
    for (modifier, veiled), targets in sorted(alike.items()):
        base = column(power // 2 if veiled else power)
        found = shifted(base, cowering) if base is not None else None
        roll = dice[0] + dice[1] + modifier + extra
        result = fire_result(found, roll, s.world.fire) if found is not None else Result("-")
        s.do(Said("10", "shot", (s.world.names.places[shot.place], found or 0, f"{modifier + extra:+d}", roll, result.text, stands(s, shot))))
        tasks += strike(s, result, tuple(targets))
    return tuple(tasks)


@rule("10", "42", "13")
def strike(s: HollowState, result: Result, targets: tuple[int, ...]) -> list[Task]:
    """Any result shows concealed units and takes off dummies; broken targets are under desperation morale."""
    for target in targets:
        if s.is_unit(target) and s.has(target, BROKEN):
            s.mark("13", target, DM)
    if result.text == "-":
        return []
    for target in targets:
        reveal(s, target)
    units = tuple(t for t in targets if s.is_unit(t))
    if not units:
        return []
    if result.killed:
        return [("kia", result.killed, units)]
    if result.is_reduced:
        return [("reduce", result.check or 0, units)]
    return [("pin" if result.only_pins else "check", result.check or 0, units)]


@rule("17", "22")
def malfunction(s: HollowState, pieces: Sequence[int], dice: tuple[int, ...]) -> None:
    """A weapon breaks down on its number or more; a flamethrower is spent then."""
    for piece in pieces:
        if s.is_weapon(piece) and dice[0] + dice[1] >= s.weapon(piece).breakdown + breakdown_shift(dust(s)):
            if s.weapon(piece).kind == FLAMETHROWER:
                s.spend("22", piece, 0)
                s.remove("22", piece, "eliminated")
            else:
                s.mark("17", piece, MALFUNCTION)
