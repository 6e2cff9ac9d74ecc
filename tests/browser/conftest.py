"""One Chromium and one server for each worker; every test has a phone and a pad of its own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.outbox import offline_phone, online_phone
from tests.browser.play import Game, started, with_pen
from tests.browser.ways import HTMX
from tests.support.server import Server, running_scorepad


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_scorepad(tmp_path_factory.mktemp("scorepad")) as server:
        yield server


@pytest.fixture
def scorepad(shared_server: Server) -> Iterator[Server]:
    """The running server; whatever a test does to it, it may not break down over it."""
    lines = len(shared_server.stderr)
    yield shared_server
    log = "".join(shared_server.stderr[lines:])
    assert "Traceback" not in log, log


@pytest.fixture(scope="module")
def thumb(browser: Browser) -> Iterator[Page]:
    """One page for all tables of a module: what it knows of one has nothing to do with the next."""
    with HTMX.page(browser) as page:
        yield page


@pytest.fixture
def game(scorepad: Server) -> Game:
    """A new game of four, with a pen without a browser."""
    return started(scorepad)


@pytest.fixture
def table(browser: Browser, game: Game) -> Iterator[Page]:
    """Its table on a phone with the pen, on which nothing goes wrong to the end."""
    with with_pen(browser, game) as page:
        yield page


@pytest.fixture
def online(browser: Browser, game: Game) -> Iterator[Page]:
    """The table by a name, over plain HTTP."""
    with online_phone(browser, game) as page:
        yield page


@pytest.fixture
def offline(browser: Browser, game: Game) -> Iterator[Page]:
    """The same on a phone whose network has just gone."""
    with offline_phone(browser, game) as page:
        yield page
