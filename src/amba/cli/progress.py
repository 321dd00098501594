"""A progress bar in plain characters; without a terminal, a line now and then."""

from __future__ import annotations

import sys
import time

WIDTH = 28
EIGHTHS = " ▏▎▍▌▋▊▉"
EVERY = 10.0
"""Seconds between lines where there is no terminal."""


class Progress:
    """How far a long piece of work is, on standard error."""

    def __init__(self, total: int, done: int = 0, what: str = "games") -> None:
        self.total = total
        self.first = self.done = done
        self.what = what
        self.began = self.told = time.perf_counter()
        self.draws = sys.stderr.isatty()
        if self.draws:
            print(f"{self.bar()} {done}/{total} {what}", end="", file=sys.stderr, flush=True)

    def add(self, note: str = "") -> None:
        self.done += 1
        now = time.perf_counter()
        if self.draws:
            print(f"\r\033[K{self.line(note)}", end="", file=sys.stderr, flush=True)
        elif now - self.told >= EVERY or self.done == self.total:
            self.told = now
            print(self.line(note), file=sys.stderr, flush=True)

    def line(self, note: str) -> str:
        spent = time.perf_counter() - self.began
        rate = (self.done - self.first) / max(spent, 1e-9)
        left = (self.total - self.done) / max(rate, 1e-9)
        bar = f"{self.bar()} " if self.draws else ""
        parts = [f"{self.done}/{self.total} {self.what}", f"{rate:.2f}/s" if rate >= 0.1 else f"{60 * rate:.1f}/min", f"{clock(left)} to go", note]
        return bar + ", ".join(part for part in parts if part)

    def bar(self) -> str:
        eighths = int(8 * WIDTH * self.done / max(self.total, 1))
        full, part = divmod(eighths, 8)
        return ("█" * full + (EIGHTHS[part] if part else "")).ljust(WIDTH, "·")[:WIDTH]

    def close(self) -> None:
        if self.draws:
            print(file=sys.stderr)


def clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"
