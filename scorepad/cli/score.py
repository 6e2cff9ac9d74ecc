"""``scorepad score``: from game files to sheets, with no database and no server."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator

import click


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
def score(file: str) -> None:
    """Print the sheet of a game FILE (- for standard input) as JSON.

    Given JSON Lines, one game per line, it prints one sheet per line, in order. Anything that is
    not a valid game gives {"error": "place: what is wrong"} instead, and exit status 1.
    """
    from scorepad import gamefile
    from scorepad.rules import RulesError

    with click.open_file(file, "rb") as opened:
        data: bytes = opened.read()
    wrong = 0
    for number, game in enumerate(_games(data, file.lower().endswith(".jsonl")), start=1):
        try:
            line = gamefile.score(game)
        except RulesError as error:
            wrong += 1
            line = {"error": str(error)}
            click.echo(f"game {number}: {error}", err=True)
        click.echo(json.dumps(line))
    sys.exit(1 if wrong else 0)


def _games(data: bytes, lines_for_sure: bool) -> Iterator[bytes]:
    """The parts of the input, one for each game."""
    data = data.removeprefix(b"\xef\xbb\xbf")
    lines = [line for line in data.split(b"\n") if line.strip()]
    if len(lines) > 1 and (lines_for_sure or _is_json_lines(data, lines)):
        yield from lines
    else:
        yield data


def _is_json_lines(data: bytes, lines: list[bytes]) -> bool:
    """Whether this is JSON Lines rather than one game written over several lines.

    It is if the whole is not one JSON value, and its first line, or any line that names the
    format, is one: so a broken line among good ones does not hide the others.
    """
    if _is_json(data):
        return False
    return _is_json(lines[0]) or any(b'"format"' in line and _is_json(line) for line in lines)


def _is_json(data: bytes) -> bool:
    try:
        json.loads(data)
    except (ValueError, RecursionError):
        return False
    return True
