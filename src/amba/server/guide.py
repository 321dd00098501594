"""A small part of Markdown as HTML: headings, paragraphs, lists, tables, emphasis, code, links. Everything else is text."""

from __future__ import annotations

import re
from html import escape

INLINE = re.compile(
    r"`(?P<code>[^`]+)`|\*\*(?P<strong>(?:[^*]|\*(?!\*))+?)\*\*(?!\*)|\*(?P<em>[^*\s][^*]*)\*|\[(?P<text>[^\]]+)\]\((?P<href>[^)\s]+)\)",
)
SAFE = re.compile(r"^(https?://|/|#|\.)")


def inline(text: str) -> str:
    """Emphasis, code and links; all text is escaped."""
    found, at = [], 0
    for match in INLINE.finditer(text):
        found.append(escape(text[at : match.start()]))
        at = match.end()
        if match["code"]:
            found.append(f"<code>{escape(match['code'])}</code>")
        elif match["strong"]:
            found.append(f"<strong>{inline(match['strong'])}</strong>")
        elif match["em"]:
            found.append(f"<em>{inline(match['em'])}</em>")
        elif SAFE.match(match["href"]):
            found.append(f'<a href="{escape(match["href"])}" rel="noopener">{inline(match["text"])}</a>')
        else:
            found.append(inline(match["text"]))
    return "".join(found) + escape(text[at:])


def to_html(text: str) -> str:
    """A whole page; comments are for whoever edits it."""
    shown = re.sub(r"<!--.*?-->", "", text.replace("\r\n", "\n"), flags=re.DOTALL)
    blocks = [block.splitlines() for block in re.split(r"\n\s*\n", shown.strip()) if block.strip()]
    return "\n".join(part for block in blocks for part in _block(block))


def _block(lines: list[str]) -> list[str]:
    heading = re.match(r"^(#{1,4})\s+(.*)$", lines[0])
    if heading:
        level = len(heading[1])
        return [f"<h{level}>{inline(heading[2].strip())}</h{level}>", *(_block(lines[1:]) if lines[1:] else [])]
    if lines[0].lstrip().startswith("|") and len(lines) > 1 and re.match(r"^\s*\|[\s:|-]+$", lines[1]):
        return [_table(lines)]
    for tag, bullet in (("ul", r"^\s*[-*]\s+"), ("ol", r"^\s*\d+[.)]\s+")):
        if re.match(bullet, lines[0]):
            return [_list(lines, tag, bullet)]
    if lines[0].startswith(">"):
        return [f"<blockquote>{inline(' '.join(line.lstrip('> ') for line in lines))}</blockquote>"]
    later = next((i for i, line in enumerate(lines[1:], 1) if re.match(r"^(#{1,4}\s|\s*[-*]\s|\s*\d+[.)]\s)", line)), None)
    if later is not None:
        return [*_block(lines[:later]), *_block(lines[later:])]
    return [f"<p>{inline(' '.join(line.strip() for line in lines))}</p>"]


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def _table(lines: list[str]) -> str:
    head = "".join(f"<th>{inline(cell)}</th>" for cell in _cells(lines[0]))
    rows = "".join("<tr>" + "".join(f"<td>{inline(cell)}</td>" for cell in _cells(line)) + "</tr>" for line in lines[2:])
    return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


def _list(lines: list[str], tag: str, bullet: str) -> str:
    items: list[str] = []
    for line in lines:
        if re.match(bullet, line):
            items.append(re.sub(bullet, "", line))
        else:
            items[-1] += " " + line.strip()
    return f"<{tag}>" + "".join(f"<li>{inline(item)}</li>" for item in items) + f"</{tag}>"
