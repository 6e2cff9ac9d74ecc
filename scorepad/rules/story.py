"""What there is to tell of an evening: facts of its games, the most notable ones in their order.

Every fact follows from the sheets. Nobody's last place is one, and no bad hand is told by itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby, pairwise
from operator import itemgetter
from typing import Final, NamedTuple

from scorepad.rules.cards import QUEEN, Card
from scorepad.rules.ending import places, tied
from scorepad.rules.evening_facts import (
    Beginning,
    CameBack,
    Clean,
    Clear,
    Close,
    ExactHit,
    Fact,
    LeadChanged,
    LedFrom,
    Longest,
    Moon,
    MoonEnded,
    Moons,
    MoonTurned,
    Night,
    OneShort,
    PlayedOn,
    QueenInRow,
    QueenNever,
    QueenOften,
    QueenRunEnded,
    Quick,
    Stopped,
    StreakEnded,
    Tied,
    TookOver,
    Won,
    WonInRow,
)
from scorepad.rules.notable import notable
from scorepad.rules.results import outcome
from scorepad.rules.scoring import shooter_of
from scorepad.rules.sheet import Game, Line, Sheet

# How many facts a story has besides its beginning and its end, and how many of one kind.
MOST_FACTS: Final = 8
MOST_HIGHLIGHTS: Final = 4
_MOST_OF_A_KIND: Final = 2
_ENOUGH_FACTS: Final = 4
# From how many on there is something to tell.
_LEAD_CHANGES: Final = 4
_WINS_IN_A_ROW: Final = 3
_HANDS_WITHOUT_QUEEN: Final = 20
_CLEAN_HANDS: Final = 5
_QUEENS_IN_A_ROW: Final = 3
_MANY_QUEENS: Final = 4
_OFTEN: Final = 1.6  # times as often as by chance
_ENOUGH_HANDS: Final = 12
_MANY_MOONS: Final = 3
_CLOSE: Final = 3
_HANDS_OF_A_RUN: Final = 3
_HANDS_OF_A_GAME: Final = 4
_FEW_HANDS: Final = 4
_MORE_HANDS: Final = 2
_MANY_HANDS: Final = 12
_MANY_HEARTS: Final = 5
_GAMES_TO_COMPARE: Final = 2
# Behind all hands, and behind all games.
_END: Final = 1_000_000


@dataclass(frozen=True)
class Played:
    """A game of the evening that is over. ``sheet`` is its sheet.

    ``players``: for each hand, by seat, the number of the player who sat there, and at last who
    sits there at the end.
    """

    game: Game
    sheet: Sheet
    players: Sequence[Sequence[int]]

    @cached_property
    def lines(self) -> Sequence[Line]:
        """The hands that count."""
        return [line for line in self.sheet.lines if line.counts]

    @property
    def final(self) -> Sequence[int]:
        """Who sits there at the end, by seat."""
        return self.players[-1]

    def stayed(self, seat: int, since: int = 0) -> bool:
        """Whether one player sat there from the hand with this index to the end."""
        rows = (*self.players[since : len(self.lines)], self.final)
        return len({row[seat] for row in rows}) == 1

    def totals_before(self, at: int) -> tuple[int, ...]:
        """The totals before the hand with this index."""
        return self.lines[at - 1].totals if at else self.game.opening or (0,) * len(self.final)


@dataclass(frozen=True)
class Tale:
    """The facts of an evening in order, from its beginning to who won the night.

    ``highlights``: the most notable ones, in the same order.
    """

    facts: Sequence[Fact]
    highlights: Sequence[Fact]


# A fact, and how notable it is.
_Weighed = tuple[float, Fact]
# Of one kind, as far as there can be too many.
_OF_QUEENS: Final = (QueenInRow, QueenNever, QueenOften, QueenRunEnded)
# What has no hand of its own is told at the end of its game, in this order.
_AT_THE_END: Final[Sequence[type[Fact]]] = (
    *(LeadChanged, Longest, Quick, Stopped, Close, Clear, Tied, Won, StreakEnded, WonInRow),
)
# Whoever hears these knows who won the game.
_TELL_THE_WINNER: Final = (LedFrom, MoonEnded, CameBack, Close, Clear, Tied)


def tell(
    games: Sequence[Played],
    night: Night,
    wins_before: Mapping[tuple[int, int], int],
    queen_runs: Mapping[tuple[int, int], int],
) -> Tale:
    """What to tell of these games, up to who won the ``night``.

    ``wins_before`` and ``queen_runs``, by game (from 1) and player: how many games in a row they
    had won before one that they did not win, and how many hands in a row they had not taken the
    queen of spades before they did in this game.
    """
    weighed = [
        *_of_evening(games),
        *(each for at, game in enumerate(games, start=1) for each in _of_game(at, game)),
        *_of_runs(games, wins_before, queen_runs),
    ]
    weighed = list(_without_doubles(weighed))
    # Nearly every evening has a lead that was kept.
    picked = _picked((weight, fact) for weight, fact in weighed if not _is_plain_lead(fact))
    if len(picked) < _ENOUGH_FACTS:
        picked = _picked(weighed)
    # Who won them all is told in the end.
    if night.wins < len(games):
        told = {
            fact.game
            for fact in picked
            if isinstance(fact, _TELL_THE_WINNER) or (isinstance(fact, MoonTurned) and fact.won)
        }
        wins = [
            Won(at, 0, game.final[game.sheet.winners[0]], min(game.sheet.totals))
            for at, game in enumerate(games, start=1)
            if at not in told and len(game.sheet.winners) == 1
        ]
        picked += wins[: MOST_FACTS - len(picked)]
    highlights = _in_order(picked[:MOST_HIGHLIGHTS])
    return Tale([_beginning(games), *_in_order(picked), night], highlights)


def _in_order(facts: Iterable[Fact]) -> Sequence[Fact]:
    def place(fact: Fact) -> tuple[int, int, int]:
        kind = type(fact)
        last = _AT_THE_END.index(kind) if kind in _AT_THE_END else -1
        return fact.game or _END, fact.hand or _END, last

    return sorted(facts, key=place)


def _without_doubles(weighed: Iterable[_Weighed]) -> Iterator[_Weighed]:
    """The facts, but those that others tell as well."""
    weighed = list(weighed)
    counted = any(isinstance(fact, Moons) for _, fact in weighed)
    shot = {(fact.game, fact.hand, fact.player) for _, fact in weighed if isinstance(fact, Moon)}
    came_back = {fact.game for _, fact in weighed if isinstance(fact, CameBack)}
    for weight, fact in weighed:
        if isinstance(fact, MoonTurned) and fact.game in came_back:
            # Whoever came back won.
            fact = replace(fact, won=False)
        one_of_many = counted and type(fact) is Moon and not fact.sun
        by_moon = isinstance(fact, LedFrom) and (fact.game, fact.hand, fact.player) in shot
        if not one_of_many and not by_moon:
            yield weight, fact


def _is_plain_lead(fact: Fact) -> bool:
    return isinstance(fact, LedFrom) and not fact.last


def _picked(weighed: Iterable[_Weighed]) -> list[Fact]:
    """The most notable ones, and not too many of one kind."""
    kinds: Counter[type[Fact]] = Counter()
    picked: list[Fact] = []
    for _, fact in sorted(weighed, key=itemgetter(0), reverse=True):
        kind = QueenOften if isinstance(fact, _OF_QUEENS) else type(fact)
        if kinds[kind] < _MOST_OF_A_KIND and len(picked) < MOST_FACTS:
            kinds[kind] += 1
            picked.append(fact)
    return picked


def _beginning(games: Sequence[Played]) -> Beginning:
    rows = [row for game in games for row in (*game.players[: len(game.lines)], game.final)]
    players = dict.fromkeys(player for row in rows for player in row)
    return Beginning(0, 0, tuple(players), len(games), sum(len(game.lines) for game in games))


def _of_game(at: int, played: Played) -> Iterator[_Weighed]:
    if played.lines:
        for facts in _OF_GAME:
            yield from facts(at, played)


def _lead(at: int, played: Played) -> Iterator[_Weighed]:
    """How often the lead changed, and from when on the winner had it."""
    lines = played.lines
    alone = [_alone(line.totals) for line in lines]
    leaders = [seat for seat in alone if seat is not None]
    changes = sum(before != after for before, after in pairwise(leaders))
    if changes >= _LEAD_CHANGES and all(map(played.stayed, range(len(played.final)))):
        yield 5 + (changes - _LEAD_CHANGES) / 2, LeadChanged(at, 0, changes)
    if len(played.sheet.winners) != 1:
        return
    (winner,) = played.sheet.winners
    since = next(index for index in range(len(lines)) if set(alone[index:]) == {winner})
    before = [played.totals_before(index) for index in range(since + 1)]
    if _alone(before[-1]) == winner or not played.stayed(winner, since):
        return
    last = since == len(lines) - 1 and all(
        places(totals)[winner] > 1 or len(set(totals)) == 1 for totals in before
    )
    fact = LedFrom(at, lines[since].number, played.final[winner], last)
    if last and len(lines) >= _HANDS_OF_A_GAME:
        yield 8, fact
    elif len(lines) - since >= _HANDS_OF_A_RUN:
        yield 3 if since else 5, fact


def _alone(totals: Sequence[int]) -> int | None:
    """The seat that is ahead of all others, if there is one."""
    lowest = min(totals)
    return None if totals.count(lowest) > 1 else totals.index(lowest)


def _moons(at: int, played: Played) -> Iterator[_Weighed]:
    for index, line in enumerate(played.lines):
        if line.shooter is None:
            continue
        player = played.players[index][line.shooter]
        place = places(played.totals_before(index))[line.shooter]
        ended = index == len(played.lines) - 1 and played.sheet.ended_by == "target"
        if place > 1 and _alone(line.totals) == line.shooter:
            won = line.shooter in played.sheet.winners and played.stayed(line.shooter, index)
            yield 10 if won else 8, MoonTurned(at, line.number, player, line.sun, place, won)
        elif ended and line.shooter in played.sheet.winners:
            yield 7 + line.sun, MoonEnded(at, line.number, player, line.sun)
        else:
            yield 6 + 3 * line.sun, Moon(at, line.number, player, line.sun)


def _comeback(at: int, played: Played) -> Iterator[_Weighed]:
    found = notable(played.game, played.sheet).comeback
    target = played.game.rules.target
    if found is None or found.behind < target / 4:
        return
    since = next(index for index, line in enumerate(played.lines) if line.number == found.number)
    if played.stayed(found.seat, since):
        player = played.final[found.seat]
        weight = min(9, 6 + 4 * found.behind / target)
        yield weight, CameBack(at, found.number, player, found.behind)


def _exact_hits(at: int, played: Played) -> Iterator[_Weighed]:
    for line, row in zip(played.lines, played.players, strict=False):
        for player, total, lowered in zip(row, line.totals, line.adjusted, strict=True):
            if lowered:
                yield 7, ExactHit(at, line.number, player, total - lowered, total)


def _played_on(at: int, played: Played) -> Iterator[_Weighed]:
    for index, line in enumerate(played.lines[:-1]):
        if level := tied(line.totals, played.game.rules):
            row = played.players[index]
            yield 6, PlayedOn(at, line.number, tuple(row[seat] for seat in level))
            return


def _one_short(at: int, played: Played) -> Iterator[_Weighed]:
    rules = played.game.rules
    for index, line in enumerate(played.lines):
        hand = played.game.hands[index]
        most = rules.hearts - 1
        if most < _MANY_HEARTS or most not in hand.hearts:
            continue
        seat = hand.hearts.index(most)
        whole = tuple(rules.hearts if each == seat else 0 for each in range(rules.players))
        if shooter_of(replace(hand, hearts=whole), rules) == seat:
            yield 5, OneShort(at, line.number, played.players[index][seat])


def _clean(at: int, played: Played) -> Iterator[_Weighed]:
    """The longest run of hands without a point."""
    longest: tuple[int, Line, int] | None = None
    runs: dict[int, int] = {}
    for line, row in zip(played.lines, played.players, strict=False):
        runs = {
            player: 0 if points else runs.get(player, 0) + 1
            for player, points in zip(row, line.points, strict=True)
        }
        player = max(runs, key=runs.__getitem__)
        if runs[player] > (longest[0] if longest else 0):
            longest = runs[player], line, player
    if longest and longest[0] >= _CLEAN_HANDS:
        hands, line, player = longest
        yield 4 + (hands - _CLEAN_HANDS) / 2, Clean(at, line.number, player, hands)


def _took_over(at: int, played: Played) -> Iterator[_Weighed]:
    rows = zip(played.lines, pairwise(played.players[: len(played.lines)]), strict=False)
    for line, (before, after) in rows:
        for former, player in zip(before, after, strict=True):
            if former != player:
                yield 4, TookOver(at, line.number, player, former)


def _stopped(at: int, played: Played) -> Iterator[_Weighed]:
    if played.sheet.ended_by == "stopped":
        yield 2, Stopped(at, 0)


_OF_GAME: Final[Sequence[Callable[[int, Played], Iterator[_Weighed]]]] = (
    *(_lead, _moons, _comeback, _exact_hits, _played_on, _one_short),
    *(_clean, _took_over, _stopped),
)


def _of_evening(games: Sequence[Played]) -> Iterator[_Weighed]:
    """What becomes clear only when all games are looked at."""
    numbered = [(at, game) for at, game in enumerate(games, start=1) if game.lines]
    yield from _how_close(numbered)
    if len(numbered) >= _GAMES_TO_COMPARE:
        yield from _how_long(numbered)
    if len(games) >= _GAMES_TO_COMPARE:
        yield from _tied(numbered)
        yield from _won_in_row(games)
    yield from _many_moons(games)
    yield from _queens(games)


def _how_close(games: Sequence[tuple[int, Played]]) -> Iterator[_Weighed]:
    leads = []
    for at, played in games:
        lead = outcome(played.game, played.sheet, played.players).lead
        if lead is not None:
            (winner,) = played.sheet.winners
            leads.append((lead, at, played.final[winner], played.game.rules.target))
    if leads:
        lead, at, player, _ = min(leads)
        if lead <= _CLOSE:
            yield 9 - lead, Close(at, 0, player, lead)
        lead, at, player, target = max(leads)
        if lead >= target / 2:
            yield 3, Clear(at, 0, player, lead)


def _how_long(games: Sequence[tuple[int, Played]]) -> Iterator[_Weighed]:
    if any(played.game.hands_before for _, played in games):
        # What was played on paper has no day.
        return
    # Stopped games are no measure.
    by_length = sorted(
        (len(played.lines), at) for at, played in games if played.sheet.ended_by != "stopped"
    )
    if len(by_length) < _GAMES_TO_COMPARE:
        return
    (second, _), (hands, at) = by_length[-2:]
    longest = all(len(played.lines) < hands for each, played in games if each != at)
    if longest and hands >= _MANY_HANDS and hands - second >= _MORE_HANDS:
        yield 3 + (hands - second) / 4, Longest(at, 0, hands)
    hands, at = by_length[0]
    if hands <= _FEW_HANDS and dict(games)[at].sheet.ended_by == "target":
        yield 3, Quick(at, 0, hands)


def _tied(games: Sequence[tuple[int, Played]]) -> Iterator[_Weighed]:
    for at, played in games:
        winners = played.sheet.winners
        if len(winners) > 1:
            players = tuple(played.final[seat] for seat in winners)
            yield 6, Tied(at, 0, players, min(played.sheet.totals))


def _won_in_row(games: Sequence[Played]) -> Iterator[_Weighed]:
    runs: Counter[int] = Counter()
    longest: WonInRow | None = None
    for at, played in enumerate(games, start=1):
        winners = {played.final[seat] for seat in played.sheet.winners}
        runs = Counter({player: runs[player] + 1 for player in winners})
        player, wins = max(runs.items(), key=itemgetter(1))
        if wins > (longest.wins if longest else 0):
            longest = WonInRow(at, 0, player, wins)
    # Who won all of them is told in the end.
    if longest and _WINS_IN_A_ROW <= longest.wins < len(games):
        yield 5 + longest.wins / 2, longest


def _many_moons(games: Sequence[Played]) -> Iterator[_Weighed]:
    counts = Counter(
        played.players[index][line.shooter]
        for played in games
        for index, line in enumerate(played.lines)
        if line.shooter is not None
    )
    if counts.total() >= _MANY_MOONS:
        yield 6, Moons(0, 0, tuple(counts.most_common()))


class _Took(NamedTuple):
    """A hand in which a card was taken: where, by whom, and who else could have."""

    game: int
    number: int
    taker: int
    row: Sequence[int]


def _queens(games: Sequence[Played]) -> Iterator[_Weighed]:
    """Who took the evening's worst card again and again, and who never did."""
    cards = Counter(
        card for game in games if game.lines and (card := notable(game.game, game.sheet).card)
    )
    if not cards:
        return
    card = max(cards, key=lambda each: (cards[each], each == QUEEN))
    took = [
        _Took(at, line.number, row[hand.cards[card]], row)
        for at, game in enumerate(games, start=1)
        for line, hand, row in zip(game.lines, game.game.hands, game.players, strict=False)
        if card in hand.cards
    ]
    yield from _never(took, card)
    in_row = _most_in_row(took, card)
    if in_row:
        yield 4 + in_row.times - _QUEENS_IN_A_ROW, in_row
    (player, times), *others = Counter(each.taker for each in took).most_common()
    hands = [each for each in took if player in each.row]
    by_chance = sum(1 / len(each.row) for each in hands)
    alone = not others or others[0][1] < times
    if (
        alone
        and times >= max(_MANY_QUEENS, _OFTEN * by_chance)
        and (in_row is None or in_row.player != player)
    ):
        yield 6, QueenOften(0, 0, player, card, times, len(hands))


def _never(took: Sequence[_Took], card: Card) -> Iterator[_Weighed]:
    hands = Counter(player for each in took for player in each.row)
    takers = {each.taker for each in took}
    never = [
        player for player, count in hands.items() if count >= _ENOUGH_HANDS and player not in takers
    ]
    if len(never) == 1:
        yield 4, QueenNever(0, 0, never[0], card, hands[never[0]])


def _most_in_row(took: Sequence[_Took], card: Card) -> QueenInRow | None:
    runs = [[*run] for _, run in groupby(took, key=lambda each: (each.game, each.taker))]
    longest = max(runs, key=len)
    if len(longest) < _QUEENS_IN_A_ROW:
        return None
    last = longest[-1]
    return QueenInRow(last.game, last.number, last.taker, card, len(longest))


def _of_runs(
    games: Sequence[Played],
    wins_before: Mapping[tuple[int, int], int],
    queen_runs: Mapping[tuple[int, int], int],
) -> Iterator[_Weighed]:
    for (at, player), wins in wins_before.items():
        if wins >= _WINS_IN_A_ROW:
            yield min(9, 5 + wins / 2), StreakEnded(at, 0, player, wins)
    for (at, player), hands in queen_runs.items():
        played = games[at - 1]
        if hands >= _HANDS_WITHOUT_QUEEN:
            rows = zip(played.lines, played.game.hands, played.players, strict=False)
            number = next(
                (
                    line.number
                    for line, hand, row in rows
                    if QUEEN in hand.cards and row[hand.cards[QUEEN]] == player
                ),
                None,
            )
            if number is not None:
                yield 3 + hands / 10, QueenRunEnded(at, number, player, hands)
