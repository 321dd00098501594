"""The tracks beside the map: turn, goal, weather, points, standing orders."""

from __future__ import annotations

from typing import Any

from amba.games.hollow.pieces import SIDES
from amba.games.hollow.rules.r177_victory import hexes_held, points
from amba.games.hollow.rules.r194_air import COMPASS, HAZES, RAINING, SUNS, WINDS
from amba.games.hollow.rules.r194_climate import MONTHS
from amba.games.hollow.rules.r194_dust import Dust, dust_word
from amba.games.hollow.rules.r194_weather import GROUNDS
from amba.games.hollow.state import HollowState
from amba.games.hollow.titles import side_title
from amba.games.hollow.tracks import (
    DUST,
    GROUND,
    GUSTS,
    HAZE,
    MIST,
    MONTH,
    NIGHT,
    ORDER_AT,
    ORDER_CHANCE,
    ORDER_HIDDEN,
    ORDER_OTHERWISE,
    ORDER_RANGE,
    OVERCAST,
    POINTS,
    RAIN,
    SUN,
    VISIBILITY,
    WIND,
    WIND_FROM,
    track_of,
)


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
        found.append({"key": "air", "title": "Weather", "value": s.tracks[DUST], "of": 0, "text": weather_text(s), "words": True})
    for who, name in enumerate(SIDES):
        found.append({"key": f"{name}-points", "title": f"Points, {side_title(s.plan.data, who)}", "value": points(s, who), "of": 0, "text": ""})
    if side is not None and s.plan.data.get("own_design") and not s.turn:
        found.append({"key": "purse", "title": "Points to spend", "value": s.tracks[track_of(side, POINTS)], "of": 0, "text": ""})
    if side is not None:
        found.append(
            {"key": "orders", "title": "Standing orders", "value": s.order(side, ORDER_CHANCE), "of": 0, "text": orders_text(s, side), "words": True}
        )
    return found


def weather_text(s: HollowState) -> str:
    """The air in a sentence."""
    tracks = s.tracks
    words = [MONTHS[tracks[MONTH] - 1], "overcast" if tracks[OVERCAST] else "clear sky", f"{GROUNDS[tracks[GROUND]]} ground"]
    words.append(
        WINDS[tracks[WIND]] + (f" from {COMPASS[tracks[WIND_FROM]].upper()}" if tracks[WIND] else "") + (" with gusts" if tracks[GUSTS] else "")
    )
    words += [f"the sun low in the {SUNS[tracks[SUN]]}"] if tracks[SUN] else []
    words += [("intense heat haze" if HAZES[tracks[HAZE]] == "intense" else "heat haze")] if tracks[HAZE] else []
    words += ["mist"] if tracks[MIST] else []
    words += ["rain"] if tracks[RAIN] == RAINING else []
    words += [f"{dust_word(Dust(tracks[DUST]))} dust"] if tracks[DUST] else []
    words += [f"night, one sees {tracks[VISIBILITY]} hexes"] if tracks[NIGHT] else []
    return ", ".join(words) + "."


def orders_text(s: HollowState, side: int) -> str:
    """The standing orders in a sentence."""
    chance, most = s.order(side, ORDER_CHANCE), s.order(side, ORDER_RANGE)
    first = f"Fire from a chance of {chance} %" if chance else "Never fire unasked"
    reach = f" within {most} hexes" if most else ""
    otherwise = ("hold fire", "ask")[s.order(side, ORDER_OTHERWISE)]
    hidden = ("hold fire", "fire too", "ask at every step")[s.order(side, ORDER_HIDDEN)]
    at = ("", " at men in the open", " at two units and more together")[s.order(side, ORDER_AT)]
    return f"{first}{reach}{at}; otherwise {otherwise}; hidden units {hidden}."
