"""Texts as cells of a CSV file: none of them a formula, whichever separator a reader uses."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_LINE_END: Final = "\r\n"
# A spreadsheet takes text that begins with these for a formula; the last four are full-width.
_FORMULA: Final = re.compile("[=+@\t\r\uff1d\uff0b\uff0d\uff20-]")
# A cell may also begin after these, with another separator or where quotes are ignored.
_BREAKS: Final = frozenset(",;\t\n\v\f\r\x1c\x1d\x1e\x85\u2028\u2029")


class Cells:
    """The cells of one file."""

    def __init__(self, separator: str) -> None:
        self._separator = separator
        self._special = re.compile(f'["\r\n{separator}]')

    def text(self, text: str) -> str:
        """A text as a cell: safe, and quoted where it has to be (RFC 4180)."""
        text = without_formula(text)
        if self._special.search(text):
            return '"' + text.replace('"', '""') + '"'
        return text

    def row(self, *cells: str) -> str:
        """A row of these cells."""
        return self._separator.join(cells) + _LINE_END


def without_formula(text: str) -> str:
    """The text, with an apostrophe before everything that a spreadsheet would take for a formula.

    The apostrophe stands right where a cell may begin in the text, before blanks and quotes: with
    another separator the quotes may be read as delimiters.
    """
    if not _FORMULA.search(text):
        return text
    starts = {_start(text, match.start()) for match in _FORMULA.finditer(text)} - {None}
    if not starts:
        return text
    return "".join(f"'{each}" if at in starts else each for at, each in enumerate(text))


def _start(text: str, at: int) -> int | None:
    """Where the cell starts whose first visible character other than a quote this is.

    ``None``: it is not the first one of a cell.
    """
    while at and text[at - 1] not in _BREAKS:
        at -= 1
        if text[at] != '"' and unicodedata.category(text[at])[0] not in "ZC":
            return None
    return at
