"""Every sky, hour and ground that the tables can bring, in a battle of one's own that is fought to its end."""

from __future__ import annotations

from pathlib import Path

import pytest

from amba.games.hollow.counters import DUST, GROUND, GUSTS, HAZE, MIST, NIGHT, RAIN, SUN, WIND
from amba.games.hollow.game import Hollow, load
from amba.games.hollow.rules.r194_weather import GROUNDS
from amba.games.hollow.state import HollowState
from tests.games.hollow.fights import fight
from tests.games.hollow.table import give

GAME = load()
SKIES = {
    "mist and the rising sun": (("January", "4", "1", "6", "3", "1", "3"), {SUN: 1, MIST: 1}),
    "the rising sun": (("June", "4", "1", "6", "3", "1", "3"), {SUN: 1, MIST: 0}),
    "haze": (("January", "4", "4", "6", "3", "1", "3"), {HAZE: 1, SUN: 0}),
    "intense haze": (("June", "4", "3", "6", "3", "1", "3"), {HAZE: 2}),
    "late sun": (("June", "4", "5", "6", "3", "1", "3"), {SUN: 2}),
    "night": (("June", "4", "6", "6", "3", "1", "3"), {NIGHT: 1, SUN: 0, HAZE: 0}),
    "a storm of dust": (("June", "3", "2", "6", "6", "1", "6"), {DUST: 3, WIND: 2}),
    "mud": (("January", "9", "2", "3", "3", "1", "6"), {GROUND: 0, DUST: 0}),
    "overcast": (("January", "7", "2", "6", "6", "1", "6"), {SUN: 0, HAZE: 0}),
}
FORCES = (("it-346", "it-346", "it-447", "8-0", "it-lmg", "foxhole", "mines"), ("br-457", "br-457", "br-458", "8-1", "br-mmg", "dc", "ft"))


def begin(game: Hollow, scenario: str, dice: tuple[str, ...]) -> HollowState:
    """The battle after its rolls and with a few units bought on both sides."""
    s = game.new(scenario, {})
    give(game, s, "month", dice[0])
    for roll in dice[1:]:
        give(game, s, "roll", roll)
    for force in FORCES:
        for key in force:
            give(game, s, "buy", key)
        give(game, s, "done")
    return s


@pytest.mark.parametrize("name", SKIES)
def test_194_1_every_weather_is_fought_through(name: str) -> None:
    dice, tracks = SKIES[name]
    s = begin(GAME, "own-battle", dice)
    assert {track: s.tracks[track] for track in tracks} == tracks
    kinds = fight(GAME, s, 7)
    assert GAME.result(s) is not None
    if name == "night":
        assert "visibility" in kinds
    if name in {"a storm of dust", "overcast"}:
        assert "wind" in kinds
    assert s.tracks[GUSTS] in {0, 1}
    assert s.tracks[RAIN] in {0, 1, 2}


def elsewhere(tmp_path: Path, terrain: str) -> Hollow:
    """A battle of one's own on ground that a scenario file declares to be something else."""
    own = GAME.world.folder.read("scenarios/own-battle.toml")
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "elsewhere.toml").write_text(
        own.replace('key = "own-battle"', 'key = "elsewhere"') + f"\n[terrain]\n{terrain}\n", encoding="utf-8"
    )
    return Hollow(tmp_path)


@pytest.mark.parametrize("terrain", ["steppe = true\nsand_is_grain = true", "broken = true"])
def test_196_1_196_2_broken_and_steppe_ground_are_fought_over(tmp_path: Path, terrain: str) -> None:
    game = elsewhere(tmp_path, terrain)
    s = begin(game, "elsewhere", SKIES["late sun"][0])
    words = {word for place in s.field.places for word in s.field.words(place)}
    assert ("woods" in words) is ("steppe" in terrain)
    assert "scrub" not in words
    fight(game, s, 3)
    assert game.result(s) is not None


def test_196_2_in_the_steppe_there_is_no_haze_and_the_sun_blinds_over_very_dry_ground_only(tmp_path: Path) -> None:
    game = elsewhere(tmp_path, "steppe = true")
    assert begin(game, "elsewhere", SKIES["intense haze"][0]).tracks[HAZE] == 0
    dry = begin(game, "elsewhere", ("October", "4", "5", "5", "3", "1", "3"))
    assert (GROUNDS[dry.tracks[GROUND]], dry.tracks[SUN]) == ("dry", 0)
    very_dry = begin(game, "elsewhere", ("June", "4", "5", "6", "3", "1", "3"))
    assert (GROUNDS[very_dry.tracks[GROUND]], very_dry.tracks[SUN]) == ("very dry", 2)
