"""A phone with Chromium that keeps what it knows when it is killed, for evenings at random."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal, Self
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Error, Page
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.browser.outbox import FAILING_STORAGE
from tests.engines.tab import EngineError, ScriptedTab
from tests.support.browser import kept_in
from tests.support.hosting import until

_LATE: Final = 30_000
"""In milliseconds: a page of this machine that does not come by then does not come."""


@dataclass
class ChromiumTab(ScriptedTab):
    """A page that is open on the phone."""

    page: Page

    def open(self, address: str) -> None:
        self._do(lambda: self.page.goto(address, timeout=_LATE))

    def back(self) -> None:
        self._do(lambda: self.page.go_back(timeout=_LATE))

    def call(self, function: str, *arguments: object) -> Any:
        return self._do(
            lambda: self.page.evaluate(f"(given) => ({function})(...given)", list(arguments))
        )

    def _do(self, command: Any) -> Any:
        try:
            return command()
        except Error as error:
            raise EngineError(error.message) from error

    def close(self) -> None:
        # By itself a close waits for ever now and then.
        with suppress(PlaywrightTimeout), self.page.expect_event("close"):
            self.page.close(run_before_unload=True)

    def another(self) -> Self:
        return type(self)(self.page.context.new_page())


@dataclass
class ChromiumPhone:
    """What only Chromium can be told: to be out of room, and to be killed."""

    browser: Browser
    folder: Path
    htmx: Literal["package", "dead"]
    context: BrowserContext
    errors: list[str] = field(default_factory=list)

    @contextmanager
    def full(self, address: str) -> Iterator[None]:
        """There is no room meanwhile for what is from an address."""
        self._set_quota(address, quotaSize=1)
        yield
        self._set_quota(address)

    def _set_quota(self, address: str, **quota: int) -> None:
        session = self.context.new_cdp_session(self.context.pages[0])
        origin = "{0.scheme}://{0.netloc}".format(urlsplit(address))
        session.send("Storage.overrideQuotaForOrigin", {"origin": origin, **quota})
        session.detach()

    def kill(self) -> ChromiumTab:
        """Kill the browser, and start it again: an empty page."""
        for process in self._processes():
            os.kill(process, signal.SIGKILL)
        until(lambda: not self._processes(), "the browser to be gone")
        with suppress(Error):
            self.context.close()
        return self.start()

    def _processes(self) -> list[int]:
        """Those that were started with its folder, not by one of themselves."""
        option = f"--user-data-dir={self.folder}".encode()
        found = []
        for process in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                arguments = (process / "cmdline").read_bytes().split(b"\0")
                if option in arguments and not any(a.startswith(b"--type=") for a in arguments):
                    found.append(int(process.name))
        return found

    def start(self) -> ChromiumTab:
        """Start the browser with what it knows, and give its empty page."""
        self.context = kept_in(self.browser, self.folder, self.htmx)
        self.context.add_init_script(FAILING_STORAGE)
        self.context.on("weberror", lambda problem: self.errors.append(str(problem.error)))
        return ChromiumTab(self.context.pages[0])


@contextmanager
def chromium_phone(
    browser: Browser, folder: Path, htmx: Literal["package", "dead"]
) -> Iterator[tuple[ChromiumPhone, ChromiumTab]]:
    """A phone that knows nothing yet, and its empty page; nothing breaks on it to the end."""
    phone = ChromiumPhone(browser, folder, htmx, None)  # type: ignore[arg-type]
    tab = phone.start()
    try:
        yield phone, tab
    finally:
        with suppress(Error):
            phone.context.close()
    assert phone.errors == []
