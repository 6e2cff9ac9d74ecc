"""What takes long begins first, so that no worker is left alone with it in the end.

What mostly waits does so while another worker has a browser to feed.
"""

from __future__ import annotations

import gc
import os
import sys
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser
from xdist.remote import Producer
from xdist.scheduler import LoadGroupScheduling

from tests.support.browser import chromium
from tests.support.fonts import USUAL, use_only
from tests.support.guardian import guard

# Commands are started by the hundred: where this is set, each would compile Scorepad again, as each
# worker would the tests.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# No search depends on how much else the machine has to do.
settings.register_profile("usual", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("usual")
# For `make quick`: a search finds most of what it ever finds within its first examples.
settings.register_profile("quick", max_examples=20)

# What was imported and collected stays until the end: to search it for garbage again and again was
# an eighth of the tests' time.
_YOUNG = 100_000

# Folders and files, the longest tests first; all others follow in their usual order.
_FIRST = (
    # Each engine is one worker's.
    "tests/engines/",
    "tests/hosting/",
    "tests/browser/test_layout.py",
    "tests/browser/test_taps.py",
    "tests/faults/",
    "tests/browser/",
    "tests/web/test_",
    "tests/rules/test_facts.py",
    "tests/cli/",
)

# These break things, play in each engine or serve as the README says; phones without a network,
# clients that stop the server, every page, whatever can be sent or asked, every statement's plan,
# walks at random. What is not a sample of it is for `make torture`.
_SLOW = (
    "tests/hosting/",
    "tests/faults/",
    "tests/engines/",
    "tests/browser/test_kept_pages.py",
    "tests/browser/test_offline.py",
    "tests/browser/test_outbox",
    "tests/gamefile/test_any_input.py",
    "tests/store/test_random_walk.py",
    "tests/web/http/test_any_request.py",
    "tests/web/test_every_page.py",
)


def _is_slow(item: pytest.Item) -> bool:
    """Whether a test belongs to a kind of which ``make test`` has only a sample."""
    if item.get_closest_marker("sample"):
        return False
    # What differs in nothing but the database is tested on SQLite.
    parameters = item.callspec.params.values() if hasattr(item, "callspec") else ()
    marked = item.get_closest_marker("torture") is not None
    return marked or item.nodeid.startswith(_SLOW) or "postgresql" in parameters


def _turn(item: pytest.Item) -> int:
    found = (turn for turn, start in enumerate(_FIRST) if item.nodeid.startswith(start))
    return next(found, len(_FIRST))


@pytest.fixture(scope="session", autouse=True)
def _guarded() -> None:
    """In each process that runs tests, before the first of them."""
    guard()
    use_only(USUAL, Path(tempfile.gettempdir()))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for each worker: Playwright runs once in a process."""
    with chromium() as running:
        yield running


class _ByFile(LoadGroupScheduling):
    """Gives each worker whole files, or groups of tests where these are marked.

    What a file's tests share is then made once. And for each test, xdist goes through all units
    that its worker has had: they should not be thousands.
    """

    def _split_scope(self, nodeid: str) -> str:
        unit: str = super()._split_scope(nodeid)
        return unit.partition("::")[0]


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> _ByFile:
    return _ByFile(config, log)


@pytest.hookimpl(wrapper=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """One more than xdist would start: who waits for a browser leaves its core to another."""
    return (yield) + 1


def pytest_collection_finish() -> None:
    """Look for garbage among what the tests make, and seldom."""
    gc.set_threshold(_YOUNG, 50, 50)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the items in order, and mark what needs a PostgreSQL server or takes long."""
    for item in items:
        fixtures = getattr(item, "fixturenames", ())
        if "postgresql" in item.name.partition("[")[2] or "cluster" in fixtures:
            item.add_marker("postgresql")
        if _is_slow(item):
            item.add_marker("slow")
    items.sort(key=_turn)
