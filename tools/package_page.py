"""The package's page on PyPI, and its addresses: `AMBA_HOME=https://forge.example/amba python -m hatchling build`.

Where the source lies is not written in the source. Without AMBA_HOME the package names no addresses, and what only a checkout has is left out of its page
(tool.hatch.metadata.hooks.fancy-pypi-readme); with it, links and pictures of the README lead there.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

CHECKOUT = re.compile(r"<!-- checkout -->.*?<!-- /checkout -->\n*", re.DOTALL)
REMARK = re.compile(r"<!-- /?\w+ -->\n*")
LINK = re.compile(r"(?P<bang>!?)\[(?P<text>[^\]]*)\]\((?!https?:)(?P<target>[^)]*)\)")


def addresses(home: str) -> dict[str, str]:
    """Where the source and what belongs to it are found."""
    return {
        "Homepage": home, "Source": home, "Documentation": f"{home}/blob/main/docs/quickstart.md",
        "Changelog": f"{home}/blob/main/CHANGELOG.md", "Issues": f"{home}/issues",
    }  # fmt: skip


def page(text: str, home: str) -> str:
    """The README as a page of its own: every link and picture leads to the place where the source lies."""

    def led(match: re.Match[str]) -> str:
        kind = "raw" if match["bang"] else "blob"
        return f"{match['bang']}[{match['text']}]({home}/{kind}/main/{match['target'].rstrip('/')})"

    return LINK.sub(led, REMARK.sub("", CHECKOUT.sub("", text)))


class PackagePage(MetadataHookInterface):
    """Adds the addresses where somebody gave one."""

    def update(self, metadata: dict[str, Any]) -> None:
        home = os.environ.get("AMBA_HOME", "").rstrip("/")
        if home:
            metadata["urls"] = addresses(home)
            text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
            metadata["readme"] = {"content-type": "text/markdown", "text": page(text, home)}
