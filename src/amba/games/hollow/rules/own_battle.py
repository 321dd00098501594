"""A battle of one's own: the month is chosen; sky, hour, ground, wind and dust are rolled by the tables; then both sides buy what they want to have."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, get_args

from amba.core.decision import CHANCE, Decision, Refusal
from amba.core.event import Drawn, Rolled, Said
from amba.core.order import Done, Roll
from amba.core.steps import AskStep, ChanceStep, Takes, leave, pop, push
from amba.games.hollow.book import rule
from amba.games.hollow.counters import (
    DUST,
    GROUND,
    GUSTY,
    HAZE,
    MIST,
    MONTH,
    NIGHT,
    OVERCAST,
    POINTS,
    SIDES,
    SUN,
    WIND,
    WIND_FROM,
    WORK_KINDS,
    track_of,
)
from amba.games.hollow.frames import Buying, ChoosingMonth, ClimateRoll
from amba.games.hollow.orders import Buy, ChooseMonth, MonthName
from amba.games.hollow.rules.dice import ONE_DIE, SUM_OF_TWO
from amba.games.hollow.rules.r055_laying import KEPT_BACK
from amba.games.hollow.rules.r055_mines import KNOWN
from amba.games.hollow.rules.r194_air import COMPASS, HAZES, SUNS, WINDS, setting
from amba.games.hollow.rules.r194_dust import Dust, dust_word, starting_dust
from amba.games.hollow.rules.r194_weather import GROUNDS, Weather, ground_state, may_apply, morning_ground, time_of_day, weather, wind
from amba.games.hollow.state import HollowState

MONTHS = get_args(MonthName)
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
    Takes(Done, leave, lambda s, at, _a: None if has_men(s, at.side) else Refusal("O", "Buy at least one squad.")),
)


@rule("194.2")
def choose_month(s: HollowState, at: ChoosingMonth, a: ChooseMonth) -> None:
    """The attacker says in which month they fight."""
    pop(s)
    s.set_track("194.2", MONTH, MONTHS.index(a.month) + 1)


MONTH_CHOICE = AskStep(
    ChoosingMonth,
    lambda _, at: Decision(at.side, "month", "194.2", "In which month do you fight?"),
    Takes(ChooseMonth, choose_month, choices=lambda _, _at: [ChooseMonth(month) for month in MONTHS]),
)


@rule("194.2")
def roll_sky(s: HollowState, total: int) -> str:
    found = weather(total, s.tracks[MONTH])
    s.set_track("194.2", GUSTY, int(found.gusty))
    s.set_track("194.2", OVERCAST, int(found.overcast))
    s.set_track("194.2", GROUND, 0 if found.mud else GROUNDS.index("moderate"))
    words = [word for word in ("gusty", "overcast", "mud") if getattr(found, word)]
    return " and ".join(words) or "clear"


@rule("194.3")
def roll_hour(s: HollowState, die: int) -> str:
    sky = Weather(bool(s.tracks[GUSTY]), bool(s.tracks[OVERCAST]), s.tracks[GROUND] == 0)
    found = time_of_day(die, s.tracks[MONTH], sky, s.plan.data.get("land", ""), s.options.get("night") != "day")
    s.set_track("194.3", SUN, SUNS.index(found.sun))
    s.set_track("194.3", HAZE, HAZES.index(found.haze) if may_apply("194.62", setting(s)) else 0)
    s.set_track("194.3", MIST, int(found.mist))
    s.set_track("194.3", NIGHT, int(found.night))
    return "broad daylight" if found.name == "none" else found.name


@rule("194.4")
def roll_ground(s: HollowState, die: int) -> str:
    state = "mud" if s.tracks[GROUND] == 0 else ground_state(die, s.tracks[MONTH])
    if SUNS[s.tracks[SUN]] == "east":
        state = morning_ground(state, time_of_day(1, s.tracks[MONTH], Weather(False, False, False), "libya"))
    s.set_track("194.4", GROUND, GROUNDS.index(state))
    if not may_apply("194.61", setting(s)):
        s.set_track("196.2", SUN, 0)  # in the steppe the sun blinds only over very dry ground
    return state


@rule("194.5")
def roll_wind(s: HollowState, die: int) -> str:
    s.set_track("194.5", WIND, WINDS.index(wind(die)))
    return wind(die)


@rule("194.5")
def roll_wind_from(s: HollowState, die: int) -> str:
    s.set_track("194.5", WIND_FROM, die - 1)
    return COMPASS[die - 1]


@rule("194.701")
def roll_dust(s: HollowState, die: int) -> str:
    level = starting_dust(die, GROUNDS[s.tracks[GROUND]], WINDS[s.tracks[WIND]])
    allowed = may_apply("194.73" if level >= Dust.HEAVY else "194.701", setting(s))
    s.set_track("194.701", DUST, int(level) if allowed else 0)
    return dust_word(level if allowed else Dust.NONE)


class Climate(NamedTuple):
    """One of the rolls before play: its rule, its title, and what it does; a word for the log comes back."""

    rule: str
    title: str
    read: Callable[[HollowState, int], str]


CLIMATE = {
    "sky": Climate("194.2", "The weather", roll_sky),
    "hour": Climate("194.3", "The time of day", roll_hour),
    "ground": Climate("194.4", "The state of the ground", roll_ground),
    "wind": Climate("194.5", "The wind", roll_wind),
    "wind_from": Climate("194.5", "Where the wind comes from", roll_wind_from),
    "dust": Climate("194.701", "Dust", roll_dust),
}


def ask_climate(s: HollowState, at: ClimateRoll) -> Decision:
    one = CLIMATE[at.what]
    return Decision(CHANCE, at.what, one.rule, one.title)


def roll_climate(s: HollowState, at: ClimateRoll, a: Roll) -> None:
    one = CLIMATE[at.what]
    s.do(Rolled(one.rule, at.what, a.dice))
    pop(s)
    s.do(Said(one.rule, "climate", (one.title, one.read(s, a.dice[0]))))


CLIMATE_ROLL = ChanceStep(ClimateRoll, ask_climate, lambda _, at: SUM_OF_TWO if at.what == "sky" else ONE_DIE, roll_climate)
