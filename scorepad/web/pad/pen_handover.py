"""The page with a link that gives a pen."""

from __future__ import annotations

from dataclasses import dataclass

from flask import url_for
from markupsafe import Markup

from scorepad.store.pens import LINK_MINUTES
from scorepad.web import qr
from scorepad.web.urls import pad_url


@dataclass(frozen=True)
class HandoverPage:
    """A link that gives the pen, as a QR code and as text.

    ``only_here``: whether the address is this computer's own, which no other device can reach.
    """

    back: str
    link: str
    code: Markup
    only_here: bool
    minutes: int


def handover_page(secret: str) -> HandoverPage:
    """The page of the link with this secret, for the request's pad."""
    link = url_for("pen_link.open_link", secret=secret, _external=True)
    return HandoverPage(
        back=pad_url("pens.list_of_pens"),
        link=link,
        code=qr.code(link),
        only_here=qr.only_here(link),
        minutes=LINK_MINUTES,
    )
