"""What is worth telling of an evening: facts of its games, the most notable ones, in their order.

Rare facts come first. Last places and bad hands are not told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from scorepad.rules.cards import QUEEN
from scorepad.rules.notable import from_behind, notable
from scorepad.rules.results import Played
from scorepad.rules.scoring import places

# How many facts a story has, and how many of one kind.
MOST_FACTS: Final = 8
MOST_OF_A_KIND: Final = 2
# From how many on wins in a row are told.
_WINS_IN_A_ROW: Final = 3

# Those of a whole game come after its hands, in this order.
Kind: TypeAlias = Literal[
    "went ahead",
    "moon",
    "sun",
    "moon to the win",
    "came back",
    "queen at last",
    "close",
    "won",
    "streak ended",
    "won in a row",
]
KINDS: Final[Sequence[Kind]] = get_args(Kind)
_TELL_THE_WINNER: Final = ("went ahead", "moon to the win", "came back", "close", "won")


@dataclass(frozen=True)
class Fact:
    """A fact about some players in a game of the evening; games are counted from 1.

    ``hand``: its number on the sheet, ``None`` for a fact of the whole game. ``count``: points
    behind after that hand, or ahead at the end; the total of winners; wins in a row; hands without
    the queen. ``place``: the shooter's before a moon that led to the win.
    """

    kind: Kind
    game: int
    hand: int | None
    players: tuple[int, ...]
    count: int = 0
    place: int = 0


# Lengths of runs, by game (from 1) and player.
Lengths: TypeAlias = Mapping[tuple[int, int], int]


class Runs(NamedTuple):
    """The runs of an evening's players as the records count them, through earlier evenings.

    ``wins``: games won in a row, up to each that was won. ``wins_ended`` and ``queen_ended``: runs
    of wins, and of hands without the queen of spades, that ended in a game.
    """

    wins: Lengths
    wins_ended: Lengths
    queen_ended: Lengths


# How notable a fact is, and the fact.
_Weighed: TypeAlias = tuple[float, Fact]


def tell(games: Sequence[Played], runs: Runs) -> Sequence[Fact]:
    """The facts to tell of these games in their order, besides who played and who won the night."""
    weighed = [*_of_evening(games, runs)]
    for at, game in enumerate(games, start=1):
        if game.hands:
            weighed += [*_last_hand(at, game), *_moons(at, game)]
            weighed += [*_comeback(at, game), *_close(at, game)]
    picked = _picked(_without_doubles(weighed))
    wins = Counter(game.final[seat] for game in games for seat in game.sheet.winners)
    # That one player won them all is told in the end.
    if max(wins.values()) < len(games):
        picked += [*_other_wins(games, picked)][: MOST_FACTS - len(picked)]
    return sorted(picked, key=_place)


def _place(fact: Fact) -> tuple[int, bool, int, int]:
    return fact.game, fact.hand is None, fact.hand or 0, KINDS.index(fact.kind)


def _without_doubles(weighed: Sequence[_Weighed]) -> Iterator[_Weighed]:
    """The facts except those that others tell as well."""
    facts = [fact for _, fact in weighed]
    shot = [fact for fact in facts if fact.kind.startswith(("moon", "sun"))]
    moons = {(fact.game, fact.hand, fact.players) for fact in shot}
    came_back = {fact.game for fact in facts if fact.kind == "came back"}
    on_a_run = {fact.players for fact in facts if fact.kind == "won in a row"}
    for weight, fact in weighed:
        if fact.kind == "moon to the win" and fact.game in came_back:
            yield weight, replace(fact, kind="moon", place=0)
        elif fact.kind == "went ahead" and (fact.game, fact.hand, fact.players) in moons:
            continue
        elif fact.kind != "streak ended" or fact.players not in on_a_run:
            yield weight, fact


def _picked(weighed: Iterable[_Weighed]) -> list[Fact]:
    """The most notable facts, and not too many of one kind."""
    kinds: Counter[Kind] = Counter()
    picked: list[Fact] = []
    for _, fact in sorted(weighed, key=itemgetter(0), reverse=True):
        if kinds[fact.kind] < MOST_OF_A_KIND and len(picked) < MOST_FACTS:
            kinds[fact.kind] += 1
            picked.append(fact)
    return picked


def _other_wins(games: Sequence[Played], picked: Sequence[Fact]) -> Iterator[Fact]:
    """The winner of each game of which no fact tells it."""
    told = {fact.game for fact in picked if fact.kind in _TELL_THE_WINNER}
    for at, game in enumerate(games, start=1):
        if at not in told and len(game.sheet.winners) == 1:
            yield Fact("won", at, None, _winners(game), min(game.sheet.totals))


def _winners(game: Played) -> tuple[int, ...]:
    return tuple(game.final[seat] for seat in game.sheet.winners)


def _of_evening(games: Sequence[Played], runs: Runs) -> Iterator[_Weighed]:
    """Ties, unless of the only game, and runs."""
    for at, game in enumerate(games, start=1):
        if len(games) > 1 and game.hands and len(game.sheet.winners) > 1:
            yield 6, Fact("won", at, None, _winners(game), min(game.sheet.totals))
    longest = max(runs.wins.values(), default=0)
    # Who won just these games is told in the end.
    if longest >= _WINS_IN_A_ROW and longest != len(games):
        at, player = next(key for key, wins in runs.wins.items() if wins == longest)
        yield 6 + longest / 2, Fact("won in a row", at, None, (player,), longest)
    for (at, player), wins in runs.wins_ended.items():
        if wins >= _WINS_IN_A_ROW:
            yield min(9, 6 + wins / 2), Fact("streak ended", at, None, (player,), wins)
    for (at, player), hands in runs.queen_ended.items():
        if hands >= 20:
            number = next(
                each.line.number
                for each in games[at - 1].hands
                if QUEEN in each.hand.cards and each.players[each.hand.cards[QUEEN]] == player
            )
            yield 5 + hands / 10, Fact("queen at last", at, number, (player,), hands)


def _last_hand(at: int, game: Played) -> Iterator[_Weighed]:
    """Whether the only winner went ahead in the last hand, never having been ahead before."""
    if len(game.sheet.winners) != 1 or len(game.hands) < 4:
        return
    (seat,), last = game.sheet.winners, game.hands[-1]
    behind = all(places(each.before)[seat] > 1 or len({*each.before}) == 1 for each in game.hands)
    if behind and last.players[seat] == game.final[seat]:
        yield 8, Fact("went ahead", at, last.line.number, (game.final[seat],))


def _moons(at: int, game: Played) -> Iterator[_Weighed]:
    for index, (line, _, players, before) in enumerate(game.hands):
        seat = line.shooter
        if seat is None:
            continue
        place = places(before)[seat]
        fact = Fact("sun" if line.sun else "moon", at, line.number, (players[seat],))
        leads = places(line.totals)[seat] == 1 and line.totals.count(min(line.totals)) == 1
        if line.sun or place == 1 or not leads:
            yield 5 + 4 * line.sun, fact
        elif seat in game.sheet.winners and _stayed(game, seat, index):
            yield 10, replace(fact, kind="moon to the win", place=place)
        else:
            yield 8, fact


def _comeback(at: int, game: Played) -> Iterator[_Weighed]:
    """The comeback of a winner who was at least a quarter of the target behind."""
    found, target = notable(game.game, game.sheet).comeback, game.game.rules.target
    if found is None or found.behind < target / 4 or not from_behind(game.sheet, found):
        return
    since = next(at for at, each in enumerate(game.hands) if each.line.number == found.number)
    if _stayed(game, found.seat, since):
        players = (game.final[found.seat],)
        weight = min(9, 6 + 4 * found.behind / target)
        yield weight, Fact("came back", at, found.number, players, found.behind)


def _close(at: int, game: Played) -> Iterator[_Weighed]:
    lowest, second, *_ = sorted(game.sheet.totals)
    if 0 < second - lowest <= 3:
        yield 9 - (second - lowest), Fact("close", at, None, _winners(game), second - lowest)


def _stayed(game: Played, seat: int, since: int) -> bool:
    """Whether one player sat there from the hand with this index to the end."""
    return {each.players[seat] for each in game.hands[since:]} == {game.final[seat]}
