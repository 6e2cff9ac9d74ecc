"""A pad's games as its front page lists them: running ones first, the finished ones in pages."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

import pytest
from sqlalchemy import update

from scorepad.store.figures.finished import GamesPage, Way, games_page
from scorepad.store.game.lists import (
    GAMES_AT_A_TIME,
    BinnedGame,
    ListedGame,
    ListedScore,
    bin_page,
    last_game,
)
from scorepad.store.game.snapshot import GameSnapshot, game_snapshot
from scorepad.store.models import Game
from scorepad.store.transfer.exporting import all_games, everybody
from tests.store.table import LONG, NAMES, SHORT, Database, Table, hand, next_game, seat_four

ENDING = hand(9, 2, 1, 1, queen=0)
GAMES = 25


@pytest.fixture(scope="module")
def pad(kept_database: Database) -> Table:
    """A pad that is only looked at: every tenth game still runs; another pad has games too."""
    first = seat_four(kept_database, SHORT, [ENDING])
    seat_four(kept_database, SHORT, [ENDING])
    seat_four(kept_database)
    for number in range(2, GAMES + 1):
        game = next_game(first, SHORT, f"game {number}")
        if number % 10:
            game.record(ENDING)
    return first


def numbered(games: Iterable[GameSnapshot | ListedGame | BinnedGame]) -> list[int]:
    return [game.number for game in games]


def page(table: Table, way: Way | None = None, number: int | None = None) -> GamesPage:
    with table.database.connection() as connection:
        return games_page(connection, table.pad, way, number)


def ends(listing: GamesPage) -> tuple[bool, bool]:
    return listing.newer, listing.older


def test_running_games_come_first_and_the_others_newest_first_in_pages(pad: Table) -> None:
    finished = [number for number in range(GAMES, 0, -1) if number % 10]
    first = page(pad)
    assert (numbered(first.running), first.more_running) == ([20, 10], False)
    assert (numbered(first.finished), ends(first)) == (finished[:10], (False, True))
    second = page(pad, "before", finished[9])
    assert (numbered(second.finished), ends(second)) == (finished[10:20], (True, True))
    third = page(pad, "before", finished[19])
    assert (numbered(third.finished), ends(third)) == (finished[20:], (True, False))
    # The last ten, however many are on the page before.
    oldest = page(pad, "oldest")
    assert (numbered(oldest.finished), ends(oldest)) == (finished[-10:], (True, False))
    assert not [*second.running, *third.running, *oldest.running]
    # And back again.
    assert page(pad, "after", finished[20]) == second
    assert page(pad, "after", finished[10]) == first
    # No such game, in this pad or any; nothing after the first one, nothing before the last.
    for number in (0, GAMES + 1, 10**9):
        assert page(pad, "before", number) == page(pad, "after", number) == first
    assert page(pad, "after", GAMES) == page(pad, "before", 1) == page(pad, "running", 10) == first


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
        assert not bin_page(connection, pad.pad).rows
    binned_at = datetime(2026, 1, 1, 20, tzinfo=UTC)
    with kept_database.writing() as session:
        session.execute(update(Game).where(Game.pad_id == pad.pad).values(binned=binned_at))
    with kept_database.connection() as connection:
        binned = bin_page(connection, pad.pad)
        found = numbered(binned.rows)
        while binned.more:
            assert len(found) % GAMES_AT_A_TIME == 0
            binned = bin_page(connection, pad.pad, found[-1])
            found += numbered(binned.rows)
        assert found == numbers
        assert not bin_page(connection, pad.pad, 1).rows
        # No list has them but the bin.
        assert last_game(connection, pad.pad) is None
        assert [*all_games(connection, pad.pad)] == []
    assert page(pad) == page(pad, "oldest") == GamesPage([], [])


def test_a_game_of_a_page_is_the_same_as_alone(kept_database: Database) -> None:
    """With its seats, hands and who left, and nothing of its neighbours; a finished one briefly."""
    first = seat_four(kept_database, hands=[hand(6, 4, 2, 1, queen=1)])
    first.replace(2, "Eva")
    next_game(first, SHORT, "second").record(ENDING)
    next_game(first, SHORT, "third")
    with kept_database.connection() as connection:
        alone = [game_snapshot(connection, first.pad, number) for number in (1, 2, 3)]
        assert [*all_games(connection, first.pad)] == alone
        assert game_snapshot(connection, first.pad, 4) is None
    listing = page(first)
    one, two, three = (listed(game) for game in alone if game is not None)
    assert (listing.running, listing.finished) == ([three, one], [two])


def listed(game: GameSnapshot) -> ListedGame:
    """What a list says of a game, by its own sheet."""
    sheet = game.sheet
    ahead = sheet.ahead if sheet.next else sheet.winners
    scores = [
        ListedScore(name, total, seat in ahead)
        for seat, (name, total) in enumerate(zip(game.names, sheet.totals, strict=True))
    ]
    if sheet.next:
        return ListedGame(game.number, game.started, scores, sheet.next.number, game.ruleset)
    by_place = sorted(range(len(scores)), key=sheet.places.__getitem__)
    return ListedGame(game.number, game.started, [scores[seat] for seat in by_place])


def test_everybody_of_a_pad_is_known_in_the_order_they_came(kept_database: Database) -> None:
    def names() -> list[str]:
        with kept_database.connection() as connection:
            return [*everybody(connection, table.pad).values()]

    table = seat_four(kept_database, LONG, [ENDING])
    other = next_game(table, LONG, "another game")
    assert names() == [*NAMES]
    # Nobody who is only in the bin, or left before a hand; whoever played and left stays.
    table.replace(0, "Emil")
    table.bin()
    other.replace(1, "Fay")
    assert names() == ["Anna", "Cem", "Dora", "Fay"]
    table.unbin()
    assert names() == [*NAMES, "Emil", "Fay"]
