"""The switch of the language."""

from __future__ import annotations

from flask import Blueprint
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from scorepad.web.footer.switches import store_choice
from scorepad.web.http.language import COOKIE, LANGUAGES

blueprint = Blueprint("language", __name__)


@blueprint.get("/language/<code>")
def choose(code: str) -> ResponseReturnValue:
    """Use this language from now on, and go back to the page with the link."""
    if code not in LANGUAGES:
        raise NotFound
    return store_choice(COOKIE, code)
