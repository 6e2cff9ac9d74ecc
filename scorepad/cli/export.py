"""``scorepad export``: a pad, or one of its games, as a game file."""

from __future__ import annotations

import errno
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import click
from sqlalchemy import Connection

from scorepad.cli.database import counted, opened_database, refused
from scorepad.cli.pad_address import PadAddress, as_pad_address, pad_snapshot
from scorepad.cli.printable import say
from scorepad.cli.progress import progress
from scorepad.settings import Settings
from scorepad.store.database.backup import whole_file
from scorepad.store.database.check import FileError
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
        seen = pad_snapshot(connection, pad)
        count, games = _games(connection, seen.id, game)
        with progress(count, "Exporting") as done:
            lines = _counted(game_lines(seen.name, games), done)
            try:
                if file == "-":
                    _print(lines)
                else:
                    with whole_file(Path(file), overwrite=force) as made, made.open("xb") as opened:
                        opened.writelines(lines)
            except FileError as error:
                raise refused(error) from error
    if file != "-":
        say(f"{file}: {counted(count, 'game')}")


def _games(
    connection: Connection, pad_id: int, number: int | None
) -> tuple[int, Iterable[GameSnapshot]]:
    if number is None:
        return count_games(connection, pad_id), all_games(connection, pad_id)
    game = game_snapshot(connection, pad_id, number)
    if game is None:
        raise click.ClickException(f"there is no game {number} in this pad")
    return 1, [game]


def _counted(lines: Iterable[bytes], done: Callable[[int], None]) -> Iterator[bytes]:
    for line in lines:
        yield line
        done(1)


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
