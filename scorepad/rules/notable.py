"""What was notable in a game: moons, suns, the queen, exact hits, a comeback."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scorepad.rules.cards import QUEEN, Card
from scorepad.rules.sheet import Game, Sheet


@dataclass(frozen=True)
class Comeback:
    """How many points a winner was behind the leader after the hand of this number."""

    seat: int
    number: int
    behind: int


@dataclass(frozen=True)
class Notable:
    """What was notable in a game, by player; hands that do not count are left out.

    ``moons``: how often they shot the moon, and ``suns``: how many of these were suns. ``card``:
    the queen of spades, or else the card that costs most, and ``times_taken``: how often they took
    it. ``exact_hits``: how often they hit the target exactly. ``comeback``: the biggest one of a
    winner, by seat.
    """

    moons: tuple[int, ...]
    suns: tuple[int, ...]
    card: Card | None
    times_taken: tuple[int, ...]
    exact_hits: tuple[int, ...]
    comeback: Comeback | None


def notable(game: Game, sheet: Sheet, players: Sequence[Sequence[int]] = ()) -> Notable:
    """What was notable in a game. ``sheet`` is the sheet of ``game``.

    ``players``: for each hand, by seat, the number of the player who sat there. Without them every
    seat has one player, of its own number.
    """
    lines = [line for line in sheet.lines if line.counts]
    seats = tuple(range(game.rules.players))
    sat = [players[at] if players else seats for at in range(len(lines))]
    in_all = 1 + max(map(max, [seats, *sat]))

    def count_by_player(hits: Iterable[tuple[int, int | None]]) -> tuple[int, ...]:
        """How often each player occurs; ``hits``: hands by their index, each with a seat."""
        counts = Counter(sat[at][seat] for at, seat in hits if seat is not None)
        return tuple(counts[player] for player in range(in_all))

    costs, cards = game.rules.card_points, game.rules.penalty_cards
    card = QUEEN if QUEEN in cards else max(cards, key=lambda each: costs[each], default=None)
    comebacks = (
        Comeback(seat, line.number, line.totals[seat] - min(line.totals))
        for line in lines
        for seat in sheet.winners
    )
    biggest = max(comebacks, key=lambda comeback: comeback.behind, default=None)
    shots = [(at, line) for at, line in enumerate(lines) if line.shooter is not None]
    return Notable(
        moons=count_by_player((at, line.shooter) for at, line in shots),
        suns=count_by_player((at, line.shooter) for at, line in shots if line.sun),
        card=card,
        times_taken=count_by_player(
            (at, hand.cards.get(card or "")) for at, hand in enumerate(game.hands[: len(lines)])
        ),
        exact_hits=count_by_player(
            (at, seat) for at, line in enumerate(lines) for seat in seats if line.adjusted[seat]
        ),
        comeback=biggest if biggest and biggest.behind else None,
    )


def from_behind(sheet: Sheet, comeback: Comeback) -> bool:
    """Whether a comeback is worth telling: more than half of the others were ahead.

    One who is behind a shooter alone, like everybody else, has not come back from anything.
    """
    totals = next(line.totals for line in sheet.lines if line.number == comeback.number)
    ahead = sum(total < totals[comeback.seat] for total in totals)
    return 2 * ahead > len(totals) - 1
