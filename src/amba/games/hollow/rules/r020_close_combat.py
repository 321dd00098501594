"""Close combat: both sides say what they do, then everything happens at once."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from amba.core.decision import CHANCE, Action, Decision, Refusal, unknown_action
from amba.core.event import Rolled, Said
from amba.core.flow import Step, change, pop, push
from amba.core.menu import Menu
from amba.games.hollow.book import HERE, rule
from amba.games.hollow.marks import CX, FRONTAL, MELEE, PINNED
from amba.games.hollow.rules.common import Item, sum_of
from amba.games.hollow.rules.dice import numbers, sum_of_two
from amba.games.hollow.rules.r012_morale import eliminate
from amba.games.hollow.rules.r015_rout import surrender
from amba.games.hollow.rules.r042_concealment import reveal
from amba.games.hollow.rules.r188_crests import take_crest
from amba.games.hollow.rules.r197_nations import capture_penalty
from amba.games.hollow.state import HollowState
from amba.load.files import Folder, table

Attack = tuple[tuple[int, ...], tuple[int, ...], int]
"""Attackers, targets, and whether they try to capture."""
_TABLE = table(Folder(HERE / "data"), "tables/close_combat.csv")


def _ratio(text: str) -> Fraction:
    left, right = text.split("-")
    return Fraction(int(left), int(right))


ODDS = [(_ratio(row), int(cells[0])) for row, cells in zip(_TABLE.rows, _TABLE.cells, strict=True)]


@rule("20")
def kill_number(attack: Fraction, defence: Fraction) -> tuple[str, int]:
    """The last row of the table the odds reach, and its number."""
    found = _TABLE.rows[0], ODDS[0][1]
    if defence <= 0:
        return _TABLE.rows[-1], ODDS[-1][1]
    for name, (ratio, number) in zip(_TABLE.rows, ODDS, strict=True):
        # The last row is for more than 10 to 1.
        if attack / defence >= ratio or (ratio == 11 and attack / defence > 10):
            found = name, number
    return found


@rule("20", "142.6")
def strength(s: HollowState, unit: int, attacking: bool) -> Fraction:
    """Firepower, a leader 1, half if pinned; a light machine gun adds to an attack."""
    power = Fraction(1) if s.is_leader(unit) else Fraction(s.squad(unit).firepower)
    if attacking and not s.is_leader(unit):
        power += sum(s.weapon(w).firepower for w in s.weapons_of(unit) if s.is_working(w) and s.weapon(w).kind == "lmg")
    return power / 2 if s.has(unit, PINNED) and attacking else power


@rule("20", "197.3", "188.172", "142")
def attack_items(s: HollowState, attack: Attack) -> list[Item]:
    """What is added to the roll."""
    attackers, targets, capture = attack
    found: list[Item] = []
    leaders = [s.leader(u).leadership for u in attackers if s.is_leader(u)]
    best: int = min(leaders, default=0)
    if best:
        found.append(Item("leader", best, "14"))
    if all(s.is_broken(t) for t in targets):
        found.append(Item("broken targets", -2, "20"))
    if any(s.has(t, CX) for t in targets):
        found.append(Item("exhausted targets", -1, "142"))
    if any(s.has(u, CX) for u in attackers):
        found.append(Item("exhausted attackers", 1, "142"))
    # 188.172: nothing of it against men who have just come at them from where they look.
    if any(s.position(t) == "crest" for t in targets) and not all(s.has(u, FRONTAL) for u in attackers):
        found.append(Item("targets at the crest", -2, "188.172"))
    if any(s.position(u) == "crest" for u in attackers) and not all(s.has(t, FRONTAL) for t in targets):
        found.append(Item("attackers at the crest", 2, "188.172"))
    penalty = max((capture_penalty(s, t) for t in targets), default=0) if capture else 0
    if penalty:
        found.append(Item("to capture", penalty, "20"))
    return found


def number_of(s: HollowState, attack: Attack) -> tuple[str, int, int]:
    """The odds, their number, and the highest roll that succeeds."""
    attackers, targets, _ = attack
    odds, number = kill_number(
        sum((strength(s, u, True) for u in attackers), Fraction(0)), sum((strength(s, t, False) for t in targets), Fraction(0))
    )
    return odds, number, number - sum_of(attack_items(s, attack))


class Melees(Step[HollowState]):
    """Finds the hexes where both sides are: ("melees", hexes that are done)."""

    auto = True

    @rule("20", "42")
    def run(self, s: HollowState) -> None:
        done = s.frames[-1][1]
        shared = sorted({s.at[u] for u in s.units(0)} & {s.at[u] for u in s.units(1)})
        place = next((p for p in shared if p not in done), None)
        if place is None:
            pop(s)
            return
        change(s, "melees", (*done, place))
        for side in (0, 1):
            for piece in s.counters_at(place, side):
                reveal(s, piece)
        push(s, "struck", place, (), ())
        push(s, "close", place, 1 - s.phasing, (), ())
        push(s, "close", place, s.phasing, (), ())


def fighters(s: HollowState, place: int, side: int) -> list[int]:
    return [u for u in s.units_at(place, side) if s.is_good(u)]


class Close(Step[HollowState]):
    """One side says whom it attacks: ("close", place, side, targets chosen, units kept out)."""

    def decision(self, s: HollowState) -> Decision:
        _, place, side, targets, _ = s.frames[-1]
        name = {"place": s.world.names.places[place]}
        if targets:
            return Decision(side, "close combat", "20", "Close combat in {place}: more targets, who stays out, then kill or capture.", name)
        return Decision(side, "close combat", "20", "Close combat in {place}: choose a target, or attack nobody any more.", name)

    def free(self, s: HollowState) -> list[int]:
        """Who has not attacked yet and is not kept out."""
        _, place, side, _, out = s.frames[-1]
        used = {u for attack in self._attacks(s) for u in attack[0]}
        return [u for u in fighters(s, place, side) if u not in used and u not in out]

    def _attacks(self, s: HollowState) -> tuple[Attack, ...]:
        frame = next(frame for frame in reversed(s.frames) if frame[0] == "struck")
        found: tuple[Attack, ...] = frame[2]
        return found

    def _targets(self, s: HollowState) -> list[int]:
        _, place, side, targets, _ = s.frames[-1]
        hit = {t for attack in self._attacks(s) for t in attack[1]}
        return [t for t in s.units_at(place, 1 - side) if t not in targets and t not in hit]

    @rule("20")
    def menu(self, s: HollowState) -> Menu:
        _, _, _, targets, _ = s.frames[-1]
        names = s.world.names
        free = self.free(s)
        plain: list[Action] = []
        if free:
            plain += [("target", names.pieces[t]) for t in self._targets(s)]
        if targets:
            if len(free) > 1:
                plain += [("spare", names.pieces[u]) for u in free]
            plain += [("kill",), ("capture",)]
        else:
            plain.append(("done",))
        return Menu(plain)

    def refuse(self, s: HollowState, a: Action) -> Refusal | None:
        menu = self.menu(s)
        if a in menu.plain:
            return None
        if len(a) == 2 and a[0] in {"target", "spare"} and a[1] in s.world.names.piece:
            return Refusal("20", "Each unit attacks once and is attacked once in a close combat, and somebody must be left to attack.")
        return unknown_action(a, ("target", "spare", "kill", "capture", "done"), "20")

    def apply(self, s: HollowState, a: Action) -> None:
        _, place, side, targets, out = s.frames[-1]
        if a[0] == "done":
            pop(s)
        elif a[0] == "target":
            change(s, "close", place, side, (*targets, s.world.names.piece[a[1]]), out)
        elif a[0] == "spare":
            change(s, "close", place, side, targets, (*out, s.world.names.piece[a[1]]))
        else:
            attack = (tuple(self.free(s)), targets, int(a[0] == "capture"))
            self._declare(s, attack)

    def _declare(self, s: HollowState, attack: Attack) -> None:
        """The attack waits under the frames of both sides until both have spoken."""
        _, place, side, _, _ = s.frames[-1]
        above = []
        while s.frames[-1][0] != "struck":
            above.append(s.frames[-1])
            pop(s)
        _, _, attacks, losses = s.frames[-1]
        change(s, "struck", place, (*attacks, attack), losses)
        for frame in reversed(above[1:]):
            push(s, *frame)
        push(s, "close", place, side, (), ())


class Struck(Step[HollowState]):
    """The attacks are rolled one by one; losses fall together at the end: ("struck", place, attacks, losses)."""

    auto = True

    @rule("20")
    def run(self, s: HollowState) -> None:
        _, place, attacks, losses = s.frames[-1]
        if attacks:
            push(s, "striking", attacks[0])
            return
        pop(s)
        for unit, capture in sorted(losses, key=lambda loss: loss[1]):  # the dead take no prisoners
            if s.is_on_map(unit):
                if capture:
                    surrender(s, unit, "20")
                else:
                    eliminate(s, unit, "20")
        hold(s, place)


@rule("20")
def hold(s: HollowState, place: int) -> None:
    """Whoever is left with an enemy in his hex is held there; broken units among enemies do not survive."""
    good = [bool(fighters(s, place, side)) for side in (0, 1)]
    for side in (0, 1):
        if good[1 - side]:
            for unit in s.units_at(place, side):
                if s.is_broken(unit):
                    surrender(s, unit, "20")
    both = bool(s.units_at(place, 0)) and bool(s.units_at(place, 1))
    for side in (0, 1):
        if fighters(s, place, side) and not s.units_at(place, 1 - side):
            s.take_control(place, side)
    for side in (0, 1):
        for unit in s.units_at(place, side):
            s.mark("20", unit, MELEE, both)
            if both and s.position(unit) == "crest":
                take_crest(s, unit, place, None)  # 188.172: whoever is held comes down


class Striking(Step[HollowState]):
    """One attack's dice: ("striking", attack)."""

    def decision(self, s: HollowState) -> Decision:
        return Decision(CHANCE, "close combat", "20", "Close combat", {"hex": s.world.names.places[s.frames[-2][1]]})

    def outcomes(self, s: HollowState) -> Sequence[tuple[Action, int]]:
        return sum_of_two()

    @rule("20")
    def apply(self, s: HollowState, a: Action) -> None:
        attack: Attack = s.frames[-1][1]
        dice = numbers(a)
        odds, _, most = number_of(s, attack)
        s.do(Rolled("20", "close combat", dice))
        done = dice[0] <= most
        who, whom = (" and ".join("?" if s.is_secret(u) else s.world.names.pieces[u] for u in group) for group in attack[:2])
        s.do(Said("20", "strike", (who, whom, odds, most, "succeeds" if done else "fails")))
        pop(s)
        _, place, attacks, losses = s.frames[-1]
        hits = tuple((t, attack[2]) for t in attack[1]) if done else ()
        change(s, "struck", place, attacks[1:], (*losses, *hits))
