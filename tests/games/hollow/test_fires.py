"""Fires: kindling, spreading, blazes; how wind, ground and dust change them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, cast

import pytest

from amba.core.game import Game
from amba.games.hollow.counters import BLAZE, FLAME, SMOKE_KINDS
from amba.games.hollow.positions import describe
from amba.games.hollow.rules.artillery.r102_drift import drift_smoke
from amba.games.hollow.rules.r007_seeing import line
from amba.games.hollow.rules.r024_smoke import blow_away, clear_smoke, clouds
from amba.games.hollow.rules.r049_night import is_lit
from amba.games.hollow.rules.r102_blazes import kindling_number, spreading_number
from amba.games.hollow.rules.r102_spreading import burn, spread_items, threatened
from amba.lab.laws import odds_are_the_odds
from tests.games.hollow.table import GAME, Table, read, said, table
from tests.games.hollow.tanks import Drill, drill

MUD, WET, MODERATE, DRY, VERY_DRY = 0, 1, 3, 4, 5
GROVE = {"cactus_patch": "E5", "woods": "E6 D5 F5 G6", "building": "G5", "large_building": "H6", "grain": "C5", "brush": "B5", "palms": "I5"}


def place(t: Table | Drill, name: str) -> int:
    return t.game.names.place[f"99{name}"]


def burning(t: Table | Drill) -> dict[str, str]:
    """Where something burns, and how."""
    found = [p for p in range(t.s.world.first_smoke, t.s.world.first_vehicle) if t.s.is_on_map(p) and t.s.face[p] in {FLAME, BLAZE}]
    return {t.game.names.places[t.s.at[p]].removeprefix("99"): SMOKE_KINDS[t.s.face[p]] for p in found}


def grove(text: str, phase: str = "advancing", ground: int = MODERATE, **more: Any) -> Drill:
    tracks = {"ground": ground, **more.pop("tracks", {})}
    return drill(GROVE, text, phase=phase, tracks=tracks, **more)


def fire(*where: str, face: str = "blaze") -> str:
    """Counters for fires in hexes."""
    return "; ".join(f"smoke{number} {hex} {face}" for number, hex in enumerate(where, 1))


@pytest.mark.parametrize(
    ("hex", "kindling", "spreading"), [("E5", 12, 10), ("E6", 9, 7), ("G5", 11, 9), ("C5", 8, 6), ("I5", 10, 8), ("A1", None, None)]
)
def test_196_4_cactus_patch_kindles_at_12_and_spreads_at_10(hex: str, kindling: int | None, spreading: int | None) -> None:
    d = grove("a1 E5 br-457; x1 Z9 it-346")
    assert (kindling_number(d.s, place(d, hex)), spreading_number(d.s, place(d, hex))) == (kindling, spreading)


@pytest.mark.parametrize(
    ("ground", "dice", "burns"), [(MODERATE, 9, True), (MODERATE, 8, False), (VERY_DRY, 7, True), (MUD, 11, False), (MUD, 12, True)]
)
def test_102_2_men_kindle_with_two_dice_and_the_ground(ground: int, dice: int, burns: bool) -> None:
    d = grove("a1 E6 br-457; x1 Z9 it-346", ground=ground)
    events = d.do("kindle a1", f"roll {dice}")
    assert said(events, "kindle").values[4] == ("burns" if burns else "does not burn")
    assert burning(d) == ({"E6": "flame"} if burns else {})


def test_102_2_preview_has_the_exact_odds() -> None:
    d = grove("a1 E6 br-457; x1 Z9 it-346", ground=DRY)
    found = d.preview("kindle a1")
    assert found.column == "8 or more"
    assert [(c.label, c.chance) for c in found.odds] == [("burns", Fraction(15, 36)), ("does not burn", Fraction(21, 36))]
    assert odds_are_the_odds(cast("Game", d.game), d.s, read(d.game, d.s, "kindle", "a1")) == []


@pytest.mark.parametrize(
    ("text", "more", "why"),
    [
        ("a1 A1 br-457", {}, "nothing in"),
        ("a1 E6 br-457 broken", {}, "broken"),
        ("a1 E6 br-457 pinned", {}, "pinned"),
        ("a1 E6 br-457 prep_fired", {}, "fired"),
        ("aL1 E6 8-0", {}, "no squad"),
        (f"a1 E6 br-457; {fire('E6', face='flame')}", {}, "burns already"),
        ("a1 E6 br-457", {"rain": 1}, "rain"),
    ],
)
def test_102_2_who_may_not_kindle(text: str, more: dict[str, int], why: str) -> None:
    d = grove(f"{text}; x1 Z9 it-346", tracks=more)
    refusal = d.refused(f"kindle {text.split(maxsplit=1)[0]}")
    assert refusal.rule == "102.2"
    assert why in refusal.text or why in str(refusal.values)


def test_102_2_not_in_prep_fire() -> None:
    assert "advancing fire" in grove("a1 E6 br-457; x1 Z9 it-346", phase="prep").refused("kindle a1").text


def test_102_2_scrub_is_open_ground_and_does_not_burn() -> None:
    d = drill({"scrub": "E6"}, "a1 E6 br-457; x1 Z9 it-346", phase="advancing")
    assert "nothing" in d.refused("kindle a1").text


def test_102_2_who_has_lit_a_fire_must_leave_in_the_advance() -> None:
    d = grove("a1 E6 br-457; a2 A1 br-457; x1 Z9 it-346")
    d.do("kindle a1", "roll 12", "done")
    while "advance a1 99E7" not in [" ".join(w) for w in map(d.game.spell, d.game.legal(d.s))]:
        d.do("roll 2" if d.rolls else "done")
    refusal = d.refused("done")
    assert refusal.rule == "102.2"
    assert "must leave" in refusal.text
    d.do("advance a1 E7", "done")


def test_102_2_who_cannot_leave_may_stay() -> None:
    d = grove(f"a1 E6 br-457 pinned kindled; {fire('E6', face='flame')}; x1 Z9 it-346", phase="advance")
    d.do("done")


@pytest.mark.parametrize(("dice", "face"), [(7, "blaze"), (6, "flame")])
def test_102_4_a_flame_may_become_a_blaze(dice: int, face: str) -> None:
    d = grove(f"a1 A1 br-457; x1 Z9 it-346; {fire('E6', face='flame')}")
    d.do("done")
    assert d.rolls == "spread"
    d.do(f"roll {dice}")
    assert burning(d) == {"E6": face}


def test_102_4_a_blaze_spreads_to_what_burns_beside_it() -> None:
    d = grove(f"a1 A1 br-457; x1 Z9 it-346; {fire('E6')}")
    assert [d.game.names.places[roll.place] for roll in threatened(d.s)] == ["99D5", "99E5", "99F5"]
    d.do("done", "roll 7", "roll 10", "roll 6")
    assert burning(d) == {"E6": "blaze", "D5": "flame", "E5": "flame"}


def test_102_4_a_hex_beside_two_blazes_is_rolled_for_once() -> None:
    d = grove(f"a1 A1 br-457; x1 Z9 it-346; {fire('E6', 'G6')}", tracks={"wind": 1, "wind_from": 0})
    found = {d.game.names.places[roll.place]: d.game.names.places[roll.source] for roll in threatened(d.s)}
    assert list(found).count("99F5") == 1


def test_194_4_the_state_of_the_ground_changes_spreading() -> None:
    for ground, value in ((MUD, -3), (WET, -2), (MODERATE, 0), (DRY, 1), (VERY_DRY, 2)):
        d = grove(f"a1 A1 br-457; x1 Z9 it-346; {fire('E6')}", ground=ground)
        assert sum(item.value for item in spread_items(d.s, place(d, "E6"), place(d, "D5"))) == value


def test_194_5_a_breeze_drives_fire_down_the_wind() -> None:
    """The wind comes from the north: E7 lies straight down it from E6, E5 straight up."""
    d = drill(
        {"woods": "E5 E6 E7 D5 D6 F5 F6"},
        f"a1 A1 br-457; x1 Z9 it-346; {fire('E6')}",
        phase="advancing",
        tracks={"wind": 1, "wind_from": 0, "ground": MODERATE},
    )
    found = {hex: sum(i.value for i in spread_items(d.s, place(d, "E6"), place(d, hex))) for hex in ("E7", "E5", "D5", "D6", "F5", "F6")}
    assert found == {"E7": 2, "E5": -2, "D5": -1, "F5": -1, "D6": 1, "F6": 1}


def test_194_5_a_heavy_wind_spreads_fire_for_certain_and_never_against_it() -> None:
    d = drill(
        {"woods": "E5 E6 E7"}, f"a1 A1 br-457; x1 Z9 it-346; {fire('E6')}", phase="advancing", tracks={"wind": 2, "wind_from": 0, "ground": MUD}
    )
    d.do("done", "roll 2")
    assert burning(d) == {"E6": "blaze", "E7": "flame"}
    assert d.rolls == ""


def test_194_5_no_wind_no_modifier() -> None:
    d = grove(f"a1 A1 br-457; x1 Z9 it-346; {fire('E6')}")
    assert spread_items(d.s, place(d, "E6"), place(d, "E5")) == []


def test_102_4_slopes_and_other_buildings() -> None:
    d = drill(
        {"woods": "E5 E6", "level_1": "E5", "building": "G5", "large_building": "G6"},
        f"a1 A1 br-457; x1 Z9 it-346; {fire('E6')}",
        tracks={"ground": MODERATE},
    )
    assert sum(i.value for i in spread_items(d.s, place(d, "E6"), place(d, "E5"))) == 1
    assert sum(i.value for i in spread_items(d.s, place(d, "E5"), place(d, "E6"))) == -1
    assert sum(i.value for i in spread_items(d.s, place(d, "G5"), place(d, "G6"))) == -1


def test_102_4_no_fire_spreads_in_the_rain() -> None:
    d = grove(f"a1 A1 br-457; x1 Z9 it-346; {fire('E6')}", tracks={"rain": 1})
    d.do("done")
    assert d.rolls == ""


def test_102_4_a_burning_wreck_sets_fire_to_its_hex() -> None:
    d = grove("a1 A1 br-457; x1 Z9 it-346; xV1 E6 it-m13-40 @1 wreck burning")
    d.do("done")
    assert d.rolls == "spread"
    d.do("roll 9")
    assert burning(d) == {"E6": "flame"}


def test_102_5_nobody_enters_a_blaze() -> None:
    d = grove(f"a1 E7 br-457; aV1 C6 br-lt-mk-vic @3; x1 Z9 it-346; {fire('E6')}", phase="movement")
    assert d.refused("walk a1 E6").rule == "102.5"
    d = grove(f"a1 E7 br-457; x1 Z9 it-346; {fire('E6')}", phase="advance")
    assert d.refused("advance a1 E6").rule == "102.5"


def test_102_5_no_vehicle_enters_a_blaze() -> None:
    d = grove(f"a1 A1 br-457; aV1 E7 br-lt-mk-vic @1; x1 Z9 it-346; {fire('E6')}", phase="movement")
    assert not [order for order in d.menu() if order.startswith("drive aV1 E6")]
    d.do("wheel aV1", "start")
    assert d.refused("ahead E6").rule == "102.5"


def test_102_5_a_blaze_smokes_and_its_smoke_does_not_go() -> None:
    d = grove(f"a1 E2 br-457; x1 E9 it-346; {fire('E6')}", phase="movement", tracks={"wind": 1, "wind_from": 0})
    assert clouds(d.s) == {d.s.field.hex_of[place(d, "E6")]: 3}
    assert [(h.what, h.drm) for h in line(d.s, d.s.viewpoint(d.piece("a1")), d.s.viewpoint(d.piece("x1"))).hindrances if h.drm == 3] == [
        ("smoke or dust", 3)
    ]
    clear_smoke(d.s)
    blow_away(d.s)
    assert burning(d) == {"E6": "blaze"}
    drift_smoke(d.s)
    assert len(clouds(d.s)) == 4


def test_102_5_who_is_still_in_a_blaze_is_lost() -> None:
    d = grove(f"a1 E6 br-457; a2 E7 br-457; x1 D5 it-346; {fire('E6', 'D5')}")
    burn(d.s)
    assert (d.where("a1"), d.where("a2"), d.where("x1")) == ("eliminated", "E7", "D5")


def test_102_5_vehicles_and_guns_burn_too() -> None:
    d = grove(f"a1 E6 br-228 +aG1; aG1 E6 br-oqf-25-pdr @1; aV1 E6 br-lt-mk-vic @1; aV2 E6 br-lt-mk-vic @1 wreck; x1 Z9 it-346; {fire('E6')}")
    burn(d.s)
    assert (d.where("a1"), d.where("aG1")) == ("eliminated", "eliminated")
    assert d.has("aV1", "wreck", "burning")
    assert d.has("aV2", "burning")


@pytest.mark.parametrize(("dust", "far"), [(0, 3), (2, 3), (3, 1), (4, 1)])
def test_194_78_a_blaze_lights_the_night_less_far_in_dust(dust: int, far: int) -> None:
    d = grove(f"a1 A1 br-457; x1 Z9 it-346; {fire('E6')}", tracks={"night": 1, "dust": dust, "visibility": 2})
    around = [d.s.field.hex_of[p] for p in d.s.field.places if d.s.field.range(p, place(d, "E6")) == far]
    beyond = [d.s.field.hex_of[p] for p in d.s.field.places if d.s.field.range(p, place(d, "E6")) == far + 1]
    assert all(is_lit(d.s, hex) for hex in around)
    assert not any(is_lit(d.s, hex) for hex in beyond)


def test_194_78_two_levels_that_burn_light_two_hexes_in_heavy_dust() -> None:
    d = grove(f"a1 A1 br-457; x1 Z9 it-346; {fire('H6')}", tracks={"night": 1, "dust": 3, "visibility": 2})
    assert is_lit(d.s, d.s.field.hex_of[place(d, "H8")])
    assert not is_lit(d.s, d.s.field.hex_of[place(d, "H9")])


def test_169_1_a_shell_that_kills_may_set_fire() -> None:
    d = drill({"grain": "E8"}, "a9 E2 br-228 +aG1; aG1 E2 br-oqf-25-pdr @7; x1 E8 it-346", phase="prep", tracks={"ground": DRY})
    d.do("shell aG1 E8", "roll 1,3")
    assert d.rolls == "burst"
    d.do("roll 1,1")
    while d.rolls and d.rolls != "shell fire":
        d.do("roll 1" if d.rolls == "pick" else "roll 7")
    assert d.rolls == "shell fire"
    d.do("roll 3")
    assert burning(d) == {"E8": "flame"}


def test_169_1_no_fire_after_a_shell_that_does_not_kill() -> None:
    d = drill({"grain": "E8"}, "a9 E2 br-228 +aG1; aG1 E2 br-oqf-25-pdr @7; x1 E8 it-346", phase="prep", tracks={"ground": DRY})
    d.do("shell aG1 E8", "roll 1,3", "roll 6,6")
    assert d.rolls != "shell fire"


@pytest.mark.parametrize(("dice", "left"), [(7, {}), (8, {"E6": "flame"})])
def test_169_1_men_put_out_a_flame(dice: int, left: dict[str, str]) -> None:
    d = grove(f"a1 E6 br-457; x1 Z9 it-346; {fire('E6', face='flame')}", phase="prep")
    assert d.preview("quench a1").column == "7 or less"
    assert odds_are_the_odds(cast("Game", d.game), d.s, read(d.game, d.s, "quench", "a1")) == []
    d.do("quench a1", f"roll {dice}")
    assert burning(d) == left


def test_169_1_nobody_puts_out_a_blaze() -> None:
    d = grove(f"a1 E6 br-457; x1 Z9 it-346; {fire('E6')}", phase="prep")
    assert d.refused("quench a1").rule == "169.1"


def test_102_4_a_position_with_fires_is_written_and_read_back() -> None:
    d = grove(f"a1 A1 br-457; x1 Z9 it-346; {fire('E6')}")
    assert burning(Drill(d.game, describe(d.s))) == {"E6": "blaze"}


def test_102_2_practice_table_sets_fire_to_the_woods() -> None:
    t = table("a1 F5; x1 Z5", phase="advancing")
    t.do("kindle a1", "roll 12")
    assert [t.s.face[p] for p in t.s.here[GAME.names.place["99F5"]] if t.s.is_smoke(p)] == [FLAME]
