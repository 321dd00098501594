"""12.0 Abyssinian initiative: fresh units for a melee."""

from __future__ import annotations

from amba.core.decision import Decision, Refusal
from amba.core.order import Done
from amba.core.steps import AskStep, AutoStep, Step, Takes, change, leave, pop, push
from amba.games.adua.book import rule
from amba.games.adua.frames import AskBring, AskInitiative, Bringing, InitiativePhase, InitiativeRoll
from amba.games.adua.orders import Bring, TryInitiative
from amba.games.adua.rules.asking import asks, die_for
from amba.games.adua.rules.r03_command import in_command, is_under
from amba.games.adua.rules.r09_movement import Ground, Route, routes
from amba.games.adua.rules.r10_closing import go_in
from amba.games.adua.rules.r10_volley import melee_hexes
from amba.games.adua.state import AduaState
from amba.games.adua.world import ABYSSINIAN, FIRED, ITALIAN, MELEE, REPULSED, USED

BUSY = {FIRED: "it was in small arms combat this turn.", REPULSED: "it was repulsed this turn.", MELEE: "it is in a melee."}
ANY_BUSY = sum(1 << mark for mark in BUSY)


@rule("12.0.units")
def refuse_unit(s: AduaState, leader: int, unit: int) -> Refusal | None:
    """A leader brings units of his in his range that are fresh: not in combat or repulsed this turn, not in an enemy zone of control."""
    world = s.world
    values = {"title": world.title(unit), "leader": world.title(leader)}
    if s.side[unit] != ABYSSINIAN or not s.is_on_map(unit) or not is_under(world, leader, unit):
        return Refusal("3.0.own", "{title} is no unit on the map under {leader}.", values)
    for mark, why in BUSY.items():
        if s.has(unit, mark):
            return Refusal("12.0.units", "{title} is not fresh: " + why, values)
    if s.zoc(ITALIAN)[s.at[unit]]:
        return Refusal("12.0.units", "{title} is in an enemy zone of control.", values)
    if not in_command(s, leader, s.at[unit]):
        items = (
            ("Command range", str(world.units[leader].range), "3.0.range"),
            ("Distance", str(world.grid.distance(s.at[leader], s.at[unit])), "3.0.range"),
        )
        return Refusal("3.0.range", "{title} is out of {leader}'s command.", values, items)
    return None


def fresh_units(s: AduaState, leader: int) -> list[int]:
    """Units of his that a leader could bring, by command and freshness."""
    return [unit for unit in s.units(ABYSSINIAN) if not s.marks[unit] & ANY_BUSY and refuse_unit(s, leader, unit) is None]


@rule("12.0.units")
def melees_for(s: AduaState, unit: int) -> dict[int, Route]:
    """The melees a unit can reach: at least two hexes off, by a path it could move, free of enemy zones until the last step."""
    world = s.world
    zoc, foes, melees = s.zoc(ITALIAN), s.occupied_by(ITALIAN), melee_hexes(s)
    if all(world.grid.distance(s.at[unit], hex) > world.units[unit].move for hex in melees):
        return {}
    closed = [int((bool(control) or bool(foe)) and hex not in melees) for hex, (control, foe) in enumerate(zip(zoc, foes, strict=True))]
    stops = [int(hex in melees) for hex in range(world.hexes)]
    found = routes(s, unit, found=Ground(closed, stops, foes))
    return {hex: found[hex] for hex in sorted(melees) if hex in found and world.grid.distance(s.at[unit], hex) >= 2}


def has_units_to_bring(s: AduaState, leader: int) -> bool:
    return any(melees_for(s, unit) for unit in fresh_units(s, leader))


@rule("3.0.initiative", "12.0")
def refuse_try(s: AduaState, leader: int) -> Refusal | None:
    """Each leader may try once a turn, if he has somebody to bring."""
    values = {"title": s.world.title(leader)}
    if s.side[leader] != ABYSSINIAN or not s.world.units[leader].is_leader or not s.is_on_map(leader):
        return Refusal("12.0", "{title} is no Abyssinian leader on the map.", values)
    if s.has(leader, USED):
        return Refusal("3.0.initiative", "{title} has already tried this turn.", values)
    if not fresh_units(s, leader):
        return Refusal("12.0.units", "{title} has no fresh unit within command range.", values)
    return None if has_units_to_bring(s, leader) else Refusal("12.0.units", "None of the fresh units of {title} can reach a melee.", values)


def able_leaders(s: AduaState) -> list[int]:
    """Leaders who may try."""
    return [leader for leader in s.followers(ABYSSINIAN) if refuse_try(s, leader) is None] if melee_hexes(s) else []


@rule("12.0", "7.0", "fig.3")
def try_initiative(s: AduaState, at: AskInitiative, a: TryInitiative) -> None:
    """A leader tries: he may not again this turn."""
    s.mark("3.0.initiative", a.leader, USED)
    change(s, InitiativePhase())
    push(s, InitiativeRoll(a.leader))


@rule("12.0", "3.0.initiative", "fig.3")
def roll_for_initiative(s: AduaState, at: InitiativeRoll, die: int) -> None:
    """His initiative value or less succeeds."""
    if die <= s.world.units[at.leader].initiative:
        push(s, Bringing(at.leader))


def ask_bring(s: AduaState, at: AskBring) -> Decision:
    return Decision(ABYSSINIAN, "bring", "12.0", "{title} brings up fresh units; then end.", {"title": s.world.title(at.leader)})


def refuse_bring(s: AduaState, at: AskBring, a: Bring) -> Refusal | None:
    world = s.world
    values = {"title": world.title(a.unit), "hex": world.names.places[a.hex]}
    found = refuse_unit(s, at.leader, a.unit)
    if found is not None:
        return found
    if a.hex not in melee_hexes(s):
        return Refusal("12.0", "There is no melee in {hex}.", values)
    if world.grid.distance(s.at[a.unit], a.hex) < 2:
        return Refusal("12.0.units", "{title} is next to {hex}: initiative brings units from two hexes or more away.", values)
    if a.hex in melees_for(s, a.unit):
        return None
    items = (("Movement", str(world.units[a.unit].move), "9.0"), ("Distance", str(world.grid.distance(s.at[a.unit], a.hex)), "12.0.units"))
    return Refusal("12.0.units", "{title} cannot reach {hex} with its movement along hexes outside enemy zones of control.", values, items)


@rule("12.0", "12.0.units", "10.2.continue")
def bring(s: AduaState, at: AskBring, a: Bring) -> None:
    """A fresh unit goes into a melee."""
    go_in(s, a.unit, a.hex, "12.0", melees_for(s, a.unit)[a.hex].path)
    change(s, Bringing(at.leader))


INITIATIVE_STEPS: tuple[Step[AduaState], ...] = (
    AutoStep(InitiativePhase, lambda s, at: change(s, AskInitiative()) if able_leaders(s) else pop(s)),
    AskStep(
        AskInitiative, asks("initiative", "12.0", "{side}: a leader may try to bring fresh units into a melee.", ABYSSINIAN),
        Takes(Done, leave),
        Takes(
            TryInitiative, try_initiative, lambda s, at, a: refuse_try(s, a.leader),
            choices=lambda s, at: [TryInitiative(leader) for leader in able_leaders(s)],
        ),
    ),
    die_for(InitiativeRoll, "initiative", "12.0", "{title} tries to bring up his men.", lambda at: at.leader, roll_for_initiative),
    AutoStep(Bringing, lambda s, at: change(s, AskBring(at.leader)) if has_units_to_bring(s, at.leader) else pop(s)),
    AskStep(
        AskBring, ask_bring,
        Takes(Done, leave),
        Takes(
            Bring, bring, refuse_bring,
            heads=lambda s, at: fresh_units(s, at.leader), tails=lambda s, at, unit: [Bring(unit, hex) for hex in melees_for(s, unit)],
        ),
    ),
)  # fmt: skip
