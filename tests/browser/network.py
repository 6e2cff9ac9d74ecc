"""What a page asks the network for, as Chromium itself counts it, with everything that it kept."""

from __future__ import annotations

import gzip
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Page

from tests.support.browser import HTMX_ADDRESS, HTMX_FILE
from tests.support.patience import PATIENCE


@dataclass
class Traffic:
    """What the network has answered so far; questions for news are not counted.

    ``size``: in bytes, with headers.
    """

    page: Page
    size: int = 0
    requests: int = 0
    _under_way: dict[str, str] = field(default_factory=dict)
    _kept: set[str] = field(default_factory=set)
    _there: list[str] = field(default_factory=list)

    def wait_for(self, ending: str) -> None:
        """Wait until what has an address with this ending is there, and all else that was asked."""
        deadline = time.monotonic() + PATIENCE
        while self._under_way or not any(each.endswith(ending) for each in self._there):
            assert time.monotonic() < deadline, f"waited in vain for {ending}"
            # Meanwhile events arrive.
            self.page.evaluate("() => new Promise(requestAnimationFrame)")

    def begin(self, event: dict[str, Any]) -> None:
        """A request is sent, perhaps as another one has led there."""
        name, address = event["requestId"], event["request"]["url"]
        if "?seen=" not in address:
            if name in self._under_way:
                self._count(event["redirectResponse"]["encodedDataLength"])
            self._under_way[name] = address

    def keep(self, event: dict[str, Any]) -> None:
        """The browser has the answer already."""
        if event.get("response", {"fromDiskCache": True}).get("fromDiskCache"):
            self._kept.add(event["requestId"])

    def end(self, event: dict[str, Any]) -> None:
        """The answer is there, or there is none."""
        name = event["requestId"]
        if address := self._under_way.pop(name, ""):
            self._there.append(address.partition("?")[0])
            if name not in self._kept:
                # Answered here, as it is; its own server sends it compressed.
                is_htmx = address == HTMX_ADDRESS
                compressed = len(gzip.compress(HTMX_FILE.read_bytes())) if is_htmx else 0
                self._count(compressed or int(event.get("encodedDataLength", 0)))

    def _count(self, size: int) -> None:
        self.requests += 1
        self.size += size


@contextmanager
def recording(page: Page) -> Iterator[Traffic]:
    """Note what the page asks for in the block."""
    traffic = Traffic(page)
    session = page.context.new_cdp_session(page)
    session.on("Network.requestWillBeSent", traffic.begin)
    session.on("Network.requestServedFromCache", traffic.keep)
    session.on("Network.responseReceived", traffic.keep)
    session.on("Network.loadingFinished", traffic.end)
    session.on("Network.loadingFailed", traffic.end)
    session.send("Network.enable")
    try:
        yield traffic
    finally:
        session.detach()
