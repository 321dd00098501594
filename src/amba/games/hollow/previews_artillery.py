"""What smoke shells, artillery and aircraft would do, before they are called for: every result with its exact chance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from amba.core.decision import Chance, LineChance, Preview
from amba.core.event import Said
from amba.core.odds import NO, YES, ToldValue, every_fall
from amba.games.hollow import told
from amba.games.hollow.batteries import Battery
from amba.games.hollow.counters import BLACK, RED
from amba.games.hollow.frames import FirePhase, MovePhase
from amba.games.hollow.frames_artillery import AccuracyRoll, DischargeRoll
from amba.games.hollow.orders_artillery import AirAttack, Barrage, Contact, Correct, Discharge, FireForEffect, LetFall, Request, Screen, Spot
from amba.games.hollow.previews import Rules
from amba.games.hollow.previews_shots import ORDER, meaning, percent
from amba.games.hollow.rules.armour.r034_high_explosive import Burst, near_column
from amba.games.hollow.rules.artillery.r024_dischargers import discharge_items, discharger_for
from amba.games.hollow.rules.artillery.r024_gun_smoke import NAMES, screen_items, smoke_shot_of, smoke_supplies
from amba.games.hollow.rules.artillery.r045_contact import ENDS, battery_by, contact_items, marker_of, reds_left, track
from amba.games.hollow.rules.artillery.r046_blast import salvo_of, shell_of
from amba.games.hollow.rules.artillery.r046_effect import MISSIONS
from amba.games.hollow.rules.artillery.r046_ground import RADIUS, around, row_through
from amba.games.hollow.rules.artillery.r046_spotting import FIRST, accuracy_items, error_of, landing
from amba.games.hollow.rules.artillery.r150_flak import NOTHING, chance_of_flak, flak_at
from amba.games.hollow.rules.artillery.r150_flights import MISSES, MISTAKEN, MORALE, RECALLED, SEES, flight_of, run_from, sighting_items
from amba.games.hollow.rules.artillery.r150_strikes import TO_HIT, air_hindrance, kill_number
from amba.games.hollow.rules.common import item_lines, modifier_lines, sum_of
from amba.games.hollow.rules.r046_shells import BARRAGE, HIGH_EXPLOSIVE, mission_of, shells_of
from amba.games.hollow.rules.r191_works import is_soft
from amba.games.hollow.rules.r194_air import has_third_die
from amba.games.hollow.rules.r194_trails import dust_of, has_trail
from amba.games.hollow.state import HollowState
from amba.games.hollow.titles import title
from amba.games.hollow.told_lines import NEVER


@dataclass(frozen=True)
class ScreenTold:
    """What came of a smoke shell: smoke, a miss, or that there was none."""

    def __call__(self, s: Any, events: Any) -> str:
        return told.NONE_LEFT if ToldValue("no ammunition", 0)(s, events) else ToldValue("gun smoke", 5)(s, events)


@dataclass(frozen=True)
class SmokeAim:
    """What a smoke shell needs to hit (2), or what is added to its dice (3), whether there is one or not."""

    which: int

    def __call__(self, s: Any, events: Any) -> str:
        return ToldValue("gun smoke", self.which)(s, events) or ToldValue("no ammunition", self.which)(s, events)


def chances_of(play: Rules, s: HollowState, a: Any, found: Any, texts: dict[str, str]) -> tuple[Chance, ...]:
    """Every result of an order, in this order, each with what it means: every die falls."""
    chances = {fall.label: fall.chance for fall in every_fall(play, s, (a,), found)}
    return tuple(Chance(label, chances[label], text) for label, text in texts.items() if label in chances)


def preview_screen(play: Rules, s: HollowState, at: FirePhase, a: Screen) -> Preview:
    """The number to hit with every modifier, how long the shells last, and whether there will be smoke."""
    number, modifiers = screen_items(s, smoke_shot_of(s, at, a))
    texts = {"smoke": "there is smoke", "misses": "no effect", told.NONE_LEFT: "no such shell is left"}
    most = smoke_supplies(s, a.gun)[a.how]
    lasts = ((f"{NAMES[a.how]}: none above", str(most), "24.4"),) if most else ()
    column = f"{min(12, sum_of(number))} or less"
    aim = ((column, told.OrLess(SmokeAim(2))), *(() if has_third_die(s) else ((f"{sum_of(modifiers):+d}", SmokeAim(3)),)))
    return Preview(
        "", items=(*item_lines(number), *modifier_lines(modifiers), *lasts), column=column,
        odds=chances_of(play, s, a, ScreenTold(), texts), orders=(a,), told=ScreenTold(), shown=aim,
    )  # fmt: skip


def preview_discharge(play: Rules, s: HollowState, at: MovePhase, a: Discharge) -> Preview:
    one = discharger_for(s, a.vehicle, a.to)
    modifiers = discharge_items(undusted(s, a.vehicle), DischargeRoll(a.vehicle, a.to))
    found = ToldValue("discharge", 4)
    odds = chances_of(play, s, a, found, {"smoke": "dispersed smoke, +2", "no smoke": "no effect"})
    number = one.number if one is not None else 0
    return Preview(
        "", cost="1", items=modifier_lines(modifiers), column=f"{number} or less", odds=odds, orders=(a,), told=found,
        shown=((f"{number} or less", told.OrLess(ToldValue("discharge", 2))), (f"{sum_of(modifiers):+d}", ToldValue("discharge", 3))),
    )  # fmt: skip


def undusted(s: HollowState, vehicle: int) -> HollowState:
    """194.74: the position when it has spent its first point, and the dust that it raised before is gone."""
    if s.points[vehicle] or not has_trail(s, vehicle):
        return s
    new = s.loose()
    new.at[dust_of(s, vehicle)] = s.world.box["spare"]
    new.changed_by_hand()
    return new


def called(s: HollowState, radio: int) -> Battery:
    """The battery of an order that was not refused."""
    found = battery_by(s, radio)
    assert found is not None
    return found


def preview_contact(play: Rules, s: HollowState, at: FirePhase, a: Contact) -> Preview:
    """The number, and whether there will be contact."""
    number, modifiers = contact_items(s, called(s, a.radio))
    texts = {
        "contact": "you may ask for fire, spot and correct",
        "no contact": "nothing by it in this player turn",
        "the radio breaks down": "it must be repaired",
    }
    found = ToldValue("contact", 4)
    column = f"{number.value} or less"
    shown = ((column, told.OrLess(ToldValue("contact", 2))), (f"{sum_of(modifiers):+d}", ToldValue("contact", 3)))
    return Preview(
        "", items=(*item_lines([number]), *modifier_lines(modifiers)), column=column, odds=chances_of(play, s, a, found, texts), orders=(a,), told=found,
        shown=shown,
    )  # fmt: skip


def preview_request(play: Rules, s: HollowState, at: FirePhase, a: Request) -> Preview:
    """What is left in the pile, and what a second red chit means."""
    battery = called(s, a.radio)
    found, drawn = ToldValue("chit", 2), track(s, battery.number, RED)
    red = "it fires no more today" if drawn + 1 >= ENDS else "not now; you may ask again in the next player turn"
    items = (("black chits left", str(track(s, battery.number, BLACK)), "107"), ("red chits left", str(reds_left(s, battery)), "107"))
    return Preview("", items=items, odds=chances_of(play, s, a, found, {"black": "the battery is at your call", "red": red}), orders=(a,), told=found)


def are_ours(s: HollowState, place: int, side: int) -> bool:
    """Whether a side has men or vehicles in a hex."""
    return bool(s.units_at(place, side)) or any(s.at[v] == place for v in s.vehicles(side))


STRAYS = ("1 hex off", "2 hexes off", "3 hexes off", "4 hexes off", "5 hexes off", "6 hexes off", "beyond the map")


@dataclass(frozen=True)
class RoundTold:
    """How far from where it should a round falls."""

    place: int

    def __call__(self, s: Any, events: Any) -> str:
        where = ToldValue("round", 2)(s, events)
        if not where or where == STRAYS[-1]:
            return where
        away = s.field.range(self.place, s.world.names.place[where])
        return STRAYS[away - 1] if away else "accurate"


def preview_round(play: Rules, s: HollowState, at: FirePhase, a: Spot | Correct) -> Preview:
    """The number of the die with all that hinders the observer, how far it may stray, and the hexes where it may fall."""
    battery = called(s, a.radio)
    moved = FIRST if isinstance(a, Spot) else s.field.range(s.at[marker_of(s, battery.number)], a.to)
    roll = AccuracyRoll(battery.number, a.to, moved)
    number, modifiers = accuracy_items(s, roll)
    found = RoundTold(a.to)
    texts = dict.fromkeys(STRAYS, "it strays") | {STRAYS[-1]: "nobody sees it"}
    odds = chances_of(play, s, a, found, {"accurate": f"on {s.world.names.places[a.to]}", **texts})
    dusty = (("a die for the dust", "+", "194.71"),) if has_third_die(s) else ()
    items = (*item_lines([number]), *modifier_lines(modifiers), *dusty, ("strays at most", f"{error_of(s, roll, 6)} hexes", "46.21"))
    strays = {landing(s, roll, coloured, white) for coloured in range(1, 7) for white in range(1, 7)} - {None}
    own = [place for place in strays if place is not None and are_ours(s, place, at.side)]
    warnings = (f"It may fall on your own side in {', '.join(sorted(s.world.names.places[place] for place in own))}.",) if own else ()
    column = f"{number.value} or less"
    shown = ((column, told.OrLess(ToldValue("accuracy", 2))), *(() if has_third_die(s) else ((f"{sum_of(modifiers):+d}", ToldValue("accuracy", 3)),)))
    return Preview("", items=items, column=column, odds=odds, warnings=warnings, orders=(a,), told=found, shown=shown)


def blast_preview(play: Rules, s: HollowState, a: Any, places: Sequence[int], side: int, column: int) -> Preview:
    """The fire table's answer for the first who is seen on the hex that is struck first; and which hexes are struck, with one's own men among them."""
    found = ToldValue("blast", 4)
    chances = {fall.label: fall.chance for fall in every_fall(play, s, (a,), found)}
    odds = tuple(Chance(text, chances[text], meaning(text)) for text in ORDER if text in chances)
    names = s.world.names.places
    own = [names[place] for place in places if are_ours(s, place, side)]
    items = (("first on", names[places[0]], "46.5"), ("hexes struck", str(len(places)), "46.5"), ("column", str(column), "34.4"))
    warnings = (f"Your own side is in {', '.join(own)}.",) if own else ()
    return Preview("", items=items, odds=odds, warnings=warnings, orders=(a,), told=found)


def preview_effect(play: Rules, s: HollowState, at: FirePhase, a: FireForEffect) -> Preview:
    battery = called(s, a.radio)
    mission, centre = MISSIONS[a.how], s.at[marker_of(s, battery.number)]
    places = around(s, centre, RADIUS.get(mission, 0))
    if mission not in HIGH_EXPLOSIVE:
        return Preview("", items=(("hexes", str(len(places)), "46.5"),))
    return blast_preview(play, s, a, places, at.side, near_column(shell_of(s, battery.number, centre, mission)) or 0)


def preview_barrage(play: Rules, s: HollowState, at: FirePhase, a: Barrage) -> Preview:
    battery, places = called(s, a.radio), row_through(s, a.to, a.direction)
    if a.how:
        return Preview("", items=(("hexes", str(len(places)), "46.6"),))
    return blast_preview(play, s, a, places, at.side, near_column(shell_of(s, battery.number, a.to, BARRAGE)) or 0)


def preview_salvo(play: Rules, s: HollowState, at: FirePhase, a: LetFall) -> Preview | None:
    battery = called(s, a.radio)
    places = [s.at[piece] for piece in shells_of(s, battery.number)]
    if mission_of(s, battery.number) not in HIGH_EXPLOSIVE:
        return None
    return blast_preview(play, s, a, places, at.side, near_column(salvo_of(s, battery.number, places[0])) or 0)


@dataclass(frozen=True)
class FlakTold:
    """Whether one of so many guns keeps a pilot who has seen his target from attacking."""

    guns: int

    def __call__(self, s: Any, events: Any) -> str:
        if ToldValue("sighting", 4)(s, events) not in {"", SEES}:
            return NEVER
        words = [event.values[2] for event in events if isinstance(event, Said) and event.what == "flak"]
        if any(word != NOTHING for word in words):
            return YES
        return NO if len(words) == self.guns else ""


def strike_lines(s: HollowState, at: FirePhase, a: AirAttack) -> list[tuple[str, str, str]]:
    """What he does when he attacks: how bombs hit and burst, or how machine guns strike men, and from above armour."""
    flight = flight_of(s, at.side)
    assert flight is not None
    plane, air = flight.plane, modifier_lines(air_hindrance(s, a.to))
    if a.how == "bomb":
        burst = Burst(plane.bomb, in_dry_sand=is_soft(s, a.to))
        return [("bombs hit on", f"{TO_HIT[plane.kind]} or less", "150.4"), *air, ("bombs burst on column", str(near_column(burst) or 0), "46.5")]
    armour = [v for v in s.vehicles(1 - at.side) if s.at[v] == a.to and s.vehicle(v).is_armoured]
    found = [("machine guns, column", str(plane.firepower), "150.4"), *air]
    return [*found, *((f"{title(s, v)} from above: destroyed below", str(kill_number(s, v, plane.kill)), "150.4") for v in armour)]


def preview_attack(play: Rules, s: HollowState, at: FirePhase, a: AirAttack) -> Preview:
    """Whether the pilot sees it, with all that hides or shows it; and what would fire at him."""
    modifiers = sighting_items(s, a.plane, a.to)
    found = ToldValue("sighting", 4)
    texts = {
        SEES: "he attacks",
        MISSES: "no attack in this player turn",
        RECALLED: "he is gone",
        MISTAKEN: "he attacks your own men, if any are within four hexes",
    }
    guns = flak_at(s, 1 - at.side, a.to)
    names = ", ".join(title(s, gun) for gun in guns)
    fire = f"{names} would fire at him: shot down or driven off before he attacks {percent(chance_of_flak(s, a.plane, a.to, guns))}."
    own = [s.world.names.places[place] for place in (a.to, *run_from(s, a.to, a.along)) if are_ours(s, place, at.side)]
    warnings = (*((fire,) if guns else ()), *((f"Your own side is in {', '.join(own)}.",) if own else ()))
    shown = ((f"{MORALE} or less", told.OrLess(ToldValue("sighting", 1))), (f"{sum_of(modifiers):+d}", ToldValue("sighting", 2)))
    return Preview(
        "", items=(*modifier_lines(modifiers), *strike_lines(s, at, a)), column=f"{MORALE} or less", odds=chances_of(play, s, a, found, texts),
        warnings=warnings, orders=(a,), told=found, shown=shown, chances=(LineChance(fire, FlakTold(len(guns))),) if guns else (),
    )  # fmt: skip


PREVIEWS_ARTILLERY: dict[type[Any], Any] = {
    Screen: preview_screen, Contact: preview_contact, Request: preview_request, Spot: preview_round, Correct: preview_round,
    FireForEffect: preview_effect, Barrage: preview_barrage, LetFall: preview_salvo, AirAttack: preview_attack,
}  # fmt: skip
