"""Finding a pad's games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from sqlalchemy.orm import Session

from scorepad.store.games import all_games, game_numbered, games_page, last_game
from scorepad.store.models import Game, Pad
from tests.store.table import SHORT, Database, Table, hand, next_game, seat_four

Found = TypeVar("Found")

ENDING = hand(9, 2, 1, 1, queen=0)


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


def found(table: Table, look: Callable[[Session, Pad], Found]) -> Found:
    with table.database.reading() as session:
        return look(session, session.get_one(Pad, table.pad))


def numbered(games: Sequence[Game]) -> list[int]:
    return [game.number for game in games]


def page(table: Table, number: int) -> tuple[list[int], list[int], bool]:
    """The running games, the finished ones, and whether there are more, on a page."""

    def look(session: Session, pad: Pad) -> tuple[list[int], list[int], bool]:
        shown = games_page(session, pad, number)
        return numbered(shown.running), numbered(shown.finished), shown.more

    return found(table, look)


def test_running_games_come_first_and_the_others_newest_first_in_pages(database: Database) -> None:
    pad = pad_with_games(database, 45)
    finished = [number for number in range(45, 0, -1) if number % 10]
    assert page(pad, 1) == ([40, 30, 20, 10], finished[:16], True)
    assert page(pad, 2) == ([], finished[16:36], True)
    assert page(pad, 3) == ([], finished[36:], False)
    assert page(pad, 4) == ([], [], False)
    # Nor is a page that cannot be any trouble.
    assert page(pad, 0) == page(pad, -(10**20)) == page(pad, 1)
    assert page(pad, 10**20) == ([], [], False)


def test_the_games_all_together_are_in_their_order_with_their_hands(database: Database) -> None:
    pad = pad_with_games(database, 23)

    def look(session: Session, mine: Pad) -> list[tuple[int, int]]:
        return [(game.number, len(game.hands)) for game in all_games(session, mine)]

    assert found(pad, look) == [(n, 1 if n % 10 else 0) for n in range(1, 24)]


def test_a_game_is_found_by_its_number_in_its_pad(database: Database) -> None:
    pad = pad_with_games(database, 3)

    def look(session: Session, mine: Pad) -> list[Game | None]:
        return [game_numbered(session, mine, number) for number in (1, 3, 4, 0, -1)]

    first, third, *others = found(pad, look)
    assert first is not None
    assert third is not None
    assert (first.id, first.pad_id, third.number) == (pad.game, pad.pad, 3)
    assert others == [None] * 3


def test_the_last_game_is_the_one_with_the_highest_number(database: Database) -> None:
    pad = pad_with_games(database, 3)
    seat_four(database)
    last = found(pad, last_game)
    assert last is not None
    assert last.number == 3
