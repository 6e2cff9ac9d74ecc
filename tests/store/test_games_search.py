"""Games found by player, by rules, by year, and by any of them together; page after page."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import product
from random import Random

from sqlalchemy import update

from scorepad.store.figures.rows import key_of
from scorepad.store.games_page import all_games
from scorepad.store.games_search import (
    FOUND_AT_A_TIME,
    Search,
    games_found,
    player_named,
    players_offered,
    years_played,
)
from scorepad.store.models import Agreement, Game, Player
from scorepad.store.snapshot import GameSnapshot
from tests.store.figures.test_figures import play, start
from tests.store.table import Database, Table, seat_four


def many_games(database: Database) -> Table:
    """Some thirty finished games of three years, and some that run or are in the bin."""
    dice = Random(11)  # noqa: S311 (it draws no secrets)
    first = seat_four(database, {"target": 20})
    for number in range(36):
        table = start(first, dice, f"game {number}")
        with database.writing() as session:
            began = datetime(2023 + number % 3, 1 + number % 12, 1 + number // 2, tzinfo=UTC)
            session.execute(update(Game).where(Game.id == table.game).values(started=began))
        while not table.state().finished and number % 9:
            play(table, dice)
        if number % 7 == 1:
            table.bin()
    return first


def fits(game: GameSnapshot, search: Search, agreements: dict[int, str]) -> bool:
    """Whether a search is to find a game."""
    players = {seat.player_id for seat in game.seats}
    return (
        game.finished is not None
        and search.player in (None, *players)
        and (search.agreement is None or agreements[search.agreement] == key_of(game.ruleset))
        and search.year in (None, game.started.year)
    )


def test_any_search_finds_what_fits_newest_first(database: Database) -> None:
    first = many_games(database)
    with database.reading() as session:
        agreements = {row.id: row.key for row in session.query(Agreement)}
        players = [row.id for row in session.query(Player)][:3]
        games = sorted(all_games(session, first.pad), key=lambda game: (game.started, game.number))
        lengths = set()
        for player, agreement, year in product(
            (None, *players), (None, *[*agreements][:3]), (None, 2023, 2025, 2030)
        ):
            search = Search(player, agreement, year)
            expected = [game.number for game in reversed(games) if fits(game, search, agreements)]
            found: list[int] = []
            before = None
            while True:
                page = games_found(session, first.pad, search, before)
                found += [game.number for game in page.games]
                if not page.older:
                    break
                assert len(page.games) == FOUND_AT_A_TIME
                before = found[-1]
            assert found == expected
            lengths.add(len(found))
    assert len(lengths) > 5


def test_the_years_are_those_from_the_newest_game_to_the_oldest(database: Database) -> None:
    first = many_games(database)
    with database.reading() as session:
        assert [*years_played(session, first.pad)] == [2025, 2024, 2023]
        assert [*years_played(session, first.pad + 1)] == []


def test_a_player_of_another_pad_has_no_name_here(database: Database) -> None:
    first, second = seat_four(database), seat_four(database)
    with database.reading() as session:
        theirs = session.query(Player).where(Player.pad_id == second.pad).first()
        assert theirs is not None
        assert player_named(session, second.pad, theirs.id) == (theirs.id, theirs.name)
        assert player_named(session, first.pad, theirs.id) is None
        assert (theirs.id, theirs.name) in players_offered(session, second.pad)
        assert (theirs.id, theirs.name) not in players_offered(session, first.pad)
