"""What a writer had seen of a game, and whether somebody else has changed it since."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sqlalchemy import Connection, func, select

from scorepad.store.errors import StaleError
from scorepad.store.game.snapshot import GameSnapshot
from scorepad.store.log.changes import HandRecorded
from scorepad.store.log.rows import rows_since
from scorepad.store.log.sides import LogRow
from scorepad.store.models import Change, Hand


@dataclass(frozen=True)
class Seen:
    """What a writer's page showed when they tapped.

    ``revision``: of the game, as the server sent it. ``hands``: entry ids of hands that the page
    showed besides, as waiting or just sent. ``last``: the entry id of the last hand that the server
    had sent; empty if there was none, or the page doesn't say. ``shown``: the revision of that
    page, if the writer has decided since what to do about changes up to ``revision``.
    """

    revision: int
    hands: frozenset[str] = frozenset()
    last: str = ""
    shown: int | None = None

    @property
    def before_deciding(self) -> Seen:
        """What the page showed when the hand was entered."""
        shown = self.revision if self.shown is None else min(self.shown, self.revision)
        return replace(self, revision=shown)

    def changed_by_others(self, connection: Connection, game: GameSnapshot) -> list[LogRow]:
        """The changes since then that the writer did not make, oldest first."""
        rows = rows_since(connection, game, self.revision, game.revision)
        return [row for row in rows if not self._is_own(row)]

    def check(self, connection: Connection, game: GameSnapshot) -> None:
        """Raise :class:`StaleError` unless the game is what the writer had seen.

        True unless another device changed it or the names of its players. If it lacks a hand that
        the writer had seen, the database is an older copy.
        """
        rows = rows_since(connection, game, self.revision, game.revision)
        if sum(map(self._is_own, rows)) != game.revision - self.revision:
            raise StaleError
        hands = self.hands | {self.last} - {""}
        if hands and _count_known(connection, game.id, hands) < len(hands):
            raise StaleError

    def _is_own(self, row: LogRow) -> bool:
        """Whether a change is one of the writer's: only their outbox has acts on their hands."""
        return row.entry in self.hands and (row.what == HandRecorded.what or row.act is not None)


def _count_known(connection: Connection, game_id: int, entries: frozenset[str]) -> int:
    known = select(func.count()).where(Hand.game_id == game_id, Hand.entry_id.in_(entries))
    return connection.scalar(known) or 0


def was_done(connection: Connection, game: GameSnapshot, act: str) -> bool:
    """Whether the act with this id was carried out before."""
    # Found among the few changes of its game, which have an index.
    done = select(Change.id).where(Change.game_id == game.id, Change.act == act)
    return connection.execute(done).first() is not None
