"""Queries for the league of a pad: its players side by side, and in pairs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from sqlalchemy import (
    BindParameter,
    Connection,
    Select,
    and_,
    bindparam,
    select,
)
from sqlalchemy.orm import aliased

from scorepad.rules.hand_sums import HandSums
from scorepad.store.figure_models import Meeting, PlayerResult, Tally
from scorepad.store.figures.seasons import (
    Season,
    bounds,
    met_in_results,
    sums_of_results,
    total,
    within,
)
from scorepad.store.figures.tallies import SUMMED, Met, Sums, hand_sums_in, sums_in
from scorepad.store.models import Player


class LeagueLine(NamedTuple):
    """A player: their id, their name, and what their games and hands add up to."""

    id: int
    name: str
    sums: Sums = Sums()
    hand_sums: HandSums = HandSums()


class Pair(NamedTuple):
    """How ``player`` did in the games that ``other`` finished, too, by their ids."""

    player: int
    other: int
    met: Met


# An entry that was merged into another one is no player.
_OF_PAD: Final = and_(Player.pad_id == bindparam("pad"), Player.merged_into.is_(None))
_PLAYERS: Final = select(Player.id, Player.name).where(_OF_PAD).order_by(Player.name_key)
_IDS: Final = select(Player.id).where(_OF_PAD)
_AMONG: Final[BindParameter[Any]] = bindparam("players", expanding=True)
_AGREEMENT: Final[BindParameter[int]] = bindparam("agreement")
_TOTALS: Final = [total(getattr(Tally, name)).label(name) for name in SUMMED]
_Other: Final = aliased(PlayerResult)

# By whether they are of a season, and under one agreement.
_Rows: TypeAlias = Select[*tuple[Any, ...]]
_Statements: TypeAlias = Mapping[tuple[bool, bool], _Rows]


def _statements(ever: _Rows, rows: type[Tally | Meeting], of_results: _Rows) -> _Statements:
    # Tallies and meetings go over all games: those of a season are added up from results.
    under = rows.agreement_id == _AGREEMENT
    result_under = PlayerResult.agreement_id == _AGREEMENT
    in_season = of_results.where(within(PlayerResult.started))
    return {
        (False, False): ever,
        (False, True): ever.where(under),
        (True, False): in_season,
        (True, True): in_season.where(result_under),
    }


_SUMS: Final = _statements(
    select(Tally.player_id, *_TOTALS).where(Tally.player_id.in_(_IDS)).group_by(Tally.player_id),
    Tally,
    select(PlayerResult.player_id, *sums_of_results(SUMMED))
    .where(PlayerResult.player_id.in_(_IDS))
    .group_by(PlayerResult.player_id),
)


def league(
    connection: Connection,
    pad_id: int,
    agreement_id: int | None = None,
    season: Season | None = None,
) -> Sequence[LeagueLine]:
    """All players of a pad by name: over all rules or under one agreement, ever or in a season."""
    parameters = {"pad": pad_id, "agreement": agreement_id, **bounds(season)}
    rows = connection.execute(_SUMS[season is not None, agreement_id is not None], parameters)
    found = {row["player_id"]: dict(row) for row in rows.mappings()}
    players = connection.execute(_PLAYERS, {"pad": pad_id})
    return [
        LeagueLine(id_, name, sums_in(found[id_]), hand_sums_in(found[id_]))
        if id_ in found
        else LeagueLine(id_, name)
        for id_, name in players
    ]


_PAIRS: Final = _statements(
    select(
        Meeting.player_id,
        Meeting.other_id,
        *(total(getattr(Meeting, name)) for name in Met._fields),
    )
    .where(Meeting.player_id.in_(_AMONG), Meeting.other_id.in_(_AMONG))
    .group_by(Meeting.player_id, Meeting.other_id),
    Meeting,
    select(
        PlayerResult.player_id,
        _Other.player_id,
        *met_in_results(PlayerResult, _Other),
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
    connection: Connection,
    players: Sequence[int],
    agreement_id: int | None = None,
    season: Season | None = None,
) -> Sequence[Pair]:
    """Each of these players with each other one whom they met."""
    statement = _PAIRS[season is not None, agreement_id is not None]
    parameters = {"players": [*players], "agreement": agreement_id, **bounds(season)}
    rows = connection.execute(statement, parameters)
    return [Pair(row[0], row[1], Met._make(row[2:])) for row in rows]
