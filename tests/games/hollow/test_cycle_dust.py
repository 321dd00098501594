"""Motorcycles raise dust as "a vehicle of any type" does (194.74)."""

from __future__ import annotations

from typing import Any

import pytest

from amba.games.hollow.counters import DRIFTING, SMOKE, VEHICLE_DUST
from amba.games.hollow.rules.artillery.r102_drift import drift_smoke
from amba.games.hollow.rules.r007_seeing import line
from amba.games.hollow.rules.r177_exits import go_off
from tests.games.hollow.tanks import Drill, drill

RIDER = "a1 E5 br-457 +aW1; aW1 E5 motorcycles; x1 Z9 it-346"


def clouds(t: Drill) -> list[str]:
    first = t.s.world.first_smoke
    return sorted(
        t.game.names.places[t.s.at[p]].removeprefix("99")
        for p in range(first, first + SMOKE)
        if t.s.at[p] < t.s.world.hexes and t.s.face[p] == VEHICLE_DUST
    )


def ridden(*steps: str, words: dict[str, str] | None = None, text: str = RIDER, **more: Any) -> Drill:
    t = drill(words or {}, text, **more)
    t.do("move a1", *steps)
    return t


@pytest.mark.parametrize("kind", ["motorcycles", "sidecars"])
def test_194_74_it_rises_behind_a_motorcycle_and_follows_it(kind: str) -> None:
    t = ridden("go F5", text=RIDER.replace("motorcycles", kind))
    assert clouds(t) == [], "it spent its start in the hex it has left"
    t.do("go G5")
    assert clouds(t) == ["F5"]
    t.do("go H5")
    assert clouds(t) == ["G5"]


def test_194_74_more_than_two_points_raise_none_and_the_old_dust_is_gone() -> None:
    t = ridden("go F5", "go G5", words={"scrub": "H5"})
    t.do("go H5")
    assert clouds(t) == [], "four points"


@pytest.mark.parametrize(
    "more", [{"lines": "road E5 F5 G5"}, {"tracks": {"wind": 2}}, {"tracks": {"gusts": 1}}, {"tracks": {"rain": 1}}, {"tracks": {"ground": 0}}]
)
def test_194_74_194_77_none_by_road_in_wind_or_on_wet_ground(more: dict[str, Any]) -> None:
    assert clouds(ridden("go F5", "go G5", **more)) == []


@pytest.mark.parametrize("kind", ["horses", "bicycles"])
def test_194_74_horses_and_bicycles_raise_none(kind: str) -> None:
    assert clouds(ridden("go F5", "go G5", text=RIDER.replace("motorcycles", kind))) == []


def test_194_74_each_machine_has_its_own_dust() -> None:
    t = ridden("join a2", "go F5", "go G5", text=f"{RIDER}; a2 E5 br-457 +aW2; aW2 E5 motorcycles")
    assert clouds(t) == ["F5", "F5"]
    t.do("go H5", "halt")
    assert clouds(t) == ["G5", "G5"]


def test_194_74_it_hinders_by_one_and_is_laid_when_its_side_fires_again() -> None:
    t = ridden("go F5", "go G5", "halt")
    a, b = (t.s.field.view_from(t.game.names.place[f"99{name}"]) for name in ("D5", "H5"))
    assert [(h.what, h.drm) for h in line(t.s, a, b).hindrances] == [("smoke or dust", 1)]
    t.do("done")
    phases = []
    while clouds(t) == ["F5"]:
        phases.append((t.s.phasing, t.s.phase % 8))
        t.do("done" if not t.rolls else "roll 7")
    assert (t.s.phasing, t.s.phase % 8) == (0, 1), "the prep fire phase of its own side"
    assert {side for side, _ in phases} == {0, 1}, "it has lain through the enemy's player turn"
    assert clouds(t) == []


def test_194_74_a_position_with_dust_is_written_and_read_again() -> None:
    t = ridden("go F5", "go G5", "halt")
    again = t.game.place(t.game.position(t.s))
    first = t.s.world.first_smoke
    assert again.points[first : first + SMOKE] == t.s.points[first : first + SMOKE]
    assert again.at[first : first + SMOKE] == t.s.at[first : first + SMOKE]


def test_194_74_the_dust_of_a_rider_who_leaves_the_map_is_gone_and_the_log_says_where_it_rises() -> None:
    t = ridden("go F5")
    said = [t.game.sentence(e) for e in t.do("go G5")]
    assert "Dust rises in 99F5." in said
    assert not [text for text in said if "smoke" in text.lower()]
    go_off(t.s, t.piece("a1"))
    assert clouds(t) == []


@pytest.mark.parametrize(("drifts", "trail"), [("yes", 1), ("no", 0)])
def test_194_74_it_drifts_down_a_mild_breeze_as_the_dust_of_vehicles_does(drifts: str, trail: int) -> None:
    t = ridden("go F5", "go G5", "halt", tracks={"wind": 1}, options={"dust_drifts": drifts})
    drift_smoke(t.s)
    first = t.s.world.first_smoke
    found = [p for p in range(first, first + SMOKE) if t.s.face[p] == DRIFTING and t.s.at[p] < t.s.world.hexes]
    assert [t.s.points[p] for p in found] == [1] * trail, "it is the Allies'"
    assert clouds(t) == ["F5"]
