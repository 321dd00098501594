"""S Standing orders for defensive fire (our own, an option)."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from amba.core.event import Said, Tracked
from amba.games.keren.frames import FireDie
from amba.games.keren.rules.r11_fire import weigh
from amba.games.keren.rules.standing_orders import best_shot

from .conftest import GAME

if TYPE_CHECKING:
    from .conftest import Lay

UNITS = {"col-red-1": "3628", "2-camerons-a": {"hex": "3629", "marks": ["moved"]}, "2-camerons-b": "3728"}


def test_s_without_the_option_nobody_is_asked_for_orders(lay: Lay) -> None:
    assert lay("commonwealth.movement", UNITS).asked() == "movement"


def test_s_they_are_asked_for_before_the_enemy_moves(lay: Lay) -> None:
    t = lay("commonwealth.movement", UNITS, orders="on")
    assert t.asked() == "orders"
    decision = GAME.decision(t.s)
    assert decision is not None
    assert decision.who == 1
    assert t.menu() == [("done",), *(("readiness", how) for how in ("hold", "1", "2", "3", "4"))]
    assert t.refused("readiness ask").rule == "S"
    assert GAME.label(t.s, t.order("done")) == "Go on"
    t.do("readiness hold", "done")
    assert t.asked() == "movement"


def test_s_who_is_to_be_asked_is_asked(lay: Lay) -> None:
    t = lay("commonwealth.movement", UNITS, orders="on")
    t.do("done", "done")
    assert t.asked() == "fire"


def test_s_nobody_fires_by_order(lay: Lay) -> None:
    t = lay("commonwealth.movement", UNITS, orders="on")
    t.do("readiness hold", "done")
    events = t.do("done")
    assert Said("S", "by order", ("italian", "nobody fires")) in events
    assert t.asked() == "orders"  # the Commonwealth's, before the Italians move


def test_s_they_fire_at_what_moved_and_the_die_is_rolled(lay: Lay) -> None:
    t = lay("commonwealth.movement", UNITS, orders="on")
    t.do("readiness 1", "done", "done")
    assert isinstance(t.s.frames[-1], FireDie)
    assert t.s.frames[-1].target == t.piece("2-camerons-a")
    events = t.do("roll 1")
    assert Said("S", "by order", ("italian", "they fire from 1 in 6 on")) in events
    assert t.asked() == "orders"


def test_s_a_worse_chance_than_ordered_is_no_shot(lay: Lay) -> None:
    t = lay("italian.fire", UNITS, orders="on")
    chances = {}
    for how in range(2, 6):
        t.s.tracks[GAME.names.track["italian-fire"]] = how
        shot = best_shot(t.s, 1)
        chances[how - 1] = None if shot is None else shot.chances
    # One colonial battalion: 2 factors; in that column two falls of the die of six do something.
    assert chances == {1: 2, 2: 2, 3: None, 4: None}


def test_s_who_would_spoil_the_shot_from_below_stays_out(lay: Lay) -> None:
    # 0105 is three levels above the target in 0106, 0107 no higher than that: together the worst elevation counts (11.1).
    target = {"hex": "0106", "marks": ["moved"]}
    t = lay("italian.fire", {"col-red-1": "0105", "col-red-2": "0107", "2-camerons-a": target}, orders="on")
    both = weigh(t.s, t.hex("0106"), (t.piece("col-red-1"), t.piece("col-red-2")))
    assert weigh(t.s, t.hex("0106"), (t.piece("col-red-1"),)).column > both.column
    t.s.tracks[GAME.names.track["italian-fire"]] = 2
    shot = best_shot(t.s, 1)
    assert shot is not None
    assert shot.units == (t.piece("col-red-1"),)


def test_s_orders_are_their_owner_s_secret(lay: Lay) -> None:
    t = lay("commonwealth.movement", UNITS, orders="on")
    [order] = [event for event in t.do("readiness 2") if isinstance(event, Tracked)]
    assert [GAME.redact(t.s, order, side) for side in (0, 1, None)] == [None, order, None]
    told = Said("S", "by order", ("italian", "nobody fires"))
    assert [GAME.redact(t.s, told, side) for side in (0, 1, None)] == [None, told, None]
    assert GAME.redact_action(t.s, ("readiness", "2"), 1, 0) == ("readiness", "?")
    assert GAME.redact_action(t.s, ("readiness", "2"), 1, 1) == ("readiness", "2")
    texts = [[track["text"] for track in GAME.view(t.s, side)["tracks"] if track["key"] == "orders"] for side in (0, 1, None)]
    assert texts == [["ask about defensive fire"], ["they fire from 2 in 6 on"], []]
    imagined = [GAME.imagine(t.s, 0, Random(seed)).tracks for seed in range(40)]
    assert {tracks[GAME.names.track["italian-fire"]] for tracks in imagined} == set(range(6))
    assert {tracks[GAME.names.track["commonwealth-fire"]] for tracks in imagined} == {0}
