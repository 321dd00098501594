"""A battle of one's own: the month is chosen, sky, hour, ground, wind and dust are rolled by the tables, and both sides buy what they want to have."""

from __future__ import annotations

from collections.abc import Sequence

from amba.core.decision import CHANCE, Action, Decision, Refusal, unknown_action
from amba.core.event import Drawn, Rolled, Said
from amba.core.flow import Step, pop, push
from amba.core.menu import Menu
from amba.games.hollow.book import HERE, rule
from amba.games.hollow.rules.dice import numbers, one_die, sum_of_two
from amba.games.hollow.rules.r055_mines import KEPT_BACK, KNOWN
from amba.games.hollow.rules.r194_dust import Dust, starting_dust
from amba.games.hollow.rules.r194_play import COMPASS, HAZES, SUNS, WINDS, dust_word, setting
from amba.games.hollow.rules.r194_weather import GROUNDS, Weather, ground_state, may_apply, morning_ground, time_of_day, weather, wind
from amba.games.hollow.state import HollowState
from amba.games.hollow.world import DUST, GROUND, GUSTY, HAZE, MIST, MONTH, NIGHT, OVERCAST, POINTS, SIDES, SUN, WIND, WIND_FROM, WORK_KINDS, track_of
from amba.load.files import Folder

MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December")
FOR_SALE = tuple(Folder(HERE / "data").sheet("points.csv", "key").unique("key"))
"""Everything that has a price."""
SHORT = {"british": "br", "italian": "it", "german": "ge", "axis minor": "ax", "partisan": "pa"}


def begin(s: HollowState) -> None:
    """194.2, 194.3: weather before the hour, the hour before the ground, all before set-up."""
    first = s.plan.sets_up_first
    for side, name in enumerate(SIDES):
        s.tracks[track_of(side, POINTS)] = int(s.plan.data["sides"][name]["points"])
    for side in (1 - first, first):
        push(s, "buy", side)
    for step in ("dust", "wind_from", "wind", "ground", "hour", "sky"):
        push(s, "climate", step)
    push(s, "month", 1 - first)


class Month(Step[HollowState]):
    """The attacker says in which month they fight: ("month", side)."""

    def decision(self, s: HollowState) -> Decision:
        return Decision(s.frames[-1][1], "month", "194.2", "In which month do you fight?")

    def menu(self, s: HollowState) -> Menu:
        return Menu([("month", name) for name in MONTHS])

    @rule("194.2")
    def apply(self, s: HollowState, a: Action) -> None:
        pop(s)
        s.set_track("194.2", MONTH, MONTHS.index(a[1]) + 1)


class Climate(Step[HollowState]):
    """One of the rolls before play: ("climate", what)."""

    RULES = {"sky": "194.2", "hour": "194.3", "ground": "194.4", "wind": "194.5", "wind_from": "194.5", "dust": "194.701"}
    TITLES = {"sky": "The weather", "hour": "The time of day", "ground": "The state of the ground", "wind": "The wind", "wind_from": "Where the wind comes from", "dust": "Dust"}  # fmt: skip

    def decision(self, s: HollowState) -> Decision:
        what = s.frames[-1][1]
        return Decision(CHANCE, what, self.RULES[what], self.TITLES[what])

    def outcomes(self, s: HollowState) -> Sequence[tuple[Action, int]]:
        return sum_of_two() if s.frames[-1][1] == "sky" else one_die()

    @rule("194.2", "194.3", "194.4", "194.5", "194.701")
    def apply(self, s: HollowState, a: Action) -> None:
        what = s.frames[-1][1]
        dice = numbers(a)
        number = self.RULES[what]
        s.do(Rolled(number, what, dice))
        pop(s)
        word = getattr(self, f"_{what}")(s, dice[0])
        s.do(Said(number, "climate", (self.TITLES[what], word)))

    def _sky(self, s: HollowState, total: int) -> str:
        found = weather(total, s.tracks[MONTH])
        s.set_track("194.2", GUSTY, int(found.gusty))
        s.set_track("194.2", OVERCAST, int(found.overcast))
        s.set_track("194.2", GROUND, 0 if found.mud else GROUNDS.index("moderate"))
        words = [word for word in ("gusty", "overcast", "mud") if getattr(found, word)]
        return " and ".join(words) or "clear"

    def _hour(self, s: HollowState, die: int) -> str:
        sky = Weather(bool(s.tracks[GUSTY]), bool(s.tracks[OVERCAST]), s.tracks[GROUND] == 0)
        found = time_of_day(die, s.tracks[MONTH], sky, s.plan.data.get("land", ""), s.options.get("night") != "day")
        s.set_track("194.3", SUN, SUNS.index(found.sun))
        s.set_track("194.3", HAZE, HAZES.index(found.haze) if may_apply("194.62", setting(s)) else 0)
        s.set_track("194.3", MIST, int(found.mist))
        s.set_track("194.3", NIGHT, int(found.night))
        return "broad daylight" if found.name == "none" else found.name

    def _ground(self, s: HollowState, die: int) -> str:
        state = "mud" if s.tracks[GROUND] == 0 else ground_state(die, s.tracks[MONTH])
        if SUNS[s.tracks[SUN]] == "east":
            state = morning_ground(state, time_of_day(1, s.tracks[MONTH], Weather(False, False, False), "libya"))
        s.set_track("194.4", GROUND, GROUNDS.index(state))
        if not may_apply("194.61", setting(s)):
            s.set_track("196.2", SUN, 0)  # in the steppe the sun blinds only over very dry ground
        return state

    def _wind(self, s: HollowState, die: int) -> str:
        s.set_track("194.5", WIND, WINDS.index(wind(die)))
        return wind(die)

    def _wind_from(self, s: HollowState, die: int) -> str:
        s.set_track("194.5", WIND_FROM, die - 1)
        return COMPASS[die - 1]

    def _dust(self, s: HollowState, die: int) -> str:
        level = starting_dust(die, GROUNDS[s.tracks[GROUND]], WINDS[s.tracks[WIND]])
        allowed = may_apply("194.73" if level >= Dust.HEAVY else "194.701", setting(s))
        s.set_track("194.701", DUST, int(level) if allowed else 0)
        return dust_word(level if allowed else Dust.NONE)


# buying


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
