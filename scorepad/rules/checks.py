"""What is wrong with an input, and checks of its single values: each returns it, typed, or raises.

Nothing is converted: ``true`` is not 1, ``5.0`` is not 5 and ``"5"`` is not 5.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

T = TypeVar("T", bound=str)


class RulesError(ValueError):
    """An input that the rules do not allow.

    ``place`` says where it stands, as a path into a game file (``hands[3].hearts``). ``text`` is a
    sentence with ``{named}`` gaps and ``values`` fill them: two things, so that a page can show the
    sentence in another language.
    """

    def __init__(self, place: str, text: str, **values: object) -> None:
        super().__init__(place, text)
        self.place = place
        self.text = text
        self.values = values

    @property
    def message(self) -> str:
        """The sentence, without the place."""
        return self.text.format(**self.values)

    def within(self, outer: str) -> RulesError:
        """The same error seen from further out: ``hearts`` within ``hands[3]``."""
        return RulesError(f"{outer}.{self.place}", self.text, **self.values)

    def __str__(self) -> str:
        return f"{self.place}: {self.message}"


def inside(place: str, name: str) -> str:
    """The place of a name in an object; ``place`` is empty for the outermost."""
    key = name or '""'
    return f"{place}.{key}" if place else key


def whole(place: str, value: object, low: int, high: int) -> int:
    """A whole number from ``low`` to ``high``."""
    if type(value) is not int:
        raise RulesError(place, "must be a whole number")
    if not low <= value <= high:
        raise range_fault(place, low, high)
    return value


def range_fault(place: str, low: int, high: int) -> RulesError:
    """The fault of a number that is not from ``low`` to ``high``."""
    return RulesError(place, "must be from {low} to {high}", low=low, high=high)


def flag(place: str, value: object) -> bool:
    """True or false."""
    if type(value) is not bool:
        raise RulesError(place, "must be true or false")
    return value


def one_of(place: str, value: object, choices: Sequence[T]) -> T:
    """One of a few words."""
    for choice in choices:
        if type(value) is str and value == choice:
            return choice
    raise RulesError(place, "must be one of {choices}", choices=", ".join(choices))


def text(place: str, value: object) -> str:
    """A text that UTF-8 can hold."""
    if type(value) is not str:
        raise RulesError(place, "must be a text")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise RulesError(place, "has half a character (a lone surrogate)") from None
    return value


def sequence(place: str, value: object) -> Sequence[object]:
    """A list."""
    if not isinstance(value, list | tuple):
        raise RulesError(place, "must be a list")
    return value


def mapping(place: str, value: object) -> Mapping[str, object]:
    """An object: names with values."""
    if not isinstance(value, Mapping):
        raise RulesError(place, "must be an object")
    return value


def no_others(place: str, value: Mapping[str, object], known: Sequence[str]) -> None:
    """Refuse names that are not in ``known``."""
    for name in value:
        if name not in known:
            raise RulesError(inside(place, name), "is not known here")
