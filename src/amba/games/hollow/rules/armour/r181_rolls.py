"""One roll for a whole platoon: bog, sand, hammada, mud or engines; chance says which of those it stops (181.221)."""

from __future__ import annotations

from amba.core.decision import CHANCE, Decision
from amba.core.event import Said
from amba.core.steps import AutoStep, ChanceStep, change, pop, push
from amba.games.hollow.book import rule
from amba.games.hollow.frames_armour import GroundRoll, MudRoll
from amba.games.hollow.frames_platoon import PlatoonChecks, PlatoonDraw, PlatoonRoll
from amba.games.hollow.orders import Hit
from amba.games.hollow.rules.armour.r064_crews import bog, immobilise
from amba.games.hollow.rules.armour.r176_checks import STUCK
from amba.games.hollow.rules.armour.r176_ground_rolls import RULES, THROUGH
from amba.games.hollow.rules.armour.r194_mud_bog import mud_dice
from amba.games.hollow.rules.dice import SUM_OF_TWO, Rolls, roll_step
from amba.games.hollow.rules.r029_vehicles import is_mobile
from amba.games.hollow.state import HollowState
from amba.games.hollow.titles import title

BOGS = {"bog", "sand", "mud", "bank"}


@rule("181.221")
def run_platoon_checks(s: HollowState, at: PlatoonChecks) -> None:
    """The next roll; for those who can still drive, and by the usual one where it is a single vehicle's."""
    if not at.checks:
        pop(s)
        return
    change(s, at._replace(checks=at.checks[1:]))
    kind, subjects = at.checks[0]
    left = tuple((v, modifier) for v, modifier in subjects if s.is_on_map(v) and is_mobile(s, v))
    if len(left) > 1:
        push(s, PlatoonRoll(kind, left, at.nth))
    elif left:
        v, modifier = left[0]
        push(s, MudRoll(v, modifier, at.nth) if kind == "mud" else GroundRoll(v, kind, modifier))


def hardest(at: PlatoonRoll) -> int:
    return max(modifier for _, modifier in at.subjects)


def platoon_dice(s: HollowState, at: PlatoonRoll) -> Rolls:
    """Two dice; in mud the secret roll of the vehicle to which most is added."""
    return mud_dice(s, MudRoll(at.subjects[0][0], hardest(at), at.nth)) if at.kind == "mud" else SUM_OF_TWO


@rule("181.221")
def read_platoon_roll(s: HollowState, at: PlatoonRoll, dice: tuple[int, ...]) -> None:
    """Twelve or more, with what is added for each: of those whom that stops chance picks one."""
    if at.kind == "mud":
        stuck = tuple(v for v, modifier in at.subjects if modifier == hardest(at)) if dice[0] else ()
    else:
        stuck = tuple(v for v, modifier in at.subjects if dice[0] + modifier >= STUCK)
    if len(stuck) > 1:
        push(s, PlatoonDraw(at.kind, stuck))
    elif stuck:
        stop(s, at.kind, stuck[0])
    else:
        names = ", ".join(title(s, v) for v, _ in at.subjects)
        s.do(Said(RULES[at.kind], "platoon check", (names, at.kind, THROUGH)))


def stop(s: HollowState, kind: str, vehicle: int) -> None:
    """It is bogged, or immobilised."""
    bogs = kind in BOGS
    s.do(Said(RULES[kind], "platoon check", (title(s, vehicle), kind, "is bogged" if bogs else "is immobilised")))
    (bog if bogs else immobilise)(s, RULES[kind], vehicle)


def draws(s: HollowState, at: PlatoonDraw) -> list[tuple[Hit, int]]:
    """Each of them as likely as the others."""
    return [(Hit(v), 1) for v in at.vehicles]


def read_draw(s: HollowState, at: PlatoonDraw, a: Hit) -> None:
    pop(s)
    stop(s, at.kind, a.unit)


PLATOON_CHECKS = AutoStep(PlatoonChecks, run_platoon_checks)
PLATOON_ROLL = roll_step(
    PlatoonRoll, "platoon check", lambda at: RULES[at.kind], "Does the platoon get through? {kind}", read_platoon_roll, platoon_dice, lambda _s, at: {"kind": at.kind}
)  # fmt: skip
PLATOON_DRAW = ChanceStep(PlatoonDraw, lambda _s, _at: Decision(CHANCE, "picked", "181.221", "Which vehicle is stopped?"), draws, read_draw)
