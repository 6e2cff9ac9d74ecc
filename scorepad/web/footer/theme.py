"""The switch of the theme."""

from __future__ import annotations

from flask import Blueprint
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from scorepad.web.footer.switches import AS_PHONE, store_choice
from scorepad.web.http.theme import COOKIE, THEMES

blueprint = Blueprint("theme", __name__)


@blueprint.get("/theme/<name>")
def choose(name: str) -> ResponseReturnValue:
    """Use this theme from now on, or the phone's, and go back to the page with the link."""
    if name not in (*THEMES, AS_PHONE):
        raise NotFound
    return store_choice(COOKIE, None if name == AS_PHONE else name)
