"""The tracks beside the map: turn, goal, weather, points, standing orders."""

from __future__ import annotations

from typing import Any

from amba.games.hollow import counters
from amba.games.hollow.rules.r177_victory import hexes_held, points
from amba.games.hollow.rules.r194_air import COMPASS, HAZES, RAINING, SUNS, WINDS
from amba.games.hollow.rules.r194_climate import MONTHS
from amba.games.hollow.rules.r194_dust import Dust, dust_word
from amba.games.hollow.rules.r194_weather import GROUNDS
from amba.games.hollow.state import HollowState
from amba.games.hollow.titles import side_title


def tracks(s: HollowState, side: int | None) -> list[dict[str, Any]]:
    """The turn, the goal, the points, the air, and to their owner his standing orders."""
    found = [{"key": "turn", "title": "Turn", "value": s.turn, "of": s.plan.turns, "text": f"turn {s.turn}" if s.turn else "set-up"}]
    rules = s.plan.data["victory"]
    if rules["kind"] in {"hexes", "exit"}:
        held, need = hexes_held(s)
        found.append(
            {
                "key": "goal",
                "title": "Hexes held" if rules["kind"] == "hexes" else "Points off the map",
                "value": held,
                "of": need,
                "text": str(rules.get("text", "")),
            }
        )
    if "weather" in s.plan.data:
        found.append({"key": "air", "title": "Weather", "value": s.tracks[counters.DUST], "of": 0, "text": weather_text(s), "words": True})
    for who, name in enumerate(counters.SIDES):
        found.append({"key": f"{name}-points", "title": f"Points, {side_title(s.plan.data, who)}", "value": points(s, who), "of": 0, "text": ""})
    if side is not None and s.plan.data.get("own_design") and not s.turn:
        found.append({"key": "purse", "title": "Points to spend", "value": s.tracks[counters.track_of(side, counters.POINTS)], "of": 0, "text": ""})
    if side is not None:
        found.append(
            {
                "key": "orders",
                "title": "Standing orders",
                "value": s.order(side, counters.ORDER_CHANCE),
                "of": 0,
                "text": orders_text(s, side),
                "words": True,
            }
        )
    return found


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
    words += ["rain"] if tracks[counters.RAIN] == RAINING else []
    words += [f"{dust_word(Dust(tracks[counters.DUST]))} dust"] if tracks[counters.DUST] else []
    words += [f"night, one sees {tracks[counters.VISIBILITY]} hexes"] if tracks[counters.NIGHT] else []
    return ", ".join(words) + "."


def orders_text(s: HollowState, side: int) -> str:
    """The standing orders in a sentence."""
    chance, most = s.order(side, counters.ORDER_CHANCE), s.order(side, counters.ORDER_RANGE)
    first = f"Fire from a chance of {chance} %" if chance else "Never fire unasked"
    reach = f" within {most} hexes" if most else ""
    otherwise = ("hold fire", "ask")[s.order(side, counters.ORDER_OTHERWISE)]
    hidden = ("hold fire", "fire too", "ask at every step")[s.order(side, counters.ORDER_HIDDEN)]
    at = ("", " at men in the open", " at two units and more together")[s.order(side, counters.ORDER_AT)]
    return f"{first}{reach}{at}; otherwise {otherwise}; hidden units {hidden}."
