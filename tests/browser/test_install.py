"""Chromium finds nothing that would keep Scorepad off the home screen."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.support.browser import phone_with_memory
from tests.support.need import unavailable
from tests.support.server import Server

# Only a Chromium with windows knows, and not in its private mode, which fresh profiles are else.
_PROGRAMS = ("chromium", "chromium-browser", "google-chrome")


@pytest.fixture
def at_home(browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Page]:
    """A page of a browser that keeps what it is given."""
    program = next(filter(None, map(shutil.which, _PROGRAMS)), None)
    if program is None:
        unavailable("a Chromium with windows")
    monkeypatch.setenv("SCOREPAD_TEST_CHROMIUM", program)
    with phone_with_memory(browser, tmp_path / "profile") as context:
        yield context.pages[0]


def asked(page: Page, method: str) -> dict[str, Any]:
    """Chromium's own answer about the page."""
    session = page.context.new_cdp_session(page)
    answer: dict[str, Any] = session.send(method)
    session.detach()
    return answer


def test_it_can_be_installed(at_home: Page, scorepad: Server) -> None:
    errors = "Page.getInstallabilityErrors"
    at_home.goto(f"{scorepad.address}/static/x/scorepad.css")
    (error,) = asked(at_home, errors)["installabilityErrors"]
    assert error["errorId"] == "no-manifest"
    at_home.goto(scorepad.address)
    manifest = asked(at_home, "Page.getAppManifest")
    assert manifest["url"] == f"{scorepad.address}/manifest.webmanifest"
    assert manifest["errors"] == []
    assert asked(at_home, errors)["installabilityErrors"] == []
