"""``scorepad score``: from game files to sheets, with no database and no server."""

from __future__ import annotations

import json
import sys
from typing import BinaryIO

import click

from scorepad import gamefile
from scorepad.cli.terminal import has_lines, say
from scorepad.rules import RulesError


@click.command()
@click.argument("file", type=click.File("rb"))
def score(file: BinaryIO) -> None:
    """Print the sheet of a game FILE (- for standard input) as JSON.

    Given JSON Lines, one game per line, it prints one sheet per line, in order. Anything that is
    not a valid game gives {"error": "place: what is wrong"} instead, and exit status 1.
    """
    wrong = 0
    games = gamefile.pieces_of(file.read(), lines_for_sure=has_lines(file))
    for number, game in enumerate(games, start=1):
        try:
            line = gamefile.score(game.data)
        except RulesError as error:
            wrong += 1
            line = {"error": str(error)}
            say(f"game {number}: {error}", err=True)
        # All is ASCII, but JSON lets this one control stand as it is.
        shown = json.dumps(line).replace("\x7f", r"\u007f")
        sys.stdout.write(f"{shown}\n")
    sys.exit(1 if wrong else 0)
