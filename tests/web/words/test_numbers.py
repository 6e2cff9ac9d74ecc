"""Numbers in words: rounded half away from zero, with the signs of the language."""

from __future__ import annotations

import pytest

from scorepad.web.words import numbers


@pytest.mark.parametrize(
    ("total", "of", "shown"),
    [
        (13, 4, "3.3"),
        (11, 4, "2.8"),
        (9, 4, "2.3"),
        (-1, 4, "−0.3"),
        (-1, 20, "−0.1"),
        (-1, 21, "0.0"),
        (3, 20, "0.2"),
        (23, 20, "1.2"),
        (-13, 4, "−3.3"),
        (199, 20, "10.0"),
        (0, 3, "0.0"),
        (0, 0, "–"),
    ],
)
def test_average(total: int, of: int, shown: str) -> None:
    assert numbers.average(total, of) == shown


@pytest.mark.parametrize(
    ("points", "shown"),
    [
        (0.25, "+0.3"),
        (-0.25, "−0.3"),
        (0.15, "+0.2"),
        (-0.15, "−0.2"),
        (2.675, "+2.7"),
        (0.04, "0.0"),
        (-0.04, "0.0"),
        (-0.05, "−0.1"),
        (1e-9, "0.0"),
        (12, "+12.0"),
    ],
)
def test_signed_points(points: float, shown: str) -> None:
    assert numbers.signed_points(points) == shown


@pytest.mark.parametrize(
    ("count", "of", "shown"),
    [(1, 40, "1 of 40 (3%)"), (3, 40, "3 of 40 (8%)"), (1, 8, "1 of 8"), (9, 24, "9 of 24 (38%)")],
)
def test_share(count: int, of: int, shown: str) -> None:
    assert numbers.share(count, of) == shown
