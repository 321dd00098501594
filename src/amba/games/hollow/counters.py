"""What the integers of a position stand for: counters and boxes, status markers, tracks."""

from __future__ import annotations

SIDES = ("allied", "axis")
ALLIED, AXIS = 0, 1
BOXES = ("unused", "spare", "allied-entry", "axis-entry", "eliminated", "allied-prisoners", "axis-prisoners", "allied-exited", "axis-exited")
MEN, LEADERS, WEAPONS, DUMMIES, WORKS = 32, 8, 14, 10, 30
"""Counters of each side."""
SMOKE = 12
WORK_KINDS = ("foxhole", "sangar", "trench", "wire", "mines", "known mines", "mine line", "dummy mines", "mines 6", "mines 8", "mines 12", "ditch")
SMOKE_KINDS = ("smoke", "dispersed smoke", "starshell")
MARKS = (
    "broken", "pinned", "desperate", "exhausted", "concealed", "hidden", "prep_fired", "first_fired", "final_fired", "moved", "assault", "double",
    "dug_in", "crest", "malfunction", "fired", "busy", "melee", "ran", "thorns", "crest_1", "crest_2", "crest_4", "let_go", "wall", "frontal", "guard",
)  # fmt: skip
(
    BROKEN, PINNED, DM, CX, CONCEALED, HIDDEN, PREP, FIRST, FINAL, MOVED, ASSAULT, DOUBLE,
    DUG, CREST, MALFUNCTION, FIRED, BUSY, MELEE, RAN, THORNS,
    *CREST_BITS, LET_GO, WALL, FRONTAL, GUARD,
) = range(len(MARKS))  # fmt: skip
"""`desperate` is desperation morale, `busy` is a unit that did something else this phase (dug, searched, rallied another), `ran` has routed, `let_go` a mover at whom the defender wants to be asked no more,
`wall` has wall advantage, `frontal` has come at men at a crest from where they look, `guard` guards prisoners."""
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
