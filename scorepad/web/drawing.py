"""Common parts of the drawings: labels, round marks, and the steps of a scale."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import count
from typing import Final

# A path: a dot around the point where it begins.
DOT: Final = "m-3.6 0a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0 -7.2 0z"
# Names in an old pad may have such characters: one of them would make the image invalid.
_NOT_IN_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True)
class Label:
    """A text, and the point that it is aligned to."""

    text: str
    x: float
    y: float


def in_xml(text: str) -> str:
    """The text with a replacement for characters that XML does not allow."""
    return _NOT_IN_XML.sub("\ufffd", text)


def scale_step(low: float, high: float, most: int) -> int:
    """The smallest of 1, 2, 5, 10, 20 … that fits at most ``most`` times from low to high."""
    sizes = (factor * 10**power for power in count() for factor in (1, 2, 5))
    step: int = next(size for size in sizes if (high - low) / size <= most)
    return step
