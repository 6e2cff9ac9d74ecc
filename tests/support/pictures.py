"""Take the README's pictures from the running demo: ``make screenshots``."""

import sys
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal

from playwright.sync_api import Page, expect

from .browser import chromium, phone
from .demo import running_demo
from .demo_games import GAMES

# What is tapped for the running game: the queen, and the hearts of all but one.
_TAPS: Final = ("cards_QS=1", "hearts_1=1", "hearts_2=6", "hearts_3=6")
# After how many of these taps the strip has a picture.
_SHOWN: Final = (1, 3, 4)
_WIDTH: Final = 280


def main(folder: Path) -> None:
    """Write a table and a game that is over, in two themes, and a strip of a hand's taps."""
    with (
        running_demo() as demo,
        chromium() as browser,
        phone(browser, width=390, height=844) as handset,
    ):
        page, site = handset.page, demo.server.address
        page.goto(f"{site}{demo.link}")
        page.get_by_role("button", name="Take the pen").click()
        expect(page.locator("form.entry")).to_be_visible()
        table = page.url
        strip = [*tapped(page)]
        shoot(page, folder / "table")
        page.locator(".finish > button.go").click()
        expect(page.locator("#quick-undo")).to_contain_text("5")
        page.evaluate("scrollTo(0, 0)")
        strip.append(page.screenshot(caret="initial", animations="disabled"))
        page.goto(f"{site}{demo.pad}table/{GAMES - 1}")
        shoot(page, folder / "sheet")
        page.goto(table)
        side_by_side(page, strip, folder / "hand.png")


def tapped(page: Page) -> Iterator[bytes]:
    """Tap a hand's cards into the open entry, with pictures on the way."""
    for taps, each in enumerate(_TAPS, start=1):
        name, _, value = each.partition("=")
        page.locator(f"label:has(input[name='{name}'][value='{value}'])").click()
        page.evaluate("scrollTo(0, 0)")
        if taps in _SHOWN:
            yield page.screenshot(caret="initial", animations="disabled")


def shoot(page: Page, file: Path) -> None:
    """Take a page in the light and in the dark."""
    schemes: tuple[tuple[Literal["light", "dark"], str], ...] = (("dark", "-dark"), ("light", ""))
    for scheme, ending in schemes:
        page.emulate_media(color_scheme=scheme)
        # A result fades in.
        path = file.with_name(f"{file.name}{ending}.png")
        page.screenshot(path=path, caret="initial", animations="disabled")


def side_by_side(page: Page, pictures: list[bytes], file: Path) -> None:
    """Write these pictures as one, in a row."""
    images = "".join(
        f"<img width={_WIDTH} src='data:image/png;base64,{b64encode(each).decode()}'>"
        for each in pictures
    )
    page.set_viewport_size({"width": (_WIDTH + 10) * len(pictures), "height": 606})
    page.goto("about:blank")
    page.set_content(f"<body style='margin: 0; display: flex; gap: 10px'>{images}")
    page.screenshot(path=file, omit_background=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
