"""Translation of every text that people read, into the language of the request.

An English text is its own key in the catalogues (``scorepad/translations``), a whole sentence with
``%(named)s`` values: no sentence is put together from parts, because their order differs between
languages. Without a request, as in commands, the language is English.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from gettext import NullTranslations
from typing import Final, ParamSpec, TypeVar

from markupsafe import Markup, escape

_P = ParamSpec("_P")
_T = TypeVar("_T")

ENGLISH: Final = "en"
# Babel's locale by language, where they differ: plain English puts the month first.
_LOCALES: Final = {ENGLISH: "en_GB"}


@dataclass(frozen=True)
class Catalogue:
    """A language, by its code, and its translations."""

    language: str
    translations: NullTranslations


_IN_ENGLISH: Final = Catalogue(ENGLISH, NullTranslations())
_current: Final[ContextVar[Catalogue]] = ContextVar("catalogue", default=_IN_ENGLISH)

# Marks a text that is translated where it is shown.
N_ = str


@contextmanager
def use_catalogue(catalogue: Catalogue) -> Iterator[None]:
    """Use this catalogue for a request."""
    token = _current.set(catalogue)
    try:
        yield
    finally:
        _current.reset(token)


def language() -> str:
    """The code of the language of the request."""
    return _current.get().language


def locale() -> str:
    """The locale of the request's language, as Babel knows it."""
    of = language()
    return _LOCALES.get(of, of)


def gettext(text: str, **values: object) -> str:
    """A text in the language of the request, with its values."""
    translated = _current.get().translations.gettext(text)
    return translated % values if values else translated


def pgettext(context: str, text: str, **values: object) -> str:
    """A text that has several meanings; ``context`` tells them apart."""
    translated = _current.get().translations.pgettext(context, text)
    return translated % values if values else translated


def ngettext(one: str, many: str, num: int, **values: object) -> str:
    """A text that depends on a number, which fills ``%(num)s``."""
    translated = _current.get().translations.ngettext(one, many, num)
    return translated % {"num": num, **values}


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
    translated = _current.get().translations.ngettext(one, many, num)
    return escape(translated) % {"num": num, **values}
