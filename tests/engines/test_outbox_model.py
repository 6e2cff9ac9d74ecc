"""Evenings at random on phones with the engines besides Chromium (``tests/browser/evening.py``)."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import pytest

from tests.browser.evening import FAR, Evening, Powers
from tests.browser.failing_phone import FailingPhone
from tests.browser.other_phone import OtherPhone
from tests.browser.outbox import FAILING_STORAGE
from tests.browser.owner import Log, Owner
from tests.browser.pens import link_of
from tests.browser.play import started
from tests.engines.tab import Tab
from tests.engines.table import expect_kept
from tests.support.bad_network import bad_network
from tests.support.home import Home
from tests.support.torture import seeds

_STEPS: Final = 12


@pytest.mark.parametrize("seed", seeds(1, 2))
def test_an_evening_loses_no_hand_and_has_none_twice(
    tab: Tab, engine: str, htmx: bool, home: Home, tmp_path: Path, seed: int
) -> None:
    chance, chance_of_network = random.Random(seed), random.Random(seed)  # noqa: S311 (again)
    log = Log(f"seed {seed}, {engine}, htmx {htmx}")
    game = started(home.server, target=FAR, moon="choice")
    with bad_network(home.server.port, chance_of_network, log.append) as network:
        origin = f"http://127.0.0.1:{network.port}"
        phone = FailingPhone(chance, f"{origin}{game.path}", tab, network, True)
        # WebKit has nothing that is called at the beginning of a page.
        can_fail = engine != "webkit"
        if can_fail:
            tab.begin_with(f"() => {FAILING_STORAGE}")
        tab.open(f"{origin}{urlsplit(link_of(game)).path}")
        tab.fill("#name", "Ben’s phone")
        tab.tap("#take")
        tab.until(lambda: tab.address.endswith(game.path), "the table")
        expect_kept(tab)
        other = OtherPhone(game, log.append)
        powers = Powers(has_failing_storage=can_fail)
        leaves = chance.random() < 0.3
        evening = Evening(home, game, other, Owner(chance, phone, log), tmp_path, powers, leaves)
        evening.play(seed, _STEPS)
