"""The pad that a command is given: by the address of any of its pages, or a part of it."""

from __future__ import annotations

import re
from typing import Final, NamedTuple, NoReturn
from urllib.parse import urlsplit

import click
from sqlalchemy import Connection
from sqlalchemy.orm import Session

from scorepad.store.game.access import AccessRequest, PadSnapshot, find_access
from scorepad.store.models import Pad
from scorepad.store.pad.pads import pad_at

_PART: Final = re.compile(r"[\w-]+", re.ASCII)


class PadAddress(NamedTuple):
    """The unguessable part of a pad's address, and what stands before the path; it may be empty."""

    part: str
    site: str


def pad_address(text: str) -> PadAddress | None:
    """The address in the URL or path of any page of a pad, or bare; ``None`` if there is none."""
    try:
        url = urlsplit(text.strip())
    except ValueError:
        return None
    below, is_path, rest = f"/{url.path}".partition("/pad/")
    part = rest.partition("/")[0] if is_path else url.path
    if not _PART.fullmatch(part):
        return None
    return PadAddress(part, f"{url.scheme}://{url.netloc}{below[1:]}" if url.netloc else "")


def as_pad_address(
    _context: click.Context, _parameter: click.Parameter, argument: str | None
) -> PadAddress | None:
    """Convert a command's argument, if given (a click callback); else it is a usage error."""
    if argument is None:
        return None
    address = pad_address(argument)
    if address is None:
        raise click.BadParameter(f"“{argument}” is no address of a pad.")
    return address


def pad_of(session: Session, address: PadAddress) -> Pad:
    """The pad at this address, for a change. An error if there is none."""
    return pad_at(session, address.part) or _no_pad(address)


def pad_snapshot(connection: Connection, address: PadAddress) -> PadSnapshot:
    """The pad at this address, to be read. An error if there is none."""
    found = find_access(connection, AccessRequest(address.part))
    return found.pad if found else _no_pad(address)


def _no_pad(address: PadAddress) -> NoReturn:
    raise click.ClickException(f"there is no pad {address.part}")
