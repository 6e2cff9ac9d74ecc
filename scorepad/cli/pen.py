"""``scorepad pen``: a new link for the pen of a pad, when every pen is lost."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

import click

from scorepad.settings import Settings, SetupError


@click.command()
@click.argument("pad")
@click.pass_obj
def pen(settings: Callable[[], Settings], pad: str) -> None:
    """Make a one-time link that gives the pen of PAD, for when every pen is lost.

    PAD is the address of any page of the pad, as a browser shows it, or the part of it after
    "/pad/". The link is good for a quarter of an hour; whoever opens it and confirms can write.
    """
    from scorepad.store.pads import pad_at
    from scorepad.store.pens import LINK_MINUTES, hand_over
    from scorepad.web import create_app
    from scorepad.web.database import writing

    parts = urlsplit(pad)
    address = parts.path.partition("/pad/")[2].partition("/")[0] or parts.path
    try:
        app = create_app(settings())
    except SetupError as error:
        raise click.ClickException(str(error)) from error
    with app.app_context(), writing() as session:
        found = pad_at(session, address)
        if found is None:
            raise click.ClickException(f"there is no pad at {pad}")
        path = f"/pen/{hand_over(session, found, None)}"
    click.echo(f"{parts.scheme}://{parts.netloc}{path}" if parts.netloc else path)
    hint = "" if parts.netloc else "Open it below the address of your Scorepad. "
    click.echo(f"{hint}Good once, for {LINK_MINUTES} minutes.", err=True)
