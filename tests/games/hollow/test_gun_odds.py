"""The odds of a shell at a gun: a direct hit, or what the near miss does to its crew behind the shield (145.32, 190.4)."""

from __future__ import annotations

from fractions import Fraction

from tests.games.hollow.test_vehicle_guns import fire, lawful

MINE = "xG1 L5 it-cannone-105-28 @3; x1 L5 it-227 +xG1"
THEIRS = "aG1 R5 br-oqf-2-pdr @9; a1 R5 br-228 +aG1"


def test_190_4_145_32_the_odds_of_a_shell_at_a_gun_in_sand_tell_the_direct_hit() -> None:
    """8 or less hits, below 4 critically. A kill on the 20 column is a direct hit; else the 8 column, and 2 more for the shield."""
    t = fire(f"{MINE}; {THEIRS}", "axis", words={"sand": "R5"})
    odds = {chance.label: chance.chance for chance in t.preview("shell xG1 R5").odds}
    ways = {"direct hit": 3 * 36 + 23 * 3, "1MC": 23 * 7, "NMC": 23 * 5, "PTC": 23 * 6, "-": 23 * 15, "misses": 10 * 36}
    assert odds == {label: Fraction(number, 36 * 36) for label, number in ways.items()}
    lawful(t, "shell xG1 R5")


def test_145_32_the_odds_do_not_tell_of_a_gun_that_lies_concealed_nor_of_men_beside_it() -> None:
    hidden = fire(f"{MINE}; aG1 R5 br-oqf-2-pdr @9; a1 R5 br-228 +aG1 concealed", "axis", words={"scrub": "R5"})
    assert "direct hit" not in {chance.label for chance in hidden.preview("shell xG1 R5").odds}
    mixed = fire(f"{MINE}; a2 R5 br-457; {THEIRS}", "axis")
    assert "direct hit" not in {chance.label for chance in mixed.preview("shell xG1 R5").odds}
