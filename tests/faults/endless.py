"""Tests that start what tests start and go on for ever; test_interrupted.py interrupts them."""

from __future__ import annotations

import os
from pathlib import Path
from threading import Event

from playwright.sync_api import Browser

from tests.engines.cdn import network
from tests.engines.firefox import firefox
from tests.engines.webkit import hidden_screen, webkit
from tests.faults.running import command, gunicorn
from tests.support.browser import phone, phone_with_memory


def go_on_for_ever() -> None:
    Path(os.environ["ALL_ARE_RUNNING"]).write_text(os.environ["TMPDIR"])
    Event().wait()


def test_chromium_and_servers(browser: Browser, database_uri: str, tmp_path: Path) -> None:
    with (
        command(tmp_path / "data"),
        gunicorn(uri=database_uri),
        phone(browser),
        phone_with_memory(browser, tmp_path / "memory"),
    ):
        go_on_for_ever()


def test_other_engines(tmp_path: Path) -> None:
    for name in ("cdn", "screen", "firefox"):
        (tmp_path / name).mkdir()
    with (
        network(tmp_path / "cdn") as cdn,
        hidden_screen(tmp_path / "screen") as environment,
        webkit(environment, cdn),
        firefox(tmp_path / "firefox", cdn) as running,
        running.phone(),
    ):
        go_on_for_ever()
