"""What a finished game came to for each of its players.

Figures over many games are sums of these: results, and for skill, luck and the rivals what the
hands add up to. Only hands that count are in them; each belongs to the player who played it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple, TypeAlias

from scorepad.rules.cards import QUEEN
from scorepad.rules.hand import Hand
from scorepad.rules.notable import notable
from scorepad.rules.passing import HOLD, receiver
from scorepad.rules.ruleset import Ruleset
from scorepad.rules.scoring import Totals
from scorepad.rules.sheet import Game, Line, Sheet

# Chances are counted in 420ths, the lowest common multiple of the numbers of players 1 to 7, so
# that their sums are whole.
CHANCE: Final = 420

# A game is close for those who are within so many points of the lowest total before the last hand.
_CLOSE: Final = 10


class PlayedHand(NamedTuple):
    """A hand that counts, with its line, its players by seat, and the totals before it."""

    line: Line
    hand: Hand
    players: Sequence[int]
    before: Totals


@dataclass(frozen=True)
class Played:
    """A game that is over, and its sheet.

    ``players``: for each hand, by seat, the number of the player who sat there; last, who sits
    there at the end.
    """

    game: Game
    sheet: Sheet
    players: Sequence[Sequence[int]]

    @cached_property
    def hands(self) -> Sequence[PlayedHand]:
        """The hands that count."""
        lines = [line for line in self.sheet.lines if line.counts]
        opening = self.game.opening or (0,) * self.game.rules.players
        before = [opening, *(line.totals for line in lines)]
        rows = zip(lines, self.game.hands, self.players, before, strict=False)
        return [PlayedHand(*row) for row in rows]

    @property
    def final(self) -> Sequence[int]:
        """The players at the end, by seat."""
        return self.players[-1]


class HandStats(NamedTuple):
    """A player's counts over some hands.

    ``points``: those of the hands, without what an exact hit took off. ``queens``: hands in which
    they took the queen of spades. ``moons`` includes the suns.
    """

    hands: int = 0
    points: int = 0
    queens: int = 0
    moons: int = 0
    suns: int = 0
    exact_hits: int = 0

    @classmethod
    def sum_of(cls, parts: Iterable[HandStats]) -> HandStats:
        """The counts over all of these together."""
        return cls(*map(sum, zip(*parts, strict=True)))


class QueenRuns(NamedTuple):
    """How many hands in a row a player did not take the queen of spades.

    ``first``: before the first one they took, ``last``: after the last one; both are all of their
    hands if they took none. ``longest``: between two of them, or at either end.
    """

    first: int
    last: int
    longest: int


class HandSums(NamedTuple):
    """A player's sums over some hands.

    ``above``: the points of each hand times the number of players, less the points of the whole
    table; ``squares``: of the same numbers. After them, in threes: how often something could have
    come about, how often it did, and how often by chance alone, in parts of ``CHANCE``.

    ``queen_taken``: they took the queen of spades. ``feared``: they passed, and the receiver of
    their cards took the queen. ``closed``: they won a game in which they and others were within
    10 points of the lowest total before the last hand; a shared win is one for each. ``bounced``:
    they had the fewest points of the table, shared or alone, right after a hand with the queen.
    ``stopped``: they took the last hearts, four at most, when another player had all other penalty
    cards. ``spoiled``: they passed to the only leader, who took the queen. Where the queen is no
    penalty card, nothing about it is counted, and near moons only where moons are played.
    """

    above: int = 0
    squares: int = 0
    queen_hands: int = 0
    queen_taken: int = 0
    queen_chance: int = 0
    passes: int = 0
    feared: int = 0
    feared_chance: int = 0
    closes: int = 0
    closed: int = 0
    closed_chance: int = 0
    after_queen: int = 0
    bounced: int = 0
    bounced_chance: int = 0
    near_moons: int = 0
    stopped: int = 0
    stopped_chance: int = 0
    leader_passes: int = 0
    spoiled: int = 0
    spoiled_chance: int = 0


@dataclass(frozen=True)
class Result:
    """The result of a game for one player, by their number in ``Played.players``.

    ``seat``, ``place`` and ``total`` (points): at the end; ``None`` for those who had left by then,
    and without a hand there is no place and no total. ``winners``: how many share the win, 0 for
    those who did not win. ``comeback``: how many points this winner was once behind the leader, if
    no other winner was further behind. ``stats``: of the hands that they played, by the offset
    passed. ``partly``: the indexes of these hands, ``None`` for all of the game's. ``queen_runs``:
    ``None`` where the queen of spades is no penalty card.
    """

    player: int
    seat: int | None
    place: int | None
    total: int | None
    winners: int
    comeback: int
    stats: Mapping[int, HandStats]
    partly: Sequence[int] | None
    queen_runs: QueenRuns | None
    sums: HandSums


def results(game: Played) -> Sequence[Result]:
    """The results of a finished game by player."""
    sheet, seats = game.sheet, {player: seat for seat, player in enumerate(game.final)}
    everybody = dict.fromkeys([*game.final, *(each for row in game.players for each in row)])
    comeback = notable(game.game, sheet).comeback
    sums = hand_sums(game)
    has_queen = QUEEN in game.game.rules.penalty_cards
    found = []
    for player in everybody:
        own = {at: each for at, each in enumerate(game.hands) if player in each.players}
        seat = seats.get(player)
        final_seat = seat if sheet.played else None
        stats: dict[int, list[HandStats]] = {}
        for hand in own.values():
            stats.setdefault(hand.line.passed, []).append(_stats(hand, hand.players.index(player)))
        found.append(
            Result(
                player=player,
                seat=seat,
                place=None if final_seat is None else sheet.places[final_seat],
                total=None if final_seat is None else sheet.totals[final_seat],
                winners=len(sheet.winners) if final_seat in sheet.winners else 0,
                comeback=comeback.behind if comeback and comeback.seat == seat else 0,
                stats={offset: HandStats.sum_of(hands) for offset, hands in stats.items()},
                partly=None if len(own) == len(game.hands) else [*own],
                queen_runs=_queen_runs(own.values(), player) if has_queen else None,
                sums=sums.get(player, HandSums()),
            )
        )
    return found


def lead(game: Played) -> int | None:
    """How many points the only winner was ahead of the next one; ``None`` if the win is shared."""
    if len(game.sheet.winners) != 1:
        return None
    first, second, *_ = sorted(game.sheet.totals)
    return second - first


def _stats(played: PlayedHand, seat: int) -> HandStats:
    shot = played.line.shooter == seat
    return HandStats(
        hands=1,
        points=played.line.points[seat],
        queens=played.hand.cards.get(QUEEN) == seat,
        moons=shot,
        suns=shot and played.line.sun,
        exact_hits=played.line.adjusted[seat] != 0,
    )


def _queen_runs(hands: Iterable[PlayedHand], player: int) -> QueenRuns:
    lengths = [0]
    for each in hands:
        if each.players[each.hand.cards[QUEEN]] == player:
            lengths.append(0)
        else:
            lengths[-1] += 1
    return QueenRuns(lengths[0], lengths[-1], max(lengths))


# For some seats: how often something could have come about, how often it did, and how often by
# chance alone.
_BySeat: TypeAlias = Mapping[int, tuple[int, int, int]]
_NO_SEAT: Final[_BySeat] = {}


def hand_sums(game: Played) -> Mapping[int, HandSums]:
    """The sums of a finished game by the player's number, for all who played a hand of it."""
    rules = game.game.rules
    winners = {game.final[seat] for seat in game.sheet.winners}
    sums: defaultdict[int, list[int]] = defaultdict(lambda: [0] * len(HandSums._fields))
    took_queen: int | None = None
    for played in game.hands:
        line, hand, sat, before = played
        for seat, points in enumerate(line.points):
            above = len(sat) * points - sum(line.points)
            sums[sat[seat]][0] += above
            sums[sat[seat]][1] += above * above
        queens = _queens(hand.cards[QUEEN], len(sat)) if QUEEN in rules.penalty_cards else _NO_SEAT
        passes = _passes(line.passed, queens) if queens and line.passed != HOLD else _NO_SEAT
        in_threes = (
            queens,
            passes,
            _closes(played, winners) if played is game.hands[-1] else _NO_SEAT,
            _bounce(line.points, sat.index(took_queen)) if took_queen in sat else _NO_SEAT,
            _near_moon(hand, rules) if rules.moon != "off" else _NO_SEAT,
            _passes_to_leader(before, line.passed, passes) if passes else _NO_SEAT,
        )
        for at, by_seat in zip(range(2, len(HandSums._fields), 3), in_threes, strict=True):
            for seat, (tries, times, chance) in by_seat.items():
                own = sums[sat[seat]]
                own[at] += tries
                own[at + 1] += times
                own[at + 2] += chance
        took_queen = sat[hand.cards[QUEEN]] if queens else None
    return {player: HandSums(*own) for player, own in sums.items()}


def _queens(taker: int, players: int) -> _BySeat:
    return {seat: (1, seat == taker, CHANCE // players) for seat in range(players)}


def _passes(offset: int, queens: _BySeat) -> _BySeat:
    """What the receiver of each seat's cards did with the queen."""
    return {seat: queens[receiver(seat, offset, len(queens))] for seat in queens}


def _passes_to_leader(before: Totals, offset: int, passes: _BySeat) -> _BySeat:
    """What the only leader did with it, for the seat that passed to them."""
    lowest = min(before)
    if before.count(lowest) > 1:
        return _NO_SEAT
    giver = receiver(before.index(lowest), -offset, len(before))
    return {giver: passes[giver]}


def _closes(played: PlayedHand, winners: Collection[int]) -> _BySeat:
    lowest = min(played.before)
    close = [seat for seat, total in enumerate(played.before) if total - lowest <= _CLOSE]
    if len(close) == 1:
        return _NO_SEAT
    return {seat: (1, played.players[seat] in winners, CHANCE // len(close)) for seat in close}


def _bounce(points: Sequence[int], seat: int) -> _BySeat:
    """Whether the taker of the last hand's queen, who sits there now, had the fewest points."""
    fewest = min(points)
    # Several may share the fewest: that makes it likelier for each.
    chance = CHANCE * points.count(fewest) // len(points)
    return {seat: (1, points[seat] == fewest, chance)}


def _near_moon(hand: Hand, rules: Ruleset) -> _BySeat:
    """Whether each seat took the rest of a near moon of another one."""
    near = []
    if sorted(hand.hearts)[:-2] == [0] * (rules.players - 2):
        near = [
            seat
            for seat, hearts in enumerate(hand.hearts)
            # No more than four hearts are missing.
            if 1 <= rules.hearts - hearts <= 4
            and all(hand.cards[card] == seat for card in rules.penalty_cards)
        ]
    # With few hearts and nothing else, two can be as near.
    if len(near) != 1:
        return _NO_SEAT
    chance = CHANCE // (rules.players - 1)
    return {
        seat: (1, hearts > 0, chance) for seat, hearts in enumerate(hand.hearts) if seat not in near
    }
