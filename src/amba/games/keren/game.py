"""Keren 1941 as a `Game`."""

from __future__ import annotations

from collections.abc import Collection
from random import Random
from typing import Any

from amba.core.decision import Side
from amba.core.event import FRAME_EVENTS, UNKNOWN, Event, Flipped, Marked, Rolled, Said, Spent, Tracked
from amba.core.game import Abilities, Option, Score, View
from amba.core.order import Words
from amba.games.keren import positions
from amba.games.keren.board import signs, tracks, unit_counter
from amba.games.keren.book import BOOK
from amba.games.keren.bot.advice import advice
from amba.games.keren.bot.evaluation import KerenEvaluation
from amba.games.keren.frames import March, Rallying, StandingOrders
from amba.games.keren.orders import Area
from amba.games.keren.overlays import LAYERS
from amba.games.keren.previews import NOTES, PREVIEWS
from amba.games.keren.rules.invariants import broken
from amba.games.keren.rules.r03_setup import to_go_in
from amba.games.keren.rules.r04_points import points
from amba.games.keren.rules.r04_victory import result
from amba.games.keren.rules.r06_supply import is_somebody_short
from amba.games.keren.rules.r07_stacking import sees
from amba.games.keren.rules.sequence import SEQUENCE, STEPS
from amba.games.keren.rules.standing_orders import READINESS, order_text, owner_of
from amba.games.keren.state import KerenState
from amba.games.keren.world import COMMONWEALTH, FIRST_ORDER, ITALIAN, MOVED, SHOWN, SIDES, World
from amba.load.files import Data
from amba.table.map_game import MapGame

OPTIONS = (
    Option("setup", "Set-up", "Who places his units when.", "3.0", (("scenario", "Italians first, then the Commonwealth"), ("alternate", "In turn, unit by unit, Commonwealth first")), "scenario"),
    Option("breakthrough", "Automatic victory", "Whether an open road to Tigu is enough.", "4.1", (("open", "An open way of road or railway hexes"), ("reached", "Also a Commonwealth unit in Tigu or next to it")), "open"),
    Option("victory", "Victory points", "When the points are counted.", "16.1", (("at_once", "At once: after every fight, every Commonwealth move and every phase"), ("phase", "At the end of every phase"), ("end", "After the last turn")), "at_once"),
    Option("italian_entry", "Italian arrivals", "Where Italian reinforcements enter.", "10.4", (("scenario", "6004, 5301 and 6005"), ("both", "Also 6003, 5300, 5100 and 4900")), "scenario"),
    Option("reserve_area", "Italian reserves", "Where 'west of the 5000 row' is.", "16.1", (("east", "Columns 50 to 60, the Keren end"), ("literal", "Columns 00 to 50")), "east"),
    Option("italian_artillery", "Italian guns in the second battle", "Whether the Italians have artillery in the second battle.", "16.2.1", (("none", "None, as written"), ("guns", "The thirteen guns of the counter mix")), "none"),
    Option("defensive_fire", "Defensive fire", "Who may be fired at in a Defensive Fire Phase.", "11.0", (("moved", "Units that moved in the phase before"), ("all", "Every adjacent enemy unit (11.0)")), "moved"),
    Option("fired_guns", "Guns that may not move", "Which artillery on its fired side stays where it is.", "5.0.6", (("bombarded", "Guns that have bombarded in this turn"), ("all", "Also guns that retreated or joined in defensive fire")), "bombarded"),
    Option("regiment", "Regimental bonus", "Who is not suppressed when units in its hex are eliminated.", "2.3.1", (("eliminated", "Units of the regiment of an eliminated unit (11.3, 14.2)"), ("together", "All units of one regiment stacked together (2.3)")), "eliminated"),
    Option("tables", "Combat tables", "How dear attacks are. All four tables are reconstructions.", "14.1", (("hints", "After the rulebook's hints: weak attacks bleed, strong ones kill"), ("kinder", "Kinder to the attacker, and milder fire")), "hints"),
    Option("orders", "Standing orders", "Whether the side that does not move may leave orders for its defensive fire, so that it is not asked.", "S", (("off", "Everything is asked"), ("on", "Before each enemy movement they may be changed")), "off"),
    Option("facing", "Facing", "Whether infantry fires only to its front.", "9.0", (("off", "No facing"), ("on", "Facing is played")), "off"),
)  # fmt: skip


class Keren(MapGame[KerenState, World]):
    """Eritrea, February and March 1941."""

    key = "keren"
    title = "Keren 1941"
    version = "5"
    year = "1941"
    blurb = "Two Indian divisions climb towards a gorge with a roadblock. Every crest is seen from a higher one."
    sides = SIDES
    rulebook = BOOK
    over_rule = "4.0"
    phases = SEQUENCE
    switches = OPTIONS
    previews = PREVIEWS
    notes = NOTES
    layers = LAYERS
    sees, tracks, invariants, ending = staticmethod(sees), staticmethod(tracks), staticmethod(broken), staticmethod(result)
    counter = staticmethod(unit_counter)

    def __init__(self, data: Data | None = None) -> None:
        world = World(data)
        super().__init__(world, STEPS, positions, said_owners=("Italian", "Commonwealth"))
        self.evaluation = KerenEvaluation(self.world)
        self.abilities = Abilities(
            advice=advice, evaluation=self.evaluation, score=Score(COMMONWEALTH, points, self.verdict),
            # 12.0: who sees whom, for every two hexes of the map.
            tables={"line of sight": self.world.ground.table.fill}, skippable={"orders": frozenset({"readiness"}), "carrying": frozenset({"carry", "full"})},
            at_stake={"carrying": is_somebody_short},
        )  # fmt: skip

    def piece_title(self, piece: int) -> str:
        return self.world.title(piece)

    def hidden(self, s: KerenState, side: Side | None) -> Collection[int]:
        """7.4: nobody hides off the map or on top of a stack."""
        world = self.world
        return {piece for place in set(s.at) if place < world.places for piece in s.here[place][:-1] if not sees(s, side, piece)}

    def view(self, s: KerenState, side: Side | None) -> View:
        """8.0, 5.0: everybody may know which stacks have a zone of control and which units were seen to move."""
        found, name = super().view(s, side), self.names.places
        at = s.frames[-1] if s.frames else None
        if isinstance(at, Rallying) and not sees(s, side, at.units[0]):
            found["decision"] = {**found["decision"], "prompt": self.sayings.said["rally unseen"]}
        found["places"] = {name[p]: SIDES[COMMONWEALTH if s.owner[p] else ITALIAN] for p in self.world.points}
        stacks = [(p, s.here[p]) for p in sorted({*s.places(COMMONWEALTH), *s.places(ITALIAN)})]
        if side is not None and s.options["orders"] == "on":
            found["tracks"].append({"key": "orders", "title": "Standing orders", "value": 0, "of": 0, "text": order_text(s, side), "words": True})
        found["zones"] = [name[p] for p, _ in stacks if s.exerts(COMMONWEALTH, p) or s.exerts(ITALIAN, p)]
        found["moved"] = {name[p]: [s.has(u, MOVED) for u in stack] for p, stack in stacks if any(s.has(u, MOVED) for u in stack)}
        return found

    def signs(self, s: KerenState, side: Side | None) -> list[dict[str, str]]:
        return signs(s)

    def redact(self, s: KerenState, e: Event, side: Side | None) -> Event | None:
        """7.4: what happens to a hidden unit is not told; that it moved or fell is. S: a side's standing orders are its own."""
        if isinstance(e, FRAME_EVENTS) or (isinstance(e, Tracked) and owner_of(e.track) not in {None, side}):
            return None
        if isinstance(e, Said) and e.what == "by order" and (side is None or e.values[0] != SIDES[side]):
            return None
        if isinstance(e, Said) and e.what in {"rally", "not rallied"} and not sees(s, side, self.names.piece[e.values[0]]):
            return e._replace(what="rally unseen", values=()) if e.what == "rally" else None
        piece = getattr(e, "piece", None)
        if piece is None or sees(s, side, piece) or (isinstance(e, Marked) and e.mark == SHOWN):
            return e
        if isinstance(e, Marked | Flipped | Spent):
            return None
        hidden: Event = e._replace(piece=UNKNOWN)  # type: ignore[attr-defined]  # every event with a piece is a NamedTuple
        return hidden

    def redact_action(self, s: KerenState, words: Words, by: Side, side: Side | None) -> Words:
        if words[0] == "readiness" and by != side:
            return (words[0], "?")
        piece = self.names.piece
        return tuple("?" if i and word in piece and not sees(s, side, piece[word]) else word for i, word in enumerate(words))

    def reveals(self, e: Event) -> bool:
        """What cannot be taken back: dice, and a stack that was shown."""
        return isinstance(e, Rolled) or (isinstance(e, Marked) and e.mark == SHOWN and bool(e.on))

    def imagine(self, s: KerenState, side: Side | None, rng: Random) -> KerenState:
        """Another position this side cannot tell from this one: the unseen units change places, guns with guns and others with others; other standing orders of the enemy."""
        new = s.copy()
        for owner in range(len(SIDES)):
            if owner != side and s.options["orders"] == "on":
                new.tracks[FIRST_ORDER + owner] = rng.randrange(len(READINESS))
        units = self.world.units
        hidden = [piece for piece in range(len(units)) if not sees(s, side, piece)]
        for owner in range(len(SIDES)):
            for guns in (False, True):
                mine = [piece for piece in hidden if s.side[piece] == owner and units[piece].is_artillery == guns]
                # In the order of the map, not of the units: where a unit really is must not steer the deal.
                places = sorted(mine, key=lambda piece: (s.at[piece], s.here[s.at[piece]].index(piece)))
                rng.shuffle(places)
                self._deal(s, new, dict(zip(mine, places, strict=True)))
        return new

    def _deal(self, s: KerenState, new: KerenState, takes: dict[int, int]) -> None:
        """Each unit takes the place of another. That a unit moved was seen, whichever it was."""
        for piece, other in takes.items():
            place = s.at[other]
            new.at[piece] = place
            new.marks[piece] = s.marks[piece] & ~(1 << MOVED) | s.marks[other] & 1 << MOVED
        back = {other: piece for piece, other in takes.items()}
        for place in {s.at[piece] for piece in takes}:
            new.stacks()[place] = tuple(back.get(piece, piece) for piece in new.here[place])
            new.touched(place)

    def label(self, s: KerenState, a: Any) -> str:
        if isinstance(a, Area):
            group = s.world.groups[s.scenario][a.number - 1]
            left = to_go_in(s, group)
            return f"Place {group.title}" + (f" ({left})" if left > 0 else "")
        at = s.frames[-1] if s.frames else None
        where = "orders" if isinstance(at, StandingOrders) else "unmoved" if isinstance(at, March) and not at.spent else ""
        return self.sayings.label(a, where)

    def badges(self, scenario: str) -> dict[str, str]:
        return {place.key: f"+{place.extra['vp']}" for place in self.world.map.places.values() if "vp" in place.extra}

    def verdict(self, scenario: str, score: float) -> Side | None:
        return COMMONWEALTH if score >= int(self.world.scenario(scenario)["victory_points"]) else ITALIAN


load = Keren
"""The entry point."""
