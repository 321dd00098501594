"""4.0 The calendar: setting up, and who comes when."""

from __future__ import annotations

from functools import lru_cache

from amba.core.decision import Action, Decision, Refusal, unknown_action
from amba.core.event import Placed, Spent
from amba.core.flow import Step, pop
from amba.core.menu import Menu
from amba.games.adua.book import rule
from amba.games.adua.rules.r05_guns import may_have_guns
from amba.games.adua.rules.r13_victory import terms
from amba.games.adua.state import AduaState
from amba.games.adua.world import ABYSSINIAN, GUNS, ITALIAN, SIDE_TITLES, UNTESTED, World


@rule("4.0.entry")
def arrival_turn(s: AduaState, piece: int) -> int:
    """The turn on which a piece's army comes over the western passes; 0 if it does not."""
    world = s.world
    if world.units[piece].side != ABYSSINIAN:
        return 0
    leader = piece if world.units[piece].is_leader else world.commander[piece]
    return int(terms(s).get("calendar", {}).get(world.units[leader].key, 0))


def waiting(s: AduaState) -> list[int]:
    """Abyssinian pieces that may enter now. Read it, do not change it."""
    known: list[int] | None = s.known.get(("waiting", s.turn))
    if known is None:
        known = s.known["waiting", s.turn] = [p for p in s.here[s.world.box["off-map"]] if 0 < arrival_turn(s, p) <= s.turn]
    return known


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
    commanders = set(terms(s).get("abyssinians", {}).get("commanders", []))
    found = []
    for piece in s.here[world.box["off-map"]]:
        unit = world.units[piece]
        if unit.side != side or unit.kind == "machine_gun":
            continue
        if side == ITALIAN or unit.key in commanders or unit.superior in commanders:
            found.append(piece)
    return found


def guns_to_give(s: AduaState) -> list[int]:
    return [piece for piece in s.here[s.world.box["off-map"]] if s.world.units[piece].kind == "machine_gun"]


def refuse_place(s: AduaState, piece: int, hex: int) -> Refusal | None:
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


@rule("4.0.set-up", "5.1.assign")
class SetUp(Step[AduaState]):
    """("set-up", side): the player sets down the pieces one by one, or takes our suggestion for what is left."""

    def decision(self, s: AduaState) -> Decision:
        side = s.frames[-1][1]
        left = len(to_place(s, side)) + (len(guns_to_give(s)) if side == ITALIAN else 0)
        return Decision(side, "set-up", "4.0.set-up", "{side}: set up your pieces ({left} left).", {"side": SIDE_TITLES[side], "left": left})

    def menu(self, s: AduaState) -> Menu:
        side = s.frames[-1][1]
        pieces = s.world.names.pieces
        heads: list[Action] = [("place", pieces[piece]) for piece in to_place(s, side)]
        if side == ITALIAN:
            heads += [("assign", pieces[gun]) for gun in guns_to_give(s)]
        return Menu([("suggest",)] if heads else [("done",)], heads, lambda head: self.tails(s, head))

    def tails(self, s: AduaState, head: Action) -> list[Action]:
        names = s.world.names
        piece = names.piece[head[1]]
        if head[0] == "assign":
            return [(*head, names.pieces[unit]) for unit in s.units(ITALIAN) if may_have_guns(s, unit)]
        return [(*head, names.places[hex]) for hex in sorted(set_up_hexes(s, s.side[piece])) if refuse_place(s, piece, hex) is None]

    def refuse(self, s: AduaState, a: Action) -> Refusal | None:
        side, names = s.frames[-1][1], s.world.names
        unplaced = to_place(s, side)
        guns = guns_to_give(s) if side == ITALIAN else []
        if a in {("done",), ("suggest",)}:
            if bool(unplaced or guns) == (a == ("suggest",)):
                return None
            return Refusal("4.0.set-up", "{left} pieces are still to be set up.", {"left": len(unplaced) + len(guns)})
        piece = names.piece.get(a[1], -1) if len(a) == 3 else -1
        if piece in unplaced and a[0] == "place":
            hex = s.world.grid.index.get(a[2])
            return Refusal("4.0.set-up", "There is no hex {hex}.", {"hex": a[2]}) if hex is None else refuse_place(s, piece, hex)
        if piece in guns and a[0] == "assign":
            unit = names.piece.get(a[2], -1)
            if unit >= 0 and may_have_guns(s, unit):
                return None
            return Refusal("5.1.assign", "Machine guns go to infantry on the map, one to a unit, and not to the Bersaglieri.")
        return unknown_action(a, ["place PIECE HEX", "assign GUN UNIT", "suggest", "done"], "4.0.set-up")

    def apply(self, s: AduaState, a: Action) -> None:
        names = s.world.names
        if a[0] == "done":
            pop(s)
        elif a[0] == "suggest":
            suggest(s, s.frames[-1][1])
        elif a[0] == "place":
            set_down(s, names.piece[a[1]], names.place[a[2]])
        else:
            give_gun(s, names.piece[a[1]], names.piece[a[2]])


def set_down(s: AduaState, piece: int, hex: int) -> None:
    s.do(Placed("4.0.set-up", piece, s.at[piece], hex))


def give_gun(s: AduaState, gun: int, unit: int) -> None:
    """5.1: the gun stays with the unit from now on."""
    s.do(Placed("5.1.assign", gun, s.at[gun], s.world.box["with-units"]))
    s.do(Spent("5.1.assign", gun, s.points[gun], unit + 1))
    s.mark("5.1.assign", unit, GUNS)
    s.mark("5.1.assign", unit, UNTESTED)


def suggest(s: AduaState, side: int) -> None:
    """Set down what is left as the scenario suggests, as near as there is room."""
    world = s.world
    wanted = terms(s)["suggested"]
    places = wanted["italian" if side == ITALIAN else "abyssinian"]
    for piece in to_place(s, side):
        goal = world.grid.hex(places[world.units[piece].key])
        able = [hex for hex in set_up_hexes(s, side) if refuse_place(s, piece, hex) is None]
        set_down(s, piece, min(able, key=lambda hex: (world.grid.distance(goal, hex), hex)))
    if side == ITALIAN:
        for gun in guns_to_give(s):
            unit = world.names.piece[wanted["machine_guns"][world.units[gun].key]]
            others = [other for other in s.units(ITALIAN) if may_have_guns(s, other)]
            give_gun(s, gun, unit if unit in others else others[0])
