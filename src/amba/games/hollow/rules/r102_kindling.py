"""How fires begin: men kindle them, shells and flamethrowers do; and how men put a flame out."""

from __future__ import annotations

from collections.abc import Callable

from amba.core.decision import Refusal
from amba.core.event import Said
from amba.core.steps import Takes, push
from amba.games.hollow.book import rule
from amba.games.hollow.counters import BROKEN, BUSY, FIRED, FLAME, KINDLED, MELEE, PINNED, PREP
from amba.games.hollow.frames import AdvancePhase, FirePhase
from amba.games.hollow.frames_ground import KindleRoll, QuenchRoll, ShellFire
from amba.games.hollow.orders_ground import Kindle, Quench
from amba.games.hollow.rules.common import Item, refuse_not_own, refuse_state, sum_of
from amba.games.hollow.rules.dice import place_value, roll_step
from amba.games.hollow.rules.r010_fire_table import fire_result
from amba.games.hollow.rules.r014_leaders import helper
from amba.games.hollow.rules.r024_smoke import spare_smoke
from amba.games.hollow.rules.r042_concealment import reveal
from amba.games.hollow.rules.r102_blazes import fire_at, ground_items, is_raining, kindling_number, light
from amba.games.hollow.state import HollowState

QUENCH = 7
"""What two dice may show at most for a flame to go out: our own figure."""


@rule("102.2")
def refuse_kindle(s: HollowState, at: FirePhase, a: Kindle) -> Refusal | None:
    """In their advancing fire phase, instead of firing, unbroken men may set fire to what burns in their hex; not in the rain, nor among enemies."""
    if at.kind != "advancing":
        return Refusal("102.2", "Men set fire to things in their advancing fire phase.")
    unit, place = a.unit, s.at[a.unit]
    found = refuse_not_own(s, at.side, unit, "102.2", "squad or crew")
    found = found or refuse_state(s, unit, "set fire to anything", (BROKEN, PINNED, MELEE, PREP, FIRED, BUSY), "102.2")
    return found or refuse_fuel(s, at.side, place)


@rule("102.2")
def refuse_fuel(s: HollowState, side: int, place: int) -> Refusal | None:
    """Something burns there that does not burn yet, it is dry, and no enemy is seen there."""
    name = {"place": s.world.names.places[place]}
    if kindling_number(s, place) is None:
        return Refusal("102.2", "There is nothing in {place} that burns.", name)
    if fire_at(s, place) >= 0:
        return Refusal("102.2", "{place} burns already.", name)
    if is_raining(s):
        return Refusal("102.2", "Nothing catches fire in rain or falling snow.", name)
    if s.seen_at(place, side):
        return Refusal("102.2", "The enemy is in {place}.", name)
    return None if spare_smoke(s) else Refusal("102.2", "There are no more counters.")


def kindle(s: HollowState, at: FirePhase, a: Kindle) -> None:
    reveal(s, a.unit)
    s.mark("102.2", a.unit, FIRED)
    push(s, KindleRoll(a.unit))


@rule("102.2", "194.4", "196.4")
def read_kindle(s: HollowState, at: KindleRoll, dice: tuple[int, ...]) -> None:
    """Two dice and the state of the ground reach the number of the hex: a flame. Who has lit it must be gone when the phase for it comes."""
    place = s.at[at.unit]
    number, modifier = kindling_number(s, place), sum_of(ground_items(s))
    assert number is not None  # men do not kindle where nothing burns
    burns = dice[0] + modifier >= number
    values = (s.world.names.pieces[at.unit], s.world.names.places[place], number, f"{modifier:+d}", "burns" if burns else "does not burn")
    s.do(Said("102.2", "kindle", values))
    if burns:
        s.mark("102.2", at.unit, KINDLED)
        light(s, "102.2", place)


@rule("102.2")
def refuse_staying(s: HollowState, at: AdvancePhase, may_go: Callable[[int], bool]) -> Refusal | None:
    """Who has set fire to his hex leaves it in the advance phase, if he can go anywhere."""
    for unit in s.units(at.side):
        if s.has(unit, KINDLED) and unit not in at.done and may_go(unit):
            name = {"unit": s.world.names.pieces[unit], "place": s.world.names.places[s.at[unit]]}
            return Refusal("102.2", "{unit} has set fire to {place} and must leave it.", name)
    return None


@rule("169.1", "194.4")
def may_burn(s: HollowState, place: int) -> bool:
    """Whether a shell or flames can set fire to a hex."""
    return kindling_number(s, place) is not None and fire_at(s, place) < 0 and not is_raining(s) and bool(spare_smoke(s))


@rule("169.1")
def shells_kindle(s: HollowState, place: int, column: int | None, roll: int) -> None:
    """High explosive whose roll alone kills may set fire to its hex: the shot is rolled for again."""
    if column is not None and fire_result(column, roll, s.world.fire).killed and may_burn(s, place):
        push(s, ShellFire(place, column))


@rule("169.1", "194.4")
def read_shell_fire(s: HollowState, at: ShellFire, dice: tuple[int, ...]) -> None:
    """A second kill, by the dice and the state of the ground alone, and the hex burns."""
    roll = dice[0] - sum_of(ground_items(s))
    burns = bool(fire_result(at.column, roll, s.world.fire).killed) and may_burn(s, at.place)
    s.do(Said("169.1", "shell fire", (s.world.names.places[at.place], "burns" if burns else "does not burn")))
    if burns:
        light(s, "169.1", at.place)


@rule("169.1", "22")
def flames_kindle(s: HollowState, place: int, column: int | None, roll: int) -> None:
    """A flamethrower that kills sets fire to the hex, if it would still kill with the state of the ground."""
    if column is None or not may_burn(s, place):
        return
    if all(fire_result(column, roll - less, s.world.fire).killed for less in (0, sum_of(ground_items(s)))):
        s.do(Said("169.1", "shell fire", (s.world.names.places[place], "burns")))
        light(s, "169.1", place)


def quench_items(s: HollowState, unit: int) -> list[Item]:
    """A leader helps; dry ground does not."""
    led = helper(s, unit)
    return [*ground_items(s), *([Item("leader", led, "14")] if led else [])]


@rule("169.1")
def refuse_quench(s: HollowState, at: FirePhase, a: Quench) -> Refusal | None:
    """In the prep fire phase unbroken men who do nothing else may beat out a flame in their hex; a blaze nobody puts out."""
    if at.kind != "prep":
        return Refusal("169.1", "Men put out a flame in the prep fire phase.")
    unit, place = a.unit, s.at[a.unit]
    found = refuse_not_own(s, at.side, unit, "169.1", "squad or crew")
    found = found or refuse_state(s, unit, "put out a flame", (BROKEN, PINNED, MELEE, PREP, FIRED, BUSY), "169.1")
    if found is not None:
        return found
    fire, name = fire_at(s, place), {"place": s.world.names.places[place]}
    if fire < 0:
        return Refusal("169.1", "Nothing burns in {place}.", name)
    return None if s.face[fire] == FLAME else Refusal("169.1", "{place} is ablaze: nobody puts that out.", name)


def quench(s: HollowState, at: FirePhase, a: Quench) -> None:
    reveal(s, a.unit)
    s.mark("169.1", a.unit, BUSY)
    push(s, QuenchRoll(a.unit))


@rule("169.1", "194.4")
def read_quench(s: HollowState, at: QuenchRoll, dice: tuple[int, ...]) -> None:
    """The flame is out, or it is not."""
    place, modifier = s.at[at.unit], sum_of(quench_items(s, at.unit))
    out = dice[0] + modifier <= QUENCH
    s.do(
        Said("169.1", "quench", (s.world.names.pieces[at.unit], s.world.names.places[place], QUENCH, f"{modifier:+d}", "out" if out else "burns on"))
    )
    if out:
        s.remove("169.1", fire_at(s, place), "spare")


KINDLE_ORDER = Takes(Kindle, kindle, refuse_kindle, candidates=lambda s, at: [Kindle(u) for u in s.units(at.side)] if at.kind == "advancing" else [])
QUENCH_ORDER = Takes(
    Quench,
    quench,
    refuse_quench,
    candidates=lambda s, at: [Quench(u) for u in s.units(at.side) if fire_at(s, s.at[u]) >= 0] if at.kind == "prep" else [],
)
KINDLE_ROLL = roll_step(KindleRoll, "kindle", "102.2", "Setting fire", read_kindle)
QUENCH_ROLL = roll_step(QuenchRoll, "quench", "169.1", "Putting out a flame", read_quench)
SHELL_FIRE = roll_step(ShellFire, "shell fire", "169.1", "Does {place} burn?", read_shell_fire, values=place_value)
