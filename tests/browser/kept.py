"""What a phone keeps of the pages that it has seen, for when there is no network.

By 127.0.0.1, which is as good as HTTPS: only there do browsers have service workers.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.outbox import open_table
from tests.browser.play import Game
from tests.support.browser import phone_with_workers
from tests.support.hosting import until

HERE: Final = "127.0.0.1"
_CACHED: Final = """async () => {
    const found = {};
    for (const name of await caches.keys()) {
        const requests = await (await caches.open(name)).keys();
        found[name] = requests.map(({ url }) => new URL(url).pathname);
    }
    return found;
}"""


def cache_names(page: Page) -> list[str]:
    """The names of the caches; to look into one that is just being deleted would bring it back."""
    names: list[str] = page.evaluate("() => caches.keys()")
    return names


def caches(page: Page) -> dict[str, list[str]]:
    """The paths of all that the phone keeps, by the name of the cache."""
    found: dict[str, list[str]] = page.evaluate(_CACHED)
    return found


def kept_pages(page: Page) -> set[str]:
    """The paths of the pages among them."""
    return {
        path for name, paths in caches(page).items() if name.endswith("pages") for path in paths
    }


def expect_kept(page: Page, paths: set[str]) -> None:
    """These pages are kept, and no others."""
    until(lambda: kept_pages(page) == paths, f"to keep {paths}, not {kept_pages(page)}")


def open_and_keep(context: BrowserContext, game: Game) -> Page:
    """The table with the pen, once the phone has kept it."""
    page = context.pages[0] if context.pages else context.new_page()
    open_table(page, game, HERE)
    expect_kept(page, {game.path})
    return page


@contextmanager
def phone_with(browser: Browser, game: Game) -> Iterator[Page]:
    """The table on a phone with the pen that keeps what it has seen."""
    with phone_with_workers(browser) as context:
        yield open_and_keep(context, game)
