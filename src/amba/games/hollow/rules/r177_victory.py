"""Who wins: hexes held, and points for losses."""

from __future__ import annotations

from typing import Any

from amba.core.decision import Result
from amba.core.event import Said
from amba.games.hollow.book import rule
from amba.games.hollow.counters import ALLIED, AXIS, LOST_HALVES, SIDES, WINNER
from amba.games.hollow.rules.r029_vehicles import desert_points, fighting_vehicles
from amba.games.hollow.rules.r042_concealment import reveal
from amba.games.hollow.scenarios import Plan
from amba.games.hollow.state import HollowState
from amba.games.hollow.titles import side_title


@rule("177", "177.1")
def value(s: HollowState, unit: int) -> int:
    """A squad counts 2, a half-squad or crew 1, a leader 1 and his leadership; as it is now, not as it began. Guns and vehicles are part two's."""
    if s.is_leader(unit):
        return 1 + max(0, -s.leader(unit).leadership)
    return 2 if s.squad(unit).kind == "squad" else 1


@rule("177")
def points(s: HollowState, side: int) -> int:
    """For enemies eliminated, for squads cut down to half, twice for prisoners, and for one's own units that left the map where they should."""
    world = s.world
    lost = sum(value(s, p) for p in s.here[world.box["eliminated"]] if s.is_unit(p) and s.side[p] != side)
    taken = sum(value(s, p) for p in s.here[world.prisoners[side]] if s.is_unit(p))
    return lost + 2 * taken + s.tracks[LOST_HALVES + 1 - side] + exited(s, side) + desert_points(s, side)


@rule("177", "177.1")
def exited(s: HollowState, side: int) -> int:
    """What a side's units count that have left the map over the edge the scenario names."""
    return sum(value(s, p) for p in s.here[s.world.exited[side]] if s.is_unit(p))


@rule("177")
def victory(s: HollowState) -> dict[str, Any]:
    """What the scenario asks for; where the players want an even game rather than history's goal, what it asks for then."""
    found: dict[str, Any] = s.plan.data["victory"]
    return {**found, **found.get("even", {})} if s.options.get("goals") == "even" else found


def hexes_held(s: HollowState) -> tuple[int, int]:
    """How many of the scenario's hexes the attacker was last in, and how many he needs; where he has to get away, points of those who did."""
    rules = victory(s)
    side = SIDES.index(rules["side"])
    if rules["kind"] == "exit":
        return exited(s, side), int(rules["need"])
    held = sum(1 for name in rules["hexes"] if s.owner[s.field.alias[name]] == side + 1)
    return held, int(rules["need"])


@rule("177")
def winner(s: HollowState) -> int | None:
    """The side that has what the scenario asks for; the other one otherwise. Equal points are a draw."""
    rules = victory(s)
    if rules["kind"] in {"hexes", "exit"}:
        held, need = hexes_held(s)
        side = SIDES.index(rules["side"])
        ahead = "lead" in rules and points(s, side) - points(s, 1 - side) >= int(rules["lead"])
        return side if held >= need or ahead else 1 - side
    mine, theirs = points(s, 0), points(s, 1)
    lead = int(rules.get("lead", 1))
    if rules["kind"] == "lead":
        side = SIDES.index(rules["side"])
        return side if points(s, side) - points(s, 1 - side) >= lead else 1 - side
    return None if mine == theirs else 0 if mine > theirs else 1


@rule("4")
def is_beaten(s: HollowState, side: int) -> bool:
    """A side with nobody on the map or still to come, unless its last men have left it as they should."""
    coming = any(s.is_unit(p) for p in s.here[s.world.entry[side]])
    return not coming and not s.units(side) and not exited(s, side) and not fighting_vehicles(s, side)


@rule("4")
def is_decided(s: HollowState) -> bool:
    """A side without a unit on the map or still to come has lost before time; broken men may rally."""
    for side in (0, 1):
        coming = any(s.is_unit(p) for p in s.here[s.world.entry[side]])
        if s.turn > 0 and not coming and not s.units(side) and not fighting_vehicles(s, side):
            return True
    return False


@rule("42", "177")
def decide(s: HollowState) -> None:
    """The question marks are turned over, and whoever stood on a hex unseen holds it now; then the points are counted."""
    for side in (0, 1):
        for piece in s.counters(side):
            reveal(s, piece)
    gone = [side for side in (0, 1) if is_beaten(s, side)]
    won = 1 - gone[0] if len(gone) == 1 else winner(s)
    s.set_track("4", WINNER, 3 if won is None else won + 1)
    ours, theirs = ((side_title(s.plan.data, side), points(s, side)) for side in (0, 1))
    s.do(Said("177", "ended", (*ours, *theirs)))


def result(s: HollowState) -> Result | None:
    if s.frames:
        return None
    won = s.tracks[WINNER]
    lead = points(s, 0) - points(s, 1)
    if won in {0, 3}:
        return Result(None, "Draw", f"A draw. {account(s)}", lead)
    return Result(won - 1, "Victory", f"Victory for the {side_title(s.plan.data, won - 1)}. {account(s)}", lead)


def account(s: HollowState) -> str:
    """What the end was decided by: who is left, hexes or men who got away, as far as the scenario counts them, and the points."""
    rules = victory(s)
    found = [f"Nobody is left of the {side_title(s.plan.data, side)}." for side in (0, 1) if is_beaten(s, side)]
    if rules["kind"] in {"hexes", "exit"}:
        have, need = hexes_held(s)
        ahead = f" or a lead of {rules['lead']} points" if "lead" in rules else ""
        what = "Hexes held by the" if rules["kind"] == "hexes" else "Points for units that got away, of the"
        found.append(f"{what} {side_title(s.plan.data, SIDES.index(rules['side']))}: {have}, needed: {need}{ahead}.")
    counted = ", ".join(f"{side_title(s.plan.data, side)} {points(s, side)}" for side in (0, 1))
    return " ".join([*found, f"Victory points: {counted}."])


def goal_side(s: HollowState) -> int:
    """Who has to do something to win: the side the scenario names, else whoever moves first."""
    side = s.plan.data["victory"].get("side")
    return SIDES.index(side) if side else s.plan.first


def goals(s: HollowState) -> list[int]:
    """The hexes that count; where a side has to get away, those over which it leaves."""
    if s.plan.data["victory"]["kind"] == "exit":
        return sorted(s.plan.exits[goal_side(s)])
    return [s.field.alias[name] for name in s.plan.data["victory"].get("hexes", [])]


def score(s: HollowState) -> float:
    """The hexes the attacker holds, less where he is the Axis; where no hexes count, how far the Allies lead in points (177)."""
    if not goals(s):
        return points(s, ALLIED) - points(s, AXIS)
    return hexes_held(s)[0] * (1 if goal_side(s) == ALLIED else -1)


def counted(plan: Plan) -> tuple[str, str]:
    """What the score counts, one and many: hexes, or points where no hexes count."""
    return ("hex", "hexes") if plan.data["victory"]["kind"] == "hexes" else ("victory point", "victory points")


def verdict(plan: Plan, score: float) -> int | None:
    """Who wins with so much at the end. A lead in points that a scenario allows besides the hexes is left out."""
    rules = plan.data["victory"]
    side = SIDES.index(rules["side"]) if "side" in rules else ALLIED
    if rules["kind"] == "points":
        return None if not score else ALLIED if score > 0 else AXIS
    mine = score if side == ALLIED else -score
    return side if mine >= int(rules["lead" if rules["kind"] == "lead" else "need"]) else 1 - side
