"""11.6 Step losses and 11.7 retreats, as they are asked for by combat, arrivals and chits."""

from __future__ import annotations

from amba.core.decision import Decision, Refusal
from amba.core.event import Marked, Retreated, Tracked
from amba.core.steps import AskStep, AutoStep, Takes, change, pop, push, top
from amba.games.cheren.book import rule
from amba.games.cheren.frames import Loss, Overstack, PickLoss, PickRetreat, Retreating
from amba.games.cheren.orders import Lose, RetreatTo
from amba.games.cheren.rules.r03_stacking import is_overstacked
from amba.games.cheren.rules.r09_movement import take_control
from amba.games.cheren.state import HARD, CherenState
from amba.games.cheren.world import COMMITTED, HURT, SIDES

SHELTERED, RETREATING, OPEN = 0, 1, 2
"""How artillery is treated: never while others can lose; by committing to retreat; like any other."""


def living(s: CherenState, units: tuple[int, ...]) -> list[int]:
    gone = s.world.box["eliminated"]
    return [unit for unit in units if s.at[unit] != gone]


@rule("11.6", "11.6.a", "11.6.b")
def losers(s: CherenState, units: tuple[int, ...], mode: int) -> list[int]:
    """Who may lose the next step: artillery only in a retreat, or when nobody else is left."""
    alive = [unit for unit in living(s, units) if s.world.units[unit].kind != "air"]  # 11.3
    others = [unit for unit in alive if not s.world.units[unit].is_artillery]
    if not others or mode == OPEN:
        return alive
    if mode == RETREATING and all(retreats(s, unit) for unit in alive):
        return alive
    return others


@rule("11.6")
def lose_steps(s: CherenState, at: Loss) -> None:
    """So many steps are lost among these units; the owner chooses where there is a choice."""
    choice = losers(s, at.units, at.mode)
    if at.steps == 0 or not choice:
        pop(s)
    elif len(choice) == 1:
        take_loss(s, choice[0])
    else:
        push(s, PickLoss(at.side, at.rule, at.units, at.mode, at.steps))


def take_loss(s: CherenState, unit: int) -> None:
    """The loss frame is on top."""
    at = top(s, Loss)
    card = s.world.units[unit]
    if card.is_artillery and at.mode == RETREATING and any(not s.world.units[u].is_artillery for u in living(s, at.units)):
        s.do(Tracked("11.6.a", COMMITTED, s.tracks[COMMITTED], 1))
    s.lose_step(unit, at.rule)
    if s.is_on_map(unit):
        s.do(Marked("11.9.a", unit, HURT, 1))
    change(s, at._replace(steps=at.steps - 1))


def ask_loss(s: CherenState, at: PickLoss) -> Decision:
    values = {"side": SIDES[at.side].title(), "count": at.steps, "steps": "step" if at.steps == 1 else "steps"}
    return Decision(at.side, "loss", at.rule, "{side}: lose {count} {steps}. Choose a unit.", values)


def refuse_loss(s: CherenState, at: PickLoss, a: Lose) -> Refusal | None:
    if a.unit in losers(s, at.units, at.mode):
        return None
    values = {"unit": s.world.title(a.unit)}
    if a.unit not in at.units:
        return Refusal(at.rule, "{unit} took no part.", values)
    if a.unit not in living(s, at.units):
        return Refusal(at.rule, "{unit} is lost already.", values)
    if s.world.units[a.unit].kind == "air":
        return Refusal("11.3", "Air support never loses steps.", values)
    return Refusal("11.6.b", "{unit} is artillery: others lose steps first.", values)


def lose_step_of(s: CherenState, at: PickLoss, a: Lose) -> None:
    pop(s)
    take_loss(s, a.unit)


@rule("11.7", "11.7.1", "11.7.2", "11.7.3", "4.0.effect-c", "8.5")
def retreats(s: CherenState, unit: int) -> list[int]:
    """Where a unit may retreat to: free of enemy zones first, then soft ones, then hard ones held by friends."""
    world = s.world
    card = world.units[unit]
    if card.kind == "naval":
        return []
    side = s.side[unit]
    zone, foe = s.zoc(1 - side), s.held[1 - side]
    open_hexes = [n for n in world.around[s.at[unit]] if not foe[n] and (card.may_climb or not world.mountain[n])]
    best = [n for n in open_hexes if not zone[n]]
    if not best:
        best = [n for n in open_hexes if zone[n] < HARD]
    if not best:
        best = [n for n in open_hexes if s.held[side][n]]
    return best


@rule("11.7")
def go_back(s: CherenState, at: Retreating) -> None:
    """Each unit goes one hex; then whatever is over the limit where they went is lost."""
    waiting = tuple(living(s, at.units))
    if waiting:
        choice = [RetreatTo(unit, to) for unit in waiting for to in retreats(s, unit)]
        if len(choice) == 1:
            step_back(s, choice[0])
        elif not choice:
            # 8.1 only: who cannot leave the town is lost (NOTES.md).
            for unit in waiting:
                s.lose_step(unit, "11.7")
        else:
            push(s, PickRetreat(at.side, waiting))
        return
    pop(s)
    for place in sorted(set(at.reached)):
        if is_overstacked(s, place):
            push(s, Overstack(place, "11.7.stack"))


def step_back(s: CherenState, a: RetreatTo) -> None:
    """The retreat frame is on top."""
    at = top(s, Retreating)
    zone = s.zoc(1 - at.side)[a.to]
    number = "11.7.1" if not zone else "11.7.2" if zone < HARD else "11.7.3"
    s.do(Retreated(number, a.unit, s.at[a.unit], a.to))
    take_control(s, a.to, at.side)
    change(s, at._replace(units=tuple(u for u in at.units if u != a.unit), reached=(*at.reached, a.to)))


def ask_retreat(s: CherenState, at: PickRetreat) -> Decision:
    return Decision(at.side, "retreat", "11.7", "{side}: retreat each unit one hex.", {"side": SIDES[at.side].title()})


def refuse_retreat(s: CherenState, at: PickRetreat, a: RetreatTo) -> Refusal | None:
    values = {"unit": s.world.title(a.unit), "hex": s.world.names.places[a.to]}
    if a.unit not in at.units:
        return Refusal("11.7", "{unit} does not retreat now.", values)
    hexes = retreats(s, a.unit)
    if a.to in hexes:
        return None
    card = s.world.units[a.unit]
    if a.to not in s.world.around[s.at[a.unit]]:
        return Refusal("11.7", "{unit} retreats one hex; {hex} is not next to it.", values)
    if s.held[1 - at.side][a.to]:
        return Refusal("11.7", "{hex} is held by the enemy.", values)
    if s.world.mountain[a.to] and not card.may_climb:
        return Refusal("9.1", "{hex} is mountain, closed to {unit}.", values)
    if not hexes:
        return Refusal("11.7", "{unit} has nowhere to retreat to.", values)
    better = s.zoc(1 - at.side)[hexes[0]]
    if better >= HARD:
        return Refusal("11.7.3", "{hex} lies in a hard zone of control and no friend is in it.", values)
    number = "11.7.1" if not better else "11.7.2"
    return Refusal(number, "{hex} lies in an enemy zone and there is a better hex for {unit}.", values)


def retreat_one(s: CherenState, at: PickRetreat, a: RetreatTo) -> None:
    pop(s)
    step_back(s, a)


LOSS_STEPS = (
    AutoStep(Loss, lose_steps),
    AskStep(PickLoss, ask_loss, Takes(Lose, lose_step_of, refuse_loss, choices=lambda s, at: [Lose(unit) for unit in losers(s, at.units, at.mode)])),
    AutoStep(Retreating, go_back),
    AskStep(
        PickRetreat, ask_retreat,
        Takes(RetreatTo, retreat_one, refuse_retreat, choices=lambda s, at: [RetreatTo(unit, to) for unit in at.units for to in retreats(s, unit)]),
    ),
)  # fmt: skip
