"""A battle of one's own: after the rolls for the climate both sides buy what they want to have."""

from __future__ import annotations

from amba.core.decision import Decision, Refusal
from amba.core.event import Drawn, Said
from amba.core.order import Done
from amba.core.steps import AskStep, Takes, leave, push
from amba.games.hollow.book import rule
from amba.games.hollow.counters import POINTS, SIDES, WORK_KINDS, track_of
from amba.games.hollow.frames import Buying, ChoosingMonth, ClimateRoll
from amba.games.hollow.orders import Buy
from amba.games.hollow.rules.r055_laying import KEPT_BACK
from amba.games.hollow.rules.r055_mines import KNOWN
from amba.games.hollow.state import HollowState

SHORT = {"british": "br", "italian": "it", "german": "ge", "axis minor": "ax", "partisan": "pa"}


def begin_battle(s: HollowState) -> None:
    """194.2, 194.3: weather before the hour, the hour before the ground, all before set-up."""
    first = s.plan.sets_up_first
    for side, name in enumerate(SIDES):
        s.tracks[track_of(side, POINTS)] = int(s.plan.data["sides"][name]["points"])
    for side in (1 - first, first):
        push(s, Buying(side))
    for step in ("dust", "wind_from", "wind", "ground", "hour", "sky"):
        push(s, ClimateRoll(step))
    push(s, ChoosingMonth(1 - first))


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


def has_men(s: HollowState, side: int) -> bool:
    return any(s.is_man(p) for p in s.here[s.world.entry[side]])


def refuse_end(s: HollowState, at: Buying, a: Done) -> Refusal | None:
    return None if has_men(s, at.side) else Refusal("O", "Buy at least one squad.")


@rule("O")
def refuse_buy(s: HollowState, at: Buying, a: Buy) -> Refusal | None:
    """What this side may have, can pay for, and has somebody to carry."""
    prices, key, left = price_list(s, at.side), a.goods, purse(s, at.side)
    if key not in prices:
        return Refusal("O", "'{key}' is not for sale to this side.", {"key": key})
    if prices[key] > left:
        items = (("price", str(prices[key]), "O"), ("left", str(left), "O"))
        return Refusal("O", "{key} costs {price} points; {left} are left.", {"key": key, "price": prices[key], "left": left}, items)
    if _next(s, at.side, key) is None:
        return Refusal("O", "There are no more counters of that kind.")
    if has_men(s, at.side) or key in s.world.squad_face:
        return None
    if key in s.world.weapon_face:
        return Refusal("O", "First buy men who can carry it.")
    least = min(prices[squad] for squad in s.world.squad_face if squad in prices)
    if left - prices[key] < least:
        lines = (("left", str(left), "O"), ("price", str(prices[key]), "O"), ("the cheapest men", str(least), "O"))
        return Refusal("O", "Keep {least} points for at least one squad.", {"least": least}, lines)
    return None


@rule("O")
def buy(s: HollowState, at: Buying, a: Buy) -> None:
    """Men, leaders, weapons and works have their prices; what is bought waits to be set up."""
    found = _next(s, at.side, a.goods)
    assert found is not None
    piece, face = found
    s.set_track("O", track_of(at.side, POINTS), purse(s, at.side) - price_list(s, at.side)[a.goods])
    s.turn_face("O", piece, face)
    s.do(Drawn("O", piece, s.at[piece], s.world.entry[at.side]))
    s.do(Said("O", "bought", (SIDES[at.side], a.goods)))


BUYING = AskStep(
    Buying,
    lambda _, at: Decision(at.side, "buy", "O", "Buy your force; what you do not spend is lost."),
    Takes(Buy, buy, refuse_buy, candidates=lambda s, at: [Buy(key) for key in price_list(s, at.side)]),
    Takes(Done, leave, refuse_end),
)
