"""Every legal action, computed only as far as it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, TypeVar, overload

from amba.core.decision import Action
from amba.core.order import Head

A = TypeVar("A")


class Variants(Sequence[A]):
    """Orders that differ in one argument, each made when it is asked for: whoever picks one of a hundred pays for one."""

    __slots__ = ("_make", "_values")

    def __init__(self, make: Callable[[Any], A], values: Sequence[Any]) -> None:
        self._make = make
        self._values = values

    def __len__(self) -> int:
        return len(self._values)

    def __iter__(self) -> Iterator[A]:
        return map(self._make, self._values)

    @overload
    def __getitem__(self, index: int) -> A: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[A]: ...
    def __getitem__(self, index: int | slice) -> A | Sequence[A]:
        return self._make(self._values[index]) if isinstance(index, int) else Variants(self._make, self._values[index])


class Menu:
    """Plain actions, and heads whose completions are worked out on demand.

    A head (`amba.core.order.Head`) is the beginning of actions: it stands for every move of one unit. `in`, `bool`, iteration and `pick` each pay only
    for what they need.
    """

    __slots__ = ("_tails", "heads", "plain")

    def __init__(
        self,
        plain: Sequence[Action] = (),
        heads: Sequence[Action] = (),
        tails: Callable[[Action], Sequence[Action]] | None = None,
    ) -> None:
        self.plain = plain
        self.heads = heads
        self._tails = tails

    def tails(self, head: Action) -> Sequence[Action]:
        """Every legal action that begins with this head; empty when the head is not in the menu."""
        if self._tails is None or head not in self.heads:
            return ()
        return self._tails(head)

    def __iter__(self) -> Iterator[Action]:
        yield from self.plain
        for head in self.heads:
            yield from self.tails(head)

    def __contains__(self, action: object) -> bool:
        if action in self.plain:
            return True
        if not isinstance(action, tuple):
            return False
        if hasattr(action, "_fields"):
            return bool(action[:-1]) and action in self.tails(Head(type(action), action[:1]))
        return any(action in self.tails(action[:size]) for size in range(1, len(action)))

    def __bool__(self) -> bool:
        return bool(self.plain) or any(self.tails(head) for head in self.heads)

    def pick(self, rng: Random) -> Action:
        """A random legal action: first a plain action or a head, then one of its completions."""
        plain, heads = self.plain, self.heads
        count = len(plain)
        total = count + len(heads)
        if not heads:
            return plain[int(rng.random() * count)]
        assert self._tails is not None
        for _ in range(4 * total):
            index = int(rng.random() * total)
            if index < count:
                return plain[index]
            found = self._tails(heads[index - count])
            if found:
                return found[int(rng.random() * len(found))]
        every = list(self)
        return every[int(rng.random() * len(every))]
