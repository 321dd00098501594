"""Guns are pushed by hand: what it costs, the roll, crests and sangars; and men who take a gun over (63, 188.26, 191.52)."""

from __future__ import annotations

from amba.core.decision import Refusal
from amba.core.event import Moved, Said
from amba.core.steps import Takes, push
from amba.games.hollow.book import rule
from amba.games.hollow.counters import BUSY, CREST, CREST_BITS, DUG, EMPLACED, GROUND, MELEE, MOVED, NEW_HEX, PINNED, PREP
from amba.games.hollow.frames import MovePhase, Watching
from amba.games.hollow.frames_armour import PushRoll
from amba.games.hollow.orders_armour import Push, Serve
from amba.games.hollow.rules.armour.r063_guns import crew_of, guns_of, refuse_apart
from amba.games.hollow.rules.armour.r145_aim import lose_aim
from amba.games.hollow.rules.armour.r145_bore_sight import forget_hex
from amba.games.hollow.rules.captured import capture, spare_counter
from amba.games.hollow.rules.common import NORMAL, Item, item_lines, refuse_not_own, refuse_state, sum_of
from amba.games.hollow.rules.dice import roll_step
from amba.games.hollow.rules.r005_going import after_entry
from amba.games.hollow.rules.r005_movement import is_held, left, posture_after, refuse_mover, refuse_way, step_items
from amba.games.hollow.rules.r029_vehicles import enemies_driving
from amba.games.hollow.rules.r042_concealment import find_enemies, lose_cover
from amba.games.hollow.rules.r063_gunners import CLOSED, refuse_room, refuse_serving
from amba.games.hollow.rules.r110_mounts import refuse_astride
from amba.games.hollow.rules.r185_costs import desert_cost, ground_cost, hexside_cost, is_by_road
from amba.games.hollow.rules.r188_wadis import take_crest
from amba.games.hollow.rules.r191_works import GUN_WORKS, SANGAR, is_apart, shelter_at
from amba.games.hollow.rules.r194_weather import GROUNDS
from amba.games.hollow.state import HollowState
from amba.games.hollow.titles import title

MOST_HELP = 4
THERE, STOPS, STAYS = "is there", "is there, and that is all", "does not move"


def pushers(s: HollowState, gun: int, how: str) -> tuple[int, ...]:
    """Who pushes: those who serve the gun, or every unbroken man of the hex who could move."""
    crew = crew_of(s, gun)
    others = (
        [u for u in s.units_at(s.at[gun], s.side[gun]) if u != crew and s.is_man(u) and refuse_hands(s, gun, u) is None] if how == "together" else []
    )
    return (crew, *others)


@rule("63", "176.3")
def refuse_hands(s: HollowState, gun: int, unit: int) -> Refusal | None:
    """In good order, not pinned nor fighting, not having fired or moved, unless what moved was the gun."""
    marks = (PREP, PINNED, MELEE) if s.has(gun, NEW_HEX) else (PREP, PINNED, MELEE, BUSY, MOVED)
    found = refuse_state(s, unit, "push a gun", marks, "63") or refuse_astride(s, unit)
    return found or (None if s.is_good(unit) else Refusal("63", "{unit} is broken.", {"unit": s.world.names.pieces[unit]}))


@rule("63", "192.2", "176.3", "191.52", "188.26")
def push_items(s: HollowState, gun: int, to: int, how: str, units: tuple[int, ...]) -> list[Item]:
    """Twice what the men themselves would pay; a track takes one off that. Into or out of a work, or down from the crest, it is twice the one factor of that."""
    if to == s.at[gun]:
        return [Item("in its hex", 1, "63"), Item("pushing a gun, twice", 1, "63")]
    found = step_items(s, units, to, how == "rim")
    here, field = s.at[gun], s.field
    on_track = frozenset((field.hex_of[here], field.hex_of[to])) in field.track_sides
    if on_track:  # the men's own cost has it taken off before it is doubled
        state = GROUNDS[s.tracks[GROUND]]
        found = [
            *found,
            Item(
                "without the track",
                desert_cost(field.ground, field.hex_of[here], field.hex_of[to], "infantry", state, printed=field.printed)
                + hexside_cost(field, here, to)
                - ground_cost(field, here, to, state),
                "192.1",
            ),
        ]
    paid = [*found, Item("pushing a gun, twice", sum_of(found), "63")]
    return [item for item in (*paid, *([Item("track", -1, "192.1")] if on_track else [])) if item.value]


@rule("63", "191.52")
def push_modifiers(s: HollowState, at: PushRoll) -> list[Item]:
    """What is added to the roll: the factors, the cover of where it goes, mud; less for a road and for more hands."""
    units, here = at.units, s.at[at.gun]
    cover = SANGAR if at.how == "in" else 0 if at.to == here else s.field.protection(at.to)
    help_ = sum(2 if s.is_squad(unit) else 1 for unit in units[1:])
    found = [Item("factors spent", sum_of(push_items(s, at.gun, at.to, at.how, units)), "63"), Item("sangar" if at.how == "in" else "terrain", cover, "191.52" if at.how == "in" else "63"),
             Item("by road", -2 if at.to != here and is_by_road(s.field, here, at.to) else 0, "63"), Item("more hands", -min(MOST_HELP, help_), "63"),
             Item("mud", 3 if GROUNDS[s.tracks[GROUND]] == "mud" else 0, "63")]  # fmt: skip
    return [item for item in found if item.value]


@rule("63", "176.3", "191.52", "137.3", "188.26")
def refuse_push(s: HollowState, at: MovePhase, a: Push) -> Refusal | None:
    """Who serves a gun pushes it as long as the factors last; no minimum move helps."""
    found = refuse_not_own(s, at.side, a.gun, "63", "gun")
    if found is not None:
        return found
    name, crew = {"gun": s.world.names.pieces[a.gun], "place": s.world.names.places[a.to]}, crew_of(s, a.gun)
    if s.gun(a.gun).manhandling is None:
        return Refusal("63", "{gun} is not pushed.", name)
    if crew < 0 and (found := refuse_apart(s, a.gun)) is not None:
        return found
    if crew < 0:
        return Refusal("63", "Nobody in good order serves {gun}.", name)
    if s.has(a.gun, BUSY):
        return Refusal("63", "{gun} is not pushed any further in this phase.", name)
    if (found := refuse_hands(s, a.gun, crew)) is not None:
        return found
    units = pushers(s, a.gun, a.how)
    if a.how == "together" and len(units) < 2:
        return Refusal("63", "There is nobody in {place} who could help.", {"place": s.world.names.places[s.at[a.gun]]})
    found = refuse_shift(s, a) if a.to == s.at[a.gun] else refuse_push_way(s, a, units)
    if found is not None:
        return found
    items, have = push_items(s, a.gun, a.to, a.how, units), left(s, units, NORMAL)
    if sum_of(items) > have:
        lines = (*item_lines(items), ("factors left", str(have), "5"))
        return Refusal("176.3", "Pushing {gun} there costs {need}; {have} are left.", {**name, "need": sum_of(items), "have": have}, lines)
    return None


def refuse_push_way(s: HollowState, a: Push, units: tuple[int, ...]) -> Refusal | None:
    """Where men can go and a gun can stand, and no enemy is."""
    name = {"place": s.world.names.places[a.to]}
    if a.how == "in":
        return Refusal("191.52", "A gun is pushed into a work from its own hex.")
    if (found := refuse_way(s, units, a.to, a.how == "rim", NORMAL)) is not None:
        return found
    if s.field.has(a.to, *CLOSED):
        return Refusal("63", "No gun can stand in {place}.", name)
    if is_held(s, s.side[a.gun], a.to) or enemies_driving(s, s.side[a.gun], a.to):
        return Refusal("5", "An enemy unit is in {place}.", name)
    return None


@rule("191.52", "191.3", "137.3", "188.26")
def refuse_shift(s: HollowState, a: Push) -> Refusal | None:
    """In its own hex: into a sangar or trench that has room, out of it, or down from the crest."""
    if a.how == "in":
        if shelter_at(s, a.to, s.side[a.gun]) not in GUN_WORKS or s.has(a.gun, DUG):
            return Refusal("191.52", "There is no sangar or trench here that it could be pushed into.")
        return refuse_room(s, crew_of(s, a.gun), a.gun)
    if a.how or not (s.has(a.gun, DUG) or s.has(a.gun, CREST)):
        return Refusal("63", "It is there already.")
    return None


@rule("63", "42")
def start_push(s: HollowState, at: MovePhase, a: Push) -> None:
    """The men spend their factors and do nothing else in this turn."""
    units = pushers(s, a.gun, a.how)
    need = sum_of(push_items(s, a.gun, a.to, a.how, units))
    for unit in units:
        for mark in (MOVED, BUSY):
            s.mark("63", unit, mark)
        s.spend("63", unit, s.points[unit] + need)
    s.mark("63", a.gun, NEW_HEX)
    push(s, PushRoll(a.gun, a.to, a.how, units))


@rule("63")
def read_push(s: HollowState, at: PushRoll, dice: tuple[int, ...]) -> None:
    """Less than its number and the gun goes on; exactly that, and it is there but goes no further; more, and it stays."""
    number, modifier = s.gun(at.gun).manhandling or 0, sum_of(push_modifiers(s, at))
    total = dice[0] + modifier
    result = STAYS if total > number else STOPS if total == number else THERE
    s.do(Said("63", "push", (title(s, at.gun), number, f"{modifier:+d}", result)))
    here, units = s.at[at.gun], at.units
    if result != THERE:
        s.mark("63", at.gun, BUSY)
    if result != STAYS:
        arrive(s, at)
    shown = tuple(u for u in units if s.is_on_map(u))
    lose_cover(s, shown)
    shown = tuple(u for u in shown if s.is_on_map(u))
    if shown:
        push(s, Watching(s.at[shown[0]], shown))
        if s.at[shown[0]] != here:
            after_entry(s, shown, here, s.at[shown[0]])


@rule("63", "188.26", "191.52", "176.2")
def arrive(s: HollowState, at: PushRoll) -> None:
    """Gun and men are where they went: at the crest, in the work, or simply there; a gun that has moved is no longer emplaced. An enemy nobody saw stops them."""
    here = s.at[at.gun]
    lose_aim(s, at.gun)
    forget_hex(s, at.gun)
    for piece in (at.gun, *at.units):
        s.mark("176.2", piece, EMPLACED, False)
    if at.to == here:
        for piece in (at.gun, *at.units[:1]):
            s.mark("191.52", piece, DUG, at.how == "in")
            take_crest(s, piece, here, None)
        return
    if find_enemies(s, at.units, at.to):
        s.mark("63", at.gun, BUSY)
        return
    s.do(Moved("63", at.gun, here, at.to, (here, at.to)))
    s.mark("54", at.gun, DUG, False)
    for unit in at.units:
        s.march("63", unit, at.to)
        posture_after(s, unit, at.to, at.how == "rim", here)
    crew = at.units[0]
    for mark in (CREST, *CREST_BITS):
        s.mark("188.26", at.gun, mark, s.has(crew, mark))


def pushes(s: HollowState, at: MovePhase) -> list[Push]:
    guns = [gun for gun in guns_of(s, at.side) if crew_of(s, gun) >= 0]
    found = []
    for gun in guns:
        here = s.at[gun]
        found += [Push(gun, here), Push(gun, here, "in")]
        found += [Push(gun, to, how) for to in s.field.around[here] for how in ("", "rim", "together") if how != "rim" or s.field.is_wadi(to)]
    return found


@rule("63", "C")
def refuse_serve(s: HollowState, at: MovePhase, a: Serve) -> Refusal | None:
    """Unbroken men who have not moved take over a gun in their hex that nobody serves, the enemy's too."""
    found = refuse_mover(s, at.side, a.unit)
    if found is not None:
        return found
    names = {"unit": s.world.names.pieces[a.unit], "gun": s.world.names.pieces[a.gun]}
    if not s.is_gun(a.gun) or not s.is_on_map(a.gun):
        return Refusal("63", "{gun} is no gun on the map.", names)
    if s.side[a.gun] != at.side and spare_counter(s, a.gun, at.side) < 0:
        return Refusal("C", "No counter is left for a captured gun.", names)
    if s.at[a.unit] != s.at[a.gun] or s.position(a.unit) != s.position(a.gun):
        return Refusal("63", "{gun} is not where {unit} is.", names)
    if crew_of(s, a.gun) >= 0:
        return Refusal("63", "Somebody serves {gun} already.", names)
    if s.points[a.unit]:
        return Refusal("63", "{unit} has spent movement factors already.", names)
    return refuse_serving(s, a.unit, a.gun)


@rule("63", "176.2", "C")
def serve(s: HollowState, at: MovePhase, a: Serve) -> None:
    """It takes their whole movement phase; the pit of the gun is theirs too, and they go into its work or come out to it. A gun of the enemy becomes theirs, out of its pit."""
    gun = a.gun if s.side[a.gun] == at.side else capture(s, "C", a.gun, at.side)
    s.spend("63", gun, a.unit + 1)
    forget_hex(s, gun)
    s.mark("63", a.unit, MOVED)
    s.mark("176.2", a.unit, EMPLACED, s.has(gun, EMPLACED))
    s.mark("54", a.unit, DUG, s.has(gun, DUG) or (s.has(a.unit, DUG) and not is_apart(s, a.unit, gun)))
    lose_cover(s, (a.unit,))
    push(s, Watching(s.at[a.unit], (a.unit,)))


def serves(s: HollowState, at: MovePhase) -> list[Serve]:
    guns = [gun for side in (0, 1) for gun in guns_of(s, side) if crew_of(s, gun) < 0]
    return [Serve(unit, gun) for gun in guns for unit in s.units_at(s.at[gun], at.side)]


PUSH_ORDER = Takes(Push, start_push, refuse_push, candidates=pushes)
SERVE_ORDER = Takes(Serve, serve, refuse_serve, candidates=serves)
PUSH_ROLL = roll_step(PushRoll, "push", "63", "Does {gun} move?", read_push, values=lambda s, at: {"gun": title(s, at.gun)})
