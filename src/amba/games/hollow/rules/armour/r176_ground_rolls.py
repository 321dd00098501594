"""The rolls that ground, engine and mud call for when a vehicle drives, one after the other."""

from __future__ import annotations

from amba.core.event import Moved, Said
from amba.core.steps import AutoStep, change, pop, push
from amba.games.hollow.book import rule
from amba.games.hollow.counters import MOTION, NEW_HEX
from amba.games.hollow.frames_armour import GroundChecks, GroundRoll, Manoeuvre, MudRoll
from amba.games.hollow.rules.armour.r064_crews import bog, immobilise
from amba.games.hollow.rules.armour.r176_checks import STUCK
from amba.games.hollow.rules.dice import roll_step
from amba.games.hollow.rules.r029_vehicles import is_mobile
from amba.games.hollow.state import HollowState
from amba.games.hollow.titles import title

RULES = {"reliability": "79", "speed": "79", "bog": "176.72", "hammada": "186.14", "sand": "190.31", "mud": "194.8", "bank": "176.72"}
THROUGH = "gets through"


def run_checks(s: HollowState, at: GroundChecks) -> None:
    """The next roll, if it still drives."""
    if not at.checks or not is_mobile(s, at.vehicle):
        pop(s)
        return
    change(s, at._replace(checks=at.checks[1:]))
    kind, modifier = at.checks[0]
    if kind == "mud":
        driven = next(frame for frame in s.frames[::-1] if isinstance(frame, Manoeuvre))
        push(s, MudRoll(at.vehicle, modifier, driven.mud))
    else:
        push(s, GroundRoll(at.vehicle, kind, modifier, at.origin))


@rule("176.74")
def was_in_motion(s: HollowState, at: GroundRoll) -> bool:
    """Whether it has been in motion since its phase began: then it stays a moving target for the rest of it. Who has only started has not."""
    driven = next((frame for frame in s.frames[::-1] if isinstance(frame, Manoeuvre)), None)
    return s.has(at.vehicle, MOTION) and driven is not None and driven.vehicle == at.vehicle and driven.started < 0


@rule("176.721", "186.14", "190.31", "79")
def read_ground_roll(s: HollowState, at: GroundRoll, dice: tuple[int, ...]) -> None:
    """Twelve or more, with what is added: bogged in bog ground and sand, immobilised in hammada or by its engine."""
    stuck = dice[0] + at.modifier >= STUCK
    bogs = at.kind in {"bog", "sand", "bank"}
    result = THROUGH if not stuck else "is bogged" if bogs else "is immobilised"
    number = RULES[at.kind]
    s.do(Said(number, "ground check", (title(s, at.vehicle), at.kind, f"{at.modifier:+d}", result)))
    if stuck and was_in_motion(s, at):
        s.mark("176.74", at.vehicle, NEW_HEX)
    if stuck and at.kind == "bank" and at.origin >= 0:
        s.do(Moved(number, at.vehicle, s.at[at.vehicle], at.origin, (s.at[at.vehicle], at.origin)))
    if stuck and bogs:
        bog(s, number, at.vehicle)
    elif stuck:
        immobilise(s, number, at.vehicle)


GROUND_CHECKS = AutoStep(GroundChecks, run_checks)
GROUND_ROLL = roll_step(
    GroundRoll, "ground", lambda at: RULES[at.kind], "Does {vehicle} get through? {kind}", read_ground_roll, values=lambda s, at: {"vehicle": title(s, at.vehicle), "kind": at.kind}
)  # fmt: skip
