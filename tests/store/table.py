"""A database under test, and a table of four whose every move is one real transaction."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from sqlalchemy import URL, Connection, Engine, MetaData, create_engine, select
from sqlalchemy.orm import Session

from scorepad import rules
from scorepad.store.base import Base
from scorepad.store.database.database import Line, open_database
from scorepad.store.database.engine import begin_writing, prepare
from scorepad.store.errors import StaleError, UnusableError
from scorepad.store.game.course import (
    bin_game,
    note_evening,
    note_game,
    reopen_game,
    replace_player,
    set_next,
    stop_game,
    unbin_game,
)
from scorepad.store.game.delete import delete_game
from scorepad.store.game.hands import Seen, correct_hand, record_hand, remove_hand
from scorepad.store.game.snapshot import GameSnapshot, game_with_id
from scorepad.store.game.start import NewGame, start_game
from scorepad.store.game.undo import step
from scorepad.store.log.rows import steps
from scorepad.store.models import Change, Game, Hand, Pad
from scorepad.store.pad.pads import new_pad
from scorepad.store.pad.pens import new_device

Answer = TypeVar("Answer")

NAMES: Final = ("Anna", "Ben", "Cem", "Dora")
# No game of a few dozen hands gets there.
LONG: Final[Mapping[str, object]] = {"target": 1000}
# One hand of 26 points for one seat ends it, and so do three of the usual ones.
SHORT: Final[Mapping[str, object]] = {"target": 20}

Rows = Mapping[str, Sequence[Mapping[str, Any]]]


def hand(
    *hearts: int, queen: int, passed: int | None = None, dealer: int | None = None
) -> rules.Hand:
    return rules.Hand(hearts, {"QS": queen}, passed=passed, dealer=dealer)


EVERY_HAND: Final = tuple(
    hand(first, second, third, 13 - first - second - third, queen=queen)
    for first, second, third in product(range(14), repeat=3)
    if first + second + third <= 13
    for queen in range(4)
)
# Different ones, and none of them a moon.
PLAIN_HANDS: Final = tuple(each for each in EVERY_HAND if max(each.hearts) <= 6)


@dataclass(frozen=True)
class Database:
    """A migrated database, with sessions as the web uses them."""

    uri: str
    engine: Engine
    line: Line = field(default_factory=Line)

    @contextmanager
    def connection(self) -> Iterator[Connection]:
        """A look at the database as it is at one moment."""
        engine = self.engine
        if engine.dialect.name != "sqlite":
            engine = engine.execution_options(isolation_level="REPEATABLE READ")
        with engine.connect() as connection:
            yield connection

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """The same, for looking at entities."""
        with self.connection() as connection, Session(connection) as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """Commits at the end, or rolls back if something is raised."""
        sqlite = self.engine.dialect.name == "sqlite"
        with self.line.turn() if sqlite else nullcontext(), Session(self.engine) as session:
            begin_writing(session)
            yield session
            session.commit()

    def rows(self) -> Rows:
        """Everything in every table."""
        return rows_in(self.engine, Base.metadata)


def sqlite_uri(file: Path) -> str:
    return URL.create("sqlite", database=str(file)).render_as_string()


@contextmanager
def prepared_engine(uri: str) -> Iterator[Engine]:
    """An engine of its own on a database, set up as Scorepad does it."""
    engine = create_engine(uri)
    prepare(engine)
    try:
        yield engine
    finally:
        engine.dispose()


@contextmanager
def opened(uri: str) -> Iterator[Database]:
    """The database at ``uri``, which has its tables already."""
    with prepared_engine(uri) as engine:
        yield Database(uri, engine)


@contextmanager
def migrated(uri: str) -> Iterator[Database]:
    """The database at ``uri``, its tables made by the migrations."""
    open_database(uri).close()
    with opened(uri) as database:
        yield database


def refusal(uri: str) -> str:
    """The message of a Scorepad that cannot start on ``uri``; empty if it can."""
    try:
        open_database(uri).close()
    except UnusableError as error:
        return str(error)
    return ""


def rows_found(engine: Engine) -> Rows:
    """Every row of all tables of the database, whether models have them or not."""
    tables = MetaData()
    tables.reflect(engine)
    return rows_in(engine, tables)


def rows_in(engine: Engine, tables: MetaData) -> Rows:
    with engine.connect() as connection:
        return {
            table.name: [
                dict(row)
                for row in connection.execute(
                    table.select().order_by(*table.primary_key.columns)
                ).mappings()
            ]
            for table in tables.sorted_tables
        }


class RecordedHand(NamedTuple):
    """A recorded hand: the id of its row, and its line of the sheet."""

    id: int
    line: int


@dataclass(frozen=True)
class Table:
    """A running game. ``revision=None`` stands for a writer who saw the latest one."""

    database: Database
    pad: int
    device: int
    game: int

    def record(
        self, new_hand: rules.Hand, entry: str | None = None, revision: int | None = None
    ) -> RecordedHand:
        with self.locked() as (session, game):
            entry = entry or f"hand after revision {game.revision}"
            seen = game.revision if revision is None else revision
            record_hand(session, game, self.device, new_hand, entry_id=entry, seen=Seen(seen))
            recorded = select(Hand).where(Hand.game_id == self.game, Hand.entry_id == entry)
            row = session.scalars(recorded).one()
            return RecordedHand(row.id, row.line)

    def correct(self, line: int, new_hand: rules.Hand, revision: int | None = None) -> None:
        self._do(correct_hand, revision, line, new_hand)

    def remove(self, line: int, revision: int | None = None) -> None:
        self._do(remove_hand, revision, line)

    def set_next(
        self, passed: int | None = None, dealer: int | None = None, revision: int | None = None
    ) -> None:
        self._do(partial(set_next, passed=passed, dealer=dealer), revision)

    def stop(self, revision: int | None = None) -> None:
        self._do(stop_game, revision)

    def reopen(self, revision: int | None = None) -> None:
        self._do(reopen_game, revision)

    def bin(self, revision: int | None = None) -> None:
        self._do(bin_game, revision)

    def unbin(self, revision: int | None = None) -> None:
        self._do(unbin_game, revision)

    def delete(self, revision: int | None = None) -> None:
        self._do(delete_game, revision)

    def replace(self, seat: int, name: str, revision: int | None = None) -> None:
        self._do(replace_player, revision, seat, name)

    def note(self, note: str | None, revision: int | None = None) -> None:
        self._do(note_game, revision, note)

    def note_evening(self, note: str | None, revision: int | None = None) -> None:
        self._do(note_evening, revision, note)

    def undo(self, revision: int | None = None) -> str | None:
        """Undo, and return the kind of change."""
        change = self._do(partial(step, back=True), revision)
        return change.row.what if change else None

    def redo(self, revision: int | None = None) -> str | None:
        """Redo, and return the kind of change."""
        change = self._do(partial(step, back=False), revision)
        return change.row.what if change else None

    def can(self) -> tuple[str | None, str | None]:
        """The kinds of change that undo and redo would apply to."""
        with self.database.reading() as session:
            can = steps(session.connection(), self.game)
            return can.undo.what if can.undo else None, can.redo.what if can.redo else None

    def _do(self, verb: Callable[..., Answer], revision: int | None, *arguments: object) -> Answer:
        with self.locked() as (session, game):
            seen = game.revision if revision is None else revision
            return verb(session, game, self.device, *arguments, revision=seen)

    @contextmanager
    def locked(self) -> Iterator[tuple[Session, GameSnapshot]]:
        """A change of the game, in its pad that nobody else writes in, as the web begins it."""
        with self.database.writing() as session:
            session.get_one(Pad, self.pad, with_for_update=True)
            yield session, game_with_id(session.connection(), self.game)

    def state(self) -> State:
        with self.database.reading() as session:
            game = game_with_id(session.connection(), self.game)
            changes = session.scalars(
                select(Change).where(Change.game_id == game.id).order_by(Change.id)
            ).all()
            rows = session.scalars(
                select(Hand).where(Hand.game_id == self.game).order_by(Hand.line)
            ).all()
            return State(
                revision=game.revision,
                finished=game.finished is not None,
                hands=game.game.hands,
                lines=tuple(hand.line for hand in game.hands),
                game=game.game,
                binned=game.binned is not None,
                names=tuple(game.names_at(hand.line) for hand in game.hands),
                seated=game.names,
                notes=(game.note, game.evening_note),
                sheet=game.sheet,
                rows=tuple((row.id, row.line, row.entry_id) for row in rows),
                log=tuple(
                    Logged(change.what, change.hand_id, change.before, change.after)
                    for change in changes
                ),
            )

    def revision(self) -> int:
        with self.database.reading() as session:
            return session.scalars(select(Game.revision).where(Game.id == self.game)).one()


class Logged(NamedTuple):
    """A line of the log."""

    what: str
    hand: int | None
    before: Mapping[str, Any] | None
    after: Mapping[str, Any] | None


@dataclass(frozen=True)
class State:
    """The state of a game at one moment, as far as a verb can change it."""

    revision: int
    finished: bool
    hands: tuple[rules.Hand, ...]
    lines: tuple[int, ...]
    game: rules.Game = field(repr=False)
    binned: bool
    names: tuple[tuple[str, ...], ...]
    seated: tuple[str, ...]
    notes: tuple[str | None, str | None]
    sheet: rules.Sheet = field(repr=False)
    rows: tuple[tuple[int, int, str], ...]
    log: tuple[Logged, ...]

    @property
    def content(self) -> tuple[object, ...]:
        """The part that undo restores: everything but the revision and the log."""
        seated = (self.names, self.seated)
        return (self.game, self.lines, self.finished, self.binned, *seated, self.notes)


def seat_four(
    database: Database,
    options: Mapping[str, object] | None = None,
    hands: Sequence[rules.Hand] = (),
) -> Table:
    """A new pad with a first game of four, Anna dealing, and these hands."""
    with database.writing() as session:
        device, _ = new_device(session)
        pad = new_pad(session, device.id)
        game = start_game(
            session, pad, device.id, NewGame(NAMES, options or {}, 0), entry_id="start"
        )
        table = Table(database, pad.id, device.id, game.id)
    for each in hands:
        table.record(each)
    return table


def next_game(
    table: Table, options: Mapping[str, object], entry: str, names: Sequence[str] = NAMES
) -> Table:
    """Another game in the same pad, of the same four or of others."""
    with table.database.writing() as session:
        pad = session.get_one(Pad, table.pad)
        game = start_game(session, pad, table.device, NewGame(names, options, 0), entry_id=entry)
        return Table(table.database, table.pad, table.device, game.id)


def keep_recording(table: Table, entries: Iterable[str], saved: Callable[[str], None]) -> None:
    """Record a hand for each entry as a patient phone would: look, try, and look again.

    ``saved`` is called with every entry whose hand was answered as saved.
    """
    for number, entry in enumerate(entries):
        while True:
            seen = table.revision()
            try:
                table.record(PLAIN_HANDS[number], entry, seen)
            except StaleError:
                continue
            saved(entry)
            break
