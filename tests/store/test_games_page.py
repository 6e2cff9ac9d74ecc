"""Finding a pad's games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from typing import TypeVar

import pytest
from sqlalchemy import update
from sqlalchemy.orm import Session

from scorepad.store.figures.finished import GamesPage, Way, games_page
from scorepad.store.game.lists import (
    GAMES_AT_A_TIME,
    GameKey,
    ListedGame,
    ListedScore,
    bin_page,
    has_bin,
    last_game,
)
from scorepad.store.game.snapshot import GameSnapshot, game_snapshot
from scorepad.store.models import Game, Pad
from scorepad.store.transfer.exporting import all_games, everybody
from tests.store.table import LONG, NAMES, SHORT, Database, Table, hand, next_game, seat_four

Answer = TypeVar("Answer")

FIRST = datetime(2026, 1, 1, 20, tzinfo=UTC)
ENDING = hand(9, 2, 1, 1, queen=0)
GAMES = 25


def pad_with_games(database: Database, games: int) -> Table:
    """Every tenth game of the pad is still running; another pad has games too."""
    first = seat_four(database, SHORT, [ENDING])
    seat_four(database, SHORT, [ENDING])
    seat_four(database)
    for number in range(2, games + 1):
        game = next_game(first, SHORT, f"game {number}")
        if number % 10:
            game.record(ENDING)
    return first


@pytest.fixture(scope="module")
def pad(kept_database: Database) -> Table:
    """The first game of a pad that is only looked at."""
    return pad_with_games(kept_database, GAMES)


def in_pad(table: Table, look: Callable[[Session, Pad], Answer]) -> Answer:
    with table.database.reading() as session:
        return look(session, session.get_one(Pad, table.pad))


def numbered(games: Iterable[GameSnapshot | ListedGame | GameKey]) -> list[int]:
    return [game.number for game in games]


def listed(game: GameSnapshot) -> ListedGame:
    """What a list says of a game, by its own sheet."""
    sheet = game.sheet
    first = sheet.ahead if sheet.next else sheet.winners
    scores = [
        ListedScore(name, total, seat in first)
        for seat, (name, total) in enumerate(zip(game.names, sheet.totals, strict=True))
    ]
    if sheet.next is None:
        by_place = [
            scores[seat] for seat in sorted(range(len(scores)), key=sheet.places.__getitem__)
        ]
        return ListedGame(game.number, game.started, by_place)
    return ListedGame(game.number, game.started, scores, sheet.next.number, game.ruleset)


def page(table: Table, way: Way | None = None, number: int | None = None) -> GamesPage:
    return in_pad(table, lambda session, pad: games_page(session.connection(), pad.id, way, number))


def ends(listing: GamesPage) -> tuple[bool, bool]:
    return listing.newer, listing.older


def test_running_games_come_first_and_the_others_newest_first_in_pages(pad: Table) -> None:
    finished = [number for number in range(25, 0, -1) if number % 10]
    first = page(pad)
    assert (numbered(first.running), first.more_running) == ([20, 10], False)
    assert (numbered(first.finished), ends(first)) == (finished[:10], (False, True))
    second = page(pad, "before", finished[9])
    assert (numbered(second.finished), ends(second)) == (finished[10:20], (True, True))
    third = page(pad, "before", finished[19])
    assert (numbered(third.finished), ends(third)) == (finished[20:], (True, False))
    assert not second.running
    assert not third.running
    # And back again.
    assert page(pad, "after", finished[20]) == second
    assert page(pad, "after", finished[10]) == first
    # The last ten, however many are on the page before.
    oldest = page(pad, "oldest")
    assert (numbered(oldest.finished), ends(oldest)) == (finished[-10:], (True, False))
    assert not oldest.running


def test_a_page_that_is_not_there_is_the_first_one(pad: Table) -> None:
    first = page(pad)
    # No such game, in this pad or any; nothing after the first one, nothing before the last.
    for number in (0, GAMES + 1, 10**9):
        assert page(pad, "before", number) == page(pad, "after", number) == first
    assert page(pad, "after", GAMES) == page(pad, "before", 1) == first
    assert page(pad, "running", 10) == first


def test_running_games_and_the_bin_are_paged(kept_database: Database) -> None:
    pad = seat_four(kept_database)
    many = 2 * GAMES_AT_A_TIME + 3
    for number in range(2, many + 1):
        next_game(pad, SHORT, f"game {number}")
    numbers = list(range(many, 0, -1))
    listing = page(pad)
    found = numbered(listing.running)
    while listing.more_running:
        assert len(found) % GAMES_AT_A_TIME == 0
        listing = page(pad, "running", found[-1])
        assert ends(listing) == (True, False)
        found += numbered(listing.running)
    assert found == numbers
    with kept_database.connection() as connection:
        assert not has_bin(connection, pad.pad)
    with kept_database.writing() as session:
        session.execute(update(Game).where(Game.pad_id == pad.pad).values(binned=FIRST))
    with kept_database.connection() as connection:
        assert has_bin(connection, pad.pad)
        binned = bin_page(connection, pad.pad)
        found = numbered(binned.rows)
        while binned.more:
            assert len(found) % GAMES_AT_A_TIME == 0
            binned = bin_page(connection, pad.pad, found[-1])
            found += numbered(binned.rows)
        assert found == numbers
        assert not bin_page(connection, pad.pad, 1).rows


def test_a_pad_without_games_has_no_last_one(kept_database: Database) -> None:
    alone = seat_four(kept_database)
    alone.bin()
    assert in_pad(alone, lambda session, mine: last_game(session.connection(), mine.id)) is None
    assert in_pad(alone, lambda session, mine: [*all_games(session.connection(), mine.id)]) == []
    assert page(alone) == page(alone, "oldest") == GamesPage([], [])


def test_a_game_of_a_page_is_the_same_as_alone(kept_database: Database) -> None:
    """With its seats, hands and who left, and nothing of its neighbours; a finished one briefly."""
    first = seat_four(kept_database, hands=[hand(6, 4, 2, 1, queen=1)])
    first.replace(2, "Eva")
    second = next_game(first, SHORT, "second")
    second.record(ENDING)
    third = next_game(first, SHORT, "third")

    def look(
        session: Session, mine: Pad
    ) -> tuple[Sequence[ListedGame], Sequence[GameSnapshot], Sequence[GameSnapshot]]:
        listing = games_page(session.connection(), mine.id)
        alone = [
            game
            for number in (3, 1, 2)
            if (game := game_snapshot(session.connection(), mine.id, number)) is not None
        ]
        return (
            [*listing.running, *listing.finished],
            alone,
            [*all_games(session.connection(), mine.id)],
        )

    listing, alone, everything = in_pad(third, look)
    last, first_, second_ = alone
    *running, over = listing
    assert [*map(listed, (last, first_))] == running
    assert listed(second_) == over
    assert everything == [first_, second_, last]


def test_everybody_of_a_pad_is_known_in_the_order_they_came(kept_database: Database) -> None:
    table = seat_four(kept_database, LONG, [ENDING])
    other = next_game(table, LONG, "another game")
    names = in_pad(table, lambda session, pad: everybody(session.connection(), pad.id))
    assert list(names.values()) == list(NAMES)
    # Nobody who is only in the bin, or left before a hand; whoever played and left stays.
    table.replace(0, "Emil")
    table.bin()
    other.replace(1, "Fay")
    names = in_pad(table, lambda session, pad: everybody(session.connection(), pad.id))
    assert list(names.values()) == ["Anna", "Cem", "Dora", "Fay"]
    table.unbin()
    names = in_pad(table, lambda session, pad: everybody(session.connection(), pad.id))
    assert list(names.values()) == [*NAMES, "Emil", "Fay"]
