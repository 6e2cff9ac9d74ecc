"""The figures of one player: their sums, their form, their best and worst."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Select, select

from scorepad.rules.results import HandStats
from scorepad.store.figure_models import GameOutcome, PlayerResult
from scorepad.store.figures.games import IN_ORDER, NEWEST_FIRST, Games, of_results
from scorepad.store.figures.league import SUMS, Met, Sums, pairs
from scorepad.store.figures.records import Extreme, Streaks, streaks_of
from scorepad.store.models import Player

# How many games a player's form goes back.
FORM_GAMES: Final = 40


class FormGame(NamedTuple):
    """A game in a player's form: its number, their place, how many share the win; their sums."""

    number: int
    place: int
    winners: int
    hands: int
    points: int


class Other(NamedTuple):
    """Another player, and what the games that both finished come to for the player."""

    id: int
    name: str
    met: Met


@dataclass(frozen=True)
class PlayerFigures:
    """A player's figures over some games.

    ``all``: over all of these. ``by_pass``, ``by_seat``, ``lowest``, ``highest``: under one
    agreement only; over several they mean nothing. ``others``: those with most games together come
    first. ``form``: oldest first. ``streaks``: over games of all rules.
    """

    all: Sums
    by_pass: Mapping[int, HandStats]
    by_seat: Mapping[int, Sums]
    others: Sequence[Other]
    form: Sequence[FormGame]
    lowest: Extreme | None
    highest: Extreme | None
    streaks: Streaks


def figures_of(connection: Connection, games: Games, player_id: int) -> PlayerFigures:
    """A player's figures over these games."""
    theirs = (*games.are_these, PlayerResult.player_id == player_id)
    seats = of_results(PlayerResult.seat, *SUMS).where(*theirs).group_by(PlayerResult.seat)
    by_seat = {row[0]: Sums(*row[1:]) for row in connection.execute(seats)}
    by_pass: dict[int, list[HandStats]] = {}
    lowest = highest = None
    if games.agreement is not None:
        for stats in connection.scalars(of_results(PlayerResult.stats).where(*theirs)):
            for offset, hands in stats.items():
                by_pass.setdefault(int(offset), []).append(HandStats(*hands))
        total = PlayerResult.total
        totals = of_results(total, *IN_ORDER).where(*theirs, total.is_not(None))
        lowest, highest = (
            _first(connection, totals.order_by(order, *IN_ORDER))
            for order in (total.asc(), total.desc())
        )
    return PlayerFigures(
        all=Sums(*map(sum, zip(*by_seat.values(), strict=True))),
        by_pass={offset: HandStats.sum_of(stats) for offset, stats in by_pass.items()},
        by_seat={
            seat: sums
            for seat, sums in by_seat.items()
            if games.agreement is not None and seat is not None and sums.games
        },
        others=_others(connection, games, player_id),
        form=form_of(connection, games, player_id),
        lowest=lowest,
        highest=highest,
        streaks=streaks_of(connection, games, [player_id]).get(player_id, Streaks()),
    )


def _first(connection: Connection, totals: Select[*tuple[Any, ...]]) -> Extreme | None:
    row = connection.execute(totals.limit(1)).one_or_none()
    return None if row is None else Extreme(*row)


def _others(connection: Connection, games: Games, player_id: int) -> Sequence[Other]:
    met = {other: met for (_, other), met in pairs(connection, games, player_id).items()}
    named = select(Player.id, Player.name).where(Player.id.in_(met))
    others = [Other(row.id, row.name, met[row.id]) for row in connection.execute(named)]
    finished = [other for other in others if other.met.games]
    return sorted(finished, key=lambda other: (-other.met.games, other.id))


def form_of(connection: Connection, games: Games, player_id: int) -> Sequence[FormGame]:
    """The latest of these games that a player finished, oldest first."""
    statement = (
        of_results(
            *(GameOutcome.number, PlayerResult.place, PlayerResult.winners),
            *(PlayerResult.hands, PlayerResult.points),
        )
        .where(*games.are_these, PlayerResult.player_id == player_id)
        .where(PlayerResult.place.is_not(None))
        .order_by(*NEWEST_FIRST)
        .limit(FORM_GAMES)
    )
    return [FormGame(*row) for row in reversed(connection.execute(statement).all())]
