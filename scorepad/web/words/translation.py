"""Translation of every text that people read, into the language of the request.

An English text is its own key in the catalogues (``scorepad/translations``), a whole sentence with
``%(named)s`` values: no sentence is put together from parts, because their order differs between
languages. Without a request, as in commands, the language is English.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache, wraps
from gettext import NullTranslations
from typing import Any, Final, ParamSpec, TypeVar

from markupsafe import Markup, escape

_P = ParamSpec("_P")
_T = TypeVar("_T")

ENGLISH: Final = "en"
# Babel's locale by language, where they differ: plain English puts the month first.
_LOCALES: Final = {ENGLISH: "en_GB"}
# Enough for the sheets of some hundred games.
_MOST_REMEMBERED: Final = 8192


@dataclass(frozen=True)
class Catalogue:
    """A language, by its code, and its translations."""

    language: str
    translations: NullTranslations


_IN_ENGLISH: Final = Catalogue(ENGLISH, NullTranslations())
_current: Final[ContextVar[Catalogue]] = ContextVar("catalogue", default=_IN_ENGLISH)

# Finds what cannot stand in a page as it is.
_SPECIAL: Final = re.compile("""[&<>"']""").search

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
    translated = gettext(text)
    return _filled(translated, values) if values else escape(translated)


def text(text: str, **values: object) -> str:
    """A text in a template, which escapes what is not markup."""
    # As markup, those without values would take pages longer.
    return markup(text, **values) if values else gettext(text)


def nmarkup(one: str, many: str, num: int, **values: object) -> Markup:
    """A text for a page that depends on a number, which fills ``%(num)s``."""
    translated = _current.get().translations.ngettext(one, many, num)
    return _filled(translated, {"num": num, **values})


def _filled(text: str, values: Mapping[str, object]) -> Markup:
    # The same as escape(text) % values, in a third of the time.
    return Markup(  # noqa: S704 (both are escaped)
        str(escaped(text)) % {name: escaped(value) for name, value in values.items()}
    )


def escaped(value: object) -> str:
    """A value as it stands on a page: what :func:`markupsafe.escape` makes of it.

    Pages have hundreds of texts, and next to none has anything to escape: those stay as they are.
    """
    if type(value) is Markup or (type(value) is str and not _SPECIAL(value)):
        return value
    return str(value) if type(value) is int else escape(value)


def remembered(function: Callable[_P, _T]) -> Callable[_P, _T]:
    """Decorate a function whose result depends on its arguments and the language alone.

    All such functions share one cache: ``docs/decisions/0054-few-caches.md`` lists them.
    """

    @wraps(function)
    def call(*args: _P.args, **kwargs: _P.kwargs) -> _T:
        result: _T = _remember(language(), function, args, tuple(kwargs.items()))
        return result

    return call


@lru_cache(_MOST_REMEMBERED)
def _remember(
    _language: str,
    function: Callable[..., object],
    args: tuple[object, ...],
    kwargs: tuple[tuple[str, object], ...],
) -> Any:
    return function(*args, **dict(kwargs))
