"""Every page on every screen: nothing sticks out, and a thumb finds what it is to tap.

With SCOREPAD_TEST_PICTURES set, a picture of each page is written to tests/screenshots/.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from urllib.parse import urljoin

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import (
    APIRequestContext,
    Browser,
    BrowserContext,
    FilePayload,
    Page,
    expect,
)

from scorepad.web.http.theme import BARS
from tests.browser.contrast import low_contrast
from tests.browser.play import FOUR, expect_clean, heading, save
from tests.support.browser import PICTURES_WANTED, launched, phone, screenshot
from tests.support.catalogues import catalogue
from tests.support.server import Server

_LONG_NAMES = (
    "Maximiliane Charlotte von Thun",
    "Donaudampfschifffahrtskapitäns",
    "محمد عبد الرحمن بن عبد العزيز",
    "👩‍👩‍👧‍👦🎲♥️ Die Herzdamen vom Kiez 🃏",
    "Иннокентий Константинопольский",
    "WWWWWWWWWWMMMMMMMMMMWWWWWWWWWW",
)
_GROUPS = {"four": FOUR, "six": _LONG_NAMES}
_MID_GAME_HANDS = 15
# The list of games has a middle, between its first and its last page; one more is in the bin.
_OLD_GAMES = 21

# What can be tapped and is shown, lower than 44 px; and what sticks out of the page.
# A label is to be tapped where its input is inside it; such an input is not, by itself.
_LOW_TARGETS = """() => {
    const shown = (element) => element.checkVisibility({ visibilityProperty: true })
        && element.getClientRects().length > 0;
    return [...document.querySelectorAll("a, button, summary, select, label:has(input), input")]
        .filter((element) => shown(element) && element.type !== "hidden")
        .filter((element) => element.tagName !== "INPUT" || !element.closest("label"))
        .filter((element) => element.getBoundingClientRect().height < 44)
        .map((element) => `${element.outerHTML.slice(0, 120)}: `
            + `${element.getBoundingClientRect().height} px`);
}"""
_TOO_WIDE = """() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth ? [`${scrollWidth} px on a screen of ${clientWidth} px`] : [];
}"""


# A hand filled in before the last one was saved by another phone.
_LATE_HAND = """() => {
    const form = document.querySelector("form.entry");
    form.elements.revision.value -= 1;
    const hearts = Number(form.dataset.hearts);
    for (const id of ["cards_QS-2", "hearts_2-5", `hearts_0-${hearts - 5}`])
        document.getElementById(id).checked = true;
}"""

# Short names and labels must not be cut off; of long names, the two in a pair must both be seen.
# Large texts may be scrolled to, in the sheet.
_CUT_OFF = """([selector, allowed]) => [...document.querySelectorAll(selector)]
    .filter((element) => element.checkVisibility() && !element.classList.contains("unseen"))
    .filter((element) => !allowed.includes(getComputedStyle(element).overflowX))
    .filter((element) => element.scrollWidth > element.clientWidth)
    .map((element) => `cut off: ${element.outerHTML.slice(0, 120)}`)
"""

# Texts that lie on each other. What opens over the page does so on purpose; names in the picture
# are cut by their plates. A line is higher than its letters: of each, the middle counts.
_OVERLAPPING = """() => {
    const over = "#news, .ready, .refusal, .panel, .unseen, option, title";
    const boxes = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const { currentNode: node } = texts;
        const element = node.parentElement;
        if (!node.data.trim() || element.closest(over)) continue;
        if (!element.checkVisibility({ visibilityProperty: true })) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const line of range.getClientRects()) {
            let { left, top, right, bottom } = line;
            const slack = (bottom - top) * 0.25;
            top += slack, bottom -= slack;
            for (let each = element; each !== document.body; each = each.parentElement) {
                const { overflowX, clipPath } = getComputedStyle(each);
                if (clipPath !== "none") right = left;
                if (overflowX === "visible" || each.tagName === "text") continue;
                const clip = each.getBoundingClientRect();
                [left, right] = [Math.max(left, clip.left), Math.min(right, clip.right)];
                [top, bottom] = [Math.max(top, clip.top), Math.min(bottom, clip.bottom)];
            }
            const box = { left, top, right, bottom, node };
            if (right - left > 2 && bottom - top > 2) boxes.push(box);
        }
    }
    boxes.sort((one, other) => one.top - other.top);
    const found = [];
    for (const [index, one] of boxes.entries()) {
        for (const other of boxes.slice(index + 1)) {
            if (other.top >= one.bottom) break;
            const drawn = ({ node }) => node.parentElement instanceof SVGElement;
            if (other.node === one.node || (drawn(one) && drawn(other))) continue;
            const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
            const height = Math.min(one.bottom, other.bottom) - other.top;
            if (width > 2 && height > 2) {
                found.push(`“${one.node.data.trim()}” on “${other.node.data.trim()}”`);
            }
        }
    }
    return found;
}"""
# What cannot be scrolled to and is higher than what shows it.
_CUT_BELOW = """() => [...document.querySelectorAll("body *:not(.unseen, svg *)")]
    .filter((element) => element.checkVisibility()
        && ["hidden", "clip"].includes(getComputedStyle(element).overflowY)
        && getComputedStyle(element).clipPath === "none"
        && element.scrollHeight > element.clientHeight + 3)
    .map((element) => `cut off below: ${element.outerHTML.slice(0, 120)}`)
"""
# A phone on its side, and tablets.
_OTHER_SCREENS = ((640, 360), (768, 1024), (1024, 768))


@dataclass(frozen=True)
class Pad:
    """A pad with an open table, a long game in the middle, and many that are over.

    Its phone knows another pad besides; a second one holds a pen too.
    """

    address: str
    """Of the pad, ending in a slash."""
    cookies: list[tuple[str, str]] = field(repr=False)

    def open_in(self, context: BrowserContext) -> None:
        """Give the pen to the browser."""
        everywhere = urljoin(self.address, "/")  # A cookie's address is also its path.
        context.add_cookies(
            [{"name": name, "value": value, "url": everywhere} for name, value in self.cookies]
        )


def _hidden(page: str, name: str) -> str:
    """What a hidden field of the page's first form holds."""
    found = re.search(rf'name="{name}" value="([^"]*)"', page)
    assert found is not None, page
    return found.group(1)


def _send(
    client: APIRequestContext, address: str, page: str, fields: dict[str, str]
) -> tuple[str, str]:
    """Send the form of a page; the answer's address and page."""
    hidden = {"csrf_token": _hidden(page, "csrf_token"), "entry_id": _hidden(page, "entry_id")}
    if 'name="revision"' in page:
        hidden["revision"] = _hidden(page, "revision")
    answer = client.post(address, form={**hidden, **fields})
    assert answer.ok, f"{answer.status}: {answer.text()}"
    return answer.url, answer.text()


def _play(
    client: APIRequestContext, address: str, names: Sequence[str], *, hands: int, target: int
) -> str:
    """Start a game with the form at ``address``, take down so many hands; the table's address.

    It stops where the game ends.
    """
    fields = {f"name_{seat}": name for seat, name in enumerate(names)}
    fields |= {f"order_{seat}": str(seat + 1) for seat in range(len(names))}
    fields |= {"dealer": "0", "preset": "black-lady", "moon": "add", "target": str(target)}
    table, page = _send(client, address, client.get(address).text(), fields)
    players = len(names)
    in_pack = 12 if players == 6 else 13
    for number in range(hands):
        if 'class="paper entry' not in page:
            break
        hearts = [0] * players
        first, second = number % players, (number * 2 + 1) % players
        hearts[first] = in_pack if number == 4 else 5
        hearts[second] += in_pack - sum(hearts)
        fields = {f"hearts_{seat}": str(count) for seat, count in enumerate(hearts)}
        _, page = _send(client, table, page, {**fields, "cards_QS": str(first)})
    return table


def _hand_over(client: APIRequestContext, pad: str, other: APIRequestContext, name: str) -> None:
    """Give another phone a pen of the pad; that phone is called by this name."""
    token = _hidden(client.get(f"{pad}pens").text(), "csrf_token")
    shown = client.post(f"{pad}pens/link", form={"csrf_token": token}).text()
    link = re.search(r'class="link"><a href="([^"]*)"', shown)
    assert link is not None, shown
    asked = other.get(link.group(1)).text()
    hidden = {field: _hidden(asked, field) for field in ("csrf_token", "link")}
    answer = other.post(urljoin(pad, "/pen"), form={**hidden, "name": name})
    assert answer.url.startswith(f"{pad}table/")


def _make_pad(browser: Browser, server: Server, names: Sequence[str]) -> Pad:
    with phone(browser) as handset, phone(browser) as second:
        client = handset.page.context.request
        table = _play(client, f"{server.address}/new", names, hands=9, target=50)
        pad = table.removesuffix("table/1")
        _play(client, f"{pad}new", names, hands=_MID_GAME_HANDS, target=1000)
        _play(client, f"{pad}new", names, hands=0, target=100)
        _play(client, f"{server.address}/new", names, hands=0, target=100)
        for _ in range(_OLD_GAMES):
            old = _play(client, f"{pad}new", names, hands=3, target=20)
        _send(client, f"{old}/bin", client.get(old).text(), {})
        _hand_over(client, pad, second.page.context.request, names[-1])
        cookies = [
            (cookie.get("name", ""), cookie.get("value", ""))
            for cookie in handset.page.context.cookies()
        ]
    return Pad(pad, cookies)


@pytest.fixture(scope="module")
def pad(request: pytest.FixtureRequest, browser: Browser, shared_server: Server) -> Pad:
    return _make_pad(browser, shared_server, _GROUPS[request.param])


def _open_everything(page: Page) -> None:
    closed = page.locator("details:not([open]) > summary")
    while closed.count():
        closed.first.click()


def _faults(page: Page, group: str, *, large: bool) -> list[str]:
    found: list[str] = page.evaluate(_LOW_TARGETS)
    found += page.evaluate(_TOO_WIDE)
    allowed = ["visible", "auto"] if large else ["visible"]
    found += page.evaluate(_CUT_OFF, ["body *" if group == "four" else ".pairs li", allowed])
    found += page.evaluate(_OVERLAPPING)
    found += page.evaluate(_CUT_BELOW)
    return found


# As if the page had come in this theme, or in none.
_SET_THEME = """(theme) => {
    if (theme) document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
}"""
# What axe looks for that depends on colours, which is all that a theme changes.
_COLOURS = ("color-contrast", "link-in-text-block")


def _barriers(page: Page, rules: Sequence[str] = ()) -> list[str]:
    """What would keep somebody with a screen reader or weak eyes out, as far as axe can see it.

    ``rules``: those to look for; without any, all.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(Axe().axe_script)
    options: dict[str, object] = {"resultTypes": ["violations"]}
    if rules:
        options["runOnly"] = {"type": "rule", "values": [*rules]}
    violations = page.evaluate(
        "(options) => axe.run(document, options).then(({ violations }) => violations)", options
    )
    return [
        f"{found['id']}: {node['html'][:120]} {node.get('failureSummary', '')[-160:]}"
        for found in violations
        for node in found["nodes"]
    ]


@dataclass
class _Viewer:
    """Looks at page after page, and notes what does not fit."""

    page: Page
    group: str
    width: int
    height: int
    language: str
    large: bool = False
    faults: list[str] = field(default_factory=list)

    def look(self, name: str, *, fold_out: bool = False) -> None:
        page, name = self.page, f"{self.group}-{self.width}-{self.language}-{name}"
        name = f"{name}-large" if self.large else name
        found = _faults(page, self.group, large=self.large)
        if PICTURES_WANTED:
            page.emulate_media(color_scheme="dark")
            self._picture(f"{name}-dark")
            page.emulate_media(color_scheme="light")
            self._picture(f"{name}-light")
        if fold_out:
            _open_everything(page)
            self._picture(f"{name}-unfolded-light")
            found += _faults(page, self.group, large=self.large)
        if self.width == 390:
            found += self._elsewhere(name)
        if self.large:
            self.faults.extend(dict.fromkeys(f"{name}: {what}" for what in found))
            return
        # What axe sees is the same on any phone and in any language, but for what only a wide
        # screen shows. Where something was folded out, it sees all that was there before and more.
        found += _barriers(page) if self.width != 390 and self.language == "en" else []
        if self.width == 360:
            for theme in BARS:
                page.evaluate(_SET_THEME, theme)
                told = [*_barriers(page, _COLOURS), *low_contrast(page)]
                found += [f"{theme}: {what}" for what in told]
            page.evaluate(_SET_THEME, "")
        self.faults.extend(dict.fromkeys(f"{name}: {what}" for what in found))

    def _elsewhere(self, name: str) -> list[str]:
        """What does not fit when the same page is shown on other screens."""
        found = []
        for width, height in ((360, 640),) if self.large else _OTHER_SCREENS:
            self.page.set_viewport_size({"width": width, "height": height})
            self._picture(f"{name}-on-{width}")
            found += [
                f"on {width}×{height}: {what}"
                for what in _faults(self.page, self.group, large=self.large)
            ]
        self.page.set_viewport_size({"width": self.width, "height": self.height})
        return found

    def _picture(self, name: str) -> None:
        # Sharp where the letters are smallest. A picture of four times the dots takes four times.
        screenshot(self.page, name, scale="device" if self.width == 360 else "css")


@pytest.fixture(scope="module")
def large_text(browser: Browser) -> Iterator[Browser]:
    """A browser whose owner has set its texts to twice their size."""
    with launched(browser.browser_type, flags=["--blink-settings=defaultFontSize=32"]) as running:
        yield running


@pytest.mark.parametrize(
    ("width", "height", "language", "large"),
    [
        *[(360, 640, "en", False), (360, 640, "de", False), (1280, 800, "en", False)],
        *[(390, 844, "en", False), (390, 844, "de", False)],
        *[(390, 844, "en", True), (390, 844, "de", True)],
    ],
)
@pytest.mark.parametrize(
    ("pad", "group"),
    # One worker makes the pad that another one does not need.
    [pytest.param(each, each, marks=pytest.mark.xdist_group(each), id=each) for each in _GROUPS],
    indirect=["pad"],
)
def test_every_page_fits(
    browser: Browser,
    large_text: Browser,
    scorepad: Server,
    pad: Pad,
    group: str,
    width: int,
    height: int,
    language: str,
    *,
    large: bool,
) -> None:
    browser = large_text if large else browser
    say = catalogue(language).gettext

    def say_hand(number: int, target: int) -> str:
        hand, goal = say("Hand %(number)s"), say("ends at %(target)s")
        return f"{hand} {goal}" % {"number": number, "target": target}

    with phone(browser, width=width, height=height, language=language) as handset:
        page = handset.page
        viewer = _Viewer(page, group, width, height, language, large)
        if group == "four":  # Pages without names are the same for all.
            page.goto(scorepad.address)
            expect(heading(page)).to_have_text(say("Who’s playing?"))
            viewer.look("start", fold_out=True)
            page.goto(f"{scorepad.address}/nowhere")
            expect(heading(page)).to_have_text(say("Nothing here"))
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
        for path, title in (
            ("players", "Players"), ("records", "Records"), ("games", "Find games"),
            ("players/history", "History of names"), ("evenings", "Evenings"),
        ):  # fmt: skip
            page.goto(f"{pad.address}{path}")
            expect(heading(page)).to_have_text(say(title))
            viewer.look(path.replace("/", "-"))
        page.locator(".evenings a").click()
        expect(page.locator("#send-line")).to_be_visible()
        viewer.look("evening")
        page.locator(".figure-table a").first.click()
        expect(page.locator(".chart img")).to_be_visible()
        viewer.look("player", fold_out=True)
        page.goto(f"{pad.address}table/2")
        expect(heading(page)).to_have_text(say_hand(_MID_GAME_HANDS + 1, 1000))
        viewer.look("table", fold_out=True)
        page.evaluate(_LATE_HAND)
        save(page)
        expect(page.locator(".rival")).to_be_visible()
        viewer.look("rival")
        page.goto(f"{pad.address}table/2/log")
        expect(page.locator(".log li")).to_have_count(1 + _MID_GAME_HANDS)
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
        expect(heading(page)).to_have_text(say("Share (view only)"))
        viewer.look("show")
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
        assert not viewer.faults, "\n".join(viewer.faults)
        expect_clean(handset, 404, 409, 422)
    # Somebody else's phone.
    with phone(browser, width=width, height=height, language=language) as handset:
        page = handset.page
        viewer = _Viewer(page, group, width, height, language, large)
        page.goto(link)
        expect(heading(page)).to_have_text(say("Get a pen?"))
        viewer.look("take")
        for game, hand in ((3, say_hand(1, 100)), (2, say_hand(_MID_GAME_HANDS + 1, 1000))):
            page.goto(f"{pad.address}table/{game}?me=1")
            expect(heading(page)).to_have_text(hand)
            expect(page.locator(".mine").first).to_be_visible()
            viewer.look(f"sit-{game}", fold_out=game == 3)
        assert not viewer.faults, "\n".join(viewer.faults)
        expect_clean(handset)
