"""The page of an error."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import render_template, url_for

from scorepad.web.words.translation import gettext


@dataclass(frozen=True)
class Resend:
    """A form that sends the submitted fields again."""

    action: str
    fields: Sequence[tuple[str, str]]


@dataclass(frozen=True)
class ErrorPage:
    """The page of an error. ``start``: the URL of the first page.

    ``keeps_input``: what was entered is still on the page before this one.
    """

    title: str
    text: str
    start: str
    keeps_input: bool
    resend: Resend | None


def error_page(
    message: tuple[str, str], *, keeps_input: bool = False, resend: Resend | None = None
) -> str:
    """The page of an error with this message, a title and a text in English."""
    title, text = map(gettext, message)
    page = ErrorPage(title, text, url_for("start.index"), keeps_input, resend)
    return render_template("error.html", page=page)
