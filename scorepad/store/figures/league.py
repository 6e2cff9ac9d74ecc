"""The league of a pad: its players side by side, and in pairs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import Any, Final, NamedTuple, TypeAlias

from sqlalchemy import ColumnElement, Connection, Select, case, func, select
from sqlalchemy.orm import aliased

from scorepad.rules.hand_sums import HandSums
from scorepad.store.figure_models import GameOutcome, PlayerResult
from scorepad.store.figures.games import Games, how_often, total
from scorepad.store.models import Player


class Sums(NamedTuple):
    """What a player's results add up to.

    ``games`` are those that they finished. ``wins`` includes ``shared`` ones; ``places``: the sum
    of places. The others: as of :class:`scorepad.rules.results.HandStats`.
    """

    games: int = 0
    wins: int = 0
    shared: int = 0
    places: int = 0
    hands: int = 0
    points: int = 0
    queens: int = 0
    moons: int = 0
    suns: int = 0
    exact_hits: int = 0


class LeagueLine(NamedTuple):
    """A player: their id, their name, and what their games and hands add up to."""

    id: int
    name: str
    sums: Sums = Sums()
    hand_sums: HandSums = HandSums()


class Met(NamedTuple):
    """What a player's games with another one come to.

    ``games``: those that both finished; of these, ``wins``, and how often the player was placed
    better (``ahead``) or as well (``level``). ``hands``: those that both played, of all games.
    """

    games: int = 0
    wins: int = 0
    hands: int = 0
    ahead: int = 0
    level: int = 0


class Pair(NamedTuple):
    """How ``player`` did in the games of ``other``, too, by their ids."""

    player: int
    other: int
    met: Met


def of_results(*columns: ColumnElement[Any] | Any) -> Select[*tuple[Any, ...]]:
    """These columns of results and of the outcomes of their games."""
    return (
        select(*columns)
        .select_from(PlayerResult)
        .join(GameOutcome, GameOutcome.game_id == PlayerResult.game_id)
    )


SUMS: Final = [
    func.count(PlayerResult.place),
    how_often(PlayerResult.winners > 0),
    how_often(PlayerResult.winners > 1),
    total(PlayerResult.place),
    *(total(getattr(PlayerResult, name)) for name in Sums._fields[4:]),
]
_HAND_SUMS: Final = [total(getattr(PlayerResult, name)) for name in HandSums._fields]


def league(connection: Connection, games: Games) -> Sequence[LeagueLine]:
    """All players of a pad by name, with what these games come to for them."""
    statement = of_results(PlayerResult.player_id, *SUMS, *_HAND_SUMS)
    rows = connection.execute(
        statement.where(*games.are_these).group_by(PlayerResult.player_id)
    ).all()
    behind = 1 + len(SUMS)
    found = {row[0]: (Sums(*row[1:behind]), HandSums(*row[behind:])) for row in rows}
    # An entry that was merged into another one is no player.
    players = select(Player.id, Player.name).where(
        Player.pad_id == games.pad_id, Player.merged_into.is_(None)
    )
    nothing = (Sums(), HandSums())
    return [
        LeagueLine(row.id, row.name, *found.get(row.id, nothing))
        for row in connection.execute(players.order_by(Player.name_key))
    ]


_Other: Final = aliased(PlayerResult)
_BOTH_FINISHED: Final = PlayerResult.place.is_not(None) & _Other.place.is_not(None)
# Who played a whole game played all of the other one's hands; the rest is in ``_partly_together``.
_TOGETHER: Final = case(
    (_Other.partly.is_(None), PlayerResult.hands),
    (PlayerResult.partly.is_(None), _Other.hands),
    else_=0,
)
_MET: Final[Sequence[ColumnElement[int]]] = [
    how_often(_BOTH_FINISHED),
    how_often(_BOTH_FINISHED & (PlayerResult.winners > 0)),
    total(_TOGETHER),
    how_often(PlayerResult.place < _Other.place),
    how_often(PlayerResult.place == _Other.place),
]
_Rows: TypeAlias = Select[*tuple[Any, ...]]


def pairs(connection: Connection, games: Games, player_id: int | None = None) -> Sequence[Pair]:
    """Each player with each other one who was in the same games; or this player alone."""

    def of_pairs(*columns: ColumnElement[Any]) -> _Rows:
        statement = of_results(PlayerResult.player_id, _Other.player_id, *columns).where(
            *games.are_these
        )
        if player_id is not None:
            statement = statement.where(PlayerResult.player_id == player_id)
        return statement.join(
            _Other,
            (_Other.game_id == PlayerResult.game_id) & (_Other.player_id != PlayerResult.player_id),
        )

    more = _partly_together(connection, of_pairs())
    statement = of_pairs(*_MET).group_by(PlayerResult.player_id, _Other.player_id)
    found = []
    for player, other, *met in connection.execute(statement):
        together = Met(*met)
        hands = together.hands + more.get((player, other), 0)
        found.append(Pair(player, other, together._replace(hands=hands)))
    return sorted(found, key=attrgetter("player", "other"))


def _partly_together(connection: Connection, of_pairs: _Rows) -> Mapping[tuple[int, int], int]:
    """How many hands pairs played together in games of which neither played all."""
    statement = of_pairs.add_columns(PlayerResult.partly, _Other.partly).where(
        PlayerResult.partly.is_not(None), _Other.partly.is_not(None)
    )
    hands: dict[tuple[int, int], int] = {}
    for player, other, own, theirs in connection.execute(statement):
        hands[player, other] = hands.get((player, other), 0) + len({*own} & {*theirs})
    return hands
