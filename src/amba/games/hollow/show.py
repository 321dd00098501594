"""Orders and events in words (say.toml), with the few that depend on the position or on what happened."""

from __future__ import annotations

from typing import Any

from amba.core.event import Event, Flipped, Marked, Moved, Placed, Removed, Said
from amba.core.order import Head
from amba.games.hollow.frames import BandAdvance, Buying, Marching, MovePhase
from amba.games.hollow.frames_armour import Manoeuvre
from amba.games.hollow.frames_platoon import Platoon
from amba.games.hollow.orders import Buy, ChooseCampaign, FireFromChance, FireWithin, Go, GoToCrest, Halt, Levy, StartOut, Walk
from amba.games.hollow.orders_armour import Drive, TakeWheel
from amba.games.hollow.rules.armour.r030_costs import points_left, points_text
from amba.games.hollow.rules.armour.r030_driving import STOP
from amba.games.hollow.rules.armour.r030_orders import spine_of
from amba.games.hollow.rules.armour.r030_routes import extra_of, reach_of
from amba.games.hollow.rules.armour.r181_forming import group_of
from amba.games.hollow.rules.armour.r181_plans import drive_cost
from amba.games.hollow.rules.armour.r181_radio import in_platoon, left_together
from amba.games.hollow.rules.common import NORMAL
from amba.games.hollow.rules.own_market import goods_title, label_of, purse
from amba.games.hollow.rules.r005_march import mates
from amba.games.hollow.rules.r005_movement import left
from amba.games.hollow.rules.r005_paths import ways_of
from amba.games.hollow.rules.r005_phase import mode_of
from amba.games.hollow.rules.r016_defensive_fire import STANDING_VERBS
from amba.games.hollow.rules.r181_crews import lacks_radio
from amba.games.hollow.state import HollowState
from amba.games.hollow.titles import kind_title, title
from amba.games.hollow.world import World
from amba.table.sayings import Sayings

DICE_SUMS = frozenset(
    (
        "armour check", "check", "clear", "climb", "close combat", "contact", "crew check", "crew under fire", "dig", "discharge", "escape", "explosion", "flak", "ground",
        "heat", "interdiction", "kindle", "lone check", "mine", "mines", "motorcycle", "passengers", "platoon check", "push", "quench", "rally", "sabre", "shell fire", "shock check", "sighting", "sky", "spread",
        "storm", "stray", "survival", "to kill", "visibility", "wind",
    )
)  # fmt: skip
"""Rolls of two dice of which the log keeps the sum."""
SKIPPABLE = {
    "rally": frozenset(("give", "deploy", "recombine", "hand", "free")),
    "orders": STANDING_VERBS,
}
"""What somebody need not be stopped for who wants to be asked only about what matters."""


QUIET = frozenset(("24", "24.4", "24.5", "46", "46.5", "46.6", "102", "102.2", "102.4", "169.1", "49", "150"))
"""Rules whose counters come, go and are turned over without a word: what happened has been said."""


def label(sayings: Sayings, s: HollowState, a: Any) -> str:
    """An order, or the beginning of one, in words. One's own counters are called by their kind, what is for sale by its name and price."""
    at = s.frames[-1] if s.frames else None
    if isinstance(a, Buy) and a.goods in s.world.goods and isinstance(at, Buying):
        return f"Buy {label_of(s, at.side, a.goods)}"
    if isinstance(a, Levy) and isinstance(at, Buying):
        return f"{sayings.label(a)} ({purse(s, at.side)} points)"
    if isinstance(a, ChooseCampaign):
        return next((campaign.title for campaign in s.world.campaigns if campaign.key == a.campaign), a.campaign)
    return sayings.label(a, moment_of(s, a), lambda piece: title(s, piece))


def moment_of(s: HollowState, a: Any) -> str:
    """What makes an order be called otherwise than usual."""
    if isinstance(a, Head):
        return "head"
    at = s.frames[-1] if s.frames else None
    if isinstance(a, Halt) and (isinstance(at, BandAdvance) or (isinstance(at, Marching) and not at.steps)):
        return "start"
    if isinstance(a, Drive | TakeWheel) and isinstance(at, MovePhase) and s.is_vehicle(a.vehicle):
        led = in_platoon(s, a.vehicle)
        return "platoon" if isinstance(a, Drive) and led else "alone" if isinstance(a, TakeWheel) and lacks_radio(s, a.vehicle) else ""
    if isinstance(a, StartOut) and not mates(s, (a.unit,), NORMAL, 0):
        return "alone"
    if (isinstance(a, FireWithin) and not a.hexes) or (isinstance(a, FireFromChance) and not a.percent):
        return "nothing"
    return "" if at is None else str(at.name)


def sentence(sayings: Sayings, world: World, e: Event) -> str:
    """An event as a sentence; empty for bookkeeping."""
    if isinstance(e, Said) and e.what == "player turn" and len(e.values) < 4:  # as older logs have it
        e = e._replace(values=(*e.values, ("Allies", "Axis")[e.values[2]]))
    if isinstance(e, Said) and e.what == "shot" and "," in str(e.values[5]):
        e = e._replace(what="volley")
    elif isinstance(e, Said) and e.what == "shot" and e.rule == "35":
        e = e._replace(what="raking")
    if (isinstance(e, Marked) and not e.rule) or (isinstance(e, Flipped) and e.rule == "O"):
        return ""
    if isinstance(e, Said) and e.what == "wind":
        e = quiet_wind(e)
    if isinstance(e, Said) and e.what == "bought" and e.values[1] in world.goods:
        e = e._replace(values=({"allied": "Allies", "axis": "Axis"}.get(str(e.values[0]), e.values[0]), goods_title(world, str(e.values[1]))))
    if isinstance(e, Flipped | Placed | Moved | Removed) and world.first_smoke <= e.piece < world.first_vehicle and e.rule in QUIET:
        return ""
    if isinstance(e, Flipped) and e.rule == "194.74":
        return ""
    if isinstance(e, Placed | Removed) and (world.first_dust <= e.piece < world.first_vehicle or e.rule == "194.74"):
        return f"Dust rises in {world.names.places[e.to]}." if isinstance(e, Placed) else ""
    if isinstance(e, Flipped):
        return f"{sayings.piece(e.piece)} is now {kind_title(world, e.piece, e.new)}." if e.piece >= 0 else ""
    if isinstance(e, Placed) and (e.to >= world.first_hold or e.origin >= world.first_hold):
        return ""  # said in a sentence of its own
    if isinstance(e, Moved | Placed | Removed) and e.to == world.box["eliminated"]:
        return f"{sayings.piece(e.piece)} is eliminated."
    return sayings.sentence(e)


def quiet_wind(e: Said) -> Said:
    """A change of wind that leaves the dust as it was does not speak of it."""
    word, before, after = e.values
    what = "wind" if before != after else "wind as before" if after == "none" else "wind, dust as before"
    return e._replace(what=what, values=("no change" if word == "nothing" else word, before, after))


def note_go(s: HollowState, at: object, a: Go | GoToCrest) -> str:
    """What stands in a lit hex: the factors that are left there."""
    if not isinstance(at, Marching):
        return ""
    price = ways_of(s, at.units, at.mode, at.steps).price((a.to, isinstance(a, GoToCrest)))
    return f"{left(s, at.units, at.mode) - price} left"


def note_walk(s: HollowState, at: object, a: Walk) -> str:
    """With an arrow before those of double time."""
    if a.how == "minimum":
        return ""
    mode = mode_of(a.how)
    rest = left(s, (a.unit,), mode) - ways_of(s, (a.unit,), mode, 0).price((a.to, a.how == "rim"))
    return f"»{rest} left" if a.how == "double" else f"{rest} left"


def note_drive(s: HollowState, at: MovePhase | Manoeuvre | Platoon, a: Drive) -> str:
    """What is left in a hex, pointing so, with an arrow where nothing is left to stop with: of each hex the cheapest facing is listed first."""
    if isinstance(at, Platoon) or (isinstance(at, MovePhase) and in_platoon(s, a.vehicle)):
        return note_platoon(s, at, a)
    extra = extra_of(at)
    rest = points_left(s, a.vehicle, extra) - reach_of(s, a.vehicle, extra).cost((a.to, spine_of(a.hour))) - STOP
    return f"{points_text(rest)} left" if rest >= 0 else "» in motion"


def note_platoon(s: HollowState, at: MovePhase | Platoon, a: Drive) -> str:
    """What is left to the slowest of a platoon."""
    group = group_of(s, at, a.vehicle)
    rest = left_together(s, group) - drive_cost(s, group, (a.to, spine_of(a.hour))) - STOP
    return f"{points_text(rest)} left" if rest >= 0 else "» in motion"


NOTES: dict[type[Any], Any] = {Go: note_go, GoToCrest: note_go, Walk: note_walk, Drive: note_drive}
