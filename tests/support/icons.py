"""Make the icons of the home screen from ``static/icon.svg``: ``make icons``."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Final

from .browser import chromium

SOURCE: Final = Path(__file__).parents[2] / "static" / "icon.svg"
# By file: the width, and whether a phone may cut it into any shape, which leaves the middle
# four fifths.
ICONS: Final = {
    "icon-192.png": (192, False),
    "icon-512.png": (512, False),
    "icon-maskable-512.png": (512, True),
}
_SAFE: Final = 0.72


def drawn(svg: str, *, maskable: bool) -> str:
    """The icon as it is drawn; a maskable one has no corners, and its picture is smaller."""
    if not maskable:
        return svg
    background, *picture = re.findall(r"<(?:rect|path)[^>]*>", svg)
    inner = "".join(picture)
    moved = f"translate(32 32) scale({_SAFE}) translate(-32 -32)"
    head = svg[: svg.index(">") + 1]
    square = re.sub(r' rx="[^"]*"', "", background)
    return f'{head}{square}<g transform="{moved}">{inner}</g></svg>'


def main(folder: Path) -> None:
    """Write the icons into the folder."""
    svg = SOURCE.read_text()
    with chromium() as browser:
        for file, (width, maskable) in ICONS.items():
            page = browser.new_page(viewport={"width": width, "height": width})
            style = "<style>body { margin: 0 } svg { display: block; width: 100vw }</style>"
            page.set_content(style + drawn(svg, maskable=maskable))
            page.screenshot(path=folder / file, omit_background=True)
            page.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
