"""The start form: all of it in sight, names by Enter, lines moved by thumb, rules that answer."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.play import (
    FOUR,
    choose_dealer,
    expect_clean,
    fill_in_names,
    name_field,
    press_start,
    start_button,
    start_game,
)
from tests.browser.ways import HTMX, NO_SCRIPT, Way, with_and_without_htmx, with_script
from tests.support.browser import phone
from tests.support.server import Server
from tests.support.torture import sample


def rules_line(page: Page) -> Locator:
    """The rules in force, in a line."""
    return page.locator("#rules-line > span")


def names(page: Page) -> list[str]:
    """The names in the list, from the top."""
    values: list[str] = page.locator(".players .who").evaluate_all(
        "(fields) => fields.map((field) => field.value).filter(Boolean)"
    )
    return values


def seated(page: Page) -> Locator:
    """The names at the table, from the first seat."""
    return page.locator(".sheet thead th .name")


def middle(place: Locator) -> tuple[float, float]:
    box = place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, start: Locator, end: Locator) -> None:
    """Put a finger on a place, move it to another one and lift it."""
    (x, y), (to_x, to_y) = middle(start), middle(end)
    steps = 8
    session = page.context.new_cdp_session(page)
    session.send(
        "Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
    )
    for step in range(1, steps + 1):
        at = {"x": x + (to_x - x) * step / steps, "y": y + (to_y - y) * step / steps}
        session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [at]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@with_and_without_htmx
@pytest.mark.parametrize("sideways", [False, True])
def test_four_names_their_dealer_the_rules_and_the_button_are_in_sight(
    browser: Browser, scorepad: Server, way: Way, sideways: bool
) -> None:
    with way.phone(browser) as handset:
        page = handset.page
        if sideways:
            page.set_viewport_size({"width": 640, "height": 360})
        page.goto(scorepad.address)
        fill_in_names(page)
        for place in range(4):
            expect(name_field(page, place)).to_be_in_viewport(ratio=1)
            expect(page.locator(".players .dealer").nth(place)).to_be_in_viewport(ratio=1)
        expect(rules_line(page)).to_be_in_viewport(ratio=1)
        expect(start_button(page)).to_be_in_viewport(ratio=1)
        assert page.evaluate("scrollY") == 0
        expect_clean(handset)


def test_the_button_does_not_move_whatever_the_rules_come_to(
    browser: Browser, scorepad: Server
) -> None:
    with HTMX.phone(browser) as handset:
        page = handset.page
        page.goto(scorepad.address)
        place = start_button(page).bounding_box()
        for count in (3, 4):
            fill_in_names(page, FOUR[:count])
            expect(rules_line(page)).to_contain_text(f"{count} players")
            assert start_button(page).bounding_box() == place
        page.locator(".add").click()
        assert start_button(page).bounding_box() == place
        page.locator("#rules > summary").click()
        assert start_button(page).bounding_box() == place
        expect_clean(handset)


@with_script
def test_enter_leads_to_the_next_name_and_at_last_to_the_button(
    browser: Browser, scorepad: Server, way: Way
) -> None:
    with way.phone(browser) as handset:
        page = handset.page
        page.goto(scorepad.address)
        name_field(page, 0).focus()
        for name in FOUR:
            page.keyboard.type(name)
            page.keyboard.press("Enter")
        expect(start_button(page)).to_be_focused()
        assert names(page) == list(FOUR)
        page.keyboard.press("Enter")
        expect(seated(page)).to_have_text(FOUR)
        expect_clean(handset)


def test_players_are_added_one_by_one(browser: Browser, scorepad: Server) -> None:
    with HTMX.phone(browser) as handset:
        page = handset.page
        page.goto(scorepad.address)
        add = page.locator(".add")
        fill_in_names(page)
        for place in (4, 5, 6):
            expect(name_field(page, place)).not_to_be_visible()
            add.click()
            expect(name_field(page, place)).to_be_focused()
        expect(add).not_to_be_visible()
        page.keyboard.type("Emil")
        expect(rules_line(page)).to_contain_text("5 players")
        press_start(page)
        expect(seated(page)).to_have_text([*FOUR, "Emil"])
        expect_clean(handset)


def test_without_script_all_lines_are_there_with_their_numbers(
    browser: Browser, scorepad: Server
) -> None:
    with NO_SCRIPT.phone(browser) as handset:
        page = handset.page
        page.goto(scorepad.address)
        expect(page.locator(".who")).to_have_count(7)
        for place in range(7):
            expect(name_field(page, place)).to_be_visible()
            expect(page.locator(".order").nth(place)).to_be_visible()
        expect(page.locator(".handle, .add").filter(visible=True)).to_have_count(0)
        fill_in_names(page)
        for place, number in enumerate(("3", "1", "4", "2")):
            page.locator(".order").nth(place).fill(number)
        press_start(page)
        expect(seated(page)).to_have_text(["Ben", "Dora", "Anna", "Cara"])


def test_a_line_is_moved_by_thumb(browser: Browser, scorepad: Server) -> None:
    with HTMX.phone(browser) as handset:
        page = handset.page
        page.goto(scorepad.address)
        fill_in_names(page)
        choose_dealer(page, 0)
        page.locator("#paper > summary").click()
        page.locator(".openings input").first.fill("7")
        handles = page.locator(".handle")
        box = handles.first.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
        page.evaluate("scrollTo(0, 0)")
        drag(page, handles.nth(0), handles.nth(2))
        assert names(page) == ["Ben", "Cara", "Anna", "Dora"]
        assert page.evaluate("scrollY") == 0
        expect(page.locator("#moved")).to_have_text("Anna is now number 3.")
        # The deal and the total from paper go along, and a line is called by its place.
        expect(page.locator(".players .dealer input").nth(2)).to_be_checked()
        expect(page.locator(".openings bdi").nth(2)).to_have_text("Anna")
        expect(page.locator(".openings input").nth(2)).to_have_value("7")
        expect(page.get_by_label("Name of player 3", exact=True)).to_have_value("Anna")
        drag(page, handles.nth(3), handles.nth(0))
        assert names(page) == ["Dora", "Ben", "Cara", "Anna"]
        press_start(page)
        expect(seated(page)).to_have_text(["Dora", "Ben", "Cara", "Anna"])
        expect(page.locator(".deal")).to_have_text("Anna deals")
        expect_clean(handset)


def test_a_line_is_moved_by_keyboard(browser: Browser, scorepad: Server) -> None:
    with HTMX.phone(browser) as handset:
        page = handset.page
        page.goto(scorepad.address)
        fill_in_names(page)
        handle = page.locator(".handle").nth(1)
        handle.focus()
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowDown")
        assert names(page) == ["Anna", "Cara", "Dora", "Ben"]
        expect(page.locator("#moved")).to_have_text("Ben is now number 4.")
        expect(page.locator(".handle").nth(3)).to_be_focused()
        page.keyboard.press("ArrowDown")
        assert names(page) == ["Anna", "Cara", "Dora", "Ben"]
        for _ in range(4):
            page.keyboard.press("ArrowUp")
        assert names(page) == ["Ben", "Anna", "Cara", "Dora"]
        expect(page.locator("#moved")).to_have_text("Ben is now number 1.")
        press_start(page)
        expect(seated(page)).to_have_text(["Ben", "Anna", "Cara", "Dora"])
        expect_clean(handset)


@with_script
def test_a_refused_form_has_the_lines_where_they_were(
    browser: Browser, scorepad: Server, way: Way
) -> None:
    with way.phone(browser) as handset:
        page = handset.page
        page.goto(scorepad.address)
        fill_in_names(page, ["Anna", "Ben", "ben", "Dora", "Emil"])
        page.locator(".handle").nth(4).focus()
        page.keyboard.press("ArrowUp")
        start_button(page).click()
        expect(page.locator(".alert")).to_be_visible()
        assert names(page) == ["Anna", "Ben", "ben", "Emil", "Dora"]
        name_field(page, 2).fill("Cara")
        # The form that has come in its place answers too.
        page.locator(".handle").nth(3).focus()
        page.keyboard.press("ArrowUp")
        assert names(page) == ["Anna", "Ben", "Emil", "Cara", "Dora"]
        press_start(page)
        expect(seated(page)).to_have_text(["Anna", "Ben", "Emil", "Cara", "Dora"])
        expect_clean(handset, 422)


def test_the_rules_in_force_follow_the_answers(browser: Browser, scorepad: Server) -> None:
    with HTMX.phone(browser) as handset:
        page = handset.page
        page.goto(scorepad.address)
        line = rules_line(page)
        expect(line).to_have_text("4 players: ♠Q 13, moon +26, to 100")
        fill_in_names(page, FOUR[:3])
        expect(line).to_have_text("3 players: twos out, ♠Q 12, moon +24 or −24, to 100")
        page.locator(".instead button").click()
        expect(line).to_have_text("3 players: ♦2 out, ♠Q 13, moon +26 or −26, to 100")
        page.locator("#rules > summary").click()
        moon = page.locator("#moon")
        expect(moon.locator("option").first).to_have_text("Default: shooter chooses +26 or −26")
        page.locator("#queen").fill("5")
        page.locator("#queen").blur()
        expect(line).to_have_text("3 players: ♦2 out, ♠Q 5, moon +18 or −18, to 100")
        expect(moon.locator("option").first).to_have_text("Default: shooter chooses +18 or −18")
        moon.select_option("add")
        expect(line).to_have_text("3 players: ♦2 out, ♠Q 5, moon +18, to 100")
        expect(page.locator("#deck")).to_have_value("2D")
        # A number that cannot be is marked, stays, and the line says what is left.
        page.locator("#target").fill("5")
        page.locator("#target").blur()
        expect(page.locator("#of-target .fault")).to_be_visible()
        expect(page.locator("#target")).to_have_value("5")
        page.locator("#target").fill("150")
        page.locator("#target").blur()
        expect(line).to_have_text("3 players: ♦2 out, ♠Q 5, moon +18, to 150")
        expect(page.locator("#of-target .fault")).to_have_count(0)
        # With four the deck of three is forgotten; everything else stays.
        name_field(page, 3).fill("Dora")
        expect(line).to_have_text("4 players: ♠Q 5, moon +18, to 150")
        press_start(page)
        expect(seated(page)).to_have_text(FOUR)
        expect_clean(handset)


def test_the_other_deck_is_one_tap_away_and_so_is_the_way_back(
    browser: Browser, scorepad: Server
) -> None:
    with HTMX.phone(browser) as handset:
        page = handset.page
        page.set_viewport_size({"width": 320, "height": 568})
        page.goto(scorepad.address)
        fill_in_names(page, FOUR[:3])
        other = page.locator(".instead button")
        expect(other).to_have_text("♦2 out instead: 17 each, ♠Q 13")
        # Not under the button that starts the game.
        assert page.evaluate("scrollY") == 0
        assert middle(other)[1] + 22 <= middle(page.locator(".ready"))[1] - 36
        other.click()
        expect(other).to_have_text("Twos out instead: 16 each, ♠Q 12")
        expect(other).to_be_focused()
        expect(page.locator(".instead .hint")).to_contain_text("without ♦2 everybody has 17")
        page.keyboard.press("Enter")
        expect(other).to_have_text("♦2 out instead: 17 each, ♠Q 13")
        expect(rules_line(page)).to_contain_text("twos out, ♠Q 12")
        # Among the rules there is the question itself.
        page.locator("#rules > summary").click()
        expect(other).to_be_hidden()
        expect_clean(handset)


def test_what_stands_below_the_list_breaks_in_no_line(browser: Browser, scorepad: Server) -> None:
    with phone(browser, width=320, height=568, language="de") as handset:
        page = handset.page
        page.goto(scorepad.address)
        for part in (page.locator(".below .add"), page.locator(".below .lot span")):
            lines = part.evaluate(
                "(part) => { const range = document.createRange(); range.selectNodeContents(part);"
                " return new Set([...range.getClientRects()].map(({ top }) => top)).size; }"
            )
            assert lines == 1
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
        expect_clean(handset)


def test_whether_a_moon_needs_the_jack_is_asked_in_sight(
    browser: Browser, scorepad: Server
) -> None:
    with HTMX.phone(browser) as handset:
        page = handset.page
        page.goto(scorepad.address)
        fill_in_names(page)
        answers = page.locator("#asked .key")
        expect(answers).to_have_count(0)
        page.locator("#rules > summary").click()
        page.locator("#preset").select_option("omnibus")
        expect(answers).to_have_count(2)
        expect(rules_line(page)).to_contain_text("with or without ♦J")
        # Beside the moon's own question.
        expect(page.locator("#of-moon + #asked")).to_be_visible()
        page.locator("#rules > summary").click()
        answers.first.click()
        expect(rules_line(page)).to_contain_text("with ♦J")
        expect(answers.first.locator("input")).to_be_checked()
        expect(page.locator("[name=moon_needs_bonus]")).to_have_count(2)
        press_start(page)
        address = page.url.removesuffix("table/1")
        page.goto(f"{address}new")
        expect(answers.first.locator("input")).to_be_checked()
        expect(page.locator(".going a")).to_have_attribute(
            "href", "/" + address.split("/", 3)[3] + "table/1"
        )
        expect_clean(handset)


@with_and_without_htmx
def test_a_proposal_says_its_rules_as_soon_as_it_is_there(
    browser: Browser, scorepad: Server, way: Way
) -> None:
    with way.phone(browser) as handset:
        page = handset.page
        start_game(page, scorepad.address, FOUR[:3], moon="add", target=50)
        page.goto(f"{page.url.removesuffix('table/1')}new")
        expect(rules_line(page)).to_have_text("3 players: twos out, ♠Q 12, moon +24, to 50")


def test_without_an_answer_the_form_stays_as_it_is(browser: Browser, scorepad: Server) -> None:
    with HTMX.phone(browser) as handset:
        page = handset.page
        page.goto(scorepad.address)
        page.route("**/new?*", lambda route: route.abort())
        with page.expect_event("requestfailed"):
            fill_in_names(page, FOUR[:3])
        assert names(page) == list(FOUR[:3])
        page.unroute("**/new?*")
        name_field(page, 3).fill("Dora")
        press_start(page)
        expect(seated(page)).to_have_text(FOUR)


def test_the_form_that_comes_in_place_of_a_deleted_pad_works_too(
    browser: Browser, scorepad: Server
) -> None:
    with HTMX.phone(browser) as handset:
        page = handset.page
        start_game(page, scorepad.address)
        pad = page.url.removesuffix("table/1")
        # The page that is left has never seen the start form.
        page.goto(f"{pad}delete")
        page.locator("form.paper input:not([type=hidden])").fill(pad.rstrip("/").rpartition("/")[2])
        page.locator("form.paper button").click()
        expect(name_field(page, 0)).to_be_visible()
        page.locator(".add").click()
        expect(name_field(page, 4)).to_be_focused()
        expect_clean(handset)


@pytest.mark.parametrize("count", sample([4, 6]))
def test_on_a_laptop_the_form_works_with_a_mouse(
    browser: Browser, scorepad: Server, count: int
) -> None:
    with phone(browser, width=1280, height=800) as handset:
        page = handset.page
        page.goto(scorepad.address)
        everybody = [*FOUR, "Emil", "Fay"][:count]
        fill_in_names(page, everybody)
        page.mouse.move(*middle(page.locator(".handle").first))
        page.mouse.down()
        page.mouse.move(*middle(page.locator(".handle").nth(1)), steps=4)
        page.mouse.up()
        assert names(page) == [everybody[1], everybody[0], *everybody[2:]]
        expect_clean(handset)


def test_a_refused_form_is_shown_where_it_is_at_fault(browser: Browser, scorepad: Server) -> None:
    with HTMX.phone(browser) as handset:
        page = handset.page
        page.set_viewport_size({"width": 320, "height": 568})
        page.goto(scorepad.address)
        fill_in_names(page)
        page.locator("#rules > summary").click()
        page.locator("#target").fill("5")
        page.locator("#rules > summary").click()
        start_button(page).click()
        expect(page.locator("#alert")).to_be_attached()
        expect(page.locator("#target")).to_be_focused()
        expect(page.locator("#of-target .fault")).to_be_in_viewport(ratio=1)
        expect_clean(handset, 422)
