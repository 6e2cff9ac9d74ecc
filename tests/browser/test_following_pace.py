"""How often a page asks what is new, and which pages ask."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

from tests.browser.following import answered, looking_on, questions, show
from tests.browser.play import (
    FIRST,
    expect_hand,
    started,
)
from tests.support.server import Server


def count_questions(page: Page) -> None:
    """Let the page itself count what it asks and what is answered."""
    page.evaluate("""() => {
        const counts = document.documentElement.dataset;
        counts.asked = counts.answered = 0;
        const { fetch } = window;
        window.fetch = (...all) => {
            counts.asked++;
            return fetch(...all);
        };
        // Not of what was asked before.
        document.addEventListener("followed", () => {
            if (Number(counts.asked) > Number(counts.answered)) counts.answered++;
        });
    }""")


def wait_for_answer(page: Page, asked: str) -> None:
    """Wait until so many questions were asked and answered."""
    expect(page.locator("html")).to_have_attribute("data-asked", asked)
    expect(page.locator("html")).to_have_attribute("data-answered", asked)


def asked_so_far(page: Page) -> int:
    return int(page.locator("html").get_attribute("data-asked") or "")


def run_until_asked(page: Page, most: int) -> int:
    """Let the time of a page whose clock stands still go on until it asks; how long that was."""
    before = asked_so_far(page)
    for passed in range(250, most + 1, 250):
        page.clock.run_for(250)
        if asked_so_far(page) != before:
            wait_for_answer(page, str(before + 1))
            return passed
    raise AssertionError(f"nothing was asked in {most} ms")


def silence(page: Page) -> None:
    """Let ten minutes pass as on a phone that slept: it asks once when it wakes."""
    before = asked_so_far(page)
    page.clock.fast_forward(10 * 60 * 1000)
    wait_for_answer(page, str(before + 1))


def test_a_page_that_is_put_away_asks_nothing(browser: Browser, scorepad: Server) -> None:
    game = started(scorepad)
    with looking_on(browser, game, clock=True) as page:
        answered(page, lambda: page.clock.run_for(2_000))
        show(page, hidden=True)
        asked = questions(page)
        page.clock.run_for(120_000)
        game.take_down(FIRST)
        page.clock.run_for(120_000)
        expect_hand(page, 1)
        assert asked == []
        # Back, it asks before its time goes on.
        show(page, hidden=False)
        expect_hand(page, 2)
        assert len(asked) == 1


def test_a_page_asks_seldom_where_nothing_happens(browser: Browser, scorepad: Server) -> None:
    game = started(scorepad)
    with looking_on(browser, game, clock=True) as page:
        count_questions(page)
        run_until_asked(page, 2_000)
        for _ in range(2):
            assert run_until_asked(page, 3_000) in (1_500, 1_750)
        silence(page)
        for _ in range(2):
            assert run_until_asked(page, 12_000) in (10_000, 10_250)
        # A touch wakes it.
        page.locator("h1").click()
        run_until_asked(page, 2_000)
        assert run_until_asked(page, 3_000) in (1_500, 1_750)
        # So does what somebody else did.
        silence(page)
        assert run_until_asked(page, 12_000) in (10_000, 10_250)
        game.take_down(FIRST)
        page.clock.run_for(12_000)
        expect_hand(page, 2)
        run_until_asked(page, 3_000)
        assert run_until_asked(page, 3_000) in (1_500, 1_750)
