"""The dust that vehicles raise: the paragraph 194.74 with its example, and what it does to sight."""

from __future__ import annotations

from typing import Any

import pytest

from amba.games.hollow.rules.r007_seeing import line
from amba.games.hollow.rules.r015_flight import is_exposed
from amba.games.hollow.rules.r194_weather import GROUNDS
from tests.games.hollow.tanks import Drill, drill

CAR = "aV1 E5 br-stuart-i-a-honey @3"


def clouds(t: Drill) -> list[str]:
    return sorted(t.where(key) for key in t.game.names.pieces if "dust" in key and t.s.at[t.piece(key)] < t.s.world.hexes)


def go(text: str, words: dict[str, str] | None = None, **more: Any) -> Drill:
    t = drill(words or {}, text, **more)
    t.do("wheel aV1")
    return t


def test_194_74_the_example_start_smoke_and_what_is_spent_besides() -> None:
    t = go(f"{CAR}; smoke1 G5 smoke")
    t.do("start", "ahead F5")
    assert clouds(t) == [], "it spent its start in the hex it has left"
    t.do("ahead G5")
    assert t.spent("aV1") == 4, "a start, a hex, and two points for the hex with smoke"
    assert clouds(t) == ["F5"]
    t.do("turn 5", "brake")
    assert clouds(t) == ["F5"], "what it spends there does not matter"


def test_194_74_it_follows_the_vehicle_and_no_more_than_two_points_raise_it() -> None:
    t = go(f"{CAR} motion", {"level_1": "H5"})
    t.do("ahead F5")
    assert clouds(t) == ["E5"]
    t.do("ahead G5")
    assert clouds(t) == ["F5"]
    t.do("ahead H5")
    assert clouds(t) == [], "five points: the old dust is gone and no new one rises"


def test_194_74_none_by_road_in_wind_in_wet_ground_or_with_men_beneath() -> None:
    for more in ({"lines": "road E5 F5"}, {"tracks": {"wind": 2}}, {"tracks": {"gusts": 1}}, {"tracks": {"rain": 1}}, {"tracks": {"ground": 0}}):
        t = go(f"{CAR} motion", **more)
        t.do("ahead F5")
        assert clouds(t) == [], more
    men = go(f"{CAR} motion; a1 E5 br-457")
    men.do("escort a1", "ahead F5")
    assert clouds(men) == []


def test_194_74_it_is_laid_when_its_side_fires_again_and_it_stands() -> None:
    for end, left in (("brake", []), ("", ["E5"])):
        t = drill({}, f"{CAR} motion; a1 A5 br-457; x1 FF5 it-346; x2 FF6 it-346", phasing="allied")
        t.do("wheel aV1", "ahead F5", *([end] if end else []))
        if not end:
            t.s.points[t.piece("aV1")] = 2 * t.s.vehicle(t.piece("aV1")).mp
        t.do("stand" if end else "roll-on")
        while not ((found := t.game.decision(t.s)) is not None and found.kind == "prep" and found.who == 0):
            assert found is not None
            if found.kind == "prep" and found.who == 1:
                assert clouds(t) == ["E5"], "in the enemy's prep fire it still lies there"
            if found.who < 0:
                t.game.apply(t.s, t.game.outcomes(t.s)[0][0])
            else:
                t.do("done")
            if t.s.tracks[t.game.names.track["gusts"]]:
                return
        assert clouds(t) == left
        if not end:
            while not ((found := t.game.decision(t.s)) is not None and found.kind == "movement"):
                t.do("done")
            t.do("wheel aV1", "turn 5")
            assert clouds(t) == [], "the first point it spends"


def test_194_74_it_hinders_by_one_and_194_792_not_inside_a_building() -> None:
    t = go(f"{CAR} motion")
    ends = [t.s.field.view_from(t.s.world.names.place[f"99{name}"]) for name in ("E3", "E7")]
    assert line(t.s, *ends).hindrance == 0
    t.do("ahead F5")
    assert clouds(t) == ["E5"]
    assert line(t.s, *ends).hindrance == 1
    inside = drill({"building": "E5 E6"}, f"{CAR} motion", tracks={"gusts": 0})
    counter = inside.piece("adust1")
    e5, e6 = (inside.s.world.names.place[f"99{name}"] for name in ("E5", "E6"))
    inside.s.at[counter] = e6
    inside.s.changed_by_hand()
    views = [inside.s.field.view_from(place) for place in (e5, e6)]
    assert line(inside.s, *views).hindrance == 0
    outside = inside.s.field.view_from(inside.s.world.names.place["99E7"])
    assert line(inside.s, views[1], outside).hindrance == 1


def test_194_741_of_a_platoon_it_rises_when_the_impulse_is_over() -> None:
    t = drill({}, "xV1 E5 it-m13-40 @3 motion; xV2 E6 it-m13-40 @3 motion", phasing="axis", date="1941-02-06")
    t.do("platoon xV1 xV2", "step xV1 F5 3")
    assert clouds(t) == []
    t.do("step xV2 F6 3")
    assert clouds(t) == ["E5", "E6"]


def test_194_74_it_is_drawn_on_the_table_and_told_in_the_log() -> None:
    t = go(f"{CAR} motion")
    events = t.do("ahead F5")
    assert "Dust rises in 99E5." in [t.game.sentence(event) for event in events]
    assert t.game.view(t.s, 1)["pieces"]["adust1"]["at"] == "99E5"


def test_194_74_three_points_raise_none() -> None:
    t = go(f"{CAR} motion")
    assert t.preview("ahead F5 slowly").cost.startswith("3 of")
    t.do("ahead F5 slowly")
    assert (t.spent("aV1"), clouds(t)) == (3, [])
    road = go(f"{CAR} motion", lines="road E5 F5")
    assert road.refused("ahead F5 slowly").rule == "194.74"
    pair = drill({}, "xV1 E5 it-m13-40 @3 motion; xV2 E6 it-m13-40 @3 motion", phasing="axis", date="1941-02-06")
    pair.do("platoon xV1 xV2", "step xV1 F5 3", "impulse slowly")
    assert (pair.spent("xV1"), pair.spent("xV2"), clouds(pair)) == (3, 3, [])


def test_192_1_dust_costs_as_smoke_does_and_a_track_does_not_make_it_cheaper() -> None:
    for lines, cost in (("", 3), ("track D5 E5 F5", 2)):
        t = go(f"{CAR} motion; aV2 D5 br-stuart-i-a-honey @3 motion", {"hammada": "E5"}, lines=lines)
        t.do("ahead F5", "brake", "stand")
        assert clouds(t) == ["E5"]
        t.do("wheel aV2", "ahead E5")
        assert t.spent("aV2") == cost


def test_194_711_dust_of_vehicles_prevents_interdiction() -> None:
    t = go(f"{CAR} motion; a1 C5 br-457; x1 H5 it-346 broken")
    assert is_exposed(t.s, t.piece("x1"), [t.piece("a1")])
    t.do("ahead F5")
    assert clouds(t) == ["E5"]
    assert not is_exposed(t.s, t.piece("x1"), [t.piece("a1")])


def test_196_2_in_the_steppe_vehicles_raise_dust_only_where_it_is_very_dry(monkeypatch: pytest.MonkeyPatch) -> None:
    for ground, risen in (("dry", []), ("very dry", ["E5"])):
        t = go(f"{CAR} motion", tracks={"ground": GROUNDS.index(ground)})
        monkeypatch.setattr(t.s.field, "has_steppe", True)
        t.s.changed_by_hand()
        t.do("ahead F5")
        assert clouds(t) == risen
