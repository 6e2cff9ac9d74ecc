"""Finding a pad's games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from sqlalchemy.orm import Session

from scorepad.store.engine import begin_reading
from scorepad.store.games import game_numbered
from scorepad.store.games_page import (
    BinnedGame,
    all_games,
    binned_games,
    everybody,
    games_page,
    last_game,
)
from scorepad.store.models import Game, Pad
from scorepad.store.snapshot import GameSnapshot, game_snapshot
from tests.store.table import LONG, NAMES, SHORT, Database, Table, hand, next_game, seat_four

Answer = TypeVar("Answer")

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


def in_pad(table: Table, look: Callable[[Session, Pad], Answer]) -> Answer:
    with table.database.reading() as session:
        return look(session, session.get_one(Pad, table.pad))


def numbered(games: Sequence[GameSnapshot | BinnedGame]) -> list[int]:
    return [game.number for game in games]


def page(table: Table, number: int) -> tuple[list[int], list[int], bool]:
    """The running games, the finished ones, and whether there are more, on a page."""

    def look(session: Session, pad: Pad) -> tuple[list[int], list[int], bool]:
        listing = games_page(session, pad.id, number)
        return numbered(listing.running), numbered(listing.finished), listing.more

    return in_pad(table, look)


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
        return [(game.number, len(game.hands)) for game in all_games(session, mine.id)]

    assert in_pad(pad, look) == [(n, 1 if n % 10 else 0) for n in range(1, 24)]


def test_a_game_is_found_by_its_number_in_its_pad(database: Database) -> None:
    pad = pad_with_games(database, 3)

    def look(session: Session, mine: Pad) -> list[Game | None]:
        return [game_numbered(session, mine, number) for number in (1, 3, 4, 0, -1)]

    first, third, *others = in_pad(pad, look)
    assert first is not None
    assert third is not None
    assert (first.id, first.pad_id, third.number) == (pad.game, pad.pad, 3)
    assert others == [None] * 3


def test_the_last_game_is_the_one_with_the_highest_number(database: Database) -> None:
    pad = pad_with_games(database, 3)
    seat_four(database)
    last = in_pad(pad, lambda session, mine: last_game(session, mine.id))
    assert last is not None
    assert last.number == 3


def test_a_pad_without_games_has_no_last_one(database: Database) -> None:
    alone = seat_four(database)
    alone.bin()
    assert in_pad(alone, lambda session, mine: last_game(session, mine.id)) is None
    assert in_pad(alone, lambda session, mine: [*all_games(session, mine.id)]) == []
    assert page(alone, 1) == ([], [], False)


def test_the_bin_is_listed_newest_first_and_its_games_nowhere_else(database: Database) -> None:
    first = seat_four(database, SHORT, [ENDING])
    seat_four(database).bin()
    others = [next_game(first, SHORT, f"game {number}") for number in (2, 3, 4)]
    for table in (first, others[1]):
        table.bin()
    binned = in_pad(first, lambda session, mine: binned_games(session, mine.id))
    assert numbered(binned) == [3, 1]

    def started(session: Session, mine: Pad) -> list[object]:
        return [game_snapshot(session, mine.id, number) for number in (3, 1)]

    assert [game.started for game in binned] == [
        game.started for game in in_pad(first, started) if isinstance(game, GameSnapshot)
    ]
    assert page(first, 1) == ([4, 2], [], False)
    numbers = in_pad(first, lambda session, mine: numbered([*all_games(session, mine.id)]))
    assert numbers == [2, 4]


def test_a_game_of_a_page_is_the_same_as_alone(database: Database) -> None:
    """With its seats, hands and who left, and nothing of its neighbours."""
    first = seat_four(database, hands=[hand(6, 4, 2, 1, queen=1)])
    first.replace(2, "Eva")
    second = next_game(first, SHORT, "second")
    second.record(ENDING)
    third = next_game(first, SHORT, "third")

    def look(
        session: Session, mine: Pad
    ) -> tuple[Sequence[object], Sequence[object], Sequence[object]]:
        listing = games_page(session, mine.id, 1)
        alone = [game_snapshot(session, mine.id, number) for number in (3, 1, 2)]
        return [*listing.running, *listing.finished], alone, [*all_games(session, mine.id)]

    listing, alone, everything = in_pad(third, look)
    assert listing == alone
    last, first_, second_ = alone
    assert everything == [first_, second_, last]


def test_everybody_of_a_pad_is_known_in_the_order_they_came(database: Database) -> None:
    table = seat_four(database, LONG, [ENDING])
    other = next_game(table, LONG, "another game")
    names = in_pad(table, lambda session, pad: everybody(session, pad.id))
    assert list(names.values()) == list(NAMES)
    # Nobody who is only in the bin, or left before a hand; whoever played and left stays.
    table.replace(0, "Emil")
    table.bin()
    other.replace(1, "Fay")
    names = in_pad(table, lambda session, pad: everybody(session, pad.id))
    assert list(names.values()) == ["Anna", "Cem", "Dora", "Fay"]
    table.unbin()
    names = in_pad(table, lambda session, pad: everybody(session, pad.id))
    assert list(names.values()) == [*NAMES, "Emil", "Fay"]


def test_a_long_look_sees_the_pad_at_one_moment(database: Database) -> None:
    table = seat_four(database, SHORT, [ENDING])
    with database.reading() as session:
        begin_reading(session)
        assert list(everybody(session, table.pad).values()) == list(NAMES)
        next_game(table, SHORT, "meanwhile")
        assert numbered(list(all_games(session, table.pad))) == [1]
    assert in_pad(table, lambda session, pad: numbered(list(all_games(session, pad.id)))) == [1, 2]
