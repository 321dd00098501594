"""What every rule of sight looks at: two viewpoints, the line between them, and what stands in it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from amba.games.hollow.boards.ground import Ground
from amba.games.hollow.book import rule
from amba.games.hollow.field import Viewpoint
from amba.kit.rays import Hex, Meeting, Pair, Passage, Ray, distance, meetings, passages


class Block(NamedTuple):
    """One thing that stops the line: the rule, what it is, and where."""

    rule: str
    what: str
    hexes: tuple[Hex, ...]


class Hindrance(NamedTuple):
    """One thing that hinders the line."""

    rule: str
    what: str
    hexes: tuple[Hex, ...]
    drm: int


class InTheWay(NamedTuple):
    """Something of a certain height that stands in the line, in half levels."""

    hexes: tuple[Hex, ...]
    top: int


@rule("80.1", "188.12", "189.12", "187.11")
def elevation(ground: Ground, viewpoint: Viewpoint) -> int:
    """Half levels: twice the base level, one more on a hillock, two on a summit, two less down in a wadi; a deir changes nothing."""
    if viewpoint.position == "in":
        return 2 * ground.level[viewpoint.hex] - 2
    if viewpoint.position == "crest":
        return 2 * ground.level[viewpoint.hex]
    return ground.surface(viewpoint.hex)


class Look:
    """One line of sight under examination. Nothing in it depends on which end looks."""

    def __init__(self, ground: Ground, a: Viewpoint, b: Viewpoint) -> None:
        for end in (a, b):
            if (end.position == "ground") == ground.has(end.hex, "wadi"):
                raise ValueError(
                    f"{ground.name[end.hex]}: a unit in a wadi hex is in it or at its crest, elsewhere on the ground; not {end.position!r}"
                )
        self.ground, self.a, self.b = ground, a, b
        self._passages: tuple[Passage, ...] | None = None
        self._meetings: tuple[Meeting, ...] | None = None
        self._is_confined: bool | None = None
        self.ea, self.eb = elevation(ground, a), elevation(ground, b)
        self.high, self.low = max(self.ea, self.eb), min(self.ea, self.eb)
        self.range = distance(a.hex, b.hex)
        # Ground and cover are looked over from the rim of a wadi; that its bed lies lower is the business of 188.12 alone.
        self.rim_a, self.rim_b = (e + 2 if end.position == "in" and not self.is_confined else e for end, e in ((a, self.ea), (b, self.eb)))

    @property
    def ray(self) -> Ray:
        return Ray(self.passages, self.meetings)

    @property
    def passages(self) -> tuple[Passage, ...]:
        """What the line passes; worked out when asked for."""
        if self._passages is None:
            self._passages = passages(self.a.hex, self.b.hex)
        return self._passages

    @property
    def meetings(self) -> tuple[Meeting, ...]:
        """The hexsides it meets; most rules never ask."""
        if self._meetings is None:
            self._meetings = meetings(self.a.hex, self.b.hex)
        return self._meetings

    def forget_ray(self) -> None:
        """Lines are long and answers are kept by the thousand: the line is drawn again when someone asks for it."""
        self._passages = self._meetings = None

    @property
    def ends(self) -> tuple[tuple[Viewpoint, int, Viewpoint, int], ...]:
        """Each end with its elevation, and the other end with its own."""
        return (self.a, self.ea, self.b, self.eb), (self.b, self.eb, self.a, self.ea)

    @property
    def between(self) -> tuple[Passage, ...]:
        """What the line passes on its way, without the hexes of its ends."""
        return self.passages[1:-1]

    @rule("7", "196.7")
    def standing(self, tops: Mapping[Hex, int], inherent: Collection[Hex] = ()) -> Iterator[InTheWay]:
        """What stands in the line: in hexes it enters, on both hands of a side it follows, and, if it fills its hex, at a corner it touches."""
        for kind, hexes in self.between:
            top = tops.get(hexes[0])
            if top is None or (kind == "corner" and hexes[0] not in inherent):
                continue
            if kind == "along":
                other = tops.get(hexes[1])
                if other is None:
                    continue
                top = min(top, other)
            yield InTheWay(hexes, top)

    @rule("7")
    def met(self, *kinds: str) -> Iterator[Meeting]:
        """Hexsides of these kinds that the line cuts, follows, or passes between at a corner."""
        for meeting in self.meetings:
            if self._stands(meeting.left, kinds) and self._stands(meeting.right, kinds):
                yield meeting

    def _stands(self, pairs: tuple[Pair, ...], kinds: tuple[str, ...]) -> bool:
        return any(self.ground.has_side(a, b, *kinds) for a, b in pairs)

    @property
    def is_confined(self) -> bool:
        """Whether the line keeps to the bed of one wadi: wadi hexes and wadi hexsides only."""
        if self._is_confined is None:
            self._is_confined = self._keeps_to_a_bed()
        return self._is_confined

    def _keeps_to_a_bed(self) -> bool:
        kinds = ("wadi", "wadi_join") if self.range == 1 else ("wadi",)
        in_bed = all(self.ground.has(p.hexes[0], "wadi") for p in self.passages if p.kind == "in")
        return in_bed and len(list(self.met(*kinds))) == len(self.meetings)
