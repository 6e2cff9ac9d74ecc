"""What a screen reader is told is enough for a whole game, and every page is built for one."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from playwright.sync_api import Browser, Page

from tests.browser.accessibility import Node, Reader
from tests.browser.play import FIRST, FOUR, QUEEN, SECOND, Hand, expect_clean
from tests.browser.ways import HTMX
from tests.support.server import Server

_PICTURE: Final = "Seats clockwise: "
_SEAT: Final = re.compile(r"(\w+) (−?\d+)(?: \([^)]*\))?((?:, \w+)*)")
_PASS: Final = re.compile(r"(\w+) passes to (\w+)")
_MISSING: Final = "13 more ♥ · ♠Q?"


@dataclass(frozen=True)
class _Table:
    """What the table's page tells, by the names of the players."""

    totals: list[int]
    dealer: str
    passes: dict[str, str]


def _read_table(root: Node) -> _Table:
    """Read the table of a running game."""
    (picture,) = [each.name for each in root.all("image") if each.name.startswith(_PICTURE)]
    seats, passes = picture.removeprefix(_PICTURE).split(". ", 1)
    read = [_SEAT.fullmatch(seat) for seat in seats.split("; ")]
    assert all(read), seats
    told = [(seat[1], int(seat[2].replace("−", "-")), seat[3]) for seat in read if seat]
    assert [name for name, _, _ in told] == [*FOUR]
    (dealer,) = [name for name, _, roles in told if "deals" in roles]
    totals = [total for _, total, _ in told]
    return _Table(totals, dealer, dict(_PASS.findall(passes)))


def _number(root: Node) -> str:
    """The number of the hand, which is in the page's heading."""
    (heading,) = [each.name for each in root.all("heading") if each.properties["level"] == 1]
    found = re.match(r"Hand (\d+) ", heading)
    assert found, heading
    return found[1]


def _said(root: Node) -> str:
    """What was said last: the region is at the top, and speaks by itself."""
    region = next(each for each in root.children if each.role == "status")
    assert region.properties["live"] == "polite"
    return region.text


def _sheet(root: Node) -> list[list[int]]:
    """The totals of every hand in the sheet."""
    rows = root.only("table", "Sheet").all("row")[1:]
    return [[int(cell.name.split()[-1]) for cell in row.all("cell")] for row in rows]


class _Player:
    """Plays by what is told."""

    def __init__(self, page: Page) -> None:
        self.reader = Reader(page)

    def expect_hand(self, number: int, totals: list[int], *, offset: int) -> None:
        """The table before this hand; cards go so many seats on, 0 for none."""
        self.reader.wait(lambda root: _number(root) == str(number))
        self._expect_missing(_MISSING)
        told = _read_table(self.reader.tree())
        assert told.totals == totals
        assert told.dealer == FOUR[(number - 1) % 4]
        onward = {FOUR[seat]: FOUR[(seat + offset) % 4] for seat in range(4)}
        assert told.passes == (onward if offset else {})

    def enter(self, hand: Hand) -> None:
        """Say who took what, and hear what is missing until nothing is."""
        press = self.reader.press
        press("radio", FOUR[hand.queen], ("radiogroup", QUEEN))
        left = 13
        for name, count in zip(FOUR, hand.hearts, strict=True):
            if count:
                press("radio", str(count), ("radiogroup", f"Hearts of {name}"))
                left -= count
                self._expect_missing(f"{left} more ♥" if left else "")

    def _expect_missing(self, sentence: str) -> None:
        def missing(root: Node) -> str:
            return root.only("form", f"Enter hand {_number(root)}").only("status").text

        self.reader.wait(lambda root: missing(root) == sentence)

    def save(self, button: str, said: str) -> None:
        """Press the button, and hear this."""
        self.reader.press("button", button)
        self.reader.wait(lambda root: _said(root) == said)


def test_a_game_by_what_a_screen_reader_is_told(browser: Browser, scorepad: Server) -> None:
    with HTMX.phone(browser) as handset:
        handset.page.goto(scorepad.address)
        player = _Player(handset.page)
        reader = player.reader
        for place, name in enumerate(FOUR, 1):
            reader.type("combobox", f"Name of player {place}", name)
        reader.press("radio", "Player 1 deals first")
        # The rules for as many as were typed.
        (rules,) = reader.wait(
            lambda page: [
                each.name for each in page.all("DisclosureTriangle") if "4 players" in each.name
            ]
        )
        reader.press("DisclosureTriangle", rules)
        reader.type("textbox", "Target", "50")
        reader.type("combobox", "Moon", "shooter chooses")
        reader.press("button", "Start game")

        player.expect_hand(1, [0, 0, 0, 0], offset=1)
        player.enter(FIRST)
        player.save("Save hand 1", "Hand 1 saved. Anna 0 → 5. Ben 0 → 21.")
        player.expect_hand(2, [5, 21, 0, 0], offset=3)
        player.enter(SECOND)
        player.save("Save hand 2", "Hand 2 saved. Ben 21 → 22. Cara 0 → 15. Dora 0 → 10.")
        player.expect_hand(3, [5, 22, 15, 10], offset=2)

        reader.press("button", "↶ Undo hand 2")
        reader.wait(
            lambda root: _said(root) == "Hand 2 undone. Ben 22 → 21. Cara 15 → 0. Dora 10 → 0."
        )
        player.expect_hand(2, [5, 21, 0, 0], offset=3)
        reader.press("button", "↷ Redo")
        player.expect_hand(3, [5, 22, 15, 10], offset=2)

        reader.press("link", "Correct hand 1")
        reader.wait(lambda root: root.only("heading", "Correct hand 1"))
        reader.press("radio", "Anna", ("radiogroup", QUEEN))
        reader.press("button", "Save correction")
        reader.wait(lambda root: _said(root) == "Hand 1 corrected. Anna 5 → 18. Ben 22 → 9.")
        player.expect_hand(3, [18, 9, 15, 10], offset=2)
        assert _sheet(reader.tree()) == [[18, 8, 0, 0], [18, 9, 15, 10]]

        reader.press("DisclosureTriangle", "☾ Moon")
        reader.press("radio", "Ben", ("radiogroup", "Who shot the moon"))
        (outcome,) = reader.wait(
            lambda root: [
                each.name
                for each in root.only("group", "How does it count?").all("button")
                if "Anna +26 44" in each.name
            ]
        )
        reader.press("button", outcome)
        reader.wait(
            lambda root: (
                _said(root)
                == "Hand 3 saved. Moon for Ben! Anna 18 → 44. Cara 15 → 41. Dora 10 → 36."
            )
        )
        player.expect_hand(4, [44, 9, 41, 36], offset=0)

        player.enter(Hand((5, 8, 0, 0), 0))
        player.save(
            "Save hand 4 Ends the game: Ben wins",
            "Hand 4 saved. Anna 44 → 62. Ben 9 → 17. The game is over. Ben wins with 17.",
        )
        end = reader.tree()
        assert end.only("heading", "Ben wins with 17.").properties["level"] == 1
        places = [each.text for each in end.all("listitem")][:4]
        assert places == ["1st Ben 17", "2nd Dora 36", "3rd Cara 41", "4th Anna 62"]
        reader.press("button", "Rematch")
        reader.wait(lambda root: _number(root) == "1")
        expect_clean(handset)
