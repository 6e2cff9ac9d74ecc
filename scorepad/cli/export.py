"""``scorepad export``: a pad, or one of its games, as a game file."""

from __future__ import annotations

import errno
import json
import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import click

from scorepad.cli.backup import file_errors
from scorepad.cli.database import opened_database
from scorepad.cli.pads import PadAddress, as_pad_address
from scorepad.cli.terminal import counted, progress, say
from scorepad.settings import Settings
from scorepad.store.database.backup import whole_file
from scorepad.store.game.snapshot import GameSnapshot, game_snapshot
from scorepad.store.transfer.exporting import all_games, count_games, game_lines


@click.command()
@click.argument("pad", callback=as_pad_address)
@click.argument("file", default="-", type=click.Path(dir_okay=False))
@click.option("--game", type=click.IntRange(1), help="Only the game of this number.")
@click.option("--force", is_flag=True, help="Write over FILE if it exists.")
@click.pass_obj
def export(
    settings: Callable[[], Settings], pad: PadAddress, file: str, game: int | None, force: bool
) -> None:
    """Write the games of PAD to FILE as JSON Lines, a game a line, oldest first.

    PAD is the address of any page of the pad, as a browser shows it, or the part of it after
    "/pad/". FILE is standard output if it is "-" or left out; it is written whole or not at all.
    Games in the bin are left out. "scorepad import" reads the file, here or on another server.
    """
    with opened_database(settings) as database, database.reading() as connection:
        seen = pad.to_read(connection)
        games: Iterable[GameSnapshot]
        if game is None:
            count, games = count_games(connection, seen.id), all_games(connection, seen.id)
        elif one := game_snapshot(connection, seen.id, game):
            count, games = 1, [one]
        else:
            raise click.ClickException(f"there is no game {game} in this pad")
        with progress("Exporting", count, games) as counted_games:
            lines = game_lines(seen.name, counted_games)
            if file == "-":
                _print(lines)
                return
            with (
                file_errors(),
                whole_file(Path(file), overwrite=force) as made,
                made.open("xb") as opened,
            ):
                opened.writelines(lines)
    say(f"{file}: {counted(count, 'game')}")


def _print(lines: Iterable[bytes]) -> None:
    """Write to standard output; what the system refuses is an error of one line."""
    out = sys.stdout.buffer
    if sys.stdout.isatty():
        # In ASCII, so that the terminal obeys no name; the file means the same.
        lines = (f"{json.dumps(json.loads(line))}\n".encode() for line in lines)
    try:
        out.writelines(lines)
        out.flush()
    except OSError as error:
        if error.errno == errno.EPIPE:
            raise
        # What is left in the buffer would fail once more at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise click.ClickException(f"cannot write: {error.strerror}") from error
