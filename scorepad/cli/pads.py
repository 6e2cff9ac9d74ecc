"""``scorepad pads``: which pads there are, with the address of each."""

from __future__ import annotations

import click

from scorepad.cli.database import opened_database
from scorepad.cli.printable import say
from scorepad.cli.reach import ANOTHER_ADDRESS, site_of
from scorepad.store.pad.pads import PadLine, all_pads

NO_PAD = "there is no pad yet"


@click.command()
@click.pass_context
def pads(context: click.Context) -> None:
    """List the pads: when the last game began, the address, and the name, if a pad has one.

    The pad of the latest game comes first. Whoever knows a pad's address can look at it.
    """
    with opened_database(context.obj) as database, database.reading() as connection:
        found = all_pads(connection)
    if not found:
        say(f"{NO_PAD.capitalize()}.", err=True)
        return
    site = site_of(context)
    for pad in found:
        say(in_words(pad, site))
    say(ANOTHER_ADDRESS, err=True)


def in_words(pad: PadLine, site: str) -> str:
    """A pad as a line of the list."""
    last = "no game yet" if pad.last is None else f"{pad.last.astimezone():%Y-%m-%d}"
    return f"{last:<11}  {site}/pad/{pad.address}/  {pad.name or ''}".rstrip()
