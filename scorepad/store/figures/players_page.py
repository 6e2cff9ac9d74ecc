"""The figures of one player: their sums, their form, their best and worst."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from sqlalchemy import Connection, UnaryExpression, select

from scorepad.rules.results import HandStats
from scorepad.store.base import Page, page_of
from scorepad.store.figure_models import GameOutcome, PlayerResult
from scorepad.store.figures.games import IN_ORDER, NEWEST_FIRST, Games
from scorepad.store.figures.league import SUMS, Met, Sums, of_results, pairs
from scorepad.store.figures.streaks import Extreme, Streaks, longest, streaks_of
from scorepad.store.models import Player

# How many others a player is compared with, and how many games their form goes back.
MOST_OTHERS: Final = 30
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
    agreement only; over several they mean nothing. ``others``: those played with most. ``form``:
    oldest first. ``streaks``: over games of all rules, whose best are ``None`` if there were none.
    """

    all: Sums
    by_pass: Mapping[int, HandStats]
    by_seat: Mapping[int, Sums]
    others: Page[Other]
    form: Sequence[FormGame]
    lowest: Extreme | None
    highest: Extreme | None
    streaks: Streaks
    best_wins: Extreme | None
    best_without_queen: Extreme | None


def figures_of(connection: Connection, games: Games, player_id: int) -> PlayerFigures:
    """A player's figures over these games."""
    theirs = (*games.are_these, PlayerResult.player_id == player_id)
    seats = of_results(PlayerResult.seat, *SUMS).where(*theirs).group_by(PlayerResult.seat)
    by_seat = {row[0]: Sums(*row[1:]) for row in connection.execute(seats)}
    streaks = streaks_of(connection, games, [player_id]).get(player_id, Streaks())
    best_wins, best_without_queen = (
        longest(connection, {player_id: run}) for run in (streaks.wins, streaks.without_queen)
    )
    by_pass: dict[int, list[HandStats]] = {}
    lowest = highest = None
    if games.agreement is not None:
        for stats in connection.scalars(of_results(PlayerResult.stats).where(*theirs)):
            for offset, hands in stats.items():
                by_pass.setdefault(int(offset), []).append(HandStats(*hands))
        total = PlayerResult.total
        lowest, highest = (
            _extreme(connection, games, player_id, order) for order in (total.asc(), total.desc())
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
        streaks=streaks,
        best_wins=best_wins and best_wins[1],
        best_without_queen=best_without_queen and best_without_queen[1],
    )


def _extreme(
    connection: Connection, games: Games, player_id: int, order: UnaryExpression[int | None]
) -> Extreme | None:
    """The player's first total in this order; of equal ones, that of the earliest game."""
    row = connection.execute(
        of_results(PlayerResult.total, GameOutcome.number, GameOutcome.started)
        .where(*games.are_these, PlayerResult.player_id == player_id)
        .where(PlayerResult.total.is_not(None))
        .order_by(order, *IN_ORDER)
        .limit(1)
    ).one_or_none()
    return None if row is None else Extreme(*row)


def _others(connection: Connection, games: Games, player_id: int) -> Page[Other]:
    met = [pair for pair in pairs(connection, games, player_id) if pair.met.games]
    most = page_of(sorted(met, key=lambda pair: -pair.met.games), MOST_OTHERS)
    named = select(Player.id, Player.name).where(Player.id.in_([pair.other for pair in most.rows]))
    names = {row.id: row.name for row in connection.execute(named)}
    return Page([Other(each.other, names[each.other], each.met) for each in most.rows], most.more)


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
