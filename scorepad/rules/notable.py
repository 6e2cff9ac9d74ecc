"""What was notable in a game: moons, suns, the queen, exact hits, a comeback."""

from __future__ import annotations

from dataclasses import dataclass

from scorepad.rules.cards import QUEEN, Card
from scorepad.rules.ruleset import Ruleset
from scorepad.rules.sheet import Game, Sheet


@dataclass(frozen=True)
class Comeback:
    """How many points a winner was behind the leader after the hand of this number."""

    seat: int
    number: int
    behind: int


@dataclass(frozen=True)
class Notable:
    """What was notable in a game, by seat; hands that do not count are left out.

    ``moons``: how often the seat shot the moon, and ``suns``: how many of these were suns.
    ``card``: the queen of spades, or else the card that costs most, and ``times_taken``: how often
    the seat took it. ``exact_hits``: how often it hit the target exactly. ``comeback``: the
    biggest one of a winner.
    """

    moons: tuple[int, ...]
    suns: tuple[int, ...]
    card: Card | None
    times_taken: tuple[int, ...]
    exact_hits: tuple[int, ...]
    comeback: Comeback | None


def notable(game: Game, sheet: Sheet) -> Notable:
    """What was notable in a game. ``sheet`` is the sheet of ``game``."""
    lines = [line for line in sheet.lines if line.counts]
    seats = range(game.rules.players)
    card = _worst_card(game.rules)
    comebacks = (
        Comeback(seat, line.number, line.totals[seat] - min(line.totals))
        for line in lines
        for seat in sheet.winners
    )
    biggest = max(comebacks, key=lambda comeback: comeback.behind, default=None)
    takers = [hand.cards.get(card or "") for hand in game.hands[: len(lines)]]
    return Notable(
        moons=tuple(sum(line.shooter == seat for line in lines) for seat in seats),
        suns=tuple(sum(line.sun and line.shooter == seat for line in lines) for seat in seats),
        card=card,
        times_taken=tuple(takers.count(seat) for seat in seats),
        exact_hits=tuple(sum(line.adjusted[seat] != 0 for line in lines) for seat in seats),
        comeback=biggest if biggest and biggest.behind else None,
    )


def _worst_card(rules: Ruleset) -> Card | None:
    if QUEEN in rules.penalty_cards:
        return QUEEN
    return max(rules.penalty_cards, key=lambda card: rules.card_points[card], default=None)
