"""A battle of one's own: the month is chosen, sky, hour, ground, wind and dust are rolled by the tables, and both sides buy what they want to have."""

from __future__ import annotations

from amba.core.decision import Action, Decision, Refusal, unknown_action
from amba.core.event import Drawn, Said
from amba.core.flow import Step, pop, push
from amba.core.menu import Menu
from amba.games.hollow.book import HERE, rule
from amba.games.hollow.pieces import SIDES, WORK_KINDS
from amba.games.hollow.rules.r055_laying import KEPT_BACK
from amba.games.hollow.rules.r055_mines import KNOWN
from amba.games.hollow.state import HollowState
from amba.games.hollow.tracks import POINTS, track_of
from amba.load.files import Folder

FOR_SALE = tuple(Folder(HERE / "data").sheet("points.csv", "key").unique("key"))
"""Everything that has a price."""
SHORT = {"british": "br", "italian": "it", "german": "ge", "axis minor": "ax", "partisan": "pa"}


def begin_battle(s: HollowState) -> None:
    """194.2, 194.3: weather before the hour, the hour before the ground, all before set-up."""
    first = s.plan.sets_up_first
    for side, name in enumerate(SIDES):
        s.tracks[track_of(side, POINTS)] = int(s.plan.data["sides"][name]["points"])
    for side in (1 - first, first):
        push(s, "buy", side)
    for step in ("dust", "wind_from", "wind", "ground", "hour", "sky"):
        push(s, "climate", step)
    push(s, "month", 1 - first)


def price_list(s: HollowState, side: int) -> dict[str, int]:
    """What this side may buy and for how much."""
    nations = s.plan.data["buy"][SIDES[side]].get("nations", [s.plan.nations[side]])
    foreign = tuple(f"{short}-" for nation, short in SHORT.items() if nation not in nations)
    return {key: points for key, points in s.world.prices.items() if not key.startswith(foreign)}


def purse(s: HollowState, side: int) -> int:
    return s.tracks[track_of(side, POINTS)]


def _next(s: HollowState, side: int, key: str) -> tuple[int, int] | None:
    """The counter that would stand for it, and its face."""
    world = s.world
    pools = (
        (world.squad_face, range(world.first_leader)), (world.leader_face, range(world.first_leader, world.first_weapon)),
        (world.weapon_face, range(world.first_weapon, world.first_dummy)),
    )  # fmt: skip
    spare = world.box["spare"]
    for faces, pieces in pools:
        if key in faces:
            free = [p for p in pieces if world.home[p] == side and s.at[p] == spare]
            # Eight of the men's counters are kept back for half-squads that deploy later.
            return (free[0], faces[key]) if free and (pieces.start or len(free) > 8) else None
    works = range(world.first_dummy, world.first_work) if key == "dummy" else range(world.first_work, world.first_smoke)
    face = 0 if key == "dummy" else KNOWN if key == "mines" else WORK_KINDS.index(key)
    free = [p for p in works if world.home[p] == side and s.at[p] == spare]
    return (free[0], face) if len(free) > (0 if key == "dummy" else KEPT_BACK) else None


class Buy(Step[HollowState]):
    """A side buys its force: ("buy", side)."""

    def decision(self, s: HollowState) -> Decision:
        side = s.frames[-1][1]
        return Decision(side, "buy", "O", "Buy your force; what you do not spend is lost.")

    def menu(self, s: HollowState) -> Menu:
        side = s.frames[-1][1]
        found: list[Action] = [("buy", key) for key in price_list(s, side) if self._refuse_key(s, side, key) is None]
        return Menu([*found, *([("done",)] if self._refuse_done(s, side) is None else [])])

    def refuse(self, s: HollowState, a: Action) -> Refusal | None:
        side = s.frames[-1][1]
        if a == ("done",):
            return self._refuse_done(s, side)
        if len(a) != 2 or a[0] != "buy":
            return unknown_action(a, ("buy", "done"), "O")
        return self._refuse_key(s, side, a[1])

    def _refuse_done(self, s: HollowState, side: int) -> Refusal | None:
        men = any(s.is_man(p) for p in s.here[s.world.entry[side]])
        return None if men else Refusal("O", "Buy at least one squad.")

    def _refuse_key(self, s: HollowState, side: int, key: str) -> Refusal | None:
        prices = price_list(s, side)
        if key not in prices:
            return Refusal("O", "'{key}' is not for sale to this side.", {"key": key})
        if prices[key] > purse(s, side):
            items = (("price", str(prices[key]), "O"), ("left", str(purse(s, side)), "O"))
            return Refusal("O", "{key} costs {price} points; {left} are left.", {"key": key, "price": prices[key], "left": purse(s, side)}, items)
        if _next(s, side, key) is None:
            return Refusal("O", "There are no more counters of that kind.")
        if any(s.is_man(p) for p in s.here[s.world.entry[side]]) or key in s.world.squad_face:
            return None
        if key in s.world.weapon_face:
            return Refusal("O", "First buy men who can carry it.")
        least = min(prices[squad] for squad in s.world.squad_face if squad in prices)
        if purse(s, side) - prices[key] < least:
            lines = (("left", str(purse(s, side)), "O"), ("price", str(prices[key]), "O"), ("the cheapest men", str(least), "O"))
            return Refusal("O", "Keep {least} points for at least one squad.", {"least": least}, lines)
        return None

    @rule("O")
    def apply(self, s: HollowState, a: Action) -> None:
        """Men, leaders, weapons and works have their prices; what is bought waits to be set up."""
        side = s.frames[-1][1]
        if a[0] == "done":
            pop(s)
            return
        found = _next(s, side, a[1])
        assert found is not None
        piece, face = found
        s.set_track("O", track_of(side, POINTS), purse(s, side) - price_list(s, side)[a[1]])
        s.turn_face("O", piece, face)
        s.do(Drawn("O", piece, s.at[piece], s.world.entry[side]))
        s.do(Said("O", "bought", (SIDES[side], a[1])))
