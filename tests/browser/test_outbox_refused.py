"""Hands that waited while others wrote, or that the server refuses: why, and what can be done."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.other_phone import OtherPhone
from tests.browser.outbox import (
    CORRECTED_POINTS,
    FIRST_POINTS,
    SECOND_POINTS,
    SENT_WITHIN,
    THIRD,
    THIRD_POINTS,
    at_home,
    back,
    change,
    choice,
    discard,
    enter,
    expect_sent,
    hands_on,
    offline_phone,
    open_table,
    refused,
    saved,
    send_again,
    told,
    waits,
)
from tests.browser.pens import delete_pad, link_of, other_holder, withdraw
from tests.browser.play import FIRST, QUEEN, SECOND, Game, Hand, key, radio, save, started, tap
from tests.support.browser import phone
from tests.support.server import Server, running_scorepad

# As in Firefox before the end of 2023, and in older phones.
WITHOUT_HAS = """
for (const { prototype } of [Document, DocumentFragment, Element]) {
    for (const name of ["querySelector", "querySelectorAll"]) {
        const find = prototype[name];
        prototype[name] = function (selector) {
            if (!selector.includes(":has(")) return find.call(this, selector);
            throw new DOMException(`${selector} is not a valid selector`, "SyntaxError");
        };
    }
}
"""
_TWO = (FIRST, SECOND)


@pytest.mark.parametrize(
    ("mine", "theirs", "way", "left"),
    [
        # The same hand is one, and two equal ones of one phone are two.
        (_TWO, _TWO, "", [FIRST_POINTS, SECOND_POINTS]),
        ((FIRST, FIRST), (), "", [FIRST_POINTS] * 2),
        ((FIRST, FIRST), (FIRST,), "", [FIRST_POINTS] * 2),
        (_TWO, (THIRD,), ".go", [THIRD_POINTS, SECOND_POINTS]),
        (_TWO, (THIRD,), "#save-next", [THIRD_POINTS, FIRST_POINTS, SECOND_POINTS]),
        (_TWO, (THIRD,), "#correct-to-mine", [FIRST_POINTS, SECOND_POINTS]),
        # What stands behind the hand that is decided about is compared, too.
        (_TWO, (THIRD, SECOND), "#save-next", [THIRD_POINTS, SECOND_POINTS, FIRST_POINTS]),
        (_TWO, (SECOND,), "#save-next", [SECOND_POINTS, FIRST_POINTS]),
        (_TWO, (SECOND,), ".go", [SECOND_POINTS]),
    ],
)
def test_hands_that_two_phones_have_taken_down(
    offline: Page,
    game: Game,
    mine: Sequence[Hand],
    theirs: Sequence[Hand],
    way: str,
    left: Sequence[tuple[int, ...]],
) -> None:
    for hand in mine:
        enter(offline, hand)
    other = other_holder(game, "Ben’s phone")
    for hand in theirs:
        other.take_down(hand)
    offline.context.set_offline(False)
    if way:
        expect(choice(offline)).to_be_visible(timeout=SENT_WITHIN)
        expect(saved(offline)).to_have_count(len(theirs))
        choice(offline).locator(way).click()
        expect(choice(offline)).to_have_count(0)
    expect_sent(offline, len(left))
    assert hands_on(game) == left


@pytest.mark.sample
def test_a_conflict_is_told_keeps_both_hands_and_comes_first(offline: Page, game: Game) -> None:
    enter(offline, FIRST)
    enter(offline, SECOND)
    other_holder(game, "Ben’s phone").take_down(THIRD)
    offline.context.set_offline(False)
    expect(choice(offline)).to_contain_text("Ben’s phone", timeout=SENT_WITHIN)
    # Both hands side by side.
    expect(choice(offline).locator("tbody tr")).to_have_count(2)
    expect(choice(offline)).to_be_in_viewport()
    expect(offline.locator("form.entry")).to_be_hidden()
    # The hand behind it waits, here and after a reload.
    offline.reload()
    expect(choice(offline)).to_have_count(1)
    expect(waits(offline)).to_have_count(2)
    assert hands_on(game) == [THIRD_POINTS]
    # By its number on the sheet, it can be corrected as well.
    waits(offline).first.get_by_role("link").click()
    expect(radio(offline, QUEEN, "Ben")).to_be_checked()
    key(offline, QUEEN, "Dora").click()
    save(offline)
    expect_sent(offline, 3)
    assert hands_on(game) == [THIRD_POINTS, CORRECTED_POINTS, SECOND_POINTS]


def test_a_pen_that_comes_back_saves_nothing_twice(browser: Browser, game: Game) -> None:
    """The others took the same hands down meanwhile, and nobody has ever compared them."""
    with offline_phone(browser, other_holder(game, "Ben’s phone")) as page:
        enter(page, FIRST)
        enter(page, SECOND)
        withdraw(game)
        game.take_down(FIRST)
        game.take_down(SECOND)
        page.context.set_offline(False)
        expect(refused(page)).to_have_count(1, timeout=SENT_WITHIN)
        page.goto(link_of(game).replace("127.0.0.1", "scorepad.test"))
        page.get_by_label("What is this phone called?").fill("Ben’s phone")
        page.get_by_role("button", name="Take the pen", exact=True).click()
        expect(page.locator("form.entry")).to_be_visible()
        send_again(page)
        expect_sent(page, 2)
        assert hands_on(game) == [FIRST_POINTS, SECOND_POINTS]


def test_a_moon_by_its_cards_is_asked_how_it_counts(browser: Browser, scorepad: Server) -> None:
    game = started(scorepad, moon="choice")
    with offline_phone(browser, game) as page:
        key(page, QUEEN, "Ben").click()
        key(page, "Hearts of Ben", 13).click()
        save(page)
        expect(waits(page)).to_have_count(1)
        page.context.set_offline(False)
        expect(refused(page)).to_contain_text("How does it count?", timeout=SENT_WITHIN)
        refused(page).get_by_role("button", name="to the others").click()
        expect_sent(page, 1)
        assert hands_on(game) == [(26, 0, 26, 26)]


def test_a_game_that_ends_with_the_first_hand_says_so_of_the_second(
    browser: Browser, scorepad: Server
) -> None:
    game = started(scorepad, target=20)
    with offline_phone(browser, game) as page:
        enter(page, FIRST)
        enter(page, SECOND)
        page.context.set_offline(False)
        expect(refused(page)).to_contain_text(
            "The game is over, so nothing was saved.", timeout=SENT_WITHIN
        )
        assert hands_on(game) == [FIRST_POINTS]


def test_a_hand_of_a_pad_that_was_deleted_can_be_discarded(offline: Page, game: Game) -> None:
    """It stays where the page is not found, as by a server with the data of another folder."""
    enter(offline, FIRST)
    delete_pad(game)
    offline.context.set_offline(False)
    expect(refused(offline)).to_have_count(1, timeout=SENT_WITHIN)
    offline.reload()
    expect(refused(offline)).to_contain_text("There is no such page.")
    discard(offline)
    offline.goto(f"{at_home(game).partition('/pad/')[0]}/new")
    expect(offline.locator("#outbox")).to_be_empty()


def test_a_request_that_the_server_does_not_take_says_why(online: Page, game: Game) -> None:
    """As where a privacy setting hides from which page it comes."""
    answer = game.client.post(game.path, {})
    assert answer.status == 400

    def refuse(route: Route) -> None:
        if route.request.method == "POST":
            route.fulfill(status=400, content_type="text/html", body=answer.text)
        else:
            route.fallback()

    online.route("**", refuse)
    tap(online, FIRST)
    save(online)
    expect(refused(online)).to_contain_text("reload the page")
    online.reload()
    expect(refused(online)).to_contain_text("reload the page")
    online.unroute("**", refuse)
    send_again(online)
    expect_sent(online, 1)
    assert hands_on(game) == [FIRST_POINTS]


def test_an_engine_that_knows_fewer_selectors_says_why(browser: Browser, game: Game) -> None:
    holder = other_holder(game, "Ben’s phone")
    with phone(browser) as handset:
        page = handset.page
        page.add_init_script(WITHOUT_HAS)
        open_table(page, holder)
        page.context.set_offline(True)
        enter(page, FIRST)
        withdraw(game)
        page.context.set_offline(False)
        expect(refused(page)).to_contain_text("only a phone with a pen", timeout=SENT_WITHIN)


def discard_first_of_two(page: Page) -> None:
    """Enter two hands that wait, and discard the first of them."""
    enter(page, FIRST)
    enter(page, SECOND)
    change(page, int(waits(page).first.get_by_role("link").inner_text()))
    discard(page)
    expect(waits(page)).to_have_count(1)


def test_discarded_then_another_hand_of_another_pen(offline: Page, game: Game) -> None:
    discard_first_of_two(offline)
    other_holder(game, "Ben’s phone").take_down(THIRD)
    offline.context.set_offline(False)
    expect(told(offline)).to_contain_text("Ben’s phone", timeout=SENT_WITHIN)
    assert hands_on(game) == [THIRD_POINTS]


def test_discarded_then_undone_by_another_pen(browser: Browser, scorepad: Server) -> None:
    game = started(scorepad, hands=[THIRD])
    with offline_phone(browser, game) as page:
        discard_first_of_two(page)
        OtherPhone(game, print).undo_once()
        page.context.set_offline(False)
        expect(refused(page)).to_have_count(1, timeout=SENT_WITHIN)
        assert hands_on(game) == []
        send_again(page)
        expect_sent(page, 1)
        assert hands_on(game) == [SECOND_POINTS]


@contextmanager
def restored_meanwhile(
    browser: Browser, folder: Path, *, discards: bool
) -> Iterator[tuple[Page, Game]]:
    """A phone with a hand that waits, and a server with a database from before the hand THIRD.

    ``discards``: whether another hand waited before that.
    """
    data, copy = folder / "data", folder / "copy"
    with ExitStack() as running:
        with running_scorepad(data) as server:
            game = started(server)
        shutil.copytree(data, copy)
        with running_scorepad(data, options=back(server)):
            game.take_down(THIRD)
            page = running.enter_context(phone(browser)).page
            open_table(page, game)
            expect(saved(page)).to_have_count(1)
        if discards:
            discard_first_of_two(page)
        else:
            enter(page, SECOND)
        # It must not find the server before the test is done there.
        page.context.set_offline(True)
        shutil.rmtree(data)
        copy.rename(data)
        running.enter_context(running_scorepad(data, options=back(server)))
        yield page, game


@pytest.mark.parametrize(("others", "discards"), [(0, False), (1, True), (2, False)])
def test_older_database(browser: Browser, tmp_path: Path, *, discards: bool, others: int) -> None:
    """Other hands are played since then, so that its revision may be that of the page."""
    with restored_meanwhile(browser, tmp_path, discards=discards) as (page, game):
        theirs = [FIRST_POINTS, THIRD_POINTS][:others]
        for hand in (FIRST, THIRD)[:others]:
            game.take_down(hand)
        page.context.set_offline(False)
        expect(told(page)).to_have_count(1, timeout=SENT_WITHIN)
        assert hands_on(game) == theirs
        # The same hand or another one.
        told(page).locator(".again, #save-next").click()
        expect_sent(page, 1 + others)
        assert hands_on(game) == [*theirs, SECOND_POINTS]
