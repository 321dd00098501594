"""Close combat: both sides say what they do, then everything happens at once."""

from __future__ import annotations

from fractions import Fraction

from amba.core.decision import Decision, Refusal
from amba.core.event import Said
from amba.core.order import Done
from amba.core.steps import AskStep, AutoStep, Takes, change, pop, push, top
from amba.games.hollow.book import rule
from amba.games.hollow.counters import CX, FRONTAL, MELEE, PINNED, STORMED
from amba.games.hollow.frames import Attack, Attacking, Melees, StrikeRoll, Struck
from amba.games.hollow.orders import Capture, KeepOut, Kill, Target
from amba.games.hollow.printed import OURS, Printed
from amba.games.hollow.rules.common import Item, sum_of
from amba.games.hollow.rules.dice import roll_step
from amba.games.hollow.rules.r012_heroes import heroic_items, is_berserk
from amba.games.hollow.rules.r012_morale import eliminate
from amba.games.hollow.rules.r015_rout import surrender
from amba.games.hollow.rules.r042_concealment import reveal
from amba.games.hollow.rules.r188_wadis import take_crest
from amba.games.hollow.rules.r197_nations import capture_penalty
from amba.games.hollow.state import HollowState


@rule("20")
def kill_number(attack: Fraction, defence: Fraction, printed: Printed = OURS) -> tuple[str, int]:
    """The last row of the table the odds reach, and its number."""
    rows = printed.close_combat
    found = rows[0]
    if defence <= 0:
        return rows[-1].name, rows[-1].number
    for row in rows:
        # The last row is for more than 10 to 1.
        if attack / defence >= row.ratio or (row.ratio == 11 and attack / defence > 10):
            found = row
    return found.name, found.number


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
    found += heroic_items(s, attackers)
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
        sum((strength(s, u, True) for u in attackers), Fraction(0)),
        sum((strength(s, t, False) for t in targets), Fraction(0)),
        s.world.printed,
    )
    return odds, number, number - sum_of(attack_items(s, attack))


@rule("20", "42")
def find_melees(s: HollowState, at: Melees) -> None:
    """Hex by hex where both sides are: everybody there is seen, and the phasing side speaks first."""
    shared = sorted({s.at[u] for u in s.units(0)} & {s.at[u] for u in s.units(1)})
    place = next((p for p in shared if p not in at.done), None)
    if place is None:
        pop(s)
        return
    change(s, Melees((*at.done, place)))
    for side in (0, 1):
        for piece in s.counters_at(place, side):
            reveal(s, piece)
    push(s, Struck(place))
    push(s, Attacking(place, 1 - s.phasing))
    push(s, Attacking(place, s.phasing))


def fighters(s: HollowState, place: int, side: int) -> list[int]:
    return [u for u in s.units_at(place, side) if s.is_good(u)]


def ask_attack(s: HollowState, at: Attacking) -> Decision:
    name = {"place": s.world.names.places[at.place]}
    if at.targets:
        return Decision(at.side, "close combat", "20", "Close combat in {place}: more targets, who stays out, then kill or capture.", name)
    return Decision(at.side, "close combat", "20", "Close combat in {place}: choose a target, or attack nobody any more.", name)


def free(s: HollowState, at: Attacking) -> tuple[int, ...]:
    """Who has not attacked yet and is not kept out."""
    used = {unit for attackers, _, _ in at.attacks for unit in attackers}
    return tuple(u for u in fighters(s, at.place, at.side) if u not in used and u not in at.out and not s.has(u, STORMED))


@rule("20")
def refuse_target(s: HollowState, at: Attacking, a: Target) -> Refusal | None:
    """An enemy in the hex, attacked once, by somebody who has not attacked yet."""
    name = {"unit": s.world.names.pieces[a.unit], "place": s.world.names.places[at.place]}
    if a.unit not in s.units_at(at.place, 1 - at.side):
        return Refusal("20", "{unit} is no enemy in {place}.", name)
    if a.unit in at.targets or any(a.unit in targets for _, targets, _ in at.attacks):
        return Refusal("20", "{unit} is attacked already; each unit is attacked once.", name)
    return None if free(s, at) else Refusal("20", "Everybody has attacked; each unit attacks once.")


@rule("20")
def refuse_keep_out(s: HollowState, at: Attacking, a: KeepOut) -> Refusal | None:
    """Somebody must be left to attack."""
    if not at.targets:
        return Refusal("20", "First say who is attacked.")
    if a.unit not in free(s, at):
        return Refusal("20", "{unit} takes no part in this attack.", {"unit": s.world.names.pieces[a.unit]})
    return None if len(free(s, at)) > 1 else Refusal("20", "Somebody must be left to attack.")


@rule("20", "179", "B")
def refuse_attack(s: HollowState, at: Attacking, a: Kill | Capture) -> Refusal | None:
    """Berserk men take no prisoners, and give themselves up to nobody."""
    if not at.targets:
        return Refusal("20", "First say who is attacked.")
    if isinstance(a, Capture) and any(is_berserk(s, unit) for unit in (*free(s, at), *at.targets)):
        return Refusal("B", "Berserk men take no prisoners and do not give themselves up.")
    return None


def declared(s: HollowState, at: Attacking, capture: bool) -> Attack:
    """The attack that would be declared now."""
    return free(s, at), at.targets, int(capture)


def attack(s: HollowState, at: Attacking, a: Kill | Capture) -> None:
    change(s, at._replace(targets=(), out=(), attacks=(*at.attacks, declared(s, at, isinstance(a, Capture)))))


@rule("20")
def end_attacks(s: HollowState, at: Attacking, a: Done) -> None:
    """What was declared waits until both sides have spoken."""
    pop(s)
    attacks, below = (*at.earlier, *at.attacks), s.frames[-1]
    if isinstance(below, Attacking):
        change(s, below._replace(earlier=attacks))
    else:
        change(s, top(s, Struck)._replace(attacks=attacks))


ATTACKING = AskStep(
    Attacking,
    ask_attack,
    Takes(
        Target,
        lambda s, at, a: change(s, at._replace(targets=(*at.targets, a.unit))),
        refuse_target,
        candidates=lambda s, at: [Target(unit) for unit in s.units_at(at.place, 1 - at.side)],
    ),
    Takes(
        KeepOut,
        lambda s, at, a: change(s, at._replace(out=(*at.out, a.unit))),
        refuse_keep_out,
        candidates=lambda s, at: [KeepOut(unit) for unit in free(s, at)],
    ),
    Takes(Kill, attack, refuse_attack),
    Takes(Capture, attack, refuse_attack),
    Takes(Done, end_attacks, lambda _s, at, _a: Refusal("20", "Say whether to kill or to capture.") if at.targets else None),
)


@rule("20")
def run_struck(s: HollowState, at: Struck) -> None:
    """The attacks are rolled one by one; losses fall together at the end. The dead take no prisoners."""
    if at.attacks:
        push(s, StrikeRoll(at.attacks[0], at.place))
        return
    pop(s)
    for unit, capture in sorted(at.losses, key=lambda loss: loss[1]):
        if s.is_on_map(unit) and capture:
            surrender(s, unit, "20")
        elif s.is_on_map(unit):
            eliminate(s, unit, "20")
    hold(s, at.place)


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


@rule("20")
def read_strike(s: HollowState, at: StrikeRoll, dice: tuple[int, ...]) -> None:
    """At most the number of the odds, less the modifiers: every target of the attack is lost."""
    attackers, targets, capture = at.attack
    odds, _, most = number_of(s, at.attack)
    done = dice[0] <= most
    who, whom = (" and ".join("?" if s.is_secret(u) else s.world.names.pieces[u] for u in group) for group in (attackers, targets))
    s.do(Said("20", "strike", (who, whom, odds, most, "succeeds" if done else "fails")))
    struck = top(s, Struck)
    hits = tuple((target, capture) for target in targets) if done else ()
    change(s, struck._replace(attacks=struck.attacks[1:], losses=(*struck.losses, *hits)))


MELEES = AutoStep(Melees, find_melees)
STRUCK = AutoStep(Struck, run_struck)
STRIKE_ROLL = roll_step(StrikeRoll, "close combat", "20", "Close combat", read_strike, values=lambda s, at: {"hex": s.world.names.places[at.place]})
