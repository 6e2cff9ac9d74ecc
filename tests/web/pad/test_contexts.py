"""The contexts of the pad's pages, without any HTML."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from flask import Flask
from markupsafe import Markup

from scorepad.rules import Hand
from scorepad.store.bin_page import BinnedGame, BinPage
from scorepad.store.finished_games import FinalScore, FinishedGame
from scorepad.store.games_page import GamesPage
from scorepad.store.pens_page import HeldPen, LinkSnapshot, PensHeld
from scorepad.store.snapshot import GameSnapshot, HandSnapshot, SeatSnapshot
from scorepad.store.visit import PadSnapshot
from scorepad.web.pad.bin import bin_context
from scorepad.web.pad.delete import delete_page, is_called
from scorepad.web.pad.front_page import front_page
from scorepad.web.pad.pads import pads_page
from scorepad.web.pad.pen_link import take_page
from scorepad.web.pad.pens import pens_page
from tests.web.cast import Table

STARTED = datetime(2026, 11, 21, 19, 5, tzinfo=UTC)
PAD = PadSnapshot(1, "secret", None, STARTED)
NAMED = replace(PAD, name="<Freitag>")
DAY = Markup('<time datetime="2026-11-21T19:05:00+00:00" data-day>21 November 2026</time>')
PAD_OF_THE_DAY = Markup("Pad from {}").format(DAY)


def name(text: str) -> Markup:
    return Markup('<bdi class="name">%s</bdi>') % text


def game(number: int, *hands: Hand, **others: Any) -> GameSnapshot:
    """A game of three with a target of 20, running unless ``others`` say that it is over."""
    values: dict[str, Any] = {
        "id": number,
        "number": number,
        "entry_id": f"game {number}",
        "revision": 1,
        "options_text": '{"target": 20}',
        "dealer": 0,
        "hands_before": 0,
        "next_passed": None,
        "next_dealer": None,
        "started": STARTED,
        "stopped": None,
        "finished": None,
        "binned": None,
        "seats": tuple(
            SeatSnapshot(seat, seat, each, 0) for seat, each in enumerate(("Anna", "<Ben>", "Cara"))
        ),
        "hands": tuple(HandSnapshot(at, at, hand, corrected=False, entry_id=f"hand {at}")
                       for at, hand in enumerate(hands, start=1)),
        "substitutions": (),
    }  # fmt: skip
    return GameSnapshot(**{**values, **others})


@pytest.fixture
def pad(table: Table) -> Iterator[str]:
    """The address of a pad; what is built meanwhile is built for a request about it."""
    with table.app.test_request_context(table.pad):
        table.app.preprocess_request()
        yield table.pad


def finished(number: int) -> FinishedGame:
    """A finished game without scores."""
    return FinishedGame(number, STARTED, [])


class TestFrontPage:
    def test_a_running_game_says_which_hand_it_is_at(self, pad: str) -> None:
        running = game(7, Hand((6, 4, 2), {"QS": 2}, passed=1, dealer=0))
        page = front_page(PAD, GamesPage([running], []), has_bin=False, writes=True)
        (link,) = page.running
        assert (link.url, link.number, link.hand) == (f"{pad}table/7", 7, 2)
        assert [(score.name, score.total, score.won) for score in link.scores] == [
            (name("Anna"), "6", False),
            (name("<Ben>"), "4", False),
            (name("Cara"), "14", False),
        ]

    def test_a_game_that_is_over_says_who_won_and_when_it_was(self, pad: str) -> None:
        scores = [
            FinalScore("Anna", 22, won=False),
            FinalScore("Ben", -6, won=True),
            FinalScore("Cara", -6, won=True),
        ]
        over = FinishedGame(3, STARTED, scores)
        page = front_page(PAD, GamesPage([], [over]), has_bin=False, writes=True)
        (link,) = page.finished
        assert [(score.total, score.won) for score in link.scores] == [
            ("22", False), ("−6", True), ("−6", True),
        ]  # fmt: skip
        assert link.hand is None
        assert link.day == DAY

    @pytest.mark.parametrize(
        ("newer", "older", "links"),
        [
            (False, False, []),
            (False, True, ["Older games ?before=3", "Oldest games ?oldest="]),
            (True, False, ["Newer games ?after=5", "Newest games "]),
            (
                *(True, True),
                [
                    *("Newer games ?after=5", "Older games ?before=3"),
                    *("Newest games ", "Oldest games ?oldest="),
                ],
            ),
        ],
    )
    def test_pages_lead_to_their_neighbours(
        self, pad: str, newer: bool, older: bool, links: list[str]
    ) -> None:
        games = GamesPage([], [finished(5), finished(3)], newer=newer, older=older)
        page = front_page(PAD, games, has_bin=False, writes=False)
        assert [f"{link.text} {link.url.removeprefix(pad)}" for link in page.pages] == links
        assert [link.back for link in page.pages] == ["New" in link for link in links]

    def test_running_games_that_are_too_many_have_their_own_pages(self, pad: str) -> None:
        games = GamesPage([game(9), game(7)], [], more_running=True)
        page = front_page(PAD, games, has_bin=False, writes=False)
        assert page.more_running == f"{pad}?running=7"

    def test_there_is_a_link_to_a_bin_that_is_not_empty(self, pad: str) -> None:
        for full in (False, True):
            page = front_page(PAD, GamesPage([], []), has_bin=full, writes=False)
            assert page.bin == (f"{pad}bin" if full else None)

    def test_who_looks_on_is_led_nowhere_to_write(self, pad: str) -> None:
        none = GamesPage([], [])
        page = front_page(NAMED, none, has_bin=False, writes=False)
        assert (page.title, page.name) == ("<Freitag>", name("<Freitag>"))
        assert (page.naming, page.new_game, page.pens, page.delete) == (None, None, None, None)
        assert page.hands_csv == f"{pad}hands.csv"
        assert page.sheet_csv == f"{pad}hands.csv?layout=sheet"
        page = front_page(PAD, none, has_bin=False, writes=True)
        assert page.name == PAD_OF_THE_DAY
        assert page.naming is not None
        assert (page.naming.action, page.naming.named) == (f"{pad}name", False)
        assert (page.title, page.new_game, page.pens, page.delete) == (
            "Pad", f"{pad}new", f"{pad}pens", f"{pad}delete",
        )  # fmt: skip


class TestPens:
    def test_each_has_its_name_its_times_and_a_way_to_withdraw_it(self, pad: str) -> None:
        later = datetime(2026, 12, 1, 8, 0, tzinfo=UTC)
        pen_list = [HeldPen(4, "<b>", STARTED, later), HeldPen(9, None, later, None)]
        page = pens_page(PensHeld(pen_list, first=True, more=False), 9)
        first, second = page.pens
        assert (first.name, second.name) == (name("<b>"), name("Browser"))
        assert (first.own, second.own) == (False, True)
        assert (first.withdraw, second.withdraw) == (f"{pad}pens/4", f"{pad}pens/9")
        assert "21 November, 19:05 UTC" in first.since
        assert 'datetime="2026-12-01T08:00:00+00:00"' in (first.last_used or "")
        assert second.last_used is None
        assert (page.back, page.hand_over, page.message) == (pad, f"{pad}pens/link", "")

    def test_the_last_one_cannot_be_withdrawn(self, pad: str) -> None:
        last = PensHeld([HeldPen(4, "Anna", STARTED, None)], first=True, more=False)
        page = pens_page(last, 4, "This is the last pen.")
        assert [pen.withdraw for pen in page.pens] == [None]
        assert page.message == "This is the last pen."

    def test_a_pen_that_is_alone_on_a_later_page_can_be_withdrawn(self, pad: str) -> None:
        one = [HeldPen(4, "Anna", STARTED, None)]
        page = pens_page(PensHeld(one, first=False, more=True), None)
        assert [pen.withdraw for pen in page.pens] == [f"{pad}pens/4"]
        assert [(link.text, link.url, link.back) for link in page.pages] == [
            ("More pens", f"{pad}pens?after=4", False),
            ("First pens", f"{pad}pens", True),
        ]


class TestBin:
    def test_it_has_numbers_and_days(self, pad: str) -> None:
        page = bin_context(BinPage([BinnedGame(4, STARTED)], older=True), first=False, writes=True)
        (link,) = page.games
        assert (link.url, link.number) == (f"{pad}table/4", 4)
        assert "21 November 2026" in link.day
        assert [(each.text, each.url, each.back) for each in page.pages] == [
            ("Older games", f"{pad}bin?before=4", False),
            ("Newest games", f"{pad}bin", True),
        ]


class TestTakingAPen:
    def test_the_question_names_the_pad_and_the_device(self, app: Flask) -> None:
        with app.test_request_context():
            page = take_page(LinkSnapshot("mark", NAMED), "Chrome", "Look.", ["is", "too long"])
            unnamed = take_page(LinkSnapshot("mark", PAD), "Chrome")
        assert (page.action, page.link, page.name) == ("/pen", "mark", "Chrome")
        assert (page.pad, page.message, page.fault) == (name("<Freitag>"), "Look.", "is too long")
        assert (unnamed.pad, unnamed.message, unnamed.fault) == (None, "", "")


class TestDeleting:
    def test_the_question_asks_for_the_name_if_there_is_one(self, pad: str) -> None:
        named, unnamed = delete_page(NAMED), delete_page(PAD, "That is not it.")
        assert (named.name, named.label) == (name("<Freitag>"), "Name or address")
        assert (unnamed.name, unnamed.label) == (None, "Address")
        assert unnamed.address == "secret"
        assert (named.message, named.fault) == ("", "")
        assert unnamed.message
        assert unnamed.fault == "That is not it."
        assert (named.back, named.action) == (pad, f"{pad}delete")

    @pytest.mark.parametrize(
        ("typed", "called"),
        [("secret", True), ("/pad/secret/table/1", True), ("<freitag>", True), ("SECRET", False),
         ("", False), ("/pad/secret2/", False)],
    )  # fmt: skip
    def test_a_pad_is_called_by_its_name_or_its_address(self, typed: str, called: bool) -> None:
        assert is_called(NAMED, typed) == called

    def test_a_pad_without_a_name_is_not_called_nothing(self) -> None:
        assert not is_called(PAD, "")


def test_pads_are_called_by_their_name_or_by_their_day(app: Flask) -> None:
    with app.test_request_context():
        page = pads_page([NAMED, PAD])
    assert [pad.name for pad in page.pads] == [name("<Freitag>"), PAD_OF_THE_DAY]
    assert {pad.url for pad in page.pads} == {"/pad/secret/"}
    assert page.new == "/new"
