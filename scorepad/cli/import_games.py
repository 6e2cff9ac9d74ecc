"""``scorepad import``: the games of a file into a pad, all of them or none."""

from __future__ import annotations

import stat
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final, cast

import click

from scorepad.cli.database import opened_database
from scorepad.cli.pad_address import PadAddress, as_pad_address
from scorepad.cli.progress import progress
from scorepad.settings import Settings

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from scorepad.store.import_check import Check, GamesFile
    from scorepad.store.importing import Imported
    from scorepad.store.models import Pad

# Tens of thousands of games.
MOST_MEGABYTES: Final = 64
_MOST_BYTES: Final = MOST_MEGABYTES * 1_000_000
_PIECE: Final = 1024 * 1024
# How much of a fault is shown: a file can have a key as long as a line.
_MOST_SHOWN: Final = 300


def _as_pad(
    context: click.Context, parameter: click.Parameter, argument: str | None
) -> PadAddress | None:
    return None if argument is None else as_pad_address(context, parameter, argument)


@click.command("import")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@click.option("--pad", metavar="PAD", callback=_as_pad, help="The pad to import into.")
@click.pass_obj
def import_games(settings: Callable[[], Settings], file: str, pad: PadAddress | None) -> None:
    """Import the games of FILE (- for standard input): a game, or JSON Lines with a game a line.

    Without --pad they get a new pad, named as in the file; its address is printed, and a link
    that gives its pen. Everything is checked first, and nothing is written unless all of it is
    right. Games that are in the pad already are left as they are.
    """
    from scorepad.gamefile import BadFileError
    from scorepad.store.errors import CapError
    from scorepad.store.import_check import check
    from scorepad.store.pens import LINK_MINUTES, hand_over

    with ExitStack() as held:
        opened = held.enter_context(_opened(file))
        # Every byte counts twice: once it is checked, and once it is written.
        done = held.enter_context(progress(2 * _size(opened), "Importing"))
        checked = held.enter_context(check(_source(opened, file, done)))
        _expect_right(checked, file)
        database = held.enter_context(opened_database(settings))
        try:
            with database.writing() as session:
                row = _pad(session, pad, checked.name)
                imported = _imported(session, row, checked)
                address = row.address
                link = hand_over(session, row, None) if pad is None else None
        except CapError as error:
            raise click.ClickException(f"nothing was imported: {_cap(error)}") from error
        except BadFileError as error:
            raise click.ClickException(f"nothing was imported: {printable(error)}") from error
    click.echo(in_words(imported))
    if link is not None:
        click.echo(f"/pad/{address}")
        click.echo(f"/pen/{link}")
        click.echo(
            "The pad, and a link that gives its pen. Open them below the address of your "
            f"Scorepad. The link is good once, for {LINK_MINUTES} minutes.",
            err=True,
        )


def in_words(imported: Imported) -> str:
    """What became of the games."""
    words = f"{_games(imported.games)} imported"
    if imported.known:
        words += f", {imported.known} {_were(imported.known)} already here"
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
    from scorepad.store.trouble import NoRoomError

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


def _size(opened: BinaryIO) -> int:
    opened.seek(0, 2)
    return opened.tell()


def _source(opened: BinaryIO, file: str, done: Callable[[int], None]) -> GamesFile:
    from scorepad.store.import_check import GamesFile

    return GamesFile(opened, file.lower().endswith(".jsonl"), done)


def _expect_right(checked: Check, file: str) -> None:
    if not checked.faults:
        return
    for fault in checked.faults:
        click.echo(printable(fault), err=True)
    if checked.more:
        click.echo(f"… and {checked.more} more", err=True)
    raise click.ClickException(f"nothing was imported: {file} is not right")


def _pad(session: Session, wanted: PadAddress | None, name: str | None) -> Pad:
    """The pad that was asked for, or a new one."""
    from scorepad.store.pads import name_pad, new_pad, pad_at

    if wanted is None:
        pad = new_pad(session, None)
        if name is not None:
            name_pad(session, pad, None, name)
        return pad
    found = pad_at(session, wanted.part, lock=True)
    if found is None:
        raise click.ClickException(f"there is no pad {wanted.part}")
    return found


def _imported(session: Session, pad: Pad, checked: Check) -> Imported:
    from scorepad.store.importing import import_games as write

    return write(session, pad, None, checked.games)


def _cap(error: object) -> str:
    what = getattr(error, "what", "")
    return f"the pad would have more {what} than a pad can hold"


def _games(number: int) -> str:
    return f"{number} game" if number == 1 else f"{number} games"


def _were(number: int) -> str:
    return "was" if number == 1 else "were"
