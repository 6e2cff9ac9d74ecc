"""``scorepad pads``, ``pen`` and ``forget``: the pads of a database, for its owner."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable
from typing import NamedTuple, NoReturn
from urllib.parse import urlsplit

import click
from sqlalchemy import Connection
from sqlalchemy.orm import Session

from scorepad.cli.database import opened_database
from scorepad.cli.reach import ANOTHER_ADDRESS, site_of
from scorepad.cli.terminal import counted, printable, say
from scorepad.settings import Settings
from scorepad.store.database.database import Database
from scorepad.store.errors import CapError
from scorepad.store.game.access import AccessRequest, find_access
from scorepad.store.models import Pad
from scorepad.store.pad.forget import delete_pad, deletion_of
from scorepad.store.pad.pads import PadLine, PadSnapshot, all_pads, pad_at
from scorepad.store.pad.pens import LINK_MINUTES, hand_over


class PadAddress(NamedTuple):
    """The unguessable part of a pad's address, and what stands before the path; it may be empty."""

    part: str
    site: str

    def to_read(self, connection: Connection) -> PadSnapshot:
        """The pad at this address. An error if there is none."""
        found = find_access(connection, AccessRequest(self.part))
        return found.pad if found else self._no_pad()

    def to_change(self, session: Session) -> Pad:
        """The pad at this address, for a change. An error if there is none."""
        return pad_at(session, self.part) or self._no_pad()

    def _no_pad(self) -> NoReturn:
        raise click.ClickException(f"there is no pad {self.part}")


def as_pad_address(
    _context: click.Context, _parameter: click.Parameter, argument: str | None
) -> PadAddress | None:
    """The address in the URL or path of any page of a pad, or bare (a click callback)."""
    if argument is None:
        return None
    try:
        url = urlsplit(argument.strip())
    except ValueError:
        url = urlsplit("")
    below, is_path, rest = f"/{url.path}".partition("/pad/")
    part = rest.partition("/")[0] if is_path else url.path
    if not re.fullmatch(r"[\w-]+", part, re.ASCII):
        raise click.BadParameter(f"“{argument}” is no address of a pad.")
    return PadAddress(part, f"{url.scheme}://{url.netloc}{below[1:]}" if url.netloc else "")


@click.command()
@click.pass_context
def pads(context: click.Context) -> None:
    """List the pads: when the last game began, the address, and the name, if a pad has one.

    The pad of the latest game comes first. Whoever knows a pad's address can look at it.
    """
    with opened_database(context.obj) as database, database.reading() as connection:
        found = all_pads(connection)
    if not found:
        say("There is no pad yet.", err=True)
        return
    site = site_of(context)
    for pad in found:
        say(_in_words(pad, site))
    say(ANOTHER_ADDRESS, err=True)


def _in_words(pad: PadLine, site: str) -> str:
    """A pad as a line of the list."""
    last = "no game yet" if pad.last is None else f"{pad.last.astimezone():%Y-%m-%d}"
    return f"{last:<11}  {site}/pad/{pad.address}/  {pad.name or ''}".rstrip()


@click.command()
@click.argument("pad", required=False, callback=as_pad_address)
@click.pass_context
def pen(context: click.Context, pad: PadAddress | None) -> None:
    """Make a one-time link that gives the pen of PAD, for when every pen is lost.

    PAD is the address of any page of the pad, as a browser shows it, or the part of it after
    "/pad/"; it may be left out if there is only one, or to be asked. The link is good for a
    quarter of an hour; whoever opens it and confirms can write.
    """
    with opened_database(context.obj) as database:
        pad = pad or _only_pad(database, site_of(context))
        try:
            with database.writing() as session:
                path = f"/pen/{hand_over(session, pad.to_change(session), None)}"
        except CapError as error:
            raise click.ClickException(
                "this pad has many links that nobody has used yet: use one, or wait"
            ) from error
    say(f"{pad.site or site_of(context)}{path}")
    say(f"It is good once, for {LINK_MINUTES} minutes.", err=True)
    if not pad.site:
        say(ANOTHER_ADDRESS, err=True)


def _only_pad(database: Database, site: str) -> PadAddress:
    """The only pad, or the one that is chosen on the terminal."""
    with database.reading() as connection:
        found = all_pads(connection)
    if not found:
        raise click.ClickException("there is no pad yet")
    if len(found) > 1 and not sys.stdin.isatty():
        raise click.UsageError(f"there are {len(found)} pads; “scorepad pads” lists them.")
    number = 1
    if len(found) > 1:
        for number, each in enumerate(found, start=1):
            say(f"{number}: {_in_words(each, site)}", err=True)
        number = click.prompt("Which pad", type=click.IntRange(1, len(found)), default=1, err=True)
    return PadAddress(found[number - 1].address, "")


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
        try:
            _expect_consent(database, pad, yes)
            with database.writing() as session:
                deleted = delete_pad(session, pad.to_change(session))
            say(
                f"Deleted {counted(deleted.games, 'game')}, {counted(deleted.hands, 'hand')}, "
                f"{counted(deleted.players, 'player')} and {counted(deleted.pens, 'pen')}."
            )
        finally:
            # Also if there is no such pad: a reader may have been in the way the first time.
            _overwrite(database)


def _expect_consent(database: Database, pad: PadAddress, yes: bool) -> None:
    """Go on if the caller wants this pad deleted."""
    with database.reading() as connection:
        found = pad.to_read(connection)
        games = counted(deletion_of(connection, found.id).games, "game")
    what = f"the pad “{found.name or pad.part}” with {games}"
    if not yes and not sys.stdin.isatty():
        raise click.UsageError(f"this deletes {what} for good: add --yes to do so without asking.")
    if not yes:
        click.confirm(f"Delete {printable(what)} for good?", abort=True)


def _overwrite(database: Database, tries: int = 5) -> None:
    """Leave no trace of what was deleted; an error if readers keep this from being done."""
    while not database.overwrite_deleted():
        tries -= 1
        if not tries:
            raise click.ClickException(
                "what was deleted still leaves traces in the database, which somebody is reading. "
                "They go when Scorepad is started again; or give this command once more."
            )
        # A page is read in a moment, a long file in a few seconds.
        time.sleep(1)
