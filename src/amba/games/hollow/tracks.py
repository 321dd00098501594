"""The tracks: turn and phase, the weather, standing orders, points."""

from __future__ import annotations

from amba.games.hollow.pieces import SIDES

TRACKS = (
    "turn", "phase", "winner", "wind", "gusts", "rain", "dust", "ground", "was_storm", "visibility", "night",
    *(f"{side}_{what}" for side in SIDES for what in ("range", "chance", "otherwise", "hidden", "points")),
    "sun", "haze", "mist", "wind_from", "overcast", "gusty", "month", "allied_dummies", "axis_dummies", "allied_at", "axis_at",
    "allied_halves_lost", "axis_halves_lost",
)  # fmt: skip
TURN, PHASE, WINNER, WIND, GUSTS, RAIN, DUST, GROUND, WAS_STORM, VISIBILITY, NIGHT = range(11)
ORDERS = 11
"""The first track of the standing orders: five for each side."""
ORDER_RANGE, ORDER_CHANCE, ORDER_OTHERWISE, ORDER_HIDDEN, POINTS = range(5)
SUN, HAZE, MIST, WIND_FROM, OVERCAST, GUSTY, MONTH = range(ORDERS + 10, ORDERS + 17)
EXTRA_DUMMIES = ORDERS + 17
"""What a side's secret die added to its dummy minefields (55.82)."""
AT_WHAT = EXTRA_DUMMIES + 2
"""The standing order at what to fire: one track for each side."""
ORDER_AT = 5
LOST_HALVES = AT_WHAT + 2
"""Half-squads a side has lost by squads that were cut down: one track for each side (177)."""


def track_of(side: int, which: int) -> int:
    """Which track holds a side's standing order, or its purse."""
    return ORDERS + 5 * side + which


def order_track(side: int, which: int) -> int:
    """Which track holds one of a side's standing orders."""
    return AT_WHAT + side if which == ORDER_AT else track_of(side, which)
