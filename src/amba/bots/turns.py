"""A fair queue: whatever comes free goes to the next owner in turn, however many one of them has waiting."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Iterable
from typing import Generic, TypeVar

T = TypeVar("T")


class Turns(Generic[T]):
    """Things to borrow. Owners are served one after the other; each owner's wishes in the order they came."""

    def __init__(self, things: Iterable[T]) -> None:
        self.free: deque[T] = deque(things)
        self.queues: OrderedDict[str, deque[asyncio.Future[T]]] = OrderedDict()

    async def get(self, owner: str) -> T:
        if self.free and not self.queues:
            return self.free.popleft()
        wish: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self.queues.setdefault(owner, deque()).append(wish)
        try:
            return await wish
        except asyncio.CancelledError:
            if wish.done() and not wish.cancelled():
                self.put(wish.result())
            raise

    def put(self, thing: T) -> None:
        """Back again: the next in turn gets it."""
        while self.queues:
            owner, wishes = self.queues.popitem(last=False)
            waiting = deque(wish for wish in wishes if not wish.done())
            if not waiting:
                continue
            waiting.popleft().set_result(thing)
            if waiting:
                self.queues[owner] = waiting
            return
        self.free.append(thing)
