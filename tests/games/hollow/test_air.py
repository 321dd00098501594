"""The weather in play: what it does to shots, steps and lines, and how it changes."""

from __future__ import annotations

import random

from amba.core.decision import CHANCE
from amba.core.event import Tracked
from amba.games.hollow.counters import DUST, MIST, NIGHT, RAIN, VISIBILITY, WAS_STORM
from amba.games.hollow.frames import Shot, WindRoll
from amba.games.hollow.game import load
from amba.games.hollow.rules.r005_movement import cost
from amba.games.hollow.rules.r011_modifiers import feels_dust, line_modifiers
from amba.games.hollow.rules.r049_night import burn_out, is_lit, sight_limit
from amba.games.hollow.rules.r194_air import RAINED, RAINING, air_hindrances, air_items, dust, is_within_building, low_visibility
from amba.games.hollow.rules.r194_dust import breakdown_shift, cancels_open_ground, dust_modifier
from amba.games.hollow.rules.r194_weather import GROUNDS
from amba.games.hollow.rules.r194_wind import blow, settled
from amba.games.hollow.state import HollowState
from tests.games.hollow.table import GAME, Table, table

REAL = load()
DRY = GROUNDS.index("dry")


def items(t: Table) -> dict[str, str]:
    return {what: value for what, value, _ in t.preview("shoot").items}


def aimed(text: str, at: str, **tracks: int) -> Table:
    t = table(text, phase="prep", tracks={"month": 6, "ground": DRY, **tracks})
    t.do(f"fire {at}", "add a1")
    return t


def test_194_611_who_fires_into_the_rising_sun_fires_at_plus_2() -> None:
    assert items(aimed("a1 E5; x1 G5", "G5", sun=1))["the low sun"] == "+2"
    assert "the low sun" not in items(aimed("a1 G5; x1 E5", "E5", sun=1))


def test_194_612_in_the_late_afternoon_the_sun_is_in_the_west() -> None:
    assert items(aimed("a1 G5; x1 E5", "E5", sun=2))["the low sun"] == "+2"


def test_194_61_no_sun_blinds_under_an_overcast_sky() -> None:
    assert "the low sun" not in items(aimed("a1 E5; x1 G5", "G5", sun=1, overcast=1))


def test_194_62_haze_counts_by_the_range_and_194_621_intense_haze_by_more() -> None:
    def haze(target: str, kind: int) -> int:
        t = table(f"a1 C9; x1 {target}", tracks={"haze": kind})
        return sum(item.value for item in line_modifiers(t.s, t.piece("a1"), t.piece("x1")))

    assert [haze(target, 1) for target in ("E9", "N9", "O9", "Z9")] == [0, 0, 1, 1]
    assert [haze(target, 2) for target in ("E9", "K9", "S9", "Z9")] == [0, 1, 2, 2]
    assert haze("Z9", 0) == 0


def test_194_761_straight_into_a_heavy_wind_in_dust() -> None:
    assert items(aimed("a1 E5; x1 E3", "E3", dust=1, wind=2, wind_from=0))["into the wind"] == "+1"
    assert "into the wind" not in items(aimed("a1 E5; x1 E3", "E3", dust=0, wind=2, wind_from=0))
    assert "into the wind" not in items(aimed("a1 E5; x1 E7", "E7", dust=1, wind=2, wind_from=0))


def test_194_71_every_shot_in_light_dust_rolls_a_third_die() -> None:
    t = aimed("a1 E5; x1 E6", "E6", dust=1)
    t.do("shoot")
    rolls = [GAME.spell(action)[1] for action, _ in GAME.outcomes(t.s)]
    assert all(roll.count(",") == 2 for roll in rolls)
    assert {dust_modifier(dust(t.s), die) for die in range(1, 7)} == {0, 1, 2, 3}
    clear = aimed("a1 E5; x1 E6", "E6")
    clear.do("shoot")
    assert all(GAME.spell(action)[1].count(",") == 1 for action, _ in GAME.outcomes(clear.s))


def test_194_72_moderate_dust_rounds_the_third_die_up() -> None:
    t = aimed("a1 E5; x1 E6", "E6", dust=2)
    assert [dust_modifier(dust(t.s), die) for die in (1, 2, 3)] == [1, 1, 2]


def test_194_73_heavy_dust_hinders_by_half_the_range_and_194_731_very_heavy_by_all_of_it() -> None:
    for level, drm, number in ((3, 3, "194.73"), (4, 5, "194.731"), (5, 5, "194.732")):
        assert [(found.rule, found.drm) for found in air_hindrances(aimed("a1 E5; x1 E6", "E6", dust=level).s, 5)] == [(number, drm)]
    t = table("a1 E5; x1 E9", phase="prep", tracks={"dust": 3, "ground": DRY})
    t.do("fire E9", "add a1")
    assert items(t)["heavy dust"] == "+2"


def test_176_331_six_in_the_air_block_the_line() -> None:
    t = table("a1 A5; x1 G5", phase="prep", tracks={"dust": 4, "ground": DRY})
    assert "fire G5" not in t.menu()
    assert t.refused("fire G5").rule == "176.331"


def test_194_73_heavy_dust_cancels_the_open_ground() -> None:
    t = table("a1 E5; x1 T9", tracks={"dust": 3, "ground": DRY})
    assert cancels_open_ground(dust(t.s))
    assert not cancels_open_ground(dust(table("a1 E5; x1 T9", tracks={"dust": 2}).s))


def test_194_731_no_double_time_in_very_heavy_dust() -> None:
    t = table("a1 E5; x1 T9", tracks={"dust": 4, "ground": DRY})
    t.do("move a1")
    assert t.refused("double").rule == "194.731"


def test_194_732_weapons_break_down_one_lower_in_extremely_heavy_dust() -> None:
    assert breakdown_shift(dust(table("a1 E5; x1 T9", tracks={"dust": 5}).s)) == -1
    assert breakdown_shift(dust(table("a1 E5; x1 T9", tracks={"dust": 4}).s)) == 0


def test_194_792_dust_does_not_count_within_a_building() -> None:
    t = table("a1 H5; a2 H9; x1 T9", phase="prep", tracks={"sun": 1})

    assert is_within_building(t.s, t.piece("a1"), t.piece("a1"))
    assert not is_within_building(t.s, t.piece("a1"), t.piece("a2"))


def test_194_792_nothing_of_dust_or_sun_counts_between_two_hexes_of_one_building() -> None:
    """62F3 and 62F4 are one building: the sun is in the firer's face and the third die shows six, and neither matters; from 62E4 both do."""
    document = {"game": "hollow", "scenario": "cub-cub", "phase": "prep", "pieces": {"a1": "62F4", "a2": "62E4", "x1": "62F3", "x2": "62G3"}}
    s = REAL.place(document | {"tracks": {"dust": 1, "sun": 1}})
    piece = REAL.names.piece
    inside, outside = (Shot(0, "prep", s.at[piece["x1"]], (piece[key],), (piece["x1"],)) for key in ("a1", "a2"))
    assert not feels_dust(s, inside)
    assert feels_dust(s, outside)
    assert air_items(s, piece["a1"], piece["x1"]) == []
    assert air_items(s, piece["a2"], piece["x2"]) != []


def test_194_5_194_76_gusts_leave_no_smoke_standing() -> None:
    for dice, left in (("12", False), ("7", True)):
        t = table("a1 E5; smoke1 E6; x1 T9")
        t.s.points[t.piece("smoke1")] = 1
        t.s.frames.append(WindRoll())
        t.do(f"roll {dice}")
        assert (t.where("smoke1") == "E6") is left


def test_176_32_mist_and_rain_add_by_range_and_do_not_hide_who_runs_in_the_open() -> None:
    s = table("a1 E5; x1 T9").s
    s.tracks[MIST], s.tracks[RAIN] = 1, RAINING
    assert low_visibility(s, 12) == 2 + 1
    assert low_visibility(s, 5) == 0
    assert not cancels_open_ground(dust(s))


def windy(**tracks: int) -> HollowState:
    s = REAL.new("deir-el-shein", {})
    for name, value in tracks.items():
        s.tracks[REAL.names.track[name]] = value
    return s


def change(s: HollowState, word: str) -> None:
    blow(s, word)
    new = settled(s, word)
    s.tracks[DUST], s.tracks[WAS_STORM] = int(new.dust), int(new.was_storm)


def test_194_76_example_of_wind_gusts_and_dust_in_play() -> None:
    s = windy(dust=0, wind=1, gusty=1)
    for word, expected in (("gusts", 0), ("rises", 0), ("gusts", 1), ("gusts", 2), ("falls", 1), ("nothing", 1)):
        change(s, word)
        assert s.tracks[DUST] == expected, word


def test_194_77_rain_lays_the_dust_for_good() -> None:
    s = windy(dust=3, wind=2, overcast=1)
    change(s, "rain")
    assert (s.tracks[DUST], s.tracks[RAIN]) == (0, RAINING)
    change(s, "rain")
    assert s.tracks[RAIN] == RAINED
    change(s, "gusts")
    assert s.tracks[DUST] == 0


def test_194_76_the_wind_is_rolled_at_the_start_of_each_player_turn_where_it_matters() -> None:
    def first_rolls(key: str) -> list[str]:
        found = []
        s, rng = REAL.new(key, {}), random.Random(4)
        for _ in range(300):
            decision = REAL.decision(s)
            if decision is None or s.turn > 1:
                break
            if decision.who == CHANCE and decision.kind == "wind":
                found.append(s.phase)
            action = next(iter(REAL.outcomes(s)))[0] if decision.who == CHANCE else REAL.legal(s).pick(rng)
            REAL.apply(s, action)
        return [str(phase) for phase in found]

    assert first_rolls("deir-el-shein")[:1] == ["0"]
    assert first_rolls("cub-cub") == []


def test_49_by_night_nobody_sees_farther_than_the_dice_say() -> None:
    s = table("a1 E5; x1 E9", phase="prep").s
    s.tracks[NIGHT], s.tracks[VISIBILITY] = 1, 3
    assert sight_limit(s) == 3
    assert not [a for a in GAME.legal(s) if a.verb == "fire"]
    s.do(Tracked("49", VISIBILITY, 3, 4))
    assert [a for a in GAME.legal(s) if a.verb == "fire"]


def test_190_3_194_8_wet_sand_and_mud_are_easier_to_walk_on() -> None:
    def step(ground: str) -> int:
        t = table("a1 K5; x1 T9", tracks={"ground": GROUNDS.index(ground)})
        return cost(t.s, (t.piece("a1"),), GAME.names.place["99L5"])

    assert (step("dry"), step("wet"), step("mud")) == (2, 1, 1)


def test_194_2_the_weather_is_told_to_everybody() -> None:
    s = windy()
    for side in (0, 1, None):
        assert any("heavy wind from SW" in track["text"] for track in REAL.view(s, side)["tracks"])


def dark(dust: int = 0) -> Table:
    return table("a1 E5; aL1 E5; x1 E9; x2 GG5", phase="prep", tracks={"night": 1, "visibility": 2, "dust": dust, "ground": DRY})


def test_49_a_starshell_shows_what_is_under_it() -> None:
    t = dark()
    assert "fire E9" not in t.menu()
    t.do("starshell aL1 E9", "roll 4")
    assert "fire E9" in t.menu()
    assert t.refused("starshell aL1 E9").rule == "49"
    assert t.has("aL1", "busy")


def test_49_a_starshell_may_fail_and_burns_out() -> None:
    t = dark()
    t.do("starshell aL1 E9", "roll 5")
    assert "fire E9" not in t.menu()
    t = dark()
    t.do("starshell aL1 E9", "roll 1")
    burn_out(t.s)
    assert "fire E9" not in t.menu()


def test_49_starshells_are_for_leaders_at_night_along_a_hex_row() -> None:
    t = dark()
    assert t.refused("starshell a1 E9").rule == "49"
    assert t.refused("starshell aL1 E8").rule == "49"
    day = table("a1 E5; aL1 E5; x1 E9", phase="prep")
    assert day.refused("starshell aL1 E9").rule == "49"


def test_194_78_dust_dims_a_starshell() -> None:
    def reach(level: int) -> int:
        t = dark(level)
        t.do("starshell aL1 E9", "roll 1")
        hexes = [name for name in ("E9", "E8", "E7", "E6", "E5") if is_lit(t.s, t.s.field.hex_of[GAME.names.place[f"99{name}"]])]
        return len(hexes) - 1

    assert [reach(level) for level in range(6)] == [3, 2, 2, 1, -1, -1]
