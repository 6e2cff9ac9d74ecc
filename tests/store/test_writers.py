"""Many writers at once: nothing is lost, nothing is doubled."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from pathlib import Path
from threading import Barrier
from typing import TypeVar

import pytest
from sqlalchemy import select

from scorepad.rules import Hand
from scorepad.store.errors import GameOverError, StaleError
from scorepad.store.game.access import lock_pad
from scorepad.store.game.hands import correct_hand
from scorepad.store.models import Pad
from scorepad.store.pad.pads import new_pad
from tests.store.table import (
    LONG,
    NAMES,
    PLAIN_HANDS,
    SHORT,
    Database,
    Table,
    hand,
    keep_recording,
    next_game,
    seat_four,
)
from tests.support.patience import PATIENCE

# Two databases may differ in this.
pytestmark = pytest.mark.sample

Answer = TypeVar("Answer")

PROJECT = Path(__file__).parents[2]
ONE, TWO, THREE = PLAIN_HANDS[:3]
NOT_YET = hand(4, 3, 3, 3, queen=0)
ENDING = hand(9, 2, 1, 1, queen=0)
# Long enough for a writer that does not wait to show that it does not.
A_MOMENT = 0.15


def at_once(*works: Callable[[], Answer]) -> list[Answer | StaleError]:
    """Run all works at the same time, each in a thread, and return the result of each."""
    barrier = Barrier(len(works))

    def one(work: Callable[[], Answer]) -> Answer | StaleError:
        barrier.wait(PATIENCE)
        try:
            return work()
        except StaleError as stale:
            return stale

    with ThreadPoolExecutor(len(works)) as threads:
        return list(threads.map(one, works))


def assert_each_is_there_once(table: Table, saved: Sequence[str]) -> None:
    state = table.state()
    assert Counter(entry for _, _, entry in state.rows) == Counter(saved)
    assert [line for _, line, _ in state.rows] == list(range(1, len(saved) + 1))
    assert len(state.hands) == len(saved)
    assert state.revision == 1 + len(saved)
    assert [line.what for line in state.log] == ["game", *["hand"] * len(saved)]


def test_threads_at_one_game_lose_and_double_no_hand(database: Database) -> None:
    table = seat_four(database, LONG)
    saved: list[str] = []

    def writer(name: str) -> Callable[[], None]:
        entries = [f"{name} {number}" for number in range(6)]
        return lambda: keep_recording(table, entries, saved.append)

    assert at_once(*(writer(name) for name in "ABCD")) == [None] * 4
    assert len(saved) == 24
    assert_each_is_there_once(table, saved)


@pytest.mark.slow
def test_processes_at_one_sqlite_file_lose_and_double_no_hand(sqlite_database: Database) -> None:
    table = seat_four(sqlite_database, LONG)
    where = (sqlite_database.uri, table.pad, table.device, table.game)
    writers = subprocess.run(
        [sys.executable, "-m", "tests.store.writer", *map(str, where), "6", *"ABC"],
        cwd=PROJECT,
        stdout=subprocess.PIPE,
        check=True,
        text=True,
        timeout=PATIENCE,
    )
    saved = writers.stdout.split()
    assert len(saved) == 18
    assert_each_is_there_once(table, saved)


@pytest.mark.parametrize("how", ["record", "correct"])
def test_of_two_writers_who_saw_the_same_sheet_one_wins(table: Table, how: str) -> None:
    table.record(ONE)

    def writer(cards: Hand) -> Callable[[], object]:
        if how == "record":
            return lambda: table.record(cards, revision=2)
        return lambda: table.correct(1, cards, revision=2)

    answers = at_once(writer(TWO), writer(THREE))
    lost = [isinstance(answer, StaleError) for answer in answers]
    assert sorted(lost) == [False, True]
    state = table.state()
    assert state.hands[-1] == (THREE if lost[0] else TWO)
    assert state.revision == len(state.log) == 3


def test_one_entry_sent_by_eight_at_once_is_one_hand(table: Table) -> None:
    answers = at_once(*[lambda: table.record(ONE, "same", revision=1)] * 8)
    assert len(set(answers)) == 1
    assert_each_is_there_once(table, ["same"])


def test_one_removal_asked_for_by_eight_at_once_is_one_removal(table: Table) -> None:
    table.record(ONE)
    table.record(TWO)
    assert at_once(*[lambda: table.remove(1, revision=3)] * 8) == [None] * 8
    assert table.state().hands == (TWO,)
    assert [line.what for line in table.state().log].count("removal") == 1


def test_one_start_sent_by_eight_at_once_is_one_game(table: Table) -> None:
    assert len(set(at_once(*[lambda: next_game(table, {}, "same").game] * 8))) == 1
    assert [row["number"] for row in table.database.rows()["games"]] == [1, 2]


def test_eight_games_started_at_once_have_eight_numbers_and_the_same_new_players(
    table: Table,
) -> None:
    def starter(entry: str) -> Callable[[], int]:
        return lambda: next_game(table, {}, entry, ("Eva", "Finn", "Gül")).game

    at_once(*(starter(f"start {number}") for number in range(8)))
    rows = table.database.rows()
    assert sorted(row["number"] for row in rows["games"]) == list(range(1, 10))
    assert sorted(row["name"] for row in rows["players"]) == [*NAMES, "Eva", "Finn", "Gül"]


def test_a_start_and_a_hand_at_once_do_not_stand_in_each_others_way(table: Table) -> None:
    def starter(entry: str) -> Callable[[], int]:
        return lambda: next_game(table, {}, entry).game

    def recorder(entry: str, revision: int) -> Callable[[], int]:
        return lambda: table.record(ONE, entry, revision).id

    for number in range(4):
        entry = f"entry {number}"
        answers = at_once(starter(entry), recorder(entry, table.revision()))
        assert not any(isinstance(answer, StaleError) for answer in answers)


def test_whoever_locks_a_pad_locks_no_other_one(postgresql_database: Database) -> None:
    with postgresql_database.writing() as session:
        mine, other = (new_pad(session, None).address for _ in range(2))
    unlocked = select(Pad.address).with_for_update(skip_locked=True)
    with postgresql_database.writing() as session:
        lock_pad(session.connection(), mine)
        with postgresql_database.writing() as another:
            assert another.scalars(unlocked).all() == [other]


@pytest.mark.parametrize(
    ("late", "refusal"),
    [
        (lambda table: table.record(ENDING, "late", revision=2), StaleError),
        # Back to cards that were just corrected is no repetition of them.
        (lambda table: table.correct(1, NOT_YET, revision=2), StaleError),
        # The same correction is one, even of a game that has ended by it.
        (lambda table: table.correct(1, ENDING, revision=2), None),
        # One who only guesses the revision right; what is worked out must not come from what was
        # seen before the first one's commit.
        (lambda table: table.record(NOT_YET, "late", revision=3), GameOverError),
    ],
)
def test_a_writer_waits_for_the_one_before_and_then_sees_what_that_one_did(
    database: Database, late: Callable[[Table], object], refusal: type[Exception] | None
) -> None:
    table = seat_four(database, SHORT, [NOT_YET])
    with ThreadPoolExecutor(1) as threads:
        with table.locked() as (session, game):
            correct_hand(session, game, table.device, 1, ENDING, revision=game.revision)
            second = threads.submit(late, table)
            with pytest.raises(TimeoutError):
                second.result(A_MOMENT)
        with nullcontext() if refusal is None else pytest.raises(refusal):
            second.result(PATIENCE)
    state = table.state()
    assert (state.hands, state.revision, state.finished) == ((ENDING,), 3, True)
