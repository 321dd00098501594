"""The ground of a battle of one's own from a seed."""

from __future__ import annotations

from pathlib import Path

import pytest

from amba.games.hollow.game import load
from amba.games.hollow.tools_battle import battle_text
from tests.games.hollow.table import give


@pytest.mark.parametrize("seed", range(6))
def test_o_a_drawn_battle_loads_and_begins(tmp_path: Path, seed: int) -> None:
    text = battle_text(seed)
    assert text == battle_text(seed)
    assert text != battle_text(seed + 1)
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "mine.toml").write_text(text, encoding="utf-8")
    game = load(tmp_path)
    s = game.new(f"battle-{seed}", {})
    give(game, s, "campaign", "desert-1942")
    assert len(s.plan.data["victory"]["hexes"]) == 5
    assert s.plan.data["overlay"], "176.4: overlays lie on it"
    assert not s.plan.groups[0].hexes & s.plan.groups[1].hexes


@pytest.mark.parametrize("scenario", ["tank-battle", "dune-battle", "djebel-battle"])
def test_o_a_battle_with_tanks_and_guns_has_three_grounds(scenario: str) -> None:
    game = load()
    s = game.new(scenario, {})
    give(game, s, "campaign", "tunisia-1943")
    give(game, s, "month", "March")
    assert s.plan.data["land"] == "tunisia"
    assert not s.plan.groups[0].hexes & s.plan.groups[1].hexes
    goals = {s.field.alias[name] for name in s.plan.data["victory"]["hexes"]}
    assert goals <= s.plan.groups[1].hexes, "the defender may sit on what counts"
    assert bool(s.plan.data.get("overlay")) == (scenario != "tank-battle"), "176.4"
