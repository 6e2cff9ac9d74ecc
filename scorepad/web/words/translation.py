"""Translation of every text that people read, into the language of the request.

An English text is its own key in the catalogues (``scorepad/translations``), a whole sentence with
``%(named)s`` values: no sentence is put together from parts, because their order differs between
languages. Without a request, as in commands, the language is English.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import lru_cache, wraps
from gettext import NullTranslations
from typing import Any, Final, ParamSpec, Protocol, TypeVar

from markupsafe import Markup, escape

_P = ParamSpec("_P")
_T = TypeVar("_T")

ENGLISH: Final = "en"


@dataclass(frozen=True)
class Catalogue:
    """A language, by its code, and its translations.

    ``escaped``: the texts that pages have shown so far, escaped. They are the program's own, so
    their number is limited.
    """

    language: str
    translations: NullTranslations
    escaped: dict[str, Markup] = field(default_factory=dict)


class Fault(Protocol):
    """A fault of an input: a text with ``{named}`` gaps, and their values."""

    @property
    def text(self) -> str:
        """The text."""

    @property
    def values(self) -> Mapping[str, object]:
        """The values, by the names of the gaps."""


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
    catalogue = _current.get()
    translated = catalogue.escaped.get(text)
    if translated is None:
        translated = escape(catalogue.translations.gettext(text))
        catalogue.escaped[text] = translated
    return _filled(translated, values) if values else translated


def nmarkup(one: str, many: str, num: int, **values: object) -> Markup:
    """A text for a page that depends on a number, which fills ``%(num)s``."""
    translated = escape(_current.get().translations.ngettext(one, many, num))
    return _filled(translated, {"num": num, **values})


def _filled(text: Markup, values: Mapping[str, object]) -> Markup:
    # The same as markup % values, in half the time.
    return Markup(str(text) % {name: escape(value) for name, value in values.items()})  # noqa: S704 (both are escaped)


def cached_by_language(size: int) -> Callable[[Callable[_P, _T]], Callable[_P, _T]]:
    """Decorate a function with translated results: cache them by arguments and language.

    ``size``: how many results are cached.
    """

    def decorate(function: Callable[_P, _T]) -> Callable[_P, _T]:
        by_language: Any = lru_cache(size)(
            lambda _language, *args, **kwargs: function(*args, **kwargs)
        )

        @wraps(function)
        def call(*args: _P.args, **kwargs: _P.kwargs) -> _T:
            result: _T = by_language(language(), *args, **kwargs)
            return result

        return call

    return decorate
