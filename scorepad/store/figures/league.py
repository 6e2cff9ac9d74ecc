"""The league of a pad: its players side by side, in pairs, and who stands out in what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Any, Final, NamedTuple, TypeAlias

from sqlalchemy import ColumnElement, Connection, Select, case, func, select
from sqlalchemy.orm import aliased

from scorepad.rules.results import CHANCE, HandSums
from scorepad.store.figure_models import PlayerResult
from scorepad.store.figures.games import Games, how_often, of_results, total
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
    """What a player's games in which another one was, too, come to for the first.

    ``games``: those that both finished; of these, ``wins``, and how often the player was placed
    better (``ahead``) or as well (``level``). ``hands``: those that both played, of all games.
    """

    games: int = 0
    wins: int = 0
    hands: int = 0
    ahead: int = 0
    level: int = 0


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
        for row in connection.execute(players.order_by(Player.name_key)).all()
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


# By the ids of the player and of the other one.
Pairs: TypeAlias = Mapping[tuple[int, int], Met]


def pairs(connection: Connection, games: Games, player_id: int | None = None) -> Pairs:
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
    found = {}
    for player, other, *sums in sorted(map(tuple, connection.execute(statement))):
        met = Met(*sums)
        hands = met.hands + more.get((player, other), 0)
        found[player, other] = met._replace(hands=hands)
    return found


def _partly_together(connection: Connection, of_pairs: _Rows) -> Mapping[tuple[int, int], int]:
    """How many hands pairs played together in games of which neither played all."""
    statement = of_pairs.add_columns(PlayerResult.partly, _Other.partly).where(
        PlayerResult.partly.is_not(None), _Other.partly.is_not(None)
    )
    hands: dict[tuple[int, int], int] = {}
    for player, other, own, theirs in connection.execute(statement).all():
        hands[player, other] = hands.get((player, other), 0) + len({*own} & {*theirs})
    return hands


# A player with fewer hands, or a pair with fewer hands together, is no rival yet; nor is
# anything told that could have come about less often than a few times.
FEWEST_HANDS: Final = 30

# The rivals, with their sums: how often something could have come about, did, and would by chance.
_SUMS_OF: Final = {
    "feared": ("passes", "feared", "feared_chance"),
    "magnet": ("queen_hands", "queen_taken", "queen_chance"),
    "closer": ("closes", "closed", "closed_chance"),
    "bounce": ("after_queen", "bounced", "bounced_chance"),
    "stopper": ("near_moons", "stopped", "stopped_chance"),
    "spoiler": ("leader_passes", "spoiled", "spoiled_chance"),
}
NEMESIS: Final = "nemesis"


class Rival(NamedTuple):
    """Who stands out in a ``kind``: in ``times`` of ``tries``, where chance would give ``chance``.

    ``other``: for whom, if the kind is ``NEMESIS``.
    """

    kind: str
    name: str
    times: int
    tries: int
    chance: float
    other: str | None = None


def rivals(lines: Sequence[LeagueLine], pairs: Pairs) -> Sequence[Rival]:
    """The player furthest above chance, for each kind in which any is by much."""
    of_players = [
        Rival(kind, line.name, times, tries, chance / CHANCE)
        for kind, names in _SUMS_OF.items()
        for line in lines
        if line.sums.hands >= FEWEST_HANDS
        for tries, times, chance in [[getattr(line.hand_sums, name) for name in names]]
    ]
    name_of = {line.id: line.name for line in lines}
    of_pairs = [
        # Level games say nothing about who is whose nemesis.
        Rival(
            NEMESIS,
            name_of[player],
            met.ahead,
            met.games,
            (met.games - met.level) / 2,
            name_of[other],
        )
        for (player, other), met in pairs.items()
        if met.hands >= FEWEST_HANDS
    ]
    found: dict[str, Rival] = {}
    # One standard deviation above chance, chance itself is every now and then.
    for rival in (*of_players, *of_pairs):
        known = found.get(rival.kind)
        if _above_chance(rival) > (_above_chance(known) if known else 1):
            found[rival.kind] = rival
    order = ("feared", "magnet", NEMESIS, "closer", "bounce", "stopper", "spoiler")
    return [found[kind] for kind in order if kind in found]


def _above_chance(rival: Rival) -> float:
    """How far above chance, in about as many standard deviations."""
    if rival.tries < 5 or not rival.chance:
        return 0
    return (rival.times - rival.chance) / sqrt(rival.chance)
