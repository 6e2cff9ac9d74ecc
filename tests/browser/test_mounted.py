"""Below a folder of its host, everything is as it is without one: no address forgets the folder."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, expect

from tests.browser.kept import HERE, expect_kept
from tests.browser.outbox import enter, expect_sent, waits
from tests.browser.play import FIRST, SECOND, expect_hand, fill_in_names, press_start, take_down
from tests.support.browser import phone_with_workers
from tests.support.hosting import gunicorn_command, hosted

FOLDER: Final = "/cards"


def test_an_evening_with_a_bad_network(browser: Browser, tmp_path: Path) -> None:
    environment = {
        "SCOREPAD_DATA_FOLDER": str(tmp_path),
        "SCRIPT_NAME": FOLDER,
    }
    with (
        hosted(gunicorn_command(1), environment=environment) as (server,),
        phone_with_workers(browser) as context,
    ):
        root = f"http://{HERE}:{server.port}{FOLDER}"
        page = context.new_page()
        page.goto(f"{root}/")
        fill_in_names(page)
        press_start(page)
        path = str(page.evaluate("location.pathname"))
        assert path.startswith(f"{FOLDER}/pad/")
        take_down(page, 1, FIRST)
        expect_kept(page, {path})
        context.set_offline(True)
        enter(page, SECOND)
        # Neither the front page nor where the icon leads is kept: both lead to the table.
        for start in ("", "play"):
            page.goto(f"{root}/{start}")
            expect_hand(page, 3)
            expect(waits(page)).to_have_count(1)
        context.set_offline(False)
        expect_sent(page, 2)
