"""Minefields: known, dummy, in lines, hidden."""

from __future__ import annotations

from itertools import combinations_with_replacement
from random import Random

import pytest

from amba.core.event import Said
from amba.core.sequence import SequenceOfPlay
from amba.games.hollow.counters import ALLIED, AXIS, HIDDEN, WORK_KINDS
from amba.games.hollow.dealt_anew import imagine
from amba.games.hollow.frames import SettingUp
from amba.games.hollow.game import load
from amba.games.hollow.orders import SecretDie
from amba.games.hollow.rules.r055_laying import room, row, waiting_mines
from amba.games.hollow.rules.r055_mines import STRENGTHS, is_mine
from amba.games.hollow.scenarios import Group
from amba.games.hollow.state import HollowState
from amba.table.layout import put
from tests.games.hollow.table import GAME, give, refusal_of, refused_by, table
from tests.games.hollow.test_works import work

REAL = load()


def start(key: str = "halfaya", extra: int = 0) -> tuple[HollowState, Group]:
    """The set-up of the side with the mines; the secret die is rolled."""
    s = REAL.new(key, {})
    while REAL.decision(s).kind == "dummies":  # type: ignore[union-attr]  # the game has just begun
        REAL.apply(s, next(a for a, _ in REAL.outcomes(s) if isinstance(a, SecretDie) and a.die == (2 * extra or 1)))
    return s, next(group for group in s.plan.groups if group.mines)


def do(s: HollowState, *orders: str) -> None:
    for order in orders:
        refusal = refusal_of(REAL, s, *order.split())
        assert refusal is None, refusal
        give(REAL, s, *order.split())


def test_55_8_example_24_factors_in_fields_of_6_8_and_12() -> None:
    """Two of 12, three of 8, four of 6, or two of 6 and one of 12."""
    fits = [c for n in range(1, 5) for c in combinations_with_replacement(STRENGTHS, n) if sum(c) == 24]
    assert set(fits) == {(12, 12), (8, 8, 8), (6, 6, 6, 6), (6, 6, 12)}
    for fields in fits:
        s, group = start("deir-el-shein")
        assert group.mines == 24
        for field, place in zip(fields, ("65D1", "65D8", "65F8", "65G8"), strict=False):
            do(s, f"lay {field} {place}")
        assert room(s, group)[0] == 0
        assert refused_by(REAL, s, "lay", "6", "65C8") == "55.8"


@pytest.mark.parametrize("strength", ["5", "7", "24"])
def test_55_8_no_other_strength_is_laid(strength: str) -> None:
    s, _ = start()
    refusal = refusal_of(REAL, s, "lay", strength, "63O1")
    assert refusal is not None
    assert refusal.rule == "55.8"


def test_55_8_nobody_else_knows_what_is_in_a_field() -> None:
    s, _ = start()
    events = give(REAL, s, "lay", "6", "63O1") + give(REAL, s, "lay", "0", "63O2")
    assert REAL.redact_action(s, ("lay", "6", "63O1"), AXIS, ALLIED) == ("lay", "?", "?"), "nobody looks on"
    s.frames = [SequenceOfPlay(), SettingUp(ALLIED)]
    for side in (ALLIED, None):
        view = REAL.view(s, side)
        fields = [view["pieces"][key] for name in ("63O1", "63O2") for key in view["stacks"][name]]
        assert [field.get("points", 0) for field in fields] == [0, 0]
        assert len({field["face"] for field in fields}) == 1
        assert not [e for e in events if type(e).__name__ == "Spent" and REAL.redact(s, e, side) is not None]
    seen = {imagine(s, ALLIED, Random(n)).points[REAL.names.piece[REAL.view(s, None)["stacks"]["63O1"][0]]] for n in range(20)}
    assert seen == {0, 6}


def test_55_81_a_line_has_a_field_in_every_hex_of_its_row() -> None:
    s, group = start("deir-el-shein")
    do(s, "lay 6 65D4")
    key = REAL.view(s, ALLIED)["stacks"]["65D4"][0]
    do(s, f"line {key} 65D7")
    for name in ("65D4", "65D5", "65D6", "65D7"):
        (piece,) = s.here[REAL.names.place[name]]
        assert (WORK_KINDS[s.face[piece]], s.points[piece]) == ("mine line", 6)
    assert room(s, group)[0] == 0


def test_55_81_lines_run_along_hex_rows_and_alternate_ones_only() -> None:
    s, _ = start("deir-el-shein")
    place = REAL.names.place
    names = REAL.names.places
    straight = row(s, place["65D4"], place["65D7"])
    assert [names[p] for p in straight] == ["65D5", "65D6", "65D7"]
    assert [names[p] for p in row(s, place["65E5"], place["65G5"])] == ["65G5"], "an alternate row: the next hex of it is two columns away"
    assert row(s, place["65D4"], place["65G8"]) == []
    do(s, "lay 6 65D4")
    key = REAL.view(s, ALLIED)["stacks"]["65D4"][0]
    assert refused_by(REAL, s, "line", key, "65G8") == "55.81"


def test_55_81_a_line_to_a_hex_that_is_not_on_the_map_is_refused() -> None:
    s, _ = start("halfaya")
    do(s, "lay 6 63O1")
    key = REAL.view(s, AXIS)["stacks"]["63O1"][0]
    for place in ("65A1", "eliminated"):
        assert refused_by(REAL, s, "line", key, place) == "55.8"


def test_55_82_a_secret_die_adds_dummies() -> None:
    s, group = start("halfaya", extra=2)
    assert room(s, group)[1] == group.dummy_mines + 2
    s = REAL.new("halfaya", {})
    words = REAL.spell(REAL.outcomes(s)[0][0])
    assert REAL.redact_action(s, words, -1, ALLIED)[-1] == "?"
    assert REAL.redact_action(s, words, -1, AXIS) == words
    events = give(REAL, s, "secret", "axis", "6")
    assert not [e for e in events if type(e).__name__ == "Tracked" and REAL.redact(s, e, ALLIED) is not None]


def test_55_82_a_dummy_is_taken_off_when_somebody_enters() -> None:
    t = table("a1 E5; x1 T9")
    dummy = work(t, "xF1", "E6", "known mines")
    t.do("move a1", "go E6")
    assert not t.s.is_on_map(dummy)


def test_55_82_in_a_line_the_dummy_stays_to_be_seen() -> None:
    t = table("a1 E5; x1 T9")
    dummy = work(t, "xF1", "E6", "mine line")
    t.do("move a1", "go E6")
    assert WORK_KINDS[t.s.face[dummy]] == "dummy mines"


def test_55_mines_attack_who_enters_and_who_leaves_without_modifiers() -> None:
    t = table("a1 E5; x1 T9")
    field = work(t, "xF1", "E6", "known mines", 12)
    t.do("move a1", "go E6")
    assert t.asked == "mines"
    t.do("roll 12")
    assert WORK_KINDS[t.s.face[field]] == "known mines", "nothing happened, so nobody had to name the column"
    t.do("go E7")
    assert t.asked == "mines"
    t.do("roll 2")
    assert t.where("a1") == "eliminated"
    assert WORK_KINDS[t.s.face[field]] == "mines 12", "now everybody knows"


def test_55_only_those_who_move_are_attacked() -> None:
    t = table("a1 E5; a2 E6; x1 T9")
    work(t, "xF1", "E6", "known mines", 12)
    t.do("move a1", "go E6", "roll 2")
    assert t.where("a1") == "eliminated"
    assert t.where("a2") == "E6"


def test_55_83_hidden_mines_lie_nowhere_until_they_go_off() -> None:
    t = table("a1 E5; x1 T9")
    field = work(t, "xF1", "E6", "mines", 6)
    t.s.marks[field] |= 1 << GAME.names.mark["hidden"]
    assert "xF1" not in GAME.view(t.s, ALLIED)["pieces"]
    assert "99E6" not in GAME.view(t.s, ALLIED)["stacks"]
    events = t.do("move a1", "go E6", "roll 12")
    assert "xF1" in GAME.view(t.s, ALLIED)["pieces"]
    assert WORK_KINDS[t.s.face[field]] == "known mines", "their presence, but not their strength"
    assert GAME.view(t.s, ALLIED)["pieces"]["xF1"]["points"] == 0
    assert all("6" not in GAME.sentence(event).replace("99E6", "") for event in events if isinstance(event, Said))


def test_55_a_squad_clears_known_mines() -> None:
    t = table("a1 E5; x1 T9", phase="prep")
    field = work(t, "xF1", "E5", "mines 6", 6)
    t.do("clear a1 mines", "roll 4")
    assert not t.s.is_on_map(field)


def test_55_83_hidden_fields_may_lie_anywhere_in_their_area_for_the_enemy() -> None:
    s, group = start("deir-el-shein")
    do(s, "bury 6 65D4")
    (field,) = (p for p in group.pieces if s.is_work(p) and s.has(p, HIDDEN))
    places = {imagine(s, AXIS, Random(n)).at[field] for n in range(30)}
    assert len(places) > 5
    assert places <= set(group.hexes)
    assert {imagine(s, ALLIED, Random(n)).at[field] for n in range(5)} == {s.at[field]}, "the owner knows"


def test_55_8_mines_need_not_be_laid_before_play() -> None:
    s, group = start()
    assert waiting_mines(s, group)
    assert all(is_mine(s, piece) for piece in waiting_mines(s, group))
    left = [p for g in s.plan.groups if g.side == AXIS for p in g.pieces if s.at[p] == s.world.entry[AXIS] and not is_mine(s, p)]
    for piece in left:
        put(s, piece, s.world.box["eliminated"])
    assert refusal_of(REAL, s, "done") is None


def test_55_83_hidden_fields_are_buried_at_set_up_and_nobody_hears_of_it() -> None:
    s, group = start("deir-el-shein")
    assert group.hidden_mines == 12
    before = REAL.view(s, AXIS)
    events = give(REAL, s, "bury", "6", "65D4")
    after = REAL.view(s, AXIS)
    assert (after["stacks"], after["pieces"], after["unknown"]) == (before["stacks"], before["pieces"], before["unknown"])
    assert [REAL.redact(s, e, AXIS) for e in events] == [None] * len(events)
    assert REAL.redact_action(s, ("bury", "6", "65D4"), ALLIED, AXIS) == ("bury", "?", "?")
    assert refused_by(REAL, s, "bury", "12", "65D5") == "55.83"
    do(s, "bury 6 65D5")
    assert not [a for a in REAL.legal(s) if a.verb == "bury"]
