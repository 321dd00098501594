"""The dust that motorcycles raise (194.74): a cloud among the counters of smoke, which knows whose machine raised it.

Riders are never in motion, so their dust is laid when their side's next prep fire phase begins, with the smoke of that side (24).
"""

from __future__ import annotations

from collections.abc import Sequence

from amba.core.event import Placed
from amba.games.hollow.book import rule
from amba.games.hollow.counters import VEHICLE_DUST
from amba.games.hollow.rules.r024_smoke import smoke_counters, spare_smoke
from amba.games.hollow.rules.r110_mounts import CYCLES, mount_of, riding
from amba.games.hollow.rules.r185_costs import is_by_road
from amba.games.hollow.rules.r194_trails import FAST, can_rise
from amba.games.hollow.state import HollowState


def sign_of(s: HollowState, mount: int) -> int:
    """What the cloud of a machine says: whose it is, as all smoke does, and which machine raised it."""
    return 1 + s.side[mount] + 2 * (1 + mount - s.world.first_weapon)


@rule("194.74")
def lay(s: HollowState, mount: int) -> None:
    """The dust of a machine that leaves its hex is gone."""
    for piece in smoke_counters(s):
        if s.is_on_map(piece) and s.face[piece] == VEHICLE_DUST and s.points[piece] == sign_of(s, mount):
            s.remove("194.74", piece, "spare")


def settle_behind(s: HollowState, unit: int) -> None:
    """So is that of a rider who leaves the map."""
    if riding(s, unit) in CYCLES:
        lay(s, mount_of(s, unit))


@rule("194.74")
def leaves_dust(s: HollowState, here: int, to: int, halves: int, started: bool) -> bool:
    """At two points or less a hex; not out of the hex it started in, nor by road."""
    return halves <= FAST and not started and can_rise(s) and not is_by_road(s.field, here, to)


@rule("194.74")
def ride_in_dust(s: HollowState, units: Sequence[int], here: int, to: int, halves: int, started: bool) -> None:
    """Each motorcycle that has left a hex leaves its old dust behind, and raises new dust where it was."""
    for unit in [u for u in units if riding(s, u) in CYCLES]:
        mount = mount_of(s, unit)
        lay(s, mount)
        spare = spare_smoke(s)
        if spare and leaves_dust(s, here, to, halves, started):
            s.turn_face("194.74", spare[0], VEHICLE_DUST)
            s.spend("194.74", spare[0], sign_of(s, mount))
            s.do(Placed("194.74", spare[0], s.at[spare[0]], here))
