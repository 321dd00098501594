"""4.0 The calendar: setting up, and who comes when."""

from __future__ import annotations

from functools import lru_cache

from amba.core.decision import Decision, Refusal
from amba.core.event import Placed, Spent
from amba.core.order import Done
from amba.core.state import remembered
from amba.core.steps import AskStep, Takes, leave
from amba.games.adua.book import rule
from amba.games.adua.frames import SetUp
from amba.games.adua.orders import Assign, SetDown, Suggest
from amba.games.adua.rules.r05_guns import refuse_guns
from amba.games.adua.rules.r13_victory import terms
from amba.games.adua.state import AduaState
from amba.games.adua.world import ABYSSINIAN, GUNS, ITALIAN, SIDE_TITLES, SIDES, UNTESTED, World


def arrival_turns(s: AduaState) -> list[int]:
    """Piece -> the turn on which its army comes over the western passes; 0 if it does not."""
    return arrivals_by_calendar(s.world, s.scenario, s.options["maconnen"] == "menelik")


@lru_cache(maxsize=8)
@rule("4.0.entry")
def arrivals_by_calendar(world: World, scenario: str, maconnen_with_menelik: bool) -> list[int]:
    """4.0: who is not in the calendar begins on the map; the option puts Maconnen beside Menelik in it."""
    calendar = dict(world.scenarios[scenario].data.get("calendar", {}))
    if maconnen_with_menelik and "menelik" in calendar:
        calendar["maconnen"] = calendar["menelik"]
    armies = [unit.key if unit.is_leader else unit.superior for unit in world.units]
    return [int(calendar.get(army, 0)) if unit.side == ABYSSINIAN else 0 for unit, army in zip(world.units, armies, strict=True)]


@remembered()
def waiting(s: AduaState) -> list[int]:
    """Abyssinian pieces that may enter now."""
    due = arrival_turns(s)
    return [piece for piece in s.here[s.world.box["off-map"]] if 0 < due[piece] <= s.turn]


@lru_cache(maxsize=8)
def far_hexes(world: World, distance: int) -> frozenset[int]:
    """4.0: hexes at least so far from the Italian set-up area."""
    near = {hex for start in world.set_up_area for hex in world.grid.within(start, distance - 1)}
    return frozenset(range(world.hexes)) - near


@rule("4.0.set-up")
def set_up_hexes(s: AduaState, side: int) -> frozenset[int]:
    """Italians north and east of the blue line, Abyssinians at least twelve hexes from there."""
    if side == ITALIAN:
        return s.world.set_up_area
    return far_hexes(s.world, int(terms(s)["abyssinians"]["distance"]))


@rule("4.0.set-up", "4.0")
def to_place(s: AduaState, side: int) -> list[int]:
    """Pieces the player still has to set down: all Italians, and the Abyssinian armies that start on the map."""
    world = s.world
    commanders, due = set(terms(s).get("abyssinians", {}).get("commanders", [])), arrival_turns(s)
    found = []
    for piece in s.here[world.box["off-map"]]:
        unit = world.units[piece]
        if unit.side != side or unit.kind == "machine_gun" or due[piece]:
            continue
        if side == ITALIAN or unit.key in commanders or unit.superior in commanders:
            found.append(piece)
    return found


def guns_to_give(s: AduaState, side: int) -> list[int]:
    return [piece for piece in s.here[s.world.box["off-map"]] if side == ITALIAN and s.world.units[piece].kind == "machine_gun"]


def left(s: AduaState, side: int) -> int:
    """How many pieces are still to be set up."""
    return len(to_place(s, side)) + len(guns_to_give(s, side))


def ask_set_up(s: AduaState, at: SetUp) -> Decision:
    values = {"side": SIDE_TITLES[at.side], "left": left(s, at.side)}
    return Decision(at.side, "set-up", "4.0.set-up", "{side}: set up your pieces ({left} left).", values)


def refuse_hex(s: AduaState, piece: int, hex: int) -> Refusal | None:
    """Why a piece cannot be set down in a hex."""
    world = s.world
    unit = world.units[piece]
    name = world.names.places[hex]
    values = {"title": unit.title, "hex": name}
    if hex not in set_up_hexes(s, unit.side):
        where = "north and east of the blue line" if unit.side == ITALIAN else "at least 12 hexes from the Italian set-up area"
        return Refusal("4.0.set-up", "{title} must be set up {where}.", {**values, "where": where}, hexes=(name,))
    if unit.kind != "leader" and world.effects[unit.moves_as][world.map.terrain[hex]] == "prohibited":
        return Refusal("9.0.chart", "{title} may not stand in {hex}.", values, hexes=(name,))
    if unit.is_combat and s.combat_at(hex, unit.side):
        return Refusal("9.0.stacking", "Another unit stands in {hex}.", values, hexes=(name,))
    return None


def refuse_set_down(s: AduaState, at: SetUp, a: SetDown) -> Refusal | None:
    if a.piece not in to_place(s, at.side):
        return Refusal("4.0.set-up", "{title} is not yours to set up now.", {"title": s.world.title(a.piece)})
    return refuse_hex(s, a.piece, a.hex)


def hexes_for(s: AduaState, at: SetUp, piece: int) -> list[SetDown]:
    return [SetDown(piece, hex) for hex in sorted(set_up_hexes(s, at.side)) if refuse_hex(s, piece, hex) is None]


def set_down(s: AduaState, piece: int, hex: int) -> None:
    s.do(Placed("4.0.set-up", piece, s.at[piece], hex))


def refuse_assign(s: AduaState, at: SetUp, a: Assign) -> Refusal | None:
    if a.gun not in guns_to_give(s, at.side):
        return Refusal("5.1.assign", "{title} is no machine gun that is still to be given to a unit.", {"title": s.world.title(a.gun)})
    return refuse_guns(s, a.unit)


def units_for(s: AduaState, at: SetUp, gun: int) -> list[Assign]:
    return [Assign(gun, unit) for unit in s.units(ITALIAN) if refuse_guns(s, unit) is None]


@rule("5.1.assign")
def assign(s: AduaState, gun: int, unit: int) -> None:
    """The gun stays with the unit from now on."""
    s.do(Placed("5.1.assign", gun, s.at[gun], s.world.box["with-units"]))
    s.do(Spent("5.1.assign", gun, s.points[gun], unit + 1))
    s.mark("5.1.assign", unit, GUNS)
    s.mark("5.1.assign", unit, UNTESTED)


def refuse_suggest(s: AduaState, at: SetUp, a: Suggest) -> Refusal | None:
    return None if left(s, at.side) else Refusal("4.0.set-up", "All pieces are set up.")


def suggest(s: AduaState, at: SetUp, a: Suggest) -> None:
    """Set down what is left as the scenario suggests, as near as there is room."""
    world = s.world
    suggested = terms(s)["suggested"]
    for piece in to_place(s, at.side):
        goal = world.grid.hex(suggested[SIDES[at.side]][world.units[piece].key])
        able = [hex for hex in set_up_hexes(s, at.side) if refuse_hex(s, piece, hex) is None]
        set_down(s, piece, min(able, key=lambda hex: (world.grid.distance(goal, hex), hex)))
    for gun in guns_to_give(s, at.side):
        unit = world.names.piece[suggested["machine_guns"][world.units[gun].key]]
        others = [other for other in s.units(ITALIAN) if refuse_guns(s, other) is None]
        assign(s, gun, unit if unit in others else others[0])


def refuse_done(s: AduaState, at: SetUp, a: Done) -> Refusal | None:
    count = left(s, at.side)
    return Refusal("4.0.set-up", "{left} pieces are still to be set up.", {"left": count}) if count else None


SET_UP_STEPS = (
    AskStep(
        SetUp, ask_set_up,
        Takes(Suggest, suggest, refuse_suggest),
        Takes(Done, leave, refuse_done),
        Takes(SetDown, lambda s, at, a: set_down(s, a.piece, a.hex), refuse_set_down, heads=lambda s, at: to_place(s, at.side), tails=hexes_for),
        Takes(Assign, lambda s, at, a: assign(s, a.gun, a.unit), refuse_assign, heads=lambda s, at: guns_to_give(s, at.side), tails=units_for),
    ),
)  # fmt: skip
