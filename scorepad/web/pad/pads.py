"""The list of the pads for which a browser holds pens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import url_for
from markupsafe import Markup

from scorepad.store.visit import PadSnapshot
from scorepad.web.pad.front_page import name_of


@dataclass(frozen=True)
class PadLink:
    """A pad in the list: its name, or the day it was created, and its URL."""

    name: Markup
    url: str


@dataclass(frozen=True)
class PadsPage:
    """The list, newest first. ``new``: the URL of the start form."""

    pads: Sequence[PadLink]
    new: str


def pads_page(pad_list: Sequence[PadSnapshot]) -> PadsPage:
    """The list of these pads."""
    return PadsPage(
        [PadLink(name_of(pad), url_for("pad.front", address=pad.address)) for pad in pad_list],
        url_for("start.new_pad"),
    )
