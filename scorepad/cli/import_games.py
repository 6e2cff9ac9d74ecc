"""``scorepad import``: the games of a file into a pad, all of them or none."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple, cast

import click

from scorepad.cli.database import counted, opened_database
from scorepad.cli.pad_address import PadAddress, as_pad_address, pad_of, pad_snapshot
from scorepad.cli.progress import progress
from scorepad.cli.reach import ANOTHER_ADDRESS, site_of
from scorepad.gamefile import BadFileError
from scorepad.store.database.database import Database
from scorepad.store.errors import CapError
from scorepad.store.transfer.check import Check, check
from scorepad.store.transfer.importing import Imported, Target
from scorepad.store.transfer.importing import import_games as write
from scorepad.store.trouble import NoRoomError
from scorepad.store.verbs.pads import name_pad, new_pad
from scorepad.store.verbs.pens import LINK_MINUTES, hand_over

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
    right. Games that are in the pad already are left as they are.
    """
    with ExitStack() as held:
        opened = held.enter_context(_opened(file))
        # Every byte counts twice.
        done = held.enter_context(progress(2 * opened.seek(0, os.SEEK_END), "Importing"))
        lines = file.lower().endswith(".jsonl")
        checked = held.enter_context(check(opened, lines_for_sure=lines, progress=done))
        _expect_right(checked, file)
        database = held.enter_context(opened_database(context.obj, new=pad is None))
        imported, made = import_into(database, checked, pad)
    click.echo(in_words(imported))
    if made:
        site = site_of(context)
        click.echo(f"{site}{made.path}")
        click.echo(f"{site}{made.link}")
        click.echo(
            "The pad, and a link that gives its pen, which is good once, for "
            f"{LINK_MINUTES} minutes. {ANOTHER_ADDRESS}",
            err=True,
        )


class NewPad(NamedTuple):
    """The paths of a new pad, and of a link that gives its pen."""

    path: str
    link: str


def import_into(
    database: Database, checked: Check, pad: PadAddress | None
) -> tuple[Imported, NewPad | None]:
    """Write the games of a file into this pad, else into a new one."""
    known = None
    if pad is not None:
        with database.reading() as connection:
            known = pad_snapshot(connection, pad).id
    made: NewPad | None = None

    @contextmanager
    def writing(pad_id: int) -> Iterator[Target]:
        nonlocal made
        with database.writing() as session:
            if pad is not None:
                yield Target(session, pad_of(session, pad))
            else:
                row = new_pad(session, None, id_=pad_id)
                if checked.name is not None:
                    name_pad(session, row, None, checked.name)
                link = hand_over(session, row, None)
                made = NewPad(f"/pad/{row.address}/", f"/pen/{link}")
                yield Target(session, row)

    try:
        return write(database.reading, writing, known, None, checked.games), made
    except CapError as cap:
        raise click.ClickException(
            f"nothing was imported: the pad would have more {cap.what} than a pad can hold"
        ) from cap
    except BadFileError as error:
        raise click.ClickException(f"nothing was imported: {printable(error)}") from error


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


def printable(error: Exception) -> str:
    """An error about a file, as one line of bounded length that a terminal can show."""
    text = "".join(
        each if each.isprintable() else "\N{REPLACEMENT CHARACTER}" for each in str(error)
    )
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
    except NoRoomError as error:
        raise click.ClickException(f"nothing was imported: {error}") from error


def _too_large(file: str) -> click.ClickException:
    return click.ClickException(
        f"nothing was imported: {file} is larger than {MOST_MEGABYTES} MB; "
        "JSON Lines can be cut into several files, and imported with --pad"
    )


def _expect_right(checked: Check, file: str) -> None:
    if not checked.faults:
        return
    for fault in checked.faults:
        click.echo(printable(fault), err=True)
    if checked.more:
        click.echo(f"… and {checked.more} more", err=True)
    raise click.ClickException(f"nothing was imported: {file} is not right")
