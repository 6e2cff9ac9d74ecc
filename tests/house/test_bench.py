"""The benchmark's own judgement: what is over its bound is shown, and fails when it is far over."""

from __future__ import annotations

import pytest

from bench.figures import Figure, exit_status, lines


@pytest.mark.parametrize(
    ("value", "verdict", "status"),
    [(0.5, "ok", 0), (40, "ok", 0), (40.1, "over", 0), (44, "over", 0), (44.1, "over", 1)],
)
def test_a_figure_is_judged_by_its_bound(value: float, verdict: str, status: int) -> None:
    figure = Figure("table", value, 40)
    (line,) = lines([figure])
    assert verdict in line.split()
    assert ({"ok", "over"} - {verdict}).isdisjoint(line.split())
    assert exit_status([figure]) == status


def test_a_line_shows_the_figure_and_its_bound() -> None:
    (line,) = lines([Figure("front page", 36.25, 35)])
    assert line.split() == ["front", "page", "36.25", "at", "most", "35", "over", "hellos"]


def test_what_has_no_bound_cannot_fail() -> None:
    figure = Figure("sheet alone", 1000.0)
    assert exit_status([figure]) == 0
    (line,) = lines([figure])
    assert {"ok", "over"}.isdisjoint(line.split())


def test_one_failure_among_many_is_a_failure() -> None:
    fine = [Figure("front page", 30, 35), Figure("sheet alone", 9)]
    assert exit_status(fine) == 0
    assert exit_status([*fine, Figure("save", 80, 55), *fine]) == 1
