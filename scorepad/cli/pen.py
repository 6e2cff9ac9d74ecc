"""``scorepad pen``: a new link for the pen of a pad, when every pen is lost."""

from __future__ import annotations

import sys

import click

from scorepad.cli.database import opened_database
from scorepad.cli.pad_address import PadAddress, as_pad_address, pad_of
from scorepad.cli.pads import NO_PAD, in_words
from scorepad.cli.printable import say
from scorepad.cli.reach import ANOTHER_ADDRESS, site_of
from scorepad.store.database.database import Database
from scorepad.store.errors import CapError
from scorepad.store.pad.pads import all_pads
from scorepad.store.pad.pens import LINK_MINUTES, hand_over


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
                path = f"/pen/{hand_over(session, pad_of(session, pad), None)}"
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
        raise click.ClickException(NO_PAD)
    if len(found) > 1 and not sys.stdin.isatty():
        raise click.UsageError(f"there are {len(found)} pads; “scorepad pads” lists them.")
    number = 1
    if len(found) > 1:
        for number, each in enumerate(found, start=1):
            say(f"{number}: {in_words(each, site)}", err=True)
        number = click.prompt("Which pad", type=click.IntRange(1, len(found)), default=1, err=True)
    return PadAddress(found[number - 1].address, "")
