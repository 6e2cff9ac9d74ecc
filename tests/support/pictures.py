"""Take the README's pictures from the running demo: ``make screenshots``."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, expect

from .browser import chromium, phone
from .demo import running_demo
from .demo_games import GAMES

# What is entered for the running game, by seat.
_QUEEN: Final = 1
_HEARTS: Final[Sequence[int]] = (0, 1, 6, 6)


def main(folder: Path) -> None:
    """Write ``table.png``, a hand being entered, and ``sheet.png``, a game that is over."""
    with (
        running_demo() as demo,
        chromium() as browser,
        phone(browser, width=390, height=844) as handset,
    ):
        page, site = handset.page, demo.server.address
        page.goto(f"{site}{demo.link}")
        page.get_by_role("button", name="Take the pen").click()
        expect(page.locator("form.entry")).to_be_visible()
        tap(page)
        page.screenshot(path=folder / "table.png", caret="initial")
        page.goto(f"{site}{demo.pad}table/{GAMES - 1}")
        # The result fades in.
        page.screenshot(path=folder / "sheet.png", caret="initial", animations="disabled")


def tap(page: Page) -> None:
    """Tap a hand's cards into the open entry."""
    page.locator(f"label:has(input[name='cards_QS'][value='{_QUEEN}'])").click()
    for seat, hearts in enumerate(_HEARTS):
        page.locator(f"label:has(input[name='hearts_{seat}'][value='{hearts}'])").click()
    page.evaluate("window.scrollTo(0, 0)")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
