"""Games as lists show them: their players and how they stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from sqlalchemy import (
    ColumnElement,
    Connection,
    ScalarSelect,
    Select,
    func,
    literal,
    select,
    tuple_,
)
from sqlalchemy.orm import aliased

from scorepad.rules import Ruleset
from scorepad.store.base import Moment, Page, page_of
from scorepad.store.figure_models import GameOutcome, PlayerResult
from scorepad.store.figures.games import EVER, IN_ORDER, NEWEST_FIRST, Games, Season, played
from scorepad.store.game.snapshot import GAME, GameSnapshot, assemble
from scorepad.store.models import Game, Pad, Player

# How many games of a kind a page shows.
GAMES_AT_A_TIME: Final = 10


class ListedScore(NamedTuple):
    """A player's total; ``None`` in a game that ended without a hand.

    ``won``: alone or shared; in a game that runs, whether nobody is ahead of them.
    """

    name: str
    total: int | None
    won: bool


@dataclass(frozen=True)
class ListedGame:
    """A game in a list, with the scores of those who sit there, or sat there at the end.

    They are in the order of the seats while it runs, then in that of the places. ``hand``: the
    number of the one that is played, ``ruleset``: what it is played by; ``None`` if it is over.
    ``tied``: the seats whose tie keeps it going.
    """

    number: int
    started: datetime
    scores: Sequence[ListedScore]
    hand: int | None = None
    ruleset: Ruleset | None = None
    tied: Sequence[int] = ()


class GameKey(NamedTuple):
    """A game's id, and its place in a list."""

    id: int
    number: int
    started: datetime


def start_of(connection: Connection, pad_id: int, number: int | None) -> datetime | None:
    """When the pad's game of a number was started: where a list goes on after it."""
    return connection.scalar(
        select(Game.started).where(Game.pad_id == pad_id, Game.number == number)
    )


def running_games(connection: Connection, statement: Select[*tuple[Any, ...]]) -> Page[ListedGame]:
    """The first of the running games that a statement of ``GAME`` finds."""
    page = page_of(connection.execute(statement.limit(GAMES_AT_A_TIME + 1)).all(), GAMES_AT_A_TIME)
    return Page([_running(game) for game in assemble(connection, page.rows)], page.more)


def finished_games(
    connection: Connection, statement: Select[int, int, datetime]
) -> Page[ListedGame]:
    """The first of the finished games whose keys a statement finds.

    From what is kept of how they ended: a list of ten need not work out ten sheets.
    """
    page = page_of(connection.execute(statement.limit(GAMES_AT_A_TIME + 1)).all(), GAMES_AT_A_TIME)
    keys = [GameKey(*row) for row in page.rows]
    scores: dict[int, list[ListedScore]] = {key.id: [] for key in keys}
    rows = connection.execute(
        select(PlayerResult.game_id, Player.name, PlayerResult.total, PlayerResult.winners)
        .join(Player, Player.id == PlayerResult.player_id)
        # Somebody who left before the end has no seat.
        .where(PlayerResult.game_id.in_(scores), PlayerResult.seat.is_not(None))
        .order_by(PlayerResult.place, PlayerResult.seat)
    )
    for game_id, name, total, winners in rows:
        scores[game_id].append(ListedScore(name, total, winners > 0))
    return Page([ListedGame(key.number, key.started, scores[key.id]) for key in keys], page.more)


def _running(game: GameSnapshot) -> ListedGame:
    ahead = game.sheet.ahead
    totals = zip(game.names, game.sheet.totals, strict=True)
    return ListedGame(
        game.number,
        game.started,
        [ListedScore(name, total, seat in ahead) for seat, (name, total) in enumerate(totals)],
        game.sheet.next.number if game.sheet.next else None,
        game.ruleset,
        game.sheet.tied,
    )


def running_of(pad_id: int) -> Select[*tuple[Any, ...]]:
    """The rows of the pad's games that are not over, and not in the bin, newest first."""
    conditions = (Game.pad_id == pad_id, Game.binned.is_(None), Game.finished.is_(None))
    return GAME.where(*conditions).order_by(Game.number.desc())


def running_game(connection: Connection, pad_id: int) -> GameSnapshot | None:
    """The pad's newest game that is not over, and not in the bin."""
    row = connection.execute(running_of(pad_id).limit(1)).one_or_none()
    return None if row is None else assemble(connection, [row])[0]


def number_of_next() -> ScalarSelect[int | None]:
    """The number of the game that is played after the ``Game`` of a statement."""
    later = aliased(Game)
    return (
        select(func.min(later.number))
        .where(
            later.pad_id == Game.pad_id,
            later.number > Game.number,
            later.finished.is_(None),
            later.binned.is_(None),
        )
        .correlate(Game)
        .scalar_subquery()
    )


def next_running(connection: Connection, game_id: int) -> int | None:
    """The number of the first game that was started after this one and is not over."""
    return connection.scalar(select(number_of_next()).where(Game.id == game_id))


def newest_running(connection: Connection, pad_ids: Sequence[int]) -> tuple[str, int] | None:
    """The newest running game of any of these pads: the pad's address, and its number there."""
    newest = (
        select(Pad.address, Game.number)
        .join(Pad, Pad.id == Game.pad_id)
        .where(Pad.id.in_(pad_ids), Game.binned.is_(None), Game.finished.is_(None))
        .order_by(Game.id.desc())
        .limit(1)
    )
    row = connection.execute(newest).one_or_none()
    return None if row is None else (row.address, row.number)


# How a page of games lies to the game that leads to it: right before or after it, or, of running
# games, before it. The last page needs none.
Way: TypeAlias = Literal["before", "after", "running", "oldest"]


@dataclass(frozen=True)
class GamesPage:
    """One page of a pad's games; both lists are newest first.

    Running games stand on the first page, and on pages of their own if there are many of them:
    ``more_running``. ``newer`` and ``older``: whether there are such finished games.
    """

    running: Sequence[ListedGame]
    finished: Sequence[ListedGame]
    more_running: bool = False
    newer: bool = False
    older: bool = False


def games_page(
    connection: Connection, pad_id: int, way: Way | None = None, number: int | None = None
) -> GamesPage:
    """A page of a pad's games, without those in the bin; ``number``: of the game that leads to it.

    It is the first one if the pad has no game of that number, or none on that page.
    """
    page = None if way is None else _later_page(connection, pad_id, way, number)
    if page is not None:
        return page
    running = running_games(connection, running_of(pad_id))
    finished = finished_games(connection, _newest_first(_finished(pad_id)))
    return GamesPage(running.rows, finished.rows, more_running=running.more, older=finished.more)


def _later_page(
    connection: Connection, pad_id: int, way: Way, number: int | None
) -> GamesPage | None:
    """The page, unless it is empty or the first one."""
    if way == "running":
        page = running_games(connection, running_of(pad_id).where(Game.number < number))
        return GamesPage(page.rows, [], more_running=page.more, newer=True) if page.rows else None
    finished = _finished(pad_id)
    if way == "oldest":
        page = finished_games(connection, _oldest_first(finished))
        return GamesPage([], page.rows[::-1], newer=True) if page.more else None
    started = start_of(connection, pad_id, number)
    if started is None:
        return None
    key, here = tuple_(Game.started, Game.number), tuple_(literal(started, Moment), literal(number))
    if way == "before":
        page = finished_games(connection, _newest_first(finished.where(key < here)))
        return GamesPage([], page.rows, newer=True, older=page.more) if page.rows else None
    page = finished_games(connection, _oldest_first(finished.where(key > here)))
    return GamesPage([], page.rows[::-1], newer=True, older=True) if page.more else None


def _finished(pad_id: int) -> Select[int, int, datetime]:
    return select(Game.id, Game.number, Game.started).where(
        Game.pad_id == pad_id, Game.binned.is_(None), Game.finished.is_not(None)
    )


# By when they were started: a game that was imported has a higher number than many later ones.
def _newest_first(finished: Select[int, int, datetime]) -> Select[int, int, datetime]:
    return finished.order_by(Game.started.desc(), Game.number.desc())


def _oldest_first(finished: Select[int, int, datetime]) -> Select[int, int, datetime]:
    return finished.order_by(Game.started, Game.number)


def last_game(connection: Connection, pad_id: int) -> GameSnapshot | None:
    """The game of the pad that was started last and is not in the bin."""
    finished = (
        GAME.where(Game.pad_id == pad_id, Game.binned.is_(None), Game.finished.is_not(None))
        .order_by(Game.started.desc(), Game.number.desc())
        .limit(1)
    )
    # Each list has an index of its own.
    found = [connection.execute(each).first() for each in (finished, running_of(pad_id).limit(1))]
    rows = [row for row in found if row is not None]
    if not rows:
        return None
    return assemble(connection, [max(rows, key=lambda row: (row.started, row.number))])[0]


def bin_page(connection: Connection, pad_id: int, before: int | None = None) -> Page[GameKey]:
    """The games in the pad's bin with a lower number than ``before``, newest first."""
    binned = select(Game.id, Game.number, Game.started).where(*_in_bin(pad_id))
    if before is not None:
        binned = binned.where(Game.number < before)
    rows = connection.execute(binned.order_by(Game.number.desc()).limit(GAMES_AT_A_TIME + 1))
    return page_of([GameKey(*row) for row in rows], GAMES_AT_A_TIME)


def has_bin(connection: Connection, pad_id: int) -> bool:
    """Whether there is a game in the pad's bin."""
    return connection.scalar(select(Game.id).where(*_in_bin(pad_id)).limit(1)) is not None


def _in_bin(pad_id: int) -> Sequence[ColumnElement[bool]]:
    return Game.pad_id == pad_id, Game.binned.is_not(None)


@dataclass(frozen=True)
class Search:
    """What is looked for; ``None``: any. ``player``: an id; ``year``: in UTC.

    ``agreement``: a digest (:class:`~scorepad.store.figure_models.GameOutcome`).
    """

    player: int | None = None
    agreement: str | None = None
    year: int | None = None


def games_found(
    connection: Connection, pad_id: int, search: Search, before: int | None = None
) -> Page[ListedGame]:
    """The finished games of a pad that a search finds, without those in the bin.

    ``before``: the number of the game after which the page begins; the first page without.
    """
    season = EVER
    if search.year is not None:
        season = Season(*(datetime(search.year + more, 1, 1, tzinfo=UTC) for more in (0, 1)))
    found = select(GameOutcome.game_id, GameOutcome.number, GameOutcome.started).where(
        *Games(pad_id, search.agreement, season).are_these
    )
    if search.player is not None:
        theirs = select(PlayerResult.game_id).where(PlayerResult.player_id == search.player)
        found = found.where(GameOutcome.game_id.in_(theirs))
    if before is not None:
        started = start_of(connection, pad_id, before)
        if started is not None:
            here = tuple_(literal(started, Moment), literal(before))
            found = found.where(tuple_(*IN_ORDER) < here)
    return finished_games(connection, found.order_by(*NEWEST_FIRST))


def years_played(connection: Connection, pad_id: int) -> Sequence[int]:
    """The years from the pad's newest finished game back to its oldest one."""
    _, first, last = played(connection, Games(pad_id))
    return () if first is None or last is None else range(last.year, first.year - 1, -1)
