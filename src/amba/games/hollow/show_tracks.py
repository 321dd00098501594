"""The tracks beside the map: the turn, the goal, the weather, batteries, standing orders."""

from __future__ import annotations

from typing import Any

from amba.games.hollow import counters
from amba.games.hollow.batteries import Battery, Flight
from amba.games.hollow.rules.artillery.r045_contact import ENDS, MADE, marker_of, observer_of
from amba.games.hollow.rules.artillery.r150_flights import has_come, planes_of
from amba.games.hollow.rules.own_battle import MONTHS
from amba.games.hollow.rules.own_support import is_known_battery, is_known_flight
from amba.games.hollow.rules.r111_fog import FOGS
from amba.games.hollow.rules.r177_victory import hexes_held, points, victory
from amba.games.hollow.rules.r194_air import COMPASS, HAZES, RAINING, SUNS, WEATHER, WINDS
from amba.games.hollow.rules.r194_dust import Dust, dust_word
from amba.games.hollow.rules.r194_weather import GROUNDS
from amba.games.hollow.state import HollowState
from amba.games.hollow.titles import side_title, title


def track(key: str, title: str, value: int, of: int = 0, text: str = "") -> dict[str, Any]:
    return {"key": key, "title": title, "value": value, "of": of, "text": text}


def tracks(s: HollowState, side: int | None) -> list[dict[str, Any]]:
    """The turn, the goal, the points, the air, and to their owner his standing orders."""
    found = [track("turn", "Turn", s.turn, s.plan.turns, f"turn {s.turn}" if s.turn else "set-up")]
    rules = victory(s)
    if rules["kind"] in {"hexes", "exit"}:
        title = "Hexes held" if rules["kind"] == "hexes" else "Points off the map"
        found.append(track("goal", title, *hexes_held(s), str(rules.get("text", ""))))
    if "weather" in s.plan.data or s.tracks[counters.FOG] or s.tracks[counters.SNOW]:
        found.append(track("air", "Weather", s.tracks[counters.DUST], 0, weather_text(s)) | {"words": True, "parts": weather_parts(s)})
    found += [track(f"{name}-points", f"Points, {side_title(s.plan.data, who)}", points(s, who)) for who, name in enumerate(counters.SIDES)]
    found += [
        track(f"battery-{b.number}", f"Battery, {side_title(s.plan.data, b.side)}", 0, 0, battery_text(s, b, side)) | {"words": True}
        for b in s.plan.batteries
        if is_known_battery(s, b, side)
    ]
    found += [
        track(
            f"aircraft-{flight.side}", f"Aircraft, {side_title(s.plan.data, flight.side)}", int(has_come(s, flight.side)), 0, flight_text(s, flight)
        )
        | {"words": True}
        for flight in s.plan.flights
        if is_known_flight(s, flight, side)
    ]
    found += [
        track(f"way-out-{who}", f"Way off the map, {side_title(s.plan.data, who)}", 0, 0, s.world.names.places[left - 1]) | {"words": True}
        for who, left in enumerate(s.tracks[counters.WAY_OUT : counters.WAY_OUT + 2])
        if left
    ]
    if side is not None and s.plan.data.get("own_design") and not s.turn:
        found.append(track("purse", "Points to spend", s.tracks[counters.track_of(side, counters.POINTS)]))
    if side is not None:
        found.append(track("orders", "Standing orders", s.order(side, counters.ORDER_CHANCE), 0, orders_text(s, side)) | {"words": True})
    return found


def flight_text(s: HollowState, flight: Flight) -> str:
    """Whether a side's aircraft have come yet, as everybody sees."""
    if not has_come(s, flight.side):
        return f"{flight.plane.title}, not here yet."
    return f"{flight.plane.title}, {len(planes_of(s, flight.side))} over the map."


CONTACTS = ("no contact", "contact to be kept", "contact", "no contact this turn")
MISSION_WORDS = ("", "a concentration", "harassing fire", "a barrage", "smoke", "light", "a barrage of smoke")


def battery_text(s: HollowState, battery: Battery, side: int | None) -> str:
    """A battery in a sentence: to its own side its draw pile too."""
    values = [s.tracks[counters.battery_track(battery.number, which)] for which in range(8)]
    words = [battery.module.title, CONTACTS[values[counters.CONTACT]]]
    words += [f"fires {MISSION_WORDS[values[counters.MISSION]]}"] if values[counters.MISSION] else []
    if side == battery.side:
        words += ["at your call"] if values[counters.ACCESS] and not values[counters.MISSION] else []
        words.append(f"{values[counters.BLACK]} black and {battery.module.red - values[counters.RED]} red chits left")
        names = s.world.names.places
        words += [f"registered on {', '.join(names[place] for place in sorted(battery.registered))}"] if battery.registered else []
    text = ", ".join(words) + "."
    return f"{text} {next_step(s, battery, values)}" if side == battery.side and s.turn else text


def next_step(s: HollowState, battery: Battery, values: list[int]) -> str:
    """Who observes, and what he may do next."""
    observer, marker = observer_of(s, battery), marker_of(s, battery.number)
    if not s.is_on_map(battery.piece) or observer < 0 or (battery.at < 0 and not s.is_leader(observer)):
        return "Nobody observes: give the set to a leader."
    who = f"{title(s, observer)} observes from {s.world.names.places[s.at[observer]]}."
    if marker >= 0 and s.face[marker] == counters.EFFECT_1:
        return f"{who} Its second salvo falls in your next fire phase; it may be corrected first."
    if values[counters.RED] >= ENDS and not values[counters.ACCESS] and not values[counters.MISSION]:
        return "It fires no more today."
    if values[counters.CONTACT] != MADE:
        return f"{who} Call the battery in your prep fire or in defensive fire."
    if marker >= 0:
        return f"{who} Correct the round, or fire for effect." if s.face[marker] == counters.SPOTTING_ROUND else who
    return f"{who} {'Have a spotting round fall.' if values[counters.ACCESS] else 'Ask for its fire: a chit is drawn.'}"


def weather_text(s: HollowState) -> str:
    """The air in a sentence."""
    tracks = s.tracks
    words = [
        MONTHS[tracks[counters.MONTH] - 1],
        "overcast" if tracks[counters.OVERCAST] else "clear sky",
        f"{GROUNDS[tracks[counters.GROUND]]} ground",
    ]
    words.append(
        WINDS[tracks[counters.WIND]]
        + (f" from {COMPASS[tracks[counters.WIND_FROM]].upper()}" if tracks[counters.WIND] else "")
        + (" with gusts" if tracks[counters.GUSTS] else "")
    )
    words += [f"the sun low in the {SUNS[tracks[counters.SUN]]}"] if tracks[counters.SUN] else []
    words += [("intense heat haze" if HAZES[tracks[counters.HAZE]] == "intense" else "heat haze")] if tracks[counters.HAZE] else []
    words += ["mist"] if tracks[counters.MIST] else []
    words += [FOGS[tracks[counters.FOG]]] if tracks[counters.FOG] else []
    words += ["falling snow"] if tracks[counters.SNOW] else []
    words += ["rain"] if tracks[counters.RAIN] == RAINING else []
    words += [f"{dust_word(Dust(tracks[counters.DUST]))} dust"] if tracks[counters.DUST] else []
    words += [f"night, one sees {tracks[counters.VISIBILITY]} hexes"] if tracks[counters.NIGHT] else []
    return ", ".join(words) + "."


def weather_parts(s: HollowState) -> dict[str, list[int]]:
    """The same in numbers, for programs: what -> its value and the greatest there is."""
    return {name: [s.tracks[track], int(most)] for name, (track, _, most) in WEATHER.items()}


def orders_text(s: HollowState, side: int) -> str:
    """The standing orders in a sentence."""
    chance, most = s.order(side, counters.ORDER_CHANCE), s.order(side, counters.ORDER_RANGE)
    first = f"Fire from a chance of {chance} %" if chance else "Never fire unasked"
    reach = f" within {most} hexes" if most else ""
    otherwise = ("hold fire", "ask")[s.order(side, counters.ORDER_OTHERWISE)]
    hidden = ("hold fire", "fire too", "ask at every step")[s.order(side, counters.ORDER_HIDDEN)]
    at = ("", " at men in the open", " at two units and more together")[s.order(side, counters.ORDER_AT)]
    engines = "; vehicles that stand try to start" if s.order(side, counters.ORDER_MOTION) else ""
    return f"{first}{reach}{at}; otherwise {otherwise}; hidden units {hidden}{engines}."
