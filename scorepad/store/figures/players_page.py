"""Queries for the pages about players: their sums, their form, their best and worst."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import starmap
from typing import Final, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Executable,
    and_,
    bindparam,
    func,
    literal,
    null,
    select,
    union_all,
)
from sqlalchemy.orm import Session

from scorepad.rules.results import HandStats
from scorepad.store.figures.firsts import first_game
from scorepad.store.figures.streaks import QUEEN, WINS
from scorepad.store.figures.tallies import COUNTED_BY_HAND, Sums
from scorepad.store.models import Player, PlayerResult, Streak, Tally
from scorepad.store.page import Page, page_of

# How many players a page lists, how many others a player is compared with, and how many games
# their form goes back.
MOST_LISTED: Final = 100
MOST_OTHERS: Final = 30
FORM_GAMES: Final = 40


class PlayerLine(NamedTuple):
    """A player in the list: id, name, and sums over all finished games."""

    id: int
    name: str
    sums: Sums


class FormGame(NamedTuple):
    """A game in a player's form: its number, their place, how many share the win, their stats."""

    number: int
    place: int
    winners: int
    stats: HandStats


class Extreme(NamedTuple):
    """A value, and the number and start of the first game that reached it."""

    value: int
    number: int
    started: datetime


@dataclass(frozen=True)
class Streaks:
    """A player's streaks over games of all rules; the best are ``None`` if there never was any.

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
    agreement only; over several they mean nothing. ``others``: those played with most. ``form``:
    oldest first.
    """

    all: Sums
    by_pass: Mapping[int, Sums]
    by_seat: Mapping[int, Sums]
    others: Page[PlayerLine]
    form: Sequence[FormGame]
    lowest: Extreme | None
    highest: Extreme | None
    streaks: Streaks


# An entry that was merged into another one is no player.
_OF_PAD: Final = and_(Player.pad_id == bindparam("pad"), Player.merged_into.is_(None))
_LISTED: Final = (
    select(Player.id, Player.name).where(_OF_PAD).order_by(Player.name_key).limit(MOST_LISTED + 1)
)
_AFTER: Final = (
    select(Player.name_key).where(_OF_PAD, Player.id == bindparam("after")).scalar_subquery()
)
_LISTED_AFTER: Final = _LISTED.where(Player.name_key > _AFTER)
_NAMES: Final = tuple(name for name in Sums._fields if name not in COUNTED_BY_HAND)
_SUMS: Final = tuple(func.sum(getattr(Tally, name)).label(name) for name in _NAMES)
_OF_LISTED: Final = (
    select(Tally.player_id, *_SUMS)
    .where(Tally.player_id.in_(bindparam("players", expanding=True)), Tally.kind == "all")
    .group_by(Tally.player_id)
)


def players_page(session: Session, pad_id: int, after: int | None = None) -> Page[PlayerLine]:
    """The first players of a pad by name, or those after one of them, by id."""
    connection = session.connection()
    statement = _LISTED if after is None else _LISTED_AFTER
    rows = connection.execute(statement, {"pad": pad_id, "after": after}).all()
    page = page_of(rows, MOST_LISTED)
    found = connection.execute(_OF_LISTED, {"players": [row.id for row in page.rows]})
    sums_of = {player: Sums(*sums) for player, *sums in found}
    players = [PlayerLine(row.id, row.name, sums_of.get(row.id, Sums())) for row in page.rows]
    return Page(players, page.more)


_WHOSE: Final = Tally.player_id == bindparam("player")


def _tallies(kinds: Sequence[str], *conditions: ColumnElement[bool]) -> Executable:
    """Sums over tallies of these kinds, and over those with the others, of most games with them."""
    own = (
        select(Tally.kind, Tally.of, null().label("name"), *_SUMS)
        .where(_WHOSE, Tally.kind.in_(kinds), *conditions)
        .group_by(Tally.kind, Tally.of)
    )
    others = (
        select(Tally.kind, Player.id, Player.name, *_SUMS)
        .join(Tally, Tally.of == Player.id)
        .where(_WHOSE, Tally.kind == "with", *conditions)
        .group_by(Tally.kind, Player.id)
        .order_by(func.sum(Tally.games).desc(), Player.id)
        .limit(MOST_OTHERS + 1)
    )
    return union_all(own, select(others.subquery()))


_TALLIES: Final = _tallies(("all", "pass", "seat"), Tally.agreement_id == bindparam("agreement"))
_TALLIES_OF_ALL: Final = _tallies(("all",))
_RESULT_OF: Final = PlayerResult.player_id == bindparam("player")
_RESULT_UNDER: Final = PlayerResult.agreement_id == bindparam("agreement")
_STREAKS: Final = select(Streak.kind, Streak.best, Streak.number, Streak.started, Streak.now).where(
    Streak.player_id == bindparam("player")
)
_TOTAL: Final = "total"
# Besides the streaks, the first games with the lowest and with the highest total; one game may be
# both.
_EXTREMES: Final = _STREAKS.union_all(
    select(
        literal(_TOTAL),
        *(PlayerResult.total, PlayerResult.number, PlayerResult.started, literal(0)),
    ).where(
        _RESULT_OF,
        PlayerResult.game_id.in_(
            [
                first_game(PlayerResult, PlayerResult.total, extreme, _RESULT_OF, _RESULT_UNDER)
                for extreme in (func.min, func.max)
            ]
        ),
    )
)


def figures_of(session: Session, player_id: int, agreement_id: int | None) -> PlayerFigures:
    """A player's figures; ``agreement_id``: ``None`` for all rules."""
    connection = session.connection()
    over_all = agreement_id is None
    parameters = {"player": player_id, "agreement": agreement_id}
    kinds: dict[str, dict[int, Sums]] = {"all": {}, "pass": {}, "seat": {}}
    others = []
    rows = connection.execute(_TALLIES_OF_ALL if over_all else _TALLIES, parameters)
    for kind, of, name, *sums in rows:
        if kind == "with":
            others.append(PlayerLine(of, name, Sums(*sums)))
        else:
            kinds[kind][of] = Sums(*sums)
    # A database may return the parts of a statement in any order.
    others.sort(key=lambda other: (-other.sums.games, other.id))
    extremes = []
    streaks = {}
    for row in connection.execute(_STREAKS if over_all else _EXTREMES, parameters).all():
        extreme = Extreme(row.best, row.number, row.started)
        if row.kind == _TOTAL:
            extremes.append(extreme)
        else:
            streaks[row.kind] = (extreme, row.now)
    extremes.sort()
    best_wins, wins = streaks.get(WINS.name, (None, 0))
    best_without_queen, without_queen = streaks.get(QUEEN.name, (None, 0))
    return PlayerFigures(
        all=kinds["all"].get(0, Sums()),
        by_pass=kinds["pass"],
        by_seat=kinds["seat"],
        others=page_of(others, MOST_OTHERS),
        form=form_of(session, player_id, agreement_id),
        lowest=extremes[0] if extremes else None,
        highest=extremes[-1] if extremes else None,
        streaks=Streaks(best_wins, best_without_queen, wins, without_queen),
    )


_FORM: Final = (
    select(PlayerResult.number, PlayerResult.place, PlayerResult.winners, PlayerResult.stats)
    .where(_RESULT_OF, PlayerResult.place.is_not(None))
    .order_by(PlayerResult.started.desc(), PlayerResult.number.desc())
    .limit(FORM_GAMES)
)
_FORM_UNDER: Final = _FORM.where(_RESULT_UNDER)


def form_of(session: Session, player_id: int, agreement_id: int | None) -> Sequence[FormGame]:
    """The latest games that a player finished, oldest first."""
    statement = _FORM if agreement_id is None else _FORM_UNDER
    parameters = {"player": player_id, "agreement": agreement_id}
    rows = session.connection().execute(statement, parameters).all()
    return [
        FormGame(
            row.number,
            row.place,
            row.winners,
            HandStats.sum_of(starmap(HandStats, row.stats.values())),
        )
        for row in reversed(rows)
    ]
