"""JSON as Python values, strictly: no name twice in an object, no NaN."""

from __future__ import annotations

import json
from typing import Final, NoReturn

from scorepad.rules import RulesError, checks


class RepeatedName(dict[str, object]):
    """A JSON object that has a name twice. Only its reader knows the place to report."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name


def parse(data: bytes) -> object:
    """JSON in UTF-8 as Python values. Raises :class:`RulesError` with line and column."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise RulesError(f"byte {error.start + 1}", "is not UTF-8") from None
    try:
        return _DECODER.decode(text)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise RulesError(place, "is not JSON: {why}", why=error.msg) from None
    except RulesError:
        raise
    except RecursionError:
        raise RulesError("game", "is nested too deep") from None
    except ValueError:
        # Python refuses to read numbers of thousands of digits.
        raise RulesError("game", "has a number that is far too long") from None


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    values: dict[str, object] = {}
    for name, value in pairs:
        if not name.isascii():
            # The name of a fault's place, which somebody has to be able to read.
            checks.text("game", name)
        if name in values:
            return RepeatedName(name)
        values[name] = value
    return values


def _no_constant(name: str) -> NoReturn:
    raise RulesError("game", "has {name}, which JSON does not know", name=name)


_DECODER: Final = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_no_constant)
