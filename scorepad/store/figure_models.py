"""The tables of figures over the finished games of a pad. All of it follows from the hands."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import JSON, BigInteger, ForeignKey, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from scorepad.store.base import Base, Moment
from scorepad.store.models import Pad, Player, index_of_some


class Agreement(Base):
    """Rules that games of a pad were played by, for a number of players: what figures are kept by.

    ``options``: the ``rules`` of a game file, as they were first chosen; ``key``: a digest of what
    they come to. ``games``: how many finished games there are.
    """

    __tablename__ = "agreements"
    __table_args__ = (UniqueConstraint("pad_id", "key"), Index(None, "pad_id", "games"))

    id: Mapped[int] = mapped_column(primary_key=True)
    pad_id: Mapped[int] = mapped_column(ForeignKey(Pad.id))
    key: Mapped[str] = mapped_column(String(64))
    players: Mapped[int]
    options: Mapped[dict[str, object]] = mapped_column(JSON)
    games: Mapped[int]


class GameOutcome(Base):
    """What came of a finished game that is not in the bin: :class:`scorepad.rules.results.Outcome`.

    ``number`` and ``started``: the game's.
    """

    __tablename__ = "outcomes"
    __table_args__ = (
        # With all that an evening is made of.
        Index(None, "pad_id", "started", "number", "moons"),
        Index(None, "pad_id", "agreement_id", "started", "number"),
        *(
            Index(None, "pad_id", *by, record, "started")
            for record in ("hands", "lead", "comeback")
            for by in ((), ("agreement_id",))
        ),
    )

    # Worked out, as all of the row: to look each of these up would double what it costs to write.
    game_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    pad_id: Mapped[int]
    agreement_id: Mapped[int]
    number: Mapped[int]
    started: Mapped[datetime] = mapped_column(Moment)
    hands: Mapped[int]
    moons: Mapped[int]
    lead: Mapped[int | None]
    comeback: Mapped[int]
    comeback_of: Mapped[int | None]


class Evening(Base):
    """Games of one night together: those with an outcome from ``started`` to ``last_started``.

    ``number`` and ``started``: those of its first game; ``moons``: of all its games.
    """

    __tablename__ = "evenings"
    __table_args__ = (UniqueConstraint("pad_id", "number"), Index(None, "pad_id", "moons"))

    pad_id: Mapped[int] = mapped_column(ForeignKey(Pad.id), primary_key=True)
    started: Mapped[datetime] = mapped_column(Moment, primary_key=True)
    last_started: Mapped[datetime] = mapped_column(Moment)
    number: Mapped[int]
    games: Mapped[int]
    moons: Mapped[int]


class HandSumColumns:
    """What was counted hand by hand: :class:`scorepad.rules.hand_sums.HandSums`, but for the hands
    and queens, which are counted anyway."""

    above: Mapped[int] = mapped_column(default=0, server_default="0")
    squares: Mapped[int] = mapped_column(BigInteger, default=0, server_default="0")
    queen_hands: Mapped[int] = mapped_column(default=0, server_default="0")
    queen_chance: Mapped[int] = mapped_column(default=0, server_default="0")
    passes: Mapped[int] = mapped_column(default=0, server_default="0")
    feared: Mapped[int] = mapped_column(default=0, server_default="0")
    feared_chance: Mapped[int] = mapped_column(default=0, server_default="0")
    closes: Mapped[int] = mapped_column(default=0, server_default="0")
    closed: Mapped[int] = mapped_column(default=0, server_default="0")
    closed_chance: Mapped[int] = mapped_column(default=0, server_default="0")
    after_queen: Mapped[int] = mapped_column(default=0, server_default="0")
    bounced: Mapped[int] = mapped_column(default=0, server_default="0")
    bounced_chance: Mapped[int] = mapped_column(default=0, server_default="0")
    near_moons: Mapped[int] = mapped_column(default=0, server_default="0")
    stopped: Mapped[int] = mapped_column(default=0, server_default="0")
    stopped_chance: Mapped[int] = mapped_column(default=0, server_default="0")
    leader_passes: Mapped[int] = mapped_column(default=0, server_default="0")
    spoiled: Mapped[int] = mapped_column(default=0, server_default="0")
    spoiled_chance: Mapped[int] = mapped_column(default=0, server_default="0")


class PlayerResult(HandSumColumns, Base):
    """What came of such a game for one player (:class:`scorepad.rules.results.Result`).

    ``stats``: by the offset passed; ``hands`` to ``exact_hits``: their sums. ``queen_first`` to
    ``queen_longest``: the runs of hands without the queen. What came to its end in this game, and
    ``None`` where nothing did: ``wins_before``, the games won in a row before one that was not won,
    and ``queen_run``, the longest run of hands without the queen.
    """

    __tablename__ = "results"
    __table_args__ = (
        # With all that runs are made of.
        Index(
            "ix_results_runs",
            *("player_id", "started", "number", "place", "winners", "queen_first", "hands"),
        ),
        Index(None, "player_id", "agreement_id", "started", "number"),
        Index(None, "player_id", "agreement_id", "total", "started"),
        # SQLite would keep rows by a number of its own, and an index of their keys beside them.
        {"sqlite_with_rowid": False},
    )

    game_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    player_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    agreement_id: Mapped[int]
    number: Mapped[int]
    started: Mapped[datetime] = mapped_column(Moment)
    seat: Mapped[int | None]
    place: Mapped[int | None]
    total: Mapped[int | None]
    winners: Mapped[int]
    stats: Mapped[dict[str, list[int]]] = mapped_column(JSON)
    hands: Mapped[int]
    points: Mapped[int] = mapped_column(default=0, server_default="0")
    queens: Mapped[int] = mapped_column(default=0, server_default="0")
    moons: Mapped[int] = mapped_column(default=0, server_default="0")
    suns: Mapped[int] = mapped_column(default=0, server_default="0")
    exact_hits: Mapped[int] = mapped_column(default=0, server_default="0")
    queen_first: Mapped[int | None]
    queen_last: Mapped[int | None]
    queen_longest: Mapped[int | None]
    wins_before: Mapped[int | None]
    queen_run: Mapped[int | None]


class Streak(Base):
    """A player's streaks of one ``kind``: ``wins``, or hands without the ``queen``.

    ``now``: how long the one is that their latest game leaves behind. ``best``: the longest, and
    ``number`` and ``started`` of the first game that reached it. Who never had any has no row.
    """

    __tablename__ = "streaks"
    __table_args__ = (Index(None, "pad_id", "kind", "best", "started", "number", "player_id"),)

    player_id: Mapped[int] = mapped_column(ForeignKey(Player.id), primary_key=True)
    kind: Mapped[str] = mapped_column(String(5), primary_key=True)
    pad_id: Mapped[int] = mapped_column(ForeignKey(Pad.id))
    now: Mapped[int]
    best: Mapped[int]
    number: Mapped[int]
    started: Mapped[datetime] = mapped_column(Moment)


class Tally(HandSumColumns, Base):
    """Sums over a player's results under one agreement.

    ``wins`` includes ``shared`` ones; ``places``: the sum of places. ``by_pass``: of hands, by the
    offset passed (:class:`scorepad.rules.results.HandStats`); ``by_seat``: of games, by the seat,
    in the order of the columns from ``games`` to ``exact_hits``.
    """

    __tablename__ = "tallies"

    # No keys, as for results.
    player_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    agreement_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    games: Mapped[int]
    wins: Mapped[int]
    shared: Mapped[int]
    places: Mapped[int]
    hands: Mapped[int]
    points: Mapped[int]
    queens: Mapped[int]
    moons: Mapped[int]
    suns: Mapped[int]
    exact_hits: Mapped[int]
    by_pass: Mapped[dict[str, list[int]]] = mapped_column(JSON)
    by_seat: Mapped[dict[str, list[int]]] = mapped_column(JSON)


class Meeting(Base):
    """The games under one agreement that a player and another one finished, for the player.

    ``hands``: of each game, those of whoever played fewer. ``ahead`` and ``level``: how often they
    were placed better than, or as well as, the other player.
    """

    __tablename__ = "meetings"

    # No keys, as for results.
    player_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    other_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    agreement_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    games: Mapped[int]
    wins: Mapped[int]
    hands: Mapped[int]
    ahead: Mapped[int]
    level: Mapped[int]


for _run in (PlayerResult.wins_before, PlayerResult.queen_run):
    _whose_runs = ("player_id", _run.key, "started", "number")
    index_of_some(f"ix_results_{_run.key}", PlayerResult, *_whose_runs, of=_run.is_not(None))
