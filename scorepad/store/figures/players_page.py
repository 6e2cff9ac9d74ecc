"""Queries for the pages about players: their sums, their form, their best and worst."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Select, and_, bindparam, func, select
from sqlalchemy.orm import Session

from scorepad.rules.results import HandStats
from scorepad.store.figures.firsts import first_game
from scorepad.store.figures.rows import RESULTS
from scorepad.store.figures.tallies import TALLIES, Sums
from scorepad.store.models import Player
from scorepad.store.snapshot import table

# How many players a page lists, how many others a player is compared with, and how many games
# their form goes back.
MOST_LISTED: Final = 100
MOST_OTHERS: Final = 30
FORM_GAMES: Final = 40

_PLAYERS: Final = table(Player)
# An entry that was merged into another one is no player.
_OF_PAD: Final = and_(_PLAYERS.c.pad_id == bindparam("pad"), _PLAYERS.c.merged_into.is_(None))
_OF_PLAYER: Final = _PLAYERS.c.id == bindparam("player")
_PLAYER: Final = select(_PLAYERS.c.id, _PLAYERS.c.name).where(_OF_PAD, _OF_PLAYER)
_SUCCESSOR: Final = select(_PLAYERS.c.merged_into).where(
    _PLAYERS.c.pad_id == bindparam("pad"), _OF_PLAYER
)
_LISTED: Final = (
    select(_PLAYERS.c.id, _PLAYERS.c.name)
    .where(_OF_PAD)
    .order_by(_PLAYERS.c.name_key)
    # One more than the page shows tells whether there is another page.
    .limit(MOST_LISTED + 1)
)
_AFTER: Final = (
    select(_PLAYERS.c.name_key)
    .where(_OF_PAD, _PLAYERS.c.id == bindparam("after"))
    .scalar_subquery()
)
_LISTED_AFTER: Final = _LISTED.where(_PLAYERS.c.name_key > _AFTER)

_SUMS: Final = tuple(func.sum(TALLIES.c[name]).label(name) for name in Sums._fields)
_OF_LISTED: Final = (
    select(TALLIES.c.player_id, *_SUMS)
    .where(TALLIES.c.player_id.in_(bindparam("players", expanding=True)), TALLIES.c.kind == "all")
    .group_by(TALLIES.c.player_id)
)

_WHOSE: Final = TALLIES.c.player_id == bindparam("player")
_UNDER: Final = TALLIES.c.agreement_id == bindparam("agreement")
_TALLIES: Final = (
    select(TALLIES.c.kind, TALLIES.c.of, *(TALLIES.c[name] for name in Sums._fields))
    .where(_WHOSE, TALLIES.c.kind.in_(("all", "pass", "seat")), _UNDER)
    .order_by(TALLIES.c.kind, TALLIES.c.of)
)
_TALLY_OF_ALL: Final = (
    select(TALLIES.c.kind, TALLIES.c.of, *_SUMS)
    .where(_WHOSE, TALLIES.c.kind == "all")
    .group_by(TALLIES.c.kind, TALLIES.c.of)
)


def _others(*conditions: ColumnElement[bool]) -> Select[Any]:
    """The sums of games with each other player, for those with most games."""
    return (
        select(_PLAYERS.c.id, _PLAYERS.c.name, *_SUMS)
        .join(TALLIES, TALLIES.c.of == _PLAYERS.c.id)
        .where(_WHOSE, TALLIES.c.kind == "with", *conditions)
        .group_by(_PLAYERS.c.id)
        .order_by(func.sum(TALLIES.c.games).desc(), _PLAYERS.c.id)
        .limit(MOST_OTHERS + 1)
    )


_OTHERS: Final = _others(_UNDER)
_OTHERS_OF_ALL: Final = _others()

_RESULT_OF: Final = RESULTS.c.player_id == bindparam("player")
_RESULT_UNDER: Final = RESULTS.c.agreement_id == bindparam("agreement")
_NEWEST_FIRST: Final = (RESULTS.c.started.desc(), RESULTS.c.number.desc())
_FORM: Final = (
    select(*(RESULTS.c[name] for name in ("number", "place", "winners", "deeds")))
    .where(_RESULT_OF, RESULTS.c.place.is_not(None))
    .order_by(*_NEWEST_FIRST)
    .limit(FORM_GAMES)
)
_FORM_UNDER: Final = _FORM.where(_RESULT_UNDER)
_LATEST: Final = (
    select(RESULTS.c.wins_in_a_row, RESULTS.c.still_without_queen)
    .where(_RESULT_OF)
    .order_by(*_NEWEST_FIRST)
    .limit(1)
)


def _first_with(column: ColumnElement[Any], extreme: Any, *whose: ColumnElement[bool]) -> Any:
    """The first game in which the highest or lowest value of a column was reached."""
    first = first_game(RESULTS, column, extreme, *whose)
    return select(column, RESULTS.c.number, RESULTS.c.started).where(
        _RESULT_OF, RESULTS.c.game_id == first
    )


_TOTALS: Final = (RESULTS.c.total, _RESULT_OF, _RESULT_UNDER)
_LOWEST: Final = _first_with(_TOTALS[0], func.min, *_TOTALS[1:])
_HIGHEST: Final = _first_with(_TOTALS[0], func.max, *_TOTALS[1:])
_WON_IN_A_ROW: Final = _first_with(RESULTS.c.wins_in_a_row, func.max, _RESULT_OF)
_WITHOUT_QUEEN: Final = _first_with(RESULTS.c.without_queen, func.max, _RESULT_OF)


@dataclass(frozen=True)
class PlayerLine:
    """A player in the list: id, name, and sums over all finished games."""

    id: int
    name: str
    sums: Sums


@dataclass(frozen=True)
class PlayersPage:
    """Some of a pad's players, by name. ``more``: whether there are others behind them."""

    players: Sequence[PlayerLine]
    more: bool


class NamedPlayer(NamedTuple):
    """A player of a pad."""

    id: int
    name: str


@dataclass(frozen=True)
class FormGame:
    """A game in a player's form: its number, their place, how many share the win, their deeds."""

    number: int
    place: int
    winners: int
    deeds: HandStats


class Extreme(NamedTuple):
    """A value, and the number and start of the first game that reached it."""

    value: int
    number: int
    started: datetime


@dataclass(frozen=True)
class Streaks:
    """A player's streaks over games of all rules; the best ones are ``None`` before any game.

    ``wins`` and ``without_queen``: those that the latest game leaves behind.
    """

    best_wins: Extreme | None
    best_without_queen: Extreme | None
    wins: int
    without_queen: int


@dataclass(frozen=True)
class PlayerFigures:
    """A player's figures, under one agreement or over all rules.

    ``all``: over all of their games. ``by_pass``, ``by_seat``, ``lowest``, ``highest``: under one
    agreement only; over several they mean nothing. ``others``: those played with most, at most
    ``MOST_OTHERS``, and ``more_others`` says whether there are more. ``form``: oldest first.
    """

    all: Sums
    by_pass: Mapping[int, Sums]
    by_seat: Mapping[int, Sums]
    others: Sequence[PlayerLine]
    more_others: bool
    form: Sequence[FormGame]
    lowest: Extreme | None
    highest: Extreme | None
    streaks: Streaks


def players_page(session: Session, pad_id: int, after: int | None = None) -> PlayersPage:
    """The first players of a pad by name, or those after one of them, by id."""
    connection = session.connection()
    statement = _LISTED if after is None else _LISTED_AFTER
    rows = connection.execute(statement, {"pad": pad_id, "after": after}).all()
    shown = rows[:MOST_LISTED]
    sums = {
        row[0]: Sums(*row[1:])
        for row in connection.execute(_OF_LISTED, {"players": [row.id for row in shown]})
    }
    return PlayersPage(
        [PlayerLine(row.id, row.name, sums.get(row.id, Sums())) for row in shown],
        more=len(rows) > MOST_LISTED,
    )


def player_named(session: Session, pad_id: int, player_id: int) -> NamedPlayer | None:
    """The pad's player of this id."""
    parameters = {"pad": pad_id, "player": player_id}
    row = session.connection().execute(_PLAYER, parameters).one_or_none()
    return None if row is None else NamedPlayer(*row)


def successor_of(session: Session, pad_id: int, player_id: int) -> int | None:
    """Whom an entry of the pad was merged into; ``None`` for a player, and for nobody's id."""
    connection = session.connection()
    successor = None
    parameters = {"pad": pad_id, "player": player_id}
    while (into := connection.scalar(_SUCCESSOR, parameters)) is not None:
        successor = into
        parameters["player"] = into
    return successor


def figures_of(session: Session, player_id: int, agreement_id: int | None) -> PlayerFigures:
    """A player's figures; ``agreement_id``: ``None`` for all rules."""
    connection = session.connection()
    over_all = agreement_id is None
    parameters = {"player": player_id, "agreement": agreement_id}
    kinds: dict[str, dict[int, Sums]] = {"all": {}, "pass": {}, "seat": {}}
    for kind, of, *sums in connection.execute(_TALLY_OF_ALL if over_all else _TALLIES, parameters):
        kinds[kind][of] = Sums(*sums)
    others = [
        PlayerLine(other, name, Sums(*sums))
        for other, name, *sums in connection.execute(
            _OTHERS_OF_ALL if over_all else _OTHERS, parameters
        )
    ]

    def first_with(statement: Any) -> Extreme | None:
        row = connection.execute(statement, parameters).one_or_none()
        return None if row is None else Extreme(*row)

    latest = connection.execute(_LATEST, parameters).one_or_none()
    return PlayerFigures(
        all=kinds["all"].get(0, Sums()),
        by_pass=kinds["pass"],
        by_seat=kinds["seat"],
        others=others[:MOST_OTHERS],
        more_others=len(others) > MOST_OTHERS,
        form=form_of(session, player_id, agreement_id),
        lowest=None if over_all else first_with(_LOWEST),
        highest=None if over_all else first_with(_HIGHEST),
        streaks=Streaks(
            first_with(_WON_IN_A_ROW),
            first_with(_WITHOUT_QUEEN),
            *(latest or (0, 0)),
        ),
    )


def form_of(session: Session, player_id: int, agreement_id: int | None) -> Sequence[FormGame]:
    """The latest games that a player finished, oldest first."""
    statement = _FORM if agreement_id is None else _FORM_UNDER
    parameters = {"player": player_id, "agreement": agreement_id}
    rows = session.connection().execute(statement, parameters).all()
    return [
        FormGame(number, place, winners, _together(deeds))
        for number, place, winners, deeds in reversed(rows)
    ]


def _together(deeds: Mapping[str, Sequence[int]]) -> HandStats:
    """What was done in all hands of a game, from what was done by each direction of the pass."""
    return HandStats(*map(sum, zip(*deeds.values(), strict=True))) if deeds else HandStats()
