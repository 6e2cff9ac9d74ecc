"""The chart is drawn in its colours, in the table's page and by itself, whatever it may not do."""

from __future__ import annotations

import re
from base64 import b64encode

from playwright.sync_api import Browser, expect

from tests.browser.play import Hand, another_tab, expect_clean, open_prepared, take_down
from tests.browser.ways import HTMX
from tests.support.server import Server

# Of the first and the last of four players, by light and by dark.
_COLOURS = {"light": ([0, 103, 165], [168, 50, 138]), "dark": ([98, 182, 242], [238, 147, 208])}
HAS_COLOURS = """async ([source, colours]) => {
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


def test_everybodys_line_has_its_colour(browser: Browser, scorepad: Server) -> None:
    with HTMX.phone(browser) as handset:
        page = handset.page
        open_prepared(page, scorepad)
        take_down(page, 1, Hand((5, 8, 0, 0), 1))
        image = page.locator(".chart img")
        image.scroll_into_view_if_needed()
        expect(image).to_be_visible()
        # It is fetched once it is near.
        expect(image).to_have_attribute("src", re.compile("/chart.svg"))
        address = image.evaluate("image => image.src")
        # By itself it is a document, which its policy is for.
        tab = another_tab(page)
        tab.goto(address)
        for scheme, colours in _COLOURS.items():
            for each in (page, tab):
                each.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
            assert page.evaluate(HAS_COLOURS, [address, colours]) == [True, True], scheme
            shown = f"data:image/png;base64,{b64encode(tab.screenshot()).decode()}"
            assert page.evaluate(HAS_COLOURS, [shown, colours]) == [True, True], scheme
        expect_clean(handset)


def test_without_the_server_there_is_none(browser: Browser, scorepad: Server) -> None:
    with HTMX.phone(browser) as handset:
        page = handset.page
        page.route("**/chart.svg*", lambda route: route.abort())
        open_prepared(page, scorepad, hands=[Hand((5, 8, 0, 0), 1)])
        chart = page.locator(".chart")
        chart.scroll_into_view_if_needed()
        expect(chart).to_have_count(0)
        page.unroute("**/chart.svg*")
        take_down(page, 2, Hand((5, 8, 0, 0), 1))
        chart.scroll_into_view_if_needed()
        expect(chart).to_be_visible()
        expect(chart.locator("img")).to_have_js_property("complete", True)
