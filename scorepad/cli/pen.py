"""``scorepad pen``: a new link for the pen of a pad, when every pen is lost."""

from __future__ import annotations

from collections.abc import Callable

import click

from scorepad.cli.database import opened_database
from scorepad.cli.pad_address import PadAddress, PadCommand, as_pad_address
from scorepad.settings import Settings


@click.command(cls=PadCommand)
@click.argument("pad", callback=as_pad_address)
@click.pass_obj
def pen(settings: Callable[[], Settings], pad: PadAddress) -> None:
    """Make a one-time link that gives the pen of PAD, for when every pen is lost.

    PAD is the address of any page of the pad, as a browser shows it, or the part of it after
    "/pad/". The link is good for a quarter of an hour; whoever opens it and confirms can write.
    """
    from scorepad.store.errors import CapError
    from scorepad.store.pads import pad_at
    from scorepad.store.pens import LINK_MINUTES, hand_over

    with opened_database(settings) as database, database.writing() as session:
        row = pad_at(session, pad.part, lock=True)
        if row is None:
            raise click.ClickException(f"there is no pad {pad.part}")
        try:
            path = f"/pen/{hand_over(session, row, None)}"
        except CapError as error:
            raise click.ClickException(
                "this pad has many links that nobody has used yet: use one, or wait"
            ) from error
    click.echo(f"{pad.site}{path}")
    hint = "" if pad.site else "Open it below the address of your Scorepad. "
    click.echo(f"{hint}Good once, for {LINK_MINUTES} minutes.", err=True)
