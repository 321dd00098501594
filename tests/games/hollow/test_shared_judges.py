"""One judge of what was to be had; tracks that everybody may see."""

from __future__ import annotations

from pathlib import Path

import pytest

from amba.games.hollow.book import HERE
from amba.games.hollow.counters import SIDES, WAY_OUT
from amba.games.hollow.game import Hollow
from amba.games.hollow.rules.own_battle import MONTHS
from amba.games.hollow.rules.own_market import ROOF_GUN, price_list
from amba.games.hollow.state import HollowState
from amba.load.files import DataError
from tests.games.hollow.tanks import drill
from tests.games.hollow.test_tank_market import GAME, market


def east_africa(tmp_path: Path, month: str, line: str) -> Hollow:
    """A lesson moved to East Africa, with other vehicles or guns."""
    (tmp_path / "scenarios").mkdir()
    text = (HERE / "data" / "scenarios" / "cub-cub.toml").read_text(encoding="utf-8")
    head, _, rest = text.partition("[[group]]")
    own = head.replace('key = "cub-cub"', 'key = "mine"')
    own = "\n".join(f'date = "{month}-10"' if row.startswith("date =") else row for row in own.splitlines())
    (tmp_path / "scenarios" / "mine.toml").write_text(f"{own}\n[[group]]\n{line}{rest}", encoding="utf-8")
    return Hollow(tmp_path)


def test_vn_2_a_a_scenario_of_east_africa_may_have_what_is_sold_there(tmp_path: Path) -> None:
    """Note 2.a: the L3/35 was in East Africa from July 1940 to June 1941."""
    game = east_africa(tmp_path, "1941-02", 'vehicles = ["it-l3-35"]\n')
    assert game.new("mine", {}).has_armour


def test_vn_2_a_a_scenario_may_not_have_it_when_it_was_gone(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="not to be had in east africa in 1941-08"):
        east_africa(tmp_path, "1941-08", 'vehicles = ["it-l3-35"]\n').new("mine", {})


def test_o_nothing_is_sold_that_a_scenario_file_would_refuse() -> None:
    world = GAME.world
    for campaign in world.campaigns:
        for month in range(campaign.first, campaign.last + 1):
            s, date = market(campaign.key, MONTHS[month - 1]), f"{campaign.month(month)}-15"
            for side in (0, 1):
                for key in {key.removesuffix(ROOF_GUN) for key in price_list(s, side)}:
                    if key in world.vehicle_face:
                        assert not world.availability.why_not(world.armoury.vehicles[key], date, campaign.land), (campaign.key, month, key)
                    if key in world.gun_face:
                        assert not world.armoury.guns[key].service.why_not(date, campaign.land), (campaign.key, month, key)


def tracks_of(game: Hollow, s: HollowState, side: int | None) -> dict[str, dict[str, object]]:
    return {track["key"]: track for track in game.view(s, side)["tracks"]}


def test_181_221_where_a_platoon_has_left_the_map_is_seen_by_everybody() -> None:
    t = drill({}, "xV1 FF5 it-m11-39 @3; a1 B5 br-457", phasing="axis", tracks={"axis_way_out": 0})
    assert "way-out-1" not in tracks_of(t.game, t.s, 0)
    t.s.tracks[WAY_OUT + 1] = t.game.names.place["99GG5"] + 1
    for side in (0, 1, None):
        assert tracks_of(t.game, t.s, side)["way-out-1"]["text"] == "99GG5"


def test_150_whether_aircraft_have_come_is_seen_by_everybody() -> None:
    name = next(key for key in GAME.world.scenarios if GAME.world.plan(key).flights)
    s = GAME.new(name, {})
    flight = s.plan.flights[0]
    for side in (0, 1, None):
        assert "not here yet" in str(tracks_of(GAME, s, side)[f"aircraft-{flight.side}"]["text"])
    s.tracks[s.world.names.track[f"{SIDES[flight.side]}_air"]] = 1
    for side in (0, 1, None):
        assert "0 over the map" in str(tracks_of(GAME, s, side)[f"aircraft-{flight.side}"]["text"])
