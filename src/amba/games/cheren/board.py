"""The board, its counters and charts, and the tracks beside it."""

from __future__ import annotations

from datetime import date
from typing import Any

from amba.games.cheren.book import rule
from amba.games.cheren.rules.r06_garrisons import members
from amba.games.cheren.rules.r08_reinforcements import LATER, comes_too_late
from amba.games.cheren.rules.r09_movement import RELEASE_TRACK, bar
from amba.games.cheren.rules.r14_victory import points
from amba.games.cheren.rules.standing_orders import TOLD, order_of
from amba.games.cheren.state import CherenState
from amba.games.cheren.world import ALLIED, ITALIAN, POSTPONED, ROADBLOCK, SAPPERS, SIDES, STANDING, Chit, Unit
from amba.table.board import counter, face
from amba.table.signs import sign

LATE = 8
"""8.4: the turn of the Free French at Af Abed."""


def tracks(s: CherenState, side: int | None) -> list[dict[str, Any]]:
    world = s.world
    day = date.fromisoformat(world.dates[s.turn])
    found: list[dict[str, Any]] = [
        {"key": "turn", "title": "Turn", "value": s.turn, "of": world.last_turn(s.scenario), "text": f"week of {day.day} {day:%B %Y}"},
        {"key": "score", "title": "Allied victory points", "value": points(s), "of": 0, "text": ""},
    ]
    found += [
        words("goal", "To win", goal(s)),
        *(
            words(key, f"{title} garrison", "released" if s.tracks[RELEASE_TRACK[key]] else "at its posts")
            for key, title in world.garrison_titles.items()
        ),
    ]
    if s.tracks[ROADBLOCK]:
        found.append(words("roadblock", "Roadblock", world.place_title(s.roadblock)))
    if s.tracks[SAPPERS]:
        found.append(words("sappers", "Sappers", "rivers cost the Allies nothing in this phase"))
    if side is not None and s.options["orders"] == "on":
        told = [TOLD[about, order_of(s, side, about)] for about in range(len(STANDING)) if order_of(s, side, about)]
        found.append(words("orders", "Standing orders", ", ".join(told) if told else "ask about everything"))
    if s.tracks[POSTPONED] == LATER and s.turn < LATE:
        found.append(words("french", "Free French", f"arrive at Af Abed on turn {LATE}"))
    return found


def words(key: str, title: str, text: str) -> dict[str, Any]:
    """A track that says something and counts nothing."""
    return {"key": key, "title": title, "value": 0, "of": 0, "text": text, "words": True}


@rule("14.0")
def goal(s: CherenState) -> str:
    """How the scenario is won, from its own levels."""
    levels = s.world.scenarios[s.scenario].data["victory"]["levels"]
    allied = min(level["from"] for level in levels if level["winner"] == "allied")
    italian = max(level["to"] for level in levels if level["winner"] == "italian")
    when = f"Points of the towns that the Allies control at the end of turn {s.world.last_turn(s.scenario)}"
    when += f", and {s.options['bid']} of the bid" if s.options["bid"] != "0" else ""
    return f"{when}: with {allied} or more they win, with {italian} or fewer the Italians do, anything between is a draw (14.0)."


def signs(s: CherenState) -> list[dict[str, str]]:
    """What lies on the map and is no counter: supply sources, garrisons by area, the roadblock."""
    world, places = s.world, s.world.names.places
    found = []
    for source in world.sources:
        early = s.turn < source.from_turn
        title = f"Supply source{f' from turn {source.from_turn} on' if early else ''} (1.4)"
        found.append(sign(places[source.hex], "source", SIDES[source.side], f"T{source.from_turn}" if early else "", title))
    for key, title in world.garrison_titles.items():
        posted, released = len(members(s, key)), s.tracks[RELEASE_TRACK[key]]
        stands = "released" if released else f"{posted} of its units at their posts"
        where = places[world.garrison_middle[key]]
        found.append(sign(where, "garrison", "italian", "" if released else str(posted), f"Garrison of {title}: {stands} (6.0)"))
    if s.roadblock >= 0:
        title = "Roadblock: no road rate and no Allied supply along it until the end of the Allied turn (5.1)"
        found.append(sign(places[s.roadblock], "roadblock", "italian", title=title))
    return found


def absent(s: CherenState) -> list[str]:
    """Units that have no part in this scenario: it is over before they are due."""
    return [s.world.names.pieces[unit] for unit in s.here[s.world.box["reinforcements"]] if comes_too_late(s, unit)]


def add_marks(s: CherenState, pieces: dict[str, dict[str, Any]]) -> None:
    """States of units that no marker of the rules says: who has moved, who is bound to a post."""
    for unit in (*s.units(ALLIED), *s.units(ITALIAN)):
        found = pieces[s.world.names.pieces[unit]]["marks"]
        if s.points[unit]:
            found.append("moved")
        if bar(s, unit) in {"garrison", "fixed"}:
            found.append("posted")


def printed_face(unit: Unit, lost: int) -> dict[str, Any]:
    strength, mp = unit.strengths[lost], unit.mp
    text = f"strength {strength}, movement {mp}, {unit.steps - lost} of {unit.steps} steps, stacking {unit.stacks[lost]}"
    middle = f"({unit.stacks[lost]})" if unit.stacks[lost] > 1 else ""
    return face(strength, middle, mp or "", text, lost > 0, unit.steps - lost)


def unit_counter(unit: Unit) -> dict[str, Any]:
    faces, colours = [printed_face(unit, lost) for lost in range(unit.steps)], {"allied": "native-allied"} if unit.native else {}
    names = {"designation": unit.designation, "code": unit.code, "band": unit.garrison}
    return counter(unit, SIDES[unit.side], faces, colour=unit.colour, colours=colours, **names)


def chit_counter(chit: Chit) -> dict[str, Any]:
    return counter(chit, SIDES[chit.side], [face("", "", "", chit.effect)])
