"""Law 7 for searching, fire from vehicles and cavalry charges: the odds shown are those that come when every die falls."""

from __future__ import annotations

from typing import Any

import pytest

from amba.core.order import Order
from amba.games.hollow.game import Hollow
from amba.games.hollow.state import HollowState
from amba.lab.laws import odds_are_the_odds
from tests.games.hollow.table import read
from tests.games.hollow.tanks import Drill, drill

QUIET = {"axis_chance": 0, "axis_otherwise": 0}
CASES = [
    ("a1 E5 br-457; x1 T9 it-346", "search a1 E6", {}),
    ("a1 E5 br-247; aL1 E5 9-2; x1 T9 it-346", "search a1 E6", {}),
    ("aV1 E5 br-3-ton-lorry @3; a1 aV1-aboard br-457; x1 E8 it-346; x2 E8 it-346", "volley aV1 E8", {"phase": "prep"}),
    ("aV1 E5 br-3-ton-lorry @3; a1 aV1-aboard br-457; x1 E8 it-346 concealed; xL1 E8 8-0", "volley aV1 E8", {"phase": "prep"}),
    ("aV1 E5 br-valentine-ii @3; a1 aV1-aboard br-457; x1 E6 it-346", "volley aV1 E6", {"phase": "advancing", "date": "1943-03-06"}),
    ("a1 E5 br-457 +aW1; aW1 E5 horses; x1 J5 it-346; x2 J5 it-346", "sabre a1 J5", {}),
    ("a1 E5 br-457 +aW1; aW1 E5 horses; x1 F5 it-346 dug_in; xF1 F5 foxhole", "sabre a1 F5", {}),
]


def order_of(t: Drill, text: str) -> Order:
    return read(t.game, t.s, *t.words(text))


@pytest.mark.parametrize(("text", "order", "more"), CASES)
def test_odds_are_the_odds(text: str, order: str, more: dict[str, Any]) -> None:
    t = drill({}, text, tracks=QUIET, **more)
    found = t.preview(order)
    assert found.odds
    given = found.orders(t.game, t.s) if callable(found.orders) else found.orders
    assert given, "every die can fall"
    game: Any = t.game
    assert odds_are_the_odds(game, t.s, order_of(t, order)) == []


@pytest.mark.parametrize("broken", ["br-247", "br-457"])
def test_10_a_kill_reduces_the_broken_whom_it_spares_and_the_preview_counts_half_squads_as_gone(broken: str) -> None:
    t = drill({}, f"a1 E5 br-457; a2 E5 {broken} broken; x1 E6 it-347; x2 E6 it-346", phasing="axis", phase="prep")
    t.do("fire E5")
    assert any(chance.label == "1KIA" for chance in t.preview("shoot").odds), "it spares one of two"
    game: Any = t.game
    assert odds_are_the_odds(game, t.s, order_of(t, "shoot")) == []


def test_a_wrong_sign_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    t = drill({}, CASES[5][0], tracks=QUIET)
    honest = Hollow.preview

    def lying(game: Hollow, s: HollowState, a: Any) -> Any:
        found = honest(game, s, a)
        return found and found._replace(odds=tuple(c._replace(label="7KIA") if i == 0 else c for i, c in enumerate(found.odds)))

    monkeypatch.setattr(Hollow, "preview", lying)
    game: Any = t.game
    assert odds_are_the_odds(game, t.s, order_of(t, CASES[5][1]))
