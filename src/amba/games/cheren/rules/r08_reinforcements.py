"""8.0 Reinforcement and Replacement phase."""

from __future__ import annotations

from amba.core.decision import Decision, Refusal
from amba.core.event import Flipped, Placed, Said, Tracked
from amba.core.order import Done
from amba.core.steps import AskStep, AutoStep, Step, Takes, change, leave, pop, push
from amba.games.cheren.book import rule
from amba.games.cheren.frames import Aosta, AskPostpone, Elsewhere, Enter, Loss, PickElsewhere, Reinforce, Replacement, Retreating
from amba.games.cheren.orders import Arrive, Forfeit, PlaceUnit, PlayOnUnit, Postpone, Replace
from amba.games.cheren.rules.losses import OPEN, SHELTERED
from amba.games.cheren.rules.r05_chits import no_use, play_chit, playable, refuse_chit
from amba.games.cheren.rules.r09_movement import is_short, take_control
from amba.games.cheren.state import CherenState
from amba.games.cheren.world import ALLIED, ITALIAN, POSTPONED

NOW, LATER = 1, 2


@rule("8.0", "8.4")
def arrival(s: CherenState, unit: int) -> tuple[int, int]:
    """The hex and the turn in which a unit is due."""
    card = s.world.units[unit]
    if card.alternative is not None and (s.tracks[POSTPONED] == LATER or (not s.tracks[POSTPONED] and s.turn >= card.alternative[1])):
        return card.alternative
    return card.setup, card.turn


@rule("8.0", "5.1")
def comes_too_late(s: CherenState, unit: int) -> bool:
    """Due after the scenario's last turn; the Duke of Aosta may bring an Italian unit a turn early."""
    return arrival(s, unit)[1] - (s.side[unit] == ITALIAN) > s.world.last_turn(s.scenario)


def may_postpone(s: CherenState, unit: int) -> bool:
    """8.4: the choice is open until the turn of the other town."""
    other = s.world.units[unit].alternative
    return other is not None and not s.tracks[POSTPONED] and s.turn < other[1]


def due(s: CherenState, side: int) -> list[int]:
    """Units that should come now, those delayed included."""
    box = s.here[s.world.box["reinforcements"]]
    return sorted(unit for unit in box if s.side[unit] == side and arrival(s, unit)[1] <= s.turn)


@rule("8.0", "7.0.1")
def reinforce(s: CherenState, at: Reinforce) -> None:
    """Choices first, then arrivals, town by town, then replacements."""
    if at.stage == 0:
        change(s, Reinforce(at.side, 1))
        if at.side == ALLIED and any(may_postpone(s, unit) for unit in due(s, at.side)):
            push(s, AskPostpone())
    elif at.stage == 1:
        waiting = [unit for unit in due(s, at.side) if unit not in at.tried]
        if not waiting:
            change(s, Reinforce(at.side, 2))
            return
        group = tuple(unit for unit in waiting if arrival(s, unit)[0] == arrival(s, waiting[0])[0])
        change(s, at._replace(tried=(*at.tried, *group)))
        bring(s, at.side, group)
    else:
        pop(s)
        if at.side == ITALIAN:
            push(s, Aosta())
        elif s.turn in s.world.replacement_turns and replaceable(s):
            push(s, Replacement())


def bring(s: CherenState, side: int, group: tuple[int, ...]) -> None:
    """One town's reinforcements come on."""
    world = s.world
    air = [unit for unit in group if world.units[unit].kind == "air"]
    for unit in air:  # 11.3: kept off the map
        s.do(Placed("11.3", unit, s.at[unit], world.box["air-support"]))
    land = tuple(unit for unit in group if unit not in air)
    if not land:
        return
    town = arrival(s, land[0])[0]
    if not s.held[1 - side][town]:
        arrive(s, side, land, town)
    elif side == ALLIED:
        storm(s, land, town)
    else:
        for unit in reversed(land):
            push(s, Elsewhere(unit))


def arrive(s: CherenState, side: int, units: tuple[int, ...], town: int) -> None:
    """8.1, 8.2: an empty town is simply taken."""
    for unit in units:
        if s.at[unit] == s.world.box["reinforcements"]:
            s.do(Placed("8.0", unit, s.at[unit], town))
    if s.held[side][town]:
        take_control(s, town, side)


@rule("8.1")
def storm(s: CherenState, units: tuple[int, ...], town: int) -> None:
    """Italians in the arrival town: a step lost by each side, the Italians go back one hex, the Allies come in."""
    defenders = s.here[town]
    s.do(Said("8.1", "storm", (s.world.names.places[town],)))
    push(s, Enter(units, town))
    push(s, Retreating(ITALIAN, defenders))
    push(s, Loss(ITALIAN, 1, defenders, "8.1", OPEN))  # 11.6.a: they retreat
    push(s, Loss(ALLIED, 1, units, "8.1", SHELTERED))


@rule("8.1")
def enter(s: CherenState, at: Enter) -> None:
    """After the fight for the arrival town."""
    pop(s)
    arrive(s, ALLIED, at.units, at.town)


@rule("8.2")
def find_a_town(s: CherenState, at: Elsewhere) -> None:
    """An Italian arrival town is held by the Allies; any town of Tigre without Allied units will do."""
    choice = tigre_towns(s)
    if len(choice) > 1:
        change(s, PickElsewhere(at.unit))
        return
    pop(s)
    if choice:
        settle(s, at.unit, choice[0])
    else:
        s.do(Said("8.2", "delayed", (s.world.units[at.unit].key,)))


def settle(s: CherenState, unit: int, town: int) -> None:
    s.do(Placed("8.2", unit, s.at[unit], town))
    take_control(s, town, ITALIAN)


def tigre_towns(s: CherenState) -> list[int]:
    area = s.world.garrison_area["tigre"]
    return [town.hex for town in s.world.towns if town.hex in area and not s.held[ALLIED][town.hex]]


def ask_town(s: CherenState, at: PickElsewhere) -> Decision:
    values = {"unit": s.world.title(at.unit)}
    return Decision(ITALIAN, "arrival", "8.2", "Italian: {unit} cannot arrive at its own town; choose one in Tigre.", values)


def refuse_town(s: CherenState, at: PickElsewhere, a: PlaceUnit) -> Refusal | None:
    values = {"unit": s.world.title(at.unit), "hex": s.world.names.places[a.to]}
    if a.unit != at.unit:
        return Refusal("8.2", "It is {unit} that arrives.", values)
    if a.to in tigre_towns(s):
        return None
    if a.to < s.world.hexes and s.held[ALLIED][a.to]:
        return Refusal("8.2", "There are Allied units in {hex}.", values)
    return Refusal("8.2", "{hex} is no town of Tigre.", values)


def place_in_town(s: CherenState, at: PickElsewhere, a: PlaceUnit) -> None:
    pop(s)
    settle(s, a.unit, a.to)


def ask_postpone(s: CherenState, at: AskPostpone) -> Decision:
    return Decision(ALLIED, "postpone", "8.4", "Allied: do the French arrive at Kassala now, or at Af Abed next turn?")


@rule("8.4")
def decide_arrival(s: CherenState, when: int) -> None:
    """The pair K7-F8 comes at Kassala now, or together at Af Abed next turn."""
    pop(s)
    s.do(Tracked("8.4", POSTPONED, 0, when))


@rule("8.3", "12.5")
def replaceable(s: CherenState) -> list[int]:
    """Allied units on the map that have lost a step and carry no supply marker."""
    return [unit for unit in s.units(ALLIED) if s.face[unit] and not is_short(s, unit)]


def ask_replacement(s: CherenState, at: Replacement) -> Decision:
    return Decision(ALLIED, "replacement", "8.3", "Allied: give one lost step back to a unit, or forfeit it.")


def refuse_replacement(s: CherenState, at: Replacement, a: Replace) -> Refusal | None:
    values = {"unit": s.world.title(a.unit)}
    if a.unit >= s.world.first_chit or s.side[a.unit] != ALLIED or not s.is_on_map(a.unit):
        return Refusal("8.3", "{unit} is not an Allied unit on the map.", values)
    if is_short(s, a.unit):
        return Refusal("12.5", "{unit} has a supply marker and gets no replacement.", values)
    if not s.face[a.unit]:
        return Refusal("8.3", "{unit} has lost no step.", values)
    return None


@rule("8.3")
def replace(s: CherenState, at: Replacement, a: Replace) -> None:
    """On turns 3, 6, 9 and 12 one Allied unit gets a step back."""
    pop(s)
    s.do(Flipped("8.3", a.unit, s.face[a.unit], s.face[a.unit] - 1))


def ask_aosta(s: CherenState, at: Aosta) -> Decision:
    """Always asked, so that asking tells nothing."""
    return Decision(ITALIAN, "reinforcement", "8.0", "Italian: your reinforcements have arrived. Play the Duke of Aosta or go on.")


def aosta_targets(s: CherenState) -> list[int]:
    """A reinforcement due next turn, or an Italian unit that lost a step and is in supply."""
    waiting = [u for u in s.here[s.world.box["reinforcements"]] if s.side[u] == ITALIAN]
    return [unit for unit in (*waiting, *s.units(ITALIAN)) if refuse_aosta_target(s, unit) is None]


def refuse_aosta_target(s: CherenState, unit: int) -> Refusal | None:
    world = s.world
    values = {"unit": world.title(unit)}
    if unit >= world.first_chit or s.side[unit] != ITALIAN:
        return Refusal("5.1", "The Duke of Aosta helps Italian units; {unit} is none.", values)
    if s.is_on_map(unit):
        if not s.face[unit]:
            return Refusal("5.1", "{unit} has lost no step that the Duke of Aosta could give back.", values)
        return Refusal("12.5", "{unit} has a supply marker and gets no step back.", values) if is_short(s, unit) else None
    if s.at[unit] != world.box["reinforcements"] or arrival(s, unit)[1] != s.turn + 1:
        return Refusal("5.1", "{unit} is not due next turn.", values)
    if s.held[ALLIED][arrival(s, unit)[0]] and not tigre_towns(s):
        return Refusal("8.2", "{unit} has no town to arrive at.", values)
    return None


def refuse_aosta(s: CherenState, at: Aosta, a: PlayOnUnit) -> Refusal | None:
    return refuse_chit(s, ITALIAN, a.chit, "aosta") or no_use(refuse_aosta_target(s, a.unit))


def play_aosta(s: CherenState, at: Aosta, a: PlayOnUnit) -> None:
    """The unit gets a step back, or comes a turn early."""
    unit = a.unit
    if s.is_on_map(unit):
        s.do(Flipped("5.1", unit, s.face[unit], s.face[unit] - 1))
    elif s.held[ALLIED][arrival(s, unit)[0]]:
        push(s, Elsewhere(unit))
    else:
        arrive(s, ITALIAN, (unit,), arrival(s, unit)[0])
    play_chit(s, a.chit)


REINFORCEMENT_STEPS: tuple[Step[CherenState], ...] = (
    AutoStep(Reinforce, reinforce),
    AskStep(AskPostpone, ask_postpone, Takes(Arrive, lambda s, at, a: decide_arrival(s, NOW)), Takes(Postpone, lambda s, at, a: decide_arrival(s, LATER))),
    AutoStep(Enter, enter),
    AutoStep(Elsewhere, find_a_town),
    AskStep(
        PickElsewhere, ask_town,
        Takes(PlaceUnit, place_in_town, refuse_town, choices=lambda s, at: [PlaceUnit(at.unit, town) for town in tigre_towns(s)]),
    ),
    AskStep(
        Replacement, ask_replacement,
        Takes(Forfeit, leave),
        Takes(Replace, replace, refuse_replacement, choices=lambda s, at: [Replace(unit) for unit in replaceable(s)]),
    ),
    AskStep(
        Aosta, ask_aosta,
        Takes(Done, leave),
        Takes(
            PlayOnUnit, play_aosta, refuse_aosta,
            heads=lambda s, at: playable(s, ITALIAN, "aosta"), tails=lambda s, at, chit: [PlayOnUnit(chit, unit) for unit in aosta_targets(s)],
        ),
    ),
)  # fmt: skip
