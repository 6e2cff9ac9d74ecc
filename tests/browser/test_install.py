"""Chromium finds nothing that would keep Scorepad off the home screen."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.support.browser import FLAGS
from tests.support.need import unavailable
from tests.support.server import Server

# Only a Chromium with windows knows, and not in its private mode, which fresh profiles are else.
_PROGRAMS = ("chromium", "chromium-browser", "google-chrome")


@pytest.fixture
def at_home(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    """A page of a browser that keeps what it is given."""
    program = next(filter(None, map(shutil.which, _PROGRAMS)), None)
    if program is None:
        unavailable("a Chromium with windows")
    context = browser.browser_type.launch_persistent_context(
        tmp_path / "profile",
        executable_path=program,
        args=[*FLAGS, "--headless=new"],
        chromium_sandbox=os.geteuid() != 0,
    )
    try:
        yield context.pages[0]
    finally:
        context.close()


def asked(page: Page, method: str) -> dict[str, Any]:
    """Chromium's own answer about the page."""
    session = page.context.new_cdp_session(page)
    answer: dict[str, Any] = session.send(method)
    session.detach()
    return answer


def errors(page: Page) -> list[str]:
    """What keeps the page from being installed."""
    found = asked(page, "Page.getInstallabilityErrors")["installabilityErrors"]
    return [each["errorId"] for each in found]


def test_it_can_be_installed(at_home: Page, scorepad: Server) -> None:
    at_home.goto(f"{scorepad.address}/static/x/scorepad.css")
    assert errors(at_home) == ["no-manifest"]
    at_home.goto(scorepad.address)
    manifest = asked(at_home, "Page.getAppManifest")
    assert manifest["url"] == f"{scorepad.address}/manifest.webmanifest"
    assert manifest["errors"] == []
    assert errors(at_home) == []
