"""Numbers in addresses: each has one spelling, without leading zeros or digits of other scripts."""

from __future__ import annotations

import re
from typing import Final

from flask import Flask
from werkzeug.routing import IntegerConverter


class Count(IntegerConverter):
    """The number of a game or a hand, up to a limit that nobody reaches."""

    regex = "[1-9][0-9]{0,5}"


class Id(IntegerConverter):
    """The id of a row, within the range of the database."""

    regex = "[1-9][0-9]{0,8}"


# An id, and a year, in a query.
ID: Final = re.compile(Id.regex)
YEAR: Final = re.compile("[12][0-9]{3}")


def setup(app: Flask) -> None:
    """Let the rules of addresses use these converters."""
    app.url_map.converters.update(count=Count, id=Id)
