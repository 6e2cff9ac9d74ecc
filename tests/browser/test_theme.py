"""The theme is chosen by a tap; who asks the phone for more contrast or less motion has it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, Literal

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from scorepad.web.http.theme import THEMES
from tests.browser.contrast import low_contrast
from tests.browser.play import (
    FIRST,
    SECOND,
    Hand,
    at_table,
    expect_clean,
    key,
    open_moon,
    open_prepared,
    save,
    tap,
)
from tests.browser.test_chart import HAS_COLOURS
from tests.browser.ways import DARK, HTMX, Way, with_and_without_htmx
from tests.support.server import Server
from tests.support.themes import palettes
from tests.support.torture import sample

# Hearts of all seats: what the last of them has is meant, not tapped.
MEANT: Final = Hand((3, 4, 5, 1), 1)
SCHEMES: Final[Sequence[Literal["light", "dark"]]] = ("light", "dark")
WORDS: Final = {"light": "Light", "dark": "Dark", "black": "Black"}


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
    found = page.evaluate(HAS_COLOURS, [image.evaluate("image => image.src"), colours])
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


def test_a_hand_is_saved_in_the_theme(browser: Browser, scorepad: Server) -> None:
    with at_table(browser, scorepad) as page:
        page.get_by_role("link", name="Black", exact=True).click()
        expect_theme(page, "black")
        tap(page, FIRST)
        save(page)
        expect(page.locator(".sheet tbody tr")).to_have_count(1)
        expect_theme(page, "black")
        assert drawn_on(page) == ["black"]


def test_the_foot_is_two_lines_on_a_phone(browser: Browser, scorepad: Server) -> None:
    with HTMX.phone(browser) as handset:
        page = handset.page
        for language in ("Deutsch", "English"):
            page.goto(f"{scorepad.address}/new")
            page.get_by_role("link", name=language).click()
            expect(page.get_by_role("link", name=language)).to_have_attribute(
                "aria-current", "true"
            )
            tops = page.locator(".switches a").evaluate_all(
                "links => links.map((link) => link.getBoundingClientRect().top)"
            )
            assert len(tops) == 6
            assert len({*tops}) == 2, tops


def test_paper_is_light(browser: Browser, scorepad: Server) -> None:
    with at_table(browser, scorepad, hands=[FIRST, SECOND]) as page:
        for theme in ("dark", "black"):
            page.emulate_media(media="screen")
            page.get_by_role("link", name=WORDS[theme], exact=True).click()
            expect_theme(page, theme)
            page.emulate_media(media="print")
            total = page.locator(".sheet td b").first
            expect(total).to_have_css("color", rgb(palettes()["light"]["ink"]))
            expect(page.locator(".chart img")).to_have_css("filter", re.compile("invert"))


def _unfold(page: Page) -> None:
    page.locator("details:not(.moon) > summary").evaluate_all(
        "summaries => summaries.forEach((summary) => { summary.parentElement.open = true; })"
    )


@pytest.mark.parametrize("language", sample(["English", "Deutsch"]))
def test_what_changes_under_the_thumb_can_be_read(
    browser: Browser, scorepad: Server, language: str
) -> None:
    def faint() -> list[str]:
        found = []
        for theme in THEMES:
            page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
            found += [f"{theme}: {what}" for what in low_contrast(page)]
        return found

    with at_table(browser, scorepad, hands=[FIRST, SECOND], moon="choice", target=50) as page:
        page.get_by_role("link", name=language).click()
        expect(page.get_by_role("link", name=language)).to_have_attribute("aria-current", "true")
        tap(page, MEANT)
        expect(page.locator(".counts .meant")).not_to_have_count(0)
        _unfold(page)
        assert faint() == []
        open_moon(page)
        page.locator(".shooters .key").nth(1).click()
        expect(page.locator("#moons .outcome")).to_have_count(2)
        assert faint() == []
        # What is offered again after undo, and a hand after the end.
        page.reload()
        page.locator(".undo-corner button").click()
        expect(page.locator(".news")).to_be_visible()
        assert faint() == []


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


def differ(elements: Sequence[Locator], names: Sequence[str]) -> bool:
    """Whether each of these elements looks different from the others, by these styles."""
    looks = [tuple(computed(element, name) for name in names) for element in elements]
    return len({*looks}) == len(looks)


def test_few_colours_are_enough(browser: Browser, scorepad: Server) -> None:
    with at_table(browser, scorepad, hands=[FIRST], provoked=[422]) as page:
        page.emulate_media(forced_colors="active")
        # What was not said, and that it has to be.
        save(page)
        expect(page.locator(".refusal .alert")).to_be_visible()
        for scheme in SCHEMES:
            page.emulate_media(forced_colors="active", color_scheme=scheme)
            assert computed(page.locator(".at-fault").first, "outlineStyle") == "dotted"
            assert computed(page.locator(".refusal .alert"), "borderTopStyle") == "solid"
        tap(page, MEANT)
        for scheme in SCHEMES:
            page.emulate_media(forced_colors="active", color_scheme=scheme)
            expect_told_apart(page)
        # A code stays black on white.
        page.goto(f"{page.url}/show")
        for scheme in SCHEMES:
            page.emulate_media(forced_colors="active", color_scheme=scheme)
            expect(page.locator(".code")).to_have_css("background-color", "rgb(255, 255, 255)")


def expect_told_apart(page: Page) -> None:
    """What is chosen, meant and dealt, where cards go and who leads can be seen."""
    shape = ("backgroundColor", "outlineStyle", "outlineWidth")
    number = page.locator(".counts .key:not(.who) span")
    chosen = page.locator(".counts .key:not(.who, .meant):has(:checked) span").first
    meant = page.locator(".counts .key.meant:not(.who) span").first
    assert differ([chosen, meant, number.last], shape)
    assert computed(chosen, "color") != computed(chosen, "backgroundColor")
    assert computed(meant, "color") != computed(meant, "backgroundColor")
    assert differ([key(page, "Who took the queen of spades", name) for name in ("Anna", "Ben")],
                  shape)  # fmt: skip
    # The dealer: in the picture, and in the sheet.
    top = page.locator(".picture .deck .top")
    ground = computed(page.locator("body"), "backgroundColor")
    assert computed(top, "fill") not in (computed(page.locator(".plate").last, "fill"), ground)
    dealt = page.locator(".sheet .dealt").first
    assert computed(dealt, "backgroundColor", "::before") not in (ground, "rgba(0, 0, 0, 0)")
    # The pass, and who leads.
    felt = computed(page.locator(".picture .felt"), "fill")
    for part, name in ((".line", "stroke"), (".head", "fill"), (".middle", "fill")):
        assert computed(page.locator(f".picture {part}").first, name) != felt
    leads = page.locator(".picture .leads .plate").first
    assert differ([leads, page.locator(".picture .seat:not(.leads) .plate").first],
                  ("stroke", "strokeWidth"))  # fmt: skip
