"""Evenings: the games of a pad that were each started soon after the one before.

An evening is a row with its first and its last game's start: a change of a game changes the row of
its evening, and no other, unless it joins two evenings or parts one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Final, NamedTuple

from sqlalchemy import Connection, bindparam, delete, func, insert, select, update

from scorepad.store.figure_models import Evening, GameOutcome

# A game belongs to the evening of the one before if it was started so soon after that one's start.
# A night's sleep is longer, and no game of cards with its meal is.
SAME_EVENING: Final = timedelta(hours=6)


class Span(NamedTuple):
    """Some games of one evening: the first and the last start, the first number, games, moons."""

    started: datetime
    last_started: datetime
    number: int
    games: int
    moons: int


_EVENINGS_OF_PAD: Final = Evening.pad_id == bindparam("pad")
SPAN: Final = select(
    Evening.started, Evening.last_started, Evening.number, Evening.games, Evening.moons
).where(_EVENINGS_OF_PAD)
_START: Final = bindparam("start", type_=GameOutcome.started.type)
# The evening that a start is in or soon after, and the next one.
_UP_TO: Final = SPAN.where(Evening.started <= _START).order_by(Evening.started.desc()).limit(1)
_NEXT: Final = SPAN.where(Evening.started > _START).order_by(Evening.started).limit(1)


def follow(connection: Connection, pad_id: int, started: datetime) -> None:
    """Bring the evenings up to date after a change of a game with this start."""
    here = {"pad": pad_id, "start": started}
    touched = []
    for statement in (_UP_TO, _NEXT):
        row = connection.execute(statement, here).one_or_none()
        span = None if row is None else Span(*row)
        if (
            span is not None
            and started - span.last_started <= SAME_EVENING
            and span.started - started <= SAME_EVENING
        ):
            touched.append(span)
    remove(connection, pad_id, touched)
    first = min([started, *(span.started for span in touched)])
    last = max([started, *(span.last_started for span in touched)])
    new = _spans(connection, pad_id, started, first, last)
    put(connection, pad_id, new)


_LAST: Final = SPAN.order_by(Evening.started.desc()).limit(1)


def last_evening(connection: Connection, pad_id: int) -> Span | None:
    """The pad's last evening: its last game is the last one of all."""
    row = connection.execute(_LAST, {"pad": pad_id}).one_or_none()
    return None if row is None else Span(*row)


_ONE_MORE: Final = (
    update(Evening)
    .where(_EVENINGS_OF_PAD, Evening.started == _START)
    .values(
        last_started=bindparam("new_start"),
        games=Evening.games + 1,
        moons=Evening.moons + bindparam("more"),
    )
)


def go_on(connection: Connection, pad_id: int, last: Span | None, game: Span) -> None:
    """Bring the evenings up to date with a game that was started after all others.

    ``last``: the evening before it, or that it is in.
    """
    if last is None or game.started - last.last_started > SAME_EVENING:
        put(connection, pad_id, [game])
        return
    evening = {"pad": pad_id, "start": last.started}
    connection.execute(_ONE_MORE, {**evening, "new_start": game.started, "more": game.moons})


_OF_PAD: Final = GameOutcome.pad_id == bindparam("pad")
_FROM: Final = bindparam("from", type_=GameOutcome.started.type)
_TO: Final = bindparam("to", type_=GameOutcome.started.type)
_WITHIN: Final = (_OF_PAD, GameOutcome.started >= _FROM, GameOutcome.started <= _TO)
_FIRST: Final = (
    select(GameOutcome.number, GameOutcome.started)
    .where(*_WITHIN)
    .order_by(GameOutcome.started, GameOutcome.number)
)
_FIRST_OF_ALL: Final = _FIRST.limit(1)
_BEFORE: Final = select(func.max(GameOutcome.started)).where(_OF_PAD, GameOutcome.started < _START)
_BEHIND: Final = select(func.min(GameOutcome.started)).where(_OF_PAD, GameOutcome.started > _START)
_THERE: Final = select(func.min(GameOutcome.started)).where(_OF_PAD, GameOutcome.started == _START)
_SUMS: Final = select(
    func.max(GameOutcome.started), func.count(), func.sum(GameOutcome.moons)
).where(*_WITHIN)


def _spans(
    connection: Connection, pad_id: int, started: datetime, first: datetime, last: datetime
) -> Iterator[Span]:
    """The evenings from one start to another; what can part them is beside a third one."""
    here = {"pad": pad_id, "start": started}
    around = [connection.scalar(each, here) for each in (_BEFORE, _THERE, _BEHIND)]
    starts = [each for each in around if each is not None and first <= each <= last]
    gaps = [
        (earlier, later) for earlier, later in pairwise(starts) if later - earlier > SAME_EVENING
    ]
    begins = [first, *(later for _, later in gaps)]
    ends = [*(earlier for earlier, _ in gaps), last]
    for begin, end in zip(begins, ends, strict=True):
        within = {"pad": pad_id, "from": begin, "to": end}
        game = connection.execute(_FIRST_OF_ALL, within).one_or_none()
        if game is not None:
            last_started, games, moons = connection.execute(_SUMS, within).one()
            yield Span(game.started, last_started, game.number, games, moons)


_GAMES: Final = (
    select(GameOutcome.started, GameOutcome.started, GameOutcome.number, 1, GameOutcome.moons)
    .where(_OF_PAD)
    .order_by(GameOutcome.started, GameOutcome.number)
)


def follow_all(connection: Connection, pad_id: int) -> None:
    """Work all evenings of a pad out anew."""
    connection.execute(delete(Evening).where(Evening.pad_id == pad_id))
    rows = connection.execute(_GAMES, {"pad": pad_id})
    put(connection, pad_id, joined(Span(*row) for row in rows))


def joined(spans: Iterable[Span]) -> Iterator[Span]:
    """The evenings that games and evenings come to, which are in the order of their starts."""
    evening: Span | None = None
    for span in spans:
        if evening is not None and span.started - evening.last_started <= SAME_EVENING:
            evening = evening._replace(
                last_started=max(evening.last_started, span.last_started),
                games=evening.games + span.games,
                moons=evening.moons + span.moons,
            )
            continue
        if evening is not None:
            yield evening
        evening = span
    if evening is not None:
        yield evening


_DELETE: Final = delete(Evening).where(
    Evening.pad_id == bindparam("pad"), Evening.started == _START
)


def remove(connection: Connection, pad_id: int, evenings: Sequence[Span]) -> None:
    """Delete evenings that are no longer."""
    if evenings:
        connection.execute(_DELETE, [{"pad": pad_id, "start": each.started} for each in evenings])


_INSERT: Final = insert(Evening)


def put(connection: Connection, pad_id: int, evenings: Iterable[Span]) -> None:
    """Store evenings that are new."""
    rows = [{"pad_id": pad_id, **each._asdict()} for each in evenings]
    if rows:
        connection.execute(_INSERT, rows)
