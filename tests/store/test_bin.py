"""The bin: a game in it is on no list and cannot be changed, and comes out as it was."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from scorepad.store.errors import BinnedError, StaleError
from scorepad.store.figures.finished import games_page
from scorepad.store.game.lists import GameKey, ListedGame, bin_page, last_game
from tests.store.table import (
    PLAIN_HANDS,
    Table,
    hand,
    next_game,
)

ONE, TWO = PLAIN_HANDS[:2]
ENDING = hand(9, 2, 1, 1, queen=0)


def test_a_binned_game_is_in_the_bin_and_nowhere_else(table: Table) -> None:
    other = next_game(table, {}, "other")
    other.bin()
    assert listed_games(table) == ([1], 1, [2])
    other.unbin()
    assert listed_games(table) == ([2, 1], 2, [])


def test_nothing_is_written_in_it(table: Table) -> None:
    table.record(ONE)
    table.bin()
    before = table.database.rows()
    for write in (
        lambda: table.record(TWO),
        lambda: table.correct(1, TWO),
        lambda: table.remove(1),
        lambda: table.set_next(0, 0),
        lambda: table.stop(),
        lambda: table.replace(0, "Eva"),
    ):
        with pytest.raises(BinnedError):
            write()
    assert table.database.rows() == before


def test_a_stale_writer_is_told_that_it_went_on(table: Table) -> None:
    table.bin()
    with pytest.raises(StaleError):
        table.unbin(1)
    with pytest.raises(StaleError):
        table.record(ONE, revision=1)


def test_a_hand_that_is_in_it_is_known_when_sent_again(table: Table) -> None:
    first = table.record(ONE, "same", 1)
    table.bin()
    assert table.record(ONE, "same", 1) == first


def listed_games(table: Table) -> tuple[list[int], int | None, list[int]]:
    """The numbers of the games on the pad's page, of its last one, and of those in the bin."""

    def numbers(games: Sequence[ListedGame | GameKey]) -> list[int]:
        return [game.number for game in games]

    with table.database.reading() as session:
        page = games_page(session.connection(), table.pad)
        last = last_game(session.connection(), table.pad)
        return (
            numbers([*page.running, *page.finished]),
            last.number if last else None,
            numbers(bin_page(session.connection(), table.pad).rows),
        )
