"""12.0 Abyssinian initiative: fresh units for a melee."""

from __future__ import annotations

from amba.core.decision import Action, Decision, Refusal, unknown_action
from amba.core.flow import Step, change, pop, push
from amba.core.menu import Menu
from amba.games.adua.book import rule
from amba.games.adua.rules.r03_command import commands, in_command
from amba.games.adua.rules.r05_guns import Roll
from amba.games.adua.rules.r09_movement import Ground, Way, ways
from amba.games.adua.rules.r10_closing import go_in
from amba.games.adua.rules.r10_volley import melee_hexes
from amba.games.adua.state import AduaState
from amba.games.adua.world import ABYSSINIAN, FIRED, ITALIAN, MELEE, REPULSED, USED


@rule("12.0.units")
def is_fresh(s: AduaState, unit: int) -> bool:
    """Not in small arms combat or repulsed this turn, not in melee, not in an enemy zone of control."""
    busy = 1 << FIRED | 1 << REPULSED | 1 << MELEE
    return not s.marks[unit] & busy and not s.zoc(ITALIAN)[s.at[unit]]


def fresh_units(s: AduaState, leader: int) -> list[int]:
    """Units of his that a leader could bring, by command and freshness."""
    return [u for u in s.units(ABYSSINIAN) if is_fresh(s, u) and commands(s, leader, u) and in_command(s, leader, s.at[u])]


@rule("12.0.units")
def melees_for(s: AduaState, unit: int) -> dict[int, Way]:
    """The melees a unit can reach: at least two hexes off, by a path it could move, free of enemy zones until the last step."""
    world = s.world
    zoc, foes, melees = s.zoc(ITALIAN), s.occupied_by(ITALIAN), melee_hexes(s)
    if all(world.grid.distance(s.at[unit], hex) > world.units[unit].move for hex in melees):
        return {}
    closed = [int((bool(control) or bool(foe)) and hex not in melees) for hex, (control, foe) in enumerate(zip(zoc, foes, strict=True))]
    stops = [int(hex in melees) for hex in range(world.hexes)]
    found = ways(s, unit, found=Ground(closed, stops, foes))
    return {hex: found[hex] for hex in sorted(melees) if hex in found and world.grid.distance(s.at[unit], hex) >= 2}


@rule("3.0.initiative", "12.0")
def able_leaders(s: AduaState) -> list[int]:
    """Leaders who have not tried yet and have somebody to bring."""
    if not melee_hexes(s):
        return []
    found = []
    for leader in s.followers(ABYSSINIAN):
        if not s.has(leader, USED) and any(melees_for(s, unit) for unit in fresh_units(s, leader)):
            found.append(leader)
    return found


class Stirring(Step[AduaState]):
    """("stirring",): as long as a leader can use initiative the player is asked."""

    auto = True

    def run(self, s: AduaState) -> None:
        if able_leaders(s):
            change(s, "initiative")
        else:
            pop(s)


@rule("12.0", "7.0", "fig.3")
class Initiative(Step[AduaState]):
    """("initiative",): which leader tries."""

    def decision(self, s: AduaState) -> Decision:
        return Decision(ABYSSINIAN, "initiative", "12.0", "Abyssinians: a leader may try to bring fresh units into a melee.")

    def menu(self, s: AduaState) -> Menu:
        return Menu([("done",), *(("initiative", s.world.names.pieces[leader]) for leader in able_leaders(s))])

    def refuse(self, s: AduaState, a: Action) -> Refusal | None:
        if a in self.menu(s):
            return None
        leader = s.world.names.piece.get(a[1], -1) if len(a) == 2 and a[0] == "initiative" else -1
        if leader < 0:
            return unknown_action(a, ["initiative LEADER", "done"], "12.0")
        values = {"title": s.world.units[leader].title}
        if s.has(leader, USED):
            return Refusal("3.0.initiative", "{title} has already tried this turn.", values)
        return Refusal("12.0.units", "{title} has no fresh unit within command range that can reach a melee.", values)

    def apply(self, s: AduaState, a: Action) -> None:
        if a[0] == "done":
            pop(s)
            return
        leader = s.world.names.piece[a[1]]
        s.mark("3.0.initiative", leader, USED)
        change(s, "stirring")
        push(s, "initiative-roll", leader)


@rule("12.0", "3.0.initiative", "fig.3")
class InitiativeRoll(Roll):
    """("initiative-roll", leader): his initiative value or less succeeds."""

    kind = "initiative"
    number = "12.0"
    prompt = "{title} tries to bring up his men."

    def result(self, s: AduaState, piece: int, die: int) -> None:
        if die <= s.world.units[piece].initiative:
            push(s, "bringing", piece)


class Bringing(Step[AduaState]):
    """("bringing", leader): as long as he has somebody to bring the player is asked."""

    auto = True

    def run(self, s: AduaState) -> None:
        leader = s.frames[-1][1]
        if any(melees_for(s, unit) for unit in fresh_units(s, leader)):
            change(s, "bring", leader)
        else:
            pop(s)


@rule("12.0", "12.0.units", "10.2.continue")
class Bring(Step[AduaState]):
    """("bring", leader): which unit goes into which melee."""

    def decision(self, s: AduaState) -> Decision:
        values = {"title": s.world.units[s.frames[-1][1]].title}
        return Decision(ABYSSINIAN, "bring", "12.0", "{title} brings up fresh units; then end.", values)

    def menu(self, s: AduaState) -> Menu:
        names = s.world.names
        heads: list[Action] = [("bring", names.pieces[unit]) for unit in fresh_units(s, s.frames[-1][1])]
        return Menu([("done",)], heads, lambda head: [(*head, names.places[hex]) for hex in melees_for(s, names.piece[head[1]])])

    def refuse(self, s: AduaState, a: Action) -> Refusal | None:
        if a in self.menu(s):
            return None
        if len(a) == 3 and a[0] == "bring" and a[1] in s.world.names.piece:
            values = {"title": s.world.units[s.world.names.piece[a[1]]].title, "leader": s.world.units[s.frames[-1][1]].title, "hex": a[2]}
            return Refusal(
                "12.0.units",
                "{title} cannot be brought to {hex}: it must be in {leader}'s command, fresh, outside enemy zones of control, two hexes or more away, and within its movement.",
                values,
            )
        return unknown_action(a, ["bring UNIT HEX", "done"], "12.0")

    def apply(self, s: AduaState, a: Action) -> None:
        leader = s.frames[-1][1]
        if a[0] == "done":
            pop(s)
            return
        unit, hex = s.world.names.piece[a[1]], s.world.names.place[a[2]]
        path = melees_for(s, unit)[hex].path
        go_in(s, unit, hex, "12.0", path)
        change(s, "bringing", leader)
