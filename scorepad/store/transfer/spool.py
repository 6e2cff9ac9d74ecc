"""Values in a file of our own, as many as there are, whatever memory there is."""

from __future__ import annotations

import copyreg
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
        pickle.dump(value, self._file, pickle.HIGHEST_PROTOCOL)
        self._count += 1

    def __iter__(self) -> Iterator[Any]:
        self._file.seek(0)
        for _ in range(self._count):
            # Nobody else has this file: it has no name.
            yield pickle.load(self._file)  # noqa: S301 (see above)


def _read_only(values: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    return MappingProxyType(values)


# Such as the cards of a ruleset, which cannot be pickled otherwise.
copyreg.pickle(MappingProxyType, lambda values: (_read_only, (dict(values),)))
