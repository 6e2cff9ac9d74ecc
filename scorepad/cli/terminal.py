"""What commands read, and what they say: nothing of it must command the terminal."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from typing import Any, BinaryIO

import click


def printable(text: str) -> str:
    """The text as one line that a terminal shows and does not obey."""
    # Controls, what turns the direction of the text after it, other ends of lines, half characters.
    return re.sub(
        "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]",
        "\N{REPLACEMENT CHARACTER}",
        text,
    )


def say(text: str, *, err: bool = False) -> None:
    """Print a line, on standard error with ``err``."""
    click.echo(printable(text), err=err)


def progress(label: str, length: int, steps: Iterable[Any] | None = None) -> Any:
    """A progress bar of click's on a terminal, on standard error; nothing anywhere else."""
    hidden = not sys.stderr.isatty()
    return click.progressbar(steps, length, label, file=sys.stderr, hidden=hidden)


def has_lines(file: BinaryIO) -> bool:
    """Whether the name of a file says that it is JSON Lines; standard input may have none."""
    return getattr(file, "name", "").lower().endswith(".jsonl")


def counted(number: int, thing: str) -> str:
    """So many things, in words."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
