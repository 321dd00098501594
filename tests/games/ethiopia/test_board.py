"""What stands on the map and beside it: everything that the rules count can be seen."""

from __future__ import annotations

from typing import Any

import pytest

from amba.core.game import choose_options
from amba.games.ethiopia.rules.r13_victory import levels_of


def signs(t: Any, kind: str) -> dict[str, str]:
    return {one["at"]: one["text"] for one in t.game.view(t.s, 0)["signs"] if one["kind"] == kind}


def words(t: Any, key: str) -> str:
    return next((track["text"] for track in t.game.view(t.s, 1)["tracks"] if track["key"] == key), "")


def test_8_1_the_ends_of_the_supply_roads_are_on_the_map(base: Any) -> None:
    assert set(signs(base({}), "source")) == {"3305", "5472", "7471"}


def test_9_1_airfields_that_are_italian_are_on_the_map(base: Any) -> None:
    assert "3317" not in signs(base({}), "airfield")
    assert "3317" in signs(base({}, control={"italian": ["makale"]}), "airfield")


def test_8_5_turns_out_of_supply_are_on_the_map(base: Any) -> None:
    hungry = {"hex": "2912", "count": 2, "marks": ["out"]}
    t = base({"sabauda": hungry, "sila": {**hungry, "count": 1}, "tigre-1": {"hex": "3016", "count": 3}, "gavinana": "2911"})
    assert signs(t, "hunger") == {"2912": "2", "3016": "3"}
    title = next(one["title"] for one in t.game.view(t.s, 0)["signs"] if one["at"] == "2912")
    assert "30 Sabauda 2" in title
    assert "27 Sila 1" in title


def test_g4_c_a_dump_that_is_cut_off_says_for_how_long(table: Any) -> None:
    dump = {"italian-trench-1": {"hex": "3317", "marks": ["dump"], "count": 1}, "sabauda": "3317"}
    assert signs(table(dump), "cut-off") == {"3317": "1"}


def test_13_5_an_army_that_was_there_at_the_end_of_the_last_turn_is_on_the_map(base: Any) -> None:
    army = {f"tigre-{n}": "asmara" for n in (1, 2, 3)}
    assert signs(base(army), "raid") == {}
    t = base(army, tracks={"raids": 1})
    assert set(signs(t, "raid")) == {"2906"}
    assert "Asmara" in words(t, "raids")


def test_13_6_since_when_addis_ababa_has_been_held_is_told(base: Any) -> None:
    t = base({"sabauda": "addis-ababa"}, turn=20, tracks={"addis-ababa": 18})
    assert words(t, "addis-ababa") == "held since the end of turn 18: 8 points (13.6)"
    assert words(base({}), "addis-ababa") == ""


def test_7_7_whether_a_train_has_gone_is_told(base: Any) -> None:
    t = base({"guard-1": "addis-ababa", "guard-2": "addis-ababa"}, "ethiopian.movement")
    assert words(t, "railway") == "one unit may go by rail in this turn"
    t.do("rail guard-1 4939")
    assert words(t, "railway") == "has been used in this turn"


def test_12_1_who_comes_next_is_told_with_his_turn(base: Any) -> None:
    t = base(
        {
            "seyoum": {"hex": "reinforcements", "count": 6},
            "hq-i": {"hex": "reinforcements", "count": 5},
            "sila": {"hex": "reinforcements", "count": 5},
        }
    )
    assert words(t, "coming") == "turn 5: I Corps, 27 Sila; turn 6: Ras Seyoum"


@pytest.mark.parametrize("design", ["fronts", "first"])
def test_13_3_the_bar_s_levels_are_those_of_the_rules_under_every_design(game: Any, design: str) -> None:
    score_of, titles = game.abilities.score, game.world.side_titles()
    for scenario in game.scenarios():
        options = {"design": design}
        s = game.new(scenario.key, choose_options(game.options(), options))
        shown = next(track for track in game.view(s, 0)["tracks"] if track["key"] == "score")["levels"]
        said = levels_of(game.world, scenario.key, options)
        assert [start for start, _ in shown] == [level["from"] for level in said]
        for (start, words), level in zip(shown, said, strict=True):
            for score in (start, level["to"]):
                winner = score_of.winner(scenario.key, score, options)
                expected = "draw" if winner is None else f"{titles[game.sides[winner]]}, {level['level'].lower()}"
                assert words == expected, (scenario.key, score)


def test_13_3_the_first_design_s_levels_differ_in_the_bar(game: Any) -> None:
    found = {}
    for design in ("fronts", "first"):
        view = game.view(game.new("campaign", choose_options(game.options(), {"design": design})), 0)
        found[design] = next(track for track in view["tracks"] if track["key"] == "score")["levels"]
    assert found["fronts"][-1] == [50, "Italy, decisive"]
    assert found["first"][-1] == [45, "Italy, decisive"]
