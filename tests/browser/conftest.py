"""One Chromium and one server for each worker; every test has a phone and a pad of its own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

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
