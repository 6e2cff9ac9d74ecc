"""The theme is chosen by a tap; who asks the phone for more contrast or less motion has it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, Literal

from playwright.sync_api import Browser, Locator, Page, expect

from scorepad.web.preferences import THEMES
from tests.browser.contrast import low_contrast
from tests.browser.play import (
    FIRST,
    at_table,
    expect_clean,
    open_prepared,
)
from tests.browser.ways import DARK, Way, with_and_without_htmx
from tests.support.server import Server
from tests.support.themes import palettes

SCHEMES: Final[Sequence[Literal["light", "dark"]]] = ("light", "dark")
WORDS: Final = {"light": "Light", "dark": "Dark", "black": "Black"}
# Whether an image has each of these colours.
_HAS_COLOURS: Final = """async ([source, colours]) => {
    const image = Object.assign(new Image(), { src: source });
    await image.decode();
    const { naturalWidth: width, naturalHeight: height } = image;
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    const drawing = canvas.getContext("2d");
    drawing.drawImage(image, 0, 0);
    const { data } = drawing.getImageData(0, 0, width, height);
    const has = (colour) => {
        for (let at = 0; at < data.length; at += 4) {
            if (colour.every((value, part) => data[at + part] === value)) return true;
        }
        return false;
    };
    return colours.map(has);
}"""


def rgb(colour: str) -> str:
    """A colour as browsers say it: ``#rrggbb`` or ``#rgb``."""
    digits = colour.removeprefix("#")
    digits = digits if len(digits) == 6 else "".join(digit * 2 for digit in digits)
    red, green, blue = (int(digits[at : at + 2], 16) for at in (0, 2, 4))
    return f"rgb({red}, {green}, {blue})"


def computed(element: Locator, name: str, part: str = "") -> str:
    """A computed style of an element, or of a part such as ``::before``."""
    value = element.evaluate(
        "(element, [name, part]) => getComputedStyle(element, part || null)[name]", [name, part]
    )
    return str(value)


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


def drawn_on(page: Page) -> list[str]:
    """The themes whose paper the chart has."""
    image = page.locator(".chart img")
    image.scroll_into_view_if_needed()
    # After a save it is fetched only then; without an address it counts as complete.
    expect(image).to_have_attribute("src", re.compile(r"/chart\.svg"))
    expect(image).to_have_js_property("complete", True)
    papers = [palettes()[theme]["paper"] for theme in THEMES]
    colours = [[int(paper[at : at + 2], 16) for at in (1, 3, 5)] for paper in papers]
    found = page.evaluate(_HAS_COLOURS, [image.evaluate("image => image.src"), colours])
    return [theme for theme, has in zip(THEMES, found, strict=True) if has]


@with_and_without_htmx
def test_the_theme_is_changed_by_a_tap_and_stays(
    browser: Browser, scorepad: Server, way: Way
) -> None:
    with at_table(browser, scorepad, way, hands=[FIRST]) as page:
        address = page.url
        expect_theme(page, "light")
        for theme, word in WORDS.items():
            link = page.get_by_role("group", name="Colours").get_by_role("link", name=word)
            box = link.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 44
            link.click()
            expect(page).to_have_url(address)
            expect(link).to_have_attribute("aria-current", "true")
            expect_theme(page, theme)
            if way.javascript:
                assert drawn_on(page) == [theme]
        page.get_by_role("link", name="‹ Pad").click()
        expect_theme(page, "black")
        page.get_by_role("link", name="Same as phone").click()
        expect_theme(page, "light")


def test_without_a_choice_it_is_that_of_the_phone(browser: Browser, scorepad: Server) -> None:
    with DARK.phone(browser) as handset:
        page = handset.page
        open_prepared(page, scorepad, hands=[FIRST])
        expect_theme(page, "dark")
        assert drawn_on(page) == ["dark"]
        # The phone's evening begins: nothing is loaded anew.
        page.emulate_media(color_scheme="light")
        expect_theme(page, "light")
        page.emulate_media(color_scheme="dark")
        page.get_by_role("link", name="Light", exact=True).click()
        expect_theme(page, "light")
        assert drawn_on(page) == ["light"]
        expect_clean(handset)


def test_nothing_moves_for_who_does_not_want_it(browser: Browser, scorepad: Server) -> None:
    with at_table(browser, scorepad) as page:
        page.emulate_media(reduced_motion="reduce")
        button = page.locator(".finish > button")
        # Nothing of ours moves yet: what might one day.
        button.evaluate(
            "button => Object.assign(button.style, { transition: 'opacity 5s',"
            " animation: '5s linear turning', scrollBehavior: 'smooth' })"
        )
        for name, value in (
            *(("transitionProperty", "none"), ("animationName", "none")),
            ("scrollBehavior", "auto"),
        ):
            assert computed(button, name) == value


def test_more_contrast_has_lines_and_full_ink(browser: Browser, scorepad: Server) -> None:
    with at_table(browser, scorepad, hands=[FIRST]) as page:
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme, contrast="no-preference")
            ink = rgb(palettes()[scheme]["ink"])
            quiet = page.locator(".hands .hint").first
            line = page.locator(".taker .key").first
            assert computed(quiet, "color") != ink
            assert computed(line, "borderTopColor") != ink
            page.emulate_media(color_scheme=scheme, contrast="more")
            assert computed(quiet, "color") == ink
            assert computed(line, "borderTopColor") == ink
            assert ink in computed(page.locator(".paper").first, "boxShadow")
            assert computed(page.locator(".seat:not(.leads) .plate").first, "stroke") == ink
            assert low_contrast(page) == []
