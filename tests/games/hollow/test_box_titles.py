"""What the boxes beside the map are called, by what a scenario calls its sides; and how the panel says that ammunition ends."""

from __future__ import annotations

import tomllib

from amba.games.hollow.book import HERE
from amba.games.hollow.titles import box_titles
from tests.games.hollow.test_vehicle_guns import fire


def test_4_the_counters_that_wait_are_units_of_a_side() -> None:
    boxes = tomllib.loads((HERE / "say.toml").read_text(encoding="utf-8"))["boxes"]
    found = box_titles({"sides": {"axis": {"title": "Italians"}, "allied": {"title": "British"}}}, boxes)
    assert found["axis-entry"] == "Units of the Italians not on the map yet"
    assert found["allied-entry"] == "Units of the British not on the map yet"


def test_145_the_panel_says_from_which_number_on_there_is_no_more() -> None:
    t = fire("aG1 L5 br-oqf-6-pdr-7-cwt @5; a1 L5 br-457 +aG1; x1 L8 it-347", date="1943-04-01")
    assert ("high explosive: none above", "7", "145") in t.preview("shell aG1 L8").items
