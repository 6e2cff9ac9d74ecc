"""How well a text can be told from what it stands on: WCAG 2.2, 1.4.3 and 1.4.11."""

from __future__ import annotations

from typing import Final

# For texts, and for what is to be told from its background besides.
TEXT: Final = 4.5
DRAWN: Final = 3.0


def contrast(one: str, other: str) -> float:
    """The ratio of two colours, each as ``#rrggbb`` or ``#rgb``."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    digits = colour.removeprefix("#")
    digits = digits if len(digits) == 6 else "".join(digit * 2 for digit in digits)
    red, green, blue = (_linear(int(digits[at : at + 2], 16) / 255) for at in (0, 2, 4))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
