"""Take the README's pictures from the running program: ``make screenshots``."""

import json
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from .browser import chromium, phone
from .server import running_scorepad

_GAMES = Path(__file__).parents[1] / "vectors" / "games.jsonl"
_SHOWN_AFTER = 4


def main(folder: Path) -> None:
    """Play a recorded game and write ``table.png`` and ``sheet.png`` into the folder."""
    game = json.loads(_GAMES.read_text().splitlines()[1])["game"]
    with (
        tempfile.TemporaryDirectory() as data,
        running_scorepad(Path(data)) as server,
        chromium() as browser,
        phone(browser, width=390, height=844) as handset,
    ):
        page = handset.page
        page.goto(server.address)
        for row, name in enumerate(game["players"]):
            page.get_by_label(f"Name of player {row + 1}").fill(name)
        page.locator(f"label.dealer:has(input[value='{game['dealer']}'])").click()
        page.get_by_role("button", name="Start").click()
        for number, hand in enumerate(game["hands"], start=1):
            tap(page, hand)
            if number == _SHOWN_AFTER + 1:
                page.screenshot(path=folder / "table.png", caret="initial")
            page.get_by_role("button", name="Save").click()
            expect(page.locator(".sheet tbody tr")).to_have_count(number)
        page.screenshot(path=folder / "sheet.png", caret="initial")


def tap(page: Page, hand: Mapping[str, Any]) -> None:
    """Tap a hand's cards into the open entry."""
    for card, taker in hand["cards"].items():
        page.locator(f"label:has(input[name='cards_{card}'][value='{taker}'])").click()
    for seat, hearts in enumerate(hand["hearts"]):
        page.locator(f"label:has(input[name='hearts_{seat}'][value='{hearts}'])").click()
    page.evaluate("window.scrollTo(0, 0)")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
