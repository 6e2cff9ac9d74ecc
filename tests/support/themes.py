"""The colours of the themes, as the style sheet has them."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from scorepad.assets import styles

# Where the colours of each are, and once more those that a dark phone has without a choice.
_BLOCKS: Final = {
    "light": ":root {",
    "dark": "[data-theme=dark] {",
    "black": "[data-theme=black] {",
    "phone": ":root:where(:not([data-theme])) {",
}


@cache
def palettes() -> dict[str, dict[str, str]]:
    """The variables of each theme by their names; ``phone``: of a dark phone without a choice."""
    style = styles("scorepad")
    blocks = {name: style.split(f"{start}\n")[1].split("}")[0] for name, start in _BLOCKS.items()}
    return {
        name: dict(re.findall(r"--([\w-]+): ([^;]+);", block)) for name, block in blocks.items()
    }
