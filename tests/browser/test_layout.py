"""Every page on every screen: nothing sticks out, and a thumb finds what it is to tap.

With SCOREPAD_TEST_PICTURES set, a picture of each page is written to tests/screenshots/.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

import pytest
from playwright.sync_api import Browser, FilePayload, Page, expect

from scorepad.web.preferences import THEMES
from tests.browser.barriers import OF_COLOURS, barriers
from tests.browser.contrast import low_contrast
from tests.browser.fitting import faults, show_on
from tests.browser.pads import make_pad
from tests.browser.pens import pad_of
from tests.browser.play import FOUR, save
from tests.browser.ways import expect_clean
from tests.support.browser import phone, screenshot
from tests.support.server import Server
from tests.support.torture import sample

_LONG_NAMES = (
    "Maximiliane Charlotte von Thun",
    "Donaudampfschifffahrtskapitäns",
    "محمد عبد الرحمن بن عبد العزيز",
    "👩‍👩‍👧‍👦🎲♥️ Die Herzdamen vom Kiez 🃏",
    "Иннокентий Константинопольский",
    "WWWWWWWWWWMMMMMMMMMMWWWWWWWWWW",
    "Bartholomäus der Alte aus Ulm",
)
_GROUPS = {"four": FOUR, "seven": _LONG_NAMES}
_NOTE: Final = "Wine on the pad, hand 3 from memory.\nעֵדֶן shot the moon!\n" + "W" * 60


@dataclass(frozen=True)
class _Screen:
    """A screen; ``large``: of somebody who has set their texts to twice their size."""

    width: int
    height: int
    large: bool = False

    def __str__(self) -> str:
        return f"{self.width}{'-large' if self.large else ''}"


# What a page comes on. (No script asks how large the screen is then.)
_SMALL: Final = _Screen(360, 640)
_LARGE: Final = _Screen(360, 640, large=True)
_WIDE: Final = _Screen(1280, 800)
_NARROW: Final = (_SMALL, _LARGE, _Screen(320, 568), _Screen(640, 360))
_SCREENS: Final = (*_NARROW, _Screen(768, 1024), _WIDE)
# Enough for a page that is to be folded out.
_FOLDED: Final = (_SMALL, _LARGE, _WIDE)
# The px of a text of the usual size: Chromium's own, and twice that.
_LETTERS: Final = {False: 16, True: 32}


def _open_everything(page: Page) -> None:
    page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")


# As if the page had come in this theme, or in none.
_SET_THEME = """(theme) => {
    if (theme) document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
}"""


# A hand filled in before the last one was saved by another phone.
_LATE_HAND = """() => {
    const form = document.querySelector("form.entry"), follow = document.querySelector("#follow");
    const before = form.elements.revision.value -= 1;
    const asks = follow.dataset.asks.replace(/seen=\\d+/, `seen=${before}`);
    follow.dataset.asks = asks;
    follow.dataset.last = "";
    const hearts = Number(form.dataset.hearts);
    const hand = { cards_QS: 2, hearts_2: 5, hearts_0: hearts - 5 };
    for (const [field, answer] of Object.entries(hand)) form.elements[field].value = answer;
}"""


@dataclass
class _Viewer:
    """Looks at page after page, and notes what does not fit.

    On all ``screens`` that there are, it looks in every theme and for barriers, too.
    """

    page: Page
    group: str
    language: str
    screens: Sequence[_Screen]
    faults: list[str] = field(default_factory=list)
    screen: _Screen = _SMALL

    def __post_init__(self) -> None:
        self._session = self.page.context.new_cdp_session(self.page)

    def visit(self, address: str, name: str, *, fold_out: bool = False) -> None:
        self.page.goto(address)
        expect(self.page.locator("html")).to_have_attribute("lang", self.language)
        self.look(name, fold_out=fold_out)

    def look(self, name: str, *, fold_out: bool = False) -> None:
        name = f"{self.group}-{self.language}-{name}"
        if fold_out:
            self._look_on([screen for screen in self.screens if screen in _FOLDED], name)
            self._show_on(_SMALL)
            _open_everything(self.page)
            name = f"{name}-unfolded"
        self._look_on(self.screens, name)
        if self.screens != _SCREENS:
            return
        # Where something was folded out, axe sees all that was there before and more.
        self._note(f"{name}-{self.screen}", barriers(self.page))
        self._show_on(_SMALL)
        self._look_at_colours(name)

    def expect_no_faults(self) -> None:
        assert not self.faults, "\n".join(self.faults)

    def _look_on(self, screens: Iterable[_Screen], name: str) -> None:
        for screen in screens:
            self._show_on(screen)
            self._note(
                f"{name}-{screen}",
                faults(
                    self.page,
                    # Of long names, the two in a pair must both be seen.
                    whole="body *" if self.group == "four" else ".pairs li, .sit .key span",
                    # Large texts may be scrolled to, in the sheet.
                    scrolling=screen.large,
                ),
            )
            # Sharp where the letters are smallest; four times the dots take four times as long.
            screenshot(self.page, f"{name}-{screen}", "device" if screen == _SMALL else "css")

    def _look_at_colours(self, name: str) -> None:
        for theme in THEMES:
            self.page.evaluate(_SET_THEME, theme)
            self._note(f"{name}-{theme}", low_contrast(self.page))
            self._note(f"{name}-{theme}", barriers(self.page, OF_COLOURS))
            screenshot(self.page, f"{name}-{theme}", "css")
        self.page.evaluate(_SET_THEME, "")

    def _show_on(self, screen: _Screen) -> None:
        if screen.large != self.screen.large:
            letters = {"standard": _LETTERS[screen.large]}
            self._session.send("Page.setFontSizes", {"fontSizes": letters})
        if screen != self.screen:
            show_on(self.page, screen.width, screen.height)
        self.screen = screen

    def _note(self, name: str, found: Sequence[str]) -> None:
        self.faults += dict.fromkeys(f"{name}: {what}" for what in found)


# German texts are longer than English ones, as these names are; on large screens there is room.
@pytest.mark.parametrize(
    ("group", "language", "screens"),
    sample([("four", "en", [_SMALL]), ("four", "en", _SCREENS), ("seven", "de", _NARROW)]),
    ids=["sample", "four", "seven"],
)
def test_every_page_fits(
    browser: Browser, scorepad: Server, group: str, language: str, screens: Sequence[_Screen]
) -> None:
    game = make_pad(scorepad, _GROUPS[group])
    pad = pad_of(game.url)
    with phone(browser, language=language) as handset:
        page = handset.page
        viewer = _Viewer(page, group, language, screens)
        if group == "four":  # Pages without names are the same for all.
            viewer.visit(scorepad.address, "start", fold_out=True)
            viewer.visit(f"{scorepad.address}/nowhere", "not-found")
        game.give_pen(page)
        if group == "four":  # The pads are listed without names too.
            viewer.visit(scorepad.address, "pads")
        for path, name in (("new", "new-game"), ("", "front"), ("?oldest", "front-oldest")):
            viewer.visit(f"{pad}{path}", name)
        viewer.visit(f"{pad}table/1", "end")
        viewer.visit(f"{pad}table/1/note", "note")
        page.locator("#note").fill(_NOTE)
        page.locator("#save-note").click()
        expect(page.locator(".places")).to_be_visible()
        viewer.look("end-noted")
        for path in ("card", "records", "games", "players/history", "delete", "bin", "import"):
            viewer.visit(f"{pad}{path}", path.replace("/", "-"))
        wrong: FilePayload = {"name": "games.jsonl", "mimeType": "", "buffer": b"{}\n" * 30}
        page.locator("#file").set_input_files(wrong)
        page.locator("#import").click()
        expect(page.locator(".in-file .fault")).to_have_count(20)
        viewer.look("import-refused")
        viewer.visit(f"{pad}evenings", "evenings")
        page.locator(".evenings a").first.click()
        expect(page.locator("#send-line")).to_be_visible()
        page.locator("a[href$=evening-note]").click()
        page.locator("#note").fill(f"{_NOTE}{'W' * 301}")
        page.locator("#save-note").click()
        expect(page.locator(".fault")).to_be_visible()
        viewer.look("evening-note")
        page.locator("#note").fill(_NOTE)
        page.locator("#save-note").click()
        expect(page.locator("#send-line")).to_be_visible()
        viewer.look("evening")
        viewer.visit(f"{page.url}/story", "story")
        viewer.visit(f"{pad}players", "players", fold_out=True)
        page.locator(".figure-table tbody a").first.click()
        expect(page.locator(".chart img")).to_be_visible()
        viewer.look("player", fold_out=True)
        for path in ("hand/5", "more", ""):
            viewer.visit(f"{pad}table/2/{path}".rstrip("/"), f"table-{path[:4]}", fold_out=True)
        page.evaluate(_LATE_HAND)
        save(page)
        expect(page.locator(".duplicate")).to_be_visible()
        viewer.look("duplicate")
        viewer.visit(f"{pad}table/2/log", "log")
        viewer.visit(f"{pad}table/3/show", "show")
        viewer.visit(f"{pad}table/3", "table-empty")
        save(page)
        expect(page.locator(".fault").first).to_be_visible()
        viewer.look("refused")
        viewer.visit(f"{pad}table/2/middle", "middle")
        # They may have faded.
        page.keyboard.press("Shift")
        page.locator("#stand").click()
        expect(page.locator("body.upright")).to_be_attached()
        viewer.look("middle-upright")
        viewer.visit(f"{pad}pens", "pens", fold_out=True)
        page.locator("form[action$='/pens/link'] button").click()
        link = page.locator("p.link").inner_text()
        viewer.look("link")
        viewer.expect_no_faults()
        expect_clean(handset, 404, 409, 422)
    # Somebody else's phone.
    with phone(browser, language=language) as handset:
        viewer = _Viewer(handset.page, group, language, screens)
        viewer.visit(link, "take")
        for number in (3, 2):
            viewer.visit(f"{pad}table/{number}?me=1", f"sit-{number}")
        viewer.visit(f"{pad}table/3/more", "sit-more", fold_out=True)
        viewer.expect_no_faults()
        expect_clean(handset)
