"""What the integers of a position stand for: counters and boxes, status markers, tracks."""

from __future__ import annotations

SIDES = ("allied", "axis")
ALLIED, AXIS = 0, 1
BOXES = ("unused", "spare", "allied-entry", "axis-entry", "eliminated", "allied-prisoners", "axis-prisoners", "allied-exited", "axis-exited")
MEN, LEADERS, WEAPONS, DUMMIES, WORKS, VEHICLES, GUNS = 32, 8, 14, 10, 30, 20, 10
"""Counters of each side."""
HOLDS = tuple(f"{side}V{number}-aboard" for side in "ax" for number in range(1, VEHICLES + 1))
"""What is in or on each vehicle, or in its tow: a box for each, in the order of the counters."""
SMOKE = 60
"""Counters that belong to nobody: smoke, starshells, and what artillery and aircraft put on the map."""
WORK_KINDS = (
    "foxhole",
    "sangar",
    "trench",
    "wire",
    "mines",
    "known mines",
    "mine line",
    "dummy mines",
    "mines 6",
    "mines 8",
    "mines 12",
    "ditch",
    "anti-tank mines",
)
SMOKE_KINDS = (
    "smoke", "dispersed smoke", "starshell", "gun smoke", "dispersed gun smoke", "white phosphorus", "dispersed phosphorus", "drifting smoke",
    "spotting round", "fire for effect 1", "fire for effect 2", "fire for effect C", "shells fall here", "illuminating round", "off-board observer",
    "fighter-bomber", "dive bomber", "observation plane", "vehicle dust", "flame", "blaze",
)  # fmt: skip
(
    GRENADE_SMOKE, THIN_SMOKE, STARSHELL, GUN_SMOKE, THIN_GUN_SMOKE, PHOSPHORUS, THIN_PHOSPHORUS, DRIFTING,
    SPOTTING_ROUND, EFFECT_1, EFFECT_2, EFFECT_C, BLAST, ILLUMINATION, OFF_BOARD,
    FIGHTER_BOMBER, DIVE_BOMBER, OBSERVATION_PLANE, VEHICLE_DUST, FLAME, BLAZE,
) = range(len(SMOKE_KINDS))  # fmt: skip
MARKS = (
    "broken", "pinned", "desperate", "exhausted", "concealed", "hidden", "prep_fired", "first_fired", "final_fired", "moved", "assault", "double",
    "dug_in", "crest", "malfunction", "fired", "busy", "melee", "ran", "thorns", "crest_1", "crest_2", "crest_4", "let_go", "wall", "frontal", "guard", "half",
    "exposed", "motion", "reverse", "bogged", "immobile", "stunned", "shaken", "shocked", "unknown_kill", "recalled", "abandoned", "wreck", "burning",
    "new_hex", "bypass", "bypass_left", "hull_down", "vca_1", "vca_2", "vca_4", "tca_1", "tca_2", "tca_4",
    "emplaced", "intensive", "down_1", "down_2", "no_composite", "no_hollow", "no_shells", "no_shot", "gun_off", "served",
    "bow_fired", "coaxial_fired", "aa_fired", "rear_fired", "bow_broken", "coaxial_broken", "aa_broken", "rear_broken",
    "bow_gone", "coaxial_gone", "aa_gone", "rear_gone", "aa_mount", "hazard", "escort", "scrounged", "gun_gone", "stormed",
    "no_smoke", "no_phosphorus", "discharged",
    "second_gun", "other_broken", "other_gone", "main_done", "second_done", "switched", "commander_1", "commander_2", "commander_4", "engine_tried",
    "follows", "berserk", "kindled", "over_dune", "climbing", "climb_1", "climb_2", "climb_4", "climbed_1", "climbed_2", "low_ammo", "off_track", "fired_before",
)  # fmt: skip
(
    BROKEN, PINNED, DM, CX, CONCEALED, HIDDEN, PREP, FIRST, FINAL, MOVED, ASSAULT, DOUBLE,
    DUG, CREST, MALFUNCTION, FIRED, BUSY, MELEE, RAN, THORNS,
    CREST_1, CREST_2, CREST_4, LET_GO, WALL, FRONTAL, GUARD, HALF,
    EXPOSED, MOTION, REVERSE, BOGGED, IMMOBILE, STUNNED, SHAKEN, SHOCKED, UNKNOWN_KILL, RECALLED, ABANDONED, WRECK, BURNING,
    NEW_HEX, BYPASS, BYPASS_LEFT, HULL_DOWN, VCA, _, _, TCA, _, _,
    EMPLACED, INTENSIVE, DOWN_1, DOWN_2, NO_COMPOSITE, NO_HOLLOW, NO_SHELLS, NO_SHOT, GUN_OFF, SERVED,
    MG_FIRED, _, _, _, MG_BROKEN, _, _, _, MG_GONE, _, _, _, AA_MOUNT, HAZARD, ESCORT, SCROUNGED, GUN_GONE, STORMED,
    NO_SMOKE, NO_PHOSPHORUS, DISCHARGED,
    SECOND_GUN, OTHER_BROKEN, OTHER_GONE, MAIN_DONE, SECOND_DONE, SWITCHED, COMMANDER, _, _, ENGINE_TRIED,
    FOLLOWS, BERSERK, KINDLED, OVER_DUNE, CLIMBING, CLIMB, _, _, CLIMBED, _, LOW_AMMO, OFF_TRACK, FIRED_BEFORE,
) = range(len(MARKS))  # fmt: skip
"""`desperate` is desperation morale, `busy` is a unit that did something else this phase (dug, searched, rallied another), `ran` has routed, `let_go` a mover at whom the defender wants to be asked no more,
`wall` has wall advantage, `frontal` has come at men at a crest from where they look, `guard` guards prisoners, `half` has half a movement factor in hand that a road has saved.

Of vehicles: `exposed` is the crew (else it is buttoned up), `motion` has started and not stopped, with `reverse` backwards; `shaken` has been stunned before, `unknown_kill` may be dead,
`new_hex` has entered a hex, bypassed or been in motion in this player turn; in bypass, `bypass_left` is along the hexside to the left of where it points. Hull and turret point at a hexspine: three bits each from `VCA` and `TCA`.

Machine guns in the bow, beside the gun, on the roof and in the rear have a mark each from `MG_FIRED`, `MG_BROKEN` and `MG_GONE` on; `aa_mount` has one on the roof that belongs elsewhere, or that is optional; `gun_gone` has lost its main armament for good.
`hazard` is a crew that is just bailing out, `escort` men who move beneath a tank, `scrounged` a wreck whose machine guns have been looked for, `stormed` men who have gone at a vehicle in this phase; `follows` a vehicle whose comrade of its platoon has left the map before it; `berserk` are men who do nothing but charge, `kindled` men who have set fire to their hex in this player turn; `over_dune` a vehicle that came into its hex over a dune crest, `off_track` one that came into a hex with a track or road another way; `climbing` men on a cliff: three bits from `CLIMB` on say towards which neighbouring hex, two from `CLIMBED` on how many levels are behind them; `low_ammo` a vehicle with few rounds that has fired most of them.

`hull_down` is hull down all round; with `down_1` and `down_2` only over so many (1 to 3) crest hexsides. `emplaced` is a gun, and who serves it; `intensive` has fired more than it should in this player turn;
Of a vehicle with two guns `second_gun` says that the second is served, `other_broken` and `other_gone` what is the matter with the one that is not, `main_done` and `second_done` which have fired in this player turn (`main_done` also says so of the machine guns of a turret that are its main armament), `switched` that the crew has changed over;
three bits from `COMMANDER` on are the armour leader in it. `engine_tried` has tried to start in the enemy's movement phase.
`no_composite`, `no_hollow`, `no_shells`, `no_shot` say that a gun has run out of such ammunition; `gun_off` has had its gun taken out (177.2); `served` is a gun, or a vehicle, that has fired in this player turn, `fired_before` a vehicle that had when the advancing fire phase began; `no_smoke`, `no_phosphorus` have no more such shells; `discharged` has fired its smoke dischargers."""
CREST_BITS = [CREST_1, CREST_2, CREST_4]
TRACKS = (
    "turn", "phase", "winner", "wind", "gusts", "rain", "dust", "ground", "was_storm", "visibility", "night",
    *(f"{side}_{what}" for side in SIDES for what in ("range", "chance", "otherwise", "hidden", "points")),
    "sun", "haze", "mist", "wind_from", "overcast", "gusty", "month", "allied_dummies", "axis_dummies", "allied_at", "axis_at",
    "allied_halves_lost", "axis_halves_lost", "campaign",
    *(f"{side}{kind}{number}_aim" for kind, count in (("V", VEHICLES), ("G", GUNS)) for side in "ax" for number in range(1, count + 1)),
    *(f"battery_{side}{number}_{what}" for side in "ax" for number in (1, 2) for what in ("contact", "draws", "acted", "mission", "black", "red", "access", "wire")),
    *(f"{side}G{number}_bore" for side in "ax" for number in range(1, GUNS + 1)),
    *(f"{side}_motion" for side in SIDES),
    *(f"{side}_air" for side in SIDES),
    "allied_way_out", "axis_way_out", "fog", "snow",
    *(f"battery_{side}{number}_{what}" for side in "ax" for number in (1, 2) for what in ("kind", "set")),
    *(f"{side}_plane" for side in SIDES),
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
CAMPAIGN = LOST_HALVES + 2
"""Which campaign a battle of one's own belongs to, counted from 1; 0 where its scenario says."""
AIM = CAMPAIGN + 1
"""What each vehicle's gun, and each gun, has acquired: one track for each, in the order of the counters."""
WAY_OUT = TRACKS.index("allied_way_out")
"""The hex, and one more, over whose edge the last vehicle of a platoon of a side has left the map: one track for each side (181.221)."""
FOG, SNOW = TRACKS.index("fog"), TRACKS.index("snow")
BATTERIES = 2
"""Batteries beyond the map of each side."""
BOUGHT = TRACKS.index("battery_a1_kind")
"""What was bought beyond the map in a battle of one's own: of each battery its kind, counted from 1, and its set, a counter and one more; then the kind of aircraft of each side."""
BOUGHT_PLANE = TRACKS.index("allied_plane")
BOUGHT_END = BOUGHT_PLANE + 2
BATTERY = TRACKS.index("battery_a1_contact")
CONTACT, DRAWS, ACTED, MISSION, BLACK, RED, ACCESS, WIRE = range(8)
"""What is kept of each battery: contact (had, made or failed in this player turn), how often a chit was drawn, what was done in this player turn and what it fires, as everybody sees; for its own side alone
the black chits left, the red ones drawn, whether it may fire, and from where (hex and one more) a telephone speaks."""
OPENLY = 4
"""How many of these everybody sees."""
BORE = BATTERY + 8 * 2 * BATTERIES
"""The hex on which each gun was laid before the battle, and one more: one track for each, its owner's secret (33.31, case M)."""
AT_MOTION = BORE + 2 * GUNS
"""The standing order about engines: one track for each side."""
ORDER_MOTION = 6


def battery_track(battery: int, which: int) -> int:
    return BATTERY + 8 * battery + which


def track_of(side: int, which: int) -> int:
    """Which track holds a side's standing order, or its purse."""
    return ORDERS + 5 * side + which


def order_track(side: int, which: int) -> int:
    """Which track holds one of a side's standing orders."""
    if which == ORDER_MOTION:
        return AT_MOTION + side
    return AT_WHAT + side if which == ORDER_AT else track_of(side, which)
