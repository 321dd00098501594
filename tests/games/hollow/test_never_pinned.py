"""Who is never pinned: men on a mount and berserk men; what the log and the preview say of them, and of a hero who is hit (142.6, 110, B, H)."""

from __future__ import annotations

from typing import cast

import pytest

from amba.core.game import Game
from amba.lab.laws import odds_are_the_odds
from tests.games.hollow.table import read, said
from tests.games.hollow.tanks import Drill, drill

RIDER = "a1 E5 br-457 +aW1; aW1 E5 motorcycles; x1 E8 it-347"
RAGING = "a1 E5 br-457 berserk; x1 E8 it-347"


def aimed(text: str) -> Drill:
    d = drill({}, text, phasing="axis", phase="prep")
    d.do("fire E5")
    return d


def fate(d: Drill, who: str) -> str:
    (found,) = [value for label, value, _ in d.preview("shoot").items if who in label and "%" in value]
    return found


@pytest.mark.parametrize("text", [RIDER, RAGING])
def test_142_6_a_failed_pin_check_pins_nobody_on_a_mount_or_berserk_and_the_log_says_so(text: str) -> None:
    d = aimed(text)
    d.do("shoot", "roll 2,5" if text == RIDER else "roll 2,4")
    events = d.do("roll 12")
    assert said(events, "pin check").values[2] == "is not pinned"
    assert not d.has("a1", "pinned")


@pytest.mark.parametrize("text", [RIDER, RAGING])
def test_142_6_the_preview_does_not_speak_of_pinning_them(text: str) -> None:
    assert "pinned" not in fate(aimed(text), "(a1)")


def test_142_6_of_men_on_foot_the_preview_does() -> None:
    assert "pinned" in fate(aimed("a1 E5 br-457; x1 E8 it-347"), "(a1)")


def test_h_the_preview_wounds_a_hero_and_b_hits_berserk_men() -> None:
    assert fate(aimed("a1 E5 br-149; x1 E8 it-347"), "(a1)").startswith("wounded")
    assert fate(aimed(RAGING), "(a1)").startswith("hit")


def test_7_law_the_odds_against_riders_are_the_odds() -> None:
    d = aimed(RIDER)
    assert odds_are_the_odds(cast("Game", d.game), d.s, read(d.game, d.s, "shoot")) == []
