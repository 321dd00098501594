"""Law 7: what a preview shows is what comes of it: odds, chances in its lines, columns, strengths, modifiers, costs, and what they leave."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import sqrt
from random import Random
from typing import Any, NamedTuple

from amba.core.decision import CHANCE, LineChance, Preview
from amba.core.event import Event
from amba.core.game import Game
from amba.core.odds import NO, YES, dice_text, every_way
from amba.core.order import Order
from amba.core.state import State


def said(game: Game, order: Order) -> str:
    return " ".join(game.spell(order))


CHANCES = re.compile(r"under 1 ?%|\d+(?:\.\d+)? ?%|\b\d+ of (?:6|36|216) cases|^\d+/(?:[6-9]|\d{2,})$")
"""How chances are written in lines. A fraction stands alone: in words it may be a unit's name, and of halves to fifths a strength."""


def unproved(preview: Preview) -> Iterator[str]:
    """What a preview shows without saying how the rules tell it."""
    shown = [text for text, _ in preview.shown]
    if preview.odds and len({chance.label for chance in preview.odds}) != len(preview.odds):
        yield "names a result twice"
    if preview.odds and preview.told is None:
        yield "shows odds and does not say how a result is told"
    if preview.odds and preview.column and preview.column not in shown:
        yield f"shows the column {preview.column} and does not say how the rules tell it"
    if preview.cost and preview.cost not in shown:
        yield f"shows the cost {preview.cost!r} and does not say how the rules take it"
    declared = Counter(found for line in preview.chances for found in CHANCES.findall(line.text))
    written = Counter(found for text in words_of(preview) for found in CHANCES.findall(text))
    for text in written - declared:
        yield f"shows the chance {text!r} in a line and does not say how the rules tell it"
    for line in preview.chances:
        if not any(line.text in text for text in words_of(preview)):
            yield f"declares the chance {line.text!r} and does not show it"


def words_of(preview: Preview) -> Iterator[str]:
    """Everything a preview says outside of its odds."""
    for label, value, _ in preview.items:
        yield label
        yield value
    yield from (*preview.warnings, preview.cost, preview.more)


def given(game: Game, s: State, orders: Any, action: Order) -> tuple[Any, ...]:
    """The orders of which a preview speaks; none, if it cannot be said."""
    return tuple(orders(game, s)) if callable(orders) else tuple(orders) or (action,)


def odds_hold(game: Game, s: State, preview: Preview, action: Order) -> list[str]:
    """Where the distribution is not the one that falls."""
    shown, name = {chance.label: chance.chance for chance in preview.odds}, said(game, action)
    falls = let_fall(game, s, preview)
    found = [f"the preview of {name}: {text}" for text in (*left_out(game, s, preview), *falls.lies)]
    if falls.counts:
        return found + [f"the odds of {name}: {text}" for text in far_from(shown, falls.counts)]
    if shown != falls.chances:
        found.append(f"the odds of {name} are shown as {fractions(shown)} and are {fractions(falls.chances)}")
    for chance in preview.odds:
        fell = falls.rolls.get(chance.label, set())
        if chance.dice and set(chance.dice.split(", ")) != fell:
            found.append(f"{chance.label} of {name} is shown with the dice {chance.dice} and comes with {', '.join(sorted(fell))}")
    return found


def told_at_once(game: Game, s: State, preview: Preview) -> dict[str, None]:
    """Of an order without odds: where something else is shown than the rules tell once it is given."""
    falls = Falls({}, Counter(), {}, {})
    for state, events, _ in every_way(game, s, preview.orders):
        later = untold(preview.shown, state, events, falls)
        while later and is_chance(game, state):
            events += game.apply(state, game.outcomes(state)[0][0])
            later = untold(later, state, events, falls)
        never_told(later, state, events, falls)
    return falls.lies


POINTS = r"(\d+/\d+|\d+ \d+/\d+|\d+½?|½)"
LEFT = re.compile(rf"(?:^|[^\w½/]){POINTS}(?: [a-z]+)? left\b")
"""How a note says what is left: "3 left", "2½ points left", "5 1/2 left"."""
COST = re.compile(f"{POINTS} of {POINTS}")
"""How a preview writes what is paid, and of how much."""


def left_holds(preview: Preview | None, note: str) -> list[str]:
    """Where the words beside an order say that something else is left than its preview: what there is, less the cost; of a way that costs more, nothing."""
    said_left = LEFT.search(note)
    if said_left is None:
        return []
    cost = COST.fullmatch(preview.cost) if preview is not None else None
    if cost is None:
        return [f"is {note!r}, and its preview shows no cost of so much"]
    paid, have = map(in_points, cost.groups())
    rest = max(Fraction(0), have - paid)
    return [] if in_points(said_left[1]) == rest else [f"is {note!r}, and its preview shows {cost[0]}, which leaves {rest}"]


def in_points(text: str) -> Fraction:
    """Points as they are written, read: '2½', '5 1/2'."""
    return sum(map(Fraction, text.replace("½", " 1/2").split()), Fraction(0))


def left_out(game: Game, s: State, preview: Preview) -> list[str]:
    """Who could still join a fight that is shown with all who can."""
    if preview.joins is None:
        return []
    ready = s.copy()
    for order in preview.orders[:-1]:
        game.apply(ready, order)
    return [f"{said(game, order)} is left out" for order in game.legal(ready) if isinstance(order, preview.joins)]


LEAVES = 20_000
"""So many ends of rolls are counted one by one; where there are more, some are rolled."""
SAMPLES = 4_000
LINE_SAMPLES = 1_500
"""So many rolls for the chances in lines: whole fights are fought out for them."""
SIGMAS = 6.0
"""How far a count of rolls may lie from what is shown: beyond it, once in a thousand million."""


class Falls(NamedTuple):
    """What came of a preview's orders."""

    chances: dict[str, Fraction]
    """Every result with its chance."""
    counts: Counter[str]
    """The results of many rolls, where there are too many to let every die fall."""
    rolls: dict[str, set[str]]
    """The dice of the first roll that lead to a result."""
    lies: dict[str, None]
    """Where something else is shown than the rules told."""


def let_fall(game: Game, s: State, preview: Preview) -> Falls:
    """Give the preview's orders and let every die fall, or where they are too many, roll some."""
    falls = Falls({}, Counter(), {}, {})
    ways = every_way(game, s, preview.orders)
    later: Shown = ()
    for state, events, _ in ways:
        later = untold(preview.shown, state, events, falls)
    waiting: list[tuple[State, list[Event], Fraction, str]] = [(*way, "") for way in ways]
    ends = 0
    while waiting and ends < LEAVES:
        state, happened, chance, first = waiting.pop()
        label = preview.told(state, happened)
        if label:
            falls.chances[label] = falls.chances.get(label, Fraction(0)) + chance
            falls.rolls.setdefault(label, set()).add(first)
            never_told(later, state, happened, falls)
            ends += 1
            continue
        outcomes = game.outcomes(state)
        total = sum(weight for _, weight in outcomes)
        for outcome, weight in outcomes:
            after = state.copy()
            waiting.append((after, [*happened, *game.apply(after, outcome)], chance * Fraction(weight, total), first or dice_text(outcome)))
    if not waiting:
        return falls
    rng = Random(0)
    for _ in range(SAMPLES):
        way = rng.choices(ways, [float(way.chance) for way in ways])[0]
        state, happened = way.state.copy(), list(way.events)
        while not (label := preview.told(state, happened)):
            outcomes = game.outcomes(state)
            happened += game.apply(state, rng.choices([one for one, _ in outcomes], [weight for _, weight in outcomes])[0])
        falls.counts[label] += 1
        never_told(later, state, happened, falls)
    return falls


Shown = Sequence[tuple[str, Any]]


def untold(shown: Shown, state: State, happened: Sequence[Event], falls: Falls) -> Shown:
    """What the rules have not told yet of what is shown. What they have told is compared."""
    left = []
    for text, told in shown:
        truth = told(state, happened)
        if not truth:
            left.append((text, told))
        elif truth != text:
            falls.lies[f"{text!r} is shown, and the rules tell {truth!r}"] = None
    return left


def never_told(shown: Shown, state: State, happened: Sequence[Event], falls: Falls) -> None:
    """At the end everything that is shown has been told."""
    for text, _ in untold(shown, state, happened, falls):
        falls.lies[f"{text!r} is shown, and the rules never tell it"] = None


def far_from(shown: Mapping[str, Fraction], fallen: Counter[str]) -> list[str]:
    """Which counts of many rolls are too far from what is shown."""
    found = []
    for label in shown.keys() | fallen.keys():
        chance = float(shown.get(label, 0))
        spread = max(sqrt(SAMPLES * chance * (1 - chance)), 0.5)
        if abs(fallen[label] - SAMPLES * chance) > SIGMAS * spread:
            found.append(f"{label!r} is shown as {chance:.4f} and came {fallen[label]} times in {SAMPLES}")
    return found


def fractions(found: Mapping[str, Fraction]) -> str:
    return ", ".join(f"{label} {chance}" for label, chance in sorted(found.items()))


def lines_hold(game: Game, s: State, preview: Preview, action: Order) -> list[str]:
    """Where a chance in a line is not the one that falls: given that it comes to the roll at all."""
    found: list[str] = []
    by_orders: dict[tuple[Any, ...], list[LineChance]] = {}
    for line in preview.chances:
        by_orders.setdefault(given(game, s, line.orders or preview.orders, action), []).append(line)
    for orders, lines in by_orders.items():
        if orders:
            answers, is_counted = follow_lines(game, s, orders, lines)
            found += [text for line, answer in zip(lines, answers, strict=True) for text in line_lies(line, answer, is_counted)]
    return found


Answer = dict[str, Fraction]


def follow_lines(game: Game, s: State, orders: Sequence[Any], lines: Sequence[LineChance]) -> tuple[list[Answer], bool]:
    """What the rules answer to each line, with the chance of each answer; and whether every die fell (else some were rolled)."""
    ways = every_way(game, s, orders)
    answers: list[Answer] = [{} for _ in lines]
    waiting, ends = [(state, events, chance) for state, events, chance in ways], 0
    while waiting and ends < LEAVES // 10:
        state, happened, chance = waiting.pop()
        said_of = [line.told(state, happened) for line in lines]
        if all(said_of) or not is_chance(game, state):
            tally(answers, lines, said_of, chance)
            ends += 1
            continue
        outcomes = game.outcomes(state)
        total = sum(weight for _, weight in outcomes)
        for outcome, weight in outcomes:
            after = state.copy()
            waiting.append((after, [*happened, *game.apply(after, outcome)], chance * Fraction(weight, total)))
    if not waiting:
        return answers, True
    rng, rolled = Random(0), [Answer() for _ in lines]
    for _ in range(LINE_SAMPLES):
        way = rng.choices(ways, [float(way.chance) for way in ways])[0]
        state, happened = way.state.copy(), list(way.events)
        while not all(line.told(state, happened) for line in lines) and is_chance(game, state):
            outcomes = game.outcomes(state)
            happened += game.apply(state, rng.choices([one for one, _ in outcomes], [weight for _, weight in outcomes])[0])
        tally(rolled, lines, [line.told(state, happened) for line in lines], Fraction(1))
    return rolled, False


def is_chance(game: Game, s: State) -> bool:
    decision = game.decision(s)
    return decision is not None and decision.who == CHANCE


def tally(answers: Sequence[Answer], lines: Sequence[LineChance], said_of: Sequence[str], chance: Fraction) -> None:
    for answer, line, word in zip(answers, lines, said_of, strict=True):
        word = word or line.otherwise
        answer[word] = answer.get(word, Fraction(0)) + chance


def line_lies(line: LineChance, answer: Answer, is_counted: bool) -> Iterator[str]:
    """Whether the chance is another than the line says, beyond what it rounds away, or the luck of so many rolls explains."""
    yes, no = answer.get(YES, Fraction(0)), answer.get(NO, Fraction(0))
    if not yes + no:
        yield f"the rules never tell whether {line.text!r} comes"
        return
    truth, (value, rounded) = yes / (yes + no), written_chance(line.text)
    spread = 0.0 if is_counted else SIGMAS * max(sqrt(float(truth * (1 - truth) / (yes + no))), 0.5 / float(yes + no))
    if abs(truth - value) > rounded + spread + 1e-9:
        yield f"{line.text!r} is shown, and it is {float(100 * truth):.2f} %"


def written_chance(text: str) -> tuple[Fraction, Fraction]:
    """A chance as it is written, and how much may be rounded away."""
    word = next(iter(CHANCES.findall(text)), text)
    if word.startswith("under"):
        return Fraction(1, 400), Fraction(1, 400)
    if word.endswith("%"):
        digits = word.rstrip(" %")
        return Fraction(digits) / 100, Fraction(1, 200 * 10 ** len(digits.partition(".")[2]))
    count, of = re.findall(r"\d+", word)
    return Fraction(int(count), int(of)), Fraction(0)
