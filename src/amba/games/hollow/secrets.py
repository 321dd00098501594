"""What each side may see: concealed counters are question marks, hidden ones are not there, orders belong to their owner (42).

A question mark shows its posture (at a crest, dug in, moved), for that is seen on the table; it does not show which counter it is, nor its weapons.
"""

from __future__ import annotations

from typing import Any

from amba.core.event import FRAME_EVENTS, UNKNOWN, Event, Flipped, Marked, Rolled, Said, Spent, Tracked
from amba.core.order import Words
from amba.games.hollow import frames
from amba.games.hollow.book import rule
from amba.games.hollow.counters import (
    AIM,
    AT_MOTION,
    AT_WHAT,
    BATTERIES,
    BATTERY,
    BORE,
    BOUGHT,
    BOUGHT_END,
    BOUGHT_PLANE,
    BOXES,
    CONCEALED,
    DUG,
    EMPLACED,
    EXTRA_DUMMIES,
    HIDDEN,
    LET_GO,
    OPENLY,
    ORDERS,
    SIDES,
    WORK_KINDS,
)
from amba.games.hollow.rules.artillery.r045_contact import batteries_of, observer_of, view_of
from amba.games.hollow.rules.artillery.r150_flights import planes_of
from amba.games.hollow.rules.r007_seeing import is_clear
from amba.games.hollow.rules.r016_defensive_fire import STANDING_VERBS
from amba.games.hollow.rules.r185_hidden import hidden_works, is_unseen_post, lookers
from amba.games.hollow.state import HollowState

POSTURE = (
    "dug_in",
    "crest",
    "crest_1",
    "crest_2",
    "crest_4",
    "moved",
    "assault",
    "double",
    "exhausted",
    "busy",
    "wall",
    "emplaced",
    "thorns",
    "climbing",
)
"""Marks that show on a question mark."""
QUIET = frozenset(("unused", "spare"))


@rule("42")
def sees(s: HollowState, side: int | None, piece: int) -> bool:
    """One's own pieces; of the enemy's, what lies open."""
    place = s.at[piece]
    if place >= s.world.hexes:
        if place >= s.world.first_hold:  # who rides in a vehicle is seen in it
            return side == s.side[piece] or not is_being_laid(s, piece)
        box = BOXES[place - s.world.hexes]
        if box in QUIET:
            return False
        if box.endswith("-entry"):
            return side == s.side[piece]
        return True
    return side == s.side[piece] or not (s.is_secret(piece) or is_being_laid(s, piece))


def question_marks(s: HollowState, side: int | None) -> set[int]:
    """The pieces on the map that a side does not see; off the map it sees whatever is shown to it at all."""
    hexes, owner = s.world.hexes, s.side
    return {piece for place in set(s.at) if place < hexes for piece in s.here[place] if owner[piece] != side and not sees(s, side, piece)}


@rule("4", "42")
def is_being_laid(s: HollowState, piece: int) -> bool:
    """While a side sets up, the other looks away: a counter put down and then hidden was never seen. What the scenario itself puts there is."""
    return frames.SettingUp(s.side[piece]) in s.frames and all(piece != work for work, _ in s.plan.works)


def is_shown(s: HollowState, side: int | None, piece: int) -> bool:
    """Whether even a question mark is there for this side."""
    if sees(s, side, piece):
        return True
    return s.at[piece] < s.world.hexes and not s.is_hidden(piece) and not is_being_laid(s, piece)


def shown_state(s: HollowState, side: int | None) -> HollowState:
    """The position with everything taken out that this side does not even see as a question mark."""
    new = s.loose()
    stacks = new.stacks()
    for place in set(s.at):  # many more hexes are empty than not
        stacks[place] = tuple([p for p in s.here[place] if is_shown(s, side, p)])
    for piece in range(s.world.first_work, s.world.first_smoke):
        if s.points[piece] and s.side[piece] != side and is_covered(s, piece):
            new.points[piece] = 0
    for piece in (*range(s.world.first_weapon), *(range(s.world.first_vehicle, s.world.first_gun) if s.has_armour else ())):
        if side in {None, s.side[piece]}:
            new.marks[piece] &= ~(1 << LET_GO)
    for work in hidden_works(s):
        for piece in s.counters_at(s.at[work], s.side[work]) if s.side[work] != side else ():
            if is_unseen_post(s, piece):
                new.marks[piece] &= ~(1 << DUG)
    return new


@rule("55.8")
def is_covered(s: HollowState, work: int) -> bool:
    """A minefield whose strength only its owner knows."""
    return WORK_KINDS[s.face[work]] in {"known mines", "mine line"}


def postures(s: HollowState, side: int | None) -> dict[str, Any]:
    """What shows of the question marks in each hex."""
    names = s.world.names
    bits = [names.mark[name] for name in POSTURE]
    found: dict[str, Any] = {}
    for place in sorted({s.at[piece] for who in (0, 1) if who != side for piece in s.known_counters(who)}):
        # In the order of the stack: which counter stands where in it is what nobody knows.
        rows = [
            [names.marks[bit] for bit in bits if s.has(piece, bit) and not is_unseen(s, piece, bit)]
            for piece in s.here[place]
            if s.side[piece] != side and s.is_counter(piece) and s.is_secret(piece) and is_shown(s, side, piece)
        ]
        if rows:
            found[names.places[place]] = rows
    return found


@rule("42", "176.2", "185.22")
def is_unseen(s: HollowState, piece: int, mark: int) -> bool:
    """A hidden work does not show that somebody is in it, nor a gun's pit itself before an enemy, or an observer of his, has it in sight."""
    if mark != EMPLACED:
        return mark == DUG and is_unseen_post(s, piece)
    enemy, there = 1 - s.side[piece], s.field.view_from(s.at[piece])
    observers = [view_of(s, battery) for battery in batteries_of(s, enemy) if observer_of(s, battery) >= 0 and s.is_on_map(battery.piece)]
    return not planes_of(s, enemy) and not any(is_clear(s, view, there) for view in (*(s.viewpoint(v) for v in lookers(s, enemy)), *observers))


def redact(s: HollowState, e: Event, side: int | None) -> Event | None:
    """What happens to a hidden unit is not told, nor a side's orders; of a concealed one only that something moved."""
    if isinstance(e, FRAME_EVENTS):
        return None
    if isinstance(e, Tracked) and BOUGHT <= e.track < BOUGHT_END:
        owner = (e.track - BOUGHT) // (2 * BATTERIES) if e.track < BOUGHT_PLANE else e.track - BOUGHT_PLANE
        return e if owner == side or s.options.get("purchases") == "open" else None  # O: what was bought beyond the map
    if isinstance(e, Tracked) and e.track >= AT_MOTION + len(SIDES):
        return e  # which aircraft have come, and where a platoon has left the map
    if isinstance(e, Tracked) and e.track >= BORE:
        owner = s.side[s.world.first_gun + e.track - BORE] if e.track < AT_MOTION else e.track - AT_MOTION
        return e if owner == side else None  # 33.31, S: on which hex a gun was laid, and what crews are told
    if isinstance(e, Tracked) and 0 <= e.track - BATTERY < 2 * BATTERIES * 8:
        number, which = divmod(e.track - BATTERY, 8)
        return e if which < OPENLY or number // BATTERIES == side else None  # 107: what was drawn
    if isinstance(e, Tracked) and e.track >= AIM:
        return e if sees(s, side, s.world.first_vehicle + e.track - AIM) else None  # 145: what a gun that nobody sees has acquired
    if isinstance(e, Tracked) and AT_WHAT <= e.track <= AT_WHAT + 1:
        return e if e.track - AT_WHAT == side else None
    if isinstance(e, Tracked) and EXTRA_DUMMIES <= e.track <= EXTRA_DUMMIES + 1:
        return e if e.track - EXTRA_DUMMIES == side else None
    if isinstance(e, Spent) and s.is_work(e.piece) and s.side[e.piece] != side:
        return None  # 55.8: what is in a minefield
    if isinstance(e, Tracked):
        which = e.track - ORDERS
        return None if 0 <= which < 10 and which // 5 != side else e
    if isinstance(e, Said) and e.what == "bought" and s.options.get("purchases") == "open":
        return e
    if isinstance(e, Said) and e.what in {"bought", "by order", "chit"} and (side is None or e.values[0] != SIDES[side]):
        return None  # O, S: what the enemy has is seen when it is seen, and his orders never
    if isinstance(e, Marked) and e.mark == LET_GO:
        return e if side == 1 - s.side[e.piece] and sees(s, side, e.piece) else None  # S: whom the defender means to spare is his affair
    piece = getattr(e, "piece", None)
    if piece is None or sees(s, side, piece):
        return e
    if not is_shown(s, side, piece) or isinstance(e, Marked | Flipped | Spent):
        return None
    hidden: Event = e._replace(piece=UNKNOWN)  # type: ignore[attr-defined]  # every event with a piece is a NamedTuple
    return hidden


SECRET_VERBS = STANDING_VERBS | {"hide", "buy", "levy", "target", "spare"}
"""Orders of which the enemy does not learn what they are about: standing orders (S), what is hidden (42) or bought (O); and in close combat both sides say at once whom they attack (20)."""
CALLED = {"kill": "strike", "capture": "strike", "ignore": "pass"}
"""Orders that the enemy knows by another name."""


def redact_action(s: HollowState, words: Words, by: int, side: int | None) -> Words:
    """An order in the words that a side may read."""
    verb, *args = words
    if verb == "secret":
        return words if side is not None and args[0] == SIDES[side] else (verb, args[0], "?")
    if by == side or by < 0:
        return words
    if verb in SECRET_VERBS or frames.SettingUp(by) in s.frames:
        return (verb, *("?" for _ in args))
    piece = s.world.names.piece
    unseen = [arg for arg in args if arg in piece and not sees(s, side, piece[arg])]
    if any(not is_shown(s, side, piece[arg]) for arg in unseen):
        return (verb, *("?" for _ in args))
    return (CALLED.get(verb, verb), *("?" if arg in unseen else arg for arg in args))


def reveals(e: Event) -> bool:
    """What cannot be taken back: dice, and a counter turned over."""
    return (
        isinstance(e, Rolled)
        or (isinstance(e, Marked) and e.mark in {CONCEALED, HIDDEN} and not e.on)
        or (isinstance(e, Said) and e.what in {"captured", "dummy", "free", "chit"})
    )
