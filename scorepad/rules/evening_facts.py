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
    """The only winner went ahead in this hand and stayed ahead, alone.

    ``last``: it was the last hand, and they had not been ahead before.
    """

    player: int
    last: bool


@dataclass(frozen=True)
class LeadChanged(Fact):
    """How often somebody else was ahead, alone, than whoever had been so before."""

    times: int


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
class MoonEnded(Moon):
    """A moon in the hand that ended the game, which its shooter won."""


@dataclass(frozen=True)
class Moons(Fact):
    """How many moons, suns included, each player shot all evening, most first."""

    counts: tuple[tuple[int, int], ...]


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
    """A player won so many games of the evening in a row, the last of them this one."""

    player: int
    wins: int


@dataclass(frozen=True)
class QueenOften(Fact):
    """A player took the card so often among so many hands, more often than anybody else."""

    player: int
    card: Card
    times: int
    among: int


@dataclass(frozen=True)
class QueenInRow(Fact):
    """A player took the card in so many hands in a row, the last of them this one."""

    player: int
    card: Card
    times: int


@dataclass(frozen=True)
class QueenNever(Fact):
    """A player never took the card among so many hands; everybody else with so many did."""

    player: int
    card: Card
    among: int


@dataclass(frozen=True)
class ExactHit(Fact):
    """A player landed exactly on the target, and dropped to a total."""

    player: int
    target: int
    total: int


@dataclass(frozen=True)
class PlayedOn(Fact):
    """A tie of these players for the lowest total kept the game going after this hand."""

    players: tuple[int, ...]


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
class Clear(Fact):
    """The only winner of a game, so many points ahead of the next."""

    player: int
    points: int


@dataclass(frozen=True)
class Tied(Fact):
    """The winners of a game who share its lowest total."""

    players: tuple[int, ...]
    total: int


@dataclass(frozen=True)
class Longest(Fact):
    """The game with the most hands."""

    hands: int


@dataclass(frozen=True)
class Quick(Fact):
    """A game that reached its end after so few hands."""

    hands: int


@dataclass(frozen=True)
class TookOver(Fact):
    """A player took over from another after this hand, and played."""

    player: int
    former: int


@dataclass(frozen=True)
class OneShort(Fact):
    """A player had all that a moon needs but one heart."""

    player: int


@dataclass(frozen=True)
class Clean(Fact):
    """A player had no points in so many hands of a game in a row, the last of them this one."""

    player: int
    hands: int


@dataclass(frozen=True)
class Stopped(Fact):
    """The players ended the game early, by agreement."""
