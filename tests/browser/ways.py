"""The ways in which a page may reach a phone, all of which have to do."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page

from tests.support.browser import Phone, phone
from tests.support.torture import sample


@dataclass(frozen=True)
class Way:
    """What a phone has: scripts, htmx from its CDN, a dark screen."""

    name: str
    htmx: Literal["package", "dead"] = "package"
    javascript: bool = True
    color_scheme: Literal["light", "dark"] = "light"

    def __str__(self) -> str:
        return self.name

    def phone(self, browser: Browser, *, fresh: bool = False) -> AbstractContextManager[Phone]:
        """A phone of this kind that knows nothing yet."""
        return phone(
            browser,
            htmx=self.htmx,
            javascript=self.javascript,
            color_scheme=self.color_scheme,
            fresh=fresh,
        )

    @contextmanager
    def page(self, browser: Browser, *provoked: int, fresh: bool = False) -> Iterator[Page]:
        """A page on such a phone, on which nothing goes wrong but what is provoked."""
        with self.phone(browser, fresh=fresh) as handset:
            yield handset.page
            expect_clean(handset, *provoked)


def expect_clean(handset: Phone, *provoked: int) -> None:
    """Nothing went wrong on the phone, but for answers with a status that was provoked."""
    left = [
        error
        for error in handset.errors
        if not any(f"responded with a status of {status} " in error for status in provoked)
    ]
    assert left == []
    assert handset.strangers == []


HTMX = Way("htmx")
NO_SCRIPT = Way("no script", javascript=False)
CDN_DEAD = Way("CDN dead", htmx="dead")
DARK = Way("htmx, dark", color_scheme="dark")

# The usual way is in `make test`.
with_and_without_htmx = pytest.mark.parametrize("way", sample([HTMX, NO_SCRIPT]), ids=str)
