"""What the next fights promise, stack by stack: for the evaluation of positions. The rules of chapter 10 and Gordon's first two, quickly."""

from __future__ import annotations

from collections.abc import Mapping

from amba.games.ethiopia.bot.estimates import mean_results
from amba.games.ethiopia.rules.r10_combat import LEADER_RANGE
from amba.games.ethiopia.rules.sequence import PHASES
from amba.games.ethiopia.state import EthiopiaState
from amba.games.ethiopia.world import ETHIOPIAN, GARRISON, ITALIAN, OBLIGED, OUT, PHASE, SIDES, Unit, World

ARTILLERY, ARMOUR, CAVALRY, GUARD, MOUNTAIN, COMMAND, LEG, MOBILE, STARVING = (1 << bit for bit in range(9))
"""What stands in a stack, a bit to each."""
MODIFIERS = 5
"""So many letters of G1 at most, on balance."""
COMBAT = tuple(PHASES[f"{side}.combat"] for side in SIDES)
ETHIOPIAN_TURN = PHASES["ethiopian.reinforcements"]
PRIZE = 0.3
"""What a fight gains in worth for each point of the place fought for."""
HOPE = 0.3
"""What a fight that is not certain to come is counted at."""


class Stack:
    """Units of one side in a hex, added up."""

    __slots__ = ("arms", "attack", "defence", "guns", "obliged")

    def __init__(self) -> None:
        self.attack = self.defence = self.guns = self.arms = 0
        self.obliged = False


Stacks = Mapping[int, Stack]


def arms_of(card: Unit) -> int:
    """The arms of one unit, as G1 knows them."""
    kinds = {"artillery": ARTILLERY, "armoured_car": ARMOUR | MOBILE, "cavalry": CAVALRY | MOBILE, "motorized": MOBILE, "mountain": MOUNTAIN | LEG}
    found = kinds.get(card.kind, LEG if card.is_leg else COMMAND if card.is_command else 0)
    return found | (GUARD if "guard" in card.traits else 0)


class NextFights:
    """The combat table on average and what every hex means for it, worked out once."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.arms = [arms_of(card) for card in world.units]
        self.ground = [world.shift[terrain] + city for terrain, city in zip(world.map.terrain, world.is_city, strict=True)]
        self.counting = [self.letters_in(h) for h in range(world.hexes)]
        results = mean_results(world)
        self.results = [results[by] for by in range(-MODIFIERS, MODIFIERS + 1)]

    def letters_in(self, place: int) -> int:
        """Which arms count in a fight for this hex (G1); LEG stands for the combined arms of G1.g."""
        world, terrain = self.world, self.world.map.terrain[place]
        clear = terrain in {"clear", "desert"}
        found = ARTILLERY | COMMAND
        found |= ARMOUR if clear or world.is_city[place] or world.roads[place] else 0
        found |= CAVALRY if clear or terrain == "mountain" else 0
        found |= 0 if clear else GUARD
        found |= MOUNTAIN if terrain in {"mountain", "amba", "massif"} else 0
        return found | (0 if terrain in {"massif", "marsh"} else LEG)

    def stacks(self, s: EthiopiaState, side: int) -> dict[int, Stack]:
        """The side's combat units by hex; commanders lend their arm to the hex they are in."""
        at, face, marks, units, arms = s.at, s.face, s.marks, s.world.units, self.arms
        found: dict[int, Stack] = {}
        for unit in s.army(side):
            place = at[unit]
            stack = found.get(place)
            if stack is None:
                stack = found[place] = Stack()
            strength = face[unit]
            stack.attack += strength
            stack.defence += min(units[unit].defence, strength)
            stack.arms |= arms[unit]
            if arms[unit] & ARTILLERY:
                stack.guns += strength
            if marks[unit]:
                stack.arms |= STARVING if marks[unit] >> OUT & 1 else 0
                stack.obliged = stack.obliged or bool(marks[unit] >> OBLIGED & 1)
        for unit in s.world.commanders[side]:
            if at[unit] in found:
                found[at[unit]].arms |= COMMAND
        return found

    def planes(self, s: EthiopiaState) -> dict[int, tuple[int, int]]:
        """hex -> bombers, at most two, and whether a fighter is with them."""
        found: dict[int, tuple[int, int]] = {}
        for unit in s.world.air_units:
            place = s.at[unit]
            if place < s.world.hexes:
                bombers, fighters = found.get(place, (0, 0))
                found[place] = (min(2, bombers + 1), fighters) if s.world.units[unit].kind == "bomber" else (bombers, 1)
        return found

    def to_come(self, s: EthiopiaState, side: int, stacks: Mapping[int, Stacks]) -> tuple[float, float]:
        """What this side's next fights promise, and what the enemy's do. Whoever fights next does so from where he stands; the other may move first."""
        phase = s.tracks[PHASE]
        first = ITALIAN if phase <= COMBAT[ITALIAN] else ETHIOPIAN if ETHIOPIAN_TURN <= phase <= COMBAT[ETHIOPIAN] else -1
        planes = self.planes(s)
        mine = self.prospects(s, side, stacks, planes) * (1.0 if first == side else HOPE)
        theirs = self.prospects(s, 1 - side, stacks, planes) if first == 1 - side else self.menace(s, 1 - side, stacks)
        return mine, -theirs

    def worth(
        self, s: EthiopiaState, side: int, place: int, foe: Stack | None, attack: float, arms: int, planes: Mapping[int, tuple[int, int]]
    ) -> float:
        """A fight for this hex with so much strength and these arms."""
        trench = s.trench(place, 1 - side)
        defence = (foe.defence if foe else 0) + (1 if trench >= 0 and s.marks[trench] >> GARRISON & 1 else 0) or 1
        theirs = foe.arms if foe else 0
        bombers, fighters = planes.get(place, (0, 0)) if planes else (0, 0)
        to_italians = 1 if side == ITALIAN else -1
        shift = to_italians * bombers - self.ground[place] - (trench >= 0) - (2 if arms & STARVING else 0)
        by = 0
        if s.options["gordon1"] == "on":
            counting = self.counting[place]
            ours = arms & counting & ~LEG
            if theirs & (ARTILLERY | MOBILE):
                ours &= ~CAVALRY  # G1.c: against nothing but infantry
            together = 1 if counting & LEG and arms & LEG and arms & MOBILE else 0
            by = (theirs & counting & ~(LEG | CAVALRY)).bit_count() - ours.bit_count() - together
            by -= to_italians if bombers and fighters else 0
        ratio = min(int(attack // defence), 6) + 1 if attack >= defence else 1 if 2 * attack >= defence else 0
        row = self.results[max(-MODIFIERS, min(MODIFIERS, by)) + MODIFIERS]
        value = row[max(0, min(len(row) - 1, ratio + shift))]
        men = value * min(1.5, 0.4 + min(attack, defence) / 10)
        return men + PRIZE * s.world.victory[s.scenario].get(place, 0) * value if value > 0 else men

    def prospects(self, s: EthiopiaState, side: int, stacks: Mapping[int, Stacks], planes: Mapping[int, tuple[int, int]]) -> float:
        """The worth of the attacks there are, the best first, nobody used twice. Who is obliged to attack does so at any odds."""
        held, around, ours, theirs = s.held[1 - side], s.world.around, stacks[side], stacks[1 - side]
        beside: dict[int, list[int]] = {}
        led = self.led(s) if side == ETHIOPIAN else None
        for place in ours:
            if led is None or place in led:
                for near in around[place]:
                    if held[near]:
                        beside.setdefault(near, []).append(place)
        guns = [place for place, stack in ours.items() if stack.guns] if beside and s.options["gordon2"] == "on" else []
        used: set[int] = set()

        def promise(target: int) -> tuple[float, list[int]]:
            """With whoever has not fought elsewhere: those beside the target, and guns two hexes away."""
            places = [place for place in beside[target] if place not in used]
            if not places:
                return 0.0, []
            attack, arms = 0, 0
            for place in places:
                attack += ours[place].attack
                arms |= ours[place].arms
            for place in guns:
                if place not in used and place not in places and target in s.world.near(place, 2):
                    attack += ours[place].guns
                    arms |= ARTILLERY
                    places.append(place)
            return self.worth(s, side, target, theirs.get(target), attack, arms, planes), places

        total = 0.0
        for _, target in sorted(((promise(target)[0], target) for target in beside), reverse=True):
            value, places = promise(target)
            if value > 0:
                total += value
                used.update(places)
            elif any(ours[place].obliged for place in places):
                total += 0.5 * value
                used.update(places)
        return total

    def led(self, s: EthiopiaState) -> set[int]:
        """Hexes from which levies may attack: near a leader (10.12). Which army follows whom is left to the rules."""
        found: set[int] = set()
        for unit in s.world.commanders[ETHIOPIAN]:
            if s.at[unit] < s.world.hexes:
                found |= s.world.near(s.at[unit], LEADER_RANGE)
        return found

    def menace(self, s: EthiopiaState, side: int, stacks: Mapping[int, Stacks]) -> float:
        """What this side could attack with all it has nearby, counted by half where it has to move first."""
        world, ours = s.world, stacks[side]
        total = 0.0
        places = ours.keys()
        for place, foe in stacks[1 - side].items():
            close = world.near(place, 2) & places
            if close:
                around = world.around[place]
                attack, arms = 0.0, 0
                for h in close:
                    attack += ours[h].attack if h in around else 0.5 * ours[h].attack
                    arms |= ours[h].arms
                total += max(0.0, self.worth(s, side, place, foe, attack, arms & ~STARVING, {}))
        return total
