"""8.0 Reinforcement and Replacement phase."""

from __future__ import annotations

from amba.core.decision import Action, Decision, Refusal, unknown_action
from amba.core.event import Flipped, Placed, Said, Tracked
from amba.core.flow import Step, change, pop, push
from amba.core.menu import Menu
from amba.games.cheren.book import rule
from amba.games.cheren.rules import r05_chits
from amba.games.cheren.rules.losses import OPEN, SHELTERED
from amba.games.cheren.rules.r09_movement import is_short, take_control
from amba.games.cheren.state import CherenState
from amba.games.cheren.world import ALLIED, ITALIAN, POSTPONED

NOW, LATER = 1, 2


@rule("8.0", "8.4")
def arrival(s: CherenState, unit: int) -> tuple[int, int]:
    """The hex and the turn in which a unit is due."""
    card = s.world.units[unit]
    if card.alternative is not None and s.tracks[POSTPONED] == LATER:
        return card.alternative
    return card.setup, card.turn


def due(s: CherenState, side: int) -> list[int]:
    """Units that should come now, those delayed included."""
    box = s.here[s.world.box["reinforcements"]]
    return sorted(unit for unit in box if s.side[unit] == side and arrival(s, unit)[1] <= s.turn)


@rule("8.0", "7.0.1")
class Reinforce(Step[CherenState]):
    """("reinforce", side, stage, tried): choices first, then arrivals, then replacements."""

    auto = True

    def run(self, s: CherenState) -> None:
        _, side, stage, tried = s.frames[-1]
        if stage == 0:
            change(s, "reinforce", side, 1, ())
            if side == ALLIED and not s.tracks[POSTPONED] and any(s.world.units[u].alternative for u in due(s, side)):
                push(s, "postpone")
        elif stage == 1:
            waiting = [unit for unit in due(s, side) if unit not in tried]
            if not waiting:
                change(s, "reinforce", side, 2, ())
                return
            group = tuple(unit for unit in waiting if arrival(s, unit)[0] == arrival(s, waiting[0])[0])
            change(s, "reinforce", side, 1, (*tried, *group))
            self.bring(s, side, group)
        else:
            pop(s)
            if side == ITALIAN:
                push(s, "aosta")
            elif s.turn in s.world.replacement_turns and replaceable(s):
                push(s, "replace")

    def bring(self, s: CherenState, side: int, group: tuple[int, ...]) -> None:
        """One town's reinforcements come on."""
        world = s.world
        air = [unit for unit in group if world.units[unit].kind == "air"]
        for unit in air:  # 11.3: kept off the map
            s.do(Placed("11.3", unit, s.at[unit], world.box["air-support"]))
        land = tuple(unit for unit in group if unit not in air)
        if not land:
            return
        town = arrival(s, land[0])[0]
        if not s.held[1 - side][town]:
            arrive(s, side, land, town)
        elif side == ALLIED:
            storm(s, land, town)
        else:
            for unit in reversed(land):
                push(s, "elsewhere", unit)


def arrive(s: CherenState, side: int, units: tuple[int, ...], town: int) -> None:
    """8.1, 8.2: an empty town is simply taken."""
    for unit in units:
        if s.at[unit] == s.world.box["reinforcements"]:
            s.do(Placed("8.0", unit, s.at[unit], town))
    if s.held[side][town]:
        take_control(s, town, side)


@rule("8.1")
def storm(s: CherenState, units: tuple[int, ...], town: int) -> None:
    """Italians in the arrival town: a step lost by each side, the Italians go back one hex, the Allies come in."""
    defenders = s.here[town]
    s.do(Said("8.1", "storm", (s.world.names.places[town],)))
    push(s, "enter", units, town)
    push(s, "retreat", ITALIAN, defenders, ())
    push(s, "loss", ITALIAN, 1, defenders, "8.1", OPEN)  # 11.6.a: they retreat
    push(s, "loss", ALLIED, 1, units, "8.1", SHELTERED)


@rule("8.1")
class Enter(Step[CherenState]):
    """("enter", units, town): after the fight for the arrival town."""

    auto = True

    def run(self, s: CherenState) -> None:
        _, units, town = s.frames[-1]
        pop(s)
        arrive(s, ALLIED, units, town)


@rule("8.2")
class Elsewhere(Step[CherenState]):
    """("elsewhere", unit): an Italian arrival town is held by the Allies; any town of Tigre without Allied units will do."""

    auto = True

    def run(self, s: CherenState) -> None:
        unit = s.frames[-1][1]
        choice = tigre_towns(s)
        if len(choice) > 1:
            change(s, "pick-elsewhere", unit)
            return
        pop(s)
        if choice:
            s.do(Placed("8.2", unit, s.at[unit], choice[0]))
            take_control(s, choice[0], ITALIAN)
        else:
            s.do(Said("8.2", "delayed", (s.world.units[unit].key,)))


def tigre_towns(s: CherenState) -> list[int]:
    area = s.world.garrison_area["tigre"]
    return [town.hex for town in s.world.towns if town.hex in area and not s.held[ALLIED][town.hex]]


class PickElsewhere(Step[CherenState]):
    """("pick-elsewhere", unit): which town of Tigre."""

    def decision(self, s: CherenState) -> Decision:
        unit = s.world.units[s.frames[-1][1]]
        return Decision(ITALIAN, "arrival", "8.2", "Italian: {unit} cannot arrive at its own town; choose one in Tigre.", {"unit": unit.title})

    def menu(self, s: CherenState) -> Menu:
        names = s.world.names
        return Menu([("place", names.pieces[s.frames[-1][1]], names.places[town]) for town in tigre_towns(s)])

    def apply(self, s: CherenState, a: Action) -> None:
        unit = s.frames[-1][1]
        pop(s)
        town = s.world.names.place[a[2]]
        s.do(Placed("8.2", unit, s.at[unit], town))
        take_control(s, town, ITALIAN)


@rule("8.4")
class Postpone(Step[CherenState]):
    """("postpone",): the pair K7-F8 comes at Kassala now, or together at Af Abed next turn."""

    def decision(self, s: CherenState) -> Decision:
        return Decision(ALLIED, "postpone", "8.4", "Allied: do the French arrive at Kassala now, or at Af Abed next turn?")

    def menu(self, s: CherenState) -> Menu:
        return Menu([("arrive",), ("postpone",)])

    def apply(self, s: CherenState, a: Action) -> None:
        pop(s)
        s.do(Tracked("8.4", POSTPONED, 0, NOW if a[0] == "arrive" else LATER))


@rule("8.3", "12.5")
def replaceable(s: CherenState) -> list[int]:
    """Allied units on the map that have lost a step and carry no supply marker."""
    return [unit for unit in s.units(ALLIED) if s.face[unit] and not is_short(s, unit)]


@rule("8.3")
class Replace(Step[CherenState]):
    """("replace",): on turns 3, 6, 9 and 12 one Allied unit gets a step back."""

    def decision(self, s: CherenState) -> Decision:
        return Decision(ALLIED, "replacement", "8.3", "Allied: give one lost step back to a unit, or forfeit it.")

    def menu(self, s: CherenState) -> Menu:
        names = s.world.names.pieces
        return Menu([("forfeit",), *(("replace", names[unit]) for unit in replaceable(s))])

    def refuse(self, s: CherenState, a: Action) -> Refusal | None:
        if a in self.menu(s):
            return None
        unit = s.world.names.piece.get(a[1], -1) if len(a) == 2 and a[0] == "replace" else -1
        if not 0 <= unit < s.world.first_chit:
            return unknown_action(a, ["replace UNIT", "forfeit"], "8.3")
        title = s.world.units[unit].title
        if s.side[unit] != ALLIED or not s.is_on_map(unit):
            return Refusal("8.3", "{unit} is not an Allied unit on the map.", {"unit": title})
        if is_short(s, unit):
            return Refusal("12.5", "{unit} has a supply marker and gets no replacement.", {"unit": title})
        return Refusal("8.3", "{unit} has lost no step.", {"unit": title})

    def apply(self, s: CherenState, a: Action) -> None:
        pop(s)
        if a[0] == "replace":
            unit = s.world.names.piece[a[1]]
            s.do(Flipped("8.3", unit, s.face[unit], s.face[unit] - 1))


class Aosta(Step[CherenState]):
    """("aosta",): the Italian player may play the Duke of Aosta in his reinforcement phase. Always asked, so that asking tells nothing."""

    def decision(self, s: CherenState) -> Decision:
        return Decision(ITALIAN, "reinforcement", "8.0", "Italian: your reinforcements have arrived. Play the Duke of Aosta or go on.")

    def menu(self, s: CherenState) -> Menu:
        heads = [("play", s.world.names.pieces[piece]) for piece in r05_chits.playable(s, ITALIAN, "aosta")]
        return Menu([("done",)], heads, lambda head: [(*head, s.world.names.pieces[u]) for u in self.targets(s)])

    def targets(self, s: CherenState) -> list[int]:
        box = s.here[s.world.box["reinforcements"]]
        early = [u for u in box if s.side[u] == ITALIAN and arrival(s, u)[1] == s.turn + 1]
        if not tigre_towns(s):
            early = [u for u in early if not s.held[ALLIED][arrival(s, u)[0]]]
        return early + [u for u in s.units(ITALIAN) if s.face[u] and not is_short(s, u)]

    def refuse(self, s: CherenState, a: Action) -> Refusal | None:
        if a in self.menu(s):
            return None
        if a and a[0] == "play":
            found = r05_chits.refuse_play(s, ITALIAN, a, "aosta")
            return found or Refusal(
                "5.1", "The Duke of Aosta helps a reinforcement due next turn or an Italian unit that lost a step and is in supply."
            )
        return unknown_action(a, ["play CHIT UNIT", "done"], "8.0")

    def apply(self, s: CherenState, a: Action) -> None:
        if a[0] == "done":
            pop(s)
            return
        unit = s.world.names.piece[a[2]]
        if s.is_on_map(unit):
            s.do(Flipped("5.1", unit, s.face[unit], s.face[unit] - 1))
        elif s.held[ALLIED][arrival(s, unit)[0]]:
            push(s, "elsewhere", unit)
        else:
            arrive(s, ITALIAN, (unit,), arrival(s, unit)[0])
        r05_chits.play(s, s.world.names.piece[a[1]])
