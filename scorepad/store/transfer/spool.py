"""Values in a file of our own, as many as there are, whatever memory there is."""

from __future__ import annotations

import pickle
import tempfile
from collections.abc import Iterator
from types import MappingProxyType
from typing import Any, Final, Self

_MOST_IN_MEMORY: Final = 1024 * 1024


class Spool:
    """Values in the order in which they were added; a context manager that throws them away."""

    def __init__(self) -> None:
        self._file = tempfile.SpooledTemporaryFile(_MOST_IN_MEMORY)  # noqa: SIM115 (see __exit__)
        self._count = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def __len__(self) -> int:
        return self._count

    def add(self, value: Any) -> None:
        """Add one at the end."""
        _Pickler(self._file, pickle.HIGHEST_PROTOCOL).dump(value)
        self._count += 1

    def __iter__(self) -> Iterator[Any]:
        self._file.seek(0)
        for _ in range(self._count):
            # Nobody else has this file: it has no name.
            yield pickle.load(self._file)  # noqa: S301 (see above)


class _Pickler(pickle.Pickler):
    """Can also write a mapping that cannot be changed, such as the cards of a ruleset."""

    def reducer_override(self, value: Any) -> Any:
        if type(value) is MappingProxyType:
            return _read_only, (dict(value),)
        return NotImplemented


def _read_only(values: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    return MappingProxyType(values)
