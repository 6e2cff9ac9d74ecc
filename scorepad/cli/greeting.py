"""What a server says when it starts: where it is, as text and as a QR code for phones."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click
import segno

from scorepad.cli.reach import Sites


def greet(sites: Sites, lines: Sequence[str], address: str, end: str = "Ctrl-C stops it.") -> None:
    """Say where Scorepad is, with a QR code of ``address`` where other phones can reach it.

    ``lines``: what else there is to say. ``end``: how to stop it.
    """
    click.echo(f"Scorepad is at {sites.number}/")
    if sites.name:
        click.echo(f"and at {sites.name}/, which stays the same.")
    for line in lines:
        click.echo(line)
    if sites.for_phones:
        click.echo("Open it on a phone in the same network:")
        _show_code(address)
    else:
        click.echo("Only this computer can reach it.")
    click.echo(end)
    sys.stdout.flush()


def _show_code(address: str) -> None:
    try:
        "▀▄█".encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return
    segno.make(address, micro=False).terminal(compact=True)
