"""What the lie of the land does for a target: lips of deirs, hillocks, walls and hedges. The firer is the first end of the look, the target the second."""

from __future__ import annotations

from amba.games.hollow.book import rule
from amba.games.hollow.rules.r007_look import Look
from amba.games.hollow.rules.r189_hillocks import encountered, is_adjacent, own_hillocks
from amba.kit.rays import Meeting

WALL = {"wall": 2, "hedge": 1, "cactus_hedge": 1}


@rule("187.14")
def deir_protection(look: Look) -> int:
    """+1 in a deir against fire from the same elevation across a lip hexside not of the firer's hex; between two deirs also from the next hex."""
    firer, target = look.a.hex, look.b.hex
    if not look.ground.has(target, "deir") or look.ea != look.eb:
        return 0
    if look.range == 1 and look.ground.has(firer, "deir") and look.ground.has_side(firer, target, "lip"):
        return 1
    return int(any(not _is_lip_of(look, meeting) for meeting in look.met("lip")))


def _is_lip_of(look: Look, meeting: Meeting) -> bool:
    """Whether the lip met there is a side of the firer's own hex."""
    pairs = [pair for pair in (*meeting.left, *meeting.right) if look.ground.has_side(*pair, "lip")]
    return any(look.a.hex in pair for pair in pairs)


@rule("189.19")
def hillock_protection(look: Look) -> int:
    """+1 against fire that comes past a hillock adjacent to the target and half a level higher than it, unless the firer looks over that hillock.

    A firer as high as the hillock looks over the one he stands on and the next; past one more he does not look over it (189.16).
    """
    hillocks = encountered(look)
    if not hillocks or not is_adjacent(look.b, look.eb, hillocks[-1]):
        return 0
    last = hillocks[-1]
    if look.ea > last.top:
        return 0
    if look.ea < last.top:
        return 1
    own = own_hillocks(look)
    level = [hillock for hillock in hillocks if hillock.top == last.top and (hillock.top, hillock.key) not in own]
    return int(last in level and len(level) >= 2)


@rule("193.42", "11")
def wall_protection(look: Look) -> int:
    """A wall crossed into the target's hex gives +2, a hedge +1, but only to a target not lower than the ground the wall stands on."""
    best = 0
    for kind, value in WALL.items():
        for meeting in look.met(kind):
            pairs = [pair for pair in (*meeting.left, *meeting.right) if look.b.hex in pair and look.ground.has_side(*pair, kind)]
            stands = [2 * max(look.ground.level.get(place, 0) for place in pair) for pair in pairs]
            if stands and look.eb >= min(stands):
                best = max(best, value)
    return best


@rule("190.51")
def dune_protection(look: Look) -> int:
    """Our own rule: a dune crest crossed into the target's hex protects as a hedge does, but nobody lower than the ground it stands on."""
    for meeting in look.met("dune_crest"):
        pairs = [pair for pair in (*meeting.left, *meeting.right) if look.b.hex in pair and look.ground.has_side(*pair, "dune_crest")]
        stands = [max(look.ground.surface(place) for place in pair) for pair in pairs]
        if stands and look.eb >= min(stands):
            return WALL["hedge"]
    return 0
