"""The app with an empty database, phones that come without cookies, and games."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask

from scorepad.web.drawings import images
from tests.support.need import unavailable
from tests.web.apps import app_in
from tests.web.cast import Phone, Table, seat_four, start
from tests.web.scenes import Scenes, scenes_in


@pytest.fixture(scope="session")
def one_app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """Made once, for time's sake: it keeps nothing but what is in its database."""
    with app_in(tmp_path_factory.mktemp("web") / "data") as app:
        yield app


@pytest.fixture(scope="session")
def scenes(one_app: Flask) -> Iterator[Scenes]:
    """What is put back in place for each test."""
    with scenes_in(one_app) as ready:
        yield ready


@pytest.fixture
def app(one_app: Flask, scenes: Scenes) -> Flask:
    scenes.clear()
    return one_app


@pytest.fixture
def phone(app: Flask) -> Phone:
    """A phone that was never here before."""
    return Phone(app)


@pytest.fixture
def looker_on(app: Flask) -> Phone:
    """Another phone, which was given no pen."""
    return Phone(app)


@pytest.fixture
def table(phone: Phone, scenes: Scenes) -> Table:
    """A game of four, Anna dealing, nothing taken down yet."""
    return scenes.table(phone, seat_four)


@pytest.fixture
def played(phone: Phone, scenes: Scenes) -> Table:
    """One hand: 6, 17, 2, 1; Ben deals the next one, which is passed to the right."""
    return scenes.table(phone, _with_a_hand)


@pytest.fixture
def finished(phone: Phone, scenes: Scenes) -> Table:
    """Two hands, and the game is over; Anna, who shot the moon in the first one, wins with 0."""
    return scenes.table(phone, _to_the_end)


def _with_a_hand(phone: Phone) -> Table:
    return seat_four(phone).recorded(6, 4, 2, 1, QS=1)


def _to_the_end(phone: Phone) -> Table:
    table = start(phone, target="40")
    table.saved(phone.submit(table.entry(), {"shooter": "0"}))
    return table.recorded(0, 10, 2, 1, QS=1)


@pytest.fixture
def makes_png() -> None:
    """A server that makes PNG pictures. Skips the test (in CI: fails it) where there is no font."""
    if not images.available():
        unavailable("resvg, or any font")
