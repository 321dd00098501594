"""3.0 Stacking value, 3.1 stacking limit."""

from __future__ import annotations

from amba.core.decision import Decision, Refusal
from amba.core.steps import AskStep, AutoStep, Takes, pop, push
from amba.games.cheren.book import rule
from amba.games.cheren.frames import Overstack, PickOverstack
from amba.games.cheren.orders import Lose
from amba.games.cheren.state import CherenState


@rule("3.0", "3.1")
def is_overstacked(s: CherenState, place: int) -> bool:
    """More stacking value than the least favourable terrain of the hex allows."""
    return len(s.here[place]) > 1 and s.stacking(place) > s.world.stack_limit[place]


@rule("3.1", "11.7.stack")
def thin_out(s: CherenState, at: Overstack) -> None:
    """The owner loses steps there until the limit holds."""
    if is_overstacked(s, at.hex):
        push(s, PickOverstack(at.hex, at.rule))
    else:
        pop(s)


def ask_overstack(s: CherenState, at: PickOverstack) -> Decision:
    values = {"hex": s.world.grid.names[at.hex], "have": s.stacking(at.hex), "limit": s.world.stack_limit[at.hex]}
    prompt = "Too many in {hex}: {have} where {limit} may stack. Choose a unit to lose a step."
    return Decision(s.side[s.here[at.hex][0]], "overstack", at.rule, prompt, values)


def refuse_loss(s: CherenState, at: PickOverstack, a: Lose) -> Refusal | None:
    if a.unit in s.here[at.hex]:
        return None
    return Refusal(at.rule, "{unit} is not in {hex}, where too many are.", {"unit": s.world.title(a.unit), "hex": s.world.grid.names[at.hex]})


def take_loss(s: CherenState, at: PickOverstack, a: Lose) -> None:
    pop(s)
    s.lose_step(a.unit, at.rule)


STACKING_STEPS = (
    AutoStep(Overstack, thin_out),
    AskStep(PickOverstack, ask_overstack, Takes(Lose, take_loss, refuse_loss, choices=lambda s, at: [Lose(unit) for unit in s.here[at.hex]])),
)
