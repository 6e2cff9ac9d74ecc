"""What there is to tell of an evening that becomes clear only when several games are looked at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Final, NamedTuple, TypeAlias

from scorepad.rules import evening_facts as facts
from scorepad.rules.cards import QUEEN, Card
from scorepad.rules.notable import worst_card
from scorepad.rules.story_of_game import Played, Weighed

# From how many on there is something to tell.
_WINS_IN_A_ROW: Final = 3
_HANDS_WITHOUT_QUEEN: Final = 20
_QUEENS_IN_A_ROW: Final = 3
_MANY_QUEENS: Final = 4
_OFTEN: Final = 1.6  # times as often as by chance
_ENOUGH_HANDS: Final = 12
_MANY_MOONS: Final = 3
_CLOSE: Final = 3
_FEW_HANDS: Final = 4
_MORE_HANDS: Final = 2
_MANY_HANDS: Final = 12
_GAMES_TO_COMPARE: Final = 2

# Lengths of runs, by game (from 1) and player.
Runs: TypeAlias = Mapping[tuple[int, int], int]


def facts_of_evening(games: Sequence[Played]) -> Iterator[Weighed]:
    """The facts of these games together."""
    numbered = [(at, game) for at, game in enumerate(games, start=1) if game.lines]
    yield from _how_close(numbered)
    if len(numbered) >= _GAMES_TO_COMPARE:
        yield from _how_long(numbered)
    if len(games) >= _GAMES_TO_COMPARE:
        yield from _tied(numbered)
        yield from _won_in_row(games)
    yield from _many_moons(games)
    yield from _queens(games)


def facts_of_runs(
    games: Sequence[Played], wins_before: Runs, queen_runs: Runs
) -> Iterator[Weighed]:
    """The facts of runs that began on earlier evenings: arguments as of ``story.tell``."""
    for (at, player), wins in wins_before.items():
        if wins >= _WINS_IN_A_ROW:
            yield min(9, 5 + wins / 2), facts.StreakEnded(at, 0, player, wins)
    for (at, player), hands in queen_runs.items():
        if hands >= _HANDS_WITHOUT_QUEEN:
            taken = (
                line.number
                for line, hand, row in games[at - 1].hands
                if QUEEN in hand.cards and row[hand.cards[QUEEN]] == player
            )
            number = next(taken, None)
            if number is not None:
                yield 3 + hands / 10, facts.QueenRunEnded(at, number, player, hands)


def _how_close(games: Sequence[tuple[int, Played]]) -> Iterator[Weighed]:
    leads = []
    for at, played in games:
        lowest, second, *_ = sorted(played.sheet.totals)
        if lowest < second:
            winner = played.final[played.sheet.winners[0]]
            leads.append((second - lowest, at, winner, played.game.rules.target))
    if leads:
        lead, at, player, _ = min(leads)
        if lead <= _CLOSE:
            yield 9 - lead, facts.Close(at, 0, player, lead)
        lead, at, player, target = max(leads)
        if lead >= target / 2:
            yield 3, facts.Clear(at, 0, player, lead)


def _how_long(games: Sequence[tuple[int, Played]]) -> Iterator[Weighed]:
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
        yield 3 + (hands - second) / 4, facts.Longest(at, 0, hands)
    hands, at = by_length[0]
    if hands <= _FEW_HANDS:
        yield 3, facts.Quick(at, 0, hands)


def _tied(games: Sequence[tuple[int, Played]]) -> Iterator[Weighed]:
    for at, played in games:
        winners = played.sheet.winners
        if len(winners) > 1:
            players = tuple(played.final[seat] for seat in winners)
            yield 6, facts.Tied(at, 0, players, min(played.sheet.totals))


def _won_in_row(games: Sequence[Played]) -> Iterator[Weighed]:
    runs: Counter[int] = Counter()
    longest = facts.WonInRow(0, 0, 0, 0)
    for at, played in enumerate(games, start=1):
        winners = {played.final[seat] for seat in played.sheet.winners}
        runs = Counter({player: runs[player] + 1 for player in winners})
        player, wins = max(runs.items(), key=itemgetter(1))
        if wins > longest.wins:
            longest = facts.WonInRow(at, 0, player, wins)
    # Who won all of them is told in the end.
    if _WINS_IN_A_ROW <= longest.wins < len(games):
        yield 5 + longest.wins / 2, longest


def _many_moons(games: Sequence[Played]) -> Iterator[Weighed]:
    counts = Counter(
        row[line.shooter]
        for played in games
        for line, _, row in played.hands
        if line.shooter is not None
    )
    if counts.total() >= _MANY_MOONS:
        yield 6, facts.Moons(0, 0, tuple(counts.most_common()))


class _Took(NamedTuple):
    """A hand in which a card was taken: where, by whom, and who else could have."""

    game: int
    number: int
    taker: int
    row: Sequence[int]


def _queens(games: Sequence[Played]) -> Iterator[Weighed]:
    """Who took the evening's worst card again and again, and who never did."""
    worst = (worst_card(played.game.rules) for played in games if played.lines)
    cards = Counter(card for card in worst if card)
    if not cards:
        return
    card = max(cards, key=lambda each: (cards[each], each == QUEEN))
    took = [
        _Took(at, line.number, row[hand.cards[card]], row)
        for at, played in enumerate(games, start=1)
        for line, hand, row in played.hands
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
        yield 6, facts.QueenOften(0, 0, player, card, times, len(hands))


def _never(took: Sequence[_Took], card: Card) -> Iterator[Weighed]:
    hands = Counter(player for each in took for player in each.row)
    takers = {each.taker for each in took}
    never = [
        player for player, count in hands.items() if count >= _ENOUGH_HANDS and player not in takers
    ]
    if len(never) == 1:
        yield 4, facts.QueenNever(0, 0, never[0], card, hands[never[0]])


def _most_in_row(took: Sequence[_Took], card: Card) -> facts.QueenInRow | None:
    runs = [[*run] for _, run in groupby(took, key=lambda each: (each.game, each.taker))]
    longest = max(runs, key=len)
    if len(longest) < _QUEENS_IN_A_ROW:
        return None
    last = longest[-1]
    return facts.QueenInRow(last.game, last.number, last.taker, card, len(longest))
