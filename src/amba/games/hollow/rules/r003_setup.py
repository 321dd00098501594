"""Setting up: each side places its units in the areas of the scenario; cover conceals them, and some may be hidden."""

from __future__ import annotations

from amba.core.decision import Action, Decision, Refusal, unknown_action
from amba.core.event import Placed
from amba.core.flow import Step, pop
from amba.core.menu import Menu
from amba.games.hollow.book import rule
from amba.games.hollow.marks import CONCEALED, DUG, HIDDEN
from amba.games.hollow.pieces import WORK_KINDS
from amba.games.hollow.plans import Group
from amba.games.hollow.rules.r006_stacking import refuse_crowd, refuse_weapon
from amba.games.hollow.rules.r042_concealment import conceals
from amba.games.hollow.rules.r055_laying import lay_mines, mine_heads, mine_tails, refuse_mines
from amba.games.hollow.rules.r055_mines import is_mine
from amba.games.hollow.rules.r185_hidden import is_unseen_post, may_be_hidden, spot_works
from amba.games.hollow.rules.r191_works import shelter_at
from amba.games.hollow.state import HollowState


def group_of(s: HollowState, piece: int) -> Group | None:
    return next((group for group in s.plan.groups if piece in group.pieces), None)


def waiting(s: HollowState, side: int) -> list[int]:
    """Counters of the first turn that are not on the map yet."""
    box = s.world.entry[side]
    return [p for group in s.plan.groups if group.side == side and group.turn == 0 for p in group.pieces if s.at[p] == box and not is_mine(s, p)]


class SetUp(Step[HollowState]):
    """One side sets up: ("setup", side)."""

    def decision(self, s: HollowState) -> Decision:
        side = s.frames[-1][1]
        return Decision(side, "setup", "4", "Set up your units in their area, give weapons to them, then end the set-up.")

    @rule("4", "42")
    def menu(self, s: HollowState) -> Menu:
        side = s.frames[-1][1]
        names = s.world.names
        plain: list[Action] = []
        heads: list[Action] = []
        left = waiting(s, side)
        heads += mine_heads(s, side)
        for piece in left:
            if not s.is_weapon(piece):
                heads.append(("place", names.pieces[piece]))
            elif any(refuse_weapon(s, unit, piece) is None for unit in s.units(side)):
                heads.append(("give", names.pieces[piece]))
        for unit in s.units(side):
            if refuse_hide(s, side, unit) is None:
                plain.append(("hide", names.pieces[unit]))
        if not left:
            plain.append(("done",))
        if left and not any(self._tails(s, head) for head in heads):
            plain.append(("done",))
        return Menu(plain, heads, lambda head: self._tails(s, head))

    def _tails(self, s: HollowState, head: Action) -> list[Action]:
        if head[0] in {"lay", "line", "bury"}:
            return mine_tails(s, s.frames[-1][1], head)
        names = s.world.names
        piece = names.piece[head[1]]
        side = s.frames[-1][1]
        if head[0] == "give":
            return [(*head, names.pieces[u]) for u in s.units(side) if refuse_weapon(s, u, piece) is None]
        group = group_of(s, piece)
        assert group is not None
        return [(*head, names.places[place]) for place in sorted(group.hexes) if refuse_place(s, side, piece, place) is None]

    def refuse(self, s: HollowState, a: Action) -> Refusal | None:
        side = s.frames[-1][1]
        names = s.world.names
        left = waiting(s, side)
        if a == ("done",):
            if a in self.menu(s).plain:
                return None
            return Refusal("4", "{count} of your counters are not on the map yet.", {"count": len(left)})
        if len(a) == 3 and a[0] in {"lay", "line", "bury"} and a[2] in names.place:
            return refuse_mines(s, side, a)
        if len(a) == 2 and a[0] == "hide" and a[1] in names.piece:
            return refuse_hide(s, side, names.piece[a[1]])
        if len(a) != 3 or a[0] not in {"place", "give"} or a[1] not in names.piece:
            return unknown_action(a, ("place", "give", "hide", "done"), "4")
        piece = names.piece[a[1]]
        if piece not in left:
            return Refusal("4", "{piece} is not waiting to be set up by you.", {"piece": a[1]})
        if a[0] == "give" and a[2] in names.piece and s.is_weapon(piece):
            unit = names.piece[a[2]]
            if unit not in s.units(side):
                return Refusal("5.7", "Weapons go to units of yours on the map.")
            return refuse_weapon(s, unit, piece)
        if a[0] == "place" and a[2] in names.place and not s.is_weapon(piece):
            return refuse_place(s, side, piece, names.place[a[2]])
        return unknown_action(a, ("place", "give", "hide", "done"), "4")

    def apply(self, s: HollowState, a: Action) -> None:
        names = s.world.names
        if a[0] == "done":
            pop(s)
            spot_works(s)
            return
        if a[0] in {"lay", "line", "bury"}:
            lay_mines(s, s.frames[-1][1], a)
            return
        piece = names.piece[a[1]]
        if a[0] == "hide":
            s.mark("42", piece, HIDDEN)
        elif a[0] == "give":
            unit = names.piece[a[2]]
            s.spend("5.7", piece, unit + 1)
            s.do(Placed("5.7", piece, s.at[piece], s.at[unit]))
        else:
            set_down(s, piece, names.place[a[2]])


@rule("42", "54", "185.22")
def set_down(s: HollowState, piece: int, place: int) -> None:
    """In cover it is concealed from the start; in a shelter, dug in. A work is hidden until somebody sees it."""
    if may_be_hidden(s, piece):
        s.mark("185.22", piece, HIDDEN)
    if not s.is_work(piece) and (conceals(s, place) or s.is_dummy(piece)):
        s.mark("42", piece, CONCEALED)
    if s.is_counter(piece) and shelter_at(s, place):
        s.mark("54", piece, DUG)
    s.do(Placed("4", piece, s.at[piece], place))


def refuse_place(s: HollowState, side: int, piece: int, place: int) -> Refusal | None:
    """Inside its area, apart from the enemy, within the stacking limit; dummies only where they could be men in cover."""
    group = group_of(s, piece)
    name = {"place": s.world.names.places[place]}
    if group is None or place not in group.hexes:
        return Refusal("4", "{place} is not in the area where this unit sets up.", name)
    if s.seen_at(place, side):
        return Refusal("4", "The enemy is in {place}.", name)
    if s.is_work(piece):
        return refuse_work(s, piece, place)
    if s.is_dummy(piece) and not conceals(s, place):
        return Refusal("42", "In {place} a dummy would fool nobody.", name)
    if any(s.has(p, HIDDEN) for p in s.counters_at(place, side)):
        return Refusal("42", "A hidden unit is alone in its hex.")
    return refuse_crowd(s, place, side, (piece,))


@rule("191.2", "190.42", "137.2")
def refuse_work(s: HollowState, piece: int, place: int) -> Refusal | None:
    """One work of a kind to a hex; no sangar or trench in sand."""
    kind = WORK_KINDS[s.face[piece]]
    if s.works_at(place):
        return Refusal("191.2", "There is a work in {place} already.", {"place": s.world.names.places[place]})
    if kind in {"sangar", "trench"} and s.field.has(place, "sand", "low_dune", "high_dune"):
        return Refusal("190.42", "No {kind} stands in sand.", {"kind": kind})
    return None


@rule("42")
def refuse_hide(s: HollowState, side: int, unit: int) -> Refusal | None:
    """Some units of a group may be hidden altogether, in cover and apart from the others."""
    if not s.is_unit(unit) or s.side[unit] != side or not s.is_on_map(unit):
        return Refusal("42", "Only your own units on the map can be hidden.")
    group = group_of(s, unit)
    if group is None or s.has(unit, HIDDEN) or not s.has(unit, CONCEALED):
        return Refusal("42", "Only a concealed unit can be hidden, and only once.")
    if s.has(unit, DUG) and not is_unseen_post(s, unit):
        return Refusal("42", "A unit in a work that everybody sees is not hidden.")
    hidden = sum(1 for p in group.pieces if s.is_unit(p) and s.has(p, HIDDEN))
    if hidden >= group.hidden:
        return Refusal("42", "{hidden} of {most} units of this group are hidden already.", {"hidden": hidden, "most": group.hidden})
    if len(s.counters_at(s.at[unit], side)) > 1:
        return Refusal("42", "A hidden unit is alone in its hex.")
    return None
