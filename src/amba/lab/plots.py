"""Plots as SVG text, in the colours of the page they stand on (report.css): shares with whiskers, a fan over time, columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from amba.draw.geometry import escape
from amba.lab.stats import Estimate, quantile

WIDE = 720.0


class Bar(NamedTuple):
    """One line of a bar chart."""

    label: str
    share: Estimate
    note: str
    tone: str
    """A class of the page: s0, s1, draw, quiet."""


def svg(height: float, parts: Sequence[str], label: str, wide: float = WIDE) -> str:
    head = f'<svg class="plot" viewBox="0 0 {wide:g} {height:g}" role="img" aria-label="{escape(label)}">'
    return head + "".join(parts) + "</svg>"


def text(x: float, y: float, words: str, kind: str = "", anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" class="{kind}">{escape(words)}</text>'


def line(x0: float, y0: float, x1: float, y1: float, kind: str) -> str:
    return f'<line x1="{x0:.1f}" y1="{y0:.1f}" x2="{x1:.1f}" y2="{y1:.1f}" class="{kind}"/>'


def split_bar(parts: Sequence[tuple[str, int, str]], label: str) -> str:
    """One bar for all games, cut by who won; each part says who and how many."""
    total = sum(count for _, count, _ in parts) or 1
    found, x = [], 0.0
    for title, count, tone in parts:
        wide = WIDE * count / total
        if not count:
            continue
        found.append(f'<rect x="{x + 1:.1f}" y="0" width="{max(wide - 2, 1):.1f}" height="46" rx="4" class="fill {tone}"/>')
        words = f"{title} {100 * count / total:.0f}%"
        if wide > 8.5 * len(words):
            found.append(f'<text x="{x + wide / 2:.1f}" y="29" text-anchor="middle" class="on {tone}">{escape(words)}</text>')
        x += wide
    found += [line(WIDE / 2, -6, WIDE / 2, -1, "mid"), line(WIDE / 2, 47, WIDE / 2, 52, "mid")]
    return f'<svg class="plot" viewBox="0 -6 {WIDE:g} 58" role="img" aria-label="{escape(label)}">{"".join(found)}</svg>'


def share_bars(bars: Sequence[Bar], label: str, left: float = 235.0) -> str:
    """Shares from 0 to 100 with their intervals."""
    row, top = 30.0, 8.0
    right = WIDE - 150
    height = top + row * len(bars) + 26

    def at(share: float) -> float:
        return left + (right - left) * share

    parts = []
    for tick in (0, 0.25, 0.5, 0.75, 1):
        parts.append(line(at(tick), top, at(tick), height - 24, "half" if tick == 0.5 else "gridline"))
        parts.append(text(at(tick), height - 8, f"{100 * tick:.0f}%", "tick", "middle"))
    for number, bar in enumerate(bars):
        y = top + row * (number + 0.5)
        parts.append(text(left - 12, y + 4.5, bar.label, "label", "end"))
        parts.append(
            f'<rect x="{left:.1f}" y="{y - 9:.1f}" width="{max(at(bar.share.value) - left, 0):.1f}" height="18" rx="3" class="fill {bar.tone}"/>'
        )
        parts.append(line(at(bar.share.low), y, at(bar.share.high), y, "whisker"))
        parts += [line(at(end), y - 5, at(end), y + 5, "whisker") for end in (bar.share.low, bar.share.high)]
        parts.append(text(right + 14, y + 4.5, bar.note, "value"))
    return svg(height, parts, label)


def fan(series: Sequence[tuple[int, Sequence[float]]], bands: Sequence[tuple[float, float, str, str]], label: str, unit: str) -> str:
    """Values over turns: the median, the middle half and nine in ten; `bands` tint what a value is worth at the end."""
    left, right, top, bottom = 56.0, WIDE - 150, 30.0, 306.0
    lows = [quantile(values, 0.05) for _, values in series]
    highs = [quantile(values, 0.95) for _, values in series]
    # The nearest points at which another side would win belong on the picture.
    edges = [low for low, _, _, _ in bands[1:]]
    near = sorted(edges, key=lambda edge: min(abs(edge - value) for value in (min(lows), max(highs))))[:2]
    least, most = nice_range(min([*lows, *(edge - 1 for edge in near)]), max([*highs, *(edge + 1 for edge in near)]))
    first, last = series[0][0], series[-1][0]

    def x(turn: float) -> float:
        return left + (right - left) * ((turn - first) / (last - first) if last > first else 0.5)

    def y(value: float) -> float:
        return bottom - (bottom - top) * (value - least) / (most - least)

    def ribbon(low: float, high: float, kind: str) -> str:
        up = [f"{x(turn):.1f} {y(quantile(values, high)):.1f}" for turn, values in series]
        down = [f"{x(turn):.1f} {y(quantile(values, low)):.1f}" for turn, values in reversed(series)]
        return f'<path d="M{"L".join([*up, *down])}Z" class="{kind}"/>'

    parts = [band(low, high, tone, words, (least, most), y, (left, right)) for low, high, tone, words in bands]
    for tick in ticks(least, most):
        parts += [line(left, y(tick), right, y(tick), "gridline"), text(left - 8, y(tick) + 4, f"{tick:g}", "tick", "end")]
    step = max(1, round((last - first) / 12))
    parts += [text(x(turn), bottom + 20, str(turn), "tick", "middle") for turn in range(first, last + 1, step)]
    parts += [text((left + right) / 2, bottom + 40, "turn", "tick", "middle"), text(left - 8, top - 13, unit, "tick", "end")]
    parts += [ribbon(0.05, 0.95, "ribbon wide"), ribbon(0.25, 0.75, "ribbon")]
    middle = "L".join(f"{x(turn):.1f} {y(quantile(values, 0.5)):.1f}" for turn, values in series)
    parts.append(f'<path d="M{middle}" class="median"/>')
    for turn, values in series:
        words = f"turn {turn}: median {quantile(values, 0.5):g}, half of the games from {quantile(values, 0.25):g} to {quantile(values, 0.75):g}, {len(values)} games"
        parts.append(f'<circle cx="{x(turn):.1f}" cy="{y(quantile(values, 0.5)):.1f}" r="4" class="dot"><title>{escape(words)}</title></circle>')
    return svg(bottom + 48, parts, label)


def band(low: float, high: float, tone: str, words: str, ends: tuple[float, float], y: Callable[[float], float], sides: tuple[float, float]) -> str:
    """What a value at the end is worth: a tint behind the plot and a word at its right."""
    low, high = max(low, ends[0]), min(high, ends[1])
    if low >= high:
        return ""
    rect = f'<rect x="{sides[0]:.1f}" y="{y(high):.1f}" width="{sides[1] - sides[0]:.1f}" height="{y(low) - y(high):.1f}" class="band {tone}"/>'
    edge = f'<rect x="{sides[1]:.1f}" y="{y(high):.1f}" width="5" height="{y(low) - y(high):.1f}" class="fill {tone}"/>'
    room = y(low) - y(high) > 13
    return rect + edge + (text(sides[1] + 14, (y(low) + y(high)) / 2 + 4, words, "value") if room else "")


def columns(values: Sequence[float], label: str, unit: str, bins: int = 24) -> str:
    """How often values fall where."""
    left, right, top, bottom = 56.0, WIDE - 20, 28.0, 186.0
    least, most = min(values), max(values)
    whole = all(value == int(value) for value in values)
    if whole and most - least < bins:
        least, most, count = least - 0.5, most + 0.5, int(most - least) + 1
    else:
        least, most = nice_range(least, most)
        count = bins
    counts = [0] * count
    for value in values:
        counts[min(count - 1, int((value - least) / (most - least) * count))] += 1
    tallest = max(counts)
    wide = (right - left) / count
    parts = [line(left, bottom, right, bottom, "gridline"), text(left - 8, top + 8, str(tallest), "tick", "end")]
    for number, found in enumerate(counts):
        high = (bottom - top) * found / tallest
        lower, upper = least + (most - least) * number / count, least + (most - least) * (number + 1) / count
        words = f"{found} games: {lower:g} to {upper:g}" if not whole or count == bins else f"{found} games: {lower + 0.5:g}"
        parts.append(
            f'<rect x="{left + wide * number + 1:.1f}" y="{bottom - high:.1f}" width="{wide - 2:.1f}" height="{high:.1f}" rx="2" class="fill accent">'
            f"<title>{escape(words)}</title></rect>"
        )
    for tick in ticks(least, most):
        parts.append(text(left + (right - left) * (tick - least) / (most - least), bottom + 18, f"{tick:g}", "tick", "middle"))
    middle = quantile(values, 0.5)
    x = left + (right - left) * (middle - least) / (most - least)
    parts += [line(x, top - 8, x, bottom, "half"), text(x, top - 14, f"median {middle:g}", "value", "middle")]
    return svg(bottom + 40, [*parts, text((left + right) / 2, bottom + 36, unit, "tick", "middle")], label)


def nice_range(least: float, most: float) -> tuple[float, float]:
    """Round ends a little outside."""
    if most == least:
        return least - 1, most + 1
    step = tick_step(least, most)
    return step * int(least // step), step * -int(-most // step)


def tick_step(least: float, most: float) -> float:
    rough = (most - least) / 6
    power = 10.0 ** len(str(int(rough))) / 10 if rough >= 1 else 0.1
    return next((power * step for step in (1, 2, 5, 10) if power * step >= rough), power * 10)


def ticks(least: float, most: float) -> list[float]:
    step = tick_step(least, most)
    first = -int(-least // step)
    return [step * number for number in range(first, int(most // step) + 1)]
