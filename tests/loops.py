"""Coroutines and waiting in tests."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")
PATIENCE = 180.0
"""Seconds to wait for an answer that must come, however busy the machine is. Only a test that fails waits so long."""


def complete(work: Coroutine[Any, Any, T]) -> T:
    """What a coroutine gives, run in a thread of its own: a browser test of the same process may have left a loop running in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()
