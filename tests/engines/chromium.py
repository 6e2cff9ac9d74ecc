"""Chromium's engine, by Playwright, as the tests in ``tests/browser`` have it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from playwright.sync_api import Browser, Error, Page, ProxySettings

from tests.engines.cdn import HERE, Network
from tests.engines.tab import PORTRAIT, EngineError, Tab


@contextmanager
def chromium_phone(browser: Browser, network: Network) -> Iterator[Tab]:
    """A phone that knows nothing yet."""
    proxy: ProxySettings = {"server": network.proxy, "bypass": ",".join(HERE)}
    context = browser.new_context(
        proxy=proxy,
        ignore_https_errors=True,
        viewport={"width": PORTRAIT[0], "height": PORTRAIT[1]},
        locale="en",
        device_scale_factor=2,
        is_mobile=True,
        has_touch=True,
    )
    try:
        yield ChromiumTab(context.new_page())
    finally:
        context.close()


@dataclass
class ChromiumTab(Tab):
    """A page of Playwright's."""

    page: Page
    engine = "chromium"

    def open(self, address: str) -> None:
        self.page.goto(address)

    def reload(self) -> None:
        self.page.reload()

    def back(self) -> None:
        self.page.go_back()

    def close(self) -> None:
        self.page.close()

    def another(self) -> Self:
        return type(self)(self.page.context.new_page())

    def call(self, function: str, *arguments: object) -> Any:
        try:
            return self.page.evaluate(f"(given) => ({function})(...given)", arguments)
        except Error as error:
            raise EngineError(error.message) from error

    def begin_with(self, function: str) -> None:
        self.page.add_init_script(f"({function})()")

    def touch(self, x: float, y: float) -> None:
        self.page.touchscreen.tap(x, y)

    def upload(self, selector: str, file: Path) -> None:
        self.page.set_input_files(selector, file)

    def resize(self, width: int, height: int) -> None:
        self.page.set_viewport_size({"width": width, "height": height})

    def picture(self) -> bytes:
        return self.page.screenshot(caret="initial")

    def download(self, selector: str) -> bytes:
        with self.page.expect_download() as started:
            self.tap(selector)
        return started.value.path().read_bytes()
