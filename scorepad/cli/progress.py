"""A progress bar on a terminal; nothing anywhere else."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click


@contextmanager
def progress(length: int, label: str) -> Iterator[Callable[[int], None]]:
    """A bar of so many steps, on standard error; what it gives is called with steps done."""
    hidden = not sys.stderr.isatty()
    with click.progressbar(length=length, label=label, file=sys.stderr, hidden=hidden) as bar:
        yield bar.update
        # Whatever was not worth counting, such as the ends of lines.
        bar.update(length - bar.pos)
