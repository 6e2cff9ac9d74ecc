"""The theme is chosen by a tap; a phone that asks for more contrast has it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, Literal

from playwright.sync_api import Browser, Page, expect

from tests.browser.contrast import low_contrast
from tests.browser.play import (
    FIRST,
    sit_down,
    started,
    with_pen,
)
from tests.browser.ways import DARK
from tests.support.server import Server
from tests.support.themes import palettes

SCHEMES: Final[Sequence[Literal["light", "dark"]]] = ("light", "dark")
WORDS: Final = {"light": "Light", "dark": "Dark", "black": "Black"}
# Whether an image has a colour.
_HAS_COLOUR: Final = """async ([source, colour]) => {
    const image = Object.assign(new Image(), { src: source });
    await image.decode();
    const { naturalWidth: width, naturalHeight: height } = image;
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    const drawing = canvas.getContext("2d");
    drawing.drawImage(image, 0, 0);
    const { data } = drawing.getImageData(0, 0, width, height);
    for (let at = 0; at < data.length; at += 4) {
        if (colour.every((value, part) => data[at + part] === value)) return true;
    }
    return false;
}"""


def rgb(colour: str) -> str:
    """A colour as browsers say it: ``#rrggbb`` or ``#rgb``."""
    digits = colour.removeprefix("#")
    digits = digits if len(digits) == 6 else "".join(digit * 2 for digit in digits)
    red, green, blue = (int(digits[at : at + 2], 16) for at in (0, 2, 4))
    return f"rgb({red}, {green}, {blue})"


def expect_theme(page: Page, theme: str) -> None:
    """The page, its paper and its picture are in the colours of a theme."""
    palette = palettes()[theme]
    expect(page.locator("body")).to_have_css("background-color", rgb(palette["felt-deep"]))
    expect(page.locator(".paper").first).to_have_css("background-color", rgb(palette["paper"]))
    scheme = "light" if theme == "light" else "dark"
    expect(page.locator("html")).to_have_css("color-scheme", scheme)
    if page.locator(".picture").count():
        expect(page.locator(".picture .felt")).to_have_css("fill", rgb(palette["cloth"]))
        expect(page.locator(".picture .name").first).to_have_css("fill", rgb(palette["ink"]))


def expect_drawn(page: Page, theme: str) -> None:
    """The chart is on the paper of this theme."""
    image = page.locator(".chart img")
    image.scroll_into_view_if_needed()
    # After a save it is fetched only then; without an address it counts as complete.
    expect(image).to_have_attribute("src", re.compile(r"/chart\.svg"))
    expect(image).to_have_js_property("complete", True)
    paper = palettes()[theme]["paper"]
    colour = [int(paper[at : at + 2], 16) for at in (1, 3, 5)]
    assert page.evaluate(_HAS_COLOUR, [image.evaluate("image => image.src"), colour])


def test_the_theme_is_changed_by_a_tap_and_stays(browser: Browser, scorepad: Server) -> None:
    with with_pen(browser, started(scorepad, hands=[FIRST])) as page:
        address = page.url
        expect_theme(page, "light")
        for theme, word in WORDS.items():
            link = page.get_by_role("group", name="Colours").get_by_role("link", name=word)
            link.click()
            expect(page).to_have_url(address)
            expect(link).to_have_attribute("aria-current", "true")
            expect_theme(page, theme)
            expect_drawn(page, theme)
        page.get_by_role("link", name="‹ Pad").click()
        expect_theme(page, "black")
        page.get_by_role("link", name="Same as phone").click()
        expect_theme(page, "light")


def test_without_a_choice_it_is_that_of_the_phone(browser: Browser, scorepad: Server) -> None:
    with DARK.page(browser) as page:
        sit_down(page, started(scorepad, hands=[FIRST]))
        expect_theme(page, "dark")
        expect_drawn(page, "dark")
        # The phone's evening begins: nothing is loaded again.
        page.emulate_media(color_scheme="light")
        expect_theme(page, "light")
        page.emulate_media(color_scheme="dark")
        page.get_by_role("link", name="Light", exact=True).click()
        expect_theme(page, "light")
        expect_drawn(page, "light")


def test_more_contrast_has_lines_and_full_ink(browser: Browser, scorepad: Server) -> None:
    with with_pen(browser, started(scorepad, hands=[FIRST])) as page:
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme, contrast="no-preference")
            ink = rgb(palettes()[scheme]["ink"])
            quiet = page.locator(".hands .hint").first
            line = page.locator(".taker .key").first
            expect(quiet).not_to_have_css("color", ink)
            expect(line).not_to_have_css("border-top-color", ink)
            page.emulate_media(color_scheme=scheme, contrast="more")
            expect(quiet).to_have_css("color", ink)
            expect(line).to_have_css("border-top-color", ink)
            assert low_contrast(page) == []
