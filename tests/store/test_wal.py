"""An older database beside a newer log, or the reverse: refused, or complete, and never a mix."""

from __future__ import annotations

import random
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any, Final

import pytest

from scorepad.store.database.wal import beside, fault_with_log
from tests.store.table import (
    LONG,
    PLAIN_HANDS,
    Database,
    Table,
    next_game,
    prepared_engine,
    seat_four,
    sqlite_uri,
)
from tests.support.torture import seeds

APART: Final = "and its -wal do not belong together"
Everything = dict[str, list[tuple[Any, ...]]]


@dataclass(frozen=True)
class Files:
    """A database and its log as they were on the disk at one moment."""

    main: bytes
    log: bytes

    @classmethod
    def of(cls, file: Path) -> Files:
        log = beside(file, "-wal")
        return cls(file.read_bytes(), log.read_bytes() if log.exists() else b"")

    def put(self, folder: Path) -> Path:
        folder.mkdir()
        file = folder / "scorepad.sqlite"
        self.put_at(file)
        return file

    def put_at(self, file: Path) -> None:
        file.write_bytes(self.main)
        beside(file, "-wal").write_bytes(self.log)


@contextmanager
def opened(file: Path) -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(file, isolation_level=None)
    # Nothing here needs to survive a power cut.
    connection.execute("PRAGMA synchronous = OFF")
    try:
        yield connection
    finally:
        connection.close()


def everything(file: Path) -> Everything:
    """Every row of every table; what the log has goes into the file."""
    with opened(file) as connection:
        tables = connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table'"
        ).fetchall()
        return {name: connection.execute(f"SELECT * FROM {name}").fetchall() for (name,) in tables}


@dataclass(frozen=True)
class Evening:
    """A pad with an old game and one that is played, in a database that is never closed."""

    database: Database
    old: Table
    new: Table

    @property
    def file(self) -> Path:
        return Path(self.database.engine.url.database or "")

    def checkpoint(self, kind: str) -> None:
        """Bring the log into the file; TRUNCATE empties it, after PASSIVE it is begun anew."""
        with opened(self.file) as connection:
            busy, _, _ = connection.execute(f"PRAGMA wal_checkpoint({kind})").fetchone()
            assert not busy

    def everything(self) -> Everything:
        return everything(self.file)


@pytest.fixture
def evening(sqlite_database: Database) -> Evening:
    # Enough that what is corrected, what is recorded and the log are on different pages.
    old = seat_four(sqlite_database, LONG, PLAIN_HANDS[:40])
    return Evening(sqlite_database, old, next_game(old, LONG, "new"))


def outcome(files: Files, folder: Path) -> str | Everything:
    """The fault of these files, or everything that is in them together."""
    file = files.put(folder)
    fault = fault_with_log(file)
    assert Files.of(file) == files
    assert len(list(folder.iterdir())) == 2
    return fault or everything(file)


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(1, 3))
def test_any_file_beside_any_log_is_refused_or_all_that_the_log_says(
    evening: Evening, tmp_path: Path, seed: int
) -> None:
    chance = random.Random(seed)  # noqa: S311 (it draws no secrets)
    hands = iter(PLAIN_HANDS[100:])
    steps: list[Callable[[], object]] = [
        *[lambda: evening.new.record(next(hands))] * 4,
        *[lambda: evening.old.correct(chance.randrange(1, 41), chance.choice(PLAIN_HANDS))] * 2,
        lambda: evening.old.undo(),
        *[partial(evening.checkpoint, kind) for kind in ("TRUNCATE", "RESTART", "PASSIVE")],
    ]
    moments = []
    for _ in range(25):
        chance.choice(steps)()
        moments.append((Files.of(evening.file), evening.everything()))
    seen = Counter[str]()
    pairs = [pair for pair in product(range(len(moments)), repeat=2) if moments[pair[1]][0].log]
    for main, log in chance.sample(pairs, 80):
        files = Files(moments[main][0].main, moments[log][0].log)
        result = outcome(files, tmp_path / f"{main} beside {log}")
        if isinstance(result, str):
            assert main != log
            seen["refused"] += 1
        else:
            assert result == moments[log][1], (main, log)
            seen["complete"] += 1
    assert min(seen["refused"], seen["complete"]) > 5


def test_a_correction_that_went_into_the_file_is_not_lost_unnoticed(
    evening: Evening, tmp_path: Path
) -> None:
    # Both files are whole, and so is their mixture: it has the correction in its log, and the
    # revision that it made, and not the corrected hand.
    before = Files.of(evening.file).main
    evening.old.correct(3, PLAIN_HANDS[200])
    evening.checkpoint("TRUNCATE")
    evening.new.record(PLAIN_HANDS[100])
    evening.old.correct(40, PLAIN_HANDS[201])
    after = Files.of(evening.file)
    assert outcome(Files(before, after.log), tmp_path / "older") == APART
    assert outcome(after, tmp_path / "both") == evening.everything()


def test_a_newer_file_beside_an_older_log_is_refused(evening: Evening, tmp_path: Path) -> None:
    evening.checkpoint("TRUNCATE")
    evening.new.record(PLAIN_HANDS[100])
    before = Files.of(evening.file)
    evening.new.record(PLAIN_HANDS[101])
    evening.checkpoint("PASSIVE")
    after = Files.of(evening.file)
    assert outcome(Files(after.main, before.log), tmp_path / "newer") == APART
    assert outcome(after, tmp_path / "both") == evening.everything()


def test_the_log_of_the_same_database_gone_another_way_is_refused(
    evening: Evening, tmp_path: Path
) -> None:
    evening.checkpoint("TRUNCATE")
    fork = Files.of(evening.file).put(tmp_path / "fork")
    for hand in PLAIN_HANDS[100:103]:
        evening.new.record(hand)
    evening.checkpoint("TRUNCATE")
    evening.new.record(PLAIN_HANDS[103])
    with prepared_engine(sqlite_uri(fork)) as engine:
        other = Table(replace(evening.database, engine=engine), 1, 1, evening.new.game)
        for hand in PLAIN_HANDS[200:205]:
            other.record(hand)
        ours, theirs = Files.of(evening.file), Files.of(fork)
    assert outcome(Files(theirs.main, ours.log), tmp_path / "theirs beside ours") == APART
    assert outcome(Files(ours.main, theirs.log), tmp_path / "ours beside theirs") == APART


@pytest.mark.parametrize("main", [b"", None])
def test_a_log_without_its_file_is_refused(
    evening: Evening, tmp_path: Path, main: bytes | None
) -> None:
    evening.new.record(PLAIN_HANDS[100])
    file = Files(b"", Files.of(evening.file).log).put(tmp_path / "alone")
    if main is None:
        file.unlink()
    assert fault_with_log(file) == "is missing, and its -wal is there"


def test_a_log_in_which_nothing_was_committed_is_no_obstacle(tmp_path: Path) -> None:
    file = tmp_path / "new.sqlite"
    with opened(file) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        # So little that pages go into the log before the end.
        connection.execute("PRAGMA cache_size = 1")
        connection.execute("BEGIN")
        connection.execute("CREATE TABLE many (text)")
        connection.executemany("INSERT INTO many VALUES (?)", [("x" * 3000,)] * 100)
        killed = Files.of(file)
    assert len(killed.log) > 100_000
    assert outcome(killed, tmp_path / "killed") == {}


def test_a_log_of_writers_that_gave_no_stamps_is_judged_by_what_it_makes(
    evening: Evening, tmp_path: Path
) -> None:
    evening.checkpoint("TRUNCATE")
    with opened(evening.file) as connection:
        connection.execute("UPDATE pads SET name = 'By hand'")
        good = Files.of(evening.file)
        connection.execute("UPDATE games SET revision = revision + 1")
        bad = Files.of(evening.file)
    assert isinstance(outcome(good, tmp_path / "good"), dict)
    message = "with its -wal is damaged: a game and its log do not agree"
    assert outcome(bad, tmp_path / "bad") == message


@pytest.mark.parametrize(
    "garbage",
    [b"Dear Anna, " * 1000, b"SQLite format 3\0", b"x"],
    ids=["letter", "cut off", "one byte"],
)
def test_a_file_that_is_no_database_beside_a_log_is_refused(
    evening: Evening, tmp_path: Path, garbage: bytes
) -> None:
    result = outcome(Files(garbage, Files.of(evening.file).log), tmp_path / "garbage")
    assert isinstance(result, str)


def test_every_commit_gives_a_new_stamp_and_notes_the_one_before(evening: Evening) -> None:
    stamps = [stamps_of(evening)]
    for hand in PLAIN_HANDS[100:105]:
        evening.new.record(hand)
        stamps.append(stamps_of(evening))
    assert len({own for own, _ in stamps}) == 6
    assert [former for _, former in stamps[1:]] == [own for own, _ in stamps[:-1]]
    with evening.database.writing() as session:
        session.rollback()
    assert stamps_of(evening) == stamps[-1]


def stamps_of(evening: Evening) -> tuple[int, int]:
    with opened(evening.file) as connection:
        (own,) = connection.execute("PRAGMA user_version").fetchone()
        (former,) = connection.execute("PRAGMA application_id").fetchone()
        return own, former
