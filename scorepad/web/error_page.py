"""The page of an error."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from flask import render_template

from scorepad.web.words.translation import gettext


def error_page(
    message: tuple[str, str],
    *,
    values: Mapping[str, str] = MappingProxyType({}),
    hint: str = "",
    keeps_input: bool = False,
    resend: tuple[str, Sequence[tuple[str, str]]] | None = None,
) -> str:
    """The page of an error with this message, a title and a text in English.

    ``values``: those of the text. ``hint``: what may help some, in English. ``keeps_input``: what
    was entered is still on the page before this one. ``resend``: the address and the fields of a
    form that sends what was submitted once more.
    """
    title, text = gettext(message[0]), gettext(message[1], **values)
    return render_template(
        "error.html",
        title=title,
        text=text,
        hint=gettext(hint) if hint else "",
        keeps_input=keeps_input,
        resend=resend,
    )
