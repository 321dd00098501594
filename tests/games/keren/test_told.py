"""What is told before an order and in the log: assaults on hidden stacks (7.4), rallies (15.1), fire (11.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from amba.core.event import Said

if TYPE_CHECKING:
    from amba.core.event import Event
    from amba.games.keren.game import Keren

    from .conftest import Lay

STACK = {"col-red-1": "2616", "col-red-2": "2616", "col-brown-1": "2616"}
ATTACK = ("2-camerons-a", "2-camerons-b")


def sentences(keren: Keren, events: list[Event]) -> list[str]:
    return [text for event in events if (text := keren.sentence(event))]


def test_7_4_no_ratio_while_a_defender_is_unseen(lay: Lay) -> None:
    t = lay("commonwealth.assault", {**STACK, **dict.fromkeys(ATTACK, "2617")})
    for orders, order in (
        ((), "assault 2616"),
        (("assault 2616",), "commit 2-camerons-a"),
        (("commit 2-camerons-a", "commit 2-camerons-b"), "fight"),
    ):
        t.do(*orders)
        preview = t.preview(order)
        assert preview is not None
        assert preview.items[-1] == ("2 unseen", "?", "7.4")
        assert not preview.column
        assert not preview.odds
        assert not [label for label, _, _ in preview.items if ":1" in label]


def test_7_4_what_the_ground_gives_is_known(lay: Lay) -> None:
    t = lay("commonwealth.assault", {"col-red-1": "3621", "col-red-2": "3621", **dict.fromkeys(ATTACK, "3622")})
    preview = t.preview("assault 3621")
    assert preview is not None
    assert ("fort", "-2", "14.1.4") in preview.items
    assert not preview.odds


def test_7_4_a_stack_that_was_shown_has_odds(lay: Lay) -> None:
    t = lay("commonwealth.assault", {**{key: {"hex": "2616", "marks": ["shown"]} for key in STACK}, **dict.fromkeys(ATTACK, "2617")})
    preview = t.preview("assault 2616")
    assert preview is not None
    assert preview.column
    assert preview.odds


SHAKEN = {"hex": "2617", "marks": ["suppressed"]}


def test_15_1_a_rally_says_who_with_what_and_why(keren: Keren, lay: Lay) -> None:
    t = lay("administrative", {"col-white-1": "tigu", "2-camerons-a": SHAKEN, "3-1-punjab-a": "2619", "col-red-1": "2616"})
    t.do("done")
    foreseen = t.preview("done")
    assert foreseen is not None
    assert foreseen.items == (
        ("2 Camerons, A", "4", "15.1"),
        ("nearer to the enemy than to a friend", "+1", "15.1.2"),
        ("2 Camerons, A rallies on", "3 or less", "15.1"),
    )
    t.do("done")
    decision = keren.decision(t.s)
    assert decision is not None
    wanted = "2 Camerons, A in 2617 tries to rally: assault factor 4, nearer to the enemy than to a friend +1; it rallies on 3 or less."
    assert decision.text == wanted
    fallen = t.preview("roll 3")
    assert fallen is not None
    assert fallen.items == foreseen.items
    assert sentences(keren, t.do("roll 4"))[:3] == [wanted, "Die: 4.", "2 Camerons, A stays suppressed."]


def test_15_1_a_rally_that_succeeds_and_one_that_cannot(keren: Keren, lay: Lay) -> None:
    t = lay("administrative", {"col-white-1": "tigu", "2-camerons-a": SHAKEN, "col-red-1": {"hex": "2616", "marks": ["suppressed", "out_of_supply"]}})
    t.do("done", "done")
    first = sentences(keren, t.do("roll 1"))
    assert "no roll is low enough" in first[0]
    assert "2 Camerons, A rallies." in sentences(keren, t.do("roll 1"))


def test_15_1_and_7_4_the_enemy_is_not_told_who_rallies_under_a_stack(keren: Keren, lay: Lay) -> None:
    t = lay("administrative", {"col-white-1": "tigu", "2-camerons-a": SHAKEN, "3-1-punjab-a": "2617", "col-red-1": "2616"})
    t.do("done", "done")
    assert "Camerons" in keren.view(t.s, 0)["decision"]["prompt"]
    for side in (1, None):
        assert keren.view(t.s, side)["decision"]["prompt"] == "A suppressed unit tries to rally."
    events = t.do("roll 6")
    for side in (1, None):
        cut = [event for one in events if (event := keren.redact(t.s, one, side)) is not None]
        assert sentences(keren, cut)[:2] == ["A suppressed unit tries to rally.", "Die: 6."]
        assert not [event for event in cut if isinstance(event, Said) and event.values]


def test_11_2_the_log_names_who_fires_and_the_shift_by_height(keren: Keren, lay: Lay) -> None:
    t = lay("commonwealth.bombardment", {"art-4-1": "2421", "col-red-1": "2420"})
    t.do("fire 2420 1", "add art-4-1")
    said = [line for line in sentences(keren, t.do("shoot")) if "factors" in line]
    assert said == [
        "Fire by 1 Field Regiment at Colonial Battalion 1 (Red) in 2420: 5 factors, 1 column to the left for height (from 2421), column 2+."
    ]
    level = lay("italian.fire", {"col-red-1": "2616", "col-red-2": "2616", "2-camerons-a": {"hex": "2617", "marks": ["moved"]}})
    level.do("fire 2617 1", "add col-red-1", "add col-red-2")
    said = [line for line in sentences(keren, level.do("shoot")) if "factors" in line]
    assert "to the right for height (from Mt Sanchil (2616))" in said[0]
    assert "Battalion 1 (Red), Colonial" in said[0]


def test_13_0_the_log_names_the_aircraft(keren: Keren, lay: Lay) -> None:
    t = lay("commonwealth.bombardment", {"air-1": "air", "col-red-1": "2616"}, turn=5)
    (said,) = [line for line in sentences(keren, t.do("air air-1 2616 1")) if "factors" in line]
    assert keren.world.title(t.piece("air-1")) in said
    assert "height" not in said


def test_7_2_three_units_are_not_told_that_they_go_by_road(lay: Lay) -> None:
    """3022 is clear: a point by road, and a point across country."""
    three = ("2-camerons-a", "2-camerons-b", "2-camerons-c")
    for stack, what in ((three[:2], ("3022 road or rail", "1", "10.3")), (three, ("3022 clear", "1", "10.1"))):
        t = lay(units={**dict.fromkeys(stack, "3023"), "col-white-1": "tigu"})
        t.do("form 2-camerons-a", *(f"join {unit}" for unit in stack[1:]))
        preview = t.preview("go 3022")
        assert preview is not None
        assert preview.items == (what,)
