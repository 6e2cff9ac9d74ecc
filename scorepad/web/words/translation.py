"""Translation of every text that people read, into the language of the request.

An English text is its own key in the catalogues (``scorepad/translations``), a whole sentence with
``%(named)s`` values: no sentence is put together from parts, because their order differs between
languages. Without a request, as in commands, the language is English.
"""

from __future__ import annotations

import gettext as catalogues
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Final
from urllib.parse import parse_qsl

from flask import Flask, request
from markupsafe import Markup, escape

ENGLISH: Final = "en"
LANGUAGES: Final = {ENGLISH: "English", "de": "Deutsch"}
# A cookie without our prefix: lookers-on still share one page for each language.
COOKIE: Final = "language"

# Marks a text that is translated where it is shown.
N_ = str


_current: Final = ContextVar("language", default=ENGLISH)


def setup(app: Flask) -> None:
    """Answer each request in its language; called before everything that may answer."""
    app.before_request(lambda: use(language_of_request()))
    app.teardown_request(lambda _: use(ENGLISH))


def use(code: str) -> None:
    """Have texts in this language from now on."""
    _current.set(code)


def language() -> str:
    """The code of the language that texts are in."""
    return _current.get()


def language_of_request() -> str:
    """The language chosen on a page, else the one that the browser prefers."""
    asked = [request.cookies.get(COOKIE)]
    if request.path.endswith((".svg", ".png")):
        # An image is in the language of the page that shows it, whoever fetches it.
        asked.insert(0, dict(parse_qsl(request.environ.get("QUERY_STRING", ""))).get("lang"))
    # Austria's German is German (RFC 4647, 3.4).
    preferred = [
        tag.partition("-")[0].lower() for tag, quality in request.accept_languages if quality
    ]
    return next((code for code in (*asked, *preferred) if code in LANGUAGES), ENGLISH)


def locale() -> str:
    """The locale of the request's language, as Babel knows it."""
    code = language()
    # Plain English puts the month first.
    return "en_GB" if code == ENGLISH else code


@cache
def catalogue(code: str) -> catalogues.NullTranslations:
    """The catalogue of a language."""
    folder = Path(__file__).parents[2] / "translations"
    return catalogues.translation("messages", folder, [code], fallback=True)


def gettext(text: str, **values: object) -> str:
    """A text in the language of the request, with its values."""
    translated = catalogue(language()).gettext(text)
    return translated % values if values else translated


def pgettext(context: str, text: str, **values: object) -> str:
    """A text that has several meanings; ``context`` tells them apart."""
    translated = catalogue(language()).pgettext(context, text)
    return translated % values if values else translated


def ngettext(one: str, many: str, num: int, **values: object) -> str:
    """A text that depends on a number, which fills ``%(num)s``."""
    return catalogue(language()).ngettext(one, many, num) % {"num": num, **values}


def markup(text: str, **values: object) -> Markup:
    """A text for a page: its values are escaped unless they are markup."""
    translated = escape(gettext(text))
    return translated % values if values else translated


def text(text: str, **values: object) -> str:
    """A text in a template, which escapes what is not markup."""
    # As markup, those without values would take pages longer.
    return markup(text, **values) if values else gettext(text)


def nmarkup(one: str, many: str, num: int, **values: object) -> Markup:
    """A text for a page that depends on a number, which fills ``%(num)s``."""
    translated = catalogue(language()).ngettext(one, many, num)
    return escape(translated) % {"num": num, **values}
