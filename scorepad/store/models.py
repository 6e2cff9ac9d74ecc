"""The tables: pads, devices and their pens, players, games, seats, hands, and the log.

Those of figures are in :mod:`scorepad.store.figure_models`.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

from sqlalchemy import (
    JSON,
    ColumnElement,
    ForeignKey,
    Index,
    String,
    UniqueConstraint,
)
from sqlalchemy.orm import Mapped, mapped_column

from scorepad.store.base import Base, Moment, now, table


class Pad(Base):
    """A group's notebook. Whoever has its ``address`` can see it.

    ``last_number``: the highest number of its games; numbers of deleted games are not used again.
    """

    __tablename__ = "pads"

    id: Mapped[int] = mapped_column(primary_key=True)
    address: Mapped[str] = mapped_column(String(43), unique=True)
    name: Mapped[str | None]
    created: Mapped[datetime] = mapped_column(Moment, default=now)
    last_number: Mapped[int] = mapped_column(default=0)


class Device(Base):
    """A browser that holds the pen of a pad. The database has only the hash of its secret.

    A browser is another device in every pad.
    """

    __tablename__ = "devices"

    id: Mapped[int] = mapped_column(primary_key=True)
    secret_hash: Mapped[str] = mapped_column(String(64), unique=True)
    created: Mapped[datetime] = mapped_column(Moment, default=now)


class Pen(Base):
    """The right of a device to write in a pad, until it is withdrawn.

    ``name``: what the device is called in this pad, such as "Firefox on Android".
    """

    __tablename__ = "pens"
    __table_args__ = (UniqueConstraint("device_id", "pad_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    pad_id: Mapped[int] = mapped_column(ForeignKey(Pad.id), index=True)
    device_id: Mapped[int] = mapped_column(ForeignKey(Device.id))
    name: Mapped[str]
    given: Mapped[datetime] = mapped_column(Moment, default=now)
    withdrawn: Mapped[datetime | None] = mapped_column(Moment)


class PenLink(Base):
    """A link that gives the pen of a pad to whoever confirms it first, until it is too old.

    Used up, it is deleted. The database has only the hash of the secret in it. ``device``: which
    one made it; ``None`` if that was done on the server.
    """

    __tablename__ = "pen_links"

    id: Mapped[int] = mapped_column(primary_key=True)
    pad_id: Mapped[int] = mapped_column(ForeignKey(Pad.id), index=True)
    secret_hash: Mapped[str] = mapped_column(String(64), unique=True)
    device_id: Mapped[int | None] = mapped_column(ForeignKey(Device.id), index=True)
    made: Mapped[datetime] = mapped_column(Moment, default=now, index=True)


class Player(Base):
    """Somebody who plays in a pad; ``name_key`` keeps names different whatever their case.

    ``merged_into``: whose other name this is, once somebody found that both are one person.
    """

    __tablename__ = "players"
    __table_args__ = (UniqueConstraint("pad_id", "name_key"), Index(None, "pad_id", "id"))

    id: Mapped[int] = mapped_column(primary_key=True)
    pad_id: Mapped[int] = mapped_column(ForeignKey(Pad.id))
    name: Mapped[str]
    name_key: Mapped[str]
    merged_into: Mapped[int | None] = mapped_column(ForeignKey("players.id"), index=True)


class Game(Base):
    """A game of a pad. ``revision`` counts its changes: writers send the one that they saw.

    ``rules``: the options of a game file. ``finished``: when the hand that ended it was recorded,
    or when it was stopped; stored so that a pad can be listed without computing every sheet.
    ``entry_id``: that of its start, from the phone. ``next_passed`` and ``next_dealer``: what the
    table decided for the hand to come. ``binned``: when the game was put into the bin. ``note``:
    what somebody wrote about it. ``evening_note``: what somebody wrote about the evening that it
    began. Evenings are worked out anew whenever games change, so a note on one is kept with its
    first game; evenings that become one have the notes of both.
    """

    __tablename__ = "games"
    __table_args__ = (
        UniqueConstraint("pad_id", "number"),
        UniqueConstraint("pad_id", "entry"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    pad_id: Mapped[int] = mapped_column(ForeignKey(Pad.id))
    number: Mapped[int]
    rules: Mapped[dict[str, object]] = mapped_column(JSON)
    dealer: Mapped[int]
    hands_before: Mapped[int] = mapped_column(default=0)
    started: Mapped[datetime] = mapped_column(Moment, default=now)
    stopped: Mapped[datetime | None] = mapped_column(Moment)
    finished: Mapped[datetime | None] = mapped_column(Moment)
    revision: Mapped[int] = mapped_column(default=1)
    entry_id: Mapped[str] = mapped_column("entry", String(64))
    next_passed: Mapped[int | None]
    next_dealer: Mapped[int | None]
    binned: Mapped[datetime | None] = mapped_column(Moment)
    note: Mapped[str | None]
    evening_note: Mapped[str | None]


class Seat(Base):
    """A place at the table of a game, counted from 0 clockwise, and who sits there."""

    __tablename__ = "seats"

    game_id: Mapped[int] = mapped_column(ForeignKey(Game.id), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    player_id: Mapped[int] = mapped_column(ForeignKey(Player.id), index=True)
    opening: Mapped[int] = mapped_column(default=0)


class Substitution(Base):
    """Somebody left a seat and another player went on in it.

    ``player`` is the one who left, ``last_line`` the last line of the sheet that they played, 0 if
    there was none. Who sits there now is in :class:`Seat`.
    """

    __tablename__ = "substitutions"

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey(Game.id), index=True)
    seat: Mapped[int]
    last_line: Mapped[int]
    player_id: Mapped[int] = mapped_column(ForeignKey(Player.id), index=True)


class Hand(Base):
    """The captured cards of one hand.

    ``line`` is the line of the sheet it was written on: it stays the same when a hand above is
    removed, while hand numbers close up. ``struck``: when it was removed; nothing is deleted, so
    that undo can bring it back and a repeated entry does not. ``entry_id``: that of the entry, from
    the phone.
    """

    __tablename__ = "hands"
    __table_args__ = (UniqueConstraint("game_id", "line"), UniqueConstraint("game_id", "entry"))

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey(Game.id))
    line: Mapped[int]
    entry_id: Mapped[str] = mapped_column("entry", String(64))
    hearts: Mapped[list[int]] = mapped_column(JSON)
    cards: Mapped[dict[str, int]] = mapped_column(JSON)
    moon_choice: Mapped[str | None] = mapped_column("moon", String(8))
    sun: Mapped[bool] = mapped_column(default=False)
    passed: Mapped[int | None]
    dealer: Mapped[int | None]
    recorded: Mapped[datetime] = mapped_column(Moment, default=now)
    corrected: Mapped[datetime | None] = mapped_column(Moment)
    struck: Mapped[datetime | None] = mapped_column(Moment)


class Change(Base):
    """One line of the log: a change, old → new, when, by which device.

    ``before`` and ``after`` hold what changed, in full, so that undo can be made from them.
    ``revision``: of the game after it. ``undone``: when it was undone, until it is redone.
    ``undoes``: the change that this undo took back, or that this redo did again. ``act``: the id
    under which a phone's outbox sends a correction or a removal, which is carried out once.
    """

    __tablename__ = "changes"
    __table_args__ = (
        # The last changes of a game: by the ids alone, a server may look for them in the whole log.
        Index(None, "game_id", "id"),
        # Those of a pad's players and pens, among all of its hands.
        Index(None, "pad_id", "what"),
        # What a device wrote last in a pad.
        Index(None, "pad_id", "device_id", "id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    pad_id: Mapped[int] = mapped_column(ForeignKey(Pad.id))
    game_id: Mapped[int | None] = mapped_column(ForeignKey(Game.id))
    # No keys: to look up who refers to each hand and change would be a third of what it costs to
    # delete a pad, and a device would need an index of its own. They go with their game, and with
    # their pads.
    hand_id: Mapped[int | None]
    device_id: Mapped[int | None]
    revision: Mapped[int | None]
    at: Mapped[datetime] = mapped_column(Moment, default=now)
    what: Mapped[str] = mapped_column(String(20))
    before: Mapped[dict[str, object] | None] = mapped_column(JSON(none_as_null=True))
    after: Mapped[dict[str, object] | None] = mapped_column(JSON(none_as_null=True))
    undone: Mapped[datetime | None] = mapped_column(Moment)
    undoes: Mapped[int | None]
    act: Mapped[str | None] = mapped_column(String(64))


def index_of_some(name: str, model: type[Base], *columns: str, of: ColumnElement[bool]) -> None:
    """An index of these rows alone, in the order of a list that shows them.

    However many others there are, a page of the list reads its own rows and no more.
    """
    of_table = table(model)
    Index(name, *(of_table.c[each] for each in columns), sqlite_where=of, postgresql_where=of)


_KEPT: Final = Game.binned.is_(None)
index_of_some("ix_games_kept", Game, "pad_id", "number", of=_KEPT)
index_of_some("ix_games_running", Game, "pad_id", "number", of=_KEPT & Game.finished.is_(None))
_OVER: Final = _KEPT & Game.finished.is_not(None)
index_of_some("ix_games_finished", Game, "pad_id", "started", "number", of=_OVER)
index_of_some("ix_games_binned", Game, "pad_id", "number", of=Game.binned.is_not(None))
index_of_some("ix_pens_held", Pen, "pad_id", "given", "id", of=Pen.withdrawn.is_(None))
index_of_some("ix_changes_undoes", Change, "undoes", of=Change.undoes.is_not(None))
