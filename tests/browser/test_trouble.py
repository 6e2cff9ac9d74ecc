"""The database cannot save just now: what was tapped stays, and is saved once it can."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

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
from tests.browser.ways import HTMX, NO_SCRIPT, Way, with_and_without_htmx
from tests.support.browser import screenshot
from tests.support.server import running_scorepad

# A writer waits for 5 s before it gives up.
PATIENCE = 15_000.0


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Somebody else writes, and takes their time."""
    with closing(sqlite3.connect(folder / "scorepad.sqlite")) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.rollback()


@with_and_without_htmx
def test_an_entry_outlives_a_locked_database(browser: Browser, tmp_path: Path, way: Way) -> None:
    with running_scorepad(tmp_path) as server, way.phone(browser) as handset:
        page = handset.page
        open_prepared(page, server, hands=[FIRST])
        if way is NO_SCRIPT:
            for seat, count in enumerate(SECOND.hearts):
                page.locator(f"#hearts_{seat}-{count}").check(force=True)
            page.locator(f"#cards_QS-{SECOND.queen}").check(force=True)
        else:
            tap(page, SECOND)
        chosen = tapped(page).count()
        with locked(tmp_path):
            save(page)
            sentence = page.get_by_text("Somebody else is writing")
            expect(sentence).to_be_visible(timeout=PATIENCE)
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
