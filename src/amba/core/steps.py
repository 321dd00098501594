"""The sequence of play: each frame on the stack has a step that knows what may happen there.

A frame is a named tuple whose last field is its name, with the name as default: ``Combat(side)``. There are three kinds of step: one that runs by itself,
one that asks a side, and one in which chance decides. A step that asks a side declares the orders it takes: who refuses them and what they do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

from amba.core.decision import Decision, Refusal, unknown_action
from amba.core.event import Changed, Event, Popped, Pushed
from amba.core.menu import Menu, Variants
from amba.core.order import Argument, Head, Order, Roll, Speller, Words, shape_of
from amba.core.state import State

S = TypeVar("S", bound=State)
F = TypeVar("F")
A = TypeVar("A", bound=Order)


class Frame(Protocol):
    """Any named tuple whose last field is `name`."""

    @property
    def name(self) -> str: ...


Weighted = Sequence[tuple[Order, int]]
"""What chance may bring, each with its weight."""


def push(s: State, frame: Frame) -> None:
    s.do(Pushed(frame))


def pop(s: State) -> None:
    s.do(Popped())


def change(s: State, frame: Frame) -> None:
    """Give the topmost frame new data."""
    s.do(Changed(frame))


def leave(s: Any, at: Any, order: Any) -> None:
    """What many orders do, such as the one that ends a phase: the topmost frame is done with."""
    pop(s)


def top(s: State, kind: type[F]) -> F:
    """The frame on top of the stack, which is of this kind."""
    frame = s.frames[-1]
    assert isinstance(frame, kind)
    return frame


class Takes(Generic[S, F, A]):
    """An order that a step takes.

    `refuse` is its judge: why not; without one the order is always allowed. The menu lists `candidates` that the judge lets pass. Where that is too slow,
    `choices` lists the legal ones itself, or `heads` lists the first arguments and `tails` the orders that go on with one: a law compares them with the judge.
    An order without arguments needs none of them.
    """

    __slots__ = ("candidates", "choices", "do", "heads", "order", "refuse", "single", "tails")

    def __init__(
        self,
        order: type[A],
        do: Callable[[S, F, A], None],
        refuse: Callable[[S, F, A], Refusal | None] | None = None,
        *,
        candidates: Callable[[S, F], Iterable[A]] | None = None,
        choices: Callable[[S, F], Sequence[A]] | None = None,
        heads: Callable[[S, F], Sequence[Any]] | None = None,
        tails: Callable[[S, F, Any], Sequence[A]] | None = None,
    ) -> None:
        if (heads is None) != (tails is None):
            raise TypeError(f"{order.__name__}: heads and tails go together")
        if shape_of(order).least and candidates is None and choices is None and heads is None:
            raise TypeError(f"{order.__name__} has arguments: say which are worth asking (candidates) or legal (choices, or heads and tails)")
        self.order = order
        self.do = do
        self.refuse = refuse
        self.candidates = candidates
        self.choices = choices
        self.heads = heads
        self.tails = tails
        is_single = candidates is None and choices is None and heads is None
        self.single: tuple[A, ...] = (order(),) if is_single else ()
        """The order, where it has no arguments."""

    def begin(self, first: Any) -> Head:
        """The head of the orders that begin with this argument."""
        return Head(self.order, (first,))

    def listed(self, s: S, at: F) -> Sequence[A]:
        """The legal orders of this kind that are not listed by heads."""
        refuse = self.refuse
        if self.single:
            return self.single if refuse is None or refuse(s, at, self.single[0]) is None else ()
        if self.choices is not None:
            return self.choices(s, at)
        if self.candidates is None:
            return ()
        return [order for order in self.candidates(s, at) if refuse is None or refuse(s, at, order) is None]


class Step(Generic[S]):
    """What may happen while a frame of one kind is on top of the stack."""

    is_automatic = False

    def __init__(self, frame: type[Any]) -> None:
        self.frame = frame

    def run(self, s: S, at: Any) -> None:
        raise NotImplementedError(f"{self.frame.__name__} does not run by itself")

    def decision(self, s: S, at: Any) -> Decision:
        raise NotImplementedError(f"{self.frame.__name__} asks nobody")

    def menu(self, s: S, at: Any) -> Menu:
        return Menu()

    def read(self, s: S, at: Any, words: Words, speller: Speller) -> Order | Refusal:
        raise NotImplementedError(f"{self.frame.__name__} asks nobody")

    def refuse(self, s: S, at: Any, order: Order) -> Refusal | None:
        raise NotImplementedError(f"{self.frame.__name__} asks nobody")

    def outcomes(self, s: S, at: Any) -> Weighted:
        return ()

    def dice(self, s: S, at: Any) -> int:
        """How many dice fall together here; 0 where the outcomes list every roll."""
        return 0

    def thrown(self, s: S, at: Any, faces: tuple[int, ...]) -> Order:
        """The outcome that the faces of such dice make."""
        raise NotImplementedError(f"{self.frame.__name__} throws no pool of dice")

    def apply(self, s: S, at: Any, order: Order) -> None:
        raise NotImplementedError(f"{self.frame.__name__} takes no order")

    @property
    def orders(self) -> Sequence[type[Any]]:
        """The kinds of order it takes."""
        return ()


class AutoStep(Step[S], Generic[S, F]):
    """Runs by itself: it must take its frame from the stack, change it, or push another."""

    is_automatic = True

    def __init__(self, frame: type[F], run: Callable[[S, F], None]) -> None:
        super().__init__(frame)
        self._run = run

    def run(self, s: S, at: Any) -> None:
        self._run(s, at)


class AskStep(Step[S], Generic[S, F]):
    """Asks a side, which gives one of the orders."""

    def __init__(self, frame: type[F], decision: Callable[[S, F], Decision], *takes: Takes[S, F, Any]) -> None:
        super().__init__(frame)
        self._decision = decision
        self.takes = takes
        self.always: list[Order] = [take.single[0] for take in takes if take.single and take.refuse is None]
        """What nothing ever refuses."""
        self.listing = [take for take in takes if take.choices or take.candidates or (take.single and take.refuse)]
        self.headed = [take for take in takes if take.heads is not None]
        self._by_order: dict[type[Any], Takes[S, F, Any]] = {take.order: take for take in takes}
        if len(self._by_order) != len(takes):
            raise TypeError(f"{frame.__name__} takes an order twice")

    @property
    def orders(self) -> Sequence[type[Any]]:
        return tuple(self._by_order)

    @property
    def expected(self) -> list[str]:
        """How its orders are written: those about something first."""
        return [in_capitals(order) for order in sorted(self._by_order, key=lambda order: not shape_of(order).arguments)]

    def decision(self, s: S, at: Any) -> Decision:
        return self._decision(s, at)

    def menu(self, s: S, at: Any) -> Menu:
        plain: list[Order] = self.always[:]
        for take in self.listing:
            plain += take.listed(s, at)
        if not self.headed:
            return Menu(plain)
        begun = [Variants(take.begin, firsts) for take in self.headed if take.heads is not None and (firsts := take.heads(s, at))]
        heads: Sequence[Head] = begun[0] if len(begun) == 1 else [head for some in begun for head in some]
        return Menu(plain, heads, lambda head: self.tails(s, at, head))

    def tails(self, s: S, at: Any, head: Head) -> Sequence[Order]:
        tails = self._by_order[head.order].tails
        assert tails is not None
        return tails(s, at, head.args[0])

    def read(self, s: S, at: Any, words: Words, speller: Speller) -> Order | Refusal:
        """The order these words make here, or why they make none."""
        kinds = [take.order for take in self.takes if words and shape_of(take.order).verb == words[0]]
        for kind in kinds:
            order: Order | None = speller.read(kind, words[1:])
            if order is not None:
                return order
        for kind in kinds:
            arguments = shape_of(kind).arguments
            if len(words) - 1 <= len(arguments):
                for argument, word in zip(arguments, words[1:], strict=False):
                    if speller.value(argument, word) is None and argument.kind != "word":
                        template = "'{word}' is none of {words}." if 0 < len(argument.words) < 9 else NO_SUCH[argument.kind]
                        return Refusal(self.decision(s, at).rule, template, {"word": word, "words": ", ".join(argument.words)})
        return unknown_action(words, self.expected, self.decision(s, at).rule)

    def refuse(self, s: S, at: Any, order: Order) -> Refusal | None:
        take = self._by_order.get(type(order))
        if take is None:
            return unknown_action((order.verb,), self.expected, self.decision(s, at).rule)
        return None if take.refuse is None else take.refuse(s, at, order)

    def apply(self, s: S, at: Any, order: Order) -> None:
        self._by_order[type(order)].do(s, at, order)


NO_SUCH = {
    "piece": "There is no counter '{word}'.",
    "place": "There is no place '{word}' on this map.",
    "number": "'{word}' is no number.",
    "dice": "'{word}' are no dice.",
    "text": "There is no '{word}'.",
}


def in_capitals(order: type[Any]) -> str:
    """How an order is written: ``move UNIT HEX``."""

    def word(argument: Argument) -> str:
        name = "hex" if argument.name == "to" else argument.name
        text = "|".join(argument.words) if argument.kind == "word" else name.upper().replace("_", "-")
        return text if argument.default is None else f"[{text}]"

    shape = shape_of(order)
    return " ".join([shape.verb, *map(word, shape.arguments)])


class ChanceStep(Step[S], Generic[S, F, A]):
    """Dice fall or something is drawn."""

    def __init__(
        self, frame: type[F], decision: Callable[[S, F], Decision], outcomes: Callable[[S, F], Sequence[tuple[A, int]]], do: Callable[[S, F, A], None]
    ) -> None:
        super().__init__(frame)
        self._decision = decision
        self._outcomes = outcomes
        self._do = do

    def decision(self, s: S, at: Any) -> Decision:
        return self._decision(s, at)

    def menu(self, s: S, at: Any) -> Menu:
        return Menu([order for order, _ in self._outcomes(s, at)])

    def read(self, s: S, at: Any, words: Words, speller: Speller) -> Order | Refusal:
        for order, _ in self._outcomes(s, at):
            if speller.spell(order) == words:
                return order
        return self._no_such_outcome(s, at, words)

    def refuse(self, s: S, at: Any, order: Order) -> Refusal | None:
        if any(one == order for one, _ in self._outcomes(s, at)):
            return None
        return self._no_such_outcome(s, at, (order.verb,))

    def _no_such_outcome(self, s: S, at: Any, words: Words) -> Refusal:
        verbs = sorted({order.verb for order, _ in self._outcomes(s, at)})
        return unknown_action(words, verbs, self.decision(s, at).rule)

    def outcomes(self, s: S, at: Any) -> Weighted:
        return self._outcomes(s, at)

    def apply(self, s: S, at: Any, order: Any) -> None:
        self._do(s, at, order)


def asks(
    kind: str, rule: str, prompt: str, values: Callable[[Any, Any], Mapping[str, Any]] | None = None, who: int | None = None
) -> Callable[[Any, Any], Decision]:
    """The plain question of a step: to the side its frame names, or to `who`. `values` fill the prompt."""

    def decision(s: Any, at: Any) -> Decision:
        return Decision(at.side if who is None else who, kind, rule, prompt, {} if values is None else values(s, at))

    return decision


FACES: Sequence[tuple[Roll, int]] = [(Roll((face,)), 1) for face in range(1, 7)]


def one_die(s: Any, at: Any) -> Sequence[tuple[Roll, int]]:
    """The outcomes of one die, each as likely as any other."""
    return FACES


class Play(Generic[S]):
    """Runs a game's steps: the mechanical half of a `Game`."""

    def __init__(self, steps: Iterable[Step[S]], speller: Speller, over_rule: str) -> None:
        self.steps: dict[type[Any], Step[S]] = {step.frame: step for step in steps}
        self.speller = speller
        self.over_rule = over_rule

    @property
    def frames(self) -> Mapping[str, type[Any]]:
        """The kinds of frame, by name."""
        return {frame._field_defaults["name"]: frame for frame in self.steps}

    @property
    def orders(self) -> tuple[type[Any], ...]:
        """Every kind of order that some side may be asked for."""
        return tuple(dict.fromkeys(order for step in self.steps.values() for order in step.orders))

    def decision(self, s: S) -> Decision | None:
        if not s.frames:
            return None
        at = s.frames[-1]
        return self.steps[type(at)].decision(s, at)

    def legal(self, s: S) -> Menu:
        if not s.frames:
            return Menu()
        at = s.frames[-1]
        return self.steps[type(at)].menu(s, at)

    def read(self, s: S, words: Words) -> Order | Refusal:
        """The order these words make now, or why they make none."""
        if not s.frames:
            return Refusal(self.over_rule, "The game is over.")
        at = s.frames[-1]
        return self.steps[type(at)].read(s, at, words, self.speller)

    def refuse(self, s: S, order: Order) -> Refusal | None:
        """The one judge: why this may not be done now."""
        if not s.frames:
            return Refusal(self.over_rule, "The game is over.")
        at = s.frames[-1]
        return self.steps[type(at)].refuse(s, at, order)

    def outcomes(self, s: S) -> Weighted:
        if not s.frames:
            return ()
        at = s.frames[-1]
        return self.steps[type(at)].outcomes(s, at)

    def dice(self, s: S) -> int:
        """How many dice fall together now; 0 where the outcomes list every roll, and where no dice fall."""
        return self.steps[type(s.frames[-1])].dice(s, s.frames[-1]) if s.frames else 0

    def thrown(self, s: S, faces: tuple[int, ...]) -> Order:
        """The outcome that the faces of dice that fall together make."""
        return self.steps[type(s.frames[-1])].thrown(s, s.frames[-1], faces)

    def apply(self, s: S, order: Order) -> list[Event]:
        """Carry out an order that nothing refuses; what happened comes back."""
        at = s.frames[-1]
        self.steps[type(at)].apply(s, at, order)
        return self.settle(s)

    def settle(self, s: S) -> list[Event]:
        """Run automatic steps until somebody has to choose or the game is over; hand over what happened."""
        steps, frames = self.steps, s.frames
        while frames:
            at = frames[-1]
            step = steps[type(at)]
            if not step.is_automatic:
                break
            step.run(s, at)
        events = s.pending
        s.pending = []
        return events
