"""A game in a list: its players, their totals, its winners."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from scorepad.store.finished_games import FinishedGame
from scorepad.store.snapshot import GameSnapshot
from scorepad.web import times
from scorepad.web.urls import game_url
from scorepad.web.words.names import tag
from scorepad.web.words.numbers import number


@dataclass(frozen=True)
class Score:
    """A player's total in a game, and whether it won."""

    name: Markup
    total: str
    won: bool


@dataclass(frozen=True)
class GameLink:
    """A game in a list; ``hand``: the current one of a running game.

    ``day``: ``None`` in a list of games of one day.
    """

    url: str
    number: int
    scores: Sequence[Score]
    hand: int | None = None
    day: Markup | None = None


def running_link(game: GameSnapshot) -> GameLink:
    """A running game of the request's pad."""
    sheet = game.sheet
    return GameLink(
        url=game_url("table.table", game.number),
        number=game.number,
        hand=sheet.next.number if sheet.next else None,
        day=times.day(game.started),
        scores=[
            Score(tag(name), number(total), won=False)
            for name, total in zip(game.names, sheet.totals, strict=True)
        ],
    )


def finished_link(game: FinishedGame) -> GameLink:
    """A finished game of the request's pad."""
    return GameLink(
        url=game_url("table.table", game.number),
        number=game.number,
        day=times.day(game.started),
        scores=[
            Score(tag(each.name), "–" if each.total is None else number(each.total), each.won)
            for each in game.scores
        ],
    )
