"""The status markers that a counter may carry."""

from __future__ import annotations

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
