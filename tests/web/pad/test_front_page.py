"""The context of the front page: games, links to its other pages and to everything else."""

from __future__ import annotations

from typing import Any

import pytest

from scorepad.rules import Hand
from scorepad.store.finished_games import FinalScore, FinishedGame
from scorepad.store.games_page import GamesPage
from scorepad.store.snapshot import GameSnapshot, HandSnapshot, SeatSnapshot
from scorepad.web.pad.front_page import front_page
from tests.web.pad.snapshots import DAY, NAMED, PAD, PAD_OF_THE_DAY, STARTED, name_tag


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


def finished(number: int) -> FinishedGame:
    """A finished game without scores."""
    return FinishedGame(number, STARTED, [])


def test_a_running_game_says_which_hand_it_is_at(pad: str) -> None:
    running = game(7, Hand((6, 4, 2), {"QS": 2}, passed=1, dealer=0))
    page = front_page(PAD, GamesPage([running], []), has_bin=False, writes=True)
    (link,) = page.running
    assert (link.url, link.number, link.hand) == (f"{pad}table/7", 7, 2)
    assert [(score.name, score.total, score.won) for score in link.scores] == [
        (name_tag("Anna"), "6", False),
        (name_tag("<Ben>"), "4", False),
        (name_tag("Cara"), "14", False),
    ]


def test_a_game_that_is_over_says_who_won_and_when_it_was(pad: str) -> None:
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
    pad: str, newer: bool, older: bool, links: list[str]
) -> None:
    games = GamesPage([], [finished(5), finished(3)], newer=newer, older=older)
    page = front_page(PAD, games, has_bin=False, writes=False)
    assert [f"{link.text} {link.url.removeprefix(pad)}" for link in page.pages] == links
    assert [link.back for link in page.pages] == ["New" in link for link in links]


def test_running_games_that_are_too_many_have_their_own_pages(pad: str) -> None:
    games = GamesPage([game(9), game(7)], [], more_running=True)
    page = front_page(PAD, games, has_bin=False, writes=False)
    assert page.more_running == f"{pad}?running=7"


def test_there_is_a_link_to_a_bin_that_is_not_empty(pad: str) -> None:
    for full in (False, True):
        page = front_page(PAD, GamesPage([], []), has_bin=full, writes=False)
        assert page.bin == (f"{pad}bin" if full else None)


def test_who_looks_on_is_led_nowhere_to_write(pad: str) -> None:
    none = GamesPage([], [])
    page = front_page(NAMED, none, has_bin=False, writes=False)
    assert (page.title, page.name) == ("<Freitag>", name_tag("<Freitag>"))
    assert (page.naming, page.new_game, page.pens, page.delete) == (None, None, None, None)
    assert page.hands_csv == f"{pad}hands.csv"
    assert page.sheet_csv == f"{pad}hands.csv?layout=sheet"
    page = front_page(PAD, none, has_bin=False, writes=True)
    assert page.name == PAD_OF_THE_DAY
    assert page.naming is not None
    assert (page.naming.action, page.naming.has_name) == (f"{pad}name", False)
    assert (page.title, page.new_game, page.pens, page.delete) == (
        "Pad", f"{pad}new", f"{pad}pens", f"{pad}delete",
    )  # fmt: skip
