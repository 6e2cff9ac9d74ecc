"""Every test gets the app with an empty database, and phones that come without cookies."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask

from scorepad.web.drawings import images
from tests.support.need import unavailable
from tests.web.apps import app_in
from tests.web.cast import Phone, Table, seat_four
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
def makes_png() -> None:
    """A server that makes PNG pictures. Skips the test (in CI: fails it) where there is no font."""
    if not images.available():
        unavailable("resvg, or any font")
