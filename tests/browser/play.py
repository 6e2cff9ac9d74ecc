"""What people do at the table: start a game, tap a hand, read what the page says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.ways import HTMX, Way
from tests.support.browser import new_tab
from tests.support.hosting import Client
from tests.support.keys import key_selector
from tests.support.server import Server

FOUR = ("Anna", "Ben", "Cara", "Dora")
QUEEN = "Who took the queen of spades"


# The middles of keys, or null where that is not on the screen or covered.
_IN_SIGHT = """(buttons) => buttons.map((button) => {
    const key = document.querySelector(button).closest("label");
    const { x, y, width, height } = key.getBoundingClientRect();
    const place = [x + width / 2, y + height / 2];
    return key.contains(document.elementFromPoint(...place)) ? place : null;
})"""


@dataclass(frozen=True)
class Hand:
    """Hearts by seat, and the seat that took the queen of spades."""

    hearts: tuple[int, ...]
    queen: int


FIRST = Hand((5, 8, 0, 0), 1)
SECOND = Hand((0, 1, 2, 10), 2)


def fill_in_names(page: Page, names: Sequence[str] = FOUR) -> None:
    for place, name in enumerate(names):
        if not name_field(page, place).is_visible():
            page.locator("form.start .add").click()
        name_field(page, place).fill(name)


def name_field(page: Page, place: int) -> Locator:
    """The field for the name at a place of the list, from 0."""
    return page.locator("form.start .who").nth(place)


def choose_dealer(page: Page, seat: int) -> None:
    page.locator(".players label.dealer").nth(seat).click()


def press_start(page: Page) -> None:
    start_button(page).click()
    expect(heading(page)).to_contain_text("Hand 1 ")


def start_button(page: Page) -> Locator:
    return page.locator("#start")


@dataclass
class Game:
    """A running game whose forms are sent without a browser, as a phone with the pen sends them.

    For what a test is not about: what stands in the sheet before it, and what others write.
    """

    client: Client
    server: Server
    path: str

    @property
    def url(self) -> str:
        """The address of the table."""
        return f"{self.server.address}{self.path}"

    def take_down(self, hand: Hand) -> None:
        """Save one more hand."""
        fields = self.client.get(self.path).form(self.path) | {"cards_QS": str(hand.queen)}
        fields |= {f"hearts_{seat}": str(count) for seat, count in enumerate(hand.hearts)}
        answer = self.client.post(self.path, fields)
        assert answer.status == 303, answer.text

    def give_pen(self, page: Page, host: str = "127.0.0.1") -> None:
        """Give the browser the cookies for this host, and with them the pen."""
        page.context.add_cookies(
            [
                {"name": name, "value": value, "domain": host, "path": "/"}
                for name, value in self.client.cookies.items()
            ]
        )


def started(
    scorepad: Server,
    names: Sequence[str] = FOUR,
    hands: Sequence[Hand] = (),
    beside: Game | None = None,
    **rules: object,
) -> Game:
    """A new game, the first player dealing, with these hands taken down.

    In a pad of its own, or in that of the game that it is ``beside``. ``rules``: what is chosen on
    the start form besides, by its fields.
    """
    client = beside.client if beside else Client(scorepad)
    address = f"{beside.path.partition('table/')[0]}new" if beside else "/new"
    fields = client.get(address).form(address) | {"dealer": "0", "target": "100"}
    fields |= {f"name_{seat}": name for seat, name in enumerate(names)}
    fields |= {name: str(value) for name, value in rules.items()}
    answer = client.post(address, fields)
    assert answer.status == 303, answer.text
    game = Game(client, scorepad, str(answer.headers["Location"]))
    for hand in hands:
        game.take_down(hand)
    return game


@contextmanager
def with_pen(
    browser: Browser, game: Game, way: Way = HTMX, *, provoked: Sequence[int] = ()
) -> Iterator[Page]:
    """The table of a game on a phone that holds a pen.

    Nothing may go wrong on the phone to the end, but for answers with a status that is provoked.
    """
    with way.page(browser, *provoked) as page:
        game.give_pen(page)
        page.goto(game.url)
        yield page


def sit_down(page: Page, game: Game) -> None:
    """Open the table of a game with its own pen, on a page that may have had another one's."""
    page.goto("about:blank")
    game.give_pen(page)
    page.goto(game.url)


def more(page: Page) -> Locator:
    """Go from a table to its page More, and open every line of it."""
    page.get_by_role("link", name="More").click()
    expect(heading(page)).to_have_text("More")
    for line in page.locator(".lines > details > summary").all():
        line.click()
    return page.locator("main")


def dealer(page: Page) -> Locator:
    """The name of the dealer, in the picture."""
    return page.locator(".scene .seat:has(.deck) .name")


def passes(page: Page) -> Locator:
    """Which way is passed, in the middle of the picture."""
    return page.locator(".scene .middle.first").first


def another_tab(page: Page) -> Page:
    """The same page once more, in the same browser."""
    tab = new_tab(page)
    tab.goto(page.url)
    return tab


def heading(page: Page) -> Locator:
    return page.get_by_role("heading", level=1)


def expect_hand(page: Page, number: int, end: str = "ends at 100") -> None:
    """The page is the table before this hand of a game that is played so far."""
    expect(heading(page)).to_have_text(f"Hand {number} {end}")


def keys(page: Page, group: str) -> Locator:
    """The keys side by side that answer one question, such as "Hearts of Anna"."""
    # By its attributes: to ask for role and name looks at the whole page, for every key.
    return page.locator(f'[role=radiogroup][aria-label="{group}"]')


def key(page: Page, group: str, label: str | int) -> Locator:
    """What is tapped for an answer; for no hearts that is the seat's name."""
    button = page.get_by_role("radio", name=str(label), exact=True)
    return keys(page, group).locator("label").filter(has=button)


def radio(page: Page, group: str, label: str | int) -> Locator:
    """The radio button behind a key."""
    return keys(page, group).get_by_role("radio", name=str(label), exact=True)


def tap(page: Page, hand: Hand, names: Sequence[str] = FOUR) -> int:
    """Tap a hand with as few taps as it takes, and return how many those are.

    The seats that took no heart are left blank, and of four that took some, the last one.
    """
    takers = [seat for seat, count in enumerate(hand.hearts) if count]
    if len(takers) == len(names):
        takers.pop()
    buttons = _buttons(hand, takers)
    expect(page.locator("form.entry .finish > button")).to_be_attached()
    _touch(page, buttons)
    expect(page.locator(buttons[-1])).to_be_checked()
    return len(buttons)


def tap_every_key(page: Page, hand: Hand) -> None:
    """Say everything about a hand, zeros too: for one that was entered before.

    What is chosen already is left alone, since a second tap takes it back.
    """
    buttons = _buttons(hand, range(len(hand.hearts)))
    expect(page.locator(buttons[-1])).to_be_attached()
    chosen = [button for button in buttons if page.locator(button).is_checked()]
    _touch(page, [button for button in buttons if button not in chosen])
    for button in buttons:
        expect(page.locator(button)).to_be_checked()


def _buttons(hand: Hand, seats: Iterable[int]) -> list[str]:
    """The selectors of who took the queen, and of how many hearts these seats took."""
    counts = [f"hearts_{seat}-{hand.hearts[seat]}" for seat in seats]
    return [key_selector(key) for key in (f"cards_QS-{hand.queen}", *counts)]


def _touch(page: Page, buttons: Sequence[str]) -> None:
    """Tap where these are; the entry stands still, so that looking once is enough."""
    places = dict(zip(buttons, page.evaluate(_IN_SIGHT, buttons), strict=True))
    for place in filter(None, places.values()):
        page.touchscreen.tap(*place)
    for button in (each for each in buttons if places[each] is None):  # These scroll.
        page.locator("label.key", has=page.locator(button)).click()


def tapped(page: Page) -> Locator:
    """What is chosen on the entry form now: the cards, and the hearts of each seat."""
    return page.locator("form.entry :is(.taker, .counts) [name]:checked")


def save(page: Page) -> None:
    save_button(page).click()


def take_down(page: Page, number: int, hand: Hand, names: Sequence[str] = FOUR) -> None:
    """Tap and save a hand, and wait until it stands in the sheet as this number."""
    tap(page, hand, names)
    save(page)
    expect(sheet_rows(page)).to_have_count(number)


def expect_totals(page: Page, points: Sequence[int]) -> None:
    """In the sheet's last line."""
    texts = [str(total).replace("-", "−") for total in points]
    expect(sheet_rows(page).last.locator("td b")).to_have_text(texts)


def sheet_rows(page: Page) -> Locator:
    return page.locator(".sheet tbody tr")


def correction_link(page: Page, number: int) -> Locator:
    return page.locator(".sheet").get_by_role("link", name=f"Correct hand {number}", exact=True)


def gains(page: Page) -> Locator:
    """The points that each seat is about to get, beside its name."""
    return page.locator(".counts .gain")


def save_button(page: Page) -> Locator:
    """The button that saves a hand or, while something is missing, says what."""
    return page.locator("form.entry .finish > button")


def open_moon(page: Page) -> None:
    page.locator("#moon").click()


def news(page: Page) -> Locator:
    """What the page says has changed by what was done last."""
    return page.locator(".news").and_(page.get_by_role("status"))
