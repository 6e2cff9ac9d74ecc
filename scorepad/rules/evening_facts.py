"""Facts of an evening that are worth a sentence in its story."""

from __future__ import annotations

from dataclasses import dataclass

from scorepad.rules.cards import QUEEN, Card


@dataclass(frozen=True)
class Fact:
    """Something to tell. ``game``: which one of the evening, from 1, or 0 for all of it.

    ``hand``: its number on the sheet of that game, 0 where there is none.
    """

    game: int
    hand: int


@dataclass(frozen=True)
class Beginning(Fact):
    """Who played at all, in how many games, and hands that count."""

    players: tuple[int, ...]
    games: int
    hands: int


@dataclass(frozen=True)
class Night(Fact):
    """Who won the most games of the evening; ``total``: if it was only one, what it was won with.

    ``players`` is empty if nobody won.
    """

    players: tuple[int, ...]
    wins: int
    games: int
    total: int | None


@dataclass(frozen=True)
class LedFrom(Fact):
    """The only winner went ahead in the very last hand, and had not been ahead before."""

    player: int


@dataclass(frozen=True)
class Moon(Fact):
    """Somebody shot the moon; ``sun``: with every trick."""

    player: int
    sun: bool


@dataclass(frozen=True)
class MoonTurned(Moon):
    """A moon that put its shooter ahead, alone, from this ``place``; ``won``: to win the game."""

    place: int
    won: bool


@dataclass(frozen=True)
class CameBack(Fact):
    """A winner was so many points behind the leader after this hand."""

    player: int
    behind: int


@dataclass(frozen=True)
class StreakEnded(Fact):
    """A player who had won so many games in a row did not win this one."""

    player: int
    wins: int


@dataclass(frozen=True)
class QueenRunEnded(Fact):
    """A player took the queen of spades after so many hands in a row without it."""

    player: int
    without: int
    card: Card = QUEEN


@dataclass(frozen=True)
class WonInRow(Fact):
    """A player has won so many games in a row, the last of them this one."""

    player: int
    wins: int


@dataclass(frozen=True)
class Won(Fact):
    """The only winner of a game and their total."""

    player: int
    total: int


@dataclass(frozen=True)
class Close(Fact):
    """The only winner of a game, so few points ahead of the next."""

    player: int
    points: int


@dataclass(frozen=True)
class Tied(Fact):
    """The winners of a game who share its lowest total."""

    players: tuple[int, ...]
    total: int
