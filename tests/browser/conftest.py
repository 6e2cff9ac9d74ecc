"""One Chromium and one server for each worker; every test has a phone and a pad of its own.

What must hold with any fonts is tested with one more Chromium for each of several families.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.support.fonts import FAMILIES, chromium_in
from tests.support.server import Server, running_scorepad


@pytest.fixture(
    scope="session",
    # All tests in a family are one worker's: a browser with another one takes seconds to start.
    params=[
        pytest.param(each, marks=[pytest.mark.xdist_group(each), pytest.mark.slow])
        for each in FAMILIES
    ],
)
def browser_in_family(
    request: pytest.FixtureRequest, browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Browser]:
    """One browser after another, each with other fonts."""
    with chromium_in(request.param, browser, tmp_path_factory.mktemp("fonts")) as running:
        yield running


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
