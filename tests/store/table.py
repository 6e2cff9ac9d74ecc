"""A database under test, and a table of four whose every move is one real transaction."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any, Final, NamedTuple

from sqlalchemy import URL, Engine, MetaData, create_engine, select
from sqlalchemy.orm import Session

from scorepad import rules
from scorepad.store.as_rules import as_game, sheet_of
from scorepad.store.base import Base
from scorepad.store.bin import bin_game, unbin_game
from scorepad.store.database import open_database
from scorepad.store.engine import begin_writing, prepare
from scorepad.store.errors import StaleError, UnusableError
from scorepad.store.games import NewGame, start_game
from scorepad.store.hands import correct_hand, remove_hand
from scorepad.store.log_rows import steps
from scorepad.store.models import Change, Device, Game, Hand, Pad
from scorepad.store.next_hand import set_next
from scorepad.store.pads import new_pad
from scorepad.store.pens import new_device
from scorepad.store.recording import record_hand
from scorepad.store.snapshot import game_snapshot
from scorepad.store.stop import reopen_game, stop_game
from scorepad.store.substitution import replace_player
from scorepad.store.undo import redo, undo

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
    lock: Path
    engine: Engine

    @contextmanager
    def reading(self) -> Iterator[Session]:
        with Session(self.engine) as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """Commits at the end, or rolls back if something is raised."""
        with Session(self.engine) as session:
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
def opened(uri: str, lock: Path) -> Iterator[Database]:
    """The database at ``uri``, which has its tables already."""
    with prepared_engine(uri) as engine:
        yield Database(uri, lock, engine)


@contextmanager
def migrated(uri: str, lock: Path) -> Iterator[Database]:
    """The database at ``uri``, its tables made by the migrations."""
    open_database(uri, lock=lock).close()
    with opened(uri, lock) as database:
        yield database


def refusal(uri: str, lock: Path) -> str:
    """The message of a Scorepad that cannot start on ``uri``; empty if it can."""
    try:
        open_database(uri, lock=lock).close()
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
        with self.database.writing() as session:
            number = session.get_one(Game, self.game).number
            game = game_snapshot(session, self.pad, number, lock=True)
            assert game is not None
            row_id = record_hand(
                session,
                self.pad,
                game,
                self.device,
                new_hand,
                entry_id=entry or f"hand after revision {game.revision}",
                revision=game.revision if revision is None else revision,
            )
            return RecordedHand(row_id, session.get_one(Hand, row_id).line)

    def correct(self, line: int, new_hand: rules.Hand, revision: int | None = None) -> None:
        with self.database.writing() as session:
            game, device = self.load(session)
            seen = game.revision if revision is None else revision
            correct_hand(session, game, device, line, new_hand, revision=seen)

    def remove(self, line: int, revision: int | None = None) -> None:
        with self.database.writing() as session:
            game, device = self.load(session)
            seen = game.revision if revision is None else revision
            remove_hand(session, game, device, line, revision=seen)

    def set_next(
        self, passed: int | None = None, dealer: int | None = None, revision: int | None = None
    ) -> None:
        with self.database.writing() as session:
            game, device = self.load(session)
            seen = game.revision if revision is None else revision
            set_next(session, game, device, passed=passed, dealer=dealer, revision=seen)

    def stop(self, revision: int | None = None) -> None:
        self._do(stop_game, revision)

    def reopen(self, revision: int | None = None) -> None:
        self._do(reopen_game, revision)

    def bin(self, revision: int | None = None) -> None:
        self._do(bin_game, revision)

    def unbin(self, revision: int | None = None) -> None:
        self._do(unbin_game, revision)

    def replace(self, seat: int, name: str, revision: int | None = None) -> None:
        with self.database.writing() as session:
            game, device = self.load(session)
            seen = game.revision if revision is None else revision
            replace_player(session, game, device, seat, name, revision=seen)

    def undo(self, revision: int | None = None) -> str | None:
        """Undo, and return the kind of change."""
        with self.database.writing() as session:
            game, device = self.load(session)
            seen = game.revision if revision is None else revision
            change = undo(session, game, device, revision=seen)
            return change.what if change else None

    def redo(self, revision: int | None = None) -> str | None:
        """Redo, and return the kind of change."""
        with self.database.writing() as session:
            game, device = self.load(session)
            seen = game.revision if revision is None else revision
            change = redo(session, game, device, revision=seen)
            return change.what if change else None

    def can(self) -> tuple[str | None, str | None]:
        """The kinds of change that undo and redo would apply to."""
        with self.database.reading() as session:
            game, _ = self.load(session)
            can = steps(session, game.id)
            return can.undo.what if can.undo else None, can.redo.what if can.redo else None

    def _do(self, verb: Callable[..., object], revision: int | None) -> None:
        with self.database.writing() as session:
            game, device = self.load(session)
            verb(session, game, device, revision=game.revision if revision is None else revision)

    def state(self) -> State:
        with self.database.reading() as session:
            game, _ = self.load(session)
            changes = changes_of(session, game)
            rows = session.scalars(
                select(Hand).where(Hand.game_id == self.game).order_by(Hand.line)
            ).all()
            return State(
                revision=game.revision,
                finished=game.finished is not None,
                hands=as_game(game).hands,
                lines=tuple(hand.line for hand in game.hands),
                game=as_game(game),
                binned=game.binned is not None,
                names=tuple(tuple(players_at(game, hand.line)) for hand in game.hands),
                seated=tuple(seat.player.name for seat in game.seats),
                sheet=sheet_of(game),
                rows=tuple((row.id, row.line, row.entry_id) for row in rows),
                log=tuple(
                    Logged(change.what, change.hand_id, change.before, change.after)
                    for change in changes
                ),
            )

    def revision(self) -> int:
        with self.database.reading() as session:
            return session.scalars(select(Game.revision).where(Game.id == self.game)).one()

    def load(self, session: Session) -> tuple[Game, Device]:
        return session.get_one(Game, self.game), session.get_one(Device, self.device)


def changes_of(session: Session, game: Game) -> Sequence[Change]:
    """The rows of a game in the log, oldest first."""
    return session.scalars(
        select(Change).where(Change.game_id == game.id).order_by(Change.id)
    ).all()


def players_at(game: Game, line: int) -> list[str]:
    """The names of the players, by seat, at the hand on a line of the sheet."""
    names = [seat.player.name for seat in game.seats]
    # Newest first: if several left after this line, the one who played it left first.
    for left in reversed(game.substitutions):
        if left.last_line >= line:
            names[left.seat] = left.player.name
    return names


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
    sheet: rules.Sheet = field(repr=False)
    rows: tuple[tuple[int, int, str], ...]
    log: tuple[Logged, ...]

    @property
    def content(self) -> tuple[object, ...]:
        """The part that undo restores: everything but the revision and the log."""
        return (self.game, self.lines, self.finished, self.binned, self.names, self.seated)


def seat_four(
    database: Database,
    options: Mapping[str, object] | None = None,
    hands: Sequence[rules.Hand] = (),
) -> Table:
    """A new pad with a first game of four, Anna dealing, and these hands."""
    with database.writing() as session:
        device, _ = new_device(session)
        pad = new_pad(session, device)
        game = start_game(session, pad, device, NewGame(NAMES, options or {}, 0), entry_id="start")
        table = Table(database, pad.id, device.id, game.id)
    for each in hands:
        table.record(each)
    return table


def next_game(table: Table, options: Mapping[str, object], entry: str) -> Table:
    """Another game of the same four in the same pad."""
    with table.database.writing() as session:
        pad = session.get_one(Pad, table.pad)
        device = session.get_one(Device, table.device)
        game = start_game(session, pad, device, NewGame(NAMES, options, 0), entry_id=entry)
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
