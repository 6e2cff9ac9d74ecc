"""Queries for the league of a pad: its players side by side, and in pairs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Select,
    SQLColumnExpression,
    and_,
    bindparam,
    case,
    func,
    select,
)
from sqlalchemy.orm import Session, aliased

from scorepad.store.figures.seasons import (
    SUMS_OF_RESULTS,
    Season,
    bounds,
    how_often,
    total,
    within,
)
from scorepad.store.figures.tallies import Sums
from scorepad.store.models import Player, PlayerResult, Tally


class LeagueLine(NamedTuple):
    """A player: their id, their name, and what their games add up to."""

    id: int
    name: str
    sums: Sums


class Pair(NamedTuple):
    """How ``player`` did against ``other`` in the games that both finished, by their ids.

    ``hands``: those that both played; ``ahead`` and ``level``: in how many games the player was
    placed better, or as well.
    """

    player: int
    other: int
    games: int
    hands: int
    ahead: int
    level: int


# An entry that was merged into another one is no player.
_OF_PAD: Final = and_(Player.pad_id == bindparam("pad"), Player.merged_into.is_(None))
_PLAYERS: Final = select(Player.id, Player.name).where(_OF_PAD).order_by(Player.name_key)
_IDS: Final = select(Player.id).where(_OF_PAD)
_AMONG: Final[BindParameter[Any]] = bindparam("players", expanding=True)
_AGREEMENT: Final[BindParameter[int]] = bindparam("agreement")
_ALL_TALLIES: Final = [total(getattr(Tally, name)) for name in Sums._fields]
_Other: Final = aliased(PlayerResult)

# By whether they are of a season, and under one agreement.
_Rows: TypeAlias = Select[*tuple[Any, ...]]
_Statements: TypeAlias = Mapping[tuple[bool, bool], _Rows]


def _statements(of_tallies: _Rows, of_results: _Rows) -> _Statements:
    # Tallies go over all games: those of a season are added up from results.
    under = Tally.agreement_id == _AGREEMENT
    result_under = PlayerResult.agreement_id == _AGREEMENT
    in_season = of_results.where(within(PlayerResult.started))
    return {
        (False, False): of_tallies,
        (False, True): of_tallies.where(under),
        (True, False): in_season,
        (True, True): in_season.where(result_under),
    }


_SUMS: Final = _statements(
    select(Tally.player_id, *_ALL_TALLIES)
    .where(Tally.player_id.in_(_IDS), Tally.kind == "all")
    .group_by(Tally.player_id),
    select(PlayerResult.player_id, *SUMS_OF_RESULTS)
    .where(PlayerResult.player_id.in_(_IDS))
    .group_by(PlayerResult.player_id),
)


def league(
    session: Session, pad_id: int, agreement_id: int | None = None, season: Season | None = None
) -> Sequence[LeagueLine]:
    """All players of a pad by name: over all rules or under one agreement, ever or in a season."""
    connection = session.connection()
    parameters = {"pad": pad_id, "agreement": agreement_id, **bounds(season)}
    found = connection.execute(_SUMS[season is not None, agreement_id is not None], parameters)
    sums = {row[0]: Sums._make(row[1:]) for row in found}
    players = connection.execute(_PLAYERS, {"pad": pad_id})
    return [LeagueLine(row.id, row.name, sums.get(row.id, Sums())) for row in players]


def _least(one: SQLColumnExpression[int], other: SQLColumnExpression[int]) -> ColumnElement[int]:
    return case((one < other, one), else_=other)


_PAIRS: Final = _statements(
    select(
        Tally.player_id,
        Tally.of,
        total(Tally.games),
        total(Tally.hands),
        total(Tally.ahead),
        total(Tally.level),
    )
    .where(Tally.player_id.in_(_AMONG), Tally.kind == "with", Tally.of.in_(_AMONG))
    .group_by(Tally.player_id, Tally.of),
    select(
        PlayerResult.player_id,
        _Other.player_id,
        func.count(),
        total(_least(PlayerResult.hands, _Other.hands)),
        how_often(PlayerResult.place < _Other.place),
        how_often(PlayerResult.place == _Other.place),
    )
    .join(
        _Other,
        (_Other.game_id == PlayerResult.game_id) & (_Other.player_id != PlayerResult.player_id),
    )
    .where(
        PlayerResult.player_id.in_(_AMONG),
        _Other.player_id.in_(_AMONG),
        PlayerResult.place.is_not(None),
        _Other.place.is_not(None),
    )
    .group_by(PlayerResult.player_id, _Other.player_id),
)


def pairs(
    session: Session,
    players: Sequence[int],
    agreement_id: int | None = None,
    season: Season | None = None,
) -> Sequence[Pair]:
    """Each of these players with each other one whom they met."""
    statement = _PAIRS[season is not None, agreement_id is not None]
    parameters = {"players": [*players], "agreement": agreement_id, **bounds(season)}
    return [Pair._make(row) for row in session.connection().execute(statement, parameters)]
