"""Evenings at random on a phone with Chromium (``evening.py``)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, Literal

import pytest
from playwright.sync_api import Browser

from tests.browser.chromium_phone import chromium_phone
from tests.browser.evening import FAR, NEAR, Evening, Powers
from tests.browser.failing_phone import FailingPhone
from tests.browser.kept import HERE
from tests.browser.other_phone import OtherPhone
from tests.browser.owner import Log, Owner
from tests.browser.pens import other_holder
from tests.browser.play import started
from tests.support.bad_network import bad_network
from tests.support.browser import NAME_IN_THE_HOUSE
from tests.support.home import Home, running_home
from tests.support.hosting import until
from tests.support.torture import seeds

_STEPS: Final = 30
_IS_KEPT: Final = "async () => Boolean(await caches.match(location.pathname, { ignoreVary: true }))"

# What is in a file of tests of the outbox is for `make torture`, but for such.
_SEEDS: Final = [pytest.param(0, marks=pytest.mark.sample), *seeds(1, 8)[1:]]


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    with running_home(tmp_path / "data") as running:
        yield running
        assert "Traceback" not in running.server.log()


@pytest.mark.parametrize("seed", _SEEDS)
def test_an_evening_loses_no_hand_and_has_none_twice(
    browser: Browser, home: Home, tmp_path: Path, seed: int
) -> None:
    chance, chance_of_network = random.Random(seed), random.Random(seed)  # noqa: S311 (again)
    target = NEAR if seed % 4 == 1 else FAR
    # With a service worker, or without one.
    host = NAME_IN_THE_HOUSE if seed % 3 == 1 else HERE
    htmx: Literal["package", "dead"] = "dead" if seed % 5 == 2 else "package"
    log = Log(f"seed {seed}, {host}, htmx {htmx}, ends at {target}")
    theirs = started(home.server, target=target, moon="choice")
    own = other_holder(theirs, "Ben’s phone")
    with (
        bad_network(home.server.port, chance_of_network, log.append) as network,
        chromium_phone(browser, tmp_path / "browser", htmx) as (handset, tab),
    ):
        address = f"http://{host}:{network.port}{own.path}"
        phone = FailingPhone(chance, address, tab, network, host == HERE)

        def kill() -> None:
            # They are written to the disk now and then.
            cookies: Any = handset.context.cookies()
            phone.start_again(handset.kill())
            handset.context.add_cookies(cookies)

        own.give_pen(tab.page, host)
        tab.open(address)
        if phone.keeps_pages:
            until(lambda: tab.call(_IS_KEPT), "the page to be kept")
        powers = Powers(lambda: handset.full(address), kill, has_failing_storage=True)
        other = OtherPhone(theirs, log.append)
        leaves = chance.random() < 0.3
        owner = Owner(chance, phone, log)
        Evening(home, own, other, owner, tmp_path, powers, leaves).play(seed, _STEPS)
