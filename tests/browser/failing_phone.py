"""A phone at a table whose network, storage and tabs fail when a test says so, in any engine."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, Self
from urllib.parse import urlsplit

from tests.browser.outbox import HOLD_STORAGE, KEPT, RELEASE_STORAGE
from tests.engines.tab import EngineError
from tests.support.bad_network import BadNetwork, Weather
from tests.support.hosting import until

_SECONDS: Final = 60.0


class Tab(Protocol):
    """A page that is open on a phone."""

    def open(self, address: str) -> None:
        """Go to an address, and wait until it is loaded."""

    def back(self) -> None:
        """Go back to the page before."""

    def close(self) -> None:
        """Close the tab."""

    def another(self) -> Self:
        """One more tab on the same phone."""

    def call(self, function: str, *arguments: object) -> Any:
        """What a JavaScript function returns, or resolves to; raises EngineError."""


# The points of the rows of the sheet. What is being changed has such a part of the page as what
# was refused, too, but there is nothing to decide about it.
_ROWS: Final = r"""
    const number = (text) => parseInt(text.trim().replace("+", "").replace("−", "-"), 10) || 0;
    const points = (row) => [...row.querySelectorAll("td")].map(({ textContent }) =>
        number(textContent));
    const rows = (which) => [...document.querySelectorAll(`.sheet tbody tr${which}`)];
    const isMending = () => document.querySelector("form.entry[data-mends]");
    const refused = () => [...document.querySelectorAll(".refused")].filter((section) =>
        !section.querySelector(".row").hidden
        && !(isMending() && section.querySelector(".mend").hidden));
    const rowOf = ({ dataset: { entry } }) =>
        rows(".waiting").find((row) => row.dataset.entry === entry);
"""
# What else is tapped, and what the page says.
_LOOK: Final = f"""() => {{
    {_ROWS}
    const form = document.querySelector("form.entry");
    const [theirs, mine] = [...document.querySelectorAll(".duplicate tbody tr")].map(points);
    return {{
        saved: rows(":not(.waiting)").map(points),
        waiting: rows(".waiting").map(points),
        refused: refused().map((section) => rows(".waiting").indexOf(rowOf(section))),
        duplicate: mine ? {{ theirs, mine }} : null,
        enters: Boolean(form),
        mends: Boolean(form?.matches("[data-mends]")),
        busy: Boolean(document.querySelector("form:is(.htmx-request, .saving)")),
        tapped: form ? form.querySelectorAll(":is(.taker, .counts) [name]:checked").length : 0,
        gains: form
            ? [...form.querySelectorAll(".counts .gain")].map((each) => number(each.textContent))
            : [],
        reasons: refused().map((each) => each.querySelector(".reason").textContent.trim()),
        alert: Boolean(document.querySelector("main .alert")),
        news: document.querySelector("#news")?.textContent ?? "",
        isTable: Boolean(document.querySelector(".sheet")),
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
    if (!form || form.matches(".saving, [data-mends]")) return false;
    if (keys.length && form.querySelector(":is(.taker, .counts) [name]:checked")) return false;
    for (const key of keys) document.querySelector(key)?.click();
    form.querySelector(".finish > button")?.click();
    return true;
}}"""
# Have a hand that waits in the entry; false if it cannot be changed, or no more.
_CHANGE: Final = f"""async (index) => {{
    {_LOADED}
    document.querySelectorAll(".sheet .waiting .mend")[index]?.click();
    return Boolean(document.querySelector("form.entry[data-mends]"));
}}"""
_CHANGE_REFUSED: Final = f"""() => {{
    {_ROWS}
    refused().find((section) => rowOf(section))?.querySelector(".mend:not([hidden])")?.click();
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
    const section = refused().find((each) => rowOf(each));
    if (!section) return null;
    const index = rows(".waiting").indexOf(rowOf(section));
    const way = how === ".again" && section.querySelector(".again").hidden ? ".discard" : how;
    section.classList.add("answered");
    section.querySelector(way).click();
    return [way, index];
}}"""
_CHOOSE: Final = """(how) => {
    const button = document.querySelector(`.duplicate ${how}`);
    if (!button) return false;
    button.closest(".duplicate").classList.add("answered");
    button.click();
    return true;
}"""
_REMEMBERED: Final = "() => Object.entries(sessionStorage)"
_REMEMBER: Final = """(entries) => {
    for (const [name, value] of entries) sessionStorage.setItem(name, value);
}"""
# See how a moon would count, and think better of it.
_LOOK_AT_MOON: Final = """async () => {
    const shooter = document.querySelector("#shooter-1");
    const panel = document.querySelector("details.moon");
    if (!shooter || !panel) return false;
    panel.open = true;
    const swapped = new Promise((done) => {
        document.addEventListener("htmx:after:swap", done, { once: true });
        // Nothing comes without htmx or a network.
        setTimeout(done, 500);
    });
    shooter.click();
    await swapped;
    for (const each of document.querySelectorAll("[name=shooter]")) {
        if (each.value === "" || each.checked) each.click();
    }
    panel.open = false;
    return true;
}"""
_TAKE_PEN: Final = """(name) => {
    const button = document.querySelector("#take:not(.tapped)");
    if (!button) return;
    document.querySelector("#name").value = name;
    button.classList.add("tapped");
    button.click();
}"""


@dataclass
class FailingPhone:
    """The tabs of a phone at a table; the owner looks at ``page``.

    ``keeps_pages``: whether the table opens without a network. ``blind``: whether the page was
    loaded while the storage is off, and does not know what waits.
    """

    chance: random.Random
    address: str
    page: Tab
    network: BadNetwork
    note: Callable[[str], object]
    keeps_pages: bool = False
    blind: bool = False
    is_off: bool = False
    is_full: bool = False
    tabs: list[Tab] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.tabs = [self.page]

    @property
    def origin(self) -> str:
        """What all addresses of the server begin with, on this phone."""
        return "{0.scheme}://{0.netloc}".format(urlsplit(self.address))

    @contextmanager
    def network_is(self, meanwhile: Weather) -> Iterator[None]:
        """The network is as it says meanwhile."""
        with self.network.is_now(meanwhile):
            yield

    @contextmanager
    def off(self) -> Iterator[None]:
        """The storage refuses everything meanwhile, in every tab that was prepared for it."""
        self._set_cookie("storage=off; path=/")
        self.is_off = True
        yield
        self._set_cookie("storage=; path=/; max-age=0")
        self.is_off = False

    def _set_cookie(self, cookie: str) -> None:
        self.surely("(cookie) => { document.cookie = cookie; }", cookie)

    @contextmanager
    def slow(self) -> Iterator[None]:
        """The storage does nothing meanwhile: somebody else uses it."""
        keeper = self.page.another()
        with self.network_is("up"):
            keeper.open(f"{self.origin}/healthz")
        keeper.call(HOLD_STORAGE)
        yield
        keeper.call(RELEASE_STORAGE)
        keeper.close()

    @property
    def keeps(self) -> bool:
        """Whether it has a storage with room."""
        return not self.is_off and not self.is_full

    def surely(self, function: str, *arguments: object) -> Any:
        """What a function returns, asked again while the page is being replaced."""
        found: list[Any] = []

        def is_found() -> bool:
            with suppress(EngineError):
                found.append(self.page.call(function, *arguments))
            return bool(found)

        until(is_found, "the page to be there", _SECONDS)
        return found[0]

    def look(self) -> dict[str, Any]:
        """What the page shows now. Whatever was refused is shown with the reason."""
        found: dict[str, Any] = self.surely(_LOOK)
        assert all(found["reasons"]), "refused without a reason"
        return found

    def tap(self, keys: Sequence[str]) -> bool:
        """Tap on these keys and on Save; false if the entry is not free for that."""
        return bool(self.page.call(_TAP, list(keys)))

    def change(self, index: int) -> bool:
        """Have the hand of this row, of those that wait, in the entry; false if it cannot be."""
        return bool(self.page.call(_CHANGE, index))

    def change_refused(self) -> bool:
        """Have the first hand that was refused in the entry; false if it cannot be."""
        return bool(self.page.call(_CHANGE_REFUSED))

    def tap_instead(self, keys: Sequence[str]) -> None:
        """Tap on these keys in place of those that are chosen, and on Save."""
        self.page.call(_RETAP, list(keys))

    def discard_changed(self) -> bool:
        """Discard the hand that is being changed; false if there is none any more."""
        return bool(self.page.call(_DISCARD))

    def look_at_moon(self) -> bool:
        """Look at what a moon would come to; false if that is not asked here."""
        return bool(self.page.call(_LOOK_AT_MOON))

    def kept(self) -> tuple[int, int]:
        """How many acts the phone keeps for the server, and on how many hands; whatever tab's."""
        acts, hands = self.surely(KEPT) or (-1, -1)
        return acts, hands

    def answer(self, how: str) -> tuple[str, int] | None:
        """Tap on this way on of the first refused hand, or another one.

        Which, and the row of the hand among those that wait; ``None`` if there is none.
        """
        answered = self.page.call(_ANSWER, how)
        return answered and (answered[0], answered[1])

    def choose(self, how: str) -> bool:
        """Tap on this way on of the choice between two hands; false if it is not there."""
        return bool(self.page.call(_CHOOSE, how))

    def is_answering(self) -> bool:
        """Whether that has not come to an end."""
        return bool(self.surely("() => Boolean(document.querySelector('.answered'))"))

    def wake(self) -> None:
        """Tell the pages that the phone has a network, as it does when that changes."""
        for tab in self.tabs:
            with suppress(EngineError):
                tab.call("() => { dispatchEvent(new Event('online')); }")

    def reload(self) -> None:
        """Load the table again, which needs the network."""
        with self.network_is("up"):
            self._open(self.page)

    def reopen_kept(self) -> bool:
        """Open the table while there is no network; false, and with one, if it is not kept."""
        self.network.weather = "down"
        with suppress(EngineError):
            self.page.open(self.address)
            if self.look()["isTable"]:
                self.blind = self.is_off
                return True
        self.reload()
        return False

    def come_back(self) -> None:
        """Go to another page, and take the way back."""
        with self.network_is("up"):
            with suppress(EngineError):
                self.page.open(f"{self.address}/log")
            with suppress(EngineError):
                self.page.back()
            until(lambda: self.look()["isTable"], "the table again", _SECONDS)
        self.blind = self.is_off

    def _open(self, tab: Tab) -> None:
        with suppress(EngineError):  # It does so by itself just now.
            tab.open(self.address)
        if tab is self.page:
            self.blind = self.is_off
            until(lambda: self.look()["isTable"], "the table", _SECONDS)

    def new_tab(self, remembered: Sequence[Sequence[str]] = ()) -> Tab:
        """One more tab at the table; ``remembered``: what another one has in its own storage."""
        tab = self.page.another()
        with self.network_is("up"):
            if remembered:
                tab.open(f"{self.origin}/healthz")
                tab.call(_REMEMBER, list(remembered))
            self._open(tab)
        self.tabs.append(tab)
        return tab

    def close(self, tab: Tab) -> None:
        """Close a tab; the owner does not look at it."""
        self.tabs.remove(tab)
        tab.close()

    def close_tab(self) -> None:
        """Close the tab that the owner looks at, and open the table in another one."""
        self._go_on_in(self.new_tab(), closes=True)

    def duplicate_tab(self, *, closes: bool) -> None:
        """Go on in a copy of the tab, as when it is duplicated or, closed, brought back."""
        remembered = self.surely(_REMEMBERED)
        self._go_on_in(self.new_tab(remembered), closes=closes)

    def _go_on_in(self, tab: Tab, *, closes: bool = False) -> None:
        before, self.page = self.page, tab
        self.blind = self.is_off
        if closes:
            self.close(before)

    def other_tab(self) -> None:
        """Go on in another tab."""
        rest = [each for each in self.tabs if each is not self.page]
        self._go_on_in(self.chance.choice(rest) if rest else self.new_tab())

    def start_again(self, page: Tab) -> None:
        """Go on in the first tab of a browser that was killed."""
        self.page, self.tabs = page, [page]

    def take_pen(self, link: str) -> None:
        """Take a pen by a link, unless the phone has one."""
        tab = self.page.another()
        with self.network_is("up"):
            tab.open(f"{self.origin}{urlsplit(link).path}")

            def is_taken() -> bool:
                with suppress(EngineError):
                    if "/pad/" in str(tab.call("() => location.pathname")):
                        return True
                    tab.call(_TAKE_PEN, "Ben’s phone")
                return False

            until(is_taken, "the pen to be taken", _SECONDS)
        tab.close()
