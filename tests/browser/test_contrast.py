"""How well our own eyes see: whatever axe measures, we measure too, and no higher."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.browser.barriers import contrasts_by_axe
from tests.browser.contrast import SHOWN, contrasts
from tests.browser.pens import pad_of
from tests.browser.play import FIRST, SECOND, started, with_pen
from tests.support.server import Server
from tests.support.torture import sample

# White on black has 21.
_ANY = 22
# axe measures colours of whole numbers.
_ROUNDING = 0.05


@pytest.mark.parametrize(
    "path", sample(["table/1", "table/1/hand/1", "table/1/log", "new", "players", "pens"])
)
def test_a_text_that_is_faint_for_axe_is_so_for_us(
    browser: Browser, scorepad: Server, path: str
) -> None:
    game = started(scorepad, hands=[FIRST, SECOND])
    missed = []
    with with_pen(browser, game) as page:
        page.goto(f"{pad_of(game.url)}{path}")
        for theme in ("light", "dark"):
            page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
            ours: dict[str, float] = {}
            for ratio, _, html in contrasts(page, _ANY):
                ours[html] = min(ratio, ours.get(html, _ANY))
            theirs = contrasts_by_axe(page)
            assert len(theirs) > 8
            missed += [
                f"{theme}: {ratio} {html}"
                for ratio, html in theirs
                if ours.get(html[:SHOWN], _ANY) > ratio + _ROUNDING
            ]
    assert missed == []
