"""Clauses of part one that a second independent reader of the rulebook found played otherwise than the text says."""

from __future__ import annotations

from typing import Any

import pytest

from amba.core.game import BadPosition
from amba.games.hollow.game import Hollow
from amba.games.hollow.state import HollowState
from tests.games.hollow.table import give, read, refusal_of, refused_by
from tests.games.hollow.test_letter import on_board, position


def done(game: Hollow, s: HollowState, *orders: str) -> None:
    for order in orders:
        found = refusal_of(game, s, *order.split())
        assert found is None, f"{order}: {found.text if found else ''}"
        give(game, s, *order.split())


def foreseen(game: Hollow, s: HollowState, order: str) -> list[tuple[str, ...]]:
    preview = game.preview(s, read(game, s, *order.split()))
    assert preview is not None
    return [tuple(item) for item in preview.items]


def test_189_162_the_hedge_of_rubble_stands_in_the_sum_of_a_shot() -> None:
    game = on_board(hillock="E2", rubble="E5")
    for place, protects in (("E6", True), ("E7", False)):
        s = position(game, f"a1 E2; x1 {place}", phase="prep")
        done(game, s, f"fire 99{place}", "add a1")
        assert (("behind rubble", "+1", "189.162") in foreseen(game, s, "shoot")) is protects


def test_196_3_who_comes_out_of_a_cactus_hedge_spends_all_his_factors_whatever_lies_beyond() -> None:
    game = on_board(cactus_hedge="E4/E5 I4/I5", woods="I5", level_1="I5")
    s = position(game, "a1 E4 thorns; aL1 E4 thorns; a2 I4 thorns; x1 FF1")
    done(game, s, "done")
    for key, place, paid in (("a1", "E5", "4 of 4"), ("aL1", "E5", "6 of 6"), ("a2", "I5", "4 of 4")):
        preview = game.preview(s, read(game, s, "walk", key, f"99{place}"))
        assert preview is not None
        assert preview.cost == paid, key
    done(game, s, "walk a2 99I5")
    assert s.at[game.names.piece["a2"]] == game.names.place["99I5"], "five factors by the chart, all four by the hedge"


def test_55_a_squad_clears_a_marked_minefield_whose_strength_nobody_has_told_it() -> None:
    """What stands open with its strength face down is known to lie there (55.8); a hidden field is not."""
    game = on_board()
    for kind, rule in (("known mines", ""), ("mine line", ""), ("mines 8", ""), ("dummy mines", "55")):
        s = position(game, "a1 E5; x1 FF1", phase="prep")
        s = game.place(
            {**game.position(s), "pieces": {"a1": "99E5", "x1": "99FF1", "xF1": {"hex": "99E5", "kind": kind, "points": 8 * (kind != "dummy mines")}}}
        )
        assert refused_by(game, s, "clear", "a1", "mines") == rule, kind
        if not rule:
            done(game, s, "clear a1 mines", "roll 4")
            assert s.at[game.names.piece["xF1"]] == game.world.box["spare"]
    s = game.place(
        {**game.position(s), "pieces": {"a1": "99E5", "x1": "99FF1", "xF1": {"hex": "99E5", "kind": "mines", "points": 8, "marks": ["hidden"]}}}
    )
    assert refused_by(game, s, "clear", "a1", "mines") == "55"


def test_176_3_a_minimum_move_is_for_any_unit_that_no_assault_movement_would_bring_there() -> None:
    """It is a form of assault movement, open to whoever has a factor: into a hex that takes all the factors there are, too, which assault movement may not."""
    game = on_board(woods="E5", level_1="E5 G5")
    s = position(game, "a1 E4; a2 G4; x1 FF1")
    done(game, s, "done")
    assert refused_by(game, s, "walk", "a1", "99E5", "assault") == "5"
    done(game, s, "walk a1 99E5 minimum")
    a1, mark = game.names.piece["a1"], game.names.mark
    assert all(s.has(a1, mark[word]) for word in ("assault", "pinned", "exhausted"))
    assert refused_by(game, s, "walk", "a2", "99G5", "minimum") == "176.3", "two of four factors: assault movement does the same, and better"


def test_17_the_panel_of_a_machine_gun_names_the_hexes_it_hits_on_the_way() -> None:
    game = on_board()
    pieces = {"a1": {"hex": "99E2", "has": ["aW1"]}, "aW1": {"hex": "99E2", "kind": "br-mmg"}, "x1": "99E7", "x2": "99E6", "x3": "99E4"}
    s = game.place({**game.position(position(game, "a1 E2; x1 E7", phase="prep")), "pieces": pieces})
    done(game, s, "fire 99E7", "add aW1")
    preview = game.preview(s, read(game, s, "shoot"))
    assert preview is not None
    assert preview.warnings == ("The same roll hits those on the way, each with his own modifiers: 99E4, 99E6 (17).",)


def test_191_2_190_42_a_position_file_has_no_second_sangar_in_a_hex_and_none_in_sand() -> None:
    game = on_board(sand="L5", sangar="G5")
    sangar, trench = {"kind": "sangar"}, {"kind": "trench"}
    cases = (
        ({"aF1": {"hex": "99E5", **sangar}, "aF2": {"hex": "99E5", **sangar}}, "aF2", "191.2"),
        ({"aF1": {"hex": "99G5", **sangar}}, "aF1", "191.2"),
        ({"xF1": {"hex": "99L5", **sangar}}, "xF1", "190.42"),
        ({"xF1": {"hex": "99L5", **trench}}, "xF1", "190.42"),
    )
    start = game.position(position(game, "a1 A5; x1 FF1"))
    for works, key, rule in cases:
        with pytest.raises(BadPosition, match=f"^{key} cannot be so: .* \\({rule}\\)$"):
            game.place({**start, "pieces": {"a1": "99A5", "x1": "99FF1", **works}})
    may_be: dict[str, dict[str, Any]] = {
        "aF1": {"hex": "99E5", **sangar},
        "aF2": {"hex": "99E5", **trench},
        "aF3": {"hex": "99E5", "kind": "wire"},
        "aF4": {"hex": "99E5", "kind": "mines 8"},
        "xF1": {"hex": "99E5", **sangar, "marks": ["hidden"]},  # laid where nobody knew of the other
        "xF2": {"hex": "99L5", "kind": "foxhole"},
    }
    s = game.place({**start, "pieces": {"a1": "99A5", "x1": "99FF1", **may_be}})
    assert game.position(game.place(game.position(s))) == game.position(s)
