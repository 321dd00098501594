"""What the enemy is not told: on which hex a gun is laid, whom a crew spares, standing orders, and what is in a minefield (42)."""

from __future__ import annotations

import pytest

from amba.core.event import Event, Marked, Spent, Tracked
from amba.games.hollow.counters import BORE, LET_GO, ORDER_CHANCE, ORDER_OTHERWISE, ORDER_RANGE, WORK_KINDS, order_track
from tests.games.hollow.tanks import Drill, drill

TEXT = "a1 E5 br-457 +aG1; aG1 E5 br-oqf-2-pdr @3; aF1 D3 mines; aV1 E9 br-a9 @3; x1 P5 it-346; xV1 H5 it-m13-40 @9"


def secrets_of(t: Drill) -> dict[str, Event]:
    """What may happen to the British, or by their will, that the Italians do not see."""
    t.s.face[t.piece("aF1")] = WORK_KINDS.index("known mines")
    t.s.marks[t.piece("aF1")] = 0  # it lies in sight, face down
    t.s.changed_by_hand()
    place = t.game.names.place["99H5"] + 1
    found: dict[str, Event] = {
        "bore sight": Tracked("33.31", BORE + t.piece("aG1") - t.s.world.first_gun, 0, place),
        "spared": Marked("S", t.piece("xV1"), LET_GO, 1),
        "mines": Spent("55.8", t.piece("aF1"), 0, 12),
    }
    for which in (ORDER_RANGE, ORDER_CHANCE, ORDER_OTHERWISE):
        track = order_track(0, which)
        found[f"order {which}"] = Tracked("S", track, t.s.tracks[track], t.s.tracks[track] + 1)
    return found


@pytest.mark.parametrize("which", ["bore sight", "spared", "mines", "order 0", "order 1", "order 2"])
def test_42_the_enemy_sees_and_is_told_nothing_of_it_and_the_owner_everything(which: str) -> None:
    t = drill({}, TEXT)
    event = secrets_of(t)[which]
    before = [t.game.view(t.s, side) for side in (0, 1, None)]
    t.s.do(event)
    t.s.changed_by_hand()
    after = [t.game.view(t.s, side) for side in (0, 1, None)]
    assert after[0] != before[0], "the owner sees it"
    assert after[1:] == before[1:]
    assert [t.game.redact(t.s, event, side) for side in (0, 1, None)] == [event, None, None]


def test_s_the_words_of_such_orders_are_the_owners() -> None:
    t = drill({}, TEXT)
    for words in (("spare", "xV1"), ("range", "8"), ("chance", "40"), ("otherwise", "hold"), ("hidden", "fire"), ("target", "x1")):
        assert t.game.redact_action(t.s, words, 0, 0) == words
        assert t.game.redact_action(t.s, words, 0, 1) == (words[0], *("?" for _ in words[1:]))
    laying = drill({}, "a1 E5 br-457 +aG1; aG1 E5 br-oqf-2-pdr @3; x1 P5 it-346", phase="setup", frames=[["sequence"], ["setup", 0]])
    assert laying.game.redact_action(laying.s, ("bore", "aG1", "99H5"), 0, 1) == ("bore", "?", "?")
