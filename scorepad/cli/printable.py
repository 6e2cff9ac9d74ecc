"""What commands say: names, keys and paths of others must not command the terminal."""

from __future__ import annotations

import re
from typing import Final

import click

# Controls, what turns the direction of the text after it, other ends of lines, half characters.
_COMMANDING: Final = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)


def printable(text: str) -> str:
    """The text as one line that a terminal shows and does not obey."""
    return _COMMANDING.sub("\N{REPLACEMENT CHARACTER}", text)


def say(text: str, *, err: bool = False) -> None:
    """Print a line, on standard error with ``err``."""
    click.echo(printable(text), err=err)
