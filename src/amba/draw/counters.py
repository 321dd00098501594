"""Counters as on a printed sheet: colour, type symbol, size mark, factors, status markers; stacks show their depth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from amba.draw.geometry import Point, escape

SIDE = 34.0
SHIFT = 2.6
SCALE = 1.25
DEEPEST = 4

X_CROSS = "M{l} {t}L{r} {b}M{r} {t}L{l} {b}"
DIAGONAL = "M{l} {b}L{r} {t}"
SYMBOLS = {
    "infantry": X_CROSS, "mountain": X_CROSS, "commando": X_CROSS, "naval": X_CROSS, "motorized": X_CROSS, "colonial": X_CROSS, "ascari": X_CROSS,
    "alpine": X_CROSS, "veteran": X_CROSS, "light": X_CROSS, "guard": X_CROSS, "grenadier": X_CROSS, "african": X_CROSS, "bersaglieri": X_CROSS,
    "cavalry": DIAGONAL, "armoured-car": DIAGONAL, "machine-gun": "M{x} {t}L{x} {b}M{xl} {b}L{xr} {b}", "hq": "M{l} {t}L{l} {bb}",
    "artillery": "", "mountain-artillery": "", "mot-artillery": "", "tank": "", "air": "", "bomber": "", "fighter": "", "leader": "", "mule": "M{l} {y}L{r} {y}",
}  # fmt: skip
DOTS = {"artillery", "mot-artillery", "mountain-artillery"}
WHEELS = {"motorized", "mot-artillery", "armoured-car"}
PEAKS = {"mountain", "alpine", "mountain-artillery"}
OVALS = {"tank", "armoured-car"}
WINGS = {"air", "bomber", "fighter"}


def style_of(piece: Mapping[str, Any], side: str, look: Mapping[str, Any]) -> Mapping[str, Any]:
    """The counter's colours: its own, changed where it has changed sides."""
    name = piece.get("colours", {}).get(side, piece.get("colour", side)) if side != piece["side"] else piece.get("colour", side)
    for table in ("counters", "colours"):
        found = look.get(table, {}).get(name)
        if found:
            return found  # type: ignore[no-any-return]  # look.toml is plain data
    return look["sides"].get(side, {"fill": "#cccccc", "ink": "#111111", "accent": "#555555"})  # type: ignore[no-any-return]  # likewise


def stack(at: Point, keys: list[str], view: Mapping[str, Any], pieces: Mapping[str, Any], look: Mapping[str, Any]) -> str:
    """A stack from bottom to top; only the uppermost are drawn, the number says how many there are."""
    shown = keys[-DEEPEST:]
    lift = SHIFT * (len(shown) - 1) / 2
    parts = [f'<g transform="translate({at[0]:.1f} {at[1]:.1f}) scale({SCALE})">']
    for i, key in enumerate(shown):
        x, y = SHIFT * i - SIDE / 2 - lift, lift - SIDE / 2 - SHIFT * i
        if key in pieces and key in view["pieces"]:
            parts.append(counter(x, y, pieces[key], view["pieces"][key], look, i == len(shown) - 1))
        else:
            parts.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{SIDE}" height="{SIDE}" rx="2.5" fill="#888" stroke="#222" stroke-width="0.6"/>')
    if len(keys) > 1:
        x, y = SIDE / 2 + lift, -SIDE / 2 - lift
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5.4" fill="#fffbe8" stroke="#222" stroke-width="0.8"/>')
        parts.append(text(x, y + 2.7, str(len(keys)), 7.6, "#222222", bold=True))
    return "".join(parts) + "</g>"


def counter(x: float, y: float, piece: Mapping[str, Any], shown: Mapping[str, Any], look: Mapping[str, Any], top: bool) -> str:
    style = style_of(piece, shown["side"], look)
    fill, ink, accent = style.get("fill", "#ccc"), style.get("ink", "#111"), style.get("accent", "#555")
    faces = piece["faces"]
    face = faces[min(shown["face"], len(faces) - 1)]
    title = escape(f"{piece['title']}: {face['text']}")
    parts = [
        f'<g><title>{title}</title><rect x="{x + 1:.1f}" y="{y + 1.4:.1f}" width="{SIDE}" height="{SIDE}" rx="2.5" fill="#000" opacity="0.28"/>',
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{SIDE}" height="{SIDE}" rx="2.5" fill="{fill}" stroke="{ink}" stroke-width="0.7"/>',
    ]
    if top:
        named = str(piece.get("designation", ""))
        is_chit = piece["kind"] == "chit"
        parts.append(band(x, y, "" if is_chit else named, band_colour(piece, shown["side"], look, accent)))
        parts.append(symbol(x + SIDE / 2, y + 16.4, piece["kind"], ink, fill))
        parts.append(text(x + SIDE / 2, y + 10.2, piece["size"].strip("-"), 4.4, ink))
        parts.append(factors(x, y, face, ink))
        parts.append(upright(x + 4.6, y + 16.5, str(piece.get("code", "")), ink))
        if is_chit:
            parts.append(chit_words(x, y, named, ink))
        if face.get("reduced"):
            parts.append(f'<path d="M{x + 1:.1f} {y + 23:.1f}L{x + SIDE - 1:.1f} {y + 23:.1f}" stroke="{ink}" stroke-width="1.6" opacity="0.45"/>')
        parts += [
            mark(x + 4.5 + 8 * i, y + SIDE, look.get("marks", {}).get(name, {}))
            for i, name in enumerate(shown["marks"])
            if name in look.get("marks", {})
        ]
    return "".join(parts) + "</g>"


def fitting(words: str, room: float, most: float) -> float:
    """The size at which words fit into so much room."""
    return round(min(most, room / (0.66 * max(1, len(words)))), 1)


def factors(x: float, y: float, face: Mapping[str, Any], ink: str) -> str:
    """Strength and movement; what stands between them is smaller, so that a +2 does not read as a sum."""
    left, middle, right = str(face["left"]), str(face["middle"]), str(face["right"])
    if not (left and middle and right):
        words = "-".join(part for part in (left, middle, right) if part)
        return text(x + SIDE / 2, y + 32, words, fitting(words, SIDE - 4, 9.4), ink, bold=True)
    size = fitting(max(left, right, key=len), 11, 9.4)
    return (
        text(x + 7.2, y + 32, left, size, ink, bold=True)
        + text(x + SIDE / 2, y + 31.4, middle, fitting(middle, 9, 6), ink, bold=True)
        + text(x + SIDE - 7.2, y + 32, right, size, ink, bold=True)
    )


def band_colour(piece: Mapping[str, Any], side: str, look: Mapping[str, Any], accent: str) -> str:
    """The strip tells formations apart: a brigade, an army; where it says nothing, the side."""
    name = str(piece.get("band", ""))
    if not name or side != piece["side"]:
        return accent
    if name.startswith("#"):
        return name
    found = look.get("bands", {}).get(name) or look.get("counters", {}).get(name, {}).get("accent") or look["sides"].get(name, {}).get("accent")
    return str(found or accent)


def band(x: float, y: float, words: str, accent: str) -> str:
    """The strip along the upper edge, with the name of the unit."""
    red, green, blue = (int(accent.lstrip("#")[i : i + 2], 16) for i in (0, 2, 4)) if len(accent) == 7 else (85, 85, 85)
    ink = "#1c120a" if 0.299 * red + 0.587 * green + 0.114 * blue > 140 else "#fffdf5"
    strip = f'<rect x="{x + 0.6:.1f}" y="{y + 0.6:.1f}" width="{SIDE - 1.2}" height="5.2" rx="1.6" fill="{accent}"/>'
    return strip + text(x + SIDE / 2, y + 4.6, words, fitting(words, SIDE - 2, 4.2), ink)


def text(x: float, y: float, words: str, size: float, ink: str, bold: bool = False) -> str:
    if not words:
        return ""
    weight = ' font-weight="bold"' if bold else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="middle" fill="{ink}"{weight}>{escape(words)}</text>'


def chit_words(x: float, y: float, words: str, ink: str) -> str:
    """What a chit is called, in its middle, a word a line."""
    lines = words.split()
    size = min(7.0, 48 / max(1, *(len(line) for line in lines))) if lines else 7.0
    return "".join(
        text(x + SIDE / 2, y + 19 + (i - (len(lines) - 1) / 2) * (size + 1), line, round(size, 1), ink, bold=True) for i, line in enumerate(lines)
    )


def upright(x: float, y: float, words: str, ink: str) -> str:
    """Small words along the counter's edge."""
    if not words:
        return ""
    size = fitting(words, 24, 4.6)
    turn = f"rotate(-90 {x:.1f} {y:.1f})"
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="middle" fill="{ink}" transform="{turn}">{escape(words)}</text>'


def symbol(x: float, y: float, kind: str, ink: str, fill: str) -> str:
    """The type symbol in its frame."""
    name = kind.replace("_", "-")
    wide, high = 17.0, 10.6
    l, r, t, b = x - wide / 2, x + wide / 2, y - high / 2, y + high / 2  # noqa: E741 - left
    pen = f'fill="none" stroke="{ink}" stroke-width="1"'
    if name == "chit":
        return ""
    parts = [f'<rect x="{l:.1f}" y="{t:.1f}" width="{wide}" height="{high}" fill="{fill}" stroke="{ink}" stroke-width="1"/>']
    if name not in SYMBOLS:
        return parts[0] + text(x, y + 3, name[:3].title(), 7, ink)
    if SYMBOLS[name]:
        d = SYMBOLS[name].format(
            l=f"{l:.1f}",
            r=f"{r:.1f}",
            t=f"{t:.1f}",
            b=f"{b:.1f}",
            x=f"{x:.1f}",
            y=f"{y:.1f}",
            xl=f"{x - 3:.1f}",
            xr=f"{x + 3:.1f}",
            bb=f"{b + 5:.1f}",
        )
        parts.append(f'<path d="{d}" {pen}/>')
    if name in OVALS:
        parts.append(f'<ellipse cx="{x:.1f}" cy="{y:.1f}" rx="6" ry="3.1" {pen}/>')
    if name in DOTS:
        parts.append(f'<circle cx="{x:.1f}" cy="{y - (1 if name in PEAKS else 0):.1f}" r="2.3" fill="{ink}"/>')
    if name in WINGS:
        parts.append(f'<path d="M{x:.1f} {y:.1f}C{x - 4:.1f} {y - 5:.1f} {x - 8:.1f} {y - 3:.1f} {x - 7:.1f} {y:.1f}S{x - 4:.1f} {y + 5:.1f} {x:.1f} {y:.1f}'
                     f'C{x + 4:.1f} {y - 5:.1f} {x + 8:.1f} {y - 3:.1f} {x + 7:.1f} {y:.1f}S{x + 4:.1f} {y + 5:.1f} {x:.1f} {y:.1f}" {pen}/>')  # fmt: skip
    if name in WHEELS:
        parts += [f'<circle cx="{x + dx:.1f}" cy="{b + 1.7:.1f}" r="1.4" {pen}/>' for dx in (-4.5, 4.5)]
    if name in PEAKS:
        parts.append(f'<path d="M{x - 3:.1f} {b:.1f}L{x:.1f} {b - 4:.1f}L{x + 3:.1f} {b:.1f}Z" fill="{ink}"/>')
    if name == "leader":
        parts.append(text(x, y + 4, "★", 10, ink))
    if name in {"commando", "naval"}:
        parts.append(
            text(x, t + 4.2 if name == "commando" else b - 0.6, "C" if name == "commando" else "⚓", 4.2 if name == "commando" else 6, ink, bold=True)
        )
    return "".join(parts)


def mark(x: float, y: float, style: Mapping[str, Any]) -> str:
    """A status marker: a shape as well as a colour."""
    colour = style.get("colour", "#a00")
    shapes = {
        "triangle": f"M{x - 4:.1f} {y + 3:.1f}L{x:.1f} {y - 4:.1f}L{x + 4:.1f} {y + 3:.1f}Z",
        "diamond": f"M{x - 4.5:.1f} {y:.1f}L{x:.1f} {y - 4.5:.1f}L{x + 4.5:.1f} {y:.1f}L{x:.1f} {y + 4.5:.1f}Z",
        "square": f"M{x - 3.5:.1f} {y - 3.5:.1f}h7v7h-7Z",
        "bar": f"M{x - 5:.1f} {y - 2:.1f}h10v4h-10Z",
    }
    pen = f'fill="{colour}" stroke="#fff" stroke-width="0.9"'
    title = f"<title>{escape(str(style.get('title', '')))}</title>"
    if style.get("shape") in shapes:
        return f'<path d="{shapes[style["shape"]]}" {pen}>{title}</path>'
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.8" {pen}>{title}</circle>'
