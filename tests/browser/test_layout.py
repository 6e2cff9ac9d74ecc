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
from scorepad.web.words.translation import catalogue
from tests.browser.barriers import OF_COLOURS, barriers
from tests.browser.contrast import low_contrast
from tests.browser.fitting import faults, show_on
from tests.browser.pads import MID_GAME_HANDS, Pad, make_pad
from tests.browser.play import FOUR, expect_clean, heading, save, started
from tests.support.browser import phone, screenshot
from tests.support.server import Server

_LONG_NAMES = (
    "Maximiliane Charlotte von Thun",
    "Donaudampfschifffahrtskapitäns",
    "محمد عبد الرحمن بن عبد العزيز",
    "👩‍👩‍👧‍👦🎲♥️ Die Herzdamen vom Kiez 🃏",
    "Иннокентий Константинопольский",
    "WWWWWWWWWWMMMMMMMMMMWWWWWWWWWW",
    "Bartholomäus der Alte aus Ulm",
)
_GROUPS = {
    "three": ("Peggy", "Jürgen", "Antje"),
    "four": FOUR,
    "six": _LONG_NAMES[:6],
    "seven": _LONG_NAMES,
}
_MANY: Final = ("six", "seven")
_NOTE: Final = "Wine on the pad, hand 3 from memory.\nעֵדֶן shot the moon!\n" + "W" * 60
_WITH_BARRIERS: Final = {("four", "en"), ("seven", "de")}


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
_LARGE: Final = _Screen(390, 844, large=True)
_PHONE: Final = _Screen(390, 844)
_WIDE: Final = _Screen(1280, 800)
# A phone on its side, and tablets.
_OTHERS: Final = (
    *(_Screen(320, 568), _Screen(640, 360), _Screen(844, 390)),
    *(_Screen(768, 1024), _Screen(1024, 768)),
)
_SCREENS: Final = (_SMALL, _Screen(360, 640, large=True), _LARGE, _PHONE, *_OTHERS, _WIDE)
# Where a page has least room, for groups and a language that need less of it than others.
_NARROW: Final = (_SMALL, _Screen(360, 640, large=True), *_OTHERS[:2])
# Enough for a page that is to be folded out.
_FOLDED: Final = (_SMALL, _LARGE, _PHONE, _WIDE)
# German texts are longer than English ones.
_LOOKS: Final = [
    ("three", "de", _NARROW),
    ("four", "en", _SCREENS),
    ("six", "de", _SCREENS),
    ("six", "en", _NARROW),
    ("seven", "de", _SCREENS),
]
# The px of a text of the usual size: Chromium's own, and twice that.
_LETTERS: Final = {False: 16, True: 32}


@pytest.fixture(scope="module")
def group(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def pad(browser: Browser, shared_server: Server, group: str) -> Pad:
    return make_pad(browser, shared_server, _GROUPS[group])


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
    const asks = follow.getAttribute("hx-get").replace(/seen=\\d+/, `seen=${before}`);
    follow.setAttribute("hx-get", asks);
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

    def look(self, name: str, *, fold_out: bool = False) -> None:
        name = f"{self.group}-{self.language}-{name}"
        if fold_out:
            self._look_on([screen for screen in self.screens if screen in _FOLDED], name)
            self._show_on(_SMALL)
            _open_everything(self.page)
            name = f"{name}-unfolded"
        self._look_on(self.screens, name)
        # Neither barriers nor colours differ by language or by one player fewer.
        if self.screens != _SCREENS or (self.group, self.language) not in _WITH_BARRIERS:
            return
        # What axe sees is the same whatever the names, but for what only a wide screen shows. Where
        # something was folded out, it sees all that was there before and more.
        if self.group in _MANY:
            self._show_on(_SMALL)
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
                    whole=".pairs li, .sit .key span" if self.group in _MANY else "body *",
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
            if self.group == "four":
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


@pytest.mark.parametrize(
    ("group", "language", "screens"),
    # Each group is one worker's, which makes the pad for it.
    [
        pytest.param("four", "en", [_SMALL], marks=pytest.mark.xdist_group("four")),
        *(
            pytest.param(*look, marks=[pytest.mark.xdist_group(look[0]), pytest.mark.slow])
            for look in _LOOKS
        ),
    ],
    indirect=["group"],
)
def test_every_page_fits(
    browser: Browser,
    scorepad: Server,
    pad: Pad,
    group: str,
    language: str,
    screens: Sequence[_Screen],
) -> None:
    say = catalogue(language).gettext

    def say_hand(number: int, target: int) -> str:
        hand, goal = say("Hand %(number)s"), say("ends at %(target)s")
        return f"{hand} {goal}" % {"number": number, "target": target}

    with phone(browser, language=language) as handset:
        page = handset.page
        viewer = _Viewer(page, group, language, screens)
        if group == "four":  # Pages without names are the same for all.
            page.goto(scorepad.address)
            expect(heading(page)).to_have_text(say("Who’s playing?"))
            viewer.look("start", fold_out=True)
            page.goto(f"{scorepad.address}/nowhere")
            expect(heading(page)).to_have_text(say("Page not found"))
            viewer.look("not-found")
        pad.open_in(page.context)
        if group == "four":  # The pads are listed without names too.
            page.goto(scorepad.address)
            expect(heading(page)).to_have_text(say("Your pads"))
            expect(page.locator(".list a")).to_have_count(2)
            viewer.look("pads")
        page.goto(f"{pad.address}new")
        expect(heading(page)).to_have_text(say("Who’s playing?"))
        viewer.look("new-game")
        page.goto(pad.address)
        expect(page.locator("a.running")).to_have_count(2)
        viewer.look("front")
        page.get_by_role("link", name=say("Older games")).click()
        expect(page.locator(".pages a")).to_have_count(4)
        viewer.look("front-older")
        page.goto(f"{pad.address}table/1")
        expect(page.locator(".places")).to_be_visible()
        viewer.look("end")
        page.goto(f"{pad.address}table/1/note")
        page.locator("#note").fill(_NOTE)
        viewer.look("note")
        page.locator("#save-note").click()
        expect(page.locator(".places")).to_be_visible()
        viewer.look("end-noted")
        page.goto(f"{pad.address}card")
        expect(page.locator(".code")).to_be_visible()
        viewer.look("card")
        for path, title in (
            ("players", "Players"), ("records", "Records"), ("games", "Search games"),
            ("players/history", "History of names"), ("evenings", "Evenings"),
        ):  # fmt: skip
            page.goto(f"{pad.address}{path}")
            expect(heading(page)).to_have_text(say(title))
            viewer.look(path.replace("/", "-"), fold_out=path == "players")
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
        page.get_by_role("link", name=say("The story of the evening")).click()
        expect(page.locator("#send-story")).to_be_visible()
        viewer.look("story")
        page.go_back()
        page.locator(".figure-table tbody a").first.click()
        expect(page.locator(".chart img")).to_be_visible()
        viewer.look("player", fold_out=True)
        page.goto(f"{pad.address}table/2")
        expect(heading(page)).to_have_text(say_hand(MID_GAME_HANDS + 1, 1000))
        viewer.look("table", fold_out=True)
        page.goto(f"{pad.address}table/2/more")
        expect(heading(page)).to_have_text(say("More"))
        viewer.look("more", fold_out=True)
        page.goto(f"{pad.address}table/2")
        page.evaluate(_LATE_HAND)
        save(page)
        expect(page.locator(".duplicate")).to_be_visible()
        viewer.look("duplicate")
        page.goto(f"{pad.address}table/2/log")
        expect(page.locator(".log li")).to_have_count(1 + MID_GAME_HANDS)
        viewer.look("log")
        page.goto(f"{pad.address}table/2/hand/5")
        expect(heading(page)).to_have_text(say("Correct hand %(number)s") % {"number": 5})
        viewer.look("hand", fold_out=True)
        page.goto(f"{pad.address}table/3")
        expect(heading(page)).to_have_text(say_hand(1, 100))
        viewer.look("table-empty")
        save(page)
        expect(page.locator(".fault").first).to_be_visible()
        viewer.look("refused")
        page.goto(f"{pad.address}table/3/show")
        expect(heading(page)).to_have_text(say("Watch on your phone"))
        viewer.look("show")
        page.goto(f"{pad.address}table/2/middle")
        expect(page.locator(".edge .plate")).to_have_count(len(_GROUPS[group]))
        viewer.look("middle")
        # They may have faded.
        page.keyboard.press("Shift")
        page.locator("#stand").click()
        expect(page.locator("body.upright")).to_be_attached()
        viewer.look("middle-upright")
        page.goto(f"{pad.address}delete")
        expect(heading(page)).to_have_text(say("Delete this pad?"))
        viewer.look("delete")
        page.goto(f"{pad.address}bin")
        expect(page.locator(".list a")).to_have_count(1)
        viewer.look("bin")
        page.goto(f"{pad.address}import")
        viewer.look("import")
        wrong: FilePayload = {"name": "games.jsonl", "mimeType": "", "buffer": b"{}\n" * 30}
        page.locator("#file").set_input_files(wrong)
        page.locator("#import").click()
        expect(page.locator(".in-file .fault")).to_have_count(20)
        viewer.look("import-refused")
        page.goto(f"{pad.address}pens")
        expect(page.locator(".pens li")).to_have_count(2)
        viewer.look("pens", fold_out=True)
        page.get_by_role("button", name=say("Give someone a pen")).click()
        expect(heading(page)).to_have_text(say("Give someone a pen"))
        viewer.look("link")
        link = page.locator("p.link").inner_text()
        viewer.expect_no_faults()
        expect_clean(handset, 404, 409, 422)
    # Somebody else's phone.
    with phone(browser, language=language) as handset:
        page = handset.page
        viewer = _Viewer(page, group, language, screens)
        page.goto(link)
        expect(heading(page)).to_have_text(say("Take a pen?"))
        viewer.look("take")
        for game, hand in ((3, say_hand(1, 100)), (2, say_hand(MID_GAME_HANDS + 1, 1000))):
            page.goto(f"{pad.address}table/{game}?me=1")
            expect(heading(page)).to_have_text(hand)
            expect(page.locator(".mine").first).to_be_visible()
            viewer.look(f"sit-{game}")
            page.goto(f"{pad.address}table/{game}/more")
            expect(heading(page)).to_have_text(say("More"))
            viewer.look(f"sit-{game}-more", fold_out=game == 3)
        viewer.expect_no_faults()
        expect_clean(handset)


def test_long_names_of_seats_are_whole(browser: Browser, scorepad: Server) -> None:
    game = started(scorepad, _LONG_NAMES[:4])
    with phone(browser) as handset:
        page = handset.page
        page.goto(f"{game.url}/more")
        _open_everything(page)
        for width, height in ((360, 640), (320, 568)):
            show_on(page, width, height)
            assert faults(page, whole=".sit .key span", scrolling=False) == []
            screenshot(page, f"seats-{width}")
        expect_clean(handset)
