"""``scorepad import``: the games of a file into a pad, all of them or none."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import astuple
from operator import add
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple, cast

import click

from scorepad import caps
from scorepad.cli.database import counted, opened_database
from scorepad.cli.pad_address import PadAddress, as_pad_address, pad_of, pad_snapshot
from scorepad.cli.printable import printable, say
from scorepad.cli.progress import progress
from scorepad.cli.reach import ANOTHER_ADDRESS, site_of
from scorepad.gamefile import BadFileError
from scorepad.store.database.database import Database
from scorepad.store.models import Pad
from scorepad.store.pad.pads import name_pad, new_pad
from scorepad.store.pad.pens import LINK_MINUTES, hand_over
from scorepad.store.transfer.check import Check, CheckedGame, Progress, check, no_progress
from scorepad.store.transfer.importing import Imported, expect_fit, prepare
from scorepad.store.transfer.importing import import_games as write

# Tens of thousands of games.
MOST_MEGABYTES: Final = 64
_MOST_BYTES: Final = MOST_MEGABYTES * 1_000_000
_PIECE: Final = 1024 * 1024
# How much of a fault is shown: a file can have a key as long as a line.
_MOST_SHOWN: Final = 300


@click.command("import")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@click.option("--pad", metavar="PAD", callback=as_pad_address, help="The pad to import into.")
@click.pass_context
def import_games(context: click.Context, file: str, pad: PadAddress | None) -> None:
    """Import the games of FILE (- for standard input): a game, or JSON Lines with a game a line.

    Without --pad they get a new pad, named as in the file; its address is printed, and a link
    that gives its pen. Everything is checked first, and nothing is written unless all of it is
    right. Games that are in the pad already are left as they are. A large file is written in
    pieces of 2,000 games, so that others can write in between.
    """
    # Every byte counts twice: when it is checked, and when it is written.
    with _opened(file) as opened, progress(2 * opened.seek(0, os.SEEK_END), "Importing") as done:
        lines = file.lower().endswith(".jsonl")
        checked = check(opened, most=caps.GAMES, lines_for_sure=lines, progress=done)
        _expect_right(checked, file)
        with opened_database(context.obj, new=pad is None) as database:
            imported, made = import_into(database, checked, pad, done)
    say(in_words(imported))
    if made:
        site = site_of(context)
        say(f"{site}{made.path}")
        say(f"{site}{made.link}")
        say(
            "The pad, and a link that gives its pen, which is good once, for "
            f"{LINK_MINUTES} minutes. {ANOTHER_ADDRESS}",
            err=True,
        )


class NewPad(NamedTuple):
    """The paths of a new pad, and of a link that gives its pen."""

    path: str
    link: str


def import_into(
    database: Database,
    checked: Check,
    pad: PadAddress | None,
    done: Progress = no_progress,
) -> tuple[Imported, NewPad | None]:
    """Write the games of a file into this pad, else into a new one, so many at a time."""
    total, made = Imported(), None
    try:
        with database.reading() as connection:
            known = None if pad is None else pad_snapshot(connection, pad).id
            # All of them, before any is written.
            expect_fit(connection, known, checked.games)
        keep_numbers = False
        for piece in _pieces(checked.games):
            prepared = prepare(piece)
            with database.writing() as session:
                if known is None:
                    row = new_pad(session, None)
                    if checked.name is not None:
                        name_pad(session, row, None, checked.name)
                    link = hand_over(session, row, None)
                    made = NewPad(f"/pad/{row.address}/", f"/pen/{link}")
                elif pad is not None:
                    row = pad_of(session, pad)
                else:
                    row = session.get_one(Pad, known)
                known = row.id
                keep_numbers = keep_numbers or row.last_number == 0
                written = write(session, row, None, prepared, keep_numbers=keep_numbers)
            total = Imported(*map(add, astuple(total), astuple(written)))
            done(sum(game.size for game in piece))
    except BadFileError as error:
        if total.games:
            raise click.ClickException(
                f"only {counted(total.games, 'game')} were imported: {_in_short(error)}"
            ) from error
        raise click.ClickException(f"nothing was imported: {_in_short(error)}") from error
    return total, made


def _pieces(games: Sequence[CheckedGame]) -> Iterator[Sequence[CheckedGame]]:
    """The games, as many at a time as one import has; an empty file is one piece."""
    for first in range(0, max(len(games), 1), caps.IMPORTED_GAMES):
        yield games[first : first + caps.IMPORTED_GAMES]


def in_words(imported: Imported) -> str:
    """What became of the games."""
    words = f"{counted(imported.games, 'game')} imported"
    if imported.known:
        words += f", {imported.known} {'was' if imported.known == 1 else 'were'} already here"
    if imported.binned:
        words += f" ({imported.binned} in the bin)"
    if imported.behind:
        words += f"; {imported.behind} of these have more hands in the file and were left alone"
    return f"{words}."


def _in_short(error: Exception) -> str:
    """An error about a file, which may have long texts."""
    text = printable(str(error))
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}…"


@contextmanager
def _opened(file: str) -> Iterator[BinaryIO]:
    """The file; what cannot be read twice, such as standard input, is copied first."""
    try:
        with cast("BinaryIO", click.open_file(file, "rb")) as opened:
            if file != "-" and stat.S_ISREG(Path(file).stat().st_mode):
                if Path(file).stat().st_size > _MOST_BYTES:
                    raise _too_large(file)
                yield opened
                return
            with tempfile.TemporaryFile() as copy:
                while piece := opened.read(_PIECE):
                    copy.write(piece)
                    if copy.tell() > _MOST_BYTES:
                        raise _too_large(file)
                yield copy
    except OSError as error:
        raise click.ClickException(f"cannot read {file}: {error.strerror}") from error


def _too_large(file: str) -> click.ClickException:
    return click.ClickException(
        f"nothing was imported: {file} is larger than {MOST_MEGABYTES} MB; "
        "JSON Lines can be cut into several files, and imported with --pad"
    )


def _expect_right(checked: Check, file: str) -> None:
    if not checked.faults:
        return
    for fault in checked.faults:
        say(_in_short(fault), err=True)
    if checked.more:
        say(f"… and {checked.more} more", err=True)
    raise click.ClickException(f"nothing was imported: {file} is not right")
