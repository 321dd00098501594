"""9.0: the movement phases."""

from __future__ import annotations

from amba.core.decision import Action, Decision, Refusal, unknown_action
from amba.core.flow import Step, change, pop
from amba.core.menu import Menu
from amba.games.adua.book import rule
from amba.games.adua.rules.r04_calendar import waiting
from amba.games.adua.rules.r09_column import close_up, may_close_up
from amba.games.adua.rules.r09_movement import arrivals, bar, destinations, enter, exit_way, leave, march, may_move, refuse_hex
from amba.games.adua.rules.r10_after import isolate
from amba.games.adua.rules.r10_retreat import disengage, retreat_hexes
from amba.games.adua.rules.r10_small_arms import Pairs, commit, refuse_attack, shooters, targets
from amba.games.adua.rules.r13_victory import end_if_over
from amba.games.adua.state import AduaState, enemy
from amba.games.adua.world import ABYSSINIAN, ENTRENCHED, HOLD, ITALIAN, MELEE, MOVED, SIDE_TITLES

HELP = ["move PIECE HEX", "follow LEADER", "engage UNIT TARGET", "done"]
HELP_BY_SIDE = {ITALIAN: [*HELP, "entrench UNIT", "exit UNIT"], ABYSSINIAN: [*HELP, "enter PIECE HEX", "disengage UNIT HEX"]}


def movable(s: AduaState, side: int) -> list[int]:
    return [piece for piece in (*s.units(side), *s.followers(side)) if may_move(s, piece)]


@rule("8.2", "5.5")
def may_entrench(s: AduaState, unit: int) -> bool:
    """A unit that holds its position may entrench instead of moving."""
    return s.has(unit, HOLD) and not s.has(unit, ENTRENCHED) and s.world.is_combat[unit] and may_move(s, unit)


@rule("9.0", "7.0", "10.0", "fig.2")
class Movement(Step[AduaState]):
    """("movement", side, pairs): pieces move once each; units may be committed to attacks on the way."""

    def decision(self, s: AduaState) -> Decision:
        side = s.frames[-1][1]
        return Decision(side, "movement", "9.0", "{side}: move any pieces, then end the phase.", {"side": SIDE_TITLES[side]})

    def menu(self, s: AduaState) -> Menu:
        _, side, pairs = s.frames[-1]
        pieces = s.world.names.pieces
        plain: list[Action] = [("done",)]
        heads: list[Action] = [("move", pieces[piece]) for piece in movable(s, side)]
        heads += [("engage", pieces[unit]) for unit in shooters(s, side)]
        plain += [("follow", pieces[leader]) for leader in s.followers(side) if may_close_up(s, leader)]
        if side == ITALIAN:
            plain += [("entrench", pieces[unit]) for unit in s.units(side) if may_entrench(s, unit)]
            plain += [("exit", pieces[unit]) for unit in s.units(side) if self.refuse_exit(s, unit) is None]
        else:
            heads += [("enter", pieces[piece]) for piece in waiting(s)]
            heads += [("disengage", pieces[unit]) for unit in s.units(side) if s.has(unit, MELEE)]
        return Menu(plain, heads, lambda head: self.tails(s, pairs, head))

    def tails(self, s: AduaState, pairs: Pairs, head: Action) -> list[Action]:
        names = s.world.names
        piece = names.piece[head[1]]
        if head[0] == "engage":
            return [(*head, names.pieces[t]) for t in targets(s, piece) if (piece, t) not in pairs]
        hexes = {"move": destinations, "enter": arrivals, "disengage": retreat_hexes}[head[0]](s, piece)
        return [(*head, names.places[hex]) for hex in sorted(hexes)]

    def refuse(self, s: AduaState, a: Action) -> Refusal | None:
        _, side, pairs = s.frames[-1]
        if a == ("done",):
            return None
        verbs = {"move": 3, "engage": 3, "follow": 2, **({"entrench": 2, "exit": 2} if side == ITALIAN else {"enter": 3, "disengage": 3})}
        if not a or verbs.get(a[0]) != len(a):
            return unknown_action(a, HELP_BY_SIDE[side], "9.0")
        piece = s.world.names.piece.get(a[1], -1)
        if piece < 0 or s.side[piece] != side or s.world.units[piece].kind == "machine_gun":
            return Refusal("9.0", "{key} is not a piece of yours that moves.", {"key": a[1]})
        if a[0] == "enter":
            return self.refuse_entry(s, piece, a[2])
        if not s.is_on_map(piece):
            return Refusal("9.0", "{title} is not on the map.", {"title": s.world.units[piece].title})
        if a[0] == "engage":
            return refuse_attack(s, side, pairs, a)
        if a[0] == "disengage":
            return self.refuse_disengagement(s, piece, a[2])
        return self.refuse_own(s, piece, a)

    def refuse_own(self, s: AduaState, piece: int, a: Action) -> Refusal | None:
        title = {"title": s.world.units[piece].title}
        if a[0] == "exit":
            return self.refuse_exit(s, piece)
        if a[0] == "follow":
            return None if may_close_up(s, piece) else Refusal("9.0", "Nobody under {title} can march nearer to him.", title)
        found = bar(s, piece)
        if found is not None or a[0] == "move":
            return found or refuse_hex(s, piece, a[2])
        return None if may_entrench(s, piece) else Refusal("5.5", "{title} is not holding a position, or is entrenched already.", title)

    def refuse_entry(self, s: AduaState, piece: int, name: str) -> Refusal | None:
        title = {"title": s.world.units[piece].title, "hex": name}
        if piece not in waiting(s):
            return Refusal("4.0.entry", "{title} is not due to enter now.", title)
        if s.world.grid.index.get(name, -1) not in arrivals(s, piece):
            return Refusal("4.0.entry", "{title} cannot come to {hex} from the western passes this turn.", title)
        return None

    def refuse_disengagement(self, s: AduaState, unit: int, name: str) -> Refusal | None:
        title = {"title": s.world.units[unit].title, "hex": name}
        if not s.world.is_combat[unit] or not s.has(unit, MELEE):
            return Refusal("10.2.disengage", "{title} is in no melee.", title)
        if s.world.grid.index.get(name, -1) not in retreat_hexes(s, unit):
            return Refusal("10.2.disengage", "{title} cannot break off to {hex}: next to it, open, empty, and outside enemy zones of control.", title)
        return None

    @staticmethod
    @rule("13.0.exit")
    def refuse_exit(s: AduaState, unit: int) -> Refusal | None:
        """Only combat units leave, by a western pass, with a movement point to spare."""
        title = {"title": s.world.units[unit].title}
        if not s.world.is_combat[unit]:
            return Refusal("13.0.exit", "Only combat units count at Adua; {title} stays.", title)
        found = bar(s, unit)
        if found is None and exit_way(s, unit) is None:
            return Refusal("13.0.exit", "{title} cannot reach a western pass and leave with its movement.", title)
        return found

    def apply(self, s: AduaState, a: Action) -> None:
        _, side, pairs = s.frames[-1]
        names = s.world.names
        if a[0] == "done":
            pop(s)
            change(s, "sequence", pairs)
            isolate(s)
            return
        piece = names.piece[a[1]]
        if a[0] == "move":
            march(s, piece, names.place[a[2]])
            isolate(s, (enemy(side),))  # one's own may still follow their unit
        elif a[0] == "enter":
            enter(s, piece, names.place[a[2]])
            isolate(s, (enemy(side),))
        elif a[0] == "follow":
            for _ in close_up(s, piece):
                pass
            isolate(s, (enemy(side),))
        elif a[0] == "disengage":
            disengage(s, piece, names.place[a[2]])
        elif a[0] == "engage":
            commit(s, piece, names.piece[a[2]])
            change(s, "movement", side, (*pairs, (piece, names.piece[a[2]])))
        elif a[0] == "entrench":
            s.mark("5.5", piece, ENTRENCHED)
            s.mark("5.5", piece, MOVED)
        else:
            leave(s, piece)
            end_if_over(s)
