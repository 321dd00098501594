"""Positions: the set-up of a scenario (4.0), positions as text, and back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from amba.core.game import BadPosition
from amba.core.steps import push
from amba.games.adua.book import rule
from amba.games.adua.frames import SequenceOfPlay, SetUp
from amba.games.adua.rules.r04_calendar import arrival_turns
from amba.games.adua.rules.r13_victory import end_if_over, last_turn, total_victory
from amba.games.adua.rules.sequence import SEQUENCE, begin
from amba.games.adua.state import AduaState
from amba.games.adua.world import ABYSSINIAN, EXITED, FOOT_WITH_GUNS, GUNS, ITALIAN, JAMMED, MELEE, SIDES, TRACKS, TURN, UNTESTED, Unit, World
from amba.load.scenarios import known
from amba.table import layout

KEYS = {"game", "title", "scenario", "options", "turn", "phase", "decides", "units", "tracks", "frames", "note"}
UNIT_KEYS = ("hex", "steps", "marks", "points")
ORDERS = frozenset({"attack", "assault", "general_offensive", "hold", "rally", "resupply", "march", "dig"})
COMBAT_MARKS = frozenset({"moved", "repulsed", "fired", "entered", "melee", "committed"})
ITALIAN_MARKS = frozenset({"low_ammo", "disorganized", "entrenched"}) | ORDERS
MOST = 200
"""More combat value than all Italians have cannot have gone to Adua."""
GUN_MARKS = frozenset({"machine_guns", "untested", "jammed", "jammed_now"})


def blank(world: World, scenario: str, options: dict[str, str]) -> AduaState:
    """Nothing on the map."""
    known(world.scenarios, scenario)
    s = AduaState(world, scenario, options)
    layout.put_aside(s, [world.box["off-map"]] * len(world.units), [unit.side for unit in world.units])
    s.tracks[TURN] = int(world.scenario(scenario)["play"]["first_turn"])
    return s


@rule("4.0", "4.0.set-up")
def set_up(world: World, scenario: str, options: dict[str, str]) -> AduaState:
    """The players set up freely, or the scenario says where everybody stands."""
    s = blank(world, scenario, options)
    data = world.scenarios[scenario].data
    push(s, SequenceOfPlay(()))
    if data["play"]["set_up"] == "free":
        push(s, SetUp(ABYSSINIAN))
        push(s, SetUp(ITALIAN))
    else:
        due = arrival_turns(s)
        for side in SIDES:
            for key, hex in data["fixed"][side].items():
                if not due[world.names.piece[key]]:
                    layout.put(s, world.names.piece[key], world.grid.hex(hex))
        for gun, unit in data["fixed"].get("machine_guns", {}).items():
            layout.put(s, world.names.piece[gun], world.box["with-units"])
            s.points[world.names.piece[gun]] = world.names.piece[unit] + 1
            s.marks[world.names.piece[unit]] |= 1 << GUNS | 1 << UNTESTED
    s.pending.clear()
    return s


def place(world: World, document: Mapping[str, Any], chosen: Callable[[Mapping[str, str]], dict[str, str]]) -> AduaState:
    """A position from a file."""
    layout.check_keys(document, KEYS)
    s = blank(world, document.get("scenario", "battle"), layout.read_options(document, chosen))
    s.tracks[TURN] = layout.read_turn(document, s.turn, s.turn, last_turn(s))
    for key, value in document.get("units", {}).items():
        # A saved moment may be in the middle of a melee's end; then several units still share a hex.
        _place_unit(s, key, value, strict="frames" not in document)
    if "frames" not in document:
        _engage(s)
        _refuse_company(s)
    s.tracks[EXITED] = sum(s.value(unit) for unit in s.here[world.box["exited"]])  # 13.0: unless the file counts them itself
    layout.lay_tracks(s, world.names, document, {TRACKS[TURN]: (s.turn, s.turn), TRACKS[EXITED]: (0, MOST)})
    s.forget()
    layout.enter(s, document, SEQUENCE, SEQUENCE[0].key, _begin, "set-up")
    if "frames" not in document:
        layout.check_decides(document, SEQUENCE[s.phase].key, SIDES[SEQUENCE[s.phase].side] if s.frames else "nobody")
    return s


def _place_unit(s: AduaState, key: str, value: Any, strict: bool) -> None:
    world = s.world
    piece = layout.read_piece(world.names, key, "piece")
    entry = layout.read_entry(key, value, UNIT_KEYS, '{ hex = "0108", steps = 2, marks = ["disorganized"] }')
    name = entry["hex"]
    place = layout.read_place(world, name, key, "units")
    card = world.units[piece]
    s.face[piece] = card.steps - layout.read_steps(key, entry, card.steps)
    layout.lay_marks(s, world.names, key, entry.get("marks", []))
    _refuse_marks(s, piece, card)
    s.points[piece] = layout.read_count(key, entry, "points", card.command if card.is_leader else world.hexes)
    _refuse_box(s, piece, card, place)
    if strict and card.is_combat and place < world.hexes:
        if not world.may_enter[piece][place]:
            raise BadPosition(f"{key} may not stand in {name}", key, "units")
        if s.combat_at(place, card.side) and not s.combat_at(place, 1 - card.side) and "melee" not in entry.get("marks", []):
            raise BadPosition(f"{key} stands with another unit in {name}: there is no stacking outside a melee", key, "units")
    layout.put(s, piece, place)


def _refuse_marks(s: AduaState, piece: int, card: Unit) -> None:
    """Only marks that such a piece can have: machine guns go to infantry (5.1), orders to Italians (8.0), initiative is used by Abyssinians (12.0)."""
    able = {"moved"} if not card.is_combat else COMBAT_MARKS | (ITALIAN_MARKS if card.side == ITALIAN else set())
    if card.kind in FOOT_WITH_GUNS and card.side == ITALIAN:
        able |= GUN_MARKS
    if card.is_leader and card.side == ABYSSINIAN:
        able |= {"used"}
    if card.is_colonel:
        able |= {"general_offensive", "hold"}
    for name in layout.marks_of(s, s.world.names, piece):
        if name not in able:
            raise BadPosition(f"{card.key} cannot be marked {name}; expected one of {', '.join(sorted(able))}", card.key, "units")
    if (s.has(piece, JAMMED) or s.has(piece, UNTESTED)) and not s.has(piece, GUNS):
        raise BadPosition(f"{card.key} is said to have machine guns out of order or untested, and has none (machine_guns)", card.key, "units")


def _refuse_box(s: AduaState, piece: int, card: Unit, place: int) -> None:
    """Machine guns are off the map, or with an infantry unit, which `points` may name (5.1); nobody else is there, and only Italian units leave for Adua (13.0)."""
    world = s.world
    gun = card.kind == "machine_gun"
    if (gun and place < world.hexes) or (not gun and place == world.box["with-units"]):
        raise BadPosition(f"{card.key} cannot be in {world.names.places[place]}: machine guns, and nobody else, are with-units", card.key, "units")
    owner = s.points[piece]
    if gun and owner and (owner > len(world.units) or world.units[owner - 1].kind not in FOOT_WITH_GUNS):
        raise BadPosition(f"{card.key} has points = {owner}, which is no infantry unit as the program counts them, from 1", card.key, "units")
    if place == world.box["exited"] and not (card.is_combat and card.side == ITALIAN):
        raise BadPosition(f"{card.key} cannot have exited: only Italian combat units do", card.key, "units")


def _refuse_company(s: AduaState) -> None:
    """Nobody is marked as in a melee that is none, and no leader or mule is alone among the enemy (10.2)."""
    places, units = s.world.names.places, s.world.units
    for side in (ITALIAN, ABYSSINIAN):
        for unit in s.units(side):
            if s.has(unit, MELEE) and not s.combat_at(s.at[unit], 1 - side):
                raise BadPosition(f"{units[unit].key} is marked as in a melee in {places[s.at[unit]]}, where no enemy is", units[unit].key, "units")
        for piece in s.followers(side):
            if s.combat_at(s.at[piece], 1 - side) and not s.combat_at(s.at[piece], side):
                raise BadPosition(f"{units[piece].key} is alone among the enemy in {places[s.at[piece]]}", units[piece].key, "units")


def _engage(s: AduaState) -> None:
    """Units of both sides in one hex are in melee."""
    for unit in s.units(ITALIAN):
        foes = s.combat_at(s.at[unit], ABYSSINIAN)
        for one in (unit, *foes) if foes else ():
            s.marks[one] |= 1 << MELEE


def _begin(s: AduaState, phase: int) -> None:
    if phase < 0:
        raise BadPosition("a position in set-up needs its frames", "phase")
    push(s, SequenceOfPlay(()))
    if total_victory(s) is None:
        begin(s, phase)
    else:
        end_if_over(s)


def describe(s: AduaState) -> dict[str, Any]:
    """A position as a document that `place` reads back exactly."""
    phase = SEQUENCE[s.phase].key if s.phase >= 0 else "set-up"
    return layout.document_of(s, "adua", phase, {"units": layout.entries(s, _unit)})


def _unit(s: AduaState, piece: int) -> Any:
    steps = s.world.units[piece].steps - s.face[piece] if s.face[piece] else None
    return layout.entry_of(s, piece, steps=steps, points=s.points[piece] or None)
