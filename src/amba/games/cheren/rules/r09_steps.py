"""The phases in which units march: 9.0 Movement, 10.0 Enemy Reaction, 13.0 Exploitation."""

from __future__ import annotations

from collections.abc import Sequence

from amba.core.decision import Action, Decision, Refusal, unknown_action
from amba.core.event import Marked, Said, Tracked
from amba.core.flow import Step, pop
from amba.core.menu import Menu
from amba.games.cheren.book import rule
from amba.games.cheren.rules import r05_chits
from amba.games.cheren.rules.r09_movement import bar, destinations, is_short, march, refuse_destination, refuse_unit
from amba.games.cheren.state import CherenState
from amba.games.cheren.world import ALLIED, EXPLOITING, INFILTRATING, MARCHING, REACTION_LIMIT, ROADBLOCK, SAPPERS, SIDES

REACTION = 3
REINFORCED_REACTION = 5
UNIT_CHITS = {"infiltrate": INFILTRATING, "forced-march": MARCHING, "exploit": EXPLOITING}


class March(Step[CherenState]):
    """(name, side): move units by legs until done. A unit goes on with what it has left as long as the phase lasts."""

    number = "9.0"
    kind = "movement"
    prompt = "{side}: move any units, then end the phase."
    chits: tuple[str, ...] = ()

    def hindrance(self, s: CherenState, unit: int, side: int) -> Refusal | None:
        """What this phase adds to the bars of 9.0."""
        return None

    def decision(self, s: CherenState) -> Decision:
        side = s.frames[-1][1]
        return Decision(side, self.kind, self.number, self.prompt, {"side": SIDES[side].title()})

    def movable(self, s: CherenState, side: int) -> list[int]:
        return [unit for unit in s.units(side) if not bar(s, unit) and self.hindrance(s, unit, side) is None]

    def menu(self, s: CherenState) -> Menu:
        side = s.frames[-1][1]
        names = s.world.names.pieces
        plain: list[Action] = [("done",)]
        heads: list[Action] = [("move", names[unit]) for unit in self.movable(s, side)]
        for piece in r05_chits.playable(s, side, *self.chits):
            self.offer(s, side, piece, plain, heads)
        return Menu(plain, heads, lambda head: self.tails(s, head))

    def offer(self, s: CherenState, side: int, piece: int, plain: list[Action], heads: list[Action]) -> None:
        name = s.world.chit(piece).name
        key = s.world.names.pieces[piece]
        if name in UNIT_CHITS:
            heads.append(("play", key))
        elif name == "sappers":
            plain.append(("play", key, "rivers"))
            if s.roadblock >= 0:
                plain.append(("play", key, "roadblock"))
        else:
            plain.append(("play", key))

    def tails(self, s: CherenState, head: Action) -> Sequence[Action]:
        piece = s.world.names.piece[head[1]]
        if head[0] == "move":
            return destinations(s, piece)
        return [(*head, s.world.names.pieces[unit]) for unit in self.targets(s, piece)]

    def targets(self, s: CherenState, piece: int) -> list[int]:
        """Units a chit may be played on: those that could still use it."""
        chit = s.world.chit(piece)
        if chit.name == "exploit":
            return [u for u in s.units(chit.side) if not bar(s, u) and not is_short(s, u) and not s.world.units[u].may_exploit]
        return [u for u in s.units(chit.side) if not bar(s, u) and not self.hindrance(s, u, chit.side)]

    def refuse(self, s: CherenState, a: Action) -> Refusal | None:
        side = s.frames[-1][1]
        if a == ("done",):
            return None
        if len(a) == 3 and a[0] == "move":
            found = refuse_unit(s, side, a[1], self.number)
            if found is None:
                unit = s.world.names.piece[a[1]]
                found = self.hindrance(s, unit, side) or refuse_destination(s, unit, a[2], self.number)
            return found
        if a and a[0] == "play":
            return self.refuse_chit(s, side, a)
        return unknown_action(a, ["move UNIT HEX", "done", *(["play CHIT ..."] if self.chits else [])], self.number)

    def refuse_chit(self, s: CherenState, side: int, a: Action) -> Refusal | None:
        found = r05_chits.refuse_play(s, side, a, *self.chits)
        if found is not None or a in self.menu(s):
            return found
        chit = s.world.chit(s.world.names.piece[a[1]])
        return Refusal("5.1", "{title} cannot be played so: {effect}", {"title": chit.title, "effect": chit.effect})

    def apply(self, s: CherenState, a: Action) -> None:
        if a[0] == "done":
            pop(s)
        elif a[0] == "move":
            self.move(s, s.world.names.piece[a[1]], s.world.names.place[a[2]])
        else:
            self.play(s, a)

    def move(self, s: CherenState, unit: int, to: int) -> None:
        march(s, unit, to, self.number)

    def play(self, s: CherenState, a: Action) -> None:
        piece = s.world.names.piece[a[1]]
        name = s.world.chit(piece).name
        if name in UNIT_CHITS:
            s.do(Marked("5.1", s.world.names.piece[a[2]], UNIT_CHITS[name], 1))
        elif name == "sappers" and a[2] == "roadblock":
            s.do(Tracked("5.1", ROADBLOCK, s.tracks[ROADBLOCK], 0))
        elif name == "sappers":
            s.do(Tracked("5.1", SAPPERS, 0, 1))
        elif name == "reinforced-reaction":
            s.do(Tracked("5.1", REACTION_LIMIT, s.tracks[REACTION_LIMIT], REINFORCED_REACTION))
        r05_chits.play(s, piece)


@rule("9.0", "7.0.2")
class Movement(March):
    """The phasing player moves none, some or all units."""

    def movable(self, s: CherenState, side: int) -> list[int]:
        return [unit for unit in s.units(side) if not bar(s, unit)]

    chits = ("infiltrate", "forced-march", "sappers")


@rule("10.0", "10.0.a", "10.0.b", "7.0.3")
class Reaction(March):
    """The other player moves up to three units with a stacking value of three, none next to an enemy or short of supply."""

    number = "10.0"
    kind = "reaction"
    prompt = "{side}: react with up to 3 units (stacking value 3), then end the phase."
    chits = ("reinforced-reaction",)

    def decision(self, s: CherenState) -> Decision:
        found = super().decision(s)
        limit = s.tracks[REACTION_LIMIT]
        return found._replace(
            prompt="{side}: react with up to {limit} units (stacking value {limit} in all; {used} used), then end the phase.",
            values={**found.values, "limit": limit, "used": spent_stacking(s, found.who)},
        )

    def movable(self, s: CherenState, side: int) -> list[int]:
        """The same answer as `hindrance` for every unit, with the limits added up only once."""
        limit = s.tracks[REACTION_LIMIT]
        cards, face, points, at = s.world.units, s.face, s.points, s.at
        moved = [unit for unit in s.units(side) if points[unit]]
        used = sum([cards[unit].stacks[face[unit]] for unit in moved])
        full = len(moved) >= limit
        found = []
        for unit in s.units(side):
            if not points[unit]:
                if full or used + cards[unit].stacks[face[unit]] > limit or is_short(s, unit):
                    continue
                if s.is_next_to(at[unit], 1 - side):
                    continue
            if not bar(s, unit):
                found.append(unit)
        return found

    def hindrance(self, s: CherenState, unit: int, side: int) -> Refusal | None:
        world = s.world
        if s.points[unit]:
            return None  # it is already on the move
        title = world.units[unit].title
        if s.is_next_to(s.at[unit], 1 - side):
            return Refusal("10.0.a", "{unit} is next to an enemy and may not react.", {"unit": title})
        if is_short(s, unit):
            return Refusal("10.0.b", "{unit} has a supply marker and may not react.", {"unit": title})
        limit = s.tracks[REACTION_LIMIT]
        moved = [u for u in s.units(side) if s.points[u]]
        if len(moved) >= limit:
            return Refusal("10.0", "{limit} units have reacted already.", {"limit": limit})
        used = spent_stacking(s, side)
        value = world.units[unit].stacks[s.face[unit]]
        if used + value > limit:
            items = (("used", str(used), "10.0"), (title, str(value), "3.0"), ("limit", str(limit), "10.0"))
            return Refusal(
                "10.0",
                "{unit} has stacking value {value}; {used} of {limit} is used.",
                {"unit": title, "value": value, "used": used, "limit": limit},
                items,
            )
        return None


def spent_stacking(s: CherenState, side: int) -> int:
    """Stacking value of the units that have reacted."""
    units = s.world.units
    return sum(units[u].stacks[s.face[u]] for u in s.units(side) if s.points[u])


@rule("13.0", "7.0.6", "2.3.c", "12.5")
class Exploitation(March):
    """Cavalry, tanks and motorized infantry move again, and a unit with an Exploit chit; none with a supply marker."""

    number = "13.0"
    kind = "exploitation"
    prompt = "{side}: exploit with cavalry, tanks and motorized infantry, then end the phase."
    chits = ("exploit",)

    def hindrance(self, s: CherenState, unit: int, side: int) -> Refusal | None:
        card = s.world.units[unit]
        if not card.may_exploit and not s.has(unit, EXPLOITING):
            return Refusal(
                "13.0", "{unit} may not exploit: only cavalry, tanks and motorized infantry, or a unit with an Exploit chit.", {"unit": card.title}
            )
        if is_short(s, unit):
            return Refusal("12.5", "{unit} has a supply marker and may not exploit.", {"unit": card.title})
        return None


class AskRoadblock(Step[CherenState]):
    """("roadblock",): at the start of Allied movement the Italian player may block a road. Always asked, so that asking tells nothing."""

    def decision(self, s: CherenState) -> Decision:
        return Decision(1, "roadblock", "5.1", "Italian: play a Roadblock on a road or track hex, or pass.")

    def menu(self, s: CherenState) -> Menu:
        heads = [("play", s.world.names.pieces[piece]) for piece in r05_chits.playable(s, 1, "roadblock")]
        return Menu([("pass",)], heads, lambda head: [(*head, s.world.names.places[h]) for h in self.places(s)])

    def places(self, s: CherenState) -> list[int]:
        return [h for h in range(s.world.hexes) if s.world.ways[h] and not s.held[ALLIED][h]]

    def refuse(self, s: CherenState, a: Action) -> Refusal | None:
        if a in self.menu(s):
            return None
        if a and a[0] == "play":
            found = r05_chits.refuse_play(s, 1, a, "roadblock")
            return found or Refusal("5.1", "A roadblock goes on a road or track hex without Allied units.")
        return unknown_action(a, ["play CHIT HEX", "pass"], "5.1")

    def apply(self, s: CherenState, a: Action) -> None:
        pop(s)
        if a[0] == "play":
            s.do(Tracked("5.1", ROADBLOCK, 0, s.world.names.place[a[2]] + 1))
            s.do(Said("5.1", "roadblock", (a[2],)))
            r05_chits.play(s, s.world.names.piece[a[1]])
