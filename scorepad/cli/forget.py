"""``scorepad forget``: delete a pad for good."""

from __future__ import annotations

from collections.abc import Callable

import click

from scorepad.cli.database import opened_database
from scorepad.cli.pad_address import PadAddress, PadCommand, as_pad_address
from scorepad.settings import Settings


@click.command(cls=PadCommand)
@click.argument("pad", callback=as_pad_address)
@click.pass_obj
def forget(settings: Callable[[], Settings], pad: PadAddress) -> None:
    """Delete PAD for good: its games, players, pens, links and log, and phones with no other pen.

    PAD is the address of any page of the pad, as a browser shows it, or the part of it after
    "/pad/". This cannot be undone; copies that were made with "scorepad backup" still have it.
    """
    from scorepad.store.forget import delete_pad, sweep
    from scorepad.store.pads import pad_at

    with opened_database(settings) as database:
        with database.writing() as session:
            row = pad_at(session, pad.part, lock=True)
            if row is None:
                raise click.ClickException(f"there is no pad {pad.part}")
            deleted = delete_pad(session, row)
        # Only now: the database cannot be written anew in the middle of a change.
        sweep(database.engine)
    click.echo(
        f"Deleted: games {deleted.games}, hands {deleted.hands}, players {deleted.players}, "
        f"pens {deleted.pens}."
    )
