"""A phone at a table whose network, storage and tabs fail when a test says so, or by chance."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection
from typing import Any, Final, Literal
from urllib.parse import urlsplit

from playwright.sync_api import Error, Page, Request, Route
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.browser.outbox import let_storage_fail, storage_off
from tests.support.browser import NAME_IN_THE_HOUSE, answer_for_htmx

_SECONDS: Final = 30.0

# The points of the rows of the sheet; what was refused, with its reason, and the points of the
# hands that wait from the first of them on. What is being changed has such a part of the page,
# too, but nothing was refused there.
_ROWS: Final = r"""
    const number = (text) => parseInt(text.replace("+", "").replace("−", "-"), 10) || 0;
    const points = (row) => [...row.querySelectorAll("td")].map(({ textContent }) =>
        number(textContent));
    const rows = (which) => [...document.querySelectorAll(`.sheet tbody tr${which}`)].map(points);
    const refused = () => [...document.querySelectorAll(".refused")].filter((section) =>
        !section.querySelector(".row").hidden);
    const left = () => {
        const [section] = refused();
        const waiting = [...document.querySelectorAll(".sheet .waiting")];
        const first = waiting.findIndex((row) => row.dataset.entry === section?.dataset.entry);
        return first < 0 ? [] : waiting.slice(first).map(points);
    };
"""
# What else is tapped, and what the page says.
_LOOK: Final = f"""() => {{
    {_ROWS}
    const form = document.querySelector("form.entry");
    return {{
        saved: rows(":not(.waiting)"),
        waiting: rows(".waiting"),
        left: left(),
        enters: Boolean(form),
        mends: Boolean(form?.matches("[data-mends]")),
        busy: Boolean(document.querySelector("form:is(.htmx-request, .saving)")),
        tapped: form ? form.querySelectorAll(":is(.taker, .counts) [name]:checked").length : 0,
        gains: form
            ? [...form.querySelectorAll(".counts .gain")].map((each) => number(each.textContent))
            : [],
        reasons: refused().map((each) => each.querySelector(".reason").textContent.trim()),
        duplicate: Boolean(document.querySelector(".duplicate")),
        alert: Boolean(document.querySelector("main .alert")),
        news: document.querySelector("#news")?.textContent ?? "",
    }};
}}"""
# Nobody taps a hand before the page's scripts are there: it would be sent as a plain form.
_LOADED: Final = """
    if (document.readyState !== "complete") {
        await new Promise((done) => addEventListener("load", done));
    }
"""
# What was tapped before may come back just now: nothing is added to that.
_TAP: Final = f"""async (keys) => {{
    {_LOADED}
    const form = document.querySelector("form.entry");
    if (keys.length && form?.querySelector(":is(.taker, .counts) [name]:checked")) return false;
    for (const key of keys) document.querySelector(key)?.click();
    form?.querySelector(".finish > button")?.click();
    return true;
}}"""
# Have a hand that waits in the entry; false if it cannot be changed, or no more.
_CHANGE: Final = f"""async (index) => {{
    {_LOADED}
    document.querySelectorAll(".sheet .waiting .mend")[index]?.click();
    return Boolean(document.querySelector("form.entry[data-mends]"));
}}"""
# All keys that are chosen are taken back, and these are tapped.
_RETAP: Final = """(keys) => {
    const chosen = [...document.querySelectorAll("form.entry :is(.taker, .counts) :checked")];
    for (const key of chosen.filter(({ type }) => type === "radio")) key.click();
    for (const key of keys) document.querySelector(key)?.click();
    document.querySelector("form.entry .finish > button")?.click();
}"""
_DISCARD: Final = """() => {
    const button = document.querySelector(".beside .refused .discard");
    button?.click();
    return Boolean(button);
}"""
# Tap on one of the ways on, if it is there; else on another one.
_ANSWER: Final = f"""(how) => {{
    {_ROWS}
    const [first] = left();
    if (!first) return null;
    const [section] = refused();
    const way = how === ".again" && section.querySelector(".again").hidden ? ".discard" : how;
    section.classList.add("answered");
    section.querySelector(way).click();
    return [way, first];
}}"""
_KEPT: Final = """() => new Promise((resolve) => {
    // Whatever becomes of the request: it is asked again.
    setTimeout(resolve, 5000, -1);
    const request = indexedDB.open("scorepad");
    request.onsuccess = ({ target: { result } }) => {
        if (!result.objectStoreNames.contains("hands")) return resolve(-1);
        const count = result.transaction("hands").objectStore("hands").count();
        count.onsuccess = () => { result.close(); resolve(count.result); };
    };
})"""


@dataclass
class FailingPhone:
    """The tabs of a phone at a table; the owner looks at ``page``.

    ``network``: ``up``, ``down``, ``bad``, when what is sent is lost before or after the server
    has it, or not at all, or ``silent``, when nothing is answered. ``held``: how often that was so
    with what ``page`` sent. ``note``: told of what fails by chance. ``blind``: whether the page was
    loaded while the storage is off, and does not know what waits.
    """

    chance: random.Random
    address: str
    page: Page
    htmx: Literal["package", "dead"]
    note: Callable[[str], None]
    network: str = "up"
    blind: bool = False
    held: int = 0
    tabs: list[Page] = field(default_factory=list)
    _is_off: bool = False
    _is_full: bool = False

    def __post_init__(self) -> None:
        self.tabs = [self.page]
        let_storage_fail(self.page)

    def fail_at_random(self, route: Route) -> None:
        """The network between the phone and the server, as it is now."""
        with suppress(Error):  # The page may be closed meanwhile.
            if self.network == "down":
                route.abort("connectionfailed")
            elif self.network == "silent" and route.request.method == "POST":
                if self.chance.random() < 0.5:
                    self._deliver(route.request)
                self.held += route.request.frame.page is self.page
            elif self.network == "bad" and route.request.method == "POST":
                how = self.chance.choice(["before", "after", "not"])
                self.note(f"    a request fails: {how}")
                if how == "after":
                    self._deliver(route.request)
                if how == "not":
                    route.continue_()
                else:
                    route.abort("connectionreset")
            else:
                route.continue_()

    def _deliver(self, request: Request) -> None:
        """The server gets what is sent, and nobody its answer."""
        # Playwright's own way does not know the browser's name for the server.
        server = urlsplit(request.url)
        cookies = self.page.context.cookies(request.url)
        wire = HTTPConnection("127.0.0.1", server.port or 80, timeout=_SECONDS)
        headers = {
            **request.headers,
            "host": server.netloc,
            "cookie": "; ".join(f"{each['name']}={each['value']}" for each in cookies),
        }
        wire.request("POST", server.path, request.post_data_buffer, headers)
        status = wire.getresponse().status
        wire.close()
        self.note(f"    the server has it: {status}")

    @contextmanager
    def network_is(self, meanwhile: str) -> Iterator[None]:
        """The network is as it says meanwhile."""
        network, self.network = self.network, meanwhile
        try:
            yield
        finally:
            self.network = network

    @contextmanager
    def full(self) -> Iterator[None]:
        """There is no room meanwhile."""
        self._set_quota(quotaSize=1)
        self._is_full = True
        yield
        self._is_full = False
        self._set_quota()

    @contextmanager
    def off(self) -> Iterator[None]:
        """The storage refuses everything meanwhile."""
        with storage_off(self.page.context):
            self._is_off = True
            yield
        self._is_off = False

    @property
    def keeps(self) -> bool:
        """Whether it has a storage with room."""
        return not self._is_off and not self._is_full

    def _set_quota(self, **quota: int) -> None:
        # The page may be another one than before.
        session = self.page.context.new_cdp_session(self.page)
        origin = self.address.partition("/pad/")[0]
        session.send("Storage.overrideQuotaForOrigin", {"origin": origin, **quota})

    def look(self, page: Page | None = None) -> dict[str, Any]:
        """What a page shows now. Whatever was refused is shown with the reason."""
        while True:
            with suppress(Error):  # It is being replaced.
                found: dict[str, Any] = (page or self.page).evaluate(_LOOK)
                assert all(found["reasons"]), "refused, and nobody says why"
                return found
            (page or self.page).wait_for_load_state()

    def tap(self, keys: Sequence[str]) -> bool:
        """Tap on these keys and on Save; false if something else was on the entry by then.

        Raises Playwright's error if the page goes away.
        """
        tapped: bool = self.page.evaluate(_TAP, keys)
        return tapped

    def change(self, index: int) -> bool:
        """Have the hand of this row, of those that wait, in the entry; false if it cannot be."""
        changed: bool = self.page.evaluate(_CHANGE, index)
        return changed

    def tap_instead(self, keys: Sequence[str]) -> None:
        """Tap on these keys in place of those that are chosen, and on Save."""
        self.page.evaluate(_RETAP, keys)

    def discard_changed(self) -> bool:
        """Discard the hand that is being changed; false if there is none any more."""
        discarded: bool = self.page.evaluate(_DISCARD)
        return discarded

    def click(self, selector: str) -> None:
        """Click what is there, unless the page goes away."""
        with suppress(Error):
            self.page.evaluate("(selector) => document.querySelector(selector)?.click()", selector)

    def kept(self) -> int:
        """How many hands the phone keeps for the server, of whatever tab; below 0 if unknown."""
        with suppress(Error):  # The page is being replaced.
            kept: int = self.page.evaluate(_KEPT)
            return kept
        return -1

    def answer(self, how: str) -> tuple[str, tuple[int, ...]] | None:
        """Tap on this way on of the first refused hand, or another one.

        Which, and the points of the hand; ``None`` if there is none.
        """
        answered = self.page.evaluate(_ANSWER, how)
        return answered and (answered[0], tuple(answered[1]))

    def is_answering(self) -> bool:
        """Whether that has not come to an end."""
        with suppress(Error):  # The page is being replaced.
            return bool(self.page.evaluate("Boolean(document.querySelector('.refused.answered'))"))
        return True

    def wake(self) -> None:
        """Tell the pages that the phone has a network, as it does when that changes."""
        for tab in self.tabs:
            with suppress(Error):
                tab.evaluate("() => { dispatchEvent(new Event('online')); }")

    def reload(self) -> None:
        """Load the table again, which needs the network."""
        with self.network_is("up"):
            with suppress(Error):  # It does so by itself just now.
                self.page.goto(self.address)
            self.is_loaded_again()

    def is_loaded_again(self) -> None:
        """The page is being loaded again, by itself or by somebody."""
        self.page.wait_for_load_state()
        self.blind = self._is_off

    def new_tab(self) -> Page:
        """One more tab at the table."""
        tab = self.page.context.new_page()
        let_storage_fail(tab)
        answer_for_htmx(tab, self.htmx)
        with self.network_is("up"):
            tab.goto(self.address)
        self.tabs.append(tab)
        return tab

    def close(self, tab: Page) -> None:
        """Close a tab; the owner does not look at it."""
        self.tabs.remove(tab)
        # By itself a close waits for ever now and then.
        with suppress(PlaywrightTimeout), tab.expect_event("close"):
            tab.close(run_before_unload=True)

    def close_tab(self) -> None:
        """Close the tab that the owner looks at, and open the table in another one."""
        before, self.page = self.page, self.new_tab()
        self.blind = self._is_off
        self.close(before)

    def take_pen(self, link: str) -> None:
        """Take a pen by a link, in a tab for that."""
        with self.network_is("up"):
            tab = self.new_tab()
            tab.goto(link.replace("127.0.0.1", NAME_IN_THE_HOUSE))
            tab.get_by_label("What is this phone called?").fill("Ben’s phone")
            tab.get_by_role("button", name="Take the pen", exact=True).click()
            # To the running game or, if it is over, to the pad.
            tab.wait_for_url("**/pad/**")
        self.close(tab)

    def other_tab(self) -> None:
        """Go on in another tab."""
        rest = [each for each in self.tabs if each is not self.page]
        self.page = self.chance.choice(rest) if rest else self.new_tab()
