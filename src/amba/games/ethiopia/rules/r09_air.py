"""9 The air."""

from __future__ import annotations

from amba.core.decision import Decision, Refusal
from amba.core.event import Marked, Moved, Tracked
from amba.core.order import Done
from amba.core.state import remembered
from amba.core.steps import AskStep, AutoStep, Takes, leave, pop
from amba.games.ethiopia.book import rule
from amba.games.ethiopia.frames import Airstrike, ComeHome
from amba.games.ethiopia.orders import Fly, Gas
from amba.games.ethiopia.state import EthiopiaState
from amba.games.ethiopia.world import ETHIOPIAN, GAS, GAS_TURNS, GAS_USED, ITALIAN

RANGE = 12
MOST_BOMBER_SHIFTS = 2


@rule("3.3")
def home(s: EthiopiaState, unit: int) -> int:
    """Air units belong to the north or the south."""
    return s.world.box[f"air-{s.card(unit).army}"]


def bombers_over(s: EthiopiaState, place: int) -> list[int]:
    return [u for u in s.here[place] if s.card(u).kind == "bomber"]


@rule("9.3", "9.4")
def bomber_shift(s: EthiopiaState, target: int, side: int) -> int:
    """One column for each bomber over the hex, at most two: right for Italian attackers, left for Italian defenders. Fighters shift nothing."""
    shift = min(MOST_BOMBER_SHIFTS, len(bombers_over(s, target)))
    return shift if side == ITALIAN else -shift


@rule("9.5")
def gas_shift(s: EthiopiaState, target: int, side: int) -> int:
    """One bomber shift counts double where gas is used in an Italian attack."""
    return 1 if side == ITALIAN and any(s.has(u, GAS) for u in s.here[target]) else 0


@rule("9.1")
def come_home(s: EthiopiaState, at: ComeHome) -> None:
    """Last turn's missions are over."""
    pop(s)
    for unit in s.world.air_units:
        if s.at[unit] < s.world.hexes:
            s.do(Moved("9.1", unit, s.at[unit], home(s, unit)))
            if s.has(unit, GAS):
                s.do(Marked("9.5", unit, GAS, 0))
    if s.tracks[GAS_USED]:
        s.do(Tracked("9.5", GAS_USED, 1, 0))


def ask_airstrike(s: EthiopiaState, at: Airstrike) -> Decision:
    gas = any(refuse_gas(s, at, order) is None for order in gas_candidates(s, at))
    more = ", use gas below a bomber if you will pay for it" if gas else ""
    return Decision(ITALIAN, "airstrike", "9.1", "Italian: send air units over hexes{more}, then end the phase.", {"more": more})


def ready(s: EthiopiaState, at: Airstrike) -> list[int]:
    """Air units that wait to be sent."""
    return [u for u in s.world.air_units if s.at[u] == home(s, u)]


@rule("9.1")
def refuse_fly(s: EthiopiaState, at: Airstrike, a: Fly) -> Refusal | None:
    """Each air unit flies once, and within range of its half's airfields."""
    card = s.card(a.unit)
    values = {"unit": card.title, "hex": s.world.names.places[s.at[a.unit]]}
    if not card.is_air:
        return Refusal("9.1", "{unit} does not fly.", values)
    if s.at[a.unit] < s.world.hexes:
        return Refusal("9.1", "{unit} has been sent over {hex}.", values)
    if s.at[a.unit] != home(s, a.unit):
        return Refusal("9.1", "{unit} is not in play.", values)
    return refuse_mission(s, card.army, a.hex)


def italian_airfields(s: EthiopiaState, half: str) -> list[int]:
    return [h for h in s.world.airfields[half] if s.controller(h) == ITALIAN]


@remembered()
@rule("9.1")
def strike_area(s: EthiopiaState, half: str) -> frozenset[int]:
    """Hexes within twelve of an Italian airfield of this half."""
    return frozenset[int]().union(*(s.world.near(base, RANGE) for base in italian_airfields(s, half)))


@rule("9.1", "9.2")
def refuse_mission(s: EthiopiaState, half: str, target: int) -> Refusal | None:
    """Over combat units or garrisons of either side, within twelve hexes of an Italian airfield of this half."""
    name = s.world.names.places[target]
    values: dict[str, object] = {"hex": name, "half": half, "range": RANGE}
    if target >= s.world.hexes or not (s.held[ITALIAN][target] or s.held[ETHIOPIAN][target]):
        return Refusal("9.1", "There are no combat units in {hex} to strike or to cover.", values)
    if target in strike_area(s, half):
        return None
    bases = italian_airfields(s, half)
    if not bases:
        return Refusal("9.1", "No airfield of the {half} is Italian.", values)
    far, base = min((s.world.grid.distance(base, target), base) for base in bases)
    title = s.world.place_title(base)
    items = ((f"from {title}", str(far), "9.1"), ("range", str(RANGE), "9.1"))
    template = "{hex} is {far} hexes from {base}, the nearest Italian airfield of the {half}; the range is {range}."
    return Refusal("9.1", template, {**values, "far": far, "base": title}, items, (name,))


def missions(s: EthiopiaState, at: Airstrike, unit: int) -> list[Fly]:
    """Every legal flight of an air unit that is ready."""
    italian, ethiopian = s.held
    return [Fly(unit, h) for h in sorted(strike_area(s, s.card(unit).army)) if italian[h] or ethiopian[h]]


@rule("9.5")
def refuse_gas(s: EthiopiaState, at: Airstrike, a: Gas) -> Refusal | None:
    """An option: on the turns of gas, once a turn, below a bomber over Ethiopian units."""
    values: dict[str, object] = {"hex": s.world.names.places[a.hex]}
    if not s.is_on("gas"):
        return Refusal("9.5", "Gas is not used in this game.", values)
    if s.turn not in s.world.gas_turns:
        values |= {"turn": s.turn, "first": min(s.world.gas_turns, default="none")}
        return Refusal("9.5", "Gas is not allowed in turn {turn}; the first turn of gas is {first}.", values)
    if s.tracks[GAS_USED]:
        return Refusal("9.5", "Gas has been used in this turn.", values)
    if not bombers_over(s, a.hex) or a.hex >= s.world.hexes:
        return Refusal("9.5", "No bomber is over {hex}.", values)
    if not s.held[ETHIOPIAN][a.hex]:
        return Refusal("9.5", "There are no Ethiopian units in {hex}.", values)
    return None


def gas_candidates(s: EthiopiaState, at: Airstrike) -> list[Gas]:
    if not s.is_on("gas"):
        return []
    return [Gas(h) for h in sorted({s.at[u] for u in s.world.air_units}) if h < s.world.hexes]


@rule("9.5")
def use_gas(s: EthiopiaState, at: Airstrike, a: Gas) -> None:
    """The first bomber over the hex carries it, and every use is counted."""
    s.do(Marked("9.5", bombers_over(s, a.hex)[0], GAS, 1))
    s.do(Tracked("9.5", GAS_USED, 0, 1))
    s.do(Tracked("9.5", GAS_TURNS, s.tracks[GAS_TURNS], s.tracks[GAS_TURNS] + 1))


AIR_STEPS = (
    AutoStep(ComeHome, come_home),
    AskStep(
        Airstrike, ask_airstrike,
        Takes(Done, leave),
        Takes(Gas, use_gas, refuse_gas, candidates=gas_candidates),
        Takes(Fly, lambda s, at, a: s.do(Moved("9.1", a.unit, s.at[a.unit], a.hex)), refuse_fly, heads=ready, tails=missions),
    ),
)  # fmt: skip
