"""A phone at a table whose network, storage and tabs fail when a test says so, in any engine."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlsplit

from tests.browser.outbox import HOLD_STORAGE, KEPT, RELEASE_STORAGE
from tests.browser.table_scripts import LOOK
from tests.engines.tab import EngineError, ScriptedTab
from tests.support.bad_network import BadNetwork
from tests.support.hosting import until

_SECONDS: Final = 60.0


_REMEMBERED: Final = "() => Object.entries(sessionStorage)"
_REMEMBER: Final = """(entries) => {
    for (const [name, value] of entries) sessionStorage.setItem(name, value);
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
    page: ScriptedTab
    network: BadNetwork
    keeps_pages: bool = False
    blind: bool = False
    is_off: bool = False
    is_full: bool = False
    tabs: list[ScriptedTab] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.tabs = [self.page]

    @property
    def origin(self) -> str:
        """What all addresses of the server begin with, on this phone."""
        return "{0.scheme}://{0.netloc}".format(urlsplit(self.address))

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
        with self.network.is_now("up"):
            keeper.open(f"{self.origin}/healthz")
        keeper.call(HOLD_STORAGE)
        yield
        keeper.call(RELEASE_STORAGE)
        keeper.close()

    def call(self, script: str, *arguments: object) -> Any:
        """What a script returns on the page that the owner looks at."""
        return self.page.call(script, *arguments)

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
        found: dict[str, Any] = self.surely(LOOK)
        assert all(found["reasons"]), "refused without a reason"
        return found

    def kept(self) -> tuple[int, int]:
        """How many acts the phone keeps for the server, and on how many hands; whatever tab's."""
        acts, hands = self.surely(KEPT) or (-1, -1)
        return acts, hands

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
        with self.network.is_now("up"):
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
        with self.network.is_now("up"):
            with suppress(EngineError):
                self.page.open(f"{self.address}/log")
            with suppress(EngineError):
                self.page.back()
            until(lambda: self.look()["isTable"], "the table again", _SECONDS)
        self.blind = self.is_off

    def _open(self, tab: ScriptedTab) -> None:
        with suppress(EngineError):  # It does so by itself just now.
            tab.open(self.address)
        if tab is self.page:
            self.blind = self.is_off
            until(lambda: self.look()["isTable"], "the table", _SECONDS)

    def new_tab(self, remembered: Sequence[Sequence[str]] = ()) -> ScriptedTab:
        """One more tab at the table; ``remembered``: what another one has in its own storage."""
        tab = self.page.another()
        with self.network.is_now("up"):
            if remembered:
                tab.open(f"{self.origin}/healthz")
                tab.call(_REMEMBER, list(remembered))
            self._open(tab)
        self.tabs.append(tab)
        return tab

    def close(self, tab: ScriptedTab) -> None:
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

    def _go_on_in(self, tab: ScriptedTab, *, closes: bool = False) -> None:
        before, self.page = self.page, tab
        self.blind = self.is_off
        if closes:
            self.close(before)

    def other_tab(self) -> None:
        """Go on in another tab."""
        rest = [each for each in self.tabs if each is not self.page]
        self._go_on_in(self.chance.choice(rest) if rest else self.new_tab())

    def start_again(self, page: ScriptedTab) -> None:
        """Go on in the first tab of a browser that was killed."""
        self.page, self.tabs = page, [page]

    def take_pen(self, link: str) -> None:
        """Take a pen by a link, unless the phone has one."""
        tab = self.page.another()
        with self.network.is_now("up"):
            tab.open(f"{self.origin}{urlsplit(link).path}")

            def is_taken() -> bool:
                with suppress(EngineError):
                    if "/pad/" in str(tab.call("() => location.pathname")):
                        return True
                    tab.call(_TAKE_PEN, "Ben’s phone")
                return False

            until(is_taken, "the pen to be taken", _SECONDS)
        tab.close()
