"""The database cannot save just now: what was tapped stays, and is saved once it can."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.play import (
    FIRST,
    SECOND,
    expect_hand,
    open_prepared,
    radio,
    save,
    sheet_rows,
    tap,
    tapped,
)
from tests.browser.ways import HTMX, NO_SCRIPT, Way
from tests.support.browser import screenshot
from tests.support.keys import key_selector
from tests.support.server import running_scorepad
from tests.support.torture import sample


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Somebody else writes, and takes their time."""
    with closing(sqlite3.connect(folder / "scorepad.sqlite")) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.rollback()


@pytest.mark.parametrize("way", sample([HTMX, NO_SCRIPT]), ids=str)
def test_an_entry_outlives_a_locked_database(browser: Browser, tmp_path: Path, way: Way) -> None:
    with running_scorepad(tmp_path) as server, way.phone(browser) as handset:
        page = handset.page
        open_prepared(page, server, hands=[FIRST])
        if way is NO_SCRIPT:
            for seat, count in enumerate(SECOND.hearts):
                page.locator(key_selector(f"hearts_{seat}-{count}")).check(force=True)
            page.locator(key_selector(f"cards_QS-{SECOND.queen}")).check(force=True)
        else:
            tap(page, SECOND)
        chosen = tapped(page).count()
        with locked(tmp_path):
            save(page)
            sentence = page.get_by_text("Somebody else is writing")
            expect(sentence).to_be_visible()
            screenshot(page, f"busy-{way.name}")
            if way is HTMX:
                expect(sentence).to_be_in_viewport()
                expect(tapped(page)).to_have_count(chosen)
                expect(radio(page, "Hearts of Dora", 10)).to_be_checked()
        if way is HTMX:
            save(page)
        else:
            page.get_by_role("button", name="Try again").click()
        expect_hand(page, 3)
        expect(sheet_rows(page)).to_have_count(2)
        expect(sentence).to_be_hidden()
        assert handset.strangers == []
