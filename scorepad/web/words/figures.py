"""Figures in words: how many of how many, averages, rules to choose from."""

from __future__ import annotations

from typing import Final

from babel.numbers import format_decimal, format_percent

from scorepad.web.words.numbers import locale
from scorepad.web.words.translation import cached_by_language, gettext

# Below this number a percentage would be more precise than meaningful.
PERCENT_FROM: Final = 10
NOTHING: Final = "–"
# A page of a player has dozens of them, most of them small numbers.
_SHARES_CACHE_SIZE: Final = 4096
_DECIMALS_CACHE_SIZE: Final = 1024


@cached_by_language(_SHARES_CACHE_SIZE)
def share(count: int, of: int) -> str:
    """How many of how many: 3 of 4; from ten on with the percentage: 9 of 12 (75%)."""
    if of < PERCENT_FROM:
        return gettext("%(count)s of %(all)s", count=count, all=of)
    percent = format_percent(count / of, locale=locale())
    return gettext("%(count)s of %(all)s (%(percent)s)", count=count, all=of, percent=percent)


def average(total: int, of: int) -> str:
    """An average with one digit after the point, or the comma; a dash without any values."""
    return _decimal(round(total / of, 1)) if of else NOTHING


@cached_by_language(_DECIMALS_CACHE_SIZE)
def _decimal(number: float) -> str:
    return format_decimal(number, format="0.0", locale=locale()).replace("-", "−")
