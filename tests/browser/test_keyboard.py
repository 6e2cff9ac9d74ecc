"""The keyboard alone: a whole game, from the first name to the rematch.

Nothing but keys is pressed. Wherever the focus goes, it is to be seen.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.play import (
    FIRST,
    FOUR,
    QUEEN,
    SECOND,
    Hand,
    correction_link,
    expect_hand,
    expect_totals,
    heading,
    keys,
    name_field,
    news,
    radio,
    save_button,
    sheet_rows,
    start_button,
    tapped,
)
from tests.browser.ways import HTMX
from tests.support.server import Server

_MOST_STOPS: Final = 40
# To take down a hand: Tab from question to question, arrows to the answers, Enter.
_FEW_PRESSES: Final = 20

# What is wrong with the look of what has the focus: it needs a frame around it or its key, on the
# screen, with nothing over it. Of what is larger than the screen, a part is to be seen.
_FAULT: Final = """() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return "nothing has the focus";
    const named = `${focused.outerHTML.slice(0, 100)}: `;
    const shown = focused.classList.contains("unseen") ? focused.closest("label") : focused;
    const framed = [focused, focused.closest("label")].filter(Boolean).map(getComputedStyle);
    const isFrame = ({ outlineStyle, outlineWidth }) =>
        outlineStyle !== "none" && parseFloat(outlineWidth) > 1;
    if (!framed.some(isFrame)) return named + "no frame";
    const { left, right, top, bottom } = shown.getClientRects()[0];
    const [x0, x1] = [Math.max(left, 0), Math.min(right, innerWidth)];
    const [y0, y1] = [Math.max(top, 0), Math.min(bottom, innerHeight)];
    const enough = Math.min(bottom - top, innerHeight / 4);
    if (x1 - x0 < 8 || y1 - y0 < enough - 1) return named + "not on the screen";
    const over = document.elementFromPoint((x0 + x1) / 2, (y0 + y1) / 2);
    if (!shown.contains(over)) return `${named} covered by ${over?.outerHTML.slice(0, 100)}`;
    return "";
}"""

# The answers that arrows reach in a group, and where among them the focus is.
_POSSIBLE: Final = """(group) => {
    const answers = [...group.querySelectorAll("[type=radio]:enabled")].map(({ value }) => value);
    return [answers, answers.indexOf(document.activeElement.value)];
}"""


@dataclass
class _Keyboard:
    """A keyboard, and how often a key was pressed."""

    page: Page
    presses: int = 0

    def press(self, key: str, times: int = 1) -> None:
        """Press a key that leaves the page where it is; the focus is to be seen each time."""
        for _ in range(times):
            self._press(key)
            self.look()

    def look(self) -> None:
        """The focus is to be seen."""
        assert self.page.evaluate(_FAULT) == ""

    def send(self, key: str = "Enter") -> None:
        """Press a key that brings another page; where the focus is then, is asked later."""
        self._press(key)

    def type(self, text: str) -> None:
        self.page.keyboard.type(text)
        self.presses += len(text)

    def go_to(self, place: Locator, key: str = "Tab") -> None:
        """Press Tab until the focus is there."""
        for _ in range(_MOST_STOPS):
            if place.and_(self.page.locator(":focus")).count():
                return
            self.press(key)
        expect(place).to_be_focused()

    def go_into(self, group: str) -> None:
        """Press Tab until the focus is on a key of a group."""
        self.go_to(keys(self.page, group).get_by_role("radio"))

    def choose(self, group: str, label: str | int) -> None:
        """Go into a group, and to one of its keys by arrows, the shorter way round."""
        self.go_into(group)
        wanted = radio(self.page, group, label)
        answers, here = keys(self.page, group).evaluate(_POSSIBLE)
        steps = (answers.index(wanted.get_attribute("value")) - here) % len(answers)
        if steps * 2 <= len(answers):
            self.press("ArrowRight", steps)
        else:
            self.press("ArrowLeft", len(answers) - steps)
        if not steps:
            self.press("Space")
        expect(wanted).to_be_checked()

    def tap(self, hand: Hand) -> None:
        """Say what is needed of a hand."""
        self.choose(QUEEN, FOUR[hand.queen])
        takers = [seat for seat, count in enumerate(hand.hearts) if count]
        for seat in takers:
            self.choose(f"Hearts of {FOUR[seat]}", hand.hearts[seat])

    def _press(self, key: str) -> None:
        self.page.keyboard.press(key)
        self.presses += 1


def _start(keyboard: _Keyboard) -> None:
    """From the first page to the first hand, of a game to 50 with the shooter's choice."""
    page = keyboard.page
    for place, name in enumerate(FOUR):
        keyboard.go_to(name_field(page, place))
        keyboard.type(name)
    keyboard.go_to(page.locator("#rules > summary"))
    keyboard.press("Enter")
    keyboard.go_to(page.locator("#moon"))
    keyboard.type("shooter chooses")
    expect(page.locator("#moon")).to_have_value("choice")
    keyboard.go_to(page.locator("#target"))
    keyboard.type("50")
    keyboard.go_to(start_button(page))
    keyboard.send()
    expect_hand(page, 1, "ends at 50")


def _saved(keyboard: _Keyboard, number: int) -> None:
    """This is the next hand, whose entry has the focus."""
    expect_hand(keyboard.page, number, "ends at 50")
    form = keyboard.page.get_by_role("form", name=f"Enter hand {number}")
    expect(form).to_be_focused()
    keyboard.look()


def test_a_game_with_the_keyboard_alone(browser: Browser, scorepad: Server) -> None:
    with HTMX.page(browser) as page:
        keyboard = _Keyboard(page)
        page.goto(scorepad.address)
        _start(keyboard)
        _saved(keyboard, 1)

        keyboard.presses = 0
        keyboard.tap(FIRST)
        keyboard.send()
        assert keyboard.presses <= _FEW_PRESSES
        _saved(keyboard, 2)
        expect_totals(page, [5, 21, 0, 0])

        # The button saves as well, and an impatient second press neither saves nor refuses.
        keyboard.tap(SECOND)
        keyboard.go_to(save_button(page))
        keyboard.send("Space")
        _saved(keyboard, 3)
        expect_totals(page, [5, 22, 15, 10])
        keyboard.press("Enter")

        keyboard.go_to(page.locator("#quick-undo"), "Shift+Tab")
        keyboard.send()
        _saved(keyboard, 2)
        expect(news(page)).to_contain_text("Hand 2 undone.")
        keyboard.go_to(correction_link(page, 1))
        keyboard.send()
        expect(heading(page)).to_have_text("Correct hand 1")
        keyboard.choose(QUEEN, "Anna")
        keyboard.send()
        _saved(keyboard, 2)
        expect_totals(page, [18, 8, 0, 0])

        keyboard.presses = 0
        keyboard.go_to(page.locator("#moon"))
        keyboard.press("Enter")
        keyboard.choose("Who shot the moon", "Ben")
        outcome = page.locator("#moon-add")
        expect(outcome).to_be_visible()
        keyboard.go_to(outcome)
        keyboard.send()
        assert keyboard.presses <= _FEW_PRESSES
        _saved(keyboard, 3)
        expect_totals(page, [44, 8, 26, 26])

        keyboard.tap(Hand((5, 8, 0, 0), 0))
        keyboard.send()
        expect(heading(page)).to_have_text("Ben wins with 16.")
        expect(heading(page)).to_be_focused()
        keyboard.look()
        keyboard.go_to(page.get_by_role("button", name="Rematch", exact=True))
        keyboard.send()
        _saved(keyboard, 1)
        expect(sheet_rows(page)).to_have_count(0)


def test_digits_are_the_hearts_of_a_hand(table: Page) -> None:
    page, keyboard = table, _Keyboard(table)
    keyboard.choose(QUEEN, "Ben")
    keyboard.press("Space")  # Once more: taken back.
    expect(tapped(page)).to_have_count(0)
    keyboard.choose(QUEEN, "Ben")
    keyboard.go_into("Hearts of Anna")
    for digit in "2506":
        keyboard.press(digit)
    keyboard.press("Tab")
    expect(save_button(page)).to_be_focused()
    keyboard.send()
    expect_hand(page, 2)
    expect_totals(page, [2, 18, 0, 6])

    # A seat that took ten or more is left out, and has the rest; what cannot be is no answer.
    keyboard.choose(QUEEN, "Ben")
    keyboard.go_into("Hearts of Anna")
    keyboard.press("Tab")
    keyboard.press("1")
    keyboard.press("0")
    expect(radio(page, "Hearts of Dora", 0)).to_be_focused()
    keyboard.press("0")
    expect(radio(page, "Hearts of Anna", 12).locator("..")).to_have_class("key high meant")
    # A digit once more says the same, and another one corrects it.
    keyboard.press("0")
    expect(radio(page, "Hearts of Dora", 0)).to_be_checked()
    keyboard.press("1")
    keyboard.send()
    expect_totals(page, [13, 32, 0, 7])
