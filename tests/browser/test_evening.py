"""A whole evening at the table, from the first visit to the file with the hands, tap by tap."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Browser, Page, Request, expect

from tests.browser.play import (
    FOUR,
    Hand,
    choose_dealer,
    correction_link,
    expect_clean,
    expect_hand,
    expect_totals,
    fill_in_names,
    heading,
    press_start,
    save,
    sheet_rows,
    tap,
    tap_every_key,
)
from tests.browser.ways import CDN_DEAD, HTMX, NO_SCRIPT, Way
from tests.support.server import Server

_GAMES = Path(__file__).parent.parent / "vectors" / "games.jsonl"


@dataclass(frozen=True)
class Evening:
    """A game of the vectors: who dealt first, the hands, and what came of them."""

    dealer: int
    hands: tuple[Hand, ...]
    totals_each: list[list[int]]
    winner: int
    places: list[int]


def _evening(name: str) -> Evening:
    lines = _GAMES.read_text(encoding="utf-8").splitlines()
    vector: dict[str, Any] = next(
        vector for vector in map(json.loads, lines) if vector["id"] == name
    )
    game, expected = vector["game"], vector["expect"]
    assert (game["rules"], game["players"]) == ({"preset": "black-lady"}, list(FOUR))
    [winner] = expected["winners"]
    return Evening(
        game["dealer"],
        tuple(Hand(tuple(hand["hearts"]), hand["cards"]["QS"]) for hand in game["hands"]),
        expected["totals_each"],
        winner,
        expected["places"],
    )


def _points(hand: Hand) -> list[int]:
    if max(hand.hearts) == 13 and hand.hearts.index(13) == hand.queen:
        return [0 if seat == hand.queen else 26 for seat in range(4)]
    return [count + 13 * (seat == hand.queen) for seat, count in enumerate(hand.hearts)]


def _totals(hands: Sequence[Hand]) -> list[int]:
    return [sum(points) for points in zip(*map(_points, hands), strict=True)]


def _moved_on(hand: Hand) -> Hand:
    """The hand written down a seat too far to the left."""
    return Hand((*hand.hearts[-1:], *hand.hearts[:-1]), (hand.queen + 1) % 4)


def _expect_deal(page: Page, evening: Evening, number: int) -> None:
    """The page says who deals, and who passes where."""
    seats_on = (1, 3, 2, 0)[(number - 1) % 4]
    expect_hand(page, number)
    label = page.locator("svg.picture").get_attribute("aria-label") or ""
    seats, passes, _ = re.sub("[\u2068\u2069]", "", label).removesuffix(".").split(". ")
    seats = seats.removeprefix("Seats clockwise: ")
    dealer = FOUR[(evening.dealer + number - 1) % 4]
    assert [seat.split()[0] for seat in seats.split("; ") if "deals" in seat] == [dealer]
    pairs = [f"{FOUR[seat]} passes to {FOUR[(seat + seats_on) % 4]}" for seat in range(4)]
    assert sorted(passes.split(", ")) == (pairs if seats_on else ["Hold – no passing"])


class _Saving:
    """Whether the page stayed while something was saved."""

    def __init__(self, page: Page, way: Way) -> None:
        self._page = page
        self._way = way

    def begins(self) -> None:
        self._page.evaluate("document.marked = true")

    def ends(self, *, new_hand: bool = False) -> None:
        stayed = self._page.evaluate("document.marked === true")
        assert stayed == (self._way.in_place or (new_hand and self._way.javascript))


def _hands_sent(page: Page) -> list[str]:
    """The entry ids of the hands that are sent from now on."""
    sent: list[str] = []

    def look(request: Request) -> None:
        if request.method == "POST":
            sent.extend(parse_qs(request.post_data or "").get("entry_id", []))

    page.on("request", look)
    return sent


def _download(page: Page) -> bytes:
    page.get_by_role("link", name="More").click()
    with page.expect_download() as started:
        page.get_by_role("link", name="This game as CSV", exact=True).click()
    page.get_by_role("link", name="Table").click()
    return started.value.path().read_bytes()


@pytest.mark.parametrize(
    ("way", "game"),
    [
        (HTMX, "openspiel-game-3"),
        pytest.param(NO_SCRIPT, "openspiel-game-4", marks=pytest.mark.slow),
        pytest.param(CDN_DEAD, "openspiel-game-1", marks=pytest.mark.slow),
    ],
    ids=lambda case: case.name if isinstance(case, Way) else case,
)
def test_an_evening(browser: Browser, scorepad: Server, way: Way, game: str) -> None:
    evening = _evening(game)
    with way.phone(browser) as handset:
        page = handset.page
        saving = _Saving(page, way)
        page.goto(scorepad.address)
        fill_in_names(page)
        choose_dealer(page, evening.dealer)
        saving.begins()
        press_start(page)
        saving.ends()
        address = page.url
        sent = _hands_sent(page)

        def take_down(hand: Hand) -> None:
            number = len(played) + 1
            _expect_deal(page, evening, number)
            saving.begins()
            # Queen, hearts, save: a number a seat, but for the last of four.
            assert tap(page, hand) + 1 == 2 + min(sum(map(bool, hand.hearts)), 3)
            save(page)
            played.append(hand)
            expect(sheet_rows(page)).to_have_count(number)
            expect_totals(page, _totals(played))
            saving.ends(new_hand=True)
            # Nothing is sent again, and so nothing loads the page anew under the thumb.
            assert len(sent) == len(set(sent)) > 0
            assert page.url == address

        played: list[Hand] = []
        for index, hand in enumerate(evening.hands):
            take_down(_moved_on(hand) if index == 2 else hand)
            if index == 4:  # Somebody notices that the third one is wrong.
                correction_link(page, 3).click()
                expect(heading(page)).to_have_text("Correct hand 3")
                tap_every_key(page, evening.hands[2])
                saving.begins()
                save(page)
                expect_hand(page, 6)
                saving.ends()
                played[2] = evening.hands[2]
            if index == 5:  # And now one was taken down twice.
                take_down(hand)
                correction_link(page, 7).click()
                expect(heading(page)).to_have_text("Correct hand 7")
                page.get_by_text("Delete this hand", exact=True).click()
                saving.begins()
                page.get_by_role("button", name="Delete hand 7").click()
                expect(sheet_rows(page)).to_have_count(6)
                saving.ends()
                del played[6]
            assert page.url == address
            expect_totals(page, _totals(played))
            if index >= 4:
                assert _totals(played) == evening.totals_each[index]
                expect_totals(page, evening.totals_each[index])

        final = evening.totals_each[-1]
        expect(heading(page)).to_have_text(f"{FOUR[evening.winner]} wins with {min(final)}.")
        in_order = sorted(range(4), key=lambda seat: evening.places[seat])
        ordinals = ("1st", "2nd", "3rd", "4th")
        expect(page.locator(".places li")).to_have_text(
            [f"{ordinals[evening.places[seat] - 1]} {FOUR[seat]} {final[seat]}"
             for seat in in_order]
        )  # fmt: skip
        expect(page.locator("form.entry")).to_have_count(0)

        data = _download(page)
        rows = list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"))))
        assert len(rows) == 4 * len(evening.hands)
        assert [(row["player"], int(row["total"]), int(row["place"])) for row in rows[-4:]] == [
            *zip(FOUR, final, evening.places, strict=True)
        ]
        expect_clean(handset)
