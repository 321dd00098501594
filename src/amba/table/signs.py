"""Signs: what lies on a hex or a hexside and is no counter, such as a roadblock or a garrison (docs/wire.md)."""

from __future__ import annotations


def sign(at: str, kind: str, side: str = "", text: str = "", title: str = "") -> dict[str, str]:
    """One sign for the view. `at` is a hex, or two neighbours `a/b` for their hexside; `kind` a key of `[signs]` in look.toml."""
    return {"at": at, "kind": kind, "side": side, "text": text, "title": title}
