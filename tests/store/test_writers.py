"""Many writers at once: nothing is lost, nothing is doubled."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import TypeVar

import pytest
from sqlalchemy import select

from scorepad.rules import Hand
from scorepad.store.errors import GameOverError, StaleError
from scorepad.store.game.access import lock_pad
from scorepad.store.game.hands import correct_hand
from scorepad.store.game.start import NewGame, start_game
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


def test_of_two_writers_who_saw_the_same_sheet_one_wins(table: Table) -> None:
    answers = at_once(
        lambda: table.record(ONE, "one", revision=1), lambda: table.record(TWO, "two", revision=1)
    )
    lost = [answer for answer in answers if isinstance(answer, StaleError)]
    assert len(lost) == 1
    state = table.state()
    assert state.hands == ((TWO,) if isinstance(answers[0], StaleError) else (ONE,))
    assert state.revision == 2


def test_of_two_corrections_of_the_same_sheet_one_wins(table: Table) -> None:
    table.record(ONE)
    answers = at_once(
        lambda: table.correct(1, TWO, revision=2), lambda: table.correct(1, THREE, revision=2)
    )
    assert len([answer for answer in answers if isinstance(answer, StaleError)]) == 1
    state = table.state()
    assert state.hands == ((THREE,) if isinstance(answers[0], StaleError) else (TWO,))
    assert [line.what for line in state.log] == ["game", "hand", "correction"]


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
    assert len(set(at_once(*[lambda: start(table, "same")] * 8))) == 1
    assert [row["number"] for row in table.database.rows()["games"]] == [1, 2]


def test_eight_games_started_at_once_have_eight_numbers_and_the_same_new_players(
    table: Table,
) -> None:
    def starter(entry: str) -> Callable[[], int]:
        return lambda: start(table, entry, ("Eva", "Finn", "Gül"))

    at_once(*(starter(f"start {number}") for number in range(8)))
    rows = table.database.rows()
    assert sorted(row["number"] for row in rows["games"]) == list(range(1, 10))
    assert sorted(row["name"] for row in rows["players"]) == [*NAMES, "Eva", "Finn", "Gül"]


def start(table: Table, entry: str, names: Sequence[str] = NAMES) -> int:
    with table.database.writing() as session:
        pad = session.get_one(Pad, table.pad)
        return start_game(session, pad, table.device, NewGame(names, {}, 0), entry_id=entry).id


def test_a_start_and_a_hand_at_once_do_not_stand_in_each_others_way(table: Table) -> None:
    def starter(entry: str) -> Callable[[], int]:
        return lambda: start(table, entry)

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


def test_a_writer_waits_for_the_one_before_and_then_sees_what_that_one_did(table: Table) -> None:
    table.record(ONE)
    late = while_correcting(table, ONE, TWO, lambda: table.record(THREE, "late", revision=2))
    with pytest.raises(StaleError):
        late.result(PATIENCE)
    assert table.state().hands == (TWO,)


def test_a_correction_back_to_cards_just_corrected_is_not_taken_for_a_repetition(
    table: Table,
) -> None:
    # The writer of ONE must not get success when the hand has just become TWO.
    table.record(ONE)
    late = while_correcting(table, ONE, TWO, lambda: table.correct(1, ONE, revision=2))
    with pytest.raises(StaleError):
        late.result(PATIENCE)
    assert table.state().hands == (TWO,)


def test_a_correction_just_made_is_taken_for_what_it_is_a_repetition(table: Table) -> None:
    table.record(ONE)
    late = while_correcting(table, ONE, TWO, lambda: table.correct(1, TWO, revision=2))
    late.result(PATIENCE)
    state = table.state()
    assert state.hands == (TWO,)
    assert state.revision == 3


def test_a_hand_after_a_correction_just_made_agrees_with_it_about_the_end(
    database: Database,
) -> None:
    # The second writer has seen the game before the first one's commit, and only guesses the
    # revision right; what it works out must not come from what it had seen.
    table = seat_four(database, SHORT, [NOT_YET])
    late = while_correcting(
        table, NOT_YET, ENDING, lambda: table.record(NOT_YET, "late", revision=3)
    )
    with pytest.raises(GameOverError):
        late.result(PATIENCE)
    assert table.state().finished


def while_correcting(
    table: Table, before: Hand, after: Hand, late: Callable[[], Answer]
) -> Future[Answer]:
    """The result of a second writer who begins before a correction is committed."""
    with ThreadPoolExecutor(1) as threads:
        with table.locked() as (session, game):
            assert game.game.hands == (before,)
            correct_hand(session, game, table.device, 1, after, revision=game.revision)
            second = threads.submit(late)
            with pytest.raises(TimeoutError):
                second.result(A_MOMENT)
        return second
