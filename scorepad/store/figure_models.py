"""The tables behind the figures: what each finished game came to.

All of it follows from the hands. :mod:`scorepad.store.game.count_game` writes both, and pages
add them up.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import JSON, BigInteger, ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from scorepad.store.base import Base, Moment
from scorepad.store.models import Game, Pad, Player


class GameOutcome(Base):
    """What a finished game that is not in the bin came to as a whole.

    ``agreement``: a digest of its rules and its number of ``players``. ``number`` and ``started``:
    the game's. ``hands`` and ``lead``: as of :class:`scorepad.rules.results.Outcome`.
    """

    __tablename__ = "outcomes"
    __table_args__ = (Index(None, "pad_id", "started", "number"),)

    game_id: Mapped[int] = mapped_column(ForeignKey(Game.id), primary_key=True, autoincrement=False)
    pad_id: Mapped[int] = mapped_column(ForeignKey(Pad.id))
    agreement: Mapped[str] = mapped_column(String(16))
    players: Mapped[int]
    number: Mapped[int]
    started: Mapped[datetime] = mapped_column(Moment)
    hands: Mapped[int]
    lead: Mapped[int | None]


class PlayerResult(Base):
    """What such a game came to for one player: :class:`scorepad.rules.results.Result`.

    ``comeback``: the outcome's, if it was theirs, else 0. ``stats``: by the offset passed;
    ``points`` to ``exact_hits``: their sums. ``partly``: which of the game's hands they played,
    counted from 0; ``None`` for all of them. ``queen_first`` to ``queen_longest``: the runs of
    hands without the queen. From ``above`` on: :class:`scorepad.rules.results.HandSums`.
    """

    __tablename__ = "results"

    game_id: Mapped[int] = mapped_column(ForeignKey(Game.id), primary_key=True, autoincrement=False)
    player_id: Mapped[int] = mapped_column(ForeignKey(Player.id), primary_key=True, index=True)
    seat: Mapped[int | None]
    place: Mapped[int | None]
    total: Mapped[int | None]
    winners: Mapped[int]
    comeback: Mapped[int]
    stats: Mapped[dict[str, list[int]]] = mapped_column(JSON)
    partly: Mapped[list[int] | None] = mapped_column(JSON(none_as_null=True))
    hands: Mapped[int]
    points: Mapped[int]
    queens: Mapped[int]
    moons: Mapped[int]
    suns: Mapped[int]
    exact_hits: Mapped[int]
    queen_first: Mapped[int | None]
    queen_last: Mapped[int | None]
    queen_longest: Mapped[int | None]
    above: Mapped[int]
    squares: Mapped[int] = mapped_column(BigInteger)
    queen_hands: Mapped[int]
    queen_taken: Mapped[int]
    queen_chance: Mapped[int]
    passes: Mapped[int]
    feared: Mapped[int]
    feared_chance: Mapped[int]
    closes: Mapped[int]
    closed: Mapped[int]
    closed_chance: Mapped[int]
    after_queen: Mapped[int]
    bounced: Mapped[int]
    bounced_chance: Mapped[int]
    near_moons: Mapped[int]
    stopped: Mapped[int]
    stopped_chance: Mapped[int]
    leader_passes: Mapped[int]
    spoiled: Mapped[int]
    spoiled_chance: Mapped[int]
