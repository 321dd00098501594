"""Lines of sight as the table draws them."""

from __future__ import annotations

from amba.games.hollow.boards.ground import Ground, Placed, lay
from amba.games.hollow.boards.naming import hex_place
from amba.games.hollow.field import Viewpoint
from amba.games.hollow.show_sight import line_layer, seen_from_layer
from tests.games.hollow.words import board_from, low_visibility


def ground(**kinds: str) -> Ground:
    return lay([[Placed(board_from(26, **kinds))]])


def at(name: str) -> Viewpoint:
    return Viewpoint(hex_place(name))


def test_7_a_clear_line_says_range_and_hindrance() -> None:
    found = line_layer(ground(brush="C4"), at("C2"), at("C6"))
    assert found["rays"] == [{"from": "26C2", "to": "26C6", "tone": "clear", "text": "4 +1"}]
    assert found["hexes"] == {"26C4": {"tone": "hindered", "text": "+1"}}
    assert found["notes"] == ["26C2 and 26C6 see each other, 4 hexes apart, hindrance +1", "+1 at 26C4: brush (196.1)"]


def test_43_a_blocked_line_says_where_and_by_which_rule() -> None:
    found = line_layer(ground(building="C4"), at("C2"), at("C6"))
    assert found["rays"] == [{"from": "26C2", "to": "26C6", "tone": "blocked", "text": "", "blocked": "26C4"}]
    assert found["hexes"] == {"26C4": {"tone": "blocked", "text": "43"}}
    assert found["notes"] == ["Blocked at 26C4: cover: higher than both ends (43)"]


def test_43_the_first_of_two_blocks_stops_the_ray() -> None:
    assert line_layer(ground(building="C4 C6"), at("C8"), at("C2"))["rays"][0]["blocked"] == "26C6"


def test_43_blind_hexes_are_shown() -> None:
    found = line_layer(ground(level_2="C1", building="C4"), at("C1"), at("C8"))
    assert found["hexes"] == {"26C5": {"tone": "blind", "text": ""}}
    assert found["notes"][-1] == "Blind to the higher of the two: 26C5"


def test_176_32_weather_hinders_everywhere() -> None:
    assert "+2 at every hex: weather (176.32)" in line_layer(ground(), at("C1"), at("C4"), air=low_visibility(2))["notes"]


def test_188_12_of_a_wadi_hex_one_may_see_only_the_crest() -> None:
    found = seen_from_layer(ground(wadi="C4 C6", building="C2"), at("C3"), 3)["hexes"]
    assert found["26C4"] == {"tone": "clear", "text": ""}
    assert found["26C6"] == {"tone": "clear", "text": "crest"}
    assert "26C1" not in found
    assert "26C7" not in found
    assert "26C3" not in found
