"""Aircraft: arrival, sighting, machine guns and bombs, anti-aircraft fire, dust and air, observation planes."""

from __future__ import annotations

from typing import Any, cast

import pytest

from amba.core.game import Game
from amba.games.hollow.batteries import load_planes
from amba.games.hollow.counters import OBSERVATION_PLANE, SMOKE_KINDS
from amba.games.hollow.frames_artillery import AccuracyRoll, FlakRoll
from amba.games.hollow.game import Hollow
from amba.games.hollow.rules.artillery.r046_spotting import accuracy_items
from amba.games.hollow.rules.artillery.r150_flak import flak_at, is_heavy_flak, light_flak, read_flak
from amba.games.hollow.rules.artillery.r150_flights import look_for_aircraft, may_fly, planes_of, sighting_items
from amba.games.hollow.rules.artillery.r150_strikes import air_hindrance
from amba.games.hollow.rules.common import sum_of
from amba.games.hollow.state import HollowState
from amba.lab.fuzz import play_one
from amba.lab.laws import odds_are_the_odds
from tests.games.hollow.table import HOLD, SCENARIO, give, menu_of, read, refusal_of, refused_by, said
from tests.games.hollow.test_letter import on_board

SKY = (
    SCENARIO.replace(
        'weapons = ["it-lmg", "it-mmg"]',
        'weapons = ["it-lmg", "it-hmg"]\nvehicles = ["it-m13-40", "it-autocarro-l"]\nguns = ["it-mitragliera-20-65", "it-cannone-aa-90-53"]',
    ).replace('key = "practice"\n', 'key = "practice"\ndate = "1942-10-23"\nland = "egypt"\n')
    + """
[[aircraft]]
side = "allied"
plane = "br-kittyhawk"
hex = "99A5"
[[battery]]
side = "axis"
module = "it-100"
link = "plane"
hex = "99GG5"
"""
)
GROUND: dict[str, Any] = {"woods": "F5", "hammada": "J5"}
GAME = on_board(scenario=SKY, **GROUND)
PLANE = {"hex": "99A5", "kind": "fighter-bomber", "points": 1}


def sky(phase: str = "defence", phasing: str = "axis", turn: int = 2, tracks: dict[str, int] | None = None, **pieces: Any) -> HollowState:
    named = {key: ({"hex": f"99{value}"} if isinstance(value, str) else value) for key, value in pieces.items()}
    document = {
        "game": "hollow",
        "scenario": "practice",
        "turn": turn,
        "phase": phase,
        "phasing": phasing,
        "pieces": {"a8": {"hex": "99A1"}, **named},
        "tracks": HOLD | (tracks or {}),
    }
    return GAME.place(document)


def do(s: HollowState, *orders: str, game: Hollow = GAME) -> list[Any]:
    events: list[Any] = []
    for order in orders:
        why = refusal_of(game, s, *order.split())
        assert why is None, f"{order}: {why.text if why else ''}"
        events += give(game, s, *order.split())
        assert not game.invariants(s)
    return events


def kind(s: HollowState) -> str:
    found = GAME.decision(s)
    return found.kind if found else ""


def test_150_aircraft_come_when_the_die_is_less_than_the_turn() -> None:
    s = sky("rally", "allied", turn=3, x1="J8")
    assert kind(s) == "arrival"
    do(s, "roll 3")
    assert not planes_of(s, 0)
    t = sky("rally", "allied", turn=3, x1="J8")
    events = do(t, "roll 2", "roll 3,4")
    assert said(events, "flight").values == (2, "Kittyhawk", "without bombs")
    assert len(planes_of(t, 0)) == 2
    assert kind(sky("rally", "allied", turn=3, x1="J8", tracks={"allied_air": 1})) == "rally", "they come once"


@pytest.mark.parametrize("tracks", [{"night": 1, "visibility": 5}, {"overcast": 1}, {"rain": 1}, {"dust": 4}])
def test_150_194_731_nobody_flies_in_bad_air(tracks: dict[str, int]) -> None:
    s = sky(x1="J8", smoke1=PLANE, tracks=tracks)
    assert not may_fly(s)
    assert refused_by(GAME, s, "attack", "smoke1", "99J8", "strafe") in {"150", "194.731"}
    look_for_aircraft(s)
    assert not planes_of(s, 0)


def test_150_150_3_mist_keeps_nobody_down_it_hides_the_target() -> None:
    s = sky(x1="J8", smoke1=PLANE, tracks={"mist": 1})
    assert may_fly(s)
    look_for_aircraft(s)
    assert planes_of(s, 0)
    events = do(s, "attack smoke1 99J8 strafe", "roll 8", "roll 3,4")
    assert said(events, "sighting").values[2] == "-1", "it lies open, and mist is one more"


@pytest.mark.parametrize(
    ("tracks", "what"), [({"fog": 1}, "in fog"), ({"fog": 2}, "in fog"), ({"snow": 1}, "in falling snow"), ({"rain": 1}, "in the rain")]
)
def test_150_the_refusal_says_what_keeps_them_on_the_ground(tracks: dict[str, int], what: str) -> None:
    s = sky(x1="J8", smoke1=PLANE, tracks=tracks)
    found = refusal_of(GAME, s, "attack", "smoke1", "99J8", "strafe")
    assert found is not None
    assert found.values == {"what": what}


def test_150_an_aircraft_attacks_once_in_defensive_fire() -> None:
    s = sky(x1="J8", smoke1=PLANE)
    assert ("attack", "smoke1", "99J8", "bomb") in menu_of(GAME, s)
    assert refused_by(GAME, s, "attack", "smoke1", "99K8", "strafe") == "150"
    assert refused_by(GAME, sky("prep", "allied", x1="J8", smoke1=PLANE), "attack", "smoke1", "99J8", "strafe") == "150"
    events = do(s, "attack smoke1 99J8 strafe", "roll 8", "roll 3,4")
    assert said(events, "strafing").values[1:4] == (8, "+0", 7)
    assert refused_by(GAME, s, "attack", "smoke1", "99J8", "bomb") in {"150", "12", "10"}


def test_150_3_194_793_what_a_pilot_sees() -> None:
    cases: list[tuple[dict[str, Any], dict[str, int], int]] = [
        ({"x1": "J8"}, {}, -2),
        ({"x1": {"hex": "99J8", "marks": ["concealed"]}}, {}, 0),
        ({"x1": {"hex": "99F5", "marks": ["concealed"]}}, {}, 3),
        ({"x1": "J8", "a1": "J6"}, {}, -1),
        ({"x1": "J8"}, {"dust": 2, "haze": 1}, -1),
        ({"xV1": {"hex": "99J8", "facing": 1, "marks": ["motion"]}}, {}, -4),
        ({"x1": "J8", "smoke2": {"hex": "99J8", "kind": "gun smoke", "points": 2}}, {}, 1),
    ]
    for pieces, tracks, found in cases:
        s = sky(smoke1=PLANE, tracks=tracks, **pieces)
        place = GAME.names.place["99F5" if "F5" in str(pieces) else "99J8"]
        assert sum_of(sighting_items(s, GAME.names.piece["smoke1"], place)) == found, pieces


def test_150_3_twelve_sends_him_home_and_more_than_that_onto_his_own_side() -> None:
    s = sky(x1="J8", smoke1=PLANE)
    do(s, "attack smoke1 99J8 strafe", "roll 12")
    assert not planes_of(s, 0)
    t = sky(x1={"hex": "99F5", "marks": ["concealed"]}, a1="F8", smoke1=PLANE)
    events = do(t, "attack smoke1 99F5 strafe", "roll 9")
    assert said(events, "sighting").values[4] == "mistakes friend for foe"
    assert t.at[GAME.names.piece["smoke1"]] == GAME.names.place["99F8"]
    assert said(do(t, "roll 3,3"), "strafing").values[0] == "99F8"


def test_150_4_bombs_hit_and_burst_and_are_gone() -> None:
    s = sky(x1="J8", smoke1=PLANE)
    events = do(s, "attack smoke1 99J8 bomb", "roll 5", "roll 3,4")
    assert said(events, "bombs").values[1:] == (7, "+0", 7, "hit")
    events = do(s, "roll 4,4")
    assert said(events, "blast").values[1:4] == (24, "+0", 8), "120 mm"
    t = sky(x1="J8", smoke1={**PLANE, "marks": ["no_shells"]})
    assert refused_by(GAME, t, "attack", "smoke1", "99J8", "bomb") == "150"


def test_150_4_machine_guns_against_armour_and_lorries() -> None:
    s = sky(xV1={"hex": "99J8", "facing": 1}, xV2={"hex": "99J8", "facing": 1}, smoke1=PLANE)
    events = do(s, "attack smoke1 99J8 strafe", "roll 5", "roll 1,2")
    assert said(events, "kill").values[1:4] == ("top", 4, 3), "five and one from above, less two for three of armour"
    assert s.has(GAME.names.piece["xV1"], GAME.names.mark["wreck"])


def test_150_4_a_run_strikes_four_hexes_in_a_row() -> None:
    s = sky(x1="J6", x2="J8", smoke1=PLANE)
    assert refused_by(GAME, s, "attack", "smoke1", "99J6", "strafe", "12") == "150.4", "nobody is known there"
    assert refused_by(GAME, s, "attack", "smoke1", "99J6", "bomb", "6") == "150.4"
    events = do(s, "attack smoke1 99J6 strafe 6", "roll 5", "roll 5,5", "roll 6,6", "roll 5,6")
    assert [e.values[0] for e in events if getattr(e, "what", "") == "strafing"] == ["99J6", "99J8"]
    assert kind(s) == "air strike", "99J9 is struck too"
    do(s, "roll 6,6")
    assert s.at[GAME.names.piece["smoke1"]] == GAME.names.place["99J6"]


def test_194_793_150_4_dust_counts_in_full_at_attacks() -> None:
    for level, found in ((0, 0), (1, 1), (2, 2), (3, 3)):
        assert sum_of(air_hindrance(sky(x1="J8", tracks={"dust": level}), GAME.names.place["99J8"])) == found


def test_150_5_mn_aa_what_fires_at_a_plane() -> None:
    crew = {"hex": "99K8", "kind": "it-227"}
    s = sky(
        x1={"hex": "99J8", "has": ["xW2"]}, x9={**crew, "has": ["xG1"]}, xG1={"hex": "99K8", "facing": 1}, x7={**crew, "has": ["xG2"]}, xG2={"hex": "99K8", "facing": 1}, smoke1=PLANE,
    )  # fmt: skip
    names = [GAME.names.pieces[p] for p in flak_at(s, 1, GAME.names.place["99J8"])]
    assert names == ["xW2", "xG1", "xG2"]
    assert light_flak(s, GAME.names.piece["xG1"]) == (4, 32)
    assert is_heavy_flak(s, GAME.names.piece["xG2"])
    do(s, "attack smoke1 99J8 strafe", "roll 5")
    assert kind(s) == "flak"
    do(s, "roll 3")
    assert not planes_of(s, 0), "three and two are less than the six of column six"


def test_mn_aa_150_5_a_main_armament_with_the_note_and_heavy_guns() -> None:
    note = next(i for i, v in enumerate(GAME.world.vehicles) if v.key == "it-autocann-20-65-b")
    s = sky(x1="J8", xV1={"hex": "99K8", "kind": "it-autocann-20-65-b", "facing": 1}, smoke1=PLANE)
    assert GAME.world.vehicles[note].ife == light_flak(s, GAME.names.piece["xV1"])[0] > 0
    for roll, left in ((2, 0), (3, 0), (4, 1), (5, 1)):
        t = sky(x1="J8", x9={"hex": "99K8", "kind": "it-227", "has": ["xG2"]}, xG2={"hex": "99K8", "facing": 1}, smoke1=PLANE)
        read_flak(t, FlakRoll(GAME.names.piece["smoke1"], GAME.names.place["99J8"], GAME.names.piece["xG2"]), (roll,))
        assert len(planes_of(t, 0)) == left
        assert t.has(GAME.names.piece["smoke1"], GAME.names.mark["shaken"]) == (roll == 4), "it breaks off"


def test_150_6_194_791_an_observation_plane_minds_neither_sun_nor_wind() -> None:
    s = GAME.new("practice", {})
    battery = s.plan.batteries[0]
    assert s.face[battery.piece] == OBSERVATION_PLANE
    assert SMOKE_KINDS[s.face[battery.piece]] == "observation plane"
    assert s.at[battery.piece] == GAME.names.place["99GG5"]
    s.tracks[GAME.names.track["sun"]], s.tracks[GAME.names.track["haze"]] = 2, 1
    number, items = accuracy_items(s, AccuracyRoll(battery.number, GAME.names.place["99Q5"], -1))
    assert number.value == 1
    assert not items


def test_150_3_the_odds_of_an_attack_from_the_air_are_the_odds() -> None:
    s = sky(x1="J8", smoke1=PLANE)
    order = read(GAME, s, "attack", "smoke1", "99J8", "strafe")
    found = GAME.preview(s, order)
    assert found is not None
    assert found.odds
    assert odds_are_the_odds(cast("Game", GAME), s, order) == []


def test_150_4_150_5_the_panel_says_what_he_does_and_whether_flak_keeps_him_off() -> None:
    s = sky(x1={"hex": "99J8", "has": ["xW2"]}, xV1={"hex": "99J8", "facing": 1}, smoke1=PLANE, tracks={"dust": 2})
    guns = read(GAME, s, "attack", "smoke1", "99J8", "strafe")
    found = GAME.preview(s, guns)
    assert found is not None
    assert ("machine guns, column", "8", "150.4") in found.items
    assert ("dust", "+2", "194.793") in found.items
    assert ("M13/40 (xV1) from above: destroyed below", "4", "150.4") in found.items
    assert "before he attacks 8 %" in found.warnings[0], "on 2 and 3"
    assert odds_are_the_odds(cast("Game", GAME), s, guns) == []
    bombs = GAME.preview(s, read(GAME, s, "attack", "smoke1", "99J8", "bomb"))
    assert bombs is not None
    assert ("bombs hit on", "7 or less", "150.4") in bombs.items
    assert ("bombs burst on column", "24", "46.5") in bombs.items


def test_150_planes_by_nation_and_date() -> None:
    planes = load_planes(GAME.world.folder)
    assert {plane.nation for plane in planes.values()} == {"italian", "british", "german", "american"}
    assert planes["ge-ju87-d"].why_not("1941-06-01")
    assert not planes["ge-ju87-d"].why_not("1942-06-01")


@pytest.mark.parametrize("seed", ["wings", "flak"])
def test_150_random_battles_with_aircraft_hold_to_the_laws(seed: str) -> None:
    report = play_one(cast("Game", GAME), "practice", seed, "")
    assert report.finished
    assert report.violations == []


def test_150_an_aircraft_is_called_by_its_type() -> None:
    s = sky(x1="J8", smoke1=PLANE)
    assert GAME.label(s, read(GAME, s, "attack", "smoke1", "99J8", "strafe")) == "Kittyhawk (smoke1) attacks 99J8 with its machine guns"
