"""The switch of the language, which every page has."""

from __future__ import annotations

from flask import Blueprint
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from scorepad.web.http.language import COOKIE, LANGUAGES
from scorepad.web.pad.switch import store_choice

blueprint = Blueprint("language", __name__)


@blueprint.get("/language/<code>")
def choose(code: str) -> ResponseReturnValue:
    """Use this language from now on, and go back to the page with the link."""
    if code not in LANGUAGES:
        raise NotFound
    return store_choice(COOKIE, code)
