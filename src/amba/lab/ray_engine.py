"""The same run on a Ray cluster. Needs the extra `ray`; the other machines need Amba (with the same data files) installed."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator, Sequence
from typing import Any

import ray

from amba.lab.record import FightRecord, Loss, Record
from amba.lab.run import AHEAD, code_hash, in_order, play_game
from amba.lab.store import RunError, Spec

STORE = 100 * 1024 * 1024
"""Bytes for what travels between processes: records are small."""


class RayEngine:
    """Plays on the cluster at an address: `auto` finds one that runs here, `local` starts one for this run."""

    def __init__(self, address: str) -> None:
        self.address = address

    def __call__(self, spec: Spec, wanted: Sequence[int], jobs: int) -> Iterator[Record]:
        started = not ray.is_initialized()
        if started:
            self.connect(jobs)
        try:
            remote: Any = ray.remote(_play)
            cores = max(1, int(ray.cluster_resources().get("CPU", 1)))
            yield from in_order(
                wanted, min(jobs, cores) * AHEAD, lambda index: remote.remote(spec._asdict(), index, code_hash(spec.game, spec.data)), _finish
            )
        finally:
            if started:
                ray.shutdown()

    def connect(self, jobs: int) -> None:
        if self.address == "local":
            os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # a run on one's own machine is nobody else's business
            ray.init(num_cpus=jobs, include_dashboard=False, log_to_driver=False, logging_level="ERROR", object_store_memory=STORE)
            return
        try:
            ray.init(address=self.address, log_to_driver=False, logging_level="ERROR")
        except (ConnectionError, ValueError) as error:
            raise RunError(f"no Ray cluster at {self.address!r} that lets us in: {' '.join(str(error).split())}") from None


def _play(spec: dict[str, Any], index: int, code: str) -> dict[str, Any]:
    """A task. A machine with another Amba than ours would play other games: it must not."""
    if code_hash(spec["game"], spec["data"]) != code:
        raise RunError(f"{platform.node()} has another version of Amba than the machine that asks")
    return play_game(Spec(**spec), index)._asdict()


def _finish(reference: Any) -> Record:
    try:
        found = ray.get(reference)
    except ray.exceptions.RayTaskError as error:
        # Ray wraps what happened over there in its own words and a long trace; a refusal is a sentence.
        raise error.cause if isinstance(error.cause, RunError) else error from None
    found["losses"] = [Loss(*loss) for loss in found["losses"]]
    found["fights"] = [FightRecord(*fight) for fight in found["fights"]]
    return Record(**found)
