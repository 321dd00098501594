"""A battle of one's own: the month is chosen; sky, hour, ground, wind and dust are rolled by the tables; then both sides buy what they want to have."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, get_args

from amba.core.decision import CHANCE, Decision, Refusal
from amba.core.event import Drawn, Rolled, Said
from amba.core.order import Done, Roll
from amba.core.steps import AskStep, ChanceStep, Takes, leave, pop, push
from amba.games.hollow.book import rule
from amba.games.hollow.climate import Weather, may_apply
from amba.games.hollow.counters import (
    AA_MOUNT,
    CAMPAIGN,
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
    track_of,
)
from amba.games.hollow.frames import Buying, ChoosingCampaign, ChoosingMonth, ClimateRoll
from amba.games.hollow.orders import Buy, ChooseCampaign, ChooseMonth, Levy, MonthName
from amba.games.hollow.rules.dice import ONE_DIE, SUM_OF_TWO
from amba.games.hollow.rules.own_levy import shopping
from amba.games.hollow.rules.own_market import has_men, lot, price_list, purse, refuse_goods
from amba.games.hollow.rules.own_support import take_support
from amba.games.hollow.rules.r194_air import COMPASS, HAZES, SUNS, WINDS, setting
from amba.games.hollow.rules.r194_dust import Dust, dust_word, starting_dust
from amba.games.hollow.rules.r194_weather import GROUNDS, TimeOfDay, ground_state, morning_ground, time_of_day, weather, wind
from amba.games.hollow.state import HollowState

MONTHS = get_args(MonthName)
SIZES = {"half": (1, 2), "usual": (1, 1), "double": (2, 1)}
"""How much of what the scenario gives there is to spend."""


@rule("194.1", "194.2", "194.3")
def begin_battle(s: HollowState) -> None:
    """Weather before the hour, the hour before the ground, all before set-up. Where the file fixes the date nobody chooses it, and outside the arid lands its weather holds."""
    first = s.plan.sets_up_first
    more, less = SIZES[s.options.get("purse", "usual")]
    for side, name in enumerate(SIDES):
        s.tracks[track_of(side, POINTS)] = int(s.plan.data["sides"][name]["points"]) * more // less
    for side in (1 - first, first):
        push(s, Buying(side))
    is_fixed, is_chosen = bool(s.plan.data.get("fixed_date")), bool(s.plan.data.get("armour"))
    if (is_chosen and not is_fixed) or may_apply("194.2", setting(s)):
        for step in ("dust", "wind_from", "wind", "ground", "hour", "sky"):
            push(s, ClimateRoll(step))
    if is_fixed:
        return
    push(s, ChoosingMonth(1 - first))
    if is_chosen:
        push(s, ChoosingCampaign(1 - first))


@rule("O", "MN C", "VN 23.b", "VN 26.a")
def deliver(s: HollowState, side: int, goods: str) -> None:
    """Men, leaders, weapons, works, guns and vehicles have their prices; what is bought waits to be set up."""
    found = lot(s, side, goods)
    assert found is not None
    s.set_track("O", track_of(side, POINTS), purse(s, side) - price_list(s, side)[goods])
    for piece, face in found.pieces:
        s.turn_face("O", piece, face)
        s.do(Drawn("O", piece, s.at[piece], s.world.entry[side]))
        if found.roof_gun:
            s.mark("MN C", piece, AA_MOUNT)
    if goods in s.world.support:
        take_support(s, side, goods, found.pieces[0][0] if found.pieces else -1)
    s.do(Said("O", "bought", (SIDES[side], goods)))


def buy(s: HollowState, at: Buying, a: Buy) -> None:
    deliver(s, at.side, a.goods)


@rule("O")
def levy(s: HollowState, at: Buying, a: Levy) -> None:
    """The program spends what is left."""
    for goods in shopping(s, at.side, a):
        deliver(s, at.side, goods)


@rule("O")
def refuse_levy(s: HollowState, at: Buying, a: Levy) -> Refusal | None:
    """Something that the program would take must still be to be had."""
    if not s.plan.data.get("armour"):
        return Refusal("O", "In a battle of men alone everybody buys for himself.")
    if next(iter(shopping(s, at.side, a)), None) is None:
        return Refusal("O", "The program would buy nothing more for {left} points.", {"left": purse(s, at.side)})
    return None


@rule("O", "45", "5.7")
def ask_buying(s: HollowState, at: Buying) -> Decision:
    """What comes into the list only when there is somebody to carry it, or to observe for it, is said; always, since the enemy reads the question, too."""
    weapons = "Buy your force; what you do not spend is lost. What men carry comes into the list once you have men"
    batteries = ", a battery once you have a leader to observe for it" if s.plan.data.get("armour") else ""
    return Decision(at.side, "buy", "O", f"{weapons}{batteries}.")


BUYING = AskStep(
    Buying,
    ask_buying,
    Takes(Levy, levy, refuse_levy, candidates=lambda _, _at: [Levy("tanks"), Levy("guns"), Levy("foot"), Levy("mixed")]),
    Takes(Buy, buy, lambda s, at, a: refuse_goods(s, at.side, a.goods), candidates=lambda s, at: [Buy(key) for key in price_list(s, at.side)]),
    Takes(Done, leave, lambda s, at, _a: None if has_men(s, at.side) else Refusal("O", "Buy at least one squad.")),
)


@rule("O")
def choose_campaign(s: HollowState, at: ChoosingCampaign, a: ChooseCampaign) -> None:
    """The attacker says where they fight, and in which year."""
    pop(s)
    campaigns = s.world.campaigns
    number = next(i for i, campaign in enumerate(campaigns) if campaign.key == a.campaign)
    s.set_track("194.2", MONTH, campaigns[number].first)
    s.set_track("O", CAMPAIGN, number + 1)
    s.do(Said("O", "campaign", (campaigns[number].title,)))


def refuse_campaign(s: HollowState, at: ChoosingCampaign, a: ChooseCampaign) -> Refusal | None:
    names = [campaign.key for campaign in s.world.campaigns]
    return (
        None if a.campaign in names else Refusal("O", "There is no campaign {name}; there are: {all}.", {"name": a.campaign, "all": ", ".join(names)})
    )


CAMPAIGN_CHOICE = AskStep(
    ChoosingCampaign,
    lambda _, at: Decision(at.side, "campaign", "O", "Where do you fight, and in which year?"),
    Takes(
        ChooseCampaign, choose_campaign, refuse_campaign, candidates=lambda s, _at: [ChooseCampaign(campaign.key) for campaign in s.world.campaigns]
    ),
)


@rule("194.2")
def choose_month(s: HollowState, at: ChoosingMonth, a: ChooseMonth) -> None:
    """The attacker says in which month they fight."""
    pop(s)
    s.set_track("194.2", MONTH, MONTHS.index(a.month) + 1)


@rule("194.2")
def refuse_month(s: HollowState, at: ChoosingMonth, a: ChooseMonth) -> Refusal | None:
    """A month of the campaign."""
    chosen = s.tracks[CAMPAIGN]
    if not chosen or s.world.campaigns[chosen - 1].first <= MONTHS.index(a.month) + 1 <= s.world.campaigns[chosen - 1].last:
        return None
    campaign = s.world.campaigns[chosen - 1]
    found = {"campaign": campaign.title, "first": MONTHS[campaign.first - 1], "last": MONTHS[campaign.last - 1]}
    return Refusal("194.2", "{campaign}: they fought from {first} to {last}.", found)


MONTH_CHOICE = AskStep(
    ChoosingMonth,
    lambda _, at: Decision(at.side, "month", "194.2", "In which month do you fight?"),
    Takes(ChooseMonth, choose_month, refuse_month, candidates=lambda _, _at: [ChooseMonth(month) for month in MONTHS]),
)


@rule("194.2")
def roll_sky(s: HollowState, total: int) -> str:
    found = weather(total, s.tracks[MONTH], s.world.printed)
    s.set_track("194.2", GUSTY, int(found.gusty))
    s.set_track("194.2", OVERCAST, int(found.overcast))
    s.set_track("194.2", GROUND, 0 if found.mud else GROUNDS.index("moderate"))
    words = [word for word in ("gusty", "overcast", "mud") if getattr(found, word)]
    return " and ".join(words) or "clear"


@rule("194.3")
def roll_hour(s: HollowState, die: int) -> str:
    sky = Weather(bool(s.tracks[GUSTY]), bool(s.tracks[OVERCAST]), s.tracks[GROUND] == 0)
    found = time_of_day(die, s.tracks[MONTH], sky, s.plan.data.get("land", ""), s.options.get("night") != "day", s.world.printed)
    s.set_track("194.3", SUN, SUNS.index(found.sun))
    s.set_track("194.3", HAZE, HAZES.index(found.haze) if may_apply("194.62", setting(s)) else 0)
    s.set_track("194.3", MIST, int(found.mist))
    s.set_track("194.3", NIGHT, int(found.night))
    return "broad daylight" if found.name == "none" else found.name


@rule("194.4")
def roll_ground(s: HollowState, die: int) -> str:
    state = "mud" if s.tracks[GROUND] == 0 else ground_state(die, s.tracks[MONTH], s.world.printed)
    if SUNS[s.tracks[SUN]] == "east":
        state = morning_ground(state, TimeOfDay("early morning"))
    s.set_track("194.4", GROUND, GROUNDS.index(state))
    if not may_apply("194.61", setting(s)):
        s.set_track("196.2", SUN, 0)  # in the steppe the sun blinds only over very dry ground
    return state


@rule("194.5")
def roll_wind(s: HollowState, die: int) -> str:
    force = wind(die, s.world.printed)
    s.set_track("194.5", WIND, WINDS.index(force))
    return force


@rule("194.5")
def roll_wind_from(s: HollowState, die: int) -> str:
    s.set_track("194.5", WIND_FROM, die - 1)
    return COMPASS[die - 1]


@rule("194.701")
def roll_dust(s: HollowState, die: int) -> str:
    level = starting_dust(die, GROUNDS[s.tracks[GROUND]], WINDS[s.tracks[WIND]], s.world.printed)
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
