"""The language of a request: the one chosen on a page, else the one that the browser prefers.

An image is in the language that its address says, so that who gets it from somebody's page sees
what was seen there.

The choice is a cookie of its own, without the prefix of ours: clients that have no other still
share one page for each language (``table/poll``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from gettext import translation
from pathlib import Path
from typing import Final
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from werkzeug.datastructures import Accept
from werkzeug.http import parse_accept_header

from scorepad.web.words.translation import ENGLISH, Catalogue, use_catalogue

LANGUAGES: Final = {ENGLISH: "English", "de": "Deutsch"}
_TRANSLATIONS: Final = Path(__file__).parents[2] / "translations"
COOKIE: Final = "language"
_CHOSEN: Final = re.compile(rf"(?:^|; ?){COOKIE}=({'|'.join(LANGUAGES)})(?=;|$)")
_OF_IMAGE: Final = re.compile(rf"(?:^|&)lang=({'|'.join(LANGUAGES)})(?=&|$)")
# Browsers list a few languages; what is longer is not read.
_MOST_CHARACTERS: Final = 200


def language_of(environ: WSGIEnvironment) -> str:
    """The language of a request, by its code."""
    if environ.get("PATH_INFO", "").endswith((".svg", ".png")) and (
        said := _OF_IMAGE.search(environ.get("QUERY_STRING", ""))
    ):
        return said[1]
    chosen = _CHOSEN.search(environ.get("HTTP_COOKIE", ""))
    return chosen[1] if chosen else preferred(environ.get("HTTP_ACCEPT_LANGUAGE", ""))


def preferred(accepted: str) -> str:
    """The language that a browser likes best, of those that there are; ``accepted``: its header."""
    if not accepted or len(accepted) > _MOST_CHARACTERS:
        return ENGLISH
    # Best first, and each by its language alone: Austria's German is German (RFC 4647, 3.4).
    for tag, quality in parse_accept_header(accepted, Accept):
        code = tag.partition("-")[0].lower()
        if quality > 0 and code in LANGUAGES:
            return code
    return ENGLISH


class InLanguage:
    """Sets the language before anything can be said, even that the app is broken.

    The outermost layer: nothing that a client sends may make it fail.
    """

    def __init__(self, wsgi_app: WSGIApplication) -> None:
        self._app = wsgi_app
        self.catalogues = {
            code: Catalogue(code, translation("messages", _TRANSLATIONS, [code], fallback=True))
            for code in LANGUAGES
        }

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Let the app answer in the language of the request."""
        with use_catalogue(self.catalogues[language_of(environ)]):
            return self._app(environ, start_response)
