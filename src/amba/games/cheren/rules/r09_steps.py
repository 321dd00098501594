"""The phases in which units march: 9.0 Movement, 10.0 Enemy Reaction, 13.0 Exploitation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from amba.core.decision import Decision, Refusal
from amba.core.event import Marked, Said, Tracked
from amba.core.order import Done
from amba.core.steps import AskStep, Takes, leave, pop
from amba.games.cheren.book import rule
from amba.games.cheren.frames import AskRoadblock, Exploitation, Movement, Reaction
from amba.games.cheren.orders import Move, Pass, Play, PlayOnHex, PlayOnUnit, PlaySappers
from amba.games.cheren.rules.r05_chits import no_use, play_chit, playable, refuse_chit
from amba.games.cheren.rules.r09_movement import bar, destinations, is_short, march, refuse_destination, refuse_unit
from amba.games.cheren.state import CherenState
from amba.games.cheren.world import ALLIED, EXPLOITING, INFILTRATING, ITALIAN, MARCHING, REACTION_LIMIT, ROADBLOCK, SAPPERS, SIDES

REACTION = 3
REINFORCED_REACTION = 5
UNIT_CHITS = {"infiltrate": INFILTRATING, "forced-march": MARCHING, "exploit": EXPLOITING}
Hindrance = Callable[[CherenState, int, int], Refusal | None]
"""What a phase adds to the bars of 9.0, for a unit and a side."""


class Marching(NamedTuple):
    """What sets one phase of marching apart from another."""

    rule: str
    hindrance: Hindrance
    movable: Callable[[CherenState, int], list[int]]
    """The units that nothing keeps from marching: what `hindrance` and 9.0 say, for all of a side at once."""
    chits: tuple[str, ...]


def refuse_march(phase: Marching, s: CherenState, side: int, unit: int) -> Refusal | None:
    """Why a unit may not march in this phase, wherever to."""
    return refuse_unit(s, side, unit, phase.rule) or phase.hindrance(s, unit, side)


def refuse_unit_chit(phase: Marching, s: CherenState, side: int, a: PlayOnUnit) -> Refusal | None:
    """A chit is played on a unit that could still use it."""
    found = refuse_chit(s, side, a.chit, *phase.chits)
    if found is not None:
        return found
    chit, values = s.world.chit(a.chit), {"title": s.world.title(a.chit), "unit": s.world.title(a.unit)}
    if chit.name not in UNIT_CHITS:
        return Refusal("5.1", "{title} is not played on a unit.", values)
    if chit.name != "exploit":
        return no_use(refuse_march(phase, s, side, a.unit))
    found = no_use(refuse_unit(s, side, a.unit, "5.1"))
    if found is None and is_short(s, a.unit):
        return Refusal("5.1", "{unit} has a supply marker and may not exploit.", values)
    if found is None and s.world.units[a.unit].may_exploit:
        return Refusal("5.1", "{unit} may exploit without a chit.", values)
    return found


def refuse_sappers(phase: Marching, s: CherenState, side: int, a: PlaySappers) -> Refusal | None:
    found = refuse_chit(s, side, a.chit, *phase.chits)
    if found is None and s.world.chit(a.chit).name != "sappers":
        return Refusal("5.1", "{title} has nothing to do with rivers or roadblocks.", {"title": s.world.title(a.chit)})
    if found is None and a.what == "roadblock" and s.roadblock < 0:
        return Refusal("5.1", "There is no roadblock to clear.")
    return found


def refuse_plain_chit(phase: Marching, s: CherenState, side: int, a: Play) -> Refusal | None:
    found = refuse_chit(s, side, a.chit, *phase.chits)
    chit = s.world.chit(a.chit) if found is None else None
    if chit is not None and chit.name != "reinforced-reaction":
        return Refusal("5.1", "{title} needs more than that: {effect}", {"title": chit.title, "effect": chit.effect})
    return found


def play_on_unit(s: CherenState, at: Any, a: PlayOnUnit) -> None:
    s.do(Marked("5.1", a.unit, UNIT_CHITS[s.world.chit(a.chit).name], 1))
    play_chit(s, a.chit)


def play_sappers(s: CherenState, at: Any, a: PlaySappers) -> None:
    """They clear the road, or take the rivers' cost away for this phase."""
    if a.what == "roadblock":
        s.do(Tracked("5.1", ROADBLOCK, s.tracks[ROADBLOCK], 0))
    else:
        s.do(Tracked("5.1", SAPPERS, 0, 1))
    play_chit(s, a.chit)


def reinforce_reaction(s: CherenState, at: Any, a: Play) -> None:
    s.do(Tracked("5.1", REACTION_LIMIT, s.tracks[REACTION_LIMIT], REINFORCED_REACTION))
    play_chit(s, a.chit)


def march_takes(phase: Marching) -> list[Takes[CherenState, Any, Any]]:
    """Move units by legs until done. A unit goes on with what it has left as long as the phase lasts."""

    def refuse_move(s: CherenState, at: Any, a: Move) -> Refusal | None:
        return refuse_march(phase, s, at.side, a.unit) or refuse_destination(s, a.unit, a.to, phase.rule)

    def unit_chits(s: CherenState, at: Any) -> list[int]:
        return [piece for piece in playable(s, at.side, *phase.chits) if s.world.chit(piece).name in UNIT_CHITS]

    def targets(s: CherenState, at: Any, chit: int) -> Sequence[PlayOnUnit]:
        plays = [PlayOnUnit(chit, unit) for unit in s.units(at.side)]
        return [play for play in plays if refuse_unit_chit(phase, s, at.side, play) is None]

    found: list[Takes[CherenState, Any, Any]] = [
        Takes(Done, leave),
        Takes(
            Move, lambda s, at, a: march(s, a.unit, a.to, phase.rule), refuse_move,
            heads=lambda s, at: phase.movable(s, at.side), tails=lambda s, at, unit: destinations(s, unit),
        ),
    ]  # fmt: skip
    if set(phase.chits) & set(UNIT_CHITS):
        found.append(Takes(PlayOnUnit, play_on_unit, lambda s, at, a: refuse_unit_chit(phase, s, at.side, a), heads=unit_chits, tails=targets))
    if "sappers" in phase.chits:
        found.append(
            Takes(
                PlaySappers, play_sappers, lambda s, at, a: refuse_sappers(phase, s, at.side, a),
                candidates=lambda s, at: [PlaySappers(piece, what) for piece in playable(s, at.side, "sappers") for what in ("rivers", "roadblock")],
            )
        )  # fmt: skip
    plays = Takes[CherenState, Any, Play](
        Play, reinforce_reaction, lambda s, at, a: refuse_plain_chit(phase, s, at.side, a),
        candidates=lambda s, at: [Play(piece) for piece in playable(s, at.side, "reinforced-reaction")] if "reinforced-reaction" in phase.chits else [],
    )  # fmt: skip
    return [*found, plays]


@rule("9.0", "7.0.2")
def no_hindrance(s: CherenState, unit: int, side: int) -> Refusal | None:
    """The phasing player moves none, some or all units."""
    return None


def unbarred(s: CherenState, side: int) -> list[int]:
    return [unit for unit in s.units(side) if not bar(s, unit)]


@rule("10.0", "10.0.a", "10.0.b", "7.0.3")
def hindrance_to_react(s: CherenState, unit: int, side: int) -> Refusal | None:
    """The other player moves up to three units with a stacking value of three, none next to an enemy or short of supply."""
    world = s.world
    if s.points[unit]:
        return None  # it is already on the move
    title = world.units[unit].title
    if s.is_next_to(s.at[unit], 1 - side):
        return Refusal("10.0.a", "{unit} is next to an enemy and may not react.", {"unit": title})
    if is_short(s, unit):
        return Refusal("10.0.b", "{unit} has a supply marker and may not react.", {"unit": title})
    limit = s.tracks[REACTION_LIMIT]
    if sum(1 for u in s.units(side) if s.points[u]) >= limit:
        return Refusal("10.0", "{limit} units have reacted already.", {"limit": limit})
    used, value = spent_stacking(s, side), world.units[unit].stacks[s.face[unit]]
    if used + value > limit:
        items = (("used", str(used), "10.0"), (title, str(value), "3.0"), ("limit", str(limit), "10.0"))
        values = {"unit": title, "value": value, "used": used, "limit": limit}
        return Refusal("10.0", "{unit} has stacking value {value}; {used} of {limit} is used.", values, items)
    return None


def reactors(s: CherenState, side: int) -> list[int]:
    """The same answer as `hindrance_to_react` for every unit, with the limits added up only once (law 2 compares them)."""
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


def spent_stacking(s: CherenState, side: int) -> int:
    """Stacking value of the units that have reacted."""
    units = s.world.units
    return sum(units[u].stacks[s.face[u]] for u in s.units(side) if s.points[u])


@rule("13.0", "7.0.6", "2.3.c", "12.5")
def hindrance_to_exploit(s: CherenState, unit: int, side: int) -> Refusal | None:
    """Cavalry, tanks and motorized infantry move again, and a unit with an Exploit chit; none with a supply marker."""
    card = s.world.units[unit]
    if not card.may_exploit and not s.has(unit, EXPLOITING):
        template = "{unit} may not exploit: only cavalry, tanks and motorized infantry, or a unit with an Exploit chit."
        return Refusal("13.0", template, {"unit": card.title})
    if is_short(s, unit):
        return Refusal("12.5", "{unit} has a supply marker and may not exploit.", {"unit": card.title})
    return None


def exploiters(s: CherenState, side: int) -> list[int]:
    return [unit for unit in unbarred(s, side) if hindrance_to_exploit(s, unit, side) is None]


def ask_movement(s: CherenState, at: Movement) -> Decision:
    return Decision(at.side, "movement", "9.0", "{side}: move any units, then end the phase.", {"side": SIDES[at.side].title()})


def ask_reaction(s: CherenState, at: Reaction) -> Decision:
    limit = s.tracks[REACTION_LIMIT]
    values = {"side": SIDES[at.side].title(), "limit": limit, "used": spent_stacking(s, at.side)}
    prompt = "{side}: react with up to {limit} units (stacking value {limit} in all; {used} used), then end the phase."
    return Decision(at.side, "reaction", "10.0", prompt, values)


def ask_exploitation(s: CherenState, at: Exploitation) -> Decision:
    values = {"side": SIDES[at.side].title()}
    return Decision(at.side, "exploitation", "13.0", "{side}: exploit with cavalry, tanks and motorized infantry, then end the phase.", values)


def ask_roadblock(s: CherenState, at: AskRoadblock) -> Decision:
    """At the start of Allied movement the Italian player may block a road. Always asked, so that asking tells nothing."""
    return Decision(ITALIAN, "roadblock", "5.1", "Italian: play a Roadblock on a road or track hex, or pass.")


def roadblocks(s: CherenState, at: AskRoadblock, chit: int) -> list[PlayOnHex]:
    return [PlayOnHex(chit, place) for place in range(s.world.hexes) if s.world.ways[place] and not s.held[ALLIED][place]]


def refuse_roadblock(s: CherenState, at: AskRoadblock, a: PlayOnHex) -> Refusal | None:
    found = refuse_chit(s, ITALIAN, a.chit, "roadblock")
    values = {"hex": s.world.names.places[a.hex]}
    if found is None and (a.hex >= s.world.hexes or not s.world.ways[a.hex]):
        return Refusal("5.1", "A roadblock goes on a road or track; there is none in {hex}.", values)
    if found is None and s.held[ALLIED][a.hex]:
        return Refusal("5.1", "There are Allied units in {hex}.", values)
    return found


def block_road(s: CherenState, at: AskRoadblock, a: PlayOnHex) -> None:
    pop(s)
    s.do(Tracked("5.1", ROADBLOCK, 0, a.hex + 1))
    s.do(Said("5.1", "roadblock", (s.world.names.places[a.hex],)))
    play_chit(s, a.chit)


MOVEMENT_STEPS = (
    AskStep(Movement, ask_movement, *march_takes(Marching("9.0", no_hindrance, unbarred, ("infiltrate", "forced-march", "sappers")))),
    AskStep(Reaction, ask_reaction, *march_takes(Marching("10.0", hindrance_to_react, reactors, ("reinforced-reaction",)))),
    AskStep(Exploitation, ask_exploitation, *march_takes(Marching("13.0", hindrance_to_exploit, exploiters, ("exploit",)))),
    AskStep(
        AskRoadblock, ask_roadblock,
        Takes(Pass, leave),
        Takes(PlayOnHex, block_road, refuse_roadblock, heads=lambda s, at: playable(s, ITALIAN, "roadblock"), tails=roadblocks),
    ),
)  # fmt: skip
