"""What an enemy of the outbox found: hands lost, doubled or stuck, and typing that was wiped."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.browser.outbox import (
    FIRST_POINTS,
    SECOND_POINTS,
    SENT_WITHIN,
    THIRD,
    THIRD_POINTS,
    at_home,
    choice,
    enter,
    expect_sent,
    hands_on,
    offline_phone,
    open_table,
    refused,
    waits,
)
from tests.browser.pens import link_of, other_holder, withdraw
from tests.browser.play import (
    FIRST,
    QUEEN,
    SECOND,
    key,
    radio,
    save,
    started,
    tap,
)
from tests.support.browser import phone
from tests.support.server import Server
from tests.support.torture import sample

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


def test_a_page_whose_token_is_out_of_date_loses_nothing(
    browser: Browser, scorepad: Server
) -> None:
    """As after the browser was closed: its session is over, the pen is not."""
    game = started(scorepad)
    with phone(browser) as handset:
        page = handset.page
        open_table(page, game)
        page.context.clear_cookies(name="scorepad_session")
        tap(page, FIRST)
        save(page)
        expect_sent(page, 1)
        assert hands_on(game) == [FIRST_POINTS]


def test_a_pen_that_comes_back_saves_nothing_twice(browser: Browser, scorepad: Server) -> None:
    """The others took the same hands down meanwhile, and nobody has ever compared them."""
    game = started(scorepad)
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
        refused(page).get_by_role("button", name="Send it again").click()
        expect_sent(page, 2)
        assert hands_on(game) == [FIRST_POINTS, SECOND_POINTS]


@pytest.mark.parametrize("same", sample([True, False]), ids=["the same", "another"])
def test_what_stands_behind_a_hand_that_is_sent_again_is_compared(
    browser: Browser, scorepad: Server, *, same: bool
) -> None:
    game = started(scorepad)
    with offline_phone(browser, game) as page:
        enter(page, FIRST)
        enter(page, SECOND)
        other = other_holder(game, "Ben’s phone")
        other.take_down(THIRD)
        if same:
            other.take_down(SECOND)
        page.context.set_offline(False)
        expect(choice(page)).to_be_visible(timeout=SENT_WITHIN)
        expect(page.locator(".sheet tbody tr:not(.waiting)")).to_have_count(1 + same)
        choice(page).locator("#save-next").click()
        expect_sent(page, 3)
        own = [FIRST_POINTS] if same else [FIRST_POINTS, SECOND_POINTS]
        assert hands_on(game) == [THIRD_POINTS, *([SECOND_POINTS] if same else []), *own]


@pytest.mark.parametrize("way", sample(["#save-next", ".go"]))
def test_another_phone_saved_the_hand_behind_the_one_that_is_refused(
    browser: Browser, scorepad: Server, way: str
) -> None:
    game = started(scorepad)
    with offline_phone(browser, game) as page:
        enter(page, FIRST)
        enter(page, SECOND)
        other_holder(game, "Ben’s phone").take_down(SECOND)
        page.context.set_offline(False)
        expect(choice(page)).to_be_visible(timeout=SENT_WITHIN)
        choice(page).locator(way).click()
        own = [FIRST_POINTS] if way == "#save-next" else []
        expect_sent(page, 1 + len(own))
        assert hands_on(game) == [SECOND_POINTS, *own]


@pytest.mark.parametrize("others", sample([0, 1, 2]))
def test_two_equal_hands_in_a_row_are_two(browser: Browser, scorepad: Server, others: int) -> None:
    """As two moons of one player, of which another phone may have saved some, too."""
    game = started(scorepad)
    with offline_phone(browser, game) as page:
        enter(page, FIRST)
        enter(page, FIRST)
        other = other_holder(game, "Ben’s phone")
        for _ in range(others):
            other.take_down(FIRST)
        page.context.set_offline(False)
        expect_sent(page, 2)
        assert hands_on(game) == [FIRST_POINTS] * 2


@pytest.mark.sample
def test_the_next_hand_is_tapped_and_saved_before_the_answer_comes(
    browser: Browser, scorepad: Server
) -> None:
    game = started(scorepad)
    with phone(browser) as handset:
        page = handset.page
        open_table(page, game)
        held: list[Route] = []

        def hold_first(route: Route) -> None:
            if route.request.method == "POST" and not held:
                held.append(route)
            else:
                route.continue_()

        page.route(at_home(game), hold_first)
        tap(page, FIRST)
        with page.expect_request(at_home(game)):
            save(page)
        tap(page, SECOND)
        save(page)
        expect(waits(page)).to_have_count(1)
        key(page, QUEEN, "Cara").click()
        assert hands_on(game) == []
        held[0].continue_()
        expect_sent(page, 2)
        expect(radio(page, QUEEN, "Cara")).to_be_checked()
        assert hands_on(game) == [FIRST_POINTS, SECOND_POINTS]


@pytest.mark.torture
def test_a_hand_entered_with_everything_in_sight_is_taken(
    browser: Browser, scorepad: Server
) -> None:
    game = started(scorepad)
    with offline_phone(browser, game) as page:
        enter(page, FIRST)
        other = other_holder(game, "Ben’s phone")
        other.take_down(THIRD)
        other.take_down(SECOND)
        page.context.set_offline(False)
        expect(choice(page)).to_be_visible(timeout=SENT_WITHIN)
        expect(page.locator(".sheet tbody tr:not(.waiting)")).to_have_count(2)
        # There is one thing to decide before the next hand.
        expect(page.locator("form.entry")).to_be_hidden()
        choice(page).locator(".go").click()
        expect(choice(page)).to_have_count(0)
        tap(page, FIRST)
        save(page)
        expect_sent(page, 3)
        assert hands_on(game) == [THIRD_POINTS, SECOND_POINTS, FIRST_POINTS]


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


def test_a_hand_of_a_pad_that_was_deleted_can_be_discarded(
    browser: Browser, scorepad: Server
) -> None:
    game = started(scorepad)
    with offline_phone(browser, game) as page:
        enter(page, FIRST)
        pad = game.path.partition("table/")[0]
        form = game.client.get(f"{pad}delete").form(f"{pad}delete")
        answer = game.client.post(f"{pad}delete", form | {"typed": pad.split("/")[2]})
        assert answer.status == 303
        page.context.set_offline(False)
        expect(refused(page)).to_have_count(1, timeout=SENT_WITHIN)
        page.reload()
        expect(refused(page)).to_contain_text("There is no such page.")
        refused(page).get_by_text("Discard it", exact=True).click()
        refused(page).get_by_role("button", name="Discard for good").click()
        expect(refused(page)).to_have_count(0)
        page.goto(f"{at_home(game).partition('/pad/')[0]}/new")
        expect(page.locator("#outbox")).to_be_empty()


def test_an_engine_that_knows_fewer_selectors_says_why(browser: Browser, scorepad: Server) -> None:
    game = started(scorepad)
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
