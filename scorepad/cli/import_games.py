"""``scorepad import``: the games of a file into a pad, all of them or none."""

from __future__ import annotations

from dataclasses import astuple
from io import BytesIO
from operator import add
from typing import BinaryIO, Final, NamedTuple

import click

from scorepad import caps
from scorepad.cli.database import opened_database
from scorepad.cli.pads import PadAddress, as_pad_address
from scorepad.cli.reach import ANOTHER_ADDRESS, site_of
from scorepad.cli.terminal import counted, has_lines, printable, progress, say
from scorepad.gamefile import BadFileError
from scorepad.store.database.database import Database
from scorepad.store.models import Pad
from scorepad.store.pad.pads import name_pad, new_pad
from scorepad.store.pad.pens import LINK_MINUTES, hand_over
from scorepad.store.transfer.check import Check, Progress, check, no_progress
from scorepad.store.transfer.importing import Imported, expect_fit, prepare
from scorepad.store.transfer.importing import import_games as write

# Tens of thousands of games.
MOST_MEGABYTES: Final = 64


@click.command("import")
@click.argument("file", type=click.File("rb"))
@click.option("--pad", metavar="PAD", callback=as_pad_address, help="The pad to import into.")
@click.pass_context
def import_games(context: click.Context, file: BinaryIO, pad: PadAddress | None) -> None:
    """Import the games of FILE (- for standard input): a game, or JSON Lines with a game a line.

    Without --pad they get a new pad, named as in the file; its address is printed, and a link
    that gives its pen. Everything is checked first, and nothing is written unless all of it is
    right. Games that are in the pad already are left as they are. A large file is written in
    pieces of 2,000 games, so that others can write in between.
    """
    data = file.read(MOST_MEGABYTES * 1_000_000 + 1)
    if len(data) > MOST_MEGABYTES * 1_000_000:
        raise click.ClickException(
            f"nothing was imported: the file is larger than {MOST_MEGABYTES} MB; "
            "JSON Lines can be cut into several files, and imported with --pad"
        )
    # Every byte counts twice: when it is checked, and when it is written.
    with progress("Importing", 2 * len(data)) as bar:
        lines = has_lines(file)
        checked = check(BytesIO(data), most=caps.GAMES, lines_for_sure=lines, progress=bar.update)
        _expect_right(checked)
        with opened_database(context.obj, new=pad is None) as database:
            imported, made = import_into(database, checked, pad, bar.update)
        # The ends of lines were not counted.
        bar.update(bar.length - bar.pos)
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
            pad_id = None if pad is None else pad.to_read(connection).id
            # All of them, before any is written.
            expect_fit(connection, pad_id, checked.games)
        keep_numbers = False
        # An empty file makes a pad, too.
        for first in range(0, len(checked.games) or 1, caps.IMPORTED_GAMES):
            piece = checked.games[first : first + caps.IMPORTED_GAMES]
            prepared = prepare(piece)
            with database.writing() as session:
                if pad_id is None:
                    row = new_pad(session, None)
                    if checked.name is not None:
                        name_pad(session, row, None, checked.name)
                    link = hand_over(session, row, None)
                    made = NewPad(f"/pad/{row.address}/", f"/pen/{link}")
                elif (kept := session.get(Pad, pad_id)) is not None:
                    row = kept
                else:
                    raise click.ClickException("the pad was deleted meanwhile")
                pad_id = row.id
                keep_numbers = keep_numbers or row.last_number == 0
                written = write(session, row, None, prepared, keep_numbers=keep_numbers)
            total = Imported(*map(add, astuple(total), astuple(written)))
            done(sum(game.size for game in piece))
    except BadFileError as error:
        what = f"only {counted(total.games, 'game')} were" if total.games else "nothing was"
        raise click.ClickException(f"{what} imported: {_in_short(error)}") from error
    return total, made


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
    """An error about a file, which can have a key as long as a line."""
    text = printable(str(error))
    return text if len(text) <= 300 else f"{text[:300]}…"


def _expect_right(checked: Check) -> None:
    if not checked.faults:
        return
    for fault in checked.faults:
        say(_in_short(fault), err=True)
    if checked.more:
        say(f"… and {checked.more} more", err=True)
    raise click.ClickException("nothing was imported: the file is not right")
