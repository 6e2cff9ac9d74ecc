"""A page of the table follows the game by itself, and disturbs nobody by it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from tests.browser.play import (
    FIRST,
    QUEEN,
    SECOND,
    Hand,
    another_tab,
    at_table,
    correction_link,
    expect_clean,
    expect_hand,
    expect_totals,
    heading,
    key,
    radio,
    save,
    sheet_rows,
    start_game,
    take_down,
    tap,
    tap_every_key,
    tapped,
)
from tests.browser.ways import CDN_DEAD, HTMX, Way
from tests.support.server import Server, running_scorepad

_IN_TIME = 3_000  # milliseconds, product.md, "Everybody's phone"
_WROTE = "Somebody else wrote in this game meanwhile"
_KEPT = "What you entered is still here"
_LATE = "this may be out of date"
_MANY = [Hand((1, 2, 4, 6), 0)] * 9


@contextmanager
def looking_on(
    browser: Browser, table: Page, way: Way = HTMX, *provoked: int, clock: bool = False
) -> Iterator[Page]:
    """The same table on a phone without the pen; with ``clock``, its time stands still."""
    with way.phone(browser) as handset:
        page = handset.page
        if clock:
            page.clock.install()
        page.goto(table.url)
        if clock:
            page.clock.pause_at(time.time() + 10)
        yield page
        expect_clean(handset, *provoked)


def questions(page: Page) -> list[str]:
    """The addresses asked for what is new from now on."""
    asked: list[str] = []
    page.on(
        "request", lambda request: asked.append(request.url) if "seen=" in request.url else None
    )
    return asked


def save_and_wait(page: Page) -> float:
    """Save, and say when that was answered."""
    with page.expect_response(lambda answer: answer.request.method == "POST") as answered:
        save(page)
    assert answered.value.status == 303
    return time.monotonic()


def news(page: Page) -> Locator:
    """What the page says by itself above everything else."""
    return page.locator("#news")


def mishaps(page: Page) -> Locator:
    """The fold with what goes wrong, opened."""
    fold = page.locator("details.mishaps")
    fold.get_by_text("Mishaps", exact=True).click()
    return fold


def top(where: Locator) -> float:
    """How far below the edge of the screen something is."""
    box = where.bounding_box()
    assert box is not None
    return box["y"]


def show(page: Page, *, hidden: bool) -> None:
    """Let the page believe that it was put away or is back; headless, it is always in sight."""
    page.evaluate(
        """(hidden) => {
            Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
            document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
        }""",
        hidden,
    )


def count_questions(page: Page) -> None:
    """Let the page itself count what it asks and what is answered."""
    page.evaluate("""() => {
        const said = document.documentElement.dataset;
        said.asked = said.answered = 0;
        const known = new Set();
        document.addEventListener("htmx:before:request", ({ detail }) => {
            known.add(detail.ctx);
            said.asked++;
        });
        document.addEventListener("htmx:finally:request", ({ detail }) => {
            if (known.has(detail.ctx)) said.answered++;
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


@contextmanager
def held_back(page: Page, address: str) -> Iterator[None]:
    """Hold back what is asked there until the end; a question of the page itself is waited for."""
    held: list[Route] = []
    page.route(address, lambda route: held.append(route))
    while "seen=" in address and not held:
        expect(page.locator("#follow.htmx-request")).to_be_attached()
    yield
    (route,) = held
    with page.expect_event("requestfinished", lambda request: request == route.request):
        route.continue_()
    page.unroute(address)


def answered(page: Page, act: Callable[[], object]) -> None:
    """Do something that makes the page ask, and let it have its answer."""
    with page.expect_event("requestfinished", lambda request: "seen=" in request.url):
        act()


def test_a_save_is_seen_within_three_seconds(browser: Browser, scorepad: Server) -> None:
    took = []
    with at_table(browser, scorepad, target=1000) as writer, looking_on(browser, writer) as page:
        for number in range(1, 7):
            tap(writer, FIRST)
            at = save_and_wait(writer)
            sheet_rows(page).nth(number - 1).wait_for(timeout=_IN_TIME)
            took.append(time.monotonic() - at)
            expect_hand(page, number + 1, "to 1000")
    assert max(took) < _IN_TIME / 1000, took


def test_nothing_is_said_while_nothing_is_new(browser: Browser, scorepad: Server) -> None:
    """Neither to who looks on nor to who taps, nor is anything moved."""
    with at_table(browser, scorepad) as writer, looking_on(browser, writer) as page:
        key(writer, QUEEN, "Cara").click()
        page.get_by_text("House rules", exact=True).click()
        for each in (writer, page):
            main = each.locator("main").element_handle()
            for _ in range(2):
                answered(each, lambda: None)
            expect(news(each)).to_be_hidden()
            expect(each.locator("#heard")).to_have_text("")
            assert main.evaluate("(main) => main.isConnected")
        expect(radio(writer, QUEEN, "Cara")).to_be_checked()
        expect(page.locator("details.rules")).to_have_attribute("open", "")


def test_two_quick_taps_are_two_whatever_was_just_answered(
    browser: Browser, scorepad: Server
) -> None:
    """Only what has just come under the thumb is not to be hit by a second tap."""
    with at_table(browser, scorepad) as writer, looking_on(browser, writer) as page:
        answered(page, lambda: None)
        page.locator("details.rules > summary").dblclick()
        expect(page.locator("details.rules li").first).to_be_hidden()


def test_whatever_is_done_is_seen(browser: Browser, scorepad: Server) -> None:
    """A correction, the end, and that it was not the end."""
    with (
        at_table(browser, scorepad, hands=[FIRST], target=30) as writer,
        looking_on(browser, writer) as page,
    ):
        table = writer.url
        correction_link(writer, 1).click()
        tap_every_key(writer, Hand((0, 8, 5, 0), 0))
        save(writer)
        expect(sheet_rows(page).last.locator("td b")).to_have_text(
            ["13", "8", "5", "0"], timeout=_IN_TIME
        )
        expect_totals(page, [13, 8, 5, 0])
        take_down(writer, 2, Hand((13, 0, 0, 0), 1))
        take_down(writer, 3, Hand((6, 7, 0, 0), 0))
        expect(heading(page)).to_have_text("Dora wins with 0.", timeout=_IN_TIME)
        expect(page.locator("svg.picture")).to_have_count(0)
        writer.get_by_role("button", name="A hand was taken down").click()
        expect_hand(page, 3, "to 30")
        assert page.url == writer.url == table


def test_who_only_listens_hears_how_it_stands(browser: Browser, scorepad: Server) -> None:
    with (
        at_table(browser, scorepad, hands=[FIRST], target=30) as writer,
        looking_on(browser, writer) as page,
    ):
        heard = page.locator("#heard").and_(page.get_by_role("status"))
        expect(heard).to_have_text("")
        take_down(writer, 2, Hand((1, 0, 12, 0), 3))
        label = page.locator("svg.picture")
        expect(heard).to_contain_text("Cara\u2069 12 (+12)")
        expect(heard).to_contain_text("Anna\u2069 passes to \u2068Cara")
        assert heard.text_content() == label.get_attribute("aria-label")
        take_down(writer, 3, Hand((0, 13, 0, 0), 0))
        expect(heard).to_have_text("Cara wins with 12.")


def test_what_was_folded_out_stays_so(browser: Browser, scorepad: Server) -> None:
    with at_table(browser, scorepad) as writer, looking_on(browser, writer) as page:
        for fold in ("House rules", "Where do you sit?"):
            page.get_by_text(fold, exact=True).click()
        take_down(writer, 1, FIRST)
        expect_hand(page, 2)
        expect(page.locator("details.rules li").first).to_be_visible()
        expect(page.locator("details.sit a").first).to_be_visible()
        expect(page.locator("details.turn a").first).to_be_hidden()
        # Folded in again, it stays so too.
        page.get_by_text("House rules", exact=True).click()
        take_down(writer, 2, SECOND)
        expect_hand(page, 3)
        expect(page.locator("details.rules li").first).to_be_hidden()
        expect(page.locator("details.sit a").first).to_be_visible()


@pytest.mark.parametrize(
    "where",
    ["details.rules > summary", "details.sit > summary", "p.links a[href$=log]", "a.back"],
)
def test_the_focus_stays(browser: Browser, scorepad: Server, where: str) -> None:
    with at_table(browser, scorepad) as writer, looking_on(browser, writer) as page:
        page.locator(where).focus()
        take_down(writer, 1, FIRST)
        expect_hand(page, 2)
        expect(page.locator(where)).to_be_focused()


def test_a_page_that_nobody_has_touched_takes_no_focus(browser: Browser, scorepad: Server) -> None:
    with at_table(browser, scorepad) as writer, looking_on(browser, writer) as page:
        take_down(writer, 1, FIRST)
        expect_hand(page, 2)
        expect(page.locator("body")).to_be_focused()
        assert page.evaluate("scrollY") == 0


def test_what_one_looks_at_stays_where_it_is(browser: Browser, scorepad: Server) -> None:
    """The line of a long sheet; then the chart below it, though the sheet grows."""
    with (
        at_table(browser, scorepad, hands=_MANY, target=1000) as writer,
        looking_on(browser, writer) as page,
    ):
        number = len(_MANY)
        for looked_at in (sheet_rows(page).nth(4), page.locator(".chart"), page.locator(".rules")):
            looked_at.evaluate("(element) => element.scrollIntoView({ block: 'center' })")
            before = top(looked_at)
            assert page.evaluate("scrollY") > 0
            number += 1
            take_down(writer, number, FIRST)
            expect(sheet_rows(page)).to_have_count(number)
            assert top(looked_at) == pytest.approx(before, abs=1)


def test_the_sheet_stays_where_it_was_moved_sideways(browser: Browser, scorepad: Server) -> None:
    with at_table(browser, scorepad, hands=[FIRST]) as writer, looking_on(browser, writer) as page:
        # As it is with letters so large that the sheet does not fit.
        page.evaluate("""() => {
            const large = new CSSStyleSheet();
            large.replaceSync(".sheet { width: 900px }");
            document.adoptedStyleSheets = [large];
        }""")
        sheet = page.locator(".scroll")
        sheet.evaluate("(element) => { element.scrollLeft = 120; }")
        take_down(writer, 2, SECOND)
        expect_hand(page, 3)
        assert sheet.evaluate("(element) => element.scrollLeft") == 120


def test_who_tapped_something_keeps_it_and_is_told(browser: Browser, scorepad: Server) -> None:
    with at_table(browser, scorepad, provoked=[409]) as first:
        second = another_tab(first)
        tap(second, SECOND)
        chosen = tapped(second).count()
        take_down(first, 1, FIRST)
        expect(news(second)).to_contain_text(_WROTE, timeout=_IN_TIME)
        expect(news(second)).to_contain_text(_KEPT)
        expect(news(second)).to_be_in_viewport()
        expect(tapped(second)).to_have_count(chosen)
        expect_hand(second, 1)
        save(second)
        expect(news(second)).to_be_hidden()
        expect(second.locator(".told").filter(visible=True)).to_have_text(
            [
                "This game was changed meanwhile, so nothing was saved. Here it is as it is now; "
                "your entry is still there.",
                "A hand was taken down: ♥ Anna 5 and Ben 8; ♠Q Ben.",
            ]
        )
        expect_hand(second, 2)
        expect(sheet_rows(second)).to_have_count(1)
        expect(radio(second, QUEEN, "Cara")).to_be_checked()
        expect(radio(second, "Hearts of Dora", 10)).to_be_checked()
        save(second)
        expect(sheet_rows(second)).to_have_count(2)
        expect_totals(first, [5, 22, 15, 10])


def test_who_tapped_nothing_follows_and_can_go_on(browser: Browser, scorepad: Server) -> None:
    with at_table(browser, scorepad) as first:
        second = another_tab(first)
        take_down(first, 1, FIRST)
        expect_hand(second, 2)
        expect(second.locator(":is(.taker, .hearts) :checked")).to_have_count(0)
        expect(news(second)).to_be_hidden()
        take_down(second, 2, SECOND)
        expect_hand(first, 3)
        expect_totals(first, [5, 22, 15, 10])


def test_what_was_typed_among_the_mishaps_stays(browser: Browser, scorepad: Server) -> None:
    with at_table(browser, scorepad) as first:
        second = another_tab(first)
        mishaps(second).get_by_label("plays", exact=True).fill("Emil")
        take_down(first, 1, FIRST)
        expect(news(second)).to_contain_text(_WROTE)
        expect(second.get_by_label("plays", exact=True)).to_have_value("Emil")
        expect(second.get_by_label("plays", exact=True)).to_be_visible()


def test_what_was_chosen_among_the_mishaps_stays(browser: Browser, scorepad: Server) -> None:
    with at_table(browser, scorepad) as first:
        second = another_tab(first)
        mishaps(second).get_by_label("Dealer", exact=True).select_option("Cara")
        take_down(first, 1, FIRST)
        expect(news(second)).to_contain_text(_WROTE)
        expect(second.get_by_label("Dealer", exact=True)).to_have_value("2")


def test_who_takes_back_what_they_tapped_follows_again(browser: Browser, scorepad: Server) -> None:
    with at_table(browser, scorepad) as first:
        second = another_tab(first)
        key(second, QUEEN, "Cara").click()
        take_down(first, 1, FIRST)
        expect(news(second)).to_contain_text(_WROTE)
        key(second, QUEEN, "Cara").click()
        expect_hand(second, 2)
        # It is no longer so.
        expect(news(second)).to_be_hidden()


def test_an_entry_that_was_overtaken_is_kept_when_it_happens_again(
    browser: Browser, scorepad: Server
) -> None:
    """It came back with the page, so that no tap of it was made there."""
    with at_table(browser, scorepad, provoked=[409]) as first:
        second = another_tab(first)
        tap(second, SECOND)
        take_down(first, 1, FIRST)
        save(second)
        expect(sheet_rows(second)).to_have_count(1)
        take_down(first, 2, FIRST)
        expect(news(second).or_(sheet_rows(second).nth(1))).to_be_visible()
        expect(radio(second, QUEEN, "Cara")).to_be_checked()
        expect(radio(second, "Hearts of Dora", 10)).to_be_checked()


def test_an_entry_that_was_refused_is_kept(browser: Browser, scorepad: Server) -> None:
    with at_table(browser, scorepad, provoked=[422]) as first:
        second = another_tab(first)
        key(second, QUEEN, "Cara").click()
        save(second)
        expect(second.locator(".told")).to_contain_text("not complete yet")
        take_down(first, 1, FIRST)
        expect(news(second).or_(sheet_rows(second).first)).to_be_visible()
        expect(radio(second, QUEEN, "Cara")).to_be_checked()


def test_a_late_answer_does_not_stop_a_page_that_went_on(
    browser: Browser, scorepad: Server
) -> None:
    """What was asked before a save is answered after it."""
    with at_table(browser, scorepad) as first:
        second = another_tab(first)
        with held_back(second, "**?seen=1"):
            take_down(second, 1, FIRST)
        expect_hand(second, 2)
        expect(sheet_rows(second)).to_have_count(1)
        expect_hand(first, 2)
        take_down(first, 2, SECOND)
        expect_hand(second, 3)


def test_a_refusal_is_not_covered_by_a_late_answer(browser: Browser, scorepad: Server) -> None:
    """That one shows the game as it now is too, but without the entry."""
    with at_table(browser, scorepad, provoked=[409]) as first:
        second = another_tab(first)
        with held_back(second, "**?seen=1"):
            take_down(first, 1, FIRST)
            tap(second, SECOND)
            save(second)
            expect(sheet_rows(second)).to_have_count(1)
        expect(radio(second, QUEEN, "Cara")).to_be_checked()
        expect(second.locator(".told").first).to_contain_text("nothing was saved")


def test_what_is_being_done_is_answered_whatever_was_asked_before(
    browser: Browser, scorepad: Server
) -> None:
    with at_table(browser, scorepad, hands=[FIRST], provoked=[409]) as first:
        second = another_tab(first)
        expect_hand(second, 2)
        undo = second.get_by_role("button", name="A hand was taken down")
        with held_back(second, "**/undo"):
            with held_back(second, "**?seen=2"):
                take_down(first, 2, SECOND)
                with second.expect_request("**/undo"):
                    undo.click()
            expect(sheet_rows(second)).to_have_count(1)
        expect(second.locator(".told").first).to_contain_text("nothing was saved")
        expect(sheet_rows(second)).to_have_count(2)


def test_a_page_that_is_put_away_asks_nothing(browser: Browser, scorepad: Server) -> None:
    with at_table(browser, scorepad) as writer, looking_on(browser, writer, clock=True) as page:
        answered(page, lambda: page.clock.run_for(2_000))
        show(page, hidden=True)
        expect(page.locator("#follow.htmx-request")).to_have_count(0)
        asked = questions(page)
        page.clock.run_for(120_000)
        take_down(writer, 1, FIRST)
        page.clock.run_for(120_000)
        expect_hand(page, 1)
        assert asked == []
        # Back, it asks before its time goes on.
        show(page, hidden=False)
        expect_hand(page, 2)
        assert len(asked) == 1


def test_a_page_asks_seldom_where_nothing_happens(browser: Browser, scorepad: Server) -> None:
    with at_table(browser, scorepad) as writer, looking_on(browser, writer, clock=True) as page:
        count_questions(page)
        run_until_asked(page, 2_000)
        for _ in range(4):
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
        take_down(writer, 1, FIRST)
        page.clock.run_for(12_000)
        expect_hand(page, 2)
        page.clock.run_for(2_000)
        run_until_asked(page, 3_000)
        assert run_until_asked(page, 3_000) in (1_500, 1_750)


def test_a_server_that_is_gone_is_told_until_it_is_back(browser: Browser, tmp_path: Path) -> None:
    with HTMX.phone(browser) as handset, HTMX.phone(browser) as other:
        writer, page = handset.page, other.page
        with running_scorepad(tmp_path) as server:
            start_game(writer, server.address)
            page.goto(writer.url)
            expect_hand(page, 1)
        expect(news(page)).to_contain_text(_LATE)
        expect(news(page)).to_be_in_viewport()
        expect_hand(page, 1)
        port = urlsplit(page.url).port
        with running_scorepad(tmp_path, options=["--port", str(port)]):
            expect(news(page)).to_be_hidden()
            expect(news(writer)).to_be_hidden()
            take_down(writer, 1, FIRST)
            expect_hand(page, 2)


def test_a_save_that_was_not_answered_is_told_until_it_is_repeated(
    browser: Browser, tmp_path: Path
) -> None:
    """That the page is out of date as well is the lesser news, and no news when it is over."""
    with HTMX.phone(browser) as handset:
        page = handset.page
        with running_scorepad(tmp_path) as server:
            start_game(page, server.address)
            tap(page, FIRST)
        save(page)
        expect(news(page)).to_contain_text(_KEPT)
        with page.expect_event("requestfailed", lambda request: "seen=" in request.url):
            pass
        expect(news(page)).to_contain_text(_KEPT)
        port = urlsplit(page.url).port
        with running_scorepad(tmp_path, options=["--port", str(port)]):
            with page.expect_event("requestfinished", lambda request: "seen=" in request.url):
                pass
            expect(news(page)).to_contain_text(_KEPT)
            save(page)
            expect_hand(page, 2)
            expect(news(page)).to_be_hidden()


def test_a_proxy_without_its_server_is_told_too(browser: Browser, scorepad: Server) -> None:
    with at_table(browser, scorepad) as writer, looking_on(browser, writer, HTMX, 502) as page:
        page.route("**?seen=*", lambda route: route.fulfill(status=502, body="Bad Gateway"))
        expect(news(page)).to_contain_text(_LATE)
        expect_hand(page, 1)
        page.unroute("**?seen=*")
        expect(news(page)).to_be_hidden()


def test_without_htmx_a_reload_shows_what_is_new(browser: Browser, scorepad: Server) -> None:
    with (
        at_table(browser, scorepad) as writer,
        looking_on(browser, writer, CDN_DEAD, clock=True) as page,
    ):
        asked = questions(page)
        take_down(writer, 1, FIRST)
        page.clock.run_for(10_000)
        show(page, hidden=True)
        show(page, hidden=False)
        expect_hand(page, 1)
        expect(news(page)).to_be_hidden()
        page.reload()
        expect_hand(page, 2)
        assert asked == []


@pytest.mark.parametrize("which", ["", "table/1/log", "table/1/show", "table/1/hand/1", "new"])
def test_only_the_table_follows(browser: Browser, scorepad: Server, which: str) -> None:
    with at_table(browser, scorepad, hands=[FIRST]) as page:
        page.clock.install()
        page.goto(page.url.removesuffix("table/1") + which)
        asked = questions(page)
        expect(heading(page)).to_have_count(1)
        page.clock.run_for(10_000)
        show(page, hidden=False)
        assert asked == []
        # And there it is not that it cannot.
        page.goto(page.url.partition("/pad/")[0] + "/")
        page.locator("a.running").click()
        expect_hand(page, 2)
        answered(page, lambda: page.clock.run_for(2_000))
