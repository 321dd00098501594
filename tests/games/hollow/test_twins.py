"""The same game twice, a squad and a dummy exchanged: the enemy sees, reads and is asked the same until one of them comes to light.

And the same moment with a hidden unit in two places: nothing that the other seat can ask for tells where it lies.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from amba.core.decision import CHANCE
from amba.core.event import Event
from amba.core.order import Head, Order, Words
from amba.games.hollow.orders import Walk
from amba.games.hollow.state import HollowState
from tests.games.hollow.table import GAME, Table, give, menu_of, refusal_of, table
from tests.games.hollow.test_works import work

ALLIED, AXIS = 0, 1
SQUAD, DUMMY = "x1", "xD1"


def exchanged(a: Words) -> Words:
    return tuple(DUMMY if word == SQUAD else SQUAD if word == DUMMY else word for word in a)


class Twins:
    """Two positions in which a concealed squad and a dummy have changed places, played with the same orders and dice."""

    def __init__(self, text: str, **more: Any) -> None:
        swapped = " ".join({SQUAD: DUMMY, DUMMY: SQUAD}.get(word, word) for word in text.split())
        self.one, self.other = table(text, **more), table(swapped, **more)
        self.check([], [], (), -1)

    def do(self, *orders: str) -> None:
        for order in orders:
            self.act(self.one.action(order))

    def act(self, a: Words) -> None:
        by = self.one.decision.who
        b = exchanged(a) if by == AXIS else a
        assert refusal_of(GAME, self.one.s, *a) is None, a
        assert refusal_of(GAME, self.other.s, *b) is None, b
        events, others = give(GAME, self.one.s, *a), give(GAME, self.other.s, *b)
        if not self.is_out:
            self.check(events, others, a, by)

    @property
    def is_out(self) -> bool:
        """Whether squad or dummy has come to light; it must in both games at once."""
        found = [any(not t.s.is_secret(t.piece(key)) for key in (SQUAD, DUMMY)) for t in (self.one, self.other)]
        assert found[0] == found[1]
        return found[0]

    def check(self, events: list[Event], others: list[Event], a: Words, by: int) -> None:
        one, other = self.one.s, self.other.s
        for side in (ALLIED, None):
            assert GAME.view(one, side) == GAME.view(other, side)
            assert seen(one, events, side) == seen(other, others, side)
            if a:
                b = exchanged(a) if by == AXIS else a
                assert GAME.redact_action(one, a, by, side) == GAME.redact_action(other, b, by, side)
        if self.one.decision.who == ALLIED:
            same_windows(one, other)


def seen(s: HollowState, events: list[Event], side: int | None) -> list[Event]:
    return [cut for event in events if (cut := GAME.redact(s, event, side)) is not None]


def final(s: HollowState, a: Order) -> bool:
    """What the table says beside the odds: whether this cannot be taken back."""
    after = s.copy()
    events = GAME.apply(after, a)
    now, then = GAME.decision(s), GAME.decision(after)
    return then is None or now is None or then.who != now.who or any(map(GAME.reveals, events))


def same_windows(s: HollowState, other: HollowState) -> None:
    """Menus, labels, notes, previews, refusals."""
    menu = list(GAME.legal(s))
    assert menu == list(GAME.legal(other))
    for a in menu:
        preview = GAME.preview(s, a)
        assert preview == GAME.preview(other, a)
        assert (GAME.label(s, a), GAME.note(s, a)) == (GAME.label(other, a), GAME.note(other, a))
        if preview is not None and preview.odds:
            assert final(s, a) == final(other, a)


UNSEEN = "a2 N5; a1 N6"
QUIET = f"x1 C5 concealed; xD1 E8 concealed; x2 Z5; {UNSEEN}"


@pytest.mark.parametrize("who", [SQUAD, DUMMY])
@pytest.mark.parametrize(
    "orders",
    [
        ("walk {} C3",),
        ("walk {} C4 assault",),
        ("walk {} C1",),
        ("move {}", "double", "go C1", "halt"),
        ("move {}", "go C4", "go C3", "halt"),
        ("move {}", "halt"),
    ],
)
def test_42_a_dummy_moves_as_a_squad_does(who: str, orders: tuple[str, ...]) -> None:
    twins = Twins(QUIET.replace(SQUAD, "y").replace(DUMMY, SQUAD if who == DUMMY else DUMMY).replace("y ", f"{who} "), phasing="axis")
    twins.do(*(order.format(who) for order in orders), "done")
    assert not twins.is_out


def test_42_a_dummy_advances_as_a_squad_does() -> None:
    twins = Twins(QUIET, phase="advance", phasing="axis")
    twins.do("advance x1 C4", "advance xD1 E9", "done")
    assert not twins.is_out


def test_42_wire_and_mines_treat_a_dummy_as_a_squad() -> None:
    twins = Twins(f"{QUIET}; xF1 C5 wire", phase="prep", phasing="axis")
    for t in (twins.one, twins.other):
        work(t, "aF1", "C4", "known mines", 6)
    twins.do("done", "roll 2", "done", "move x1", "go C4", "roll 12")
    assert not twins.is_out
    twins.do("go C3", "roll 4")
    assert twins.is_out


def test_42_a_goal_changes_hands_for_neither() -> None:
    twins = Twins(f"x1 H6 concealed; xD1 H4 concealed; x2 Z5; {UNSEEN}", phasing="axis", control={"allied": ["99H5"]})
    twins.do("walk x1 H5", "walk xD1 H3", "done")


def test_193_42_behind_a_wall_neither_is_told_from_the_other() -> None:
    twins = Twins(f"x1 K7 concealed; xD1 M7 concealed; x2 Z5; {UNSEEN}", phasing="axis")
    twins.do("walk x1 K8", "walk xD1 M8", "done", "done", "done", "done", "done", "done")
    assert not twins.is_out


def test_42_coming_into_sight_shows_either_at_once() -> None:
    twins = Twins("x1 C5 concealed; xD1 E8 concealed; x2 Z5; a2 D8", phasing="axis")
    twins.do("walk x1 C3")
    assert twins.is_out


@pytest.mark.parametrize("orders", [{"allied_otherwise": 1}, {"allied_chance": 10, "allied_hidden": 1}, {"allied_hidden": 2}])
@pytest.mark.parametrize("seed", range(12))
def test_42_random_play_does_not_tell_a_dummy_from_a_squad(seed: int, orders: dict[str, int]) -> None:
    """Whatever both can do, with mines, wire, a hidden enemy and his standing orders about."""
    rng = Random(seed)
    text = f"{SQUAD} C5 concealed; {DUMMY} C3 concealed; x2 C4 concealed; xL1 C4 concealed; xF1 C4 wire; a2 N5; a1 F5 concealed hidden; a3 N6"
    twins = Twins(text, phase=rng.choice(["prep", "movement", "advance"]), phasing="axis", tracks=orders)
    for t in (twins.one, twins.other):
        work(t, "aF1", "C6", "known mines", 6)
    for _ in range(60):
        if twins.is_out or GAME.decision(twins.one.s) is None:
            break
        both = choices(twins)
        if not both:
            break
        twins.act(rng.choice(both))


def choices(twins: Twins) -> list[Words]:
    s = twins.one.s
    if twins.one.decision.who == CHANCE:
        return [GAME.spell(a) for a, _ in GAME.outcomes(s)]
    menu = set(menu_of(GAME, twins.other.s))
    if twins.one.decision.who == ALLIED:
        return [a for a in menu_of(GAME, s) if a in menu]
    # Nobody doubts a question mark that fires, nor may its orders make it.
    return [a for a in menu_of(GAME, s) if exchanged(a) in menu and a[0] not in {"fire", "add", "shoot", "chance"}]


# A hidden unit here or there


PHASES = ("rally", "prep", "movement", "defence", "advancing", "advance")
OURS = "a1 D3; a2 E5 concealed; aL1 D3; aW1 D3; aD1 C2 concealed; x2 T9; x3 J5 concealed"


def alike_moments(texts: list[str], phase: str, *lists: list[str]) -> Iterator[list[Table]]:
    """The same orders given in positions that differ only in what the Allies do not see, wherever they are asked something afterwards."""
    for orders in lists:
        found = [table(text, phase=phase) for text in texts]
        if any(refusal_of(GAME, found[0].s, *found[0].action(order)) is not None for order in orders[:1]):
            continue
        for t in found:
            t.do(*orders)
        if found[0].decision.who == ALLIED:
            yield found


@pytest.mark.parametrize("phase", PHASES)
def test_42_no_window_tells_where_a_hidden_unit_lies(phase: str) -> None:
    """Every order of the menu, and every order of every shape into the hexes around: the same answer wherever the unit is hidden."""
    texts = [f"{OURS}; x1 {place} concealed hidden" for place in ("C4", "F5", "Z5")]
    for found in alike_moments(texts, phase, [], ["move a1"], ["move a1", "join aL1"], ["fire J5"]):
        for other in found[1:]:
            same_windows(found[0].s, other.s)
            for a in attempts(found[0]):
                refusal = refusal_of(GAME, found[0].s, *a)
                assert refusal == refusal_of(GAME, other.s, *a), a
                assert refusal is None or not {"x1", "x3"} & words_of(refusal.text) - set(a), "names what is unseen"


def attempts(t: Table) -> list[Words]:
    """Every shape of order over the counters in play and the hexes around them."""
    pieces = ["a1", "a2", "aL1", "aW1", "aD1", "x1", "x2", "x3"]
    places = [f"99{name}" for name in ("C3", "C4", "C5", "D3", "D4", "E4", "F5", "J5", "T9", "Z5")]
    found: list[Words] = []
    for shape in GAME.orders:
        rows: list[Words] = [(shape[0],)]
        for word in shape[1:]:
            rows = [(*row, filled) for row in rows for filled in {"piece": pieces, "place": places, "number": ["0", "6", "20"]}.get(word, [word])]
        found += rows
    return found


def words_of(text: str) -> set[str]:
    return set(re.findall(r"\w+", text))


def test_42_a_hidden_unit_that_stays_leaves_no_trace_of_its_players_thoughts() -> None:
    """Its owner asks what it could do, and nothing of that is an entry in the game."""
    t = table("a1 C4 concealed hidden; a2 D2; x1 N5")
    before = GAME.view(t.s, 1)
    for a in GAME.legal(t.s).tails(Head(Walk, (t.piece("a1"),))):
        GAME.preview(t.s, a)
    assert GAME.view(t.s, 1) == before
    assert "move a1" not in t.menu()


def test_s_whom_the_defender_lets_go_is_not_told_the_mover() -> None:
    t = table("a1 D2; x1 G4", tracks={"axis_otherwise": 1})
    t.do("move a1", "go E3")
    events = t.do("ignore")
    assert t.has("a1", "let_go")
    assert "let_go" not in GAME.view(t.s, ALLIED)["pieces"]["a1"]["marks"]
    assert "let_go" in GAME.view(t.s, AXIS)["pieces"]["a1"]["marks"]
    assert all(GAME.redact(t.s, event, ALLIED) is None for event in events)
    assert GAME.redact_action(t.s, ("ignore",), AXIS, ALLIED) == ("pass",)


def test_55_82_who_finds_a_dummy_minefield_does_not_take_the_step_back() -> None:
    t = table("a1 E5; x1 T9")
    work(t, "xF1", "E6", "known mines")
    events = t.do("walk a1 E6")
    assert any(map(GAME.reveals, events))
