"""Take the picture of a lab report that docs/lab.md shows. Needs the dev dependencies and a Chromium.

Usage: .venv/bin/python tools/picture_report.py RUN/report.html [FILE]   (default docs/pictures/report.jpg)
"""

from __future__ import annotations

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tools.find_browser import find  # noqa: E402 - after the path to this checkout is set

WIDE = 1000


def main() -> None:
    page_file = Path(sys.argv[1]).resolve()
    target = Path(sys.argv[2]) if len(sys.argv) > 2 else ROOT / "docs" / "pictures" / "report.jpg"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": WIDE, "height": 900}, color_scheme="light")
        page.goto(page_file.as_uri())
        # Who wins, the points and the map: the lists between them are left out.
        page.add_style_tag(content="section:nth-of-type(3), section:nth-of-type(4), section:nth-of-type(n + 6), footer { display: none }")
        end = page.locator("section:visible").last.bounding_box()
        assert end is not None
        high = end["y"] + end["height"] + 24
        page.screenshot(path=target, type="jpeg", quality=80, full_page=True, clip={"x": 0, "y": 0, "width": WIDE, "height": high})
        browser.close()


if __name__ == "__main__":
    main()
