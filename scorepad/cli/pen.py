"""``scorepad pen``: a new link for the pen of a pad, when every pen is lost."""

from __future__ import annotations

import click

from scorepad.cli.database import opened_database
from scorepad.cli.pad_address import PadAddress, PadCommand, as_pad_address, pad_of
from scorepad.cli.reach import ANOTHER_ADDRESS, site_of


@click.command(cls=PadCommand, short_help="Make a link that gives the pen of a pad.")
@click.argument("pad", callback=as_pad_address)
@click.pass_context
def pen(context: click.Context, pad: PadAddress) -> None:
    """Make a one-time link that gives the pen of PAD, for when every pen is lost.

    PAD is the address of any page of the pad, as a browser shows it, or the part of it after
    "/pad/". The link is good for a quarter of an hour; whoever opens it and confirms can write.
    """
    from scorepad.store.errors import CapError
    from scorepad.store.verbs.pens import LINK_MINUTES, hand_over

    with opened_database(context.obj) as database, database.writing() as session:
        try:
            path = f"/pen/{hand_over(session, pad_of(session, pad, lock=True), None)}"
        except CapError as error:
            raise click.ClickException(
                "this pad has many links that nobody has used yet: use one, or wait"
            ) from error
    click.echo(f"{pad.site or site_of(context)}{path}")
    click.echo(f"It is good once, for {LINK_MINUTES} minutes.", err=True)
    if not pad.site:
        click.echo(ANOTHER_ADDRESS, err=True)
