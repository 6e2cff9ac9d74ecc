"""``scorepad forget``: delete a pad for good."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Final

import click

from scorepad.cli.database import counted, opened_database
from scorepad.cli.pad_address import PadAddress, as_pad_address
from scorepad.cli.printable import printable, say
from scorepad.settings import Settings
from scorepad.store.database.database import Database
from scorepad.store.game.access import AccessRequest, find_access
from scorepad.store.pad.forget import delete_pad, deletion_of
from scorepad.store.pad.pads import pad_at

# A page is read in a moment, a long file in a few seconds.
_TRIES: Final = 5
_SECONDS_BETWEEN: Final = 1.0


@click.command()
@click.argument("pad", callback=as_pad_address)
@click.option("--yes", is_flag=True, help="Delete it without asking.")
@click.pass_obj
def forget(settings: Callable[[], Settings], pad: PadAddress, yes: bool) -> None:
    """Delete PAD for good: its games, players, pens, links and log, and phones with no other pen.

    PAD is the address of any page of the pad, as a browser shows it, or the part of it after
    "/pad/". It asks before it deletes. This cannot be undone; copies that were made with
    "scorepad backup" still have it.
    """
    with opened_database(settings) as database:
        what = _in_words(database, pad)
        if what is not None:
            _expect_consent(what, yes)
            _delete(database, pad)
        # Also if there is no such pad: this command may have deleted it with a reader in the way.
        _overwrite(database)
    if what is None:
        raise click.ClickException(f"there is no pad {pad.part}")


def _in_words(database: Database, pad: PadAddress) -> str | None:
    """Which pad this is and how much it holds; ``None`` if it is not there."""
    with database.reading() as connection:
        found = find_access(connection, AccessRequest(pad.part))
        if found is None:
            return None
        games = counted(deletion_of(connection, found.pad.id).games, "game")
        return f"the pad “{found.pad.name or pad.part}” with {games}"


def _expect_consent(what: str, yes: bool) -> None:
    """Go on if whoever called this wants it."""
    if yes:
        return
    if not sys.stdin.isatty():
        raise click.UsageError(f"this deletes {what} for good: add --yes to do so without asking.")
    click.confirm(f"Delete {printable(what)} for good?", abort=True)


def _delete(database: Database, pad: PadAddress) -> None:
    with database.writing() as session:
        row = pad_at(session, pad.part)
        if row is None:
            raise click.ClickException("somebody else has deleted it meanwhile")
        deleted = delete_pad(session, row)
    say(
        f"Deleted {counted(deleted.games, 'game')}, {counted(deleted.hands, 'hand')}, "
        f"{counted(deleted.players, 'player')} and {counted(deleted.pens, 'pen')}."
    )


def _overwrite(database: Database) -> None:
    """See that nothing deleted is left; an error says what keeps this from being done."""
    for _ in range(_TRIES):
        if database.overwrite_deleted():
            return
        time.sleep(_SECONDS_BETWEEN)
    raise click.ClickException(
        "what was deleted still leaves traces in the database, which somebody is reading. They go "
        "when Scorepad is started again; or give this command once more."
    )
