"""The ``scorepad`` command."""

from __future__ import annotations

import click

from scorepad import __version__
from scorepad.cli.score import score


@click.group(invoke_without_command=True)
@click.version_option(__version__)
def main() -> None:
    """Scorepad"""


main.add_command(score)
