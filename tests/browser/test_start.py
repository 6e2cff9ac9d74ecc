"""The start form: all of it in sight, names by Enter, lines moved by thumb, rules that answer."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.fitting import show_on
from tests.browser.play import (
    FOUR,
    choose_dealer,
    dealer,
    fill_in_names,
    name_field,
    press_start,
    start_button,
)
from tests.browser.ways import HTMX, NO_SCRIPT
from tests.support.server import Server


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


@pytest.fixture
def form(browser: Browser, scorepad: Server) -> Iterator[Page]:
    """The start form, on which nothing goes wrong but what is refused."""
    with HTMX.page(browser, 422) as page:
        page.goto(scorepad.address)
        yield page


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


@pytest.mark.parametrize("size", [(360, 640), (640, 360)])
def test_four_names_are_typed_in_sight_of_rules_and_button(
    form: Page, size: tuple[int, int]
) -> None:
    show_on(form, *size)
    name_field(form, 0).focus()
    for name in FOUR:
        form.keyboard.type(name)
        form.keyboard.press("Enter")
    expect(start_button(form)).to_be_focused()
    form.evaluate("scrollTo(0, 0)")
    for place in range(4):
        expect(name_field(form, place)).to_be_in_viewport(ratio=1)
        expect(form.locator(".players .dealer").nth(place)).to_be_in_viewport(ratio=1)
    expect(rules_line(form)).to_be_in_viewport(ratio=1)
    expect(start_button(form)).to_be_in_viewport(ratio=1)
    form.keyboard.press("Enter")
    expect(seated(form)).to_have_text(FOUR)


def test_players_are_added_one_by_one(form: Page) -> None:
    add = form.locator(".add")
    fill_in_names(form)
    for place in (4, 5, 6):
        expect(name_field(form, place)).not_to_be_visible()
        add.click()
        expect(name_field(form, place)).to_be_focused()
    expect(add).not_to_be_visible()
    form.keyboard.type("Emil")
    expect(rules_line(form)).to_contain_text("5 players")
    press_start(form)
    expect(seated(form)).to_have_text([*FOUR, "Emil"])


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


def test_a_line_is_moved_by_thumb(form: Page) -> None:
    fill_in_names(form)
    choose_dealer(form, 0)
    form.locator("#paper > summary").click()
    form.locator(".openings input").first.fill("7")
    handles = form.locator(".handle")
    form.evaluate("scrollTo(0, 0)")
    drag(form, handles.nth(0), handles.nth(2))
    assert names(form) == ["Ben", "Cara", "Anna", "Dora"]
    assert form.evaluate("scrollY") == 0
    expect(form.locator("#moved")).to_have_text("Anna is now number 3.")
    # The deal and the total from paper go along, and a line is called by its place.
    expect(form.locator(".players .dealer input").nth(2)).to_be_checked()
    expect(form.locator(".openings bdi").nth(2)).to_have_text("Anna")
    expect(form.locator(".openings input").nth(2)).to_have_value("7")
    expect(form.get_by_label("Name of player 3", exact=True)).to_have_value("Anna")
    press_start(form)
    expect(seated(form)).to_have_text(["Ben", "Cara", "Anna", "Dora"])
    expect(dealer(form)).to_contain_text("Anna")


def test_a_line_is_moved_by_keyboard(form: Page) -> None:
    fill_in_names(form)
    handle = form.locator(".handle").nth(1)
    handle.focus()
    form.keyboard.press("ArrowDown")
    form.keyboard.press("ArrowDown")
    assert names(form) == ["Anna", "Cara", "Dora", "Ben"]
    expect(form.locator("#moved")).to_have_text("Ben is now number 4.")
    expect(form.locator(".handle").nth(3)).to_be_focused()
    form.keyboard.press("ArrowDown")
    assert names(form) == ["Anna", "Cara", "Dora", "Ben"]
    for _ in range(4):
        form.keyboard.press("ArrowUp")
    assert names(form) == ["Ben", "Anna", "Cara", "Dora"]


def test_a_refused_form_has_the_lines_where_they_were(form: Page) -> None:
    fill_in_names(form, ["Anna", "Ben", "ben", "Dora", "Emil"])
    form.locator(".handle").nth(4).focus()
    form.keyboard.press("ArrowUp")
    start_button(form).click()
    expect(form.locator(".alert")).to_be_visible()
    assert names(form) == ["Anna", "Ben", "ben", "Emil", "Dora"]
    expect(name_field(form, 2)).to_have_attribute("aria-invalid", "true")
    name_field(form, 2).fill("Cara")
    expect(name_field(form, 2)).not_to_have_attribute("aria-invalid", "true")
    # The form that has come in its place answers too.
    form.locator(".handle").nth(3).focus()
    form.keyboard.press("ArrowUp")
    press_start(form)
    expect(seated(form)).to_have_text(["Anna", "Ben", "Emil", "Cara", "Dora"])


def test_the_rules_in_force_follow_the_answers(form: Page) -> None:
    line = rules_line(form)
    expect(line).to_have_text("4 players: ♠Q 13, moon +26, to 100")
    fill_in_names(form, FOUR[:3])
    expect(line).to_have_text("3 players: twos out, ♠Q 12, moon +24 or −24, to 100")
    form.locator(".instead button").click()
    expect(line).to_have_text("3 players: ♦2 out, ♠Q 13, moon +26 or −26, to 100")
    form.locator("#rules > summary").click()
    moon = form.locator("#moon")
    expect(moon.locator("option").first).to_have_text("Default: shooter chooses +26 or −26")
    form.locator("#queen").fill("5")
    form.locator("#queen").blur()
    expect(line).to_have_text("3 players: ♦2 out, ♠Q 5, moon +18 or −18, to 100")
    expect(moon.locator("option").first).to_have_text("Default: shooter chooses +18 or −18")
    moon.select_option("add")
    expect(line).to_have_text("3 players: ♦2 out, ♠Q 5, moon +18, to 100")
    expect(form.locator("#deck")).to_have_value("2D")
    # A number that cannot be is marked, stays, and the line says what is left.
    form.locator("#target").fill("5")
    form.locator("#target").blur()
    expect(form.locator("#of-target .fault")).to_be_visible()
    expect(form.locator("#target")).to_have_value("5")
    form.locator("#target").fill("150")
    form.locator("#target").blur()
    expect(line).to_have_text("3 players: ♦2 out, ♠Q 5, moon +18, to 150")
    expect(form.locator("#of-target .fault")).to_have_count(0)
    # With four the deck of three is forgotten; everything else stays.
    name_field(form, 3).fill("Dora")
    expect(line).to_have_text("4 players: ♠Q 5, moon +18, to 150")
    press_start(form)
    expect(seated(form)).to_have_text(FOUR)
