"""Works that the enemy has not seen are not there for him (185.22, 194.601)."""

from __future__ import annotations

from random import Random

import pytest

from amba.games.hollow.rules.r005_movement import refuse_way
from tests.games.hollow.table import GAME, Table, refusal_of, table
from tests.games.hollow.test_twins import alike_moments, attempts, same_windows

ALLIED, AXIS = 0, 1


def shown(t: Table, side: int | None = ALLIED) -> set[str]:
    """The works a side finds on its map."""
    return {key for key in GAME.names.piece if key[1:2] == "F" and f'"{key}"' in str(GAME.view(t.s, side)).replace("'", '"')}


def test_185_22_a_work_in_scrub_is_not_seen_beyond_sixteen_hexes() -> None:
    """C4 is scrub: from S4, sixteen hexes off, the sangar is made out, from V9 it is not."""
    t = table("a1 V9; a2 N5; x1 T9; xF1 C4 sangar hidden", phase="prep", phasing="axis")
    assert shown(t) == set()
    assert shown(t, None) == set()
    assert shown(t, AXIS) == {"xF1"}
    t = table("a1 S4; x1 FF9; xF1 C4 sangar hidden", phase="prep", phasing="axis")
    assert shown(t) == {"xF1"}


def test_185_22_a_work_in_the_open_is_seen_as_soon_as_somebody_sees_its_hex() -> None:
    t = table("a1 DD1; x1 FF9; xF1 DD5 foxhole hidden", phase="prep", phasing="axis")
    assert shown(t) == {"xF1"}
    t = table("a1 N5; x1 FF9; xF1 DD5 foxhole hidden", phase="prep", phasing="axis")
    assert shown(t) == set(), "down in the wadi nobody sees that far"


def test_185_22_broken_men_look_for_nothing_and_dummies_seem_to() -> None:
    t = table("a1 E4 broken; x1 FF9; xF1 C4 sangar hidden", phase="prep", phasing="axis")
    assert shown(t) == set()
    t = table("a1 N5; aD1 E4 concealed; x1 FF9; xF1 C4 sangar hidden", phase="prep", phasing="axis")
    assert shown(t) == {"xF1"}


@pytest.mark.parametrize("air", [{"haze": 1}, {"dust": 1}])
def test_194_601_in_haze_and_dust_a_work_in_cover_is_found_within_six_hexes_only(air: dict[str, int]) -> None:
    clear = table("a1 K4; x1 FF9; xF1 C4 sangar hidden", phase="prep", phasing="axis")
    assert shown(clear) == {"xF1"}
    far = table("a1 K4; x1 FF9; xF1 C4 sangar hidden", phase="prep", phasing="axis", tracks=air)
    assert shown(far) == set()
    near = table("a1 I4; x1 FF9; xF1 C4 sangar hidden", phase="prep", phasing="axis", tracks=air)
    assert shown(near) == {"xF1"}


def test_194_601_the_low_sun_hides_it_only_if_all_look_into_it() -> None:
    sun = {"sun": 1}
    blinded = table("a1 R5; x1 FF9; xF1 Z5 sangar hidden", phase="prep", phasing="axis", tracks=sun)
    assert shown(blinded) == set()
    other = table("a1 R5; a2 Z2; x1 FF9; xF1 Z5 sangar hidden", phase="prep", phasing="axis", tracks=sun)
    assert shown(other) == {"xF1"}
    away = table("a1 FF7; x1 A9; xF1 Z5 sangar hidden", phase="prep", phasing="axis", tracks=sun)
    assert shown(away) == {"xF1"}


def test_185_22_who_comes_into_sight_of_a_work_on_the_march_finds_it_and_stops() -> None:
    t = table("a1 K4; x1 FF9; xF1 C4 sangar hidden", tracks={"haze": 1})
    t.do("walk a1 G4")
    assert shown(t) == {"xF1"}
    assert t.where("a1") in {"I4", "I5"}, "six hexes off"
    assert t.asked == "walk", "he is asked anew"


def test_185_22_an_open_counter_in_a_work_shows_it() -> None:
    t = table("a1 N5; x1 DD5 dug_in; xF1 DD5 foxhole hidden", phase="prep", phasing="axis")
    assert shown(t) == {"xF1"}


def test_42_a_question_mark_in_an_unseen_work_does_not_look_dug_in() -> None:
    t = table("a1 N5; x1 Z5 concealed dug_in; x2 T9; xF1 Z5 foxhole hidden", phase="prep", phasing="axis")
    other = table("a1 N5; x1 Z5 concealed; x2 T9; xF1 C4 foxhole hidden", phase="prep", phasing="axis")
    assert GAME.view(t.s, ALLIED) == GAME.view(other.s, ALLIED)


def test_56_wire_that_nobody_saw_stops_who_walks_into_it() -> None:
    """The hidden squad in C4 sees nothing for its side, so the wire beside it is unknown to it, and no order into it is refused."""
    t = table("a1 C4 concealed hidden; x1 T9; xF1 C5 wire hidden")
    assert refuse_way(t.s, (t.piece("a1"),), GAME.names.place["99C5"], False, "normal") is None
    t.do("walk a1 C5")
    assert t.where("a1") == "C4"
    assert t.has("a1", "moved")
    assert shown(t) == {"xF1"}
    own = table("x1 C4 concealed hidden; a1 T9; xF1 C5 wire hidden", phasing="axis")
    assert own.refused("walk x1 C5").rule == "56"


def test_56_wire_that_nobody_saw_is_entered_in_the_advance_and_found() -> None:
    t = table("a1 C4 concealed hidden; x1 T9; xF1 C5 wire hidden", phase="advance")
    t.do("advance a1 C5")
    assert t.where("a1") == "C5"
    assert shown(t) == {"xF1"}


def test_15_running_men_are_stopped_by_wire_they_did_not_see() -> None:
    """Nobody of theirs looks about, for they are broken."""
    t = table("a1 E5 broken; x1 E8; xF1 F5 wire hidden", phase="rout")
    t.do("rout a1", "run F5")
    assert t.where("a1") == "E5"
    assert shown(t) == {"xF1"}


def test_185_22_broken_men_who_run_into_the_hex_of_a_work_find_it() -> None:
    t = table("a1 E5 broken; x1 E8; xF1 F5 sangar hidden", phase="rout")
    t.do("rout a1", "run F5")
    assert t.where("a1") == "F5"
    assert shown(t) == {"xF1"}


def test_42_a_unit_may_be_hidden_in_a_hidden_work() -> None:
    t = table("a1 N5; x1 Z5 concealed hidden dug_in; x2 T9; xF1 Z5 sangar hidden", phase="prep", phasing="axis")
    assert shown(t) == set()
    rng = Random(1)
    for _ in range(20):
        other = GAME.imagine(t.s, ALLIED, rng)
        assert GAME.view(other, ALLIED) == GAME.view(t.s, ALLIED)


@pytest.mark.parametrize("phase", ["rally", "prep", "movement", "defence", "advancing", "advance"])
@pytest.mark.parametrize("kind", ["wire", "sangar", "trench"])
def test_185_22_no_window_tells_where_a_hidden_work_lies(phase: str, kind: str) -> None:
    """The same moment with the work in three places: menus, previews, refusals and the view are the same."""
    ours = "a1 V9; a2 U9 concealed; aL1 V9; aW1 V9; aD1 U10 concealed; a3 E5 concealed hidden; x2 T9; x3 FF5 concealed"
    places = ("C4", "C3", "C5")
    if kind == "wire":  # scrub does not hide it: brush, grain and woods do, seen from farther off
        ours, places = ours.replace("V9", "Y9").replace("U", "X"), ("C7", "E8", "F5")
    texts = [f"{ours}; xF1 {place} {kind} hidden" for place in places]
    for found in alike_moments(texts, phase, [], ["move a1"], ["move a1", "join aL1"]):
        for other in found[1:]:
            assert GAME.view(found[0].s, ALLIED) == GAME.view(other.s, ALLIED)
            same_windows(found[0].s, other.s)
            for a in attempts(found[0]):
                assert refusal_of(GAME, found[0].s, *a) == refusal_of(GAME, other.s, *a), a
