"""What a page asks the network for, as Chromium itself counts it, with everything that it kept."""

from __future__ import annotations

import gzip
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, Page, StorageState

from tests.support.browser import HTMX_ADDRESS, HTMX_FILE, answer_for_htmx
from tests.support.patience import PATIENCE


@dataclass
class Request:
    """One request: ``kept`` if the browser had the answer already.

    ``size``: the bytes that came over the network, with headers; ``None`` before the end of it.
    """

    address: str
    kept: bool = False
    size: int | None = None


@dataclass
class Traffic:
    """The requests of a page so far, by Chromium's own names for them; questions for news are not
    counted.
    """

    page: Page
    requests: dict[str, Request] = field(default_factory=dict)

    @property
    def asked(self) -> list[Request]:
        """The requests that the network has answered."""
        return [each for each in self.requests.values() if not each.kept]

    @property
    def kept(self) -> list[Request]:
        """The requests that needed no network."""
        return [each for each in self.requests.values() if each.kept]

    @property
    def size(self) -> int:
        """All that came over the network, in bytes."""
        return sum(each.size or 0 for each in self.asked)

    def wait_for(self, ending: str) -> None:
        """Wait until what has an address with this ending is there, and all else that was asked."""
        deadline = time.monotonic() + PATIENCE

        def is_there() -> bool:
            found = self.requests.values()
            ends = any(each.address.partition("?")[0].endswith(ending) for each in found)
            return ends and all(each.size is not None for each in found)

        while not is_there():
            assert time.monotonic() < deadline, f"waited in vain for {ending}"
            # Meanwhile events arrive.
            self.page.evaluate("() => new Promise(requestAnimationFrame)")


@contextmanager
def recording(page: Page) -> Iterator[Traffic]:
    """Note what the page asks for in the block."""
    traffic = Traffic(page)
    session = page.context.new_cdp_session(page)
    redirects = iter(range(1000))

    def begin(event: dict[str, Any]) -> None:
        name = event["requestId"]
        if "?seen=" in event["request"]["url"]:
            return
        if name in traffic.requests:
            # Led on to another address: the same request to Chromium, another one to the network.
            led = traffic.requests.pop(name)
            led.size = event["redirectResponse"]["encodedDataLength"]
            traffic.requests[f"{name} led on {next(redirects)}"] = led
        traffic.requests[name] = Request(event["request"]["url"])

    def keep(event: dict[str, Any]) -> None:
        if event["requestId"] in traffic.requests:
            traffic.requests[event["requestId"]].kept = True

    def answer(event: dict[str, Any]) -> None:
        if event["response"].get("fromDiskCache"):
            keep(event)

    def end(event: dict[str, Any]) -> None:
        if found := traffic.requests.get(event["requestId"]):
            found.size = int(event.get("encodedDataLength", 0))
            if found.address == HTMX_ADDRESS and not found.kept:
                # Answered here, as it is; its own server sends it compressed.
                found.size = len(gzip.compress(HTMX_FILE.read_bytes()))

    session.on("Network.requestWillBeSent", begin)
    session.on("Network.requestServedFromCache", keep)
    session.on("Network.responseReceived", answer)
    session.on("Network.loadingFinished", end)
    session.on("Network.loadingFailed", end)
    session.send("Network.enable")
    try:
        yield traffic
    finally:
        session.detach()


@contextmanager
def keeping(browser: Browser, state: StorageState | None = None) -> Iterator[Page]:
    """A page on a phone that keeps what it may; ``recording`` counts what it asks for.

    ``state``: another phone's cookies, for one that has kept nothing yet.
    """
    context = browser.new_context(
        viewport={"width": 360, "height": 640},
        device_scale_factor=2,
        is_mobile=True,
        has_touch=True,
        service_workers="block",
        storage_state=state,
    )
    try:
        page = context.new_page()
        answer_for_htmx(page, "package")
        yield page
    finally:
        context.close()
