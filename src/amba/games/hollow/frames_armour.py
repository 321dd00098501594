"""Places in the sequence of play that are about vehicles."""

from __future__ import annotations

from typing import Literal, NamedTuple

from amba.games.hollow.frames import Pieces

Check = tuple[str, int]
"""A roll that a vehicle must make: its kind, and what is added to the dice."""


Leg = tuple[str, int]
"""A part of a drive: `start`, `ahead` into a hex, `turn` to a hexspine, `brake`, `finish`; or `cast off`, before it goes on; or a minimum move that waits for the engine: `creep` or `creep back` into a hex, `mount`, `mount back`, `descend`."""


class Manoeuvre(NamedTuple):
    """A vehicle is driven: the half points a burst of speed has gained, and whether that (1) and the hatches (1) have been tried in this phase."""

    vehicle: int
    extra: int = 0
    has_raced: int = 0
    has_shifted: int = 0
    has_traversed: int = 0
    """Its turret has turned (1) since it last spent points."""
    heading: int = 0
    """Since it started or its phase began it has gone forward (1) or back (-1)."""
    mud: int = 0
    """How many hexes it has entered in this phase in which mud may hold it."""
    since: int = 0
    """The half points it had spent before it came into its present hex."""
    escort: Pieces = ()
    """Men who go along beneath it."""
    pace: int = -1
    """The movement factors they have left, which bind it too; -1 where it goes alone."""
    legs: tuple[Leg, ...] = ()
    """What it was told in one order and has still to do."""
    started: int = -1
    """The hex in which it has started in this phase, or -1."""
    bound: int = -1
    """Where the leg just driven should have brought it; -1 where it stays in its hex."""
    has_turned: int = 0
    """It has turned its hull (1) since its phase began."""
    trail: tuple[tuple[int, int], ...] = ()
    """The hexes it has left in this phase, each with the half points it spent there."""
    shots: tuple[tuple[int, int], ...] = ()
    """Which of its arms have fired on the way, each with the half points it had spent by then."""
    name: Literal["manoeuvre"] = "manoeuvre"


class DriveOn(NamedTuple):
    """After what a vehicle has spent points on: it goes on, is asked, or is stuck; whether its move is over."""

    is_over: int = 0
    is_stopped: int = 0
    """It was fired at (1): whoever drives it is asked before it goes on."""
    name: Literal["drive on"] = "drive on"


class GroundChecks(NamedTuple):
    """Rolls that the ground or the engine calls for, one after the other, until one is failed."""

    vehicle: int
    checks: tuple[Check, ...]
    origin: int = -1
    """The stream it comes out of: there it is bogged if it does not."""
    name: Literal["ground checks"] = "ground checks"


class GroundRoll(NamedTuple):
    """One of them: what it is about, and what is added to the dice."""

    vehicle: int
    kind: str
    modifier: int
    origin: int = -1
    name: Literal["ground roll"] = "ground roll"


class Spotted(NamedTuple):
    """The defender watches a vehicle that has spent half points in a hex."""

    vehicle: int
    place: int
    spent: int
    belly: int = -1
    """The hex on the way to which it shows its underside, or -1."""
    is_fired: int = 0
    """It has been fired at (1) for these points."""
    fired: tuple[int, ...] = ()
    """Which arms have fired at it for these points, once for each shot: three times the counter; one more is the second gun of a vehicle, two more its machine guns."""
    name: Literal["spotted"] = "spotted"


class GunAnswer(NamedTuple):
    """The defender is asked who fires at a vehicle that has spent half points in a hex; whether it has been fired at (1) for them."""

    vehicle: int
    place: int
    spent: int
    belly: int = -1
    is_fired: int = 0
    fired: tuple[int, ...] = ()
    name: Literal["gun answer"] = "gun answer"


class UnbogRoll(NamedTuple):
    """The die of a vehicle that tries to get free; who tows it, or -1."""

    vehicle: int
    helper: int
    name: Literal["unbog"] = "unbog"


class CrewCheck(NamedTuple):
    """A crew that may give up its vehicle, by which rule."""

    vehicle: int
    rule: str = "176.711"
    name: Literal["crew check"] = "crew check"


class GunShot(NamedTuple):
    """A gun's shot at a hex or a vehicle: in which phase, at what kind of target, with what, and how many hexspines it was turned for it."""

    gun: int
    kind: str
    place: int
    vehicle: int
    target: str
    ammunition: str
    turned: int
    seen_for: int = -1
    """In first fire: the half points the vehicle has spent in sight."""
    belly: int = 0
    """It shows its underside to this shot (1)."""
    name: Literal["gun shot"] = "gun shot"


class BurstRoll(NamedTuple):
    """A shell bursts among those whom it hit, or solid shot (1) strikes them; a small gun that has rolled doubles hits twice."""

    gun: int
    place: int
    targets: Pieces
    is_area: int
    is_critical: int
    is_shot: int = 0
    is_double: int = 0
    name: Literal["burst"] = "burst"


class KillRoll(NamedTuple):
    """A vehicle was hit: by what, in the turret or the hull, whether critically; how many rolls come after this one, of which the best counts, and the best so far; the facing that was met, where the dice have said which."""

    gun: int
    vehicle: int
    ammunition: str
    is_turret: int
    is_critical: int
    more: int = 0
    best: int = 12
    facing: str = ""
    name: Literal["kill roll"] = "kill roll"


class SurvivalRoll(NamedTuple):
    """Whether the crew of a vehicle that was destroyed gets out; how much less likely, because it was stunned or shocked."""

    vehicle: int
    less: int = 0
    name: Literal["survival"] = "survival"


class ShockCheck(NamedTuple):
    """Whether the crew of a vehicle that was nearly destroyed is shocked."""

    vehicle: int
    name: Literal["shock check"] = "shock check"


class PushRoll(NamedTuple):
    """Men push a gun: where to, how, and who."""

    gun: int
    to: int
    how: str
    units: Pieces
    name: Literal["push"] = "push"


class HullDownRoll(NamedTuple):
    """A vehicle looks for a place where it is hull down."""

    vehicle: int
    name: Literal["hull down"] = "hull down"


class Crossing(NamedTuple):
    """A vehicle shows its belly on the way to a hex, backwards or not, and has spent what that costs."""

    vehicle: int
    to: int
    backwards: int
    careful: int
    minimum: int
    cost: int
    from_bed: int = 0
    """It came up from the bed of a wadi (1)."""
    name: Literal["crossing"] = "crossing"


class BypassEdge(NamedTuple):
    """A vehicle leaves a mined hex along a side of woods or a building, and has spent what that costs."""

    vehicle: int
    to: int
    cost: int
    name: Literal["bypass edge"] = "bypass edge"


class CrestEdge(NamedTuple):
    """A vehicle shows its belly on the way to the crest of the next hex, backwards or not, and has spent what that costs."""

    vehicle: int
    to: int
    backwards: int
    careful: int
    cost: int
    from_bed: int = 0
    """It came up from the bed of another wadi (1)."""
    name: Literal["crest edge"] = "crest edge"


class MudRoll(NamedTuple):
    """Whether the mud holds a vehicle in the hex it has entered, the so many-th of its kind in this phase."""

    vehicle: int
    modifier: int
    nth: int
    name: Literal["mud"] = "mud"


class EngineRoll(NamedTuple):
    """A vehicle that stands sees an enemy come and tries to start; the most the die may show."""

    vehicle: int
    most: int
    others: Pieces = ()
    """The rest of its platoon, which starts with it or not at all."""
    name: Literal["engine"] = "engine"


class ChanceHit(NamedTuple):
    """An impossible shot that fell as two ones: whether it hits the vehicle, or without one (-1) those in the hex, after all."""

    gun: int
    kind: str
    place: int
    vehicle: int
    ammunition: str
    target: str = "vehicle"
    name: Literal["chance hit"] = "chance hit"
