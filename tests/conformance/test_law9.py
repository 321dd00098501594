"""Law 9: golden games, one full game per scenario kept as text."""

from __future__ import annotations

from pathlib import Path

from amba.lab.golden import golden_text
from tests.conformance.cases import PAIRS, every_scenario, game_of

GOLDEN = Path(__file__).resolve().parents[1] / "golden"


@every_scenario
def test_law_9_the_golden_game_plays_as_it_is_kept(key: str, scenario: str) -> None:
    text = (GOLDEN / f"{key}-{scenario}.txt").read_text(encoding="utf-8")
    kept, played = text.splitlines(), golden_text(game_of(key), scenario, text).splitlines()
    for number, (old, new) in enumerate(zip(kept, played, strict=False), 1):
        assert new == old, f"line {number}: the rules play another game now; if that is meant, run tools/golden.py and read the difference"
    assert len(played) == len(kept)


def test_law_9_no_golden_game_without_a_scenario() -> None:
    assert {path.stem for path in GOLDEN.glob("*.txt")} == {f"{key}-{scenario}" for key, scenario in PAIRS}
