"""Games found by player, by rules, by year, and by any of them together; page after page."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import pytest
from sqlalchemy.orm import Session

from scorepad.store.figures.finished import Search, Way, games_found, years_played
from scorepad.store.figures.games import most_used
from scorepad.store.game.count_game import agreement_of
from scorepad.store.game.lists import GAMES_AT_A_TIME, ListedGame
from scorepad.store.game.snapshot import GameSnapshot
from scorepad.store.models import Game, Player
from scorepad.store.pad.players import players_of
from scorepad.store.transfer.exporting import all_games
from tests.store.table import Database, seat_four
from tests.support.many_games import Size, fill


@pytest.fixture(scope="module")
def pad(kept_database: Database) -> int:
    """A pad with games of ten years, some of them in the bin, and one that runs."""
    with kept_database.writing() as session:
        # So that the ids of its games are not their numbers.
        fill(session, Size(games=2))
        return fill(session, Size(games=100, binned=15)).id


def fits(game: GameSnapshot, search: Search) -> bool:
    """Whether a search is to find a game."""
    # Also those who left after some hands.
    players = {seat.player_id for seat in game.seats} | {
        left.player_id for left in game.substitutions
    }
    return (
        game.finished is not None
        and search.player in (None, *players)
        and search.agreement in (None, agreement_of(game.ruleset))
        and search.year in (None, game.started.year)
    )


def test_any_search_finds_what_fits_newest_first(kept_database: Database, pad: int) -> None:
    with kept_database.reading() as session:
        agreements = [each.id for each in most_used(session.connection(), pad)]
        players = [row.id for row in session.query(Player).filter_by(pad_id=pad)][:3]
        games = sorted(
            all_games(session.connection(), pad), key=lambda game: (game.started, game.number)
        )
        lengths = set()
        for player, agreement, year in product(
            (None, *players), (None, *agreements[:3]), (None, 2018, 2025, 2030)
        ):
            search = Search(player, agreement, year)
            expected = [game.number for game in reversed(games) if fits(game, search)]
            assert walk(session, pad, search, "before") == expected
            oldest = games_found(session.connection(), pad, search, "oldest").rows
            assert numbers(oldest) == expected[-GAMES_AT_A_TIME:]
            lengths.add(len(expected))
            if expected:
                newer = walk(session, pad, search, "after", expected[-1])
                assert newer == expected[:-1]
    assert len(lengths) > 5


def numbers(games: Sequence[ListedGame]) -> list[int]:
    return [game.number for game in games]


def walk(
    session: Session, pad: int, search: Search, way: Way, number: int | None = None
) -> list[int]:
    """All games of a search from one on, page by page, newest first."""
    found: list[int] = []
    while True:
        page = games_found(session.connection(), pad, search, way, number)
        found = [*found, *numbers(page.rows)] if way == "before" else [*numbers(page.rows), *found]
        if not page.more:
            return found
        assert len(page.rows) == GAMES_AT_A_TIME
        number = found[-1 if way == "before" else 0]


def test_a_game_in_the_bin_leads_on(kept_database: Database, pad: int) -> None:
    with kept_database.reading() as session:
        binned = session.query(Game).filter(Game.pad_id == pad, Game.binned.is_not(None)).first()
        assert binned is not None
        kept = all_games(session.connection(), pad)
        older = [each for each in kept if each.finished and each.started < binned.started]
        assert [*reversed([each.number for each in older])] == walk(
            session, pad, Search(), "before", binned.number
        )


def test_the_years_are_those_from_the_newest_game_to_the_oldest(
    kept_database: Database, pad: int
) -> None:
    with kept_database.reading() as session:
        assert [*years_played(session.connection(), pad)] == [*range(2025, 2015, -1)]
        assert [*years_played(session.connection(), pad + 1)] == []


def test_a_player_of_another_pad_has_no_name_here(kept_database: Database) -> None:
    first, second = (seat_four(kept_database).pad for _ in range(2))
    with kept_database.connection() as connection:
        ours, theirs = players_of(connection, first), players_of(connection, second)
    assert [each.name for each in ours] == [each.name for each in theirs]
    assert not {each.id for each in ours} & {each.id for each in theirs}
